"""Places at the door: counted for people and not for proxies, kept for those who play, and never more than files."""

from __future__ import annotations

import json
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from grognard.server import Settings
from grognard.server.bench import serving
from grognard.server.http.rate_limit import FEWEST, KEPT_FILES, Door

from .conftest import settings
from .crowd import ROOT
from .support import Player, open_table

PROXY = {"trusted_proxies": ("127.0.0.1",)}


def listening(player: Player, client: str, stack: ExitStack) -> ClientConnection:
    """A live connection that a proxy makes for somebody; it has said who he is and has seen the table."""
    address = f"{player.address.replace('http', 'ws', 1)}/api/tables/{player.table}/live"
    line = connect(address, additional_headers={"x-forwarded-for": client}, max_size=None, legacy=True)
    stack.callback(line.close)
    line.send(json.dumps({"token": player.token}))
    line.recv(timeout=20)
    return line


def is_refused(player: Player, client: str, stack: ExitStack) -> bool:
    """Whether somebody gets no live connection."""
    try:
        listening(player, client, stack)
    except (InvalidStatus, ConnectionClosed, OSError):
        return True
    return False


def ended(line: ClientConnection) -> bool:
    """Whether a connection has been ended."""
    try:
        line.recv(timeout=0.5)
    except ConnectionClosed:
        return True
    except TimeoutError:
        return False
    return ended(line)


def test_behind_a_proxy_connections_count_for_those_who_ask(tmp_path: Path) -> None:
    more = {**PROXY, "connections": 40, "connections_per_address": 10}
    with serving(settings(f"sqlite:///{tmp_path / 'x.sqlite'}", **more)) as address, ExitStack() as stack:
        player, opened = open_table(address)
        watching = Player(address, opened["table"], opened["spectator"])
        held = [is_refused(watching, "198.51.100.1", stack) for _ in range(30)]
        assert held == [False] * 10 + [True] * 20
        head = {"x-forwarded-for": "198.51.100.1"}
        assert httpx.get(f"{address}/api/games", headers=head).status_code == 429
        # Others do not notice.
        assert not is_refused(player, "198.51.100.2", stack)
        assert not is_refused(watching, "2001:db8::1", stack)
        assert httpx.get(f"{address}/api/games", headers={"x-forwarded-for": "198.51.100.2"}).status_code == 200


def test_a_proxy_that_asks_for_many_in_turn_is_not_counted(tmp_path: Path) -> None:
    more = {**PROXY, "connections_per_address": 2}
    with (
        serving(settings(f"sqlite:///{tmp_path / 'x.sqlite'}", **more)) as address,
        httpx.Client(base_url=address) as proxy,
    ):
        for n in range(20):  # over one connection, which belongs to nobody in between
            assert proxy.get("/api/games", headers={"x-forwarded-for": f"198.51.100.{n % 3}"}).status_code == 200


def test_strangers_make_room_for_those_who_play(tmp_path: Path) -> None:
    more = {**PROXY, "connections": 24, "connections_per_address": 6}
    with serving(settings(f"sqlite:///{tmp_path / 'x.sqlite'}", **more)) as address, ExitStack() as stack:
        player, opened = open_table(address)
        player.http.close()
        watching = Player(address, opened["table"], opened["spectator"])
        mine = listening(player, "192.0.2.1", stack)
        crowd = [f"198.51.100.{n % 6}" for n in range(36)]
        strangers = [listening(watching, who, stack) for who in crowd[:22]]
        refused = [is_refused(watching, who, stack) for who in crowd[22:]]
        assert not all(ended(line) for line in strangers)
        # All places are taken now, and still whoever has a seat gets one; it costs him nothing who came before him.
        again = [listening(player, "192.0.2.2", stack) for _ in range(3)]
        assert any(ended(line) for line in strangers) or any(refused)
        assert not any(ended(line) for line in [mine, *again])


def test_nobody_makes_room_for_more_of_the_same() -> None:
    door = Door(Settings(connections=4, connections_per_address=3, trusted_proxies=("10.0.0.0/8",)))
    gone: list[str] = []

    def enter(address: str, name: str) -> Any:
        return door.enter(address, lambda: gone.append(name))

    first = [enter("192.0.2.1", f"first {n}") for n in range(3)]
    assert enter("192.0.2.1", "too many") is None
    second = enter("192.0.2.2", "second")
    assert (door.open, gone) == (4, [])
    assert enter("192.0.2.3", "third") is not None
    assert gone == ["first 0"]
    door.leave(first[0])  # its end is noticed later
    assert door.open == 4
    assert enter("192.0.2.1", "first again") is None, "who has the most makes room himself"
    for place in door.places:
        place.seated = True
    assert enter("192.0.2.4", "fourth") is None
    second.seated = False
    proxy = enter("10.0.0.1", "proxy")
    assert gone == ["first 0", "second"]
    assert door.name(proxy, "192.0.2.9")
    assert not door.name(proxy, "192.0.2.1") or door.by_network["192.0.2.1"] <= 3
    door.unname(proxy)
    assert sum(door.by_network.values()) == door.open == 4


def test_there_are_never_more_places_than_files() -> None:
    assert Door(Settings(), 200).most == 200 - KEPT_FILES
    assert Door(Settings(), 65_536).most == Door(Settings(), None).most == 1000
    assert Door(Settings(), 20).most == FEWEST


FEW = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
from grognard.server import Settings, run
run(port=0, database=sys.argv[1], settings=Settings(header_seconds=600))
"""


@contextmanager
def with_few_files(database: Path) -> Iterator[str]:
    """A server that may have 200 files open, and waits for ten minutes for a request."""
    command = [sys.executable, "-c", FEW, str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split(" ")[-1].strip().rstrip("/")
        finally:
            server.terminate()


def test_idle_strangers_from_many_addresses_cannot_use_up_all_files(tmp_path: Path) -> None:
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 1024:
        pytest.skip("this machine allows too few open files to try it")
    with with_few_files(tmp_path / "x.sqlite") as address, ExitStack() as stack:
        port = int(address.rpartition(":")[2])
        for n in range(400):
            line = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(f"127.0.1.{n % 8}", 0))
            stack.callback(line.close)
        # They wait for ten minutes; somebody who plays does not.
        player, _ = open_table(address)
        live = player.live()
        assert live.take(10)["seq"] == 0
        live.close()
