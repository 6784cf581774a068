"""A loaded game: its data, and the positions that it begins with.

A game package subclasses `Game` once. What its author fills in stands in `rules`; verbs are in `vocabulary`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from . import codec
from .about import Cup as Cup
from .about import Difficulty as Difficulty
from .about import Flag as Flag
from .about import Option as Option
from .about import Scenario as Scenario
from .about import SeatInfo as SeatInfo
from .about import Sign as Sign
from .board import HEXES, ZONES, load_board
from .codec import Names
from .declared import fields_of, home
from .derived import Kept
from .errors import PackError, RulesError, SetupError, short
from .flow import Action, Frame, Seat
from .ledger import Ledger, load_ledger
from .pack import Pack
from .places import Place
from .position import Position, Setup, State
from .telling import counted
from .vocabulary import Vocabulary
from .weights import changed

S = TypeVar("S", bound=State)


class Game(Vocabulary[S]):
    """One game with its data loaded. Authors fill in the class variables and hooks of `Rules`."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.weights: Any = self.weights_type()
        self.board = load_board(pack)
        self.ledger: Ledger = load_ledger(pack)
        self.limbo = Place(self.board.size)
        self.roster = self.load_roster()
        self.side_of = self.roster.side
        for name, _ in self.boxes:
            if name in self.board.number:
                raise PackError(HEXES if self.board.grid else ZONES, None, f"'{name}' is the name of a box off the map")
        place_names = [*self.board.names, *(name for name, _ in self.boxes)]
        self.frames: dict[str, type[Frame]] = {}
        for kind in self._frame_types():
            if self.frames.setdefault(kind.__name__, kind) is not kind:
                raise RulesError(kind, "", "another frame has the same name")
        names = Names([unit.id for unit in self.roster.units], place_names, self.board.size)
        self.learn(list(self.frames.values()), names)
        self.rows: dict[tuple[int, int, int, int], list[Any]] = {}
        """Counters as they are saved (piece, place, steps, flags), as they are asked for."""
        self.words: dict[Action, str] = {}
        """Actions in full names, as they are asked for."""
        self.ways: dict[type[Frame], dict[str, Any]] = {}
        """What the offers of each verb of a question share, as it is asked for (`view.Way`)."""
        self._warm = False
        self._flag_name = {f.bit: f.name for f in reversed(self.flags)}
        self._flag_names: dict[int, list[str]] = {}
        self.kept: Kept = Kept()
        """What functions of this game have returned so far."""
        self._pack_hash = self._code_hash = ""

    def _frame_types(self) -> list[type[Frame]]:
        """The classes of the game's frames: those of its package."""
        if self.frame_type is not Frame:
            return _family(self.frame_type)
        homes = tuple(f"{home(kind)}." for kind in type(self).__mro__)
        return [kind for kind in _family(Frame) if f"{home(kind)}.".startswith(homes)]

    def reweighted(self, **changes: Any) -> Any:
        """The same game with other weights in its score."""
        other = type(self)(self.pack)
        other.weights = changed(self.weights, changes)
        return other

    # -- setting up ------------------------------------------------------------------------------

    def scenario(self, name: str) -> Scenario:
        """A scenario by its id."""
        for scenario in self.scenarios:
            if scenario.id == name:
                return scenario
        known = ", ".join(s.id for s in self.scenarios)
        raise SetupError(f"{self.id} has no scenario '{short(name)}'; known are {known}")

    def setup(self, scenario: str | None = None, options: Iterable[str] = ()) -> Setup:
        """Check what was chosen before the game begins."""
        found = self.scenario(scenario or self.scenarios[0].id)
        known = {option.id for option in self.options}
        chosen = frozenset(options)
        for name in sorted(chosen - known):
            listed = ", ".join(sorted(known)) or "none"
            raise SetupError(f"{self.id} has no option '{short(name)}'; known are {listed}")
        for option in self.options:
            if option.id in chosen and option.excludes in chosen:
                raise SetupError(
                    f"the options '{option.id}' and '{option.excludes}' exclude each other ({option.rule})"
                )
        return Setup(found.id, chosen)

    @property
    def length(self) -> str:
        """How long it is played, in words."""
        least, most = self.playing_time
        time = f"{least}–{counted(most, 'hour')}" if least else f"up to {counted(most, 'hour')}"
        return f"{counted(self.most_turns, 'turn')}, {time}"

    def seats(self, setup: Setup) -> tuple[SeatInfo, ...]:
        """The seats of a scenario."""
        return self.scenario(setup.scenario).seats

    def seat(self, setup: Setup, name: str) -> Seat:
        """A seat by its id."""
        for i, info in enumerate(self.seats(setup)):
            if info.id == name:
                return Seat(i)
        known = ", ".join(info.id for info in self.seats(setup))
        raise SetupError(f"there is no seat '{short(name)}' in {self.id}, {setup.scenario}; known are {known}")

    def empty(self, scenario: str | None = None, options: Iterable[str] = ()) -> Position[Any, S]:
        """A position with nothing on the map and nothing to decide."""
        setup = self.setup(scenario, options)
        return Position(self, setup, self.new_state(setup))

    def start(self, scenario: str | None = None, options: Iterable[str] = ()) -> Position[Any, S]:
        """The position at the first decision."""
        g = self.empty(scenario, options)
        self.open(g)
        g.settle()
        return g

    def warm(self, decisions: int = 600) -> None:
        """Play the first turns of every scenario, so that what all tables share is made before one of them waits."""
        if self._warm:
            return
        self._warm = True
        rng = Random(0)
        for scenario in self.scenarios:
            g = self.start(scenario.id)
            for _ in range(decisions):
                if not g.stack:
                    break
                g.apply(rng.choice(g.actions()))

    def position(
        self,
        pieces: Mapping[str, str] | None = None,
        *,
        phase: str,
        scenario: str | None = None,
        options: Iterable[str] = (),
        base: str = "empty",
        **state: Any,
    ) -> Position[Any, S]:
        """Any position from a short description.

        `pieces` says who is where: `{"1406": "R-5SHK R-28/disrupted"}`, flags after slashes. `base` is what the pieces
        are added to: an `empty` map or the scenario's own `start`. Other keywords set the game's state.
        """
        g = self.empty(scenario, options)
        if base == "start":
            self.open(g)
            g.stack.clear()
        elif base != "empty":
            raise SetupError(f"base is '{base}'; it must be 'empty' or 'start'")
        for name, value in state.items():
            if name not in fields_of(self.state_type):
                raise SetupError(f"{self.id} has no state '{name}'")
            setattr(g.state, name, value)
        for place, units in (pieces or {}).items():
            for word in units.split():
                unit, *flags = word.split("/")
                piece = self.names.piece(unit)
                g._shift(piece, self.names.place(place))
                g.flags[piece] = self.flags_of(flags)
        g.forget()
        self.enter(g, phase)
        g._events = []
        g.settle()
        return g

    def from_json(self, text: str) -> Position[Any, S]:
        """A saved position."""
        try:
            data = json.loads(text)
        except ValueError as problem:
            raise SetupError(f"the position is not valid JSON: {problem}") from None
        except RecursionError:
            raise SetupError("the position is not valid JSON: it is nested too deeply") from None
        return codec.decode_position(self, data, self.names)

    @property
    def pack_hash(self) -> str:
        """The fingerprint of the data this game was loaded with."""
        if not self._pack_hash:
            self._pack_hash = self.pack.hash()
        return self._pack_hash

    @property
    def code_hash(self) -> str:
        """The fingerprint of the game's own rules: of the files of its package."""
        if not self._code_hash:
            self._code_hash = self._hash_of_code()
        return self._code_hash

    @property
    def home(self) -> Path:
        """The folder of its package: code, data, guide and pictures."""
        return Path(str(sys.modules[home(type(self))].__file__)).parent

    def _hash_of_code(self) -> str:
        digest = hashlib.blake2b(digest_size=8)
        for file in sorted(self.home.glob("*.py")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
        return digest.hexdigest()

    def outlook(self, g: Position[Any, S], seat: Seat) -> float | None:
        """The share of the game that a seat can expect: 1 a win, ½ a draw; None where nobody knows what scores mean."""
        if g.outcome is not None:
            return 0.5 if g.outcome.winner is None else float(g.outcome.winner == seat)
        outlook = self.outlooks.get(g.setup.scenario)
        if outlook is None:
            return None
        lead = (self.score(g, Seat(0)) - self.score(g, Seat(1))) / 2
        first = outlook.share(lead, self.passed(g), g.to_decide == 0)
        return first if seat == 0 else 1 - first

    # -- flags -----------------------------------------------------------------------------------

    def flag_name(self, flag: int) -> str:
        """The name of a flag."""
        return self._flag_name[flag]

    def flag_names(self, flags: int) -> list[str]:
        """The names of all flags that are set."""
        found = self._flag_names.get(flags)
        if found is None:
            found = self._flag_names[flags] = [f.name for f in self.flags if f.bit & flags]
        return found

    def flags_of(self, names: Sequence[str]) -> int:
        """The flags of these names."""
        known = {f.name: f.bit for f in self.flags}
        flags = 0
        for name in names:
            if name not in known:
                raise SetupError(f"there is no flag '{short(name)}'; known are {', '.join(known)}")
            flags |= known[name]
        return flags

    # -- boxes -----------------------------------------------------------------------------------

    def box(self, name: str) -> Place:
        """A box off the map by its name."""
        return self.names.place(name)

    def place_title(self, place: int) -> str:
        """What people call a place: number and name."""
        if place < self.board.size:
            label = self.board.label[place]
            name = self.board.names[place]
            if self.board.kind == "zone":
                return label or name
            return f"{label} {name}" if label else name
        return self.boxes[place - self.board.size][1]


def _family(base: type[Frame]) -> list[type[Frame]]:
    """All subclasses of a frame class, itself included."""
    found = [base]
    for child in base.__subclasses__():
        found.extend(_family(child))
    return found
