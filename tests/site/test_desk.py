"""A page's tables: the server's own code, without a server."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import httpx
from tests.bots.test_analysis import MITTE, recorded
from tests.server.support import Player, offers
from tests.site.page import MemoryKeeper, Page

from grognard.engine import read_record, replay
from grognard.games import load_game
from grognard.server import Settings
from grognard.server.bench import serving

_ids = itertools.count()


async def act(page: Page, table: str, token: str, state: dict[str, Any]) -> Any:
    """Play the first offer of the seat that is asked."""
    seat, seq = state["asked"], state["seq"]
    view = next(view for view in state["views"] if view["seat"] == seat)
    action = view["decision"]["offers"][0]["action"]
    path = f"/api/tables/{table}/actions"
    return await page.ask(path, token=token, seat=seat, action=action, seq=seq, client_id=f"c{next(_ids)}")


async def played(page: Page, actions: int, **order: Any) -> tuple[str, str]:
    """A table at which so many actions have been played."""
    table, token = await page.open(**order)
    for _ in range(actions):
        state = await page.ask(f"/api/tables/{table}/state", token=token)
        assert "seq" in await act(page, table, token, state)
    return table, token


def test_what_is_kept_is_the_game() -> None:
    async def story() -> None:
        page = Page()
        table, token = await played(page, 30, game="seelow")
        before = await page.ask(f"/api/tables/{table}/state", token=token)
        after = await Page(page.keeper).ask(f"/api/tables/{table}/state", token=token)
        assert after == before
        assert page.needed[0] == "seelow"

    asyncio.run(story())


def test_a_bot_plays_and_the_page_hears_of_it() -> None:
    async def story() -> None:
        page = Page()
        table, token = await page.open(game="seelow", seats={"soviet": "bot:staff", "german": "bot:staff"}, pace="fast")
        state = await page.connect(1, table, token)
        while state["actions"] < 5:
            state = await page.state(1)
        assert page.jobs >= 5

    asyncio.run(story())


def test_a_record_made_here_is_verified_and_played_on() -> None:
    async def story() -> None:
        page = Page()
        table, token = await played(page, 40, game="marshals")
        old = await page.ask(f"/api/tables/{table}/state", token=token)
        path = f"/api/tables/{table}/parley"
        assert "seq" in await page.ask(path, token=token, seat=old["asked"], what="resign", client_id="r")
        text = await page.ask(f"/api/tables/{table}/record", token=token)
        record = read_record(text)
        assert record.seed
        assert sum(1 for _ in replay(load_game("marshals"), record, verify=True)) == len(record.entries) == 40
        again, its_token = await page.open(record=text)
        state = await page.ask(f"/api/tables/{again}/state", token=its_token)
        assert state["views"][0]["pieces"] == old["views"][0]["pieces"]

    asyncio.run(story())


def test_two_windows_share_the_tables() -> None:
    async def story() -> None:
        one = Page()
        two = Page(one.keeper)
        table, token = await played(one, 2, game="seelow")
        state = await two.ask(f"/api/tables/{table}/state", token=token)
        assert "seq" in await act(two, table, token, state)
        # The first window has not heard of it: what it writes would have the same number.
        stale = await one.ask(f"/api/tables/{table}/state", token=token)
        assert stale["seq"] < state["seq"] + 1
        refused = await act(one, table, token, stale)
        assert refused == (409, "The table has moved on since.")
        one.desk.others_wrote(table, state["seq"] + 1)
        fresh = await one.ask(f"/api/tables/{table}/state", token=token)
        assert "seq" in await act(one, table, token, fresh)
        rows = one.keeper.kept[table].rows
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))

    asyncio.run(story())


def test_what_cannot_be_kept_is_not_shown() -> None:
    async def story() -> None:
        page = Page()
        table, token = await played(page, 3, game="seelow")
        before = await page.ask(f"/api/tables/{table}/state", token=token)
        page.keeper.full = True
        status, why = await act(page, table, token, before)
        assert status == 503
        assert "quota" in why
        page.keeper.full = False
        assert await page.ask(f"/api/tables/{table}/state", token=token) == before
        assert "seq" in await act(page, table, token, before)

    asyncio.run(story())


def test_bad_requests_get_a_sentence() -> None:
    async def story() -> None:
        page = Page()
        table, token = await page.open(game="seelow")
        assert (await page.ask("/api/tables", game="chess"))[0] == 404
        assert (await page.ask("/api/tables", game="seelow", seats={"soviet": "open"}))[1].startswith("Nobody can be")
        assert (await page.ask("/api/tables", record="nonsense"))[0] == 400
        assert (await page.ask("/api/tables", record="x" * 600_000))[0] == 400
        assert (await page.ask(f"/api/tables/{table}/state", token="wrong"))[0] == 403
        assert (await page.ask(f"/api/tables/{table}/state", token=token, more=1))[0] == 400
        assert (await page.ask(f"/api/tables/{table}/nothing", token=token))[0] == 404
        page.desk.line(9, "open", table)
        page.desk.line(9, "message", "nonsense")
        assert (await page.hear(9))[0] == "open"
        assert (await page.hear(9))[2] == 4403

    asyncio.run(story())


def test_a_table_can_be_left_and_is_gone() -> None:
    async def story() -> None:
        page = Page(MemoryKeeper())
        table, token = await page.open(game="seelow")
        assert [card["table"] for card in await page.ask("/api/tables/mine", tokens=[token])] == [table]
        assert "seq" in await page.ask(f"/api/tables/{table}/leave", token=token)
        assert await page.ask("/api/tables/mine", tokens=[token]) == []
        assert not page.keeper.kept

    asyncio.run(story())


def test_advice_comes_from_the_second_worker() -> None:
    """A hint, and a game that is judged one decision at a time; both as a server gives them."""

    async def story() -> None:
        page = Page()
        start = load_game("marshals").position(MITTE, phase="movement", turn=8)
        table, token = await page.open(record=recorded(start, []).to_text())
        path = f"/api/tables/{table}"
        state = await page.ask(f"{path}/state", token=token)
        hint = await page.ask(f"{path}/hint", token=token, seat=state["asked"], seq=state["seq"])
        assert "attack 0806" in hint["answers"][0]["line"]["actions"]
        while not state["over"]:
            await act(page, table, token, state)
            state = await page.ask(f"{path}/state", token=token)
        found = await page.ask(f"{path}/analysis", token=token, what="begin")
        while found["status"] == "running":
            await asyncio.sleep(0.05)
            found = await page.ask(f"{path}/analysis", token=token)
        assert found["status"] == "done"
        assert found["analysis"]["lesson"]
        await page.desk.tables.close()

    asyncio.run(story())


def test_a_game_moves_from_a_page_to_a_server_and_back(tmp_path: Path) -> None:
    """By its record: the server goes on where the page was, and the page where the server was."""

    async def begun() -> tuple[str, Any]:
        page = Page()
        table, token = await played(page, 30, game="seelow")
        state = await page.ask(f"/api/tables/{table}/state", token=token)
        return await page.ask(f"/api/tables/{table}/record", token=token), state["views"][0]["pieces"]

    async def taken_back(record: str) -> Any:
        page = Page()
        table, token = await page.open(record=record)
        state = await page.ask(f"/api/tables/{table}/state", token=token)
        assert "seq" in await act(page, table, token, state)
        return state["views"][0]["pieces"]

    text, pieces = asyncio.run(begun())
    with serving(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}")) as address:
        answer = httpx.post(f"{address}/api/tables", json={"record": text}, timeout=60)
        assert answer.status_code == 201, answer.text
        player = Player(address, answer.json()["table"], answer.json()["token"])
        assert player.state()["views"][0]["pieces"] == pieces
        state = player.state()
        assert player.act(state, offers(state)[0]).is_success
        there = player.state()["views"][0]["pieces"]
        record = player.post("record").text
    assert asyncio.run(taken_back(record)) == there
