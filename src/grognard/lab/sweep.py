"""What a change of data does to balance: the same seeds with each value, and the shares beside each other.

    --set units.R-47.attack=+0,+1,+2

Several values of one change are points of a line; several changes are made together, one value each, or crossed.
Because every variant draws from the same seeds, the difference of two shares is measured by pairs of games, which is
more exact than the shares themselves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from itertools import product

import msgspec

from ..engine.errors import SetupError, short
from .executor import Executor
from .match import Line, Plan, Played, Result, Task, interval, plan, play
from .packs import overlay


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """The data with some changes: what they are called, and the match that is played with them."""

    name: str
    match: Plan


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat took with a variant."""

    name: str
    games: int
    share: float
    low: float
    high: float
    change: float
    """Against the first variant: the mean difference of the pairs of games,"""
    error: float
    """and half of its 95 % interval."""


def variants(
    game: str,
    scenario: str | None,
    options: Sequence[str],
    players: Sequence[str],
    changes: Sequence[str],
    seed: int = 0,
) -> list[Variant]:
    """The data as they are, and with each combination of the values that were named."""
    found = [Variant(name="as it is", match=plan(game, scenario, options, players, seed))]
    for chosen in product(*[_values(change) for change in changes]):
        data = overlay(game, chosen)
        if any(known.match.data == data for known in found):
            continue  # +0 is the data as they are
        found.append(Variant(name=", ".join(chosen), match=plan(game, scenario, options, players, seed, data)))
    if len(found) == 1:
        raise SetupError("nothing is changed: name a change with --set, as in units.ROW.COLUMN=+1")
    return found


def _values(change: str) -> list[str]:
    """`units.X.attack=+1,+2` as a change for each value."""
    where, sign, values = change.partition("=")
    if not sign or not values:
        raise SetupError(f"'{short(change)}' is no change; one is written units.ROW.COLUMN=VALUE,VALUE …")
    return [f"{where}={value}" for value in values.split(",")]


def play_all(
    found: Sequence[Variant], games: int, executor: Executor, kept: Played | None = None
) -> Iterator[tuple[int, Result]]:
    """Every seed with every variant: the number of the variant and the result, as ready.

    What earlier runs have kept is not played again; new games are kept, too.
    """
    known = Played(None) if kept is None else kept
    pairs = [
        (n, number) for number in range(games) for n, one in enumerate(found) if (one.match, number) not in known.found
    ]
    tasks = [Task(match=found[n].match, number=number) for n, number in pairs]
    for at, result in executor.results(play, tasks):
        known.add(Line(tasks[at].match, result))
        yield pairs[at][0], result


def shown(found: Sequence[Variant], results: Sequence[Sequence[Result]], seat: str) -> list[Shown]:
    """What a seat took with each variant."""
    taken = [{result.number: _points(result, seat) for result in some} for some in results]
    return [_one(variant, mine, taken[0]) for variant, mine in zip(found, taken, strict=True)]


def _points(result: Result, seat: str) -> float:
    return 0.5 if not result.winner else float(result.winner == seat)


def _one(variant: Variant, mine: dict[int, float], first: dict[int, float]) -> Shown:
    games = len(mine)
    points = sum(mine.values())
    low, high = interval(points, games)
    pairs = [mine[number] - first[number] for number in mine if number in first]
    change = sum(pairs) / len(pairs) if pairs else 0.0
    spread = sum((pair - change) ** 2 for pair in pairs) / (len(pairs) - 1) if len(pairs) > 1 else 0.0
    error = 1.96 * math.sqrt(spread / len(pairs)) if pairs else 0.0
    share = points / games if games else 0.0
    return Shown(name=variant.name, games=games, share=share, low=low, high=high, change=change, error=error)


def plot(found: Sequence[Shown], title: str) -> str:
    """The shares with their intervals, as SVG."""
    row, left, wide = 34, 260, 640
    scale = wide - 60
    body: list[str] = [f'<text x="10" y="24" font-weight="bold">{escape(title)}</text>']
    for n, one in enumerate(found):
        y = 52 + n * row
        body.append(f'<text x="{left - 12}" y="{y + 5}" text-anchor="end">{escape(one.name)}</text>')
        body.append(f'<path d="M{left + scale * one.low:.1f} {y}H{left + scale * one.high:.1f}" stroke="#2f5d8c"/>')
        body.append(f'<circle cx="{left + scale * one.share:.1f}" cy="{y}" r="6" fill="#2f5d8c"/>')
        body.append(f'<text x="{left + scale + 12}" y="{y + 5}">{one.share:.0%}</text>')
    high = 52 + len(found) * row
    for tenth in (0, 25, 50, 75, 100):
        x = left + scale * tenth / 100
        body.append(f'<path d="M{x} 38V{high - 14}" stroke="#999" stroke-width="1" stroke-dasharray="2 4"/>')
        body.append(f'<text x="{x}" y="{high + 8}" text-anchor="middle">{tenth} %</text>')
    size = f'viewBox="0 0 {left + wide} {high + 24}" width="{left + wide}" height="{high + 24}"'
    style = 'font-family="sans-serif" font-size="15" stroke-width="3"'
    paper = '<rect width="100%" height="100%" fill="#fbf8f2"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{paper}{_painted(body)}</svg>\n'


def _painted(body: Sequence[str]) -> str:
    """Text is filled and has no outline."""
    return "".join(part.replace("<text ", '<text fill="#1f1c18" stroke="none" ') for part in body)
