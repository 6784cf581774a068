"""How many positions each bot solves: `python -m tests.bots.positions [BOT ...]`."""

from __future__ import annotations

import sys

from . import solves
from .cases import CASES

BOTS = ("recruit", "staff", "marshal")


def main(bots: list[str]) -> None:
    """Print a line for each bot and game, with the cases that it fails."""
    for bot in bots:
        total = 0
        for name, cases in CASES.items():
            failed = [case.name for case in cases if not solves(case, bot)]
            total += len(cases) - len(failed)
            print(f"{bot:8} {name:14} {len(cases) - len(failed):3} of {len(cases)}", flush=True)
            for case in failed:
                print(f"         fails: {case}")
        print(f"{bot:8} {'all':14} {total:3} of {sum(map(len, CASES.values()))}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(BOTS))
