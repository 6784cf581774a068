"""A game with secrets for tests: the Russians, and whoever watches, see German counters only from behind."""

from __future__ import annotations

from typing import Any

from grognard.engine.flow import Seat
from grognard.engine.pieces import Pieces
from grognard.games import marshals
from grognard.games.marshals import Marshals
from grognard.games.marshals.model import GERMAN

__file__ = marshals.__file__  # it plays with the other game's data


class SecretMarshals(Marshals):
    """The other game, with blind German counters."""

    id = "secret"
    title = "Blind counters"

    def concealed(self, g: Any, seat: Seat | None) -> Pieces:
        """Everything German, from everybody but the German player, until the game is over."""
        if g.outcome is not None or seat == 1:
            return Pieces(0)
        return self.roster.of_side[GERMAN]

    def overlays(self, g: Any, seat: Seat | None) -> dict[str, dict[str, int]]:
        """Nothing that could tell where which German stands."""
        return {} if self.concealed(g, seat) else super().overlays(g, seat)
