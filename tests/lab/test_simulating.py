"""Reports, changed data, sweeps: what a simulation says is what was played."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

import pytest

from grognard.cli import main
from grognard.engine import SetupError, read_record, replay
from grognard.games import load_game
from grognard.lab import against, versions
from grognard.lab.match import Plan, Result, plan, play_game
from grognard.lab.packs import game_with, overlay
from grognard.lab.report import Match, report
from grognard.lab.sweep import shown, variants
from grognard.lab.traces import trace


class Tags(HTMLParser):
    """Whether every tag is closed, and what the page asks the network for."""

    VOID = (
        "meta",
        "rect",
        "path",
        "polygon",
        "polyline",
        "circle",
        "line",
        "use",
        "image",
        "stop",
        "ellipse",
        "th",
        "td",
    )

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        self.scripts += tag == "script"
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def played(match: Plan, games: int) -> list[Result]:
    return [play_game(match, number, traced=True) for number in range(games)]


@pytest.mark.parametrize("name", ["marshals", "raceforberlin"])  # a map of hexes and one of zones
def test_a_report_is_one_page_that_asks_nobody(name: str) -> None:
    game = load_game(name)
    match = plan(name, game.scenarios[-1].id, [], ["random", "random"], seed=2)
    page = report([Match(match, played(match, 2))])
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    assert not tags.scripts
    assert all(link.startswith(("#", "data:")) for link in tags.links), tags.links
    assert not re.search(r"url\((?!#)|@import|https?://(?!www\.w3\.org)", page.partition("<svg")[0])
    assert "Who won" in page
    assert "Where was fought" in page


def test_a_report_of_nothing_says_so() -> None:
    assert "No game was played" in report([Match(plan("marshals", None, [], ["random", "random"]), [])])


def test_a_trace_counts_what_the_log_tells() -> None:
    game = load_game("marshals")
    record = read_record(play_game(plan("marshals", "dual", [], ["recruit", "random"]), 3).record)
    told = trace(game, record)
    removed = moved = began = fought = 0
    for _, _, events in replay(game, record):
        for event in events:
            kind = type(event).__name__
            removed += kind == "Removed" and event.cause == "loss"  # type: ignore[attr-defined]
            began += kind == "Began" and event.level == 1  # type: ignore[attr-defined]
            fought += len(event.places) if kind == "BattleBegan" else 0  # type: ignore[attr-defined]
            moved += kind == "Moved"
    assert sum(lost.counters for lost in told.losses) == removed > 0
    assert sum(told.battles.values()) == fought > 0
    assert len(told.turns) in (began, began + 1)
    assert sum(sum(where.values()) for where in told.visits.values()) > moved / 2
    assert told.dice > 10
    assert trace(game, record) == told


# -- changed data ------------------------------------------------------------------------------------


def test_a_cell_is_replaced_or_changed_by_so_much() -> None:
    plain = load_game("marshals")
    piece = plain.names.piece("R-47")
    attack = plain.roster[piece].attack
    for change, value in (("+1", attack + 1), ("-1", attack - 1), ("9", 9)):
        game = game_with("marshals", overlay("marshals", [f"units.R-47.attack={change}"]))
        assert game.roster[piece].attack == value
        others = [p for p in range(len(plain.roster)) if p != piece]
        assert all(game.roster[p] == plain.roster[p] for p in others)
    assert load_game("marshals").roster[piece].attack == attack


def test_all_lines_and_values_of_tables_can_be_changed() -> None:
    changed = overlay("marshals", ["units.*.attack=+1", "tables.game.hex_km=10"])
    assert [name for name, _ in changed] == ["tables.toml", "units.csv"]
    game, plain = game_with("marshals", changed), load_game("marshals")
    assert all(game.roster[p].attack == plain.roster[p].attack + 1 for p in range(len(plain.roster)))
    assert game.pack.toml("tables.toml")["game"]["hex_km"] == 10
    assert re.search("^hex_km = 10 +# design", dict(changed)["tables.toml"], re.MULTILINE)  # remarks stay


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("units.R-47", r"'units.R-47' is no change; one is written units\.ROW"),
        ("nothing.a.b=1", "the data has no file 'nothing'; known are .*units"),
        ("units.R-47.attak=1", "units.csv has no column 'attak'; known are id, name"),
        ("units.R-99X.attack=1", "units.csv has no line 'R-99X'"),
        ("units.R-47.name=+1", r"units.csv, R-47, name is '47. Army': \+1 cannot be added to it"),
        ("tables.game.nothing=1", "tables.toml has no value 'game.nothing'"),
        ("tables.game.turns=]", "tables.toml, game.turns: the new value is not valid TOML"),
        ("units.R-47.attack=many", "units.csv.*attack"),
    ],
)
def test_what_cannot_be_changed_is_refused_in_one_sentence(change: str, says: str) -> None:
    with pytest.raises(Exception, match=says) as told:
        game_with("marshals", overlay("marshals", [change]))
    assert "\n" not in str(told.value)


def test_a_sweep_plays_the_same_seeds_and_measures_pairs() -> None:
    found = variants("marshals", None, [], ["random", "random"], ["units.R-47.attack=+0,+2", "units.R-61.attack=+1"])
    assert [one.name for one in found] == [
        "as it is",
        "units.R-47.attack=+0, units.R-61.attack=+1",
        "units.R-47.attack=+2, units.R-61.attack=+1",
    ]
    assert len({one.match.data for one in found}) == 3

    def ended(number: int, winner: str) -> Result:
        return Result(number=number, winner=winner, degree="", text="", decisions=1, record="")

    first = [ended(n, "german") for n in range(8)]
    second = [ended(n, "russian" if n < 4 else "german") for n in range(8)]
    rows = shown(found, [first, second, first], "russian")
    assert [row.share for row in rows] == [0.0, 0.5, 0.0]
    assert rows[1].change == 0.5
    assert rows[1].error == pytest.approx(1.96 * (2 / 7 / 8) ** 0.5)
    assert rows[2].change == rows[2].error == 0


def test_a_sweep_without_a_change_is_refused() -> None:
    with pytest.raises(SetupError, match="nothing is changed: name a change with --set"):
        variants("marshals", None, [], ["random", "random"], [])


def test_the_commands_write_what_was_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, picture, kept = tmp_path / "page.html", tmp_path / "sweep.svg", tmp_path / "kept.jsonl"
    common = ["marshals", "--players", "random", "random", "--jobs", "1"]
    assert main(["sim", *common, "-n", "2", "--report", str(page), "--resume", str(kept)]) == 0
    assert "<h2>Losses</h2>" in page.read_text(encoding="utf-8")
    assert len(kept.read_bytes().splitlines()) == 2
    change = ["--set", "units.*.attack=+2"]
    assert main(["sweep", *common, *change, "-n", "1", "--plot", str(picture), "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [one["name"] for one in found["variants"]] == ["as it is", "units.*.attack=+2"]
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert main(["sweep", *common, *change, "-n", "1", "--plot", "sweep.jpg"]) == 2
    assert "'sweep.jpg' does not end in .svg or .png" in capsys.readouterr().err
    assert main(["sim", *common, "-n", "1", "--data", str(tmp_path / "data")]) == 2
    assert "writing data needs the package pyarrow: 'pip install \"grognard[data]\"' adds it" in capsys.readouterr().err
    assert main(["sim", *common, "-n", "1", "--against", "HEAD", "--report", "x.html"]) == 2
    assert "it goes with neither --all nor --records" in capsys.readouterr().err


def test_games_between_versions_are_kept_when_they_are_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C shows what the games that are over came to."""

    def one_and_stop(*_: object) -> Iterator[versions.Game]:
        yield versions.Game(number=0, seat=0, points=1.0, text="won", seconds=1.0, slowest=0.1, decisions=9)
        raise KeyboardInterrupt

    @contextmanager
    def this_one(_: str) -> Iterator[tuple[against.Version, against.Version]]:
        yield against.Version(Path()), against.Version(Path())

    monkeypatch.setattr(versions, "simulate", one_and_stop)
    monkeypatch.setattr(against, "versions", this_one)
    monkeypatch.setattr(against, "check", lambda *_: None)
    assert main(["sim", "marshals", "--players", "staff", "-n", "30", "--against", "HEAD"]) == 130
    said = capsys.readouterr()
    assert "Stopped after 1 of 60 games." in said.err
    assert "100.0%" in said.out or "100 %" in said.out


def test_a_sweep_goes_on_with_the_games_it_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a file of earlier games only those are played that are missing, and the figures are those of one run."""
    few = [
        "sweep",
        "marshals",
        "--set",
        "units.R-47.attack=+1",
        "--players",
        "random",
        "random",
        "--json",
        "--jobs",
        "1",
    ]
    kept = str(tmp_path / "kept.jsonl")
    assert main([*few, "-n", "1", "--resume", kept]) == 0
    first = Path(kept).read_text("utf-8").splitlines()
    capsys.readouterr()
    assert main([*few, "-n", "2", "--resume", kept]) == 0
    in_two_runs = capsys.readouterr().out
    assert Path(kept).read_text("utf-8").splitlines()[: len(first)] == first
    assert len(Path(kept).read_text("utf-8").splitlines()) == 2 * len(first)
    assert main([*few, "-n", "2"]) == 0
    assert capsys.readouterr().out == in_two_runs
