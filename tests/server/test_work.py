"""What the server does for every action is done once: counted, because times depend on the machine."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from grognard.engine import concealment
from grognard.engine.flow import Choice, Mark, Seat
from grognard.server.live.table import LiveTable
from grognard.server.play.game import PlayedGame

from .secret_game import SecretMarshals
from .test_seen import OWNER, table


def play(live: LiveTable, rng: random.Random, client_id: str) -> int:
    """One action of whoever is asked; gives how many answers of luck followed it."""
    played: PlayedGame = live.played
    number = played.position.to_decide
    assert number is not None
    names, _ = played.names(number)
    frame = played.position.frame
    assert isinstance(frame, Choice)
    actions = played.position.actions()
    forth = [action for action in actions if action.verb not in frame.marked(Mark.TAKES_BACK)] or actions
    action = next((action for action in forth if action.verb in frame.marked(Mark.SUGGESTS)), rng.choice(forth))
    text = played.game.text(action.verb, action.args, names)
    return len(played.play(played.asked, text, client_id)) - 1


def test_what_is_secret_is_asked_once_for_each_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first change and after each; it was asked before and after every one of them."""
    asked: Counter[Seat | None] = Counter()
    concealed = SecretMarshals.concealed

    def counted(self: SecretMarshals, g: Any, seat: Seat | None) -> Any:
        asked[seat] += 1
        return concealed(self, g, seat)

    live, rng = table("secret"), random.Random(1)
    monkeypatch.setattr(SecretMarshals, "concealed", counted)
    rolled = 0
    for step in range(300):
        live.played.names(live.played.position.to_decide)
        asked.clear()
        luck = play(live, rng, f"c{step}")
        rolled += luck
        assert asked[None] == 2 + luck
        if live.played.table.over:
            break
    assert rolled > 10


def test_concealed_pieces_are_told_apart_only_where_they_look_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """What state and flow say of a piece is written out for those that look like another one, and for no others."""
    parts_played, written = concealment._parts_played, 0

    def counted(g: Any, mask: int, named: int, frames: int) -> Any:
        nonlocal written
        written += named.bit_count()
        looks = Counter((g.where[p], g.game.back(p), g.steps[p], g.flags[p]) for p in bits(mask))
        assert all(looks[g.where[p], g.game.back(p), g.steps[p], g.flags[p]] > 1 for p in bits(named))
        return parts_played(g, mask, named, frames)

    monkeypatch.setattr(concealment, "_parts_played", counted)
    live, rng = table("reichstag"), random.Random(2)
    for step in range(250):
        play(live, rng, f"c{step}")
        for seat in (None, Seat(0), Seat(1)):
            live.played.names(seat)
    assert written


def bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


@pytest.mark.parametrize("name", ["marshals", "reichstag"])
def test_turns_are_counted_as_they_begin_and_are_taken_back(name: str) -> None:
    live, rng = table(name), random.Random(3)
    taken_back = 0
    for step in range(250):
        play(live, rng, f"c{step}")
        book = live.played.book
        assert book.turns == sum(mark.level <= 2 for _, mark in book.marks)
        if live.played.table.can_undo and rng.random() < 0.3:
            live.played.undo(None)
            taken_back += 1
            assert book.turns == sum(mark.level <= 2 for _, mark in book.marks)
    assert taken_back > 10
    assert book.turns > 1


def test_a_state_is_the_same_however_it_is_reached() -> None:
    """Two tables, one of which is written after every action, the other only at the end: same rows, same text."""
    one, other = table("reichstag"), table("reichstag")
    rng, again = random.Random(5), random.Random(5)
    for step in range(120):
        play(one, rng, f"c{step}")
        play(other, again, f"c{step}")
        one.changed()
        one.message(OWNER, one.played.seq - 1, first=False)
    whole, late = (json.loads(live.message(OWNER, -1, first=True)) for live in (one, other))
    assert whole["views"] == late["views"]
