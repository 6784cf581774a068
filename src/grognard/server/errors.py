"""What a client did wrong, each with a status and one sentence."""

from __future__ import annotations

import asyncio
import concurrent.futures
from typing import Any, Literal

Pending = concurrent.futures.Future[Any] | asyncio.Future[Any]
"""A change of which nobody knows yet whether it was committed."""


class Problem(Exception):
    """An answer with a status from 400 on; the message is one sentence fit to be shown."""

    status = 400

    def __init__(self, detail: str, *, rule: str = "", seq: int | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.rule = rule
        self.seq = seq


class Forbidden(Problem):
    """The token does not allow it."""

    status = 403


class Unknown(Problem):
    """There is no such thing."""

    status = 404


class Conflict(Problem):
    """It does not fit the present state of the table."""

    status = 409


class TooMany(Problem):
    """Too often in too short a time."""

    status = 429


class TooSlow(Problem):
    """The rest of the request did not come."""

    status = 408


class SeqTaken(Exception):
    """Another worker wrote this sequence number first; the table must be read again."""


class LinkVoid(Exception):
    """A link that was good when somebody asked has become void before he was answered."""


class Closed(Conflict):
    """Nobody can play on at this table; it can still be read."""


class Damaged(Conflict):
    """Something of the table is missing or spoilt in the database."""

    def __init__(self, at: int, what: Literal["missing", "spoilt", "snapshot"] = "missing") -> None:
        said = {
            "missing": f"row {at} of this table is missing in the database",
            "spoilt": f"row {at} of this table is damaged in the database",
            "snapshot": f"the snapshot at row {at} of this table is damaged in the database",
        }
        super().__init__(f"{said[what]}; the operator can repair it with 'grognard admin repair'")
        self.at = at
        """The number of the row; of a snapshot, that of the last row in it."""
        self.what = what


class Unavailable(Problem):
    """The database does not answer now; nothing is lost, and the same request can be sent again."""

    status = 503
    pending: Pending | None = None
    """A change of which nobody knows yet whether it was committed."""

    def __init__(self, pending: Pending | None = None) -> None:
        super().__init__("the database does not answer at present; try again in a moment")
        self.pending = pending


def sentence(text: str) -> str:
    """A problem as one sentence."""
    text = text.strip() or "the request was refused"
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")
