"""Hex geometry in both layouts with either shift, against the plainest possible calculation."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.hexgrid import Hex, HexGrid, Layout, Shift, parse_number

GRIDS = [HexGrid(layout, shift) for layout in get_args(Layout) for shift in get_args(Shift)]

grids = st.sampled_from(GRIDS)
hexes = st.builds(Hex, st.integers(0, 99), st.integers(0, 99))
near_middle = st.builds(Hex, st.integers(40, 52), st.integers(40, 52))


def rings_by_walking(grid: HexGrid, start: Hex, radius: int) -> list[set[Hex]]:
    """The rings around a hex, found by going from neighbour to neighbour."""
    rings = [{start}]
    seen = {start}
    for _ in range(radius):
        ring = {n for h in rings[-1] for n in grid.neighbours(h)} - seen
        seen |= ring
        rings.append(ring)
    return rings


@pytest.mark.parametrize("text", ["", "1", "14-9", "149", "01409", "１４０９", " 409", "+409", "abcd"])
def test_only_four_plain_digits_are_a_hex_number(text: str) -> None:
    with pytest.raises(ValueError, match="not a hex number"):
        parse_number(text)


@given(hexes)
def test_printed_numbers_round_trip(hex_: Hex) -> None:
    assert len(hex_.number) == 4
    assert parse_number(hex_.number) == hex_


@pytest.mark.parametrize(
    ("layout", "shifted", "around"),
    [
        ("flat", "odd", "1408 1508 1509 1410 1309 1308"),
        ("flat", "even", "1408 1509 1510 1410 1310 1309"),
        ("pointy", "odd", "1508 1509 1510 1410 1309 1408"),
        ("pointy", "even", "1408 1509 1410 1310 1309 1308"),
    ],
)
def test_the_six_around_1409(layout: Layout, shifted: Shift, around: str) -> None:
    grid = HexGrid(layout, shifted)
    middle = parse_number("1409")
    assert [h.number for h in grid.neighbours(middle)] == around.split()
    by_name = [grid.neighbour(middle, direction).number for direction in grid.directions]
    assert by_name == around.split()


@given(grids, hexes)
def test_axial_numbers_round_trip(grid: HexGrid, hex_: Hex) -> None:
    assert grid.printed(*grid.axial(hex_)) == hex_


@given(grids, hexes)
def test_opposite_directions_lead_back(grid: HexGrid, hex_: Hex) -> None:
    for i, there in enumerate(grid.neighbours(hex_)):
        assert grid.neighbours(there)[(i + 3) % 6] == hex_


@given(grids, hexes)
def test_neighbours_middles_are_one_apart(grid: HexGrid, hex_: Hex) -> None:
    for there in grid.neighbours(hex_):
        assert math.dist(grid.centre(hex_), grid.centre(there)) == pytest.approx(1)


def test_directions_point_where_their_names_say() -> None:
    for grid in GRIDS:
        x, y = grid.centre(Hex(14, 9))
        for direction, there in zip(grid.directions, grid.neighbours(Hex(14, 9)), strict=True):
            nx, ny = grid.centre(there)
            assert ("N" in direction) == (ny < y - 0.1)
            assert ("S" in direction) == (ny > y + 0.1)
            assert ("E" in direction) == (nx > x + 0.1)
            assert ("W" in direction) == (nx < x - 0.1)


@given(grids, near_middle)
def test_rings_and_distance_are_those_of_walking(grid: HexGrid, start: Hex) -> None:
    for radius, ring in enumerate(rings_by_walking(grid, start, 5)):
        found = grid.ring(start, radius)
        assert len(found) == len(set(found)) == max(1, 6 * radius)
        assert set(found) == ring
        assert {grid.distance(start, h) for h in ring} == {radius}


@given(grids, hexes, hexes)
def test_lines_are_connected_and_the_same_both_ways(grid: HexGrid, a: Hex, b: Hex) -> None:
    line = grid.line(a, b)
    assert line[0] == [a]
    assert line[-1] == [b]
    assert len(line) >= grid.distance(a, b) + 1
    assert line == grid.line(b, a)[::-1]
    for here, there in pairwise(line):
        assert any(grid.distance(h, t) == 1 for h in here for t in there)


@given(grids, hexes, hexes)
def test_lines_stay_close_and_two_hexes_mean_the_side_between_them(grid: HexGrid, a: Hex, b: Hex) -> None:
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    length = math.dist((ax, ay), (bx, by))
    for entry in grid.line(a, b):
        if a == b:
            continue
        offs = []
        for hex_ in entry:
            x, y = grid.centre(hex_)
            offs.append(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length)
        assert all(abs(off) < 1 / math.sqrt(3) for off in offs)
        if len(entry) == 2:
            assert grid.distance(*entry) == 1
            assert offs[0] == pytest.approx(-offs[1])
        else:
            assert len(entry) == 1


@given(grids, hexes, hexes)
def test_a_line_names_every_hex_it_passes_through(grid: HexGrid, a: Hex, b: Hex) -> None:
    """Against walking along the line in small steps: whoever is nearest to a point holds it."""
    named = {hex_ for entry in grid.line(a, b) for hex_ in entry}
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    around = named | {n for hex_ in named for n in grid.neighbours(hex_)}
    for i in range(301):
        point = (ax + (bx - ax) * i / 300, ay + (by - ay) * i / 300)
        far = sorted((math.dist(point, grid.centre(hex_)), hex_) for hex_ in around)
        if far[1][0] - far[0][0] > 1e-6:
            assert far[0][1] in named


def test_a_line_along_a_side_names_both_hexes() -> None:
    grid = HexGrid("pointy", "odd")
    line = grid.line(Hex(5, 5), Hex(5, 7))
    assert [[h.number for h in entry] for entry in line] == [["0505"], ["0506", "0606"], ["0507"]]


@given(grids, hexes)
def test_a_side_has_the_same_two_corners_from_both_hexes(grid: HexGrid, hex_: Hex) -> None:
    corners = grid.corners(hex_)
    for i, there in enumerate(grid.neighbours(hex_)):
        theirs = grid.corners(there)
        assert corners[i] == pytest.approx(theirs[(i + 4) % 6])
        assert corners[(i + 1) % 6] == pytest.approx(theirs[(i + 3) % 6])
