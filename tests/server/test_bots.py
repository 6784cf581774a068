"""Bots at tables: they play on, and those that fail leave the table playable."""

from __future__ import annotations

import asyncio
import time

import pytest

from grognard.server import Settings
from grognard.server.live import opening
from grognard.server.live.tables import Tables
from grognard.server.messages import NewTable
from grognard.server.processes import Processes
from grognard.server.storage.database import Storage

from .support import Player, offers, open_table


def test_a_bot_answers(server: str) -> None:
    player, _ = open_table(server, seats={"russian": "human", "german": "bot:steady"})
    live = player.live()
    state = live.until_that(lambda s: s["asked"] == "russian")
    assert state["actions"] > 0  # the German set-up
    assert state["notices"] == []
    live.until_that(lambda s: not s["thinking"])
    answer = player.act(live.state, offers(live.state)[0])
    assert answer.status_code == 200


def test_bots_play_to_the_end_and_the_seed_is_told_then(server: str) -> None:
    player, _ = open_table(server, seats={"russian": "bot:steady", "german": "bot:steady"})
    before = player.state()
    assert (before["seed"], before["over"]) == ("", False)
    live = player.live()
    end = live.until_that(lambda s: s["over"], 60)
    assert len(end["seed"]) == 64
    assert end["views"][0]["outcome"]["text"]
    assert end["asked"] == ""
    assert all('"seed":""' in text for text in live.texts[:-1] if '"over":false' in text)


def test_bots_among_themselves_wait_for_a_watcher(server: str) -> None:
    player, opened = open_table(server, seats={"russian": "bot:steady", "german": "bot:steady"}, pace="watchable")
    time.sleep(0.3)
    assert player.state()["actions"] == 0
    live = Player(server, player.table, opened["spectator"]).live()
    live.until_that(lambda s: s["actions"] >= 3)
    live.close()
    time.sleep(0.5)
    stopped = player.state()["actions"]
    time.sleep(0.3)
    assert player.state()["actions"] == stopped


@pytest.mark.parametrize("bot", ["stuck", "crashing", "raising", "cheating"])
def test_a_bot_that_fails_is_reported_and_its_seat_can_be_taken_over(server: str, bot: str) -> None:
    player, _ = open_table(server, seats={"russian": "human", "german": f"bot:{bot}"})
    live = player.live()
    state = live.until_that(lambda s: s["notices"])
    notice = state["notices"][0]
    assert notice["seat"] == "german"
    assert f"the bot '{bot}'" in notice["text"]
    live.until_that(lambda s: not s["thinking"])
    # Tried again, it fails again.
    assert player.post("retry").status_code == 200
    live.until_that(lambda s: s["notices"] and s["notices"][0]["id"] > notice["id"])
    # Taken over, the game goes on.
    assert player.post("seats", seat="german", player="human").status_code == 200
    state = live.until_that(lambda s: not s["notices"] and len(s["views"]) == 2)
    assert player.act(state, offers(state)[0]).status_code == 200
    # And given to a bot that can play.
    assert player.post("seats", seat="german", player="bot:steady").status_code == 200
    live.until_that(lambda s: s["asked"] == "russian")


def test_a_seat_taken_over_while_the_bot_thinks(server: str) -> None:
    player, _ = open_table(server, seats={"russian": "human", "german": "bot:stuck"})
    live = player.live()
    live.take()
    assert player.post("seats", seat="german", player="human").status_code == 200
    state = live.until_that(lambda s: len(s["views"]) == 2)
    assert player.act(state, offers(state)[0]).status_code == 200
    time.sleep(1.5)
    state = player.state()
    assert (state["actions"], state["notices"], state["thinking"]) == (1, [], False)


def test_a_failing_bot_does_not_hold_up_others(server: str) -> None:
    stuck, _ = open_table(server, seats={"russian": "human", "german": "bot:stuck"})
    fine, _ = open_table(server, seats={"russian": "human", "german": "bot:steady"})
    fine.live().until_that(lambda s: s["asked"] == "russian")
    stuck.live().until_that(lambda s: s["notices"])


def test_a_tables_bots_count_for_the_address_that_opened_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter(("-looks-like-a-flag", "looks-like-an-id", *(f"secret{n}" for n in range(9))))
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: next(made))

    async def opened() -> str:
        storage = Storage("sqlite://")
        await storage.migrate()
        tables = Tables(Settings(), storage, Processes(Settings()))
        found = await opening.open_table(tables, NewTable(game="marshals"), "198.51.100.7")
        await storage.close()
        assert found.table == "looks-like-an-id"
        return tables.live[found.table].owner

    assert asyncio.run(opened()) == "198.51.100.7"
