"""Builds the board before a wheel is made, so that `grognard play` finds it wherever the wheel is installed."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BoardHook(BuildHookInterface[Any]):
    """Runs `tools/build-web.sh build`, which does nothing where the board is up to date."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before a wheel is packed; an editable install uses the board of the checkout."""
        if version != "editable":
            subprocess.run(["tools/build-web.sh", "build"], cwd=Path(self.root), check=True)
