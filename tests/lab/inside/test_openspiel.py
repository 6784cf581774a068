"""The games in OpenSpiel. Runs where that is installed: `tools/setup-lab.sh` makes such an environment."""

from __future__ import annotations

import pickle
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import mcts  # noqa: E402

from grognard.engine import SetupError, Table, view  # noqa: E402
from grognard.games import load_game  # noqa: E402
from grognard.rl.openspiel import bot_of, register  # noqa: E402

SHORT = {"seelow": "(scenario=kustrin)"}
NAMES = register()


def load(name: str) -> Any:
    return pyspiel.load_game(f"grognard_{name}{SHORT.get(name, '')}")


def advance(state: Any, rng: Random, steps: int) -> None:
    """Play at random, luck by its weights."""
    for _ in range(steps):
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", [name.removeprefix("grognard_") for name in NAMES])
def test_openspiel_accepts_it(name: str) -> None:
    """Its own test: a whole random game, with every state written and read again."""
    pyspiel.random_sim_test(load(name), 1, True, False)


def test_a_clone_goes_its_own_way_and_a_pickled_state_comes_back() -> None:
    state, rng = load("reichstag").new_initial_state(), Random(3)
    advance(state, rng, 300)
    text, other = str(state), state.clone()
    advance(other, rng, 20)
    assert str(state) == text != str(other)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == text
    assert again.information_state_string(0) == state.information_state_string(0)


def test_chances_are_exact_and_numbers_are_those_of_the_environments() -> None:
    state, rng = load("marshals").new_initial_state(), Random(5)
    met = 0
    for _ in range(400):
        if state.is_terminal():
            break
        if state.is_chance_node():
            chances = state.position.chances()
            total = sum(weight for _, weight in chances)
            assert state.chance_outcomes() == [(i, w / total) for i, (_, w) in enumerate(chances)]
            met += 1
        advance(state, rng, 1)
    assert met


def test_an_information_state_has_perfect_recall_and_tells_no_secret() -> None:
    """It grows with what a player is told and does, and a position he cannot tell from this one reads the same."""
    state, rng = load("reichstag").new_initial_state(), Random(1)
    advance(state, rng, 250)
    while state.is_chance_node():
        advance(state, rng, 1)
    player = state.current_player()
    before = state.information_state_string(player)
    number = state.legal_actions()[0]
    after = state.child(number)
    told = after.information_state_string(player)
    assert f"action {number}" in told
    assert told.splitlines()[: len(before.splitlines()) - 1] == before.splitlines()[:-1]
    others = [state.resample_from_infostate(player, iter([0.1 * n]).__next__) for n in range(1, 6)]
    assert {other.information_state_string(player) for other in others} == {before}
    assert len({str(other) for other in [*others, state]}) > 1


def test_an_observation_is_a_view() -> None:
    state = load("raceforberlin").new_initial_state()
    observer = state.get_game().make_observer(pyspiel.IIGObservationType(perfect_recall=False), {})
    assert observer is not None
    tensor = state.observation_tensor(0)
    assert len(tensor) == state.get_game().observation_tensor_size()
    assert np.any(tensor)


def test_our_bots_play_there_and_its_search_in_python_does() -> None:
    game = pyspiel.load_game("grognard_seelow(scenario=kustrin)")
    state, rng = game.new_initial_state(), np.random.RandomState(1)
    ours = bot_of("staff", game, 1, seed=1)
    theirs = mcts.MCTSBot(game, 1.4, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    played = {0: 0, 1: 0}
    for _ in range(300):
        if min(played.values()) >= 2 or state.is_terminal():
            break
        if state.is_chance_node():
            advance(state, Random(1), 1)
            continue
        player = state.current_player()
        if player == 0 and played[0] >= 2:
            advance(state, Random(2), 1)
            continue
        bot = ours if player == 1 else theirs
        state.apply_action(bot.step(state))
        played[player] += 1
    assert min(played.values()) >= 2


def test_scenarios_and_options_are_parameters() -> None:
    game = pyspiel.load_game("grognard_marshals(scenario=dual)")
    assert game.new_initial_state().position.setup.scenario == "dual"
    with pytest.raises(SetupError, match="has no scenario 'nowhere'"):
        pyspiel.load_game("grognard_marshals(scenario=nowhere)")


def test_the_program_ends_as_it_should() -> None:
    """OpenSpiel lets go of games after Python has ended."""
    code = (
        "import pyspiel; from grognard.rl.openspiel import register; register(); pyspiel.load_game('grognard_seelow')"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def test_views_are_what_tables_show() -> None:
    game = load_game("marshals")
    table, state = Table(game, seed=bytes(32)), load("marshals").new_initial_state()
    assert view(table.position, table.position.to_decide) == view(state.position, state.position.to_decide)
