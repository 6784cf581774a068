"""Options of a test run. What counts the rules that tests hold is `grognard_pytest`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# No test may hang on the clock or on luck: a busy machine or a rare example must not turn a run red. To look for new
# examples, run with --hypothesis-profile=search.
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--long` lets tests of faults and of load run for minutes instead of seconds, and those marked `long` at all."""
    parser.addoption("--long", action="store_true", help="faults and load for minutes, and all that is marked long")


BUILDS = ("test_wheel.py", "test_image.py", "test_compiled.py")
"""Files whose tests wait for minutes for something that is built."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes minutes, unless there is time; what is left and takes longest comes first.

    At the end of a run every worker has then short tests to take from the others.
    """
    items.sort(key=lambda item: item.path.name not in BUILDS)
    if config.getoption("--long"):
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether there is time."""
    return bool(request.config.getoption("--long"))


CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium for the tests of one file.

    Playwright keeps an event loop running in the test's thread while it is open, and a second one is refused. A browser
    for the whole run would make every later test that calls `asyncio.run` fail.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = os.environ.get("GROGNARD_CHROMIUM", "/usr/bin/chromium")
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGS)
        yield chromium
        chromium.close()
