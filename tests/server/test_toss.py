"""Players add to the seed: nobody can choose the dice, not even whoever runs the server."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from grognard.engine import RecordError, read_record, replay
from grognard.engine.chance import SeedStream, commitment, part_commitment
from grognard.games import load_game
from grognard.server.bench import serving

from .conftest import settings
from .support import Player, offers, open_table

OPENERS, GUESTS = "ab" * 32, "cd" * 32


def fix(player: Player, party: str, part: str) -> Any:
    """Send the hash of a part."""
    return player.post("toss", commitment=part_commitment(party, part))


def tell(player: Player, part: str) -> Any:
    """Send a part."""
    return player.post("toss", part=part)


def invited(server: str, **more: Any) -> tuple[Player, Player]:
    """The opener and a guest of a table whose dice wait for both."""
    owner, opened = open_table(server, toss=True, seats={"russian": "human", "german": "open"}, **more)
    return owner, Player(server, owner.table, opened["invites"]["german"])


def until_luck(*players: Player) -> None:
    """Play until luck is asked, which does not answer."""
    rng = random.Random(2)
    for _ in range(2000):
        state = players[0].state()
        if state["asked"] == "chance":
            return
        (at,) = [p for p in players if any(s["yours"] and s["id"] == state["asked"] for s in p.state()["seats"])]
        state = at.state()
        answer = at.act(state, rng.choice(offers(state)))
        assert answer.status_code == 200, answer.text
    raise AssertionError("luck was never asked")


def test_dice_wait_for_both_and_come_from_both(server: str) -> None:
    owner, invite = invited(server)
    shown = owner.state()
    assert shown["toss"]["asks"] == "commitment"
    assert fix(owner, "opener", OPENERS).status_code == 200
    assert owner.state()["toss"]["asks"] == "", "the guest is missing"
    assert tell(owner, OPENERS).status_code == 409, "the guest could choose his part knowing this one"
    guest = invite.join()
    until_luck(owner, guest)
    waiting = owner.state()
    assert "wait for German" in waiting["views"][0]["decision"]["prompt"]
    assert (waiting["can_undo"], waiting["over"]) == (False, False)
    assert owner.act(waiting, "roll 6", seat="russian").status_code == 409

    assert fix(guest, "german", GUESTS).status_code == 200
    toss = guest.state()["toss"]
    assert (toss["closed"], toss["settled"], toss["party"], toss["asks"]) == (True, False, "german", "part")
    assert [p["part"] for p in toss["parts"]] == ["", ""]
    assert tell(guest, GUESTS).status_code == 200
    assert owner.state()["asked"] == "chance", "one part is not enough"
    assert tell(owner, OPENERS).status_code == 200
    settled = owner.state()
    assert settled["toss"]["settled"]
    assert settled["asked"] != "chance"
    assert settled["commitment"] == shown["commitment"]
    assert any("added to the seed" in line.get("text", "") for line in settled["log"])
    record = read_record(owner.post("record").text)
    assert record.parts == {"german": GUESTS, "opener": OPENERS}


def test_the_dice_are_those_of_the_joint_seed(fresh_database: Callable[[], str]) -> None:
    """The database tells the secret; with the parts it gives the dice, and without them others."""
    database = fresh_database()
    with serving(settings(database)) as server:
        owner, _ = open_table(server, toss=True)
        fix(owner, "opener", OPENERS)
        tell(owner, OPENERS)
        rng = random.Random(5)
        text = ""
        while text.count("\nchance ") < 10:
            for _ in range(50):
                owner.step(rng)
            text = owner.post("record").text
    secret = bytes.fromhex(sa.create_engine(database).connect().execute(sa.text("SELECT seed FROM tables")).scalar())
    record = read_record(text)
    game = load_game("marshals")
    for stream, proved in ((SeedStream(secret, parts=record.parts), True), (SeedStream(secret), False)):
        same = []
        g = game.start(record.scenario, record.options)
        for entry in record.entries:
            if entry.who == "chance":
                same.append(stream.answer(g).text == entry.action)
            g.play(entry.action)
        assert all(same) is proved
    record.seed, record.outcome = secret.hex(), ""
    assert commitment(secret) == record.commitment
    assert list(replay(game, record, verify=True))
    record.parts = {"opener": GUESTS}
    with pytest.raises(RecordError, match="the dice were touched"):
        list(replay(game, record, verify=True))


def test_forged_parts_are_refused(server: str) -> None:
    owner, invite = invited(server)
    guest = invite.join()
    assert tell(owner, OPENERS).json()["detail"] == "Fix your part of the seed first."
    assert fix(guest, "german", GUESTS).status_code == 200
    assert fix(guest, "german", GUESTS).json()["repeated"], "a lost answer does no harm"
    assert fix(guest, "german", OPENERS).status_code == 409, "what is fixed is fixed"
    # Somebody else's hash is of no use: it names its party.
    assert owner.post("toss", commitment=part_commitment("german", GUESTS)).status_code == 200
    assert tell(owner, GUESTS).status_code == 400
    assert tell(guest, OPENERS).json()["detail"] == "This is not the part that you fixed."
    assert tell(guest, GUESTS).status_code == 200
    assert tell(guest, GUESTS).json()["repeated"]
    assert owner.state()["toss"]["settled"] is False
    for nonsense in ({}, {"part": "x"}, {"commitment": "AB" * 32}, {"part": GUESTS, "commitment": GUESTS}):
        assert guest.post("toss", **nonsense).status_code == 400


def test_strangers_and_spectators_add_nothing(server: str) -> None:
    owner, opened = open_table(server, toss=True, seats={"german": "open"})
    watcher = Player(server, owner.table, opened["spectator"])
    assert watcher.state()["toss"]["asks"] == ""
    assert fix(watcher, "", GUESTS).status_code == 409
    invite = Player(server, owner.table, opened["invites"]["german"])
    assert fix(invite, "german", GUESTS).status_code == 409, "he has not sat down"
    plain, _ = open_table(server)
    assert plain.state()["toss"] is None
    assert fix(plain, "opener", OPENERS).status_code == 409


def test_who_plays_alone_waits_for_nobody(server: str) -> None:
    owner, _ = open_table(server, toss=True, seats={"german": "bot:steady"})
    assert fix(owner, "opener", OPENERS).status_code == 200
    assert owner.state()["toss"]["closed"]
    assert tell(owner, OPENERS).status_code == 200
    assert owner.state()["toss"]["settled"]
    bots, _ = open_table(server, toss=True, seats={"russian": "bot:steady", "german": "bot:steady"})
    assert bots.state()["toss"]["settled"], "where only bots play the seed is the server's"


def test_a_guest_who_stays_away_is_left_out_and_one_who_comes_later_adds_nothing(server: str) -> None:
    owner, invite = invited(server, absence=0.0000001)
    guest = invite.join()
    fix(owner, "opener", OPENERS)
    fix(guest, "german", GUESTS)
    assert tell(owner, OPENERS).status_code == 200
    until_luck(owner, guest)
    # The guest never tells his part: nothing is rolled until he is replaced.
    assert owner.state()["asked"] == "chance"
    assert owner.post("seats", seat="german", player="open").status_code == 200
    state = owner.state()
    assert state["toss"]["settled"]
    assert state["asked"] != "chance"
    late = Player(server, owner.table, owner.post("invite", seat="german").json()["token"]).join()
    assert late.state()["toss"]["asks"] == ""
    assert fix(late, "german", GUESTS).status_code == 409


def test_the_opener_cannot_leave_when_he_knows_the_other_part(server: str) -> None:
    owner, invite = invited(server)
    guest = invite.join()
    fix(owner, "opener", OPENERS)
    fix(guest, "german", GUESTS)
    tell(guest, GUESTS)
    owner.post("seats", seat="russian", player="bot:steady")
    toss = owner.state()["toss"]
    assert (toss["settled"], toss["asks"]) == (False, "part")


def test_a_seat_that_is_given_to_a_bot_is_not_waited_for(server: str) -> None:
    owner, _ = invited(server)
    fix(owner, "opener", OPENERS)
    assert not owner.state()["toss"]["closed"]
    owner.post("seats", seat="german", player="bot:steady")
    assert owner.state()["toss"]["asks"] == "part"


def test_it_survives_every_start_of_the_server(fresh_database: Callable[[], str]) -> None:
    database = fresh_database()
    with serving(settings(database)) as server:
        owner, invite = invited(server)
        guest = invite.join()
        fix(owner, "opener", OPENERS)
    steps: list[Callable[[Player, Player], Any]] = [
        lambda _, guest: fix(guest, "german", GUESTS),
        until_luck,
        lambda _, guest: tell(guest, GUESTS),
        lambda owner, _: tell(owner, OPENERS),
        play_on,
    ]
    for step in steps:
        with serving(settings(database)) as server:
            owner, guest = Player(server, owner.table, owner.token), Player(server, guest.table, guest.token)
            step(owner, guest)
            before = owner.state()
    with serving(settings(database)) as server:
        after = Player(server, owner.table, owner.token).state()
    assert after == before
    assert after["toss"]["settled"]


def play_on(owner: Player, guest: Player) -> None:
    """Play on for a while."""
    rng = random.Random(3)
    for _ in range(30):
        state = owner.state()
        at = owner if state["asked"] == "russian" else guest
        state = at.state()
        assert at.act(state, rng.choice(offers(state))).status_code == 200
