"""The weights of a game's score as named data, so that programs can tune them and analysis can name them.

A game declares one subclass of `Weights` and names it in `Game.weights_type`. Each field is one number, or a row of
them, with a unit and a sentence:

    closeness: Annotated[float, Weight("points a factor and step", "Being a step nearer to the aim.")] = 0.16

A game object has the weights in `weights`. `Game.reweighted` makes another game object of the same data with others;
what the one keeps is not seen by the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec

from .declared import by_name

Row = tuple[float, ...]
"""A weight of several numbers, which stays as long as it is."""


class Weight(msgspec.Struct, frozen=True):
    """What a weight is measured in, and what it stands for."""

    unit: str
    meaning: str


class Weights(msgspec.Struct, frozen=True):
    """The weights of a score."""


def described(weights: Weights) -> Iterator[tuple[str, Any, Weight]]:
    """Each weight with its name, its value, its unit and its meaning."""
    hints = get_type_hints(type(weights), include_extras=True)
    for name, value in by_name(weights).items():
        notes = [note for note in getattr(hints[name], "__metadata__", ()) if isinstance(note, Weight)]
        if not notes:
            kind = type(weights).__name__
            raise TypeError(f"{kind}.{name} has no unit and meaning: Annotated[float, Weight(unit, meaning)]")
        yield name, value, notes[0]


def changed(weights: Weights, changes: dict[str, Any]) -> Weights:
    """The weights with some of them changed."""
    values = by_name(weights)
    for name, value in changes.items():
        if name not in values:
            raise ValueError(f"there is no weight '{name}'; known are {', '.join(values)}")
        if shape(value) != shape(values[name]):
            raise ValueError(f"the weight '{name}' is {shape(values[name])}, not {shape(value)}")
    return type(weights)(**{**values, **changes})


def shape(value: Any) -> str:
    """What kind of value a weight is, in words."""
    if isinstance(value, tuple):
        return f"a row of {len(value)} numbers" if all(shape(v) == "a number" for v in value) else "something else"
    return "a number" if isinstance(value, int | float) and not isinstance(value, bool) else "something else"
