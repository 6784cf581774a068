"""The kernel: knows no game.

Six words carry the public interface: `Game`, `Position`, `Decision`, `Action`, `View` and `Record`.
"""

from __future__ import annotations

from .errors import ActionError, GrognardError, PackError, RecordError, SetupError
from .flow import CHANCE, Action, Refusal, Seat
from .game import Game
from .pack import Pack
from .position import Outcome, Position, Setup
from .record import Record, read_record, replay
from .table import Table
from .view import Decision, View, decision, imagine, view

__all__ = [
    "CHANCE",
    "Action",
    "ActionError",
    "Decision",
    "Game",
    "GrognardError",
    "Outcome",
    "Pack",
    "PackError",
    "Position",
    "Record",
    "RecordError",
    "Refusal",
    "Seat",
    "Setup",
    "SetupError",
    "Table",
    "View",
    "decision",
    "imagine",
    "read_record",
    "replay",
    "view",
]
