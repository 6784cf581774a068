"""Supply and isolation (11, 1.4, 3.4), sudden death and victory (14)."""

from __future__ import annotations

from tests.games.konigsberg.helpers import (
    AROUND,
    NE,
    NW,
    SW,
    C,
    N,
    Pos,
    S,
    activate,
    blank,
    command,
    game,
    next_supply,
    supplied,
)
from tests.support import flagged, play, rule, texts, where

from grognard.engine.places import members
from grognard.games.konigsberg.fields import allowance
from grognard.games.konigsberg.supply import konigsberg, new_states, sources, supplied_hexes, supply_line
from grognard.games.konigsberg.victory import final_outcome, sudden_death

RING = {N: "S-72", NE: "S-65", "2127": "S-45", S: "S-3G", SW: "S-20", NW: "S-128"}
"""Soviets all around the middle."""
AUTOBAHN = "1216-1316-1415-1515-1614-1714-1813-1812-1912-2011-2111-2110-2209"


def state(g: Pos, unit: str) -> str:
    return "isolated" if flagged(g, unit, "isolated") else "out" if flagged(g, unit, "out-of-supply") else "supplied"


# -- states --------------------------------------------------------------------------------------


@rule("11.0/1", "11.0/2", "11.0/3", "1.4", "0.8d")
def test_cut_off_units_go_out_of_supply_and_then_are_isolated() -> None:
    g = supplied({**RING, C: "G-56"})
    assert state(g, "G-56") == "out"
    assert state(next_supply(g), "G-56") == "isolated"
    assert state(next_supply(g), "G-56") == "isolated", "a third failure changes nothing"
    assert state(g, "S-72") == "supplied"


@rule("11.0/4")
def test_a_line_restores_supply_at_once() -> None:
    g = supplied({C: "G-56/isolated"})
    assert state(g, "G-56") == "supplied"


@rule("11.1b", "11.0/1")
def test_states_change_in_the_supply_phase_only() -> None:
    """Encircled in the Command Phase, a unit is in supply until the phase comes; and out of it until the next."""
    pieces = {**RING, C: "G-56", "1826": "S-HQ39", "1725": "S-94", "4030": "S-HQ5"}
    del pieces[NW]
    g = command(pieces, "S:39 ACT:NOGAS")
    activate(g, "S:39")
    play(g, f"pick S-94, go {NW}")
    assert state(g, "G-56") == "supplied"


# -- lines ---------------------------------------------------------------------------------------


@rule("11.1", "11.1a/3")
def test_a_line_may_be_long_and_crooked() -> None:
    g = command({"4540": "G-56"}, "S:39")
    line = supply_line(g, g.game.names.piece("G-56"))
    assert len(line) > 30
    wall = {f"30{row:02}": unit for row, unit in zip(range(3, 40, 3), _soviets(), strict=False)}
    walled = command({"4520": "G-56", **wall}, "S:39")
    crooked = supply_line(walled, walled.game.names.piece("G-56"))
    assert len(crooked) > 0
    assert len(crooked) >= len(supply_line(command({"4520": "G-56"}, "S:39"), walled.game.names.piece("G-56")))


def _soviets() -> list[str]:
    return ["S-72", "S-65", "S-45", "S-3G", "S-20", "S-128", "S-94", "S-113", "S-5G", "S-54", "S-90", "S-103", "S-60"]


@rule("11.1a/1")
def test_lines_cross_major_rivers_at_bridges_only_and_no_ice() -> None:
    """Over the Weichsel at Dirschau, not beside it."""
    place = game.board.place
    assert game.map.supply.has(place("0617"), place("0718"))
    beside = [p for p in members(game.board.adjacent[place("0617")]) if game.map.major_open.has(place("0617"), p)]
    assert beside
    assert not any(game.map.supply.has(place("0617"), p) for p in beside)
    for a in members(game.map.lake_sides.starts):
        assert not any(game.map.supply.has(a, b) for b in members(game.map.lake_sides.targets[a]))
    river = tuple((C, side, "river major") for side in ("N", "NE", "SE", "S", "SW", "NW"))
    assert state(supplied({C: "G-56"}, on=blank(sides=river)), "G-56") == "out"
    bridge = blank(sides=river, paths=(("rail", f"{C}-{NW}"),))
    assert state(supplied({C: "G-56"}, on=bridge), "G-56") == "supplied", "a railroad is enough"


@rule("11.1a/1", "7.4a/3")
def test_lines_begin_on_a_frozen_lake_but_do_not_cross_it() -> None:
    """R65: a unit's own hex never blocks its line."""
    lakes = game.board.of_terrain("lake")
    assert not lakes & game.map.dry
    for lake in members(lakes):
        assert state(supplied({game.board.names[lake]: "G-56"}, on=game), "G-56") == "supplied"
    shore = blank(terrain=tuple((place, "lake") for place in AROUND))
    assert state(supplied({C: "G-56"}, on=shore), "G-56") == "out", "an island in the ice"
    assert state(supplied({N: "G-56"}, on=shore), "G-56") == "supplied"
    g = command({N: "G-56"}, on=shore)
    line = supply_line(g, g.game.names.piece("G-56"))
    assert len(line) > 1
    assert not any(shore.map.lakes >> place & 1 for place in line[1:])


@rule("11.1a/2", "3.4")
def test_zones_bar_lines_unless_a_friend_stands_there() -> None:
    """Example 28: even an HQ opens an enemy zone for supply; nothing opens an enemy hex."""
    river = tuple((C, side, "river major") for side in ("N", "NE", "SE", "S", "SW"))
    on = blank(sides=river)
    assert state(supplied({C: "G-56", "1825": "S-72"}, on=on), "G-56") == "out"
    for friend in ("G-69", "G-HQ26"):
        assert state(supplied({C: "G-56", "1825": "S-72", NW: friend, "1926": friend}, on=on), "G-56") == "supplied"
    assert state(supplied({C: "G-56", NW: "S-HQ5", "4030": "S-72"}, on=on), "G-56") == "out"


@rule("3.4a")
def test_an_isolated_unit_still_bars_lines() -> None:
    river = tuple((C, side, "river major") for side in ("N", "NE", "SE", "S", "SW"))
    g = command({C: "G-56", "1825": "S-72/isolated"}, "S:39", on=blank(sides=river))
    assert not supplied_hexes(g, 0) >> g.game.board.place(C) & 1


# -- sources -------------------------------------------------------------------------------------


@rule("11.2/1", "11.2/2", "11.2a")
def test_sources_and_those_that_change_hands() -> None:
    """A split source is German until a Soviet combat unit has been there, and then Soviet for good."""
    place = game.board.place
    g = command({"0441": "S-94", "0541": "S-HQ39", "0630": "G-56", "0629": "G-HQ26"}, "S:39 G:26")
    split = place("0442")
    assert sources(g, 0) >> split & 1
    assert not sources(g, 1) >> split & 1
    assert sources(g, 1) >> place("4809") & 1
    activate(g, "S:39")
    play(g, "pick S-94, go 0442")
    assert sources(g, 1) >> split & 1
    assert not sources(g, 0) >> split & 1
    retaken = command({"0442": "G-56", "4030": "S-94"}, "S:39", split_taken=1 << split)
    assert not sources(retaken, 0) >> split & 1, "retaken it is still Soviet"
    hq = command({"0441": "S-HQ39", "0540": "S-94"}, "S:39")
    activate(hq, "S:39")
    play(hq, "pick S-HQ39, go 0442")
    assert sources(hq, 0) >> split & 1, "an HQ takes nothing"


# -- Königsberg ----------------------------------------------------------------------------------

CENTRE = blank(paths=(("autobahn", AUTOBAHN),))


@rule("11.2b", "11.2c/3")
def test_the_autobahn_decides_about_koenigsberg() -> None:
    """Example 29: a tank corps in 1715 covers 1714 and 1614; Germans in both keep the line open."""
    tank = {"1715": "S-1T"}
    assert konigsberg(command({}, "S:39", on=CENTRE)) == "full"
    assert konigsberg(command(tank, "S:39", on=CENTRE)) == "limited"
    assert konigsberg(command({**tank, "1714": "G-56"}, "S:39", on=CENTRE)) == "limited"
    both = {**tank, "1714": "G-56", "1614": "G-69"}
    assert konigsberg(command(both, "S:39", on=CENTRE)) == "full"
    assert konigsberg(command({"2209": "S-94"}, "S:39", on=CENTRE)) == "none"
    # Once the line is open again, Königsberg supplies in that same phase.
    g = supplied({"2309": "G-286/out-of-supply"}, on=CENTRE)
    assert state(g, "G-286") == "supplied"


@rule("11.2c/1", "11.2c/2")
def test_limited_koenigsberg_feeds_ten_hexes_and_never_isolates() -> None:
    """Who has no other line is out of supply every turn, never isolated; twelve hexes are too far."""
    on = blank(paths=(("autobahn", AUTOBAHN),), sides=_river_down(11))
    pieces = {"1715": "S-1T", "3010": "G-286/isolated", "3409": "G-548", "2309": "G-551"}
    g = supplied(pieces, on=on, split_taken=1 << game.board.place("1442"))
    assert konigsberg(g) == "limited"
    assert [state(g, unit) for unit in ("G-286", "G-548", "G-551")] == ["out", "out", "out"]
    next_supply(g)
    assert [state(g, unit) for unit in ("G-286", "G-548", "G-551")] == ["out", "isolated", "out"]


def _river_down(column: int) -> tuple[tuple[str, str, str], ...]:
    """A major river along the west of a column, from edge to edge."""
    return tuple((f"{column:02}{row:02}", side, "river major") for row in range(9, 43) for side in ("NW", "SW"))


# -- effects -------------------------------------------------------------------------------------


@rule("11.3a", "11.3b")
def test_only_isolation_halves_movement() -> None:
    g = command({C: "G-56/out-of-supply", N: "G-69/isolated", S: "G-5PZ/isolated"}, "S:39")
    points = [allowance(g, g.game.names.piece(unit)) for unit in ("G-56", "G-69", "G-5PZ")]
    assert points == [5, 2, 4]


@rule("11.3c")
def test_an_hq_out_of_supply_takes_its_units_along() -> None:
    """Example 30: 50 Inf has a line and is out of supply with its HQ; independent 24 Pz beside is not."""
    river = tuple((C, side, "river major") for side in ("N", "NE", "SE", "S", "SW", "NW"))
    on = blank(sides=river)
    pieces = {C: "G-HQ41 G-FEL", "2030": "G-50 G-24PZ"}
    g = supplied(pieces, on=on)
    assert (state(g, "G-HQ41"), state(g, "G-50"), state(g, "G-24PZ")) == ("out", "out", "supplied")
    next_supply(g)
    assert (state(g, "G-HQ41"), state(g, "G-50")) == ("isolated", "isolated")
    orphan = supplied({"2030": "G-50"}, on=on)
    assert state(orphan, "G-50") == "supplied"


@rule("11.3d")
def test_garrisons_are_never_out_of_supply() -> None:
    g = supplied({**RING, C: "G-FLO"}, turns=2)
    assert state(g, "G-FLO") == "supplied"


@rule("11.3c")
def test_the_worse_state_counts() -> None:
    g = command({**RING, C: "G-50/out-of-supply", "2530": "G-HQ41"}, "S:39")
    states = new_states(g)
    assert states[g.game.names.piece("G-50")] == 2
    assert states[g.game.names.piece("G-HQ41")] == 0


# -- victory -------------------------------------------------------------------------------------


@rule("14.2", "1.5b", "1.0/2")
def test_supplied_soviets_in_koenigsberg_or_elbing_end_the_game() -> None:
    for city in ("2209", "1216"):
        g = blank().position({city: "S-94", "cup": "S:39"}, phase="supply", turn=5)
        assert g.outcome is not None
        assert (g.outcome.winner, g.outcome.rule) == (1, "14.2")


@rule("14.2", "1.5b")
def test_an_occupant_out_of_supply_or_an_hq_is_not_enough() -> None:
    river = tuple(("2209", side, "river major") for side in ("N", "NE", "SE", "S", "SW", "NW"))
    on = blank(sides=river)
    g = on.position({"2209": "S-94", "cup": "S:39"}, phase="supply", turn=5)
    assert g.outcome is None, "the state is that of this turn's Supply Phase"
    hq = blank().position({"2209": "S-HQ39", "2210": "S-94", "cup": "S:39"}, phase="supply", turn=5)
    assert hq.outcome is None
    assert sudden_death(command({"2209": "S-94/isolated"}, "S:39")) is None


@rule("14.3", "14.1/3", "1.0/2")
def test_the_levels_of_victory() -> None:
    objectives = members(game.map.objectives)
    names = []
    for german in range(15):
        held = game.new_state(game.setup()).soviet_held
        for place in objectives[: 14 - german]:
            held |= 1 << place
        outcome = final_outcome(command({}, "S:39", soviet_held=held))
        names.append((outcome.winner, outcome.degree))
    soviet = ["Overwhelming"] * 4 + ["Major"] * 3 + ["Historical"]
    german_levels = ["Minor"] * 2 + ["Major"] * 3 + ["Overwhelming"] * 2
    assert names == [(1, f"Soviet {level} Victory") for level in soviet] + [
        (0, f"German {level} Victory") for level in german_levels
    ]


@rule("14.1/3", "1.0/2")
def test_after_turn_ten_the_count_decides() -> None:
    g = blank().position({C: "S-94", "cup": "S:39"}, phase="supply", turn=10)
    assert g.outcome is not None
    assert (g.outcome.winner, g.outcome.rule) == (0, "14.3"), "Soviets everywhere else gain nothing"


@rule("14.1/2", "0.8b")
def test_a_soviet_combat_unit_takes_a_victory_hex_in_passing() -> None:
    """A fortified region counts, an HQ does not."""
    mielau, place = "2131", game.board.place("2131")
    g = command({"2130": "S-94 S-152", "1930": "S-HQ39"}, "S:39")
    activate(g, "S:39", "S-152")
    play(g, f"pick S-94, go {mielau}, pick S-94, go 2133")
    assert g.state.soviet_held >> place & 1
    slow = command({"2130": "S-152", "1930": "S-HQ39", "1931": "S-94"}, "S:39")
    activate(slow, "S:39", "S-152")
    play(slow, f"pick S-152, go {mielau}")
    assert slow.state.soviet_held >> place & 1
    hq = command({"2130": "S-HQ39", "1930": "S-94"}, "S:39")
    activate(hq, "S:39")
    play(hq, f"pick S-HQ39, go {mielau}")
    assert not hq.state.soviet_held >> place & 1


@rule("14.1/4", "12.8/2")
def test_germans_take_victory_hexes_back() -> None:
    wehlau = game.board.place("2911")
    held = game.new_state(game.setup()).soviet_held | 1 << wehlau | 1 << game.board.place("3410")
    pieces = {"2811": "G-401", "2810": "G-HQ9", C: "G-HQ6/freed", N: "G-131"}
    g = command(pieces, "G:9 G:6", soviet_held=held)
    activate(g, "G:9", "G-401")
    play(g, "pick G-401, go 2911")
    assert not g.state.soviet_held >> wehlau & 1
    play(g, "end, draw G:6")
    assert "pick G-HQ6" in texts(g), "and the HQs stay released"


def test_the_ring_is_closed() -> None:
    assert set(RING) == set(AROUND)
    assert where(command({C: "G-56"}, "S:39"), "G-56") == C
