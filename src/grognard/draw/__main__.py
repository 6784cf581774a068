"""`python -m grognard.draw`: write the vocabulary's copies for the browser, and its pictures for the documents.

`python -m grognard.draw codes` prints the symbols that `web/symbols.mjs` is to draw.
"""

from __future__ import annotations

import sys
from pathlib import Path

from .samples import picture_files
from .vocabulary import client_files, vocabulary

PROJECT = Path(__file__).parents[3]


def main() -> None:
    """Write the files, or print the codes."""
    if sys.argv[1:] == ["codes"]:
        print(*sorted({symbol.entity for symbol in vocabulary().symbols.values()}))
        return
    for name, text in client_files().items():
        (PROJECT / "web" / "src" / "lib" / name).write_text(text, encoding="utf-8")
    pictures = PROJECT / "docs" / "pictures"
    pictures.mkdir(exist_ok=True)
    for name, text in picture_files().items():
        (pictures / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
