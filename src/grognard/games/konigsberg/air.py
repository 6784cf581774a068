"""Air units (13): support of an attack, grounding, refitting, and the two special air armies."""

from __future__ import annotations

from typing import ClassVar

from ...engine.bounds import Number
from ...engine.events import Said
from ...engine.flow import Action, Ask, Concern, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each
from ...engine.telling import at_least
from .battle import Battle
from .command import Activation
from .model import GERMAN, Dice, K, SideDecides, Work, name_of
from .odds import calculate


def pool_of_attack(g: K, side: int) -> int:
    """13.3, R16 Whose air units may fly: those of the activated HQ's Front."""
    if side == GERMAN:
        return 0
    hq = g.find(Activation).hq
    assert hq is not None
    return g.game.pool_of[hq]


def ready(g: K, pool: int) -> Pieces:
    """13.1 Air units in their box."""
    return Pieces(g.here.get(g.game.air_box[pool], 0) & g.game.aircraft)


def begin_air(g: K, side: int) -> None:
    """13.1, R59 The attacker may add air units, if there are any."""
    pool = pool_of_attack(g, side)
    if ready(g, pool):
        g.call(Aircraft(side, pool))


class Aircraft(SideDecides):
    """13.1, 13.1a The attacker adds up to two air units, each NORMAL or FULL."""

    pool: Number
    forced: ClassVar[bool] = True

    def ask(self, g: K) -> Ask:
        """The question, with the odds as they stand."""
        battle = g.find(Battle)
        return Ask(
            prompt="Add air units? NORMAL shifts one column, FULL two and grounds the unit.",
            rule="13.1/1",
            pieces=each(battle.units),
            places=(battle.target,),
            panel=calculate(g, battle.attack, battle.defender),
        )

    def left(self, g: K) -> Pieces:
        """Air units that can still be added."""
        battle = g.find(Battle)
        most: int = g.game.entry("air", "most")
        if len(battle.air) >= most:
            return Pieces(0)
        return Pieces(ready(g, self.pool) & ~sum(1 << p for p, _ in battle.air))

    def choices(self, g: K) -> list[Action]:
        """Each air unit in both ways, and the end."""
        free = each(self.left(g))
        return [*g.acts("normal", free), *g.acts("full", free), g.act("done")]

    def refusal(self, g: K, action: Action) -> Refusal | None:
        """Why an air unit cannot fly."""
        if action.verb == "done" or self.left(g) >> action.args[0] & 1:
            return None
        piece = action.args[0]
        if not g.game.aircraft >> piece & 1:
            return Refusal(f"{name_of(g, piece)} is no air unit", "13.0")
        if len(g.find(Battle).air) >= g.game.entry("air", "most"):
            return Refusal("two air units at most support an attack", "13.1/2")
        if g.game.pool_of[piece] != self.pool:
            return Refusal(f"{name_of(g, piece)} belongs to another command", "13.3")
        return Refusal(f"{name_of(g, piece)} is not ready", "13.1a")

    def label(self, g: K, action: Action) -> str:
        if action.verb == "done":
            return "Attack" if g.find(Battle).air else "Attack without air units"
        return f"{name_of(g, action.args[0])}: {'NORMAL +1' if action.verb == 'normal' else 'FULL +2'}"

    def on_normal(self, g: K, unit: Piece) -> None:
        """13.0 One column."""
        self.fly(g, unit, "normal")

    def on_full(self, g: K, unit: Piece) -> None:
        """13.0 Two columns."""
        self.fly(g, unit, "full")

    def fly(self, g: K, unit: Piece, how: str) -> None:
        """Add an air unit."""
        battle = g.find(Battle)
        battle.air = (*battle.air, (unit, g.game.entry("air", how)))

    @marked(Mark.CLOSES)
    def on_done(self, g: K) -> None:
        """That is all."""
        g.end()


def land(g: K, battle: Battle, die: int) -> None:
    """13.1a, 13.2, R60 After the die: FULL and everybody on a 1 is grounded, the others refit."""
    game = g.game
    unlucky = die == game.entry("air", "grounded_on")
    for piece, shift in battle.air:
        if unlucky or shift == game.entry("air", "full"):
            g.place(piece, game.grounded, how="is grounded", rule="13.2" if unlucky else "13.1a")
        else:
            g.place(piece, game.refit, how="refits", rule="13.1a")


class AirPhase(Work):
    """1.1 Refitted units return, the special ones with a 6; then grounded units begin to refit."""

    waiting: Pieces = Pieces(0)
    begun: bool = False

    def run(self, g: K) -> None:
        """1.1a, then 1.1b."""
        game = g.game
        if not self.begun:
            self.begun = True
            refitted = g.here.get(game.refit, 0)
            for piece in each(refitted & ~game.special_air):
                come_home(g, piece, "1.1a")
            self.waiting = Pieces(refitted & game.special_air)
        elif self.waiting:
            piece = each(self.waiting)[0]
            self.waiting = Pieces(self.waiting & ~(1 << piece))
            g.call(SpecialReturn(piece))
        else:
            for piece in each(g.here.get(game.grounded, 0)):
                g.place(piece, game.refit, how="refits", rule="1.1b")
            g.end()


def come_home(g: K, piece: Piece, rule: str) -> None:
    """1.1a, 13.3 An air unit returns to the box of its own command."""
    g.place(piece, g.game.air_box[g.game.pool_of[piece]], how="is ready again", rule=rule)


class SpecialReturn(Dice):
    """13.4, R61 The 3rd and 18th Air Army return with a 6 only."""

    cites: ClassVar[str] = "13.4/2"

    unit: Piece

    def purpose(self, g: K) -> str:
        return f"Return of the {name_of(g, self.unit)}"

    def concerns(self, g: K) -> Concern:
        """13.4 The air unit."""
        return (self.unit,), ()

    def verdict(self, g: K, action: Action) -> str:
        """Whether it comes."""
        return at_least(action.args[0], g.game.entry("air", "special_return"), "is ready again", "goes on refitting")

    def on_roll(self, g: K, face: int) -> None:
        """A 6, or it waits."""
        g.end()
        if face >= g.game.entry("air", "special_return"):
            come_home(g, self.unit, "13.4/2")


def no_air_attacks(g: K, rule: str) -> None:
    """RET.6, RET.8, R49 Air units in refit are grounded, those in their boxes refit, all at once."""
    game = g.game
    for piece in each(g.here.get(game.refit, 0)):
        g.place(piece, game.grounded, how="is grounded", rule=rule)
    for box in game.air_box:
        for piece in each(g.here.get(box, 0)):
            g.place(piece, game.refit, how="refits", rule=rule)
    g.emit(Said(text="Bad weather: no air unit flies any more this turn.", rule=rule))
