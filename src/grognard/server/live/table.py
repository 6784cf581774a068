"""A table in memory: who is connected, what they may do, and what each is shown."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from ..errors import Pending
from ..messages import AdviceAllowed, Notice, ParleyState, PartState, TableState, TossState
from ..play.advising import refuse_hints, refuse_looking_back
from ..play.game import PlayedGame
from ..play.loading import Archive
from ..play.toss import OPENER
from ..storage.rows import Token
from .view_delta import Seen, Shared, seen
from .views import Holder, encoder, seat_states, seat_view


class Listener:
    """A connected browser: it is woken after a change and asks for what it has not seen."""

    def __init__(self, token: Token, since: int, lines: int = 0) -> None:
        self.token = token
        self.since = since
        self.lines = lines
        """How many lines of the log it wants at first."""
        self.acks: list[str] = []
        """What this browser did over the live connection and has not been told of."""
        self.wake = asyncio.Event()
        self.wake.set()
        self.replaced = asyncio.Event()
        """Set when the browser must make room for another with the same link."""
        self.doubted = False
        """Whether its link may have become void; nothing is sent before the database has been asked."""
        self.void = asyncio.Event()


class LiveTable:
    """A table in memory."""

    def __init__(self, played: PlayedGame) -> None:
        self.id = played.stored.id
        self.played = played
        self.pace = played.stored.pace
        self.lock = asyncio.Lock()
        self.uncertain = False
        """Whether memory may be ahead of the database, or behind it."""
        self.pending: Pending | None = None
        """A change of which nobody knows yet whether it was committed."""
        self.listed: dict[str, str] | None = None
        """What the lobby's list shows of the table, if that is known."""
        self.listeners: dict[Listener, None] = {}
        """The connected browsers, the oldest first."""
        self.seen = time.monotonic()
        """When somebody who holds a seat was here last."""
        self.told: set[str] = set()
        """The seats of guests of whom it is noted that they have the record of the finished game."""
        self.notices: list[Notice] = []
        self.notice_count = 0
        self.owner = self.id
        """Whose bots these are, for taking turns: the address of the player who opened the table or came last."""
        self.stuck: set[str] = set()
        """Seats whose bot failed and waits to be tried again."""
        self.thinking = False
        self.driver: asyncio.Task[None] | None = None
        self.nudge = asyncio.Event()
        self._sent: dict[Any, str] = {}
        self._seen: dict[Holder, tuple[PlayedGame, int, list[Seen]]] = {}
        """What those with the same rights saw last, and at which row."""
        self._shared: tuple[PlayedGame, int, Shared] | None = None
        """What all see alike, and at which row."""

    # -- who may what ----------------------------------------------------------------------------

    def holder(self, token: Token) -> Holder:
        """What a token allows now."""
        players = self.played.players
        if token.role == "owner":
            return Holder("owner", tuple(s for s, player in players.items() if player == "human"))
        if token.role == "guest" and players.get(token.seat) in ("open", "guest"):
            return Holder("guest", (token.seat,), token.seat)
        return Holder("spectator", ())

    def seen_by(self, token: Token) -> None:
        """Somebody asks for something."""
        if token.role != "spectator":
            self.seen = time.monotonic()

    def attended(self, seconds: float) -> bool:
        """Whether a player is here or was so many seconds ago; where only bots play, a spectator will do."""
        bots = all(player.startswith("bot:") for player in self.played.players.values())
        if any(bots or one.token.role != "spectator" for one in self.listeners):
            return True
        return not bots and time.monotonic() < self.seen + seconds

    @property
    def here(self) -> frozenset[str]:
        """The seats of which a browser is connected."""
        return frozenset(seat for one in self.listeners for seat in self.holder(one.token).seats)

    # -- what is seen ----------------------------------------------------------------------------

    def state(self, token: Token, since: int = -1, views: list[Any] | None = None, lines: int = 0) -> TableState:
        """The table as a token sees it; the log from row `since` on (all of it without), but only the last `lines`.

        `views`: if they are known.
        """
        played = self.played
        holder = self.holder(token)
        seats = holder.seats or ("",)
        log_from = played.log_from(since)
        left_out = max(0, len(played.book) - log_from - lines) if lines else 0
        closed = [Notice(id=0, kind="closed", seat="", text=played.closed)] if played.closed else []
        own: dict[str, Any]
        if isinstance(played, Archive):
            own = {"views": [played.views[seat] for seat in seats if seat in played.views], "actions": played.count}
            own |= {"can_undo": False, "can_redo": False, "commitment": played.commitment, "seed": "", "over": False}
            own |= {"toss": None, "parley": ParleyState(), "advice": AdviceAllowed()}
        else:
            own = self._present(played, holder, seats, views)
        own["log"], own["seat_logs"] = self.lines(holder, log_from + left_out)
        return TableState(
            table=self.id,
            game=played.game.id,
            scenario=played.stored.scenario,
            options=list(played.stored.options),
            seq=played.seq,
            seats=seat_states(played, holder, self.here),
            log_from=log_from,
            log_left_out=left_out,
            asked=played.asked,
            owner=holder.role == "owner",
            pace="watchable" if self.pace == "watchable" else "fast",
            thinking=self.thinking,
            absence=played.stored.absence,
            notices=[*closed, *self.notices],
            **own,
        )

    def lines(self, holder: Holder, first: int, count: int = 2**31) -> tuple[list[Any], dict[str, list[Any]]]:
        """What those with certain rights were told, as JSON: one log, or that of each seat where they differ."""
        seats = holder.seats or ("",)
        last = first + count
        if self.played.has_secrets and len(seats) > 1:
            return [], {seat: self.played.lines(seat, first, last) for seat in seats}
        return self.played.lines(seats[0], first, last), {}

    def _present(
        self, played: PlayedGame, holder: Holder, seats: tuple[str, ...], views: list[Any] | None
    ) -> dict[str, Any]:
        """What the position itself tells."""
        table = played.table
        mine = bool(played.asked) and played.asked in holder.seats
        return {
            "actions": table.count,
            "views": [seat_view(played, played.position, seat) for seat in seats] if views is None else views,
            "can_undo": mine and table.can_undo,
            "can_redo": mine and table.can_redo,
            "commitment": table.stream.commitment,
            "seed": played.stored.seed if table.over else "",
            "over": table.over,
            "toss": _toss(played, holder),
            "parley": _parley(played, holder),
            "advice": AdviceAllowed(
                hint=mine and refuse_hints(played) is None,
                back=bool(holder.seats) and refuse_looking_back(played) is None,
                agreed=played.stored.hints,
            ),
        }

    def message(self, token: Token, since: int, *, first: bool, lines: int = 0) -> str:
        """The state as JSON, not the `first` one only with what has changed; browsers with the same rights share it."""
        holder = self.holder(token)
        key = (holder, since, first, lines)
        found = self._sent.get(key)
        if found is None:
            views = None if isinstance(self.played, Archive) else self._views(holder, since, first)
            found = self._sent[key] = encoder.encode(self.state(token, since, views, lines)).decode()
        return found

    def _views(self, holder: Holder, since: int, first: bool) -> list[Any]:
        """The views of a token; without what a browser that has seen row `since` knows."""
        played = self.played
        before = self._seen.get(holder)
        if before is not None and before[0] is not played:
            before = None
        known = before is not None and not first and before[1] == since
        if before is not None and before[1] == played.seq:
            return [one.nothing() if known else one.whole() for one in before[2]]
        shared = self._all_see(played)
        seats = holder.seats or ("",)
        old = before[2] if before is not None else [None] * len(seats)
        now = [seen(played, seat, shared, one) for seat, one in zip(seats, old, strict=True)]
        self._seen[holder] = (played, played.seq, now)
        # In another order nobody can put the parts together.
        same = all(one is not None and one.sorted == new.sorted for one, new in zip(old, now, strict=True))
        return [one.news() if known and same else one.whole() for one in now]

    def _all_see(self, played: PlayedGame) -> Shared:
        found = self._shared
        if found is None or found[0] is not played or found[1] != played.seq:
            found = self._shared = (played, played.seq, Shared(played))
        return found[2]

    def changed(self) -> None:
        """Wake everybody."""
        self._sent.clear()
        if not self.listeners:
            self._seen.clear()
            self._shared = None
        for listener in self.listeners:
            listener.wake.set()
        self.nudge.set()

    def notice(self, seat: str, text: str) -> None:
        """Tell the table something."""
        self.notice_count += 1
        self.notices.append(Notice(id=self.notice_count, kind="bot", seat=seat, text=text))
        self.changed()

    def clear_notices(self, seat: str) -> None:
        """A seat's trouble is over."""
        self.stuck.discard(seat)
        self.notices = [notice for notice in self.notices if notice.seat != seat]
        self.changed()


def _parley(played: PlayedGame, holder: Holder) -> ParleyState:
    """A draw that is offered, and what this token can do about the end of the game."""
    parley = played.parley
    held = sorted(holder.seats, key=lambda seat: seat != played.asked)
    if played.closed or played.table.over or played.waiting:
        return ParleyState()
    mine = next((seat for seat in held if played.may_agree("resign", seat)), "")
    answering = [seat for seat in held if played.may_agree("accept", seat)] if parley.offer else []
    return ParleyState(
        seat=mine,
        may_offer=bool(mine) and played.may_agree("offer", mine),
        offer=parley.offer,
        answers=answering[0] if answering else "",
    )


def _toss(played: PlayedGame, holder: Holder) -> TossState | None:
    """Who adds what to the seed, and what is wanted of this token."""
    toss = played.toss
    if toss is None:
        return None
    party = party_of(holder)
    asks = toss.asks(party, played.players)
    return TossState(
        parts=[
            PartState(party=name, commitment=commitment, part=toss.parts.get(name, ""))
            for name, commitment in toss.commitments.items()
        ],
        closed=toss.closed,
        settled=toss.settled,
        party=party,
        asks="commitment" if asks == "commitment" else "part" if asks == "part" else "",
    )


def party_of(holder: Holder) -> str:
    """As whom a token adds to the seed; nobody for a spectator."""
    return OPENER if holder.role == "owner" else holder.guest_of
