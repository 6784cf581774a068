"""Losses, retreats and advances (4.5, 4.6, 5)."""

from __future__ import annotations

from typing import ClassVar

from grognard.api import (
    Ask,
    ChoosePlace,
    ChooseUnit,
    Mark,
    Piece,
    Pieces,
    Place,
    Places,
    Refusal,
    Seat,
    each,
    marked,
    occupied,
)

from .model import M, name_of
from .victory import enter_hex
from .zones import controlled


def lose_step(g: M, piece: Piece, rule: str) -> None:
    """4.6 A unit loses a step; without any it is eliminated."""
    if g.steps[piece] > 1:
        g.set_steps(piece, g.steps[piece] - 1, rule=rule)
    else:
        g.remove(piece, g.game.lost, rule=rule)


class LoseStep(ChooseUnit):
    """4.5 The attacker chooses which of his units loses the step; a single one is not asked about."""

    verb: ClassVar[str] = "lose"
    forced: ClassVar[bool] = True

    attackers: Pieces

    def ask(self, g: M) -> Ask:
        """Which unit it is."""
        return Ask(prompt="Which of the attackers loses a step?", rule="4.5")

    def eligible(self, g: M) -> tuple[Piece, ...]:
        """All attackers."""
        return each(self.attackers)

    def why_not(self, g: M, piece: Piece) -> Refusal:
        """Only those who attacked can pay for it."""
        return Refusal(f"{name_of(g, piece)} did not attack", "4.5")

    def on_lose(self, g: M, unit: Piece) -> None:
        """It loses the step."""
        lose_step(g, unit, "4.5")
        g.end()


def retreat_hexes(g: M, piece: Piece) -> Places:
    """5.1 Where a unit can retreat: one hex, without units and enemy zones of control, and not through the river."""
    enemy = 1 - g.game.side_of[piece]
    near = g.game.map.dry.targets[g.where[piece]]
    return Places(near & ~occupied(g, 0) & ~occupied(g, 1) & ~controlled(g, enemy))


class Retreat(ChoosePlace):
    """5.1 The owner chooses where his unit goes; a single hex is not asked about."""

    verb: ClassVar[str] = "retreat"
    forced: ClassVar[bool] = True

    unit: Piece

    def seat(self, g: M) -> Seat:
        """The defender's player is asked, out of turn."""
        return g.game.owner(g, self.unit)

    def ask(self, g: M) -> Ask:
        """Where it goes."""
        return Ask(prompt=f"Where does {name_of(g, self.unit)} retreat?", rule="5.1", pieces=(self.unit,))

    def places(self, g: M) -> Places:
        """The hexes that are open to it."""
        return retreat_hexes(g, self.unit)

    def why_not(self, g: M, place: Place) -> Refusal:
        """Why it cannot go there."""
        return Refusal("a unit retreats one hex, without units or enemy zones of control, not through a river", "5.1")

    def on_retreat(self, g: M, target: Place) -> None:
        """It goes back."""
        g.place(self.unit, target, how="retreats", path=(target,), cause="retreat", rule="5.1")
        enter_hex(g, self.unit, target)
        g.end()


class Advance(ChooseUnit):
    """5.3 One of the attackers may enter the hex that the defender has left."""

    verb: ClassVar[str] = "advance"
    closing: ClassVar[str] = "stay"
    labels: ClassVar[dict[str, str]] = {"stay": "Do not advance"}

    target: Place
    attackers: Pieces

    def ask(self, g: M) -> Ask:
        """Who goes."""
        where = g.game.place_title(self.target)
        return Ask(prompt=f"Which unit advances into {where}?", rule="5.3", places=(self.target,))

    def eligible(self, g: M) -> tuple[Piece, ...]:
        """Any attacker."""
        return each(self.attackers)

    def why_not(self, g: M, piece: Piece) -> Refusal:
        """Only those who attacked can advance."""
        return Refusal(f"{name_of(g, piece)} did not attack here", "5.3")

    def on_advance(self, g: M, unit: Piece) -> None:
        """It takes the hex."""
        g.place(unit, self.target, how="advances", path=(self.target,), cause="advance", rule="5.3")
        enter_hex(g, unit, self.target)
        g.end()

    @marked(Mark.RIVAL)
    def on_stay(self, g: M) -> None:
        """All stay where they are."""
        g.end()
