"""Soviet reinforcements (7.1, 2.3E) and replacements (8.0, 6.4, 24.5)."""

from __future__ import annotations

from typing import ClassVar

from ...engine.asking import Left
from ...engine.control import occupied
from ...engine.derived import derived
from ...engine.events import Said
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places
from ...engine.position import is_on
from ...engine.standard import UnitInHand
from ...engine.telling import counted
from . import stavka
from .bridges import take_control
from .communications import loc_zone
from .hidden import MayReveal
from .model import FRONT_NAMES, GERMAN, Counter, R, Work, front, name_of
from .stacking import crowded, no_room_for, refuse_stacking
from .zones import enemy_zone, territory


def arrived(g: R, side: int) -> Pieces:
    """7.1a, R26 The units of a Front that are due: their date has come, or they retreated off the map."""
    turn = g.state.turn
    waiting = g.here.get(g.game.due[side], 0)
    return Pieces(sum(1 << p for p in each(waiting) if g.game.roster[p].arrival <= turn))


def entry_zone(g: R, piece: int) -> Places:
    """7.1b, 2.3E, R24, R25 The entry hexes of a unit: its edge in its sector, or the stars of its colour there."""
    unit: Counter = g.game.roster[piece]
    return _entries(g, g.game.side_of[piece], unit.edge, unit.star_bound)


def _entries(g: R, side: int, edge: str, star_bound: bool) -> Places:
    hexes = g.game.map.edge[edge] & g.game.map.land[side]
    if star_bound or is_on(g, "star_entry_only"):
        hexes &= g.game.map.stars.get((side, edge), Places(0))
    return Places(hexes)


def entry_hexes(g: R, piece: int) -> Places:
    """7.1c The entry hexes that are open to a unit: no enemy in them, and room enough; enemy zones do not matter."""
    unit: Counter = g.game.roster[piece]
    return _open_entries(g, g.game.side_of[piece], unit.edge, unit.star_bound, unit.is_large)


@derived
def _open_entries(g: R, side: int, edge: str, star_bound: bool, large: bool) -> Places:
    return Places(_entries(g, side, edge, star_bound) & ~occupied(g, GERMAN) & ~crowded(g, side)[large])


def replaceable(g: R, side: int) -> Pieces:
    """8.1, 8.2, 8.2N The units that a Front may buy back: its own dead, if there is a hex and the purse allows it."""
    dead = g.here.get(g.game.dead[side], 0) & g.game.roster.of_side[side]
    return Pieces(
        sum(1 << p for p in each(dead) if stavka.can_pay(g, stavka.replacement(g, p)) and replacement_hexes(g, p))
    )


def replacement_hexes(g: R, piece: int) -> Places:
    """8.2, 24.5a Where a replacement may come in: as a reinforcement, or by option also beside its own Front."""
    return Places(entry_hexes(g, piece) | forward_hexes(g, piece))


def forward_hexes(g: R, piece: int) -> Places:
    """24.5a, R70 By option: on or next to a unit of the Front, with a line of communication and no enemy zone."""
    if not is_on(g, "lines_of_communication"):
        return Places(0)
    return Places(beside_the_front(g, piece) & ~occupied(g, GERMAN) & ~no_room_for(g, piece))


def beside_the_front(g: R, piece: int) -> Places:
    """24.5a, R70 The hexes of the option, occupied or not."""
    side = g.game.side_of[piece]
    mine = occupied(g, side)
    near = (mine | g.game.map.open.spread(mine)) & territory(g, side) & loc_zone(g, side)
    return Places(near & ~enemy_zone(g, side))


# -- the phase -----------------------------------------------------------------------------------


class SovietReinforcement(Work):
    """4.3 I.A and III.A Reinforcements come, replacements may be bought; who finds no hex waits (7.1d)."""

    asked: bool = False

    def run(self, g: R) -> None:
        """Ask if there is anything to ask."""
        if not self.asked and (placeable(g) or replaceable(g, front(g))):
            self.asked = True
            g.call(Reinforce())
            return
        for piece in each(arrived(g, front(g))):
            g.emit(Said(text="{p0} waits: its entry hexes are blocked.", pieces=(piece,), rule="7.1d"))
        g.end()


def placeable(g: R) -> Pieces:
    """7.1a The due units of the phasing Front that have a hex to enter."""
    return Pieces(sum(1 << p for p in each(arrived(g, front(g))) if entry_hexes(g, p)))


class Reinforce(MayReveal):
    """7.1, 8.2 The player places what is due and buys what he likes, in any order."""

    idle: ClassVar[str] = "done"

    def ask(self, g: R) -> Ask:
        due, dead = placeable(g).bit_count(), replaceable(g, front(g)).bit_count()
        buy = f"you may buy back {counted(dead, 'lost unit')}, {stavka.left(g)} SP are left"
        if due:
            prompt = f"Place your reinforcements: {due} left{f'; {buy}' if dead else ''}."
            return Ask(prompt=prompt, rule="7.1a", left=Left(due, "units"))
        prompt = f"Reinforcements: {buy if dead else 'nothing is left to place'}."
        left = Left(stavka.left(g), "points") if dead else None
        return Ask(prompt=prompt, rule="8.2" if dead else "7.1a", left=left)

    def choices(self, g: R) -> list[Action]:
        """Units due, units to buy back, units to turn up, and the end once all that is due and can be stands."""
        due = placeable(g)
        return [
            *g.acts("pick", each(due)),
            *g.acts("replace", each(replaceable(g, front(g)))),
            *self.reveals(g),
            *([] if due else [g.act("done")]),
        ]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why something cannot be done now."""
        if action.verb == "done":
            due = placeable(g).bit_count()
            return Refusal(f"{due} reinforcements are due and must be placed", "7.1a") if due else None
        piece: Piece = action.args[0]
        if action.verb == "reveal":
            return self.refuse_reveal(g, piece)
        return self._refuse_due(g, piece) if action.verb == "pick" else self._refuse_replacement(g, piece)

    def _refuse_due(self, g: R, piece: Piece) -> Refusal | None:
        if not arrived(g, front(g)) >> piece & 1:
            return Refusal(f"{name_of(g, piece)} does not arrive now", "7.1a")
        if entry_hexes(g, piece):
            return None
        return Refusal(f"every entry hex of {name_of(g, piece)} is blocked: it waits", "7.1d")

    def _refuse_replacement(self, g: R, piece: Piece) -> Refusal | None:
        side = front(g)
        dead = g.here.get(g.game.dead[side], 0)
        if not (dead & g.game.roster.of_side[side]) >> piece & 1:
            return Refusal(f"{name_of(g, piece)} is not among the lost units of the {FRONT_NAMES[side]}", "8.2N")
        if not replacement_hexes(g, piece):
            return Refusal(f"every entry hex of {name_of(g, piece)} is blocked", "8.2")
        return stavka.refuse_pay(g, stavka.replacement(g, piece))

    def label(self, g: R, action: Action) -> str:
        if action.verb == "done":
            return "End reinforcement"
        if action.verb == "replace":
            return f"Replace {name_of(g, action.args[0])} ({stavka.replacement(g, action.args[0])} SP)"
        return f"Place {name_of(g, action.args[0])}" if action.verb == "pick" else ""

    def hint(self, g: R, action: Action) -> Hint | None:
        """What it costs."""
        if action.verb == "replace":
            return Hint(cost=f"{stavka.replacement(g, action.args[0])} SP", rule="27.3")
        if action.verb == "pick":
            edge = g.game.roster[action.args[0]].edge
            return Hint(text=f"{edge} edge", rule="7.1b")
        return None

    def on_pick(self, g: R, unit: Piece) -> None:
        """Choose where a reinforcement enters."""
        g.call(Enter(unit))

    def on_replace(self, g: R, unit: Piece) -> None:
        """Choose where a replacement enters; it is paid when it stands."""
        g.call(Enter(unit, replaced=True))

    @marked(Mark.CLOSES)
    def on_done(self, g: R) -> None:
        """The phase ends."""
        g.end()


class Enter(UnitInHand):
    """7.1b, 8.2 One unit is placed; that is not movement, and no bridge is checked (R35)."""

    unit: Piece
    replaced: bool = False
    verb: ClassVar[str] = "put"

    def places(self, g: R) -> Places:
        """Where it may be placed."""
        return replacement_hexes(g, self.unit) if self.replaced else entry_hexes(g, self.unit)

    def ask(self, g: R) -> Ask:
        name = name_of(g, self.unit)
        if not self.replaced:
            return Ask(prompt=f"Where does {name} enter?", rule="7.1b", pieces=(self.unit,))
        cost = stavka.replacement(g, self.unit)
        prompt = f"Where does {name} come back, for {cost} of {stavka.left(g)} SP?"
        return Ask(prompt=prompt, rule="8.2", pieces=(self.unit,), left=Left(stavka.left(g), "points"))

    def why_not(self, g: R, place: Place) -> Refusal:
        """Why it cannot be placed there."""
        forward = self.replaced and is_on(g, "lines_of_communication")
        if entry_zone(g, self.unit) >> place & 1 or (forward and beside_the_front(g, self.unit) >> place & 1):
            if occupied(g, GERMAN) >> place & 1:
                return Refusal("a German unit is there", "7.1c")
            full = refuse_stacking(g, self.unit, place)
            if full is not None:
                return full
        unit: Counter = g.game.roster[self.unit]
        on_edge = g.game.map.edge[unit.edge] & g.game.map.land[g.game.side_of[self.unit]]
        if forward and not on_edge >> place & 1:
            return Refusal(
                "a replacement enters at its edge, or beside a unit of its Front with a line of communication"
                " and outside enemy zones of control",
                "24.5a",
            )
        if unit.star_bound:
            return Refusal("the 1UF units of 24 April enter on the yellow stars of the south edge only", "2.3E")
        stars = "a star of " if is_on(g, "star_entry_only") else ""
        name = FRONT_NAMES[g.game.side_of[self.unit]]
        return Refusal(f"{unit.name} enters on {stars}the {unit.edge} edge of the {name} sector", "7.1b")

    def on_put(self, g: R, target: Place) -> None:
        """The unit stands and may act at once (7.1e)."""
        if self.replaced:
            side = g.game.side_of[self.unit]
            stavka.pay(g, side, stavka.replacement(g, self.unit), f"{name_of(g, self.unit)} is replaced", "6.4")
        how, rule = ("comes back", "8.2") if self.replaced else ("arrives", "7.1b")
        g.place(self.unit, target, how=how, cause="arrival", rule=rule)
        take_control(g, self.unit, target)
        g.end()
