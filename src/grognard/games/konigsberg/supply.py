"""Supply and isolation (11): sources, lines, Königsberg as a full or limited centre, contagion by HQs."""

from __future__ import annotations

from typing import Literal

from ...engine.control import occupied
from ...engine.derived import derived
from ...engine.pieces import Piece, each
from ...engine.places import Place, Places
from ...engine.supply import line, traced
from .model import GERMAN, ISOLATED, OOS, SOVIET, K, Work, on_map
from .zones import zone

Centre = Literal["full", "limited", "none"]
SUPPLIED, OUT, CUT_OFF = 0, 1, 2
"""The states of a unit: supplied, out of supply, isolated."""


@derived
def passable(g: K, side: int) -> Places:
    """11.1a, 3.4, R65 The hexes of supply lines: no enemy, and no enemy zone unless a friend stands there."""
    enemy = 1 - side
    return Places(g.game.map.dry & ~occupied(g, enemy) & (~zone(g, enemy) | occupied(g, side)))


@derived
def konigsberg(g: K) -> Centre:
    """11.2b, 11.2c, R67 Whether Königsberg is a full source, a limited one or none: the Autobahn to Elbing decides."""
    terrain = g.game.map
    open_ = passable(g, GERMAN)
    if not open_ >> terrain.konigsberg & 1:
        return "none"
    return "limited" if terrain.autobahn & ~open_ else "full"


def sources(g: K, side: int) -> Places:
    """11.2, 11.2a The sources of a side that work without limit; Königsberg only while it is full."""
    terrain, taken = g.game.map, g.state.split_taken
    if side == SOVIET:
        return Places(terrain.soviet_sources | taken)
    mask = terrain.german_sources | terrain.split_sources & ~taken
    return Places(mask | 1 << terrain.konigsberg if konigsberg(g) == "full" else mask)


def retreat_sources(g: K, side: int) -> Places:
    """9.2b, R27 The sources towards which units retreat: Königsberg even if limited, none with an enemy in it."""
    terrain, taken = g.game.map, g.state.split_taken
    if side == SOVIET:
        mask: int = terrain.soviet_sources | taken
    else:
        mask = terrain.german_sources | terrain.split_sources & ~taken | 1 << terrain.konigsberg
    return Places(mask & ~occupied(g, 1 - side))


@derived
def supplied_hexes(g: K, side: int) -> Places:
    """11.1, R65 The hexes from which a line of any length leads to a full source."""
    through = passable(g, side)
    return traced(sources(g, side) & through, g.game.map.supply, through)


@derived
def limited_hexes(g: K) -> Places:
    """11.2c The hexes from which a line of at most ten hexes leads to limited Königsberg."""
    if konigsberg(g) != "limited":
        return Places(0)
    through = passable(g, GERMAN)
    longest: int = g.game.entry("supply", "limited_range")
    return traced(1 << g.game.map.konigsberg, g.game.map.supply, through, longest)


def state_of(g: K, piece: int) -> int:
    """0.8d The supply state of a unit as its marker shows it."""
    flags = g.flags[piece]
    return CUT_OFF if flags & ISOLATED else OUT if flags & OOS else SUPPLIED


def own_states(g: K, side: int) -> dict[Piece, int]:
    """11.0, 11.2c, 11.3d, R67, R69 The states that their own lines give a side's units in a Supply Phase."""
    immobile, where, supplied = g.game.immobile, g.where, supplied_hexes(g, side)
    limited = limited_hexes(g) if side == GERMAN else Places(0)
    states: dict[Piece, int] = {}
    for piece in each(on_map(g, side)):
        if immobile >> piece & 1 or supplied >> where[piece] & 1:
            states[piece] = SUPPLIED
        elif limited >> where[piece] & 1:
            states[piece] = OUT
        else:
            states[piece] = CUT_OFF if state_of(g, piece) else OUT
    return states


def new_states(g: K) -> dict[Piece, int]:
    """11.3c, R68 The new state of every unit: its own, or that of its HQ if that is worse."""
    game = g.game
    states = own_states(g, GERMAN) | own_states(g, SOVIET)
    for hq in each((on_map(g, GERMAN) | on_map(g, SOVIET)) & game.hqs):
        for piece in each(game.formation[hq] & ~game.immobile):
            if piece in states:
                states[piece] = max(states[piece], states[hq])
    return states


class SupplyPhase(Work):
    """1.4, 11.0 Both sides determine the supply of their units, all at the same time."""

    def run(self, g: K) -> None:
        """Write the states."""
        g.end()
        for piece, state in new_states(g).items():
            if state == state_of(g, piece):
                continue
            if state == SUPPLIED:
                g.clear_flag(piece, ISOLATED)
                g.clear_flag(piece, OOS, text="is in supply again", rule="11.0/4")
            elif state == OUT:
                g.clear_flag(piece, ISOLATED)
                g.set_flag(piece, OOS, text="is out of supply", rule="11.0/2")
            else:
                g.clear_flag(piece, OOS)
                g.set_flag(piece, ISOLATED, text="is isolated", rule="11.0/3")


def supply_line(g: K, piece: Piece) -> tuple[Place, ...]:
    """11.1 A shortest line of a unit to a source, for people; to limited Königsberg where nothing else is left."""
    side, here = g.game.side_of[piece], g.where[piece]
    through = passable(g, side)
    found = line(here, sources(g, side) & through, g.game.map.supply, through)
    if found or side == SOVIET or konigsberg(g) != "limited":
        return found
    short = line(here, 1 << g.game.map.konigsberg, g.game.map.supply, through)
    longest: int = g.game.entry("supply", "limited_range")
    return short if len(short) <= longest + 1 else ()
