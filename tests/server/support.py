"""A client for tests: does what a browser does, and what it should not do."""

from __future__ import annotations

import itertools
import json
import random
import secrets
import time
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from grognard.server.bench import follow

_ids = itertools.count(1)
_open: list[Live] = []
"""Connections that nobody has hung up yet."""


class Live:
    """A live connection that keeps the state and the log as a browser does."""

    def __init__(self, address: str, hello: dict[str, Any]) -> None:
        self.socket: ClientConnection = connect(address, max_size=None, legacy=True)
        _open.append(self)
        self.socket.send(json.dumps(hello))
        self.state: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.acks: list[str] = []

    def take(self, seconds: float = 30) -> dict[str, Any]:
        """The next state."""
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str)
        self.texts.append(text)
        self.state = follow(json.loads(text), self.state)
        self.acks += self.state.pop("acks", [])
        self.log[self.state["log_from"] :] = self.state["log"]
        return self.state

    def until(self, seq: int, seconds: float = 30) -> dict[str, Any]:
        """The first state that has this sequence number or a later one."""
        while self.state.get("seq", -1) < seq:
            self.take(seconds)
        return self.state

    def until_that(self, test: Any, seconds: float = 60) -> dict[str, Any]:
        """The first state that passes a test."""
        end = time.monotonic() + seconds
        while not self.state or not test(self.state):
            self.take(max(0.01, end - time.monotonic()))
        return self.state

    def close(self) -> None:
        """Hang up."""
        if self in _open:
            _open.remove(self)
        self.socket.close()


def hang_up() -> None:
    """Close all connections that a test has left open.

    Both ends of a connection ping each other now and then from threads of this process, with numbers from the global
    `random`. Hypothesis notices that while it draws, and takes it for a strategy that uses `random`.
    """
    while _open:
        _open[-1].close()


class Player:
    """Someone with a token at a table."""

    def __init__(self, address: str, table: str, token: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=30)
        self.address = address
        self.table = table
        self.token = token

    def post(self, path: str, **body: Any) -> httpx.Response:
        """A request about the table."""
        return self.http.post(f"/api/tables/{self.table}/{path}", json={"token": self.token, **body})

    def state(self) -> dict[str, Any]:
        """The whole state."""
        answer = self.post("state")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def live(self, since: int | None = None) -> Live:
        """A live connection."""
        address = self.address.replace("http", "ws", 1)
        hello = {"token": self.token} if since is None else {"token": self.token, "since": since}
        return Live(f"{address}/api/tables/{self.table}/live", hello)

    def join(self) -> Player:
        """Use the token as an invitation; gives the guest with his own secret."""
        answer = self.post("join", secret=secrets.token_urlsafe(32))
        assert answer.status_code == 200, answer.text
        return Player(self.address, self.table, answer.json()["token"])

    def act(self, state: dict[str, Any], action: str, client_id: str = "", **changes: Any) -> httpx.Response:
        """An action on a state; `changes` forge fields."""
        body = {
            "seat": state["asked"],
            "action": action,
            "seq": state["seq"],
            "client_id": client_id or f"test-{next(_ids)}",
        }
        return self.post("actions", **{**body, **changes})

    def back(self, what: str, seq: int) -> httpx.Response:
        """Undo or redo."""
        return self.post(what, seq=seq, client_id=f"test-{next(_ids)}")

    def step(self, rng: random.Random) -> dict[str, Any]:
        """Play something legal for the seat that is asked; gives the acknowledgement."""
        state = self.state()
        answer = self.act(state, rng.choice(offers(state)))
        assert answer.status_code == 200, answer.text
        return answer.json()


def offers(state: dict[str, Any], verb: str = "") -> list[str]:
    """The actions offered to the seat that is asked."""
    view = next(v for v in state["views"] if v["seat"] == state["asked"])
    found = view["decision"]["offers"]
    onward = [o for o in found if not o.get("takes_back")] or found
    return [o["action"] for o in onward if not verb or o["verb"] == verb]


def buttons(state: dict[str, Any]) -> list[str]:
    """The offers that are neither a counter nor a place and lead on: ends of phases."""
    view = next(v for v in state["views"] if v["seat"] == state["asked"])
    found = view["decision"]["offers"]
    return [o["action"] for o in found if not (o.get("piece") or o.get("place") or o.get("takes_back"))]


def open_table(address: str, **wanted: Any) -> tuple[Player, dict[str, Any]]:
    """A new table; its opener and all its tokens."""
    answer = httpx.post(f"{address}/api/tables", json={"game": "marshals", **wanted}, timeout=30)
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    return Player(address, opened["table"], opened["token"]), opened
