"""What a stretch of play gave away: it is compared with the best plan that a planner finds in its place.

The planner sees what the seat saw. Plans are looked for in some imagined futures; the best of them and what was played
are then compared in other ones, the same for both, because whatever won a search was also lucky in it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from statistics import fmean, stdev
from time import monotonic
from typing import Any

from ...engine.flow import Seat
from ...engine.game import Game
from ...engine.view import imagine, view
from ..plans import FUTURES, Plan, Planner, World, stances
from ..prospects import Prospects
from ..staff import PLAIN
from . import wording
from .reasons import Scales, aims
from .stretches import Stretch
from .told import BEST, GOOD, Judged, judged

FEW = 2
"""Futures in which plans are tried; those that look better than the best so far are tried in all."""
BATCH = 8
"""Plans that are tried at a time."""
CHOSEN = 2
"""How many of them are looked at more closely."""
STALE = 6
"""Plans like earlier ones, after which no more are made."""
SHORT = 6
"""Decisions of a stretch that may be too small to matter: then a glance at what its answers lead to is enough."""
OPENINGS = 6
"""Answers to the first question of a short stretch that are tried."""
SURE = 1.0
"""A loss counts if it is larger than so many standard errors."""


class Comparison:
    """The best plan and the played one in the same futures, which neither was chosen by."""

    def __init__(self, played: Plan, better: Plan) -> None:
        self.plans = (played, better)
        self.values: tuple[list[float], list[float]] = ([], [])
        self.ends: tuple[list[World], list[World]] = ([], [])
        """The positions after the reply."""

    def go_on(self, worlds: list[World], seat: Seat, prospects: Prospects, rng: Random) -> None:
        """Some futures more."""
        key = rng.getrandbits(64)
        for plan, values, ends in zip(self.plans, self.values, self.ends, strict=True):
            planner = Planner(worlds, seat, _watched(prospects, ends), Random(key))
            anew = Plan(plan.parts, plan.before, plan.after, plan.how)
            planner.mean(anew, FUTURES)
            values += anew.values

    @property
    def shares(self) -> tuple[float, float]:
        """What the played plan and the better one are worth."""
        return fmean(self.values[0]), fmean(self.values[1])

    @property
    def loss(self) -> float:
        """How much less the played one is worth."""
        played, better = self.shares
        return better - played

    @property
    def error(self) -> float:
        """The standard error of the loss; luck is the same for both, so that most of it cancels."""
        differences = [better - played for played, better in zip(*self.values, strict=True)]
        return stdev(differences) / math.sqrt(len(differences))


def _watched(prospects: Prospects, ends: list[World]) -> Any:
    """A judge who keeps what he has judged."""

    def judge(g: World, seat: Seat) -> float:
        ends.append(g)
        return prospects.share(g, seat)

    return judge


class Assessor:
    """Judges stretches of one game."""

    def __init__(self, game: Game[Any], first: World, futures: int, seed: int = 0) -> None:
        """`first` is how the first turn began; a seat judges by what it saw of it."""
        self.game = game
        seats = [Seat(number) for number in range(len(game.seats(first.setup)))]
        self.prospects = [Prospects(game, imagine(game, view(first, seat), Random(seed))) for seat in seats]
        self.futures = futures
        """To be imagined in the search for better plans, for each stretch."""
        self.seed = seed
        self._stances = stances(game)
        self._scales: Scales | None = None

    def assess(self, stretch: Stretch, until: float = math.inf) -> Judged:
        """What a stretch gave away; the search stops at the time `until`, if it comes to that."""
        rng = Random(f"{self.seed} {stretch.at}")
        seat, prospects = stretch.seat, self.prospects[stretch.seat]
        planner = Planner(self._worlds(stretch, rng), seat, prospects.share, rng, self._stances)
        played = planner.followed(stretch.actions, "played")
        best = self._best(planner, played, stretch, until)
        if best is played or planner.mean(best, FUTURES) - planner.mean(played, FUTURES) < BEST:
            return self._judged(stretch, planner, played)
        compared = Comparison(played, best)
        compared.go_on(self._more_worlds(stretch, planner.g, rng), seat, prospects, rng)
        if compared.loss >= GOOD:  # a reported fault must be reliable
            compared.go_on(self._more_worlds(stretch, planner.g, rng), seat, prospects, rng)
        if compared.loss < BEST or compared.loss <= SURE * compared.error:
            return self._judged(stretch, planner, played, compared)
        return self._faulted(stretch, planner, compared)

    # -- what the seat knew ----------------------------------------------------------------------

    def _worlds(self, stretch: Stretch, rng: Random) -> list[World]:
        """Positions that may have been behind what the seat saw."""
        seen = view(stretch.start, stretch.seat)
        return [imagine(self.game, seen, rng) for _ in range(FUTURES if seen.hidden else 1)]

    def _more_worlds(self, stretch: Stretch, first: World, rng: Random) -> list[World]:
        """Others; the first stays, because plans were made in it."""
        return [first, *self._worlds(stretch, rng)[1:]]

    # -- the search ------------------------------------------------------------------------------

    def _best(self, planner: Planner, played: Plan, stretch: Stretch, until: float) -> Plan:
        """The best plan that is found, or the played one."""
        best = played
        plans = _fresh(self._candidates(planner, stretch), played)
        batch = _some(plans, planner, self.futures, until)
        if stretch.choices <= SHORT and not self._matters(planner, played, batch):
            return played
        while batch:
            planner.best = best
            tried = sorted(batch, key=lambda plan: -planner.mean(plan, FEW))
            promising = [plan for plan in tried if planner.mean(plan, FEW) > planner.mean(best, FEW)]
            best = max([best, *promising[:CHOSEN]], key=lambda plan: planner.mean(plan, FUTURES if promising else FEW))
            batch = _some(plans, planner, self.futures, until)
        return best

    def _candidates(self, planner: Planner, stretch: Stretch) -> Iterator[Plan]:
        yield planner.plan(PLAIN, "staff")
        if stretch.choices <= SHORT:
            for action in planner.openings(OPENINGS):
                yield planner.plan(PLAIN, "answer", [[action]])
        yield from planner.others()

    def _matters(self, planner: Planner, played: Plan, batch: list[Plan]) -> bool:
        """Whether some plan leads to a position that looks clearly better at a glance."""
        prospects, seat = self.prospects[planner.seat], planner.seat
        now = prospects.lead(played.after, seat)
        gains = [prospects.lead(plan.after, seat) - now for plan in batch]
        return any(prospects.worth(planner.g, gain) >= BEST for gain in gains)

    # -- the report -----------------------------------------------------------------------------

    def _judged(
        self, stretch: Stretch, planner: Planner, played: Plan, compared: Comparison | None = None, **more: Any
    ) -> Judged:
        """A verdict; without more it is that nothing was given away."""
        seat, scene = stretch.seat, stretch.scene
        share = self.prospects[seat].share
        if compared is not None:
            worth = compared.shares[0]
        else:
            worth = fmean(played.values) if played.values else share(played.after, seat)
        loss = max(0.0, compared.loss) if compared is not None and more else 0.0
        return Judged(
            at=stretch.at,
            until=stretch.at + len(stretch.actions),
            seat=self.game.seats(stretch.start.setup)[seat].id,
            turn=scene.turn,
            phase=stretch.phase,
            headline=scene.headline,
            share=round(fmean(share(world, seat) for world in planner.worlds), 4),
            loss=round(loss, 4),
            error=round(compared.error, 4) if compared is not None else 0.0,
            futures=len(compared.values[0]) if compared is not None else len(played.values),
            judgement=judged(loss),
            played=wording.line(played, seat, round(worth, 4)),
            **more,
        )

    def _faulted(self, stretch: Stretch, planner: Planner, compared: Comparison) -> Judged:
        """A verdict with what was better, and why."""
        seat = stretch.seat
        played, better = compared.plans
        if self._scales is None:
            self._scales = Scales(self.game)
        after = compared.ends[0][:FUTURES], compared.ends[1][:FUTURES]
        return self._judged(
            stretch,
            planner,
            played,
            compared,
            better=wording.line(better, seat, round(compared.shares[1], 4)),
            others=wording.others(played, better, seat),
            besides=wording.besides(played, better, seat),
            why=self._scales.reasons(*after, seat),
            aims=aims(*after, seat),
        )


def _fresh(plans: Iterator[Plan], played: Plan) -> Iterator[Plan]:
    """Plans that lead elsewhere than those before; ends where only such come that do not."""
    seen = {played.after.key()}
    stale = 0
    for plan in plans:
        key = plan.after.key()
        stale = stale + 1 if key in seen else 0
        if stale == STALE:
            return
        if not stale:
            seen.add(key)
            yield plan


def _some(plans: Iterator[Plan], planner: Planner, futures: int, until: float) -> list[Plan]:
    """The next plans to try; none when enough has been imagined."""
    if planner.simulations >= futures or monotonic() >= until:
        return []
    most = min(BATCH, max(1, (futures - planner.simulations) // FEW))
    found: list[Plan] = []
    for plan in plans:
        found.append(plan)
        if len(found) == most or monotonic() >= until:
            break
    return found
