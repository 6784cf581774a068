"""Lines of communication (24.0): which hexes a Front can supply."""

from __future__ import annotations

import pytest
from tests.games.reichstag.fights import EVERYWHERE, Fight, axial
from tests.games.reichstag.helpers import Axial, blank
from tests.support import rule

from grognard.games.reichstag import Reichstag
from grognard.games.reichstag.communications import has_loc, loc_zone
from grognard.games.reichstag.model import BF, UF

OPTION = ("lines_of_communication",)
SIDES = ("N", "NE", "SE", "S", "SW", "NW")
MOAT = {((0, 0), side): "river" for side in SIDES}
"""Water around the middle."""


def supplied(pieces: dict[Axial, str], front: int = BF, *, on: Reichstag | None = None, **extra: object) -> set[Axial]:
    """The hexes that have a line."""
    fight = Fight(pieces, on=on, options=OPTION, **extra)  # type: ignore[arg-type]
    zone = loc_zone(fight.g, front)
    return {axial(name) for i, name in enumerate(fight.game.board.names) if zone >> i & 1}


@rule("24.1", "24.1.1")
def test_the_1bf_traces_to_north_east_and_south() -> None:
    # A wall of water around a block at the west edge leaves it without a line; with any other edge it has one.
    west = supplied({(0, 0): "rd5"}, on=blank(sides=walled([(-8, 5), (-8, 6)])))
    assert (-8, 5) not in west
    assert (0, 0) in west
    south = supplied({(0, 0): "rd5"}, on=blank(sides=walled([(1, 11), (2, 11)])))
    assert {(1, 11), (2, 11)} <= south
    north = supplied({(0, 0): "rd5"}, on=blank(sides=walled([(0, -11), (0, -10)])))
    assert {(0, -11), (0, -10)} <= north


def walled(block: list[Axial]) -> dict[tuple[Axial, str], str]:
    """A river around some hexes."""
    steps = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
    return {
        ((q, r), side): "river"
        for q, r in block
        for side, (dq, dr) in steps.items()
        if (q + dq, r + dr) not in block and (q + dq, r + dr) in EVERYWHERE
    }


@rule("24.1.2")
@pytest.mark.parametrize(("block", "has"), [([(1, 11), (2, 11)], True), ([(-8, 5)], False), ([(0, -11)], False)])
def test_the_1uf_traces_to_the_south_only(block: list[Axial], has: bool) -> None:
    zone = supplied({(0, 0): "ur5"}, UF, on=blank(sides=walled(block), uf=EVERYWHERE))
    assert (block[0] in zone) == has


@rule("24.1.1")
def test_the_east_edge_counts_for_the_1bf() -> None:
    # All hexes belong to the 1BF sector here, the column at the east edge too.
    east = [place for place in EVERYWHERE if place[0] == 15]
    hexes = dict.fromkeys(east, "clear sector-1bf edge-east")
    block = [east[10]]
    zone = supplied({(0, 0): "rd5"}, on=blank(hexes, walled(block)))
    assert block[0] in zone


@rule("24.2")
def test_no_line_through_germans() -> None:
    ring = {(0, -1): "v1", (1, -1): "v1b", (1, 0): "v1c", (0, 1): "v1d", (-1, 1): "v1e", (-1, 0): "v1f"}
    zone = supplied({(0, 0): "rd5"} | ring)
    assert (0, 0) not in zone
    assert not zone & set(ring)


@rule("24.2", "27.5m")
def test_no_line_over_the_boundary() -> None:
    # A pocket of the 1BF sector inside the other one.
    pocket = [(0, 0), (1, 0)]
    game = blank(uf=[place for place in EVERYWHERE if place not in pocket])
    assert supplied({(0, 0): "rd5"}, on=game) & set(pocket) == set()


@rule("24.2", "27.5f", "27.5g")
@pytest.mark.parametrize("water", ["river", "canal", "lake"])
def test_no_line_over_water_without_a_bridge_or_an_engineer(water: str) -> None:
    moat = dict.fromkeys(MOAT, water)
    assert (0, 0) not in supplied({(0, 0): "rd5"}, on=blank(sides=moat))
    bridged = blank(sides=moat | {((0, 0), "S"): f"{water} bridge"})
    assert (0, 0) in supplied({(0, 0): "rd5"}, on=bridged)
    blown = (bridged.map.bridges[0].id,)
    assert (0, 0) not in supplied({(0, 0): "rd5"}, on=bridged, demolished=blown)
    for place in ((0, 0), (1, 0)):
        pieces = {(0, 0): "rd5"}
        pieces[place] = f"{pieces.get(place, '')} en2".strip()
        assert (0, 0) in supplied(pieces, on=blank(sides=moat)), "the engineer stands at the hexside"
    assert (0, 0) not in supplied({(0, 0): "rd5", (2, 0): "en2"}, on=blank(sides=moat))


@rule("24.2")
def test_engineers_of_the_other_front_do_not_help() -> None:
    game = blank(sides=MOAT)
    fight = Fight({(0, 0): "rd5"}, on=game, options=OPTION, boxes={"due-1uf": "ue2"})
    fight.g.place(fight.game.names.piece("1UF-22EB"), fight.place(1, 0))
    assert not has_loc(fight.g, BF, fight.place(0, 0))


@rule("24.3")
def test_a_line_ends_in_an_enemy_zone() -> None:
    # The peninsula (0, 0), (0, 1), (0, 2) is joined to the rest at its southern end; a German beside it on the far
    # shore controls (0, 1) and nothing else of it.
    sides = walled([(0, 0), (0, 1), (0, 2)])
    del sides[(0, 2), "S"]
    free = supplied({(0, 0): "rd5"}, on=blank(sides=sides))
    assert {(0, 0), (0, 1), (0, 2)} <= free
    cut = supplied({(0, 0): "rd5", (0, 1): "rd5b", (-2, 2): "rd5c", (1, 0): "v1"}, on=blank(sides=sides))
    assert (0, 1) in cut, "a line reaches the unit in the zone"
    assert (0, 0) not in cut, "and goes no further"


@rule("24.3")
def test_an_edge_hex_in_an_enemy_zone_supplies_only_itself() -> None:
    """R70"""
    # The pocket of two edge hexes has no other way out; both are in a German zone.
    block = [(1, 11), (1, 10)]
    zone = supplied({(1, 10): "rd5", (2, 10): "v1"}, on=blank(sides=walled(block)))
    assert (1, 11) in zone
    assert (1, 10) not in zone


@rule("24.4", "27.5l")
def test_a_unit_on_an_airfield_needs_no_line() -> None:
    sides = walled([(0, 0), (1, 0)])
    zone = supplied({(0, 0): "rd5", (1, 0): "rd5b"}, on=blank({(0, 0): "clear airfield"}, sides))
    assert (0, 0) in zone
    assert (1, 0) not in zone, "nobody traces to an airfield"


@rule("24.2")
@pytest.mark.parametrize(("inside", "passes"), [("", True), ("rd5b", True), ("v1", False), ("ur5", False)])
def test_the_reichstag_is_passed_if_nobody_else_holds_it(inside: str, passes: bool) -> None:
    """R13"""
    # (0, 0) is joined to the rest through the Reichstag south of it alone.
    sides = {side: "river" for side in MOAT if side[1] != "S"}
    pieces = {(0, 0): "rd5"} | ({(0, 1): inside} if inside else {})
    zone = supplied(pieces, on=blank(sides=sides, reichstag=(0, 1)))
    assert ((0, 0) in zone) == passes


@rule("24.0", "24.5c")
def test_only_attackers_with_a_line_are_doubled_by_barrage() -> None:
    sides = walled([(0, -1)])
    pieces = {(0, 0): "m2", (0, -1): "rd5", (0, 1): "tc9", (1, 0): "art"}
    game = blank(sides=sides)
    assert Fight(pieces, on=game).odds("0,0")[0] == "28 against 2"
    fight = Fight(pieces, on=game, options=OPTION)
    assert fight.odds("0,0")[0] == "23 against 2"
    rules = {t.reason.split(" (")[0]: t.rule for t in fight.play("attack 0,0").panel().terms}
    assert rules["35G Rifle Division"] == "24.5c"


@rule("24.6")
def test_germans_need_no_line() -> None:
    # A German in a moat, near a tower, still doubles.
    pieces = {(0, 0): "m3", (0, 2): "tower", (0, -1): "rd5"}
    fight = Fight(pieces, on=blank(sides=MOAT), player_turn=1, options=OPTION)
    assert fight.odds("0,-1")[0] == "6 against 10"
