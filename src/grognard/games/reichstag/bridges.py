"""Entering a hex by movement, retreat or advance: bridges that may blow (18.0) and control of objectives (21.2)."""

from __future__ import annotations

from typing import ClassVar

from ...engine.flow import Concern
from ...engine.pieces import Piece
from ...engine.places import Place, Places
from .model import FRONT_NAMES, FRONTS, GERMAN, Bridge, Dice, R
from .terrain import unchecked_bridges


def enter_hex(g: R, piece: Piece, place: Place) -> bool:
    """18.1, 21.2, R18, R35 What happens at once when a unit enters a hex; says whether bridges are rolled for.

    The dice are called on top of the flow, so the caller goes on when they have fallen.
    """
    take_control(g, piece, place)
    if g.game.side_of[piece] == GERMAN or not g.game.map.bridged >> place & 1 or not unchecked_bridges(g, place):
        return False
    g.call(BridgeCheck(place))
    return True


def take_control(g: R, piece: Piece, place: Place) -> None:
    """21.2, R18, R45 A Soviet unit in an objective hex gains it for its Front; a German one ends Soviet control."""
    if not g.game.map.objectives >> place & 1:
        return
    side = g.game.side_of[piece]
    held = tuple(
        Places(g.state.held[front] | 1 << place if front == side else g.state.held[front] & ~(1 << place))
        for front in FRONTS
    )
    if held == g.state.held:
        return
    where = g.game.place_title(place)
    text = f"{FRONT_NAMES[side]} takes {where}." if side in FRONTS else f"{where} is German again."
    g.set(held=(held[0], held[1]), text=text, rule="21.2")


class BridgeCheck(Dice):
    """18.1, 18.2 The bridges of a hex that a Soviet unit has entered are checked, clockwise from north (R35)."""

    cites: ClassVar[str] = "18.1"

    place: Place

    def bridge(self, g: R) -> Bridge:
        """The bridge rolled for now."""
        return unchecked_bridges(g, self.place)[0]

    def purpose(self, g: R) -> str:
        bridge = self.bridge(g)
        most = max(g.game.entry("rolls", "bridge_demolished_on"))
        return f"Demolition of {bridge.title} ({bridge.id}) on {most} or less"

    def concerns(self, g: R) -> Concern:
        """18.1 The hex whose bridges are checked."""
        return (), (self.place,)

    def on_roll(self, g: R, face: int) -> None:
        """18.2-18.4 1 to 3: demolished for good; 4 to 6: intact for good."""
        bridge = self.bridge(g)
        if face in g.game.entry("rolls", "bridge_demolished_on"):
            g.set(
                demolished=tuple(sorted((*g.state.demolished, bridge.id))),
                text=f"{bridge.title} is blown up.",
                rule="18.2",
            )
        else:
            g.set(
                intact=tuple(sorted((*g.state.intact, bridge.id))),
                text=f"{bridge.title} is intact for good.",
                rule="18.3",
            )
        if not unchecked_bridges(g, self.place):
            g.end()
