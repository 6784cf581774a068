"""Games as Parquet: what is written is what was played. Runs where pyarrow is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

arrow = pytest.importorskip("pyarrow")

from grognard.cli import main  # noqa: E402
from grognard.engine import CHANCE, SetupError, replay  # noqa: E402
from grognard.games import load_game  # noqa: E402
from grognard.lab.data import SCHEMA, load, records, write  # noqa: E402

NAMES = {"float32": "float", "float64": "double"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three games."""
    command = ["sim", "marshals", "--players", "random", "recruit", "-n", "3", "--seed", "5", "--data"]
    assert main([*command, str(tmp_path / "data")]) == 0
    return tmp_path / "data"


def test_columns_are_those_of_the_schema_and_say_what_they_mean(folder: Path) -> None:
    for name, table in load(folder).items():
        assert table.column_names == list(SCHEMA[name])
        for column, (kind, meaning) in SCHEMA[name].items():
            field = table.schema.field(column)
            assert str(field.type).replace("element: ", "").replace("item: ", "") == kind.replace(
                "float32", "float"
            ).replace("float64", "double")
            assert field.metadata[b"meaning"].decode() == meaning


def test_rows_are_what_was_played(folder: Path) -> None:
    tables = {name: table.to_pylist() for name, table in load(folder).items()}
    game = load_game("marshals")
    assert [row["number"] for row in tables["games"]] == [0, 1, 2]
    assert len({row["id"] for row in tables["games"]}) == 3
    for row, record in zip(tables["games"], records(folder), strict=True):
        assert row["players"] == ["random", "recruit"]
        mine = [one for one in tables["decisions"] if one["id"] == row["id"]]
        assert [one["action"] for one in mine] == [entry.action for entry in record.entries]
        assert sum(one["seat"] != "chance" for one in mine) == row["decisions"]
        assert all((one["chance"] is not None) == (one["seat"] == "chance") for one in mine)
        assert all(0 < one["chance"] <= 1 for one in mine if one["chance"] is not None)
        end = [g for _, g, _ in replay(game, record, verify=True)][-1]
        assert end.to_decide != CHANCE
        assert end.outcome is not None
        assert row["outcome"] == end.outcome.text


def test_records_become_the_same_tables(folder: Path, tmp_path: Path) -> None:
    made = tmp_path / "records"
    command = ["sim", "marshals", "--players", "random", "recruit", "-n", "3", "--seed", "5", "--records"]
    assert main([*command, str(made)]) == 0
    assert main(["data", str(made), "-o", str(tmp_path / "again")]) == 0
    one, two = load(folder), load(tmp_path / "again")
    for name in ("decisions", "turns"):
        assert one[name].drop_columns(["id"]).equals(two[name].drop_columns(["id"]))


def test_nothing_is_overwritten_and_what_is_not_there_is_named(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"games.parquet exists already: choose another folder"):
        write(folder, [])
    with pytest.raises(SetupError, match=r"no games.parquet in .*: 'grognard sim --data' or 'grognard data'"):
        load(tmp_path)
