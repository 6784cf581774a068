"""The analysis of a game for its players: what each side could expect, what luck gave, what decisions gave away.

    analyse(game, record)

A decision is what a seat did until luck or the other side had the word. It is judged by what the seat knew then.
Whoever shares a machine with others takes an `Analyst` and lets him judge one decision at a time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

import msgspec

from ...engine.errors import RecordError
from ...engine.flow import CHANCE, Seat
from ...engine.game import Game
from ...engine.position import Position
from ...engine.record import Record, begin, outcome_of
from ...engine.telling import counted
from ..prospects import Prospects
from ..weighing import Weigher, told_of_luck
from .assessing import Assessor
from .lesson import lesson
from .stretches import Cutter, Step, Stretch, steps
from .tallies import tallies
from .told import Analysis, Judged, Player, Point, Roll
from .told import read as read
from .told import written as written

USUAL = 24
"""Futures that are imagined in the search for better plans, for each decision."""
ROLLED = 0.001
"""Of the game: answers of luck that are worth less are left out."""

Progress = Callable[[int, int], None]
"""Receives how many decisions have been judged, and how many there are."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What to look at, and how closely."""

    futures: int = USUAL
    seconds: float = 0.0
    """The time that judging may take; 0 for as long as the futures take, which always gives the same."""
    turn: int | None = None
    seat: str = ""


EVERYTHING = Wanted()


def analyse(
    game: Game[Any], record: Record, wanted: Wanted = EVERYTHING, progress: Progress = lambda done, of: None
) -> Analysis:
    """Look back at a game, as far as it has come."""
    analyst = Analyst(game, record, wanted)
    survey = analyst.survey()
    end = monotonic() + wanted.seconds if wanted.seconds else 0.0
    found: list[Judged] = []
    for n in range(analyst.count):
        progress(n, analyst.count)
        if end and monotonic() >= end:
            return judged_so_far(survey, found)
        found.append(analyst.judge(n, _deadline(end, analyst.stretches[n:]) if end else math.inf))
    progress(analyst.count, analyst.count)
    return judged_so_far(survey, found)


def judged_so_far(survey: Analysis, judged: Sequence[Judged]) -> Analysis:
    """A survey with the verdicts that are there; the rest counts as not judged."""
    missing = survey.unjudged - len(judged)
    notes = [f"There was no time to judge {counted(missing, 'decision')}."] if missing else []
    told = msgspec.structs.replace(
        survey,
        decisions=list(judged),
        unjudged=missing,
        tallies=tallies([player.seat for player in survey.players], judged, survey.rolls),
        notes=[*survey.notes, *notes],
    )
    return msgspec.structs.replace(told, lesson=lesson(told))


class Analyst:
    """Goes through a record once, then judges what was found, one decision after another."""

    def __init__(self, game: Game[Any], record: Record, wanted: Wanted = EVERYTHING) -> None:
        if not record.entries:
            raise RecordError("the record holds no action yet: there is nothing to look back at")
        self.game = game
        self.record = record
        self.wanted = wanted
        start = begin(game, record)
        self.seats = game.seats(start.setup)
        self.seat = game.seat(start.setup, wanted.seat) if wanted.seat else None
        self.first = _first_turn(game, record)
        self.prospects = Prospects(game, self.first)
        self.weigher = Weigher(game, lambda g: self.prospects.share(g, Seat(0)))
        self.cutter = Cutter(game)
        self.course: list[Point] = []
        self.rolls: list[Roll] = []
        self.dice = self.unweighed = 0
        self._player_turn: tuple[int, ...] | None = None
        self.end = start
        self.stretches: list[Stretch] = []
        """What is to be judged: where there was a choice."""
        self.assessor = Assessor(game, self.first, wanted.futures)

    @property
    def count(self) -> int:
        """How many decisions there are to judge, as soon as there is a survey."""
        return len(self.stretches)

    def survey(self) -> Analysis:
        """What is known without judging anything: the course and the luck of the game; takes seconds."""
        for step in steps(self.game, self.record):
            self._take(step)
        self.stretches = self._chosen()
        return self._told()

    def judge(self, n: int, until: float = math.inf) -> Judged:
        """The verdict on one decision; the search stops at the time `until`, if it comes to that."""
        return self.assessor.assess(self.stretches[n], until)

    # -- going through it ------------------------------------------------------------------------

    def _take(self, step: Step) -> None:
        self.course.append(
            Point(at=step.at, turn=step.scene.turn, share=self._first(step.before), begins=self._begins(step))
        )
        if step.before.to_decide == CHANCE and self._is_wanted(step.scene.turn):
            self._weigh(step)
        self.cutter.take(step)
        self.end = step.after

    def _begins(self, step: Step) -> bool:
        """Whether a player turn begins, which is when outlooks say most."""
        if step.before.to_decide == CHANCE:
            return False
        turn = self.game.player_turn(step.before)
        begins, self._player_turn = turn != self._player_turn, turn
        return begins

    def _first(self, g: Position[Any, Any]) -> float:
        return round(self.prospects.share(g, Seat(0)), 4)

    def _weigh(self, step: Step) -> None:
        change = self.weigher.luck(step.before, self.game.parse(step.action))
        self.dice += change is not None
        self.unweighed += change is None
        if change is None or abs(change) < ROLLED:
            return
        roll = Roll(
            at=step.at + 1,
            seat=self.seats[0 if change > 0 else 1].id,
            change=round(abs(change), 4),
            text=told_of_luck(step.after, step.events),
            turn=step.scene.turn,
            phase=step.scene.phase,
            headline=step.scene.headline,
        )
        self.rolls.append(roll)

    def _is_wanted(self, turn: int) -> bool:
        return self.wanted.turn is None or turn == self.wanted.turn

    def _chosen(self) -> list[Stretch]:
        found = [one for one in self.cutter.found if self._is_wanted(one.scene.turn)]
        if self.wanted.turn is not None and not found:
            last = self.course[-1].turn
            raise RecordError(f"nobody decided anything in turn {self.wanted.turn}: the record ends in turn {last}")
        return [one for one in found if one.choices and self.seat in (None, one.seat)]

    # -- telling ---------------------------------------------------------------------------------

    def _told(self) -> Analysis:
        outcome = outcome_of(self.record, self.end)
        winner = outcome.winner if outcome is not None else None
        return Analysis(
            game=self.game.id,
            scenario=self.record.scenario,
            players=[Player(seat=s.id, title=s.title, name=self.record.players.get(s.id, "")) for s in self.seats],
            outcome=outcome.text if outcome is not None else "",
            winner=self.seats[winner].id if winner is not None else "",
            actions=len(self.record.entries),
            course=[*self.course, self._last(outcome is not None, winner)],
            decisions=[],
            unjudged=self.count,
            rolls=self.rolls,
            dice=self.dice,
            unweighed=self.unweighed,
            tallies=[],
            lesson=[],
            notes=self._notes(),
        )

    def _last(self, over: bool, winner: Seat | None) -> Point:
        """How it ended, or stands."""
        share = self._first(self.end) if not over else 0.5 if winner is None else float(winner == 0)
        return Point(at=len(self.record.entries), turn=self.course[-1].turn, share=share, begins=True)

    def _notes(self) -> list[str]:
        found = []
        if not self.prospects.fitted:
            about = f"{self.game.title}, {self.record.scenario}"
            found.append(f"What a lead is worth in {about} has not been measured yet: shares are a guess by the score.")
        if self.unweighed:
            found.append(f"{self.unweighed} answers of luck were not weighed: too many were possible.")
        return found


def _first_turn(game: Game[Any], record: Record) -> Position[Any, Any]:
    """How it stood when the first turn began; for a game that has not come so far, at the end."""
    g = begin(game, record)
    for step in steps(game, record):
        g = step.before
        if step.scene.turn:
            break
    return g


def _deadline(end: float, stretches: list[Stretch]) -> float:
    """When to stop looking at the first of some stretches, so that each gets time by how much was decided in it."""
    now = monotonic()
    return now + (end - now) * (1 + stretches[0].choices) / sum([1 + one.choices for one in stretches])
