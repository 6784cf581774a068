"""`grognard mcp`: a seat for a language model, over the Model Context Protocol (stdio or HTTP)."""

from __future__ import annotations

from typing import Any

from .. import __version__
from ..extras import needed
from .chairs import Chair
from .desk import Desk

TOOLS = ("about", "look", "answers", "explain", "why_not", "rules", "unit", "play", "note", "notes")
"""The methods of a desk that are offered; the picture comes on top."""


def make_server(chair: Chair) -> Any:
    """A server with one seat."""
    mcpserver = needed("mcp.server.mcpserver", "agents", "grognard mcp")
    desk = Desk(chair)
    title = f"{chair.game.title}: {chair.seat}"
    server = mcpserver.MCPServer("grognard", title=title, version=__version__, instructions=desk.about())
    for name in TOOLS:
        server.tool(name=name, description=getattr(desk, name).__doc__)(getattr(desk, name))

    def picture() -> Any:
        return mcpserver.Image(data=desk.picture(), format="png")

    # Its result is a type of a package that may be missing, so it cannot be written as an annotation.
    server.tool(name="picture", description=Desk.picture.__doc__, structured_output=False)(picture)
    return server


def serve(chair: Chair, *, port: int | None = None, host: str = "127.0.0.1") -> None:
    """Over standard input and output, or over HTTP at a port."""
    server = make_server(chair)
    if port is None:
        server.run()
    else:
        server.run(transport="streamable-http", host=host, port=port)
