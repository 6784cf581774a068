"""The scripts under tools/: Node.js from a wheel where the machine has none, lock files, what make play does first."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
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


@pytest.mark.parametrize("name", [f"requirements{kind}.lock" for kind in ("", "-dev", "-node", "-compiler", "-docs")])
def test_locks_pin_with_hashes_and_name_no_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    pinned = re.findall(
        r"^([a-z0-9][\w.-]*)(?:\[[\w,]+\])?==\S+.*?((?:\n    --hash=sha256:[0-9a-f]{64}.*)+)", text, re.M
    )
    assert pinned
    assert len(pinned) == len(re.findall(r"^[a-z0-9]", text, re.M)), "every line names a version and its hashes"
    assert "://" not in text


def test_make_play_opens_the_lobby_before_it_compiles(tmp_path: Path) -> None:
    """The rules are compiled behind it, at low priority; the commands are stand-ins that write down when they run."""
    for name in ("Makefile", "tools/compile.sh"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy2(ROOT / name, tmp_path / name)
    for name in ("tools/setup-python.sh", "tools/build-web.sh"):
        _command(tmp_path / name, f"echo {name} >>log")
    (tmp_path / ".venv/bin").mkdir(parents=True)
    waits = "for i in $(seq 400); do grep -q ^compiled log && break; sleep 0.1; done"
    _command(tmp_path / ".venv/bin/grognard", f"echo lobby opens >>log; {waits}; echo lobby closes >>log")
    build = 'case "$*" in *build.py*) echo "compiling at $(nice): $*" >>log; sleep 1; echo compiled >>log ;; esac'
    _command(tmp_path / ".venv/bin/python", build)
    environment = {**os.environ, "GROGNARD_BUILD": "", "CC": "sh"}
    subprocess.run(["make", "play"], cwd=tmp_path, env=environment, check=True, timeout=60)
    lines = (tmp_path / "log").read_text("utf-8").splitlines()
    assert lines[:2] == ["tools/setup-python.sh", "tools/build-web.sh"]
    began = next(n for n, line in enumerate(lines) if line.startswith("compiling at 19: "))
    assert "--optional --behind" in lines[began]
    assert lines.index("lobby opens") < lines.index("compiled") < lines.index("lobby closes")


def test_whoever_plays_meanwhile_is_told_in_one_line_when_the_compiled_rules_are_used() -> None:
    code = (
        "import sys; sys.path.insert(0, 'tools'); from native import build; build._say('begins', True);"
        "build._say('ends', True, 40)"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [line.count("next start") for line in said.splitlines()] == [1, 1]


def test_the_comparison_measures_us_in_a_small_form() -> None:
    """With the other libraries it is run by hand: they are installed into an environment of their own."""
    command = [sys.executable, "tools/compare.py", "--here", "--only", "seelow", "--seconds", "0.1", "--json"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(ended.stdout)
    assert [(one["library"], one["game"]) for one in found] == [
        ("Grognard, positions", "seelow"),
        ("Grognard, environments", "seelow"),
    ]
    assert all(one["decisions"] > 0 for one in found)
