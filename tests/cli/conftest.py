"""The command line, run in this process."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from grognard.cli import main
from grognard.games import load_game
from grognard.lab.coverage import tested_rules
from grognard.lab.match import plan, play_game

ROOT = Path(__file__).parents[2]
once = cache(tested_rules)


@pytest.fixture(autouse=True)
def _collect_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests of this project are collected once for each game: that takes seconds, and they stay the same."""
    monkeypatch.setattr(
        "grognard.cli.commands.tested_rules",
        lambda folder: once(folder) if folder.is_relative_to(ROOT) else tested_rules(folder),
    )


class Ran:
    """What a command returned and wrote."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with lines typed into it."""

    def run(*arguments: str | Path, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Run a command that must be refused: one sentence, exit code 2, nothing else; returns the sentence."""

    def refused(*arguments: str | Path, typed: str = "") -> str:
        ran = run(*arguments, typed=typed)
        assert ran.code == 2
        assert ran.err.startswith("grognard: ")
        assert ran.err.count("\n") == 1
        assert ran.err.endswith("\n")
        assert "Traceback" not in ran.err
        return ran.err.removeprefix("grognard: ").rstrip("\n")

    return refused


@pytest.fixture(scope="session")
def record_text() -> str:
    """The record of a whole game between random bots."""
    return play_game(plan("marshals", "dual", [], ["random", "random"]), 0).record


@pytest.fixture
def record(tmp_path: Path, record_text: str) -> Path:
    """The same in a file."""
    file = tmp_path / "game.txt"
    file.write_text(record_text, encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def own_data() -> Path:
    """The game's own data."""
    return load_game("marshals").pack.folders[0]
