"""Properties that hold for every game, scenario and option, over whole random games."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest
from tests.games.conformance import (
    Pos,
    check_carried,
    check_chances,
    check_conservation,
    check_refusals,
    check_sound,
    every_setup,
    random_play,
)
from tests.leaks import all_seats, check_leaks, has_secrets

from grognard.bots.base import onward_actions
from grognard.engine import Table, imagine, read_record, replay, view
from grognard.engine.flow import Choice, Mark, Seat
from grognard.games import load_game

SETUPS = every_setup()
SECRET = [setup for setup in SETUPS if has_secrets(load_game(setup[0]))]


@pytest.mark.parametrize(("game", "scenario", "options"), SETUPS)
@pytest.mark.parametrize("seed", range(3))
def test_random_play_comes_to_an_end(game: str, scenario: str, options: tuple[str, ...], seed: int) -> None:
    g = load_game(game).start(scenario, options)
    for _, before, _ in random_play(g, seed):
        check_conservation(before)
        check_carried(before)
        check_chances(before)
        check_sound(before)
    check_sound(g)
    assert g.outcome is not None
    assert g.outcome.rule in g.game.ledger.by_number
    assert g.actions() == []


@pytest.mark.parametrize(("game", "scenario", "options"), SETUPS)
def test_reasons_agree_with_legal_actions(game: str, scenario: str, options: tuple[str, ...]) -> None:
    g = load_game(game).start(scenario, options)
    met: dict[str, int] = {}
    checked = 0
    for _, before, _ in random_play(g, 11):
        title = before.frame.title
        # Every kind of question a few times, and everything now and then.
        met[title] = met.get(title, 0) + 1
        if met[title] <= 3 or met[title] % 40 == 0:
            checked += check_refusals(before)
    assert checked > 1000


@pytest.mark.parametrize(("game", "scenario", "options"), SETUPS)
def test_who_only_goes_on_never_goes_in_circles(game: str, scenario: str, options: tuple[str, ...]) -> None:
    """Without the answers that take something back no position comes twice: else a program could plan for ever."""
    g = load_game(game).start(scenario, options)
    rng, seen = random.Random(17), set[str]()
    while g.outcome is None:
        assert g.hash() not in seen, f"{g.frame.title} once more"
        seen.add(g.hash())
        action = rng.choice(onward_actions(g))
        if isinstance(g.frame, Choice) and action.verb in g.frame.marked(Mark.TAKES_BACK):
            seen.clear()  # nothing led on
        g.apply(action)


@pytest.mark.parametrize(("game", "scenario", "options"), SETUPS)
def test_saving_and_loading_is_identity(game: str, scenario: str, options: tuple[str, ...]) -> None:
    loaded = load_game(game)
    g = loaded.start(scenario, options)
    for number, before, _ in random_play(g, 5):
        if number % 7 == 0:
            again = loaded.from_json(before.to_json())
            assert again.to_json() == before.to_json()
            assert hash(before.key()) == hash(before.copy().key())
            assert {again.key(): 1} == {before.key(): 1}
            assert [a.text for a in again.actions()] == [a.text for a in before.actions()]
    assert loaded.from_json(g.to_json()).outcome == g.outcome


@pytest.mark.parametrize(("game", "scenario", "options"), SETUPS)
def test_no_earlier_copy_ever_changes(game: str, scenario: str, options: tuple[str, ...]) -> None:
    g = load_game(game).start(scenario, options)
    kept: list[tuple[Pos, str]] = []
    for number, before, _ in random_play(g, 6):
        if number % 25 == 0:
            copy = before.copy()
            kept.append((copy, copy.hash()))
    assert len(kept) > 5
    for copy, hash_ in kept:
        assert copy.hash() == hash_
    # And a copy goes its own way without touching what it was made from.
    middle, hash_ = kept[len(kept) // 2]
    branch = middle.copy()
    for _ in random_play(branch, 99):
        pass
    assert middle.hash() == hash_


@pytest.mark.parametrize(("game", "scenario", "options"), SETUPS)
def test_derived_values_are_never_stale(game: str, scenario: str, options: tuple[str, ...]) -> None:
    """A position loaded afresh has no caches; it must offer exactly what the one that was played offers."""
    loaded = load_game(game)
    for _, before, _ in random_play(loaded.start(scenario, options), 8):
        fresh = loaded.from_json(before.to_json())
        assert [a.text for a in fresh.actions()] == [a.text for a in before.actions()]


@pytest.mark.parametrize(("game", "scenario", "options"), SETUPS)
def test_scores_are_never_stale(game: str, scenario: str, options: tuple[str, ...]) -> None:
    """What the score keeps from position to position changes nothing: another copy of the game finds the same."""
    loaded = load_game(game)
    another = type(loaded)(loaded.pack)
    for number, before, _ in random_play(loaded.start(scenario, options), 8):
        if number % 3:
            continue
        scores = [loaded.score(before, Seat(seat)) for seat in range(2)]
        if number % 24 == 0:
            fresh = another.from_json(before.to_json())
            assert scores == [another.score(fresh, Seat(seat)) for seat in range(2)]
            check_carried(before)


@pytest.mark.parametrize(("game", "scenario", "options"), SETUPS)
def test_undo_restores_exactly(game: str, scenario: str, options: tuple[str, ...]) -> None:
    table = Table(load_game(game), scenario, options, seed=bytes(32))
    rng = random.Random(3)
    undone = 0
    for _ in range(600):
        if table.over:
            break
        before = (table.position.to_json(), len(table.log), list(table.entries))
        table.play(rng.choice(table.position.actions()))
        if table.can_undo and rng.random() < 0.5:
            after = table.position.to_json()
            table.undo()
            assert (table.position.to_json(), len(table.log), table.entries) == before
            table.redo()
            assert table.position.to_json() == after
            undone += 1
    assert undone > 20


@pytest.mark.parametrize(("game", "scenario", "options"), SECRET)
def test_nothing_that_a_seat_is_handed_leaks(game: str, scenario: str, options: tuple[str, ...]) -> None:
    """Exchange what a seat cannot know and play on: its view, its decisions and what it is told stay the same.

    Nor is a record handed out before the end; `tests/server/test_secrets.py` holds that.
    """
    loaded = load_game(game)
    for seat in all_seats(loaded, scenario):
        g = loaded.start(scenario, options)
        compared = check_leaks(random_play(g, 4), seat, random.Random(4), every=8)
        assert g.outcome is not None
        assert compared > 200, f"seat {seat} had hardly anything to find out"


@pytest.mark.parametrize(("game", "scenario", "options"), SETUPS)
def test_imagined_positions_look_the_same(game: str, scenario: str, options: tuple[str, ...]) -> None:
    loaded = load_game(game)
    g = loaded.start(scenario, options)
    for number, before, _ in random_play(g, 9):
        seat = before.to_decide
        if number % 15 or seat is None or seat < 0:
            continue
        seen = view(before, seat)
        assert view(imagine(loaded, seen, random.Random(1)), seat) == seen


@pytest.mark.parametrize(("game", "scenario"), sorted({(g, s) for g, s, _ in SETUPS}))
def test_a_record_gives_the_same_game_in_another_process(game: str, scenario: str) -> None:
    table = Table(load_game(game), scenario, seed=b"\7" * 32)
    rng = random.Random(12)
    while not table.over:
        onward = [a for a in table.position.actions() if not takes_back(table.position, a.verb)]
        table.play(rng.choice(onward or table.position.actions()))
    text = table.record().to_text()
    assert len(text.encode()) < 40_000
    final = [g.hash() for _, g, _ in replay(table.game, read_record(text), verify=True)][-1]
    code = (
        "import sys\n"
        "from grognard.engine import read_record, replay\n"
        "from grognard.games import load_game\n"
        "record = read_record(sys.stdin.read())\n"
        "for _, g, _ in replay(load_game(record.game), record, verify=True): pass\n"
        "print(g.hash())\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True, timeout=120
    )
    assert run.stdout.strip() == final


def takes_back(g: Pos, verb: str) -> bool:
    """Whether a verb of the present question only takes something back."""
    return isinstance(g.frame, Choice) and verb in g.frame.marked(Mark.TAKES_BACK)
