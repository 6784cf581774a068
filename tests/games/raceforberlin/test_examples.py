"""The examples of the rulebook and the worked examples of the rulings, calculated term by term."""

from __future__ import annotations

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
    zone,
    zones,
)
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine.events import Calculated, Marked, Removed
from grognard.engine.pieces import each
from grognard.games.raceforberlin.end_of_turn import end_modifier
from grognard.games.raceforberlin.movement import field
from grognard.games.raceforberlin.odds import result
from grognard.games.raceforberlin.supply import soviet_lines
from grognard.games.raceforberlin.victory import points


def at_start(*without: str, **moved: str) -> Pieces:
    """The initial set-up, some units left out, others (`zone="units"`) added to a zone."""
    gone = {*without, *(word.split("/")[0] for words in moved.values() for word in words.split())}
    found: dict[str, list[str]] = {}
    for piece in each(game.soviets | game.germans):
        unit = game.units[piece]
        if unit.setup and unit.id not in gone:
            found.setdefault(unit.setup, []).append(unit.id)
    for name, words in moved.items():
        found.setdefault(name, []).extend(words.split())
    return {name: " ".join(ids) for name, ids in found.items()}


def costs(g: Pos, unit: str) -> dict[str, float]:
    """What a unit can reach, in movement points."""
    piece = game.names.piece(unit)
    reach = field(g, piece, game.units[piece].mp)
    ends = zones(g.game.reach(g, piece))
    return {game.board.names[z]: n / 2 for z, n in reach.items() if game.board.names[z] in ends}


def terms(g: Pos) -> list[tuple[str, str]]:
    """Value and reason of each line of the calculation."""
    return [(t.value, t.reason) for t in panel(g).terms]


def read(g: Pos, die: int) -> str:
    """The result of a die in the declared combat."""
    return result(g, "combat", g.frame.units, g.frame.zone, die)  # type: ignore[attr-defined]


def declared(number: int, pieces: Pieces, target: str, **state: object) -> Pos:
    """An attack with everybody, chit 1 out of reach."""
    return play(fight(number, pieces, **{"turn": 1, "heinrici": 9, **state}), f"attack {target}")


# -- the two examples of the rulebook ------------------------------------------------------------

LEBUS = {
    "bridgehead": "S-1GTA-1/combat S-1GTA-2/combat S-8GA-1/combat", "goeritz": "S-8GA-2/combat",
    "lebus": "G-606 G-5Jaeger",
}  # fmt: skip


@rule("EX.1", "8.1.2a", "8.1.2b", "M.9", "8.2.2a", "8.4.1a", "8.4.1b")
def test_example_1_lebus() -> None:
    g = declared(1, LEBUS, "lebus")
    assert terms(g) == [
        ("20", "8th Guards Army (1)"),
        ("10", "8th Guards Army (2), half across a river"),
        ("22", "1st Guards Tank Army (1)"),
        ("22", "1st Guards Tank Army (2)"),
        ("10", "606th Division, doubled in difficult terrain"),
        ("12", "5th Jäger Division, doubled in difficult terrain"),
        ("3:1", "74 against 22"),
        ("+1", "a complete army attacks"),
        ("+1", "attack from two zones or more"),
        ("−1", "armour into difficult terrain"),
        ("−1", "across a defence line"),
    ]
    assert panel(g).total == "column 3:1"
    assert read(g, 5) == "D2R"
    play(g, "fight, roll 5, lose G-606")
    assert flagged(g, "G-606", "reduced")
    assert flagged(g, "G-5Jaeger", "reduced"), "one step each; neither is eliminated"
    play(g, "pick G-606")
    assert targets(g, "go") == {"falkenhagen", "frankfurt", "seelow"}
    play(g, "go falkenhagen, go falkenhagen")
    assert refused(g, "end") == "8.4.1a"
    play(g, "advance S-8GA-1, advance S-8GA-2")
    assert g.frame.title != "Advance", "two is the limit of the zone"
    assert where(g, "S-8GA-1") == where(g, "S-8GA-2") == "lebus"


@rule("EX.2", "9.2.1c", "9.2.3a", "9.2.5", "9.3.2", "9.3.3a", "10.1.1")
def test_example_2_tempelhof() -> None:
    pieces = {"tempelhof": "S-8GA-1/combat S-8GA-2/combat G-11SS", "neukoelln": "S-5SHA-1/combat S-5SHA-2/combat"}
    state = {"support": (3, 1), "levels": levels(tempelhof=1), "entered": True}
    g = play(fight(1, pieces, **state), "city tempelhof")
    calculated = [event.calculation for event in g.play("press") if isinstance(event, Calculated)]
    assert [(t.value, t.reason) for t in calculated[0].terms] == [
        ("20", "8th Guards Army (1)"),
        ("20", "8th Guards Army (2)"),
        ("6", "11th SS Division (Nordland)"),
        ("20", "the garrison"),
        ("1:1", "40 against 26"),
        ("+1", "a complete army attacks"),
        ("+1", "extra support point"),
    ]
    assert calculated[0].total == "column 1:1, +2 on the die"
    assert g.state.support == (1, 1), "one point for the roll, one for the modifier"
    play(g, "roll 5")
    assert level(g, "tempelhof") == 2
    assert flagged(g, "G-11SS", "reduced")
    assert points(g, 0) == 3
    play(g, "city neukoelln")
    assert ("+1", "a neighbouring Berlin zone is controlled") in terms(g)


@rule("EX.2")
def test_example_2_the_neighbours_of_either_camp_profit() -> None:
    pieces = {"tempelhof": "S-8GA-1", "zehlendorf": "S-13-1/combat", "wedding": "S-3GA-1/combat"}
    state = {"support": (0, 2), "levels": levels(tempelhof=2)}
    assert sums(play(fight(2, pieces, **state), "city zehlendorf"))[2] == 1
    assert sums(play(fight(2, pieces, **state), "city wedding"))[2] == 0, "Wedding touches Tempelhof only at the nexus"


@rule("9.2.4a", "9.2.4E", "8.1.2a")
def test_example_3_helpers_from_outside() -> None:
    pieces = {"tempelhof": "S-61-1/reduced G-18PzGr/combat", "trebbin": "G-286/combat G-156/combat"}
    g = play(fight(3, pieces), "city tempelhof, call G-286, call G-156")
    assert terms(g) == [
        ("4", "286th Division"),
        ("4", "156th Division"),
        ("8", "18th Panzergrenadier Division"),
        ("7", "61st Army (1)"),
        ("2:1", "16 against 7"),
    ]


# -- combat --------------------------------------------------------------------------------------


@rule("8.1.2a", "8.1.2b", "8.2.1a", "8.3.1a")
def test_example_4_seelow_from_the_bridgehead() -> None:
    pieces = {"bridgehead": "S-5SHA-1/combat S-5SHA-2/combat S-8GA-1/combat S-8GA-2/combat", "seelow": "G-303 G-20PzGr"}
    g = declared(1, pieces, "seelow")
    assert [value for value, _ in terms(g)] == ["18", "18", "20", "20", "10", "12", "3:1", "+1", "−1"]
    assert sums(g) == ("76 against 22", "3:1", 0)
    assert read(g, 4) == "D1R"
    play(g, "fight, roll 4")
    assert g.to_decide == 1
    assert texts(g) == {"lose G-303", "lose G-20PzGr"}
    play(g, "lose G-303, pick G-303, go lebus, go letschin")
    assert not flagged(g, "G-20PzGr", "reduced")
    assert g.frame.title == "Advance"


@rule("8.1.2b", "E.2")
def test_example_5_across_the_neisse() -> None:
    pieces = {"triebel": "S-3GA-1/combat S-3GA-2/combat", "forst": "G-342"}
    g = declared(2, pieces, "forst")
    assert terms(g)[:3] == [
        ("8", "3rd Guards Army (1), half across a river"),
        ("8", "3rd Guards Army (2), half across a river"),
        ("4", "342nd Division"),
    ]
    assert sums(g) == ("16 against 4", "4:1", 0)
    assert read(g, 3) == "D1"
    play(g, "fight, roll 3")
    assert where(g, "G-342") == "forst"
    assert g.frame.title != "Advance"
    ford = declared(2, pieces, "forst", event=2, army="S-3GA")
    assert sums(ford) == ("32 against 4", "6:1", 0)
    assert read(ford, 3) == "D1R"


@rule("8.1.2b", "8.2.1a", "8.4.1a")
def test_example_6_muskau() -> None:
    pieces = {"priebus": "S-5GA-1/combat S-5GA-2/combat S-4GTA-1/combat S-4GTA-2/combat", "muskau": "G-545"}
    g = declared(2, pieces, "muskau")
    assert [value for value, _ in terms(g)] == ["9", "9", "10", "10", "8", "4:1", "+1", "−1", "−1"]
    assert sums(g) == ("38 against 8", "4:1", -1)
    assert read(g, 6) == "D2R"
    play(g, "fight, roll 6")
    assert where(g, "G-545") == "dead"
    assert refused(g, "end") == "8.4.1a"


@rule("3.1.3a", "8.1.2b", "M.9", "8.2.1a")
def test_example_7_rounding() -> None:
    g = declared(1, {"reppen": "S-69-1/combat/reduced/oos", "frankfurt": "G-286/oos"}, "frankfurt")
    assert terms(g) == [
        ("2", "69th Army (1), half, out of supply, half across a river"),
        ("4", "286th Division, half, out of supply, doubled in difficult terrain"),
        ("1:2", "2 against 4"),
        ("−1", "across a defence line"),
    ]
    assert read(g, 6) == "A1D1"
    play(g, "fight, roll 6")
    assert where(g, "S-69-1") == "dead"
    assert flagged(g, "G-286", "reduced")


@rule("8.1.2a", "8.1.2b")
def test_example_8_an_army_of_one_counter() -> None:
    g = declared(2, {"penzig": "S-31-1/combat", "niesky": "G-Branden"}, "niesky")
    assert terms(g) == [
        ("6", "31st Army, half across a river"),
        ("7", "Brandenburg Division"),
        ("1:2", "6 against 7"),
        ("+1", "a complete army attacks"),
    ]
    assert read(g, 4) == "A1D1"


# -- movement ------------------------------------------------------------------------------------


@rule("7.1.2a", "7.1.2c", "4.2.1a")
def test_example_9_out_of_kuestrin() -> None:
    g = moving(1, at_start(), "S-3SHA-1", turn=1)
    expected = {"baerwalde": 0.5, "bridgehead": 0.5, "goeritz": 0.5, "reppen": 1, "ziebingen": 1.5}
    assert costs(g, "S-3SHA-1") == expected
    assert targets(g, "go") == set(expected)


@rule("7.1.2a", "7.1.2c", "4.2.1a")
def test_example_10_out_of_triebel() -> None:
    g = moving(2, at_start("G-342"), "S-13-1", turn=1)
    assert costs(g, "S-13-1") == {
        "forst": 0.5, "kathlow": 1, "gross_dueben": 1.5, "sommerfeld": 0.5, "priebus": 0.5, "saenitz": 1, "penzig": 1.5,
    }  # fmt: skip
    assert refused(g, "go cottbus") == refused(g, "go muskau") == refused(g, "go guben") == "4.2.1a"


@rule("7.1.3", "4.2.3b")
def test_example_11_the_minimum_move() -> None:
    g = play(impulse(4, {"lieberose": "G-275"}), "reserve G-275, done, pick G-275")
    assert {"cottbus", "luebben"} <= targets(g, "go")
    assert not {"calau", "forst", "spremberg", "luckau"} & targets(g, "go")
    play(g, "go luebben")
    assert flagged(g, "G-275", "turned")


@rule("7.2.2a", "7.2.2b")
def test_example_12_hitlers_permission() -> None:
    g = play(impulse(3, at_start(), turn=3), "move G-303, done, pick G-303")
    refusal = play(g.copy(), "roll 3")
    assert targets(refusal, "go") == {"lebus", "frankfurt"}
    assert refused(refusal, "go falkenhagen") == "7.2.2b"
    leave = play(g.copy(), "roll 4")
    assert {"lebus", "frankfurt", "letschin", "muencheberg", "falkenhagen", "friedrichshain"} <= targets(leave, "go")
    assert costs(leave, "G-303")["friedrichshain"] == 1.5
    later = play(impulse(3, at_start(), turn=5), "move G-303, done, pick G-303, roll 3")
    assert "letschin" in targets(later, "go")


# -- losses and retreats -------------------------------------------------------------------------


@rule("8.3.2a", "G.11")
def test_example_13_tiers() -> None:
    pieces = {
        "sommerfeld": "S-13-1/combat S-13-2/combat S-3GTA-1/combat S-3GTA-2/combat", "guben": "G-214 G-36SS",
        "forst": "G-342", "lieberose": "G-275 G-35SS", "fuerstenberg": "G-391",
    }  # fmt: skip
    g = play(declared(2, pieces, "guben"), "fight, roll 4, lose G-36SS, pick G-214")
    assert targets(g, "go") == {"forst", "lieberose"}
    assert refused(g, "go fuerstenberg") == "8.3.2a"


@rule("8.3.2a", "8.3.3")
def test_example_14_a_full_neighbour() -> None:
    pieces = {
        "bridgehead": "S-8GA-1/combat S-8GA-2/combat", "seelow": "G-303", "falkenhagen": "G-Kurmark G-156 G-Muench"
    }  # fmt: skip
    g = play(declared(1, pieces, "seelow"), "fight, roll 4")
    assert g.frame.title == "Retreat"
    assert targets(g, "go") == {"lebus", "letschin", "muencheberg"}
    assert refused(g, "go falkenhagen") == "8.3.3"
    assert refused(g, "go fuerstenwalde") == "8.3.1a", "no passage while there is room"


LUCKAU = {
    "luckau": "G-303", "luebben": "S-13-1/combat S-13-2/combat", "calau": "S-3GTA-1/combat S-3GTA-2/combat",
    "finsterwalde": "S-3GA-1", "herzberg": "S-3GA-2",
}  # fmt: skip


@rule("8.3.3", "8.3.4")
def test_example_15_passage() -> None:
    g = play(declared(2, {**LUCKAU, "luckenwalde": "G-712 G-169 G-606"}, "luckau"), "fight, roll 1")
    assert flagged(g, "G-303", "reduced"), "the one step of the result"
    assert targets(g, "go") == {"trebbin", "zossen", "jueterbog", "treuenbrietzen"}
    closed = declared(2, {**LUCKAU, "luckau": "G-303 G-712", "luckenwalde": "S-5GA-1"}, "luckau")
    assert read(closed, 1) == "D1R"
    play(closed, "fight, roll 1, lose G-712, pick G-303")
    assert flagged(closed, "G-303", "reduced"), "the extra step"
    assert where(closed, "G-303") == "luckau"
    assert where(closed, "G-712") == "dead", "a step by the result, a second for want of a retreat"


@rule("8.2.2b")
def test_example_16_two_camps_defend() -> None:
    pieces = {
        "falkenhagen": "S-8GA-1/combat S-8GA-2/combat", "lebus": "S-5SHA-1/combat S-5SHA-2/combat",
        "frankfurt": "G-286/oos G-1Falsch/oos",
    }  # fmt: skip
    g = declared(1, pieces, "frankfurt")
    assert sums(g) == ("76 against 10", "6:1", 2)
    assert read(g, 4) == "D3R"
    play(g, "fight")
    steps = [
        game.names.pieces[e.piece] for e in g.play("roll 4") if isinstance(e, Marked | Removed) and e.rule == "8.2.1a"
    ]
    assert steps == ["G-286", "G-1Falsch", "G-286"]
    assert where(g, "G-286") == "dead"
    assert flagged(g, "G-1Falsch", "reduced")


@rule("8.2.2b")
def test_example_16_the_camps_take_turns() -> None:
    pieces = {
        "falkenhagen": "S-8GA-1/combat S-8GA-2/combat", "lebus": "S-5SHA-1/combat S-5SHA-2/combat",
        "frankfurt": "G-286/oos G-391/oos G-1Falsch/oos",
    }  # fmt: skip
    g = declared(1, pieces, "frankfurt")
    assert read(g, 3) == "D2R"
    play(g, "fight, roll 3")
    assert (g.to_decide, texts(g)) == (1, {"lose G-286", "lose G-391"}), "the camp that does not attack is first"
    assert refused(g, "lose G-1Falsch") == "8.2.2b"
    play(g, "lose G-286")
    assert flagged(g, "G-1Falsch", "reduced"), "then the attacking camp's own Germans"
    assert not flagged(g, "G-391", "reduced")


# -- supply --------------------------------------------------------------------------------------


def supplied(pieces: Pieces, name: str, camp: int) -> bool:
    """Whether a Soviet camp has a line from a zone."""
    return bool(soviet_lines(step("replacements", pieces), camp) >> zone(name) & 1)


@rule("3.1.1a", "3.1.2b")
def test_example_17_a_line_to_calau() -> None:
    north = {
        name: words
        for name, words in at_start().items()
        if words.startswith("G-") and game.camp[game.names.piece(words.split()[0])] == 1
    }
    alone = {**north, "cottbus": "G-21Pz", "calau": "S-3GTA-1"}
    assert supplied(alone, "calau", 1)
    blocked = {**alone, "kamenz": "G-344"}
    assert not supplied(blocked, "calau", 1)
    assert supplied({**blocked, "spremberg": "S-13-1", "senftenberg": "S-13-2"}, "calau", 1)


@rule("3.1.2c")
def test_example_18_germans_inside_berlin() -> None:
    def to_trebbin(berlin: str, zossen: str = "") -> bool:
        """Whether a line to Trebbin runs through Zossen, the only way left."""
        pieces = {"trebbin": "S-3GA-1", "tempelhof": berlin, "zossen": zossen}
        g = step("replacements", pieces, us=mask("luckenwalde", "treuenbrietzen", "potsdam"))
        return bool(soviet_lines(g, 1) >> zone("trebbin") & 1)

    assert to_trebbin("S-3GTA-2 G-11SS", "S-3GTA-1")
    assert to_trebbin("S-3GTA-2 G-11SS"), "the division is bound by the Soviets beside it"
    assert not to_trebbin("G-11SS")
    assert to_trebbin("G-11SS", "S-3GTA-1"), "an occupied zone is free"


# -- the frame of the turn -----------------------------------------------------------------------


@rule("2.2.1a", "2.2.2c", "2.2.4", "2.2.6b")
def test_example_19_the_americans() -> None:
    first = play(step("americans", {}, turn=1), "roll 3")
    assert (first.state.us, first.state.tracks) == (mask("leipzig"), (1, 1, 0))
    state = {"us": mask("leipzig"), "tracks": (1, 1, 0)}
    second = play(step("americans", {"torgau": "G-404"}, **state), "roll 2, roll 5")
    assert second.state.us == mask("leipzig", "torgau")
    assert targets(second, "go") == {"herzberg", "riesa"}
    assert refused(second, "go wittenberg") == "2.2.6b"
    met = play(step("americans", {"torgau": "S-13-1"}, **state), "roll 2")
    assert met.state.halted
    assert met.state.us == mask("leipzig")


@rule("4.3.1a", "4.3.1c", "4.1.5b")
@pytest.mark.parametrize(("turn", "die", "ends"), [(1, 1, True), (1, 2, False), (4, 3, True), (4, 4, False)])
def test_example_20_the_end_of_operations(turn: int, die: int, ends: bool) -> None:
    g = impulse(2, {"kuestrin": "S-8GA-1/turned", "triebel": "S-13-1"}, turn=turn, operations=3, passes=1)
    play(g, f"combat S-13-1, done, done, done, roll {die}")
    assert (g.state.operations == 3) == ends


@rule("4.1.5b")
def test_example_20_a_double_pass() -> None:
    g = play(impulse(1, {"kuestrin": "S-8GA-1", "triebel": "S-13-1", "frankfurt": "G-286"}), "done, done")
    assert g.state.impulse == 2
    play(g, "done")
    assert g.state.impulse == 3
    play(g, "done")
    assert g.frame.title == "FreeMove", "no die"


RING = {
    "wedding": "S-47-1", "prenzlauer_berg": "S-5SHA-1", "friedrichshain": "S-8GA-1", "neukoelln": "S-1GTA-1",
    "tempelhof": "S-3GTA-1", "zehlendorf": "S-4GTA-1",
}  # fmt: skip


@rule("5.2a", "5.2b", "5.2c")
def test_example_21_the_end_of_the_game() -> None:
    state = levels(wedding=2, prenzlauer_berg=2, friedrichshain=3, neukoelln=1, zehlendorf=4)
    g = step("end-test", RING, turn=8, levels=state)
    assert end_modifier(g) == 6
    assert [play(g.copy(), f"roll {die}").outcome is not None for die in range(1, 7)] == [False, False] + [True] * 4
    open_ = step("end-test", {k: v for k, v in RING.items() if k != "wedding"}, turn=8, levels=state)
    assert dice(open_) != "End of the game"


# -- Berlin --------------------------------------------------------------------------------------


@rule("9.1.5a", "9.1.5b", "9.1.5E")
@pytest.mark.parametrize(("before", "lost"), [(3, 6), (1, 3)])
def test_example_22_leaving_the_city(before: int, lost: int) -> None:
    g = impulse(1, {"tempelhof": "S-8GA-1"}, levels=levels(tempelhof=before))
    total = points(g, 0)
    play(g, "move S-8GA-1, done, pick S-8GA-1, go neukoelln")
    assert level(g, "tempelhof") == 0
    assert points(g, 0) == total - lost


@rule("9.1.5a", "9.1.5b")
def test_example_22_dying_in_the_city() -> None:
    pieces = {"tempelhof": "S-61-1/reduced G-18PzGr/combat", "trebbin": "G-286/combat G-156/combat"}
    g = fight(3, pieces, levels=levels(tempelhof=2))
    assert points(g, 0) == 3
    play(g, "city tempelhof, call G-286, call G-156, fight, roll 6")
    assert where(g, "S-61-1") == "dead"
    assert level(g, "tempelhof") == 0
    assert points(g, 0) == 0
    assert g.state.booked == (0, 0)


@rule("9.3.3c")
def test_example_23_nothing_left_to_lose() -> None:
    g = play(fight(3, {"tempelhof": "S-61-1/reduced G-18PzGr/combat"}), "city tempelhof")
    assert sums(g) == ("8 against 7", "1:1", 0)
    play(g, "fight, roll 6")
    assert where(g, "S-61-1") == "dead"
    assert level(g, "tempelhof") == 0


# -- chits, duties, special moves ----------------------------------------------------------------


@rule("E.1a", "E.1b", "E.1c", "E.8a")
def test_example_24_heinrici_after_a_collapse() -> None:
    pieces = {
        "bridgehead": "S-8GA-1/combat S-8GA-2/combat", "seelow": "G-303 G-20PzGr", "hand-zhukov": "C8",
        "hand-koniev": "C1",
    }  # fmt: skip
    g = play(fight(1, pieces, turn=1), "attack seelow, collapse G-20PzGr")
    assert sums(g)[0] == "40 against 16", "20 + 20 against (5 + 3) × 2"
    play(g, "fight, heinrici, pick G-303, go lebus, go lebus")
    assert flagged(g, "G-20PzGr", "reduced")
    assert not flagged(g, "G-303", "reduced")
    assert refused(g, "end") == "8.4.1a"
    play(g, "advance S-8GA-1, end")
    assert where(g, "C1") == "hand-zhukov"
    south = {"triebel": "S-13-1/combat S-13-2/combat", "forst": "G-342", "hand-zhukov": "C1"}
    assert g.state.heinrici == 2
    assert dice(play(fight(2, south, turn=1, heinrici=2), "attack forst, fight")) == "Attack on Forst"
    assert play(fight(2, south, turn=2, heinrici=2), "attack forst, fight").frame.title == "Heinrici"


@rule("7.3.1b")
def test_example_25_cohesion() -> None:
    g = impulse(1, {"strausberg": "S-8GA-1", "lebus": "S-8GA-2"})
    for unit in ("S-8GA-1", "S-8GA-2"):
        assert refused(g, f"combat {unit}") == refused(g, f"reserve {unit}") == "7.3.1b"
    play(g, "move S-8GA-2, done, pick S-8GA-2")
    assert costs(g, "S-8GA-2")["muencheberg"] == 1.5
    play(g, "go muencheberg")
    assert where(g, "S-8GA-2") == "muencheberg"


@rule("7.4.4")
def test_example_26_the_nexus() -> None:
    german = moving(3, {"wedding": "G-11SS", "neukoelln": "S-8GA-1"}, "G-11SS", turn=7)
    assert costs(german, "G-11SS")["neukoelln"] == 1
    taken = moving(3, {"wedding": "G-11SS", "neukoelln": "S-8GA-1 G-303"}, "G-11SS", turn=7)
    assert refused(taken, "go neukoelln") == "6.1.2b"
    soviet = moving(1, {"wedding": "S-47-1/oos S-47-2"}, "S-47-1")
    assert targets(soviet, "go") == {"prenzlauer_berg", "zehlendorf", "oranienburg", "nauen"}


@rule("2.3.2a")
def test_example_27_hitlers_order() -> None:
    g = impulse(4, {"kathlow": "G-21Pz", "spremberg": "G-344", "forst": "S-13-1"}, order="south")
    assert refused(g, "done") == "2.3.2a"
    assert refused(play(g.copy(), "combat G-344"), "done") == "2.3.2a"
    play(g, "combat G-21Pz, done")
    assert refused(g, "end") == "2.3.2a"
    play(g, "attack forst, fight")
    assert dice(g) == "Attack on Forst"


@rule("10.2.1", "4.1.2")
def test_example_28_shelling() -> None:
    pieces = {"zossen": "S-13-1 S-13-2", "luebben": "S-3GA-1 S-3GA-2", "trebbin": "S-3GTA-1 S-3GTA-2"}
    g = impulse(2, pieces)
    assert refused(g, "shell S-3GA-1") == "10.2.1"
    play(g, "shell S-13-1, move S-13-2, move S-3GA-1, move S-3GA-2")
    assert refused(g, "move S-3GTA-1") == "4.1.2", "the shelling unit is one of the four"
    play(g, "done")
    assert (points(g, 0), points(g, 1)) == (0, 1)
    play(g, "end")
    assert flagged(g, "S-13-1", "turned")
    later = play(impulse(1, {"bernau": "S-8GA-1"}, shelled=True), "shell S-8GA-1, done")
    assert points(later, 0) == 0
