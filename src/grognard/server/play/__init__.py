"""A table's game as its rows make it. No database, no network, no clock in here."""

from __future__ import annotations
