"""Combat, retreats and advances (4, 5)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games import load_game

GAME = load_game("skirmish")
rule = pytest.mark.rule

# 0303 is clear ground; 0203 lies west of it, 0403 (hills) east, 0304 south-west and 0404 south-east of it.
DUEL = {"0303": "R1", "0203": "B1"}


def attack(pieces: dict[str, str], target: str, *units: str, die: int = 0, reduced: str = "") -> Any:
    """Blue's units attack a hex; with a die the attack is made."""
    g = GAME.position(pieces, phase="combat")
    for unit in reduced.split():
        g.set_steps(GAME.names.piece(unit), 1)
    g.play(f"attack {target}")
    for unit in units:
        g.play(f"join {unit}")
    if die:
        g.play("fight")
        g.play(f"roll {die}")
    return g


def column(g: Any) -> str:
    """The column that the panel names."""
    return str(g.frame.ask(g).panel.column)


def place_of(g: Any, unit: str) -> str:
    """Where a unit is."""
    return str(GAME.names.places[g.where[GAME.names.piece(unit)]])


def steps_of(g: Any, unit: str) -> int:
    """How many steps a unit has."""
    return int(g.steps[GAME.names.piece(unit)])


@rule("4.1")
def test_units_attack_together_what_is_next_to_them() -> None:
    g = GAME.position({**DUEL, "0304": "B2", "0101": "B3"}, phase="combat")
    assert [action.text for action in g.actions()] == ["attack 0303", "end"]
    assert str(g.why_not("attack 0101")) == "4.1: no enemy unit is there"
    g.play("attack 0303")
    assert str(g.why_not("fight")) == "4.1: no unit attacks yet"
    assert str(g.why_not("join B3")) == "4.1: 3rd Rifles is not next to the defender"
    assert str(g.why_not("join R1")) == "4.1: 1st Fusiliers is not yours"
    g.play("join B1")
    assert str(g.why_not("join B1")) == "4.1: 1st Rifles attacks already"
    assert [action.text for action in g.actions()] == ["join B2", "fight", "back"]


@rule("4.1")
def test_a_unit_attacks_once_and_is_attacked_once() -> None:
    pieces = {**DUEL, "0103": "R2", "0304": "B2"}
    g = attack(pieces, "0303", "B1", die=4)  # 4 against 4 in the open at 1:1: no effect
    assert str(g.why_not("attack 0303")) == "4.1: it has been attacked in this turn"
    assert str(g.why_not("attack 0103")) == "4.1: none of your units next to it can still attack"


@rule("4.2")
@pytest.mark.parametrize(
    ("units", "read"), [(("B1",), "1:1"), (("B1", "BH"), "1:1"), (("B1", "B2"), "2:1"), (("B1", "B2", "BA"), "3:1")]
)
def test_odds_are_rounded_in_favour_of_the_defender(units: tuple[str, ...], read: str) -> None:
    """4, 7, 8 and 14 against 4."""
    pieces = {**DUEL, "0304": "B2", "0302": "BA", "0402": "BH"}
    assert column(attack(pieces, "0303", *units)) == read


@rule("4.2")
def test_odds_beyond_the_table_are_read_in_its_last_column() -> None:
    pieces = {"0303": "RA", "0203": "B1", "0304": "B2"}
    assert column(attack(pieces, "0303", "B1", "B2")) == "4:1"
    assert column(attack({"0203": "BH", "0303": "R1"}, "0303", "BH", reduced="BH")) == "1:2"


@rule("4.3")
@pytest.mark.parametrize(
    ("target", "origins"), [("0402", ("0401", "0502")), ("0403", ("0303", "0503")), ("0804", ("0704", "0805"))]
)
def test_woods_hills_and_towns_shift_a_column(target: str, origins: tuple[str, str]) -> None:
    pieces = {target: "R1", origins[0]: "B1", origins[1]: "B2"}
    assert column(attack(pieces, target, "B1", "B2")) == "1:1"


@rule("4.3")
def test_the_river_shifts_a_column_if_all_attack_across_it() -> None:
    across = {"0604": "R1", "0503": "B1", "0504": "B2"}
    assert column(attack(across, "0604", "B1", "B2")) == "1:1"
    assert column(attack({**across, "0605": "B3"}, "0604", "B1", "B3")) == "2:1"


@rule("4.4")
@pytest.mark.parametrize(
    ("die", "attacker", "defender", "stays"), [(1, 1, 2, True), (3, 1, 1, True), (4, 2, 2, True), (5, 2, 2, False)]
)
def test_results_at_even_odds(die: int, attacker: int, defender: int, stays: bool) -> None:
    """AL, EX, no effect, DR."""
    g = attack(DUEL, "0303", "B1", die=die)
    assert (steps_of(g, "B1"), steps_of(g, "R1")) == (attacker, defender)
    retreats = g.frame.title == "Retreat"
    assert retreats != stays


@rule("4.4")
def test_strong_attacks_cost_the_defender_steps_or_all() -> None:
    pieces = {"0303": "RA", "0203": "B1"}  # 4:1
    lost = attack(pieces, "0303", "B1", die=3)  # DL
    assert steps_of(lost, "RA") == 1
    assert lost.frame.title == "Retreat"
    dead = attack(pieces, "0303", "B1", die=6)  # DE
    assert place_of(dead, "RA") == "lost"


@rule("4.5")
def test_the_attacker_chooses_who_pays() -> None:
    g = attack({**DUEL, "0304": "B2"}, "0303", "B1", "B2", die=1)  # AL at 2:1
    assert [action.text for action in g.actions()] == ["lose B1", "lose B2"]
    assert str(g.why_not("lose B3")) == "4.5: 3rd Rifles did not attack"
    g.play("lose B2")
    assert (steps_of(g, "B1"), steps_of(g, "B2")) == (2, 1)


@rule("4.6")
def test_a_reduced_unit_is_weaker_and_dies_with_the_next_step() -> None:
    assert column(attack(DUEL, "0303", "B1", reduced="B1")) == "1:2"
    assert column(attack(DUEL, "0303", "B1", reduced="R1")) == "2:1"
    g = attack(DUEL, "0303", "B1", die=1, reduced="B1")
    assert place_of(g, "B1") == "lost"


@rule("5.1")
def test_the_owner_chooses_where_to_retreat() -> None:
    g = attack({**DUEL, "0404": "R2"}, "0303", "B1", die=5)
    assert g.to_decide == 1
    # Not back into the attacker's zone (0302, 0304), not on the other unit.
    assert [action.text for action in g.actions()] == ["retreat 0402", "retreat 0403"]
    assert str(g.why_not("retreat 0404")).startswith("5.1: ")
    g.play("retreat 0403")
    assert place_of(g, "R1") == "0403"


@rule("5.1")
def test_nobody_retreats_through_the_river() -> None:
    g = attack({"0504": "R1", "0404": "B1", "0503": "R2", "0405": "R3"}, "0504", "B1", die=5)
    assert place_of(g, "R1") == "0505"  # the one way left is taken without asking; 0604 is across the river


@rule("5.2")
def test_whoever_cannot_retreat_loses_a_step() -> None:
    g = attack({"0101": "R1", "0202": "B1", "0201": "B2"}, "0101", "B1", die=5)
    assert (place_of(g, "R1"), steps_of(g, "R1")) == ("0101", 1)
    dead = attack({"0101": "R1", "0202": "B1", "0201": "B2"}, "0101", "B1", "B2", die=5, reduced="R1")
    assert place_of(dead, "R1") == "lost"


@rule("5.3")
def test_one_attacker_may_take_the_empty_hex() -> None:
    g = attack({**DUEL, "0304": "B2", "0504": "R2"}, "0303", "B1", "B2", die=4)  # DR at 2:1
    g.play("retreat 0402")
    assert [action.text for action in g.actions()] == ["advance B1", "advance B2", "stay"]
    assert str(g.why_not("advance B3")) == "5.3: 3rd Rifles did not attack here"
    g.play("advance B2")
    assert place_of(g, "B2") == "0303"
    assert g.frame.title == "Combat"
