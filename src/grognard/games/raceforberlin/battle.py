"""One fight from the die to the advance (8.2-8.4, 9.3, E.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar, Literal

from ...engine.bounds import Few, Word
from ...engine.events import BattleBegan, BattleEnded, Calculated, Read, Said
from ...engine.flow import Action, Ask, Concern, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places, gather
from ...engine.standard import ChooseUnit
from ...engine.terms import Reading
from .designation import designated
from .duties import camp_of
from .losses import eliminate, survivors, take_losses
from .model import CAMPS, COMBAT, FOUGHT, GERMAN, SOVIET, CampDecides, Dice, R, Work
from .odds import calculate, in_words, progress_sign, reading, result, side_of
from .retreats import Retreats, orderly
from .victory import award
from .zones import defenders_in, hot, level, occupation, put

FIRST_PROGRESS = 2


class Outcomes:
    """A result taken apart: steps of either side, progress, retreat."""

    __slots__ = ("attacker", "defender", "progress", "retreat")

    def __init__(self, text: str) -> None:
        found = dict(re.findall(r"([ADP])(\d)", text))
        self.attacker = int(found.get("A", 0))
        self.defender = int(found.get("D", 0))
        self.progress = int(found.get("P", 0))
        self.retreat = text.endswith("R")


class Battle(Work):
    """8, 9 A combat or a City Progress roll under way."""

    kind: Literal["combat", "city"]
    zone: Place
    units: Pieces
    extra: bool = False
    defenders: Pieces = Pieces(0)
    origins: Places = Places(0)
    result: Word = ""
    stage: Few = 0

    def run(self, g: R) -> None:
        """The next stage."""
        self.stage += 1
        stages = (self._begin, self._roll, self._attacker_losses, self._defender_losses, self._effect, self._advance)
        if self.stage > len(stages):
            g.emit(BattleEnded())
            g.end()
            if not any(not g.flags[p] & FOUGHT for p in designated(g, COMBAT)):
                g.end()  # nobody is left to fight: the combat step is over
            return
        stages[self.stage - 1](g)

    def _begin(self, g: R) -> None:
        """8.1.3 Note who fights whom; the holder of chit 1 is asked."""
        side = side_of(g, self.units)
        self.defenders = defenders_in(g, self.zone, GERMAN if side == SOVIET else SOVIET)
        g.emit(BattleBegan(pieces=(*each(self.units), *each(self.defenders)), places=(self.zone,), rule="8.1.3"))
        self.origins = gather(g.where[p] for p in each(self.units))
        bound = g.state.bound & self.units if self.kind == "combat" else 0
        g.set(attacked=Places(g.state.attacked | 1 << self.zone), complied=Pieces(g.state.complied | bound))
        for piece in each(self.units):
            g.set_flag(piece, FOUGHT)
        if self.kind == "combat" and side == SOVIET:
            holder = heinrici_holder(g, self.defenders, self.zone)
            if holder is not None:
                g.call(Heinrici(holder))

    def _roll(self, g: R) -> None:
        found = calculate(g, self.kind, self.units, self.zone, self.extra)
        sides = (*each(self.units), *each(self.defenders))
        g.emit(Calculated(calculation=found, pieces=sides, places=(self.zone,), rule="8.1.2a"))
        g.call(BattleDie())

    def _attacker_losses(self, g: R) -> None:
        """8.2.1 A#."""
        take_losses(g, self.units, Outcomes(self.result).attacker, camp_of(g.state.impulse))

    def _defender_losses(self, g: R) -> None:
        """8.2.1, 8.2.2b, 9.3.3c D#; in the city what the level cannot give costs the Soviets steps."""
        found = Outcomes(self.result)
        steps = found.defender
        if self.kind == "city" and side_of_units(g, self.defenders) == SOVIET:
            steps += max(0, found.progress - level(g, self.zone))
        take_losses(g, self.defenders, steps, 1 - camp_of(g.state.impulse))

    def _effect(self, g: R) -> None:
        """8.3.1, 9.3.2 Retreat, or progress."""
        found = Outcomes(self.result)
        if found.retreat:
            g.call(Retreats(self.zone, survivors(g, self.defenders)))
        if found.progress:
            attackers = SOVIET if self.units & g.game.soviets else GERMAN
            change_level(g, self.zone, found.progress if attackers == SOVIET else -found.progress)

    def _advance(self, g: R) -> None:
        """7.3.3c, 8.4.1 Guests without hosts are lost; the attacker enters an empty zone."""
        if self.kind == "city":
            return
        here = g.here.get(self.zone, Pieces(0))
        attackers = SOVIET if self.units & g.game.soviets else GERMAN
        if attackers == GERMAN and not defenders_in(g, self.zone, SOVIET):
            for guest in each(here & g.game.soviets):
                eliminate(g, guest, "7.3.3c")
        enemy = g.game.germans if attackers == SOVIET else g.game.soviets
        if not g.here.get(self.zone, 0) & enemy:
            g.call(Advance(self.zone, survivors(g, self.units), self.origins))

    def heinrici(self, g: R) -> None:
        """E.1a All defenders retreat without loss before the die."""
        self.stage = 5
        g.call(Retreats(self.zone, self.defenders))


def side_of_units(g: R, units: int) -> int:
    """The nationality of some units; Germans where there are none (a garrison)."""
    return SOVIET if units & g.game.soviets else GERMAN


class BattleDie(Dice):
    """8.1, 9.2 The die of a fight."""

    cites: ClassVar[str] = "8.1.2a"

    def purpose(self, g: R) -> str:
        battle = g.find(Battle)
        what = "City Progress in" if battle.kind == "city" else "Attack on"
        return f"{what} {g.game.place_title(battle.zone)}"

    def concerns(self, g: R) -> Concern:
        """8.1.3 Both sides, and the zone."""
        battle = g.find(Battle)
        return (*each(battle.units), *each(battle.defenders)), (battle.zone,)

    def readings(self, g: R, action: Action) -> tuple[Reading, ...]:
        """8.1, 9.2 The cell."""
        battle = g.find(Battle)
        return (reading(g, battle.kind, battle.units, battle.zone, action.args[0], battle.extra),)

    def on_roll(self, g: R, face: int) -> None:
        """Read the table."""
        g.end()
        battle = g.find(Battle)
        battle.result = result(g, battle.kind, battle.units, battle.zone, face, battle.extra)
        words = in_words(battle.result, progress_sign(g, battle.units))
        rule = "8.2.1a" if battle.kind == "combat" else "9.3.1a"
        g.emit(Read(text=f"{battle.result}: {words}.", result=battle.result, meaning=words, rule=rule))


def change_level(g: R, zone: Place, change: int) -> None:
    """9.3.2, 9.3.3, 10.2.2 The City Progress level rises or falls, never below 0."""
    number = g.game.map.city_number[zone]
    levels = list(g.state.levels)
    levels[number] = max(0, levels[number] + change)
    text = f"City Progress in {g.game.place_title(zone)}: {levels[number]}."
    g.set(levels=tuple(levels), text=text, rule="9.3.2")
    if levels[number] > 0 and change > 0 and not g.state.entered:
        g.set(entered=True)
        award(g, camp_of(g.state.impulse), FIRST_PROGRESS, "for the first progress in Berlin", "10.2.2")


# -- chit 1 --------------------------------------------------------------------------------------


def heinrici_holder(g: R, defenders: Pieces, zone: Place) -> int | None:
    """E.1, R49 Who may play chit 1 in this combat: its holder, if he owns a defender and all can retreat."""
    if g.state.turn < g.state.heinrici:
        return None
    holder = g.game.hand.index(g.where[g.game.heinrici]) if g.where[g.game.heinrici] in g.game.hand else None
    if holder is None or not defenders & g.game.of_camp[holder]:
        return None
    return holder if orderly(g, defenders, zone) else None


class Heinrici(CampDecides):
    """E.1 The German player may withdraw his units before the die."""

    def ask(self, g: R) -> Ask:
        battle = g.find(Battle)
        where = g.game.place_title(battle.zone)
        return Ask(
            prompt=f"{where} is attacked. Play chit 1 (Heinrici): all defenders retreat without loss?",
            rule="E.1b",
            pieces=each(battle.defenders),
            places=(battle.zone,),
            panel=calculate(g, battle.kind, battle.units, battle.zone),
        )

    def choices(self, g: R) -> Iterable[Action]:
        """Yes or no."""
        return [g.act("heinrici"), g.act("stand")]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Both are always possible."""
        return None

    def label(self, g: R, action: Action) -> str:
        return "Play Heinrici" if action.verb == "heinrici" else "Stand and fight"

    @marked(Mark.RIVAL)
    def on_heinrici(self, g: R) -> None:
        """E.1a, E.1c Retreat; the chit goes to the other player for the next turn."""
        g.end()
        text = f"{CAMPS[self.camp].title()} plays chit 1, Heinrici: the defenders of {{h0}} retreat before the attack."
        g.emit(Said(text=text, places=(g.find(Battle).zone,), rule="E.1a"))
        g.place(g.game.heinrici, g.game.hand[1 - self.camp], how="changes hands", rule="E.1c")
        g.set(heinrici=g.state.turn + 1)
        g.find(Battle).heinrici(g)

    @marked(Mark.RIVAL)
    def on_stand(self, g: R) -> None:
        """Fight."""
        g.end()


# -- advance -------------------------------------------------------------------------------------


class Advance(ChooseUnit):
    """8.4.1 At least one attacker enters the empty zone; others may within stacking."""

    zone: Place
    units: Pieces
    origins: Places
    entered: bool = False
    forced: ClassVar[bool] = True
    verb: ClassVar[str] = "advance"
    closing: ClassVar[str] = "end"
    labels: ClassVar[dict[str, str]] = {"advance": "{} advances", "end": "End the advance"}

    def ask(self, g: R) -> Ask:
        return Ask(
            prompt=f"Who advances to {g.game.place_title(self.zone)}?",
            rule="8.4.1b" if self.entered else "8.4.1a",
            pieces=tuple(self.eligible(g)),
            places=(self.zone,),
        )

    def eligible(self, g: R) -> list[Piece]:
        """8.4.1b, 7.4.2 The attackers that may still enter."""
        units = [p for p in each(self.units) if g.where[p] != self.zone]
        if not units or occupation(g).full[g.game.side_of[units[0]]] >> self.zone & 1:
            return []
        return [p for p in units if g.game.side_of[p] == SOVIET or not hot(g) >> g.where[p] & 1]

    def refuse_closing(self, g: R) -> Refusal | None:
        """8.4.1a It ends once one has entered or none can."""
        return None if self.entered or not self.eligible(g) else Refusal("one attacker must advance", "8.4.1a")

    def why_not(self, g: R, piece: Piece) -> Refusal:
        """Why a unit cannot advance."""
        return Refusal("that unit cannot advance into the zone", "8.4.1b")

    def on_advance(self, g: R, unit: Piece) -> None:
        """8.4.1, 8.4.3 It enters; no permission is needed."""
        if not self.entered:
            g.set(conquered=(*g.state.conquered, (self.zone, self.origins)))
        self.entered = True
        put(g, unit, self.zone, how="advances", cause="advance", rule="8.4.1a")

    def on_end(self, g: R) -> None:
        """Enough."""
        g.end()
