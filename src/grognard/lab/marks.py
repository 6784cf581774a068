"""Marks of tests that name rules, and the game that a test belongs to."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

MARK = "rule(number, ...): the rulebook numbers that this test holds"


def rules_of(item: Any) -> list[str]:
    """The rules that a collected test holds."""
    return [number for mark in item.iter_markers("rule") for number in mark.args]


def game_of(test: Path) -> str:
    """The game that a test file belongs to: its folder's name, or else the only game of its project; empty if none."""
    from ..games import BUILT_IN  # loading the kernel takes a while, and most runs have no such mark

    named = next((part for part in reversed(test.parts) if part in BUILT_IN), "")
    games = games_of(project_of(test))
    return named or (games[0] if len(games) == 1 else "")


@cache
def project_of(path: Path) -> Path | None:
    """The nearest folder above a path that is a project."""
    return next((folder for folder in path.parents if (folder / "pyproject.toml").is_file()), None)


@cache
def games_of(project: Path | None) -> tuple[str, ...]:
    """The games that a project names as entry points."""
    if project is None:
        return ()
    try:
        written = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
        return tuple(written["project"]["entry-points"]["grognard.games"])
    except (KeyError, TypeError, ValueError, OSError):
        return ()
