"""Putting a table together again, also when rules or data have changed since it was played.

First everything must come out as it was, hash by hash. Where it does not although nothing has changed, the table is
damaged, and waits for the operator. Where it does not because rules or data have changed, the game goes on
from its last snapshot if what was played since is still legal, and the log names both versions. Where even that fails
the table is closed: it shows how it stood and what was said, and nobody can play on. None of the sentences says what
was played, because that may be a secret.
"""

from __future__ import annotations

import hashlib
import logging
from functools import cache
from typing import Any

import msgspec

from ...compiled import PACKAGE
from ...engine import Game
from ...engine.chance import SeedStream
from ..errors import Closed, Conflict, Damaged
from ..messages import Line
from ..storage.rows import Found, Row, Stored
from .game import PlayedGame, Unreadable
from .log_pages import LogPages

log = logging.getLogger("grognard.server")


class Archive(PlayedGame):
    """A closed table whose position cannot be read any more: what each seat saw last is shown as it was."""

    def __init__(self, game: Game[Any], found: Found, why: str) -> None:
        self.game = game
        self.stored = found.stored
        self.closed = why
        snapshot = found.snapshot
        self.seq = self.moved = self.first = last_seq(found)
        self.players = dict(snapshot.players if snapshot else found.stored.players)
        self.people = dict(found.stored.people)
        self.looked = set(self.players)
        self.done, self.used = {}, frozenset()
        self.views: dict[str, msgspec.Raw] = msgspec.json.decode(
            snapshot.views if snapshot else "{}", type=dict[str, msgspec.Raw]
        )
        self.count = snapshot.entries if snapshot else 0
        columns = len(game.scenario(found.stored.scenario).seats) + 1 if self.has_secrets else 1
        self.book = LogPages(columns)
        for part in snapshot.lines if snapshot else ():
            self.book.load(part)
        self.book.add(-1, [Line(at=self.count, kind="Table", text=why)] * columns)
        self.log_marks = [len(self.book)]

    @property
    def asked(self) -> str:
        """Nobody."""
        return ""

    @property
    def position(self) -> Any:
        """There is none."""
        raise Closed(self.closed, seq=self.seq)

    @property
    def headline(self) -> str:
        """As it was last."""
        return self.stored.headline

    @property
    def outcome(self) -> str:
        """As it was last."""
        return self.stored.outcome

    @property
    def commitment(self) -> str:
        """The hash of the seed."""
        return SeedStream(bytes.fromhex(self.stored.seed)).commitment

    def lines(self, seat: str, since: int, upto: int | None = None) -> list[msgspec.Raw]:
        """The log of a seat."""
        column = -1
        if seat and len(self.book.columns) > 1:
            seats = [info.id for info in self.game.scenario(self.stored.scenario).seats]
            column = seats.index(seat)
        return self.book.columns[column][since:upto]


class Loaded(msgspec.Struct, frozen=True):
    """A table that is ready, and what has to be written because of changed rules."""

    played: PlayedGame
    news: list[Row] = []
    values: dict[str, Any] = {}
    """New values of the table: its versions, and whether it is closed."""


def load(game: Game[Any], found: Found) -> Loaded:
    """Put a table together from its snapshot and rows; takes long, so it is called in a thread."""
    if found.stored.closed:
        return Loaded(_as_it_stands(game, found, found.stored.closed))
    same = _same_rules(game, found.stored)
    try:
        played = _play_on(game, found, strict=True)
    except Conflict:
        raise  # rows are missing
    except Exception as problem:  # rules that have changed may fail in any way
        if _same_program(game, found.stored):
            raise _damage(found, problem) from problem
        return _changed(game, found, problem)
    if same:
        return Loaded(played)
    return _told(played, game, found, f"{_both(game, found.stored)} The game goes on.")


def code_of(game: Game[Any]) -> str:
    """The fingerprints of a game's rules and of what plays them, as they are kept with a table."""
    return f"{game.code_hash}:{_program()}"


@cache
def _program() -> str:
    """The fingerprint of the kernel, and of what makes a game of rows."""
    files = [*(PACKAGE / "engine").glob("*.py"), *(PACKAGE / "server" / "play").glob("*.py")]
    digest = hashlib.blake2b(digest_size=6)
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _same_rules(game: Game[Any], stored: Stored) -> bool:
    known = stored.code.partition(":")[0] in ("", game.code_hash)
    return known and (stored.version, stored.data) == (game.version, game.pack_hash)


def _same_program(game: Game[Any], stored: Stored) -> bool:
    """Whether nothing at all has changed since, so that everything must come out as it was."""
    return _same_rules(game, stored) and stored.code == code_of(game)


def _damage(found: Found, problem: Exception) -> Damaged:
    """What is damaged, where nothing has changed and a table does not come out as it was."""
    log.error("table %s is damaged: %s", found.stored.id, type(problem).__name__)
    if isinstance(problem, Unreadable):
        return Damaged(problem.seq, "spoilt")
    return Damaged(found.snapshot.seq if found.snapshot else 0, "snapshot")


def _changed(game: Game[Any], found: Found, problem: Exception) -> Loaded:
    """The game does not come out as it was."""
    stored = found.stored
    where = f"behind row {found.snapshot.seq}" if found.snapshot else "from its start"
    log.warning("table %s does not come out as it was (%s): %s", stored.id, where, type(problem).__name__)
    both = _both(game, stored)
    try:
        played = _play_on(game, found, strict=False)
    except Exception as refused:
        log.warning("table %s cannot go on with the present rules: %s", stored.id, type(refused).__name__)
        return _closing(game, found, f"{both} What was played does not fit them, so the table is closed as it stands.")
    return _told(played, game, found, f"{both} What was played since the last snapshot was judged by the new ones.")


def _told(played: PlayedGame, game: Game[Any], found: Found, text: str) -> Loaded:
    news = played.announce(text)
    values = {"version": game.version, "data": game.pack_hash, "code": code_of(game)}
    played.stored = msgspec.structs.replace(found.stored, **values)
    return Loaded(played, news, values)


def _closing(game: Game[Any], found: Found, why: str) -> Loaded:
    played = _as_it_stands(game, found, why)
    row = Row(seq=last_seq(found) + 1, kind="rules", who="", text=why[:200])
    played.seq = played.moved = row.seq
    played.log_marks.append(len(played.book))
    return Loaded(played, [row], {"closed": why})


def _both(game: Game[Any], stored: Stored) -> str:
    """Both versions in words; the fingerprints tell versions with the same number apart."""
    if stored.code and _same_rules(game, stored):
        return "The program has changed."
    was = f"{stored.version} ({(stored.code or '?')[:4]}/{stored.data[:4]})"
    now = f"{game.version} ({game.code_hash[:4]}/{game.pack_hash[:4]})"
    return f"Rules or data have changed from {was} to {now}."


def last_seq(found: Found) -> int:
    """The number of a table's last row."""
    if found.rows:
        return found.rows[-1].seq
    return found.snapshot.seq if found.snapshot else 0


def _play_on(game: Game[Any], found: Found, *, strict: bool) -> PlayedGame:
    opening: list[str] | None = None
    if found.snapshot is None:
        opening = []
        for row in found.rows:
            if row.kind != "chance":
                break
            opening.append(row.text)
    played = PlayedGame(game, found.stored, found.snapshot, opening, strict=strict)
    played.looked |= found.taken
    played.used = found.used
    played.read(found.rows)
    played.luck.strict = True
    return played


def _as_it_stands(game: Game[Any], found: Found, why: str) -> PlayedGame:
    """A closed table at the last row that can be read."""
    try:
        try:
            played = _play_on(game, found, strict=False)
        except Unreadable as problem:
            fitting = [row for row in found.rows if row.seq < problem.seq]
            played = _play_on(game, Found(found.stored, found.snapshot, fitting), strict=False)
    except Exception:
        return Archive(game, found, why)
    played.closed = why
    played.table.settle()
    line = Line(at=played.table.count, kind="Table", text=why)
    if not played.book.ends_with(line):  # a row may have told it
        played.book.add(-1, [line] * len(played.book.columns))
    played.seq = played.moved = played.first = last_seq(found)
    played.log_marks = [len(played.book)]
    return played
