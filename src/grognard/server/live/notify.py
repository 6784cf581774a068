"""Workers that share a PostgreSQL database hear of each other's changes.

A change is announced within the transaction that makes it, so nobody hears of one that is not committed, and nobody
misses one while the connection stands. When it is cut, every table is compared with the database until it stands again.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from ..storage.database import TIMEOUTS, Storage
from ..storage.writer import CHANNEL

if TYPE_CHECKING:
    from .tables import Tables

log = logging.getLogger("grognard.server")


async def listen(storage: Storage, tables: Tables) -> None:
    """Hear of other workers' changes until the server stops."""
    import psycopg

    address = storage.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            # Without a limit for statements: to listen takes as long as the server runs.
            limits: Any = {name: value for name, value in TIMEOUTS.items() if name != "options"}
            async with await psycopg.AsyncConnection.connect(address, autocommit=True, **limits) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                tables.hearing = True
                tables.heard_nothing()
                async for heard in connection.notifies():
                    worker, table, seq = heard.payload.split(" ")
                    if worker != storage.name:
                        tables.heard(table, int(seq))
        except (psycopg.Error, OSError) as problem:
            log.warning("other workers are not heard at present: %s", str(problem).partition("\n")[0][:200])
        finally:
            tables.hearing = False
        await asyncio.sleep(0.5)
