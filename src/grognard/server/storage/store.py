"""What tables need of their store: a database on a server, the browser's own store on a page."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Any, Protocol

from .rows import Found, KeptAnalysis, Links, Row, Snapshot, Stored, Token


class Store(Protocol):
    """Keeps tables. A change is durable as soon as the call that wrote it has ended."""

    @property
    def shared(self) -> bool:
        """Whether others write to it, of whom one does not hear without listening."""

    async def check(self) -> None:
        """Complain if it does not answer."""

    async def create(self, stored: Stored, tokens: dict[str, Token], rows: Sequence[Row]) -> None:
        """Open a table with its tokens and the answers of luck that come before the first decision."""

    async def find(self, table_id: str) -> Found | None:
        """A table with its last snapshot and the rows behind it."""

    async def tables(self, ids: Sequence[str]) -> list[Stored]:
        """Several tables, the last played first."""

    async def remove(self, table_id: str, seq: int) -> bool:
        """Remove a table, unless somebody has written to it since row `seq`; tells whether it is gone."""

    async def prune(self, days: float) -> list[str]:
        """Remove the tables that nobody has played for so many days; gives their ids."""

    async def set_pace(self, table_id: str, pace: str) -> None:
        """Change how fast bots play."""

    async def rows(self, table_id: str, after: int = 0, upto: int = 2**31 - 1) -> list[Row]:
        """The rows of a table behind a sequence number."""

    def append(
        self,
        table_id: str,
        rows: Sequence[Row],
        *,
        snapshot: Snapshot | None = None,
        links: Links | None = None,
        **values: Any,
    ) -> Awaitable[None]:
        """Write rows, perhaps a snapshot, new links and new values of the table; it is done after the commit.

        `SeqTaken` if somebody else wrote this number first, `LinkVoid` if a link that is needed is void.
        """

    async def done(self, table_id: str, client_id: str) -> tuple[Row, int] | None:
        """What a client's id was used for, and the last row that was written with it."""

    async def void(self, secret: str) -> None:
        """A guest's link is of no use any more."""

    async def guest_seen(self, secret: str) -> None:
        """A guest is here."""

    async def last_seen(self, table_id: str, seat: str) -> float | None:
        """When a guest of a seat was here last; None if there is no link by which one could come."""

    async def ended(self, table_id: str) -> tuple[float, set[str]]:
        """When a game was played last, and the guests who have fetched its record."""

    async def save(self, table_id: str, snapshot: Snapshot) -> None:
        """Keep a snapshot of a table that has not changed."""

    async def past(self, table_id: str, entries: int) -> tuple[Snapshot | None, list[Row]]:
        """The last snapshot with at most so many actions behind it, and all rows of the table."""

    async def analysis(self, table_id: str, key: str) -> KeptAnalysis | None:
        """What was found in looking back at a game, as it stood under this key."""

    async def keep_analysis(self, kept: KeptAnalysis) -> None:
        """Keep it in place of the one before; a table that is gone needs none."""

    async def token(self, token: str) -> Token | None:
        """What a token allows; nothing if it is unknown."""

    async def tokens(self, wanted: Sequence[str]) -> dict[str, Token]:
        """What tokens allow; unknown ones are left out."""
