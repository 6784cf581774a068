"""A table's course: the game that its rows make. No database, no network, no clock in here.

Rows are never deleted. `action` is a seat's answer, `chance` luck's, `undo` and `redo` step back and forth,
`seat` says who sits where from now on. Reading the rows again gives the same game.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import msgspec

from ..engine import CHANCE, ActionError, Game, GrognardError, Position, Table
from ..engine.chance import parse_seed
from ..engine.events import Began
from ..engine.flow import Action, Refusal, Seat
from ..engine.view import judge, who_decides
from .models import Mark
from .problems import Conflict, Problem
from .storage import Row, Stored

KEYFRAME = 32
"""Every so many actions a copy of the position is kept for the replay bar."""


class Illegal(Problem):
    """The action is not among the legal ones."""

    status = 422


class Done(msgspec.Struct, frozen=True):
    """What a client's id stands for: a repeated request gets the same answer."""

    kind: str
    who: str
    text: str
    seq: int


class Course:
    """The game at a table, rebuilt from rows and advanced by them."""

    def __init__(self, game: Game[Any], stored: Stored) -> None:
        self.game = game
        self.stored = stored
        self.seq = 0
        self.moved = 0
        """The last row that changed the position: what a client acts on must not be older."""
        self.players = dict(stored.players)
        self.done: dict[str, Done] = {}
        self._last: Row | None = None
        origin = game.from_json(stored.origin) if stored.origin else None
        self.table = Table(game, stored.scenario, stored.options, seed=parse_seed(stored.seed), position=origin)
        self._luck = [entry.action for entry in self.table.entries]
        self.log_marks = [len(self.table.log)]
        """How long the log was after each row."""
        self.keyframes: dict[int, Position[Any, Any]] = {0: self.table.origin}

    # -- reading rows ----------------------------------------------------------------------------

    def opening(self) -> list[Row]:
        """The answers of luck before the first decision, as rows; only for a new table."""
        rows = [self._row("chance", "chance", text) for text in self._luck]
        self._luck = []
        self._mark(rows)
        return rows

    def read(self, rows: Iterable[Row]) -> None:
        """Go on with rows from the database."""
        for row in rows:
            if row.seq != self.seq + 1:
                raise Conflict(f"row {self.seq + 1} of this table is missing in the database")
            try:
                self._read(row)
            except GrognardError as problem:
                raise Conflict(
                    f"this table was played with other rules or data and stops at row {row.seq}: {problem}"
                ) from None
            self.seq = row.seq
            if row.kind != "seat":
                self.moved = row.seq
            if row.kind != "chance":
                self._last = row
            self._remember(self._last, row.seq)
            self.log_marks.append(len(self.table.log))
            self._keep()

    def _read(self, row: Row) -> None:
        if row.kind == "chance":
            if not self._luck or self._luck.pop(0) != row.text:
                raise ActionError(f"luck answered '{row.text}' then")
            return
        if self._luck:
            raise ActionError("luck was not asked then")
        before = len(self.table.entries)
        if row.kind == "action":
            if who_decides(self.table.position) != row.who:
                raise ActionError(f"'{row.who}' acts out of turn")
            self.table.play(row.text)
            self._luck = [entry.action for entry in self.table.entries[before + 1 :]]
        elif row.kind == "undo":
            self._undo()
        elif row.kind == "redo":
            self.table.redo()
        elif row.kind == "seat":
            self.players[row.who] = row.text
        else:
            raise ActionError(f"there is no kind of row '{row.kind}'")

    # -- writing rows ----------------------------------------------------------------------------

    def play(self, seat: str, text: str, client_id: str | None) -> list[Row]:
        """A seat's action and the answers of luck that follow, as rows still to be committed."""
        g = self.position
        number = self.seat(seat)
        asked = g.to_decide
        if asked is None:
            raise Conflict("the game is over", seq=self.seq)
        if asked != number:
            raise Conflict(f"it is not your decision: {self.asked_title} is asked", seq=self.seq)
        judged = self.judge(number, text)
        if isinstance(judged, Refusal):
            raise Illegal(judged.text, rule=judged.rule)
        action = judged
        before = len(self.table.entries)
        self.table.play(action)
        rows = [self._row("action", seat, action.text, client_id)]
        rows += [self._row("chance", "chance", entry.action) for entry in self.table.entries[before + 1 :]]
        self._mark(rows)
        return rows

    def undo(self, client_id: str | None) -> list[Row]:
        """Step back."""
        if not self.table.can_undo:
            raise Conflict(
                "nothing can be undone: luck, a secret or another player's decision came between",
                seq=self.seq,
            )
        who = self.asked
        self._undo()
        rows = [self._row("undo", who, "", client_id)]
        self._mark(rows)
        return rows

    def redo(self, client_id: str | None) -> list[Row]:
        """Step forth again."""
        if not self.table.can_redo:
            raise Conflict("nothing was undone", seq=self.seq)
        who = self.asked
        self.table.redo()
        rows = [self._row("redo", who, "", client_id)]
        self._mark(rows)
        return rows

    def sit(self, seat: str, player: str) -> list[Row]:
        """Say who sits somewhere from now on."""
        self.players[seat] = player
        rows = [self._row("seat", seat, player)]
        self._mark(rows)
        return rows

    def _undo(self) -> None:
        self.table.undo()
        count = len(self.table.entries)
        self.keyframes = {n: g for n, g in self.keyframes.items() if n <= count}

    def _row(self, kind: str, who: str, text: str, client_id: str | None = None) -> Row:
        self.seq += 1
        if kind != "seat":
            self.moved = self.seq
        return Row(seq=self.seq, kind=kind, who=who, text=text, client_id=client_id, at=time.time())

    def _mark(self, rows: list[Row]) -> None:
        for row in rows:
            self._remember(row, rows[-1].seq)
            self.log_marks.append(len(self.table.log))
        self._keep()

    def _remember(self, row: Row | None, seq: int) -> None:
        if row is not None and row.client_id is not None:
            self.done[row.client_id] = Done(row.kind, row.who, row.text, seq)

    def _keep(self) -> None:
        count = len(self.table.entries)
        if count // KEYFRAME != max(self.keyframes) // KEYFRAME:
            self.keyframes[count] = self.position.copy()

    # -- asking ----------------------------------------------------------------------------------

    @property
    def position(self) -> Position[Any, Any]:
        """The present position; never to be told as it is."""
        return self.table.position

    @property
    def asked(self) -> str:
        """The id of the seat that is asked; empty when the game is over."""
        return who_decides(self.position)

    @property
    def asked_title(self) -> str:
        """The title of the seat that is asked."""
        asked = self.position.to_decide
        if asked is None or asked == CHANCE:
            return "nobody"
        return self.game.seats(self.position.setup)[asked].title

    @property
    def headline(self) -> str:
        """Turn and phase in a few words."""
        return self.game.headline(self.position)

    @property
    def outcome(self) -> str:
        """How the game ended, in words; empty while it goes on."""
        return self.position.outcome.text if self.position.outcome else ""

    @property
    def has_secrets(self) -> bool:
        """Whether the game ever conceals pieces."""
        return type(self.game).concealed is not Game.concealed

    def seat(self, name: str) -> Seat:
        """The number of a seat."""
        return self.game.seat(self.position.setup, name)

    def judge(self, seat: Seat, text: str) -> Action | Refusal:
        """The action a seat means, in the names it knows; or why it is not legal, telling no secret."""
        return judge(self.position, seat, text)

    def log_from(self, since: int) -> int:
        """How many lines of the log are still the same as after row `since`."""
        if since < 0 or since >= len(self.log_marks):
            return 0
        return min(self.log_marks[since:])

    def position_at(self, count: int) -> Position[Any, Any]:
        """A copy of the position after so many actions."""
        entries = self.table.entries
        if count > len(entries):
            raise Conflict(f"only {len(entries)} actions have been played", seq=self.seq)
        start = max(n for n in self.keyframes if n <= count)
        g = self.keyframes[start].copy()
        for entry in entries[start:count]:
            g.play(entry.action)
        return g

    def marks(self) -> list[Mark]:
        """Where turns and phases began."""
        return [
            Mark(at=h.action + 1, title=h.event.title, level=h.event.level)
            for h in self.table.log
            if isinstance(h.event, Began)
        ]
