"""Advance after combat (14.0) and the capture of strategic markers (21.2a)."""

from __future__ import annotations

from typing import ClassVar

from ...engine.asking import Left
from ...engine.bounds import Few, Number
from ...engine.flow import Ask, Refusal, Seat
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places, gather, members
from ...engine.position import is_on
from ...engine.standard import ChoosePlace, ChooseUnit
from ...engine.telling import counted
from .battle import Battle, against
from .bridges import enter_hex
from .model import FRONT_NAMES, GERMAN, SHIFTED, R, Work, front, name_of, phasing_side
from .results import Who
from .stacking import no_room_for, refuse_stacking
from .terrain import intact_bridge, passable, supporters
from .zones import enemies, refuse_territory, territory


def begin_advance(g: R, battle: Battle, who: Who, hexes: int) -> None:
    """14.1, R60 The winner may advance his mobile units into the hexes that the losers have left."""
    ready = Pieces(battle.standing(g, who) & g.game.mobile)
    empty = vacated(g, battle, against(who))
    if ready and empty:
        g.call(Advance(who, hexes, ready, empty))


def vacated(g: R, battle: Battle, losers: Who) -> Places:
    """14.4, R16, R49, R60 The losers' hexes that nobody holds any more.

    A strategic marker does not hold a target hex. It is captured by those who attacked it (21.2a), so in a hex from
    which Germans attacked it stays, and the hex with it.
    """
    side = phasing_side(g)
    if losers == "attacker":
        hexes, holding = battle.bases, int(g.game.roster.of_side[side])
    else:
        hexes, holding = battle.targets, g.game.roster.of_side[front(g) if side == GERMAN else GERMAN]
        holding &= ~g.game.strategic
    return gather(place for place in members(hexes) if not g.here.get(place, 0) & holding)


def open_to_advance(g: R, piece: Piece, empty: int) -> Places:
    """14.2, R38, R90 The hexes that an advancing unit may enter, whatever zones of control there are."""
    side = g.game.side_of[piece]
    area = g.game.map.land[front(g)] if side == GERMAN else territory(g, side)
    return Places(area & ~(enemies(g, side) & ~empty) & ~no_room_for(g, piece))


class Advance(ChooseUnit):
    """14.1, 14.3 The winner advances his units one at a time, or leaves them."""

    who: Who
    hexes: Few
    """How far the result lets them go."""
    ready: Pieces
    empty: Places
    """14.4 The hexes just vacated."""
    forced: ClassVar[bool] = True
    verb: ClassVar[str] = "advance"
    closing: ClassVar[str] = "end-advance"
    labels: ClassVar[dict[str, str]] = {"advance": "{} advances", "end-advance": "End the advance"}

    def seat(self, g: R) -> Seat:
        """The player who decides for the winners."""
        return g.find(Battle).seat_of(g, self.who)

    def ask(self, g: R) -> Ask:
        far = "one hex" if self.hexes == 1 else f"up to {self.hexes} hexes"
        return Ask(
            prompt=f"Advance {far}? Choose a unit, or end the advance.",
            rule="14.1",
            pieces=each(self.ready),
            places=tuple(members(self.empty)),
        )

    def first_hexes(self, g: R, piece: Piece) -> Places:
        """14.2, 14.4 The vacated hexes that a unit can enter."""
        return Places(self.empty & passable(g).targets[g.where[piece]] & open_to_advance(g, piece, self.empty))

    def eligible(self, g: R) -> list[Piece]:
        """Units that can advance."""
        return [piece for piece in each(self.ready) if self.first_hexes(g, piece)]

    def refuse(self, g: R, piece: Piece) -> Refusal | None:
        """Why a unit cannot advance."""
        if not self.ready >> piece & 1:
            return Refusal("only mobile units of the victorious force advance, each once", "14.1")
        if self.first_hexes(g, piece):
            return None
        reasons = [refuse_advance(g, piece, place, self.empty) for place in members(self.empty)]
        return next(filter(None, reasons), None) or Refusal("no vacated hex is open to it", "14.4")

    def on_advance(self, g: R, unit: Piece) -> None:
        """A unit advances."""
        self.ready = Pieces(self.ready & ~one(unit))
        g.call(Advancing(unit, self.hexes))

    def on_end_advance(self, g: R) -> None:
        """14.1 Nobody else advances."""
        g.end()


def refuse_advance(g: R, piece: Piece, target: Place, empty: int) -> Refusal | None:
    """14.2 Why an advancing unit may not step into a hex."""
    side, here = g.game.side_of[piece], g.where[piece]
    if target >= g.game.board.size or not g.game.board.adjacent[here] >> target & 1:
        return Refusal("an advance goes from hex to neighbouring hex", "14.2")
    refusal = refuse_territory(g, side, front(g), target)
    if refusal is not None:
        return refusal
    if not passable(g).has(here, target):
        return Refusal("an unbridged lake lies between", "14.2")
    if enemies(g, side) & ~empty & 1 << target:
        return Refusal("an enemy unit is there", "14.2")
    return refuse_stacking(g, piece, target)


class Advancing(Work):
    """14.3 One unit advances, hex by hex."""

    unit: Piece
    left: Number
    """Hexes it may still advance."""
    begun: bool = False

    def steps(self, g: R) -> Places:
        """14.2, 14.4, R60 The next hexes: a vacated one first, then in any direction."""
        advance = g.find(Advance)
        if not self.begun:
            return advance.first_hexes(g, self.unit)
        near = passable(g).targets[g.where[self.unit]]
        return Places(near & open_to_advance(g, self.unit, advance.empty)) if self.left else Places(0)

    def run(self, g: R) -> None:
        """Ask for the next hex until the unit can go no further."""
        if self.steps(g):
            g.call(AdvanceStep())
        else:
            g.end()


class AdvanceStep(ChoosePlace):
    """14.3, 14.4 The next hex of an advance, or a stop after the first."""

    forced: ClassVar[bool] = True
    closing: ClassVar[str] = "stop"
    labels: ClassVar[dict[str, str]] = {"go": "Advance to {}", "stop": "Stop here"}

    def seat(self, g: R) -> Seat:
        """The player who decides for the winners."""
        return g.find(Battle).seat_of(g, g.find(Advance).who)

    def ask(self, g: R) -> Ask:
        advancing = g.find(Advancing)
        name = name_of(g, advancing.unit)
        left = counted(advancing.left, "hex", "hexes")
        prompt = f"{name} may go on for {left}." if advancing.begun else f"{name} advances. Where to?"
        return Ask(prompt=prompt, rule="14.3", pieces=(advancing.unit,), left=Left(advancing.left, "hexes"))

    def places(self, g: R) -> Places:
        """The next hexes."""
        return g.find(Advancing).steps(g)

    def refuse_closing(self, g: R) -> Refusal | None:
        """14.4 Why the unit cannot stop."""
        begun = g.find(Advancing).begun
        return None if begun else Refusal("the unit has yet to enter a vacated hex", "14.4")

    def why_not(self, g: R, target: Place) -> Refusal:
        """Why the unit cannot go there."""
        advancing, advance = g.find(Advancing), g.find(Advance)
        if not advancing.begun and not advance.empty >> target & 1:
            return Refusal("the first hex of an advance is one that the losers have left", "14.4")
        refusal = refuse_advance(g, advancing.unit, target, advance.empty)
        return refusal or Refusal("the unit can go no further", "14.1")

    def on_go(self, g: R, target: Place) -> None:
        """14.2-14.5, 18.1, 25.3 One hex forward; water without a bridge or an engineer ends the advance."""
        g.end()
        advancing = g.find(Advancing)
        unit, here = advancing.unit, g.where[advancing.unit]
        ends = stops_after(g, unit, here, target)
        advancing.begun, advancing.left = True, 0 if ends else advancing.left - 1
        capture(g, unit, target)
        g.place(unit, target, how="advances", cause="advance", rule="14.1")
        g.set_flag(unit, SHIFTED)
        enter_hex(g, unit, target)

    def on_stop(self, g: R) -> None:
        """14.3 The unit goes no further."""
        g.end()
        g.end()


def stops_after(g: R, piece: Piece, here: int, target: int) -> bool:
    """14.5, 19.1c, 19.3, 25.3 Whether a step ends an advance, however far the result would let the unit go.

    An engineer does not support its own crossing: its support ends the moment it advances.
    """
    if is_on(g, "highly_mobile_units") and not g.game.highly_mobile >> piece & 1:
        return True
    if not g.game.map.wet.has(here, target) or intact_bridge(g, here, target):
        return False
    side = g.game.side_of[piece]
    if side == GERMAN:
        return True
    return not supporters(g, side, here, target, in_combat=True) & ~one(piece)


def capture(g: R, piece: Piece, target: Place) -> None:
    """16.10d, 21.2a, R16 The first attacker to advance into a hex captures the strategic markers in it."""
    side = g.game.side_of[piece]
    if side == GERMAN:
        return
    for marker in each(g.here.get(target, 0) & g.game.strategic):
        g.flags[marker] = 0
        g.remove(marker, g.game.captured[side], how=f"is captured by the {FRONT_NAMES[side]}", rule="21.2a")
        if marker == g.game.bunker:
            g.set(captured_bunker=True)
