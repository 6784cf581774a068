"""What the players are told: whose impulse it is, who is activated and how, what is owed, and why not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.games.raceforberlin.helpers import (
    EVERYBODY,
    SEELOW,
    Pos,
    dice,
    fight,
    game,
    impulse,
    mask,
    moving,
    panel,
    step,
)
from tests.support import lines, play, refused

from grognard.engine import Seat, Table
from grognard.games.raceforberlin.odds import in_words

CITY_UNITS = ("S-8GA-1", "S-8GA-2", "S-5SHA-1", "S-5SHA-2", "S-13-1", "S-13-2")


def prompt(g: Pos) -> str:
    """The present question."""
    text: str = g.frame.ask(g).prompt  # type: ignore[attr-defined]
    return text


def reason(g: Pos, action: str) -> str:
    """Why an action is refused."""
    refusal = g.why_not(action)
    assert refusal is not None
    return refusal.text


def hint(g: Pos, action: str) -> str:
    """What is said about an offer."""
    found = g.frame.hint(g, game.parse(action))  # type: ignore[attr-defined]
    return found.text if found else ""


def test_the_headline_says_who_acts_and_whom_hitler_binds() -> None:
    g = impulse(2, EVERYBODY, order="south")
    assert game.headline(g) == "Turn 2, operations 1: Koniev's Soviets; Hitler's order: Zhukov's Germans"
    assert game.headline(step("replacements", EVERYBODY)) == "Turn 2 of 10, 18 April"


def test_the_account_holds_support_points() -> None:
    g = impulse(1, EVERYBODY, support=(2, 0))
    assert [game.account(g, Seat(seat)) for seat in (0, 1)] == ["0 VP, 2 support", "0 VP"]


def test_the_designation_lists_units_by_mode() -> None:
    g = impulse(1, {"bridgehead": "S-8GA-1 S-8GA-2 S-5SHA-1 S-5SHA-2", "seelow": "G-303", "hand-zhukov": "C6"})
    assert prompt(g) == "Activate your Soviets, 0 of 4."
    play(g, "chit C6, army S-8GA-1, reserve S-5SHA-2, combat S-8GA-1, combat S-8GA-2, move S-5SHA-1")
    modes = (
        "movement 5th Shock Army (1); combat 8th Guards Army (1) and 8th Guards Army (2); reserve 5th Shock Army (2)"
    )
    told = f"Activate your Soviets, 4 of 4: {modes}."
    assert prompt(g) == f"{told} Chit 6: 8th Guards Army gains +2 and a reserve move."
    assert prompt(impulse(1, {"kuestrin": "S-8GA-1/turned"})) == "None of your Soviets is left to activate."


def test_hitlers_order_names_who_owes_what() -> None:
    """Görlitz has a defence line: its divisions fulfil nothing (2.3.2c)."""
    pieces = {"goerlitz": "G-10SSPz G-17", "spremberg": "G-1SSPz G-344", "muskau": "S-13-1", "gross_dueben": "S-13-2"}
    g = impulse(4, {**pieces, "penzig": "S-52-1"}, order="south")
    assert prompt(g).endswith(
        "Hitler's order: 2 divisions of 1st SS Panzer and 344th must attack, 1st SS Panzer among them."
    )
    play(g, "combat G-10SSPz, combat G-344")
    assert prompt(g).endswith("Hitler's order: one division more of 1st SS Panzer must attack.")
    play(g, "combat G-1SSPz")
    assert "Hitler" not in prompt(g)
    play(g, "done")
    assert prompt(g).endswith(
        "Hitler's order: 2 divisions of 1st SS Panzer and 344th must attack, 1st SS Panzer among them."
    )


def test_one_of_several_armoured_divisions_is_enough() -> None:
    g = impulse(4, {"kathlow": "G-1SSPz G-21Pz G-344", "forst": "S-13-1"}, order="south")
    order = "2 divisions of 1st SS Panzer, 344th and 21st Panzer must attack, 1st SS Panzer or 21st Panzer among them."
    assert prompt(g).endswith(f"Hitler's order: {order}")


def test_who_must_close_up_is_named() -> None:
    g = play(impulse(1, {"strausberg": "S-8GA-1", "lebus": "S-8GA-2"}), "move S-8GA-2, done")
    assert prompt(g).endswith("8th Guards Army (2) must close up to its sister.")


def test_combat_mode_without_a_target_is_pointed_out() -> None:
    g = impulse(1, {"bridgehead": "S-8GA-1", "baerwalde": "S-61-1", "wedding": "S-47-1", "seelow": "G-303"})
    assert [hint(g, f"combat {unit}") for unit in ("S-8GA-1", "S-61-1", "S-47-1")] == ["", "no target at present", ""]
    german = {"wedding": "G-11SS", "tempelhof": "G-23SS S-8GA-1", "trebbin": "G-303", "nauen": "G-18PzGr"}
    g = impulse(3, german)
    told = [hint(g, f"combat {unit}") for unit in ("G-11SS", "G-23SS", "G-303", "G-18PzGr")]
    assert told == ["no target at present", "", "", "no target at present"]


def test_the_end_of_the_combats_says_who_is_left() -> None:
    g = play(fight(1, SEELOW, heinrici=9), "attack seelow, drop S-5SHA-1, fight, roll 2")
    while g.frame.title == "LoseSteps":
        g.play(g.actions()[0])
    assert prompt(g) == "No target is left for 5th Shock Army (1)."


@pytest.mark.parametrize(
    ("number", "at", "text"),
    [(8, 1, "before your Soviets roll in a fight"), (11, 1, "at the start of your German impulse"),
     (10, 4, "at the start of your Soviet impulse")],
)  # fmt: skip
def test_a_chit_that_cannot_be_played_says_when_it_can(number: int, at: int, text: str) -> None:
    g = impulse(at, {**EVERYBODY, "hand-zhukov": f"C{number}"})
    assert reason(g, f"chit C{number}") == f"chit {number} is played {text}"


def test_nothing_is_said_about_a_chit_in_the_other_hand() -> None:
    texts = {reason(impulse(4, {**EVERYBODY, "hand-koniev": f"C{n}"}), f"chit C{n}") for n in (2, 8, 9, 11)}
    assert texts == {"only a chit in your hand can be played"}


def test_a_concealed_chit_is_called_a_chit() -> None:
    table = Table(game, seed=bytes(32))
    table.play("arrive dresden", Seat(0))
    lines = [line.text for line in table.told(Seat(0))]
    assert "An unknown chit is drawn by Zhukov." in lines or "An unknown chit is drawn by Koniev." in lines
    assert not any("unknown unit" in line for line in lines)
    seen = table.view(Seat(0))
    assert {hidden.name for hidden in seen.hidden} == {"unknown chit"}
    assert set(game.hands) <= {box for box, _ in game.boxes}


def test_results_are_explained() -> None:
    g = play(fight(1, SEELOW), "attack seelow")
    assert {odds.result: odds.meaning for odds in panel(g).odds}["D1R"] == "defender loses 1 step, retreat"
    assert in_words("A1D2", "+") == "attacker loses 1 step, defender loses 2 steps"
    assert in_words("D1P2", "+") == "defender loses 1 step, level +2"
    assert in_words("A1P1", "−") == "attacker loses 1 step, level −1"


def test_both_sides_of_a_counter() -> None:
    face = game.units[game.names.piece("S-8GA-1")].face
    assert (face.values, face.reverse) == (("20", "3"), ("10", "3"))


# -- the log -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "pieces", "turn", "die", "line"),
    [
        ("administration", {"due": "S-3-1 S-3-2"}, 3, 3, "Arrival of 3rd Army, 3: does not arrive (needs 4 or more)."),
        ("administration", {"due": "G-vHake"}, 4, 2, "XII Army, 2: not yet (needs 5 or more)."),
        ("americans", {}, 2, 6, "American advance, 6: they stay where they are."),
        ("orders", {}, 2, 4, "Hitler's orders, 4: no counter-attack."),
    ],
)
def test_a_die_comes_with_its_verdict(phase: str, pieces: dict[str, str], turn: int, die: int, line: str) -> None:
    assert line in lines(step(phase, pieces, turn=turn), f"roll {die}")


def test_hitlers_permission_comes_with_its_verdict() -> None:
    g = moving(4, {"forst": "G-344"}, "G-344", turn=5)
    line = "Hitler's permission for 344th Division, 2: refused, no step west (needs 3 or more)."
    assert line in lines(g, "roll 2")


def test_the_end_of_operations_and_of_the_game_come_with_a_verdict() -> None:
    g = impulse(4, EVERYBODY)
    g.play("done")
    assert dice(g) == "End of operations 1"
    assert "End of operations 1, 2: the operations go on (needs 1)." in lines(g, "roll 2")
    ring = {game.board.names[z]: unit for z, unit in zip(game.map.city, CITY_UNITS, strict=True)}
    g = step("end-test", ring, turn=7, levels=(2, 2, 2, 3, 0, 0))
    assert "End of the game, 3: the game goes on (needs 4 or more)." in lines(g, "roll 3")


def test_a_pass_is_told() -> None:
    assert "Zhukov's Soviets pass." in lines(impulse(1, EVERYBODY), "done")


def test_the_first_turn_has_a_heading() -> None:
    assert Table(game, seed=bytes(32)).told(None)[0].text == "Turn 1: 16-17 April 1945"


def test_trucks_are_activated_once() -> None:
    g = impulse(1, {**EVERYBODY, "hand-zhukov": "C7"})
    told_lines = lines(play(g, "chit C7, army S-8GA-1"), "trucks S-8GA-1")
    assert told_lines == ["8th Guards Army (1) is activated: movement and combat."]


def test_a_discarded_chit_is_somebodys() -> None:
    table = Table(game, position=step("discards", {"hand-koniev": "C7"}))
    table.play("discard C7", Seat(1))
    assert table.told(Seat(0))[0].text == "An unknown chit of the Koniev player returns to the cup."


def test_a_defender_out_of_supply_has_a_term() -> None:
    g = play(fight(1, {"bridgehead": "S-8GA-1/combat", "seelow": "G-303/oos"}, heinrici=9), "attack seelow")
    term = next(t for t in panel(g).terms if t.part == "defence")
    assert term.reason == "303rd Division, half, out of supply, doubled in difficult terrain"
    assert (term.rule, *term.also) == ("3.1.3a", "8.1.2b")
    assert term.number == Fraction(term.value)


def test_a_retreat_through_a_full_zone_names_it() -> None:
    """Falkenhagen is full, and no other neighbour of Frankfurt is open: Müncheberg lies behind it."""
    pieces = {
        "frankfurt": "G-286", "reppen": "S-69-1/combat", "falkenhagen": "G-156 G-303 G-712", "hand-koniev": "C1",
        "lebus": "S-8GA-1", "fuerstenwalde": "S-8GA-2", "beeskow": "S-5SHA-1", "fuerstenberg": "S-5SHA-2",
    }  # fmt: skip
    g = play(fight(1, pieces, turn=7), "attack frankfurt, fight, heinrici")
    line = "286th Division retreats from Frankfurt an der Oder to Müncheberg by Falkenhagen."
    assert line in lines(g, "go muencheberg")


def test_heinrici_names_the_zone() -> None:
    g = play(fight(1, {**SEELOW, "hand-koniev": "C1"}, turn=2), "attack seelow, fight")
    assert prompt(g) == "Seelow is attacked. Play chit 1 (Heinrici): all defenders retreat without loss?"
    line = "Koniev plays chit 1, Heinrici: the defenders of Seelow retreat before the attack."
    assert line in lines(g, "heinrici")


def test_a_replacement_point_that_lapses_is_told() -> None:
    g = step("replacements", EVERYBODY)
    label = g.frame.label(g, game.parse("starve S-8GA-1"))  # type: ignore[attr-defined]
    assert label == "Put out of supply for a support point; the replacement point lapses"
    assert lines(g, "starve S-8GA-1")[0] == "Zhukov's replacement point lapses."
    assert lines(g, "starve S-8GA-2")[0] == "8th Guards Army (2) is put out of supply."


def test_who_is_out_of_supply_cannot_join_a_city_roll() -> None:
    g = fight(1, {"tempelhof": "S-8GA-1/combat S-8GA-2/combat/oos"}, support=(2, 0))
    assert refused(play(g, "city tempelhof"), "join S-8GA-2") == "9.2.2a"


def test_the_points_are_counted_in_words_at_the_end() -> None:
    g = step("end", {"potsdam": "S-8GA-1"}, turn=10, held=(mask("potsdam"), 0))
    line = "Victory points of Zhukov: 2 for Potsdam (10.1.1). 2 points in all."
    assert line in lines(g, "end")


def test_a_result_is_told_in_words() -> None:
    g = play(fight(1, SEELOW), "attack seelow, fight, stand")
    result = next(line for line in lines(g, "roll 6") if line.startswith("D"))
    assert result == f"{result.split(':')[0]}: {in_words(result.split(':')[0], '+')}."


def test_a_unit_drawn_is_called_by_its_name() -> None:
    g = step("administration", {"due": "G-UvHut"}, turn=8, xii=7)
    assert "Drawn from XII Army: Ulrich von Hutten." in lines(g, "draw G-UvHut")


def test_a_unit_that_can_only_stand_still_is_not_asked() -> None:
    """The Neisse behind it, Soviets on both sides: without Hitler's permission there is no way."""
    g = moving(3, {"guben": "G-286", "forst": "S-13-1", "fuerstenberg": "S-33-1"}, "G-286")
    assert g.frame.title == "Permission"
    lines(g, "roll 1")
    assert g.frame.title != "MoveUnit"
