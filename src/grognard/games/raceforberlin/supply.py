"""Supply (3.1): lines of free zones to a source of the own camp."""

from __future__ import annotations

from ...engine.events import Began
from ...engine.places import Places, iterate
from ...engine.supply import traced
from .model import OOS, SOVIET, R, Work
from .zones import occupation, on_map


def soviet_lines(g: R, camp: int) -> Places:
    """3.1.1b All zones from which a Soviet camp can trace a line to one of its supply zones."""
    sources, free = soviet_net(g, camp)
    return traced(sources, g.game.board.steps, free)


def soviet_net(g: R, camp: int, taken: int = 0) -> tuple[int, int]:
    """3.1.1b, 3.1.2, R12 A Soviet camp's sources and the zones its lines may pass, as if it had taken some zones."""
    game, here = g.game, occupation(g)
    berlin = game.map.berlin
    german = here.german & ~taken
    own, other = here.soviet_of[camp] | taken, here.soviet_of[1 - camp]
    empty = game.board.all & ~own & ~german & ~g.state.us & ~berlin & ~_next_to(g, german)
    sources = game.map.soviet_supply[camp] & ~german & ~g.state.us
    return sources, (own | empty) & ~other


def _next_to(g: R, german: int) -> int:
    """3.1.2b, 3.1.2c Zones next to Germans; a unit that shares its Berlin zone with Soviets is next to no zone
    outside the city."""
    terrain, here = g.game.map, occupation(g)
    found = 0
    for zone in iterate(german):
        near: int = terrain.next[zone]
        if terrain.berlin & here.soviet & 1 << zone:
            near &= terrain.berlin
        found |= near
    return found


def german_lines(g: R) -> Places:
    """3.1.1c, 3.1.2b, R12 All zones from which Germans can trace a line to a German supply zone."""
    game, here = g.game, occupation(g)
    threatened = 0
    for zone in iterate(here.soviet):
        threatened |= game.map.next[zone]
    empty = game.board.all & ~here.german & ~here.soviet & ~g.state.us & ~threatened
    free = (here.german & ~here.soviet) | empty
    sources = game.map.german_supply & ~here.soviet & ~g.state.us
    return traced(sources, game.board.steps, free)


def is_supplied(g: R, piece: int, lines: tuple[int, int, int]) -> bool:
    """3.1.1a, 9.2.2b Whether a unit stands on a line; Germans in Berlin always do."""
    zone = g.where[piece]
    if g.game.side_of[piece] == SOVIET:
        return bool(lines[g.game.camp[piece]] >> zone & 1)
    return bool((lines[2] | g.game.map.berlin) >> zone & 1)


class Supply(Work):
    """3.1 B.1 Every unit on the map is marked supplied or out of supply."""

    def run(self, g: R) -> None:
        """Trace all lines at once."""
        g.emit(Began(title="Supply", name="supply", rule="3.1"))
        lines = (soviet_lines(g, 0), soviet_lines(g, 1), german_lines(g))
        for piece in on_map(g, g.game.soviets | g.game.germans):
            if is_supplied(g, piece, lines):
                g.clear_flag(piece, OOS, text="is supplied again", rule="3.1.1a")
            else:
                g.set_flag(piece, OOS, text="is out of supply", rule="3.1.3d")
        g.end()
