"""Random play beside other libraries, on one machine in one run: `python tools/compare.py [--seconds 5] [--markdown]`.

Installs OpenSpiel, PettingZoo with its classic games, Catanatron and python-chess into a scratch environment
(`.tools/compare`) and lets each play at random for a while: decisions for each second of processor time. What they play
differs, so the figures say how fast one can experiment, not who is better made.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".tools" / "compare"
PACKAGES = ("open-spiel==2.0.2", "pettingzoo[classic]==1.27.0", "catanatron==3.2.1", "chess==1.11.2")

CLOCK = """
import random, sys, time
rng = random.Random(1)
SECONDS = float(sys.argv[1])
def paced(play):
    play()  # whatever is made only once
    began, decisions = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        decisions += play()
    print(decisions / (time.process_time() - began))
"""

OURS = """
from grognard.games import load_game
from grognard.bots.base import onward_actions
from grognard.engine import CHANCE
game = load_game(sys.argv[2])
def play():
    g, n = game.start(), 0
    while g.to_decide is not None:
        by_luck = g.to_decide == CHANCE
        g.apply(rng.choice(g.actions() if by_luck else onward_actions(g)))
        n += not by_luck
    return n
paced(play)
"""

OUR_ENVIRONMENT = """
import numpy as np
from grognard.rl import raw_env
env = raw_env(sys.argv[2])
def play():
    env.reset(seed=rng.randrange(10**6))
    n = 0
    for agent in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        if over or cut:
            return n
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]).tolist())))
        n += 1
paced(play)
"""

THEIR_ENVIRONMENT = """
import importlib
import numpy as np
env = importlib.import_module("pettingzoo.classic." + sys.argv[2]).raw_env()
def play():
    env.reset(seed=rng.randrange(10**6))
    n = 0
    for agent in env.agent_iter():
        observation, _, over, cut, info = env.last()
        if over or cut:
            return n
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]).tolist())))
        n += 1
    return n
paced(play)
"""

OPENSPIEL = """
import pyspiel
if sys.argv[2].startswith("python_"):
    from open_spiel.python import games
game = pyspiel.load_game(sys.argv[2])
def play():
    state, n = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            n += 1
    return n
paced(play)
"""

CATANATRON = """
from catanatron import Color, Game, RandomPlayer
def play():
    random.seed(rng.random())
    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
    n = 0
    while game.winning_color() is None and game.state.num_turns < 1000:
        game.play_tick()
        n += 1
    return n
paced(play)
"""

CHESS = """
import chess
def play():
    board, n = chess.Board(), 0
    while n < 300:
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material():
            break
        board.push(rng.choice(moves))
        n += 1
    return n
paced(play)
"""

GAMES = ("marshals", "seelow", "raceforberlin", "reichstag", "konigsberg")
RUNS: tuple[tuple[str, str, str], ...] = (
    *(("Grognard, positions", OURS, name) for name in GAMES),
    *(("Grognard, environments", OUR_ENVIRONMENT, name) for name in GAMES),
    ("PettingZoo classic", THEIR_ENVIRONMENT, "connect_four_v3"),
    ("PettingZoo classic", THEIR_ENVIRONMENT, "chess_v6"),
    ("OpenSpiel, in C++", OPENSPIEL, "chess"),
    ("OpenSpiel, in C++", OPENSPIEL, "backgammon"),
    ("OpenSpiel, in Python", OPENSPIEL, "python_liars_poker"),
    ("Catanatron", CATANATRON, "settlers, two players"),
    ("python-chess", CHESS, "chess"),
)
"""Library, program and what it plays."""


def environment() -> Path:
    """The scratch environment with everything in it; made once."""
    python = HOME / "bin" / "python"
    done = HOME / ".grognard"
    if not done.exists() or done.read_text(encoding="utf-8") != " ".join(PACKAGES):
        print(f"Installing {', '.join(PACKAGES)} ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(HOME)], check=True)
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "-q", "install"]
        subprocess.run([*pip, *PACKAGES, "-e", f"{ROOT}[rl]"], check=True)
        done.write_text(" ".join(PACKAGES), encoding="utf-8")
    return python


def pace(python: Path, program: str, name: str, seconds: float) -> float | None:
    """Decisions for each second of processor time; None where it does not run."""
    command = [str(python), "-c", CLOCK + program, str(seconds), name]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        print(f"{name}: {ended.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return None
    return float(ended.stdout.split()[-1])


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="of processor time for each (default: 5)")
    parser.add_argument("--only", default="", help="only libraries and games whose name contains this")
    parser.add_argument("--here", action="store_true", help="in this environment, without installing anything")
    parser.add_argument("--markdown", action="store_true", help="as a table for the documents")
    parser.add_argument("--json", action="store_true", help="for programs")
    arguments = parser.parse_args()
    python = Path(sys.executable) if arguments.here else environment()
    wanted = [run for run in RUNS if arguments.only.lower() in f"{run[0]} {run[2]}".lower()]
    found = [(library, name, pace(python, program, name, arguments.seconds)) for library, program, name in wanted]
    if arguments.json:
        print(json.dumps([{"library": library, "game": name, "decisions": value} for library, name, value in found]))
    elif arguments.markdown:
        print("| library | game | decisions a second |\n|---|---|---|")
        for library, name, value in found:
            print(f"| {library} | {name} | {'does not run' if value is None else f'{value:,.0f}'} |")
    else:
        for library, name, value in found:
            print(f"{library:24} {name:24} {'does not run' if value is None else f'{value:12,.0f}'}")
    return 0 if all(value is not None for _, _, value in found) else 1


if __name__ == "__main__":
    sys.exit(main())
