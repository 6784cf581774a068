"""The training examples of the documents run, for a few seconds. They need torch, which is too large for every run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch has two gigabytes: 'pip install torch' runs these tests")

EXAMPLES = Path(__file__).parents[2] / "docs/examples"


def test_ppo_runs_and_writes_its_curve(tmp_path: Path) -> None:
    curve = tmp_path / "curve.csv"
    small = ["--minutes", "0.02", "--tables", "2", "--steps", "16", "--games", "2", "--curve", str(curve)]
    where = ["--game", "seelow", "--scenario", "kustrin", "--seat", "german"]
    command = [sys.executable, str(EXAMPLES / "ppo.py"), *where, *small]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "evaluation: 2 games, share" in ended.stdout
    assert curve.read_text(encoding="utf-8").startswith("seconds,decisions,share")


def test_imitation_runs(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from grognard.cli import main

    data = tmp_path / "games"
    play = ["sim", "seelow", "--scenario", "kustrin", "--players", "random", "recruit", "-n", "3", "--data", str(data)]
    assert main(play) == 0
    options = ["--player", "recruit", "--seat", "german", "--minutes", "0.02", "--games", "2"]
    command = [sys.executable, str(EXAMPLES / "imitate.py"), str(data), *options]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "same choice" in ended.stdout
    assert "evaluation: 2 games, share" in ended.stdout
