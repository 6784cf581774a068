"""The map: places (hexes or zones), sides between them, features, paths, loaded from a data pack.

A *place* is a hex or a zone. Everything the rules ask of a map is answered from place numbers and sets of
places; only drawing looks at coordinates.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from .display import svg_of
from .errors import PackError
from .hexgrid import Hex, HexGrid, parse_number
from .pack import Pack, Row
from .places import Crossing, Place, Places, gather, members

Point = tuple[float, float]


class Side:
    """What lies between two neighbouring places: features, and whatever else the file says."""

    __slots__ = ("extra", "features")

    def __init__(self, features: Iterable[str], extra: dict[str, str]) -> None:
        self.features = frozenset(features)
        self.extra = extra


class Path:
    """A road, railway or line through neighbouring places."""

    __slots__ = ("kind", "name", "places", "source")

    def __init__(self, kind: str, name: str, places: list[Place], source: str) -> None:
        self.kind = kind
        self.name = name
        self.places = places
        self.source = source


NO_SIDE = Side((), {})


class Board:
    """A loaded and checked map."""

    def __init__(self, pack: Pack, info: dict[str, Any], size: int) -> None:
        self.pack = pack
        self.info = info
        self.title: str = info.get("title", "")
        self.kind: str = info["kind"]
        self.size = size
        self.names: list[str] = [""] * size
        self.number: dict[str, Place] = {}
        self.terrain: list[str] = [""] * size
        self.level: list[int] = [0] * size
        self.label: list[str] = [""] * size
        self.tags: list[frozenset[str]] = [frozenset()] * size
        self.extra: list[dict[str, str]] = [{}] * size
        self.adjacent: list[Places] = [Places(0)] * size
        self.sides: dict[tuple[Place, Place], Side] = {}
        self.paths: list[Path] = []
        self.all = Places(0)
        self.grid: HexGrid | None = None
        self.hexes: list[Hex] = []
        self.outlines: dict[Place, list[list[Point]]] = {}
        self._distances: dict[int, list[int]] = {}
        self._within: dict[tuple[int, int], Places] = {}
        self._by_tag: dict[str, Places] | None = None
        self._steps: Crossing | None = None

    def _repr_svg_(self) -> str:
        """The map, in a notebook."""
        return svg_of(self)

    # -- asking ----------------------------------------------------------------------------------

    def place(self, name: str) -> Place:
        """The number of a place by its printed name."""
        return self.number[name]

    def places(self, names: Iterable[str]) -> Places:
        """The set of places with these names."""
        return gather(self.number[name] for name in names)

    def side(self, a: int, b: int) -> Side:
        """What lies between two neighbours."""
        return self.sides.get((Place(a), Place(b)), NO_SIDE)

    def tagged(self, tag: str) -> Places:
        """All places with a tag."""
        if self._by_tag is None:
            self._by_tag = self._tagged_places()
        return self._by_tag.get(tag, Places(0))

    def single(self, tag: str) -> Place:
        """The one place with a tag; a pack without it, or with several, is at fault."""
        found = members(self.tagged(tag))
        if len(found) != 1:
            file = HEXES if self.grid else ZONES
            raise PackError(file, None, f"{len(found)} places are tagged '{tag}'; there must be one")
        return found[0]

    def of_terrain(self, *terrain: str) -> Places:
        """All places with one of these terrains."""
        return gather(p for p in members(self.all) if self.terrain[p] in terrain)

    def _tagged_places(self) -> dict[str, Places]:
        found: dict[str, int] = {}
        for place in members(self.all):
            for tag in self.tags[place]:
                found[tag] = found.get(tag, 0) | 1 << place
        return {tag: Places(mask) for tag, mask in found.items()}

    def crossing(self, keep: Callable[[Place, Place, Side], bool] | None = None) -> Crossing:
        """The steps between neighbours that a test keeps (all of them without a test)."""
        steps = []
        for a in members(self.all):
            for b in members(self.adjacent[a]):
                if keep is None or keep(a, b, self.side(a, b)):
                    steps.append((a, b))
        return Crossing(self.size, steps)

    @property
    def steps(self) -> Crossing:
        """Every step between neighbours; made when it is first asked for."""
        if self._steps is None:
            self._steps = self.crossing()
        return self._steps

    def distances(self, start: int) -> list[int]:
        """Steps from one place to every other, whatever lies between; -1 where not connected."""
        row = self._distances.get(start)
        if row is None:
            row = [-1] * self.size
            for far, ring in enumerate(self.steps.rings(1 << start, self.all)):
                for place in members(ring):
                    row[place] = far
            self._distances[start] = row  # whole, because several threads may ask
        return row

    def distance(self, a: int, b: int) -> int:
        """Steps from one place to another over neighbours."""
        return self.distances(a)[b]

    def within(self, place: int, steps: int) -> Places:
        """All places at most so many steps away, the place itself included."""
        found = self._within.get((place, steps))
        if found is None:
            reached = 0
            for ring in self.steps.rings(1 << place, self.all, steps):
                reached |= ring
            found = self._within[place, steps] = Places(reached)
        return found

    def direction(self, a: int, b: int) -> str:
        """The name of the direction from a hex to its neighbour."""
        assert self.grid is not None
        return self.grid.directions[self.grid.neighbours(self.hexes[a]).index(self.hexes[b])]

    def centre(self, place: int) -> Point:
        """The middle of a place in the map's own units (hexes: 1 from middle to middle)."""
        if self.grid is not None:
            return self.grid.centre(self.hexes[place])
        extra = self.extra[place]
        return float(extra["x"]), float(extra["y"])

    @property
    def credits(self) -> list[str]:
        """Whose data the map is made of; to be shown with it."""
        return list(self.info.get("attribution", []))


# -- loading -------------------------------------------------------------------------------------

MAP = "map/map.toml"
HEXES = "map/hexes.csv"
SIDES = "map/sides.csv"
PATHS = "map/paths.csv"
ZONES = "map/zones.csv"
ADJACENCY = "map/adjacency.csv"
OUTLINES = "map/zones.geojson"


def load_board(pack: Pack) -> Board:
    """Read and check the map of a pack."""
    info = pack.toml(MAP)
    kind = info.get("kind")
    if kind == "hex":
        return _load_hexes(pack, info)
    if kind == "zone":
        return _load_zones(pack, info)
    raise PackError(MAP, None, f"kind is '{kind}'; it must be 'hex' or 'zone'")


def _integer(info: dict[str, Any], key: str) -> int:
    value = info.get(key)
    if type(value) is not int or not 0 <= value <= 99:
        raise PackError(MAP, None, f"{key} must be a whole number from 0 to 99")
    return value


def _load_hexes(pack: Pack, info: dict[str, Any]) -> Board:
    layout, shifted = info.get("layout"), info.get("shifted")
    if layout not in ("flat", "pointy"):
        raise PackError(MAP, None, f"layout is '{layout}'; it must be 'flat' or 'pointy'")
    if shifted not in ("odd", "even"):
        raise PackError(MAP, None, f"shifted is '{shifted}'; it must be 'odd' or 'even'")
    first_column, last_column = _integer(info, "first_column"), _integer(info, "last_column")
    first_row, last_row = _integer(info, "first_row"), _integer(info, "last_row")
    if last_column < first_column or last_row < first_row:
        raise PackError(MAP, None, "the last column or row comes before the first")
    # Numbering row by row over the whole rectangle keeps the step in each direction a constant
    # difference of numbers, which is what makes `Crossing.spread` a few shifts.
    width = last_column - first_column + 1
    board = Board(pack, info, width * (last_row - first_row + 1))
    board.grid = HexGrid(layout, shifted)
    board.hexes = [
        Hex(column, row) for row in range(first_row, last_row + 1) for column in range(first_column, last_column + 1)
    ]
    inside = {hex_: Place(i) for i, hex_ in enumerate(board.hexes)}
    for row in pack.rows(HEXES, ("hex", "terrain", "level", "name", "tags", "source")):
        hex_ = _hex_number(row, row.text("hex"))
        if hex_ not in inside:
            raise row.error(f"hex {hex_.number} lies outside the map's columns and rows")
        _describe(board, inside[hex_], hex_.number, row)
    if not board.all:
        raise PackError(HEXES, None, "lists no hex")
    for place in members(board.all):
        near = (inside.get(n) for n in board.grid.neighbours(board.hexes[place]))
        board.adjacent[place] = Places(gather(n for n in near if n is not None) & board.all)
    _load_sides(board, inside)
    _load_paths(board)
    return board


def _hex_number(row: Row, text: str) -> Hex:
    try:
        return parse_number(text)
    except ValueError as problem:
        raise row.error(str(problem)) from None


def _describe(board: Board, place: Place, name: str, row: Row) -> None:
    if name in board.number:
        raise row.error(f"{name} is listed twice")
    board.names[place] = name
    board.number[name] = place
    board.all = Places(board.all | 1 << place)
    board.terrain[place] = row.text("terrain")
    board.level[place] = row.integer("level", 0)
    board.label[place] = row.get("name")
    board.tags[place] = frozenset(row.words("tags"))
    board.extra[place] = row.cells


def _known(board: Board, row: Row, name: str) -> Place:
    if name not in board.number:
        raise row.error(f"'{name}' is not a place of this map")
    return board.number[name]


def _load_sides(board: Board, inside: dict[Hex, Place]) -> None:
    grid = board.grid
    assert grid is not None
    if not board.pack.has(SIDES):
        return
    for row in board.pack.rows(SIDES, ("hex", "dir", "features", "source")):
        place = _known(board, row, row.text("hex"))
        direction = row.one_of("dir", grid.directions)
        other = inside.get(grid.neighbour(board.hexes[place], direction))
        if other is None or not board.all >> other & 1:
            raise row.error(f"there is no hex {direction} of {board.names[place]}")
        _add_side(board, row, place, other)


def _add_side(board: Board, row: Row, a: Place, b: Place) -> None:
    if (a, b) in board.sides:
        raise row.error(f"the side between {board.names[a]} and {board.names[b]} is listed twice")
    behind = row.get("behind")
    if behind and _known(board, row, behind) not in (a, b):
        raise row.error(f"'behind' names {behind}, which does not touch this side")
    side = Side(row.words("features"), row.cells)
    board.sides[a, b] = board.sides[b, a] = side


def _load_paths(board: Board) -> None:
    if not board.pack.has(PATHS):
        return
    for row in board.pack.rows(PATHS, ("kind", "name", "hexes", "source")):
        places = [_known(board, row, name) for name in row.text("hexes").split("-")]
        for a, b in pairwise(places):
            if not board.adjacent[a] >> b & 1:
                raise row.error(f"{board.names[a]} and {board.names[b]} are not adjacent")
        board.paths.append(Path(row.text("kind"), row.get("name"), places, row.get("source")))


def _load_zones(pack: Pack, info: dict[str, Any]) -> Board:
    rows = pack.rows(ZONES, ("id", "name", "terrain", "x", "y"))
    board = Board(pack, info, len(rows))
    if not rows:
        raise PackError(ZONES, None, "lists no zone")
    for i, row in enumerate(rows):
        name = row.text("id")
        if any(c.isspace() or c in "?," for c in name):
            raise row.error(f"the id '{name}' may not hold spaces, commas or question marks")
        _describe(board, Place(i), name, row)
        row.number("x")
        row.number("y")
    for row in pack.rows(ADJACENCY, ("a", "b", "features")):
        a, b = _known(board, row, row.text("a")), _known(board, row, row.text("b"))
        if a == b:
            raise row.error(f"'{board.names[a]}' cannot be its own neighbour")
        _add_side(board, row, a, b)
        board.adjacent[a] = Places(board.adjacent[a] | 1 << b)
        board.adjacent[b] = Places(board.adjacent[b] | 1 << a)
    if pack.has(OUTLINES):
        _load_outlines(board)
    return board


def _load_outlines(board: Board) -> None:
    try:
        collection = json.loads(board.pack.text(OUTLINES))
        features = [(str(f["properties"]["id"]), _shapes(f["geometry"])) for f in collection["features"]]
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as problem:
        raise PackError(OUTLINES, None, f"is not a GeoJSON collection of named zones ({problem})") from None
    for name, shapes in features:
        if name not in board.number:
            raise PackError(OUTLINES, None, f"outlines '{name}', which is not a zone of this map")
        board.outlines[board.number[name]] = shapes
    for place in members(board.all):
        if place not in board.outlines:
            raise PackError(OUTLINES, None, f"has no outline of the zone '{board.names[place]}'")


def _shapes(geometry: dict[str, Any]) -> list[list[Point]]:
    """The outer rings of a polygon or of several."""
    polygons = geometry["coordinates"]
    if geometry["type"] == "Polygon":
        polygons = [polygons]
    return [[(float(x), float(y)) for x, y in polygon[0]] for polygon in polygons]
