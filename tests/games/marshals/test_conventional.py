"""Conventional command (CONV)."""

from __future__ import annotations

from tests.games.marshals.helpers import allocation, game, movement
from tests.support import play, refused, rule, targets, texts

FOUR = {"1605": "R-47", "1714": "R-13", "1305": "G-309", "1512": "G-275"}


@rule("CONV.1")
def test_one_player_has_all_russians_and_the_other_all_germans() -> None:
    g = movement(FOUR)
    assert targets(g, "pick") == {"R-47", "R-13"}
    assert refused(g, "pick G-309") == "CONV.1"
    g = movement(FOUR, player=1)
    assert targets(g, "pick") == {"G-309", "G-275"}


@rule("CONV.2")
def test_germans_are_set_up_on_their_side_of_the_line() -> None:
    g = game.start()
    play(g, "pick G-342")
    assert refused(g, "put 1305") == "CONV.2"
    assert all(game.map.sector["south"] >> game.board.place(hex_) & 1 for hex_ in targets(g, "put"))
    play(g, "put 1514, pick G-309")
    assert refused(g, "put 1514") == "CONV.2"
    assert all(game.map.sector["north"] >> game.board.place(hex_) & 1 for hex_ in targets(g, "put"))


@rule("CONV.3")
def test_after_the_start_everyone_may_cross_the_line() -> None:
    g = movement({"0106": "G-309", "0907": "R-47"}, player=1)
    play(g, "pick G-309")
    assert "0107" in targets(g, "go")
    g = movement({"0907": "R-47"})
    play(g, "pick R-47")
    assert "0908" in targets(g, "go")
    g = allocation({"0906": "R-47", "0807": "G-B0807"})
    assert targets(g, "attack") == {"0807"}


@rule("CONV.4")
def test_reinforcements_enter_anywhere_on_the_west_edge() -> None:
    g = game.position({"turn-2": "G-11SS"}, phase="arrival", turn=2, player=1)
    assert targets(g, "put") == {f"01{row:02}" for row in range(1, 22)}
    assert refused(g, "put 0205") == "CONV.4"
    assert refused(g, "put 1001") == "CONV.4"
    assert "put 0121" in texts(g)
