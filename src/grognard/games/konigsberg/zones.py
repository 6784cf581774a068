"""Zones of control (3): who has one, how far it reaches, and what it means for movement."""

from __future__ import annotations

from ...engine.derived import carried_along, derived_by_side
from ...engine.pieces import each
from ...engine.places import Place, Places
from .model import K

Posts = tuple[Places, Places]
"""The hexes with a non-mechanized and with a mechanized unit that has a zone of control."""


def _post_changed(g: K, side: int, posts: Posts, piece: int, origin: int, target: int) -> Posts:
    game = g.game
    if not game.with_zoc >> piece & 1:
        return posts
    klass = game.mech >> piece & 1
    mask: int = posts[klass]
    alike = game.with_zoc & (game.mech if klass else ~game.mech)
    size = game.board.size
    if origin < size and not g.here.get(Place(origin), 0) & alike & game.roster.of_side[side]:
        mask ^= 1 << origin
    if target < size:
        mask |= 1 << target
    return (posts[0], Places(mask)) if klass else (Places(mask), posts[1])


@carried_along(_post_changed, steps=False)
def posts(g: K, side: int) -> Posts:
    """3.1, 3.1a, 3.4a The hexes with units that have a zone, by class; supply makes no difference."""
    game, where, size = g.game, g.where, g.game.board.size
    masks = [0, 0]
    for piece in each(game.roster.of_side[side] & game.with_zoc):
        if where[piece] < size:
            masks[game.mech >> piece & 1] |= 1 << where[piece]
    return Places(masks[0]), Places(masks[1])


@derived_by_side
def zone(g: K, side: int) -> Places:
    """3.1b, 3.5, R18 All hexes in the zone of some unit of a side: where that unit could move."""
    foot, mech = posts(g, side)
    enter = g.game.map.enter
    return Places(enter[0].spread(foot) | enter[1].spread(mech))


def reaches(g: K, piece: int, target: int) -> bool:
    """3.1b Whether a unit's zone covers a hex."""
    game = g.game
    return bool(game.with_zoc >> piece & 1) and game.map.enter[game.mech >> piece & 1].has(g.where[piece], target)
