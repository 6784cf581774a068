"""Set-up (SET) and reinforcements (REI)."""

from __future__ import annotations

from typing import ClassVar

from ...engine.asking import Left
from ...engine.bounds import Either
from ...engine.control import occupied
from ...engine.flow import Action, Ask, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places, bit
from ...engine.standard import ChoosePlace, ChooseUnit, UnitInHand
from ...engine.telling import counted
from .model import DISRUPTED, GERMAN, Decide, Division, M, Work, is_dual, owned_by
from .movement import enter_hex
from .stacking import GERMAN_UNITS, crowded, load_of, refuse_stacking


def place_fixed_units(g: M) -> None:
    """SET.1, SET.2, SET.4, SET.5 Put every piece without a choice on its hex, the others in their boxes."""
    game = g.game
    for i, unit in enumerate(game.roster.units):
        piece = Piece(i)
        if unit.arrival:
            g.place(piece, game.box(f"turn-{unit.arrival}"), how="waits", cause="setup", rule="SET.5")
        elif unit.side == "german" and unit.mobile:
            g.place(piece, game.deploy, how="waits", cause="setup", rule="SET.3")
        else:
            rule = "SET.1" if unit.side == "russian" else "SET.4"
            g.place(piece, game.board.place(unit.setup), how="starts", cause="setup", rule=rule)
        if unit.starts_disrupted:
            g.set_flag(piece, DISRUPTED, text="starts Disrupted", rule="SET.2")


def waiting(g: M, seat: int) -> Pieces:
    """SET.3 A player's Germans that are still to be set up."""
    return Pieces(g.here.get(g.game.deploy, 0) & owned_by(g, seat))


def setup_hexes(g: M, piece: int) -> Places:
    """SET.3, CONV.2 Where a unit may be set up: its sector's zone behind the first line, within stacking."""
    unit: Division = g.game.roster[piece]
    return Places(g.game.map.setup_zone[unit.sector] & ~crowded(g, GERMAN)[unit.stacking])


class Deploy(Decide):
    """SET.3 A German player sets up his units in any order."""

    player: Either

    def seat(self, g: M) -> Seat:
        """The player whose Germans they are."""
        return Seat(self.player)

    def ask(self, g: M) -> Ask:
        left = len(each(waiting(g, self.player)))
        prompt = f"Set up your German units: {left} left." if left else "All units stand: begin, or change something."
        return Ask(prompt=prompt, rule="SET.3", left=Left(left, "units"))

    def choices(self, g: M) -> list[Action]:
        """Units to set up, units to take up again, the suggested set-up, and the end."""
        left = waiting(g, self.player)
        found = [*g.acts("pick", each(left)), *g.acts("lift", each(self.placed(g)))]
        if not left:
            found.append(g.act("done"))
        elif self.suggestion_fits(g):
            found.append(g.act("suggested"))
        return found

    def placed(self, g: M) -> Pieces:
        """Units that this player has set up."""
        mine = owned_by(g, self.player) & g.game.roster.of_side[GERMAN] & g.game.mobile
        return Pieces(sum(1 << p for p in each(mine) if g.where[p] < g.game.board.size))

    def suggestion_fits(self, g: M) -> bool:
        """Whether every unit left can still go to its suggested hex."""
        coming: dict[Place, int] = {}
        for piece in each(waiting(g, self.player)):
            place = suggested_hex(g, piece)
            if not g.game.map.setup_zone[g.game.roster[piece].sector] >> place & 1:
                return False
            coming[place] = coming.get(place, 0) | one(piece)
        return all(
            load_of(g, Pieces(g.here.get(place, 0) | units)).units <= GERMAN_UNITS for place, units in coming.items()
        )

    def refusal(self, g: M, action: Action) -> Refusal | None:
        """Why something cannot be done now."""
        left = waiting(g, self.player)
        if action.verb == "done":
            waits = f"{counted(left.bit_count(), 'unit')} still to be set up"
            return Refusal(waits, "SET.3") if left else None
        if action.verb == "suggested":
            fits = left and self.suggestion_fits(g)
            return None if fits else Refusal("the units left do not fit into the suggested set-up", "SET.3")
        piece: Piece = action.args[0]
        name = g.game.roster[piece].name
        if action.verb == "lift":
            return None if self.placed(g) >> piece & 1 else Refusal(f"{name} is not one you set up", "SET.3")
        return None if left >> piece & 1 else Refusal(f"{name} is not waiting to be set up by you", "SET.3")

    def label(self, g: M, action: Action) -> str:
        if action.verb == "done":
            return "Begin"
        if action.verb == "suggested":
            return "Suggested set-up"
        name = g.game.roster[action.args[0]].name
        return f"Take up {name}" if action.verb == "lift" else f"Set up {name}"

    def on_pick(self, g: M, unit: Piece) -> None:
        """Take a unit in hand."""
        g.call(DeployUnit(unit))

    @marked(Mark.TAKES_BACK)
    def on_lift(self, g: M, unit: Piece) -> None:
        """Take a unit off the map again."""
        g.place(unit, g.game.deploy, how="is taken up")

    @marked(Mark.SUGGESTS)
    def on_suggested(self, g: M) -> None:
        """Put every unit left on its suggested hex."""
        for piece in each(waiting(g, self.player)):
            g.place(piece, suggested_hex(g, piece), how="sets up", cause="setup", rule="SET.3")

    def on_done(self, g: M) -> None:
        """The set-up is over."""
        g.end()


def suggested_hex(g: M, piece: int) -> Place:
    """The hex that `units.csv` suggests for a unit."""
    return g.game.board.place(g.game.roster[piece].setup)


class DeployUnit(UnitInHand):
    """SET.3, CONV.2 One unit is set up, in its zone and at most two hexes behind the first line (R36)."""

    unit: Piece
    verb: ClassVar[str] = "put"

    def seat(self, g: M) -> Seat:
        """Its owner."""
        return g.game.owner(g, self.unit)

    def ask(self, g: M) -> Ask:
        name = g.game.roster[self.unit].name
        sector = g.game.roster[self.unit].sector
        return Ask(prompt=f"Where in the {sector}ern sector does {name} start?", rule="SET.3", pieces=(self.unit,))

    def places(self, g: M) -> Places:
        """Every hex of its zone with room."""
        return setup_hexes(g, self.unit)

    def refuse(self, g: M, place: Place) -> Refusal | None:
        """Why the unit cannot start there."""
        unit: Division = g.game.roster[self.unit]
        if place >= g.game.board.size:
            return Refusal("units start on the map", "SET.3")
        if g.game.map.setup_zone[unit.sector] >> place & 1:
            return refuse_stacking(g, self.unit, place)
        if not g.game.map.sector[unit.sector] >> place & 1:
            return Refusal(f"{unit.name} starts in the {unit.sector}ern sector", "CONV.2")
        return Refusal("units start at most two hexes behind the first defence line", "SET.3")

    def on_put(self, g: M, target: Place) -> None:
        """The unit stands."""
        g.place(self.unit, target, how="sets up", cause="setup", rule="SET.3")
        g.end()


# -- reinforcements ------------------------------------------------------------------------------


def due(g: M) -> Pieces:
    """REI.1 The phasing player's units whose turn has come and that can be placed."""
    found = 0
    for turn in range(2, g.state.turn + 1):
        box = g.game.names.number_of_place.get(f"turn-{turn}")
        if box is not None:
            found |= g.here.get(box, 0)
    mine = found & owned_by(g, g.state.player)
    return Pieces(sum(1 << p for p in each(mine) if arrival_hexes(g, p)))


def arrival_hexes(g: M, piece: int) -> Places:
    """CONV.4, REI.2 The west edge, without enemies and within stacking; in the dual game its own sector."""
    unit: Division = g.game.roster[piece]
    hexes = g.game.map.west_edge & ~occupied(g, 1 - GERMAN) & ~crowded(g, GERMAN)[unit.stacking]
    if is_dual(g):
        hexes &= g.game.map.sector[unit.sector]
    return Places(hexes)


class Arrival(Work):
    """REI.1 Reinforcements are placed before movement; who finds no room waits for the next turn."""

    def run(self, g: M) -> None:
        """Ask for unit after unit."""
        if due(g):
            g.call(NextArrival())
        else:
            g.end()


class NextArrival(ChooseUnit):
    """REI.1 The player chooses which unit arrives next."""

    forced: ClassVar[bool] = True

    def ask(self, g: M) -> Ask:
        return Ask(prompt="Reinforcements arrive: which unit first?", rule="REI.1")

    def eligible(self, g: M) -> tuple[Piece, ...]:
        """The units that are due."""
        return each(due(g))

    def why_not(self, g: M, piece: Piece) -> Refusal:
        """Why a unit does not arrive now."""
        return Refusal(f"{g.game.roster[piece].name} does not arrive now", "REI.1")

    def on_pick(self, g: M, unit: Piece) -> None:
        """Choose its hex."""
        g.become(Arrive(unit))


class Arrive(ChoosePlace):
    """CONV.4, REI.2 One reinforcement is placed on the west edge."""

    unit: Piece
    verb: ClassVar[str] = "put"

    def ask(self, g: M) -> Ask:
        name = g.game.roster[self.unit].name
        sector = f" of the {g.game.roster[self.unit].sector}ern sector" if is_dual(g) else ""
        prompt = f"Where on the western edge{sector} does {name} arrive?"
        return Ask(prompt=prompt, rule="CONV.4", pieces=(self.unit,))

    def places(self, g: M) -> Places:
        """The edge hexes that are open to it."""
        return arrival_hexes(g, self.unit)

    def refuse(self, g: M, place: Place) -> Refusal | None:
        """Why the unit cannot arrive there."""
        unit: Division = g.game.roster[self.unit]
        if place >= g.game.board.size or not g.game.map.west_edge & bit(place):
            return Refusal("reinforcements arrive on the western edge", "CONV.4")
        if occupied(g, 1 - GERMAN) >> place & 1:
            return Refusal("an enemy unit is there", "REI.1")
        if is_dual(g) and not g.game.map.sector[unit.sector] >> place & 1:
            return Refusal(f"{unit.name} arrives in the {unit.sector}ern sector", "REI.2")
        return refuse_stacking(g, self.unit, place)

    def on_put(self, g: M, target: Place) -> None:
        """The unit is there."""
        g.place(self.unit, target, how="arrives", cause="arrival", rule="REI.1")
        enter_hex(g, self.unit, target)
        g.end()
