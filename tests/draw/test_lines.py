"""Lines on hexsides: works face the attacker, rivers reach each other, contours close."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

import grognard
from grognard.draw.areas import Area, Clearings, merge, wavy
from grognard.draw.curves import length, offset, resample, smooth_path, unit
from grognard.draw.geometry import inside, sheet_of, signed_area
from grognard.draw.hexmap import hex_map
from grognard.draw.palette import LIGHT
from grognard.draw.regions import regions_svg
from grognard.draw.relief import contours
from grognard.draw.sides import Course, wall_lines, walls
from grognard.engine.board import Board, load_board
from grognard.engine.pack import Pack
from grognard.engine.places import members

DATA = Path(grognard.__file__).parent / "games" / "marshals" / "data"


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(Pack(DATA))


def test_works_lie_in_the_hex_they_protect(board: Board) -> None:
    sheet = sheet_of(board)
    points = [p for course in walls(sheet) for p in resample(course.points, 3.0)]
    for (a, b), side in board.sides.items():
        if "line" not in side.features or a > b:
            continue
        home = board.place(side.extra["behind"])
        p, q = sheet.side(sheet.of(a), sheet.of(b))
        middle = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
        near = min(points, key=lambda at: math.dist(at, middle))
        assert math.dist(near, middle) < 14
        assert inside(sheet.corners(sheet.of(home)), near)


def test_the_protected_hex_lies_to_the_right_of_the_works(board: Board) -> None:
    sheet = sheet_of(board)
    guarded = {side.extra["behind"] for side in board.sides.values() if "line" in side.features}
    homes = [sheet.corners(sheet.of(board.place(name))) for name in sorted(guarded)]
    for course in walls(sheet):
        fine = resample(course.points, 3.0)
        right = offset(fine, 9.0)[len(fine) // 2]
        assert any(inside(home, right) for home in homes)


def test_every_river_side_has_water_on_its_middle(board: Board) -> None:
    art = hex_map(board, True)
    points = [p for course in art.rivers for p in resample(course.points, 3.0)]
    for (a, b), side in board.sides.items():
        if "river" in side.features and a < b:
            p, q = art.sheet.side(art.sheet.of(a), art.sheet.of(b))
            middle = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
            assert min(math.dist(middle, at) for at in points) < 9, (board.names[a], board.names[b])


def test_roads_visit_the_hexes_of_their_path_and_no_others(board: Board) -> None:
    art = hex_map(board, True)
    for kind in ("road", "rail", "autobahn"):
        wanted = {p for path in board.paths if path.kind == kind for p in path.places}
        points = [p for way in art.network.ways if way.kind == kind for p in resample(way.points, 6.0)]
        for place in members(board.all):
            ring = art.sheet.corners(art.sheet.of(place))
            cx, cy = art.sheet.centre(art.sheet.of(place))
            shrunk = [(cx + (x - cx) * 0.9, cy + (y - cy) * 0.9) for x, y in ring]
            visited = any(inside(shrunk, at) for at in points if math.dist(at, (cx, cy)) < 58)
            assert visited == (place in wanted), (kind, board.names[place])


def test_merging_neighbours_drops_the_border_they_share() -> None:
    left = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    right = [(10.0, 0.0), (20.0, 0.0), (20.0, 10.0), (10.0, 10.0)]
    (ring,) = merge([left, right])
    assert abs(signed_area(ring)) == 200
    assert sorted(ring) == sorted({*left, *right})
    assert len(merge([left, [(x + 50, y) for x, y in right]])) == 2


def test_terrain_stays_near_its_hexes(board: Board) -> None:
    ring = sheet_of(board).corners(board.hexes[board.place("1109")])
    shaken = wavy(ring)
    assert all(math.dist(a, (sum(x for x, _ in ring) / 6, sum(y for _, y in ring) / 6)) < 70 for a in shaken)
    assert abs(signed_area(shaken)) == pytest.approx(abs(signed_area(ring)), rel=0.2)


def test_strewn_points_lie_inside() -> None:
    import random

    area = Area(
        [
            [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)],
            [(30.0, 30.0), (30.0, 70.0), (70.0, 70.0), (70.0, 30.0)],
        ]
    )
    points = list(area.strewn(random.Random(1), 10.0, 10.0, margin=6))
    assert len(points) > 30
    assert all(area.holds((x, y)) or min(abs(y - 30), abs(y - 70), abs(y), abs(y - 100)) < 4 for x, y in points)


def test_clearings_keep_things_away() -> None:
    clear = Clearings()
    clear.add((50.0, 50.0), 10.0)
    assert not clear.clear((57.0, 50.0))
    assert clear.clear((61.0, 50.0))
    assert not clear.clear((61.0, 50.0), 2.0)


def test_contours_are_closed_and_at_their_height() -> None:
    rings = contours(lambda x, y: 100 - math.hypot(x, y), (-80.0, -80.0, 80.0, 80.0), 50.0)
    assert len(rings) == 1
    assert all(abs(math.hypot(x, y) - 50) < 4 for x, y in rings[0])


def test_resampling_keeps_the_ends_and_the_length() -> None:
    line = [(0.0, 0.0), (30.0, 0.0), (30.0, 40.0)]
    fine = resample(line, 2.0)
    assert fine[0] == line[0]
    assert fine[-1] == line[-1]
    assert len(fine) == 36
    assert length(fine) == pytest.approx(70, abs=1.5)


def test_smooth_paths_do_not_drift() -> None:
    """Relative coordinates are rounded; the error must not add up."""
    points = [(i * 3.333, 7.777 * math.sin(i)) for i in range(300)]
    numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", smooth_path(points))]
    x, y = numbers[0], numbers[1]
    for i in range(2, len(numbers), 6):
        x, y = x + numbers[i + 4], y + numbers[i + 5]
    assert (x, y) == pytest.approx(points[-1], abs=0.11)


def test_teeth_point_away_from_what_is_protected() -> None:
    """The protected ground lies to the right; walking east with y running down, that is below the line."""
    course = Course("line", "1", [(0.0, 50.0), (100.0, 50.0)], marks=frozenset({"behind"}))
    svg = wall_lines([course], LIGHT, lambda name: "#123456")
    teeth = next(d for d in re.findall(r'<path d="([^"]+)" fill="#123456"', svg))
    tips = [float(dy) for dy in re.findall(r"M[\d.]+ 50l[\d.]+ ?(-?[\d.]+)", teeth)]
    assert len(tips) > 5
    assert all(dy < -5 for dy in tips)


def test_a_closed_ring_of_works_has_no_seam(board: Board) -> None:
    rings = [c for c in walls(sheet_of(board)) if math.dist(c.points[0], c.points[-1]) < 0.1]
    assert [c.name for c in rings] == ["3"]
    points = rings[0].points
    (ax, ay), (bx, by) = unit(points[-2], points[-1]), unit(points[0], points[1])
    assert ax * bx + ay * by > 0.9


def test_regions_are_lettered_where_the_data_says(tmp_path: Path) -> None:
    (tmp_path / "map").mkdir()
    for file in (DATA / "map").iterdir():
        (tmp_path / "map" / file.name).write_bytes(file.read_bytes())
    with (tmp_path / "map" / "map.toml").open("a", encoding="utf-8") as toml:
        toml.write('\n[[label]]\ntext = "FLÄMING"\nkind = "region"\nalong = ["0311", "0611"]\n')
        toml.write('\n[[label]]\ntext = "Lusatia"\nkind = "country"\nat = [51.6, 14.2]\nsize = 9\n')
    board = load_board(Pack(tmp_path))
    svg = regions_svg(board, sheet_of(board), LIGHT)
    x, y = (float(v) for v in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>Lusatia', svg)[0])
    ring = sheet_of(board).corners(board.hexes[board.place("1216")])
    assert "FLÄMING" in svg
    assert math.dist((x, y), (sum(p[0] for p in ring) / 6, sum(p[1] for p in ring) / 6)) < 120
