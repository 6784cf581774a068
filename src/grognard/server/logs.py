"""The server's log: one line for each message, whatever strangers put into addresses and bodies.

Every line names the request it belongs to; the same id goes out with the answer, so that a person who reports trouble
can say which request it was. With `log_json` each line is an object for programs.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from contextvars import ContextVar
from typing import TextIO

request_id: ContextVar[str] = ContextVar("request_id", default="-")
"""The request that is being answered."""

_CONTROL = {n: f"\\x{n:02x}" for n in (*range(32), *range(127, 160), 0x2028, 0x2029)}


def one_line(text: str) -> str:
    """A text in which nothing can pass for another line."""
    return text.translate(_CONTROL)


class Plain(logging.Formatter):
    """`2026-11-17T00:20:31Z WARNING 5f1c… the database does not answer`; a traceback follows, marked line by line."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and a marked traceback."""
        line = f"{_when(record)} {record.levelname} {request_id.get()} {one_line(record.getMessage())}"
        if record.exc_info:
            trace = self.formatException(record.exc_info)
            line += "".join(f"\n  | {one_line(part)}" for part in trace.splitlines())
        return line


class Structured(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        said = {
            "at": _when(record),
            "level": record.levelname,
            "logger": record.name,
            "request": request_id.get(),
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=True)


def _when(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))


def set_up(*, as_json: bool = False, level: int = logging.INFO, to: TextIO | None = None) -> None:
    """Send everything to one place; for a server that has the process to itself."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(Structured() if as_json else Plain())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("grognard").setLevel(level)
