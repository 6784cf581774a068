"""What the rulebook says of map, units and tables must be true of the data."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.games.marshals.helpers import game, hexes

from grognard.engine.places import members
from grognard.games.marshals.model import Division

BOARD, MAP = game.board, game.map
UNITS: list[Division] = game.roster.units
FLOWER = {"0705", "0805", "0706", "0806", "0906", "0707", "0807"}


def of(**wanted: str) -> list[Division]:
    """The units with these properties."""
    return [u for u in UNITS if all(getattr(u, name) == value for name, value in wanted.items())]


def near(hex_: str) -> set[str]:
    """The neighbours of a hex."""
    return hexes(BOARD.adjacent[BOARD.place(hex_)])


# -- units ----------------------------------------------------------------------------------------


def test_counts() -> None:
    assert len(of(side="russian")) == 28
    assert len(of(side="german")) == 55
    assert Counter(u.command for u in UNITS) == {"zhukov": 15, "koniev": 13, "busse": 31, "graeser": 24}


def test_every_command_has_its_sector() -> None:
    sectors = {u.command: u.sector for u in UNITS}
    assert sectors == {"zhukov": "north", "busse": "north", "koniev": "south", "graeser": "south"}
    assert all(u.sector == sectors[u.command] for u in UNITS)


@pytest.mark.parametrize(
    ("kind", "to_attack", "only"),
    [
        ("infantry", 2, 4),
        ("shock", 2, 4),
        ("panzer", 3, 5),
        ("panzergrenadier", 3, 5),
        ("tiger", 3, 5),
        ("tank", 4, 6),
        ("static", 0, 0),
        ("leader", 0, 0),
    ],
)
def test_allowances_by_type(kind: str, to_attack: int, only: int) -> None:
    units = of(type=kind)
    assert units
    assert {(u.move_attack, u.move_only) for u in units} == {(to_attack, only)}


def test_only_shock_armies_have_two_attack_factors() -> None:
    shock = [u for u in UNITS if u.attack != u.attack_after_move]
    assert {u.id for u in shock} == {"R-3SHK", "R-5SHK"} == {u.id for u in of(type="shock")}
    assert all(u.attack > u.attack_after_move for u in shock)


def test_exactly_one_mobile_unit_has_attack_factor_0() -> None:
    assert [u.id for u in UNITS if u.mobile and u.attack == 0] == ["G-RAE"]


def test_tanks_are_russian_and_panzers_german() -> None:
    assert {u.side for u in UNITS if u.type in ("tank", "shock")} == {"russian"}
    assert {u.side for u in UNITS if u.type in ("panzer", "panzergrenadier", "tiger")} == {"german"}


def test_tank_armies_armies_and_smaller_russian_units() -> None:
    sizes = Counter(u.size for u in of(side="russian"))
    assert sizes["tank army"] == 4
    assert sizes["corps"] > 0, "three units of which two are armies: there are smaller ones"
    assert all(u.type == "tank" for u in of(size="tank army"))


def test_hitler_the_garrisons_and_the_frankfurt_defenders() -> None:
    (hitler,) = of(type="leader")
    assert (hitler.defence, hitler.setup, hitler.attack) == (3, "0806", 0)
    assert {u.setup for u in of(size="garrison")} == FLOWER - {"0806"}
    (fortress,) = of(size="fortress")
    assert (fortress.setup, fortress.attack) == ("1408", 0)
    assert len(of(type="tiger")) == 1


def test_only_the_28_army_starts_disrupted() -> None:
    assert [u.id for u in UNITS if u.starts_disrupted] == ["R-28"]


def test_reinforcements_are_german_and_as_scheduled() -> None:
    schedule = {
        2: ["G-11SS", "G-18PG", "G-23SS", "G-20PZ"],
        3: ["G-HG1", "G-HG2", "G-JAH"],
        4: ["G-3MAR", "G-4SSP", "G-POT"],
        5: ["G-SCH", "G-SCI", "G-KOE", "G-HUT"],
    }
    assert {t: [u.id for u in UNITS if u.arrival == t] for t in (2, 3, 4, 5)} == schedule
    turns = game.pack.toml("tables.toml")["turn"]
    assert {t["n"]: t["german_reinforcements"] for t in turns if t["german_reinforcements"]} == schedule
    assert all(u.side == "german" for u in UNITS if u.arrival)


def test_the_suggested_set_up_is_in_the_zones() -> None:
    for unit in UNITS:
        if unit.side == "german" and unit.mobile and not unit.arrival:
            assert unit.setup in hexes(MAP.setup_zone[unit.sector]), unit.id


def test_no_russian_starts_in_german_territory() -> None:
    for unit in of(side="russian"):
        place = BOARD.place(unit.setup)
        assert not MAP.german_start >> place & 1
        assert MAP.sector[unit.sector] >> place & 1


# -- tables ---------------------------------------------------------------------------------------


def test_eight_turns_of_two_days() -> None:
    assert game.turns == len(game.dates) == 8


def test_the_table_has_sixty_cells_and_grows_in_the_attackers_favour() -> None:
    rank = {"AE": 0, "-": 1, "D": 2, "DW": 3, "DR": 4, "DE": 5}
    rows = [[rank[cell] for cell in game.crt.rows[row]] for row in range(1, 7)]
    assert sum(map(len, rows)) == 60
    assert all(row == sorted(row) for row in rows), "a higher column is never worse"
    assert all(list(column) == sorted(column) for column in zip(*rows, strict=True)), "nor is a higher die"


def test_shifts_movement_and_stacking_tables_agree_with_the_code() -> None:
    tables = game.pack.toml("tables.toml")
    assert tables["shifts"] == {
        "hill": -1,
        "river": -1,
        "defence_line": -1,
        "river_or_line_mix": -1,
        "red_air": 1,
        "first_turn_line": 1,
        "defender_disrupted": 1,
    }
    for unit in UNITS:
        if unit.mobile:
            numbers = tables["movement"][unit.type]
            assert (unit.move_attack, unit.move_only) == (numbers["attack"], numbers["only"])
    assert set(game.pays_river) == {"shock", "panzer", "panzergrenadier", "tiger", "tank"}
    assert {u.type for u in UNITS if u.is_armour} == set(tables["movement"]["river_half_attack"])
    assert {u.id for u in UNITS if u.stacking == "uncounted"} == set(tables["stacking"]["german_not_counted"])


# -- map ------------------------------------------------------------------------------------------


def test_size() -> None:
    assert BOARD.size == 19 * 21


def test_berlin_is_a_flower_of_seven() -> None:
    assert hexes(MAP.berlin) == FLOWER
    assert near("0806") == FLOWER - {"0806"}
    assert BOARD.names[MAP.centre] == "0806"


def test_four_berlin_hexes_and_the_centre_are_northern_and_two_southern() -> None:
    assert hexes(MAP.berlin & MAP.sector["north"]) == {"0705", "0805", "0706", "0906", "0806"}
    assert hexes(MAP.berlin & MAP.sector["south"]) == {"0707", "0807"}


def test_no_river_inside_berlin() -> None:
    for a in members(MAP.berlin):
        assert not MAP.across_river.targets[a] & MAP.berlin
        assert not MAP.lake.targets[a] & MAP.berlin


def test_major_cities() -> None:
    cities = FLOWER | {"1408", "0607", "0307", "1314", "0921", "1621"}
    assert hexes(MAP.major_cities) == cities
    assert not MAP.major_cities & (MAP.hills | MAP.forests)


def test_hills_and_forests() -> None:
    assert {"1306", "1307", "1205", "1321", "1421", "1521", "1520"} <= hexes(MAP.hills)
    assert {"1121", "1221", "1220", "1821"} <= hexes(MAP.hills)
    assert {"1105", "1106", "1208", "0811", "1410"} <= hexes(MAP.forests)
    assert len(hexes(MAP.forests)) == 79


def test_eight_lakes_of_one_hexside() -> None:
    sides = {frozenset((a, b)) for a in range(BOARD.size) for b in members(MAP.lake.targets[a])}
    named = {frozenset(BOARD.names[p] for p in side) for side in sides}
    pairs = "0902-1002 1102-1202 1009-1109 1211-1212 0906-0907 0607-0706 0910-1010 0306-0307"
    assert named == {frozenset(pair.split("-")) for pair in pairs.split()}


def test_demarcation_hexes_are_northern_and_whatever_lies_north_of_them() -> None:
    north, south = hexes(MAP.sector["north"]), hexes(MAP.sector["south"])
    line = hexes(BOARD.tagged("demarcation"))
    assert len(line) == 22
    assert line <= north
    assert not north & south
    assert len(north) + len(south) == BOARD.size
    for hex_ in south:
        assert near(hex_) & north <= line, "nobody goes south without crossing the line's hexes"


def lines(number: str) -> dict[frozenset[str], str]:
    """The hexsides of a defence line and the hex behind each."""
    found = {}
    for a in range(BOARD.size):
        for b in members(BOARD.adjacent[a]):
            side = BOARD.side(a, b)
            if side is not None and "line" in side.features and side.extra["line"] == number:
                found[frozenset((BOARD.names[a], BOARD.names[b]))] = side.extra["behind"]
    return found


def test_the_first_line_divides_the_starting_territories() -> None:
    first = lines("1")
    assert len(first) == 45
    german = hexes(MAP.german_start)
    for side, behind in first.items():
        (front,) = side - {behind}
        assert behind in german
        assert front not in german
    border = {frozenset((a, b)) for a in german for b in near(a) if b not in german}
    assert border == set(first)


def test_the_second_line_and_the_ring() -> None:
    assert len(lines("2")) == 41
    ring = lines("3")
    assert len(ring) == 18
    assert set(ring.values()) == FLOWER - {"0806"}
    assert all(len(side & FLOWER) == 1 for side in ring), "the outer rim and nothing else"


def test_the_bridgehead_is_russian() -> None:
    for hex_ in ("1405", "1406", "1407"):
        assert not MAP.german_start >> BOARD.place(hex_) & 1


def test_the_set_up_zone_is_two_hexes_deep() -> None:
    german = hexes(MAP.german_start)
    touching = set(lines("1").values())
    second = {b for a in touching for b in near(a)} & german
    zone = hexes(MAP.setup_zone["north"]) | hexes(MAP.setup_zone["south"])
    assert zone == touching | second
    for sector in ("north", "south"):
        assert not MAP.setup_zone[sector] & ~MAP.sector[sector]


def test_reinforcements_arrive_on_column_1() -> None:
    assert hexes(MAP.west_edge) == {f"01{row:02}" for row in range(1, 22)}


def test_the_ledger_names_every_rule_once() -> None:
    numbers = [entry.number for entry in game.ledger.rules]
    assert len(numbers) == len(set(numbers))
