"""What the layers promise beyond their imports: only `games/` knows a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.games import BUILT_IN, load_game

ROOT = Path(__file__).parents[1]
PARTS = ("agents", "bots", "draw", "engine", "rl", "server")
NEUTRAL = (*(f"src/grognard/{part}" for part in PARTS), "web/src")


def sources(folder: str) -> list[Path]:
    """The program text of a folder."""
    kinds = (".py", ".ts", ".svelte", ".css")
    return [p for p in (ROOT / folder).rglob("*") if p.suffix in kinds and "static" not in p.parts]


@pytest.mark.parametrize("folder", NEUTRAL)
def test_no_game_is_named_outside_games(folder: str) -> None:
    """Ids, titles, sides, seats and colours of command: none may stand in code that serves every game."""
    words = set(BUILT_IN)
    for name in BUILT_IN:
        game = load_game(name)
        words |= {game.title} | {seat.id for scenario in game.scenarios for seat in scenario.seats}
        words |= {option.id for option in game.options}
    pattern = re.compile(r"\b(" + "|".join(sorted(map(re.escape, words))) + r")\b")
    files = sources(folder)
    assert files, f"{folder} holds no program text"
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if ">>>" in line or line.lstrip().startswith(("game: ", '"game: ')):
                continue  # examples in docstrings may name a game
            if re.match(r"\s*(russian|german) \w", line):
                continue  # the sample record in the docstring of `record`
            assert not pattern.search(line), f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
