"""The Rally Phase (3.1.11, 7.66) and guns that unlimber at night (8.35)."""

from __future__ import annotations

from typing import ClassVar

from ...engine.bounds import Either, Few
from ...engine.flow import Action, Ask, Concern, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.telling import at_most
from .model import (
    DISRUPTED,
    FLIPPED,
    GERMAN,
    NIGHT_TURN,
    Decide,
    Dice,
    S,
    Work,
    first_side,
    is_seelow,
    name_of,
    on_map,
    values,
)


class Rally(Work):
    """3.1.11, R58 Every disrupted unit is rolled for, the first player's first; at night guns may unlimber."""

    waiting: Pieces = Pieces(0)
    stage: Few = 0

    def run(self, g: S) -> None:
        """Roll for both sides, then ask for guns in the night turn."""
        if self.waiting:
            unit = each(self.waiting)[0]
            self.waiting = Pieces(self.waiting & ~one(unit))
            g.call(RallyDie(unit))
            return
        first = first_side(g)
        if self.stage < 2:
            self.waiting = disrupted(g, first ^ self.stage)
        elif self.stage < 4 and g.state.turn == NIGHT_TURN:
            g.call(Emplace(first ^ (self.stage - 2)))
        else:
            g.end()
            return
        self.stage += 1


def disrupted(g: S, side: int) -> Pieces:
    """7.66 The disrupted units of a side on the map."""
    return Pieces(sum(one(p) for p in each(on_map(g, g.game.roster.of_side[side])) if g.flags[p] & DISRUPTED))


def rally_modifier(g: S, piece: int) -> int:
    """11.32 What is added to the die: two for the Germans before Küstrin, who lack fuel and ammunition."""
    short = not is_seelow(g) and g.game.side_of[piece] == GERMAN
    return g.game.rally_modifier if short else 0


class RallyDie(Dice):
    """7.66, 7.68, 11.32 Not above the printed morale of the side shown: the unit recovers."""

    cites: ClassVar[str] = "7.66"

    unit: Piece

    def purpose(self, g: S) -> str:
        return f"Rally of {name_of(g, self.unit)}"

    def concerns(self, g: S) -> Concern:
        """7.66 The unit."""
        return (self.unit,), (g.where[self.unit],)

    def most(self, g: S) -> int:
        """7.66, 11.32 The highest roll that rallies: the printed rating, without what disruption takes off."""
        return values(g, self.unit).morale - rally_modifier(g, self.unit)

    def verdict(self, g: S, action: Action) -> str:
        """7.66 Whether the unit recovers."""
        return at_most(action.args[0], self.most(g), "rallies", "stays disrupted")

    def on_roll(self, g: S, face: int) -> None:
        """7.66 Not above the rating recovers."""
        g.end()
        if face <= self.most(g):
            g.clear_flag(self.unit, DISRUPTED, rule="7.66")


class Emplace(Decide):
    """8.35, 10.28, 3.1.11b In the night turn guns may turn from Move Mode back to Fire Mode."""

    side: Either
    forced: ClassVar[bool] = True

    def seat(self, g: S) -> Seat:
        """First one player, then the other."""
        return Seat(self.side)

    def limbered(self, g: S) -> Pieces:
        """The side's guns in Move Mode."""
        guns = on_map(g, g.game.artillery & g.game.roster.of_side[self.side])
        return Pieces(sum(one(p) for p in each(guns) if g.flags[p] & FLIPPED))

    def ask(self, g: S) -> Ask:
        return Ask(prompt="Which guns go back to Fire Mode? This is the only chance.", rule="8.35")

    def choices(self, g: S) -> list[Action]:
        """Guns in Move Mode, and the end."""
        guns = self.limbered(g)
        found = g.acts("emplace", each(guns))
        return [*found, g.act("all"), g.act("done")] if guns else [g.act("done")]

    def refusal(self, g: S, action: Action) -> Refusal | None:
        """Why a unit cannot unlimber."""
        if action.verb == "done":
            return None
        if action.verb == "all":
            return None if self.limbered(g) else Refusal("no gun of yours is in Move Mode", "8.35")
        if self.limbered(g) >> action.args[0] & 1:
            return None
        return Refusal(f"{name_of(g, action.args[0])} is not a gun of yours in Move Mode", "8.35")

    def label(self, g: S, action: Action) -> str:
        if action.verb in ("all", "done"):
            return "All guns to Fire Mode" if action.verb == "all" else "Leave the others as they are"
        return f"{name_of(g, action.args[0])} to Fire Mode"

    def on_emplace(self, g: S, unit: Piece) -> None:
        """8.35 Back to Fire Mode."""
        g.clear_flag(unit, FLIPPED, text="unlimbers: Fire Mode", rule="8.35")

    def on_all(self, g: S) -> None:
        """8.35 All of them."""
        for piece in each(self.limbered(g)):
            self.on_emplace(g, piece)

    @marked(Mark.CLOSES)
    def on_done(self, g: S) -> None:
        """The rest stay in Move Mode."""
        g.end()
