"""How far zones are from each other, and what draws units to them (for bots): all of it by the map alone."""

from __future__ import annotations

from ...engine.derived import derived_by_game
from ...engine.places import iterate
from .model import RaceGame

DECAY = (1.0, 0.9, 0.66, 0.48, 0.36, 0.27, 0.2, 0.15, 0.11, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.01)
FARTHEST = len(DECAY) - 1
HURDLE = 1
"""What a river or a defence line adds to the way, in zones."""


@derived_by_game(most=4096)
def attraction(game: RaceGame, zones: int) -> tuple[float, ...]:
    """For each zone what lies near it of a set of victory zones."""
    vp, steps = game.map.vp, ways(game)
    goals = [(zone, vp[zone] + (2 if game.map.berlin >> zone & 1 else 0)) for zone in iterate(zones)]
    found = []
    for here in range(game.board.size):
        pulls = sorted((worth * DECAY[min(steps[here][zone], FARTHEST)] for zone, worth in goals), reverse=True)
        found.append(sum(pull * share for pull, share in zip(pulls, (1.0, 0.5, 0.25), strict=False)))
    return tuple(found)


@derived_by_game()
def ways(game: RaceGame) -> list[list[int]]:
    """How far zones are from each other on the way west: rivers and defence lines count for more."""
    terrain, size = game.map, game.board.size
    far = [[0 if a == b else 99 for b in range(size)] for a in range(size)]
    for a in range(size):
        for b in iterate(terrain.next[a]):
            hurdles = (terrain.river[a] >> b & 1) + (terrain.line_into[a] >> b & 1)
            far[a][b] = 1 + HURDLE * hurdles
    for via in range(size):
        for row in far:
            first = row[via]
            for target, rest in enumerate(far[via]):
                if first + rest < row[target]:
                    row[target] = first + rest
    return far


@derived_by_game(most=4096)
def posts_of(game: RaceGame, goals: int, enemy: int) -> tuple[float, ...]:
    """For each zone what a German unit there is worth against enemies who want these goals."""
    vp, steps = game.map.vp, game.next_to
    found = []
    enemies = list(iterate(enemy))
    for here in range(game.board.size):
        worth = vp[here] * 0.4 if goals >> here & 1 else 0.0
        if game.map.difficult >> here & 1:
            worth += 0.2
        if enemies:
            worth += 0.8 * DECAY[min(min(steps[here][z] for z in enemies), FARTHEST)]
        found.append(worth)
    return tuple(found)
