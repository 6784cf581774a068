"""Puzzles: what is in the packages can be played and is worth what it says; how they are found and judged."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.bots.test_analysis import recorded

from grognard.bots import puzzles
from grognard.bots.puzzles import (
    FILE,
    GAIN,
    LEAST,
    STEPS,
    SURE,
    Book,
    Puzzle,
    answered,
    attempt,
    book_of,
    checked,
    position_of,
    read,
    still_sound,
    written,
)
from grognard.engine import CHANCE, PackError
from grognard.engine.flow import Seat
from grognard.engine.record import Entry
from grognard.engine.view import view, who_decides
from grognard.games import BUILT_IN, load_game

ALL = [(game, puzzle) for game in BUILT_IN if game != "secret" for puzzle in book_of(load_game(game)).puzzles]
NAMED = [pytest.param(game, puzzle, id=f"{game}-{puzzle.id}") for game, puzzle in ALL]


def test_there_are_puzzles_and_each_has_a_name_of_its_own() -> None:
    assert ALL
    assert len({puzzle.id for _, puzzle in ALL}) == len(ALL)
    for game in {game for game, _ in ALL}:
        assert book_of(load_game(game)).game == game


@pytest.mark.parametrize(("name", "puzzle"), NAMED)
def test_a_puzzle_can_be_played_by_the_present_rules(name: str, puzzle: Puzzle) -> None:
    """Question, seat, both plans action by action; and it tells what it gains by what."""
    game = load_game(name)
    assert still_sound(game, puzzle) == ""
    for line in (puzzle.solution, puzzle.obvious):
        g = position_of(game, puzzle)
        seen = view(g, game.seat(g.setup, puzzle.seat))
        assert seen.decision is not None
        assert seen.decision.prompt == puzzle.prompt
        for action in line.actions:
            assert who_decides(g) == puzzle.seat
            g.play(action)
        assert (
            g.to_decide == CHANCE
            or who_decides(g) != puzzle.seat
            or game.player_turn(g) != game.player_turn(position_of(game, puzzle))
        )
    assert puzzle.gain >= GAIN
    assert puzzle.gain - SURE * puzzle.error >= LEAST - 1e-6
    assert 0 < len(puzzle.others) + len(puzzle.besides) <= STEPS
    assert puzzle.forecast.share == pytest.approx(puzzle.solution.share)
    assert puzzle.forecast.instead == pytest.approx(puzzle.obvious.share)


def quickest() -> tuple[str, Puzzle]:
    """The puzzle with the shortest solution."""
    return min(ALL, key=lambda one: len(one[1].solution.actions))


def test_the_solution_solves_it_and_what_comes_to_mind_does_not() -> None:
    name, puzzle = quickest()
    game = load_game(name)
    found = attempt(game, puzzle, puzzle.solution.actions)
    assert found.solved
    assert found.share == found.best
    obvious = attempt(game, puzzle, puzzle.obvious.actions)
    assert not obvious.solved
    assert obvious.share == obvious.obvious < obvious.best


def test_a_puzzle_stands_the_test_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a position in which the staff finds the best plan is none."""
    monkeypatch.setattr(puzzles, "ORDINARY", 1)
    name, puzzle = quickest()
    game = load_game(name)
    g = position_of(game, puzzle)
    again = checked(game, g, game.seat(g.setup, puzzle.seat), puzzle.solution.actions, turn=puzzle.turn, rounds=1)
    assert again is not None
    assert again.id == puzzle.id
    assert again.gain >= GAIN
    plain = load_game("marshals").position({"0806": "G-HIT", "0906": "R-8GD R-47"}, phase="movement", turn=8)
    assert checked(plain.game, plain, Seat(0), ["end", "attack 0806", "all", "confirm"], turn=8, rounds=1) is None


def test_only_what_was_done_before_the_dice_counts() -> None:
    game = load_game("marshals")
    g = game.position({"0806": "G-HIT", "0906": "R-8GD R-47"}, phase="movement", turn=8)
    own = ["end", "attack 0806", "all", "confirm", "end-allocation"]
    at = g.copy()
    for action in own:
        at.play(action)
    entries = [Entry("russian", action) for action in own]
    while at.to_decide == CHANCE:
        action = at.actions()[0].text
        entries.append(Entry("chance", action))
        at.play(action)
    if at.stack:
        entries.append(Entry(who_decides(at), at.actions()[0].text))
    record = msgspec.structs.replace(recorded(g, []), entries=entries)
    assert answered(game, record) == own


def test_a_book_is_read_as_it_was_written_and_a_broken_one_is_refused() -> None:
    name, puzzle = quickest()
    book = Book(game=name, puzzles=[puzzle])
    assert read(written(book)) == book
    with pytest.raises(PackError, match="is no book of puzzles"):
        read('{"game": 3}')


def test_a_puzzle_that_rules_do_not_allow_any_more_says_so() -> None:
    name, puzzle = quickest()
    game = load_game(name)
    other = next(info.id for info in game.seats(game.setup(puzzle.scenario)) if info.id != puzzle.seat)
    assert "cannot be played any more" in still_sound(game, msgspec.structs.replace(puzzle, seat=other))
    line = msgspec.structs.replace(puzzle.solution, actions=["nonsense"])
    assert puzzle.id in still_sound(game, msgspec.structs.replace(puzzle, solution=line))


def test_puzzles_are_for_people_and_make_no_other_game(tmp_path: Path) -> None:
    """The fingerprint of a data pack does not hang on them: tables and records stay what they were."""
    game = load_game("marshals")
    (tmp_path / FILE).write_text(written(Book(game="marshals")), encoding="utf-8")
    assert load_game("marshals", tmp_path).pack_hash == game.pack_hash
