"""The tests that need heavy packages run in an environment of their own, made from a lock file."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INSIDE = sorted(path.name for path in (ROOT / "tests/lab/inside").glob("test_*.py"))


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("file", INSIDE)
def test_with_all_extras(file: str) -> None:
    subprocess.run(["tools/setup-lab.sh"], cwd=ROOT, check=True)
    command = [".tools/lab/bin/python", "-m", "pytest", f"tests/lab/inside/{file}", "-q", "-p", "no:cacheprovider"]
    ended = subprocess.run([*command, "-W", "ignore"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-6000:] + ended.stderr[-2000:]
    assert " passed" in ended.stdout
    assert " skipped" not in ended.stdout, ended.stdout[-2000:]
