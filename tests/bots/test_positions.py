"""The staff officer in positions with a right answer, and on the way of its units."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.bots.positions import Case, Pos, konigsberg, seelow

from grognard.bots import make_bot
from grognard.bots.staff import StaffBot
from grognard.engine import CHANCE, Seat, Table
from grognard.engine.events import Moved
from grognard.engine.view import view
from grognard.games import load_game

ENOUGH = 400
"""More answers than any phase needs."""


def answered(g: Pos, case: Case, seed: int) -> Pos:
    """The position after the seat's bot has given one answer, or has played the phase."""
    after, seat, level = g.copy(), g.to_decide, len(g.stack)
    bot = StaffBot(g.game, random.Random(seed))
    for _ in range(ENOUGH):
        if after.to_decide != seat or len(after.stack) < level:
            return after
        after.play(bot.choose(view(after, Seat(seat))))
        if not case.whole_phase:
            return after
        while after.to_decide == CHANCE:
            after.apply(after.chances()[0][0])
    raise AssertionError("the phase does not end")


@pytest.mark.parametrize("case", [*seelow.CASES, *konigsberg.CASES], ids=lambda case: case.name)
def test_the_staff_officer_knows_what_to_do(case: Case) -> None:
    g = case.build()
    assert g.status() == []
    for seed in range(3):
        assert case.holds(g, answered(g, case, seed))


@pytest.mark.parametrize(
    "case", [case for case in (*seelow.CASES, *konigsberg.CASES) if case.wrong], ids=lambda case: case.name
)
def test_a_wrong_answer_is_told_from_a_right_one(case: Case) -> None:
    before = case.build()
    after = before.copy()
    for action in case.wrong:
        after.play(action)
    assert not case.holds(before, after)


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
