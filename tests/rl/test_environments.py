"""The environments keep the promises of PettingZoo and Gymnasium."""

from __future__ import annotations

import warnings
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import grognard.rl
from grognard.engine import ActionError, SetupError
from grognard.games import game_names, load_game
from grognard.rl import env, raw_env, seat_env, vector
from grognard.rl.numbering import Numbering
from grognard.rl.playing import Play
from grognard.rl.single import masks_of

GAMES = game_names()


def play_at_random(made: Any, seed: int, most: int = 10**9) -> dict[str, float]:
    """A random game; gives what each agent took."""
    rng = Random(seed)
    made.reset(seed=seed)
    taken = dict.fromkeys(made.possible_agents, 0.0)
    for number, agent in enumerate(made.agent_iter()):
        observation, reward, over, cut, _ = made.last()
        taken[agent] += reward
        if number >= most:
            break
        done = over or cut
        made.step(None if done else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return taken


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("make", [env, raw_env])
def test_pettingzoo_accepts_it(name: str, make: Any) -> None:
    made = make(name)
    api_test(made, num_cycles=120)


def test_pettingzoo_warns_of_nothing_but_names_and_kinds(recwarn: pytest.WarningsRecorder) -> None:
    """Seats are called as the game calls them, and an observation is a dictionary; nothing else is unusual."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(raw_env("marshals"), num_cycles=60)
    known = ("agents to be named", "Observation is not a NumPy array", "space for each agent probably should be")
    assert [str(w.message) for w in told if not any(word in str(w.message) for word in known)] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_is_the_same_game(name: str) -> None:
    seed_test(partial(env, name), num_cycles=80)


def test_another_seed_is_other_luck() -> None:
    """The same answers are given as long as they can be."""
    ends = set()
    for seed in range(4):
        play, rng = Play("seelow", "kustrin"), Random(0)
        play.begin(seed)
        for _ in range(400):
            if not play.over:
                play.play(rng.choice(play.offered()))
        ends.add(play.position.hash())
    assert len(ends) == 4


def test_it_can_be_rendered() -> None:
    render_test(partial(env, "marshals"))


def test_the_benchmark_of_pettingzoo_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 1.0, 6.0, 6.0])  # it plays for five seconds
    monkeypatch.setattr("time.time", lambda: next(times))
    performance_benchmark(env("seelow"))


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_end_with_a_winner_or_a_draw(name: str) -> None:
    taken = play_at_random(env(name), 7)
    assert sorted(taken.values()) in ([-1.0, 1.0], [0.0, 0.0])


def test_every_game_has_a_module_and_other_names_are_refused() -> None:
    made = grognard.rl.marshals_v0.env(scenario="dual")
    made.reset(seed=1)
    assert made.agents == ["zhukov", "koniev"]
    assert str(made.unwrapped) == "marshals_v0"
    assert made.metadata["actions"] == Numbering(load_game("marshals")).fingerprint
    with pytest.raises(SetupError, match="there is no game 'chess'"):
        _ = grognard.rl.chess_v0
    with pytest.raises(AttributeError):
        _ = grognard.rl.nothing
    with pytest.raises(SetupError, match="there is no render mode 'film'; known are human, ansi, svg, rgb_array"):
        env("marshals", render_mode="film")


def test_an_illegal_action_is_refused_with_the_rule_or_loses() -> None:
    raw = raw_env("marshals")
    raw.reset(seed=1)
    wrong = int(np.flatnonzero(raw.action_masks() == 0)[0])
    with pytest.raises(ActionError, match=r"action \d+ \('.*'\) is not possible: "):
        raw.step(wrong)
    with pytest.raises(ActionError, match=r"there is no action 999999: they go from 0 to"):
        raw.step(999_999)
    made = env("marshals")
    made.reset(seed=1)
    agent = made.agent_selection
    made.step(wrong)
    assert made.rewards[agent] == -1
    assert made.terminations[agent]


def test_masks_stand_in_the_observation_in_the_info_and_in_a_method() -> None:
    made = raw_env("seelow")
    made.reset(seed=2)
    for _ in range(60):
        observation, _, _, _, info = made.last()
        assert observation["action_mask"] is info["action_mask"] is made.action_masks()
        waiting = next(name for name in made.agents if name != made.agent_selection)
        assert not made.observe(waiting)["action_mask"].any()
        made.step(int(np.flatnonzero(info["action_mask"])[0]))


def test_what_was_handed_out_does_not_change_afterwards() -> None:
    made = raw_env("marshals")
    made.reset(seed=3)
    first = made.observe(made.agent_selection)
    kept = {key: value.copy() for key, value in first.items()}
    rng = Random(1)
    for _ in range(50):
        made.step(rng.choice(np.flatnonzero(made.action_masks()).tolist()))
        made.observe(made.agent_selection)
    assert all(np.array_equal(first[key], kept[key]) for key in kept)


def test_shaped_rewards_follow_the_score_and_sum_up_to_the_last_standing() -> None:
    made = raw_env("marshals", shaping=1.0)
    rng = Random(4)
    made.reset(seed=4)
    first = made.play.standing(0)
    total, some = 0.0, 0
    while not made.play.over:
        made.step(rng.choice(np.flatnonzero(made.action_masks()).tolist()))
        total += made.rewards["russian"]
        some += made.rewards["russian"] != 0
    assert some > 10
    assert total == pytest.approx(made.play.standing(0) - first + made.play.result(0))


def test_a_shaped_reward_would_tell_secrets_where_no_points_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("reichstag")
    monkeypatch.setattr(type(game), "victory_points", lambda self, g, seat: None)
    with pytest.raises(SetupError, match="would tell secrets: leave shaping out"):
        raw_env("reichstag", shaping=0.1)


def test_games_can_be_cut_short() -> None:
    made = env("seelow", max_decisions=30)
    made.reset(seed=1)
    rng = Random(1)
    for _ in range(30):
        made.step(rng.choice(np.flatnonzero(made.last()[0]["action_mask"]).tolist()))
    assert all(made.truncations.values())
    assert not any(made.terminations.values())


# -- Gymnasium -----------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
@pytest.mark.filterwarnings("ignore:.*:DeprecationWarning")
@pytest.mark.parametrize("flat", [False, True])
def test_gymnasium_accepts_it(flat: bool) -> None:
    """Its checker knows nothing of masks, so illegal actions are replaced by legal ones for it."""

    class Tolerant(gymnasium.ActionWrapper[Any, int, int]):
        def action(self, action: int) -> int:
            legal = np.flatnonzero(self.unwrapped.action_masks())  # type: ignore[attr-defined]
            return int(legal[action % len(legal)])

    made = seat_env("marshals", seat="german", flat=flat, render_mode="ansi")
    check_env(Tolerant(made), skip_render_check=True)


@pytest.mark.parametrize("bot", ["random", "staff"])
def test_a_bot_answers_for_the_other_seat(bot: str) -> None:
    made = seat_env("seelow", scenario="kustrin", seat="german", opponent=bot, max_decisions=120)
    rng = Random(2)
    observation, info = made.reset(seed=2)
    for _ in range(500):
        assert made.play.asked == 1
        assert set(observation) == {"observation", "boxes", "counters", "state"}
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, _, over, cut, info = made.step(action)
        if over or cut:
            break
    assert over or cut


def test_any_function_may_be_the_opponent() -> None:
    asked = []

    def first(play: Play) -> int:
        asked.append(play.asked)
        return play.offered()[0]

    made = seat_env("marshals", seat="russian", opponent=first)  # the Germans are asked first
    made.reset(seed=1)
    assert asked
    assert set(asked) == {1}


@pytest.mark.parametrize("processes", [False, True])
def test_several_tables_at_once(processes: bool) -> None:
    envs = vector("marshals", 2, processes=processes, seat="russian", max_decisions=50)
    try:
        observation, _ = envs.reset(seed=[1, 2])
        assert observation["observation"].shape[0] == 2
        for _ in range(20):
            masks = masks_of(envs)
            observation, rewards, _, _, _ = envs.step(masks.argmax(axis=1))
        assert rewards.shape == (2,)
    finally:
        envs.close()
