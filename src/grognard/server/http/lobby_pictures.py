"""The lobby's small pictures of the maps, which are shipped with the games."""

from __future__ import annotations

from typing import Any

from ...engine import Game


def shipped_picture(game: Game[Any], palette: str) -> bytes | None:
    """A WebP picture of the game's own map; none where other data lie over it, or where none is shipped."""
    if len(game.pack.folders) > 1:
        return None
    file = game.home / f"picture-{palette}.webp"
    return file.read_bytes() if file.is_file() else None
