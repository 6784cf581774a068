"""The random bot: any legal answer, for tests and as a measure."""

from __future__ import annotations

from ..engine.view import View
from .base import Bot, going_on


class RandomBot(Bot):
    """Chooses any offer with equal chance."""

    name = "random"
    about = "moves at random: to try things out, not an opponent"

    def choose(self, view: View) -> str:
        """Any offer."""
        return self.rng.choice(going_on(view)).action
