"""Luck for looking ahead: the same question gets the same dice, so that two plans can be compared.

A draw has a name: the question, what it is about, the player turn, and how often it was asked before. Two plans that
fight the same battle roll the same die for it, whatever they did before.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from ..engine.flow import Action, Chance
from ..engine.position import Position


class NamedLuck:
    """The answers of luck in one of several imagined futures, which share out what can happen.

    Of six futures each sees another sixth of the faces of every die, so that their mean hangs little on luck.
    """

    def __init__(self, key: bytes, future: int, futures: int) -> None:
        self._key = key
        self._future = future
        self._futures = futures
        self._asked: dict[str, int] = {}

    def answer(self, g: Position[Any, Any]) -> Action:
        """The answer to what luck is asked now."""
        frame = g.frame
        assert isinstance(frame, Chance)
        name = f"{frame.title} {frame.concerns(g)} {g.game.player_turn(g)}"
        before = self._asked.get(name, 0)
        self._asked[name] = before + 1
        chances = g.chances()
        drawn = self._number(f"{name} {before}") * sum([weight for _, weight in chances])
        for action, weight in chances:
            drawn -= weight
            if drawn < 0:
                return action
        return chances[-1][0]

    def _number(self, name: str) -> float:
        """From 0 to 1, in the part of it that is this future's."""
        rng = Random(hashlib.blake2b(name.encode(), digest_size=8, key=self._key).digest())
        parts = list(range(self._futures))
        rng.shuffle(parts)
        return (parts[self._future] + rng.random()) / self._futures


def drawn_number(key: bytes, name: str) -> float:
    """A number from 0 to 1 that is always the same for a key and a name."""
    digest = hashlib.blake2b(name.encode(), digest_size=6, key=key).digest()
    return int.from_bytes(digest, "big") / (1 << 48)
