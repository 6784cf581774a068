"""Results of long runs in a file, one line of JSON each, so that a run that was broken off goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from ..engine.errors import SetupError

Key = TypeVar("Key", bound=Hashable)
Line = TypeVar("Line", bound=msgspec.Struct)


class Kept(Generic[Key, Line]):
    """What earlier runs found, to which new results are added; without a file nothing is kept."""

    def __init__(self, file: Path | None, kind: type[Line], key: Callable[[Line], Key], what: str) -> None:
        self.file = file
        self.found: dict[Key, Line] = {}
        """What is in the file, that of other runs too."""
        self._key = key
        if file is not None and file.exists():
            self._read(file, kind, what)

    def _read(self, file: Path, kind: type[Line], what: str) -> None:
        lines = file.read_bytes().splitlines(keepends=True)
        if lines and not lines[-1].endswith(b"\n"):  # the run was broken off while it wrote this
            lines.pop()
            file.write_bytes(b"".join(lines))
        for number, line in enumerate(lines, 1):
            try:
                one = msgspec.json.decode(line, type=kind)
            except msgspec.DecodeError as problem:
                raise SetupError(f"line {number} of {file} is not {what}: {problem}") from None
            self.found[self._key(one)] = one

    def add(self, one: Line) -> None:
        """Keep a result, in the file at once."""
        self.found[self._key(one)] = one
        if self.file is not None:
            with self.file.open("ab") as file:
                file.write(msgspec.json.encode(one) + b"\n")
