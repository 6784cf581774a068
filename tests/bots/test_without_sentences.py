"""Programs read data, not prose: bots, reviews and analyses do the same where every sentence is a mere word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.bots import make_bot, weighing
from grognard.bots.review import Review, review
from grognard.engine import Table, read_record
from grognard.engine.reporting import Told
from grognard.engine.view import View
from grognard.games import BUILT_IN, load_game

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
WORD = "Word"
DECISIONS = 25


def _silenced(view: View) -> View:
    """A view in which nothing can be read: only names, numbers and what the answers are."""
    replace = msgspec.structs.replace
    assert view.decision is not None
    offers = tuple(
        replace(o, label=o.label and WORD, cost=o.cost and WORD, text=WORD, panel=None) for o in view.decision.offers
    )
    decision = replace(view.decision, prompt=WORD, panel=None, offers=offers)
    signs = tuple(replace(sign, text=WORD) for sign in view.signs)
    return replace(view, headline=WORD, accounts=tuple(WORD for _ in view.accounts), signs=signs, decision=decision)


@pytest.mark.parametrize("game", sorted(BUILT_IN))
@pytest.mark.parametrize("bot", ["staff", "recruit"])
def test_bots_read_no_sentences(game: str, bot: str) -> None:
    """The same answers to views whose prompts, labels, hints and signs say nothing."""
    loaded = load_game(game)
    table = Table(loaded, seed=bytes(32))
    players = {n: (make_bot(bot, loaded, seed=1), make_bot(bot, loaded, seed=1)) for n in (0, 1)}
    for _ in range(DECISIONS):
        seat = table.position.to_decide
        assert seat is not None
        view = table.view(seat)
        reads, knows = players[seat]
        answer = reads.choose(view)
        assert knows.choose(_silenced(view)) == answer
        table.play(answer, seat)


def test_a_review_reads_no_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Course, luck, losses and turning points of a game are the same when every line of its log is a word."""
    record = read_record((GOLDEN / "raceforberlin-campaign.record").read_text(encoding="utf-8"))
    game = load_game(record.game)
    before = review(game, record)

    def word(*arguments: Any) -> Told:
        said = told(*arguments)
        return msgspec.structs.replace(said, text=said.text and WORD)

    told = weighing.told
    monkeypatch.setattr(weighing, "told", word)
    after = review(game, record)
    assert {point.text for point in after.turning_points} <= {WORD, f"{WORD} {WORD}"}
    assert _without_texts(after) == _without_texts(before)


def _without_texts(found: Review) -> Review:
    points = [msgspec.structs.replace(point, text="") for point in found.turning_points]
    return msgspec.structs.replace(found, turning_points=points)
