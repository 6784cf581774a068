"""Learning: the games as environments of PettingZoo and Gymnasium, and as games of OpenSpiel.

>>> from grognard.rl import marshals_v0
>>> marshals_v0
<environment marshals_v0>

Each installed game has such a name; `env(game, scenario=…)` is the same with the game as an argument. The packages that
this needs come with `pip install "grognard[rl]"`, and are imported only when an environment is made.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from ..engine.errors import SetupError
from ..extras import needed
from ..games import installed

WHAT = "an environment for learning"
VERSION = "_v0"


def _module(name: str) -> Any:
    """A module of this package, after a look whether what it needs is there."""
    for package in ("numpy", "gymnasium", "pettingzoo"):
        needed(package, "rl", WHAT)
    return needed(f"{__name__}.{name}", "rl", WHAT)


def env(game: str, scenario: str | None = None, options: Iterable[str] = (), **how: Any) -> Any:
    """A PettingZoo environment (AEC) with the usual wrappers."""
    return _module("aec").env(game, scenario, options, **how)


def raw_env(game: str, scenario: str | None = None, options: Iterable[str] = (), **how: Any) -> Any:
    """The same without wrappers: an illegal action is refused with the rule."""
    return _module("aec").raw_env(game, scenario, options, **how)


def seat_env(game: str, scenario: str | None = None, options: Iterable[str] = (), **how: Any) -> Any:
    """A Gymnasium environment for one seat, with bots in the others."""
    return _module("single").SeatEnv(game, scenario, options, **how)


def vector(game: str, envs: int, **how: Any) -> Any:
    """Several Gymnasium environments at once, in processes of their own."""
    return _module("single").vector(game, envs, **how)


class EnvModule:
    """What PettingZoo's users expect of an environment's module: `env` and `raw_env`."""

    def __init__(self, game: str) -> None:
        self.__name__ = f"{game}{VERSION}"
        self.env = partial(env, game)
        self.raw_env = partial(raw_env, game)
        self.seat_env = partial(seat_env, game)

    def __repr__(self) -> str:
        return f"<environment {self.__name__}>"


def __getattr__(name: str) -> EnvModule:
    if name.endswith(VERSION) and not name.startswith("_"):
        game = name.removesuffix(VERSION)
        if installed(game):
            return EnvModule(game)
        raise SetupError(f"there is no game '{game}' to make {name} of")
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
