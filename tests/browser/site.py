"""A site on a plain web server that knows nothing of it, in a folder below the address."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.table import Table

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "site"
BELOW = "some/where"
"""The folder in which the site lies."""
PATIENCE = 120_000
"""Milliseconds in which a loaded machine starts Python in two workers."""


class Quiet(SimpleHTTPRequestHandler):
    """Sends files and says nothing of it."""

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


class Served:
    """A folder on a web server, which can be stopped and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.start()

    def start(self) -> None:
        """Serve."""
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), partial(Quiet, directory=self.folder))
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Serve nothing any more."""
        self.server.shutdown()
        self.server.server_close()

    @property
    def page(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.port}/{BELOW}/"


def build() -> Path:
    """The site as it is built of the sources."""
    subprocess.run(["tools/build-site.sh"], cwd=ROOT, check=True, capture_output=True)
    return BUILT


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    """A folder that holds the site somewhere below, on a web server."""
    served = Served(folder)
    try:
        yield served
    finally:
        served.stop()


class Here(Table):
    """A table of a site, handled as a player does."""

    meant = False
    """Whether the browser is to complain of something."""

    @property
    def id(self) -> str:
        """The table's."""
        return self.page.url.rpartition("/")[2]

    def faults_are_meant(self) -> None:
        """What the browser complains of is what the test is about."""
        self.meant = True

    def lobby(self, address: str) -> None:
        """The lobby, with the rules there."""
        self.page.goto(address)
        expect(self.page.get_by_role("article").first).to_be_visible()
        expect(self.page.get_by_text("Loading the rules")).to_have_count(0, timeout=PATIENCE)
        expect(self.page.get_by_text("Getting the rules ready")).to_have_count(0, timeout=PATIENCE)

    def play(self, game: str, side: str) -> None:
        """From the lobby to a table against the bot."""
        card = self.page.get_by_role("article").filter(has_text=game)
        card.get_by_role("button", name=f"Play as {side}").click()
        self.ready()


def kept_files(page: Page) -> list[str]:
    """The paths that are kept for playing without a network, by cache."""
    found: list[str] = page.evaluate(
        """async () => {
            const paths = [];
            for (const name of await caches.keys()) {
                for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
            }
            return paths;
        }"""
    )
    return found


def kept_rows(page: Page, table: str) -> list[dict[str, str]]:
    """The rows of a table that the browser has kept."""
    found: list[dict[str, str]] = page.evaluate(
        """(table) => new Promise((done, failed) => {
            const request = indexedDB.open(`grognard ${new URL(".", document.baseURI).pathname}`);
            request.onerror = () => failed(request.error);
            request.onsuccess = () => {
                const all = request.result.transaction("rows").objectStore("rows").getAll(
                    IDBKeyRange.bound([table, 0], [table, Infinity]));
                all.onsuccess = () => { done(all.result); request.result.close(); };
            };
        })""",
        table,
    )
    return found
