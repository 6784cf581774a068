"""The games in OpenSpiel: luck is explicit, and information states have perfect recall.

`register` makes them known there; `pyspiel.load_game("grognard_<game>(scenario=<scenario>)")` loads one. Its own search
in C++ (`pyspiel.MCTSBot`) crashes on every game that is written in Python, on its own tic-tac-toe too. Its
search in Python works, and so do our bots (`bot_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import numpy as np

from ..bots import make_bot
from ..bots.base import onward_actions
from ..engine.errors import SetupError
from ..engine.events import Event, Shown
from ..engine.flow import CHANCE, Seat
from ..engine.game import Game
from ..engine.judging import read_action
from ..engine.pieces import Pieces, band
from ..engine.position import Position
from ..engine.reporting import told
from ..engine.view import imagine, view
from ..extras import needed
from ..games import game_names, load_game
from .numbering import onward
from .playing import meanings
from .sight import Sight
from .single import flattened

pyspiel = needed("pyspiel", "openspiel", "a game of OpenSpiel")
_Game: Any = pyspiel.Game
_State: Any = pyspiel.State
_Bot: Any = pyspiel.Bot

Pos = Position[Any, Any]
PREFIX = "grognard_"
MOST_OUTCOMES = 1_024
"""Answers of luck to one question; the draws of chits have most."""
LONGEST = 100_000
"""Decisions and answers of luck in a game."""
SEPARATOR = "+"
"""Between the options in a game's parameters, where commas have a meaning of their own."""


class Moment(msgspec.Struct, eq=False):
    """What an action brought about, and what came before it: the shared past of positions that were copied."""

    before: Moment | None
    player: int
    action: int
    events: tuple[Event, ...]
    unknown: tuple[Pieces, ...]
    """What each seat could not know of it."""
    told: dict[int, str] = {}
    """What each seat was told, as it is asked for."""


class Held:
    """A position with its past, copied as fast as positions are."""

    __slots__ = ("past", "position")

    def __init__(self, position: Pos, past: Moment | None) -> None:
        self.position = position
        self.past = past

    def __deepcopy__(self, memo: Any) -> Held:
        return Held(self.position.copy(), self.past)

    def __reduce__(self) -> Any:
        # The past as a list: it is too long to be written link by link.
        past = [(m.player, m.action, m.events, m.unknown) for m in past_of(self.past)]
        return _held, (self.position.game.id, self.position.to_json(), past)


def _held(game: str, position: str, past: list[tuple[int, int, tuple[Event, ...], tuple[Pieces, ...]]]) -> Held:
    """A position with its past, as it was written."""
    last = None
    for moment in past:
        last = Moment(last, *moment)
    return Held(load_game(game).from_json(position), last)


def past_of(last: Moment | None) -> Iterator[Moment]:
    """What happened, in order."""
    moments = []
    while last is not None:
        moments.append(last)
        last = last.before
    return reversed(moments)


def game_type(game: Game[Any]) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    secrets = meanings(game)[1].secrets
    known = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"{PREFIX}{game.id}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=known.IMPERFECT_INFORMATION if secrets else known.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "options": ""},
    )


class SpielGame(_Game):
    """One scenario of a game."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        self.rules = load_game(name)
        given = params or {}
        options = [word for word in str(given.get("options", "")).split(SEPARATOR) if word]
        self.setup = self.rules.setup(str(given.get("scenario", "")) or None, options)
        if len(self.rules.seats(self.setup)) != 2:
            raise SetupError(f"{name}, {self.setup.scenario} has not two seats, which OpenSpiel's games here have")
        self.numbering, self.channels = meanings(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.numbering),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.rules), info, given)

    def new_initial_state(self) -> SpielState:
        """The start of the scenario."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What reads states for one player."""
        if params:
            raise SetupError("observers of these games take no parameters")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(_State):
    """A position, and how it came about."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        setup = game.setup
        self.held = Held(game.rules.start(setup.scenario, setup.options), None)

    @property
    def position(self) -> Pos:
        """The position itself."""
        return self.held.position

    @property
    def rules(self) -> Game[Any]:
        """The game; not a value of the state, or every clone would copy it."""
        return self.held.position.game

    # -- asking ------------------------------------------------------------------------------------

    def current_player(self) -> Any:
        """Who is asked."""
        seat = self.position.to_decide
        if seat is None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if seat == CHANCE else int(seat)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.position.outcome is not None

    def _legal_actions(self, player: int) -> list[int]:
        g = self.position
        if g.to_decide != player:
            return []
        actions = onward(g) or onward_actions(g)
        return sorted(meanings(self.rules)[0].numbers(g, Seat(player), actions))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each answer of luck by its index, and how likely it is."""
        chances = self.position.chances()
        if len(chances) > MOST_OUTCOMES:
            raise SetupError(f"luck has {len(chances)} answers here; OpenSpiel was told of {MOST_OUTCOMES} at most")
        total = sum(weight for _, weight in chances)
        return [(index, weight / total) for index, (_, weight) in enumerate(chances)]

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; nothing while the game goes on, or for a draw."""
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if outcome.winner == seat else -1.0 for seat in range(2)]

    def _action_to_string(self, player: int, action: int) -> str:
        g = self.position
        if player == pyspiel.PlayerId.CHANCE:
            chances = g.chances() if g.to_decide == CHANCE else []
            return str(chances[action][0].text) if action < len(chances) else f"answer {action} of luck"
        return meanings(self.rules)[0].actions[action].text

    # -- playing -----------------------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        g = self.position
        asked = g.to_decide
        assert asked is not None
        if asked == CHANCE:
            chosen = g.chances()[action][0]
        else:
            chosen = meanings(self.rules)[0].action(g, asked, action)
        before = _secrets(g)
        events = g.apply(chosen)
        shown = band(piece for event in events if isinstance(event, Shown) for piece in event.pieces)
        unknown = tuple([Pieces(a & b & ~shown) for a, b in zip(before, _secrets(g), strict=True)])
        self.held.past = Moment(self.held.past, int(asked), action, tuple(events), unknown)

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> SpielState:
        """Another position that the player cannot tell from this one, with the same past as far as he knows it."""
        other: SpielState = self.clone()
        g = self.position
        if meanings(self.rules)[1].secrets:
            rng = Random(probability_sampler())
            other.held.position = imagine(self.rules, view(g, Seat(player)), rng)
        return other

    # -- what a player knows -----------------------------------------------------------------------

    def information_state_string(self, player: int | None = None) -> str:
        """Everything a player was told and everything he did, in order, and what he sees now."""
        seat = self._player(player)
        lines = [self._told(moment, seat) for moment in past_of(self.held.past)]
        return "\n".join([*lines, self.observation_string(seat)])

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now: his view, as it is sent to a board."""
        return msgspec.json.encode(view(self.position, self._player(player)), enc_hook=str).decode()

    def _player(self, player: int | None) -> Seat:
        return Seat(int(self.current_player() if player is None else player))

    def _told(self, moment: Moment, seat: Seat) -> str:
        found = moment.told.get(seat)
        if found is None:
            lines = [f"action {moment.action}"] if moment.player == seat else []
            for event in moment.events:
                line = told(self.position, event, moment.unknown[seat])
                lines.append(msgspec.json.encode(line, enc_hook=str).decode())
            found = moment.told[seat] = "\n".join(lines)
        return found

    def __str__(self) -> str:
        return self.position.to_json()


class Observer:
    """Reads states for a player, as text and as a tensor (planes, boxes and entries one after another)."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self.kind = kind
        self._sights = [Sight(game.channels, Seat(seat)) for seat in range(2)]
        self.tensor = np.zeros(len(self._seen(game.new_initial_state(), 0)), np.float32)
        self.dict = {"observation": self.tensor}

    def _seen(self, state: SpielState, player: int) -> Any:
        return flattened(self._sights[player].look(state.position))

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        self.tensor[:] = self._seen(state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player knows or sees, as text."""
        return state.information_state_string(player) if self.kind.perfect_recall else state.observation_string(player)


class SpielBot(_Bot):
    """One of our bots for OpenSpiel's tournaments and evaluations."""

    def __init__(self, name: str, game: SpielGame, player: int, seed: int = 0) -> None:
        super().__init__()
        self.player = player
        self.bot = make_bot(name, game.rules, seed=seed)

    def restart_at(self, state: SpielState) -> None:
        """Our bots need no past."""

    def step(self, state: SpielState) -> int:
        """The number of the bot's answer."""
        g, seat = state.position, Seat(self.player)
        text = self.bot.choose(view(g, seat))
        return meanings(g.game)[0].numbers(g, seat, [read_action(g, seat, text)])[0]


def bot_of(name: str, game: SpielGame, player: int, seed: int = 0) -> SpielBot:
    """A bot of ours by its name."""
    return SpielBot(name, game, player, seed)


def register(games: Sequence[str] | None = None) -> list[str]:
    """Make games known to OpenSpiel; gives the names that it loads them by."""
    known = set(pyspiel.registered_names())
    found = []
    for name in games or game_names():
        if f"{PREFIX}{name}" not in known:
            pyspiel.register_game(game_type(load_game(name)), _class_of(name))
        found.append(f"{PREFIX}{name}")
    return found


def _class_of(name: str) -> type[SpielGame]:
    """A class for one game. OpenSpiel lets go of it after Python has ended, when anything but a class would crash."""

    class OneGame(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, params)

    return OneGame


def _secrets(g: Pos) -> tuple[Pieces, Pieces]:
    if not meanings(g.game)[1].secrets:
        return Pieces(0), Pieces(0)
    concealed = g.game.concealed
    return concealed(g, Seat(0)), concealed(g, Seat(1))
