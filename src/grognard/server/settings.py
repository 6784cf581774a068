"""What can be set about a server; every value has a default that suits one person at home."""

from __future__ import annotations

from pathlib import Path

import msgspec
from platformdirs import user_cache_path, user_data_path

from ..bots import BOTS


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a server runs."""

    database: str = ""
    """An SQLAlchemy URL; empty means an SQLite file in the user's data directory."""
    packs: dict[str, Path] = {}
    """Data packs laid over games, by game id."""
    bots: tuple[str, ...] = ()
    """The bots that may sit at a table; all there are without it."""
    bot_factory: str = "grognard.bots:make_bot"
    """Module and function that makes a bot from name, game and seed."""
    bot_workers: int = 1
    """Processes in which bots think."""
    bot_seconds: float = 10.0
    """How long a bot may think about one decision."""
    watch_delay: float = 0.4
    """Seconds between the actions of a bot at a table whose pace is `watchable`."""
    origins: tuple[str, ...] = ()
    """Origins of pages that may use the server besides its own."""
    hosts: tuple[str, ...] = ()
    """Names under which the server may be called; any without it."""
    tables_per_minute: int = 30
    """Tables that one address may open in a minute."""
    tables_in_memory: int = 200
    """Tables kept ready; others are rebuilt from the database when asked for."""
    static: Path = Path(__file__).parent / "static"
    """Where the built client lies."""

    cache: Path | None = None
    """Where drawn maps are kept; the user's cache directory without it."""

    @property
    def seated_bots(self) -> tuple[str, ...]:
        """The bots that may sit at a table; the first is proposed."""
        return self.bots or tuple(sorted(BOTS, key=lambda name: (name != "staff", name)))

    @property
    def pictures(self) -> Path:
        """The folder of drawn maps."""
        return self.cache or user_cache_path("grognard", appauthor=False)

    @property
    def url(self) -> str:
        """The database as SQLAlchemy wants it: PostgreSQL always through psycopg 3."""
        if not self.database:
            folder = user_data_path("grognard", appauthor=False, ensure_exists=True)
            return f"sqlite:///{folder / 'grognard.sqlite'}"
        for short in ("postgres://", "postgresql://"):
            if self.database.startswith(short):
                return "postgresql+psycopg://" + self.database.removeprefix(short)
        if "://" not in self.database:
            return f"sqlite:///{self.database}"
        return self.database
