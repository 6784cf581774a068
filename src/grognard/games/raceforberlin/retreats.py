"""Retreats (8.3): the order of preference, passage through full zones, American zones, no way out."""

from __future__ import annotations

from typing import ClassVar

from ...engine.flow import Ask, Refusal, Seat
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places, iterate, members
from ...engine.standard import ChoosePlace
from .americans import halt
from .duties import camp_of
from .losses import lose_step
from .model import GERMAN, SOVIET, OwnerPicks, R, Work, name
from .zones import city_of, hot, occupation, put


def _open(g: R, piece: int, zones: int) -> int:
    """R35, 7.2.1, 8.3.5 Those of some zones that a retreating unit may enter, room or not."""
    game, here = g.game, occupation(g)
    terrain = game.map
    zones &= ~g.state.us
    if game.side_of[piece] == GERMAN:
        return zones & ~here.soviet & ~terrain.east & ~hot(g)
    camp = game.camp[piece]
    return zones & ~here.german & (~terrain.berlin | city_of(g, camp))


def _room(g: R, piece: int, zones: int) -> int:
    """6.1.2, 7.4.5 Those with room for it."""
    return zones & ~occupation(g).full[g.game.side_of[piece]]


def preferred(g: R, piece: int, origin: int, zones: int) -> Places:
    """8.3.2, R35, 7.3.2 The best of some zones: right index before wrong, free of the opposing camp before not.

    Among equals a Soviet unit stays in its own front, which it leaves only if it is forced to.
    """
    game, here, terrain = g.game, occupation(g), g.game.map
    camp = game.camp[piece]
    index = terrain.index[origin]
    if game.side_of[piece] == GERMAN:
        right = ~terrain.at_least[index + 1]
        other = here.german_of[1 - camp]
    else:
        right = terrain.at_least[index]
        other = here.soviet_of[1 - camp]
    tier = zones & right & ~other or zones & right or zones & ~other or zones
    at_home = tier & terrain.front[camp] if game.side_of[piece] == SOVIET else 0
    return Places(at_home or tier)


def direct(g: R, piece: int, origin: int) -> Places:
    """8.3.1, 8.3.2 The neighbouring zones a unit may retreat to."""
    return preferred(g, piece, origin, _room(g, piece, _open(g, piece, g.game.map.next[origin])))


def passages(g: R, piece: int, origin: int) -> Places:
    """8.3.3, 8.3.5b The zones behind full zones of the own nationality; the nexus leads on in Berlin."""
    game, here, terrain = g.game, occupation(g), g.game.map
    side = game.side_of[piece]
    behind = 0
    for zone in iterate(_open(g, piece, terrain.next[origin]) & here.full[side]):
        behind |= terrain.next[zone]
        if side == GERMAN:
            behind |= terrain.nexus[zone]
    behind &= ~(1 << origin)
    return preferred(g, piece, origin, _room(g, piece, _open(g, piece, behind)))


def way_through(g: R, piece: int, origin: int, zone: Place) -> tuple[Place, ...]:
    """8.3.3 The way to a zone behind a full one; empty to a neighbouring zone."""
    terrain = g.game.map
    if terrain.next[origin] >> zone & 1:
        return ()
    full = _open(g, piece, terrain.next[origin]) & occupation(g).full[g.game.side_of[piece]]
    nexus = terrain.nexus if g.game.side_of[piece] == GERMAN else [0] * len(terrain.next)
    return next((Place(by), zone) for by in iterate(full) if (terrain.next[by] | nexus[by]) >> zone & 1)


def retreat_zones(g: R, piece: int, origin: int) -> Places:
    """8.3.2, 8.3.3 Where a unit can retreat without falling into American hands."""
    return direct(g, piece, origin) or passages(g, piece, origin)


def american_zones(g: R, piece: int, origin: int) -> Places:
    """8.3.7 The last resort: neighbouring American zones."""
    return Places(g.game.map.next[origin] & g.state.us)


def next_to_retreat(g: R, units: int) -> Pieces:
    """8.3.1b The units of which one retreats next: as with losses (8.2.2b), the camp that is not attacking is first."""
    attacking = camp_of(g.state.impulse)
    first = units & g.game.of_camp[1 - attacking]
    return Pieces(first or units)


def orderly(g: R, units: Pieces, origin: Place) -> bool:
    """R49 Whether all these units can retreat one after another, none of them to the Americans.

    Who goes first and where makes no difference: all fill the same neighbouring zones, and a unit that finds them full
    goes on through them to the same zones behind. So one order stands for all.
    """
    after = g.copy()
    for piece in each(units):
        zones = members(retreat_zones(after, piece, origin))
        if not zones:
            return False
        after.place(piece, zones[0])
    return True


class Retreats(Work):
    """8.3.1 All defenders retreat one by one; who cannot loses a step and stays (8.3.4, R36)."""

    zone: Place
    units: Pieces

    def run(self, g: R) -> None:
        """The next owner."""
        if not self.units:
            g.end()
            return
        g.call(RetreatNext(next_to_retreat(g, self.units)))


class RetreatNext(OwnerPicks):
    """8.3.1b The owner says which of his units retreats next."""

    what: ClassVar[str] = "Which unit retreats next?"
    rule: ClassVar[str] = "8.3.1b"

    def why_not(self, g: R, piece: int) -> Refusal:
        """Not its turn, or not concerned."""
        if g.find(Retreats).units >> piece & 1:
            return Refusal("another unit has to retreat first", "8.3.1b")
        return Refusal("that unit does not have to retreat", "8.3.1a")

    def on_pick(self, g: R, unit: Piece) -> None:
        """It retreats, or cannot."""
        g.end()
        retreats = g.find(Retreats)
        zones = retreat_zones(g, unit, retreats.zone) or american_zones(g, unit, retreats.zone)
        retreats.units = Pieces(retreats.units & ~one(unit))
        if zones:
            g.call(Retreat(unit, retreats.zone, zones))
        else:
            lose_step(g, unit, "8.3.4")


class Retreat(ChoosePlace):
    """8.3.2 The owner chooses among the best zones."""

    unit: Piece
    origin: Place
    zones: Places
    forced: ClassVar[bool] = True

    def seat(self, g: R) -> Seat:
        """The owner."""
        return Seat(g.game.camp[self.unit])

    def ask(self, g: R) -> Ask:
        return Ask(prompt=f"Where does {name(g, self.unit)} retreat?", rule="8.3.2a", pieces=(self.unit,))

    def places(self, g: R) -> Places:
        """Each of these zones."""
        return self.zones

    def why_not(self, g: R, zone: Place) -> Refusal:
        """8.3.2-8.3.5 Why it cannot retreat there."""
        game, side = g.game, g.game.side_of[self.unit]
        near = zone < game.board.size and game.map.next[self.origin] >> zone & 1
        if not near and self.zones & game.map.next[self.origin]:
            return Refusal("a retreat leads to an adjacent zone", "8.3.1a")
        if not near:
            return Refusal("the zone lies behind no full zone next to the battle, or a better one does", "8.3.3")
        if side == GERMAN and game.map.east >> zone & 1:
            return Refusal("Germans may not cross the Oder and Neisse", "7.2.1")
        if game.map.berlin >> zone & 1 and not _open(g, self.unit, 1 << zone):
            return Refusal("that Berlin zone is closed to retreats", "8.3.5a" if side == GERMAN else "8.3.5c")
        if not _open(g, self.unit, 1 << zone):
            return Refusal("that zone is held by the enemy or by the Americans", "8.3.2b")
        if not _room(g, self.unit, 1 << zone):
            return Refusal("that zone is full", "8.3.3")
        better = "a better zone is open: index first, then free of the opposing camp, then in its own front"
        return Refusal(better, "8.3.2a")

    def on_go(self, g: R, zone: Place) -> None:
        """2.2.7, 2.2.8 Go; among the Americans Germans are withdrawn, Soviets end the American advance."""
        g.end()
        if not g.state.us >> zone & 1:
            way = way_through(g, self.unit, self.origin, zone)
            put(g, self.unit, zone, how="retreats", cause="retreat", rule="8.3.3" if way else "8.3.1a", path=way)
            return
        if g.game.side_of[self.unit] == SOVIET:
            put(g, self.unit, zone, how="retreats", cause="retreat", rule="2.2.8a")
            halt(g, "2.2.8b")
            return
        g.remove(self.unit, g.game.gone, how="is withdrawn from the game", cause="exit", rule="2.2.7")
        g.flags[self.unit] = 0
