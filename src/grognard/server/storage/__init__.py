"""The database: its schema, reading and writing it, and what a row is."""

from __future__ import annotations
