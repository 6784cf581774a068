"""The staff officer in positions with a right and a wrong answer, and on the way of its units."""

from __future__ import annotations

from typing import Any

import pytest
from tests.bots.positions import Case, played, solves
from tests.bots.positions.cases import CASES

from grognard.bots import make_bot
from grognard.engine import Seat, Table
from grognard.engine.events import Moved
from grognard.games import BUILT_IN, load_game

ALL = [pytest.param(case, id=f"{name}: {case.name}") for name, cases in CASES.items() for case in cases]
LEAST = 15
"""Cases a game."""
FAILED = 0.2
"""The share of them that the marshal may get wrong."""


@pytest.mark.parametrize("case", ALL)
def test_the_staff_officer_knows_what_to_do(case: Case) -> None:
    if case.unsolved:
        assert not solves(case, "staff"), "the staff solves this now: say so"
    else:
        assert solves(case, "staff")


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_the_marshal_mostly_knows_what_to_do(name: str) -> None:
    """Which cases a search gets wrong changes with whatever is changed in it; how many should not."""
    failed = [case.name for case in CASES[name] if not solves(case, "marshal")]
    assert len(failed) <= len(CASES[name]) * FAILED, failed


@pytest.mark.parametrize("case", ALL)
def test_a_wrong_answer_is_told_from_a_right_one(case: Case) -> None:
    before = case.build()
    assert before.status() == []
    assert not case.holds(before, played(before, case.wrong))
    assert case.right or not case.unsolved, "what nobody does must be shown to be possible"
    if case.right:
        assert case.holds(before, played(before, case.right))


def test_every_game_has_enough_cases_with_names_of_their_own() -> None:
    assert set(CASES) == set(BUILT_IN)
    for cases in CASES.values():
        assert len({case.name for case in cases}) == len(cases) >= LEAST


@pytest.mark.parametrize(
    ("name", "scenario"), [("seelow", "kustrin"), ("marshals", "conventional"), ("raceforberlin", "campaign")]
)
def test_no_unit_comes_back_to_a_hex_that_it_left_in_the_same_move(name: str, scenario: str) -> None:
    """A unit's way is decided once; a playback that shows every step shows no wandering."""
    game = load_game(name)
    table = Table(game, scenario, seed=bytes(32))
    bots = [make_bot("staff", game, seed=seat) for seat in range(2)]
    trail: list[Any] = []
    moves = 0
    while not table.over:
        seat = table.position.to_decide
        assert seat is not None
        phase = game.headline(table.position)
        for happening in table.play(bots[seat].choose(table.view(Seat(seat))), Seat(seat)):
            event = happening.event
            if not isinstance(event, Moved) or not event.path:
                continue
            if trail[:2] != [phase, event.piece]:
                trail = [phase, event.piece, event.origin]
            again = set(trail[2:]) & set(event.path)
            assert not again, (phase, game.roster[event.piece].name, [game.names.places[p] for p in again])
            trail += event.path
            moves += 1
    assert moves > 60
