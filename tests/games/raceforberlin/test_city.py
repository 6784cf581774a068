"""Progress into Berlin (9)."""

from __future__ import annotations

import pytest
from tests.games.raceforberlin.helpers import fight, game, level, levels, panel, play, sums
from tests.support import flagged, refused, rule, targets, texts, where

from grognard.games.raceforberlin.victory import points

ARMY = {"tempelhof": "S-8GA-1/combat S-8GA-2/combat G-11SS"}


@rule("EX.2", "9.2.1a", "9.2.1c", "9.2.3a", "9.2.5", "9.3.2", "9.3.3a")
def test_the_example_of_city_progress() -> None:
    g = fight(1, ARMY, support=(2, 0), levels=levels(tempelhof=1), entered=True)
    play(g, "city tempelhof")
    assert sums(g) == ("40 against 26", "1:1", 1)
    before = points(g, 0)
    play(g, "press")
    assert g.state.support == (0, 0)
    play(g, "roll 5")
    assert level(g, "tempelhof") == 2
    assert flagged(g, "G-11SS", "reduced")
    assert points(g, 0) == before + 3


@rule("EX.2")
@pytest.mark.parametrize(("number", "unit", "place", "bonus"), [
    (1, "S-5SHA-1", "neukoelln", 1), (2, "S-13-1", "zehlendorf", 1), (1, "S-5SHA-1", "wedding", 0),
])  # fmt: skip
def test_a_controlled_neighbour_helps_either_camp(number: int, unit: str, place: str, bonus: int) -> None:
    pieces = {"tempelhof": "S-8GA-1", place: f"{unit}/combat"}
    g = play(fight(number, pieces, support=(1, 1), levels=levels(tempelhof=2)), f"city {place}")
    assert sums(g)[2] == bonus


def test_the_bonus_for_each_neighbour_is_an_option() -> None:
    pieces = {"tempelhof": "S-8GA-1", "friedrichshain": "S-8GA-2", "neukoelln": "S-5SHA-1/combat"}
    state = {"support": (1, 0), "levels": levels(tempelhof=2, friedrichshain=2), "turn": 2}
    g = play(game.position(pieces, phase="combat-1", **state), "city neukoelln")
    assert sums(g)[2] == 1
    option = game.position(pieces, phase="combat-1", options=["city_adjacent_drm_per_zone"], **state)
    assert sums(play(option, "city neukoelln"))[2] == 2


@rule("9.2.1c")
def test_a_roll_costs_support() -> None:
    g = fight(1, {**ARMY, "zossen": "G-303", "bernau": "S-5SHA-1/combat", "eberswalde": "G-606"})
    assert refused(g, "city tempelhof") == "9.2.1c"
    one = play(fight(1, ARMY, support=(1, 0)), "city tempelhof")
    assert refused(one, "press") == "9.2.5"
    assert play(one, "fight").state.support == (0, 0)
    german = fight(3, {"tempelhof": "S-8GA-1 G-11SS/combat"})
    assert play(german, "city tempelhof, fight").state.support == (0, 0)


@rule("9.2.5")
def test_only_one_extra_point() -> None:
    g = play(fight(1, ARMY, support=(5, 0)), "city tempelhof, press")
    assert g.state.support == (3, 0)
    assert refused(g, "press") == ""


@rule("9.2.2a")
def test_no_roll_without_supply() -> None:
    pieces = {"tempelhof": "S-8GA-1/combat/oos S-8GA-2/combat"}
    g = play(fight(1, pieces, support=(2, 0)), "city tempelhof")
    assert sums(g)[0] == "20 against 20"
    alone = fight(
        1, {"tempelhof": "S-8GA-1/combat/oos", "zossen": "S-5SHA-1/combat", "trebbin": "G-303"}, support=(2, 0)
    )
    assert refused(alone, "city tempelhof") == "9.2.2a"


@rule("9.2.1a")
def test_only_units_inside_take_part() -> None:
    pieces = {**ARMY, "zossen": "S-5SHA-1/combat"}
    g = play(fight(1, pieces, support=(2, 0)), "city tempelhof")
    assert refused(g, "join S-5SHA-1") == "9.2.1a"
    assert refused(g, "call S-5SHA-1") == "9.2.4a"


@rule("9.2.1b")
def test_germans_need_somebody_to_throw_back() -> None:
    g = fight(3, {"tempelhof": "G-11SS/combat", "zossen": "S-13-1"})
    assert refused(g, "city tempelhof") == "9.2.1b"


@rule("9.2.3a", "9.3.1b", "G.8")
def test_a_garrison_alone() -> None:
    g = play(fight(1, {"tempelhof": "S-8GA-1/combat S-8GA-2/combat"}, support=(2, 0)), "city tempelhof")
    assert sums(g) == ("40 against 20", "2:1", 1)
    play(g, "fight, roll 5")
    assert level(g, "tempelhof") == 1, "D1P1: the garrison takes no step"
    assert game.map.garrison[game.board.place("tempelhof")] == 20


@rule("9.2.4E", "9.2.4a", "9.2.3b")
def test_the_example_of_a_german_roll() -> None:
    pieces = {
        "tempelhof": "S-61-1/reduced G-18PzGr/combat",
        "trebbin": "G-286/combat G-156/combat",
        "zossen": "G-541/combat",
    }
    g = play(fight(3, pieces), "city tempelhof")
    assert sums(g) == ("8 against 7", "1:1", 0)
    play(g, "call G-286")
    assert refused(g, "call G-541") == "9.2.4a", "only one zone"
    play(g, "call G-156")
    assert sums(g) == ("16 against 7", "2:1", 0)
    assert panel(g).column == "2:1"


@rule("9.3.2")
def test_a_german_roll_lowers_the_level() -> None:
    pieces = {"tempelhof": "S-61-1/reduced G-18PzGr/combat"}
    g = play(fight(3, pieces, levels=levels(tempelhof=3)), "city tempelhof, fight, roll 6")
    assert level(g, "tempelhof") == 2
    assert where(g, "S-61-1") == "tempelhof"


@rule("9.3.3c")
def test_worked_example_23() -> None:
    g = play(fight(3, {"tempelhof": "S-61-1/reduced G-18PzGr/combat"}), "city tempelhof, fight, roll 6")
    assert where(g, "S-61-1") == "dead"
    assert level(g, "tempelhof") == 0


@rule("9.3.3c")
def test_the_level_stays_at_nothing_while_soviets_hold_on() -> None:
    pieces = {
        "tempelhof": "S-61-1 G-18PzGr/combat",
        "trebbin": "G-Muench/combat G-Kurmark/combat G-9Falsch/combat",
    }
    g = play(fight(3, pieces), "city tempelhof, call G-Muench, call G-Kurmark, call G-9Falsch")
    assert panel(g).column == "2:1"
    play(g, "fight, roll 4")
    assert flagged(g, "S-61-1", "reduced")
    assert where(g, "S-61-1") == "tempelhof"
    assert level(g, "tempelhof") == 0


@rule("9.2.4a")
def test_no_help_from_other_zones_of_the_city() -> None:
    pieces = {"tempelhof": "S-61-1/reduced G-18PzGr/combat", "neukoelln": "G-286/combat"}
    g = play(fight(3, pieces), "city tempelhof")
    assert refused(g, "call G-286") == "9.2.4a"


@rule("9.3.3b")
def test_no_upper_limit() -> None:
    pieces = {"tempelhof": "S-8GA-1/combat S-8GA-2/combat"}
    g = play(fight(1, pieces, support=(2, 0), levels=levels(tempelhof=6)), "city tempelhof, fight, roll 5")
    assert level(g, "tempelhof") == 7


@rule("9.3.1a", "8.1.3")
def test_losses_spread_and_one_roll_an_impulse() -> None:
    pieces = {"tempelhof": "S-61-1/combat S-61-2/combat G-11SS", "zossen": "S-8GA-1/combat", "trebbin": "G-303"}
    g = play(fight(1, pieces, support=(4, 0)), "city tempelhof, fight, roll 1")
    assert targets(g, "lose") == {"S-61-1", "S-61-2"}
    play(g, "lose S-61-1")
    if "lose S-61-2" in texts(g):
        assert refused(g, "lose S-61-1") == "8.2.2a"
        play(g, "lose S-61-2")
    assert g.state.attacked >> game.board.place("tempelhof") & 1
