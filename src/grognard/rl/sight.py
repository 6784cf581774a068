"""What a seat sees, as arrays: planes over the map, the same for the boxes off it, a list of counters, and a vector.

Only what the seat's view says enters: concealed counters count as such, and what another player is doing with counters
that the seat may not know is left out. Arrays are kept between two questions, and what has changed is changed in them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress
from operator import ne
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..draw import vocabulary
from ..engine.declared import field_values
from ..engine.face import Face
from ..engine.flow import Choice, Frame, Seat
from ..engine.game import Game
from ..engine.pieces import each
from ..engine.position import Position
from ..engine.rules import Rules
from .fields import Area, Number, areas_of, numbers_of

Pos = Position[Any, Any]
Planes = NDArray[np.int16]
Entries = NDArray[np.float32]

ASKED_PIECES, ASKED_PLACES, PENDING_PIECES, PENDING_PLACES = range(4)
QUESTION = ("asked pieces", "asked places", "pending pieces", "pending places")
"""Planes of the question: what it names itself, and what the questions and steps that wait below it name."""


class Seen(msgspec.Struct, frozen=True):
    """What one seat sees."""

    planes: Planes
    """Rows × columns × channels; the zones of a map without a grid are rows of one column."""
    boxes: Planes
    """Boxes off the map × channels."""
    counters: Planes
    """Every counter with the number of its place, its steps and its flags as bits; -1 for one that is concealed."""
    state: Entries


class Plan(msgspec.Struct, frozen=True):
    """How a kind of frame is read."""

    entry: int
    """Its own entry in the vector, set while it asks; negative for what asks no player."""
    numbers: list[tuple[int, Number]]
    areas: list[Area]


class Channels:
    """The meaning of each channel and each entry, and how they are filled; the same for all seats and games played."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.sides = game.roster.sides
        self.values = max((len(unit.face.values) for unit in game.roster), default=0)
        self.secrets = type(game).concealed is not Rules.concealed
        self.rows, self.columns, self.cell = _cells(game)
        state = game.state_type
        self.state_areas = areas_of(state)
        self.state_numbers = numbers_of(state)
        self.channels = self._channel_names()
        self.entries: list[str] = [f"state {number.name}" for number in self.state_numbers]
        self.plans = {kind: self._plan(kind) for kind in game.frames.values()}
        most = max(len(scenario.seats) for scenario in game.scenarios)
        self.seat_entries = len(self.entries)
        self.entries += [f"own seat {n}" for n in range(most)] + [f"asked seat {n}" for n in range(most)]
        self.seats = most
        self.side_of_back = self._sides_of_backs()
        self._looks: dict[tuple[int, int, int, bool], Planes] = {}
        self._printed = [
            (_printed(unit.face.values), _printed(unit.face.reverse or unit.face.values)) for unit in game.roster
        ]
        flipped = vocabulary().flags.flipped
        self._flipped = sum(flag.bit for flag in game.flags if flag.name in flipped)

    def _channel_names(self) -> list[str]:
        names = list(QUESTION)
        names += [f"state {area.name}" for area in self.state_areas]
        for side in self.sides:
            names += [f"{side} counters", *(f"{side} value {n + 1}" for n in range(self.values))]
        self.first_flag = len(names)
        names += [f"flag {flag.name}" for flag in self.game.flags]
        self.first_concealed = len(names)
        if self.secrets:
            names += [f"concealed {side}" for side in self.sides] + ["concealed"]
        return names

    def _plan(self, kind: type[Frame]) -> Plan:
        entry = -1
        if issubclass(kind, Choice):
            entry = len(self.entries)
            self.entries.append(f"asks {kind.__name__}")
        numbers = numbers_of(kind)
        first = len(self.entries)
        self.entries += [f"{kind.__name__} {number.name}" for number in numbers]
        return Plan(entry, [(first + i, number) for i, number in enumerate(numbers)], areas_of(kind))

    def _sides_of_backs(self) -> dict[str, int]:
        """The channel of a concealed counter by its back: that of its side, where the back tells it."""
        found: dict[str, set[int]] = {}
        for piece, side in enumerate(self.game.side_of):
            found.setdefault(self.game.back(piece), set()).add(side)
        none = len(self.sides)
        return {back: next(iter(sides)) if len(sides) == 1 else none for back, sides in found.items()}

    def look(self, piece: int, steps: int, flags: int, concealed: bool) -> Planes:
        """What one counter adds to its place."""
        key = (piece, steps, flags, concealed)
        found = self._looks.get(key)
        if found is None:
            found = self._looks[key] = self._new_look(piece, steps, flags, concealed)
        return found

    def _new_look(self, piece: int, steps: int, flags: int, concealed: bool) -> Planes:
        added = np.zeros(len(self.channels), np.int16)
        for n, flag in enumerate(self.game.flags):
            added[self.first_flag + n] = bool(flags & flag.bit)
        if concealed:
            added[self.first_concealed + self.side_of_back[self.game.back(piece)]] = 1
            return added
        first = len(QUESTION) + len(self.state_areas) + self.game.side_of[piece] * (1 + self.values)
        front, reverse = self._printed[piece]
        face: Face = self.game.roster[piece].face
        shown = reverse if flags & self._flipped or steps < face.steps else front
        added[first] = 1
        added[first + 1 : first + 1 + len(shown)] = shown
        return added

    def terrain(self) -> tuple[list[str], Planes]:
        """The map itself as planes, which do not change: each kind of terrain, what is on the map, and the level."""
        board = self.game.board
        kinds = sorted(set(board.terrain) - {""})
        names = [f"terrain {kind}" for kind in kinds] + ["on the map", "level"]
        planes = np.zeros((self.rows * self.columns, len(names)), np.int16)
        for place in range(board.size):
            cell = self.cell[place]
            if board.terrain[place]:
                planes[cell, kinds.index(board.terrain[place])] = 1
            planes[cell, len(kinds)] = board.all >> place & 1
            planes[cell, len(kinds) + 1] = board.level[place]
        return names, planes.reshape(self.rows, self.columns, len(names))

    def to_text(self) -> str:
        """Every channel and entry with its number, for people."""
        game = self.game
        lines = [f"observations of {game.id}, data {game.pack_hash}"]
        lines += [f"map {self.rows} x {self.columns}, {len(game.boxes)} boxes off it", "", "channels"]
        lines += [f"{n} {name}" for n, name in enumerate(self.channels)]
        lines += ["", "state"]
        lines += [f"{n} {name}" for n, name in enumerate(self.entries)]
        return "\n".join(lines) + "\n"


class Sight:
    """The arrays of one seat at one table."""

    def __init__(self, channels: Channels, seat: Seat) -> None:
        self.to = channels
        self.seat = seat
        on_map = channels.rows * channels.columns
        self._on_map = on_map
        self._cells = np.zeros((on_map + len(channels.game.boxes), len(channels.channels)), np.int16)
        self._state = np.zeros(len(channels.entries), np.float32)
        self._counters = np.full((len(channels.game.roster), 3), -1, np.int16)
        pieces = len(channels.game.roster)
        self._pieces = range(pieces)
        self._where: list[int] = [-1] * pieces
        self._steps: list[int] = [0] * pieces
        self._flags: list[int] = [0] * pieces
        self._looks: list[Planes | None] = [None] * pieces
        self._secret = 0
        self._known_state: tuple[Any, ...] | None = None
        self._known_flow: list[tuple[Any, ...]] = []
        self._marked: list[tuple[int, int]] = []
        self._set: list[int] = []
        self._areas: list[list[int]] = [[] for _ in channels.state_areas]
        """The cells of each set of pieces of the state,"""
        self._masks = [0] * len(channels.state_areas)
        """and each set of it."""

    def look(self, g: Pos) -> Seen:
        """What the seat sees now; the arrays are the caller's own."""
        moved = self._follow_pieces(g)
        self._follow_state(g, moved)
        self._follow_flow(g, moved)
        cells, on_map, to = self._cells.copy(), self._on_map, self.to
        planes = cells[:on_map].reshape(to.rows, to.columns, -1)
        return Seen(planes, cells[on_map:], self._counters.copy(), self._state.copy())

    # -- counters ----------------------------------------------------------------------------------

    def _follow_pieces(self, g: Pos) -> bool:
        """Take along what has changed about the counters; whether anything has."""
        secret = g.game.concealed(g, self.seat) if self.to.secrets else 0
        changed: set[int] = set()
        lists: tuple[tuple[Sequence[int], list[int]], ...]
        lists = (g.where, self._where), (g.flags, self._flags), (g.steps, self._steps)
        for now, before in lists:
            if now != before:
                changed.update(compress(self._pieces, map(ne, now, before)))
        if secret != self._secret:
            changed.update(each(secret ^ self._secret))
        if not changed:
            return False
        cell, cells, counters, look = self.to.cell, self._cells, self._counters, self.to.look
        for p in changed:
            before_look = self._looks[p]
            if before_look is not None:
                cells[cell[self._where[p]]] -= before_look
            concealed = bool(secret >> p & 1)
            now_look = self._looks[p] = look(p, g.steps[p], g.flags[p], concealed)
            cells[cell[g.where[p]]] += now_look
            counters[p] = -1 if concealed else (g.where[p], g.steps[p], g.flags[p])
        self._where, self._flags, self._steps, self._secret = list(g.where), g.flags[:], g.steps[:], secret
        return True

    # -- the game's own state ----------------------------------------------------------------------

    def _follow_state(self, g: Pos, moved: bool) -> None:
        values = field_values(g.state)
        changed = values != self._known_state
        if changed:
            self._known_state = values
            for n, number in enumerate(self.to.state_numbers):
                self._state[n] = number.get(g.state)
        for n, area in enumerate(self.to.state_areas):
            if area.of_pieces:
                if changed or (moved and self._masks[n]):
                    self._follow_set_of_pieces(g, n, area.get(g.state))
            elif changed:
                self._follow_set_of_places(n, area.get(g.state))

    def _follow_set_of_pieces(self, g: Pos, n: int, mask: int) -> None:
        channel = self._cells[:, len(QUESTION) + n]
        for cell in self._areas[n]:
            channel[cell] = 0
        found = [self.to.cell[g.where[p]] for p in each(mask)]
        for cell in found:
            channel[cell] += 1
        self._areas[n], self._masks[n] = found, mask

    def _follow_set_of_places(self, n: int, mask: int) -> None:
        changed = mask ^ self._masks[n]
        if not changed:
            return
        channel = self._cells[:, len(QUESTION) + n]
        for place in _members(changed):
            channel[self.to.cell[place]] ^= 1
        self._masks[n] = mask

    def _cells_of(self, g: Pos, area: Area, struct: Any) -> list[int]:
        """Where the places or the pieces of a set are."""
        mask, cell = area.get(struct), self.to.cell
        if not mask:
            return []
        if area.of_pieces:
            return [cell[g.where[p]] for p in each(mask)]
        return [cell[p] for p in _members(mask)]

    # -- what is asked -----------------------------------------------------------------------------

    def _follow_flow(self, g: Pos, moved: bool) -> None:
        asked = g.to_decide
        told = g.stack if not self.to.secrets or asked == self.seat else []
        flow = [(type(frame), *field_values(frame)) for frame in told]
        flow.append((asked, self.seat))
        if flow == self._known_flow and not moved:
            return
        self._known_flow = flow
        state, cells = self._state, self._cells
        for entry in self._set:
            state[entry] = 0
        for where in self._marked:
            cells[where] = 0
        self._set, self._marked = [], []
        for frame in told:
            self._follow_frame(g, frame, frame is g.stack[-1])
        first, seats = self.to.seat_entries, self.to.seats
        self._enter(first + self.seat, 1)
        if asked is not None and asked >= 0:
            self._enter(first + seats + asked, 1)

    def _enter(self, entry: int, value: float) -> None:
        self._state[entry] = value
        self._set.append(entry)

    def _follow_frame(self, g: Pos, frame: Frame, on_top: bool) -> None:
        plan = self.to.plans[type(frame)]
        if on_top and plan.entry >= 0:
            self._enter(plan.entry, 1)
        for entry, number in plan.numbers:
            value = number.get(frame)
            if value:
                self._enter(entry, value)
        for area in plan.areas:
            channel = ASKED_PIECES if area.of_pieces else ASKED_PLACES
            if not on_top:
                channel += PENDING_PIECES
            for cell in self._cells_of(g, area, frame):
                self._cells[cell, channel] = 1
                self._marked.append((cell, channel))


def _members(mask: int) -> list[int]:
    """The numbers of the bits that are set; there may be two thousand."""
    raw = np.frombuffer(mask.to_bytes((mask.bit_length() + 7) // 8, "little"), np.uint8)
    return np.flatnonzero(np.unpackbits(raw, bitorder="little")).tolist()


def _cells(game: Game[Any]) -> tuple[int, int, list[int]]:
    """Rows and columns of the map, and the cell of each place; boxes have the cells behind those of the map."""
    board = game.board
    if board.grid is None:
        return board.size, 1, list(range(board.size + len(game.boxes)))
    columns, rows = [h.column for h in board.hexes], [h.row for h in board.hexes]
    left, top = min(columns), min(rows)
    wide, high = max(columns) - left + 1, max(rows) - top + 1
    cells = [(h.row - top) * wide + h.column - left for h in board.hexes]
    return high, wide, cells + list(range(high * wide, high * wide + len(game.boxes)))


def _printed(values: tuple[str, ...]) -> list[int]:
    """The first number of each printed value: `6/4` is 6, `(3)` is 3, and a word is nothing."""
    return [int(found.group()) if (found := re.search(r"\d+", value)) else 0 for value in values]
