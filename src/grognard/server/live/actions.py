"""Acting at a table: the same for a request and for a message over the live connection."""

from __future__ import annotations

from typing import Literal

from ..errors import Conflict, Forbidden, Unknown
from ..messages import Ack
from ..play.game import Done, PlayedGame
from ..storage.rows import Row, Token
from .table import LiveTable
from .tables import Repeat, Tables
from .views import Holder


async def act(
    tables: Tables, live: LiveTable, token: Token, *, seat: str, action: str, seq: int, client_id: str
) -> Ack:
    """Play an action; returns after the commit."""

    def play(played: PlayedGame) -> list[Row]:
        hold(live, live.holder(token), seat)
        return played.play(seat, action, client_id)

    return await tables.change(live, play, seq=seq, repeat=_repeat(live, token, "action", client_id, seat, action))


async def step(
    tables: Tables, live: LiveTable, token: Token, kind: Literal["undo", "redo"], *, seq: int, client_id: str
) -> Ack:
    """Step back or forth; returns after the commit."""

    def change(played: PlayedGame) -> list[Row]:
        if played.asked not in live.holder(token).seats:
            raise Forbidden("only the seat that is asked can take back")
        return played.undo(client_id) if kind == "undo" else played.redo(client_id)

    return await tables.change(live, change, seq=seq, repeat=_repeat(live, token, kind, client_id))


async def parley(tables: Tables, live: LiveTable, token: Token, *, seat: str, what: str, client_id: str) -> Ack:
    """Give up, offer a draw or say what becomes of one; returns after the commit."""

    def change(played: PlayedGame) -> list[Row]:
        hold(live, live.holder(token), seat)
        return played.agree(what, seat, client_id)

    return await tables.change(live, change, repeat=_repeat(live, token, what, client_id, seat))


def hold(live: LiveTable, holder: Holder, seat: str) -> None:
    """Complain unless the token holds the seat."""
    if seat in holder.seats:
        return
    if seat not in live.played.players:
        raise Unknown("there is no such seat at this table")
    raise Forbidden("this link does not hold that seat")


def _repeat(live: LiveTable, token: Token, kind: str, client_id: str, who: str = "", text: str = "") -> Repeat:
    """How a repeated request is known: the same id for the same thing, from somebody who holds the seat."""

    def answer(played: PlayedGame, done: Done) -> Ack:
        if done.who not in live.holder(token).seats:
            raise Forbidden("this link does not hold that seat")
        same = done.kind == kind and who in ("", done.who)
        # Where pieces are concealed, a seat writes an action with other names than the row has.
        if not same or (text not in ("", done.text) and not played.has_secrets):
            raise Conflict("this client_id was used for something else", seq=played.seq)
        return Ack(seq=done.seq, repeated=True)

    return Repeat(client_id, answer)
