"""Roads and railways as smooth curves: by the towns, over the middle of hexsides, beside each other."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

from grognard.engine.board import Board, Path, Point
from grognard.engine.hexgrid import Hex

from .areas import eased
from .curves import between, seeded, smooth_path, unit
from .geometry import HexSheet
from .palette import Palette, legend_table, mix
from .regions import georeferenced

ORDER = ("track", "road", "autobahn", "rail", "railroad", "sbahn")
"""Known kinds, from the least to the last drawn; any other kind is a boundary drawn above them."""
LANE = 7.5
"""Between two kinds of way that cross the same side."""


@dataclass
class Way:
    """One run of road or railway, as drawn."""

    kind: str
    points: list[Point]


def town_point(board: Board, sheet: HexSheet, place: int) -> Point:
    """Where the settlement of a hex stands: near its true place, but well inside the hex."""
    cx, cy = sheet.centre(sheet.of(place))
    x, y = _true_place(board, sheet, place) or _quiet_place(board, sheet, place)
    far = math.hypot(x - cx, y - cy)
    most = 20.0
    return (x, y) if far <= most else (cx + (x - cx) * most / far, cy + (y - cy) * most / far)


def _true_place(board: Board, sheet: HexSheet, place: int) -> Point | None:
    """The picture point of a named settlement whose latitude and longitude the data gives."""
    extra = board.extra[place]
    if not extra.get("place_lat"):
        return None
    return georeferenced(board, sheet, float(extra["place_lat"]), float(extra["place_lon"]))


def _quiet_place(board: Board, sheet: HexSheet, place: int) -> Point:
    """Without better knowledge: the middle, a little aside."""
    rng = seeded("place", board.names[place])
    x, y = sheet.centre(sheet.of(place))
    return x + rng.uniform(-7, 7), y + rng.uniform(-5, 7)


class Network:
    """All ways of a hex map, laid so that they share nodes in hexes and keep their lanes on sides."""

    def __init__(self, board: Board, sheet: HexSheet) -> None:
        self.board, self.sheet = board, sheet
        self.paths = [p for p in board.paths if p.kind in ORDER]
        self.lines = [p for p in board.paths if p.kind not in ORDER]
        self.kinds: dict[frozenset[Hex], list[str]] = {}
        for path in self.paths:
            for a, b in self._steps(path):
                kinds = self.kinds.setdefault(frozenset((a, b)), [])
                if path.kind not in kinds:
                    kinds.append(path.kind)
        for kinds in self.kinds.values():
            kinds.sort(key=ORDER.index)
        self.ways = self._ways()

    def _steps(self, path: Path) -> list[tuple[Hex, Hex]]:
        hexes = self._hexes(path)
        return list(itertools.pairwise(hexes))

    def _hexes(self, path: Path) -> list[Hex]:
        """The hexes of a path, and the one off the map where it leads on."""
        hexes = [self.sheet.of(p) for p in path.places]
        if len(hexes) > 1:
            hexes = self._onward(hexes[1], hexes[0])[::-1] + hexes + self._onward(hexes[-2], hexes[-1])
        return hexes

    def _onward(self, before: Hex, last: Hex) -> list[Hex]:
        """The hex off the map straight ahead, if the way ends at the map's edge."""
        near = self.sheet.grid.neighbours(last)
        back = near.index(before)
        for turn in (3, 2, 4):
            ahead = near[(back + turn) % 6]
            if ahead not in self.sheet.hexes:
                return [ahead]
        return []

    def node(self, hex_: Hex, kind: str) -> Point:
        """Where ways of a kind meet in a hex; railways pass beside the market."""
        place = self.sheet.hexes.get(hex_)
        if place is None:
            return self.sheet.centre(hex_)
        x, y = town_point(self.board, self.sheet, place)
        if kind in ("rail", "railroad", "sbahn"):
            return x + 5.5, y + 6.5
        if kind == "autobahn" and self.board.label[place]:
            return x - 8, y - 10
        return x, y

    def gate(self, a: Hex, b: Hex, kind: str) -> Point:
        """Where a way crosses the side between two hexes."""
        p, q = self.sheet.side(a, b) if a < b else self.sheet.side(b, a)
        kinds = self.kinds.get(frozenset((a, b)), [kind])
        lane = kinds.index(kind) - (len(kinds) - 1) / 2
        rng = seeded("gate", *min((a, b), (b, a)))
        drift = 0.5 + rng.uniform(-0.07, 0.07)
        dx, dy = unit(p, q)
        x, y = between(p, q, drift)
        return x + dx * lane * LANE, y + dy * lane * LANE

    def _ways(self) -> list[Way]:
        """Every stretch once for each kind; a second road on the same stretch joins the first."""
        drawn: set[tuple[str, frozenset[Hex]]] = set()
        runs: dict[str, list[list[Hex]]] = {}
        for path in sorted(self.paths, key=lambda p: -len(p.places)):
            run: list[Hex] = []
            for a, b in [*self._steps(path), (None, None)]:
                if a is None or b is None or (path.kind, frozenset((a, b))) in drawn:
                    if run:
                        runs.setdefault(path.kind, []).append(run)
                    run = []
                    continue
                drawn.add((path.kind, frozenset((a, b))))
                run = run or [a]
                run.append(b)
        return [way for kind in runs for run in self._joined(runs[kind]) for way in self._way(kind, run)]

    def _joined(self, runs: list[list[Hex]]) -> list[list[Hex]]:
        """Runs that go on from each other's ends made one, so that the curve does too."""
        done: list[list[Hex]] = []
        for run in runs:
            for i, other in enumerate(done):
                found = next((f for f in _ends_met(other, run) if self._goes_on(*f)), None)
                if found:
                    head, tail = found
                    done[i] = head + tail[1:]
                    break
            else:
                done.append(run)
        return done if len(done) == len(runs) else self._joined(done)

    def _goes_on(self, head: list[Hex], tail: list[Hex]) -> bool:
        """Whether the second run leads on from the first without turning back."""
        a, b, c = (self.sheet.centre(h) for h in (head[-2], head[-1], tail[1]))
        (ux, uy), (vx, vy) = unit(a, b), unit(b, c)
        return ux * vx + uy * vy > 0.4

    def _way(self, kind: str, hexes: list[Hex]) -> list[Way]:
        if len(hexes) < 2:
            return []
        points = [self.node(hexes[0], kind)]
        for i in range(1, len(hexes)):
            points.append(self.gate(hexes[i - 1], hexes[i], kind))
            if i + 1 == len(hexes) or self._is_node(hexes[i], kind):
                points.append(self.node(hexes[i], kind))
            else:
                after = self.gate(hexes[i], hexes[i + 1], kind)
                points.append(between(self.node(hexes[i], kind), between(points[-1], after, 0.5), 0.45))
        return [Way(kind, curve(points))]

    def _is_node(self, hex_: Hex, kind: str) -> bool:
        """Whether the hex has a town or a junction of this kind."""
        place = self.sheet.hexes.get(hex_)
        if place is not None and self.board.label[place] and kind != "autobahn":
            return True
        return sum(hex_ in pair and kind in kinds for pair, kinds in self.kinds.items()) > 2

    def crossing(self, a: Hex, b: Hex) -> tuple[list[Point], Point]:
        """Where ways cross a side (its middle if none does), and the direction across."""
        kinds = self.kinds.get(frozenset((a, b)), [])
        gates = [self.gate(a, b, kind) for kind in kinds] or [between(*self.sheet.side(a, b), 0.5)]
        return gates, unit(self.sheet.centre(a), self.sheet.centre(b))


def _ends_met(one: list[Hex], two: list[Hex]) -> list[tuple[list[Hex], list[Hex]]]:
    """The ways two runs can be read so that the second begins where the first ends."""
    pairs = [(a, b) for a in (one, one[::-1]) for b in (two, two[::-1])]
    return [(a, b) for a, b in pairs if a[-1] == b[0]][:1]


def curve(points: list[Point], steps: int = 5) -> list[Point]:
    """A line of many short pieces through the points (centripetal Catmull-Rom)."""
    if len(points) < 3:
        return points
    out = [points[0]]
    for i in range(len(points) - 1):
        a, b = points[i], points[i + 1]
        before = points[i - 1] if i else a
        after = points[i + 2] if i + 2 < len(points) else b
        for k in range(1, steps + 1):
            out.append(_spline(before, a, b, after, k / steps))
    return out


def _spline(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    def axis(a: float, b: float, c: float, d: float) -> float:
        return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)

    return axis(p0[0], p1[0], p2[0], p3[0]), axis(p0[1], p1[1], p2[1], p3[1])


# -- drawing -------------------------------------------------------------------------------------


def coats(kind: str, pal: Palette) -> list[tuple[float, str, str]]:
    """Width, colour and dashes of each coat of a way."""
    if kind == "autobahn":
        return [
            (6.6, pal.autobahn_edge, ""),
            (4.8, pal.autobahn, ""),
            (0.9, mix(pal.autobahn, pal.light, 0.75), ""),
        ]
    if kind in ("rail", "railroad"):
        return [
            (3.1, pal.rail, ""),
            (1.7, mix(pal.light, pal.rail, 0.06 if pal.name == "light" else 0.3), "6 6"),
        ]
    if kind == "sbahn":
        return [(6.4, pal.rail, ""), (3.6, mix(pal.water, pal.light, 0.4), ""), (1.4, pal.rail, "2 5")]
    if kind == "track":
        return [(1.5, pal.road_edge, "6 3")]
    return [(3.9, pal.road_edge, ""), (2.3, pal.road, "")]


def ways_svg(ways: list[Way], pal: Palette) -> str:
    """All ways, kind by kind, coat by coat, so that junctions run into each other."""
    out = []
    for kind in ORDER:
        path = "".join(
            smooth_path(w.points[::2] if len(w.points) > 6 and len(w.points) % 2 else w.points)
            for w in ways
            if w.kind == kind
        )
        if path:
            # One line under several coats of paint is written once.
            name = f"g-way-{kind}"
            out.append(f'<defs><path id="{name}" d="{path}"/></defs>')
            out += [coat_of(name, *coat) for coat in coats(kind, pal)]
    return f'<g fill="none" stroke-linecap="butt" stroke-linejoin="round">{"".join(out)}</g>'


def stroke(path: str, width: float, tone: str, dashes: str) -> str:
    """One coat."""
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{path}" stroke="{tone}" stroke-width="{width}"{dash}/>'


def coat_of(name: str, width: float, tone: str, dashes: str) -> str:
    """One coat over a line that stands elsewhere."""
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<use href="#{name}" stroke="{tone}" stroke-width="{width}"{dash}/>'


def boundary_lines(network: Network) -> list[tuple[str, list[Point]]]:
    """Lines through hexes that are not ways, such as a demarcation: from middle to middle, corners eased."""
    found = []
    for path in network.lines:
        points = [network.sheet.centre(h) for h in network._hexes(path)]
        fine = [points[0]]
        for a, b in itertools.pairwise(points):
            fine += [between(a, b, t) for t in (0.25, 0.5, 0.75, 1.0)]
        found.append((path.kind, eased(eased(eased(fine)))))
    return found


def boundaries_svg(lines: list[tuple[str, list[Point]]], pal: Palette, info: dict) -> str:
    """Boundary lines in long dashes over a pale bed."""
    out = []
    styles = legend_table(info, "paths", "path")
    for kind, points in lines:
        path = smooth_path(points)
        dashes = "16 6 3 6" if styles.get(kind, {}).get("dash", True) else ""
        out.append(f'<path d="{path}" stroke="{pal.halo}" stroke-opacity=".55" stroke-width="6.5"/>')
        out.append(stroke(path, 3.2, pal.boundary, dashes))
    return f'<g fill="none" stroke-linejoin="round">{"".join(out)}</g>'
