"""Movement (9), stacking on the way (10), zones of control in movement (11), bridges (18) and engineers (19)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.reichstag.helpers import Axial, at, blank
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine import Position
from grognard.games.reichstag import Reichstag

RD, RD2, TC = "1BF-35GRD", "1BF-39GRD", "1BF-11GTC"
"""Rifle divisions of strength 5, a tank corps of 9."""
BD, BD2, RE, EN = "1BF-7GTB", "1BF-8GTB", "1BF-1GTA-RR", "1BF-5SA-EB"
"""Brigades of 3, reconnaissance, engineers."""
M3, M2, VS, POST, POST2 = "G-Nor-23", "G-AX", "GS-VS-1", "GS-CP-Ost", "GS-CP-West"


def moving(game: Reichstag, pieces: dict[Axial, str], **more: Any) -> Position[Any, Any]:
    """The 1BF movement phase of turn 3."""
    placed = {at(*place): units for place, units in pieces.items()}
    return game.position(placed, phase="movement", **{"turn": 3, "player_turn": 0, **more})


def germans(game: Reichstag, pieces: dict[Axial, str], die: int, **more: Any) -> Position[Any, Any]:
    """The movement of the Germans in the 1BF sector after their roll."""
    return play(moving(game, pieces, player_turn=1, **more), [f"roll {die}"])


def hexes(g: Position[Any, Any]) -> set[str]:
    """Where the unit in hand may go."""
    return targets(g, "go")


def cost(g: Position[Any, Any], place: Axial) -> str:
    """What the way to a hex costs the unit in hand."""
    action = next(a for a in g.actions() if a.text == f"go {at(*place)}")
    hint = g.frame.hint(g, action)  # type: ignore[attr-defined]
    return str(hint.cost)


def reached(game: Reichstag, unit: str, pieces: dict[Axial, str], **more: Any) -> set[str]:
    """Where a unit may go."""
    return hexes(play(moving(game, pieces, **more), [f"pick {unit}"]))


def far(place: Axial) -> int:
    """The distance of a hex from the middle."""
    q, r = place
    return max(abs(q), abs(r), abs(q + r))


def around(most: int) -> set[Axial]:
    """All hexes up to a distance from the middle, without it."""
    span = range(-most, most + 1)
    return {(q, r) for q in span for r in span if 0 < far((q, r)) <= most}


PASS = dict.fromkeys(((1, 0), (-1, 0), (-1, 1), (1, -1)), "water water")
"""Water on both sides of the step from (0, 0) to (0, 1): no way round."""


# -- allowance -----------------------------------------------------------------------------------


@rule("9.1", "9.4", "4.3.I.C")
def test_any_number_of_units_move_in_any_direction_or_none() -> None:
    g = moving(blank(), {(0, 0): RD, (3, 0): BD})
    assert texts(g, "pick") == {f"pick {RD}", f"pick {BD}"}
    assert "end" in texts(g)
    play(g, [f"pick {RD}", f"go {at(1, 1)}", f"pick {RD}", f"go {at(0, 1)}", f"pick {BD}", f"go {at(3, 1)}"])
    assert (where(g, RD), where(g, BD)) == (at(0, 1), at(3, 1))


@rule("9.2")
def test_soviets_have_six_points() -> None:
    assert reached(blank(), RD, {(0, 0): RD}) == {at(*place) for place in around(6)}


@rule("6.5", "9.2")
def test_a_forced_march_gives_nine_points_for_one_point_of_the_purse() -> None:
    g = play(moving(blank(), {(0, 0): RD}), [f"pick {RD}", "march"])
    assert at(0, -9) in hexes(g)
    assert at(0, -10) not in hexes(g)
    assert g.state.spent == (1, 0)
    assert refused(g, "march") == "6.5"


@rule("6.5")
def test_a_forced_march_is_paid_at_the_start_of_a_move() -> None:
    g = play(moving(blank(), {(0, 0): RD}), [f"pick {RD}", f"go {at(0, 1)}", f"pick {RD}"])
    assert refused(g, "march") == "6.5"


@rule("6.5", "6.3")
def test_no_forced_march_with_an_empty_purse() -> None:
    g = play(moving(blank(), {(0, 0): RD}, spent=(60, 40)), [f"pick {RD}"])
    assert refused(g, "march") == "6.3"


@rule("6.5")
def test_the_printed_price_of_three_is_an_option() -> None:
    g = moving(blank(), {(0, 0): RD}, options=("forced_march_costs_three",))
    assert play(g, [f"pick {RD}", "march"]).state.spent == (3, 0)


@rule("25.0", "25.1", "25.2")
@pytest.mark.parametrize(("unit", "reach"), [(TC, 12), (RD, 9)])
def test_highly_mobile_units_march_twelve(unit: str, reach: int) -> None:
    game = blank()
    g = play(moving(game, {(0, 0): unit}, options=("highly_mobile_units",)), [f"pick {unit}", "march"])
    assert (at(0, -9) in hexes(g), at(0, -11) in hexes(g), at(12, 0) in hexes(g)) == (True, reach == 12, False)
    plain = play(moving(game, {(0, 0): unit}), [f"pick {unit}", "march"])
    assert at(0, -10) not in hexes(plain)


@rule("9.3a", "4.3.II.B")
def test_all_germans_of_the_sector_share_one_roll() -> None:
    g = germans(blank(), {(0, 0): M3, (5, 0): M2}, 3)
    for unit, place in ((M3, (0, 3)), (M2, (5, 3))):
        inside = hexes(play(g.copy(), [f"pick {unit}"]))
        assert at(*place) in inside
        assert at(place[0], place[1] + 1) not in inside


@rule("9.3b", "5.7")
def test_each_face_up_command_post_adds_a_point() -> None:
    reichstag = (8, 0)
    pieces = {(0, 0): M3, (3, 3): POST, (4, 4): f"{POST2}/face-down", reichstag: "GS-CP-Zitad"}
    g = germans(blank(reichstag=reichstag), pieces, 2)
    assert g.state.points == 3
    assert at(0, 3) in hexes(play(g, [f"pick {M3}"]))


@rule("9.3a", "9.5c")
def test_points_are_not_kept() -> None:
    g = germans(blank(), {(0, 0): M3}, 6)
    play(g, "end")
    assert moving(blank(), {(0, 0): M3}, player_turn=1, points=6).frame.title == "MovementRoll"


@rule("9.5b")
def test_a_unit_moves_once() -> None:
    g = moving(blank(), {(0, 0): RD, (3, 0): BD})
    play(g, [f"pick {RD}", f"go {at(0, 1)}", f"pick {BD}", f"go {at(3, 1)}"])
    assert refused(g, f"pick {RD}") == "9.5b"


@rule("9.4", "9.5c")
def test_the_last_unit_may_go_on_with_what_is_left_only() -> None:
    g = play(moving(blank(), {(0, 0): RD}), [f"pick {RD}", f"go {at(0, 4)}", f"pick {RD}"])
    assert at(0, 6) in hexes(g)
    assert at(0, 7) not in hexes(g)


@rule("1.1a", "9.5a", "4.3.IV.B")
def test_nobody_moves_units_of_another_command_or_turn() -> None:
    game = blank(uf=[(5, 0), (5, 1), (4, 1), (6, 0)])
    pieces = {(0, 0): RD, (5, 1): "G-18-30", (0, 5): M3}
    assert refused(moving(game, pieces), f"pick {M3}") == "1.1a"
    assert refused(moving(game, pieces), "pick G-18-30") == "9.5a"
    theirs = germans(game, pieces, 4)
    assert refused(theirs, "pick G-18-30") == "1.1a"
    assert refused(theirs, f"pick {RD}") == "1.1a"
    assert targets(germans(game, pieces, 4), "pick") == {M3}
    last = play(moving(game, pieces, player_turn=3), ["roll 4"])
    assert targets(last, "pick") == {"G-18-30"}


@rule("2.4")
def test_statics_never_move() -> None:
    g = germans(blank(), {(0, 0): f"{VS} {M3}"}, 4)
    assert refused(g, f"pick {VS}") == "2.4"
    assert targets(g, "pick") == {M3}


# -- where ---------------------------------------------------------------------------------------


@rule("2.2", "5.2", "9.5e")
def test_nobody_crosses_the_boundary() -> None:
    south = [(q, r) for q in range(-5, 6) for r in range(1, 7)]
    g = play(moving(blank(uf=south), {(0, 0): RD}), [f"pick {RD}"])
    assert hexes(g).isdisjoint({at(*place) for place in south})
    assert refused(g, f"go {at(0, 1)}") == "5.2"


@rule("9.5e")
def test_water_and_enemy_hexes_are_closed() -> None:
    game = blank({(0, 1): "water water"})
    g = play(moving(game, {(0, 0): RD, (0, -1): VS}), [f"pick {RD}"])
    assert refused(g, f"go {at(0, 1)}") == "9.5e"
    assert refused(g, f"go {at(0, -1)}") == "9.5e"


@rule("9.5f", "26.1", "26.0")
def test_the_map_is_not_left_by_movement() -> None:
    g = play(moving(blank(), {(0, 12): RD}), [f"pick {RD}"])
    assert {a.verb for a in g.actions()} == {"go", "march", "back"}
    assert refused(g, "go due-1bf") == "9.5f"
    assert refused(g, "escape") == "9.5f"


@rule("26.0", "26.1")
def test_germans_escape_to_the_west_once_the_bunker_is_captured() -> None:
    west = (-8, 8)
    assert refused(play(germans(blank(), {west: M3}, 2), [f"pick {M3}"]), "escape") == "9.5f"
    option = ("escape_to_the_west",)
    g = play(germans(blank(), {west: M3}, 2, options=option), [f"pick {M3}"])
    assert refused(g, "escape") == "26.1"
    g = play(germans(blank(), {(-7, 8): M3}, 2, options=option, captured_bunker=True), [f"pick {M3}"])
    assert refused(g, "escape") == "26.1"
    play(g, [f"go {at(*west)}", f"pick {M3}", "escape"])
    assert where(g, M3) == "escaped"


@rule("5.5")
def test_the_reichstag_is_open_to_one_front_at_a_time() -> None:
    game = blank(reichstag=(0, 1), uf=[(0, 2), (1, 1), (-1, 2)])
    assert at(0, 1) in reached(game, RD, {(0, 0): RD})
    for rival in ("1UF-20RD", "M-1UF-ART-1"):
        g = play(moving(game, {(0, 0): RD, (0, 1): rival}), [f"pick {RD}"])
        assert refused(g, f"go {at(0, 1)}") == "5.5"


@rule("5.6a")
def test_no_german_enters_the_reichstag() -> None:
    g = play(germans(blank(reichstag=(0, 1)), {(0, 0): M3}, 4), [f"pick {M3}"])
    assert refused(g, f"go {at(0, 1)}") == "5.6a"


# -- costs ---------------------------------------------------------------------------------------


@rule("9.9a")
@pytest.mark.parametrize(
    ("kind", "points"),
    [
        ("clear", "1"), ("suburban", "2"), ("urban", "2"), ("woods", "2"), ("clear objective vp-5", "2"),
        ("suburban airfield", "1"), ("clear sbahn", "1"), ("urban sbahn", "2"),
    ],
)  # fmt: skip
def test_what_a_hex_costs(kind: str, points: str) -> None:
    g = play(moving(blank({(0, 1): kind}), {(0, 0): RD}), [f"pick {RD}"])
    assert cost(g, (0, 1)) == points


@rule("9.9b", "9.6")
def test_a_river_costs_three_more_and_there_is_no_minimum_move() -> None:
    river = {((0, 0), d): "river" for d in ("N", "NE", "SE", "S", "SW", "NW")}
    g = play(moving(blank(sides=river), {(0, 0): RD}), [f"pick {RD}"])
    assert cost(g, (0, 1)) == "4"
    assert refused(germans(blank(sides=river), {(0, 0): M3}, 3), f"pick {M3}") == "9.6"
    assert f"pick {M3}" in texts(germans(blank(sides=river), {(0, 0): M3}, 4))


@rule("9.6")
def test_one_point_does_not_enter_a_suburb_off_the_road() -> None:
    suburbs = dict.fromkeys(around(1), "suburban")
    assert refused(germans(blank(suburbs), {(0, 0): M3}, 1), f"pick {M3}") == "9.6"
    along = germans(blank(suburbs, roads=[((0, 0), (0, 1))]), {(0, 0): M3}, 1)
    assert hexes(play(along, [f"pick {M3}"])) == {at(0, 1)}


@rule("9.9b")
def test_lakes_cost_six_more() -> None:
    lake = {((0, 0), d): "lake" for d in ("N", "NE", "SE", "S", "SW", "NW")}
    g = play(moving(blank(sides=lake), {(0, 0): RD}), [f"pick {RD}"])
    assert texts(g) == {"march", "back"}
    assert cost(play(g, "march"), (0, 1)) == "7"


@rule("9.10")
def test_roads_cost_one_whatever_the_terrain() -> None:
    town = dict.fromkeys(around(4), "urban")
    g = play(moving(blank(town, roads=[((0, 0), (0, 1), (0, 2), (0, 3))]), {(0, 0): RD}), [f"pick {RD}"])
    assert cost(g, (0, 3)) == "3"
    assert cost(g, (1, 2)) == "4"


@rule("9.11", "18.5")
def test_a_bridge_takes_the_river_away_and_a_blown_one_brings_it_back() -> None:
    game = blank(PASS | {(0, 1): "woods"}, {((0, 0), "S"): "river bridge"}, roads=[((0, 0), (0, 1))])
    g = play(moving(game, {(0, 0): RD}), [f"pick {RD}"])
    assert cost(g, (0, 1)) == "1"
    side = game.map.bridges[0].id
    blown = play(moving(game, {(0, 0): RD}, demolished=(side,)), [f"pick {RD}"])
    assert cost(blown, (0, 1)) == "5"


@rule("9.9a", "9.9b", "9.10", "18.5")
def test_worked_example_of_costs() -> None:
    """W29: suburb, then woods beyond a river; by road with a bridge; the bridge is blown on the way."""
    terrain = {(1, -1): "suburban", (2, -2): "woods"}
    walls = dict.fromkeys(around(3) - set(terrain), "water water")
    river = {((1, -1), "NE"): "river"}
    g = play(moving(blank(walls | terrain, river), {(0, 0): RD}), [f"pick {RD}"])
    assert hexes(g) == {at(1, -1)}
    assert cost(play(g, "march"), (2, -2)) == "7"
    road = blank(walls | terrain, {((1, -1), "NE"): "river bridge"}, roads=[((0, 0), (1, -1), (2, -2))])
    g = play(moving(road, {(0, 0): RD}), [f"pick {RD}"])
    assert cost(g, (2, -2)) == "2"
    play(g, [f"go {at(2, -2)}", "roll 3"])
    assert where(g, RD) == at(1, -1)
    assert cost(g, (2, -2)) == "5"
    play(g, [f"go {at(2, -2)}"])
    assert where(g, RD) == at(2, -2)


@rule("15.4b")
def test_barrage_costs_germans_a_point_more_for_each_hex() -> None:
    game = blank({(0, 1): "suburban", (1, 0): "suburban"}, roads=[((0, 0), (1, 0))])
    g = germans(game, {(0, 0): M3, (0, 2): "M-1BF-ART-1", (2, 0): "M-1BF-ART-2"}, 6)
    play(g, [f"pick {M3}"])
    assert cost(g, (0, 1)) == "3"
    assert cost(g, (1, 0)) == "2"
    assert cost(g, (0, -1)) == "1"
    ours = play(moving(game, {(0, 0): RD, (0, 2): "M-1BF-ART-1"}), [f"pick {RD}"])
    assert cost(ours, (0, 1)) == "2"


# -- stacking ------------------------------------------------------------------------------------


@rule("10.2", "10.4")
@pytest.mark.parametrize(
    ("there", "unit", "fits"),
    [
        (TC, RD, False), (RD2, RD, False), (TC, BD, True), (RD2, BD, True), (BD2, BD, True), (f"{BD2} {RE}", BD, False),
        (f"{RD2} {BD2}", BD, False),
    ],
)  # fmt: skip
def test_soviet_stacks(there: str, unit: str, fits: bool) -> None:
    g = play(moving(blank(), {(0, 0): unit, (0, 1): there}), [f"pick {unit}"])
    assert (at(0, 1) in hexes(g)) == fits
    if not fits:
        assert refused(g, f"go {at(0, 1)}") == "10.2"


@rule("10.4")
def test_a_full_hex_is_not_even_passed() -> None:
    walls = dict.fromkeys(around(2) - {(0, 1), (0, 2)}, "water water")
    assert refused(moving(blank(walls), {(0, 0): RD, (0, 1): RD2}), f"pick {RD}") == "10.4"
    assert refused(moving(blank(walls | {(0, 1): "water water"}), {(0, 0): RD}), f"pick {RD}") == "9.6"
    game = blank(walls | {(1, -1): "clear"})
    g = play(moving(game, {(0, 0): RD, (0, 1): RD2}), [f"pick {RD}"])
    assert refused(g, f"go {at(0, 2)}") == "10.4"


@rule("10.3")
def test_three_germans_fill_a_hex() -> None:
    g = germans(blank(), {(0, 0): M3, (0, 1): f"{M2} G-GD {VS}", (1, 0): f"G-HJR {POST}"}, 4)
    play(g, [f"pick {M3}"])
    assert refused(g, f"go {at(0, 1)}") == "10.3"
    assert at(1, 0) in hexes(g)


@rule("10.6")
def test_markers_do_not_count() -> None:
    markers = "M-1BF-ART-1 M-1BF-ART-2 M-1BF-AIR-1"
    g = germans(blank(), {(0, 0): M3, (0, 1): f"{M2} G-GD {markers}"}, 4)
    assert at(0, 1) in hexes(play(g, [f"pick {M3}"]))


@rule("10.5")
def test_an_overstacked_hex_is_mended_by_its_owner() -> None:
    g = moving(blank(), {(0, 0): RD, (0, 5): f"{M3} {M2} G-GD {VS}"})
    assert g.to_decide == 1
    assert targets(g, "remove") == {M3, M2, "G-GD", VS}
    assert refused(g, f"remove {RD}") == "10.5"
    play(g, [f"remove {VS}"])
    assert (where(g, VS), g.frame.title) == ("dead-1bf", "Movement")
    two = moving(blank(), {(0, 0): f"{RD} {RD2}"})
    assert (two.to_decide, targets(two, "remove")) == (0, {RD, RD2})


# -- zones of control ----------------------------------------------------------------------------


@rule("9.7", "11.4a", "11.1")
def test_a_unit_stops_in_the_first_enemy_zone() -> None:
    """W28, first part."""
    g = play(moving(blank(), {(0, 0): BD, (2, -1): VS}), [f"pick {BD}"])
    assert {at(1, 0), at(1, -1)} <= hexes(g)
    assert refused(g, f"go {at(2, -1)}") == "9.5e"
    play(g, [f"go {at(1, 0)}"])
    assert refused(g, f"pick {BD}") == "9.7"


@rule("9.5d", "11.4b", "11.5a", "11.5b")
def test_disengagement() -> None:
    """W28, second part: the first step leaves the zone, and no zone is entered afterwards."""
    g = play(moving(blank(), {(1, 0): BD, (2, -1): VS}), [f"pick {BD}"])
    assert refused(g, f"go {at(1, -1)}") == "11.5b"
    assert refused(g, f"go {at(2, 0)}") == "11.5b"
    assert {at(1, 1), at(0, 1), at(0, 0)} <= hexes(g)
    play(g, [f"go {at(0, 0)}", f"pick {BD}"])
    assert refused(g, f"go {at(1, -1)}") == "11.5b"


@rule("11.4b")
def test_a_unit_in_a_ring_of_zones_stays() -> None:
    corners = [(0, -2), (2, -2), (2, 0), (0, 2), (-2, 2), (-2, 0)]
    ring = {place: f"GS-VS-{i}" for i, place in enumerate(corners, 1)}
    g = moving(blank(), {**ring, (0, 0): BD, (0, -1): M3})
    assert refused(g, f"pick {BD}") == "11.5a"


@rule("11.2a", "11.3")
def test_friends_do_not_cancel_zones() -> None:
    g = play(moving(blank(), {(0, 0): BD, (0, 1): BD2, (0, 2): VS}), [f"pick {BD}", f"go {at(0, 1)}"])
    assert refused(g, f"pick {BD}") == "9.7"


@rule("11.2c", "11.2d", "11.3")
def test_objectives_let_german_zones_in_and_keep_soviet_ones_out() -> None:
    game = blank({(0, 0): "urban objective vp-5"})
    g = germans(game, {(0, -1): RD, (0, 1): M3}, 6)
    play(g, [f"pick {M3}", f"go {at(0, 0)}"])
    assert f"pick {M3}" in texts(g)
    ours = play(moving(game, {(0, -1): RD, (0, 1): M3}), [f"pick {RD}", f"go {at(0, 0)}"])
    assert refused(ours, f"pick {RD}") == "9.7"


@rule("5.3", "11.2b")
def test_zones_end_at_the_boundary() -> None:
    """W16: enemies on both sides of the line do not know each other."""
    south = [(q, r) for q in range(-5, 6) for r in range(1, 7)]
    g = moving(blank(uf=south), {(0, 0): RD, (0, 1): M3})
    play(g, [f"pick {RD}", f"go {at(1, 0)}"])
    assert f"pick {RD}" in texts(g)


@rule("5.6c")
def test_the_garrison_of_the_reichstag_has_no_zone() -> None:
    g = moving(blank(reichstag=(0, 1)), {(0, -1): RD, (0, 1): f"{VS}/face-down"})
    play(g, [f"pick {RD}", f"go {at(0, 0)}"])
    assert f"pick {RD}" in texts(g)


@rule("11.2e")
def test_markers_have_no_zone() -> None:
    g = germans(blank(), {(0, 0): M3, (0, 2): "M-1BF-ART-1"}, 6)
    play(g, [f"pick {M3}", f"go {at(0, 1)}"])
    assert f"pick {M3}" in texts(g)


# -- bridges -------------------------------------------------------------------------------------

TWO_BRIDGES = {((0, 0), "N"): "river bridge", ((0, 0), "SE"): "canal bridge"}


@rule("18.1", "18.2", "18.3", "18.4")
def test_bridges_are_checked_once_clockwise_from_north() -> None:
    """W31."""
    game = blank(sides=TWO_BRIDGES)
    north, south_east = (bridge.id for bridge in game.map.bridges_of[game.board.place(at(0, 0))])
    g = moving(game, {(0, 0): BD, (-2, 0): BD2, (-2, 2): RE})
    assert (g.state.demolished, g.state.intact) == ((), ())
    play(g, [f"pick {BD2}", f"go {at(0, 0)}", "roll 3"])
    assert g.state.demolished == (north,)
    play(g, "roll 4")
    assert (g.state.demolished, g.state.intact) == ((north,), (south_east,))
    play(g, [f"pick {BD}", f"go {at(1, 0)}"])
    assert g.to_decide == 0
    signs = {sign.shape for sign in game.signs(g)}
    assert signs == {"cross", "tick"}


@rule("18.1")
def test_germans_check_no_bridge() -> None:
    g = germans(blank(sides=TWO_BRIDGES), {(-1, 0): M3}, 4)
    play(g, [f"pick {M3}", f"go {at(0, 0)}"])
    assert g.to_decide == 1
    assert g.state.intact == ()


@rule("18.1")
def test_the_player_chooses_anew_after_a_bridge() -> None:
    game = blank(sides=TWO_BRIDGES)
    g = play(moving(game, {(-1, 0): BD}), [f"pick {BD}", f"go {at(3, 0)}"])
    assert (where(g, BD), g.frame.title) == (at(0, 0), "BridgeCheck")
    play(g, "roll 5, roll 5")
    assert {"stop", f"go {at(0, -1)}", f"go {at(3, 0)}"} <= texts(g)
    play(g, "stop")
    assert g.frame.title == "Movement"


@rule("18.2")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_half_the_faces_demolish(die: int) -> None:
    g = moving(blank(sides={((0, 0), "N"): "river bridge"}), {(0, 2): BD})
    play(g, [f"pick {BD}", f"go {at(0, 0)}", f"roll {die}"])
    assert bool(g.state.demolished) == (die <= 3)
    assert bool(g.state.intact) == (die >= 4)


# -- engineers -----------------------------------------------------------------------------------


@rule("19.1a", "19.2b")
@pytest.mark.parametrize(
    ("engineer", "points"),
    [((0, 0), "1"), ((0, 1), "1"), ((0, -1), "1"), ((0, 2), "1"), ((0, -2), "4"), ((0, 3), "4")],
)
def test_engineers_cross_rivers_near_them(engineer: Axial, points: str) -> None:
    game = blank(PASS, {((0, 0), "S"): "river"})
    g = play(moving(game, {(0, 0): BD} | {engineer: EN if engineer != (0, 0) else f"{EN} {BD}"}), [f"pick {BD}"])
    assert cost(g, (0, 1)) == points


@rule("19.1a", "19.2b")
def test_lakes_and_the_other_front_get_no_help() -> None:
    g = play(moving(blank(PASS, {((0, 0), "S"): "lake"}), {(0, 0): f"{EN} {BD}"}), [f"pick {BD}", "march"])
    assert cost(g, (0, 1)) == "7"


@rule("19.2a")
def test_an_engineer_that_helped_stays_and_one_that_moved_does_not_help() -> None:
    game = blank(PASS, {((0, 0), "S"): "river"})
    g = moving(game, {(0, 0): BD, (0, -1): EN})
    helped = play(g.copy(), [f"pick {BD}", f"go {at(0, 1)}"])
    assert flagged(helped, EN, "bridging")
    assert refused(helped, f"pick {EN}") == "19.2a"
    moved = play(g.copy(), [f"pick {EN}", f"go {at(0, -2)}", f"pick {EN}", f"go {at(0, -1)}", f"pick {BD}"])
    assert cost(moved, (0, 1)) == "4"


@rule("19.2a")
def test_of_two_engineers_that_helped_one_may_still_go() -> None:
    """Which of them stays is the player's choice: whoever is left last."""
    other = "1BF-3SA-EB"
    g = moving(blank(PASS, {((0, 0), "S"): "river"}), {(0, 0): f"{BD} {EN}", (0, -1): other})
    play(g, [f"pick {BD}", f"go {at(0, 1)}"])
    assert {EN, other} <= targets(g, "pick")
    for goes, stays in ((EN, other), (other, EN)):
        after = play(g.copy(), [f"pick {goes}", f"go {at(0, -2)}"])
        assert flagged(after, stays, "bridging")
        assert refused(after, f"pick {stays}") == "19.2a"


@rule("19.2a")
def test_a_way_that_needs_no_engineer_is_preferred_where_it_costs_the_same() -> None:
    g = moving(blank(sides={((0, 0), "N"): "river"}), {(0, 0): RD, (-1, 1): EN})
    g = play(g, [f"pick {RD}", f"go {at(1, -2)}"])
    assert not flagged(g, EN, "bridging")
    there = moving(blank(sides={((0, 0), "N"): "river"}), {(0, 0): RD, (-1, 1): EN})
    assert flagged(play(there, [f"pick {RD}", f"go {at(0, -2)}"]), EN, "bridging"), "no other way is as short"


@rule("19.2a")
def test_an_engineer_does_not_help_itself() -> None:
    g = play(moving(blank(PASS, {((0, 0), "S"): "river"}), {(0, 0): EN}), [f"pick {EN}"])
    assert cost(g, (0, 1)) == "4"


# -- control -------------------------------------------------------------------------------------


@rule("21.2d")
def test_passing_an_objective_takes_it() -> None:
    walls = dict.fromkeys(around(2) - {(0, 1), (0, 2)}, "water water")
    game = blank(walls | {(0, 1): "urban objective vp-5"})
    g = play(moving(game, {(0, 0): RD}), [f"pick {RD}", f"go {at(0, 2)}"])
    assert [game.names.places[p] for p in range(game.board.size) if g.state.held[0] >> p & 1] == [at(0, 1)]


# -- why a way is barred -------------------------------------------------------------------------

LANE = {(q, r): "water water" for q in (-1, 1) for r in range(-8, 9)}
"""A lane one hex wide."""


@rule("9.5e", "5.5", "10.4")
@pytest.mark.parametrize(
    ("between", "reichstag", "because"),
    [(VS, None, "9.5e"), (RD2, None, "10.4"), ("1UF-48GRD", (0, 2), "5.5")],
)
def test_what_bars_the_way_is_named(between: str, reichstag: Axial | None, because: str) -> None:
    g = moving(blank(LANE, reichstag=reichstag), {(0, 0): RD, (0, 2): between})
    assert refused(play(g, [f"pick {RD}"]), f"go {at(0, 3)}") == because


@rule("11.5b")
def test_who_leaves_a_zone_is_told_that_he_may_not_enter_others() -> None:
    """There is a way by points, but it leads through zones in which others would only have to stop."""
    g = moving(blank(), {(0, 0): RD, (0, -1): M3, (2, 0): M2, (2, -1): "G-SSAN"})
    assert refused(play(g, [f"pick {RD}"]), f"go {at(4, -1)}") == "11.5b"
