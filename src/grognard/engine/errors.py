"""What can go wrong, each kind with one sentence that names what and where."""

from __future__ import annotations

import inspect
from pathlib import Path


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


class RulesError(GrognardError):
    """The code of a game is wrong; the message starts with file and line."""

    def __init__(self, where: object, field: str, message: str) -> None:
        super().__init__(f"{place_in_code(where, field)}: {message}")


def place_in_code(where: object, field: str = "") -> str:
    """File and line of a class, or of a method or field of it, with its name: `combat.py:42: Combat.ask`."""
    name = f"{getattr(where, '__name__', where)}{f'.{field}' if field else ''}"
    found = getattr(where, field, None)
    try:
        what = found if inspect.isfunction(found) else where
        lines, first = inspect.getsourcelines(what)  # type: ignore[arg-type]
        file = Path(str(inspect.getsourcefile(what))).name  # type: ignore[arg-type]
    except (OSError, TypeError):  # a compiled class does not say where it is written
        return f"{str(getattr(where, '__module__', '')).rpartition('.')[2]}.py: {name}"
    within = (n for n, line in enumerate(lines) if field and line.split(":")[0].strip() == field)
    return f"{file}:{first + next(within, 0)}: {name}"


class EndlessFlow(RuntimeError):
    """A frame works for ever without asking anybody."""

    def __init__(self, frame: object) -> None:
        super().__init__(f"the flow goes in circles at {frame}")
        self.frame = type(frame)


class SetupError(GrognardError):
    """Unknown game, scenario, option, seat, or a position description that makes no sense."""


class ActionError(GrognardError):
    """An action that is malformed or not legal now."""


class RecordError(GrognardError):
    """A record that cannot be read or does not replay; the message names the line."""
