"""City Progress rolls (9.2): who takes part, and at what price."""

from __future__ import annotations

from typing import ClassVar

from ...engine.flow import Action, Refusal
from ...engine.pieces import Piece, Pieces, each, one
from .assault import Assault
from .attackers import able, city_fighters, fighters, order_debt
from .battle import Battle
from .duties import camp_of
from .model import GERMAN, SOVIET, R
from .odds import Kind
from .replacements import add_support
from .zones import nationality


class CityAttack(Assault):
    """9.2 A City Progress roll in one zone."""

    kind: ClassVar[Kind] = "city"
    rule: ClassVar[str] = "9.2.1a"
    what: ClassVar[str] = "City Progress roll in"

    def able(self, g: R) -> Pieces:
        """9.2.1 The fighters inside."""
        return city_fighters(g, self.zone)

    def reinforcers(self, g: R) -> list[Piece]:
        """9.2.4a, R42 German fighters of one neighbouring zone outside the city."""
        found: list[Piece] = []
        if nationality(g.state.impulse) == SOVIET:
            return found
        outside = {g.where[p] for p in each(self.units) if g.where[p] != self.zone}
        near = g.game.map.next[self.zone] & ~g.game.map.berlin
        for piece in fighters(g):
            zone = g.where[piece]
            if near >> zone & 1 and not self.units >> piece & 1 and (not outside or zone in outside):
                found.append(piece)
        return [piece for piece in found if not self._is_ordered_elsewhere(g, piece)]

    def _is_ordered_elsewhere(self, g: R, piece: Piece) -> bool:
        """2.3.2a, R10 A roll in the city is no normal combat: a unit that is needed for one may not be called away."""
        rest = able(g, 0) & ~self.units
        return order_debt(g, rest & ~one(piece)) > order_debt(g, rest)

    def choices(self, g: R) -> list[Action]:
        """As for any fight, and extra support, and help from outside."""
        found = super().choices(g)
        if self._press_refusal(g) is None:
            found.append(g.act("press"))
        found += g.acts("call", self.reinforcers(g))
        return found

    def _press_refusal(self, g: R) -> Refusal | None:
        if nationality(g.state.impulse) == GERMAN:
            return Refusal("only Soviets spend support points", "9.2.5")
        if g.state.support[camp_of(g.state.impulse)] < 2:
            return Refusal("there is no support point left for that", "9.2.5")
        return None

    def drop_refusal(self, g: R, piece: int) -> Refusal | None:
        """9.2.1a, 9.2.4a Somebody inside takes part; help from outside can be sent back."""
        if not self.units >> piece & 1:
            return Refusal("that unit does not take part", "9.2.1a")
        if any(g.where[p] == self.zone for p in each(self.units & ~one(piece))):
            return None
        return Refusal("a unit inside the zone must take part", "9.2.1a")

    def join_refusal(self, g: R, piece: int) -> Refusal:
        """9.2.2a Soviets without supply make no roll."""
        if piece in fighters(g) and g.where[piece] == self.zone and not self.able(g) >> piece & 1:
            return Refusal("units out of supply cannot make the roll", "9.2.2a")
        return super().join_refusal(g, piece)

    def refusal(self, g: R, action: Action) -> Refusal | None:
        if action.verb == "press":
            return self._press_refusal(g)
        if action.verb == "call":
            if action.args[0] in self.reinforcers(g):
                return None
            if able(g, 0) >> action.args[0] & 1 and self._is_ordered_elsewhere(g, action.args[0]):
                return Refusal("Hitler's order could no longer be fulfilled", "2.3.2a")
            return Refusal("only Germans in combat mode of one zone next to it", "9.2.4a")
        return super().refusal(g, action)

    def label(self, g: R, action: Action) -> str:
        """9.2.1c, 9.2.5 What the buttons say, with the price."""
        if action.verb == "fight":
            return "Roll for one support point" if nationality(g.state.impulse) == SOVIET else "Roll"
        labels = {"press": "Roll for two, with +1", "cancel": "Do not roll"}
        return labels.get(action.verb) or super().label(g, action)

    def on_call(self, g: R, unit: Piece) -> None:
        """9.2.4a Call in a unit from outside the city."""
        self.units = Pieces(self.units | one(unit))

    def on_fight(self, g: R) -> None:
        """9.2.1c A Soviet roll costs a support point."""
        self._roll(g, False)

    def on_press(self, g: R) -> None:
        """9.2.5 One point more gives +1."""
        self._roll(g, True)

    def _roll(self, g: R, extra: bool) -> None:
        if nationality(g.state.impulse) == SOVIET:
            add_support(g, camp_of(g.state.impulse), -2 if extra else -1)
        g.become(Battle("city", self.zone, self.units, extra))
