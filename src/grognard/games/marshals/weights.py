"""What bots weigh a position by. A point is about one attack factor."""

from __future__ import annotations

from typing import Annotated

from ...engine.outlook import Outlook
from ...engine.weights import Weight, Weights


class MarshalsWeights(Weights, frozen=True):
    """The weights of the score."""

    win: Annotated[float, Weight("points", "Winning the game.")] = 10_000.0
    closeness: Annotated[float, Weight("points a factor and step", "Russians a step nearer to Hitler.")] = 0.16
    zone_steps: Annotated[int, Weight("steps", "What a German zone of control adds to the way.")] = 2
    unit_steps: Annotated[int, Weight("steps", "What it seems to take to push a German stack away.")] = 5
    russian_attack: Annotated[float, Weight("points a factor", "The attack factors of a Russian unit.")] = 1.0
    russian_defence: Annotated[float, Weight("points a factor", "The defence factors of a Russian unit.")] = 0.5
    german_attack: Annotated[float, Weight("points a factor", "The attack factors of a German unit.")] = 0.4
    german_defence: Annotated[float, Weight("points a factor", "The defence factors of a German unit.")] = 1.2
    disruption: Annotated[float, Weight("share of its worth", "What a Disrupted unit has lost for now.")] = 0.35
    german_rout: Annotated[float, Weight("share of its worth", "A German unit that is routed.")] = 0.55
    german_withdrawal: Annotated[float, Weight("share of its worth", "A German unit that withdraws.")] = 0.2
    russian_rout: Annotated[float, Weight("share of its worth", "A Russian unit that is routed.")] = 0.5
    attackers_lost: Annotated[float, Weight("points a factor", "Attack factors lost in a failed attack.")] = 1.3
    hex_taken: Annotated[float, Weight("points", "Breaking into a hex.")] = 1.5
    district_taken: Annotated[float, Weight("points", "Breaking into a hex of Berlin.")] = 30.0
    centre_guard: Annotated[float, Weight("points a factor", "Mobile Germans in central Berlin.")] = 1.6
    district_guard: Annotated[float, Weight("points a factor", "Mobile Germans elsewhere in Berlin.")] = 0.9
    readiness: Annotated[float, Weight("share", "An attack that could be planned, by one that is.")] = 0.95
    forbidden: Annotated[float, Weight("points", "A plan that may not be carried out as it stands.")] = -1000.0


OUTLOOKS = {
    "conventional": Outlook(centre=385.4, unit=128.8, base=0.676, turn=-2.292, lead=0.45, late=-0.553, move=0.163),
    "dual": Outlook(centre=40.1, unit=60.1, base=-0.877, turn=0.893, lead=0.385, late=-0.296, move=0.047),
}
"""What leads have meant in games of two staff officers (`grognard outlook`)."""
