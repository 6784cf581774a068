"""What the players are told: sums that are rounded, what houses save, barrages, who acts, who is lost."""

from __future__ import annotations

import pytest
from tests.games.konigsberg.helpers import NE, SE, C, N, Pos, S, announce, battle, blank, command, fighting, panel, plan
from tests.support import lines, play, rule, texts

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
