"""What bots calculate from the ground alone: who stands where and in what state, but not what he is about to do.

While units are designated, or an attack is planned, the ground does not change; nor does it between one decision and
the next. So the ground is the key of what depends on it: `@derived_from(by_ground)`.
"""

from __future__ import annotations

from typing import Any

from ...engine.declared import field_values
from ...engine.derived import derived, derived_by_game
from .model import GUEST, OOS, REDUCED, R, RaceGame

LASTING = REDUCED | OOS | GUEST
"""The flags that belong to the ground; modes, and who has acted or fought, do not."""
MOST_GROUNDS = 200


class Ground:
    """One ground. There is one object of each, so that it need not be compared unit by unit."""


@derived
def ground(g: R) -> Ground:
    """The ground of a position."""
    of_units = g.game.of_units
    flags = tuple([flags & LASTING for flags in of_units(g.flags)])
    return _ground(g.game, g.setup, of_units(g.where), flags, field_values(g.state))


@derived_by_game(most=MOST_GROUNDS)
def _ground(game: RaceGame, *parts: Any) -> Ground:
    return Ground()


def by_ground(g: R, *args: Any) -> tuple[Any, ...]:
    """The key of a value that depends on the ground and the arguments."""
    return ground(g), *args
