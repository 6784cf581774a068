"""What tests share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from grognard.engine import Position
from grognard.engine.reporting import told


def rule(*numbers: str) -> pytest.MarkDecorator:
    """Mark a test as holding these rules of the ledger; it must fail when one of them is broken."""
    return pytest.mark.rule(*numbers)


def texts(g: Position[Any, Any], verb: str = "") -> set[str]:
    """The legal actions as text, all or those of one verb."""
    return {a.text for a in g.actions() if not verb or a.verb == verb}


def targets(g: Position[Any, Any], verb: str) -> set[str]:
    """The first arguments of the legal actions of one verb."""
    return {a.text.split(" ")[1] for a in g.actions() if a.verb == verb}


def play(g: Position[Any, Any], actions: str | Iterable[str]) -> Position[Any, Any]:
    """Play actions, given as a list or as one text with commas: `"pick R-47, go 1306"`."""
    words = [a.strip() for a in actions.split(",")] if isinstance(actions, str) else list(actions)
    for action in words:
        g.play(action)
    return g


def lines(g: Position[Any, Any], *actions: str) -> list[str]:
    """What is told of some actions."""
    return [text for action in actions for event in g.play(action) if (text := told(g, event, 0).text)]


def refused(g: Position[Any, Any], action: str) -> str:
    """The rule by which an action is refused; fails if it is legal."""
    refusal = g.why_not(action)
    assert refusal is not None, f"'{action}' is legal"
    return refusal.rule


def where(g: Position[Any, Any], piece: str) -> str:
    """The place of a piece."""
    return g.game.names.places[g.where[g.game.names.piece(piece)]]


def flagged(g: Position[Any, Any], piece: str, flag: str) -> bool:
    """Whether a piece has a flag."""
    return flag in g.game.flag_names(g.flags[g.game.names.piece(piece)])
