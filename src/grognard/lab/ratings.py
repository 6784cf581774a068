"""Ratings by the Bradley–Terry model, on the scale of Elo; the model itself is the package `choix`.

A draw is half a win for both. Everybody is taken to have drawn once with everybody else before, so that a bot that lost
all its games has a rating too. Intervals come from drawing pairs of games again and again (bootstrap): the two games of
a pair share their luck and are drawn together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any

import msgspec

from ..engine.errors import SetupError
from .ladder import Played

MEAN = 1500
"""Of the ratings of all bots."""
ELO = 400 / math.log(10)
"""Elo points in a unit of the model."""
PRIOR = 0.5
"""Points that everybody has taken from everybody before."""
DRAWN = 400
"""How often pairs are drawn for the intervals."""
OUTSIDE = 0.025
"""The share of these ratings that lies below an interval, and above it."""

Points = tuple[int, int, float]
"""Two bots by number, and what the first took from the second in a game."""
Pair = list[Points]
"""The games of two bots with the same seed."""


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """How strong a bot is."""

    bot: str
    games: int
    points: float
    rating: float
    low: float
    """Of the 95 % interval,"""
    high: float
    """and its other end."""


def load_model() -> Any:
    """The package with the model."""
    try:
        return import_module("choix")
    except ModuleNotFoundError:
        raise SetupError("ratings need the package choix: 'pip install grognard[ladder]' adds it") from None


def ratings(bots: Sequence[str], games: Sequence[Played], seed: int = 0) -> list[Rating]:
    """All bots, the strongest first."""
    model, rng = load_model(), Random(seed)
    pairings = _pairings(bots, games)
    found = _fitted(model, len(bots), [pair for pairs in pairings for pair in pairs])
    drawn = [
        _fitted(model, len(bots), [pair for pairs in pairings for pair in rng.choices(pairs, k=len(pairs))])
        for _ in range(DRAWN)
    ]
    rated = [_rating(bot, n, games, found, drawn) for n, bot in enumerate(bots)]
    return sorted(rated, key=lambda one: -one.rating)


def _pairings(bots: Sequence[str], games: Sequence[Played]) -> list[list[Pair]]:
    """The pairs of games of each two bots."""
    number = {bot: n for n, bot in enumerate(bots)}
    pairings: dict[frozenset[str], dict[int, Pair]] = {}
    for game in games:
        first, second = game.fixture.match.players
        pairs = pairings.setdefault(frozenset((first, second)), {})
        pairs.setdefault(game.fixture.number, []).append((number[first], number[second], game.points))
    return [list(pairs.values()) for pairs in pairings.values()]


def _fitted(model: Any, bots: int, pairs: list[Pair]) -> list[float]:
    """The rating of each bot."""
    numpy = import_module("numpy")
    taken = numpy.full((bots, bots), PRIOR)
    numpy.fill_diagonal(taken, 0.0)
    for pair in pairs:
        for first, second, points in pair:
            taken[first, second] += points
            taken[second, first] += 1 - points
    return [MEAN + ELO * float(strength) for strength in model.ilsr_pairwise_dense(taken)]


def _rating(bot: str, number: int, games: Sequence[Played], found: list[float], drawn: list[list[float]]) -> Rating:
    first = [game.points for game in games if game.fixture.match.players[0] == bot]
    second = [1 - game.points for game in games if game.fixture.match.players[1] == bot]
    spread = sorted(one[number] for one in drawn)
    outside = round(OUTSIDE * len(spread))
    return Rating(
        bot=bot,
        games=len(first) + len(second),
        points=sum(first) + sum(second),
        rating=found[number],
        low=spread[outside],
        high=spread[-1 - outside],
    )
