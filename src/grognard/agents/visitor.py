"""A player that is a client of the Model Context Protocol: a program that is started with the address of its seat.

It finds the address in the environment variable `GROGNARD_MCP`, uses the tools of `grognard mcp` there, and plays by
`play`. The limits are those of all players.
"""

from __future__ import annotations

import os
import queue
import shlex
import signal
import socket
import subprocess
import threading
import time
from contextlib import suppress

from ..engine.asking import Refusal
from ..engine.errors import ActionError, GrognardError, short
from ..engine.flow import Action, Seat
from ..engine.judging import judge
from ..engine.table import Table
from ..engine.view import View
from .chairs import Chair, Sight, sight_of
from .line import ENDING, Forfeit, Limits
from .mcp import make_server

ADDRESS = "GROGNARD_MCP"
STARTING = 30.0
"""Seconds that the address may take to be there."""
POLITE = 60.0
"""Seconds that a tool waits for the other player."""
LOOK = 0.2


class VisitorsChair(Chair):
    """The seat of a game that the arena plays. Its tools answer while the seat is asked; before that they wait."""

    def __init__(self, table: Table, number: Seat) -> None:
        info = table.game.seats(table.position.setup)[number]
        self.game = table.game
        self.scenario = table.position.setup.scenario
        self.seat = info.id
        self.table = table
        self.number = number
        self.turn = threading.Event()
        """Set while the seat is asked, and when the game is over: only then does nobody else touch the table."""
        self.answers: queue.Queue[Action] = queue.Queue()
        self.over = ""

    def _await_turn(self) -> None:
        if not self.turn.wait(POLITE):
            raise GrognardError("the other player is still thinking; ask again")

    def sight(self) -> Sight:
        self._await_turn()
        return sight_of(self.table.view(self.number, hints=True))

    def view(self) -> View:
        self._await_turn()
        return self.table.view(self.number)

    def told(self, since: int) -> list[str]:
        self._await_turn()
        return [line.text for line in self.table.told(self.number, since)]

    def why_not(self, action: str) -> Refusal | None:
        self._await_turn()
        found = judge(self.table.position, self.number, action)
        return None if isinstance(found, Action) else found

    def play(self, action: str) -> None:
        self._await_turn()
        found = judge(self.table.position, self.number, action)
        if isinstance(found, Refusal):
            raise ActionError(f"'{short(action)}' is not possible: {found}")
        self.turn.clear()
        self.answers.put(found)

    def wait(self, seconds: float) -> bool:
        return self.turn.wait(seconds)

    @property
    def outcome(self) -> str:
        return self.over


class Visitor:
    """The program, and the address that it comes to."""

    def __init__(self, command: str, limits: Limits) -> None:
        self.command = command
        self.limits = limits
        self.left = limits.game
        self.process: subprocess.Popen[bytes] | None = None
        self.chair: VisitorsChair | None = None
        self._server: object | None = None

    def begin(self, table: Table, seat: Seat) -> None:
        """Open the address, and start the program."""
        self.chair = VisitorsChair(table, seat)
        address = self._open(self.chair)
        try:
            self.process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=os.environ | {ADDRESS: address},
                start_new_session=True,
            )
        except OSError as problem:
            raise Forfeit(f"'{short(self.command)}' cannot be started: {problem.strerror}") from None

    def _open(self, chair: VisitorsChair) -> str:
        import uvicorn

        app = make_server(chair).streamable_http_app()
        listening = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
        threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True).start()
        until = time.monotonic() + STARTING
        while not server.started and time.monotonic() < until:
            time.sleep(0.02)
        self._server = server
        return f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"

    def answer(self, table: Table, seat: Seat) -> Action | None:
        """What it plays, in time."""
        assert self.chair is not None
        assert self.process is not None
        seconds = min(self.limits.answer, self.left)
        began = time.monotonic()
        self.chair.turn.set()
        while (passed := time.monotonic() - began) < seconds:
            with suppress(queue.Empty):
                action = self.chair.answers.get(timeout=min(LOOK, seconds - passed))
                self.left -= time.monotonic() - began
                return action
            if self.process.poll() is not None and self.chair.answers.empty():
                raise Forfeit(f"ended before the game (exit code {self.process.returncode})")
        raise Forfeit(f"did not answer within {seconds:g} seconds")

    def end(self, outcome: str, winner: str, points: float) -> None:
        """Its tools tell it."""
        if self.chair is not None:
            self.chair.over = outcome
            self.chair.turn.set()

    def close(self) -> None:
        """Let the program see the end, and close the address."""
        if self.process is not None:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(ENDING)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        if self._server is not None:
            self._server.should_exit = True  # type: ignore[attr-defined]
