"""Retreat after combat (13.0), with the retreats of statics (13.4), objective hexes (13.6) and ways off the map.

A unit retreats hex by hex, each one hex further from where it fought. Before every step the ways that are left are
looked through to the end, so that nobody dies or leaves the map who need not (13.3.8).
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ...engine.asking import Left
from ...engine.bounds import Few, Number
from ...engine.derived import derived
from ...engine.events import Said
from ...engine.flow import Action, Ask, Concern, Refusal, Seat
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places
from ...engine.position import is_on
from ...engine.telling import counted
from .battle import Battle
from .bridges import enter_hex
from .model import GERMAN, SHIFTED, Decide, Dice, R, Work, front, kill, name_of
from .results import PANIC, Who
from .stacking import no_room_for, refuse_stacking
from .terrain import passable
from .zones import enemies, enemy_zone, refuse_territory, territory


def begin_retreat(g: R, battle: Battle, who: Who, amount: str) -> None:
    """13.1, 13.2, 13.4, R83 A force retreats: statics at once, mobile units one by one, after a die if they panic.

    The die is rolled only if somebody is left who can run.
    """
    force = battle.standing(g, who) & ~g.game.strategic
    for piece in each(force & g.game.static):
        if refuges(g) >> g.where[piece] & 1:
            hold_out(g, piece, "13.4b")
        else:
            kill(g, piece, rule="13.4a", how="cannot retreat and is eliminated")
    runners = Pieces(force & g.game.mobile)
    if not runners:
        return
    if amount == PANIC:
        g.call(PanicDie(who, runners))
    else:
        battle.distance, battle.pending = int(amount), runners


def refuges(g: R) -> Places:
    """13.4b, 13.6, 23.2b, R59 Where Germans may ignore retreats: objective hexes, with option 23 the S-Bahn too."""
    terrain = g.game.map
    if is_on(g, "better_prepared_defense"):
        return Places(terrain.objectives | terrain.sbahn)
    return terrain.objectives


def may_hold(g: R, piece: int) -> bool:
    """13.6a, R59 Whether a unit may ignore the retreat where it stands."""
    return g.game.side_of[piece] == GERMAN and bool(refuges(g) >> g.where[piece] & 1)


def hold_out(g: R, piece: Piece, rule: str) -> None:
    """13.4b, 13.6a A unit ignores the retreat."""
    g.emit(Said(text="{p0} holds out in {h0}.", pieces=(piece,), places=(g.where[piece],), rule=rule))


class PanicDie(Dice):
    """13.2, R83 One die for the whole force: so many hexes it retreats."""

    cites: ClassVar[str] = "13.2"

    who: Who
    runners: Pieces

    def purpose(self, g: R) -> str:
        return f"Panic of the {self.who}s"

    def concerns(self, g: R) -> Concern:
        """13.2 Those who run."""
        return tuple(each(self.runners)), ()

    def verdict(self, g: R, action: Action) -> str:
        """13.2 How far they run."""
        return f"they retreat {counted(action.args[0], 'hex', 'hexes')}"

    def on_roll(self, g: R, face: int) -> None:
        """13.2 The length of the retreat."""
        g.end()
        battle = g.find(Battle)
        battle.distance, battle.pending = face, self.runners


# -- ways ----------------------------------------------------------------------------------------


class Ways(msgspec.Struct, frozen=True):
    """What a retreating unit may do next."""

    steps: Places = Places(0)
    exit: bool = False
    """Leave the map from the present hex."""
    stay: bool = False
    """13.6b End the retreat in the objective hex it has come to."""
    fatal: bool = False
    """13.3.6 Whether the unit is lost whatever it does."""


@derived
def ways(g: R, piece: Piece, origin: int, distance: int, taken: int) -> Ways:
    """13.3, R57, R58 The best kind of way left to a unit that has made some of its steps.

    First whole ways on the map, for Germans also those that end in an objective hex or escape to the west; then for
    Soviets ways off the map; then the longest that can be walked before the unit is lost.
    """
    here = g.where[piece]
    layers = _layers(g, piece, origin, distance, taken)
    german = g.game.side_of[piece] == GERMAN
    havens = refuges(g) if german else 0
    west = _way_west(g) if german else 0
    full = distance - taken
    ends = [layer & (havens | west) if i < full else layer for i, layer in enumerate(layers)]
    steps = _leading_to(g, layers, ends)
    stay, leave = bool(taken and havens >> here & 1), bool(west >> here & 1)
    if steps or stay or leave:
        return Ways(steps, leave, stay)
    if not german:
        rim = map_rim(g)
        ends = [layer & rim for layer in layers]
        steps, leave = _leading_to(g, layers, ends), bool(rim >> here & 1)
        if steps or leave:
            return Ways(steps, leave)
    return Ways(_leading_to(g, layers, [*[0] * (len(layers) - 1), layers[-1]]), fatal=True)


def _layers(g: R, piece: Piece, origin: int, distance: int, taken: int) -> list[int]:
    """13.3.1-13.3.4, 13.3.6 The hexes a unit can be in after no step, one step and so on, each further away."""
    rings = g.game.board.steps.rings(1 << origin, g.game.board.all, distance)
    may_enter = open_to(g, piece)
    crossing = passable(g)
    layers = [1 << g.where[piece]]
    for ring in rings[taken + 1 :]:
        layer = crossing.spread(layers[-1]) & ring & may_enter
        if not layer:
            break
        layers.append(layer)
    return layers


def _leading_to(g: R, layers: list[int], ends: list[int]) -> Places:
    """The first steps from which some end can be reached."""
    crossing = passable(g)
    wanted = 0
    for layer, end in zip(reversed(layers[1:]), reversed(ends[1:]), strict=True):
        wanted = end | layer & crossing.spread(wanted)
    return Places(wanted)


def open_to(g: R, piece: Piece) -> Places:
    """13.3.1-13.3.4, R38, R90 The hexes that a retreating unit may enter at this moment."""
    side = g.game.side_of[piece]
    area = g.game.map.land[front(g)] if side == GERMAN else territory(g, side)
    return Places(area & ~enemies(g, side) & ~enemy_zone(g, side) & ~no_room_for(g, piece))


@derived
def _way_west(g: R) -> Places:
    """26.1, R72 The hexes from which Germans may escape, once the bunker has been captured."""
    if g.state.captured_bunker and is_on(g, "escape_to_the_west"):
        return g.game.map.edge["west"]
    return Places(0)


@derived
def map_rim(g: R) -> Places:
    """13.3.5 All hexes at an edge of the map."""
    mask = 0
    for edge in g.game.map.edge.values():
        mask |= edge
    return Places(mask)


# -- decisions -----------------------------------------------------------------------------------


class NextRetreat(Decide):
    """13.3.7, 13.6a The owner chooses who retreats next; Germans in objective hexes may hold out instead."""

    who: Who
    forced: ClassVar[bool] = True

    def seat(self, g: R) -> Seat:
        """The player who decides for this force."""
        return g.find(Battle).seat_of(g, self.who)

    def ask(self, g: R) -> Ask:
        battle = g.find(Battle)
        far = counted(battle.distance, "hex", "hexes")
        prompt = f"Which unit retreats next? {far}."
        if any(may_hold(g, piece) for piece in each(battle.pending)):
            refuge = "objective or S-Bahn" if is_on(g, "better_prepared_defense") else "objective"
            prompt = f"Retreat {far}, unit by unit; those in {refuge} hexes may hold out."
        return Ask(prompt=prompt, rule="13.1", pieces=each(battle.pending), left=Left(battle.distance, "hexes"))

    def choices(self, g: R) -> list[Action]:
        """Units that must retreat or can, and those that may hold."""
        waiting = each(g.find(Battle).pending)
        found = g.acts("pick", [piece for piece in waiting if self.may_go(g, piece)])
        return found + g.acts("hold", [piece for piece in waiting if may_hold(g, piece)])

    def may_go(self, g: R, piece: Piece) -> bool:
        """R59 A unit that may hold retreats only along a way that saves it."""
        if not may_hold(g, piece):
            return True
        return not ways(g, piece, g.where[piece], g.find(Battle).distance, 0).fatal

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why a unit cannot be picked or cannot hold."""
        piece: Piece = action.args[0]
        if not g.find(Battle).pending >> piece & 1:
            return Refusal("that unit has no retreat to make", "13.1")
        if action.verb == "hold":
            if may_hold(g, piece):
                return None
            rule = "13.6c" if g.game.side_of[piece] == GERMAN else "13.1"
            return Refusal(f"{name_of(g, piece)} has to retreat", rule)
        if self.may_go(g, piece):
            return None
        return Refusal(f"{name_of(g, piece)} has no safe way out and holds", "13.3.8")

    def label(self, g: R, action: Action) -> str:
        word = {"pick": "retreats", "hold": "holds out"}[action.verb]
        return f"{name_of(g, action.args[0])} {word}"

    def on_pick(self, g: R, unit: Piece) -> None:
        """A unit begins its retreat."""
        battle = g.find(Battle)
        battle.pending = Pieces(battle.pending & ~one(unit))
        g.become(Retreat(unit, g.where[unit], battle.distance))

    def on_hold(self, g: R, unit: Piece) -> None:
        """13.6a The unit ignores the result."""
        battle = g.find(Battle)
        battle.pending = Pieces(battle.pending & ~one(unit))
        g.end()
        hold_out(g, unit, "13.6a")


class Retreat(Work):
    """13.1, 13.3 One unit retreats, hex by hex."""

    unit: Piece
    origin: Place
    distance: Few
    taken: Number = 0

    def ways(self, g: R) -> Ways:
        """What the unit may do next."""
        return ways(g, self.unit, self.origin, self.distance, self.taken)

    def run(self, g: R) -> None:
        """The next step, until the distance is made, or the unit is lost for want of a way."""
        if self.taken == self.distance:
            g.end()
            return
        left = self.ways(g)
        if left.fatal and not left.steps:
            rule = "13.3.6" if self.taken else "13.3"
            kill(g, self.unit, rule=rule, how="cannot complete its retreat and is eliminated")
            g.end()
            return
        g.call(RetreatStep())


class RetreatStep(Decide):
    """13.3 The owner chooses the next hex of a retreat."""

    forced: ClassVar[bool] = True

    def seat(self, g: R) -> Seat:
        """The player who decides for the unit."""
        battle, retreat = g.find(Battle), g.find(Retreat)
        return battle.seat_of(g, "attacker" if battle.units >> retreat.unit & 1 else "defender")

    def ask(self, g: R) -> Ask:
        retreat = g.find(Retreat)
        left = retreat.distance - retreat.taken
        doomed = retreat.ways(g).fatal
        fate = " It cannot be saved." if doomed else ""
        prompt = f"{name_of(g, retreat.unit)} retreats {counted(left, 'hex', 'hexes')}.{fate}"
        return Ask(prompt=prompt, rule="13.3", pieces=(retreat.unit,), left=Left(left, "hexes"), doomed=doomed)

    def choices(self, g: R) -> list[Action]:
        """The next hexes; the edge of the map or an end in an objective hex where the rules allow it."""
        left = g.find(Retreat).ways(g)
        found = g.acts_at("go", left.steps)
        if left.exit:
            found.append(g.act("exit"))
        if left.stay:
            found.append(g.act("stay"))
        return found

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why the unit cannot retreat so."""
        left = g.find(Retreat).ways(g)
        if action.verb == "exit":
            return None if left.exit else self._refuse_exit(g)
        if action.verb == "stay":
            return None if left.stay else Refusal("the retreat is not complete", "13.3.6")
        if left.steps >> action.args[0] & 1:
            return None
        return self._refuse_step(g, action.args[0])

    def _refuse_exit(self, g: R) -> Refusal:
        """13.3.5, 13.3.8, 26.1 Why the unit may not leave the map."""
        unit = g.find(Retreat).unit
        here = g.where[unit]
        if g.game.side_of[unit] == GERMAN:
            if not _way_west(g):
                return Refusal("Germans may not retreat off the map", "13.3.5")
            return Refusal("Germans escape by the west edge only", "26.1")
        if not map_rim(g) >> here & 1:
            return Refusal(f"{g.game.place_title(here)} is not at the edge of the map", "13.3.5")
        return Refusal("a way on the map is left", "13.3.8")

    def _refuse_step(self, g: R, target: Place) -> Refusal:
        """13.3 Why the next hex cannot be this one."""
        retreat, game = g.find(Retreat), g.game
        unit, here = retreat.unit, g.where[retreat.unit]
        side = game.side_of[unit]
        if target >= game.board.size or not game.board.adjacent[here] >> target & 1:
            return Refusal("a retreat goes from hex to neighbouring hex", "13.1")
        if game.board.distance(retreat.origin, target) != retreat.taken + 1:
            return Refusal("each hex of a retreat is one further from the combat", "13.3.6")
        refusal = refuse_territory(g, side, front(g), target)
        if refusal is not None:
            return refusal
        if not passable(g).has(here, target):
            return Refusal("an unbridged lake lies between", "13.3.2")
        if enemies(g, side) >> target & 1:
            return Refusal("an enemy unit is there", "13.3.1")
        if enemy_zone(g, side) >> target & 1:
            return Refusal("the hex is in an enemy zone of control", "13.3.1")
        return refuse_stacking(g, unit, target) or Refusal("from there the unit could not be saved", "13.3.8")

    def label(self, g: R, action: Action) -> str:
        if action.verb == "go":
            return f"Retreat to {g.game.place_title(action.args[0])}"
        return {"exit": "Retreat off the map", "stay": "End the retreat here"}[action.verb]

    def on_go(self, g: R, target: Place) -> None:
        """13.3, 18.1 One hex back; bridges are checked before the unit goes on."""
        g.end()
        retreat = g.find(Retreat)
        g.place(retreat.unit, target, how="retreats", cause="retreat", rule="13.1")
        g.set_flag(retreat.unit, SHIFTED)
        retreat.taken += 1
        enter_hex(g, retreat.unit, target)

    def on_exit(self, g: R) -> None:
        """13.3.5, R26, 26.1 Soviets leave the map until their next reinforcement phase; Germans are gone for good."""
        unit = g.find(Retreat).unit
        side = g.game.side_of[unit]
        g.flags[unit] = 0
        if side == GERMAN:
            g.remove(unit, g.game.escaped, how="escapes to the west", cause="exit", rule="26.1")
        else:
            g.remove(unit, g.game.due[side], how="retreats off the map", cause="exit", rule="13.3.5")
        g.end()
        g.end()

    def on_stay(self, g: R) -> None:
        """13.6b The retreat ends in an objective hex."""
        g.end()
        g.end()
