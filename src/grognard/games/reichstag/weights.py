"""What bots weigh a position by. A point is a victory point."""

from __future__ import annotations

from typing import Annotated

from ...engine.outlook import Outlook
from ...engine.weights import Row, Weight, Weights

GAIN_ODDS, GAIN = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0), (-0.6, -0.2, 0.1, 0.4, 0.7, 0.9, 1.0)
ASSAULT_ODDS, ASSAULT_GAIN = (0.5, 1.0, 2.0, 3.0, 4.0, 5.0), (-0.8, -0.4, 0.1, 0.5, 0.8, 1.0)
BOTH_ODDS, BOTH = (0.5, 1.0, 3.0, 5.0), (0.0, 1 / 6, 1 / 3, 1 / 2)
STORM_ODDS, STORM = (0.5, 1.0, 2.0, 3.0, 4.0, 6.0), (0.0, 0.1, 0.3, 0.5, 0.7, 1.0)
PATIENCE, IMPATIENCE = (0.0, 1.5), (0.0, 2.5)


class ReichstagWeights(Weights, frozen=True):
    """The weights of the score.

    Two rows belong together where one has the odds, which are ratios of attack to defence, and the other what holds
    there. In between one value passes smoothly into the next: the tables have steps, but a plan that is to grow unit by
    unit needs a slope.
    """

    win: Annotated[float, Weight("points", "Winning the game.")] = 1000.0
    nobody: Annotated[float, Weight("points", "A game that nobody wins.")] = -500.0
    inside: Annotated[float, Weight("points", "Leading with a unit in the Reichstag.")] = 25.0
    thrift: Annotated[float, Weight("share", "A Stavka point spent; what one leaves the rival may spend.")] = 0.4
    waste: Annotated[float, Weight("points", "A Stavka point spent ahead of the days, besides.")] = 0.8
    pace: Annotated[float, Weight("Stavka points a day", "What leaves enough for the barrage of the storm.")] = 6.0
    strength: Annotated[float, Weight("points a strength point", "Soviet units at the start.")] = 0.16
    scarce: Annotated[float, Weight("points a strength point", "The first ones that a Front needs, besides.")] = 0.15
    needed: Annotated[int, Weight("strength points", "Without so many nobody takes the Reichstag.")] = 120
    fading: Annotated[float, Weight("share", "What Soviet units lose of their worth until the end.")] = 0.67
    approach: Annotated[float, Weight("points a strength point", "Being near to a victory point.")] = 0.02
    pull: Annotated[float, Weight("share", "What a movement point leaves of an objective's pull.")] = 0.89
    prize_pull: Annotated[float, Weight("share", "What a movement point leaves of the Reichstag's pull.")] = 0.92
    prize: Annotated[float, Weight("victory points", "The pull of the Reichstag: without it nobody wins.")] = 60.0
    urgency: Annotated[float, Weight("victory points a day", "How much more the Reichstag pulls each day.")] = 12.0
    breach: Annotated[float, Weight("points", "A fallen unit of the garrison, to a Front at the door.")] = 7.0
    at_the_door: Annotated[int, Weight("movement points", "How far from the Reichstag is near.")] = 4
    enough: Annotated[float, Weight("strength points", "What can take the Reichstag from near.")] = 15.0
    german_unit: Annotated[float, Weight("points", "A German unit as an obstacle.")] = 0.6
    german_strength: Annotated[float, Weight("points a strength point", "A German unit, besides.")] = 0.3
    guard: Annotated[float, Weight("points a strength point", "A German unit for each victory point there.")] = 0.035
    guard_near: Annotated[float, Weight("share of the pull", "A German unit near to objectives.")] = 0.6
    last_day: Annotated[float, Weight("points", "Storming the Reichstag on the last day.")] = 200.0
    day_before: Annotated[float, Weight("share", "What a day earlier leaves of the storm.")] = 0.5
    patience: Annotated[Row, Weight("odds for 1BF, 1UF", "Below them a Front waits with the storm.")] = PATIENCE
    impatience: Annotated[Row, Weight("odds for 1BF, 1UF", "From them on it does not wait.")] = IMPATIENCE
    storm_odds: Annotated[Row, Weight("odds", "Where the next row holds.")] = STORM_ODDS
    storm: Annotated[Row, Weight("share of the storm", "How much of the Reichstag an attack promises.")] = STORM
    gain_odds: Annotated[Row, Weight("odds", "Where the next row holds.")] = GAIN_ODDS
    gain: Annotated[Row, Weight("share of the stake", "What an attack promises.")] = GAIN
    assault_odds: Annotated[Row, Weight("odds", "Where the next row holds.")] = ASSAULT_ODDS
    assault_gain: Annotated[Row, Weight("share of the stake", "What an assault promises.")] = ASSAULT_GAIN
    both_odds: Annotated[Row, Weight("odds", "Where the next row holds.")] = BOTH_ODDS
    both: Annotated[Row, Weight("chance", "That both sides lose half in an assault.")] = BOTH
    stake: Annotated[float, Weight("points", "What is at stake in an attack on a German hex.")] = 0.8
    stake_defence: Annotated[float, Weight("points a strength point", "The defence there, besides.")] = 0.4
    stake_value: Annotated[float, Weight("share of its points", "An objective there, besides.")] = 0.3
    stake_most: Annotated[float, Weight("strength points", "More than this is not at stake.")] = 8.0
    german_stake: Annotated[float, Weight("points", "What is at stake in an attack on a Soviet hex.")] = 0.4
    german_stake_attack: Annotated[float, Weight("points a strength point", "The attack on it, besides.")] = 0.3
    call: Annotated[int, Weight("hexes", "From how far units may come to join an attack.")] = 3
    joining: Annotated[float, Weight("share of its strength", "A unit that may still move up.")] = 0.8
    hope: Annotated[float, Weight("share of its promise", "An attack that is stronger by them.")] = 0.8
    risk: Annotated[float, Weight("share", "How much of a bad attack that hope makes good.")] = 0.5
    twice: Annotated[float, Weight("attacks", "Two combat phases, as against one.")] = 1.9
    later: Annotated[float, Weight("divisor", "An attack that is neither made nor planned yet.")] = 1.3
    loss: Annotated[float, Weight("points a strength point", "Soviet strength lost in an attack.")] = 0.3
    half: Annotated[float, Weight("share", "What is lost when half is lost, in whole units.")] = 0.6
    retreat: Annotated[float, Weight("points", "A retreat, to the enemy.")] = 0.3
    taken: Annotated[float, Weight("share of its points", "An objective that is taken.")] = 0.4
    left_empty: Annotated[float, Weight("share of the prize", "A hex that is left and not entered.")] = 0.5


OUTLOOKS = {
    "campaign": Outlook(centre=85.2, unit=97.8, base=-0.122, turn=-1.067, lead=0.502, late=0.481, move=0.065),
}
"""What leads have meant in games of two staff officers (`grognard outlook`)."""
