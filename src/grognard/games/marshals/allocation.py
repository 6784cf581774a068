"""Allocation of attacks (SEQ.A3a): all attacks are fixed before any is resolved."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.control import occupied
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places, members
from ...engine.telling import sentence
from ...engine.terms import Calculation
from .disruption import recover_unattacked
from .model import ADJACENT, DISRUPTED, SPENT, Decide, Division, M, is_dual, owned_by
from .movement import refuse_ownership
from .odds import Attack, attack_factor, calculate, defence_factors, final_column, strength
from .resolution import Combat

CHOOSE = "Choose a hex to attack, or end the allocation."
NOBODY = "None of your units can attack anybody."


class Allocation(Decide):
    """SEQ.A3a, CRT.5 The phasing player names any number of target hexes, or none."""

    attacks: tuple[Attack, ...] = ()

    def ask(self, g: M) -> Ask:
        return Ask(
            prompt=CHOOSE if self.attacks or self.in_contact(g) else NOBODY,
            rule="SEQ.A3a",
            places=tuple(attack.target for attack in self.attacks),
        )

    def engaged(self) -> Pieces:
        """Units that are part of an attack already."""
        mask = 0
        for attack in self.attacks:
            mask |= attack.units
        return Pieces(mask)

    def targets(self) -> Places:
        """Hexes that are attacked already."""
        mask = 0
        for attack in self.attacks:
            mask |= 1 << attack.target
        return Places(mask)

    def choices(self, g: M) -> Iterator[Action]:
        """Hexes in contact with an able unit, and the end of the phase."""
        for place in members(self.in_contact(g)):
            yield g.act("attack", place)
        for attack in self.attacks:
            yield g.act("call-off", attack.target)
        yield g.act("end-allocation")

    def in_contact(self, g: M) -> Places:
        """The enemy hexes that some unit could still attack."""
        found = 0
        adjacent, where = g.game.board.adjacent, g.where
        seen: set[tuple[int, int, str]] = set()
        for piece in each(able_units(g) & ~self.engaged()):
            unit: Division = g.game.roster[piece]
            key = (
                where[piece],
                g.game.side_of[piece],
                unit.type if unit.type in ("infantry", "shock") else "",
            )
            if key in seen and not is_dual(g):
                continue
            seen.add(key)
            near = adjacent[where[piece]] & attackable(g, piece)
            if not key[2]:
                near &= ~g.game.map.lake.targets[where[piece]]
            found |= near
        return Places(found & ~self.targets())

    def refusal(self, g: M, action: Action) -> Refusal | None:
        """Why a hex cannot be attacked."""
        if action.verb == "end-allocation":
            return None
        target: Place = action.args[0]
        if action.verb == "call-off":
            if self.targets() >> target & 1:
                return None
            return Refusal("no attack is planned on that hex", "SEQ.A3a")
        if self.targets() >> target & 1:
            return Refusal("that hex is attacked already: one attack a hex", "SEQ.A3a")
        if self.in_contact(g) >> target & 1:
            return None
        return self._refuse_target(g, target)

    def _refuse_target(self, g: M, target: Place) -> Refusal:
        game = g.game
        where = game.place_title(target)
        near = [
            piece
            for piece in each(owned_by(g, g.state.player))
            if g.where[piece] < game.board.size and game.board.adjacent[g.where[piece]] >> target & 1
        ]
        sides = {game.side_of[piece] for piece in near} or ({0, 1} if is_dual(g) else {g.state.player})
        if not any(occupied(g, 1 - side) >> target & 1 for side in sides):
            mine = g.here.get(target, 0) & owned_by(g, g.state.player)
            return Refusal(f"{'your own units are' if mine else 'no enemy unit is'} in {where}", "CRT.5")
        for piece in near:
            refusal = refuse_attacker(g, piece, target, self.engaged())
            refusal = refusal or refuse_mode(g, piece, target, "ground")
            if refusal is not None:
                return refusal
        return Refusal(f"none of your units is next to {where}", "CRT.5")

    def label(self, g: M, action: Action) -> str:
        if action.verb == "end-allocation":
            return "End allocation" if self.attacks else "No attacks"
        where = g.game.place_title(action.args[0])
        return f"Call off the attack on {where}" if action.verb == "call-off" else f"Attack {where}"

    def hint(self, g: M, action: Action) -> Hint | None:
        """The odds of a planned attack, or of one with all who can join on the ground."""
        if action.verb == "end-allocation":
            return None
        target: Place = action.args[0]
        planned = next((attack for attack in self.attacks if attack.target == target), None)
        return Hint(
            panel=calculate(g, planned or Attack(target, on_the_ground(g, target, self.engaged()))), rule="CRT.1"
        )

    def on_attack(self, g: M, target: Place) -> None:
        """Choose the attackers."""
        g.call(PlanAttack(target))

    @marked(Mark.TAKES_BACK)
    def on_call_off(self, g: M, target: Place) -> None:
        """Drop a planned attack."""
        self.attacks = tuple(attack for attack in self.attacks if attack.target != target)

    def on_end_allocation(self, g: M) -> None:
        """SEQ.A3a All attacks are frozen now; recovery and resolution follow."""
        recover_unattacked(g, self.targets())
        g.become(Combat(attacks=self.attacks))


def able_units(g: M) -> Pieces:
    """DIS.1, NR.3, MOV.1-3, T1.1 The phasing player's units that may take part in some attack."""
    found = 0
    size, where, flags = g.game.board.size, g.where, g.flags
    for piece in each(owned_by(g, g.state.player) & g.game.mobile):
        if where[piece] < size and not flags[piece] & (DISRUPTED | SPENT):
            found |= 1 << piece
    return Pieces(found)


def in_reach(g: M, target: Place, engaged: int) -> Pieces:
    """CRT.5 The units that may still join an attack on a hex."""
    adjacent = g.game.board.adjacent[target]
    found = 0
    for piece in each(able_units(g) & ~engaged):
        if adjacent >> g.where[piece] & 1 and attackable(g, piece) >> target & 1:
            found |= 1 << piece
    return Pieces(found)


def on_the_ground(g: M, target: Place, engaged: int) -> Pieces:
    """TER.L2 Those of them with no lake between."""
    lake = g.game.map.lake
    return Pieces(sum(1 << p for p in each(in_reach(g, target, engaged)) if not lake.has(g.where[p], target)))


def attackable(g: M, piece: int) -> Places:
    """DUAL.3-5, R37 The hexes with enemies that a unit may attack, near or far."""
    side = g.game.side_of[piece]
    enemies = occupied(g, 1 - side)
    if not is_dual(g):
        return enemies
    unit: Division = g.game.roster[piece]
    sector: int = g.game.map.sector[unit.sector]
    if unit.command == "koniev":
        sector |= 1 << g.game.map.centre
    return Places(enemies & sector)


def refuse_attacker(g: M, piece: Piece, target: Place, engaged: Pieces) -> Refusal | None:
    """Why a unit cannot take part in an attack on a hex at all."""
    unit: Division = g.game.roster[piece]
    refusal = refuse_ownership(g, piece)
    if refusal is not None:
        return refusal
    if not unit.mobile:
        return Refusal(f"{unit.name} defends only", "NR.3")
    if g.flags[piece] & DISRUPTED:
        return Refusal(f"{unit.name} is Disrupted", "DIS.1")
    if g.flags[piece] & SPENT:
        return _refuse_spent(g, piece, unit)
    if engaged >> piece & 1:
        return Refusal(f"{unit.name} is part of an attack already", "SEQ.A3a")
    if not g.game.board.adjacent[g.where[piece]] >> target & 1:
        return Refusal(f"{unit.name} is not next to the target", "CRT.5")
    if not attackable(g, piece) >> target & 1:
        rule = {"zhukov": "DUAL.4", "koniev": "DUAL.5"}.get(unit.command, "DUAL.3")
        also = " or central Berlin" if unit.command == "koniev" else ""
        return Refusal(f"{unit.name} may only attack hexes of the {unit.sector}ern sector{also}", rule)
    return None


def _refuse_spent(g: M, piece: Piece, unit: Division) -> Refusal:
    """MOV.1-3, T1.1 Why a unit that has moved may not attack."""
    if g.flags[piece] & ADJACENT:
        return Refusal(f"{unit.name} began turn 1 next to a German unit and has moved", "T1.1")
    rule = {"panzer": "MOV.2", "panzergrenadier": "MOV.2", "tiger": "MOV.2", "tank": "MOV.3"}.get(unit.type, "MOV.1")
    limit = f"{unit.move_attack} hexes{', rivers counted,' if unit.type in g.game.pays_river else ''}"
    return Refusal(f"{unit.name} has moved more than the {limit} it may move to attack", rule)


def refuse_mode(g: M, piece: Piece, target: Place, mode: str) -> Refusal | None:
    """TER.L2, BMB.1 Why a unit cannot attack in a given way."""
    unit: Division = g.game.roster[piece]
    if mode == "bombard" and unit.type not in ("infantry", "shock"):
        return Refusal(f"{unit.name} cannot bombard: only infantry and shock armies can", "BMB.1")
    if mode == "ground" and g.game.map.lake.has(g.where[piece], target):
        return Refusal("a lake lies between: only bombardment is possible", "TER.L2")
    return None


def refuse_attack(g: M, attack: Attack) -> Refusal | None:
    """CRT.3, CRT.6, R51 Why an attack with these units is not allowed, if it is not."""
    if not attack.units:
        return Refusal("no unit has been chosen", "CRT.5")
    powerless = [p for p in each(attack.ground) if attack_factor(g, p) == 0]
    if powerless and len(powerless) == len(each(attack.ground)):
        name = g.game.roster[powerless[0]].name
        rule = "TIG.1" if powerless[0] == g.game.tiger else "CRT.6"
        return Refusal(f"{name} has attack factor 0 and needs another unit in the ground attack", rule)
    power = strength(g, attack)
    if not power.halves:
        return Refusal("the attack has no strength", "CRT.3")
    column = final_column(g, attack, power, sum(defence_factors(g, attack.target).values()))
    if column < 0:
        return Refusal(f"the final odds would be {g.game.crt.label(column)}, below 1:4", "CRT.3")
    return None


class PlanAttack(Decide):
    """SEQ.A3a, BMB.1 The attackers of one hex, each on the ground or by bombardment."""

    target: Place
    ground: Pieces = Pieces(0)
    bombard: Pieces = Pieces(0)

    @property
    def attack(self) -> Attack:
        """The attack as planned so far."""
        return Attack(self.target, self.ground, self.bombard)

    def ask(self, g: M) -> Ask:
        """The question, with the odds as they stand."""
        where = g.game.place_title(self.target)
        panel = calculate(g, self.attack) if self.attack.units else Calculation(title=f"Attack on {where}")
        bar = refuse_attack(g, self.attack) if self.attack.units else None
        return Ask(
            prompt=f"Who attacks {where}?{f' {sentence(bar.text)}' if bar else ''}",
            rule=bar.rule if bar else "SEQ.A3a",
            pieces=tuple(each(self.attack.units)),
            places=(self.target,),
            panel=panel,
        )

    def candidates(self, g: M) -> Pieces:
        """Units that may join."""
        return in_reach(g, self.target, g.find(Allocation).engaged() | self.attack.units)

    def choices(self, g: M) -> Iterator[Action]:
        """Units to add or take away, and the decision to attack so."""
        lake, where, target = g.game.map.lake, g.where, self.target
        free = each(self.candidates(g))
        for piece in free:
            if not lake.has(where[piece], target):
                yield g.act("ground", piece)
        for piece in free:
            if g.game.roster[piece].type in ("infantry", "shock"):
                yield g.act("bombard", piece)
        if self._joining(g):
            yield g.act("all")
        for piece in each(self.attack.units):
            yield g.act("leave", piece)
        if refuse_attack(g, self.attack) is None:
            yield g.act("confirm")
        yield g.act("cancel")

    def _joining(self, g: M) -> Pieces:
        """Everyone who could still join on the ground."""
        return on_the_ground(g, self.target, g.find(Allocation).engaged() | self.attack.units)

    def refusal(self, g: M, action: Action) -> Refusal | None:
        """Why a unit cannot join or the attack cannot be made."""
        if action.verb == "cancel":
            return None
        if action.verb == "confirm":
            return refuse_attack(g, self.attack)
        if action.verb == "all":
            return None if self._joining(g) else Refusal("no further unit can join on the ground", "CRT.5")
        piece: Piece = action.args[0]
        if action.verb == "leave":
            joined = self.attack.units >> piece & 1
            return None if joined else Refusal("that unit is not in the attack", "SEQ.A3a")
        engaged = Pieces(g.find(Allocation).engaged() | self.attack.units)
        refusal = refuse_attacker(g, piece, self.target, engaged)
        return refusal or refuse_mode(g, piece, self.target, action.verb)

    def label(self, g: M, action: Action) -> str:
        if action.verb == "confirm":
            return "Plan this attack"
        if action.verb == "cancel":
            return "Do not attack this hex"
        if action.verb == "all":
            return "All join"
        name = g.game.roster[action.args[0]].name
        words = {"ground": "{} attacks", "bombard": "{} bombards", "leave": "Leave {} out"}
        return words[action.verb].format(name)

    def on_ground(self, g: M, unit: Piece) -> None:
        """A unit joins on the ground."""
        self.ground = Pieces(self.ground | one(unit))

    def on_bombard(self, g: M, unit: Piece) -> None:
        """BMB.1 A unit joins by bombardment."""
        self.bombard = Pieces(self.bombard | one(unit))

    def on_all(self, g: M) -> None:
        """Everyone who can joins on the ground."""
        self.ground = Pieces(self.ground | self._joining(g))

    @marked(Mark.TAKES_BACK)
    def on_leave(self, g: M, unit: Piece) -> None:
        """A unit stays out after all."""
        self.ground = Pieces(self.ground & ~one(unit))
        self.bombard = Pieces(self.bombard & ~one(unit))

    def on_confirm(self, g: M) -> None:
        """The attack is planned."""
        allocation = g.find(Allocation)
        allocation.attacks = (*allocation.attacks, self.attack)
        g.end()

    @marked(Mark.TAKES_BACK)
    def on_cancel(self, g: M) -> None:
        """No attack on this hex."""
        g.end()
