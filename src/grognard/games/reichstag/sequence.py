"""The sequence of play (4.0) as data: ten game turns of four player turns and an inter-phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ...engine.events import Began
from ...engine.sequence import Phase, Phases
from .barrage import Barrage, RemoveBarrage
from .combat import CombatPhase
from .fatigue import Fatigue
from .german_reinforcements import GermanReinforcement
from .model import FACE_DOWN, FRONT_NAMES, KNOWN, SEEN_BY_BF, SEEN_BY_UF, USED, R, Work, front, is_soviet_turn
from .movement import GermanMovement, Movement
from .reconnaissance import StartStep
from .reinforcements import SovietReinforcement
from .relief import ReliefRoll
from .setup import SetUp
from .victory import check_sudden_death, end_of_game

SOVIET_TURN: tuple[Phase, ...] = (
    ("Start of the player turn", StartStep),
    ("Reinforcement", SovietReinforcement),
    ("Barrage", Barrage),
    ("Movement", Movement),
    ("Combat", CombatPhase),
    ("Fatigue", Fatigue),
)
"""4.3 I and III."""
MAXIMUM_EFFORT: tuple[Phase, ...] = (
    *SOVIET_TURN[:3],
    ("First combat", CombatPhase),
    ("Second combat", CombatPhase),
    SOVIET_TURN[5],
)
"""6.7 A turn of maximum effort has two combat phases and no movement."""
GERMAN_TURN: tuple[Phase, ...] = (
    ("Start of the player turn", ReliefRoll),
    ("Reinforcement", GermanReinforcement),
    ("Movement", GermanMovement),
    ("Combat", CombatPhase),
    ("Barrage marker removal", RemoveBarrage),
)
"""4.3 II and IV."""

NUMERALS = ("I", "II", "III", "IV")
LASTING = FACE_DOWN | KNOWN | SEEN_BY_BF | SEEN_BY_UF | USED
"""Flags that outlive a player turn."""


class GameTurns(Work):
    """4.1-4.3 The set-up, ten game turns, and the end."""

    def run(self, g: R) -> None:
        """Begin the next player turn; after the fourth comes the inter-phase."""
        state = g.state
        if not state.turn:
            begin_player_turn(g, 1, 0)
        elif state.player_turn < 3:
            begin_player_turn(g, state.turn, state.player_turn + 1)
        elif check_sudden_death(g):
            return
        elif state.turn == g.game.turns:
            end_of_game(g)
        else:
            begin_player_turn(g, state.turn + 1, 0)


def begin_player_turn(g: R, turn: int, player_turn: int) -> None:
    """4.2, 4.3 Announce a player turn and open it."""
    if turn != g.state.turn:
        g.emit(Began(title=f"Turn {turn}: {g.game.dates[turn - 1]}", name="turn", level=1, rule="4.1"))
    g.clear_flags(~LASTING)
    g.set(turn=turn, player_turn=player_turn, effort=False, points=0)
    g.emit(Began(title=f"{NUMERALS[player_turn]}. {title_of_turn(g)}", name="player-turn", level=2, rule="4.3"))
    g.call(PlayerTurn())


def title_of_turn(g: R) -> str:
    """Whose player turn it is."""
    name = FRONT_NAMES[front(g)]
    return f"{name} Soviets" if is_soviet_turn(g) else f"Germans facing the {name}"


class PlayerTurn(Phases):
    """4.2 The phases of one player turn, in order."""

    rule: ClassVar[str] = "4.3"

    def phases(self, g: R) -> Sequence[Phase]:
        """4.3, 6.7 The phases of the present player turn."""
        if not is_soviet_turn(g):
            return GERMAN_TURN
        return MAXIMUM_EFFORT if g.state.effort else SOVIET_TURN


PHASES: dict[str, int] = {"start": 0, "reinforcement": 1, "barrage": 2, "movement": 3, "combat": 4, "fatigue": 5}
GERMAN_PHASES: dict[str, int] = {"start": 0, "reinforcement": 1, "movement": 2, "combat": 3, "removal": 4}
"""Phases by the names that positions built by hand use."""


def open_phase(g: R, phase: str) -> str:
    """Put a phase of the player turn that the state names on the stack; returns what is wrong with the name."""
    g.state.turn = g.state.turn or 1
    known = PHASES if is_soviet_turn(g) else GERMAN_PHASES
    if phase not in known:
        return f"reichstag has no phase '{phase}' in this player turn; known are {', '.join((*known, 'set-up'))}"
    g.call(GameTurns())
    first_combat = g.state.effort and phase == "combat"
    g.call(PlayerTurn(known[phase] - first_combat))
    return ""


def open_game(g: R) -> None:
    """3.0 The set-up, then the first turn."""
    g.call(GameTurns())
    g.call(SetUp())
