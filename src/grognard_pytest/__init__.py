"""The pytest plugin: marks that name rules, and how many rules of the ledger the tests of a run hold.

Every pytest run in an environment with Grognard loads it, so it does nothing and imports nothing until a test has such
a mark. It is a package of its own because pytest rewrites every module of a plugin's package, which takes seconds.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grognard.lab.marks import MARK, game_of, rules_of

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

pytest.register_assert_rewrite("grognard.testing")  # so that a failed assertion there says what it compared


def pytest_configure(config: pytest.Config) -> None:
    """The mark is known wherever tests are collected."""
    config.addinivalue_line("markers", MARK)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Send the rules of a test along with its report, so that they survive parallel runs."""
    report = yield
    if report.when == "call":
        rules = rules_of(item)
        game = game_of(Path(item.path)) if rules else ""
        report.user_properties += [("rule", f"{game} {number}") for number in rules if game]
    return report


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """`marshals: 106 of 106 rules tested`, and the rules that no passing test holds."""
    passed = terminalreporter.stats.get("passed", [])
    held = {value for report in passed for key, value in report.user_properties if key == "rule"}
    for game in sorted({value.partition(" ")[0] for value in held}):
        from grognard.games import load_game  # only now it is known to be needed

        wanted = [rule.number for rule in load_game(game).ledger.to_test]
        missing = [number for number in wanted if f"{game} {number}" not in held]
        terminalreporter.write_line(f"{game}: {len(wanted) - len(missing)} of {len(wanted)} rules tested")
        if missing:
            terminalreporter.write_line(f"{game}: no passing test holds {', '.join(missing)}")
