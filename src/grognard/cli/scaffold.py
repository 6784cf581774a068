"""`grognard new`: writes a package with a small game that plays at once, ready to be changed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Any

from ..engine.errors import SetupError, short
from ..engine.game import Game
from ..engine.pack import Pack
from ..games import ID, installed
from ..lab.golden import adopted, keep

TEMPLATE = Path(__file__).parents[1] / "template"
NAME = "skirmish"
"""What the game is called in the template."""
LEFT_OUT = ("__pycache__", ".pytest_cache", ".hypothesis")


def write_game(name: str, folder: Path) -> None:
    """Write the package of a game with this id into a new folder."""
    if not ID.fullmatch(name):
        raise SetupError(f"'{short(name)}' is no id for a game: take small letters, digits and underscores")
    if iskeyword(name):
        raise SetupError(f"'{name}' is a word of Python; take another")
    if installed(name) or find_spec(name) is not None:
        raise SetupError(f"'{name}' is the name of a game or of a Python module that is installed; take another")
    if folder.exists() and any(folder.iterdir()):
        raise SetupError(f"the folder '{folder}' is there already, and it is not empty")
    golden = TEMPLATE / "tests" / "golden"
    for file in _files():
        if golden not in file.parents:
            target = folder / _renamed(str(file.relative_to(TEMPLATE)), name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(_content(file, name))
    with _imported(name, folder) as game:
        for record in sorted(golden.glob("*.record")):
            scenario = record.stem.partition("-")[2]
            keep(folder / "tests" / "golden", game, scenario, adopted(game, record.read_text(encoding="utf-8")))


def _files() -> Iterator[Path]:
    for file in sorted(TEMPLATE.rglob("*")):
        if file.is_file() and not set(LEFT_OUT) & set(file.parts):
            yield file


def _content(file: Path, name: str) -> bytes:
    """A text with the game's name in it; pictures as they are."""
    body = file.read_bytes()
    return body if file.suffix == ".webp" else _renamed(body.decode(), name).encode()


def _renamed(text: str, name: str) -> str:
    return text.replace(NAME, name).replace(NAME.capitalize(), class_name(name))


def class_name(name: str) -> str:
    """`border_clash` is `BorderClash`."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


@contextmanager
def _imported(name: str, folder: Path) -> Iterator[Game[Any]]:
    """The game in a folder, which is not installed; afterwards nothing is left of it."""
    sys.path.insert(0, str(folder / "src"))
    try:
        module = importlib.import_module(name)
        yield getattr(module, class_name(name))(Pack(folder / "src" / name / "data"))
    finally:
        sys.path.pop(0)
        for known in [m for m in sys.modules if m == name or m.startswith(f"{name}.")]:
            del sys.modules[known]
