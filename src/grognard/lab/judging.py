"""A game judged by many: each decision is a task, for the processes of this machine or a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import msgspec

from ..bots.analysis import Analyst, Wanted, judged_so_far
from ..bots.analysis.told import Analysis, Judged
from ..engine.record import read_record
from ..games import load_game
from .executor import Executor


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a game, by its number."""

    record: str
    pack: str
    """The data pack it was played with; empty for the game's own data."""
    wanted: Wanted
    number: int


def judge(task: Task) -> Judged:
    """The verdict on a decision; the record is gone through once in each process."""
    return _analyst(task.record, task.pack, task.wanted)[0].judge(task.number)


@lru_cache(maxsize=2)
def _analyst(record: str, pack: str, wanted: Wanted) -> tuple[Analyst, Analysis]:
    read = read_record(record)
    analyst = Analyst(load_game(read.game, Path(pack) if pack else None), read, wanted)
    return analyst, analyst.survey()


def analyse_with(
    executor: Executor, record: str, pack: str, wanted: Wanted, progress: Callable[[int, int], None]
) -> tuple[Analysis, bool]:
    """The same analysis as on one processor, and whether it is whole: Ctrl-C keeps the verdicts that are there."""
    analyst, survey = _analyst(record, pack, wanted)
    tasks = [Task(record=record, pack=pack, wanted=wanted, number=number) for number in range(analyst.count)]
    found: dict[int, Judged] = {}
    try:
        for number, one in executor.results(judge, tasks):
            found[number] = one
            progress(len(found), analyst.count)
    except KeyboardInterrupt:
        return judged_so_far(survey, [found[number] for number in sorted(found)]), False
    return judged_so_far(survey, [found[number] for number in sorted(found)]), True
