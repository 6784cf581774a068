"""The server: lobby, tables, live updates, storage. It knows no rule; it asks the kernel.

>>> from grognard.server import Settings, create_app
>>> app = create_app(Settings(database="sqlite://"))
"""

from __future__ import annotations

from .app import create_app
from .running import run
from .settings import Settings

__all__ = ["Settings", "create_app", "run"]
