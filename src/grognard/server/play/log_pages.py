"""The log of a table as each seat reads it: every line is written once, and then only copied."""

from __future__ import annotations

import msgspec

from ..messages import Line, Mark

PLAYER_TURN = 2
"""The level of the heading of a player's turn; that of a turn of the game is higher, and its number lower."""

_line = msgspec.json.Encoder()


class Saved(msgspec.Struct, frozen=True):
    """Lines as a snapshot keeps them: the number of the first, the action of each, and its text for each column.

    Parts may overlap, because each worker saves what it has not saved itself.
    """

    first: int
    entries: list[int]
    columns: list[list[msgspec.Raw]]


class LogPages:
    """Lines by column: one for all where nothing is secret, else one for each seat and one for spectators."""

    def __init__(self, columns: int) -> None:
        self.columns: list[list[msgspec.Raw]] = [[] for _ in range(columns)]
        self.entries: list[int] = []
        """The action that each line belongs to; -1 for what happened at the table and not in the game."""
        self.marks: list[tuple[int, Mark]] = []
        """Lines with which a turn or a phase began."""
        self.turns = 0
        """How many of them began a turn of the game or of a player."""
        self.saved = 0
        """So many lines are in the database."""

    def __len__(self) -> int:
        return len(self.entries)

    def add(self, entry: int, lines: list[Line]) -> None:
        """One line, in each column's own words."""
        if lines[0].kind == "Began":
            self._mark(len(self), lines[0])
        last, text = lines[0], msgspec.Raw(_line.encode(lines[0]))
        for column, line in zip(self.columns, lines, strict=True):
            if line is not last:  # most columns are the same
                last, text = line, msgspec.Raw(_line.encode(line))
            column.append(text)
        self.entries.append(entry)

    def ends_with(self, line: Line) -> bool:
        """Whether this is the last line."""
        return bool(len(self)) and bytes(self.columns[-1][-1]) == _line.encode(line)

    def drop_last(self) -> None:
        """Forget the last line, which is written again."""
        self.entries.pop()
        for column in self.columns:
            column.pop()

    def cut(self, count: int) -> int:
        """Forget the lines of all actions from number `count` on; gives the number of the first one forgotten."""
        gone = [i for i in range(self.saved, len(self)) if self.entries[i] >= count]
        if not gone:
            return len(self)
        for i in reversed(gone):
            del self.entries[i]
            for column in self.columns:
                del column[i]
        while self.marks and self.marks[-1][0] >= gone[0]:
            self.turns -= self.marks.pop()[1].level <= PLAYER_TURN
        return gone[0]

    def _mark(self, number: int, line: Line) -> None:
        """A line with which something began."""
        level = int(line.data["level"])
        self.marks.append((number, Mark(at=line.at, title=str(line.data["title"]), level=level)))
        self.turns += level <= PLAYER_TURN

    def upto(self, count: int) -> int:
        """How many lines had been written when `count` actions had been played."""
        return next((i for i, entry in enumerate(self.entries) if entry >= count), len(self))

    # -- saving ----------------------------------------------------------------------------------

    def save(self, upto: int) -> str:
        """The lines that are not saved yet, as text."""
        part = slice(self.saved, upto)
        self.saved = upto
        saved = Saved(part.start, self.entries[part], [column[part] for column in self.columns])
        return msgspec.json.encode(saved).decode()

    def load(self, text: str) -> None:
        """Put saved lines behind those there are."""
        found = msgspec.json.decode(text, type=Saved)
        if len(found.columns) != len(self.columns):
            # The game has more or fewer secrets than it had: everybody gets the spectator's lines.
            found = Saved(found.first, found.entries, [found.columns[-1]] * len(self.columns))
        known = max(0, len(self) - found.first)
        for i, raw in enumerate(found.columns[-1][known:], len(self)):
            if b'"kind":"Began"' in bytes(raw):
                self._mark(i, msgspec.json.decode(raw, type=Line))
        self.entries += found.entries[known:]
        for column, lines in zip(self.columns, found.columns, strict=True):
            # Copies, because a raw part would keep the whole text alive.
            column += [raw.copy() for raw in lines[known:]]
        self.saved = len(self)
