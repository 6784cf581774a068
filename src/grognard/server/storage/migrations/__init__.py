"""Alembic migrations; run when the server starts."""

from __future__ import annotations
