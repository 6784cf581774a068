"""Advance after combat (ADV): the duty to follow a retreat, and the second hex of tanks and panzers."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from ...engine.bounds import Number
from ...engine.control import occupied
from ...engine.flow import Action, Ask, Refusal
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places, gather, members
from ...engine.standard import ChoosePlace, ChooseUnit
from ...engine.telling import counted, sentence
from .battle import Battle
from .model import Division, M, Stacking, is_dual
from .movement import enter_hex
from .stacking import Load, load_of


def begin_advance(g: M, battle: Battle) -> None:
    """ADV.1, R14, R15 Open the advance if the hex is empty and a ground attacker is left."""
    target = battle.attack.target
    if target in g.here:
        return
    survivors = Pieces(sum(1 << p for p, _, _ in battle.ground_factors if g.where[p] != g.game.dead))
    if not survivors:
        return
    # R14 The defence in halves, as far as stacking and losses allow it to follow.
    duty = 2 * battle.defence if battle.retreats else 0
    g.call(Advance(ready=survivors, second_hexes=second_hexes(g, battle), duty=duty))


def second_hexes(g: M, battle: Battle) -> Places:
    """ADV.2, R15, R55 Where armour may go on to: anywhere if all defenders died, else along long retreats."""
    game = g.game
    target = battle.attack.target
    near = game.map.open.targets[target]
    if battle.retreats:
        along = 0
        for _, path in battle.retreats:
            if len(path) > 1:
                along |= 1 << path[0]
        near &= along
    attacker = battle.ground_factors[0][0]
    near &= ~occupied(g, 1 - game.side_of[attacker])
    if is_dual(g):
        near &= game.map.sector[game.roster[attacker].sector]
    return Places(near)


Kind = tuple[Stacking, int]
"""What matters of a unit for the duty to advance: how it stacks, and its halves."""

Counts = tuple[int, int, int]
"""Units, armies and tank armies in a hex."""


class Advance(ChooseUnit):
    """ADV.1, ADV.3 Ground attackers enter the vacated hex one after another, whatever zones there are.

    After a retreat enough of them must: the frame knows how much is owed and refuses what would prevent it. Whether
    armour goes on to a second hex is the player's choice (R55); what is owed follows from the room that is left.
    """

    ready: Pieces
    second_hexes: Places
    duty: Number = 0
    """Halves of attack factors that the attacker has to bring into the hex, if there is room for them."""
    entered: Number = 0
    """Halves that have."""
    forced: ClassVar[bool] = True
    verb: ClassVar[str] = "advance"
    closing: ClassVar[str] = "end-advance"

    def ask(self, g: M) -> Ask:
        target = g.find(Battle).attack.target
        owed = self.owed(g)
        must = f" {sentence(_owed_in_words(owed))}" if owed else ""
        return Ask(prompt=f"Advance into {g.game.place_title(target)}?{must}", rule="ADV.1", places=(target,))

    def eligible(self, g: M) -> list[Piece]:
        """Units that may advance."""
        return [piece for piece in each(self.ready) if self.may_advance(g, piece)]

    def owed(self, g: M) -> int:
        """ADV.1, R14 Halves that must still enter: the duty, or as much of it as stacking now allows."""
        if self.entered >= self.duty:
            return 0
        return min(self.duty - self.entered, self.most(g, self.ready, self.load(g)))

    def may_advance(self, g: M, piece: Piece) -> bool:
        """Whether a unit fits, and enough others still can follow if it stays, or if it goes on to a second hex."""
        if not fits(g, piece, g.find(Battle).attack.target):
            return False
        missing = self.owed(g) - self.halves(g, piece)
        if missing <= 0:
            return True
        unit: Division = g.game.roster[piece]
        rest, load = self.ready & ~one(piece), self.load(g)
        if self.most(g, rest, _added(load, unit.stacking)) >= missing:
            return True
        return bool(self.ways_on(g, piece)) and self.most(g, rest, load) >= missing

    def ways_on(self, g: M, piece: Piece) -> Places:
        """ADV.2 The second hexes with room to which a tank or panzer unit may go on."""
        unit: Division = g.game.roster[piece]
        return gather(p for p in members(self.second_hexes) if fits(g, piece, p)) if unit.is_armour else Places(0)

    def halves(self, g: M, piece: int) -> int:
        """The factors a unit used in the combat, in halves."""
        return next(h for p, _, h in g.find(Battle).ground_factors if p == piece)

    def load(self, g: M) -> Counts:
        """What stands in the vacated hex."""
        return _counts(load_of(g, g.here.get(g.find(Battle).attack.target, Pieces(0))))

    def most(self, g: M, units: int, load: Counts) -> int:
        """R14 The largest sum of halves among some units that stacking still lets into the hex."""
        kinds: dict[Kind, int] = {}
        for piece in each(Pieces(units)):
            unit: Division = g.game.roster[piece]
            kind: Kind = (unit.stacking, self.halves(g, piece))
            kinds[kind] = kinds.get(kind, 0) + 1
        side = g.game.side_of[g.find(Battle).ground_factors[0][0]]
        return _most(tuple(sorted(kinds.items())), load, side, {})

    def refuse_closing(self, g: M) -> Refusal | None:
        """ADV.1 Why the advance cannot end: not enough have entered."""
        owed = self.owed(g)
        return Refusal(_owed_in_words(owed), "ADV.1") if owed else None

    def refuse(self, g: M, piece: Piece) -> Refusal | None:
        """Why a unit cannot advance."""
        name = g.game.roster[piece].name
        battle = g.find(Battle)
        if battle.attack.bombard >> piece & 1:
            return Refusal(f"{name} bombarded and may not advance", "BMB.3")
        if not self.ready >> piece & 1:
            return Refusal(f"{name} cannot advance here", "ADV.1")
        if not fits(g, piece, battle.attack.target):
            return Refusal(f"there is no room for {name}", "STK.4")
        if not self.may_advance(g, piece):
            return Refusal("then the others could not bring enough factors forward", "ADV.1")
        return None

    def label(self, g: M, action: Action) -> str:
        if action.verb == "end-advance":
            return "End the advance" if self.entered else "Do not advance"
        return f"Advance {g.game.roster[action.args[0]].name}"

    def on_advance(self, g: M, unit: Piece) -> None:
        """A unit enters the hex; armour may go on."""
        target = g.find(Battle).attack.target
        g.place(unit, target, how="advances", cause="advance", rule="ADV.1")
        enter_hex(g, unit, target)
        self.ready = Pieces(self.ready & ~one(unit))
        self.entered += self.halves(g, unit)
        g.call(AdvanceOn(unit))

    def on_end_advance(self, g: M) -> None:
        """The battle goes on to its end."""
        g.end()


class AdvanceOn(ChoosePlace):
    """ADV.2 A tank or panzer unit may go on to a second hex; anyone else stops without being asked."""

    unit: Piece
    forced: ClassVar[bool] = True
    verb: ClassVar[str] = "on"
    closing: ClassVar[str] = "halt"
    labels: ClassVar[dict[str, str]] = {"on": "Go on to {}", "halt": "Stop here"}

    def ask(self, g: M) -> Ask:
        name = g.game.roster[self.unit].name
        return Ask(prompt=f"{name} may advance a second hex.", rule="ADV.2", pieces=(self.unit,))

    def places(self, g: M) -> Places:
        """ADV.2 Second hexes with room; going on only ever leaves more room for others in the first."""
        return g.find(Advance).ways_on(g, self.unit)

    def why_not(self, g: M, target: Place) -> Refusal:
        """ADV.2, R55 What is in the way of the second hex."""
        unit: Division = g.game.roster[self.unit]
        here, terrain = g.where[self.unit], g.game.map
        if not unit.is_armour:
            return Refusal(f"{unit.name} advances one hex only", "ADV.2")
        if target >= g.game.board.size or not g.game.board.adjacent[here] >> target & 1:
            return Refusal("the second hex must be next to the first", "ADV.2")
        if terrain.lake.has(here, target):
            return Refusal("a lake lies between", "TER.L1")
        if is_dual(g) and not terrain.sector[unit.sector] >> target & 1:
            return Refusal("the demarcation line may not be crossed", "DUAL.3")
        if occupied(g, 1 - g.game.side_of[self.unit]) >> target & 1:
            return Refusal("an enemy unit is there", "ADV.2")
        if not g.find(Advance).second_hexes >> target & 1:
            return Refusal("the second hex must follow a defender who retreated more than one hex", "ADV.2")
        return Refusal("there is no room in the hex", "STK.4")

    def on_on(self, g: M, target: Place) -> None:
        """Go on to the second hex."""
        g.place(self.unit, target, how="advances", cause="advance", rule="ADV.2")
        enter_hex(g, self.unit, target)
        g.end()

    def on_halt(self, g: M) -> None:
        """Stay in the first hex."""
        g.end()


def _owed_in_words(halves: int) -> str:
    """ADV.1 What must still follow, from halves."""
    return f"attackers with {counted(Fraction(halves, 2), 'more factor')} must advance"


def fits(g: M, piece: int, place: Place) -> bool:
    """R27, STK.4 Whether a hex has room for one more unit of this kind."""
    unit: Division = g.game.roster[piece]
    there = g.here.get(place, 0) & ~(1 << piece)
    return not load_of(g, Pieces(there)).refuses(g.game.side_of[piece], unit.stacking)


def _counts(load: Load) -> Counts:
    return load.units, load.armies, load.tank_armies


def _added(counts: Counts, kind: Stacking) -> Counts:
    units, armies, tank_armies = counts
    if kind == "uncounted":
        return counts
    return units + 1, armies + (kind != "unit"), tank_armies + (kind == "tank army")


def _refuses(counts: Counts, side: int, kind: Stacking) -> bool:
    load = Load()
    load.units, load.armies, load.tank_armies = counts
    return load.refuses(side, kind)


def _most(kinds: tuple[tuple[Kind, int], ...], load: Counts, side: int, seen: dict[object, int]) -> int:
    """The largest sum over all sets of units that fit into a hex with this load."""
    key = (kinds, load)
    if key in seen:
        return seen[key]
    best = 0
    for i, ((stacking, halves), count) in enumerate(kinds):
        if _refuses(load, side, stacking):
            continue
        rest = kinds[:i] + ((((stacking, halves), count - 1),) if count > 1 else ()) + kinds[i + 1 :]
        best = max(best, halves + _most(rest, _added(load, stacking), side, seen))
    seen[key] = best
    return best
