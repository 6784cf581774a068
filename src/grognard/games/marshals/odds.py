"""Strengths, shifts and the combat results table (CRT, TER, AIR, BMB, SHK, TIG).

Attack factors are counted in halves throughout, because armour attacks across rivers at half value with
fractions kept (TER.R2); defence factors are whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

import msgspec

from ...engine.pieces import Pieces, each
from ...engine.places import Place
from ...engine.telling import listed, number, term
from ...engine.terms import Calculation, Odds, Term
from .model import DISRUPTED, GERMAN, MOVED, RUSSIAN, Division, M

MEANING = {
    "DE": "defenders eliminated",
    "DR": "defenders routed 2–3 hexes and Disrupted",
    "DW": "defenders Disrupted",
    "D": "defenders Disrupted",
    "-": "no effect",
    "AE": "attackers equal to the defence factors eliminated",
}
FOR_GERMANS = {
    "DW": "defenders withdraw 1–3 hexes, after more than one Disrupted",
    "D": "defenders Disrupted, or withdrawn instead",
}
"""RES.DW1, RES.D2 What is otherwise where Germans defend."""


def attack_factor(g: M, piece: int) -> int:
    """SHK.1, TIG.1 The attack factor a unit may use now."""
    unit: Division = g.game.roster[piece]
    if unit.type == "shock" and g.flags[piece] & MOVED:
        return unit.attack_after_move
    if unit.type == "tiger" and not has_company(g, piece):
        return 0
    return unit.attack


def has_company(g: M, tiger: int) -> bool:
    """TIG.1, R56 Whether another German unit is in the Tiger unit's hex; Hitler's piece is none."""
    others = g.here[g.where[tiger]] & ~(1 << tiger) & ~(1 << g.game.hitler)
    return bool(others)


def ground_halves(g: M, piece: int, target: int) -> int:
    """TER.R2 A ground attacker's factor in halves: tanks and panzers count half across a river."""
    unit: Division = g.game.roster[piece]
    factor = attack_factor(g, piece)
    if unit.is_armour and g.game.map.across_river.has(g.where[piece], target):
        return factor
    return 2 * factor


def defence_factors(g: M, target: int) -> dict[int, int]:
    """TER.C1-C3, TIG.1, R54 The defence factor of each defender, bonuses included."""
    game = g.game
    factors: dict[int, int] = {}
    for piece in each(g.here.get(Place(target), 0)):
        unit: Division = game.roster[piece]
        alone = unit.type == "tiger" and not has_company(g, piece)
        factors[piece] = 0 if alone else unit.defence
    if game.map.berlin >> target & 1:
        for defender in factors:
            factors[defender] += _gains_in_berlin(game.roster[defender])
    elif game.map.major_cities >> target & 1:
        bearer = _city_bonus_bearer(g, factors)
        if bearer is not None:
            factors[bearer] += 1
    return factors


def _gains_in_berlin(unit: Division) -> int:
    """TER.C2, R23 Infantry, panzergrenadiers and garrisons gain 1 in Berlin."""
    return int(unit.side == "german" and (unit.type in ("infantry", "panzergrenadier") or unit.is_garrison))


def _city_bonus_bearer(g: M, pieces: dict[int, int]) -> int | None:
    """TER.C1, R54 The one unit that carries a major city's bonus: a ready one before a Disrupted one."""
    units: list[Division] = g.game.roster.units
    fit = [p for p in pieces if units[p].side == "german" and units[p].type in ("infantry", "panzergrenadier")]
    ready = [p for p in fit if not g.flags[p] & DISRUPTED]
    return next(iter(ready or fit), None)


class Attack(msgspec.Struct, frozen=True):
    """SEQ.A3a One allocated attack."""

    target: Place
    ground: Pieces = Pieces(0)
    bombard: Pieces = Pieces(0)

    @property
    def units(self) -> Pieces:
        """All attackers."""
        return Pieces(self.ground | self.bombard)


class Strength(msgspec.Struct, frozen=True):
    """The attackers' total in halves, and whether more than half of it comes across rivers."""

    halves: int
    mostly_across: bool


def strength(g: M, attack: Attack) -> Strength:
    """BMB.1, TER.R2, R20 The attack strength: ground factors, and half the bombarding ones rounded down."""
    river, where, target = g.game.map.across_river, g.where, attack.target
    ground = ground_across = 0
    for piece in each(attack.ground):
        halves = ground_halves(g, piece, target)
        ground += halves
        if river.has(where[piece], target):
            ground_across += halves
    shells = shells_across = 0
    for piece in each(attack.bombard):
        factor = attack_factor(g, piece)
        shells += factor
        if river.has(where[piece], target):
            shells_across += factor
    used = 2 * (shells // 2)
    # TER.R1, R16 More than half, not exactly half; a bombardment's part across the river counts in
    # proportion, so both sides are multiplied by the bombarding factors.
    whole = shells or 1
    across = ground_across * whole + used * shells_across
    return Strength(ground + used, 2 * across > (ground + used) * whole)


def shifts(g: M, attack: Attack, power: Strength) -> list[tuple[int, str, str]]:
    """TER.0 All column shifts with reason and rule; they add up."""
    game, target = g.game, attack.target
    terrain = game.map
    found: list[tuple[int, str, str]] = []
    if terrain.hills >> target & 1:
        found.append((-1, "hills", "TER.H"))
    found += _water_and_lines(g, attack, power)
    if attacker_side(g, attack) != RUSSIAN:
        return found
    if not (terrain.major_cities | terrain.forests) >> target & 1:
        found.append((1, "Red Air Force", "AIR.1"))
    if g.state.turn == 1 and terrain.german_start >> target & 1:
        found.append((1, "first turn, behind the first line", "T1.2"))
    return found


def _water_and_lines(g: M, attack: Attack, power: Strength) -> list[tuple[int, str, str]]:
    """TER.R1, TER.D, TER.R4, R19 River and defence line, or the mixture of both."""
    found: list[tuple[int, str, str]] = []
    if power.mostly_across:
        found.append((-1, "more than half attacks across a river", "TER.R1"))
    if attacker_side(g, attack) != RUSSIAN:
        return found
    river, line, where = g.game.map.across_river, g.game.map.behind_line, g.where
    from_hexes = {where[piece] for piece in each(attack.units)}
    if all(line.has(hex_, attack.target) for hex_ in from_hexes):
        found.append((-1, "all attack across a defence line", "TER.D"))
    mixed = all(line.has(h, attack.target) or river.has(h, attack.target) for h in from_hexes)
    if mixed and not found:
        found.append((-1, "every hexside is river or defence line", "TER.R4"))
    return found


def attacker_side(g: M, attack: Attack) -> int:
    """The nationality of the attackers."""
    first = (attack.units & -attack.units).bit_length() - 1
    return g.game.side_of[first]


def final_column(g: M, attack: Attack, power: Strength, defence: int) -> int:
    """CRT.3, CRT.4, R2 The column after shifts; negative numbers lie left of the table."""
    table = g.game.crt
    raw = table.column(power.halves, 2 * defence)
    return min(raw + sum(shift for shift, _, _ in shifts(g, attack, power)), table.last)


def row_of(g: M, die: int) -> int:
    """CRT.2, R1 The row: the die in player turn A, counted from the other end in player turn B."""
    return die if g.state.player == 0 else 7 - die


def column_for(g: M, piece: int, column: int) -> int:
    """DIS.4 The column one defender reads: Disrupted ones one further right."""
    return min(column + bool(g.flags[piece] & DISRUPTED), g.game.crt.last)


def result_for(g: M, piece: int, column: int, die: int) -> str:
    """DIS.4 The result one defender reads."""
    return g.game.crt.read(column_for(g, piece, column), row_of(g, die))


def calculate(g: M, attack: Attack, *, frozen: bool = False) -> Calculation:
    """The whole calculation of an attack, term by term, with the exact chance of each result.

    An attack is frozen once it has been allocated: if its odds fall below 1:4 later, it is read there (R44).
    """
    power = strength(g, attack)
    defence = defence_factors(g, attack.target)
    total = sum(defence.values())
    where = g.game.place_title(attack.target)
    terms = [*_attack_terms(g, attack), *_defence_terms(g, attack.target, defence)]
    if not power.halves and not frozen:
        return Calculation(title=f"Attack on {where}", terms=tuple(terms), total="no strength: not allowed")
    table = g.game.crt
    column = 0
    if power.halves:
        raw = table.column(power.halves, 2 * total)
        limit = table.beyond(power.halves, 2 * total)
        odds = f"{number(Fraction(power.halves, 2))} against {total}{limit}"
        terms.append(Term(table.label(raw), odds, "CRT.4", "odds"))
        terms += [term(shift, reason, rule) for shift, reason, rule in shifts(g, attack, power)]
        column = final_column(g, attack, power, total)
    if frozen:
        column = max(0, column)
    if column < 0:
        total_words = f"{table.label(column)}: not allowed (CRT.3)"
        return Calculation(
            title=f"Attack on {where}", terms=tuple(terms), total=total_words, table="crt", column=table.label(column)
        )
    shaken = shaken_defenders(g, defence, column)
    if shaken:
        who = "the defenders are" if len(shaken) == len(defence) else f"for {_names(g, shaken)},"
        terms.append(term(1, f"{who} Disrupted", "DIS.4", pieces=shaken))
    return Calculation(
        title=f"Attack on {where}",
        terms=tuple(terms),
        total=f"column {columns_in_words(g, defence, column)}",
        table="crt",
        column=table.label(column + (len(shaken) == len(defence))),
        odds=_chances(g, defence, column),
    )


def shaken_defenders(g: M, defenders: Collection[int], column: int) -> list[int]:
    """DIS.4 The defenders whose result is read one column further right; there is none right of the last."""
    return [p for p in defenders if g.flags[p] & DISRUPTED] if column < g.game.crt.last else []


def columns_in_words(g: M, defenders: Collection[int], column: int) -> str:
    """DIS.4 The column that is read; two of them where only some of the defenders are Disrupted."""
    label, shaken = g.game.crt.label, shaken_defenders(g, defenders, column)
    if len(shaken) == len(defenders):
        return label(column + 1)
    return f"{label(column)}, for {_names(g, shaken)} at {label(column + 1)}" if shaken else label(column)


def _names(g: M, pieces: Iterable[int]) -> str:
    return listed(g.game.roster[piece].name for piece in pieces)


def _chances(g: M, defence: dict[int, int], column: int) -> tuple[Odds, ...]:
    """The chances of each result; where ready and Disrupted defenders read differently, for each of them."""
    readings = sorted({bool(g.flags[p] & DISRUPTED) for p in defence})
    german = g.game.side_of[min(defence)] == GERMAN
    meaning = MEANING | FOR_GERMANS if german else MEANING
    odds: list[Odds] = []
    for disrupted in readings:
        who = ("Disrupted units" if disrupted else "Other units") if len(readings) > 1 else ""
        for chance in g.game.crt.odds(column + disrupted, range(1, 7)):
            odds.append(Odds(chance.result, chance.chance, meaning[chance.result], who=who))
    return tuple(odds)


def _attack_terms(g: M, attack: Attack) -> list[Term]:
    terms = []
    for piece in each(attack.ground):
        unit: Division = g.game.roster[piece]
        halves = ground_halves(g, piece, attack.target)
        factor = attack_factor(g, piece)
        rule = ""
        note = ""
        if halves != 2 * factor:
            note, rule = ", half across a river", "TER.R2"
        elif factor != unit.attack:
            note, rule = (", has moved", "SHK.1") if unit.type == "shock" else (", alone", "TIG.1")
        terms.append(term(Fraction(halves, 2), f"{unit.name}{note}", rule, part="attack", pieces=(piece,)))
    if attack.bombard:
        guns = each(attack.bombard)
        total = sum(attack_factor(g, p) for p in guns)
        reason = f"bombardment by {_names(g, guns)} ({total}, halved)"
        terms.append(term(total // 2, reason, "BMB.1", part="attack", pieces=guns))
    return terms


def _defence_terms(g: M, target: int, defence: dict[int, int]) -> list[Term]:
    terms = []
    city = "TER.C2" if g.game.map.berlin >> target & 1 else "TER.C1"
    for piece, factor in defence.items():
        unit: Division = g.game.roster[piece]
        bonus = factor - unit.defence
        note = ", with the city's bonus" if bonus > 0 else ", alone" if bonus < 0 else ""
        rule = city if bonus > 0 else "TIG.1" if bonus < 0 else ""
        terms.append(term(factor, f"{unit.name}{note}", rule, part="defence", pieces=(piece,)))
    return terms
