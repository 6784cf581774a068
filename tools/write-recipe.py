"""Writes the code of the template into the recipe: `python tools/write-recipe.py`.

A block of `docs/adding-a-game.md` that begins with "python src/skirmish/zones.py" holds that file. If a file is split
into several blocks, the name is followed by the line with which the block begins. A block of data that ends with `…`
holds the beginning of its file.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECIPE = ROOT / "docs" / "adding-a-game.md"
TEMPLATE = ROOT / "src" / "grognard" / "template"
BLOCK = re.compile(r"```(\w+) ((?:src|tests)/\S+|pyproject\.toml)(?: ([^\n]+))?\n(.*?)```\n", re.DOTALL)
MORE = "…\n"
LINES = 6
"""So many lines of a data file are shown."""


def blocks(text: str) -> list[tuple[str, str, str]]:
    """The blocks of the recipe that hold a file: its name, what the block begins with, and its text."""
    return [(file, mark or "", body) for _, file, mark, body in BLOCK.findall(text)]


def filled(text: str) -> str:
    """The recipe with the template's code in its blocks."""
    marks: dict[str, list[str]] = {}
    for file, mark, _ in blocks(text):
        marks.setdefault(file, []).append(mark)

    def fill(found: re.Match[str]) -> str:
        kind, file, mark, body = found[1], found[2], found[3] or "", found[4]
        whole = (TEMPLATE / file).read_text(encoding="utf-8")
        if body.endswith(MORE) and kind != "python":
            part = "".join(whole.splitlines(keepends=True)[:LINES]) + MORE
        else:
            part = _part(whole, mark, marks[file])
        return f"```{kind} {file}{f' {mark}' if mark else ''}\n{part}```\n"

    return BLOCK.sub(fill, text)


def _part(whole: str, mark: str, marks: list[str]) -> str:
    """The part of a file that begins at a mark and ends where the next one begins."""
    starts = [whole.index(f"\n{m}") + 1 if m else 0 for m in marks]
    at = marks.index(mark)
    end = starts[at + 1] if at + 1 < len(starts) else len(whole)
    return whole[starts[at] : end].strip("\n") + "\n"


def main() -> int:
    """Write the recipe, or with `--check` say whether it is as it should be."""
    text = RECIPE.read_text(encoding="utf-8")
    new = filled(text)
    if "--check" in sys.argv:
        return int(new != text)
    RECIPE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
