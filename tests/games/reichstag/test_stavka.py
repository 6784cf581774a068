"""Stavka points (6.0, 27.3): prices, the purse that both players share, and maximum effort (6.7)."""

from __future__ import annotations

import pytest
from tests.games.reichstag.helpers import at, blank
from tests.games.reichstag.phases import FOUR, ONE, THREE, TWO, game, on, prompt, real
from tests.support import play, refused, rule, targets, texts

from grognard.engine import Seat, view
from grognard.engine.events import Began
from grognard.games.reichstag import stavka
from grognard.games.reichstag.model import BF, UF

DEAD = "1BF-9GTC 1BF-35GRD 1BF-7GTB 1BF-14GCD"


@rule("27.3", "27.3a", "27.3b", "27.3c", "6.4", "20.3")
@pytest.mark.parametrize(
    ("unit", "price"),
    [("1BF-9GTC", 4), ("1BF-1MC", 4), ("1BF-35GRD", 2), ("1BF-14GCD", 2), ("1BF-7GTB", 2), ("1BF-1GTA-RR", 2)],
)
def test_prices_of_replacements(unit: str, price: int) -> None:
    g = real("reinforcement", {"dead-1bf": unit})
    piece = game.roster.number[unit]
    assert stavka.replacement(g, piece) == price
    play(g, [f"replace {unit}"])
    play(g, [f"put {min(targets(g, 'put'))}"])
    assert g.state.spent == (price, 0)
    tired = real("reinforcement", {"dead-1bf": unit}, fatigued=(True, False))
    assert stavka.replacement(tired, piece) == 2 * price


@rule("27.3d", "27.3e", "6.6", "15.3a", "20.3")
def test_prices_of_barrage_markers() -> None:
    """Two airstrikes and one artillery marker cost 5; a fatigued Front pays double."""
    markers = {"guns-1bf": "M-1BF-ART-1 M-1BF-AIR-1 M-1BF-AIR-2"}
    for fatigued, total in (((False, False), 5), ((True, False), 10)):
        g = real("barrage", markers, fatigued=fatigued)
        for marker in markers["guns-1bf"].split():
            play(g, [f"place {marker}", "put 3508"])
        assert g.state.spent == (total, 0)


@rule("27.3f", "20.3", "6.5")
def test_price_of_a_forced_march() -> None:
    """R2, R22"""
    assert stavka.forced_march(real("movement"), BF) == 1
    assert stavka.forced_march(real("movement", fatigued=(True, False)), BF) == 2
    three = real("movement", options=["forced_march_costs_three"], fatigued=(False, True))
    assert (stavka.forced_march(three, BF), stavka.forced_march(three, UF)) == (3, 6)


@rule("6.2")
def test_there_is_no_limit_a_turn() -> None:
    """One player may spend it all in one phase: nine markers on turn 2 and all the replacements he likes."""
    dead = " ".join(u.id for u in game.roster.units if u.side == "1bf" and u.is_large)
    g = real("reinforcement", {"dead-1bf": dead}, turn=2)
    while targets(g, "replace"):
        unit = max(targets(g, "replace"), key=lambda u: stavka.replacement(g, game.roster.number[u]))
        play(g, [f"replace {unit}"])
        play(g, [f"put {min(targets(g, 'put'))}"])
        if stavka.left(g) < 4:
            break
    assert sum(g.state.spent) > 90 or not targets(g, "replace")


@rule("6.3", "6.2")
def test_both_players_together_never_spend_more_than_100() -> None:
    """55 spent by one leave 45 to the other."""
    g = real("reinforcement", {"dead-1bf": DEAD}, spent=(43, 55))
    assert stavka.left(g) == 2
    assert targets(g, "replace") == {"1BF-35GRD", "1BF-7GTB", "1BF-14GCD"}
    assert refused(g, "replace 1BF-9GTC") == "6.3"
    play(g, ["replace 1BF-35GRD"])
    play(g, [f"put {min(targets(g, 'put'))}"])
    assert g.state.spent == (45, 55)
    assert not targets(g, "replace"), "the purse is empty, and nothing is left to do"


@rule("6.1")
def test_both_totals_are_open_to_both_players() -> None:
    g = real("reinforcement", {"dead-1bf": DEAD}, spent=(7, 9))
    for seat in (0, 1):
        assert view(g, Seat(seat)).position["state"]["spent"] == [7, 9]


@rule("6.1")
def test_germans_neither_pay_nor_gain() -> None:
    """An empty purse does not keep Germans from anything."""
    board = blank()
    pieces = {(0, 0): "GS-SD-1", (3, 0): "G-AX"}
    g = on(board, "reinforcement", pieces, boxes={"dead-1bf": "G-GD"}, player=TWO, spent=(60, 40))
    play(g, ["use GS-SD-1", "pick G-GD", f"put {at(0, 0)}"])
    assert g.state.spent == (60, 40)


def test_prompts_tell_prices_and_the_purse() -> None:
    g = real("reinforcement", {"dead-1bf": DEAD}, spent=(3, 4))
    assert "93 SP" in prompt(g)
    labels = {g.frame.label(g, a) for a in g.actions() if a.verb == "replace"}  # type: ignore[attr-defined]
    assert "Replace 9G Tank Corps (4 SP)" in labels
    play(g, ["replace 1BF-9GTC"])
    assert "4 of 93" in prompt(g)
    fire = real("barrage", {"guns-1bf": "M-1BF-ART-1 M-1BF-ART-2 M-1BF-AIR-1"}, spent=(3, 4))
    assert "2 artillery at 1 SP and 1 air at 2 SP" in prompt(fire)
    assert "93" in prompt(fire)


# -- maximum effort -------------------------------------------------------------------------------


@rule("6.7", "27.3g")
@pytest.mark.parametrize(("player", "side"), [(ONE, BF), (THREE, UF)])
def test_maximum_effort_costs_ten_and_comes_once(player: int, side: int) -> None:
    g = real("start", player=player)
    assert g.to_decide == side
    assert "10 of 100" in prompt(g)
    play(g, "effort")
    assert g.state.spent[side] == 10
    assert g.state.effort
    assert g.state.effort_used[side]
    assert not g.state.effort_used[1 - side]
    assert refused(g, "effort") == "6.7"
    used = real("start", {"3410": "1BF-35GRD"}, player=player, effort_used=(True, True))
    assert used.frame.title != "Opening", "there is nothing to ask"


@rule("6.7")
def test_a_turn_of_maximum_effort_has_two_combat_phases_and_no_movement() -> None:
    g = real("start", {"3403": "1BF-35GRD"}, turn=1)
    g.play("effort")
    phases = [event.title for event in g.play("done") if isinstance(event, Began)]
    assert phases == ["Reinforcement", "Barrage", "First combat", "Second combat", "Fatigue"]
    plain = real("start", {"3403": "1BF-35GRD"}, turn=1)
    phases = [event.title for event in plain.play("done") if isinstance(event, Began)]
    assert phases == ["Reinforcement", "Barrage", "Movement"]
    assert [e.title for e in plain.play("end") if isinstance(e, Began)] == ["Combat", "Fatigue"]


@rule("6.7")
def test_maximum_effort_has_to_be_paid_and_is_double_when_tired() -> None:
    assert "effort" not in texts(real("start", {"3410": "1BF-35GRD"}, spent=(60, 31)))
    g = real("start", fatigued=(True, False), spent=(60, 19))
    play(g, "effort")
    assert g.state.spent == (80, 19)


@rule("6.7")
@pytest.mark.parametrize("player", [TWO, FOUR])
def test_germans_have_no_maximum_effort(player: int) -> None:
    g = real("start", {"3410": "G-AX", "3415": "G-GD"}, player=player)
    assert "effort" not in texts(g)
