"""Objectives and victory (7)."""

from __future__ import annotations

from grognard.api import Outcome, Piece, Place, Places, Seat, Term, counted, each, members, term

from .model import BLUE, RED, M


def enter_hex(g: M, piece: Piece, place: Place) -> None:
    """7.2 A side that enters an objective holds it."""
    if not g.game.map.objectives >> place & 1:
        return
    held = g.state.blue_holds & ~(1 << place)
    if g.game.side_of[piece] == BLUE:
        held |= 1 << place
    if held != g.state.blue_holds:
        g.set(blue_holds=Places(held))


def held_by(g: M, side: int) -> Places:
    """7.2 The objectives that a side holds; Red holds all that Blue does not."""
    blue = g.state.blue_holds
    return blue if side == BLUE else Places(g.game.map.objectives & ~blue)


def lost_by(g: M, side: int) -> tuple[Piece, ...]:
    """7.1 The units of a side that are eliminated."""
    return each(g.here.get(g.game.lost, 0) & g.game.roster.of_side[side])


def points(g: M, side: int) -> int:
    """7.1 Objectives held, and enemy units eliminated."""
    return sum(g.game.value(place) for place in members(held_by(g, side))) + len(lost_by(g, 1 - side))


def standing(g: M, side: int) -> list[Term]:
    """7.1 The same term by term."""
    found = [
        term(g.game.value(place), g.game.place_title(place), "7.2", part="points", places=(place,))
        for place in members(held_by(g, side))
    ]
    lost = lost_by(g, 1 - side)
    reason = f"{counted(len(lost), 'enemy unit')} eliminated"
    return [*found, term(len(lost), reason, "7.1", part="points", pieces=lost)]


def end_of_game(g: M) -> None:
    """7.1 Blue must have more points than Red."""
    blue, red = points(g, BLUE), points(g, RED)
    winner = BLUE if blue > red else RED
    title = g.game.seats(g.setup)[winner].title
    text = f"{title} wins with {blue} to {red}." if winner == BLUE else f"{title} wins with {red} to {blue}."
    g.finish(Outcome(winner=Seat(winner), text=text, rule="7.1"))
