"""The second worker: it thinks for bots, replays records, reviews games, gives advice."""

from __future__ import annotations

import msgspec

from ...bots import make_bot
from ...engine import GrognardError
from ...server.tasks import advice, reviews, uploads
from ...server.tasks.bots import Thinking
from .helpers import Said, unpacked

_thinking = Thinking(make_bot)
_desk = advice.Desk()


def work(text: str) -> str:
    """Do a job; any error becomes a complaint."""
    kind, job = unpacked(text)
    said = Said()
    try:
        if kind == "choose":
            said.answer = _thinking.choose(job)
        elif kind == "reach":
            said.answer = msgspec.json.encode(uploads.reach(job)).decode()
        elif kind == "advise":
            said.answer = _desk.do(job)
        else:
            said.answer = reviews.reviewed(job)
    except GrognardError as problem:
        said.complaint = str(problem)
    except Exception as problem:
        said.complaint = _complaint(kind, problem)
    return msgspec.json.encode(said).decode()


def _complaint(kind: str, problem: Exception) -> str:
    if kind == "reach":
        return uploads.complaint(problem)
    if kind == "advise":
        return advice.complaint(problem)
    if kind == "review":
        return reviews.complaint(problem)
    return f"{type(problem).__name__}: {problem}"[:300]
