"""What can be asked of a table: the same for a request to a server and for one to the worker of a page.

Each call takes the tables, the id of one of them, and the body of the request. Tokens travel in bodies.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from ..errors import Conflict, Forbidden, Problem, TooMany
from ..messages import (
    Ack,
    Act,
    Back,
    Invite,
    Invited,
    Join,
    Joined,
    LogBody,
    LogPage,
    Mark,
    NameBody,
    Overlay,
    OverlaysBody,
    PaceChange,
    ParleyBody,
    ReplayBody,
    Replayed,
    SeatChange,
    StateBody,
    TableCard,
    TableState,
    TokenBody,
    TokensBody,
    TossBody,
    Why,
    WhyNot,
)
from ..play import queries as asking
from ..play.game import PlayedGame
from ..play.names import given_name, person_name
from ..play.standing import ReviewSeen, StandingSeen, standings_seen
from ..storage.rows import Row, Stored, Token
from ..threads import in_thread
from . import actions as acting
from . import seating
from .opening import check_player
from .table import LiveTable, party_of
from .tables import Tables
from .views import person_at, seat_view


async def enter(tables: Tables, table: str, secret: str) -> tuple[LiveTable, Token]:
    """A table, and what a token allows at it."""
    token = await tables.token(table, secret)
    live = await tables.get(table)
    live.seen_by(token)
    await tables.note_guest(secret, token, live.played.stored.absence)
    if live.driver is None:
        tables.drive(live)  # bots that stopped because nobody was here
    return live, token


async def mine(tables: Tables, data: TokensBody) -> list[TableCard]:
    """The lobby's list, last played first; unknown tokens are left out."""
    held = await tables.storage.tokens(data.tokens)
    stored = await tables.storage.tables(list({token.table_id for token in held.values()}))
    index = {secret: i for i, secret in reversed(list(enumerate(data.tokens)))}
    cards: list[TableCard] = []
    for table in stored:
        mine = sorted(
            ((index[s], t.role) for s, t in held.items() if t.table_id == table.id),
            key=lambda found: (found[1] != "owner", found[1] != "guest", found[0]),
        )
        asked = "" if table.outcome else await _asked(tables, table.id, len(cards))
        holder = held[data.tokens[mine[0][0]]]
        cards.append(
            TableCard(
                asked=asked,
                your_turn=bool(asked) and _is_theirs(holder, table, asked),
                table=table.id,
                game=table.game,
                scenario=table.scenario,
                headline=table.headline,
                outcome=table.outcome,
                touched=table.touched,
                players=table.players,
                names=_names(table),
                role=mine[0][1],
                token_index=mine[0][0],
            )
        )
    return cards


def _names(table: Stored) -> dict[str, str]:
    """The people at a table of a list; who has come since it was opened is known by his name."""
    found = {
        seat: person_at("guest" if player == "open" else player, seat, table.people)
        for seat, player in table.players.items()
    }
    return {seat: name for seat, name in found.items() if name}


LOOKED_AT = 24
"""Tables of a list that are loaded to say whose turn it is."""


async def _asked(tables: Tables, table: str, number: int) -> str:
    """The seat that is asked at a table; empty if it cannot be told without much work."""
    live = tables.live.get(table)
    if live is None and number < LOOKED_AT:
        with contextlib.suppress(Problem):
            live = await tables.get(table)
    return live.played.asked if live is not None else ""


def _is_theirs(token: Token, table: Stored, asked: str) -> bool:
    """Whether the seat that is asked is held by a token."""
    if token.role == "owner":
        return table.players.get(asked) == "human"
    return token.role == "guest" and token.seat == asked


async def table_state(tables: Tables, table: str, data: StateBody) -> TableState:
    """The whole state with the end of the log, as the live connection sends it first."""
    live, token = await enter(tables, table, data.token)
    async with tables.at(live, data.seq):
        return live.state(token, lines=data.lines)


async def log_page(tables: Tables, table: str, data: LogBody) -> LogPage:
    """Lines that were left out of the first state."""
    live, token = await enter(tables, table, data.token)
    async with tables.at(live):
        log, seat_logs = live.lines(live.holder(token), data.first, data.count)
    return LogPage(log=log, seat_logs=seat_logs)


async def act(tables: Tables, table: str, data: Act) -> Ack:
    """Play an action; acknowledged after the commit."""
    live, token = await enter(tables, table, data.token)
    return await acting.act(
        tables, live, token, seat=data.seat, action=data.action, seq=data.seq, client_id=data.client_id
    )


async def undo(tables: Tables, table: str, data: Back) -> Ack:
    """Step back to before the last action, if nobody has learnt anything from it."""
    live, token = await enter(tables, table, data.token)
    return await acting.step(tables, live, token, "undo", seq=data.seq, client_id=data.client_id)


async def redo(tables: Tables, table: str, data: Back) -> Ack:
    """Step forth again."""
    live, token = await enter(tables, table, data.token)
    return await acting.step(tables, live, token, "redo", seq=data.seq, client_id=data.client_id)


async def parley(tables: Tables, table: str, data: ParleyBody) -> Ack:
    """A seat gives up, offers a draw, withdraws its offer, or answers one; a bot answers by itself."""
    live, token = await enter(tables, table, data.token)
    return await acting.parley(tables, live, token, seat=data.seat, what=data.what, client_id=data.client_id)


async def why(tables: Tables, table: str, data: Why) -> WhyNot:
    """The rule that forbids an action or a click, in one sentence."""
    live, token = await enter(tables, table, data.token)
    async with tables.at(live) as played:
        acting.hold(live, live.holder(token), data.seat)
        return asking.why_not(played, data)


async def overlays(tables: Tables, table: str, data: OverlaysBody) -> list[Overlay]:
    """Zones of control, control, supply, as the game offers them; lines of sight and the like from a place."""
    live, token = await enter(tables, table, data.token)
    async with tables.at(live) as played:
        seats = live.holder(token).seats
        seat = played.seat(seats[0]) if seats else None
        g = played.position.copy()
        g.forget()  # what was derived is shared with the position that is being played
    return await in_thread(asking.overlays, g, seat, data.place)


async def join(tables: Tables, table: str, data: Join) -> Joined:
    """Exchange an invitation, which is void then, for a secret that only the guest knows."""
    known = await tables.storage.tokens([data.token, data.secret])
    if not any(token.table_id == table for token in known.values()):
        raise Forbidden(seating.USED)
    live = await tables.get(table)
    async with tables.at(live):
        pass
    token = await seating.join(tables, live, data.token, data.secret, given_name(data.name))
    secret = data.secret if token.role == "guest" else data.token
    return Joined(token=secret, seat=token.seat, absence=live.played.stored.absence)


async def toss(tables: Tables, table: str, data: TossBody) -> Ack:
    """Fix a part of the seed by its hash, or tell it; the same again does no harm."""
    live, token = await enter(tables, table, data.token)
    if bool(data.commitment) == bool(data.part):
        raise Problem("send either the hash of your part of the seed or the part")
    async with tables.at(live) as played:
        known = played.toss
        party = party_of(live.holder(token))
        if known and (data.commitment or data.part) in (known.commitments.get(party), known.parts.get(party)):
            return Ack(seq=played.seq, repeated=True)

    def add(played: PlayedGame) -> list[Row]:
        return played.add_to_seed(party_of(live.holder(token)), data.commitment, data.part)

    return await tables.change(live, add)


async def invite(tables: Tables, table: str, data: Invite) -> Invited:
    """A new invitation to a seat that is open; those before it are void."""
    live, token = await enter(tables, table, data.token)
    if token.role != "owner":
        raise Forbidden("only the opener of the table can invite")
    return Invited(token=await seating.invite(tables, live, data.seat))


async def change_seat(tables: Tables, table: str, data: SeatChange) -> Ack:
    """The opener takes over a seat or gives it to a bot; a guest's seat is the guest's. All are told of it."""
    live, token = await enter(tables, table, data.token)
    if token.role != "owner":
        raise Forbidden("only the opener of the table can change seats")
    return await seating.change_seat(tables, live, data.seat, check_player(tables, data.player))


async def retry(tables: Tables, table: str, data: TokenBody) -> Ack:
    """Forget that bots failed here."""
    live, token = await enter(tables, table, data.token)
    async with tables.at(live):
        if live.holder(token).role == "spectator":
            raise Forbidden("spectators cannot do that")
    for seat in list(live.stuck):
        live.clear_notices(seat)
    tables.drive(live)
    return Ack(seq=live.played.seq)


async def change_pace(tables: Tables, table: str, data: PaceChange) -> Ack:
    """`fast`, or `watchable` with a pause between actions."""
    live, token = await enter(tables, table, data.token)
    if token.role != "owner":
        raise Forbidden("only the opener of the table can change the pace")
    await tables.storage.set_pace(table, data.pace)
    live.pace = data.pace
    live.changed()
    return Ack(seq=live.played.seq)


async def replay(tables: Tables, table: str, data: ReplayBody) -> Replayed:
    """The position after so many actions, as a seat saw it."""
    live, token = await enter(tables, table, data.token)
    async with tables.at(live) as played:
        holder = live.holder(token)
        if data.seat:
            acting.hold(live, holder, data.seat)
        seat = data.seat or (holder.seats or ("",))[0]
        past = await tables.past(live, data.to)
        view = await in_thread(lambda: seat_view(played, past(), seat, hints=False))
        return Replayed(at=data.to, actions=played.table.count, view=view, log_to=played.book.upto(data.to))


async def marks(tables: Tables, table: str, data: TokenBody) -> list[Mark]:
    """The jumps of the replay bar."""
    live, _ = await enter(tables, table, data.token)
    async with tables.at(live) as played:
        return played.marks()


async def record(tables: Tables, table: str, data: TokenBody) -> str:
    """Header and one action a line; of a game with secrets only when it is over."""
    live, token = await enter(tables, table, data.token)
    async with tables.at(live) as played:
        if played.has_secrets and not played.table.over:
            raise Conflict("the record of a game with secrets is told when it is over")
        earlier = await tables.entries(live)
        text = await in_thread(lambda: played.record(earlier).to_text())
    if token.role == "guest" and token.seat not in live.told:
        await tables.change(live, lambda played: played.told_record(token.seat))
        live.told |= {token.seat} if live.played.table.over else set()
    return text


async def standing(tables: Tables, table: str, data: TokenBody) -> list[StandingSeen]:
    """Points by source; for all to see, with their counters as the reader knows them."""
    live, token = await enter(tables, table, data.token)
    async with tables.at(live) as played:
        seats = live.holder(token).seats
        return standings_seen(played.position, played.names(played.seat(seats[0]) if len(seats) == 1 else None)[0])


async def look_back(tables: Tables, table: str, data: TokenBody) -> ReviewSeen:
    """Points, losses, the course of the score, luck, turning points, what was hidden; only when it is over."""
    live, _ = await enter(tables, table, data.token)
    async with tables.at(live) as played:
        if not played.table.over:
            raise Conflict("a game is looked back at when it is over")
        earlier = await tables.entries(live)
        seq, text = played.seq, await in_thread(lambda: played.record(earlier).to_text())
    return await tables.helpers.reviews.of(table, seq, text)


async def leave(tables: Tables, table: str, data: TokenBody) -> Ack:
    """A guest's seat is open again; the opener's table is deleted, unless a guest still needs it."""
    live, token = await enter(tables, table, data.token)
    if token.role == "guest":
        return await seating.leave(tables, live, data.token, token)
    if token.role != "owner":
        raise Forbidden("whoever only watches holds no seat that could be left")
    return await seating.delete(tables, live)


async def give_name(tables: Tables, table: str, data: NameBody) -> Ack:
    """All at the table see the name, spectators too."""
    name = person_name(data.name)
    live, token = await enter(tables, table, data.token)
    party = party_of(live.holder(token))
    if not party:
        raise Forbidden("whoever only watches needs no name")
    if live.played.people.get(party) != name and not tables.may_rename(f"{table} {party}"):
        raise TooMany("a name can be changed a few times a minute; wait a moment")

    def change(played: PlayedGame) -> list[Row]:
        if party_of(live.holder(token)) != party:
            raise Forbidden("this link does not hold that seat any more")
        return played.name(party, name)

    return await tables.change(live, change)


CALLS: dict[str, Callable[[Tables, str, Any], Awaitable[Any]]] = {
    "state": table_state,
    "log": log_page,
    "actions": act,
    "undo": undo,
    "redo": redo,
    "parley": parley,
    "why": why,
    "overlays": overlays,
    "join": join,
    "toss": toss,
    "invite": invite,
    "seats": change_seat,
    "retry": retry,
    "pace": change_pace,
    "replay": replay,
    "marks": marks,
    "record": record,
    "standing": standing,
    "review": look_back,
    "leave": leave,
    "name": give_name,
}
"""What can be asked of a table, by the last word of its address."""
