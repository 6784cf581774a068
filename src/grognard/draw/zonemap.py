"""A zone map's picture: zones with their borders, rivers and works along them, roads, names."""

from __future__ import annotations

import json
from functools import cached_property, lru_cache
from typing import Any

from grognard.engine.board import Board, Point
from grognard.engine.places import members

from . import relief, terrain
from .areas import Area, Clearings, zone_area
from .curves import line_path, offset, resample, round_corners, smooth_path, unit
from .fonts import CAP, DROP, text_width
from .geometry import BORDER, anchor, frame, key, outline, signed_area
from .labels import Box, Ground, Label, Wish, along, place_wishes
from .lettering import labels_svg
from .palette import Palette, kind_of, mix
from .roads import ORDER, Way, curve, ways_svg
from .sides import Course, chained, line_tone, trails, wall_lines, water_lines
from .svg import path, rectangle

LINES = "map/lines.geojson"
ROADS = "map/roads.geojson"
POSITIONS = "map/zones.geojson"


class Drawn:
    """A feature of a drawing file: its kind, properties and lines in picture units."""

    def __init__(self, properties: dict[str, Any], lines: list[list[Point]]) -> None:
        self.kind: str = properties.get("kind", "")
        self.properties = properties
        self.lines = lines


def drawn(board: Board, file: str) -> list[Drawn]:
    """The features of a GeoJSON file of the pack; none if it has no such file."""
    if not board.pack.has(file):
        return []
    to = frame(board)
    found = []
    for feature in json.loads(board.pack.text(file))["features"]:
        geometry = feature["geometry"]
        shape = geometry["coordinates"]
        parts = {"Point": [[shape]], "LineString": [shape]}.get(geometry["type"], shape)
        found.append(
            Drawn(
                feature["properties"],
                [[to.point((x, y)) for x, y in part] for part in parts if part and isinstance(part[0], list)],
            )
        )
    return found


class ZoneMap:
    """Everything of a zone map that does not depend on colours."""

    def __init__(self, board: Board, numbers: bool) -> None:
        self.board = board
        self.extras = drawn(board, LINES)
        self.kinds: dict[int, str] = {p: kind_of(board.terrain[p]) for p in members(board.all)}
        self.towns = {p: frame(board).point(board.centre(p)) for p in members(board.all)}
        self.borders = self._borders()
        self.rivers = self._rivers()
        self.walls = self._walls()
        self.ways = self._ways()

    # -- where things stand ----------------------------------------------------------------------

    @cached_property
    def rings(self) -> dict[int, list[Point]]:
        """The outline of every zone, clockwise."""
        found: dict[int, list[Point]] = {}
        for place in members(self.board.all):
            ring = outline(self.board, place)
            found[place] = ring if signed_area(ring) > 0 else ring[::-1]
        return found

    def _borders(self) -> dict[tuple[int, int], list[tuple[Point, Point]]]:
        """What two zones share: edges in the direction of the first zone's outline."""
        edges: dict[tuple[tuple[int, int], tuple[int, int]], tuple[int, Point, Point]] = {}
        for place, ring in self.rings.items():
            for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
                edges[key(a), key(b)] = (place, a, b)
        found: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
        for (ka, kb), (place, a, b) in edges.items():
            other = edges.get((kb, ka))
            if other and other[0] != place:
                found.setdefault((place, other[0]), []).append((a, b))
        return found

    def _rivers(self) -> list[Course]:
        groups: dict[str, list[tuple[Point, Point]]] = {}
        for (a, b), edges in self.borders.items():
            side = self.board.side(a, b)
            if a < b and "river" in side.features:
                groups.setdefault(side.extra.get("name") or side.extra.get("river") or "", []).extend(edges)
        found = [Course("river", name, line, 6.4) for name, edges in groups.items() for line in trails(edges)]
        for extra in self.extras:
            name = str(extra.properties.get("river") or "")
            if extra.kind in ("hole-border", "insert-border") and name:
                found += [Course("river", "", line, 6.4) for line in extra.lines]
            if extra.kind == "minor-river":
                found += [Course("stream", "", line, 1.8) for line in extra.lines]
        return found

    def _walls(self) -> list[Course]:
        given = [extra for extra in self.extras if extra.kind == "defence"]
        if given:
            return [self._given_wall(extra, line) for extra in given for line in extra.lines]
        edges: list[tuple[Point, Point]] = []
        for (a, b), shared in self.borders.items():
            side = self.board.side(a, b)
            behind = side.extra.get("behind") or side.extra.get("defence_line_of")
            if "line" in side.features and behind == self.board.names[a]:
                edges += shared
        return [Course("line", "", _moved(chain, 9.0), 3.0, frozenset({"behind"})) for chain in chained(edges)]

    def _given_wall(self, extra: Drawn, line: list[Point]) -> Course:
        """A line the data draws: turned so that its own zone lies to the right."""
        home = self.board.number.get(str(extra.properties.get("zone")))
        if home is not None:
            x, y = anchor(self.board, home)
            middle, after = line[len(line) // 2], line[min(len(line) - 1, len(line) // 2 + 1)]
            dx, dy = unit(middle, after) if after != middle else unit(line[0], line[-1])
            if (x - middle[0]) * -dy + (y - middle[1]) * dx < 0:
                line = line[::-1]
        return Course("line", "", line, 3.0, frozenset({"behind"}))

    def _ways(self) -> list[Way]:
        roads = drawn(self.board, ROADS)
        if roads:
            return [Way(_way_kind(r), line) for r in roads for line in r.lines]
        found = []
        for (a, b), side in self.board.sides.items():
            if a < b and "road" in side.features:
                shared = self.borders.get((a, b))
                gate = [shared[len(shared) // 2][0]] if shared else []
                found.append(Way("road", curve([self.towns[a], *gate, self.towns[b]])))
        return found

    @cached_property
    def clearings(self) -> Clearings:
        """Where no tree grows and no house stands."""
        clear = Clearings()
        for way in self.ways:
            clear.add_line(resample(way.points, 6.0), 4.5)
        for course in (*self.rivers, *self.walls):
            clear.add_line(resample(course.points, 5.0), course.width / 2 + 4)
        for at in self.towns.values():
            clear.add(at, 13.0)
        for label in self.labels:
            for left, top, right, bottom in label.boxes:
                clear.add_line(resample([(left, (top + bottom) / 2), (right, (top + bottom) / 2)], 8.0), 5.0)
        return clear

    @cached_property
    def labels(self) -> list[Label]:
        """Zone names where the data puts them, or where they fit; river names along rivers."""
        ground = self._ground()
        given = {str(d.properties.get("id")): d.properties.get("positions", {}) for d in drawn(self.board, POSITIONS)}
        to, placed, wishes = frame(self.board), [], []
        for place in members(self.board.all):
            name = self.board.label[place]
            spot = given.get(self.board.names[place], {})
            if name and "label" in spot:
                placed.append(
                    _set(
                        name,
                        spot.get("label_lines") or [name],
                        to.point(tuple(spot["label"])),
                        15.0 * to.scale,
                    )
                )
            elif name:
                wishes.append(Wish(name, "town", "bold", 15.0, self.towns[place], self.rings[place], gap=11))
        for i, label in enumerate(placed):
            for box in label.boxes:
                ground.add_box(box, -2 - i)
        placed += place_wishes(wishes, ground)
        for course in sorted((c for c in self.rivers if c.name), key=lambda c: -len(c.points)):
            bent = along(course.name, "river", 15.0, 2.6, course.points, course.width, ground)
            if bent:
                placed.append(bent)
                for box in bent.boxes:
                    ground.add_box(box)
        return placed

    def _ground(self) -> Ground:
        to = frame(self.board)
        ground = Ground((BORDER, BORDER, to.width - BORDER, to.height - BORDER))
        for course in (*self.rivers, *self.walls):
            ground.add_points(resample(course.points, 4.0), 1.5)
        for way in self.ways:
            ground.add_points(resample(way.points, 5.0), 0.4)
        return ground

    # -- layers ----------------------------------------------------------------------------------

    def base(self, page: Box, pal: Palette) -> str:
        """Paper behind the zones."""
        return rectangle(page, fill=mix(pal.paper, pal.shade, 0.08))

    def area(self, kind: str) -> Area:
        """All zones of a family of terrain, joined."""
        return zone_area(self.board, lambda p: self.kinds[p] == kind)

    def ground(self, pal: Palette, clip: str) -> str:
        """The zones' terrain."""
        clear, land = self.clearings, self.area("land")
        out = [f'<path d="{_plain(land)}" fill="{pal.land}"/>', terrain.fields(land, pal, clear)]
        tops = [anchor(self.board, p) for p, k in self.kinds.items() if k == "hill"]
        out.append(relief.hills(self.area("hill"), tops, pal, clear, 160.0))
        out.append(terrain.marsh(self.area("marsh"), pal, clear))
        out.append(terrain.rough(self.area("rough"), pal, clear))
        out.append(terrain.forest(self.area("forest"), pal, clear))
        out.append(terrain.open_water(self.area("water"), pal, clip))
        out.append(terrain.built_up(self.area("suburb"), pal, clear, dense=False, name="suburb"))
        out.append(terrain.built_up(self.area("city"), pal, clear, name="city"))
        return "".join(out)

    def grid(self, pal: Palette) -> str:
        """The borders between zones."""
        edges = [edge for (a, b), shared in self.borders.items() if a < b for edge in shared]
        inner = "".join(line_path(line) for line in trails(edges))
        rim = "".join(line_path(ring, closed=True) for ring in zone_area(self.board, lambda p: True).rings)
        return (
            path(inner, stroke=pal.halo, stroke_opacity=0.6, stroke_width=4.5)
            + path(inner, stroke=pal.soft_ink, stroke_width=1.8)
            + path(rim, stroke=pal.ink, stroke_width=2.2, stroke_linejoin="round")
        )

    def lines(self, pal: Palette) -> str:
        """Water, roads, towns, works, boundaries and whatever else the drawing file holds."""
        out = [water_lines(self.rivers, pal), ways_svg(self.ways, pal)]
        out += [terrain.town(at, 1.2, pal, self.board.names[p]) for p, at in self.towns.items()]
        out.append(wall_lines(self.walls, pal, lambda n: line_tone(n, pal)))
        out += [_extra(extra, pal) for extra in self.extras]
        return "".join(out)

    def wash(self, pal: Palette, box: Box) -> str:
        """Zone maps end where their zones end."""
        return ""

    def names(self, pal: Palette) -> str:
        """All names."""
        return labels_svg(self.labels, pal)


def _way_kind(road: Drawn) -> str:
    given = str(road.properties.get("class") or road.kind)
    return given if given in ORDER else "road"


def _plain(area: Area) -> str:
    return "".join(line_path(ring, closed=True) for ring in area.rings)


def _moved(chain: list[Point], far: float) -> list[Point]:
    """A chain of border beside itself, within the zone it guards."""
    return offset(resample(round_corners(chain), 6.0), far)


def _set(name: str, text_lines: list[str], at: Point, size: float) -> Label:
    """A name exactly where the data wants it."""
    label = Label(name, "town", "bold", size)
    lead = size * 1.0
    first = at[1] - lead * (len(text_lines) - 1) / 2 + size * CAP / 2
    for i, line in enumerate(text_lines):
        base, half = first + i * lead, text_width(line, "bold", size) / 2
        label.lines.append((line, at[0], base))
        label.boxes.append((at[0] - half, base - size * CAP, at[0] + half, base + size * DROP * 0.5))
    return label


def _extra(extra: Drawn, pal: Palette) -> str:
    """Fronts, connectors, blanks: lines of the drawing file that no rule of thumb covers."""
    closed = "".join(line_path(line, closed=True) for line in extra.lines)
    if extra.kind == "front":
        line = "".join(smooth_path(points) for points in extra.lines)
        return path(line, stroke=pal.boundary, stroke_width=3.4, stroke_dasharray="16 6 3 6")
    if extra.kind == "connector":
        line = "".join(line_path(points) for points in extra.lines)
        return path(line, stroke=pal.ink, stroke_opacity=0.6, stroke_width=5.4) + path(
            line, stroke=pal.halo, stroke_width=3.6
        )
    if extra.kind in ("hole", "nexus"):
        return path(closed, fill=mix(pal.paper, pal.shade, 0.3), stroke=pal.ink, stroke_width=2)
    if extra.kind == "frame":
        return path(closed, stroke=pal.ink, stroke_width=2.4)
    return ""


@lru_cache(maxsize=8)
def zone_map(board: Board, numbers: bool) -> ZoneMap:
    """The art of a zone board, made once for all palettes."""
    return ZoneMap(board, numbers)
