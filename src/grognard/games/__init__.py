"""The games. Each is a package of its own; none knows another.

>>> from grognard.games import load_game
>>> load_game("marshals").title
"The Marshals' Drive on Berlin"
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from ..engine.errors import SetupError
from ..engine.game import Game
from ..engine.pack import Pack

GAMES: dict[str, tuple[str, str]] = {
    "konigsberg": ("grognard.games.konigsberg", "Konigsberg"),
    "marshals": ("grognard.games.marshals", "Marshals"),
    "raceforberlin": ("grognard.games.raceforberlin", "RaceForBerlin"),
    "reichstag": ("grognard.games.reichstag", "Reichstag"),
    "seelow": ("grognard.games.seelow", "Seelow"),
}
"""Every game by its id: module and class."""

_loaded: dict[str, Game[Any]] = {}


def load_game(name: str, data: Path | None = None) -> Game[Any]:
    """A game with its own data, or with the pack in `data` laid over it; loaded once."""
    if name not in GAMES:
        raise SetupError(f"there is no game '{name}'; known are {', '.join(GAMES)}")
    if data is None and name in _loaded:
        return _loaded[name]
    module, kind = GAMES[name]
    package = importlib.import_module(module)
    home = Path(str(package.__file__)).parent / "data"
    game: Game[Any] = getattr(package, kind)(Pack(home, *([data] if data else [])))
    if data is None:
        _loaded[name] = game
    return game
