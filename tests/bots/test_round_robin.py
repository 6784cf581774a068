"""Ladders: who plays whom, games that are kept, ratings."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from grognard.cli import main
from grognard.engine import GrognardError
from grognard.lab import ladder as lab
from grognard.lab import ratings as rating
from grognard.lab.executor import Processes, executor_for
from grognard.lab.ladder import Fixture, Played, Results, fixtures, play, play_all
from grognard.lab.ratings import ratings

BOTS = ("one", "two", "three")


@pytest.fixture
def paper_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that exist in name only, for games that nobody plays."""
    monkeypatch.setattr("grognard.lab.match.make_bot", lambda name, game: None)


def outcome(fixture: Fixture, strength: dict[str, float]) -> Played:
    """A game that the stronger one wins; equals draw."""
    first, second = (strength[bot] for bot in fixture.match.players)
    points = 0.5 if first == second else float(first > second)
    return Played(fixture=fixture, points=points, text="Over.", decisions=1)


@pytest.mark.usefixtures("paper_bots")
def test_each_two_play_every_seed_with_both_seatings() -> None:
    wanted = fixtures("marshals", None, (), BOTS, pairs=2)
    assert len(wanted) == len(set(wanted)) == 12
    assert [one.match.players for one in wanted[:4]] == [
        ("one", "two"),
        ("two", "one"),
        ("one", "three"),
        ("three", "one"),
    ]
    assert {one.number for one in wanted[:6]} == {0}


def test_a_ladder_of_one_is_refused() -> None:
    for bots in (["random"], ["random", "random"]):
        with pytest.raises(GrognardError, match="two bots or more, each named once"):
            fixtures("marshals", None, (), bots, 1)


def test_points_are_those_of_the_first_seat_and_processes_play_the_same_games() -> None:
    wanted = fixtures("marshals", "dual", (), ["random", "recruit"], 1)
    one = sorted(map(play, wanted), key=lambda played: played.fixture.match.players)
    two = sorted(play_all(wanted, Processes(2)), key=lambda played: played.fixture.match.players)
    assert one == two
    assert all(0 <= played.points <= 1 for played in one)


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("choix", reason="ratings need choix, which the dev lock file has")
    file = tmp_path / "results.jsonl"
    strength = {"random": 0.0, "recruit": 1.0}
    begun: list[Fixture] = []

    def played(fixture: Fixture) -> Played:
        begun.append(fixture)
        return outcome(fixture, strength)

    monkeypatch.setattr(lab, "play", played)
    line = ["ladder", "marshals", "--bots", "random", "recruit", "--jobs", "1", "--results", str(file)]
    assert main([*line, "-n", "2"]) == 0
    assert len(begun) == 4
    whole = file.read_bytes()
    file.write_bytes(whole[:-9])  # the last line was being written
    assert main([*line, "-n", "3"]) == 0
    assert len(begun) == 4 + 3
    assert len(Results(file).found) == 6
    assert file.read_bytes().startswith(whole[: whole.rindex(b"\n", 0, -1) + 1])


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text('{"points": 1}\n', encoding="utf-8")
    with pytest.raises(GrognardError, match=r"line 1 of .*results.jsonl is not a game of a ladder"):
        Results(file)


@pytest.mark.usefixtures("paper_bots")
def test_the_stronger_has_the_higher_rating_and_equals_have_the_same() -> None:
    pytest.importorskip("choix", reason="ratings need choix, which the dev lock file has")
    wanted = fixtures("marshals", None, (), BOTS, pairs=5)
    found = ratings(BOTS, [outcome(one, {"one": 1, "two": 2, "three": 1}) for one in wanted])
    assert found[0].bot == "two"
    assert found[1].rating == pytest.approx(found[2].rating)
    assert found[0].points == found[0].games == 20
    assert sum(one.rating for one in found) == pytest.approx(3 * rating.MEAN)
    assert all(one.low <= one.rating <= one.high for one in found)


@pytest.mark.usefixtures("paper_bots")
def test_two_wins_of_three_are_120_points_and_more_pairs_narrow_the_interval() -> None:
    """Elo's own scale: a share of ⅔ is 120.4 points, and the game that is taken to be drawn makes it a little less."""
    pytest.importorskip("choix", reason="ratings need choix, which the dev lock file has")

    def rated(pairs: int) -> tuple[float, float]:
        wanted = fixtures("marshals", None, (), BOTS[:2], pairs=pairs)
        games = [outcome(one, {"one": float(one.number % 3 > 0), "two": 0.5}) for one in wanted]
        strong = ratings(BOTS[:2], games)[0]
        return 2 * (strong.rating - rating.MEAN), strong.high - strong.low

    (few, wide), (many, narrow) = rated(6), rated(300)
    assert 90 < few < many < 120.5
    assert many == pytest.approx(120, abs=1)
    assert narrow < wide / 4


def test_the_command_prints_ratings_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("choix", reason="ratings need choix, which the dev lock file has")
    assert main(["ladder", "marshals", "--bots", "random", "recruit", "-n", "1", "--jobs", "1", "--json"]) == 0
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert [one["bot"] for one in found["ratings"]] == ["recruit", "random"]
    assert len(found["games"]) == 2
    assert "0: recruit 1 – 0 random. Hitler is dead" in said.err


def test_what_is_missing_is_told_in_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(GrognardError, match=r"--ray needs the package ray: 'pip install \"grognard\[ray\]\"' adds it"):
        executor_for(1, "auto")
    monkeypatch.setitem(sys.modules, "choix", None)
    assert main(["ladder", "marshals", "--bots", "random", "recruit"]) == 2
    assert "'pip install grognard[ladder]' adds it" in capsys.readouterr().err
