"""Phases without movement and combat: positions on the blank map and on the real one, and the set-up played out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.games.reichstag.helpers import Axial, at

from grognard.engine import Position, Seat
from grognard.engine.flow import CHANCE
from grognard.games import load_game
from grognard.games.reichstag import Reichstag

loaded = load_game("reichstag")
assert isinstance(loaded, Reichstag)
game: Reichstag = loaded
"""The game on the real map."""

Pos = Position[Any, Any]
ONE, TWO, THREE, FOUR = range(4)
"""Player turns I to IV: 1BF, Germans facing it, 1UF, Germans facing it."""


def on(
    board: Reichstag,
    phase: str,
    hexes: Mapping[Axial, str] | None = None,
    *,
    boxes: Mapping[str, str] | None = None,
    turn: int = 3,
    player: int = ONE,
    options: Iterable[str] = (),
    **state: Any,
) -> Pos:
    """A phase on a blank map: units by axial pairs, and in boxes off the map."""
    pieces = {at(*place): units for place, units in (hexes or {}).items()} | dict(boxes or {})
    return board.position(pieces, phase=phase, options=options, turn=turn, player_turn=player, **state)


def real(
    phase: str,
    pieces: Mapping[str, str] | None = None,
    *,
    turn: int = 3,
    player: int = ONE,
    options: Iterable[str] = (),
    **state: Any,
) -> Pos:
    """A phase on the real map."""
    return game.position(dict(pieces or {}), phase=phase, options=options, turn=turn, player_turn=player, **state)


def in_box(g: Pos, box: str) -> set[str]:
    """The ids of the counters in a box or hex."""
    mask = g.here.get(g.game.names.place(box), 0)
    return {name for i, name in enumerate(g.game.names.pieces) if mask >> i & 1}


def hidden_from(g: Pos, seat: int | None) -> set[str]:
    """The ids of the counters that a seat may not know."""
    mask = g.game.concealed(g, None if seat is None else Seat(seat))
    return {name for i, name in enumerate(g.game.names.pieces) if mask >> i & 1}


def prompt(g: Pos) -> str:
    """What the asked player reads."""
    return str(g.frame.ask(g).prompt)  # type: ignore[attr-defined]


def draw(g: Pos, units: Iterable[str]) -> Pos:
    """Luck draws these units."""
    for unit in units:
        g.play(f"draw {unit}")
    return g


def set_up(until: str = "", *, options: Iterable[str] = (), board: Reichstag = game) -> Pos:
    """The set-up with ready-made placements, up to the first decision of a stage by its rule number."""
    g = board.start(options=options)
    while g.to_decide is not None and not g.state.turn:
        stage = getattr(g.frame, "stage", None)
        if until and stage is not None and stage.rule == until:
            return g
        first_suggestion(g)
    return g


def first_suggestion(g: Pos) -> None:
    """Go on in the set-up: luck's likeliest answer, the ready-made placement, and then the next stage."""
    if g.to_decide == CHANCE:
        g.play(max(g.chances(), key=lambda chance: chance[1])[0])
        return
    verbs = {action.verb: action for action in g.actions()}
    g.play(verbs.get("suggested") or verbs["done"])
