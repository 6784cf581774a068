"""Results tables and the numbers in them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.errors import PackError
from grognard.engine.results import ResultsChart, load_results_chart

COLUMNS = ["1:4", "1:2", "1:1", "3:2", "2:1", "5:1"]
ROWS = {row: [f"{'AD'[(row + i) % 2]}{i}" for i in range(6)] for row in range(1, 7)}
TABLE = ResultsChart("crt", COLUMNS, ROWS)
DATA: dict[str, Any] = {"columns": COLUMNS, "rows": {str(row): cells for row, cells in ROWS.items()}}

strengths = st.integers(1, 60)


@given(strengths, strengths)
def test_the_column_is_the_best_one_not_above_the_odds(attack: int, defence: int) -> None:
    odds = Fraction(attack, defence)
    fitting = [i for i, ratio in enumerate(TABLE.ratios) if ratio <= odds]
    column = TABLE.column(attack, defence)
    if fitting:
        assert column == fitting[-1]
    else:
        assert column < 0


@given(strengths, strengths)
def test_odds_below_the_table_go_on_in_whole_steps(attack: int, defence: int) -> None:
    column = TABLE.column(attack, defence)
    if column < 0:
        named = int(TABLE.label(column).removeprefix("1:"))
        assert Fraction(1, named) <= Fraction(attack, defence) < Fraction(1, named - 1)


def test_columns_and_labels_by_hand() -> None:
    assert [TABLE.label(TABLE.column(a, d)) for a, d in ((1, 4), (7, 4), (10, 1), (99, 1), (3, 0))] == [
        "1:4", "3:2", "5:1", "5:1", "5:1",
    ]  # fmt: skip
    assert [TABLE.column(a, d) for a, d in ((1, 5), (2, 9), (1, 6), (2, 11))] == [-1, -1, -2, -2]
    assert [TABLE.label(c) for c in (-1, -2, 9)] == ["1:5", "1:6", "5:1"]
    with pytest.raises(ValueError, match="attack of 0"):
        TABLE.column(0, 3)


def test_odds_beyond_the_table_are_told_as_such() -> None:
    assert TABLE.beyond(12, 2) == " (5:1 is the highest column)"
    assert TABLE.beyond(11, 2) == "", "5½ to 1 is only rounded down"
    assert TABLE.beyond(1, 5) == " (1:4 is the lowest column)"
    assert TABLE.beyond(1, 4) == TABLE.beyond(7, 0) == ""
    plain = ResultsChart("fire", ["1-2", "3+"], {1: ["-", "E"]})
    assert plain.beyond(40, 1) == "", "the heading says it"


def test_beyond_the_ends_the_last_column_is_read() -> None:
    assert TABLE.read(-3, 1) == TABLE.read(0, 1) == ROWS[1][0]
    assert TABLE.read(99, 6) == TABLE.read(TABLE.last, 6) == ROWS[6][5]


@given(st.integers(-3, 9), st.lists(st.integers(1, 6), min_size=1))
def test_chances_are_exact(column: int, rows: list[int]) -> None:
    odds = TABLE.odds(column, rows)
    assert sum(o.chance for o in odds) == 1
    for o in odds:
        assert o.chance == Fraction(sum(TABLE.read(column, row) == o.result for row in rows), len(rows))
    assert len({o.result for o in odds}) == len(odds)


def test_a_table_from_data() -> None:
    table = load_results_chart("tables.toml", "crt", DATA, range(1, 7))
    assert (table.columns, table.rows) == (TABLE.columns, TABLE.rows)


PERCENT = ResultsChart("crt", ["≤49%", "50-99%", "100-199%", "≥200%"], {1: ["a", "b", "c", "d"]})


@given(strengths, strengths)
def test_percentages_are_rounded_down(attack: int, defence: int) -> None:
    percent = 100 * attack // defence
    expected = 0 if percent < 50 else 1 if percent < 100 else 2 if percent < 200 else 3
    assert PERCENT.column(attack, defence) == expected
    assert PERCENT.label(expected) == PERCENT.columns[expected]


def test_percentages_by_hand() -> None:
    assert PERCENT.ratios == (0, Fraction(1, 2), 1, 2)
    assert PERCENT.column(1, 1000) == 0, "nothing lies below the first column"
    assert PERCENT.column(1, 0) == 3
    with pytest.raises(ValueError, match="neither odds nor a percentage"):
        ResultsChart("crt", ["half"], {})


def without(row: str) -> dict[str, Any]:
    return DATA | {"rows": {key: cells for key, cells in DATA["rows"].items() if key != row}}


def with_row(cells: Any) -> dict[str, Any]:
    return DATA | {"rows": DATA["rows"] | {"3": cells}}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({}, "lacks 'columns'"),
        (5, "lacks 'columns'"),
        ({"columns": COLUMNS}, "lacks '1'"),
        (DATA | {"rows": 3}, "lacks '1'"),
        (without("4"), "lacks '4'"),
        (with_row(ROWS[3][:-1]), "row 3 of 'crt' has 5 cells for 6 columns"),
        (with_row([*ROWS[3][:-1], ""]), "'3' of the table 'crt' is not a list of words"),
        (with_row([*ROWS[3][:-1], 4]), "'3' of the table 'crt' is not a list of words"),
        (with_row("ABCDEF"), "'3' of the table 'crt' is not a list of words"),
        (DATA | {"columns": [1, 2, 3, 4, 5, 6]}, "'columns' of the table 'crt' is not a list of words"),
        (DATA | {"columns": []}, "do not rise"),
        (DATA | {"columns": ["1:4", "1:2", "1:1", "2:1", "3:2", "5:1"]}, "do not rise"),
        (DATA | {"columns": ["1:4", "1:2", "1:1", "3:2", "2:1", "2:1"]}, "do not rise"),
        *(
            (DATA | {"columns": [*COLUMNS[:-1], bad]}, "the table 'crt' mixes odds or percentages with plain values")
            for bad in ("5", "5-9", "50+")
        ),
        *(
            (DATA | {"columns": [*COLUMNS[:-1], bad]}, f"'{bad}', which is not of the form 3:2")
            for bad in (
                "5:0",
                "0:5",
                "-5:-1",
                "five:one",
                "5:1:1",
                " 5:1",
                "%",
                "≤%",
                "50-%",
                "12345%",
            )
        ),
    ],
)
def test_a_broken_table_is_named(data: Any, problem: str) -> None:
    with pytest.raises(PackError) as raised:
        load_results_chart("tables.toml", "crt", data, range(1, 7))
    assert str(raised.value).startswith("tables.toml: ")
    assert problem in str(raised.value)


def test_a_result_that_the_rules_do_not_know_is_named() -> None:
    """Known are some words, or all of a form."""
    known = sorted({cell for row in ROWS.values() for cell in row})
    assert load_results_chart("tables.toml", "crt", DATA, range(1, 7), known).rows == {
        k: tuple(v) for k, v in ROWS.items()
    }
    with pytest.raises(PackError) as raised:
        load_results_chart("tables.toml", "crt", with_row(["XX", *ROWS[3][1:]]), range(1, 7), known)
    told = f"tables.toml: row 3 of 'crt' holds 'XX' in the column {COLUMNS[0]}, a result without a rule; known are "
    assert str(raised.value).startswith(told)
    with pytest.raises(PackError, match=r"holds 'XX' in the column .* a result without a rule$"):
        load_results_chart("tables.toml", "crt", with_row(["XX", *ROWS[3][1:]]), range(1, 7), re.compile("(?!XX).*"))


def test_columns_may_be_headed_by_plain_values() -> None:
    table = ResultsChart("fire", ["1-2", "3-4", "5", "6+"], {1: ["a", "b", "c", "d"]})
    assert [table.label(table.column(total, 1)) for total in (1, 2, 3, 4, 5, 6, 99)] == [
        *("1-2", "1-2", "3-4", "3-4", "5", "6+", "6+")
    ]
    assert table.read(table.column(4, 1), 1) == "b"
