"""How a server is to run: from flags, the environment and one TOML file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..server.settings import Settings


def settings_of(arguments: argparse.Namespace) -> Settings:
    """A flag counts for more than the environment, and that for more than the file."""
    from ..server.settings import read_settings

    given = {name: value for name, value in vars(arguments).items() if value is not None}
    file = given.pop("config", None)
    return read_settings(Path(file) if file else None, given)


SERVED = (
    *("host", "port", "database", "workers", "public_url", "trusted_proxies", "hosts", "origins", "bots"),
    *("bot_workers", "bot_seconds", "bot_tables_per_address", "away_seconds", "tables_per_minute"),
    *("requests_per_minute", "costly_per_minute", "uploads_per_minute", "upload_seconds", "connections"),
    *("connections_per_address", "header_seconds", "body_seconds", "tables_in_memory", "keep_days", "cache"),
)
"""The settings that can be given as flags; a file can hold all of them."""


def add_settings(sub: argparse.ArgumentParser) -> None:
    """A flag for each setting, `--public-url`; several values stand between commas."""
    from ..server.settings import described

    for name in SERVED:
        flags = ["--" + name.replace("_", "-")] + (["--trusted-proxy"] if name == "trusted_proxies" else [])
        sub.add_argument(*flags, dest=name, metavar="VALUE", help=described()[name])
    sub.add_argument("--log-json", dest="log_json", action="store_const", const="true", help="log JSON, a line each")
