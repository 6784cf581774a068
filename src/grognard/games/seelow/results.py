"""What the cells of the two tables mean (6.5, 7.4)."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

NONE, ELIMINATED, CHECK = "-", "E", "M"
FIRE_RESULT = re.compile(r"-|E|M|[1-9]\*?")
"""6.51 The form of a cell of the Antitank Fire / Barrage Table,"""
COMBAT_RESULT = re.compile(r"-|[AD](E|[1-9]\*?)")
"""7.41 and of one of the Combat Results Table."""


class Result(msgspec.Struct, frozen=True):
    """One cell: whom it strikes, how hard, and whether a step is lost first."""

    side: str = ""
    """`A` or `D` on the combat table."""
    number: int = 0
    circled: bool = False
    eliminates: bool = False
    nothing: bool = False

    @property
    def text(self) -> str:
        """6.52-6.55, 7.42-7.45 The result in words."""
        who = {"A": "attackers", "D": "defenders"}.get(self.side, "")
        if self.nothing:
            return "no effect"
        if self.eliminates:
            return f"all {who} eliminated" if who else "eliminated"
        step = "a step lost, then " if self.circled else ""
        if who:
            return f"{step}{who} with morale below {self.number} retreat"
        return f"{step}morale check{f' with {self.number} added' if self.number else ''}"


@lru_cache
def fire_result(cell: str) -> Result:
    """6.51-6.55, 8.15 A cell of the Antitank Fire / Barrage Table."""
    if cell == NONE:
        return Result(nothing=True)
    if cell == ELIMINATED:
        return Result(eliminates=True)
    return Result(number=0 if cell == CHECK else int(cell.rstrip("*")), circled=cell.endswith("*"))


@lru_cache
def combat_result(cell: str) -> Result:
    """7.41-7.45 A cell of the Combat Results Table."""
    if cell == NONE:
        return Result(nothing=True)
    side, rest = cell[0], cell[1:]
    if rest == ELIMINATED:
        return Result(side=side, eliminates=True)
    return Result(side=side, number=int(rest.rstrip("*")), circled=rest.endswith("*"))
