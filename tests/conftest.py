"""Counts the ledger rules held by passing tests and prints them at the end of the run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from grognard.games import BUILT_IN, load_game
from grognard.lab.coverage import rules_of

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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes minutes, unless there is time."""
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


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Send the rules of a test along with its report, so that they survive parallel runs."""
    outcome = yield
    report = outcome.get_result()
    if report.when != "call":
        return
    parts = Path(str(item.fspath)).parts
    game = next((part for part in reversed(parts) if part in BUILT_IN), "")
    report.user_properties += [("rule", f"{game} {number}") for number in rules_of(item)]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """`marshals: 106 of 106 rules tested`, and the rules that no passing test holds."""
    held = {
        value
        for report in terminalreporter.stats.get("passed", [])
        for key, value in report.user_properties
        if key == "rule"
    }
    for game in BUILT_IN:
        if not any(value.startswith(game + " ") for value in held):
            continue
        wanted = [rule.number for rule in load_game(game).ledger.to_test]
        missing = [number for number in wanted if f"{game} {number}" not in held]
        terminalreporter.write_line(f"{game}: {len(wanted) - len(missing)} of {len(wanted)} rules tested")
        if missing:
            terminalreporter.write_line(f"{game}: no passing test holds {', '.join(missing)}")
