"""A game as a text file: a header and one action a line. Replaying it gives the same game, event for event.

    grognard record 1
    game: marshals 0.1.0
    …
    commitment: 5d0c…

    russian pick R-47
    chance roll 4
    = 91b2c3d4e5f60718

A line with `=` holds the hash of the position after the line before it. Where the players ended the game before its
rules did, `agreed` says how: `draw`, or `resign` and a seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from .chance import SeedStream, commitment, parse_seed
from .display import html_of
from .errors import ActionError, GrognardError, RecordError, SetupError, short
from .events import Event, without_empty_phases
from .flow import CHANCE
from .game import Game
from .outcome import Outcome, agreed_outcome
from .position import Position
from .view import who_decides

FIRST_LINE = "grognard record 1"


class Entry(msgspec.Struct, frozen=True):
    """One action: who, what, and the position's hash after it where one is kept."""

    who: str
    action: str
    hash: str = ""


class Record(msgspec.Struct, kw_only=True):
    """A whole game."""

    game: str
    version: str
    data: str
    scenario: str
    options: tuple[str, ...] = ()
    players: dict[str, str] = {}
    commitment: str
    parts: dict[str, str] = {}
    """What players added to the seed."""
    seed: str = ""
    outcome: str = ""
    agreed: str = ""
    """How the players ended it; empty where the rules did."""
    origin: str = ""
    """The position it begins with, as JSON, if that is not the scenario's own start."""
    entries: list[Entry] = []
    lines: list[int] = []

    def line(self, n: int) -> int:
        """The line of the file that holds entry n; 0 for a record that was not read from text."""
        return self.lines[n] if n < len(self.lines) else 0

    def to_text(self) -> str:
        """The text form."""
        head = [
            FIRST_LINE,
            f"game: {self.game} {self.version}",
            f"data: {self.data}",
            f"scenario: {self.scenario}",
            f"options: {' '.join(self.options)}",
            *(f"player: {seat} {_one_line(name)}" for seat, name in self.players.items()),
            f"commitment: {self.commitment}",
            *(f"part: {party} {part}" for party, part in self.parts.items()),
            f"seed: {self.seed}",
            f"outcome: {_one_line(self.outcome)}",
            *([f"agreed: {self.agreed}"] if self.agreed else []),
            *([f"origin: {self.origin}"] if self.origin else []),
            "",
        ]
        body = []
        for entry in self.entries:
            body.append(f"{entry.who} {entry.action}")
            if entry.hash:
                body.append(f"= {entry.hash}")
        return "\n".join(line.rstrip() for line in head + body) + "\n"

    def _repr_html_(self) -> str:
        """What was played and what came of it, in a notebook."""
        return html_of(self)


def _one_line(text: str) -> str:
    return " ".join(text.split())


_KEYS = ("game", "data", "scenario", "options", "player", "commitment", "part", "seed", "outcome", "agreed", "origin")


def read_record(text: str) -> Record:
    """A record from its text; complaints name the line."""
    lines = text.splitlines()
    if not lines or lines[0] != FIRST_LINE:
        raise RecordError(f"line 1: this is not a Grognard record (it should begin with '{FIRST_LINE}')")
    head: dict[str, str] = {}
    players: dict[str, str] = {}
    parts: dict[str, str] = {}
    at = 1
    while at < len(lines) and lines[at]:
        key, colon, value = lines[at].partition(":")
        if not colon or key not in _KEYS:
            raise RecordError(f"line {at + 1}: '{lines[at][:60]}' is not a header line")
        if key == "player":
            seat, _, name = value.strip().partition(" ")
            players[seat] = name
        elif key == "part":
            party, _, part = value.strip().partition(" ")
            if party in parts:
                raise RecordError(f"line {at + 1}: the part of '{short(party)}' is given twice")
            parts[party] = part
        elif key in head:
            raise RecordError(f"line {at + 1}: '{key}' is given twice")
        else:
            head[key] = value.strip()
        at += 1
    for key in ("game", "data", "scenario", "commitment"):
        if not head.get(key):
            raise RecordError(f"line {at + 1}: the header lacks '{key}'")
    game, _, version = head["game"].partition(" ")
    record = Record(
        game=game,
        version=version,
        data=head["data"],
        scenario=head["scenario"],
        options=tuple(head.get("options", "").split()),
        players=players,
        commitment=head["commitment"],
        parts=parts,
        seed=head.get("seed", ""),
        outcome=head.get("outcome", ""),
        agreed=head.get("agreed", ""),
        origin=head.get("origin", ""),
    )
    _read_entries(record, lines, at + 1)
    return record


def _read_entries(record: Record, lines: list[str], first: int) -> None:
    record.entries = []
    record.lines = []
    for i in range(first, len(lines)):
        who, _, rest = lines[i].partition(" ")
        if not rest:
            raise RecordError(f"line {i + 1}: '{lines[i][:60]}' is neither an action nor a hash")
        if who == "=":
            if not record.entries:
                raise RecordError(f"line {i + 1}: a hash comes before any action")
            last = record.entries[-1]
            record.entries[-1] = Entry(last.who, last.action, rest)
        else:
            record.entries.append(Entry(who, rest))
            record.lines.append(i + 1)


def begin(game: Game[Any], record: Record) -> Position[Any, Any]:
    """The position a record begins with: the scenario's start, or one that it brings along."""
    if not record.origin:
        return game.start(record.scenario, record.options)
    g = game.from_json(record.origin)
    try:
        g.actions()
    except Exception as problem:
        # A position made by hand can be well-formed and still make no sense to the game.
        raise SetupError(f"the position it begins with cannot be played ({type(problem).__name__})") from None
    return g


def replay(
    game: Game[Any], record: Record, *, verify: bool = False
) -> Iterator[tuple[int, Position[Any, Any], list[Event]]]:
    """Play a record again: after each entry its number, the position and what happened, headings of the opening first.

    The position is the same object each time; copy it to keep it. With `verify`, every answer of luck must be
    the one that the seed gives, and the outcome the one that the header tells.
    """
    if record.game != game.id:
        raise RecordError(f"this is a record of the game '{record.game}', not of '{game.id}'")
    stream = _stream(record) if verify else None
    try:
        g = begin(game, record)
    except SetupError as problem:
        raise RecordError(f"the record's header: {problem}") from None
    opening = g.headings()
    for n, entry in enumerate(record.entries):
        where = f"line {record.line(n)}, action {n + 1}"
        try:
            events = _replay_entry(g, entry, stream)
        except GrognardError as problem:
            raise RecordError(f"{where}: {problem}{_version_note(game, record)}") from None
        if entry.hash and g.hash() != entry.hash:
            note = _version_note(game, record)
            raise RecordError(f"{where}: the position after '{entry.action}' differs from the recorded one{note}")
        yield n, g, without_empty_phases([*opening, *events])
        opening = []
    ended = outcome_of(record, g)
    if verify and record.outcome != (_one_line(ended.text) if ended else ""):
        raise RecordError(f"the outcome is not the one that the header gives ('{short(record.outcome)}')")


def outcome_of(record: Record, g: Position[Any, Any]) -> Outcome | None:
    """How a game ended whose last position is this one; None where it did not."""
    if not record.agreed:
        return g.outcome
    if g.outcome is not None:
        raise RecordError("the header says that the players ended the game, but its rules did")
    try:
        return agreed_outcome(g.game.seats(g.setup), record.agreed)
    except ActionError as problem:
        raise RecordError(f"the record's header: {problem}") from None


def _stream(record: Record) -> SeedStream:
    if not record.seed:
        raise RecordError("the record holds no seed: dice can be verified when the game is over")
    seed = parse_seed(record.seed)
    if commitment(seed) != record.commitment:
        raise RecordError("the seed does not match the commitment shown before the game")
    return SeedStream(seed, parts=record.parts)


def _replay_entry(g: Position[Any, Any], entry: Entry, stream: SeedStream | None) -> list[Event]:
    who = who_decides(g)
    if not who:
        raise ActionError("the game is over before the record is")
    if who != entry.who:
        raise ActionError(f"'{entry.who}' acts where {who} is asked")
    if stream is not None and g.to_decide == CHANCE:
        rightful = stream.answer(g).text
        if rightful != entry.action:
            raise RecordError(f"the dice were touched: '{entry.action}' is recorded where the seed gives '{rightful}'")
    return g.play(entry.action)


def _version_note(game: Game[Any], record: Record) -> str:
    if record.data != game.pack_hash:
        return f" (the record was played with other data: {record.data}, here {game.pack_hash})"
    if record.version != game.version:
        return f" (the record was played with version {record.version}, here {game.version})"
    return ""
