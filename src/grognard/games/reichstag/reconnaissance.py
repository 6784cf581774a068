"""The start of a Soviet player turn: reconnaissance by units (17.3) and maximum effort (6.7)."""

from __future__ import annotations

from ...engine.derived import derived
from ...engine.flow import Action, Ask, Hint, Refusal, Seat
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places, gather
from ...engine.telling import counted
from . import stavka
from .hidden import MayReveal, concealed_from, face_down, look_into_reichstag, reveal
from .model import FRONT_NAMES, SCOUTED, Decide, R, Work, front, germans_in, name_of, on_map


@derived
def unknown_hexes(g: R, side: int) -> Places:
    """17.3, R63 The hexes that hold units a Front's player does not know: in its sector, or the Reichstag.

    Those of the other sector he has placed himself.
    """
    hidden = face_down(g) & concealed_from(g, Seat(side))
    return gather(g.where[p] for p in each(hidden))


def examine(g: R, side: int, hexes: Places, rule: str) -> None:
    """17.3b, 17.4, R63 Turn up the units in some hexes; into the Reichstag only the looking player sees."""
    reveal(g, [p for p in each(face_down(g) & germans_in(g, side)) if hexes >> g.where[p] & 1], rule)
    if hexes & g.game.map.reichstag_hex:
        look_into_reichstag(g, Seat(side), rule)


def sights(g: R, piece: int) -> Places:
    """17.3a, R81 The hexes with unknown units that a reconnaissance unit can examine."""
    radius = g.game.entry("radii", "reconnaissance")
    return Places(g.game.board.within(g.where[piece], radius) & unknown_hexes(g, g.game.side_of[piece]))


def scouts(g: R, side: int) -> Pieces:
    """17.3a The reconnaissance units of a Front that have something to examine."""
    mine = g.game.scouts & g.game.roster.of_side[side]
    return Pieces(
        sum(1 << p for p in each(mine) if on_map(g, p) and not g.flags[p] & SCOUTED and sights(g, p)),
    )


def refuse_effort(g: R, side: int) -> Refusal | None:
    """6.7 Why a Front cannot declare a turn of maximum effort, if it cannot."""
    if g.state.effort_used[side]:
        return Refusal(f"the {FRONT_NAMES[side]} has had its turn of maximum effort", "6.7")
    return stavka.refuse_pay(g, stavka.maximum_effort(g, side))


# -- the step ------------------------------------------------------------------------------------


class StartStep(Work):
    """6.7, 17.3 What a player may do before the first phase of his Soviet player turn."""

    asked: bool = False

    def run(self, g: R) -> None:
        """Ask if there is anything to ask."""
        if self.asked or not (scouts(g, front(g)) or refuse_effort(g, front(g)) is None):
            g.end()
            return
        self.asked = True
        g.call(Opening())


class Opening(MayReveal):
    """6.7, 17.3, R21 Reconnaissance and maximum effort, in any order."""

    def ask(self, g: R) -> Ask:
        ready = scouts(g, front(g)).bit_count()
        words = [f"{counted(ready, 'unit')} can reconnoitre"] if ready else []
        if g.state.effort:
            words.append("this is a turn of maximum effort, without movement")
        elif refuse_effort(g, front(g)) is None:
            cost = f"{stavka.maximum_effort(g, front(g))} of {stavka.left(g)} SP"
            words.append(f"two combat phases instead of movement cost {cost}")
        listed = "; ".join(words) or "nothing is left to do"
        return Ask(prompt=f"Before you begin: {listed}.", rule="17.3a" if ready else "6.7")

    def choices(self, g: R) -> list[Action]:
        """Units that can reconnoitre, maximum effort, units to turn up, and the end."""
        effort = [g.act("effort")] if refuse_effort(g, front(g)) is None else []
        return [*g.acts("scout", each(scouts(g, front(g)))), *effort, *self.reveals(g), g.act("done")]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why something cannot be done now."""
        if action.verb == "done":
            return None
        if action.verb == "effort":
            return refuse_effort(g, front(g))
        piece: Piece = action.args[0]
        return self.refuse_reveal(g, piece) if action.verb == "reveal" else self._refuse_scout(g, piece)

    def _refuse_scout(self, g: R, piece: Piece) -> Refusal | None:
        side = front(g)
        if not (g.game.scouts & g.game.roster.of_side[side]) >> piece & 1 or not on_map(g, piece):
            name = FRONT_NAMES[side]
            return Refusal(f"{name_of(g, piece)} is not a reconnaissance unit of the {name} on the map", "17.3a")
        if g.flags[piece] & SCOUTED:
            return Refusal(f"{name_of(g, piece)} has reconnoitred already", "17.3a")
        if sights(g, piece):
            return None
        return Refusal(f"there is no unknown unit within two hexes of {name_of(g, piece)}", "17.3a")

    def label(self, g: R, action: Action) -> str:
        if action.verb == "effort":
            return f"Maximum effort ({stavka.maximum_effort(g, front(g))} SP)"
        if action.verb == "scout":
            return f"Reconnoitre with {name_of(g, action.args[0])}"
        return "Begin the turn" if action.verb == "done" else ""

    def hint(self, g: R, action: Action) -> Hint | None:
        """What it costs."""
        if action.verb == "effort":
            cost = f"{stavka.maximum_effort(g, front(g))} SP of {stavka.left(g)}"
            return Hint(cost=cost, text="no movement this turn, two combat phases; once a game", rule="6.7")
        if action.verb == "scout":
            return Hint(cost="its movement", text="it may still attack", rule="17.3c")
        return None

    def on_scout(self, g: R, unit: Piece) -> None:
        """Choose the hex."""
        g.call(LookAt(unit))

    def on_effort(self, g: R) -> None:
        """6.7 The turn is one of maximum effort."""
        side = front(g)
        stavka.pay(g, side, stavka.maximum_effort(g, side), "a turn of maximum effort", "6.7")
        used = tuple(used or player == side for player, used in enumerate(g.state.effort_used))
        g.set(effort=True, effort_used=used)

    def on_done(self, g: R) -> None:
        """The first phase begins."""
        g.end()


class LookAt(Decide):
    """17.3 One reconnaissance unit examines one hex and may not move in this player turn."""

    unit: Piece

    def ask(self, g: R) -> Ask:
        prompt = f"Which hex does {name_of(g, self.unit)} reconnoitre? It may not move this turn."
        return Ask(prompt=prompt, rule="17.3a", pieces=(self.unit,))

    def choices(self, g: R) -> list[Action]:
        """Hexes within two with something to see."""
        return g.acts_at("look", sights(g, self.unit))

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why that hex cannot be examined."""
        place: Place = action.args[0]
        side = g.game.side_of[self.unit]
        if sights(g, self.unit) >> place & 1:
            return None
        radius = g.game.entry("radii", "reconnaissance")
        if place >= g.game.board.size or g.game.board.distance(g.where[self.unit], place) > radius:
            return Refusal(f"the hex must be within {radius} hexes of {name_of(g, self.unit)}", "17.3a")
        if g.game.map.sector_of[place] not in (side, -1):
            return Refusal("the hex must be in the unit's sector, or the Reichstag", "17.3a")
        return Refusal("there is no unit that you do not know", "17.3a")

    def on_look(self, g: R, target: Place) -> None:
        """17.3b, 17.3c What is there is turned up; in the Reichstag only this player learns it."""
        g.set_flag(self.unit, SCOUTED, text=f"reconnoitres {g.game.place_title(target)}", rule="17.3c")
        examine(g, g.game.side_of[self.unit], Places(1 << target), "17.3b")
        g.end()
