"""A hex map's picture: the layers, from the ground to the names."""

from __future__ import annotations

import math
from functools import cached_property, lru_cache

from grognard.engine.board import Board, Point
from grognard.engine.places import Place, members

from . import relief, terrain
from .areas import Area, Clearings, hex_area, merge
from .curves import line_path, resample, smooth_path
from .emblems import emblem_boxes, emblems_svg
from .fonts import CAP, text_width
from .geometry import BLEED, BORDER, HexSheet, sheet_of
from .labels import Box, Ground, Label, Wish, along, place_wishes
from .lettering import labels_svg, numbers_svg
from .palette import Palette, kind_of, legend_table, level_tone
from .regions import regions_svg
from .roads import Network, boundaries_svg, boundary_lines, town_point, ways_svg
from .sides import (
    Course,
    boundaries,
    bridge_at,
    edge_path,
    gully,
    hexsides,
    lake_shapes,
    lakes,
    line_tone,
    rivers,
    wall_lines,
    walls,
    water_lines,
)
from .svg import path
from .winter import icy, is_frozen, on_water

NUMBER_SIZE = 9.6
PLAIN_HEXES = 450
"""Up to so many hexes, every tree is drawn."""
WIDTHS = {"river": 6.2, "canal": 4.4, "stream": 3.0}


class HexMap:
    """Everything of a hex map that does not depend on colours."""

    def __init__(self, board: Board, numbers: bool) -> None:
        self.board = board
        self.sheet: HexSheet = sheet_of(board)
        self.with_numbers = numbers
        self.network = Network(board, self.sheet)
        self.rivers = rivers(self.sheet, self._widths())
        self.lakes = lakes(self.sheet)
        self.walls = walls(self.sheet)
        self.boundaries = boundary_lines(self.network)
        self.kinds: dict[int, str] = {p: kind_of(board.terrain[p]) for p in members(board.all)}

    def _widths(self) -> dict[str, float]:
        styles = legend_table(self.board.info, "sides", "side")
        given = {k: float(v["width"]) * 1.2 for k, v in styles.items() if "width" in v}
        return {**WIDTHS, **given}

    # -- where things stand ----------------------------------------------------------------------

    @cached_property
    def numbers(self) -> list[tuple[str, float, float]]:
        """The printed numbers, near the top of each hex."""
        if not self.with_numbers:
            return []
        taken = Clearings()
        for course in self.walls:
            taken.add_line(resample(course.points, 3.0), 4.8)
        for _, area, _ in self.lakes:
            taken.add_line(area.rings[0], 4.0)
        found = []
        for place in members(self.board.all):
            x, y = self.sheet.centre(self.sheet.of(place))
            rise = next((r for r in (31.5, 28.5, 25.5, 22.5, 19.5) if _is_free(taken, x, y - r)), 31.5)
            found.append((self.board.names[place], x, y - rise))
        return found

    @cached_property
    def number_boxes(self) -> list[Box]:
        """The room the numbers take."""
        return [number_box(x, y) for _, x, y in self.numbers]

    @cached_property
    def towns(self) -> dict[int, Point]:
        """Settlements outside of the cities, by place."""
        named = (
            p
            for p in members(self.board.all)
            if self.board.label[p] and self.kinds[p] not in ("city", "suburb", "water")
        )
        return {p: town_point(self.board, self.sheet, p) for p in named}

    @cached_property
    def clearings(self) -> Clearings:
        """Where no tree grows and no house stands."""
        clear = Clearings()
        for way in self.network.ways:
            clear.add_line(resample(way.points, 5.0), 4.2)
        for course in self.rivers:
            clear.add_line(course.points, course.width / 2 + 2.5)
        for course in self.walls:
            clear.add_line(resample(course.points, 6.0), 5.0)
        for _, area, _ in self.lakes:
            clear.add_line(area.rings[0], 8.0)
        for at in self.towns.values():
            clear.add(at, 15.0)
        for left, top, right, bottom in self.number_boxes:
            for share in (0.15, 0.5, 0.85):
                clear.add((left + (right - left) * share, (top + bottom) / 2), 4.5)
        return clear

    @property
    def grain(self) -> float:
        """How coarsely trees and houses are drawn: a map of very many hexes would choke a browser with them."""
        return max(1.0, math.sqrt(self.board.all.bit_count() / PLAIN_HEXES))

    def area(self, kind: str) -> Area:
        """All hexes of a family of terrain, joined."""
        return hex_area(self.sheet, lambda p: self.kinds[p] == kind)

    # -- names -----------------------------------------------------------------------------------

    @cached_property
    def labels(self) -> list[Label]:
        """Every name in its place."""
        return _labels(self)

    # -- layers ----------------------------------------------------------------------------------

    def base(self, page: Box, pal: Palette) -> str:
        """Open land, to the edge of the sheet."""
        return terrain.land(page, pal)

    def ground(self, pal: Palette, clip: str) -> str:
        """Land and what grows, stands or flows on it."""
        clear = self.clearings
        levels = self._levels(pal)
        out = [levels, terrain.fields(self.area("land"), pal, clear, 0.25 if levels else 0.55)]
        tops = [self.sheet.centre(self.sheet.of(p)) for p, k in self.kinds.items() if k == "hill"]
        out.append(relief.hills(self.area("hill"), tops, pal, clear))
        out.append(terrain.marsh(self.area("marsh"), pal, clear))
        out.append(terrain.rough(self.area("rough"), pal, clear))
        grain = self.grain
        out.append(terrain.built_up(self.area("suburb"), pal, clear, dense=False, name="suburb", grain=grain))
        out.append(terrain.forest(self.area("forest"), pal, clear, grain))
        out.append(terrain.open_water(self.area("water"), pal, clip))
        out.append(on_water(self.board, self.sheet, pal))
        for i, group in enumerate(self._city_groups()):
            area = hex_area(self.sheet, lambda p, group=group: p in group, ghosts=False)  # type: ignore[misc]
            out.append(terrain.built_up(area, pal, clear, name=f"city{i}", grain=grain))
        return "".join(out)

    def _levels(self, pal: Palette) -> str:
        """Higher ground over lower ground, where the map has levels."""
        levels = sorted({self.board.level[p] for p in members(self.board.all)})
        out = []
        for i, level in enumerate(levels[1:], 1):
            area = hex_area(self.sheet, lambda p, level=level: self.board.level[p] >= level)  # type: ignore[misc]
            out.append(relief.slopes(area, pal, level_tone(i, pal)))
        return "".join(out)

    def _city_groups(self) -> list[set[Place]]:
        """Cities: neighbouring city hexes belong together."""
        left = [p for p in members(self.board.all) if self.kinds[p] == "city"]
        groups: list[set[Place]] = []
        while left:
            mask = 0
            for p in left:
                mask |= 1 << p
            group = set(members(self.board.steps.flood(1 << left[0], mask)))
            groups.append(group)
            left = [p for p in left if p not in group]
        return groups

    def wash(self, pal: Palette, box: Box) -> str:
        """The land off the map, paled, and the edge of play."""
        left, top, right, bottom = box
        page = f"M{left} {top}H{right}V{bottom}H{left}z"
        rings = merge(self.sheet.corners(h) for h in self.sheet.hexes)
        edge = "".join(line_path(ring, closed=True) for ring in rings)
        return (
            f'<path d="{page}{edge}" fill="{pal.paper}" fill-opacity=".62" fill-rule="evenodd"/>'
            f'<path d="{edge}" fill="none" stroke="{pal.soft_ink}" stroke-width="1.8" stroke-opacity=".8"/>'
        )

    def grid(self, pal: Palette) -> str:
        """The hexsides, quiet."""
        return path(edge_path(self.sheet), stroke=pal.grid, stroke_width=0.9, stroke_opacity=0.5)

    def lines(self, pal: Palette) -> str:
        """Water courses, ways, bridges, towns, works and boundaries."""
        out = [
            water_lines(self.rivers, pal),
            lake_shapes(self.lakes, icy(pal) if is_frozen(self.board, "lake") else pal),
            ways_svg(self.network.ways, pal),
        ]
        out.append(self._bridges(pal))
        for place, at in self.towns.items():
            out.append(terrain.town(at, self._town_size(place), pal, self.board.names[place]))
        out.append(wall_lines(self.walls, pal, lambda n: line_tone(n, pal)))
        out.append(self._side_marks(pal))
        out.append(boundaries_svg(self.boundaries, pal, self.board.info))
        return "".join(out)

    def _town_size(self, place: int) -> float:
        tags, kind = self.board.tags[place], self.board.terrain[place]
        if kind in ("town", "village"):
            return 2.1 if kind == "town" else 1.05
        return 2.3 if tags & {"city", "major-city"} else 1.05 if "village" in tags else 1.45

    def _bridges(self, pal: Palette) -> str:
        parts = []
        for a, b, _ in hexsides(self.sheet, "bridge"):
            parts.append(bridge_at(*self.network.crossing(self.sheet.of(a), self.sheet.of(b))))
        if not parts:
            return ""
        return path("".join(parts), stroke=pal.ink, stroke_width=1.5, stroke_linejoin="round")

    def _side_marks(self, pal: Palette) -> str:
        """Boundaries, fortress sides and gullies."""
        sheet = self.sheet
        out = [gully(sheet.side(sheet.of(a), sheet.of(b)), pal) for a, b, _ in hexsides(sheet, "gully")]
        for feature, tone, width, dash in (
            ("boundary", pal.boundary, 4.0, "12 6"),
            ("fortress", pal.lines[2], 5.0, "7 3"),
        ):
            line = "".join(smooth_path(points) for points in boundaries(self.sheet, feature))
            if line:
                out.append(path(line, stroke=pal.halo, stroke_opacity=0.6, stroke_width=width + 3))
                out.append(path(line, stroke=tone, stroke_width=width, stroke_dasharray=dash))
        return "".join(out)

    def names(self, pal: Palette) -> str:
        """Numbers and names."""
        regions = regions_svg(self.board, self.sheet, pal)
        signs = emblems_svg(self.board, self.sheet, pal)
        return regions + signs + numbers_svg(self.numbers, NUMBER_SIZE, pal) + labels_svg(self.labels, pal)


def number_box(x: float, y: float) -> Box:
    """The room a number takes whose line is centred at x, y."""
    half = text_width("0000", "sans", NUMBER_SIZE) / 2 + 1
    return x - half, y - NUMBER_SIZE * CAP - 1, x + half, y + 1


def _is_free(taken: Clearings, x: float, y: float) -> bool:
    left, top, right, bottom = number_box(x, y)
    return all(taken.clear((px, py)) for px in (left, x, right) for py in (top, bottom))


# -- names -------------------------------------------------------------------------------------------


def _labels(art: HexMap) -> list[Label]:
    ground = _ground(art)
    wishes = _wishes(art)
    labels = place_wishes(wishes, ground)
    for course in _named_courses(art.rivers):
        labels += _river_names(course, ground)
    return labels


def _ground(art: HexMap) -> Ground:
    frame = art.sheet.to
    edge = BLEED + BORDER - 2
    ground = Ground((edge, edge, frame.width - edge, frame.height - edge))
    for box in art.number_boxes:
        ground.add_box(box)
    for box in emblem_boxes(art.board, art.sheet):
        ground.add_box(box)
    for course in art.rivers:
        ground.add_points(resample(course.points, 4.0), 1.6)
    for course in art.walls:
        ground.add_points(resample(course.points, 4.0), 1.5)
    for _, area, _ in art.lakes:
        ground.add_points(area.rings[0], 1.6)
    for way in art.network.ways:
        ground.add_points(resample(way.points, 4.0), 0.4)
    for _, points in art.boundaries:
        ground.add_points(resample(points, 5.0), 0.5)
    for x, y in art.towns.values():
        ground.add_points([(x + i * 4, y + j * 4) for i in (-2, -1, 0, 1, 2) for j in (-2, -1, 0, 1, 2)], 0.9)
    return ground


def _wishes(art: HexMap) -> list[Wish]:
    """What is to be named: city groups, cities, towns, lakes."""
    board, sheet = art.board, art.sheet
    wishes: list[Wish] = []
    rest: dict[int, str] = {}
    for group in art._city_groups():
        wishes += _group_title(art, group, rest)
    for place in members(board.all):
        name = rest.get(place, board.label[place])
        if not name or art.kinds[place] == "water" or _named_elsewhere(board, place):
            continue
        ring = sheet.corners(sheet.of(place))
        at = art.towns.get(place) or town_point(board, sheet, place)
        if place in rest:
            wishes.append(Wish(name, "district", "bold", 13.5, at, ring, gap=5))
        elif art.kinds[place] in ("city", "suburb") and board.terrain[place] != "city":
            wishes.append(Wish(name, "district", "bold", 12.5, at, ring, gap=5))
        elif art.kinds[place] == "city" or "city" in board.tags[place]:
            wishes.append(Wish(name.upper(), "city", "bold", 15.5, at, ring, gap=10, spacing=1.2))
        else:
            size = 11.8 if "village" in board.tags[place] else 13.2
            wishes.append(Wish(name, "town", "serif", size, at, ring, gap=10.5))
    wishes.sort(key=lambda w: ("title", "city", "district", "town").index(w.kind))
    for name, _, at in art.lakes:
        if name:
            wishes.append(Wish(name, "lake", "italic", 11.5, at, gap=15))
    return wishes


def _named_elsewhere(board: Board, place: int) -> bool:
    """Whether an earlier neighbouring hex carries the same name: a town of several hexes is named once."""
    same = [p for p in members(board.all) if board.label[p] == board.label[place]]
    mask = sum(1 << p for p in same)
    return min(members(board.steps.flood(1 << place, mask))) < place


def _group_title(art: HexMap, group: set[Place], rest: dict[int, str]) -> list[Wish]:
    """A city of several hexes whose names begin alike gets that word across it; its hexes keep the rest."""
    names = {p: art.board.label[p] for p in sorted(group) if " " in art.board.label[p]}
    firsts = [name.split()[0] for name in names.values()]
    common = max(sorted(set(firsts)), key=firsts.count, default="")
    if firsts.count(common) < 3:
        return []
    mine = [p for p, name in names.items() if name.split()[0] == common]
    rest.update({p: names[p][len(common) :].strip() for p in mine})
    centres = [art.sheet.centre(art.sheet.of(p)) for p in mine]
    at = sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)
    return [Wish(common.upper(), "title", "bold", 33.0, at, spacing=9.0, centred=True)]


def _named_courses(courses: list[Course]) -> list[Course]:
    return sorted((c for c in courses if c.name and len(c.points) > 14), key=lambda c: -len(c.points))


def _river_names(course: Course, ground: Ground) -> list[Label]:
    """A river's name, again every so often on a long river."""
    count = max(1, round(len(course.points) / 95))
    size, spacing = (15.5, 3.2) if course.width > 5 else (12.5, 1.6)
    labels = []
    for i in range(count):
        a, b = len(course.points) * i // count, len(course.points) * (i + 1) // count
        label = along(course.name, "river", size, spacing, course.points[a:b], course.width, ground)
        if label is not None:
            labels.append(label)
            for box in label.boxes:
                ground.add_box(box)
    return labels


@lru_cache(maxsize=8)
def hex_map(board: Board, numbers: bool) -> HexMap:
    """The art of a board, made once for all palettes."""
    return HexMap(board, numbers)
