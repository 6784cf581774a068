"""grognard analyse: tables and sentences, JSON, and what it says to bad input."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.bots.test_analysis import MITTE, recorded, short_game
from tests.cli.conftest import Run

from grognard.bots.analysis import read
from grognard.games import load_game
from grognard.lab.executor import Processes

Refused = Callable[..., str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A short game as a file."""
    path = tmp_path / "short.txt"
    path.write_text(short_game()[1].to_text(), encoding="utf-8")
    return path


def test_analyse_prints_tables_and_the_lesson(run: Run, file: Path) -> None:
    ran = run("analyse", file, "--futures", "4", "--turn", "7")
    assert ran.code == 0
    for words in ("marshals, conventional:", "could expect", "Decisions", "The lesson of the game"):
        assert words in ran.out
    assert len(ran.out.partition("The lesson of the game\n")[2].splitlines()) == 5


def test_analyse_names_a_blunder_and_what_was_better(run: Run, tmp_path: Path) -> None:
    start = load_game("marshals").position(MITTE, phase="movement", turn=8)
    path = tmp_path / "missed.txt"
    path.write_text(recorded(start, ["end", "end-allocation"]).to_text(), encoding="utf-8")
    ran = run("analyse", path, "--futures", "12")
    assert "blunder" in ran.out
    assert "better: Attack Berlin Mitte 0806" in ran.out


def test_analyse_for_programs_gives_the_same_each_time(run: Run, file: Path) -> None:
    ran = run("analyse", file, "--futures", "8", "--json")
    assert read(ran.out) == short_game()[2]


def test_processes_find_the_same_as_one(run: Run, refused: Refused, file: Path) -> None:
    """Each decision is judged by itself, so it does not matter by which process."""
    assert read(run("analyse", file, "--futures", "8", "--json", "--jobs", "2").out) == short_game()[2]
    assert "goes with neither --jobs nor --ray" in refused("analyse", file, "--jobs", "2", "--seconds", "5")


def test_what_was_judged_is_kept_when_it_is_stopped(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C leaves the verdicts that are there; the rest counts as not judged."""

    class Stopped(Processes):
        def results(self, work: Any, tasks: Any) -> Iterator[tuple[int, Any]]:
            yield 0, work(tasks[0])
            raise KeyboardInterrupt

    monkeypatch.setattr("grognard.cli.analysing.executor_for", lambda *_: Stopped())
    ran = run("analyse", file, "--futures", "4", "--json", "--jobs", "2")
    found = read(ran.out)
    assert (ran.code, len(found.decisions)) == (130, 1)
    assert found.unjudged == len(short_game()[2].decisions) - 1


def test_analyse_refuses_what_it_cannot_look_at(refused: Refused, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("hello\n", encoding="utf-8")
    assert "this is not a Grognard record" in refused("analyse", other)
    assert "no seat 'french'" in refused("analyse", file, "--seat", "french")
    assert "nobody decided anything in turn 3" in refused("analyse", file, "--turn", "3")
    text = file.read_text(encoding="utf-8")
    other.write_text(text.replace("game: marshals", "game: chess"), encoding="utf-8")
    assert "chess" in refused("analyse", other)
    other.write_text(text.rstrip("\n") + "\nrussian end\n", encoding="utf-8")
    assert "the game is over before the record is" in refused("analyse", other)
    assert "whole number from 2" in refused("analyse", file, "--futures", "1")
