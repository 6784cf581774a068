"""Positions from strangers: every field has bounds, and what is let in can be played on.

A position of a real game is spoilt in one value of its state or its flow. Either that is noticed, or the game goes on.
"""

from __future__ import annotations

import json
import random
import types
import typing
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from ..engine import Game, SetupError
from ..engine.declared import fields_of
from ..engine.pieces import Piece, Pieces
from ..engine.places import Place, Places
from ..engine.trial import soundness
from ..games import load_game
from .suite import Suite

Path = tuple[str | int, ...]
AS_NAMED = (Piece, Pieces, Place, Places, bool, type(None))


def unbounded(kind: Any, where: str) -> Iterator[str]:
    """The numbers and words within a type that declare no bounds."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if kind in AS_NAMED or origin is typing.Literal:
        return
    if origin is typing.Annotated:
        if not any(isinstance(meta, msgspec.Meta) for meta in args[1:]):
            yield from unbounded(args[0], where)
    elif origin in (tuple, typing.Union, types.UnionType):
        for arg in args:
            if arg is not Ellipsis:
                yield from unbounded(arg, where)
    elif hasattr(kind, "__struct_fields__"):
        hints = typing.get_type_hints(kind, include_extras=True)
        for name in fields_of(kind):
            yield from unbounded(hints[name], f"{where}.{name}")
    else:
        yield f"{where}: {kind}"


def positions(game: Game[Any], seed: int) -> Iterator[dict[str, Any]]:
    """A position of a random game for every way in which frames lie on each other."""
    for scenario in game.scenarios:
        g, rng = game.start(scenario.id), random.Random(seed)
        met: set[tuple[str, ...]] = set()
        while g.stack:
            flow = tuple(frame.title for frame in g.stack)
            if flow not in met:
                met.add(flow)
                yield json.loads(g.to_json())
            g.play(rng.choice(g.actions()))


def values(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value of saved data, of long lists the first few."""
    yield path, data
    if isinstance(data, dict):
        for key, value in data.items():
            yield from values(value, (*path, key))
    elif isinstance(data, list):
        for n, value in enumerate(data[:3]):
            yield from values(value, (*path, n))


def absurd(game: Game[Any], value: Any, rng: random.Random) -> Any:
    """Another value in the place of one."""
    pieces, places = game.names.pieces, [name for name in game.names.places if name]
    some = [rng.choice(pieces), rng.choice(places), places[-1], pieces[-1]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([-99, -1, 0, 1, 2, 3, 5, 8, 13, 50, 99, 999, 9999, value + 1, value - 1])
    if isinstance(value, str):
        return rng.choice([*some, "", "x", "AE", "DE"])
    if isinstance(value, list):
        more = [*value, *rng.sample(pieces, 2)]
        return rng.choice([[], value[:-1], value * 2, more, places[-3:], pieces[-2:], pieces, places])
    return rng.choice([*some, 0, []])


def spoilt(game: Game[Any], data: dict[str, Any], rng: random.Random) -> Iterator[tuple[Path, str]]:
    """A position with one value of its state or flow replaced, for each of them."""
    for path, value in values({"state": data["state"], "flow": data["flow"]}):
        if len(path) < 2 or path[-1] == "frame":
            continue
        copy: Any = json.loads(json.dumps(data))
        at = copy
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = absurd(game, value, rng)
        yield path, json.dumps(copy)


def check(game: Game[Any], text: str, rng: random.Random) -> str:
    """Whether a position is refused, or else can be played on."""
    try:
        g = game.from_json(text)
    except SetupError:
        return "refused"
    if soundness(g):
        return "unsound"
    for _ in range(25):
        if g.outcome is not None:
            break
        g.play(rng.choice(g.actions()))
    return "played"


def fuzz(name: str, seed: int, most: int) -> Counter[str]:
    """Spoil positions until so many have been tried; gives what became of them."""
    game, rng = load_game(name), random.Random(seed)
    tried = [one for data in positions(game, seed) for one in spoilt(game, data, rng)]
    ends: Counter[str] = Counter()
    for path, text in rng.sample(tried, min(most, len(tried))):
        try:
            ends[check(game, text, rng)] += 1
        except Exception as problem:
            raise AssertionError(f"{name}, {path}: {text}") from problem
    return ends


class Bounds(Suite):
    """Saved positions come from strangers."""

    def test_every_field_of_every_state_and_frame_declares_its_bounds(self, game: str) -> None:
        loaded = load_game(game)
        for kind in (loaded.state_type, *loaded.frames.values()):
            found = ", ".join(unbounded(kind, kind.__name__))
            remedy = "take Few, Low, Number, Either or Word of grognard.api, or Annotated[int, Meta(ge=…, le=…)]"
            assert not found, f"{found}: a field declares its bounds; {remedy}"

    def test_an_absurd_position_is_refused_or_can_be_played_on(self, game: str) -> None:
        ends = fuzz(game, 1, 360)
        assert ends["refused"], ends
        assert ends["played"], ends

    def test_positions_of_real_games_are_sound(self, game: str) -> None:
        loaded = load_game(game)
        for data in list(positions(loaded, 7))[::6]:
            assert soundness(loaded.from_json(json.dumps(data))) == []
