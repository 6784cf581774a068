"""What the rulebook says about map, counters and set-up (introduction, glossary, map section, 11)."""

from __future__ import annotations

from itertools import pairwise

from tests.games.raceforberlin.helpers import game, impulse, levels, mask, zone, zones
from tests.support import refused, rule, texts, where

from grognard.engine.pieces import each
from grognard.games.raceforberlin.odds import garrison
from grognard.games.raceforberlin.zones import conquered_city, contested

START = game.start()


def of(camp: int, side: int) -> set[str]:
    """The armies or divisions of a camp and nationality."""
    return {game.units[p].army or game.units[p].id for p in each((game.soviet_of, game.german_of)[side][camp])}


def at(name: str) -> set[str]:
    """Who stands in a zone at the start."""
    return {game.units[p].id for p in each(START.here.get(zone(name), 0))}  # type: ignore[call-overload]


@rule("INT.1", "G.4", "G.6")
def test_each_player_leads_soviets_and_the_germans_before_the_other() -> None:
    for number, unit in ((1, "S-8GA-1"), (2, "S-3GTA-1"), (3, "G-Kurmark"), (4, "G-21Pz")):
        pieces = {"kuestrin": "S-8GA-1", "triebel": "S-3GTA-1", "falkenhagen": "G-Kurmark", "cottbus": "G-21Pz"}
        g = impulse(number, pieces)
        assert g.to_decide == (0, 1, 1, 0)[number - 1]
        for other in ("S-8GA-1", "S-3GTA-1", "G-Kurmark", "G-21Pz"):
            assert (f"move {other}" in texts(g)) == (other == unit)
            if other != unit:
                assert refused(g, f"move {other}") == "4.1.2"


@rule("G.1", "M.8")
def test_berlin_has_six_zones_with_garrisons() -> None:
    six = {"wedding", "prenzlauer_berg", "friedrichshain", "neukoelln", "tempelhof", "zehlendorf"}
    assert zones(game.map.berlin) == six
    assert {game.board.names[z] for z in range(75) if game.map.garrison[z]} == six
    assert game.map.garrison[zone("tempelhof")] == 20


@rule("G.2", "9.1.3", "9.1.4", "9.3.3a")
def test_contested_and_controlled() -> None:
    for level, inside, state in (
        (1, True, "contested"),
        (2, True, "controlled"),
        (1, False, ""),
        (0, True, "contested"),
    ):
        pieces = {"tempelhof": "S-8GA-1"} if inside else {"zossen": "S-13-1"}
        g = impulse(1, pieces, levels=levels(tempelhof=level))
        assert bool(contested(g) & mask("tempelhof")) == (state == "contested")
        assert bool(conquered_city(g) & mask("tempelhof")) == (state == "controlled")
    assert not contested(impulse(1, {"potsdam": "S-8GA-1"}))


@rule("G.3", "G.5", "U.1", "U.2", "11.6.1", "11.5.1")
def test_the_armies() -> None:
    zhukov = "61 1POL 47 3SHA 2GTA 5SHA 8GA 69 33 1GTA 3"
    koniev = "3GA 13 3GTA 5GA 4GTA 2POL 52 28 31"
    assert of(0, 0) == {f"S-{a}" for a in zhukov.split()}
    assert of(1, 0) == {f"S-{a}" for a in koniev.split()}
    assert {army: units.bit_count() for army, units in game.armies.items() if units.bit_count() != 2} == {"S-31": 1}
    assert all(unit.counters == 1 for unit in game.units if unit.side == "german")


@rule("G.7", "M.7", "2.2.2a")
def test_american_tracks() -> None:
    names = [[game.board.names[z] for z in track] for track in game.map.tracks]
    assert [track[0] for track in names] == ["leipzig", "leipzig", "kyritz"]
    assert sum("jueterbog" in track for track in names) == 1
    for track in game.map.tracks:
        assert all(game.map.next[a] >> b & 1 for a, b in pairwise(track))
        assert game.map.berlin >> track[-1] & 1
        assert not any(game.map.berlin >> z & 1 for z in track[:-1])


@rule("G.8")
def test_a_garrison_is_no_unit() -> None:
    g = impulse(1, {"zossen": "S-13-1"})
    assert garrison(g, zone("tempelhof")) == 20
    assert not g.here.get(zone("tempelhof"))  # type: ignore[call-overload]


@rule("G.9")
def test_soviet_supply_is_all_that_lies_east() -> None:
    assert game.map.soviet_supply[0] | game.map.soviet_supply[1] == game.map.east
    assert game.map.east.bit_count() == 10


@rule("G.12", "M.4")
def test_the_index_falls_to_the_west() -> None:
    by_longitude = sorted(range(75), key=lambda z: float(game.board.extra[z]["lon"]))
    indexes = [game.map.index[z] for z in by_longitude]
    assert indexes == sorted(indexes)


@rule("M.1", "M.2", "M.3", "7.1.4")
def test_adjacency_and_corners() -> None:
    for a, b in game.tables["corner_pairs"]["pairs"]:
        assert not game.map.next[zone(a)] >> zone(b) & 1
    assert all(game.map.next[a] >> b & 1 == game.map.next[b] >> a & 1 for a in range(75) for b in range(75))
    g = impulse(2, {"luckenwalde": "S-13-1", "luckau": "S-13-2"})
    g.play("move S-13-1")
    g.play("done")
    g.play("pick S-13-1")
    assert "go luckau" in texts(g)
    assert not game.map.next[zone("zossen")] >> zone("luckau") & 1


@rule("M.5", "11.1", "11.2", "11.3", "11.4")
def test_set_up_by_flags() -> None:
    letters = {"A": "n_oderbruch", "C": "s_oderbruch", "E": "bridgehead", "GG": "cottbus", "M": "reppen"}
    for letter, name in letters.items():
        assert game.map.letters[zone(name)] == letter
    for unit in game.units:
        if unit.setup:
            assert where(START, unit.id) == unit.setup
            assert game.map.letters[zone(unit.setup)]
    assert at("kuestrin") == {f"S-{a}-{n}" for a in ("47", "3SHA", "2GTA") for n in (1, 2)}
    assert at("goerlitz") == {"G-10SSPz", "G-72", "G-17"}
    assert at("triebel") == {f"S-{a}-{n}" for a in ("3GA", "13", "3GTA") for n in (1, 2)}
    assert at("seelow") == {"G-303", "G-20PzGr"}
    count = [
        sum(bool(u.setup) for u in game.units if (u.side, u.camp) == k)
        for k in (("soviet", 0), ("german", 0), ("soviet", 1), ("german", 1))
    ]
    assert count == [20, 15, 14, 17]


@rule("M.6", "G.13")
def test_victory_stars() -> None:
    assert game.map.vp[zone("tempelhof")] == 3
    assert sum(game.map.vp) == 42
    assert not game.map.victory & game.map.berlin
    g = impulse(2, {"triebel": "S-13-1 S-13-2"})
    for action in ("move S-13-1", "done", "pick S-13-1", "go forst"):
        g.play(action)
    assert g.state.held == (0, 0), "a zone without a star gets no marker"


@rule("M.10", "M.11", "M.12")
def test_the_insert_is_joined_by_white_lines() -> None:
    insert = {game.board.names[z] for z in range(75) if game.board.extra[z]["insert"] == "1"}
    outside = {n for n in zones(game.map.next[zone("proetzel")]) if n not in insert}
    assert outside == {"bernau", "strausberg", "fuerstenwalde"}
    g = impulse(3, {"n_oderbruch": "G-606"}, turn=7)
    for action in ("move G-606", "done", "pick G-606"):
        g.play(action)
    hint = g.frame.hint(g, game.parse("go eberswalde"))  # type: ignore[attr-defined]
    assert hint.cost == "2"


@rule("11.0a", "2.4.1")
def test_chits_at_the_start() -> None:
    g = game.empty()
    game.open(g)
    assert where(g, "C1") == "hand-koniev"
    assert {game.units[p].chit for p in each(g.here[game.cup])} == set(range(2, 12))


@rule("11.0b")
def test_markers_at_the_start() -> None:
    assert START.state.turn == 1
    assert (START.state.operations, START.state.support, START.state.booked) == (1, (0, 0), (0, 0))


@rule("11.5.3", "11.6.2")
def test_reinforcements_in_their_box() -> None:
    assert game.xii.bit_count() == 10
    assert {u.id for u in game.units if u.arrival == "joachimsthal"} == {"G-11SS", "G-23SS", "G-18PzGr"}
    assert all(START.where[p] == game.due for p in each(game.xii))
