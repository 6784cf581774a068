"""Operational movement (MOV, SEQ.A1): the phasing player moves his units one at a time."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from ...engine.control import occupied
from ...engine.derived import derived
from ...engine.flow import Action, Ask, Hint, Refusal, Seat
from ...engine.movement import Costs, cost_of, reach, union, way
from ...engine.pieces import Piece, each
from ...engine.places import Place, Places
from ...engine.position import is_on
from ...engine.standard import UnitByUnit, UnitInHand, refuse_unit
from .model import ADJACENT, DISRUPTED, GERMAN, MOVED, RUSSIAN, SPENT, Division, M, is_dual, owned_by
from .stacking import refuse_stacking
from .zones import controlled, first_steps, may_enter, refuse_slide, with_a_step, with_units

DISRUPTED_ALLOWANCE = 2


def allowance(g: M, piece: int) -> int:
    """MOV.4, MOV.5, R11 How many hexes a unit may move if it does not attack."""
    if g.flags[piece] & DISRUPTED:
        return 0 if is_on(g, "disrupted_cannot_move") else DISRUPTED_ALLOWANCE
    unit: Division = g.game.roster[piece]
    return unit.move_only


def attack_costs(g: M, unit: Division) -> Costs:
    """TER.R3, R18 What steps cost a unit that means to attack: some pay a second hex for a river."""
    return g.game.walk_to_attack if unit.type in g.game.pays_river else g.game.walk


class Movement(UnitByUnit):
    """SEQ.A1 The phasing player moves any of his units, one after another, each once (SEQ.N1).

    The unit moved last may go on as long as no other has been picked: so its way can be chosen hex by hex.
    """

    last: Piece | None = None
    hexes: Annotated[int, Meta(ge=0, le=99)] = 0
    """How many hexes the last unit has moved."""
    effort: Annotated[int, Meta(ge=0, le=99)] = 0
    """The same, counted as for an attack."""
    labels: ClassVar[dict[str, str]] = {"pick": "Move {}", "end": "End movement"}

    def ask(self, g: M) -> Ask:
        return Ask(prompt="Move your units, or end movement.", rule="SEQ.A1")

    def eligible(self, g: M) -> list[Piece]:
        """Units that may be picked: not moved yet, or moved last, and with a hex to go to."""
        where, flags, size = g.where, g.flags, g.game.board.size
        free = []
        for piece in each(owned_by(g, g.state.player) & g.game.mobile):
            if where[piece] >= size:
                continue
            if flags[piece] & MOVED:
                if piece != self.last or self.left(g, piece) <= 0:
                    continue
            elif flags[piece] & DISRUPTED and not allowance(g, piece):
                continue
            free.append(piece)
        return with_a_step(g, free)

    def left(self, g: M, piece: int) -> int:
        """How many hexes a unit may still move; 0 once it stands in an enemy zone of control (ZOC.4)."""
        if piece != self.last:
            return 0 if g.flags[piece] & MOVED else allowance(g, piece)
        enemy = 1 - g.game.side_of[piece]
        if controlled(g, enemy) >> g.where[piece] & 1:
            return 0
        return allowance(g, piece) - self.hexes

    def moved_by(self, piece: int) -> tuple[int, int]:
        """How many hexes a unit has moved, and the same counted as for an attack: none but the last has moved on."""
        return (self.hexes, self.effort) if piece == self.last else (0, 0)

    def refuse(self, g: M, piece: Piece) -> Refusal | None:
        """Why a unit cannot be picked."""
        unit: Division = g.game.roster[piece]
        refusal = refuse_ownership(g, piece)
        if refusal is not None:
            return refusal
        if not unit.mobile:
            return Refusal(f"{unit.name} is immobile", "NR.3")
        if allowance(g, piece) == 0:
            return Refusal(f"{unit.name} is Disrupted and may not move (option)", "DIS.2")
        if g.flags[piece] & MOVED:
            if piece != self.last:
                return Refusal(f"{unit.name} has made its move of this game turn", "SEQ.N1")
            if controlled(g, 1 - g.game.side_of[piece]) >> g.where[piece] & 1:
                return Refusal(f"{unit.name} has entered an enemy zone of control and must stop", "ZOC.4")
            if self.left(g, piece) <= 0:
                rule = "MOV.4" if g.flags[piece] & DISRUPTED else "MOV.5"
                return Refusal(f"{unit.name} has used its allowance of {allowance(g, piece)} hexes", rule)
        if not first_steps(g, piece):
            in_zone = controlled(g, 1 - g.game.side_of[piece]) >> g.where[piece] & 1
            return Refusal(f"{unit.name} has no hex to go to", "ZOC.5" if in_zone else "STK.4")
        return None

    def on_pick(self, g: M, unit: Piece) -> None:
        """Take a unit in hand."""
        g.call(MoveUnit(unit))


def refuse_ownership(g: M, piece: Piece) -> Refusal | None:
    """Whether a unit is the phasing player's and on the map."""
    unit: Division = g.game.roster[piece]
    owner = g.game.owner(g, piece)
    if owner == g.state.player and unit.arrival and g.where[piece] == g.game.box(f"turn-{unit.arrival}"):
        return Refusal(f"{unit.name} has not arrived yet", "REI.1")
    rule = ("DUAL.1", "DUAL.2")[owner] if is_dual(g) else "CONV.1"
    return refuse_unit(g, Seat(g.state.player), piece, rule=rule, off_map="SEQ.A1")


class Field:
    """Where a unit can go: what it costs in hexes, and where it can still attack afterwards."""

    def __init__(self, g: M, piece: Piece, spent: int = 0, effort: int = 0) -> None:
        game = g.game
        unit: Division = game.roster[piece]
        self.start = g.where[piece]
        self.left = allowance(g, piece) - spent
        self.enter = may_enter(g, piece, unit)
        self.first = first_steps(g, piece)
        self.halt = controlled(g, 1 - game.side_of[piece])
        self.walk: Costs = game.walk
        self.attack_costs = attack_costs(g, unit)
        self._hexes: list[Places] | None = None
        self.to_attack: list[Places] = [Places(0)]
        if unit.move_attack > effort and not g.flags[piece] & (DISRUPTED | SPENT | ADJACENT):
            self.to_attack = self._layers(unit.move_attack - effort, self.attack_costs)

    def _layers(self, limit: int, costs: Costs) -> list[Places]:
        return reach(self.start, limit, costs, enter=self.enter, halt=self.halt, first=self.first)

    @property
    def hexes(self) -> list[Places]:
        """Layers by the number of hexes; only made where somebody goes too far to attack, or asks."""
        if self._hexes is None:
            self._hexes = self._layers(self.left, self.walk)
        return self._hexes

    @property
    def all(self) -> Places:
        """Every hex in reach."""
        return union(self.hexes)

    def way(self, target: int) -> tuple[tuple[Place, ...], int | None]:
        """The way to a hex and its cost as an approach to an attack (None where no attack is possible).

        Where the unit could still attack, the way is the one that keeps it able to.
        """
        effort = cost_of(self.to_attack, target)
        if effort:
            return way(self.to_attack, target, self.attack_costs, halt=self.halt, first=self.first), effort
        return way(self.hexes, target, self.walk, halt=self.halt, first=self.first), None


@derived
def field_of(g: M, piece: Piece, spent: int, effort: int) -> Field:
    """The field of a unit, made once for a position: looking at each of its hexes asks for it again and again."""
    return Field(g, piece, spent, effort)


def reachable(g: M, piece: Piece, spent: int = 0) -> Places:
    """MOV.4, MOV.5, ZOC.4 Every hex a unit can go to."""
    game = g.game
    layers = reach(
        g.where[piece],
        allowance(g, piece) - spent,
        game.walk,
        enter=may_enter(g, piece, game.roster.units[piece]),
        halt=controlled(g, 1 - game.side_of[piece]),
        first=first_steps(g, piece),
    )
    return union(layers)


def why_no_attack(g: M, piece: Piece) -> tuple[str, str]:
    """DIS.1, T1.1, MOV.5 Why a unit that moves cannot attack afterwards, and by which rule."""
    if g.flags[piece] & DISRUPTED:
        return "Disrupted units do not attack", "DIS.1"
    if g.flags[piece] & ADJACENT:
        return "began next to Germans, so no attack after a move", "T1.1"
    return "too far to attack from here", "MOV.5"


class MoveUnit(UnitInHand):
    """MOV.1-MOV.5 One unit moves; entering an active enemy zone of control ends its move (ZOC.4)."""

    unit: Piece

    def ask(self, g: M) -> Ask:
        name = g.game.roster[self.unit].name
        return Ask(prompt=f"Where does {name} go?", rule="MOV.5", pieces=(self.unit,))

    def field(self, g: M) -> Field:
        """Where the unit can go now."""
        return field_of(g, self.unit, *g.find(Movement).moved_by(self.unit))

    def places(self, g: M) -> Places:
        """Every hex in reach."""
        return reachable(g, self.unit, g.find(Movement).moved_by(self.unit)[0])

    def hint(self, g: M, action: Action) -> Hint | None:
        """What a hex costs, by which way, and whether the unit can still attack from there."""
        if action.verb == "back":
            return None
        field = self.field(g)
        path, effort = field.way(action.args[0])
        text, rule = "can still attack from here", "MOV.5"
        if effort is None:
            text, rule = why_no_attack(g, self.unit)
        return Hint(cost=str(len(path)), path=path, text=text, rule=rule)

    def refuse(self, g: M, target: Place) -> Refusal | None:
        """Why the unit cannot go to a hex."""
        return refuse_move(g, self.unit, target, g.find(Movement).moved_by(self.unit)[0])

    def on_go(self, g: M, target: Place) -> None:
        """Move the unit along its way."""
        phase = g.find(Movement)
        path, effort = self.field(g).way(target)
        hexes, phase.effort = phase.moved_by(self.unit)
        move_along(g, self.unit, path)
        phase.last, phase.hexes = self.unit, hexes + len(path)
        if effort is None:
            g.set_flag(self.unit, SPENT)
        else:
            phase.effort += effort
        g.end()


def move_along(g: M, piece: Piece, path: tuple[Place, ...]) -> None:
    """Put a unit at the end of its way and note who passes through Frankfurt (R41)."""
    g.set_flag(piece, MOVED)
    g.place(piece, path[-1], how="moves", path=path, rule="SEQ.A1")
    for place in path:
        enter_hex(g, piece, place)


def enter_hex(g: M, piece: Piece, place: Place) -> None:
    """VIC.D3, R41 Note the command whose unit was last in Frankfurt."""
    if place == g.game.frankfurt:
        command = g.game.roster[piece].command
        if g.state.frankfurt != command:
            g.set(frankfurt=command)


def refuse_move(g: M, piece: Piece, target: Place, spent: int) -> Refusal | None:
    """Why a unit cannot go to a hex in this move."""
    game = g.game
    if target >= game.board.size:
        return Refusal("units move on the map only", "MOV.5")
    if target == g.where[piece]:
        return Refusal("the unit is there already", "MOV.5")
    refusal = refuse_entry(g, piece, target)
    if refusal is not None:
        return refusal
    limit = allowance(g, piece) - spent
    if game.board.distance(g.where[piece], target) == 1 and limit > 0:
        refusal = refuse_step(g, piece, g.where[piece], target)
        if refusal is not None and limit == 1:
            return refusal
    if Field(g, piece, spent).all >> target & 1:
        return None
    return refusal or _refuse_distance(g, piece, target, limit)


def _refuse_distance(g: M, piece: Piece, target: Place, limit: int) -> Refusal:
    unit: Division = g.game.roster[piece]
    free = reach(g.where[piece], limit, g.game.walk, enter=may_enter(g, piece, unit))
    if union(free) >> target & 1:
        return Refusal("the way leads through enemy zones of control, where a unit must stop", "ZOC.4")
    empty = g.game.board.all & ~occupied(g, 1 - g.game.side_of[piece])
    if is_dual(g):
        empty &= g.game.map.sector[unit.sector]
    if union(reach(g.where[piece], limit, g.game.walk, enter=empty)) >> target & 1:
        return Refusal("the way leads through full hexes", "STK.4")
    rule = "MOV.4" if g.flags[piece] & DISRUPTED else "MOV.5"
    if g.game.board.distance(g.where[piece], target) <= limit:
        return Refusal(f"no open way of {limit} hexes leads there", rule)
    return Refusal(f"the hex is further than the {limit} hexes {unit.name} can move", rule)


def refuse_entry(g: M, piece: Piece, target: Place) -> Refusal | None:
    """Why a unit may not stand in a hex, however it would get there."""
    game = g.game
    unit: Division = game.roster[piece]
    if occupied(g, 1 - game.side_of[piece]) >> target & 1:
        return Refusal("an enemy unit is there", "MOV.5")
    if is_dual(g) and not game.map.sector[unit.sector] >> target & 1:
        return Refusal(f"{unit.name} may not leave the {unit.sector}ern sector", "DUAL.3")
    return refuse_stacking(g, piece, target)


def refuse_step(g: M, piece: Piece, x: Place, y: Place) -> Refusal | None:
    """Why a unit may not step into a neighbouring hex."""
    if g.game.map.lake.has(x, y):
        return Refusal("a lake lies between", "TER.L1")
    return refuse_slide(g, piece, x, y)


def begin_player_turn(g: M) -> None:
    """SEQ.N1 A new player turn: nobody has moved; on turn 1 note who stands next to a German (T1.1)."""
    g.clear_flags(MOVED | SPENT | ADJACENT)
    if g.state.turn != 1:
        return
    beside_germans = g.game.board.steps.spread(with_units(g, GERMAN))
    for piece in each(owned_by(g, g.state.player) & g.game.roster.of_side[RUSSIAN]):
        place = g.where[piece]
        if place < g.game.board.size and beside_germans >> place & 1:
            g.set_flag(piece, ADJACENT, rule="T1.1")
