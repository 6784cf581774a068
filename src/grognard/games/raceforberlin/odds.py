"""Strengths, modifiers and the two results tables (8.1, 9.2, 3.1.3, annex)."""

from __future__ import annotations

import re
from typing import Literal

from ...engine.pieces import Pieces, each
from ...engine.places import Place
from ...engine.position import is_on
from ...engine.results import ResultsChart
from ...engine.telling import counted, signed, term
from ...engine.terms import Calculation, Odds, Part, Reading, Term
from .model import GERMAN, OOS, REDUCED, SOVIET, R, name
from .movement import fords
from .zones import conquered_city, defenders_in, occupation

Kind = Literal["combat", "city"]
CHARTS: dict[Kind, str] = {"combat": "crt", "city": "city_crt"}
"""The results table of each kind of fight, as named in the charts."""
ROW_MAX = 8
EVENT_GARRISON = 10


def own_strength(g: R, piece: int) -> int:
    """8.1.2b, 3.1.3a A unit's strength on its present side, half when out of supply."""
    unit, flags = g.game.units[piece], g.flags[piece]
    value = unit.reduced if flags & REDUCED else unit.strength
    return (value + 1) // 2 if flags & OOS else value


def attack_strength(g: R, piece: int, target: int) -> int:
    """R13 Supply, then river, then chit 11; each half is rounded up."""
    value = own_strength(g, piece)
    if g.game.map.river[g.where[piece]] >> target & 1 and not fords(g, piece):
        value = (value + 1) // 2
    return 2 * value if doubled(g, piece) else value


def doubled(g: R, piece: int) -> bool:
    """E.11 Attacking Germans count twice while chit 11 is in force."""
    return g.state.event == 11 and g.game.side_of[piece] == GERMAN


def defence_strength(g: R, piece: int, zone: int) -> int:
    """8.1.2b Defenders count twice in difficult terrain."""
    return own_strength(g, piece) * (2 if g.game.map.difficult >> zone & 1 else 1)


def garrison(g: R, zone: int) -> int:
    """G.8, E.5 The garrison of a Berlin zone."""
    value = g.game.map.garrison[zone]
    return min(value, EVENT_GARRISON) if g.state.weak_garrisons else value


def side_of(g: R, units: int) -> int:
    """The nationality of a set of units."""
    return g.game.side_of[each(units)[0]]


def complete_army(g: R, units: int) -> bool:
    """R30 Whether all counters of a Soviet army take part."""
    game = g.game
    names = {game.units[p].army for p in each(units & game.soviets)}
    return any(game.armies[army] & units == game.armies[army] for army in names)


def takes_part(g: R, units: int, event: int) -> bool:
    """R51 Whether the army that a chit names takes part."""
    if g.state.event != event:
        return False
    return bool(g.game.armies.get(g.state.army, 0) & units)


Modifiers = list[tuple[int, str, str]]


def modifiers(g: R, units: int, target: int) -> Modifiers:
    """8, M.9, R30-R32, E.6a The die modifiers of a normal combat."""
    game, terrain = g.game, g.game.map
    soviet = bool(units & game.soviets)
    found: Modifiers = []
    if soviet and complete_army(g, units):
        found.append((1, "a complete army attacks", "8.1.2b"))
    origins = {g.where[p] for p in each(units)}
    if len(origins) > 1:
        found.append((1, "attack from two zones or more", "8.1.2b"))
    if terrain.difficult >> target & 1 and units & game.armour:
        found.append((-1, "armour into difficult terrain", "8.1.2b"))
    if soviet and any(terrain.line_into[zone] >> target & 1 for zone in origins):
        found.append((-1, "across a defence line", "M.9"))
    if takes_part(g, units, 6):
        found.append((2, "everyone to the front", "E.6a"))
    return found


def city_modifiers(g: R, units: int, zone: int, extra: bool) -> Modifiers:
    """9.2.5, EX.2, R43 The die modifiers of a City Progress roll; Germans have none."""
    if side_of(g, units) == GERMAN:
        return []
    found: Modifiers = []
    if complete_army(g, units):
        found.append((1, "a complete army attacks", "9.2.1a"))
    if extra:
        found.append((1, "extra support point", "9.2.5"))
    near = (g.game.map.next[zone] & conquered_city(g) & occupation(g).soviet).bit_count()
    if near:
        bonus = near if is_on(g, "city_adjacent_drm_per_zone") else 1
        found.append((bonus, "a neighbouring Berlin zone is controlled", "EX.2"))
    if takes_part(g, units, 6):
        found.append((2, "everyone to the front", "E.6a"))
    return found


def attack_total(g: R, kind: Kind, units: int, target: int) -> int:
    """8.1.2a, 9.2.4a The attackers' sum; rivers and chit 11 do not count in the city."""
    if kind == "city":
        return sum(own_strength(g, p) for p in each(units))
    return sum(attack_strength(g, p, target) for p in each(units))


def defence_total(g: R, kind: Kind, units: int, target: int) -> int:
    """8.1.1a, 9.2.3 The defenders' sum: in the city the garrison fights beside the Germans."""
    if kind == "combat":
        side = SOVIET if side_of(g, units) == GERMAN else GERMAN
        return sum(defence_strength(g, p, target) for p in each(defenders_in(g, target, side)))
    if side_of(g, units) == SOVIET:
        return garrison(g, target) + sum(own_strength(g, p) for p in each(defenders_in(g, target, GERMAN)))
    return sum(own_strength(g, p) for p in each(defenders_in(g, target, SOVIET)))


def table_of(g: R, kind: Kind) -> ResultsChart:
    """The results table of a kind of fight."""
    return g.game.crt if kind == "combat" else g.game.city_crt


def all_modifiers(g: R, kind: Kind, units: int, target: int, extra: bool) -> Modifiers:
    """The die modifiers of either kind."""
    return city_modifiers(g, units, target, extra) if kind == "city" else modifiers(g, units, target)


def column(g: R, kind: Kind, units: int, target: int) -> int:
    """8.1.2a, R56 The column, rounded for the defender."""
    return max(0, table_of(g, kind).column(attack_total(g, kind, units, target), defence_total(g, kind, units, target)))


def row(die: int, drm: int) -> int:
    """R56 The modified die, at least 0 and at most 8."""
    return max(0, min(ROW_MAX, die + drm))


def result(g: R, kind: Kind, units: int, target: int, die: int, extra: bool = False) -> str:
    """The result of a die."""
    drm = sum(value for value, _, _ in all_modifiers(g, kind, units, target, extra))
    return table_of(g, kind).read(column(g, kind, units, target), row(die, drm))


def reading(g: R, kind: Kind, units: int, target: int, die: int, extra: bool = False) -> Reading:
    """The cell that a die finds, with its place in the charts."""
    drm = sum(value for value, _, _ in all_modifiers(g, kind, units, target, extra))
    return table_of(g, kind).reading(CHARTS[kind], column(g, kind, units, target), row(die, drm))


def outcomes(g: R, kind: Kind, units: int, target: int, extra: bool = False) -> tuple[Odds, ...]:
    """The exact chance of every result."""
    drm = sum(value for value, _, _ in all_modifiers(g, kind, units, target, extra))
    found = table_of(g, kind).odds(column(g, kind, units, target), [row(die, drm) for die in range(1, 7)])
    sign = progress_sign(g, units)
    return tuple(Odds(odd.result, odd.chance, in_words(odd.result, sign)) for odd in found)


def progress_sign(g: R, units: int) -> str:
    """9.3.2 Soviet attackers raise the City Progress level, Germans lower it."""
    return "+" if side_of(g, units) == SOVIET else "−"


def in_words(result: str, sign: str) -> str:
    """8.2.1, 8.3.1, 9.3.2 What a result means; the sign is that of a change of the City Progress level."""
    found = []
    for letter, number in re.findall(r"([ADP])(\d)", result):
        steps = f"loses {counted(int(number), 'step')}"
        found.append({"A": f"attacker {steps}", "D": f"defender {steps}", "P": f"level {sign}{number}"}[letter])
    if result.endswith("R"):
        found.append("retreat")
    return ", ".join(found)


def calculate(g: R, kind: Kind, units: Pieces, target: Place, extra: bool = False) -> Calculation:
    """The whole calculation, term by term."""
    attack, defence = attack_total(g, kind, units, target), defence_total(g, kind, units, target)
    table = table_of(g, kind)
    drms = all_modifiers(g, kind, units, target, extra)
    label = table.label(column(g, kind, units, target))
    terms = [_attack_term(g, kind, p, target) for p in each(units)]
    terms += _defence_terms(g, kind, units, target)
    terms.append(Term(label, f"{attack} against {defence}{table.beyond(attack, defence)}", "8.1.2a", "odds"))
    terms += [term(value, reason, rule) for value, reason, rule in drms]
    drm = sum(value for value, _, _ in drms)
    what = "City Progress in" if kind == "city" else "Attack on"
    return Calculation(
        title=f"{what} {g.game.place_title(target)}",
        terms=tuple(terms),
        total=f"column {label}, {signed(drm)} on the die" if drm else f"column {label}",
        table=CHARTS[kind],
        column=label,
        odds=outcomes(g, kind, units, target, extra),
    )


def _attack_term(g: R, kind: Kind, piece: int, target: int) -> Term:
    notes, rules = _supply_note(g, piece)
    if kind == "city":
        return _unit_term(g, piece, own_strength(g, piece), notes, rules, "attack")
    if g.game.map.river[g.where[piece]] >> target & 1:
        notes.append("fords" if fords(g, piece) else "half across a river")
        rules.append("E.2" if fords(g, piece) else "8.1.2b")
    if doubled(g, piece):
        notes.append("doubled")
        rules.append("E.11")
    return _unit_term(g, piece, attack_strength(g, piece, target), notes, rules, "attack")


def _unit_term(g: R, piece: int, strength: int, notes: list[str], rules: list[str], part: Part) -> Term:
    """One unit's line: its strength, and what changed it."""
    return term(strength, ", ".join([name(g, piece), *notes]), *rules, part=part, pieces=(piece,))


def _supply_note(g: R, piece: int) -> tuple[list[str], list[str]]:
    """3.1.3a What supply does to a unit's strength, and the rule."""
    return (["half, out of supply"], ["3.1.3a"]) if g.flags[piece] & OOS else ([], [])


def _defence_term(g: R, kind: Kind, piece: int, target: int) -> Term:
    notes, rules = _supply_note(g, piece)
    if kind == "city":
        return _unit_term(g, piece, own_strength(g, piece), notes, rules, "defence")
    if g.game.map.difficult >> target & 1:
        notes.append("doubled in difficult terrain")
        rules.append("8.1.2b")
    return _unit_term(g, piece, defence_strength(g, piece, target), notes, rules, "defence")


def _defence_terms(g: R, kind: Kind, units: int, target: int) -> list[Term]:
    side = SOVIET if side_of(g, units) == GERMAN else GERMAN
    terms = [_defence_term(g, kind, piece, target) for piece in each(defenders_in(g, target, side))]
    if kind == "city" and side == GERMAN:
        rule = "E.5" if g.state.weak_garrisons else "9.2.3a"
        terms.append(term(garrison(g, target), "the garrison", rule, part="defence", places=(target,)))
    return terms
