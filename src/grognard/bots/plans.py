"""Plans for the rest of one's own turn, and what they are worth after the enemy's reply.

A plan is what a seat does until luck or the other side answers. What follows is imagined: the turn played on, the
reply of the other side, and only then the position is judged. All plans meet the same futures: the same luck, and in a
game with secrets the same guess at what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle
from random import Random
from typing import Any, Protocol

import msgspec

from ..engine.concealment import names_for
from ..engine.errors import GrognardError
from ..engine.flow import CHANCE, Action, Choice, Mark, Seat
from ..engine.game import Game
from ..engine.pieces import Pieces, band
from ..engine.position import Position
from ..engine.weights import described
from .base import onward_actions
from .luck import NamedLuck
from .staff import PLAIN, Experience, StaffPolicy, Style

QUICK = Style(widest=20, most=60, again=False)
"""How what follows a plan is imagined; by experience it need not look at all of that."""
BRISK = Style(widest=10, most=20, again=False)
"""How other plans than the staff's own are made."""
FUTURES = 6
"""In how many imagined futures a plan is judged: as many as a die has faces."""
LONGEST = 400
"""Decisions in a plan; more are not looked at in one go."""
HELD = 0.3
"""The share of the units that a plan may hold back."""
NOISE = 1.5
"""The error in the values of a plan that tries something else, in points."""
LEFT_OUT = 5
"""Parts of a plan that a variant of it leaves out, at most."""
VARIANTS = 3
"""Variants of the best plan for each plan of another kind."""
STANCES = 2
"""How many other ways of weighing a position are tried."""
LEANING = 2.0
"""By how much each of their weights is larger or smaller, at most."""

NONE = Pieces(0)

Part = list[Action]
"""Actions that belong together, such as picking a unit and saying where it goes."""
World = Position[Any, Any]
"""A position, as it is or as it may be."""
Judge = Callable[[World, Seat], float]
"""What a position is worth to a seat."""


class Plan:
    """What a seat does until luck or the other side answers, and where that leads."""

    def __init__(self, parts: list[Part], before: list[World], after: World, how: str) -> None:
        self.parts = parts
        self.before = before
        """The position before each action."""
        self.after = after
        self.how = how
        """How it was found, in a word."""
        self.values: list[float] = []
        """What it was worth in the first of the imagined futures, and the next."""

    @property
    def actions(self) -> list[Action]:
        """All of it in order."""
        return [action for part in self.parts for action in part]

    def texts(self, seat: Seat) -> list[str]:
        """Its actions in the words of a seat, which does not know all pieces by their names."""
        game = self.after.game
        return [
            game.text(action.verb, action.args, names_for(at, seat)[0])
            for at, action in zip(self.before, self.actions, strict=True)
        ]


class _Script(Protocol):
    """What a plan does before the staff goes on with it."""

    def next(self, at: World, begins: bool) -> Action | None:
        """The next action, where one is possible; `begins` says whether a part may begin here."""


class _Read:
    """What somebody did, in the words of the seat, as far as it is possible."""

    def __init__(self, texts: Sequence[str], seat: Seat) -> None:
        self.texts = list(texts)
        self.seat = seat

    def next(self, at: World, begins: bool) -> Action | None:
        """The next action; None for ever once one was not possible."""
        if not self.texts:
            return None
        action = read_as(at, self.seat, self.texts.pop(0))
        if action is None:
            self.texts = []
        return action


class _Kept:
    """What is taken over from another plan, part by part, each as soon as it is possible."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = list(parts)
        self.part: Part = []

    def next(self, at: World, begins: bool) -> Action | None:
        """The next action, where one is possible; `begins` says whether a part may begin here."""
        if begins:
            possible = next((n for n, part in enumerate(self.parts) if at.is_legal(part[0])), None)
            self.part = [] if possible is None else list(self.parts.pop(possible))
        if not self.part or not at.is_legal(self.part[0]):
            self.part = []
            return None
        return self.part.pop(0)


class _Idle:
    """Answers with no unit and no place wherever that leads on: what comes of doing nothing."""

    def next(self, at: World, begins: bool) -> Action | None:
        """What closes the present question or passes it; None where something must be chosen."""
        frame = at.frame
        closes = frame.marked(Mark.CLOSES) if isinstance(frame, Choice) else frozenset()
        idle = [action for action in onward_actions(at) if not action.args]
        return next((action for action in idle if action.verb in closes), idle[0] if len(idle) == 1 else None)


class Planner:
    """Makes plans for a seat in a position, and judges them."""

    def __init__(
        self, worlds: Sequence[World], seat: Seat, judge: Judge, rng: Random, stances: Sequence[Game[Any]] = ()
    ) -> None:
        self.worlds = worlds
        """What the seat may have before it; plans are made in the first."""
        self.g = worlds[0]
        self.game: Game[Any] = self.g.game
        self.seat = seat
        self.judge = judge
        self.rng = rng
        self.stances = stances
        self.now = self.game.player_turn(self.g)
        self.best: Plan | None = None
        """The best plan so far."""
        self.simulations = 0
        """Futures imagined so far."""
        self._key = rng.randbytes(8)
        self._experience = Experience()

    # -- making plans ----------------------------------------------------------------------------

    def plan(self, style: Style, how: str, keep: Sequence[Part] = ()) -> Plan:
        """What the staff does in a style, after the parts of another plan that are to be kept."""
        return self._written(self.g, style, how, _Kept(keep))

    def followed(self, texts: Sequence[str], how: str) -> Plan:
        """What somebody did in the seat's place, and where that breaks off what the staff does then."""
        return self._written(self.g, PLAIN, how, _Read(texts, self.seat))

    def idle(self) -> Plan:
        """What comes of doing nothing that need not be done."""
        return self._written(self.g, PLAIN, "idle", _Idle())

    def openings(self, most: int) -> list[Action]:
        """The most promising answers to the present question, as the staff sees it; what ends a phase is always one."""
        g, policy = self.g, StaffPolicy(self.game)
        actions = onward_actions(g)
        if len(actions) <= most:
            return actions
        closes = g.frame.marked(Mark.CLOSES) if isinstance(g.frame, Choice) else frozenset()
        worth = {action: policy.value(g, action, self.seat) for action in actions}
        best = sorted(actions, key=lambda action: (action.verb not in closes, -worth[action], action.text))
        return best[:most]

    def _written(self, g: World, style: Style, how: str, kept: _Script) -> Plan:
        policy = StaffPolicy(g.game, style)
        at, level = g.copy(), len(g.stack)
        parts: list[Part] = []
        before: list[World] = []
        while len(before) < LONGEST and at.to_decide == self.seat and self.game.player_turn(at) == self.now:
            begins = len(at.stack) <= level or not parts
            action = kept.next(at, begins) or policy.decide(at, self.seat)
            if begins:
                parts.append([])
            parts[-1].append(action)
            before.append(at)
            at = at.copy()
            at.apply(action)
        return Plan(parts, before, at, how)

    def others(self) -> Iterator[Plan]:
        """Other plans without end: other orders, units held back, other weights, variants of the best so far."""
        rng = self.rng
        kinds: list[Callable[[], Plan]] = [
            lambda: self.plan(_brisk(rng, noise=NOISE), "noise"),
            lambda: self.plan(_brisk(rng, held=self._some()), "held back"),
            lambda: self.plan(_brisk(rng), "order"),
            *[partial(self.by_stance, stance) for stance in self.stances],
        ]
        for make in cycle(kinds):
            yield make()
            for _ in range(VARIANTS):  # which cost next to nothing to make
                yield self.variant()

    def _some(self) -> Pieces:
        return band(piece for piece in range(len(self.game.roster)) if self.rng.random() < HELD)

    def variant(self) -> Plan:
        """The best plan without some of its parts, whose units then do something else, or nothing."""
        rng, plan = self.rng, self.best
        if plan is None or len(plan.parts) < 2:
            return self.plan(_brisk(rng, noise=NOISE), "noise")
        count = rng.randint(1, min(LEFT_OUT, len(plan.parts) - 1))
        left_out = set(rng.sample(range(len(plan.parts)), count))
        keep = [part for i, part in enumerate(plan.parts) if i not in left_out]
        held = Pieces(0) if rng.random() < 0.5 else Pieces((1 << len(self.game.roster)) - 1)
        return self.plan(_brisk(rng, noise=NOISE, held=held), "variant", keep)

    def by_stance(self, stance: Game[Any]) -> Plan:
        """What the staff would do if it weighed positions differently."""
        made = self._written(self.g.in_game(stance), _brisk(self.rng), "stance", _Kept(()))
        act = self.game.act
        return self.plan(BRISK, "stance", [[act(a.verb, *a.args) for a in part] for part in made.parts])

    # -- judging them ----------------------------------------------------------------------------

    def mean(self, plan: Plan, futures: int) -> float:
        """What a plan is worth on average in the first of the imagined futures, which are the same for all plans."""
        while len(plan.values) < futures:
            plan.values.append(self._imagined(plan, len(plan.values)))
        return sum(plan.values[:futures]) / futures

    def _imagined(self, plan: Plan, future: int) -> float:
        self.simulations += 1
        g = self._carried_out(plan, self.worlds[future % len(self.worlds)])
        luck = NamedLuck(self._key, future, FUTURES)
        policies = [StaffPolicy(self.game, QUICK, self._experience) for _ in self.game.seats(g.setup)]
        passed, now = 0, self.now
        while g.stack:
            turn = self.game.player_turn(g)
            if turn != now:
                passed, now = passed + 1, turn
            if passed >= self.game.reply:
                break
            asked = g.frame.seat(g)
            g.apply(luck.answer(g) if asked == CHANCE else policies[asked].decide(g, asked))
        return self.judge(g, self.seat)

    def _carried_out(self, plan: Plan, world: World) -> World:
        """The position after a plan; in another world than that in which it was made, as far as it can be followed."""
        if world is self.g:
            return plan.after.copy()
        at = world.copy()
        for text in plan.texts(self.seat):
            action = read_as(at, self.seat, text)
            if action is None:
                break
            at.apply(action)
        return at


def read_as(at: World, seat: Seat, text: str) -> Action | None:
    """An action in the words of a seat; None where it is not possible, or names a piece that is not there."""
    if at.to_decide != seat:
        return None
    try:
        action = at.game.parse(text, names_for(at, seat)[0])
    except GrognardError:
        return None
    return action if at.is_legal(action) else None


def _brisk(rng: Random, *, noise: float = 0.0, held: Pieces = NONE) -> Style:
    """A style of its own order."""
    return msgspec.structs.replace(BRISK, key=rng.randbytes(8), noise=noise, held=held)


def stances(game: Game[Any]) -> list[Game[Any]]:
    """The same game with other weights in its score, each larger or smaller by chance; always the same ones."""
    rng = Random(1945)
    return [game.reweighted(**_leaning(game, rng)) for _ in range(STANCES)]


def _leaning(game: Game[Any], rng: Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value, weight in described(game.weights):
        if weight.unit.startswith("share"):
            continue  # a share of more than one would make it better to intend something than to do it
        factor = LEANING ** rng.uniform(-1, 1)
        if isinstance(value, float):
            found[name] = value * factor
        elif isinstance(value, tuple) and all(isinstance(one, float) for one in value):
            found[name] = tuple(one * factor for one in value)
    return found
