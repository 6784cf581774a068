"""Retreats (7.5): two hexes away from where the unit stood, by the best ways there are.

All ways are looked through first, so that only those of the best rank are offered (R12). A way is asked for hex by hex
and walked at once.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ...engine.control import occupied
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Crossing, Place, Places, gather, members
from ...engine.telling import fitting, listed
from .harm import Harm, SufferingChooses
from .model import HELPLESS, Counter, Decide, S, disrupt, kill, name_of, play_area
from .movement import enter_hex
from .stacking import full_for
from .terrain import MOTZ
from .zones import enemy_zone

OFF = Place(-2)
"""Off the map, as the end of a way."""

Way = tuple[Place, Place]
"""The first and the second hex; off the map at once is `(OFF, OFF)`, in the second step `(hex, OFF)`."""


class Ways(msgspec.Struct, frozen=True):
    """R12 The ways of the best rank."""

    ways: tuple[Way, ...] = ()
    full: bool = False
    """7.55 Whether they end in hexes that the unit overstacks."""

    @property
    def firsts(self) -> Places:
        """The first hexes."""
        return gather(first for first, _ in self.ways if first != OFF)

    def seconds(self, first: Place) -> Places:
        """The second hexes after a first one."""
        return gather(end for start, end in self.ways if start == first and end != OFF)


def steps_of(g: S, piece: int, shaken: int) -> Crossing:
    """7.51b, 7.53, R51 The steps that are not prohibited: streams only to motorized units disrupted before."""
    unit: Counter = g.game.roster[piece]
    if unit.mobility == MOTZ and shaken >> piece & 1:
        return g.game.map.bridged
    return g.game.map.passable[unit.mobility]


def open_to_retreat(g: S, side: int) -> Places:
    """7.53, 4.27 Hexes in play without an enemy, and outside enemy zones unless a friend is there."""
    clear = ~enemy_zone(g, side) | occupied(g, side)
    return Places(play_area(g) & ~occupied(g, 1 - side) & clear)


def held_by_others(g: S, side: int, fleeing: int) -> Places:
    """7.52, R13 Hexes with a friendly unit that does not belong to this retreat."""
    held = occupied(g, side)
    mine = g.game.roster.of_side[side]
    for piece in each(fleeing):
        place = g.where[piece]
        if place < g.game.board.size and not g.here[place] & mine & ~fleeing:
            held = Places(held & ~(1 << place))
    return held


def ways(g: S, piece: Piece, fleeing: int, shaken: int, *, along: bool = False) -> Ways:
    """7.51-7.55, R12, R16 The best ways of a unit; one that merely goes along may not overstack."""
    side, origin = g.game.side_of[piece], g.where[piece]
    held, full = held_by_others(g, side, fleeing), full_for(g, piece)
    best: tuple[bool, bool, bool] | None = None
    found: list[Way] = []
    for way in _every_way(g, piece, origin, shaken):
        rank = _rank(way, held, full)
        if along and rank[0]:
            continue
        if best is None or rank < best:
            best, found = rank, [way]
        elif rank == best:
            found.append(way)
    return Ways(tuple(found), bool(best and best[0]))


def _rank(way: Way, held: int, full: int) -> tuple[bool, bool, bool]:
    """R12 End full, end held, middle held: no before yes. Off the map is neither."""
    first, second = way
    end = second if second >= 0 else None
    return (
        end is not None and bool(full >> end & 1),
        end is not None and bool(held >> end & 1),
        first >= 0 and bool(held >> first & 1),
    )


def _every_way(g: S, piece: Piece, origin: Place, shaken: int) -> list[Way]:
    """7.51a, 7.53, 7.54, R12 Every legal way, whatever its rank."""
    steps, free = steps_of(g, piece, shaken), open_to_retreat(g, g.game.side_of[piece])
    edges = g.game.map.exits[g.game.roster[piece].mobility]
    far = g.game.map.ring(origin, 2)
    found: list[Way] = [(OFF, OFF)] if edges >> origin & 1 else []
    for first in members(steps.targets[origin] & free):
        found += [(first, second) for second in members(steps.targets[first] & free & far)]
        if edges >> first & 1 and not edges >> origin & 1:
            found.append((first, OFF))
    return found


def cannot_retreat(g: S, harm: Harm, piece: Piece) -> bool:
    """7.58b, 8.33 Whether a retreat is the end of a unit: a gun, or one without a way."""
    if g.game.artillery >> piece & 1:
        return True
    return not ways(g, piece, harm.failed | harm.fleeing, harm.shaken).ways


def fates(g: S, harm: Harm) -> str:
    """7.42, 7.54, 7.55, 7.58, 8.33 What a retreat does to each unit that must make it, in a sentence for a button."""
    groups: dict[str, list[str]] = {}
    for piece in each(harm.failed):
        groups.setdefault(_fate(g, harm, piece), []).append(name_of(g, piece))
    told = []
    for fate, names in groups.items():
        one_word, many = FATES[fate]
        told.append(f"{listed(names)} {fitting(len(names), one_word, many)}")
    return "; ".join(told)


FATES = {
    "gun": ("is lost, as guns cannot retreat", "are lost, as guns cannot retreat"),
    "barred": ("is lost, without a way back", "are lost, without a way back"),
    "off": ("leaves the map for good", "leave the map for good"),
    "full": ("runs into a full hex and on, disrupted", "run into full hexes and on, disrupted"),
    "back": ("goes back two hexes, disrupted", "go back two hexes, disrupted"),
}
"""What becomes of a unit that must retreat: of one, and of several."""


def _fate(g: S, harm: Harm, piece: Piece) -> str:
    if g.game.artillery >> piece & 1:
        return "gun"
    found = ways(g, piece, harm.failed | harm.fleeing, harm.shaken)
    if not found.ways:
        return "barred"
    if all(end == OFF for _, end in found.ways):
        return "off"
    return "full" if found.full else "back"


def companions(g: S, harm: Harm) -> Pieces:
    """7.57, R16 Units that may leave with those who must: not guns, and only by a way that ends in room for them."""
    found = 0
    for place in members(harm.hexes):
        for piece in each(g.here.get(place, 0) & g.game.roster.of_side[harm.side]):
            if harm.fleeing >> piece & 1 or g.game.artillery >> piece & 1:
                continue
            if ways(g, piece, harm.fleeing | one(piece), harm.shaken, along=True).ways:
                found |= one(piece)
    return Pieces(found)


class NextRetreat(SufferingChooses):
    """7.57, R13 The owner chooses who goes next, and who goes along."""

    forced: ClassVar[bool] = True
    closing: ClassVar[str] = "done"

    def ask(self, g: S) -> Ask:
        harm = g.find(Harm)
        failed, free = each(harm.failed), each(companions(g, harm))
        along = f"{listed(name_of(g, piece) for piece in free)} may go along" if free else ""
        if not failed:
            return Ask(prompt=f"{along} with those who had to retreat: who does?", rule="7.57")
        must = f"{listed(name_of(g, piece) for piece in failed)} must retreat"
        return Ask(prompt=f"{'; '.join(filter(None, (must, along)))}: who is next?", rule="7.57", pieces=failed)

    def eligible(self, g: S) -> tuple[Piece, ...]:
        """Units that must go, and units that may."""
        harm = g.find(Harm)
        return each(harm.failed | companions(g, harm))

    def refuse_closing(self, g: S) -> Refusal | None:
        """7.42 The retreat ends when all who must have gone."""
        return Refusal("units that must retreat are still there", "7.42") if g.find(Harm).failed else None

    def why_not(self, g: S, piece: Piece) -> Refusal:
        """Why a unit cannot go."""
        harm, name = g.find(Harm), name_of(g, piece)
        if g.game.side_of[piece] == harm.side and harm.hexes >> g.where[piece] & 1:
            if g.game.artillery >> piece & 1:
                return Refusal(f"{name} is artillery and cannot leave with the others", "7.57")
            if not harm.fleeing >> piece & 1:
                return Refusal(f"{name} has no way that ends in a hex with room for it", "7.55a")
        return Refusal(f"{name} has no part in this retreat", "7.57")

    def label(self, g: S, action: Action) -> str:
        if action.verb == "done":
            return "The others stay"
        must = g.find(Harm).failed >> action.args[0] & 1
        return f"{name_of(g, action.args[0])} {'retreats' if must else 'goes along'}"

    def on_pick(self, g: S, unit: Piece) -> None:
        """7.51 The unit goes, if there is a way."""
        harm = g.find(Harm)
        must = bool(harm.failed >> unit & 1)
        if must and not ways(g, unit, harm.fleeing, harm.shaken).ways:
            takes_to_flight(harm, unit)
            kill(g, unit, "7.58b", "has no way to retreat and is eliminated")
        else:
            g.call(Retreat(unit, along=not must))

    @marked(Mark.CLOSES)
    def on_done(self, g: S) -> None:
        """7.57 The units that are left stay."""
        g.end()


def takes_to_flight(harm: Harm, unit: Piece) -> None:
    """R13 A unit goes, or is lost: it has no retreat to make any more, and belongs to those who flee."""
    harm.failed = Pieces(harm.failed & ~one(unit))
    harm.fleeing = Pieces(harm.fleeing | one(unit))


class Retreat(Decide):
    """7.51-7.54 One unit's way, hex by hex; it is walked when it is complete."""

    unit: Piece
    along: bool = False
    first: Place | None = None
    forced: ClassVar[bool] = True

    def seat(self, g: S) -> Seat:
        """The unit's owner, never the enemy."""
        return Seat(g.game.side_of[self.unit])

    def ask(self, g: S) -> Ask:
        step = "first" if self.first is None else "second"
        what, rule = ("goes along", "7.57") if self.along else ("retreats", "7.51a")
        prompt = f"{name_of(g, self.unit)} {what}: which is the {step} hex?"
        return Ask(prompt=prompt, rule=rule, pieces=(self.unit,), places=() if self.first is None else (self.first,))

    def ways(self, g: S) -> Ways:
        """R12 The ways it may take."""
        harm = g.find(Harm)
        return ways(g, self.unit, harm.fleeing | one(self.unit), harm.shaken, along=self.along)

    def choices(self, g: S) -> list[Action]:
        """The next hexes of the best ways, the way off the map, or another unit first; a single way is taken."""
        onward = self.onward(g)
        return [*onward, g.act("back")] if len(onward) > 1 and self.has_rivals(g) else onward

    def onward(self, g: S) -> list[Action]:
        """The next hexes of the best ways, and the way off the map."""
        found = self.ways(g)
        leave = (OFF if self.first is None else self.first, OFF) in found.ways
        hexes = found.firsts if self.first is None else found.seconds(self.first)
        return g.acts_at("go", hexes) + ([g.act("leave")] if leave else [])

    def has_rivals(self, g: S) -> bool:
        """7.57 Whether its owner had a choice who goes next."""
        harm = g.find(Harm)
        return not harm.failed or (harm.failed | companions(g, harm)) != one(self.unit)

    def refusal(self, g: S, action: Action) -> Refusal | None:
        """Why the way does not lead there."""
        if action in self.choices(g):
            return None
        if action.verb == "leave":
            return Refusal("the unit cannot leave the map here", "7.54")
        if action.verb == "back":
            return Refusal("no other unit can go first", "7.57")
        return refuse_step_back(g, self.unit, action.args[0], self.first)

    def label(self, g: S, action: Action) -> str:
        return {"leave": "Leave the map for good", "back": "Put back"}.get(action.verb, "")

    def hint(self, g: S, action: Action) -> Hint | None:
        """7.55 What an end without room costs."""
        if action.verb != "go" or self.first is None or not self.ways(g).full:
            return None
        return Hint(text="no room: all there are disrupted, and it goes on", rule="7.55b")

    def on_go(self, g: S, target: Place) -> None:
        """7.51 The next hex of the way."""
        if self.first is None:
            self.first = target
            return
        g.end()
        takes_to_flight(g.find(Harm), self.unit)
        arrive(g, self.unit, (self.first, target), along=self.along)

    def on_leave(self, g: S) -> None:
        """7.54 Off the map, for good, and not eliminated."""
        g.end()
        takes_to_flight(g.find(Harm), self.unit)
        if self.first is not None:
            enter_hex(g, self.unit, self.first)
        how = "goes along off the map" if self.along else "retreats off the map"
        g.remove(self.unit, g.game.left, how=how, cause="exit", rule="7.54")

    @marked(Mark.TAKES_BACK)
    def on_back(self, g: S) -> None:
        """Another unit first: nothing has happened yet."""
        g.end()


def refuse_step_back(g: S, piece: Piece, target: Place, first: Place | None) -> Refusal:
    """7.51-7.53 Why a hex is no part of a way that may be taken."""
    side, here = g.game.side_of[piece], g.where[piece] if first is None else first
    board = g.game.board
    if target >= board.size or not board.adjacent[here] >> target & 1:
        return Refusal("a retreat goes hex by hex", "7.51a")
    if not play_area(g) >> target & 1:
        return Refusal("only rows 01 to 08 are in play", "11.0")
    if occupied(g, 1 - side) >> target & 1:
        return Refusal("an enemy unit is there", "7.53")
    if not open_to_retreat(g, side) >> target & 1:
        return Refusal("the hex is in an enemy zone of control, and no friend is there", "7.53")
    if not steps_of(g, piece, g.find(Harm).shaken).has(here, target):
        return Refusal("the unit may not cross that hexside", "7.53")
    if first is not None and board.distance(g.where[piece], target) != 2:
        return Refusal("the retreat must end two hexes from where the unit stood", "7.51a")
    return Refusal("there are better ways: vacant hexes come first, full ones last", "7.52")


def arrive(g: S, piece: Piece, path: tuple[Place, Place], *, along: bool) -> None:
    """7.42, 7.55-7.57 The way is walked: control changes, the unit is disrupted, and a full hex drives it on."""
    harm, side = g.find(Harm), g.game.side_of[piece]
    end = path[-1]
    held = bool(held_by_others(g, side, harm.fleeing) >> end & 1)
    full = bool(full_for(g, piece) >> end & 1)
    origin = g.where[piece]
    if along:
        g.place(piece, end, how="goes along", path=path, rule="7.57")
    else:
        g.place(piece, end, how="retreats", path=path, cause="retreat", rule="7.51a")
    for place in path:
        enter_hex(g, piece, place)
    disrupt(g, piece, "7.42")
    if full:
        overrun(g, end)
        g.call(Onward(piece, origin, Places(1 << path[0] | 1 << end)))
    elif held:
        mark_helpless(g, piece)


def overrun(g: S, place: Place) -> None:
    """7.55b Everybody in a hex that a retreat has overstacked is disrupted."""
    for piece in each(g.here[place]):
        disrupt(g, piece, "7.55b")


def mark_helpless(g: S, piece: Piece) -> None:
    """7.56, R15 A unit that fell back on others is lost if they are attacked or fired on in this phase."""
    if g.find(Harm).helpless:
        g.set_flag(piece, HELPLESS, text="has fallen back on others and is helpless in this phase", rule="7.56")


class Onward(Decide):
    """7.55a, R14 A unit that has run into a full hex goes on, one hex at a time, until it finds room."""

    unit: Piece
    origin: Place
    entered: Places
    forced: ClassVar[bool] = True

    def seat(self, g: S) -> Seat:
        """The unit's owner."""
        return Seat(g.game.side_of[self.unit])

    def ask(self, g: S) -> Ask:
        prompt = f"There is no room for {name_of(g, self.unit)}: where does it go on to?"
        return Ask(prompt=prompt, rule="7.55a", pieces=(self.unit,))

    def open(self, g: S) -> Places:
        """b.5 Legal neighbours that the unit has not entered in this retreat."""
        steps = steps_of(g, self.unit, g.find(Harm).shaken)
        free = open_to_retreat(g, g.game.side_of[self.unit])
        return Places(steps.targets[g.where[self.unit]] & free & ~self.entered & ~(1 << self.origin))

    def best(self, g: S) -> tuple[Places, bool]:
        """R14 The hexes of the best kind (bare, then held, then full), and whether it may leave the map."""
        free, harm = self.open(g), g.find(Harm)
        held = held_by_others(g, g.game.side_of[self.unit], harm.fleeing)
        full = full_for(g, self.unit)
        leaves = bool(g.game.map.exits[g.game.roster[self.unit].mobility] >> g.where[self.unit] & 1)
        bare = Places(free & ~held & ~full)
        if bare or leaves:
            return bare, leaves
        return Places(free & ~full) or free, False

    def choices(self, g: S) -> list[Action]:
        """The best hexes; where there is none the unit is lost."""
        places, leaves = self.best(g)
        found = g.acts_at("go", places)
        if leaves:
            found.append(g.act("leave"))
        return found or [g.act("die")]

    def refusal(self, g: S, action: Action) -> Refusal | None:
        """Why the unit cannot go on to a hex."""
        if action in self.choices(g):
            return None
        if action.verb == "die":
            return Refusal("there is a way on", "7.55a")
        if action.verb == "leave":
            return Refusal("the unit cannot leave the map here", "7.54")
        target: Place = action.args[0]
        if target < g.game.board.size and (self.entered | 1 << self.origin) >> target & 1:
            return Refusal("the unit has been in that hex in this retreat", "7.55a")
        refusal = refuse_step_back(g, self.unit, target, None)
        return Refusal(refusal.text, "7.55a") if refusal.rule == "7.52" else refusal

    def label(self, g: S, action: Action) -> str:
        return "Leave the map for good" if action.verb == "leave" else ""

    def on_go(self, g: S, target: Place) -> None:
        """7.55 One hex further; a full one throws it on again."""
        harm, side = g.find(Harm), g.game.side_of[self.unit]
        held = bool(held_by_others(g, side, harm.fleeing) >> target & 1)
        full = bool(full_for(g, self.unit) >> target & 1)
        self.entered = Places(self.entered | 1 << target)
        g.place(self.unit, target, how="retreats on", path=(target,), cause="retreat", rule="7.55a")
        enter_hex(g, self.unit, target)
        if full:
            overrun(g, target)
            return
        g.end()
        if held:
            mark_helpless(g, self.unit)

    def on_leave(self, g: S) -> None:
        """7.54 Off the map."""
        g.end()
        g.remove(self.unit, g.game.left, how="retreats off the map", cause="exit", rule="7.54")

    def on_die(self, g: S) -> None:
        """7.58b With no way on it is lost."""
        g.end()
        kill(g, self.unit, "7.58b", "finds no room and is eliminated")
