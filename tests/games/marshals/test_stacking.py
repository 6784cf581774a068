"""Stacking (STK); stacking in retreat is in `test_retreat`."""

from __future__ import annotations

import pytest
from tests.games.marshals.helpers import game, movement
from tests.support import play, refused, rule, targets, texts, where


@rule("STK.3")
@pytest.mark.parametrize(
    ("there", "unit", "fits"),
    [
        ("R-47 R-3SHK", "R-9TK", True),
        ("R-47 R-3SHK", "R-8GD", False),
        ("R-47 R-3SHK", "R-1GT", False),
        ("R-47 R-1GT", "R-9TK", True),
        ("R-2GT", "R-47", True),
        ("R-2GT", "R-1GT", False),
        ("R-2GT R-9TK", "R-1GT", False),
        ("R-9TK R-11TK", "R-1GT", True),
        ("R-9TK R-11TK R-7GCAV", "R-47", False),
        ("R-9TK R-11TK R-7GCAV", "R-2GCAV", False),
    ],
)
def test_russian_hex_takes_three_units_two_armies_one_tank_army(there: str, unit: str, fits: bool) -> None:
    g = movement({"1605": there, "1606": unit})
    play(g, f"pick {unit}")
    assert ("1605" in targets(g, "go")) == fits
    if not fits:
        assert refused(g, "go 1605") == "STK.3"


@rule("STK.2")
@pytest.mark.parametrize(
    ("there", "unit", "fits"),
    [
        ("G-303 G-169", "G-20PG", False),
        ("G-303 G-169", "G-TIG", True),
        ("G-303 G-TIG", "G-20PG", True),
        ("G-303", "G-20PG", True),
    ],
)
def test_german_hex_takes_two_units_and_the_tigers(there: str, unit: str, fits: bool) -> None:
    g = movement({"1306": there, "1206": unit}, player=1)
    play(g, f"pick {unit}")
    assert ("1306" in targets(g, "go")) == fits
    if not fits:
        assert refused(g, "go 1306") == "STK.2"


@rule("STK.1")
@pytest.mark.parametrize(
    ("hex_", "there", "fits"),
    [
        ("1408", "G-FFO G-303", True),
        ("1408", "G-FFO G-303 G-286", False),
        ("0806", "G-HIT G-303", True),
        ("0806", "G-HIT G-303 G-286", False),
        ("0906", "G-B0906", True),
        ("0906", "G-B0906 G-303", False),
    ],
)
def test_hitler_and_the_frankfurt_defenders_do_not_count_but_garrisons_do(hex_: str, there: str, fits: bool) -> None:
    origin = {"1408": "1308", "0806": "0705", "0906": "0805"}[hex_]
    g = movement({hex_: there, origin: "G-169"}, player=1)
    play(g, "pick G-169")
    assert (hex_ in targets(g, "go")) == fits


@rule("STK.4")
@pytest.mark.parametrize("unit", ["R-13", "R-1GCAV", "R-3GT"])
def test_stacking_holds_in_every_hex_of_a_move(unit: str) -> None:
    # From 0909 to 0709 two hexes lead through 0809 only; a full hex cannot even be passed.
    g = movement({"0809": "R-28 R-3GD R-25TK", "0909": f"{unit}/disrupted"})
    play(g, f"pick {unit}")
    assert refused(g, "go 0809") == "STK.3"
    assert refused(g, "go 0709") == "STK.4"
    g = movement({"0809": "R-28 R-25TK", "0909": f"{unit}/disrupted"})
    play(g, f"pick {unit}")
    assert {"0809", "0709"} <= targets(g, "go")


@rule("STK.6")
def test_two_units_pass_through_a_hex_one_after_another() -> None:
    # The 36. SS holds 0711; two others go through it, hex by hex, to the far side.
    g = movement({"0811": "G-342 G-344", "0711": "G-36SS"}, player=1)
    play(g, "pick G-342, go 0711, pick G-342, go 0611, pick G-344, go 0711, pick G-344, go 0611")
    assert {where(g, unit) for unit in ("G-342", "G-344")} == {"0611"}


@rule("STK.2", "STK.3")
def test_the_status_of_a_position_names_overfull_hexes() -> None:
    g = game.position({"1605": "R-47 R-3SHK R-8GD", "1306": "G-303 G-169 G-20PG"}, phase="movement", turn=2)
    assert {refusal.rule for refusal in g.status()} == {"STK.2", "STK.3"}
    g = game.position({"1605": "R-47 R-3SHK R-9TK", "1306": "G-303 G-169 G-TIG"}, phase="movement", turn=2)
    assert g.status() == []
    assert "end" in texts(g)
