"""Why somebody answered as he did: what a step of a plan gains over leaving it out, worked out anew.

It is what a marshal weighs: the rest of the turn and the reply are imagined with the step and without it, in the same
futures, by what the seat saw when the plan was made.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from ...engine.errors import RecordError
from ...engine.flow import CHANCE, Choice, Seat
from ...engine.game import Game
from ...engine.pieces import Piece, Pieces, band
from ...engine.record import Record
from ...engine.view import imagine, view
from ..analysis import wording
from ..analysis.reasons import Scales
from ..analysis.stretches import Cutter, Stretch, steps
from ..analysis.told import PlanLine, Reason
from ..base import onward_actions
from ..plans import FUTURES, Plan, Planner
from ..prospects import Prospects
from ..staff import PLAIN, Style
from .forecast import Forecast, forecast, tried

OPENINGS = 4
"""Other answers that are looked at where a plan has no step that could be left out."""


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """The reasons for a step."""

    seat: str
    at: int
    """After so many actions the plan began that the step belongs to."""
    step: list[str]
    """The step in words."""
    line: PlanLine
    """All of the plan."""
    instead: list[str]
    """What would have been done instead, in sentences; empty where the step would have been left out."""
    at_once: list[Reason]
    """The terms of the score in which the step is better or worse before the other side has replied."""
    forecast: Forecast | None
    """After the reply; None where there was no choice."""
    fitted: bool
    """Whether games that were played say what a lead means; where not, shares are a guess by the score."""


def why(game: Game[Any], record: Record, at: int, seed: int = 0) -> Explanation:
    """Why the action before `at` was played; what luck answered has no reasons."""
    stretch, first = _stretch_of(game, record, at)
    return _Inquiry(game, stretch, first, seed).why(at - 1 - stretch.at)


def _stretch_of(game: Game[Any], record: Record, at: int) -> tuple[Stretch, Any]:
    """The stretch in which an action was played, and the position when the first turn began."""
    if not 1 <= at <= len(record.entries):
        raise RecordError(f"there is no action {at}: the game has {len(record.entries)}")
    cutter = Cutter(game)
    first: Any = None
    for step in steps(game, record):
        if first is None and step.scene.turn:
            first = step.before
        if step.at == at - 1 and step.before.to_decide == CHANCE:
            raise RecordError("this was luck's answer: it has no reasons")
        cutter.take(step)
        if cutter.found and cutter.found[-1].at >= at:
            break  # the next one has begun
    found = next(one for one in reversed(cutter.found) if one.at < at)
    return found, first if first is not None else found.start


class _Inquiry:
    """Looks for the reasons of one step."""

    def __init__(self, game: Game[Any], stretch: Stretch, first: Any, seed: int) -> None:
        rng = Random(f"{seed} why {stretch.at}")
        self.game = game
        self.stretch = stretch
        self.seat: Seat = stretch.seat
        seen = view(stretch.start, self.seat)
        self.worlds = [imagine(game, seen, rng) for _ in range(FUTURES if seen.hidden else 1)]
        self.prospects = Prospects(game, imagine(game, view(first, self.seat), rng))
        self.planner = Planner(self.worlds, self.seat, self.prospects.share, rng)
        self.key = rng.getrandbits(64)

    def why(self, number: int) -> Explanation:
        """The reasons for the action of this number in the stretch."""
        plan = self.planner.followed(self.stretch.actions, "played")
        part, begins = _part_of(plan, number)
        instead = self._instead(plan, part)
        seat = self.seat
        mine = tried(self.worlds, seat, self.prospects, plan, self.key, FUTURES)
        found, at_once = None, list[Reason]()
        if instead is not None:
            other = tried(self.worlds, seat, self.prospects, instead, self.key, FUTURES)
            scales = Scales(self.game)
            found = forecast(mine, other, seat, scales)
            at_once = scales.reasons([instead.after], [plan.after], seat)
        begun = _only(plan, part, begins)
        return Explanation(
            seat=self.game.seats(self.stretch.start.setup)[seat].id,
            at=self.stretch.at,
            step=wording.line(begun, seat, 0.0).words or [_said(plan, begins, seat)],
            line=wording.line(plan, seat, round(mine.share, 4)),
            instead=_differs(plan, instead, seat) if instead is not None else [],
            at_once=at_once,
            forecast=found,
            fitted=self.prospects.fitted,
        )

    def _instead(self, plan: Plan, part: int) -> Plan | None:
        """The plan without a part of it or, where that leads to the same, the best other answer."""
        keep = [one for n, one in enumerate(plan.parts) if n != part]
        left_out = self.planner.plan(Style(held=self._pieces(plan.parts[part])), "left out", keep)
        if left_out.after.key() != plan.after.key():
            return left_out
        start = len([action for one in plan.parts[:part] for action in one])
        g = plan.before[start]
        others = [action for action in onward_actions(g) if action is not plan.parts[part][0]]
        made = [
            self.planner.plan(PLAIN, "answer", [*plan.parts[:part], [action]]) for action in self._promising(g, others)
        ]
        made = [one for one in made if one.after.key() != plan.after.key()]
        return max(made, key=lambda one: self.planner.mean(one, 2), default=None)

    def _promising(self, g: Any, actions: list[Any]) -> list[Any]:
        """The first few of them, spread over all."""
        return actions[:: max(1, len(actions) // OPENINGS)][:OPENINGS]

    def _pieces(self, part: list[Any]) -> Pieces:
        kinds = self.game.kinds
        return band(
            arg for action in part for kind, arg in zip(kinds(action.verb), action.args, strict=True) if kind is Piece
        )


def _part_of(plan: Plan, number: int) -> tuple[int, int]:
    """The part of a plan to which an action belongs, and the number of its first action."""
    begins = 0
    for n, part in enumerate(plan.parts):
        if number < begins + len(part):
            return n, begins
        begins += len(part)
    return len(plan.parts) - 1, begins - len(plan.parts[-1])


def _only(plan: Plan, part: int, begins: int) -> Plan:
    """One part of a plan."""
    ends = begins + len(plan.parts[part])
    after = plan.before[ends] if ends < len(plan.before) else plan.after
    return Plan([plan.parts[part]], plan.before[begins:ends], after, plan.how)


def _said(plan: Plan, number: int, seat: Seat) -> str:
    g, action = plan.before[number], plan.actions[number]
    frame = g.frame
    label = frame.label(g, action) if isinstance(frame, Choice) else ""
    return f"{label or wording.in_words(g, action, seat)}."


def _differs(plan: Plan, instead: Plan, seat: Seat) -> list[str]:
    """What the other plan does that this one does not."""
    known = set(wording.line(plan, seat, 0.0).words)
    return [text for text in wording.line(instead, seat, 0.0).words if text not in known][:3]
