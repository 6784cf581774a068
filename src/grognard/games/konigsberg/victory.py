"""Victory (14): sudden death, and the count of victory hexes after the last turn."""

from __future__ import annotations

from ...engine.flow import Seat
from ...engine.pieces import each
from ...engine.places import members
from ...engine.position import Outcome
from .model import ISOLATED, OOS, SIDES, SOVIET, K, Work
from .volksturm import send_home


def german_hexes(g: K) -> int:
    """14.3 Victory hexes in German hands."""
    return (g.game.map.objectives & ~g.state.soviet_held).bit_count()


def sudden_death(g: K) -> Outcome | None:
    """14.2, R63 A supplied Soviet combat unit in Königsberg or Elbing ends the game."""
    game = g.game
    for place in members(game.map.sudden_death):
        soviets = g.here.get(place, 0) & game.combat & game.roster.of_side[SOVIET]
        if any(not g.flags[p] & (OOS | ISOLATED) for p in each(soviets)):
            name = game.board.label[place]
            text = f"The Soviets hold {name} at the end of turn {g.state.turn}: sudden death."
            return Outcome(winner=Seat(SOVIET), text=text, rule="14.2", degree="Sudden Death Victory")
    return None


def final_outcome(g: K) -> Outcome:
    """14.3, R64 The level of victory by German victory hexes."""
    held = german_hexes(g)
    for level in g.game.tables["victory"]:
        if held >= level["least"]:
            winner = Seat(SIDES.index(level["winner"]))
            cities = g.game.map.objectives.bit_count()
            text = f"{level['degree']}: the Germans hold {held} of {cities} victory hexes."
            return Outcome(winner=winner, text=text, rule="14.3", degree=level["degree"])
    raise AssertionError("the last level begins at zero")


class EndOfTurn(Work):
    """1.5 Volksturm go home, sudden death, and after the last turn the count."""

    def run(self, g: K) -> None:
        """1.5a, 1.5b, 1.5c."""
        send_home(g)
        outcome = sudden_death(g)
        if outcome is None and g.state.turn >= g.game.turns:
            outcome = final_outcome(g)
        if outcome is not None:
            g.finish(outcome)
        else:
            g.end()
