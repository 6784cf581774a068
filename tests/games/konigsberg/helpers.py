"""What the rule tests of this game share: a blank map, activations, attacks.

Most tests play on a blank map: the real one without terrain, rivers, roads and settlements, to which a test adds what
it is about. Its middle is 2026, far from all victory hexes, with the neighbours N, NE, SE, S, SW and NW.
"""

from __future__ import annotations

import atexit
import csv
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.support import play, texts

from grognard.engine import Position
from grognard.engine.board import HEXES, PATHS, SIDES
from grognard.engine.places import members
from grognard.engine.terms import Calculation
from grognard.games import load_game
from grognard.games.konigsberg import Konigsberg

loaded = load_game("konigsberg")
assert isinstance(loaded, Konigsberg)
game: Konigsberg = loaded

Pos = Position[Any, Any]
Pieces = dict[str, str]

C = "2026"
N, NE, SE, S, SW, NW = "2025", "2126", "2127", "2027", "1927", "1926"
"""The middle of the blank map and its neighbours."""
AROUND = (N, NE, SE, S, SW, NW)
KEPT = ("objective", "sudden-death", "konigsberg", "elbing", "pillau", "supply", "entry", "control", "zone", "edge")
SOVIETS_FAR, GERMANS_FAR = "4030", "0425"
"""Places out of the way for HQs and others that only have to be there."""


@lru_cache(maxsize=64)
def blank(
    terrain: tuple[tuple[str, str], ...] = (),
    tags: tuple[tuple[str, str], ...] = (),
    sides: tuple[tuple[str, str, str], ...] = (),
    paths: tuple[tuple[str, str], ...] = (),
    units: tuple[tuple[str, str, str], ...] = (),
) -> Konigsberg:
    """The game on a blank map: terrain and tags by hex, sides as hex, direction, features, paths as kind and hexes.

    `units` changes cells of the counters: id, column, value.
    """
    folder = Path(tempfile.mkdtemp(prefix="konigsberg-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "map").mkdir()
    home = game.pack.folders[0]
    by_hex, more = dict(terrain), dict(tags)
    with (home / HEXES).open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["terrain"] != "water":
            row["terrain"] = by_hex.get(row["hex"], "clear")
        kept = [tag for tag in row["tags"].split() if tag.startswith(KEPT)]
        row["tags"] = " ".join([*kept, *more.get(row["hex"], "").split()])
        row["name"] = row["name"] if "objective" in kept else ""
    _write(folder / HEXES, rows)
    side_rows = [{"hex": h, "dir": d, "features": f, "source": "design"} for h, d, f in sides]
    _write(folder / SIDES, side_rows or [{"hex": "0202", "dir": "N", "features": "coast", "source": "design"}])
    path_rows = [{"kind": kind, "name": "", "hexes": hexes, "source": "design"} for kind, hexes in paths]
    _write(folder / PATHS, path_rows or [{"kind": "trail", "name": "", "hexes": "0202", "source": "design"}])
    if units:
        with (home / "units.csv").open(encoding="utf-8") as file:
            counters = list(csv.DictReader(file))
        for id_, column, value in units:
            next(row for row in counters if row["id"] == id_)[column] = value
        _write(folder / "units.csv", counters)
    found = load_game("konigsberg", folder)
    assert isinstance(found, Konigsberg)
    return found


def _write(path: Path, rows: list[dict[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def reduce(g: Pos, *units: str) -> Pos:
    """Turn units to their reduced side."""
    for unit in units:
        g.steps[g.game.names.piece(unit)] = 1
    g.forget()
    return g


def strengthen(g: Pos, *units: str) -> Pos:
    """Turn units to their full side."""
    for unit in units:
        g.steps[g.game.names.piece(unit)] = 2
    g.forget()
    return g


def steps(g: Pos, unit: str) -> int:
    """How many steps a unit has."""
    return g.steps[g.game.names.piece(unit)]


def command(pieces: Pieces, cup: str = "S:39", on: Konigsberg | None = None, **state: Any) -> Pos:
    """The Command Phase with some chits in the cup, on turn 3 of the blank map unless said otherwise."""
    placed = dict(pieces)
    placed["cup"] = f"{placed.get('cup', '')} {cup}".strip()
    return (on or blank()).position(placed, phase="command", **{"turn": 3, **state})


def activate(g: Pos, chit: str, take: str = "") -> Pos:
    """Draw a chit and choose independents: the Movement Segment has begun."""
    g.play(f"draw {chit}")
    for unit in take.split():
        g.play(f"take {unit}")
    if g.frame.title == "Independents":
        g.play("done")
    return g


def moving(pieces: Pieces, chit: str = "S:39", take: str = "", reduced: str = "", **state: Any) -> Pos:
    """The Movement Segment of one HQ."""
    g = command(pieces, chit, **state)
    reduce(g, *reduced.split())
    return activate(g, chit, take)


def in_hand(pieces: Pieces, unit: str, chit: str = "S:39", take: str = "", **state: Any) -> Pos:
    """One unit in hand."""
    return play(moving(pieces, chit, take, **state), f"pick {unit}")


def cost(g: Pos, place: str, verb: str = "go") -> str:
    """What the way to a hex costs the unit in hand."""
    action = next(a for a in g.actions() if a.text == f"{verb} {place}")
    return str(g.frame.hint(g, action).cost)  # type: ignore[attr-defined]


def fighting(pieces: Pieces, chit: str = "S:39", take: str = "", **more: Any) -> Pos:
    """The Combat Segment of one HQ."""
    return play(moving(pieces, chit, take, **more), "end")


def plan(g: Pos, target: str, attackers: str) -> Pos:
    """Plan an attack by exactly these units."""
    play(g, f"attack {target}, nobody")
    for unit in attackers.split():
        g.play(f"join {unit}")
    return g


def announce(g: Pos, target: str, attackers: str, air: str = "") -> Pos:
    """Announce an attack: the die is due. Air units as `1VA-1` for NORMAL, `1VA-1!` for FULL."""
    plan(g, target, attackers).play("announce")
    for unit in air.split():
        g.play(f"full {unit[:-1]}" if unit.endswith("!") else f"normal {unit}")
    if g.frame.title == "Aircraft":
        g.play("done")
    return g


def battle(
    pieces: Pieces, target: str, attackers: str, die: int, chit: str = "S:39", air: str = "", **more: Any
) -> Pos:
    """One attack, rolled for."""
    return play(announce(fighting(pieces, chit, **more), target, attackers, air), f"roll {die}")


def panel(g: Pos) -> Calculation:
    """The calculation shown with the present question."""
    calculation: Calculation | None = g.frame.ask(g).panel  # type: ignore[attr-defined]
    assert calculation is not None
    return calculation


def column(pieces: Pieces, target: str, attackers: str, chit: str = "S:39", **more: Any) -> str:
    """The column on which an attack would be resolved, or what is said instead."""
    calculation = panel(plan(fighting(pieces, chit, **more), target, attackers))
    return calculation.column or calculation.total


def supplied(pieces: Pieces, turns: int = 1, on: Konigsberg | None = None, **state: Any) -> Pos:
    """The position after so many Supply Phases."""
    placed = {**pieces, "cup": f"{pieces.get('cup', '')} ACT:NOGAS".strip()}
    g = (on or blank()).position(placed, phase="supply", **{"turn": 3, **state})
    for _ in range(turns - 1):
        next_supply(g)
    return g


def next_supply(g: Pos) -> Pos:
    """Play on through the next Supply Phase."""
    turn = g.state.turn
    while g.state.turn == turn and g.outcome is None:
        options = texts(g)
        g.play(next(a for a in ("draw ACT:NOGAS", "done", "end", *sorted(options)) if a in options))
    return g


def ready(on: Konigsberg, pieces: Pieces, phase: str, **state: Any) -> Pos:
    """A phase on a certain map, turn 3 unless said otherwise."""
    return on.position(pieces, phase=phase, **{"turn": 3, **state})


def straight(start: str, end: str) -> str:
    """Hexes from one to another in a row, joined as paths are written."""
    board = game.board
    far, here = board.distances(board.place(end)), board.place(start)
    names = [start]
    while far[here]:
        here = next(p for p in members(board.adjacent[here]) if far[p] == far[here] - 1)
        names.append(board.names[here])
    return "-".join(names)
