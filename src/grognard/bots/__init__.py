"""Players that are programs. A bot gets a view, may imagine what stands behind it, and answers with an action.

>>> from grognard.bots import make_bot
>>> from grognard.games import load_game
>>> make_bot("random", load_game("marshals"), seed=1).name
'random'
"""

from __future__ import annotations

from random import Random
from typing import Any

from ..engine.errors import SetupError
from ..engine.game import Game
from .base import Bot
from .marshal import MarshalBot, QuickMarshal, SlowMarshal
from .random_bot import RandomBot
from .recruit import RecruitBot
from .staff import StaffBot

KINDS: tuple[type[Bot], ...] = (RandomBot, RecruitBot, StaffBot, QuickMarshal, MarshalBot, SlowMarshal)
"""From weak to strong."""

BOTS: dict[str, type[Bot]] = {kind.name: kind for kind in KINDS}


def make_bot(name: str, game: Game[Any], seed: int = 0) -> Bot:
    """A bot by its name; the seed makes its choices repeatable."""
    if name not in BOTS:
        raise SetupError(f"there is no bot '{name}'; known are {', '.join(BOTS)}")
    return BOTS[name](game, Random(seed))


__all__ = ["BOTS", "Bot", "MarshalBot", "RandomBot", "RecruitBot", "StaffBot", "make_bot"]
