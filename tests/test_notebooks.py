"""The notebooks of the documents run, cell by cell, and what they end with can be drawn."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.bots.base import onward_actions
from grognard.engine import Seat, SetupError, Table, view
from grognard.games import load_game
from grognard.notebook import Picture, show

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


def cells(notebook: Path) -> list[str]:
    data = json.loads(notebook.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in data["cells"] if cell["cell_type"] == "code"]


def run(text: str, known: dict[str, Any]) -> Any:
    """Run a cell as Jupyter does; gives the value of its last line, if that is one."""
    tree = ast.parse(text)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), known)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), known) if isinstance(last, ast.Expr) else None


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebooks_run(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    known: dict[str, Any] = {"__name__": "__main__"}
    drawn = 0
    for text in cells(notebook):
        shown = run(text, known)
        if hasattr(shown, "_repr_svg_"):
            assert shown._repr_svg_().startswith("<svg")
            drawn += 1
    assert drawn


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_kept_without_output(notebook: Path) -> None:
    data = json.loads(notebook.read_text(encoding="utf-8"))
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in data["cells"])


@pytest.mark.parametrize("name", ["marshals", "raceforberlin"])  # a map of hexes and one of zones
def test_positions_views_and_boards_draw_themselves(name: str) -> None:
    game = load_game(name)
    g = Table(game, seed=bytes(32)).position
    standing = sum(place < game.board.size for place in g.where)
    assert g._repr_svg_().startswith("<svg")
    # A counter is a group with its own scale; of a high stack only the upper ones are drawn.
    assert 0 < g._repr_svg_().count("scale(0.") - game.board._repr_svg_().count("scale(0.") <= standing + 5
    assert view(g, g.to_decide)._repr_svg_().count("<text") > game.board._repr_svg_().count("<text")


def test_a_view_shows_concealed_counters_from_behind() -> None:
    """What the owner sees stands in the picture; the other seat's picture holds no name of it."""
    game = load_game("reichstag")
    table, rng = Table(game, seed=bytes(32)), Random(1)
    hidden = 0
    while not hidden:
        table.play(rng.choice(onward_actions(table.position)))
        hidden = sum(game.names.place(h.place) < game.board.size for h in table.view(Seat(0)).hidden)
    back = "M12 88L88 12"  # its lines
    assert table.view(Seat(0))._repr_svg_().count(back) == hidden
    assert table.position._repr_svg_().count(back) == 0


def test_arrows_and_marks_name_places_and_wrong_ones_are_refused() -> None:
    g = load_game("marshals").start()
    plain, marked = show(g).svg, show(g, arrows=[("1405", "1305", "#00f")], marks={"1305": "gold"})
    assert isinstance(marked, Picture)
    assert 'stroke="#00f"' in marked.svg
    assert 'fill="gold"' in marked.svg
    assert len(marked.svg) > len(plain)
    assert 'fill="&lt;' in show(g, marks={"1305": "<script>"}).svg
    with pytest.raises(SetupError, match="there is no place '9999' on"):
        show(g, marks=["9999"])


def test_a_record_is_a_table_and_its_last_position_a_picture() -> None:
    table = Table(load_game("marshals"), seed=bytes(32))
    for _ in range(30):
        table.play(table.position.actions()[0])
    record = table.record({"russian": "<b>Ann</b>"})
    html = record._repr_html_()
    assert "&lt;b&gt;Ann&lt;/b&gt;" in html
    assert "<td" in html
    assert show(record).svg == show(table.position).svg
