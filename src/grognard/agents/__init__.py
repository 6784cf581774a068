"""Players from outside: programs and language models at our tables."""

from __future__ import annotations
