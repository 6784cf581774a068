"""A page without a browser: the store in memory, the second worker in the same process."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec

from grognard.games import BUILT_IN
from grognard.site.browser import second
from grognard.site.browser.desk import Desk
from grognard.site.browser.store import Change, Head, Kept


class MemoryKeeper:
    """Does what the browser's store does (web/src/site/keeper.ts)."""

    def __init__(self) -> None:
        self.kept: dict[str, Kept] = {}
        self.full = False

    async def heads(self) -> str:
        return msgspec.json.encode([kept.head for kept in self.kept.values()]).decode()

    async def read(self, table: str) -> str:
        return msgspec.json.encode(self.kept[table]).decode() if table in self.kept else ""

    async def create(self, table: str, kept: str) -> None:
        self._write()
        self.kept[table] = msgspec.json.decode(kept, type=Kept)

    async def commit(self, table: str, change: str) -> str:
        self._write()
        wanted, kept = msgspec.json.decode(change, type=Change), self.kept[table]
        links = kept.head.links
        if wanted.needs and all(link.hash != wanted.needs for link in links):
            return "void"
        if wanted.rows and wanted.rows[0].seq != (kept.rows[-1].seq if kept.rows else 0) + 1:
            return "taken"
        kept.rows += wanted.rows
        if wanted.snapshot is not None:
            kept.snapshots.append(wanted.snapshot)
        links = [one for one in links if [one.role, one.seat] not in wanted.voids and one.hash != wanted.void]
        kept.head = Head(msgspec.structs.replace(kept.head.stored, **wanted.values), links + wanted.adds)
        return "done"

    async def remove(self, table: str, seq: int) -> bool:
        if self.kept[table].rows and self.kept[table].rows[-1].seq > seq:
            return False
        del self.kept[table]
        return True

    def _write(self) -> None:
        if self.full:
            raise OSError("the quota has been exceeded")


class Page:
    """Asks a desk as the client does."""

    def __init__(self, keeper: MemoryKeeper | None = None) -> None:
        self.keeper = keeper or MemoryKeeper()
        self.needed: list[str] = []
        self.heard: dict[int, asyncio.Queue[tuple[str, str, int]]] = {}
        self.jobs = 0
        self.desk = Desk(self.keeper, self._work, self._need, list(BUILT_IN), self._post)

    async def _need(self, game: str) -> None:
        self.needed.append(game)

    async def _work(self, game: str, job: str, seconds: float) -> str:
        self.jobs += 1
        return await asyncio.to_thread(second.work, job)

    def _post(self, line: int, event: str, text: str, code: int) -> None:
        self.heard.setdefault(line, asyncio.Queue()).put_nowait((event, text, code))

    async def ask(self, path: str, **body: Any) -> Any:
        """The answer to a request, whatever its status."""
        status, kind, text = await self.desk.ask(path, json.dumps(body))
        answer = json.loads(text) if "json" in kind else text
        return answer if status == 200 else (status, answer["detail"])

    async def open(self, **order: Any) -> tuple[str, str]:
        """A new table and its opener's token."""
        opened = await self.ask("/api/tables", **order)
        assert isinstance(opened, dict), opened
        return opened["table"], opened["token"]

    async def connect(self, line: int, table: str, token: str) -> dict[str, Any]:
        """The first state over a live line."""
        self.heard[line] = asyncio.Queue()
        self.desk.line(line, "open", table)
        assert (await self.hear(line))[0] == "open"
        self.desk.line(line, "message", json.dumps({"token": token, "lines": 50}))
        return await self.state(line)

    async def hear(self, line: int) -> tuple[str, str, int]:
        return await asyncio.wait_for(self.heard.setdefault(line, asyncio.Queue()).get(), 60)

    async def state(self, line: int) -> dict[str, Any]:
        """The next state."""
        event, text, _ = await self.hear(line)
        assert event == "message", text
        return dict(json.loads(text))
