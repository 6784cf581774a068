"""What a player looks up: results tables, terrain, turn track, order of battle, chits; pages written as data.

`charts.toml` says what stands on each page, in which words. Numbers come from `tables.toml`: `{shifts.hill}` in a text
is the value there, so that a page cannot say anything but what is played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from .errors import PackError

if TYPE_CHECKING:
    from .game import Game

CHARTS = "charts.toml"
TABLES = "tables.toml"
PLACEHOLDER = re.compile(r"\{([^{}|]+)(?:\|(half|cost|signed|left))?\}")


class HeadText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A column of dice beside a results table."""

    title: str
    dice: list[str] = []
    """What stands in it, row by row; the rows' own numbers without it."""
    when: str = ""
    """`player=1`: it is the present one while the game's state has this value."""


class ChartText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A page as it is written: one of `results`, `rows`, `track`, `units` and `chits` says what it is made of."""

    title: str
    notes: list[str] = []
    results: str = ""
    """The name of a results table."""
    heads: list[HeadText] = []
    meanings: dict[str, str] = {}
    columns: list[str] = []
    rows: list[list[str]] = []
    track: str = ""
    """The name of a list of turns, each with its number `n`; `cell` is what is written for each."""
    cell: list[str] = []
    arrivals: str = ""
    """What of a turn lists units, or the value of a unit that is the number of its turn."""
    units: list[str] = []
    """Values of units by which they are grouped: `side`, `formation`."""
    words: dict[str, str] = {}
    """What such values are called; those not named are called as they are."""
    chits: str = ""
    """The ids of chits, `C*`."""


class ChartsText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file."""

    aim: dict[str, str] = {}
    """How each seat wins, in a few sentences; by the seat's id, or by scenario and seat with a dot between."""
    chart: list[ChartText] = []
    chapters: dict[str, str] = {}
    says: dict[str, str] = {}
    """What chits do: id or pattern, and a sentence."""


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """A column of dice, and when it is the present one."""

    title: str
    when: str


class ChartRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a table, a turn, or a group of units."""

    heads: list[str]
    cells: list[str]
    pieces: list[str]
    when: str


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """A page as boards are given it."""

    title: str
    kind: Literal["results", "table", "track", "units", "chits"]
    name: str
    """The results table that it shows."""
    heads: list[Head]
    columns: list[str]
    rows: list[ChartRow]
    meanings: dict[str, str]
    notes: list[str]


class Charts(msgspec.Struct, frozen=True, kw_only=True):
    """All that is looked up."""

    pages: list[Chart]
    chapters: dict[str, str]
    says: dict[str, str]
    """What each chit does, by its id."""
    aim: dict[str, str]


def load_charts(game: Game[Any]) -> Charts:
    """The pages of a game; none where it has not written any."""
    if not game.pack.has(CHARTS):
        return Charts(pages=[], chapters=chapters(game, {}), says={}, aim={})
    try:
        written = msgspec.convert(game.pack.toml(CHARTS), ChartsText)
    except msgspec.ValidationError as problem:
        raise PackError(CHARTS, None, f"is no file of charts: {problem}") from None
    tables = game.pack.toml(TABLES) if game.pack.has(TABLES) else {}
    maker = _Maker(game, tables)
    return Charts(
        pages=[maker.page(chart) for chart in written.chart],
        chapters=chapters(game, written.chapters),
        says=maker.says(written.says),
        aim={seat: maker.fill(text, f"aim.{seat}") for seat, text in written.aim.items()},
    )


def chapter(number: str) -> str:
    """The chapter of a rule: `7` of `7.4a/2`, `CRT` of `CRT.1`."""
    return re.split(r"[./(]", number, maxsplit=1)[0]


def chapters(game: Game[Any], titles: Mapping[str, str]) -> dict[str, str]:
    """The chapters of the rules in their order, with titles: those written, or of the rule that opens each."""
    found: dict[str, str] = {}
    for rule in game.ledger.rules:
        found.setdefault(chapter(rule.number), rule.title)
    for name in titles:
        if name not in found:
            raise PackError(CHARTS, None, f"chapters: there is no rule of chapter '{name}'")
    return {name: titles.get(name, title) for name, title in found.items()}


class _Maker:
    """Makes pages of what is written and of the game's tables and counters."""

    def __init__(self, game: Game[Any], tables: Mapping[str, Any]) -> None:
        self.game = game
        self.tables = tables

    def page(self, chart: ChartText) -> Chart:
        """One page."""
        kinds = [k for k in ("results", "rows", "track", "units", "chits") if getattr(chart, k)]
        if len(kinds) != 1:
            problem = f"chart '{chart.title}' must have one of results, rows, track, units and chits, not {len(kinds)}"
            raise PackError(CHARTS, None, problem)
        where = f"chart '{chart.title}'"
        made: dict[str, Any] = getattr(self, f"_{kinds[0]}")(chart, where)
        plain = {"kind": kinds[0], "name": "", "heads": [], "columns": [], "meanings": {}}
        return Chart(title=chart.title, notes=[self.fill(note, where) for note in chart.notes], **(plain | made))

    def _results(self, chart: ChartText, where: str) -> dict[str, Any]:
        table = self._at(chart.results, where)
        try:
            columns, keys = [str(c) for c in table["columns"]], list(table["rows"])
        except (KeyError, TypeError):
            raise PackError(CHARTS, None, f"{where}: '{chart.results}' is not a results table") from None
        heads = chart.heads or [HeadText(title="Die")]
        for head in heads:
            if head.dice and len(head.dice) != len(keys):
                problem = f"{where}: '{head.title}' has {len(head.dice)} dice for {len(keys)} rows"
                raise PackError(CHARTS, None, problem)
        if not any(head.dice for head in heads):
            keys.sort(key=int)
        rows = [
            _row([head.dice[i] if head.dice else key for head in heads], [str(cell) for cell in table["rows"][key]])
            for i, key in enumerate(keys)
        ]
        known = {cell for row in rows for cell in row.cells}
        for result in chart.meanings:
            if result not in known:
                raise PackError(CHARTS, None, f"{where}: the table has no result '{result}'")
        return {
            "name": chart.results,
            "heads": [Head(title=head.title, when=head.when) for head in heads],
            "columns": columns,
            "rows": rows,
            "meanings": chart.meanings,
        }

    def _rows(self, chart: ChartText, where: str) -> dict[str, Any]:
        rows = []
        for row in chart.rows:
            if len(row) != len(chart.columns):
                problem = f"{where}: '{row[0] if row else ''}' has {len(row)} cells for {len(chart.columns)} columns"
                raise PackError(CHARTS, None, problem)
            head, *cells = [self.fill(cell, where) for cell in row]
            rows.append(_row([head], cells))
        return {"kind": "table", "columns": chart.columns, "rows": rows}

    def _track(self, chart: ChartText, where: str) -> dict[str, Any]:
        turns = self._at(chart.track, where)
        rows = []
        for turn in turns:
            number = str(turn["n"])
            cells = [self.fill(text, where, turn) for text in chart.cell]
            arriving = self._arriving(chart.arrivals, turn)
            rows.append(_row([number], [cell for cell in cells if cell], arriving, f"{chart.track}={number}"))
        return {"rows": rows}

    def _arriving(self, name: str, turn: Mapping[str, Any]) -> list[str]:
        if not name:
            return []
        if name in turn:
            return [self.game.roster[self.game.names.piece(id_)].id for id_ in turn[name]]
        return [u.id for u in self.game.roster.units if getattr(u, name, None) == turn["n"]]

    def _units(self, chart: ChartText, where: str) -> dict[str, Any]:
        groups: dict[tuple[str, ...], list[str]] = {}
        for unit in self.game.roster.units:
            if unit.face.symbol == "chit":
                continue
            if not all(hasattr(unit, name) for name in chart.units):
                raise PackError(CHARTS, None, f"{where}: units have no value '{chart.units}'")
            values = tuple(self._unit_word(getattr(unit, name), chart.words) for name in chart.units)
            groups.setdefault(values, []).append(unit.id)
        return {"rows": [_row(list(values), [], pieces) for values, pieces in groups.items()]}

    def _unit_word(self, value: Any, words: Mapping[str, str]) -> str:
        """A unit's value as a heading: the name of its headquarters, or the word itself."""
        word = str(value or "")
        if word in self.game.names.number_of_piece:
            return str(self.game.roster[self.game.names.piece(word)].name)
        return words.get(word, word[:1].upper() + word[1:])

    def _chits(self, chart: ChartText, where: str) -> dict[str, Any]:
        pieces = [u.id for u in self.game.roster.units if fnmatchcase(u.id, chart.chits)]
        if not pieces:
            raise PackError(CHARTS, None, f"{where}: no counter is called '{chart.chits}'")
        return {"rows": [_row([], [], pieces)]}

    def says(self, written: Mapping[str, str]) -> dict[str, str]:
        """What each chit does: of the patterns that fit its id, the first counts."""
        found: dict[str, str] = {}
        ids = [unit.id for unit in self.game.roster.units]
        for pattern, text in written.items():
            fits = [id_ for id_ in ids if fnmatchcase(id_, pattern)]
            if not fits:
                raise PackError(CHARTS, None, f"says: no counter is called '{pattern}'")
            for id_ in fits:
                found.setdefault(id_, self.fill(text, f"says '{pattern}'"))
        return found

    def fill(self, text: str, where: str, turn: Mapping[str, Any] | None = None) -> str:
        """A text with the tables' values in it."""

        def value(found: re.Match[str]) -> str:
            name, how = found[1], found[2] or ""
            if turn is not None and "." not in name:
                return _shown(turn.get(name, ""), how)
            return _shown(self._at(name, where), how)

        filled = PLACEHOLDER.sub(value, text)
        # A line of a turn that speaks of nothing is left out.
        return "" if turn is not None and filled == PLACEHOLDER.sub("", text) and PLACEHOLDER.search(text) else filled

    def _at(self, name: str, where: str) -> Any:
        value: Any = self.tables
        try:
            for part in name.split("."):
                value = value[int(part)] if isinstance(value, list) else value[part]
        except (KeyError, IndexError, TypeError, ValueError):
            raise PackError(CHARTS, None, f"{where}: {TABLES} has no '{name}'") from None
        return value


def _shown(value: Any, how: str) -> str:
    """A value as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "; ".join(str(v) for v in value)
    if how in ("half", "cost") and value == -1:
        return "closed"
    if how == "half":
        return f"{value // 2 or ''}{'½' if value % 2 else ''}" or "0"
    if how == "signed":
        return f"+{value}" if value > 0 else f"−{-value}"
    if how == "left":
        return f"{value} left" if value else "–"
    if isinstance(value, float):
        return {0.5: "½"}.get(value, f"{value:g}")
    return str(value)


def _row(heads: list[str], cells: list[str], pieces: list[str] | None = None, when: str = "") -> ChartRow:
    return ChartRow(heads=heads, cells=cells, pieces=pieces or [], when=when)
