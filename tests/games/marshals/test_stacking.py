"""Stacking (STK)."""

from __future__ import annotations

import pytest

from grognard.engine import Position
from grognard.games import load_game
from tests.support import play, refused, rule, targets

game = load_game("marshals")


def movement(pieces: dict[str, str], **kwargs: object) -> Position:
    return game.position(pieces, phase="movement", **kwargs)


@rule("STK.3")
def test_russian_hex_takes_two_armies_and_a_corps() -> None:
    g = movement({"1605": "R-47 R-3SHK", "1606": "R-8GD R-9TK R-1GT"}, turn=3)
    play(g, "pick R-9TK")
    assert "1605" in targets(g, "go")
    g = movement({"1605": "R-47 R-3SHK", "1606": "R-8GD"}, turn=3)
    play(g, "pick R-8GD")
    assert refused(g, "go 1605") == "STK.3"


@rule("STK.2")
@pytest.mark.parametrize(("unit", "fits"), [("G-20PG", False), ("G-TIG", True)])
def test_german_hex_takes_two_units_and_the_tigers(unit: str, fits: bool) -> None:
    g = movement({"1306": "G-303 G-169", "1206": unit}, turn=2, player=1)
    play(g, f"pick {unit}")
    assert ("1306" in targets(g, "go")) == fits
