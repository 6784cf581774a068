"""The map as the rules ask it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.toy import FILES, Toy, write_pack

from grognard.engine import Pack
from grognard.engine.board import NO_SIDE, load_board
from grognard.engine.ledger import load_ledger
from grognard.engine.places import members


def test_places_by_name_terrain_and_tag(toy: Toy) -> None:
    board = toy.board
    assert board.names[board.place("0302")] == "0302"
    assert board.label[board.place("0302")] == "Mill"
    assert toy.place_title(board.place("0302")) == "Mill 0302"
    assert toy.place_title(board.place("0303")) == "0303"
    assert toy.place_title(toy.dead) == "Lost"
    assert board.of_terrain("wood") == board.places(["0101", "0202", "0303", "0404"])
    assert board.of_terrain("wood", "clear") == board.all
    assert board.tagged("home-red") == board.places(["0201", "0202", "0203", "0204"])
    assert board.tagged("nothing") == 0


def test_a_side_is_the_same_from_both_hexes(toy: Toy) -> None:
    board = toy.board
    a, b = board.place("0302"), board.place("0402")
    assert board.side(a, b) is board.side(b, a)
    assert board.side(a, b).features == {"stream", "bridge"}
    assert board.side(a, board.place("0202")) is NO_SIDE
    assert (board.direction(a, b), board.direction(b, a)) == ("E", "W")


def test_crossings_keep_what_the_test_keeps(toy: Toy) -> None:
    board = toy.board
    stream = board.crossing(lambda a, b, side: "stream" in side.features)
    dry = board.crossing(lambda a, b, side: "stream" not in side.features)
    assert stream.steps == 4
    assert stream.steps + dry.steps == board.steps.steps
    assert board.names[members(stream.spread(1 << board.place("0301")))[0]] == "0401"


def test_distance_is_the_grids(toy: Toy) -> None:
    board = toy.board
    assert board.grid is not None
    for a in members(board.all):
        for b in members(board.all):
            assert board.distance(a, b) == board.grid.distance(board.hexes[a], board.hexes[b])
        for far in range(4):
            assert members(board.within(a, far)) == [b for b in members(board.all) if board.distance(a, b) <= far]


def test_a_hole_in_the_map_is_no_place(tmp_path: Path) -> None:
    files = FILES | {"map/hexes.csv": FILES["map/hexes.csv"].replace("0402,clear,0,,home-blue,design\n", "")}
    files = {name: text for name, text in files.items() if name in ("map/map.toml", "map/hexes.csv")}
    board = load_board(Pack(write_pack(tmp_path, files)))
    assert "0402" not in board.number
    assert len(members(board.all)) == 19
    assert all(board.names[near] for place in members(board.all) for near in members(board.adjacent[place]))
    assert board.distance(board.place("0302"), board.place("0502")) == 3


def test_places_out_of_reach_have_no_distance(tmp_path: Path) -> None:
    hexes = "hex,terrain,level,name,tags,source\n0101,clear,,,,\n0504,clear,2,,,\n"
    files = {"map/map.toml": FILES["map/map.toml"], "map/hexes.csv": hexes}
    board = load_board(Pack(write_pack(tmp_path, files)))
    a, b = board.place("0101"), board.place("0504")
    assert (board.distance(a, b), board.distance(a, a)) == (-1, 0)
    assert (board.level[a], board.level[b]) == (0, 2)


def test_paths(toy: Toy) -> None:
    (road,) = toy.board.paths
    assert (road.kind, road.name) == ("road", "High road")
    assert [toy.board.names[p] for p in road.places] == ["0102", "0202", "0302", "0402", "0502"]


def test_the_ledger_finds_rules_by_number_and_words(toy: Toy) -> None:
    ledger = load_ledger(toy.pack)
    assert [rule.number for rule in ledger.search("2")] == ["2"]
    assert [rule.number for rule in ledger.search("COUNTER moves")] == ["1"]
    assert ledger.search("counter dice") == []
    assert [rule.number for rule in ledger.to_test] == ["1", "2"]
    assert ledger["3"].title == "Aim"
    with pytest.raises(Exception, match="there is no rule '4'"):
        ledger["4"]
