"""A real server in a process of its own and a real browser for the tests of the board."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.table import Client, Table

import grognard.server

SERVE = """
import sys
import grognard.server.live.opening
from grognard.server import Settings, run
# Every table has the same seed here, so that a test knows what its dice will bring.
grognard.server.live.opening.new_seed = lambda: bytes(32).hex()
free = dict.fromkeys(("tables_per_minute", "requests_per_minute", "costly_per_minute"), 100000)
run(port=0, settings=Settings(database=sys.argv[1], watch_delay=0.05, **free))
"""
PATIENCE = 60_000
"""Milliseconds: no test may depend on how fast a loaded machine is; only a board that hangs waits so long."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server listens."""
    static = Path(grognard.server.__file__).parent / "static" / "index.html"
    if not static.exists():
        pytest.fail("the board is not built: run 'make web' first")
    database = tmp_path_factory.mktemp("browser") / "tables.sqlite"
    command = [sys.executable, "-c", SERVE, f"sqlite:///{database}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+?(?=/?\s)", server.stdout.readline())
        assert found, "the server did not start"
        yield found[0]
        server.terminate()


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """Where pictures are kept for people to look at."""
    folder = Path(os.environ.get("GROGNARD_SCREENSHOTS", "build/screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def client(address: str) -> Client:
    """The interface without a browser, to prepare tables."""
    return Client(address)


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    """A new browser profile; width, height, dark, touch and motion through indirect parameters."""
    view = {
        "width": 1280,
        "height": 720,
        "dark": False,
        "touch": False,
        "motion": False,
        **getattr(request, "param", {}),
    }
    context = browser.new_context(
        base_url=address,
        viewport={"width": view["width"], "height": view["height"]},
        color_scheme="dark" if view["dark"] else "light",
        has_touch=view["touch"],
        reduced_motion="no-preference" if view["motion"] else "reduce",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    yield page
    context.close()
    assert not faults, faults


@pytest.fixture
def table(page: Page, screenshots: Path) -> Table:
    """The table in the browser as a player handles it."""
    return Table(page, screenshots)
