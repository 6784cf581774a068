"""Records as examples: what was seen, offered and chosen is what an environment would have given."""

from __future__ import annotations

import numpy as np

from grognard.engine import read_record
from grognard.lab.match import plan, play_game
from grognard.rl.imitation import examples
from grognard.rl.playing import Play


def test_examples_are_what_an_environment_shows() -> None:
    """A table that plays the same answers with the same dice sees and offers the same."""
    record = read_record(play_game(plan("marshals", "dual", [], ["recruit", "random"]), 2).record)
    found = list(examples([record], player="recruit"))
    assert {one.seat for one in found} == {"zhukov"}
    assert {one.player for one in found} == {"recruit"}
    assert len({one.result for one in found}) == 1
    play = Play("marshals", "dual")
    play._roll = lambda: None  # type: ignore[method-assign]
    play.position = play.game.start("dual")
    waiting = iter(found)
    for entry in record.entries:
        g = play.position
        play._offered = play._mask = None
        play._seen = {}
        if entry.who == "zhukov":
            one = next(waiting)
            assert one.chosen in one.offered
            assert set(play.offered()) <= set(one.offered)
            seen = play.seen(0)
            assert np.array_equal(seen.planes, one.seen.planes)
            assert np.array_equal(seen.state, one.seen.state)
            assert play.numbering.actions[one.chosen].text == entry.action
        g.play(entry.action)
    assert next(waiting, None) is None


def test_one_seat_or_all() -> None:
    record = read_record(play_game(plan("marshals", "dual", [], ["random", "random"]), 2).record)
    every = list(examples([record]))
    assert len(every) == sum(entry.who != "chance" for entry in record.entries)
    assert {one.seat for one in examples([record], seat="koniev")} == {"koniev"}
