"""The marshals' drive on Berlin: Zhukov and Koniev race for a piece in the middle of a seven-hex Berlin.

One file per chapter: `setup`, `movement`, `zones`, `stacking`, `allocation`, `odds`, `resolution` (with
`orders`, `losses`, `retreats`, `advance`), `disruption`, `victory`; `sequence` is the turn as data and
`model` what the game is made of.
"""

from __future__ import annotations

from ...engine.control import occupied
from ...engine.errors import SetupError
from ...engine.flow import Refusal, Seat
from ...engine.game import Option, Scenario, SeatInfo
from ...engine.pieces import Piece, each
from ...engine.places import Places
from ...engine.terms import Term
from .model import GERMAN, RUSSIAN, M, MarshalsGame, is_dual
from .movement import begin_player_turn, reachable
from .score import score
from .sequence import FIRST_STEP, GameTurns, PlayerTurn
from .setup import Deploy, place_fixed_units
from .stacking import load_of
from .victory import standing
from .zones import controlled

CONVENTIONAL = Scenario(
    id="conventional",
    title="Conventional command",
    text="One player leads all Russians, the other all Germans. The Russians win if Hitler falls within eight turns.",
    seats=(
        SeatInfo(id="russian", title="Russian player", commands="both Russian fronts", colours="brick"),
        SeatInfo(id="german", title="German player", commands="all Germans", colours="fieldgrey"),
    ),
)
DUAL = Scenario(
    id="dual",
    title="Dual command",
    text="Each player leads one Russian front and the Germans who face the other one."
    " The player whose Russians capture Hitler wins.",
    seats=(
        SeatInfo(
            id="zhukov",
            title="Zhukov and Graeser",
            commands="Russians north, Germans south",
            colours="brick",
        ),
        SeatInfo(id="koniev", title="Koniev and Busse", commands="Russians south, Germans north", colours="ochre"),
    ),
)
OPTIONS = (
    Option(
        id="disrupted_cannot_move",
        title="Disrupted units cannot move",
        text="Disrupted units do not even have their two hexes.",
        rule="DIS.2",
    ),
    Option(
        id="army28_waits_in_dual",
        title="28. Army waits in the dual game",
        text="In the dual game too, the 28. Army stays Disrupted through turn 1.",
        rule="SET.2",
    ),
)


class Marshals(MarshalsGame):
    """The game."""

    id = "marshals"
    title = "The Marshals' Drive on Berlin"
    version = "1"
    blurb = "Oder and Neisse to Berlin in eight turns. Break the line, keep your tanks moving, and get there first."
    special = "Small and sharp; conventional or dual command"
    most_turns = 8
    playing_time = (1, 2)
    difficulty = "easy"
    start_here = True
    scenarios = (CONVENTIONAL, DUAL)
    options = OPTIONS

    def open(self, g: M) -> None:
        """SET.1-SET.5 Fixed units, then the Germans are set up: Busse before Graeser in the dual game."""
        place_fixed_units(g)
        g.state.turn = 0
        g.call(GameTurns())
        if is_dual(g):
            g.call(Deploy(0))
        g.call(Deploy(1))

    def enter(self, g: M, phase: str) -> None:
        """`movement`, `allocation` or `arrival` of the player turn that the state names; `set-up`."""
        g.call(GameTurns())
        if phase == "set-up":
            g.state.turn = 0
            g.call(Deploy(1))
            return
        if phase not in FIRST_STEP:
            raise SetupError(f"marshals has no phase '{phase}'; known are {', '.join((*FIRST_STEP, 'set-up'))}")
        g.state.turn = g.state.turn or 1
        flags = list(g.flags)
        begin_player_turn(g)
        g.flags = [before | after for before, after in zip(flags, g.flags, strict=True)]
        g.call(PlayerTurn(FIRST_STEP[phase]))

    def standing(self, g: M, seat: Seat) -> list[Term]:
        """VIC.C1, VIC.D1 The hexes of Berlin that a seat holds, and Frankfurt."""
        return standing(g, seat)

    def headline(self, g: M) -> str:
        """Turn, dates and player."""
        if g.outcome is not None:
            return g.outcome.text
        if g.state.turn == 0:
            return "Set-up"
        player = self.seats(g.setup)[g.state.player].title
        return f"Turn {g.state.turn} of {self.turns}, {self.dates[g.state.turn - 1]}: {player}"

    def score(self, g: M, seat: Seat) -> float:
        """How good a position looks to a seat."""
        return score(g, seat)

    def status(self, g: M) -> list[Refusal]:
        """Stacking and mixed hexes of a position built by hand."""
        found = []
        for place, pieces in g.here.items():
            if place >= self.board.size:
                continue
            where = self.place_title(place)
            if pieces & self.roster.of_side[RUSSIAN] and pieces & self.roster.of_side[GERMAN]:
                found.append(Refusal(f"{where} holds units of both sides", "MOV.5"))
            load = load_of(g, pieces)
            if pieces & self.roster.of_side[GERMAN] and load.units > 2:
                found.append(Refusal(f"{where} holds {load.units} German units", "STK.2"))
            if pieces & self.roster.of_side[RUSSIAN] and (load.units > 3 or load.armies > 2 or load.tank_armies > 1):
                found.append(Refusal(f"{where} holds too many Russian units", "STK.3"))
        for piece in each(~self.mobile & ((1 << len(self.roster)) - 1)):
            unit = self.roster[piece]
            if g.where[piece] not in (self.board.place(unit.setup), self.dead, self.limbo):
                found.append(Refusal(f"{unit.name} has left its hex", "NR.3"))
        return found

    def reach(self, g: M, piece: int) -> Places:
        """MOV.1-MOV.5 Where a unit could go."""
        if not self.mobile >> piece & 1 or g.where[piece] >= self.board.size:
            return Places(0)
        return reachable(g, Piece(piece))

    def overlays(self, g: M, seat: Seat | None) -> dict[str, dict[str, int]]:
        """Zones of control and the hexes held."""
        return {
            "Zones of control": {"russian": controlled(g, RUSSIAN), "german": controlled(g, GERMAN)},
            "Occupied": {"russian": occupied(g, RUSSIAN), "german": occupied(g, GERMAN)},
        }
