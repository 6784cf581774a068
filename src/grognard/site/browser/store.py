"""Tables in the browser's own store. The page keeps the texts (`Keeper`); what they mean is known here.

Several windows of one browser share the store as several workers of a server share a database: a row is written only if
its number is the next one, and the slower window reads the table again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from ...server.errors import LinkVoid, SeqTaken, Unavailable
from ...server.storage.rows import Found, KeptAnalysis, Links, Row, Snapshot, Stored, Token, token_hash

log = logging.getLogger("grognard.site")
T = TypeVar("T")


class Keeper(Protocol):
    """The browser's store. Each call is one transaction; what it has done when it returns is kept."""

    async def heads(self) -> str:
        """The heads of all tables, as a list."""

    async def read(self, table: str) -> str:
        """All of a table (`Kept`); empty if there is none."""

    async def create(self, table: str, kept: str) -> None:
        """Keep a new table (`Kept`)."""

    async def commit(self, table: str, change: str) -> str:
        """Write a change (`Change`). Gives `done`, `taken` (another has written that row) or `void` (a link is)."""

    async def remove(self, table: str, seq: int) -> bool:
        """Remove a table, unless there are rows behind `seq`; tells whether it is gone."""


class Link(msgspec.Struct):
    """A secret link, by the hash of its secret."""

    hash: str
    role: str
    seat: str
    seen: float = 0.0


class Head(msgspec.Struct):
    """A table without what was played."""

    stored: Stored
    links: list[Link]


class Kept(msgspec.Struct):
    """All that is kept of a table; of each snapshot its own part of the log."""

    head: Head
    rows: list[Row] = []
    snapshots: list[Snapshot] = []


class Change(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What is written in one transaction."""

    rows: list[Row] = []
    """New rows; the first must be the one behind the last."""
    snapshot: Snapshot | None = None
    values: dict[str, Any] = {}
    """New values of the table."""
    needs: str = ""
    """The hash of a link without which nothing is done."""
    voids: list[list[str]] = []
    """Roles and seats whose links are void from now on."""
    void: str = ""
    """The hash of one more link that is."""
    adds: list[Link] = []


class Unkept(Unavailable):
    """The browser keeps nothing now, and says why."""

    def __init__(self, why: str) -> None:
        super().__init__()
        self.detail = f"this browser's store for games does not answer ({why}); nothing that was shown before is lost"
        self.args = (self.detail,)


async def _kept(doing: Awaitable[T]) -> T:
    """What the browser's store answers."""
    try:
        return await doing
    except Exception as problem:  # any error of the browser
        log.warning("the browser's store does not answer: %s", problem)
        raise Unkept(str(problem).partition("\n")[0][:120]) from None


class BrowserStore:
    """Tables as the server's code wants them, in the browser's store."""

    shared = False  # other windows are heard of by messages

    def __init__(self, keeper: Keeper, need: Callable[[str], Awaitable[None]]) -> None:
        self.keeper = keeper
        self.need = need
        """Makes the rules of a game ready, before a table of it is handed out."""
        self._analyses: dict[str, KeptAnalysis] = {}
        """By table, as long as the page is open: they can be made again."""

    async def check(self) -> None:
        """Complain if the store does not answer."""
        await _kept(self.keeper.heads())

    async def _heads(self) -> list[Head]:
        return msgspec.json.decode(await _kept(self.keeper.heads()), type=list[Head])

    async def _read(self, table_id: str) -> Kept | None:
        text = await _kept(self.keeper.read(table_id))
        return msgspec.json.decode(text, type=Kept) if text else None

    async def _commit(self, table_id: str, change: Change) -> None:
        done = await _kept(self.keeper.commit(table_id, msgspec.json.encode(change).decode()))
        if done == "taken":
            raise SeqTaken
        if done == "void":
            raise LinkVoid

    # -- tables ----------------------------------------------------------------------------------

    async def create(self, stored: Stored, tokens: dict[str, Token], rows: Sequence[Row]) -> None:
        """Open a table with its tokens and the answers of luck that come before the first decision."""
        links = [Link(token_hash(secret), token.role, token.seat) for secret, token in tokens.items()]
        kept = Kept(Head(stored, links), list(rows))
        await _kept(self.keeper.create(stored.id, msgspec.json.encode(kept).decode()))

    async def find(self, table_id: str) -> Found | None:
        """A table with its last snapshot and the rows behind it; the rules of its game are ready then."""
        kept = await self._read(table_id)
        if kept is None:
            return None
        await self.need(kept.head.stored.game)
        snapshot = _last(kept.snapshots)
        first = snapshot.seq if snapshot else 0
        taken = frozenset(row.who for row in kept.rows if row.kind == "seat" and row.text == "human")
        used = frozenset(hash(row.client_id) for row in kept.rows if row.client_id is not None and row.seq <= first)
        rows = [row for row in kept.rows if row.seq > first]
        return Found(kept.head.stored, snapshot, rows, taken, used)

    async def tables(self, ids: Sequence[str]) -> list[Stored]:
        """Several tables, the last played first."""
        found = [head.stored for head in await self._heads() if head.stored.id in ids]
        return sorted(found, key=lambda stored: -stored.touched)

    async def remove(self, table_id: str, seq: int) -> bool:
        """Remove a table, unless somebody has written to it since row `seq`; tells whether it is gone."""
        return bool(await _kept(self.keeper.remove(table_id, seq)))

    async def prune(self, days: float) -> list[str]:
        """Players remove their tables themselves."""
        return []

    async def set_pace(self, table_id: str, pace: str) -> None:
        """Change how fast bots play."""
        await self._commit(table_id, Change(values={"pace": pace}))

    # -- rows ------------------------------------------------------------------------------------

    async def rows(self, table_id: str, after: int = 0, upto: int = 2**31 - 1) -> list[Row]:
        """The rows of a table behind a sequence number."""
        kept = await self._read(table_id)
        return [row for row in kept.rows if after < row.seq <= upto] if kept else []

    async def append(
        self,
        table_id: str,
        rows: Sequence[Row],
        *,
        snapshot: Snapshot | None = None,
        links: Links | None = None,
        **values: Any,
    ) -> None:
        """Write rows, perhaps a snapshot, new links and new values of the table; it is done after the commit."""
        change = Change(rows=list(rows), snapshot=snapshot, values={**values, "touched": time.time()})
        for name in ("players", "people"):
            if isinstance(values.get(name), str):  # the database keeps them as text
                change.values[name] = msgspec.json.decode(values[name])
        if links is not None:
            change.needs = links.needs
            change.voids = [[role, links.seat] for role in links.voids]
            change.adds = [Link(links.hash, links.adds, links.seat, time.time())] if links.adds else []
        await self._commit(table_id, change)

    async def done(self, table_id: str, client_id: str) -> tuple[Row, int] | None:
        """What a client's id was used for, and the last row that was written with it."""
        rows = await self.rows(table_id)
        found = next((i for i, row in enumerate(rows) if row.client_id == client_id), None)
        if found is None:
            return None
        last = found
        while last + 1 < len(rows) and rows[last + 1].kind == "chance":
            last += 1
        return rows[found], rows[last].seq

    async def ended(self, table_id: str) -> tuple[float, set[str]]:
        """When a game was played last, and the guests who have fetched its record."""
        rows = await self.rows(table_id)
        played = [row.at for row in rows if row.kind in ("action", "chance", "resign", "accept")]
        return max(played, default=0.0), {row.who for row in rows if row.kind == "told"}

    # -- snapshots -------------------------------------------------------------------------------

    async def save(self, table_id: str, snapshot: Snapshot) -> None:
        """Keep a snapshot of a table that has not changed."""
        await self._commit(table_id, Change(snapshot=snapshot))

    async def past(self, table_id: str, entries: int) -> tuple[Snapshot | None, list[Row]]:
        """The last snapshot with at most so many actions behind it, and all rows of the table."""
        kept = await self._read(table_id)
        if kept is None:
            return None, []
        return _last(kept.snapshots, entries), kept.rows

    # -- analyses --------------------------------------------------------------------------------

    async def analysis(self, table_id: str, key: str) -> KeptAnalysis | None:
        """What was found in looking back at a game, as it stood under this key."""
        found = self._analyses.get(table_id)
        return found if found is not None and found.key == key else None

    async def keep_analysis(self, kept: KeptAnalysis) -> None:
        """Keep it in place of the one before."""
        self._analyses[kept.table_id] = kept

    # -- links -----------------------------------------------------------------------------------

    async def token(self, token: str) -> Token | None:
        """What a token allows; nothing if it is unknown."""
        return (await self.tokens([token])).get(token)

    async def tokens(self, wanted: Sequence[str]) -> dict[str, Token]:
        """What tokens allow; unknown ones are left out."""
        known = {link.hash: (head.stored.id, link) for head in await self._heads() for link in head.links}
        found = {}
        for secret in wanted:
            if (held := known.get(token_hash(secret))) is not None:
                found[secret] = Token(held[0], held[1].role, held[1].seat)
        return found

    async def void(self, secret: str) -> None:
        """A guest's link is of no use any more."""
        token = await self.token(secret)
        if token is not None and token.role == "guest":
            await self._commit(token.table_id, Change(void=token_hash(secret)))

    async def guest_seen(self, secret: str) -> None:
        """There are no guests here."""

    async def last_seen(self, table_id: str, seat: str) -> float | None:
        """When a guest of a seat was here last; None if there is no link by which one could come."""
        links = [link for head in await self._heads() if head.stored.id == table_id for link in head.links]
        return max((link.seen for link in links if link.role == "guest" and link.seat == seat), default=None)


def _last(snapshots: list[Snapshot], entries: int = 2**31 - 1) -> Snapshot | None:
    """The last snapshot with at most so many actions behind it, with the whole log up to it."""
    ordered = sorted(snapshots, key=lambda snapshot: snapshot.seq)
    found = next((one for one in reversed(ordered) if one.entries <= entries), None)
    if found is None:
        return None
    lines = tuple(part for one in ordered if one.seq <= found.seq for part in one.lines)
    return msgspec.structs.replace(found, lines=lines)
