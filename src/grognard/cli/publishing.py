"""`grognard site`: a folder of static files on which everything is played in the browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..games import BUILT_IN
from ..server.settings import read_settings
from ..site.folder import write_site


def write(arguments: argparse.Namespace) -> int:
    """Write the folder, and say how large it is."""
    settings = read_settings(None, {})
    sizes = write_site(Path(arguments.output), settings)
    first = sizes["page"] + sizes["rules"]
    print(f"Wrote {arguments.output}: {_megabytes(sum(sizes.values()))} in all.")
    print(f"A browser fetches {_megabytes(first)} at first and {_range(sizes)} for each game.")
    print(f"Any web server can serve it; to look at it here: python3 -m http.server -d {arguments.output}")
    return 0


def _range(sizes: dict[str, int]) -> str:
    games = [size for group, size in sizes.items() if group in BUILT_IN]
    return f"{min(games) / 1e6:.1f} to {_megabytes(max(games))}"


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
