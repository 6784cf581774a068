"""Movement (4): one unit at a time, by ordinary or strategic movement; overruns, refugees and atrocities on the way."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, Literal

from ...engine.asking import Left
from ...engine.bounds import Number
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, marked
from ...engine.movement import cost_of, reach, union
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places
from ...engine.telling import counted, number
from .command import Activation, independents, refuse_command
from .fields import HALF, Field, Mode, Road, allowance, can_march, can_walk, field_of, ground, may_pass, road_of
from .headquarters import enter, is_fixed
from .model import GERMAN, MOVED, SOVIET, InHand, K, SideChoosesUnit, formation_name, is_on_map, name_of
from .refugees import can_raise, commit_atrocity
from .stacking import crowded, lone_hqs, refugees, refuse_stacking
from .zones import zone


class Moving(SideChoosesUnit):
    """4.1, R102 A player moves units one after another; the one moved last may go on until another is picked."""

    last: Piece | None = None
    spent: Number = 0
    """What the last unit has used: points, or half points on a march."""
    mode: Literal["", "ordinary", "strategic"] = ""
    stopped: bool = False
    """4.2b Whether it has crossed a river without a bridge."""

    def fresh(self, g: K) -> Pieces:
        """The units that may begin a move."""
        raise NotImplementedError

    def eligible(self, g: K) -> list[Piece]:
        """Units that may be picked: those with somewhere to go."""
        found = [piece for piece in each(self.fresh(g)) if has_a_move(g, piece)]
        if self.last is not None and self.can_go_on(g):
            found.append(self.last)
        return found

    def can_go_on(self, g: K) -> bool:
        """Whether the unit moved last has somewhere to go still."""
        last = self.last
        if last is None or self.stopped or not self.mode or not is_on_map(g, last) or not g.flags[last] & MOVED:
            return False
        return self.left(g, last) > 0 and self.has_targets(g, last)

    def has_targets(self, g: K, piece: Piece) -> bool:
        """Whether there is a hex to go to in the mode that was begun."""
        left, on = self.left(g, piece), ground(g, g.game.side_of[piece])
        return can_march(g, piece, left, on) if self.mode == "strategic" else can_walk(g, piece, left, on)

    def mode_of(self, g: K, piece: Piece) -> Literal["", "ordinary", "strategic"]:
        """R102 The kind of movement that a unit has begun, if it is the one moved last."""
        return self.mode if piece == self.last and g.flags[piece] & MOVED else ""

    def left(self, g: K, piece: Piece) -> int:
        """4.3(2) Points left, in half points on a march."""
        points, mode = allowance(g, piece), self.mode_of(g, piece)
        if not mode:
            return points
        return (HALF * points if mode == "strategic" else points) - self.spent

    def field(self, g: K, piece: Piece) -> Field | None:
        """Where the unit can go by ordinary movement."""
        return None if self.mode_of(g, piece) == "strategic" else field_of(g, piece, self.left(g, piece))

    def road(self, g: K, piece: Piece) -> Road | None:
        """Where it can go by strategic movement."""
        mode = self.mode_of(g, piece)
        if mode == "ordinary":
            return None
        points = self.left(g, piece)
        return road_of(g, piece, points if mode else HALF * points)

    def spend(self, g: K, unit: Piece, mode: Mode, cost: int, stops: bool) -> None:
        """R102, R103 A unit moves: the move of another one before it is over."""
        if not self.mode_of(g, unit):
            self.last, self.spent = unit, 0
        self.mode, self.spent, self.stopped = mode, self.spent + cost, stops

    def take_in_hand(self, g: K, unit: Piece) -> None:
        """A unit is picked; it may be put back."""
        g.call(MoveUnit(self.side, unit))

    def begins(self, g: K, unit: Piece) -> None:
        """What happens as a unit enters its first hex."""

    def refuse_going_on(self, g: K, piece: Piece) -> Refusal | None:
        """4.1/2, 4.2b Why a unit that has moved cannot go on."""
        name = name_of(g, piece)
        if piece != self.last or not self.mode:
            return Refusal(f"{name} has made its move", "4.1/2")
        if self.stopped:
            return Refusal(f"{name} has crossed a river without a bridge and must stop", "4.2b")
        return None if self.can_go_on(g) else Refusal(f"{name} has not enough points left", "4.3(2)")

    def refuse_start(self, g: K, piece: Piece) -> Refusal | None:
        """4.1a, 4.3(2) Why a unit cannot begin to move."""
        name = name_of(g, piece)
        if not allowance(g, piece):
            return Refusal(f"{name} does not move", "4.1a")
        if has_a_move(g, piece):
            return None
        near = g.game.map.enter[g.game.mech >> piece & 1].targets[g.where[piece]] & may_pass(g, piece)
        if near & crowded(g, piece):
            return Refusal(f"{name} has no hex to go to: those it could enter are full", "5.0")
        return Refusal(f"{name} has not the points for any hex around", "4.3(2)")


def has_a_move(g: K, piece: Piece) -> bool:
    """4.1a Whether a fresh unit has a hex to go to."""
    points = allowance(g, piece)
    if not points:
        return False
    on = ground(g, g.game.side_of[piece])
    return can_walk(g, piece, points, on) or can_march(g, piece, HALF * points, on)


class Movement(Moving):
    """1.3b, 4.0 The active player moves his activated units, one after another."""

    extras: Number = 0
    """2.1d How many independents from anywhere may still move with the HGM chit."""
    closing: ClassVar[str] = "end"
    labels: ClassVar[dict[str, str]] = {"end": "End movement"}

    def ask(self, g: K) -> Ask:
        activation = g.find(Activation)
        who = formation_name(g, activation.hq) if activation.hq is not None else "Army Group Centre"
        more = f" {counted(self.extras, 'independent unit')} from anywhere may move too." if self.extras else ""
        idle = not self.can_go_on(g) and not any(has_a_move(g, piece) for piece in each(self.fresh(g)))
        what = "nobody can move any more." if idle else f"move your units.{more}"
        return Ask(prompt=f"{who}: {what}", rule="1.3b")

    def fresh(self, g: K) -> Pieces:
        """4.0, 2.1d, R13 The HQ, its activated units, and with HGM independents from anywhere; none that has moved."""
        activation = g.find(Activation)
        ready: int = activation.movers(g)
        if self.extras:
            ready |= independents(g, GERMAN) & ~g.game.immobile
        flags, found = g.flags, 0
        for piece in each(ready):
            if not flags[piece] & MOVED:
                found |= 1 << piece
        return Pieces(found)

    def refuse(self, g: K, piece: Piece) -> Refusal | None:
        """Why a unit cannot be picked."""
        activation = g.find(Activation)
        refusal = refuse_command(g, self.side, piece)
        if refusal is not None:
            return refusal
        if piece == activation.hq and is_fixed(g, piece):
            return Refusal(f"{name_of(g, piece)} holds its position and may not move yet", "12.8/1")
        if g.flags[piece] & MOVED:
            return self.refuse_going_on(g, piece)
        if not self.fresh(g) >> piece & 1:
            if g.game.hqs >> piece & 1:
                return Refusal("an HQ does not activate another HQ", "2.2a/3")
            if g.game.immobile >> piece & 1:
                return Refusal(f"{name_of(g, piece)} does not move", "4.1a")
            return Refusal(f"{name_of(g, piece)} has not been activated", "2.0")
        return self.refuse_start(g, piece)

    def begins(self, g: K, unit: Piece) -> None:
        """0.7c, 2.1d, R41 NO GAS takes its step; an independent from elsewhere uses up one of HGM's two places."""
        if not g.find(Activation).movers(g) >> unit & 1:
            self.extras -= 1
        if g.state.no_gas and self.side == GERMAN and g.game.mech >> unit & 1 and g.steps[unit] == 2:
            g.set_steps(unit, 1, rule="0.7c/1")

    def on_pick(self, g: K, unit: Piece) -> None:
        """Take a unit in hand."""
        self.take_in_hand(g, unit)

    @marked(Mark.CLOSES)
    def on_end(self, g: K) -> None:
        """1.3b The segment is over."""
        g.end()


# -- one unit ------------------------------------------------------------------------------------


class MoveUnit(InHand):
    """4.1-4.4, 12.3 One unit moves: along a cheapest way, by road marches, or through refugees."""

    labels: ClassVar[dict[str, str]] = {
        "go": "Move to {}",
        "march": "March by road to {}",
        "drive": "Drive the refugees out of {}",
        "sweep": "March through the refugees in {}",
        "back": "Put back",
    }

    def ask(self, g: K) -> Ask:
        moving = g.find(Moving)
        left = moving.left(g, self.unit)
        points = Fraction(left, HALF if moving.mode_of(g, self.unit) == "strategic" else 1)
        prompt = f"Where does {name_of(g, self.unit)} go? {number(points)} movement points left."
        return Ask(prompt=prompt, rule="4.0", pieces=(self.unit,), left=Left(float(points), "movement points"))

    def options(self, g: K) -> list[Action]:
        """Hexes in reach, hexes in reach of a road march, and refugees that can be driven away."""
        moving = g.find(Moving)
        field, road = moving.field(g, self.unit), moving.road(g, self.unit)
        found = g.acts_at("go", field.all) if field else []
        if field and field.crowds and field.soviet:
            found += g.acts_at("drive", field.drives)
        if road:
            found += g.acts_at("march", road.all)
            if road.crowds and road.soviet:
                found += g.acts_at("sweep", road.drives)
        return found

    def hint(self, g: K, action: Action) -> Hint | None:
        """What a hex costs and by which way."""
        if action.verb == "back":
            return None
        moving, target = g.find(Moving), action.args[0]
        field, road = moving.field(g, self.unit), moving.road(g, self.unit)
        if action.verb in ("go", "drive"):
            assert field is not None
            if action.verb == "go":
                stops = "must stop there: no bridge" if field.stops_at(target) else ""
                return Hint(cost=str(field.cost(target)), path=field.way(target), text=stops, rule="4.1b")
            return Hint(
                cost=str(field.drive_cost(target)), path=field.drive_way(target), text=atrocity_words(g), rule="12.3/1"
            )
        assert road is not None
        march = action.verb == "march"
        cost = road.cost(target) if march else road.drive_cost(target)
        path = road.way(target) if march else road.drive_way(target)
        text = "strategic movement by road" if march else atrocity_words(g)
        return Hint(cost=number(Fraction(cost, HALF)), path=path, text=text, rule="4.4/1" if march else "12.3/1")

    def refusal(self, g: K, action: Action) -> Refusal | None:
        """Why the unit cannot go to a hex."""
        if action in g.actions():
            return None
        target: Place = action.args[0]
        moving = g.find(Moving)
        if target >= g.game.board.size:
            return Refusal("units move on the map only", "4.5")
        if target == g.where[self.unit]:
            return Refusal("the unit is there already", "4.1b")
        if action.verb in ("drive", "sweep"):
            return _refuse_drive(g, self.unit, target, action.verb, moving)
        entry = refuse_entry(g, self.unit, target) or refuse_stacking(g, self.unit, target)
        if entry is not None:
            return entry
        if action.verb == "march":
            return _refuse_march(g, self.unit, target, moving)
        if moving.mode_of(g, self.unit) == "strategic":
            return Refusal("the unit marches by road and cannot change to ordinary movement", "4.4/1", unfit=True)
        return _refuse_distance(g, self.unit, target, moving)

    def on_go(self, g: K, target: Place) -> None:
        """Ordinary movement."""
        field = self._field(g)
        cost, stops = field.cost_and_stop(target)
        self._move(g, "ordinary", field.way(target), cost, stops)

    def on_march(self, g: K, target: Place) -> None:
        """4.4 Strategic movement."""
        road = self._road(g)
        self._move(g, "strategic", road.way(target), road.cost(target), False)

    def on_drive(self, g: K, target: Place) -> None:
        """12.3 Ordinary movement through refugees, without the extra cost."""
        field = self._field(g)
        cost, stops = field.drive_cost_and_stop(target)
        self._move(g, "ordinary", field.drive_way(target), cost, stops)
        commit_atrocity(g, self.unit, target)

    def on_sweep(self, g: K, target: Place) -> None:
        """12.3, 4.4 Strategic movement through refugees."""
        road = self._road(g)
        self._move(g, "strategic", road.drive_way(target), road.drive_cost(target), False)
        commit_atrocity(g, self.unit, target)

    def _field(self, g: K) -> Field:
        field = g.find(Moving).field(g, self.unit)
        assert field is not None
        return field

    def _road(self, g: K) -> Road:
        road = g.find(Moving).road(g, self.unit)
        assert road is not None
        return road

    def _move(self, g: K, mode: Mode, path: tuple[Place, ...], cost: int, stops: bool) -> None:
        moving = g.find(Moving)
        moving.spend(g, self.unit, mode, cost, stops)
        if not g.flags[self.unit] & MOVED:
            moving.begins(g, self.unit)
            g.set_flag(self.unit, MOVED)
        how = "moves" if mode == "ordinary" else "marches"
        g.place(self.unit, path[-1], how=how, path=path, rule="4.0" if mode == "ordinary" else "4.4/1")
        enter(g, self.unit, path)
        g.end()


def atrocity_words(g: K) -> str:
    """12.3 What it means to drive refugees away: a Volksturm unit more, as long as there is one."""
    gain = "; the Germans raise another Volksturm unit" if can_raise(g) else ""
    return f"the refugees are driven away{gain}"


def refuse_entry(g: K, piece: Piece, target: Place) -> Refusal | None:
    """4.2d, 4.3(1) Why a unit may not enter a hex at all."""
    if may_pass(g, piece) >> target & 1:
        return None
    if g.game.map.water >> target & 1:
        return Refusal("no unit may enter the sea or the Haff", "4.2d")
    if lone_hqs(g, 1 - g.game.side_of[piece]) >> target & 1:
        return Refusal(f"{name_of(g, piece)} cannot overrun an HQ", "4.3(1)")
    return Refusal("an enemy unit is there", "4.3(1)")


def _refuse_drive(g: K, piece: Piece, target: Place, verb: str, moving: Moving) -> Refusal:
    if g.game.side_of[piece] != SOVIET:
        return Refusal("only Soviet units drive refugees away", "12.3/1", unfit=True)
    if not refugees(g) >> target & 1:
        return Refusal("no refugees are there", "12.3/1", unfit=True)
    mode = moving.mode_of(g, piece)
    if verb == ("sweep" if mode == "ordinary" else "drive" if mode == "strategic" else ""):
        return Refusal("ordinary and strategic movement are not mixed in one move", "4.4/1")
    entry = refuse_entry(g, piece, target)
    return entry or Refusal(f"{name_of(g, piece)} cannot get there", "4.3(2)" if verb == "drive" else "4.4/1")


def _refuse_march(g: K, piece: Piece, target: Place, moving: Moving) -> Refusal:
    """4.4, 4.4a Why a unit cannot march to a hex by road."""
    enemy_zone = zone(g, 1 - g.game.side_of[piece])
    roads = g.game.map.road_hexes
    mode = moving.mode_of(g, piece)
    if mode == "ordinary":
        return Refusal("the unit has begun an ordinary move", "4.4/1")
    if not roads >> g.where[piece] & 1:
        return Refusal("a road march begins on a road", "4.4/1")
    if not roads >> target & 1:
        on_rail = g.game.map.rail_hexes >> target & 1
        return Refusal("no road leads there", "4.4a(1)" if on_rail else "4.4/1")
    if enemy_zone >> g.where[piece] & 1 or enemy_zone >> target & 1:
        return Refusal("strategic movement is not possible in an enemy zone of control", "4.4/2")
    half_points = moving.left(g, piece) * (1 if mode else HALF)
    free = g.game.map.road.rings(1 << g.where[piece], g.game.map.land & ~enemy_zone, half_points)
    if cost_of(free, target) is None:
        anyhow = g.game.map.road.rings(1 << g.where[piece], g.game.map.land, half_points)
        if cost_of(anyhow, target) is not None:
            return Refusal("the roads there lead through enemy zones of control", "4.4/2")
        return Refusal("no road of that length leads there", "4.4/1")
    return Refusal("the roads there lead through full hexes, refugees or enemies", "4.4a(2)")


def _refuse_distance(g: K, piece: Piece, target: Place, moving: Moving) -> Refusal:
    """4.2, 4.3(2) Why the points do not suffice."""
    game, here = g.game, g.where[piece]
    klass = game.mech >> piece & 1
    if game.board.adjacent[here] >> target & 1 and not game.map.enter[klass].has(here, target):
        if game.map.lake_sides.has(here, target) or game.map.lakes >> target & 1:
            return Refusal("mechanized units do not cross frozen lakes", "4.2d")
        return Refusal("a river without a bridge lies between", "4.2d")
    if game.map.lakes >> target & 1 and klass:
        return Refusal("mechanized units do not cross frozen lakes", "4.2d")
    left = moving.left(g, piece)
    if refugees(g) and field_of(g, piece, left).crowds:
        plain = _without_refugees(g, piece, left)
        if plain >> target & 1:
            return Refusal("the points do not suffice to get through the refugees", "12.2c/2")
    if not game.map.enter[klass].flood(1 << here, game.map.land) >> target & 1:
        obstacles = "rivers without a bridge or frozen lakes" if klass else "rivers without a bridge"
        return Refusal(f"{obstacles} lie on every way there", "4.2d")
    if union(reach(here, left, game.map.costs[klass], enter=game.map.land)) >> target & 1:
        return Refusal("enemy units and their zones of control, two points in and two out, are in the way", "3.0a")
    return Refusal(f"{name_of(g, piece)} has not the points to get there", "4.3(2)")


def _without_refugees(g: K, piece: Piece, points: int) -> Places:
    """Where a unit could go if the roads were free of refugees."""
    after = g.copy()
    for refugee in each(after.game.refugees):
        if is_on_map(after, refugee):
            after.place(refugee, after.game.pool)
    return Field(after, piece, points).all
