"""What can be set about a server; every value has a default that suits one person at home."""

from __future__ import annotations

import ast
import inspect
import ipaddress
import os
import tomllib
import typing
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from ..bots import BOTS, MarshalBot, StaffBot
from ..engine.errors import GrognardError

LOOPBACK = ("127.0.0.1", "::1", "localhost")

Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Seconds = Annotated[float, Meta(gt=0, le=3600)]
ENVIRONMENT = "GROGNARD_"
"""What the names of settings in the environment begin with: GROGNARD_PUBLIC_URL."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a server runs."""

    host: str = "127.0.0.1"
    """The address to listen at."""
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8045
    """The port to listen at; 0 for any free one."""
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    """Processes that serve; more than one needs PostgreSQL."""
    public_url: str = ""
    """What people type, where a proxy stands between: https://grognard.example."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies that may say on whose behalf they ask."""
    connections: Count = 1000
    """Connections at a time; never more than the files that a process may open, less 64."""
    connections_per_address: Count = 100
    """The same from one address (of IPv6: from one network); behind a proxy, of each for whom it asks."""
    header_seconds: Seconds = 10.0
    """How long a client may take to send the head of a request."""
    body_seconds: Seconds = 20.0
    """How long it may take to send the rest."""
    requests_per_minute: Count = 3000
    """Requests that one address may make in a minute; of the board's files as many again."""
    costly_per_minute: Count = 600
    """The same of costly ones: past positions, records, overlays, lists of tables."""
    uploads_per_minute: Count = 6
    """Records that one address may upload in a minute."""
    upload_seconds: Seconds = 10.0
    """How long the check of an uploaded record may take."""
    bot_tables_per_address: Count = 8
    """Tables of one address at which bots play at the same time; at others they wait."""
    away_seconds: Annotated[float, Meta(ge=0)] = 60.0
    """Bots stop this long after the last player of their table has gone."""
    keep_days: Annotated[float, Meta(ge=0)] = 0.0
    """Tables that nobody has played for so many days are removed; 0: never."""
    log_json: bool = False
    """Whether the log is written as JSON, one object a line."""
    database: str = ""
    """An SQLAlchemy URL; empty means an SQLite file in the user's data directory."""
    packs: dict[str, Path] = {}
    """Data packs laid over games, by game id."""
    bots: tuple[str, ...] = ()
    """The bots that may sit at a table; all there are without it."""
    bot_factory: str = "grognard.bots:make_bot"
    """Module and function that makes a bot from name, game and seed."""
    bot_workers: Count = 1
    """Processes in which bots think."""
    bot_seconds: Seconds = 30.0
    """How long a bot may think about one decision."""
    advice_workers: Count = 1
    """Processes in which hints and analyses are worked out."""
    hint_seconds: Seconds = 5.0
    """Processor time that a hint may take, about."""
    analysis_futures: Count = 24
    """Futures that an analysis imagines in its search, for each decision of a game."""
    advice_per_minute: Count = 20
    """Hints, reasons and analyses that one address may ask for in a minute."""
    watch_delay: float = 0.1
    """Seconds between the actions of a bot at a table whose pace is `watchable`; browsers show them more slowly."""
    origins: tuple[str, ...] = ()
    """Origins of pages that may use the server besides its own."""
    hosts: tuple[str, ...] = ()
    """Names under which the server may be called; any without it."""
    tables_per_minute: Count = 30
    """Tables that one address may open in a minute."""
    tables_in_memory: Count = 200
    """Tables kept ready; others are rebuilt from the database when asked for."""
    static: Path = Path(__file__).parent / "static"
    """Where the built client lies."""
    help: Path = Path(__file__).parent / "help"
    """Where the built documentation lies."""
    drawn: Path = Path(__file__).parent / "drawn"
    """Where maps lie that were drawn when the package was made."""
    cache: Path | None = None
    """Where drawn maps are kept; the user's cache directory without it."""

    @property
    def public_host(self) -> str:
        """The name under which people call the server, if a proxy stands between."""
        return urlsplit(self.public_url).hostname or ""

    @property
    def seated_bots(self) -> tuple[str, ...]:
        """The bots that may sit at a table: as they are set, or all from weak to strong."""
        return self.bots or tuple(BOTS)

    @property
    def proposed_bot(self) -> str:
        """The opponent that is proposed: the first that is set, or the one that most people should play."""
        return self.bots[0] if self.bots else StaffBot.name

    @property
    def planning_bot(self) -> str:
        """The opponent for whoever wants to try a position: the one that plans, or the strongest that is set."""
        return MarshalBot.name if MarshalBot.name in self.seated_bots else self.seated_bots[-1]

    @property
    def pictures(self) -> Path:
        """The folder of drawn maps."""
        from platformdirs import user_cache_path  # not installed in a browser

        return self.cache or user_cache_path("grognard", appauthor=False)

    @property
    def url(self) -> str:
        """The database as SQLAlchemy wants it: PostgreSQL always through psycopg 3."""
        if not self.database:
            from platformdirs import user_data_path

            folder = user_data_path("grognard", appauthor=False, ensure_exists=True)
            return f"sqlite:///{folder / 'grognard.sqlite'}"
        for short in ("postgres://", "postgresql://"):
            if self.database.startswith(short):
                return "postgresql+psycopg://" + self.database.removeprefix(short)
        if "://" not in self.database:
            return f"sqlite:///{self.database}"
        return self.database


class SettingsError(GrognardError):
    """A setting that makes no sense; the sentence says which and where it stands."""


def read_settings(file: Path | None, given: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
    """Settings from flags (`given`), the environment and a TOML file; what comes first counts."""
    settings = Settings()
    if file is not None:
        settings = _with(settings, _from_file(file), str(file))
    named = {name: environment.get(ENVIRONMENT + name.upper()) for name in Settings.__struct_fields__}
    settings = _with(settings, {name: text for name, text in named.items() if text is not None}, "the environment")
    flags = {name: value for name, value in given.items() if name in Settings.__struct_fields__}
    return checked(_with(settings, flags, "the command line"))


def _from_file(file: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(file.read_text())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise SettingsError(f"{file}: {problem}") from None
    for name in found:
        if name not in Settings.__struct_fields__:
            raise SettingsError(f"{file}: there is no setting '{name}'; see docs/operating.md")
    return found


def _with(settings: Settings, values: Mapping[str, Any], where: str) -> Settings:
    hints = typing.get_type_hints(Settings, include_extras=True)
    read = {}
    for name, value in values.items():
        kind = hints[name]
        if isinstance(value, str) and typing.get_origin(kind) is tuple:
            value = [part.strip() for part in value.split(",") if part.strip()]
        try:
            read[name] = msgspec.convert(value, kind, strict=not isinstance(value, str), dec_hook=_path)
        except msgspec.ValidationError as problem:
            raise SettingsError(f"the setting '{name}' of {where} is wrong: {problem}") from None
    return msgspec.structs.replace(settings, **read)


def _path(kind: Any, value: Any) -> Any:
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise NotImplementedError(f"{kind} cannot be set")


@cache
def described() -> dict[str, str]:
    """What each setting means, from the text that stands below it in this file."""
    (tree,) = ast.parse(inspect.getsource(Settings)).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for field, text in pairwise(tree.body):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            assert isinstance(field.target, ast.Name)
            found[field.target.id] = str(text.value.value)
    return found


def checked(settings: Settings) -> Settings:
    """Settings that fit together."""
    for proxy in settings.trusted_proxies:
        try:
            ipaddress.ip_network(proxy, strict=False)
        except ValueError:
            raise SettingsError(f"the trusted proxy '{proxy}' is neither an address nor a network") from None
    if settings.workers > 1 and not settings.url.startswith("postgresql"):
        raise SettingsError(
            f"{settings.workers} workers need PostgreSQL (--database postgresql://…); SQLite serves one worker"
        )
    if not settings.public_url:
        return settings
    if not settings.public_url.startswith(("http://", "https://")) or not settings.public_host:
        raise SettingsError(f"the public URL '{settings.public_url}' should begin with https:// or http://")
    parts = urlsplit(settings.public_url)
    return msgspec.structs.replace(
        settings,
        hosts=(*settings.hosts, settings.public_host, *LOOPBACK),
        origins=(*settings.origins, f"{parts.scheme}://{parts.netloc}"),
    )
