"""Retreats (9), overstacking (5.1, 5.2), HQs in beaten stacks (12.1a), advances (10)."""

from __future__ import annotations

from tests.games.konigsberg.helpers import (
    NE,
    NW,
    SE,
    SW,
    C,
    N,
    Pieces,
    Pos,
    S,
    announce,
    battle,
    blank,
    fighting,
    game,
    reduce,
    steps,
)
from tests.support import play, refused, rule, targets, texts, where

from grognard.games.konigsberg.advance import Advance

OPEN = {"2226": "S-HQ39", NE: "S-5G S-94", C: "G-551", "1223": "G-HQ9"}
"""16 against 4: 4:1. Die 1 and 2 are A1*/Dr, 3 Dr, 4 Dr2, 5 D1r, 6 D1r2."""
VILLAGE = blank(tags=((C, "village"),))
TOWN = blank(tags=((C, "town"),))


def dr(pieces: Pieces, **more: object) -> Pos:
    """The defender has to retreat one hex."""
    return battle({**OPEN, **pieces}, C, "S-5G S-94", 3, **more)  # type: ignore[arg-type]


def dr2(pieces: Pieces, **more: object) -> Pos:
    """Two hexes."""
    return battle({**OPEN, **pieces}, C, "S-5G S-94", 4, **more)  # type: ignore[arg-type]


# -- where to ------------------------------------------------------------------------------------


@rule("9.0", "9.2c")
def test_the_owner_retreats_out_of_enemy_zones() -> None:
    """Example 21: north and south are in the zone of the attackers; both western hexes are open."""
    g = battle({**OPEN, NE: "S-5G", SE: "S-94 S-113"}, C, "S-5G S-94", 3)
    assert g.to_decide == 0
    assert targets(g, "go") == {NW, SW}
    assert refused(g, f"go {N}") == "9.2c"


@rule("9.2a")
def test_each_hex_is_further_from_the_combat() -> None:
    g = dr2({})
    play(g, f"go {NW}")
    assert all(game.board.distance(game.board.place(C), game.board.place(p)) == 2 for p in targets(g, "go"))
    assert refused(g, f"go {SW}") == "9.2a"


@rule("9.2b", "9.0c")
def test_supply_comes_before_zones() -> None:
    """Example 22: a Soviet unit goes east into a zone rather than west out of it, and loses a step."""
    pieces = {"1826": "G-HQ26", NW: "G-1 G-56", SW: "G-69", C: "S-3GC", "2225": "G-349", "2228": "G-549"}
    block = {"2326": "G-21", N: "S-94 S-113", S: "S-65 S-72"}
    g = battle({**pieces, **block}, C, "G-1 G-56 G-69", 6, "G:26")
    assert (where(g, "S-3GC"), steps(g, "S-3GC")) == (SE, 1)


@rule("9.0b/1", "9.0d")
def test_nobody_retreats_over_water_enemies_or_major_rivers() -> None:
    on = blank(sides=(("2026", "NW", "river major"), ("2026", "SW", "river minor")), terrain=((SW, "forest"),))
    g = dr({N: "S-72", S: "S-65"}, on=on)
    assert where(g, "G-551") == SW, "across a minor river into forest is one hex; the major river bars the other"


@rule("9.0b/2", "0.2a/2", "4.3a")
def test_what_cannot_be_retreated_costs_steps() -> None:
    """Example 23: surrounded, Dr2: two steps, chosen freely, both from one unit if the owner likes."""
    wall = {N: "S-72", NW: "S-65", SW: "S-45", S: "S-3G", SE: "S-20"}
    units = {**OPEN, **wall, C: "G-551 G-548"}
    g = battle({**units, SE: "S-113 S-2GT"}, C, "S-5G S-94 S-113 S-2GT", 4, take="S-2GT")
    play(g, "together")
    assert g.frame.title == "Losses"
    assert targets(g, "lose") == {"G-551", "G-548"}
    play(g, "lose G-548, lose G-548")
    assert where(g, "G-548") == "dead"
    assert (steps(g, "G-551"), where(g, "G-551")) == (2, C)


@rule("0.2a/2", "4.3a")
def test_the_map_edge_is_a_wall() -> None:
    """On the west edge with enemies on all sides a retreat costs steps and nobody leaves the map."""
    pieces = {"0226": "S-5G S-94", "0125": "S-72", "0127": "S-65", "0225": "S-45", "0126": "G-551", "0327": "S-HQ39"}
    g = battle(pieces, "0126", "S-5G S-94", 3)
    assert where(g, "G-551") == "0126"
    assert steps(g, "G-551") == 1


@rule("3.3", "9.0c", "3.4")
def test_each_zone_costs_the_stack_one_step_even_with_friends_there() -> None:
    """Example 28: a friendly division in the hex does not cancel the zone for a retreat."""
    wall = {N: "S-72", NW: "S-65", S: "S-3G", SE: "S-20"}
    g = dr({**wall, SW: "G-286"})
    assert (where(g, "G-551"), steps(g, "G-551")) == (SW, 1)
    two = battle({**OPEN, **wall, SE: "S-113 S-2GT", C: "G-551 G-548"}, C, "S-5G S-94 S-113 S-2GT", 3, take="S-2GT")
    play(two, "together")
    assert {where(two, "G-551"), where(two, "G-548")} == {SW}
    assert two.frame.title == "Losses"
    two.play("lose G-551")
    assert (steps(two, "G-551"), steps(two, "G-548")) == (1, 2)


@rule("9.0f")
def test_together_or_apart() -> None:
    """Example 38: together one step in all, apart one each."""
    wall = {N: "S-72", NW: "S-65", S: "S-3G"}
    pieces = {**OPEN, **wall, SE: "S-113 S-2GT", C: "G-551 G-548"}
    g = battle(pieces, C, "S-5G S-94 S-113 S-2GT", 3, take="S-2GT")
    play(g, "apart, pick G-551")
    assert (steps(g, "G-551"), steps(g, "G-548")) == (1, 1)
    assert where(g, "G-551") == where(g, "G-548") == SW


@rule("9.2d", "12.1c(2)")
def test_a_retreat_can_overrun_a_lone_hq() -> None:
    wall = {N: "S-72", NW: "S-65", S: "S-3G", SE: "S-20"}
    g = dr({**wall, SW: "S-HQ5", "due": "S:5"})
    assert where(g, "S-HQ5") == "dead"
    assert where(g, "S:5") == "removed"


# -- units that do not move ----------------------------------------------------------------------


@rule("9.0e", "9.1")
def test_garrisons_pay_for_retreats() -> None:
    """Example 25: in the open each hex is a step; in a settlement the first is free."""
    g = dr2({C: "G-FMO"})
    assert where(g, "G-FMO") == "dead"
    town = {**OPEN, SE: "S-113", C: "G-FLO"}
    held = battle(town, C, "S-5G S-94 S-113", 3, on=TOWN)
    assert (where(held, "G-FLO"), steps(held, "G-FLO")) == (C, 1), "23 against 4, 5:1: Dr2, one hex is left"
    free = battle(town, C, "S-5G S-94 S-113", 2, on=TOWN)
    assert (where(free, "G-FLO"), steps(free, "G-FLO")) == (C, 2), "5:1: Dr, nothing is left"
    strong = {**OPEN, SE: "S-113 S-2GT", C: "G-FLO"}
    both = battle(strong, C, "S-5G S-94 S-113 S-2GT", 2, take="S-2GT", on=TOWN)
    assert steps(both, "G-FLO") == 1, "33 against 4, 8:1: D1r2: the loss is ignored, the second hex is not"


@rule("8.0a", "9.0e", "9.1", "12.5(3)")
def test_a_division_and_volksturm_in_a_village() -> None:
    """Example 40: D1r2. The loss hits the division, the hex that is left costs the Volksturm its step."""
    pieces = {"2226": "S-HQ39", NE: "S-5G S-94", SE: "S-113 S-2GT", C: "G-50 G-VS2", "1223": "G-HQ9"}
    g = battle(pieces, C, "S-5G S-94 S-113 S-2GT", 6, take="S-2GT", on=VILLAGE)
    assert where(g, "G-VS2") == "volksturm", "33 against 7, 4:1: D1r2"
    assert steps(g, "G-50") == 1
    while g.frame.title == "RetreatStep":
        g.play(sorted(texts(g))[0])
    assert game.board.distance(game.board.place(C), game.board.place(where(g, "G-50"))) == 1


# -- overstacking --------------------------------------------------------------------------------


@rule("5.1/2", "5.1/3", "5.0a")
def test_who_finds_a_full_hex_goes_on() -> None:
    """Example 24: one hex further, at distance two; a zone there costs a step; without a hex he is eliminated."""
    wall = {N: "S-72", NW: "S-65", S: "S-3G", SE: "S-20"}
    full = {SW: "G-286 G-69"}
    g = dr({**wall, **full})
    assert game.board.distance(game.board.place(C), game.board.place(where(g, "G-551"))) == 2
    beyond = {"1827": "G-1 G-56", "1928": "G-349 G-549", "1826": "G-21 G-61", "2028": "S-45", "1926": "S-65"}
    dead = fighting({**OPEN, **wall, **full, **beyond})
    announce(dead, C, "S-5G S-94").play("roll 3")
    assert where(dead, "G-551") == "dead"


@rule("5.1/2", "12.2b")
def test_refugees_fill_a_hex_for_retreats() -> None:
    wall = {N: "S-72", NW: "S-65", S: "S-3G", SE: "S-20"}
    g = dr({**wall, SW: "REF-1"})
    while g.frame.title == "OneMoreHex":
        g.play(sorted(texts(g))[0])
    assert where(g, "G-551") != SW


@rule("5.2/3", "12.1a")
def test_two_hqs_in_a_hex_cannot_stay() -> None:
    """The HQ retreats with its units; where another HQ is, it goes on one hex."""
    wall = {N: "S-72", NW: "S-65", S: "S-3G", SE: "S-20"}
    g = dr({**wall, C: "G-551 G-HQ26", SW: "G-HQ41"})
    while g.frame.title == "OneMoreHex":
        g.play(sorted(texts(g))[0])
    assert where(g, "G-551") == SW
    assert where(g, "G-HQ26") not in (C, SW)
    shut = {"1827": "G-HQ9", "1928": "G-HQ6", "1826": "G-HQ55"}
    shut |= {"1223": "G-286", C: "G-551 G-HQ26", SW: "G-HQ41", "due": "G:26"}
    dead = battle({**OPEN, **wall, **shut}, C, "S-5G S-94", 3)
    assert where(dead, "G-HQ26") == "dead"
    assert where(dead, "G:26") == "removed"


@rule("5.2/3", "9.0c", "12.1a")
def test_an_hq_whose_companion_dies_on_the_way_does_not_stay_with_another_hq() -> None:
    """The only way leads into an enemy zone, where the reduced unit dies beside the other HQ."""
    wall = {N: "S-72", NW: "S-65", S: "S-3G", SE: "S-20"}
    pieces = {**OPEN, **wall, C: "G-551 G-HQ26", SW: "G-HQ41"}
    g = play(announce(fighting(pieces, reduced="G-551"), C, "S-94"), "roll 3")
    assert where(g, "G-551") == "dead"
    assert where(g, "G-HQ41") == SW
    assert where(g, "G-HQ26") == "1827", "the HQ that came goes on one hex"
    assert g.status() == []
    shut = {"1827": "G-HQ9", "1928": "G-HQ6", "1826": "G-HQ55", "1223": "G-286", "due": "G:26"}
    g = play(announce(fighting({**pieces, **shut}, reduced="G-551"), C, "S-94"), "roll 3")
    assert where(g, "G-HQ26") == "dead", "or is eliminated where it cannot"
    assert where(g, "G:26") == "removed"
    assert where(g, "G-HQ41") == SW


@rule("12.1a")
def test_an_hq_goes_with_its_stack_or_with_the_unit_its_owner_names() -> None:
    g = dr({C: "G-551 G-HQ9", "1223": "G-HQ26"})
    play(g, f"go {NW}")
    assert where(g, "G-HQ9") == NW
    two = battle({**OPEN, SE: "S-113 S-2GT", C: "G-551 G-548 G-HQ26"}, C, "S-5G S-94 S-113 S-2GT", 3, take="S-2GT")
    play(two, "apart, escort G-548, pick G-551")
    assert where(two, "G-HQ26") == C
    while where(two, "G-548") == C:
        two.play(sorted(texts(two))[0])
    assert where(two, "G-HQ26") == where(two, "G-548")


@rule("12.1a", "10.3")
def test_an_hq_beside_a_garrison_stays_and_falls_to_the_advance() -> None:
    """Example 39: the garrison pays with its last step, nobody retreats, the HQ is overrun by who enters."""
    pieces = {**OPEN, C: "G-FMO G-HQ26", "due": "G:26"}
    g = battle(pieces, C, "S-5G S-94", 3)
    assert where(g, "G-HQ26") == C
    play(g, "pick S-94")
    assert where(g, "G-HQ26") == "dead"
    assert where(g, "G:26") == "removed"


# -- advances ------------------------------------------------------------------------------------

TANKS = {"2226": "S-HQ5GT", NE: "S-29T S-47M", SE: "S-10T", C: "G-551", "1223": "G-HQ9"}


def advancing(pieces: Pieces, units: str = "S-29T S-10T", chit: str = "S:5GT", **more: object) -> Pos:
    """18 against 4, 4:1, Dr: the defender goes west, the advance begins."""
    g = battle({**TANKS, **pieces}, C, units, 3, chit, **more)  # type: ignore[arg-type]
    while g.frame.title == "RetreatStep":
        g.play(f"go {NW}" if f"go {NW}" in texts(g) else sorted(texts(g))[0])
    return g


@rule("10.0/1", "5.0", "10.0/3")
def test_attackers_may_enter_the_vacated_hex() -> None:
    g = battle({**OPEN, SE: "S-113"}, C, "S-5G S-94 S-113", 1)
    while g.frame.title == "RetreatStep":
        g.play(sorted(texts(g))[0])
    assert {"pick S-5G", "pick S-94", "pick S-113", "done"} <= texts(g)
    play(g, "pick S-5G, pick S-113")
    assert not g.under_way(Advance), "two fill the hex: nobody else is asked"
    none = advancing({})
    none.play("done")
    assert where(none, "S-29T") == NE


@rule("10.0/2", "10.1/1", "10.2", "3.5(2)", "10.1/2")
def test_tanks_advance_two_hexes_through_zones_and_infantry_one() -> None:
    """Example 26."""
    g = advancing({"1826": "G-286"})
    play(g, "pick S-29T")
    assert C in targets(g, "go")
    assert targets(g, "go") - {C} <= {N, S, SW, NE, SE, NW}
    assert SW in targets(g, "go"), "a zone does not matter"
    assert refused(g, "go 1826") == "10.0/2"
    play(g, f"go {SW}, pick S-10T, go {C}")
    assert (where(g, "S-29T"), where(g, "S-10T")) == (SW, C)
    foot = battle(OPEN, C, "S-5G S-94", 3)
    while foot.frame.title == "RetreatStep":
        foot.play(sorted(texts(foot))[0])
    play(foot, "pick S-94")
    assert where(foot, "S-94") == C, "one hex, without asking"


@rule("10.1/1", "14.1/2")
def test_the_second_hex_of_an_advance_may_be_the_one_it_came_from() -> None:
    """R36: any hex next to the vacated one; the unit has been in that one and has taken it."""
    g = advancing({})
    origin = where(g, "S-29T")
    assert origin == where(g, "S-47M"), "the hex is full, and still there is room for the unit in it"
    play(g, "pick S-29T")
    assert origin in targets(g, "go")
    play(g, f"go {origin}")
    assert where(g, "S-29T") == origin
    assert g.state.soviet_held >> g.game.board.place(C) & 1
    assert "pick S-29T" not in texts(g), "it has advanced"
    assert g.status() == []


@rule("10.1/1")
def test_a_hex_emptied_by_losses_gives_one_hex_only() -> None:
    """R35."""
    g = fighting({**TANKS, C: "G-10R"}, "S:5GT")
    announce(g, C, "S-29T S-10T").play("roll 4")
    assert where(g, "G-10R") == "dead", "18 against 3, 6:1: D1r2"
    play(g, "pick S-29T")
    assert where(g, "S-29T") == C


@rule("10.1a")
def test_towns_and_rivers_stop_tanks() -> None:
    strong = {**TANKS, SW: "S-8GT", NW: "S-1GT"}
    town = battle(strong, C, "S-29T S-10T S-8GT S-1GT", 2, "S:5GT", take="S-8GT S-1GT", on=TOWN)
    while town.frame.title == "RetreatStep":
        town.play(sorted(texts(town))[0])
    play(town, "pick S-29T")
    assert where(town, "S-29T") == C, "into a town one hex, without asking"
    river = blank(sides=(("2026", "NE", "river minor"),))
    wet = battle({**TANKS, NE: "S-29T", SE: "S-10T S-8GT"}, C, "S-29T S-10T S-8GT", 3, "S:5GT", take="S-8GT", on=river)
    while wet.frame.title == "RetreatStep":
        wet.play(sorted(texts(wet))[0])
    play(wet, "pick S-29T")
    assert where(wet, "S-29T") == C, "across the river one hex"
    play(wet, "pick S-10T")
    assert len(targets(wet, "go")) > 1, "the other came by dry land"


@rule("10.4")
def test_no_advance_crosses_an_unbridged_major_river() -> None:
    on = blank(sides=(("2026", "SW", "river major"),))
    g = advancing({}, on=on)
    play(g, "pick S-29T")
    assert SW not in targets(g, "go")
    assert refused(g, f"go {SW}") == "10.4"


@rule("10.3", "12.1d")
def test_an_advance_overruns_hqs() -> None:
    g = advancing({S: "G-HQ26", "due": "G:26"})
    play(g, f"pick S-29T, go {S}")
    assert where(g, "G-HQ26") == "dead"


@rule("10.2a", "12.1b")
def test_hqs_follow_their_stack() -> None:
    g = advancing({"2226": "S-8M", NE: "S-29T S-HQ5GT", S: "S-47M"}, "S-29T S-10T")
    assert refused(g, "pick S-HQ5GT") == "10.2a"
    play(g, f"pick S-29T, go {SW}, pick S-HQ5GT")
    assert where(g, "S-HQ5GT") == SW, "two hexes with tanks"


@rule("10.0a")
def test_the_defender_never_advances() -> None:
    g = battle({"2226": "S-HQ39", NE: "S-94 S-113", C: "G-21 G-1", "cup": "G:9"}, C, "S-94", 1)
    assert g.frame.title not in ("Advance", "AdvanceTo")
    after = advancing({})
    assert refused(after, "pick G-551") == "10.0a"


@rule("12.8/1")
def test_a_fixed_hq_does_not_advance() -> None:
    pieces = {NE: "G-131 G-HQ6", SE: "G-541 G-31", C: "S-28GT", "4030": "S-HQ39", "4031": "S-94"}
    g = battle(pieces, C, "G-131 G-541 G-31", 3, "G:6")
    while g.frame.title == "RetreatStep":
        g.play(sorted(texts(g))[0])
    play(g, "pick G-131")
    assert refused(g, "pick G-HQ6") == "12.8/1"


def test_reduced_units_stay_reduced_when_they_retreat() -> None:
    g = fighting(OPEN)
    reduce(g, "G-551")
    announce(g, C, "S-5G S-94").play("roll 1")
    while g.frame.title == "RetreatStep":
        g.play(sorted(texts(g))[0])
    assert steps(g, "G-551") == 1
