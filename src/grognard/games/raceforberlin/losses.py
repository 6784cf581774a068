"""Step losses (8.2): spread over all units, shared between two German owners."""

from __future__ import annotations

from typing import ClassVar

from ...engine.asking import Left
from ...engine.bounds import Number
from ...engine.flow import Ask, Refusal, Seat
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.standard import ChooseUnit
from .model import REDUCED, R
from .zones import on_map


def lose_step(g: R, piece: Piece, rule: str = "8.2.1a") -> None:
    """8.2.1 A full unit is reduced, a reduced one eliminated."""
    if g.flags[piece] & REDUCED:
        eliminate(g, piece, rule)
    else:
        g.set_flag(piece, REDUCED, text="is reduced", rule=rule)


def eliminate(g: R, piece: Piece, rule: str = "8.2.1a") -> None:
    """8.2.1 Off the map, with all its states forgotten."""
    g.remove(piece, g.game.dead, rule=rule)
    g.flags[piece] = 0


class LoseSteps(ChooseUnit):
    """8.2.2 All units of one side take a step before any takes a second.

    Germans of both camps share: the camp that does not attack is first, then they alternate, but no unit is hit twice
    while another is untouched (R63).
    """

    pool: Pieces
    left: Number
    first: Number
    """The camp that takes the first step."""
    hit: Pieces = Pieces(0)
    taken: Number = 0
    forced: ClassVar[bool] = True
    verb: ClassVar[str] = "lose"
    labels: ClassVar[dict[str, str]] = {"lose": "{} loses a step"}

    def seat(self, g: R) -> Seat:
        """The owner of the units that can be hit."""
        return Seat(g.game.camp[self.eligible(g)[0]])

    def ask(self, g: R) -> Ask:
        prompt = f"Choose a unit to lose a step ({self.left} to lose)."
        return Ask(prompt=prompt, rule="8.2.2a", left=Left(self.left, "steps"))

    def eligible(self, g: R) -> list[Piece]:
        """8.2.2, R63, R34 The units of which one takes the next step."""
        alive = on_map(g, self.pool)
        fresh = [p for p in alive if not self.hit >> p & 1]
        units = fresh or alive
        camp = self.first if self.taken % 2 == 0 else 1 - self.first
        mine = [p for p in units if g.game.camp[p] == camp]
        return mine or units

    def why_not(self, g: R, piece: Piece) -> Refusal:
        """Why not this one."""
        if piece not in on_map(g, self.pool):
            return Refusal("that unit does not take part", "8.2.1a")
        if self.hit >> piece & 1 and not all(self.hit >> p & 1 for p in self.eligible(g)):
            return Refusal("every unit takes one step before any takes a second", "8.2.2a")
        return Refusal("it is the other camp's turn to lose a step", "8.2.2b")

    def on_lose(self, g: R, unit: Piece) -> None:
        """Take the step."""
        self.hit = Pieces(self.hit | one(unit))
        self.taken += 1
        self.left -= 1
        lose_step(g, unit)
        if not self.left or not on_map(g, self.pool):
            g.end()


def take_losses(g: R, pool: Pieces, steps: int, first: int) -> None:
    """R34 Ask for losses if there is somebody to take them."""
    if steps and on_map(g, pool):
        g.call(LoseSteps(pool, steps, first))


def survivors(g: R, pool: int) -> Pieces:
    """The units of a set that are still on the map."""
    mask = 0
    for piece in each(pool):
        if g.where[piece] < g.game.board.size:
            mask |= 1 << piece
    return Pieces(mask)
