"""The games for one learner (Gymnasium): bots, or players of any kind, sit in the other seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any

import gymnasium
import gymnasium.spaces as spaces
import numpy as np
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

from ..bots import make_bot
from ..engine.errors import SetupError
from ..engine.judging import read_action
from ..engine.view import view
from .aec import BIG, Observation, as_dictionary, observation_space
from .picture import MODES, rendered
from .playing import Mask, Play
from .sight import Seen

Opponent = Callable[[Play], int]
"""Gives the number of an answer for the seat that is asked."""

Tables = AsyncVectorEnv | SyncVectorEnv
TRIES = 20
"""Games that may end before the learner is asked anything."""


class SeatEnv(gymnasium.Env[Observation, int]):
    """One seat of a game as an environment; the others are answered for between two steps."""

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Iterable[str] = (),
        *,
        seat: str | None = None,
        opponent: str | Opponent = "random",
        render_mode: str | None = None,
        take_backs: bool = False,
        asides: bool = False,
        shaping: float = 0.0,
        max_decisions: int | None = None,
        flat: bool = False,
    ) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise SetupError(f"there is no render mode '{render_mode}'; known are {', '.join(MODES)}")
        self.play = Play(game, scenario, options, take_backs=take_backs, asides=asides, shaping=shaping)
        self.seat = 0 if seat is None else self.play.game.seat(self.play.setup, seat)
        self.opponent = opponent
        self.render_mode = render_mode
        self.max_decisions = max_decisions
        self.flat = flat
        self.metadata = {"render_modes": list(MODES), "render_fps": 2}
        self.action_space: Any = spaces.Discrete(len(self.play.numbering))
        whole = observation_space(self.play, mask=False)
        if flat:
            size = sum(int(np.prod(space.shape or ())) for name, space in whole.items() if name != "counters")
            self.observation_space: Any = spaces.Box(-10_000, BIG, (size,), np.float32)
        else:
            self.observation_space = whole
        self._answer = self._answerer(0)

    def _answerer(self, seed: int) -> Opponent:
        if not isinstance(self.opponent, str):
            return self.opponent
        return bot_opponent(self.play, self.opponent, seed)

    # -- playing -----------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, up to the learner's first question."""
        super().reset(seed=seed)
        # Where none is named, the games follow from the last seed that was, as Gymnasium asks.
        for _ in range(TRIES):
            self.play.begin(int(self.np_random.integers(2**62)))
            self._answer = self._answerer(self.play.seed)
            self._last: int | None = None
            self._let_others_play()
            if not self.play.over:
                break
        else:
            raise SetupError(f"{self.play.seats[self.seat]} is not asked once in {TRIES} games")
        if self.max_decisions is not None:
            self._last = self.play.decisions + self.max_decisions
        self._stood = self.play.standing(self.seat) if self.play.shaping else 0.0
        return self._observed(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer, and let the others answer up to the next question."""
        self.play.play(int(action))
        self._let_others_play()
        over = self.play.over
        return self._observed(), self._reward(), over, not over and self._cut(), self._info()

    def _let_others_play(self) -> None:
        play = self.play
        while not play.over and play.asked != self.seat and not self._cut():
            play.play(self._answer(play))

    def _cut(self) -> bool:
        """Whether enough has been decided since the learner's first question."""
        return self._last is not None and self.play.decisions >= self._last

    def _reward(self) -> float:
        reward = self.play.result(self.seat)
        if self.play.shaping:
            stood, self._stood = self._stood, self.play.standing(self.seat)
            reward += self.play.shaping * (self._stood - stood)
        return reward

    # -- seeing ------------------------------------------------------------------------------------

    def _observed(self) -> Any:
        seen = self.play.seen(self.seat)
        return flattened(seen) if self.flat else as_dictionary(seen)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "decisions": self.play.decisions}

    def action_masks(self) -> Mask:
        """1 for each answer that is offered; nothing is offered when the game is over or another is asked."""
        play = self.play
        if play.over or play.asked != self.seat:
            return np.zeros(len(play.numbering), np.int8)
        return play.mask()

    def render(self) -> Any:
        """The position in the form that was asked for."""
        return rendered(self.play.game, self.play.position, self.render_mode)


def flattened(seen: Seen) -> np.ndarray[Any, Any]:
    """Map, boxes and state one after another, for learners that want a single vector.

    The list of counters is left out: it holds numbers of places, which are names and no amounts.
    """
    parts = (seen.planes.ravel(), seen.boxes.ravel(), seen.state)
    return np.concatenate([part.astype(np.float32) for part in parts])


def bot_opponent(play: Play, name: str, seed: int = 0) -> Opponent:
    """A bot in the other seats. Each gets the view of its seat, as everywhere."""
    if name == "random":  # needs no view, so it gets none: that is ten times as fast
        rng = Random(seed)
        return lambda table: rng.choice(table.offered())
    bots = [make_bot(name, play.game, seed=seed + n) for n in range(len(play.seats))]

    def answer(table: Play) -> int:
        seat = table.asked
        text = bots[seat].choose(view(table.position, seat))
        return table.numbering.numbers(table.position, seat, [read_action(table.position, seat, text)])[0]

    return answer


def vector(game: str, envs: int, *, processes: bool = True, **how: Any) -> Tables:
    """Several tables at once, in processes of their own or one after another in this one."""
    make = [partial(SeatEnv, game, **how) for _ in range(envs)]
    if not processes:
        return SyncVectorEnv(make)
    return AsyncVectorEnv(make, context="spawn")


def masks_of(envs: Tables) -> np.ndarray[Any, Any]:
    """The mask of each table of a vector."""
    return np.stack(list(envs.call("action_masks")))
