"""A simulation as a page: one HTML file without scripts that needs no network.

Shares with intervals, lengths, the course of the score, losses by turn, luck, and on the game's own map where counters
went and where was fought.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from statistics import mean, median
from typing import Any

import msgspec

from ..draw.geometry import frame
from ..draw.scene import base_svg, overlay
from ..engine.game import Game
from ..engine.telling import counted
from .match import Plan, Result, interval
from .packs import game_with
from .traces import Trace

TONES = ("#9c2f2f", "#2f5d8c", "#6a7f2c", "#8a6d3b")
"""One for each seat or side, readable on paper and with any colour deficiency beside its label."""
WIDE, HIGH = 440.0, 200.0

STYLE = """
:root { color-scheme: light dark; --ink: #1f1c18; --soft: #6b645a; --paper: #fbf8f2; --line: #d8d0c2; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee8dd; --soft: #a9a195; --paper: #1b1a18; --line: #403c36; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 'Alegreya Sans', 'Segoe UI', 'DejaVu Sans', sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { margin-top: 2.2rem; border-bottom: 1px solid var(--line); }
p.about { color: var(--soft); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; } th, td { padding: .25rem .8rem .25rem 0; }
th { text-align: left; font-weight: 600; } td.n { text-align: right; }
.wide { overflow-x: auto; } .charts { display: flex; flex-wrap: wrap; gap: 1.5rem; }
figure { margin: 0; flex: 1 1 22rem; min-width: 0; max-width: 38rem; }
figure.map { flex-basis: 30rem; max-width: none; } figcaption { color: var(--soft); font-size: .92rem; }
svg { width: 100%; height: auto; display: block; } svg text { font: 13px sans-serif; fill: var(--ink); }
svg.map text { fill: unset; font: unset; } .axis { stroke: var(--line); }
"""


class Match(msgspec.Struct, frozen=True):
    """A match and its games, with what happened in each."""

    plan: Plan
    results: Sequence[Result]


def report(matches: Iterable[Match]) -> str:
    """The page."""
    sections = [_section(match) for match in matches]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
    page = f'<html lang="en"><head><title>Simulation</title>{head}</head><body>{"".join(sections)}</body></html>'
    return f"<!doctype html>{page}\n"


def _section(match: Match) -> str:
    game = game_with(match.plan.game, match.plan.data)
    setup = game.setup(match.plan.scenario, match.plan.options)
    seats = {seat.id: seat.title for seat in game.seats(setup)}
    title = game.scenario(match.plan.scenario).title
    options = f", with {', '.join(match.plan.options)}" if match.plan.options else ""
    about = (
        f"{counted(len(match.results), 'game')}, seed {match.plan.seed}; {_seated(seats, match.plan.players)}{options}"
    )
    parts = [f"<h1>{escape(game.title)}: {escape(title)}</h1><p class=about>{escape(about)}</p>"]
    if not match.results:
        return "".join([*parts, "<p>No game was played.</p>"])
    traces = [result.trace for result in match.results if result.trace is not None]
    parts += [_shares(match, seats), _lengths(match)]
    if traces:
        parts += [_course(traces, seats), _losses(game, traces), _luck(match, seats), _maps(game, traces)]
    return "".join(parts)


def _seated(seats: dict[str, str], players: Sequence[str]) -> str:
    return ", ".join(f"{seat}: {player}" for seat, player in zip(seats.values(), players, strict=True))


# -- who won -------------------------------------------------------------------------------------


def _shares(match: Match, seats: dict[str, str]) -> str:
    games = len(match.results)
    rows, bars = [], []
    winners = Counter(result.winner for result in match.results)
    for n, name in enumerate([*seats, ""]):
        low, high = interval(winners[name], games)
        share = winners[name] / games
        cells = (winners[name], f"{share:.1%}", f"{low:.1%} – {high:.1%}")
        figures = "".join(f"<td class=n>{cell}</td>" for cell in cells)
        rows.append(f"<tr><th>{escape(seats.get(name, 'draw'))}</th>{figures}</tr>")
        bars.append((seats.get(name, "draw"), share, low, high, TONES[n % len(TONES)]))
    table = f"<table><tr><th>winner<th>games<th>share<th>95 % interval</tr>{''.join(rows)}</table>"
    degrees = Counter(
        f"{seats.get(result.winner, 'draw')}: {result.degree}" for result in match.results if result.degree
    )
    listed = "".join(f"<li>{escape(name)}: {count}</li>" for name, count in degrees.most_common())
    return f"<h2>Who won</h2>{table}{_share_bars(bars)}{f'<ul>{listed}</ul>' if listed else ''}"


def _share_bars(bars: list[tuple[str, float, float, float, str]]) -> str:
    """Bars with their intervals as whiskers."""
    row, left = 34.0, 130.0
    wide = WIDE - left - 10
    out = []
    for n, (name, share, low, high, tone) in enumerate(bars):
        y = n * row + 6
        out.append(
            f'<text x="{left - 8}" y="{y + 16}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{left}" y="{y}" width="{max(1.0, wide * share):.1f}" height="22" fill="{tone}" opacity=".8"/>'
            f'<path class="w" d="M{left + wide * low:.1f} {y + 11}H{left + wide * high:.1f}" stroke="currentColor"'
            ' stroke-width="2.5"/>'
        )
    return f'<figure><svg viewBox="0 0 {WIDE} {len(bars) * row + 8}">{"".join(out)}</svg></figure>'


# -- how long, how well --------------------------------------------------------------------------


def _lengths(match: Match) -> str:
    decisions = [result.decisions for result in match.results]
    said = f"{min(decisions)} to {max(decisions)} decisions, {median(decisions):.0f} in the middle"
    return f"<h2>How long</h2><div class=charts>{_histogram([float(d) for d in decisions], said)}</div>"


def _histogram(values: list[float], said: str, tone: str = TONES[1]) -> str:
    low, high = min(values), max(values)
    bins = min(20, max(1, math.ceil(math.sqrt(len(values)))))
    step = (high - low) / bins or 1.0
    found = Counter(min(bins - 1, int((value - low) / step)) for value in values)
    most = max(found.values())
    each = (WIDE - 60) / bins
    bars = "".join(
        f'<rect x="{40 + n * each + 1:.1f}" y="{HIGH - 30 - (HIGH - 50) * count / most:.1f}" width="{each - 2:.1f}"'
        f' height="{(HIGH - 50) * count / most:.1f}" fill="{tone}"><title>{count}</title></rect>'
        for n, count in sorted(found.items())
    )
    words = (
        f'<text x="40" y="{HIGH - 10}">{low:.0f}</text>'
        f'<text x="{WIDE - 20}" y="{HIGH - 10}" text-anchor="end">{high:.0f}</text>'
        f'<text x="34" y="24" text-anchor="end">{most}</text>'
    )
    line = f'<path class="axis" d="M40 {HIGH - 30}H{WIDE - 20}"/>'
    return _figure(f"{bars}{line}{words}", said)


def _figure(body: str, said: str) -> str:
    """A chart with what it shows in a sentence."""
    caption = f"<figcaption>{escape(said)}</figcaption>"
    return f'<figure><svg viewBox="0 0 {WIDE} {HIGH}">{body}</svg>{caption}</figure>'


def _course(traces: list[Trace], seats: dict[str, str]) -> str:
    """The lead of the first seat at the beginning of each turn: the median, and where half of all games lie."""
    by_turn: dict[int, list[float]] = {}
    for trace in traces:
        for turn in trace.turns:
            by_turn.setdefault(turn.number, []).append(turn.lead)
    if not by_turn:
        return ""
    first = next(iter(seats.values()))
    points = [(turn, _quartiles(leads)) for turn, leads in sorted(by_turn.items())]
    said = f"The lead of the {first} when each turn began, in the points of bots; the band holds half of the games."
    return f"<h2>The course of the score</h2><div class=charts>{_band(points, said)}</div>"


def _quartiles(values: list[float]) -> tuple[float, float, float]:
    ordered = sorted(values)
    last = len(ordered) - 1
    return ordered[last // 4], median(ordered), ordered[last - last // 4]


def _band(points: list[tuple[int, tuple[float, float, float]]], said: str) -> str:
    low, high = min(p[1][0] for p in points), max(p[1][2] for p in points)
    low, high = min(low, 0.0), max(high, 0.0)
    span = high - low or 1.0
    first, last = points[0][0], points[-1][0]

    def x(turn: int) -> float:
        return 50 + (WIDE - 80) * (turn - first) / max(1, last - first)

    def y(value: float) -> float:
        return 15 + (HIGH - 50) * (high - value) / span

    upper = " ".join(f"{x(turn):.1f},{y(q[2]):.1f}" for turn, q in points)
    lower = " ".join(f"{x(turn):.1f},{y(q[0]):.1f}" for turn, q in reversed(points))
    middle = " ".join(f"{x(turn):.1f},{y(q[1]):.1f}" for turn, q in points)
    turns = "".join(f'<text x="{x(turn):.1f}" y="{HIGH - 8}" text-anchor="middle">{turn}</text>' for turn, _ in points)
    marks = (
        f'<text x="44" y="22" text-anchor="end">{high:.0f}</text>'
        f'<text x="44" y="{HIGH - 32}" text-anchor="end">{low:.0f}</text>'
    )
    body = (
        f'<path class="axis" d="M50 {y(0):.1f}H{WIDE - 30}"/>'
        f'<polygon points="{upper} {lower}" fill="{TONES[1]}" opacity=".25"/>'
        f'<polyline points="{middle}" fill="none" stroke="{TONES[1]}" stroke-width="3"/>{turns}{marks}'
    )
    return _figure(body, said)


def _losses(game: Game[Any], traces: list[Trace]) -> str:
    """Counters that each side loses in a turn, on average."""
    sides = [side for side in game.roster.sides if any(lost.side == side for trace in traces for lost in trace.losses)]
    if not sides:
        return ""
    total: Counter[tuple[int, str]] = Counter()
    for trace in traces:
        for lost in trace.losses:
            total[lost.turn, lost.side] += lost.counters
    turns = sorted({turn for trace in traces for turn in [t.number for t in trace.turns]} | {t for t, _ in total})
    rows = []
    for turn in turns:
        cells = "".join(f"<td class=n>{total[turn, side] / len(traces):.1f}</td>" for side in sides)
        rows.append(f"<tr><th>{turn}</th>{cells}</tr>")
    heads = "".join(f"<th>{escape(side)}" for side in sides)
    whole = "".join(f"<td class=n>{sum(total[t, side] for t in turns) / len(traces):.1f}</td>" for side in sides)
    table = f"<table><tr><th>turn{heads}</tr>{''.join(rows)}<tr><th>all</th>{whole}</tr></table>"
    about = "<p class=about>Counters that a side loses in a turn, on average.</p>"
    return f"<h2>Losses</h2>{about}<div class=wide>{table}</div>"


def _luck(match: Match, seats: dict[str, str]) -> str:
    """What dice gave, and how often the luckier side won."""
    weighed = [(result, result.trace) for result in match.results if result.trace is not None and result.trace.dice]
    if not weighed:
        return ""
    first, title = next(iter(seats.items()))
    luck = [trace.luck for _, trace in weighed]
    lucky = sum((r.winner == first) == (t.luck > 0) for r, t in weighed if r.winner)
    decided = sum(bool(result.winner) for result, _ in weighed)
    said = f"What the dice gave the {title} beyond what was to be expected, in points; {mean(luck):+.1f} on average."
    won = f" The luckier side won {lucky} of {counted(decided, 'game')} that somebody won." if decided else ""
    return f"<h2>Luck</h2><div class=charts>{_histogram(luck, said + won, TONES[2])}</div>"


# -- where ---------------------------------------------------------------------------------------


def _maps(game: Game[Any], traces: list[Trace]) -> str:
    """The map once, and on it each count."""
    heats = []
    for n, side in enumerate(game.roster.sides):
        visits = _summed([trace.visits.get(side, {}) for trace in traces])
        if visits:
            heats.append((f"Where counters of {side} went", visits, TONES[n % len(TONES)]))
    battles = _summed([trace.battles for trace in traces])
    if battles:
        heats.append(("Where was fought", battles, "#c0392b"))
    if not heats:
        return ""
    to = frame(game.board)
    inner = base_svg(game.board).partition(">")[2].rpartition("</svg>")[0]
    source = (
        f'<svg width="0" height="0" style="position:absolute" class=map aria-hidden="true"><defs>'
        f'<g id="map-{game.id}">{inner}</g></defs></svg>'
    )
    figures = [
        _heat(game, f"{to.width} {to.height}", title, counts, tone, len(traces)) for title, counts, tone in heats
    ]
    return f"<h2>Where</h2>{source}<div class=charts>{''.join(figures)}</div>"


def _summed(counts: Iterable[dict[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return total


def _heat(game: Game[Any], size: str, title: str, counts: Counter[str], tone: str, games: int) -> str:
    """The map with places the stronger tinted the more often they are named."""
    number, most = game.board.number, max(counts.values())
    tints = "".join(
        f'<g opacity="{0.15 + 0.85 * math.sqrt(count / most):.2f}">'
        f"{overlay(game.board, (), marks={number[place]: tone})}"
        f"<title>{escape(_said(game, place, count, games))}</title></g>"
        for place, count in sorted(counts.items())
        if place in number
    )
    top = ", ".join(_said(game, place, count, games) for place, count in counts.most_common(3))
    return (
        f'<figure class="map"><svg class="map" viewBox="0 0 {size}"><use href="#map-{game.id}"/>{tints}</svg>'
        f"<figcaption>{escape(title)}. Most: {escape(top)}.</figcaption></figure>"
    )


def _said(game: Game[Any], place: str, count: int, games: int) -> str:
    return f"{game.place_title(game.board.number[place])} {count / games:.1f} times a game"
