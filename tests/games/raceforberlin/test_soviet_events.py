"""Chits played for Soviet attacks (annex E.2, E.5-E.8, E.10)."""

from __future__ import annotations

from tests.games.raceforberlin.helpers import SEELOW, Pos, costs, dice, fight, impulse, moving, panel, step, sums
from tests.support import flagged, play, refused, rule, targets, texts, where


def drm(g: Pos, rule_number: str) -> list[str]:
    """The die modifiers of the present fight that come from one rule."""
    return [t.value for t in panel(g).terms if t.rule == rule_number]


# -- chit 2: Rybalko -------------------------------------------------------------------------------


@rule("E.2")
def test_the_named_army_ignores_rivers() -> None:
    pieces = {"sommerfeld": "S-13-1 S-13-2", "priebus": "S-3GA-1 S-3GA-2", "hand-koniev": "C2"}
    g = play(impulse(2, pieces), "chit C2")
    assert targets(g, "army") == {"S-13-1", "S-13-2", "S-3GA-1", "S-3GA-2"}
    play(g, "army S-13-2")
    assert costs(g, "S-13-1")["guben"] == costs(g, "S-13-2")["guben"] == 2, "1 movement point across the Neisse"
    assert costs(g, "S-3GA-1")["rietschen"] == 4, "the other army pays 2"
    assert costs(moving(2, pieces, "S-13-1"), "S-13-1")["guben"] == 4, "and so does the 13th without the chit"


@rule("E.2")
def test_the_named_army_moves_across_rivers() -> None:
    pieces = {"sommerfeld": "S-13-1 S-13-2", "hand-koniev": "C2"}
    g = play(impulse(2, pieces), "chit C2, army S-13-1, move S-13-1, done, pick S-13-1, go lieberose")
    assert where(g, "S-13-1") == "lieberose", "Guben and on, 1 point each"
    assert "lieberose" not in costs(moving(2, {"sommerfeld": "S-13-1 S-13-2"}, "S-13-1"), "S-13-1")


@rule("E.2")
def test_the_named_army_attacks_across_rivers_at_full_strength() -> None:
    pieces = {"triebel": "S-3GA-1 S-3GA-2 S-13-1 S-13-2", "forst": "G-342", "hand-koniev": "C2", "hand-zhukov": "C1"}
    g = play(impulse(2, pieces, heinrici=9), "chit C2, army S-3GA-1, combat S-3GA-1, combat S-3GA-2")
    play(g, "combat S-13-1, combat S-13-2, done, attack forst")
    assert [t.value for t in panel(g).terms][:4] == ["16", "16", "7", "7"]
    assert sums(g)[0] == "46 against 4"


@rule("E.2")
def test_only_an_army_on_the_map_is_named() -> None:
    g = play(impulse(2, {"triebel": "S-13-1", "due": "S-28-1 S-28-2", "hand-koniev": "C2"}), "chit C2")
    assert texts(g) == {"army S-13-1"}
    assert refused(g, "army S-28-1") == "E.2"
    assert refused(g, "army S-8GA-1") == "E.2"


# -- chit 5: Speer and Heinrici --------------------------------------------------------------------


@rule("E.5")
def test_garrisons_of_ten() -> None:
    pieces = {"tempelhof": "S-8GA-1 S-8GA-2", "zehlendorf": "S-13-1/combat", "hand-zhukov": "C5"}
    g = play(impulse(1, pieces, support=(2, 2)), "chit C5, combat S-8GA-1, combat S-8GA-2, done, city tempelhof")
    assert sums(g) == ("40 against 10", "4:1", 1)
    assert [(t.value, t.rule) for t in panel(g).terms if t.reason == "the garrison"] == [("10", "E.5")]
    without = play(impulse(1, pieces, support=(2, 2)), "combat S-8GA-1, combat S-8GA-2, done, city tempelhof")
    assert sums(without) == ("40 against 20", "2:1", 1)
    koniev = fight(2, pieces, support=(2, 2), weak_garrisons=True)
    assert sums(play(koniev, "city zehlendorf"))[:2] == ("14 against 10", "1:1"), "all zones, for both players"


@rule("E.5")
def test_garrisons_recover_on_the_next_turn() -> None:
    assert not step("end-test", {"kuestrin": "S-8GA-1"}, weak_garrisons=True).state.weak_garrisons


# -- chit 6: everyone to the front -----------------------------------------------------------------


@rule("E.6a")
def test_plus_two_in_every_combat_of_the_army() -> None:
    pieces = {
        "bridgehead": "S-8GA-1 S-8GA-2 S-5SHA-1", "seelow": "G-303", "lebus": "G-712", "s_oderbruch": "G-309",
        "hand-zhukov": "C6",
    }  # fmt: skip
    g = play(impulse(1, pieces, heinrici=9), "chit C6, army S-8GA-1")
    play(g, "combat S-8GA-1, combat S-8GA-2, combat S-5SHA-1, done")
    play(g, "attack seelow, drop S-8GA-2, drop S-5SHA-1")
    assert drm(g, "E.6a") == ["+2"]
    assert sums(g) == ("20 against 10", "2:1", 1), "+2, and −1 for the line"
    play(g, "fight, roll 1, attack lebus, drop S-5SHA-1")
    assert drm(g, "E.6a") == ["+2"]
    play(g, "fight, roll 1, attack s_oderbruch")
    assert drm(g, "E.6a") == [], "the 5th Shock Army is not named"


@rule("E.6a")
def test_plus_two_on_the_city_table_too() -> None:
    g = fight(1, {"tempelhof": "S-8GA-1/combat"}, event=6, army="S-8GA", support=(1, 0))
    assert sums(play(g, "city tempelhof")) == ("20 against 20", "1:1", 2)


@rule("E.6b")
def test_the_fighters_act_as_reserves_after_combat() -> None:
    pieces = {"bridgehead": "S-8GA-1 S-8GA-2 S-5SHA-1", "seelow": "G-303/reduced", "hand-zhukov": "C6"}
    g = play(impulse(1, pieces, heinrici=9), "chit C6, army S-8GA-1")
    play(g, "combat S-8GA-1, combat S-8GA-2, combat S-5SHA-1, done, attack seelow, fight, roll 6, advance S-8GA-1, end")
    assert g.frame.title == "Reserves"
    assert targets(g, "pick") == {"S-8GA-1", "S-8GA-2"}
    assert refused(g, "pick S-5SHA-1") == "4.2.3b"
    play(g, "pick S-8GA-2, follow seelow")
    assert costs(g, "S-8GA-2")["muencheberg"] == 1
    assert "go fuerstenwalde" in texts(g), "1½ of 3 points"
    assert "go friedrichshain" in texts(g)
    assert "go kw" not in texts(g)
    play(g, "go muencheberg, pick S-8GA-1, stay")
    assert flagged(g, "S-8GA-1", "turned")
    assert where(g, "S-8GA-2") == "muencheberg"


@rule("E.6b")
def test_no_reserve_move_for_those_who_did_not_fight_or_lack_supply() -> None:
    pieces = {
        "bridgehead": "S-8GA-1/combat S-8GA-2/combat/oos", "goeritz": "S-5SHA-1/combat S-5SHA-2", "seelow": "G-303"
    }  # fmt: skip
    g = play(fight(1, pieces, heinrici=9, event=6, army="S-8GA"), "attack seelow")
    assert sums(g)[2] == 2, "+2, +1 for the army, −1 for the line"
    play(g, "fight, roll 1, end")
    assert targets(g, "pick") == {"S-8GA-1"}


# -- chit 7: trucks --------------------------------------------------------------------------------


@rule("E.7")
def test_the_named_army_moves_and_attacks() -> None:
    pieces = {"kuestrin": "S-8GA-1 S-8GA-2 S-5SHA-1", "seelow": "G-303", "hand-zhukov": "C7"}
    g = play(impulse(1, pieces, heinrici=9), "chit C7, army S-8GA-2")
    assert targets(g, "trucks") == {"S-8GA-1", "S-8GA-2"}
    assert refused(g, "trucks S-5SHA-1") == "E.7"
    play(g, "trucks S-8GA-1, trucks S-8GA-2, move S-5SHA-1, done")
    play(g, "pick S-8GA-1, go bridgehead, pick S-8GA-2, go bridgehead, pick S-5SHA-1, go bridgehead")
    play(g, "attack seelow")
    assert sums(g) == ("40 against 10", "4:1", 0)
    assert refused(g, "join S-5SHA-1") == "8.1.1a", "the 5th Shock Army has only moved"
    play(g, "fight, roll 6, advance S-8GA-1, end")
    assert where(g, "S-8GA-1") == "seelow"


@rule("E.7")
def test_trucks_count_among_the_four_and_one_counter_is_enough() -> None:
    pieces = {"kuestrin": "S-8GA-1 S-8GA-2 S-5SHA-1 S-5SHA-2 S-47-1", "hand-zhukov": "C7"}
    g = play(impulse(1, pieces), "chit C7, army S-8GA-1, move S-5SHA-1, move S-5SHA-2, move S-47-1, trucks S-8GA-1")
    assert refused(g, "trucks S-8GA-2") == "4.1.2"
    none = impulse(1, pieces)
    assert refused(none, "trucks S-8GA-1") == "E.7"


@rule("E.7")
def test_trucks_without_supply_go_one_zone() -> None:
    g = impulse(1, {"kuestrin": "S-8GA-1/oos S-8GA-2", "lebus": "G-303"}, event=7, army="S-8GA", heinrici=9)
    play(g, "trucks S-8GA-1, done, pick S-8GA-1")
    assert refused(g, "go seelow") == "3.1.3b"
    play(g, "go bridgehead, attack lebus")
    assert sums(g)[0] == "10 against 10"


# -- chit 8: collapse of German conscripts ---------------------------------------------------------


@rule("E.8a", "E.8b")
def test_a_full_strength_defender_collapses() -> None:
    pieces = {**SEELOW, "seelow": "G-303/reduced G-20PzGr", "lebus": "G-712", "hand-zhukov": "C8"}
    g = play(fight(1, pieces, heinrici=9), "attack seelow")
    assert targets(g, "collapse") == {"G-20PzGr"}
    assert refused(g, "collapse G-303") == "E.8b"
    assert refused(g, "collapse G-712") == "E.8a"
    assert sums(g)[0] == "76 against 18"
    play(g, "collapse G-20PzGr")
    assert sums(g)[0] == "76 against 12"
    assert where(g, "C8") == "cup"
    assert refused(g, "cancel") == "E.8a"
    assert targets(g, "collapse") == set()
    play(g, "fight")
    assert dice(g) == "Attack on Seelow"


@rule("E.8a")
def test_the_collapse_is_for_soviet_attackers_who_hold_the_chit() -> None:
    other = play(fight(1, {**SEELOW, "hand-koniev": "C1 C8"}), "attack seelow")
    assert refused(other, "collapse G-303") == "E.8a"
    german = {"seelow": "G-303/combat", "lebus": "S-8GA-1", "hand-koniev": "C1 C8"}
    assert refused(play(fight(3, german), "attack lebus"), "collapse G-303") == "E.8a"
    inside = {"tempelhof": "G-303/combat S-8GA-1", "hand-koniev": "C1 C8"}
    assert refused(play(fight(3, inside), "city tempelhof"), "collapse G-303") == "E.8a", (
        "not on an attacker of his own"
    )


@rule("E.8a", "E.8b")
def test_the_collapse_before_a_city_roll() -> None:
    pieces = {"tempelhof": "S-8GA-1/combat S-8GA-2/combat G-11SS", "hand-zhukov": "C8"}
    g = play(fight(1, pieces, support=(1, 0)), "city tempelhof, collapse G-11SS")
    assert sums(g)[0] == "40 against 23"
    assert flagged(g, "G-11SS", "reduced")
    reduced = play(fight(1, {**pieces, "tempelhof": "S-8GA-1/combat G-11SS/reduced"}, support=(1, 0)), "city tempelhof")
    assert refused(reduced, "collapse G-11SS") == "E.8b"


# -- chit 10: coordination -------------------------------------------------------------------------


@rule("E.10")
def test_six_units() -> None:
    pieces = {"bridgehead": "S-8GA-1 S-8GA-2 S-5SHA-1 S-5SHA-2 S-47-1 S-47-2 S-3SHA-1", "hand-zhukov": "C10"}
    g = play(impulse(1, pieces), "chit C10")
    for unit in ("S-8GA-1", "S-8GA-2", "S-5SHA-1", "S-5SHA-2", "S-47-1", "S-47-2"):
        play(g, f"combat {unit}")
    assert refused(g, "combat S-3SHA-1") == "E.10"
    assert not texts(g, "move")
