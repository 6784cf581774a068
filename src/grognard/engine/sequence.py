"""The sequence of play as data: phases in a fixed order, each a frame with a title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from .bounds import Few
from .events import Began
from .flow import Frame, Step

Phase = tuple[str, type[Frame]]
"""A phase: what it is called, and the frame that plays it."""


def slug(name: str) -> str:
    """The name of a class in small letters with hyphens."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "-", name).lower()


class Phases(Step):
    """Goes through the phases of a turn one after another; games say which they are."""

    phase: Few = 0
    """The number of the next phase."""
    rule: ClassVar[str] = ""
    """The rule that gives the order."""

    def phases(self, g: Any) -> Sequence[Phase]:
        """The phases, in order; they may depend on what was decided in an earlier one."""
        raise NotImplementedError

    def run(self, g: Any) -> None:
        """Begin the next phase, or end."""
        phases = self.phases(g)
        if self.phase >= len(phases):
            g.end()
            return
        title, frame = phases[self.phase]
        self.phase += 1
        g.emit(Began(title=title, name=slug(frame.__name__), rule=self.rule))
        g.call(frame())
