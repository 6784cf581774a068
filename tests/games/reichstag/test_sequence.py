"""The sequence of play (4.0): player turns, phases and the inter-phase, in their order."""

from __future__ import annotations

import random

import pytest
from tests.games.reichstag.phases import FOUR, ONE, THREE, TWO, game, real, set_up
from tests.support import play, refused, rule, targets, texts

from grognard.bots.base import onward_actions
from grognard.engine.events import Began
from grognard.games.reichstag.sequence import GERMAN_TURN, SOVIET_TURN
from grognard.testing.checks import random_play

SOVIET = ["Start of the player turn", "Reinforcement", "Barrage", "Movement", "Combat", "Fatigue"]
GERMAN = ["Start of the player turn", "Reinforcement", "Movement", "Combat", "Barrage marker removal"]


@rule("4.3", "4.3.V", "4.3.V.C", "4.1")
def test_phases_follow_in_the_order_of_the_outline_every_turn() -> None:
    """A random game without maximum effort: four player turns with the same phases, ten times."""
    rng = random.Random(2)
    g = set_up()
    assert (g.state.turn, g.state.player_turn) == (1, ONE)
    phases: list[str] = ["Start of the player turn"]  # where the set-up has led
    turns = ["I. 1BF Soviets"]
    while g.to_decide is not None and g.state.turn < 4:
        action = rng.choice([a for a in onward_actions(g) if a.verb not in ("effort", "reveal")])
        for event in g.play(action):
            if isinstance(event, Began) and event.level == 2:
                turns.append(event.title)
            elif isinstance(event, Began) and event.level == 3:
                phases.append(event.title)
    one_turn = [*SOVIET, *GERMAN, *SOVIET, *GERMAN]
    assert phases[: 3 * len(one_turn)] == one_turn * 3
    names = ["I. 1BF Soviets", "II. Germans facing the 1BF", "III. 1UF Soviets", "IV. Germans facing the 1UF"]
    assert turns[:12] == names * 3


@rule("4.3", "4.3.I.A", "4.3.I.B", "4.3.I.C", "4.3.I.D", "4.3.I.E", "4.3.II.A", "4.3.II.B", "4.3.II.C", "4.3.II.D")
def test_the_outline_as_data() -> None:
    """The two halves of a game turn are one list each, for whichever Front is in question."""
    assert [title for title, _ in SOVIET_TURN] == SOVIET
    assert [title for title, _ in GERMAN_TURN] == GERMAN


@rule("4.3", "1.1a")
@pytest.mark.parametrize(("player", "seat"), [(ONE, 0), (TWO, 1), (THREE, 1), (FOUR, 0)])
def test_who_is_phasing(player: int, seat: int) -> None:
    """4.2: 1BF, 1UF, 1UF, 1BF."""
    pieces = {"3508": "G-AX", "3014": "G-GD", "4029": "1BF-35GRD", "3029": "1UF-6GTC"}
    g = real("movement", pieces, player=player)
    if g.to_decide == -1:
        play(g, "roll 3")
    assert g.to_decide == seat
    mine = {ONE: "1BF-35GRD", TWO: "G-AX", THREE: "1UF-6GTC", FOUR: "G-GD"}
    assert targets(g, "pick") == {mine[player]}


@rule("4.3.I.C", "4.3.II.B", "4.3.III.C", "4.3.IV.B")
@pytest.mark.parametrize("player", [ONE, TWO, THREE, FOUR])
def test_nobody_has_to_move(player: int) -> None:
    pieces = {"3508": "G-AX", "3014": "G-GD", "4029": "1BF-35GRD", "3029": "1UF-6GTC"}
    g = real("movement", pieces, player=player)
    if g.to_decide == -1:
        play(g, "roll 3")
    assert "end" in texts(g)


@rule("4.3.I.D", "4.3.III.D", "5.2")
@pytest.mark.parametrize(
    ("player", "attacker", "target", "rival"), [(ONE, "1BF-35GRD", "3411", "3512"), (THREE, "1UF-6GTC", "3413", "3411")]
)
def test_a_front_attacks_in_its_own_sector_and_the_reichstag(
    player: int, attacker: str, target: str, rival: str
) -> None:
    """The attacker stands next to Germans of its sector, of the other one, and the Reichstag's garrison."""
    place = "3511" if player == ONE else "3512"
    other = "3413" if player == ONE else "3511"
    pieces = {place: attacker, target: "G-AX", "3412": "GS-MO", other: "G-GD"}
    g = real("combat", pieces, player=player)
    assert target in targets(g, "attack")
    assert other not in targets(g, "attack")
    assert rival not in targets(g, "attack")


@rule("4.3.II.C", "4.3.IV.C")
@pytest.mark.parametrize(("player", "soviet", "german"), [(TWO, "3406", "3407"), (FOUR, "2718", "2719")])
def test_germans_in_a_soviet_zone_must_attack(player: int, soviet: str, german: str) -> None:
    """R46 Although the outline says that they may."""
    unit = "1BF-35GRD" if player == TWO else "1UF-6GTC"
    g = real("combat", {soviet: unit, german: "G-GD"}, player=player)
    assert g.frame.title == "DeclareAttack"
    assert refused(g, "end")


@rule("4.1", "9.5a")
def test_an_action_of_another_phase_is_refused() -> None:
    g = real("barrage", {"guns-1bf": "M-1BF-ART-1", "4029": "1BF-35GRD", "dead-1bf": "1BF-7GTB"})
    for action in ("pick 1BF-35GRD", "go 4028", "replace 1BF-7GTB", "scout 1BF-1GTA-RR", "attack 3508"):
        assert action not in texts(g)
        assert g.why_not(action) is not None


@rule("4.3.V.B", "4.3.V.C")
def test_a_whole_game_ends_after_ten_turns_at_the_latest() -> None:
    g = game.start()
    for _ in random_play(g, 21):
        assert g.state.turn <= 10
    assert g.outcome is not None
