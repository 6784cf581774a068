"""What the rule tests of this game share: positions on the real map and on a blank one.

`blank` makes a small all-clear map on which single features are switched on. Its hexes are named by axial pairs
(q, r) counted from its middle: north is (0, -1), north-east (1, -1), south-east (1, 0).
"""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from grognard.engine.hexgrid import Hex, HexGrid
from grognard.engine.pack import Pack
from grognard.games.reichstag import Reichstag

HOME = Path(__file__).parents[3] / "src" / "grognard" / "games" / "reichstag" / "data"
COLUMNS, ROWS = 24, 24
MIDDLE = Hex(9, 12)
"""Where (0, 0) lies; row 24 is the south edge, so that (0, 12) is the last hex south of the middle."""
GRID = HexGrid("flat", "odd")

Axial = tuple[int, int]
DIRECTIONS: dict[str, Axial] = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}

# Where the features lie that every map must have, far from the middle.
FAR = {
    (20, 4): "suburban sector-1uf potsdam objective vp-10",
    (22, 18): "woods sector-1uf flak-TG objective vp-5",
    (2, 2): "woods sector-1bf flak-HT objective vp-5",
    (2, 22): "woods sector-1bf flak-FR objective vp-5",
    (22, 22): "urban reichstag objective vp-30",
}
FIRST_UF_COLUMN = 18


def at(q: int, r: int) -> str:
    """The number of a hex of the blank map."""
    mq, mr = GRID.axial(MIDDLE)
    return GRID.printed(mq + q, mr + r).number


def blank(
    hexes: Mapping[Axial, str] | None = None,
    sides: Mapping[tuple[Axial, str], str] | None = None,
    *,
    uf: Iterable[Axial] = (),
    reichstag: Axial | None = None,
    roads: Iterable[tuple[Axial, ...]] = (),
) -> Reichstag:
    """The game on a blank map.

    `hexes` gives a hex its terrain and tags (`"urban objective vp-5"`), `sides` a hexside its features
    (`{((0, 0), "N"): "river bridge"}`). Hexes of `uf` belong to the 1UF sector, all others near the middle to the 1BF
    sector; the boundary follows. `reichstag` moves the Reichstag, `roads` are roads.
    """
    return _blank(
        tuple(sorted((hexes or {}).items())),
        tuple(sorted((sides or {}).items())),
        tuple(sorted(uf)),
        reichstag,
        tuple(tuple(road) for road in roads),
    )


@cache
def _blank(
    hexes: tuple[tuple[Axial, str], ...],
    sides: tuple[tuple[tuple[Axial, str], str], ...],
    uf: tuple[Axial, ...],
    reichstag: Axial | None,
    roads: tuple[tuple[Axial, ...], ...],
) -> Reichstag:
    described = _describe(dict(hexes), set(uf), reichstag)
    features = {(_hex(*place), direction): words for (place, direction), words in sides}
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "map").mkdir()
        (home / "map" / "map.toml").write_text(
            'title = "Blank"\nkind = "hex"\nlayout = "flat"\nshifted = "odd"\n'
            f"first_column = 1\nlast_column = {COLUMNS}\nfirst_row = 1\nlast_row = {ROWS}\n"
        )
        _write(home / "map" / "hexes.csv", "hex terrain level name tags source", _hex_rows(described))
        _write(home / "map" / "sides.csv", "hex dir features source", _side_rows(described, features))
        paths = [["road", f"Road {i}", "-".join(at(*p) for p in road), "test"] for i, road in enumerate(roads)]
        _write(home / "map" / "paths.csv", "kind name hexes source", paths)
        return Reichstag(Pack(HOME, home))


def _hex(q: int, r: int) -> Hex:
    mq, mr = GRID.axial(MIDDLE)
    return GRID.printed(mq + q, mr + r)


def _describe(hexes: dict[Axial, str], uf: set[Axial], reichstag: Axial | None) -> dict[Hex, list[str]]:
    """Terrain, then tags, of every hex."""
    described = {}
    own = {_hex(*place): words.split() for place, words in hexes.items()}
    ukrainian = {_hex(*place) for place in uf}
    far = {Hex(column, row): words.split() for (column, row), words in FAR.items()}
    if reichstag is not None:
        far = {place: words for place, words in far.items() if "reichstag" not in words}
        far[_hex(*reichstag)] = ["urban", "reichstag", "objective", "vp-30"]
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1):
            place = Hex(column, row)
            words = far.get(place) or own.get(place) or ["clear"]
            if not {"sector-1bf", "sector-1uf", "reichstag"} & set(words):
                in_uf = place in ukrainian or column >= FIRST_UF_COLUMN
                words = [*words, "sector-1uf" if in_uf else "sector-1bf"]
            described[place] = [*words, *_edges(column, row)]
    return described


def _edges(column: int, row: int) -> list[str]:
    edges = {
        "edge-west": column == 1,
        "edge-east": column == COLUMNS,
        "edge-north": row == 1,
        "edge-south": row == ROWS,
    }
    return [edge for edge, here in edges.items() if here]


def _hex_rows(described: dict[Hex, list[str]]) -> list[list[str]]:
    return [[place.number, words[0], "0", "", " ".join(words[1:]), "test"] for place, words in described.items()]


def _side_rows(described: dict[Hex, list[str]], features: dict[tuple[Hex, str], str]) -> list[list[str]]:
    rows = [[place.number, direction, words, "test"] for (place, direction), words in features.items()]
    named = {frozenset((place, GRID.neighbour(place, direction))) for place, direction in features}
    for place, words in described.items():
        for direction in ("N", "NE", "SE"):
            near = GRID.neighbour(place, direction)
            sectors = {word for word in (*words, *described.get(near, ())) if word.startswith("sector-")}
            inside = "reichstag" in (*words, *described.get(near, ()))
            if len(sectors) == 2 and not inside and frozenset((place, near)) not in named:
                rows.append([place.number, direction, "boundary", "test"])
    return rows


def _write(path: Path, header: str, rows: Iterable[list[str]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(header.split())
        writer.writerows(rows)
