"""What bots have worked out before, kept by the game: most moves leave most parts of the score as they were."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar, TypeVar

from .model import S

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
    """What values hang on besides the units: the turn, which says the light and how near the end is."""
    return g.state.turn
