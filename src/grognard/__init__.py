"""Grognard: a table for board wargames where the program knows the rules."""

from __future__ import annotations

from . import compiled

__version__ = "0.2.0"

compiled.use()
