"""Units and markers: who they are. What can change about them lives in the position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Generic, NewType, TypeVar

import msgspec

from .bits import ByPlace, gather
from .errors import PackError
from .face import Face as Face
from .pack import Row

Piece = NewType("Piece", int)
"""The number of a counter."""

Pieces = NewType("Pieces", int)
"""A set of counters, one bit each."""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """What every counter has; each game adds its own values."""

    id: str
    name: str
    side: str
    face: Face


U = TypeVar("U", bound=Unit)


class Roster(Generic[U]):
    """All counters of a game in a fixed order; a piece is its number in it."""

    def __init__(self, units: Sequence[U], sides: Sequence[str], rows: Sequence[Row] | None = None) -> None:
        self.units = list(units)
        self.sides = tuple(sides)
        self.rows = rows
        """The lines of the file they were read from, if they were."""
        self.number: dict[str, Piece] = {}
        for i, unit in enumerate(self.units):
            if unit.id in self.number:
                problem = f"the id '{unit.id}' is used twice"
                raise rows[i].error(problem) if rows else PackError("units", None, problem)
            if not unit.id or any(c.isspace() or c in "?," for c in unit.id):
                problem = f"the id '{unit.id}' may not be empty or hold spaces, commas or question marks"
                raise rows[i].error(problem) if rows else PackError("units", None, problem)
            self.number[unit.id] = Piece(i)
        self.side: list[int] = [self.sides.index(unit.side) for unit in self.units]
        self.of_side: list[Pieces] = [self.where(unit.side == side for unit in self.units) for side in self.sides]

    def __len__(self) -> int:
        return len(self.units)

    def __getitem__(self, piece: int) -> U:
        return self.units[piece]

    def __iter__(self) -> Iterator[U]:
        return iter(self.units)

    def where(self, tests: Iterable[bool]) -> Pieces:
        """The set of the pieces whose test is true, one test a piece in order."""
        mask = 0
        for i, test in enumerate(tests):
            if test:
                mask |= 1 << i
        return Pieces(mask)


def one(piece: int) -> Pieces:
    """The set that holds one piece."""
    return Pieces(1 << piece)


_by_number = ByPlace([Piece(i) for i in range(4096)])


@lru_cache(maxsize=4096)
def each(mask: int) -> tuple[Piece, ...]:
    """The pieces of a set, lowest number first. Remembered, because the same sets are asked for again and again."""
    return tuple(_by_number.of(mask))


def band(pieces: Iterable[int]) -> Pieces:
    """The set of the given pieces."""
    return Pieces(gather(pieces))
