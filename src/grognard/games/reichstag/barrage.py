"""Barrage markers (15.0, 7.2): placing them, air reconnaissance (17.4) and their removal (15.8)."""

from __future__ import annotations

from ...engine.asking import Left
from ...engine.derived import derived_by_game
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places, members
from ...engine.telling import counted
from . import stavka
from .hidden import MayReveal
from .model import FRONT_NAMES, USED, Decide, R, ReichstagGame, Work, front, name_of
from .reconnaissance import examine, unknown_hexes
from .zones import reichstag_open_to, zone_around

FIRST_TURN = 2
"""7.2, 15.3c Markers come into play on 24 April."""


def ready(g: R, side: int) -> Pieces:
    """7.2, 15.3b The markers of a Front that have not been used in this game turn."""
    if g.state.turn < FIRST_TURN:
        return Pieces(0)
    at_hand = g.here.get(g.game.guns[side], 0)
    return Pieces(sum(1 << p for p in each(at_hand) if not g.flags[p] & USED))


def affordable(g: R, side: int) -> Pieces:
    """6.3, 6.6 Those of them that the purse can still pay for."""
    return Pieces(sum(1 << p for p in each(ready(g, side)) if stavka.can_pay(g, stavka.barrage(g, side, p))))


def target_hexes(g: R, side: int) -> Places:
    """5.4, 5.5, 10.6 Where markers may go: any hex of the Front's sector, and the Reichstag if it is open to it."""
    sector = g.game.map.sector[side]
    return Places(sector | g.game.map.reichstag_hex) if reichstag_open_to(g, side) else sector


def strikes(g: R, side: int) -> list[Action]:
    """The same as actions; nearly a thousand, so they are listed once."""
    return _strikes_at(g.game, target_hexes(g, side))


@derived_by_game()
def _strikes_at(game: ReichstagGame, hexes: Places) -> list[Action]:
    return game.acts_by_place("put").of(hexes)


def scouting_hexes(g: R, side: int, piece: int) -> Places:
    """17.4, R64 Where an airstrike would find unknown units in its zone."""
    if not g.game.airstrikes >> piece & 1:
        return Places(0)
    hexes = unknown_hexes(g, side)
    for _ in range(g.game.entry("radii", "airstrike")):
        hexes = Places(hexes | g.game.board.steps.spread(hexes))
    return Places(hexes & target_hexes(g, side))


# -- placing -------------------------------------------------------------------------------------


class Barrage(Work):
    """4.3 I.B and III.B The barrage phase; not on the first turn."""

    asked: bool = False

    def run(self, g: R) -> None:
        """Ask if there is a marker that can be paid for."""
        if self.asked or not affordable(g, front(g)):
            g.end()
            return
        self.asked = True
        g.call(PlaceBarrage())


class PlaceBarrage(MayReveal):
    """15.3, 6.6 The player places as many markers as he will pay for, each once a turn."""

    def ask(self, g: R) -> Ask:
        side = front(g)
        left = ready(g, side)
        guns, planes = (left & g.game.artillery).bit_count(), (left & g.game.airstrikes).bit_count()
        prices = [
            f"{count} {title} at {stavka.barrage(g, side, each(left & kind)[0])} SP"
            for count, title, kind in ((guns, "artillery", g.game.artillery), (planes, "air", g.game.airstrikes))
            if count
        ]
        purse = f"{stavka.left(g)} SP are left"
        if not affordable(g, side):
            prompt = f"No barrage marker can be placed any more: {purse}."
            return Ask(prompt=prompt, rule="15.3a", left=Left(stavka.left(g), "points"))
        prompt = f"Place barrage markers: {' and '.join(prices)}. {purse}."
        return Ask(prompt=prompt, rule="15.3a", left=Left(stavka.left(g), "points"))

    def choices(self, g: R) -> list[Action]:
        """Markers that can be paid for, units to turn up, and the end."""
        return [*g.acts("place", each(affordable(g, front(g)))), *self.reveals(g), g.act("done")]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why something cannot be done now."""
        if action.verb == "done":
            return None
        piece: Piece = action.args[0]
        if action.verb == "reveal":
            return self.refuse_reveal(g, piece)
        side = front(g)
        if not g.game.barrage_of[side] >> piece & 1:
            return Refusal(f"{name_of(g, piece)} is not a barrage marker of the {FRONT_NAMES[side]}", "15.3b")
        if not ready(g, side) >> piece & 1:
            return Refusal(f"{name_of(g, piece)} has been used in this game turn", "15.3b")
        return stavka.refuse_pay(g, stavka.barrage(g, side, piece))

    def label(self, g: R, action: Action) -> str:
        if action.verb == "place":
            return f"Place {name_of(g, action.args[0])} ({stavka.barrage(g, front(g), action.args[0])} SP)"
        return "End barrage" if action.verb == "done" else ""

    def hint(self, g: R, action: Action) -> Hint | None:
        """What a marker costs and how far it reaches."""
        if action.verb != "place":
            return None
        kind = "artillery" if g.game.artillery >> action.args[0] & 1 else "airstrike"
        radius = g.game.entry("radii", kind)
        reach = f"covers its hex and all within {counted(radius, 'hex', 'hexes')}"
        cost = f"{stavka.barrage(g, front(g), action.args[0])} SP"
        return Hint(cost=cost, text=reach, rule=zone_rule(g, action.args[0]))

    def on_place(self, g: R, marker: Piece) -> None:
        """Choose its hex."""
        g.call(AimBarrage(marker))

    @marked(Mark.CLOSES)
    def on_done(self, g: R) -> None:
        """The phase ends."""
        g.end()


def zone_rule(g: R, marker: int) -> str:
    """The rule about the zone of a marker."""
    return "15.2a" if g.game.artillery >> marker & 1 else "15.2b"


def _zone_hint(g: R, marker: Piece, place: Place, sector: int) -> Hint:
    return Hint(area=tuple(members(zone_around(g, marker, place, sector))), rule=zone_rule(g, marker))


class AimBarrage(Decide):
    """15.2, 17.4 One marker is placed, or an airstrike looks around a hex and is used up."""

    marker: Piece

    def ask(self, g: R) -> Ask:
        cost = stavka.barrage(g, front(g), self.marker)
        looks = " or look" if g.game.airstrikes >> self.marker & 1 else ""
        prompt = f"Where does {name_of(g, self.marker)} strike{looks}, for {cost} of {stavka.left(g)} SP?"
        left = Left(stavka.left(g), "points")
        return Ask(prompt=prompt, rule=zone_rule(g, self.marker), pieces=(self.marker,), left=left)

    def choices(self, g: R) -> list[Action]:
        """Hexes to strike and hexes to look at."""
        side = front(g)
        return [*strikes(g, side), *g.acts_at("look", scouting_hexes(g, side, self.marker))]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why the marker cannot be used there."""
        side = front(g)
        place: Place = action.args[0]
        if place == g.game.map.reichstag and not reichstag_open_to(g, side):
            return Refusal("the other Front is in the Reichstag", "5.5")
        if not target_hexes(g, side) >> place & 1:
            return Refusal(f"markers of the {FRONT_NAMES[side]} are used in its own sector only", "5.4")
        if action.verb == "put" or scouting_hexes(g, side, self.marker) >> place & 1:
            return None
        if not g.game.airstrikes >> self.marker & 1:
            return Refusal("only aircraft reconnoitre", "17.4")
        return Refusal("there is no unit within two hexes that you do not know", "17.4")

    def label(self, g: R, action: Action) -> str:
        where = g.game.place_title(action.args[0])
        return f"Strike {where}" if action.verb == "put" else f"Reconnoitre around {where}"

    def hint(self, g: R, action: Action) -> Hint | None:
        """15.2, 17.4 The barrage zone, which is also what an airstrike would see."""
        key = (self.marker, action.args[0], front(g))
        return g.game.zone_hints.get(key) or g.game.zone_hints.setdefault(key, _zone_hint(g, *key))

    def pay(self, g: R, what: str) -> None:
        """6.6 A marker is paid for each time it is used."""
        stavka.pay(g, front(g), stavka.barrage(g, front(g), self.marker), f"{name_of(g, self.marker)} {what}", "6.6")

    def on_put(self, g: R, target: Place) -> None:
        """The marker stays until it is removed."""
        self.pay(g, "is placed")
        g.place(self.marker, target, how="is placed", rule="15.3a")
        g.end()

    def on_look(self, g: R, target: Place) -> None:
        """17.4, R64 All units in its zone are seen; the marker is used up for the turn."""
        self.pay(g, "reconnoitres")
        g.set_flag(self.marker, USED, text="is used up for this turn", rule="17.4")
        examine(g, front(g), zone_around(g, self.marker, target, front(g)), "17.4")
        g.end()


# -- removal -------------------------------------------------------------------------------------


class RemoveBarrage(Work):
    """4.3 II.D and IV.D, 15.8 The markers of the Front that has been fought leave the map."""

    def run(self, g: R) -> None:
        """Take them back; next turn each can be used again (15.3b)."""
        side = front(g)
        for piece in each(g.game.barrage_of[side]):
            g.clear_flag(piece, USED)
            if g.where[piece] < g.game.board.size:
                g.remove(piece, g.game.guns[side], how="is removed", cause="exit", rule="15.8")
        g.end()
