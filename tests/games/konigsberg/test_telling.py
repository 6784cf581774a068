"""What the players are told: sums that are rounded, what houses save, barrages, who acts, who is lost."""

from __future__ import annotations

import pytest
from tests.games.konigsberg.helpers import (
    NE,
    SE,
    C,
    N,
    Pos,
    S,
    announce,
    battle,
    blank,
    command,
    fighting,
    game,
    panel,
    plan,
)
from tests.support import lines, play, rule, texts

from grognard.engine.pieces import Pieces
from grognard.games.konigsberg.losses import Losses
from grognard.games.konigsberg.odds import meaning

OPEN = {"2226": "S-HQ39", NE: "S-5G S-94", C: "G-551", "1223": "G-HQ9"}
"""16 against 4: 4:1. Die 3 is Dr, 5 D1r."""
RIVER = blank(sides=(("2026", "NE", "river minor"),))
TOWN = blank(tags=((C, "town"),))
VILLAGE = blank(tags=((C, "village"),))


def prompt(g: Pos) -> str:
    """The present question."""
    text: str = g.frame.ask(g).prompt  # type: ignore[attr-defined]
    return text


@rule("0.1d")
def test_a_sum_that_is_rounded_says_so() -> None:
    """Across the river 9 and 7 count half: 4½ and 3½; one of them alone is rounded down."""
    both = panel(plan(fighting(OPEN, on=RIVER), C, "S-5G S-94"))
    assert "8 against 4" in [term.reason for term in both.terms]
    alone = panel(plan(fighting(OPEN, on=RIVER), C, "S-5G"))
    assert "4½, rounded down to 4, against 4" in [term.reason for term in alone.terms]
    isolated = panel(plan(fighting({**OPEN, C: "G-69/isolated"}), C, "S-5G S-94"))
    assert "16 against 2½, rounded down to 2" in [term.reason for term in isolated.terms]


@rule("8.1/1", "9.1")
@pytest.mark.parametrize(
    ("on", "die", "line"),
    [
        (TOWN, 6, f"The defenders have cover in {C}: 1 step less and 1 hex less."),
        (VILLAGE, 6, f"The defenders have cover in {C}: 1 hex less."),
    ],
)
def test_what_houses_save_is_told(on: object, die: int, line: str) -> None:
    g = announce(fighting(OPEN, on=on), C, "S-5G S-94")  # type: ignore[arg-type]
    assert line in lines(g, f"roll {die}")


def test_in_the_open_nothing_is_saved() -> None:
    g = announce(fighting(OPEN), C, "S-5G S-94")
    assert not any("cover" in line for line in lines(g, "roll 6"))


@rule("0.7a/2")
def test_of_a_barrage_only_the_defenders_part_is_told() -> None:
    g = command(OPEN)
    assert meaning(g, "A1") == "attacker loses 1 step"
    assert meaning(g, "A1", barrage=True) == "no effect in a barrage"
    assert meaning(g, "A1*/Dr", barrage=True) == "defender retreats 1 hex"


@rule("2.2a/1")
def test_who_acts_with_an_hq_is_told() -> None:
    g = command({C: "S-HQ39", N: "S-94", S: "S-2GT S-1T", NE: "S-28GT"})
    g.play("draw S:39")
    assert lines(g, "take S-1T") == []
    assert lines(g, "take S-2GT") == ["1 T and 2 G T act with it."]
    one = command({C: "S-HQ39", N: "S-94", S: "S-2GT S-1T"})
    play(one, "draw S:39, take S-1T")
    assert lines(one, "done") == ["1 T acts with it."]


def test_when_all_have_moved_the_question_says_so() -> None:
    g = command({C: "S-HQ39", N: "S-94"})
    g.play("draw S:39")
    assert prompt(g) == "39th Army: move your units."
    while texts(g) != {"end"}:
        g.play(sorted(texts(g) - {"end"})[0])
    assert prompt(g) == "39th Army: nobody can move any more."


@rule("12.1d")
def test_an_hq_is_overrun_by_somebody_and_told_once() -> None:
    tanks = {"2226": "S-HQ5GT", NE: "S-29T S-10T", C: "G-551", S: "G-HQ26", "1223": "G-HQ9", "due": "G:26"}
    g = battle(tanks, C, "S-29T S-10T", 3, "S:5GT")
    while g.frame.title == "RetreatStep":
        g.play(sorted(texts(g))[0])
    told = [line for line in lines(g, "pick S-29T", f"go {S}") if "overrun" in line]
    assert told == [f"26th Corps in {S} is overrun by 29 T."]


@rule("10.0/1")
def test_an_advance_ends_by_itself_when_nobody_else_can_follow() -> None:
    g = battle({**OPEN, SE: "S-113"}, C, "S-94", 6)
    assert g.frame.title != "Advance"


@rule("RET.2")
def test_an_early_arrival_says_who_is_called() -> None:
    g = command({"4030": "S-HQ39", "4031": "S-94", "0425": "G-HQ9"}, "ACT:RANDOM S:39")
    play(g, "draw ACT:RANDOM, total 2")
    assert lines(g.copy(), "roll 3") == ["Early arrival, 3: the 15 SS (3 or less).", "Both have come already."]
    assert lines(g, "roll 4")[0] == "Early arrival, 4: the 28th Corps (4 or more)."


@rule("6.1", "1.5c")
def test_many_chits_go_into_the_cup_in_one_line() -> None:
    g, told = game.start(), []
    while g.frame.title in ("BarrageDie", "Shelling"):
        told += lines(g, "done" if "done" in texts(g) else "roll 1")
    assert [line for line in told if "cup" in line] == ["19 chits go into the cup."]
    few = command({"4030": "S-HQ39", "4031": "S-94", "0425": "G-HQ9"}, "ACT:NOGAS")
    assert any(line.endswith(" goes back into the cup.") for line in lines(few, "draw ACT:NOGAS"))


@rule("9.0c", "5.1/2")
def test_a_hex_of_a_retreat_says_what_it_costs() -> None:
    """A Soviet corps looks at the way back; the way of the others is free."""
    g = announce(fighting({**OPEN, "1827": "S-113"}), C, "S-5G S-94")
    g.play("roll 3")
    hints = {a.text: g.frame.hint(g, a) for a in g.actions()}  # type: ignore[attr-defined]
    assert {hint.cost for hint in hints.values() if hint} <= {"−1 step", ""}
    assert prompt(g) == "Where does 551 VG retreat? 1 hex to go."


@rule("9.0c")
def test_a_loss_on_the_way_back_says_why() -> None:
    g = command(OPEN)
    assert Losses(1, Pieces(0), 1, "", "9.0c").ask(g).prompt == (
        "The way back led through an enemy zone of control. Who loses a step?"
    )
    assert Losses(1, Pieces(0), 2, "", "8.0a").ask(g).prompt == "Who loses a step? 2 steps to lose."


@rule("0.7a/2")
def test_a_barrage_says_whose_it_is() -> None:
    guns = {C: "G-551", NE: "S-41", "2226": "S-HQ3", "1223": "G-HQ9", "4030": "S-94"}
    g = play(command(guns, "ACT:BARRAGE-2BR G:9"), "draw ACT:BARRAGE-2BR, roll 6")
    assert prompt(g) == "Barrage of the 2nd Belorussian Front: choose a hex to shell, 3 attempts left, or stop."


@rule("7.4b/1")
def test_a_hopeless_attack_is_marked_as_such() -> None:
    """7 against 11 is 1:2; in a forest that is nothing."""
    for on, mark in ((blank(), ""), (blank(terrain=((C, "forest"),)), "< 1:2")):
        g = fighting({"2226": "S-HQ39", NE: "S-94", C: "G-69 G-1", "1223": "G-HQ9"}, on=on)
        assert g.frame.hint(g, g.game.parse(f"attack {C}")).cost == mark  # type: ignore[attr-defined]
