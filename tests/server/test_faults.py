"""Whatever happens to database, disk or processes: nothing acknowledged is lost, nothing is done twice, and every table
loads afterwards. Each test takes seconds; with `--long` they take as long as the faults that were first measured."""

from __future__ import annotations

import resource
import signal
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from .crowd import Crowd, Process, process
from .postgres import Postgres, new_database, postgres

BACK = 25.0
"""Seconds after which everybody must have been answered again: five on an idle machine, which tests never have."""


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A database server that may be ill-treated."""
    with postgres() as server:
        yield server


def checked(crowd: Crowd, server: Process) -> None:
    """What was acknowledged is there, also after another start."""
    crowd.check()
    server.kill()
    server.start()
    crowd.check()
    assert "Traceback" not in server.log.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_postgresql_stopped(own_postgres: Postgres, tmp_path: Path, how: int, long: bool) -> None:
    database = new_database(own_postgres.address, "stopped")
    with process(database, tmp_path / "log") as server:
        with Crowd(lambda: server.address, 4) as crowd:
            crowd.until(60)
            own_postgres.stop(how)
            time.sleep(10 if long else 2)
            own_postgres.start()
            assert crowd.everybody_again() < BACK
            crowd.until(crowd.acknowledged + 40)
        checked(crowd, server)


@pytest.mark.slow
def test_postgresql_frozen(own_postgres: Postgres, tmp_path: Path, long: bool) -> None:
    database = new_database(own_postgres.address, "frozen")
    with process(database, tmp_path / "log") as server:
        with Crowd(lambda: server.address, 4) as crowd:
            crowd.until(60)
            own_postgres.freeze()
            time.sleep(30 if long else 6)
            own_postgres.thaw()
            assert crowd.everybody_again() < BACK
            crowd.until(crowd.acknowledged + 40)
        checked(crowd, server)


@pytest.mark.slow
def test_connections_cut_in_the_middle_of_commits(own_postgres: Postgres, tmp_path: Path, long: bool) -> None:
    database = new_database(own_postgres.address, "cut")
    with process(database, tmp_path / "log") as server:
        with Crowd(lambda: server.address, 4) as crowd:
            crowd.until(60)
            for _ in range(200 if long else 20):
                own_postgres.cut()
                time.sleep(0.07)
            assert crowd.everybody_again() < BACK
        checked(crowd, server)


@pytest.mark.slow
def test_sqlite_locked(tmp_path: Path, long: bool) -> None:
    file = tmp_path / "x.sqlite"
    with process(str(file), tmp_path / "log") as server:
        with Crowd(lambda: server.address, 4) as crowd:
            crowd.until(60)
            other = sqlite3.connect(file, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            time.sleep(50 if long else 6)
            other.execute("ROLLBACK")
            other.close()
            assert crowd.everybody_again() < BACK
        checked(crowd, server)


@pytest.mark.slow
def test_disk_full(tmp_path: Path, long: bool) -> None:
    file = tmp_path / "x.sqlite"
    with process(str(file), tmp_path / "log") as server:
        with Crowd(lambda: server.address, 4) as crowd:
            crowd.until(60)
            size = file.with_name("x.sqlite-wal").stat().st_size
            resource.prlimit(server.server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            time.sleep(20 if long else 2)
            stopped = crowd.acknowledged
            time.sleep(1)
            assert crowd.acknowledged == stopped
            resource.prlimit(server.server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            assert crowd.everybody_again() < BACK
        checked(crowd, server)


@pytest.mark.slow
@pytest.mark.timeout(1800)  # forty starts take their time on a busy machine
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_kill_9_under_load(kind: str, postgres_address: str, tmp_path: Path, long: bool) -> None:
    database = str(tmp_path / "x.sqlite") if kind == "sqlite" else new_database(postgres_address, "killed")
    with process(database, tmp_path / "log") as server:
        with Crowd(lambda: server.address, 4) as crowd:
            for n in range(40 if long else 3):
                crowd.until(crowd.acknowledged + 20 + n % 7)
                server.kill()
                server.start()
            assert crowd.everybody_again() < BACK
        checked(crowd, server)


@pytest.mark.slow
def test_one_of_two_workers_killed(postgres_address: str, tmp_path: Path) -> None:
    database = new_database(postgres_address, "two")
    with process(database, tmp_path / "log") as one, process(database, tmp_path / "log2") as two:
        both = [one.address, two.address]
        turn = iter(range(10**9))
        # Every request goes to another worker than the one before, until one is gone.
        with Crowd(lambda: both[next(turn) % len(both)], 4) as crowd:
            crowd.until(60)
            one.kill()
            both.remove(one.address)
            assert crowd.everybody_again() < BACK
        checked(crowd, two)
        one.start()


@pytest.mark.slow
def test_a_single_connection_that_never_answers_again(own_postgres: Postgres, tmp_path: Path, long: bool) -> None:
    database = new_database(own_postgres.address, "hanging")
    with process(database, tmp_path / "log") as server:
        with Crowd(lambda: server.address, 4) as crowd:
            crowd.until(60)
            own_postgres.freeze_one()
            time.sleep(60 if long else 13)
            assert crowd.everybody_again() < BACK
        checked(crowd, server)
