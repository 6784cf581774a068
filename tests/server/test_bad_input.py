"""Whatever strangers send: one sentence, no traceback, and nobody else has to wait for it."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import random
import socket
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from grognard.engine import SetupError
from grognard.games import BUILT_IN, load_game
from grognard.server import Settings
from grognard.server.bench import serving
from grognard.server.errors import TooMany
from grognard.server.http.rate_limit import Limits, network
from grognard.server.live.talk import MOST_EACH, MOST_SPECTATORS
from grognard.server.logs import Plain, Structured
from grognard.server.processes.bots import Turns

from .conftest import settings
from .support import Player, offers, open_table

JSON = {"content-type": "application/json"}


# -- uploads -------------------------------------------------------------------------------------


def record_of(game: str, actions: int = 30, until: str = "") -> tuple[str, dict[str, Any]]:
    """A record with an origin, and the origin as data."""
    loaded = load_game(game)
    g = loaded.start()
    rng = random.Random(2)
    for _ in range(actions):
        g.play(rng.choice(g.actions()))
    while g.to_decide == -1 or (until and until not in g.to_json()):
        g.play(rng.choice(g.actions()))
    data = json.loads(g.to_json())
    return header(game, data), data


def header(game: str, origin: Any) -> str:
    """A record that begins with a position."""
    loaded = load_game(game)
    return (
        f"grognard record 1\ngame: {game} 1\ndata: {loaded.pack_hash}\nscenario: {origin['scenario']}\n"
        f"commitment: 0\norigin: {json.dumps(origin)}\n\n"
    )


def numbers(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where numbers stand in saved data."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from numbers(value, (*path, key))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from numbers(value, (*path, i))
    elif isinstance(data, int) and not isinstance(data, bool):
        yield path


@pytest.mark.parametrize("game", list(BUILT_IN))
def test_every_number_of_a_position_has_bounds(game: str) -> None:
    _, data = record_of(game)
    loaded = load_game(game)
    paths = [path for path in numbers(data) if path[0] != "pieces"] + [("pieces", 0, 2)]
    assert len(paths) > 2
    for path in paths:
        for absurd in (-30_000_000, 30_000_000, 10**4000):
            copy = json.loads(json.dumps(data))
            at = copy
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = absurd
            with pytest.raises(SetupError, match="not between"):
                loaded.from_json(json.dumps(copy))


def test_every_length_of_a_position_has_bounds() -> None:
    _, data = record_of("marshals")
    loaded = load_game("marshals")
    deep = {**data, "flow": data["flow"] * 60}
    long = {**data, "state": {**data["state"], "frankfurt": "x" * 1000}}
    for wrong in (deep, long):
        with pytest.raises(SetupError, match=r"deeper than|parts"):
            loaded.from_json(json.dumps(wrong))


def test_an_absurd_record_is_refused_and_holds_nobody_up(server: str) -> None:
    whole, data = record_of("marshals", until='"hexes"')
    assert httpx.post(f"{server}/api/tables", json={"record": whole}, timeout=30).status_code == 201
    next(frame for frame in data["flow"] if "hexes" in frame)["hexes"] = -30_000_000
    answer = httpx.post(f"{server}/api/tables", json={"record": header("marshals", data)}, timeout=30)
    assert answer.status_code == 400
    assert "is not between 0 and 99" in answer.json()["detail"]


def test_a_position_that_the_rules_do_not_allow_is_refused(server: str) -> None:
    _, data = record_of("marshals")
    hexes = [row for row in data["pieces"] if row[1].isdigit() and row[0].startswith("R-")]
    for row in hexes:
        row[1] = hexes[0][1]
    answer = httpx.post(f"{server}/api/tables", json={"record": header("marshals", data)}, timeout=30)
    assert answer.status_code == 400
    assert "is not possible: STK.3" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("field", "value", "why"), [("player", 99, "is not between 0 and 1"), ("turn", 99, "it cannot be played on")]
)
def test_a_position_that_cannot_be_played_on_is_refused(server: str, field: str, value: int, why: str) -> None:
    whole, data = record_of("seelow")
    assert httpx.post(f"{server}/api/tables", json={"record": whole}, timeout=30).status_code == 201
    data["state"][field] = value
    answer = httpx.post(f"{server}/api/tables", json={"record": header("seelow", data)}, timeout=30)
    assert answer.status_code == 400
    assert why in answer.json()["detail"]


def test_a_record_that_takes_too_long_is_stopped(tmp_path: Any) -> None:
    # A long record, and hardly any time for it.
    loaded = load_game("marshals")
    g = loaded.start()
    rng, lines = random.Random(1), []
    while g.stack and len(lines) < 3000:
        action = rng.choice(g.actions())
        seat = g.to_decide
        assert seat is not None
        who = "chance" if seat == -1 else loaded.seats(g.setup)[seat].id
        lines.append(f"{who} {action.text}")
        g.play(action)
    start = f"grognard record 1\ngame: marshals 1\ndata: {loaded.pack_hash}\nscenario: conventional\ncommitment: 0\n\n"
    text = start + "\n".join(lines[:-5]) + "\n"
    with serving(settings(f"sqlite:///{tmp_path / 'x.sqlite'}", upload_seconds=0.02)) as address:
        player, _ = open_table(address)
        slowest, ended = [0.0], threading.Event()

        def others() -> None:
            while not ended.is_set():
                began = time.monotonic()
                player.state()
                slowest[0] = max(slowest[0], time.monotonic() - began)

        watching = threading.Thread(target=others)
        watching.start()
        for _ in range(3):
            answer = httpx.post(f"{address}/api/tables", json={"record": text}, timeout=30)
            assert answer.status_code == 400
            assert "took too long" in answer.json()["detail"]
        ended.set()
        watching.join()
        assert slowest[0] < 5.0, "the upload holds nobody up"


# -- bodies, addresses, logs ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        b'{"token":"\xff\xfe"}',
        b"\xff\xfe",
        b'{"token":' + b"[" * 15_000,
        b"[" * 7000 + b"]" * 7000,
        b'{"token":"a\x00b"}',
        b'{"token":"\\ud800"}',
        b'{"token":1e999}',
        b'{"token":"a","seq":' + b"9" * 5000 + b"}",
        b"",
        b"null",
    ],
    ids=lambda body: body[:12].hex(),
)
def test_a_body_that_is_no_body(server: str, body: bytes, caplog: pytest.LogCaptureFixture) -> None:
    player, _ = open_table(server)
    for path in ("state", "actions", "why", "seats"):
        answer = httpx.post(f"{server}/api/tables/{player.table}/{path}", content=body, headers=JSON)
        assert answer.status_code == 400
        assert answer.json()["detail"].endswith(".")
    answer = httpx.post(f"{server}/api/tables", content=body, headers=JSON)
    assert answer.status_code == 400
    assert not [record for record in caplog.records if record.exc_info]


def test_control_characters_do_not_get_into_the_database(server: str) -> None:
    player, _ = open_table(server)
    state = player.state()
    for word in ("a\0b", "a\nb", "\x7f"):
        answer = player.act(state, offers(state)[0], word)
        assert answer.status_code == 400
        assert answer.json()["detail"] == "Client_id: control characters are not possible here."
    assert player.state()["seq"] == 0


def test_logs_cannot_be_forged() -> None:
    for form in (Plain(), Structured()):
        stream = io.StringIO()
        handler = logging.StreamHandler(stream)
        handler.setFormatter(form)
        log = logging.Logger("test")
        log.addHandler(handler)
        log.error("GET %s failed", "/x\n2026-01-01T00:00:00Z INFO - all is well\r\x1b[2J\u2028")
        assert stream.getvalue().count("\n") == 1
        assert "\x1b" not in stream.getvalue()
        try:
            raise ValueError("wrong\nINFO - all is well")
        except ValueError:
            log.exception("failed")
        assert "\nINFO" not in stream.getvalue()


def test_every_answer_names_its_request(server: str) -> None:
    names = {httpx.get(f"{server}/api/games").headers["x-request-id"] for _ in range(3)}
    assert len(names) == 3


def test_a_repeat_is_answered_only_to_the_seat(server: str) -> None:
    owner, opened = open_table(server, seats={"russian": "open", "german": "human"})
    state = owner.state()
    action = offers(state)[0]
    assert owner.act(state, action, "mine").status_code == 200
    for token in (opened["spectator"], opened["invites"]["russian"]):
        other = Player(server, owner.table, token)
        answer = other.act(state, action, "mine", seat="german")
        assert answer.status_code == 403
        assert other.post("undo", seq=1, client_id="mine").status_code == 403
    assert owner.act(state, action, "mine").json()["repeated"]


# -- connections ---------------------------------------------------------------------------------


def call(address: str) -> socket.socket:
    """A bare connection."""
    host, port = address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=10)


PATIENCE = 20.0
"""Seconds that a busy machine may take for what an idle one does at once."""


def stands_still(number: Callable[[], int]) -> int:
    """A number once it no longer rises."""
    end, before = time.monotonic() + PATIENCE, number()
    while True:
        time.sleep(1.0)
        now = number()
        if now == before:
            return now
        assert time.monotonic() < end
        before = now


def hung_up(line: socket.socket, seconds: float) -> bool:
    """Whether the server ends a connection in time; what it says before is thrown away."""
    line.settimeout(seconds)
    try:
        while line.recv(4096):
            pass
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


def test_slow_requests_are_ended(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    with serving(settings(database, header_seconds=0.5, body_seconds=0.5)) as address:
        silent, head, body, second = (call(address) for _ in range(4))
        head.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nX-")
        body.sendall(
            b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b'Content-Length: 100\r\n\r\n{"game"'
        )
        second.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert second.recv(4096).startswith(b"HTTP/1.1 200")
        second.sendall(b"GET /api/games HTTP/1.1\r\nHo")
        body.settimeout(PATIENCE)
        assert body.recv(4096).startswith(b"HTTP/1.1 408")
        for line in (silent, head, body, second):
            assert hung_up(line, PATIENCE)


def test_idle_strangers_do_not_silence_the_server(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    with serving(settings(database, connections_per_address=20, connections=40, header_seconds=1.0)) as address:
        idle = [call(address) for _ in range(260)]
        refused = sum(hung_up(line, 0.3) for line in idle[40:])
        assert refused == len(idle) - 40
        # Those who were let in and said nothing are gone soon.
        assert all(hung_up(line, PATIENCE) for line in idle)
        player, _ = open_table(address)
        assert player.state()["seq"] == 0
        for line in idle:
            line.close()


def test_spectators_cannot_lock_players_out(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    with serving(settings(database)) as address:
        player, opened = open_table(address)
        watching = Player(address, opened["table"], opened["spectator"])
        crowd = [watching.live() for _ in range(MOST_SPECTATORS)]
        late = watching.live()
        with pytest.raises(ConnectionClosed) as closed:
            late.take()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.reason.startswith("too many spectators")
        assert closed.value.rcvd.code == 1013, "he may try again later"
        mine = []
        for _ in range(MOST_EACH + 1):
            mine.append(player.live())
            assert mine[-1].take()["seq"] == 0
        # The oldest window with the same link makes room.
        with pytest.raises(ConnectionClosed) as closed:
            mine[0].until(1, 5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4409
        for line in [*crowd, *mine]:
            line.close()


# -- limits --------------------------------------------------------------------------------------


def test_ipv6_counts_by_network() -> None:
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") != network("192.0.2.2")
    limits = Limits(Settings(tables_per_minute=2))
    limits.check("tables", "2001:db8::1")
    limits.check("tables", "2001:db8::2")
    with pytest.raises(TooMany):
        limits.check("tables", "2001:db8::3")
    limits.check("tables", "2001:db8:0:1::1")


def test_all_costly_calls_are_limited(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    with serving(settings(database, costly_per_minute=5, requests_per_minute=60, uploads_per_minute=1)) as address:
        player, _ = open_table(address)
        asked = {
            "overlays": {},
            "marks": {},
            "record": {},
            "replay": {"to": 0},
            "why": {"seat": "german", "action": "pass"},
        }
        for path, body in asked.items():
            assert player.post(path, **body).status_code == 200
        for path, body in asked.items():
            assert player.post(path, **body).status_code == 429
        assert httpx.post(f"{address}/api/tables/mine", json={"tokens": [player.token]}).status_code == 429
        record = {"record": "nonsense"}
        assert httpx.post(f"{address}/api/tables", json=record, timeout=30).status_code == 400
        assert httpx.post(f"{address}/api/tables", json=record, timeout=30).status_code == 429
        answers = [httpx.get(f"{address}/api/games").status_code for _ in range(60)]
        assert answers[0] == 200
        assert 429 in answers


@pytest.mark.parametrize("path", ["/api/games", "//api/games", "///api//games", "/ready", "/", "/nothing", "/health"])
def test_no_path_escapes_the_limits(path: str, tmp_path: Any) -> None:
    with (
        serving(settings(f"sqlite:///{tmp_path / 'x.sqlite'}", requests_per_minute=40)) as address,
        httpx.Client() as client,
    ):
        answers = [client.get(address + path).status_code for _ in range(60)]
        assert answers[0] in (200, 404)
        assert 429 in answers[40:]
        # Files of the board and the interface do not use each other's up.
        other = "/ready" if "api" in path else "/api/games"
        assert client.get(address + other).status_code == 200


def test_live_connections_are_counted_as_requests(tmp_path: Any) -> None:
    with serving(settings(f"sqlite:///{tmp_path / 'x.sqlite'}", requests_per_minute=20)) as address:
        refused = 0
        for _ in range(40):
            try:
                connect(f"{address.replace('http', 'ws', 1)}//api/tables/x/live", legacy=True).close()
            except InvalidStatus:
                refused += 1
        assert refused > 10


def test_two_slashes_are_one(tmp_path: Any) -> None:
    with serving(settings(f"sqlite:///{tmp_path / 'x.sqlite'}")) as address:
        once, twice = (httpx.get(f"{address}{path}") for path in ("/api/games", "//api//games"))
        assert (twice.status_code, twice.text) == (200, once.text)
        assert twice.headers["cache-control"] == once.headers["cache-control"] == "no-store"


def test_a_person_and_a_health_check_never_meet_the_limits(tmp_path: Any) -> None:
    """A board of fifty files is loaded ten times, and somebody asks every second for a minute whether all is well."""
    limits = Limits(Settings())
    for _ in range(10 * 50 + 60):
        limits.check("pages", "192.0.2.1")


ODD_HEADS = [
    {"host": "[::1"},
    {"host": "[x]"},
    {"host": "a b"},
    {"origin": "http://[x]/"},
    {"origin": "http://[::1"},
    {"origin": "\xff"},
    {"host": "[::1", "origin": "http://[::1"},
]


@pytest.mark.parametrize("head", ODD_HEADS)
@pytest.mark.parametrize("path", ["/api/games", "/", "/ready", "/nothing.js", "/api/nothing", "/schema/openapi.json"])
def test_a_head_that_makes_no_sense_gets_a_sentence(
    server: str, head: dict[str, str], path: str, caplog: pytest.LogCaptureFixture
) -> None:
    lines = {"host": "localhost", **head}
    line = call(server)
    text = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    line.sendall(f"GET {path} HTTP/1.1\r\n{text}Connection: close\r\n\r\n".encode("latin-1"))
    answer = b""
    while part := line.recv(65_536):
        answer += part
    line.close()
    status = int(answer.split(b" ", 2)[1])
    assert status < 500, answer[:300]
    assert "Traceback" not in caplog.text
    assert not [one for one in caplog.records if one.exc_info]


def test_a_live_connection_with_a_head_that_makes_no_sense(server: str, caplog: pytest.LogCaptureFixture) -> None:
    for head in (b"Host: [::1\r\n", b"Host: localhost\r\nOrigin: http://[x]/\r\n"):
        line = call(server)
        line.sendall(
            b"GET /api/tables/x/live HTTP/1.1\r\n" + head + b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert line.recv(4096).startswith(b"HTTP/1.1 4")
        line.close()
    assert not [one for one in caplog.records if one.exc_info]


# -- bots ----------------------------------------------------------------------------------------


def test_owners_take_turns() -> None:
    import asyncio

    async def run() -> list[str]:
        turns: Any = Turns(["worker"])  # type: ignore[list-item]
        order: list[str] = []

        async def think(owner: str) -> None:
            worker = await turns.take(owner)
            order.append(owner)
            await asyncio.sleep(0)
            turns.give_back(worker)

        jobs = [think("stranger") for _ in range(25)] + [think("me") for _ in range(2)]
        await asyncio.gather(*jobs)
        return order

    order = asyncio.run(run())
    assert len(order) == 27
    assert [i for i, owner in enumerate(order) if owner == "me"] == [2, 4]


def test_bots_stop_while_their_players_are_away(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    with serving(settings(database, away_seconds=0.3, watch_delay=0.1)) as address:
        seats = {"russian": "bot:steady", "german": "bot:steady"}
        player, opened = open_table(address, seats={**seats, "russian": "human"}, pace="watchable")
        live = player.live()
        live.until(3)
        live.close()
        spectator = Player(address, opened["table"], opened["spectator"])
        stopped = stands_still(lambda: spectator.state()["seq"])
        # They go on as soon as somebody with a seat is back.
        again = player.live()
        assert again.take()["asked"] == "russian" or again.until(stopped + 2)


def test_bots_of_one_address_play_at_few_tables_at_a_time(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    more = {"bot_tables_per_address": 2, "watch_delay": 0.05}
    with serving(settings(database, **more)) as address:
        seats = {"russian": "bot:steady", "german": "bot:steady"}
        tables = [open_table(address, seats=seats, pace="watchable")[0] for _ in range(5)]
        lines = [player.live() for player in tables]
        end = time.monotonic() + PATIENCE
        while sum(player.state()["seq"] > 0 for player in tables) < 2:
            assert time.monotonic() < end
        time.sleep(0.5)
        assert sum(player.state()["seq"] > 0 for player in tables) == 2
        for line in lines:
            line.close()


# -- the event loop ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(BUILT_IN))
def test_nothing_holds_the_event_loop_up(game: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What blocks the loop does so every time; a busy machine, or a garbage collection of other tests, does not."""
    monkeypatch.setitem(sys.modules, "uvloop", None)  # the server works without; only Python's own loop can be watched
    gc.collect()
    gc.freeze()  # what other tests have left in this process is not the server's to collect
    try:
        tries = [_held(game, tmp_path / "first.sqlite", monkeypatch)]
        while max(tries[-1])[0] >= 0.05 and len(tries) < 3:
            tries.append(_held(game, tmp_path / f"{len(tries)}.sqlite", monkeypatch))
    finally:
        gc.unfreeze()
    assert min(max(held)[0] for held in tries) < 0.05, [max(held) for held in tries]
    assert min(statistics.median(seconds for seconds, _ in held) for held in tries) < 0.005


def _held(game: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, str]]:
    """For how long each callback held the event loop while a game was played; processor time, and which it was."""
    held: list[tuple[float, str]] = []
    run = asyncio.events.Handle._run

    def timed(self: asyncio.Handle) -> None:
        began = time.thread_time()
        run(self)
        held.append((time.thread_time() - began, repr(self)[:200]))

    with monkeypatch.context() as patched, serving(settings(f"sqlite:///{file}")) as address:
        patched.setattr(asyncio.events.Handle, "_run", timed)
        rng = random.Random(1)
        player, _ = open_table(address, game=game)
        live = player.live()
        state = live.take()
        for n in range(60):
            answer = player.act(state, rng.choice(offers(state)))
            state = live.until(answer.json()["seq"])
            if n % 20 == 0:
                for path, body in (("overlays", {}), ("marks", {}), ("record", {}), ("replay", {"to": n})):
                    player.post(path, **body)
        assert httpx.post(f"{address}/api/tables", json={"record": record_of(game)[0]}, timeout=30).status_code == 201
        live.close()
        assert len(held) > 100  # the loop was watched
        return held


def test_another_database_kind_is_no_excuse(fresh_database: Callable[[], str]) -> None:
    with serving(settings(fresh_database())) as address:
        answer = httpx.post(f"{address}/api/tables", json={"game": "marshals", "scenario": "a\0b"})
        assert answer.status_code == 400
