"""Hidden static units (16.8-16.10) and who knows them (17.1): owner, both players, or nobody."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.control import occupied
from ...engine.derived import derived, derived_by_side
from ...engine.events import Said
from ...engine.flow import Action, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, each
from .model import (
    BF,
    FACE_DOWN,
    FRONTS,
    GERMAN,
    KNOWN,
    SEEN_BY,
    UF,
    Decide,
    R,
    controlled_germans,
    garrison,
    name_of,
)


@derived
def concealed_from(g: R, seat: Seat | None) -> Pieces:
    """17.1, 16.10, R62 The counters that a seat (None: a spectator) may not know.

    The pool is unknown to all, the Reichstag garrison to all who have not reconnoitred it, other face-down units to
    all but their controller, and so are the units he has drawn and not placed yet. A sniper that was held is known
    wherever it appears (16.5).
    """
    mask = g.here.get(g.game.pool, 0)
    for player in FRONTS:
        if player != seat:
            mask |= _drawn_unseen(g, player)
    down = _known_to_few(g)
    seen = 0 if seat is None else _flagged(g, garrison(g), SEEN_BY[seat])
    own = 0 if seat is None else controlled_germans(g, seat)
    return Pieces(mask | (down & ~own & ~seen))


@derived
def _drawn_unseen(g: R, player: int) -> Pieces:
    """17.1 The units that a player has drawn and not placed yet, and that he alone knows."""
    return Pieces(_flagged(g, g.here.get(g.game.hand[player], 0), FACE_DOWN))


@derived
def _known_to_few(g: R) -> Pieces:
    """16.8, 16.5 The face-down units on the map but the snipers that were held."""
    down = face_down(g)
    return Pieces(down & ~_flagged(g, down & g.game.snipers, KNOWN))


def _flagged(g: R, pieces: int, flag: int) -> int:
    """Those of some pieces that have a flag."""
    mask, flags = 0, g.flags
    for piece in each(pieces):
        if flags[piece] & flag:
            mask |= 1 << piece
    return mask


def face_down(g: R) -> Pieces:
    """All face-down units on the map."""
    return _face_down(g, GERMAN)


@derived_by_side
def _face_down(g: R, side: int) -> Pieces:
    mask = 0
    size, flags, where = g.game.board.size, g.flags, g.where
    for piece in each(g.game.static):
        if flags[piece] & FACE_DOWN and where[piece] < size:
            mask |= 1 << piece
    return Pieces(mask)


def reveal(g: R, pieces: Iterable[Piece], rule: str) -> None:
    """16.8, 16.9 Turn static units face up for good."""
    for piece in pieces:
        g.clear_flag(piece, FACE_DOWN, text=f"is turned face up in {g.game.place_title(g.where[piece])}", rule=rule)


def reveal_in_contact(g: R) -> None:
    """16.8, R15 At the opening of a combat phase every face-down unit next to a Soviet unit is turned up.

    It counts for units of both Fronts and across the boundary; the Reichstag has its own rule (16.10).
    """
    near = g.game.board.steps.spread(occupied(g, BF) | occupied(g, UF)) & ~g.game.map.reichstag_hex
    reveal(g, [p for p in each(face_down(g)) if near >> g.where[p] & 1], "16.8")


def reveal_garrison(g: R) -> None:
    """16.10 The garrison is turned up when a Soviet combat phase opens with a Soviet unit next to the Reichstag."""
    around = g.game.board.adjacent[g.game.map.reichstag]
    if around & (occupied(g, BF) | occupied(g, UF)):
        reveal(g, each(garrison(g) & face_down(g)), "16.10")


def look_into_reichstag(g: R, seat: Seat, rule: str) -> None:
    """17.3, R63 One player learns the garrison; nothing is turned and the other learns nothing."""
    unknown = garrison(g) & face_down(g)
    for piece in each(unknown):
        g.set_flag(piece, SEEN_BY[seat], rule=rule)
    if unknown:
        title = g.game.seats(g.setup)[seat].title
        g.emit(Said(text=f"{title} has looked into the Reichstag.", rule=rule))


# -- turning units up at will --------------------------------------------------------------------


def may_reveal(g: R, seat: Seat) -> Pieces:
    """16.8, R65 The face-down units that a player may turn up at any of his decisions; never the garrison."""
    return Pieces(face_down(g) & controlled_germans(g, seat))


class MayReveal(Decide):
    """16.8, R65 A decision at which the player may also turn up units of his: frames add `reveals` to their choices."""

    def reveals(self, g: R) -> list[Action]:
        """The units that may be turned up."""
        return g.acts("reveal", each(may_reveal(g, self.seat(g))))

    def refuse_reveal(self, g: R, piece: Piece) -> Refusal | None:
        """Why a unit cannot be turned up."""
        if may_reveal(g, self.seat(g)) >> piece & 1:
            return None
        if garrison(g) >> piece & 1:
            return Refusal("nobody commands the Reichstag garrison", "16.10")
        if g.game.side_of[piece] != GERMAN or not controlled_germans(g, self.seat(g)) >> piece & 1:
            return Refusal("that is not a unit you have placed", "16.8")
        return Refusal(f"{name_of(g, piece)} is face up already", "16.9")

    @marked(Mark.ASIDE)
    def on_reveal(self, g: R, unit: Piece) -> None:
        """16.8 Turn a unit face up."""
        reveal(g, (unit,), "16.8")
