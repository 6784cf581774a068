"""How lucky an answer of luck was: what stands after it less what was to be expected.

Every possible answer is counted with its exact weight. What a battle leaves to be decided is played out at a glance
before a position is measured, in the same way for every answer, so that fair dice add up to nothing on average.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine.events import Event, Rolled
from ..engine.flow import CHANCE, Action
from ..engine.game import Game
from ..engine.position import Position
from ..engine.reporting import told
from .staff import FACES, LOOSE_ENDS, StaffPolicy

MOST_ANSWERS = 36
"""Luck with more answers than these, such as a blind draw, is not weighed."""


class Weigher:
    """Weighs answers of luck by a measure of positions."""

    def __init__(self, game: Game[Any], measure: Callable[[Position[Any, Any]], float]) -> None:
        self.staff = StaffPolicy(game)
        self.measure = measure

    def luck(self, g: Position[Any, Any], answer: Action) -> float | None:
        """The measure after an answer less the expected one; None where there are too many answers."""
        chances = g.chances()
        if len(chances) == 1:
            return 0.0
        if len(chances) > MOST_ANSWERS:
            return None
        loose_ends = LOOSE_ENDS if len(chances) <= FACES else 0
        found = {action.text: self._after(g, action, loose_ends) for action, _ in chances}
        expected = sum(weight * found[action.text] for action, weight in chances)
        return found[answer.text] - expected / sum(weight for _, weight in chances)

    def _after(self, g: Position[Any, Any], answer: Action, loose_ends: int) -> float:
        """The measure after an answer of luck and what belongs to it: until the frame that asked luck is done."""
        after = g.copy()
        depth = len(after.stack)
        asked_by = after.stack[-2] if depth > 1 else None
        after.apply(answer)
        for _ in range(loose_ends):
            asked = after.to_decide
            if asked is None or len(after.stack) < depth or after.stack[depth - 2] is not asked_by:
                break
            if asked == CHANCE:
                chances = after.chances()
                after.apply(chances[len(chances) // 2][0])
            else:
                after.apply(self.staff.at_a_glance(after, asked))
        return self.measure(after)


def told_of_luck(g: Position[Any, Any], events: list[Event]) -> str:
    """What the dice said, and what came of it."""
    said = [told(g, event, 0).text for event in events]
    rolled = [text for event, text in zip(events, said, strict=True) if isinstance(event, Rolled)]
    others = [text for event, text in zip(events, said, strict=True) if text and not isinstance(event, Rolled)]
    return " ".join([*rolled[:1], *others[:1]])
