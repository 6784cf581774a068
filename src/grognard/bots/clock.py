"""The time that this thread has used; other work on the processor does not count."""

from __future__ import annotations

import sys
import time

# The worker of a page has no such clock; there the time on the wall must do.
thread_time = time.monotonic if sys.platform == "emscripten" else time.thread_time
