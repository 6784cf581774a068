"""Movement (5.0) with arrivals (9.0) and ways off the map (5.27); what darkness changes (5.28, 10.2).

All costs are in half movement points.
"""

from __future__ import annotations

from bisect import insort
from fractions import Fraction
from typing import NamedTuple

from ...engine.control import occupied
from ...engine.events import Said
from ...engine.flow import Action, Ask, Hint, Refusal
from ...engine.movement import cost_of, reach, union, way
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places
from ...engine.position import derived, derived_with, is_on
from ...engine.telling import counted, number
from .model import (
    DISRUPTED,
    FLIPPED,
    GERMAN,
    MOVED,
    REDUCED,
    SIDE_WORDS,
    SOVIET,
    Counter,
    PhasingDecides,
    S,
    SeelowGame,
    Work,
    is_night,
    is_seelow,
    is_twilight,
    light,
    name_of,
    phasing,
    play_area,
    present,
)
from .stacking import no_room, refuse_stacking
from .terrain import MOTZ
from .zones import enemy_zone

FROZEN_TURN = 1


# -- allowances --------------------------------------------------------------------------------------


STATES = [bool(flags & (REDUCED | FLIPPED)) + 2 * bool(flags & DISRUPTED) for flags in range(2 * FLIPPED)]
"""Which of four paces a unit has, by its flags: other side up, disrupted."""


class Pace(NamedTuple):
    """What a unit in one state has to move with in one kind of light."""

    halves: int
    """Its allowance in half points."""
    steps: list[int]
    """For each hex the neighbours that it could enter for all of them, units and zones apart."""
    wary: bool
    """Whether its state alone keeps it out of enemy zones."""
    points: int
    """What it counts for stacking."""


def allowance(g: S, piece: int) -> int:
    """5.19, 5.23, 5.28, 10.21, 10.22, R23 Movement points in this turn: disruption first, then the light."""
    return paces(g.game, light(g))[STATES[g.flags[piece]]][piece].halves // 2


def paces(game: SeelowGame, kind: str) -> list[list[Pace]]:
    """The paces of all units in one kind of light, by their state; remembered by the game."""
    key = (paces, kind)
    found: list[list[Pace]] | None = game.remembered.get(key)
    if found is None:
        pieces = range(len(game.faces))
        found = [[_pace(game, kind, piece, state) for piece in pieces] for state in range(4)]
        game.remembered[key] = found
    return found


def _pace(game: SeelowGame, kind: str, piece: int, state: int) -> Pace:
    halves = 2 * _allowance(game, kind, piece, state)
    steps = game.map.affordable[game.mobility[piece]][halves]
    return Pace(halves, steps, bool(state & 2 or game.artillery >> piece & 1), game.points[piece])


def _allowance(game: SeelowGame, kind: str, piece: int, state: int) -> int:
    points = game.faces[piece][state & 1].allowance
    if state & 2:
        points //= 2
    if kind == "day":
        return points
    if game.artillery >> piece & 1:
        return 0
    return -(-points // 4) if kind == "night" else -(-points // 2)


def is_frozen(g: S) -> bool:
    """5.29, 12.31 Whether the phasing side may not move at all: the Germans on the first turn of `seelow`."""
    return is_seelow(g) and g.state.turn == FROZEN_TURN and phasing(g) == GERMAN


def shuns_zones(g: S, piece: int) -> bool:
    """5.18b, 5.28c, 7.67, 8.34, 10.23, R1 Whether a unit may not enter an enemy zone by movement."""
    return bool(g.game.artillery >> piece & 1 or g.flags[piece] & DISRUPTED) or _all_shun_zones(g)


def _all_shun_zones(g: S) -> bool:
    """5.28c, 10.23, R1 Whether the light keeps everybody out of enemy zones."""
    return is_night(g) or (is_twilight(g) and is_on(g, "dusk_ezoc_strict"))


def may_enter(g: S, piece: int) -> Places:
    """5.21, 5.25, 5.18b The hexes that a unit may be in during its move."""
    return ground_of(g, g.game.side_of[piece]).open[shuns_zones(g, piece)][g.game.points[piece]]


def could_enter(g: S, piece: int, target: int) -> bool:
    """6.18, 7.18, R7, R62 Whether one step into a hex is within a unit's present allowance, units and zones apart.

    Artillery is tested with the allowance of its Move side, whatever the light.
    """
    unit: Counter = g.game.roster[piece]
    points = unit.march.allowance if unit.march else allowance(g, piece)
    terrain, place = g.game.map, g.where[piece]
    if terrain.affordable[unit.mobility][2 * points][place] >> target & 1:
        return True
    return unit.mobility == MOTZ and points > 0 and terrain.over_stream.has(place, target)


# -- where a unit can go -----------------------------------------------------------------------------


class Field:
    """Where a unit can go with what it has left, what it costs and by which way."""

    def __init__(self, g: S, piece: Piece, spent: int) -> None:
        unit: Counter = g.game.roster[piece]
        terrain, side = g.game.map, g.game.side_of[piece]
        self.start = g.where[piece]
        self.zone = enemy_zone(g, side)
        self.in_zone = bool(self.zone >> self.start & 1)
        self.total = 2 * allowance(g, piece)
        self.left = self.total - spent
        self.enter = may_enter(g, piece)
        self.costs = terrain.costs[unit.mobility]
        self.toll = terrain.leave_zone if self.in_zone else 0
        self.first = Places(g.game.board.all & ~self.zone) if self.in_zone else None
        moved = bool(g.flags[piece] & MOVED)
        if self.in_zone and moved:
            self.left = 0
        self.layers = reach(
            self.start, max(0, self.left - self.toll), self.costs, enter=self.enter, halt=self.zone, first=self.first
        )
        self.plain = union(self.layers)
        self.crossing = Places(0)
        """5.12b, R20 Hexes across a stream that take the whole move."""
        if may_cross(g, piece) and not self.in_zone and self.total > 0:
            self.crossing = Places(terrain.over_stream.targets[self.start] & self.enter & ~self.plain)
        self.exit_cost = self._exit_cost(g, unit)

    def _exit_cost(self, g: S, unit: Counter) -> int | None:
        """5.27, R19 What leaving the map from here costs, None where it cannot be done."""
        cost = g.game.map.edge_cost[unit.mobility].get(self.start)
        if cost is None or cost + self.toll > self.left:
            return None
        return cost + self.toll

    @property
    def all(self) -> Places:
        """Every hex in reach."""
        return Places(self.plain | self.crossing)

    def cost(self, target: int) -> int:
        """5.22 What a hex in reach costs, leaving a zone included."""
        if self.crossing >> target & 1:
            return self.total
        return (cost_of(self.layers, target) or 0) + self.toll

    def way(self, target: Place) -> tuple[Place, ...]:
        """A cheapest way to a hex in reach."""
        if self.crossing >> target & 1:
            return (target,)
        return way(self.layers, target, self.costs, halt=self.zone, first=self.first)


@derived_with
def field_of(g: S, piece: Piece, spent: int) -> Field:
    """The field of a unit, made once for a position."""
    return Field(g, piece, spent)


def may_cross(g: S, piece: int) -> bool:
    """5.12b, 5.12c Whether a motorized unit may still cross a stream: not moved, not disrupted."""
    return bool(g.game.motz >> piece & 1) and not g.flags[piece] & (MOVED | DISRUPTED)


class Ground:
    """What all units of a side have in common while they look for a step."""

    def __init__(self, g: S, side: int) -> None:
        self.zone = enemy_zone(g, side)
        area = play_area(g) & ~occupied(g, 1 - side)
        free = [Places(area & ~full) for full in no_room(g, side)]
        outside = [Places(hexes & ~self.zone) for hexes in free]
        self.open = [outside if _all_shun_zones(g) else free, outside]
        """5.21, 5.25 The hexes that may be entered, by whether the unit shuns zones and by its stacking points."""

    def movable(self, g: S, side: int) -> list[Piece]:
        """5.16, 5.26 The units on the map that have not moved and can make a step."""
        flags, where, zone, open_ = g.flags, g.where, self.zone, self.open
        known = paces(g.game, light(g))
        found = []
        for piece in each(present(g, side)):
            state = flags[piece]
            if state & MOVED:
                continue
            halves, steps, wary, points = known[STATES[state]][piece]
            if halves <= 0:
                continue
            # Most have an open hex beside them: only for the others, and in zones, a closer look is needed.
            place = where[piece]
            easy = steps[place] & open_[wary][points] and not zone >> place & 1
            if easy or self.has_a_step(g, piece, halves):
                found.append(piece)
        return found

    def has_a_step(self, g: S, piece: int, left: int) -> bool:
        """5.16 Whether a unit on the map can make any step with so many half points, or leave the map."""
        game, flags, place = g.game, g.flags[piece], g.where[piece]
        terrain, mobility = game.map, game.mobility[piece]
        free = self.open[shuns_zones(g, piece)][game.points[piece]]
        if self.zone >> place & 1:
            left, free = left - terrain.leave_zone, Places(free & ~self.zone)
            if left <= 0 or flags & MOVED:
                return False
        elif terrain.over_stream.targets[place] & free and may_cross(g, piece):
            return True
        if terrain.affordable[mobility][left][place] & free:
            return True
        cost = terrain.edge_cost[mobility].get(place)
        return cost is not None and cost <= left


@derived_with
def ground_of(g: S, side: int) -> Ground:
    """The ground of a side, made once for a position."""
    return Ground(g, side)


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
            if frame.movable(g):
                g.call(frame)
                return
        g.end()


class Movement(PhasingDecides):
    """5.0, 5.17, 5.26 The phasing player moves his units one after another, each once.

    The unit moved last may go on as long as no other has been picked: so its way can be chosen hex by hex.
    """

    last: Piece | None = None
    spent: int = 0
    """Half points that the last unit has used."""

    def ask(self, g: S) -> Ask:
        """The question."""
        prompt = "Move your units, or end movement."
        waiting = len(each(arriving(g)))
        if waiting:
            prompt = f"Move your units, bring on reinforcements ({waiting} waiting), or end movement."
        return Ask(prompt=prompt, rule="5.0")

    def choices(self, g: S) -> list[Action]:
        """Units that can move or arrive, and the end of the phase."""
        return [*g.acts("pick", self.movable(g)), g.act("end")]

    def movable(self, g: S) -> list[Piece]:
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
        return 2 * allowance(g, piece) - (self.spent if piece == self.last else 0)

    def refusal(self, g: S, action: Action) -> Refusal | None:
        """Why a unit cannot be picked."""
        return None if action.verb == "end" else self._refuse_pick(g, action.args[0])

    def _refuse_pick(self, g: S, piece: Piece) -> Refusal | None:
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
        """What the button says."""
        if action.verb == "end":
            return "End movement"
        word = "Move" if g.where[action.args[0]] < g.game.board.size else "Bring on"
        return f"{word} {name_of(g, action.args[0])}"

    def on_pick(self, g: S, unit: Piece) -> None:
        """5.26 Take a unit in hand; the one before has finished."""
        if unit != self.last:
            self.last, self.spent = unit, 0
        g.call(MoveUnit(unit) if g.where[unit] < g.game.board.size else EnterMap(unit))

    def on_end(self, g: S) -> None:
        """5.17, 5.24 The phase is over; what was not used is lost."""
        g.end()


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
    return Refusal(f"{name} has no hex to go to with {points_of(left)} left", "5.16")


class EnterMap(PhasingDecides):
    """9.11 A reinforcement comes onto the map; from there it may go on."""

    unit: Piece

    def ask(self, g: S) -> Ask:
        """The question."""
        return Ask(prompt=f"Where does {name_of(g, self.unit)} enter the map?", rule="9.11", pieces=(self.unit,))

    def choices(self, g: S) -> list[Action]:
        """Its entry hexes."""
        return g.acts_at("enter", entry_hexes(g, self.unit))

    def hint(self, g: S, action: Action) -> Hint:
        """What the hex costs."""
        return Hint(cost=number_of(entry_cost(g, self.unit, action.args[0]) or 0), rule="9.11")

    def refusal(self, g: S, action: Action) -> Refusal | None:
        """Why the unit cannot enter there."""
        place, unit = action.args[0], self.unit
        if place >= g.game.board.size or not g.game.board.tagged(g.game.roster[unit].entry) >> place & 1:
            return Refusal(f"that is no entry hex of {name_of(g, unit)}", "9.11")
        if entry_hexes(g, unit) >> place & 1:
            return None
        return refuse_entry(g, unit, place) or Refusal(f"{name_of(g, unit)} cannot pay for that hex", "5.16")

    def on_enter(self, g: S, target: Place) -> None:
        """9.11 The first hex of its move."""
        g.find(Movement).spent = entry_cost(g, self.unit, target) or 0
        g.set_flag(self.unit, MOVED)
        g.place(self.unit, target, how="arrives", path=(target,), rule="9.11")
        enter_hex(g, self.unit, target)
        g.end()


class MoveUnit(PhasingDecides):
    """5.1, 5.2 One unit moves; entering an enemy zone of control ends its move (4.24)."""

    unit: Piece

    def ask(self, g: S) -> Ask:
        """The question."""
        left = points_of(g.find(Movement).left(g, self.unit))
        prompt = f"Where does {name_of(g, self.unit)} go? It has {left} left."
        return Ask(prompt=prompt, rule="5.0", pieces=(self.unit,))

    def field(self, g: S) -> Field:
        """Where the unit can go now."""
        return field_of(g, self.unit, g.find(Movement).spent)

    def choices(self, g: S) -> list[Action]:
        """Every hex in reach, and the way off the map."""
        field = self.field(g)
        found = g.acts_at("go", field.all)
        return found if field.exit_cost is None else [*found, g.act("leave")]

    def label(self, g: S, action: Action) -> str:
        """What the button says."""
        return "Leave the map for good" if action.verb == "leave" else ""

    def hint(self, g: S, action: Action) -> Hint:
        """What a hex costs and by which way."""
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
        if action.verb == "leave":
            return self._refuse_leave(g)
        return refuse_move(g, self.unit, action.args[0], self.field(g))

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
        phase.spent += field.cost(target)
        g.set_flag(self.unit, MOVED)
        g.place(self.unit, target, how="moves", path=path, rule="5.0")
        for place in path:
            enter_hex(g, self.unit, place)
        g.end()

    def on_leave(self, g: S) -> None:
        """5.27 Off the map: neither eliminated nor back again."""
        g.remove(self.unit, g.game.left, how="leaves the map", rule="5.27")
        g.end()


# -- entering hexes ----------------------------------------------------------------------------------


def enter_hex(g: S, piece: int, place: Place) -> None:
    """12.46, R32 Whoever enters an objective, however, controls it from then on."""
    if not is_seelow(g) or not g.game.map.objectives >> place & 1:
        return
    soviet, bit = g.game.side_of[piece] == SOVIET, 1 << place
    held = Places(g.state.held | bit if soviet else g.state.held & ~bit)
    if held != g.state.held:
        g.set(held=held)
        side = "Soviet" if soviet else "German"
        g.emit(Said(text=f"{{h0}} is {side} now.", places=(place,), rule="12.46.2"))


# -- why not -----------------------------------------------------------------------------------------


def refuse_entry(g: S, piece: int, target: int) -> Refusal | None:
    """4.12, 4.13, 5.18b, 5.21, 11.0 Why a unit may not be in a hex, however it would get there."""
    game, side = g.game, g.game.side_of[piece]
    if not play_area(g) >> target & 1:
        return Refusal("only rows 01 to 08 are in play", "11.0")
    if occupied(g, 1 - side) >> target & 1:
        return Refusal("an enemy unit is there", "5.21")
    refusal = refuse_stacking(g, piece, target)
    if refusal is not None:
        return refusal
    if not shuns_zones(g, piece) or not enemy_zone(g, side) >> target & 1:
        return None
    if g.flags[piece] & DISRUPTED:
        return Refusal("a disrupted unit stays out of enemy zones of control", "7.67")
    if game.artillery >> piece & 1:
        return Refusal("artillery stays out of enemy zones of control", "8.34")
    if is_night(g):
        return Refusal("nobody enters an enemy zone of control at night", "10.23")
    return Refusal("nobody enters an enemy zone of control at dusk or dawn (option)", "5.28c")


def refuse_move(g: S, piece: Piece, target: Place, field: Field) -> Refusal | None:
    """Why a unit cannot go to a hex in this move."""
    game = g.game
    if target >= game.board.size:
        return Refusal("units move on the map only", "5.0")
    if target == field.start:
        return Refusal("the unit is there already", "5.0")
    if field.all >> target & 1:
        return None
    refusal = refuse_entry(g, piece, target)
    if refusal is not None:
        return refusal
    if field.in_zone and field.zone >> target & 1 and game.board.adjacent[field.start] >> target & 1:
        return Refusal("a unit may not go straight from one enemy zone of control to another", "5.22")
    return _refuse_step(g, piece, target, field) or _refuse_way(g, piece, target, field)


def _refuse_step(g: S, piece: Piece, target: Place, field: Field) -> Refusal | None:
    """4.22, 5.12, 5.16, R36 Why a neighbouring hex cannot be entered."""
    terrain, board, unit = g.game.map, g.game.board, g.game.roster[piece]
    if not board.adjacent[field.start] >> target & 1:
        return None
    if not terrain.passable[unit.mobility].has(field.start, target):
        if "river" in board.side(field.start, target).features:
            return Refusal("a river without a bridge lies between", "5.11")
        return Refusal(f"{unit.name} is motorized and cannot enter swamp off the road", "5.11")
    if unit.mobility == MOTZ and terrain.over_stream.has(field.start, target):
        return _refuse_stream(g, piece, field)
    cost = terrain.step_cost[unit.mobility][field.start, target] + field.toll
    if cost > field.left:
        return Refusal(f"the hex costs {points_of(cost)}, and {number_of(field.left)} are left", "5.16")
    return None


def _refuse_stream(g: S, piece: Piece, field: Field) -> Refusal:
    name = name_of(g, piece)
    if g.flags[piece] & DISRUPTED:
        return Refusal(f"{name} is disrupted and crosses streams by bridge only", "5.12c")
    if field.in_zone:
        return Refusal(f"{name} cannot pay for leaving an enemy zone of control and for the stream", "5.12b")
    return Refusal(f"{name} needs its whole allowance to cross the stream", "5.12b")


def _refuse_way(g: S, piece: Piece, target: Place, field: Field) -> Refusal:
    """Why no way leads to a hex further off."""
    left = max(0, field.left - field.toll)
    empty = Places(play_area(g) & ~occupied(g, 1 - g.game.side_of[piece]))
    if not union(reach(field.start, left, field.costs, enter=empty)) >> target & 1:
        return Refusal(f"the hex is too far for {points_of(max(0, field.left))}", "5.16")
    if union(reach(field.start, left, field.costs, enter=field.enter)) >> target & 1:
        return Refusal("the way leads through enemy zones of control, where a unit must stop", "4.24")
    return Refusal("the way leads through full hexes or enemy zones of control", "5.25")


def number_of(halves: int) -> str:
    """Movement points as people write them, from half points: `2½`."""
    return number(Fraction(halves, 2))


def points_of(halves: int) -> str:
    """The same with the word: `2½ points`."""
    return counted(Fraction(halves, 2), "point")
