"""What every bot is."""

from __future__ import annotations

from random import Random
from typing import Any

from ..engine.flow import Choice
from ..engine.game import Game
from ..engine.position import Position
from ..engine.view import Offer, View


class Bot:
    """A player that is a program; it may remember things from one decision to the next, but needs to remember nothing."""

    name = ""

    def __init__(self, game: Game[Any], rng: Random) -> None:
        self.game = game
        self.rng = rng

    def choose(self, view: View) -> str:
        """The text of one of the actions that the view offers."""
        raise NotImplementedError


def going_on(view: View) -> list[Offer]:
    """The offers that lead on; those that only take something back come last of all."""
    assert view.decision is not None
    offers = list(view.decision.offers)
    return [offer for offer in offers if not offer.takes_back] or offers


def onward_actions(g: Position[Any, Any]) -> list[Any]:
    """The same for a position."""
    actions = g.actions()
    frame = g.frame
    if isinstance(frame, Choice) and frame.takes_back:
        return [action for action in actions if action.verb not in frame.takes_back] or actions
    return actions
