"""Retreat paths, against every walk there is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.board import Board
from grognard.engine.places import Place, members
from grognard.games import load_game
from grognard.games.marshals.retreats import can_go_on, further, next_steps

GAME = load_game("marshals")
ORIGIN = GAME.board.place("0605")
AROUND = members(GAME.board.within(ORIGIN, 4))

Barred = set[tuple[int, int]]
places = st.sampled_from(AROUND)
steps_around = [(a, b) for a in AROUND for b in members(GAME.board.adjacent[a])]
barred_steps = st.sets(st.sampled_from(steps_around), max_size=200)


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
def test_next_steps_are_the_first_steps_of_whole_walks(origin: Place, place: Place, steps: int, barred: Barred) -> None:
    def may_enter(a: Place, b: Place) -> bool:
        return (a, b) not in barred

    board = GAME.board
    expected = walks(board, origin, place, steps, barred)
    assert next_steps(board, origin, place, steps, may_enter) == sorted({walk[0] for walk in expected})
    assert can_go_on(board, origin, place, steps, may_enter) == bool(expected)
    assert can_go_on(board, origin, place, 0, lambda a, b: False)


def test_further_is_away_from_the_origin() -> None:
    board = GAME.board
    for near in members(board.adjacent[ORIGIN]):
        away = {place for place in members(board.adjacent[near]) if board.distance(ORIGIN, place) == 2}
        assert set(members(further(board, ORIGIN, near))) == away
