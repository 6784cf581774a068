"""The map picture: complete, readable, the same every time."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections import Counter as Tally
from itertools import combinations
from pathlib import Path

import pytest

import grognard
from grognard.draw import anchor, frame, map_svg, outline, place_labels
from grognard.draw.hexmap import hex_map
from grognard.draw.labels import overlap
from grognard.engine.board import Board, load_board
from grognard.engine.pack import Pack
from grognard.engine.places import members

DATA = Path(grognard.__file__).parent / "games" / "marshals" / "data"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(Pack(DATA))


@pytest.fixture(scope="module")
def picture(board: Board) -> str:
    return map_svg(board)


@pytest.fixture(scope="module")
def bare(board: Board) -> str:
    """Without the legend, as the browser shows it."""
    return map_svg(board, legend=False)


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter(f"{SVG}text")]


def test_is_xml_with_the_size_of_the_frame(board: Board, picture: str) -> None:
    root = ET.fromstring(picture)
    whole = frame(board, legend=True)
    assert [float(v) for v in root.attrib["viewBox"].split()] == pytest.approx(
        [0, 0, whole.width, whole.height], abs=0.1
    )


def test_every_hex_number_appears_once(board: Board, picture: str) -> None:
    seen = Tally(t for t in texts(picture) if re.fullmatch(r"\d{4}", t))
    assert seen == Tally(board.names[p] for p in members(board.all))


def test_numbers_can_be_left_out(board: Board) -> None:
    assert not [t for t in texts(map_svg(board, numbers=False)) if re.fullmatch(r"\d{4}", t)]


def test_every_named_hex_is_named(board: Board) -> None:
    said = " ".join(label.text for label in place_labels(board)).upper()
    for place in members(board.all):
        for word in board.label[place].split():
            assert word.upper() in said


def test_rivers_and_lakes_are_named(board: Board) -> None:
    said = {label.text for label in place_labels(board) if label.kind in ("river", "lake")}
    wanted = {side.extra["name"] for side in board.sides.values() if side.extra.get("name")}
    assert wanted <= said


def test_no_label_touches_another_or_a_number(board: Board) -> None:
    labels = place_labels(board)
    boxes = [(label.text, i, box) for i, label in enumerate(labels) for box in label.boxes]
    boxes += [("number", -1 - i, box) for i, box in enumerate(hex_map(board, True).number_boxes)]
    for (one, i, a), (two, j, b) in combinations(boxes, 2):
        if i != j:
            assert overlap(a, b) < 0.5, f"{one} and {two} collide"


def test_labels_stay_on_the_sheet(board: Board) -> None:
    to = frame(board)
    for label in place_labels(board):
        for left, top, right, bottom in label.boxes:
            assert min(left, top, to.width - right, to.height - bottom) > 0, label.text


def test_town_names_stand_near_their_hex(board: Board) -> None:
    where = {board.label[p]: anchor(board, p) for p in members(board.all) if board.label[p]}
    for label in place_labels(board):
        if label.kind == "town":
            _, x, y = label.lines[0]
            assert math.dist((x, y), where[label.text]) < 90, label.text


def test_same_input_gives_the_same_bytes(picture: str) -> None:
    assert map_svg(load_board(Pack(DATA))) == picture


def test_palettes_differ_only_in_colour(board: Board, picture: str) -> None:
    dark = map_svg(board, palette="dark")
    assert dark != picture
    assert texts(dark) == texts(picture)


def test_an_unknown_palette_is_refused(board: Board) -> None:
    with pytest.raises(KeyError):
        map_svg(board, palette="neon")


def test_title_and_legend_only_with_the_legend(board: Board, picture: str, bare: str) -> None:
    assert "Forest" in texts(picture)
    assert "Forest" not in texts(bare)
    assert frame(board).width < frame(board, legend=True).width
    assert (frame(board).left, frame(board).top) == (
        frame(board, legend=True).left,
        frame(board, legend=True).top,
    )


def test_credits_are_shown(tmp_path: Path) -> None:
    (tmp_path / "map").mkdir()
    for file in (DATA / "map").iterdir():
        (tmp_path / "map" / file.name).write_bytes(file.read_bytes())
    toml = tmp_path / "map" / "map.toml"
    text = re.sub(r"(?ms)^attribution = \[.*?^\]\n", "", toml.read_text("utf-8"))
    toml.write_text('attribution = ["Surveyed by nobody, CC0"]\n' + text, "utf-8")
    credited = load_board(Pack(tmp_path))
    for legend in (True, False):
        assert "Surveyed by nobody, CC0" in texts(map_svg(credited, legend=legend))


def test_hex_polygons_tile(board: Board) -> None:
    for place in members(board.all):
        mine = set(outline(board, place))
        assert len(mine) == 6
        for other in members(board.adjacent[place]):
            assert len(mine & set(outline(board, other))) == 2
        x, y = anchor(board, place)
        assert {round(math.dist((x, y), corner)) for corner in mine} == {58}


def test_frame_transforms_board_points(board: Board) -> None:
    to = frame(board)
    place = board.place("0806")
    x, y = board.centre(place)
    assert anchor(board, place) == pytest.approx((to.left + to.scale * x, to.top + to.scale * y), abs=0.01)
    corners = [corner for p in members(board.all) for corner in outline(board, p)]
    assert min(x for x, _ in corners) == pytest.approx(to.width - max(x for x, _ in corners), abs=0.2)
    assert min(y for _, y in corners) == pytest.approx(to.height - max(y for _, y in corners), abs=0.2)
    assert 10 < min(x for x, _ in corners) < 100


def test_is_light_enough_for_the_browser(bare: str) -> None:
    import gzip

    raw = bare.encode()
    assert len(raw) < 1_500_000
    assert len(gzip.compress(raw)) < 250_000


def test_no_game_is_named_in_the_code() -> None:
    names = {p.name for p in (DATA.parent.parent).iterdir() if p.is_dir() and not p.name.startswith("_")}
    for file in (Path(grognard.__file__).parent / "draw").glob("*.py"):
        words = set(re.findall(r"\w+", file.read_text("utf-8").lower()))
        assert not words & names, file.name
