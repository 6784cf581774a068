"""What units and ground are worth, for bots: points of about one strength point."""

from __future__ import annotations

from ...engine.places import Places
from .model import DISRUPTED, GERMAN, SOVIET, TURNS, S, SeelowGame, Values, is_seelow, values
from .victory import FIRST_DATE, controlled
from .weights import SeelowWeights


def worth(g: S, piece: int) -> float:
    """What a unit is worth to its side as it is; before Küstrin each Soviet unit lost is a point for the Germans."""
    game = g.game
    weights: SeelowWeights = game.weights
    value = printed_worth(game, piece, values(g, piece))
    if g.flags[piece] & DISRUPTED:
        value *= weights.disrupted
    if is_seelow(g):
        return value
    # Before Küstrin steps count for nothing in the end, but each Soviet unit lost is a point.
    value *= 1 - weights.fading * g.state.turn / TURNS
    return value + weights.point if game.side_of[piece] == SOVIET else value


def worth_reduced(g: S, piece: int) -> float:
    """What is left of its worth when a full two-step unit loses a step."""
    game = g.game
    before, after = (printed_worth(game, piece, shown) for shown in game.faces[piece])
    fading: float = 0.0 if is_seelow(g) else game.weights.fading
    return worth(g, piece) - (before - after) * (1 - fading * g.state.turn / TURNS)


def printed_worth(game: SeelowGame, piece: int, shown: Values) -> float:
    """What one side of a counter is worth; a gun what it is worth in Fire Mode."""
    weights: SeelowWeights = game.weights
    if game.leaders >> piece & 1:
        return weights.leader
    if game.artillery >> piece & 1:
        shown = game.roster[piece].full
        value = weights.guns * (shown.combat + weights.gun_antitank * shown.antitank)
    else:
        value = shown.combat + weights.antitank * shown.antitank
    return weights.dear * value if game.side_of[piece] == GERMAN else value


def ground(g: S, place: int) -> float:
    """What it is worth to drive the enemy from a hex."""
    weights: SeelowWeights = g.game.weights
    if not is_seelow(g):
        return weights.other_hex
    terrain = g.game.map
    if terrain.seelow >> place & 1:
        return weights.town_hex + weights.late * (g.state.turn / TURNS) ** 2
    if g.state.turn <= FIRST_DATE:
        if terrain.turn_7 >> place & 1:
            return weights.place_hex
        if terrain.near_seelow >> place & 1:
            return weights.gate_hex + weights.late * (g.state.turn / FIRST_DATE) ** 2
    if terrain.beyond >> place & 1:
        return weights.beyond_hex
    return weights.other_hex


def wanted(g: S) -> Places:
    """12.4 The hexes that the Soviets still want."""
    terrain = g.game.map
    if g.state.turn <= FIRST_DATE:
        return Places(terrain.near_seelow | terrain.turn_7 & ~controlled(g))
    town = terrain.seelow & ~controlled(g)
    return Places(town or terrain.beyond & ~controlled(g) or terrain.seelow)
