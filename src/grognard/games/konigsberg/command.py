"""Command (2): command nets, who is under whose command, and the activation of an HQ."""

from __future__ import annotations

from ...engine.bounds import Either, Few, Number
from ...engine.control import occupied
from ...engine.derived import derived, derived_by_game
from ...engine.events import Said
from ...engine.flow import Action, Ask, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places, members
from ...engine.standard import refuse_unit
from ...engine.telling import counted, fitting, slots
from .headquarters import is_fixed
from .model import (
    GERMAN,
    POOLS,
    SIDES,
    SOVIET,
    K,
    KonigsbergGame,
    SideDecides,
    Work,
    formation_name,
    is_on_map,
    name_of,
    on_map,
)


@derived_by_game()
def net_of(game: KonigsbergGame, place: Place, distance: int) -> Places:
    """2.2e, R74 The hexes within a command range of a hex.

    Over an unbridged major river the net reaches the first hex and does not go on from there.
    """
    terrain = game.map
    inside = fresh = 1 << place
    across = 0
    for _ in range(distance):
        across |= terrain.major_open.spread(fresh)
        fresh = terrain.command.spread(fresh) & terrain.land & ~inside
        inside |= fresh
    return Places(inside | across)


def net(g: K, hq: Piece) -> Places:
    """2.2e The command net of an HQ where it stands."""
    return net_of(g.game, g.where[hq], g.game.units[hq].range)


@derived
def independents(g: K, side: int) -> Pieces:
    """2.2b, R93 The independent combat units of a side on the map: those of no HQ, and those whose HQ is not there."""
    there = on_map(g, side)
    return Pieces(there & g.game.combat & ~led_by(g.game, there & g.game.hqs))


@derived_by_game()
def led_by(game: KonigsbergGame, hqs: int) -> Pieces:
    """2.2 The combat units that belong to some HQs."""
    found = 0
    for hq in each(hqs):
        found |= game.formation[hq]
    return Pieces(found)


def quota(g: K, hq: Piece) -> int:
    """2.2a, 2.2d, R14, R15 How many independents an HQ activates: three Germans, two Soviets, five by the 7Pz."""
    five = "any-five" in g.game.units[hq].tags
    most: int = g.game.entry("command", "any_five" if five else f"{SIDES[g.game.side_of[hq]]}_independents")
    return most


@derived
def available(g: K, hq: Piece) -> Pieces:
    """2.2a, 2.2b, R57, R100 The independents that an HQ may activate: in its net, able to move; and the cruiser."""
    game = g.game
    side = game.side_of[hq]
    found = in_net(g, hq) & independents(g, side) & ~game.immobile
    if side == GERMAN and commands_cruiser(g, hq):
        found |= 1 << game.hipper
    return Pieces(found)


def commands_cruiser(g: K, hq: Piece) -> bool:
    """12.6(3), R57 Whether the Haff is in an HQ's range, as one hex, and the cruiser is there and unused."""
    game = g.game
    if g.where[game.hipper] != game.haff or g.state.hipper_used:
        return False
    return bool(net_of(game, g.where[hq], game.units[hq].range - 1) & game.map.haff_coast)


def commanded(g: K, hq: Piece) -> Pieces:
    """2.2a The units of an HQ's own formation inside its net."""
    return Pieces(in_net(g, hq) & g.game.formation[hq])


def in_net(g: K, hq: Piece) -> Pieces:
    """2.2e Who stands in an HQ's net."""
    found = 0
    for place in members(net(g, hq) & occupied(g, g.game.side_of[hq])):
        found |= g.here[place]
    return Pieces(found)


def refuse_command(g: K, side: int, piece: Piece) -> Refusal | None:
    """Why a counter is no unit of the active side on the map."""
    if not g.game.ground >> piece & 1:
        return Refusal(f"{name_of(g, piece)} is no unit that moves", "2.0")
    return refuse_unit(g, Seat(side), piece, rule="4.3(3)", off_map="2.0")


# -- the activation ------------------------------------------------------------------------------


class Activation(Work):
    """1.3, 2.2, R100 One HQ acts, with the units that were in its net at that moment; `activation` leads it."""

    side: Either
    hq: Piece | None
    """None for the HGM chit without an HQ on the map."""
    units: Pieces = Pieces(0)
    """The units that were activated, the cruiser among them; not the HQ, not the extra units of HGM."""
    extras: Number = 0
    fights: bool = True
    stage: Few = 0

    def movers(self, g: K) -> Pieces:
        """4.0, 12.8 The activated units on the map and the HQ, unless it is fixed."""
        found = self.units & on_map(g, self.side) & ~g.game.immobile
        if self.hq is not None and is_on_map(g, self.hq) and not is_fixed(g, self.hq):
            found |= 1 << self.hq
        return Pieces(found)


class Independents(SideDecides):
    """2.2a, 2.2b, R100 The active player chooses which independents in the net the HQ activates."""

    hq: Piece
    chosen: Pieces = Pieces(0)

    def ask(self, g: K) -> Ask:
        left, own = quota(g, self.hq) - self.chosen.bit_count(), commanded(g, self.hq)
        mine = f" with {counted(own.bit_count(), 'unit')} of its own" if own else ""
        more = counted(left, "more independent unit") if self.chosen else f"up to {counted(left, 'independent unit')}"
        prompt = f"{formation_name(g, self.hq)} acts{mine}. It may take {more}, or go on."
        return Ask(prompt=prompt, rule=self.rule(g), pieces=each(self.chosen | own))

    def rule(self, g: K) -> str:
        """The rule that gives the number."""
        if "any-five" in g.game.units[self.hq].tags:
            return "2.2d"
        return "2.2a/2" if self.side == GERMAN else "2.2a/1"

    def choices(self, g: K) -> list[Action]:
        """Units to take or to leave, and the end."""
        free = each(available(g, self.hq) & ~self.chosen)
        return [*g.acts("take", free), *g.acts("leave", each(self.chosen)), g.act("done")]

    def refusal(self, g: K, action: Action) -> Refusal | None:
        """Why a unit cannot be activated."""
        if action.verb == "done":
            return None
        piece: Piece = action.args[0]
        if action.verb == "leave":
            return None if self.chosen >> piece & 1 else Refusal("that unit has not been chosen", self.rule(g))
        return self._refuse_take(g, piece)

    def _refuse_take(self, g: K, piece: Piece) -> Refusal | None:
        name, game = name_of(g, piece), g.game
        if self.chosen >> piece & 1:
            return Refusal(f"{name} has been chosen already", self.rule(g))
        if piece == game.hipper:
            if not available(g, self.hq) >> piece & 1:
                return Refusal("the cruiser is not there, was used this turn, or is out of range", "12.6(3)")
            return None
        return refuse_command(g, self.side, piece) or self._refuse_kind(g, piece)

    def _refuse_kind(self, g: K, piece: Piece) -> Refusal | None:
        name, game = name_of(g, piece), g.game
        if game.hqs >> piece & 1:
            return Refusal("an HQ does not activate another HQ", "2.2a/3")
        if not independents(g, self.side) >> piece & 1:
            if "any-five" in game.units[self.hq].tags:
                return Refusal(f"{name} has an HQ of its own on the map", "2.2d")
            return Refusal(f"{name} belongs to an HQ that is on the map", "2.2b/1")
        if game.immobile >> piece & 1:
            return Refusal(f"{name} neither moves nor attacks", "2.2a/4")
        if not net(g, self.hq) >> g.where[piece] & 1:
            return Refusal(f"{name} is out of command range", "2.2a/4")
        return None

    def label(self, g: K, action: Action) -> str:
        if action.verb == "done":
            return "Go on" if self.chosen else "None"
        name = name_of(g, action.args[0])
        return f"{name} acts" if action.verb == "take" else f"Leave {name} out"

    def on_take(self, g: K, unit: Piece) -> None:
        """Activate it; after the last one there is nothing left to choose."""
        self.chosen = Pieces(self.chosen | one(unit))
        if self.chosen.bit_count() == quota(g, self.hq) or not available(g, self.hq) & ~self.chosen:
            self.on_done(g)

    @marked(Mark.TAKES_BACK)
    def on_leave(self, g: K, unit: Piece) -> None:
        """Leave it out after all."""
        self.chosen = Pieces(self.chosen & ~one(unit))

    @marked(Mark.CLOSES)
    def on_done(self, g: K) -> None:
        """The activation is fixed."""
        activation = g.find(Activation)
        activation.units = Pieces(activation.units | self.chosen)
        chosen = each(self.chosen)
        if chosen:
            text = f"{slots('p', len(chosen))} {fitting(len(chosen), 'acts', 'act')} with it."
            g.emit(Said(text=text, pieces=chosen, rule=self.rule(g)))
        g.end()


def commandable(g: K, pool: int) -> Pieces:
    """2.1c, 2.1d, R12 The HQs of a Front, or of all Germans, that are on the map."""
    side = GERMAN if pool == 0 else SOVIET
    return Pieces(on_map(g, side) & g.game.hqs & g.game.of_front[POOLS[pool]])
