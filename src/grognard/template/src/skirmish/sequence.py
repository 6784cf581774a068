"""The sequence of play as data (1)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.api import Began, Phase, Phases

from .arrival import Arrival
from .combat import Combat
from .model import FOUGHT, MOVED, M, Work
from .movement import Movement
from .victory import end_of_game

PHASES: tuple[Phase, ...] = (("Reinforcements", Arrival), ("Movement", Movement), ("Combat", Combat))
"""1.2 The phases of a player turn."""
FIRST = {"arrival": 0, "movement": 1, "combat": 2}
"""The phases by the names that tests use."""


class Turns(Work):
    """1.1 Turn after turn, Blue before Red."""

    def run(self, g: M) -> None:
        """Begin the next player turn, or end the game after the last."""
        state = g.state
        if state.player == 1 and state.turn == g.game.turns:
            end_of_game(g)
            return
        if state.player == 1 or not state.turn:
            g.set(turn=state.turn + 1, player=0)
            g.emit(Began(title=f"Turn {state.turn}: {g.game.times[state.turn - 1]}", name="turn", level=1, rule="1.1"))
        else:
            g.set(player=1)
        g.emit(Began(title=g.game.seats(g.setup)[state.player].title, name="player-turn", level=2, rule="1.1"))
        g.clear_flags(MOVED | FOUGHT)
        g.call(PlayerTurn())


class PlayerTurn(Phases):
    """1.2 One player's phases in order."""

    rule = "1.2"

    def phases(self, g: M) -> Sequence[Phase]:
        """The same phases in every turn."""
        return PHASES
