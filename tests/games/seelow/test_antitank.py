"""Antitank fire (6.0)."""

from __future__ import annotations

import pytest
from tests.games.seelow.helpers import (
    DUSK,
    NIGHT,
    at,
    do,
    game,
    has,
    may,
    no,
    offered,
    panel,
    place,
    position,
    sheet,
    shoot,
    terms,
)
from tests.support import rule

from grognard.engine.view import view
from grognard.games.seelow.model import GERMAN, SOVIET

DUEL = {"2007": "T1", "2008": "C1"}
KEEP = {"3010": "T3", "3011": "D3"}
"""A duel elsewhere, so that the phase goes on."""


@rule("6.0", "3.1.3", "3.1.4", "3.1.8", "3.1.9")
@pytest.mark.parametrize(("player", "phasing", "other"), [(0, SOVIET, GERMAN), (1, GERMAN, SOVIET)])
def test_the_player_out_of_turn_fires_first(player: int, phasing: int, other: int) -> None:
    g = at(DUEL, "enemy-fire", player=player)
    assert g.to_decide == other
    do(g, "done")
    assert g.to_decide == phasing
    assert g.frame.title == "AntitankFire"
    do(g, "done")
    assert g.frame.title != "AntitankFire", "then both have fired"


@rule("6.0")
def test_the_phase_is_passed_over_without_a_shot() -> None:
    g = at({"2007": "R1", "2008": "B1"}, "enemy-fire")
    assert g.frame.title == "CombatPhase"


@rule("3.1.4", "6.17", "7.61")
def test_the_disrupted_do_not_fire() -> None:
    g = at({"2007": "T1/disrupted", "1908": "R1", "2008": "C1"}, "own-fire")
    do(g, "aim 2008")
    assert no(g, "add T1") == "6.17"
    assert may(g, "add R1")
    g = at({"2007": "KAG/flipped", "1908": "R1", "2008": "C1"}, "own-fire")
    assert no(do(g, "aim 2008"), "add KAG") == "8.31b"


@rule("2.21b", "6.17")
def test_without_an_antitank_value_no_fire() -> None:
    g = at({"2007": "ZH", "1908": "R1", "2008": "C1"}, "own-fire")
    assert no(do(g, "aim 2008"), "add ZH") == "6.17"


@rule("6.17", "10.25")
def test_nobody_fires_at_night() -> None:
    g = at({**DUEL, "1012": "B1"}, "enemy-fire", turn=NIGHT)
    assert g.frame.title == "Movement"
    assert g.state.turn == NIGHT
    assert at(DUEL, "enemy-fire", turn=DUSK).frame.title == "AntitankFire"


@rule("6.11", "8.11b")
def test_once_in_each_own_fire_phase() -> None:
    g = shoot({"2007": "T1", "2008": "C1", **KEEP}, "2008", "T1")
    do(g, "fire, roll 6")
    assert has(g, "T1", "fired")
    g = at({"2007": "T1", "2008": "C1", "1908": "R1", "1907": "C2"}, "own-fire")
    do(g, "aim 2008, add T1, fire, roll 6, aim 1907")
    assert no(g, "add T1") == "6.11"
    g = at(DUEL, "enemy-fire", player=1)
    assert g.to_decide == SOVIET
    assert may(g, "aim 2008"), "and again in the other Player-Turn"
    g = at({"2007": "KAG", "2008": "C1"}, "own-fire")
    assert may(g, "aim 2008"), "guns too"


@rule("6.12", "2.21i")
def test_only_armor_is_fired_on() -> None:
    g = at({"2007": "T1", "2008": "B1", "1907": "C1"}, "own-fire")
    assert no(g, "aim 2008") == "6.12"
    assert no(g, "aim 2107") == "6.12"
    g = at({"2007": "T1", "2008": "B1 C1"}, "own-fire")
    do(g, "aim 2008")
    assert no(g, "target B1") == "6.12"


@rule("6.13a", "8.17")
def test_only_adjacent_targets() -> None:
    g = at({"2006": "KAG", "2009": "T1", "2008": "C1"}, "own-fire")
    do(g, "aim 2008")
    assert no(g, "add KAG") == "6.13a"
    g = at({"2007": "KAG", "2008": "C1"}, "own-fire")
    assert offered(do(g, "aim 2008"), "add") == {"KAG"}


@rule("6.13b")
def test_all_counters_are_open() -> None:
    g = at({"2007": "T1", "2008": "C1 C2 B1"}, "own-fire")
    seen = [view(g, seat).position["pieces"] for seat in (SOVIET, GERMAN, None)]
    assert seen[0] == seen[1] == seen[2]
    assert all(name in str(seen[2]) for name in ("DE-MunPz-1", "DE-MunPz-2", "DE-300-I"))


@rule("6.14", "6.16")
def test_all_fire_at_a_target_is_one_roll_and_one_a_phase() -> None:
    g = shoot({"2007": "T1", "1908": "R1", "2107": "R2", "2008": "C1", **KEEP}, "2008", "T1 R1")
    assert panel(g).total == "11 in all"
    assert no(g, "add T1") == "6.16"
    do(g, "fire, roll 6")
    assert no(g, "aim 2008") == "6.14"


STACK = {"2008": "C1 C2 C3", "2007": "R1", "2107": "R2", "2108": "R3", "1908": "G1"}


@rule("6.15")
def test_fire_is_spread_over_a_stack() -> None:
    three = {place_: unit for place_, unit in STACK.items() if unit != "G1"}
    g = at(three, "own-fire")
    do(g, "aim 2008, add R1")
    assert may(g, "fire"), "one firer needs nothing"
    assert no(g, "add R2") == "6.15", "then C2 and C3 would not both be covered"
    do(g, "target C2, add R2, retarget C1")
    assert no(g, "add R3") == "6.15"
    do(g, "target C3, add R3")
    assert may(g, "fire"), "one each"
    g = at(STACK, "own-fire")
    do(g, "aim 2008, add R1, add R2")
    assert no(g, "fire") == "6.15"
    do(g, "target C2, add R3")
    assert no(g, "fire") == "6.15"
    do(g, "target C3, add G1")
    assert may(g, "fire"), "two, one and one"


@rule("6.15")
def test_those_fired_on_before_count_as_covered() -> None:
    g = at({**STACK, "2008": "C1 C2"}, "own-fire")
    do(g, "aim 2008, add R1, fire, roll 6, aim 2008, add R2, add R3")
    assert may(g, "fire"), "C1 has been fired on in this phase"


@rule("6.15", "7.57")
def test_shots_that_fall_away() -> None:
    """W40: Y is resolved first and retreats, X goes along: the shot at X is void and its firers are free."""
    g = at({"2008": "D1 D2", "2007": "R1", "2107": "R2", "1907": "T1", **KEEP}, "own-fire")
    do(g, "aim 2008, add R1, add R2, target D2, add T1, fire, resolve D2, roll 1, roll 6, retreat, pick D2")
    while g.frame.title == "Retreat":
        g.play(g.actions()[0])
    do(g, "pick D1")
    while g.frame.title == "Retreat":
        g.play(g.actions()[0])
    assert not has(g, "R1", "fired")
    assert not has(g, "R2", "fired")
    assert has(g, "T1", "fired")
    g = at({"2008": "D1 D2", "2007": "R1", "2107": "R2", "1907": "T1", **KEEP}, "own-fire")
    do(g, "aim 2008, add R1, add R2, target D2, add T1, fire, resolve D2, roll 1, roll 6, retreat, pick D2")
    while g.frame.title == "Retreat":
        g.play(g.actions()[0])
    do(g, "done, roll 6")
    assert has(g, "R1", "fired"), "if it stays, the shot stands although the rule of spreading is not met now"


@rule("6.18")
def test_terrain_that_bars_fire() -> None:
    swamp = sheet({"2008": "swamp 1"})
    g = at({"2007": "T1", "1908": "R1", "2008": "C1"}, "own-fire", swamp)
    do(g, "aim 2008")
    assert no(g, "add T1") == "6.18"
    assert may(g, "add R1")
    g = at(DUEL, "own-fire", sheet({"2008": "swamp 1"}, paths=["track 2007-2008"]))
    assert may(g, "aim 2008")
    g = at({**DUEL, "1908": "R1"}, "own-fire", sheet(sides={"2008 N": "river"}))
    assert no(do(g, "aim 2008"), "add T1") == "6.18"
    g = at({"2007": "KAG", "2008": "C1"}, "own-fire", sheet({"2008": "village 3"}))
    assert may(g, "aim 2008"), "guns are tested with the allowance of their Move side"


@rule("6.2.1", "6.31", "6.33", "2.21b")
def test_the_total_is_the_sum_of_modified_values() -> None:
    """W8: 8 + 4 across a stream (2) + 3 = 13."""
    pieces = {"2008": "T1", "2007": "C1", "2108": "P1", "1908": "B1"}
    g = shoot(pieces, "2008", "C1 P1 B1", sheet(sides={"2008 SE": "stream"}), player=1)
    assert panel(g).total == "13 in all"
    assert panel(g).column == "11-14"
    assert terms(g)["6.31"] == "2"
    bridge = sheet(sides={"2008 SE": "stream"}, paths=["road 2008-2108"])
    assert panel(shoot(pieces, "2008", "P1", bridge, player=1)).total == "2 in all", "a bridge does not help"


@rule("6.32", "6.33")
@pytest.mark.parametrize(
    ("own", "target", "stream", "value"),
    [(1, 1, False, 8), (1, 2, False, 4), (1, 3, False, 2), (3, 1, False, 8), (1, 2, True, 2)],
)
def test_fire_uphill(own: int, target: int, stream: bool, value: int) -> None:
    on = sheet({"2007": f"clear {own}", "2008": f"clear {target}"}, {"2008 N": "stream"} if stream else {})
    assert panel(shoot(DUEL, "2008", "T1", on)).total == f"{value} in all"


@rule("6.32", "6.33")
def test_fractions_are_rounded_up() -> None:
    on = sheet({"2008": "clear 3"})
    g = shoot({"2007": "M1", "2008": "C1"}, "2008", "M1", on)
    assert panel(g).total == "2 in all", "a quarter of 5"
    on = sheet({"2008": "clear 2"}, {"2008 N": "stream"})
    g = shoot({"2007": "SU-85GHT", "2008": "C1"}, "2008", "SU-85GHT", on)
    assert panel(g).total == "3 in all", "a quarter of 9"


@rule("6.2.2", "6.41", "6.42", "6.43", "10.24", "7.62")
def test_die_modifiers() -> None:
    assert terms(shoot(DUEL, "2008", "T1"))["6.41"] == "+2"
    shaken = terms(shoot({"2007": "T1", "2008": "C1/disrupted"}, "2008", "T1", turn=DUSK))
    assert (shaken["6.41"], shaken["6.42"], shaken["6.43"]) == ("+2", "−2", "+2")
    assert "6.42" not in terms(shoot(DUEL, "2008", "T1"))
    assert "6.43" not in terms(shoot(DUEL, "2008", "T1"))
    g = shoot({"2007": "C1", "2008": "T1/disrupted"}, "2008", "C1", player=1)
    do(g, "fire, roll 1")
    assert g.frame.title == "MoraleDie", "row 0 of column 8-10 is a check with 5 added"


@rule("6.2.3", "6.52", "6.53", "6.61", "6.62", "6.63", "2.21c")
def test_the_morale_check() -> None:
    """T1 fires 8 at a company of armor 1: die 2 is row 3, a check with 2 added; morale 4."""
    pieces = {"2007": "T1", "2008": "D1"}
    for die, passes in ((1, True), (2, True), (3, False)):
        g = shoot(pieces, "2008", "T1")
        do(g, f"fire, roll 2, roll {die}")
        assert (g.frame.title != "HoldOrRetreat") == passes
        assert not has(g, "D1", "disrupted") or not passes
    g = shoot(pieces, "2008", "T1")
    do(g, "fire, roll 4")
    for die, passes in ((4, True), (5, False)):
        after = do(g.copy(), f"roll {die}")
        assert (after.frame.title != "HoldOrRetreat") == passes, "row 5 is a plain check"
    g = shoot(pieces, "2008", "T1")
    do(g, "fire, roll 6")
    assert g.frame.title != "MoraleDie", "row 7 is no effect"


@rule("6.51", "6.54")
def test_elimination() -> None:
    pieces = {"2008": "T1", "2007": "C1 C2 C3", "2107": "DE-502-1", **KEEP}
    firers = "C1 C2 C3 DE-502-1"
    g = shoot(pieces, "2008", firers, player=1)
    assert panel(g).column == "34+"
    do(g, "fire, roll 1")
    assert has(g, "T1", "reduced")
    assert place(g, "T1") == "2008", "row 2 is 5*"
    g = shoot({**pieces, "2008": "T1/disrupted"}, "2008", firers, player=1)
    do(g, "fire, roll 1")
    assert place(g, "T1") == "dead-soviet", "row 0 is E"
    cells = {cell for row in game.fire_table.rows.values() for cell in row}
    assert cells <= {"-", "M", "E", *"12345", *(f"{n}*" for n in "12345")}


@rule("6.55", "6.61", "6.64", "7.64", "6.72")
def test_a_circled_result_costs_a_step_first() -> None:
    """W8: the disrupted brigade, die 1: row 0 of 11-14 is 3*; it is reduced, then cannot pass, and has no way."""
    pieces = {"2008": "T1/disrupted", "2007": "C1", "2108": "P1", "1908": "B1"}
    g = shoot(pieces, "2008", "C1 P1 B1", sheet(sides={"2008 SE": "stream"}), player=1)
    do(g, "fire, roll 1")
    assert has(g, "T1", "reduced")
    assert g.frame.title == "MoraleDie"
    do(g, "roll 1")
    assert place(g, "T1") == "dead-soviet", "the second step, whatever its owner says: he is not asked"


@rule("6.64", "7.64")
def test_disrupted_units_check_with_two_less() -> None:
    g = shoot({"2007": "C1", "2008": "T1/disrupted"}, "2008", "C1", player=1)
    do(g, "fire, roll 6")
    assert g.frame.title == "MoraleDie", "row 5 of 8-10 is a plain check"
    assert do(g.copy(), "roll 2").frame.title != "HoldOrRetreat"
    assert do(g.copy(), "roll 3").frame.title == "HoldOrRetreat"


@rule("6.63")
def test_after_fire_a_step_may_be_paid_unless_the_option_forbids_it() -> None:
    pieces = {"2007": "C1", "2008": "T1"}
    g = do(shoot(pieces, "2008", "C1", player=1), "fire, roll 1, roll 6")
    assert g.frame.title == "HoldOrRetreat"
    held = do(g.copy(), "hold")
    assert has(held, "T1", "reduced")
    assert not has(held, "T1", "disrupted")
    assert place(held, "T1") == "2008"
    g = do(shoot(pieces, "2008", "C1", player=1, options=("no_hold_antitank",)), "fire, roll 1, roll 6")
    assert g.frame.title == "Retreat"


@rule("6.73", "6.72", "6.74")
def test_steps_never_return() -> None:
    g = do(shoot({"2007": "C1", "2008": "T1/reduced"}, "2008", "C1", player=1), "fire, roll 1, roll 6, hold")
    assert place(g, "T1") == "dead-soviet"
    g = do(shoot({"2007": "T1", "2008": "D1"}, "2008", "T1"), "fire, roll 1, roll 6, hold")
    assert place(g, "D1") == "dead-german", "a company has one step"
    g = at({"2007": "T1/reduced/disrupted", "3010": "B1"}, "rally", turn=3)
    do(g, "roll 1")
    assert has(g, "T1", "reduced")
    assert not has(g, "T1", "disrupted")


@rule("7.71", "7.73", "7.75", "7.77a", "7.77b", "3.1.3", "7.74", "7.76")
def test_the_player_out_of_turn_advances_too() -> None:
    """W28."""
    g = at({"2007": "C1 C2", "2008": "T1", "2010": "R1", **KEEP}, "enemy-fire")
    do(g, "aim 2008, add C1, add C2, fire, roll 1, roll 6, retreat")
    while g.frame.title == "Retreat":
        g.play(g.actions()[0])
    assert g.to_decide == GERMAN
    assert offered(g, "advance") == {"C1", "C2"}
    assert may(g, "stop")
    do(g, "advance C1")
    assert may(g, "advance C2"), "within stacking both"
    do(g, "advance C2")
    assert place(g, "C1") == place(g, "C2") == "2008", "although the hex is in a Soviet zone"
    assert has(g, "C1", "fired"), "and they have fired in this phase"


@rule("8.31c")
def test_the_flak_fires_in_move_mode() -> None:
    g = shoot({"2007": "FL/flipped", "2008": "T1"}, "2008", "FL", player=1)
    assert panel(g).total == "6 in all"
    g = at({"2007": "V4/flipped", "1908": "B1", "2008": "T1"}, "own-fire", player=1)
    assert no(do(g, "aim 2008"), "add V4") == "8.31b"


@rule("6.32", "6.33")
def test_fire_at_the_scarp() -> None:
    """W38: a brigade of value 8 fires into 1509 with 2 from 1609 and with 4 from 1610."""
    for hex_, value in (("1609", 2), ("1610", 4)):
        g = position(game, {hex_: "T1", "1509": "C1"}, "own-fire", turn=3)
        do(g, "aim 1509, add T1")
        assert panel(g).total == f"{value} in all"
