"""Who may have advice at a table.

Who plays with somebody else gets hints only where all agreed to them when the table was opened. Whoever plays alone,
against bots or on both sides, may ask at any time. In a game with secrets nobody looks back before it is over: reasons
and better plans would say what was hidden. There are no rated games; when there are, they get no hints.
"""

from __future__ import annotations

from ..errors import Conflict, Forbidden
from .game import PlayedGame


def refuse_hints(played: PlayedGame) -> Conflict | Forbidden | None:
    """Why nobody at a table gets hints; None where they do."""
    if played.closed or played.table.over:
        return Conflict("the game is over", seq=played.seq)
    if _with_others(played) and not played.stored.hints:
        return Forbidden("no hints are given here: those who play did not agree to it when the table was opened")
    return None


def refuse_looking_back(played: PlayedGame) -> Conflict | Forbidden | None:
    """Why nobody is told what was good and bad at a table, and why it was done; None where they are."""
    if played.closed:
        return Conflict("the game cannot be played again: its rules have changed since")
    if played.table.over:
        return None
    if played.has_secrets:
        return Conflict("a game with secrets is looked back at when it is over")
    if _with_others(played) and not played.stored.hints:
        return Conflict("a game with somebody else is looked back at when it is over")
    return None


def _with_others(played: PlayedGame) -> bool:
    """Whether people play against each other by links; at one board they can see what the other asks."""
    return any(player in ("open", "guest") for player in played.players.values())
