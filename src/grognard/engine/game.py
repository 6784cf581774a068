"""A game as the kernel sees it: data, seats, scenarios, verbs, and where to start.

A game package subclasses `Game` once. Everything else it has to say, it says in frames.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from . import codec
from .about import Cup as Cup
from .about import Difficulty as Difficulty
from .about import Flag as Flag
from .about import Option as Option
from .about import Scenario as Scenario
from .about import SeatInfo as SeatInfo
from .about import Sign as Sign
from .board import HEXES, ZONES, Board, load_board
from .codec import Names
from .declared import fields_of, home
from .derived import Kept
from .errors import ActionError, PackError, RulesError, SetupError, short
from .flow import Action, Frame, Handler, Refusal, Seat, handlers
from .ledger import Ledger, load_ledger
from .pack import Pack
from .pieces import Piece, Pieces, Roster
from .places import ByPlace, Place, Places
from .position import Position, Setup, State
from .telling import counted
from .terms import Term
from .weights import Weights, changed

S = TypeVar("S", bound=State)


class Game(Generic[S]):
    """One game with its data loaded. Subclasses fill in the class variables and the hooks."""

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
    state_type: ClassVar[type[State]]
    weights_type: ClassVar[type[Weights]] = Weights
    """The weights of the score."""
    frame_type: ClassVar[type[Frame]] = Frame
    """The base class of the game's frames, where they are not simply those of its package."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.weights: Any = self.weights_type()
        self.board: Board = load_board(pack)
        self.ledger: Ledger = load_ledger(pack)
        self.limbo = Place(self.board.size)
        self.roster: Roster[Any] = self.load_roster()
        self.side_of = self.roster.side
        for name, _ in self.boxes:
            if name in self.board.number:
                raise PackError(HEXES if self.board.grid else ZONES, None, f"'{name}' is the name of a box off the map")
        place_names = [*self.board.names, *(name for name, _ in self.boxes)]
        self.names = Names([unit.id for unit in self.roster.units], place_names, self.board.size)
        self.frames: dict[str, type[Frame]] = {}
        for kind in self._frame_types():
            if self.frames.setdefault(kind.__name__, kind) is not kind:
                raise RulesError(kind, "", "another frame has the same name")
        self._handlers: dict[type[Frame], dict[str, tuple[Handler, tuple[type, ...]]]] = {
            kind: handlers(kind) for kind in self.frames.values()
        }
        self._kinds = self._collect_verbs()
        self._acts: dict[tuple[Any, ...], Action] = {}
        self.rows: dict[tuple[int, int, int, int], list[Any]] = {}
        """Counters as they are saved (piece, place, steps, flags), as they are asked for."""
        self.words: dict[Action, str] = {}
        """Actions in full names, as they are asked for."""
        self.ways: dict[type[Frame], dict[str, Any]] = {}
        """What the offers of each verb of a question share, as it is asked for (`view.Way`)."""
        self._by_number: dict[str, ByPlace[Action]] = {}
        self._rolls: dict[int, list[tuple[Action, int]]] = {}
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

    # -- hooks -----------------------------------------------------------------------------------

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

    # -- verbs -----------------------------------------------------------------------------------

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
        key = (verb, *args)
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
            made = [acts.setdefault((verb, i), Action(verb, (i,), f"{verb} {name}")) for i, name in enumerate(names)]
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
        return self.act(verb, *args)

    # -- guesses ---------------------------------------------------------------------------------

    def deal(self, handles: Sequence[tuple[str, Place, str]], unseen: Sequence[Piece], rng: Random) -> dict[str, Piece]:
        """Which piece stands behind which handle (name, place, back), at random among what is possible."""
        by_back: dict[str, list[Piece]] = {}
        for piece in unseen:
            by_back.setdefault(self.back(piece), []).append(piece)
        for pieces in by_back.values():
            rng.shuffle(pieces)
        return {name: by_back[back].pop() for name, _, back in handles}


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


def _family(base: type[Frame]) -> list[type[Frame]]:
    """All subclasses of a frame class, itself included."""
    found = [base]
    for child in base.__subclasses__():
        found.extend(_family(child))
    return found
