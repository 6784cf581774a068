"""Work on several processes: the same results, in any order, whatever happens to a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.engine import SetupError
from grognard.lab.cluster import Node, differences, this_node
from grognard.lab.executor import Processes, executor_for, in_order
from grognard.lab.match import plan, simulate


def doubled(number: int) -> int:
    time.sleep(0.002 * (number % 3))
    return 2 * number


def dies_once(task: tuple[str, int]) -> int:
    """The first process that gets task 3 ends at once."""
    file, number = task
    if number == 3 and not Path(file).exists():
        Path(file).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dies(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fails(number: int) -> int:
    raise SetupError(f"task {number} cannot be done")


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_task_is_done_once(jobs: int) -> None:
    assert sorted(Processes(jobs).results(doubled, range(20))) == [(n, 2 * n) for n in range(20)]
    assert list(in_order(Processes(jobs), doubled, range(20))) == [2 * n for n in range(20)]


def test_tasks_are_begun_as_others_end() -> None:
    """There may be a million of them."""
    begun = 0

    def tasks() -> Iterator[int]:
        nonlocal begun
        for number in range(1000):
            begun += 1
            yield number

    results = Processes(2).results(doubled, tasks())
    next(results)
    assert begun < 10
    results.close()  # type: ignore[attr-defined]


def test_a_process_that_dies_loses_nothing(tmp_path: Path) -> None:
    tasks = [(str(tmp_path / "died"), number) for number in range(12)]
    assert sorted(Processes(2).results(dies_once, tasks)) == [(n, n) for n in range(12)]


def test_a_task_that_kills_every_process_is_named() -> None:
    with pytest.raises(SetupError, match=r"a process ended 4 times while it did task 2"):
        list(Processes(2).results(dies, range(6)))


def test_what_goes_wrong_in_a_process_is_told_here() -> None:
    with pytest.raises(SetupError, match=r"task \d cannot be done"):
        list(in_order(Processes(2), fails, range(3)))


def test_games_are_the_same_on_any_number_of_processes() -> None:
    match = plan("marshals", "dual", [], ["random", "random"], seed=3)
    one = [result.record for result in simulate(match, 4)]
    assert [result.record for result in simulate(match, 4, jobs=2)] == one


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = ["sim", "marshals", "--players", "random", "random", "-n", "24", "--jobs", "2", "--resume", str(file)]
    code = f"import sys; from grognard.cli import main; sys.exit(main({command!r}))"
    run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while (not file.exists() or file.read_bytes().count(b"\n") < 3) and time.monotonic() < until:
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "the same command goes on where it was" in said
    assert "Traceback" not in said
    kept = file.read_bytes().splitlines()
    assert 3 <= len(kept) < 24
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "24 games" in again.stdout
    lines = file.read_bytes().splitlines()
    assert lines[: len(kept)] == kept
    assert len(lines) == 24


def test_machines_are_compared_by_name() -> None:
    here = this_node()
    assert differences(here, here) == []
    other = Node(version="0.1.0", code=here.code, games="x", build="plain Python", python="3.10.1")
    told = differences(here, other)
    assert told[0] == f"grognard is 0.1.0, here {here.version}"
    assert len(told) == (4 if here.build == "compiled" else 3)
    assert any(one.startswith("Python is 3.10.1, here 3.") for one in told)


def test_ray_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SetupError, match=r"--ray needs the package ray: 'pip install \"grognard\[ray\]\"' adds it"):
        executor_for(2, "auto")
