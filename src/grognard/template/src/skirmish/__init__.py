"""Millbrook Bridge: two small forces fight for a town and its bridges. A game to begin with, and to change.

One file a chapter: `movement`, `zones`, `combat` (with `odds`), `retreat`, `arrival`, `victory`; `sequence` is the turn
as data, and `model` what the game is made of.
"""

from __future__ import annotations

from fractions import Fraction

from grognard.api import (
    Option,
    Piece,
    Places,
    Refusal,
    Scenario,
    Seat,
    SeatInfo,
    SetupError,
    Sign,
    Term,
    each,
    members,
    occupied,
)

from .model import BLUE, FULL, RED, M, SkirmishGame, on_map
from .movement import reachable
from .score import score
from .sequence import FIRST, PlayerTurn, Turns
from .victory import held_by, points, standing
from .weights import SkirmishWeights
from .zones import controlled

MORNING = Scenario(
    id="morning",
    title="A morning at the bridge",
    text="Blue comes from the west and has to take the town before noon. Red holds it.",
    seats=(
        SeatInfo(id="blue", title="Blue", commands="the attackers", colours="slate"),
        SeatInfo(id="red", title="Red", commands="the defenders", colours="brick"),
    ),
)
HIGH_WATER = Option(
    id="high_water",
    title="High water",
    text="The river can be crossed by bridges only.",
    rule="9.1",
)


class Skirmish(SkirmishGame):
    """The game."""

    id = "skirmish"
    api = "1.1"
    title = "Millbrook Bridge"
    version = "1"
    blurb = "Seven turns for a town and two bridges. Cross the river, and hold what you take."
    special = "Small enough to learn in a minute"
    most_turns = 7
    playing_time = (0, 1)
    difficulty = "easy"
    scenarios = (MORNING,)
    options = (HIGH_WATER,)
    weights_type = SkirmishWeights

    def open(self, g: M) -> None:
        """8.1 Units in their hexes, reinforcements in the reserve."""
        for number, unit in enumerate(self.roster.units):
            piece = Piece(number)
            g.set_steps(piece, FULL)
            g.place(piece, self.names.place(unit.setup or "reserve"))
        g.call(Turns())

    def enter(self, g: M, phase: str) -> None:
        """A phase of the player turn that the state names, for positions built by hand."""
        if phase not in FIRST:
            raise SetupError(f"{self.id} has no phase '{phase}'; known are {', '.join(FIRST)}")
        for number in range(len(self.roster)):
            g.set_steps(Piece(number), FULL)
        g.state.turn = g.state.turn or 1
        g.call(Turns())
        g.call(PlayerTurn(FIRST[phase]))

    def headline(self, g: M) -> str:
        """Turn and player."""
        if g.outcome is not None:
            return g.outcome.text
        player = self.seats(g.setup)[g.state.player].title
        return f"Turn {g.state.turn} of {self.turns}, {self.times[g.state.turn - 1]}: {player}"

    def status(self, g: M) -> list[Refusal]:
        """2.5, 4.6 What is wrong with a position that somebody uploads."""
        found = []
        for place, pieces in g.here.items():
            if place < self.board.size and len(each(pieces)) > 1:
                found.append(Refusal(f"{self.place_title(place)} holds more than one unit", "2.5"))
        for number, steps in enumerate(g.steps):
            if on_map(g, number) and not 1 <= steps <= FULL:
                found.append(Refusal(f"{self.roster[number].name} has {steps} steps", "4.6"))
        if g.state.blue_holds & ~self.map.objectives:
            found.append(Refusal("Blue holds a hex that is no objective", "7.2"))
        if not 1 <= g.state.turn <= self.turns:
            found.append(Refusal(f"there is no turn {g.state.turn}", "1.1"))
        return found

    def score(self, g: M, seat: Seat) -> float:
        """How good a position looks to a seat."""
        return score(g, seat)

    def reach(self, g: M, piece: int) -> Places:
        """2.1 Where a unit could go."""
        return reachable(g, Piece(piece)) if on_map(g, piece) else Places(0)

    def account(self, g: M, seat: Seat) -> str:
        """7.1 The points of a seat."""
        return f"{points(g, seat)} VP"

    def victory_points(self, g: M, seat: Seat) -> Fraction | int | None:
        """7.1 Victory points."""
        return points(g, seat)

    def standing(self, g: M, seat: Seat) -> list[Term]:
        """7.1 What counts for a seat so far."""
        return standing(g, seat)

    def signs(self, g: M) -> list[Sign]:
        """7.2 A flag on each objective for the side that holds it."""
        found = []
        for side, colours in ((BLUE, "slate"), (RED, "brick")):
            title = self.seats(g.setup)[side].title
            for place in members(held_by(g, side)):
                text = f"{self.place_title(place)}: held by {title}"
                found.append(Sign(shape="flag", places=(place,), text=text, colours=colours))
        return found

    def overlays(self, g: M, seat: Seat | None) -> dict[str, dict[str, int]]:
        """3.1 Zones of control, and who is where."""
        return {
            "Zones of control": {"blue": controlled(g, BLUE), "red": controlled(g, RED)},
            "Occupied": {"blue": occupied(g, BLUE), "red": occupied(g, RED)},
        }
