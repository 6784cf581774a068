"""No Retreat! orders and the immobile defenders (NR)."""

from __future__ import annotations

import pytest
from tests.games.marshals.helpers import allocation, attack, battle, choose, movement
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine.events import Marked

FAIR = {"0811": "G-342", "0911": "R-25TK"}


@rule("NR.1")
@pytest.mark.parametrize(("die", "fate"), [(6, "dead"), (5, "0811"), (3, "0811"), (2, "0811")])
def test_a_held_unit_does_not_retreat(die: int, fate: str) -> None:
    g = battle(FAIR, "0811", "R-25TK", die, hold="G-342")
    assert where(g, "G-342") == fate
    assert flagged(g, "G-342", "disrupted") == (die in (3, 5))
    assert not targets(g, "retreat")


@rule("NR.1")
def test_orders_are_given_unit_by_unit_and_before_the_die() -> None:
    g = attack({"0811": "G-342 G-344", "0911": "R-13"}, "0811", "R-13")
    assert g.to_decide == 1, "the defender is asked"
    assert texts(g) == {"hold G-342", "hold G-344", "fight"}
    play(g, "hold G-342")
    assert refused(g, "hold G-342") == "NR.1"
    play(g, "release G-342, hold G-344, fight")
    assert texts(g) == {f"roll {face}" for face in range(1, 7)}
    play(g, "roll 6, retreat 0711, retreat 0611, stop")
    assert (where(g, "G-342"), where(g, "G-344")) == ("0611", "dead")


@rule("NR.1")
def test_russians_may_be_held_too() -> None:
    g = battle({"0811": "R-25TK", "0911": "G-275"}, "0811", "G-275", 1, hold="R-25TK", player=1)
    assert where(g, "R-25TK") == "dead"


@rule("NR.1", "RET.3")
def test_the_log_says_why_a_held_german_is_disrupted_by_dw() -> None:
    g = attack(FAIR, "0811", "R-25TK")
    play(g, "hold G-342, fight")
    marks = [event.rule for event in g.play("roll 5") if isinstance(event, Marked)]
    assert marks == ["RET.3"]


@rule("NR.2")
@pytest.mark.parametrize(
    ("pieces", "target", "attackers", "unit"),
    [
        ({"0806": "G-9FJ G-HIT", "0906": "R-8GD R-47"}, "0806", "R-8GD R-47", "G-9FJ"),
        ({"0806": "G-9FJ G-HIT", "0906": "R-8GD R-47"}, "0806", "R-8GD R-47", "G-HIT"),
        ({"1408": "G-FFO G-RAE", "1407": "R-69 R-8GD"}, "1408", "R-69 R-8GD", "G-FFO"),
        ({"0906": "G-B0906 G-9FJ", "1006": "R-8GD R-47"}, "0906", "R-8GD R-47", "G-B0906"),
    ],
)
def test_some_always_have_orders(pieces: dict[str, str], target: str, attackers: str, unit: str) -> None:
    g = attack(pieces, target, attackers)
    assert f"hold {unit}" not in texts(g)
    if "fight" in texts(g):
        assert refused(g, f"hold {unit}") == "NR.2"
        play(g, "fight")
    play(g, "roll 6")
    assert where(g, unit) == "dead", "DR without retreat"


@rule("NR.2")
def test_withdrawal_disrupts_those_who_always_have_orders() -> None:
    # 9 against 6 is 3:2, with the line 1:1, on a 5: DW for both; the garrison stays, the division goes.
    pieces = {"1408": "G-FFO G-RAE", "1407": "R-69 R-8GD"}
    g = battle(pieces, "1408", "R-69 R-8GD", 5)
    assert flagged(g, "G-FFO", "disrupted")
    assert targets(g, "retreat")
    play(g, "retreat 1309, stop")
    assert (where(g, "G-FFO"), where(g, "G-RAE")) == ("1408", "1309")


@rule("NR.2")
def test_a_russian_in_central_berlin_may_retreat() -> None:
    g = attack({"0806": "R-25TK", "0906": "G-275"}, "0806", "G-275", player=1)
    assert "hold R-25TK" in texts(g)


@rule("NR.3")
@pytest.mark.parametrize(("unit", "hex_"), [("G-FFO", "1408"), ("G-B0906", "0906"), ("G-HIT", "0806")])
def test_immobile_defenders_do_not_move(unit: str, hex_: str) -> None:
    g = movement({hex_: unit, "0811": "G-342"}, player=1)
    assert targets(g, "pick") == {"G-342"}
    assert refused(g, f"pick {unit}") == "NR.3"


@rule("NR.3")
def test_immobile_defenders_do_not_attack() -> None:
    pieces = {"1407": "R-11TK", "1408": "G-FFO", "1307": "G-169"}
    g = choose(allocation(pieces, player=1), "1407", "G-169")
    assert refused(g, "ground G-FFO") == "NR.3"
    g = allocation({"1407": "R-11TK", "1408": "G-FFO"}, player=1)
    assert refused(g, "attack 1407") == "NR.3"
