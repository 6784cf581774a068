"""Victory: points and lines of communication before Küstrin (11.4), places and the town in `seelow` (12.4)."""

from __future__ import annotations

from ...engine.control import occupied
from ...engine.derived import derived
from ...engine.flow import Seat
from ...engine.pieces import Pieces, each
from ...engine.places import Places, members
from ...engine.position import Outcome
from ...engine.supply import traced
from ...engine.telling import counted, term
from ...engine.terms import Term
from .model import GERMAN, SOVIET, TURNS, S, is_seelow, on_map
from .zones import zone

LINK_POINTS, UNIT_POINTS = 5, 1
GERMAN_WIN, DRAW = 12, 6
FIRST_DATE = 7
PLACES_NEEDED = 3


# -- Küstrin -----------------------------------------------------------------------------------------


@derived
def joined(g: S) -> Places:
    """11.43, R35, R64 The hexes from which a line of communication reaches the western edge."""
    game = g.game
    friends = occupied(g, GERMAN)
    free = game.map.north & ~occupied(g, SOVIET) & (~zone(g, SOVIET) | friends)
    return traced(game.map.west_column & free, game.map.line_steps, free)


def linked(g: S) -> Pieces:
    """11.42 The pocket units that have a line of communication."""
    mask = joined(g)
    return Pieces(sum(1 << p for p in each(on_map(g, g.game.pocket)) if mask >> g.where[p] & 1))


def victory_points(g: S) -> int:
    """11.41, 11.42, 11.44 German points as they would be counted now."""
    dead = g.here.get(g.game.dead[SOVIET], 0)
    return LINK_POINTS * linked(g).bit_count() + UNIT_POINTS * dead.bit_count()


# -- Seelow ------------------------------------------------------------------------------------------


def controlled(g: S) -> Places:
    """12.46 The objectives that are Soviet: by presence, or by the last passage."""
    held = g.state.held | occupied(g, SOVIET) & g.game.map.objectives
    return Places(held & ~occupied(g, GERMAN))


def at_seelow(g: S) -> bool:
    """12.42a Whether a Soviet unit is in or next to the town."""
    return bool(occupied(g, SOVIET) & g.game.map.near_seelow)


def places_taken(g: S) -> int:
    """12.42b How many of the seven places are Soviet."""
    return (controlled(g) & g.game.map.turn_7).bit_count()


def across_the_canal(g: S) -> bool:
    """12.43, R34 Whether a Soviet unit is west of the Haupt Canal."""
    return bool(occupied(g, SOVIET) & g.game.map.west_of_canal)


def standing(g: S, seat: Seat) -> list[Term]:
    """11.4, 12.4 What counts for a side as things stand."""
    game = g.game
    if not is_seelow(g):
        if seat == SOVIET:
            return []
        links = [
            term(LINK_POINTS, f"{game.roster[p].name}: a line to the west", "11.42", part="points", pieces=(p,))
            for p in each(linked(g))
        ]
        dead = each(g.here.get(game.dead[SOVIET], 0))
        points = len(dead) * UNIT_POINTS
        lost = term(points, "Soviet units eliminated", "11.41", part="points", pieces=dead)
        return [*links, lost] if dead else links
    objectives = game.map.seelow | game.map.turn_7 | game.map.beyond
    held = controlled(g) & objectives if seat == SOVIET else objectives & ~controlled(g)
    return [Term("", f"{game.place_title(place)} held", "12.46", places=(place,)) for place in members(held)]


# -- assessing ---------------------------------------------------------------------------------------


def assess(g: S) -> Outcome | None:
    """3.1.12, 12.41, R65 The outcome at the end of a turn, None while the game goes on."""
    if is_seelow(g):
        if g.state.turn == FIRST_DATE:
            return _first_date(g)
        return _last_date(g) if g.state.turn == TURNS else None
    return _kustrin(g) if g.state.turn == TURNS else None


def _kustrin(g: S) -> Outcome:
    """11.45 Twelve points or more, six or more, or fewer."""
    points = victory_points(g)
    if points >= GERMAN_WIN:
        return Outcome(winner=Seat(GERMAN), text=f"German victory with {points} points.", rule="11.45")
    if points >= DRAW:
        return Outcome(winner=None, text=f"A draw: the Germans have {points} points.", rule="11.45")
    text = f"Soviet victory: the Germans have {counted(points, 'point')}."
    return Outcome(winner=Seat(SOVIET), text=text, rule="11.45")


def _first_date(g: S) -> Outcome | None:
    """12.42, 12.43, R33 The end of turn 7."""
    if at_seelow(g):
        return _won(SOVIET, "Strategic", "Soviet troops are at Seelow by the first night", "12.42a")
    if places_taken(g) >= PLACES_NEEDED:
        return _won(SOVIET, "Operational", f"{places_taken(g)} of the seven places have fallen", "12.42b")
    if not across_the_canal(g):
        return _won(GERMAN, "Operational", "no Soviet unit is west of the Haupt Canal", "12.43")
    return None


def _last_date(g: S) -> Outcome:
    """12.44, 12.45, R33 The end of turn 12; every hex has an owner, so somebody wins."""
    taken = controlled(g) & g.game.map.seelow
    beyond = g.game.map.beyond
    if taken == g.game.map.seelow:
        if controlled(g) & beyond == beyond:
            return _won(SOVIET, "Strategic", "Seelow, Diedersdorf and the road between are Soviet", "12.44a")
        return _won(SOVIET, "Operational", "all of Seelow is Soviet", "12.44b")
    if not taken:
        return _won(GERMAN, "Strategic", "all of Seelow is German", "12.45a")
    left = (g.game.map.seelow & ~taken).bit_count()
    return _won(GERMAN, "Operational", f"{left} of the four hexes of Seelow are German", "12.45b")


def _won(side: int, degree: str, why: str, rule: str) -> Outcome:
    who = "Soviet" if side == SOVIET else "German"
    return Outcome(winner=Seat(side), text=f"{who} {degree} Victory: {why}.", rule=rule, degree=degree)
