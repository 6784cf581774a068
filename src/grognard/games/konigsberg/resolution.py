"""The resolution of an attack or a barrage (7.1, 7.2): die, losses and retreat of the defender, the attacker's part."""

from __future__ import annotations

from typing import ClassVar

from ...engine.events import BattleBegan, BattleEnded, Calculated, Read, Said
from ...engine.flow import Action, Concern
from ...engine.pieces import Pieces, each
from ...engine.telling import counted, listed
from ...engine.terms import Reading
from .advance import begin_advance
from .air import land
from .battle import Battle
from .headquarters import attacked_there
from .losses import take_losses
from .model import Dice, K
from .odds import calculate, defenders_in, effect, final_column, meaning
from .retreats import RetreatStack


class Resolution(Battle):
    """7.1, 7.2, R105 One attack: odds, die, the defender's part, then the attacker's."""

    def run(self, g: K) -> None:
        """The next stage; each is ended before the next begins."""
        stage = STAGES[self.stage]
        self.stage += 1
        stage(self, g)

    def open(self, g: K) -> None:
        """7.2(2), 7.4b, R5 The odds; below 1:2 nothing happens and air units stay at home."""
        self.defenders = defenders_in(g, self.target, self.defender)
        sides = (*each(self.attack.units), *each(self.defenders))
        g.emit(BattleBegan(pieces=sides, places=(self.target,), rule="7.2(2)"))
        if self.barrage:
            attacked_there(g, self.target)
            g.call(CombatDie())
            return
        found = calculate(g, self.attack, self.defender)
        g.emit(Calculated(calculation=found, pieces=sides, places=(self.target,), rule="7.2(2)"))
        self.column = final_column(g, self.attack, self.defender)
        if self.column is None:
            g.emit(Said(text="The attack on {h0} is cancelled.", places=(self.target,), rule="7.4b/1"))
            self.close(g)
            return
        attacked_there(g, self.target)
        g.call(CombatDie())

    def defender_losses(self, g: K) -> None:
        """8.0a, 8.1 Steps of the table, one less in a town or city; the strongest unit first."""
        game = g.game
        cost = effect(g, self.result)
        settled = game.map.settlements >> self.target & 1
        self.hexes = max(0, cost["retreat"] - settled)
        self.held = bool(settled and cost["retreat"] == 1)
        losses = max(0, cost["defender"] - (game.map.towns >> self.target & 1))
        self._tell_shelter(g, cost["defender"] - losses, cost["retreat"] - self.hexes)
        if losses:
            take_losses(g, self.defender, self.defenders, losses, "8.0a", "defence")

    def _tell_shelter(self, g: K, steps: int, hexes: int) -> None:
        """8.1, 9.1 What the houses save the defenders."""
        spared = ((steps, counted(steps, "step")), (hexes, counted(hexes, "hex", "hexes")))
        saved = [f"{words} less" for many, words in spared if many]
        if saved:
            text = f"The defenders have cover in {{h0}}: {listed(saved)}."
            g.emit(Said(text=text, places=(self.target,), rule="8.1/1" if steps else "9.1"))

    def immobile_pay(self, g: K) -> None:
        """9.0e, R33 Units that cannot move lose a step for each hex of retreat."""
        for piece in each(self.holding(g) & g.game.immobile):
            if self.hexes:
                take_losses(g, self.defender, 1 << piece, self.hexes, "9.0e")

    def retreat(self, g: K) -> None:
        """9.0, R30 The mobile defenders retreat, an HQ of the hex with them."""
        units = self.holding(g) & ~g.game.immobile
        if not self.hexes or not units:
            return
        hqs = each(g.here.get(self.target, 0) & g.game.hqs)
        g.call(RetreatStack(self.defender, Pieces(units), hqs[0] if hqs else None, self.target, self.hexes))

    def attacker_losses(self, g: K) -> None:
        """7.1a, 8.0a, 12.6(4), R32 The attacker's part of the result; the cruiser takes no losses."""
        cost = effect(g, self.result)
        losses = cost["attacker"] + (cost["attacker_if_held"] if self.held else 0)
        pool = self.standing(g, self.units & g.game.combat)
        if losses and pool and not self.barrage:
            rule = "7.1a/2" if cost["attacker_if_held"] else "8.0a"
            take_losses(g, self.side, pool, losses, rule, "attack")

    def advance(self, g: K) -> None:
        """10.0 Attackers may enter the hex if nobody holds it any more."""
        if not self.barrage and not self.holding(g):
            begin_advance(g, self)

    def close(self, g: K) -> None:
        """The battle is over."""
        g.emit(BattleEnded())
        g.end()


STAGES = (
    Resolution.open,
    Resolution.defender_losses,
    Resolution.immobile_pay,
    Resolution.retreat,
    Resolution.attacker_losses,
    Resolution.advance,
    Resolution.close,
)


class CombatDie(Dice):
    """7.2(3) One die decides; a modifier cannot bring it below the first row (1.0a)."""

    cites: ClassVar[str] = "7.2(3)"

    def purpose(self, g: K) -> str:
        battle = g.find(Battle)
        assert battle.column is not None
        what = "Barrage on" if battle.barrage else "Attack on"
        more = " with −1" if battle.modifier else ""
        return f"{what} {g.game.place_title(battle.target)} at {g.game.crt.label(battle.column)}{more}"

    def concerns(self, g: K) -> Concern:
        """7.2 Both sides, and the hex."""
        battle = g.find(Battle)
        return (*each(battle.units), *each(battle.defenders)), (battle.target,)

    def readings(self, g: K, action: Action) -> tuple[Reading, ...]:
        """7.2(3), 1.0a The cell."""
        battle = g.find(Battle)
        assert battle.column is not None
        return (g.game.crt.reading("crt", battle.column, max(1, action.args[0] + battle.modifier)),)

    def on_roll(self, g: K, face: int) -> None:
        """The result, and the air units go home."""
        g.end()
        battle = g.find(Battle)
        assert battle.column is not None
        battle.result = g.game.crt.read(battle.column, max(1, face + battle.modifier))
        words = meaning(g, battle.result, barrage=battle.barrage)
        text = f"{battle.result}: {words}."
        g.emit(Read(text=text, result=battle.result, meaning=words, places=(battle.target,), rule="7.1/1"))
        land(g, battle, face)
