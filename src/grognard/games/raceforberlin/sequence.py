"""The game turn as data (1): four phases, and the Operations Phase with its impulses (4)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from ...engine.events import Began
from ...engine.flow import Action, Frame
from ...engine.pieces import Pieces
from ...engine.places import Places
from ...engine.telling import at_most
from .americans import AmericanAdvance
from .attackers import fighters
from .berlin import occupation_duty
from .chits import AnnounceChits, Bridges, Discards, bridges_may_be_asked
from .combat import Combats
from .designation import Designation, actors, designated
from .duties import camp_of, split_now
from .end_of_turn import EndTest, FreeMoves, TurnBack
from .model import ACTED, FOUGHT, MODES, MOVE, SOVIET, TURNED, Dice, R, Work
from .moves import Movement, Reserves, in_reserve
from .reinforcements import HitlersOrder, Reinforcements
from .replacements import Replacements
from .supply import Supply
from .zones import nationality, on_map, settle_guests

IMPULSES = (
    "Soviet impulse: Zhukov",
    "Soviet impulse: Koniev",
    "German impulse: Koniev (north)",
    "German impulse: Zhukov (south)",
)


ORDERED = {"north": 2, "south": 3}
"""2.3.1 The impulse in which an order of Hitler's is carried out."""


class GameTurns(Work):
    """1 Turn after turn until the game is over."""

    def run(self, g: R) -> None:
        """5.6 Begin the next turn."""
        g.set(turn=g.state.turn + 1)
        g.emit(Began(title=f"Turn {g.state.turn}: {g.game.dates[g.state.turn - 1]}", name="turn", level=1, rule="5.6"))
        g.call(GameTurn())


class GameTurn(Work):
    """1.A-1.D The steps of a turn in order."""

    step: Annotated[int, Meta(ge=0, le=11)] = 0

    def run(self, g: R) -> None:
        """Begin the next step."""
        if self.step == len(TURN):
            g.end()
            return
        step = TURN[self.step]
        self.step += 1
        if step is FreeMoves:
            g.set(impulse=-1)
        g.call(step())


class Operations(Work):
    """4.1.1 Operations Phases of four impulses until the test (4.3.1) or a double pass (4.1.5b) ends them."""

    impulse: Annotated[int, Meta(ge=-1, le=4)] = -1
    """The impulse under way; -1 before the first of the turn."""

    def run(self, g: R) -> None:
        """The next impulse, or the test after the fourth."""
        if self.impulse == -1:
            g.set(operations=1)
        if self.impulse == 3:
            self.impulse = 4
            if g.state.passes & 3 == 3:
                g.end()
            else:
                g.call(OperationsDie())
            return
        self.impulse = (self.impulse + 1) % 4 if self.impulse < 4 else 0
        if not self.impulse:
            title = f"Operations {g.state.operations}"
            g.set(passes=0)
            g.emit(Began(title=title, name="impulses", level=2, rule="4.1.1b"))
        g.call(Impulse(self.impulse))


class OperationsDie(Dice):
    """4.3.1 The phase ends if the die is not above the number of operations; +2 on turn 1."""

    cites: ClassVar[str] = "4.3.1a"

    def purpose(self, g: R) -> str:
        return f"End of operations {g.state.operations}"

    def verdict(self, g: R, action: Action) -> str:
        """Whether there is another round."""
        return at_most(action.args[0], self._most(g), "the operations end", "the operations go on")

    def _most(self, g: R) -> int:
        """4.3.1 The highest face that ends the phase."""
        drm: int = g.game.tables["turn"][g.state.turn - 1]["ops_end_drm"]
        return g.state.operations - drm

    def on_roll(self, g: R, face: int) -> None:
        """End or go on."""
        g.end()
        if face <= self._most(g):
            g.end()
        else:
            g.set(operations=g.state.operations + 1, rule="4.3.1b")


MOVING, FIGHTING = 3, 4
"""The steps of an impulse in which units move and fight."""


class Impulse(Work):
    """4.1, 4.2 One impulse: opponent's window, designation, movement, combat, reserve, end."""

    number: Annotated[int, Meta(ge=0, le=3)]
    step: Annotated[int, Meta(ge=0, le=6)] = 0

    def run(self, g: R) -> None:
        """The next step."""
        self.step += 1
        steps = (self._begin, self._designate, self._move, self._fight, self._reserves, self._finish)
        steps[self.step - 1](g)

    def _begin(self, g: R) -> None:
        """E.9c A clean slate; before a Soviet impulse the opponent may play chit 9."""
        camp = camp_of(self.number)
        soviet = nationality(self.number) == SOVIET
        g.set(
            impulse=self.number,
            event=0,
            army="",
            attacked=Places(0),
            conquered=(),
            split=split_now(g, camp) if soviet else Pieces(0),
            duty="",
            bound=Pieces(0),
            complied=Pieces(0),
        )
        g.emit(Began(title=IMPULSES[self.number], name="impulse", rule="1.C"))
        if soviet and bridges_may_be_asked(g, 1 - camp):
            g.call(Bridges(1 - camp))

    def _designate(self, g: R) -> None:
        g.call(Designation())

    def _move(self, g: R) -> None:
        if designated(g, MOVE):
            g.call(Movement())

    def _fight(self, g: R) -> None:
        combats = Combats()
        if fighters(g) and any(action.verb != "end" for action in combats.choices(g)):
            g.call(combats)

    def _reserves(self, g: R) -> None:
        if in_reserve(g):
            g.call(Reserves())

    def _finish(self, g: R) -> None:
        """4.1.4, 9.1.5 Turn the units; zones of Berlin left empty; an order of Hitler's lapses."""
        for piece in on_map(g, actors(g)):
            if g.flags[piece] & MODES:
                g.set_flag(piece, TURNED)
        g.clear_flags(MODES | ACTED | FOUGHT)
        settle_guests(g)
        occupation_duty(g)
        if self.number == ORDERED.get(g.state.order):
            g.set(order="", rule="2.3.2a")
        g.set(event=0, army="", duty="", bound=Pieces(0), complied=Pieces(0), split=Pieces(0))
        g.end()


TURN: tuple[type[Frame], ...] = (
    Reinforcements,
    AmericanAdvance,
    HitlersOrder,
    AnnounceChits,
    Supply,
    Replacements,
    Operations,
    FreeMoves,
    EndTest,
    TurnBack,
    Discards,
)
"""1.A-1.D Administration (2), logistics (3), operations (4), end of turn (5)."""

FIRST_STEP = {
    "administration": 0,
    "americans": 1,
    "orders": 2,
    "chits": 3,
    "supply": 4,
    "replacements": 5,
    "operations": 6,
    "end": 7,
    "end-test": 8,
    "discards": 10,
}
