"""Zone boards: one that has nothing but zones and adjacency, and one with frames, symbols and an insert."""

from __future__ import annotations

import gzip
import json
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter as Tally
from itertools import combinations
from pathlib import Path

import pytest

import grognard
from grognard.draw import anchor, frame, map_svg, outline, place_labels
from grognard.draw.curves import offset, resample
from grognard.draw.geometry import counter_boxes, inside, segment_distance
from grognard.draw.labels import Box, overlap
from grognard.draw.links import tag_boxes
from grognard.draw.marks import mark_rows, marks_of
from grognard.draw.zonemap import zone_map
from grognard.engine.board import Board, load_board
from grognard.engine.pack import Pack
from grognard.engine.places import members

SQUARES = {"west": (0, 0), "east": (1, 0), "south": (0, 1), "fort": (1, 1)}
TERRAIN = {"west": "clear", "east": "forest", "south": "difficult", "fort": "city"}


DATA = Path(grognard.__file__).parent / "games" / "raceforberlin" / "data"


def words(svg: str) -> list[str]:
    return ["".join(t.itertext()) for t in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


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
    for name in ("West", "East", "South", "Fort", "Styx", "Four fields"):
        assert name in words(svg)
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


def test_symbols_come_from_the_columns_that_exist(board: Board, tmp_path: Path) -> None:
    assert marks_of(board) == ()
    file = tmp_path / "map" / "zones.csv"
    rows = file.read_text("utf-8").splitlines()
    more = ["index,vp,supply", "7,0,none", "8,3,blue", "9,,", "10,1,red"]
    file.write_text("\n".join(f"{row},{extra}" for row, extra in zip(rows, more, strict=True)) + "\n", "utf-8")
    marked = load_board(Pack(tmp_path))
    found = [(m.kind, marked.names[m.place], m.value) for m in marks_of(marked)]
    assert sorted(found) == [
        ("index", "east", "8"), ("index", "fort", "10"), ("index", "south", "9"), ("index", "west", "7"),
        ("star", "east", "3"), ("star", "fort", "1"), ("supply", "east", "blue"), ("supply", "fort", "red"),
    ]  # fmt: skip
    assert [label for label, _ in mark_rows(marked)] == ["Index", "Star", "Supply"]
    assert Tally(words(map_svg(marked)))["B"] == 2  # on the map and in the legend
    boxes = [box for label in place_labels(marked) for box in label.boxes]
    assert not any(overlap(mark.box, box) for mark in marks_of(marked) for box in boxes)


# -- a map with frames, symbols and an insert ----------------------------------------------------


@pytest.fixture(scope="module")
def full() -> Board:
    return load_board(Pack(DATA))


@pytest.fixture(scope="module")
def picture(full: Board) -> str:
    return map_svg(full)


def test_every_value_of_the_table_has_its_symbol(full: Board) -> None:
    wanted: Tally[tuple[str, str, str]] = Tally()
    for place in members(full.all):
        row, name = full.extra[place], full.names[place]
        wanted["index", name, row["index"]] += 1
        for kind, column in (("star", "vp"), ("shield", "garrison"), ("flag", "setup_flag"), ("supply", "supply")):
            if row[column] not in ("", "0", "none"):
                wanted[kind, name, row[column]] += 1
        for track in filter(None, row["us_tracks"].split(";")):
            wanted["us", name, track] += 1
    found = Tally((m.kind, full.names[m.place], m.value) for m in marks_of(full) if m.kind != "marker")
    assert found == wanted


def test_names_symbols_and_tags_keep_clear_of_each_other(full: Board) -> None:
    things: list[tuple[str, list[Box]]] = [(label.text, label.boxes) for label in place_labels(full)]
    things += [(f"{m.kind} of {full.names[m.place]}", [m.box]) for m in marks_of(full)]
    things += [(f"tag {text}", [box]) for _, text, box in tag_boxes(zone_map(full, True).extras)]
    assert {full.label[p] for p in members(full.all)} <= {name for name, _ in things}
    struck = [
        (one, two)
        for (one, first), (two, second) in combinations(things, 2)
        if any(overlap(a, b) > 0 for a in first for b in second)
    ]
    assert struck == []


def test_counters_have_room_at_every_anchor(full: Board) -> None:
    art = zone_map(full, True)
    taken = [box for label in art.labels for box in label.boxes] + [m.box for m in marks_of(full)]
    taken += [box for _, _, box in tag_boxes(art.extras)]
    taken += [(x - 8, y - 7, x + 8, y + 7) for x, y in (art.towns[p] for p in art.settled)]
    lines = [c.points for c in (*art.rivers, *art.walls) if c.kind != "stream"]
    lines += [line for extra in art.extras if extra.kind == "connector" for line in extra.lines]
    points = [at for line in lines for at in resample(line, 4.0)]
    for place in members(full.all):
        left, top, right, bottom = stand = art.stand(place)
        assert inside(outline(full, place), anchor(full, place))
        assert right - left >= 38
        assert not any(overlap(stand, box) for box in taken), full.names[place]
        assert not any(left < x < right and top < y < bottom for x, y in points), full.names[place]
        for i in range(9):  # no tree and no house either
            at = (left + (right - left) * (i % 3) / 2, top + (bottom - top) * (i // 3) / 2)
            assert not art.clearings.clear(at, 1.0), full.names[place]


def test_anchors_stand_on_the_squares_the_data_keeps_free(full: Board) -> None:
    to = frame(full)
    for place in members(full.all):
        x, y = anchor(full, place)
        at = ((x - to.left) / to.scale, (y - to.top) / to.scale)
        boxes = counter_boxes(full, place)
        assert any(b[0] - 5 <= at[0] <= b[2] + 5 and b[1] - 5 <= at[1] <= b[3] + 5 for b in boxes)


def test_teeth_of_defence_lines_point_to_the_border_they_guard(full: Board) -> None:
    art = zone_map(full, True)
    given = [extra for extra in art.extras if extra.kind == "defence"]
    assert len(art.walls) == len(given) > 0
    for wall, extra in zip(art.walls, given, strict=True):
        ring = outline(full, full.place(extra.properties["zone"]))
        edges = list(zip(ring, ring[1:] + ring[:1], strict=True))

        def room(at: tuple[float, float], edges: list = edges) -> float:
            return min(segment_distance(at, a, b) for a, b in edges)

        middle = len(wall.points) // 2
        left, right = (offset(wall.points, far)[middle] for far in (-4.0, 4.0))
        assert room(left) < room(right)


def test_connectors_lead_from_the_insert_to_the_main_map(full: Board, picture: str) -> None:
    links = [extra for extra in zone_map(full, True).extras if extra.kind == "connector"]
    apart = {frozenset(pair) for pair, side in full.sides.items() if side.extra.get("link") == "insert"}
    shown = set()
    for link in links:
        a, b = full.place(link.properties["insert"]), full.place(link.properties["main"])
        shown.add(frozenset((a, b)))
        assert inside(outline(full, a), link.lines[0][0])
        assert inside(outline(full, b), link.lines[0][-1])
    assert shown == apart
    dots = [c for c in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}circle") if c.attrib["r"] == "5.5"]
    assert len(dots) == len({end for link in links for end in (link.lines[0][0], link.lines[0][-1])})


def test_rivers_lie_on_every_border_that_has_one(full: Board) -> None:
    art = zone_map(full, True)
    wet = {(round(x), round(y)) for c in art.rivers if c.kind == "river" for x, y in c.points}
    for (a, b), edges in art.borders.items():
        if "river" in full.side(a, b).features:
            assert all((round(x), round(y)) in wet for edge in edges for x, y in edge)
    assert {"Oder", "Neisse", "Elbe"} <= {c.name for c in art.rivers}


def test_the_legend_explains_everything_within_the_page(full: Board, picture: str) -> None:
    assert frame(full, legend=True) == frame(full)
    said = " ".join(words(picture)).lower()
    legend = tomllib.loads((DATA / "map" / "map.toml").read_text("utf-8"))["legend"]
    for table in legend.values():
        for entry in table.values():
            label = entry if isinstance(entry, str) else entry["label"]
            assert label.lower() in said
    assert {"N", "10 km", "Turns", "Race for Berlin", "April 1945", "Seelow Heights"} <= set(words(picture))
    for credit in full.credits:
        assert credit.lower() in said


def test_the_turn_track_has_a_box_for_every_turn(full: Board, picture: str) -> None:
    left, top, wide, high = full.info["frames"]["turn_track"]
    x0, y0 = frame(full).point((left, top))
    x1, y1 = frame(full).point((left + wide, top + high))
    inner = [
        "".join(t.itertext())
        for t in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
        if " " not in t.attrib["x"] and x0 < float(t.attrib["x"]) < x1 and y0 < float(t.attrib["y"]) < y1
    ]
    assert inner == [str(turn) for turn in range(1, 11)]


def test_the_picture_is_small_and_the_same_every_time(full: Board, picture: str) -> None:
    assert len(gzip.compress(picture.encode())) < 400_000
    assert map_svg(load_board(Pack(DATA))) == picture
    dark = map_svg(full, palette="dark")
    assert dark != picture
    assert words(dark) == words(picture)


def test_the_code_names_no_game(full: Board) -> None:
    folder = Path(grognard.__file__).parent / "draw"
    code = "".join(file.read_text("utf-8").lower() for file in sorted(folder.glob("*.py")))
    known = {full.label[p].lower() for p in members(full.all)} | {"berlin", "zhukov", "koniev"}
    assert [name for name in sorted(known) if name in code] == []
