"""One battle (12.2): what is known of it while it is fought."""

from __future__ import annotations

from ...engine.bounds import Few, Number, Word
from ...engine.flow import Seat
from ...engine.pieces import Pieces, each
from ...engine.places import Places
from .model import R, Work, other, phasing_seat
from .odds import Attack
from .results import Crt, Who


class Battle(Work):
    """12.2 One declared attack; `resolution` leads it through the steps of its result."""

    units: Pieces
    """The attackers."""
    targets: Places
    crt: Crt
    bases: Places = Places(0)
    """The hexes from which they attack."""
    defenders: Pieces = Pieces(0)
    column: Few = 0
    result: Word = ""
    effect: Number = 0
    """How many steps of the result have been done."""
    distance: Few = 0
    """13.2 How far the losers retreat."""
    pending: Pieces = Pieces(0)
    """Units that still have to retreat, or to decide whether they do."""

    @property
    def attack(self) -> Attack:
        """Who attacks what."""
        return Attack(self.units, self.targets)

    def seat_of(self, g: R, who: Who) -> Seat:
        """12.1, 16.10b The attacker is the phasing player; the other decides for the defenders, garrison included."""
        return phasing_seat(g) if who == "attacker" else other(phasing_seat(g))

    def standing(self, g: R, who: Who) -> Pieces:
        """The involved units of a force that are still on the map."""
        size = g.game.board.size
        force = self.units if who == "attacker" else self.defenders
        return Pieces(sum(1 << p for p in each(force) if g.where[p] < size))


def against(who: Who) -> Who:
    """The other force."""
    return "defender" if who == "attacker" else "attacker"
