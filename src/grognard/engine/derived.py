"""Values that follow from a position or a game, calculated once and kept.

A decorator says what a value depends on, and the kernel drops the value when that changes. The arguments are the key:
a function may read what its decorator names and its arguments, and nothing else.

| decorator | signature | depends on | kept |
|---|---|---|---|
| `derived` | `(g, …)` | pieces, state and arguments, not the flow | until a piece or the state changes |
| `derived_by_side` | `(g, side, …)` | one side's pieces and arguments | until one of these pieces changes |
| `carried_along` | `(g, side)` | places, steps (or not), named flags of one side's pieces | moves change it a little |
| `derived_from` | `(g, …)` | what its key function returns | with the game, at most `most` values |
| `derived_by_game` | `(game, …)` | the game's data and arguments | with the game, at most `most` values |

A value may not be None, and nobody may change it. A pure function of plain values needs no game: the standard
library's `lru_cache` with a bound is right for it.

`GROGNARD_AUDIT=1` in plain Python compares kept values with newly calculated ones while anything is played, and raises
`StaleValue` where a key has been forgotten (see `audit`). The test run plays every game that way.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Generic, TypeVar, TypeVarTuple

from . import audit
from .errors import RulesError

if TYPE_CHECKING:
    from .game import Game
    from .position import Position

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

AUDITED = os.environ.get("GROGNARD_AUDIT") == "1"
MOST = 20_000
"""So many values of one function are kept with a game, then it begins anew; large values want a smaller number."""


def _keep(known: dict[Any, T], key: Any, value: T, most: int) -> T:
    """Keep a value with the game; a table that is full begins anew."""
    if len(known) >= most:
        known.clear()
    known[key] = value
    return value


class Kept(dict[Any, dict[Any, Any]]):
    """The values that are kept with a game: for each function a table by its key."""

    def __missing__(self, function: Any) -> dict[Any, Any]:
        return self.setdefault(function, {})


def derived(compute: Callable[[Any, *Ts], T]) -> Callable[[Any, *Ts], T]:
    """A value that depends on pieces, state and the arguments."""

    @wraps(compute)
    def kept(g: Position[Any, Any], *args: *Ts) -> T:
        memo, key = g.memo, (compute, args) if args else compute
        found: T | None = memo.get(key)
        if found is not None:
            return found
        value = memo[key] = compute(g, *args)
        return value

    return audit.of_position(kept, compute) if AUDITED else kept


def derived_by_side(compute: Callable[[Any, int, *Ts], T]) -> Callable[[Any, int, *Ts], T]:
    """A value that depends on one side's pieces and the arguments: the other side's moves leave it standing."""

    @wraps(compute)
    def kept(g: Position[Any, Any], side: int, *args: *Ts) -> T:
        memo, key = g.side_memo[side], (compute, args) if args else compute
        found: T | None = memo.get(key)
        if found is not None:
            return found
        value = memo[key] = compute(g, side, *args)
        return value

    return audit.of_position(kept, compute) if AUDITED else kept


def derived_from(
    key: Callable[[Any, *Ts], Any], most: int = MOST
) -> Callable[[Callable[[Any, *Ts], T]], Callable[[Any, *Ts], T]]:
    """A value that depends on nothing but its key, whatever the position."""

    def decorate(compute: Callable[[Any, *Ts], T]) -> Callable[[Any, *Ts], T]:
        @wraps(compute)
        def kept(g: Position[Any, Any], *args: *Ts) -> T:
            game: Game[Any] = g.game
            known: dict[Any, T] = game.kept[compute]
            by = key(g, *args)
            found = known.get(by)
            if found is not None:
                return found
            return _keep(known, by, compute(g, *args), most)

        return audit.of_position(kept, compute) if AUDITED else kept

    return decorate


def derived_by_game(most: int = MOST) -> Callable[[Callable[[Any, *Ts], T]], Callable[[Any, *Ts], T]]:
    """A value that depends on the game's data and the arguments."""

    def decorate(compute: Callable[[Any, *Ts], T]) -> Callable[[Any, *Ts], T]:
        @wraps(compute)
        def kept(game: Game[Any], *args: *Ts) -> T:
            known: dict[Any, T] = game.kept[compute]
            found = known.get(args)
            if found is not None:
                return found
            return _keep(known, args, compute(game, *args), most)

        return audit.of_game(kept, compute) if AUDITED else kept

    return decorate


class Carried(Generic[T]):
    """A value derived from the places and steps of one side's pieces alone, carried along as they move.

    It is computed once; then each move of a piece changes it a little: `change` gets the position after the move, the
    side, the value before, the piece, where it came from and where it is; it may not ask for other carried values,
    which are changed at the same time. Those flags that it names drop it, other flags leave it standing. Steps drop
    it unless it says that it does not depend on them.
    """

    def __init__(
        self,
        compute: Callable[[Any, int], T],
        change: Callable[[Any, int, T, int, int, int], T],
        flags: int,
        steps: bool,
    ) -> None:
        self.compute = compute
        self.change = change
        self.flags = flags
        self.steps = steps

    def __call__(self, g: Position[Any, Any], side: int) -> T:
        memo = g.place_memo[side]
        known: T | None = memo.get(self)
        if known is not None:
            return known
        value = memo[self] = self.compute(g, side)
        return value


CHANGING = 6
"""So many arguments has a `change`."""


def wherever(g: Any, side: int, value: T, piece: int, origin: int, target: int) -> T:
    """The `change` of a carried value that moves leave standing: it depends on steps and flags alone."""
    return value


def carried_along(
    change: Callable[[Any, int, T, int, int, int], T], flags: int = 0, steps: bool = True
) -> Callable[[Callable[[Any, int], T]], Carried[T]]:
    """Makes a `Carried` value of a function that computes it from the position, these flags, and steps or not."""
    code = getattr(change, "__code__", None)  # a compiled function has none
    if code is not None and code.co_argcount != CHANGING:
        problem = "@carried_along needs the function that changes the value when a piece moves: @carried_along(change)"
        raise RulesError(change, "", problem)
    return lambda compute: Carried(compute, change, flags, steps)
