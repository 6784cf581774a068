"""The combat step of an impulse (4.2.2, 8.1): what is attacked, and by whom."""

from __future__ import annotations

from typing import ClassVar

from ...engine.asking import Left
from ...engine.flow import Action, Ask, Hint, Refusal
from ...engine.pieces import Pieces, each, one
from ...engine.places import Place, iterate
from ...engine.telling import counted, sentence
from .assault import Assault
from .attackers import able, attackers_of, city_fighters, city_refusal, fighters, may_lead, order_debt, targets
from .city import CityAttack
from .duties import Order, order_refusal
from .model import GERMAN, SOVIET, Decide, R, names
from .odds import Kind, calculate
from .zones import nationality, occupation


class Combats(Decide):
    """4.2.2 The player chooses his combats one after another."""

    def ask(self, g: R) -> Ask:
        units, owed = fighters(g), self._owed(g)
        left = f"{counted(len(units), 'unit')} in combat mode left"
        duty = f" {sentence(owed.text)}" if owed else ""
        prompt = f"Choose a zone to attack ({left}).{duty}"
        if not any(action.verb != "end" for action in self.choices(g)):
            prompt = f"No target is left for {names(g, units)}."
        rule = owed.rule if owed else "8.1.1a"
        return Ask(prompt=prompt, rule=rule, pieces=tuple(units), left=Left(len(units), "units"))

    def choices(self, g: R) -> list[Action]:
        """Every target, every City Progress roll, the end."""
        units = fighters(g)
        near = 0
        for piece in units:
            near |= g.game.map.next[g.where[piece]]
        found = g.acts("attack", [z for z in iterate(targets(g) & near) if attackers_of(g, z)])
        inside = {g.where[p] for p in units if g.game.map.berlin >> g.where[p] & 1}
        found += g.acts("city", [z for z in sorted(inside) if city_refusal(g, z) is None])
        if self._owed(g) is None:
            found.append(g.act("end"))
        return found

    def _owed(self, g: R) -> Refusal | None:
        """2.3.2a The step cannot end while the order can be fulfilled."""
        owed = order_debt(g, 0)
        if owed and order_debt(g, able(g, 0)) < owed:
            return order_refusal(g, Order("attack", g.state.bound), g.state.complied)
        return None

    def refusal(self, g: R, action: Action) -> Refusal | None:
        if action.verb == "end":
            return self._owed(g)
        zone = action.args[0]
        if zone >= g.game.board.size:
            return Refusal("that is not a zone of the map", "8.1.1a")
        if action.verb == "city":
            return city_refusal(g, zone)
        return self._attack_refusal(g, zone)

    def _attack_refusal(self, g: R, zone: Place) -> Refusal | None:
        side, terrain, here = nationality(g.state.impulse), g.game.map, occupation(g)
        if terrain.berlin >> zone & 1:
            return Refusal("Berlin zones cannot be attacked", "8.1.1b")
        if g.state.attacked >> zone & 1:
            return Refusal("a zone is attacked only once in an impulse", "8.1.3")
        if not (here.german if side == SOVIET else here.soviet) >> zone & 1:
            return Refusal("there is no enemy unit", "8.1.1a")
        if not targets(g) >> zone & 1:
            if g.state.us >> zone & 1:
                return Refusal("American zones are closed", "2.2.3")
            return Refusal("the attackers could not enter that zone", "7.2.1" if side == GERMAN else "7.3.2a")
        if not attackers_of(g, zone):
            return Refusal("no unit in combat mode that could enter the zone is next to it", "8.1.1a")
        return None

    def hint(self, g: R, action: Action) -> Hint | None:
        """The odds with everybody."""
        if action.verb == "attack":
            return Hint(panel=calculate(g, "combat", attackers_of(g, action.args[0]), action.args[0]))
        if action.verb == "city":
            return Hint(panel=calculate(g, "city", city_fighters(g, action.args[0]), action.args[0]))
        return None

    def label(self, g: R, action: Action) -> str:
        if action.verb == "city":
            return f"City Progress in {g.game.place_title(action.args[0])}"
        return "End the combats" if action.verb == "end" else ""

    def on_attack(self, g: R, zone: Place) -> None:
        """8.1.1 Everybody next to it joins unless told otherwise."""
        g.call(Attack(zone, attackers_of(g, zone)))

    def on_city(self, g: R, zone: Place) -> None:
        """9.2.1 Everybody inside takes part unless told otherwise."""
        g.call(CityAttack(zone, city_fighters(g, zone)))

    def on_end(self, g: R) -> None:
        """The step is over."""
        g.end()


class Attack(Assault):
    """8.1.1a The attackers of one zone."""

    kind: ClassVar[Kind] = "combat"
    rule: ClassVar[str] = "8.1.1a"
    what: ClassVar[str] = "Attack"

    def able(self, g: R) -> Pieces:
        """8.1.1a The fighters next to the zone."""
        return attackers_of(g, self.zone)

    def drop_refusal(self, g: R, piece: int) -> Refusal | None:
        """8.1.1a Somebody who can enter the zone attacks."""
        if not self.units >> piece & 1:
            return Refusal("that unit does not attack", "8.1.1a")
        if any(may_lead(g, p) for p in each(self.units & ~one(piece))):
            return self._stranded(g, self.units & ~one(piece))
        return Refusal("somebody who can enter the zone must attack", "8.1.1a")

    def _stranded(self, g: R, units: int) -> Refusal | None:
        """2.3.2a The order must still be fulfilled as far as it can be; everybody together always does."""
        if g.state.duty != "attack":
            return None
        best = order_debt(g, able(g, 0))
        if order_debt(g, units | able(g, 1 << self.zone)) > best:
            return Refusal("Hitler's order could no longer be fulfilled", "2.3.2a")
        return None
