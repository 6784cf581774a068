"""Values that are calculated once and kept: until what they depend on changes, and never beyond."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from tests.engine.toy import TIRED, Toy

from grognard.engine import Position, audit
from grognard.engine.audit import StaleValue, is_same
from grognard.engine.derived import carried_along, derived, derived_by_game, derived_by_side, derived_from
from grognard.engine.errors import RulesError
from grognard.engine.pieces import Piece

P = Position[Any, Any]


def test_a_value_of_a_position_is_calculated_once_for_each_argument(toy: Toy) -> None:
    """Until something changes: then anew, and the copy keeps what it had."""
    asked: list[int] = []

    @derived
    def standing_in(g: P, place: int) -> int:
        asked.append(place)
        return g.where.count(place)

    g = toy.start()
    here, there = toy.board.place("0101"), toy.board.place("0203")
    assert [standing_in(g, place) for place in (here, there, here)] == [0, 2, 0]
    assert asked == [here, there]
    copy = g.copy()
    g.place(Piece(0), here)
    assert (standing_in(g, here), standing_in(copy, here)) == (1, 0)
    assert asked == [here, there, here]


def test_a_value_of_a_side_outlives_the_moves_of_the_other(toy: Toy) -> None:
    asked: list[int] = []

    @derived_by_side
    def places_of(g: P, side: int, least: int) -> int:
        asked.append(side)
        return sum(g.where[p] >= least for p in range(len(g.where)) if g.game.side_of[p] == side)

    g = toy.start()
    other = next(p for p in range(len(g.where)) if g.game.side_of[p] == 1)
    places_of(g, 0, 3)
    g.place(Piece(other), toy.board.place("0101"))
    places_of(g, 0, 3)
    assert asked == [0]
    places_of(g, 0, 4)
    g.set_flag(Piece(0), TIRED)
    places_of(g, 0, 3)
    assert asked == [0, 0, 0]


def test_a_value_of_the_game_is_kept_for_all_positions_up_to_a_bound(toy: Toy) -> None:
    asked: list[int] = []

    @derived_by_game(most=2)
    def square(game: Toy, number: int) -> int:
        asked.append(number)
        return number * number

    assert [square(toy, n) for n in (1, 2, 1, 2)] == [1, 4, 1, 4]
    assert asked == [1, 2]
    assert square(toy, 3) == 9
    assert square(toy, 1) == 1
    assert asked == [1, 2, 3, 1], "a third value began anew"
    assert len(toy.kept[square.__wrapped__]) <= 2  # type: ignore[attr-defined]


def test_a_value_with_a_key_is_found_in_other_positions(toy: Toy) -> None:
    asked: list[int] = []

    @derived_from(lambda g: g.state.turn)
    def turns_left(g: P) -> int:
        asked.append(g.state.turn)
        return 10 - g.state.turn

    g, another = toy.start(), toy.start()
    assert turns_left(g) == turns_left(another)
    assert len(asked) == 1
    g.set(turn=g.state.turn + 1)
    assert turns_left(g) == turns_left(another) - 1


# -- the audit -----------------------------------------------------------------------------------


def play(toy: Toy, ask: Callable[[P], Any]) -> None:
    """Ask for a value at every decision of a few random games."""
    for seed in range(4):
        rng, g = Random(seed), toy.start(options=("long",))
        while g.to_decide is not None:
            ask(g)
            g.play(rng.choice(g.actions()))


def audited(decorated: Callable[..., Any]) -> Callable[..., Any]:
    """A kept value with its audit, as `GROGNARD_AUDIT=1` gives it."""
    return audit.of_position(decorated, decorated.__wrapped__)  # type: ignore[attr-defined, no-any-return]


def test_the_audit_lets_a_sound_key_pass(toy: Toy) -> None:
    @derived
    def crowd(g: P) -> int:
        return max(stack.bit_count() for stack in g.here.values())

    play(toy, audited(crowd))
    assert audit.auditor.compared[f"{__name__}.{crowd.__qualname__}"] > 40


def test_the_audit_finds_what_depends_on_the_flow(toy: Toy) -> None:
    @derived
    def depth(g: P) -> int:
        return len(g.stack)

    g = toy.start()
    audited(depth)(g)
    g.call(g.frame)
    with pytest.raises(StaleValue, match=r"depth\(\) is kept as \d+, but newly calculated it is \d+"):
        audited(depth)(g)


def test_the_audit_finds_a_side_that_reads_the_other(toy: Toy) -> None:
    @derived_by_side
    def both_sides(g: P, side: int) -> tuple[int, ...]:
        return tuple(g.where)

    with pytest.raises(StaleValue, match="both_sides"):
        play(toy, lambda g: audited(both_sides)(g, 0))


def test_the_audit_finds_a_key_that_is_too_short(toy: Toy) -> None:
    @derived_from(lambda g: g.state.turn)
    def tired(g: P) -> tuple[int, ...]:
        return tuple(g.flags)

    with pytest.raises(StaleValue, match="tired"):
        play(toy, audited(tired))


class Filled(dict[int, int]):
    """A table that fills itself."""

    def __missing__(self, key: int) -> int:
        return key + 1


@pytest.mark.parametrize(
    ("x", "y", "same"),
    [
        (0.1 + 0.2, 0.3, True),
        (1.0, 1.001, False),
        ([1, (2.0, 3)], [1, (2.0, 3)], True),
        ([1, 2], [1, 2, 3], False),
        ({1: 2}, {1: 2, 3: 4}, False),
        (Filled({1: 2}), Filled(), True),
        (Filled({1: 3}), Filled(), False),
        (1, True, True),
        (1, "1", False),
    ],
)
def test_when_two_values_are_the_same(x: Any, y: Any, same: bool) -> None:
    assert is_same(x, y) == same


def test_a_carried_value_without_its_change_is_told() -> None:
    """Found when the module is read, not when the value is first asked for."""

    def strength(g: P, side: int) -> int:
        return 1

    with pytest.raises(RulesError, match=r"test_derived\.py:\d+: strength: @carried_along needs the function"):
        carried_along(strength)  # type: ignore[arg-type]
