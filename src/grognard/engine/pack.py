"""Data packs: folders of CSV and TOML files, with overlays that replace them file by file.

Every complaint names file and line. CSV files have a header row and are read as UTF-8.
"""

from __future__ import annotations

import csv
import hashlib
import io
import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from .errors import PackError

Line = tuple[str, int]
"""A file of a pack, and the number of a line in it."""
READ_ONLY = ("lesson.toml", "charts.toml", "puzzles.json")
"""Files that are for people: no rule reads them, and to change them makes no other game."""


class Row:
    """One line of a CSV file, which can read its cells and complain about them."""

    __slots__ = ("cells", "file", "line")

    def __init__(self, file: str, line: int, cells: dict[str, str]) -> None:
        self.file = file
        self.line = line
        self.cells = cells

    def error(self, message: str) -> PackError:
        """The error to raise about this line."""
        return PackError(self.file, self.line, message)

    def text(self, column: str) -> str:
        """A cell that must not be empty."""
        value = self.cells.get(column, "")
        if not value:
            raise self.error(f"column '{column}' is empty")
        return value

    def get(self, column: str, default: str = "") -> str:
        """A cell that may be empty or absent."""
        return self.cells.get(column) or default

    def integer(self, column: str, default: int | None = None) -> int:
        """A whole number."""
        value = self.cells.get(column, "")
        if not value and default is not None:
            return default
        try:
            return int(value)
        except ValueError:
            raise self.error(f"column '{column}' holds '{value}', which is not a whole number") from None

    def number(self, column: str) -> float:
        """A number with or without a fraction."""
        value = self.cells.get(column, "")
        try:
            found = float(value)
        except ValueError:
            found = math.nan
        if not math.isfinite(found):
            raise self.error(f"column '{column}' holds '{value}', which is not a number")
        return found

    def one_of(self, column: str, allowed: Iterable[str]) -> str:
        """A word of a known list."""
        value = self.text(column)
        known = list(allowed)
        if value not in known:
            raise self.error(f"column '{column}' holds '{value}'; known are {', '.join(known)}")
        return value

    def words(self, column: str) -> list[str]:
        """A cell of words between spaces."""
        return self.cells.get(column, "").split()


class Pack:
    """A folder of data files; later folders win over earlier ones, file by file."""

    def __init__(self, *folders: Path, without: frozenset[Line] = frozenset()) -> None:
        """`without` are lines of CSV files that are left out, to find what is wrong with the others."""
        for folder in folders:
            if not folder.is_dir():
                raise PackError(str(folder), None, "there is no such folder")
        self.folders = folders
        self.without = without

    def path(self, name: str) -> Path:
        """Where a file of the pack lies."""
        for folder in reversed(self.folders):
            candidate = folder / name
            if candidate.is_file():
                return candidate
        raise PackError(name, None, "the pack has no such file")

    def has(self, name: str) -> bool:
        """Whether some folder holds the file."""
        return any((folder / name).is_file() for folder in self.folders)

    def text(self, name: str) -> str:
        """A file's text."""
        try:
            return self.path(name).read_text(encoding="utf-8-sig")  # spreadsheets write a mark at the start
        except UnicodeDecodeError as problem:
            raise PackError(name, None, f"is not UTF-8 text (byte {problem.start})") from None

    def toml(self, name: str) -> dict[str, Any]:
        """A TOML file as a dictionary."""
        try:
            return tomllib.loads(self.text(name))
        except tomllib.TOMLDecodeError as problem:
            line = re.search(r"at line (\d+)", str(problem))
            raise PackError(name, int(line[1]) if line else None, f"is not valid TOML: {problem}") from None
        except RecursionError:
            raise PackError(name, None, "is not valid TOML: it is nested too deeply") from None

    def rows(self, name: str, columns: Sequence[str]) -> list[Row]:
        """The lines of a CSV file that must have at least these columns."""
        lines = self._lines(name)
        _, header = next(lines, (1, []))
        if not header:
            raise PackError(name, 1, "has no header row")
        missing = [column for column in columns if column not in header]
        if missing:
            raise PackError(name, 1, f"lacks the column '{missing[0]}'")
        twice = [column for i, column in enumerate(header) if column in header[:i]]
        if twice:
            raise PackError(name, 1, f"has the column '{twice[0]}' twice")
        rows = []
        for line, cells in lines:
            if not cells or (len(cells) == 1 and not cells[0]):
                continue
            if len(cells) != len(header):
                raise PackError(name, line, f"has {len(cells)} cells where the header has {len(header)}")
            rows.append(Row(name, line, dict(zip(header, cells, strict=True))))
        return rows

    def _lines(self, name: str) -> Iterator[tuple[int, list[str]]]:
        """The lines of a CSV file as cells, each with the number of the line it begins on."""
        reader = csv.reader(io.StringIO(self.text(name)), strict=True)
        while True:
            line = reader.line_num + 1
            try:
                cells = next(reader, None)
            except csv.Error as problem:
                raise PackError(name, line, f"is not valid CSV: {problem}") from None
            if cells is None:
                return
            if (name, line) not in self.without:
                yield line, [cell.strip() for cell in cells]

    def files(self) -> list[str]:
        """The names of all files, sorted."""
        return sorted({p.relative_to(f).as_posix() for f in self.folders for p in f.rglob("*") if p.is_file()})

    def hash(self) -> str:
        """A fingerprint of every file that a game is played with, so that a record can name its data."""
        digest = hashlib.blake2b(digest_size=8)
        for name in self.files():
            if name in READ_ONLY:
                continue
            digest.update(name.encode() + b"\0" + self.path(name).read_bytes() + b"\0")
        return digest.hexdigest()
