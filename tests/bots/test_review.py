"""Looking back at a finished game: what is counted, and that luck is fair."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.bots.review import Reviewer, review
from grognard.engine import CHANCE, Position, Record, read_record
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
    assert [moment.title.partition(":")[0] for moment in found.course] == [f"Turn {n}" for n in range(1, 9)]
    lost = {piece for losses in found.losses for piece in losses.pieces}
    dead = game.dead  # type: ignore[attr-defined]
    assert lost == {unit.id for i, unit in enumerate(game.roster.units) if g.where[i] == dead}
    assert len(found.turning_points) == 3
    assert all(record.entries[point.at - 1].who == "chance" for point in found.turning_points)
    decisive = found.turning_points[-1]
    assert g.outcome is not None
    assert g.outcome.winner is not None
    assert decisive.seat == game.seats(g.setup)[g.outcome.winner].id, "what the last great die decided"
    assert found.course[-1].title.partition(":")[0] in decisive.headline
    assert found.luck[0].points == -found.luck[1].points
    assert found.dice > 50
    assert not found.unweighed
    assert not found.hidden
    assert any("Berlin" in term.reason for standing in found.standings for term in standing.terms)


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
