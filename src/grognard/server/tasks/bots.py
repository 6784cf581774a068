"""Bots that think: one decision after another, each from what its seat sees."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import msgspec

from ...engine.view import View
from ...games import load_game

ACCEPTS, DECLINES = "accept", "decline"
"""What a bot answers that is offered a draw."""
MOST_BOTS = 64
"""Bots that are kept between their decisions."""


class BotFailed(Exception):
    """A bot did not answer, or complained (`said`); the message is what comes after its name."""

    said = ""


class BotDied(BotFailed):
    """Whoever was thinking is gone, perhaps through no fault of the bot."""

    def __init__(self) -> None:
        super().__init__("crashed together with its process")


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One decision for a bot."""

    table: str
    seat: str
    bot: str
    game: str
    pack: Path | None
    seed: int
    view: View
    draw: bool = False
    """Whether it is offered a draw, rather than asked for an action;"""
    first: View | None = None
    """then what it saw when the first turn began."""


class Thinkers(Protocol):
    """Whoever lets bots think."""

    async def choose(self, job: Job, owner: str) -> str:
        """The answer of a bot, within its time; `BotFailed` where there is none."""

    async def close(self) -> None:
        """Let nobody think any more."""


class Thinking:
    """The bots of one process, each made when it is first asked."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self.make = make
        self.bots: OrderedDict[tuple[str, str, str], Any] = OrderedDict()

    def choose(self, job: Job) -> str:
        """The answer to a job."""
        key = (job.table, job.seat, job.bot)
        if key not in self.bots:
            self.bots[key] = self.make(job.bot, load_game(job.game, job.pack), job.seed)
            while len(self.bots) > MOST_BOTS:
                self.bots.popitem(last=False)
        if job.draw:
            return ACCEPTS if self.bots[key].accepts_draw(job.view, job.first) else DECLINES
        answer = self.bots[key].choose(job.view)
        if not isinstance(answer, str) or len(answer) > 200:
            raise TypeError(f"answered with {type(answer).__name__} instead of an action")
        return answer
