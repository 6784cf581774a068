"""A round robin of bots in paired games: each two play every seed with both seatings.

What was played is kept as one line of JSON a game, so that a run that was broken off goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import msgspec

from ..engine.errors import SetupError
from ..games import load_game
from .executor import Executor
from .kept import Kept
from .match import Plan, plan, play_game


class Fixture(msgspec.Struct, frozen=True, kw_only=True):
    """One game to be played: a match with a bot for each seat, and the number of the game in it."""

    match: Plan
    number: int


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A game that was played."""

    fixture: Fixture
    points: float
    """What the bot in the first seat took: 1, ½ or 0."""
    text: str
    decisions: int


def fixtures(
    game: str, scenario: str | None, options: Sequence[str], bots: Sequence[str], pairs: int, seed: int = 0
) -> list[Fixture]:
    """All games of a round robin: the first seed for each two bots with both seatings, then the next."""
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise SetupError("a ladder needs two bots or more, each named once")
    matches = [
        plan(game, scenario, options, seating, seed)
        for two in combinations(bots, 2)
        for seating in (two, tuple(reversed(two)))
    ]
    return [Fixture(match=match, number=number) for number in range(pairs) for match in matches]


def play(fixture: Fixture) -> Played:
    """Play one game."""
    match = fixture.match
    result = play_game(match, fixture.number)
    game = load_game(match.game)
    first = game.seats(game.setup(match.scenario, match.options))[0].id
    points = float(result.winner == first) if result.winner else 0.5
    return Played(fixture=fixture, points=points, text=result.text, decisions=result.decisions)


def play_all(wanted: Sequence[Fixture], executor: Executor) -> Iterator[Played]:
    """Play games; each result as soon as it is there."""
    for _, played in executor.results(play, wanted):
        yield played


class Results(Kept[Fixture, Played]):
    """The games of earlier runs in a file, to which new ones are added; without a file nothing is kept."""

    def __init__(self, file: Path | None) -> None:
        super().__init__(file, Played, lambda played: played.fixture, "a game of a ladder")
