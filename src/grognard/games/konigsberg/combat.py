"""Combat (7): which hexes can be attacked, who joins, the announcement; one attack at a time."""

from __future__ import annotations

from typing import ClassVar

from ...engine.flow import Action, Ask, Hint, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places
from ...engine.terms import Calculation
from .air import begin_air
from .command import Activation, refuse_command
from .model import ATTACKED, K, SideDecides, attack_of, is_on_map, name_of
from .odds import Attack, calculate, final_column
from .resolution import Resolution
from .stacking import stacks
from .zones import reaches


def able(g: K) -> Pieces:
    """7.0, 7.3a, R17 Activated units on the map that have not attacked and whose attack is not in brackets."""
    activation, flags, where, size = g.find(Activation), g.flags, g.where, g.game.board.size
    found = 0
    for piece in each(activation.units & g.game.combat):
        if where[piece] < size and not flags[piece] & ATTACKED and g.game.units[piece].zoc != "bracket":
            found |= 1 << piece
    return Pieces(found)


def has_cruiser(g: K) -> bool:
    """12.6, R57 Whether the cruiser was activated and is still unused."""
    return bool(g.find(Activation).units >> g.game.hipper & 1) and not g.state.hipper_used


def attackable(g: K, side: int) -> Places:
    """7.0, 3.5(1) The hexes with enemy combat units that some unit can still attack."""
    game, where = g.game, g.where
    enemies = stacks(g, 1 - side)[0]
    around = game.map.enter
    found = 0
    for piece in each(able(g) & game.with_zoc):
        found |= around[game.mech >> piece & 1].targets[where[piece]]
    if has_cruiser(g):
        found |= game.map.haff_range
    return Places(found & enemies)


def may_join(g: K, piece: Piece, target: Place) -> bool:
    """3.5(1), 7.3c, R17 Whether an able unit can attack a hex: its zone covers it, or it has attack 0."""
    game = g.game
    if piece == game.hipper:
        return bool(game.map.haff_range >> target & 1)
    if reaches(g, piece, target):
        return True
    return not attack_of(g, piece) and game.map.enter[game.mech >> piece & 1].has(g.where[piece], target)


def candidates(g: K, target: Place) -> Pieces:
    """Everybody who may take part in an attack on a hex."""
    found = sum(1 << p for p in each(able(g)) if may_join(g, p, target))
    if has_cruiser(g) and may_join(g, g.game.hipper, target):
        found |= 1 << g.game.hipper
    return Pieces(found)


class Attacks(SideDecides):
    """1.3c, 7.0, 7.2, R89 The active player names a hex to attack, or ends the segment."""

    forced: ClassVar[bool] = True

    def ask(self, g: K) -> Ask:
        return Ask(prompt="Choose a hex to attack, or end the activation.", rule="7.0/1")

    def choices(self, g: K) -> list[Action]:
        """Hexes that can be attacked, and the end."""
        return [*g.acts_at("attack", attackable(g, self.side)), g.act("end")]

    def refusal(self, g: K, action: Action) -> Refusal | None:
        """Why a hex cannot be attacked."""
        if action.verb == "end" or attackable(g, self.side) >> action.args[0] & 1:
            return None
        target: Place = action.args[0]
        if target >= g.game.board.size or not stacks(g, 1 - self.side)[0] >> target & 1:
            return Refusal("no enemy combat unit is there", "7.0/1")
        near = [p for p in each(g.find(Activation).units & g.game.combat) if is_on_map(g, p)]
        near = [p for p in near if g.game.board.adjacent[g.where[p]] >> target & 1]
        for piece in near:
            if g.flags[piece] & ATTACKED:
                return Refusal(f"{name_of(g, piece)} has attacked already", "7.3a/2")
        if near:
            return Refusal("the hex is in the zone of control of none of your units", "3.5(1)")
        return Refusal("none of the activated units is next to it", "7.0/1")

    def hint(self, g: K, action: Action) -> Hint | None:
        """The odds with everybody who can join."""
        if action.verb == "end":
            return None
        target = action.args[0]
        panel = calculate(g, Attack(target, willing(g, target)), 1 - self.side)
        return Hint(cost="" if panel.odds else "< 1:2", panel=panel, rule="7.2(2)")

    def label(self, g: K, action: Action) -> str:
        return "End the activation" if action.verb == "end" else ""

    def on_attack(self, g: K, target: Place) -> None:
        """Plan it: at first with everybody who adds to it."""
        g.call(Plan(self.side, target, willing(g, target)))

    @marked(Mark.CLOSES)
    def on_end(self, g: K) -> None:
        """1.3c The segment is over."""
        g.end()


def willing(g: K, target: Place) -> Pieces:
    """Those who may join and add strength."""
    return Pieces(sum(1 << p for p in each(candidates(g, target)) if attack_of(g, p)))


class Plan(SideDecides):
    """7.2(1), 0.1e The attackers of one hex; until the attack is announced everything can be changed."""

    target: Place
    units: Pieces

    @property
    def attack(self) -> Attack:
        """The attack as planned."""
        return Attack(self.target, self.units)

    def ask(self, g: K) -> Ask:
        """The question, with the odds as they stand."""
        where = g.game.place_title(self.target)
        panel = calculate(g, self.attack, 1 - self.side) if self.units else Calculation(title=f"Attack on {where}")
        return Ask(
            prompt=f"Who attacks {where}? An attack that is announced cannot be taken back.",
            rule="7.2(1)",
            pieces=each(self.units),
            places=(self.target,),
            panel=panel,
        )

    def choices(self, g: K) -> list[Action]:
        """Units to add or take away, and the decision."""
        found = g.acts("join", each(candidates(g, self.target) & ~self.units))
        found += g.acts("leave", each(self.units))
        if self.units:
            found.append(g.act("nobody"))
        if self.refuse_announcing(g) is None:
            found.append(g.act("announce"))
        return [*found, g.act("give-up")]

    def refuse_announcing(self, g: K) -> Refusal | None:
        """7.2(1), 7.3c Why the attack cannot be made so."""
        if any(attack_of(g, p) for p in each(self.units)):
            return None
        return Refusal("an attack needs a unit with an attack strength above zero", "7.2(1)")

    def refusal(self, g: K, action: Action) -> Refusal | None:
        """Why a unit cannot join or the attack not be made."""
        if action.verb == "give-up":
            return None
        if action.verb == "announce":
            return self.refuse_announcing(g)
        if action.verb == "nobody":
            return None if self.units else Refusal("nobody has joined yet", "7.2(1)")
        piece: Piece = action.args[0]
        if action.verb == "leave":
            return None if self.units >> piece & 1 else Refusal("that unit is not in the attack", "7.2(1)")
        return self._refuse_join(g, piece)

    def _refuse_join(self, g: K, piece: Piece) -> Refusal | None:
        name = name_of(g, piece)
        if self.units >> piece & 1:
            return Refusal(f"{name} has joined already", "7.2(1)")
        if candidates(g, self.target) >> piece & 1:
            return None
        if piece == g.game.hipper:
            rule = "12.6(3)" if not has_cruiser(g) else "12.6(2)"
            return Refusal("the cruiser is not at hand, or the hex is not within two hexes of the Haff", rule)
        refusal = refuse_command(g, self.side, piece)
        if refusal is not None:
            return refusal
        if g.game.hqs >> piece & 1:
            return Refusal("an HQ does not fight", "0.4/1")
        if not g.find(Activation).units >> piece & 1:
            return Refusal(f"{name} has not been activated", "1.3c/1")
        if g.flags[piece] & ATTACKED:
            return Refusal(f"{name} has attacked already", "7.3a/2")
        return Refusal(f"{self.name(g)} is not in the zone of control of {name}", "3.5(1)")

    def name(self, g: K) -> str:
        """The target in words."""
        return g.game.place_title(self.target)

    def label(self, g: K, action: Action) -> str:
        below = final_column(g, self.attack, 1 - self.side) is None
        attack = "Announce: below 1:2 without air units" if below else "Announce the attack"
        words = {"announce": attack, "give-up": "Do not attack", "nobody": "Start from nobody"}
        if action.verb in words:
            return words[action.verb]
        name = name_of(g, action.args[0])
        return f"{name} joins" if action.verb == "join" else f"Leave {name} out"

    def on_join(self, g: K, unit: Piece) -> None:
        """A unit joins."""
        self.units = Pieces(self.units | one(unit))

    @marked(Mark.TAKES_BACK)
    def on_leave(self, g: K, unit: Piece) -> None:
        """A unit stays out."""
        self.units = Pieces(self.units & ~one(unit))

    @marked(Mark.TAKES_BACK)
    def on_nobody(self, g: K) -> None:
        """Begin again."""
        self.units = Pieces(0)

    @marked(Mark.CLOSES)
    def on_announce(self, g: K) -> None:
        """0.1e, R5 The attack stands: ground units are spent for the segment, the cruiser for the turn."""
        game = g.game
        for piece in each(self.units & game.combat):
            g.set_flag(piece, ATTACKED)
        if self.units >> game.hipper & 1:
            g.set(hipper_used=True)
        followers = []
        for piece in each(self.units & game.combat):
            for hq in each(g.here[g.where[piece]] & game.hqs):
                if (hq, g.where[hq]) not in followers:
                    followers.append((hq, g.where[hq]))
        g.become(Resolution(self.side, self.target, self.units, followers=tuple(followers)))
        begin_air(g, self.side)

    @marked(Mark.TAKES_BACK)
    def on_give_up(self, g: K) -> None:
        """No attack on this hex."""
        g.end()
