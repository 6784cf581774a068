"""Games of other distributions: found by their entry points, and whatever is wrong with one leaves the others alone."""

from __future__ import annotations

import ast
import logging
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grognard import api, compiled, games
from grognard.cli import main
from grognard.engine import SetupError
from grognard.games import BUILT_IN, game_names, load_game, problems
from grognard.server import Settings
from grognard.server.bench import serving

GAME = """
from grognard.games.marshals import Marshals

class Lone(Marshals):
    id = "{name}"
    api = "{api}"
    title = "A lone game"
"""

Add = Callable[..., None]


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Add]:
    """Installs a distribution with one game, as far as Python can tell."""
    monkeypatch.syspath_prepend(tmp_path)

    def added(name: str, *, dist: str = "lone", code: str = GAME, asks: str = "1.0", target: str = "") -> None:
        module = f"{dist}_{name}"
        monkeypatch.delitem(sys.modules, module, raising=False)
        info = tmp_path / f"{dist}-2.5.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {dist}\nVersion: 2.5\n", encoding="utf-8")
        points = f"[grognard.games]\n{name} = {target or f'{module}:Lone'}\n"
        (info / "entry_points.txt").write_text(points, encoding="utf-8")
        (tmp_path / module).mkdir()
        (tmp_path / module / "__init__.py").write_text(code.format(name=name, api=asks), encoding="utf-8")
        shutil.copytree(load_game("marshals").home / "data", tmp_path / module / "data")
        games._outside.cache_clear()

    games._outside.cache_clear()
    yield added
    games._outside.cache_clear()
    games._loaded.pop("lone", None)


def test_a_game_of_another_distribution_is_one_like_all_others(add: Add, capsys: pytest.CaptureFixture[str]) -> None:
    add("lone")
    assert game_names() == [*BUILT_IN, "lone"]
    assert load_game("lone").start().to_decide is not None
    assert load_game("lone").home.name == "lone_lone"
    assert main(["games"]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("lone "))
    assert row.split("  ")[-1].strip() == "plain Python"
    assert " lone 2.5 " in row
    assert main(["sim", "lone", "--players", "random", "random", "-n", "1"]) == 0
    assert "lone, conventional: 1 game" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "wrong", "sentence"),
    [
        ("seelow", {}, "the game 'seelow' of lone 2.5 is left out: Grognard has a game of that name"),
        ("Über", {}, "the game 'Über' of lone 2.5 is left out: an id is small letters, digits and underscores"),
        (
            "lone",
            {"code": "import nowhere"},
            "the game 'lone' of lone 2.5 cannot be imported:"
            " ModuleNotFoundError: No module named 'nowhere' (__init__.py, line 1)",
        ),
        (
            "lone",
            {"code": "Lone = 3"},
            "the game 'lone' of lone 2.5: lone_lone:Lone is not a subclass of grognard.api.Game",
        ),
        (
            "lone",
            {"asks": "2.0"},
            "the game 'lone' of lone 2.5 asks for grognard.api 2.0, and here is 1.1",
        ),
        ("lone", {"asks": "1.9"}, "the game 'lone' of lone 2.5 asks for grognard.api 1.9, and here is 1.1"),
        ("lone", {"asks": ""}, "the game 'lone' of lone 2.5 asks for grognard.api (no version), and here is 1.1"),
        (
            "lone",
            {"code": GAME.replace("{name}", "other")},
            "the game 'lone' of lone 2.5: Lone.id is 'other', not 'lone'",
        ),
        (
            "lone",
            {"code": GAME + "    def __init__(self, pack):\n        raise KeyError('river')\n"},
            "the game 'lone' of lone 2.5 cannot be loaded: KeyError: 'river' (__init__.py, line 9)",
        ),
        (
            "lone",
            {"code": GAME + "    boxes = (('0101', 'Box'),)\n"},
            "the game 'lone' of lone 2.5: map/hexes.csv: '0101' is the name of a box off the map",
        ),
    ],
)
def test_a_game_that_does_not_work_is_told_in_a_sentence_and_the_others_go_on(
    add: Add, capsys: pytest.CaptureFixture[str], name: str, wrong: dict[str, str], sentence: str
) -> None:
    add(name, **wrong)
    assert problems() == [sentence]
    assert game_names() == list(BUILT_IN)
    assert main(["games"]) == 1
    assert f"T{sentence[1:]}.\n" in capsys.readouterr().out
    assert main(["check", name, "--seconds", "0"]) == (0 if name in BUILT_IN else 2)


def test_of_two_distributions_with_the_same_game_neither_is_used(add: Add) -> None:
    add("lone", dist="one")
    add("lone", dist="two")
    sentence = "the game 'lone' is left out: one 2.5 and two 2.5 have a game of that name"
    assert problems() == [sentence]
    assert "lone" not in game_names()
    with pytest.raises(SetupError, match=sentence):
        load_game("lone")


def test_a_server_says_once_what_it_cannot_play(
    add: Add, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    add("lone", code="import nowhere")
    monkeypatch.setattr("grognard.engine.game.Game.warm", lambda game: None)
    with caplog.at_level(logging.WARNING), serving(Settings(database=f"sqlite:///{tmp_path / 'x.sqlite'}")):
        pass
    assert [one.message for one in caplog.records if "'lone'" in one.message] == problems()


INTERNAL = {"field_values": "what is remembered by a whole state; one mechanism for remembering will take its place"}
"""Names that games of this package use and others should not, each with its reason."""


@pytest.mark.parametrize("game", BUILT_IN)
def test_what_games_use_of_the_kernel_is_in_the_api(game: str) -> None:
    for file in sorted(load_game(game).home.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine"):
                for name in node.names:
                    assert name.name in api.__all__ or name.name in INTERNAL, f"{file.name}: {name.name}"


def test_the_api_is_what_it_lists() -> None:
    # pytest adds names that begin with an @.
    names = {name for name in vars(api) if not name.startswith(("_", "@"))} - {"annotations"}
    assert sorted(api.__all__) == sorted(names)


@pytest.mark.parametrize(
    ("asked", "runs"), [("1.0", True), ("1.1", True), ("1.2", False), ("2.0", False), ("1", False), ("", False)]
)
def test_which_version_of_the_api_runs_with_this_one(asked: str, runs: bool) -> None:
    assert api.fits(asked) == runs


def test_which_games_run_compiled_is_listed(add: Add, capsys: pytest.CaptureFixture[str]) -> None:
    """Ours as the build says, another distribution's in plain Python on either kernel."""
    add("lone")
    main(["games"])
    told = dict(re.findall(r"^(\w+) .*  (compiled|plain Python)$", capsys.readouterr().out, re.MULTILINE))
    ours = "compiled" if compiled.build() == "compiled" else "plain Python"
    assert told == {**dict.fromkeys(BUILT_IN, ours), "lone": "plain Python"}
    assert compiled.is_compiled("grognard.games.marshals.movement") == (ours == "compiled")


def test_the_length_of_a_game_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("marshals")
    assert game.length.endswith(", 1–2 hours")
    monkeypatch.setattr(type(game), "playing_time", (0, 1))
    assert game.length.endswith(", up to 1 hour")
