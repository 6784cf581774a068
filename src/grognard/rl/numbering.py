"""A number for each action of a game that never changes its meaning within a version of the data.

The verbs that players are asked for are listed in alphabetical order, and each takes as many numbers as it has
arguments: one, or one for each counter, or one for each place. So a number is the base of its verb plus the number of
the counter or the place. `Numbering.to_text` writes the whole list for people.

Where a seat may not know which counter it acts on, the counters that it does not know stand for one another, in the
order of the names that it knows them by. So a number tells nothing either.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ..engine.concealment import names_for
from ..engine.errors import ActionError, SetupError
from ..engine.flow import Action, Choice, Mark, Seat
from ..engine.game import Game
from ..engine.pieces import Piece, each
from ..engine.places import Place
from ..engine.position import Position

Pos = Position[Any, Any]


class Range(msgspec.Struct, frozen=True):
    """The numbers of one verb."""

    verb: str
    takes: str
    """`nothing`, `piece` or `place`."""
    base: int
    size: int


class Numbering:
    """The numbers of a game's actions."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.ranges: list[Range] = []
        self.actions: list[Action] = []
        """The action of each number."""
        for verb in sorted(_asked(game)):
            takes = _takes(game, verb)
            found: Sequence[Action] = game.acts(verb) if takes != "nothing" else [game.act(verb)]
            self.ranges.append(Range(verb, takes, len(self.actions), len(found)))
            self.actions += found
        self.number: dict[Action, int] = {action: n for n, action in enumerate(self.actions)}
        """The number of each action, where its seat knows what it acts on."""
        self._base = {r.verb: r.base for r in self.ranges}
        self._of_pieces = frozenset(r.verb for r in self.ranges if r.takes == "piece")
        self._secrets = type(game).concealed is not Game.concealed

    def __len__(self) -> int:
        return len(self.actions)

    @property
    def fingerprint(self) -> str:
        """The same wherever the numbers mean the same."""
        return hashlib.blake2b(self.to_text().encode(), digest_size=8).hexdigest()

    def to_text(self) -> str:
        """All numbers, one a line, behind the verbs with their ranges."""
        head = [f"actions of {self.game.id}, data {self.game.pack_hash}: {len(self)}"]
        for r in self.ranges:
            head.append(f"{r.verb}: {r.base}" if r.takes == "nothing" else f"{r.verb}: {r.base} + {r.takes}")
        return "\n".join([*head, "", *(f"{n} {action.text}" for n, action in enumerate(self.actions))]) + "\n"

    # -- at a question -----------------------------------------------------------------------------

    def numbers(self, g: Pos, seat: Seat, actions: Iterable[Action]) -> list[int]:
        """The numbers of some actions, as the seat that is asked knows them."""
        stand_in = self._stand_ins(g, seat)
        if not stand_in:
            number = self.number
            return [number[action] for action in actions]
        return [self._seen(action, stand_in) for action in actions]

    def action(self, g: Pos, seat: Seat, number: int) -> Action:
        """The action that a seat means by a number; it need not be legal."""
        if not 0 <= number < len(self.actions):
            raise ActionError(f"there is no action {number}: they go from 0 to {len(self.actions) - 1}")
        action = self.actions[number]
        stand_in = self._stand_ins(g, seat)
        if not stand_in or action.verb not in self._of_pieces:
            return action
        meant = {seen: piece for piece, seen in stand_in.items()}
        return self.game.act(action.verb, Piece(meant.get(action.args[0], action.args[0])))

    def _seen(self, action: Action, stand_in: dict[int, int]) -> int:
        if action.verb not in self._of_pieces:
            return self.number[action]
        piece: int = action.args[0]
        return self._base[action.verb] + stand_in.get(piece, piece)

    def _stand_ins(self, g: Pos, seat: Seat) -> dict[int, int]:
        """For each piece that a seat does not know the one that stands for it; nothing where no question is of them."""
        if not self._secrets or not isinstance(g.frame, Choice):
            return {}
        secret = g.game.concealed(g, seat)
        if not secret or not any(self._is_secret(action, secret) for action in g.actions()):
            return {}
        in_order = names_for(g, seat)[1]
        return dict(zip(in_order, each(secret), strict=True))

    def _is_secret(self, action: Action, secret: int) -> bool:
        return action.verb in self._of_pieces and bool(secret >> action.args[0] & 1)


def onward(g: Pos, *, take_backs: bool = False, asides: bool = False) -> list[Action]:
    """The answers a learner is offered: legal, without those that only take back and without asides unless asked for.

    Where nothing of that is left, there is nothing in the list.
    """
    frame = g.frame
    assert isinstance(frame, Choice)
    legal = g.actions()
    left_out = frozenset() if take_backs else frame.marked(Mark.TAKES_BACK)
    if not asides:
        left_out |= frame.marked(Mark.ASIDE)
    if not left_out:
        return legal
    return [action for action in legal if action.verb not in left_out]


def _asked(game: Game[Any]) -> set[str]:
    """The verbs of a game's questions to players."""
    kinds = [kind for kind in game.frames.values() if issubclass(kind, Choice)]
    return {verb for kind in kinds for verb in game.verbs_of(kind)}


def _takes(game: Game[Any], verb: str) -> str:
    kinds = game.kinds(verb)
    if not kinds:
        return "nothing"
    if kinds == (Piece,):
        return "piece"
    if kinds == (Place,):
        return "place"
    listed = ", ".join(kind.__name__ for kind in kinds)
    raise SetupError(
        f"the actions of {game.id} cannot be numbered: '{verb}' takes ({listed}), and only verbs with nothing,"
        " one Piece or one Place have a fixed number of actions"
    )
