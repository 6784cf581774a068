"""A table in the terminal: the question, numbered choices, a compact board, undo, why-not, save."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Console

from ..bots import make_bot
from ..draw.board_text import board_text
from ..engine.chance import SeedStream, parse_seed
from ..engine.concealment import names_for
from ..engine.errors import GrognardError, RecordError, SetupError, short
from ..engine.events import Began
from ..engine.flow import Seat
from ..engine.judging import read_action
from ..engine.position import Position
from ..engine.record import Entry, read_record
from ..engine.table import Table
from ..engine.view import Decision, Offer, view
from ..games import load_game

HELP = """\
a number or an action's text   choose
?ACTION                        why is this not possible?  (?go 1306)
b                              the board
u, r                           undo, redo
l                              the last lines of the log
resign                         give up
draw                           offer a draw to the bot (or agree on one, where no bot plays)
save FILE                      write the record (and, beside it, the secret seed to go on with)
q                              leave"""


def open_table(
    game: str | None,
    scenario: str | None,
    options: Sequence[str],
    *,
    data: Path | None = None,
    load: Path | None = None,
) -> Table:
    """A new table, or one that goes on from a saved record and its seed file."""
    if load is None:
        assert game is not None
        return Table(load_game(game, data), scenario, options)
    record = read_record(_read(load))
    if game is not None and game != record.game:
        raise SetupError(f"{load} is a record of {record.game}, not of {game}")
    seed_file = _seed_file(load)
    if not seed_file.is_file():
        raise RecordError(f"{seed_file} is missing: without the seed the dice cannot go on")
    seed = parse_seed(_read(seed_file).strip())
    table = Table(
        load_game(record.game, data), record.scenario, record.options, stream=SeedStream(seed, parts=record.parts)
    )
    if table.stream.commitment != record.commitment:
        raise RecordError(f"{seed_file} is not the seed of {load}")
    for n, entry in enumerate(record.entries):
        try:
            if entry.who != "chance":
                seat = table.game.seat(table.position.setup, entry.who)
                table.play(table.game.parse(entry.action), seat)
            _compare(table, n, entry)
        except GrognardError as problem:
            raise RecordError(f"{load}, line {record.line(n)}: {problem}") from None
    if record.agreed:
        table.agree(record.agreed)
    return table


def _compare(table: Table, n: int, entry: Entry) -> None:
    """Whether the table has come the same way as the record."""
    if n >= len(table.entries) or table.entries[n].action != entry.action:
        raise RecordError(f"'{entry.action}' is not what the seed gives here")
    if entry.hash and table.entries[n].hash not in ("", entry.hash):
        raise RecordError(f"the position after '{entry.action}' differs from the recorded one")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{path} is not a text file") from None


def _seed_file(record: Path) -> Path:
    return record.with_name(record.name + ".seed")


def _first_turn(table: Table) -> Position[Any, Any] | None:
    """How it stood when the first turn began; None before that."""
    g = table.origin.copy()
    events = g.headings()
    for entry in table.entries:
        if any(isinstance(event, Began) and event.level == 1 for event in events):
            return g
        events = g.play(entry.action)
    return g if any(isinstance(event, Began) and event.level == 1 for event in events) else None


class Terminal:
    """One person (or several around one screen) at a table."""

    def __init__(self, table: Table, bots: dict[int, str], console: Console | None = None) -> None:
        self.table = table
        self.console = console or Console(highlight=False, soft_wrap=True, emoji=False)
        self.bots = {seat: make_bot(name, table.game, seed=seat) for seat, name in bots.items()}
        self.told = 0

    def run(self) -> int:
        """Ask until the game is over or the player leaves."""
        self._say(f"{self.table.game.title}. Dice are fixed by {self.table.stream.commitment[:16]}….  h for help")
        while not self.table.over:
            seat = self.table.position.to_decide
            assert seat is not None
            if seat in self.bots:
                self.table.play(self.bots[seat].choose(self.table.view(Seat(seat))), Seat(seat))
                continue
            self._tell()
            if not self._ask(Seat(seat)):
                return 0
        self._tell()
        if self.table.agreed and self.table.outcome:
            self._say(self.table.outcome.text)
        seed = self.table.stream.secret.hex()
        self._say(f"The seed was {seed}; its hash is the number shown at the start.")
        return 0

    def _say(self, text: str) -> None:
        self.console.print(text, markup=False)

    def _tell(self) -> None:
        """Print what has happened since the last question."""
        self.told = min(self.told, len(self.table.log))
        seat = self.table.position.to_decide
        viewer = Seat(seat) if seat is not None and seat >= 0 else None
        for line in self.table.told(viewer, self.told):
            if line.text:
                self._say(f"  {line.text}" + (f"  [{line.rule}]" if line.rule else ""))
        self.told = len(self.table.log)

    def _ask(self, seat: Seat) -> bool:
        """One question; False to leave."""
        seen = self.table.view(seat, hints=True)
        assert seen.decision is not None
        offers = self._show(seen.headline, seen.decision)
        while True:
            try:
                line = self.console.input("> ").strip()
            except EOFError:
                return False
            except UnicodeDecodeError:
                self._say("That is not UTF-8 text.")
                continue
            if line == "q":
                return False
            try:
                if self._obey(line, seat, offers):
                    return True
            except GrognardError as problem:
                self._say(f"{problem}")

    def _show(self, headline: str, decision: Decision) -> list[Offer]:
        self._say(f"\n{headline}")
        self._say(f"{decision.prompt}" + (f"  [{decision.rule}]" if decision.rule else ""))
        if decision.panel is not None:
            for term in decision.panel.terms:
                self._say(f"    {term.value:>6}  {term.reason}" + (f"  [{term.rule}]" if term.rule else ""))
            self._say(f"    {decision.panel.total}")
            for table, odds in groupby(decision.panel.odds, key=lambda o: o.table):
                chances = ", ".join(f"{o.result} {float(o.chance):.0%}" for o in odds)
                self._say(f"    {table}: {chances}" if table else f"    {chances}")
        offers = list(decision.offers)
        for number, offer in enumerate(offers, 1):
            note = ", ".join(part for part in (offer.cost, offer.text) if part)
            self._say(f"{number:>4}  {offer.action:<22} {offer.label}" + (f"  ({note})" if note else ""))
        return offers

    def _obey(self, line: str, seat: Seat, offers: list[Offer]) -> bool:
        """Do what was typed; True when the question is answered or has changed."""
        if line == "h":
            self._say(HELP)
        elif line == "b":
            self._say(board_text(self.table.position, names_for(self.table.position, seat)[0]))
        elif line == "l":
            for told in self.table.told(seat)[-20:]:
                if told.text:
                    self._say(f"  {told.text}")
        elif line == "u":
            self.table.undo()
            return True
        elif line == "r":
            self.table.redo()
            return True
        elif line == "resign":
            self.table.agree(f"resign {self.table.game.seats(self.table.position.setup)[seat].id}")
            return True
        elif line == "draw":
            return self._offer_draw()
        elif line.startswith("save "):
            self._save(Path(line[5:].strip()))
        elif line.startswith("?"):
            read_action(self.table.position, seat, line[1:].strip())
            self._say("That is possible.")
        elif line:
            self.table.play(self._chosen(line, offers), seat)
            return True
        return False

    def _offer_draw(self) -> bool:
        """A draw, if all bots accept it; those around the screen agree among themselves."""
        start = _first_turn(self.table)
        for number, bot in self.bots.items():
            seat = Seat(number)
            if not bot.accepts_draw(self.table.view(seat), view(start, seat) if start is not None else None):
                self._say("The bot declines: it thinks that it stands well enough to play on.")
                return False
        self.table.agree("draw")
        return True

    def _chosen(self, line: str, offers: list[Offer]) -> str:
        if not (line.isascii() and line.isdigit()):
            return line
        if len(line) > 6 or not 1 <= int(line) <= len(offers):
            raise SetupError(f"there is no choice {short(line)}; there are {len(offers)}")
        return offers[int(line) - 1].action

    def _save(self, path: Path) -> None:
        try:
            path.write_text(self.table.record().to_text(), encoding="utf-8")
            _seed_file(path).write_text(self.table.stream.secret.hex() + "\n", encoding="utf-8")
        except (OSError, ValueError) as problem:
            raise SetupError(f"cannot write {path}: {getattr(problem, 'strerror', None) or problem}") from None
        self._say(f"{path} written.")
