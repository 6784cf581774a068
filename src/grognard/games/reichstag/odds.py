"""Strengths, multiples and percentages (12.2, 12.14-12.22), with barrage (15.4), towers (16.4) and engineers (19.1).

Every unit counts once, twice or three times. Attackers are doubled by a barrage zone over one of the targets, or as
Germans by a flak tower or an Me 262 over their own hex; defenders by terrain, mobile Germans also by a tower. Terrain
and a tower together make three.
"""

from __future__ import annotations

import msgspec

from ...engine.derived import derived_by_side
from ...engine.pieces import Pieces, each
from ...engine.places import Places, members
from ...engine.position import is_on
from ...engine.telling import listed, term
from ...engine.terms import Calculation, Odds, Part, Term
from .communications import has_loc
from .duties import defenders_in
from .model import FACE_DOWN, GERMAN, MARKER, R, name_of, phasing_side
from .results import CRTS, DIE, Crt, chart_of
from .terrain import ready_engineers, supported_by
from .zones import barrage_zone, marker_zone

DOUBLE, TRIPLE = 2, 3

Reason = tuple[str, str]
"""Why a unit is multiplied, and the rule."""


class Multiple(msgspec.Struct, frozen=True):
    """12.19, 12.20 How often a unit counts, and why."""

    times: int = 1
    reasons: tuple[Reason, ...] = ()


ONCE = Multiple()


class Attack(msgspec.Struct, frozen=True):
    """12.2.1 The attacking units and the hexes they attack."""

    units: Pieces
    targets: Places


# -- what multiplies -----------------------------------------------------------------------------


@derived_by_side
def _tower_zone(g: R, side: int) -> Places:
    game, mask = g.game, 0
    for piece in each(game.flak_towers):
        place = g.where[piece]
        if place >= game.board.size or g.flags[piece] & FACE_DOWN or game.map.sector_of[place] < 0:
            continue
        radius = game.entry("radii", "flak_tower")
        mask |= game.board.within(place, radius) & game.map.sector[game.map.sector_of[place]]
    return Places(mask)


def tower_zone(g: R) -> Places:
    """12.15, 16.4, R73 The hexes at most two from a face-up flak tower and in its sector."""
    return _tower_zone(g, GERMAN)


@derived_by_side
def _jet_zone(g: R, side: int) -> Places:
    mask = 0
    for piece in each(g.game.jets):
        place = g.where[piece]
        if place < g.game.board.size:
            mask |= marker_zone(g, piece, g.game.map.sector_of[place])
    return Places(mask)


def jet_zone(g: R) -> Places:
    """22.5.3, R68 The hexes in the zone of an Me 262 on the map."""
    return _jet_zone(g, MARKER)


def is_wet(g: R, source: int, target: int) -> bool:
    """12.18, 19.1b, R36, R37 Whether an attack over this hexside is one across water.

    Bridges make no difference; engineers of an attacking Front do, and Germans have none.
    """
    if not g.game.map.wet.has(source, target):
        return False
    side = phasing_side(g)
    ready = ready_engineers(g, side, in_combat=True)
    return not any((source, target) in supported_by(g.game, side, g.where[p]) for p in each(ready))


def attack_multiple(g: R, piece: int, targets: int) -> Multiple:
    """12.14-12.16, 22.5.3, 24.5c, R54 How often an attacker counts: never more than twice."""
    place, side = g.where[piece], g.game.side_of[piece]
    if side != GERMAN:
        # 15.4a, R55 One target hex in a zone is enough, and the bonus cannot be declined.
        if not barrage_zone(g, side) & targets:
            return ONCE
        if is_on(g, "lines_of_communication") and not has_loc(g, side, place):
            return Multiple(1, (("no line of communication", "24.5c"),))
        return Multiple(DOUBLE, (("barrage", "12.14"),))
    if g.game.mobile >> piece & 1 and tower_zone(g) >> place & 1:
        return Multiple(DOUBLE, (("flak tower", "12.15"),))
    if jet_zone(g) >> place & 1:
        return Multiple(DOUBLE, (("Me 262", "22.5.3"),))
    return ONCE


def terrain_reason(g: R, units: int, place: int) -> Reason | None:
    """12.17-12.19, R53 The best terrain of a defended hex: its own, or water that all attackers must cross."""
    terrain = g.game.map
    if phasing_side(g) != GERMAN:
        if place == terrain.reichstag:
            return "Reichstag", "12.17"
        if terrain.objectives >> place & 1:
            return "objective hex", "12.17"
        if terrain.sbahn >> place & 1:
            return "S-Bahn", "12.17"
    if units and all(is_wet(g, g.where[piece], place) for piece in each(units)):
        return "all attack across water", "12.18"
    return None


def defence_multiple(g: R, piece: int, terrain: Reason | None) -> Multiple:
    """12.15, 12.19, 12.20, R54 How often a defender counts: terrain and tower together make three."""
    reasons: tuple[Reason, ...] = (terrain,) if terrain else ()
    towered = g.game.side_of[piece] == GERMAN and g.game.mobile >> piece & 1 and tower_zone(g) >> g.where[piece] & 1
    if not towered:
        return Multiple(DOUBLE, reasons) if terrain else ONCE
    reasons = (*reasons, ("flak tower", "12.15"))
    return Multiple(TRIPLE, (*reasons, ("together three times", "12.20"))) if terrain else Multiple(DOUBLE, reasons)


# -- sums ----------------------------------------------------------------------------------------


def attack_strength(g: R, attack: Attack) -> int:
    """12.2.2 The attackers' total."""
    strength = g.game.strength
    return sum(strength[p] * attack_multiple(g, p, attack.targets).times for p in each(attack.units))


def defence_strength(g: R, attack: Attack) -> int:
    """12.2.3, 12.11 The defenders' total over all target hexes."""
    total = 0
    for place in members(attack.targets):
        terrain = terrain_reason(g, attack.units, place)
        for piece in each(defenders_in(g, place)):
            total += g.game.strength[piece] * defence_multiple(g, piece, terrain).times
    return total


def percentage(attack: int, defence: int) -> int:
    """12.2.4, 12.22, R4 The attack in percent of the defence, fractions dropped."""
    return 100 * attack // defence


def column(g: R, crt: Crt, attack: int, defence: int) -> int:
    """12.22, R17 The column of a results table; a defence without any strength is read in the last one."""
    return g.game.results.crt[crt].column(attack, defence)


def must_assault(g: R, targets: int) -> bool:
    """12.21 Whether the attack is one of Soviets on an objective, urban or S-Bahn hex."""
    return phasing_side(g) != GERMAN and bool(g.game.map.must_assault & targets)


# -- the panel -----------------------------------------------------------------------------------


def calculate(g: R, attack: Attack, crt: Crt | None = None) -> Calculation:
    """12.2 The whole calculation, term by term, with the exact chances on one table or on both."""
    title = f"Attack on {places_in_words(g, attack.targets)}"
    terms = [*_attack_terms(g, attack), *_defence_terms(g, attack)]
    if not attack.units:
        return Calculation(title=title, terms=tuple(terms))
    power, defence = attack_strength(g, attack), defence_strength(g, attack)
    tables = (crt,) if crt else ("assault",) if must_assault(g, attack.targets) else CRTS
    label = g.game.results.crt[tables[0]].label(column(g, tables[0], power, defence))
    ratio = f"{percentage(power, defence)}%" if defence else "no defence"
    terms.append(Term(ratio, f"{power} against {defence}", "12.22" if defence else "12.2.4", "odds"))
    return Calculation(
        title=title,
        terms=tuple(terms),
        total=f"column {label}",
        table=chart_of(tables[0]),
        column=label,
        odds=tuple(odds for table in tables for odds in chances(g, table, power, defence, named=len(tables) > 1)),
    )


def chances(g: R, crt: Crt, power: int, defence: int, *, named: bool = False) -> tuple[Odds, ...]:
    """12.23 The exact chance of each result and what it means; with the name of the table if both are shown."""
    results = g.game.results
    table = f"{crt.capitalize()} table" if named else ""
    found = results.crt[crt].odds(column(g, crt, power, defence), DIE)
    return tuple(Odds(odds.result, odds.chance, results.meaning[odds.result], table) for odds in found)


def places_in_words(g: R, places: int, most: int = 6) -> str:
    """Some hexes by name: the first few, and how many more."""
    return in_words([g.game.place_title(place) for place in members(places)], most)


def in_words(names: list[str], most: int = 6) -> str:
    """A list as people say it, shortened if it is long."""
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    return listed(names)


def _attack_terms(g: R, attack: Attack) -> list[Term]:
    found = []
    for piece in each(attack.units):
        multiple = attack_multiple(g, piece, attack.targets)
        found.append(_term(g, piece, multiple, "attack"))
    return found


def _defence_terms(g: R, attack: Attack) -> list[Term]:
    found = []
    for place in members(attack.targets):
        terrain = terrain_reason(g, attack.units, place)
        for piece in each(defenders_in(g, place)):
            multiple = defence_multiple(g, piece, terrain)
            found.append(_term(g, piece, multiple, "defence"))
    return found


def _term(g: R, piece: int, multiple: Multiple, part: Part) -> Term:
    """One unit's line: its strength, and the reasons that multiply it."""
    strength = g.game.strength[piece]
    why = ", ".join(reason for reason, _ in multiple.reasons)
    sum_ = f" ({strength} × {multiple.times}, {why})" if multiple.times > 1 else f" ({why})" if why else ""
    rules = [rule for _, rule in multiple.reasons]
    return term(strength * multiple.times, f"{name_of(g, piece)}{sum_}", *rules, part=part, pieces=(piece,))


def hexes_of(g: R, units: int) -> Places:
    """The hexes in which units stand."""
    mask = 0
    for piece in each(units):
        mask |= 1 << g.where[piece]
    return Places(mask)
