"""The words for what is printed on counters and maps, and how each is drawn: `vocabulary.toml`, read and checked once.

`python -m grognard.draw` writes the copies that the browser and the documents have.
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

HERE = Path(__file__).parent
BOX = (19.0, 25.0, 62.0, 43.0)
"""Where the symbol's box stands on a counter of 100 by 100: x, y, width, height."""
FRAME = "19 44 162 112"
"""The part of a symbol's drawing that the frame of a land unit takes."""
PLAIN = "000000"
"""The entity of an empty box."""


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of one set of counters."""

    fill: str
    box: str
    ink: str
    text: str
    band: Literal["none", "solid", "double", "dashed"]


class Symbol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one kind of unit is drawn."""

    entity: str = PLAIN
    mark: str = ""
    boxed: bool = True
    """Whether it has the box that units have."""
    worded: bool = False
    """Whether its short name is written across it, as on a chit."""
    also: tuple[str, ...] = ()
    """Other words for the same."""


class Flags(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What flags do to a counter, and the tones of the badges of all others."""

    tilted: tuple[str, ...]
    flipped: tuple[str, ...]
    covered: tuple[str, ...]
    done: tuple[str, ...]
    tones: tuple[str, ...]


class Overlays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tones of sets of places."""

    tones: tuple[str, ...]


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All words."""

    colours: dict[str, Colours]
    sizes: dict[str, str]
    symbols: dict[str, Symbol]
    marks: dict[str, str]
    flags: Flags
    overlays: Overlays
    terrain: dict[str, tuple[str, ...]]
    sides: dict[str, str]
    paths: dict[str, str]
    emblems: dict[str, str]


@cache
def vocabulary() -> Vocabulary:
    """The words, read once."""
    return msgspec.convert(tomllib.loads((HERE / "vocabulary.toml").read_text(encoding="utf-8")), Vocabulary)


@cache
def symbol_words() -> dict[str, Symbol]:
    """Every word that a symbol goes by."""
    found = dict(vocabulary().symbols)
    for symbol in vocabulary().symbols.values():
        found |= dict.fromkeys(symbol.also, symbol)
    return found


@cache
def terrain_words() -> dict[str, str]:
    """Every word for terrain, and how it is painted."""
    return {word: kind for kind, words in vocabulary().terrain.items() for word in words}


@cache
def drawings() -> dict[str, str]:
    """The inside of each entity's box, as milsymbol draws it (`web/symbols.mjs`)."""
    found: dict[str, str] = json.loads((HERE / "symbols.json").read_text(encoding="utf-8"))
    return found


@cache
def symbol_template(word: str) -> str:
    """The symbol of a word on a counter of 100 by 100; `{ink}` and `{box}` stand for the counter's colours."""
    words = vocabulary()
    symbol = symbol_words().get(word, words.symbols["unknown"])
    x, y, wide, high = BOX
    place = f'x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" viewBox="{FRAME}"'
    frame = f"<svg {place}>{drawings()[symbol.entity]}</svg>"
    return (frame if symbol.boxed else "") + (words.marks[symbol.mark] if symbol.mark else "")


def symbol_svg(word: str, colours: Colours) -> str:
    """The symbol of a word in these colours; a word that nobody knows is an empty box."""
    return symbol_template(word).replace("{ink}", colours.ink).replace("{box}", colours.box)


def client_files() -> dict[str, str]:
    """The browser's copies, by file name. The drawings are a file of their own: the board does not wait for them."""
    words = vocabulary()
    known = symbol_words()
    plain = {
        "colours": {name: msgspec.to_builtins(colours) for name, colours in words.colours.items()},
        "sizes": words.sizes,
        "worded": sorted(word for word, symbol in known.items() if symbol.worded),
        "flags": msgspec.to_builtins(words.flags),
        "overlays": msgspec.to_builtins(words.overlays),
    }
    drawn = {word: symbol_template(word) for word in sorted(known)}
    return {"vocabulary.json": _text(plain), "symbols.json": _text(drawn)}


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
