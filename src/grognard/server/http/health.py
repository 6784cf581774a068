"""For those who run the server: is it alive, is it ready, how is it doing."""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

from ..errors import Unavailable
from ..live.tables import Tables
from .rate_limit import Figures


@get("/health", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def health() -> str:
    """The process answers."""
    return "ok\n"


@get("/ready", include_in_schema=False, media_type=MediaType.TEXT)
async def ready(state: State) -> Response[str]:
    """The database answers too, so that people can be sent here."""
    tables: Tables = state.tables
    try:
        await tables.storage.check()
    except Unavailable:
        return Response("the database does not answer\n", status_code=503, media_type=MediaType.TEXT)
    if not tables.hearing:
        return Response("other workers are not heard yet\n", status_code=503, media_type=MediaType.TEXT)
    return Response("ok\n", media_type=MediaType.TEXT)


@get("/metrics", include_in_schema=False)
async def metrics(state: State, request: Request[Any, Any, Any]) -> Response[str]:
    """Figures for Prometheus; only for callers from the same machine or a private network."""
    if not _is_near(request.client.host if request.client else ""):
        raise NotFoundException
    return Response("".join(_lines(state)), media_type="text/plain; version=0.0.4")


def _is_near(address: str) -> bool:
    try:
        return not address or ipaddress.ip_address(address).is_private
    except ValueError:
        return False


def _lines(state: State) -> list[str]:
    tables: Tables = state.tables
    figures: Figures = state.figures
    live = list(tables.live.values())
    gauges = {
        "tables_in_memory": len(live),
        "tables_uncertain": sum(table.uncertain for table in live),
        "bots_thinking": sum(table.thinking for table in live),
        "browsers": sum(len(table.listeners) for table in live),
        "connections": state.door.open if "door" in state else 0,
        "event_loop_lag_seconds": round(figures.lag, 4),
    }
    lines = [f"# TYPE grognard_{name} gauge\ngrognard_{name} {value}\n" for name, value in gauges.items()]
    lines.append("# TYPE grognard_changes_total counter\n")
    lines.append(f"grognard_changes_total {tables.changes}\n")
    lines.append("# TYPE grognard_answers_total counter\n")
    lines += [f'grognard_answers_total{{status="{code}"}} {count}\n' for code, count in sorted(figures.answers.items())]
    lines.append("# TYPE grognard_answer_seconds histogram\n")
    total = 0
    for edge in (*Figures.EDGES, float("inf")):
        total += figures.times[edge]
        shown = "+Inf" if edge == float("inf") else edge
        lines.append(f'grognard_answer_seconds_bucket{{le="{shown}"}} {total}\n')
    lines.append(f"grognard_answer_seconds_sum {figures.seconds:.6f}\ngrognard_answer_seconds_count {total}\n")
    return lines


async def watch_loop(app: Litestar) -> None:
    """Measure how long the event loop is held up; the figure is the longest of the last minute."""
    loop = asyncio.get_running_loop()
    while True:
        app.state.figures.lag = 0.0
        for _ in range(600):
            began = loop.time()
            await asyncio.sleep(0.1)
            app.state.figures.lag = max(app.state.figures.lag, loop.time() - began - 0.1)


handlers = [health, ready, metrics]
