"""Bots at tables: whose turn it is, at what pace, and what happens when one fails."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from ...engine.view import View, view
from ..errors import Conflict, Problem, Unavailable
from ..play.game import PlayedGame
from ..play.loading import Archive
from ..settings import Settings
from ..storage.rows import Row
from ..tasks.bots import ACCEPTS, BotFailed, Job
from .table import LiveTable
from .tables import Tables

log = logging.getLogger("grognard.server")

BOT = "bot:"


class Drivers:
    """Starts a task for every table that waits for a bot; it ends when a person is asked."""

    def __init__(self, settings: Settings, tables: Tables) -> None:
        self.settings = settings
        self.tables = tables
        self.thinkers = tables.helpers.thinkers
        self.closing = False
        self.quotas: dict[str, tuple[asyncio.Semaphore, int]] = {}
        """The places of each owner, and how many use or want one."""
        tables.drive = self.drive

    def drive(self, live: LiveTable) -> None:
        """Let a bot play on if one is asked."""
        if live.driver is None and not self.closing and (self._bot_asked(live) or self._bot_offered(live)):
            live.thinking = True
            live.driver = asyncio.get_running_loop().create_task(self._drive(live))

    def _bot_asked(self, live: LiveTable) -> str:
        """The name of the bot that is asked and may play now."""
        played = live.played
        if live.uncertain:
            return ""  # the table is driven on when it has been read again
        asked = played.asked
        player = played.players.get(asked, "")
        if not player.startswith(BOT) or asked in live.stuck:
            return ""
        # Bots play while somebody is there to see it.
        if not live.attended(self.settings.away_seconds):
            return ""
        return player.removeprefix(BOT)

    def _bot_offered(self, live: LiveTable) -> str:
        """The seat of a bot that is to answer the offer of a draw."""
        played = live.played
        if live.uncertain or isinstance(played, Archive) or not played.parley.offer or played.table.over:
            return ""
        bots = [seat for seat, player in played.players.items() if player.startswith(BOT)]
        return next((seat for seat in bots if played.may_agree("accept", seat)), "")

    async def _drive(self, live: LiveTable) -> None:
        try:
            async with self._quota(live.owner):
                while not self.closing:
                    if seat := self._bot_offered(live):
                        await self._answer_offer(live, seat)
                        continue
                    if not (bot := self._bot_asked(live)):
                        break
                    if live.pace == "watchable":
                        await asyncio.sleep(self.settings.watch_delay)
                    await self._decide(live, bot)
        except asyncio.CancelledError:
            raise
        except Exception as problem:
            if self.closing:  # its process ends with the server: worth a line, and nobody is there to be told
                log.warning("a bot at table %s was cut off by the end of the server: %r", live.id, problem)
                return
            log.exception("a bot at table %s could not play on", live.id)
            seat = live.played.asked
            live.stuck.add(seat)
            live.notice(seat, "The bot could not play on; the server's log says why.")
        finally:
            live.driver = None
            live.thinking = False
            live.changed()
            # Somebody may have changed seats in the last moment.
            self.drive(live)

    @asynccontextmanager
    async def _quota(self, owner: str) -> AsyncIterator[None]:
        """Bots play at only so many tables of one owner at a time; others wait."""
        places, users = self.quotas.get(owner) or (asyncio.Semaphore(self.settings.bot_tables_per_address), 0)
        self.quotas[owner] = (places, users + 1)
        try:
            async with places:
                yield
        finally:
            _, users = self.quotas.pop(owner)
            if users > 1:
                self.quotas[owner] = (places, users - 1)

    async def _decide(self, live: LiveTable, bot: str) -> None:
        async with self.tables.at(live) as played:
            seat, seq, player = played.asked, played.seq, played.players.get(played.asked, "")
            if player != BOT + bot:
                return
            seen = view(played.position, played.seat(seat), hints=False)
            title = played.asked_title
        job = self._job(played, seat, bot, seen)
        try:
            answer = await self.thinkers.choose(job, live.owner)

            def play(played: PlayedGame) -> list[Row]:
                if played.players.get(seat) != player:
                    raise Conflict("somebody else sits there now")
                if played.parley.offer and played.may_agree("accept", seat):
                    return []  # to play on would answer the offer that has come meanwhile
                return played.play(seat, answer, None)

            await self.tables.change(live, play, seq=seq)
        except Unavailable:
            return  # the bot is asked again when the table has been read
        except BotFailed as problem:
            log.warning("the bot '%s' at table %s %s", bot, live.id, problem)
            said = "failed; the server's log says why" if problem.said else str(problem)
            self._failed(live, seq, player, f"{title}: the bot '{bot}' {said}")
        except Problem as problem:
            # What it wanted to do may be a secret, and so may the reason why it cannot be done.
            log.warning("the bot '%s' at table %s answered '%s': %s", bot, live.id, answer, problem)
            self._failed(live, seq, player, f"{title}: the bot '{bot}' answered something that is not possible")

    async def _answer_offer(self, live: LiveTable, seat: str) -> None:
        """Let a bot say what it thinks of a draw; one that fails declines."""
        async with self.tables.at(live) as played:
            player, offer = played.players.get(seat, ""), played.parley.offer
            if not player.startswith(BOT) or not offer:
                return
            seen = view(played.position, played.seat(seat), hints=False)
            first = await self.tables.first_seen(live, seat)
        job = self._job(played, seat, player.removeprefix(BOT), seen)
        job = msgspec.structs.replace(job, draw=True, first=first)
        try:
            accepts = await self.thinkers.choose(job, live.owner) == ACCEPTS
        except BotFailed as problem:
            log.warning("the bot '%s' at table %s was offered a draw and %s", job.bot, live.id, problem)
            accepts = False

        def answer(played: PlayedGame) -> list[Row]:
            if played.players.get(seat) != player or played.parley.offer != offer:
                return []  # it was withdrawn, or somebody else sits there now
            why = "the bot thinks that it stands well enough to play on"
            return played.agree("accept", seat, None) if accepts else played.agree("decline", seat, None, why)

        try:
            await self.tables.change(live, answer)
        except Unavailable:
            return  # it is asked again when the table has been read
        except Problem as problem:
            log.warning("the answer of the bot '%s' at table %s was not wanted: %s", job.bot, live.id, problem)

    def _job(self, played: PlayedGame, seat: str, bot: str, seen: View) -> Job:
        table = played.stored.id
        return Job(
            table=table,
            seat=seat,
            bot=bot,
            game=played.game.id,
            pack=self.settings.packs.get(played.game.id),
            seed=bot_seed(played.stored.seed, f"{table} {seat}"),
            view=seen,
        )

    def _failed(self, live: LiveTable, seq: int, player: str, text: str) -> None:
        """Tell the table, unless it has moved on and the bot's answer is no longer wanted."""
        seat = live.played.asked
        if live.played.moved <= seq and live.played.players.get(seat) == player:
            live.stuck.add(seat)
            live.notice(seat, f"{text}. Try again or take over the seat.")

    async def close(self) -> None:
        """Stop thinking everywhere."""
        self.closing = True
        tasks = [live.driver for live in self.tables.live.values() if live.driver is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.thinkers.close()


def bot_seed(secret: str, seat: str) -> int:
    """The seed of a bot's choices: nobody who does not know the table's seed can foresee what it will do."""
    digest = hashlib.blake2b(seat.encode(), key=bytes.fromhex(secret), digest_size=7, person=b"grognard-bot")
    return int.from_bytes(digest.digest(), "big")
