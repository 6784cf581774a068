"""Movement (5.0), arrivals (9.0) and darkness (10.2)."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from tests.games.seelow.helpers import (
    DAY,
    DUSK,
    NIGHT,
    P,
    at,
    cost,
    do,
    full,
    game,
    has,
    may,
    no,
    number,
    offered,
    place,
    position,
    reached,
    sheet,
)
from tests.support import rule

from grognard.engine.control import occupied
from grognard.engine.pieces import each
from grognard.games.seelow.model import DISRUPTED, MOVED
from grognard.games.seelow.reach import Field, allowance, may_enter
from grognard.games.seelow.terrain import MOTZ
from grognard.games.seelow.zones import enemy_zone


@rule("5.0", "5.17", "3.1.2")
def test_any_number_of_units_in_any_order_or_none() -> None:
    g = at({"2008": "R1", "2012": "R2", "3005": "B1"}, "movement")
    assert offered(g, "pick") == {"R1", "R2"}
    assert may(g, "end"), "nobody must move"
    do(g, "pick R2, go 2013, pick R1, go 2007")
    assert (place(g, "R1"), place(g, "R2")) == ("2007", "2013")
    assert no(g, "pick B1") == "5.0"


@rule("2.21e", "2.21h", "5.11")
def test_terrain_costs_by_class() -> None:
    on = sheet({"2007": "village 1", "2107": "town 1", "2108": "woods 1", "2009": "swamp 1"})
    g = at({"2008": "R1"}, "movement", on)
    assert {h: cost(g, "R1", h) for h in ("2007", "2107", "2108", "2009", "1908")} == {
        **{"2007": "1", "2107": "1", "2108": "2", "2009": "2", "1908": "1"}
    }
    g = at({"2008": "M1"}, "movement", on)
    assert {h: cost(g, "M1", h) for h in ("2007", "2107", "2108", "1908")} == {
        **{"2007": "1", "2107": "2", "2108": "3", "1908": "1"}
    }
    assert no(do(g, "pick M1"), "go 2009") == "5.11", "swamp off the road is closed to motorized units"
    g = at({"2008": "R1"}, "movement")
    assert "2013" in reached(g.copy(), "R1")
    assert "2014" not in reached(g, "R1"), "five clear hexes"


@rule("5.12a")
def test_foot_units_pay_two_for_a_stream() -> None:
    ring = {f"2009 {d}": "stream" for d in ("N", "NE", "SE", "S", "SW", "NW")}
    assert cost(at({"2008": "R1"}, "movement", sheet(sides=ring)), "R1", "2009") == "3"
    assert cost(at({"2007": "R1"}, "movement", sheet(sides=ring)), "R1", "2009") == "4"


@rule("5.12b")
def test_motorized_units_need_everything_for_a_stream() -> None:
    ring = {f"2009 {d}": "stream" for d in ("N", "NE", "SE", "S", "SW", "NW")}
    g = at({"2007": "T1"}, "movement", sheet(sides=ring))
    assert "2009" not in reached(g.copy(), "T1")
    do(g, "pick T1, go 2008, pick T1")
    assert no(g, "go 2009") == "5.12b", "it has moved already"
    for woods in ("clear 1", "woods 1", "clear 3"):
        g = at({"2008": "T1"}, "movement", sheet({"2009": woods}, ring))
        assert cost(g, "T1", "2009") == "8"
        do(g, "pick T1, go 2009")
        assert no(g, "pick T1") == "5.24", "nothing is left"
    g = at({"2008": "T1", "2007": "B1"}, "movement", sheet(sides=ring))
    assert no(do(g, "pick T1"), "go 2009") == "5.12b", "not out of an enemy zone"
    bridge = ["road 2007-2008-2009"]
    assert cost(at({"2007": "T1"}, "movement", sheet(sides=ring, paths=bridge)), "T1", "2009") == "1"
    swamp = sheet({"2009": "swamp 1"}, ring)
    assert no(do(at({"2008": "T1"}, "movement", swamp), "pick T1"), "go 2009") == "5.11"


@rule("5.12c")
def test_disrupted_motorized_units_need_a_bridge() -> None:
    stream = {f"2009 {d}": "stream" for d in ("N", "NE", "SE", "S", "SW", "NW")}
    g = at({"2008": "T1/disrupted"}, "movement", sheet(sides=stream))
    assert no(do(g, "pick T1"), "go 2009") == "5.12c"
    g = at({"2008": "T1/disrupted"}, "movement", sheet(sides=stream, paths=["track 2008-2009"]))
    assert may(do(g, "pick T1"), "go 2009")


@rule("5.13")
def test_routes_replace_all_other_costs() -> None:
    hexes, side = {"2009": "woods 3"}, {"2008 S": "stream"}
    for kind, foot, motz in (("road", "1", "½"), ("track", "1", "1"), ("railroad", "1", "1")):
        on = sheet(hexes, side, [f"{kind} 2008-2009"])
        assert cost(at({"2008": "R1"}, "movement", on), "R1", "2009") == foot
        assert cost(at({"2008": "T1"}, "movement", on), "T1", "2009") == motz
    on = sheet(hexes, {}, ["road 2108-2009"])
    assert cost(at({"2008": "R1"}, "movement", on), "R1", "2009") == "2", "by the road round the corner"
    assert cost(at({"2010": "R1"}, "movement", sheet(hexes, {}, ["road 2008-2009"])), "R1", "2009") == "4"
    river = sheet(sides={"2008 S": "river"}, paths=["railroad 2008-2009"])
    assert cost(at({"2008": "R1"}, "movement", river), "R1", "2009") == "1"
    ring = {f"2009 {d}": "river" for d in ("N", "NE", "SE", "S", "SW", "NW")}
    assert no(do(at({"2008": "R1"}, "movement", sheet(sides=ring)), "pick R1"), "go 2009") == "5.11"


@rule("5.14")
@pytest.mark.parametrize(("level", "foot", "motz"), [(1, "1", "1"), (2, "2", "3"), (3, "3", "5")])
def test_climbing(level: int, foot: str, motz: str) -> None:
    on = sheet({"2009": f"clear {level}"})
    assert cost(at({"2008": "R1"}, "movement", on), "R1", "2009") == foot
    assert cost(at({"2008": "T1"}, "movement", on), "T1", "2009") == motz
    down = at({"2009": "T1"}, "movement", on)
    assert cost(down, "T1", "2008") == "1", "downhill costs nothing more"


@rule("5.15")
def test_a_gully_is_climbed_out_of() -> None:
    hexes = {"2516": "clear 2", "2417": "clear 2"}
    on = sheet(hexes, {"2417 NE": "gully:1"})
    for here, there in (("2516", "2417"), ("2417", "2516")):
        assert cost(at({here: "R1"}, "movement", on), "R1", there) == "2"
        assert cost(at({here: "T1"}, "movement", on), "T1", there) == "3"
    track = sheet(hexes, {"2417 NE": "gully:1"}, ["track 2417-2516"])
    assert cost(at({"2516": "T1"}, "movement", track), "T1", "2417") == "1"
    assert cost(position(game, {"2516": "R1"}, "movement", turn=DAY), "R1", "2417") == "2", "on the map itself"


@rule("5.16")
def test_what_cannot_be_paid_cannot_be_entered() -> None:
    on = sheet(dict.fromkeys(("2007", "2107", "2108", "2009", "1908", "1907"), "woods 1"))
    g = at({"2008": "R1"}, "movement", on, turn=NIGHT)
    assert may(g, "pick R1"), "two points pay for woods"
    g = at({"2008": "R1/disrupted", "3010": "R2"}, "movement", on, turn=NIGHT)
    assert no(g, "pick R1") == "5.16", "there is no minimum move"


@rule("5.18b", "7.67", "8.34")
def test_guns_and_disrupted_units_never_enter_a_zone() -> None:
    for unit, broken in (("R1/disrupted", "7.67"), ("KAG/flipped", "8.34")):
        name = unit.split("/")[0]
        g = at({"2008": unit, "2011": "B1"}, "movement")
        do(g, f"pick {name}")
        assert no(g, "go 2010") == broken
        assert "2009" in offered(g, "go")
    g = at({"2008": "R1", "2011": "B1"}, "movement")
    assert "2010" in reached(g, "R1")


@rule("5.19", "8.31a")
def test_guns_in_fire_mode_do_not_move() -> None:
    g = at({"2008": "KAG", "2012": "R1"}, "movement")
    assert no(g, "pick KAG") == "5.19"
    g = at({"2008": "KAG/flipped", "2012": "R1"}, "movement")
    assert may(g, "pick KAG")


@rule("5.21")
def test_nobody_enters_a_hex_with_an_enemy() -> None:
    g = at({"2008": "C1", "2010": "ZH"}, "movement", player=1)
    assert no(do(g, "pick C1"), "go 2010") == "5.21", "Zhukov alone bars it too"


@rule("5.23", "5.28a", "5.28b", "10.21", "10.22", "7.61")
@pytest.mark.parametrize(
    ("unit", "day", "dusk", "night"),
    [
        *(("R1", 5, 3, 2), ("R1/disrupted", 2, 1, 1), ("FL/flipped", 6, 0, 0), ("FL/flipped/disrupted", 3, 0, 0)),
        *(("SU-85GHT", 6, 3, 2), ("SU-85GHT/disrupted", 3, 2, 1), ("DE-920-1", 7, 4, 2)),
        *(("DE-920-1/disrupted", 3, 2, 1), ("T1", 8, 4, 2), ("T1/disrupted", 4, 2, 1), ("ZH", 10, 5, 3)),
        *(("ZH/disrupted", 5, 3, 2), ("KAG", 0, 0, 0)),
    ],
)
def test_allowances(unit: str, day: int, dusk: int, night: int) -> None:
    name = full(unit.split("/")[0])
    found = []
    for turn in (DAY, DUSK, NIGHT):
        g = at({"2008": unit, "3010": "G3", "3011": "B4"}, "combat", turn=turn)
        assert g.state.turn == turn
        found.append(allowance(g, g.game.names.piece(name)))
    assert found == [day, dusk, night]


@rule("5.24")
def test_points_are_not_saved() -> None:
    g = at({"2008": "R1", "1010": "B1"}, "movement")
    do(g, "pick R1, go 2007, end")
    g = at({"2008": "R1", "1010": "B1"}, "movement", turn=4)
    assert "2014" not in reached(g, "R1"), "five points again, and no more"
    g = at({"2008": "R1"}, "movement")
    do(g, "pick R1, go 2013")
    assert no(g, "pick R1") == "5.24"


@rule("5.26")
def test_one_unit_after_another() -> None:
    g = at({"2008": "R1", "2012": "R2"}, "movement")
    do(g, "pick R1, go 2007, pick R1, go 2006")
    assert place(g, "R1") == "2006", "the unit moved last may go on"
    do(g, "pick R2, go 2013")
    assert no(g, "pick R1") == "5.26"


@rule("5.27")
def test_leaving_the_map() -> None:
    g = at({"1009": "R1", "2012": "R2"}, "movement")
    assert cost_of_leaving(g, "R1") == "1"
    do(g, "pick R1, leave")
    assert place(g, "R1") == "left", "neither dead nor back"
    assert no(g, "pick R1") == "5.0"
    g = at({"1009": "R1", "1008": "B1"}, "movement")
    assert cost_of_leaving(g, "R1") == "3", "out of a zone"
    g = at({"1009": "R1"}, "movement", sheet({"1009": "woods 1"}))
    assert cost_of_leaving(g, "R1") == "2"
    g = at({"1009": "T1"}, "movement", sheet({"1009": "woods 1 exits=road:W"}))
    assert cost_of_leaving(g, "T1") == "½"
    g = at({"1009": "T1"}, "movement", sheet({"1009": "swamp 1"}))
    assert no(do(g, "pick T1"), "leave") == "5.27", "motorized units need a road through the swamp"
    g = position(game, {"2308": "M1"}, "movement", scenario="kustrin", player=1, turn=DAY)
    assert no(do(g, "pick M1"), "leave") == "5.27", "row 08 is no edge"


def cost_of_leaving(g: P, unit: str) -> str:
    """What the way off the map costs."""
    after = do(g.copy(), f"pick {unit}")
    assert may(after, "leave")
    found: str = after.frame.hint(after, after.game.parse("leave")).cost  # type: ignore[attr-defined]
    return found


@rule("5.28c", "10.23")
def test_contact_in_the_dark() -> None:
    def contact(turn: int, unit: str = "R1", **more: object) -> bool:
        g = at({"2008": unit, "2010": "B1"}, "movement", turn=turn, **more)  # type: ignore[arg-type]
        name = unit.split("/")[0]
        return may(g, f"pick {name}") and "2009" in reached(g, name)

    assert contact(DUSK)
    assert contact(1)
    assert contact(8)
    assert not contact(NIGHT)
    assert not contact(DUSK, "R1/disrupted")
    assert not contact(DUSK, options=("dusk_ezoc_strict",))
    assert contact(DAY, options=("dusk_ezoc_strict",))
    g = at({"2008": "R1", "2010": "B1"}, "movement", turn=NIGHT)
    assert no(do(g, "pick R1"), "go 2009") == "10.23"
    g = at({"2008": "R1", "2010": "B1"}, "movement", turn=DUSK, options=("dusk_ezoc_strict",))
    assert no(do(g, "pick R1"), "go 2009") == "5.28c"


@rule("5.28d", "8.36", "10.21", "10.22")
@pytest.mark.parametrize(("turn", "moves"), [(DAY, True), (1, False), (DUSK, False), (NIGHT, False), (8, False)])
def test_guns_stand_still_in_the_dark(turn: int, moves: bool) -> None:
    g = at({"2008": "KAG/flipped", "2012": "R1"}, "movement", turn=turn)
    assert may(g, "pick KAG") == moves
    if not moves:
        assert no(g, "pick KAG") == "5.28d"


@rule("5.29", "12.31", "3.1.7")
def test_the_germans_are_frozen_on_turn_1_of_seelow() -> None:
    g = position(game, {"2008": "P1", "2009": "R1"}, "movement", turn=1, player=1)
    assert g.frame.title == "CombatPhase"
    assert may(g, "attack 2009"), "they may attack"
    g = position(game, {"2008": "P1", "2011": "R1"}, "movement", turn=2, player=1)
    assert g.frame.title == "Movement"
    g = position(game, {"2308": "P1"}, "movement", scenario="kustrin", turn=1)
    assert g.frame.title == "Movement", "in Küstrin they move"


# -- arrivals ----------------------------------------------------------------------------------------


def due(turn: int, more: dict[str, str] | None = None) -> P:
    """The 416th division waits, on the real map."""
    units = {"due-7": "SU-416-1368 SU-416-1373", "3005": "G1", **(more or {})}
    return position(game, units, "movement", turn=turn)


@rule("9.11", "9.14", "12.21a")
def test_reinforcements_come_on_their_turn_or_later() -> None:
    g = due(6)
    assert no(g, "pick SU-416-1368") == "9.11"
    for turn in (7, 9):
        g = due(turn)
        do(g, "pick SU-416-1368")
        assert offered(g, "enter") == {"2001", "2101", "2201", "2301", "2401"}
        assert no(g, "enter 2501") == "9.11"
    assert may(due(9), "end"), "arrival may be put off"


@rule("9.11")
def test_the_first_hex_costs_its_terrain_or_a_route() -> None:
    on = sheet({"1006": "woods 1", "1004": "woods 1 exits=road:W", "1005": "clear 3"})
    g = at({"due-4": "D1"}, "movement", on, turn=4, player=1)
    do(g, "pick D1")
    costs = {h: g.frame.hint(g, g.game.parse(f"enter {h}")).cost for h in ("1004", "1005", "1006")}  # type: ignore[attr-defined]
    assert costs == {"1004": "½", "1005": "1", "1006": "3"}
    do(g, "enter 1006, pick D1")
    assert "1509" not in offered(g, "go")
    assert "1408" in offered(g, "go"), "five points are left"


@rule("9.12")
def test_where_reinforcements_may_not_enter() -> None:
    g = due(7, {"2001": "B1", "2202": "B2"})
    do(g, "pick SU-416-1368")
    assert no(g, "enter 2001") == "5.21"
    assert no(g, "enter 2201") == "10.23", "at night not into a zone"
    g = due(9, {"2202": "B2"})
    do(g, "pick SU-416-1368, enter 2201")
    assert no(g, "pick SU-416-1368") == "4.24", "by day it stops there"


@rule("9.13", "10.22")
def test_one_after_another_through_one_hex() -> None:
    g = due(7)
    do(g, "pick SU-416-1368, enter 2201")
    assert no(do(g.copy(), "pick SU-416-1373"), "enter 2201") == "4.13"
    do(g, "pick SU-416-1368")
    assert "2203" not in offered(g, "go"), "two points at night: one hex further"
    do(g, "go 2202, pick SU-416-1373, enter 2201")
    assert place(g, "SU-416-1373") == "2201"


@rule("12.21b", "12.22a", "12.22b")
@pytest.mark.parametrize(
    ("unit", "turn", "player", "hexes"),
    [
        ("SU-396HSAU", 8, 0, "2501 2601 2801 2901 3001"),
        ("DE-1230PzJg", 3, 1, "2117 2217 2317 2417"),
        ("DE-8Pz-I", 4, 1, "1004 1005 1006 1007 1008 1009 1010 1011 1012"),
        ("DE-9PzJg", 4, 1, "1004 1005 1006 1007 1008 1009 1010 1011 1012"),
    ],
)
def test_the_other_arrivals(unit: str, turn: int, player: int, hexes: str) -> None:
    """2701 is swamp without a road, so that the assault guns cannot enter there (R37)."""
    g = position(game, {f"due-{turn}": unit, "2510": "G1", "1316": "B1"}, "movement", turn=turn, player=player)
    assert offered(do(g, f"pick {unit}"), "enter") == set(hexes.split())
    g = position(game, {f"due-{turn}": unit, "2510": "G1", "1316": "B1"}, "movement", turn=turn - 1, player=player)
    assert no(g, f"pick {unit}") == "9.11"


# -- every walk there is -----------------------------------------------------------------------------


def walks(g: P, piece: int) -> dict[int, Fraction]:
    """The least cost of every hex by trying all walks, step by step, straight from the rules."""
    terrain, unit = g.game.map, g.game.roster[piece]
    side = g.game.side_of[piece]
    zone, enter = enemy_zone(g, side), may_enter(g, piece)
    total, start = Fraction(2 * allowance(g, piece), 2), g.where[piece]
    best: dict[int, Fraction] = {}
    todo = [(start, Fraction(0))]
    while todo:
        here, spent = todo.pop()
        if here != start and zone >> here & 1:
            continue
        for there in each(g.game.board.adjacent[here]):
            if not enter >> there & 1 or (zone >> here & 1 and zone >> there & 1):
                continue
            step = terrain.step_cost[unit.mobility].get((here, there))
            if step is None:
                continue
            price = spent + Fraction(step, 2) + (2 if zone >> here & 1 else 0)
            if price <= total and price < best.get(there, total + 1) and there != start:
                best[there] = price
                todo.append((there, price))
    if unit.mobility == MOTZ and not zone >> start & 1 and not g.flags[piece] & DISRUPTED and total:
        for there in each(terrain.over_stream.targets[start] & enter):
            best.setdefault(there, total)
    return best


@pytest.mark.parametrize("seed", range(12))
def test_reach_agrees_with_every_walk(seed: int) -> None:
    rng = random.Random(seed)
    hexes = [name for name in game.board.names if name and 12 <= int(name[:2]) <= 30]
    units = rng.sample([u.id for u in game.roster.units if not u.leader], 60)
    flags = {u: rng.choice(["", "", "/disrupted", "/flipped" if "AG" in u or "VAK" in u else ""]) for u in units}
    spots = rng.sample(hexes, 60)
    pieces = {spot: unit + flags[unit] for spot, unit in zip(spots, units, strict=True)}
    g = position(game, pieces, "combat", turn=rng.choice([2, 6, 7, 9]))
    for piece in each(g.game.roster.of_side[0] | g.game.roster.of_side[1]):
        if g.where[piece] >= g.game.board.size or g.flags[piece] & MOVED:
            continue
        field = Field(g, piece, 0)
        expected = walks(g, piece)
        assert set(each(field.all)) == set(expected), game.roster[piece].id
        for target, price in expected.items():
            assert Fraction(field.cost(target), 2) == price
            way = field.way(target)
            assert way[-1] == target
            assert len(set(way)) == len(way)
            assert not any(occupied(g, 1 - g.game.side_of[piece]) >> p & 1 for p in way)


def test_the_unit_moved_last_keeps_count() -> None:
    g = at({"2008": "R1", "2007": "B1"}, "movement")
    do(g, "pick R1, go 2009, pick R1, go 2010, pick R1, go 2011")
    assert no(g, "pick R1") == "5.24"
    assert has(g, "R1", "moved")
    assert number(g, "R1") >= 0
