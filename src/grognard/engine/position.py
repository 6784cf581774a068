"""Everything that can change in a game, and nothing else.

A position is flat lists indexed by piece number, the game's own small state, and the flow stack. It has no dice
stream, no clock, no log and no history: those belong to the table around it. It copies in a few microseconds.

Changes go through the mutators, which emit events and drop exactly the derived values that may have changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from . import codec
from .declared import field_values
from .derived import Carried
from .display import svg_of
from .errors import ActionError, EndlessFlow
from .events import Began, Cause, Changed, Event, Exit, Marked, Moved, Over, Removed, Rolled, Stepped, Value
from .flow import CHANCE, Action, Chance, Choice, Frame, Mark, Refusal, Seat
from .outcome import Outcome as Outcome
from .outcome import Setup as Setup
from .pieces import Piece, Pieces
from .places import Place

if TYPE_CHECKING:
    from .game import Game


class State(msgspec.Struct):
    """The game's own values: turn, points, markers. Each game adds its fields; set them with `Position.set`."""


S = TypeVar("S", bound=State)
G = TypeVar("G", bound="Game[Any]")
T = TypeVar("T")

_MOST_WORK = 10_000
"""Steps without a decision after which the flow is certainly going in circles."""


class Position(Generic[G, S]):
    """One moment of a game."""

    __slots__ = (
        "_actions", "_events", "_own_here", "flags", "game", "here", "memo", "outcome", "place_memo", "setup",
        "side_memo", "stack", "state", "steps", "where",
    )  # fmt: skip

    def __init__(self, game: G, setup: Setup, state: S) -> None:
        count = len(game.roster)
        self.game = game
        self.setup = setup
        self.state = state
        self.where: list[Place] = [game.limbo] * count
        self.steps: list[int] = [1] * count
        self.flags: list[int] = [0] * count
        self.here: dict[Place, Pieces] = {game.limbo: Pieces((1 << count) - 1)}
        self._own_here = True
        self.stack: list[Frame] = []
        self.outcome: Outcome | None = None
        self.memo: dict[Any, Any] = {}
        self.side_memo: list[dict[Any, Any]] = [{} for _ in game.roster.sides]
        self.place_memo: list[dict[Carried[Any], Any]] = [{} for _ in game.roster.sides]
        self._actions: list[Action] | None = None
        self._events: list[Event] = []

    def copy(self) -> Position[G, S]:
        """An independent copy; derived values are shared until either side changes."""
        new: Position[G, S] = Position.__new__(Position)
        new.game = self.game
        new.setup = self.setup
        # Calling msgspec's own method is four times as fast as `copy.copy`.
        new.state = self.state.__copy__()  # type: ignore[attr-defined]
        new.where = self.where[:]
        new.steps = self.steps  # shared: `set_steps` makes a new list, because steps change seldom
        new.flags = self.flags[:]
        new.here = (
            self.here
        )  # shared, too, until a piece moves here or there: copying it takes longer than all the rest
        new._own_here = self._own_here = False
        new.stack = [frame.__copy__() for frame in self.stack]  # type: ignore[attr-defined]
        new.outcome = self.outcome
        new.memo = self.memo
        new.side_memo = self.side_memo[:]
        new.place_memo = self.place_memo[:]
        new._actions = self._actions
        new._events = []
        return new

    def in_game(self, game: G) -> Position[G, S]:
        """The same position in the same game with other weights, which derives its values anew."""
        new = self.copy()
        new.game = game
        new.forget()
        return new

    # -- asking ----------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        """The top of the flow."""
        return self.stack[-1]

    @property
    def to_decide(self) -> Seat | None:
        """Who is asked now: a seat, `CHANCE`, or None when the game is over."""
        return self.stack[-1].seat(self) if self.stack else None

    def find(self, kind: type[T]) -> T:
        """The nearest frame of a kind on the stack: how a frame reaches the battle or turn it is part of."""
        for frame in reversed(self.stack):
            if isinstance(frame, kind):
                return frame
        raise LookupError(f"no {kind.__name__} is under way")

    def under_way(self, kind: type[Frame]) -> bool:
        """Whether a frame of a kind is on the stack."""
        for frame in self.stack:  # noqa: SIM110 - `any` costs three times as much
            if isinstance(frame, kind):
                return True
        return False

    def act(self, verb: str, *args: Any) -> Action:
        """The action with this verb and these arguments."""
        return self.game.action(verb, args)

    def acts(self, verb: str, numbers: Iterable[int]) -> list[Action]:
        """The actions of a verb with one argument, for each of these pieces or places."""
        known = self.game.acts(verb)
        return [known[number] for number in numbers]

    def acts_at(self, verb: str, places: int) -> list[Action]:
        """The actions of a verb with one argument, for each place of a set."""
        return self.game.acts_by_place(verb).of(places)

    def actions(self) -> list[Action]:
        """Every legal answer to the present decision; empty when the game is over."""
        if self._actions is None:
            if not self.stack:
                return []
            self._actions = list(self.stack[-1].choices(self))
        return self._actions

    def onward(self) -> list[Action]:
        """The legal answers but those that only take an earlier one back."""
        frame, actions = self.stack[-1], self.actions()
        back = frame.marked(Mark.TAKES_BACK) if isinstance(frame, Choice) else None
        if not back:
            return actions
        return [action for action in actions if action.verb not in back]

    def chances(self) -> list[tuple[Action, int]]:
        """Every answer of luck with its weight; only where luck decides."""
        frame = self.stack[-1]
        assert isinstance(frame, Chance)
        return frame.weights(self)

    def is_legal(self, action: Action) -> bool:
        """Whether an action is among the answers; there is one of each, so that identity tells."""
        for known in self.actions():  # noqa: SIM110 - `any` and `in` cost more
            if known is action:
                return True
        return False

    def why_not(self, action: Action | str) -> Refusal | None:
        """None if the action is legal now, otherwise the rule and a sentence."""
        if isinstance(action, str):
            try:
                action = self.game.parse(action)
            except ActionError as problem:
                return Refusal(str(problem))
        if self.is_legal(action):
            return None
        if not self.stack:
            return Refusal("the game is over")
        frame = self.stack[-1]
        if isinstance(frame, Choice) and action.verb in self.game.verbs_of(type(frame)):
            refusal = frame.refusal(self, action)
            if refusal is not None:
                return refusal
        return Refusal("that is not what is asked now")

    # -- playing ---------------------------------------------------------------------------------

    def play(self, action: Action | str) -> list[Event]:
        """Apply a legal action and run on to the next decision; returns what happened."""
        if isinstance(action, str):
            action = self.game.parse(action)
        if not self.is_legal(action):
            raise ActionError(f"'{action}' is not possible: {self.why_not(action)}")
        return self.apply(action)

    def apply(self, action: Action) -> list[Event]:
        """Like `play`, for an action known to be legal: programs that took it from `actions` skip the test."""
        self._actions = None
        events: list[Event] = []
        self._events = events
        frame = self.stack[-1]
        if frame.by_luck and isinstance(frame, Chance) and not frame.quiet:
            events.append(self._rolled(frame, action))
        self.game.handle(type(frame), action.verb)(frame, self, *action.args)
        self.settle()
        return events

    def _rolled(self, frame: Chance, action: Action) -> Rolled:
        """What luck has answered, to whom it matters, and where it is read."""
        pieces, places = frame.concerns(self)
        return Rolled(
            answer=action.text,
            purpose=frame.purpose(self),
            verdict=frame.verdict(self, action),
            readings=frame.readings(self, action),
            pieces=pieces,
            places=places,
            rule=frame.cites,
        )

    def settle(self) -> None:
        """Run steps and forced choices until someone has to decide or the game is over."""
        for _ in range(_MOST_WORK):
            if not self.stack:
                return
            frame = self.stack[-1]
            if not frame.decides:
                frame.run(self)
                continue
            if not frame.forced and not frame.idle:
                return
            self._actions = choices = list(frame.choices(self))
            answer = frame.only_answer(choices)
            if answer is None:
                return
            self._actions = None
            self.game.handle(type(frame), answer.verb)(frame, self, *answer.args)
        raise EndlessFlow(self.stack[-1])

    # -- flow ------------------------------------------------------------------------------------

    def call(self, frame: Frame) -> None:
        """Put a frame on top; the present one goes on when it has ended."""
        self.stack.append(frame)

    def end(self) -> None:
        """The top frame has ended."""
        self.stack.pop()

    def become(self, frame: Frame) -> None:
        """The top frame has ended and another takes its place."""
        self.stack[-1] = frame

    def finish(self, outcome: Outcome) -> None:
        """The game is over."""
        self.outcome = outcome
        self.stack.clear()
        seats = range(len(self.game.seats(self.setup)))
        points = [self.game.victory_points(self, Seat(seat)) for seat in seats]
        scores = tuple([None if value is None else Fraction(value) for value in points])
        none = scores.count(None) == len(scores)
        self.emit(Over(text=outcome.text, rule=outcome.rule, scores=() if none else scores))

    # -- mutators --------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Tell what happened."""
        self._events.append(event)

    def headings(self) -> list[Event]:
        """What began when the game was opened, before anybody decided; pieces set up are seen, not told."""
        return [event for event in self._events if isinstance(event, Began)]

    def touch(self, piece: int) -> None:
        """Drop what was derived from this piece."""
        self.memo = {}
        self.side_memo[self.game.side_of[piece]] = {}

    def _shift(self, piece: Piece, target: Place) -> Place:
        origin = self.where[piece]
        if not self._own_here:
            self.here = self.here.copy()
            self._own_here = True
        here, one = self.here, 1 << piece
        left = here[origin] ^ one
        if left:
            here[origin] = Pieces(left)
        else:
            del here[origin]
        here[target] = Pieces(here.get(target, 0) | one)
        self.where[piece] = target
        self.touch(piece)
        side = self.game.side_of[piece]
        # Always a new dictionary, because copies of the position share the old one.
        self.place_memo[side] = {
            key: key.change(self, side, value, piece, origin, target) for key, value in self.place_memo[side].items()
        }
        return origin

    def _drop_carried(self, side: int, flags: int) -> None:
        """Drop what is carried along for a side and depends on some of these flags."""
        # A new dictionary even where nothing is dropped, because copies of the position share the old one.
        carried = self.place_memo[side]
        self.place_memo[side] = {key: value for key, value in carried.items() if not key.flags & flags}

    def forget(self) -> None:
        """Drop everything derived: for code that has written to the pieces directly."""
        self._actions = None
        self.memo = {}
        self.side_memo = [{} for _ in self.side_memo]
        self.place_memo = [{} for _ in self.place_memo]

    def place(
        self,
        piece: Piece,
        target: Place,
        *,
        how: str = "moves",
        path: tuple[Place, ...] = (),
        cause: Cause = "ordered",
        rule: str = "",
    ) -> None:
        """Put a piece somewhere; `how` is the wording, `cause` the reason for programs."""
        origin = self._shift(piece, target)
        self._events.append(
            Moved(piece=piece, origin=origin, target=target, path=path, how=how, cause=cause, rule=rule)
        )

    def remove(
        self, piece: Piece, box: Place, *, how: str = "is eliminated", cause: Exit = "loss", rule: str = ""
    ) -> None:
        """Take a piece off the map."""
        origin = self._shift(piece, box)
        self._events.append(Removed(piece=piece, origin=origin, how=how, cause=cause, rule=rule))

    def set_flag(self, piece: Piece, flag: int, *, text: str = "", rule: str = "") -> None:
        """Set a flag of a piece; nothing happens if it is set."""
        if self.flags[piece] & flag:
            return
        self.flags[piece] |= flag
        self.touch(piece)
        self._drop_carried(self.game.side_of[piece], flag)
        self._events.append(Marked(piece=piece, flag=self.game.flag_name(flag), on=True, text=text, rule=rule))

    def clear_flag(self, piece: Piece, flag: int, *, text: str = "", rule: str = "") -> None:
        """Clear a flag of a piece; nothing happens if it is not set."""
        if not self.flags[piece] & flag:
            return
        self.flags[piece] &= ~flag
        self.touch(piece)
        self._drop_carried(self.game.side_of[piece], flag)
        self._events.append(Marked(piece=piece, flag=self.game.flag_name(flag), on=False, text=text, rule=rule))

    def clear_flags(self, flags: int) -> None:
        """Clear flags of all pieces without a word: the end of a phase."""
        side_of, others = self.game.side_of, ~flags
        sides: set[int] = set()
        for piece, before in enumerate(self.flags):
            if before & flags:
                self.flags[piece] = before & others
                sides.add(side_of[piece])
        if sides:
            self.memo = {}
        for side in sides:
            self.side_memo[side] = {}
            self._drop_carried(side, flags)

    def set_steps(self, piece: Piece, steps: int, *, rule: str = "") -> None:
        """Give a piece this number of steps."""
        if self.steps[piece] != steps:
            self.steps = [*self.steps[:piece], steps, *self.steps[piece + 1 :]]
            self.touch(piece)
            side = self.game.side_of[piece]
            carried = self.place_memo[side]
            self.place_memo[side] = {key: value for key, value in carried.items() if not key.steps}
            self._events.append(Stepped(piece=piece, steps=steps, rule=rule))

    def set(self, *, text: str = "", rule: str = "", **changes: Any) -> None:
        """Change values of the game's state."""
        self.memo = {}
        for name, value in changes.items():
            setattr(self.state, name, value)
            self._events.append(Changed(name=name, value=Value(value), text=text, rule=rule))

    # -- saving ----------------------------------------------------------------------------------

    def to_json(self) -> str:
        """The whole position as text, keys in a fixed order."""
        return msgspec.json.encode(codec.encode_position(self, self.game.names)).decode()

    def hash(self) -> str:
        """A fingerprint that is the same in every process."""
        text = msgspec.json.encode(codec.encode_position(self, self.game.names))
        return hashlib.blake2b(text, digest_size=8).hexdigest()

    def key(self) -> tuple[Any, ...]:
        """All of it as a value that can be looked up: equal positions of one game have equal keys."""
        flow = tuple([(type(frame), *field_values(frame)) for frame in self.stack])
        pieces = tuple(self.where), tuple(self.steps), tuple(self.flags)
        return *pieces, field_values(self.state), flow, self.outcome, self.setup

    def status(self) -> list[Refusal]:
        """What is wrong with a position, with rule numbers; empty if nothing is."""
        return self.game.status(self)

    def _repr_svg_(self) -> str:
        """The map with all counters, in a notebook."""
        return svg_of(self)

    def __repr__(self) -> str:
        seat = self.to_decide
        if seat is None:
            return f"<{self.game.id}: over, {self.outcome.text if self.outcome else ''}>"
        who = "chance" if seat == CHANCE else self.game.seats(self.setup)[seat].id
        return f"<{self.game.id}: {self.frame.title}, {who} decides>"


def is_on(g: Position[Any, Any], option: str) -> bool:
    """Whether an option was chosen."""
    return option in g.setup.options
