"""Resolution of attacks (SEQ.A3b): orders, die, results, losses, retreats, advance, recovery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ...engine.events import BattleBegan, BattleEnded, Calculated, Read, Said
from ...engine.flow import Action, Ask, Concern, Hint, Refusal
from ...engine.pieces import Piece, Pieces, band, each, one
from ...engine.places import Place, Places, gather
from ...engine.telling import slots
from ...engine.terms import Reading
from .advance import begin_advance
from .battle import Battle, automatic_orders
from .disruption import recover
from .losses import lose_attackers
from .model import DISRUPTED, GERMAN, Decide, Dice, M, Work
from .odds import (
    Attack,
    attack_factor,
    calculate,
    column_for,
    columns_in_words,
    defence_factors,
    final_column,
    ground_halves,
    result_for,
    row_of,
    strength,
)
from .orders import NoRetreat
from .retreats import NextRetreat, first_retreat_steps, suffer
from .victory import check_hitler
from .zones import with_units


class Combat(Work):
    """SEQ.A3b The allocated attacks are resolved one by one, in the order the attacker chooses."""

    attacks: tuple[Attack, ...] = ()
    """Those not yet resolved."""

    def run(self, g: M) -> None:
        """Ask for the next attack until none is left."""
        if self.attacks:
            g.call(NextAttack())
        else:
            g.end()

    def under_ground_attack(self) -> Places:
        """RET.1 Hexes with a ground attack still to be resolved."""
        return gather(attack.target for attack in self.attacks if attack.ground)


class NextAttack(Decide):
    """SEQ.A3b The attacker chooses which attack is resolved next."""

    forced: ClassVar[bool] = True

    def ask(self, g: M) -> Ask:
        return Ask(prompt="Which attack is resolved next?", rule="SEQ.A3b")

    def choices(self, g: M) -> Iterator[Action]:
        """The attacks left."""
        for attack in g.find(Combat).attacks:
            yield g.act("resolve", attack.target)

    def hint(self, g: M, action: Action) -> Hint:
        """The odds of that attack."""
        attack = next(a for a in g.find(Combat).attacks if a.target == action.args[0])
        return Hint(panel=calculate(g, attack, frozen=True), rule="SEQ.A3b")

    def refusal(self, g: M, action: Action) -> Refusal | None:
        """Why a hex cannot be resolved."""
        if any(a.target == action.args[0] for a in g.find(Combat).attacks):
            return None
        return Refusal("no attack on that hex is waiting", "SEQ.A3a")

    def on_resolve(self, g: M, target: Place) -> None:
        """Begin the battle."""
        combat = g.find(Combat)
        attack = next(a for a in combat.attacks if a.target == target)
        combat.attacks = tuple(a for a in combat.attacks if a is not attack)
        defenders = g.here[target]
        g.emit(BattleBegan(pieces=(*each(attack.units), *each(defenders)), places=(target,), rule="SEQ.A3b"))
        g.become(Resolution(attack, defenders, combat.under_ground_attack()))


class Resolution(Battle):
    """SEQ.A3b One attack goes through its stages, from No Retreat orders to the recovery of the defenders."""

    def run(self, g: M) -> None:
        """Go through the stages in order."""
        stage = STAGES[self.stage]
        self.stage += 1
        stage(self, g)

    def orders(self, g: M) -> None:
        """NR.1, R9 The defender may give No Retreat orders before the die."""
        self.held = automatic_orders(g, self.defenders, self.attack.target)
        if self.defenders & ~self.held:
            g.call(NoRetreat())

    def roll(self, g: M) -> None:
        """CRT.1 Fix the odds and roll."""
        attack = self.attack
        power = strength(g, attack)
        factors = defence_factors(g, attack.target)
        self.defence = sum(factors.values())
        # R44 Units that fled into the hex may have pushed the odds below 1:4: then 1:4 is read.
        self.column = max(0, final_column(g, attack, power, self.defence)) if power.halves else 0
        self.was_disrupted = band(p for p in each(self.defenders) if g.flags[p] & DISRUPTED)
        side = g.game.side_of[(self.defenders & -self.defenders).bit_length() - 1]
        self.friends = Places(with_units(g, side) & ~(1 << attack.target))
        self.attacked_from = gather(g.where[p] for p in each(attack.ground))
        self.ground_factors = tuple(
            (p, attack_factor(g, p), ground_halves(g, p, attack.target)) for p in each(attack.ground)
        )
        sides = (*each(attack.units), *each(self.defenders))
        g.emit(
            Calculated(
                calculation=calculate(g, attack, frozen=True), pieces=sides, places=(attack.target,), rule="CRT.1"
            )
        )
        g.call(CombatDie())

    def attacker_losses(self, g: M) -> None:
        """RES.AE, R3, R4, R54 Attackers equal to the defence factors of those who read AE are lost."""
        factors = defence_factors(g, self.attack.target)
        need = sum(factors[piece] for piece, result in self.results if result == "AE")
        pool = tuple((p, factor) for p, factor, _ in self.ground_factors)
        if need and pool:
            lose_attackers(g, need, pool)
        elif need:
            g.emit(Said(text="No attacker is lost: they only bombard.", rule="BMB.2"))

    def strike(self, g: M) -> None:
        """RES.DE, RES.DR1, RES.DW2, RES.D1, RET.3 Apply every result that leaves the defender no choice."""
        for piece, result in self.results:
            if result == "DE" or (result == "DR" and self.held >> piece & 1):
                rule = "RES.DE" if result == "DE" else "RET.3"
                g.remove(piece, g.game.dead, rule=rule)
            elif result in ("D", "DW") and g.game.side_of[piece] != GERMAN:
                self.disrupt(g, piece, "RES.DW2" if result == "DW" else "RES.D1")
            elif result in ("D", "DW") and self.held >> piece & 1:
                self.disrupt(g, piece, "RET.3" if result == "DW" else "RES.D1")
            elif result in ("DR", "DW", "D"):
                self.pending = Pieces(self.pending | one(piece))
        check_hitler(g)

    def retreat(self, g: M) -> None:
        """R28 The defender retreats his units one by one, in an order of his choice, as long as one of them can."""
        if any(first_retreat_steps(g, self, piece) for piece in each(self.pending)):
            self.stage -= 1
            g.call(NextRetreat())
            return
        for piece in each(self.pending):
            suffer(g, self, piece)
        self.pending = Pieces(0)

    def advance(self, g: M) -> None:
        """ADV.1, ADV.2 Ground attackers advance into a hex without defenders."""
        begin_advance(g, self)

    def recovery(self, g: M) -> None:
        """SEQ.A3c, R13, R57 Defenders Disrupted before and not again by this attack recover."""
        for piece in each(self.was_disrupted & ~self.struck):
            if g.where[piece] < g.game.board.size:
                recover(g, piece, "SEQ.A3c")
        g.emit(BattleEnded())
        g.end()


STAGES = (
    Resolution.orders,
    Resolution.roll,
    Resolution.attacker_losses,
    Resolution.strike,
    Resolution.retreat,
    Resolution.advance,
    Resolution.recovery,
)


class CombatDie(Dice):
    """CRT.2 One die decides the attack."""

    cites: ClassVar[str] = "CRT.2"

    def purpose(self, g: M) -> str:
        battle = g.find(Battle)
        column = columns_in_words(g, each(battle.defenders), battle.column)
        return f"Attack on {g.game.place_title(battle.attack.target)} at {column}"

    def concerns(self, g: M) -> Concern:
        """CRT.1 Both sides, and the hex."""
        battle = g.find(Battle)
        return (*each(battle.attack.units), *each(battle.defenders)), (battle.attack.target,)

    def readings(self, g: M, action: Action) -> tuple[Reading, ...]:
        """CRT.2, DIS.4 The cell of each column that some defender reads."""
        battle = g.find(Battle)
        readers: dict[int, list[Piece]] = {}
        for piece in each(battle.defenders):
            readers.setdefault(column_for(g, piece, battle.column), []).append(piece)
        row = row_of(g, action.args[0])
        return tuple(g.game.crt.reading("crt", at, row, tuple(pieces)) for at, pieces in sorted(readers.items()))

    def on_roll(self, g: M, face: int) -> None:
        """DIS.4 Each defender reads his own result."""
        battle = g.find(Battle)
        battle.results = tuple((piece, result_for(g, piece, battle.column, face)) for piece in each(battle.defenders))
        by_result: dict[str, list[Piece]] = {}
        for piece, result in battle.results:
            by_result.setdefault(result, []).append(piece)
        for result, pieces in by_result.items():
            # All defenders are of one side.
            german = g.game.side_of[pieces[0]] == GERMAN
            rule = "RES.DW2" if result == "DW" and not german else RESULT_RULES[result]
            words = meaning(result, german=german)
            text = f"{slots('p', len(pieces))}: {in_words(result, german=german)}."
            g.emit(Read(text=text, result=result, meaning=words, pieces=tuple(pieces), rule=rule))
        g.end()


def meaning(result: str, *, german: bool) -> str:
    """RES.DE-RES.AE What a result means for a defender."""
    words = {
        "DE": "eliminated",
        "DR": "routed 2 or 3 hexes",
        "DW": "must withdraw 1 to 3 hexes" if german else "Disrupted",
        "D": "Disrupted, unless withdrawn" if german else "Disrupted",
        "AE": "attackers of the same strength are lost",
    }
    return words.get(result, "no effect")


def in_words(result: str, *, german: bool) -> str:
    """RES.0-RES.AE What a defender reads, and what it means for him."""
    words = meaning(result, german=german)
    return words if result == NOTHING else f"{result}, {words}"


NOTHING = "-"
RESULT_RULES = {"DE": "RES.DE", "DR": "RES.DR1", "DW": "RES.DW1", "D": "RES.D1", NOTHING: "RES.0", "AE": "RES.AE"}
