"""Who may fight whom in the combat step (4.2.2, 8.1, 9.2)."""

from __future__ import annotations

from ...engine.flow import Refusal
from ...engine.pieces import Piece, Pieces
from ...engine.places import Places
from .designation import designated
from .duties import Order, attackable, camp_of, order_owes
from .model import COMBAT, FOUGHT, GERMAN, OOS, SOVIET, R
from .zones import hot, nationality, occupation


def fighters(g: R) -> list[Piece]:
    """4.2.2 The combat-mode units that have not fought."""
    return [p for p in designated(g, COMBAT) if not g.flags[p] & FOUGHT]


def targets(g: R) -> Places:
    """8.1.1b, 8.1.3, R29 Zones that may be attacked in this impulse."""
    side = nationality(g.state.impulse)
    return Places(attackable(g, side, camp_of(g.state.impulse)) & ~g.state.attacked)


def may_lead(g: R, piece: int) -> bool:
    """R28 A German unit in a contested or controlled Berlin zone cannot attack outwards alone; nor can any unit
    among the Americans (2.2.8a)."""
    zone = g.where[piece]
    if g.state.us >> zone & 1:
        return False
    return g.game.side_of[piece] == SOVIET or not hot(g) >> zone & 1


def attackers_of(g: R, zone: int) -> Pieces:
    """8.1.1a The fighters next to a zone; none if nobody among them could enter it."""
    near = g.game.map.next[zone] & ~g.state.us
    units = [p for p in fighters(g) if near >> g.where[p] & 1]
    if not any(may_lead(g, p) for p in units):
        return Pieces(0)
    return Pieces(sum(1 << p for p in units))


def city_fighters(g: R, zone: int) -> Pieces:
    """9.2.1, 9.2.2 The fighters inside a Berlin zone who can make a City Progress roll."""
    side = nationality(g.state.impulse)
    units = [p for p in fighters(g) if g.where[p] == zone]
    if side == SOVIET:
        units = [p for p in units if not g.flags[p] & OOS]
    return Pieces(sum(1 << p for p in units))


def city_refusal(g: R, zone: int) -> Refusal | None:
    """9.2 Why there can be no City Progress roll in a zone."""
    side = nationality(g.state.impulse)
    if not g.game.map.berlin >> zone & 1:
        return Refusal("City Progress rolls are made in Berlin zones", "9.2.1a")
    if g.state.attacked >> zone & 1:
        return Refusal("one roll for each zone in an impulse", "8.1.3")
    if side == GERMAN and not occupation(g).soviet >> zone & 1:
        return Refusal("there is no Soviet unit to throw back", "9.2.1b")
    if not city_fighters(g, zone):
        here = any(g.where[p] == zone for p in fighters(g))
        if here:
            return Refusal("units out of supply cannot make the roll", "9.2.2a")
        return Refusal("no unit in combat mode is there", "9.2.1b" if side == GERMAN else "9.2.1a")
    if side == SOVIET and not g.state.support[camp_of(g.state.impulse)]:
        return Refusal("the roll costs a support point", "9.2.1c")
    return None


def able(g: R, without: int) -> Pieces:
    """2.3.2a The bound units that can still attack some zone besides those of a set."""
    zones = targets(g) & ~without
    bound = g.state.bound
    return Pieces(sum(1 << p for p in fighters(g) if bound >> p & 1 and g.game.map.next[g.where[p]] & zones))


def order_debt(g: R, more: int) -> int:
    """2.3.2a How many units the order still demands if these fulfil it too."""
    if g.state.duty != "attack":
        return 0
    return order_owes(g, Order("attack", g.state.bound), g.state.complied | more)
