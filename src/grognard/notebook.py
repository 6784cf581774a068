"""Positions, views, boards and records as pictures, in a notebook or anywhere else that shows SVG.

In Jupyter they draw themselves. `show` adds arrows and marked places:

>>> from grognard.games import load_game
>>> from grognard.notebook import show
>>> picture = show(load_game("marshals").start(), arrows=[("1405", "1305")], marks={"1305": "gold"})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from .draw.scene import Arrow, Note, Standing, base_svg, scene_svg
from .engine.board import Board
from .engine.codec import Names
from .engine.errors import SetupError
from .engine.game import Game
from .engine.position import Position
from .engine.record import Record, begin, replay
from .engine.view import View
from .games import load_game

Pos = Position[Any, Any]
Showable = Pos | View | Board | Record
Pair = tuple[str, str] | tuple[str, str, str]
"""From one place to another, and a colour if it is not the usual one."""


class Picture:
    """An SVG that a notebook shows."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<picture, {len(self.svg)} characters of SVG>"


def show(
    thing: Showable,
    *,
    arrows: Iterable[Pair] = (),
    marks: Mapping[str, str] | Iterable[str] = (),
    palette: str = "light",
) -> Picture:
    """A picture of a position, a view, a board, or the last position of a record, with arrows and marked places."""
    if isinstance(thing, Record):
        thing = last_position(thing)
    board = thing if isinstance(thing, Board) else _game(thing).board
    tones = marks if isinstance(marks, Mapping) else dict.fromkeys(marks, "#e0a81c")
    found = [Arrow(_place(board, a[0]), _place(board, a[1]), *a[2:]) for a in arrows]
    fills = {_place(board, name): tone for name, tone in tones.items()}
    game = None if isinstance(thing, Board) else _game(thing)
    counters = [] if isinstance(thing, Board) else standing(thing)
    notes = [] if isinstance(thing, Board) else _notes(thing)
    flags = game.flags if game else ()
    return Picture(scene_svg(board, counters, flags, notes=notes, arrows=found, marks=fills, palette=palette))


def svg_of(thing: Showable) -> str:
    """What a notebook shows without being asked for more."""
    return base_svg(thing) if isinstance(thing, Board) else show(thing).svg


def html_of(record: Record) -> str:
    """A record as a short table, for a notebook."""
    rows = [
        ("game", f"{record.game} {record.version}"),
        ("scenario", " ".join([record.scenario, *record.options])),
        *((seat, name) for seat, name in record.players.items()),
        ("actions", str(len(record.entries))),
        ("outcome", record.outcome or "under way"),
        ("commitment", record.commitment),
    ]
    cells = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:left">{escape(value)}</td></tr>'
        for name, value in rows
    )
    return f"<table>{cells}</table>"


def standing(thing: Pos | View) -> list[Standing]:
    """The counters on the map; what a view conceals is shown from behind."""
    return _of_view(thing) if isinstance(thing, View) else _of_position(thing)


def last_position(record: Record) -> Pos:
    """The position at the end of a record."""
    game = load_game(record.game)
    position = begin(game, record)
    for _, g, _ in replay(game, record):
        position = g
    return position


def _game(thing: Pos | View) -> Game[Any]:
    return load_game(thing.position["game"]) if isinstance(thing, View) else thing.game


def _place(board: Board, name: str) -> int:
    if name not in board.number:
        raise SetupError(f"there is no place '{name}' on {board.title}")
    return board.number[name]


def _of_position(g: Pos) -> list[Standing]:
    game = g.game
    return [
        Standing(place=g.where[p], face=_face(game.roster[p].face, g.steps[p]), flags=_names(game, g.flags[p]))
        for p in range(len(game.roster))
        if g.where[p] < game.board.size
    ]


def _of_view(view: View) -> list[Standing]:
    game = _game(view)
    names: Names = game.names
    hidden = {h.handle: h.back for h in view.hidden}
    looks = {game.back(p): game.roster[p].face for p in reversed(range(len(game.roster)))}
    found = []
    for name, place, steps, flags in view.position["pieces"]:
        at = names.place(place)
        if at >= game.board.size:
            continue
        back = name in hidden
        face = looks[hidden[name]] if back else _face(game.roster[names.piece(name)].face, steps)
        found.append(Standing(place=at, face=face, flags=tuple(flags), back=back))
    return found


def _names(game: Game[Any], flags: int) -> tuple[str, ...]:
    return tuple(game.flag_names(flags))


def _face(face: Any, steps: int) -> Any:
    """The face that lies up: with fewer steps than its front has, the reduced side."""
    if steps < face.steps and face.reverse:
        return type(face)(**{name: getattr(face, name) for name in face.__struct_fields__} | {"values": face.reverse})
    return face


def _notes(thing: Pos | View) -> Sequence[Note]:
    game = _game(thing)
    if isinstance(thing, View):
        number = game.board.number
        return [Note(s.shape, tuple(number[p] for p in s.places if p in number), s.text) for s in thing.signs]
    return [Note(sign.shape, sign.places, sign.text) for sign in game.signs(thing)]
