"""The game turn as data (SEQ): eight turns of two player turns, each with the same steps."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.events import Began
from ...engine.sequence import Phase, Phases
from .allocation import Allocation
from .model import M, Work
from .movement import Movement, begin_player_turn
from .setup import Arrival
from .victory import end_without_a_kill

PLAYER_TURN: tuple[Phase, ...] = (
    ("Reinforcements", Arrival),
    ("Operational movement", Movement),
    ("Attacks", Allocation),
)
"""SEQ.A1-A3 The steps of a player turn. Allocation leads on to recovery (SEQ.A2, R12) and resolution."""

RULES = ("SEQ.A1", "SEQ.B")
"""The rule that opens each player turn."""

FIRST_STEP = {"arrival": 0, "movement": 1, "allocation": 2}


class GameTurns(Work):
    """Eight game turns; player turn A, then player turn B (SEQ.B)."""

    def run(self, g: M) -> None:
        """Begin the next player turn, or end the game after the last."""
        state = g.state
        if state.player == 1 and state.turn == g.game.turns:
            end_without_a_kill(g)
            return
        if state.player == 1 or not state.turn:
            g.set(turn=state.turn + 1, player=0)
            g.emit(Began(title=f"Turn {state.turn}: {g.game.dates[state.turn - 1]}", name="turn", level=1))
        else:
            g.set(player=1)
        title = g.game.seats(g.setup)[g.state.player].title
        g.emit(
            Began(
                title=f"Player turn {'AB'[state.player]}: {title}",
                name="player-turn",
                level=2,
                rule=RULES[state.player],
            )
        )
        begin_player_turn(g)
        g.call(PlayerTurn())


class PlayerTurn(Phases):
    """SEQ.A1-A3 One player's steps in order."""

    def phases(self, g: M) -> Sequence[Phase]:
        """The same steps every time."""
        return PLAYER_TURN
