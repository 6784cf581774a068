"""Race to the Reichstag: two Fronts of the Red Army race through Berlin, and each leads the Germans in the other's way.

One file per chapter: `setup` (3), `sequence` (4), `zones` (5, 11), `stavka` (6), `reinforcements`,
`german_reinforcements` and `relief` (7, 8, 22), `movement` and `terrain` (9, 19), `stacking` (10), `combat` with
`duties`, `odds`, `resolution` and `losses` (12), `retreats` (13), `advance` (14), `barrage` (15), `hidden` (16),
`reconnaissance` (17), `bridges` (18), `fatigue` (20), `victory` (21), `communications` (24); `model` is what the game
is made of.
"""

from __future__ import annotations

from fractions import Fraction

from ...engine.errors import SetupError
from ...engine.flow import Refusal, Seat
from ...engine.game import Option, Scenario, SeatInfo, Sign
from ...engine.pieces import Piece, Pieces
from ...engine.places import Places, members
from ...engine.telling import number
from ...engine.terms import Term
from . import stavka
from .fields import reachable
from .hidden import concealed_from
from .model import BF, FRONT_NAMES, FRONTS, GERMAN, UF, R, ReichstagGame
from .score import focus, score
from .sequence import open_game, open_phase, title_of_turn
from .setup import prepare
from .stacking import Overstacked, crowds, overstacked
from .victory import points, tally
from .zones import barrage_zone, controlled

CAMPAIGN = Scenario(
    id="campaign",
    title="Ten days in Berlin",
    text="23 April to 2 May 1945. Each player leads one Soviet Front and the Germans who face the other one.",
    seats=(
        SeatInfo(
            id="1bf",
            title="1st Byelorussian Front",
            commands="Zhukov's Front; the Germans in the 1UF sector",
            colours="brick",
        ),
        SeatInfo(
            id="1uf",
            title="1st Ukrainian Front",
            commands="Koniev's Front; the Germans in the 1BF sector",
            colours="ochre",
        ),
    ),
)
OPTIONS = (
    Option(
        id="hitler_fantasy",
        title="Hitler Fantasy",
        text="Army Detachment Steiner and the 20th Corps may come to relieve Berlin, each with an Me 262.",
        rule="22.0",
    ),
    Option(
        id="better_prepared_defense",
        title="Better-Prepared Defense",
        text="The relief groups are there from the start, the S-Bahn ring is a main line, replacements cost half.",
        rule="23.0",
        excludes="hitler_fantasy",
    ),
    Option(
        id="lines_of_communication",
        title="Lines of communication",
        text="Soviet units need a line to their map edge for barrage support, forced marches and forward replacements.",
        rule="24.0",
    ),
    Option(
        id="highly_mobile_units",
        title="Highly mobile units",
        text="Armour, mechanized, reconnaissance and cavalry march 12 points and alone advance two or three hexes.",
        rule="25.0",
    ),
    Option(
        id="escape_to_the_west",
        title="Escape to the west",
        text="Once the Führer bunker is captured, German mobile units may leave by the west edge and give no points.",
        rule="26.0",
    ),
    Option(
        id="forced_march_costs_three",
        title="Forced march for three points",
        text="A forced march costs the three Stavka points of the printed table, not one.",
        rule="6.5",
    ),
    Option(
        id="star_entry_only",
        title="Entry on stars only",
        text="All Soviet reinforcements and replacements come in on the star hexes of their colour.",
        rule="7.1",
    ),
)


class Reichstag(ReichstagGame):
    """The game."""

    id = "reichstag"
    title = "Race to the Reichstag"
    version = "1"
    blurb = "Ten days, two Fronts, one Reichstag. Race your rival to it, and hold him up with the Germans in his way."
    special = "Each player runs one Front and the Germans facing the other; hidden units, mandatory attacks"
    most_turns = 10
    playing_time = (4, 6)
    difficulty = "hard"
    scenarios = (CAMPAIGN,)
    options = OPTIONS

    def open(self, g: R) -> None:
        """3.0 Everything to its first place; then the players set up."""
        prepare(g)
        open_game(g)

    def enter(self, g: R, phase: str) -> None:
        """A phase of the player turn that the state names, or `set-up`."""
        if phase == "set-up":
            g.state.turn = 0
            open_game(g)
            return
        problem = open_phase(g, phase)
        if problem:
            raise SetupError(problem)
        if crowds(g):
            g.call(Overstacked())

    def account(self, g: R, seat: Seat) -> str:
        """21.2, 6.1, 6.2 Victory points as they stand, Stavka points spent, and what the common purse still holds."""
        tired = ", fatigued" if g.state.fatigued[seat] else ""
        return f"{number(points(g, seat))} VP · {g.state.spent[seat]} SP spent, {stavka.left(g)} left{tired}"

    def victory_points(self, g: R, seat: Seat) -> Fraction | int | None:
        """21.2 Victory points."""
        return points(g, seat)

    def standing(self, g: R, seat: Seat) -> list[Term]:
        """21.2, 21.3 The victory points as they stand."""
        return list(tally(g, seat).terms)

    def headline(self, g: R) -> str:
        """Turn, date and player turn."""
        if g.outcome is not None:
            return g.outcome.text
        if not g.state.turn:
            return "Set-up"
        return f"Turn {g.state.turn} of {self.turns}, {self.dates[g.state.turn - 1]}: {title_of_turn(g)}"

    def score(self, g: R, seat: Seat) -> float:
        """How good a position looks to a seat."""
        return score(g, seat)

    def focus(self, g: R, seat: Seat) -> Places:
        """Where something is at stake."""
        return focus(g, seat)

    def concealed(self, g: R, seat: Seat | None) -> Pieces:
        """17.1 The counters whose identity a seat may not know."""
        return concealed_from(g, seat)

    def reach(self, g: R, piece: int) -> Places:
        """9.0 Where a unit could go."""
        if not self.mobile >> piece & 1 or g.where[piece] >= self.board.size:
            return Places(0)
        return reachable(g, Piece(piece))

    def status(self, g: R) -> list[Refusal]:
        """Stacking and sectors of a position built by hand (5.2, 5.6, 10.1-10.3)."""
        found = []
        for place, pieces in g.here.items():
            if place >= self.board.size:
                continue
            where = self.place_title(place)
            sides = [side for side in (BF, UF, GERMAN) if pieces & self.roster.of_side[side]]
            if len(sides) > 1:
                found.append(Refusal(f"{where} holds units of different sides", "10.1"))
            for side in sides:
                if overstacked(g, side, pieces):
                    found.append(Refusal(f"{where} holds too many units", "10.3" if side == GERMAN else "10.2"))
                if side in FRONTS and self.map.sector_of[place] not in (side, -1):
                    found.append(Refusal(f"{where} is in the other Front's sector", "5.2"))
            if place == self.map.reichstag and pieces & self.mobile & self.roster.of_side[GERMAN]:
                found.append(Refusal("a German mobile unit is in the Reichstag", "5.6a"))
            if self.map.water >> place & 1 and pieces & self.units:
                found.append(Refusal(f"{where} is all water", "9.5e"))
        return found

    def signs(self, g: R) -> list[Sign]:
        """18.2, 18.4, 21.2 Bridges blown and bridges safe for good, objectives held."""
        found = [
            Sign(
                shape="flag",
                places=(place,),
                text=f"held by the {FRONT_NAMES[front]}",
                colours=CAMPAIGN.seats[front].colours,
            )
            for front in FRONTS
            for place in members(g.state.held[front])
        ]
        for bridge in self.map.bridges:
            if bridge.id in g.state.demolished:
                found.append(Sign(shape="cross", places=(bridge.a, bridge.b), text=f"{bridge.title}: blown up"))
            elif bridge.id in g.state.intact:
                found.append(Sign(shape="tick", places=(bridge.a, bridge.b), text=f"{bridge.title}: intact for good"))
        return found

    def overlays(self, g: R, seat: Seat | None) -> dict[str, dict[str, int]]:
        """Sectors, zones of control, barrage zones and the objectives taken."""
        names = {BF: "1bf", UF: "1uf"}
        return {
            "Zones of control": {
                "soviet": controlled(g, BF) | controlled(g, UF),
                "german": controlled(g, GERMAN),
            },
            "Sectors": {names[front]: self.map.sector[front] for front in FRONTS},
            "Barrage zones": {names[front]: barrage_zone(g, front) for front in FRONTS},
            "Objectives held": {names[front]: g.state.held[front] for front in FRONTS},
        }
