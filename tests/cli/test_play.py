"""`grognard play --text`: prompt, choices, board, undo, why-not, save and going on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from grognard.engine import read_record

Refused = Callable[..., str]

HOTSEAT = ("play", "marshals", "--text", "--against", "none")


def test_the_question_and_its_numbered_choices(run: Run) -> None:
    ran = run(*HOTSEAT, typed="q\n")
    assert ran.code == 0
    assert "The Marshals' Drive on Berlin. Dice are fixed by" in ran.out
    assert "Set up your German units: 33 left.  [SET.3]" in ran.out
    assert "  34  suggested              Suggested set-up" in ran.out


def test_the_end_of_the_input_is_leaving(run: Run) -> None:
    assert run(*HOTSEAT, typed="").code == 0
    assert run(*HOTSEAT, typed="suggested").code == 0


def test_help_board_and_log(run: Run) -> None:
    ran = run(*HOTSEAT, typed="h\nb\nsuggested\ndone\nl\nq\n")
    assert "why is this not possible?" in ran.out
    assert "c city  · clear  f forest  h hill  Rn russian units  Gn german units" in ran.out
    assert ran.out.count("Turn 1") >= 2


def test_choosing_by_number_and_by_text(run: Run) -> None:
    ran = run(*HOTSEAT, typed="1\nput 1101\nq\n")
    assert "Where in the northern sector does 1. Marine Div start?" in ran.out
    assert "Set up your German units: 32 left." in ran.out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("99", "there is no choice 99; there are 34"),
        ("0", "there is no choice 0"),
        ("9" * 5000, "there is no choice 999"),
        ("²", "is not an action"),
        ("٣", "is not an action"),
        ("nonsense", "there is no verb 'nonsense'"),
        ("pick  G-606", "is not an action"),
        ("pick R-47", "'pick R-47' is not possible"),
        ("put 1101", "that is not what is asked now"),
        ("u", "nothing can be undone"),
        ("r", "nothing was undone"),
        ("[bold]x", "there is no verb '[bold]x'"),
        ("save", "there is no verb 'save'"),
        ("save /nowhere/at/all.txt", "cannot write /nowhere/at/all.txt"),
        ("save a\x00b", "cannot write"),
        ("?put 9999", "there is no place '9999'"),
        ("?", "is not an action"),
    ],
    ids=lambda text: repr(text[:24]),
)
def test_what_cannot_be_is_answered_and_the_game_goes_on(run: Run, typed: str, answer: str) -> None:
    ran = run(*HOTSEAT, typed=f"{typed}\nb\nq\n")
    assert (ran.code, ran.err) == (0, "")
    assert answer in ran.out
    assert "Rn russian units" in ran.out


def test_undo_and_redo(run: Run) -> None:
    ran = run(*HOTSEAT, typed="pick G-606\nu\nr\nput 1101\nu\nu\nq\n")
    assert ran.out.count("Where in the northern sector does 606. Inf Div start?") == 3
    assert ran.out.count("Set up your German units: 33 left.") == 3


def test_why_not(run: Run) -> None:
    ran = run(*HOTSEAT, typed="pick G-606\n?put 0101\n?put 1101\nq\n")
    assert "'put 0101' is not possible: SET.3: " in ran.out
    assert "That is possible." in ran.out


def test_save_load_and_go_on(run: Run, tmp_path: Path) -> None:
    """The game goes on where it was, with the dice it would have had."""
    file, later = tmp_path / "a.txt", tmp_path / "b.txt"
    typed = "pick R-47\ngo 1505\nend\nend-allocation\nend\nend-allocation\n"
    first = run(*HOTSEAT, typed=f"suggested\ndone\nsave {file}\n{typed}save {later}\nq\n")
    assert f"{file} written." in first.out
    straight = later.read_text(encoding="utf-8")
    later.unlink()
    assert read_record(file.read_text(encoding="utf-8")).seed == "", "the record does not tell the seed"
    again = run("play", "--text", "--against", "none", "--load", file, typed=f"{typed}save {later}\nq\n")
    assert again.code == 0
    assert later.read_text(encoding="utf-8") == straight
    assert "Turn 2 of 8" in again.out


def test_going_on_throws_the_same_dice(run: Run, tmp_path: Path, record_text: str) -> None:
    """A whole game cut in the middle and taken up again."""
    record = read_record(record_text)
    whole = record.to_text().splitlines()
    dice = [i for i, line in enumerate(whole) if line.startswith("chance ")]
    file = tmp_path / "cut.txt"
    cut = dice[len(dice) // 2] + 1
    file.write_text("\n".join(whole[:cut]) + "\n", encoding="utf-8")
    (tmp_path / "cut.txt.seed").write_text(record.seed + "\n", encoding="utf-8")
    typed = [line.split(" ", 1)[1] for line in whole[cut:] if not line.startswith(("chance ", "= "))]
    ran = run("play", "--text", "--against", "none", "--load", file, typed="\n".join(typed) + "\n")
    assert ran.code == 0
    assert record.outcome in ran.out
    assert f"The seed was {record.seed}" in ran.out


def test_against_a_bot(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    arguments = ("play", "marshals", "--text", "--as", "russian", "--against", "random")
    ran = run(*arguments, typed=f"end\nsave {file}\nq\n")
    assert ran.code == 0
    who = {entry.who for entry in read_record(file.read_text(encoding="utf-8")).entries}
    assert {"german", "russian"} <= who
    assert "Set up your German units" not in ran.out, "the bot sets its own units up"


def test_scenario_option_and_data(run: Run, tmp_path: Path, own_data: Path) -> None:
    over = tmp_path / "over"
    over.mkdir()
    units = (own_data / "units.csv").read_text(encoding="utf-8")
    (over / "units.csv").write_text(units.replace("606. Inf Div", "Emperor's Own"), encoding="utf-8")
    file = tmp_path / "x.txt"
    extra = ("--scenario", "dual", "--option", "disrupted_cannot_move", "--data", over)
    ran = run(*HOTSEAT, *extra, typed=f"save {file}\nq\n")
    assert "Emperor's Own" in ran.out
    record = read_record(file.read_text(encoding="utf-8"))
    assert (record.scenario, record.options) == ("dual", ("disrupted_cannot_move",))


# -- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("play", "--text"), "say which game to play"),
        (("play", "chess", "--text"), "there is no game 'chess'; known are "),
        (("play", "chess"), "there is no game 'chess'"),
        (
            ("play", "marshals", "--text", "--scenario", "siege"),
            "no scenario 'siege'; known are conventional, dual",
        ),
        (("play", "marshals", "--text", "--option", "fog"), "no option 'fog'; known are"),
        (("play", "marshals", "--text", "--as", "umpire"), "there is no seat 'umpire'"),
        (
            ("play", "marshals", "--text", "--against", "deep"),
            "there is no bot 'deep'; known are random, recruit, staff, marshal-quick, marshal, marshal-slow",
        ),
        (("play", "marshals", "--against", "deep"), "there is no bot 'deep'"),
        (("play", "marshals", "--scenario", "siege"), "no scenario 'siege'"),
        (("play", "marshals", "--text", "--data", "/nowhere"), "/nowhere: there is no such folder"),
        (("play", "--data", "/nowhere"), "say which game the data pack is for"),
        (("play", "marshals", "--load", "x.txt"), "is loaded with --text"),
        (("play", "--text", "--load", "/nowhere.txt"), "cannot read or write /nowhere.txt"),
        (("play", "--text", "--load", "/"), "cannot read or write /"),
        (("play", "marshals", "--port", "99999"), "'99999' is not a whole number from 0 to 65535"),
        (("play", "marshals", "extra"), "unrecognized arguments: extra"),
        (("serve", "--port", "-1"), "the setting 'port' of the command line is wrong"),
        ((), "COMMAND"),
        (("conquer",), "'conquer'"),
    ],
)
def test_bad_arguments(refused: Refused, arguments: tuple[str, ...], problem: str) -> None:
    assert problem in refused(*arguments)


def saved(folder: Path, record_text: str, seed: str | None = None) -> Path:
    """A record and its seed in files."""
    file = folder / "saved.txt"
    file.write_text(record_text, encoding="utf-8")
    seed = read_record(record_text).seed if seed is None else seed
    if seed:
        (folder / "saved.txt.seed").write_text(seed, encoding="utf-8")
    return file


def test_a_record_without_its_seed_cannot_go_on(refused: Refused, tmp_path: Path, record_text: str) -> None:
    file = saved(tmp_path, record_text, seed="")
    assert "saved.txt.seed is missing" in refused("play", "--text", "--load", file)


@pytest.mark.parametrize(("seed", "problem"), [("00" * 32, "is not the seed of"), ("x", "not hexadecimal")])
def test_another_seed(refused: Refused, tmp_path: Path, record_text: str, seed: str, problem: str) -> None:
    seed = "11" * 32 if seed == read_record(record_text).seed else seed
    file = saved(tmp_path, record_text, seed)
    assert problem in refused("play", "--text", "--load", file)


def test_a_record_of_another_game(refused: Refused, tmp_path: Path, record_text: str) -> None:
    file = saved(tmp_path, record_text.replace("game: marshals", "game: chess"))
    assert "there is no game 'chess'" in refused("play", "--text", "--load", file)
    assert "is a record of chess, not of marshals" in refused("play", "marshals", "--text", "--load", file)


def test_a_changed_die_is_found_when_going_on(refused: Refused, tmp_path: Path, record_text: str) -> None:
    lines = record_text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("chance roll"))
    lines[at] = "chance roll 1" if lines[at] != "chance roll 1" else "chance roll 2"
    file = saved(tmp_path, "\n".join(lines) + "\n")
    assert f"line {at + 1}: 'chance" not in (said := refused("play", "--text", "--load", file))
    assert f"line {at + 1}: " in said
    assert "is not what the seed gives here" in said


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"\x00", b"grognard record 1\ngame: marshals"])
def test_what_is_no_record(refused: Refused, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x.txt"
    file.write_bytes(content)
    assert refused("play", "--text", "--load", file)


def test_a_seed_file_that_is_no_text(refused: Refused, tmp_path: Path, record_text: str) -> None:
    file = saved(tmp_path, record_text)
    (tmp_path / "saved.txt.seed").write_bytes(b"\xff\xfe")
    assert "saved.txt.seed is not a text file" in refused("play", "--text", "--load", file)


def test_input_that_is_no_text() -> None:
    command = [sys.executable, "-X", "utf8", "-m", "grognard.cli", *HOTSEAT]
    done = subprocess.run(command, input=b"\xff\xfe\nq\n", capture_output=True, timeout=60, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"not UTF-8" in done.stdout or b"is not an action" in done.stdout


def test_a_terminal_that_lacks_characters() -> None:
    command = [sys.executable, "-m", "grognard.cli", *HOTSEAT]
    env = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, input=b"b\nq\n", capture_output=True, timeout=60, check=False, env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\xb7 clear" in done.stdout


def test_resigning_and_agreeing_on_a_draw(run: Run) -> None:
    """The seat that is asked gives up; those around one screen agree; a bot says what it thinks of it."""
    given_up = run(*HOTSEAT, typed="suggested\ndone\nresign\n")
    assert given_up.code == 0
    assert "Russian player resigned: victory for German player." in given_up.out
    assert "The seed was" in given_up.out
    assert "A draw was agreed." in run(*HOTSEAT, typed="draw\n").out
    declined = run("play", "raceforberlin", "--text", "--against", "staff", typed="draw\nq\n")
    assert "The bot declines" in declined.out
    assert "The seed was" not in declined.out
