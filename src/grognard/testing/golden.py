"""Games that are kept event by event, and counted action sequences: any change of a rule shows in them.

`python -m grognard.testing.golden FOLDER GAME …` lets `staff` play a game of each scenario and keeps it; with `--told`
the games are kept and only told anew. Look at the difference before you keep it.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any, ClassVar

import pytest

from ..engine import read_record, replay
from ..engine.events import Began, Calculated, Event, Rolled
from ..engine.reporting import told
from ..games import load_game
from ..lab.golden import keep, played
from ..lab.perft import perft
from ..lab.retelling import told_lines
from .suite import Suite, every_scenario
from .words import check_sentence, hidden_ids


class Golden(Suite):
    """Each scenario has a game that was kept: `<game>-<scenario>.record`, and what was told of it in `.events`."""

    folder: ClassVar[Path]
    """Where the games are kept."""

    def text(self, game: str, scenario: str) -> str:
        """The record of a scenario's game."""
        return self._kept(game, scenario, "record", "there is no golden game of", "makes one")

    def _kept(self, game: str, scenario: str, ending: str, lacks: str, makes: str, option: str = "") -> str:
        """The text of a file that is kept of a scenario; one sentence where there is none."""
        file = self.folder / f"{game}-{scenario}.{ending}"
        how = f"python -m grognard.testing.golden {option}{self.folder} {game}"
        if not file.is_file():
            pytest.fail(f"{lacks} {game}, {scenario}; '{how}' {makes}", pytrace=False)
        return file.read_text(encoding="utf-8")

    def test_a_golden_game_replays_event_for_event(self, game: str, scenario: str) -> None:
        text = self.text(game, scenario)
        lacks, makes = "nothing is kept of what is told in the golden game of", "writes it"
        expected = self._kept(game, scenario, "events", lacks, makes, "--told ").splitlines()
        assert told_lines(load_game(game), text) == expected

    def test_every_line_is_a_sentence(self, game: str, scenario: str) -> None:
        loaded = load_game(game)
        for _, g, events in replay(loaded, read_record(self.text(game, scenario))):
            for event in events:
                text = told(g, event, 0).text
                if text and not isinstance(event, Began):
                    check_sentence(text, hidden_ids(loaded))

    def test_a_die_is_read_where_the_charts_say(self, game: str, scenario: str) -> None:
        """The cell holds the result, the calculation before it knew the result, and both know the battle."""
        loaded = load_game(game)
        charts = loaded.pack.toml("tables.toml") if loaded.pack.has("tables.toml") else {}
        record = read_record(self.text(game, scenario))
        happened: list[Event] = [event for _, _, events in replay(loaded, record) for event in events]
        calculated = None
        for event in happened:
            if isinstance(event, Calculated):
                calculated = event.calculation
                assert calculated.table == "" or (event.places and event.pieces), calculated.title
            if not isinstance(event, Rolled) or not event.readings:
                continue
            for reading in event.readings:
                chart = charts[reading.table]
                assert chart["rows"][reading.row][chart["columns"].index(reading.column)] == reading.result
                if calculated is not None:
                    assert reading.result in {odds.result for odds in calculated.odds}
            calculated = None

    def test_a_strength_names_its_counter(self, game: str, scenario: str) -> None:
        """Or its place, where no counter brings it; all counters of a calculation take part in the battle."""
        record = read_record(self.text(game, scenario))
        for _, _, events in replay(load_game(game), record):
            for event in events:
                if isinstance(event, Calculated):
                    check_strengths(event)


def check_strengths(event: Calculated) -> None:
    """Each strength of a calculation names counters that take part, or a place."""
    for term in event.calculation.terms:
        if term.part in ("attack", "defence"):
            assert term.pieces or term.places, f"{event.calculation.title}: {term.reason}"
            assert set(term.pieces) <= set(event.pieces), f"{event.calculation.title}: {term.reason}"


class Perft(Suite):
    """The number of action sequences from the positions that `<game>.toml` describes."""

    folder: ClassVar[Path]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """A test for each position."""
        cases = [case for game in self.games for case in perft_cases(self.folder / f"{game}.toml")]
        metafunc.parametrize(("game", "title", "case"), cases, ids=[title for _, title, _ in cases])

    def test_perft(self, game: str, title: str, case: dict[str, Any]) -> None:
        description = {key: value for key, value in case.items() if key not in ("counts", "play")}
        g = load_game(game).position(description.pop("pieces", {}), **description)
        for action in case.get("play", []):
            g.play(action)
        counts = [perft(g, depth) for depth in range(1, len(case["counts"]) + 1)]
        assert counts == case["counts"], title


def perft_cases(file: Path) -> list[tuple[str, str, dict[str, Any]]]:
    """The positions of a file: game, title, description."""
    if not file.is_file():
        pytest.fail(f"there are no counted positions of {file.stem}: {file} is missing", pytrace=False)
    return [(file.stem, title, case) for title, case in tomllib.loads(file.read_text(encoding="utf-8")).items()]


def main() -> None:
    """Play a staff game of each scenario, or take the one that is kept, and write record and events."""
    folder, *names = [word for word in sys.argv[1:] if word != "--told"]
    for game, scenario in every_scenario(names):
        loaded, kept = load_game(game), Path(folder) / f"{game}-{scenario}.record"
        again = "--told" in sys.argv
        if again and not kept.is_file():
            sys.exit(f"grognard: there is no golden game of {game}, {scenario}; without --told one is made")
        keep(Path(folder), loaded, scenario, kept.read_text("utf-8") if again else played(loaded, scenario))


if __name__ == "__main__":
    main()
