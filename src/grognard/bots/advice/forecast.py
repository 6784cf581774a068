"""What can be expected of a plan after the enemy's reply, compared with another plan in the same futures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any

import msgspec

from ...engine.concealment import names_for
from ...engine.flow import Seat
from ...engine.game import Game
from ..analysis.reasons import Scales, aims
from ..analysis.told import Aim, Reason
from ..plans import FUTURES, Plan, Planner, World
from ..prospects import Prospects

RISKS = 4
"""Counters of which a forecast fears the loss, at most,"""
OFTEN = 1 / 3
"""and each of them in such a part of the futures, and so much more often than by the other plan."""
EVEN = 0.005
"""Of the game: a smaller difference between two plans is none."""


class Risk(msgspec.Struct, frozen=True, kw_only=True):
    """A counter of one's own that may be lost before the next turn, and how often, from 0 to 1."""

    piece: str
    name: str
    place: str
    """Where the plan leaves it."""
    often: float


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """What a plan leads to after the reply. Shares of the game go from 0 to 1."""

    share: float
    worst: float
    best: float
    futures: int
    """In how many imagined futures it was tried."""
    instead: float
    """What the plan that it is compared with is worth."""
    better: int
    """In how many futures it does better than that one,"""
    worse: int
    """and in how many worse."""
    gains: list[Reason]
    """The terms of the score in which it gains most over that one,"""
    costs: list[Reason]
    """and in which it loses most."""
    aims: list[Aim]
    risks: list[Risk]


class Trial:
    """A plan in some futures: what it was worth in each, and the positions after the reply."""

    def __init__(self, plan: Plan, values: list[float], ends: list[World]) -> None:
        self.plan = plan
        self.values = values
        self.ends = ends

    @property
    def share(self) -> float:
        """What it is worth."""
        return fmean(self.values)


def tried(worlds: Sequence[World], seat: Seat, prospects: Prospects, plan: Plan, key: int, futures: int) -> Trial:
    """A plan tried in futures that another plan with the same key meets as well."""
    ends: list[World] = []

    def judge(g: World, seat: Seat) -> float:
        ends.append(g)
        return prospects.share(g, seat)

    anew = Plan(plan.parts, plan.before, plan.after, plan.how)
    Planner(worlds, seat, judge, Random(key)).mean(anew, min(futures, FUTURES))
    return Trial(plan, anew.values, ends)


def forecast(trial: Trial, instead: Trial, seat: Seat, scales: Scales) -> Forecast:
    """What comes of a plan, beside what comes of another."""
    pairs = list(zip(trial.values, instead.values, strict=True))
    reasons = scales.reasons(instead.ends, trial.ends, seat)
    return Forecast(
        share=round(trial.share, 4),
        worst=round(min(trial.values), 4),
        best=round(max(trial.values), 4),
        futures=len(pairs),
        instead=round(instead.share, 4),
        better=sum([one > other + EVEN for one, other in pairs]),
        worse=sum([one < other - EVEN for one, other in pairs]),
        gains=[reason for reason in reasons if reason.points > 0],
        costs=[reason for reason in reasons if reason.points < 0],
        aims=aims(instead.ends, trial.ends, seat),
        risks=_risks(trial, instead, seat),
    )


def _risks(trial: Trial, instead: Trial, seat: Seat) -> list[Risk]:
    """The seat's counters that stand on the map after the plan and are gone after the reply, more often than else."""
    g = trial.plan.after
    game: Game[Any] = g.game
    names = names_for(g, seat)[0]
    lost, anyway = _lost(trial), _lost(instead)
    own = {p for p in lost if _is_own(g, p, seat)}
    often = {p: lost[p] / len(trial.ends) for p in own}
    found = [p for p in own if often[p] >= OFTEN and often[p] - anyway[p] / len(instead.ends) >= OFTEN]
    return [
        Risk(
            piece=names.pieces[p],
            name=game.roster[p].name,
            place=game.names.places[g.where[p]],
            often=round(often[p], 2),
        )
        for p in sorted(found, key=lambda p: (-often[p], p))[:RISKS]
    ]


def _lost(trial: Trial) -> Counter[int]:
    before = trial.plan.after
    size = before.game.board.size
    return Counter(
        piece
        for end in trial.ends
        for piece, (was, now) in enumerate(zip(before.where, end.where, strict=True))
        if was < size <= now
    )


def _is_own(g: World, piece: int, seat: Seat) -> bool:
    """Whether a counter is a unit of the seat, and no marker or chit."""
    game: Game[Any] = g.game
    return bool(game.roster[piece].face.values) and game.owner(g, piece) == seat
