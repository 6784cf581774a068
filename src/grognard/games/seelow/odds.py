"""The odds of an attack (7.2, 7.3): strengths, column shifts, die modifiers, and the chances that follow."""

from __future__ import annotations

import msgspec

from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place
from ...engine.telling import counted, listed, term
from ...engine.terms import Calculation, Odds, Term
from .fire import light_modifiers
from .model import DISRUPTED, HELPLESS, S, morale, name_of, values
from .results import combat_result

SHAKEN = -2
FACES = range(1, 7)


class Attack(msgspec.Struct, frozen=True):
    """7.2.1 A hex and who attacks it."""

    target: Place
    units: Pieces = Pieces(0)


def defenders(g: S, target: int, side: int) -> Pieces:
    """7.12, 7.14 The non-armored enemies in a hex that defend it; helpless ones are lost before (7.56)."""
    stack = g.here.get(Place(target), 0) & g.game.roster.of_side[1 - side]
    return Pieces(sum(1 << p for p in each(stack & g.game.soft) if not g.flags[p] & HELPLESS))


def armor_in(g: S, target: int, side: int) -> bool:
    """7.35 Whether enemy armor stands in a hex, helpless units apart."""
    stack = g.here.get(Place(target), 0) & g.game.roster.of_side[1 - side] & g.game.armored
    return any(not g.flags[p] & HELPLESS for p in each(stack))


def attack_strength(g: S, units: int) -> int:
    """7.2.2 The attackers' combat strengths, armored ones included."""
    return sum(values(g, piece).combat for piece in each(units))


def defence_strength(g: S, target: int, side: int) -> int:
    """2.21a, 7.2.2, 8.37 The strengths of all non-armored units in the hex."""
    return sum(values(g, piece).combat for piece in each(defenders(g, target, side)))


def shifts(g: S, attack: Attack) -> list[tuple[int, str, str]]:
    """7.31-7.35, 7.38, R2 All column shifts with reason and rule; they add up."""
    found = _terrain_shift(g, attack.target) + _level_shift(g, attack)
    wet, where = g.game.map.wet, g.where
    if all(wet.has(where[piece], attack.target) for piece in each(attack.units)):
        found.append((-2, "all attack across water", "7.33"))
    with_armor = bool(attack.units & g.game.armored)
    side = g.game.side_of[(attack.units & -attack.units).bit_length() - 1]
    against_armor = armor_in(g, attack.target, side)
    if with_armor and not against_armor:
        found.append((1, "armor attacks", "7.35"))
    elif against_armor and not with_armor:
        found.append((-1, "armor defends", "7.35"))
    return found


def _terrain_shift(g: S, target: int) -> list[tuple[int, str, str]]:
    kind = g.game.board.terrain[target]
    left = g.game.map.prices.shift_left[kind]
    return [(-left, kind, "7.31" if kind == "village" else "7.32")] if left else []


def _level_shift(g: S, attack: Attack) -> list[tuple[int, str, str]]:
    """7.34, R61 The defender's level above the highest attacker."""
    level = g.game.map.level
    above = level[attack.target] - max(level[g.where[piece]] for piece in each(attack.units))
    return [(-above, f"{counted(above, 'level')} above the attackers", "7.34")] if above > 0 else []


def raw_column(g: S, attack: Attack, side: int) -> int:
    """7.2.3, R24, R25 The column before shifts: in the defender's favour, between 1:3 and 8:1."""
    column = g.game.crt.column(attack_strength(g, attack.units), defence_strength(g, attack.target, side))
    return max(0, column)


def final_column(g: S, attack: Attack, side: int) -> int:
    """7.2.4, 7.38, R24 The column after all shifts, applied once and kept within the table."""
    column = raw_column(g, attack, side) + sum(shift for shift, _, _ in shifts(g, attack))
    return max(0, min(column, g.game.crt.last))


def die_modifiers(g: S, attack: Attack, side: int) -> list[tuple[int, str, str]]:
    """7.36, 7.37, 7.62, R26 What changes the die."""
    found = [(SHAKEN, "a defender is disrupted", "7.36")] if shaken(g, attack, side) else []
    return found + light_modifiers(g, "7.37")


def shaken(g: S, attack: Attack, side: int) -> list[Piece]:
    """7.36 The disrupted defenders."""
    return [piece for piece in each(defenders(g, attack.target, side)) if g.flags[piece] & DISRUPTED]


def in_words(g: S, attack: Attack, side: int, cell: str) -> str:
    """7.42-7.45 What a result does to the units of an attack, by name where no choice comes first."""
    result = combat_result(cell)
    if result.nothing or result.eliminates or result.circled:
        return result.text
    struck = attack.units if result.side == "A" else defenders(g, attack.target, side)
    weak = [name_of(g, piece) for piece in each(struck) if morale(g, piece) < result.number]
    if not weak:
        who = "attackers" if result.side == "A" else "defenders"
        return f"the {who} stand, with morale {result.number} or more"
    return f"{listed(weak)} must retreat, with morale below {result.number}"


def calculate(g: S, attack: Attack, side: int) -> Calculation:
    """7.2 An attack laid open, with the exact chance of each result."""
    title = f"Attack on {g.game.place_title(attack.target)}"
    power, defence = attack_strength(g, attack.units), defence_strength(g, attack.target, side)
    terms = [term(values(g, p).combat, name_of(g, p), part="attack", pieces=(p,)) for p in each(attack.units)]
    for piece in each(defenders(g, attack.target, side)):
        terms.append(term(values(g, piece).combat, name_of(g, piece), part="defence", pieces=(piece,)))
    if not power:
        return Calculation(title=title, terms=tuple(terms), total="no strength")
    table = g.game.crt
    odds_of = f"{power} against {defence}{table.beyond(power, defence)}"
    terms.append(Term(table.label(raw_column(g, attack, side)), odds_of, "7.2.3", "odds"))
    terms += [term(shift, reason, rule) for shift, reason, rule in shifts(g, attack)]
    modifiers = die_modifiers(g, attack, side)
    about = {"7.36": shaken(g, attack, side)}
    terms += [term(n, f"{reason}, to the die", rule, pieces=about.get(rule, ())) for n, reason, rule in modifiers]
    column = final_column(g, attack, side)
    more = sum(value for value, _, _ in modifiers)
    found = table.odds(column, [face + more for face in FACES])
    odds = tuple(Odds(o.result, o.chance, in_words(g, attack, side, o.result)) for o in found)
    label = table.label(column)
    return Calculation(title=title, terms=tuple(terms), total=f"column {label}", table="crt", column=label, odds=odds)
