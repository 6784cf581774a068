"""Hints, reasons, analyses and puzzles at a table: who gets them, what they cost, and that they tell no secret."""

from __future__ import annotations

import json
import multiprocessing
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from tests.bots.test_analysis import GUARD, MITTE, recorded

from grognard.bots.puzzles import Book, book_of, written
from grognard.games import load_game
from grognard.server.bench import serving
from grognard.server.storage.database import Storage
from grognard.server.storage.rows import KeptAnalysis

from .conftest import settings
from .support import Player, offers, open_table

LAST_TURN: dict[str, Any] = {"turn": 8}
FEW = {"analysis_futures": 2, "hint_seconds": 0.3, "advice_per_minute": 100_000}


@pytest.fixture(scope="module")
def advising(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that looks at little."""
    with serving(settings(f"sqlite:///{tmp_path_factory.mktemp('advice')}/tables.sqlite", **FEW)) as address:
        yield address


def table_from(
    address: str, pieces: dict[str, str], game: str = "marshals", **wanted: Any
) -> tuple[Player, dict[str, Any]]:
    """A table that begins with a small position of the last turn, in the Russian movement."""
    g = load_game("marshals").position(pieces, phase="movement", **LAST_TURN)
    record = recorded(g, [])
    return open_table(address, game="", record=record.to_text(), **wanted)


def play_out(player: Player, most: int = 200) -> dict[str, Any]:
    """Play anything until the game is over."""
    rng = random.Random(2)
    for _ in range(most):
        state = player.state()
        if state["over"]:
            return state
        player.step(rng)
    raise AssertionError("the game does not end")


def analysed(player: Player, seconds: float = 60) -> dict[str, Any]:
    """The analysis of a game when it is done, looked at as a browser does."""
    known, end = -1, time.monotonic() + seconds
    verdicts: list[Any] = []
    while time.monotonic() < end:
        answer = player.post("analysis", known=known)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        verdicts = found["analysis"]["decisions"] if found["analysis"] else verdicts + found["fresh"]
        known = len(verdicts) if known >= 0 or found["analysis"] else known
        if found["status"] not in ("running", "stopped"):
            assert found["status"] == "done", found
            assert verdicts == found["analysis"]["decisions"]
            return found
        time.sleep(0.1)
    raise AssertionError("the analysis does not end")


# -- hints ---------------------------------------------------------------------------------------------


def hint(player: Player, **changes: Any) -> httpx.Response:
    """A hint for the seat that is asked."""
    state = player.state()
    return player.post("hint", **{"seat": state["asked"], "seq": state["seq"], **changes})


def test_who_plays_alone_gets_the_best_answers(advising: str) -> None:
    player, _ = table_from(advising, MITTE)
    state = player.state()
    assert state["advice"] == {"hint": True, "back": True, "agreed": False}
    answer = hint(player)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert 1 <= len(found["answers"]) <= 3
    assert {one["action"] for one in found["answers"]} <= set(offers(state))
    assert player.state()["seq"] == state["seq"], "a hint changes nothing"


def test_between_two_people_both_must_have_agreed(advising: str) -> None:
    owner, opened = table_from(advising, MITTE, seats={"german": "open"})
    guest = Player(advising, owner.table, opened["invites"]["german"]).join()
    for player in (owner, guest):
        assert not player.state()["advice"]["hint"]
    refused = hint(owner)
    assert (refused.status_code, "did not agree" in refused.json()["detail"]) == (403, True)
    assert owner.post("analysis", what="begin").status_code == 409
    agreed, opened = table_from(advising, MITTE, seats={"german": "open"}, hints=True)
    invited = Player(advising, agreed.table, opened["invites"]["german"])
    assert invited.state()["advice"]["agreed"], "whoever is invited sees it before he joins"
    invited.join()
    assert hint(agreed).status_code == 200


def test_a_hint_is_for_the_seat_and_the_question_that_are_asked(advising: str) -> None:
    player, opened = table_from(advising, MITTE)
    assert hint(player, seat="german").status_code == 409
    assert hint(player, seq=99).status_code == 409
    spectator = Player(advising, player.table, opened["spectator"])
    assert hint(spectator).status_code == 403
    against, _ = table_from(advising, MITTE, seats={"german": "bot:steady"})
    assert hint(against, seat="german").status_code == 403
    play_out(player)
    assert hint(player, seat="russian").status_code == 409


def hidden_from_the_asked(state: dict[str, Any]) -> set[str]:
    """The counters that only other seats see by their names."""
    named = {view["seat"]: {piece["id"] for piece in view["pieces"]} for view in state["views"]}
    mine = named.pop(state["asked"])
    return set.union(*named.values()) - mine


def test_a_hint_in_a_game_with_secrets_tells_none(advising: str) -> None:
    """What only the other seat sees by its name is nowhere in it; and nobody looks back before it is over."""
    player, _ = open_table(advising, game="raceforberlin")
    rng = random.Random(4)
    while not (hidden := hidden_from_the_asked(player.state())):
        player.step(rng)
    answer = hint(player)
    assert answer.status_code == 200, answer.text
    assert [name for name in hidden if f'"{name}"' in answer.text] == []
    for path, body in (("analysis", {"what": "begin"}), ("reasons", {"at": 1})):
        refused = player.post(path, **body)
        assert (refused.status_code, "when it is over" in refused.json()["detail"]) == (409, True)


def test_only_so_much_advice_is_given_to_one_address() -> None:
    with serving(settings("sqlite://", **{**FEW, "advice_per_minute": 2})) as address:
        player, _ = table_from(address, MITTE)
        codes = [hint(player).status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        assert player.post("analysis").status_code == 200, "who only looks is not counted"


# -- reasons -------------------------------------------------------------------------------------------


def test_why_something_was_done(advising: str) -> None:
    player, _ = table_from(advising, MITTE)
    state = player.state()
    player.act(state, "end")
    found = player.post("reasons", at=1)
    assert found.status_code == 200, found.text
    assert found.json()["seat"] == "russian"
    assert player.post("reasons", at=99).status_code == 409


# -- analyses ------------------------------------------------------------------------------------------


def test_a_finished_game_is_analysed_once_and_kept(fresh_database: Any) -> None:
    database = fresh_database()
    with serving(settings(database, **FEW)) as address:
        player, opened = table_from(address, GUARD)
        assert player.post("analysis").json()["status"] == "none"
        assert player.post("analysis", what="begin").status_code == 409, "nothing has been played"
        play_out(player)
        spectator = Player(address, player.table, opened["spectator"])
        assert spectator.post("analysis", what="begin").status_code == 403
        assert player.post("analysis", what="begin").json()["status"] == "running"
        found = analysed(player)
        assert found["done"] == found["of"] == len(found["analysis"]["decisions"]) > 0
        assert len(found["analysis"]["lesson"]) == 5
        assert spectator.post("analysis").json()["status"] == "done"
    with serving(settings(database, **FEW)) as address:
        again = Player(address, player.table, player.token)
        assert again.post("analysis").json()["analysis"] == found["analysis"], "it is kept when the server stops"
        assert again.post("leave").status_code == 200


def test_an_analysis_that_was_stopped_goes_on_where_it_was(advising: str) -> None:
    player, _ = table_from(advising, {**GUARD, "1005": "R-3SHK R-9TK", "0807": "G-309"})
    play_out(player)
    player.post("analysis", what="begin")
    end = time.monotonic() + 60
    while player.post("analysis").json()["done"] < 1 and time.monotonic() < end:
        time.sleep(0.05)
    stopped = player.post("analysis", what="stop").json()
    assert stopped["status"] in ("stopped", "done")
    assert stopped["done"] >= 1
    first = stopped["analysis"]["decisions"]
    player.post("analysis", what="begin")
    assert analysed(player)["analysis"]["decisions"][: len(first)] == first


def test_a_game_that_goes_on_is_analysed_as_far_as_it_has_come(advising: str) -> None:
    """Where one person plays both sides; what is played afterwards makes it another one."""
    player, _ = table_from(advising, {**GUARD, "1005": "R-3SHK"})
    player.act(player.state(), "end")
    player.post("analysis", what="begin")
    assert analysed(player)["analysis"]["outcome"] == ""
    player.step(random.Random(1))
    assert player.post("analysis").json()["status"] == "none"


def test_an_analysis_outlives_the_process_that_works_on_it(tmp_path: Path) -> None:
    """Whoever judges dies in the midst of it: another process goes on, and nothing is judged twice."""
    before = set(multiprocessing.active_children())
    with serving(settings(f"sqlite:///{tmp_path}/tables.sqlite", **FEW)) as address:
        player, _ = table_from(address, {**GUARD, "1005": "R-3SHK R-9TK", "0807": "G-309"})
        play_out(player)
        player.post("analysis", what="begin")
        end = time.monotonic() + 60
        while player.post("analysis").json()["done"] < 1 and time.monotonic() < end:
            time.sleep(0.05)
        for process in set(multiprocessing.active_children()) - before:
            process.kill()
        found = analysed(player)
        at = [one["at"] for one in found["analysis"]["decisions"]]
        assert at == sorted(set(at))


def test_an_analysis_that_cannot_be_saved_is_shown_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full: what was found is in memory, and play goes on."""

    async def full(storage: Storage, kept: KeptAnalysis) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(Storage, "keep_analysis", full)
    with serving(settings(f"sqlite:///{tmp_path}/tables.sqlite", **FEW)) as address:
        player, _ = table_from(address, MITTE)
        play_out(player)
        player.post("analysis", what="begin")
        found = analysed(player)
        assert found["analysis"]["lesson"]
        assert player.post("analysis", what="begin").json()["status"] == "done"


def test_one_owner_has_only_so_many_analyses_at_a_time(advising: str) -> None:
    tables = []
    for _ in range(4):
        player, _ = table_from(advising, {**GUARD, "1005": "R-3SHK R-9TK", "1105": "R-28 R-5SHK"})
        play_out(player)
        tables.append(player)
    codes = [player.post("analysis", what="begin").status_code for player in tables]
    assert 429 in codes
    assert codes[0] == 200
    for player in tables:
        player.post("analysis", what="stop")


# -- puzzles -------------------------------------------------------------------------------------------


def test_a_puzzle_is_listed_without_its_solution(advising: str) -> None:
    listed = httpx.get(f"{advising}/api/games/raceforberlin/puzzles").json()
    shelf = {card["id"]: card for card in httpx.get(f"{advising}/api/games").json()["games"]}
    assert shelf["raceforberlin"]["puzzles"] == len(listed) > 0
    assert not {"solution", "position", "others", "besides", "forecast"} & set(listed[0])


def test_a_puzzle_is_played_and_judged(advising: str) -> None:
    puzzle = book_of(load_game("raceforberlin")).puzzles[0]
    player, _ = open_table(advising, game="raceforberlin", puzzle=puzzle.id)
    assert player.post("puzzle", puzzle=puzzle.id).json()["attempt"] is None
    for action in puzzle.solution.actions:
        answer = player.act(player.state(), action)
        assert answer.status_code == 200, answer.text
    verdict = player.post("puzzle", puzzle=puzzle.id).json()
    assert verdict["attempt"]["solved"]
    assert verdict["attempt"]["share"] > verdict["attempt"]["obvious"]
    obvious, _ = open_table(advising, game="raceforberlin", puzzle=puzzle.id)
    for action in puzzle.obvious.actions:
        obvious.act(obvious.state(), action)
    assert not obvious.post("puzzle", puzzle=puzzle.id).json()["attempt"]["solved"]


def test_what_is_no_puzzle_is_refused_in_a_sentence(advising: str) -> None:
    puzzle = book_of(load_game("raceforberlin")).puzzles[0]
    for wanted, status in (
        ({"game": "raceforberlin", "puzzle": "nothing"}, 404),
        ({"game": "raceforberlin", "puzzle": puzzle.id, "lesson": True}, 400),
    ):
        answer = httpx.post(f"{advising}/api/tables", json=wanted)
        assert (answer.status_code, bool(answer.json()["detail"])) == (status, True)
    other, opened = open_table(advising, game="raceforberlin")
    assert other.post("puzzle", puzzle=puzzle.id).status_code == 409
    spectator = Player(advising, other.table, opened["spectator"])
    assert spectator.post("puzzle", puzzle=puzzle.id).status_code == 403


def test_a_book_of_puzzles_that_is_broken_hides_no_game(tmp_path: Path) -> None:
    """Neither does a puzzle that the rules do not allow any more: it is left out."""
    puzzle = book_of(load_game("raceforberlin")).puzzles[0]
    wrong = msgspec.structs.replace(puzzle, id="wrong", seat="koniev" if puzzle.seat == "zhukov" else "zhukov")
    (tmp_path / "puzzles.json").write_text(written(Book(game="raceforberlin", puzzles=[wrong, puzzle])))
    with serving(settings("sqlite://", packs={"raceforberlin": tmp_path})) as address:
        assert [one["id"] for one in httpx.get(f"{address}/api/games/raceforberlin/puzzles").json()] == [puzzle.id]
    (tmp_path / "puzzles.json").write_text(json.dumps({"game": 3}))
    with serving(settings("sqlite://", packs={"raceforberlin": tmp_path})) as address:
        assert httpx.get(f"{address}/api/games/raceforberlin/puzzles").json() == []
