"""Barrages (0.7a, 1.0a), random events (0.7b), reinforcements (6, 3.2, 5.1) and overstacking (5.1a)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.konigsberg.helpers import (
    AROUND,
    NE,
    NW,
    SE,
    C,
    N,
    Pieces,
    Pos,
    S,
    blank,
    command,
    game,
    ready,
    steps,
    straight,
)
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine.flow import CHANCE
from grognard.games.konigsberg.model import GERMAN, SOVIET

FOREST = blank(terrain=((C, "forest"),))
GUNS = {C: "G-551", NE: "S-41", "2226": "S-HQ3", "1223": "G-HQ9", "4030": "S-94"}
"""A 2BR corps next to a German division."""


def shelling(pieces: Pieces, chit: str = "ACT:BARRAGE-2BR", die: int = 6, **more: Any) -> Pos:
    return play(command(pieces, f"{chit} G:9", **more), f"draw {chit}, roll {die}")


def finished(g: Pos) -> Pos:
    """Play the retreat of a barrage to its end."""
    while g.frame.title in ("RetreatStep", "OneMoreHex", "Losses"):
        g.play(sorted(texts(g))[0])
    return g


# -- barrages ------------------------------------------------------------------------------------


@rule("0.7a/2")
@pytest.mark.parametrize(("die", "attempts"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_the_die_gives_the_number_of_barrages(die: int, attempts: int) -> None:
    g = shelling(GUNS, die=die)
    if not attempts:
        assert g.frame.title == "DrawChit"
        return
    assert g.frame.left == attempts  # type: ignore[attr-defined]
    play(g, "done")
    assert g.frame.title == "DrawChit", "each of them is optional"


@rule("0.7a/3", "7.0/1")
def test_a_barrage_hits_germans_next_to_the_front() -> None:
    """The other Front's neighbours do not count; rivers do not matter; a lone HQ is no target."""
    g = shelling({**GUNS, "2225": "G-HQ26", "1926": "G-56", "1825": "S-94"})
    assert targets(g, "shell") == {C}
    assert refused(g, "shell 1926") == "0.7a/3"
    assert refused(g, "shell 2225") == "0.7a/3"
    river = blank(sides=(("2026", "NE", "river major"),))
    assert targets(shelling(GUNS, on=river), "shell") == {C}


@rule("1.0a/5", "0.7a/2")
def test_terrain_shifts_a_barrage() -> None:
    def column(on: Any, **more: str) -> str:
        g = shelling({**GUNS, **more}, on=on)
        action = next(a for a in g.actions() if a.text == f"shell {C}")
        return str(g.frame.hint(g, action).panel.column)  # type: ignore[attr-defined]

    assert column(blank()) == "3:1"
    assert column(FOREST) == "2:1"
    line = blank(sides=(("2026", "NE", "line"),))
    assert column(line) == "2:1", "every neighbour of the Front is behind the line"
    assert column(line, **{SE: "S-35"}) == "3:1"


@rule("0.7a/2", "9.0", "7.1/2")
def test_only_the_defenders_part_counts() -> None:
    """The owner of the target retreats it; nobody advances, and the gunners lose nothing."""
    g = shelling(GUNS)
    play(g, f"shell {C}, fire, roll 4")
    assert g.to_decide == GERMAN
    finished(g)
    assert where(g, "G-551") != C
    assert g.frame.title in ("Shelling", "DrawChit")
    harmless = play(shelling(GUNS), f"shell {C}, fire, roll 1")
    assert (where(harmless, "G-551"), steps(harmless, "S-41")) == (C, 2)


@rule("0.7a/2", "1.0a/5")
def test_a_click_on_a_hex_does_not_fire() -> None:
    """The chances are shown with the question; until the guns fire, another hex can be shelled, or none."""
    g = shelling({**GUNS, SE: "G-56"})
    before = g.hash()
    hint = g.frame.hint(g, g.game.parse(f"shell {C}"))  # type: ignore[attr-defined]
    play(g, f"shell {C}")
    assert (g.to_decide, g.frame.title, texts(g)) == (SOVIET, "Laying", {"fire", "back"})
    asked = g.frame.ask(g)  # type: ignore[attr-defined]
    assert asked.panel == hint.panel
    assert sum(odds.chance for odds in asked.panel.odds) == 1
    assert asked.prompt == f"Shell {C}? A barrage that is fired cannot be taken back."
    play(g, "back")
    assert g.hash() == before, "no attempt is spent"
    play(g, f"shell {C}, fire")
    assert g.to_decide == CHANCE
    play(g, "roll 1")
    assert (g.frame.title, g.frame.left) == ("Shelling", 2)  # type: ignore[attr-defined]


@rule("12.8/2")
def test_a_barrage_releases_a_fixed_hq() -> None:
    g = shelling({**GUNS, C: "G-131 G-HQ6"})
    play(g, f"shell {C}")
    assert not flagged(g, "G-HQ6", "freed"), "the guns are only laid"
    play(g, "fire")
    assert flagged(g, "G-HQ6", "freed")


FIRST = {C: "G-551", "2226": "S-41", "2326": "S-HQ3", "2036": "G-56", "2236": "S-94", "2336": "S-HQ39"}
FIRST |= {"1223": "G-HQ9", "1224": "G-286"}


def opening(pieces: Pieces = FIRST, on: Any = None) -> Pos:
    return (on or blank()).position({**pieces, "cup": "S:39"}, phase="barrage", turn=1)


@rule("1.0a/1", "1.0a/2")
def test_germans_then_both_fronts_roll_twice() -> None:
    """Dice 6 and 4 are five attempts; 2BR comes before 3BR, each with its own dice."""
    g = opening()
    play(g, "roll 6, roll 4")
    assert g.to_decide == GERMAN
    assert g.frame.left == 5  # type: ignore[attr-defined]
    play(g, "done, roll 1, roll 2")
    assert g.to_decide == SOVIET
    assert g.frame.left == 1  # type: ignore[attr-defined]
    assert targets(g, "shell") == {C}
    play(g, "done, roll 3, roll 5")
    assert g.frame.left == 3  # type: ignore[attr-defined]
    assert targets(g, "shell") == {"2036"}


@rule("1.0a/3", "3.5(1)")
def test_first_targets_are_exactly_two_hexes_away() -> None:
    g = opening({**FIRST, NE: "G-69", "2029": "G-1"})
    play(g, "roll 1, roll 1, roll 6, roll 6")
    assert C in targets(g, "shell")
    assert refused(g, f"shell {NE}") == "1.0a/3", "one hex away, and no other corps at two"
    assert refused(g, "shell 2029") == "1.0a/3"


@rule("1.0a/4")
def test_first_barrages_have_a_penalty() -> None:
    """Example 35: a rolled 1 is read on row 1; a 6 counts as 5, which is Dr2."""
    g = opening()
    play(g, "roll 1, roll 1, roll 6, roll 6")
    play(g, f"shell {C}, fire, roll 6")
    finished(g)
    assert game.board.distance(game.board.place(C), game.board.place(where(g, "G-551"))) == 2
    low = opening()
    play(low, f"roll 1, roll 1, roll 6, roll 6, shell {C}, fire, roll 1")
    assert where(low, "G-551") == C


# -- random events -------------------------------------------------------------------------------

BOTH = {"4030": "S-HQ39", "4031": "S-94", "0425": "G-HQ9", "0426": "G-286"}


def event(total: int, pieces: Pieces = BOTH, cup: str = "ACT:RANDOM S:39", **more: Any) -> Pos:
    return play(command(pieces, cup, **more), f"draw ACT:RANDOM, total {total}")


@rule("0.7b/1", "RET.7")
def test_two_dice_and_the_event_at_once() -> None:
    g = command(BOTH, "ACT:RANDOM S:39")
    g.play("draw ACT:RANDOM")
    assert [weight for _, weight in g.chances()] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    before = (list(g.where), g.state.counts)
    g.play("total 7")
    assert (list(g.where), g.state.counts) == before
    assert g.frame.title == "DrawChit"


GROUPS = {**BOTH, "due": "G-15SS G-HQ28 G-58 G-95 G:28 S-HQ19 S-40G S-132 S-134 S:19"}


@rule("RET.2")
def test_early_arrival_of_germans() -> None:
    """Example 36: 1-3 the 15 SS at A, 4-6 the 28th Corps at D; the other one if it is there already."""
    g = play(event(2, GROUPS), "roll 2, put 0131, done")
    assert where(g, "G-15SS") == "0131"
    corps = play(event(2, GROUPS), "roll 5")
    assert where(corps, "G:28") == "cup"
    assert targets(corps, "enter") == {"G-HQ28", "G-58", "G-95"}
    play(corps, "enter G-58")
    assert "put 2701" in texts(corps)
    late = {**GROUPS, "due": "G-HQ28 G-58 G-95 G:28", "0131": "G-15SS"}
    assert "enter G-58" in texts(play(event(2, late), "roll 2"))
    nobody = play(event(2, BOTH), "roll 2")
    assert nobody.frame.title == "DrawChit"


@rule("RET.3")
def test_free_movement() -> None:
    g = event(3, {**BOTH, "0526": "S-113", "0427": "G-5PZ"})
    assert "decline" in texts(g)
    play(g, "name G-HQ9, take G-5PZ")
    assert {"pick G-286", "pick G-HQ9", "pick G-5PZ"} <= texts(g)
    g.play("end")
    assert g.frame.title == "DrawChit", "nobody attacks"
    assert g.state.counts == (0, 0, 0)


@rule("RET.4")
def test_german_barrage() -> None:
    g = event(4, {**BOTH, C: "S-28GT", NE: "G-56"})
    assert (g.to_decide, targets(g, "shell")) == (GERMAN, {C})
    assert g.frame.modifier == -1  # type: ignore[attr-defined]
    assert "done" in texts(g)
    play(g, f"shell {C}, fire, roll 1")
    assert g.frame.title == "DrawChit", "one attempt"


@rule("RET.5", "RET.9")
@pytest.mark.parametrize("total", [5, 9])
def test_refugees_by_event(total: int) -> None:
    """Two counters on two road hexes, two hexes or more from German HQs; fewer if there are fewer."""
    on = blank(paths=(("road", straight("0425", "0925")),))
    g = event(total, {**BOTH, "refugees": "REF-1 REF-2 REF-3"}, on=on)
    assert g.to_decide == SOVIET
    road = straight("0425", "0925").split("-")
    assert refused(g, f"put {road[1]}") == f"RET.{total}", "next to the HQ"
    play(g, f"put {road[2]}")
    assert refused(g, f"put {road[2]}") == f"RET.{total}"
    play(g, f"put {road[3]}")
    assert g.frame.title == "DrawChit"
    few = event(total, {**BOTH, "refugees": "REF-1"}, on=on)
    play(few, f"put {road[2]}")
    assert few.frame.title == "DrawChit"


@rule("RET.6", "RET.8")
@pytest.mark.parametrize("total", [6, 8])
def test_no_air_attacks(total: int) -> None:
    g = event(total, {**BOTH, "luftwaffe": "LW", "air-2br": "4VA-1", "refit": "1VA-1", "grounded": "4VA-2"})
    assert [where(g, u) for u in ("LW", "4VA-1", "1VA-1", "4VA-2")] == ["refit", "refit", "grounded", "grounded"]


@rule("RET.10")
def test_waiting_on_stalin() -> None:
    g = play(event(10, cup="ACT:RANDOM ACT:BARRAGE-3BR S:39 S:3 G:9"), "roll 5")
    assert g.state.counts == (0, 0, 4)
    play(g, "draw ACT:BARRAGE-3BR, draw S:39")
    assert g.frame.title == "DrawChit"
    other = play(event(10, cup="ACT:RANDOM S:39 G:9"), "roll 3")
    assert other.state.counts == (0, 7, 0)


@rule("RET.11")
def test_soviet_barrage_by_either_front() -> None:
    g = event(11, {**GUNS, "1926": "G-56", "1925": "S-113"})
    assert targets(g, "shell") == {C, "1926"}
    assert g.frame.modifier == 0  # type: ignore[attr-defined]
    assert "done" in texts(g)


@rule("RET.12", "6.1")
def test_early_arrival_of_the_19th_army() -> None:
    g = event(12, GROUPS, turn=4)
    assert where(g, "S:19") == "cup"
    assert targets(g, "enter") == {"S-HQ19", "S-40G", "S-132", "S-134"}
    assert event(12, BOTH).frame.title == "DrawChit", "not twice"


# -- reinforcements ------------------------------------------------------------------------------


def arriving(units: str, pieces: Pieces | None = None, turn: int = 5, on: Any = None, **state: Any) -> Pos:
    placed = {**(pieces or {}), "due": units, "cup": "S:39", "4030": "S-HQ39", "4031": "S-94"}
    return ready(on or blank(), placed, "reinforcement", turn=turn, **state)


@rule("6.0/1", "6.0/2", "6.0/3", "6.0b", "1.2a/1")
def test_reinforcements_enter_and_move_without_an_hq() -> None:
    g = arriving("G-389 G-227")
    assert targets(g, "enter") == {"G-389", "G-227"}
    play(g, "enter G-389")
    assert targets(g, "put") == {"0120"}
    play(g, "put 0120, pick G-389")
    assert max(int(g.frame.hint(g, a).cost) for a in g.actions() if a.verb == "go") == 5  # type: ignore[attr-defined]
    play(g, "go 0320, enter G-227, put 0131, done")
    assert g.frame.title == "DrawChit", "no attack before an HQ activates them"
    assert {game.board.names[p] for p in game.map.entries.values()} == {"0131", "0120", "0114", "2701", "4809", "3742"}


@rule("1.2a/3")
def test_germans_move_their_arrivals_first() -> None:
    g = arriving("G-58 G-HQ28 S-40G S-HQ19", turn=9)
    assert g.to_decide == GERMAN
    assert refused(g, "enter S-40G") == "1.2a/1"


@rule("6.0c/1", "3.2")
def test_no_entry_into_enemy_zones_even_with_friends_there() -> None:
    g = arriving("G-227", {"0231": "S-1T", "0131": "G-56"})
    assert refused(g, "put 0131") == "6.0c/1"


@rule("6.0c/2")
def test_along_the_edge_within_ten_hexes() -> None:
    g = arriving("G-227", {"0131": "S-1T"})
    assert "put 0121" in texts(g), "ten hexes"
    assert refused(g, "put 0120") == "6.0c/2", "eleven"
    assert refused(g, "put 0132") == "6.0c/1", "in the zone"


@rule("6.0d")
def test_who_cannot_enter_is_eliminated_and_who_can_must() -> None:
    g = arriving("G-227 G-389")
    assert refused(g, "done") == "6.0d"
    wall = ["S-72", "S-65", "S-45", "S-3G", "S-20", "S-128", "S-1T", "S-2GT", "S-5G", "S-113", "S-60"]
    shut = {f"01{row}": unit for row, unit in zip(range(21, 43, 2), wall, strict=False)}
    barred = arriving("G-227", shut)
    assert where(barred, "G-227") == "dead"


@rule("6.0e/1", "6.0e/2")
def test_entry_by_rail() -> None:
    """Along free track from a source, three hexes from all enemies; an HQ on the track bars it."""
    track = straight("0131", "1131")
    on = blank(paths=(("rail", track),))
    hexes = track.split("-")
    g = arriving("G-227", on=on)
    assert set(hexes) <= targets(g, "rail")
    play(g, f"rail {hexes[6]}")
    assert where(g, "G-227") == hexes[6]
    assert g.frame.title == "DrawChit", "no further move"
    blocked = arriving("G-227", {hexes[5]: "S-HQ5"}, on=on)
    assert refused(blocked, f"rail {hexes[7]}") in ("6.0e/1", "6.0e/2")
    assert refused(blocked, f"rail {hexes[9]}") == "6.0e/1"
    assert refused(blocked, f"rail {hexes[3]}") == "6.0e/2", "two hexes from the HQ"
    assert f"rail {hexes[2]}" in texts(blocked), "three hexes"


@rule("5.1/1", "6.0a")
def test_arrivals_may_overstack_until_the_segment_ends() -> None:
    g = arriving("S-HQ19 S-40G S-132 S-134", turn=9)
    for unit in ("S-HQ19", "S-40G", "S-132", "S-134"):
        play(g, f"enter {unit}, put 3742")
    assert refused(g, "done") == "5.1/1"
    play(g, "pick S-134, go 3741")
    play(g, "done")
    assert g.frame.title == "DrawChit"


@rule("5.1a")
def test_who_cannot_split_up_pays() -> None:
    """Three corps on F and a German garrison in every hex around: the strongest cannot retreat and is lost."""
    board = game.board
    near = [board.names[p] for p in range(board.size) if board.adjacent[board.place("3742")] >> p & 1]
    walls = dict(zip(near, ("G-FKB", "G-FLO", "G-FTH", "G-FGR", "G-FEL", "G-FMO"), strict=False))
    g = arriving("S-HQ19 S-40G S-132 S-134", walls, turn=9)
    for unit in ("S-HQ19", "S-40G", "S-132"):
        play(g, f"enter {unit}, put 3742")
    play(g, "put 3742")
    assert where(g, "S-40G") == "dead"
    assert (where(g, "S-132"), where(g, "S-134")) == ("3742", "3742")


@rule("12.1d")
def test_arrivals_can_overrun_hqs() -> None:
    g = arriving("G-227", {"0132": "S-HQ5", "4033": "S-72"})
    play(g, "put 0131, pick G-227, go 0132")
    assert where(g, "S-HQ5") == "dead"


@rule("6.1")
def test_the_chit_comes_with_its_hq() -> None:
    g = arriving("S-HQ19 S-40G S:19", turn=9)
    assert where(g, "S:19") == "cup"


def test_hexes_of_this_file() -> None:
    assert {N, NW, S} <= set(AROUND)
