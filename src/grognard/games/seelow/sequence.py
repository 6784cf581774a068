"""The sequence of play (3.1): two Player-Turns of five phases, then rally and renewal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta

from ...engine.events import Began
from ...engine.flow import Frame
from .antitank import AntitankFire
from .barrage import BarragePhase
from .combat import CombatPhase
from .model import PHASE_FLAGS, SIDE_WORDS, S, Work, is_night, phasing
from .movement import MovementPhase
from .rally import Rally
from .victory import assess

Phase = tuple[str, str, bool, Callable[[int], Frame]]
"""Name, title, whether it is fought (so not at night), and the frame for the phasing side."""

PLAYER_TURN: tuple[Phase, ...] = (
    ("barrage", "Barrage", False, lambda side: BarragePhase()),
    ("movement", "Movement", False, lambda side: MovementPhase()),
    ("enemy-fire", "Enemy antitank fire", True, lambda side: AntitankFire(1 - side)),
    ("own-fire", "Antitank fire", True, lambda side: AntitankFire(side)),
    ("combat", "Combat", True, lambda side: CombatPhase()),
)
PHASES = {name: number for number, (name, _, _, _) in enumerate(PLAYER_TURN)}


class GameTurns(Work):
    """3.1.12 Twelve Game-Turns: first player, second player, rally, renewal."""

    stage: Annotated[int, Meta(ge=0, le=3)] = 0

    def run(self, g: S) -> None:
        """Begin the next part of the turn."""
        stage = self.stage
        self.stage = (stage + 1) % 4
        if stage == 0:
            self.begin_turn(g)
        if stage < 2:
            self.begin_player_turn(g, stage)
        elif stage == 2:
            g.emit(Began(title="Rally", name="rally", rule="3.1.11a"))
            g.call(Rally())
        else:
            self.renew(g)

    def begin_turn(self, g: S) -> None:
        """3.21 The marker stands on the next turn."""
        g.set(turn=g.state.turn + 1)
        turn = g.state.turn
        title = f"Turn {turn}: {g.game.dates[g.setup.scenario][turn - 1]}, {g.game.hours[turn - 1]}"
        g.emit(Began(title=f"{title} ({g.game.lights[turn]})", name="turn", level=1, rule="3.21"))

    def begin_player_turn(self, g: S, player: int) -> None:
        """3.0 One player's five phases."""
        g.set(player=player)
        title = f"{SIDE_WORDS[phasing(g)]} player turn"
        g.emit(Began(title=title, level=2, name="player-turn", rule="3.1.1" if player == 0 else "3.1.6"))
        g.call(PlayerTurn())

    def renew(self, g: S) -> None:
        """3.1.12, 12.41 After rally: the victory conditions, where it is their time."""
        outcome = assess(g)
        if outcome is not None:
            g.finish(outcome)


class PlayerTurn(Work):
    """3.1.1-3.1.10 The five phases; what was done in one is forgotten at its end."""

    phase: Annotated[int, Meta(ge=0, le=5)] = 0

    def run(self, g: S) -> None:
        """Begin the next phase, or end."""
        g.clear_flags(PHASE_FLAGS)
        if self.phase == len(PLAYER_TURN):
            g.end()
            return
        name, title, fought, frame = PLAYER_TURN[self.phase]
        rule = f"3.1.{self.phase + 1 + 5 * g.state.player}"
        self.phase += 1
        if fought and is_night(g):
            return
        g.emit(Began(title=title, name=name, rule=rule))
        g.call(frame(phasing(g)))
