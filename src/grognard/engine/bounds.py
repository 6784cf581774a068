"""Bounds that fields of states and frames declare: saved positions come from strangers.

A field that only counts up from nothing is `Few`, one that may begin at -1 is `Low`, any other `Number`. Narrower ones
are written where they belong. Bounds keep out what is absurd; `trial` finds out whether the rest can be played.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Either = Annotated[int, Meta(ge=0, le=1)]
"""One of two sides, camps or players."""
Few = Annotated[int, Meta(ge=0, le=99)]
"""A turn, a stage, hexes, steps, a column."""
Low = Annotated[int, Meta(ge=-1, le=99)]
"""The same, or -1 before the first."""
Number = Annotated[int, Meta(ge=-99, le=999)]
"""Points, factors, modifiers."""
Word = Annotated[str, Meta(max_length=40)]
"""A result of a table, the number of a rule, a name."""
