"""Work in processes of its own: bots that think, records that are replayed, games that are reviewed."""

from __future__ import annotations
