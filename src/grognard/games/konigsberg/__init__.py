"""Königsberg '45: the Soviet offensive into East Prussia, driven by chits drawn from one cup.

One file per chapter: `chits` and `limits` (0.5-0.7, 2.1), `command` and `activation` (2), `zones` (3), `movement` and
`fields` (4), `stacking` (5), `reinforcements` (6), `combat`, `odds`, `battle` and `resolution` (7), `losses` (8),
`retreats` (9), `advance` (10), `supply` (11), `headquarters` (12.1, 12.8), `refugees` (12.2, 12.3), `replacements`
(12.4), `volksturm` (12.5), `air` (13), `victory` (14), `barrage` and `events`; `sequence` is the turn as data,
`terrain` the map and `model` what the game is made of.
"""

from __future__ import annotations

from fractions import Fraction

from ...engine.errors import SetupError
from ...engine.flow import Refusal, Seat
from ...engine.game import Cup, Option, Scenario, SeatInfo, Sign
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places, gather, members
from ...engine.telling import counted, term
from ...engine.terms import Term
from .chits import Command, DrawChit
from .command import Activation, net
from .fields import reachable
from .headquarters import soviet_points
from .model import GERMAN, LIMITS, SOVIET, K, KonigsbergGame, formation_name, is_on_map
from .movement import MoveUnit
from .score import focus, score
from .sequence import GameTurns, open_phase, set_up
from .stacking import surplus
from .supply import limited_hexes, sources, supplied_hexes, supply_line
from .terrain import MECH
from .victory import german_hexes
from .zones import zone

CAMPAIGN = Scenario(
    id="campaign",
    title="East Prussia, January 1945",
    text="13 January to 1 February 1945: two Soviet Fronts break into East Prussia, the Germans hold what they can.",
    seats=(
        SeatInfo(id="german", title="German player", commands="Army Group Centre", colours="fieldgrey"),
        SeatInfo(id="soviet", title="Soviet player", commands="2nd and 3rd Belorussian Front", colours="brick"),
    ),
)
OPTIONS = (
    Option(
        id="bohme",
        title="SS Regiment Böhme",
        text="A motorcycle regiment stands in Königsberg.",
        rule="15.1a",
    ),
    Option(
        id="mikosch",
        title="zbV KG Mikosch",
        text="A division is assembled in Pillau once a Soviet unit comes within five hexes of Königsberg.",
        rule="15.1b",
    ),
)


class Konigsberg(KonigsbergGame):
    """The game."""

    id = "konigsberg"
    title = "Königsberg '45"
    version = "1"
    blurb = "Ten turns in East Prussia. Draw a chit, wake an army, and never know whose turn comes next."
    special = "Chit-pull command, soft zones of control, air armies, refugees on the roads"
    most_turns = 10
    reply = 3
    playing_time = (6, 8)
    difficulty = "very hard"
    scenarios = (CAMPAIGN,)
    options = OPTIONS
    patience = 5

    def open(self, g: K) -> None:
        """0.1g Everything to its place; turn 1 begins."""
        set_up(g)
        g.call(GameTurns())

    def enter(self, g: K, phase: str) -> None:
        """A phase of the turn that the state names."""
        for piece, unit in enumerate(self.units):
            g.steps[piece] = max(1, unit.steps - unit.reduced)
        problem = open_phase(g, phase)
        if problem:
            raise SetupError(problem)

    def account(self, g: K, seat: Seat) -> str:
        """14.3, 0.5 Victory hexes, and the activations used of those the turn allows."""
        turn = max(1, g.state.turn)
        used = [f"{g.state.counts[pool]}/{self.track(turn, key)}" for pool, key in enumerate(("german", "br2", "br3"))]
        if seat == GERMAN:
            return f"{german_hexes(g)} victory hexes · activations {used[0]}"
        return f"{soviet_points(g)} victory hexes · activations 2BR {used[1]}, 3BR {used[2]}"

    def victory_points(self, g: K, seat: Seat) -> Fraction | int | None:
        """14.3 The victory hexes of a side."""
        return german_hexes(g) if seat == GERMAN else soviet_points(g)

    def standing(self, g: K, seat: Seat) -> list[Term]:
        """14.3 The victory hexes of a side."""
        held = self.map.objectives & (~g.state.soviet_held if seat == GERMAN else g.state.soviet_held)
        return [term(1, self.place_title(place), "14.3a", part="points", places=(place,)) for place in members(held)]

    def headline(self, g: K) -> str:
        """Turn and date."""
        if g.outcome is not None:
            return g.outcome.text
        turn = max(1, g.state.turn)
        return f"Turn {turn} of {self.turns}, {self.dates[turn - 1]}"

    def player_turn(self, g: K) -> tuple[int, ...]:
        """1.3 The activation: chits drawn so far."""
        return g.state.turn, len(g.state.drawn)

    def score(self, g: K, seat: Seat) -> float:
        """How good a position looks to a seat."""
        return score(g, seat)

    def focus(self, g: K, seat: Seat) -> Places:
        """Where something is at stake."""
        return focus(g, seat)

    def reach(self, g: K, piece: int) -> Places:
        """4.0 Where a unit could go."""
        if not self.ground >> piece & 1 or g.where[piece] >= self.board.size:
            return Places(0)
        return reachable(g, Piece(piece))

    def status(self, g: K) -> list[Refusal]:
        """5.0, 5.2, 4.2d Stacking and ground of a position built by hand."""
        found = []
        for place, pieces in g.here.items():
            if place >= self.board.size:
                continue
            where = self.place_title(place)
            sides = [side for side in (GERMAN, SOVIET) if pieces & self.roster.of_side[side]]
            if len(sides) > 1:
                found.append(Refusal(f"{where} holds units of both sides", "5.2/1"))
            for side in sides:
                if surplus(g, side, pieces) and not _splits_up(g):
                    found.append(Refusal(f"{where} holds too many units", "5.0"))
            if self.map.water >> place & 1:
                found.append(Refusal(f"{where} is water", "4.2d"))
            elif pieces & self.mech & self.combat and not self.map.stands[MECH] >> place & 1:
                found.append(Refusal(f"{where} is a frozen lake, where no mechanized unit can be", "4.2d"))
        return found

    def signs(self, g: K) -> list[Sign]:
        """14.1, 11.2a Victory hexes and supply sources that the Soviets have taken."""
        text = "held by the Soviets"
        held = g.state.soviet_held & self.map.objectives | g.state.split_taken
        return [Sign(shape="flag", places=(place,), text=text, colours="brick") for place in members(held)]

    def draws(self, g: K) -> Cup:
        """0.5, 2.1 What is left in the cup, the chits of the turn in order, and what the limits still allow."""
        turn = max(1, g.state.turn)
        short = ("German", "2BR", "3BR")
        limits = [f"{short[pool]} {g.state.counts[pool]} of {self.track(turn, key)}" for pool, key in enumerate(LIMITS)]
        activation = next((frame for frame in g.stack if isinstance(frame, Activation)), None)
        under_way = bool(g.state.drawn) and g.under_way(Command) and not isinstance(g.stack[-1], Command | DrawChit)
        note = ""
        if activation is not None:
            who = "Independent units" if activation.hq is None else formation_name(g, activation.hq)
            note = f"{who}: {counted(activation.units.bit_count(), 'unit')} activated"
        return Cup(
            title="The cup",
            drawn=g.state.drawn,
            left=each(g.here.get(self.cup_box, Pieces(0))),
            void=each(g.state.void),
            now=g.state.drawn[-1] if under_way else None,
            note=note,
            limits=tuple(limits),
        )

    def overlays(self, g: K, seat: Seat | None) -> dict[str, dict[str, int]]:
        """Zones of control, supply, command, victory hexes, and who holds what."""
        objectives = self.map.objectives
        return {
            "Zones of control": {"german": zone(g, GERMAN), "soviet": zone(g, SOVIET)},
            "Supply": {
                "german": supplied_hexes(g, GERMAN),
                "soviet": supplied_hexes(g, SOVIET),
                "limited": limited_hexes(g),
                "sources": sources(g, GERMAN) | sources(g, SOVIET),
            },
            "Victory hexes": {
                "german": objectives & ~g.state.soviet_held,
                "soviet": objectives & g.state.soviet_held,
            },
            "Control": {"german": self.map.land & ~g.state.soviet_held, "soviet": g.state.soviet_held},
            **self._line_of_unit_in_hand(g),
        }

    def overlays_from(self, g: K, seat: Seat | None, place: Place | None) -> dict[str, dict[str, int]]:
        """2.2e The command radius of the HQ in a hex, or of those whose units are there."""
        if place is None:
            return {"Command": {}}
        hqs = {hq: None for piece in members(self._spoken_of(g, place)) if (hq := self._commander(g, Piece(piece)))}
        return {"Command": {self.units[hq].name: net(g, hq) for hq in hqs}}

    def _spoken_of(self, g: K, place: Place) -> int:
        """Who is in a hex; where nobody is, the unit in hand, or the HQ that acts."""
        there: int = g.here.get(place, 0)
        top = g.stack[-1] if g.stack else None
        if there or top is None:
            return there
        if isinstance(top, MoveUnit):
            return 1 << top.unit
        acting = next((frame.hq for frame in g.stack if isinstance(frame, Activation)), None)
        return 0 if acting is None else 1 << acting

    def _commander(self, g: K, piece: Piece) -> Piece | None:
        """2.2 The HQ that a unit belongs to, if it is on the map; an HQ commands itself."""
        hq = piece if self.hqs >> piece & 1 else self.hq_of[piece]
        return hq if hq is not None and is_on_map(g, hq) else None

    def _line_of_unit_in_hand(self, g: K) -> dict[str, dict[str, int]]:
        """11.1 The supply line of the unit that is being moved."""
        top = g.stack[-1] if g.stack else None
        if not isinstance(top, MoveUnit):
            return {}
        return {f"Supply line of {self.units[top.unit].name}": {"line": gather(supply_line(g, top.unit))}}


def _splits_up(g: K) -> bool:
    """6.0a Arrivals may overstack until they have moved, and a retreat until it has ended."""
    return any(frame.title in ("Arrivals", "EndOfRetreat", "Overstacked", "Retreat") for frame in g.stack)
