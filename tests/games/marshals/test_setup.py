"""Set-up (SET)."""

from __future__ import annotations

import pytest
from tests.games.marshals.helpers import game
from tests.support import flagged, play, refused, rule, targets, texts, where


@rule("SET.1")
def test_russians_start_on_their_printed_hexes() -> None:
    g = game.start()
    russians = [unit for unit in game.roster.units if unit.side == "russian"]
    assert len(russians) == 28
    for unit in russians:
        assert where(g, unit.id) == unit.setup
        assert flagged(g, unit.id, "disrupted") == (unit.id == "R-28")
    assert where(g, "R-3SHK") == "1405"
    assert where(g, "R-28") == "1816"


@rule("SET.2")
def test_the_28_army_starts_disrupted() -> None:
    g = game.start()
    play(g, "suggested, done")
    assert flagged(g, "R-28", "disrupted")
    play(g, "pick R-28")
    assert refused(g, "go 1913") == "MOV.4"
    play(g, "go 1715, end")
    play(g, "end-allocation")
    assert flagged(g, "R-28", "disrupted"), "its own player turn does not ready it"
    play(g, "end, end-allocation")
    assert not flagged(g, "R-28", "disrupted"), "player turn B of turn 1 does"


@rule("SET.2")
@pytest.mark.parametrize(("options", "waits"), [([], False), (["army28_waits_in_dual"], True)])
def test_in_the_dual_game_the_28_army_recovers_at_once_unless_it_waits(options: list[str], waits: bool) -> None:
    g = game.start("dual", options)
    play(g, "suggested, done, suggested, done, end, end-allocation")
    assert flagged(g, "R-28", "disrupted") == waits
    play(g, "end, end-allocation, put 0110, end, end-allocation, pick G-11SS")
    assert (g.state.turn, g.state.player) == (2, 1)
    assert not flagged(g, "R-28", "disrupted")


@rule("SET.3")
def test_germans_are_set_up_within_two_hexes_of_the_first_line() -> None:
    g = game.start()
    assert g.to_decide == 1
    play(g, "pick G-309")
    assert {"1305", "1205", "1204", "1206"} <= targets(g, "put")
    assert refused(g, "put 1105") == "SET.3", "three hexes behind the line"
    assert refused(g, "put 1405") == "SET.3", "in front of it"
    assert refused(g, "put 1512") == "CONV.2"
    play(g, "put 1205")
    assert where(g, "G-309") == "1205"


@rule("SET.3", "STK.2")
def test_stacking_holds_in_the_set_up() -> None:
    g = game.start()
    play(g, "pick G-309, put 1305, pick G-9FJ, put 1305, pick G-303")
    assert refused(g, "put 1305") == "STK.2"
    play(g, "put 1306, pick G-TIG")
    assert "1305" in targets(g, "put")


@rule("SET.3")
def test_all_units_must_be_set_up_and_may_be_taken_up_again() -> None:
    g = game.start()
    assert refused(g, "done") == "SET.3"
    play(g, "suggested")
    assert {"done", "lift G-309"} <= texts(g)
    play(g, "lift G-309")
    assert refused(g, "done") == "SET.3"
    assert where(g, "G-309") == "deploy"
    play(g, "pick G-309, put 1205, done")
    assert (g.state.turn, g.state.player) == (1, 0)


@rule("SET.3")
def test_the_suggested_set_up_is_legal() -> None:
    g = game.start()
    play(g, "suggested, done")
    assert g.status() == []
    assert where(g, "G-TIG") == "1306"


@rule("SET.3", "DUAL.1", "DUAL.2")
def test_in_the_dual_game_each_player_sets_up_his_own_germans() -> None:
    g = game.start("dual")
    assert g.to_decide == 1
    assert "pick G-309" in texts(g)
    assert refused(g, "pick G-342") == "SET.3"
    play(g, "suggested, done")
    assert g.to_decide == 0
    assert "pick G-342" in texts(g)
    assert refused(g, "lift G-309") == "SET.3"


@rule("SET.4")
def test_fixed_germans() -> None:
    g = game.start()
    assert where(g, "G-FFO") == "1408"
    assert where(g, "G-HIT") == "0806"
    districts = {"0705", "0805", "0706", "0906", "0707", "0807"}
    assert {where(g, f"G-B{district}") for district in districts} == districts
    assert refused(g, "lift G-FFO") == "SET.3"


@rule("SET.5")
def test_reinforcements_wait_on_the_turn_track() -> None:
    g = game.start()
    track = {
        "turn-2": {"G-11SS", "G-18PG", "G-23SS", "G-20PZ"},
        "turn-3": {"G-HG1", "G-HG2", "G-JAH"},
        "turn-4": {"G-3MAR", "G-4SSP", "G-POT"},
        "turn-5": {"G-SCH", "G-SCI", "G-KOE", "G-HUT"},
    }
    for box, units in track.items():
        assert {unit.id for unit in game.roster.units if where(g, unit.id) == box} == units
