"""The Movement Phase (5.0) with arrivals (9.0) and ways off the map (5.27); `reach` says where units can go."""

from __future__ import annotations

from bisect import insort
from typing import ClassVar

from ...engine.asking import Left
from ...engine.bounds import Number
from ...engine.derived import derived
from ...engine.events import Said
from ...engine.flow import Action, Ask, Hint, Refusal
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places
from ...engine.standard import UnitByUnit, UnitInHand
from .model import (
    FLIPPED,
    GERMAN,
    MOVED,
    SIDE_WORDS,
    SOVIET,
    Counter,
    S,
    Work,
    is_seelow,
    name_of,
    phasing,
)
from .reach import (
    Field,
    allowance,
    field_of,
    ground_of,
    is_hemmed_in,
    may_enter,
    number_of,
    points_of,
    refuse_entry,
    refuse_move,
)
from .zones import enemy_zone

FROZEN_TURN = 1


# -- arrivals ----------------------------------------------------------------------------------------


@derived
def arriving(g: S) -> Pieces:
    """9.11, 9.14 The phasing side's reinforcements that are due and still off the map."""
    found = 0
    for turn, box in g.game.due.items():
        if turn <= g.state.turn:
            found |= g.here.get(box, 0)
    return Pieces(found & g.game.roster.of_side[phasing(g)])


def entry_hexes(g: S, piece: int) -> Places:
    """9.11-9.13, 12.2, R37, R54 Where a reinforcement may come onto the map now."""
    unit: Counter = g.game.roster[piece]
    entries = g.game.map.entries(unit.entry, unit.mobility, 2 * allowance(g, piece))
    return Places(entries & may_enter(g, piece))


def entry_cost(g: S, piece: int, place: Place) -> int | None:
    """9.11, R37 What the first hex costs: its terrain, or a route that enters the map there."""
    unit: Counter = g.game.roster[piece]
    return g.game.map.entry_costs(unit.entry, unit.mobility).get(place)


# -- the phase ---------------------------------------------------------------------------------------


def is_frozen(g: S) -> bool:
    """5.29, 12.31 Whether the phasing side may not move at all: the Germans on the first turn of `seelow`."""
    return is_seelow(g) and g.state.turn == FROZEN_TURN and phasing(g) == GERMAN


class MovementPhase(Work):
    """3.1.2, 3.1.7 Passed over where nobody can move."""

    begun: bool = False

    def run(self, g: S) -> None:
        """Ask once, then end."""
        if is_frozen(g):
            g.emit(Said(text=f"The {SIDE_WORDS[phasing(g)]}s do not move on the first turn.", rule="12.31"))
        elif not self.begun:
            self.begun = True
            frame = Movement()
            if frame.eligible(g):
                g.call(frame)
                return
        g.end()


class Movement(UnitByUnit):
    """5.0, 5.17, 5.26 The phasing player moves his units one after another, each once.

    The unit moved last may go on as long as no other has been picked: so its way can be chosen hex by hex.
    """

    last: Piece | None = None
    spent: Number = 0
    """Half points that the last unit has used."""
    labels: ClassVar[dict[str, str]] = {"end": "End movement"}

    def ask(self, g: S) -> Ask:
        prompt = "Move your units, or end movement."
        waiting = len(each(arriving(g)))
        if waiting:
            prompt = f"Move your units, bring on reinforcements ({waiting} waiting), or end movement."
        return Ask(prompt=prompt, rule="5.0")

    def eligible(self, g: S) -> list[Piece]:
        """5.16, 5.26 Units that may be picked: not moved yet, or moved last, with a step that they can pay."""
        side = phasing(g)
        ground = ground_of(g, side)
        found, last = ground.movable(g, side), self.last
        if last is not None and g.flags[last] & MOVED and g.where[last] < g.game.board.size:
            left = self.left(g, last)
            if left > 0 and ground.has_a_step(g, last, left):
                insort(found, last)
        return found + [piece for piece in each(arriving(g)) if entry_hexes(g, piece)]

    def left(self, g: S, piece: int) -> int:
        """5.24 The half points a unit has left in this phase."""
        return 2 * allowance(g, piece) - self.spent_by(piece)

    def spent_by(self, piece: int) -> int:
        """5.24 The half points that a unit has used."""
        return self.spent if piece == self.last else 0

    def spend(self, piece: Piece, cost: int) -> None:
        """5.26 A unit moves; another that moved before it has finished."""
        self.last, self.spent = piece, self.spent_by(piece) + cost

    def refuse(self, g: S, piece: Piece) -> Refusal | None:
        """Why a unit cannot be picked."""
        name = name_of(g, piece)
        if g.game.side_of[piece] != phasing(g):
            return Refusal(f"{name} is not yours", "5.0")
        if g.where[piece] >= g.game.board.size:
            return _refuse_arrival(g, piece)
        if g.flags[piece] & MOVED and piece != self.last:
            return Refusal(f"{name} has moved in this phase", "5.26")
        left = self.left(g, piece)
        if left > 0 and ground_of(g, phasing(g)).has_a_step(g, piece, left):
            return None
        return _refuse_to_stir(g, piece, left)

    def label(self, g: S, action: Action) -> str:
        if action.verb == "end":
            return super().label(g, action)
        word = "Move" if g.where[action.args[0]] < g.game.board.size else "Bring on"
        return f"{word} {name_of(g, action.args[0])}"

    def on_pick(self, g: S, unit: Piece) -> None:
        """5.26 Take a unit in hand."""
        g.call(MoveUnit(unit) if g.where[unit] < g.game.board.size else EnterMap(unit))


def _refuse_arrival(g: S, piece: Piece) -> Refusal | None:
    unit: Counter = g.game.roster[piece]
    if not arriving(g) >> piece & 1:
        if unit.arrival > g.state.turn and g.where[piece] == g.game.box(f"due-{unit.arrival}"):
            return Refusal(f"{unit.name} arrives on turn {unit.arrival}", "9.11")
        return Refusal(f"{unit.name} is not on the map", "5.0")
    if entry_hexes(g, piece):
        return None
    return Refusal(f"no entry hex is open to {unit.name}", "9.12")


def _refuse_to_stir(g: S, piece: Piece, left: int) -> Refusal:
    """Why a unit that has not finished its move cannot make a step."""
    name, flags = name_of(g, piece), g.flags[piece]
    if g.game.artillery >> piece & 1 and not flags & FLIPPED:
        return Refusal(f"{name} is in Fire Mode and cannot move", "5.19")
    if g.game.artillery >> piece & 1 and not allowance(g, piece):
        return Refusal(f"{name} is artillery and does not move in the dark", "5.28d")
    if flags & MOVED and enemy_zone(g, g.game.side_of[piece]) >> g.where[piece] & 1:
        return Refusal(f"{name} has entered an enemy zone of control and must stop", "4.24")
    if left <= 0:
        return Refusal(f"{name} has used its allowance", "5.24")
    if is_hemmed_in(g, piece):
        return Refusal(f"{name} and all hexes around it are in enemy zones of control", "5.22")
    return Refusal(f"{name} has no hex to go to with {points_of(left)} left", "5.16")


class EnterMap(UnitInHand):
    """9.11 A reinforcement comes onto the map; from there it may go on."""

    unit: Piece
    verb: ClassVar[str] = "enter"

    def ask(self, g: S) -> Ask:
        return Ask(prompt=f"Where does {name_of(g, self.unit)} enter the map?", rule="9.11", pieces=(self.unit,))

    def places(self, g: S) -> Places:
        """Its entry hexes."""
        return entry_hexes(g, self.unit)

    def hint(self, g: S, action: Action) -> Hint | None:
        """What the hex costs."""
        if action.verb == "back":
            return None
        return Hint(cost=number_of(entry_cost(g, self.unit, action.args[0]) or 0), rule="9.11")

    def why_not(self, g: S, place: Place) -> Refusal:
        """Why the unit cannot enter there."""
        unit = self.unit
        if place >= g.game.board.size or not g.game.board.tagged(g.game.roster[unit].entry) >> place & 1:
            return Refusal(f"that is no entry hex of {name_of(g, unit)}", "9.11")
        return refuse_entry(g, unit, place) or Refusal(f"{name_of(g, unit)} cannot pay for that hex", "5.16")

    def on_enter(self, g: S, target: Place) -> None:
        """9.11 The first hex of its move."""
        g.find(Movement).spend(self.unit, entry_cost(g, self.unit, target) or 0)
        g.set_flag(self.unit, MOVED)
        g.place(self.unit, target, how="arrives", path=(target,), cause="arrival", rule="9.11")
        enter_hex(g, self.unit, target)
        g.end()


class MoveUnit(UnitInHand):
    """5.1, 5.2 One unit moves; entering an enemy zone of control ends its move (4.24)."""

    unit: Piece
    labels: ClassVar[dict[str, str]] = {"leave": "Leave the map for good", "back": "Put back"}

    def ask(self, g: S) -> Ask:
        halves = g.find(Movement).left(g, self.unit)
        prompt = f"Where does {name_of(g, self.unit)} go? It has {points_of(halves)} left."
        return Ask(prompt=prompt, rule="5.0", pieces=(self.unit,), left=Left(halves / 2, "movement points"))

    def field(self, g: S) -> Field:
        """Where the unit can go now."""
        return field_of(g, self.unit, g.find(Movement).spent_by(self.unit))

    def options(self, g: S) -> list[Action]:
        """Every hex in reach, and the way off the map."""
        field = self.field(g)
        found = g.acts_at("go", field.all)
        if field.exit_cost is not None:
            found.append(g.act("leave"))
        return found

    def hint(self, g: S, action: Action) -> Hint | None:
        """What a hex costs and by which way."""
        if action.verb == "back":
            return None
        field = self.field(g)
        if action.verb == "leave":
            return Hint(cost=number_of(field.exit_cost or 0), rule="5.27")
        target: Place = action.args[0]
        text, rule = "", "5.11"
        if field.crossing >> target & 1:
            text, rule = "crossing the stream takes the whole move", "5.12b"
        elif field.zone >> target & 1:
            text, rule = "stops here: enemy zone of control", "4.24"
        elif field.toll:
            text, rule = "2 points for leaving an enemy zone of control included", "5.22"
        return Hint(cost=number_of(field.cost(target)), path=field.way(target), text=text, rule=rule)

    def refusal(self, g: S, action: Action) -> Refusal | None:
        """Why the unit cannot go to a hex, or off the map."""
        return self._refuse_leave(g) if action.verb == "leave" else super().refusal(g, action)

    def refuse(self, g: S, target: Place) -> Refusal | None:
        """Why the unit cannot go to a hex."""
        return refuse_move(g, self.unit, target, self.field(g))

    def _refuse_leave(self, g: S) -> Refusal | None:
        field, unit = self.field(g), g.game.roster[self.unit]
        if field.exit_cost is not None:
            return None
        if g.where[self.unit] not in g.game.map.edge_cost[unit.mobility]:
            return Refusal(f"{unit.name} does not stand at an edge that it can cross", "5.27")
        return Refusal(f"{unit.name} cannot pay for leaving the map", "5.27")

    def on_go(self, g: S, target: Place) -> None:
        """5.26 Move the unit along its way."""
        field, phase = self.field(g), g.find(Movement)
        path = field.way(target)
        phase.spend(self.unit, field.cost(target))
        g.set_flag(self.unit, MOVED)
        g.place(self.unit, target, how="moves", path=path, rule="5.0")
        for place in path:
            enter_hex(g, self.unit, place)
        g.end()

    def on_leave(self, g: S) -> None:
        """5.27 Off the map: neither eliminated nor back again."""
        g.find(Movement).spend(self.unit, 0)
        g.remove(self.unit, g.game.left, how="leaves the map", cause="exit", rule="5.27")
        g.end()


# -- entering hexes ----------------------------------------------------------------------------------


def enter_hex(g: S, piece: int, place: Place) -> None:
    """12.46, R32 A side that enters an objective, however, controls it from then on."""
    if not is_seelow(g) or not g.game.map.objectives >> place & 1:
        return
    soviet, bit = g.game.side_of[piece] == SOVIET, 1 << place
    held = Places(g.state.held | bit if soviet else g.state.held & ~bit)
    if held != g.state.held:
        g.set(held=held)
        side = "Soviet" if soviet else "German"
        g.emit(Said(text=f"{{h0}} is {side} now.", places=(place,), rule="12.46.2"))
