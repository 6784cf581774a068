"""Hints and reasons: what is advised, in which words, and by what a seat knows."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from tests.bots.test_analysis import GUARD, MITTE, recorded, short_game
from tests.server.secret_game import SecretMarshals

from grognard.bots.advice import Hints, hints, why
from grognard.bots.advice.forecast import tried
from grognard.bots.plans import FUTURES, Planner
from grognard.bots.prospects import Prospects
from grognard.bots.staff import PLAIN
from grognard.engine import ActionError, Position, RecordError
from grognard.engine.codec import Names
from grognard.engine.flow import Seat
from grognard.engine.view import view
from grognard.engine.weights import described
from grognard.games import load_game

WHOLE = 0.0
"""No limit of time: the same view always gets the same hint."""


def hinted(pieces: dict[str, str], seat: int = 0, **state: int) -> Hints:
    """The hint for a small position of marshals."""
    g = load_game("marshals").position(pieces, phase="movement", **state)
    return hints(g.game, view(g, Seat(seat)), seconds=WHOLE, plans=6)


# -- what is advised -----------------------------------------------------------------------------------


def test_the_attack_that_wins_is_advised_with_its_chances() -> None:
    """Hitler alone before nine factors on the last turn: half of the game hangs on the attack."""
    found = hinted(MITTE, turn=8)
    best = found.answers[0]
    assert found.seat == "russian"
    assert "attack 0806" in best.line.actions
    assert best.forecast.share == pytest.approx(0.5, abs=0.05)
    assert best.forecast.share == max(answer.forecast.share for answer in found.answers)
    (attack,) = best.line.orders
    assert (attack.verb, attack.places) == ("attack", ["0806"])
    assert (sorted(attack.pieces), set(attack.origins)) == (["R-47", "R-8GD"], {"0906"}), "all join, nobody is named"
    (calculation,) = best.odds
    assert "Mitte" in calculation.title
    assert sum(one.chance for one in calculation.odds) == 1


def test_what_a_plan_gains_is_told_by_the_names_of_the_weights() -> None:
    """Compared in the same futures with the plan that leaves the units alone."""
    game = load_game("marshals")
    best = hinted(MITTE, turn=8).answers[0]
    assert best.forecast.better > best.forecast.worse
    assert best.forecast.futures == FUTURES
    assert best.forecast.instead == 0.0
    meanings = {weight.meaning.rstrip(".") for _, _, weight in described(game.weights)}
    assert "win" in {reason.name for reason in best.forecast.gains}
    assert {reason.meaning for reason in best.forecast.gains} <= meanings


def test_a_guard_is_sent_where_hitler_is() -> None:
    found = hinted(GUARD, seat=1, turn=7, player=1)
    moves = {move.piece: move.target for move in found.answers[0].line.moves}
    assert moves.get("G-5JG") == "0806"
    begun = found.answers[0].first
    assert begun.words
    assert {move.piece for move in begun.moves} <= set(moves)


def test_answers_are_legal_begin_differently_and_come_to_something_else() -> None:
    g = load_game("marshals").position({**GUARD, "1005": "R-3SHK R-9TK"}, phase="movement", turn=7)
    seen = view(g, Seat(0))
    found = hints(g.game, seen, seconds=WHOLE, plans=8)
    assert seen.decision is not None
    offered = {offer.action for offer in seen.decision.offers}
    assert {answer.action for answer in found.answers} <= offered
    assert len({tuple(answer.first.actions) for answer in found.answers}) == len(found.answers)
    assert len(
        {msgspec.json.encode(sorted([m.target for m in a.line.moves]) + a.first.words) for a in found.answers}
    ) == len(found.answers)
    shares = [answer.forecast.share for answer in found.answers]
    assert shares == sorted(shares, reverse=True)


def test_what_may_be_lost_before_the_next_turn_is_feared() -> None:
    """Who takes the last guard away from Hitler may lose him."""
    start = {"0806": "G-HIT G-5JG", "0906": "R-8GD R-47 R-3SHK", "1006": "R-9TK", "0805": "R-28 R-5SHK"}
    answers = hinted(start, 1, turn=7, player=1).answers
    away = next(answer for answer in answers if any(move.piece == "G-5JG" for move in answer.line.moves))
    assert away.forecast.share < answers[0].forecast.share
    risks = {risk.piece: risk.often for answer in answers for risk in answer.forecast.risks}
    assert "G-HIT" in risks
    assert all(piece.startswith("G-") and 0 < often <= 1 for piece, often in risks.items())


def test_who_is_not_asked_gets_no_hint() -> None:
    g = load_game("marshals").position(MITTE, phase="movement", turn=8)
    with pytest.raises(ActionError, match="nothing is asked of this seat"):
        hints(g.game, view(g, Seat(1)), seconds=WHOLE)


def test_two_plans_meet_the_same_futures() -> None:
    """A plan compared with itself is worth the same in each of them; with another key luck is another one."""
    g = load_game("marshals").position({**MITTE, "1005": "R-3SHK"}, phase="movement", turn=8)
    prospects = Prospects(g.game, g)
    plan = Planner([g], Seat(0), prospects.share, Random(1)).plan(PLAIN, "staff")
    first, again = (tried([g], Seat(0), prospects, plan, 7, FUTURES).values for _ in range(2))
    assert first == again
    assert len(first) == FUTURES
    assert not plan.values, "the plan itself is left as it was"


# -- by what is known ----------------------------------------------------------------------------------


def blind(pieces: dict[str, str]) -> Position[Any, Any]:
    """A position of the game in which Germans are seen from behind."""
    return SecretMarshals(load_game("marshals").pack).position(pieces, phase="movement", turn=8)


def test_a_hint_knows_no_more_than_the_seat() -> None:
    """Two Germans that the Russians cannot tell apart change places: their hint is the same, letter by letter."""
    here = blind({"0806": "G-HIT", "0704": "G-5JG", "1004": "G-25PG", "0906": "R-8GD R-47"})
    there = blind({"0806": "G-HIT", "1004": "G-5JG", "0704": "G-25PG", "0906": "R-8GD R-47"})
    assert here.key() != there.key()
    found = [
        msgspec.json.encode(hints(g.game, view(g, Seat(0)), seconds=WHOLE, plans=4), enc_hook=str)
        for g in (here, there)
    ]
    assert found[0] == found[1]
    names: Names = here.game.names
    germans = [name for name in names.pieces if name.startswith("G-")]
    assert not [name for name in germans if f'"{name}"'.encode() in found[0]]


# -- reasons --------------------------------------------------------------------------------------------


def test_why_an_attack_was_made() -> None:
    """Without it the game is drawn to its end and lost."""
    game = load_game("marshals")
    g = game.position(MITTE, phase="movement", turn=8)
    record = recorded(g, ["end", "attack 0806", "all", "confirm"])
    found = why(game, record, 2)
    assert found.seat == "russian"
    assert any("Attack" in text for text in found.step)
    assert found.forecast is not None
    assert found.forecast.share - found.forecast.instead == pytest.approx(0.5, abs=0.05)
    assert "win" in {reason.name for reason in found.forecast.gains}
    assert found.at_once, "the staff, which does not think of the reply, has its reasons too"


def test_luck_has_no_reasons_and_what_was_not_played_neither() -> None:
    game, record, _ = short_game()
    rolled = next(n for n, entry in enumerate(record.entries) if entry.who == "chance")
    with pytest.raises(RecordError, match="luck's answer"):
        why(game, record, rolled + 1)
    for at in (0, len(record.entries) + 1):
        with pytest.raises(RecordError, match="there is no action"):
            why(game, record, at)


def test_every_step_of_a_game_has_reasons_or_had_no_choice() -> None:
    game, record, _ = short_game()
    steps = [n + 1 for n, entry in enumerate(record.entries) if entry.who != "chance"]
    for at in steps[:: max(1, len(steps) // 6)]:
        found = why(game, record, at)
        assert found.step
        assert found.at < at
        assert found.seat == record.entries[at - 1].who
