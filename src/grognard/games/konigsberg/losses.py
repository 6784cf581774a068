"""Step losses (8): the strongest unit first, then as the owner likes; losses of retreats as he likes (9.0b, 9.0c)."""

from __future__ import annotations

from typing import ClassVar, Literal

from ...engine.bounds import Number, Word
from ...engine.flow import Action, Ask, Refusal
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.telling import counted
from .model import K, SideDecides, is_on_map, name_of
from .stacking import strongest

WHY = {
    "7.1a/2": "The houses are held. ",
    "9.0b/2": "The way back is barred. ",
    "9.0c": "The way back led through an enemy zone of control. ",
    "9.0e": "Who cannot move pays for the retreat. ",
}
"""What a loss is for, where it is not the result itself."""

First = Literal["", "attack", "defence"]


def lose_step(g: K, piece: Piece, rule: str) -> None:
    """8.0, 8.0d, 8.0e, 12.5(3) A unit loses a step: it is flipped, or eliminated; Volksturm go back to their box."""
    game = g.game
    if g.steps[piece] > 1:
        g.set_steps(piece, g.steps[piece] - 1, rule=rule)
        return
    g.flags[piece] = 0
    if game.militia >> piece & 1:
        g.remove(piece, game.volksturm, how="is scattered and goes back to its box", rule="12.5(3)")
    else:
        g.remove(piece, game.dead, rule=rule)


def take_losses(g: K, side: int, pool: int, steps: int, rule: str, first: First = "") -> None:
    """8.0a-c A side loses steps from a pool of units; where all are lost, or only one unit is there, without asking."""
    frame = Losses(side, Pieces(pool), steps, first, rule)
    frame.settle(g)
    if frame.left and frame.pool:
        g.call(frame)


class Losses(SideDecides):
    """8.0a, 8.0b, 8.0c The owner says who takes the next loss."""

    pool: Pieces
    left: Number
    first: First
    rule: Word
    forced: ClassVar[bool] = True

    def ask(self, g: K) -> Ask:
        many = f" {counted(self.left, 'step')} to lose." if self.left > 1 else ""
        kind = " The first must hit a strongest unit." if self.first else ""
        prompt = f"{WHY.get(self.rule, '')}Who loses a step?{many}{kind}"
        return Ask(prompt=prompt, rule=self.rule, pieces=each(self.pool))

    def able(self, g: K) -> Pieces:
        """8.0a Those that may take the next loss."""
        return strongest(g, self.pool, self.first == "attack") if self.first else self.pool

    def choices(self, g: K) -> list[Action]:
        """Each of them."""
        return g.acts("lose", each(self.able(g)))

    def refusal(self, g: K, action: Action) -> Refusal | None:
        piece = action.args[0]
        if self.able(g) >> piece & 1:
            return None
        if self.pool >> piece & 1:
            return Refusal("the first loss hits the unit with the highest printed strength", "8.0a")
        return Refusal(f"{name_of(g, piece)} has no part in these losses", self.rule)

    def label(self, g: K, action: Action) -> str:
        piece = action.args[0]
        return f"{name_of(g, piece)} {'is reduced' if g.steps[piece] > 1 else 'is eliminated'}"

    def on_lose(self, g: K, unit: Piece) -> None:
        """A step is lost."""
        self.lose(g, unit)
        self.settle(g)
        if not self.left or not self.pool:
            g.end()

    def lose(self, g: K, unit: Piece) -> None:
        """One step of one unit."""
        lose_step(g, unit, self.rule)
        self.left -= 1
        self.first = ""
        if not is_on_map(g, unit):
            self.pool = Pieces(self.pool & ~one(unit))

    def settle(self, g: K) -> None:
        """Everything that leaves no choice: the whole pool is lost, or one unit is all there is."""
        while self.left and self.pool:
            able = self.able(g)
            if self.left < sum(g.steps[p] for p in each(self.pool)) and able.bit_count() > 1:
                return
            self.lose(g, each(able)[0])
