"""The marshal: compares whole plans for its turn by what they are worth after the enemy's reply.

It begins with the staff's own plan and tries others against it, in the same imagined futures, until its time is up or
nothing new comes up. What was decided is carried out until luck or the enemy has spoken; then it plans again.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import Any, ClassVar

from ..engine.flow import Seat
from ..engine.game import Game
from ..engine.position import Position
from ..engine.view import View, imagine, known
from .base import Bot
from .clock import thread_time
from .plans import FUTURES, Plan, Planner, stances
from .staff import PLAIN

LONGEST = 6.0
"""Seconds of thought about one decision, at most; what is begun then is finished."""
PATIENCE = 1.5
"""On a busy machine it takes at most so many times the time that it would use."""
BATCH = 8
"""Plans that are compared at a time:"""
FEW = 2
"""all of them in so many futures,"""
CHOSEN = 3
"""so many of them in all futures."""
SCALE = 200.0
"""Points of gain that are a lot."""
LITTLE = 0.05
"""What they count for beside the outlook."""
STALE = 8
"""Plans like earlier ones, after which no more are made."""
LEAST = 20
"""Futures that are worth imagining; with time for fewer the staff's own plan is carried out as it is."""


class MarshalBot(Bot):
    """Plans its turn and thinks of the reply."""

    name = "marshal"
    about = "plans whole turns and thinks of the reply; takes a few seconds for a turn"
    pace: ClassVar[float] = 0.1
    """Seconds of processor time for a decision, on average."""

    def __init__(self, game: Game[Any], rng: Random, simulations: int = 0) -> None:
        super().__init__(game, rng)
        self.simulations = simulations
        """Futures to imagine for each plan; 0 for as many as its pace allows. With a number, the same view and the
        same seed always give the same answer."""
        self._saved = 0.0
        """Seconds left over from earlier decisions."""
        self._cost = 0.05
        """Seconds that a future takes to imagine, its share of making plans included."""
        self._kept: list[tuple[dict[str, Any], str]] = []
        """What is decided already: what the seat will know then, and what it does."""
        self._stances: list[Game[Any]] | None = None
        self._par = 0.0
        self._latest = 0.0
        """When to stop on a machine that is too busy to give it its time."""
        self.tally: Counter[str] = Counter()
        """For studies: plans made, futures imagined, and how plans were made that were better than those before."""

    def choose(self, view: View) -> str:
        """The next action of the plan; a new plan where the old one is at its end or no longer fits."""
        began = thread_time()
        answer = self._decided(view) or self._planned(view)
        self._saved += self.pace - (thread_time() - began)
        return answer

    def _decided(self, view: View) -> str:
        if not self._kept:
            return ""
        expected, text = self._kept.pop(0)
        if expected == view.position:
            return text
        self._kept = []
        return ""

    def _planned(self, view: View) -> str:
        worlds = [imagine(self.game, view, self.rng) for _ in range(FUTURES if view.hidden else 1)]
        g = worlds[0]
        seat = self.game.seat(g.setup, view.seat)
        self._par = self._lead(g, seat)
        began = thread_time()
        planner = Planner(worlds, seat, self._judge, self.rng, self._other_weights())
        plan = planner.plan(PLAIN, "staff")
        seconds = min(LONGEST, self._saved + self.pace * len(plan.actions))
        if len(g.actions()) > 1 and (self.simulations or self._is_worth_it(seconds - (thread_time() - began))):
            self._latest = monotonic() + PATIENCE * seconds
            plan = self._improved(planner, plan, began + seconds)
        texts = plan.texts(seat)
        self._kept = [(known(at, seat), text) for at, text in zip(plan.before[1:], texts[1:], strict=True)]
        return texts[0]

    def _is_worth_it(self, seconds: float) -> bool:
        """Whether there is time for a good look; where not, it is saved for a decision that matters more."""
        return seconds > LEAST * self._cost

    def _improved(self, planner: Planner, plan: Plan, until: float) -> Plan:
        """The best of many plans, the staff's own among them."""
        began = thread_time()
        planner.best = plan
        seen = {plan.after.key()}
        others = planner.others()
        planner.mean(plan, FEW)
        while not self._is_over(planner, until):
            batch = self._fresh(planner, others, seen, until)
            if not batch:
                break
            best = self._best_of(planner, batch, until)
            futures = len(best.values)
            if planner.mean(best, futures) > planner.mean(planner.best, futures):
                self.tally[best.how] += 1
                planner.best = best
        if planner.simulations:
            self._cost += (thread_time() - began - self._cost * planner.simulations) / (planner.simulations + LEAST)
        self.tally["futures"] += planner.simulations
        return planner.best

    def _fresh(self, planner: Planner, others: Iterator[Plan], seen: set[Any], until: float) -> list[Plan]:
        """Some plans that lead to positions not seen so far; fewer or none where such are hard to find."""
        found: list[Plan] = []
        stale = 0
        while len(found) < BATCH and stale < STALE and not self._is_over(planner, until):
            plan = next(others)
            key = plan.after.key()
            if key in seen:
                stale += 1
                continue
            seen.add(key)
            found.append(plan)
            planner.mean(plan, FEW)
        self.tally["plans"] += len(found)
        return found

    def _best_of(self, planner: Planner, batch: list[Plan], until: float) -> Plan:
        """The best of some plans that were looked at in a few futures: the promising ones in all, if there is time."""
        chosen = sorted(batch, key=lambda one: -planner.mean(one, FEW))[:CHOSEN]
        for futures in range(FEW + 1, FUTURES + 1):
            for plan in (planner.best, *chosen):
                if plan is None or self._is_over(planner, until):
                    return chosen[0]
                planner.mean(plan, futures)
            chosen.sort(key=lambda one: -planner.mean(one, futures))
        return chosen[0]

    def _is_over(self, planner: Planner, until: float) -> bool:
        if self.simulations:
            return planner.simulations >= self.simulations
        return thread_time() >= until or monotonic() >= self._latest

    def _other_weights(self) -> list[Game[Any]]:
        if self._stances is None:
            self._stances = stances(self.game)
        return self._stances

    def _judge(self, g: Position[Any, Any], seat: Seat) -> float:
        """The outlook, and a little of the score: where a game is as good as decided the outlook says no more."""
        outlook = self.game.outlook(g, seat)
        gain = 0.0 if g.outcome is not None else math.tanh((self._lead(g, seat) - self._par) / SCALE)
        return gain if outlook is None else outlook + LITTLE * gain


class QuickMarshal(MarshalBot):
    """The marshal in a hurry."""

    name = "marshal-quick"
    about = "plans whole turns in a hurry; takes about a second for a turn"
    pace = 0.02


class SlowMarshal(MarshalBot):
    """The marshal with time to think."""

    name = "marshal-slow"
    about = "plans whole turns and takes its time; thinks for up to ten seconds before it moves"
    pace = 1.0
