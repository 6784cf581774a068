"""The Combat Phase (7.0-7.2): the phasing player attacks adjacent hexes, one after another."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from ...engine.bounds import Few, Number, Word
from ...engine.control import occupied
from ...engine.derived import derived
from ...engine.events import BattleBegan, BattleEnded, Calculated
from ...engine.flow import Action, Ask, Concern, Hint, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, band, each
from ...engine.places import Place, Places, gather, members
from ...engine.standard import ChoosePlace
from ...engine.terms import Calculation, Reading
from .advance import begin_advance
from .gathering import Gathering
from .model import (
    ATTACKED,
    DEFENDED,
    DISRUPTED,
    FLIPPED,
    HELPLESS,
    Counter,
    Dice,
    S,
    Work,
    in_contact,
    is_night,
    kill,
    name_of,
    on_map,
    phasing,
    values,
)
from .odds import Attack, calculate, defenders, die_modifiers, final_column, in_words
from .reach import could_enter
from .results import combat_result
from .suffer import suffer

# -- who may attack whom -----------------------------------------------------------------------------


@derived
def able_to_attack(g: S) -> Pieces:
    """7.11, 7.15, 7.17, 8.31, R25 The phasing side's units next to an enemy that may still attack."""
    if is_night(g):
        return Pieces(0)
    return band(piece for piece in each(in_contact(g, phasing(g))) if refuse_attacker(g, piece) is None)


def refuse_attacker(g: S, piece: int) -> Refusal | None:
    """7.11, 7.17, 7.61, 8.31, R25 Why a unit may not attack at all in this phase."""
    unit: Counter = g.game.roster[piece]
    flags = g.flags[piece]
    if g.game.side_of[piece] != phasing(g) or g.where[piece] >= g.game.board.size:
        return Refusal(f"{unit.name} is not a unit of yours on the map", "7.0")
    if flags & DISRUPTED:
        return Refusal(f"{unit.name} is disrupted", "7.17")
    if unit.is_artillery and flags & FLIPPED:
        return Refusal(f"{unit.name} is in Move Mode", "8.31b")
    if flags & ATTACKED:
        return Refusal(f"{unit.name} has attacked in this phase", "7.11")
    if not values(g, piece).combat:
        return Refusal(f"{unit.name} has no combat strength", "7.17")
    return None


def attackers_of(g: S, place: int) -> Pieces:
    """7.15, 7.18 The units that may attack a hex."""
    found, near = 0, g.game.board.adjacent[place]
    for piece in each(able_to_attack(g)):
        if near >> g.where[piece] & 1 and could_enter(g, piece, place):
            found |= 1 << piece
    return Pieces(found)


def can_be_attacked(g: S, place: int) -> bool:
    """7.11, 7.12, R31 Whether a hex holds a non-armored enemy that has not been attacked in this phase."""
    enemies = g.here.get(Place(place), 0) & g.game.roster.of_side[1 - phasing(g)] & g.game.soft
    return any(not g.flags[piece] & DEFENDED for piece in each(enemies))


@derived
def aims(g: S) -> Places:
    """7.0 The hexes that can be attacked now."""
    able = able_to_attack(g)
    reach = 0
    for piece in each(able):
        reach |= g.game.board.adjacent[g.where[piece]]
    near = members(occupied(g, 1 - phasing(g)) & reach)
    return gather(p for p in near if can_be_attacked(g, p) and attackers_of(g, p))


# -- the phase ---------------------------------------------------------------------------------------


class CombatPhase(ChoosePlace):
    """7.0, 7.13, 7.2.7 Attacks are voluntary and made one after another; passed over where none is possible."""

    forced: ClassVar[bool] = True
    verb: ClassVar[str] = "attack"
    closing: ClassVar[str] = "done"
    labels: ClassVar[dict[str, str]] = {"attack": "Attack {}", "done": "End combat"}

    def ask(self, g: S) -> Ask:
        return Ask(prompt="Choose a hex to attack, or end combat.", rule="7.0")

    def places(self, g: S) -> Places:
        """Hexes to attack."""
        return aims(g)

    def why_not(self, g: S, place: Place) -> Refusal:
        """Why a hex cannot be attacked."""
        return refuse_target(g, place)

    def hint(self, g: S, action: Action) -> Hint | None:
        """The odds with all who can."""
        if action.verb != "attack":
            return None
        place: Place = action.args[0]
        attack = Attack(place, attackers_of(g, place))
        return Hint(panel=calculate(g, attack, phasing(g)), text="with all who can", rule="7.2.3")

    def on_attack(self, g: S, target: Place) -> None:
        """7.2.1 Choose the attackers."""
        g.call(PlanAttack(target))

    @marked(Mark.CLOSES)
    def on_done(self, g: S) -> None:
        """The phase is over."""
        g.end()


def refuse_target(g: S, place: Place) -> Refusal:
    """7.11, 7.12, 7.17, 7.18 Why a hex cannot be attacked."""
    game, side = g.game, phasing(g)
    if place >= game.board.size:
        return Refusal("attacks are made on hexes of the map", "7.0")
    enemies = g.here.get(place, 0) & game.roster.of_side[1 - side]
    if not enemies:
        return Refusal("no enemy is there", "7.0")
    if not enemies & game.soft:
        return Refusal("only armor is there, and armor is fired on, not attacked", "7.12")
    if not can_be_attacked(g, place):
        return Refusal("that unit has been attacked in this phase", "7.11")
    near = [p for p in each(on_map(g, game.roster.of_side[side])) if game.board.adjacent[g.where[p]] >> place & 1]
    if not near:
        return Refusal("none of your units is next to that hex", "7.15")
    for piece in near:
        refusal = refuse_attacker(g, piece)
        if refusal is not None:
            return refusal
    return Refusal(f"{name_of(g, near[0])} could not enter that hex, so it cannot attack it", "7.18")


class PlanAttack(Gathering):
    """7.2.1, 7.15, 7.16 Who attacks one hex."""

    go: ClassVar[str] = "fight"
    rule: ClassVar[str] = "7.2.1"
    heading: ClassVar[str] = "Attack"
    question: ClassVar[str] = "Who attacks {}?"
    words: ClassVar[dict[str, str]] = {
        "fight": "Attack",
        "all": "All join",
        "cancel": "Do not attack this hex",
        "joins": "attacks",
    }

    @property
    def attack(self) -> Attack:
        """The attack as planned so far."""
        return Attack(self.target, self.units)

    def free(self, g: S) -> Pieces:
        """7.15 Units that may still join."""
        return Pieces(attackers_of(g, self.target) & ~self.units)

    def calculated(self, g: S) -> Calculation:
        """7.2 The odds as they stand."""
        return calculate(g, self.attack, phasing(g))

    def refuse_joining(self, g: S, piece: Piece) -> Refusal:
        """7.15-7.18 Why a unit cannot join."""
        name = name_of(g, piece)
        if self.units >> piece & 1:
            return Refusal(f"{name} is in the attack already", "7.16")
        refusal = refuse_attacker(g, piece)
        if refusal is not None:
            return refusal
        if not g.game.board.adjacent[g.where[piece]] >> self.target & 1:
            return Refusal(f"{name} is not next to the target", "7.15")
        return Refusal(f"{name} could not enter that hex, so it cannot attack it", "7.18")

    @marked(Mark.CLOSES)
    def on_fight(self, g: S) -> None:
        """7.2.1 The attack is declared."""
        g.become(Battle(self.target, self.units))


# -- resolving ---------------------------------------------------------------------------------------


class Battle(Work):
    """7.2, b.4 One attack through its stages: helpless units, die, result, advance."""

    target: Place
    units: Pieces
    stage: Annotated[int, Meta(ge=0, le=3)] = 0
    struck: Word = ""
    """7.41 The side that the result named: `A`, `D`, or neither."""

    def run(self, g: S) -> None:
        """Go through the stages in order."""
        stage = STAGES[self.stage]
        self.stage += 1
        stage(self, g)

    def open(self, g: S) -> None:
        """7.56, R60 The attackers are committed, and helpless units in the hex are lost first."""
        sides = (*each(self.units), *each(g.here[self.target]))
        g.emit(BattleBegan(pieces=sides, places=(self.target,), rule="7.2"))
        for piece in each(self.units):
            g.set_flag(piece, ATTACKED)
        for piece in each(g.here[self.target]):
            if g.flags[piece] & HELPLESS:
                kill(g, piece, "7.56", "was helpless and is eliminated")
        for piece in each(defenders(g, self.target, phasing(g))):
            g.set_flag(piece, DEFENDED)

    def roll(self, g: S) -> None:
        """7.2.5 Fix the odds and roll, if a defender is left."""
        if not defenders(g, self.target, phasing(g)):
            self.struck = "D"
            return
        attack = Attack(self.target, self.units)
        found = calculate(g, attack, phasing(g))
        sides = (*each(self.units), *each(defenders(g, self.target, phasing(g))))
        g.emit(Calculated(calculation=found, pieces=sides, places=(self.target,), rule="7.2.3"))
        modifier = sum(value for value, _, _ in die_modifiers(g, attack, phasing(g)))
        g.call(CombatDie(self.target, final_column(g, attack, phasing(g)), modifier))

    def apply(self, g: S, cell: str) -> None:
        """7.4, R47, R56 The side named suffers: all participants, or all non-armored units of the hex."""
        result = combat_result(cell)
        side = phasing(g)
        self.struck = result.side
        involved = self.units if result.side == "A" else defenders(g, self.target, side)
        if result.eliminates:
            for piece in each(involved):
                kill(g, piece, "7.43")
        elif not result.nothing:
            sufferer = side if result.side == "A" else 1 - side
            g.call(suffer(sufferer, involved, result, checks=False, may_hold=True, helpless=True))

    def advance(self, g: S) -> None:
        """7.72 Attackers may enter the hex that their attack has emptied."""
        g.emit(BattleEnded())
        g.end()
        if self.struck == "D":
            begin_advance(g, phasing(g), self.units, self.target, "7.72")


STAGES = (Battle.open, Battle.roll, Battle.advance)


class CombatDie(Dice):
    """7.2.5 One die decides the attack."""

    cites: ClassVar[str] = "7.2.5"

    target: Place
    column: Few
    modifier: Number

    def purpose(self, g: S) -> str:
        return f"Attack on {g.game.place_title(self.target)} at {g.game.crt.label(self.column)}"

    def concerns(self, g: S) -> Concern:
        """7.2 Both sides, and the hex."""
        sides = (*each(g.find(Battle).units), *each(defenders(g, self.target, phasing(g))))
        return sides, (self.target,)

    def verdict(self, g: S, action: Action) -> str:
        """7.4 The result in words."""
        cell = g.game.crt.read(self.column, action.args[0] + self.modifier)
        return in_words(g, Attack(self.target, g.find(Battle).units), phasing(g), cell)

    def readings(self, g: S, action: Action) -> tuple[Reading, ...]:
        """7.2.5 The cell."""
        return (g.game.crt.reading("crt", self.column, action.args[0] + self.modifier),)

    def on_roll(self, g: S, face: int) -> None:
        """7.2.5, R66 Read the table and apply the result at once."""
        g.end()
        g.find(Battle).apply(g, g.game.crt.read(self.column, face + self.modifier))
