"""Games are shared by threads: what all positions use is made whole before anybody else can see it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from grognard.games import BUILT_IN

COLD = """
import random, sys, threading
from grognard.engine import Table
from grognard.engine.view import view
from grognard.games import load_game

sys.setswitchinterval(1e-5)  # threads change places as often as they can
game = load_game(sys.argv[1])
found = {}

def play(name, seed):
    rng = random.Random(seed)
    table = Table(game, seed=bytes([seed]) * 32)
    for _ in range(50):
        if table.over:
            break
        view(table.position, table.position.to_decide)
        table.play(rng.choice(table.position.actions()).text)
    found[name] = table.position.hash()

threads = [threading.Thread(target=play, args=(n, n % 2)) for n in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for n in range(6):
    play(-n - 1, n % 2)
    assert found.get(n) == found[-n - 1], f"thread {n} ended with {found.get(n)}, alone it is {found[-n - 1]}"
"""


@pytest.mark.parametrize("game", BUILT_IN)
def test_six_threads_on_a_cold_game_play_as_one_does(game: str) -> None:
    done = subprocess.run([sys.executable, "-c", COLD, game], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
