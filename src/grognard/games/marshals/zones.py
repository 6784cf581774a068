"""Zones of control (ZOC) and the minimum move (MIN)."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.control import occupied
from ...engine.derived import carried_along, derived, derived_by_side
from ...engine.flow import Refusal
from ...engine.pieces import Piece, each
from ...engine.places import Place, Places, iterate, members
from .model import DISRUPTED, GERMAN, RUSSIAN, Division, M, Stacking, is_dual
from .stacking import crowded

Posts = tuple[Places, Places]
"""The hexes with a unit that has a zone of control, and those with a ready one."""


def _judged(g: M, side: int, posts: Posts, place: int) -> Posts:
    """ZOC.2, R33, MIN.2 The same with one hex looked at anew: who is weak has no zone while disrupted."""
    game, one = g.game, 1 << place
    blocks = is_ready = False
    for piece in each(g.here.get(Place(place), 0) & game.roster.of_side[side] & game.with_zoc):
        if not g.flags[piece] & DISRUPTED:
            blocks = is_ready = True
        elif not game.weak >> piece & 1:
            blocks = True
    blocking, ready = posts
    return Places(blocking | one if blocks else blocking & ~one), Places(ready | one if is_ready else ready & ~one)


def _moved(g: M, side: int, posts: Posts, piece: int, origin: int, target: int) -> Posts:
    if not g.game.with_zoc >> piece & 1:
        return posts
    for place in (origin, target):
        if place < g.game.board.size:
            posts = _judged(g, side, posts, place)
    return posts


@carried_along(_moved, flags=DISRUPTED)
def _posts(g: M, side: int) -> Posts:
    posts = Places(0), Places(0)
    for place in members(occupied(g, side)):
        posts = _judged(g, side, posts, place)
    return posts


def active(g: M, side: int) -> Places:
    """ZOC.2, R33 The hexes with a unit whose zone of control blocks movement."""
    return _posts(g, side)[0]


def active_ready(g: M, side: int) -> Places:
    """MIN.2 The hexes with a ready unit that has a zone of control."""
    return _posts(g, side)[1]


def with_units(g: M, side: int) -> Places:
    """R56 The hexes with a unit of this side; Hitler's piece is none."""
    found, hitler = occupied(g, side), g.game.hitler
    place = g.where[hitler]
    if side == GERMAN and place < g.game.board.size and g.here[place] == 1 << hitler:
        return Places(found & ~(1 << place))
    return found


@derived_by_side
def controlled(g: M, side: int) -> Places:
    """ZOC.1 All hexes in an active zone of control of this side; not across lakes (TER.L3)."""
    return g.game.map.zoc.controlled(active(g, side))


def first_steps(g: M, piece: int) -> Places:
    """ZOC.5, MIN.1, MIN.2 The neighbouring hexes to which a unit may make the first step of a move."""
    game = g.game
    unit: Division = game.roster.units[piece]
    enemy = 1 - game.side_of[piece]
    x = g.where[piece]
    steps = game.map.open.targets[x] & may_enter(g, piece, unit)
    enemies = active(g, enemy)
    from_where = game.map.zoc.from_where
    if not steps or not from_where[x] & enemies:
        return Places(steps)
    allowed = 0
    for y in members(steps):
        if not from_where[x] & from_where[y] & enemies or _minimum_move(g, piece, x, y):
            allowed |= 1 << y
    return Places(allowed)


def with_a_step(g: M, pieces: Iterable[Piece]) -> list[Piece]:
    """Those units that have a first step to make.

    The busiest loop of the game: most units stand clear of the enemy, where one look at the hexes around is enough.
    """
    game, where = g.game, g.where
    around, from_where = game.map.open.targets, game.map.zoc.from_where
    units, sides, dual = game.roster.units, game.side_of, is_dual(g)
    open_to = [enterable(g, side) if dual or side == g.state.player else {} for side in (RUSSIAN, GERMAN)]
    enemies = (active(g, GERMAN), active(g, RUSSIAN))
    found = []
    for piece in pieces:
        x, unit, side = where[piece], units[piece], sides[piece]
        steps = around[x] & open_to[side][unit.stacking]
        if dual:
            steps &= game.map.sector[unit.sector]
        if steps and (not from_where[x] & enemies[side] or first_steps(g, piece)):
            found.append(piece)
    return found


@derived
def enterable(g: M, side: int) -> dict[Stacking, Places]:
    """For each kind of unit of a side the hexes without enemies and with room for it; made once for a position."""
    free = g.game.board.all & ~occupied(g, 1 - side)
    return {kind: Places(free & ~full) for kind, full in crowded(g, side).items()}


def may_enter(g: M, piece: int, unit: Division) -> Places:
    """The hexes a unit may enter at all: no enemy, room enough, and its own sector in the dual game."""
    open_to = enterable(g, g.game.side_of[piece])[unit.stacking]
    if is_dual(g):
        return Places(open_to & g.game.map.sector[unit.sector])
    return open_to


def slides(g: M, x: int, y: int, enemy: int) -> bool:
    """ZOC.5 Whether one enemy unit has an active zone of control in both hexes."""
    return bool(g.game.map.zoc.controls_both(x, y, active(g, enemy)))


def _minimum_move(g: M, piece: int, x: int, y: int) -> bool:
    """MIN.1, MIN.2 Whether a ready unit may make this single step although it slides (R30, R31, R56)."""
    if g.flags[piece] & DISRUPTED:
        return False
    side = g.game.side_of[piece]
    if with_units(g, side) >> y & 1:
        return True
    zoc = g.game.map.zoc
    leaves = zoc.from_where[x] & ~zoc.from_where[y] & active_ready(g, 1 - side)
    meets = zoc.from_where[y] & ~zoc.from_where[x] & active(g, 1 - side)
    return bool(leaves and meets)


def refuse_slide(g: M, piece: int, x: int, y: int) -> Refusal | None:
    """ZOC.5 Why a step from one zone of control into another is forbidden, if it is."""
    enemy = 1 - g.game.side_of[piece]
    if not slides(g, x, y, enemy) or _minimum_move(g, piece, x, y):
        return None
    blocker = next(iterate(g.game.map.zoc.controls_both(x, y, active(g, enemy))))
    where = g.game.place_title(blocker)
    return Refusal(f"an enemy unit in {where} has its zone of control in both hexes", "ZOC.5")
