"""Looking back at a game so that it teaches: what is called a fault, what was better, and by what a seat knew."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from grognard.bots.analysis import Wanted, analyse, assessing, read, written
from grognard.bots.analysis.lesson import better_in_words
from grognard.bots.analysis.stretches import Cutter, steps
from grognard.bots.analysis.told import BEST, GOOD, INACCURATE, MISTAKE, Analysis, Judged, judged
from grognard.bots.analysis.wording import line
from grognard.bots.plans import Planner
from grognard.bots.prospects import Prospects
from grognard.bots.staff import PLAIN, StaffPolicy
from grognard.engine import CHANCE, Position, Record, RecordError, SetupError
from grognard.engine.concealment import names_for
from grognard.engine.flow import Seat
from grognard.engine.game import Game
from grognard.engine.record import Entry
from grognard.engine.view import imagine, view, who_decides
from grognard.games import load_game

MITTE = {"0806": "G-HIT", "0906": "R-8GD R-47"}
"""Hitler alone before 9 factors: attacked at 3:1 he falls to a 4, 5 or 6."""
GUARD = {**MITTE, "0805": "G-5JG"}
"""A German division beside him, which could stand with him."""


def recorded(start: Position[Any, Any], actions: list[str]) -> Record:
    """The record of some actions from a position on."""
    g = start.copy()
    entries = []
    for action in actions:
        entries.append(Entry(who_decides(g), action))
        g.play(action)
    game = start.game
    return Record(
        game=game.id,
        version=game.version,
        data=game.pack_hash,
        scenario=start.setup.scenario,
        commitment="00",
        origin=start.to_json(),
        entries=entries,
    )


def judged_in(pieces: dict[str, str], actions: list[str], **state: Any) -> Judged:
    """The verdict on what was done from a small position of marshals on."""
    game = load_game("marshals")
    g = game.position(pieces, phase="movement", **state)
    return analyse(game, recorded(g, actions), Wanted(futures=12)).decisions[0]


@cache
def short_game() -> tuple[Game[Any], Record, Analysis]:
    """The last turn between two staffs from a small position, with dice."""
    game = load_game("marshals")
    start = game.position({**GUARD, "1005": "R-3SHK R-9TK", "0807": "G-309"}, phase="movement", turn=7)
    g, rng = start.copy(), Random(4)
    policies = [StaffPolicy(game), StaffPolicy(game)]
    actions = []
    while g.outcome is None:
        asked = g.to_decide
        assert asked is not None
        chosen = rng.choice(g.actions()) if asked == CHANCE else policies[asked].decide(g, asked)
        actions.append(chosen.text)
        g.apply(chosen)
    record = recorded(start, actions)
    return game, record, analyse(game, record, Wanted(futures=8))


# -- what is called a fault --------------------------------------------------------------------------


def test_judgements_go_by_what_was_given_away() -> None:
    losses = (0.0, BEST, GOOD, INACCURATE, MISTAKE)
    assert [judged(loss) for loss in losses] == ["best", "good", "inaccurate", "mistake", "blunder"]
    assert [judged(loss - 1e-9) for loss in losses[1:]] == ["best", "good", "inaccurate", "mistake"]


def test_an_attack_that_is_not_made_on_the_last_turn_is_a_blunder() -> None:
    """Half of the game is given away: the attack is found, and with it why."""
    found = judged_in(MITTE, ["end", "end-allocation"], turn=8)
    assert found.judgement == "blunder"
    assert found.seat == "russian"
    assert found.loss == pytest.approx(0.5, abs=0.05)
    assert found.loss > found.error
    assert found.better is not None
    assert "attack 0806" in found.better.actions
    assert found.played.actions == ["end", "end-allocation"]
    assert found.better.share - found.played.share == pytest.approx(found.loss, abs=1e-3)
    assert "0806" in better_in_words(found)
    assert found.why[0].name == "win"
    assert found.why[0].points > 0


def test_a_guard_that_stays_out_of_berlin_is_a_blunder() -> None:
    found = judged_in(GUARD, ["end", "end-allocation"], turn=7, player=1)
    assert found.judgement in ("mistake", "blunder")
    assert found.seat == "german"
    assert found.better is not None
    went = {move.piece: move for move in found.better.moves}
    assert (went["G-5JG"].origin, went["G-5JG"].target) == ("0805", "0806")
    assert not found.played.moves
    assert [(other.piece, other.better.split()[-1]) for other in found.others] == [("G-5JG", "0806")]


def test_a_unit_that_is_picked_and_stays_is_no_order() -> None:
    game = load_game("marshals")
    planner = Planner([game.position(GUARD, phase="movement", turn=7)], Seat(0), lambda g, seat: 0.0, Random(1))
    stay = ["pick R-47", "back"]
    words = line(planner.followed([*stay, "end", "attack 0806"], "played"), Seat(0), 0.5).words
    assert not any("Pick" in text for text in words)
    assert any("Attack Berlin Mitte 0806" in text for text in words)


def test_what_the_staff_would_do_is_best_where_nothing_is_better() -> None:
    game = load_game("marshals")
    g = game.position(MITTE, phase="movement", turn=8)
    planner = Planner([g], Seat(0), Prospects(game, g).share, Random(1))
    actions = planner.plan(PLAIN, "staff").texts(Seat(0))
    assert "attack 0806" in actions
    found = judged_in(MITTE, actions, turn=8)
    assert (found.judgement, found.loss, found.better) == ("best", 0.0, None)


# -- what is told of a game ---------------------------------------------------------------------------


def test_the_same_game_is_judged_the_same() -> None:
    game, record, first = short_game()
    assert analyse(game, record, Wanted(futures=8)) == first


def test_an_analysis_is_written_and_read() -> None:
    _, _, told = short_game()
    assert read(written(told)) == told


def test_a_game_is_cut_where_luck_or_the_other_side_speaks() -> None:
    """Every decision is in one stretch, no stretch holds luck, and those without a choice are not judged."""
    game, record, told = short_game()
    cutter = Cutter(game)
    for step in steps(game, record):
        cutter.take(step)
    covered = [n for one in cutter.found for n in range(one.at, one.at + len(one.actions))]
    assert covered == [n for n, entry in enumerate(record.entries) if entry.who != "chance"]
    for one, after in zip(cutter.found, cutter.found[1:], strict=False):
        same = one.seat == after.seat and one.at + len(one.actions) == after.at
        assert not same or game.player_turn(one.start) != game.player_turn(after.start)
    assert [one.at for one in told.decisions] == [one.at for one in cutter.found if one.choices]


def test_luck_and_skill_are_told_apart() -> None:
    _, record, told = short_game()
    whole = {tally.seat: tally for tally in told.tallies if not tally.phase}
    assert whole["russian"].luck == -whole["german"].luck
    for seat, tally in whole.items():
        phases = [one for one in told.tallies if one.seat == seat and one.phase]
        assert sum(one.decisions for one in phases) == tally.decisions == sum(tally.counts.values())
        assert sum(one.loss for one in phases) == pytest.approx(tally.loss, abs=1e-3)
    rolled = {n + 1 for n, entry in enumerate(record.entries) if entry.who == "chance"}
    assert {roll.at for roll in told.rolls} <= rolled
    assert told.dice == len(rolled)
    assert told.course[-1].share == float(told.winner == "russian")
    assert [point.at for point in told.course] == list(range(len(record.entries) + 1))
    assert len(told.lesson) == 5
    assert not told.notes
    title = {player.seat: player.title for player in told.players}[("german", "russian")[told.winner == "german"]]
    assert told.lesson[4].startswith(title), "what the loser could change"


def test_one_seat_and_one_turn_can_be_looked_at() -> None:
    game, record, told = short_game()
    some = analyse(game, record, Wanted(futures=8, turn=7, seat="russian"))
    assert some.decisions == [one for one in told.decisions if (one.turn, one.seat) == (7, "russian")]
    assert some.decisions
    assert some.rolls == [roll for roll in told.rolls if roll.turn == 7]


def test_a_game_that_goes_on_is_looked_at_as_far_as_it_has_come() -> None:
    game, record, told = short_game()
    count = told.decisions[1].until
    part = Record(**{name: getattr(record, name) for name in record.__struct_fields__})
    part.entries = record.entries[:count]
    found = analyse(game, part, Wanted(futures=8))
    assert (found.outcome, found.winner) == ("", "")
    assert found.decisions == told.decisions[:2]
    assert 0 < found.course[-1].share < 1


def test_what_cannot_be_looked_at_is_refused_in_a_sentence() -> None:
    game, record, _ = short_game()
    empty = recorded(game.start(), [])
    with pytest.raises(RecordError, match="no action yet"):
        analyse(game, empty)
    with pytest.raises(RecordError, match="turn 3: the record ends in turn 8"):
        analyse(game, record, Wanted(turn=3))
    with pytest.raises(SetupError, match="no seat 'french'"):
        analyse(game, record, Wanted(seat="french"))


def test_without_time_nothing_is_judged_and_that_is_said() -> None:
    game, record, told = short_game()
    found = analyse(game, record, Wanted(seconds=1e-9))
    assert not found.decisions
    assert found.unjudged == len(told.decisions)
    assert any("no time" in note for note in found.notes)
    assert found.rolls == told.rolls


def test_where_nobody_knows_what_a_lead_means_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    game, record, _ = short_game()
    monkeypatch.setattr(type(game), "outlooks", {})
    found = analyse(game, record, Wanted(seconds=1e-9))
    assert any("has not been measured yet" in note for note in found.notes)
    assert found.course[0].share == 0.5, "the beginning is par"


# -- secrets ------------------------------------------------------------------------------------------


def hiding(name: str) -> Position[Any, Any]:
    """A position in which a seat with a choice of many has something hidden before it."""
    game = load_game(name)
    g: Position[Any, Any] = game.start()
    rng = Random(2)
    policies = [StaffPolicy(game), StaffPolicy(game)]
    for _ in range(3000):
        asked = g.to_decide
        assert asked is not None
        if asked != CHANCE and game.concealed(g, asked) and len(g.actions()) > 5 and g.state.turn >= 1:
            return g
        g.apply(rng.choice(g.actions()) if asked == CHANCE else policies[asked].decide(g, asked))
    raise AssertionError("nothing was ever hidden")


@pytest.mark.parametrize("fitted", [True, False])
def test_a_decision_is_judged_by_what_the_seat_knew(fitted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games that look the same to a seat, in which other pieces stand behind the unknown ones."""
    if not fitted:
        monkeypatch.setattr(type(load_game("raceforberlin")), "outlooks", {})
    monkeypatch.setattr(assessing, "SHORT", 0)  # a glance would not look at what is hidden
    g = hiding("raceforberlin")
    game, seat = g.game, g.to_decide
    assert seat is not None
    seen = view(g, seat)
    other = next(h for n in range(20) if (h := imagine(game, seen, Random(n))).where != g.where)
    assert view(other, seat) == seen
    verdicts = []
    for at in (g, other):
        names = names_for(g, seat)[0]
        first = min(g.onward(), key=lambda action: game.text(action.verb, action.args, names))
        text = game.text(first.verb, first.args, names)
        record = recorded(at, [game.parse(text, names_for(at, seat)[0]).text])
        verdicts.append(analyse(game, record, Wanted(futures=4)).decisions)
    assert verdicts[0] == verdicts[1]
    assert [one.futures > 0 for one in verdicts[0]] == [True]
