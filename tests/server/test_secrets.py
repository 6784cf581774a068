"""Nothing hidden leaves the server."""

from __future__ import annotations

import json
import random
from typing import Any

import sqlalchemy as sa

from grognard.engine import Seat
from grognard.engine.concealment import names_for
from grognard.engine.pieces import each
from grognard.games import load_game
from grognard.games.marshals.model import DISRUPTED, GERMAN
from grognard.server.live.bots import bot_seed
from grognard.server.play.queries import _guesses

from .support import Player, buttons, offers, open_table


def german_words() -> list[str]:
    """Whatever would tell a German counter from another."""
    units = [unit for unit in load_game("secret").roster.units if unit.side == "german"]
    return [word for unit in units for word in (f'"{unit.id}"', f" {unit.id}", unit.name)]


def tells(text: str) -> list[str]:
    """The words in a message that should not be there."""
    decoded = json.dumps(json.loads(text), ensure_ascii=False)
    return [word for word in german_words() if word in decoded]


def test_opponent_and_spectator_see_backs_only(server: str, database: str) -> None:
    german, opened = open_table(server, game="secret", seats={"russian": "open", "german": "human"})
    russian = Player(server, german.table, opened["invites"]["russian"]).join()
    spectator = Player(server, german.table, opened["spectator"])
    mine, lives = german.live(), [russian.live(), spectator.live()]
    mine.take()
    rng = random.Random(5)
    for _ in range(25):
        answer = german.act(mine.state, rng.choice(offers(mine.state)))
        assert answer.status_code == 200, answer.text
        mine.until(answer.json()["seq"])
    assert tells(mine.texts[-1])  # the German player knows his own
    for live in lives:
        live.until(mine.state["seq"])
        assert live.log
        assert [found for text in live.texts for found in tells(text)] == []
    seed = stored_seed(database, german.table)
    assert not any(seed in text for live in (mine, *lives) for text in live.texts)
    ask(russian, spectator, mine.state)


def ask(russian: Player, spectator: Player, state: dict[str, Any]) -> None:
    """Everything else that can be asked."""
    for player in (russian, spectator):
        for path, body in (
            ("state", {}),
            ("replay", {"to": state["actions"]}),
            ("replay", {"to": 3}),
            ("marks", {}),
            ("overlays", {}),
        ):
            answer = player.post(path, **body)
            assert answer.status_code == 200
            assert tells(answer.text) == []
        for path in ("record",):
            answer = player.post(path)
            assert answer.status_code == 409
            assert tells(answer.text) == []
        assert player.post("replay", to=1, seat="german").status_code == 403
        assert player.post("overlays").json() == []
    # A guess at what stands somewhere is not answered.
    guess = russian.post("why", seat="russian", piece="G-404")
    assert "G-404" not in guess.text
    taken = russian.http.post(
        "/api/tables", json={"play_on": {"table": russian.table, "token": russian.token, "at": 2}}
    )
    assert taken.status_code == 409


def test_refusals_do_not_name_unknown_units(server: str) -> None:
    german, opened = open_table(server, game="secret", seats={"russian": "open", "german": "human"})
    russian = Player(server, german.table, opened["invites"]["russian"]).join()
    rng = random.Random(9)
    while (state := german.state())["asked"] == "german":
        answer = german.act(state, rng.choice(buttons(state) or offers(state)))
        assert answer.status_code == 200, answer.text
    state = russian.state()
    handles = [hidden["handle"] for hidden in state["views"][0]["hidden"]]
    assert handles
    for handle in handles:
        answer = russian.post("why", seat="russian", piece=handle)
        assert answer.status_code == 200
        assert answer.json()["text"]
        assert tells(answer.text) == []
        for offer in offers(state, "pick")[:1]:
            assert tells(russian.act(state, offer.replace(offer.split(" ")[1], handle)).text) == []


def test_hot_seat_with_secrets_keeps_the_logs_apart(server: str) -> None:
    player, _ = open_table(server, game="secret")
    for _ in range(6):
        player.step(random.Random(1))
    state = player.state()
    assert state["log"] == []
    assert set(state["seat_logs"]) == {"russian", "german"}
    assert tells(json.dumps(state["seat_logs"]["russian"])) == []
    assert tells(json.dumps(state["seat_logs"]["german"]))


def stored_seed(database: str, table: str) -> str:
    """The seed from the database."""
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        seed: str = connection.execute(sa.text("SELECT seed FROM tables WHERE id = :id"), {"id": table}).scalar_one()
    engine.dispose()
    return seed


def test_tokens_are_not_stored(server: str, database: str) -> None:
    _, opened = open_table(server, seats={"russian": "open"})
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        stored = connection.execute(sa.text("SELECT hash FROM tokens")).scalars().all()
    engine.dispose()
    for token in (opened["token"], opened["spectator"], *opened["invites"].values()):
        assert token not in stored
        assert len(token) >= 32


def test_a_click_on_a_place_tells_nothing_by_its_order() -> None:
    game = load_game("secret")
    one, two = each(game.roster.of_side[GERMAN] & game.mobile)[:2]
    found = []
    for disrupted in (one, two):  # a seat that sees only backs cannot tell which of the two it is
        g = game.start()
        place = game.names.place("1406")
        for piece in (one, two):
            g._shift(piece, place)
        g.flags[disrupted] = DISRUPTED
        names, concealed = names_for(g, Seat(0))
        assert {one, two} <= set(concealed)
        found.append(_guesses(g, names, "", "1406"))
    assert len(found[0]) > 1
    assert found[0] == found[1]


def test_a_bot_cannot_be_foreseen() -> None:
    assert bot_seed("00" * 32, "table german") != bot_seed("01" * 32, "table german")
    assert bot_seed("00" * 32, "table german") == bot_seed("00" * 32, "table german")


def test_the_answer_of_a_failing_bot_is_not_shown(server: str) -> None:
    player, _ = open_table(server, seats={"russian": "human", "german": "bot:cheating"})
    notice = player.live().until_that(lambda s: s["notices"])["notices"][0]["text"]
    assert "answered something that is not possible" in notice
    assert "win" not in notice
    player, _ = open_table(server, seats={"russian": "human", "german": "bot:raising"})
    assert "no idea" not in player.live().until_that(lambda s: s["notices"])["notices"][0]["text"]
