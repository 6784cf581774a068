"""The game turn as data (1.0): set-up, phases, and the turns one after another."""

from __future__ import annotations

from typing import ClassVar

from ...engine.events import Began
from ...engine.flow import Frame
from ...engine.pieces import Piece, Pieces
from ...engine.position import is_on
from ...engine.sequence import Phase, Phases
from .air import AirPhase
from .barrage import FirstBarrages
from .chits import Command, announce, chits_arrive, fill_cup
from .headquarters import call_mikosch
from .model import K, Work
from .refugees import Refugees
from .reinforcements import Reinforcements
from .replacements import Replacements
from .supply import SupplyPhase
from .victory import EndOfTurn
from .volksturm import VolksturmDeployment


def set_up(g: K) -> None:
    """0.1f, 0.1g, 12.5, 12.7 Every counter to its place."""
    game = g.game
    boxes = {"luftwaffe", "air-2br", "air-3br", "volksturm", "refugees"}
    for number, unit in enumerate(game.units):
        g.steps[number] = max(1, unit.steps - unit.reduced)
        if "optional" in unit.tags and not is_on(g, OPTION_OF[unit.id]):
            continue
        if "atrocity" in unit.tags:
            continue
        if unit.setup:
            place = game.board.place(unit.setup)
        else:
            place = game.box(unit.entry) if unit.entry in boxes else game.due
        g._shift(Piece(number), place)
    g.forget()


OPTION_OF = {"G-BOH": "bohme", "G-MIK": "mikosch"}
"""15.1 The options that bring a unit into the game."""


class GameTurns(Work):
    """1.0, 0.2b Turn after turn until the game is over."""

    def run(self, g: K) -> None:
        """1.5c Begin the next turn: a full cup, nothing counted, no shortage of fuel."""
        turn = g.state.turn + 1
        g.set(turn=turn, counts=(0, 0, 0), no_gas=False, hipper_used=False, drawn=(), void=Pieces(0))
        g.emit(Began(title=f"Turn {turn}: {g.game.dates[turn - 1]}", name="turn", level=1, rule="1.0/1"))
        fill_cup(g)
        call_mikosch(g)
        g.call(GameTurn())


class ChitsOfTheTurn(Work):
    """1.2a, 6.1 Chits that arrive this turn go into the cup."""

    def run(self, g: K) -> None:
        """Put them in, then the units."""
        chits_arrive(g)
        g.become(Reinforcements())


class CommandPhase(Work):
    """1.3 The heading, then chit after chit."""

    def run(self, g: K) -> None:
        """Say what the limits are."""
        announce(g)
        g.become(Command())


TURN: tuple[Phase, ...] = (
    ("Barrage Phase", FirstBarrages),
    ("Air Unit Phase", AirPhase),
    ("Reinforcement Segment", ChitsOfTheTurn),
    ("Replacement Segment", Replacements),
    ("Volksturm Deployment", VolksturmDeployment),
    ("Refugee Deployment", Refugees),
    ("Command Phase", CommandPhase),
    ("Supply Phase", SupplyPhase),
    ("End of Turn", EndOfTurn),
)
"""1.0 The phases in order; the first is for turn 1 only."""


class GameTurn(Phases):
    """1.0 The phases of a turn."""

    rule: ClassVar[str] = "1.0/1"

    def phases(self, g: K) -> tuple[Phase, ...]:
        """1.0a The Barrage Phase belongs to turn 1."""
        return TURN if g.state.turn == 1 else TURN[1:]


STEPS: dict[str, type[Frame]] = {
    "barrage": FirstBarrages,
    "air": AirPhase,
    "reinforcement": ChitsOfTheTurn,
    "replacement": Replacements,
    "volksturm": VolksturmDeployment,
    "refugee": Refugees,
    "command": CommandPhase,
    "supply": SupplyPhase,
    "end": EndOfTurn,
}
"""Names of the phases for positions built by hand."""


def open_phase(g: K, phase: str) -> str:
    """Put a phase of the present turn on the stack; gives a sentence if there is none of that name."""
    if phase not in STEPS:
        return f"konigsberg has no phase '{phase}'; known are {', '.join(STEPS)}"
    g.state.turn = g.state.turn or 1
    frames: list[type[Frame]] = [frame for _, frame in GameTurn().phases(g)]
    if STEPS[phase] not in frames:
        return f"turn {g.state.turn} has no phase '{phase}'"
    g.call(GameTurns())
    turn = GameTurn(frames.index(STEPS[phase]))
    g.call(turn)
    return ""
