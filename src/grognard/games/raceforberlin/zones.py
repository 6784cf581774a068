"""Who holds which zone: occupation, stacking (6), contested and controlled zones (9.1), control markers (7.3.4)."""

from __future__ import annotations

from ...engine.derived import carried_along, derived
from ...engine.events import Cause
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places, members
from .model import CAMPS, GERMAN, GUEST, OOS, SOVIET, R

SOVIET_LIMIT, GERMAN_LIMIT, CITY_GERMANS = 2, 3, 1


Standing = tuple[Places, Places, Places]
"""The zones with units of a nationality, of one camp and of the other, and those without room for one more."""


def _judged(g: R, side: int, standing: Standing, place: int) -> Standing:
    """6.1.2 The same with one zone looked at anew."""
    game, one = g.game, 1 << place
    first, second = game.soviet_of if side == SOVIET else game.german_of
    there = g.here.get(Place(place), 0) & game.roster.of_side[side]
    if side == SOVIET:
        is_full = there.bit_count() >= SOVIET_LIMIT and not game.map.no_limit & one
    else:
        is_full = there.bit_count() >= (CITY_GERMANS if game.map.berlin & one else GERMAN_LIMIT)
    own, other, full = standing
    return (
        Places(own | one if there & first else own & ~one),
        Places(other | one if there & second else other & ~one),
        Places(full | one if is_full else full & ~one),
    )


def _moved(g: R, side: int, standing: Standing, piece: int, origin: int, target: int) -> Standing:
    for place in (origin, target):
        if place < g.game.board.size:
            standing = _judged(g, side, standing, place)
    return standing


@carried_along(_moved, steps=False)
def standing(g: R, side: int) -> Standing:
    """6.1.2 Where units of a nationality stand, and where there is no room for them."""
    found = Places(0), Places(0), Places(0)
    for place, pieces in g.here.items():
        if place < g.game.board.size and pieces & g.game.roster.of_side[side]:
            found = _judged(g, side, found, place)
    return found


class Occupation:
    """Where units stand: zones by nationality and camp, and zones without room."""

    __slots__ = ("full", "german", "german_of", "soviet", "soviet_of")

    def __init__(self, g: R) -> None:
        soviet_0, soviet_1, full_soviet = standing(g, SOVIET)
        german_0, german_1, full_german = standing(g, GERMAN)
        self.soviet_of = (soviet_0, soviet_1)
        self.german_of = (german_0, german_1)
        self.soviet = Places(soviet_0 | soviet_1)
        self.german = Places(german_0 | german_1)
        self.full = (full_soviet, full_german)


@derived
def occupation(g: R) -> Occupation:
    """6.1.2 Who stands where, and where there is no room."""
    return Occupation(g)


def level(g: R, zone: int) -> int:
    """9.1.2 The City Progress level of a Berlin zone."""
    return g.state.levels[g.game.map.city_number[Place(zone)]]


@derived
def conquered_city(g: R) -> Places:
    """9.1.4, 9.3.3 Berlin zones under Soviet control: level 2 or more."""
    found = 0
    for zone, progress in zip(g.game.map.city, g.state.levels, strict=True):
        if progress >= 2:
            found |= 1 << zone
    return Places(found)


@derived
def contested(g: R) -> Places:
    """G.2, 9.1.3 Berlin zones with a Soviet unit and a level below 2."""
    return Places(g.game.map.berlin & occupation(g).soviet & ~conquered_city(g))


@derived
def hot(g: R) -> Places:
    """7.4.1 Berlin zones contested or controlled by the Soviets."""
    return Places(conquered_city(g) | contested(g))


def city_of(g: R, camp: int) -> Places:
    """9.1.4 Berlin zones that a camp controls: level 2 or more and its unit inside."""
    return Places(conquered_city(g) & occupation(g).soviet_of[camp])


def defenders_in(g: R, zone: int, side: int) -> Pieces:
    """8.1.1, 7.3.3b The units of a nationality that defend a zone: guests do not."""
    units = g.here.get(Place(zone), Pieces(0)) & (g.game.soviets if side == SOVIET else g.game.germans)
    if side == SOVIET:
        for piece in each(units):
            if g.flags[piece] & GUEST:
                units &= ~(1 << piece)
    return Pieces(units)


def put(
    g: R,
    piece: Piece,
    zone: Place,
    *,
    how: str = "moves",
    cause: Cause = "ordered",
    rule: str = "",
    path: tuple[Place, ...] = (),
) -> None:
    """Put a unit into a zone with all that follows: guests, control markers (7.3.4), zones left empty (9.1.5).

    Germans are always in supply in Berlin (9.2.2b). A zone on the way is entered like the last one (7.1.2, R26).
    """
    origin = g.where[piece]
    g.place(piece, zone, how=how, cause=cause, rule=rule, path=path)
    game = g.game
    if game.side_of[piece] == SOVIET:
        _settle_guest(g, piece, zone)
        if origin < game.board.size and game.map.berlin >> origin & 1 and not g.here.get(origin, 0) & game.soviets:
            left = list(g.state.vacated)
            left[game.camp[piece]] = Places(left[game.camp[piece]] | 1 << origin)
            g.set(vacated=(left[0], left[1]))
    elif game.map.berlin >> zone & 1:
        g.clear_flag(piece, OOS, text="is in supply in Berlin", rule="9.2.2b")
    for entered in (*path[:-1], zone):
        _mark_control(g, piece, entered)


def _settle_guest(g: R, piece: Piece, zone: Place) -> None:
    """7.3.3 A Soviet unit among Soviets of the other camp is their guest."""
    others = g.here[zone] & g.game.soviet_of[1 - g.game.camp[piece]]
    if others:
        g.set_flag(piece, GUEST, text="is a guest there", rule="7.3.3b")
    else:
        g.clear_flag(piece, GUEST)


def settle_guests(g: R) -> None:
    """7.3.3 Who is left alone in a zone by his hosts is nobody's guest any more."""
    for piece in on_map(g, g.game.soviets):
        if g.flags[piece] & GUEST and not g.here[g.where[piece]] & g.game.soviet_of[1 - g.game.camp[piece]]:
            g.clear_flag(piece, GUEST, text="is alone there now", rule="7.3.3b")


def _mark_control(g: R, piece: Piece, zone: Place) -> None:
    """7.3.4, R26 Soviets entering a victory zone mark it unless it is marked; Germans entering remove the marker.

    An American zone belongs to the Americans, also if others retreat into it (2.2.5, 8.3.7).
    """
    game, state = g.game, g.state
    if not game.map.victory & ~state.us & 1 << zone:
        return
    held = list(state.held)
    if game.side_of[piece] == SOVIET:
        if (held[0] | held[1]) >> zone & 1:
            return
        camp = game.camp[piece]
        held[camp] = Places(held[camp] | 1 << zone)
        text, rule = f"{CAMPS[camp].title()} controls {game.place_title(zone)}.", "7.3.4a"
    else:
        if not (held[0] | held[1]) >> zone & 1:
            return
        held = [Places(h & ~(1 << zone)) for h in held]
        text, rule = f"{game.place_title(zone)} is German again.", "7.3.4c"
    g.set(held=(held[0], held[1]), text=text, rule=rule)


def prizes(g: R, piece: int) -> dict[Place, int]:
    """7.3.4, R26 The victory zones whose marker changes when a unit enters, with what that is worth to its player.

    Strays do not look for any outside their own front (7.3.2); a player's Germans may also drive off his own marker.
    """
    game, (first, second) = g.game, g.state.held
    free = game.map.victory & ~g.state.us
    if game.side_of[piece] == SOVIET:
        free &= game.map.front[game.camp[piece]]
        return {Place(zone): game.map.vp[zone] for zone in members(free & ~first & ~second)}
    mine = g.state.held[game.camp[piece]]
    return {
        Place(zone): -game.map.vp[zone] if mine >> zone & 1 else game.map.vp[zone]
        for zone in members(free & (first | second))
    }


def on_map(g: R, units: int) -> list[Piece]:
    """The units of a set that are on the map."""
    size, where = g.game.board.size, g.where
    return [piece for piece in each(units) if where[piece] < size]


def stray(g: R, piece: int) -> bool:
    """7.3.2b Whether a Soviet unit stands outside its own front."""
    game = g.game
    return game.side_of[piece] == SOVIET and not game.map.front[game.camp[piece]] >> g.where[piece] & 1


def near_enemy(g: R, side: int) -> Places:
    """All zones next to a zone with units of the other nationality than `side`."""
    enemy = occupation(g).german if side == SOVIET else occupation(g).soviet
    found = 0
    neighbours = g.game.map.next
    for zone in members(enemy):
        found |= neighbours[zone]
    return Places(found)


def nationality(impulse: int) -> int:
    """1.C The nationality of an impulse."""
    return SOVIET if impulse < 2 else GERMAN
