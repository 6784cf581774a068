"""What units and ground are worth, for bots: points of about one strength point."""

from __future__ import annotations

from ...engine.places import Places
from .model import DISRUPTED, GERMAN, SOVIET, TURNS, S, SeelowGame, Values, is_seelow, values
from .victory import FIRST_DATE, controlled

DEAR = 1.25
"""Germans are fewer: each is worth so much more."""
LEADER = 3.0
GUNS = 0.8
TOWN, PLACE, GATE, BEYOND = 9.0, 5.0, 5.0, 2.0
"""What it is worth to take a hex of Seelow, one of the seven places, a hex next to the town, or the road beyond."""
LATE = 12.0
"""How much more the town and the hexes next to it are worth when the turn comes that decides."""
COVER = 0.5


POINT = 6.0
"""11.4 What a German victory point is worth before Küstrin."""


FADING = 0.6
"""How much of their own worth units lose towards the end, before Küstrin."""


def worth(g: S, piece: int) -> float:
    """What a unit is worth to its side as it is; before Küstrin each Soviet unit lost is a point for the Germans."""
    game = g.game
    value = printed_worth(game, piece, values(g, piece))
    if g.flags[piece] & DISRUPTED:
        value *= 0.72
    if is_seelow(g):
        return value
    # Before Küstrin steps count for nothing in the end, but each Soviet unit lost is a point.
    value *= 1 - FADING * g.state.turn / TURNS
    return value + POINT if game.side_of[piece] == SOVIET else value


def worth_reduced(g: S, piece: int) -> float:
    """What is left of its worth when a full two-step unit loses a step."""
    game = g.game
    before, after = (printed_worth(game, piece, shown) for shown in game.faces[piece])
    return worth(g, piece) - (before - after) * (1.0 if is_seelow(g) else 1 - FADING * g.state.turn / TURNS)


def printed_worth(game: SeelowGame, piece: int, shown: Values) -> float:
    """What one side of a counter is worth; a gun what it is worth in Fire Mode."""
    if game.leaders >> piece & 1:
        return LEADER
    if game.artillery >> piece & 1:
        shown = game.roster[piece].full
        value = GUNS * (shown.combat + 0.25 * shown.antitank)
    else:
        value = shown.combat + 0.5 * shown.antitank
    return DEAR * value if game.side_of[piece] == GERMAN else value


def ground(g: S, place: int) -> float:
    """What it is worth to drive the enemy from a hex."""
    if not is_seelow(g):
        return COVER
    terrain = g.game.map
    if terrain.seelow >> place & 1:
        return TOWN + LATE * (g.state.turn / TURNS) ** 2
    if g.state.turn <= FIRST_DATE:
        if terrain.turn_7 >> place & 1:
            return PLACE
        if terrain.near_seelow >> place & 1:
            return GATE + LATE * (g.state.turn / FIRST_DATE) ** 2
    if terrain.beyond >> place & 1:
        return BEYOND
    return COVER


def wanted(g: S) -> Places:
    """12.4 The hexes that the Soviets still want."""
    terrain = g.game.map
    if g.state.turn <= FIRST_DATE:
        return Places(terrain.near_seelow | terrain.turn_7 & ~controlled(g))
    town = terrain.seelow & ~controlled(g)
    return Places(town or terrain.beyond & ~controlled(g) or terrain.seelow)
