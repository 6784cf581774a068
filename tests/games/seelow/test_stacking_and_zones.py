"""Stacking (4.1) and zones of control (4.2)."""

from __future__ import annotations

import pytest
from tests.games.seelow.helpers import at, do, game, has, may, no, offered, position, sheet
from tests.support import rule

from grognard.engine.places import members
from grognard.games.seelow.model import GERMAN, SOVIET
from grognard.games.seelow.zones import zone

AROUND = {"2007", "2107", "2108", "2009", "1908", "1907"}


def controlled(pieces: dict[str, str], side: int = GERMAN, **kind: object) -> set[str]:
    """The hexes that a side controls."""
    g = at(pieces, "combat", sheet(**kind))  # type: ignore[arg-type]
    return {g.game.board.names[p] for p in members(zone(g, side))}


@rule("4.0", "4.25")
def test_the_six_hexes_around_a_unit() -> None:
    assert controlled({"2008": "B1"}) == AROUND
    g = at({"2008": "B1", "2009": "R1"}, "combat")
    names = g.game.board.names
    assert "2009" in {names[p] for p in members(zone(g, GERMAN))}
    assert "2008" in {names[p] for p in members(zone(g, SOVIET))}, "each controls the other's hex"


@rule("4.21", "8.31a")
def test_who_has_a_zone() -> None:
    assert controlled({"2008": "B1/disrupted"}) == set()
    assert controlled({"2008": "ZH"}, SOVIET) == set()
    assert controlled({"2008": "V4"}) == AROUND
    assert controlled({"2008": "V4/flipped"}) == AROUND
    assert controlled({"2008": "C1"}) == AROUND


@rule("4.22")
def test_no_zone_where_the_unit_could_never_go() -> None:
    swamp = {"2007": "swamp 1"}
    assert controlled({"2008": "P1"}, hexes=swamp) == AROUND - {"2007"}
    assert controlled({"2008": "B1"}, hexes=swamp) == AROUND
    assert controlled({"2008": "P1"}, hexes=swamp, paths=["track 2007-2008"]) == AROUND
    river = {"2008 N": "river"}
    assert controlled({"2008": "B1"}, sides=river) == AROUND - {"2007"}
    assert controlled({"2008": "B1"}, sides=river, paths=["railroad 2007-2008"]) == AROUND
    assert controlled({"2008": "P1"}, sides={"2008 N": "stream"}) == AROUND, "a stream stops no zone"


@rule("4.23")
@pytest.mark.parametrize(("own", "other", "controls"), [(1, 3, False), (1, 2, True), (2, 3, True), (3, 1, True)])
def test_no_zone_from_the_floor_up_to_the_plateau(own: int, other: int, controls: bool) -> None:
    found = controlled({"2008": "B1"}, hexes={"2008": f"clear {own}", "2007": f"clear {other}"})
    assert ("2007" in found) == controls


@rule("4.28", "5.22")
def test_several_zones_are_like_one() -> None:
    g = at({"2008": "R1", "2007": "B1", "2107": "B2", "1907": "B3"}, "movement")
    do(g, "pick R1")
    action = g.game.parse("go 2009")
    assert g.frame.hint(g, action).cost == "3"  # type: ignore[attr-defined]


@rule("4.12", "4.14")
def test_german_points() -> None:
    def fits(there: str, who: str) -> bool:
        g = at({"2008": there, "2010": who}, "movement", player=1)
        do(g, f"pick {who}")
        return may(g, "go 2008")

    assert not fits("B1", "B2")
    assert fits("B1", "C1")
    assert not fits("B1 C1", "C2")
    assert fits("C1 C2", "C3")
    assert not fits("C1 C2 C3", "D1")
    assert not fits("C1 C2", "B1")
    assert fits("B1/disrupted", "C1"), "markers do not count"
    g = at({"2008": "B1", "2010": "B2"}, "movement", player=1)
    assert no(do(g, "pick B2"), "go 2008") == "4.12"


@rule("4.13")
def test_one_soviet_unit_and_zhukov() -> None:
    g = at({"2008": "R1", "2010": "R2", "2012": "ZH"}, "movement")
    assert no(do(g.copy(), "pick R2"), "go 2008") == "4.13"
    assert may(do(g.copy(), "pick ZH"), "go 2008")
    g = at({"2008": "ZH", "2010": "R2"}, "movement")
    assert may(do(g, "pick R2"), "go 2008")


@rule("4.11", "5.25")
def test_stacking_binds_on_the_way_too() -> None:
    corridor = {f"2007 {d}": "river" for d in ("N", "NE", "NW", "SE", "SW")}
    corridor |= {f"2008 {d}": "river" for d in ("NE", "SE", "SW", "NW")}
    g = at({"2007": "T1", "2008": "R1"}, "movement", sheet(sides=corridor))
    assert no(g, "pick T1") == "5.16", "the only way out is held by a Soviet regiment"
    g = at({"2007": "P1", "2008": "B1"}, "movement", sheet(sides=corridor), player=1)
    assert no(g, "pick P1") == "5.16"
    g = at({"2007": "C1", "2008": "B1"}, "movement", sheet(sides=corridor), player=1)
    assert "2009" in offered(do(g, "pick C1"), "go"), "a company passes through a battalion's hex"
    g = at({"2007": "C1", "2008": "B1 C2"}, "movement", sheet(sides=corridor), player=1)
    assert no(g, "pick C1") == "5.16"
    g = at({"2007": "ZH", "2008": "R1"}, "movement", sheet(sides=corridor))
    assert "2009" in offered(do(g, "pick ZH"), "go")


@rule("4.13")
def test_soviet_traffic_goes_round() -> None:
    g = at({"2007": "T1", "2008": "R1"}, "movement")
    do(g, "pick T1")
    hint = g.frame.hint(g, g.game.parse("go 2009"))  # type: ignore[attr-defined]
    assert hint.cost == "3"


@rule("4.27")
def test_a_friend_opens_a_zone_to_retreats_only() -> None:
    g = at({"2008": "R1/disrupted", "2010": "B1", "2009": "ZH"}, "movement")
    assert no(do(g, "pick R1"), "go 2009") == "7.67", "for movement the hex is still in the zone"


@rule("4.24", "5.18a")
def test_entering_a_zone_ends_the_move() -> None:
    g = at({"2008": "R1", "2011": "B1"}, "movement")
    reach = offered(do(g.copy(), "pick R1"), "go")
    assert "2010" in reach
    assert "1910" in reach
    do(g, "pick R1, go 2010")
    assert has(g, "R1", "moved")
    assert no(g, "pick R1") == "4.24"


@rule("4.26", "5.22")
def test_leaving_a_zone() -> None:
    g = at({"2008": "R1", "2007": "B1"}, "movement")
    do(g, "pick R1")
    cost = {t: g.frame.hint(g, g.game.parse(f"go {t}")).cost for t in ("2108", "2009", "1908", "2107")}  # type: ignore[attr-defined]
    assert cost == {"2108": "3", "2009": "3", "1908": "3", "2107": "4"}, "to the next zone only by a free hex"
    wall = at(
        {"2008": "R1", "2007": "B1"}, "movement", sheet(sides={f"2107 {d}": "river" for d in ("N", "NE", "SE", "S")})
    )
    assert no(do(wall, "pick R1"), "go 2107") == "5.22", "straight from zone to zone"
    do(g, "go 2108, pick R1")
    assert may(g, "go 2107"), "into another zone after a free hex (R53)"
    g = at({"2008": "R1/disrupted", "2007": "B1", "3010": "R2"}, "movement")
    assert no(g, "pick R1") == "5.16", "two points do not pay for leaving"


@rule("4.23", "4.22")
def test_the_scarp_of_seelow() -> None:
    g = position(game, {"1609": "R1", "1509": "B1"}, "combat", turn=3)
    names = game.board.names
    soviet, german = ({names[p] for p in members(zone(g, side))} for side in (SOVIET, GERMAN))
    assert "1509" not in soviet
    assert {"1508", "1610"} <= soviet
    assert "1609" in german
