"""A PostgreSQL server of our own, from Debian's programs, in a folder that is thrown away."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest


def programs() -> Path:
    """Where PostgreSQL's programs are; the newest version."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda p: int(p.parts[-3]))
    if not found:
        pytest.skip("PostgreSQL's server programs are not installed (Debian package postgresql)")
    return found[-1].parent


def _other_user() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class Postgres:
    """A server that can be stopped, started again, frozen and thawed."""

    def __init__(self, folder: Path, *, fsync: bool = False) -> None:
        self.folder = folder
        self.address = f"postgresql+psycopg://grognard@/{{}}?host={folder}"
        """An SQLAlchemy address with `{}` for the database's name."""
        self.bin, user = programs(), _other_user()
        if user:
            shutil.chown(folder, user)
        self.data = str(folder / "data")
        env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        self.common: dict[str, Any] = {"user": user, "env": env, "cwd": "/"}
        made = subprocess.run(
            [self.bin / "initdb", "-D", self.data, "-U", "grognard", "-A", "trust", "--no-sync", "-E", "UTF8"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            **self.common,
        )
        assert made.returncode == 0, made.stderr
        self.options = (
            "listen_addresses=",
            f"unix_socket_directories={folder}",
            f"fsync={fsync}",
            "max_connections=60",
        )

    def start(self) -> None:
        """Run until it answers."""
        with (self.folder / "log").open("ab") as log:
            self.server = subprocess.Popen(
                [self.bin / "postgres", "-D", self.data, *(word for o in self.options for word in ("-c", o))],
                stdout=log,
                stderr=log,
                **self.common,
            )
        _wait(self.folder)

    def stop(self, how: int = signal.SIGINT) -> None:
        """End it: SIGINT cuts all connections, SIGQUIT does so without tidying up."""
        self.server.send_signal(how)
        self.server.wait(20)

    def freeze(self) -> None:
        """Let all its processes stand still, with all connections open."""
        for pid in self._processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)

    def freeze_one(self) -> None:
        """Let the process behind one connection stand still, at a moment when it has nothing in hand.

        One that stands still in the middle of a transaction keeps what it has written from everybody, until somebody
        ends it: no client can do anything about that.
        """
        others = "datname <> 'postgres' AND backend_type = 'client backend' AND query NOT LIKE 'LISTEN%'"
        query = f"SELECT pid FROM pg_stat_activity WHERE {others} AND state = 'idle' LIMIT 1"
        at_rest = "SELECT state = 'idle' AND backend_xid IS NULL FROM pg_stat_activity WHERE pid = %s"
        with psycopg.connect(f"host={self.folder} user=grognard dbname=postgres", autocommit=True) as connection:
            for _ in range(1000):
                found = connection.execute(query).fetchone()
                if found is None:
                    continue
                os.kill(found[0], signal.SIGSTOP)
                time.sleep(0.05)
                if connection.execute(at_rest, found).fetchone() == (True,):
                    return
                os.kill(found[0], signal.SIGCONT)
        raise AssertionError("no connection was at rest")

    def thaw(self) -> None:
        """Let them go on."""
        for pid in self._processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def _processes(self) -> list[int]:
        found = [self.server.pid]
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if stat.read_text().rpartition(")")[2].split()[1] == str(self.server.pid):
                    found.append(int(stat.parts[2]))
        return found

    def cut(self) -> None:
        """End every connection of programs, whatever they are doing."""
        with psycopg.connect(f"host={self.folder} user=grognard dbname=postgres", autocommit=True) as connection:
            others = "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity {others}")


@contextmanager
def postgres(*, fsync: bool = False) -> Iterator[Postgres]:
    """A running server."""
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    server = Postgres(folder, fsync=fsync)
    server.start()
    try:
        yield server
    finally:
        if server.server.poll() is None:
            server.thaw()
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _wait(folder: Path) -> None:
    for _ in range(200):
        try:
            psycopg.connect(f"host={folder} user=grognard dbname=postgres").close()
            return
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise RuntimeError((folder / "log").read_text())


def new_database(address: str, name: str) -> str:
    """An empty database; gives its address."""
    folder = address.partition("host=")[2]
    with psycopg.connect(f"host={folder} user=grognard dbname=postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return address.format(name)
