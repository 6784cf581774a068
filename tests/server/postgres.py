"""A PostgreSQL server of our own, from Debian's programs, in a folder that is thrown away."""

from __future__ import annotations

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


@contextmanager
def postgres(*, fsync: bool = False) -> Iterator[str]:
    """A running server; gives an SQLAlchemy address with `{}` for the database's name."""
    bin_, user = programs(), _other_user()
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    if user:
        shutil.chown(folder, user)
    env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    common = {"user": user, "env": env, "cwd": "/", "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    data = str(folder / "data")
    made = subprocess.run(
        [bin_ / "initdb", "-D", data, "-U", "grognard", "-A", "trust", "--no-sync", "-E", "UTF8"],
        **common,  # type: ignore[call-overload]
    )
    assert made.returncode == 0, made.stderr
    options = (
        "listen_addresses=",
        f"unix_socket_directories={folder}",
        f"fsync={fsync}",
        "max_connections=60",
    )
    with (folder / "log").open("wb") as log:
        common |= {"stdout": log, "stderr": log}
        server = subprocess.Popen(
            [bin_ / "postgres", "-D", data, *(word for o in options for word in ("-c", o))],
            **common,  # type: ignore[call-overload]
        )
    try:
        _wait(folder)
        yield f"postgresql+psycopg://grognard@/{{}}?host={folder}"
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(20)
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
