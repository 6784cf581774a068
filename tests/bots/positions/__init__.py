"""Positions in which a player of some experience knows what to do, and what a beginner might do instead.

`python -m tests.bots.positions` counts how many of them each bot solves.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from grognard.bots import Bot, make_bot
from grognard.bots.marshal import MarshalBot
from grognard.engine import CHANCE, Game, Position, Seat
from grognard.engine.view import view

Pos = Position[Any, Any]

ENOUGH = 400
"""More answers than any phase needs."""
SEEDS = 3
"""A bot must find what is right with each of so many seeds; the marshal, who takes long, with one."""
FUTURES = 24
"""What the marshal imagines for a plan; a number instead of a pace, so that it always answers the same."""


class Case(NamedTuple):
    """A position, how far it is played on by its seat's bot, and what must hold then."""

    name: str
    build: Callable[[], Pos]
    holds: Callable[[Pos, Pos], bool]
    """Of the position before and after."""
    wrong: tuple[str, ...]
    """Answers after which it does not hold: what a beginner might do."""
    whole_phase: bool = True
    """Whether the bot plays until somebody else is asked or its phase is over, or gives one answer only."""
    unsolved: bool = False
    """Whether the staff is known to fail,"""
    right: tuple[str, ...] = ()
    """and then answers after which it holds: proof that it could have done better."""


def one_answer(
    name: str, build: Callable[[], Pos], right: tuple[str, ...], wrong: str, *, unsolved: bool = False
) -> Case:
    """A case where one of a few answers must be given at once."""

    def holds(before: Pos, after: Pos) -> bool:
        return after.hash() in {played(before, [answer]).hash() for answer in right}

    return Case(name, build, holds, (wrong,), whole_phase=False, unsolved=unsolved, right=right[:1])


def played(g: Pos, answers: list[str] | tuple[str, ...]) -> Pos:
    """The position after some answers, those of luck included."""
    after = g.copy()
    for answer in answers:
        after.play(answer)
    return after


def answered(g: Pos, case: Case, bot: str, seed: int) -> Pos:
    """The position after a bot has given one answer, or has played the phase."""
    after, seat, level, turn = g.copy(), g.to_decide, len(g.stack), g.game.player_turn(g)
    assert seat is not None
    player = _bot(bot, g.game, seed)
    for _ in range(ENOUGH):
        if after.to_decide != seat or len(after.stack) < level or g.game.player_turn(after) != turn:
            return after
        after.play(player.choose(view(after, Seat(seat))))
        if not case.whole_phase:
            return after
        while after.to_decide == CHANCE:
            after.apply(after.chances()[0][0])
    raise AssertionError("the phase does not end")


def _bot(name: str, game: Game[Any], seed: int) -> Bot:
    if name == MarshalBot.name:
        return MarshalBot(game, Random(seed), simulations=FUTURES)
    return make_bot(name, game, seed)


def solves(case: Case, bot: str) -> bool:
    """Whether a bot does what is right."""
    g = case.build()
    seeds = 1 if bot == MarshalBot.name else SEEDS
    return all(case.holds(g, answered(g, case, bot, seed)) for seed in range(seeds))


def place_of(g: Pos, unit: str) -> str:
    """Where a unit stands."""
    found: str = g.game.names.places[g.where[g.game.names.piece(unit)]]
    return found


def on_map(g: Pos, unit: str) -> bool:
    """Whether a unit is on the map."""
    return bool(g.where[g.game.names.piece(unit)] < g.game.board.size)


def stays(*units: str) -> Callable[[Pos, Pos], bool]:
    """Whether units are where they were."""
    return lambda before, after: all(place_of(before, unit) == place_of(after, unit) for unit in units)


def held_by(place: str, *units: str) -> Callable[[Pos, Pos], bool]:
    """Whether at least one of some units stands in a place."""
    return lambda before, after: any(place_of(after, unit) == place for unit in units)


def gap(g: Pos, unit: str, place: str) -> int:
    """How many hexes a unit stands from a place; very many if it is not on the map."""
    at, board = g.where[g.game.names.piece(unit)], g.game.board
    return board.distance(at, board.place(place)) if at < board.size else 99
