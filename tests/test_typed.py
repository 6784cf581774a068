"""Who uses the package as a library gets types: a consumer's program is checked strictly against what is installed."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import grognard

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/reference/library.md"

CONSUMER = """
from __future__ import annotations

from random import Random

from grognard.bots import Bot, make_bot
from grognard.engine import Action, Game, Position, Record, Seat, Table, View, read_record, replay, view
from grognard.games import game_names, load_game
from grognard.lab.match import Plan, Result, interval, plan, simulate
from grognard.notebook import Picture, show


class First(Bot):
    name = "first"

    def choose(self, view: View) -> str:
        assert view.decision is not None
        return view.decision.offers[0].action


def play(name: str) -> Record:
    game = load_game(name)
    table = Table(game, seed=bytes(32))
    first = First(game, Random(1))
    while not table.over:
        seat = table.position.to_decide
        assert seat is not None
        table.play(first.choose(table.view(Seat(seat))), Seat(seat))
    return table.record()


def texts(name: str) -> list[str]:
    position = load_game(name).start()
    found: list[Action] = position.actions()
    weights: list[tuple[Action, int]] = position.chances()
    return [action.text for action in found] + [action.text for action, _ in weights]


def shares(name: str) -> tuple[float, float]:
    match: Plan = plan(name, None, [], ["random", "random"])
    results: list[Result] = list(simulate(match, 2))
    return interval(sum(result.winner != "" for result in results), len(results))


def picture(record: Record) -> str:
    drawn: Picture = show(record)
    return drawn.svg


reveal_type(load_game("marshals"))
reveal_type(make_bot("staff", load_game("marshals")))
reveal_type(read_record(""))
reveal_type(game_names())
"""


def test_a_consumer_is_checked(tmp_path: Path) -> None:
    """`py.typed` is there, and nothing that is public is untyped."""
    file = tmp_path / "consumer.py"
    file.write_text(CONSUMER, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--config-file=", str(file)]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    told = [one.replace("builtins.", "") for one in re.findall(r"Revealed type is \"(.+?)\"", ended.stdout)]
    assert "error" not in ended.stdout, ended.stdout
    assert told == [
        "grognard.engine.game.Game[Any]",
        "grognard.bots.base.Bot",
        "grognard.engine.record.Record",
        "list[str]",
    ], ended.stdout


def named() -> list[tuple[str, str]]:
    """Every name on the page of the library, with its module."""
    module, found = "", []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        heading = re.match(r"## `([\w.]+)`", line)
        if heading:
            module = heading[1]
        found += [(module, name) for name in re.findall(r"^\| `(\w+)`", line)]
    return found


@pytest.mark.parametrize(("module", "name"), named())
def test_every_public_name_exists(module: str, name: str) -> None:
    assert hasattr(importlib.import_module(module), name)


def test_the_names_of_the_kernel_are_all_on_the_page() -> None:
    assert {name for module, name in named() if module == "grognard.engine"} == set(
        importlib.import_module("grognard.engine").__all__
    )


def test_the_marker_is_shipped() -> None:
    assert (Path(grognard.__file__).parent / "py.typed").exists()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "Typing :: Typed" in project["project"]["classifiers"]
