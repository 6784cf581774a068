"""Unit eliminations (12.24): who is lost when a result costs a force its strongest unit, half of it, or all."""

from __future__ import annotations

from typing import ClassVar

from ...engine.asking import Left
from ...engine.flow import Action, Ask, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, band, each, one
from .battle import Battle
from .hidden import concealed_from
from .model import Decide, R, front, kill, name_of
from .results import Loss, Who

RULES: dict[Loss, str] = {"strongest": "12.24a", "half": "12.24b", "all": "12.23"}


def begin_losses(g: R, battle: Battle, who: Who, amount: Loss) -> None:
    """12.23, 12.24, R16, R56 A force loses units; strategic markers are outside all of this."""
    pool = Pieces(battle.standing(g, who) & ~g.game.strategic)
    if not pool:
        return
    if amount == "all":
        for piece in each(pool):
            lose(g, piece, amount)
        return
    frame = LoseUnits(who, amount, pool)
    if amount == "strongest" and frame.strongest(g).bit_count() == 1:
        frame.give(g, each(frame.strongest(g))[0])
    if frame.left:
        g.call(frame)


def lose(g: R, piece: Piece, amount: Loss) -> None:
    """R44 A unit goes to a dead pile; the Reichstag garrison to that of the Front that attacked it."""
    kill(g, piece, sector=front(g), rule=RULES[amount])


class LoseUnits(Decide):
    """12.24 The owner gives up units until the result is satisfied; he may always give more."""

    who: Who
    amount: Loss
    pool: Pieces
    """The force as it was before."""
    lost: Pieces = Pieces(0)
    forced: ClassVar[bool] = True

    def seat(self, g: R) -> Seat:
        """The player who decides for this force."""
        return g.find(Battle).seat_of(g, self.who)

    @property
    def left(self) -> Pieces:
        """Units not yet given up."""
        return Pieces(self.pool & ~self.lost)

    def strongest(self, g: R) -> Pieces:
        """12.24a, R56 The units of the highest printed strength."""
        most = max(g.game.strength[p] for p in each(self.pool))
        return band(p for p in each(self.pool) if g.game.strength[p] == most)

    def total(self, g: R, units: int) -> int:
        """The printed strength of some units; brackets make no difference."""
        return sum(g.game.strength[p] for p in each(units))

    def is_enough(self, g: R) -> bool:
        """12.24, R56 Whether the result is satisfied: a strongest unit, or at least half, and somebody in any case."""
        if self.amount == "strongest":
            return bool(self.lost & self.strongest(g))
        return bool(self.lost) and 2 * self.total(g, self.lost) >= self.total(g, self.pool)

    def ask(self, g: R) -> Ask:
        left = None
        if self.is_enough(g):
            prompt = "The losses are enough. You may give up further units in addition."
        elif self.amount == "strongest":
            prompt = "Choose which of the strongest units is lost."
        else:
            owed = -(-self.total(g, self.pool) // 2) - self.total(g, self.lost)
            more = f"at least half of the force, {owed} more in strength" if owed > 0 else "at least one must go"
            prompt = f"Choose units to lose: {more}."
            left = Left(owed, "factors") if owed > 0 else Left(1, "units")
        return Ask(prompt=prompt, rule=RULES[self.amount], pieces=each(self.left), left=left)

    def choices(self, g: R) -> list[Action]:
        """Units that count for the result; once it is satisfied, others in addition, and to leave it at that."""
        if self.is_enough(g):
            return [*g.acts("give-up", each(self.left)), g.act("enough")]
        return g.acts("lose", each(self.owed(g)))

    def owed(self, g: R) -> Pieces:
        """12.24a, 12.24b The units of which one must go next: only the strongest satisfy a result that asks for one."""
        return self.strongest(g) if self.amount == "strongest" else self.left

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why a unit cannot be given up, or why the losses are not enough."""
        if action.verb == "enough":
            if self.is_enough(g):
                return None
            half = "at least half of the strength" if self.total(g, self.pool) else "at least one unit"
            what = "the strongest unit" if self.amount == "strongest" else half
            return Refusal(f"the result costs {what}", RULES[self.amount])
        piece: Piece = action.args[0]
        if self.left >> piece & 1:
            return self._refuse_unit(g, piece, action.verb)
        if g.game.strategic & ~concealed_from(g, None) & 1 << piece:
            return Refusal("strategic markers are captured, never lost", "21.2a")
        if not g.game.units >> piece & 1:
            return Refusal("markers are never lost in combat", "12.25a")
        rule = "12.25b" if g.game.flak_towers >> piece & 1 else "12.24a"
        return Refusal("that unit has no part in the losses of this force", rule)

    def _refuse_unit(self, g: R, piece: Piece, verb: str) -> Refusal | None:
        """12.24c Why a unit of the force cannot go now, or not as part of what the result asks for."""
        if verb == "give-up":
            wait = Refusal("first the result must be satisfied", RULES[self.amount])
            return None if self.is_enough(g) else wait
        if self.is_enough(g):
            return Refusal("the losses are enough: further units can only be given up in addition", "12.24c")
        weaker = Refusal(f"{name_of(g, piece)} is not one of the strongest units", "12.24a")
        return None if self.owed(g) >> piece & 1 else weaker

    def label(self, g: R, action: Action) -> str:
        if action.verb == "enough":
            return "No further losses"
        name = name_of(g, action.args[0])
        return f"Lose {name}" if action.verb == "lose" else f"Give up {name} as well"

    def on_lose(self, g: R, unit: Piece) -> None:
        """Lose a unit that the result asks for."""
        self.give(g, unit)
        if not self.left:
            g.end()

    @marked(Mark.ASIDE)
    def on_give_up(self, g: R, unit: Piece) -> None:
        """12.24c Lose a unit in addition, of one's own will."""
        kill(g, unit, sector=front(g), rule="12.24c", how="is given up as well")
        self.lost = Pieces(self.lost | one(unit))
        if not self.left:
            g.end()

    def give(self, g: R, unit: Piece) -> None:
        """A unit is lost."""
        lose(g, unit, self.amount)
        self.lost = Pieces(self.lost | one(unit))

    def on_enough(self, g: R) -> None:
        """12.24b The result is satisfied."""
        g.end()
