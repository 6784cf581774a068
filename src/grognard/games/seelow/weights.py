"""What bots weigh a position by. A point is about one strength point."""

from __future__ import annotations

from typing import Annotated

from ...engine.outlook import Outlook
from ...engine.weights import Row, Weight, Weights

PLACES, TOWN = (0.0, 4.0, 10.0, 45.0), (0.0, 10.0, 24.0, 44.0, 110.0)
LINE = (0.9, 0.6, 0.42, 0.3, 0.21, 0.15, 0.1, 0.07, 0.04, 0.02, 0.01)


class SeelowWeights(Weights, frozen=True):
    """The weights of the score."""

    win: Annotated[float, Weight("points", "Winning the game.")] = 1000.0
    dear: Annotated[float, Weight("times", "A German unit: there are fewer.")] = 1.25
    antitank: Annotated[float, Weight("points an antitank point", "A unit.")] = 0.5
    guns: Annotated[float, Weight("points a strength point", "A gun.")] = 0.8
    gun_antitank: Annotated[float, Weight("share of a strength point", "The antitank points of a gun.")] = 0.25
    leader: Annotated[float, Weight("points", "Zhukov.")] = 3.0
    disrupted: Annotated[float, Weight("share of its worth", "What a disrupted unit keeps.")] = 0.72
    fading: Annotated[float, Weight("share", "What units lose of their worth until the end, before Küstrin.")] = 0.6
    point: Annotated[float, Weight("points", "A German victory point before Küstrin.")] = 6.0
    at_the_gate: Annotated[float, Weight("points", "Standing next to Seelow when turn 7 ends.")] = 90.0
    zone_price: Annotated[int, Weight("hexes", "What a hex in a German zone costs on the way there.")] = 3
    held_price: Annotated[int, Weight("hexes", "What a hex costs that Germans hold.")] = 7
    nearer: Annotated[float, Weight("share", "What a hex of the way leaves of a unit's promise.")] = 0.75
    first: Annotated[int, Weight("hexes", "How many Soviet ones count on the way there, the nearest first.")] = 3
    places: Annotated[Row, Weight("points", "None to three of the seven places when turn 7 ends.")] = PLACES
    places_early: Annotated[float, Weight("share of their worth", "The seven places at the start.")] = 0.5
    canal: Annotated[float, Weight("points", "Being held at the canal.")] = 25.0
    town: Annotated[Row, Weight("points", "None to four hexes of Seelow.")] = TOWN
    town_early: Annotated[float, Weight("share of their worth", "Hexes of Seelow at the start.")] = 0.4
    road: Annotated[float, Weight("points", "A hex of the road beyond, in the end.")] = 3.0
    closer: Annotated[float, Weight("points a strength point", "A half point nearer to what is wanted.")] = 0.02
    guard: Annotated[float, Weight("points a strength point", "A German a half point nearer to it.")] = 0.012
    way_antitank: Annotated[float, Weight("share of a strength point", "Antitank points on the way.")] = 0.3
    nerve: Annotated[float, Weight("share", "A disrupted Soviet unit on the way.")] = 0.6
    shelter: Annotated[float, Weight("points a strength point", "Cover to a German unit.")] = 0.06
    line: Annotated[Row, Weight("chance", "A link for a pocket unit, by the hexes that bar its line.")] = LINE
    lasting: Annotated[float, Weight("share", "Whether the line is open when the Soviets have moved.")] = 0.5
    exposed: Annotated[float, Weight("share", "A pocket unit in the open, where the guns find it.")] = 0.8
    links_early: Annotated[float, Weight("share of their worth", "Links at the start.")] = 0.4
    holding: Annotated[float, Weight("turns", "How long before the end the way of the relief force counts less.")] = 5.0
    gun_range: Annotated[float, Weight("share of its worth", "A target in a gun's range.")] = 0.12
    targets: Annotated[int, Weight("targets", "As many as a gun can use.")] = 3
    expected: Annotated[int, Weight("targets", "As many as the defender's guns count at least.")] = 2
    limbered: Annotated[float, Weight("share of its targets", "A gun that can be emplaced in the night.")] = 0.75
    on_the_way: Annotated[float, Weight("points", "A limbered gun that has a day left to move up.")] = 0.3
    gun_front: Annotated[int, Weight("hexes", "How near the enemy a limbered gun is in the front line.")] = 2
    gun_in_front: Annotated[float, Weight("share of its strength", "A limbered gun in the front line.")] = 0.4
    haul: Annotated[float, Weight("share a half point", "The way that a limbered gun has to go, of its worth.")] = 0.004
    eye: Annotated[float, Weight("points", "An enemy hex that Zhukov sees.")] = 0.3
    seen: Annotated[int, Weight("hexes", "As many as he can use.")] = 6
    peril: Annotated[float, Weight("points", "Zhukov and his guard beside the enemy.")] = 1.0
    alone: Annotated[int, Weight("hexes", "How far from the enemy Zhukov needs a guard.")] = 4
    town_hex: Annotated[float, Weight("points", "Driving the enemy from a hex of Seelow.")] = 9.0
    place_hex: Annotated[float, Weight("points", "Driving the enemy from one of the seven places.")] = 5.0
    gate_hex: Annotated[float, Weight("points", "Driving the enemy from a hex next to Seelow.")] = 5.0
    beyond_hex: Annotated[float, Weight("points", "Driving the enemy from the road beyond.")] = 2.0
    other_hex: Annotated[float, Weight("points", "Driving the enemy from another hex.")] = 0.5
    late: Annotated[float, Weight("points", "The town and the gate, besides, when the turn comes that decides.")] = 12.0
    shaken: Annotated[float, Weight("share of its worth", "A unit that is driven back disrupted.")] = 0.35
    shaken_again: Annotated[float, Weight("share of its worth", "One that was disrupted before.")] = 0.1
    fire_clears: Annotated[float, Weight("share of the ground", "A unit that fails its check under fire.")] = 0.6
    attack_clears: Annotated[float, Weight("share of the ground", "A unit that fails it under attack.")] = 0.7
    going_back: Annotated[float, Weight("share of the ground", "A unit that has to go back now.")] = 0.7
    several: Annotated[float, Weight("share", "Fire at a hex with several targets.")] = 0.8
    spent: Annotated[float, Weight("points a strength point", "Units and guns that are used.")] = 0.02
    elsewhere: Annotated[float, Weight("points a strength point", "Guns that could fire at another target.")] = 0.1
    empty_plan: Annotated[float, Weight("points", "A plan without units, or one that may not be.")] = -0.3
    ready: Annotated[float, Weight("share of its promise", "An attack or fire that could be planned.")] = 0.85
    threat: Annotated[float, Weight("share of its promise", "The enemy's attacks of his next turn.")] = 0.3


OUTLOOKS = {
    "kustrin": Outlook(centre=-61.9, unit=48.3, base=0.024, turn=-1.604, lead=0.567, late=1.136, move=0.073),
    "seelow": Outlook(centre=621.7, unit=80.5, base=-1.627, turn=-4.731, lead=1.386, late=0.904, move=0.427),
}
"""What leads have meant in games of two staff officers (`grognard outlook`)."""
