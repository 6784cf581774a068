"""Packages that only a part of this project needs: imported when they are used, and named where they are missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .engine.errors import SetupError


def needed(module: str, extra: str, what: str) -> Any:
    """A module of an extra; where it is not installed, one sentence says what to install."""
    try:
        return import_module(module)
    except ModuleNotFoundError as problem:
        # Only what was asked for: where a package itself lacks something, its own message says more.
        if problem.name is None or problem.name.split(".")[0] != module.split(".")[0]:
            raise
        raise SetupError(
            f"{what} needs the package {module.split('.')[0]}: 'pip install \"grognard[{extra}]\"' adds it"
        ) from None
