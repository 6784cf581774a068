"""Where names go: every label has a place of its own, off other labels and numbers, off rivers where it can.

`place_labels` returns the labels with their boxes, so that a test can check what the eye should never see.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from grognard.engine.board import Point

from .areas import eased
from .curves import offset, resample, unit
from .fonts import CAP, DROP, text_width
from .geometry import inside

Box = tuple[float, float, float, float]


@dataclass
class Label:
    """A set text: its lines, or its single glyphs along a curve, and the boxes it fills."""

    text: str
    kind: str
    face: str
    size: float
    lines: list[tuple[str, float, float]] = field(default_factory=list)
    glyphs: list[tuple[str, float, float, float]] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    spacing: float = 0.0


@dataclass
class Wish:
    """A name that wants a place: near a point, if possible within a ring."""

    text: str
    kind: str
    face: str
    size: float
    at: Point
    ring: list[Point] = field(default_factory=list)
    gap: float = 10.0
    spacing: float = 0.0
    centred: bool = False


def overlap(a: Box, b: Box) -> float:
    """The area two boxes share."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


class Ground:
    """What is already on the sheet: boxes that must not be touched, points that had better not be covered."""

    CELL = 32.0

    def __init__(self, bounds: Box) -> None:
        self.bounds = bounds
        self._boxes: dict[tuple[int, int], list[tuple[Box, int]]] = {}
        self._points: dict[tuple[int, int], list[tuple[float, float, float]]] = {}

    def _cells(self, box: Box) -> Iterator[tuple[int, int]]:
        for i in range(int(box[0] // self.CELL), int(box[2] // self.CELL) + 1):
            for j in range(int(box[1] // self.CELL), int(box[3] // self.CELL) + 1):
                yield i, j

    def add_box(self, box: Box, owner: int = -1) -> None:
        """A box that no other label may touch."""
        for cell in self._cells(box):
            self._boxes.setdefault(cell, []).append((box, owner))

    def remove(self, owner: int, boxes: list[Box]) -> None:
        """Take a label's boxes away again."""
        for box in boxes:
            for cell in self._cells(box):
                self._boxes[cell] = [entry for entry in self._boxes[cell] if entry[1] != owner]

    def add_points(self, points: Iterable[Point], weight: float) -> None:
        """Points of a line that had better stay visible."""
        for x, y in points:
            cell = int(x // self.CELL), int(y // self.CELL)
            self._points.setdefault(cell, []).append((x, y, weight))

    def blocked(self, box: Box) -> float:
        """How much of the box is taken by something that must not be touched."""
        seen = {entry for cell in self._cells(box) for entry in self._boxes.get(cell, ())}
        taken = sum(overlap(box, other) for other, _ in seen)
        left, top, right, bottom = self.bounds
        out = max(0.0, left - box[0]) + max(0.0, top - box[1]) + max(0.0, box[2] - right) + max(0.0, box[3] - bottom)
        return taken + 40 * out

    def covered(self, box: Box) -> float:
        """The weight of the lines under a box."""
        total = 0.0
        for cell in self._cells(box):
            for x, y, weight in self._points.get(cell, ()):
                if box[0] <= x <= box[2] and box[1] <= y <= box[3]:
                    total += weight
        return total


def set_lines(wish: Wish, text_lines: list[str], x: float, y: float, size: float) -> Label:
    """A text of one or two lines, centred on x, with y the middle of its height."""
    label = Label(wish.text, wish.kind, wish.face, size, spacing=wish.spacing)
    lead = size * 0.92
    first = y - lead * (len(text_lines) - 1) / 2 + size * CAP / 2
    for i, line in enumerate(text_lines):
        base = first + i * lead
        half = text_width(line, wish.face, size, wish.spacing) / 2
        label.lines.append((line, x, base))
        label.boxes.append((x - half - 1, base - size * (CAP + 0.04), x + half + 1, base + size * DROP * 0.8))
    return label


def _splits(text: str) -> list[list[str]]:
    words = text.split()
    whole = [[text]]
    if len(words) > 1:
        cut = min(range(1, len(words)), key=lambda i: abs(len(" ".join(words[:i])) - len(text) / 2))
        whole.append([" ".join(words[:cut]), " ".join(words[cut:])])
    return whole


# Where a name may stand around its town, and how much each is liked less than the first.
_AROUND = (
    (0, 1, 0.0), (0, -1, 0.6), (1, 0, 0.5), (-1, 0, 0.9), (0.75, 0.75, 0.7), (-0.75, 0.75, 0.9),
    (0.75, -0.75, 0.9), (-0.75, -0.75, 1.2), (0.4, 1, 0.4), (-0.4, 1, 0.4), (0.4, -1, 0.9), (-0.4, -1, 0.9),
)  # fmt: skip


def _candidates(wish: Wish) -> Iterator[tuple[float, Label]]:
    """Places for a name with how much each is disliked for itself."""
    if wish.centred:
        for dx in range(-60, 61, 10):
            for dy in range(-60, 61, 6):
                far = math.hypot(dx, dy * 1.2)
                yield far * 0.12, set_lines(wish, [wish.text], wish.at[0] + dx, wish.at[1] + dy, wish.size)
        return
    for shrink, dislike in ((1.0, 0.0), (0.9, 4.0), (0.8, 9.0)):
        size = wish.size * shrink
        for text_lines in _splits(wish.text):
            wide = max(text_width(line, wish.face, size, wish.spacing) for line in text_lines) / 2
            high = (len(text_lines) - 1) * size * 0.92 / 2 + size * 0.36
            for reach in (0.0, 5.0, 11.0, 18.0):
                for across, down, less in _AROUND:
                    beside = wide + reach + (wish.gap * 0.9 if abs(across) == 1 else 0.0)
                    x = wish.at[0] + across * beside
                    y = wish.at[1] + down * (high + wish.gap + reach)
                    cost = dislike + less + reach * 0.12 + (1.2 if len(text_lines) > 1 else 0.0)
                    yield cost, set_lines(wish, text_lines, x, y, size)


def _leaving(label: Label, ring: list[Point]) -> float:
    """How much of a label lies outside its own place."""
    if not ring:
        return 0.0
    out = 0
    for left, top, right, bottom in label.boxes:
        middle = (left + right) / 2
        for x in (left + 2, middle, right - 2):
            for y in (top + 2, bottom - 2):
                out += not inside(ring, (x, y))
    return out / len(label.boxes)


def best_place(wish: Wish, ground: Ground) -> tuple[float, Label]:
    """The least bad place for a name."""
    best: tuple[float, Label] | None = None
    for cost, label in _candidates(wish):
        if best is not None and cost >= best[0]:
            continue
        cost += sum(ground.blocked(box) for box in label.boxes) * 60
        if best is not None and cost >= best[0]:
            continue
        cost += sum(ground.covered(box) for box in label.boxes) + 2.2 * _leaving(label, wish.ring)
        if best is None or cost < best[0]:
            best = cost, label
    assert best is not None
    return best


def place_wishes(wishes: list[Wish], ground: Ground, rounds: int = 3) -> list[Label]:
    """Place every wish, then let each move again while the others stand still."""
    placed: list[Label] = []
    for i, wish in enumerate(wishes):
        label = best_place(wish, ground)[1]
        placed.append(label)
        _take(ground, i, label)
    for _ in range(rounds - 1):
        for i, wish in enumerate(wishes):
            ground.remove(i, placed[i].boxes)
            placed[i] = best_place(wish, ground)[1]
            _take(ground, i, placed[i])
    return placed


def _take(ground: Ground, owner: int, label: Label) -> None:
    for box in label.boxes:
        ground.add_box(box, owner)


# -- names along rivers --------------------------------------------------------------------------


def along(
    text: str, kind: str, size: float, spacing: float, course: list[Point], width: float, ground: Ground
) -> Label | None:
    """A name beside a river, bent with it, where it covers least; None if there is no free stretch."""
    base = resample(course, 8.0)
    for _ in range(14):
        base = eased(base)
    long = text_width(text, "italic", size, spacing)
    best: tuple[float, Label] | None = None
    window = math.ceil(long / 8.0) + 2
    for start in range(2, len(base) - window - 2, 2):
        piece = base[start : start + window + 1]
        if piece[-1][0] < piece[0][0]:
            piece = piece[::-1]
        for far in (-(width / 2 + 5.5), width / 2 + 5.5 + size * 0.52):
            label = _bent(text, kind, size, spacing, offset(piece, far))
            cost = _along_cost(label, piece, ground)
            if best is None or cost < best[0]:
                best = cost, label
    return best[1] if best and best[0] < 900 else None


def _along_cost(label: Label, piece: list[Point], ground: Ground) -> float:
    turns = 0.0
    for a, b, c in zip(piece, piece[1:], piece[2:], strict=False):
        (ax, ay), (bx, by) = unit(a, b), unit(b, c)
        turns += abs(ax * by - ay * bx)
    steep = abs(piece[-1][1] - piece[0][1]) / (abs(piece[-1][0] - piece[0][0]) + 20)
    taken = sum(ground.blocked(box) for box in label.boxes)
    return turns * 14 + min(steep, 3) * 2 + taken * 60 + sum(ground.covered(box) for box in label.boxes)


def _bent(text: str, kind: str, size: float, spacing: float, line: list[Point]) -> Label:
    """Single glyphs along a line, each turned with it."""
    label = Label(text, kind, "italic", size, spacing=spacing)
    total = text_width(text, "italic", size, spacing)
    fine = resample(line, 1.0)
    at = max(0.0, (len(fine) - total) / 2)
    for glyph in text:
        wide = text_width(glyph, "italic", size)
        i, j = min(len(fine) - 1, round(at)), min(len(fine) - 1, round(at + wide))
        a, b = fine[i], fine[j]
        if i == j:
            a = fine[max(0, i - 2)]
        angle = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        label.glyphs.append((glyph, fine[i][0], fine[i][1], angle))
        label.boxes.append(_glyph_box(fine[i], angle, wide, size))
        at += wide + spacing
    return label


def _glyph_box(at: Point, angle: float, wide: float, size: float) -> Box:
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    xs, ys = [], []
    for u, v in ((0, -CAP * size), (wide, -CAP * size), (wide, DROP * size * 0.5), (0, DROP * size * 0.5)):
        xs.append(at[0] + u * c - v * s)
        ys.append(at[1] + u * s + v * c)
    return min(xs), min(ys), max(xs), max(ys)
