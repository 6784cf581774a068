"""Puzzles: positions from games between bots in which one plan gains much over the one that comes to mind.

A puzzle is looked for in a record, checked by a marshal that takes ten times its time, and kept in the game's package
(`data/puzzles.json`) with what explains its solution. What somebody plays is judged in the same futures as that.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any

import msgspec

from ..engine.errors import GrognardError, PackError
from ..engine.flow import CHANCE, Seat
from ..engine.game import Game
from ..engine.position import Position
from ..engine.record import Record, begin
from ..engine.view import View, imagine, view, who_decides
from .advice.forecast import Forecast, Trial, forecast, tried
from .analysis import wording
from .analysis.assessing import Assessor
from .analysis.reasons import Scales
from .analysis.stretches import Cutter, Stretch, steps
from .analysis.told import Other, PlanLine
from .marshal import MarshalBot
from .plans import FUTURES, Plan, Planner
from .prospects import Prospects
from .staff import PLAIN

FILE = "puzzles.json"
"""Where a data pack keeps the puzzles of its game."""
GAIN = 0.2
"""Of the game: what the solution must gain over the plan that comes to mind."""
WANTED = 10
"""Puzzles that a game should have."""
SOLVED = 0.5
"""The share of that gain with which a puzzle is solved."""
ORDINARY = 40
"""Futures that a marshal imagines for an important decision at its pace; puzzles are checked with ten times as many."""
ROUNDS = 4
"""In so many times six new futures the solution must show its gain."""
SURE = 2.0
LEAST = 0.15
"""By so many standard errors the gain must be more than this."""
OPEN = (0.06, 0.94)
"""Only games that are open are looked at."""
FUTURES_OF_SEARCH = 30
LATE = 0.7
"""Such a part of the game must have passed: before that hardly a decision is worth so much."""
MOST = 18
"""Decisions of a record that are looked at, the last ones."""
LONGEST = 150
"""Actions in a solution, at most."""
STEPS = 12
"""Counters that go elsewhere and orders that are given only in the solution, at most: nobody finds thirty."""
SLACK = 0.02
"""Of the game: what a solution may lose by doing without a step that it does not need."""
OF_A_GAME = 3
"""Puzzles from one record."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position with one plan that is clearly better than the one that comes to mind."""

    id: str
    scenario: str
    options: list[str]
    seat: str
    turn: int
    headline: str
    prompt: str
    """The question that is asked."""
    theme: str
    """What is to be found, in a word: the verb of an order that the other plan lacks, or `plan`."""
    position: dict[str, Any]
    solution: PlanLine
    obvious: PlanLine
    """The plan that comes to mind."""
    gain: float
    error: float
    """The standard error of the gain."""
    futures: int
    forecast: Forecast
    others: list[Other]
    """Where the solution takes counters that go elsewhere in the other plan,"""
    besides: list[str]
    """and what else it does, in sentences."""


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzles of a game."""

    game: str
    puzzles: list[Puzzle] = []


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody's answer to a puzzle is worth."""

    solved: bool
    share: float
    """What can be expected after it,"""
    best: float
    """after the solution,"""
    obvious: float
    """and after the plan that comes to mind."""
    line: PlanLine


# -- the book --------------------------------------------------------------------------------------


def book_of(game: Game[Any]) -> Book:
    """The puzzles of a game; none where it has no file of them."""
    return read(game.pack.text(FILE)) if game.pack.has(FILE) else Book(game=game.id)


def read(text: str, file: str = FILE) -> Book:
    """A book as it was written."""
    try:
        return msgspec.json.decode(text, type=Book)
    except msgspec.MsgspecError as problem:
        raise PackError(file, None, f"is no book of puzzles: {problem}") from None


def written(book: Book) -> str:
    """A book as a file that can be read: a line for each field of a puzzle."""
    return msgspec.json.format(msgspec.json.encode(book), indent=1).decode() + "\n"


def position_of(game: Game[Any], puzzle: Puzzle) -> Position[Any, Any]:
    """Where a puzzle begins; complains in a sentence if rules or data do not allow it any more."""
    g = game.from_json(msgspec.json.encode(puzzle.position).decode())
    if who_decides(g) != puzzle.seat:
        raise PackError(FILE, None, f"the puzzle {puzzle.id} does not ask {puzzle.seat}")
    return g


# -- judging an attempt ------------------------------------------------------------------------------


class Contest:
    """Plans for the position of a puzzle, compared in the same futures."""

    def __init__(self, game: Game[Any], g: Position[Any, Any], seat: Seat, seed: int = 0) -> None:
        self.game = game
        self.seat = seat
        self.rng = Random(f"{seed} puzzle")
        self.seen = view(g, seat)
        self.worlds = self._worlds()
        self.prospects = Prospects(game, self.worlds[0])
        self.planner = Planner(self.worlds, seat, self.prospects.share, self.rng)

    def _worlds(self) -> list[Position[Any, Any]]:
        return [imagine(self.game, self.seen, self.rng) for _ in range(FUTURES if self.seen.hidden else 1)]

    def plan(self, actions: Sequence[str]) -> Plan:
        """What somebody did."""
        return self.planner.followed(actions, "played")

    def staff(self) -> Plan:
        """The plan that comes to mind."""
        return self.planner.plan(PLAIN, "staff")

    def trials(self, plans: Sequence[Plan], rounds: int) -> list[Trial]:
        """All of them in some rounds of six futures."""
        found = [Trial(plan, [], []) for plan in plans]
        for _ in range(rounds):
            key = self.rng.getrandbits(64)
            worlds = [self.worlds[0], *self._worlds()[1:]]
            for trial in found:
                more = tried(worlds, self.seat, self.prospects, trial.plan, key, FUTURES)
                trial.values += more.values
                trial.ends += more.ends
        return found


def attempt(game: Game[Any], puzzle: Puzzle, actions: Sequence[str]) -> Attempt:
    """What somebody's answer is worth beside the solution; what it leaves open the staff does for him."""
    g = position_of(game, puzzle)
    seat = game.seat(g.setup, puzzle.seat)
    contest = Contest(game, g, seat)
    mine, best, obvious = contest.trials(
        [contest.plan(actions), contest.plan(puzzle.solution.actions), contest.plan(puzzle.obvious.actions)], 2
    )
    gain = best.share - obvious.share
    return Attempt(
        solved=mine.share >= obvious.share + SOLVED * gain,
        share=round(mine.share, 4),
        best=round(best.share, 4),
        obvious=round(obvious.share, 4),
        line=wording.line(mine.plan, seat, round(mine.share, 4)),
    )


def answered(game: Game[Any], record: Record) -> list[str]:
    """What was done in a table that began with a puzzle until luck or the other side had the word."""
    g = begin(game, record)
    seat = g.to_decide
    found: list[str] = []
    for entry in record.entries:
        if g.to_decide != seat or g.to_decide == CHANCE:
            break
        found.append(entry.action)
        g.play(entry.action)
    return found


# -- looking for puzzles ------------------------------------------------------------------------------


Heard = Callable[[str], None]
"""Is told what the search is at."""


def puzzles_in(game: Game[Any], record: Record, heard: Heard = lambda _: None) -> Iterator[Puzzle]:
    """The puzzles of a record, checked."""
    cutter = Cutter(game)
    first: Position[Any, Any] | None = None
    for step in steps(game, record):
        first = step.before if first is None and step.scene.turn else first
        cutter.take(step)
    if first is None:
        return
    assessor = Assessor(game, first, FUTURES_OF_SEARCH)
    count = 0
    for stretch in _promising(game, cutter.found, assessor):
        judged = assessor.assess(_by_staff(game, stretch))
        if judged.better is None or judged.loss < GAIN:
            continue
        heard(f"{judged.headline}: {judged.loss:.0%} more than the staff's plan; a marshal looks at it")
        puzzle = checked(game, stretch.start, stretch.seat, judged.better.actions, turn=judged.turn)
        if puzzle is not None:
            yield puzzle
            count += 1
            if count == OF_A_GAME:
                return


def _promising(game: Game[Any], stretches: list[Stretch], assessor: Assessor) -> list[Stretch]:
    """Stretches of open games with something to decide, the latest first: there a decision is worth most."""

    def is_open(stretch: Stretch) -> bool:
        share = assessor.prospects[stretch.seat].share(stretch.start, stretch.seat)
        return OPEN[0] < share < OPEN[1]

    chosen = [
        one
        for one in stretches
        if one.choices > 1 and len(one.actions) <= LONGEST and game.passed(one.start) >= LATE and is_open(one)
    ]
    return chosen[: -MOST - 1 : -1]


def _by_staff(game: Game[Any], stretch: Stretch) -> Stretch:
    """The same decision as the staff takes it, whoever took it: that is the plan that comes to mind."""
    plan = Contest(game, stretch.start, stretch.seat).staff()
    return msgspec.structs.replace(stretch, actions=plan.texts(stretch.seat))


def checked(
    game: Game[Any], g: Position[Any, Any], seat: Seat, actions: Sequence[str], *, turn: int, rounds: int = ROUNDS
) -> Puzzle | None:
    """A position as a puzzle, if its solution stands the test of a marshal with ten times its usual budget."""
    contest = Contest(game, g, seat, seed=1)
    obvious = contest.staff()
    plans = [contest.plan(actions), contest.plan(_by_marshal(game, g, seat))]
    others = [plan for plan in plans if plan.after.key() != obvious.after.key()]
    if not others:
        return None
    others.append(_essential(contest, max(others, key=lambda plan: contest.planner.mean(plan, FUTURES))))
    trials = contest.trials([obvious, *others], rounds)
    best = trials[-1] if _is_as_good(trials) else max(trials[1:], key=lambda trial: trial.share)
    differences = [one - other for one, other in zip(best.values, trials[0].values, strict=True)]
    gain, error = fmean(differences), stdev(differences) / math.sqrt(len(differences))
    if gain < GAIN or gain - SURE * error < LEAST:
        return None
    puzzle = _written(game, g, contest, best, trials[0], (gain, error), turn)
    steps = len(puzzle.others) + len(puzzle.besides)
    return puzzle if 0 < steps <= STEPS else None


def _essential(contest: Contest, plan: Plan) -> Plan:
    """A plan without the steps that it does not need: in their place stands what comes to mind."""
    planner = contest.planner
    least = planner.mean(plan, FUTURES) - SLACK
    parts, found = plan.parts, plan
    for part in plan.parts:
        fewer = [one for one in parts if one is not part]
        without = planner.plan(PLAIN, "essential", fewer)
        if planner.mean(without, FUTURES) >= least:
            parts, found = fewer, without
    return found


def _is_as_good(trials: Sequence[Trial]) -> bool:
    """Whether the last plan is as good as the others, but for a little."""
    return trials[-1].share >= max(trial.share for trial in trials) - 2 * SLACK


def _by_marshal(game: Game[Any], g: Position[Any, Any], seat: Seat) -> list[str]:
    """What a marshal does with ten times its usual futures, until luck or the other side has the word."""
    bot = MarshalBot(game, Random(1945), simulations=10 * ORDINARY)
    at, found = g.copy(), list[str]()
    while at.to_decide == seat and game.player_turn(at) == game.player_turn(g):
        answer = bot.choose(view(at, seat))
        found.append(answer)
        at.play(answer)
    return found


def _written(
    game: Game[Any],
    g: Position[Any, Any],
    contest: Contest,
    best: Trial,
    obvious: Trial,
    gain: tuple[float, float],
    turn: int,
) -> Puzzle:
    seat = contest.seat
    text = g.to_json()
    question = contest.seen.decision
    solution = wording.line(best.plan, seat, round(best.share, 4))
    plain = wording.line(obvious.plan, seat, round(obvious.share, 4))
    return Puzzle(
        id=hashlib.blake2b(text.encode(), digest_size=4).hexdigest(),
        scenario=g.setup.scenario,
        options=sorted(g.setup.options),
        seat=game.seats(g.setup)[seat].id,
        turn=turn,
        headline=game.headline(g),
        prompt=question.prompt if question is not None else "",
        theme=_theme(solution, plain),
        position=msgspec.json.decode(text),
        solution=solution,
        obvious=plain,
        gain=round(gain[0], 3),
        error=round(gain[1], 3),
        futures=len(best.values),
        forecast=forecast(best, obvious, seat, Scales(game)),
        others=wording.others(obvious.plan, best.plan, seat),
        besides=wording.besides(obvious.plan, best.plan, seat),
    )


def _theme(solution: PlanLine, plain: PlanLine) -> str:
    """The verb of an order that only the solution gives; a plan of moves is a plan."""
    known = {order.text for order in plain.orders}
    found = [order.verb for order in solution.orders if order.text not in known and order.places]
    return found[0].replace("-", " ") if found else "plan"


def still_sound(game: Game[Any], puzzle: Puzzle) -> str:
    """What is wrong with a puzzle under the present rules and data, in a sentence; empty if nothing is."""
    try:
        g = position_of(game, puzzle)
        seat = g.to_decide
        seen: View = view(g, seat)
        assert seen.decision is not None
        for action in puzzle.solution.actions:
            g.play(action)
    except GrognardError as problem:
        return f"the puzzle {puzzle.id} cannot be played any more: {problem}"
    return ""
