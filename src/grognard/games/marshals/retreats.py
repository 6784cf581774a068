"""Retreats (RET, RES.DR, RES.DW, RES.D2, STK.5, DUAL.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from ...engine.board import Board
from ...engine.bounds import Word
from ...engine.control import occupied
from ...engine.flow import Action, Ask, Refusal, Seat
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places, iterate, members
from ...engine.standard import ChooseUnit
from .battle import Battle
from .model import GERMAN, Decide, Division, M, is_dual
from .movement import enter_hex
from .stacking import load_of

LONGEST = 3
SHORTEST = {"DR": 2, "DW": 1, "D": 1}
RULES = {"DR": "RES.DR1", "DW": "RES.DW1", "D": "RES.D2"}
"""The rule by which a unit with this result retreats."""


MayEnter = Callable[[Place, Place], bool]
"""Whether a retreating unit may go from one place to the next."""


def further(board: Board, origin: int, place: int) -> Places:
    """The neighbours of a place that lie one step further from the origin than it does."""
    far = board.distances(origin)
    wanted = far[place] + 1
    found = 0
    for near in iterate(board.adjacent[place]):
        if far[near] == wanted:
            found |= 1 << near
    return Places(found)


def can_go_on(board: Board, origin: int, place: Place, steps: int, may_enter: MayEnter) -> bool:
    """Whether a unit can still make so many steps, each further from the origin than the last."""
    if steps <= 0:
        return True
    return any(
        may_enter(place, near) and can_go_on(board, origin, near, steps - 1, may_enter)
        for near in iterate(further(board, origin, place))
    )


def next_steps(board: Board, origin: int, place: Place, steps: int, may_enter: MayEnter) -> list[Place]:
    """Where a unit that has at least `steps` steps to make may go next without getting stuck."""
    return [
        near
        for near in iterate(further(board, origin, place))
        if may_enter(place, near) and can_go_on(board, origin, near, steps - 1, may_enter)
    ]


class NextRetreat(ChooseUnit):
    """R28 The defender chooses which of his units retreats next."""

    forced: ClassVar[bool] = True

    def seat(self, g: M) -> Seat:
        """The defenders' player."""
        return g.game.owner(g, each(g.find(Battle).pending)[0])

    def ask(self, g: M) -> Ask:
        battle = g.find(Battle)
        results = {battle.result(piece) for piece in each(battle.pending)}
        rule = RULES[next(result for result in RULES if result in results)]
        what = "Which unit decides next, to withdraw or to stay?" if results == {"D"} else "Which unit retreats next?"
        return Ask(prompt=what, rule=rule, places=(battle.attack.target,))

    def eligible(self, g: M) -> tuple[Piece, ...]:
        """Units that have to retreat or may."""
        return each(g.find(Battle).pending)

    def why_not(self, g: M, piece: Piece) -> Refusal:
        """Why a unit cannot be picked."""
        return Refusal(f"{g.game.roster[piece].name} has no retreat to make", "RET.3")

    def on_pick(self, g: M, unit: Piece) -> None:
        """Retreat the unit, or let it suffer for having no way."""
        battle = g.find(Battle)
        battle.pending = Pieces(battle.pending & ~one(unit))
        g.end()
        if first_retreat_steps(g, battle, unit):
            g.call(Retreat(unit, battle.result(unit)))
        else:
            suffer(g, battle, unit)


def suffer(g: M, battle: Battle, piece: Piece) -> None:
    """RET.3, STK.5, R28 Without a way DR eliminates, and DW too if nothing but stacking closes it.

    Who could go, but only across the demarcation line, stays as if he were ordered to (DUAL.6, R38).
    """
    result = battle.result(piece)
    if result == "DW" and is_dual(g) and first_retreat_steps(g, battle, piece, ignore_line=True):
        battle.disrupt(g, piece, "DUAL.6")
    elif result == "DR" and is_dual(g) and first_retreat_steps(g, battle, piece, ignore_line=True):
        how = "cannot retreat across the demarcation line and is eliminated"
        g.remove(piece, g.game.dead, how=how, rule="DUAL.6")
    elif result != "D" and first_retreat_steps(g, battle, piece, ignore_stacking=True):
        g.remove(piece, g.game.dead, how="has no room to retreat and is eliminated", rule="STK.5")
    elif result == "DR":
        g.remove(piece, g.game.dead, how="cannot retreat and is eliminated", rule="RET.3")
    else:
        battle.disrupt(g, piece, "RET.3" if result == "DW" else "RES.D1")


def first_retreat_steps(
    g: M, battle: Battle, piece: Piece, *, ignore_stacking: bool = False, ignore_line: bool = False
) -> list[Place]:
    """R5, R6, RES.DR2, R46 The hexes with which a retreat that can be completed may begin."""
    board, origin = g.game.board, battle.attack.target

    def may_enter(x: Place, y: Place) -> bool:
        limits = {"ignore_stacking": ignore_stacking, "ignore_line": ignore_line}
        return refuse_retreat(g, battle, piece, x, y, **limits) is None

    shortest = SHORTEST[battle.result(piece)]
    steps = next_steps(board, origin, origin, shortest, may_enter)
    if shortest == 2 and g.game.side_of[piece] == GERMAN:
        berlin = g.game.map.berlin & further(board, origin, origin)
        steps += [y for y in members(berlin) if y not in steps and may_enter(origin, y)]
    return sorted(steps)


def refuse_retreat(
    g: M,
    battle: Battle,
    piece: Piece,
    x: Place,
    y: Place,
    *,
    ignore_stacking: bool = False,
    ignore_line: bool = False,
) -> Refusal | None:
    """RET.1, R6, R7 Why a retreating unit may not enter a hex."""
    game = g.game
    unit: Division = game.roster[piece]
    side = game.side_of[piece]
    if game.map.lake.has(x, y):
        return Refusal("a lake lies between", "TER.L1")
    if occupied(g, 1 - side) >> y & 1:
        return Refusal("an enemy unit is there", "RET.1")
    if is_dual(g) and not ignore_line and not game.map.sector[unit.sector] >> y & 1:
        return Refusal("the demarcation line may not be crossed", "DUAL.6")
    if game.board.adjacent[y] & battle.attacked_from and not _opened_by_friend(battle, y):
        return Refusal("the hex is next to one from which the unit was attacked", "RET.1")
    if not ignore_stacking and _overloaded(g, battle, piece, y):
        return Refusal("there is no room in the hex", "STK.5")
    return None


def _opened_by_friend(battle: Battle, y: Place) -> bool:
    """RET.1, R7 A friend who was there before opens a barred hex, unless still to be ground-attacked."""
    return bool(battle.friends & ~battle.still_attacked & 1 << y)


def _overloaded(g: M, battle: Battle, piece: Piece, y: Place) -> bool:
    """STK.5, R28 The load counts the units that stand there and every unit of this combat that has passed."""
    passed = 0
    for other, path in battle.retreats:
        if y in path:
            passed |= 1 << other
    unit: Division = g.game.roster[piece]
    there = (g.here.get(y, 0) | passed) & ~(1 << piece)
    return load_of(g, Pieces(there)).refuses(g.game.side_of[piece], unit.stacking)


class Retreat(Decide):
    """RES.DR1, RES.DW1, RES.D2 One unit retreats hex by hex, each one further from the battle."""

    unit: Piece
    result: Word
    path: tuple[Place, ...] = ()

    def seat(self, g: M) -> Seat:
        """The unit's owner."""
        return g.game.owner(g, self.unit)

    def ask(self, g: M) -> Ask:
        name = g.game.roster[self.unit].name
        prompt = {
            "DR": f"{name} is routed: retreat it 2 or 3 hexes{self._berlin_note(g)}.",
            "DW": f"{name} withdraws 1 to 3 hexes; after one hex it is not Disrupted.",
            "D": f"{name} may withdraw 1 hex in order, or 2 or 3 Disrupted, or stay and be Disrupted.",
        }[self.result]
        return Ask(prompt=prompt, rule=RULES[self.result], pieces=(self.unit,))

    def _berlin_note(self, g: M) -> str:
        """RES.DR2 A German who reaches Berlin with the first hex may stop there."""
        first = self.path[:1] or self.steps(g)
        near = g.game.side_of[self.unit] == GERMAN and any(g.game.map.berlin >> place & 1 for place in first)
        return "; one hex is enough in Berlin" if near else ""

    def steps(self, g: M) -> list[Place]:
        """Where the unit may go next."""
        battle = g.find(Battle)
        if not self.path:
            return first_retreat_steps(g, battle, self.unit)
        if len(self.path) == LONGEST:
            return []

        def may_enter(x: Place, y: Place) -> bool:
            return refuse_retreat(g, battle, self.unit, x, y) is None

        left = 1 if self.may_stop(g) else SHORTEST[self.result] - len(self.path)
        return next_steps(g.game.board, battle.attack.target, self.path[-1], left, may_enter)

    def may_stop(self, g: M) -> bool:
        """RES.DR2 Whether the retreat is long enough; one hex in or into Berlin is enough for Germans."""
        if len(self.path) >= SHORTEST[self.result]:
            return True
        return bool(self.path and g.game.side_of[self.unit] == GERMAN and g.game.map.berlin >> self.path[0] & 1)

    def choices(self, g: M) -> Iterator[Action]:
        """The next hexes, and to stop or stay where that is allowed."""
        for place in self.steps(g):
            yield g.act("retreat", place)
        if self.may_stop(g):
            yield g.act("stop")
        if self.result == "D" and not self.path:
            yield g.act("stay")

    def refusal(self, g: M, action: Action) -> Refusal | None:
        """Why the unit cannot retreat so."""
        if action.verb == "stop":
            return None if self.may_stop(g) else Refusal("the retreat is too short", RULES[self.result])
        if action.verb == "stay":
            fits = self.result == "D" and not self.path
            return None if fits else Refusal("the unit has to retreat", RULES[self.result])
        target: Place = action.args[0]
        if target in self.steps(g):
            return None
        battle = g.find(Battle)
        board = g.game.board
        here = g.where[self.unit]
        if len(self.path) == LONGEST:
            return Refusal(f"a retreat ends after {LONGEST} hexes", RULES[self.result])
        if target >= board.size or not further(board, battle.attack.target, here) >> target & 1:
            return Refusal("each hex of a retreat must be one further from the battle", RULES[self.result])
        refusal = refuse_retreat(g, battle, self.unit, here, target)
        return refusal or Refusal("from there the retreat could not be completed", "RET.3")

    def label(self, g: M, action: Action) -> str:
        if action.verb == "retreat":
            return f"Retreat to {g.game.place_title(action.args[0])}"
        return {"stop": "Stop here", "stay": "Stay, Disrupted"}[action.verb]

    def on_retreat(self, g: M, target: Place) -> None:
        """One hex back."""
        g.place(self.unit, target, how="retreats", cause="retreat", rule=RULES[self.result])
        enter_hex(g, self.unit, target)
        self.path = (*self.path, target)
        if not self.steps(g):
            self.on_stop(g)

    def on_stop(self, g: M) -> None:
        """RES.DR1, RES.DW1 The retreat is over; a unit that was routed or went more than one hex is Disrupted."""
        battle = g.find(Battle)
        battle.retreats = (*battle.retreats, (self.unit, self.path))
        if self.result == "DR" or len(self.path) > 1:
            battle.disrupt(g, self.unit, RULES[self.result])
        g.end()

    def on_stay(self, g: M) -> None:
        """RES.D1 The unit stays and is Disrupted."""
        g.find(Battle).disrupt(g, self.unit, "RES.D1")
        g.end()
