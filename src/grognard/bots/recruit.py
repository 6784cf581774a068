"""The recruit: a staff officer who overlooks units for a turn, and does not always see which choice is best.

He knows what he sees: whether something is a gain or a loss he judges as the staff does. So he misses chances and sends
a unit to the second-best place, but he starts nothing that the staff would call a loss. What is worth more than
anything else he has done in a phase he does not overlook, and he lets no phase pass with nothing done.
"""

from __future__ import annotations

from random import Random
from typing import Any

from ..engine.flow import Action, Choice, Mark, Seat
from ..engine.game import Game
from ..engine.position import Position
from .luck import drawn_number
from .staff import BETTER, Scene, StaffBot, StaffPolicy, Style

CARELESS = 0.5
"""How far from the best choice to the one in the middle he takes all for equal."""
OVERLOOKED = 0.45
"""The share of the units that he overlooks for a turn."""
FEW = 3
"""Among fewer choices he finds the best."""
NARROW = Style(widest=12, most=40, again=False)
"""How much he looks at."""


class RecruitPolicy(StaffPolicy):
    """Answers like the staff, with errors that last for a player turn."""

    def __init__(self, game: Game[Any], key: bytes) -> None:
        super().__init__(game, NARROW)
        self._key = key
        self._attentive = False
        """Whether he makes no errors now."""
        self._phase: tuple[str, tuple[int, ...]] = ("", ())
        self._idle = True
        """Whether nothing was done in the phase so far."""
        self._largest = 0.0
        """The largest gain of a unit in the phase so far."""

    def _decide(self, g: Position[Any, Any], seat: Seat, scene: Scene, answered: list[Action]) -> Action:
        """Before a phase passes with nothing done, everything is looked at again with care."""
        phase = self.game.headline(g), self._turn
        if phase != self._phase:
            self._phase, self._idle, self._largest = phase, True, 0.0
        action = super()._decide(g, seat, scene, answered)
        if self._idle and _closes(g, action):
            self._attentive = True
            action = super()._decide(g, seat, scene, answered)
            self._attentive = False
        self._idle = self._idle and _closes(g, action)
        return action

    def _highest(self, g: Position[Any, Any], seat: Seat, actions: list[Action]) -> tuple[float, Action]:
        """Any of the good choices; none that loses where another gains."""
        if self._attentive or len(actions) < FEW:
            return super()._highest(g, seat, actions)
        worth = sorted(((self.value(g, action, seat), action) for action in actions), key=lambda one: -one[0])
        best, middle = worth[0][0], worth[len(worth) // 2][0]
        floor, gain = best - CARELESS * (best - middle), self.game.score(g, seat) + 2 * BETTER
        if best >= gain:
            floor = max(floor, gain)
        good = [one for one in worth if one[0] >= floor]
        return max(good, key=lambda one: (self._drawn(one[1]), one[1].text))

    def _first_improvement(
        self, g: Position[Any, Any], seat: Seat, many: list[Action], bar: float, scene: Scene
    ) -> Action | None:
        """The same among the units that he has in mind; of the others only what is worth more than all before."""
        in_mind = [action for action in many if self._attentive or self._drawn(action) >= OVERLOOKED]
        found = super()._first_improvement(g, seat, in_mind, bar, scene)
        if found is None:
            overlooked = [action for action in many if action not in in_mind]
            found = super()._first_improvement(g, seat, overlooked, bar + self._largest, scene)
        if found is not None:
            self._largest = max(self._largest, self.value(g, found, seat) - bar)
        return found

    def _drawn(self, action: Action) -> float:
        return drawn_number(self._key, f"{self._turn} {action.text}")


def _closes(g: Position[Any, Any], action: Action) -> bool:
    frame = g.frame
    return isinstance(frame, Choice) and action.verb in frame.marked(Mark.CLOSES)


class RecruitBot(StaffBot):
    """Plays soundly and misses much."""

    name = "recruit"
    about = "plays soundly but overlooks a lot: the one for a first game"

    def __init__(self, game: Game[Any], rng: Random) -> None:
        super().__init__(game, rng)
        self.policy = RecruitPolicy(game, rng.randbytes(8))
