"""Counters on sheets: fronts side by side, backs mirrored behind them or beside a fold.

Counters touch, so one cut serves two. The colour of those at the edge runs on (bleed), and marks outside the block show
every cut. Backs are drawn for a sheet that is turned over its long edge: the first counter of a row lies last in the
row behind it, in a block of the same number of columns.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from grognard.draw.counters import colours_of, printed_back, printed_counter
from grognard.draw.svg import group, rectangle
from grognard.draw.vocabulary import symbol_words, vocabulary
from grognard.engine.face import Face
from grognard.engine.game import Game

from .drawing import MARK, OFF, caption, crop_marks, line, ruler, sheet, words
from .order import Backs
from .sizes import MARGIN, Paper

BLEED = 1.5
"""How far the colour runs on beyond the edge, in millimetres."""
MARKERS = 8
"""Markers of each kind."""
FOOT = 6.0
"""What ruler and caption take at the foot of a sheet."""


class Counter(NamedTuple):
    """A counter as it is cut out: the drawings of its two sides, 100 by 100, and its colour."""

    name: str
    front: str
    back: str
    colour: str


class Block(NamedTuple):
    """A block of counters on a sheet: its corner, its columns and rows, the side of a counter."""

    left: float
    top: float
    columns: int
    rows: int
    side: float

    @property
    def xs(self) -> list[float]:
        """Every cut from top to bottom."""
        return [self.left + self.side * n for n in range(self.columns + 1)]

    @property
    def ys(self) -> list[float]:
        """Every cut from left to right."""
        return [self.top + self.side * n for n in range(self.rows + 1)]

    @property
    def room(self) -> int:
        """How many counters it holds."""
        return self.columns * self.rows


def counters_of(game: Game[Any]) -> list[Counter]:
    """Every counter of a game in the order of its roster, and markers for states that no back shows."""
    found = [_counter(game, unit.face, unit.name) for unit in game.roster.units]
    return found + [_marker(face) for face in marker_faces(game) for _ in range(MARKERS)]


def back_state(game: Game[Any], face: Face) -> str:
    """The state that a counter's back shows: reduced, or whatever else makes it weaker; empty if there is none."""
    looks = vocabulary().flags
    shown = [flag.name for flag in game.flags if flag.shown]
    if face.reverse:
        return next((name for name in looks.flipped if name in shown), looks.flipped[0])
    if any(unit.face.reverse for unit in game.roster.units):
        return ""
    return next((name for name in shown if name in looks.tilted), "")


def marker_faces(game: Game[Any]) -> list[Face]:
    """A marker for each state that counters show, unless a back shows it or it is forgotten within the turn."""
    looks = vocabulary().flags
    elsewhere = {*looks.flipped, *looks.covered, *looks.done}
    elsewhere |= {back_state(game, unit.face) for unit in game.roster.units}
    states = [flag.name for flag in game.flags if flag.shown and flag.name not in elsewhere]
    return [Face(symbol="chit", colours="paper", short=state.replace("-", " ")) for state in states]


def _counter(game: Game[Any], face: Face, name: str) -> Counter:
    return Counter(name, printed_counter(face), _back(game, face), colours_of(face.colours).fill)


def _back(game: Game[Any], face: Face) -> str:
    """What the other side shows; chits of one cup are all alike there, and so are units that may lie face down."""
    known = symbol_words().get(face.symbol)
    if known is not None and known.worded:
        return printed_back(Face(symbol=face.symbol, colours="paper"), covered=True)
    state = back_state(game, face)
    if not state:
        covered = vocabulary().flags.covered
        return printed_back(face, covered=any(flag.name in covered for flag in game.flags))
    flags = [flag for flag in game.flags if flag.name == state]
    return printed_counter(face if flags or not face.reverse else _reversed(face), flags, [state])


def _reversed(face: Face) -> Face:
    """The reduced side as a face of its own, for games that say by steps that a unit is reduced."""
    return msgspec.structs.replace(face, values=face.reverse, reverse=())


def _marker(face: Face) -> Counter:
    drawn = printed_counter(face)
    return Counter(face.short, drawn, drawn, colours_of(face.colours).fill)


# -- where they lie --------------------------------------------------------------------------------


def block(paper: Paper, side: float, backs: Backs) -> Block:
    """As many counters as a sheet takes; beside a fold half as many."""
    edge = MARGIN + OFF + MARK - 2
    wide, high = paper.width - 2 * edge, paper.height - 2 * edge - FOOT
    if backs == "fold":
        wide = paper.width / 2 - edge - GUTTER
    columns, rows = int(wide // side), int(high // side)
    left = edge + (wide - columns * side) / 2 if backs == "fold" else (paper.width - columns * side) / 2
    return Block(left, edge + (high - rows * side) / 2, columns, rows, side)


GUTTER = 4.0
"""From the block to the fold: bleed, and room to fold."""


def behind(front: Block, paper: Paper, backs: Backs) -> Block:
    """Where the backs of a block lie: behind it on the turned sheet, or on the other side of the fold."""
    left = paper.width - front.left - front.columns * front.side
    return front._replace(left=left)


def counter_pages(game: Game[Any], paper: Paper, side: float, backs: Backs) -> list[str]:
    """All sheets, each as a page; with `duplex` every front is followed by its back."""
    counters = counters_of(game)
    front = block(paper, side, backs)
    if not front.room:
        return []
    pages = []
    sheets = [counters[at : at + front.room] for at in range(0, len(counters), front.room)]
    for number, found in enumerate(sheets, 1):
        title = f"{game.title} · counters {number} of {len(sheets)}"
        used = front._replace(rows=-(-len(found) // front.columns))
        turned = behind(used, paper, backs)
        faces = _faces(found, used, mirrored=False) + crop_marks(used.xs, used.ys)
        rear = _faces(found, turned, mirrored=True) + crop_marks(turned.xs, turned.ys)
        foot = ruler(paper) + caption(paper, title)
        if backs == "fold":
            pages.append(sheet(paper, faces, rear, _fold(paper, used), foot))
        else:
            pages.append(sheet(paper, faces, foot))
        if backs == "duplex":
            pages.append(sheet(paper, rear, ruler(paper), caption(paper, f"{title}, backs")))
    return pages


def _fold(paper: Paper, used: Block) -> str:
    middle = paper.width / 2
    note = words("Fold here first, glue, then cut.", middle, MARGIN, 2.6, anchor="middle")
    return line(middle, MARGIN + 2, middle, used.ys[-1] + OFF + MARK, dashes="2 1.5") + note


def _faces(counters: list[Counter], where: Block, *, mirrored: bool) -> str:
    """The counters of a block; those in front of them lie in the opposite order within a row."""
    grounds, faces = [], []
    for number, counter in enumerate(counters):
        row, column = divmod(number, where.columns)
        if mirrored:
            column = where.columns - 1 - column
        x, y, scale = where.left + column * where.side, where.top + row * where.side, where.side / 100
        edge = (x - BLEED, y - BLEED, x + where.side + BLEED, y + where.side + BLEED)
        grounds.append(rectangle(edge, fill=counter.colour))
        place = f"translate({x:.3f} {y:.3f}) scale({scale:.5f})"
        faces.append(group(counter.back if mirrored else counter.front, transform=place))
    return "".join(grounds + faces)  # every colour that runs on lies below all faces
