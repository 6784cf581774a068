"""German reinforcements (REI)."""

from __future__ import annotations

from tests.games.marshals.helpers import game, movement
from tests.support import flagged, play, refused, rule, targets, texts, where

TRACK = {"turn-2": "G-11SS G-20PZ", "turn-3": "G-HG1", "turn-4": "G-3MAR"}


@rule("REI.1")
def test_reinforcements_arrive_when_their_owners_turn_begins() -> None:
    g = game.position(TRACK, phase="arrival", turn=2, player=1)
    assert texts(g) == {"pick G-11SS", "pick G-20PZ"}
    assert refused(g, "pick G-HG1") == "REI.1"
    play(g, "pick G-11SS, put 0105, put 0109")
    assert (where(g, "G-11SS"), where(g, "G-20PZ")) == ("0105", "0109")
    assert not flagged(g, "G-11SS", "disrupted")
    assert "pick G-11SS" in texts(g), "and they move in the same turn"


@rule("REI.1")
def test_not_in_the_other_players_turn() -> None:
    g = movement({**TRACK, "0811": "G-342"}, turn=1, player=1)
    play(g, "end, end-allocation")
    assert (g.state.turn, g.state.player) == (2, 0)
    assert where(g, "G-11SS") == "turn-2"
    assert refused(g, "pick G-11SS") == "CONV.1"
    play(g, "end, end-allocation")
    assert texts(g) == {"pick G-11SS", "pick G-20PZ"}


@rule("REI.1")
def test_who_finds_no_room_waits_for_the_next_turn() -> None:
    units = [u.id for u in game.roster.units if u.side == "russian"][:21]
    full = {f"01{row:02}": unit for row, unit in enumerate(units, start=1)}
    g = game.position({**full, **TRACK, "0811": "G-342"}, phase="arrival", turn=2, player=1)
    assert targets(g, "pick") == {"G-342"}, "no hex of the edge is free: movement begins"
    assert where(g, "G-11SS") == "turn-2"
    first = {hex_: unit for hex_, unit in full.items() if hex_ != "0105"}
    g = game.position({**first, **TRACK}, phase="arrival", turn=3, player=1)
    assert texts(g) == {"pick G-11SS", "pick G-20PZ", "pick G-HG1"}, "the late ones are still due"
    play(g, "pick G-11SS")
    assert targets(g, "put") == {"0105"}
    assert refused(g, "put 0106") == "REI.1"


@rule("REI.1")
def test_a_unit_on_the_turn_track_cannot_be_moved() -> None:
    g = movement({**TRACK, "0811": "G-342"}, turn=2, player=1)
    assert targets(g, "pick") == {"G-342"}
    assert refused(g, "pick G-HG1") == "REI.1"


@rule("REI.1", "STK.2")
def test_stacking_holds_on_arrival() -> None:
    g = game.position({**TRACK, "0105": "G-303 G-169"}, phase="arrival", turn=2, player=1)
    play(g, "pick G-11SS")
    assert refused(g, "put 0105") == "STK.2"


@rule("REI.2")
def test_in_the_dual_game_they_arrive_in_their_own_zone() -> None:
    g = game.position(TRACK, phase="arrival", turn=2, player=1, scenario="dual")
    assert targets(g, "put") == {f"01{row:02}" for row in range(1, 7)}, "Busse's one unit, in the north"
    assert refused(g, "put 0107") == "REI.2"
    g = game.position(TRACK, phase="arrival", turn=2, player=0, scenario="dual")
    assert targets(g, "put") == {f"01{row:02}" for row in range(7, 22)}, "Graeser's, in the south"
    assert refused(g, "put 0106") == "REI.2"
