"""Invitations are good for once, guests keep their seats, and all are told who sits where."""

from __future__ import annotations

import random
import secrets
import time
import unicodedata
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from grognard.engine import Table
from grognard.games import load_game
from grognard.server.bench import serving
from grognard.server.http.rate_limit import NAMES_PER_MINUTE
from grognard.server.play.names import person_name

from .conftest import settings
from .support import Player, offers, open_table


def invited(server: str, **more: Any) -> tuple[Player, Player, dict[str, Any]]:
    """The opener, somebody with an invitation, and all tokens."""
    owner, opened = open_table(server, seats={"russian": "human", "german": "open"}, **more)
    return owner, Player(server, owner.table, opened["invites"]["german"]), opened


def test_an_invitation_is_exchanged_once(server: str) -> None:
    owner, invite, opened = invited(server)
    secret = secrets.token_urlsafe(32)
    first = invite.post("join", secret=secret)
    assert first.json() == {"token": secret, "seat": "german", "absence": 0.0}
    # The answer got lost: the same again is no harm.
    assert invite.post("join", secret=secret).json() == first.json()
    # The opener, who knows the invitation, gets nothing for it any more.
    assert invite.post("join", secret=secrets.token_urlsafe(32)).status_code == 403
    state = owner.state()
    action = offers(Player(server, owner.table, secret).state())[0]
    assert state["asked"] == "german"
    thief = Player(server, owner.table, opened["invites"]["german"])
    assert thief.act(state, action, seat="german").status_code == 403
    assert thief.post("state").status_code == 403
    assert Player(server, owner.table, secret).act(state, action).status_code == 200


def test_before_it_is_used_an_invitation_shows_no_hand(server: str) -> None:
    _, invite, _ = invited(server, game="secret")
    assert [v["seat"] for v in invite.state()["views"]] == [""]
    guest = invite.join()
    assert [v["seat"] for v in guest.state()["views"]] == ["german"]


def test_other_links_are_not_exchanged(server: str) -> None:
    owner, _, opened = invited(server)
    for token in (owner.token, opened["spectator"]):
        answer = Player(server, owner.table, token).post("join", secret=secrets.token_urlsafe(32))
        assert answer.json()["token"] == token
    for token in ("nonsense", "x" * 40):
        answer = Player(server, owner.table, token).post("join", secret=secrets.token_urlsafe(32))
        assert answer.status_code == 403
    assert Player(server, owner.table, owner.token).post("join", secret="short").status_code == 400


def test_all_are_told_who_sits_where(server: str) -> None:
    owner, invite, opened = invited(server, game="secret")
    watching = Player(server, owner.table, opened["spectator"]).live()
    watching.take()

    def told() -> list[str]:
        return [line["text"] for line in watching.log if line["kind"] == "Table"]

    assert owner.post("seats", seat="german", player="human").status_code == 200
    watching.until(1)
    assert told() == ["German player: the opener of the table sits here now."]
    # In a game with secrets a hand that was looked at is not given back.
    answer = owner.post("seats", seat="german", player="open")
    assert answer.status_code == 409
    assert "is not given back" in answer.json()["detail"]
    assert invite.post("join", secret=secrets.token_urlsafe(32)).status_code == 409


def test_a_new_invitation_voids_the_old_one(server: str) -> None:
    owner, invite, _ = invited(server)
    assert invite.post("invite", seat="german").status_code == 403
    fresh = owner.post("invite", seat="german").json()["token"]
    assert invite.post("join", secret=secrets.token_urlsafe(32)).status_code == 403
    Player(server, owner.table, fresh).join()
    assert owner.post("invite", seat="german").status_code == 409


@pytest.mark.parametrize("absence", [0, 48])
def test_an_absent_guest_is_replaced_after_the_time_agreed(fresh_database: Callable[[], str], absence: int) -> None:
    database = fresh_database()
    with serving(settings(database)) as address:
        owner, invite, _ = invited(address, absence=absence)
        secret = secrets.token_urlsafe(32)
        assert invite.post("join", secret=secret).json()["absence"] == absence
        guest = Player(address, owner.table, secret)
        assert guest.state()["absence"] == absence
        answer = owner.post("seats", seat="german", player="human")
        assert answer.status_code == 409
        assert ("can be replaced in 48.0 hours" in answer.text) == bool(absence)
        engine = sa.create_engine(database)
        with engine.begin() as connection:
            long_ago = {"at": time.time() - 49 * 3600}
            connection.execute(sa.text("UPDATE tokens SET seen = :at WHERE role = 'guest'"), long_ago)
        engine.dispose()
        answer = owner.post("seats", seat="german", player="bot:steady")
        assert answer.status_code == (200 if absence else 409)
        if absence:
            assert guest.post("state").status_code == 403  # he is told, and sees no hand any more


def long_ago(database: str, hours: float, text: str = "UPDATE tokens SET seen = :at WHERE role = 'guest'") -> None:
    """Let it seem that nobody has seen a guest for so long."""
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(sa.text(text), {"at": time.time() - hours * 3600})
    engine.dispose()


def test_a_guest_who_is_connected_is_not_away(fresh_database: Callable[[], str]) -> None:
    database = fresh_database()
    with serving(settings(database)) as address:
        owner, invite, _ = invited(address, absence=48)
        guest = invite.join()
        line = guest.live()
        line.take()
        long_ago(database, 49)  # he thinks about his move, and says nothing
        answer = owner.post("seats", seat="german", player="human")
        assert answer.status_code == 409
        assert "he is here" in answer.json()["detail"]
        line.close()
        owner.live().until_that(lambda state: not state["seats"][1]["here"])
        assert owner.post("seats", seat="german", player="human").status_code == 200


def test_that_a_guest_is_connected_is_noted_again_and_again(fresh_database: Callable[[], str]) -> None:
    """Another worker knows of a connection only by that."""
    database = fresh_database()
    with serving(settings(database)) as address:
        _, invite, _ = invited(address, absence=0.001)  # 3.6 seconds
        line = invite.join().live()
        line.take()
        engine = sa.create_engine(database)
        before, end = time.time(), time.monotonic() + 20
        seen = 0.0
        while seen < before + 1:
            assert time.monotonic() < end
            time.sleep(0.2)
            with engine.connect() as connection:
                seen = connection.execute(sa.text("SELECT max(seen) FROM tokens WHERE role = 'guest'")).scalar_one()
        engine.dispose()


def test_a_seat_whose_secrets_were_seen_is_not_given_to_a_guest_by_way_of_a_bot(
    fresh_database: Callable[[], str],
) -> None:
    database = fresh_database()
    with serving(settings(database)) as address:
        owner, _, _ = invited(address, game="secret")
        assert owner.post("seats", seat="german", player="bot:steady").status_code == 200
        assert owner.post("seats", seat="german", player="open").status_code == 200, "a bot keeps its secrets"
        for player in ("human", "bot:steady"):
            assert owner.post("seats", seat="german", player=player).status_code == 200
        assert "is not given back" in owner.post("seats", seat="german", player="open").json()["detail"]
        # Nor is one that was the opener's from the start.
        assert owner.post("seats", seat="russian", player="bot:steady").status_code == 200
        assert owner.post("seats", seat="russian", player="open").status_code == 409
    with serving(settings(database)) as address:  # what is remembered is in the rows
        again = Player(address, owner.table, owner.token)
        assert again.post("seats", seat="german", player="open").status_code == 409


def finished(address: str) -> tuple[Player, Player]:
    """The opener and a guest of a game that has just come to its end."""
    game = load_game("marshals")
    table = Table(game, seed=bytes(32))
    rng = random.Random(8)
    while not table.over:
        onward = [a for a in table.position.actions() if a.verb == "end"] or table.position.actions()
        table.play(rng.choice(onward))
    at = table.count - 3
    seats = {"russian": "human", "german": "open"}
    while True:
        body = {"record": table.record().to_text(), "at": at, "seats": seats}
        answer = httpx.post(f"{address}/api/tables", json=body, timeout=60)
        if answer.status_code == 201:
            break
        at -= 1
    opened = answer.json()
    owner = Player(address, opened["table"], opened["token"])
    guest = Player(address, opened["table"], opened["invites"]["german"]).join()
    for _ in range(300):
        state = owner.state()
        if state["over"]:
            return owner, guest
        who = guest if state["asked"] == "german" else owner
        state = who.state()
        ends = [offer for offer in offers(state) if offer.startswith("end")]
        assert who.act(state, rng.choice(ends or offers(state))).status_code == 200
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("way", ["record", "leave", "time"])
def test_a_finished_game_is_kept_until_its_guest_could_verify_the_dice(
    fresh_database: Callable[[], str], way: str
) -> None:
    database = fresh_database()
    with serving(settings(database)) as address:
        owner, guest = finished(address)
        refused = owner.post("leave")
        assert refused.status_code == 409
        assert "verify the dice" in refused.json()["detail"]
        assert owner.post("record").status_code == 200
        assert owner.post("leave").status_code == 409, "that the opener has it does not help the guest"
        if way == "record":
            assert guest.post("record").text.startswith("grognard record")
            seq = guest.state()["seq"]
            assert guest.post("record").status_code == 200
            assert guest.state()["seq"] == seq, "it is noted once"
        elif way == "leave":
            assert guest.post("leave").status_code == 200
            assert guest.post("state").status_code == 403
        else:
            long_ago(database, 7 * 24 + 1, "UPDATE rows SET at = :at")
        assert owner.post("leave").status_code == 200


def test_who_has_left_is_not_shown_the_seat_of_his_successor(server: str) -> None:
    owner, invite, _ = invited(server, game="secret")
    guest = invite.join()
    line = guest.live()
    assert [v["seat"] for v in line.take()["views"]] == ["german"]
    assert guest.post("leave").status_code == 200
    with pytest.raises(ConnectionClosed) as closed:
        line.until_that(lambda state: False, 10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403
    fresh = owner.post("invite", seat="german").json()["token"]
    assert [v["seat"] for v in Player(server, owner.table, fresh).join().state()["views"]] == ["german"]


def test_tokens_stand_in_no_address(server: str) -> None:
    owner, _, _ = invited(server)
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{owner.table}/live?token={owner.token}"
    with connect(address, legacy=True) as line:
        line.send("nonsense")
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(timeout=5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


def called(player: Player) -> dict[str, str]:
    """The names at a table, by seats."""
    return {seat["id"]: seat["name"] for seat in player.state()["seats"]}


def test_people_go_by_their_names(server: str) -> None:
    owner, invite, opened = invited(server, game="secret", name="  Anna ")
    watching = Player(server, owner.table, opened["spectator"])
    assert called(watching) == {"russian": "Anna", "german": ""}
    secret = secrets.token_urlsafe(32)
    assert invite.post("join", secret=secret, name="Bert").status_code == 200
    guest = Player(server, owner.table, secret)
    assert called(watching) == called(guest) == called(owner) == {"russian": "Anna", "german": "Bert"}
    told = [line["text"] for line in watching.state()["log"] if line["kind"] == "Table"]
    assert told == ["German player: Bert sits here now."]
    assert guest.post("name", name="Bertha").json()["seq"] == 3
    assert guest.post("name", name="Bertha").json()["seq"] == 3  # the same again is nothing new
    cards = owner.http.post("/api/tables/mine", json={"tokens": [owner.token]}).json()
    assert cards[0]["names"] == {"russian": "Anna", "german": "Bertha"}
    assert watching.post("name", name="Cora").status_code == 403
    # Whoever leaves takes his name along.
    assert guest.post("leave").status_code == 200
    assert called(owner) == {"russian": "Anna", "german": ""}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("   ", "at least one letter"),
        ("n" * 25, "at most 24 characters; this one has 25"),
        ("An\nna", "line breaks"),
        ("An\x07na", "control characters"),
        ("An\u202ena", "invisible signs"),
        ("\u3164", "invisible signs"),
        ("Anna\u3164", "invisible signs"),
        ("\u2800\u2800", "invisible signs"),
        ("An\ufe0fna", "invisible signs"),
        ("An\u034fna", "invisible signs"),
        ("...", "at least one letter"),
        ("A" + "\u0300\u0301\u0302" * 6, "at most 2 signs"),
        ("\u0301nna", "at most 2 signs"),
        ("A \u0301nna", "at most 2 signs"),
        ("A\u20ddnna", "at most 2 signs"),
        ("the opener of the table", "what the table calls"),
        ("The  Opener of the Table", "what the table calls"),
        ("\uff54he opener of the table", "what the table calls"),
        ("th\u0435 opener of the table", "one alphabet"),
        ("Nobody", "what the table calls"),
        ("a guest", "what the table calls"),
        ("the bot staff", "what the table calls"),
        ("bot:staff", "what the table calls"),
    ],
)
def test_a_bad_name_gets_a_sentence_and_changes_nothing(server: str, name: str, why: str) -> None:
    owner, invite, _ = invited(server, name="Anna")
    for answer in (
        owner.post("name", name=name),
        invite.post("join", secret=secrets.token_urlsafe(32), name=name),
        owner.http.post("/api/tables", json={"game": "secret", "name": name}),
    ):
        assert answer.status_code == 400
        assert why in answer.json()["detail"]
    assert called(owner) == {"russian": "Anna", "german": ""}
    assert owner.post("name", name="").status_code == 400
    assert called(invite.join()) == {"russian": "Anna", "german": ""}  # the invitation is still good


@pytest.mark.parametrize(
    "name", ["Zoë", "Jürgen-Peter", "Nguyễn", "Ольга", "Ελένη", "王小明", "สมชาย", "अनिता", "O'Neill 3rd", "Ben & Ada"]
)
def test_names_of_people_are_let_through(name: str) -> None:
    assert person_name(f" {name} ") == unicodedata.normalize("NFC", name)


def test_a_name_is_changed_a_few_times_a_minute_and_the_log_tells_the_last(server: str) -> None:
    owner, invite, _ = invited(server)
    guest = invite.join()
    watching = owner.live()
    watching.take()
    answers = [guest.post("name", name=f"Bert {n}").status_code for n in range(40)]
    assert answers[:NAMES_PER_MINUTE] == [200] * NAMES_PER_MINUTE
    assert set(answers[NAMES_PER_MINUTE:]) == {429}
    last = f"Bert {NAMES_PER_MINUTE - 1}"
    watching.until_that(lambda state: state["seats"][1]["name"] == last)
    told = [line["text"] for line in watching.log if line["kind"] == "Table"]
    assert told == [f"German player: {last} sits here now."]
    assert [line["text"] for line in owner.state()["log"] if line["kind"] == "Table"] == told
    # What he is called already is not counted, and the opener has his own count.
    assert guest.post("name", name=last).status_code == 200
    assert owner.post("name", name="Anna").status_code == 200


def test_names_are_kept(fresh_database: Callable[[], str]) -> None:
    url = fresh_database()
    with serving(settings(url)) as server:
        owner, invite, _ = invited(server, game="secret", name="Anna")
        guest = invite.join()
        assert guest.post("name", name="Bert").status_code == 200
        table, token = owner.table, owner.token
    with serving(settings(url)) as server:
        assert called(Player(server, table, token)) == {"russian": "Anna", "german": "Bert"}
