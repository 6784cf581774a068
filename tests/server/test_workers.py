"""Several workers on one PostgreSQL database: what one writes, the others know."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.server.bench import serving
from grognard.server.live.tables import Tables

from .conftest import settings
from .crowd import process
from .postgres import Postgres, new_database, postgres
from .support import Player, offers, open_table


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A database server that may be ill-treated."""
    with postgres() as server:
        yield server


def test_a_retry_at_a_worker_that_knows_nothing_yet(postgres_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tables, "heard", lambda *_: None)
    database = new_database(postgres_address, "retry")
    with serving(settings(database)) as here, serving(settings(database)) as there:
        player, opened = open_table(here)
        other = Player(there, opened["table"], opened["token"])
        other.state()  # it knows the table, but not what follows
        first = player.state()
        assert player.act(first, offers(first)[0]).status_code == 200
        second = player.state()
        action = offers(second)[0]
        assert player.act(second, action, "wandering").json() == {"seq": second["seq"] + 1, "repeated": False}
        assert other.act(second, action, "wandering").json() == {"seq": second["seq"] + 1, "repeated": True}
        # One on a state that the other worker has not seen is judged on that state.
        third = player.state()
        assert other.act(third, offers(third)[0], "fresh").json()["repeated"] is False


def test_snapshots_of_several_workers_fit_together(postgres_address: str) -> None:
    database = new_database(postgres_address, "snapshots")
    rng = random.Random(6)
    with serving(settings(database)) as here, serving(settings(database)) as there:
        player, opened = open_table(here)
        both = [player, Player(there, opened["table"], opened["token"])]
        seq = 0
        for n in range(170):  # now one worker and now the other, over several snapshots
            one = both[n // 7 % 2]
            state = one.post("state", seq=seq).json()
            seq = one.act(state, rng.choice(offers(state))).json()["seq"]
        before = both[0].post("state", seq=seq).json()
        record = both[0].post("record").text
    with serving(settings(database)) as address:
        again = Player(address, player.table, player.token)
        assert again.state() == before
        assert again.post("record").text == record


def stubborn_step(player: Player, rng: random.Random) -> int:
    """Play something legal, as often as the server says that its database does not answer; gives the new number."""
    for _ in range(200):
        asked = player.post("state")
        if asked.status_code == 200:
            state = asked.json()
            answer = player.act(state, rng.choice(offers(state)))
            if answer.status_code == 200:
                return int(answer.json()["seq"])
            asked = answer
        assert asked.status_code in (409, 503), asked.text
        time.sleep(0.1)
    raise AssertionError("the database does not come back")


def test_reads_do_not_stay_stale(own_postgres: Postgres) -> None:
    database = new_database(own_postgres.address, "stale")
    with serving(settings(database)) as here, serving(settings(database)) as there:
        player, opened = open_table(here)
        other = Player(there, opened["table"], opened["token"])
        rng = random.Random(1)

        def soon(seconds: float = 20.0) -> float:
            seq = stubborn_step(player, rng)
            began = time.monotonic()
            while (answer := other.post("state")).status_code == 503 or answer.json()["seq"] != seq:
                assert time.monotonic() < began + seconds
            return time.monotonic() - began

        other.state()
        assert sorted(soon() for _ in range(9))[4] < 0.5, "the middle one of nine, so that a busy machine may be late"
        # With the connections cut, workers that hear nothing ask the database each time.
        for _ in range(5):
            own_postgres.cut()
            soon()
        watching = other.live()
        watching.take()
        own_postgres.cut()
        time.sleep(0.3)
        watching.until(player.state()["seq"])
        for _ in range(50):
            answer = player.act(state := player.state(), offers(state)[0])
            if answer.status_code == 200:
                break
            time.sleep(0.1)
        watching.until(answer.json()["seq"])


def test_a_worker_that_is_stopped_finishes_its_commits(postgres_address: str, tmp_path: Path) -> None:
    database = new_database(postgres_address, "finishing")
    with process(database, tmp_path / "log") as server:
        player, _ = open_table(server.address)
        state = player.state()
        server.server.send_signal(signal.SIGTERM)
        answer = None
        try:
            answer = player.act(state, offers(state)[0])
        except Exception:
            answer = None
        assert server.server.wait(10) in (0, -signal.SIGTERM)
        server.start()
        again = Player(server.address, player.table, player.token)
        if answer is not None and answer.status_code == 200:
            assert again.state()["seq"] == 1
        assert "Traceback" not in server.log.read_text()


def test_a_bot_process_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    with process(str(tmp_path / "x.sqlite"), tmp_path / "log") as server:
        player, _ = open_table(server.address, seats={"russian": "bot:random", "german": "bot:random"})
        live = player.live()
        live.take()
        killed = 0
        while killed < 5:
            live.until(live.state["seq"] + 5)
            for pid in bots_of(server.server.pid):
                os.kill(pid, signal.SIGKILL)
                killed += 1
        live.until(live.state["seq"] + 20)
        assert live.state["notices"] == []


def bots_of(server: int) -> list[int]:
    """The processes in which bots think."""
    tasks = Path(f"/proc/{server}/task")
    children = {int(pid) for task in tasks.iterdir() for pid in (task / "children").read_text().split()}
    return [pid for pid in children if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]
