"""Movement (2): the phasing player moves his units one at a time."""

from __future__ import annotations

from typing import ClassVar

from grognard.api import (
    Action,
    Ask,
    Costs,
    Hint,
    Piece,
    Place,
    Places,
    Refusal,
    UnitByUnit,
    UnitInHand,
    cost_of,
    counted,
    derived,
    each,
    is_on,
    occupied,
    reach,
    refuse_unit,
    union,
    way,
)

from .model import MOVED, Company, M, name_of
from .victory import enter_hex
from .zones import controlled


def costs(g: M) -> Costs:
    """2.2, 2.3, 9.1 What steps cost; at high water there are none across the river but by bridges."""
    return g.game.map.costs_at_high_water if is_on(g, "high_water") else g.game.map.costs


@derived
def field(g: M, piece: Piece) -> list[Places]:
    """2.1, 3.2 The hexes a unit can come to, in layers by cost; it may pass its own side's units (2.5)."""
    enemy = 1 - g.game.side_of[piece]
    unit: Company = g.game.roster[piece]
    enter = g.game.board.all & ~occupied(g, enemy)
    return reach(g.where[piece], unit.points, costs(g), enter=enter, halt=controlled(g, enemy))


def reachable(g: M, piece: Piece) -> Places:
    """2.5 The hexes in which a unit can end its move."""
    return Places(union(field(g, piece)) & ~occupied(g, g.game.side_of[piece]))


class Movement(UnitByUnit):
    """2.1 Units are moved one after another, each once."""

    labels: ClassVar[dict[str, str]] = {"end": "End movement"}

    def ask(self, g: M) -> Ask:
        """Which unit moves next."""
        return Ask(prompt="Move your units, or end movement.", rule="2.1")

    def eligible(self, g: M) -> list[Piece]:
        """Units that can move."""
        own = each(g.game.roster.of_side[g.state.player])
        return [piece for piece in own if self.refuse(g, piece) is None]

    def refuse(self, g: M, piece: Piece) -> Refusal | None:
        """Why a unit cannot be moved."""
        refused = refuse_unit(g, self.seat(g), piece, rule="2.1")
        if refused is not None:
            return refused
        if g.flags[piece] & MOVED:
            return Refusal(f"{name_of(g, piece)} has moved in this turn", "2.1")
        if not reachable(g, piece):
            return Refusal(f"{name_of(g, piece)} has no hex to go to", "2.1")
        return None

    def on_pick(self, g: M, unit: Piece) -> None:
        """Take a unit in hand. Nothing has happened yet, so that it can be put back."""
        g.call(MoveUnit(unit))


class MoveUnit(UnitInHand):
    """2.1 One unit goes to a hex."""

    unit: Piece

    def ask(self, g: M) -> Ask:
        """Where it goes."""
        return Ask(prompt=f"Where does {name_of(g, self.unit)} go?", rule="2.1", pieces=(self.unit,))

    def places(self, g: M) -> Places:
        """Every hex in reach."""
        return reachable(g, self.unit)

    def refuse(self, g: M, target: Place) -> Refusal | None:
        """Why the unit cannot go to a hex."""
        return refuse_move(g, self.unit, target)

    def hint(self, g: M, action: Action) -> Hint | None:
        """What a hex costs, and by which way."""
        if action.verb == "back":
            return None
        target = action.args[0]
        return Hint(cost=str(cost_of(field(g, self.unit), target)), path=self._way(g, target), rule="2.2")

    def _way(self, g: M, target: Place) -> tuple[Place, ...]:
        enemy = 1 - g.game.side_of[self.unit]
        return way(field(g, self.unit), target, costs(g), halt=controlled(g, enemy))

    def on_go(self, g: M, target: Place) -> None:
        """The unit goes there by the cheapest way."""
        path = self._way(g, target)
        g.set_flag(self.unit, MOVED)
        g.place(self.unit, target, path=path, rule="2.1")
        # Also where it only passes through, the objective is its side's now.
        for place in path:
            enter_hex(g, self.unit, place)
        g.end()


def refuse_move(g: M, piece: Piece, target: Place) -> Refusal | None:
    """2.1-3.2 Why a unit cannot go to a hex; None where it can."""
    side, unit = g.game.side_of[piece], g.game.roster[piece]
    if target >= g.game.board.size:
        return Refusal("units move on the map only", "2.1")
    if occupied(g, 1 - side) >> target & 1:
        return Refusal("an enemy unit is there", "2.4")
    if occupied(g, side) >> target & 1:
        return Refusal("a hex holds one unit only", "2.5")
    if reachable(g, piece) >> target & 1:
        return None
    # Which limit is it? Without zones of control it could perhaps go there.
    freely = reach(g.where[piece], unit.points, costs(g), enter=g.game.board.all & ~occupied(g, 1 - side))
    if union(freely) >> target & 1:
        return Refusal("the way leads through an enemy zone of control, where a unit stops", "3.2")
    return Refusal(f"it is further than {counted(unit.points, 'movement point')}", "2.2")
