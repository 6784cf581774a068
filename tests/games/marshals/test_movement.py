"""Operational movement (MOV)."""

from __future__ import annotations

import pytest
from tests.games.marshals.helpers import game, movement
from tests.support import play, refused, rule, targets, texts, where


def distance_moved(unit: str, hexes_: int) -> tuple[bool, str]:
    """Whether a unit that has moved so many hexes west along row 9 may attack 0109, or by which rule not."""
    player = int(unit.startswith("G"))
    enemy = "R-13" if player else "G-342"
    g = movement({"0109": enemy, f"{2 + hexes_:02}09": unit}, player=player)
    play(g, f"pick {unit}, go 0209, end")
    return ("attack 0109" in texts(g), "" if "attack 0109" in texts(g) else refused(g, "attack 0109"))


@rule("MOV.1")
@pytest.mark.parametrize("unit", ["R-13", "R-3SHK", "R-1GCAV", "G-303"])
def test_infantry_moves_two_hexes_to_attack(unit: str) -> None:
    assert distance_moved(unit, 2) == (True, "")
    assert distance_moved(unit, 3) == (False, "MOV.1")


@rule("MOV.2")
@pytest.mark.parametrize("unit", ["G-HG1", "G-HG2"])
def test_panzers_and_panzergrenadiers_move_three_hexes_to_attack(unit: str) -> None:
    assert distance_moved(unit, 3) == (True, "")
    assert distance_moved(unit, 4) == (False, "MOV.2")


@rule("MOV.2")
def test_the_tigers_move_like_panzers() -> None:
    assert distance_moved("G-TIG", 4) == (False, "MOV.2")
    g = movement({"0109": "R-13", "0209": "G-342", "0509": "G-TIG"}, player=1)
    play(g, "pick G-TIG, go 0209, end, attack 0109, ground G-TIG, ground G-342")
    assert "confirm" in texts(g)


@rule("MOV.3")
@pytest.mark.parametrize("unit", ["R-3GT", "R-25TK"])
def test_tanks_move_four_hexes_to_attack(unit: str) -> None:
    assert distance_moved(unit, 4) == (True, "")
    assert distance_moved(unit, 5) == (False, "MOV.3")


@rule("MOV.1", "MOV.3")
def test_a_move_in_pieces_counts_as_a_whole() -> None:
    g = movement({"0109": "G-342", "0609": "R-25TK"})
    play(g, "pick R-25TK, go 0509, pick R-25TK, go 0309, pick R-25TK, go 0209, end")
    assert "attack 0109" in texts(g), "1 + 2 + 1 hexes"
    g = movement({"0109": "G-342", "0709": "R-25TK"})
    play(g, "pick R-25TK, go 0509, pick R-25TK, go 0309, pick R-25TK, go 0209, end")
    assert refused(g, "attack 0109") == "MOV.3"


@rule("MOV.5")
@pytest.mark.parametrize(
    ("unit", "hexes_"), [("R-13", 4), ("R-3SHK", 4), ("G-303", 4), ("G-HG1", 5), ("G-HG2", 5), ("R-3GT", 6)]
)
def test_two_hexes_more_without_attack(unit: str, hexes_: int) -> None:
    g = movement({"0909": unit}, player=int(unit.startswith("G")))
    play(g, f"pick {unit}")
    assert f"{9 - hexes_:02}09" in targets(g, "go")
    assert refused(g, f"go {8 - hexes_:02}09") == "MOV.5"


@rule("MOV.5")
def test_the_allowance_is_used_up_in_pieces() -> None:
    g = movement({"0909": "R-13"})
    play(g, "pick R-13, go 0609, pick R-13")
    assert "0509" in targets(g, "go")
    assert "0409" not in targets(g, "go")
    play(g, "go 0509")
    assert refused(g, "pick R-13") == "MOV.5"


@rule("MOV.4", "DIS.2")
@pytest.mark.parametrize("unit", ["R-3GT", "G-HG1", "R-13"])
def test_disrupted_units_move_two_hexes(unit: str) -> None:
    g = movement({"0909": f"{unit}/disrupted"}, player=int(unit.startswith("G")))
    play(g, f"pick {unit}")
    assert "0709" in targets(g, "go")
    assert refused(g, "go 0609") == "MOV.4"


@rule("MOV.5")
def test_no_unit_enters_a_hex_with_enemies() -> None:
    g = movement({"0909": "R-13", "0809": "G-B0707/disrupted", "0810": "G-36SS/disrupted", "0908": "G-FFO"})
    play(g, "pick R-13")
    assert not {"0809", "0810", "0908"} & targets(g, "go")
    assert refused(g, "go 0809") == "MOV.5"


@rule("MOV.5")
@pytest.mark.parametrize(("unit", "reason"), [("G-342", "CONV.1"), ("R-52", "SEQ.A1"), ("R-13", "SEQ.N1")])
def test_why_a_unit_cannot_be_picked(unit: str, reason: str) -> None:
    g = movement({"0909": "R-13", "0101": "G-342", "0901": "R-28"})
    play(g, "pick R-13, go 0809, pick R-28, go 0801")
    assert refused(g, f"pick {unit}") == reason


@rule("MOV.5", "STK.4")
def test_why_a_unit_is_stuck() -> None:
    ring = {"0908": "R-28 R-3GD", "0809": "R-5GD R-52", "1008": "R-47 R-69", "0910": "R-8GD R-61"}
    g = movement({**ring, "1009": "R-33 R-3", "1010": "R-1POL R-2POL", "0909": "R-13"})
    assert refused(g, "pick R-13") == "STK.4"


@rule("MOV.1")
def test_a_hint_says_what_a_hex_costs_and_whether_the_unit_can_still_attack() -> None:
    g = movement({"0909": "R-13"})
    play(g, "pick R-13")
    hints = {a.text: g.frame.hint(g, a) for a in g.actions()}  # type: ignore[attr-defined]
    assert (hints["go 0709"].cost, hints["go 0709"].text) == ("2", "can still attack from here")
    assert (hints["go 0609"].cost, hints["go 0609"].text) == ("3", "too far to attack from here")


@rule("TER.R3", "MOV.3")
def test_the_way_is_the_one_that_keeps_a_unit_able_to_attack() -> None:
    # Along the river a tank unit takes the dry way where it costs no more hexes.
    g = movement({"1305": "G-342", "1606": "R-9TK", "1406": "R-47"})
    play(g, "pick R-9TK, go 1406, end, attack 1305")
    assert "ground R-9TK" in texts(g)
    assert where(g, "R-9TK") == "1406"


@rule("MOV.5", "DIS.1", "T1.1")
@pytest.mark.parametrize(
    ("pieces", "turn", "unit", "target", "because"),
    [
        ({"1703": "R-1GT/disrupted"}, 2, "R-1GT", "1603", "DIS.1"),
        ({"1407": "R-69", "1307": "G-303"}, 1, "R-69", "1507", "T1.1"),
    ],
)
def test_why_a_unit_cannot_attack_after_its_move(
    pieces: dict[str, str], turn: int, unit: str, target: str, because: str
) -> None:
    g = play(movement(pieces, turn=turn), f"pick {unit}")
    hint = g.frame.hint(g, game.parse(f"go {target}"))
    assert hint.rule == because
