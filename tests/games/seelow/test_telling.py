"""What players are told: buttons, previews and the log."""

from __future__ import annotations

import pytest
from tests.games.seelow.helpers import DUSK, NIGHT, P, at, attack, barrage, do, fight, full, number, panel, place
from tests.support import lines, rule

from grognard.engine.asking import Ask, Hint

KEEP = {"3401": "R3", "3403": "B4"}
"""Units far away, so that both sides stay in the game."""


def ask(g: P) -> Ask:
    """The present question."""
    found: Ask = g.frame.ask(g)  # type: ignore[attr-defined]
    return found


def label(g: P, action: str) -> str:
    """What a button says."""
    parsed = g.game.parse(full(action))
    assert parsed in g.actions()
    return str(g.frame.label(g, parsed))  # type: ignore[attr-defined]


def hint(g: P, action: str) -> Hint:
    """What is shown before an answer is given."""
    parsed = g.game.parse(full(action))
    assert parsed in g.actions()
    found: Hint = g.frame.hint(g, parsed)  # type: ignore[attr-defined]
    return found


def name(g: P, unit: str) -> str:
    """What people call a unit."""
    return str(g.game.roster[number(g, unit)].name)


# -- hold or retreat ---------------------------------------------------------------------------------


@rule("7.44", "7.42")
def test_the_buttons_say_what_holding_and_going_back_do() -> None:
    g = fight(attack({"2008": "B1", "2007": "G1", "2107": "G2", **KEEP}, "2008", "G1 G2"), 2)
    b1 = name(g, "B1")
    assert label(g, "retreat") == f"Retreat: {b1} goes back two hexes, disrupted"
    assert label(g, "hold") == f"Hold: {b1} loses a step"


@rule("7.44", "7.58b")
def test_the_buttons_say_who_has_no_way_back() -> None:
    g = fight(attack({"2008": "B1", "2007": "G1", "2108": "G2", "1908": "G3"}, "2008", "G1 G2 G3"), 3)
    b1 = name(g, "B1")
    assert label(g, "retreat") == f"Retreat: {b1} is lost, without a way back"
    assert hint(g, "retreat").rule == "7.58b"
    assert place(do(g, "retreat"), "B1") == "dead-german"


@rule("7.44", "8.33", "7.58a")
def test_the_buttons_say_that_a_gun_dies_and_who_pays_his_last_step() -> None:
    g = fight(attack({"2008": "B1 V4", "2007": "G1", "2107": "G2", "2009": "G3", **KEEP}, "2008", "G1 G2 G3"), 1)
    b1, v4 = name(g, "B1"), name(g, "V4")
    told = label(g, "retreat")
    assert f"{v4} is lost, as guns cannot retreat" in told
    assert f"{b1} is lost, without a way back" in told or f"{b1} goes back two hexes, disrupted" in told
    assert label(g, "hold") == f"Hold: {b1} or {v4} loses a step, {v4} the last one"
    assert hint(g, "retreat").rule == "8.33"
    assert place(do(g, "retreat"), "V4") == "dead-german"


# -- companions --------------------------------------------------------------------------------------


@rule("7.57")
def test_a_companion_goes_along_and_is_not_told_as_forced() -> None:
    g = fight(attack({"2008": "B1 C1", "2007": "G1", "2107": "G2", **KEEP}, "2008", "G1 G2"), 1)
    do(g, "retreat, pick C1")
    c1 = name(g, "C1")
    assert ask(g).prompt == f"{c1} goes along: which is the first hex?"
    assert ask(g).rule == "7.57"
    g.play(g.actions()[0])
    told = lines(g, g.actions()[0].text)
    assert any(line.startswith(f"{c1} goes along from 2008 to ") for line in told)
    assert not any(line.startswith(f"{c1} retreats") for line in told)


# -- antitank fire -----------------------------------------------------------------------------------


@rule("6.15")
def test_the_preview_of_a_hex_is_a_shot_that_may_be_fired() -> None:
    """Two targets: of three firers two may fire at the first, of two firers one."""
    pieces = {"2008": "C1 C2", "2007": "T1", "1908": "T2", "2108": "T3"}
    g = at(pieces, "own-fire")
    shown = hint(g, "aim 2008")
    assert shown.panel is not None
    assert len([term for term in shown.panel.terms if term.part == "attack"]) == 2
    assert shown.rule == "6.15"
    assert name(g, "C2") in shown.text
    del pieces["2108"]
    shown = hint(at(pieces, "own-fire"), "aim 2008")
    assert shown.panel is not None
    assert len([term for term in shown.panel.terms if term.part == "attack"]) == 1
    alone = hint(at({**pieces, "2008": "C1"}, "own-fire"), "aim 2008")
    assert alone.panel is not None
    assert len([term for term in alone.panel.terms if term.part == "attack"]) == 2
    assert alone.text == "with all who can"


# -- guns --------------------------------------------------------------------------------------------


@rule("8.32", "8.35")
@pytest.mark.parametrize(
    ("turn", "how_long"),
    [(3, "until the night"), (DUSK, "until the night"), (NIGHT, "until the rally of this turn")]
    + [(turn, "for the rest of the game") for turn in range(NIGHT + 1, 13)],
)
def test_how_long_a_gun_stays_in_move_mode(turn: int, how_long: str) -> None:
    g = at({"2014": "KAG", "2807": "B1"}, "barrage", turn=turn)
    assert f"(Move Mode {how_long})" in ask(g).prompt


@rule("8.15", "10.13")
def test_zhukov_in_the_hex_hides_no_chances() -> None:
    g = barrage({"1008": "V4", "2008": "R1 ZH", "1909": "B1"}, "2008", "V4", player=1)
    said = [odds.meaning for odds in panel(g).odds]
    assert any("passed on" in words for words in said), said
    g = barrage({"2008": "B1 B2", "2010": "R1", "2014": "KAG", "2015": "AAG"}, "2008", "KAG AAG")
    said = [odds.meaning for odds in panel(g).odds]
    assert any(f"{name(g, 'B1')} passes on" in words for words in said), "each of several by its own nerve"


# -- odds --------------------------------------------------------------------------------------------


@rule("7.2.3")
def test_odds_beyond_the_table_say_so() -> None:
    def odds(pieces: dict[str, str], units: str, player: int = 0) -> str:
        g = attack({**pieces, **KEEP}, "2008", units, player=player)
        return next(term.reason for term in panel(g).terms if term.part == "odds")

    assert odds({"2008": "B1/reduced", "2007": "G1", "2107": "G2", "1907": "M1"}, "G1 G2 M1") == (
        "19 against 2 (8:1 is the highest column)"
    )
    assert odds({"2008": "B1/reduced", "2007": "G1", "2107": "R1", "1907": "R2"}, "G1 R1 R2") == "16 against 2"
    assert odds({"2008": "M1", "2007": "B1/reduced"}, "B1", 1) == "2 against 7 (1:3 is the lowest column)"
    assert odds({"2008": "M1", "2007": "B1"}, "B1", 1) == "4 against 7"
