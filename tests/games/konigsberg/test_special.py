"""Refugees and atrocities (12.2, 12.3), replacements (12.4), Volksturm (12.5), the cruiser (12.6), Mikosch (15.1b)."""

from __future__ import annotations

from typing import Any

from tests.games.konigsberg.helpers import (
    NE,
    SE,
    C,
    N,
    Pieces,
    Pos,
    S,
    activate,
    announce,
    blank,
    command,
    cost,
    fighting,
    game,
    in_hand,
    moving,
    panel,
    plan,
    ready,
    reduce,
    steps,
    straight,
    strengthen,
)
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine.pieces import each
from grognard.engine.places import members
from grognard.games.konigsberg import Konigsberg
from grognard.games.konigsberg.model import GERMAN, SOVIET
from grognard.games.konigsberg.zones import zone

ROAD = "1426-1526-1625-1725-1825-1925-2025-2125-2225-2325-2424-2524-2624-2724"
ON_ROAD = blank(paths=(("road", ROAD),))
EVERYWHERE = {"4030": "S-HQ39", "4031": "S-94"}


# -- refugees on the road ------------------------------------------------------------------------


@rule("12.2c/1", "12.2c/2")
def test_refugees_on_a_road_cost_two_or_four() -> None:
    """Example 17: a tank corps pays 1 + 4 and must move on; whoever cannot pay cannot enter."""
    foot = in_hand({"2026": "G-HQ9", "1925": "G-286", "2025": "REF-1"}, "G-286", "G:9", on=ON_ROAD)
    assert cost(foot, "2125") == "2", "round by the fields"
    terrain = tuple((p, "lake") for p in ("2024", "2026", "1924", "2124", "2126", "1926", "1824", "1826", "2226"))
    narrow = blank(paths=(("road", ROAD),), terrain=terrain)
    tank = in_hand({"1825": "G-HQ9", "1925": "G-5PZ", "2025": "REF-1"}, "G-5PZ", "G:9", take="G-5PZ", on=narrow)
    assert cost(tank, "2125") == "6", "5 to get through and 1 more"
    assert refused(tank, "go 2025") == "12.2b"
    weak = in_hand(
        {"1825": "G-HQ9", "1925": "G-5PZ/isolated", "2025": "REF-1"}, "G-5PZ", "G:9", take="G-5PZ", on=narrow
    )
    assert refused(weak, "go 2125") == "12.2c/2"
    infantry = in_hand({"1825": "G-HQ9", "1925": "G-286", "2025": "REF-1"}, "G-286", "G:9", on=narrow)
    assert cost(infantry, "2125") == "4"


@rule("12.3/1", "12.3/3", "12.3/2")
def test_an_atrocity_clears_the_road_and_raises_volksturm() -> None:
    pieces = {"2026": "S-HQ39", "1925": "S-2GT", "2025": "REF-1", "4030": "S-94", "out": "G-VS3 G-VS4"}
    g = in_hand(pieces, "S-2GT", take="S-2GT", on=ON_ROAD)
    assert cost(g, "2025", "drive") == "1"
    play(g, "drive 2025")
    assert where(g, "REF-1") == "refugees"
    assert where(g, "S-2GT") == "2025", "and it may stop there"
    assert (g.state.volksturm, where(g, "G-VS3"), where(g, "G-VS4")) == (3, "volksturm", "out")
    assert "pick S-2GT" in texts(g)
    more = in_hand(pieces, "S-2GT", take="S-2GT", on=ON_ROAD, volksturm=4)
    play(more, "drive 2025")
    assert more.state.volksturm == 4, "two more at most"
    german = in_hand({"2026": "G-HQ9", "1925": "G-286", "2025": "REF-1"}, "G-286", "G:9", on=ON_ROAD)
    assert refused(german, "drive 2025") == "12.3/1"


@rule("12.3/1", "4.4a(2)")
def test_a_march_may_sweep_refugees_away() -> None:
    pieces = {"1526": "S-HQ39", "1426": "S-94", "1825": "REF-1"}
    g = in_hand(pieces, "S-94", on=ON_ROAD)
    assert refused(g, "march 1925") == "4.4a(2)"
    assert cost(g, "1825", "sweep") == "2"
    play(g, "sweep 1825, pick S-94")
    assert "march 2325" in texts(g)


@rule("12.2b")
def test_refugees_share_a_hex_with_hqs_only() -> None:
    g = in_hand({**EVERYWHERE, C: "G-HQ9 G-286", N: "REF-1"}, "G-HQ9", "G:9")
    assert f"go {N}" in texts(g)
    unit = in_hand({**EVERYWHERE, C: "G-HQ9 G-286", N: "REF-1"}, "G-286", "G:9")
    assert refused(unit, f"go {N}") == "12.2b"


@rule("12.2d")
def test_refugees_have_no_zone_and_ignore_zones() -> None:
    g = command({C: "REF-1", N: "S-94"}, "S:39")
    assert zone(g, SOVIET)
    assert not zone(g, GERMAN)
    road = blank(paths=(("road", straight(C, "2209")),))
    moving_on = ready(road, {C: "REF-1", "2224": "S-94", "1725": "S-HQ39", "cup": "S:39"}, "refugee")
    third = straight(C, "2209").split("-")[3]
    play(moving_on, f"pick REF-1, go {third}")
    assert where(moving_on, "REF-1") == third


# -- the refugee segment -------------------------------------------------------------------------

TREK = "1216-1217-1218-1219-1220-1221-1222-1223-1224-1225-1226-1227"
TO_KOENIGSBERG = "1222-" + straight("1322", "2209")
EAST = TO_KOENIGSBERG.split("-")
CROSSROADS = blank(paths=(("road", TREK), ("road", TO_KOENIGSBERG)))


def segment(pieces: Pieces, on: Any = CROSSROADS, **state: Any) -> Pos:
    return ready(on, {**pieces, "cup": "S:39"}, "refugee", **state)


@rule("12.2a/1", "1.2d")
def test_refugees_appear_five_hexes_before_the_front() -> None:
    g = segment({"1227": "S-94", "1327": "S-HQ39", "refugees": "REF-1"})
    assert g.to_decide == SOVIET
    assert targets(g, "put") == {"1222"}
    assert refused(g, "put 1223") == "12.2a/1"
    play(g, "put 1222")
    assert where(g, "REF-1") == "1222"
    assert g.frame.title == "DrawChit", "a new one does not move"
    taken = segment({"1227": "S-94", "1222": "G-286", "refugees": "REF-1"})
    assert taken.frame.title == "DrawChit", "not with combat units"


@rule("12.2a/1", "12.2b")
def test_refugees_may_appear_where_a_soviet_hq_stands_alone() -> None:
    g = segment({"1227": "S-94", "1222": "S-HQ39", "refugees": "REF-1"})
    assert targets(g, "put") == {"1222"}
    play(g, "put 1222")
    assert where(g, "REF-1") == "1222"
    assert g.status() == []


@rule("12.2a/2")
def test_all_refugees_show_the_side_of_the_track() -> None:
    white = segment({"1220": "REF-1/grey", "4030": "S-94"}, turn=3)
    play(white, "done")
    assert not flagged(white, "REF-1", "grey")
    grey = segment({"1220": "REF-1", "4030": "S-94"}, turn=4)
    play(grey, "done")
    assert flagged(grey, "REF-1", "grey")


@rule("12.2a/3")
def test_refugees_move_three_hexes_towards_one_city() -> None:
    """Example 41: five hexes from Elbing and sixteen from Königsberg: three nearer to the one or to the other."""
    g = segment({"1221": "REF-1", "4030": "S-94"})
    play(g, "pick REF-1")
    assert targets(g, "go") == {"1220", "1219", "1218", "1222", *EAST[1:3]}
    assert refused(g, "go 1223") == "12.2a/3"
    play(g, "go 1218")
    assert g.frame.title != "MoveRefugees", "each of them once: nobody is left to move"


@rule("12.2a/4")
def test_refugees_end_alone_or_with_hqs() -> None:
    g = segment({"1221": "REF-1", "1220": "G-286", "1219": "REF-2", "1218": "G-HQ9", "4030": "S-94"})
    play(g, "pick REF-1")
    assert refused(g, "go 1220") == "12.2a/4"
    assert refused(g, "go 1219") == "12.2a/4"
    assert "go 1218" in texts(g), "they pass units and refugees"
    soviet = segment({"1221": "REF-1", "1220": "S-94"})
    play(soviet, "pick REF-1")
    assert not {"1220", "1219", "1218"} & targets(soviet, "go")


@rule("12.2e", "1.2d")
def test_who_reaches_a_city_is_available_again() -> None:
    """Example 42: with an empty pool the placement waits until a counter has come free by the moves."""
    pieces = {"1227": "S-94", "1327": "S-HQ39", "1217": "REF-1"}
    pieces |= {f"14{row}": f"REF-{n}" for n, row in enumerate(range(24, 31), 2)}
    g = segment(pieces)
    assert g.frame.title == "MoveRefugees", "nothing can be placed before"
    play(g, "pick REF-1, go 1216")
    assert where(g, "REF-1") == "refugees"
    if g.frame.title == "MoveRefugees":
        g.play("done")
    assert g.frame.title == "PlaceRefugee"
    play(g, "put 1222")
    assert where(g, "REF-1") == "1222"


# -- replacements --------------------------------------------------------------------------------


def rebuilding(pieces: Pieces, reduced: str = "", on: Konigsberg | None = None, **state: Any) -> Pos:
    """The Replacement Segment of turn 3: three Soviet points, two German ones."""
    on = on or blank()
    g = on.position({**pieces, "cup": "S:39"}, phase="volksturm", **{"turn": 3, **state})
    g.stack.clear()
    on.enter(g, "replacement")
    reduce(g, *reduced.split())
    g.settle()
    return g


@rule("12.4/1", "1.2b", "12.4/3")
def test_the_soviets_spend_first_and_nothing_is_kept() -> None:
    g = rebuilding({**EVERYWHERE, C: "G-HQ9 G-286"}, "S-94 G-286")
    assert g.to_decide == SOVIET
    assert g.state.points == 3
    assert refused(g, "flip G-286") == "12.4/3"
    play(g, "done")
    assert (g.to_decide, g.state.points) == (GERMAN, 2)
    play(g, "flip G-286")
    assert steps(g, "G-286") == 2
    assert g.state.points == 0 or g.frame.title == "DrawChit"


@rule("12.4/2")
def test_one_step_units_are_gone_for_good() -> None:
    g = rebuilding({**EVERYWHERE, "dead": "S-153T S-29T", "4033": "S-HQ3 S-41"})
    assert "return S-29T" in texts(g)
    assert refused(g, "return S-153T") == "12.4/2"
    assert refused(g, "flip S-HQ39") == "12.4/2"


@rule("12.4a")
def test_a_soviet_unit_comes_back_at_full_strength_for_two() -> None:
    """Example 31."""
    g = rebuilding({**EVERYWHERE, "dead": "S-1T"}, "S-94")
    play(g, "return S-1T, put 4030, flip S-1T, flip S-94")
    assert (steps(g, "S-1T"), steps(g, "S-94")) == (2, 2)


@rule("12.4b/1", "12.4b/2")
def test_german_prices_and_returns() -> None:
    g = rebuilding({C: "G-HQ26 G-69", N: "G-5PZ", "dead": "G-1"}, "G-69 G-5PZ")
    assert g.to_decide == GERMAN
    play(g, "return G-1")
    play(g, f"put {S}" if f"put {S}" in texts(g) else sorted(texts(g, "put"))[0])
    assert refused(g, "flip G-1") == "12.4b/2"
    assert refused(g, "flip G-5PZ") == "12.4b/1", "a mechanized step costs two"
    play(g, "flip G-69")
    panzer = rebuilding({C: "G-HQ26 G-69", N: "G-5PZ"}, "G-5PZ")
    play(panzer, "flip G-5PZ")
    assert (steps(panzer, "G-5PZ"), panzer.state.points) == (2, 0)


@rule("12.4b/3")
def test_a_german_unit_is_rebuilt_in_a_later_turn() -> None:
    g = rebuilding({C: "G-HQ26 G-1"}, "G-1", turn=6)
    play(g, "flip G-1")
    assert steps(g, "G-1") == 2


@rule("12.4/4", "12.4c")
def test_where_lost_units_return() -> None:
    """Example 43: in the range of their HQ and under own control, also in a zone; without an HQ not at all."""
    held = game.new_state(game.setup()).soviet_held
    place = game.board.place
    near = held | 1 << place(NE) | 1 << place(SE)
    pieces = {C: "S-HQ5", S: "S-65", "2225": "G-56", "dead": "S-72 S-94", "4040": "G-HQ26"}
    g = rebuilding(pieces, soviet_held=near)
    play(g, "return S-72")
    assert targets(g, "put") == {NE, SE}
    assert zone(g, GERMAN) >> place(NE) & 1
    assert refused(g, f"put {N}") == "12.4/4"
    play(g, f"put {NE}")
    orphan = rebuilding(pieces, soviet_held=near)
    assert "return S-94" in texts(orphan), "an orphan in the range of any HQ of its Front"
    nobody = rebuilding({"4033": "S-HQ3 S-41", "dead": "S-72"})
    assert nobody.frame.title == "DrawChit", "there is nothing to spend points on"


@rule("4.2d", "12.4/4", "7.4a/3")
def test_mechanized_units_are_not_rebuilt_on_frozen_lakes() -> None:
    """The 26th Corps in Lötzen between the Mauersee (3318) and the Spirdingsee (3422)."""
    g = rebuilding({"3418": "G-HQ26 G-69", "dead": "G-5PZ G-1"}, on=game)
    play(g, "return G-1")
    assert {"3318", "3422"} <= targets(g, "put"), "infantry can camp on the ice"
    play(g, "back, return G-5PZ")
    assert not {"3318", "3422"} & targets(g, "put")
    assert refused(g, "put 3318") == "4.2d"
    assert "3317" in targets(g, "put") or "3417" in targets(g, "put")
    stuck = game.position({"3318": "G-5PZ", "0425": "G-HQ26"}, phase="command", turn=3)
    assert [fault.rule for fault in stuck.status()] == ["4.2d"]


# -- Volksturm -----------------------------------------------------------------------------------

TOWNS = blank(tags=(("1526", "village"), ("1726", "town"), ("1926", "city"), ("1730", "village")))


def calling_up(pieces: Pieces, on: Any = TOWNS, **state: Any) -> Pos:
    return ready(on, {"volksturm": "G-VS1 G-VS2", **pieces, "cup": "S:39"}, "volksturm", **state)


@rule("1.2c/1", "12.5(2)", "0.2f")
def test_volksturm_in_settlements_three_hexes_from_soviets() -> None:
    g = calling_up({"2126": "S-HQ39", "2127": "S-94"})
    assert {"1526", "1726"} <= targets(g, "put")
    assert refused(g, "put 1926") == "1.2c/1", "an HQ at two hexes"
    assert refused(g, "put 1527") == "1.2c/1"
    play(g, "put 1726")
    assert where(g, "G-VS1") == "1726"


@rule("1.2c/2", "12.5(1)")
def test_volksturm_do_not_stack_and_there_are_two() -> None:
    g = calling_up({"4030": "S-94"})
    play(g, "put 1526")
    assert refused(g, "put 1526") == "1.2c/2"
    play(g, "put 1726")
    assert g.frame.title == "DrawChit"
    assert {where(g, "G-VS3"), where(g, "G-VS4")} == {"out"}


@rule("12.5(2)", "1.2c/2")
def test_volksturm_are_not_placed_behind_the_front() -> None:
    board, corps = game.board, [game.units[p].id for p in each(game.with_zoc & game.roster.of_side[SOVIET])]
    middle = board.place("1730")
    ring = members(board.within(middle, 4) & ~board.within(middle, 3))
    around = {board.names[place]: unit for place, unit in zip(ring, corps, strict=False)}
    g = calling_up(around, blank(tags=(("1730", "village"), ("0525", "village"))))
    assert refused(g, "put 1730") == "12.5(2)"
    assert "put 0525" in texts(g)


@rule("1.5a", "12.5(3)")
def test_volksturm_go_home_every_turn() -> None:
    g = ready(TOWNS, {"1726": "G-VS1", "4030": "S-94", "cup": "S:39"}, "end")
    assert where(g, "G-VS1") in ("volksturm", "1726")
    assert g.state.turn == 4
    assert "G-VS1" not in [u.id for p, u in enumerate(game.units) if g.where[p] == game.dead]


# -- Admiral Hipper ------------------------------------------------------------------------------


@rule("12.6(1)")
def test_the_cruiser_arrives_on_turn_eight() -> None:
    early = ready(game, {"due": "G-HIP", "4030": "S-94", "cup": "S:39"}, "reinforcement", turn=7)
    assert where(early, "G-HIP") == "due"
    g = ready(game, {"due": "G-HIP", "4030": "S-94", "cup": "S:39"}, "reinforcement", turn=8)
    assert where(g, "G-HIP") == "haff"


CRUISER = {"haff": "G-HIP", "1916": "G-HQ41", "1917": "G-50"}


@rule("12.6(3)")
def test_an_hq_commands_it_with_the_haff_in_range() -> None:
    """Example 44: range 5 in Mehlsack reaches the coast in four; range 4 does not. Once a turn."""
    g = command(CRUISER, "G:41Pz", on=game, turn=8)
    g.play("draw G:41Pz")
    assert "take G-HIP" in texts(g)
    short = command({"haff": "G-HIP", "1916": "G-HQ26", "1917": "G-56", "1918": "G-5PZ"}, "G:26", on=game, turn=8)
    short.play("draw G:26")
    assert refused(short, "take G-HIP") == "12.6(3)"
    used = command({**CRUISER, "1918": "G-5PZ"}, "G:41Pz", on=game, turn=8, hipper_used=True)
    used.play("draw G:41Pz")
    assert refused(used, "take G-HIP") == "12.6(3)"


@rule("12.6(2)", "12.6(4)")
def test_it_shells_two_hexes_inland_and_takes_no_losses() -> None:
    target = next(
        game.board.names[p]
        for p in range(game.board.size)
        if game.map.haff_range >> p & 1
        and not (game.map.settlements | game.map.rough) >> p & 1
        and game.board.distance(p, game.board.place("1916")) <= 4
    )
    far = "1920"
    g = fighting({**CRUISER, target: "S-28GT", far: "S-153T"}, "G:41Pz", "G-HIP", on=game, turn=8)
    assert f"attack {target}" in texts(g)
    plan(g, target, "G-HIP")
    assert panel(g).column in ("4:1", "3:1")
    play(g, "announce, roll 1")
    assert where(g, "G-HIP") == "haff"
    assert g.state.hipper_used or g.state.turn == 9
    distant = fighting({**CRUISER, "1918": "G-367", far: "S-153T", "1919": "G-170"}, "G:41Pz", "G-HIP", on=game, turn=8)
    play(distant, f"attack {far}, nobody")
    assert refused(distant, "join G-HIP") == "12.6(2)"


# -- Mikosch -------------------------------------------------------------------------------------


@rule("15.1b")
def test_mikosch_comes_when_a_soviet_is_near_koenigsberg() -> None:
    def after(distance: int, options: tuple[str, ...] = ("mikosch",), **more: str) -> Pos:
        row = 9 + distance
        pieces = {"due": "G-MIK", f"22{row + 1:02}": "S-HQ39", f"22{row + 4:02}": "S-94", **more}
        g = command(pieces, "S:39 ACT:NOGAS", options=options)
        activate(g, "S:39")
        play(g, f"pick S-HQ39, go 22{row:02}")
        return g

    assert where(after(5), "G-MIK") == "1710"
    assert steps(after(5), "G-MIK") == 1
    assert where(after(6), "G-MIK") == "due"
    assert where(after(5, ()), "G-MIK") == "due"
    barred = after(5, **{"1709": "S-72"})
    assert where(barred, "G-MIK") == "due", "in an enemy zone he waits"
    assert barred.state.alarm


def test_helpers_turn_counters() -> None:
    g = strengthen(reduce(command({C: "G-56"}, "S:39"), "G-56"), "G-56")
    assert steps(g, "G-56") == 2
    assert moving({**EVERYWHERE}).frame.title == "Movement"
    fight = announce(fighting({"1826": "S-HQ39", NE: "S-94", C: "G-551"}), C, "S-94")
    assert fight.frame.title == "CombatDie"
