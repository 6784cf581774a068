"""Who is asked what, and what happens next: frames on a stack.

The sequence of play is a stack of frames. A frame is a small struct that can be saved; the top one
either does a piece of work (`Step`), asks a player (`Choice`), or waits for luck (`Chance`). It can call
another frame, or end and let the one below go on. Frames hold plain values only: numbers, words, tuples,
sets as ints. A copied position copies its frames one level deep, so a field must be replaced, never
changed in place.
"""

from __future__ import annotations

import enum
import inspect
import typing
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, ClassVar, NewType, TypeVar

import msgspec

from .asking import Ask as Ask
from .asking import Hint as Hint
from .asking import Refusal as Refusal
from .errors import RulesError
from .pieces import Piece
from .places import Place
from .terms import Reading

Seat = NewType("Seat", int)
"""The number of a player's seat."""

CHANCE = Seat(-1)
"""The seat of luck."""


class Action:
    """A verb and its arguments. Made once per game and argument list, so that comparing them is cheap."""

    __slots__ = ("args", "text", "verb")

    def __init__(self, verb: str, args: tuple[Any, ...], text: str) -> None:
        self.verb = verb
        self.args = args
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


class Mark(enum.Enum):
    """How boards and programs treat a verb. Marks change nothing about what is legal."""

    TAKES_BACK = "takes back"
    """It only undoes an earlier choice of the same player; programs need not consider it."""
    SUGGESTS = "suggests"
    """The game decides sensibly for the player, as in a ready-made set-up; programs take it."""
    ASIDE = "aside"
    """Always possible and seldom meant: a board does not let it glow, and asks back; programs leave it alone."""
    COSTLY = "costly"
    """It costs something and is seldom meant: a board does not let it glow, and asks back; programs weigh it."""
    CLOSES = "closes"
    """It ends a phase in which nothing lapses, or carries out a plan: programs weigh the position as it stands."""
    CONFIRMS = "confirms"
    """It carries out what was just chosen; else that can only be taken back: programs look through the question."""
    RIVAL = "rival"
    """One of several between which the player has to choose: a board shows none of them as the usual one."""

    __hash__ = object.__hash__  # there is one of each, and that of `Enum` takes long


Method = TypeVar("Method", bound=Callable[..., None])


def marked(*marks: Mark) -> Callable[[Method], Method]:
    """Gives marks to the verb whose `on_<verb>` follows."""

    def mark(method: Method) -> Method:
        method.marks = frozenset(marks)  # type: ignore[attr-defined]
        return method

    return mark


class Frame(msgspec.Struct, tag=True):
    """One element of the flow. Subclass `Step`, `Choice` or `Chance`, not this."""

    decides: ClassVar[bool] = False
    """Whether somebody is asked: a player or luck. Read at every step, so it is not looked up by class."""
    by_luck: ClassVar[bool] = False
    """Whether it is luck that is asked."""
    forced: ClassVar[bool] = False
    """Whether a single possible answer is given without asking."""
    idle: ClassVar[str] = ""
    """The verb that is done without asking where nothing else is left, asides apart: `end` of a step, for example."""

    @property
    def title(self) -> str:
        """What the frame is called, from its class name."""
        return type(self).__name__

    def only_answer(self, choices: list[Action]) -> Action | None:
        """The answer that is given without asking; None where somebody has to be asked."""
        if self.forced and len(choices) == 1:
            return choices[0]
        if not self.idle:
            return None
        asides = _verbs_marked(type(self), Mark.ASIDE)
        left = [action for action in choices if action.verb not in asides]
        return left[0] if len(left) == 1 and left[0].verb == self.idle else None

    def run(self, g: Any) -> None:
        """Where nobody is asked, do the next piece of work: call a frame, change the position, or end."""
        raise NotImplementedError

    def seat(self, g: Any) -> Seat:
        """Who is asked."""
        raise NotImplementedError

    def choices(self, g: Any) -> Iterable[Action]:
        """Every legal answer."""
        raise NotImplementedError


class Step(Frame):
    """Work without a decision; `run` is called until the frame has ended or called another."""


class Choice(Frame):
    """A question to one seat. Each verb it offers is handled by a method `on_<verb>`, which may be `@marked`."""

    decides: ClassVar[bool] = True

    @classmethod
    def marked(cls, mark: Mark) -> frozenset[str]:
        """Its verbs that carry a mark."""
        return _verbs_marked(cls, mark)

    def seat(self, g: Any) -> Seat:
        """The player whose turn it is, unless a question is for somebody else."""
        seat: Seat = g.game.phasing(g)
        return seat

    def ask(self, g: Any) -> Ask:
        """The question, for people."""
        raise NotImplementedError

    def refusal(self, g: Any, action: Action) -> Refusal | None:
        """Why an answer is not legal; None where it is."""
        raise NotImplementedError

    def label(self, g: Any, action: Action) -> str:
        """What a button for this answer says; empty for its verb and the full names its reader knows."""
        return ""

    def hint(self, g: Any, action: Action) -> Hint | None:
        """What the answer would mean."""
        return None


Concern = tuple[tuple[Piece, ...], tuple[Place, ...]]
"""Pieces and places that something is about."""


class Chance(Frame):
    """Luck: answers with exact whole-number weights."""

    decides: ClassVar[bool] = True
    by_luck: ClassVar[bool] = True
    quiet: ClassVar[bool] = False
    """Whether the answer itself is not worth a line in the log, because its result has one."""
    cites: ClassVar[str] = ""
    """The rule by which luck is asked."""

    def seat(self, g: Any) -> Seat:
        """Luck's own seat."""
        return CHANCE

    def purpose(self, g: Any) -> str:
        """What is decided by luck."""
        raise NotImplementedError

    def concerns(self, g: Any) -> Concern:
        """The pieces and the places whose fate is decided."""
        return (), ()

    def verdict(self, g: Any, action: Action) -> str:
        """What comes of an answer, in a few words; empty where what follows in the log says it."""
        return ""

    def readings(self, g: Any, action: Action) -> tuple[Reading, ...]:
        """Where in the charts an answer is read, if it is."""
        return ()

    def weights(self, g: Any) -> list[tuple[Action, int]]:
        """Every possible answer with its weight."""
        raise NotImplementedError

    def choices(self, g: Any) -> Iterable[Action]:
        """Every possible answer."""
        return [action for action, _ in self.weights(g)]


class Die(Chance):
    """One six-sided die; subclasses say what for and what comes of it in `on_roll`."""

    faces: ClassVar[int] = 6

    def weights(self, g: Any) -> list[tuple[Action, int]]:
        """Each face once."""
        rolls: list[tuple[Action, int]] = g.game.rolls(self.faces)
        return rolls

    def on_roll(self, g: Any, face: int) -> None:
        """What comes of it."""
        raise NotImplementedError


Handler = Callable[..., None]


def _verb(method: str) -> str:
    """The verb that a method `on_<verb>` handles."""
    return method.removeprefix("on_").replace("_", "-")


@cache
def _verbs_marked(frame: type[Frame], mark: Mark) -> frozenset[str]:
    return frozenset(_verb(name) for name in _handler_names(frame) if mark in _told(frame, name)[1])


def handlers(frame: type[Frame]) -> dict[str, tuple[Handler, tuple[type, ...]]]:
    """The verbs of a frame class: the method for each and the types of its arguments."""
    found: dict[str, tuple[Handler, tuple[type, ...]]] = {}
    for name in _handler_names(frame):
        found[_verb(name)] = (getattr(frame, name), _told(frame, name)[0])
    return found


def _handler_names(frame: type[Frame]) -> list[str]:
    """In the order in which they are defined: what is usually meant stands first."""
    named = (name for kind in reversed(frame.__mro__) for name in vars(kind) if name.startswith("on_"))
    return list(dict.fromkeys(named))


Told = tuple[tuple[type, ...], frozenset[Mark]]
"""What is known of a handler: the types of its arguments, and its marks."""


def _told(frame: type[Frame], name: str) -> Told:
    """What a handler's own method says of it; of a compiled one it is written down beside its class (`declared`)."""
    method = getattr(frame, name)
    for kind in frame.__mro__:
        if name in vars(kind):
            written: Told | None = vars(kind).get("__handlers__", {}).get(name)
            if written is not None:
                return written
            break
    hints = typing.get_type_hints(method)
    names = list(inspect.signature(method).parameters)[2:]
    for n in names:
        if hints.get(n) not in (Piece, Place, int, str):
            problem = f"the argument '{n}' must be annotated as Piece, Place, int or str"
            raise RulesError(frame, name, problem)
    return tuple(hints[n] for n in names), getattr(method, "marks", frozenset())
