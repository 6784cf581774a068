"""Values and chances of fire: antitank fire (6.3, 6.4) and barrages (8.14), both on one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...engine.pieces import Pieces, each
from ...engine.places import Place
from ...engine.telling import listed, term
from ...engine.terms import Calculation, Odds, Reading, Term
from .model import DISRUPTED, Counter, S, is_twilight, morale, name_of, phasing, values
from .results import Result, fire_result

TWILIGHT, SHAKEN = 2, -2
FACES = range(1, 7)


def targets_in(g: S, place: int, side: int) -> Pieces:
    """8.15, 10.13, R29 The enemy units that a barrage on a hex strikes: non-armored ones, never Zhukov."""
    game = g.game
    return Pieces(g.here.get(Place(place), 0) & game.roster.of_side[1 - side] & game.soft & ~game.leaders)


def fire_value(g: S, piece: int, target_place: int) -> int:
    """6.31-6.33 A unit's antitank value: halved across water, halved or quartered uphill, fractions up."""
    return -(-values(g, piece).antitank // _divisor(g, piece, target_place))


def _divisor(g: S, piece: int, target_place: int) -> int:
    terrain, place = g.game.map, g.where[piece]
    below = terrain.level[target_place] - terrain.level[place]
    halvings = max(0, below) + terrain.wet.has(place, target_place)
    return 1 << halvings


def barrage_strength(g: S, guns: int, place: int) -> int:
    """8.14 The guns' combat strengths together, halved in cover, fractions down."""
    total = sum(values(g, piece).combat for piece in each(guns))
    return total // 2 if g.game.map.cover >> place & 1 else total


def shot_modifiers(g: S, target: int) -> list[tuple[int, str, str]]:
    """6.41-6.43, 10.24 What is added to the die when a unit is fired on."""
    unit: Counter = g.game.roster[target]
    found = [(unit.armor, "armor", "6.41")] if unit.armor else []
    if g.flags[target] & DISRUPTED:
        found.append((SHAKEN, "the target is disrupted", "6.42"))
    return found + light_modifiers(g, "6.43")


def light_modifiers(g: S, rule: str) -> list[tuple[int, str, str]]:
    """6.43, 7.37, 8.14, 10.24 Two more in the twilight."""
    return [(TWILIGHT, "dusk or dawn", rule)] if is_twilight(g) else []


def read(g: S, total: int, row: int) -> str:
    """6.2.3 The cell of the table for a total and a modified die."""
    table = g.game.fire_table
    return table.read(table.column(total, 1), row)


def reading(g: S, total: int, row: int) -> Reading:
    """6.2.3 The cell with its place in the charts."""
    table = g.game.fire_table
    return table.reading("antitank_barrage", table.column(total, 1), row)


def calculate_shot(g: S, target: int, firers: int) -> Calculation:
    """6.2 A shot laid open: who fires with what, what changes the die, and the chances."""
    place = g.where[target]
    terms, total = [], 0
    for piece in each(firers):
        value = fire_value(g, piece, place)
        total += value
        terms.append(_firer_term(g, piece, place, value))
    title = f"Fire at {name_of(g, target)} in {g.game.place_title(place)}"
    return _calculated(g, title, terms, total, shot_modifiers(g, target), lambda result: in_words(g, target, result))


def in_words(g: S, target: int, result: Result) -> str:
    """6.52, 6.53, 6.62 A result with the die that the target's nerve needs, where no loss comes first."""
    if result.nothing or result.eliminates or result.circled:
        return result.text
    most = morale(g, target) - result.number
    if most >= max(FACES):
        return "morale check that cannot fail"
    return f"morale check, passed on {most} or less" if most >= 1 else "morale check that cannot be passed"


def _firer_term(g: S, piece: int, place: int, value: int) -> Term:
    terrain, here = g.game.map, g.where[piece]
    notes, rules = [], []
    if terrain.wet.has(here, place):
        notes.append("across water")
        rules.append("6.31")
    if terrain.level[place] > terrain.level[here]:
        notes.append("uphill")
        rules.append("6.32")
    if len(notes) > 1:
        rules.append("6.33")
    full = values(g, piece).antitank
    less = {2: "half", 4: "a quarter"}.get(_divisor(g, piece, place), "an eighth")
    words = f", {less} of {full} {' and '.join(notes)}" if notes else ""
    return term(value, f"{name_of(g, piece)}{words}", *rules, part="attack", pieces=(piece,))


def calculate_barrage(g: S, place: int, guns: int) -> Calculation:
    """8.14 A barrage laid open."""
    terms = [term(values(g, p).combat, name_of(g, p), part="attack", pieces=(p,)) for p in each(guns)]
    if g.game.map.cover >> place & 1:
        terms.append(Term("½", f"{g.game.board.terrain[place]}, fractions down", "8.14", places=(Place(place),)))
    total = barrage_strength(g, guns, place)
    title, modifiers = f"Barrage on {g.game.place_title(place)}", light_modifiers(g, "8.14")
    struck = each(targets_in(g, place, phasing(g)))
    return _calculated(g, title, terms, total, modifiers, lambda result: _for_all(g, struck, result))


def _for_all(g: S, struck: Sequence[int], result: Result) -> str:
    """8.15 A result for every unit in the hex; each of several with the die that its own nerve needs."""
    if len(struck) == 1:
        return in_words(g, struck[0], result)
    if result.nothing or result.eliminates or result.circled:
        return result.text
    needs = (f"{name_of(g, piece)} {_needs(morale(g, piece) - result.number)}" for piece in struck)
    return f"morale checks: {listed(needs)}"


def _needs(most: int) -> str:
    if most >= max(FACES):
        return "cannot fail"
    return f"passes on {most} or less" if most >= 1 else "cannot pass"


def _calculated(
    g: S,
    title: str,
    terms: list[Term],
    total: int,
    modifiers: Iterable[tuple[int, str, str]],
    words: Callable[[Result], str] = lambda result: result.text,
) -> Calculation:
    modifiers = list(modifiers)
    terms += [term(value, f"{reason}, to the die", rule) for value, reason, rule in modifiers]
    if total < 1:
        return Calculation(title=title, terms=tuple(terms), total="no strength")
    table = g.game.fire_table
    column = table.column(total, 1)
    more = sum(value for value, _, _ in modifiers)
    found = table.odds(column, [face + more for face in FACES])
    odds = tuple(Odds(o.result, o.chance, words(fire_result(o.result))) for o in found)
    label = table.label(column)
    return Calculation(
        title=title, terms=tuple(terms), total=f"{total} in all", table="antitank_barrage", column=label, odds=odds
    )
