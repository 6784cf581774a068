"""The players' guides: shipped with the package, in a checkout those of `docs/games`."""

from __future__ import annotations

from pathlib import Path

import grognard

from ..errors import Unknown

HERE = Path(str(grognard.__file__)).parent
FOLDERS = (HERE / "guides", HERE.parents[1] / "docs" / "games")


def guide(game: str) -> str:
    """The guide of a game as Markdown."""
    for folder in FOLDERS:
        file = folder / f"{game}.md"
        if file.is_file():
            return file.read_text(encoding="utf-8")
    raise Unknown(f"{game} has no guide")
