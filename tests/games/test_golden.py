"""Golden games and perft counts: any change of a rule shows here."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from grognard.games import BUILT_IN
from grognard.testing.golden import Golden, Perft, main, perft_cases
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


def test_a_file_that_is_missing_is_told_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the record, of what was told, and of the positions; no trace of the code that looks for it."""
    missing = type("Missing", (Golden,), {"games": ("marshals",), "folder": tmp_path})()
    how = f"python -m grognard.testing.golden {tmp_path} marshals"
    with pytest.raises(pytest.fail.Exception) as raised:
        missing.test_every_line_is_a_sentence("marshals", "dual")
    assert str(raised.value) == f"there is no golden game of marshals, dual; '{how}' makes one"
    assert not raised.value.pytrace
    shutil.copy(FOLDER / "golden" / "marshals-dual.record", tmp_path)
    with pytest.raises(pytest.fail.Exception, match=r"--told .* marshals' writes it"):
        missing.test_a_golden_game_replays_event_for_event("marshals", "dual")
    with pytest.raises(pytest.fail.Exception, match=r"no counted positions of marshals: .*marshals\.toml is missing"):
        perft_cases(tmp_path / "marshals.toml")
    monkeypatch.setattr(sys, "argv", ["golden", "--told", str(tmp_path), "seelow"])
    with pytest.raises(SystemExit, match="there is no golden game of seelow, kustrin; without --told one is made"):
        main()
