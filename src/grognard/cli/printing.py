"""grognard print: a game on paper."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from ..engine.errors import SetupError
from ..games import load_game
from ..paper.order import PARTS, order

_out = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)


def print_pdf(arguments: argparse.Namespace) -> int:
    """Write the PDF; the file is there whole or not at all."""
    target = Path(arguments.output)
    if target.suffix.lower() != ".pdf":
        raise SetupError(f"'{target.name}' does not end in .pdf")
    if not target.parent.is_dir():
        raise SetupError(f"there is no folder '{target.parent}' to write {target.name} into")
    from ..paper.printing import print_game  # what reads and writes PDF takes long to import

    game = load_game(arguments.game, Path(arguments.data) if arguments.data else None)
    words = {name: getattr(arguments, name) for name in ("paper", "counter", "backs", "map", "booklet")}
    made = print_game(game, order(arguments.part or PARTS, **words))
    beside = target.with_name(f".{target.name}.new")
    beside.write_bytes(made)
    beside.replace(target)
    _out.print(f"{target}: print it at 100 %, without fitting it to the page; the ruler on each sheet is 100 mm long")
    return 0
