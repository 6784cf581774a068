"""One battle, or one barrage: what is known of it while it is fought (7.2, b.8 and b.9 of the sequence)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...engine.bounds import Either, Few, Number, Word
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place
from .model import K, Work, is_on_map
from .odds import Air, Attack


class Battle(Work):
    """7.2 One attack or barrage; `resolution` leads it through its stages."""

    side: Either
    """Who attacks."""
    target: Place
    units: Pieces = Pieces(0)
    """Ground units that attack, the cruiser among them; none in a barrage."""
    air: Air = ()
    column: Few | None = None
    modifier: Number = 0
    barrage: bool = False
    stage: Annotated[int, Meta(ge=0, le=7)] = 0
    result: Word = ""
    defenders: Pieces = Pieces(0)
    hexes: Few = 0
    """Hexes that the defenders still have to retreat."""
    held: bool = False
    """7.1a Whether a settlement held the retreat."""
    retreated: bool = False
    """10.1, R35 Whether a defender retreated, be it to his death."""
    followers: tuple[tuple[Piece, Place], ...] = ()
    """12.1b, R37 HQs stacked with attackers when the attack was announced, and where."""

    @property
    def defender(self) -> int:
        """The other side."""
        return 1 - self.side

    @property
    def attack(self) -> Attack:
        """Who attacks what."""
        return Attack(self.target, self.units, self.air)

    def standing(self, g: K, pieces: int) -> Pieces:
        """Those of some units that are still on the map."""
        return Pieces(sum(1 << p for p in each(pieces) if is_on_map(g, p)))

    def holding(self, g: K) -> Pieces:
        """Defenders that are still in the hex."""
        return Pieces(self.defenders & g.here.get(self.target, 0))
