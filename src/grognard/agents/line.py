"""The line protocol: a program reads questions and writes answers, one line of JSON each.

It is started for each game with the seat's first message on its standard input, and may remember what it likes.

    begin     {"type": "begin", "protocol": 1, "game", "scenario", "options", "seat", "seconds"}
    question  {"type": "question", "view", "log", "seconds"}      answer: {"action": "pick R-47"} or {"resign": true}
    refused   {"type": "refused", "why", "rule", "seconds"}       the question stands; another answer
    end       {"type": "end", "outcome", "winner", "points"}      nothing more is asked

`view` is the view of the seat with its offers, `log` what the seat was told since its last question, and `seconds` how
long it has for the answer. Whoever does not answer in time, ends, writes something else, or gives three answers in a
row that are not legal, has lost.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from contextlib import suppress
from typing import Any

import msgspec

from ..engine.asking import Refusal
from ..engine.errors import short
from ..engine.flow import Action, Seat
from ..engine.judging import judge
from ..engine.table import Table

PROTOCOL = 1
REFUSALS = 3
"""Answers in a row that may be illegal."""
LONGEST = 1_000_000
"""Characters of an answer,"""
MOST_LINES = 1_000
"""and lines that wait; what a program writes beyond them is lost."""
ENDING = 2.0
"""Seconds that a program has to end by itself."""


class Forfeit(Exception):
    """Why a player has lost without being beaten."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How long a player may think."""

    answer: float = 30.0
    """Seconds for an answer,"""
    game: float = 3600.0
    """and for all answers of a game."""


class LinePlayer:
    """A program at a seat."""

    def __init__(self, command: str, limits: Limits) -> None:
        self.limits = limits
        self.left = limits.game
        self._read = 0
        words = shlex.split(command)
        try:
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
            )
        except OSError as problem:
            raise Forfeit(f"'{short(command)}' cannot be started: {problem.strerror}") from None
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._questions: queue.Queue[bytes | None] = queue.Queue()
        # A program that does not read, or writes without end, may not stop the arena.
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._tell, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with suppress(ValueError, OSError):  # closed under its hands
            while line := self.process.stdout.readline(LONGEST):
                if self._lines.qsize() < MOST_LINES:
                    self._lines.put(line)
        self._lines.put(None)

    def _tell(self) -> None:
        assert self.process.stdin is not None
        with suppress(ValueError, OSError):  # it has ended, which the other thread notices
            while (line := self._questions.get()) is not None:
                self.process.stdin.write(line)
                self.process.stdin.flush()
        with suppress(ValueError, OSError):
            self.process.stdin.close()

    # -- playing -------------------------------------------------------------------------------------

    def begin(self, table: Table, seat: Seat) -> None:
        """Say what is played."""
        setup = table.position.setup
        self._send(
            {
                "type": "begin",
                "protocol": PROTOCOL,
                "game": table.game.id,
                "scenario": setup.scenario,
                "options": sorted(setup.options),
                "seat": table.game.seats(setup)[seat].id,
                "seconds": self.limits.game,
            }
        )

    def answer(self, table: Table, seat: Seat) -> Action | None:
        """The action it chooses; None if it resigns."""
        told = table.told(seat, self._read)
        self._read = len(table.log)
        question: dict[str, Any] = {"type": "question", "view": table.view(seat, hints=True), "log": told}
        for _ in range(REFUSALS):
            said = self._asked(question)
            if said.get("resign") is True:
                return None
            found = judge(table.position, seat, str(said.get("action", "")))
            if isinstance(found, Action):
                return found
            question = {"type": "refused", "why": found.text, "rule": found.rule}
        assert isinstance(found, Refusal)
        raise Forfeit(f"gave {REFUSALS} answers that are not legal; the last: {found}")

    def end(self, outcome: str, winner: str, points: float) -> None:
        """Say how it ended."""
        self._send({"type": "end", "outcome": outcome, "winner": winner, "points": points})

    def close(self) -> None:
        """Let the program end. Nothing of it is left behind, nor of what it has started."""
        self._questions.put(None)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(ENDING)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    # -- lines ---------------------------------------------------------------------------------------

    def _asked(self, question: dict[str, Any]) -> dict[str, Any]:
        """One line there and one back, in time."""
        seconds = min(self.limits.answer, self.left)
        began = time.monotonic()
        self._forget_what_nobody_asked_for()
        self._send({**question, "seconds": round(seconds, 3)})
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except queue.Empty:
            raise Forfeit(f"did not answer within {seconds:g} seconds") from None
        self.left -= time.monotonic() - began
        if line is None:
            raise Forfeit(f"ended before the game (exit code {self.process.wait()})")
        return _object(line)

    def _forget_what_nobody_asked_for(self) -> None:
        while not self._lines.empty() and self._lines.queue[0] is not None:
            self._lines.get()

    def _send(self, message: dict[str, Any]) -> None:
        self._questions.put(msgspec.json.encode(message, enc_hook=str) + b"\n")


def _object(line: bytes) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise Forfeit(f"wrote '{short(line.decode(errors='replace').strip())}', which is not a JSON object")
    return said
