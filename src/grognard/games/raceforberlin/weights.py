"""What bots weigh a position by. A point is a Victory Point."""

from __future__ import annotations

from typing import Annotated

from ...engine.outlook import Outlook
from ...engine.weights import Row, Weight, Weights

DECAY = (1.0, 0.9, 0.66, 0.48, 0.36, 0.27, 0.2, 0.15, 0.11, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.01)


class RaceWeights(Weights, frozen=True):
    """The weights of the score. They were set by playing."""

    win: Annotated[float, Weight("points", "Winning the game.")] = 100.0
    both_beaten: Annotated[float, Weight("points", "The Americans have taken Berlin.")] = -80.0
    both_lose: Annotated[float, Weight("points", "The Americans reach Berlin, times the chance of it.")] = 100.0
    at_hand: Annotated[float, Weight("share of the danger", "What a Soviet unit next to the track takes away.")] = 0.4
    ahead: Annotated[float, Weight("points", "Being clearly ahead on the last day.")] = 50.0
    margin: Annotated[float, Weight("Victory Points", "A lead that is clear.")] = 3.0
    strength: Annotated[float, Weight("points a strength point", "A Soviet unit on the map.")] = 0.04
    german_strength: Annotated[float, Weight("points a strength point", "A German unit on the map.")] = 0.08
    nearness: Annotated[float, Weight("points a strength point", "A Soviet unit at a zone worth one point.")] = 0.014
    crowd: Annotated[int, Weight("units", "As many in a zone as an impulse can use; others are not near.")] = 4
    decay: Annotated[Row, Weight("share", "What is left of a pull at 0, 1, 2 … zones.")] = DECAY
    hurdle: Annotated[int, Weight("zones", "What a river or a defence line adds to the way.")] = 1
    berlin_pull: Annotated[float, Weight("points", "How much more than its points a Berlin zone pulls.")] = 2.0
    aims: Annotated[Row, Weight("share", "How much the best zones near a unit pull.")] = (1.0, 0.5, 0.25)
    post: Annotated[float, Weight("points a strength point", "A German unit at a post worth one point.")] = 0.04
    goal_post: Annotated[float, Weight("share of its points", "A post in a zone that the enemy wants.")] = 0.4
    rough_post: Annotated[float, Weight("posts", "A post in difficult terrain.")] = 0.2
    barrier_post: Annotated[float, Weight("posts", "A post next to the enemy; less further away.")] = 0.8
    shortage: Annotated[float, Weight("points a unit", "A unit out of supply in the thick of it.")] = 0.35
    thick: Annotated[float, Weight("points", "The pull of a zone that is in the thick of it.")] = 8.0
    cut_off: Annotated[float, Weight("points a unit", "A unit out of supply if lines were traced now.")] = 0.4
    further: Annotated[float, Weight("points a unit and zone", "Every further zone that bars its line.")] = 0.15
    most_barred: Annotated[int, Weight("zones", "As many further zones as count.")] = 2
    split: Annotated[float, Weight("points", "An army that is apart and has to close up first.")] = 1.2
    contested: Annotated[float, Weight("points", "A claim to a Berlin zone, in supply.")] = 0.5
    forlorn: Annotated[float, Weight("points", "A claim to a Berlin zone, cut off.")] = 0.1
    levels: Annotated[Row, Weight("points", "City Progress 0 to 5 besides control.")] = (0.0, 0.0, 1.5, 1.9, 2.6, 2.9)
    halfway: Annotated[float, Weight("share of its points", "A Berlin zone at its first level.")] = 0.4
    leaving: Annotated[float, Weight("points", "Giving up a Berlin zone, as a plan.")] = 5.0
    abandoned: Annotated[float, Weight("points", "A Berlin zone that has been given up.")] = 9.0
    support: Annotated[float, Weight("share of a roll", "A support point for a City Progress roll.")] = 0.85
    rolls: Annotated[int, Weight("rolls", "City Progress rolls that an impulse has units for.")] = 2
    later: Annotated[float, Weight("share of a roll", "A further one, which needs another round.")] = 0.5
    tomorrow: Annotated[Row, Weight("share of a roll", "The best ones of the next turn.")] = (0.9, 0.6, 0.4, 0.2)
    to_come: Annotated[float, Weight("share of a roll", "A counter in Berlin whose sister has yet to follow.")] = 0.7
    repelled: Annotated[float, Weight("points a level", "German City Progress below nothing.")] = 0.5
    ground: Annotated[float, Weight("points", "A zone that is conquered.")] = 1.2
    ground_points: Annotated[float, Weight("share of its points", "A victory zone that is conquered.")] = 0.8
    due: Annotated[float, Weight("share of its promise", "A fight whose die is due.")] = 0.95
    planned: Annotated[float, Weight("share of its promise", "A fight that is being planned.")] = 0.9
    ready: Annotated[float, Weight("share of its promise", "A fight that could be planned.")] = 0.9
    early: Annotated[float, Weight("share of its promise", "What the first unit of a fight counts.")] = 0.5
    moving: Annotated[float, Weight("share of its gain", "A move that is still to be made.")] = 0.9
    reserve: Annotated[float, Weight("share of its gain", "A reserve move, which may find its way closed.")] = 0.5
    barring: Annotated[float, Weight("share of the danger", "A move that bars a track to the Americans.")] = 0.8
    shelling: Annotated[float, Weight("points", "Shelling that is still to come.")] = 1.0
    slot: Annotated[float, Weight("points", "What an activation must promise, for there are few.")] = 0.2
    event: Annotated[float, Weight("points", "An event chit in force.")] = 0.3


OUTLOOKS = {
    "campaign": Outlook(centre=1.9, unit=26.1, base=-0.369, turn=-0.331, lead=0.99, late=0.366, move=-0.038),
}
"""What leads have meant in games of two staff officers (`grognard outlook`)."""
