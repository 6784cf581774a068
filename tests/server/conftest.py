"""Servers for the tests: the same tests run on SQLite and on PostgreSQL."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grognard.games import BUILT_IN
from grognard.server import Settings
from grognard.server.bench import serving

from .postgres import new_database, postgres
from .support import hang_up

CACHE = Path(tempfile.gettempdir()) / "grognard-test-pictures"
"""Maps drawn by an earlier run are used again as long as data and drawing code are the same."""
ODD_BOTS = ("steady", "stuck", "crashing", "raising", "cheating", "peaceful")


@pytest.fixture(autouse=True)
def secret_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with secrets, known only while a server test runs."""
    monkeypatch.setitem(BUILT_IN, "secret", "tests.server.secret_game:SecretMarshals")


@pytest.fixture(autouse=True)
def no_connection_left() -> Iterator[None]:
    """Whoever listens at the end of a test is disconnected."""
    yield
    hang_up()


def settings(database: str, **more: object) -> Settings:
    """Settings for tests: odd bots, little patience."""
    values: dict[str, object] = {
        "database": database,
        "bots": ODD_BOTS,
        "bot_factory": "tests.server.odd_bots:make_bot",
        "bot_seconds": 1.0,
        "watch_delay": 0.05,
        "tables_per_minute": 100_000,
        "requests_per_minute": 1_000_000,
        "costly_per_minute": 1_000_000,
        "uploads_per_minute": 1_000_000,
        "connections_per_address": 1000,
        "cache": CACHE,
    }
    return Settings(**{**values, **more})  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    """One PostgreSQL server for the test run."""
    with postgres() as server:
        yield server.address


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def fresh_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], str]:
    """Makes empty databases of the kind under test."""
    if request.param == "sqlite":
        folder: Path = tmp_path_factory.mktemp("databases")
        return lambda: f"sqlite:///{folder / uuid.uuid4().hex}.sqlite"
    address: str = request.getfixturevalue("postgres_address")
    return lambda: new_database(address, uuid.uuid4().hex)


@pytest.fixture(scope="session")
def database(fresh_database: Callable[[], str]) -> str:
    """The database of the server that most tests share."""
    return fresh_database()


@pytest.fixture(scope="session")
def server(database: str) -> Iterator[str]:
    """A running server that most tests share; gives its address."""
    with serving(settings(database)) as address:
        yield address
