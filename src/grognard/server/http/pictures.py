"""Catalogs and map pictures, ready to be sent. Drawing takes seconds, so each is made once and kept on disk.

A file's name holds the fingerprints of the game's data and of the drawing code: what is old is never shown.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from ... import __version__, draw, engine, paper
from ...draw import map_svg, to_png
from ...engine import Game
from ...paper.order import order
from .catalog import catalog

FOR_SCREENS = {"booklet": "pages"}
"""A file that is read before it is printed has the booklet page by page."""
PICTURE_WIDTH = 560
"""Pixels of the lobby's map picture."""


class Picture(msgspec.Struct, frozen=True):
    """Something to be sent, plain and compressed, with its fingerprint."""

    body: bytes
    packed: bytes
    etag: str


class Drawings:
    """Pictures of maps, kept in a folder; those that are shipped need not be drawn at all."""

    def __init__(self, folder: Path, shipped: Path | None = None) -> None:
        self.folder = folder
        self.shipped = shipped

    def svg(self, game: Game[Any], palette: str, numbers: bool) -> bytes:
        """The map without legend."""

        def drawn() -> bytes:
            return map_svg(game.board, numbers=numbers, legend=False, palette=palette).encode()

        return self._kept(game, f"{palette}-{numbers:d}.svg", drawn)

    def png(self, game: Game[Any], palette: str) -> bytes:
        """The lobby's picture."""

        def drawn() -> bytes:
            return to_png(self.svg(game, palette, False).decode(), PICTURE_WIDTH)

        return self._kept(game, f"{palette}-{PICTURE_WIDTH}.png", drawn)

    def pdf(self, game: Game[Any], paper: str) -> bytes:
        """The game on paper."""

        def made() -> bytes:
            from ...paper.printing import print_game  # seldom wanted, and long to import

            return print_game(game, order(paper=paper, **FOR_SCREENS), lambda _: self.svg(game, "light", True).decode())

        return self._kept(game, f"{paper}.pdf", made)

    def name(self, game: Game[Any], ending: str) -> str:
        """The name of a file, which holds the fingerprints of what it was drawn from and with."""
        return f"{game.id}-{game.pack_hash}-{_drawing_hash()}-{ending}"

    def _kept(self, game: Game[Any], name: str, make: Callable[[], bytes]) -> bytes:
        """From disk if it was drawn before; a disk that cannot be written is no reason to fail."""
        if self.shipped is not None:
            with contextlib.suppress(OSError):
                return (self.shipped / self.name(game, name)).read_bytes()
        file = self.folder / self.name(game, name)
        with contextlib.suppress(OSError):
            return file.read_bytes()
        body = make()
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            unfinished = file.with_name(f"{file.name}.{os.getpid()}")
            unfinished.write_bytes(body)
            unfinished.replace(file)
        return body


class Shelf:
    """Everything drawn, each made once, one after another in a thread."""

    def __init__(self, drawings: Drawings) -> None:
        self.drawings = drawings
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="drawing")
        self._made: dict[tuple[Any, ...], asyncio.Future[Picture]] = {}

    async def catalog(self, game: Game[Any]) -> Picture:
        """The catalog as JSON."""
        return await self._once((game.id, "catalog"), lambda: _picture(msgspec.json.encode(catalog(game))))

    async def svg(self, game: Game[Any], palette: str, numbers: bool) -> Picture:
        """The map without legend."""
        return await self._once(
            (game.id, "svg", palette, numbers), lambda: _picture(self.drawings.svg(game, palette, numbers))
        )

    async def png(self, game: Game[Any], palette: str) -> Picture:
        """The lobby's picture."""
        return await self._once((game.id, "png", palette), lambda: _picture(self.drawings.png(game, palette)))

    async def pdf(self, game: Game[Any], paper: str) -> Picture:
        """The game on paper."""
        return await self._once((game.id, "pdf", paper), lambda: plain_picture(self.drawings.pdf(game, paper)))

    def close(self) -> None:
        """Draw nothing more."""
        self.thread.shutdown(wait=False, cancel_futures=True)

    async def _once(self, key: tuple[Any, ...], make: Callable[[], Picture]) -> Picture:
        found = self._made.get(key)
        if found is None:
            loop = asyncio.get_running_loop()
            found = self._made[key] = asyncio.ensure_future(loop.run_in_executor(self.thread, make))
        try:
            return await asyncio.shield(found)
        except Exception:
            self._made.pop(key, None)
            raise


@lru_cache(maxsize=1)
def _drawing_hash() -> str:
    """A fingerprint of the code that draws."""
    digest = hashlib.blake2b(__version__.encode(), digest_size=8)
    for package in (draw, engine, paper):
        for file in sorted(Path(str(package.__file__)).parent.glob("*.[pt]*y*")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


def plain_picture(body: bytes) -> Picture:
    """Something that is compressed already."""
    return Picture(body, body, f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"')


def _picture(body: bytes) -> Picture:
    etag = hashlib.blake2b(body, digest_size=12).hexdigest()
    return Picture(body, gzip.compress(body, 6, mtime=0), f'"{etag}"')
