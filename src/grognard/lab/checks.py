"""The faults of a game, for its author: one sentence for each, with class, field or file and line."""

from __future__ import annotations

import ast
import random
import signal
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from ..bots.base import onward_actions
from ..draw.palette import legend_table
from ..draw.vocabulary import symbol_words, terrain_words, vocabulary
from ..engine.board import ADJACENCY, HEXES, MAP, SIDES, ZONES
from ..engine.charts import load_charts
from ..engine.codec import codec_for
from ..engine.errors import EndlessFlow, GrognardError, PackError, place_in_code
from ..engine.flow import Chance, Choice, Die, Frame, Step
from ..engine.game import Game
from ..engine.lesson import load_lesson
from ..engine.pack import Line
from ..engine.position import Position
from ..engine.rules import Rules
from ..engine.standard import ChoosePlace, ChooseUnit, OneOf
from ..engine.weights import described, shape
from .setups import every_choice

ACTIONS = 30_000
"""A random game that is not over after so many actions will never be."""
LATEST = 500
"""So many last actions say where such a game is stuck."""
MOST_FAULTS = 20
"""So many faults of the data are listed at once."""
LONGEST = 10
"""No single action may take so many seconds."""

Pos = Position[Any, Any]


class Found(NamedTuple):
    """The faults that were found, and how many of how many random games were played to the end to find some."""

    faults: list[str]
    games: int = 0
    wanted: int = 0


def examine(game: Game[Any], seconds: float = 20.0) -> Found:
    """What is wrong with a game. It is only played if nothing is found before."""
    looks = (frame_faults, field_faults, weight_faults, rule_faults, word_faults, chart_faults)
    found = list(chain.from_iterable(look(game) for look in looks))
    if found:
        return Found(found)
    # The lesson comes last: faults of the rules are found better without it.
    played = play_all(game, seconds)
    return played if played.faults else played._replace(faults=list(lesson_faults(game)))


def load_to_check(load: Callable[[frozenset[Line]], Game[Any]]) -> tuple[Game[Any] | None, list[str]]:
    """A game, or why its data cannot be loaded; `load` does it without some lines.

    A line that is wrong is left out to find the next one. Only faults of the same file count then: others may follow
    from the lines that were left out.
    """
    found: list[PackError] = []
    left_out: frozenset[Line] = frozenset()
    while len(found) < MOST_FAULTS:
        try:
            game = load(left_out)
            if not found:
                return game, []
            break
        except PackError as problem:
            if found and (problem.file != found[0].file or problem.line is None):
                break
            line = (problem.file, problem.line or 0)
            if line in left_out:
                break
            found.append(problem)
            left_out |= {line}
        except GrognardError:
            if not found:
                raise
            break
    return None, [str(problem) for problem in found]


# -- the code --------------------------------------------------------------------------------------

NEEDED: dict[type[Frame], tuple[tuple[str, ...], ...]] = {
    ChooseUnit: (("ask",), ("eligible", "options", "choices"), ("why_not", "refuse", "refusal")),
    ChoosePlace: (("ask",), ("places", "options", "choices"), ("why_not", "refuse", "refusal")),
    Choice: (("ask",), ("choices",), ("refusal",)),
    Die: (("purpose",), ("on_roll",)),
    Chance: (("purpose",), ("weights",)),
    Step: (("run",),),
}
"""What a frame that somebody meets must have, or one of several."""

OURS = (Frame, Step, Choice, Chance, Die, OneOf, ChooseUnit, ChoosePlace, Rules)
"""The kernel's own classes, which leave those methods to others."""

REASONS = ("refusal", "refuse", "why_not")
"""The methods that give reasons, those that say most first."""


def frame_faults(game: Game[Any]) -> Iterator[str]:
    """Frames without a method that they need. Classes that others are derived from may leave it to those."""
    kinds = set(game.frames.values())
    bases = {base for kind in kinds for base in kind.__mro__[1:]}
    for kind in sorted(kinds - bases, key=lambda kind: kind.__name__):
        family = next(base for base in NEEDED if issubclass(kind, base))
        for names in NEEDED[family]:
            if all(_is_ours(kind, name) for name in names):
                yield f"{place_in_code(kind)} has no method '{names[0]}'"
        if issubclass(kind, Choice):
            yield from _answer_faults(game, kind)


def _is_ours(kind: type[Any], name: str) -> bool:
    """Whether nobody has written a method but the kernel."""
    return next(base for base in kind.__mro__ if name in vars(base)) in OURS


def _answer_faults(game: Game[Any], kind: type[Choice]) -> Iterator[str]:
    """A question without a seat, or without a method for its answers."""
    if _is_ours(kind, "seat") and _is_ours(type(game), "phasing"):
        yield f"{place_in_code(kind)} has no method 'seat', and the game has none that is called 'phasing'"
    if not game.verbs_of(kind):
        yield f"{place_in_code(kind)} asks, but has no method on_<verb> for an answer"
    elif issubclass(kind, OneOf):
        for verb in filter(None, (kind.verb, kind.closing)):
            if verb not in game.verbs_of(kind):
                yield f"{place_in_code(kind)} offers '{verb}' and has no method on_{verb.replace('-', '_')}"


def field_faults(game: Game[Any]) -> Iterator[str]:
    """Fields of the state and of frames that a position cannot hold."""
    for kind in (game.state_type, *game.frames.values()):
        try:
            codec_for(kind)
        except GrognardError as problem:
            yield str(problem)


def weight_faults(game: Game[Any]) -> Iterator[str]:
    """Weights of the score that are no numbers, or say neither unit nor meaning."""
    try:
        for name, value, _ in described(game.weights):
            if shape(value) == "something else":
                yield f"{type(game.weights).__name__}.{name} is {value!r}; a weight is a number or a row of numbers"
    except TypeError as problem:
        yield str(problem)


def rule_faults(game: Game[Any]) -> Iterator[str]:
    """Rules that the code cites and the ledger has not."""
    for option in game.options:
        if option.rule and option.rule not in game.ledger.by_number:
            yield f"the option '{option.id}' cites the rule '{option.rule}', which is not in rules.csv"
    for kind in game.frames.values():
        cited = getattr(kind, "cites", "")
        if isinstance(cited, str) and cited and cited not in game.ledger.by_number:
            yield f"{kind.__name__}.cites is '{cited}', which is not in rules.csv"
    for file in sorted(game.home.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for cited in _cited(node):
                if cited.value and cited.value not in game.ledger.by_number:
                    yield f"{file.name}:{cited.lineno}: the rule '{cited.value}' is not in rules.csv"


def _cited(node: ast.AST) -> Iterator[Any]:
    """The rules that a call names: `rule="4.1"`, or the second word of a refusal."""
    if not isinstance(node, ast.Call):
        return
    given = [word.value for word in node.keywords if word.arg == "rule"]
    if isinstance(node.func, ast.Name) and node.func.id == "Refusal":
        given += node.args[1:2]
    for value in given:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value


# -- the data --------------------------------------------------------------------------------------


def word_faults(game: Game[Any]) -> Iterator[str]:
    """Words for symbols, colours, emblems, terrain and sides that nobody can draw."""
    rows = game.roster.rows
    for number, unit in enumerate(game.roster.units):
        where = f"{rows[number].file}:{rows[number].line}" if rows else "units"
        if unit.face.symbol not in symbol_words():
            yield f"{where}: there is no symbol '{unit.face.symbol}' for {unit.id}"
        if unit.face.size and unit.face.size not in vocabulary().sizes:
            yield f"{where}: there is no size '{unit.face.size}' for {unit.id}"
        if unit.face.colours and unit.face.colours not in vocabulary().colours:
            yield f"{where}: {_no_colours(unit.face.colours)} (of {unit.id})"
    for seat in [seat for scenario in game.scenarios for seat in scenario.seats]:
        if seat.colours and seat.colours not in vocabulary().colours:
            yield f"the seat '{seat.id}': {_no_colours(seat.colours)}"
    yield from _emblem_faults(game)
    yield from _map_faults(game)


def _no_colours(word: str) -> str:
    return f"there are no colours '{word}'; known are {', '.join(vocabulary().colours)}"


def _emblem_faults(game: Game[Any]) -> Iterator[str]:
    for entry in game.board.info.get("emblem", []):
        shape, tag = str(entry.get("shape", "star")), str(entry.get("tag", ""))
        if shape not in vocabulary().emblems:
            known = ", ".join(vocabulary().emblems)
            yield f"{MAP}:{_line(game, MAP, shape)}: there is no emblem '{shape}'; known are {known}"
        if not game.board.tagged(tag):
            yield f"{MAP}:{_line(game, MAP, tag)}: no place has the tag '{tag}' of this emblem"
        for word in str(entry.get("colours", "")).split():
            if word not in vocabulary().colours:
                yield f"{MAP}:{_line(game, MAP, word)}: {_no_colours(word)}"


def _line(game: Game[Any], file: str, word: str) -> int:
    """The first line of a file that holds a word in quotation marks."""
    lines = game.pack.text(file).splitlines()
    return next((n for n, line in enumerate(lines, 1) if f'"{word}"' in line), 1)


def _map_faults(game: Game[Any]) -> Iterator[str]:
    info, of_hexes = game.board.info, game.board.grid is not None
    terrains = {*terrain_words(), *legend_table(info, "terrain")}
    for row in game.pack.rows(HEXES if of_hexes else ZONES, ("terrain",)):
        if row.text("terrain") not in terrains:
            yield str(row.error(f"there is no terrain '{row.text('terrain')}', and the legend does not explain it"))
    sides = {*vocabulary().sides, *legend_table(info, "sides", "side", "lines")}
    file = SIDES if of_hexes else ADJACENCY
    for row in game.pack.rows(file, ("features",)) if game.pack.has(file) else []:
        for word in row.words("features"):
            if word not in sides:
                yield str(row.error(f"there is no side '{word}', and the legend does not explain it"))


def chart_faults(game: Game[Any]) -> Iterator[str]:
    """Charts that say what is not there."""
    try:
        load_charts(game)
    except GrognardError as problem:
        yield str(problem)


def lesson_faults(game: Game[Any]) -> Iterator[str]:
    """A lesson that cannot be played."""
    try:
        with _limited():
            load_lesson(game)
    except GrognardError as problem:
        yield str(problem)


# -- playing ---------------------------------------------------------------------------------------


def play_all(game: Game[Any], seconds: float) -> Found:
    """Play a random game of every scenario and option, as long as there is time; the first fault ends it."""
    end = time.monotonic() + seconds
    choices = every_choice(game)
    games = 0
    for scenario, options in choices:
        found = _play(game, scenario, options, end)
        if found:
            with_options = f" with {', '.join(options)}" if options else ""
            return Found([f"scenario {scenario}{with_options}: {found}"], games, len(choices))
        games += time.monotonic() <= end
    return Found([], games, len(choices))


def _play(game: Game[Any], scenario: str, options: tuple[str, ...], end: float) -> str:
    """What goes wrong in a random game; empty if nothing does."""
    rng = random.Random(f"{scenario} {options}")
    met: Counter[type[Frame]] = Counter()
    latest: list[type[Frame]] = []
    frame: type[Frame] | None = None
    try:
        with _limited():
            g = game.start(scenario, options)
        for _ in range(ACTIONS):
            if g.outcome is not None or time.monotonic() > end:
                return _wrong(g)
            frame = type(g.frame)
            met[frame] += 1
            latest = [*latest[-LATEST:], frame]
            with _limited():
                found = _ask(g, met[frame]) or _wrong(g)
                if found:
                    return found
                pool = g.actions() if rng.random() < 0.1 else onward_actions(g)
                g.play(rng.choice(pool))
    except EndlessFlow as problem:
        return f"{place_in_code(problem.frame, 'run')}: {problem}"
    except GrognardError as problem:
        return f"{_raised(game, problem) or (place_in_code(frame) if frame else 'the start')}: {problem}"
    except Exception as problem:
        where = _raised(game, problem) or (place_in_code(frame) if frame else "the start")
        return f"{where}: {type(problem).__name__}: {problem}"
    stuck, _ = Counter(latest).most_common(1)[0]
    return f"the game is not over after {ACTIONS:,} actions; it does not get out of {place_in_code(stuck)}"


def _wrong(g: Pos) -> str:
    """What the game itself finds wrong with a position that was played."""
    if g.outcome is not None and g.outcome.rule not in g.game.ledger.by_number:
        return f"the outcome cites the rule '{g.outcome.rule}', which is not in rules.csv"
    return "".join(f"{problem} (at {g.frame.title if g.stack else 'the end'})" for problem in g.status()[:1])


def _ask(g: Pos, times: int) -> str:
    """What is wrong with the present question; looked at closely a few times of each kind."""
    frame, kind = g.frame, type(g.frame)
    legal = g.actions()
    if not legal:
        return f"{place_in_code(kind)}: nothing can be answered"
    for action in legal:
        if action.verb not in g.game.verbs_of(kind):
            return f"{place_in_code(kind)} offers '{action.verb}' and has no method on_{action.verb.replace('-', '_')}"
    if not isinstance(frame, Choice) or times > 3:
        return ""
    rule = frame.ask(g).rule
    if rule and rule not in g.game.ledger.by_number:
        return f"{place_in_code(kind, 'ask')}: the rule '{rule}' is not in rules.csv"
    return _refusal_fault(g, frame)


def _refusal_fault(g: Pos, frame: Choice) -> str:
    """Whether `choices` and `refusal` agree, and each reason cites a rule of the ledger."""
    # In a standard frame they are not in `refusal` itself, but in what it asks the game for.
    reasons = next(name for name in REASONS if not _is_ours(type(frame), name))
    legal, where = set(g.actions()), place_in_code(type(frame), reasons)
    for verb in g.game.verbs_of(type(frame)):
        if len(g.game.kinds(verb)) > 1 or set(g.game.kinds(verb)) & {int, str}:
            continue
        for action in g.game.acts(verb) if g.game.kinds(verb) else [g.act(verb)]:
            reason = frame.refusal(g, action)
            if reason is None and action not in legal:
                return f"{where} gives no reason against '{action}', which is not among the choices"
            if reason is not None and action in legal:
                return f"{where} refuses '{action}', which is among the choices"
            if reason is not None and reason.rule not in g.game.ledger.by_number:
                return f"{where} cites the rule '{reason.rule}', which is not in rules.csv"
    return ""


def _raised(game: Game[Any], problem: BaseException) -> str:
    """File and line of the game's code in which something went wrong; empty where it was not in its code."""
    for at in reversed(traceback.extract_tb(problem.__traceback__)):
        if Path(at.filename).parent == game.home:
            return f"{Path(at.filename).name}:{at.lineno}: {at.name}"
    return ""


@contextmanager
def _limited() -> Iterator[None]:
    """Interrupt code that does not come back; possible in the main thread only."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"an action takes more than {LONGEST} s")

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
