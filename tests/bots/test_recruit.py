"""The recruit: weaker than the staff, never foolish."""

from __future__ import annotations

import pytest
from tests.bots.positions import answered
from tests.bots.positions.cases import CASES

from grognard.bots import BOTS, make_bot, recruit
from grognard.bots.base import going_on
from grognard.bots.recruit import RecruitPolicy
from grognard.engine import Seat, Table
from grognard.games import game_names, load_game
from grognard.lab.match import plan, play_game
from grognard.server.settings import Settings

SCENARIOS = [(name, scenario.id) for name in game_names() for scenario in load_game(name).scenarios]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_answers_are_offered_and_the_same_for_the_same_seed(name: str, scenario: str) -> None:
    game = load_game(name)
    table = Table(game, scenario, seed=bytes(32))
    twins = [[make_bot("recruit", game, seed=seat) for seat in range(2)] for _ in range(2)]
    for _ in range(25):
        seat = table.position.to_decide
        assert seat is not None
        seen = table.view(Seat(seat))
        one, other = (bots[seat].choose(seen) for bots in twins)
        assert one == other
        assert one in {offer.action for offer in going_on(seen)}
        table.play(one, Seat(seat))


def test_another_seed_plays_another_game() -> None:
    games = [play_game(plan("marshals", None, (), ["recruit", "random"], seed=seed), 0) for seed in (1, 2)]
    assert games[0].record != games[1].record


ABSURD = {
    "marshals": ("an army does not storm a strong stack alone", "guarded Hitler is attacked on the last turn"),
    "konigsberg": ("a tank corps does not attack at 1:1", "a garrison does not walk away"),
    "raceforberlin": (
        "a worn-out counter does not attack",
        "a zone of Berlin is not left",
        "Soviets bar the Americans",
    ),
    "reichstag": ("the empty Reichstag is entered", "no maximum effort", "nobody gives up more than he must"),
    "seelow": ("the garrison stays in Seelow", "the last regiments before Seelow"),
}
"""Positions in which a wrong answer would look stupid, by the beginning of their names."""


@pytest.mark.parametrize("name", ABSURD)
def test_it_does_nothing_stupid(name: str) -> None:
    found = [case for case in CASES[name] if case.name.startswith(ABSURD[name])]
    assert len(found) >= len(ABSURD[name])
    for case in found:
        g = case.build()
        for seed in range(8):
            assert case.holds(g, answered(g, case, "recruit", seed)), (case.name, seed)


def test_no_phase_passes_with_nothing_done_where_something_can_be_gained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever overlooks everybody looks again."""
    monkeypatch.setattr(recruit, "OVERLOOKED", 2.0)
    game = load_game("marshals")
    far = {f"15{row:02}": unit for row, unit in enumerate(("R-61", "R-1POL", "R-33", "R-3", "R-13", "R-52"), 11)}
    g = game.position({**far, "0806": "G-HIT"}, phase="movement", turn=3)
    before, seat = list(g.where), Seat(0)
    policy = RecruitPolicy(game, b"")
    while g.to_decide == seat and g.frame.title != "Allocation":
        g.apply(policy.decide(g, seat))
    assert list(g.where) != before


def test_random_play_is_no_match_for_it() -> None:
    assert play_game(plan("marshals", None, (), ["recruit", "random"], seed=7), 0).winner == "russian"
    assert play_game(plan("marshals", None, (), ["random", "recruit"], seed=7), 0).winner == "german"


def test_the_lobby_lists_bots_from_weak_to_strong_and_proposes_the_staff() -> None:
    assert Settings().seated_bots[:3] == ("random", "recruit", "staff")
    assert Settings().proposed_bot == "staff"
    assert Settings(bots=("recruit", "staff")).proposed_bot == "recruit"
    assert all(kind.about for kind in BOTS.values())
