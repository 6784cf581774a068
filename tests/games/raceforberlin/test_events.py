"""Event chits (2.4, annex E): their windows, what they do, secrecy, and where they go afterwards."""

from __future__ import annotations

import json

import msgspec
import pytest
from tests.games.raceforberlin.helpers import (
    Pieces,
    Pos,
    dice,
    fight,
    game,
    impulse,
    level,
    levels,
    mask,
    moving,
    panel,
    step,
    sums,
)
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine import Seat, Table
from grognard.engine.view import view
from grognard.games.raceforberlin.movement import field
from grognard.games.raceforberlin.victory import points

EVERYBODY = {"bridgehead": "S-8GA-1 S-8GA-2", "triebel": "S-13-1 S-13-2", "frankfurt": "G-286", "dresden": "G-404"}


def costs(g: Pos, unit: str) -> dict[str, int]:
    """The zones in a unit's reach with their cost in half points."""
    piece = game.names.piece(unit)
    return {game.board.names[z]: n for z, n in field(g, piece, game.units[piece].mp).items()}


def drm(g: Pos, rule_number: str) -> list[str]:
    """The die modifiers of the present fight that come from one rule."""
    return [t.value for t in panel(g).terms if t.rule == rule_number]


# -- windows -------------------------------------------------------------------------------------

SOVIET_START, GERMAN_START = {2, 5, 6, 7, 10}, {3, 4, 11}


@rule("2.4.3", "E.2", "E.3a", "E.4a", "E.5", "E.6a", "E.7", "E.10", "E.11")
@pytest.mark.parametrize("number", range(2, 12))
def test_the_window_of_each_chit(number: int) -> None:
    for owner, own_soviet, own_german in (("zhukov", 1, 4), ("koniev", 2, 3)):
        for at in range(1, 5):
            g = impulse(at, {**EVERYBODY, f"hand-{owner}": f"C{number}"})
            if g.frame.title == "Bridges":
                play(g, "go-on")
            open_ = (at == own_soviet and number in SOVIET_START) or (at == own_german and number in GERMAN_START)
            assert (f"chit C{number}" in texts(g)) == open_, f"chit {number} of {owner} in impulse {at}"
            if not open_:
                assert refused(g, f"chit C{number}") == "2.4.3"


@rule("2.4.3")
def test_chits_come_before_the_designation() -> None:
    g = play(impulse(1, {**EVERYBODY, "hand-zhukov": "C10"}), "move S-8GA-1")
    assert refused(g, "chit C10") == "2.4.3"
    play(g, "withdraw S-8GA-1, chit C10")
    assert where(g, "C10") == "cup"


@rule("2.4.3")
def test_the_effect_of_an_impulse_ends_with_it() -> None:
    g = play(impulse(1, {**EVERYBODY, "hand-zhukov": "C7"}), "chit C7, army S-8GA-1, done")
    assert (g.state.event, g.state.army) == (0, "")


# -- where chits go ------------------------------------------------------------------------------


@rule("2.4.4", "E.5", "E.4b")
@pytest.mark.parametrize(
    ("number", "turn", "goes"),
    [(2, 2, "cup"), (5, 2, "removed"), (6, 2, "cup"), (7, 2, "cup"), (10, 2, "cup"), (3, 2, "cup"), (4, 6, "cup"),
     (4, 7, "removed"), (11, 2, "cup")],
)  # fmt: skip
def test_a_played_chit(number: int, turn: int, goes: str) -> None:
    at = 1 if number in SOVIET_START else 4
    g = play(impulse(at, {**EVERYBODY, "hand-zhukov": f"C{number}"}, turn=turn), f"chit C{number}")
    if number == 3:
        play(g, "push kyritz")
    assert where(g, f"C{number}") == goes


@rule("5.5a", "2.4.4", "E.3b", "E.4b")
@pytest.mark.parametrize(
    ("number", "turn", "halted", "goes"),
    [(2, 2, False, "cup"), (5, 2, False, "cup"), (9, 2, False, "cup"), (3, 2, False, "cup"), (3, 2, True, "removed"),
     (4, 6, False, "cup"), (4, 7, False, "removed")],
)  # fmt: skip
def test_a_discarded_chit(number: int, turn: int, halted: bool, goes: str) -> None:
    g = step("discards", {"hand-zhukov": f"C{number}", "cup": "C10"}, turn=turn, halted=halted)
    play(g, f"discard C{number}")
    assert where(g, f"C{number}") == goes


# -- secrecy -------------------------------------------------------------------------------------


def seen(g: Pos, seat: int | None) -> str:
    """Everything that a seat sees, as text."""
    return json.dumps(msgspec.to_builtins(view(g, None if seat is None else Seat(seat), hints=True)))


@rule("2.4.2b")
def test_a_chit_is_known_to_its_holder_only() -> None:
    g = impulse(1, {**EVERYBODY, "hand-zhukov": "C7", "hand-koniev": "C1"})
    assert '"C7"' in seen(g, 0)
    for stranger in (1, None):
        assert "C7" not in seen(g, stranger)
        assert "?hand-zhukov-1" in seen(g, stranger), "everybody sees that a chit is held"
        assert "C1" in seen(g, stranger), "chit 1 lies open"
    other = impulse(1, {**EVERYBODY, "hand-zhukov": "C2", "hand-koniev": "C1"})
    assert seen(g, 1) == seen(other, 1)


@rule("2.4.2b")
def test_the_draw_is_secret() -> None:
    table = Table(game, position=step("chits", {}), seed=b"3")
    drawn = [t for t in table.told(Seat(1)) if "is drawn" in t.text]
    assert len(drawn) == 2
    assert [t.pieces == ("?",) for t in drawn] == [False, True], "Koniev sees his own chit, not Zhukov's"
    assert all(t.pieces == ("?",) for t in table.told(None) if "is drawn" in t.text)


@rule("2.4.2b", "5.5a")
def test_a_discard_is_not_shown() -> None:
    table = Table(game, position=step("discards", {"hand-zhukov": "C7", "hand-koniev": "C1 C2"}), seed=b"1")
    table.play("discard C7")
    assert not any("C7" in json.dumps(msgspec.to_builtins(t)) for t in table.told(Seat(1)))
    assert any("C7" in json.dumps(msgspec.to_builtins(t)) for t in table.told(Seat(0)))


@rule("2.4.3", "2.4.2b")
def test_a_played_chit_is_announced() -> None:
    table = Table(game, position=impulse(1, {**EVERYBODY, "hand-zhukov": "C10"}), seed=b"1")
    table.play("chit C10")
    assert any("Zhukov plays chit 10" in t.text for t in table.told(Seat(1)))


@rule("E.9c", "2.4.2b")
def test_the_question_of_chit_9_betrays_nothing() -> None:
    for chit in ("C9", "C2", "C4"):
        g = impulse(1, {**EVERYBODY, "hand-koniev": f"C1 {chit}"})
        assert (g.frame.title, g.to_decide) == ("Bridges", 1)
    assert refused(g, "bomb forst") == "E.9c", "he is asked, but does not hold it"
    assert texts(g) == {"go-on"}
    nobody = impulse(1, {**EVERYBODY, "hand-koniev": "C1"})
    assert nobody.frame.title == "Designation", "everybody sees that he holds no secret chit"
    over = impulse(1, {**EVERYBODY, "hand-koniev": "C2", "removed": "C9"})
    assert over.frame.title == "Designation", "everybody knows that chit 9 is out of the game"


# -- chit 1: Heinrici ----------------------------------------------------------------------------

SEELOW = {
    "bridgehead": "S-8GA-1/combat S-8GA-2/combat S-5SHA-1/combat S-5SHA-2/combat",
    "seelow": "G-303 G-20PzGr",
}


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


@rule("E.1a")
def test_heinrici_does_not_lead_to_the_americans() -> None:
    around = {
        "torgau": "G-404", "herzberg": "S-13-1/combat S-13-2/combat", "riesa": "S-5GA-1", "wittenberg": "S-5GA-2",
        "hand-zhukov": "C1",
    }  # fmt: skip
    assert dice(attacked(around, "torgau", 2, us=mask("leipzig"))) == "Attack on Torgau"


# -- chit 2: Rybalko -----------------------------------------------------------------------------


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


# -- chit 3: the Allies push towards Berlin ------------------------------------------------------


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


# -- chit 4: planned retreat ---------------------------------------------------------------------


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


# -- chit 5: Speer and Heinrici ------------------------------------------------------------------


@rule("E.5")
def test_garrisons_of_ten() -> None:
    pieces = {"tempelhof": "S-8GA-1 S-8GA-2", "zehlendorf": "S-13-1/combat", "hand-zhukov": "C5"}
    g = play(impulse(1, pieces, support=(2, 2)), "chit C5, combat S-8GA-1, combat S-8GA-2, done, city tempelhof")
    assert sums(g) == ("40 against 10", "4:1", 1)
    assert [(t.value, t.rule) for t in panel(g).terms if t.reason == "garrison"] == [(": 10", "E.5")]
    without = play(impulse(1, pieces, support=(2, 2)), "combat S-8GA-1, combat S-8GA-2, done, city tempelhof")
    assert sums(without) == ("40 against 20", "2:1", 1)
    koniev = fight(2, pieces, support=(2, 2), weak_garrisons=True)
    assert sums(play(koniev, "city zehlendorf"))[:2] == ("14 against 10", "1:1"), "all zones, for both players"


@rule("E.5")
def test_garrisons_recover_on_the_next_turn() -> None:
    assert not step("end-test", {"kuestrin": "S-8GA-1"}, weak_garrisons=True).state.weak_garrisons


# -- chit 6: everyone to the front ---------------------------------------------------------------


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


# -- chit 7: trucks ------------------------------------------------------------------------------


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


# -- chit 8: collapse of German conscripts -------------------------------------------------------


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


@rule("E.8a", "E.8b")
def test_the_collapse_before_a_city_roll() -> None:
    pieces = {"tempelhof": "S-8GA-1/combat S-8GA-2/combat G-11SS", "hand-zhukov": "C8"}
    g = play(fight(1, pieces, support=(1, 0)), "city tempelhof, collapse G-11SS")
    assert sums(g)[0] == "40 against 23"
    assert flagged(g, "G-11SS", "reduced")
    reduced = play(fight(1, {**pieces, "tempelhof": "S-8GA-1/combat G-11SS/reduced"}, support=(1, 0)), "city tempelhof")
    assert refused(reduced, "collapse G-11SS") == "E.8b"


# -- chit 9: destruction of the bridges ----------------------------------------------------------

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


# -- chit 10: coordination -----------------------------------------------------------------------


@rule("E.10")
def test_six_units() -> None:
    pieces = {"bridgehead": "S-8GA-1 S-8GA-2 S-5SHA-1 S-5SHA-2 S-47-1 S-47-2 S-3SHA-1", "hand-zhukov": "C10"}
    g = play(impulse(1, pieces), "chit C10")
    for unit in ("S-8GA-1", "S-8GA-2", "S-5SHA-1", "S-5SHA-2", "S-47-1", "S-47-2"):
        play(g, f"combat {unit}")
    assert refused(g, "combat S-3SHA-1") == "E.10"
    assert not texts(g, "move")


# -- chit 11: surprise counter-attack ------------------------------------------------------------


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
