"""A result while it is applied: what is known of it (6.5, 7.4, 8.15)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...engine.bounds import Either, Number
from ...engine.flow import Seat
from ...engine.pieces import Piece, Pieces, one
from ...engine.places import Places
from ...engine.standard import ChooseUnit
from .model import S, Work, on_map


class Harm(Work):
    """6.5, 7.4, 8.15, R10 One side's result with the units involved in it; `suffer` leads it through its stages."""

    side: Either
    involved: Pieces
    number: Number
    circled: bool
    checks: bool
    """Whether each unit makes a Morale Check (fire), or morale is compared with the number (combat)."""
    may_hold: bool = True
    """7.44, R9 Whether a step may be paid instead of the retreat."""
    helpless: bool = False
    """7.56, R15 Whether units that fall back on others are helpless: in fire and combat phases."""
    stage: Annotated[int, Meta(ge=0, le=7)] = 0
    several: bool = False
    """R11 Whether two or more units were involved when the result was read."""
    loser: Piece | None = None
    """7.45 Who took the circled loss."""
    to_check: Pieces = Pieces(0)
    failed: Pieces = Pieces(0)
    """Units that must retreat and have not gone yet."""
    shaken: Pieces = Pieces(0)
    """7.53, R51 Units of this side that were disrupted before the result."""
    fleeing: Pieces = Pieces(0)
    """R13 All units that have retreated or must retreat in this result."""
    hexes: Places = Places(0)
    """7.57 Where the failed units stood: others may leave these hexes with them."""

    def left(self, g: S) -> Pieces:
        """The units involved that are still on the map."""
        return on_map(g, self.involved)

    def payers(self, g: S) -> Pieces:
        """7.44, 7.45, R11 Who may pay a step: not who took the circled loss, if there were two or more."""
        left = self.left(g)
        return left if self.loser is None or not self.several else Pieces(left & ~one(self.loser))


class SufferingChooses(ChooseUnit):
    """The side that suffers the result chooses one of its units, in either Player-Turn."""

    def seat(self, g: S) -> Seat:
        """The owner of the units."""
        return Seat(g.find(Harm).side)
