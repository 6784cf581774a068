"""Positions: independent copies, derived values, saving and loading."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.toy import (
    REVEALED,
    TIRED,
    P,
    Toy,
    alive,
    crowded,
    occupied,
    on_map,
    random_game,
    steps_left,
    tired,
)

from grognard.engine import Position, SetupError
from grognard.engine.pieces import Piece, each, one
from grognard.lab.perft import perft


def on_and_on(g: P, actions: int, rng: Random) -> None:
    """Random actions; where the game ends, nothing more."""
    for _ in range(actions):
        if g.to_decide is None:
            return
        g.play(rng.choice(g.actions()))


def fresh(toy: Toy, g: P) -> P:
    """The same position with nothing derived yet."""
    return toy.from_json(g.to_json())


def derived_values(g: P) -> list[Any]:
    values = (occupied, alive, on_map, steps_left, tired)
    return [crowded(g), *(value(g, side) for value in values for side in (0, 1)), g.actions()]


# -- copies --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_playing_on_a_copy_leaves_the_original_alone(toy: Toy, seed: int) -> None:
    rng = Random(seed)
    for g, _ in random_game(toy, seed, options=("long",))[::10]:
        before, actions, values = g.to_json(), list(g.actions()), derived_values(g)
        copy = g.copy()
        on_and_on(copy, 200, rng)
        assert g.to_json() == before
        assert g.actions() == actions
        assert derived_values(g) == values
        assert derived_values(fresh(toy, g)) == values


def test_playing_on_the_original_leaves_a_copy_alone(toy: Toy) -> None:
    g = toy.start()
    copy = g.copy()
    before = copy.to_json()
    on_and_on(g, 200, Random(1))
    assert copy.to_json() == before
    assert g.to_json() != before


def test_every_mutator_spares_the_copy(toy: Toy) -> None:
    g = toy.start()
    copy = g.copy()
    before = copy.to_json()
    piece = Piece(0)
    g.place(piece, toy.board.place("0101"))
    g.remove(piece, toy.dead)
    g.set_flag(piece, TIRED)
    g.clear_flag(piece, TIRED)
    g.set_flag(piece, REVEALED)
    g.clear_flags(REVEALED)
    g.set_steps(piece, 1)
    g.set(turn=7, note="x")
    g.end()
    assert copy.to_json() == before
    assert copy.here[toy.board.place("0203")] == 0b11


def test_copies_of_copies_share_what_was_derived_only_while_it_holds(toy: Toy) -> None:
    g = toy.start()
    assert occupied(g, 0) == 1 << toy.board.place("0203")
    copy = g.copy()
    copy.place(Piece(0), toy.board.place("0101"))
    again = copy.copy()
    assert occupied(again, 0) == 1 << toy.board.place("0203") | 1 << toy.board.place("0101")
    assert occupied(g, 0) == 1 << toy.board.place("0203")
    assert copy.side_memo[1] is g.side_memo[1], "Red's move leaves what is derived of Blue"


def test_flags_that_are_cleared_drop_only_what_was_derived_of_the_sides_that_had_them(toy: Toy) -> None:
    g = toy.start()
    red, blue = (each(toy.roster.of_side[side])[0] for side in (0, 1))
    g.set_flag(red, TIRED)
    assert [tired(g, side) for side in (0, 1)] == [one(red), 0]
    occupied(g, 0)
    occupied(g, 1)
    before = g.side_memo[:]
    g.clear_flags(REVEALED)
    assert g.side_memo == before, "nobody had that flag"
    g.clear_flags(TIRED)
    assert g.side_memo[1] is before[1], "no counter of Blue was tired"
    assert not g.side_memo[0]
    assert [tired(g, side) for side in (0, 1)] == [0, 0]
    assert not g.flags[red] & TIRED
    assert not g.flags[blue] & TIRED


def test_steps_leave_what_is_carried_along_without_them(toy: Toy) -> None:
    g, unit = toy.start(), Piece(0)
    assert (on_map(g, 0), steps_left(g, 0)) == (2, 8)
    copy = g.copy()
    g.set_steps(unit, 1)
    assert set(g.place_memo[0]) == {on_map}, "places alone are carried on; steps drop the rest"
    assert (on_map(g, 0), steps_left(g, 0)) == (2, 7)
    assert (on_map(copy, 0), steps_left(copy, 0)) == (2, 8)


# -- derived values ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_derived_values_are_as_if_computed_anew(toy: Toy, seed: int) -> None:
    rng = Random(seed)
    g: P = toy.start(options=("long",))
    while g.to_decide is not None:
        assert derived_values(g) == derived_values(fresh(toy, g))
        if rng.random() < 0.3:
            derived_values(g.copy())
        if rng.random() < 0.3:
            g = g.copy()
        g.play(rng.choice(g.actions()))


@pytest.mark.parametrize("seed", range(4))
def test_stacks_by_place_are_those_of_the_pieces(toy: Toy, seed: int) -> None:
    for g, _ in random_game(toy, seed):
        stacks: dict[int, int] = {}
        for piece, place in enumerate(g.where):
            stacks[place] = stacks.get(place, 0) | 1 << piece
        assert g.here == stacks


def test_mutators_that_change_nothing_say_nothing(toy: Toy) -> None:
    g = toy.start()
    g._events = []
    g.clear_flag(Piece(0), TIRED)
    g.set_steps(Piece(0), 2)
    g.set_flag(Piece(0), TIRED)
    g.set_flag(Piece(0), TIRED)
    assert len(g._events) == 1


# -- saving --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_saving_and_loading_is_identity(toy: Toy, seed: int) -> None:
    scenario = ("meeting", "raid")[seed % 2]
    options = ("long",) if seed % 3 else ()
    for g, action in random_game(toy, seed, scenario, options):
        again = fresh(toy, g)
        assert again.to_json() == g.to_json()
        assert again.hash() == g.hash()
        assert again.setup == g.setup
        assert again.actions() == g.actions()
        assert again.play(action) == g.play(action)
        assert again.to_json() == g.to_json()


def test_a_finished_game_is_saved_too(toy: Toy) -> None:
    g, action = random_game(toy, 2)[-1]
    g.play(action)
    again = fresh(toy, g)
    assert again.outcome == g.outcome is not None
    assert again.to_decide is None


def test_the_hash_tells_positions_apart(toy: Toy) -> None:
    hashes = {g.hash() for g, _ in random_game(toy, 1)}
    texts = {g.to_json() for g, _ in random_game(toy, 1)}
    assert len(hashes) == len(texts) > 20


ELSEWHERE = """
import sys
from pathlib import Path
from grognard.engine import Pack
from tests.engine.toy import Toy, random_game
toy = Toy(Pack(Path(sys.argv[1])))
print(toy.pack_hash, *(g.hash() for g, _ in random_game(toy, 3, "raid", ("long",))))
"""


@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_the_same_game_has_the_same_hashes_in_another_process(toy: Toy, hash_seed: str) -> None:
    env = os.environ | {"PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", ELSEWHERE, str(toy.pack.folders[0])]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True, timeout=60)
    here = [toy.pack_hash, *(g.hash() for g, _ in random_game(toy, 3, "raid", ("long",)))]
    assert done.stdout.split() == here


# -- loading what is wrong -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def saved(toy: Toy) -> str:
    """A position in the middle of an ambush."""
    g = toy.position({"0203": "R-1 R-2", "0303": "B-1/tired", "0304": "B-2"}, phase="orders")
    for action in ("pick R-1", "strike B-2"):
        g.play(action)
    return g.to_json()


def refuse(toy: Toy, data: Any) -> str:
    with pytest.raises(SetupError) as raised:
        toy.from_json(data if isinstance(data, str) else json.dumps(data))
    assert len(str(raised.value)) < 300
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_truncated_json_is_refused_wherever_it_ends(toy: Toy, saved: str) -> None:
    assert json.loads(fresh(toy, toy.from_json(saved)).to_json()) == json.loads(saved)
    for end in range(len(saved)):
        refuse(toy, saved[:end])


WRONG: dict[str, tuple[tuple[Any, ...], Any]] = {
    "another game": (("game",), "marshals"),
    "no scenario": (("scenario",), None),
    "unknown scenario": (("scenario",), "siege"),
    "a list of scenarios": (("scenario",), ["meeting"]),
    "unknown option": (("options",), ["short"]),
    "options in one word": (("options",), "long"),
    "an option that is a list": (("options",), [["long"]]),
    "no state": (("state",), None),
    "a turn in words": (("state", "turn"), "one"),
    "a turn that is true": (("state", "turn"), True),
    "unknown weather": (("state", "weather"), "hail"),
    "weather in a list": (("state", "weather"), ["fair"]),
    "a fraction over nothing": (("state", "ratio"), "1/0"),
    "a fraction without end": (("state", "ratio"), "1e999999999"),
    "a fraction as a number": (("state", "ratio"), 0.5),
    "an unknown last piece": (("state", "last"), "X-1"),
    "a last piece in a list": (("state", "last"), ["R-1"]),
    "an unknown place": (("state", "fought_for"), ["9999"]),
    "half a character": (("state", "note"), "\ud800"),
    "no pieces": (("pieces",), []),
    "pieces in an object": (("pieces",), {}),
    "a piece twice": (("pieces", 1), ["R-1", "0203", 1, []]),
    "an unknown piece": (("pieces", 1), ["X-1", "0203", 1, []]),
    "a piece nowhere": (("pieces", 1), ["R-2", "", 1, []]),
    "a piece without flags": (("pieces", 1), ["R-2", "0203", 1]),
    "steps in words": (("pieces", 1, 2), "two"),
    "an unknown flag": (("pieces", 1, 3), ["asleep"]),
    "flags in one word": (("pieces", 1, 3), ""),
    "flags in a list of lists": (("pieces", 1, 3), [[]]),
    "no flow": (("flow",), []),
    "a flow in words": (("flow",), "Turns"),
    "an unknown frame": (("flow", 2, "frame"), "Siege"),
    "the root of all frames": (("flow", 2), {"frame": "Frame"}),
    "a frame that does not decide": (("flow", 2), {"frame": "Turns", "next": 1}),
    "a frame in words": (("flow", 2), "Ambush"),
    "a frame without its piece": (("flow", 2), {"frame": "March"}),
    "an unknown target": (("flow", 2, "target"), "X-1"),
    "a target that is a number": (("flow", 2, "target"), 4),
    "a flow after the end": (("outcome",), {"winner": 0, "text": "x", "rule": "", "degree": ""}),
    "an outcome in words": (("outcome",), "Red wins"),
    "an outcome without a text": (("outcome",), {"winner": 0}),
    "a number without end": (("state", "turn"), float("inf")),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_mangled_position_is_refused(toy: Toy, saved: str, what: str) -> None:
    path, value = WRONG[what]
    data = json.loads(saved)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    assert repr(inner[path[-1]]) != repr(value)
    inner[path[-1]] = value
    refuse(toy, data)


@pytest.mark.parametrize("key", ["game", "scenario", "options", "state", "pieces", "flow", "outcome"])
def test_a_position_without_one_of_its_parts_is_refused(toy: Toy, saved: str, key: str) -> None:
    data = json.loads(saved)
    del data[key]
    refuse(toy, data)


def test_a_winner_must_have_a_seat(toy: Toy, saved: str) -> None:
    data = json.loads(saved)
    data |= {"flow": [], "outcome": {"winner": 2, "text": "x", "rule": "", "degree": ""}}
    assert "seat 2" in refuse(toy, data)
    data["outcome"]["winner"] = 1
    assert toy.from_json(json.dumps(data)).to_decide is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "3",
        '"toy"',
        "[]",
        "{}",
        "[" * 200_000,
        '{"a":' * 200_000,
        "1" * 5000,
        "\ufeff{}",
        "{'game': 1}",
    ],
    ids=lambda text: repr(text[:8]),
)
def test_what_is_no_position_at_all(toy: Toy, text: str) -> None:
    refuse(toy, text)


@settings(max_examples=150)
@given(data=st.data())
def test_any_change_of_the_text_is_harmless_or_refused(toy: Toy, saved: str, data: st.DataObject) -> None:
    """Whatever is loaded can be saved, asked and hashed again."""
    text = saved
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 12)))
        put = data.draw(st.one_of(st.text(max_size=6), st.sampled_from(['"', "]", "null", "-1", "[]", '"R-1"', "1e9"])))
        text = text[:start] + put + text[end:]
    said = ""
    try:
        g = toy.from_json(text)
        assert fresh(toy, g).hash() == g.hash()
    except SetupError as problem:
        said = str(problem)
    assert len(said) < 300


json_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=5),
        st.sampled_from(["R-1", "0203"]),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=6,
)


@settings(max_examples=150)
@given(data=st.data())
def test_any_value_anywhere_is_harmless_or_refused(toy: Toy, saved: str, data: st.DataObject) -> None:
    whole = json.loads(saved)
    inner: Any = whole
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(inner[key], dict | list) or not inner[key] or data.draw(st.integers(0, 2)) == 0:
            break
        inner = inner[key]
    inner[key] = data.draw(json_values)
    said = ""
    try:
        g = toy.from_json(json.dumps(whole))
        assert fresh(toy, g).hash() == g.hash()
    except SetupError as problem:
        said = str(problem)
    assert len(said) < 300


# -- small things --------------------------------------------------------------------------------


def test_a_position_says_what_it_is(toy: Toy) -> None:
    assert repr(toy.start()) == "<toy: Weather, chance decides>"
    assert repr(toy.position({}, phase="orders")) == "<toy: Orders, red decides>"
    assert toy.start().status() == []
    assert isinstance(toy.start(), Position)


def test_perft_counts_every_sequence(toy: Toy) -> None:
    g = toy.start()
    by_hand = sum(1 for a in g.actions() for _ in after(g, a).actions())
    assert [perft(g, depth) for depth in (0, 1, 2)] == [1, 2, by_hand]
    assert by_hand == 4


def after(g: P, action: Any) -> P:
    copy = g.copy()
    copy.play(action)
    return copy


def test_pieces_are_conserved(toy: Toy) -> None:
    for g, _ in random_game(toy, 9):
        assert sorted(p for pieces in g.here.values() for p in each(pieces)) == list(range(8))
