"""Measurements: decisions per second of processor time, and the cost of what bots and servers do most."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from ..bots import make_bot
from ..bots.base import onward_actions
from ..engine.flow import CHANCE, Seat
from ..engine.game import Game
from ..engine.places import Place
from ..engine.position import Position
from ..engine.table import Table
from ..engine.view import view


class Figures(msgspec.Struct, kw_only=True):
    """What was measured of one game; times are processor times."""

    game: str
    decisions_per_cpu_s: float
    legal_per_decision: float
    decisions_per_game: float
    copy_us: float
    reach_us: float
    view_us: float
    save_us: float
    load_us: float
    staff_ms: float
    record_bytes: int


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One run of one version, to be compared with other runs; times are processor times."""

    decisions_per_cpu_s: float
    copy_us: float
    staff_ms: float
    random_games: str
    """A fingerprint of what was played at random; the same games have the same."""
    staff_game: str
    """A fingerprint of what the staff bot played."""


def run(game: Game[Any], games: int, staff: int | None) -> Run:
    """Measure what is compared between versions; `staff` is how many of its decisions, all of a game for None."""
    decisions, _, seconds, sample, ends = _random_play(game, games)
    copy = _each(sample, lambda g: g.copy())
    staff_ms, table = _staff_play(game, staff)
    return Run(
        decisions_per_cpu_s=decisions / seconds,
        copy_us=copy,
        staff_ms=staff_ms,
        random_games=_fingerprint([f"{decisions}", *(g.to_json() for g in ends)]),
        staff_game=_fingerprint([entry.action for entry in table.record().entries]),
    )


def _fingerprint(texts: list[str]) -> str:
    return hashlib.blake2b("\n".join(texts).encode(), digest_size=8).hexdigest()


def measure(game: Game[Any], games: int = 10) -> Figures:
    """Measure one game."""
    decisions, legal, seconds, sample, _ = _random_play(game, games)
    middle = sample[len(sample) // 2]
    text = middle.to_json()
    seat = middle.to_decide
    staff, table = _staff_play(game)
    return Figures(
        game=game.id,
        decisions_per_cpu_s=decisions / seconds,
        legal_per_decision=legal / decisions,
        decisions_per_game=decisions / games,
        copy_us=_each(sample, lambda g: g.copy()),
        reach_us=_reach(game, sample),
        view_us=_each(sample, lambda g: view(g, seat)),
        save_us=_each(sample, lambda g: g.to_json()),
        load_us=_each(sample, lambda g: game.from_json(text)),
        staff_ms=staff,
        record_bytes=len(table.record().to_text().encode()),
    )


def random_pace(game: Game[Any], games: int) -> float:
    """Decisions for each second of processor time in random games."""
    decisions, _, seconds, _, _ = _random_play(game, games)
    return decisions / max(seconds, 1e-9)


Positions = list[Position[Any, Any]]


def _random_play(game: Game[Any], games: int) -> tuple[int, int, float, Positions, Positions]:
    """Random games with all legal actions listed at each step; luck's answers are not counted.

    Gives decisions, legal actions, seconds, some positions on the way, and the last one of each game.
    """
    decisions = legal = 0
    seconds = 0.0
    sample: Positions = []
    ends: Positions = []
    for number in range(games):
        rng = Random(number)
        g = game.start(game.scenarios[number % len(game.scenarios)].id)
        began = time.process_time()
        step = 0
        while g.to_decide is not None:
            actions = g.actions()
            if g.to_decide == CHANCE:
                g.play(rng.choice(actions))
                continue
            decisions += 1
            legal += len(actions)
            g.play(rng.choice(onward_actions(g)))
            step += 1
            if number < 2 and step % 40 == 1 and g.to_decide not in (None, CHANCE):
                seconds += time.process_time() - began
                sample.append(g.copy())
                began = time.process_time()
        seconds += time.process_time() - began
        ends.append(g)
    return decisions, legal, seconds, sample, ends


def _each(sample: Positions, work: Callable[[Position[Any, Any]], object]) -> float:
    """The mean time of a piece of work on each position, in microseconds; the best of five rounds."""
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for g in sample:
            for _ in range(10):
                work(g)
        best = min(best, (time.process_time() - began) / (10 * len(sample)))
    return best * 1e6


def _reach(game: Game[Any], sample: Positions) -> float:
    """The mean time to find every place one unit can go to."""
    size = game.board.size
    units = [(g, p) for g in sample for p in range(len(g.where)) if g.where[p] < Place(size) and game.reach(g, p)]
    if not units:
        return 0.0
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for g, piece in units:
            game.reach(g, piece)
        best = min(best, (time.process_time() - began) / len(units))
    return best * 1e6


def _staff_play(game: Game[Any], most: int | None = None) -> tuple[float, Table]:
    """The staff bot's mean time for a decision in a game against itself, or in the beginning of one; and the game."""
    table = Table(game, seed=bytes(32))
    seats = len(game.seats(table.position.setup))
    bots = [make_bot("staff", game, seed=i) for i in range(seats)]
    decisions, seconds = 0, 0.0
    while not table.over and (most is None or decisions < most):
        seat = table.position.to_decide
        assert seat is not None
        seen = table.view(Seat(seat))
        began = time.process_time()
        action = bots[seat].choose(seen)
        seconds += time.process_time() - began
        decisions += 1
        table.play(action, Seat(seat))
    return seconds / max(1, decisions) * 1e3, table
