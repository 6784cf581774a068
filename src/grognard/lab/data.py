"""Games as tables (Parquet): one row for each game, one for each decision, one for each turn.

`games.parquet` holds whole records, so everything else can be made from it again: `load` gives the tables, `replayed`
the positions. The columns are described in `SCHEMA`, and in the files themselves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from ..engine.errors import SetupError
from ..engine.flow import CHANCE
from ..engine.position import Position
from ..engine.record import Record, begin, read_record
from ..extras import needed
from .match import Plan, Result
from .outlook import lead_of
from .packs import game_with
from .traces import trace

WHAT = "writing data"
ROWS = 500
"""Games in a row group of the file."""

SCHEMA: dict[str, dict[str, tuple[str, str]]] = {
    "games": {
        "id": ("string", "names the game in all tables"),
        "game": ("string", "the game's id"),
        "scenario": ("string", "the scenario's id"),
        "options": ("list<string>", "optional rules that were on"),
        "changed": ("list<string>", "files of the data that were replaced"),
        "seats": ("list<string>", "seat ids, in order"),
        "players": ("list<string>", "who sat there, in the same order"),
        "seed": ("int64", "the seed of the simulation"),
        "number": ("int32", "the number of the game in it"),
        "winner": ("string", "the winner's seat id; empty for a draw"),
        "degree": ("string", "the size of the victory, where the rules have a word for it"),
        "outcome": ("string", "how it ended, in a sentence"),
        "decisions": ("int32", "how many decisions players made"),
        "luck": ("float32", "what the dice gave the first seat beyond what was to be expected, in points"),
        "version": ("string", "the version of the game's rules"),
        "data": ("string", "the fingerprint of its data"),
        "record": ("string", "the whole record, as `grognard replay` reads it"),
    },
    "decisions": {
        "id": ("string", "of the game"),
        "n": ("int32", "the number of the action in the record, from 0"),
        "turn": ("int32", "the number of the turn"),
        "seat": ("string", "who was asked; `chance` for luck"),
        "question": ("string", "the kind of question"),
        "action": ("string", "the answer, in full names"),
        "choices": ("int32", "how many answers were legal"),
        "chance": ("float64", "for luck: how likely the answer was"),
        "lead": ("float32", "how much better the first seat stood than the second before it, in points"),
    },
    "turns": {
        "id": ("string", "of the game"),
        "turn": ("int32", "the number of the turn"),
        "lead": ("float32", "how much better the first seat stood when it began, in points"),
        "side": ("string", "a side"),
        "lost": ("int32", "counters that it lost in the turn"),
    },
}
"""Tables, their columns, types and meanings."""


def check(folder: Path) -> None:
    """Whether data can be written there; says so before the work begins."""
    needed("pyarrow", "data", WHAT)
    if folder.exists() and not folder.is_dir():
        raise SetupError(f"{folder} is a file; data need a folder")
    taken = [name for name in SCHEMA if (folder / f"{name}.parquet").exists()]
    if taken:
        raise SetupError(f"{folder / taken[0]}.parquet exists already: choose another folder, or remove it")


def write(folder: Path, games: Iterable[tuple[Plan, Result]]) -> None:
    """Write games into a folder."""
    check(folder)
    parquet = needed("pyarrow.parquet", "data", WHAT)
    folder.mkdir(parents=True, exist_ok=True)
    # Under other names until they are whole, so that a run that breaks off leaves nothing that looks complete.
    files = {name: folder / f"{name}.parquet.part" for name in SCHEMA}
    writers = {name: parquet.ParquetWriter(files[name], _schema(name), compression="zstd") for name in SCHEMA}
    try:
        waiting = iter(games)
        while some := list(islice(waiting, ROWS)):
            rows = [_rows(match, result) for match, result in some]
            for name, writer in writers.items():
                writer.write_table(_table(name, [row for found in rows for row in found[name]]))
    finally:
        for writer in writers.values():
            writer.close()
    for file in files.values():
        file.rename(file.with_suffix(""))


def load(folder: Path | str) -> dict[str, Any]:
    """The tables of a folder, by name, as pyarrow tables; `.to_pandas()` and polars read them."""
    parquet = needed("pyarrow.parquet", "data", "reading data")
    found = {}
    for name in SCHEMA:
        file = Path(folder) / f"{name}.parquet"
        if not file.is_file():
            raise SetupError(
                f"there is no {name}.parquet in {folder}: 'grognard sim --data' or 'grognard data' writes it"
            )
        found[name] = parquet.read_table(file)
    return found


def records(folder: Path | str) -> Iterator[Record]:
    """The records of all games of a folder."""
    parquet = needed("pyarrow.parquet", "data", "reading data")
    file = parquet.ParquetFile(Path(folder) / "games.parquet")
    for batch in file.iter_batches(columns=["record"]):
        for text in batch.column(0).to_pylist():
            yield read_record(text)


def of_record(record: Record, number: int) -> tuple[Plan, Result]:
    """A record as a game of a simulation, with the players that it names."""
    game = game_with(record.game, ())
    seats = game.seats(game.setup(record.scenario, record.options))
    g, decisions = begin(game, record), 0
    for entry in record.entries:
        decisions += g.to_decide != CHANCE
        g.play(entry.action)
    won = g.outcome.winner if g.outcome else None
    match = Plan(
        game=record.game,
        scenario=record.scenario,
        options=record.options,
        players=tuple(record.players.get(seat.id, "") for seat in seats),
    )
    return match, Result(
        number=number,
        winner="" if won is None else seats[won].id,
        degree=g.outcome.degree if g.outcome else "",
        text=record.outcome,
        decisions=decisions,
        record=record.to_text(),
    )


# -- rows ----------------------------------------------------------------------------------------

Rows = dict[str, list[dict[str, Any]]]


def _rows(match: Plan, result: Result) -> Rows:
    """What one game adds to each table."""
    game = game_with(match.game, match.data)
    record = read_record(result.record)
    told = result.trace or trace(game, record)
    name = hashlib.blake2b(f"{match} {result.number}".encode(), digest_size=8).hexdigest()
    seats = [info.id for info in game.seats(game.setup(match.scenario, match.options))]
    whole = {
        "id": name, "game": match.game, "scenario": match.scenario, "options": list(match.options),
        "changed": [file for file, _ in match.data], "seats": seats, "players": list(match.players),
        "seed": match.seed, "number": result.number, "winner": result.winner, "degree": result.degree,
        "outcome": result.text, "decisions": result.decisions, "luck": told.luck, "version": record.version,
        "data": record.data, "record": result.record,
    }  # fmt: skip
    lost = {(one.turn, one.side): one.counters for one in told.losses}
    turns = [
        {"id": name, "turn": turn.number, "lead": turn.lead, "side": side, "lost": lost.get((turn.number, side), 0)}
        for turn in told.turns
        for side in game.roster.sides
    ]
    return {"games": [whole], "decisions": list(_decisions(name, begin(game, record), record)), "turns": turns}


def _decisions(name: str, g: Position[Any, Any], record: Record) -> Iterator[dict[str, Any]]:
    for n, entry in enumerate(record.entries):
        by_luck = g.to_decide == CHANCE
        yield {
            "id": name,
            "n": n,
            "turn": int(getattr(g.state, "turn", 0)),
            "seat": entry.who,
            "question": g.frame.title,
            "action": entry.action,
            "choices": len(g.actions()),
            "chance": _likely(g, entry.action) if by_luck else None,
            "lead": lead_of(g.game, g),
        }
        g.play(entry.action)


def _likely(g: Position[Any, Any], answer: str) -> float:
    chances = g.chances()
    return sum(weight for action, weight in chances if action.text == answer) / sum(weight for _, weight in chances)


def _schema(name: str) -> Any:
    arrow = needed("pyarrow", "data", WHAT)
    kinds = {
        "string": arrow.string(),
        "list<string>": arrow.list_(arrow.string()),
        "int32": arrow.int32(),
        "int64": arrow.int64(),
        "float32": arrow.float32(),
        "float64": arrow.float64(),
    }
    columns = SCHEMA[name].items()
    return arrow.schema([arrow.field(key, kinds[kind], metadata={"meaning": said}) for key, (kind, said) in columns])


def _table(name: str, rows: list[dict[str, Any]]) -> Any:
    return needed("pyarrow", "data", WHAT).Table.from_pylist(rows, schema=_schema(name))
