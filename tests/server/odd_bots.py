"""Bots that behave, and bots that do not; made in the server's worker processes."""

from __future__ import annotations

import os
import time
from random import Random
from typing import Any

from grognard.engine.view import View


class Steady:
    """Any offer that leads on."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View) -> str:
        """One of the offers."""
        assert view.decision is not None
        offers = view.decision.offers
        return self.rng.choice([o for o in offers if not o.takes_back] or list(offers)).action


class Peaceful(Steady):
    """Is glad of a draw."""

    def accepts_draw(self, view: View, first: View | None) -> bool:
        """Always."""
        return True


class Stuck:
    """Thinks for ever."""

    def choose(self, view: View) -> str:
        """Never answers."""
        time.sleep(3600)
        return ""


class Crashing:
    """Takes its whole process down."""

    def choose(self, view: View) -> str:
        """Dies without a word."""
        os._exit(1)


class Raising:
    """Stumbles."""

    def choose(self, view: View) -> str:
        """Raises."""
        raise ValueError("no idea")


class Cheating:
    """Answers what is not offered."""

    def choose(self, view: View) -> str:
        """Not an action of the game."""
        return "win"


def make_bot(name: str, game: Any, seed: int) -> Any:
    """A bot by its name."""
    odd = {"stuck": Stuck, "crashing": Crashing, "raising": Raising, "cheating": Cheating}
    if name in odd:
        return odd[name]()
    return Peaceful(seed) if name == "peaceful" else Steady(seed)
