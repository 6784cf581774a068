"""A game on paper: true sizes, backs behind their fronts, every tile and every text there."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from grognard.engine.errors import SetupError
from grognard.engine.game import Game
from grognard.games import BUILT_IN, load_game
from grognard.paper.counter_sheets import BLEED, behind, block, counter_pages, counters_of, marker_faces
from grognard.paper.drawing import RULER
from grognard.paper.map_sheets import OVERLAP, map_size, tiled_map, whole_map
from grognard.paper.order import Order, order
from grognard.paper.printing import print_game
from grognard.paper.sizes import COUNTERS, INCH, PAPERS, map_scale
from grognard.paper.typesetting import POINTS, pages_pdf, saddle

SIDE = COUNTERS["5/8"]


def _read(game: Game[Any], wanted: Order) -> PdfReader:
    return PdfReader(io.BytesIO(print_game(game, wanted)))


def _sizes(reader: PdfReader) -> set[tuple[float, float]]:
    boxes = [page.mediabox for page in reader.pages]
    return {(round(float(box.width) / POINTS, 1), round(float(box.height) / POINTS, 1)) for box in boxes}


@pytest.fixture(scope="module")
def printed() -> PdfReader:
    """A small game with all that is printed."""
    return _read(load_game("marshals"), order(booklet="pages"))


def test_pages_are_as_large_as_their_paper(printed: PdfReader) -> None:
    assert _sizes(printed) == {(210.0, 297.0), (148.5, 210.0)}, "sheets, and pages of half a sheet"
    letter = _read(load_game("marshals"), order(["counters"], paper="letter"))
    assert _sizes(letter) == {(215.9, 279.4)}


def test_every_sheet_says_what_it_is_and_has_a_ruler() -> None:
    """Read from the marks alone: to read all names of the map below them takes half a minute."""
    game, paper = load_game("marshals"), PAPERS["a4"]
    tiles = tiled_map(game, paper, SIDE)
    counters = counter_pages(game, paper, SIDE, "duplex")
    drawn = pages_pdf([(tile.paper, tile.marks) for tile in tiles] + [(paper, page) for page in counters])
    sheets = [page.extract_text() for page in PdfReader(io.BytesIO(drawn)).pages]
    assert all("100 mm" in text for text in sheets)
    assert all(f"sheet {n} of {len(tiles)}" in text for n, text in enumerate(sheets[: len(tiles)], 1))
    assert "counters 1 of" in sheets[len(tiles)]
    assert "backs" in sheets[len(tiles) + 1]
    assert "B1" in sheets[0], "which sheet comes next"


def test_the_outline_leads_to_the_parts(printed: PdfReader) -> None:
    assert [entry.title for entry in printed.outline] == ["Map", "Counters", "Booklet"]  # type: ignore[union-attr]


def test_the_map_is_in_the_file_once() -> None:
    pages = _read(load_game("marshals"), order(["map"])).pages
    maps = {page["/Resources"]["/XObject"].raw_get("/Map").idnum for page in pages}  # type: ignore[index,union-attr]
    assert len(maps) == 1


def test_the_rules_and_charts_are_in_the_booklet(printed: PdfReader) -> None:
    game = load_game("marshals")
    text = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in printed.pages if page.mediabox.height < 600))
    for rule in game.ledger.rules:
        assert rule.number in text
    assert re.sub(r"\s+", " ", game.ledger.rules[3].statement)[:40] in text.replace("- ", "")
    for words in ("Combat results", "Order of battle", "Turn track", game.scenarios[1].title):
        assert words in text


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_tiles_cover_the_map_and_overlap(name: str) -> None:
    game = load_game(name)
    wide, high = map_size(game, SIDE, legend=False)
    windows = [tile.window for tile in tiled_map(game, PAPERS["a4"], SIDE)]
    assert max(w.x + w.width for w in windows) == pytest.approx(wide)
    assert max(w.y + w.height for w in windows) == pytest.approx(high)
    rows = sorted({round(w.y, 3) for w in windows})
    for y in rows:
        row = sorted((w for w in windows if round(w.y, 3) == y), key=lambda w: w.x)
        assert row[0].x == 0
        for left, right in pairwise(row):
            assert left.x + left.width - right.x == pytest.approx(OVERLAP)
    for tile in tiled_map(game, PAPERS["a4"], SIDE):
        assert tile.window.left + tile.window.width <= tile.paper.width - 10
        assert tile.window.top + tile.window.height <= tile.paper.height - 10


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_counters_fit_the_places_of_the_map(name: str) -> None:
    game = load_game(name)
    if game.board.grid is None:
        return
    across = map_scale(game.board, SIDE) * 100
    assert across == pytest.approx(0.75 * INCH), "a hex of three quarters of an inch for counters of five eighths"
    tile = whole_map(game, SIDE)
    assert tile.window.width == pytest.approx(map_size(game, SIDE, legend=True)[0])


@pytest.mark.parametrize("size", sorted(COUNTERS))
@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("backs", ["duplex", "fold"])
def test_a_back_lies_behind_its_front(size: str, paper: str, backs: Any) -> None:
    """Turned over the long edge, or folded in the middle, the middle of each back meets that of its front."""
    sheet = PAPERS[paper]
    front = block(sheet, COUNTERS[size], backs)
    back = behind(front, sheet, backs)
    for column in range(front.columns):
        mirrored = front.columns - 1 - column
        middle = front.left + (column + 0.5) * front.side
        assert sheet.width - middle == pytest.approx(back.left + (mirrored + 0.5) * back.side)
    assert front.left - BLEED >= 10
    assert front.xs[-1] + BLEED <= (sheet.width / 2 if backs == "fold" else sheet.width - 10)
    assert front.ys[-1] + BLEED <= sheet.height - 10


def test_drawn_backs_stand_where_the_blocks_say() -> None:
    """The first counter of the drawing lies first in its row, its back last in the row behind."""
    game, paper = load_game("marshals"), PAPERS["a4"]
    where = block(paper, SIDE, "duplex")
    fronts, backs = counter_pages(game, paper, SIDE, "duplex")[:2]
    place = r"translate\(([\d.]+) ([\d.]+)\) scale"
    first = [float(re.findall(place, page)[0][0]) for page in (fronts, backs)]
    assert first == pytest.approx([where.xs[0], where.xs[-2]], abs=0.01)


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_every_counter_is_there(name: str) -> None:
    game = load_game(name)
    names = [counter.name for counter in counters_of(game)]
    assert names[: len(game.roster.units)] == [unit.name for unit in game.roster.units]
    assert len(names) == len(game.roster.units) + 8 * len(marker_faces(game))


def test_a_back_shows_the_weaker_side() -> None:
    game = load_game("seelow")
    at = next(n for n, unit in enumerate(game.roster.units) if unit.face.reverse)
    counter, face = counters_of(game)[at], game.roster.units[at].face
    assert "-".join(face.values) in counter.front
    assert "-".join(face.reverse) in counter.back
    assert "disrupted" in [face.short for face in marker_faces(game)], "one side cannot show two states"
    assert "disrupted" not in [face.short for face in marker_faces(load_game("marshals"))], "there it is the back"


def test_chits_of_a_cup_have_one_back() -> None:
    game = load_game("konigsberg")
    chits = [
        c.back for c, unit in zip(counters_of(game), game.roster.units, strict=False) if unit.face.symbol == "chit"
    ]
    assert len(chits) > 30
    assert len(set(chits)) == 1


def test_units_that_may_lie_face_down_tell_nothing_there() -> None:
    game = load_game("reichstag")
    for counter, unit in zip(counters_of(game), game.roster.units, strict=False):
        assert unit.face.short not in re.sub("<[^>]*>", " ", counter.back)


def test_a_saddle_stitched_booklet_can_be_read() -> None:
    for pages in (1, 4, 5, 8, 19):
        sides = saddle(pages)
        whole = len(sides) * 2
        assert whole % 4 == 0
        assert sorted(n for pair in sides for n in pair) == list(range(whole))
        for front, back in zip(sides[::2], sides[1::2], strict=True):
            assert back[0] == front[1] + 1, "behind the right page of a sheet lies the next one"
            assert front[0] == back[1] + 1


def test_the_ruler_is_100_mm() -> None:
    assert RULER == 100.0
    page = counter_pages(load_game("marshals"), PAPERS["a4"], SIDE, "none")[0]
    assert '<line x1="10.000" y1="293.000" x2="110.000" y2="293.000"' in page


@pytest.mark.parametrize(
    ("parts", "wanted", "said"),
    [
        (["map"], {"paper": "a3"}, "paper 'a3' is not one of a4, letter"),
        (["dice"], {}, "there is no part 'dice': choose of map, counters, booklet"),
        ([], {}, "nothing is chosen to be printed: choose of map, counters, booklet"),
        (["map"], {"colour": "red"}, "'colour' cannot be chosen for print"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_a_sentence(parts: list[str], wanted: dict[str, str], said: str) -> None:
    with pytest.raises(SetupError, match=re.escape(said)):
        order(parts, **wanted)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_every_game_can_be_printed_in_every_way(name: str, tmp_path: Path) -> None:
    game = load_game(name)
    for wanted in (order(), order(paper="letter", counter="1/2", backs="fold", map="whole", booklet="pages")):
        reader = _read(game, wanted)
        assert len(reader.pages) > 6
