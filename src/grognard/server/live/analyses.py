"""Analyses of games: each is worked out decision by decision, as long as somebody wants it, and is kept.

What is found is saved now and then, so that a worker that stops loses little and another one can go on with it. While
somebody else works on it (`LEASE`), a worker only tells how far that has come.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import msgspec

from ...bots.analysis import judged_so_far, read, written
from ...bots.analysis.told import Analysis, Judged
from ..errors import Problem, TooMany, Unavailable
from ..messages import AnalysisState, AnalysisStatus
from ..settings import Settings
from ..storage.rows import KeptAnalysis
from ..storage.store import Store
from ..tasks.advice import Advisers, JudgeJob, SurveyJob

log = logging.getLogger("grognard.server")

LEASE = 240.0
"""Seconds after its last sign in which nobody else goes on with an analysis."""
SAVED_EVERY = 20.0
"""Seconds between two times that it is saved."""
UNWATCHED = 120.0
"""Seconds after which it stops if nobody has asked how far it is."""
MOST_EACH = 2
"""Analyses of one owner that are worked on at a time."""
MOST = 24


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """The game that is to be looked back at, as it stands."""

    table: str
    key: str
    """Changes with every change of the position."""
    game: str
    record: str
    owner: str


class Run:
    """An analysis that is being worked on."""

    def __init__(self, wanted: Wanted, found: Analysis | None) -> None:
        self.wanted = wanted
        self.found = found
        self.kept = False
        """Whether all that was found is in the database, and it need not be remembered any more."""
        self.asked = self.saved = time.monotonic()
        self.task: asyncio.Task[None] | None = None
        self.trouble = ""

    @property
    def goes_on(self) -> bool:
        """Whether somebody works on it."""
        return self.task is None or not self.task.done()

    @property
    def status(self) -> AnalysisStatus:
        """How far it is, in a word; it is over and still here where it could not be saved."""
        if self.trouble:
            return "failed"
        if self.goes_on:
            return "running"
        return "stopped" if self.found is None or self.found.unjudged else "done"


class Analyses:
    """The analyses that this worker works on."""

    def __init__(self, settings: Settings, storage: Store, advisers: Advisers) -> None:
        self.settings = settings
        self.storage = storage
        self.advisers = advisers
        self.runs: dict[str, Run] = {}

    async def state(self, table: str, key: str, known: int) -> AnalysisState:
        """How far an analysis is; what was found from decision `known` on, and all of it when it is done."""
        run = self.runs.get(table)
        if run is not None and run.wanted.key == key:
            run.asked = time.monotonic()
            return _state(run.status, run.found, known, run.trouble)
        kept = await self.storage.analysis(table, key)
        if kept is None:
            return _state("none", None, known)
        found = read(kept.text)
        if not found.unjudged:
            return _state("done", found, known)
        return _state("running" if _leased(kept) else "stopped", found, known)

    async def begin(self, wanted: Wanted) -> None:
        """Work on an analysis, or go on with it."""
        run = self.runs.get(wanted.table)
        if run is not None and run.wanted.key == wanted.key and run.status in ("running", "done"):
            return
        if run is not None:
            await self.stop(wanted.table)
            self.runs.pop(wanted.table, None)
        found = run.found if run is not None and run.wanted.key == wanted.key else None
        kept = await self.storage.analysis(wanted.table, wanted.key) if found is None else None
        if kept is not None:
            found = read(kept.text)
            if not found.unjudged or _leased(kept):
                return
        self.runs = {table: run for table, run in self.runs.items() if run.goes_on}
        mine = [run for run in self.runs.values() if run.wanted.owner == wanted.owner]
        if len(mine) >= MOST_EACH or len(self.runs) >= MOST:
            raise TooMany("other games are being looked back at; wait until one of them is done")
        run = self.runs[wanted.table] = Run(wanted, found)
        run.task = asyncio.get_running_loop().create_task(self._work(run))

    async def stop(self, table: str) -> None:
        """Work on it no longer; what was found is kept."""
        run = self.runs.get(table)
        if run is None or run.task is None:
            return
        run.task.cancel()
        await asyncio.gather(run.task, return_exceptions=True)
        self._forget(run)

    async def close(self) -> None:
        """The server stops."""
        for table in list(self.runs):
            await self.stop(table)

    # -- working -----------------------------------------------------------------------------------

    async def _work(self, run: Run) -> None:
        try:
            await self._judge_all(run)
        except asyncio.CancelledError:
            run.kept = await self._save(run, over=True)
            raise
        except (Problem, Unavailable) as problem:
            run.trouble = str(problem)
            return
        except Exception:
            log.exception("the game at table %s could not be looked back at", run.wanted.table)
            run.trouble = "The game could not be looked back at; the server's log says why."
            return
        run.kept = await self._save(run, over=True)
        self._forget(run)

    def _forget(self, run: Run) -> None:
        """What is in the database need not be remembered."""
        if run.kept and self.runs.get(run.wanted.table) is run:
            del self.runs[run.wanted.table]

    async def _judge_all(self, run: Run) -> None:
        wanted = run.wanted
        about: dict[str, Any] = {
            "game": wanted.game,
            "pack": self.settings.packs.get(wanted.game),
            "key": f"{wanted.table} {wanted.key}",
            "record": wanted.record,
            "futures": self.settings.analysis_futures,
        }
        survey = await self.advisers.find(SurveyJob(**about), wanted.owner, Analysis)
        judged: list[Judged] = list(run.found.decisions) if run.found is not None else []
        run.found = judged_so_far(survey, judged)
        await self._save(run)
        for number in range(len(judged), survey.unjudged):
            if time.monotonic() > run.asked + UNWATCHED:
                return
            judged.append(await self._judged(JudgeJob(**about, number=number), wanted.owner))
            run.found = judged_so_far(survey, judged)
            if time.monotonic() > run.saved + SAVED_EVERY:
                await self._save(run)

    async def _judged(self, job: JudgeJob, owner: str) -> Judged:
        """A verdict; where too much waits, it waits for that."""
        while True:
            try:
                return await self.advisers.find(job, owner, Judged)
            except TooMany:
                await asyncio.sleep(2)

    async def _save(self, run: Run, *, over: bool = False) -> bool:
        """Keep what was found, if that is possible now; `over` lets another worker go on with it at once."""
        if run.found is None:
            return True
        run.saved = time.monotonic()
        kept = KeptAnalysis(run.wanted.table, run.wanted.key, 0.0 if over else time.time(), written(run.found))
        try:
            await self.storage.keep_analysis(kept)
        except Exception as problem:  # the database is away, or its disk is full: it is still in memory
            log.warning("the analysis of table %s could not be saved: %s", run.wanted.table, problem)
            return False
        return True


def _leased(kept: KeptAnalysis) -> bool:
    """Whether another worker is at it."""
    return time.time() < kept.touched + LEASE


def _state(status: AnalysisStatus, found: Analysis | None, known: int, trouble: str = "") -> AnalysisState:
    """As it goes over the wire: not again what is known."""
    if found is None:
        return AnalysisState(status=status, done=0, of=0, trouble=trouble)
    done = len(found.decisions)
    whole = known < 0 or status == "done"
    return AnalysisState(
        status=status,
        done=done,
        of=done + found.unjudged,
        trouble=trouble,
        analysis=found if whole else None,
        fresh=[] if whole else found.decisions[known:],
    )
