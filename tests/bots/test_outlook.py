"""Outlooks: a fit finds what made the games come out as they did, and says how far it can be trusted."""

from __future__ import annotations

from random import Random

import pytest

from grognard.bots import make_bot
from grognard.engine.outlook import Outlook
from grognard.engine.record import read_record
from grognard.engine.table import Table
from grognard.games import load_game
from grognard.lab.outlook import Course, Moment, course_of, fit, quality


def played(games: int, steepness: float, seed: int = 1) -> list[Course]:
    """Games in which a lead of 100 points wins the more surely the later it is."""
    rng = Random(seed)
    found = []
    truth = Outlook(centre=50, unit=100, base=0.2, turn=0, lead=steepness, late=steepness, move=0)
    for _ in range(games):
        lead, moments = 50.0, []
        for turn in range(1, 11):
            lead += rng.gauss(0, 50)
            moments.append(Moment(lead, turn / 10, turn % 2 == 0))
        share = float(rng.random() < truth.share(lead, 1.0, moving=True))
        found.append(Course("any", tuple(moments), share))
    return found


def test_a_lead_counts_where_it_decided_games() -> None:
    outlook = fit(played(200, 2.0))
    assert outlook.share(250, 1.0, moving=False) > 0.85
    assert outlook.share(-150, 1.0, moving=False) < 0.2
    assert 0.35 < outlook.share(50, 0.5, moving=True) < 0.65
    late, early = outlook.share(150, 1.0, moving=True), outlook.share(150, 0.1, moving=True)
    assert late > early


def test_a_lead_counts_for_nothing_where_it_decided_nothing() -> None:
    outlook = fit(played(200, 0.0))
    assert abs(outlook.share(250, 1.0, moving=False) - outlook.share(-150, 1.0, moving=False)) < 0.25


def test_it_is_measured_on_games_that_were_left_out() -> None:
    good, useless = quality(played(100, 3.0)), quality(played(100, 0.0))
    assert good.brier < 0.8 * good.blind
    assert useless.brier > 0.95 * useless.blind
    assert sum(count for _, _, count in good.bins) == 1000


def test_games_that_all_end_alike_are_no_certainty() -> None:
    outlook = fit([Course("any", course.moments, 1.0) for course in played(5, 1.0)])
    assert 0.9 < outlook.share(50, 0.5, moving=True) < 1.0


def test_no_promise_counts_for_more_than_a_large_lead() -> None:
    outlook = Outlook(centre=0, unit=10, base=0, turn=0, lead=1, late=0, move=0)
    assert outlook.share(10_000, 0.5, moving=True) == pytest.approx(outlook.share(40, 0.5, moving=True))


def test_a_record_is_read_at_the_beginning_of_each_player_turn() -> None:
    game = load_game("marshals")
    table = Table(game, seed=bytes(32))
    bots = [make_bot("random", game, seed) for seed in range(2)]
    while not table.over:
        seat = table.position.to_decide
        assert seat is not None
        table.play(bots[seat].choose(table.view(seat)), seat)
    course = course_of(game, read_record(table.record({"russian": "random", "german": "random"}).to_text()))
    assert course is not None
    assert 14 <= len(course.moments) <= 17
    assert course.moments[0].passed <= 1 / 8
    assert course.moments[-1].passed == 1.0
    outcome = table.position.outcome
    assert outcome is not None
    assert course.share == (outcome.winner == 0)
