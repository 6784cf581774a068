"""Pages about the games: an overview, the rules of each in our own words, its counters."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Any

from grognard.draw import counter_svg, to_png
from grognard.engine.charts import chapter, load_charts
from grognard.engine.face import Face
from grognard.engine.game import Game
from grognard.engine.ledger import Rule, load_ledger
from grognard.engine.telling import counted

ACROSS, BOX = 10, 112
"""Counters in a row of a sheet, and the room for each in the units of the drawing."""
MOST = 40
"""So many kinds of counters are shown."""


def overview(games: Iterable[Game[Any]]) -> str:
    """All games with their maps."""
    lines = [
        "# The games",
        "",
        "Five games about the last months of the war in the east, 1945. Each has its own rules.",
        "",
    ]
    for game in sorted(games, key=lambda game: (not game.start_here, game.playing_time[1])):
        begin = " **Start here.**" if game.start_here else ""
        lines += [
            f"## {game.title}",
            "",
            f"[![Map of {game.title}](maps/{game.id}.webp){{ .map }}]({game.id}.md)",
            "",
            f"{game.blurb}{begin}",
            "",
            f"{game.length}, {game.difficulty}. [Guide]({game.id}.md), [rules]({game.id}-rules.md).",
            "",
        ]
    return "\n".join(lines)


def with_picture(guide: str, game: Game[Any]) -> str:
    """A guide with the map below its title."""
    title, _, rest = guide.partition("\n")
    picture = f"![Map of {game.title}](maps/{game.id}.webp){{ .map }}"
    return f"{title}\n\n{picture}\n\nEvery rule in our own words: [rules]({game.id}-rules.md).\n{rest}"


def rules(game: Game[Any]) -> str:
    """Every rule of a game's ledger, by chapter."""
    ledger = load_ledger(game.pack)
    charts = load_charts(game)
    tested = len(ledger.to_test)
    lines = [
        f"# Rules of {game.title}",
        "",
        f"{counted(len(ledger.rules), 'rule')} in our own words. The program enforces or calculates {tested} of them, "
        f"and tests hold them. `grognard rules {game.id} 'WORDS'` finds one in the terminal. "
        f"The [guide]({game.id}.md) says how the game is played here.",
        "",
        f"![Counters of {game.title}](counters/{game.id}.png){{ .counters }}",
        "",
    ]
    for name, title in charts.chapters.items():
        lines += [f"## {_heading(name, title)}", ""]
        lines += [_rule(rule) for rule in ledger.rules if chapter(rule.number) == name]
    return "\n".join(lines)


def _rule(rule: Rule) -> str:
    """A paragraph that can be linked to."""
    words = f"<b>{rule.number} {_text(rule.title)}.</b> {_text(rule.statement)}"
    return f"<p class='rule' id='{_anchor(rule.number)}'>{words}</p>\n"


def _heading(name: str, title: str) -> str:
    return title if title.startswith(name) or name == title else f"{name} {title}"


def _anchor(number: str) -> str:
    return "rule-" + number.replace("/", "-")


def _text(words: str) -> str:
    return html.escape(words, quote=False)


def counters(game: Game[Any]) -> bytes:
    """A sheet with one counter of each kind, as a PNG."""
    faces = _kinds(game)[:MOST]
    rows = -(-len(faces) // ACROSS)
    drawn = [
        f'<g transform="translate({6 + i % ACROSS * BOX} {6 + i // ACROSS * BOX})">{counter_svg(face)}</g>'
        for i, face in enumerate(faces)
    ]
    wide, high = min(ACROSS, len(faces)) * BOX, rows * BOX
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    return to_png(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(drawn)}</svg>', wide)


def _kinds(game: Game[Any]) -> list[Face]:
    """The first face of each arm, size and colour, in the order of the roster."""
    found: dict[tuple[str, str, str], Face] = {}
    for unit in game.roster.units:
        found.setdefault((unit.face.symbol, unit.face.size, unit.face.colours), unit.face)
    return list(found.values())
