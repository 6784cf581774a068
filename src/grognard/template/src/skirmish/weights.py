"""What bots weigh a position by. A point is a victory point."""

from __future__ import annotations

from typing import Annotated

from grognard.api import Weight, Weights


class SkirmishWeights(Weights, frozen=True):
    """The weights of the score."""

    win: Annotated[float, Weight("points", "Winning the game.")] = 1000.0
    strength: Annotated[float, Weight("points a factor", "Attack and defence on the map.")] = 0.12
    nearness: Annotated[float, Weight("points a factor and hex", "Attack a hex nearer to an enemy objective.")] = 0.05
    step: Annotated[float, Weight("points", "A step lost, to the enemy.")] = 0.5
    ground: Annotated[float, Weight("points", "A hex that the attacker can take.")] = 0.6
    ready: Annotated[float, Weight("share of its promise", "An attack that can still be planned.")] = 0.9
