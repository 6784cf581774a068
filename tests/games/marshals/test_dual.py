"""Dual command (DUAL)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.marshals.helpers import allocation, battle, choose, game, movement, roll
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine import Position

FOUR = {"1605": "R-47", "1714": "R-13", "1305": "G-309", "1512": "G-275"}
"""One unit of each command: Zhukov, Koniev, Busse, Graeser."""


def dual(pieces: dict[str, str], player: int, **state: Any) -> Position[Any, Any]:
    return allocation(pieces, player=player, scenario="dual", **state)


@rule("DUAL.1")
def test_the_first_player_has_zhukov_and_graeser() -> None:
    g = movement(FOUR, scenario="dual", player=0)
    assert targets(g, "pick") == {"R-47", "G-275"}
    assert refused(g, "pick R-13") == "DUAL.2"
    assert refused(g, "pick G-309") == "DUAL.2"


@rule("DUAL.1")
def test_he_attacks_with_both_in_one_player_turn() -> None:
    g = dual({"1306": "G-303", "1406": "R-8GD", "1515": "R-1PTK", "1514": "G-342 G-BRA"}, 0)
    assert targets(g, "attack") == {"1306", "1515"}
    play(choose(g, "1306", "R-8GD"), "confirm")
    play(choose(g, "1515", "G-342 G-BRA"), "confirm, end-allocation, resolve 1515")
    assert g.to_decide == 1, "Koniev's player defends the corps"
    assert "hold R-1PTK" in texts(g)


@rule("DUAL.2")
def test_the_second_player_has_koniev_and_busse() -> None:
    g = movement(FOUR, scenario="dual", player=0)
    play(g, "end, end-allocation")
    assert (g.state.player, g.to_decide) == (1, 1)
    assert targets(g, "pick") == {"R-13", "G-309"}
    assert refused(g, "pick R-47") == "DUAL.1"


@rule("DUAL.3")
@pytest.mark.parametrize("row", range(1, 22))
def test_a_demarcation_hex_is_northern_and_south_is_south_of_it(row: int) -> None:
    north, south = game.map.sector["north"], game.map.sector["south"]
    assert north & south == 0
    assert north | south == game.board.all
    line = {1: 6, 8: 6, 9: 7, 10: 9, 11: 11, 15: 11}
    for column, last in line.items():
        place = game.board.place(f"{column:02}{row:02}")
        assert bool(north >> place & 1) == (row <= last)


@rule("DUAL.3")
def test_units_stay_in_their_sector() -> None:
    g = movement({"0106": "G-309", "0107": "G-275"}, scenario="dual", player=1)
    play(g, "pick G-309")
    assert all(int(hex_[2:]) <= 6 for hex_ in targets(g, "go"))
    assert refused(g, "go 0207") == "DUAL.3"
    g = movement({"0107": "G-275"}, scenario="dual", player=0)
    play(g, "pick G-275")
    assert refused(g, "go 0106") == "DUAL.3"


@rule("DUAL.3")
def test_attacks_and_advances_stay_in_the_sector() -> None:
    # Busse in the demarcation hex 0306 may not strike at Koniev's corps south of the line.
    g = dual({"0306": "G-169", "0206": "R-9TK", "0207": "R-1PTK"}, 1)
    assert targets(g, "attack") == {"0206"}
    assert refused(g, "attack 0207") == "DUAL.3"
    # Zhukov's tanks go on within the north only.
    g = battle({"0306": "G-36SS", "0406": "R-1GT"}, "0306", "R-1GT", 6, scenario="dual")
    play(g, "advance R-1GT")
    assert targets(g, "on") == {"0206", "0205", "0305", "0406"}
    assert refused(g, "on 0207") == "DUAL.3"


@rule("DUAL.4")
@pytest.mark.parametrize(
    ("origin", "hexes_"),
    [
        ("0906", {"0805", "0806"}),
        ("0706", {"0705", "0806"}),
        ("0805", {"0705", "0806", "0906"}),
        ("0705", {"0805", "0706", "0806"}),
    ],
)
def test_zhukov_attacks_the_top_four_and_the_centre(origin: str, hexes_: set[str]) -> None:
    pieces = {hex_: f"G-B{hex_}" for hex_ in ("0705", "0805", "0706", "0906", "0707", "0807") if hex_ != origin}
    g = dual({**pieces, "0806": "G-HIT", origin: "R-8GD R-47"}, 0)
    assert targets(g, "attack") == hexes_
    if origin == "0906":
        assert refused(g, "attack 0807") == "DUAL.4"


@rule("DUAL.5")
@pytest.mark.parametrize(
    ("origin", "hexes_"), [("0807", {"0707", "0806"}), ("0707", {"0807", "0806"}), ("0806", {"0707", "0807"})]
)
def test_koniev_attacks_the_bottom_two_and_the_centre(origin: str, hexes_: set[str]) -> None:
    pieces = {hex_: f"G-B{hex_}" for hex_ in ("0705", "0805", "0706", "0906", "0707", "0807") if hex_ != origin}
    centre = {} if origin == "0806" else {"0806": "G-HIT"}
    g = dual({**pieces, **centre, origin: "R-3GD R-3GT"}, 1)
    assert targets(g, "attack") == hexes_
    if origin == "0807":
        assert refused(g, "attack 0906") == "DUAL.5"


# From 1210 the northern hexes 1110 and 1211 are barred: 1111 can only be left to the south.
CUT_OFF = {"1111": "G-303", "1210": "R-8GD"}


@rule("DUAL.6")
@pytest.mark.parametrize(("die", "fate"), [(6, "dead"), (4, "1111")])
def test_who_could_only_retreat_over_the_line_does_not_retreat(die: int, fate: str) -> None:
    g = battle(CUT_OFF, "1111", "R-8GD", die, scenario="dual")
    assert where(g, "G-303") == fate
    assert fate == "dead" or flagged(g, "G-303", "disrupted")
    assert not targets(g, "retreat")


@rule("DUAL.6", "CONV.3")
def test_in_the_conventional_game_the_line_is_no_limit() -> None:
    g = battle(CUT_OFF, "1111", "R-8GD", 4)
    assert targets(g, "retreat") == {"1011", "1112", "1212"}


@rule("DUAL.6")
def test_a_step_over_the_line_is_refused_by_its_rule() -> None:
    g = battle({**CUT_OFF, "1110": "G-169"}, "1111", "R-8GD", 4, scenario="dual")
    assert targets(g, "retreat") == {"1110"}
    assert refused(g, "retreat 1011") == "DUAL.6"


@rule("DUAL.8")
def test_zones_of_control_reach_over_the_line_even_against_the_same_player() -> None:
    # Graeser's division in 0908 stops Zhukov's tanks in 0907.
    g = movement({"0908": "G-275", "1007": "R-9TK"}, scenario="dual", player=0)
    play(g, "pick R-9TK, go 0907")
    assert refused(g, "pick R-9TK") == "ZOC.4"
    # Koniev's army south of the line stops Busse.
    g = movement({"0207": "R-13", "0406": "G-309"}, scenario="dual", player=1)
    play(g, "pick G-309, go 0306")
    assert refused(g, "pick G-309") == "ZOC.4"


@rule("DUAL.6", "STK.5")
def test_who_could_go_only_across_the_line_stays() -> None:
    """R38 Full hexes close the ways in its sector, the line the only free one: DW Disrupts it as under orders."""
    pieces = {"1111": "G-309", "1211": "R-8GD", "1011": "G-303 G-169", "1110": "G-20PG G-MUE"}
    g = battle(pieces, "1111", "R-8GD", 2, player=0, scenario="dual")
    assert where(g, "G-309") == "1111"
    assert flagged(g, "G-309", "disrupted")
    boxed_in = pieces | {"1112": "R-9TK"}
    assert where(battle(boxed_in, "1111", "R-8GD", 2, player=0, scenario="dual"), "G-309") == "dead"


@rule("SEQ.A3c")
def test_only_the_other_players_units_recover_from_an_attack() -> None:
    """R39 Koniev may attack Busse's units beside Hitler, who are the same player's; that does not make them ready."""
    pieces = {"0806": "G-HIT G-9FJ/disrupted G-KUR/disrupted", "0807": "R-3GT R-13", "0707": "R-5GD"}
    g = choose(dual(pieces, 1, turn=5), "0806", "*R-13 *R-5GD")
    play(g, "confirm, end-allocation")
    assert flagged(play(g, "roll 4"), "G-9FJ", "disrupted")


@rule("SET.2", "SEQ.A3c")
@pytest.mark.parametrize("waits", [False, True])
def test_the_28_army_waits_even_if_it_is_attacked(waits: bool) -> None:
    """R52 With the option it is not ready before turn 2, whatever an attack on it leaves."""
    options = ["army28_waits_in_dual"] if waits else []
    g = dual({"0811": "R-28/disrupted", "0911": "G-10SS G-342"}, 0, turn=1, options=options)
    roll(play(choose(g, "0811", "G-10SS G-342"), "confirm, end-allocation"), 1)
    assert flagged(g, "R-28", "disrupted") == waits


@rule("DUAL.3")
def test_an_advance_is_told_of_the_line() -> None:
    g = battle({"1111": "G-309", "1211": "R-1GT"}, "1111", "R-1GT", 6, player=0, scenario="dual")
    assert refused(play(g, "advance R-1GT"), "on 1112") == "DUAL.3"
