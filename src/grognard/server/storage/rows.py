"""What is stored of a table, as it is read and written. No database in here."""

from __future__ import annotations

import hashlib

import msgspec


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of what was played at a table."""

    seq: int
    kind: str
    who: str
    text: str
    client_id: str | None = None
    at: float = 0.0
    check: str | None = None


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it was opened, and the lobby's cache of how it stands."""

    id: str
    game: str
    version: str
    data: str
    code: str = ""
    scenario: str
    options: tuple[str, ...]
    players: dict[str, str]
    seed: str
    origin: str | None
    pace: str
    created: float
    touched: float
    headline: str
    outcome: str
    absence: float = 0.0
    toss: bool = False
    closed: str = ""
    people: dict[str, str] = {}
    """How those who play want to be called: by `opener`, or by the seat of a guest."""
    hints: bool = False
    """Whether those who play by links agreed that they may ask for hints."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a table, from which it can go on without what came before."""

    seq: int
    entries: int
    drawn: int
    moved: int
    players: dict[str, str]
    position: str
    lines: tuple[str, ...]
    """Parts of the log; when it is saved only the last one."""
    views: str = "{}"
    toss: str = ""
    parley: str = ""


class Found(msgspec.Struct, frozen=True):
    """All that is needed to put a table together."""

    stored: Stored
    snapshot: Snapshot | None
    rows: list[Row]
    taken: frozenset[str] = frozenset()
    """The seats that the opener has ever taken over."""
    used: frozenset[int] = frozenset()
    """Hashes of the ids that clients have used before the snapshot."""


class Token(msgspec.Struct, frozen=True):
    """What a secret link allows: `owner`, `invite` to a seat (once), `guest` of one, or `spectator`."""

    table_id: str
    role: str
    seat: str


class KeptAnalysis(msgspec.Struct, frozen=True):
    """What was found in looking back at a game."""

    table_id: str
    key: str
    """Which position of the table it was made for."""
    touched: float
    """When somebody worked on it last; 0 when nobody does."""
    text: str
    """JSON."""


class Links(msgspec.Struct, frozen=True, kw_only=True):
    """What changes about the links of a seat, in the same transaction as the rows that say who sits there."""

    seat: str
    needs: str = ""
    """The hash of a link; if it is void by now, nothing is done."""
    voids: tuple[str, ...] = ()
    """The roles whose links to the seat are void from now on."""
    adds: str = ""
    """The role of a new link to it,"""
    hash: str = ""
    """and the hash of that."""


def token_hash(token: str) -> str:
    """What is stored of a token: a reader of the database cannot sit down at a table."""
    return hashlib.blake2b(token.encode(), digest_size=32, person=b"grognard-token").hexdigest()
