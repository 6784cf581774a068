"""What happens when a piece comes to a hex, and HQs (12.1, 12.8): overrun, loss, release; Mikosch (15.1b).

Every piece that moves, retreats, advances or is placed goes through `enter`.
"""

from __future__ import annotations

from ...engine.control import occupied
from ...engine.events import Said
from ...engine.pieces import Piece, each
from ...engine.places import Place, Places, gather, members
from ...engine.position import is_on
from .model import FREED, GERMAN, SOVIET, K, is_on_map, name_of
from .stacking import crowded, lone_hqs
from .zones import zone


def enter(g: K, piece: Piece, path: tuple[Place, ...]) -> None:
    """4.7, 14.1, R36, R62, R85 A piece has come along a way: HQs in it are overrun, hexes change hands."""
    hexes = gather(path)
    game = g.game
    side = game.side_of[piece]
    if game.combat >> piece & 1:
        lone = lone_hqs(g, 1 - side) & hexes
        for place in members(lone):
            overrun(g, piece, place)
        take(g, piece, hexes)
    if side == SOVIET and not g.state.alarm and hexes & game.map.near_konigsberg:
        g.set(alarm=True)
    call_mikosch(g)


def overrun(g: K, piece: Piece, place: Place) -> None:
    """12.1d, R76 A lone enemy HQ is lost with its chit."""
    enemy = g.game.roster.of_side[1 - g.game.side_of[piece]]
    for hq in each(g.here.get(place, 0) & g.game.hqs & enemy):
        lose_hq(g, hq, "12.1d", f"is overrun by {name_of(g, piece)}")


def lose_hq(g: K, hq: Piece, rule: str, how: str = "is lost") -> None:
    """12.1c, R87 An HQ is out of the game, and its chit with it, wherever that is."""
    game = g.game
    g.flags[hq] = 0
    g.remove(hq, game.dead, how=how, rule=rule)
    chit = game.chit_of[hq]
    if g.where[chit] != game.removed:
        g.place(chit, game.removed, how="leaves the game", rule="12.1c(2)")


def take(g: K, piece: Piece, hexes: Places) -> None:
    """14.1, 11.2a, R62, R70, R85 A combat unit takes hexes for its side."""
    game, state = g.game, g.state
    side = game.side_of[piece]
    held = state.soviet_held
    after = Places(held | hexes if side == SOVIET else held & ~hexes)
    if after == held:
        return
    g.set(soviet_held=after)
    for place in members((held ^ after) & game.map.objectives):
        rule = "14.1/2" if side == SOVIET else "14.1/4"
        g.emit(Said(text="{p0} takes the victory hex {h0}.", pieces=(piece,), places=(place,), rule=rule))
    if side == GERMAN:
        return
    split = hexes & game.map.split_sources & ~state.split_taken
    if split:
        g.set(split_taken=Places(state.split_taken | split))
        for place in members(split):
            g.emit(Said(text="The supply source {h0} is Soviet for good.", places=(place,), rule="11.2a"))
    if soviet_points(g) >= game.entry("release", "points"):
        for hq in each(game.fixed_hqs):
            release(g, hq)


def soviet_points(g: K) -> int:
    """0.8b, 14.1 Victory hexes in Soviet hands."""
    return (g.state.soviet_held & g.game.map.objectives).bit_count()


def release(g: K, hq: Piece) -> None:
    """12.8, R58 The HQ of the 6th or 55th Corps may move from now on."""
    if is_on_map(g, hq):
        g.set_flag(hq, FREED, text="may move from now on", rule="12.8/2")


def attacked_there(g: K, place: Place) -> None:
    """12.8, R42 The hex has been attacked: an HQ of the 6th or 55th Corps in it is released."""
    for hq in each(g.here.get(place, 0) & g.game.fixed_hqs):
        release(g, hq)


def is_fixed(g: K, hq: int) -> bool:
    """12.8 Whether an HQ may not move."""
    return bool(g.game.fixed_hqs >> hq & 1) and not g.flags[hq] & FREED


def call_mikosch(g: K) -> None:
    """15.1b, R79 Mikosch appears in Pillau once a Soviet is near Königsberg, as soon as Pillau is free for him."""
    game = g.game
    piece = game.mikosch
    if not g.state.alarm or g.where[piece] != game.due or not is_on(g, "mikosch"):
        return
    pillau = game.map.pillau
    barred = crowded(g, piece) | zone(g, SOVIET) | occupied(g, SOVIET) | g.state.soviet_held
    if not barred >> pillau & 1:
        g.place(piece, pillau, how="is assembled", cause="arrival", rule="15.1b")
