"""A seat at a table, for players that are programs: at a table of our own with bots, or at one that a server keeps.

Both give the same: what the seat sees, what it was told, why something is not possible; and take its answers.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec

from ..bots import make_bot
from ..engine.asking import Decision, Refusal
from ..engine.errors import ActionError, SetupError, short
from ..engine.flow import Action, Seat
from ..engine.game import Game
from ..engine.judging import judge
from ..engine.table import Table
from ..engine.view import Hidden, View
from ..games import load_game

LATEST = 250
"""Lines of the log that a server is asked for."""
LOOK = 0.5
"""Seconds between two looks at a served table where somebody else is asked."""
SLOW = 20.0
"""Seconds after which a server that does not answer is given up."""


class Counter(msgspec.Struct, frozen=True):
    """A counter as the seat sees it."""

    id: str
    place: str
    steps: int = 1
    flags: tuple[str, ...] = ()


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat sees."""

    headline: str
    accounts: tuple[str, ...]
    pieces: tuple[Counter, ...]
    hidden: tuple[Hidden, ...]
    decision: Decision | None


class Chair(ABC):
    """A seat."""

    game: Game[Any]
    scenario: str
    seat: str

    @abstractmethod
    def sight(self) -> Sight:
        """What the seat sees, with what each answer would mean."""

    @abstractmethod
    def told(self, since: int) -> list[str]:
        """The sentences of the seat's log from a line on."""

    @abstractmethod
    def why_not(self, action: str) -> Refusal | None:
        """Why an action is not possible; None if it is."""

    @abstractmethod
    def play(self, action: str) -> None:
        """Give an answer."""

    @abstractmethod
    def wait(self, seconds: float) -> bool:
        """Wait until the seat is asked or the game is over; False if that takes longer."""

    @property
    @abstractmethod
    def outcome(self) -> str:
        """How the game ended, in a sentence; empty while it goes on."""

    @property
    def asked(self) -> bool:
        """Whether the seat is asked."""
        decision = self.sight().decision
        return decision is not None and decision.seat == self.seat and not self.outcome

    def view(self) -> View | None:
        """The whole view, where there is one to draw a picture from."""
        return None


class OwnTable(Chair):
    """A table in this process. Bots in the other seats answer at once."""

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Iterable[str] = (),
        *,
        seat: str | None = None,
        opponent: str = "staff",
        seed: bytes | None = None,
    ) -> None:
        self.game = load_game(game)
        self.table = Table(self.game, scenario, options, seed=seed)
        setup = self.table.position.setup
        self.scenario = setup.scenario
        infos = self.game.seats(setup)
        self.number = Seat(0) if seat is None else self.game.seat(setup, seat)
        self.seat = infos[self.number].id
        start = int.from_bytes(self.table.stream.secret[:4], "big")
        self.bots = {
            Seat(n): make_bot(opponent, self.game, seed=start + n) for n in range(len(infos)) if n != self.number
        }
        self._let_bots_play()

    def _let_bots_play(self) -> None:
        table = self.table
        while not table.over and table.position.to_decide != self.number:
            seat = table.position.to_decide
            assert seat is not None
            table.play(self.bots[seat].choose(table.view(seat)), seat)

    def sight(self) -> Sight:
        return sight_of(self.table.view(self.number, hints=True))

    def view(self) -> View:
        return self.table.view(self.number)

    def told(self, since: int) -> list[str]:
        return [line.text for line in self.table.told(self.number, since)]

    def why_not(self, action: str) -> Refusal | None:
        found = judge(self.table.position, self.number, action)
        return None if isinstance(found, Action) else found

    def play(self, action: str) -> None:
        self.table.play(action, self.number)
        self._let_bots_play()

    def wait(self, seconds: float) -> bool:
        return True

    @property
    def outcome(self) -> str:
        return self.table.outcome.text if self.table.outcome else ""


class ServedTable(Chair):
    """A seat at a table of a server, by the table's address and the seat's secret token."""

    def __init__(self, server: str, table: str, token: str, seat: str | None = None) -> None:
        self.address = f"{server.rstrip('/')}/api/tables/{table}"
        self.token = token
        state = self._state()
        self.game = load_game(state["game"])
        self.scenario = state["scenario"]
        held = [view["seat"] for view in state["views"] if view["seat"]]
        if not held:
            raise SetupError("that token holds no seat: it can only watch")
        if seat is not None and seat not in held:
            raise SetupError(f"that token does not hold the seat '{short(seat)}'; it holds {', '.join(held)}")
        if seat is None and len(held) > 1:
            raise SetupError(f"that token holds several seats ({', '.join(held)}): say which with --as")
        self.seat = seat or held[0]
        self._last: dict[str, Any] = state

    def _ask(self, path: str, body: dict[str, Any]) -> Any:
        data = json.dumps({"token": self.token, **body}).encode()
        request = urllib.request.Request(
            f"{self.address}/{path}", data=data, headers={"Content-Type": "application/json"}, method="POST"
        )
        try:
            with urllib.request.urlopen(request, timeout=SLOW) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as problem:
            raise ActionError(_detail(problem)) from None
        except (urllib.error.URLError, TimeoutError, ValueError) as problem:
            raise SetupError(f"the server does not answer: {short(str(getattr(problem, 'reason', problem)))}") from None

    def _state(self) -> dict[str, Any]:
        self._last = self._ask("state", {"lines": LATEST})
        return self._last

    def sight(self) -> Sight:
        view = next(one for one in self._state()["views"] if one["seat"] == self.seat)
        return msgspec.convert(view, Sight, dec_hook=_read)

    def told(self, since: int) -> list[str]:
        state = self._last
        lines = state["seat_logs"].get(self.seat, state["log"])
        first = state["log_from"] + state["log_left_out"]
        return [line.get("text", "") for line in lines[max(0, since - first) :]]

    def why_not(self, action: str) -> Refusal | None:
        said = self._ask("why", {"seat": self.seat, "action": action})
        return None if said["legal"] else Refusal(said["text"], said.get("rule", ""))

    def play(self, action: str) -> None:
        body = {"seat": self.seat, "action": action, "seq": self._last["seq"], "client_id": str(uuid.uuid4())}
        self._ask("actions", body)

    def wait(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while True:
            state = self._state()
            if state["over"] or state["asked"] == self.seat:
                return True
            if time.monotonic() > until:
                return False
            time.sleep(LOOK)

    @property
    def outcome(self) -> str:
        view = next(one for one in self._last["views"] if one["seat"] == self.seat)
        return view["outcome"]["text"] if view["outcome"] else ""


def sight_of(view: View) -> Sight:
    """A view in these terms."""
    return Sight(
        headline=view.headline,
        accounts=view.accounts,
        pieces=tuple(
            Counter(name, place, steps, tuple(flags)) for name, place, steps, flags in view.position["pieces"]
        ),
        hidden=view.hidden,
        decision=view.decision,
    )


def _read(kind: type, value: Any) -> Any:
    return Fraction(value) if kind is Fraction else value


def _detail(problem: urllib.error.HTTPError) -> str:
    """What a server says is wrong."""
    try:
        said = json.loads(problem.read())
        rule = f"{said['rule']}: " if said.get("rule") else ""
        return f"{rule}{said['detail']}"
    except (ValueError, KeyError, TypeError):
        return f"the server answers {problem.code}"
