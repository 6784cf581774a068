"""Between frames of a zone map: white connector lines, name tags at their ends, the frames and the blanks."""

from __future__ import annotations

import json
import math
from typing import Any

from grognard.engine.board import Board, Point

from .curves import between, line_path, resample
from .fonts import STYLES, text_width
from .geometry import frame
from .labels import Box, Label, overlap
from .lettering import text
from .palette import Palette, mix
from .panels import connector_line, frame_box, scale_bar
from .svg import element, group, path, rectangle

KM_PER_DEGREE = 111.2


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


def frames_ground(extras: list[Drawn], pal: Palette) -> str:
    """The floor of each frame, darker than the paper, so that white lines show on it."""
    closed = "".join(line_path(line, closed=True) for extra in extras if extra.kind == "frame" for line in extra.lines)
    return path(closed, fill=pal.floor(0.3)) if closed else ""


def blanks(extras: list[Drawn], pal: Palette) -> str:
    """Parts of a frame that belong to no zone: hatched where another frame shows them, dark where nothing is."""
    out = []
    for i, extra in enumerate(e for e in extras if e.kind in ("hole", "nexus")):
        closed = "".join(line_path(line, closed=True) for line in extra.lines)
        floor = pal.floor(0.34 if extra.kind == "hole" else 0.48)
        out.append(path(closed, fill=floor, stroke=pal.ink, stroke_width=2.2, stroke_linejoin="round"))
        if extra.kind == "hole":
            out.append(_hatched(extra.lines[0], closed, f"g-blank{i}", pal))
    return "".join(out)


def _hatched(ring: list[Point], closed: str, clip: str, pal: Palette) -> str:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    high, x, lines = max(ys) - min(ys), min(xs) - (max(ys) - min(ys)), ""
    while x < max(xs):
        lines += line_path([(x, max(ys)), (x + high, min(ys))])
        x += 13.0
    hatch = path(lines, stroke=pal.floor(0.52), stroke_width=1.6, stroke_opacity=0.6)
    return element("clipPath", path(closed), id=clip) + group(hatch, clip_path=f"url(#{clip})")


def blank_labels(board: Board, extras: list[Drawn]) -> list[Label]:
    """The names of the blanks, a word to a line unless short words go together."""
    to, found = frame(board), []
    for extra in extras:
        at = extra.properties.get("label") or extra.properties.get("at")
        name = str(extra.properties.get("name") or "")
        if extra.kind in ("hole", "nexus") and at and name:
            size = (20.0 if extra.kind == "hole" else 15.5) * to.scale
            lines = name.replace(" (", "\n(").split("\n")
            lines = [word for line in lines for word in (line.split() if "(" not in line else [line])]
            found.append(centred(name, lines, to.point((at[0], at[1])), size, "blank", "italic"))
    return found


def centred(name: str, lines: list[str], at: Point, size: float, kind: str, face: str) -> Label:
    """A name exactly here, its lines centred below each other."""
    label = Label(name, kind, face, size)
    lead = size * 0.98
    first = at[1] - lead * (len(lines) - 1) / 2 + size * 0.32
    for i, line in enumerate(lines):
        base, half = first + i * lead, text_width(line, face, size) / 2
        label.lines.append((line, at[0], base))
        label.boxes.append((at[0] - half, base - size * 0.64, at[0] + half, base + size * 0.12))
    return label


# -- connectors ----------------------------------------------------------------------------------


def connectors(extras: list[Drawn], pal: Palette) -> str:
    """White lines from the zones of one frame to those of another, with a dot at either end."""
    lines = [line for extra in extras if extra.kind == "connector" for line in extra.lines]
    if not lines:
        return ""
    white = connector_line("".join(line_path(line) for line in lines), pal)
    ends = dict.fromkeys(end for line in lines for end in (line[0], line[-1]))
    style = {"fill": mix(pal.light, "#ffffff", 0.8), "stroke": pal.shade, "stroke_width": 1.6}
    return white + "".join(element("circle", cx=x, cy=y, r=5.5, **style) for x, y in ends)


def tag_boxes(extras: list[Drawn]) -> list[tuple[str, str, Box]]:
    """What stands on connectors: kind, words and box of each tag."""
    ports = [_tag("port", str(e.properties.get("name", "")), e.lines[0][0], 15.5) for e in extras if e.kind == "port"]
    links = [extra for extra in extras if extra.kind == "connector"]
    found = list(ports)
    for extra in links:
        river, road = extra.properties.get("river"), extra.properties.get("road")
        words = " + ".join([str(river)] * bool(river) + ["road"] * bool(int(road or 0)))
        if words:
            others = [at for link in links if link is not extra for at in resample(link.lines[0], 4.0)]
            last = int(extra.properties.get("points_to_port", 2)) - 1
            a, b = extra.lines[0][0], extra.lines[0][last]
            tries = [_tag("river" if river else "road", words, between(a, b, t), 12.5) for t in SHARES]
            found.append(min(tries, key=lambda tag: _trouble(tag[2], [box for _, _, box in found], others)))
    return found


SHARES = (0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72)
"""How far along a connector its tag may stand, best first."""


def _trouble(box: Box, boxes: list[Box], points: list[Point]) -> float:
    """How much of other tags and other connectors a tag would hide."""
    left, top, right, bottom = box
    hidden = sum(left - 3 <= x <= right + 3 and top - 3 <= y <= bottom + 3 for x, y in points)
    return hidden + sum(overlap(box, other) for other in boxes)


def _tag(kind: str, words: str, at: Point, size: float) -> tuple[str, str, Box]:
    half, high = text_width(words, "italic", size) / 2 + size * 0.35, size * 0.62
    return kind, words, (at[0] - half, at[1] - high, at[0] + half, at[1] + high)


def tags(extras: list[Drawn], pal: Palette) -> str:
    """Name tags where connectors meet, and what a zone's border is on the way."""
    out = []
    for kind, words, box in tag_boxes(extras):
        size = (box[3] - box[1]) / 1.24
        tone = {"river": pal.water_ink, "road": pal.road_edge}.get(kind, pal.ink)
        if kind == "road" and pal.name != "light":
            tone = pal.road
        out.append(rectangle(box, rx=4, fill=pal.paper, stroke=tone, stroke_width=1.1))
        word = text(words, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2 + size * 0.27, size)
        out.append(f'<g {STYLES["italic"]} fill="{tone}">{word}</g>')
    return "".join(out)


# -- frames --------------------------------------------------------------------------------------


def frames_rims(board: Board, extras: list[Drawn], pal: Palette) -> str:
    """A neat line around each frame; other frames than the first get a title and, where it holds, a scale."""
    out = []
    shown = [str(e.properties["name"]).split(" (")[0] for e in extras if e.kind == "hole" and e.properties.get("name")]
    frames = [extra for extra in extras if extra.kind == "frame"]
    for extra in frames:
        closed = "".join(line_path(line, closed=True) for line in extra.lines)
        out.append(path(closed, stroke=pal.ink, stroke_width=3, stroke_linejoin="miter"))
    for extra in frames[1:]:
        name = str(extra.properties.get("id", ""))
        box = frame_box(board, name)
        if box is None:
            continue
        title = text(shown[0] if shown else name.capitalize(), box[0] + 22, box[1] + 92, 30, anchor="start")
        out.append(f'<g {STYLES["bold"]} fill="{pal.ink}">{title}</g>')
        per_km = _per_km(board, name)
        if per_km:
            out.append(scale_bar(per_km, box[2] - 205, box[1] + 58, 170.0, pal))
    return "".join(out)


def _per_km(board: Board, name: str) -> float | None:
    """Picture units to the kilometre in a frame that is a plain enlargement."""
    given = board.info.get(f"georeference_{name}", {})
    if not {"kx", "ky", "lat0"} <= set(given):
        return None
    across = float(given["kx"]) / (KM_PER_DEGREE * math.cos(math.radians(float(given["lat0"]))))
    return (across + float(given["ky"]) / KM_PER_DEGREE) / 2 * frame(board).scale
