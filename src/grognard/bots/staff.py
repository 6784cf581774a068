"""The staff officer: weighs each choice by the game's own score of what comes of it.

`StaffPolicy` answers for a seat in a position, `StaffBot` for a player who sees a view.

A choice is followed through the small decisions that belong to it (picking a unit means moving it somewhere) and
through luck, by exact expectation; what a battle leaves to be decided is played out quickly, each side for itself.
Where many alike choices are open, such as which unit to move next, the first that improves the position is taken, and
those that do not are remembered until others are taken. What the game itself suggests is taken.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

import msgspec

from ..engine.concealment import names_for
from ..engine.flow import CHANCE, Action, Choice, Mark, Seat
from ..engine.game import Game
from ..engine.pieces import Piece, Pieces
from ..engine.places import Place
from ..engine.position import Position
from ..engine.view import View, imagine
from .base import Bot, onward_actions
from .luck import drawn_number

BETTER = 0.05
"""What counts as an improvement, in points."""
DEPTH = 1
"""How many further decisions of its own a choice is followed through; more costs much and finds little."""
FACES = 12
"""Luck with more answers than these, such as a blind draw, is not followed."""
LOOSE_ENDS = 6
"""Decisions that are played out quickly after the dice."""
GLANCE = 6
"""Choices looked at in each of them."""


Scene = tuple[tuple[int, ...], str]
"""A player turn and a question: in another phase, or later, everything is looked at again."""


class Style(msgspec.Struct, frozen=True):
    """How a policy goes about its choices: different styles make different plans of the same position."""

    widest: int = 60
    """Choices looked at in a followed-through decision."""
    most: int = 240
    """Choices looked at in a decision of its own."""
    known: int = 5
    """Of the answers whose worth is known by experience, how many are looked at again."""
    key: bytes = b""
    """Draws the order in which many alike choices are tried; empty for the order in which the game lists them."""
    noise: float = 0.0
    """The size of the random error in each value, in points."""
    held: Pieces = Pieces(0)
    """The pieces that are not chosen where others could be."""
    again: bool = True
    """Whether choices that were no improvement are looked at again after others were taken."""


PLAIN = Style()


class Experience:
    """What was worth looking at in much the same positions: who imagines many futures need not look at all of it again.

    For each question it knows how much every answer fell short of the best one when it was looked at last. What has
    never been looked at, such as a hex that was not open before, is always worth a look.
    """

    def __init__(self) -> None:
        self._short: dict[str, dict[Action, float]] = {}

    def narrowed(self, question: str, actions: list[Action], most: int) -> list[Action]:
        """The answers that did best, and all that are new."""
        short = self._short.get(question)
        if short is None:
            return actions
        known = sorted((action for action in actions if action in short), key=short.__getitem__)[:most]
        return known + [action for action in actions if action not in short]

    def learns(self, question: str, worth: dict[Action, float]) -> None:
        """Remember what the answers were worth."""
        if worth:
            best = max(worth.values())
            short = self._short.setdefault(question, {})
            short.update((action, best - value) for action, value in worth.items())


class StaffPolicy:
    """Answers for the seat that is asked in a position, move after move of one seat."""

    def __init__(self, game: Game[Any], style: Style = PLAIN, experience: Experience | None = None) -> None:
        self.game = game
        self.style = style
        self.experience = experience
        self.looked = 0
        """How many positions it has looked at so far: what it costs, whatever the machine."""
        self._scene: Scene = ((), "")
        self._turn: tuple[int, ...] = ()
        self._answered: dict[Any, list[Action]] = {}
        """By position what it has answered there in this player turn: an answer that led back is not given again."""
        self._taken = 0
        self._dismissed: dict[str, int] = {}
        """Choices that were no improvement, each with how many had been taken by then."""
        self._seen: dict[Any, dict[Action, float]] = {}
        """By position what its choices were worth when they were looked at from the decision before."""
        self._root: tuple[Position[Any, Any] | None, dict[Action, float]] = None, {}
        """The position in hand, and the same of it: who picks a unit by where it goes is asked next where it goes."""

    def decide(self, g: Position[Any, Any], seat: Seat) -> Action:
        """The best answer of a seat, or the first good one among many."""
        key = g.key()
        self._root, self._seen = (g, self._seen.get(key, {})), {}
        turn = self.game.player_turn(g)
        if turn != self._turn:
            self._turn, self._answered = turn, {}
        answered = self._answered.setdefault(key, [])
        action = self._decide(g, seat, (turn, g.frame.title), answered)
        answered.append(action)
        self._root = None, {}
        return action

    def _decide(self, g: Position[Any, Any], seat: Seat, scene: Scene, answered: list[Action]) -> Action:
        frame = g.frame
        assert isinstance(frame, Choice)
        actions = [action for action in onward_actions(g) if action.verb not in frame.marked(Mark.ASIDE)] or g.actions()
        if answered:
            actions = [action for action in actions if action not in answered] or actions
        if len(actions) == 1:
            return actions[0]
        suggested = [action for action in actions if action.verb in frame.marked(Mark.SUGGESTS)]
        if suggested:
            return suggested[0]
        now = self.game.score(g, seat)  # what is worked out here once, all copies of the position have
        many, few = _sorted_by_number(self.game, actions)
        if many and few and self.style is not PLAIN:
            many = self._in_style(many)
        if not few:
            return self._best(g, seat, many, now)[1]
        bar, other = self._best(g, seat, few, now)
        found = self._first_improvement(g, seat, many, bar, scene)
        if found is None:
            self._taken += 1  # what was no improvement before may be one after it
        return found or other

    def _best(self, g: Position[Any, Any], seat: Seat, actions: list[Action], now: float) -> tuple[float, Action]:
        """The action with the highest value, and that value; `now` is what the position is worth.

        But to close a phase or a plan is worth what the position is worth now, by the measure of the phase: what comes
        next measures with more care, and would make an early end look like a gain or a loss.
        """
        frame = g.frame
        closes = frame.marked(Mark.CLOSES) if isinstance(frame, Choice) else frozenset()
        closing = [action for action in actions if action.verb in closes]
        others = [action for action in actions if action not in closing]
        if len(others) > self.style.most:
            others = self._narrowed(g, seat, others)
        best = self._highest(g, seat, others) if others else None
        if best is None or (closing and now + BETTER >= best[0]):
            return now, closing[0] if len(closing) == 1 else self._highest(g, seat, closing)[1]
        return best

    def _highest(self, g: Position[Any, Any], seat: Seat, actions: list[Action]) -> tuple[float, Action]:
        """By value; equal ones by their text, so that their order does not matter."""
        return max(((self.value(g, a, seat), a) for a in actions), key=lambda found: (found[0], found[1].text))

    # -- many alike ------------------------------------------------------------------------------

    def _first_improvement(
        self, g: Position[Any, Any], seat: Seat, many: list[Action], bar: float, scene: Scene
    ) -> Action | None:
        """The first of many alike choices that improves on all others; None where none does."""
        if scene != self._scene:
            self._scene, self._dismissed, self._taken = scene, {}, 0
        # New ones first; but once others have moved out of the way, a unit that had nowhere to go is looked at again.
        known = self._dismissed
        latest = self._taken if self.style.again else 0
        waiting = [action for action in many if known.get(action.text, -1) < latest]
        for action in sorted(waiting, key=lambda action: known.get(action.text, -1)):
            if self.value(g, action, seat, bar + BETTER) > bar + BETTER:
                self._taken += 1
                return action
            known[action.text] = self._taken
        return None

    def _in_style(self, many: list[Action]) -> list[Action]:
        """Many alike choices in the order of the style, without what it holds back."""
        style = self.style
        if style.held:
            first = {verb: kinds.index(Piece) for verb, kinds in self._kinds(many) if Piece in kinds}
            many = [a for a in many if a.verb not in first or not style.held >> a.args[first[a.verb]] & 1]
        if style.key:
            many = sorted(many, key=lambda action: drawn_number(style.key, action.text))
        return many

    def _kinds(self, actions: list[Action]) -> list[tuple[str, tuple[type, ...]]]:
        return [(verb, self.game.kinds(verb)) for verb in {action.verb for action in actions}]

    # -- looking ahead ---------------------------------------------------------------------------

    def value(self, g: Position[Any, Any], action: Action, seat: Seat, enough: float = math.inf) -> float:
        """The expected score after an action and what belongs to it; what is above `enough` need not be the best."""
        root, known = self._root
        if root is g and action in known:
            return known[action]
        after = g.copy()
        after.apply(action)
        value = self._follow(after, seat, len(g.stack), DEPTH, enough, action.text)
        style = self.style
        return value + style.noise * (2 * drawn_number(style.key, action.text) - 1) if style.noise else value

    def _follow(self, g: Position[Any, Any], seat: Seat, level: int, depth: int, enough: float, question: str) -> float:
        asked = g.to_decide
        if asked == CHANCE and depth:
            return self._expect(g, seat, level)
        if not depth or _is_settled(g, seat, level):
            self.looked += 1
            return self.game.score(g, seat)
        best = -1e9
        worth: dict[Action, float] = {}
        settled = self._seen[g.key()] = {}
        frame = g.frame
        confirms = frame.marked(Mark.CONFIRMS) if isinstance(frame, Choice) else frozenset()
        for action in self._worth_a_look(g, seat, onward_actions(g), question):
            after = g.copy()
            after.apply(action)
            found = worth[action] = self._follow(
                after, seat, level, depth - (action.verb not in confirms), enough, f"{question}, {action.text}"
            )
            if depth == 1 and _is_settled(after, seat, len(g.stack)):
                settled[action] = found
            best = max(best, found)
            if best > enough:
                break
        if self.experience is not None:
            self.experience.learns(question, worth)
        return best

    def _worth_a_look(self, g: Position[Any, Any], seat: Seat, actions: list[Action], question: str) -> list[Action]:
        """The answers to a question that are looked at."""
        if self.experience is not None and len(actions) > self.style.known:
            actions = self.experience.narrowed(question, actions, self.style.known)
        return self._narrowed(g, seat, actions)

    def _narrowed(self, g: Position[Any, Any], seat: Seat, actions: list[Action]) -> list[Action]:
        """Of very many places those where something is at stake come first."""
        if len(actions) <= self.style.widest:
            return actions
        focus = self.game.focus(g, seat)
        verbs = {action.verb for action in actions}
        places = {verb: [i for i, kind in enumerate(self.game.kinds(verb)) if kind is Place] for verb in verbs}

        def is_far(action: Action) -> bool:
            for i in places[action.verb]:
                if focus >> action.args[i] & 1:
                    return False
            return bool(places[action.verb])

        return sorted(actions, key=is_far)[: self.style.widest]

    # -- luck and what follows from it ----------------------------------------------------------------

    def _expect(self, g: Position[Any, Any], seat: Seat, level: int) -> float:
        chances = g.chances()
        if len(chances) > FACES:
            return self.game.score(g, seat)
        total = 0.0
        worth: dict[Any, float] = {}
        for action, weight in chances:
            after = g.copy()
            after.apply(action)
            key = after.key()  # several faces of a die often mean the same
            if key not in worth:
                self._play_out(after, level)
                worth[key] = self.game.score(after, seat)
            total += weight * worth[key]
        return total / sum(weight for _, weight in chances)

    def _play_out(self, g: Position[Any, Any], level: int) -> None:
        """Settle what a battle leaves to be decided: each side takes what looks best to it at a glance."""
        for _ in range(LOOSE_ENDS):
            asked = g.to_decide
            if asked is None or len(g.stack) <= level:
                return
            if asked == CHANCE:
                chances = g.chances()
                g.apply(chances[len(chances) // 2][0])
                continue
            g.apply(self.at_a_glance(g, asked))

    def at_a_glance(self, g: Position[Any, Any], asked: Seat) -> Action:
        """What looks best to the seat that is asked, of a few choices."""
        actions = onward_actions(g)
        best, chosen = -1e9, actions[0]
        for action in actions[:: max(1, len(actions) // GLANCE)] if len(actions) > 1 else ():
            after = g.copy()
            after.apply(action)
            worth = self.game.score(after, asked)
            if worth > best:
                best, chosen = worth, action
        return chosen


def _is_settled(g: Position[Any, Any], seat: Seat, level: int) -> bool:
    """Whether a choice leaves neither luck nor a question that belongs to it: then it is worth its score."""
    asked = g.to_decide
    return asked != CHANCE and (asked != seat or len(g.stack) <= level)


def _sorted_by_number(game: Game[Any], actions: list[Action]) -> tuple[list[Action], list[Action]]:
    """The choices among many units, which can be taken one after another, and all others."""
    count: dict[str, int] = {}
    for action in actions:
        count[action.verb] = count.get(action.verb, 0) + 1
    crowds = {verb for verb, n in count.items() if n >= game.patience and Place not in game.kinds(verb)}
    return [a for a in actions if a.verb in crowds], [a for a in actions if a.verb not in crowds]


class StaffBot(Bot):
    """Sees the map like a staff officer."""

    name = "staff"
    about = "weighs every choice by what comes of it next; beats beginners, does not plan for several turns"

    def __init__(self, game: Game[Any], rng: Random) -> None:
        super().__init__(game, rng)
        self.policy = StaffPolicy(game)

    def choose(self, view: View) -> str:
        """What the policy answers in a position that may stand behind the view."""
        g = imagine(self.game, view, self.rng)
        seat = self.game.seat(g.setup, view.seat)
        action = self.policy.decide(g, seat)
        # In a game with secrets the pieces of the imagined position go by the handles that the view offers.
        return self.game.text(action.verb, action.args, names_for(g, seat)[0])
