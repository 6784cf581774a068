"""What `render` of an environment returns: text, SVG or an image of the position with all its counters."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..draw import to_png
from ..draw.board_text import board_text
from ..draw.scene import base_svg, layer_svg
from ..engine.board import Board
from ..engine.game import Game
from ..engine.position import Position
from ..extras import needed
from ..notebook import show, standing

MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH = 960


def rendered(game: Game[Any], g: Position[Any, Any], mode: str | None) -> Any:
    """A position in one of these forms; `human` prints the text."""
    if mode is None:
        return None
    if mode == "svg":
        return show(g).svg
    if mode == "rgb_array":
        return image(g)
    text = f"{board_text(g, game.names)}\n{game.headline(g)}"
    if mode == "ansi":
        return text
    print(text)
    return None


def image(g: Position[Any, Any], width: int = WIDTH) -> NDArray[np.uint8]:
    """The position as pixels. The map is painted once, and the counters are laid over it."""
    game = g.game
    above = _opened(to_png(layer_svg(game.board, standing(g), game.flags), width))
    whole = _map(game.board, width).copy()
    whole.alpha_composite(above)
    return np.asarray(whole.convert("RGB"))


@lru_cache(maxsize=8)
def _map(board: Board, width: int) -> Any:
    return _opened(to_png(base_svg(board), width))


def _opened(png: bytes) -> Any:
    return needed("PIL.Image", "rl", "an image of a position").open(io.BytesIO(png)).convert("RGBA")
