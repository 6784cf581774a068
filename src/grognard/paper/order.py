"""What is to be printed, and how; what is not possible is refused in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from grognard.engine.errors import SetupError, short

from .sizes import COUNTERS, PAPERS

Backs = Literal["duplex", "fold", "none"]
MapCut = Literal["tiles", "whole"]
Binding = Literal["folded", "pages"]
PARTS = ("map", "counters", "booklet")


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be printed, and how."""

    paper: str = "a4"
    counter: str = "5/8"
    backs: Backs = "duplex"
    map: MapCut = "tiles"
    booklet: Binding = "folded"
    parts: tuple[str, ...] = PARTS


_WORDS: dict[str, tuple[str, ...]] = {
    "paper": tuple(PAPERS),
    "counter": tuple(COUNTERS),
    "backs": get_args(Backs),
    "map": get_args(MapCut),
    "booklet": get_args(Binding),
}
"""What can be said of each."""


def order(parts: Iterable[str] = PARTS, **wanted: str) -> Order:
    """An order from words; what is not possible is refused in one sentence."""
    for name, word in wanted.items():
        if name not in _WORDS:
            raise SetupError(f"'{short(name)}' cannot be chosen for print: only {', '.join(_WORDS)} and parts")
        if word not in _WORDS[name]:
            raise SetupError(f"{name} '{short(word)}' is not one of {', '.join(_WORDS[name])}")
    chosen = set(parts)
    for part in sorted(chosen - set(PARTS)):
        raise SetupError(f"there is no part '{short(part)}': choose of {', '.join(PARTS)}")
    if not chosen:
        raise SetupError(f"nothing is chosen to be printed: choose of {', '.join(PARTS)}")
    return msgspec.convert({**wanted, "parts": [part for part in PARTS if part in chosen]}, Order)
