"""A game as a learner plays it: luck inside, a number for each answer, arrays for each seat."""

from __future__ import annotations

import hashlib
import math
import secrets
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bots.base import onward_actions
from ..engine.chance import SeedStream
from ..engine.errors import ActionError, SetupError
from ..engine.flow import CHANCE, Seat
from ..engine.game import Game
from ..engine.position import Position
from ..games import load_game
from .numbering import Numbering, onward
from .sight import Channels, Seen, Sight

Mask = NDArray[np.int8]
POINTS = 20.0
"""A lead of so many points counts as three quarters of a victory in shaped rewards."""

_known: dict[int, tuple[Game[Any], Numbering, Channels]] = {}


def meanings(game: Game[Any]) -> tuple[Numbering, Channels]:
    """Numbers and channels of a game; made once."""
    found = _known.get(id(game))
    if found is None:
        found = _known[id(game)] = (game, Numbering(game), Channels(game))
    return found[1], found[2]


class Play:
    """One game after another of a scenario, question by question. Luck answers for itself."""

    def __init__(
        self,
        game: str | Game[Any],
        scenario: str | None = None,
        options: Iterable[str] = (),
        *,
        take_backs: bool = False,
        asides: bool = False,
        shaping: float = 0.0,
    ) -> None:
        self.game = load_game(game) if isinstance(game, str) else game
        self.setup = self.game.setup(scenario, options)
        self.numbering, self.channels = meanings(self.game)
        self.seats = [info.id for info in self.game.seats(self.setup)]
        self.take_backs = take_backs
        self.asides = asides
        self.shaping = shaping
        if shaping and self.channels.secrets and not self._counts_points():
            raise SetupError(
                f"{self.game.id} conceals counters and counts no points, so a shaped reward would tell secrets:"
                " leave shaping out"
            )
        self._next_seed = secrets.randbits(63)
        self.begin(self._next_seed)

    def _counts_points(self) -> bool:
        g = self.game.start(self.setup.scenario, self.setup.options)
        return self.game.victory_points(g, Seat(0)) is not None

    # -- playing -----------------------------------------------------------------------------------

    def begin(self, seed: int | None = None) -> None:
        """A new game; without a seed, that which follows the last one."""
        self.seed = self._next_seed if seed is None else seed
        self._next_seed = self.seed + 1
        digest = hashlib.blake2b(f"grognard rl {self.seed}".encode(), digest_size=32)
        self.stream = SeedStream(digest.digest())
        self.position: Position[Any, Any] = self.game.start(self.setup.scenario, self.setup.options)
        self.decisions = 0
        self._sights = [Sight(self.channels, Seat(n)) for n in range(len(self.seats))]
        self._roll()

    def set(self, position: Position[Any, Any]) -> None:
        """Go on from a position of the same game."""
        self.position = position.copy()
        self.setup = position.setup
        self._roll()

    def play(self, number: int) -> None:
        """Give the answer of this number to the question; refused with its reason if it is not legal."""
        g = self.position
        seat = self.asked
        action = self.numbering.action(g, seat, int(number))
        if not g.is_legal(action):
            raise ActionError(f"action {number} ('{action}') is not possible: {g.why_not(action)}")
        g.apply(action)
        self.decisions += 1
        self._roll()

    def _roll(self) -> None:
        g, stream = self.position, self.stream
        while g.to_decide == CHANCE:
            g.apply(stream.answer(g))
        self._offered: list[int] | None = None
        self._mask: Mask | None = None
        self._seen: dict[int, Seen] = {}

    # -- asking ------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.outcome is not None

    @property
    def asked(self) -> Seat:
        """The seat that is asked."""
        seat = self.position.to_decide
        if seat is None:
            raise ActionError("the game is over; begin a new one")
        return seat

    def offered(self) -> list[int]:
        """The numbers of the answers that are offered to the seat that is asked."""
        if self._offered is None:
            g = self.position
            if self.over:
                self._offered = []
            else:
                found = onward(g, take_backs=self.take_backs, asides=self.asides) or onward_actions(g)
                self._offered = self.numbering.numbers(g, self.asked, found)
        return self._offered

    def mask(self) -> Mask:
        """1 for each answer that is offered, 0 for all others."""
        if self._mask is None:
            self._mask = np.zeros(len(self.numbering), np.int8)
            self._mask[self.offered()] = 1
        return self._mask

    def seen(self, seat: int) -> Seen:
        """What a seat sees."""
        found = self._seen.get(seat)
        if found is None:
            found = self._seen[seat] = self._sights[seat].look(self.position)
        return found

    def result(self, seat: int) -> float:
        """1 for a victory, -1 for a defeat, 0 for a draw and while the game goes on."""
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner == seat else -1.0

    def standing(self, seat: int) -> float:
        """How well a seat stands, from -1 to 1, for shaped rewards: by points that all may know, or by the score."""
        g, game = self.position, self.game
        points = [game.victory_points(g, Seat(n)) for n in range(len(self.seats))]
        own: float
        if points[seat] is not None:
            numbers = [float(value or 0) for value in points]
            own = numbers.pop(seat) - max(numbers, default=0.0)
        else:
            scores = [game.score(g, Seat(n)) for n in range(len(self.seats))]
            own = (scores.pop(seat) - max(scores, default=0.0)) / 2
        return math.tanh(own / POINTS)
