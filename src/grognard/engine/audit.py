"""Compares values that were kept with newly calculated ones, to find a key that somebody forgot (`derived`).

Only plain Python with `GROGNARD_AUDIT=1` does this. Each function is looked at often at first and then ever more
seldom, so that whole games can be played that way.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

OFTEN = 40
"""So many calls of a function are all looked at; after that one more at each further tenth of the calls so far."""


class StaleValue(AssertionError):
    """A kept value differs from a newly calculated one: something that it depends on is not in its key."""

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...], kept: Any, fresh: Any) -> None:
        name = f"{function.__module__}.{function.__qualname__}"
        super().__init__(f"{name}{args!r} is kept as {kept!r}, but newly calculated it is {fresh!r}")


class Auditor:
    """Counts calls and decides which are looked at."""

    def __init__(self) -> None:
        self.at_work = False
        """Values that a fresh calculation asks for are fresh themselves, and not compared again."""
        self.compared: dict[str, int] = {}
        """How many values of each function were compared."""
        self._calls: dict[Any, int] = {}
        self._next: dict[Any, int] = {}

    def is_due(self, function: Callable[..., Any]) -> bool:
        """Whether this call is looked at."""
        if self.at_work:
            return False
        calls = self._calls[function] = self._calls.get(function, 0) + 1
        if calls <= OFTEN:
            return True
        if calls < self._next.get(function, 0):
            return False
        self._next[function] = calls + max(1, calls // 10)
        return True

    def compare(self, function: Callable[..., Any], args: tuple[Any, ...], kept: Any, fresh: Callable[[], Any]) -> None:
        """Raise if a kept value is not what a new calculation finds."""
        self.at_work = True
        try:
            value = fresh()
        finally:
            self.at_work = False
        name = f"{function.__module__}.{function.__qualname__}"
        self.compared[name] = self.compared.get(name, 0) + 1
        if not is_same(kept, value):
            raise StaleValue(function, args, kept, value)


auditor = Auditor()


def of_position(kept: Callable[..., Any], compute: Callable[..., Any]) -> Any:
    """The function with an audit; a fresh calculation sees a copy of the position from which everything was dropped."""

    @wraps(compute)
    def audited(g: Any, *args: Any) -> Any:
        value = kept(g, *args)
        if auditor.is_due(compute):
            auditor.compare(compute, args, value, lambda: compute(_anew(g), *args))
        return value

    return audited


def of_game(kept: Callable[..., Any], compute: Callable[..., Any]) -> Any:
    """The same for a function of the game and its arguments."""

    @wraps(compute)
    def audited(game: Any, *args: Any) -> Any:
        value = kept(game, *args)
        if auditor.is_due(compute):
            auditor.compare(compute, args, value, lambda: compute(game, *args))
        return value

    return audited


def _anew(g: Any) -> Any:
    copy = g.copy()
    copy.forget()
    return copy


def is_same(x: Any, y: Any) -> bool:
    """Whether two values say the same: sums may differ in their last digits, objects are compared by what they hold."""
    if x is y:
        return True
    if isinstance(x, float) and isinstance(y, float):
        return math.isclose(x, y, rel_tol=1e-9, abs_tol=1e-9)
    if type(x) is not type(y):
        return bool(x == y)
    if isinstance(x, list | tuple):
        return len(x) == len(y) and all(map(is_same, x, y))
    if isinstance(x, dict):
        # A table that fills itself as it is asked has no keys of its own.
        fills_itself = hasattr(type(x), "__missing__")
        return (fills_itself or x.keys() == y.keys()) and all(is_same(x[key], y[key]) for key in x)
    if callable(x):
        return bool(getattr(x, "__qualname__", repr(x)) == getattr(y, "__qualname__", repr(y)))
    if "__eq__" in vars(type(x)):
        return bool(x == y)
    return _holds_the_same(x, y)


def _holds_the_same(x: Any, y: Any) -> bool:
    """By all public attributes; private ones may be filled later."""
    names = (
        [*vars(x)]
        if hasattr(x, "__dict__")
        else [n for kind in type(x).__mro__ for n in getattr(kind, "__slots__", ())]
    )
    return all(is_same(getattr(x, name), getattr(y, name)) for name in names if not name.startswith("_"))
