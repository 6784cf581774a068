"""A guided first player turn: steps that explain, and wait for real actions at a real table.

A lesson is data (`lesson.toml`). Seed, scenario and every awaited action are fixed, so the whole of it can be played
through when it is loaded: each awaited action must be legal when its step comes, and luck must bring what the text
speaks of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from .chance import parse_seed
from .errors import GrognardError, PackError
from .judging import read_action
from .table import Table
from .view import who_decides

if TYPE_CHECKING:
    from .game import Game
    from .position import Position

LESSON = "lesson.toml"
PANELS = ("prompt", "bar", "log", "panel", "charts", "rules", "tray")
"""What a step can point at besides pieces and places."""

Words = Annotated[str, Meta(min_length=1, max_length=900)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]


ConceptName = Literal["hex", "area", "stack", "control", "odds"]
"""What a newcomer to board wargames must learn once: boards have a small picture of each."""


class Concept(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A word of the trade, explained in a sentence as this game means it."""

    name: ConceptName
    text: Annotated[str, Meta(min_length=1, max_length=200)]


class StepText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step as it is written."""

    title: Annotated[str, Meta(min_length=1, max_length=60)]
    text: Words
    point: list[Name] = []
    """What it refers to: `piece R-69`, `place 1405`, or one of the panels."""
    anatomy: str = ""
    """A counter whose parts are shown and named."""
    explains: Annotated[list[Concept], Meta(max_length=2)] = []
    """What is met here for the first time."""
    do: list[Name] = []
    """The actions it waits for, in their order."""
    by: str = ""
    """The seat whose actions they are, if not the learner's: they are played for it."""
    told: list[Words] = []
    """Words that the log must contain since the step before, because the text refers to it."""


class LessonText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson as it is written."""

    title: Annotated[str, Meta(min_length=1, max_length=80)]
    minutes: Annotated[int, Meta(ge=1, le=10)]
    scenario: str
    seat: str
    """Whose turn is played."""
    seed: str
    options: list[str] = []
    before: list[Name] = []
    """Actions that lie behind the first step, such as a set-up."""
    steps: Annotated[list[StepText], Meta(min_length=1, max_length=60)]


class Awaited(msgspec.Struct, frozen=True, kw_only=True):
    """An action that a step waits for, and how many actions lie behind the position in which it does."""

    at: int
    seat: str
    action: str


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step as boards are given it."""

    title: str
    text: str
    point: list[str]
    anatomy: str
    explains: list[Concept]
    at: int
    """How many actions lie behind the position in which the step comes."""
    awaited: list[Awaited]


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A guided player turn that has been played through once."""

    title: str
    minutes: int
    scenario: str
    options: tuple[str, ...]
    seat: str
    seed: str
    steps: list[LessonStep]
    end: int
    """How many actions lie behind the position in which it ends."""


def load_lesson(game: Game[Any]) -> tuple[Lesson, Position[Any, Any]] | None:
    """The game's lesson, played through, and the position it begins with; None if there is none."""
    if not game.pack.has(LESSON):
        return None
    try:
        written = msgspec.convert(game.pack.toml(LESSON), LessonText)
    except msgspec.ValidationError as problem:
        raise PackError(LESSON, None, f"is no lesson: {problem}") from None
    return _Rehearsal(game, written).lesson()


class _Rehearsal:
    """Playing a lesson through, so that it cannot fail a learner."""

    def __init__(self, game: Game[Any], written: LessonText) -> None:
        self.game = game
        self.written = written
        try:
            self.seed = parse_seed(written.seed)
            self.setup = game.setup(written.scenario, written.options)
            self.seat = game.seat(self.setup, written.seat)
            self.origin = self._origin()
        except GrognardError as problem:
            raise PackError(LESSON, None, str(problem)) from None
        self.table = Table(game, position=self.origin, seed=self.seed)
        self.told = 0

    def _origin(self) -> Position[Any, Any]:
        table = Table(self.game, self.setup.scenario, self.setup.options, seed=self.seed)
        for action in self.written.before:
            self._play(table, action)
        return table.position

    @staticmethod
    def _play(table: Table, text: str) -> None:
        """Play what is written, as the seat that is asked would; the sentence says what is wrong with it."""
        asked = table.position.to_decide
        if asked is None:
            raise GrognardError(f"'{text}' comes after the end of the game")
        table.play(read_action(table.position, asked, text))

    def lesson(self) -> tuple[Lesson, Position[Any, Any]]:
        """All steps, each played."""
        steps = [self._step(number, step) for number, step in enumerate(self.written.steps, 1)]
        found = Lesson(
            title=self.written.title,
            minutes=self.written.minutes,
            scenario=self.setup.scenario,
            options=tuple(sorted(self.setup.options)),
            seat=self.written.seat,
            seed=self.written.seed,
            steps=steps,
            end=self.table.count,
        )
        return found, self.origin

    def _step(self, number: int, step: StepText) -> LessonStep:
        where = f"step {number} ({step.title})"
        at = self.table.count
        try:
            self._check(step)
            awaited = [self._await(step, action) for action in step.do]
        except GrognardError as problem:
            raise PackError(LESSON, None, f"{where}: {problem}") from None
        return LessonStep(
            title=step.title,
            text=step.text,
            point=step.point,
            anatomy=step.anatomy,
            explains=step.explains,
            at=at,
            awaited=awaited,
        )

    def _check(self, step: StepText) -> None:
        """What the step refers to must be there."""
        for word in step.point:
            kind, _, name = word.partition(" ")
            if kind == "piece":
                self.game.names.piece(name)
            elif kind == "place":
                self.game.names.place(name)
            elif word not in PANELS:
                raise GrognardError(f"'{word}' cannot be pointed at; known are piece, place, {', '.join(PANELS)}")
        if step.anatomy:
            self.game.names.piece(step.anatomy)
        if step.do:
            self.game.seat(self.setup, step.by or self.written.seat)
        said = "\n".join(line.text for line in self.table.told(self.seat, self.told))
        self.told = len(self.table.log)
        for words in step.told:
            if words not in said:
                raise GrognardError(f"the log does not tell '{words}' before it; it tells: {said or 'nothing'}")

    def _await(self, step: StepText, action: str) -> Awaited:
        g = self.table.position
        seat = step.by or self.written.seat
        if who_decides(g) != seat:
            raise GrognardError(f"'{action}' is for {seat}, but {who_decides(g) or 'nobody'} is asked")
        found = Awaited(at=self.table.count, seat=seat, action=action)
        self._play(self.table, action)
        return found
