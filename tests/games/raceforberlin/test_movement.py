"""Stacking (6) and movement (7)."""

from __future__ import annotations

import pytest
from tests.games.raceforberlin.helpers import game, impulse, level, levels, mask, moving, step, zone, zones
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.games.raceforberlin.movement import field
from grognard.games.raceforberlin.victory import points


def costs(pieces: dict[str, str], unit: str, number: int = 1, **state: object) -> dict[str, float]:
    """What every zone in reach costs a unit in movement mode."""
    g = impulse(number, pieces, **state)
    piece = game.names.piece(unit)
    return {game.board.names[z]: c / 2 for z, c in field(g, piece, game.units[piece].mp).items()}


@rule("6.1.2a")
def test_stacking_limits() -> None:
    g = moving(1, {"seelow": "S-8GA-1 S-8GA-2", "bridgehead": "S-5SHA-1 S-5SHA-2"}, "S-5SHA-1")
    assert refused(g, "go seelow") == "6.1.2a"
    g = moving(4, {"goerlitz": "G-10SSPz G-72 G-17", "niesky": "G-Branden"}, "G-Branden", turn=7)
    assert refused(g, "go goerlitz") == "6.1.2a"
    both = step("replacements", {"calau": "S-13-1 G-303"})
    assert [r.rule for r in both.status()] == ["6.1.2a"]


@rule("6.1.2b", "7.4.E")
def test_berlin_stacking() -> None:
    g = moving(3, {"tempelhof": "G-11SS", "neukoelln": "G-23SS"}, "G-23SS", turn=7)
    assert refused(g, "go tempelhof") == "6.1.2b"
    full = moving(1, {"tempelhof": "S-8GA-1 S-8GA-2", "zossen": "G-303", "neukoelln": "S-5SHA-1 S-5SHA-2"}, "S-5SHA-1")
    assert refused(full, "go tempelhof") == "6.1.2b"
    assert not step("replacements", {"tempelhof": "S-8GA-1 S-8GA-2 G-11SS"}).status()


@rule("6.1.2c")
def test_no_limit_in_the_east_and_in_the_bridgehead() -> None:
    six = "S-8GA-1 S-8GA-2 S-5SHA-1 S-5SHA-2 S-47-1 S-47-2"
    g = moving(1, {"bridgehead": six, "kuestrin": "S-3SHA-1 S-3SHA-2"}, "S-3SHA-1")
    assert "go bridgehead" in texts(g)
    assert not g.status()


@rule("7.1.1", "7.1.2a", "7.1.2c")
def test_worked_example_9() -> None:
    held = {"kuestrin": "S-3SHA-1", "seelow": "G-303", "lebus": "G-712", "n_oderbruch": "G-606", "s_oderbruch": "G-309",
            "frankfurt": "G-286", "fuerstenberg": "G-391"}  # fmt: skip
    assert costs(held, "S-3SHA-1") == {
        "baerwalde": 0.5, "bridgehead": 0.5, "goeritz": 0.5, "reppen": 1, "ziebingen": 1.5,
    }  # fmt: skip


@rule("7.1.2b", "7.1.2c")
def test_worked_example_10() -> None:
    held = {"triebel": "S-13-1 S-13-2", "cottbus": "G-21Pz", "muskau": "G-545", "guben": "G-214"}
    found = costs(held, "S-13-1", 2)
    expected = {"forst": 0.5, "kathlow": 1, "sommerfeld": 0.5, "priebus": 0.5, "saenitz": 1, "penzig": 1.5}
    assert {k: found[k] for k in expected} == expected
    assert found["gross_dueben"] == 1.5
    assert not {"cottbus", "muskau", "guben"} & set(found)


@rule("7.1.2b")
def test_a_river_costs_one_more() -> None:
    assert costs({"beeskow": "G-303", "kw": "S-8GA-1"}, "G-303", 3, turn=7)["luebben"] == 2


@rule("7.1.3")
def test_worked_example_11() -> None:
    g = play(impulse(4, {"lieberose": "G-275"}), "reserve G-275, done, pick G-275")
    assert {"cottbus", "luebben"} <= targets(g, "go")
    assert "calau" not in targets(g, "go")


@rule("7.1.1", "7.1.4")
def test_no_jumps_and_no_diagonals() -> None:
    g = moving(2, {"luckenwalde": "S-13-1 S-13-2", "zossen": "G-303", "luckau": "G-712"}, "S-13-1")
    assert not {"luebben", "calau"} & targets(g, "go")
    assert refused(g, "go bautzen") == "7.1.1"


@rule("7.2.1")
def test_germans_stay_west_of_the_rivers() -> None:
    g = moving(4, {"forst": "G-342"}, "G-342", turn=7)
    assert refused(g, "go triebel") == "7.2.1"


@rule("7.2.2a")
@pytest.mark.parametrize(
    ("turn", "die", "free"), [(3, 3, False), (3, 4, True), (5, 2, False), (5, 3, True), (6, 1, False), (6, 2, True)]
)
def test_hitlers_permission(turn: int, die: int, free: bool) -> None:
    g = play(impulse(3, {"seelow": "G-303"}, turn=turn), f"move G-303, done, pick G-303, roll {die}")
    assert ("go letschin" in texts(g)) == free
    assert "go lebus" in texts(g)


@rule("7.2.2b")
def test_worked_example_12() -> None:
    g = play(impulse(3, {"seelow": "G-303"}, turn=3), "move G-303, done, pick G-303, roll 3")
    assert targets(g, "go") == {"lebus", "frankfurt", "bridgehead", "s_oderbruch"}
    for name in ("letschin", "muencheberg", "falkenhagen"):
        assert refused(g, f"go {name}") == "7.2.2b"
    free = play(impulse(3, {"seelow": "G-303"}, turn=3), "move G-303, done, pick G-303, roll 4")
    assert "go friedrichshain" in texts(free)


@rule("7.2.2c")
def test_no_test_from_turn_7() -> None:
    g = play(impulse(3, {"seelow": "G-303"}, turn=7), "move G-303, done, pick G-303")
    assert g.frame.title == "MoveUnit"


def test_reserves_are_tested_only_with_the_option() -> None:
    pieces = {"seelow": "G-303"}
    g = play(impulse(3, pieces), "reserve G-303, done, pick G-303")
    assert g.frame.title == "ReserveMove"
    g = game.position(pieces, phase="designation-3", options=["hitler_test_in_reserve"], turn=2)
    play(g, "reserve G-303, done, pick G-303")
    assert g.frame.title == "Permission"


@rule("7.3.1a")
def test_an_army_may_be_split_by_its_moves() -> None:
    g = play(moving(1, {"strausberg": "S-8GA-1 S-8GA-2"}, "S-8GA-1"), "go bridgehead")
    assert where(g, "S-8GA-1") == "bridgehead"


APART = {"strausberg": "S-8GA-1", "lebus": "S-8GA-2", "kuestrin": "S-5SHA-1 S-5SHA-2"}


@rule("7.3.1b")
def test_worked_example_25() -> None:
    g = impulse(1, APART)
    for mode in ("combat", "reserve"):
        assert refused(g, f"{mode} S-8GA-1") == refused(g, f"{mode} S-8GA-2") == "7.3.1b"
    assert "combat S-5SHA-1" in texts(g)
    play(g, "move S-8GA-2, done, pick S-8GA-2")
    assert "go muencheberg" in texts(g)
    assert refused(g, "go frankfurt") == "7.3.1b"
    assert refused(g, "stay") == "7.3.1b"


WALLED = {
    "n_oderbruch": "G-5Jaeger",
    "seelow": "G-303",
    "frankfurt": "G-286",
    "letschin": "G-712",
    "fuerstenwalde": "G-169",
    "strausberg": "G-606",
}
"""Germans who leave only the way from Lebus by Falkenhagen to Müncheberg."""


@rule("7.3.1b")
@pytest.mark.parametrize(("guest", "both"), [("", True), ("S-33-1", False)])
def test_a_counter_does_not_take_the_room_its_sister_needs(guest: str, both: bool) -> None:
    """R24 From either end only Müncheberg can be reached, through full zones. If one place is left there, the army
    cannot close up, and a counter may just come nearer."""
    pieces = {**WALLED, "bernau": "S-61-1", "proetzel": "S-47-1 S-47-2", "falkenhagen": "S-69-1 S-69-2"}
    pieces |= {"lebus": "S-61-2", "muencheberg": guest}
    g = play(impulse(1, pieces), "move S-61-1")
    assert ("done" in texts(g)) != both
    play(g, "move S-61-2, done, pick S-61-1")
    assert targets(g, "go") == {"muencheberg"}
    play(g, "go muencheberg, pick S-61-2")
    assert ("go muencheberg" in texts(g)) == both
    if both:
        assert refused(g, "stay") == "7.3.1b"


@rule("7.3.1b")
def test_a_counter_makes_room_for_its_sister() -> None:
    """R24 Only when the first has left Müncheberg can the second come next to it."""
    open_ = {zone: unit for zone, unit in WALLED.items() if zone != "strausberg"}
    pieces = {**open_, "muencheberg": "S-61-1/oos S-33-1", "falkenhagen": "S-69-1 S-69-2", "lebus": "S-61-2"}
    g = play(impulse(1, pieces), "move S-61-1")
    assert refused(g, "done") == "7.3.1b", "the sister has to move too"
    play(g, "move S-61-2, done, pick S-61-2")
    assert targets(g, "go") == set()
    assert refused(g, "stay") == "7.3.1b", "not before its sister"
    play(g, "back, pick S-61-1")
    assert targets(g, "go") == {"strausberg", "proetzel"}
    assert refused(g, "stay") == "7.3.1b"
    play(g, "go strausberg")
    assert refused(g, "end") == "7.3.1b"
    play(g, "pick S-61-2")
    assert targets(g, "go") == {"muencheberg"}
    assert refused(g, "stay") == "7.3.1b"


@rule("7.3.1b")
def test_where_any_number_may_stand_there_is_room_for_both() -> None:
    """R24 Reppen lies beyond the Oder: its two units leave room for the whole army."""
    pieces = {
        "fuerstenwalde": "S-8GA-1",
        "bernau": "S-8GA-2",
        "reppen": "S-5SHA-1 S-5SHA-2",
        "frankfurt": "S-33-1 S-33-2",
    }
    g = play(impulse(1, pieces), "move S-8GA-1, move S-8GA-2, done, pick S-8GA-1, go reppen, pick S-8GA-2")
    assert targets(g, "go") == {"reppen"}


@rule("7.3.1b", "7.3.3a")
def test_a_guest_leaves_no_room_among_its_hosts() -> None:
    """R24 The sister could come next to Genthin only in Brandenburg, which Koniev's 13th Army holds."""
    pieces = {"brandenburg": "S-8GA-1/guest S-13-1", "neuruppin": "S-8GA-2", "rathenow": "G-18PzGr"}
    g = play(impulse(1, pieces), "move S-8GA-1, move S-8GA-2, done, pick S-8GA-1")
    assert refused(g, "go genthin") == "7.3.1b"
    assert "go nauen" in texts(g)


@rule("7.3.1b")
def test_a_counter_whose_sister_cannot_help_comes_nearer() -> None:
    """R24 One zone is too little, and the sister has acted already."""
    g = play(impulse(1, {"bernau": "S-8GA-1/oos", "lebus": "S-8GA-2/turned"}), "move S-8GA-1")
    assert "done" in texts(g)
    play(g, "done, pick S-8GA-1")
    assert targets(g, "go") == {"strausberg", "proetzel"}
    assert refused(g, "go oranienburg") == refused(g, "stay") == "7.3.1b"


@rule("7.3.1b")
def test_a_counter_that_cannot_come_nearer_is_not_activated() -> None:
    """R24 All zones on the way are full; and a sister who has to return to her front is of no help."""
    full = {"muencheberg": "S-47-1 S-47-2", "fuerstenwalde": "S-33-1 S-33-2", "seelow": "S-69-1 S-69-2"}
    g = impulse(1, {"strausberg": "S-8GA-1/oos", "lebus": "S-8GA-2/turned", **full})
    assert refused(g, "move S-8GA-1") == "7.3.1b"
    stray = impulse(1, {"ziebingen": "S-8GA-1", "triebel": "S-8GA-2"})
    assert refused(stray, "move S-8GA-1") == "7.3.1b"
    assert "done" in texts(play(stray, "move S-8GA-2"))


@rule("7.3.1b")
def test_one_counter_may_wait_for_the_other() -> None:
    g = play(impulse(1, {"strausberg": "S-8GA-1", "lebus": "S-8GA-2"}), "move S-8GA-1, move S-8GA-2, done")
    assert refused(g, "end") == "7.3.1b"
    play(g, "pick S-8GA-1, stay")
    assert refused(g, "end") == "7.3.1b"
    play(g, "pick S-8GA-2")
    assert refused(g, "stay") == "7.3.1b"
    assert {"muencheberg", "strausberg", "fuerstenwalde"} <= targets(g, "go")
    assert "go frankfurt" not in texts(g)


@rule("7.3.2a")
def test_the_boundary_of_the_fronts() -> None:
    g = moving(1, {"beeskow": "S-8GA-1 S-8GA-2"}, "S-8GA-1")
    assert refused(g, "go luebben") == "7.3.2a"
    attack = play(
        impulse(1, {"beeskow": "S-8GA-1 S-8GA-2", "luebben": "G-303", "frankfurt": "G-286"}), "combat S-8GA-1"
    )
    play(attack, "done")
    assert refused(attack, "attack luebben") == "7.3.2a"


@rule("7.3.3a")
def test_the_camps_do_not_mix() -> None:
    g = moving(2, {"trebbin": "S-13-1 S-13-2", "potsdam": "S-8GA-1"}, "S-13-1")
    assert refused(g, "go potsdam") == "7.3.3a"


@rule("7.3.3d")
def test_a_guest_may_only_leave() -> None:
    g = impulse(2, {"potsdam": "S-8GA-1 S-13-1/guest", "trebbin": "S-13-2", "brandenburg": "G-303"})
    assert refused(g, "combat S-13-1") == refused(g, "reserve S-13-1") == "7.3.3d"
    assert "done" in texts(g), "it is not obliged to move at once"
    play(g, "move S-13-1, done, pick S-13-1")
    assert refused(g, "stay") == "7.3.3d"
    play(g, "go trebbin")
    assert not flagged(g, "S-13-1", "guest")


@rule("7.3.4a", "7.3.4b")
def test_control_markers() -> None:
    g = play(moving(2, {"kathlow": "S-13-1 S-13-2", "spremberg": "G-344"}, "S-13-1"), "go cottbus")
    assert points(g, 1) == 1
    kept = moving(1, {"zehlendorf": "S-8GA-1 S-8GA-2"}, "S-8GA-1", held=(0, mask("potsdam")))
    play(kept, "go potsdam")
    assert zones(kept.state.held[1]) == {"potsdam"}
    assert not kept.state.held[0] & mask("potsdam")


@rule("7.3.4c")
def test_germans_retake_a_zone() -> None:
    g = moving(4, {"spremberg": "G-344"}, "G-344", turn=7, held=(0, mask("cottbus")))
    play(g, "go cottbus")
    assert points(g, 1) == 0
    assert g.state.held == (0, 0)


TEMPELHOF = {"tempelhof": "S-8GA-1"}


@rule("7.4.1")
def test_no_german_entry_from_outside() -> None:
    g = moving(3, {**TEMPELHOF, "zossen": "G-303"}, "G-303", turn=7)
    assert refused(g, "go tempelhof") == "7.4.1"
    empty = moving(3, {"zossen": "G-303"}, "G-303", turn=7)
    assert "go tempelhof" in texts(empty)


@rule("7.4.2")
def test_no_german_exit() -> None:
    g = moving(3, {"tempelhof": "S-8GA-1 G-303"}, "G-303", turn=7)
    assert refused(g, "go trebbin") == "7.4.2"
    assert "go neukoelln" in texts(g)
    assert all(game.map.berlin >> zone(name) & 1 for name in targets(g, "go"))


@rule("7.4.3")
def test_germans_stop_in_hot_zones() -> None:
    # Neukölln is the only way on; it is contested.
    others = {"neukoelln": "S-8GA-1", "tempelhof": "G-11SS", "wedding": "G-23SS", "prenzlauer_berg": "G-18PzGr"}
    g = moving(3, {**others, "zehlendorf": "G-712", "friedrichshain": "G-25PzGr"}, "G-25PzGr", turn=7)
    assert "go neukoelln" in texts(g)
    costs_of = field(g, game.names.piece("G-25PzGr"), 6)
    assert zone("zossen") in costs_of, "through Tempelhof"
    assert costs_of.get(zone("kw"), 9) > 3, "not through Neukölln"


@rule("7.4.3")
@pytest.mark.parametrize(("level", "soviet", "stops"), [(0, "", False), (0, "S-3GTA-1", True), (2, "S-3GTA-1", True)])
def test_germans_pass_quiet_city_zones_only(level: int, soviet: str, stops: bool) -> None:
    """From Wedding by the nexus to Tempelhof; all other ways out of the city are closed."""
    ring = {"oranienburg": "S-8GA-1", "nauen": "S-8GA-2", "potsdam": "S-5SHA-1", "trebbin": "S-13-1", "kw": "S-5SHA-2",
            "strausberg": "S-47-1", "bernau": "S-47-2"}  # fmt: skip
    g = moving(
        3, {**ring, "wedding": "G-25PzGr", "tempelhof": soviet}, "G-25PzGr", turn=7, levels=levels(tempelhof=level)
    )
    assert "go tempelhof" in texts(g)
    assert ("go zossen" in texts(g)) != stops


@rule("7.4.4")
def test_worked_example_26() -> None:
    g = moving(3, {"wedding": "G-11SS", "neukoelln": "S-8GA-1"}, "G-11SS", turn=7)
    assert "go neukoelln" in texts(g)
    soviet = moving(1, {"wedding": "S-8GA-1 S-8GA-2"}, "S-8GA-1")
    assert {"prenzlauer_berg", "zehlendorf", "oranienburg", "nauen"} <= targets(soviet, "go")
    assert "neukoelln" not in targets(soviet, "go")


@rule("7.4.5")
def test_one_camp_in_a_city_zone() -> None:
    for unit, open_ in (("S-8GA-1", False), ("S-3GA-1", True)):
        pieces = {"zossen": "S-13-1 S-13-2", "tempelhof": unit}
        g = moving(2, pieces, "S-13-1", levels=levels(tempelhof=3))
        assert ("go tempelhof" in texts(g)) == open_
        assert ("go neukoelln" in texts(g)) == open_, "not even in passing"
        if not open_:
            assert refused(g, "go tempelhof") == "7.4.5"


@rule("7.4.6", "7.4.E")
def test_soviets_stop_in_uncontrolled_zones() -> None:
    pieces = {"tempelhof": "S-8GA-1 G-11SS", "zossen": "S-8GA-2", "trebbin": "G-303", "kw": "G-606"}
    g = impulse(1, pieces, levels=levels(tempelhof=1))
    found = field(g, game.names.piece("S-8GA-1"), 6)
    assert "zehlendorf" in {game.board.names[z] for z in found}
    assert not {"wedding", "potsdam"} & {game.board.names[z] for z in found}, "Zehlendorf stops it"
    controlled = impulse(1, pieces, levels=levels(tempelhof=1, zehlendorf=2))
    assert zone("wedding") in field(controlled, game.names.piece("S-8GA-1"), 6)


@rule("9.1.2b", "9.1.2a")
def test_occupation_alone_gives_no_progress() -> None:
    g = play(moving(2, {"zossen": "S-13-1 S-13-2"}, "S-13-1"), "go tempelhof")
    assert level(g, "tempelhof") == 0
