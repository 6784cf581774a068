"""Reinforcements (6, 1.2a): entry hexes, ways along the edge, entry by rail, the duty to split up, the HQ check."""

from __future__ import annotations

from typing import ClassVar

from ...engine.bounds import Few, Word
from ...engine.control import occupied
from ...engine.derived import derived_by_side
from ...engine.flow import Action, Ask, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places, members
from ...engine.telling import listed
from .command import net
from .headquarters import enter, lose_hq
from .model import GERMAN, MOVED, SOVIET, InHand, K, Work, ground_for, is_on_map, name_of, on_map
from .movement import Moving, has_a_move
from .retreats import Overstacked
from .stacking import crowded, overstacked, refuse_stacking, stacks
from .supply import sources
from .zones import zone


class Reinforcements(Work):
    """1.2a The units of the turn arrive, Germans first; then lone HQs are removed."""

    stage: Few = 0

    def run(self, g: K) -> None:
        """The next part."""
        self.stage += 1
        if self.stage == 1:
            units_arrive(g)
        elif self.stage in (2, 3):
            side = (GERMAN, SOVIET)[self.stage - 2]
            if arriving(g, side):
                g.call(Arrivals(side))
        else:
            check_hqs(g)
            g.end()


def units_arrive(g: K) -> None:
    """1.2a, 12.6(1) What is due this turn is ready to enter; the cruiser comes to the Haff."""
    game = g.game
    for piece in each(g.here.get(game.due, 0) & ~game.chits):
        if game.units[piece].arrival != g.state.turn:
            continue
        if piece == game.hipper:
            g.place(piece, game.haff, how="arrives in the Frisches Haff", cause="arrival", rule="12.6(1)")
        else:
            g.place(piece, game.arriving, how="arrives", cause="arrival", rule="1.2a/1")


def arriving(g: K, side: int) -> Pieces:
    """The units of a side that have not entered yet."""
    return Pieces(g.here.get(g.game.arriving, 0) & g.game.roster.of_side[side])


def check_hqs(g: K) -> None:
    """1.2a, 12.1c(1), R25 An HQ without a friendly combat unit in its net is removed with its chit."""
    for side in (GERMAN, SOVIET):
        for hq in each(on_map(g, side) & g.game.hqs):
            if not stacks(g, side)[0] & net(g, hq):
                lose_hq(g, hq, "12.1c(1)", "commands nobody and is removed")


# -- where they come in --------------------------------------------------------------------------


def barred(g: K, side: int) -> Places:
    """3.2, 6.0c Hexes with enemies or in their zones; friends there make no difference."""
    return Places(occupied(g, 1 - side) | zone(g, 1 - side))


def entry_hexes(g: K, piece: Piece, letter: str) -> Places:
    """6.0, 6.0c, 3.2, R24 The entry hex, or if it is barred free hexes of the same edge at most ten hexes away."""
    game = g.game
    entry = game.map.entries[letter or game.units[piece].entry]
    closed = barred(g, game.side_of[piece])
    if not closed >> entry & 1:
        return one_hex(entry)
    far: int = game.entry("reinforcement", "edge_hexes")
    along = 0
    for edge in game.map.edges.values():
        if edge >> entry & 1:
            along |= edge
    return Places(along & game.board.within(entry, far) & ground_for(game, piece) & ~closed)


def one_hex(place: Place) -> Places:
    """The set of one hex."""
    return Places(1 << place)


def rail_hexes(g: K, piece: Piece) -> Places:
    """6.0e, R23, R99 Railroad hexes joined to a full source by free track, three hexes from all enemies, with room."""
    return Places(_on_free_track(g, g.game.side_of[piece]) & ground_for(g.game, piece) & ~crowded(g, piece))


def _on_free_track(g: K, side: int) -> Places:
    """6.0e The railroad hexes of `rail_hexes`, full ones among them."""
    return _joined_by_rail(g, 1 - side, sources(g, side))


@derived_by_side
def _joined_by_rail(g: K, enemy: int, sources: Places) -> Places:
    game = g.game
    free = game.map.rail_hexes & ~barred(g, 1 - enemy)
    reached = game.map.rail.flood(sources & free, free)
    near: int = occupied(g, enemy)
    for _ in range(game.entry("reinforcement", "rail_distance") - 1):
        near |= game.board.steps.spread(near)
    return Places(reached & ~near)


# -- the segment ---------------------------------------------------------------------------------


class Arrivals(Moving):
    """6.0, R26, R98 A player enters his arrivals; each then makes one ordinary or strategic move."""

    letter: Word = ""
    """Where all of them enter, if not each at its own entry."""
    entered: Pieces = Pieces(0)
    """Units put on an entry hex, which may move."""
    forced: ClassVar[bool] = True
    closing: ClassVar[str] = "done"
    labels: ClassVar[dict[str, str]] = {"enter": "{} enters", "done": "Done"}

    def ask(self, g: K) -> Ask:
        waiting = [name_of(g, p) for p in each(arriving(g, self.side))]
        what = f"Enter {listed(waiting)}." if waiting else "Move your arrivals."
        return Ask(prompt=what, rule="6.0/1")

    def can_enter(self, g: K) -> Pieces:
        """Units that have somewhere to enter."""
        waiting = each(arriving(g, self.side))
        return Pieces(sum(1 << p for p in waiting if entry_hexes(g, p, self.letter) or rail_hexes(g, p)))

    def fresh(self, g: K) -> Pieces:
        """6.0/3 Units on the map that have not used their move."""
        return Pieces(sum(1 << p for p in each(self.entered) if is_on_map(g, p) and not g.flags[p] & MOVED))

    def options(self, g: K) -> list[Action]:
        """Units to enter, and units to move."""
        return g.acts("enter", each(self.can_enter(g))) + super().options(g)

    def refuse_closing(self, g: K) -> Refusal | None:
        """6.0d, 5.1, R26, R98 Why the segment cannot be closed: who can enter must, who is too many must move on."""
        for piece in each(self.can_enter(g)):
            return Refusal(f"{name_of(g, piece)} has to enter", "6.0d")
        crowds = overstacked(g, self.side)
        for piece in each(self.fresh(g)):
            if crowds >> g.where[piece] & 1 and has_a_move(g, piece):
                where = g.game.place_title(g.where[piece])
                return Refusal(f"too many units are in {where}: {name_of(g, piece)} can move on", "5.1/1")
        return None

    def refusal(self, g: K, action: Action) -> Refusal | None:
        return self._refuse_entry(g, action.args[0]) if action.verb == "enter" else super().refusal(g, action)

    def _refuse_entry(self, g: K, piece: Piece) -> Refusal | None:
        if self.can_enter(g) >> piece & 1:
            return None
        if arriving(g, self.side) >> piece & 1:
            return Refusal(f"{name_of(g, piece)} finds every way into the map barred", "6.0d")
        return Refusal(f"{name_of(g, piece)} does not arrive now", "1.2a/1")

    def refuse(self, g: K, piece: Piece) -> Refusal | None:
        """6.0/3 Why an arrival cannot move."""
        if not self.entered >> piece & 1 or not is_on_map(g, piece):
            return Refusal(f"{name_of(g, piece)} has no entry move to make", "6.0/3")
        return self.refuse_going_on(g, piece) if g.flags[piece] & MOVED else self.refuse_start(g, piece)

    def on_enter(self, g: K, unit: Piece) -> None:
        """Where?"""
        g.call(EnterAt(self.side, unit))

    def on_pick(self, g: K, unit: Piece) -> None:
        """Move an arrival."""
        self.take_in_hand(g, unit)

    @marked(Mark.CLOSES)
    def on_done(self, g: K) -> None:
        """6.0d, 5.1a Who could not enter is eliminated; hexes that are still overstacked pay for it."""
        for piece in each(arriving(g, self.side)):
            if g.game.hqs >> piece & 1:
                lose_hq(g, piece, "6.0d", "cannot enter and is lost")
            else:
                g.remove(piece, g.game.dead, how="cannot enter and is eliminated", rule="6.0d")
        g.clear_flags(MOVED)
        if overstacked(g, self.side):
            g.become(Overstacked(self.side))
        else:
            g.end()


class EnterAt(InHand):
    """6.0, 6.0e One unit enters: on its entry hex, or by rail."""

    verb: ClassVar[str] = "put"
    labels: ClassVar[dict[str, str]] = {"put": "Enter at {}", "rail": "By rail to {}", "back": "Put back"}

    def ask(self, g: K) -> Ask:
        prompt = f"Where does {name_of(g, self.unit)} enter? By rail it does not move any more."
        return Ask(prompt=prompt, rule="6.0/1", pieces=(self.unit,))

    def places(self, g: K) -> Places:
        """The entry hexes."""
        return entry_hexes(g, self.unit, g.find(Arrivals).letter)

    def options(self, g: K) -> list[Action]:
        """Entry hexes, and railroad hexes."""
        return super().options(g) + g.acts_at("rail", rail_hexes(g, self.unit))

    def refusal(self, g: K, action: Action) -> Refusal | None:
        return self._refuse_rail(g, action.args[0]) if action.verb == "rail" else super().refusal(g, action)

    def why_not(self, g: K, target: Place) -> Refusal:
        """6.0c Why it is no entry hex."""
        if barred(g, self.side) >> target & 1:
            return Refusal("enemy units or their zones of control bar the hex", "6.0c/1")
        return Refusal("units enter on their entry hex; if it is barred, on the same edge within ten hexes", "6.0c/2")

    def _refuse_rail(self, g: K, target: Place) -> Refusal | None:
        game = g.game
        if rail_hexes(g, self.unit) >> target & 1:
            return None
        if target >= game.board.size or not game.map.rail_hexes >> target & 1:
            return Refusal("no railroad is there", "6.0e/1")
        if any(game.board.distance(target, place) < 3 for place in members(occupied(g, 1 - self.side))):
            return Refusal("an enemy is nearer than three hexes", "6.0e/2")
        full = refuse_stacking(g, self.unit, target)
        return full or Refusal("no free track joins the hex to a supply source", "6.0e/1")

    def on_put(self, g: K, place: Place) -> None:
        """6.0, 6.0b On the entry hex, with its full allowance."""
        g.end()
        arrivals = g.find(Arrivals)
        arrivals.entered = Pieces(arrivals.entered | one(self.unit))
        self._arrive(g, place, "enters the map", "6.0/1")

    def on_rail(self, g: K, place: Place) -> None:
        """6.0e By rail: no further move."""
        g.end()
        self._arrive(g, place, "arrives by rail", "6.0e/1")

    def _arrive(self, g: K, place: Place, how: str, rule: str) -> None:
        g.place(self.unit, place, how=how, cause="arrival", rule=rule)
        enter(g, self.unit, (place,))
