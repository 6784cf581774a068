"""Looking back at a finished game: what is counted, and that luck is fair."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from grognard.bots.review import Reviewer, measured, review
from grognard.engine import CHANCE, Position, Record, read_record
from grognard.engine.flow import Seat
from grognard.engine.record import begin
from grognard.games import load_game

GOLDEN = Path(__file__).parents[1] / "games" / "golden"


def _record(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))


def test_a_game_is_told_from_its_record() -> None:
    """Turns, losses, turning points that a replay can show, and two sides of the same luck."""
    record = _record("marshals-conventional")
    game = load_game(record.game)
    g = begin(game, record)
    for entry in record.entries:
        g.play(entry.action)
    found = review(game, record)
    assert [moment.title.partition(":")[0] for moment in found.course[:-1]] == [f"Turn {n}" for n in range(1, 9)]
    assert [moment.turn for moment in found.course] == [*range(1, 9), 0]
    lost = {piece for losses in found.losses for piece in losses.pieces}
    dead = game.dead  # type: ignore[attr-defined]
    assert lost == {unit.id for i, unit in enumerate(game.roster.units) if g.where[i] == dead}
    assert len(found.turning_points) == 3
    assert all(record.entries[point.at - 1].who == "chance" for point in found.turning_points)
    decisive = found.turning_points[-1]
    assert g.outcome is not None
    assert g.outcome.winner is not None
    assert decisive.seat == game.seats(g.setup)[g.outcome.winner].id, "what the last great die decided"
    assert found.course[-2].title.partition(":")[0] in decisive.headline
    assert found.luck[0].points == -found.luck[1].points
    assert found.dice > 50
    assert not found.unweighed
    assert not found.hidden
    assert any("Berlin" in term.reason for standing in found.standings for term in standing.terms)


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.record")))
def test_the_course_agrees_with_the_winner(name: str) -> None:
    """It ends with the result. By the score it never stood for the loser at last, and more is always a higher lead."""
    record = _record(name)
    game = load_game(record.game)
    g = begin(game, record)
    for entry in record.entries:
        g.play(entry.action)
    assert g.outcome is not None
    sign = {None: 0, 0: 1, 1: -1}[g.outcome.winner]
    found = review(game, record, seconds=0)
    *turns, end = found.course
    assert end.lead == sign
    assert end.at == len(record.entries)
    assert all(abs(m.lead) < 1 for m in turns), "before the end nobody has won"
    assert found.fitted == (record.scenario in game.outlooks)
    if found.fitted:
        return
    assert turns[-1].lead * sign >= 0
    by_score = sorted(turns, key=lambda moment: moment.score)
    assert [m.lead for m in by_score] == sorted(m.lead for m in turns)


def test_where_scores_have_a_meaning_the_course_tells_what_could_be_expected() -> None:
    """The winner's last turn is not the whole game, and an even game lies in the middle."""
    record = _record("marshals-conventional")
    game = load_game(record.game)
    assert "conventional" in game.outlooks
    g = begin(game, record)
    expected = {}
    for n, entry in enumerate(record.entries):
        share = game.outlook(g, Seat(0))
        assert share is not None
        expected[n] = 2 * share - 1
        g.play(entry.action)
    *turns, _ = review(game, record, seconds=0).course
    assert [m.lead for m in turns] == pytest.approx([expected[m.at] for m in turns], abs=1e-4)
    assert len({m.lead for m in turns}) > 3


def test_a_game_played_on_from_another_one_keeps_its_turns() -> None:
    """The axis of the curve begins with the turn in which it was taken up."""
    record = _record("marshals-conventional")
    game = load_game(record.game)
    g = begin(game, record)
    taken = 0
    while g.state.turn < 4:
        g.play(record.entries[taken].action)
        taken += 1
    fork = msgspec.structs.replace(record, origin=g.to_json(), entries=record.entries[taken:], lines=[])
    turns = [moment.turn for moment in review(game, fork, seconds=0).course]
    assert turns == [4, 5, 6, 7, 8, 0]
    assert review(game, fork, seconds=0).course[-1].lead == review(game, record, seconds=0).course[-1].lead


def test_the_course_is_measured_against_par() -> None:
    """Where the score fell although its seat won, the end is par; where both agree, the beginning is."""

    def course(*scores: float) -> list[tuple[int, str, int, float]]:
        return [(n, f"Turn {n}", n, score) for n, score in enumerate(scores, 1)]

    assert [m.lead for m in measured(course(0.0, -10.0, -20.0), 1, 9)] == [0.8, 0.4, 0.0, 1.0]
    assert [m.lead for m in measured(course(0.0, -10.0, -20.0), -1, 9)] == [0.0, -0.4, -0.8, -1.0]
    assert [m.lead for m in measured(course(5.0, 5.0), 0, 9)] == [0.0, 0.0, 0.0]
    assert [m.turn for m in measured(course(1.0, 2.0), 1, 9)] == [1, 2, 0]
    assert measured([], 1, 0) == []


@pytest.mark.parametrize("name", ["marshals-dual", "reichstag-campaign"])
def test_luck_is_fair(name: str) -> None:
    """Over all answers with their weights the luck of a roll is nothing: the expectation is exact."""
    record = _record(name)
    game = load_game(record.game)
    reviewer = Reviewer(game, record, 60)
    g: Position = begin(game, record)
    weighed = 0
    for entry in record.entries:
        if g.to_decide == CHANCE and 1 < len(g.chances()) <= 12:
            lucks = [(reviewer._weigh(g, action), weight) for action, weight in g.chances()]
            assert abs(sum((luck or 0.0) * weight for luck, weight in lucks)) < 1e-6
            weighed += any(abs(luck or 0.0) > 0.01 for luck, _ in lucks)
            if weighed == 12:
                return
        g.play(entry.action)
    raise AssertionError("too few rolls mattered")


def test_secrets_are_told_at_the_end() -> None:
    """What one of the players did not know lies open."""
    record = _record("reichstag-campaign")
    found = review(load_game(record.game), record, 0)
    assert any(unveiled.place.startswith("Reichstag") or unveiled.name for unveiled in found.hidden)
    assert found.dice + found.unweighed > 200
    assert found.unweighed > 200, "without time nothing is weighed"
