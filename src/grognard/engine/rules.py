"""What the author of a game says about it: its data, its seats, and the hooks that the kernel calls.

A game package subclasses `Game`, which is made of these. Rules that ask somebody something are frames.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from .about import Cup, Difficulty, Flag, Option, Scenario, Sign
from .board import Board
from .flow import Frame, Refusal, Seat
from .outlook import Outlook
from .pieces import Piece, Pieces, Roster
from .places import Place, Places
from .position import Position, Setup, State
from .terms import Term
from .weights import Weights

S = TypeVar("S", bound=State)


class Rules(Generic[S]):
    """The class variables and hooks of a game. What has no sensible default raises `NotImplementedError`."""

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    api: ClassVar[str] = ""
    """The version of `grognard.api` that it was made for; a game of this package needs to name none."""
    blurb: ClassVar[str]
    special: ClassVar[str]
    most_turns: ClassVar[int]
    playing_time: ClassVar[tuple[int, int]]
    """Hours that a game takes, from and to."""
    difficulty: ClassVar[Difficulty]
    start_here: ClassVar[bool] = False
    """Whether it is the one to begin with."""
    scenarios: ClassVar[tuple[Scenario, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    flags: ClassVar[tuple[Flag, ...]] = ()
    boxes: ClassVar[tuple[tuple[str, str], ...]]
    """Boxes off the map: name and title. The first is where pieces are that are not in the game."""
    hands: ClassVar[tuple[str, ...]] = ()
    """The boxes with what lies before each player, in the order of the seats; a board shows them all the time."""
    patience: ClassVar[int] = 16
    """From so many units to choose from on, bots take the first that improves the position."""
    reply: ClassVar[int] = 2
    """Player turns that a bot plays through before it judges a plan: the present one and what answers it."""
    state_type: ClassVar[type[State]]
    weights_type: ClassVar[type[Weights]] = Weights
    """The weights of the score."""
    outlooks: ClassVar[Mapping[str, Outlook]] = {}
    """By scenario what the score has meant in games that were played; bots and analysis use it where it is known."""
    frame_type: ClassVar[type[Frame]] = Frame
    """The base class of the game's frames, where they are not simply those of its package."""

    board: Board
    roster: Roster[Any]

    def load_roster(self) -> Roster[Any]:
        """Read the game's units."""
        raise NotImplementedError

    def new_state(self, setup: Setup) -> S:
        """The state before the first move."""
        raise NotImplementedError

    def open(self, g: Position[Any, S]) -> None:
        """Set up the pieces that have no choice and put the first frames on the stack."""
        raise NotImplementedError

    def enter(self, g: Position[Any, S], phase: str) -> None:
        """Put a phase on the stack, for positions built by hand."""
        raise NotImplementedError

    def owner(self, g: Position[Any, S], piece: int) -> Seat | None:
        """Whose piece it is."""
        raise NotImplementedError

    def phasing(self, g: Position[Any, S]) -> Seat:
        """Whose turn it is: the seat of every question that does not name another."""
        raise NotImplementedError

    def player_turn(self, g: Position[Any, S]) -> tuple[int, ...]:
        """Which player turn, impulse or activation it is: plans are compared when as many have passed."""
        turn: int = getattr(g.state, "turn", 0)
        try:
            return turn, self.phasing(g)
        except NotImplementedError:  # where every question names its seat, nobody need be phasing
            return (turn,)

    def passed(self, g: Position[Any, S]) -> float:
        """How much of the game has passed, from 0 to 1."""
        return min(1.0, getattr(g.state, "turn", 0) / self.most_turns)

    def status(self, g: Position[Any, S]) -> list[Refusal]:
        """What is wrong with a position."""
        return []

    def score(self, g: Position[Any, S], seat: Seat) -> float:
        """How good a position looks to a seat, in the game's own points; for bots."""
        raise NotImplementedError

    def focus(self, g: Position[Any, S], seat: Seat) -> Places:
        """The places where something is at stake, for bots that cannot look at all of them."""
        return self.board.all

    def concealed(self, g: Position[Any, S], seat: Seat | None) -> Pieces:
        """The pieces whose identity a seat (None: a spectator) may not know."""
        return Pieces(0)

    def back(self, piece: int) -> str:
        """What the back of a counter shows (its side); concealed pieces with different backs can be told apart."""
        return str(self.roster[piece].side)

    def unknown(self, piece: int) -> str:
        """What a seat calls a piece that is concealed from it; it may tell no more than the back."""
        return "unknown unit"

    def account(self, g: Position[Any, S], seat: Seat) -> str:
        """A seat's points in a few words, for all to see: `23 VP, 12 SP`; empty where nothing is counted."""
        return ""

    def victory_points(self, g: Position[Any, S], seat: Seat) -> Fraction | int | None:
        """A seat's points, where points decide the game."""
        return None

    def standing(self, g: Position[Any, S], seat: Seat) -> list[Term]:
        """What counts for a seat so far, term by term, for all to see: the state of its aim."""
        return []

    def headline(self, g: Position[Any, S]) -> str:
        """Turn and phase in a few words."""
        raise NotImplementedError

    def reach(self, g: Position[Any, S], piece: int) -> Places:
        """Where a piece could go if it were its owner's turn to move it; for previews and measurements."""
        return Places(0)

    def overlays(self, g: Position[Any, S], seat: Seat | None) -> dict[str, dict[str, int]]:
        """Named overlays of named sets of places: zones of control, control, supply; only what the seat may know."""
        return {}

    def overlays_from(self, g: Position[Any, S], seat: Seat | None, place: Place | None) -> dict[str, dict[str, int]]:
        """Overlays as seen from one place, such as lines of sight; without one, their titles alone."""
        return {}

    def out_of_play(self, g: Position[Any, S]) -> Places:
        """The places of the map that a scenario leaves out; boards pale them."""
        return Places(0)

    def draws(self, g: Position[Any, S]) -> Cup | None:
        """The cup that chits are drawn from, where the game has one; for all to see."""
        return None

    def signs(self, g: Position[Any, S]) -> list[Sign]:
        """What has changed on the map itself, for all to see: blown bridges, places held."""
        return []

    def deal(self, handles: Sequence[tuple[str, Place, str]], unseen: Sequence[Piece], rng: Random) -> dict[str, Piece]:
        """Which piece stands behind which handle (name, place, back), at random among what is possible."""
        by_back: dict[str, list[Piece]] = {}
        for piece in unseen:
            by_back.setdefault(self.back(piece), []).append(piece)
        for pieces in by_back.values():
            rng.shuffle(pieces)
        return {name: by_back[back].pop() for name, _, back in handles}
