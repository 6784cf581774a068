"""Combat (4): the phasing player attacks one enemy unit after another."""

from __future__ import annotations

from typing import ClassVar

from grognard.api import (
    Action,
    Ask,
    BattleBegan,
    BattleEnded,
    Calculated,
    Choice,
    ChoosePlace,
    Concern,
    Few,
    Hint,
    Mark,
    Piece,
    Pieces,
    Place,
    Places,
    Read,
    Reading,
    Refusal,
    Word,
    band,
    each,
    gather,
    marked,
    members,
    occupied,
    one,
    refuse_unit,
)

from .model import FOUGHT, Dice, M, Work, name_of
from .odds import MEANING, calculate, column_of, defender_in
from .retreat import Advance, LoseStep, Retreat, lose_step, retreat_hexes


def ready(g: M, target: Place) -> list[Piece]:
    """4.1 The phasing player's units that can attack a hex."""
    near = g.game.board.adjacent[target]
    own = each(g.game.roster.of_side[g.state.player])
    # A box is no neighbour of any hex, so units off the map need no test of their own.
    return [piece for piece in own if near >> g.where[piece] & 1 and not g.flags[piece] & FOUGHT]


class Combat(ChoosePlace):
    """4.1 The player attacks as many enemy units as he likes, each once."""

    verb: ClassVar[str] = "attack"
    closing: ClassVar[str] = "end"
    labels: ClassVar[dict[str, str]] = {"end": "End combat"}

    attacked: Places = Places(0)

    def ask(self, g: M) -> Ask:
        """Which hex is attacked next."""
        return Ask(prompt="Attack an enemy unit, or end combat.", rule="4.1")

    def places(self, g: M) -> Places:
        """Hexes that can be attacked."""
        enemies = members(occupied(g, 1 - g.state.player))
        return gather(place for place in enemies if self.refuse(g, place) is None)

    def refuse(self, g: M, target: Place) -> Refusal | None:
        """Why a hex cannot be attacked."""
        if not occupied(g, 1 - g.state.player) >> target & 1:
            return Refusal("no enemy unit is there", "4.1", unfit=True)
        if self.attacked >> target & 1:
            return Refusal("it has been attacked in this turn", "4.1")
        if not ready(g, target):
            return Refusal("none of your units next to it can still attack", "4.1")
        return None

    def on_attack(self, g: M, target: Place) -> None:
        """Choose who attacks it."""
        g.call(PlanAttack(target))

    @marked(Mark.CLOSES)
    def on_end(self, g: M) -> None:
        """1.2 The end of the player turn."""
        g.end()


class PlanAttack(Choice):
    """4.1 Units join the attack on a hex, one by one."""

    target: Place
    joined: Pieces = Pieces(0)

    def ask(self, g: M) -> Ask:
        """Who attacks; the panel shows the odds so far."""
        where = g.game.place_title(self.target)
        panel = calculate(g, self.target, self.joined) if self.joined else None
        attackers = each(self.joined)
        return Ask(prompt=f"Who attacks {where}?", rule="4.1", places=(self.target,), pieces=attackers, panel=panel)

    def choices(self, g: M) -> list[Action]:
        """Units that can still join, to fight, or to leave it."""
        found = g.acts("join", [piece for piece in ready(g, self.target) if not self.joined >> piece & 1])
        return [*found, *([g.act("fight")] if self.joined else []), g.act("back")]

    def refusal(self, g: M, action: Action) -> Refusal | None:
        """Why a unit cannot join, or the attack cannot be made yet."""
        if action.verb == "back":
            return None
        if action.verb == "fight":
            return None if self.joined else Refusal("no unit attacks yet", "4.1")
        return self._refuse(g, action.args[0])

    def _refuse(self, g: M, piece: Piece) -> Refusal | None:
        refused = refuse_unit(g, self.seat(g), piece, rule="4.1")
        if refused is not None:
            return refused
        if self.joined >> piece & 1:
            return Refusal(f"{name_of(g, piece)} attacks already", "4.1")
        if g.flags[piece] & FOUGHT:
            return Refusal(f"{name_of(g, piece)} has attacked in this turn", "4.1")
        if piece not in ready(g, self.target):
            return Refusal(f"{name_of(g, piece)} is not next to the defender", "4.1")
        return None

    def hint(self, g: M, action: Action) -> Hint | None:
        """The odds with one more attacker, or as they are."""
        if action.verb == "back":
            return None
        joined = self.joined | one(action.args[0]) if action.verb == "join" else self.joined
        return Hint(panel=calculate(g, self.target, Pieces(joined)), rule="4.2")

    def label(self, g: M, action: Action) -> str:
        """What the button says."""
        return {"fight": "Attack", "back": "Do not attack"}.get(action.verb, "")

    def on_join(self, g: M, unit: Piece) -> None:
        """One more attacker."""
        self.joined = Pieces(self.joined | one(unit))

    def on_fight(self, g: M) -> None:
        """The attack is made."""
        combat = g.find(Combat)
        combat.attacked = Places(combat.attacked | 1 << self.target)
        for piece in each(self.joined):
            g.set_flag(piece, FOUGHT)
        g.become(Battle(self.target, self.joined, defender_in(g, self.target)))

    @marked(Mark.TAKES_BACK)
    def on_back(self, g: M) -> None:
        """Another attack first."""
        g.end()


class Battle(Work):
    """4.4 One attack goes through its stages, from the die to the advance."""

    target: Place
    attackers: Pieces
    defender: Piece
    result: Word = ""
    stage: Few = 0

    def run(self, g: M) -> None:
        """The next stage."""
        stage = STAGES[self.stage]
        self.stage += 1
        stage(self, g)

    def roll(self, g: M) -> None:
        """4.2 The odds are logged, and the die is rolled."""
        pieces = (*each(self.attackers), self.defender)
        told = calculate(g, self.target, self.attackers)
        g.emit(BattleBegan(pieces=pieces, places=(self.target,), rule="4.2"))
        g.emit(Calculated(calculation=told, pieces=pieces, places=(self.target,), rule="4.2"))
        g.call(BattleDie())

    def attacker_loses(self, g: M) -> None:
        """4.4, 4.5 One of the attackers loses a step."""
        if self.result in ("AL", "EX"):
            g.call(LoseStep(self.attackers))

    def defender_loses(self, g: M) -> None:
        """4.4 The defender loses a step, or both."""
        if self.result in ("EX", "DL"):
            lose_step(g, self.defender, "4.4")
        elif self.result == "DE":
            g.remove(self.defender, g.game.lost, rule="4.4")

    def defender_retreats(self, g: M) -> None:
        """5.1, 5.2 The defender goes back a hex, or loses a step where it cannot."""
        if self.result not in ("DR", "DL") or g.where[self.defender] != self.target:
            return
        if retreat_hexes(g, self.defender):
            g.call(Retreat(self.defender))
        else:
            lose_step(g, self.defender, "5.2")

    def attackers_advance(self, g: M) -> None:
        """5.3 One of the attackers may take the hex, if it is empty."""
        alive = band(piece for piece in each(self.attackers) if g.where[piece] != g.game.lost)
        g.emit(BattleEnded())
        g.end()
        if alive and self.target not in g.here:
            g.call(Advance(self.target, alive))


STAGES = (
    Battle.roll,
    Battle.attacker_loses,
    Battle.defender_loses,
    Battle.defender_retreats,
    Battle.attackers_advance,
)


class BattleDie(Dice):
    """4.2 One die is read in the column of the odds."""

    cites: ClassVar[str] = "4.2"

    def purpose(self, g: M) -> str:
        """What the die is for."""
        battle = g.find(Battle)
        column = column_of(g, battle.target, battle.attackers)
        return f"Attack on {g.game.place_title(battle.target)} at {g.game.crt.label(column)}"

    def concerns(self, g: M) -> Concern:
        """Both sides, and the hex."""
        battle = g.find(Battle)
        return (*each(battle.attackers), battle.defender), (battle.target,)

    def readings(self, g: M, action: Action) -> tuple[Reading, ...]:
        """Where in the chart it is read."""
        battle = g.find(Battle)
        return (g.game.crt.reading("crt", column_of(g, battle.target, battle.attackers), action.args[0]),)

    def on_roll(self, g: M, face: int) -> None:
        """4.4 The result is known; the battle goes on."""
        battle = g.find(Battle)
        battle.result = g.game.crt.read(column_of(g, battle.target, battle.attackers), face)
        words = MEANING[battle.result]
        code = "" if battle.result == "-" else f"{battle.result}, "
        text = f"{{p0}}: {code}{words}."
        g.emit(Read(text=text, result=battle.result, meaning=words, pieces=(battle.defender,), rule="4.4"))
        g.end()
