"""How far zones are from each other, and what draws units to them (for bots): all of it by the map and the weights."""

from __future__ import annotations

from ...engine.derived import derived_by_game
from ...engine.places import iterate
from .model import RaceGame
from .weights import RaceWeights


def left_at(weights: RaceWeights, far: int) -> float:
    """What is left of a pull so many zones away."""
    return weights.decay[min(far, len(weights.decay) - 1)]


@derived_by_game(most=4096)
def attraction(game: RaceGame, zones: int) -> tuple[float, ...]:
    """For each zone what lies near it of a set of victory zones."""
    weights: RaceWeights = game.weights
    vp, steps, more = game.map.vp, ways(game), weights.berlin_pull
    goals = [(zone, vp[zone] + (more if game.map.berlin >> zone & 1 else 0.0)) for zone in iterate(zones)]
    found = []
    for here in range(game.board.size):
        pulls = sorted((worth * left_at(weights, steps[here][zone]) for zone, worth in goals), reverse=True)
        found.append(sum(pull * share for pull, share in zip(pulls, weights.aims, strict=False)))
    return tuple(found)


@derived_by_game()
def ways(game: RaceGame) -> list[list[int]]:
    """How far zones are from each other on the way west: rivers and defence lines count for more."""
    terrain, size, hurdle = game.map, game.board.size, int(game.weights.hurdle)
    far = [[0 if a == b else 99 for b in range(size)] for a in range(size)]
    for a in range(size):
        for b in iterate(terrain.next[a]):
            hurdles = (terrain.river[a] >> b & 1) + (terrain.line_into[a] >> b & 1)
            far[a][b] = 1 + hurdle * hurdles
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
    weights: RaceWeights = game.weights
    vp, steps = game.map.vp, game.next_to
    found = []
    enemies = list(iterate(enemy))
    for here in range(game.board.size):
        worth = vp[here] * weights.goal_post if goals >> here & 1 else 0.0
        if game.map.difficult >> here & 1:
            worth += weights.rough_post
        if enemies:
            worth += weights.barrier_post * left_at(weights, min(steps[here][z] for z in enemies))
        found.append(worth)
    return tuple(found)
