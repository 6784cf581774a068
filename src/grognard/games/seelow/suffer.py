"""What a result does to the side that suffers it (6.5-6.7, 7.4, 8.15, 8.16), whatever kind of harm it was.

In order: the circled loss, the morale checks, one decision to hold or to retreat, and the retreats.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ...engine.bounds import Number
from ...engine.events import Said
from ...engine.flow import Action, Ask, Concern, Hint, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, band, each, one
from ...engine.places import gather
from ...engine.telling import at_most, fitting, listed, slots
from .harm import Harm, SufferingChooses
from .model import DISRUPTED, REDUCED, Decide, Dice, S, kill, lose_step, morale, name_of, on_map
from .results import Result
from .retreats import NextRetreat, cannot_retreat, fates


class Suffer(Harm):
    """6.5, 7.4, 8.15 The stages of a result, in order."""

    def run(self, g: S) -> None:
        """Go through the stages in order."""
        stage = STAGES[self.stage]
        self.stage += 1
        stage(self, g)

    def circled_loss(self, g: S) -> None:
        """6.55, 7.45, 8.16 First a step, from a unit of the owner's choice."""
        self.several = len(each(self.involved)) > 1
        side = g.game.roster.of_side[self.side]
        self.shaken = band(p for p in each(on_map(g, side)) if g.flags[p] & DISRUPTED)
        if self.circled:
            g.call(TakeLoss())

    def begin_checks(self, g: S) -> None:
        """7.42 In combat morale is compared with the number; after fire each unit left rolls."""
        if self.checks:
            self.to_check = self.left(g)
        else:
            self.failed = band(p for p in each(self.left(g)) if morale(g, p) < self.number)

    def check(self, g: S) -> None:
        """6.61, R30 All checks are rolled before anybody retreats, in the order of the unit list."""
        if self.to_check:
            self.stage -= 1
            unit = each(self.to_check)[0]
            self.to_check = Pieces(self.to_check & ~one(unit))
            g.call(MoraleDie(unit, self.number))

    def decide(self, g: S) -> None:
        """7.44, R10 Hold or retreat: one decision for all."""
        if not self.failed:
            g.end()
        elif self.may_hold and self.payers(g) and not self.is_doomed(g):
            g.call(HoldOrRetreat())

    def is_doomed(self, g: S) -> bool:
        """7.44, 7.58b, R10 Whether one unit is all there is, and lost if it holds as well as if it retreats."""
        piece = each(self.failed)[0]
        if self.failed != self.payers(g) or self.failed != one(piece) or not loses_all(g, piece):
            return False
        return cannot_retreat(g, self, piece)

    def hold(self, g: S) -> None:
        """7.44 Nobody retreats, nobody is disrupted; one unit pays."""
        self.failed = Pieces(0)
        self.stage = STAGES.index(Suffer.done)
        g.call(PayStep())

    def rout(self, g: S) -> None:
        """7.58a, 8.12, 8.33 Guns that must retreat are lost; the others are to go, and some may go along."""
        self.hexes = gather(g.where[piece] for piece in each(self.failed))
        for piece in each(self.failed & g.game.artillery):
            kill(g, piece, "8.33", "cannot retreat and is eliminated")
        self.failed = Pieces(self.failed & ~g.game.artillery)
        self.fleeing = self.failed

    def retreat(self, g: S) -> None:
        """7.5, R13 One unit after another, in an order of the owner's choice."""
        g.call(NextRetreat())

    def done(self, g: S) -> None:
        """The result has been applied."""
        g.end()


STAGES = (
    Suffer.circled_loss,
    Suffer.begin_checks,
    Suffer.check,
    Suffer.decide,
    Suffer.rout,
    Suffer.retreat,
    Suffer.done,
)


def suffer(side: int, involved: int, result: Result, *, checks: bool, may_hold: bool, helpless: bool) -> Suffer:
    """The frame for a result that neither misses nor eliminates."""
    return Suffer(side, Pieces(involved), result.number, result.circled, checks, may_hold, helpless)


class TakeLoss(SufferingChooses):
    """6.55, 7.45, 8.16, R18 The owner chooses who takes the circled loss."""

    forced: ClassVar[bool] = True
    verb: ClassVar[str] = "lose"

    def ask(self, g: S) -> Ask:
        prompt = "The result costs a step at once: which unit loses it?"
        return Ask(prompt=prompt, rule="7.45", pieces=each(g.find(Suffer).left(g)))

    def eligible(self, g: S) -> tuple[Piece, ...]:
        """Any unit involved."""
        return each(g.find(Suffer).left(g))

    def why_not(self, g: S, piece: Piece) -> Refusal:
        """Why a unit cannot take it."""
        return Refusal(f"{name_of(g, piece)} is not part of this result", "7.45")

    def on_lose(self, g: S, unit: Piece) -> None:
        """6.72 The step is lost."""
        g.find(Suffer).loser = unit
        lose_step(g, unit, "6.55" if g.find(Suffer).checks else "7.45")
        g.end()


class MoraleDie(Dice):
    """6.61-6.64, 7.64 One die with the result's number added, against the morale of the side shown."""

    cites: ClassVar[str] = "6.61"

    unit: Piece
    number: Number

    def purpose(self, g: S) -> str:
        return f"Morale check of {name_of(g, self.unit)}"

    def concerns(self, g: S) -> Concern:
        """6.61 The unit."""
        return (self.unit,), (g.where[self.unit],)

    def most(self, g: S) -> int:
        """6.62, 6.53 The highest roll that passes: the rating less what the result adds."""
        return morale(g, self.unit) - self.number

    def verdict(self, g: S, action: Action) -> str:
        """6.62, 6.63 Whether the unit keeps its nerve."""
        return at_most(action.args[0], self.most(g), "keeps its nerve", "must retreat")

    def on_roll(self, g: S, face: int) -> None:
        """6.62, 6.63 Not above the rating passes."""
        frame = g.find(Suffer)
        if face > self.most(g):
            frame.failed = Pieces(frame.failed | one(self.unit))
        g.end()


class HoldOrRetreat(Decide):
    """7.44, R9, R10 The owner may pay one step instead of all retreats of the result."""

    def seat(self, g: S) -> Seat:
        """The owner of the units."""
        return Seat(g.find(Suffer).side)

    def ask(self, g: S) -> Ask:
        failed = each(g.find(Suffer).failed)
        names = listed(name_of(g, p) for p in failed)
        prompt = f"{names}: two hexes back, disrupted, or pay one step and hold?"
        return Ask(prompt=prompt, rule="7.44", pieces=failed)

    def choices(self, g: S) -> list[Action]:
        """Both, always."""
        return [g.act("retreat"), g.act("hold")]

    def refusal(self, g: S, action: Action) -> Refusal | None:
        """Both are possible."""
        return None

    def label(self, g: S, action: Action) -> str:
        """What the buttons say: what becomes of every unit."""
        frame = g.find(Suffer)
        if action.verb == "retreat":
            return f"Retreat: {fates(g, frame)}"
        return f"Hold: {self._price(g, each(frame.payers(g)))}"

    def _price(self, g: S, payers: Sequence[int]) -> str:
        """7.44, 6.74 Who pays for holding, and whom it costs the last step."""
        if len(payers) == 1:
            name = name_of(g, payers[0])
            return f"{name} is lost" if loses_all(g, payers[0]) else f"{name} loses a step"
        lost = [name_of(g, piece) for piece in payers if loses_all(g, piece)]
        names = listed((name_of(g, piece) for piece in payers), "or")
        if len(lost) == len(payers):
            return f"{names} is lost"
        return f"{names} loses a step{f', {listed(lost)} the last one' if lost else ''}"

    def hint(self, g: S, action: Action) -> Hint:
        """7.42, 7.44, 7.58, 8.33 The rule behind it."""
        if action.verb == "hold":
            return Hint(text="nobody goes back, and nobody is disrupted", rule="7.44")
        frame = g.find(Suffer)
        doomed = [piece for piece in each(frame.failed) if cannot_retreat(g, frame, piece)]
        guns = any(g.game.artillery >> piece & 1 for piece in doomed)
        return Hint(text="two hexes back, disrupted", rule="8.33" if guns else "7.58b" if doomed else "7.42")

    @marked(Mark.RIVAL)
    def on_retreat(self, g: S) -> None:
        """7.42 They go back and are disrupted."""
        g.end()

    @marked(Mark.RIVAL)
    def on_hold(self, g: S) -> None:
        """7.44 They stay."""
        g.end()
        g.find(Suffer).hold(g)


def loses_all(g: S, piece: int) -> bool:
    """6.74 Whether one step is all that a unit has."""
    return g.game.roster[piece].steps == 1 or bool(g.flags[piece] & REDUCED)


class PayStep(SufferingChooses):
    """7.44, 7.45, R11 Who loses the step that holds the ground."""

    forced: ClassVar[bool] = True
    verb: ClassVar[str] = "lose"

    def ask(self, g: S) -> Ask:
        prompt = "Which unit loses a step, so that all can stay?"
        return Ask(prompt=prompt, rule="7.44", pieces=each(g.find(Suffer).payers(g)))

    def eligible(self, g: S) -> tuple[Piece, ...]:
        """Units involved."""
        return each(g.find(Suffer).payers(g))

    def why_not(self, g: S, piece: Piece) -> Refusal:
        """Why a unit cannot pay."""
        if piece == g.find(Suffer).loser:
            return Refusal(f"{name_of(g, piece)} took the first loss: another unit must pay", "7.45")
        return Refusal(f"{name_of(g, piece)} is not part of this result", "7.44")

    def on_lose(self, g: S, unit: Piece) -> None:
        """7.44 The price of holding."""
        lose_step(g, unit, "7.44")
        left = each(g.find(Suffer).left(g))
        if left:
            text = f"{slots('p', len(left))} {fitting(len(left), 'holds', 'hold')} the ground."
            g.emit(Said(text=text, pieces=left, rule="7.44"))
        g.end()
