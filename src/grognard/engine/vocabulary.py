"""The verbs of a game: which method plays an action, how it is written, and that there is one object of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from .codec import Names
from .errors import ActionError, RulesError, SetupError, short
from .flow import Action, Frame, Handler, handlers
from .pieces import Piece
from .places import ByPlace, Place
from .position import State
from .rules import Rules

S = TypeVar("S", bound=State)


class Vocabulary(Rules[S]):
    """Verbs and actions, collected from the frames of a game."""

    names: Names
    _handlers: dict[type[Frame], dict[str, tuple[Handler, tuple[type, ...]]]]
    _kinds: dict[str, tuple[type, ...]]
    _acts: dict[tuple[str, tuple[Any, ...]], Action]
    _by_number: dict[str, ByPlace[Action]]
    _rolls: dict[int, list[tuple[Action, int]]]

    def learn(self, frames: Sequence[type[Frame]], names: Names) -> None:
        """Collect the verbs of some frames."""
        self.names = names
        self._handlers = {kind: handlers(kind) for kind in frames}
        self._kinds = self._collect_verbs()
        self._acts = {}
        self._by_number = {}
        self._rolls = {}

    def _collect_verbs(self) -> dict[str, tuple[type, ...]]:
        kinds: dict[str, tuple[type, ...]] = {}
        for frame, found in self._handlers.items():
            for verb, (_, types) in found.items():
                if kinds.setdefault(verb, types) != types:
                    method = f"on_{verb.replace('-', '_')}"
                    raise RulesError(frame, method, f"'{verb}' takes other arguments in another frame")
        return kinds

    def handle(self, frame: type[Frame], verb: str) -> Handler:
        """The method of a frame for a verb."""
        return self._handlers[frame][verb][0]

    def verbs_of(self, frame: type[Frame]) -> Mapping[str, Any]:
        """The verbs a frame knows."""
        return self._handlers[frame]

    def kinds(self, verb: str) -> tuple[type, ...]:
        """The types of a verb's arguments."""
        if verb not in self._kinds:
            raise SetupError(f"the verb '{verb}' has no method on_{verb.replace('-', '_')} in any frame of {self.id}")
        return self._kinds[verb]

    def act(self, verb: str, *args: Any) -> Action:
        """The action with this verb and these arguments; always the same object."""
        return self.action(verb, args)

    def action(self, verb: str, args: tuple[Any, ...]) -> Action:
        """The same, with the arguments in one."""
        key = (verb, args)
        found = self._acts.get(key)
        if found is None:
            self.kinds(verb)
            # Two threads may both get here; both must go on with the same object.
            found = self._acts.setdefault(key, Action(verb, args, self.text(verb, args, self.names)))
        return found

    def acts(self, verb: str) -> Sequence[Action]:
        """All actions of a verb that takes one piece or one place, by its number; made once."""
        return self.acts_by_place(verb).things

    def acts_by_place(self, verb: str) -> ByPlace[Action]:
        """The same, to be listed for sets of places (or of pieces)."""
        found = self._by_number.get(verb)
        if found is None:
            (kind,) = self.kinds(verb)
            names, acts = self.names.pieces if kind is Piece else self.names.places, self._acts
            # What `act` does, without asking for each of many places what kind of argument it is.
            made = [acts.setdefault((verb, (i,)), Action(verb, (i,), f"{verb} {name}")) for i, name in enumerate(names)]
            found = self._by_number[verb] = ByPlace(made)
        return found

    def rolls(self, faces: int) -> list[tuple[Action, int]]:
        """The faces of a die, each once."""
        found = self._rolls.get(faces)
        if found is None:
            found = self._rolls[faces] = [(self.act("roll", face), 1) for face in range(1, faces + 1)]
        return found[:]

    def text(self, verb: str, args: Sequence[Any], names: Names) -> str:
        """An action as people write it."""
        words = [verb]
        for kind, arg in zip(self._kinds[verb], args, strict=True):
            if kind is Piece:
                words.append(names.pieces[arg])
            elif kind is Place:
                words.append(names.places[arg])
            else:
                words.append(str(arg))
        return " ".join(words)

    def parse(self, text: str, names: Names | None = None) -> Action:
        """An action from its text; strict."""
        verb, *words = text.split(" ")
        if verb not in self._kinds:
            raise ActionError(f"'{short(text)}' is not an action: there is no verb '{short(verb)}'")
        kinds = self._kinds[verb]
        if len(words) != len(kinds):
            raise ActionError(f"'{short(text)}' is not an action: '{verb}' takes {len(kinds)} argument(s)")
        names = names or self.names
        args = [_read(kind, word, names) for kind, word in zip(kinds, words, strict=True)]
        return self.action(verb, tuple(args))


def _read(kind: type, word: str, names: Names) -> Any:
    if kind is Piece:
        if word not in names.number_of_piece:
            raise ActionError(f"there is no piece '{short(word)}'")
        return names.number_of_piece[word]
    if kind is Place:
        if word not in names.number_of_place:
            raise ActionError(f"there is no place '{short(word)}'")
        return names.number_of_place[word]
    if kind is int:
        # A short limit, because every action that is parsed is kept.
        if len(word) > 4 or not (word.isascii() and word.isdigit()) or str(int(word)) != word:
            raise ActionError(f"'{short(word)}' is not a number")
        return int(word)
    return word
