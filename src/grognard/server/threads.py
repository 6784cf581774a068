"""Work that takes a while, done beside the event loop where there are threads."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
THREADS = sys.platform != "emscripten"
"""In a browser there are none; who waits there waits for a worker that does nothing else."""


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of some work; others are served meanwhile, if that is possible."""
    if THREADS:
        return await asyncio.to_thread(work, *args, **kwargs)
    return work(*args, **kwargs)
