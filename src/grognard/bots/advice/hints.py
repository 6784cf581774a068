"""A hint: the best answers to the present question, each with the plan that it begins and what may come of it.

Answers are found as a marshal finds his plans, from what the seat sees and nothing else. Each is tried together with
what follows it until luck or the other side has the word. The best are then compared in new futures, the same for all,
because whatever won a search was also lucky in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import Any

import msgspec

from ...engine.concealment import calculation_seen, names_for
from ...engine.errors import ActionError
from ...engine.flow import Choice, Seat
from ...engine.game import Game
from ...engine.terms import CalculationSeen
from ...engine.view import View, imagine
from ..analysis import wording
from ..analysis.reasons import Scales
from ..analysis.told import PlanLine
from ..base import onward_actions
from ..clock import thread_time
from ..plans import FUTURES, Plan, Planner, World, stances
from ..prospects import Prospects
from ..staff import PLAIN
from .forecast import Forecast, Trial, forecast, tried

ANSWERS = 3
"""Answers that are told."""
OPENINGS = 8
"""Answers to the present question of which a plan is made."""
MOST = 16
"""Plans that are compared, those of the answers among them."""
FEW = 2
"""Futures in which all of them are tried; the best are tried in all."""
CHOSEN = 5
"""How many those are, if there is time for more than are told."""
USUAL = 5.0
"""Seconds of processor time; 0 for as long as it takes, which always gives the same."""
SEARCH = 0.6
"""The share of the time that the search may take."""
PATIENCE = 2.0
"""On a busy machine it may last so many times as long."""
STALE = 6
"""Plans like earlier ones, after which no more are made."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One of the best answers, with the plan that it begins."""

    action: str
    """The answer, in the words of the seat."""
    first: PlanLine
    """What comes of it at once: the unit that is picked, and where it goes."""
    line: PlanLine
    """All of the plan, until luck or the other side has the word."""
    forecast: Forecast
    odds: list[CalculationSeen]
    """The calculations with exact chances that the plan comes to."""


class Hints(msgspec.Struct, frozen=True, kw_only=True):
    """The best answers to a question, the best first."""

    seat: str
    answers: list[Answer]
    instead: str
    """What they are compared with, in words."""
    share: float
    """What the seat can expect as things stand."""
    fitted: bool
    """Whether games that were played say what a lead means; where not, shares are a guess by the score."""
    tried: int
    """How many plans were tried."""


def hints(
    game: Game[Any], seen: View, seed: int = 0, seconds: float = USUAL, first: View | None = None, plans: int = MOST
) -> Hints:
    """The best answers to the question that a seat sees; `first` is what it saw when the first turn began."""
    asked = seen.decision
    if asked is None or asked.seat != seen.seat:
        raise ActionError("nothing is asked of this seat now")
    return _Adviser(game, seen, seed, seconds, first, plans).hints()


class _Adviser:
    """Finds the best answers to one question."""

    def __init__(self, game: Game[Any], seen: View, seed: int, seconds: float, first: View | None, plans: int) -> None:
        rng = Random(f"{seed} hint")
        self.game = game
        self.worlds = [imagine(game, seen, rng) for _ in range(FUTURES if seen.hidden else 1)]
        self.g = self.worlds[0]
        self.seat = game.seat(self.g.setup, seen.seat)
        self.prospects = Prospects(game, imagine(game, first, rng) if first is not None else self.g)
        self.planner = Planner(self.worlds, self.seat, self.prospects.share, rng, stances(game))
        self.rng = rng
        self.seconds = seconds
        self.most = plans
        self._began = thread_time(), monotonic()

    def hints(self) -> Hints:
        """The best answers, with what may come of them."""
        plans = self._plans()
        chosen = self._chosen(plans)
        key = self.rng.getrandbits(64)
        passive = self._passive(chosen[0])
        trials = [self._tried(plan, key) for plan in chosen]
        trials.sort(key=lambda trial: -trial.share)
        instead = self._tried(passive, key) if passive is not None else trials[-1]
        scales = Scales(self.game)
        return Hints(
            seat=self.game.seats(self.g.setup)[self.seat].id,
            answers=[self._answer(trial, instead, scales) for trial in trials[:ANSWERS]],
            instead="doing nothing" if passive is not None else "the last of these answers",
            share=round(self.prospects.share(self.g, self.seat), 4),
            fitted=self.prospects.fitted,
            tried=len(plans),
        )

    # -- finding plans ---------------------------------------------------------------------------

    def _plans(self) -> list[Plan]:
        """Plans that lead to different positions, the best first; the staff's own is always among them."""
        planner = self.planner
        found: list[Plan] = []
        seen: set[Any] = set()
        stale = 0
        for plan in self._candidates():
            key = plan.after.key()
            stale = stale + 1 if key in seen else 0
            if not stale:
                seen.add(key)
                found.append(plan)
                planner.mean(plan, FEW)
                planner.best = max(found, key=lambda one: planner.mean(one, FEW))
            if stale == STALE or len(found) == self.most or (len(found) >= ANSWERS and self._is_late()):
                break
        return sorted(found, key=lambda plan: -planner.mean(plan, FEW))

    def _is_late(self) -> bool:
        """Whether the time for the search is over; on a busy machine it may last a little longer."""
        used, passed = thread_time() - self._began[0], monotonic() - self._began[1]
        return bool(self.seconds) and (used > SEARCH * self.seconds or passed > PATIENCE * self.seconds)

    def _candidates(self) -> Iterator[Plan]:
        yield self.planner.plan(PLAIN, "staff")
        if len(onward_actions(self.g)) > 1:
            for action in self.planner.openings(OPENINGS):
                yield self.planner.plan(PLAIN, "answer", [[action]])
            yield from self.planner.others()

    def _chosen(self, plans: list[Plan]) -> list[Plan]:
        """The best plans that begin differently and come to something else: all others are no other answer."""
        found: list[Plan] = []
        begun: set[tuple[str, ...]] = set()
        ends: set[Any] = set()
        for plan in plans:
            beginning, end = tuple(plan.texts(self.seat)[: _steps(plan)]), self._end(plan)
            if beginning not in begun and end not in ends:
                found.append(plan)
            begun.add(beginning)
            ends.add(end)
        return found[: ANSWERS if self._is_late() else CHOSEN]

    def _end(self, plan: Plan) -> Any:
        """Where a plan leads, whatever the order in which that was done."""
        orders = sorted([order.text for order in wording.orders(plan, self.seat)])
        return tuple(plan.after.where), tuple(plan.after.steps), tuple(plan.after.flags), tuple(orders)

    def _passive(self, plan: Plan) -> Plan | None:
        """What comes of doing nothing, where that is possible and something else."""
        idle = self.planner.idle()
        return idle if self._end(idle) != self._end(plan) and len(idle.actions) < len(plan.actions) else None

    # -- telling what comes of them --------------------------------------------------------------

    def _tried(self, plan: Plan, key: int) -> Trial:
        return tried(self.worlds, self.seat, self.prospects, plan, key, FUTURES)

    def _answer(self, trial: Trial, instead: Trial, scales: Scales) -> Answer:
        plan, seat = trial.plan, self.seat
        first = wording.line(_begun(plan), seat, 0.0)
        whole = wording.line(plan, seat, round(trial.share, 4))
        return Answer(
            action=whole.actions[0],
            first=msgspec.structs.replace(first, words=first.words or [_said(plan, seat)]),
            line=whole,
            forecast=forecast(trial, instead, seat, scales),
            odds=odds(plan, seat),
        )


def _steps(plan: Plan) -> int:
    """How many actions the first part of a plan has."""
    return len(plan.parts[0])


def _begun(plan: Plan) -> Plan:
    """The first part of a plan."""
    steps = _steps(plan)
    after = plan.before[steps] if steps < len(plan.before) else plan.after
    return Plan(plan.parts[:1], plan.before[:steps], after, plan.how)


def _said(plan: Plan, seat: Seat) -> str:
    """The first answer as its button says it."""
    g, action = plan.before[0], plan.actions[0]
    frame = g.frame
    label = frame.label(g, action) if isinstance(frame, Choice) else ""
    return f"{label or wording.in_words(g, action, seat)}."


def odds(plan: Plan, seat: Seat) -> list[CalculationSeen]:
    """The calculations with exact chances that a plan comes to, each as it stood last."""
    found: dict[str, CalculationSeen] = {}
    for g in (*plan.before, plan.after):
        seen = _panel(g, seat)
        if seen is not None and seen.odds:
            found[seen.title] = seen
    return list(found.values())


def _panel(g: World, seat: Seat) -> CalculationSeen | None:
    if not g.stack or not isinstance(g.frame, Choice) or g.to_decide != seat:
        return None
    return calculation_seen(g.frame.ask(g).panel, names_for(g, seat)[0])
