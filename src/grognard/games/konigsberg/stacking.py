"""Stacking (5): two combat units and one HQ in a hex; refugees count two and share it only with HQs (12.2b)."""

from __future__ import annotations

from ...engine.control import occupied
from ...engine.derived import carried_along
from ...engine.flow import Refusal
from ...engine.pieces import Pieces, each
from ...engine.places import Place, Places
from .model import NEUTRAL, K, name_of

Stacks = tuple[Places, Places, Places]
"""The hexes with a combat unit of a side, with two of them or more, and with an HQ."""


def _stack_changed(g: K, side: int, stacks: Stacks, piece: int, origin: int, target: int) -> Stacks:
    game = g.game
    some, full, hqs = stacks
    size, own = game.board.size, game.roster.of_side[side]
    if game.combat >> piece & 1:
        if origin < size:
            left = (g.here.get(Place(origin), 0) & game.combat & own).bit_count()
            if not left:
                some = Places(some ^ 1 << origin)
            if left == game.room - 1:
                full = Places(full & ~(1 << origin))
        if target < size:
            some = Places(some | 1 << target)
            if (g.here[Place(target)] & game.combat & own).bit_count() >= game.room:
                full = Places(full | 1 << target)
        return some, full, hqs
    if game.hqs >> piece & 1:
        if origin < size and not g.here.get(Place(origin), 0) & game.hqs & own:
            hqs = Places(hqs ^ 1 << origin)
        if target < size:
            hqs = Places(hqs | 1 << target)
        return some, full, hqs
    return stacks


@carried_along(_stack_changed, steps=False)
def stacks(g: K, side: int) -> Stacks:
    """5.0 Where a side's units stand."""
    game, size = g.game, g.game.board.size
    some = full = hqs = 0
    for place, pieces in g.here.items():
        there = pieces & game.roster.of_side[side]
        if place >= size or not there:
            continue
        count = (there & game.combat).bit_count()
        if count:
            some |= 1 << place
        if count >= game.room:
            full |= 1 << place
        if there & game.hqs:
            hqs |= 1 << place
    return Places(some), Places(full), Places(hqs)


def lone_hqs(g: K, side: int) -> Places:
    """4.3(1), R76 The hexes with an HQ of a side and no combat unit; refugees do not guard it."""
    some, _, hqs = stacks(g, side)
    return Places(hqs & ~some)


def refugees(g: K) -> Places:
    """12.2 The hexes with refugees."""
    return occupied(g, NEUTRAL)


def crowded(g: K, piece: int) -> Places:
    """5.0, 5.2, 12.2b The hexes in which a unit may not end: full, or with refugees; for an HQ those with an HQ."""
    _, full, hqs = stacks(g, g.game.side_of[piece])
    return hqs if g.game.hqs >> piece & 1 else Places(full | refugees(g))


def refuse_stacking(g: K, piece: int, place: int) -> Refusal | None:
    """Why a unit may not end in a hex, if it is for stacking."""
    if not crowded(g, piece) >> place & 1:
        return None
    if g.game.hqs >> piece & 1:
        return Refusal("another HQ is in the hex", "5.2/2")
    if refugees(g) >> place & 1:
        return Refusal(f"refugees are in the hex: {name_of(g, piece)} cannot stay there", "12.2b")
    return Refusal("two combat units are in the hex already", "5.0")


def overstacked(g: K, side: int) -> Places:
    """5.0, 5.1 The hexes with too many units of a side."""
    game, found = g.game, 0
    for place, pieces in g.here.items():
        if place < game.board.size and pieces.bit_count() > 1 and surplus(g, side, pieces):
            found |= 1 << place
    return Places(found)


def surplus(g: K, side: int, pieces: int) -> Pieces:
    """5.0, 12.2b The kind of unit of which a hex holds too many: combat units or HQs; nothing if all is well."""
    game = g.game
    mine = pieces & game.roster.of_side[side]
    load = (mine & game.combat).bit_count()
    if load > game.room or (load and pieces & game.refugees):
        return Pieces(mine & game.combat)
    hqs = mine & game.hqs
    return Pieces(hqs if hqs.bit_count() > game.hq_room else 0)


def strongest(g: K, pieces: int, attacking: bool) -> Pieces:
    """8.0a, R34, R109 The units with the highest printed attack or defence of the side showing."""
    which = 0 if attacking else 1
    units, steps = g.game.units, g.steps
    values = [(units[p].values[steps[p] - 1][which], p) for p in each(pieces)]
    if not values:
        return Pieces(0)
    most = max(values)[0]
    return Pieces(sum(1 << p for value, p in values if value == most))
