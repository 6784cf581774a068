"""What bots weigh a position by. A victory hex is worth ten points."""

from __future__ import annotations

from typing import Annotated

from ...engine.outlook import Outlook
from ...engine.weights import Row, Weight, Weights


class KonigsbergWeights(Weights, frozen=True):
    """The weights of the score."""

    win: Annotated[float, Weight("points", "Winning the game.")] = 1000.0
    hex: Annotated[float, Weight("points", "A victory hex.")] = 10.0
    even: Annotated[float, Weight("victory hexes", "As many Soviet ones as make both sides even.")] = 6.5
    lead: Annotated[float, Weight("victory hexes", "The largest lead that counts for more.")] = 3.0
    lead_share: Annotated[float, Weight("share of a victory hex", "A hex of the lead, besides.")] = 0.2
    lead_turn: Annotated[float, Weight("share a turn", "How much more it is each turn.")] = 0.08
    stormed: Annotated[float, Weight("points", "A supplied Soviet unit in Königsberg or Elbing.")] = 120.0
    kept: Annotated[float, Weight("points", "A Soviet victory hex that Germans could walk into.")] = 15.0
    raid: Annotated[int, Weight("hexes", "How near the enemy makes an empty victory hex or a lone HQ unsafe.")] = 6
    draw: Annotated[float, Weight("points", "Soviet strength around a victory hex.")] = 80.0
    enough: Annotated[float, Weight("attack factors", "What is nearly enough around it.")] = 80.0
    pull: Annotated[float, Weight("share", "What a movement point leaves of a victory hex's pull.")] = 0.88
    capital: Annotated[float, Weight("victory hexes", "How much Königsberg and Elbing are wanted.")] = 2.5
    last_ditch: Annotated[float, Weight("victory hexes", "How well Königsberg and Elbing are guarded.")] = 2.5
    hq_pull: Annotated[int, Weight("attack factors", "An HQ on the way: it must lead, or its units stay behind.")] = 4
    hq: Annotated[float, Weight("points", "An HQ: without it its chit is gone.")] = 20.0
    german_factor: Annotated[float, Weight("points a factor", "The defence factors of Germans.")] = 0.9
    soviet_factor: Annotated[float, Weight("points a factor", "The attack factors of Soviets.")] = 0.45
    lesser: Annotated[float, Weight("share", "The attack factors of Germans, the defence factors of Soviets.")] = 0.3
    fading: Annotated[float, Weight("share", "What units lose of their worth until the end.")] = 0.6
    out_of_supply: Annotated[float, Weight("share of its worth", "What a unit loses out of supply.")] = 0.25
    cut_off: Annotated[float, Weight("share of its worth", "What an isolated unit loses.")] = 0.5
    surrounded: Annotated[float, Weight("share of its worth", "What a unit loses that has no way out.")] = 0.35
    left_behind: Annotated[float, Weight("points", "A unit out of its HQ's range.")] = 1.0
    threat: Annotated[float, Weight("attack factors", "What threatens a victory hex in full.")] = 60.0
    guard: Annotated[float, Weight("points a factor", "Defence in a victory hex that is threatened.")] = 0.35
    guard_most: Annotated[int, Weight("defence factors", "More than this in the hex do not count.")] = 12
    garrison: Annotated[float, Weight("points", "Anybody at all in a victory hex that is threatened.")] = 2.0
    presence: Annotated[float, Weight("points a factor", "Defence near a victory hex that is threatened.")] = 0.12
    presence_most: Annotated[int, Weight("defence factors", "More than this near the hex do not count.")] = 24
    presence_range: Annotated[int, Weight("movement points", "How far from the hex is near.")] = 4
    relief: Annotated[float, Weight("points", "German strength around a victory hex that is threatened.")] = 20.0
    relieved: Annotated[float, Weight("defence factors", "What is nearly enough around it.")] = 30.0
    risk: Annotated[float, Weight("share", "Threatened losses, measured by losses.")] = 0.3
    risk_range: Annotated[int, Weight("hexes", "How near an enemy threatens a stack.")] = 2
    risk_step: Annotated[float, Weight("share of a stack", "A step that may be lost.")] = 0.3
    risk_ground: Annotated[float, Weight("share of a stack", "A hex that may have to be left.")] = 0.15
    line: Annotated[float, Weight("points a factor", "German strength before the enemy, while Germans act.")] = 1.0
    line_turns: Annotated[int, Weight("turns", "How long the line counts: later the towns have to be held.")] = 2
    line_near: Annotated[int, Weight("hexes", "How near the enemy strength counts in full.")] = 5
    line_far: Annotated[int, Weight("hexes", "From where on it counts for nothing.")] = 12
    alone: Annotated[float, Weight("points", "An HQ without escort near the enemy.")] = 10.0
    through: Annotated[int, Weight("hexes", "What a hex in a zone costs more on the way to such an HQ.")] = 3
    crowd: Annotated[float, Weight("points a stack", "Refugees near Germans; near Soviets they cost as much.")] = 0.12
    crowd_range: Annotated[int, Weight("hexes", "Within how many refugees are in the way.")] = 3
    crowd_most: Annotated[int, Weight("German stacks", "More than this near refugees do not count.")] = 4
    ready_air: Annotated[float, Weight("points", "An air unit that is ready.")] = 1.0
    refit_air: Annotated[float, Weight("points", "An air unit that refits.")] = 0.55
    readiness: Annotated[float, Weight("share of its promise", "An attack that could still be planned.")] = 0.75
    good_odds: Annotated[int, Weight("to one", "The odds for which units gather.")] = 4
    hope: Annotated[float, Weight("share of its promise", "A gathering, measured by an attack.")] = 0.6
    taken: Annotated[float, Weight("points", "Pushing the enemy out of a victory hex.")] = 40.0
    break_in: Annotated[Row, Weight("points to Germans, Soviets", "Pushing a stack out of a hex.")] = (4.0, 5.0)
    immobile: Annotated[float, Weight("share of its chance", "Clearing a hex where some cannot move.")] = 0.5
    immobile_step: Annotated[float, Weight("chance a step", "Clearing it by losses, besides.")] = 0.15
    step: Annotated[float, Weight("share of the strongest unit", "A step that the attacker loses.")] = 0.65
    last_step: Annotated[float, Weight("share of the strongest unit", "A step where no attacker has two.")] = 1.6
    free: Annotated[float, Weight("points a factor", "Units that may move without fighting.")] = 0.1
    active: Annotated[float, Weight("points a factor", "Units that may move and fight.")] = 0.02
    hopeless: Annotated[float, Weight("points", "An attack below the table.")] = -3.0
    nobody: Annotated[float, Weight("points", "A plan without units; no plan counts for less.")] = -20.0
    end_in_contact: Annotated[float, Weight("pull", "For the search: a move that ends next to the enemy.")] = 0.12
    end_at_goal: Annotated[float, Weight("pull", "For the search: a move that ends in a victory hex.")] = 1.0
    end_as_guard: Annotated[float, Weight("share of a threat", "For the search: guarding where there is none.")] = 0.1


OUTLOOKS = {
    "campaign": Outlook(centre=-698.1, unit=258.1, base=-0.743, turn=3.571, lead=1.354, late=1.673, move=-0.044),
}
"""What leads have meant in games of two staff officers (`grognard outlook`)."""
