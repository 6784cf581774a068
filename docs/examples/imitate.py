"""Imitation: a network learns to choose what a bot chose, from a data set of its games.

    grognard sim skirmish --players staff random -n 400 --data games
    python imitate.py games --player staff --seat blue --minutes 5

Prints how often it chooses the same on games it has not seen, and plays games that count.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import numpy as np
import torch
from ppo import Player, Tables, evaluate, share, squeezed

from grognard.engine.record import Record
from grognard.lab.data import records
from grognard.lab.match import interval
from grognard.rl.imitation import Example, examples
from grognard.rl.single import flattened

Rows = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""What was seen, what was offered, what was chosen."""


def rows(found: list[Example], actions: int) -> Rows:
    """Examples as tensors."""
    seen = torch.from_numpy(np.stack([squeezed(flattened(one.seen)) for one in found]))
    mask = torch.zeros(len(found), actions, dtype=torch.int8)
    for n, one in enumerate(found):
        mask[n, one.offered] = 1
    return seen, mask, torch.tensor([one.chosen for one in found])


def split(games: list[Record], seed: int) -> tuple[list[Record], list[Record]]:
    """Games to learn from, and a tenth that is kept to check what was learnt."""
    random.Random(seed).shuffle(games)
    kept = max(1, len(games) // 10)
    return games[kept:], games[:kept]


def accuracy(player: Player, data: Rows) -> float:
    """How often the most likely answer is the one that was chosen."""
    seen, mask, chosen = data
    with torch.no_grad():
        return float((player(seen, mask)[0].probs.argmax(1) == chosen).float().mean())


def main() -> None:
    """Learn and play."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("data", type=Path)
    parser.add_argument("--player", default="staff")
    parser.add_argument("--seat", default="blue")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--games", type=int, default=200, help="games of the evaluation")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(1)
    learnt, kept = split(list(records(arguments.data)), arguments.seed)
    played = {"game": learnt[0].game, "scenario": learnt[0].scenario, "seat": arguments.seat}
    found = [list(examples(some, arguments.player, arguments.seat)) for some in (learnt, kept)]
    table = Tables(1, 0, opponent="random", **played)
    player = Player(table.seen.shape[1], table.masks.shape[1])
    train, check = (rows(some, table.masks.shape[1]) for some in found)
    optimizer = torch.optim.Adam(player.parameters(), lr=1e-3)
    print(f"{len(learnt)} games, {len(train[2])} decisions; to check: {len(kept)} games, {len(check[2])} decisions")
    began, passes, best = time.monotonic(), 0, 0.0
    while time.monotonic() - began < arguments.minutes * 60:
        for some in torch.randperm(len(train[2])).split(256):
            loss = -player(train[0][some], train[1][some])[0].log_prob(train[2][some]).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        passes += 1
        same = accuracy(player, check)
        print(f"{time.monotonic() - began:6.0f} s pass {passes:3}  same choice {same:.1%}", flush=True)
        if same < best - 0.02:  # it begins to learn by heart
            break
        best = max(best, same)
    results = evaluate(player, arguments.games, 2_000_000, opponent=arguments.opponent, **played)
    low, high = interval(share(results) * len(results), len(results))
    print(f"evaluation: {len(results)} games, share {share(results):.1%} ({low:.1%} - {high:.1%})")


if __name__ == "__main__":
    main()
