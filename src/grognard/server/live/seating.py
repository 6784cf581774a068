"""Who sits where: invitations, guests, seats that change hands.

Who sits on a seat is a row, and which link opens it is a token. Both change in one transaction, judged by the last row
of the table, so that nobody ever sits on a seat that no link opens, whatever others do at the same time.
"""

from __future__ import annotations

import secrets
import time

from ..errors import Conflict, Forbidden, Problem, Unknown
from ..messages import Ack
from ..play.game import PlayedGame
from ..storage.rows import Links, Row, Token, token_hash
from .table import LiveTable
from .tables import Tables

USED = "this link does not open this table; an invitation can be used once"
VERIFY_DAYS = 7.0
"""For so long a guest can fetch the record of a finished game, unless he has it."""


class _Again(Problem):
    """The table has changed since the database was asked."""


async def join(tables: Tables, live: LiveTable, invite: str, secret: str, name: str = "") -> Token:
    """Exchange an invitation for the guest's own secret. It is good for once; the same request again is not new."""
    known = await tables.storage.tokens([invite, secret])
    mine, invited = known.get(secret), known.get(invite)
    if mine is not None and mine.table_id == live.id and mine.role == "guest":
        await sit_again(tables, live, secret, mine)
        return mine
    if mine is not None or invited is None or invited.table_id != live.id:
        raise Forbidden(USED)
    if invited.role != "invite":
        return invited
    seat = invited.seat

    def sit(played: PlayedGame) -> list[Row]:
        if played.players.get(seat) != "open":
            raise Conflict("somebody sits there already", seq=played.seq)
        named = played.name(seat, name) if name else []
        return named + played.sit(seat, "guest")

    exchange = Links(
        seat=seat, needs=token_hash(invite), voids=("invite", "guest"), adds="guest", hash=token_hash(secret)
    )
    await tables.change(live, sit, links=exchange)
    return Token(live.id, "guest", seat)


async def sit_again(tables: Tables, live: LiveTable, secret: str, token: Token) -> None:
    """Let a guest sit whose seat is open, as after a server that stopped while he came in."""
    if live.played.players.get(token.seat) != "open" or live.played.closed:
        return

    def sit(played: PlayedGame) -> list[Row]:
        return played.sit(token.seat, "guest") if played.players.get(token.seat) == "open" else []

    await tables.change(live, sit, links=Links(seat=token.seat, needs=token_hash(secret)))


async def invite(tables: Tables, live: LiveTable, seat: str) -> str:
    """A new invitation to an open seat; those before it are void."""
    secret = secrets.token_urlsafe(24)

    def note(played: PlayedGame) -> list[Row]:
        if played.players.get(seat) != "open":
            raise Conflict("only to an open seat somebody can be invited", seq=played.seq)
        return played.invite(seat)

    await tables.change(
        live, note, links=Links(seat=seat, voids=("invite", "guest"), adds="invite", hash=token_hash(secret))
    )
    return secret


async def change_seat(tables: Tables, live: LiveTable, seat: str, player: str) -> Ack:
    """Give a seat to the opener, to a bot or to a guest who is still to come."""
    for _ in range(10):
        async with tables.at(live) as played:
            judged_at = played.seq
            seen = await tables.storage.last_seen(live.id, seat)

        def change(played: PlayedGame, judged_at: int = judged_at, seen: float | None = seen) -> list[Row]:
            if seat not in played.players:
                raise Unknown("there is no such seat at this table")
            if played.seq != judged_at:
                raise _Again("")
            if played.players[seat] == "guest" and seen is not None:
                _must_be_absent(live, played, seat, seen)
            if player == "open" and played.has_secrets and seat in played.looked:
                raise Conflict("in a game with secrets a seat that was taken over is not given back", seq=played.seq)
            return played.sit(seat, player)

        try:
            ack = await tables.change(live, change, links=Links(seat=seat, voids=("guest",)))
        except _Again:
            continue
        live.clear_notices(seat)
        tables.drive(live)
        return ack
    raise Conflict("the table is too busy; try again", seq=live.played.seq)


def _must_be_absent(live: LiveTable, played: PlayedGame, seat: str, seen: float) -> None:
    """A guest keeps his seat, unless he has been away for longer than was agreed; whoever is connected is not away."""
    agreed = played.stored.absence
    if not agreed:
        raise Conflict("a guest sits there", seq=played.seq)
    if any(one.token.role == "guest" and one.token.seat == seat for one in live.listeners):
        raise Conflict("a guest sits there, and he is here", seq=played.seq)
    left = agreed - (time.time() - seen) / 3600
    if left > 0:
        raise Conflict(f"a guest sits there; he can be replaced in {left:.1f} hours if he stays away", seq=played.seq)


async def leave(tables: Tables, live: LiveTable, secret: str, token: Token) -> Ack:
    """A guest goes for good; his seat is open again, unless the game is over."""

    def change(played: PlayedGame) -> list[Row]:
        if played.closed or played.table.over or played.players.get(token.seat) != "guest":
            return []
        return played.sit(token.seat, "open")

    gone = Links(seat=token.seat, needs=token_hash(secret), voids=("guest",))
    ack = await tables.change(live, change, links=gone)
    await tables.storage.void(secret)  # where nothing had to be written
    tables.forget_tokens(live.id)
    return ack


async def delete(tables: Tables, live: LiveTable) -> Ack:
    """The opener deletes his table, unless a guest plays there or still has to see how the dice were made."""
    for _ in range(5):
        async with tables.at(live) as played:
            await _must_need_nobody(tables, played)
            seq = played.seq
            # Another worker may have written something meanwhile, perhaps that a guest has come.
            if await tables.storage.remove(live.id, seq):
                tables.live.pop(live.id, None)
                tables.forget_tokens(live.id)
                return Ack(seq=seq)
            await tables.refresh(live)
    raise Conflict("the table is too busy; try again", seq=live.played.seq)


async def _must_need_nobody(tables: Tables, played: PlayedGame) -> None:
    """Complain while a guest who has a link needs the table."""
    table_id = played.stored.id
    held = [seat for seat, player in played.players.items() if player == "guest"]
    guests = [seat for seat in held if await tables.storage.last_seen(table_id, seat) is not None]
    if not guests or played.closed:
        return
    if not played.table.over:
        raise Conflict("a guest plays there; the table can be deleted when the game is over", seq=played.seq)
    ended, told = await tables.storage.ended(table_id)
    left = ended + VERIFY_DAYS * 86_400 - time.time()
    if left > 0 and not set(guests) <= told:
        raise Conflict(
            "the guest has not fetched the record, by which he can verify the dice; the table can be deleted when he "
            f"has, when he leaves it, or in {left / 86_400:.1f} days",
            seq=played.seq,
        )
