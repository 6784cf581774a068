"""One battle: what is known of it while it is fought."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...engine.bounds import Few, Number, Word
from ...engine.pieces import Piece, Pieces, one
from ...engine.places import Place, Places
from .disruption import disrupt
from .model import GERMAN, M, Work
from .odds import Attack


class Battle(Work):
    """SEQ.A3b One attack while it is resolved; `resolution` leads it through its stages."""

    attack: Attack
    defenders: Pieces
    still_attacked: Places = Places(0)
    """RET.1 Other hexes whose ground attack is still to be resolved."""
    stage: Annotated[int, Meta(ge=0, le=7)] = 0
    held: Pieces = Pieces(0)
    """Defenders with No Retreat orders."""
    was_disrupted: Pieces = Pieces(0)
    struck: Pieces = Pieces(0)
    """Defenders Disrupted by this attack."""
    friends: Places = Places(0)
    """RET.1, R7, R56 Hexes with units of the defender's side before anyone retreats."""
    attacked_from: Places = Places(0)
    """RET.1, RET.2 Hexes with a ground attacker; bombardment bars nothing."""
    column: Few = 0
    defence: Number = 0
    results: tuple[tuple[Piece, Word], ...] = ()
    ground_factors: tuple[tuple[Piece, Number, Number], ...] = ()
    """Each ground attacker with its whole factor (for AE) and the halves used (for the advance)."""
    pending: Pieces = Pieces(0)
    """Defenders that still have to retreat or to choose."""
    retreats: tuple[tuple[Piece, tuple[Place, ...]], ...] = ()
    """Who retreated by which way."""

    def result(self, piece: int) -> str:
        """What a defender read."""
        return next(result for p, result in self.results if p == piece)

    def disrupt(self, g: M, piece: Piece, rule: str) -> None:
        """A defender is Disrupted by this attack."""
        if disrupt(g, piece, rule):
            self.struck = Pieces(self.struck | one(piece))


def automatic_orders(g: M, defenders: Pieces, target: Place) -> Pieces:
    """NR.2, R48 Fixed units and all Germans in central Berlin are always under No Retreat orders."""
    if target == g.game.map.centre:
        return Pieces(defenders & (g.game.roster.of_side[GERMAN] | ~g.game.mobile))
    return Pieces(defenders & ~g.game.mobile)
