"""The duty to hold Berlin zones (9.1.5)."""

from __future__ import annotations

from ...engine.places import Places
from .model import R
from .victory import award
from .zones import occupation


def occupation_duty(g: R) -> None:
    """9.1.5, R39 Berlin zones without a Soviet unit fall back to level 0; a player who left one loses its value."""
    state, terrain = g.state, g.game.map
    soviet = occupation(g).soviet
    if not any(state.levels) and not state.vacated[0] | state.vacated[1]:
        return
    levels = [0 if not soviet >> zone & 1 else n for zone, n in zip(terrain.city, state.levels, strict=True)]
    left, empty = state.vacated, (Places(0), Places(0))
    if tuple(levels) != state.levels or left != empty:
        g.set(levels=tuple(levels), vacated=empty, rule="9.1.5a")
    for camp in (0, 1):
        for zone in terrain.city:
            if left[camp] >> zone & 1 and not soviet >> zone & 1:
                award(g, camp, -terrain.vp[zone], f"for leaving {g.game.place_title(zone)}", "9.1.5b")
