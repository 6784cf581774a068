"""Who takes part against one hex: guns in a barrage (8.14), units in an attack (7.2.1)."""

from __future__ import annotations

from typing import ClassVar

from ...engine.flow import Action, Ask, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place
from ...engine.terms import Calculation
from .model import Decide, S, name_of


class Gathering(Decide):
    """A plan that grows unit by unit; its subclasses say who may join and carry it out."""

    target: Place
    units: Pieces = Pieces(0)
    go: ClassVar[str]
    """The verb that carries the plan out."""
    rule: ClassVar[str]
    heading: ClassVar[str]
    question: ClassVar[str]
    words: ClassVar[dict[str, str]]
    """What the buttons say: for `go`, `all`, `cancel`, and for a unit that joins."""

    def free(self, g: S) -> Pieces:
        """Who may still join."""
        raise NotImplementedError

    def calculated(self, g: S) -> Calculation:
        """The calculation as it stands."""
        raise NotImplementedError

    def refuse_go(self, g: S) -> Refusal | None:
        """Why the plan cannot be carried out so."""
        return None if self.units else Refusal("no unit has been chosen", self.rule)

    def refuse_joining(self, g: S, piece: Piece) -> Refusal:
        """Why a unit that is not free cannot join."""
        raise NotImplementedError

    def ask(self, g: S) -> Ask:
        """The question, with the chances as they stand."""
        where = g.game.place_title(self.target)
        panel = self.calculated(g) if self.units else Calculation(title=f"{self.heading} on {where}")
        prompt = self.question.format(where)
        return Ask(prompt=prompt, rule=self.rule, pieces=each(self.units), places=(self.target,), panel=panel)

    def choices(self, g: S) -> list[Action]:
        """Units to add or leave out, to carry it out, or not."""
        free = self.free(g)
        found = g.acts("add", each(free))
        if free:
            found.append(g.act("all"))
        if self.refuse_go(g) is None:
            found.append(g.act(self.go))
        return [*found, *g.acts("drop", each(self.units)), g.act("cancel")]

    def refusal(self, g: S, action: Action) -> Refusal | None:
        """Why a unit cannot join or leave, or the plan not be carried out."""
        verb = action.verb
        if verb == "cancel":
            return None
        if verb == self.go:
            return self.refuse_go(g)
        if verb == "all":
            return None if self.free(g) else Refusal("nobody else can join", self.rule)
        piece: Piece = action.args[0]
        if verb == "drop":
            return None if self.units >> piece & 1 else Refusal(f"{name_of(g, piece)} is not among them", self.rule)
        return None if self.free(g) >> piece & 1 else self.refuse_joining(g, piece)

    def label(self, g: S, action: Action) -> str:
        if action.verb in self.words:
            return self.words[action.verb]
        name = name_of(g, action.args[0])
        return f"{name} {self.words['joins']}" if action.verb == "add" else f"Leave {name} out"

    def on_add(self, g: S, unit: Piece) -> None:
        """A unit joins."""
        self.units = Pieces(self.units | one(unit))

    def on_all(self, g: S) -> None:
        """Everyone who can joins."""
        self.units = Pieces(self.units | self.free(g))

    @marked(Mark.TAKES_BACK)
    def on_drop(self, g: S, unit: Piece) -> None:
        """A unit stays out after all."""
        self.units = Pieces(self.units & ~one(unit))

    @marked(Mark.TAKES_BACK)
    def on_cancel(self, g: S) -> None:
        """Nothing against this hex."""
        g.end()
