"""Chits played for the Germans, or against the Soviets (annex E.3, E.4, E.9, E.11)."""

from __future__ import annotations

import pytest
from tests.games.raceforberlin.helpers import (
    EVERYBODY,
    dice,
    fight,
    game,
    impulse,
    level,
    levels,
    mask,
    panel,
    step,
    sums,
)
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.games.raceforberlin.victory import points

# -- chit 3: the Allies push towards Berlin --------------------------------------------------------


@rule("E.3a")
def test_the_player_chooses_the_track() -> None:
    g = play(impulse(4, {"dresden": "G-404", "hand-zhukov": "C3"}), "chit C3")
    assert texts(g) == {"push leipzig", "push kyritz"}
    play(g, "push leipzig")
    assert (g.state.us, g.state.tracks) == (mask("leipzig"), (1, 1, 0))
    assert g.frame.title == "Designation"
    far = impulse(3, {"seelow": "G-303", "hand-koniev": "C3"}, us=mask("leipzig", "torgau"), tracks=(2, 1, 0))
    assert texts(play(far, "chit C3")) == {"push herzberg", "push wittenberg", "push kyritz"}


@rule("E.3a")
def test_the_push_follows_the_rules_of_the_advance() -> None:
    pieces = {"torgau": "G-404", "hand-zhukov": "C3"}
    state = {"us": mask("leipzig"), "tracks": (1, 1, 0), "held": (0, mask("wittenberg"))}
    caught = play(impulse(4, pieces, **state), "chit C3, push torgau, roll 4")
    assert where(caught, "G-404") == "gone"
    lost = play(impulse(4, pieces, **state), "chit C3, push wittenberg")
    assert points(lost, 1) == 0
    us = mask("leipzig", "wittenberg", "treuenbrietzen", "potsdam")
    berlin = play(impulse(4, pieces, us=us, tracks=(1, 4, 0)), "chit C3, push zehlendorf")
    assert berlin.outcome is not None
    assert (berlin.outcome.winner, berlin.outcome.rule) == (None, "2.2.9")


@rule("E.3b")
def test_a_push_that_ends_the_advance_removes_the_chit() -> None:
    pieces = {"kyritz": "S-47-1", "dresden": "G-404", "hand-zhukov": "C3"}
    g = play(impulse(4, pieces), "chit C3, push kyritz")
    assert g.state.halted
    assert where(g, "C3") == "removed"
    again = play(impulse(4, pieces), "chit C3, push leipzig")
    assert where(again, "C3") == "cup"


@rule("E.3b")
def test_no_push_once_the_advance_is_halted() -> None:
    g = impulse(4, {"dresden": "G-404", "hand-zhukov": "C3"}, halted=True)
    assert refused(g, "chit C3") == "2.4.3"


# -- chit 4: planned retreat -----------------------------------------------------------------------


@rule("E.4a")
def test_no_permission_is_needed_for_the_rest_of_the_turn() -> None:
    pieces = {"seelow": "G-303 G-20PzGr", "cottbus": "G-344", "hand-koniev": "C4"}
    g = play(impulse(3, pieces), "chit C4, move G-303, done, pick G-303")
    assert dice(g) == ""
    assert "go muencheberg" in texts(g), "the index of Müncheberg is lower"
    play(g, "go muencheberg")
    assert g.state.planned == (False, True)
    play(g, "move G-344, done, pick G-344")
    assert dice(g) == "Hitler's permission for 344th Division", "the other player's Germans still ask"
    free = play(step("end", {"seelow": "G-303"}, planned=(False, True)), "pick G-303")
    assert "go letschin" in texts(free)
    assert refused(free, "permission") == "5.1b"


@rule("E.4a")
def test_the_planned_retreat_ends_with_the_turn() -> None:
    g = step("end-test", {"seelow": "G-303"}, planned=(True, True))
    assert g.state.turn == 3
    assert g.state.planned == (False, False)


# -- chit 9: destruction of the bridges ------------------------------------------------------------

BRIDGES = {"forst": "S-13-1 S-13-2", "kathlow": "S-3GTA-1", "gross_dueben": "S-3GTA-2", "hand-zhukov": "C9"}


@rule("E.9a")
def test_the_targets_of_the_luftwaffe() -> None:
    g = impulse(2, BRIDGES)
    assert {"forst", "kathlow", "bridgehead", "seelow", "lieberose"} <= targets(g, "bomb")
    for zone in ("cottbus", "triebel", "strausberg", "tempelhof"):
        assert refused(g, f"bomb {zone}") == "E.9a"
    terrain = game.map
    west = terrain.river_zones & ~terrain.east
    near = west
    for z in range(game.board.size):
        if terrain.next[z] & west:
            near |= 1 << z
    assert terrain.bombable == near & ~terrain.east


@rule("E.9b")
def test_the_soviets_there_are_out_of_supply() -> None:
    g = play(impulse(2, {**BRIDGES, "muskau": "G-545"}, heinrici=9), "bomb forst")
    assert flagged(g, "S-13-1", "oos")
    assert flagged(g, "S-13-2", "oos")
    assert not flagged(g, "S-3GTA-1", "oos")
    assert where(g, "C9") == "removed", "single use"
    assert refused(g, "reserve S-13-1") == "3.1.3c"
    play(g, "move S-13-1, combat S-13-2, done, pick S-13-1")
    assert refused(g, "go cottbus") == "3.1.3b"
    play(g, "go guben, attack muskau")
    assert sums(g)[0] == "7 against 8"


@rule("E.9b")
def test_supply_returns_with_the_next_supply_phase() -> None:
    g = step("supply", {"forst": "S-13-1/oos S-13-2"})
    assert not flagged(g, "S-13-1", "oos")
    both = play(impulse(2, {"seelow": "S-8GA-1", "muskau": "S-13-1", "hand-zhukov": "C9"}), "bomb seelow")
    assert flagged(both, "S-8GA-1", "oos"), "whoever stands there"


@rule("E.9c")
def test_the_luftwaffe_comes_before_everything_else_of_the_impulse() -> None:
    g = impulse(2, {**BRIDGES, "hand-koniev": "C1 C2"})
    assert (g.frame.title, g.to_decide) == ("Bridges", 0)
    assert g.why_not("chit C2") is not None
    assert g.why_not("move S-13-1") is not None
    late = play(g.copy(), "go-on")
    assert (late.frame.title, late.to_decide) == ("Designation", 1)
    assert late.why_not("bomb forst") is not None
    play(late, "chit C2, army S-13-1")
    assert late.why_not("bomb forst") is not None
    play(late, "move S-13-1")
    assert late.why_not("bomb forst") is not None


@rule("E.9c")
@pytest.mark.parametrize(("number", "asked"), [(1, False), (2, True), (3, False), (4, False)])
def test_only_the_opponents_soviet_impulse(number: int, asked: bool) -> None:
    assert (impulse(number, {**EVERYBODY, "hand-zhukov": "C9"}).frame.title == "Bridges") == asked


# -- chit 11: surprise counter-attack --------------------------------------------------------------


@rule("E.11")
def test_attacking_germans_are_doubled() -> None:
    pieces = {"seelow": "G-303 G-20PzGr", "muencheberg": "S-61-1", "hand-koniev": "C1 C11"}
    g = play(impulse(3, pieces), "chit C11, combat G-303, combat G-20PzGr, done, attack muencheberg")
    assert sums(g)[0] == "22 against 14"
    assert [(t.value, t.rule) for t in panel(g).terms[:2]] == [("10", "E.11"), ("12", "E.11")]
    plain = play(impulse(3, pieces), "combat G-303, combat G-20PzGr, done, attack muencheberg")
    assert sums(plain)[0] == "11 against 14"


@rule("E.11")
def test_halving_comes_before_doubling() -> None:
    pieces = {"lieberose": "G-214/combat/oos G-72/combat", "cottbus": "S-13-1"}
    g = play(fight(4, pieces, event=11), "attack cottbus")
    assert sums(g)[0] == "8 against 28", "4 → 2 → 1 → 2 and 5 → 3 → 6 across the Spree; Cottbus doubles the 14"


@rule("E.11")
def test_no_doubling_in_the_city() -> None:
    pieces = {"tempelhof": "S-61-1/reduced G-18PzGr/combat", "trebbin": "G-286/combat G-156/combat"}
    g = play(fight(3, pieces, event=11), "city tempelhof")
    assert sums(g)[0] == "8 against 7"
    assert level(g, "tempelhof") == 0
    play(g, "call G-286, call G-156")
    assert sums(g) == ("16 against 7", "2:1", 0)
    assert levels(tempelhof=0) == g.state.levels
