"""The players' guides: each in the package of its game; those of our own games lie together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grognard

from ...engine import Game
from ..errors import Unknown

HERE = Path(str(grognard.__file__)).parent
GUIDE = "guide.md"


def guide(game: Game[Any]) -> str:
    """The guide of a game as Markdown."""
    # A wheel has them in one folder, a checkout in another.
    ours = (HERE / "guides", HERE.parents[1] / "docs" / "games")
    for file in (game.home / GUIDE, *(folder / f"{game.id}.md" for folder in ours)):
        if file.is_file():
            return file.read_text(encoding="utf-8")
    raise Unknown(f"{game.id} has no guide")
