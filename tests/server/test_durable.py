"""Nothing acknowledged is lost: kill -9, stopping, restarting, several workers on one database."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from grognard.server.bench import serving
from grognard.server.storage.database import Storage

from .conftest import settings
from .postgres import new_database
from .support import Player, offers, open_table

SERVE = "import sys; from grognard.server import run; run(port=0, database=sys.argv[1])"
SERVE_STUCK = """
import sys
from grognard.server import Settings, run
bots = {"bots": ("stuck",), "bot_factory": "tests.server.odd_bots:make_bot", "bot_seconds": 600}
run(port=0, database=sys.argv[1], settings=Settings(**bots))
"""
ROOT = Path(__file__).parents[2]


@contextmanager
def process(database: str, log: Path, code: str = SERVE) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own; gives its address."""
    with log.open("a") as errors:
        server = subprocess.Popen(
            [sys.executable, "-c", code, database], stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT
        )
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert line.startswith("Grognard is at http://"), log.read_text()
        yield server, line.split(" ")[-1].strip().rstrip("/")
    finally:
        server.kill()
        server.wait()
        if server.stdout:
            server.stdout.close()


def test_kill_9_loses_nothing_acknowledged(fresh_database: Callable[[], str], tmp_path: Path) -> None:
    database, log = fresh_database(), tmp_path / "log"
    rng = random.Random(7)
    acknowledged: list[str] = []
    pending: dict[str, Any] = {}
    table = token = ""
    for round_ in range(3):
        with process(database, log) as (server, address):
            if not table:
                _, opened = open_table(address)
                table, token = opened["table"], opened["token"]
            player = Player(address, table, token)
            known = played(player)
            assert known[: len(acknowledged)] == acknowledged
            if len(known) > len(acknowledged):
                # Committed, but the answer got lost: it was the one under way, and the retry is recognised.
                assert known == [*acknowledged, pending["action"]]
                assert player.post("actions", **pending).json()["repeated"]
                acknowledged.append(pending["action"])
            if round_ == 2:
                assert player.step(rng)["seq"] > 0
                break
            assassin = threading.Timer(0.5 + 0.3 * round_, os.kill, (server.pid, signal.SIGKILL))
            assassin.start()
            with contextlib.suppress(httpx.TransportError):
                while True:
                    state = player.state()
                    pending = {
                        "seat": state["asked"],
                        "action": rng.choice(offers(state)),
                        "seq": state["seq"],
                    }
                    pending["client_id"] = f"kill-{round_}-{state['seq']}"
                    answer = player.post("actions", **pending)
                    assert answer.status_code == 200, answer.text
                    acknowledged.append(pending["action"])
            assassin.join()
    assert len(acknowledged) > 20
    assert token not in log.read_text()


def played(player: Player) -> list[str]:
    """The actions of people, from the record."""
    lines = player.post("record").text.partition("\n\n")[2].splitlines()
    words = [line.split(" ", 1) for line in lines]
    return [action for who, action in words if who not in ("=", "chance")]


def test_a_killed_server_leaves_no_bot_behind(tmp_path: Path) -> None:
    with process(str(tmp_path / "x.sqlite"), tmp_path / "log", SERVE_STUCK) as (server, address):
        player, _ = open_table(address, seats={"german": "bot:stuck"})
        tasks = Path(f"/proc/{server.pid}/task")
        for _ in range(100):
            children = {pid for task in tasks.iterdir() for pid in (task / "children").read_text().split()}
            thinking = [pid for pid in children if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]
            if thinking and player.state()["thinking"]:
                break
            time.sleep(0.1)
        assert thinking
        server.kill()
        server.wait()
        for _ in range(100):
            if not any(alive(pid) for pid in thinking):
                return
            time.sleep(0.1)
        raise AssertionError("a bot's process is still there")


def alive(pid: str) -> bool:
    """Whether a process runs; one that waits to be buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_stopping_tells_browsers_and_ends_at_once(fresh_database: Callable[[], str], tmp_path: Path) -> None:
    log = tmp_path / "log"
    with process(fresh_database(), log) as (server, address):
        player, _ = open_table(address, seats={"russian": "human", "german": "bot:staff"}, pace="watchable")
        live = player.live()
        live.take()
        began = time.monotonic()
        server.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            live.until(10**9)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert server.wait(20) in (0, -signal.SIGTERM)
        assert time.monotonic() - began < 20
    assert "Traceback" not in log.read_text()
    assert player.token not in log.read_text()


def test_two_workers_on_one_database(postgres_address: str) -> None:
    database = new_database(postgres_address, "two-workers")
    rng = random.Random(11)
    with (
        serving(settings(database)) as here,
        serving(settings(database)) as there,
    ):
        player, opened = open_table(here)
        other = Player(there, opened["table"], opened["token"])
        watching = other.live()
        watching.take()
        for _ in range(5):
            ack = player.step(rng)
        # The other worker's browser hears of it, and its people can act.
        state = watching.until(ack["seq"])
        answer = other.act(state, offers(state)[0])
        assert answer.status_code == 200
        # This worker has not heard of it yet, or has: a stale action is refused, a fresh one is not.
        assert player.act(state, offers(state)[-1]).status_code == 409
        ours = player.state()
        assert ours["seq"] == answer.json()["seq"]
        # A retry that reaches the other worker is recognised.
        action = offers(ours)[0]
        assert player.act(ours, action, "wandering").json()["repeated"] is False
        assert other.act(ours, action, "wandering").json()["repeated"] is True
        assert player.state()["views"] == other.state()["views"]


def test_rows_are_never_deleted(fresh_database: Callable[[], str]) -> None:
    database = fresh_database()
    with serving(settings(database)) as address:
        player, _ = open_table(address)
        player.step(random.Random(1))
        player.back("undo", 1)
        player.back("redo", 2)
        before = player.state()
    with serving(settings(database)) as address:
        again = Player(address, player.table, player.token)
        assert again.state() == before
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        kinds = connection.execute(sa.text("SELECT kind FROM rows ORDER BY seq")).scalars().all()
        assert kinds == ["action", "undo", "redo"]
        columns = "table_id, seq, kind, who, text, at"
        query = f"INSERT INTO rows ({columns}) SELECT {columns} FROM rows"
        with pytest.raises(sa.exc.IntegrityError):
            connection.execute(sa.text(query))
    engine.dispose()


def test_the_migrations_make_what_the_schema_says(fresh_database: Callable[[], str]) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from grognard.server.storage.database import make_engine, migrate
    from grognard.server.storage.schema import metadata

    engine = make_engine(fresh_database())
    with engine.begin() as connection:
        migrate(connection)
        migrate(connection)  # again is nothing
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_commit_that_fails_changes_nothing(
    fresh_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(settings(fresh_database())) as address:
        player, _ = open_table(address)
        live = player.live()
        before = live.take()
        append = Storage.append

        async def broken(self: Storage, *args: Any, **kwargs: Any) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr(Storage, "append", broken)
        answer = player.act(before, offers(before)[0], "again")
        assert answer.status_code == 500
        assert answer.json()["detail"] == "The server failed; its log says why."
        assert player.state() == before
        monkeypatch.setattr(Storage, "append", append)
        assert player.act(before, offers(before)[0], "again").json() == {"seq": 1, "repeated": False}
        assert live.until(1)["actions"] == 1
        assert set(live.texts[:-1]) == {live.texts[0]}  # nobody ever saw what was not saved


def test_a_change_is_seen_only_after_its_commit(
    fresh_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(settings(fresh_database())) as address:
        player, _ = open_table(address)
        before = player.state()
        append = Storage.append
        committed = threading.Event()

        async def slow(self: Storage, *args: Any, **kwargs: Any) -> None:
            await asyncio.sleep(0.3)
            committed.set()
            await append(self, *args, **kwargs)

        monkeypatch.setattr(Storage, "append", slow)
        acting = threading.Thread(target=player.act, args=(before, offers(before)[0]))
        acting.start()
        time.sleep(0.1)
        # Whoever asks meanwhile sees the new state only when it is safe.
        state = Player(address, player.table, player.token).live().take()
        assert state["seq"] == 1
        assert committed.is_set()
        acting.join()
