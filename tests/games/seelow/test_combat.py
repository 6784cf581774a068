"""Combat (7.0-7.4): who attacks, odds, results, holding."""

from __future__ import annotations

import pytest
from tests.games.seelow.helpers import (
    DUSK,
    NIGHT,
    at,
    attack,
    column,
    do,
    fight,
    full,
    game,
    has,
    may,
    no,
    offered,
    panel,
    place,
    position,
    sheet,
    terms,
)
from tests.support import lines, rule

KEEP = {"3010": "R3", "3011": "B4"}
"""A pair elsewhere, so that the phase goes on."""


@rule("7.0", "7.13", "7.2.7", "3.1.5", "3.1.10", "7.2.1")
def test_attacks_are_voluntary_and_in_any_order() -> None:
    g = at({"2008": "B1", "2007": "R1", "2012": "B2", "2011": "R2"}, "combat")
    assert offered(g, "attack") == {"2008", "2012"}
    assert may(g, "done")
    do(g, "attack 2012, add R2, fight, roll 3")
    assert may(g, "attack 2008")
    assert no(g, "attack 2010") == "7.0"
    assert at({"2008": "B1", "2007": "R1"}, "combat", player=1).to_decide == 1, "the phasing player attacks"
    assert at({"2008": "B1", "2012": "R1"}, "combat").frame.title != "CombatPhase", "passed over without an attack"


@rule("7.13")
def test_those_who_take_no_part_suffer_nothing() -> None:
    g = attack({"2008": "B1", "2007": "R1", "2107": "R2", **KEEP}, "2008", "R1")
    fight(g, 6)
    assert g.frame.title == "HoldOrRetreat", "1:1, die 6: A5"
    do(g, "hold")
    assert has(g, "R1", "reduced")
    assert not has(g, "R2", "reduced")


@rule("7.11")
def test_once_each() -> None:
    g = attack({"2008": "B1", "2007": "R1", "2107": "R2", "2106": "B2", **KEEP}, "2008", "R1")
    fight(g, 3)
    assert no(g, "attack 2008") == "7.11", "no unit is attacked twice"
    do(g, "attack 2106")
    assert no(g, "add R1") == "7.11"
    assert may(g, "add R2"), "no unit attacks twice"


@rule("7.12", "2.21i")
def test_armor_is_not_attacked() -> None:
    g = at({"2008": "C1", "2007": "R1", **KEEP}, "combat")
    assert no(g, "attack 2008") == "7.12"


@rule("7.14", "7.2.2", "2.21a", "8.37")
def test_all_non_armored_units_defend_together() -> None:
    g = attack({"2008": "G1 ZH", "2007": "B1"}, "2008", "B1", player=1)
    assert terms(g)["7.2.3"] == "1:2", "4 against 6: Zhukov adds nothing"
    g = attack({"2008": "B1 C1", "2007": "G1"}, "2008", "G1")
    assert "6 against 4" in [t.reason for t in panel(g).terms], "armor adds nothing"
    g = attack({"2008": "V4/flipped", "2007": "G1"}, "2008", "G1")
    assert "6 against 1" in [t.reason for t in panel(g).terms], "the strength in brackets defends"


@rule("7.15", "7.2.2", "7.16")
def test_any_number_of_adjacent_attackers() -> None:
    ring = {"2007": "R1", "2107": "R2", "2108": "R3", "2009": "G1", "1908": "T1", "1907": "M1"}
    g = attack({"2008": "B1", **ring, "2010": "G2"}, "2008", "R1 R2 R3 G1 T1 M1")
    assert "34 against 4" in [t.reason for t in panel(g).terms], "armored attackers count"
    assert no(g, "add G2") == "7.15"
    assert no(g, "add R1") == "7.16"


@rule("7.17", "10.25", "7.61", "8.31b")
def test_who_may_not_attack() -> None:
    g = at({"2008": "B1", "2007": "R1/disrupted", "2107": "KAG/flipped", "2108": "ZH", "2009": "G1"}, "combat")
    do(g, "attack 2008")
    assert (no(g, "add R1"), no(g, "add KAG"), no(g, "add ZH")) == ("7.17", "8.31b", "7.17")
    g = at({"2008": "B1", "2007": "R1", "1012": "B2"}, "combat", turn=NIGHT)
    assert g.frame.title == "Movement", "nobody attacks at night"


@rule("7.18")
def test_terrain_that_bars_attacks() -> None:
    """W29: woods across a stream cost Foot 4; an allowance of 3 at dusk bars the attack."""
    woods, clear = (sheet({"2008": kind}, {"2008 N": "stream"}) for kind in ("woods 1", "clear 1"))
    units = {"2008": "B1", "2007": "R1", "1908": "G1", **KEEP}
    assert may(do(at(units, "combat", woods), "attack 2008"), "add R1")
    assert no(do(at(units, "combat", woods, turn=DUSK), "attack 2008"), "add R1") == "7.18"
    assert may(do(at(units, "combat", clear, turn=DUSK), "attack 2008"), "add R1")
    motz = {**units, "2007": "M1"}
    assert may(do(at(motz, "combat", clear, turn=DUSK), "attack 2008"), "add M1")
    river = sheet(sides={"2008 N": "river"})
    assert no(do(at(units, "combat", river), "attack 2008"), "add R1") == "7.18"


@rule("7.19", "8.11c", "8.12", "7.78")
def test_guns_attack_like_infantry() -> None:
    g = at({"2008": "B1", "2007": "KAG/fired"}, "combat")
    assert offered(do(g.copy(), "attack 2008"), "add") == {"KAG"}, "a gun that has fired may still attack"
    g = attack({"2008": "B1/reduced", "2007": "KAG", "1908": "R1", **KEEP}, "2008", "KAG R1")
    fight(g, 1)
    assert place(g, "B1") == "dead-german", "5:1, die 1: 5* on its last step"
    assert no(g, "advance KAG") == "7.78"
    assert may(g, "advance R1")
    g = attack({"2008": "G1", "2007": "V4", **KEEP}, "2008", "V4", player=1)
    fight(g, 4)
    assert place(g, "V4") == "dead-german", "1:2, die 4: A5, and guns do not retreat"


@rule("7.2.3")
@pytest.mark.parametrize(
    ("units", "defender", "odds"),
    [("B1", "G1", "1:2"), ("B1", "M1", "1:2"), ("R1 M1", "B1", "3:1"), ("B1", "R1", "1:2"), ("V4", "G1", "1:2")],
)
def test_the_ratio_favours_the_defender(units: str, defender: str, odds: str) -> None:
    spots = ["2007", "2107", "2108"]
    names = units.split()
    pieces = {"2008": defender, **dict(zip(spots, names, strict=False))}
    g = attack(pieces, "2008", units, player=int(names[0][0] in "BV"))
    assert terms(g)["7.2.3"] == odds


@rule("7.2.3", "7.2.4")
def test_the_ratio_stays_within_the_table() -> None:
    crt = game.crt
    assert crt.label(crt.column(13, 3)) == "4:1"
    assert crt.label(crt.column(5, 6)) == "1:2"
    assert crt.label(crt.column(40, 3)) == "8:1"
    g = attack({"2008": "M1", "2007": "B1/reduced"}, "2008", "B1", player=1)
    assert terms(g)["7.2.3"] == "1:3", "2 against 7"
    g = attack({"2008": "T1 ZH", "2007": "B1"}, "2008", "B1", player=1)
    assert terms(g)["7.2.3"] == "8:1", "no strength against it (R25)"


@rule("7.2.4", "7.32", "7.34", "7.38")
def test_the_text_example() -> None:
    """W11: 13 against 3, woods on level 2, all attackers on level 1: 4:1 becomes 1:1."""
    on = sheet({"2008": "woods 2"})
    pieces = {"2008": "P1/reduced", "2007": "M1", "2107": "G1"}
    g = attack(pieces, "2008", "M1 G1", on)
    assert (terms(g)["7.2.3"], terms(g)["7.32"], terms(g)["7.34"], panel(g).column) == ("4:1", "−2", "−1", "1:1")


@rule("7.31", "7.32")
@pytest.mark.parametrize(
    ("terrain", "odds"), [("clear", "3:1"), ("village", "2:1"), ("town", "1:1"), ("woods", "1:1"), ("swamp", "1:1")]
)
def test_cover(terrain: str, odds: str) -> None:
    pieces = {"2008": "B1", "2007": "G1", "2107": "G2"}
    assert column(pieces, "2008", "G1 G2", sheet({"2008": f"{terrain} 1"})) == odds


@rule("7.33", "7.38")
def test_across_a_stream() -> None:
    pieces = {"2008": "B1", "2007": "G1", "2107": "G2"}
    both, one = ({"2008 N": "stream", "2008 NE": "stream"}, {"2008 N": "stream"})
    assert column(pieces, "2008", "G1 G2", sheet(sides=both)) == "1:1"
    assert column(pieces, "2008", "G1 G2", sheet(sides=one)) == "3:1", "one attacker over a dry side cancels it"
    assert column(pieces, "2008", "G1 G2", sheet(sides=both, paths=["road 2007-2008-2107"])) == "1:1"
    river = {"2008 N": "river", "2008 NE": "stream"}
    assert column(pieces, "2008", "G1 G2", sheet(sides=river, paths=["road 2007-2008"])) == "1:1"


@rule("7.34")
@pytest.mark.parametrize(("first", "second", "odds"), [(1, 1, "1:1"), (2, 1, "2:1"), (3, 1, "3:1"), (2, 2, "2:1")])
def test_levels(first: int, second: int, odds: str) -> None:
    on = sheet({"2008": "clear 3", "2007": f"clear {first}", "2107": f"clear {second}"})
    assert column({"2008": "B1", "2007": "G1", "2107": "G2"}, "2008", "G1 G2", on) == odds


@rule("7.35")
def test_armor_shifts() -> None:
    infantry = {"2008": "B1", "2007": "G1", "2107": "G2"}
    assert column(infantry, "2008", "G1 G2") == "3:1"
    assert column({"2008": "B1", "2007": "G1", "2107": "T1"}, "2008", "G1 T1") == "4:1"
    assert column({"2008": "B1 C1", "2007": "G1", "2107": "G2"}, "2008", "G1 G2") == "2:1"
    assert column({"2008": "B1 C1", "2007": "G1", "2107": "T1"}, "2008", "G1 T1") == "3:1"


@rule("7.36", "7.62")
def test_disrupted_defenders() -> None:
    g = attack({"2008": "B1/disrupted", "2007": "G1"}, "2008", "G1")
    assert terms(g)["7.36"] == "−2"
    g = attack({"2008": "B1 C1/disrupted", "2007": "G1"}, "2008", "G1")
    assert "7.36" not in terms(g), "W34: a disrupted tank beside fresh infantry gives nothing"
    g = attack({"2008": "B1/disrupted", "2007": "G1", **KEEP}, "2008", "G1")
    fight(g, 1)
    assert has(g, "B1", "reduced"), "row -1 of 1:1 is D4*"


@rule("7.37", "7.38")
def test_dusk_and_dawn() -> None:
    g = attack({"2008": "B1", "2007": "G1", "2107": "G2", **KEEP}, "2008", "G1 G2", turn=DUSK)
    assert terms(g)["7.37"] == "+2"
    fight(g, 6)
    assert g.frame.title == "HoldOrRetreat"
    assert g.to_decide == 0, "row 8 of 3:1 is A5"


@rule("7.38", "7.33", "7.31", "7.34", "7.35", "7.42")
def test_shifts_together() -> None:
    """W12, with a motorized brigade: at dusk a unit on foot could not enter the hex across the stream (7.18)."""
    on = sheet({"2008": "village 2"}, {"2008 N": "stream", "2008 NE": "stream"})
    pieces = {"2008": "P1 C1", "2007": "T1", "2107": "M1", "2108": "G1"}
    g = attack(pieces, "2008", "T1 M1 G1", on, turn=DUSK)
    assert (terms(g)["7.2.3"], panel(g).column) == ("3:1", "1:1")
    assert "7.33" not in terms(g)
    assert "7.35" not in terms(g)
    fight(g, 4)
    assert g.frame.title == "HoldOrRetreat"
    harm = g.stack[-2]
    assert harm.failed.bit_count() == 3, "A5: morale 4 is below 5"  # type: ignore[attr-defined]


@rule("7.41")
def test_each_cell_names_one_side() -> None:
    for row in game.crt.rows.values():
        for cell in row:
            assert cell == "-" or cell[0] in "AD"
            assert cell == "-" or cell[1:] == "E" or 1 <= int(cell[1:].rstrip("*")) <= 5


@rule("7.42", "7.2.5", "2.21c")
@pytest.mark.parametrize(
    ("unit", "die", "retreats"), [("B1", 3, True), ("B1", 4, False), ("P1", 2, True), ("P1", 3, False)]
)
def test_morale_below_the_number_retreats(unit: str, die: int, retreats: bool) -> None:
    """4:1 against morale 3: die 3 is D4, die 4 is D3. 3:1 against morale 4: die 2 is D5, die 3 is D3."""
    g = attack({"2008": unit, "2007": "G1", "2107": "G2", "2108": "G3", **KEEP}, "2008", "G1 G2 G3")
    fight(g, die)
    assert (g.frame.title == "HoldOrRetreat") == retreats


@rule("7.42")
def test_a_driven_unit_is_disrupted() -> None:
    g = attack({"2008": "B1", "2007": "G1", "2107": "G2", **KEEP}, "2008", "G1 G2")
    fight(g, 2)
    assert g.frame.title == "HoldOrRetreat"
    assert g.to_decide == 1
    do(g, "retreat")
    while g.frame.title == "Retreat":
        g.play(g.actions()[0])
    assert has(g, "B1", "disrupted")
    assert place(g, "B1") != "2008"


@rule("7.43")
def test_elimination() -> None:
    big = {"2008": "B1/reduced C1", "2007": "M1", "2107": "M2", "2108": "T1", "1908": "T2", **KEEP}
    g = attack(big, "2008", "M1 M2 T1 T2")
    fight(g, 1)
    assert place(g, "B1") == "dead-german"
    assert place(g, "C1") == "2008", "8:1, die 1: DE, the armor stays (R56)"
    g = attack({"2008": "M1", "2007": "B1", "2107": "B2/reduced", **KEEP}, "2008", "B1 B2", player=1, turn=DUSK)
    fight(g, 5)
    assert place(g, "B1") == place(g, "B2") == "dead-german", "1:2, row 7: AE"


@rule("7.44")
def test_one_step_holds_the_ground() -> None:
    pieces = {"2008": "M1 ", "2007": "B1", "2107": "P1", **KEEP}
    g = attack(pieces, "2008", "B1 P1", player=1)
    fight(g, 6)
    assert g.frame.title == "HoldOrRetreat"
    assert g.to_decide == 1, "1:1, die 6: A5"
    do(g, "hold")
    assert offered(g, "lose") == {"B1", "P1"}
    assert lines(g, full("lose P1"))[-1].endswith(" hold the ground.")
    assert has(g, "P1", "reduced")
    assert not has(g, "B1", "disrupted")
    assert not has(g, "P1", "disrupted")
    assert (place(g, "B1"), place(g, "P1")) == ("2007", "2107")


@rule("7.44", "7.58b", "8.33")
def test_nobody_is_asked_where_both_answers_eliminate() -> None:
    """R10: a reduced unit without a way back, and a gun, which has one step and never retreats."""
    ring = {"2007": "G1", "2108": "G2", "1908": "G3", **KEEP}
    g = fight(attack({"2008": "B1/reduced", **ring}, "2008", "G1"), 3)
    assert (place(g, "B1"), g.to_decide) == ("dead-german", 0)
    g = fight(attack({"2008": "V4", "2007": "G1", "2107": "G2", **KEEP}, "2008", "G1 G2"), 1)
    assert (place(g, "V4"), g.to_decide) == ("dead-german", 0)
    g = fight(attack({"2008": "B1/reduced", "2007": "G1", **KEEP}, "2008", "G1"), 3)
    assert offered(g, "hold") == offered(g, "retreat") == {""}, "with a way back it is asked"
    g = fight(attack({"2008": "B1 V4", "2007": "G1", "2107": "G2", "2009": "G3", **KEEP}, "2008", "G1 G2 G3"), 1)
    assert offered(g, "hold") == {""}, "and where another can pay"


@rule("7.44", "7.58b")
def test_the_surrounded_hold_or_die() -> None:
    """W32."""
    g = attack({"2008": "B1", "2007": "G1", "2108": "G2", "1908": "G3", **KEEP}, "2008", "G1 G2 G3")
    fight(g, 3)
    assert place(do(g.copy(), "hold"), "B1") == "2008"
    assert place(do(g, "retreat"), "B1") == "dead-german"


@rule("7.45", "7.44")
def test_the_circled_loss_and_holding_fall_on_different_units() -> None:
    """W13: A4* on a Guards regiment, a regiment and a brigade."""
    pieces = {"2008": "P1 C1", "2007": "G1", "2107": "R1", "2108": "T1", **KEEP}
    on = sheet({"2008": "woods 3"})
    g = attack(pieces, "2008", "G1 R1 T1", on)
    die = next(d for d in range(1, 7) if game.crt.read(game.crt.columns.index(panel(g).column), d) == "A4*")
    fight(g, die)
    assert offered(g, "lose") == {"G1", "R1", "T1"}
    do(g, "lose T1")
    assert has(g, "T1", "reduced")
    assert g.frame.title == "HoldOrRetreat"
    assert g.stack[-2].failed.bit_count() == 2, "the regiment and the brigade"  # type: ignore[attr-defined]
    do(g, "hold")
    assert no(g, "lose T1") == "7.45"
    assert offered(g, "lose") == {"R1", "G1"}
    do(g, "lose G1")
    assert not any(has(g, unit, "disrupted") for unit in ("G1", "R1", "T1"))


@rule("7.45")
def test_a_single_unit_may_pay_both() -> None:
    g = attack({"2008": "B1", "2007": "G1", "2107": "G2", "2108": "G3", **KEEP}, "2008", "G1 G2 G3")
    fight(g, 2)
    assert has(g, "B1", "reduced")
    assert g.frame.title == "HoldOrRetreat", "4:1, die 2: D4*"
    do(g, "hold")
    assert place(g, "B1") == "dead-german"


@rule("7.34", "7.35")
def test_the_assault_on_seelow() -> None:
    """W38: 12 against 4 with a company in 1509, from 1609 and 1610: 3:1, four left, 1:3."""
    units = {"1509": "DE-392-I C1", "1609": "G1", "1610": "G2"}
    g = position(game, units, "combat", turn=3)
    do(g, "attack 1509, add G1, add G2")
    assert (terms(g)["7.2.3"], panel(g).column) == ("3:1", "1:3")
    g = position(game, {**units, "1610": "T1"}, "combat", turn=3)
    do(g, "attack 1509, add G1, add T1")
    assert panel(g).column == "1:2"


@rule("7.42")
def test_chances_name_who_retreats() -> None:
    g = attack({"2008": "B1", "2007": "R1", **KEEP}, "2008", "R1")
    units = {side: game.roster[game.names.piece(full(unit))] for side, unit in (("A", "R1"), ("D", "B1"))}
    plain = [chance for chance in panel(g).odds if chance.result[1:].isdigit()]
    assert {chance.result[0] for chance in plain} == {"A", "D"}
    for chance in plain:
        unit, number = units[chance.result[0]], int(chance.result[1:])
        falls = unit.full.morale < number
        assert chance.meaning.startswith(f"{unit.name} must retreat") == falls, chance
        assert chance.meaning.endswith("or more") != falls, chance
