"""What the rulebook says of map, units and tables must be true of the data."""

from __future__ import annotations

import csv
from collections import Counter as Count
from itertools import pairwise

import pytest
from tests.games.reichstag.helpers import HOME
from tests.games.reichstag.phases import game
from tests.support import rule

from grognard.engine.pieces import each
from grognard.engine.places import members
from grognard.games.reichstag.model import BF, FRONTS, STATE_MARKERS, UF, Counter
from grognard.games.reichstag.stages import SOVIET_GROUPS, edge_zone, large_starters, potsdam_zone
from grognard.games.reichstag.terrain import hex_cost

BOARD, MAP = game.board, game.map
UNITS: list[Counter] = game.roster.units
ROWS = list(csv.DictReader((HOME / "units.csv").open(encoding="utf-8", newline="")))


def of(**wanted: object) -> list[Counter]:
    """The units with these properties."""
    return [u for u in UNITS if all(getattr(u, name) == value for name, value in wanted.items())]


def hexes(mask: int) -> set[str]:
    """The names of a set of hexes."""
    return {BOARD.names[p] for p in members(mask)}


# -- counters -------------------------------------------------------------------------------------


def test_there_are_228_counters() -> None:
    """2.13 Those that only show a state are numbers here, not pieces."""
    assert len(ROWS) == 228
    assert len([row for row in ROWS if row["type"] in STATE_MARKERS]) == 33
    assert len(UNITS) == 195
    assert Count(u.klass for u in UNITS) == {"mobile": 117, "static": 61, "marker": 17}


def test_every_value_says_where_it_comes_from() -> None:
    for row in ROWS:
        assert row["identity_source"]
        assert bool(row["strength_source"]) == (row["class"] != "marker")


@rule("2.9")
def test_every_soviet_unit_belongs_to_one_front() -> None:
    """2.9 The side of a counter is fixed in the roster; no position can change it."""
    assert len(of(side="1bf")) == 46
    assert len(of(side="1uf")) == 22
    assert not hasattr(game.new_state(game.setup()), "side")


@rule("2.4")
def test_only_germans_are_static() -> None:
    assert {u.side for u in of(klass="static")} == {"german"}
    assert not game.mobile & game.static


@rule("2.6", "12.12")
def test_brackets_and_zeros_never_attack() -> None:
    """Volkssturm and towers are bracketed; headquarters and installations have no strength at all."""
    bracketed = {u.type for u in UNITS if u.defend_only}
    assert bracketed == {"flak tower", "sniper", "infantry", "flak"}
    assert {u.name[:2] for u in UNITS if u.defend_only and u.type == "infantry"} == {"VS", "Ar"}
    zero = {u.type for u in UNITS if u.klass != "marker" and not u.strength}
    assert zero == {"command post", "strategic marker", "emergency airfield", "supply depot"}
    assert not any(u.attacks for u in UNITS if u.defend_only or u.type in zero)
    assert game.roster[game.roster.number["GS-HJ-1"]].attacks


def test_the_flak_towers_have_six_in_brackets() -> None:
    """3.2"""
    assert {(u.id, u.strength, u.defend_only) for u in of(type="flak tower")} == {
        (f"GS-FT-{name}", 6, True) for name in ("TG", "HT", "FR")
    }


def test_there_are_four_command_posts_and_three_strategic_markers() -> None:
    """2.12, 23.1, 16.6: area commands are not command posts (R42)."""
    assert {u.id for u in of(type="command post")} == {"GS-CP-LVIPk", "GS-CP-West", "GS-CP-Ost", "GS-CP-Zitad"}
    assert {u.name for u in of(type="strategic marker")} == {"Führer Bunker", "Chemical Weapons", "Atomic Research"}
    assert len([u for u in UNITS if u.name.startswith("Area Command")]) == 8


def test_the_units_of_the_set_up_are_those_of_the_text() -> None:
    """3.7-3.12, 22.2, 22.3"""
    count = Count(u.setup_rule for u in UNITS if u.klass != "marker")
    assert count == {
        "3.2": 3, "3.3": 58, "3.7": 11, "3.8": 6, "3.9": 6, "3.10": 12, "3.14": 14,
        "3.11 north": 5, "3.11 south": 19, "3.11 reinforcement": 22, "3.12": 12, "3.12 reinforcement": 10,
    }  # fmt: skip
    south = {u.name for u in of(setup_rule="3.11 south")}
    rifles = {f"{n}G Rifle Division" for n in (35, 39, 47, 57, 74, 77, 79, 82, 88)}
    assert rifles < south
    assert {"8G Mechanized Corps", "11 Tank Corps", "11G Tank Corps", "1GTA Reconnaissance Regiment"} < south
    assert {u.name for u in of(setup_rule="3.11 north")} == {
        "1 Mechanized Corps", "9G Tank Corps", "12G Tank Corps", "6G Tank Brigade", "2GTA Tank Regiment",
    }  # fmt: skip
    assert {u.name for u in of(setup_rule="3.12")} == {
        "5G Mechanized Corps", "6G Mechanized Corps", "9 Mechanized Corps", "6G Tank Corps", "7G Tank Corps",
        "10G Tank Corps", "3GTA Tank Brigade", "68G Tank Brigade", "4GTA Assault Gun Brigade",
        "16 Assault Gun Brigade", "3GTA Reconnaissance Regiment", "4GTA Reconnaissance Regiment",
    }  # fmt: skip


@rule("25.1")
def test_highly_mobile_units() -> None:
    kinds = {"tank", "panzer", "assault gun", "mechanized", "panzergrenadier", "reconnaissance", "cavalry"}
    assert all(u.highly_mobile == (u.type in kinds and u.klass == "mobile") for u in UNITS)


def test_the_pool_has_what_the_rules_speak_of() -> None:
    """3.4-3.6, 3.13: 3 + 15 + 25 leave 15 of 58."""
    assert Count(u.type for u in of(setup_rule="3.3")) == {
        "infantry": 39, "command post": 4, "strategic marker": 3, "emergency airfield": 2, "supply depot": 3,
        "sniper": 4, "flak": 3,
    }  # fmt: skip
    drawn = [game.entry("set_up", key) for key in ("reichstag", "statics_1uf_sector", "statics_1bf_sector")]
    assert drawn == [3, 15, 25]
    assert game.entry("set_up", "garrison_1uf_sector") == 4


def test_barrage_markers() -> None:
    """2.10, 22.5"""
    kinds = [((game.barrage_of[f] & k).bit_count()) for f in FRONTS for k in (game.artillery, game.airstrikes)]
    assert kinds == [6, 3, 4, 2]
    assert game.jets.bit_count() == 2


# -- turns ----------------------------------------------------------------------------------------


def test_ten_days_from_23_april_to_2_may() -> None:
    """1.2, 21.1"""
    assert game.turns == 10
    assert (game.dates[0], game.dates[1], game.dates[-1]) == ("23 April", "24 April", "2 May")


def test_the_turn_track_lists_every_reinforcement() -> None:
    listed = {turn["n"]: turn.get("arrivals", []) for turn in game.tables["turn"]}
    for turn in range(2, 11):
        due = {u.id for u in UNITS if u.arrival == turn}
        assert set(listed[turn]) == due
    assert {u.setup_rule for u in UNITS if u.arrival > 1} == {"3.11 reinforcement", "3.12 reinforcement"}


@rule("2.3E")
def test_the_1uf_wave_of_24_april_comes_from_the_south_and_fits_on_its_stars() -> None:
    wave = [u for u in UNITS if u.star_bound]
    assert len(wave) == 7
    assert {(u.side, u.arrival, u.edge) for u in wave} == {("1uf", 2, "south")}
    stars = MAP.stars[UF, "south"]
    assert stars.bit_count() == 8 > sum(u.is_large for u in wave)
    assert not stars & ~(MAP.edge["south"] & MAP.land[UF])


def test_edges_of_arrival() -> None:
    """7.1, R24"""
    assert Count(u.edge for u in of(side="1bf")) == {"north": 18, "south": 19, "east": 9}
    assert {u.edge for u in of(side="1uf")} == {"south"}


# -- map ------------------------------------------------------------------------------------------


@rule("2.2")
def test_every_hex_but_the_reichstag_has_one_sector() -> None:
    first, second = MAP.sector
    assert not first & second
    assert hexes(BOARD.all & ~first & ~second) == {"3412"}
    assert (first.bit_count(), second.bit_count()) == (878, 629)


def test_the_boundary_lies_exactly_between_the_sectors() -> None:
    """5.1, 5.2: a hexside is boundary if and only if it parts the sectors; none is on the Reichstag."""
    for place in members(BOARD.all):
        for near in members(BOARD.adjacent[place]):
            sectors = {MAP.sector_of[place], MAP.sector_of[near]}
            assert ("boundary" in BOARD.side(place, near).features) == (sectors == {BF, UF})


def test_no_water_and_no_bridge_lies_on_the_boundary() -> None:
    """R89"""
    for side in BOARD.sides.values():
        assert not ("boundary" in side.features and side.features & {"river", "canal", "lake", "bridge"})


@rule("27.4b", "27.4c", "27.4d")
def test_objectives_and_their_points() -> None:
    assert MAP.objectives.bit_count() == 20
    assert Count(MAP.value.values()) == {5: 18, 10: 1, 30: 1}
    assert MAP.value[MAP.reichstag] == 30
    assert MAP.value[MAP.potsdam] == 10
    points = [sum(MAP.value[p] for p in members(MAP.objectives & MAP.sector[f])) for f in FRONTS]
    assert points == [50, 50]


def test_the_tower_hexes_are_objectives_in_the_right_sectors() -> None:
    """3.2"""
    assert {name: BOARD.names[place] for name, place in MAP.towers.items()} == {
        "TG": "3013",
        "HT": "3508",
        "FR": "3910",
    }
    assert [MAP.sector_of[MAP.towers[name]] for name in ("TG", "HT", "FR")] == [UF, BF, BF]
    assert all(MAP.objectives >> place & 1 for place in MAP.towers.values())


def test_the_s_bahn_ring_is_closed() -> None:
    (ring,) = [path for path in BOARD.paths if path.kind == "sbahn"]
    assert ring.places[0] == ring.places[-1]
    assert MAP.sbahn.bit_count() == len(ring.places) - 1
    assert all(BOARD.distance(a, b) == 1 for a, b in pairwise(ring.places))


@rule("9.11")
def test_bridges_cross_water_and_all_start_intact() -> None:
    assert len(MAP.bridges) == 55
    for bridge in MAP.bridges:
        assert BOARD.side(bridge.a, bridge.b).features & {"river", "canal", "lake"}
        assert bridge.title != "bridge"
    assert game.new_state(game.setup()).demolished == ()


def test_every_road_and_railway_crosses_water_at_bridges_only() -> None:
    for path in BOARD.paths:
        for a, b in pairwise(path.places):
            features = BOARD.side(a, b).features
            assert "bridge" in features or not features & {"river", "canal", "lake"}, path.name


def test_set_up_zones_have_room() -> None:
    """3.8, 3.11, 3.12, R27"""
    assert [edge_zone(game, r).bit_count() for r in SOVIET_GROUPS] == [104, 34, 62]
    assert potsdam_zone(game).bit_count() == 13
    assert [large_starters(game, r).bit_count() for r in SOVIET_GROUPS] == [3, 12, 6]
    assert not MAP.water & (edge_zone(game, "3.12") | potsdam_zone(game))


def test_airfields_find_roads_whatever_stands_there() -> None:
    """16.3 In either sector there are more places on roads than Germans: an emergency airfield always fits."""
    for sector in FRONTS:
        places = 3 * ((MAP.roads | MAP.airfields) & MAP.land[sector]).bit_count()
        assert places > 61 + 49


def test_airfield_hexes() -> None:
    assert hexes(MAP.airfields) == {"3618", "4623", "1218", "1010", "4629"}


# -- tables ---------------------------------------------------------------------------------------


@rule("27.3", "27.3a", "27.3b", "27.3c", "27.3d", "27.3e", "27.3f", "27.3g")
def test_stavka_prices() -> None:
    assert game.tables["sp"] == {
        "replace_corps": 4,
        "replace_division": 2,
        "replace_smaller": 2,
        "artillery_marker": 1,
        "airstrike_marker": 2,
        "forced_march": 1,
        "forced_march_table_27_3": 3,
        "maximum_effort": 10,
        "fatigue_factor": 2,
    }


@rule("27.4a", "27.4e", "27.4f")
def test_victory_points_of_other_things() -> None:
    assert game.tables["vp"] == {"strategic_marker": 10, "german_mobile_unit_eliminated": 1, "sp_expended": -1}


def test_radii_and_rolls() -> None:
    """15.2, 12.15, 17.3, 16.5, 3.8, 7.3, 18.2"""
    assert game.tables["radii"] == {
        "artillery": 1, "airstrike": 2, "flak_tower": 2, "reconnaissance": 2, "sniper_placement": 4, "potsdam_setup": 2,
    }  # fmt: skip
    assert game.tables["rolls"] == {"german_static_reinforcement_success": [1, 2], "bridge_demolished_on": [1, 2, 3]}


@pytest.mark.parametrize("terrain", ["clear", "suburban", "urban", "woods"])
def test_the_terrain_chart_shows_what_the_rules_use(terrain: str) -> None:
    """27.5"""
    chart = {row["terrain"]: row["cost"] for row in game.tables["terrain_effects"]}
    plain = BOARD.of_terrain(terrain) & ~MAP.objectives & ~MAP.airfields
    assert {str(hex_cost(game, place)) for place in members(plain)} == {chart[terrain.capitalize()]}
    assert {str(hex_cost(game, place)) for place in members(MAP.objectives)} == {chart["Objective"]}
    assert {str(hex_cost(game, p)) for p in members(MAP.airfields & ~MAP.objectives)} == {chart["Airfield"]}


def test_the_ledger_is_in_our_own_words_and_without_gaps() -> None:
    """Every number that a refusal, an event or a docstring may cite is there, parents included."""
    for known in game.ledger.rules:
        assert known.statement
        assert known.title
        assert known.number.rstrip("abcdefghijklmnopqrstuvwxyz") in game.ledger.by_number


def test_units_have_names_and_strengths_on_one_scale() -> None:
    strengths = {piece: game.strength[piece] for piece in each(game.mobile)}
    assert all(strengths.values())
    assert max(strengths.values()) == 10
    assert len({u.name for u in UNITS}) == len(UNITS)
