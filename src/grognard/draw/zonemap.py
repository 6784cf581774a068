"""A zone map's picture: zones with their borders, rivers and works along them, roads, names."""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from itertools import pairwise

from grognard.engine.board import Board, Point
from grognard.engine.places import members

from . import relief, terrain
from .areas import Area, Clearings, zone_area
from .curves import line_path, offset, resample, round_corners, smooth_path
from .fonts import text_width
from .geometry import BORDER, anchor, counter_boxes, frame, key, outline, positions, segment_distance, signed_area
from .labels import Box, Ground, Label, Wish, along, overlap, place_wishes
from .lettering import labels_svg
from .links import Drawn, blank_labels, blanks, centred, connectors, drawn, frames_ground, frames_rims, tag_boxes, tags
from .marks import marks_of, marks_svg, sizes
from .palette import Palette, kind_of
from .panels import RIVER, ROAD, STREAM, WALL, border_line, front_line, pale_city
from .roads import Way, curve, ways_svg
from .sides import Course, chained, line_tone, trails, wall_lines, water_lines
from .svg import element, group, path, rectangle

LINES = "map/lines.geojson"
ROADS = "map/roads.geojson"


class ZoneMap:
    """Everything of a zone map that does not depend on colours."""

    def __init__(self, board: Board, numbers: bool) -> None:
        self.board = board
        self.extras = drawn(board, LINES)
        self.kinds: dict[int, str] = {p: kind_of(board.terrain[p]) for p in members(board.all)}
        self.towns: dict[int, Point] = {p: frame(board).point(board.centre(p)) for p in members(board.all)}
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
        for extra in self.extras:
            name = str(extra.properties.get("river") or "")
            if extra.kind in ("hole-border", "insert-border") and name:
                for line in extra.lines:
                    groups.setdefault(name, []).extend(pairwise(line))
        found = [Course("river", name, line, RIVER) for name, edges in groups.items() for line in trails(edges)]
        for extra in self.extras:
            if extra.kind == "minor-river":
                found += [Course("stream", "", line, STREAM) for line in extra.lines]
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
        return [Course("line", WALL, _moved(chain, 9.0), 3.0, frozenset({"behind"})) for chain in chained(edges)]

    def _given_wall(self, extra: Drawn, line: list[Point]) -> Course:
        """A line the data draws: turned so that the border it guards lies to the left."""
        home = self.board.number.get(str(extra.properties.get("zone")))
        if home is not None:
            ring = self.rings[home]
            left, right = (_room(offset(line, far), ring) for far in (-5.0, 5.0))
            if left > right:
                line = line[::-1]
        return Course("line", WALL, line, 3.0, frozenset({"behind"}))

    def _ways(self) -> list[Way]:
        roads = drawn(self.board, ROADS)
        if roads:
            return [Way(ROAD, line) for r in roads for line in r.lines]
        found = []
        for (a, b), side in self.board.sides.items():
            if a < b and "road" in side.features:
                shared = self.borders.get((a, b))
                gate = [shared[len(shared) // 2][0]] if shared else []
                found.append(Way(ROAD, curve([self.towns[a], *gate, self.towns[b]])))
        return found

    @cached_property
    def clearings(self) -> Clearings:
        """Where no tree grows and no house stands: on lines, in towns, under names, symbols and counters."""
        clear = Clearings()
        for way in self.ways:
            clear.add_line(resample(way.points, 6.0), 6.5)
        for course in (*self.rivers, *self.walls):
            clear.add_line(resample(course.points, 5.0), course.width / 2 + 4)
        for place, at in self.towns.items():
            if self.kinds[place] != "city":
                clear.add(at, 13.0)
        for box in (*(box for label in self.labels for box in label.boxes), *(m.box for m in marks_of(self.board))):
            _keep(clear, box, 1.0)
        for place in members(self.board.all):
            _keep(clear, self.stand(place), 2.0)
        return clear

    def stand(self, place: int) -> Box:
        """The square in which a stack of counters stands."""
        (x, y), half = anchor(self.board, place), sizes(self.board, place)["counter"] / 2
        return x - half, y - half, x + half, y + half

    @cached_property
    def labels(self) -> list[Label]:
        """Zone names where the data puts them, or where they fit; river names along rivers."""
        ground = self._ground()
        placed, wishes = blank_labels(self.board, self.extras), []
        for place in members(self.board.all):
            name = self.board.label[place]
            if name and "label" in positions(self.board).get(place, {}):
                placed.append(self._given_label(place, name))
            elif name:
                wishes.append(Wish(name, "town", "bold", 15.0, self.towns[place], self.rings[place], gap=11))
        for i, label in enumerate(placed):
            for box in label.boxes:
                ground.add_box(box, -2 - i)
        placed += place_wishes(wishes, ground)
        for label in placed[len(placed) - len(wishes) :]:
            for box in label.boxes:
                ground.add_box(box)
        for course in sorted((c for c in self.rivers if c.name), key=lambda c: -len(c.points)):
            bent = along(course.name, "river", 17.0, 2.6, course.points, course.width, ground)
            if bent and not any(ground.blocked(box) for box in bent.boxes):
                placed.append(bent)
                for box in bent.boxes:
                    ground.add_box(box)
        return placed

    def _given_label(self, place: int, name: str) -> Label:
        """A zone's name where the data puts it, drawn up to the number that stands before it."""
        to, spot = frame(self.board), positions(self.board)[place]
        lines, size = spot.get("label_lines") or [name], sizes(self.board, place)["label"] * 1.06
        x, y = to.point((spot["label"][0], spot["label"][1]))
        for mark in marks_of(self.board):
            if mark.place == place and mark.kind == "index" and mark.at[0] < x and abs(mark.at[1] - y) < 2:
                wide = max(text_width(line, "bold", size) for line in lines)
                x = min(x, mark.box[2] + 4 + wide / 2)
        return centred(name, lines, (x, y), size, "town", "bold")

    def _ground(self) -> Ground:
        to = frame(self.board)
        ground = Ground((BORDER, BORDER, to.width - BORDER, to.height - BORDER))
        for course in (*self.rivers, *self.walls):
            ground.add_points(resample(course.points, 4.0), 1.5)
        for way in self.ways:
            ground.add_points(resample(way.points, 5.0), 0.4)
        for mark in marks_of(self.board):
            ground.add_box(mark.box)
        for _, _, box in tag_boxes(self.extras):
            ground.add_box(box)
        for place in members(self.board.all):
            for left, top, right, bottom in counter_boxes(self.board, place):
                (x0, y0), (x1, y1) = to.point((left, top)), to.point((right, bottom))
                ground.add_box((x0, y0, x1, y1))
            if not positions(self.board):
                ground.add_points(_grid(self.stand(place)), 0.5)
        for extra in self.extras:
            if extra.kind in ("connector", "front"):
                for line in extra.lines:
                    ground.add_points(resample(line, 5.0), 1.5)
        return ground

    # -- layers ----------------------------------------------------------------------------------

    def base(self, page: Box, pal: Palette) -> str:
        """Paper behind the frames, and the land of all zones."""
        everything = zone_area(self.board, lambda p: True)
        clip = element("clipPath", path(_plain(everything)), id="g-zones")
        under = rectangle(page, fill=pal.floor(0.14)) + frames_ground(self.extras, pal)
        return under + clip + group(terrain.land(everything.box, pal), clip_path="url(#g-zones)")

    def area(self, kind: str) -> Area:
        """All zones of a family of terrain, joined."""
        return zone_area(self.board, lambda p: self.kinds[p] == kind)

    def ground(self, pal: Palette, clip: str) -> str:
        """The zones' terrain."""
        clear, land = self.clearings, self.area("land")
        tops = [anchor(self.board, p) for p, k in self.kinds.items() if k == "hill"]
        pale = pale_city(pal)
        return group(
            terrain.fields(land, pal, clear),
            relief.hills(self.area("hill"), tops, pal, clear, 160.0),
            terrain.marsh(self.area("marsh"), pal, clear),
            terrain.wooded(self.area("rough"), pal, clear),
            terrain.forest(self.area("forest"), pal, clear),
            terrain.open_water(self.area("water"), pal, clip),
            terrain.built_up(self.area("suburb"), pale, clear, dense=False, name="suburb"),
            terrain.built_up(self.area("city"), pale, clear, name="city"),
            clip_path="url(#g-zones)",
        )

    def grid(self, pal: Palette) -> str:
        """The borders between zones, and what belongs to none."""
        edges = [edge for (a, b), shared in self.borders.items() if a < b for edge in shared]
        inner = "".join(smooth_path(line) for line in trails(edges))
        rim = "".join(line_path(ring, closed=True) for ring in zone_area(self.board, lambda p: True).rings)
        return (
            border_line(inner, pal)
            + path(rim, stroke=pal.ink, stroke_width=2.4, stroke_linejoin="round")
            + blanks(self.extras, pal)
        )

    def lines(self, pal: Palette) -> str:
        """Water, roads, towns, works, boundaries, and the lines between frames."""
        out = [water_lines(self.rivers, pal), ways_svg(self.ways, pal)]
        out += [terrain.town(self.towns[p], 1.5, pal, self.board.names[p]) for p in self.settled]
        out.append(wall_lines(self.walls, pal, lambda n: line_tone(n, pal)))
        fronts = [line for extra in self.extras if extra.kind == "front" for line in extra.lines]
        if fronts:
            out.append(front_line("".join(smooth_path(line) for line in fronts), pal))
        out += [frames_rims(self.board, self.extras, pal), connectors(self.extras, pal), tags(self.extras, pal)]
        return "".join(out)

    @cached_property
    def settled(self) -> list[int]:
        """Zones whose town is drawn: not within a city, and not under a name, a symbol or counters."""
        taken = [box for label in self.labels for box in label.boxes] + [m.box for m in marks_of(self.board)]
        found = []
        for place, (x, y) in self.towns.items():
            houses = (x - 10, y - 9, x + 10, y + 9)
            free = not any(overlap(houses, box) for box in (*taken, self.stand(place)))
            if free and self.kinds[place] != "city":
                found.append(place)
        return found

    def wash(self, pal: Palette, box: Box) -> str:
        """Zone maps end where their zones end."""
        return ""

    def names(self, pal: Palette) -> str:
        """All symbols and names."""
        return marks_svg(self.board, pal) + labels_svg(self.labels, pal)


def _plain(area: Area) -> str:
    return "".join(line_path(ring, closed=True) for ring in area.rings)


def _moved(chain: list[Point], far: float) -> list[Point]:
    """A chain of border beside itself, within the zone it guards."""
    return offset(resample(round_corners(chain), 6.0), far)


def _room(line: list[Point], ring: list[Point]) -> float:
    """How far a line keeps from an outline, in all."""
    edges = list(zip(ring, ring[1:] + ring[:1], strict=True))
    return sum(min(segment_distance(at, a, b) for a, b in edges) for at in line[:: max(1, len(line) // 8)])


def _grid(box: Box) -> list[Point]:
    """Points spread over a box."""
    left, top, right, bottom = box
    across, down = max(1, math.ceil((right - left) / 8)), max(1, math.ceil((bottom - top) / 8))
    return [
        (left + (right - left) * i / across, top + (bottom - top) * j / down)
        for i in range(across + 1)
        for j in range(down + 1)
    ]


def _keep(clear: Clearings, box: Box, margin: float) -> None:
    """Keep a box clear, with a little room around it."""
    for at in _grid(box):
        clear.add(at, 4.0 + margin)


@lru_cache(maxsize=8)
def zone_map(board: Board, numbers: bool) -> ZoneMap:
    """The art of a zone board, made once for all palettes."""
    return ZoneMap(board, numbers)
