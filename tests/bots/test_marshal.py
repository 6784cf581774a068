"""The marshal: plans that are kept, the same answer to the same view, and futures that are the same for all plans."""

from __future__ import annotations

from collections import Counter
from random import Random
from time import thread_time
from typing import Any

import pytest

from grognard.bots import make_bot
from grognard.bots.luck import NamedLuck
from grognard.bots.marshal import LONGEST, MarshalBot
from grognard.bots.plans import FUTURES, LEFT_OUT, Planner
from grognard.bots.staff import PLAIN, StaffPolicy, Style
from grognard.engine.flow import CHANCE, Seat
from grognard.engine.position import Position
from grognard.engine.table import Table
from grognard.engine.view import View
from grognard.games import game_names, load_game

FEW = 6
"""Futures to imagine for a plan: enough to compare, quick enough for a test."""


def midway(name: str, turn: int = 2) -> Table:
    """A table where the staff has played until somebody has a choice of many in a later turn."""
    game = load_game(name)
    table = Table(game, seed=bytes(32))
    bots = [make_bot("staff", game, seed) for seed in range(2)]
    while table.position.state.turn < turn or len(table.position.actions()) < 4:
        seat = table.position.to_decide
        assert seat is not None
        table.play(bots[seat].choose(table.view(seat)), seat)
    return table


def marshal(table: Table, seed: int = 1) -> tuple[MarshalBot, View]:
    """A marshal who is asked, and what he sees."""
    seat = table.position.to_decide
    assert seat is not None
    return MarshalBot(table.position.game, Random(seed), simulations=FEW), table.view(seat)


def planner(g: Position[Any, Any]) -> Planner:
    seat = g.to_decide
    assert seat is not None
    return Planner([g], seat, lambda at, whose: at.game.score(at, whose), Random(3))


@pytest.mark.parametrize("name", game_names())
def test_the_same_view_and_seed_give_the_same_legal_answer(name: str) -> None:
    table = midway(name)
    answers = []
    for _ in range(2):
        bot, view = marshal(table)
        answers.append(bot.choose(view))
    assert answers[0] == answers[1]
    assert view.decision is not None
    assert answers[0] in [offer.action for offer in view.decision.offers]


def test_a_plan_is_carried_out_until_luck_or_the_enemy_has_spoken() -> None:
    table = midway("marshals")
    bot, view = marshal(table)
    seat = table.position.to_decide
    assert seat is not None
    kept = 0
    first = bot.choose(view)
    expected = [text for _, text in bot._kept]
    assert len(expected) > 3
    table.play(first, seat)
    while bot._kept and table.position.to_decide == seat:
        assert bot.choose(table.view(seat)) == expected[kept]
        table.play(expected[kept], seat)
        kept += 1
    assert kept == len(expected)


def test_a_plan_that_no_longer_fits_is_given_up() -> None:
    table = midway("marshals")
    bot, view = marshal(table)
    first = bot.choose(view)
    seat = table.position.to_decide
    assert seat is not None
    assert view.decision is not None
    other = next(offer.action for offer in view.decision.offers if offer.action != first)
    table.play(other, seat)
    view = table.view(seat)
    assert view.decision is not None
    assert bot.choose(view) in [offer.action for offer in view.decision.offers]


def test_it_stops_thinking_in_time() -> None:
    table = midway("seelow")
    game = table.position.game
    bot = MarshalBot(game, Random(1))
    bot._saved = 1000.0  # as if it had saved time for hours
    seat = table.position.to_decide
    assert seat is not None
    view = table.view(seat)
    began = thread_time()
    bot.choose(view)
    assert thread_time() - began < LONGEST + 4.0


def test_of_six_futures_each_sees_another_face_of_a_die() -> None:
    game = load_game("marshals")
    g = game.position({"1405": "R-47 R-9TK", "1305": "G-309"}, phase="movement", turn=3)
    for action in ["end", "attack 1305", "ground R-47", "confirm", "end-allocation", "fight"]:
        g.play(action)
    assert g.to_decide == CHANCE
    faces = [NamedLuck(b"a key", future, FUTURES).answer(g).text for future in range(FUTURES)]
    assert Counter(faces) == {f"roll {face}": 1 for face in range(1, 7)}
    again = [NamedLuck(b"a key", future, FUTURES).answer(g).text for future in range(FUTURES)]
    assert again == faces
    assert faces != [NamedLuck(b"other", future, FUTURES).answer(g).text for future in range(FUTURES)]


def test_asked_twice_luck_answers_anew() -> None:
    game = load_game("marshals")
    g = game.position({"1405": "R-47 R-9TK", "1305": "G-309"}, phase="movement", turn=3)
    for action in ["end", "attack 1305", "ground R-47", "confirm", "end-allocation", "fight"]:
        g.play(action)
    luck = NamedLuck(b"a key", 0, FUTURES)
    assert len({luck.answer(g).text for _ in range(20)}) > 2


def test_the_first_plan_is_what_the_staff_would_do() -> None:
    table = midway("marshals")
    g = table.position
    plan = planner(g).plan(PLAIN, "staff")
    policy = StaffPolicy(g.game)
    at = g.copy()
    for action in plan.actions:
        assert policy.decide(at, Seat(g.to_decide or 0)) is action
        at.apply(action)
    assert at.hash() == plan.after.hash()


def test_a_variant_keeps_most_of_a_plan() -> None:
    g = midway("marshals").position
    made = planner(g)
    made.best = made.plan(PLAIN, "staff")
    for _ in range(5):
        variant = made.variant()
        texts = [" ".join(a.text for a in part) for part in variant.parts]
        kept = [part for part in made.best.parts if " ".join(a.text for a in part) in texts]
        assert len(kept) >= len(made.best.parts) - 2 * LEFT_OUT


def test_units_that_are_held_back_stay() -> None:
    g = midway("marshals").position
    everybody = (1 << len(g.game.roster)) - 1
    policy = StaffPolicy(g.game, Style(held=everybody))  # type: ignore[arg-type]
    seat = g.to_decide
    assert seat is not None
    assert policy.decide(g, seat).verb == "end"


def test_an_answer_that_led_back_is_not_given_again() -> None:
    """Whoever plans an attack, thinks better of it and plans it again would never come to an end."""
    g = midway("marshals").position
    policy = StaffPolicy(g.game)
    seat = g.to_decide
    assert seat is not None
    answers = [policy.decide(g, seat) for _ in range(3)]
    assert len(set(answers)) == 3


def test_with_other_weights_the_same_position_is_weighed_anew() -> None:
    g = midway("marshals").position
    other = g.game.reweighted(closeness=1.6)
    there = g.in_game(other)
    assert there.hash() == g.hash()
    assert other.score(there, Seat(0)) != g.game.score(g, Seat(0))
    assert g.game.score(g, Seat(0)) == g.game.score(g.copy(), Seat(0))
