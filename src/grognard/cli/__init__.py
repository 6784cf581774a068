"""The command line: `grognard play | serve | sim | replay | map | rules | check | bench`.

Whatever a person may have got wrong is answered with one sentence and exit code 2.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ..engine.errors import GrognardError
from .arguments import parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    arguments = parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
    except GrognardError as problem:
        print(f"grognard: {problem}", file=sys.stderr)
        return 2
    except OSError as problem:
        where = f" {problem.filename}" if problem.filename else ""
        print(f"grognard: cannot read or write{where}: {problem.strerror or problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code
