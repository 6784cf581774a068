"""The combat step of an impulse (4.2.2, 8.1, 9.2): what is attacked, and by whom."""

from __future__ import annotations

from typing import ClassVar

from ...engine.flow import Action, Ask, Hint, Refusal, Seat
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places, iterate
from .battle import Battle
from .chits import COLLAPSE, holds, spend
from .designation import designated
from .duties import Order, attackable, camp_of, order_owes
from .model import COMBAT, FOUGHT, GERMAN, OOS, REDUCED, SOVIET, Decide, R, name
from .odds import reckon
from .replacements import add_support
from .zones import hot, nationality, occupation


def fighters(g: R) -> list[Piece]:
    """4.2.2 The combat-mode units that have not fought."""
    return [p for p in designated(g, COMBAT) if not g.flags[p] & FOUGHT]


def targets(g: R) -> Places:
    """8.1.1b, 8.1.3, R29 Zones that may be attacked in this impulse."""
    side = nationality(g.state.impulse)
    return Places(attackable(g, side, camp_of(g.state.impulse)) & ~g.state.attacked)


def may_lead(g: R, piece: int) -> bool:
    """R28 A German unit in a contested or controlled Berlin zone cannot attack outwards alone; nor can any unit
    among the Americans (2.2.8a)."""
    zone = g.where[piece]
    if g.state.us >> zone & 1:
        return False
    return g.game.side_of[piece] == SOVIET or not hot(g) >> zone & 1


def attackers_of(g: R, zone: int) -> Pieces:
    """8.1.1a The fighters next to a zone; none if nobody among them could enter it."""
    near = g.game.map.next[zone] & ~g.state.us
    units = [p for p in fighters(g) if near >> g.where[p] & 1]
    if not any(may_lead(g, p) for p in units):
        return Pieces(0)
    return Pieces(sum(1 << p for p in units))


def city_fighters(g: R, zone: int) -> Pieces:
    """9.2.1, 9.2.2 The fighters inside a Berlin zone who can make a City Progress roll."""
    side = nationality(g.state.impulse)
    units = [p for p in fighters(g) if g.where[p] == zone]
    if side == SOVIET:
        units = [p for p in units if not g.flags[p] & OOS]
    return Pieces(sum(1 << p for p in units))


def city_refusal(g: R, zone: int) -> Refusal | None:
    """9.2 Why there can be no City Progress roll in a zone."""
    side = nationality(g.state.impulse)
    if not g.game.map.berlin >> zone & 1:
        return Refusal("City Progress rolls are made in Berlin zones", "9.2.1a")
    if g.state.attacked >> zone & 1:
        return Refusal("one roll for each zone in an impulse", "8.1.3")
    if side == GERMAN and not occupation(g).soviet >> zone & 1:
        return Refusal("there is no Soviet unit to throw back", "9.2.1b")
    if not city_fighters(g, zone):
        here = any(g.where[p] == zone for p in fighters(g))
        if here:
            return Refusal("units out of supply cannot make the roll", "9.2.2a")
        return Refusal("no unit in combat mode is there", "9.2.1b" if side == GERMAN else "9.2.1a")
    if side == SOVIET and not g.state.support[camp_of(g.state.impulse)]:
        return Refusal("the roll costs a support point", "9.2.1c")
    return None


def able(g: R, without: int) -> Pieces:
    """2.3.2a The bound units that can still attack some zone besides those of a set."""
    zones = targets(g) & ~without
    bound = g.state.bound
    return Pieces(sum(1 << p for p in fighters(g) if bound >> p & 1 and g.game.map.next[g.where[p]] & zones))


def order_debt(g: R, more: int) -> int:
    """2.3.2a How many units the order still demands if these fulfil it too."""
    if g.state.duty != "attack":
        return 0
    return order_owes(g, Order("attack", g.state.bound), g.state.complied | more)


class Combats(Decide):
    """4.2.2 The player chooses his combats one after another."""

    def seat(self, g: R) -> Seat:
        """The player of the impulse."""
        return Seat(camp_of(g.state.impulse))

    def ask(self, g: R) -> Ask:
        """The question."""
        return Ask(prompt="Choose a zone to attack, or end the combats.", rule="8.1.1a", pieces=tuple(fighters(g)))

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
            return Refusal("Hitler orders a counter-attack", "2.3.2a")
        return None

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why not."""
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
            return Hint(panel=reckon(g, "combat", attackers_of(g, action.args[0]), action.args[0]))
        if action.verb == "city":
            return Hint(panel=reckon(g, "city", city_fighters(g, action.args[0]), action.args[0]))
        return None

    def label(self, g: R, action: Action) -> str:
        """What the buttons say."""
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


def collapse_targets(g: R, zone: int) -> list[Piece]:
    """E.8, R50 The German defenders at full strength, if the attacker holds chit 8."""
    camp = camp_of(g.state.impulse)
    if nationality(g.state.impulse) != SOVIET or not holds(g, camp, COLLAPSE):
        return []
    return [p for p in each(g.here.get(Place(zone), 0) & g.game.germans) if not g.flags[p] & REDUCED]


def collapse_refusal(g: R, zone: int, piece: int) -> Refusal | None:
    """E.8 Why a unit cannot be named."""
    if piece in collapse_targets(g, zone):
        return None
    reduced = g.flags[piece] & REDUCED and g.where[piece] == zone
    return Refusal("only a full-strength German defender, by the holder of chit 8", "E.8b" if reduced else "E.8a")


class Attack(Decide):
    """8.1.1a The attackers of one zone."""

    zone: Place
    units: Pieces
    settled: bool = False
    """Chit 8 has been played: the combat takes place."""
    takes_back: ClassVar[frozenset[str]] = frozenset({"cancel", "join"})

    def seat(self, g: R) -> Seat:
        """The attacker."""
        return Seat(camp_of(g.state.impulse))

    def ask(self, g: R) -> Ask:
        """The question, with the calculation."""
        panel = reckon(g, "combat", self.units, self.zone)
        title = g.game.place_title(self.zone)
        return Ask(prompt=f"Attack {title}?", rule="8.1.1a", pieces=each(self.units), places=(self.zone,), panel=panel)

    def choices(self, g: R) -> list[Action]:
        """Fight, leave units out, take them in again, chit 8, cancel."""
        found = [g.act("fight")] if self._stranded(g) is None else []
        found += g.acts("drop", [p for p in each(self.units) if self._drop_refusal(g, p) is None])
        found += g.acts("join", each(attackers_of(g, self.zone) & ~self.units))
        found += g.acts("collapse", collapse_targets(g, self.zone))
        if not self.settled:
            found.append(g.act("cancel"))
        return found

    def _drop_refusal(self, g: R, piece: int) -> Refusal | None:
        if not self.units >> piece & 1:
            return Refusal("that unit does not attack", "8.1.1a")
        if any(may_lead(g, p) for p in each(self.units & ~one(piece))):
            return None
        return Refusal("somebody who can enter the zone must attack", "8.1.1a")

    def _stranded(self, g: R) -> Refusal | None:
        """2.3.2a The order must still be fulfilled as far as it can be."""
        if g.state.duty != "attack":
            return None
        best = order_debt(g, able(g, 0))
        if order_debt(g, self.units | able(g, 1 << self.zone) & ~self.units) > best:
            return Refusal("Hitler's order could no longer be fulfilled", "2.3.2a")
        return None

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why not."""
        verb = action.verb
        if verb == "fight":
            return self._stranded(g)
        if verb == "cancel":
            return Refusal("chit 8 has been played for this combat", "E.8a") if self.settled else None
        piece = action.args[0]
        if verb == "drop":
            return self._drop_refusal(g, piece)
        if verb == "collapse":
            return collapse_refusal(g, self.zone, piece)
        if attackers_of(g, self.zone) & ~self.units & one(piece):
            return None
        return Refusal("that unit cannot join the attack", "8.1.1a")

    def label(self, g: R, action: Action) -> str:
        """What the buttons say."""
        return _label(g, action)

    def on_drop(self, g: R, unit: Piece) -> None:
        """Leave a unit out."""
        self.units = Pieces(self.units & ~one(unit))

    def on_join(self, g: R, unit: Piece) -> None:
        """Take it in again."""
        self.units = Pieces(self.units | one(unit))

    def on_collapse(self, g: R, defender: Piece) -> None:
        """E.8a A defender is reduced before the combat."""
        self.settled = True
        _collapse(g, defender)

    def on_cancel(self, g: R) -> None:
        """Think again."""
        g.end()

    def on_fight(self, g: R) -> None:
        """Fight it out."""
        g.become(Battle("combat", self.zone, self.units))


def _collapse(g: R, defender: Piece) -> None:
    spend(g, camp_of(g.state.impulse), COLLAPSE)
    g.set_flag(defender, REDUCED, text="collapses and is reduced", rule="E.8a")


def _label(g: R, action: Action) -> str:
    if action.verb == "collapse":
        return f"Chit 8: {name(g, action.args[0])} collapses"
    return {"fight": "Fight", "cancel": "Do not attack", "press": "Roll with extra support"}.get(action.verb, "")


class CityAttack(Decide):
    """9.2 A City Progress roll in one zone."""

    zone: Place
    units: Pieces
    settled: bool = False
    takes_back: ClassVar[frozenset[str]] = frozenset({"cancel"})

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

    def joiners(self, g: R) -> list[Piece]:
        """9.2.4a, R42 German fighters of one neighbouring zone outside the city, and insiders left out."""
        inside = city_fighters(g, self.zone) & ~self.units
        found = list(each(inside))
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
        found += g.acts("join", self.joiners(g))
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
        if not self.units >> piece & 1:
            return Refusal("that unit does not take part", "9.2.1a")
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
        if piece in self.joiners(g):
            return None
        return Refusal("only combat-mode units inside, or Germans of one zone next to it", "9.2.4a")

    def label(self, g: R, action: Action) -> str:
        """What the buttons say."""
        return _label(g, action)

    def on_drop(self, g: R, unit: Piece) -> None:
        """Leave a unit out."""
        self.units = Pieces(self.units & ~one(unit))

    def on_join(self, g: R, unit: Piece) -> None:
        """9.2.4a Take a unit in."""
        self.units = Pieces(self.units | one(unit))

    def on_collapse(self, g: R, defender: Piece) -> None:
        """E.8a, R50 The German unit there is reduced before the roll."""
        self.settled = True
        _collapse(g, defender)

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
