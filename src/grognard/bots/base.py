"""What every bot is."""

from __future__ import annotations

from random import Random
from typing import Any

from ..engine.flow import Action, Seat
from ..engine.game import Game
from ..engine.position import Position
from ..engine.view import Offer, View, imagine

CLEARLY_WORSE = 0.25
"""Such a part of par a bot must have lost before it is glad of a draw,"""
LEAST_WORSE = 5.0
"""and at least so many points."""


class Bot:
    """A player that is a program; it may remember earlier decisions, but must do without."""

    name = ""
    about = ""
    """How well it plays, in a sentence for people."""

    def __init__(self, game: Game[Any], rng: Random) -> None:
        self.game = game
        self.rng = rng

    def choose(self, view: View) -> str:
        """The text of one of the actions that the view offers."""
        raise NotImplementedError

    def accepts_draw(self, view: View, first: View | None) -> bool:
        """Whether it agrees to a draw: if it stands clearly worse than par, or on the last turn no better.

        The score measures what bots care for, and its zero is not an even game. Par is the score when the first turn
        began, which is what `first` shows; before that there is nothing to judge by. In the first half of a game
        nobody agrees: the defender loses ground then, and may still hold in the end.
        """
        if first is None:
            return False
        g = imagine(self.game, view, self.rng)
        seat = self.game.seat(g.setup, view.seat)
        par = self._lead(imagine(self.game, first, self.rng), seat)
        ahead = self._lead(g, seat) - par
        turn = getattr(g.state, "turn", 0)
        if 2 * turn < self.game.most_turns:
            return False
        if turn >= self.game.most_turns:
            return ahead <= 0
        return ahead < -max(LEAST_WORSE, CLEARLY_WORSE * abs(par))

    def _lead(self, g: Position[Any, Any], seat: Seat) -> float:
        """How much better a seat stands than the others, in the game's points."""
        scores = [self.game.score(g, Seat(number)) for number in range(len(self.game.seats(g.setup)))]
        own = scores.pop(seat)
        return (own - max(scores, default=0.0)) / 2


def going_on(view: View) -> list[Offer]:
    """The offers that lead on; those that only take something back come last of all."""
    assert view.decision is not None
    offers = list(view.decision.offers)
    return [offer for offer in offers if not offer.takes_back] or offers


def onward_actions(g: Position[Any, Any]) -> list[Action]:
    """The same for a position. Where nothing leads on, only the ways out of the present question are left."""
    actions = g.actions()
    return g.onward() or [action for action in actions if _leads_out(g, action)] or actions


def _leads_out(g: Position[Any, Any], action: Action) -> bool:
    after = g.copy()
    after.apply(action)
    return len(after.stack) < len(g.stack)
