"""The End of Turn Phase (5): free moves, the test for the end of the game, turning back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from ...engine.events import Began
from ...engine.flow import Action, Ask, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, one
from ...engine.places import Place, Places
from ...engine.telling import at_least
from .berlin import occupation_duty
from .chits import restricted_west
from .duties import camp_of, return_zones, returning
from .model import ACTED, FOUGHT, GERMAN, GROUPS, MODES, OOS, SOVIET, TURNED, Decide, Dice, R, Work, name
from .movement import destinations, why_not_there
from .moves import NEEDED, permission_in_words
from .victory import finish, ring_closed
from .zones import nationality, on_map, put, settle_guests

FREE_MOVES = ("Zhukov's Soviets", "Koniev's Soviets", "northern Germans", "southern Germans")
ENDS_ABOVE = 8


class FreeMoves(Work):
    """5.1c The free moves in the order of the impulses."""

    def run(self, g: R) -> None:
        """The next group."""
        occupation_duty(g)
        group = g.state.impulse + 1
        if group > 3:
            g.end()
            return
        g.set(impulse=group)
        if movable(g, Pieces(0)):
            g.emit(Began(title=f"Free moves: {FREE_MOVES[group]}", name="free-moves", rule="5.1c"))
            g.call(FreeMove())


def one_zone(g: R, piece: int, *, held_back: bool = False) -> Places:
    """5.1, R25, R55 Where a free move may lead: one zone, not into Berlin; strays only towards their front."""
    near = g.game.map.next[g.where[piece]]
    zones = Places(destinations(g, piece, 1, held_back=held_back) & near & ~g.game.map.berlin)
    return return_zones(g, piece, zones) if returning(g, piece) else zones


def movable(g: R, done: int) -> list[Piece]:
    """5.1a The units of the group that were not activated, are supplied and have somewhere to go."""
    camp = camp_of(g.state.impulse)
    units = g.game.soviet_of[camp] if nationality(g.state.impulse) == SOVIET else g.game.german_of[camp]
    flags = g.flags
    return [p for p in on_map(g, units & ~done) if not flags[p] & (TURNED | OOS) and one_zone(g, p)]


class FreeMove(Decide):
    """5.1a Every unit that was not activated may move one zone."""

    idle: ClassVar[str] = "end"
    done: Pieces = Pieces(0)

    def ask(self, g: R) -> Ask:
        return Ask(prompt=f"Free moves of one zone: {GROUPS[g.state.impulse]}.", rule="5.1a")

    def choices(self, g: R) -> Iterable[Action]:
        """Each unit, and the end."""
        return [g.act("end"), *g.acts("pick", movable(g, self.done))]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        if action.verb == "end" or action.args[0] in movable(g, self.done):
            return None
        return Refusal("only supplied units of this group that were not activated and can move", "5.1a")

    def label(self, g: R, action: Action) -> str:
        return "End the free moves" if action.verb == "end" else ""

    def on_pick(self, g: R, unit: Piece) -> None:
        """Move this one."""
        restricted = g.game.side_of[unit] == GERMAN and restricted_west(g, g.game.camp[unit])
        g.call(FreeStep(unit, restricted))

    def on_end(self, g: R) -> None:
        """Enough."""
        settle_guests(g)
        g.end()


class FreeStep(Decide):
    """5.1 One zone; a German who wants to go west asks for permission first (5.1b, R23)."""

    idle: ClassVar[str] = "stay"
    unit: Piece
    held_back: bool
    diced: bool = False

    def seat(self, g: R) -> Seat:
        """The owner."""
        return Seat(g.game.camp[self.unit])

    def ask(self, g: R) -> Ask:
        return Ask(prompt=f"Where does {name(g, self.unit)} go?", rule="5.1a", pieces=(self.unit,))

    def choices(self, g: R) -> list[Action]:
        """Every neighbouring zone, permission, thinking again."""
        found = g.acts_at("go", one_zone(g, self.unit, held_back=self.held_back))
        if self._may_ask(g):
            found.append(g.act("permission"))
        found.append(g.act("stay") if self.diced else g.act("back"))
        return found

    def _may_ask(self, g: R) -> bool:
        if self.diced or not self.held_back:
            return False
        return one_zone(g, self.unit) != one_zone(g, self.unit, held_back=True)

    def refusal(self, g: R, action: Action) -> Refusal | None:
        verb = action.verb
        if verb == "stay":
            return None if self.diced else Refusal("the unit need not be picked", "5.1a")
        if verb == "back":
            return Refusal("Hitler has spoken", "5.1b") if self.diced else None
        if verb == "permission":
            return None if self._may_ask(g) else Refusal("no permission is needed, or none is left", "5.1b")
        zone = action.args[0]
        if one_zone(g, self.unit, held_back=self.held_back) >> zone & 1:
            return None
        if zone < g.game.board.size and g.game.map.berlin >> zone & 1:
            return Refusal("a free move does not lead into Berlin", "5.1b")
        reason = why_not_there(g, self.unit, zone, 1, held_back=self.held_back)
        return Refusal(reason.text, "5.1b") if reason.rule == "7.2.2b" else reason

    def label(self, g: R, action: Action) -> str:
        labels = {"permission": "Ask Hitler for permission", "back": "Put back", "stay": "Stand still"}
        return labels.get(action.verb, "")

    def on_go(self, g: R, zone: Place) -> None:
        """Move it."""
        g.end()
        put(g, self.unit, zone, rule="5.1a")
        self._done(g)

    def on_permission(self, g: R) -> None:
        """7.2.2 Roll."""
        g.call(FreePermission())

    def on_stay(self, g: R) -> None:
        """It stands still."""
        g.end()
        self._done(g)

    @marked(Mark.TAKES_BACK)
    def on_back(self, g: R) -> None:
        """Think again."""
        g.end()

    def _done(self, g: R) -> None:
        moves = g.find(FreeMove)
        moves.done = Pieces(moves.done | one(self.unit))


class FreePermission(Dice):
    """5.1b, 7.2.2a Hitler's permission for a free move west."""

    cites: ClassVar[str] = "5.1b"

    def purpose(self, g: R) -> str:
        return f"Hitler's permission for {name(g, g.find(FreeStep).unit)}"

    def verdict(self, g: R, action: Action) -> str:
        """Whether he gives it."""
        return permission_in_words(g, action.args[0])

    def on_roll(self, g: R, face: int) -> None:
        """Go on with or without it."""
        g.end()
        step = g.find(FreeStep)
        step.held_back = face <= NEEDED[g.state.turn]
        step.diced = True


class EndTest(Work):
    """5.2 Turns 7 to 9 may be the last if every Berlin zone holds a Soviet unit; turn 10 is."""

    def run(self, g: R) -> None:
        """Test, or end."""
        if g.state.turn >= g.game.turns:
            finish(g, "10.0")
            return
        if g.state.turn in g.game.tables["end_of_game"]["test_turns"] and ring_closed(g):
            g.become(EndDie())
            return
        g.end()


def end_modifier(g: R) -> int:
    """5.2b +1 for each zone at level 2, +2 for each above."""
    return sum(1 if level == 2 else 2 for level in g.state.levels if level >= 2)


class EndDie(Dice):
    """5.2c More than 8 ends the game."""

    cites: ClassVar[str] = "5.2c"

    def purpose(self, g: R) -> str:
        return "End of the game"

    def verdict(self, g: R, action: Action) -> str:
        """Whether this was the last turn."""
        needed = ENDS_ABOVE + 1 - end_modifier(g)
        return at_least(action.args[0], needed, "the game ends", "the game goes on")

    def on_roll(self, g: R, face: int) -> None:
        """End it or go on."""
        g.end()
        if face + end_modifier(g) > ENDS_ABOVE:
            finish(g, "5.2c")


class TurnBack(Work):
    """5.3, 5.4 All units can be activated again; support points are lost."""

    def run(self, g: R) -> None:
        """Clear the marks of the turn."""
        g.clear_flags(TURNED | MODES | ACTED | FOUGHT)
        g.set(support=(0, 0), weak_garrisons=False, planned=(False, False), rule="5.4")
        g.end()
