"""Finished games, looked back at."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Protocol

import msgspec

from ...bots.review import review
from ...engine import read_record
from ...games import load_game
from ..play.standing import ReviewSeen, review_seen

WEIGHING = 20.0
"""Seconds in which dice are weighed; those left then stay unweighed."""
TOO_LONG = "it took too long to look back at the game"


class Job(msgspec.Struct, frozen=True):
    """A game to look back at."""

    record: str
    packs: dict[str, Path]


class Reviews(Protocol):
    """Whoever looks back at games."""

    async def of(self, table: str, seq: int, record: str) -> ReviewSeen:
        """The review of a table's game; a Problem says why there is none."""

    async def close(self) -> None:
        """Look back at nothing more."""


def reviewed(job: Job) -> str:
    """The review of a game, as text."""
    record = read_record(job.record)
    game = load_game(record.game, job.packs.get(record.game))
    return written(review_seen(game, review(game, record, WEIGHING)))


def written(found: ReviewSeen) -> str:
    """A review as text; the numbers of its terms are exact fractions."""
    return msgspec.json.encode(found, enc_hook=str).decode()


def read(text: str) -> ReviewSeen:
    """The review of a text."""
    return msgspec.json.decode(text, type=ReviewSeen, dec_hook=lambda _, number: Fraction(number))


def complaint(problem: Exception) -> str:
    """What to say of a game that cannot be looked back at."""
    # Rules that have changed since may fail in any way.
    return f"the game cannot be played again ({type(problem).__name__})"
