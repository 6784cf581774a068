"""A fight before its die: who takes part, chit 8, thinking again (8.1.1a, 9.2.1a, E.8)."""

from __future__ import annotations

from typing import ClassVar

from ...engine.flow import Action, Ask, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place
from .battle import Battle
from .chits import COLLAPSE, holds, spend
from .duties import camp_of
from .model import REDUCED, SOVIET, Decide, R, name
from .odds import Kind, calculate
from .zones import nationality

LABELS = {"fight": "Fight", "cancel": "Do not attack"}
OF_UNIT = {"drop": "leave out", "join": "take in", "call": "call in", "collapse": "collapses (chit 8)"}


class Assault(Decide):
    """8.1.1a, 9.2.1a Everybody who can takes part unless told otherwise."""

    zone: Place
    units: Pieces
    settled: bool = False
    """Chit 8 has been played: the fight takes place."""
    kind: ClassVar[Kind]
    rule: ClassVar[str]
    what: ClassVar[str]

    def ask(self, g: R) -> Ask:
        """The question, with the calculation."""
        return Ask(
            prompt=f"{self.what} {g.game.place_title(self.zone)}?",
            rule=self.rule,
            pieces=each(self.units),
            places=(self.zone,),
            panel=calculate(g, self.kind, self.units, self.zone),
        )

    def able(self, g: R) -> Pieces:
        """Who can take part."""
        raise NotImplementedError

    def drop_refusal(self, g: R, piece: int) -> Refusal | None:
        """Why a unit cannot be left out."""
        raise NotImplementedError

    def choices(self, g: R) -> list[Action]:
        """Fight, leave units out, take them in again, chit 8, cancel."""
        found = [g.act("fight")]
        found += g.acts("drop", [p for p in each(self.units) if self.drop_refusal(g, p) is None])
        found += g.acts("join", each(self.able(g) & ~self.units))
        found += g.acts("collapse", self.brittle(g))
        if not self.settled:
            found.append(g.act("cancel"))
        return found

    def refusal(self, g: R, action: Action) -> Refusal | None:
        if action.verb == "fight":
            return None
        if action.verb == "cancel":
            return Refusal("chit 8 has been played for this fight", "E.8a") if self.settled else None
        piece = action.args[0]
        if action.verb == "drop":
            return self.drop_refusal(g, piece)
        if action.verb == "collapse":
            return self._collapse_refusal(g, piece)
        if self.able(g) & ~self.units & one(piece):
            return None
        return self.join_refusal(g, piece)

    def join_refusal(self, g: R, piece: int) -> Refusal:
        """Why a unit cannot be taken in."""
        if self.units >> piece & 1:
            return Refusal("that unit takes part already", self.rule)
        return Refusal("that unit cannot take part", self.rule)

    def brittle(self, g: R) -> list[Piece]:
        """E.8, R50 The German defenders at full strength, if the attacker holds chit 8."""
        if nationality(g.state.impulse) != SOVIET or not holds(g, camp_of(g.state.impulse), COLLAPSE):
            return []
        return [p for p in each(g.here.get(self.zone, 0) & g.game.germans) if not g.flags[p] & REDUCED]

    def _collapse_refusal(self, g: R, piece: int) -> Refusal | None:
        if piece in self.brittle(g):
            return None
        reduced = g.flags[piece] & REDUCED and g.where[piece] == self.zone
        return Refusal("only a full-strength German defender, by the holder of chit 8", "E.8b" if reduced else "E.8a")

    def label(self, g: R, action: Action) -> str:
        if action.verb in OF_UNIT:
            return f"{name(g, action.args[0])}: {OF_UNIT[action.verb]}"
        return LABELS.get(action.verb, "")

    def on_drop(self, g: R, unit: Piece) -> None:
        """Leave a unit out."""
        self.units = Pieces(self.units & ~one(unit))

    @marked(Mark.TAKES_BACK)
    def on_join(self, g: R, unit: Piece) -> None:
        """Take it in again."""
        self.units = Pieces(self.units | one(unit))

    def on_collapse(self, g: R, defender: Piece) -> None:
        """E.8a, R50 A defender is reduced before the die."""
        self.settled = True
        spend(g, camp_of(g.state.impulse), COLLAPSE)
        g.set_flag(defender, REDUCED, text="collapses and is reduced", rule="E.8a")

    @marked(Mark.TAKES_BACK)
    def on_cancel(self, g: R) -> None:
        """Think again."""
        g.end()

    def on_fight(self, g: R) -> None:
        """Fight it out."""
        g.become(Battle(self.kind, self.zone, self.units))
