"""Retreats (9): where beaten units may go, together or apart, what it costs them, and overstacked hexes (5.1, 5.2)."""

from __future__ import annotations

from typing import ClassVar

from ...engine.asking import Left
from ...engine.bounds import Either, Few, Number, Word
from ...engine.control import occupied
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places, members
from ...engine.telling import counted, fitting, listed
from .battle import Battle
from .headquarters import enter, lose_hq
from .losses import take_losses
from .model import K, SideDecides, Work, is_on_map, name_of
from .stacking import crowded, lone_hqs, overstacked, strongest, surplus
from .supply import retreat_sources
from .zones import zone

# -- ways ----------------------------------------------------------------------------------------


def open_to(g: K, group: int) -> Places:
    """9.0b, 9.2d, R27 The hexes a retreating group may enter: no enemies, but for a lone HQ that somebody overruns."""
    game = g.game
    enemy = 1 - game.side_of[each(group)[0]]
    mask = game.map.land & ~occupied(g, enemy)
    return Places(mask | lone_hqs(g, enemy) if group & game.overruns else mask)


def next_hexes(g: K, group: int, origin: Place, taken: int, distance: int, *, room: bool = False) -> Places:
    """9.2, R27 Where a group may go next: first as far as it can, then towards supply, then out of enemy zones.

    `room` asks for hexes in which the group can end: the additional hex of 5.1.
    """
    game = g.game
    here = g.where[each(group)[0]]
    steps = game.map.enter[1 if group & game.mech else 0]
    may_enter: int = open_to(g, group)
    if room:
        for piece in each(group):
            may_enter &= ~crowded(g, piece)
    rings = game.board.steps.rings(1 << origin, game.board.all, distance)
    layers = [1 << here]
    for ring in rings[taken + 1 : distance + 1]:
        layer = steps.spread(layers[-1]) & ring & may_enter
        if not layer:
            break
        layers.append(layer)
    if len(layers) == 1:
        return Places(0)
    wanted = layers[-1]
    for layer in reversed(layers[1:-1]):
        wanted = layer & steps.spread(wanted)
    return _best(g, Places(wanted), here, game.side_of[each(group)[0]])


def _best(g: K, hexes: Places, here: Place, side: int) -> Places:
    """9.2b, 9.2c Of these hexes those towards supply, if any; of those the ones without enemy zones, if any."""
    board = g.game.board
    rows = [board.distances(source) for source in members(retreat_sources(g, side))]
    nearer = Places(sum(1 << h for h in members(hexes) if any(row[h] < row[here] for row in rows)))
    hexes = nearer or hexes
    return Places(hexes & ~zone(g, 1 - side) or hexes)


# -- a beaten stack ------------------------------------------------------------------------------


class RetreatStack(Work):
    """9.0f, R30, R104 The mobile units of a hex retreat together or apart, an HQ with them."""

    side: Either
    units: Pieces
    hq: Piece | None
    origin: Place
    distance: Few
    mode: Word = ""
    escort: Piece | None = None
    """12.1a The unit that the HQ goes with."""

    def run(self, g: K) -> None:
        """Ask what has to be asked, then retreat group by group."""
        if not self.units:
            g.end()
        elif not self.mode and self.units.bit_count() > 1:
            g.call(TogetherOrApart(self.side))
        elif self.mode == "apart" and self.hq is not None and self.escort is None:
            g.call(Escort(self.side))
        elif self.mode == "apart" and self.units.bit_count() > 1:
            g.call(NextRetreat(self.side))
        else:
            self.start(g, self.units)

    def start(self, g: K, units: int) -> None:
        """A group begins its retreat."""
        self.units = Pieces(self.units & ~units)
        group = units
        if self.hq is not None and (self.mode != "apart" or (self.escort is not None and units >> self.escort & 1)):
            group |= 1 << self.hq
        g.call(Retreat(self.side, Pieces(group), self.origin, self.distance))


class TogetherOrApart(SideDecides):
    """9.0f, R104 Whether the units of a stack retreat together or by separate ways."""

    def ask(self, g: K) -> Ask:
        stack = g.find(RetreatStack)
        names = listed(name_of(g, p) for p in each(stack.units))
        hexes = counted(stack.distance, "hex", "hexes")
        prompt = f"{names} retreat {hexes}. An enemy zone costs one step if they go together, one step each apart."
        return Ask(prompt=prompt, rule="9.0f", pieces=each(stack.units))

    def choices(self, g: K) -> list[Action]:
        """Both."""
        return [g.act("together"), g.act("apart")]

    def refusal(self, g: K, action: Action) -> Refusal | None:
        """Both are always possible."""
        return None

    def label(self, g: K, action: Action) -> str:
        return "Retreat together" if action.verb == "together" else "Retreat apart"

    @marked(Mark.RIVAL)
    def on_together(self, g: K) -> None:
        """One path for all."""
        g.find(RetreatStack).mode = "together"
        g.end()

    @marked(Mark.RIVAL)
    def on_apart(self, g: K) -> None:
        """Each by itself."""
        g.find(RetreatStack).mode = "apart"
        g.end()


class Escort(SideDecides):
    """12.1a, R30, R104 The HQ goes with the unit its owner names."""

    def ask(self, g: K) -> Ask:
        hq = g.find(RetreatStack).hq
        assert hq is not None
        return Ask(prompt=f"Whom does {name_of(g, hq)} go with?", rule="12.1a", pieces=(hq,))

    def choices(self, g: K) -> list[Action]:
        """Each retreating unit."""
        return g.acts("escort", each(g.find(RetreatStack).units))

    def refusal(self, g: K, action: Action) -> Refusal | None:
        if g.find(RetreatStack).units >> action.args[0] & 1:
            return None
        return Refusal("the HQ goes with one of the units that retreat", "12.1a")

    def on_escort(self, g: K, unit: Piece) -> None:
        """With this one."""
        g.find(RetreatStack).escort = unit
        g.end()


class NextRetreat(SideDecides):
    """R104 The owner says who retreats first."""

    def ask(self, g: K) -> Ask:
        units = g.find(RetreatStack).units
        return Ask(prompt="Which unit retreats first?", rule="9.0f", pieces=each(units))

    def choices(self, g: K) -> list[Action]:
        """Each of them."""
        return g.acts("pick", each(g.find(RetreatStack).units))

    def refusal(self, g: K, action: Action) -> Refusal | None:
        if g.find(RetreatStack).units >> action.args[0] & 1:
            return None
        return Refusal(f"{name_of(g, action.args[0])} has no retreat to make", "9.0f")

    def on_pick(self, g: K, unit: Piece) -> None:
        """It begins."""
        g.end()
        g.find(RetreatStack).start(g, one(unit))


# -- one group -----------------------------------------------------------------------------------


class Retreat(Work):
    """9.0-9.2, R27-R29 One group retreats hex by hex, and pays for enemy zones and for what it cannot retreat."""

    side: Either
    group: Pieces
    origin: Place
    distance: Few
    taken: Number = 0
    ended: bool = False

    def living(self, g: K) -> Pieces:
        """The combat units of the group that are left."""
        return Pieces(sum(1 << p for p in each(self.group & g.game.combat) if is_on_map(g, p)))

    def moving(self, g: K) -> Pieces:
        """The group as it is: with the HQ as long as a combat unit is left (R30)."""
        return Pieces(sum(1 << p for p in each(self.group) if is_on_map(g, p)))

    def run(self, g: K) -> None:
        """The next hex, or the end of the retreat."""
        living = self.living(g)
        if not living or self.ended or self.taken == self.distance:
            # 5.2/3 An HQ whose companions died on the way may have come to another one.
            g.become(EndOfRetreat(self.side, self.group, self.origin, self.taken))
        elif self.hexes(g):
            g.call(RetreatStep(self.side))
        else:
            self.ended = True
            take_losses(g, self.side, living, self.distance - self.taken, "9.0b/2")

    def hexes(self, g: K) -> Places:
        """Where the group may go next."""
        return next_hexes(g, self.moving(g), self.origin, self.taken, self.distance)

    def go(self, g: K, target: Place) -> None:
        """9.0c, 3.3 One hex back; an enemy zone costs the group a step."""
        self.taken += 1
        fall_back(g, self.moving(g), target)
        if zone(g, 1 - self.side) >> target & 1:
            take_losses(g, self.side, self.living(g), 1, "9.0c")


def fall_back(g: K, group: int, target: Place) -> None:
    """9.0 A group enters a hex of its retreat; those who can overrun an HQ come first (9.2d)."""
    for battle in [frame for frame in g.stack if isinstance(frame, Battle)]:
        battle.retreated = True
    for piece in sorted(each(group), key=lambda p: not g.game.overruns >> p & 1):
        g.place(piece, target, how="retreats", cause="retreat", rule="9.0")
        enter(g, piece, (target,))


class RetreatStep(SideDecides):
    """9.0, 9.2 The owner chooses the next hex of a retreat."""

    forced: ClassVar[bool] = True

    def ask(self, g: K) -> Ask:
        retreat = g.find(Retreat)
        moving = each(retreat.moving(g))
        names = listed(name_of(g, p) for p in moving)
        left = retreat.distance - retreat.taken
        hexes = counted(left, "hex", "hexes")
        prompt = f"Where {fitting(len(moving), 'does', 'do')} {names} retreat? {hexes} to go."
        return Ask(prompt=prompt, rule="9.2", pieces=moving, left=Left(left, "hexes"))

    def choices(self, g: K) -> list[Action]:
        """The hexes that the rules leave."""
        return g.acts_at("go", g.find(Retreat).hexes(g))

    def refusal(self, g: K, action: Action) -> Refusal | None:
        retreat = g.find(Retreat)
        if retreat.hexes(g) >> action.args[0] & 1:
            return None
        return refuse_retreat(g, retreat.moving(g), retreat.origin, retreat.taken, action.args[0])

    def hint(self, g: K, action: Action) -> Hint | None:
        """9.0c, 5.1 What the hex costs, and whether there is room."""
        retreat = g.find(Retreat)
        target: Place = action.args[0]
        full = any(crowded(g, piece) >> target & 1 for piece in each(retreat.moving(g)))
        text = "no room for all: some go on from there" if full and retreat.taken + 1 == retreat.distance else ""
        if zone(g, 1 - self.side) >> target & 1:
            return Hint(cost="−1 step", text=text or "enemy zone of control", rule="9.0c")
        return Hint(text=text, rule="5.1/2") if text else None

    def on_go(self, g: K, target: Place) -> None:
        """One hex back."""
        g.end()
        g.find(Retreat).go(g, target)


def refuse_retreat(g: K, group: Pieces, origin: Place, taken: int, target: Place) -> Refusal:
    """9.0b, 9.2 Why a group may not retreat to a hex."""
    game = g.game
    here = g.where[each(group)[0]]
    if target >= game.board.size:
        return Refusal("nobody retreats off the map", "4.3a")
    if not game.board.adjacent[here] >> target & 1:
        return Refusal("a retreat goes from hex to neighbouring hex", "9.0a")
    if game.board.distance(origin, target) != taken + 1:
        return Refusal("each hex of a retreat is one further from the combat", "9.2a")
    if not game.map.enter[1 if group & game.mech else 0].has(here, target) or not open_to(g, group) >> target & 1:
        return Refusal("the unit could not move there", "9.0b/1")
    if zone(g, 1 - game.side_of[each(group)[0]]) >> target & 1:
        return Refusal("another hex lies outside enemy zones of control, or nearer to supply", "9.2c")
    return Refusal("the retreat goes towards supply, and as far as it can", "9.2b")


# -- the end of a retreat ------------------------------------------------------------------------


class EndOfRetreat(Work):
    """5.1, 5.2, R29 Who is too many in the last hex goes on one hex, or is eliminated."""

    side: Either
    group: Pieces
    origin: Place
    taken: Number

    def run(self, g: K) -> None:
        """The next one who is too many."""
        there = self.too_many(g)
        if not there:
            g.end()
        elif there & g.game.hqs or there.bit_count() == 1:
            self.go_on(g, each(there)[0])
        else:
            g.call(Surplus(self.side))

    def too_many(self, g: K) -> Pieces:
        """Units of the group in a hex that holds too many of their kind."""
        for piece in each(self.group):
            if is_on_map(g, piece):
                found = surplus(g, self.side, g.here[g.where[piece]]) & self.group
                if found >> piece & 1:
                    return Pieces(found)
        return Pieces(0)

    def go_on(self, g: K, piece: Piece) -> None:
        """5.1, 5.2 One additional hex, in which there is room."""
        self.group = Pieces(self.group & ~one(piece))
        if self.extra_hexes(g, piece):
            g.call(OneMoreHex(self.side, piece))
        elif g.game.hqs >> piece & 1:
            lose_hq(g, piece, "5.2/3", "has nowhere to go and is lost")
        else:
            eliminate(g, piece, "5.1/2")

    def extra_hexes(self, g: K, piece: Piece) -> Places:
        """R29 Where it may go: a retreat hex like the others, with room."""
        return next_hexes(g, one(piece), self.origin, self.taken, self.taken + 1, room=True)


def eliminate(g: K, piece: Piece, rule: str) -> None:
    """A unit that finds no room is out of the game; Volksturm never retreat."""
    g.flags[piece] = 0
    g.remove(piece, g.game.dead, how="finds no room and is eliminated", rule=rule)


class Surplus(SideDecides):
    """5.1, R29 The owner says which of the retreating units goes on."""

    def ask(self, g: K) -> Ask:
        there = g.find(EndOfRetreat).too_many(g)
        return Ask(prompt="The hex is full. Which unit goes on one hex?", rule="5.1/2", pieces=each(there))

    def choices(self, g: K) -> list[Action]:
        """Each retreating unit there."""
        return g.acts("pick", each(g.find(EndOfRetreat).too_many(g)))

    def refusal(self, g: K, action: Action) -> Refusal | None:
        if g.find(EndOfRetreat).too_many(g) >> action.args[0] & 1:
            return None
        return Refusal("one of the units that have just retreated goes on", "5.1/2")

    def on_pick(self, g: K, unit: Piece) -> None:
        """It goes on."""
        g.end()
        g.find(EndOfRetreat).go_on(g, unit)


class OneMoreHex(SideDecides):
    """5.1, 5.2, R29 A unit goes on one hex for want of room."""

    unit: Piece
    forced: ClassVar[bool] = True

    def ask(self, g: K) -> Ask:
        return Ask(prompt=f"{name_of(g, self.unit)} goes on one hex.", rule="5.1/3", pieces=(self.unit,))

    def choices(self, g: K) -> list[Action]:
        """The hexes with room."""
        return g.acts_at("go", g.find(EndOfRetreat).extra_hexes(g, self.unit))

    def refusal(self, g: K, action: Action) -> Refusal | None:
        end, target = g.find(EndOfRetreat), action.args[0]
        if end.extra_hexes(g, self.unit) >> target & 1:
            return None
        if target < g.game.board.size and crowded(g, self.unit) >> target & 1:
            return Refusal("there is no room in the hex", "5.1/2")
        return refuse_retreat(g, one(self.unit), end.origin, end.taken, target)

    def on_go(self, g: K, target: Place) -> None:
        """5.1/3 One hex more; an enemy zone costs a step."""
        g.end()
        fall_back(g, one(self.unit), target)
        if zone(g, 1 - self.side) >> target & 1 and g.game.combat >> self.unit & 1:
            take_losses(g, self.side, one(self.unit), 1, "5.1/3")


# -- overstacked hexes ---------------------------------------------------------------------------


class Overstacked(Work):
    """5.1a, R109 The penalty: the strongest unit loses a step and retreats a hex, or is eliminated."""

    side: Either
    stage: Few = 0
    unit: Piece | None = None
    place: Place | None = None

    def run(self, g: K) -> None:
        """Hex after hex until all is well."""
        if self.unit is not None:
            self.retreat(g, self.unit)
            return
        hexes = members(overstacked(g, self.side))
        if not hexes:
            g.end()
            return
        self.place = hexes[0]
        pool = surplus(g, self.side, g.here[hexes[0]])
        heads = pool if pool & g.game.hqs else strongest(g, pool, True)
        if heads.bit_count() == 1:
            self.strike(g, each(heads)[0])
        else:
            g.call(WhoPays(self.side, heads))

    def strike(self, g: K, piece: Piece) -> None:
        """One unit loses a step; an HQ has none to lose."""
        if g.game.combat >> piece & 1:
            take_losses(g, self.side, one(piece), 1, "5.1a")
        self.unit = piece if is_on_map(g, piece) else None

    def retreat(self, g: K, piece: Piece) -> None:
        """It retreats one hex, if there is one with room."""
        self.unit = None
        assert self.place is not None
        g.call(EndOfRetreat(self.side, Pieces(0), self.place, 0))
        end = g.find(EndOfRetreat)
        if end.extra_hexes(g, piece):
            g.call(OneMoreHex(self.side, piece))
        elif g.game.hqs >> piece & 1:
            lose_hq(g, piece, "5.2/3", "has nowhere to go and is lost")
        else:
            eliminate(g, piece, "5.1a")


class WhoPays(SideDecides):
    """R109 Of several units that are equally strong the owner names the one that pays."""

    units: Pieces

    def ask(self, g: K) -> Ask:
        return Ask(prompt="The hex holds too many units. Who leaves it?", rule="5.1a", pieces=each(self.units))

    def choices(self, g: K) -> list[Action]:
        """Each of them."""
        return g.acts("pick", each(self.units))

    def refusal(self, g: K, action: Action) -> Refusal | None:
        return None if self.units >> action.args[0] & 1 else Refusal("one of the strongest units pays", "5.1a")

    def on_pick(self, g: K, unit: Piece) -> None:
        """It pays."""
        g.end()
        g.find(Overstacked).strike(g, unit)
