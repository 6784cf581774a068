"""sim, replay, map, rules, check and bench: what they do, and what they say to bad input."""

from __future__ import annotations

import argparse
import io
import json
import re
import shutil
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.cli.conftest import Run

import grognard
from grognard import compiled
from grognard.bots import RandomBot
from grognard.cli import main
from grognard.cli.simulating import _one_match
from grognard.engine import read_record
from grognard.games import BUILT_IN, load_game
from grognard.lab import chess as lab_chess
from grognard.lab.match import interval

Refused = Callable[..., str]

RANDOM = ("--players", "random", "random")


# -- sim -----------------------------------------------------------------------------------------


def test_sim_gives_the_same_on_one_process_and_on_two(run: Run, tmp_path: Path) -> None:
    one = run("sim", "marshals", *RANDOM, "-n", "2", "--json", "--records", tmp_path / "one")
    two = run("sim", "marshals", *RANDOM, "-n", "2", "--json", "--records", tmp_path / "two", "--jobs", "2")
    assert (one.code, two.code) == (0, 0)
    assert one.out == two.out
    summary = json.loads(one.out)
    assert set(summary) == {"games", "wins", "degrees", "mean_decisions"}
    assert summary["games"] == sum(summary["wins"].values()) == 2
    assert list(summary["wins"]) == ["russian", "german", "draw"]
    names = ["marshals-00000.txt", "marshals-00001.txt"]
    for folder in ("one", "two"):
        assert sorted(file.name for file in (tmp_path / folder).iterdir()) == names
    texts = [(tmp_path / folder / name).read_text("utf-8") for name in names for folder in ("one", "two")]
    assert texts[0] == texts[1] != texts[2] == texts[3]


def test_sim_prints_a_table_for_people(run: Run) -> None:
    ran = run("sim", "marshals", *RANDOM, "-n", "1", "--scenario", "dual", "--seed", "-7")
    assert ran.code == 0
    for word in ("marshals, dual: 1 game", "zhukov", "koniev", "95 % interval", "decisions a game"):
        assert word in ran.out


def test_another_seed_gives_other_games(run: Run, tmp_path: Path) -> None:
    """Other dice and other choices of the bots."""
    actions = []
    for seed in ("0", "1"):
        run("sim", "marshals", *RANDOM, "-n", "1", "--seed", seed, "--records", tmp_path / seed)
        record = read_record((tmp_path / seed / "marshals-00000.txt").read_text("utf-8"))
        actions.append([entry.action for entry in record.entries if entry.who == "german"][:20])
    assert actions[0] != actions[1]


def test_confidence_intervals() -> None:
    """Wilson's, as in the textbooks."""
    assert interval(95, 100) == pytest.approx((0.8882, 0.9785), abs=1e-3)
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(0, 10)[0] == 0.0
    assert interval(10, 10)[1] == 1.0


def test_sim_tells_the_shares_of_all_games_in_one_table(run: Run, tmp_path: Path) -> None:
    ran = run("sim", "--all", "--players", "random", "-n", "1", "--records", tmp_path)
    for name in BUILT_IN:
        for scenario in load_game(name).scenarios:
            for seat in (*(seat.id for seat in scenario.seats), "draw"):
                row = rf"{name} .* {scenario.id} .* {seat} .* [01] .*% – "
                assert re.search(row, ran.out), (name, scenario.id, seat)
            assert (tmp_path / f"{name}-{scenario.id}-00000.txt").exists()


def test_sim_of_all_games_for_programs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.cli.simulating.game_names", lambda: ["marshals"])
    found = json.loads(run("sim", "--all", "--players", "random", "-n", "1", "--json").out)
    assert [(one["game"], one["scenario"], one["games"]) for one in found] == [
        ("marshals", "conventional", 1),
        ("marshals", "dual", 1),
    ]
    assert all(sum(one["wins"].values()) == 1 for one in found)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("sim",), "sim needs a game, or --all"),
        (("sim", "marshals", "--all"), "it takes no game, scenario or option"),
        (("sim", "--all", "--option", "fog"), "it takes no game, scenario or option"),
        (("sim", "--all", *RANDOM), "--players takes a single name"),
        (("sim", "chess", *RANDOM), "there is no game 'chess'"),
        (("sim", "marshals", "--players", "random"), "marshals needs 2 players (russian, german), not 1"),
        (("sim", "marshals", "--players", "random", "deep"), "there is no bot 'deep'"),
        (("sim", "marshals", *RANDOM, "--scenario", "siege"), "no scenario 'siege'"),
        (("sim", "marshals", *RANDOM, "--option", "fog"), "no option 'fog'"),
        (("sim", "marshals", *RANDOM, "-n", "0"), "'0' is not a whole number from 1"),
        (("sim", "marshals", *RANDOM, "-n", "many"), "'many' is not a whole number"),
        (("sim", "marshals", *RANDOM, "-n", "1" * 5000), "is not a whole number"),
        (("sim", "marshals", *RANDOM, "--jobs", "-1"), "'-1' is not a whole number"),
        (("sim", "marshals", *RANDOM, "--seed", "x"), "'x'"),
        (("sim", "marshals", *RANDOM, "-n", "1", "--records", "/dev/null/x"), "/dev/null/x"),
    ],
)
def test_bad_arguments_of_sim(refused: Refused, arguments: tuple[str, ...], problem: str) -> None:
    assert problem in refused(*arguments)


def test_sim_plays_the_bot_of_another_version_with_both_seatings(run: Run, refused: Refused, tmp_path: Path) -> None:
    """The other version is a copy of this one; with another set-up it is told that the rules differ."""
    source = Path(grognard.__file__).parent
    other = tmp_path / "src" / "grognard"
    shutil.copytree(source, other, ignore=shutil.ignore_patterns("_compiled", "static", "__pycache__", "fonts"))
    few = ("sim", "marshals", "--scenario", "dual", "--players", "random", "-n", "1", "--against", tmp_path)
    games = json.loads(run(*few, "--json").out)
    assert [(game["number"], game["seat"]) for game in games] == [(0, 0), (0, 1)]
    assert all(game["points"] in (0, 0.5, 1) and game["decisions"] > 100 for game in games)
    ran = run(*few)
    assert re.search(r"both .* 2 ", ran.out)
    assert "ms of processor a decision" in ran.out
    units = other / "games" / "marshals" / "data" / "units.csv"
    units.write_text(units.read_text("utf-8").replace("R-47,", "R-147,"), encoding="utf-8")
    ran = run(*few)
    assert (ran.code, "the other version plays by other rules" in ran.err) == (2, True)
    assert "neither --all nor --records" in refused(*few, "--records", tmp_path / "new")


def test_a_refused_sim_makes_no_folder(refused: Refused, tmp_path: Path) -> None:
    refused("sim", "marshals", "--players", "deep", "deep", "--records", tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


# -- replay --------------------------------------------------------------------------------------


def test_replay_tells_the_game(run: Run, record: Path, record_text: str) -> None:
    ran = run("replay", record)
    assert ran.code == 0
    assert read_record(record_text).outcome in ran.out
    assert "Turn 1" in ran.out
    assert "sets up in " in ran.out
    assert "[SET.3]" in ran.out


def test_replay_to_an_action_shows_the_board(run: Run, record: Path) -> None:
    ran = run("replay", record, "--to", "120")
    assert ran.code == 0
    assert "Rn russian units  Gn german units" in ran.out
    assert "  120  " in ran.out or "  119  " in ran.out
    assert "  121  " not in ran.out


def test_replay_proves_the_dice(run: Run, record: Path, record_text: str) -> None:
    entries = read_record(record_text).entries
    dice = sum(entry.who == "chance" for entry in entries)
    ran = run("replay", record, "--verify")
    proof, fixed = ran.out.splitlines()
    assert (ran.code, proof) == (0, f"{len(entries)} actions replayed, {dice} dice proved.")
    assert fixed == f"The seed was fixed by {read_record(record_text).commitment}."


def test_a_record_cut_short_proves_nothing(refused: Refused, record: Path, record_text: str) -> None:
    half = "\n".join(record_text.splitlines()[:-20]) + "\n"
    record.write_text(half, encoding="utf-8")
    assert "the outcome is not the one" in refused("replay", record, "--verify")
    text = half.replace(f"outcome: {read_record(half).outcome}", "outcome:")
    record.write_text(text, encoding="utf-8")
    assert "the record ends before the game does" in refused("replay", record, "--verify")


def test_a_touched_die(refused: Refused, record: Path, record_text: str) -> None:
    lines = record_text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("chance roll"))
    lines[at] = f"chance roll {int(lines[at][-1]) % 6 + 1}"
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert refused("replay", record, "--verify").startswith(f"line {at + 1}, action ")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("game: marshals", "game: chess", "there is no game 'chess'"),
        ("scenario: dual", "scenario: siege", "no scenario 'siege'"),
        ("options:", "options: fog", "no option 'fog'"),
        ("grognard record 1", "grognard record 2", "line 1: this is not a Grognard record"),
        ("koniev pick", "umpire pick", "'umpire' acts where koniev is asked"),
        ("koniev pick", "koniev  pick", "is not an action"),
        ("koniev pick", "koniev", "is neither"),
        ("commitment: ", "oath: ", "is not a header line"),
    ],
)
def test_a_foreign_or_broken_record(
    refused: Refused, record: Path, record_text: str, old: str, new: str, problem: str
) -> None:
    broken = record_text.replace(old, new, 1)
    if new == "koniev":
        broken = "\n".join("koniev" if line.startswith(old) else line for line in record_text.splitlines())
    assert broken != record_text
    record.write_text(broken, encoding="utf-8")
    assert problem in refused("replay", record)


def test_bad_arguments_of_replay(refused: Refused, record: Path, tmp_path: Path) -> None:
    assert "cannot read or write" in refused("replay", tmp_path / "none.txt")
    assert "cannot read or write" in refused("replay", tmp_path)
    assert "actions, not 99999" in refused("replay", record, "--to", "99999")
    assert "'0' is not a whole number" in refused("replay", record, "--to", "0")
    assert "there is no such folder" in refused("replay", record, "--data", tmp_path / "none")
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff")
    assert "picture is not a text file" in refused("replay", tmp_path / "picture")


# -- map -----------------------------------------------------------------------------------------


def quick_map(board: object, *, legend: bool, palette: str) -> str:
    """A picture that takes no time."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><title>{palette} {legend}</title></svg>'


def test_a_real_map(run: Run, tmp_path: Path) -> None:
    ran = run("map", "marshals", "-o", tmp_path / "map.png", "--width", "300")
    assert ran.code == 0
    assert (tmp_path / "map.png").read_bytes()[:20].endswith((300).to_bytes(4, "big"))


@pytest.mark.parametrize(
    ("name", "extra", "start"),
    [
        ("map.svg", (), b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><title>light True'),
        ("odd [/name] :smile:.svg", ("--palette", "dark", "--no-legend"), b"<svg"),
        ("map.png", ("--width", "200"), b"\x89PNG"),
        ("MAP.PDF", ("--no-legend",), b"%PDF"),
    ],
)
def test_maps(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, extra: tuple[str, ...], start: bytes
) -> None:
    monkeypatch.setattr("grognard.cli.commands.map_svg", quick_map)
    if "/" in name:
        (tmp_path / name).parent.mkdir()
    ran = run("map", "marshals", "-o", tmp_path / name, *extra)
    assert ran.code == 0
    assert ran.out == f"{tmp_path / name} written.\n"
    assert (tmp_path / name).read_bytes().lstrip().startswith(start)


def test_bad_arguments_of_map(refused: Refused, tmp_path: Path) -> None:
    assert "there is no game 'chess'" in refused("map", "chess", "-o", tmp_path / "x.svg")
    assert "does not end in .svg, .png or .pdf" in refused("map", "marshals", "-o", tmp_path / "x.gif")
    assert "-o" in refused("map", "marshals")
    assert "there is no folder" in refused("map", "marshals", "-o", tmp_path / "no" / "x.svg")
    assert "'0' is not a whole number" in refused("map", "marshals", "-o", tmp_path / "x.png", "--width", "0")
    wide = ("--width", "1000000000")
    assert "is not a whole number" in refused("map", "marshals", "-o", tmp_path / "x.png", *wide)
    assert "'pink'" in refused("map", "marshals", "-o", tmp_path / "x.svg", "--palette", "pink")
    assert "no such folder" in refused("map", "marshals", "-o", tmp_path / "x.svg", "--data", tmp_path / "q")
    assert list(tmp_path.iterdir()) == []


# -- rules ---------------------------------------------------------------------------------------


def test_a_rule_by_its_number(run: Run) -> None:
    ran = run("rules", "marshals", "MOV.5")
    assert ran.code == 0
    first = ran.out.splitlines()[0]
    assert first.startswith("MOV.5  ")
    assert "  Test: test_" in ran.out


def test_rules_by_words(run: Run) -> None:
    ran = run("rules", "marshals", "zoc", "UNIT")
    assert ran.code == 0
    assert len([line for line in ran.out.splitlines() if line and not line.startswith(" ")]) > 2


def test_all_rules(run: Run) -> None:
    ran = run("rules", "marshals")
    assert ran.code == 0
    assert len(ran.out.splitlines()) > 100


@pytest.mark.parametrize("game", ["marshals", "seelow"])
def test_coverage_names_every_rule(run: Run, game: str) -> None:
    """The same figure as the test run's, which counts marks of parametrised tests too."""
    ran = run("rules", game, "--coverage")
    number = len(load_game(game).ledger.to_test)
    assert ran.out.splitlines()[-1] == f"{game}: {number} of {number} rules tested"
    assert ran.code == 0


def test_coverage_of_other_tests(run: Run, refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen from a folder whose tests hold one rule, and one that does not exist."""
    tests = tmp_path / "tests" / "games" / "marshals"
    tests.mkdir(parents=True)
    case = "pytest.param(1, marks=pytest.mark.rule('ZOC.4'))"
    text = f"""
import pytest
@pytest.mark.rule("MOV.5", "XXX.1")
def test_a(): pass
@pytest.mark.parametrize("number", [{case}])
def test_b(number): pass
"""
    (tests / "test_x.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ran = run("rules", "marshals", "--coverage")
    assert ran.code == 1
    assert "MOV.5    1 test(s)" in ran.out
    assert "XXX.1    is marked in test_x.py::test_a but is not in the ledger" in ran.out
    assert "ZOC.4    1 test(s)" in ran.out, "the mark of a case counts"
    assert "marshals: 2 of " in ran.out
    (tests / "test_x.py").write_text("def (:\n", encoding="utf-8")
    assert "cannot be collected: SyntaxError" in refused("rules", "marshals", "--coverage")


def test_bad_arguments_of_rules(refused: Refused) -> None:
    assert "there is no game 'chess'" in refused("rules", "chess")
    assert "no rule of marshals is called or holds 'zeppelin'" in refused("rules", "marshals", "zeppelin")
    assert "GAME" in refused("rules").upper()


def test_a_reader_who_has_seen_enough() -> None:
    """`grognard rules marshals | head -1` is no error."""
    script = "set -o pipefail; {} -m grognard.cli rules marshals | head -1"
    done = subprocess.run(
        ["bash", "-c", script.format(sys.executable)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1


# -- check ---------------------------------------------------------------------------------------


def test_check_of_the_games_own_data(run: Run) -> None:
    ran = run("check", "marshals", "--seconds", "1")
    assert ran.code == 0
    assert ran.out.endswith(" of 8 random games played, nothing wrong.\n")


@pytest.fixture
def pack(tmp_path: Path, own_data: Path) -> Path:
    """A copy of the game's data, to be spoilt."""
    return Path(shutil.copytree(own_data, tmp_path / "pack"))


def test_check_of_packs(run: Run, refused: Refused, tmp_path: Path, pack: Path) -> None:
    assert run("check", pack, "--seconds", "0").code == 0
    over = tmp_path / "over"
    over.mkdir()
    shutil.copy(pack / "units.csv", over / "units.csv")
    (over / "readme.md").write_text("mine", encoding="utf-8")
    ran = run("check", over, "--game", "marshals", "--seconds", "0")
    assert ran.code == 0
    assert ran.out.startswith(f"{over}: ")
    (over / "unit.csv").write_text("x", encoding="utf-8")
    assert "unit.csv is not a file of the game's data" in refused("check", over, "--game", "marshals")


def spoil(pack: Path, name: str, old: str, new: str) -> None:
    file = pack / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


SPOILT = {
    "a bad number": (
        "units.csv",
        "infantry,army,3,3,4",
        "infantry,army,three,3,4",
        "units.csv:2: column 'attack'",
    ),
    "an unknown hex": ("units.csv", ",1302,", ",9902,", "units.csv:2: setup names '9902'"),
    "a wrong arrival": ("units.csv", ",R-2,", ",R-9,", "arrival is 'R-9'"),
    "an id twice": ("units.csv", "R-1POL,", "R-61,", "units.csv:3: the id 'R-61' is used twice"),
    "an id with a space": ("units.csv", "R-1POL,", "R 1POL,", "units.csv:3: the id 'R 1POL'"),
    "a path that jumps": (
        "map/paths.csv",
        "0106-0206",
        "0106-0306",
        "map/paths.csv:2: 0106 and 0306 are not adjacent",
    ),
    "a hex outside": ("map/hexes.csv", "0101,clear", "9901,clear", "map/hexes.csv:2: hex 9901 lies outside"),
    "a rule of no kind": ("rules.csv", ",compute,", ",guess,", "rules.csv:2: column 'kind' holds 'guess'"),
    "bad TOML": ("tables.toml", "[", "[[[", "tables.toml:"),
    "a missing table": ("tables.toml", "[crt]", "[other]", "tables.toml: the table 'crt' lacks 'columns'"),
    "a lost column": ("units.csv", "id,name,", "id,title,", "units.csv:1: lacks the column 'name'"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_check_names_what_is_wrong(refused: Refused, pack: Path, what: str) -> None:
    name, old, new, problem = SPOILT[what]
    spoil(pack, name, old, new)
    assert problem in refused("check", pack)
    assert problem in refused("play", "marshals", "--text", "--data", pack)


def test_bad_arguments_of_check(refused: Refused, tmp_path: Path, pack: Path) -> None:
    assert "there is no folder 'chess' and no game of that name" in refused("check", "chess")
    assert "there is no game 'chess'" in refused("check", pack, "--game", "chess")
    spoil(pack, "map/map.toml", 'game = "marshals"', 'game = "chess"')
    assert "there is no game 'chess'" in refused("check", pack)
    (pack / "map" / "map.toml").write_text("= =", encoding="utf-8")
    assert "map/map.toml is not valid TOML" in refused("check", pack)
    (pack / "map" / "map.toml").write_bytes(b"\xff")
    assert "map/map.toml" in refused("check", pack)


# -- bench ---------------------------------------------------------------------------------------

AGREED = ("decisions_per_cpu_s", "legal_per_decision", "decisions_per_game", "copy_us", "reach_us", "view_us")


@pytest.fixture
def quick_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of the staff bot takes too long for a test."""

    def quick(name: str, game: Any, seed: int = 0) -> RandomBot:
        return RandomBot(game, Random(seed))

    monkeypatch.setattr("grognard.lab.bench.make_bot", quick)


@pytest.mark.usefixtures("quick_bench")
def test_bench_for_programs_and_for_people(run: Run) -> None:
    ran = run("bench", "marshals", "-n", "1", "--json")
    assert ran.code == 0
    figures = json.loads(ran.out)["marshals"]
    assert all(figures[key] > 0 for key in AGREED)
    ran = run("bench", "marshals", "-n", "1")
    assert ran.code == 0
    assert "copy of a position" in ran.out
    assert compiled.build().split()[0] in ran.out, "which build was measured"
    assert figures["build"] == compiled.build()


def test_bad_arguments_of_bench(refused: Refused) -> None:
    assert "there is no game 'chess'" in refused("bench", "chess", "-n", "1")
    assert "'0' is not a whole number" in refused("bench", "-n", "0")


class ChessBoard:
    """Chess that ends after three moves: each of them leaves fewer legal ones."""

    def __init__(self) -> None:
        self.legal_moves = ["a", "b", "c"]

    def push(self, move: str) -> None:
        self.legal_moves.remove(move)

    def is_insufficient_material(self) -> bool:
        return False

    is_seventyfive_moves = is_fivefold_repetition = is_insufficient_material


def test_games_beside_chess(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = types.SimpleNamespace(Board=ChessBoard, __version__="7.0")
    monkeypatch.setitem(sys.modules, "chess", fake)
    ran = run("bench", "marshals", "--chess", "--pairs", "2", "-n", "1", "--json")
    assert ran.code == 0, ran.err
    figures = json.loads(ran.out)["marshals"]
    assert figures["build"] == compiled.build()
    assert figures["ratio"] == pytest.approx(figures["decisions_per_cpu_s"] / figures["chess_per_cpu_s"])
    assert 0 < figures["lowest"] <= figures["highest"]
    ran = run("bench", "marshals", "--chess", "--pairs", "1", "-n", "1")
    assert ran.code == 0, ran.err
    assert "python-chess 7.0" in ran.out.replace("\n", " ")
    assert "marshals" in ran.out


def test_chess_goes_first_every_second_time_and_counts_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []

    def ours(game: Any, games: int) -> float:
        played.append("ours")
        return 100.0

    def theirs(chess: Any, games: int, seed: int) -> float:
        played.append("chess")
        return (50.0, 25.0, 20.0)[seed]

    monkeypatch.setattr(lab_chess, "random_pace", ours)
    monkeypatch.setattr(lab_chess, "chess_pace", theirs)
    found = lab_chess.beside_chess(load_game("marshals"), None, games=1, rounds=3)
    assert played == ["ours", "chess", "chess", "ours", "ours", "chess"]
    assert (found.ratio, found.lowest, found.highest) == (4.0, 2.0, 5.0)
    monkeypatch.undo()
    ticks = iter((10.0, 12.0))
    monkeypatch.setattr(lab_chess.time, "process_time", lambda: next(ticks))
    fake = types.SimpleNamespace(Board=ChessBoard)
    assert lab_chess.chess_pace(fake, games=4, seed=0) == 6.0, "three moves in each of four games, in two seconds"


def test_chess_must_be_installed(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)  # as if it were not there
    assert "'pip install chess'" in refused("bench", "marshals", "--chess")


def test_two_versions_play_the_same_games_in_turn(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The other version is a revision of a checkout, and one in which the staff bot takes the worst instead."""
    repository = _checkout(tmp_path / "checkout")
    monkeypatch.setattr("grognard.lab.against.PACKAGE", repository / "src" / "grognard")
    few = ("--pairs", "2", "-n", "1", "--staff", "4")
    ran = run("bench", "marshals", "--against", "HEAD", *few, "--json")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)["marshals"]
    assert (found["pairs"], found["same_random_games"], found["same_staff_game"]) == (2, True, True)
    assert set(found["figures"]) == {"decisions_per_cpu_s", "copy_us", "staff_ms"}
    for figure in found["figures"].values():
        assert figure["old"] > 0
        assert figure["new"] > 0
        assert figure["lowest"] <= figure["ratio"] * 1.001
    staff = repository / "src" / "grognard" / "bots" / "staff.py"
    staff.write_text(staff.read_text("utf-8").replace("return max(", "return min("), "utf-8")
    fewer = ("--pairs", "1", *few[2:])
    ran = run("bench", "marshals", "--against", repository, *fewer)
    assert ran.code == 0, ran.err
    assert "staff, ms a decision" in ran.out
    assert "marshals: both versions played the same games" in ran.out
    ran = run("bench", "marshals", "--against", "HEAD", *fewer)
    assert "marshals: staff played another game" in ran.out


def test_the_other_version_must_be_there(refused: Refused, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    repository = _checkout(tmp_path / "checkout", without="konigsberg")
    monkeypatch.setattr("grognard.lab.against.PACKAGE", repository / "src" / "grognard")
    assert "'nonsense' is neither a git revision nor a folder" in refused("bench", "--against", "nonsense")
    assert "neither a git revision" in refused("bench", "--against=--exec=x")
    assert "there is no game 'konigsberg' in 'HEAD'" in refused("bench", "konigsberg", "--against", "HEAD")
    assert "there is no game 'chess'" in refused("bench", "chess", "--against", "HEAD")
    assert "there is no grognard in the folder" in refused("bench", "--against", tmp_path)
    broken = repository / "src" / "grognard" / "engine" / "game.py"
    broken.write_text("no Python", "utf-8")
    assert "cannot be measured: SyntaxError" in refused("bench", "marshals", "--against", repository, "-n", "1")
    shutil.rmtree(repository / ".git")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    assert "not in a git checkout" in refused("bench", "marshals", "--against", "HEAD")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "git is not installed" in refused("bench", "marshals", "--against", "HEAD")


def _checkout(folder: Path, without: str = "-") -> Path:
    """A repository with this version's sources in its one commit, but for a game."""
    source = Path(str(grognard.__file__)).parent
    ignored = shutil.ignore_patterns("__pycache__", "_compiled", "static", "fonts", without)
    shutil.copytree(source, folder / "src" / "grognard", ignore=ignored)
    person = ("-c", "user.name=Tester", "-c", "user.email=tester@example.org")
    for words in (("init", "-q"), ("add", "src"), (*person, "commit", "-q", "-m", "A version")):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return folder


# -- the whole -----------------------------------------------------------------------------------


def test_help_and_version(run: Run) -> None:
    assert run("--version").out.startswith(f"grognard {grognard.__version__}, {compiled.build()[:5]}")
    for command in ("play", "serve", "sim", "replay", "map", "rules", "check", "bench"):
        ran = run(command, "--help")
        assert (ran.code, ran.err) == (0, "")
        assert f"usage: grognard {command}" in ran.out


def test_the_installed_command() -> None:
    command = [sys.executable, "-m", "grognard.cli"]
    good = subprocess.run(
        [*command, "rules", "marshals", "MOV.5"], capture_output=True, text=True, timeout=60, check=False
    )
    assert good.returncode == 0
    assert good.stdout.startswith("MOV.5")
    bad = subprocess.run(
        [*command, "map", "chess", "-o", "x.svg"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr.startswith("grognard: there is no game 'chess'; known are ")
    assert bad.stderr.count("\n") == 1


KNOWN = """
marshals chess random deep dual siege --scenario --option --players --text --as german --against none --data
--load --to 3 -1 --verify --width 20 --json --records --game --seed --help --version MOV.5 -- -n 0 x.gif -o
""".split()  # noqa: SIM905

words = st.one_of(
    st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=8),
    st.sampled_from(KNOWN),
)
commands = st.sampled_from(["play", "sim", "replay", "map", "rules", "check", "", "serve --port x", "bench chess"])


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(command=commands, arguments=st.lists(words, max_size=6))
@example(command="replay", arguments=["\udcff"])
@example(command="map", arguments=["marshals", "-o", "\udcff.svg", "--no-legend"])
@example(command="rules", arguments=["marshals", "[/bold]", ":smile:"])
def test_no_arguments_make_it_raise(
    command: str,
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """Playing in the browser, which would wait for one, is left out; games are not simulated."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("grognard.cli.commands.map_svg", quick_map)
    monkeypatch.setattr("grognard.server.run", lambda *args, **options: None)
    monkeypatch.setattr(
        "grognard.cli.simulating._played", lambda matches, arguments: ([(m, []) for m in matches], True)
    )
    code = main([*command.split(), *arguments])
    err = capsys.readouterr().err
    assert code in (0, 1, 2)
    assert "Traceback" not in err
    if code == 2:
        assert err.startswith("grognard: ")


def test_sim_lets_staff_play_where_no_bot_is_named() -> None:
    named = argparse.Namespace(game="marshals", scenario=None, option=[], players=None, seed=1)
    assert list(_one_match(named).players) == ["staff", "staff"]


# -- weights -------------------------------------------------------------------------------------


def test_weights_are_printed_with_unit_and_meaning(run: Run) -> None:
    ran = run("weights", "marshals")
    assert ran.code == 0
    assert re.search(r"^closeness +0\.16 points a factor and step\. Russians a step nearer to Hitler\.$", ran.out, re.M)


def test_weights_for_programs(run: Run) -> None:
    out = run("weights", "marshals", "--json").out
    rows = {row["name"]: row for row in json.loads(out)}
    assert rows["win"] == {"name": "win", "value": 10000.0, "unit": "points", "meaning": "Winning the game."}
