"""Random play of our games beside random play of python-chess, which many people have measured.

Both take turns in one process, so that a busy machine slows both.
"""

from __future__ import annotations

import time
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

import msgspec

from ..engine.errors import SetupError
from ..engine.game import Game
from .bench import random_pace


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """Decisions for each second of processor time, medians of all rounds; and how many times as many as in chess."""

    game: str
    decisions_per_cpu_s: float
    chess_per_cpu_s: float
    ratio: float
    """Of the medians."""
    lowest: float
    """Of the ratios in single rounds."""
    highest: float


def load_chess() -> Any:
    """The package python-chess, which only this needs."""
    try:
        return import_module("chess")
    except ImportError:
        raise SetupError("python-chess is not installed; 'pip install chess' installs it") from None


def beside_chess(game: Game[Any], chess: Any, *, games: int, rounds: int) -> Beside:
    """A game and chess in turn; which of them goes first changes from round to round."""
    ours: list[float] = []
    theirs: list[float] = []
    for number in range(rounds):
        if number % 2:
            theirs.append(chess_pace(chess, games, number))
        ours.append(random_pace(game, games))
        if not number % 2:
            theirs.append(chess_pace(chess, games, number))
    ratios = [here / there for here, there in zip(ours, theirs, strict=True)]
    return Beside(
        game=game.id,
        decisions_per_cpu_s=median(ours),
        chess_per_cpu_s=median(theirs),
        ratio=median(ours) / median(theirs),
        lowest=min(ratios),
        highest=max(ratios),
    )


def chess_pace(chess: Any, games: int, seed: int) -> float:
    """Moves for each second of processor time in random games of chess, with all legal moves listed at each step."""
    rng = Random(seed)
    moves = 0
    began = time.process_time()
    for _ in range(games):
        board = chess.Board()
        legal = list(board.legal_moves)
        while legal and not _drawn(board):
            board.push(rng.choice(legal))
            moves += 1
            legal = list(board.legal_moves)
    return moves / max(time.process_time() - began, 1e-9)


def _drawn(board: Any) -> bool:
    """Whether the game is over although there are legal moves."""
    return bool(board.is_insufficient_material() or board.is_seventyfive_moves() or board.is_fivefold_repetition())
