"""Draws the maps of all games into src/grognard/server/drawn, from where servers send them without drawing anything.

It takes two or three seconds a map. What has been drawn is kept in build/drawn by the fingerprints of the data and of
the drawing code.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from grognard.games import BUILT_IN, load_game
from grognard.server.http.pictures import Drawings

ROOT = Path(__file__).parent.parent
KEPT, SHIPPED = ROOT / "build" / "drawn", ROOT / "src" / "grognard" / "server" / "drawn"

drawings = Drawings(KEPT)
bodies = {
    drawings.name(load_game(game), f"{palette}-1.svg"): drawings.svg(load_game(game), palette, True)
    for game in BUILT_IN
    for palette in ("light", "dark")
}
unfinished = SHIPPED.with_name(".drawn.new")
shutil.rmtree(unfinished, ignore_errors=True)
unfinished.mkdir()
for name, body in bodies.items():
    (unfinished / name).write_bytes(body)
shutil.rmtree(SHIPPED, ignore_errors=True)
unfinished.rename(SHIPPED)
