"""Golden games and perft counts: any change of a rule shows here."""

from __future__ import annotations

from pathlib import Path

from grognard.games import BUILT_IN
from grognard.testing.golden import Golden, Perft
from grognard.testing.suite import every_scenario

FOLDER = Path(__file__).parent


class TestGolden(Golden):
    games = tuple(BUILT_IN)
    folder = FOLDER / "golden"

    def test_no_game_is_kept_for_nothing(self) -> None:
        wanted = {f"{game}-{scenario}" for game, scenario in every_scenario(self.games)}
        assert {path.stem for path in self.folder.iterdir()} == wanted


class TestPerft(Perft):
    games = tuple(BUILT_IN)
    folder = FOLDER / "perft"
