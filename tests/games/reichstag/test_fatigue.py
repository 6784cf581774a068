"""Fatigue (20.0)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.games.reichstag.phases import ONE, THREE, TWO, Pos, real
from tests.support import play, rule

from grognard.engine.flow import CHANCE
from grognard.games.reichstag import stavka
from grognard.games.reichstag.model import BF

CORPS = "1UF-5GMC 1UF-6GMC 1UF-9MC 1UF-6GTC"


def tired(pieces: str, total: int, player: int = THREE) -> bool:
    """Whether a Front with these losses is fatigued by a total."""
    box, front = ("dead-1uf", 1) if player == THREE else ("dead-1bf", 0)
    g = play(real("fatigue", {box: pieces}, player=player), f"roll {total}")
    return bool(g.state.fatigued[front])


@rule("20.2", "4.3.III.E")
def test_four_corps_lost_are_fatigue_on_three_or_less() -> None:
    """The example of the rulebook."""
    assert [tired(CORPS, total) for total in range(2, 13)] == [True, True] + [False] * 9


@rule("20.2", "4.3.I.E")
def test_only_corps_and_divisions_of_the_front_count() -> None:
    small = "1BF-7GTB 1BF-8GTB 1BF-64GTB 1BF-1GTA-RR"
    assert not tired(f"{small} G-GD G-AX 1BF-35GRD 1BF-39GRD", 2, ONE), "two divisions: 2 is not less than 2"
    assert tired("1BF-35GRD 1BF-14GCD 1BF-1POL", 2, ONE), "rifle, cavalry and Polish divisions"
    g = real("fatigue", {"dead-1uf": CORPS, "dead-1bf": "1BF-35GRD"}, player=ONE)
    play(g, "roll 2")
    assert g.state.fatigued == (False, False), "the other Front's dead do not count"


@rule("20.2")
def test_units_that_left_the_map_are_not_dead() -> None:
    """R23"""
    g = real("fatigue", {"dead-1uf": "1UF-5GMC 1UF-6GMC", "due-1uf": "1UF-9MC 1UF-6GTC"}, player=THREE)
    play(g, "roll 2")
    assert g.state.fatigued == (False, False)


@rule("20.2")
def test_two_dice_are_rolled_also_with_an_empty_pile() -> None:
    g = real("fatigue")
    assert g.to_decide == CHANCE
    chances = {int(a.text.split()[1]): Fraction(w, 36) for a, w in g.chances()}
    assert sum(chances.values()) == 1
    assert chances[2] == chances[12] == Fraction(1, 36)
    assert chances[7] == Fraction(1, 6)


@rule("20.4")
def test_a_fatigued_front_rolls_no_more_and_stays_so() -> None:
    def after(g: Pos) -> tuple[str, int]:
        return g.frame.title, g.state.player_turn

    g = real("fatigue", {"4029": "1BF-35GRD"}, fatigued=(True, False))
    assert after(g)[1] == TWO, "the German player turn has begun"
    assert g.state.fatigued == (True, False)
    other = real("fatigue", {"3029": "1UF-6GTC"}, fatigued=(True, False), player=THREE)
    assert after(other)[0] == "FatigueRoll", "the other Front still rolls"


@rule("20.3")
@pytest.mark.parametrize("fatigued", [False, True])
def test_a_fatigued_front_pays_double(fatigued: bool) -> None:
    g = real("barrage", {"guns-1bf": "M-1BF-ART-1 M-1BF-AIR-1"}, fatigued=(fatigued, False))
    factor = 2 if fatigued else 1
    guns = [g.game.roster.number[name] for name in ("M-1BF-ART-1", "M-1BF-AIR-1")]
    assert [stavka.barrage(g, BF, piece) for piece in guns] == [factor, 2 * factor]
    assert stavka.maximum_effort(g, BF) == 10 * factor
    assert stavka.forced_march(g, BF) == factor
    assert stavka.replacement(g, g.game.roster.number["1BF-9GTC"]) == 4 * factor
