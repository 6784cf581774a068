"""Which build runs: compiled rules where there are some that fit, the sources themselves otherwise.

`tools/native` compiles the kernel and the games into the folder `_compiled` beside this file. Compiled modules are used
only if every source they were made of is still the same, so a developer who changes a rule plays the changed rule, in
plain Python. Both builds play the same games, hash by hash.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = Path(__file__).parent
FOLDER = PACKAGE / "_compiled"
LISTED = "build.json"
"""What was compiled from what; written last, so that half a build is none."""
WANTED = "GROGNARD_BUILD"
"""The environment variable that asks for a build: `plain`, `compiled` (or nothing runs), or empty for what fits."""


class Unusable(Exception):
    """Why compiled rules are not used."""


def tag() -> str:
    """The interpreter and the machine that compiled modules are made for, as Python writes it into file names."""
    return EXTENSION_SUFFIXES[0].strip(".")


def source_of(module: str) -> Path:
    """The file of one of our modules."""
    path = PACKAGE.joinpath(*module.split(".")[1:])
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def fingerprint(file: Path) -> str:
    """What a source says, in a few letters."""
    return hashlib.blake2b(file.read_bytes(), digest_size=8).hexdigest()


class Loader(ExtensionFileLoader):
    """Loads a module from its library; it says of itself that it is its source."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module; its body runs here."""
        module = super().create_module(ModuleSpec(spec.name, self, origin=str(self.path)))
        module.__file__ = spec.origin
        return module


class Finder:
    """Finds compiled modules and the libraries they are in."""

    def __init__(self, folder: Path, modules: dict[str, str], libraries: dict[str, str]) -> None:
        self.folder = folder
        self.modules = modules
        self.libraries = libraries

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """Where a module comes from; None for those that are not compiled."""
        if name in self.libraries:
            return spec_from_file_location(name, self.folder / self.libraries[name])
        if name not in self.modules:
            return None
        source = source_of(name)
        home = [str(source.parent)] if source.name == "__init__.py" else None
        loader = Loader(name, str(self.folder / self.modules[name]))
        return spec_from_file_location(name, source, loader=loader, submodule_search_locations=home)


def _listed(folder: Path) -> dict[str, Any]:
    """What a build says of itself, if it can be used here."""
    try:
        listed: dict[str, Any] = json.loads((folder / LISTED).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Unusable("nothing is compiled") from None
    except (OSError, ValueError) as problem:
        raise Unusable(f"{folder / LISTED} cannot be read: {problem}") from None
    try:
        if listed["tag"] != tag():
            raise Unusable(f"it was compiled for {listed['tag']}, and this is {tag()}")
        for name, known in listed["sources"].items():
            if fingerprint(PACKAGE / name) != known:
                raise Unusable(f"{name} has changed since it was compiled")
        for library in {*listed["modules"].values(), *listed["libraries"].values()}:
            if not (folder / library).exists():
                raise Unusable(f"{folder / library} is missing")
    except (KeyError, TypeError, AttributeError, OSError) as problem:
        raise Unusable(f"{folder / LISTED} does not fit: {problem}") from None
    return listed


why_plain = "nothing was looked for"
"""Why the sources are used; empty where compiled rules are."""


def use(folder: Path = FOLDER) -> None:
    """Let compiled modules be imported instead of their sources, if they fit."""
    global why_plain
    wanted = os.environ.get(WANTED, "")
    if wanted not in ("", "plain", "compiled"):
        raise ImportError(f"{WANTED} is '{wanted}'; it must be 'plain', 'compiled' or empty")
    try:
        if wanted == "plain":
            raise Unusable(f"{WANTED} asks for it")
        _open(folder, _listed(folder))
    except Unusable as problem:
        why_plain = str(problem)
        if wanted == "compiled":
            raise ImportError(f"{WANTED} asks for compiled rules, but {problem}") from None
        return
    why_plain = ""


def _open(folder: Path, listed: dict[str, Any]) -> None:
    """From now on compiled modules are found, if the machine takes such libraries at all."""
    finder = Finder(folder, listed["modules"], listed["libraries"])
    sys.meta_path.insert(0, finder)
    try:
        for library in sorted(listed["libraries"])[:1]:
            import_module(library)
    except ImportError as problem:
        sys.meta_path.remove(finder)
        raise Unusable(f"a library cannot be loaded: {problem}") from None


def is_compiled(module: str) -> bool:
    """Whether a module that was imported runs compiled."""
    spec = sys.modules[module].__spec__
    return spec is not None and isinstance(spec.loader, ExtensionFileLoader)


def build() -> str:
    """Which build runs, in a word or two."""
    return f"plain Python ({why_plain})" if why_plain else "compiled"
