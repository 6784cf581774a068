"""The time that this thread has used, whoever else uses the processor."""

from __future__ import annotations

import sys
import time

# The worker of a page has no such clock; there the time on the wall must do.
thread_time = time.monotonic if sys.platform == "emscripten" else time.thread_time
