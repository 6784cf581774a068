"""Seats that change hands at the same time: whatever comes first, nobody sits on a seat that no one holds.

Every call of the database is a step. All orders of the steps of two or three requests are tried, one after the other.
"""

from __future__ import annotations

import asyncio
import contextvars
import secrets
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.server.errors import Conflict, Problem
from grognard.server.http import review
from grognard.server.http import tables as table_routes
from grognard.server.live.opening import open_table
from grognard.server.live.tables import Tables
from grognard.server.messages import Invite, Join, NewTable, Opened, SeatChange, StateBody, TokenBody
from grognard.server.processes import Processes
from grognard.server.settings import Settings
from grognard.server.storage.database import Storage

who: contextvars.ContextVar[int] = contextvars.ContextVar("who", default=-1)
SETTLED = 60
"""So often the event loop turns before nobody goes on any more who need not wait for the database."""


class Steps:
    """Lets calls of the database happen one at a time, in an order that is given."""

    def __init__(self, storage: Storage, order: list[int]) -> None:
        self.order = order
        self.taken: list[tuple[int, int]] = []
        """Which of how many was let go on, each time."""
        self.waiting: list[tuple[int, asyncio.Future[None]]] = []
        self.idle = asyncio.Event()
        self.idle.set()
        storage.run = self.wrapped(storage.run)  # type: ignore[method-assign]
        storage.append = self.wrapped(storage.append)  # type: ignore[method-assign]

    def wrapped(self, call: Any) -> Any:
        """A call that waits for its turn, if it belongs to one of the requests."""

        async def wait(*args: Any, **more: Any) -> Any:
            if who.get() < 0:
                return await call(*args, **more)
            turn = asyncio.get_running_loop().create_future()
            self.waiting.append((who.get(), turn))
            await turn
            try:
                return await call(*args, **more)
            finally:
                self.idle.set()

        return wait

    async def run(self, *requests: Callable[[], Awaitable[Any]]) -> list[Any]:
        """Do all requests; gives their answers or problems."""

        async def one(number: int, request: Callable[[], Awaitable[Any]]) -> Any:
            who.set(number)
            return await request()

        tasks = [asyncio.create_task(one(number, request)) for number, request in enumerate(requests)]
        while not all(task.done() for task in tasks):
            await self.idle.wait()
            for _ in range(SETTLED):
                await asyncio.sleep(0)
            if not self.waiting:
                await asyncio.sleep(0.005)  # somebody works in a thread
                continue
            self.waiting.sort(key=lambda one: one[0])
            number = self.order[len(self.taken)] if len(self.taken) < len(self.order) else 0
            self.taken.append((number, len(self.waiting)))
            self.idle.clear()
            self.waiting.pop(number)[1].set_result(None)
        return await asyncio.gather(*tasks, return_exceptions=True)

    def next_order(self) -> list[int] | None:
        """The order to try after this one."""
        taken = list(self.taken)
        while taken and taken[-1][0] + 1 >= taken[-1][1]:
            taken.pop()
        return [number for number, _ in taken[:-1]] + [taken[-1][0] + 1] if taken else None


class Desk:
    """What people ask of the server at one table, without a network."""

    def __init__(self, tables: Tables, opened: Opened) -> None:
        self.tables, self.opened, self.table = tables, opened, opened.table
        self.state: Any = SimpleNamespace(tables=tables)
        self.secret = secrets.token_urlsafe(32)

    async def join(self, secret: str = "", invite: str = "") -> Any:
        body = Join(token=invite or self.opened.invites["german"], secret=secret or self.secret)
        return await table_routes.join.fn(self.table, body, self.state)

    async def sit(self, player: str) -> Any:
        body = SeatChange(token=self.opened.token, seat="german", player=player)
        return await table_routes.change_seat.fn(self.table, body, self.state)

    async def invite(self) -> str:
        body = Invite(token=self.opened.token, seat="german")
        return (await table_routes.invite.fn(self.table, body, self.state)).token

    async def leave(self, token: str = "") -> Any:
        return await review.leave.fn(self.table, TokenBody(token=token or self.opened.token), self.state)

    async def holds(self, secret: str) -> bool:
        """Whether a secret opens the seat."""
        try:
            shown = await table_routes.table_state.fn(self.table, StateBody(token=secret), self.state)
        except Problem:
            return False
        return [seat.id for seat in shown.seats if seat.yours] == ["german"]

    async def check(self, *guests: str) -> str:
        """The seat is the opener's or a bot's, or a guest holds it, or one can be invited; gives who sits there."""
        try:
            live = await self.tables.get(self.table)
        except Problem:
            return "deleted"
        async with self.tables.at(live) as played:
            player = played.players["german"]
        holding = [guest for guest in guests if await self.holds(guest)]
        assert len(holding) == (player == "guest"), f"{player}, but {len(holding)} guests hold the seat"
        again = Tables(self.tables.settings, self.tables.storage, self.tables.helpers)
        loaded = (await again.get(self.table)).played
        assert loaded.players["german"] == player, "the database says something else"
        if player == "open":
            fresh, secret = await self.invite(), secrets.token_urlsafe(32)
            await self.join(secret, fresh)
            assert await self.holds(secret)
        return player


async def every_order(
    tables: Tables, requests: Callable[[Desk], list[Callable[[], Awaitable[Any]]]], game: str = "marshals"
) -> list[tuple[str, list[Any]]]:
    """Try all orders; gives who sat there in the end and what was answered."""
    ends: list[tuple[str, list[Any]]] = []
    order: list[int] | None = []
    run, append = tables.storage.run, tables.storage.append
    while order is not None:
        tables.storage.run, tables.storage.append = run, append  # type: ignore[method-assign]
        wanted = NewTable(game=game, seats={"russian": "human", "german": "open"})
        desk = Desk(tables, await open_table(tables, wanted))
        steps = Steps(tables.storage, order)
        answers = await steps.run(*requests(desk))
        assert all(not isinstance(a, Exception) or isinstance(a, Problem) for a in answers), answers
        ends.append((await desk.check(desk.secret, desk.secret[::-1]), answers))
        order = steps.next_order()
    return ends


def tried(requests: Callable[[Desk], list[Callable[[], Awaitable[Any]]]]) -> list[tuple[str, list[Any]]]:
    """All orders at tables in memory."""

    async def run() -> list[tuple[str, list[Any]]]:
        storage = Storage("sqlite://")
        await storage.migrate()
        try:
            return await every_order(Tables(Settings(), storage, Processes(Settings())), requests)
        finally:
            await storage.close()

    return asyncio.run(run())


@pytest.mark.parametrize("player", ["human", "bot:staff", "open"])
def test_joining_while_the_seat_is_given_to_somebody_else(player: str) -> None:
    ends = tried(lambda desk: [desk.join, lambda: desk.sit(player)])
    assert len(ends) > 5
    assert {end for end, _ in ends} <= {"guest", player}
    for end, (joined, changed) in ends:
        # Whoever was told that he has the seat has it, unless the other came later.
        assert not isinstance(joined, Problem) or not isinstance(changed, Problem)
        assert end != "guest" or not isinstance(joined, Problem)


def test_joining_while_a_new_invitation_is_made() -> None:
    ends = tried(lambda desk: [desk.join, desk.invite])
    assert len(ends) > 5
    for end, (joined, invited) in ends:
        assert (end == "guest") == (not isinstance(joined, Problem))
        assert (end == "open") == isinstance(joined, Problem)
        assert end == "guest" or isinstance(invited, str)


def test_two_who_use_one_invitation() -> None:
    ends = tried(lambda desk: [desk.join, lambda: desk.join(desk.secret[::-1])])
    assert len(ends) > 5
    for end, answers in ends:
        assert (end, sum(isinstance(answer, Problem) for answer in answers)) == ("guest", 1)


def test_joining_while_the_table_is_deleted() -> None:
    ends = tried(lambda desk: [desk.join, desk.leave])
    assert {end for end, _ in ends} == {"guest", "deleted"}
    for end, (joined, left) in ends:
        assert isinstance(left, Problem) == (end == "guest") != isinstance(joined, Problem)


def test_a_guest_who_leaves_while_his_seat_is_taken() -> None:
    async def joined_before(desk: Desk) -> None:
        await desk.join()
        await desk.leave(desk.secret)

    ends = tried(lambda desk: [lambda: joined_before(desk), lambda: desk.sit("bot:staff"), desk.invite])
    assert len(ends) > 20
    assert {end for end, _ in ends} >= {"bot:staff", "open"}


def test_a_conflict_is_none_of_the_database() -> None:
    """The test would notice a seat that nobody holds."""

    async def run() -> None:
        storage = Storage("sqlite://")
        await storage.migrate()
        tables = Tables(Settings(), storage, Processes(Settings()))
        desk = Desk(tables, await open_table(tables, NewTable(game="marshals", seats={"german": "open"})))
        live = await tables.get(desk.table)
        await tables.change(live, lambda played: played.sit("german", "guest"))
        with pytest.raises(AssertionError, match="0 guests hold the seat"):
            await desk.check(desk.secret)
        # A seat that was lost so before can be taken back: there is no guest who could come.
        assert not isinstance(await desk.sit("open"), Conflict)
        await storage.close()

    asyncio.run(run())
