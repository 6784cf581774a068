"""What is looked up: every game has its pages, and they say what is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine import PackError
from grognard.engine.charts import CHARTS, load_charts
from grognard.games import load_game


def test_the_die_column_of_the_present_player_is_marked() -> None:
    """CRT.2 In the second player's turn the table is read the other way round."""
    crt = next(page for page in load_charts(load_game("marshals")).pages if page.name == "crt")
    assert [(head.title, head.when) for head in crt.heads] == [("A", "player=0"), ("B", "player=1")]
    column = crt.columns.index("1:1")
    assert {row.heads[0]: row.cells[column] for row in crt.rows}["4"] == "DW"
    assert {row.heads[1]: row.cells[column] for row in crt.rows}["4"] == "D"


def test_points_on_the_map_are_those_in_the_texts() -> None:
    """What the map says and no table: reichstag's objectives (27.4), the number of konigsberg's cities (14.3)."""
    race = load_game("reichstag")
    values = {race.board.label[place]: points for place, points in race.map.value.items()}
    reichstag, potsdam = values.pop("Reichstag"), values.pop("Potsdam")
    [other] = set(values.values())
    charts = load_charts(race)
    for aim in charts.aim.values():
        assert f"the Reichstag {reichstag}, " in aim
        assert f"other objectives {other}, " in aim
    assert f"Potsdam {potsdam}, " in charts.aim["1uf"]
    page = next(page for page in charts.pages if page.title == "Stavka points and victory points")
    told = {row.heads[0]: row.cells[0] for row in page.rows}
    assert told["Reichstag"] == f"{reichstag} VP"
    assert told["Potsdam (1st Ukrainian Front)"] == f"{potsdam} VP"
    assert told["Other objective"] == f"{other} VP"
    east_prussia = load_game("konigsberg")
    cities = east_prussia.map.objectives.bit_count()
    for aim in load_charts(east_prussia).aim.values():
        assert f" of the {cities} victory cities after turn " in aim


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[chart]]\ntitle = 'X'\nresults = 'nothing'", "chart 'X': tables.toml has no 'nothing'"),
        ("[[chart]]\ntitle = 'X'\nresults = 'movement'", "chart 'X': 'movement' is not a results table"),
        ("[[chart]]\ntitle = 'X'", "chart 'X' must have one of results, rows, track, units and chits, not 0"),
        ("[[chart]]\ntitle = 'X'\ncolumns = ['A']\nrows = [['{shifts.hole}']]", "tables.toml has no 'shifts.hole'"),
        ("[[chart]]\ntitle = 'X'\ncolumns = ['A']\nrows = [['a', 'b']]", "'a' has 2 cells for 1 columns"),
        ("[[chart]]\ntitle = 'X'\nresults = 'crt'\nmeanings = { ZZ = 'z' }", "the table has no result 'ZZ'"),
        (
            "[[chart]]\ntitle = 'X'\nresults = 'crt'\nheads = [{ title = 'A', dice = ['1'] }]",
            "'A' has 1 dice for 6 rows",
        ),
        ("[[chart]]\ntitle = 'X'\nunits = ['hat']", "units have no value"),
        ("[[chart]]\ntitle = 'X'\nchits = 'Z*'", "no counter is called 'Z*'"),
        ("[says]\n'Z*' = 'z'", "says: no counter is called 'Z*'"),
        ("[chapters]\nZZ = 'z'", "chapters: there is no rule of chapter 'ZZ'"),
        ("[[chart]]\nname = 'X'", "is no file of charts: "),
    ],
)
def test_wrong_charts_are_told_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    """What is wrong, and on which page."""
    (tmp_path / CHARTS).write_text(text, encoding="utf-8")
    with pytest.raises(PackError) as caught:
        load_charts(load_game("marshals", tmp_path))
    assert str(caught.value).startswith(f"{CHARTS}: ")
    assert sentence in str(caught.value)
