"""What a wheel has that is not in the repository: the board, and the compiled rules where there is a C compiler."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = "src/grognard/_compiled"
BOARD = "src/grognard/server/static/index.html"


class WheelHook(BuildHookInterface[Any]):
    """Runs `tools/build-web.sh` and `tools/native`, which do nothing where everything is up to date."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before a wheel is packed; an editable install uses what is in the checkout."""
        if version == "editable":
            return
        root = Path(self.root)
        subprocess.run(["tools/build-web.sh", "build"], cwd=root, check=True)
        if not (root / BOARD).exists():  # without web/ it must have been put there by somebody else
            raise RuntimeError(f"there is neither web/ nor {BOARD}: the wheel would have no board")
        shutil.rmtree(root / COMPILED, ignore_errors=True)  # it may hold libraries of an earlier build, too
        done = subprocess.run([sys.executable, "tools/native/build.py"], cwd=root, check=False)
        if done.returncode:  # then it is a wheel for every machine, and its rules run in plain Python
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
