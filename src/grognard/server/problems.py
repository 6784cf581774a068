"""What a client did wrong, each with a status and one sentence."""

from __future__ import annotations


class Problem(Exception):
    """An answer with a status of 400 to 499; the message is one sentence fit to be shown."""

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


class SeqTaken(Exception):
    """Another worker wrote this sequence number first; the table must be read again."""
