"""Data of a game with a few values changed, as texts that travel to whoever plays with them.

units.R-47.attack=+1      the cell of a line (found by its first column) of units.csv, one more than it is
tables.game.turns=6       a value of tables.toml
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..engine.errors import SetupError, short
from ..engine.game import Game
from ..engine.pack import Pack
from ..games import load_game

Overlay = tuple[tuple[str, str], ...]
"""Files by name with their new text."""
_folders: list[TemporaryDirectory[str]] = []
"""Where changed files lie as long as this process runs; they are removed when it ends."""
CHANGE = re.compile(r"(?P<where>[^=]+)=(?P<sign>[+-]?)(?P<value>.+)")


def overlay(game: str, changes: Iterable[str]) -> Overlay:
    """The files in which something changes."""
    pack = load_game(game).pack
    texts: dict[str, str] = {}
    for change in changes:
        name, text = _changed(pack, texts, change)
        texts[name] = text
    return tuple(sorted(texts.items()))


def _changed(pack: Pack, texts: dict[str, str], change: str) -> tuple[str, str]:
    """One change: the file and its new text."""
    found = CHANGE.fullmatch(change)
    parts = found["where"].split(".") if found else []
    if found is None or len(parts) < 3:
        raise SetupError(
            f"'{short(change)}' is no change; one is written units.ROW.COLUMN=VALUE or tables.KEY.KEY=VALUE"
        )
    sign, value = found["sign"], found["value"]
    for name in (f"{parts[0]}.csv", f"map/{parts[0]}.csv"):
        if pack.has(name):
            text = texts.get(name) or pack.text(name)
            return name, _csv(name, text, ".".join(parts[1:-1]), parts[-1], sign, value)
    name = f"{parts[0]}.toml"
    if pack.has(name):
        return name, _toml(name, texts.get(name) or pack.text(name), parts[1:], sign, value)
    known = ", ".join(sorted({Path(file).stem for file in pack.files() if file.endswith((".csv", ".toml"))}))
    raise SetupError(f"the data has no file '{short(parts[0])}'; known are {known}")


def _csv(name: str, text: str, row: str, column: str, sign: str, value: str) -> str:
    """The line whose first cell is `row`, or all lines for `*`."""
    lines = list(csv.reader(io.StringIO(text)))
    header = [cell.strip() for cell in lines[0]]
    if column not in header:
        raise SetupError(f"{name} has no column '{short(column)}'; known are {', '.join(header)}")
    at = header.index(column)
    matching = [line for line in lines[1:] if line and (row == "*" or line[0].strip() == row)]
    if not matching:
        raise SetupError(f"{name} has no line '{short(row)}'")
    for line in matching:
        if row != "*" or line[at].strip():  # where nothing is printed, there is nothing to change
            line[at] = _new(f"{name}, {line[0]}, {column}", line[at].strip(), sign, value)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(lines)
    return out.getvalue()


def _new(where: str, old: str, sign: str, value: str) -> str:
    """A value as it stands, or the old one and as much more or less."""
    if not sign:
        return value
    try:
        number = float(old) + (1 if sign == "+" else -1) * float(value)
    except ValueError:
        raise SetupError(f"{where} is '{short(old)}': {sign}{short(value)} cannot be added to it") from None
    return f"{number:g}"


def _toml(name: str, text: str, keys: list[str], sign: str, value: str) -> str:
    """The line that gives a key of a table its value; the rest of the file stays as it is, remarks included."""
    data: Any = tomllib.loads(text)
    for key in keys:
        if not isinstance(data, dict) or key not in data:
            raise SetupError(f"{name} has no value '{short('.'.join(keys))}'")
        data = data[key]
    if isinstance(data, dict | list):
        raise SetupError(f"{name}, {'.'.join(keys)} is not a single value")
    old = str(data).lower() if isinstance(data, bool) else str(data)
    new = _new(f"{name}, {'.'.join(keys)}", old, sign, value)
    if isinstance(data, str):
        new = '"' + new.replace("\\", "\\\\").replace('"', '\\"') + '"'
    lines, table = text.splitlines(keepends=True), ""
    for n, line in enumerate(lines):
        heading = re.match(r"\[([^\[\]]+)\]", line)
        if heading:
            table = heading[1].strip()
        elif table == ".".join(keys[:-1]) and (found := re.match(rf"({re.escape(keys[-1])}\s*=\s*)", line)):
            rest = re.search(r"\s*#.*$", line)
            lines[n] = f"{found[1]}{new}{rest[0] if rest else ''}".rstrip("\n") + "\n"
            changed = "".join(lines)
            _check(name, changed, keys)
            return changed
    raise SetupError(f"{name}, {'.'.join(keys)} is not written on a line of its own: make a pack for that")


def _check(name: str, text: str, keys: list[str]) -> None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise SetupError(f"{name}, {'.'.join(keys)}: the new value is not valid TOML ({problem})") from None


@lru_cache(maxsize=64)
def game_with(name: str, changed: Overlay) -> Game[Any]:
    """A game with its data, or with files of it replaced; loaded once in each process."""
    if not changed:
        return load_game(name)
    digest = hashlib.blake2b(repr(changed).encode(), digest_size=6).hexdigest()
    made = TemporaryDirectory(prefix=f"grognard-{digest}-")
    _folders.append(made)
    folder = Path(made.name)
    for file, text in changed:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
    return load_game(name, folder)
