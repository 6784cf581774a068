"""Results charts: columns of odds, percentages or plain values, and exact chances of every result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from .errors import PackError
from .pieces import Piece
from .terms import Odds, Reading

HEADING = re.compile(
    r"(?P<a>[1-9][0-9]{0,3}):(?P<d>[1-9][0-9]{0,3})"
    r"|≤[0-9]{1,4}%|≥?(?P<least>[0-9]{1,4})(-[0-9]{1,4})?%"
    r"|(?P<plain>[0-9]{1,4})(-[0-9]{1,4}|\+)?"
)
"""Columns are headed by odds (`3:2`), percentages (`≤49%`, `50-99%`, `≥600%`) or plain values (`5`, `8-10`, `34+`)."""


def ratio(heading: str) -> Fraction:
    """Where a column begins: `3:2` at three halves, `50-99%` at one half, `≤49%` at nothing, `8-10` at eight.

    A chart of plain values is read with a total against 1.
    """
    found = HEADING.fullmatch(heading)
    if found is None:
        raise ValueError(f"'{heading}' is neither odds nor a percentage nor a value")
    if found["a"]:
        return Fraction(int(found["a"]), int(found["d"]))
    if found["plain"]:
        return Fraction(int(found["plain"]))
    return Fraction(int(found["least"] or 0), 100)


class ResultsChart:
    """A Combat Results Table or the like: columns are odds (1:2), percentages (50-99%) or values, rows are dice."""

    def __init__(self, name: str, columns: Sequence[str], rows: Mapping[int, Sequence[str]]) -> None:
        self.name = name
        self.columns = tuple(columns)
        self.ratios = tuple(ratio(column) for column in columns)
        self._terms = tuple((r.numerator, r.denominator) for r in self.ratios)
        self.rows = {row: tuple(cells) for row, cells in rows.items()}

    @property
    def last(self) -> int:
        """The number of the highest column."""
        return len(self.columns) - 1

    def column(self, attack: int, defence: int) -> int:
        """The highest column not above the odds, in the defender's favour; both numbers in the same unit.

        Odds below the lowest column count on to the left in steps 1:5, 1:6 … as negative numbers; a column of small
        percentages that begins at nothing has none below it. Attack 0 has no column.
        """
        if attack <= 0:
            raise ValueError("an attack of 0 has no odds")
        if defence <= 0:
            return self.last
        # Whole numbers multiplied crosswise: fractions would cost ten times as much.
        for i in range(self.last, -1, -1):
            over, under = self._terms[i]
            if attack * under >= defence * over:
                return i
        lowest = self._terms[0][1] // self._terms[0][0]
        return lowest + -defence // attack

    def beyond(self, attack: int, defence: int) -> str:
        """Words for odds a column or more beyond the table: ` (8:1 is the highest column)`; else nothing."""
        if defence <= 0 or ":" not in self.columns[-1]:
            return ""
        over, under = self._terms[-1]
        if attack * under >= defence * (over + under):
            return f" ({self.columns[-1]} is the highest column)"
        return f" ({self.columns[0]} is the lowest column)" if self.column(attack, defence) < 0 else ""

    def label(self, column: int) -> str:
        """The column's heading; columns left of the table are named on in steps."""
        if column >= 0:
            return self.columns[min(column, self.last)]
        return f"1:{int(1 / self.ratios[0]) - column}"

    def read(self, column: int, row: int) -> str:
        """The cell; columns beyond either end are read at the end."""
        return self.rows[row][max(0, min(column, self.last))]

    def reading(self, chart: str, column: int, row: int, pieces: tuple[Piece, ...] = ()) -> Reading:
        """The cell with its place in the chart of that name; columns beyond either end are read at the end."""
        at = max(0, min(column, self.last))
        return Reading(table=chart, column=self.columns[at], row=str(row), result=self.rows[row][at], pieces=pieces)

    def odds(self, column: int, rows: Iterable[int]) -> tuple[Odds, ...]:
        """The exact chance of each result, given equally likely rows; in order of appearance."""
        rows = list(rows)
        count: dict[str, int] = {}
        for row in rows:
            cell = self.read(column, row)
            count[cell] = count.get(cell, 0) + 1
        return tuple(Odds(result, Fraction(n, len(rows))) for result, n in count.items())


def load_results_chart(
    file: str,
    name: str,
    data: Mapping[str, Any],
    rows: Iterable[int],
    results: Iterable[str] | re.Pattern[str] | None = None,
) -> ResultsChart:
    """A ratio table from a TOML table with `columns` and `rows.<n>`; every cell must be there.

    `results` are the results that the rules know, or the form that they have: another one in a cell is a fault.
    """
    columns = _words(file, data, "columns", f"the table '{name}'")
    for column in columns:
        if not HEADING.fullmatch(column):
            problem = f"the table '{name}' has the column '{column}', which is not of the form 3:2, 50-99% or 8-10"
            raise PackError(file, None, problem)
    if len({column[-1:] == "%" or ":" in column for column in columns}) > 1:
        raise PackError(file, None, f"the table '{name}' mixes odds or percentages with plain values")
    if not columns or any(ratio(b) <= ratio(a) for a, b in pairwise(columns)):
        raise PackError(file, None, f"the columns of the table '{name}' do not rise")
    cells = {}
    for row in rows:
        cells[row] = line = _words(file, data.get("rows"), str(row), f"the table '{name}'")
        if len(line) != len(columns):
            sentence = f"row {row} of '{name}' has {len(line)} cells for {len(columns)} columns"
            raise PackError(file, None, sentence)
    if results is not None:
        _check_results(file, name, columns, cells, results)
    return ResultsChart(name, columns, cells)


def _check_results(
    file: str,
    name: str,
    columns: Sequence[str],
    cells: Mapping[int, Sequence[str]],
    results: Iterable[str] | re.Pattern[str],
) -> None:
    """Every cell holds a result that the rules know."""
    form = results if isinstance(results, re.Pattern) else None
    known = list(results) if not isinstance(results, re.Pattern) else []
    for row, line in cells.items():
        for column, cell in zip(columns, line, strict=True):
            if cell in known or (form is not None and form.fullmatch(cell)):
                continue
            others = f"; known are {', '.join(known)}" if known else ""
            problem = f"row {row} of '{name}' holds '{cell}' in the column {column}, a result without a rule{others}"
            raise PackError(file, None, problem)


def _words(file: str, data: Any, key: str, what: str) -> list[str]:
    """A list of words in a TOML table."""
    if not isinstance(data, Mapping) or key not in data:
        raise PackError(file, None, f"{what} lacks '{key}'")
    words = data[key]
    if not isinstance(words, list) or not all(isinstance(word, str) and word for word in words):
        raise PackError(file, None, f"'{key}' of {what} is not a list of words")
    return words


def entry(tables: Mapping[str, Any], section: str, key: str, file: str = "tables.toml") -> Any:
    """A value that a pack's tables must have."""
    try:
        return tables[section][key]
    except (KeyError, TypeError):
        raise PackError(file, None, f"[{section}] lacks '{key}'") from None


def turn_words(tables: Mapping[str, Any], turns: int, key: str, file: str = "tables.toml") -> list[str]:
    """A word for each game turn from the `[[turn]]` entries, such as its date."""
    listed = tables.get("turn", [])
    words = [turn.get(key, "") if isinstance(turn, dict) else "" for turn in listed]
    if len(words) != turns or not all(isinstance(word, str) and word for word in words):
        raise PackError(file, None, f"there must be {turns} [[turn]] entries with '{key}'")
    return words
