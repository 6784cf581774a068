"""What the rule tests of this game share: positions, one attack, its calculation, one battle.

The arena of most combat tests is 0811: a forest hex amid plain hexes without river, lake or line, so that an
attack there has no shift at all. 0610 is the same in the open, where only the Red Air Force shifts. The 25.
Tank Corps (2) against the 342. Division (2) is 1:1, the column with every result but DE.
"""

from __future__ import annotations

from typing import Any

from tests.support import play, texts

from grognard.engine import Position
from grognard.engine.terms import Calculation
from grognard.games import load_game
from grognard.games.marshals.model import MarshalsGame

loaded = load_game("marshals")
assert isinstance(loaded, MarshalsGame)
game: MarshalsGame = loaded

Pieces = dict[str, str]


def movement(pieces: Pieces, **state: Any) -> Position[Any, Any]:
    """Operational movement, on turn 2 unless said otherwise."""
    return game.position(pieces, phase="movement", **{"turn": 2, **state})


def allocation(pieces: Pieces, **state: Any) -> Position[Any, Any]:
    """Allocation of attacks, on turn 2 unless said otherwise."""
    return game.position(pieces, phase="allocation", **{"turn": 2, **state})


def choose(g: Position[Any, Any], target: str, attackers: str) -> Position[Any, Any]:
    """Choose the attackers of a hex; a star before a unit makes it bombard."""
    g.play(f"attack {target}")
    for unit in attackers.split():
        g.play(f"bombard {unit[1:]}" if unit.startswith("*") else f"ground {unit}")
    return g


def planned(pieces: Pieces, target: str, attackers: str, **state: Any) -> Position[Any, Any]:
    """One attack, chosen but not confirmed."""
    return choose(allocation(pieces, **state), target, attackers)


def attack(pieces: Pieces, target: str, attackers: str, **state: Any) -> Position[Any, Any]:
    """One attack, allocated: the defender is asked for No Retreat orders, or the die is due."""
    return play(planned(pieces, target, attackers, **state), "confirm, end-allocation")


def roll(g: Position[Any, Any], die: int, hold: str = "") -> Position[Any, Any]:
    """Give No Retreat orders and roll."""
    for unit in hold.split():
        g.play(f"hold {unit}")
    if "fight" in texts(g):
        g.play("fight")
    return play(g, f"roll {die}")


def battle(pieces: Pieces, target: str, attackers: str, die: int, hold: str = "", **state: Any) -> Position[Any, Any]:
    """One attack, allocated and rolled for."""
    return roll(attack(pieces, target, attackers, **state), die, hold)


def panel(g: Position[Any, Any]) -> Calculation:
    """The calculation shown with the present question."""
    calculation: Calculation | None = g.frame.ask(g).panel  # type: ignore[attr-defined]
    assert calculation is not None
    return calculation


def calculated(pieces: Pieces, target: str, attackers: str, **state: Any) -> Calculation:
    """The calculation of an attack."""
    return panel(planned(pieces, target, attackers, **state))


def odds(pieces: Pieces, target: str, attackers: str, **state: Any) -> tuple[str, str]:
    """The odds before shifts as `13 against 6`, and the column read."""
    calculation = calculated(pieces, target, attackers, **state)
    return next(t.reason for t in calculation.terms if t.rule == "CRT.4"), calculation.column


def shifts(pieces: Pieces, target: str, attackers: str, **state: Any) -> dict[str, str]:
    """The column shifts of an attack: rule and value."""
    calculation = calculated(pieces, target, attackers, **state)
    raw = next(i for i, t in enumerate(calculation.terms) if t.rule == "CRT.4")
    return {t.rule: t.value for t in calculation.terms[raw + 1 :]}


def defence(pieces: Pieces, target: str, attackers: str, **state: Any) -> int:
    """The defence factors of an attacked hex."""
    return int(odds(pieces, target, attackers, **state)[0].partition(" against ")[2])


def hexes(mask: int) -> set[str]:
    """The names of a set of hexes."""
    return {name for i, name in enumerate(game.board.names) if mask >> i & 1}
