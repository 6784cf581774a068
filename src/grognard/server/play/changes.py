"""A table's rows as they are read: what was written together, and the actions that they tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...engine.record import Entry
from ..errors import Damaged
from ..storage.rows import Row


def changes(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Rows that were written together: what somebody did, and the answers of luck that follow."""
    change: list[Row] = []
    for row in rows:
        if row.kind != "chance" and change:
            yield change
            change = []
        if change and row.seq != change[-1].seq + 1:
            raise Damaged(change[-1].seq + 1)
        change.append(row)
    if change:
        yield change


def entries_of(rows: Iterable[Row]) -> list[Entry]:
    """The actions that rows tell, without what was taken back; no rule is asked."""
    entries: list[Entry] = []
    undone: list[Entry] = []
    for row in rows:
        if row.kind in ("action", "chance"):
            entries.append(Entry(row.who, row.text, row.check or ""))
            undone = undone[:-1] if undone and undone[-1].action == row.text else []
        elif row.kind == "undo":
            undone.append(entries.pop())
        elif row.kind == "redo":
            entries.append(undone.pop())
    return entries
