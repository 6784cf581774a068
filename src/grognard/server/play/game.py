"""A table's game, as its rows make it. No database, no network, no clock in here.

Rows are never deleted. `action` is a seat's answer, `chance` luck's, `undo` and `redo` step back and forth, `seat` says
who sits where from now on, `invite` that there is a new invitation to a seat, `name` how somebody wants to be called,
`toss` what he adds to the seed, `told` that a guest has the record of the finished game, `resign` that a seat gives up,
`offer`, `withdraw`, `decline` and `accept` what becomes of a draw, `rules` that rules or data have changed, `void` is a
row that was set aside. Reading the rows again, from the start or behind a snapshot, gives the same game.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ...engine import CHANCE, ActionError, Game, GrognardError, Position, Record, Table
from ...engine.chance import SeedStream, parse_seed
from ...engine.codec import Names
from ...engine.concealment import mentioned, names_for, said_of
from ...engine.events import Began
from ...engine.flow import Action, Refusal, Seat
from ...engine.judging import judge
from ...engine.outcome import Outcome
from ...engine.pieces import Piece, Pieces
from ...engine.record import Entry
from ...engine.reporting import concerned, told
from ...engine.table import Happening
from ...engine.view import who_decides
from ..errors import Closed, Conflict, Damaged, Problem
from ..messages import Line, Mark
from ..storage.rows import Row, Snapshot, Stored
from .changes import changes
from .log_pages import LogPages
from .parley import KINDS, Parley
from .parley import said as parley_said
from .position_text import PositionText
from .position_text import Row as Standing
from .toss import OPENER, Toss

KEYFRAME = 32
"""Every so many actions a copy of the position is kept for the replay bar."""
ASIDE = ("seat", "invite", "name", "toss", "told", "offer", "withdraw", "decline", "accept", "void")
"""Rows that do not change the position, unless luck has waited for them; what ends the game closes it all the same."""
SNAPSHOT = 64
"""After so many actions without a new turn a snapshot is taken all the same."""


class Illegal(Problem):
    """The action is not among the legal ones."""

    status = 422


class Done(msgspec.Struct, frozen=True):
    """What a client's id stands for: a repeated request gets the same answer."""

    kind: str
    who: str
    text: str
    seq: int


class Unreadable(GrognardError):
    """A row that does not fit what is before it; its sentence does not say what was played."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"row {seq} does not fit")
        self.seq = seq


class Point(msgspec.Struct, frozen=True):
    """A moment behind which nothing can be undone any more: what a snapshot is made of."""

    seq: int
    entries: int
    drawn: int
    moved: int
    players: dict[str, str]
    lines: int
    toss: str
    parley: str
    position: Position[Any, Any]
    turn: bool
    """Whether a turn began since the last snapshot."""


class Called(msgspec.Struct, frozen=True):
    """How a seat calls the pieces, and what that depends on."""

    mask: Pieces
    rows: list[Standing]
    said: tuple[Any, ...]
    """What state and flow say of the concealed pieces."""
    found: tuple[Names, list[Piece]]
    """The names, and the concealed pieces."""

    def holds(self, mask: Pieces, rows: list[Standing], said: tuple[Any, ...]) -> bool:
        """Whether the names are still right."""
        if mask != self.mask or said != self.said:
            return False
        return rows is self.rows or all(rows[piece] == self.rows[piece] for piece in self.found[1])


class Luck(SeedStream):
    """The seed, and while rows are read what they say."""

    __slots__ = ("rows", "strict")

    def __init__(self, seed: bytes, counter: int) -> None:
        super().__init__(seed, counter)
        self.rows: list[str] | None = None
        self.strict = True
        """Whether the rows must say what the seed says; not when they were played by other rules."""

    def answer(self, g: Position[Any, Any]) -> Action:
        """The answer of luck to the present decision."""
        if self.rows is None:
            return super().answer(g)
        if not self.rows:
            raise ActionError("luck was not asked so often then")
        action = g.game.parse(self.rows.pop(0))
        if self.strict and super().answer(g) is not action:
            raise ActionError("luck answered something else then")
        if not self.strict:
            self.counter += 1
            if action not in g.actions():
                raise ActionError("luck cannot answer so")
        return action


class PlayedGame:
    """The game at a table, rebuilt from rows and advanced by them."""

    def __init__(
        self,
        game: Game[Any],
        stored: Stored,
        snapshot: Snapshot | None = None,
        opening: Sequence[str] | None = None,
        *,
        strict: bool = True,
    ) -> None:
        """`opening`: the answers of luck before the first decision, for a table that is read from its start."""
        self.game = game
        self.stored = stored
        self.closed = stored.closed
        self.first = self.seq = snapshot.seq if snapshot else 0
        """The last row that is not in memory."""
        self.moved = snapshot.moved if snapshot else 0
        """The last row that changed the position: what a client acts on must not be older."""
        self.players = dict(snapshot.players if snapshot else stored.players)
        self.people = dict(stored.people)
        """How those who play want to be called. It is kept with the table; reading rows again ends where it began."""
        self.looked = {seat for seat, player in stored.players.items() if player == "human"}
        """The seats whose secrets the opener knows, because he sits there or has sat there."""
        self.done: dict[str, Done] = {}
        """What clients' ids stand for, of the rows in memory."""
        self.used: frozenset[int] = frozenset()
        """Hashes of the ids of rows that are not: what one of them stands for is in the database."""
        self.luck = Luck(parse_seed(stored.seed), snapshot.drawn if snapshot else 0)
        self.luck.strict = strict
        self.toss = _toss(stored, snapshot)
        """Who has added what to the seed; None where it is the server's alone."""
        self.parley = _parley(snapshot)
        """Whether a draw is offered, and how the players ended the game."""
        self.luck.ready = self.toss is None
        self._settle()
        self.luck.rows = None if opening is None else list(opening)
        saved = snapshot.position if snapshot else stored.origin
        self.table = Table(
            game,
            stored.scenario,
            stored.options,
            position=game.from_json(saved) if saved else None,
            before=snapshot.entries if snapshot else 0,
            stream=self.luck,
        )
        self.luck.rows = None
        if self.parley.agreed:
            self.table.agree(self.parley.agreed)
        self.book = LogPages(len(game.seats(self.position.setup)) + 1 if self.has_secrets else 1)
        for part in snapshot.lines if snapshot else ():
            self.book.load(part)
        self._text_of_position = PositionText(game)
        self._written_at = -1
        """The row after which the position was written there."""
        self._names: dict[Seat | None, tuple[Names, list[Piece]]] = {}
        """How each seat calls the pieces of the present position; made when it is asked for."""
        self._called: dict[Seat | None, Called] = {}
        """The same as it was last."""
        self._named: Pieces | None = None
        """The pieces that state and flow name now."""
        self._renamed = ("", 0)
        """Whose name stands in the last line of the log that is about a name, and how long the log was then."""
        self._told = 0
        """So many of the kernel's events are in the book."""
        self.saved = (self.seq, self.table.before)
        """The row and the action at which the last snapshot was taken."""
        self._turn = False
        self._tell()
        self.point = self._point()
        self.log_marks = [len(self.book)]
        """How long the log was after each row from `first` on, or less if a part of it was taken back."""
        self.keyframes: dict[int, Position[Any, Any]] = {self.table.before: self.table.origin}

    # -- reading rows ----------------------------------------------------------------------------

    def opening(self) -> list[Row]:
        """The answers of luck before the first decision, as rows; only for a new table."""
        rows = [self._row("chance", "chance", entry.action) for entry in self.table.entries]
        return self._written(rows)

    def read(self, rows: Iterable[Row]) -> None:
        """Go on with rows from the database."""
        for change in changes(rows):
            if change[0].seq != self.seq + 1:
                raise Damaged(self.seq + 1)
            last = change[-1]
            try:
                self._read(change)
                if self.luck.strict and last.check and last.check != self._fingerprint(last.seq):
                    raise ActionError("the position was another one then")
            except Exception as problem:  # rules that have changed may fail in any way
                raise Unreadable(change[0].seq) from problem
            self.seq = last.seq
            if any(row.kind not in ASIDE for row in change):
                self.moved = last.seq
            self._note(change)

    def _read(self, change: list[Row]) -> None:
        row = change[0]
        self.luck.rows = [luck.text for luck in change[1:]]
        try:
            if row.kind == "action":
                if who_decides(self.table.position) != row.who:
                    raise ActionError(f"'{row.who}' acts out of turn")
                self.table.play(row.text)
                self.parley.played(row.who)
            elif row.kind in KINDS:
                self._parleyed(row.kind, row.who)
            elif row.kind == "undo":
                self.table.undo()
            elif row.kind == "redo":
                self.table.redo()
            elif row.kind == "seat":
                self._seated(row.who, row.text)
                self._roll()
            elif row.kind == "name":
                self.people[row.who] = row.text
            elif row.kind == "toss":
                if self.toss is None:
                    raise ActionError("nobody adds to the seed here")
                self.toss.read(row.who, row.text)
                self._roll()
            elif row.kind == "rules":
                self.table.settle()
            elif row.kind == "chance":
                if row.seq > 1:
                    raise ActionError("luck was not asked then")
                self.luck.rows = []  # the table was made with these answers
            elif row.kind not in ("invite", "told", "void"):
                raise ActionError(f"there is no kind of row '{row.kind}'")
            if self.luck.rows:
                raise ActionError("luck was asked more often then")
        finally:
            self.luck.rows = None

    # -- writing rows ----------------------------------------------------------------------------

    def play(self, seat: str, text: str, client_id: str | None) -> list[Row]:
        """A seat's action and the answers of luck that follow, as rows still to be committed."""
        self._must_be_open()
        g = self.position
        number = self.seat(seat)
        asked = g.to_decide
        if asked is None or self.table.over:
            raise Conflict("the game is over", seq=self.seq)
        if asked == CHANCE:
            raise Conflict(self.waiting, seq=self.seq)
        if asked != number:
            raise Conflict(f"it is not your decision: {self.asked_title} is asked", seq=self.seq)
        judged = self.judge(number, text)
        if isinstance(judged, Refusal):
            raise Illegal(judged.text, rule=judged.rule)
        before = len(self.table.entries)
        self.table.play(judged)
        self.parley.played(seat)
        rows = [self._row("action", seat, judged.text, client_id)]
        rows += [self._row("chance", "chance", entry.action) for entry in self.table.entries[before + 1 :]]
        return self._written(rows)

    def undo(self, client_id: str | None) -> list[Row]:
        """Step back."""
        self._must_be_open()
        if not self.table.can_undo:
            raise Conflict(
                "nothing can be undone: luck, a secret or another player's decision came between",
                seq=self.seq,
            )
        who = self.asked
        self.table.undo()
        return self._written([self._row("undo", who, "", client_id)])

    def redo(self, client_id: str | None) -> list[Row]:
        """Step forth again."""
        self._must_be_open()
        if not self.table.can_redo:
            raise Conflict("nothing was undone", seq=self.seq)
        who = self.asked
        self.table.redo()
        return self._written([self._row("redo", who, "", client_id)])

    def agree(self, kind: str, seat: str, client_id: str | None, why: str = "") -> list[Row]:
        """A seat gives up, offers a draw, or says what becomes of one; `why` is told with it."""
        self._must_be_open()
        if self.table.over:
            raise Conflict("the game is over", seq=self.seq)
        if self.waiting:
            raise Conflict(self.waiting, seq=self.seq)
        if problem := self.parley.refusal(kind, seat, self.players, self._turns()):
            raise problem
        self._parleyed(kind, seat)
        return self._written([self._row(kind, seat, why, client_id)])

    def may_agree(self, kind: str, seat: str) -> bool:
        """Whether a seat can do that, as far as the other players are concerned."""
        return self.parley.refusal(kind, seat, self.players, self._turns()) is None

    def _parleyed(self, kind: str, seat: str) -> None:
        self.parley.read(kind, seat, self.players, self._turns())
        if self.parley.agreed:
            self.table.agree(self.parley.agreed)

    def _turns(self) -> int:
        """How many turns of the game and of its players have begun."""
        return self.book.turns

    def sit(self, seat: str, player: str) -> list[Row]:
        """Say who sits somewhere from now on."""
        self._must_be_open()
        self._seated(seat, player)
        return self._settling(self._row("seat", seat, player))

    def _seated(self, seat: str, player: str) -> None:
        self.players[seat] = player
        if player == "human":
            self.looked.add(seat)
        if player != "guest":
            self.people.pop(seat, None)

    def invite(self, seat: str) -> list[Row]:
        """Note that there is a new invitation; no log shows it."""
        self._must_be_open()
        return self._written([self._row("invite", seat, "")])

    def told_record(self, seat: str) -> list[Row]:
        """Note that a guest has the record of the finished game, by which he can verify its dice."""
        if self.closed or not self.table.over:
            return []
        return self._written([self._row("told", seat, "")])

    def name(self, party: str, name: str) -> list[Row]:
        """Say how the opener or a guest wants to be called; a guest may say so before he sits down."""
        self._must_be_open()
        if self.people.get(party) == name:
            return []
        self.people[party] = name
        return self._written([self._row("name", party, name)])

    def add_to_seed(self, party: str, commitment: str, part: str) -> list[Row]:
        """Fix a part of the seed by its hash, or reveal it."""
        self._must_be_open()
        if self.toss is None:
            raise Conflict("the seed of this table is the server's alone", seq=self.seq)
        if problem := self.toss.refusal(party, commitment, part, self.players):
            raise problem
        text = f"tell {part}" if part else f"fix {commitment}"
        self.toss.read(party, text)
        return self._settling(self._row("toss", party, text))

    def _settling(self, row: Row) -> list[Row]:
        """A row for which luck may have waited, with its answers."""
        before = len(self.table.entries)
        self._roll()
        rows = [row, *(self._row("chance", "chance", entry.action) for entry in self.table.entries[before:])]
        return self._written(rows)

    def _settle(self) -> bool:
        """Let luck answer as soon as everybody has added to the seed; returns whether that is now."""
        if self.toss is None or self.luck.ready:
            return False
        self.toss.look(self.players)
        if self.toss.settled:
            self.luck.add(self.toss.parts)
            self.luck.ready = True
        return self.luck.ready

    def _roll(self) -> None:
        if self._settle():
            self.table.roll()

    def announce(self, text: str) -> list[Row]:
        """Something about the table for everybody's log; nothing that was played before can be taken back."""
        self.table.settle()
        return self._written([self._row("rules", "", text[:200])])

    def _must_be_open(self) -> None:
        if self.closed:
            raise Closed(self.closed, seq=self.seq)

    def _row(self, kind: str, who: str, text: str, client_id: str | None = None) -> Row:
        self.seq += 1
        if kind not in ASIDE:
            self.moved = self.seq
        return Row(seq=self.seq, kind=kind, who=who, text=text, client_id=client_id, at=time.time())

    def _written(self, rows: list[Row]) -> list[Row]:
        """Rows of one change with the hash of the position after it."""
        if rows:
            rows[-1] = msgspec.structs.replace(rows[-1], check=self._fingerprint(self.seq))
            self._note(rows)
        return rows

    # -- what is kept along the way --------------------------------------------------------------

    def _note(self, change: Sequence[Row]) -> None:
        """Keep the books after a change."""
        row = change[0]
        self._names, self._named = {}, None
        if row.client_id is not None:
            self.done[row.client_id] = Done(row.kind, row.who, row.text, change[-1].seq)
        same = self._tell(row)
        self.log_marks += [same] * len(change)
        count = self.table.count
        self.keyframes = {n: g for n, g in self.keyframes.items() if n <= count}
        if count // KEYFRAME != max(self.keyframes) // KEYFRAME:
            self.keyframes[count] = self.position.copy()
        if not (self.table.can_undo or self.table.can_redo):
            self.point = self._point()

    def _fingerprint(self, seq: int) -> str:
        """The hash of the position after row `seq`."""
        self._written_at = seq
        return self._text_of_position.update(self.position)

    @property
    def text_of_position(self) -> PositionText:
        """The present position as text."""
        if self._written_at != self.seq:
            self._fingerprint(self.seq)
        return self._text_of_position

    def _tell(self, row: Row | None = None) -> int:
        """Write what is new into the book; gives how many lines are the same as before or new at the end."""
        log = self.table.log
        same = None
        if len(log) < self._told:
            same = self.book.cut(self.table.count)
            self._told = len(log)
        headed = -1
        for happening in log[self._told :]:
            heading = happening.event if isinstance(happening.event, Began) else None
            self._turn |= heading is not None and heading.level == 1
            # What comes with a new turn or phase is nobody's doing, although somebody's answer ended the one before.
            who = "" if happening.action == headed else self._author(happening)
            headed = happening.action if heading is not None else headed
            unknown = happening.unknown if len(self.book.columns) > 1 else happening.unknown[-1:]
            about = concerned(self.game, happening.event) if any(unknown) else 0
            columns = [pieces & about for pieces in unknown]
            told_to: dict[int, Line] = {}
            lines = [told_to.get(u) or told_to.setdefault(u, self._line(happening, u, who)) for u in columns]
            self.book.add(happening.action, lines)
        self._told = len(log)
        if row is not None and (text := self._said(row)):
            if row.kind == "name" and self._renamed == (row.who, len(self.book)) and len(self.book) > self.book.saved:
                self.book.drop_last()  # only the last of several names is worth a line
                same = len(self.book) if same is None else min(same, len(self.book))
            self.book.add(-1, [Line(at=self.table.count, kind="Table", text=text)] * len(self.book.columns))
            if row.kind == "name" or row.text == "guest":
                self._renamed = (row.who, len(self.book))
        return len(self.book) if same is None else same

    def _author(self, happening: Happening) -> str:
        """Whose answer an event belongs to."""
        number = happening.action - self.table.before
        entries = self.table.entries
        return entries[number].who if 0 <= number < len(entries) else ""

    def _cause(self, happening: Happening) -> str:
        """Whose answer luck followed: that of the last seat that was asked before it."""
        entries = self.table.entries
        for number in range(happening.action - self.table.before - 1, -1, -1):
            if entries[number].who != "chance":
                return entries[number].who
        return ""

    def _line(self, happening: Happening, unknown: int, who: str) -> Line:
        said = told(self.position, happening.event, unknown)
        cause = self._cause(happening) if who == "chance" else ""
        return Line(at=happening.action + 1, who=who, cause=cause, **msgspec.structs.asdict(said))

    def _said(self, row: Row) -> str:
        """A row that concerns the table rather than the game, in words."""
        if row.kind == "toss":
            settled = row.text.startswith("tell ") and self.toss is not None and self.toss.settled
            return "All who play have added to the seed of the dice." if settled and len(self.luck.parts) > 1 else ""
        if row.kind in KINDS:
            ended = self.outcome if self.table.agreed else ""
            return parley_said(row.kind, self._title(row.who), row.text, ended=ended)
        named = row.kind == "name" and self.players.get(row.who) == "guest"
        if row.kind != "seat" and not named:
            return row.text if row.kind == "rules" else ""
        player = {
            "human": self.people.get(OPENER, "the opener of the table"),
            "open": "nobody yet; it waits for a guest",
            "guest": self.people.get(row.who, "a guest"),
        }
        who = "guest" if named else row.text
        return f"{self._title(row.who)}: {player.get(who, 'the bot ' + who.removeprefix('bot:'))} sits here now."

    def _title(self, seat: str) -> str:
        return next((info.title for info in self.game.seats(self.position.setup) if info.id == seat), seat)

    def _point(self) -> Point:
        return Point(
            seq=self.seq,
            entries=self.table.count,
            drawn=self.luck.counter,
            moved=self.moved,
            players=dict(self.players),
            lines=len(self.book),
            toss=msgspec.json.encode(self.toss).decode() if self.toss is not None else "",
            parley=msgspec.json.encode(self.parley).decode(),
            position=self.position.copy(),
            turn=self._turn,
        )

    def snapshot_due(self) -> bool:
        """Whether a turn has begun, the game has ended or much has been played since the last snapshot."""
        point = self.point
        played = point.entries - self.saved[1]
        return played > 0 and (point.turn or played >= SNAPSHOT or self.outcome_at(point.position) is not None)

    def snapshot(self) -> Snapshot:
        """The last moment behind which nothing can be undone, to be saved; what each seat saw is added later."""
        point = self.point
        self.saved = (point.seq, point.entries)
        self._turn = False
        return Snapshot(
            seq=point.seq,
            entries=point.entries,
            drawn=point.drawn,
            moved=point.moved,
            players=point.players,
            position=point.position.to_json(),
            toss=point.toss,
            parley=point.parley,
            lines=(self.book.save(point.lines),),
        )

    # -- asking ----------------------------------------------------------------------------------

    @property
    def position(self) -> Position[Any, Any]:
        """The present position; never to be sent as it is."""
        return self.table.position

    @property
    def asked(self) -> str:
        """The id of the seat that is asked; empty when the game is over or the table is closed."""
        return "" if self.closed or self.table.agreed else who_decides(self.position)

    @property
    def waiting(self) -> str:
        """For whom luck waits, in a sentence; empty when it does not."""
        if self.toss is None or self.luck.ready:
            return ""
        seats = {info.id: info.title for info in self.game.seats(self.position.setup)}
        named = [
            self.people.get(party) or seats.get(party, "the opener of the table")
            for party in self.toss.missing(self.players)
        ]
        return f"The dice wait for {' and '.join(named)}: all who play add to their seed."

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
        found = self.table.outcome
        return found.text if found else ""

    def outcome_at(self, g: Position[Any, Any]) -> Outcome | None:
        """How the game ended, if it did in a position: what the players agreed on holds for the last one."""
        last = g is self.position or g is self.point.position
        return self.table.outcome if self.table.agreed and last else g.outcome

    @property
    def has_secrets(self) -> bool:
        """Whether the game ever conceals pieces."""
        return type(self.game).concealed is not Game.concealed

    def seat(self, name: str) -> Seat:
        """The number of a seat."""
        return self.game.seat(self.position.setup, name)

    def judge(self, seat: Seat, text: str) -> Action | Refusal:
        """The action a seat means, in the names it knows; or why it is not legal, telling no secret."""
        return judge(self.position, seat, text, self.names(seat))

    def names(self, seat: Seat | None) -> tuple[Names, list[Piece]]:
        """How a seat calls the pieces of the present position."""
        found = self._names.get(seat)
        if found is None:
            if self._named is None:
                self._named = mentioned(self.position) if self.has_secrets else Pieces(0)
            found = self._names[seat] = self._names_now(seat, self._named)
        return found

    def _names_now(self, seat: Seat | None, named: Pieces) -> tuple[Names, list[Piece]]:
        """Names depend on how the concealed pieces stand and on what is said of them; else they stay."""
        mask = self.game.concealed(self.position, seat)
        if not mask:
            return self.game.names, []
        rows = self.text_of_position.rows
        said = said_of(self.position, seat, mask) if mask & named else ()
        known = self._called.get(seat)
        if known is None or not known.holds(mask, rows, said):
            found = names_for(self.position, seat, named)
            known = self._called[seat] = Called(mask, rows, said, found)
        return known.found

    def lines(self, seat: str, since: int, upto: int | None = None) -> list[msgspec.Raw]:
        """The log of a seat (empty: a spectator), from a line on."""
        column = self.seat(seat) if seat and len(self.book.columns) > 1 else -1
        return self.book.columns[column][since:upto]

    def log_from(self, since: int) -> int:
        """How many lines of the log are still the same as after row `since`."""
        if not self.first <= since <= self.seq:
            return 0
        return min(self.log_marks[since - self.first :])

    def marks(self) -> list[Mark]:
        """Where turns and phases began."""
        return [mark for _, mark in self.book.marks]

    def start(self) -> Position[Any, Any]:
        """The position the table began with."""
        if self.stored.origin:
            return self.game.from_json(self.stored.origin)
        return self.game.start(self.stored.scenario, self.stored.options)

    def record(self, earlier: Sequence[Entry]) -> Record:
        """The game as a record; `earlier` are the actions that are not in memory. Hashes stand where turns begin."""
        turns = {mark.at - 1 for mark in self.marks() if mark.level == 1}
        record = self.table.record(self.players)
        record.origin = self.stored.origin or ""
        record.entries = [e if n in turns else Entry(e.who, e.action) for n, e in enumerate(earlier)]
        record.entries += self.table.entries
        return record


def _parley(snapshot: Snapshot | None) -> Parley:
    return msgspec.json.decode(snapshot.parley, type=Parley) if snapshot and snapshot.parley else Parley()


def _toss(stored: Stored, snapshot: Snapshot | None) -> Toss | None:
    if not stored.toss:
        return None
    return msgspec.json.decode(snapshot.toss, type=Toss) if snapshot and snapshot.toss else Toss()
