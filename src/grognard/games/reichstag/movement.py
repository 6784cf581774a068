"""Movement (9.0), zones of control in movement (11.4, 11.5), forced march (6.5) and escape to the west (26.1)."""

from __future__ import annotations

from typing import ClassVar

from ...engine.asking import Left
from ...engine.bounds import Number
from ...engine.derived import carried_along
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, marked
from ...engine.movement import reach, union
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places, gather
from ...engine.position import is_on
from ...engine.standard import UnitInHand
from ...engine.telling import counted
from . import stavka
from .bridges import enter_hex, take_control
from .communications import has_loc
from .fields import (
    Field,
    basic_allowance,
    costs_of,
    field_of,
    forced_allowance,
    interdicted,
    may_enter,
)
from .hidden import MayReveal
from .model import (
    BRIDGING,
    FRONT_NAMES,
    GERMAN,
    MOVED,
    SCOUTED,
    Counter,
    Dice,
    R,
    Work,
    controller,
    front,
    germans_in,
    is_face_down,
    is_soviet_turn,
    name_of,
    on_map,
    phasing_seat,
    phasing_side,
)
from .stacking import crowded, refuse_stacking
from .terrain import (
    intact_bridge,
    is_bridging,
    prices,
    risky_hexes,
    supporters,
    unchecked_bridges,
)
from .zones import barrage_zone, enemies, enemy_zone, refuse_territory, territory

# -- the phase -----------------------------------------------------------------------------------


class GermanMovement(Work):
    """9.3 German movement begins with a roll for the points of all units in the sector."""

    def run(self, g: R) -> None:
        """Roll, then move."""
        g.become(Movement())
        g.call(MovementRoll())


def command_posts(g: R, sector: int) -> int:
    """16.2, 5.7 The number of face-up command posts in a sector; one in the Reichstag does not count."""
    posts = germans_in(g, sector) & g.game.command_posts
    return sum(not is_face_down(g, post) for post in each(posts))


class MovementRoll(Dice):
    """9.3, 16.2, R39 The die plus one for each face-up command post is every unit's allowance in this phase."""

    cites: ClassVar[str] = "9.3"

    def purpose(self, g: R) -> str:
        return f"Movement points of the Germans facing the {FRONT_NAMES[front(g)]}"

    def on_roll(self, g: R, face: int) -> None:
        """Fix the allowance."""
        posts = command_posts(g, front(g))
        more = f" and {counted(posts, 'command post')}" if posts else ""
        text = f"German units have {counted(face + posts, 'movement point')}: the die{more}."
        g.set(points=face + posts, text=text, rule="9.3a")
        g.end()


class Movement(MayReveal):
    """9.1, 9.4, 9.5 The phasing player moves any of his units, one after another, each once.

    The unit moved last may go on as long as no other has been picked: so its way can be chosen hex by hex.
    """

    last: Piece | None = None
    spent: Number = 0
    """Points the last unit has used."""
    marching: bool = False
    """6.5 Whether it is on a forced march."""
    disengaging: bool = False
    """11.5 Whether it began the phase in an enemy zone of control."""
    owed: tuple[Pieces, ...] = ()
    """19.2 For crossings that several engineers support: those of whom one has to stay."""

    def ask(self, g: R) -> Ask:
        if is_soviet_turn(g):
            price = stavka.forced_march(g, front(g))
            prompt = f"Move your units. A forced march costs {price} of {stavka.left(g)} SP."
            return Ask(prompt=prompt, rule="9.2", left=Left(stavka.left(g), "points"))
        prompt = f"Move your Germans, {counted(g.state.points, 'point')} each."
        return Ask(prompt=prompt, rule="9.3a", left=Left(g.state.points, "movement points"))

    def choices(self, g: R) -> list[Action]:
        """Units that can move, units that may be turned up, and the end of the phase."""
        return [*g.acts("pick", self.movable(g)), *self.reveals(g), g.act("end")]

    def movable(self, g: R) -> list[Piece]:
        """Units that may be picked: not moved yet, or moved last, and with a hex to go to."""
        stuck = MOVED | SCOUTED | BRIDGING
        flags = g.flags
        fresh = [piece for piece in each(under_orders(g)) if not flags[piece] & stuck]
        found = with_a_step(g, fresh)
        if self.last is not None and self.can_go_on(g):
            found.append(self.last)
        return found

    def can_go_on(self, g: R) -> bool:
        """Whether the unit moved last has somewhere to go still."""
        assert self.last is not None
        if not g.flags[self.last] & MOVED or g.flags[self.last] & BRIDGING or not on_map(g, self.last):
            return False
        left = self.left(g, self.last)
        return left > 0 and (has_a_step(g, self.last, left, self.disengaging) or may_escape(g, self.last, self))

    def left(self, g: R, piece: Piece) -> int:
        """9.5, 11.4 Points a unit has left; none once it has entered an enemy zone of control."""
        if piece != self.last:
            return 0 if g.flags[piece] & MOVED else basic_allowance(g, piece)
        moved = g.flags[piece] & MOVED
        if moved and enemy_zone(g, g.game.side_of[piece]) >> g.where[piece] & 1:
            return 0
        allowance = forced_allowance(g, piece) if self.marching else basic_allowance(g, piece)
        return allowance - self.spent

    def field(self, g: R, piece: Piece) -> Field:
        """Where a unit can go now."""
        return field_of(g, piece, self.left(g, piece), self.disengages(g, piece))

    def disengages(self, g: R, piece: Piece) -> bool:
        """11.5 Whether a unit began the phase in an enemy zone of control."""
        if piece == self.last:
            return self.disengaging
        return bool(enemy_zone(g, g.game.side_of[piece]) >> g.where[piece] & 1)

    def begin(self, g: R, unit: Piece) -> None:
        """9.5b A unit moves, or is made to march: the move of another one before it is over."""
        if unit != self.last:
            self.disengaging = self.disengages(g, unit)
            self.last, self.spent, self.marching = unit, 0, False

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why a unit cannot be picked."""
        if action.verb == "end":
            return None
        piece: Piece = action.args[0]
        return self.refuse_reveal(g, piece) if action.verb == "reveal" else self._refuse_pick(g, piece)

    def _refuse_pick(self, g: R, piece: Piece) -> Refusal | None:
        refusal = refuse_orders(g, piece)
        if refusal is not None:
            return refusal
        name = name_of(g, piece)
        if g.flags[piece] & SCOUTED:
            return Refusal(f"{name} has reconnoitred and may not move this turn", "17.3")
        if is_bridging(g, piece):
            return Refusal(f"{name} supports a crossing and may not move in this phase", "19.2a")
        if g.flags[piece] & MOVED:
            return self._refuse_going_on(g, piece)
        if with_a_step(g, [piece]):
            return None
        if steps_past_friends(g, piece):
            return Refusal(f"{name} has no hex to go to: those it could enter are full", "10.4")
        in_zone = enemy_zone(g, g.game.side_of[piece]) >> g.where[piece] & 1
        return Refusal(f"{name} has no hex to go to", "11.5a" if in_zone else "9.6")

    def _refuse_going_on(self, g: R, piece: Piece) -> Refusal | None:
        name = name_of(g, piece)
        if piece != self.last:
            return Refusal(f"{name} has made its move", "9.5b")
        if enemy_zone(g, g.game.side_of[piece]) >> g.where[piece] & 1:
            return Refusal(f"{name} has entered an enemy zone of control and must stop", "9.7")
        return None if self.can_go_on(g) else Refusal(f"{name} has not enough points left", "9.6")

    def label(self, g: R, action: Action) -> str:
        return "End movement" if action.verb == "end" else ""

    def on_pick(self, g: R, unit: Piece) -> None:
        """Take a unit in hand."""
        g.call(MoveUnit(unit))

    @marked(Mark.CLOSES)
    def on_end(self, g: R) -> None:
        """The phase is over."""
        g.end()


def under_orders(g: R) -> Pieces:
    """1.1a, 9.5 The units on the map that move in this phase."""
    side = phasing_side(g)
    if side == GERMAN:
        return Pieces(germans_in(g, front(g)) & g.game.mobile)
    return standing(g, side)


def _come_or_gone(g: R, side: int, mask: Pieces, piece: int, origin: int, target: int) -> Pieces:
    return Pieces(mask | 1 << piece if target < g.game.board.size else mask & ~(1 << piece))


@carried_along(_come_or_gone)
def standing(g: R, side: int) -> Pieces:
    """The counters of a side that are on the map."""
    size, where, mask = g.game.board.size, g.where, 0
    for piece in each(g.game.roster.of_side[side]):
        if where[piece] < size:
            mask |= 1 << piece
    return Pieces(mask)


def refuse_orders(g: R, piece: Piece) -> Refusal | None:
    """Why a counter does not move in this phase at all."""
    unit: Counter = g.game.roster[piece]
    if unit.klass == "marker":
        return Refusal(f"{unit.name} is a marker", "2.4")
    if controller(g, piece) != phasing_seat(g):
        return Refusal(f"{unit.name} is not under your command", "1.1a")
    if unit.klass == "static":
        return Refusal(f"{unit.name} is static and never moves", "2.4")
    if not on_map(g, piece):
        return Refusal(f"{unit.name} is not on the map", "9.1")
    if not under_orders(g) >> piece & 1:
        return Refusal(f"{unit.name} moves in another player turn", "9.5a")
    return None


def with_a_step(g: R, pieces: list[Piece]) -> list[Piece]:
    """9.6, 11.5 Those fresh units that have a first step to make, be it on a forced march."""
    if not pieces:
        return []
    where, is_large = g.where, g.game.is_large
    side = g.game.side_of[pieces[0]]
    area = (g.game.map.land[front(g)] if side == GERMAN else territory(g, side)) & ~enemies(g, side)
    zone = enemy_zone(g, side)
    open_to = [area & ~full for full in crowded(g, side)]
    out_of_zones = [mask & ~zone for mask in open_to]
    around, around_marching = _within_reach(g, pieces[0])
    found = []
    for piece in pieces:
        x = where[piece]
        if around[x] & out_of_zones[is_large[piece]]:
            found.append(piece)
            continue
        near = (out_of_zones if zone >> x & 1 else open_to)[is_large[piece]]
        if around[x] & near:
            found.append(piece)
        elif side == GERMAN:
            if _step_of_german(g, piece, near) or may_escape(g, piece, None):
                found.append(piece)
        elif around_marching[x] & near and _refuse_march(g, piece) is None:
            found.append(piece)
    return found


def has_a_step(g: R, piece: Piece, points: int, disengaging: bool) -> bool:
    """9.6 Whether a unit can enter some neighbouring hex with so many points."""
    enter = may_enter(g, piece) & (~enemy_zone(g, g.game.side_of[piece]) if disengaging else -1)
    here, cheaper = g.where[piece], enter & ~interdicted(g, piece)
    for cost, crossing in costs_of(g, piece, points):
        if cost <= points and crossing.targets[here] & (enter if cost < points else cheaper):
            return True
    return False


def steps_past_friends(g: R, piece: int) -> Places:
    """9.6, 11.5 The hexes next to a fresh unit that it could enter if they were not full."""
    side, here = g.game.side_of[piece], g.where[piece]
    area = g.game.map.land[front(g)] if side == GERMAN else territory(g, side)
    zone = enemy_zone(g, side)
    open_to = area & ~enemies(g, side) & (~zone if zone >> here & 1 else -1)
    return Places(_within_reach(g, piece)[0][here] & open_to)


def _within_reach(g: R, piece: int) -> tuple[list[int], list[int]]:
    """For each hex the neighbours that one step can reach surely, and those that a forced march can.

    Engineers need not be asked: six points cross any river. In a barrage zone a German needs one point more.
    """
    within = prices(g).within
    points = basic_allowance(g, piece)
    if g.game.side_of[piece] == GERMAN:
        return within(points - 1 if barrage_zone(g, front(g)) else points), within(0)
    return within(points), within(g.game.entry("movement", "forced_march_total"))


def _step_of_german(g: R, piece: int, near: int) -> bool:
    """15.4 Whether a German has a step outside the barrage zones that takes all his points."""
    row = prices(g).within(g.state.points)
    return bool(row[g.where[piece]] & near & ~barrage_zone(g, front(g)))


def _refuse_march(g: R, piece: Piece) -> Refusal | None:
    """6.5, 24.5, R22 Why a unit may not be forced to march."""
    side = g.game.side_of[piece]
    if side == GERMAN:
        return Refusal("only Soviet units march by force", "6.1")
    if is_on(g, "lines_of_communication") and not has_loc(g, side, g.where[piece]):
        return Refusal(f"{name_of(g, piece)} has no line of communication", "24.5")
    return stavka.refuse_pay(g, stavka.forced_march(g, side))


def may_escape(g: R, piece: int, phase: Movement | None) -> bool:
    """26.1, R72 Whether a German may leave the map by the west edge, for one point."""
    if not is_on(g, "escape_to_the_west") or not g.state.captured_bunker or g.game.side_of[piece] != GERMAN:
        return False
    points = g.state.points if phase is None else phase.left(g, Piece(piece))
    return points >= 1 and bool(g.game.map.edge["west"] >> g.where[piece] & 1)


# -- one unit ------------------------------------------------------------------------------------


class MoveUnit(UnitInHand):
    """9.4-9.11 One unit moves; a bridge that it reaches is rolled for before it goes on (18.1, R35)."""

    unit: Piece
    under_way: bool = False
    """Whether a bridge has interrupted its move."""
    labels: ClassVar[dict[str, str]] = {"stop": "Stop here", "escape": "Escape to the west", "back": "Put back"}

    def ask(self, g: R) -> Ask:
        left = g.find(Movement).left(g, self.unit)
        name = name_of(g, self.unit)
        prompt = f"Where does {name} go{' on to' if self.under_way else ''}? {counted(left, 'point')} left."
        return Ask(prompt=prompt, rule="9.4", pieces=(self.unit,), left=Left(left, "movement points"))

    def options(self, g: R) -> list[Action]:
        """Every hex in reach, a forced march, and the way off the map."""
        phase = g.find(Movement)
        found = g.acts_at("go", phase.field(g, self.unit).all)
        if self.refuse_march(g) is None:
            found.append(g.act("march"))
        if may_escape(g, self.unit, phase):
            found.append(g.act("escape"))
        if self.under_way:
            found.append(g.act("stop"))
        return found

    def refuse_closing(self, g: R) -> Refusal | None:
        """Why the unit cannot be put back: it is under way, or its march has been paid for."""
        if self.under_way:
            return Refusal("the unit has begun to move", "9.4")
        paid = g.find(Movement).last == self.unit and not g.flags[self.unit] & MOVED
        return Refusal("the forced march has been paid for", "6.5") if paid else None

    def refuse_march(self, g: R) -> Refusal | None:
        """6.5 Why the unit cannot begin a forced march now."""
        phase = g.find(Movement)
        name = name_of(g, self.unit)
        if g.game.side_of[self.unit] != GERMAN:
            if phase.marching and phase.last == self.unit:
                return Refusal(f"{name} is on a forced march already", "6.5")
            if g.flags[self.unit] & MOVED:
                return Refusal("a forced march is paid for at the start of the move", "6.5")
        return _refuse_march(g, self.unit)

    def hint(self, g: R, action: Action) -> Hint | None:
        """What a hex costs and by which way."""
        if action.verb == "march":
            points = forced_allowance(g, self.unit)
            return Hint(cost=f"{stavka.forced_march(g, front(g))} SP", text=f"{points} movement points", rule="6.5")
        if action.verb != "go":
            return None
        field = g.find(Movement).field(g, self.unit)
        path = field.way(action.args[0])
        risky = g.game.side_of[self.unit] != GERMAN and gather(path) & risky_hexes(g)
        return Hint(
            cost=str(field.cost(action.args[0])),
            path=path,
            text="bridges on the way may be blown" if risky else "",
            rule="9.9a",
        )

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why something is not possible."""
        if action.verb == "march":
            return self.refuse_march(g)
        if action.verb == "escape":
            return self._refuse_escape(g)
        if action.verb == "stop":
            return None if self.under_way else Refusal("the unit has not begun to move", "9.4")
        return super().refusal(g, action)

    def refuse(self, g: R, target: Place) -> Refusal | None:
        """Why the unit cannot go to a hex."""
        return refuse_move(g, self.unit, target)

    def _refuse_escape(self, g: R) -> Refusal | None:
        if may_escape(g, self.unit, g.find(Movement)):
            return None
        if not is_on(g, "escape_to_the_west") or g.game.side_of[self.unit] != GERMAN:
            return Refusal("units may not leave the map", "9.5f")
        if not g.state.captured_bunker:
            return Refusal("nobody escapes before the Führer bunker has been captured", "26.1")
        return Refusal("the unit must stand on the west edge with a point left", "26.1")

    def label(self, g: R, action: Action) -> str:
        if action.verb == "march":
            return f"Forced march ({stavka.forced_march(g, front(g))} SP, {forced_allowance(g, self.unit)} points)"
        return super().label(g, action)

    def on_march(self, g: R) -> None:
        """6.5 Pay for a forced march."""
        phase = g.find(Movement)
        side = g.game.side_of[self.unit]
        phase.begin(g, self.unit)
        phase.marching = True
        stavka.pay(g, side, stavka.forced_march(g, side), f"{name_of(g, self.unit)} marches by force", "6.5")

    def on_go(self, g: R, target: Place) -> None:
        """Move the unit along its way, as far as the first bridge that has to be checked."""
        phase = g.find(Movement)
        phase.begin(g, self.unit)
        field = phase.field(g, self.unit)
        path = up_to_a_bridge(g, self.unit, field.way(target))
        reached = path[-1]
        release_engineer(g, self.unit)
        note_engineers(g, self.unit, path)
        phase.spent += field.cost(reached)
        g.set_flag(self.unit, MOVED)
        g.place(self.unit, reached, how="moves", path=path, rule="9.4")
        for place in path[:-1]:
            take_control(g, self.unit, place)
        if reached == target:
            g.end()
        else:
            g.become(AfterBridge(self.unit))
        enter_hex(g, self.unit, reached)

    def on_escape(self, g: R) -> None:
        """26.1 The unit leaves the game for good."""
        g.find(Movement).begin(g, self.unit)
        g.remove(self.unit, g.game.escaped, how="escapes to the west", cause="exit", rule="26.1")
        g.end()

    def on_stop(self, g: R) -> None:
        """The unit goes no further."""
        g.end()


class AfterBridge(Work):
    """R35 When the dice have fallen, the rest of the way is chosen anew, if there is any."""

    unit: Piece

    def run(self, g: R) -> None:
        """Ask where to go on, or let it be."""
        if g.find(Movement).can_go_on(g):
            g.become(MoveUnit(self.unit, under_way=True))
        else:
            g.end()


def up_to_a_bridge(g: R, piece: Piece, path: tuple[Place, ...]) -> tuple[Place, ...]:
    """18.1 The part of a way up to the first hex with a bridge to be checked; Germans check none."""
    if g.game.side_of[piece] == GERMAN:
        return path
    for i, place in enumerate(path):
        if g.game.map.bridged >> place & 1 and unchecked_bridges(g, place):
            return path[: i + 1]
    return path


def note_engineers(g: R, piece: Piece, path: tuple[Place, ...]) -> None:
    """19.2, R37 An engineer whose support a unit uses on its way may not move in this phase.

    Where several give it, one of them has to stay: the first that does not move.
    """
    side = g.game.side_of[piece]
    if side == GERMAN:
        return
    before = g.where[piece]
    for place in path:
        if g.game.map.wet.has(before, place) and not intact_bridge(g, before, place):
            _owe(g, Pieces(supporters(g, side, before, place) & ~(1 << piece)))
        before = place


def _owe(g: R, helpers: Pieces) -> None:
    """19.2 One of these engineers has to stay; the last of them is bound."""
    if not helpers or any(is_bridging(g, helper) for helper in each(helpers)):
        return
    if helpers.bit_count() == 1:
        g.set_flag(each(helpers)[0], BRIDGING, text="supports the crossing", rule="19.2a")
        return
    phase = g.find(Movement)
    if helpers not in phase.owed:
        phase.owed = (*phase.owed, helpers)


def release_engineer(g: R, piece: Piece) -> None:
    """19.2 An engineer that moves leaves the crossings it shares to the others."""
    phase = g.find(Movement)
    shared = [helpers for helpers in phase.owed if helpers >> piece & 1]
    phase.owed = tuple(helpers for helpers in phase.owed if helpers not in shared)
    for helpers in shared:
        _owe(g, Pieces(helpers & ~(1 << piece)))


# -- why not -------------------------------------------------------------------------------------


def refuse_move(g: R, piece: Piece, target: Place) -> Refusal | None:
    """Why a unit cannot go to a hex in this move."""
    phase = g.find(Movement)
    if target >= g.game.board.size:
        return Refusal("units move on the map only", "9.5f")
    if phase.field(g, piece).all >> target & 1:
        return None
    if target == g.where[piece]:
        return Refusal("the unit is there already", "9.4")
    side = g.game.side_of[piece]
    sector = front(g) if side == GERMAN else side
    refusal = refuse_territory(g, side, sector, target)
    if refusal is None and enemies(g, side) >> target & 1:
        refusal = Refusal("an enemy unit is there", "9.5e")
    refusal = refusal or refuse_stacking(g, piece, target)
    if refusal is None and phase.disengages(g, piece) and enemy_zone(g, side) >> target & 1:
        refusal = Refusal("a unit that leaves an enemy zone of control may not enter another in the phase", "11.5b")
    return refusal or _refuse_way(g, piece, target, phase)


def _refuse_way(g: R, piece: Piece, target: Place, phase: Movement) -> Refusal:
    """Why no way leads to a hex in which the unit could stand."""
    side, left = g.game.side_of[piece], phase.left(g, piece)
    costs, toll = costs_of(g, piece, left), interdicted(g, piece)

    def leads_there(enter: int) -> bool:
        return bool(union(reach(g.where[piece], left, costs, enter=enter, toll=toll)) >> target & 1)

    if leads_there(may_enter(g, piece)):
        if phase.disengages(g, piece):
            return Refusal("the way leads through enemy zones of control, which this unit may not enter", "11.5b")
        return Refusal("the way leads through enemy zones of control, where a unit must stop", "9.7")
    land = g.game.map.land[front(g)] if side == GERMAN else g.game.map.land[side]
    ground = land if side == GERMAN else territory(g, side)
    if leads_there(ground & ~enemies(g, side)):
        return Refusal("the way leads through hexes that are full", "10.4")
    if leads_there(ground):
        return Refusal("the way leads through enemy units", "9.5e")
    if side != GERMAN and leads_there(land | g.game.map.reichstag_hex):
        return Refusal("the way leads through the Reichstag, where the other Front is", "5.5")
    return Refusal(f"no way of {counted(left, 'movement point')} leads there", "9.6")
