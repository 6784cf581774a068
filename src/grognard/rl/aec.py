"""The games as PettingZoo environments (AEC): agents are seats, and luck is inside."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gymnasium.spaces as spaces
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..engine.errors import SetupError
from .picture import MODES, rendered
from .playing import Mask, Play
from .sight import Seen

Observation = dict[str, Any]
BIG = np.iinfo(np.int16).max


class GameEnv(AECEnv[str, Observation, int]):
    """One game as an environment without wrappers: an illegal action is refused with the rule."""

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Iterable[str] = (),
        *,
        render_mode: str | None = None,
        take_backs: bool = False,
        asides: bool = False,
        shaping: float = 0.0,
        max_decisions: int | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in MODES:
            raise SetupError(f"there is no render mode '{render_mode}'; known are {', '.join(MODES)}")
        self.play = Play(game, scenario, options, take_backs=take_backs, asides=asides, shaping=shaping)
        self.render_mode = render_mode
        self.max_decisions = max_decisions
        numbering = self.play.numbering
        self.metadata = {
            "name": f"{self.play.game.id}_v0",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 2,
            "actions": numbering.fingerprint,
        }
        self.possible_agents = list(self.play.seats)
        self.agents: list[str] = []
        self._seat = {name: n for n, name in enumerate(self.possible_agents)}
        self._action_spaces = {name: spaces.Discrete(len(numbering)) for name in self.possible_agents}
        self._observation_spaces = {name: observation_space(self.play) for name in self.possible_agents}
        self._no_action = np.zeros(len(numbering), np.int8)
        self._observed: dict[str, Observation] = {}

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """What an agent's observation may hold."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """The numbers of all actions."""
        return self._action_spaces[agent]

    # -- playing -----------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the seed answers luck."""
        self.play.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._stood = self._standings()
        self._turn_over()
        if self.play.over:  # a scenario that luck alone decides
            self._finish()

    def step(self, action: int | None) -> None:
        """Give the answer of the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise SetupError(f"{agent} is asked and the game goes on, so the action may not be None")
        self.play.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._reward()
        self._accumulate_rewards()
        if self.play.over:
            self._finish()
            return
        if self.max_decisions is not None and self.play.decisions >= self.max_decisions:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn_over()

    def _turn_over(self) -> None:
        self._observed = {}
        if not self.play.over:
            self.agent_selection = self.possible_agents[self.play.asked]
        self._tell()

    def _tell(self) -> None:
        self.infos = {name: {"action_mask": self.action_mask(name)} for name in self.agents}

    def _finish(self) -> None:
        self._observed = {}
        self.terminations = dict.fromkeys(self.agents, True)
        self._tell()

    def _reward(self) -> None:
        for agent, seat in self._seat.items():
            self.rewards[agent] = self.play.result(seat)
        if self.play.shaping:
            stood, self._stood = self._stood, self._standings()
            for agent, seat in self._seat.items():
                self.rewards[agent] += self.play.shaping * (self._stood[seat] - stood[seat])

    def _standings(self) -> list[float]:
        if not self.play.shaping:
            return []
        return [self.play.standing(seat) for seat in range(len(self.possible_agents))]

    # -- seeing ------------------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        """What an agent sees; its mask is empty while another is asked."""
        found = self._observed.get(agent)
        if found is None:
            found = self._observed[agent] = observation(self.play.seen(self._seat[agent]), self.action_mask(agent))
        return found

    def action_mask(self, agent: str) -> Mask:
        """1 for each answer that is offered to an agent."""
        if self.play.over or self._seat[agent] != self.play.asked:
            return self._no_action
        return self.play.mask()

    def action_masks(self) -> Mask:
        """The mask of the agent that is asked, where sb3-contrib looks for it."""
        return self.action_mask(self.agent_selection)

    def render(self) -> Any:
        """The position in the form that was asked for: text, SVG or an image."""
        return rendered(self.play.game, self.play.position, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def observation(seen: Seen, mask: Mask) -> Observation:
    """What a seat sees as a dictionary of arrays."""
    found: Observation = as_dictionary(seen)
    found["action_mask"] = mask
    return found


def as_dictionary(seen: Seen) -> Observation:
    """The same without a mask."""
    return {"observation": seen.planes, "boxes": seen.boxes, "counters": seen.counters, "state": seen.state}


def observation_space(play: Play, *, mask: bool = True) -> spaces.Dict:
    """What such a dictionary may hold."""
    channels = play.channels
    depth = len(channels.channels)
    boxes = (len(play.game.boxes), depth)
    found: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(-1, BIG, (channels.rows, channels.columns, depth), np.int16),
        "boxes": spaces.Box(-1, BIG, boxes, np.int16),
        "counters": spaces.Box(-1, BIG, (len(play.game.roster), 3), np.int16),
        "state": spaces.Box(-10_000, 10_000, (len(channels.entries),), np.float32),
    }
    if mask:
        found["action_mask"] = spaces.Box(0, 1, (len(play.numbering),), np.int8)
    return spaces.Dict(found)


def raw_env(game: str, scenario: str | None = None, options: Iterable[str] = (), **how: Any) -> GameEnv:
    """An environment without wrappers."""
    return GameEnv(game, scenario, options, **how)


def env(game: str, scenario: str | None = None, options: Iterable[str] = (), **how: Any) -> AECEnv[str, Any, int]:
    """An environment with the usual wrappers: whoever gives an illegal action loses the game."""
    made: Any = wrappers.TerminateIllegalWrapper(raw_env(game, scenario, options, **how), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))
