"""Retreat paths, against every walk there is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.engine.toy import Toy

from grognard.engine.board import Board
from grognard.engine.places import Place, members
from grognard.engine.retreat import can_go_on, further, next_steps

places = st.integers(0, 19).map(Place)
Barred = set[tuple[int, int]]
barred_steps = st.sets(st.tuples(st.integers(0, 19), st.integers(0, 19)), max_size=200)


def walks(board: Board, origin: Place, place: Place, steps: int, barred: Barred) -> list[tuple[Place, ...]]:
    """Every walk of so many steps, each one further from the origin."""
    if steps == 0:
        return [()]
    found = []
    for near in members(board.adjacent[place]):
        away = board.distance(origin, near) == board.distance(origin, place) + 1
        if away and (place, near) not in barred:
            found += [(near, *rest) for rest in walks(board, origin, near, steps - 1, barred)]
    return found


@given(origin=places, place=places, steps=st.integers(1, 4), barred=barred_steps)
def test_next_steps_are_the_first_steps_of_whole_walks(
    toy: Toy, origin: Place, place: Place, steps: int, barred: Barred
) -> None:
    def may_enter(a: Place, b: Place) -> bool:
        return (a, b) not in barred

    board = toy.board
    expected = walks(board, origin, place, steps, barred)
    assert next_steps(board, origin, place, steps, may_enter) == sorted({walk[0] for walk in expected})
    assert can_go_on(board, origin, place, steps, may_enter) == bool(expected)
    assert can_go_on(board, origin, place, 0, lambda a, b: False)


def test_further_is_away_from_the_origin(toy: Toy) -> None:
    board = toy.board
    around = further(board, board.place("0302"), board.place("0402"))
    assert [board.names[p] for p in members(around)] == ["0401", "0502", "0403"]
