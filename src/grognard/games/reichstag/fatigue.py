"""Fatigue (20.0): two dice against the corps and divisions that a Front has lost."""

from __future__ import annotations

from typing import ClassVar

from ...engine.flow import Action
from ...engine.telling import counted
from .model import FRONT_NAMES, Draw, R, Work, front

FACES = 6


def weariness(g: R, side: int) -> int:
    """20.2, R23 The corps and divisions of a Front in its dead pile."""
    dead = g.here.get(g.game.dead[side], 0)
    return (dead & g.game.roster.of_side[side] & g.game.large).bit_count()


class Fatigue(Work):
    """4.3 I.E and III.E, 20.4 The Front is checked once a turn until it is fatigued."""

    rolled: bool = False

    def run(self, g: R) -> None:
        """Roll, unless the Front is fatigued already."""
        if self.rolled or g.state.fatigued[front(g)]:
            g.end()
            return
        self.rolled = True
        g.call(FatigueRoll())


class FatigueRoll(Draw):
    """20.2 Two dice; fatigue sets in if they show less than the number of large units lost."""

    cites: ClassVar[str] = "20.2"

    def purpose(self, g: R) -> str:
        """What the dice are for."""
        lost = counted(weariness(g, front(g)), "large unit")
        return f"Fatigue of the {FRONT_NAMES[front(g)]}, two dice against {lost} lost"

    def verdict(self, g: R, action: Action) -> str:
        """20.2 Fatigue logs itself."""
        return "" if action.args[0] < weariness(g, front(g)) else "not fatigued"

    def weights(self, g: R) -> list[tuple[Action, int]]:
        """The totals of two dice."""
        return [(g.act("roll", total), FACES - abs(total - FACES - 1)) for total in range(2, 2 * FACES + 1)]

    def on_roll(self, g: R, total: int) -> None:
        """20.2-20.4 From now on, and for the rest of the game, the Front pays double."""
        side = front(g)
        if total < weariness(g, side):
            fatigued = tuple(tired or player == side for player, tired in enumerate(g.state.fatigued))
            text = f"The {FRONT_NAMES[side]} is fatigued: it pays double from now on."
            g.set(fatigued=fatigued, text=text, rule="20.3")
        g.end()
