"""Pictures of positions, views, boards and records where a notebook asks for them.

The kernel does not draw. It names the module that does, which is imported when the first picture is asked for.
"""

from __future__ import annotations

from importlib import import_module

DRAWS = "grognard.notebook"


def svg_of(thing: object) -> str:
    """A picture of it."""
    svg: str = import_module(DRAWS).svg_of(thing)
    return svg


def html_of(thing: object) -> str:
    """A table of it."""
    html: str = import_module(DRAWS).html_of(thing)
    return html
