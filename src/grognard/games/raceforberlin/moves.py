"""The movement step and the reserve step of an impulse (4.2.1, 4.2.3, 7.2.2)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar

from ...engine.flow import Action, Ask, Hint, Refusal, Seat
from ...engine.pieces import Piece, Pieces, one
from ...engine.places import Place, Places, members
from ...engine.terms import number
from .chits import restricted_west
from .designation import designated
from .duties import Order, camp_of, cohesion_zones, order_owes, return_zones, returning
from .model import ACTED, FOUGHT, GERMAN, GUEST, MOVE, OOS, RESERVE, Decide, Dice, R, is_on, name
from .movement import destinations, field, may_end, path_to, why_not_there
from .zones import nationality, near_enemy, occupation, put

NEEDED = {1: 3, 2: 3, 3: 3, 4: 3, 5: 2, 6: 1}
"""7.2.2a The die must be higher."""


def required(g: R, piece: Piece, reach: int) -> tuple[Places, Refusal] | None:
    """The zones a moving unit is limited to by a duty, with the reason; None where it is free."""
    if g.game.side_of[piece] == GERMAN:
        return _required_by_order(g, piece, reach)
    if returning(g, piece):
        rule = "2.2.8a" if g.state.us >> g.where[piece] & 1 else "7.3.2b"
        return return_zones(g, piece, reach), Refusal("the unit must return to its front", rule)
    if g.state.split >> piece & 1:
        return cohesion_zones(g, piece), Refusal("the unit must close up to its sister", "7.3.1b")
    if g.flags[piece] & GUEST:
        return Places(reach), Refusal("the guest must leave the zone", "7.3.3d")
    return None


def _required_by_order(g: R, piece: Piece, reach: int) -> tuple[Places, Refusal] | None:
    """2.3.2b, R10 The last units that can fulfil the order have to, if their die allows."""
    state = g.state
    if state.duty != "approach" or not state.bound >> piece & 1:
        return None
    duty = Order("approach", state.bound)
    others = band_of(p for p in designated(g, MOVE) if p != piece and not g.flags[p] & ACTED)
    if not order_owes(g, duty, state.complied | (others & state.bound)):
        return None
    return Places(reach & near_enemy(g, GERMAN)), Refusal("Hitler orders it next to Soviet units", "2.3.2b")


def band_of(pieces: Iterable[int]) -> Pieces:
    """The set of some pieces."""
    mask = 0
    for piece in pieces:
        mask |= 1 << piece
    return Pieces(mask)


class Movement(Decide):
    """4.2.1, 4.1.3b The movement-mode units act one by one; who is not moved stands still."""

    def seat(self, g: R) -> Seat:
        """The player of the impulse."""
        return Seat(camp_of(g.state.impulse))

    def ask(self, g: R) -> Ask:
        """The question."""
        return Ask(prompt="Move the units in movement mode.", rule="4.1.3b", pieces=tuple(self.ready(g)))

    def ready(self, g: R) -> list[Piece]:
        """The units still to be moved."""
        return [p for p in designated(g, MOVE) if not g.flags[p] & ACTED]

    def choices(self, g: R) -> Iterable[Action]:
        """Each of them, and the end."""
        ready = self.ready(g)
        found = g.acts("pick", ready)
        if self._owed(g, ready) is None:
            found.append(g.act("end"))
        return found

    def _owed(self, g: R, ready: list[Piece]) -> Refusal | None:
        """Why the step cannot end yet."""
        for piece in ready:
            demand = _demand(g, piece)
            if demand is not None:
                return demand
        return None

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why not."""
        if action.verb == "end":
            return self._owed(g, self.ready(g))
        if action.args[0] in self.ready(g):
            return None
        return Refusal("that unit has no movement left in this impulse", "4.1.3c")

    def label(self, g: R, action: Action) -> str:
        """What the button says."""
        return "End movement" if action.verb == "end" else ""

    def on_pick(self, g: R, unit: Piece) -> None:
        """7.2.2a Germans first ask for Hitler's permission."""
        if g.game.side_of[unit] == GERMAN and restricted_west(g, g.game.camp[unit]):
            g.call(Permission(unit, "move"))
        else:
            g.call(MoveUnit(unit))

    def on_end(self, g: R) -> None:
        """The step is over."""
        g.end()


def _demand(g: R, piece: Piece) -> Refusal | None:
    """Why a unit cannot stand still, before any die of its own."""
    if g.game.side_of[piece] == GERMAN and (g.state.duty != "approach" or not g.state.bound >> piece & 1):
        return None
    reach = destinations(g, piece, g.game.units[piece].mp)
    if g.game.side_of[piece] == GERMAN:
        duty = Order("approach", g.state.bound)
        owed = order_owes(g, duty, g.state.complied) and reach & near_enemy(g, GERMAN)
        return Refusal("Hitler's order is not fulfilled", "2.3.2b") if owed else None
    if g.state.split >> piece & 1 and not returning(g, piece) and _closed_up(g, piece):
        return None
    demand = required(g, piece, reach)
    return demand[1] if demand and demand[0] else None


def _closed_up(g: R, piece: Piece) -> bool:
    """7.3.1 Whether a counter is with or next to its sister."""
    return g.game.next_to[g.where[piece]][g.where[g.game.sister[piece]]] <= 1


class Permission(Dice):
    """7.2.2a Hitler's permission to go west."""

    unit: Piece
    what: str

    def purpose(self, g: R) -> str:
        """What for."""
        return f"Hitler's permission for {name(g, self.unit)}"

    def on_roll(self, g: R, face: int) -> None:
        """Go on with or without it."""
        held_back = face <= NEEDED[g.state.turn]
        if self.what == "move":
            g.become(MoveUnit(self.unit, held_back, True))
        else:
            g.become(ReserveMove(self.unit, held_back))


class MoveUnit(Decide):
    """7.1 One unit moves from zone to zone."""

    unit: Piece
    held_back: bool = False
    diced: bool = False
    takes_back: ClassVar[frozenset[str]] = frozenset({"back"})

    def seat(self, g: R) -> Seat:
        """The owner."""
        return Seat(g.game.camp[self.unit])

    def ask(self, g: R) -> Ask:
        """The question."""
        note = " Hitler forbids to go west." if self.held_back else ""
        return Ask(prompt=f"Where does {name(g, self.unit)} go?{note}", rule="7.1.1", pieces=(self.unit,))

    def allowance(self, g: R) -> int:
        """7.1.1 Its movement points in halves."""
        return g.game.units[self.unit].mp

    def reach(self, g: R) -> tuple[Places, Refusal | None]:
        """Where it may end, and the duty that limits it."""
        reach = destinations(g, self.unit, self.allowance(g), held_back=self.held_back)
        demand = required(g, self.unit, reach)
        if demand is None or not demand[0] & reach:
            closing = demand is not None and g.game.side_of[self.unit] != GERMAN
            return (Places(0), demand[1]) if demand and closing else (reach, None)
        return Places(demand[0] & reach), demand[1]

    def choices(self, g: R) -> list[Action]:
        """Every zone, standing still, thinking again."""
        reach, duty = self.reach(g)
        found = g.acts("go", members(reach))
        if self._may_stay(g, reach, duty):
            found.append(g.act("stay"))
        if not self.diced:
            found.append(g.act("back"))
        return found

    def _may_stay(self, g: R, reach: int, duty: Refusal | None) -> bool:
        return duty is None or not reach or _demand(g, self.unit) is None

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why not."""
        reach, duty = self.reach(g)
        if action.verb == "stay":
            return None if self._may_stay(g, reach, duty) else duty
        if action.verb == "back":
            return Refusal("Hitler has spoken: the unit must be dealt with", "7.2.2a") if self.diced else None
        zone = action.args[0]
        if reach >> zone & 1:
            return None
        all_ = destinations(g, self.unit, self.allowance(g), held_back=self.held_back)
        if duty and all_ >> zone & 1:
            return duty
        return why_not_there(g, self.unit, zone, self.allowance(g), held_back=self.held_back)

    def hint(self, g: R, action: Action) -> Hint | None:
        """Cost and way."""
        if action.verb != "go":
            return None
        zone, allowance = action.args[0], self.allowance(g)
        costs = field(g, self.unit, allowance, held_back=self.held_back)
        way = path_to(g, self.unit, zone, allowance, held_back=self.held_back)
        return Hint(cost=_points(costs[zone]), path=way)

    def label(self, g: R, action: Action) -> str:
        """What the buttons say."""
        return {"stay": "Stand still", "back": "Choose another unit"}.get(action.verb, "")

    def on_go(self, g: R, zone: Place) -> None:
        """Move it."""
        g.end()
        way = path_to(g, self.unit, zone, self.allowance(g), held_back=self.held_back)
        put(g, self.unit, zone, path=way, rule="7.1.1")
        self._acted(g)

    def on_stay(self, g: R) -> None:
        """It stands still."""
        g.end()
        self._acted(g)

    def _acted(self, g: R) -> None:
        g.set_flag(self.unit, ACTED)
        if g.state.bound >> self.unit & 1 and near_enemy(g, GERMAN) >> g.where[self.unit] & 1:
            g.set(complied=Pieces(g.state.complied | one(self.unit)))
        if not g.find(Movement).ready(g):
            g.end()

    def on_back(self, g: R) -> None:
        """Think again."""
        g.end()


def _points(halves: int) -> str:
    """Movement points as people write them."""
    return number(Fraction(halves, 2))


# -- reserve -------------------------------------------------------------------------------------


def in_reserve(g: R) -> list[Piece]:
    """4.2.3, E.6b The units of the reserve step: reserve mode, and the fighters of chit 6."""
    found = [p for p in designated(g, RESERVE) if not g.flags[p] & ACTED]
    if g.state.event == 6:
        found += [
            p for p in designated(g, FOUGHT) if g.game.units[p].army == g.state.army and not g.flags[p] & (ACTED | OOS)
        ]
    return found


def follow_zones(g: R, piece: Piece) -> Places:
    """4.2.3c, 8.4.2, R38 Zones conquered from the unit's zone that have room."""
    here = 1 << g.where[piece]
    found = 0
    for zone, origins in g.state.conquered:
        if origins & here:
            found |= 1 << zone
    enemy = occupation(g).soviet if g.game.side_of[piece] == GERMAN else occupation(g).german
    return Places(found & may_end(g, piece) & ~enemy & ~here)


class Reserves(Decide):
    """4.2.3 The reserve-mode units act one by one."""

    def seat(self, g: R) -> Seat:
        """The player of the impulse."""
        return Seat(camp_of(g.state.impulse))

    def ask(self, g: R) -> Ask:
        """The question."""
        return Ask(prompt="Move the reserves.", rule="4.2.3b", pieces=tuple(in_reserve(g)))

    def choices(self, g: R) -> Iterable[Action]:
        """Each of them, and the end."""
        return [*g.acts("pick", in_reserve(g)), g.act("end")]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why not."""
        if action.verb == "end" or action.args[0] in in_reserve(g):
            return None
        return Refusal("that unit is not in reserve", "4.2.3b")

    def label(self, g: R, action: Action) -> str:
        """What the button says."""
        return "End the reserve step" if action.verb == "end" else ""

    def on_pick(self, g: R, unit: Piece) -> None:
        """R22 With the option, Germans ask for permission here too."""
        tested = is_on(g, "hitler_test_in_reserve") and nationality(g.state.impulse) == GERMAN
        if tested and restricted_west(g, g.game.camp[unit]):
            g.call(Permission(unit, "reserve"))
        else:
            g.call(ReserveMove(unit))

    def on_end(self, g: R) -> None:
        """The step is over."""
        g.end()


class ReserveMove(Decide):
    """4.2.3 A reserve unit may follow an advance from its zone, then moves with half its points."""

    unit: Piece
    held_back: bool = False
    followed: bool = False

    def seat(self, g: R) -> Seat:
        """The owner."""
        return Seat(g.game.camp[self.unit])

    def ask(self, g: R) -> Ask:
        """The question."""
        return Ask(prompt=f"Where does {name(g, self.unit)} go?", rule="4.2.3b", pieces=(self.unit,))

    def allowance(self, g: R) -> int:
        """4.2.3b, R19 Half its movement points, in halves."""
        return g.game.units[self.unit].mp // 2

    def reach(self, g: R) -> Places:
        """Where its half points lead."""
        return destinations(g, self.unit, self.allowance(g), held_back=self.held_back)

    def choices(self, g: R) -> list[Action]:
        """Following, moving, standing still."""
        follow = Places(0) if self.followed else follow_zones(g, self.unit)
        return [*g.acts("follow", members(follow)), *g.acts("go", members(self.reach(g))), g.act("stay")]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why not."""
        if action.verb == "stay":
            return None
        zone = action.args[0]
        if action.verb == "follow":
            if not self.followed and follow_zones(g, self.unit) >> zone & 1:
                return None
            return Refusal("reserves follow only an advance from their own zone, where there is room", "4.2.3c")
        if self.reach(g) >> zone & 1:
            return None
        return why_not_there(g, self.unit, zone, self.allowance(g), held_back=self.held_back)

    def hint(self, g: R, action: Action) -> Hint | None:
        """Cost."""
        if action.verb == "follow":
            return Hint(cost="0", text="follows the advance", rule="4.2.3c")
        if action.verb != "go":
            return None
        costs = field(g, self.unit, self.allowance(g), held_back=self.held_back)
        return Hint(cost=_points(costs[action.args[0]]))

    def label(self, g: R, action: Action) -> str:
        """What the button says."""
        return "Stand still" if action.verb == "stay" else ""

    def on_follow(self, g: R, zone: Place) -> None:
        """4.2.3c Free of cost; half its points are still there."""
        self.followed = True
        put(g, self.unit, zone, how="follows", rule="4.2.3c")

    def on_go(self, g: R, zone: Place) -> None:
        """4.2.3b Move it."""
        g.end()
        way = path_to(g, self.unit, zone, self.allowance(g), held_back=self.held_back)
        put(g, self.unit, zone, path=way, rule="4.2.3b")
        self._acted(g)

    def on_stay(self, g: R) -> None:
        """It stands still."""
        g.end()
        self._acted(g)

    def _acted(self, g: R) -> None:
        g.set_flag(self.unit, ACTED)
        if not in_reserve(g):
            g.end()
