"""Proximal policy optimisation with masked actions, in one file (after CleanRL): one seat learns against a bot.

    grognard new skirmish && pip install -e skirmish torch
    python ppo.py --game skirmish --seat blue --minutes 10

Prints a line for each update, writes `curve.csv`, and at the end plays games that count.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from grognard.lab.match import interval
from grognard.rl import seat_env

GAMMA, LAMBDA, CLIP, ENTROPY = 0.999, 0.95, 0.2, 0.01


class Player(nn.Module):
    """Two layers that a policy and a value share."""

    def __init__(self, seen: int, actions: int, wide: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(seen, wide), nn.Tanh(), nn.Linear(wide, wide), nn.Tanh())
        self.policy, self.value = nn.Linear(wide, actions), nn.Linear(wide, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """What to do, and what the position is worth. What is not offered has no chance."""
        inside = self.body(seen)
        logits = self.policy(inside).masked_fill(mask == 0, -1e9)
        return Categorical(logits=logits), self.value(inside).squeeze(-1)


class Tables:
    """Several games at once in this process; the next begins where one has ended."""

    def __init__(self, number: int, seed: int, **how: object) -> None:
        self.envs = [seat_env(flat=True, **how) for _ in range(number)]  # type: ignore[arg-type]
        starts = [env.reset(seed=seed + n) for n, env in enumerate(self.envs)]
        self.seen = np.stack([squeezed(seen) for seen, _ in starts])
        self.masks = np.stack([info["action_mask"] for _, info in starts])
        self.results: list[float] = []
        """1 for a victory, 0 for a draw, -1 for a defeat."""

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rewards, and which games are over."""
        rewards, over = np.zeros(len(self.envs), np.float32), np.zeros(len(self.envs), np.float32)
        for n, (env, action) in enumerate(zip(self.envs, actions, strict=True)):
            seen, rewards[n], ended, cut, info = env.step(int(action))
            if ended or cut:
                over[n] = 1
                self.results.append(env.play.result(env.seat))
                seen, info = env.reset()
            self.seen[n], self.masks[n] = squeezed(seen), info["action_mask"]
        return rewards, over


def squeezed(seen: np.ndarray) -> np.ndarray:
    """Counts and sums between -1 and 4 or so, whatever their size."""
    return np.sign(seen) * np.log1p(np.abs(seen))


def collect(player: Player, tables: Tables, steps: int) -> dict[str, torch.Tensor]:
    """Play, and keep what was seen, done and got."""
    kept: dict[str, list[torch.Tensor]] = {k: [] for k in ("seen", "mask", "action", "log", "value", "reward", "over")}
    for _ in range(steps):
        seen, mask = torch.from_numpy(tables.seen.copy()), torch.from_numpy(tables.masks.copy())
        with torch.no_grad():
            chosen, value = player(seen, mask)
            action = chosen.sample()
            log = chosen.log_prob(action)
        reward, over = tables.step(action.numpy())
        row = (seen, mask, action, log, value, torch.from_numpy(reward), torch.from_numpy(over))
        for key, part in zip(kept, row, strict=True):
            kept[key].append(part)
    found = {key: torch.stack(parts) for key, parts in kept.items()}
    with torch.no_grad():
        last = player(torch.from_numpy(tables.seen), torch.from_numpy(tables.masks))[1]
    found["advantage"] = advantages(found, last)
    return found


def advantages(kept: dict[str, torch.Tensor], last: torch.Tensor) -> torch.Tensor:
    """Generalised advantage estimation."""
    found, carried, following = torch.zeros_like(kept["reward"]), torch.zeros_like(last), last
    for n in reversed(range(len(found))):
        going_on = 1 - kept["over"][n]
        change = kept["reward"][n] + GAMMA * following * going_on - kept["value"][n]
        found[n] = carried = change + GAMMA * LAMBDA * going_on * carried
        following = kept["value"][n]
    return found


def learn(player: Player, optimizer: torch.optim.Optimizer, kept: dict[str, torch.Tensor], epochs: int = 4) -> None:
    """A few passes over what was kept."""
    flat = {key: part.flatten(0, 1) for key, part in kept.items()}
    gain = flat["advantage"]
    target = gain + flat["value"]
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(epochs):
        for some in torch.randperm(len(gain)).chunk(8):
            chosen, value = player(flat["seen"][some], flat["mask"][some])
            ratio = (chosen.log_prob(flat["action"][some]) - flat["log"][some]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy = -torch.min(ratio * gain[some], clipped * gain[some]).mean()
            worth = 0.5 * (value - target[some]).pow(2).mean()
            loss = policy + 0.5 * worth - ENTROPY * chosen.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimizer.step()


def evaluate(player: Player, games: int, seed: int, **how: object) -> list[float]:
    """Games that nothing is learnt from, with other luck than in training."""
    tables = Tables(8, seed, **how)
    while len(tables.results) < games:
        with torch.no_grad():
            chosen, _ = player(torch.from_numpy(tables.seen), torch.from_numpy(tables.masks))
        tables.step(chosen.sample().numpy())
    return tables.results[:games]


def share(results: list[float]) -> float:
    """Of the points; a draw is half a win."""
    return sum((1 + result) / 2 for result in results) / max(1, len(results))


def table(arguments: argparse.Namespace) -> dict[str, object]:
    """What is played, and against whom."""
    return {name: getattr(arguments, name) for name in ("game", "scenario", "seat", "opponent")}


def train(arguments: argparse.Namespace) -> tuple[Player, list[tuple[float, int, float]]]:
    """Play and learn until the time is over."""
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    tables = Tables(arguments.tables, arguments.seed, shaping=arguments.shaping, **table(arguments))
    player = Player(tables.seen.shape[1], tables.masks.shape[1])
    optimizer = torch.optim.Adam(player.parameters(), lr=3e-4, eps=1e-5)
    began, steps = time.monotonic(), 0
    curve = []
    while time.monotonic() - began < arguments.minutes * 60:
        kept = collect(player, tables, arguments.steps)
        learn(player, optimizer, kept)
        steps += arguments.steps * arguments.tables
        curve.append((time.monotonic() - began, steps, share(tables.results[-200:])))
        seconds, _, taken = curve[-1]
        print(f"{seconds:6.0f} s {steps:9} decisions {len(tables.results):6} games  share {taken:.1%}", flush=True)
    return player, curve


def main() -> None:
    """Train, evaluate, write the curve."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--game", default="skirmish")
    parser.add_argument("--scenario")
    parser.add_argument("--seat", default="blue")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--shaping", type=float, default=0.5)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--steps", type=int, default=128)
    parser.add_argument("--games", type=int, default=200, help="games of the evaluation")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, default=Path("curve.csv"))
    arguments = parser.parse_args()
    player, curve = train(arguments)
    with arguments.curve.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("seconds", "decisions", "share"), *curve])
    results = evaluate(player, arguments.games, 1_000_000 + arguments.seed, **table(arguments))
    low, high = interval(share(results) * len(results), len(results))
    print(f"evaluation: {len(results)} games, share {share(results):.1%} ({low:.1%} - {high:.1%})")


if __name__ == "__main__":
    main()
