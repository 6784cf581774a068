"""Zones of control (3) and movement (4): costs, roads, rivers, lakes, marches, overruns."""

from __future__ import annotations

import random

import pytest
from tests.games.konigsberg.helpers import (
    AROUND,
    NE,
    SE,
    C,
    N,
    S,
    activate,
    blank,
    command,
    cost,
    game,
    in_hand,
    moving,
    reduce,
)
from tests.support import play, refused, rule, targets, texts, where

from grognard.engine.pieces import Piece
from grognard.engine.places import members
from grognard.games.konigsberg.fields import Field, allowance, may_pass
from grognard.games.konigsberg.model import GERMAN, SOVIET, on_map
from grognard.games.konigsberg.refugees import refugees
from grognard.games.konigsberg.zones import zone

RIVER = (("2026", "NE", "river minor"),)
MAJOR = (("2026", "NE", "river major"),)
LAKE = (("2026", "NE", "lake"),)
HQ = {"1826": "S-HQ39"}


def zone_names(g, side):  # type: ignore[no-untyped-def]
    return {g.game.names.places[p] for p in members(zone(g, side))}


# -- zones ---------------------------------------------------------------------------------------


@rule("3.0a", "3.5(3)")
def test_a_zone_costs_two_to_enter_and_two_to_leave() -> None:
    """Three Germans around one hex cost no more than one; from zone to zone both are paid."""
    g = in_hand({**HQ, C: "S-94", "2225": "G-56", "2224": "G-69", "2124": "G-1"}, "S-94")
    assert cost(g, NE) == "3", "1 and 2 for the zones of two divisions, counted once"
    play(g, f"go {NE}")
    g = in_hand({**HQ, NE: "S-94", "2225": "G-56"}, "S-94")
    assert cost(g, "2125") == "5", "from zone to zone: 1 + 2 + 2"
    assert cost(g, C) == "3", "out of the zone: 1 + 2"


@rule("3.1", "3.1a")
def test_who_has_a_zone() -> None:
    on = blank()
    g = on.position(
        {C: "S-152", "2030": "G-FLO", "2035": "G-HQ26", "2526": "G-VS1", "2530": "G-56"}, phase="command", turn=3
    )
    assert not zone(g, SOVIET), "a fortified region has attack 0"
    assert zone_names(g, GERMAN) == {g.game.board.names[p] for p in members(on.board.adjacent[on.board.place("2530")])}


@rule("3.1b", "4.2d")
def test_mechanized_zones_and_moves_stop_at_frozen_lakes() -> None:
    """24 Pz in 3317 reaches over no lake side, 23 Inf does."""
    for unit, crosses in (("G-24PZ", False), ("G-23", True)):
        g = command({"3317": unit, "3117": "G-HQ7"}, "G:7Pz", on=game)
        assert (game.board.place("3417") in members(zone(g, GERMAN))) == crosses
        activate(g, "G:7Pz", unit).play(f"pick {unit}")
        assert (cost(g, "3417") == "2") == crosses, "on foot straight over the ice, with tanks the long way round"
        assert refused(g, "go 0101") == "4.2d"


@rule("3.5(4)")
def test_zones_do_not_cross_major_rivers_without_a_bridge() -> None:
    """Ostrolenka 3232 does not reach 3132 across the Narew."""
    g = command({"3232": "S-70", "3133": "S-41"}, "S:39", on=game)
    assert "3132" not in zone_names(command({"3232": "S-70"}, "S:39", on=game), SOVIET)
    assert "3132" in zone_names(g, SOVIET)
    water = command({C: "S-94"}, "S:39", on=blank(sides=MAJOR))
    assert zone_names(water, SOVIET) == set(AROUND) - {NE}
    bridged = blank(sides=(("2026", "NE", "river major bridge"),), paths=(("rail", f"{C}-{NE}"),))
    assert zone_names(command({C: "S-94"}, "S:39", on=bridged), SOVIET) == set(AROUND)


@rule("3.4a")
def test_units_out_of_supply_keep_their_zones() -> None:
    g = command({C: "S-94/isolated"}, "S:39")
    assert zone_names(g, SOVIET) == set(AROUND)


# -- costs ---------------------------------------------------------------------------------------


@rule("0.2c", "4.1b", "4.1a", "4.2", "4.3(2)")
def test_terrain_costs_and_the_allowance() -> None:
    on = blank(terrain=((NE, "forest"), (SE, "swamp"), (S, "lake"), ("2225", "forest")))
    g = in_hand({**HQ, C: "S-94"}, "S-94", on=on)
    assert [cost(g, place) for place in (N, NE, SE, S)] == ["1", "2", "2", "3"]
    assert cost(g, "2225") == "4"
    assert refused(g, "go 2032") == "4.3(2)"
    play(g, "go 2225, pick S-94")
    assert {cost(g, place) for place in targets(g, "go")} == {"1"}, "one point is left, none for forest"
    tank = in_hand({**HQ, C: "S-2GT"}, "S-2GT", take="S-2GT", on=on)
    assert [cost(tank, place) for place in (N, NE, SE)] == ["1", "3", "3"]
    assert refused(tank, f"go {S}") == "4.2d"


@rule("4.1b")
def test_forest_river_and_zone_add_up() -> None:
    """Forest, unbridged minor river, entering a zone: 2 + 1 + 2 = 5."""
    on = blank(terrain=((NE, "forest"),), sides=RIVER)
    g = in_hand({**HQ, C: "S-94", "2226": "G-56"}, "S-94", on=on)
    assert cost(g, NE) == "5"


@rule("4.1a", "11.3b")
def test_there_is_no_minimum_move() -> None:
    """Isolated, two points do not suffice for a forest hex in a zone; and nobody has more than his allowance."""
    on = blank(terrain=tuple((place, "forest") for place in AROUND))
    g = moving({**HQ, C: "S-94/isolated", NE: "G-56"}, on=on)
    assert refused(g, "pick S-94") == "4.3(2)"
    assert allowance(g, g.game.names.piece("S-94")) == 2


@rule("4.2a", "4.2c")
def test_roads_ignore_terrain_and_rivers() -> None:
    on = blank(terrain=((NE, "forest"),), sides=RIVER, paths=(("road", f"{C}-{NE}"),))
    g = in_hand({**HQ, C: "S-94"}, "S-94", on=on)
    assert cost(g, NE) == "1"
    play(g, f"go {NE}")
    assert "pick S-94" in texts(g), "a bridge does not stop"
    across = in_hand({**HQ, N: "S-94"}, "S-94", on=on)
    assert cost(across, NE) == "2", "not along the road"


@rule("4.2b", "0.2k")
def test_an_unbridged_minor_river_costs_one_and_stops() -> None:
    """Example 15: two points into the clear, and no further."""
    around = ((N, "forest"), (SE, "forest"))
    g = in_hand({**HQ, C: "S-94", "1926": "S-113"}, "S-94", on=blank(sides=RIVER, terrain=around))
    assert cost(g, NE) == "2"
    play(g, f"go {NE}")
    assert refused(g, "pick S-94") == "4.2b"
    railway = in_hand({**HQ, C: "S-94"}, "S-94", on=blank(sides=RIVER, paths=(("rail", f"{C}-{NE}"),)))
    assert cost(railway, NE) == "1"


@rule("4.2c", "4.2b")
def test_the_stop_belongs_to_the_crossing() -> None:
    """Example 37: from Wehlau straight over the Alle or by the bridge; by rail to 3010 without a stop."""
    g = in_hand({"2911": "G-286", "2812": "G-HQ9"}, "G-286", "G:9", on=game)
    assert cost(g, "3011") == "2"
    assert cost(g, "3010") == "1"
    action = next(a for a in g.actions() if a.text == "go 3011")
    assert len(g.frame.hint(g, action).path) == 2, "of two ways for two points one that may go on"  # type: ignore[attr-defined]
    play(g, "go 3011, pick G-286")
    assert targets(g, "go")
    short = in_hand(
        {"2911": "G-286/isolated", "2812": "G-HQ9", "2912": "G-69 G-56", "3010": "G-1 G-349"}, "G-286", "G:9", on=game
    )
    play(short, "go 3011")
    assert refused(short, "pick G-286") in ("4.2b", "4.3(2)")


@rule("4.2d", "4.5", "4.3a")
def test_nobody_enters_water_or_leaves_the_map() -> None:
    g = in_hand({"1710": "G-286 G-HQ9"}, "G-286", "G:9", on=game)
    water = {game.board.names[p] for p in members(game.map.water)}
    assert not targets(g, "go") & water
    assert refused(g, "go 1809") == "4.2d"
    assert refused(g, "go dead") == "4.5"
    edge = in_hand({"0125": "G-286", "0325": "G-HQ9"}, "G-286", "G:9")
    assert all(place in edge.game.board.number for place in targets(edge, "go"))
    assert not edge.game.board.steps.targets[edge.game.board.place("0125")] & ~edge.game.board.all


@rule("4.2d")
def test_major_rivers_are_crossed_by_bridges_only() -> None:
    g = in_hand({**HQ, C: "S-94"}, "S-94", on=blank(sides=MAJOR))
    assert cost(g, NE) == "2", "round by another hex"
    play(g, f"go {NE}")
    step = in_hand({**HQ, C: "S-94/isolated", "2225": "G-56", "2124": "G-1"}, "S-94", on=blank(sides=MAJOR))
    assert refused(step, f"go {NE}") == "4.2d"
    bridge = blank(sides=(("2026", "NE", "river major bridge"),), paths=(("road", f"{C}-{NE}"),))
    assert cost(in_hand({**HQ, C: "S-94"}, "S-94", on=bridge), NE) == "1"


@rule("4.2d", "7.4a/3")
def test_ice_is_for_feet() -> None:
    g = in_hand({**HQ, C: "S-94"}, "S-94", on=blank(sides=LAKE))
    assert cost(g, NE) == "2"
    tank = in_hand({**HQ, C: "S-2GT"}, "S-2GT", take="S-2GT", on=blank(sides=LAKE))
    assert cost(tank, NE) == "2", "round the lake"
    assert game.board.terrain[game.board.place("3418")] == "clear", "Lötzen is land"


# -- who moves -----------------------------------------------------------------------------------


@rule("4.3(1)", "5.2/1")
def test_enemies_bar_the_way() -> None:
    g = in_hand({**HQ, C: "S-94", NE: "G-56"}, "S-94")
    assert refused(g, f"go {NE}") == "4.3(1)"
    assert NE not in targets(g, "go")


@rule("4.3(1)", "4.7", "12.1d", "12.1c(2)", "2.2b/2")
def test_a_lone_hq_is_overrun_by_whoever_enters() -> None:
    """Example 27: HQ and chit are gone, the divisions become independent; a unit of attack 0 could not do it."""
    pieces = {**HQ, C: "S-94 S-152", NE: "G-HQ26", "2530": "G-56", "due": "G:26"}
    g = in_hand(pieces, "S-94", take="S-152")
    assert cost(g, NE) == "1"
    play(g, f"go {NE}")
    assert where(g, "G-HQ26") == "dead"
    assert where(g, "G:26") == "removed"
    assert "pick S-94" in texts(g), "and the unit may go on"
    weak = in_hand(pieces, "S-152", take="S-152")
    assert refused(weak, f"go {NE}") == "4.3(1)"
    guarded = in_hand({**pieces, NE: "G-HQ26 G-69"}, "S-94", take="S-152")
    assert refused(guarded, f"go {NE}") == "4.3(1)"
    hq = in_hand({"1926": "S-HQ39", C: "S-94", NE: "G-HQ26"}, "S-HQ39")
    assert NE not in targets(hq, "go")


@rule("12.1d", "4.7")
def test_an_overrun_has_to_be_paid_for_and_refugees_do_not_guard() -> None:
    on = blank(terrain=((NE, "forest"),))
    g = in_hand({**HQ, C: "S-94/isolated", NE: "G-HQ26", "2225": "G-56", "2124": "G-69"}, "S-94", on=on)
    assert refused(g, f"go {NE}") == "3.0a"
    crowd = in_hand({**HQ, C: "S-94", NE: "G-HQ26 REF-1"}, "S-94")
    play(crowd, "go 2225")
    assert where(crowd, "G-HQ26") in ("dead", NE)
    direct = in_hand({**HQ, C: "S-94", NE: "G-HQ26 REF-1"}, "S-94")
    play(direct, f"drive {NE}")
    assert where(direct, "G-HQ26") == "dead"


@rule("12.1d", "4.4/1")
def test_a_march_by_road_overruns_a_lone_hq_too() -> None:
    """12.1d speaks of the whole Movement Segment, not of a kind of movement."""
    on = blank(paths=(("road", f"{C}-{NE}-2225"),))
    pieces = {**HQ, C: "S-94", "due": "G:26"}
    g = in_hand({**pieces, NE: "G-HQ26"}, "S-94", on=on)
    play(g, "march 2225")
    assert (where(g, "S-94"), where(g, "G-HQ26"), where(g, "G:26")) == ("2225", "dead", "removed")
    g = in_hand({**pieces, NE: "G-HQ26 G-69"}, "S-94", on=on)
    assert f"march {NE}" not in texts(g), "but not where somebody guards it"


@rule("4.0", "4.1/1", "1.3b")
def test_the_hq_moves_too_and_nobody_has_to() -> None:
    g = moving({**HQ, C: "S-94"})
    assert {"pick S-HQ39", "pick S-94", "end"} <= texts(g)
    play(g, "end")
    assert where(g, "S-94") == C


@rule("4.1/2")
def test_one_unit_after_another() -> None:
    g = in_hand({**HQ, C: "S-94 S-113"}, "S-94")
    play(g, f"go {N}")
    assert "pick S-94" in texts(g), "it may go on as long as no other has moved"
    play(g, f"pick S-113, go {S}")
    assert refused(g, "pick S-94") == "4.1/2"


@rule("4.3(3)", "1.3a")
def test_only_the_active_side_moves() -> None:
    g = moving({**HQ, C: "S-94", "2530": "G-56"})
    assert g.to_decide == SOVIET
    assert refused(g, "pick G-56") == "4.3(3)"


@rule("4.3(4)")
def test_points_are_not_saved() -> None:
    """A unit that spent two points has its full allowance, no more, in the next activation."""
    g = command({**HQ, C: "S-94"}, "S:39 S:3BR-1")
    activate(g, "S:39")
    play(g, f"pick S-94, go {N}, end")
    play(g, "draw S:3BR-1, name S-HQ39, pick S-94")
    assert max(int(cost(g, place)) for place in targets(g, "go")) == 5


# -- strategic movement --------------------------------------------------------------------------

ROAD = "1426-1526-1625-1725-1825-1925-2025-2125-2225-2325-2424-2524-2624-2724"
ON_ROAD = blank(paths=(("road", ROAD),))


@rule("4.4/1", "3.5(3)")
def test_a_march_pays_half_a_point_for_a_road_hex() -> None:
    """Example 16: five points are ten road hexes."""
    g = in_hand({"1526": "S-HQ39", "1426": "S-94"}, "S-94", on=ON_ROAD)
    assert cost(g, "2424", "march") == "5"
    assert refused(g, "march 2524") == "4.4/1"
    off = in_hand({"1526": "S-HQ39", "1427": "S-94"}, "S-94", on=ON_ROAD)
    assert refused(off, "march 1625") == "4.4/1"
    play(g, "march 2025")
    play(g, "pick S-94")
    assert targets(g, "go") == set(), "no mixing of modes"
    assert refused(g, "go 2026") == "4.4/1"
    assert "march 2424" in texts(g)


@rule("4.4/2")
def test_marches_keep_out_of_zones() -> None:
    g = in_hand({"1526": "S-HQ39", "1426": "S-94", "2224": "G-56"}, "S-94", on=ON_ROAD)
    assert targets(g, "march") == {"1526", "1625", "1725", "1825", "1925", "2025"}
    assert refused(g, "march 2125") == "4.4/2"
    assert refused(g, "march 2325") == "4.4/2"
    start = in_hand({"1526": "S-HQ39", "2125": "S-94", "2224": "G-56", "1725": "S-113"}, "S-113", on=ON_ROAD)
    assert "march 1925" in texts(start)
    held = in_hand({"2025": "S-HQ39", "2125": "S-94", "2224": "G-56"}, "S-94", on=ON_ROAD)
    assert refused(held, "march 2025") in ("4.4/2", "5.2/2")
    assert not targets(held, "march")


@rule("4.4a(2)", "12.2b")
def test_marches_never_exceed_the_stacking_limit() -> None:
    """One unit and an HQ are passed, two units or refugees are not; an HQ passes no other HQ."""
    base = {"1526": "S-HQ39", "1426": "S-94"}
    assert "march 2125" in texts(in_hand({**base, "1825": "S-72 S-HQ5"}, "S-94", on=ON_ROAD))
    full = in_hand({**base, "1825": "S-72 S-65"}, "S-94", on=ON_ROAD)
    assert refused(full, "march 2125") == "4.4a(2)"
    crowd = in_hand({"1526": "G-HQ9", "1426": "G-286", "1825": "REF-1"}, "G-286", "G:9", on=ON_ROAD)
    assert refused(crowd, "march 2125") == "4.4a(2)"
    hq = in_hand({"1426": "S-HQ39", "1427": "S-94", "1825": "S-HQ5", "4030": "S-72"}, "S-HQ39", on=ON_ROAD)
    assert refused(hq, "march 2125") == "4.4a(2)"


@rule("4.4a(1)")
def test_railways_are_no_roads() -> None:
    on = blank(paths=(("rail", ROAD),), terrain=(("1526", "forest"),))
    g = in_hand({"1527": "S-HQ39", "1426": "S-94"}, "S-94", on=on)
    assert not targets(g, "march")
    assert cost(g, "1526") == "2"
    mixed = in_hand(
        {"1526": "S-HQ39", "1426": "S-94"}, "S-94", on=blank(paths=(("road", "1426-1526"), ("rail", "1526-1625")))
    )
    assert refused(mixed, "march 1625") == "4.4a(1)"


# -- stacking ------------------------------------------------------------------------------------


@rule("5.0", "5.0a")
def test_two_units_and_one_hq_fill_a_hex() -> None:
    """Ordinary movement passes a full hex and does not end there."""
    g = in_hand({**HQ, C: "S-94", N: "S-113 S-5G"}, "S-94")
    assert refused(g, f"go {N}") == "5.0"
    assert "go 2024" in texts(g)
    third = in_hand({**HQ, C: "S-94", N: "S-113 S-HQ5"}, "S-94")
    assert f"go {N}" in texts(third)


@rule("5.0b")
def test_markers_do_not_count_but_refugees_do() -> None:
    g = in_hand({**HQ, C: "S-94", N: "S-113/isolated", S: "REF-1"}, "S-94")
    assert f"go {N}" in texts(g)
    assert refused(g, f"go {S}") == "12.2b"


@rule("5.2/2")
def test_hqs_do_not_share_a_hex() -> None:
    g = in_hand({**HQ, C: "S-94", "1825": "S-HQ5"}, "S-HQ39")
    assert refused(g, "go 1825") == "5.2/2"
    assert f"go {C}" in texts(g), "nor do they count with combat units"


@rule("5.2/1")
def test_the_sides_never_mix() -> None:
    for seed in range(2):
        g = game.start()
        rng = random.Random(seed)
        for _ in range(400):
            if g.to_decide is None:
                break
            g.play(rng.choice(g.actions()))
            assert not any(refusal.rule == "5.2/1" for refusal in g.status())
    mixed = game.position({C: "S-94 G-56"}, phase="command", turn=3)
    assert [refusal.rule for refusal in mixed.status()] == ["5.2/1"]


# -- NO GAS --------------------------------------------------------------------------------------

PANZERS = {"1826": "G-HQ7", C: "G-5PZ G-LE", "2030": "G-2HG"}


@rule("0.7c/1", "0.7c/2", "0.7c/3", "0.7/1")
def test_without_fuel_full_mechanized_units_lose_a_step_when_they_move() -> None:
    """Example 18."""
    g = command({**PANZERS, "2035": "S-94"}, "ACT:NOGAS G:7Pz G:HGM S:39")
    before = g.state.counts
    play(g, "draw ACT:NOGAS")
    assert g.state.counts == before
    activate(g, "G:7Pz", "G-5PZ G-LE")
    play(g, f"pick G-5PZ, go {N}")
    assert g.steps[g.game.names.piece("G-5PZ")] == 1
    play(g, "pick G-5PZ, go 2024")
    assert where(g, "G-5PZ") == "2024", "only one step, and the move goes on"
    play(g, f"pick G-LE, go {S}")
    assert where(g, "G-LE") == S
    play(g, "end")
    assert g.state.no_gas
    for action in ("end", "draw G:HGM"):
        if action in texts(g):
            g.play(action)
    while g.state.turn == 3:
        g.play(sorted(texts(g) - {"decline"})[0])
    assert not g.state.no_gas, "the next turn has fuel until the chit is drawn again"


@rule("0.7c/2")
def test_units_that_moved_before_or_do_not_move_lose_nothing() -> None:
    g = command({**PANZERS, "2035": "S-94"}, "ACT:NOGAS G:7Pz S:39")
    activate(g, "G:7Pz", "G-5PZ")
    play(g, f"pick G-5PZ, go {N}, end")
    if g.frame.title == "Attacks":
        g.play("end")
    play(g, "draw ACT:NOGAS")
    assert g.steps[g.game.names.piece("G-5PZ")] == 2
    reduced = command({"1826": "G-HQ7", C: "G-7PZ"}, "G:7Pz", no_gas=True)
    reduce(reduced, "G-7PZ")
    activate(reduced, "G:7Pz", "G-7PZ")
    play(reduced, f"pick G-7PZ, go {N}")
    assert where(reduced, "G-7PZ") == N, "reduced units move freely"


# -- the oracle ----------------------------------------------------------------------------------


def walks(g, piece: Piece, points: int):  # type: ignore[no-untyped-def]
    """The least cost of each hex over all walks, by plain search over (hex, stopped): no layers, no sets."""
    terrain, klass = g.game.map, g.game.mech >> piece & 1
    enemy_zone, crowds = zone(g, 1 - g.game.side_of[piece]), refugees(g)
    may_enter = may_pass(g, piece)
    start = g.where[piece]
    best: dict[tuple[int, bool], int] = {(start, False): 0}
    todo = [(0, start, False)]
    while todo:
        todo.sort(reverse=True)
        spent, here, stopped = todo.pop()
        if stopped or best[here, stopped] < spent:
            continue
        for there in members(g.game.board.adjacent[here]):
            basic = terrain.step_cost(klass, here, there)
            if basic < 0 or not may_enter >> there & 1 or there == start:
                continue
            price = spent + basic + 2 * (enemy_zone >> here & 1) + 2 * (enemy_zone >> there & 1)
            if crowds >> there & 1 and terrain.road.has(here, there):
                price += (2, 4)[klass]
            key = (there, terrain.minor_open.has(here, there))
            if price <= points and price < best.get(key, 99):
                best[key] = price
                todo.append((price, *key))
    found: dict[int, int] = {}
    for (place, _), price in best.items():
        if place != start:
            found[place] = min(price, found.get(place, 99))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_reach_and_ways_are_those_of_all_walks(seed: int) -> None:
    """In positions of random games every field, every cost and every way is what a plain search finds."""
    rng = random.Random(seed)
    g = game.start()
    checked = 0
    for number in range(500):
        if g.to_decide is None:
            break
        busy = [a for a in g.actions() if a.verb not in ("end", "done")]
        g.play(rng.choice(busy or g.actions()))
        if number % 100:
            continue
        for side in (GERMAN, SOVIET):
            pieces = [p for p in range(len(g.where)) if on_map(g, side) >> p & 1 and allowance(g, p)]
            for piece in rng.sample(pieces, 8):
                points = allowance(g, piece)
                field, expected = Field(g, Piece(piece), points), walks(g, Piece(piece), points)
                assert set(members(field.all)) == {p for p in expected if not field.closed >> p & 1}
                for target in members(field.all):
                    assert field.cost(target) == expected[target]
                    check_way(g, piece, field, target)
                    checked += 1
    assert checked > 300


def check_way(g, piece, field, target):  # type: ignore[no-untyped-def]
    """The way told costs what the field says, and no river stops it before its end."""
    terrain, klass = g.game.map, g.game.mech >> piece & 1
    enemy_zone, crowds = zone(g, 1 - g.game.side_of[piece]), refugees(g)
    here, spent, path = g.where[piece], 0, field.way(target)
    for number, there in enumerate(path):
        spent += terrain.step_cost(klass, here, there)
        spent += 2 * (enemy_zone >> here & 1) + 2 * (enemy_zone >> there & 1)
        if crowds >> there & 1 and terrain.road.has(here, there):
            spent += (2, 4)[klass]
        assert not terrain.minor_open.has(here, there) or number == len(path) - 1
        here = there
    assert (here, spent) == (target, field.cost(target))


@rule("3.0a", "4.2a")
def test_the_example_of_zone_costs() -> None:
    """Example 14: from zone to zone into the clear five points, into forest six, along a road into forest five."""
    on = blank(terrain=((NE, "forest"), (SE, "forest")), paths=(("road", f"{C}-{SE}"),))
    germans = {"2225": "G-56", "2227": "G-69", "1927": "G-349"}
    g = in_hand({"1825": "S-HQ39", C: "S-94", **germans}, "S-94", on=on)
    assert refused(g, f"go {NE}") == "3.0a", "forest: 2 + 4"
    assert cost(g, SE) == "5", "along the road: 1 + 4"
    assert cost(g, S) == "5", "in the clear: 1 + 4"
    weak = in_hand({"1825": "G-HQ9", C: "G-551", "2225": "S-72", "2028": "S-65", "1927": "S-45"}, "G-551", "G:9")
    assert refused(weak, f"go {S}") == "3.0a", "four points do not suffice"
