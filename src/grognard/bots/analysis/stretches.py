"""A record cut into what can be judged: what a seat did until luck, the other side or a secret spoke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from ...engine.concealment import names_for
from ...engine.events import PHASE, Began, Event
from ...engine.flow import CHANCE, Seat
from ...engine.game import Game
from ...engine.position import Position
from ...engine.record import Record, begin, replay


class Scene(msgspec.Struct, frozen=True):
    """When something happens."""

    turn: int
    phase: str
    headline: str


class Step(msgspec.Struct, frozen=True):
    """One action of a record."""

    at: int
    """How many were played before it."""
    before: Position[Any, Any]
    action: str
    events: list[Event]
    after: Position[Any, Any]
    """The position of the replay, which goes on: copy it to keep it."""
    scene: Scene


class Stretch(msgspec.Struct):
    """What a seat did in one go."""

    at: int
    seat: Seat
    start: Position[Any, Any]
    scene: Scene
    actions: list[str]
    """In the words of the seat."""
    choices: int = 0
    """Decisions in which it had a choice."""
    phases: Counter[str] = msgspec.field(default_factory=Counter)
    """How many of them were in each phase."""

    @property
    def phase(self) -> str:
        """The phase in which most of it was decided; a stretch may go through several."""
        return max(self.phases, key=lambda phase: self.phases[phase], default=self.scene.phase)


def steps(game: Game[Any], record: Record) -> Iterator[Step]:
    """A record action by action, with turn and phase; complains in a sentence that names the line."""
    before = begin(game, record)
    turn, phase = _heard(0, "", before.headings(), before)
    for n, g, events in replay(game, record):
        scene = Scene(turn, phase, game.headline(before))
        yield Step(n, before, record.entries[n].action, events, g, scene)
        turn, phase = _heard(turn, phase, events, g)
        before = g.copy()


def _heard(turn: int, phase: str, events: list[Event], g: Position[Any, Any]) -> tuple[int, str]:
    """Turn and phase after some headings; games that do not number their turns have them counted."""
    for event in events:
        if isinstance(event, Began):
            turn += event.level == 1
            phase = event.title if event.level == PHASE else ""
    return int(getattr(g.state, "turn", turn)), phase


class Cutter:
    """Cuts steps into stretches."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.found: list[Stretch] = []
        self._turn: tuple[int, ...] | None = None
        """The player turn of the stretch that goes on; None where a new one must begin."""

    def take(self, step: Step) -> None:
        """The next step of the game."""
        g, game = step.before, self.game
        seat = g.to_decide
        if seat is None or seat == CHANCE:
            self._turn = None
            return
        turn = game.player_turn(g)
        if self._turn != turn or self.found[-1].seat != seat:
            self.found.append(Stretch(step.at, seat, g, step.scene, []))
            self._turn = turn
        stretch = self.found[-1]
        action = game.parse(step.action)
        stretch.actions.append(game.text(action.verb, action.args, names_for(g, seat)[0]))
        if len(g.actions()) > 1:
            stretch.choices += 1
            stretch.phases[step.scene.phase] += 1
        if game.concealed(g, seat) & ~game.concealed(step.after, seat):
            self._turn = None  # what was not known before changes what is best
