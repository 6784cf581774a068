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
    assert "4½ (rounded down to 4) against 4" in [term.reason for term in alone.terms]
    isolated = panel(plan(fighting({**OPEN, C: "G-69/isolated"}), C, "S-5G S-94"))
    assert "16 against 2½ (rounded down to 2)" in [term.reason for term in isolated.terms]


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
        g.play(sorted(texts(g) - {"end", "back"})[0])
    assert prompt(g) == "39th Army: nobody can move any more."


@rule("12.1d")
def test_an_hq_is_overrun_by_somebody_and_told_once() -> None:
    tanks = {"2226": "S-HQ5GT", NE: "S-29T S-10T", C: "G-551", S: "G-HQ26", "1223": "G-HQ9", "due": "G:26"}
    g = battle(tanks, C, "S-29T S-10T", 3, "S:5GT")
    while g.frame.title == "RetreatStep":
        g.play(sorted(texts(g))[0])
    told = [line for line in lines(g, "pick S-29T", f"go {S}") if "overrun" in line]
    assert told == [f"26th Corps HQ in {S} is overrun by 29 T."]


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
        hint = g.frame.hint(g, g.game.parse(f"attack {C}"))  # type: ignore[attr-defined]
        assert (hint.cost, hint.panel.column) == (mark, "below 1:2" if mark else "1:2")


def told_by(pieces: dict[str, str], cup: str, *actions: str, **state: object) -> list[str]:
    """What is told when a chit is drawn on the test map and the dice fall."""
    base = {"4030": "S-HQ39", "4031": "S-94", "0425": "G-HQ9"}
    g = command({**base, **pieces}, f"{cup} S:39", **state)
    return [line for action in (f"draw {cup}", *actions) for line in lines(g, action)]


@rule("0.7b/1", "RET.7")
@pytest.mark.parametrize(
    ("total", "name"),
    [
        (2, "early arrival of Germans"),
        (3, "free movement of a German corps"),
        (4, "German barrage"),
        (5, "refugees"),
        (6, "no air attacks"),
        (7, "no event"),
        (8, "no air attacks"),
        (9, "refugees"),
        (10, "waiting on Comrade Stalin"),
        (11, "Soviet barrage"),
        (12, "early arrival of the 19th Army"),
    ],
)
def test_every_event_is_named(total: int, name: str) -> None:
    assert f"Random event, {total}: {name}." in told_by({}, "ACT:RANDOM", f"total {total}")


@rule("RET.3", "RET.4", "RET.5", "RET.9", "RET.11")
@pytest.mark.parametrize(
    ("total", "line"),
    [
        (3, "No German HQ is on the map: nobody moves."),
        (4, "No enemy stands next to a unit of Army Group Centre: there is nothing to shell."),
        (5, "All refugees are on the roads already: no counter is left."),
        (9, "All refugees are on the roads already: no counter is left."),
        (11, "No enemy stands next to a Soviet unit: there is nothing to shell."),
    ],
)
def test_an_event_without_effect_says_why(total: int, line: str) -> None:
    g = command({"4030": "S-HQ39", "4031": "S-94", "0425": "G-551"}, "ACT:RANDOM S:39")
    g.play("draw ACT:RANDOM")
    assert line in lines(g, f"total {total}")


@rule("RET.5")
def test_refugees_without_a_free_road_say_so() -> None:
    assert "No road hex is free for refugees." in told_by({"refugees": "REF-1"}, "ACT:RANDOM", "total 5")


@rule("RET.6", "RET.8")
@pytest.mark.parametrize("total", [6, 8])
def test_no_air_attacks_cites_its_own_event(total: int) -> None:
    g = command({"4030": "S-HQ39", "4031": "S-94", "luftwaffe": "LW", "refit": "3VA"}, "ACT:RANDOM S:39")
    g.play("draw ACT:RANDOM")
    cited = {event.rule for event in g.play(f"total {total}") if event.rule.startswith("RET.")}
    assert cited == {f"RET.{total}"}


@rule("2.1c", "2.1d/1")
def test_a_front_chit_that_finds_no_hq_says_so() -> None:
    pieces = {"4030": "S-HQ39", "4031": "S-94", "2026": "S-41", "0425": "G-551"}
    g = command(pieces, "S:2BR-1 S:39")
    told = lines(g, "draw S:2BR-1")
    assert "First chit of 2BR has no effect: the 2nd Belorussian Front has no HQ on the map." in told
    g = command(pieces, "G:HGM S:39")
    assert any("finds no HQ on the map; only independent units may move." in line for line in lines(g, "draw G:HGM"))


@rule("0.7a/3", "1.0a/3")
def test_a_barrage_chit_without_targets_says_so() -> None:
    told = told_by({"2026": "S-41", "2027": "S-HQ3"}, "ACT:BARRAGE-2BR", "roll 6")
    assert "No enemy stands next to a unit of the 2nd Belorussian Front: there is nothing to shell." in told


@rule("12.2a/1", "12.2e")
def test_a_turn_without_new_refugees_says_why() -> None:
    road = ("road", "1216-1217-1218-1219-1220-1221-1222-1223-1224-1225-1226-1227")
    roads = blank(paths=(road,), tags=(("1218", "village"),))
    pieces = {"1227": "S-94", "1327": "S-HQ39", "cup": "S:39", "volksturm": "G-VS1"}

    def told(**more: str) -> list[str]:
        return lines(roads.position({**pieces, **more}, phase="volksturm", turn=3), "done")

    assert "No refugees take to the roads: all are on them already." in told()
    full = {"1222": "G-286", "refugees": "REF-1"}
    assert any("no road hex five hexes before the Soviet front is free" in line for line in told(**full))


@rule("0.7c/1")
def test_no_gas_concerns_units_at_full_strength() -> None:
    told = told_by({}, "ACT:NOGAS")
    assert "German mechanized units at full strength lose a step when they move, this turn." in told


@rule("6.0e/1", "6.0/1")
def test_arrivals_come_in_plain_words() -> None:
    g = game.position({"due": "G-HQ28 G-58 G-95", "4030": "S-HQ39 S-94", "cup": "S:39"}, phase="reinforcement", turn=9)
    assert any(" arrives by rail in " in line for line in arrival_lines(g, "rail"))
    assert any(" enters the map in " in line for line in arrival_lines(g, "put"))


def arrival_lines(g: Pos, verb: str) -> list[str]:
    """What is told when the first arrival comes in this way."""
    after = g.copy()
    after.play(next(a for a in after.actions() if a.verb == "enter"))
    return lines(after, next(a.text for a in after.actions() if a.verb == verb))


@rule("7.4(2)", "7.4(1)")
def test_why_a_unit_counts_half_is_a_sentence() -> None:
    for flag, words in (("isolated", "half because isolated"), ("out-of-supply", "half because out of supply")):
        g = fighting({**OPEN, NE: f"S-5G S-94/{flag}"})
        reasons = [term.reason for term in panel(plan(g, C, "S-5G S-94")).terms]
        assert f"94 RC, {words}" in reasons


@rule("7.4")
def test_a_rounded_sum_reads_well_in_the_log() -> None:
    g = fighting({**OPEN, C: "G-69/isolated"})
    told = " ".join(lines(plan(g, C, "S-5G S-94"), "announce"))
    assert "16 against 2½ (rounded down to 2) is 8:1" in told


def test_army_group_centre_has_no_article() -> None:
    g = command({"4030": "S-HQ39", "4031": "S-94", "0425": "G-551", C: "G-HQ26"}, "G:HGM S:39")
    told = [*lines(g, "draw G:HGM"), prompt(g)]
    assert not any("the Army Group Centre" in line for line in told)
    assert any("Army Group Centre" in line for line in told)
    assert not any("the Army Group Centre" in unit.name for unit in game.units)


@rule("12.1d")
def test_an_hq_is_called_an_hq() -> None:
    for hq in game.chit_of:
        assert game.units[hq].name.endswith(" HQ")
    g = command({C: "S-HQ39", N: "S-94"})
    assert "39th Army acts" in lines(g, "draw S:39")


@rule("12.3/2")
def test_the_hint_of_an_atrocity_promises_only_what_is_to_be_had() -> None:
    on = blank(paths=(("road", f"{C}-{NE}"),))
    for count, gain in ((2, True), (3, True), (4, False)):
        g = command({"2226": "S-HQ39", C: "S-94", NE: "REF-1", "1223": "G-HQ9"}, on=on, volksturm=count)
        play(g, "draw S:39, pick S-94")
        text = g.frame.hint(g, g.game.parse(f"drive {NE}")).text  # type: ignore[attr-defined]
        assert ("another Volksturm unit" in text) == gain


@rule("2.2a/1")
def test_choosing_independents_is_no_duty() -> None:
    g = command({C: "S-HQ39", N: "S-94", S: "S-2GT S-1T", NE: "S-28GT"})
    g.play("draw S:39")
    assert prompt(g) == "39th Army acts with 1 unit of its own. It may take up to 2 independent units, or go on."
    g.play("take S-1T")
    assert prompt(g) == "39th Army acts with 1 unit of its own. It may take 1 more independent unit, or go on."


def test_a_unit_that_takes_part_is_left_out_by_a_word_of_command() -> None:
    """The board shows the label without the unit's name beside its tick."""
    g = command({C: "S-HQ39", N: "S-94", S: "S-2GT S-1T", NE: "S-28GT"})
    play(g, "draw S:39, take S-1T")
    assert g.frame.label(g, g.game.parse("leave S-1T")) == "Leave 1 T out"  # type: ignore[attr-defined]
    g = plan(fighting(OPEN), C, "S-5G S-94")
    assert g.frame.label(g, g.game.parse("leave S-94")) == "Leave 94 RC out"  # type: ignore[attr-defined]
