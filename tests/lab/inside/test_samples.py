"""What the documents show of the extras runs: their blocks marked `py`, one after another."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel")

ROOT = Path(__file__).parents[3]
FENCE = re.compile(r"^```py\n(.*?)^```", re.DOTALL | re.MULTILINE)
PAGES = {str(p.relative_to(ROOT)): found for p in ROOT.glob("docs/**/*.md") if (found := FENCE.findall(p.read_text()))}


@pytest.mark.parametrize("page", sorted(PAGES))
def test_samples_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())  # a player that is asked nothing
    known: dict[str, Any] = {"__name__": page}
    for text in PAGES[page]:
        exec(compile(text, page, "exec"), known)


def test_there_are_samples() -> None:
    assert "docs/how-to/openspiel.md" in PAGES
