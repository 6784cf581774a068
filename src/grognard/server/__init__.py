"""The server: lobby, tables, live updates, storage. It knows no rule; it asks the kernel.

    >>> from grognard.server import Settings, create_app
    >>> app = create_app(Settings(database="sqlite://"))

The names are loaded when they are first used: the processes in which bots think need none of the web.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .app import create_app
    from .runner import run
    from .settings import Settings

__all__ = ["Settings", "create_app", "run"]

_HOMES = {"Settings": "settings", "create_app": "app", "run": "runner"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'grognard.server' has no attribute '{name}'")
    return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
