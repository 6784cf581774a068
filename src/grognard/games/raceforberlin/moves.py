"""The movement step and the reserve step of an impulse (4.2.1, 4.2.3, 7.2.2)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from ...engine.asking import Left
from ...engine.bounds import Word
from ...engine.flow import Action, Ask, Hint, Refusal, Seat
from ...engine.pieces import Piece, Pieces, band, one
from ...engine.places import Place, Places
from ...engine.position import is_on
from ...engine.standard import ChooseUnit, UnitInHand
from ...engine.telling import at_least, counted, number, sentence
from .chits import restricted_west
from .designation import actors, designated
from .duties import (
    Order,
    cohesion_zones,
    goes_second,
    order_owes,
    order_refusal,
    return_zones,
    returning,
    sister_closes,
)
from .model import ACTED, FOUGHT, GERMAN, GUEST, MOVE, OOS, RESERVE, Dice, R, name
from .movement import destinations, may_end, path_to, step_cost, why_not_there
from .zones import nationality, near_enemy, occupation, prizes, put

NEEDED = {1: 3, 2: 3, 3: 3, 4: 3, 5: 2, 6: 1}
"""7.2.2a The die must be higher."""


def required(g: R, piece: Piece, reach: int) -> tuple[Places, Refusal] | None:
    """The zones a moving unit is limited to by a duty, with the reason; None where it is free."""
    if g.game.side_of[piece] == GERMAN:
        return _required_by_order(g, piece, reach)
    if returning(g, piece):
        rule = "2.2.8a" if g.state.us >> g.where[piece] & 1 else "7.3.2b"
        return return_zones(g, piece, reach), Refusal(f"{name(g, piece)} must return to its front", rule)
    if g.state.split >> piece & 1 and not (g.flags[piece] & GUEST and _closed_up(g, piece)):
        return cohesion_zones(g, piece), Refusal(f"{name(g, piece)} must close up to its sister", "7.3.1b")
    if g.flags[piece] & GUEST:
        return Places(reach), Refusal(f"{name(g, piece)}, a guest, must leave the zone", "7.3.3d")
    return None


def _required_by_order(g: R, piece: Piece, reach: int) -> tuple[Places, Refusal] | None:
    """2.3.2b, R10 The last units that can fulfil the order have to, if their die allows."""
    if g.state.duty != "approach" or not g.state.bound >> piece & 1:
        return None
    duty = _approach(g)
    if not order_owes(g, duty, duty.units & ~one(piece)):
        return None
    return Places(reach & near_enemy(g, GERMAN)), Refusal("Hitler orders it next to Soviet units", "2.3.2b")


def _approach(g: R) -> Order:
    """2.3.2b, R10 The order as the dice have left it: those who have moved up, and those who still can.

    Where the die of the armoured division has failed, two others are enough.
    """
    beside = near_enemy(g, GERMAN)
    able = band(
        p for p in designated(g, MOVE) if not g.flags[p] & ACTED and destinations(g, p, g.game.units[p].mp) & beside
    )
    return Order("approach", Pieces(g.state.bound & (g.state.complied | able)))


class NextMover(ChooseUnit):
    """4.1.3b The units of a step act one by one; who is not moved stands still."""

    closing: ClassVar[str] = "end"
    what: ClassVar[str]
    rule: ClassVar[str]
    no_move: ClassVar[Refusal]

    def ask(self, g: R) -> Ask:
        """The question, with what is still owed."""
        ready, owed = tuple(self.eligible(g)), self.refuse_closing(g)
        duty = f" {sentence(owed.text)}" if owed else ""
        prompt = f"{self.what} ({counted(len(ready), 'unit')} left).{duty}"
        return Ask(prompt=prompt, rule=owed.rule if owed else self.rule, pieces=ready, left=Left(len(ready), "units"))

    def why_not(self, g: R, piece: Piece) -> Refusal:
        """Why a unit does not move now."""
        if not actors(g) >> piece & 1:
            return Refusal("only units of this impulse's camp and nationality", "4.1.2", unfit=True)
        return self.no_move

    def on_end(self, g: R) -> None:
        """The step is over."""
        g.end()


class Movement(NextMover):
    """4.2.1, 4.1.3b The units in movement mode."""

    what: ClassVar[str] = "Move the units in movement mode"
    labels: ClassVar[dict[str, str]] = {"end": "End movement"}
    rule: ClassVar[str] = "4.1.3b"
    no_move: ClassVar[Refusal] = Refusal("that unit has no movement left in this impulse", "4.1.3c")

    def eligible(self, g: R) -> list[Piece]:
        """4.2.1 The units in movement mode that have not moved."""
        return [p for p in designated(g, MOVE) if not g.flags[p] & ACTED]

    def refuse_closing(self, g: R) -> Refusal | None:
        """2.3.2b, 7.3.1b, 7.3.2b The first duty of a unit that could do it."""
        for piece in self.eligible(g):
            demand = _demand(g, piece)
            if demand is not None:
                return demand
        return None

    def on_pick(self, g: R, unit: Piece) -> None:
        """7.2.2a Germans first ask for Hitler's permission."""
        if g.game.side_of[unit] == GERMAN and restricted_west(g, g.game.camp[unit]):
            g.call(Permission(unit, "move"))
        else:
            g.call(MoveUnit(unit))


def _demand(g: R, piece: Piece) -> Refusal | None:
    """Why a unit cannot stand still, before any die of its own."""
    if g.game.side_of[piece] == GERMAN and (g.state.duty != "approach" or not g.state.bound >> piece & 1):
        return None
    if g.game.side_of[piece] == GERMAN:
        return _ordered(g, piece)
    reach = destinations(g, piece, g.game.units[piece].mp)
    if _cohesive(g, piece) and _closed_up(g, piece):
        return None
    demand = required(g, piece, reach)
    return demand[1] if demand and demand[0] else None


def _ordered(g: R, piece: Piece) -> Refusal | None:
    """2.3.2b What Hitler's order still demands, if the unit can do something about it."""
    duty, done = _approach(g), g.state.complied
    helps = duty.units >> piece & 1 and order_owes(g, duty, done | one(piece)) < order_owes(g, duty, done)
    return order_refusal(g, duty, done) if helps else None


def _cohesive(g: R, piece: int) -> bool:
    """7.3.1b Whether a unit moves only to close up to its sister; a guest moves to leave (7.3.3d)."""
    return bool(g.state.split >> piece & 1) and not returning(g, piece) and not g.flags[piece] & GUEST


def _closed_up(g: R, piece: Piece) -> bool:
    """7.3.1 Whether a counter is with or next to its sister."""
    return g.game.next_to[g.where[piece]][g.where[g.game.sister[piece]]] <= 1


def permission_in_words(g: R, face: int) -> str:
    """7.2.2a What a die for Hitler's permission means."""
    return at_least(face, NEEDED[g.state.turn] + 1, "given", "refused, no step west")


class Permission(Dice):
    """7.2.2a Hitler's permission to go west."""

    cites: ClassVar[str] = "7.2.2a"

    unit: Piece
    what: Word

    def purpose(self, g: R) -> str:
        return f"Hitler's permission for {name(g, self.unit)}"

    def verdict(self, g: R, action: Action) -> str:
        """Whether he gives it."""
        return permission_in_words(g, action.args[0])

    def on_roll(self, g: R, face: int) -> None:
        """Go on with or without it."""
        held_back = face <= NEEDED[g.state.turn]
        if self.what == "move":
            g.become(MoveUnit(self.unit, held_back, True))
        else:
            g.become(ReserveMove(self.unit, held_back, diced=True))


class UnitMove(UnitInHand):
    """7.1 One unit moves from zone to zone, or stands still."""

    idle: ClassVar[str] = "stay"
    labels: ClassVar[dict[str, str]] = {"stay": "Stand still", "back": "Put back"}
    unit: Piece
    held_back: bool = False
    rule: ClassVar[str]

    def seat(self, g: R) -> Seat:
        """The owner."""
        return Seat(g.game.camp[self.unit])

    def ask(self, g: R) -> Ask:
        note = " Hitler forbids it to go west." if self.held_back else ""
        return Ask(prompt=f"Where does {name(g, self.unit)} go?{note}", rule=self.rule, pieces=(self.unit,))

    def allowance(self, g: R) -> int:
        """Its movement points in halves."""
        raise NotImplementedError

    def places(self, g: R) -> Places:
        """Where its points lead."""
        return destinations(g, self.unit, self.allowance(g), held_back=self.held_back)

    def why_not(self, g: R, zone: Place) -> Refusal:
        """Why the unit cannot end there."""
        return why_not_there(g, self.unit, zone, self.allowance(g), held_back=self.held_back)

    def way(self, g: R, zone: Place) -> tuple[Place, ...]:
        """How it gets there."""
        return path_to(g, self.unit, zone, self.allowance(g), held_back=self.held_back)

    def hint(self, g: R, action: Action) -> Hint | None:
        """Cost and way, and what is taken on it (7.3.4, R26)."""
        if action.verb != "go":
            return None
        way = self.way(g, action.args[0])
        cost = sum(step_cost(g, self.unit, a, b) for a, b in pairwise((g.where[self.unit], *way)))
        worth = prizes(g, self.unit)
        taken = [g.game.place_title(zone) for zone in worth if worth[zone] > 0 and zone in way[:-1] and zone != way[-1]]
        text = f"takes {' and '.join(taken)} on the way" if taken else ""
        rule = "7.3.4c" if g.game.side_of[self.unit] == GERMAN else "7.3.4a"
        return Hint(cost=_points(cost), path=way, text=text, rule=rule if taken else "")

    def on_go(self, g: R, zone: Place) -> None:
        """Move it."""
        g.end()
        put(g, self.unit, zone, path=self.way(g, zone), rule=self.rule)
        self.acted(g)

    def on_stay(self, g: R) -> None:
        """It stands still."""
        g.end()
        self.acted(g)

    def acted(self, g: R) -> None:
        """4.1.3b The unit is done; after the last one the step is over."""
        g.set_flag(self.unit, ACTED)
        if not g.find(NextMover).eligible(g):
            g.end()


class MoveUnit(UnitMove):
    """7.1 A unit in movement mode."""

    diced: bool = False
    rule: ClassVar[str] = "7.1.1"

    def allowance(self, g: R) -> int:
        """7.1.1 All its movement points."""
        return g.game.units[self.unit].mp

    def bounds(self, g: R) -> tuple[Places, Refusal | None]:
        """Where it may end, and the duty that limits it."""
        reach = self.places(g)
        demand = required(g, self.unit, reach)
        if demand is None:
            return reach, None
        zones, duty = demand
        if not zones & reach and g.game.side_of[self.unit] == GERMAN:
            return reach, None
        return Places(zones & reach), duty

    def options(self, g: R) -> list[Action]:
        """Every zone, and standing still."""
        reach, duty = self.bounds(g)
        found = g.acts_at("go", reach)
        if self._stay_refusal(g, reach, duty) is None:
            found.append(g.act("stay"))
        return found

    def refuse_closing(self, g: R) -> Refusal | None:
        """7.2.2a Why the unit cannot be put back."""
        return Refusal("Hitler has spoken: the unit must be dealt with", "7.2.2a") if self.diced else None

    def _stay_refusal(self, g: R, reach: int, duty: Refusal | None) -> Refusal | None:
        """R24 Standing still is against a duty, unless the sister can close up to the unit."""
        if duty is None:
            return None
        if _cohesive(g, self.unit):
            if goes_second(g, self.unit):
                return Refusal("its sister has to move first, to make room", "7.3.1b")
            if sister_closes(g, self.unit):
                return None
        return duty if reach and _demand(g, self.unit) is not None else None

    def refusal(self, g: R, action: Action) -> Refusal | None:
        return self._stay_refusal(g, *self.bounds(g)) if action.verb == "stay" else super().refusal(g, action)

    def refuse(self, g: R, zone: Place) -> Refusal | None:
        """Why the unit cannot end there, or may not."""
        reach, duty = self.bounds(g)
        if reach >> zone & 1:
            return None
        return duty if duty and self.places(g) >> zone & 1 else self.why_not(g, zone)

    def acted(self, g: R) -> None:
        """2.3.2b Note whether it has moved up as Hitler ordered; no move is an attack (2.3.2a)."""
        bound = g.state.duty == "approach" and g.state.bound >> self.unit & 1
        if bound and near_enemy(g, GERMAN) >> g.where[self.unit] & 1:
            g.set(complied=Pieces(g.state.complied | one(self.unit)))
        super().acted(g)


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


class Reserves(NextMover):
    """4.2.3 The units in reserve."""

    what: ClassVar[str] = "Move the reserves"
    labels: ClassVar[dict[str, str]] = {"end": "End the reserve step"}
    rule: ClassVar[str] = "4.2.3b"
    no_move: ClassVar[Refusal] = Refusal("that unit is not in reserve", "4.2.3b")

    def eligible(self, g: R) -> list[Piece]:
        """4.2.3b Those who have not moved."""
        return in_reserve(g)

    def on_pick(self, g: R, unit: Piece) -> None:
        """R22 With the option, Germans ask for permission here too."""
        tested = is_on(g, "hitler_test_in_reserve") and nationality(g.state.impulse) == GERMAN
        if tested and restricted_west(g, g.game.camp[unit]):
            g.call(Permission(unit, "reserve"))
        else:
            g.call(ReserveMove(unit))


class ReserveMove(UnitMove):
    """4.2.3 A reserve unit may follow an advance from its zone, then moves with half its points."""

    followed: bool = False
    diced: bool = False
    rule: ClassVar[str] = "4.2.3b"

    def allowance(self, g: R) -> int:
        """4.2.3b, R19 Half its movement points, in halves."""
        return g.game.units[self.unit].mp // 2

    def choices(self, g: R) -> list[Action]:
        """Following, moving, standing still, thinking again."""
        follow = Places(0) if self.followed else follow_zones(g, self.unit)
        found = [*g.acts_at("follow", follow), *g.acts_at("go", self.places(g)), g.act("stay")]
        if len(found) > 1 and self.refuse_closing(g) is None:
            found.append(g.act("back"))
        return found

    def refuse_closing(self, g: R) -> Refusal | None:
        """Why the unit cannot be put back: luck or the unit itself has moved on."""
        if self.diced:
            return Refusal("Hitler has spoken: the unit must be dealt with", "7.2.2a")
        return Refusal("the unit has followed the advance", "4.2.3c") if self.followed else None

    def refusal(self, g: R, action: Action) -> Refusal | None:
        if action.verb == "stay":
            return None
        if action.verb != "follow":
            return super().refusal(g, action)
        if not self.followed and follow_zones(g, self.unit) >> action.args[0] & 1:
            return None
        return Refusal("reserves follow only an advance from their own zone, where there is room", "4.2.3c")

    def hint(self, g: R, action: Action) -> Hint | None:
        """Following costs nothing."""
        if action.verb == "follow":
            return Hint(cost="0", text="follows the advance", rule="4.2.3c")
        return super().hint(g, action)

    def on_follow(self, g: R, zone: Place) -> None:
        """4.2.3c Free of cost; half its points are still there."""
        self.followed = True
        put(g, self.unit, zone, how="follows", rule="4.2.3c")
