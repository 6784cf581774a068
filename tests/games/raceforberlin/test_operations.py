"""The Operations Phase (4): impulses, designation, modes, the end test."""

from __future__ import annotations

import pytest
from tests.games.raceforberlin.helpers import dice, game, impulse, mask, moving, step, zone
from tests.support import flagged, play, refused, rule, targets, texts, where

FIVE = {"bridgehead": "S-8GA-1 S-8GA-2 S-5SHA-1 S-5SHA-2 S-47-1 S-47-2 S-3SHA-1"}


@rule("1.C", "4.1.1a", "4.1.5a")
def test_the_order_of_impulses() -> None:
    g = impulse(1, {"kuestrin": "S-8GA-1", "triebel": "S-13-1"})
    seats = []
    for _ in range(4):
        seats.append((g.to_decide, g.state.impulse))
        play(g, "done")
    assert seats == [(0, 0), (1, 1), (1, 2), (0, 3)]


@rule("4.1.1b")
def test_the_operations_marker_starts_at_one() -> None:
    g = step("operations", {"kuestrin": "S-8GA-1"}, operations=4)
    assert g.state.operations == 1


@rule("4.1.2")
def test_four_units_at_most() -> None:
    g = impulse(1, FIVE)
    play(g, "combat S-8GA-1, combat S-8GA-2, combat S-5SHA-1, combat S-5SHA-2")
    assert refused(g, "combat S-47-1") == "4.1.2"
    play(g, "withdraw S-8GA-1, combat S-47-1")


@rule("4.1.3a")
def test_one_mode_for_each_unit() -> None:
    g = impulse(1, FIVE)
    assert {"move S-8GA-1", "combat S-8GA-1", "reserve S-8GA-1"} <= texts(g)
    play(g, "move S-8GA-1")
    assert refused(g, "combat S-8GA-1") == "4.1.3a"


@rule("4.1.3b", "4.1.3c")
def test_movement_then_combat_then_reserve() -> None:
    pieces = {"bridgehead": "S-8GA-1 S-8GA-2 S-5SHA-1 S-5SHA-2", "seelow": "G-303"}
    g = play(impulse(1, pieces), "reserve S-5SHA-1, combat S-8GA-2, move S-8GA-1, done")
    assert g.frame.title == "Movement"
    assert refused(g, "pick S-5SHA-2") == "4.1.3c", "nobody is added after the designation"
    play(g, "end")
    assert g.frame.title == "Combats"
    assert g.why_not("pick S-8GA-1") is not None
    play(g, "end")
    assert g.frame.title == "Reserves"


@rule("4.1.4")
def test_activated_units_are_turned() -> None:
    g = play(impulse(1, {"kuestrin": "S-8GA-1 S-8GA-2"}), "combat S-8GA-1, done")
    assert flagged(g, "S-8GA-1", "turned")
    assert not flagged(g, "S-8GA-2", "turned")
    again = impulse(1, {"kuestrin": "S-8GA-1/turned S-8GA-2"})
    assert refused(again, "move S-8GA-1") == "4.1.4"


@rule("4.1.5b", "4.3.1d")
def test_a_double_pass_ends_the_operations() -> None:
    g = impulse(1, {"kuestrin": "S-8GA-1", "triebel": "S-13-1"})
    play(g, "done, done")
    assert g.state.impulse == 2
    play(g, "done, done")
    assert not dice(g).startswith("End of operations")
    one = impulse(1, {"kuestrin": "S-8GA-1", "triebel": "S-13-1"})
    play(one, "done, combat S-13-1, done, done, done")
    assert dice(one) == "End of operations 1"


@rule("4.3.1a", "4.3.1b", "4.3.1c")
@pytest.mark.parametrize(
    ("turn", "operations", "die", "ends"),
    [(4, 3, 3, True), (4, 3, 4, False), (2, 2, 2, True), (1, 3, 1, True), (1, 3, 2, False), (1, 2, 1, False)],
)
def test_the_end_of_operations(turn: int, operations: int, die: int, ends: bool) -> None:
    g = impulse(2, {"kuestrin": "S-8GA-1/turned", "triebel": "S-13-1"}, turn=turn, operations=operations, passes=1)
    play(g, f"combat S-13-1, done, done, done, roll {die}")
    assert g.state.operations == operations + (not ends)
    assert (g.frame.title == "Designation") == (not ends)


@rule("4.2.1a")
def test_no_entry_into_enemy_zones_but_in_berlin() -> None:
    g = moving(1, {"strausberg": "S-8GA-1 S-8GA-2", "muencheberg": "G-541", "friedrichshain": "G-11SS"}, "S-8GA-1")
    assert refused(g, "go muencheberg") == "4.2.1a"
    assert "go friedrichshain" in texts(g)


@rule("4.2.1b", "6.1.1")
def test_passing_through_a_full_zone() -> None:
    pieces = {"seelow": "S-8GA-1", "muencheberg": "S-5SHA-1 S-5SHA-2", "lebus": "S-8GA-2"}
    g = moving(1, pieces, "S-8GA-1")
    assert refused(g, "go muencheberg") == "6.1.2a"
    assert "go strausberg" in texts(g)


@rule("4.2.2a")
def test_combat_mode_only_fights() -> None:
    g = play(impulse(1, {"bridgehead": "S-8GA-1 S-8GA-2", "seelow": "G-303"}), "combat S-8GA-1, done")
    assert texts(g) == {"attack seelow", "end"}


@rule("4.2.2a")
def test_combat_mode_needs_no_target_at_the_designation() -> None:
    """R16 The unit is activated all the same; and a retreat may bring an enemy before it."""
    idle = play(impulse(1, {"kuestrin": "S-8GA-1", "frankfurt": "G-286"}), "combat S-8GA-1, done")
    assert where(idle, "S-8GA-1") == "kuestrin"
    assert flagged(idle, "S-8GA-1", "turned")
    pieces = {"bridgehead": "S-8GA-1 S-8GA-2 S-5SHA-1", "goeritz": "S-1GTA-1", "seelow": "G-303"}
    g = impulse(1, {**pieces, "letschin": "S-61-1"}, heinrici=9)
    play(g, "combat S-8GA-1, combat S-8GA-2, combat S-5SHA-1, combat S-1GTA-1, done")
    assert targets(g, "attack") == {"seelow"}
    play(g, "attack seelow, fight, roll 4, go lebus, advance S-8GA-1, end")
    assert targets(g, "attack") == {"lebus"}
    assert refused(g, "attack seelow") == "8.1.3"


@rule("4.2.2b", "8.4.1a")
def test_an_attacker_must_advance() -> None:
    g = play(impulse(1, {"bridgehead": "S-8GA-1 S-8GA-2 S-5SHA-1", "seelow": "G-303/reduced"}), "combat S-8GA-1")
    play(g, "combat S-8GA-2, done, attack seelow, fight")
    play(g, "stand" if "stand" in texts(g) else "roll 6")
    if dice(g):
        play(g, "roll 6")
    assert g.frame.title == "Advance"
    assert refused(g, "end") == "8.4.1a"
    play(g, "advance S-8GA-1, end")
    assert where(g, "S-8GA-1") == "seelow"


@rule("4.2.3a", "3.1.3c")
def test_no_reserve_without_supply() -> None:
    g = impulse(1, {"kuestrin": "S-8GA-1/oos S-8GA-2"})
    assert refused(g, "reserve S-8GA-1") == "3.1.3c"
    assert "reserve S-8GA-2" in texts(g)


@rule("4.2.3b")
def test_half_the_movement_points_in_reserve() -> None:
    g = play(impulse(1, {"strausberg": "S-8GA-1 S-8GA-2"}), "reserve S-8GA-1, done, pick S-8GA-1")
    reach = targets(g, "go")
    assert {"seelow", "bridgehead", "proetzel", "kw"} <= reach, "1½ points: three zones by road, or one zone"
    assert not {"oranienburg", "beeskow", "joachimsthal"} & reach


@rule("4.2.3c", "8.4.2")
def test_reserves_follow_an_advance() -> None:
    pieces = {
        "bridgehead": "S-8GA-1 S-8GA-2 S-5SHA-1 S-5SHA-2",
        "goeritz": "S-1GTA-1 S-1GTA-2",
        "seelow": "G-303/reduced",
    }
    g = impulse(1, pieces, heinrici=9)
    play(g, "combat S-8GA-1, combat S-8GA-2, reserve S-5SHA-1, reserve S-1GTA-1, done")
    play(g, "attack seelow, fight, roll 6, advance S-8GA-1, end, pick S-1GTA-1")
    assert refused(g, "follow seelow") == "4.2.3c", "nobody attacked from Göritz"
    play(g, "stay, pick S-5SHA-1, follow seelow")
    assert where(g, "S-5SHA-1") == "seelow"
    assert "go muencheberg" in texts(g), "half its points are still there"
    play(g, "stay")


@rule("4.2.3c")
def test_reserves_respect_stacking() -> None:
    pieces = {"bridgehead": "S-8GA-1 S-8GA-2 S-5SHA-1", "seelow": "G-303/reduced"}
    g = impulse(1, pieces, heinrici=9)
    play(g, "combat S-8GA-1, combat S-8GA-2, reserve S-5SHA-1, done")
    play(g, "attack seelow, fight, roll 6, advance S-8GA-1, advance S-8GA-2, pick S-5SHA-1")
    assert refused(g, "follow seelow") == "4.2.3c"


@rule("1.D")
def test_nobody_is_activated_after_the_operations() -> None:
    g = play(impulse(1, {"kuestrin": "S-8GA-1", "triebel": "S-13-1"}), "done, done, done, done")
    assert g.frame.title == "FreeMove"
    assert g.why_not("combat S-8GA-1") is not None


@rule("7.3.2b")
def test_a_stray_must_return_first() -> None:
    pieces = {"lieberose": "S-8GA-1", "beeskow": "S-8GA-2", "kuestrin": "S-5SHA-1 S-5SHA-2"}
    g = impulse(1, pieces)
    assert refused(g, "done") == "7.3.2b"
    assert refused(g, "combat S-8GA-1") == "7.3.2b"
    play(g, "move S-8GA-1, done, pick S-8GA-1")
    assert "beeskow" in targets(g, "go")
    assert not {"luebben", "guben", "cottbus", "zossen"} & targets(g, "go")
    assert refused(g, "stay") == "7.3.2b"
    assert refused(g, "go luebben") == "7.3.2b"


@rule("2.2.8a")
def test_a_soviet_unit_among_the_americans_must_leave() -> None:
    g = impulse(2, {"torgau": "S-13-1", "herzberg": "S-13-2", "wittenberg": "G-303"}, us=mask("torgau"))
    assert refused(g, "done") == "2.2.8a"
    assert refused(g, "combat S-13-1") == "2.2.8a"
    play(g, "move S-13-1, done")
    assert refused(g, "end") == "2.2.8a"
    play(g, "pick S-13-1, go herzberg")
    assert where(g, "S-13-1") == "herzberg"
    assert zone("torgau") != g.where[game.names.piece("S-13-1")]
