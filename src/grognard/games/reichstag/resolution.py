"""Combat resolution (12.2, 12.23): the die, and the steps of its result in their order."""

from __future__ import annotations

from typing import ClassVar, cast

from ...engine.events import BattleBegan, BattleEnded, Calculated, Read
from ...engine.flow import Action, Concern
from ...engine.pieces import Pieces, each
from ...engine.places import Places, members
from ...engine.terms import Reading
from .advance import begin_advance
from .battle import Battle
from .duties import defenders_in
from .losses import begin_losses
from .model import ATTACKED, DEFENDED, Dice, R, phasing_side
from .odds import Attack, attack_strength, calculate, column, defence_strength, hexes_of, places_in_words
from .results import Crt, Effect, Loss, chart_of
from .retreats import NextRetreat, begin_retreat


def begin_battle(attack: Attack, crt: Crt) -> Resolution:
    """12.2.1 A declared attack."""
    return Resolution(attack.units, attack.targets, crt)


class Resolution(Battle):
    """12.2 One battle goes from the declaration through the steps of its result."""

    def run(self, g: R) -> None:
        """12.2.5, 12.2.6 The die first, then every step of the result, each ended before the next begins."""
        if not self.result:
            self.open(g)
            return
        effects = g.game.results.effects[self.result]
        if self.pending:
            g.call(NextRetreat(effects[self.effect - 1].who))
        elif self.effect < len(effects):
            self.effect += 1
            self.apply(g, effects[self.effect - 1])
        else:
            g.emit(BattleEnded())
            g.end()

    def open(self, g: R) -> None:
        """12.2.2-12.2.5, 12.3, 12.11, R47 Fix who takes part and the column, and roll."""
        attack = self.attack
        self.bases = hexes_of(g, self.units)
        defenders = 0
        for place in members(self.targets):
            defenders |= defenders_in(g, place)
        self.defenders = Pieces(defenders)
        self.column = column(g, self.crt, attack_strength(g, attack), defence_strength(g, attack))
        sides = (*each(attack.units), *each(self.defenders))
        g.emit(BattleBegan(pieces=sides, places=tuple(members(self.targets)), rule="12.2.1"))
        found = calculate(g, attack, self.crt)
        g.emit(Calculated(calculation=found, pieces=sides, places=tuple(members(self.targets)), rule="12.2.4"))
        self.mark(g)
        g.call(CombatDie())

    def mark(self, g: R) -> None:
        """12.3, R47, R50 The units of the attacking hexes have attacked, those of the target hexes been attacked."""
        mine = g.game.roster.of_side[phasing_side(g)]
        for place in members(self.bases):
            for piece in each(g.here[place] & mine):
                g.set_flag(piece, ATTACKED)
        for piece in each(self.defenders):
            g.set_flag(piece, DEFENDED)

    def apply(self, g: R, effect: Effect) -> None:
        """12.23 One step of the result."""
        if effect.what == "loss":
            begin_losses(g, self, effect.who, cast(Loss, effect.amount))
        elif effect.what == "retreat":
            begin_retreat(g, self, effect.who, effect.amount)
        else:
            begin_advance(g, self, effect.who, int(effect.amount))


class CombatDie(Dice):
    """12.2.5 One die decides the attack."""

    cites: ClassVar[str] = "12.2.5"

    def purpose(self, g: R) -> str:
        battle = g.find(Battle)
        label = g.game.results.crt[battle.crt].label(battle.column)
        where = places_in_words(g, Places(battle.targets))
        return f"Attack on {where}, {battle.crt} table at {label}"

    def concerns(self, g: R) -> Concern:
        """12.2.2, 12.2.3 Both sides, and the hexes attacked."""
        battle = g.find(Battle)
        return (*each(battle.units), *each(battle.defenders)), tuple(members(battle.targets))

    def readings(self, g: R, action: Action) -> tuple[Reading, ...]:
        """12.2.5 The cell."""
        battle = g.find(Battle)
        return (g.game.results.crt[battle.crt].reading(chart_of(battle.crt), battle.column, action.args[0]),)

    def on_roll(self, g: R, face: int) -> None:
        """12.23 The result."""
        g.end()
        battle = g.find(Battle)
        results = g.game.results
        battle.result = results.crt[battle.crt].read(battle.column, face)
        words = results.meaning[battle.result]
        text = f"{battle.result}: {words}."
        g.emit(Read(text=text, result=battle.result, meaning=words, rule=f"12.23.{battle.result}"))
