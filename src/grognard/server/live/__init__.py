"""The tables that are being played, in memory: who is there, what they may do, what each is shown."""

from __future__ import annotations
