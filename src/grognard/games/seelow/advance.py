"""Advance (7.7): units that emptied a hex by fire or attack may enter it."""

from __future__ import annotations

from typing import ClassVar

from ...engine.bounds import Either, Word
from ...engine.flow import Action, Ask, Refusal, Seat
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place
from ...engine.standard import ChooseUnit
from .model import S, enemies_in, name_of, on_map
from .movement import enter_hex
from .stacking import full_for, refuse_stacking


def begin_advance(g: S, side: int, participants: int, target: Place, rule: str) -> None:
    """7.71, 7.72, R27 Offer the advance if no enemy unit of any kind is left in the hex."""
    if not enemies_in(g, target, side):
        ready = on_map(g, participants & ~g.game.artillery)
        if ready:
            g.call(Advance(side, ready, target, rule))


class Advance(ChooseUnit):
    """7.73-7.78 Participants enter the hex one after another, within stacking, whatever zones there are."""

    side: Either
    ready: Pieces
    target: Place
    rule: Word
    forced: ClassVar[bool] = True
    verb: ClassVar[str] = "advance"
    closing: ClassVar[str] = "stop"
    labels: ClassVar[dict[str, str]] = {"advance": "{} advances"}

    def seat(self, g: S) -> Seat:
        """R5 The player who fired or attacked, also out of his own Player-Turn."""
        return Seat(self.side)

    def ask(self, g: S) -> Ask:
        where = g.game.place_title(self.target)
        prompt = f"Who else advances into {where}?" if g.here.get(self.target) else f"{where} is empty: who advances?"
        return Ask(prompt=prompt, rule=self.rule, places=(self.target,))

    def eligible(self, g: S) -> list[Piece]:
        """Those who fit."""
        return [piece for piece in each(self.ready) if not full_for(g, piece) >> self.target & 1]

    def refuse(self, g: S, piece: Piece) -> Refusal | None:
        """Why a unit cannot advance."""
        if g.game.artillery >> piece & 1:
            return Refusal(f"{name_of(g, piece)} is artillery and never advances", "7.78")
        if not self.ready >> piece & 1:
            return Refusal(f"{name_of(g, piece)} took no part, or has advanced", "7.76")
        return refuse_stacking(g, piece, self.target)

    def label(self, g: S, action: Action) -> str:
        if action.verb == "stop":
            return "End the advance" if g.here.get(self.target) else "Do not advance"
        return super().label(g, action)

    def on_advance(self, g: S, unit: Piece) -> None:
        """7.74 One hex, into the vacated one."""
        self.ready = Pieces(self.ready & ~one(unit))
        g.place(unit, self.target, how="advances", path=(self.target,), cause="advance", rule=self.rule)
        enter_hex(g, unit, self.target)

    def on_stop(self, g: S) -> None:
        """7.77a Nobody must."""
        g.end()
