"""Lines of communication (24.0, optional): which hexes a Front can supply from its map edges."""

from __future__ import annotations

from ...engine.control import occupied
from ...engine.derived import derived_by_game, derived_by_side
from ...engine.pieces import Pieces, each
from ...engine.places import Crossing, Places, gather, members
from ...engine.supply import traced
from .model import BF, GERMAN, UF, R, ReichstagGame
from .zones import enemy_zone

FRIENDLY_EDGES = {BF: ("north", "east", "south"), UF: ("south",)}
"""24.1.1, 24.1.2 The map edges to which each Front traces."""


def lines(game: ReichstagGame, demolished: tuple[str, ...], hubs: int) -> Crossing:
    """24.2 The steps of a line: over dry hexsides and intact bridges, and over any side of an engineer's hex."""
    steps = [(bridge.a, bridge.b) for bridge in game.map.bridges if bridge.id not in demolished]
    for hub in members(hubs):
        steps += [(hub, near) for near in members(game.map.open.targets[hub])]
    return dry_steps(game).changed(plus=[*steps, *((b, a) for a, b in steps)])


def has_loc(g: R, front: int, place: int) -> bool:
    """24.1, 24.4 Whether a unit of a Front in this hex has a line of communication."""
    return bool(loc_zone(g, front) >> place & 1)


def loc_zone(g: R, front: int) -> Places:
    """24.1-24.4, R70 All hexes in which a unit of the Front has a line of communication.

    It may lead into a hex in an enemy zone of control, but no further. A unit on an airfield needs no line, and
    nobody else may trace to it.
    """
    rival_inside = occupied(g, 1 - front) & g.game.map.reichstag_hex
    engineers = _engineer_hexes(g, front)
    return _traced(g, GERMAN, front, rival_inside, engineers, g.state.demolished)


@derived_by_side
def _traced(g: R, german: int, front: int, rival_inside: int, engineers: int, demolished: tuple[str, ...]) -> Places:
    """24.2, 24.3, R13 The zone: but for the arguments it changes with the Germans only."""
    terrain = g.game.map
    area = (terrain.land[front] | terrain.reichstag_hex & ~rival_inside) & ~occupied(g, german)
    free = area & ~enemy_zone(g, front)
    edges = friendly_edge(g.game, front) & area
    steps = lines(g.game, demolished, engineers)
    # A line may end in an enemy zone: `through` holds the hexes it may go on from.
    reached = traced(edges & free, steps, free)
    return Places((reached | edges | terrain.airfields) & area)


def friendly_edge(game: ReichstagGame, front: int) -> Places:
    """24.1.1, 24.1.2 The friendly edge hexes of a Front."""
    mask = 0
    for edge in FRIENDLY_EDGES[front]:
        mask |= game.map.edge[edge]
    return Places(mask & game.map.land[front])


def _engineer_hexes(g: R, front: int) -> Places:
    """24.2, R37 Where engineers of a Front stand: there a line may cross water on every side of the hex."""
    size = g.game.board.size
    engineers = Pieces(g.game.engineers & g.game.roster.of_side[front])
    return gather(g.where[p] for p in each(engineers) if g.where[p] < size)


@derived_by_game()
def dry_steps(game: ReichstagGame) -> Crossing:
    """24.2 The steps over hexsides without water."""
    return game.board.crossing(lambda a, b, _: game.map.open.has(a, b) and not game.map.wet.has(a, b))
