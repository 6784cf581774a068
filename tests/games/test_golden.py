"""Golden playthroughs and perft counts: any change of a rule shows here."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.games.golden import FOLDER, told_lines

from grognard.games import BUILT_IN, load_game
from grognard.lab.perft import perft

PERFT = Path(__file__).parent / "perft"

RECORDS = sorted(FOLDER.glob("*.record"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_golden_game_replays_event_for_event(record: Path) -> None:
    expected = record.with_suffix(".events").read_text(encoding="utf-8").splitlines()
    assert told_lines(record.read_text(encoding="utf-8")) == expected


def test_every_scenario_has_a_golden_game() -> None:
    wanted = {f"{name}-{scenario.id}" for name in BUILT_IN for scenario in load_game(name).scenarios}
    assert {path.stem for path in RECORDS} == wanted


def perft_cases() -> list[tuple[str, str, dict[str, Any]]]:
    """Every counted position: game, title, description."""
    found = []
    for file in sorted(PERFT.glob("*.toml")):
        for title, case in tomllib.loads(file.read_text(encoding="utf-8")).items():
            found.append((file.stem, title, case))
    return found


CASES = perft_cases()


@pytest.mark.parametrize(("game", "title", "case"), CASES, ids=[title for _, title, _ in CASES])
def test_perft(game: str, title: str, case: dict[str, Any]) -> None:
    description = {key: value for key, value in case.items() if key not in ("counts", "play")}
    g = load_game(game).position(description.pop("pieces", {}), **description)
    for action in case.get("play", []):
        g.play(action)
    counts = [perft(g, depth) for depth in range(1, len(case["counts"]) + 1)]
    assert counts == case["counts"], title
