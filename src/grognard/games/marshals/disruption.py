"""Disruption and recovery (DIS, SEQ.A2)."""

from __future__ import annotations

from ...engine.events import Said
from ...engine.pieces import Piece, each
from ...engine.places import Places
from ...engine.position import is_on
from .model import DISRUPTED, M, is_dual, owned_by


def disrupt(g: M, piece: Piece, rule: str) -> bool:
    """RES.D1, DIS.6 Disrupt a unit; Hitler cannot be. Says whether it is Disrupted now."""
    if piece == g.game.hitler:
        return False
    if g.flags[piece] & DISRUPTED:
        g.emit(Said(text="{p0} is Disrupted again.", pieces=(piece,), rule=rule))
    g.set_flag(piece, DISRUPTED, text="is Disrupted", rule=rule)
    return True


def recover(g: M, piece: Piece, rule: str) -> None:
    """DIS.5, SEQ.A2, SEQ.A3c Make a unit ready: only one of the other player's, and garrisons never recover."""
    theirs = owned_by(g, 1 - g.state.player) & ~g.game.garrisons
    if theirs >> piece & 1 and not _must_wait(g, piece):
        g.clear_flag(piece, DISRUPTED, text="recovers", rule=rule)


def recover_unattacked(g: M, targets: Places) -> None:
    """SEQ.A2, R12 The other player's Disrupted units that are not being attacked recover."""
    size = g.game.board.size
    for piece in each(owned_by(g, 1 - g.state.player)):
        place = g.where[piece]
        if g.flags[piece] & DISRUPTED and place < size and not targets >> place & 1:
            recover(g, piece, "SEQ.A2")


def _must_wait(g: M, piece: Piece) -> bool:
    """SET.2, R52 With the option, the 28. Army waits for turn 2 in the dual game too."""
    return bool(g.game.army28 >> piece & 1 and is_dual(g) and g.state.turn == 1 and is_on(g, "army28_waits_in_dual"))
