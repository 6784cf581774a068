"""What clients must not do: every forged request is refused with a sentence and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from grognard.server.bench import serving
from grognard.server.runner import LOOPBACK

from .conftest import settings
from .support import Player, offers, open_table


@pytest.fixture
def table(server: str) -> Iterator[tuple[Player, Player, Player, dict[str, Any]]]:
    """The German player, who is asked; the Russian; a spectator; the state, which must stay as it is."""
    owner, opened = open_table(server, seats={"russian": "open", "german": "human"})
    guest = Player(server, opened["table"], opened["invites"]["russian"]).join()
    spectator = Player(server, opened["table"], opened["spectator"])
    state = owner.state()
    assert state["asked"] == "german"
    yield owner, guest, spectator, state
    after = owner.state()
    for seat in (*state["seats"], *after["seats"]):
        del seat["here"]  # a browser that hangs up is noticed a moment later
    assert after == state


def refused(answer: httpx.Response, status: int) -> str:
    """The sentence of a refusal."""
    assert answer.status_code == status, answer.text
    detail: str = answer.json()["detail"]
    assert detail[0] == detail[0].upper()
    assert detail.endswith((".", "!", "?"))
    assert "Traceback" not in detail
    assert len(detail) < 320
    return detail


def test_wrong_seat(table: Any) -> None:
    owner, guest, spectator, state = table
    action = offers(state)[0]
    for player in (guest, spectator):
        refused(player.act(state, action), 403)
    refused(owner.act(state, action, seat="russian"), 403)
    # His own seat, but not his decision.
    assert refused(guest.act(state, action, seat="russian"), 409).startswith("It is not your decision")
    refused(owner.act(state, action, seat="french"), 404)


def test_wrong_token(table: Any, server: str) -> None:
    owner, _, _, state = table
    other, _ = open_table(server)
    for token in ("nonsense", other.token, state["table"]):
        refused(Player(server, owner.table, token).act(state, offers(state)[0]), 403)
        refused(Player(server, owner.table, token).post("state"), 403)
    refused(Player(server, "nowhere", owner.token).post("state"), 403)


def test_actions_that_are_not_offered(table: Any) -> None:
    owner, _, _, state = table
    for action in (
        "pick R-61",
        "pick G-XXX",
        "roll 6",
        "fly 0806",
        "pick",
        "pick  G-404",
        "PICK G-404",
        "\x00",
        "ü",
    ):
        refused(owner.act(state, action), 422)
    answer = owner.act(state, "pick R-61")
    assert answer.json()["rule"] == "SET.3"


def test_stale_and_future_sequence_numbers(table: Any) -> None:
    owner, _, _, state = table
    for seq in (state["seq"] + 1, 10**9):
        answer = owner.act(state, offers(state)[0], seq=seq)
        refused(answer, 409)
        assert answer.json()["seq"] == state["seq"]
    refused(owner.act(state, offers(state)[0], seq=-1), 400)


def test_malformed_and_oversized(table: Any) -> None:
    owner, _, _, state = table
    path = f"/api/tables/{owner.table}/actions"
    for body in ("", "{", "[]", "null", '"x"', '{"token":1}', "\xff"):
        refused(owner.http.post(path, content=body, headers={"content-type": "application/json"}), 400)
    refused(owner.act(state, offers(state)[0], extra="field"), 400)
    refused(owner.act(state, "x" * 201), 400)
    refused(owner.act(state, offers(state)[0], client_id="x" * 65), 400)
    refused(owner.act(state, "x" * 20_000), 413)
    huge = b'{"game":"' + b"x" * 600_000 + b'"}'
    refused(owner.http.post("/api/tables", content=huge, headers={"content-type": "application/json"}), 413)
    refused(owner.http.post("/api/tables", json={"record": "x" * 500_000}), 400)


def test_pages_of_other_sites(table: Any, server: str) -> None:
    owner, _, _, _ = table
    body = {"token": owner.token}
    path = f"/api/tables/{owner.table}/state"
    refused(owner.http.post(path, json=body, headers={"origin": "http://evil.example"}), 403)
    assert owner.http.post(path, json=body, headers={"origin": server}).status_code == 200


def test_live_connections_of_other_sites(table: Any, server: str) -> None:
    owner, _, _, _ = table
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{owner.table}/live"
    with pytest.raises(InvalidStatus) as refusal:
        connect(address, origin="http://evil.example", legacy=True)
    assert refusal.value.response.status_code == 403
    with connect(address, origin=server, legacy=True) as socket:
        socket.send(json.dumps({"token": owner.token}))
        assert socket.recv(timeout=5)


def test_a_local_server_answers_only_to_its_own_names(tmp_path: Path) -> None:
    local = settings(f"sqlite:///{tmp_path / 'x.sqlite'}", hosts=LOOPBACK)
    with serving(local) as address:
        assert httpx.get(f"{address}/api/games").status_code == 200
        refused(httpx.get(f"{address}/api/games", headers={"host": "evil.example"}), 403)


def test_seats_belong_to_the_opener(table: Any) -> None:
    _, guest, spectator, _ = table
    for player in (guest, spectator):
        refused(player.post("seats", seat="german", player="bot:steady"), 403)
        refused(player.post("pace", pace="watchable"), 403)
    refused(spectator.post("retry"), 403)
    refused(spectator.back("undo", 0), 403)
    refused(spectator.post("why", seat="german", piece="R-61"), 403)


def test_tables_that_make_no_sense(server: str) -> None:
    def post(**body: Any) -> httpx.Response:
        return httpx.post(f"{server}/api/tables", json=body)

    assert refused(post(game="chess"), 404).startswith("There is no game 'chess'")
    refused(post(), 400)
    refused(post(game="marshals", scenario="nonsense"), 400)
    refused(post(game="marshals", options=["nonsense"]), 400)
    refused(post(game="marshals", seats={"french": "human"}), 404)
    refused(post(game="marshals", seats={"german": "bot:nobody"}), 400)
    refused(post(game="marshals", pace="slow"), 400)
    refused(post(record="nonsense"), 400)
    refused(post(play_on={"table": "x", "token": "y", "at": 0}), 403)
