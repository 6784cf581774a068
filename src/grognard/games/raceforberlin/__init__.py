"""Race for Berlin: two marshals on an area map, each commanding the Germans in front of the other.

One file per chapter: `reinforcements`, `americans`, `chits` (2), `supply`, `replacements` (3), `sequence`,
`designation`, `duties` (4), `end_of_turn` (5), `zones` (6), `movement`, `moves` (7), `attackers`, `assault`, `combat`,
`odds`, `battle`, `losses`, `retreats` (8), `city`, `berlin` (9), `victory` (10); `model` is what the game is made of.
"""

from __future__ import annotations

from fractions import Fraction

from ...engine.errors import SetupError
from ...engine.flow import Refusal, Seat
from ...engine.game import Option, Scenario, SeatInfo, Sign
from ...engine.pieces import Pieces, each
from ...engine.places import Places, members
from ...engine.telling import number
from ...engine.terms import Term
from .chits import begins, concealed
from .combat import Combats
from .duties import camp_of
from .model import CHIT, GROUPS, GUEST, R, RaceGame
from .movement import destinations
from .score import score
from .sequence import FIRST_STEP, ORDERED, GameTurn, GameTurns, Impulse, Operations
from .supply import german_lines, soviet_lines
from .victory import points, tally
from .zones import GERMAN_LIMIT, SOVIET_LIMIT, conquered_city, contested, occupation

CAMPAIGN = Scenario(
    id="campaign",
    title="Race for Berlin",
    text="Ten turns from the Oder and Neisse into Berlin."
    " Each marshal leads his front and the Germans who face the other.",
    seats=(
        SeatInfo(
            id="zhukov",
            title="Zhukov",
            commands="1st Belorussian Front, Germans in the south",
            colours="brick",
        ),
        SeatInfo(
            id="koniev",
            title="Koniev",
            commands="1st Ukrainian Front, Germans in the north",
            colours="ochre",
        ),
    ),
)
OPTIONS = (
    Option(
        id="hitler_test_in_reserve",
        title="Hitler's permission in reserve",
        text="German units that move in reserve mode need Hitler's permission too.",
        rule="7.2.2a",
    ),
    Option(
        id="city_adjacent_drm_per_zone",
        title="A bonus for every controlled neighbour",
        text="A City Progress roll gains +1 for each controlled neighbouring zone of Berlin, not once in all.",
        rule="EX.2",
    ),
)
PHASES = tuple(f"{step}-{number}" for step in ("designation", "combat") for number in range(1, 5))


class RaceForBerlin(RaceGame):
    """The game."""

    id = "raceforberlin"
    title = "Race for Berlin"
    version = "1"
    blurb = "Two marshals, one capital: outrun the other, and hold him up with the Germans in front of him."
    special = "Area map; each player leads Soviets and Germans"
    most_turns = 10
    reply = 4
    playing_time = (3, 5)
    difficulty = "medium"
    scenarios = (CAMPAIGN,)
    options = OPTIONS

    def open(self, g: R) -> None:
        """11 Everybody in his zone, reinforcements in their box, chits in the cup."""
        for piece in each(self.soviets | self.germans):
            unit = self.units[piece]
            g.place(
                piece,
                self.board.place(unit.setup) if unit.setup else self.due,
                how="is set up",
                cause="setup",
                rule="11.1",
            )
        begins(g)
        g.call(GameTurns())

    def phasing(self, g: R) -> Seat:
        """1.C The player of the impulse."""
        return Seat(camp_of(g.state.impulse))

    def player_turn(self, g: R) -> tuple[int, ...]:
        """4.1.1 The impulse."""
        return g.state.turn, g.state.operations, g.state.impulse

    def enter(self, g: R, phase: str) -> None:
        """A step of the turn (`administration`, `supply`, `operations` …), or an impulse: `designation-1` to `-4`
        and `combat-1` to `-4` for units whose modes are set by hand."""
        g.state.turn = g.state.turn or 1
        self._place_chits(g)
        g.call(GameTurns())
        if phase in FIRST_STEP:
            if phase == "end":
                g.state.impulse = -1
            g.call(GameTurn(FIRST_STEP[phase]))
            return
        if phase not in PHASES:
            raise SetupError(f"raceforberlin has no phase '{phase}'; known are {', '.join((*FIRST_STEP, *PHASES))}")
        number = int(phase[-1]) - 1
        g.state.impulse = number
        g.call(GameTurn(FIRST_STEP["operations"] + 1))
        g.call(Operations(number))
        if phase.startswith("combat"):
            g.call(Impulse(number, 4))
            g.call(Combats())
        else:
            event, army = g.state.event, g.state.army
            g.call(Impulse(number))
            g.stack[-1].run(g)
            g.state.event, g.state.army = event, army

    def _place_chits(self, g: R) -> None:
        """Chits that a description leaves out are in the cup, chit 1 with Koniev."""
        for piece in each(self.chits):
            if g.where[piece] == self.limbo:
                g.place(piece, self.hand[1] if piece == self.heinrici else self.cup)

    def account(self, g: R, seat: Seat) -> str:
        """10, 3.2.2 Victory Points so far, and support points while there are any."""
        support = g.state.support[seat]
        vp = f"{number(points(g, seat))} VP"
        return f"{vp}, {support} support" if support else vp

    def victory_points(self, g: R, seat: Seat) -> Fraction | int | None:
        """10 Victory Points."""
        return points(g, seat)

    def standing(self, g: R, seat: Seat) -> list[Term]:
        """10 The Victory Points so far."""
        return list(tally(g, seat).terms)

    def headline(self, g: R) -> str:
        """Turn, operations, whose units act; whom Hitler has ordered to attack."""
        if g.outcome is not None:
            return g.outcome.text
        state = g.state
        order = f"; Hitler's order: {GROUPS[ORDERED[state.order]]}" if state.order else ""
        if g.under_way(Impulse):
            return f"Turn {state.turn}, operations {state.operations}: {GROUPS[state.impulse]}{order}"
        return f"Turn {state.turn} of {self.turns}, {self.dates[state.turn - 1]}{order}"

    def concealed(self, g: R, seat: Seat | None) -> Pieces:
        """2.4.2b Chits in the cup and in the other hand."""
        return concealed(g, seat)

    def back(self, piece: int) -> str:
        """All chits look alike, but chit 1 lies open."""
        return "chit" if self.side_of[piece] == CHIT and piece != self.heinrici else self.units[piece].id

    def unknown(self, piece: int) -> str:
        """2.4.2b Only chits are concealed."""
        return "unknown chit"

    def score(self, g: R, seat: Seat) -> float:
        """How good a position looks to a seat."""
        return score(g, seat)

    def status(self, g: R) -> list[Refusal]:
        """Stacking and mixed zones of a position built by hand, and Americans who are beyond Berlin (2.2.9)."""
        found = []
        if g.outcome is None and any(n >= len(track) for n, track in zip(g.state.tracks, self.map.tracks, strict=True)):
            found.append(Refusal("the Americans are in Berlin, and the game is not over", "2.2.9"))
        for place, pieces in g.here.items():
            if place >= self.board.size:
                continue
            where = self.place_title(place)
            city = self.map.berlin >> place & 1
            red, green = pieces & self.soviets, pieces & self.germans
            if red and green and not city:
                found.append(Refusal(f"{where} holds units of both nationalities", "6.1.2a"))
            if red.bit_count() > SOVIET_LIMIT and not self.map.no_limit >> place & 1:
                found.append(Refusal(f"{where} holds more than two Soviet units", "6.1.2a"))
            if green.bit_count() > (1 if city else GERMAN_LIMIT):
                found.append(Refusal(f"{where} holds too many German units", "6.1.2b" if city else "6.1.2a"))
            if green and self.map.east >> place & 1:
                found.append(Refusal(f"{where} lies beyond the Oder and Neisse", "7.2.1"))
            guests = any(g.flags[p] & GUEST for p in each(red))
            if red & self.soviet_of[0] and red & self.soviet_of[1] and not guests:
                found.append(Refusal(f"{where} holds Soviets of both camps", "7.3.3a"))
        return found

    def reach(self, g: R, piece: int) -> Places:
        """7.1 Where a unit could go in movement mode."""
        if self.side_of[piece] == CHIT or g.where[piece] >= self.board.size:
            return Places(0)
        return destinations(g, piece, self.units[piece].mp)

    def signs(self, g: R) -> list[Sign]:
        """2.2.2c, 7.3.4, 9.1.2 Control markers, zones of the Americans, City Progress levels."""
        seats, here = CAMPAIGN.seats, occupation(g)
        found = [
            Sign(shape="flag", places=(zone,), text=f"controlled by {seats[camp].title}", colours=seats[camp].colours)
            for camp in (0, 1)
            for zone in members(g.state.held[camp])
        ]
        found += [
            Sign(shape="flag", places=(zone,), text="taken by the Americans", colours="green", mark="US")
            for zone in members(g.state.us)
        ]
        for zone, progress in zip(self.map.city, g.state.levels, strict=True):
            if here.soviet >> zone & 1 or progress:
                camp = int(here.soviet_of[1] >> zone & 1)
                text = f"City Progress level {progress}: {'controlled' if progress >= 2 else 'contested'}"
                sign = Sign(shape="flag", places=(zone,), text=text, colours=seats[camp].colours, mark=str(progress))
                found.append(sign)
        return found

    def overlays(self, g: R, seat: Seat | None) -> dict[str, dict[str, int]]:
        """Who holds what, supply, Berlin, the Americans."""
        here = occupation(g)
        return {
            "Units": {"zhukov": here.soviet_of[0], "koniev": here.soviet_of[1], "german": here.german},
            "Control": {"zhukov": g.state.held[0], "koniev": g.state.held[1], "american": g.state.us},
            "Berlin": {"contested": contested(g), "controlled": conquered_city(g)},
            "Supply": {"zhukov": soviet_lines(g, 0), "koniev": soviet_lines(g, 1), "german": german_lines(g)},
        }
