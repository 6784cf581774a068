"""What bots have worked out before, kept by the game: most moves leave most parts of the score as they were."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar, TypeVar

from .model import S, is_seelow, is_twilight
from .victory import FIRST_DATE

T = TypeVar("T")


class Remembered(dict[Hashable, T]):
    """Values of one kind, each by all that it hangs on."""

    MOST: ClassVar[int] = 20_000

    def keep(self, key: Hashable, value: T) -> T:
        """Remember a value; now and then everything is forgotten, so that it does not grow without end."""
        if len(self) >= self.MOST:
            self.clear()
        self[key] = value
        return value


def remembered(g: S, *kind: Hashable) -> Remembered[Any]:
    """The values of one kind, for any position of the game."""
    found: Remembered[Any] | None = g.game.remembered.get((Remembered, kind))
    if found is None:
        found = g.game.remembered.setdefault((Remembered, kind), Remembered())
    return found


def scene(g: S) -> int:
    """What values hang on besides the units: the light and whether turn 7 is past, before Küstrin the turn."""
    if is_seelow(g):
        return 2 * is_twilight(g) + (g.state.turn <= FIRST_DATE)
    return -g.state.turn
