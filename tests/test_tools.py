"""The scripts under tools/: Node.js from a wheel where the machine has none, lock files without addresses."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("node", "npm", "enough"),
    [("v20.0.0", True, True), ("v24.1.0", False, False), ("v18.19.0", True, False), ("", True, False)],
)
def test_which_node_is_new_enough(node: str, npm: bool, enough: bool, tmp_path: Path) -> None:
    """An old Node.js, or one without npm, is passed over for the wheel."""
    if node:
        _command(tmp_path / "node", f"echo {node}")
    if npm:
        _command(tmp_path / "npm", "true")
    script = "source tools/setup-node.sh; PATH=$1; hash -r; node_is_new_enough"
    found = subprocess.run(["bash", "-c", script, "bash", tmp_path], cwd=ROOT, check=False)
    assert (found.returncode == 0) == enough


def _command(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.mark.parametrize(
    "name", ["requirements.lock", "requirements-dev.lock", "requirements-node.lock", "requirements-compiler.lock"]
)
def test_locks_pin_with_hashes_and_name_no_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    pinned = re.findall(
        r"^([a-z0-9][\w.-]*)(?:\[[\w,]+\])?==\S+.*?((?:\n    --hash=sha256:[0-9a-f]{64}.*)+)", text, re.M
    )
    assert pinned
    assert len(pinned) == len(re.findall(r"^[a-z0-9]", text, re.M)), "every line names a version and its hashes"
    assert "://" not in text
