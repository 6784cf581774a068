"""What the rule tests of this game share: the game, positions, fights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support import play

import grognard.games.raceforberlin as package
from grognard.engine import Pack, Position
from grognard.engine.flow import Choice, Hint
from grognard.engine.terms import Calculation
from grognard.games.raceforberlin import RaceForBerlin
from grognard.games.raceforberlin.movement import field

game = RaceForBerlin(Pack(Path(str(package.__file__)).parent / "data"))

Pos = Position[Any, Any]
Pieces = dict[str, str]

EVERYBODY = {"bridgehead": "S-8GA-1 S-8GA-2", "triebel": "S-13-1 S-13-2", "frankfurt": "G-286", "dresden": "G-404"}
"""Somebody to activate in every impulse."""
SEELOW = {
    "bridgehead": "S-8GA-1/combat S-8GA-2/combat S-5SHA-1/combat S-5SHA-2/combat",
    "seelow": "G-303 G-20PzGr",
}
"""Two armies ready to attack Seelow."""


def impulse(number: int, pieces: Pieces, **state: Any) -> Pos:
    """The designation of an impulse (1 to 4), on turn 2 unless said otherwise."""
    return game.position(pieces, phase=f"designation-{number}", **{"turn": 2, **state})


def fight(number: int, pieces: Pieces, **state: Any) -> Pos:
    """The combat step of an impulse; units that fight carry the flag `combat`."""
    return game.position(pieces, phase=f"combat-{number}", **{"turn": 2, **state})


def step(phase: str, pieces: Pieces, **state: Any) -> Pos:
    """Another step of the turn, on turn 2 unless said otherwise."""
    return game.position(pieces, phase=phase, **{"turn": 2, **state})


def moving(number: int, pieces: Pieces, unit: str, **state: Any) -> Pos:
    """One unit picked for its move in movement mode."""
    return play(impulse(number, pieces, **state), f"move {unit}, done, pick {unit}")


def panel(g: Pos) -> Calculation:
    """The calculation shown with the present question."""
    calculation: Calculation | None = g.frame.ask(g).panel  # type: ignore[attr-defined]
    assert calculation is not None
    return calculation


def sums(g: Pos) -> tuple[str, str, int]:
    """Strengths, column and die modifier of the fight in question: `("74 against 22", "3:1", 0)`.

    What is said of odds beyond the table is left out.
    """
    calculation = panel(g)
    at = next(i for i, t in enumerate(calculation.terms) if t.rule == "8.1.2a")
    drm = sum(int(t.value.replace("−", "-")) for t in calculation.terms[at + 1 :])
    return calculation.terms[at].reason.partition(" (")[0], calculation.column, drm


def zone(name: str) -> int:
    """A zone's number."""
    return game.board.place(name)


def zones(mask: int) -> set[str]:
    """The names of a set of zones."""
    return {name for i, name in enumerate(game.board.names) if mask >> i & 1}


def mask(*names: str) -> int:
    """The set of some zones."""
    return sum(1 << zone(name) for name in names)


def levels(**values: int) -> tuple[int, ...]:
    """City Progress levels by name of the zone."""
    return tuple(values.get(game.board.names[z], 0) for z in game.map.city)


def level(g: Pos, name: str) -> int:
    """The City Progress level of a zone."""
    value: int = g.state.levels[game.map.city_number[zone(name)]]  # type: ignore[index]
    return value


def dice(g: Pos) -> str:
    """What luck is asked for now; empty if a player is asked."""
    return g.frame.purpose(g) if g.to_decide == -1 else ""  # type: ignore[attr-defined]


def costs(g: Pos, unit: str) -> dict[str, int]:
    """The zones in a unit's reach with their cost in half points."""
    piece = game.names.piece(unit)
    return {game.board.names[z]: n for z, n in field(g, piece, game.units[piece].mp).items()}


def hint(g: Pos, action: str) -> Hint:
    """What an answer would mean."""
    frame = g.frame
    assert isinstance(frame, Choice)
    found = frame.hint(g, g.game.parse(action))
    assert found is not None
    return found


def way(g: Pos, end: str) -> list[str]:
    """How the unit that is being moved would go to a zone."""
    return [game.board.names[place] for place in hint(g, f"go {end}").path]
