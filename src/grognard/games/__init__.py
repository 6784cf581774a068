"""The games: those of this package, and those that other distributions bring. None knows another.

A distribution names its games as entry points of the group `grognard.games`: the game's id, and `module:Class`. The
data of a game lies in the folder `data` beside that module.

>>> from grognard.games import load_game
>>> load_game("marshals").title
"The Marshals' Drive on Berlin"
"""

from __future__ import annotations

import importlib
import re
import traceback
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, NamedTuple

from .. import __version__
from ..api import API_VERSION, fits
from ..engine.errors import GrognardError, SetupError, short
from ..engine.game import Game
from ..engine.pack import Line, Pack

GROUP = "grognard.games"
BUILT_IN: dict[str, str] = {
    "konigsberg": "grognard.games.konigsberg:Konigsberg",
    "marshals": "grognard.games.marshals:Marshals",
    "raceforberlin": "grognard.games.raceforberlin:RaceForBerlin",
    "reichstag": "grognard.games.reichstag:Reichstag",
    "seelow": "grognard.games.seelow:Seelow",
}
"""The games of this package: id, module and class."""
ID = re.compile(r"[a-z][a-z0-9_]*")
"""What a game may be called."""

_loaded: dict[str, Game[Any]] = {}


class Listed(NamedTuple):
    """A game that is installed: where it comes from, and why it cannot be played (empty if it can)."""

    name: str
    target: str
    """`module:Class`"""
    distribution: str
    """Name and version."""
    problem: str = ""


def game_names() -> list[str]:
    """The ids of all games that can be played."""
    return [listed.name for listed in catalog() if not listed.problem]


def problems() -> list[str]:
    """A sentence for every installed game that cannot be played."""
    return [listed.problem for listed in catalog() if listed.problem]


def catalog() -> list[Listed]:
    """All installed games. Those of other distributions are loaded: only then it is known whether they work."""
    own = f"grognard {__version__}"
    return [*(Listed(name, target, own) for name, target in BUILT_IN.items()), *map(_tried, _outside())]


def installed(name: str) -> bool:
    """Whether there is a game of this name, working or not."""
    return name in BUILT_IN or any(listed.name == name for listed in _outside())


def load_game(name: str, data: Path | None = None, *, without: frozenset[Line] = frozenset()) -> Game[Any]:
    """A game with its own data, or with the pack in `data` laid over it; loaded once.

    `without` are lines of the data that are left out; such a game is there to be checked.
    """
    usual = data is None and not without
    if usual and name in _loaded:
        return _loaded[name]
    if name in BUILT_IN:
        game = _built(BUILT_IN[name], data, without)
    else:
        game = _load_outside(_find(name), data, without)
    if usual:
        _loaded[name] = game
    return game


def _built(target: str, data: Path | None, without: frozenset[Line]) -> Game[Any]:
    """The game object of a class, with the data beside its module."""
    module, _, kind = target.partition(":")
    package = importlib.import_module(module)
    home = Path(str(package.__file__)).parent / "data"
    game: Game[Any] = getattr(package, kind)(Pack(home, *([data] if data else []), without=without))
    return game


# -- games of other distributions ------------------------------------------------------------------


@cache
def _outside() -> tuple[Listed, ...]:
    """The games that other distributions name.

    Where two of them name the same game, neither is used: it would be luck which rules are played.
    """
    found: dict[str, list[Listed]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, []).append(Listed(point.name, point.value, _origin(point)))
    return tuple(_only(sorted(found[name])) for name in sorted(found))


def _origin(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown distribution"


def _only(same: list[Listed]) -> Listed:
    """The game of a name, with what is wrong about the name."""
    first = same[0]
    if not ID.fullmatch(first.name):
        return first._replace(problem=f"{_of(first)} is left out: an id is small letters, digits and underscores")
    if first.name in BUILT_IN:
        return first._replace(problem=f"{_of(first)} is left out: Grognard has a game of that name")
    if len(same) > 1:
        all_of_them = " and ".join(one.distribution for one in same)
        return first._replace(problem=f"the game '{first.name}' is left out: {all_of_them} have a game of that name")
    return first


def _of(listed: Listed) -> str:
    return f"the game '{short(listed.name)}' of {listed.distribution}"


def _find(name: str) -> Listed:
    """The game of another distribution by its name."""
    for listed in _outside():
        if listed.name == name:
            if listed.problem:
                raise SetupError(listed.problem)
            return listed
    known = ", ".join([*BUILT_IN, *(listed.name for listed in _outside() if not listed.problem)])
    raise SetupError(f"there is no game '{short(name)}'; known are {known}")


def _tried(listed: Listed) -> Listed:
    """A game of another distribution with what is wrong with it, if anything is."""
    if listed.problem or listed.name in BUILT_IN:
        return listed
    try:
        load_game(listed.name)
    except GrognardError as problem:
        text = str(problem)
        return listed._replace(problem=text if text.startswith(_of(listed)) else f"{_of(listed)}: {text}")
    return listed


def _load_outside(listed: Listed, data: Path | None, without: frozenset[Line]) -> Game[Any]:
    """A game of another distribution. A fault of its code gets one sentence."""
    module, _, kind = listed.target.partition(":")
    try:
        found = getattr(importlib.import_module(module), kind, None)
    except Exception as problem:
        raise SetupError(f"{_of(listed)} cannot be imported: {told(problem)}") from problem
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise SetupError(f"{_of(listed)}: {listed.target} is not a subclass of grognard.api.Game")
    asked = getattr(found, "api", "")
    if not fits(asked):
        here = ".".join(map(str, API_VERSION))
        raise SetupError(f"{_of(listed)} asks for grognard.api {asked or '(no version)'}, and here is {here}")
    if getattr(found, "id", "") != listed.name:
        raise SetupError(f"{_of(listed)}: {kind}.id is '{getattr(found, 'id', '')}', not '{listed.name}'")
    try:
        return _built(listed.target, data, without)
    except GrognardError:
        raise
    except Exception as problem:
        raise SetupError(f"{_of(listed)} cannot be loaded: {told(problem)}") from problem


def told(problem: BaseException) -> str:
    """An exception in a few words, with the file and line in which it was raised; ours say that themselves."""
    if isinstance(problem, GrognardError):
        return str(problem)
    where = traceback.extract_tb(problem.__traceback__)
    at = f" ({Path(where[-1].filename).name}, line {where[-1].lineno})" if where else ""
    return f"{type(problem).__name__}: {short(problem)}{at}"
