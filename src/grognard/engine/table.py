"""The table around a position: seats, dice, log, undo. The position itself knows none of these.

Undo steps back to the last point where somebody learnt something that cannot be unlearnt. That limit is derived: an
action that was followed by chance, that handed the decision to another seat, that showed a secret, or that changed what
some seat knows of one, closes what is before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from .chance import SeedStream
from .errors import ActionError
from .events import Began, Event, Shown, without_empty_phases
from .flow import CHANCE, Action, Seat
from .game import Game
from .judging import read_action
from .outcome import Outcome, agreed_outcome
from .pieces import Pieces, band
from .position import Position
from .record import Entry, Record
from .reporting import told
from .view import View, view, who_decides


class Happening(msgspec.Struct, frozen=True):
    """An event and what each seat could not know when it happened (last: a spectator)."""

    action: int
    """The number of the action it belongs to."""
    event: Event
    unknown: tuple[Pieces, ...]


class _Undone(msgspec.Struct, frozen=True):
    position: Position[Any, Any]
    entries: int
    log: int


class Table:
    """One game being played."""

    def __init__(
        self,
        game: Game[Any],
        scenario: str | None = None,
        options: Iterable[str] = (),
        *,
        seed: bytes | None = None,
        position: Position[Any, Any] | None = None,
        before: int = 0,
        stream: SeedStream | None = None,
    ) -> None:
        """A table that goes on from a saved position says how many actions lie `before` it."""
        self.game = game
        self.stream = stream or SeedStream(seed)
        self.before = before
        self.position = position.copy() if position else game.start(scenario, options)
        self.origin = self.position.copy()
        """The position the table began with."""
        self._built = position is not None
        self.agreed = ""
        """How the players ended the game, as a record says it; empty while they have not."""
        self.entries: list[Entry] = []
        self.log = [Happening(0, event, self._secrets()) for event in self.position.headings()]
        self._undo: list[_Undone] = []
        self._redo: list[Action] = []
        self.roll()

    # -- asking ----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.agreed) or self.position.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: by its rules, or because the players ended it."""
        g = self.position
        return agreed_outcome(self.game.seats(g.setup), self.agreed) if self.agreed else g.outcome

    @property
    def count(self) -> int:
        """How many actions have been played, luck's included."""
        return self.before + len(self.entries)

    def view(self, seat: Seat | None, *, hints: bool = False) -> View:
        """What a seat sees now."""
        return view(self.position, seat, hints=hints)

    def told(self, seat: Seat | None, since: int = 0) -> list[Any]:
        """The log of a seat, from the given line on."""
        column = -1 if seat is None else seat
        return [told(self.position, h.event, h.unknown[column]) for h in self.log[since:]]

    # -- playing ---------------------------------------------------------------------------------

    def play(self, action: Action | str, seat: Seat | None = None) -> list[Happening]:
        """Apply an action, then let luck answer.

        A seat's text is read in the names it knows; without a seat the action is that of the seat that is asked, in
        full names.
        """
        g = self.position
        asked = g.to_decide
        if asked is None or self.agreed:
            raise ActionError("the game is over")
        if seat is not None and seat != asked:
            raise ActionError(f"it is not your decision: {who_decides(g)} is asked")
        if isinstance(action, str):
            action = self.game.parse(action) if seat is None else read_action(g, seat, action)
        before = _Undone(g.copy(), len(self.entries), len(self.log))
        secrets = self._secrets()
        since = len(self.log)
        after = self._apply(action, secrets)
        self._redo = [] if not self._redo or self._redo[-1] is not action else self._redo[:-1]
        self._undo.append(before)
        rolled = self._answer_chance(after)
        shown = any(isinstance(happening.event, Shown) for happening in self.log[since:])
        if rolled or shown or self.position.to_decide != asked or after != secrets:
            self._undo.clear()
            self._redo.clear()
        return self.log[since:]

    def agree(self, how: str) -> None:
        """End the game as its players want: `draw`, or `resign` and a seat. Nothing can be taken back then."""
        if self.over:
            raise ActionError("the game is over")
        agreed_outcome(self.game.seats(self.position.setup), how)
        self.agreed = how
        self.settle()

    def roll(self) -> None:
        """Let luck answer, as soon as it is ready."""
        self._answer_chance(self._secrets())

    def _apply(self, action: Action, before: tuple[Pieces, ...]) -> tuple[Pieces, ...]:
        """Play an action; `before` is what each seat does not know, and what it does not know then is given back."""
        g = self.position
        who = who_decides(g)
        # What luck answers, the stream has drawn from what is possible.
        events = without_empty_phases(g.apply(action) if g.frame.by_luck else g.play(action))
        after = self._secrets()
        shown, turn_began = 0, False
        for event in events:
            if isinstance(event, Shown):
                shown |= band(event.pieces)
            elif isinstance(event, Began) and event.level == 1:
                turn_began = True
        unknown = tuple([Pieces(a & b & ~shown) for a, b in zip(before, after, strict=True)])
        number = self.count
        self.log += [Happening(number, event, unknown) for event in events]
        hash_ = self.position.hash() if turn_began or self.over else ""
        self.entries.append(Entry(who, action.text, hash_))
        return after

    def _answer_chance(self, secrets: tuple[Pieces, ...]) -> bool:
        rolled = False
        while self.position.to_decide == CHANCE and self.stream.ready:
            secrets = self._apply(self.stream.answer(self.position), secrets)
            rolled = True
        return rolled

    def _secrets(self) -> tuple[Pieces, ...]:
        """What each seat does not know (last: a spectator)."""
        g, concealed = self.position, self.game.concealed
        return (*[concealed(g, Seat(s)) for s in range(len(self.game.seats(g.setup)))], concealed(g, None))

    # -- undo ------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether an action was taken back and can be played again."""
        return bool(self._redo)

    def undo(self) -> None:
        """Take back the last action."""
        if not self._undo:
            raise ActionError("nothing can be undone: luck, a secret or another player's decision came between")
        before = self._undo.pop()
        self._redo.append(self.game.parse(self.entries[-1].action))
        self.position = before.position
        del self.entries[before.entries :]
        del self.log[before.log :]

    def settle(self) -> None:
        """From now on nothing that has been played can be taken back."""
        self._undo.clear()
        self._redo.clear()

    def redo(self) -> None:
        """Play again what was taken back."""
        if not self._redo:
            raise ActionError("nothing was undone")
        self.play(self._redo[-1])

    # -- record ----------------------------------------------------------------------------------

    def record(self, players: dict[str, str] | None = None) -> Record:
        """The game so far; the seed is revealed only when it is over."""
        setup = self.position.setup
        outcome = self.outcome
        return Record(
            game=self.game.id,
            version=self.game.version,
            data=self.game.pack_hash,
            scenario=setup.scenario,
            options=tuple(sorted(setup.options)),
            players=players or {},
            commitment=self.stream.commitment,
            parts=dict(self.stream.parts),
            seed=self.stream.secret.hex() if self.over else "",
            outcome=outcome.text if outcome else "",
            agreed=self.agreed,
            origin=self.origin.to_json() if self._built else "",
            entries=list(self.entries),
        )
