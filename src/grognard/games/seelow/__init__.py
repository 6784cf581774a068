"""Seelow & Küstrin 1945: the relief attack on Küstrin in March and the assault on the Seelow heights in April.

One file per chapter: `setup`, `movement` (with arrivals) and `reach` (where units can go), `stacking`, `zones`,
`sight`, `barrage` and `antitank` (with `fire`, their common table), `combat` (with `odds`), `suffer` (with `harm` and
`retreats`), `advance`, `rally`, `victory`; `sequence` is the turn as data, `terrain` the map as the rules use it,
`model` what the game is made of. For bots: `score` (with `approach`, `breach`, `prospects` and `worth`).
"""

from __future__ import annotations

from fractions import Fraction

from ...engine.errors import SetupError
from ...engine.flow import Refusal, Seat
from ...engine.game import Option, Scenario, SeatInfo, Sign
from ...engine.pieces import Piece
from ...engine.places import Place, Places, members
from ...engine.terms import Term
from .barrage import covered
from .harm import Harm
from .model import GERMAN, SIDE_WORDS, SIDES, SOVIET, TURNS, S, SeelowGame, is_seelow, phasing, play_area
from .reach import field_of
from .score import focus, score
from .sequence import PHASES, GameTurns, PlayerTurn
from .setup import Deploy, place_fixed_units
from .sight import in_sight_range, sees_from, spotted
from .stacking import LIMIT, load_of
from .victory import controlled, joined, standing, victory_points
from .zones import zone

SEATS = (
    SeatInfo(
        id="soviet", title="Soviet player", commands="8th Guards, 5th Shock and 1st Guards Tank Army", colours="brick"
    ),
    SeatInfo(id="german", title="German player", commands="9th Army and the Küstrin garrison", colours="fieldgrey"),
)
KUSTRIN = Scenario(
    id="kustrin",
    title="Küstrin, 27 March 1945",
    text="Four panzergrenadier divisions attack to reopen the way to Küstrin. The northern strip; 46 counters.",
    seats=SEATS,
)
SEELOW = Scenario(
    id="seelow",
    title="Seelow Heights, 16 April 1945",
    text="Zhukov's armies assault the heights. The whole map; assessed after the first night and at the end.",
    seats=SEATS,
)
OPTIONS = (
    Option(
        id="dusk_ezoc_strict",
        title="No contact at dusk and dawn",
        text="Nobody enters an enemy zone of control in dusk and dawn turns either.",
        rule="5.28c",
    ),
    Option(
        id="no_hold_antitank",
        title="No holding under antitank fire",
        text="After antitank fire a failed morale check always means retreat; no step can be paid instead.",
        rule="6.63",
    ),
)


class Seelow(SeelowGame):
    """The game."""

    id = "seelow"
    title = "Seelow & Küstrin 1945"
    version = "1"
    blurb = "Regiments and companies on the Oder: guns first, tanks against tanks, then the assault up the heights."
    special = "Armor, antitank fire, artillery modes, line of sight, morale, night; two scenarios"
    most_turns = 12
    playing_time = (2, 5)
    difficulty = "hard"
    scenarios = (KUSTRIN, SEELOW)
    options = OPTIONS

    def open(self, g: S) -> None:
        """11.1, 12.1 Fixed units, then the Soviets and the Germans set up theirs."""
        place_fixed_units(g)
        g.state.turn = 0
        g.call(GameTurns())
        g.call(Deploy(GERMAN))
        g.call(Deploy(SOVIET))

    def enter(self, g: S, phase: str) -> None:
        """A phase of the Player-Turn that the state names; `rally`; `set-up`."""
        known = [*PHASES, "rally", "set-up"]
        if phase not in known:
            raise SetupError(f"seelow has no phase '{phase}'; known are {', '.join(known)}")
        if phase == "set-up":
            g.state.turn = 0
            g.call(GameTurns())
            g.call(Deploy(GERMAN))
            g.call(Deploy(SOVIET))
            return
        g.state.turn = g.state.turn or 1
        if phase == "rally":
            g.call(GameTurns(stage=2))
            return
        g.call(GameTurns(stage=g.state.player + 1))
        flags = list(g.flags)
        g.call(PlayerTurn(PHASES[phase]))
        g.stack[-1].run(g)
        g.flags = flags
        g.forget()

    def headline(self, g: S) -> str:
        """Turn, time and player."""
        if g.outcome is not None:
            return g.outcome.text
        if g.state.turn == 0:
            return "Set-up"
        turn = g.state.turn
        when = f"{self.dates[g.setup.scenario][turn - 1]}, {self.hours[turn - 1]} ({self.lights[turn]})"
        return f"Turn {turn} of {TURNS}, {when}: {SIDE_WORDS[phasing(g)]} player turn"

    def account(self, g: S, seat: Seat) -> str:
        """11.4, 12.4 What counts so far."""
        if not is_seelow(g):
            return f"{victory_points(g)} VP" if seat == GERMAN else ""
        held = controlled(g)
        town, places = (held & self.map.seelow).bit_count(), (held & self.map.turn_7).bit_count()
        if seat == SOVIET:
            return f"Seelow {town}/4, places {places}/7"
        return f"Seelow {4 - town}/4"

    def victory_points(self, g: S, seat: Seat) -> Fraction | int | None:
        """11.4 German points before Küstrin; at Seelow nobody counts any."""
        return victory_points(g) if seat == GERMAN and not is_seelow(g) else None

    def standing(self, g: S, seat: Seat) -> list[Term]:
        """11.4, 12.4 What counts so far."""
        return standing(g, seat)

    def score(self, g: S, seat: Seat) -> float:
        """How good a position looks to a seat."""
        return score(g, seat)

    def focus(self, g: S, seat: Seat) -> Places:
        """Where something is at stake."""
        return focus(g)

    def status(self, g: S) -> list[Refusal]:
        """4.11-4.13, 5.21 Mixed hexes and stacking, which is waived while a retreat is carried out."""
        found = []
        retreating = g.under_way(Harm)
        for place in g.here:
            if place >= self.board.size:
                continue
            where = self.place_title(place)
            if all(g.here[place] & self.roster.of_side[side] for side in (SOVIET, GERMAN)):
                found.append(Refusal(f"{where} holds units of both sides", "5.21"))
            for side in (SOVIET, GERMAN):
                if load_of(g, place, side) > LIMIT[side] and not retreating:
                    found.append(Refusal(f"{where} holds too many {SIDE_WORDS[side]} units", f"4.1{3 - side}"))
        return found

    def reach(self, g: S, piece: int) -> Places:
        """5.1 Where a unit could go."""
        if g.where[piece] >= self.board.size:
            return Places(0)
        return field_of(g, Piece(piece), 0).all

    def overlays(self, g: S, seat: Seat | None) -> dict[str, dict[str, int]]:
        """Zones of control, spotted hexes, the guns' range, lines of communication."""
        found: dict[str, dict[str, int]] = {
            "Zones of control": {SIDES[side]: zone(g, side) for side in (SOVIET, GERMAN)},
            "Spotted hexes": {SIDES[side]: spotted(g, side) for side in (SOVIET, GERMAN)},
            "Guns in range": {SIDES[phasing(g)]: covered(g)},
        }
        if not is_seelow(g):
            found["Line of communication"] = {"german": joined(g)}
        return found

    def overlays_from(self, g: S, seat: Seat | None, place: Place | None) -> dict[str, dict[str, int]]:
        """8.2 What a unit in a hex sees in this light, and what is near enough but hidden from it."""
        if place is None:
            return {"Line of sight": {}}
        staff = bool(g.here.get(place, 0) & self.leaders)
        seen = sees_from(g, place, staff=staff)
        near = in_sight_range(g, place, staff=staff)
        return {"Line of sight": {"seen": seen, "hidden": near & ~seen}}

    def out_of_play(self, g: S) -> Places:
        """11.0 Before Küstrin only the northern rows are in play."""
        return Places(self.board.all & ~play_area(g))

    def signs(self, g: S) -> list[Sign]:
        """12.46 A flag on each objective that the Soviets hold."""
        if not is_seelow(g):
            return []
        return [
            Sign(shape="flag", places=(Place(place),), text="held by the Soviets", colours="brick")
            for place in members(controlled(g))
        ]
