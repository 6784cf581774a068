"""The command line: `grognard play | serve | sim | ladder | replay | analyse | map | rules | games` and more.

Whatever a person may have got wrong is answered with one sentence and exit code 2.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence

from ..engine.errors import GrognardError
from .arguments import parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # what a terminal cannot show is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    try:
        arguments = parser().parse_args(argv)
    except SystemExit as done:  # argparse has said what there is to say
        return done.code if isinstance(done.code, int) else 0
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except GrognardError as problem:
        print(f"grognard: {problem}", file=sys.stderr)
        return 2
    except (BrokenPipeError, SystemExit):  # the reader of the output has closed it; rich leaves then
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as problem:
        where = f" {problem.filename}" if problem.filename else ""
        print(f"grognard: cannot read or write{where}: {problem.strerror or problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code
