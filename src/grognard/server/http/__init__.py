"""Requests and live connections: routes, what stands before them, and what a browser is handed."""

from __future__ import annotations
