"""What a position is worth to the bots: the storm of the Reichstag, and the phases that lead to it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.games.reichstag.phases import ONE, THREE, game, real

from grognard.bots.staff import StaffBot, StaffPolicy
from grognard.engine import CHANCE, Position, Seat
from grognard.engine.judging import read_action
from grognard.engine.view import view
from grognard.games.reichstag.model import BF, UF
from grognard.games.reichstag.prospects import ahead, planned, scaled
from grognard.games.reichstag.score import score, standing

GARRISON = "GS-VS-1 GS-VS-2 GS-KM-1"
KONIEV = Seat(UF)


def answers(g: Position[Any, Any], *frames: str) -> list[str]:
    """What `staff` answers as 1UF while it is asked by these frames, with middling luck."""
    bot, found = StaffBot(game, random.Random(1)), []
    while g.to_decide == CHANCE or (g.stack and type(g.frame).__name__ in frames):
        if g.to_decide == CHANCE:
            chances = g.chances()
            g.apply(chances[len(chances) // 2][0])
            continue
        found.append(bot.choose(view(g, KONIEV)))
        g.apply(read_action(g, KONIEV, found[-1]))
    return found


def test_a_scale_passes_smoothly_from_point_to_point() -> None:
    odds, values = game.weights.storm_odds, game.weights.storm
    assert scaled(0.1, odds, values) == 0.0
    assert scaled(1.0, odds, values) == 0.1
    assert 0.1 < scaled(1.5, odds, values) < 0.3
    assert scaled(50, odds, values) == 1.0
    assert scaled(50, game.weights.both_odds, game.weights.both) == 0.5


def test_germans_across_the_boundary_take_no_strength_from_the_storm() -> None:
    """5.2 Nobody attacks across the boundary, so a corps before the Reichstag counts fully."""
    door = {"3412": GARRISON, "3312": "1UF-6GTC"}
    alone = real("movement", door, turn=9, player=THREE)
    watched = real("movement", door | {"3311": "G-503SS", "3212": "G-Nor-23"}, turn=9, player=THREE)
    assert ahead(watched, UF) == ahead(alone, UF)


def test_to_stand_at_the_door_is_worth_more_than_to_be_able_to_come() -> None:
    far = real("movement", {"3412": GARRISON, "3314": "1UF-6GTC", "3315": "1UF-7GTC"}, turn=9, player=THREE)
    near = real("movement", {"3412": GARRISON, "3312": "1UF-6GTC", "3413": "1UF-7GTC"}, turn=9, player=THREE)
    assert ahead(near, UF) > ahead(far, UF) > 0


def test_the_storm_is_worth_more_as_the_days_run_out() -> None:
    door = {"3412": GARRISON, "3312": "1UF-6GTC", "3413": "1UF-7GTC"}
    days = [ahead(real("movement", door, turn=turn, player=THREE), UF) for turn in (5, 7, 9, 10)]
    assert days == sorted(days)
    assert days[-1] > 2 * days[0]


def test_a_door_behind_german_zones_is_no_hope() -> None:
    """11.4 Who would have to stop in a zone on the way cannot join in this turn."""
    free = {"3412": "GS-CP-West GS-CP-Ost GS-CP-Zitad", "3314": "1UF-6GTC"}
    barred = free | {"3413": "G-GD", "3312": "G-32SS"}
    assert ahead(real("movement", free, turn=10, player=THREE), UF) > 100
    assert ahead(real("movement", barred, turn=10, player=THREE), UF) < 50


def test_what_is_being_planned_is_not_counted_again_among_the_attacks_left() -> None:
    g = real("combat", {"3412": GARRISON, "3312": "1UF-6GTC", "3413": "1UF-7GTC"}, turn=8, player=THREE)
    assert ahead(g, UF) > 0
    g.apply(read_action(g, KONIEV, "attack 3412"))
    assert ahead(g, UF) == 0
    everyone = planned(g)
    g.apply(read_action(g, KONIEV, "join 1UF-6GTC"))
    assert ahead(g, UF) == 0
    assert everyone > planned(g)


def test_what_hangs_on_the_plan_is_not_remembered_beyond_it() -> None:
    """Joining an attack moves no piece; the attacks left are others all the same."""
    pieces = {"3412": GARRISON, "3512": "GS-VS-3", "3413": "1UF-7GTC", "3312": "1UF-6GTC"}
    g = real("combat", pieces, turn=8, player=THREE)
    free = standing(g, UF)
    g.apply(read_action(g, KONIEV, "attack 3412"))
    assert standing(g, UF) != free


@pytest.mark.parametrize(("phase", "verb"), [("reinforcement", "done"), ("barrage", "done"), ("movement", "end")])
def test_to_end_a_phase_is_worth_what_the_position_is_worth(phase: str, verb: str) -> None:
    """The next phase measures otherwise: by what it says an early end would look like a gain, or like a loss."""
    pieces = {
        "2824": "1UF-7GTC",
        "2823": "GS-VS-3 GS-VS-4",
        "3412": GARRISON,
        "dead-1uf": "1UF-20RD",
        "guns-1uf": "M-1UF-ART-1",
    }
    g = real(phase, pieces, turn=3, player=THREE)
    policy = StaffPolicy(game)
    assert policy._best(g, KONIEV, [g.act(verb)], score(g, KONIEV))[0] == score(g, KONIEV)
    if phase == "movement":
        assert policy.value(g, g.act(verb), KONIEV) != score(g, KONIEV)


def test_everyone_marches_on_the_first_day() -> None:
    units = ["1UF-5GMC", "1UF-6GMC", "1UF-9MC", "1UF-6GTC", "1UF-7GTC", "1UF-10GTC"]
    hexes = ("2929", "2829", "2729", "3029", "3128", "3228")
    pieces = dict(zip(hexes, units, strict=True)) | {"3412": GARRISON, "2723": "GS-VS-3", "3324": "GS-VS-4"}
    g = real("movement", pieces, turn=1, player=THREE)
    said = [text for text in answers(g, "Movement", "MoveUnit") if text.startswith("pick")]
    assert len(set(said)) >= 5


def test_two_attacks_are_better_than_one_on_both_hexes() -> None:
    """12.4 The brigade that owes an attack on the Gendarmenmarkt does not spoil the storm of the corps."""
    pieces = {
        "3412": GARRISON,
        "3512": "GS-VS-3",
        "3413": "1UF-68GTB 1UF-20RD",
        "3312": "1UF-6GTC 1UF-16AG",
    }
    g = real("combat", pieces, turn=8, player=THREE)
    said = answers(g, "DeclareAttack", "PlanAttack", "LoseUnits", "Advance")
    assert "attack 3412" in said
    assert "add 3512" not in said
    assert "add 3412" not in said


def test_nobody_joins_an_attack_whose_odds_cannot_get_better() -> None:
    """12.2.4, R17 Whoever attacks a marker alone in the Reichstag does so in the last column, where losses are high."""
    pieces = {"3412": "GS-SM-AR", "3413": "1UF-68GTB", "3312": "1UF-6GTC 1UF-16AG"}
    g = real("combat", pieces, turn=8, player=THREE)
    assert answers(g, "DeclareAttack", "PlanAttack")[:3] == ["attack 3412", "join 1UF-68GTB", "assault"]


def test_points_spent_ahead_of_the_days_count_more() -> None:
    """6.2 Who empties the purse early has no barrage for the storm."""
    calm, late, rash = (real("movement", turn=4, player=THREE, spent=(0, spent)) for spent in (20, 30, 40))
    assert score(calm, KONIEV) - score(late, KONIEV) < 5
    assert score(late, KONIEV) - score(rash, KONIEV) > 10


def test_who_sees_the_purse_run_out_storms_earlier() -> None:
    """A rival who spends fast brings the last chance forward; what one has spent oneself is no reason to storm."""
    door = {"3412": GARRISON, "3312": "1UF-6GTC", "3413": "1UF-7GTC"}
    calm = ahead(real("movement", door, turn=6, player=THREE, spent=(20, 20)), UF)
    assert ahead(real("movement", door, turn=6, player=THREE, spent=(50, 20)), UF) > calm
    assert ahead(real("movement", door, turn=6, player=THREE, spent=(20, 50)), UF) == calm
    assert ahead(real("movement", door, turn=6, player=THREE, spent=(80, 20)), UF) == calm, "nothing is left to lose"


def test_the_ukrainians_hurry_with_good_odds_only() -> None:
    """1BF is at the door early, and tries before the purse is empty whatever the odds."""
    weak = {"3412": "GS-AC-E GS-AC-F GS-AC-G"}

    def gained(player: int, front: int, door: str, unit: str) -> float:
        fast, slow = (20, 50) if player == ONE else (50, 20), (20, 20)
        pieces = weak | {door: unit}
        hurried, calm = (ahead(real("movement", pieces, turn=6, player=player, spent=s), front) for s in (fast, slow))
        return hurried - calm

    assert gained(THREE, UF, "3312", "1UF-6GTC 1UF-68GTB") == 0
    assert gained(ONE, BF, "3411", "1BF-11GTC 1BF-7GTB") > 0
