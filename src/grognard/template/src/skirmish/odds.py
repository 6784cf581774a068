"""Strengths, columns and shifts (4.2, 4.3)."""

from __future__ import annotations

from grognard.api import Calculation, Odds, Piece, Pieces, Place, Term, each, term

from .model import FULL, Company, M

MEANING = {
    "AL": "one attacker loses a step",
    "EX": "one attacker and the defender lose a step",
    "DR": "the defender retreats",
    "DL": "the defender loses a step and retreats",
    "DE": "the defender is eliminated",
    "-": "no effect",
}


def attack_of(g: M, piece: int) -> int:
    """4.2, 4.6 The attack strength of a unit as it stands."""
    unit: Company = g.game.roster[piece]
    return unit.attack[g.steps[piece] < FULL]


def defence_of(g: M, piece: int) -> int:
    """4.2, 4.6 The defence strength of a unit as it stands."""
    unit: Company = g.game.roster[piece]
    return unit.defence[g.steps[piece] < FULL]


def defender_in(g: M, target: Place) -> Piece:
    """2.5 The one unit in a hex."""
    return each(g.here[target])[0]


def shifts(g: M, target: Place, attackers: Pieces) -> list[tuple[int, str]]:
    """4.3 By how many columns an attack is shifted, and why."""
    found = []
    ground = g.game.board.terrain[target]
    if ground in g.game.shifts:
        found.append((g.game.shifts[ground], f"the defender is in {ground}"))
    across = g.game.map.across_river
    if all(across.has(g.where[piece], target) for piece in each(attackers)):
        found.append((g.game.shifts["river"], "all attack across the river"))
    return found


def column_of(g: M, target: Place, attackers: Pieces) -> int:
    """4.2, 4.3 The column in which an attack is read."""
    table = g.game.crt
    attack = sum(attack_of(g, piece) for piece in each(attackers))
    column = table.column(attack, defence_of(g, defender_in(g, target)))
    shifted = column + sum(columns for columns, _ in shifts(g, target, attackers))
    return max(0, min(shifted, table.last))


def calculate(g: M, target: Place, attackers: Pieces) -> Calculation:
    """4.2, 4.3 The whole calculation of an attack, term by term, with the exact chance of each result."""
    table, defender = g.game.crt, defender_in(g, target)
    attack, defence = sum(attack_of(g, piece) for piece in each(attackers)), defence_of(g, defender)
    terms = [term(attack_of(g, p), g.game.roster[p].name, part="attack", pieces=(p,)) for p in each(attackers)]
    terms.append(term(defence, g.game.roster[defender].name, part="defence", pieces=(defender,)))
    terms.append(Term(table.label(table.column(attack, defence)), f"{attack} against {defence}", "4.2", "odds"))
    terms += [term(columns, why, "4.3", places=(target,)) for columns, why in shifts(g, target, attackers)]
    column = column_of(g, target, attackers)
    return Calculation(
        title=f"Attack on {g.game.place_title(target)}",
        terms=tuple(terms),
        total=f"column {table.label(column)}",
        table="crt",
        column=table.label(column),
        odds=tuple(Odds(o.result, o.chance, MEANING[o.result]) for o in table.odds(column, range(1, 7))),
    )
