"""A zone board draws from nothing but its zones, their outlines and their adjacency."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from grognard.draw import anchor, frame, map_svg, outline, place_labels
from grognard.draw.geometry import inside
from grognard.draw.zonemap import zone_map
from grognard.engine.board import Board, load_board
from grognard.engine.pack import Pack
from grognard.engine.places import members

SQUARES = {"west": (0, 0), "east": (1, 0), "south": (0, 1), "fort": (1, 1)}
TERRAIN = {"west": "clear", "east": "forest", "south": "difficult", "fort": "city"}


@pytest.fixture
def board(tmp_path: Path) -> Board:
    folder = tmp_path / "map"
    folder.mkdir()
    (folder / "map.toml").write_text('title = "Four fields"\nkind = "zone"\n', "utf-8")
    rows = ["id,name,terrain,x,y"]
    features = []
    for name, (i, j) in SQUARES.items():
        rows.append(f"{name},{name.capitalize()},{TERRAIN[name]},{i * 600 + 300},{j * 600 + 250}")
        ring = [[i * 600 + dx, j * 600 + dy] for dx, dy in ((0, 0), (600, 0), (600, 600), (0, 600), (0, 0))]
        features.append({"properties": {"id": name}, "geometry": {"type": "Polygon", "coordinates": [ring]}})
    (folder / "zones.csv").write_text("\n".join(rows) + "\n", "utf-8")
    (folder / "adjacency.csv").write_text(
        "a,b,features,name,behind\nwest,east,river,Styx,\nwest,south,road,,\neast,fort,line,,fort\nsouth,fort,,,\n",
        "utf-8",
    )
    (folder / "zones.geojson").write_text(json.dumps({"features": features}), "utf-8")
    return load_board(Pack(tmp_path))


def test_a_zone_board_draws(board: Board) -> None:
    svg = map_svg(board)
    words = ["".join(t.itertext()) for t in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    for name in ("West", "East", "South", "Fort", "Styx", "Four fields"):
        assert name in words
    assert map_svg(board) == svg


def test_zone_outlines_share_corners_and_hold_their_anchor(board: Board) -> None:
    west, east = board.place("west"), board.place("east")
    assert len(set(outline(board, west)) & set(outline(board, east))) == 2
    for place in members(board.all):
        assert inside(outline(board, place), anchor(board, place))


def test_zone_rivers_roads_and_works_follow_the_adjacency(board: Board) -> None:
    art, to = zone_map(board, True), frame(board)
    (river,) = art.rivers
    assert river.name == "Styx"
    assert {round(x) for x, _ in river.points} == {round(to.left + 600 * to.scale)}
    (way,) = art.ways
    assert way.points[0] == to.point((300.0, 250.0))
    assert way.points[-1] == to.point((300.0, 850.0))
    (wall,) = art.walls
    assert all(inside(outline(board, board.place("fort")), p) for p in wall.points[1:-1])


def test_zone_names_do_not_collide(board: Board) -> None:
    assert {label.text for label in place_labels(board)} == {"West", "East", "South", "Fort", "Styx"}
