"""Map sectors and the Reichstag hex (5.0), zones of control (11.0)."""

from __future__ import annotations

from ...engine.control import ZoneOfControl, occupied
from ...engine.derived import derived_by_side
from ...engine.flow import Refusal
from ...engine.pieces import each
from ...engine.places import Places
from ...engine.position import is_on
from .model import BF, FRONTS, GERMAN, MARKER, UF, R


def soviet_zone(g: R, front: int) -> ZoneOfControl:
    """11.2, 5.3, 23.2 How the zones of a Front's units extend."""
    if is_on(g, "better_prepared_defense"):
        return g.game.map.soviet_zone_without_sbahn[front]
    return g.game.map.soviet_zone[front]


@derived_by_side
def controlled(g: R, side: int) -> Places:
    """11.1, 11.2, 5.3, 5.6 All hexes in the zone of control of some unit of this side."""
    if side == GERMAN:
        return g.game.map.german_zone.controlled(occupied(g, GERMAN))
    return soviet_zone(g, side).controlled(occupied(g, side))


def enemy_zone(g: R, side: int) -> Places:
    """11.4, R77 The hexes that are in enemy zones of control for a side; the two Fronts do not hinder each other."""
    if side == GERMAN:
        return Places(controlled(g, BF) | controlled(g, UF))
    return controlled(g, GERMAN)


def enemies(g: R, side: int) -> Places:
    """The hexes with enemy units."""
    if side == GERMAN:
        return Places(occupied(g, BF) | occupied(g, UF))
    return occupied(g, GERMAN)


def barrage_in_reichstag(g: R, front: int) -> bool:
    """5.5 Whether a barrage marker of a Front is in the Reichstag hex."""
    return bool(g.here.get(g.game.map.reichstag, 0) & g.game.barrage_of[front])


def reichstag_open_to(g: R, front: int) -> bool:
    """5.5 Whether a Front's units and markers may enter or attack the Reichstag: the other Front is not in it."""
    rival = 1 - front
    inside = g.game.map.reichstag
    return not occupied(g, rival) >> inside & 1 and not barrage_in_reichstag(g, rival)


def territory(g: R, front: int) -> Places:
    """5.2, 5.5 The hexes that a Front's units may enter or attack into, as far as sectors go; no water hexes."""
    land = g.game.map.land[front]
    return Places(land | g.game.map.reichstag_hex) if reichstag_open_to(g, front) else land


def refuse_territory(g: R, side: int, sector: int, target: int) -> Refusal | None:
    """5.1-5.6 Why units of a side that belong to a sector may not enter a hex, as far as sectors go."""
    terrain = g.game.map
    if terrain.water >> target & 1:
        return Refusal("no unit may enter an all-water hex", "9.5e")
    if target == terrain.reichstag:
        if side == GERMAN:
            return Refusal("no German unit may enter the Reichstag", "5.6a")
        if not reichstag_open_to(g, side):
            return Refusal("the other Front is in the Reichstag", "5.5")
        return None
    if terrain.sector_of[target] != sector:
        return Refusal("nobody crosses the sector boundary", "5.2")
    return None


def marker_zone(g: R, piece: int, sector: int) -> Places:
    """15.2 The barrage zone of a marker on the map."""
    return zone_around(g, piece, g.where[piece], sector)


def zone_around(g: R, piece: int, place: int, sector: int) -> Places:
    """15.2, 5.4, R81 The barrage zone of a marker in a hex: that hex and those around it in its sector.

    Artillery reaches one hex, aircraft two. For Soviet markers the Reichstag belongs to both sectors; for a German
    one (22.5) to none.
    """
    game = g.game
    radius = game.entry("radii", "artillery" if game.artillery >> piece & 1 else "airstrike")
    area = game.map.sector[sector] | (0 if game.jets >> piece & 1 else game.map.reichstag_hex)
    return Places(game.board.within(place, radius) & area)


def barrage_zone(g: R, front: int) -> Places:
    """15.2, 15.7 The barrage zones of all markers of a Front that are on the map."""
    return _barrage_zones(g, MARKER)[front]


@derived_by_side
def _barrage_zones(g: R, side: int) -> tuple[Places, Places]:
    masks = [0, 0]
    for front in FRONTS:
        for piece in each(g.game.barrage_of[front]):
            if g.where[piece] < g.game.board.size:
                masks[front] |= marker_zone(g, piece, front)
    return Places(masks[BF]), Places(masks[UF])
