"""Which tests hold which rules: pytest collects a game's tests without running them, and tells their marks.

The test run itself counts by the same marks (`marks`), so that both give the same figure. The module is also the
pytest plugin that does the telling: `pytest -p grognard.lab.coverage`.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..engine.errors import SetupError
from ..engine.game import Game
from .marks import MARK, games_of, project_of, rules_of

_REPORT = "GROGNARD_RULE_MARKS"
"""The variable that names the file into which the plugin writes."""
_FAILED = (2, 3, 4)
"""The exit codes with which pytest says that tests could not be collected; 5 means that there are none."""


def find_tests(game: Game[Any]) -> Path | None:
    """The folder with a game's rule tests.

    For a game of ours it is `tests/games/<id>`, in the present folder or in the checkout that the code runs from. For
    another it is the folder `tests` of its project: the one it is installed from, or the present folder.
    """
    ours = (Path.cwd(), Path(__file__).resolve().parents[3])
    found = [root / "tests" / "games" / game.id for root in ours]
    for project in (Path.cwd(), project_of(game.home)):
        if project is not None and game.id in games_of(project):
            found.append(project / "tests")
    return next((folder for folder in found if folder.is_dir()), None)


def can_collect() -> bool:
    """Whether pytest is installed."""
    return importlib.util.find_spec("pytest") is not None


def tested_rules(folder: Path) -> dict[str, list[str]]:
    """For each rule the tests marked with it, as `file::test`; each case of a parametrised test counts as one."""
    if not can_collect():
        raise SetupError("pytest is not installed here, and without it nobody knows which rules the tests hold")
    folder = folder.resolve()  # pytest runs elsewhere
    with TemporaryDirectory(prefix="grognard-") as scratch:
        report = Path(scratch) / "marks.json"
        command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", __name__, "-p", "no:cacheprovider"]
        env = {**os.environ, _REPORT: str(report)}
        done = subprocess.run(
            [*command, str(folder)],
            env=env,
            cwd=project_of(folder) or folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode in _FAILED or not report.is_file():
            raise SetupError(f"the tests in {folder} cannot be collected: {_complaint(done.stdout + done.stderr)}")
        found: dict[str, list[str]] = json.loads(report.read_text(encoding="utf-8"))
    return found


def _complaint(said: str) -> str:
    """What pytest found wrong: the line that names the error, else its last one."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("E  ")]
    return (errors or lines or ["it said nothing"])[-1].removeprefix("E  ").strip()


# -- the plugin --------------------------------------------------------------------------------------


def pytest_configure(config: Any) -> None:
    """The mark is known wherever tests are collected."""
    config.addinivalue_line("markers", MARK)


def pytest_collection_finish(session: Any) -> None:
    """Write down who holds what, where somebody asked for it."""
    target = os.environ.get(_REPORT)
    if not target:
        return
    held: dict[str, list[str]] = {}
    for item in session.items:
        for number in rules_of(item):
            held.setdefault(number, []).append(f"{item.path.name}::{item.name}")
    Path(target).write_text(json.dumps(held), encoding="utf-8")
