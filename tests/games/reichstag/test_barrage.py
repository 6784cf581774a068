"""Barrage markers (15.0): placing, zones, boundary (5.4), Reichstag (5.5), removal."""

from __future__ import annotations

import pytest
from tests.games.reichstag.helpers import Axial, at, blank
from tests.games.reichstag.phases import FOUR, ONE, THREE, TWO, Pos, game, in_box, on, real
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine.places import members
from grognard.games.reichstag.model import BF, UF
from grognard.games.reichstag.zones import barrage_zone

GUNS = {"guns-1bf": "M-1BF-ART-1 M-1BF-ART-2 M-1BF-AIR-1", "guns-1uf": "M-1UF-ART-1 M-1UF-AIR-1"}
SOUTH = [(q, r) for q in range(-6, 7) for r in range(1, 8)]
"""The hexes south of the middle row, for the 1UF sector."""


def zone(g: Pos, front: int) -> set[str]:
    """The hexes in barrage zones of a Front."""
    return {g.game.board.names[p] for p in members(barrage_zone(g, front))}


def disc(radius: int, middle: Axial = (0, 0)) -> set[str]:
    """All hexes within a radius."""
    span = range(-radius, radius + 1)
    return {at(middle[0] + q, middle[1] + r) for q in span for r in span if abs(q + r) <= radius}


# -- placing -------------------------------------------------------------------------------------


@rule("7.2", "15.3c", "4.3.I.B", "4.3.III.B")
@pytest.mark.parametrize(("player", "marker"), [(ONE, "M-1BF-ART-1"), (THREE, "M-1UF-ART-1")])
def test_markers_come_into_play_on_24_april(player: int, marker: str) -> None:
    pieces = {**GUNS, "4029": "1BF-35GRD", "3029": "1UF-6GTC"}
    assert real("barrage", pieces, turn=1, player=player).frame.title == "Movement"
    g = real("barrage", pieces, turn=2, player=player)
    assert g.frame.title == "PlaceBarrage"
    assert marker in targets(g, "place")
    assert "done" in texts(g)
    assert len(targets(g, "place")) == (3 if player == ONE else 2), "only one's own"


@rule("15.3b", "6.6")
def test_a_marker_is_used_once_a_turn() -> None:
    g = real("barrage", GUNS)
    play(g, "place M-1BF-ART-1, put 3508")
    assert where(g, "M-1BF-ART-1") == "3508"
    assert refused(g, "place M-1BF-ART-1") == "15.3b"
    assert refused(g, "place M-1UF-ART-1") == "15.3b"
    assert targets(g, "place") == {"M-1BF-ART-2", "M-1BF-AIR-1"}


@rule("10.6", "15.3a")
def test_a_marker_may_be_placed_whatever_stands_there() -> None:
    """Any hex of the sector, also water, full hexes and those with other markers."""
    pieces = {**GUNS, "3508": "G-AX G-GD G-HJR M-1BF-ART-2", "4029": "1BF-35GRD 1BF-7GTB"}
    g = real("barrage", pieces)
    play(g, "place M-1BF-ART-1")
    names = {game.board.names[p] for p in members(game.map.sector[BF])}
    assert targets(g, "put") == names | {"3412"}
    play(g, "put 3508")
    assert g.status() == []


@rule("5.4")
def test_a_marker_stays_in_its_own_sector() -> None:
    g = real("barrage", GUNS)
    play(g, "place M-1BF-ART-1")
    assert refused(g, "put 3413") == "5.4"
    uf = real("barrage", GUNS, player=THREE)
    play(uf, "place M-1UF-ART-1")
    assert refused(uf, "put 3311") == "5.4"


@rule("5.5")
@pytest.mark.parametrize("inside", ["1UF-6GTC", "M-1UF-ART-1"])
def test_the_reichstag_is_closed_while_the_other_front_is_in_it(inside: str) -> None:
    g = real("barrage", {"guns-1bf": GUNS["guns-1bf"], "3412": inside})
    play(g, "place M-1BF-AIR-1")
    assert refused(g, "put 3412") == "5.5"
    own = real("barrage", {"guns-1bf": GUNS["guns-1bf"], "3412": "1BF-35GRD"})
    play(own, "place M-1BF-AIR-1, put 3412")
    assert where(own, "M-1BF-AIR-1") == "3412"


# -- zones ----------------------------------------------------------------------------------------


@rule("15.2a", "15.2b")
@pytest.mark.parametrize(("marker", "radius", "count"), [("M-1BF-ART-1", 1, 7), ("M-1BF-AIR-1", 2, 19)])
def test_how_far_a_marker_reaches(marker: str, radius: int, count: int) -> None:
    g = on(blank(), "movement", {(0, 0): marker})
    assert zone(g, BF) == disc(radius)
    assert len(zone(g, BF)) == count
    assert zone(g, UF) == set()


@rule("15.2a", "15.2b", "15.2c")
@pytest.mark.parametrize("marker", ["M-1BF-ART-1", "M-1BF-AIR-1"])
@pytest.mark.parametrize("place", ["3508", "3411", "3412"], ids=["inside", "at the Reichstag", "in it"])
def test_the_zone_is_shown_before_the_marker_is_placed(marker: str, place: str) -> None:
    """What the board lights up beforehand is what the marker then covers, boundary and Reichstag included."""
    g = play(real("barrage", GUNS), f"place {marker}")
    hint = g.frame.hint(g, g.game.parse(f"put {place}"))  # type: ignore[attr-defined]
    shown = {g.game.board.names[p] for p in hint.area}
    play(g, f"put {place}")
    assert shown == zone(g, BF)


@rule("5.4", "15.2c")
def test_zones_stop_at_the_boundary() -> None:
    """Plain distance counts, whatever lies between (R81); only hexes of the own sector are covered."""
    board = blank(uf=SOUTH)
    g = on(board, "movement", {(0, 0): "M-1BF-AIR-1", (0, 2): "M-1UF-ART-1"})
    assert zone(g, BF) == {name for name in disc(2) if name not in {at(*p) for p in SOUTH}}
    assert zone(g, UF) == disc(1, (0, 2))


@rule("15.2c", "5.5")
def test_the_reichstag_lies_in_both_sectors_for_zones() -> None:
    board = blank(uf=SOUTH, reichstag=(0, 0))
    g = on(board, "movement", {(0, -1): "M-1BF-ART-1", (0, 1): "M-1UF-ART-1"})
    assert at(0, 0) in zone(g, BF)
    assert at(0, 0) in zone(g, UF)


@rule("15.6")
def test_soviet_units_pay_nothing_in_a_zone() -> None:
    """A zone of their own or of the other Front: six clear hexes for six points all the same."""
    board = blank()
    line = [(0, -r) for r in range(1, 7)]
    g = on(board, "movement", {(0, 0): "1BF-35GRD", (0, -3): "M-1BF-AIR-1"})
    play(g, "pick 1BF-35GRD")
    assert {at(*place) for place in line} <= targets(g, "go")


@rule("15.4b", "15.5", "15.7")
def test_german_movement_pays_one_more_for_each_hex_however_many_zones() -> None:
    board = blank()
    for markers in ("M-1BF-ART-1", "M-1BF-ART-1 M-1BF-ART-2 M-1BF-ART-3"):
        g = on(board, "movement", {(0, 0): "G-AX", (0, -1): markers}, player=TWO)
        play(g, "roll 2, pick G-AX")
        assert at(0, -1) in targets(g, "go"), "1 + 1"
        assert at(0, -2) not in targets(g, "go"), "another 1 + 1"
        assert at(-1, 2) in targets(g, "go"), "away from it"


# -- removal --------------------------------------------------------------------------------------


@rule("15.8", "4.3.II.D", "4.3.IV.D")
@pytest.mark.parametrize("player", [TWO, FOUR])
def test_markers_leave_at_the_end_of_the_german_turn_against_their_front(player: int) -> None:
    g = real("combat", {"3508": "M-1BF-ART-1", "3413": "M-1UF-ART-1"}, player=player)
    gone, stays = ("M-1BF-ART-1", "M-1UF-ART-1") if player == TWO else ("M-1UF-ART-1", "M-1BF-ART-1")
    assert where(g, gone).startswith("guns")
    assert where(g, stays).isdigit()


@rule("15.3b")
def test_a_marker_that_looked_is_used_up_until_the_next_turn() -> None:
    pieces = {"guns-1bf": "M-1BF-AIR-1 M-1BF-ART-1", "3508": "GS-VS-1/face-down"}
    g = real("barrage", pieces)
    play(g, "place M-1BF-AIR-1, look 3508")
    assert where(g, "M-1BF-AIR-1") == "guns-1bf"
    assert flagged(g, "M-1BF-AIR-1", "used")
    assert refused(g, "place M-1BF-AIR-1") == "15.3b"
    removal = real("removal", {"guns-1bf": "M-1BF-AIR-1/used"}, player=TWO)
    assert in_box(removal, "guns-1bf") == {"M-1BF-AIR-1"}
    assert not flagged(removal, "M-1BF-AIR-1", "used")


@rule("15.2a", "15.2b")
@pytest.mark.parametrize(("marker", "number"), [("M-1BF-ART-1", "15.2a"), ("M-1BF-AIR-1", "15.2b")])
def test_the_question_names_the_rule_of_the_marker(marker: str, number: str) -> None:
    g = real("barrage", {"guns-1bf": "M-1BF-AIR-1 M-1BF-ART-1", "4028": "1BF-35GRD"}, turn=3)
    assert play(g, f"place {marker}").frame.ask(g).rule == number
