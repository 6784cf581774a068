"""Simulation on a Ray cluster of two machines, which is local and alone: Ray listens on all addresses whatever it is
told, so the whole test runs in a network namespace that has nothing but the loopback device.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray")

ROOT = Path(__file__).parents[3]
ALONE = ["unshare", "-n", "--", "sh", "-c", 'ip link set lo up 2>/dev/null || ifconfig lo up; exec "$@"', "sh"]

STEPS = ["equal", "refused", "lost", "raised"]
PROGRAM = r"""
import json, os, sys, threading, time
import ray
from ray.cluster_utils import Cluster as Local
from grognard.engine import SetupError
from grognard.lab import cluster as module
from grognard.lab.cluster import Cluster, this_node
from grognard.lab.executor import in_order
from grognard.lab.match import plan, simulate
from grognard.lab.match import Task, play

local = Local(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
second = local.add_node(num_cpus=1)
local.wait_for_nodes()
module.SECONDS = 0.3
match = plan("marshals", "dual", [], ["random", "random"], seed=3)
tasks = [Task(match=match, number=number) for number in range(16)]
here = [result.record for result in simulate(match, 16)]
executor = Cluster(local.address)

# Equal results on two machines, in batches.
assert [result.record for result in in_order(executor, play, tasks)] == here
print("equal", flush=True)

# Another program is refused by name.
found = module.this_node
other = this_node().__class__(version="0.1.0", code="x", games="y", build="compiled", python=this_node().python)
module.this_node = lambda: other
try:
    list(executor.results(play, tasks[:1]))
except SetupError as problem:
    assert "runs another program: grognard is " in str(problem) and "here 0.1.0" in str(problem), problem
    print("refused", flush=True)
module.this_node = found

# A machine is lost while it plays.
def lose():
    local.remove_node(second, allow_graceful=False)

results = {}
for number, result in executor.results(play, tasks):
    results[number] = result.record
    if len(results) == 2:
        lose()
assert [results[number] for number in range(16)] == here
print("lost", flush=True)

# What a task raises comes back as it is.
def broken(task):
    raise SetupError("that task cannot be done")

try:
    list(executor.results(broken, [1]))
except SetupError as problem:
    assert "that task cannot be done" in str(problem)
    print("raised", flush=True)
local.shutdown()
"""

NOBODY = r"""
from grognard.cli import main
import sys
sys.exit(main(["sim", "marshals", "--players", "random", "random", "-n", "2", "--ray", "127.0.0.1:6399"]))
"""


def run(program: str, home: Path, seconds: int = 400) -> subprocess.CompletedProcess[str]:
    """In a namespace of its own, with a home of its own, because Ray writes there."""
    command = [sys.executable, "-c", program]
    settings = {"HOME": str(home), "RAY_USAGE_STATS_ENABLED": "0", "RAY_DISABLE_IMPORT_WARNING": "1"}
    env = os.environ | settings | {"TMPDIR": "/tmp", "RAY_gcs_rpc_server_connect_timeout_s": "2"}
    return subprocess.run([*ALONE, *command], capture_output=True, text=True, env=env, check=False, timeout=seconds)


@pytest.fixture(scope="module", autouse=True)
def _namespaces() -> None:
    tried = subprocess.run([*ALONE, "true"], capture_output=True, check=False)
    if tried.returncode != 0:
        pytest.fail("a network namespace is needed (unshare -n): Ray would listen on all addresses of this machine")


@pytest.mark.timeout(500)
def test_a_cluster_plays_the_same_games_and_a_lost_machine_loses_none(tmp_path: Path) -> None:
    ended = run(PROGRAM, tmp_path)
    said = [line for line in ended.stdout.splitlines() if line in STEPS]  # Ray tells of the lost machine in between
    assert said == STEPS, ended.stdout[-4000:] + ended.stderr[-4000:]


@pytest.mark.timeout(200)
def test_where_no_cluster_is_none_is_started(tmp_path: Path) -> None:
    ended = run(NOBODY, tmp_path, 150)
    assert ended.returncode == 2, ended.stderr[-2000:]
    said = ended.stderr.strip().splitlines()[-1]
    assert said.startswith("grognard: there is no Ray cluster at '127.0.0.1:6399'")
    assert "'ray start --head' starts one" in said
