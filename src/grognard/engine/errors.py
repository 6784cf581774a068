"""What can go wrong, each kind with one sentence that names what and where."""

from __future__ import annotations


def short(value: object) -> str:
    """A value as it may be quoted in a sentence: a long one is cut."""
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "…"


class GrognardError(Exception):
    """Anything a person may have caused: the message is one sentence, fit to be shown as it is."""


class PackError(GrognardError):
    """A data pack is wrong; the message starts with file and line."""

    def __init__(self, file: str, line: int | None, message: str) -> None:
        self.file = file
        self.line = line
        self.problem = message
        where = file if line is None else f"{file}:{line}"
        super().__init__(f"{where}: {message}")


class SetupError(GrognardError):
    """Unknown game, scenario, option, seat, or a position description that makes no sense."""


class ActionError(GrognardError):
    """An action that is malformed or not legal now."""


class RecordError(GrognardError):
    """A record that cannot be read or does not replay; the message names the line."""
