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
