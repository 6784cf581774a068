"""Retreat after combat (13.0), with objective hexes (13.6), the S-Bahn (23.2) and ways off the map (13.3.5, 26.1)."""

from __future__ import annotations

import pytest
from tests.games.reichstag.fights import EVERYWHERE, Fight
from tests.games.reichstag.helpers import Axial, blank
from tests.support import rule

from grognard.games.reichstag import Reichstag

OBJECTIVE = "suburban objective vp-5"
STRONG = {(0, -1): "tc9 bd3", (1, -1): "tc9b"}
"""21 factors north and north-east of the middle: of the hexes behind it (0, 1) and (-1, 1) are free of their zones."""
SPLIT = [(q, r) for q, r in EVERYWHERE if r >= 1]


def driven_out(defenders: str = "m4", *, on: Reichstag | None = None, more: dict[Axial, str] | None = None) -> Fight:
    """A German stack at (0, 0) that has to retreat one hex: DR."""
    fight = Fight({(0, 0): defenders} | STRONG | (more or {}), on=on).attack("0,0", "mobile", "tc9 bd3 tc9b")
    for column, die in (("500-599%", 2), ("400-499%", 2), ("300-399%", 3)):
        if column in fight.dice:
            return fight.play(f"roll {die}")
    raise AssertionError(fight.dice)


def panic(die: int, *, on: Reichstag | None = None, more: dict[Axial, str] | None = None, **extra: object) -> Fight:
    """A German 3 at (0, 0) that has lost its companion and panics: DP."""
    fight = Fight({(0, 0): "m4 m3"} | STRONG | (more or {}), on=on, **extra).attack("0,0", "mobile", "tc9 bd3 tc9b")
    assert "300-399%" in fight.dice
    return fight.play(f"roll 5; enough; roll {die}")


def repulsed(pieces: dict[Axial, str], target: str, *, on: Reichstag | None = None, die: int = 3) -> Fight:
    """Soviets who attack one German hex at 50 to 99 percent and have to retreat: AR."""
    fight = Fight(pieces, on=on).attack(target, "mobile")
    assert "50-99%" in fight.dice
    return fight.play(f"roll {die}")


# -- how far -------------------------------------------------------------------------------------


@rule("9.8", "13.1", "13.2")
def test_a_panic_is_counted_in_hexes_away_from_the_combat_and_costs_no_points() -> None:
    fight = panic(6, points=1)
    for step in range(1, 6):
        fight.play(f"go 0,{step}")
    assert fight.frame == "RetreatStep"
    fight.play("go 0,6")
    assert fight.where("m3") == (0, 6)
    assert fight.g.state.points == 1
    assert "moved" not in fight.flags("m3")
    assert fight.frame == "Advance"


@rule("13.2")
@pytest.mark.parametrize("result", ["AD", "AR", "DD", "DR", "MD"])
def test_other_retreats_are_one_hex(result: str) -> None:
    effects = blank().results.effects[result]
    assert [e.amount for e in effects if e.what == "retreat"] == ["1"]


@rule("13.3.6")
def test_every_step_leads_further_away() -> None:
    fight = panic(3).play("go 0,1; go 0,2")
    assert fight.can("go") == {(-1, 3), (0, 3), (1, 2)}
    assert fight.refused("go 0,1") == "13.3.6"
    assert fight.refused("go 5,5") == "13.1"


@rule("13.3.6", "13.3")
def test_who_can_go_only_part_of_the_way_dies_at_its_end() -> None:
    # A lake behind (0, 1) and (-1, 1): one hex is all there is.
    lake = {((0, 1), d): "lake" for d in ("SE", "S", "SW")} | {((-1, 1), d): "lake" for d in ("S", "SW", "NW")}
    fight = panic(2, on=blank(sides=lake))
    assert fight.can("go") == {(0, 1), (-1, 1)}
    ask = fight.g.frame.ask(fight.g)  # type: ignore[attr-defined]
    assert "cannot be saved" in ask.prompt
    events = fight.g.play(fight._real("go 0,1"))
    removed = [e for e in events if type(e).__name__ == "Removed"]
    assert [(e.rule, fight.game.board.names[e.origin]) for e in removed] == [  # type: ignore[attr-defined]
        ("13.3.6", fight.game.board.names[fight.place(0, 1)])
    ]
    assert fight.where("m3") == "dead-1bf"


@rule("13.3", "11.7")
def test_who_cannot_go_at_all_is_eliminated() -> None:
    fight = driven_out(more={(0, 2): "rd5", (-2, 2): "rd5b"})
    assert fight.where("m4") == "dead-1bf"


# -- where to ------------------------------------------------------------------------------------


@rule("13.3.1")
def test_not_into_enemies_or_their_zones() -> None:
    # Every hex of a panic is asked: a division at (0, 3) closes (0, 2).
    fight = panic(2, more={(0, 4): "rd5"}).play("go 0,1")
    assert fight.can("go") == {(-1, 2), (0, 2), (1, 1)}
    shut = panic(2, more={(0, 3): "rd5"}).play("go 0,1")
    assert shut.can("go") == {(-1, 2), (1, 1)}
    assert shut.refused("go 0,2") == "13.3.1"


@rule("13.3.2")
@pytest.mark.parametrize(("water", "open_"), [("lake", False), ("lake bridge", True), ("river", True), ("canal", True)])
def test_not_over_a_lake_without_a_bridge(water: str, open_: bool) -> None:
    fight = driven_out(on=blank(sides={((0, 0), "S"): water, ((0, 0), "SE"): "lake"}))
    if open_:
        assert fight.can("go") == {(0, 1), (-1, 1)}
    else:
        assert fight.where("m4") == (-1, 1)


@rule("13.3.2")
def test_not_over_a_lake_whose_bridge_is_blown() -> None:
    game = blank(sides={((0, 0), "S"): "lake bridge"})
    bridge = game.map.bridges[0].id
    fight = Fight({(0, 0): "m4"} | STRONG, on=game, demolished=(bridge,)).attack("0,0", "mobile").play("roll 2")
    assert fight.where("m4") == (-1, 1)


@rule("13.3.2")
def test_not_into_a_water_hex() -> None:
    fight = driven_out(on=blank({(0, 1): "water water"}))
    assert fight.where("m4") == (-1, 1)


@rule("13.3.3", "5.2")
def test_not_over_the_boundary() -> None:
    # South of the middle begins the other sector: there is no way.
    fight = driven_out(on=blank(uf=SPLIT))
    assert fight.where("m4") == "dead-1bf"
    west = driven_out(on=blank(uf=[(0, 1)]))
    assert west.where("m4") == (-1, 1)


@rule("5.6a")
def test_germans_never_retreat_into_the_reichstag() -> None:
    fight = driven_out(on=blank(reichstag=(0, 1)))
    assert fight.where("m4") == (-1, 1)


@rule("13.3.4")
def test_through_friends_as_far_as_stacking_allows() -> None:
    two = driven_out(more={(0, 1): "v1 v1b"})
    assert two.can("go") == {(0, 1), (-1, 1)}
    three = driven_out(more={(0, 1): "v1 v1b v1c"})
    assert three.where("m4") == (-1, 1)
    passed = panic(2, more={(0, 1): "v1 v1b", (-1, 1): "v1c v1d v1e"})
    assert passed.where("m3") == (0, 1)
    full = panic(2, more={(0, 1): "v1 v1b s1", (-1, 1): "v1c v1d v1e"})
    assert full.where("m3") == "dead-1bf", "no unit may even pass a full hex"


@rule("13.3.4")
def test_large_soviet_units_do_not_share_a_hex() -> None:
    pieces = {(0, 0): "rd5", (0, -1): "m4", (1, -1): "m4b", (0, 1): "rd5b", (-1, 1): "bd3"}
    fight = repulsed(pieces, "0,-1")
    assert fight.where("rd5") == (-1, 1)


@rule("13.3.7")
def test_units_of_one_hex_choose_order_and_ways_for_themselves() -> None:
    fight = driven_out("m2 m2b m2c", more={(0, 1): "v1 v1b"})
    assert fight.seat == 1
    assert fight.can("pick") == {"m2", "m2b", "m2c"}
    fight.play("pick m2b; go 0,1")
    assert fight.can("pick") == {"m2", "m2c"}
    fight.play("pick m2c")
    assert fight.where("m2c") == (-1, 1), "the first has filled the other hex"


# -- off the map ---------------------------------------------------------------------------------

EDGE = {(1, 11): "rd5", (1, 10): "m4", (0, 11): "m4b", (3, 10): "m4c"}
"""At the south edge with no hex to go to."""


@rule("13.3.5")
def test_soviets_retreat_off_the_map_and_are_due_again() -> None:
    fight = repulsed(EDGE, "1,10")
    assert fight.where("rd5") == "due-1bf"
    assert fight.flags("rd5") == set()


@rule("13.3.5")
def test_germans_do_not_leave_the_map() -> None:
    pieces = {(1, 11): "m4", (1, 10): "tc9", (0, 11): "tc9b", (3, 10): "rd5"}
    # 18 against 4 is 450 percent; 2 is DR.
    fight = Fight(pieces).attack("1,11", "mobile").play("roll 2")
    assert fight.where("m4") == "dead-1bf"


@rule("13.3.8")
def test_nobody_leaves_the_map_who_can_stay_on_it() -> None:
    pieces = {place: unit for place, unit in EDGE.items() if unit != "m4c"}
    assert repulsed(pieces, "1,10").where("rd5") == (2, 11)


@rule("13.3.8", "13.3.5")
def test_a_longer_way_may_end_off_the_map() -> None:
    # The survivor of a panic of three can walk two hexes at most, to and along the edge: it leaves from one of them.
    pieces = {(1, 10): "rd5 bd3", (1, 9): "m4 m4b", (-1, 12): "m2", (3, 9): "m2b"}
    fight = Fight(pieces).attack("1,9", "mobile", "rd5 bd3")
    # 8 against 8 is 100 percent; 1 is AP.
    fight.play("roll 1; enough; roll 3")
    assert fight.where("bd3") == (1, 11)
    assert fight.can("go") == {(2, 11)}
    assert "exit" in fight.verbs()
    fight.play("go 2,11")
    assert fight.where("bd3") == "due-1bf"


@rule("26.0", "26.1")
@pytest.mark.parametrize(
    ("options", "captured", "gone"),
    [(["escape_to_the_west"], True, True), (["escape_to_the_west"], False, False), ([], True, False)],
)
def test_germans_escape_to_the_west_once_the_bunker_is_taken(options: list[str], captured: bool, gone: bool) -> None:
    # (-8, 4) is in the first column.
    pieces = {(-8, 4): "m3", (-7, 3): "tc9", (-8, 3): "rd5"}
    fight = Fight(pieces, options=options, captured_bunker=captured).attack("-8,4", "mobile")
    # 14 against 3 is 466 percent; 2 is DR.
    fight.play("roll 2")
    if not gone:
        assert fight.where("m3") == (-8, 5)
        return
    assert fight.verbs() == {"go", "exit"}
    fight.play("exit")
    assert fight.where("m3") == "escaped"
    assert fight.frame == "Advance"


@rule("26.1", "13.3.8")
def test_a_panic_may_lead_to_the_west_edge_and_off_it() -> None:
    # From (-7, 4) the edge is one hex away; a panic of six finds no way on the map.
    pieces = {(-7, 4): "m4 m3", (-7, 3): "tc9 bd3", (-6, 3): "tc9b", (-6, 6): "rd5", (-8, 8): "rd5b"}
    fight = Fight(pieces, options=["escape_to_the_west"], captured_bunker=True).attack("-7,4", "mobile", "tc9 bd3 tc9b")
    fight.play("roll 5; enough; roll 6; go -8,5")
    assert fight.verbs() >= {"exit"}
    assert fight.play("exit").where("m3") == "escaped"


@rule("26.1")
def test_not_by_another_edge() -> None:
    pieces = {(1, 11): "m3", (1, 10): "tc9", (0, 11): "rd5"}
    fight = Fight(pieces, options=["escape_to_the_west"], captured_bunker=True).attack("1,11", "mobile").play("roll 2")
    assert fight.where("m3") == (2, 11), "the south edge is no way out"


# -- statics and objective hexes -----------------------------------------------------------------


@rule("13.4a")
def test_statics_die_where_they_stand() -> None:
    fight = driven_out("s2 v1 m2")
    assert (fight.where("s2"), fight.where("v1")) == ("dead-1bf", "dead-1bf")


@rule("13.4b", "23.2b", "27.5d", "27.5i")
@pytest.mark.parametrize(
    ("terrain", "options", "stays"),
    [
        (OBJECTIVE, (), True),
        ("clear sbahn", (), False),
        ("clear sbahn", ("better_prepared_defense",), True),
        ("clear", ("better_prepared_defense",), False),
    ],
)
def test_statics_in_objective_hexes_ignore_retreats(terrain: str, options: tuple[str, ...], stays: bool) -> None:
    game = blank({(0, 0): terrain})
    # An attack out of the hex that is thrown back: 3 against 5 is 60 percent; 3 is AR.
    fight = Fight({(0, 0): "s3", (0, -1): "rd5"}, on=game, player_turn=1, options=options)
    fight.attack("0,-1", "mobile").play("roll 3")
    assert fight.where("s3") == ((0, 0) if stays else "dead-1bf")
    # And one upon it: 48 against 6 is 800 percent; 4 is DD, the rest of the stack stays or dies.
    pieces = {(0, 0): "m2 v1", (0, -1): "tc9 bd3", (1, -1): "tc9b bd3b", (0, 1): "art"}
    fight = Fight(pieces, on=game, options=options).attack("0,0", "assault").play("roll 4; lose m2; enough")
    assert fight.where("v1") == ((0, 0) if stays else "dead-1bf")


@rule("13.6a")
def test_each_german_in_an_objective_hex_decides_for_itself() -> None:
    game = blank({(0, 0): OBJECTIVE})
    # 14 against 20 in the objective; Germans who attack out of it may hold as well: 4 against 9 is 44 percent; 6 is AR.
    fight = Fight({(0, 0): "m2 m2b", (0, -1): "tc9"}, on=game, player_turn=1).attack("0,-1", "mobile").play("roll 6")
    assert fight.seat == 1
    assert fight.can("hold") == {"m2", "m2b"}
    assert fight.can("pick") == {"m2", "m2b"}
    fight.play("hold m2; pick m2b; go 0,1")
    assert (fight.where("m2"), fight.where("m2b")) == ((0, 0), (0, 1))
    assert fight.over, "the hex is held: the Soviets may not advance"


@rule("13.6a", "13.3.8")
def test_who_has_no_safe_way_holds() -> None:
    game = blank({(0, 0): OBJECTIVE})
    pieces = {(0, 0): "m2 m2b", (0, -1): "tc9", (0, 2): "rd5", (-2, 2): "rd5b", (2, 0): "rd5c", (-2, 0): "rd4"}
    fight = Fight(pieces, on=game, player_turn=1).attack("0,-1", "mobile").play("roll 6")
    assert fight.can("hold") == {"m2", "m2b"}
    assert fight.refused("pick m2") == "13.3.8"


@rule("13.6c")
def test_those_outside_the_objective_hex_must_go() -> None:
    game = blank({(0, 0): OBJECTIVE})
    pieces = {(0, 0): "m2", (1, 0): "m2b", (1, -1): "tc9"}
    fight = Fight(pieces, on=game, player_turn=1).attack("1,-1", "mobile", "m2 m2b").play("roll 6")
    assert fight.can("hold") == {"m2"}
    assert fight.refused("hold m2b") == "13.6c"
    assert "m2b" in fight.can("pick")


@rule("13.6d", "11.2c")
def test_an_objective_hex_is_a_refuge_next_to_soviets() -> None:
    more = {(0, 2): "rd5", (-2, 2): "rd5b"}
    fight = driven_out(on=blank({(0, 1): OBJECTIVE}), more=more)
    assert fight.where("m4") == (0, 1)
    full = driven_out(on=blank({(0, 1): OBJECTIVE}), more=more | {(0, 1): "v1 v1b v1c"})
    assert full.where("m4") == "dead-1bf"


@rule("23.2a")
def test_s_bahn_hexes_are_refuges_in_the_better_prepared_defence() -> None:
    game = blank({(0, 1): "clear sbahn"})
    pieces = {(0, 0): "m4"} | STRONG | {(0, 2): "rd5", (-2, 2): "rd5b"}
    # 525 percent; 2 is DR.
    fight = Fight(pieces, on=game, options=["better_prepared_defense"]).attack("0,0", "mobile", "tc9 bd3 tc9b")
    assert fight.play("roll 2").where("m4") == (0, 1)
    fight = Fight(pieces, on=game).attack("0,0", "mobile", "tc9 bd3 tc9b")
    assert fight.play("roll 2").where("m4") == "dead-1bf"


@rule("13.6b")
def test_a_panic_may_end_in_an_objective_hex() -> None:
    fight = panic(4, on=blank({(0, 2): OBJECTIVE})).play("go 0,1")
    assert fight.refused("stay") == "13.3.6"
    fight.play("go 0,2")
    assert fight.verbs() == {"go", "stay"}
    fight.play("stay")
    assert fight.where("m3") == (0, 2)


@rule("13.6b", "13.3.8")
def test_who_can_be_saved_only_in_an_objective_hex_must_go_there() -> None:
    # By (-1, 1) it can walk two hexes to the end of a spit of land, by (0, 1) one hex to the refuge.
    sides = {((0, 1), d): "lake" for d in ("SE", "S", "SW")} | {((-1, 1), d): "lake" for d in ("SW", "NW")}
    sides |= {((-1, 2), d): "lake" for d in ("SE", "S", "SW", "NW")}
    fight = panic(3, on=blank({(0, 1): OBJECTIVE}, sides))
    assert fight.where("m3") == (0, 1)


@rule("13.6b")
def test_soviets_do_not_stop_in_objective_hexes() -> None:
    pieces = {(0, 0): "rd5 bd3", (0, -1): "m4 m4b"}
    # 100 percent; 1 is AP.
    fight = Fight(pieces, on=blank({(0, 1): OBJECTIVE})).attack("0,-1", "mobile").play("roll 1; enough; roll 2; go 0,1")
    assert fight.verbs() == {"go"}
    assert fight.g.state.held[0] >> fight.place(0, 1) & 1, "passing through is enough for control"


@rule("13.5", "12.3")
def test_who_has_been_attacked_defends_again_with_others_but_not_alone() -> None:
    game = blank({(0, 1): OBJECTIVE})
    # (1, 1) is next to the refuge and not in the first attack.
    more = {(1, 1): "rd5", (0, 1): "s2"}
    fight = driven_out(on=game, more=more).play("go 0,1; end-advance")
    assert fight.odds("0,1")[0] == "5 against 12"
    alone = driven_out(on=game, more={(1, 1): "rd5"}).play("go 0,1; end-advance")
    assert alone.over


# -- bridges on the way, the Reichstag -----------------------------------------------------------


@rule("18.1", "13.3.2")
def test_bridges_are_checked_on_the_way_and_the_rest_is_chosen_anew() -> None:
    # Behind (0, 1) lies a lake with one bridge; on the other way around there is none.
    sides = {((0, 1), "S"): "lake bridge", ((0, 1), "SE"): "lake", ((0, 1), "SW"): "lake"}
    pieces = {(0, 0): "rd5 bd3", (0, -1): "m4 m4b"}
    fight = Fight(pieces, on=blank(sides=sides)).attack("0,-1", "mobile").play("roll 1; enough; roll 2; go 0,1")
    assert fight.dice.startswith("Demolition of")
    held = fight.g.copy()
    fight.play("roll 2")
    assert fight.where("bd3") == "dead-1bf", "nothing is left but the lake"
    fight.g = held
    fight.play("roll 5")
    assert fight.where("bd3") == (0, 2)


@rule("5.5")
def test_soviets_may_retreat_into_an_empty_reichstag() -> None:
    """R75"""
    pieces = {(0, 0): "rd5", (0, -1): "m4", (1, -1): "m4b"}
    game = blank(reichstag=(0, 1))
    fight = repulsed(pieces, "0,-1", on=game)
    assert (0, 1) in fight.can("go")
    fight.play("go 0,1")
    assert fight.g.state.held[0] >> fight.place(0, 1) & 1
    for closed in ("s2", "ur5", "uart"):
        other = repulsed(pieces | {(0, 1): closed}, "0,-1", on=game)
        assert other.where("rd5") == (-1, 1)


@rule("13.1", "13.6a")
def test_a_soviet_unit_never_holds_out() -> None:
    board = blank({(0, -1): "suburban objective vp-5"})
    f = Fight({(0, 0): "m3 m3b", (0, -1): "rd5 bd3"}, on=board, player_turn=1)
    f.attack("0,-1", "mobile")
    f.play("roll 5")
    assert f.frame == "NextRetreat"
    assert f.refused("hold rd5") == "13.1"


@rule("23.2b")
@pytest.mark.parametrize("option", [False, True])
def test_who_may_hold_out_is_named_in_the_question(option: bool) -> None:
    terrain = "suburban sbahn" if option else "suburban objective vp-5"
    board = blank({(0, 0): terrain})
    pieces = {(0, 0): "m3 m2", (0, -1): "tc9 bd3", (1, -1): "tc9b bd3b", (1, 0): "tc9c ag4"}
    f = Fight(pieces, on=board, options=["better_prepared_defense"] if option else [])
    f.attack("0,0", "assault")
    f.play("roll 6; lose m3; enough")
    assert f.frame == "NextRetreat"
    assert ("objective or S-Bahn hexes" in f.g.frame.ask(f.g).prompt) == option
