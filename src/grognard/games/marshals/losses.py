"""Attackers eliminated (RES.AE): which units pay for a failed attack."""

from __future__ import annotations

from typing import ClassVar

from ...engine.asking import Left
from ...engine.bounds import Number
from ...engine.flow import Ask, Refusal
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.standard import ChooseUnit
from ...engine.telling import counted
from .model import M


def lose_attackers(g: M, need: int, pool: tuple[tuple[Piece, int], ...]) -> None:
    """RES.AE, R4 Remove attackers; the owner is asked only if he has a choice."""
    total = sum(factor for _, factor in pool)
    if total > need:
        g.call(LoseAttackers(need, pool))
        return
    for piece, factor in pool:
        if factor or total < need:
            g.remove(piece, g.game.dead, rule="RES.AE")


class LoseAttackers(ChooseUnit):
    """RES.AE, R4 The attacker removes ground attackers whose factors reach the defence, none superfluous."""

    need: Number
    pool: tuple[tuple[Piece, Number], ...]
    """Every ground attacker with its factor."""
    lost: Pieces = Pieces(0)
    forced: ClassVar[bool] = True
    verb: ClassVar[str] = "lose"
    labels: ClassVar[dict[str, str]] = {"lose": "Lose {}"}

    def ask(self, g: M) -> Ask:
        left = self.need - self.sum(self.lost)
        prompt = f"Choose attackers to lose: {counted(left, 'more factor')}."
        return Ask(prompt=prompt, rule="RES.AE", left=Left(left, "factors"))

    def sum(self, units: int) -> int:
        """The factors of a set of attackers."""
        return sum(factor for piece, factor in self.pool if units >> piece & 1)

    def eligible(self, g: M) -> list[Piece]:
        """Every unit that belongs to some set without superfluous units."""
        return [piece for piece, _ in self.pool if not self.lost >> piece & 1 and self.may_lose(piece)]

    def may_lose(self, piece: int) -> bool:
        """Whether the units lost so far and this one fit into a set of which no unit is superfluous."""
        chosen = self.lost | one(piece)
        return any(self._completes(chosen, least) for least in {factor for _, factor in self.pool if factor})

    def _completes(self, chosen: int, least: int) -> bool:
        """Whether such a set exists whose smallest factor is `least`.

        A set has no superfluous unit exactly when it reaches the number and would not without its smallest.
        """
        factors = dict(self.pool)
        taken = [factors[p] for p in each(chosen)]
        if min(taken) < least:
            return False
        rest = [f for p, f in self.pool if f >= least and not chosen >> p & 1]
        start = sum(taken)
        if least not in taken:
            if least not in rest:
                return False
            rest.remove(least)
            start += least
        sums = 1 << start
        for factor in rest:
            sums |= sums << factor
        wanted = ((1 << least) - 1) << self.need
        return bool(sums & wanted)

    def refuse(self, g: M, piece: Piece) -> Refusal | None:
        """Why a unit cannot be chosen."""
        if piece not in dict(self.pool) or self.lost >> piece & 1:
            return Refusal(f"{g.game.roster[piece].name} is not a ground attacker of this battle", "BMB.2")
        if not self.may_lose(piece):
            return Refusal("that would lose a unit more than necessary", "RES.AE")
        return None

    def on_lose(self, g: M, unit: Piece) -> None:
        """Remove a unit."""
        g.remove(unit, g.game.dead, rule="RES.AE")
        self.lost = Pieces(self.lost | one(unit))
        if self.sum(self.lost) >= self.need:
            g.end()
