"""Chit 1, Heinrici (annex E.1): the Germans retreat before the combat."""

from __future__ import annotations

import pytest
from tests.games.raceforberlin.helpers import SEELOW, Pieces, Pos, dice, fight, mask
from tests.support import flagged, play, refused, rule, targets, where


def attacked(pieces: Pieces, target: str, number: int = 1, **state: object) -> Pos:
    """The question of chit 1, or the die."""
    return play(fight(number, pieces, **state), f"attack {target}, fight")


@rule("E.1a")
def test_heinrici_withdraws_everybody_without_loss() -> None:
    g = attacked(SEELOW, "seelow")
    assert (g.frame.title, g.to_decide) == ("Heinrici", 1)
    play(g, "heinrici")
    assert dice(g) == "", "no die is rolled"
    play(g, "pick G-303")
    assert targets(g, "go") == {"letschin", "muencheberg", "falkenhagen", "lebus"}
    play(g, "go muencheberg, go falkenhagen")
    assert (where(g, "G-303"), where(g, "G-20PzGr")) == ("muencheberg", "falkenhagen")
    assert not flagged(g, "G-303", "reduced")
    assert not flagged(g, "G-20PzGr", "reduced")
    assert g.frame.title == "Advance"
    assert refused(g, "end") == "8.4.1a"
    play(g, "advance S-8GA-1, end")
    assert where(g, "S-8GA-1") == "seelow"


@rule("E.1a")
def test_retreats_before_combat_follow_the_order_of_preference() -> None:
    pieces = {"triebel": "S-13-1/combat S-13-2/combat", "forst": "G-342", "fuerstenberg": "G-391", "guben": "G-303"}
    g = play(attacked(pieces, "forst", 2, **{"heinrici": 1}), "roll 1")
    assert g.frame.title != "Heinrici", "Koniev owns no defender of Forst"
    mine = {**pieces, "hand-zhukov": "C1"}
    g = play(attacked(mine, "forst", 2), "heinrici")
    assert targets(g, "go") == {"kathlow", "muskau", "gross_dueben"}
    assert refused(g, "go guben") == "8.3.2a", "the opposing camp's Germans are there"


@rule("E.1b")
def test_heinrici_is_asked_before_the_die_and_only_in_soviet_attacks() -> None:
    g = attacked(SEELOW, "seelow")
    play(g, "stand")
    assert dice(g) == "Attack on Seelow"
    assert where(g, "C1") == "hand-koniev", "a chit that is not played is kept"
    german = {"seelow": "G-303/combat", "lebus": "S-8GA-1"}
    assert dice(attacked(german, "lebus", 3)) == "Attack on Lebus"
    city = fight(1, {"tempelhof": "S-8GA-1/combat G-11SS"}, support=(1, 0))
    assert dice(play(city, "city tempelhof, fight")) == "City Progress in Tempelhof"


@rule("E.1b", "E.8a")
def test_heinrici_does_not_undo_the_collapse() -> None:
    g = fight(1, {**SEELOW, "hand-zhukov": "C8"})
    play(g, "attack seelow, collapse G-20PzGr, fight, heinrici, pick G-303, go lebus, go letschin")
    assert flagged(g, "G-20PzGr", "reduced")
    assert not flagged(g, "G-303", "reduced")


@rule("E.1c")
def test_heinrici_changes_hands() -> None:
    pieces = {**SEELOW, "triebel": "S-13-1/combat S-13-2/combat", "forst": "G-342"}
    g = play(attacked(pieces, "seelow"), "heinrici, pick G-303, go lebus, go lebus, advance S-8GA-1, end")
    assert where(g, "C1") == "hand-zhukov"
    assert g.state.heinrici == 3
    held = {"triebel": "S-13-1/combat S-13-2/combat", "forst": "G-342", "hand-zhukov": "C1"}
    assert dice(attacked(held, "forst", 2, turn=2, heinrici=3)) == "Attack on Forst", "not on the same turn"
    late = attacked(held, "forst", 2, turn=3, heinrici=3)
    assert (late.frame.title, late.to_decide) == ("Heinrici", 0)
    play(late, "heinrici, go kathlow")
    assert where(late, "C1") == "hand-koniev"


@rule("E.1a")
@pytest.mark.parametrize(("letschin", "asked"), [("S-47-1", False), ("G-309 G-606", False), ("G-309", True)])
def test_heinrici_needs_a_retreat_for_every_defender(letschin: str, asked: bool) -> None:
    """Two defenders: with one place left in Letschin, and nothing behind it, the chit cannot be played."""
    ring = {
        "muencheberg": "S-1GTA-1", "falkenhagen": "S-1GTA-2", "lebus": "S-69-1", "n_oderbruch": "S-61-1",
        "s_oderbruch": "S-61-2", "proetzel": "S-1POL-1",
    }  # fmt: skip
    g = attacked({**SEELOW, **ring, "letschin": letschin}, "seelow")
    assert (g.frame.title == "Heinrici") == asked


@rule("E.1a")
def test_heinrici_and_the_passage_through_full_zones() -> None:
    ring = {"muencheberg": "S-1GTA-1", "falkenhagen": "S-1GTA-2", "lebus": "S-69-1", "letschin": "G-309 G-606 G-156"}
    g = attacked({**SEELOW, **ring}, "seelow")
    play(g, "heinrici, pick G-303")
    assert targets(g, "go") == {"n_oderbruch", "s_oderbruch", "proetzel"}, "behind Letschin; Müncheberg is taken"


@rule("E.1a", "8.3.1b")
def test_every_choice_leaves_a_way_for_the_next() -> None:
    """R49 One place in Letschin and one in Müncheberg; whoever goes where, the last passes through to Prötzel."""
    ring = {"muencheberg": "G-541 G-169", "letschin": "G-309 G-606", "falkenhagen": "S-1GTA-2", "lebus": "S-69-1"}
    three = {**SEELOW, **ring, "seelow": "G-303 G-20PzGr G-344", "strausberg": "S-47-1", "fuerstenwalde": "S-47-2"}
    three |= {"n_oderbruch": "S-61-1", "s_oderbruch": "S-61-2"}
    start = play(attacked(three, "seelow"), "heinrici")
    ends, open_ = 0, [start]
    while open_:
        g = open_.pop()
        if g.frame.title == "Advance":
            ends += 1
            assert sorted(where(g, unit) for unit in ("G-303", "G-20PzGr", "G-344"))[1:] == ["muencheberg", "proetzel"]
            assert not any(flagged(g, unit, "reduced") for unit in ("G-303", "G-20PzGr", "G-344"))
            continue
        for action in g.actions():
            after = g.copy()
            after.play(action)
            open_.append(after)
    assert ends > 1


@rule("E.1a")
def test_heinrici_does_not_lead_to_the_americans() -> None:
    around = {
        "torgau": "G-404", "herzberg": "S-13-1/combat S-13-2/combat", "riesa": "S-5GA-1", "wittenberg": "S-5GA-2",
        "hand-zhukov": "C1",
    }  # fmt: skip
    assert dice(attacked(around, "torgau", 2, us=mask("leipzig"))) == "Attack on Torgau"


@rule("E.1a")
def test_room_for_all_is_not_room_for_each_in_turn() -> None:
    """R49 Behind Letschin, which is full, there is room for two more, but the neighbours have room for none."""
    ring = {"muencheberg": "S-1GTA-1", "falkenhagen": "S-1GTA-2", "lebus": "S-69-1", "letschin": "G-309 G-606 G-156"}
    behind = {"n_oderbruch": "G-5Jaeger G-25PzGr G-541", "s_oderbruch": "S-61-2", "proetzel": "G-Muench G-Kurmark"}
    one_place = attacked({**SEELOW, **ring, **behind}, "seelow")
    assert dice(one_place) == "Attack on Seelow", "one place for two defenders"
    two_places = attacked({**SEELOW, **ring, **behind, "proetzel": "G-Muench"}, "seelow")
    assert two_places.frame.title == "Heinrici"
