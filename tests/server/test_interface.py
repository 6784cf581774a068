"""What API.md tells is what the server speaks: every call, every message, every close code."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from grognard.server import Settings, create_app, messages
from grognard.server.live import talk as live

TEXT = (Path(messages.__file__).parent / "API.md").read_text("utf-8")
APP = create_app(Settings(database="sqlite://"))
BOARD = ("/", "/{path:path}", "/help", "/help/{path:path}", "/schema", "/schema/{path:str}")
"""The board's own files, the documentation, and pages about the types."""


def calls() -> set[str]:
    """`POST /api/tables/{table}/state` for every route."""
    found = set()
    for route in APP.routes:
        path = re.sub(r"\{(\w+):\w+\}", r"{\1}", route.path)
        if route.path not in BOARD:
            methods = {"LIVE"} if not hasattr(route, "route_handler_map") else set(route.route_handler_map)
            found |= {f"{method} {path}" for method in methods - {"OPTIONS", "HEAD"}}
    return found


def test_every_call_is_told_and_nothing_else() -> None:
    told = {re.sub(r"\?.*", "", call) for call in re.findall(r"`((?:GET|POST) /[^`]*)`", TEXT)}
    told |= {f"LIVE {path}" for path in re.findall(r"ws\(s\)://…(/[^`]+)`", TEXT)}
    assert told == calls()
    assert len(told) > 30


def on_the_wire() -> list[type[msgspec.Struct]]:
    """Everything that goes over the wire about tables."""
    found = [one for one in vars(messages).values() if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    return [one for one in found if one.__module__ == messages.__name__ and one is not messages.Request]


@pytest.mark.parametrize("message", on_the_wire(), ids=lambda one: one.__name__)
def test_every_message_is_told(message: type[msgspec.Struct]) -> None:
    assert re.search(rf"\b{message.__name__}\b", TEXT), f"API.md does not tell of {message.__name__}"
    if issubclass(message, messages.Request):  # what a client sends it must know by heart
        missing = [name for name in message.__struct_fields__ if not re.search(rf"\b{name}\b", TEXT)]
        assert missing == []


def test_every_close_code_is_told() -> None:
    for code in (live.REFUSED, live.REPLACED, live.GOING_AWAY, live.TRY_AGAIN):
        assert str(code) in TEXT


def test_fields_that_are_told_exist() -> None:
    """`Act {token, seat, …}` names fields of `Act`."""
    known = {one.__name__: set(one.__struct_fields__) for one in on_the_wire()}
    named = re.findall(r"`(?:\w+: )?(\w+)(?:\[\])? \{([^`{}]*)\}", TEXT)
    assert len(named) > 25
    for name, fields in named:
        told = {word.split(":")[0].strip(" ?") for word in fields.split(",")}
        assert name not in known or told <= known[name], (name, told - known[name])
