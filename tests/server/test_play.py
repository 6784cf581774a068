"""Playing: two clients on one table, hot-seat, undo, retries, reconnecting."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from grognard.server.bench import serving
from grognard.server.live.tables import Tables

from .conftest import settings
from .support import Live, Player, buttons, offers, open_table


def test_two_clients_on_one_table_see_the_same(server: str) -> None:
    owner, opened = open_table(server, seats={"russian": "open", "german": "human"})
    guest = Player(server, opened["table"], opened["invites"]["russian"]).join()
    mine, theirs = owner.live(), guest.live()
    first = mine.take()
    assert [v["seat"] for v in first["views"]] == ["german"]
    assert [v["seat"] for v in theirs.take()["views"]] == ["russian"]
    rng = random.Random(1)
    for _ in range(12):
        state = mine.state
        answer = owner.act(state, rng.choice(offers(state)))
        assert answer.status_code == 200
        mine.until(answer.json()["seq"])
        theirs.until(answer.json()["seq"])
    assert mine.state["views"][0]["pieces"] == theirs.state["views"][0]["pieces"]
    assert mine.log == theirs.log
    # The one who is not asked sees who is, and no offers.
    decision = theirs.state["views"][0]["decision"]
    assert decision["seat"] == "german"
    assert "offers" not in decision
    mine.until_that(lambda s: all(seat["here"] for seat in s["seats"]))
    assert {s["id"]: s["player"] for s in mine.state["seats"]} == {"russian": "guest", "german": "human"}


def test_what_luck_brings_names_whose_answer_it_followed(server: str) -> None:
    """The die of a barrage is luck's; the line says who fired, although his answer has no line of its own."""
    player, _ = open_table(server, game="konigsberg")
    state = player.state()
    fired, found = "", []
    for _ in range(20):
        found = [line for line in state["log"] if line["kind"] == "Rolled" and line["data"].get("readings")]
        if found:
            break
        fired = state["asked"]
        assert player.act(state, offers(state)[0]).status_code == 200
        state = player.state()
    assert (found[0]["who"], found[0]["cause"]) == ("chance", fired)
    first = next(line for line in state["log"] if line["kind"] == "Rolled")
    assert "cause" not in first, "nobody had answered yet"


def test_hot_seat_holds_both_seats_to_the_next_player(server: str) -> None:
    player, _ = open_table(server)
    live = player.live()
    state = live.take()
    assert [v["seat"] for v in state["views"]] == ["russian", "german"]
    rng = random.Random(2)
    asked = set()
    for _ in range(400):
        asked.add(state["asked"])
        answer = player.act(state, rng.choice(buttons(state) or offers(state)))
        assert answer.status_code == 200, answer.text
        state = live.until(answer.json()["seq"])
        if asked == {"russian", "german"}:
            break
    assert asked == {"russian", "german"}


def test_a_retry_is_applied_once(server: str) -> None:
    player, _ = open_table(server)
    state = player.state()
    action = offers(state)[0]
    first = player.act(state, action, "same")
    again = player.act(state, action, "same")
    assert first.json() == {"seq": state["seq"] + 1, "repeated": False}
    assert again.json() == {"seq": state["seq"] + 1, "repeated": True}
    assert player.state()["actions"] == 1
    # The same id for something else is a mistake of the client.
    other = player.act(player.state(), offers(player.state())[0], "same")
    assert other.status_code == 409


def test_many_retries_at_once_are_applied_once(server: str) -> None:
    player, _ = open_table(server)
    state = player.state()
    action = offers(state)[0]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: player.act(state, action, "race"), range(8)))
    assert {a.status_code for a in answers} == {200}
    assert sum(not a.json()["repeated"] for a in answers) == 1
    assert player.state()["actions"] == 1


def test_of_two_actions_on_one_state_one_wins(server: str) -> None:
    player, _ = open_table(server)
    state = player.state()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda a: player.act(state, a), offers(state)[:6]))
    assert sorted(a.status_code for a in answers) == [200, 409, 409, 409, 409, 409]
    stale = next(a for a in answers if a.status_code == 409).json()
    assert stale["seq"] == state["seq"] + 1
    assert stale["detail"] == "The table has moved on since."


def test_undo_and_redo_are_appended(server: str) -> None:
    player, _ = open_table(server)
    live = player.live()
    start = live.take()
    assert not start["can_undo"]
    state = start
    for _ in range(2):
        state = live.until(player.act(state, offers(state)[0]).json()["seq"])
    assert state["can_undo"]
    before, log = state["views"], list(live.log)
    state = live.until(player.back("undo", state["seq"]).json()["seq"])
    state = live.until(player.back("undo", state["seq"]).json()["seq"])
    assert state["views"] == start["views"]
    assert live.log == []
    assert state["seq"] == 4
    assert not state["can_undo"]
    assert state["can_redo"]
    state = live.until(player.back("redo", state["seq"]).json()["seq"])
    state = live.until(player.back("redo", state["seq"]).json()["seq"])
    assert state["views"] == before
    assert live.log == log
    assert player.back("redo", state["seq"]).status_code == 409
    assert player.back("undo", state["seq"] - 1).status_code == 409


def test_reconnecting_resumes_without_loss(server: str) -> None:
    player, _ = open_table(server)
    rng = random.Random(3)
    watcher = player.live()
    whole = player.live()
    whole.take()
    watcher.take()
    for _ in range(10):
        player.step(rng)
    watcher.until(10)
    watcher.close()
    player.step(rng)
    state = player.state()
    # An undo beyond what the client saw, then other actions: the log it has is partly wrong now.
    for _ in range(4):
        if not state["can_undo"]:
            break
        player.back("undo", state["seq"])
        state = player.state()
    for _ in range(6):
        player.step(rng)
    again = player.live(since=watcher.state["seq"])
    again.log = list(watcher.log)
    state = again.take()
    whole.until(state["seq"])
    assert again.log == whole.log
    assert again.state["views"] == whole.state["views"]
    assert len(state["log"]) < len(whole.log)
    # Nonsense gets the whole log.
    assert player.live(since=10**8).take()["log_from"] == 0


def test_a_wrong_token_gets_no_live_connection(server: str) -> None:
    player, _ = open_table(server)
    _, other = open_table(server)
    for token in ("", "nonsense", other["token"]):
        live = Player(server, player.table, token).live()
        with pytest.raises(ConnectionClosed) as closed:
            live.take()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403
        assert closed.value.rcvd.reason == "this link does not open this table"


def test_oversized_messages_end_the_live_connection(server: str) -> None:
    player, _ = open_table(server)
    live = player.live()
    live.take()
    live.socket.send("x" * 100)  # ignored
    player.step(random.Random(0))
    live.until(1)
    live.socket.send("x" * 5000)
    with pytest.raises(ConnectionClosed):
        live.take()
    assert player.state()["seq"] == 1


def test_players_act_over_the_live_connection(server: str) -> None:
    """As by request: once for each id, refused with a reason, and only by whoever holds the seat."""
    owner, opened = open_table(server)
    live = owner.live()
    state = live.take()
    said = {"what": "act", "seat": state["asked"], "action": offers(state)[0], "seq": state["seq"], "client_id": "one"}

    def say(to: Live, **changes: Any) -> None:
        to.socket.send(json.dumps({**said, **changes}))

    say(live)
    state = live.until(state["seq"] + 1)
    assert live.acks == ["one"]
    say(live)
    assert live.take()["seq"] == state["seq"], "the same again is done once"
    assert live.acks == ["one", "one"]
    say(live, what="undo", seq=state["seq"], client_id="two")
    assert live.until(state["seq"] + 1)["can_redo"]
    for changes, status in (
        ({"client_id": "three"}, 409),
        ({"client_id": "four", "seq": state["seq"] + 1, "action": "pick nonsense"}, 422),
        ({"client_id": "five", "seq": state["seq"] + 1, "seat": "nobody"}, 404),
    ):
        say(live, **changes)
        refusal = json.loads(live.socket.recv(timeout=10))
        assert (refusal["refused"], refusal["status"]) == (changes["client_id"], status), refusal
        assert refusal["detail"].endswith(".")
    watching = Player(server, owner.table, opened["spectator"]).live()
    seen = watching.take()
    say(watching, seq=seen["seq"], client_id="six")
    assert json.loads(watching.socket.recv(timeout=10))["status"] == 403
    watching.socket.send("nonsense")
    say(live, seq=seen["seq"], client_id="seven")
    assert live.until(seen["seq"] + 1)["seq"] == watching.until(seen["seq"] + 1)["seq"]


def test_a_long_log_comes_in_pages(server: str) -> None:
    owner, _ = open_table(server)
    rng = random.Random(4)
    while len(owner.state()["log"]) < 40:
        owner.step(rng)
    whole = owner.state()
    assert whole["log_left_out"] == 0
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{owner.table}/live"
    first = Live(address, {"token": owner.token, "lines": 10}).take()
    left_out = len(whole["log"]) - 10
    assert (first["log_from"], first["log_left_out"]) == (0, left_out)
    assert first["log"] == whole["log"][-10:]
    page = owner.post("log", first=0, count=left_out).json()
    assert page == {"log": whole["log"][:left_out], "seat_logs": {}}
    assert owner.post("log", first=10_000, count=5).json()["log"] == []
    again = Live(address, {"token": owner.token, "since": whole["seq"], "lines": 10}).take()
    assert (again["log_from"], again["log_left_out"], again["log"]) == (len(whole["log"]), 0, [])
    assert owner.post("log", first=0, count=2000).status_code == 400


def test_an_old_client_id_gets_a_definite_answer_and_costs_little(
    fresh_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when it is older than what the server keeps in memory, and comes with a number of today."""
    database = fresh_database()
    rng = random.Random(3)
    with serving(settings(database)) as address:
        player, _ = open_table(address)
        first = player.state()
        action = rng.choice(offers(first))
        assert player.act(first, action, "long ago").status_code == 200
        while (state := player.state())["actions"] < 150:
            assert player.act(state, rng.choice(offers(state))).status_code == 200
    loads: list[str] = []
    load = Tables._load

    async def counted(self: Tables, table_id: str) -> Any:
        loads.append(table_id)
        return await load(self, table_id)

    monkeypatch.setattr(Tables, "_load", counted)
    with serving(settings(database)) as address:
        again = Player(address, player.table, player.token)
        state = again.state()
        assert (len(loads), state["actions"] >= 150) == (1, True)
        for _ in range(3):
            others = [offer for offer in offers(state) if offer != action]
            answer = again.act(state, rng.choice(others), "long ago")
            assert answer.status_code == 409
            assert "used for something else" in answer.json()["detail"]
            same = again.act(first, action, "long ago")
            assert (same.status_code, same.json()["repeated"]) == (200, True)
        assert len(loads) == 1, "the table need not be read again"
        assert again.act(state, offers(state)[0]).status_code == 200


def test_a_state_over_http_has_the_end_of_the_log_and_the_rest_comes_in_pages(server: str) -> None:
    player, _ = open_table(server)
    rng = random.Random(7)
    live = player.live()
    state = live.take()
    while len(live.log) < 420 and not state["over"]:
        state = live.until(player.act(state, rng.choice(offers(state))).json()["seq"])
    shown = player.state()
    assert (shown["log_from"], len(shown["log"]), shown["log_left_out"]) == (0, 250, len(live.log) - 250)
    assert shown["log"] == live.log[-250:]
    few = player.post("state", lines=7).json()
    assert (few["log"], few["log_left_out"]) == (live.log[-7:], len(live.log) - 7)
    assert len(player.post("state", lines=7).content) < len(player.post("state").content) / 2
    rest: list[Any] = []
    while len(rest) < shown["log_left_out"]:
        count = min(100, shown["log_left_out"] - len(rest))
        rest += player.post("log", first=len(rest), count=count).json()["log"]
    assert rest + shown["log"] == live.log
    for lines in (0, 1001, -1):
        assert player.post("state", lines=lines).status_code == 400
