"""Programs at our tables: what they are told and may do, and how they lose without being beaten."""

from __future__ import annotations

import json
import os
import sys
import textwrap
import time
from pathlib import Path

import pytest

from grognard.agents.arena import Bout, bouts, play, title_of
from grognard.agents.line import Limits, LinePlayer
from grognard.cli import main
from grognard.engine import Seat, SetupError, Table
from grognard.games import load_game
from grognard.lab.ladder import Played

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs/examples/line_player.py"
QUICK = Limits(answer=10.0, game=100.0)


def program(folder: Path, text: str) -> str:
    """A player that is this program."""
    file = folder / "player.py"
    file.write_text(textwrap.dedent(text), encoding="utf-8")
    return f"cmd:{sys.executable} {file}"


def against(player: str, limits: Limits = QUICK) -> Played:
    """A game of a program (second seat) against a bot."""
    wanted = bouts("seelow", "kustrin", [], ["random", player], 1, limits)
    return play(wanted[0])


def test_the_example_plays_a_whole_game_and_has_twenty_lines() -> None:
    played = against(f"cmd:{sys.executable} {EXAMPLE}")
    assert "did not answer" not in played.text
    assert played.decisions > 100
    assert len([line for line in EXAMPLE.read_text(encoding="utf-8").splitlines() if line.strip()]) <= 20


def test_the_same_seed_is_the_same_game() -> None:
    one, two = (against(f"cmd:{sys.executable} {EXAMPLE}") for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("import time; time.sleep(60)", "did not answer within 0.5 seconds"),
        ("import sys; sys.exit(3)", r"ended before the game \(exit code 3\)"),
        ("print('hello', flush=True)\nimport time; time.sleep(9)", "did not answer within|which is not a JSON object"),
        ("import sys\nfor line in sys.stdin: print('[1]', flush=True)", r"wrote '\[1\]', which is not a JSON object"),
        (
            'import sys\nfor line in sys.stdin: print(\'{"action": "fly"}\', flush=True)',
            "gave 3 answers that are not legal; the last: 'fly' is not an action",
        ),
        ("import sys\nfor line in sys.stdin: print('{' * 100000, flush=True)", "which is not a JSON object"),
    ],
)
def test_who_does_not_answer_properly_has_lost(tmp_path: Path, text: str, says: str) -> None:
    played = against(program(tmp_path, text), Limits(answer=0.5, game=100.0))
    assert played.points == 1.0
    import re

    assert re.search(says, played.text), played.text


def test_a_program_that_cannot_be_started_has_lost() -> None:
    played = against("cmd:/nowhere/at/all")
    assert played.points == 1.0
    assert "cmd:/nowhere/at/all '/nowhere/at/all' cannot be started: No such file or directory: " in played.text


def test_all_answers_of_a_game_have_a_limit_too(tmp_path: Path) -> None:
    slow = program(
        tmp_path,
        """
        import json, sys, time
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "question":
                time.sleep(0.4)
                print(json.dumps({"action": message["view"]["decision"]["offers"][0]["action"]}), flush=True)
        """,
    )
    played = against(slow, Limits(answer=5.0, game=1.0))
    assert "did not answer within" in played.text
    assert played.points == 1.0


def test_a_program_may_resign(tmp_path: Path) -> None:
    played = against(program(tmp_path, "import sys\nfor line in sys.stdin: print('{\"resign\": true}', flush=True)"))
    assert "resigned" in played.text
    assert played.points == 1.0


def test_a_program_is_told_what_its_seat_sees_and_how_it_ended(tmp_path: Path) -> None:
    """Every line that it was sent: nothing about what it cannot know."""
    file = tmp_path / "lines.jsonl"
    player = program(
        tmp_path,
        f"""
        import json, sys
        with open({str(file)!r}, "w") as out:
            for line in sys.stdin:
                out.write(line); out.flush()
                message = json.loads(line)
                if message["type"] == "question":
                    offers = message["view"]["decision"]["offers"]
                    onward = [offer for offer in offers if not offer.get("takes_back")]
                    print(json.dumps({{"action": onward[-1]["action"]}}), flush=True)
        """,
    )
    play(bouts("raceforberlin", None, [], ["random", player], 1, Limits(answer=10, game=8.0))[0])
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["type"] for line in (lines[0], lines[-1])] == ["begin", "end"]
    assert lines[0]["protocol"] == 1
    questions = [line for line in lines if line["type"] == "question"]
    hidden = [handle["handle"] for line in questions for handle in line["view"]["hidden"]]
    assert hidden
    for line in questions:
        assert line["view"]["seat"] == lines[0]["seat"] == line["view"]["decision"]["seat"]
        assert line["seconds"] <= 10
        named = {row[0] for row in line["view"]["position"]["pieces"]}
        assert {handle["handle"] for handle in line["view"]["hidden"]} <= named
    assert lines[-1]["outcome"]


def test_nothing_of_a_program_is_left_behind(tmp_path: Path) -> None:
    """Nor of what it has started."""
    file = tmp_path / "child"
    starts = f"""
        import subprocess, sys, time
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
        open({str(file)!r}, "w").write(str(child.pid))
        sys.stdin.readline(); sys.stdin.readline()
        print("no", flush=True)
        time.sleep(300)
        """
    against(program(tmp_path, starts), Limits(answer=5.0, game=100.0))
    pid = int(file.read_text(encoding="utf-8"))
    until = time.monotonic() + 5
    while _runs(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _runs(pid)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return " Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")


def test_a_program_that_never_reads_does_not_stop_the_arena(tmp_path: Path) -> None:
    table = Table(load_game("konigsberg"), seed=bytes(32))
    player = LinePlayer(program(tmp_path, "import time; time.sleep(60)").removeprefix("cmd:"), Limits(answer=0.2))
    began = time.monotonic()
    player.begin(table, Seat(0))
    for _ in range(20):  # more than a pipe holds
        player._send({"type": "question", "view": table.view(Seat(0), hints=True)})
    player.close()
    assert time.monotonic() - began < 20


def test_players_are_checked_before_anybody_plays() -> None:
    for players, says in (
        (["staff"], "an arena needs two players or more, each with a name of its own"),
        (["staff", "nobody"], "there is no player 'nobody'; known are random"),
        (["staff", "cmd: "], "'cmd: ' names no command: write cmd:python3 my.py"),
        (["a=cmd:x", "a=cmd:y"], "each with a name of its own"),
    ):
        with pytest.raises(SetupError, match=says):
            bouts("marshals", None, [], players, 1, QUICK)
    assert [title_of(name) for name in ("staff", "mine=cmd:python3 a.py", "cmd:python3 /x/b.py")] == [
        "staff",
        "mine",
        "b.py",
    ]


def test_the_command_rates_players_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("choix", reason="ratings need choix, which the dev lock file has")
    player = f"mine=cmd:{sys.executable} -c 'raise SystemExit'"
    file = tmp_path / "games.jsonl"
    command = ["arena", "seelow", "--players", "random", player, "-n", "1", "--seconds", "2", "--results", str(file)]
    assert main([*command, "--json"]) == 0
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert [one["bot"] for one in found["ratings"]] == ["random", "mine"]
    assert "mine ended before the game (exit code 0): " in said.err
    before = file.read_bytes()
    assert main(command) == 0
    assert file.read_bytes() == before
    assert "mine" in capsys.readouterr().out


def test_bouts_are_paired() -> None:
    wanted = bouts("marshals", "dual", [], ["random", "staff"], 2, QUICK)
    assert all(isinstance(one, Bout) for one in wanted)
    assert [one.fixture.match.players for one in wanted] == [("random", "staff"), ("staff", "random")] * 2
    assert [one.fixture.number for one in wanted] == [0, 0, 1, 1]
