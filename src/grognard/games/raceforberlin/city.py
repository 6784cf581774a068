"""City Progress rolls (9.2): who takes part, and at what price."""

from __future__ import annotations

from typing import ClassVar

from ...engine.flow import Action, Ask, Refusal, Seat
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place
from .attackers import (
    city_fighters,
    collapse,
    collapse_refusal,
    collapse_targets,
    fighters,
    label,
)
from .battle import Battle
from .duties import camp_of
from .model import GERMAN, SOVIET, Decide, R
from .odds import reckon
from .replacements import add_support
from .zones import nationality


class CityAttack(Decide):
    """9.2 A City Progress roll in one zone."""

    zone: Place
    units: Pieces
    settled: bool = False
    takes_back: ClassVar[frozenset[str]] = frozenset({"cancel", "join"})

    def seat(self, g: R) -> Seat:
        """The attacker."""
        return Seat(camp_of(g.state.impulse))

    def ask(self, g: R) -> Ask:
        """The question, with the calculation."""
        panel = reckon(g, "city", self.units, self.zone)
        title = g.game.place_title(self.zone)
        return Ask(
            prompt=f"City Progress roll in {title}?",
            rule="9.2.1a",
            pieces=each(self.units),
            places=(self.zone,),
            panel=panel,
        )

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
        return found

    def choices(self, g: R) -> list[Action]:
        """Roll, roll with extra support, who takes part, chit 8, cancel."""
        found = [g.act("fight")]
        if self._press_refusal(g) is None:
            found.append(g.act("press"))
        found += g.acts("drop", [p for p in each(self.units) if self._drop_refusal(g, p) is None])
        found += g.acts("join", each(city_fighters(g, self.zone) & ~self.units))
        found += g.acts("call", self.reinforcers(g))
        found += g.acts("collapse", collapse_targets(g, self.zone))
        if not self.settled:
            found.append(g.act("cancel"))
        return found

    def _press_refusal(self, g: R) -> Refusal | None:
        if nationality(g.state.impulse) == GERMAN:
            return Refusal("only Soviets spend support points", "9.2.5")
        if g.state.support[camp_of(g.state.impulse)] < 2:
            return Refusal("there is no support point left for that", "9.2.5")
        return None

    def _drop_refusal(self, g: R, piece: int) -> Refusal | None:
        if not self.units >> piece & 1 or g.where[piece] != self.zone:
            return Refusal("that unit is not one of those inside who take part", "9.2.1a")
        if any(g.where[p] == self.zone for p in each(self.units & ~one(piece))):
            return None
        return Refusal("a unit inside the zone must take part", "9.2.1a")

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why not."""
        verb = action.verb
        if verb == "fight":
            return None
        if verb == "press":
            return self._press_refusal(g)
        if verb == "cancel":
            return Refusal("chit 8 has been played for this roll", "E.8a") if self.settled else None
        piece = action.args[0]
        if verb == "drop":
            return self._drop_refusal(g, piece)
        if verb == "collapse":
            return collapse_refusal(g, self.zone, piece)
        if verb == "call":
            helps = piece in self.reinforcers(g)
            return None if helps else Refusal("only Germans in combat mode of one zone next to it", "9.2.4a")
        if city_fighters(g, self.zone) & ~self.units & one(piece):
            return None
        return Refusal("that unit cannot take part", "9.2.1a")

    def label(self, g: R, action: Action) -> str:
        """What the buttons say."""
        return label(g, action)

    def on_drop(self, g: R, unit: Piece) -> None:
        """Leave a unit out."""
        self.units = Pieces(self.units & ~one(unit))

    def on_join(self, g: R, unit: Piece) -> None:
        """Take it in again."""
        self.units = Pieces(self.units | one(unit))

    def on_call(self, g: R, unit: Piece) -> None:
        """9.2.4a Call in a unit from outside the city."""
        self.units = Pieces(self.units | one(unit))

    def on_collapse(self, g: R, defender: Piece) -> None:
        """E.8a, R50 The German unit there is reduced before the roll."""
        self.settled = True
        collapse(g, defender)

    def on_cancel(self, g: R) -> None:
        """Think again."""
        g.end()

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
