"""Maps that were drawn when the package was made are sent without drawing; those that do not fit are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.games import load_game
from grognard.server.http import pictures
from grognard.server.http.pictures import Drawings


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What had to be drawn."""
    found: list[str] = []

    def draw(board: object, *, palette: str, **_: object) -> str:
        found.append(palette)
        return f"<svg>{palette}</svg>"

    monkeypatch.setattr(pictures, "map_svg", draw)
    return found


def test_a_shipped_map_is_not_drawn(tmp_path: Path, drawn: list[str]) -> None:
    game = load_game("marshals")
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    drawings = Drawings(tmp_path / "kept", shipped)
    (shipped / drawings.name(game, "light-1.svg")).write_bytes(b"<svg>shipped</svg>")
    assert drawings.svg(game, "light", True) == b"<svg>shipped</svg>"
    assert drawings.svg(game, "dark", True) == b"<svg>dark</svg>"
    assert drawings.svg(game, "dark", True) == b"<svg>dark</svg>"
    assert drawn == ["dark"]


def test_a_map_of_other_data_or_of_another_version_is_drawn(
    tmp_path: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game("marshals")
    drawings = Drawings(tmp_path / "kept", tmp_path)
    (tmp_path / drawings.name(game, "light-1.svg")).write_bytes(b"<svg>old</svg>")
    monkeypatch.setattr(pictures, "_drawing_hash", lambda: "another")
    assert drawings.svg(game, "light", True) == b"<svg>light</svg>"
    assert drawn == ["light"]


def test_a_folder_that_is_not_there_is_no_reason_to_fail(tmp_path: Path, drawn: list[str]) -> None:
    game = load_game("marshals")
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert Drawings(tmp_path / "file" / "kept", tmp_path / "nowhere").svg(game, "light", True) == b"<svg>light</svg>"
