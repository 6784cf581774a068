"""The booklet: aims, turn track, charts, order of battle, chits, and the rules in our words.

Everything is the data that the board shows; `booklet.typ` sets it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from grognard.draw import for_typst, typeset
from grognard.draw.counters import printed_counter
from grognard.engine.charts import Chart, chapter, load_charts
from grognard.engine.game import Game

from .sizes import Paper

TEMPLATE = Path(__file__).parent / "booklet.typ"


def booklet(game: Game[Any], paper: Paper) -> bytes:
    """The booklet on pages of half a sheet."""
    content = msgspec.json.encode(_content(game, paper)).decode()
    return typeset(TEMPLATE.read_text(encoding="utf-8"), {"content": content})


def _content(game: Game[Any], paper: Paper) -> dict[str, Any]:
    charts = load_charts(game)
    shown = {id_ for page in charts.pages for row in page.rows for id_ in row.pieces}
    units = [unit for unit in game.roster.units if unit.id in shown]
    chapters: dict[str, list[dict[str, str]]] = {name: [] for name in charts.chapters}
    for rule in game.ledger.rules:
        chapters[chapter(rule.number)].append({"number": rule.number, "title": rule.title, "text": rule.statement})
    return {
        "width": paper.lying.width / 2,
        "height": paper.lying.height,
        "title": game.title,
        "credits": list(game.board.credits),
        "scenarios": [_scenario(scenario, charts.aim) for scenario in game.scenarios],
        "options": [{"title": o.title, "text": o.text, "rule": o.rule} for o in game.options],
        "pages": [_page(page) for page in charts.pages],
        "names": {unit.id: unit.name for unit in units},
        "faces": {unit.id: _picture(printed_counter(unit.face)) for unit in units},
        "says": charts.says,
        "chapters": [{"number": k, "title": charts.chapters[k], "rules": v} for k, v in chapters.items()],
    }


def _scenario(scenario: Any, aim: dict[str, str]) -> dict[str, Any]:
    sides = [
        {
            "title": seat.title,
            "commands": seat.commands,
            "aim": aim.get(f"{scenario.id}.{seat.id}", aim.get(seat.id, "")),
        }
        for seat in scenario.seats
    ]
    return {"title": scenario.title, "text": scenario.text, "sides": sides}


def _page(page: Chart) -> dict[str, Any]:
    """A page of the charts; groups of counters stand under the first of their headings."""
    made: dict[str, Any] = msgspec.to_builtins(page)
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in made["rows"]:
        groups.setdefault(row["heads"][0] if row["heads"] else "", []).append(row)
    made["groups"] = [{"title": title, "rows": rows} for title, rows in groups.items()]
    return made


def _picture(drawn: str) -> str:
    return for_typst(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{drawn}</svg>')
