"""A seat resigns, and players agree on a draw: told to all, kept, proved by the record, and nobody plays on."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from grognard.cli import main
from grognard.engine import RecordError, read_record, replay
from grognard.games import load_game
from grognard.server.bench import serving

from .conftest import settings
from .support import Live, Player, open_table

_ids = itertools.count(1)


def parley(player: Player, what: str, seat: str, client_id: str = "") -> httpx.Response:
    """Resign, or say something about a draw."""
    return player.post("parley", what=what, seat=seat, client_id=client_id or f"parley-{next(_ids)}")


def two(server: str, **more: Any) -> tuple[Player, Player, Player]:
    """The opener (Russian), a guest (German) and somebody who watches."""
    owner, opened = open_table(server, seats={"russian": "human", "german": "open"}, **more)
    guest = Player(server, owner.table, opened["invites"]["german"]).join()
    return owner, guest, Player(server, owner.table, opened["spectator"])


def told(state: dict[str, Any]) -> list[str]:
    """What the log says of the table."""
    return [line["text"] for line in state["log"] if line["kind"] == "Table"]


def until_told(live: Live, words: str) -> None:
    """Wait for a line of the log."""
    live.until_that(lambda state: any(words in line.get("text", "") for line in live.log))


def play_on(*players: Player, actions: int = 1, seed: int = 3) -> None:
    """Whoever is asked plays."""
    rng = random.Random(seed)
    for _ in range(actions):
        asked = players[0].state()["asked"]
        (at,) = [p for p in players if any(s["yours"] and s["id"] == asked for s in p.state()["seats"])]
        at.step(rng)


def turns(player: Player) -> int:
    """How many turns of the game and of its players have begun."""
    return sum(mark["level"] <= 2 for mark in player.post("marks").json())


def into_turns(*players: Player) -> None:
    """Play until another turn has begun."""
    before = turns(players[0])
    for seed in range(900):
        if turns(players[0]) > before:
            return
        play_on(*players, seed=seed)
    raise AssertionError("no turn ever began")


def until_asked(seat: str, *players: Player) -> None:
    """Play until a seat is asked."""
    for seed in range(600):
        if players[0].state()["asked"] == seat:
            return
        play_on(*players, seed=seed)
    raise AssertionError(f"{seat} was never asked")


def test_whoever_resigns_has_lost_and_all_are_told(server: str) -> None:
    owner, guest, watcher = two(server)
    into_turns(owner, guest)
    live = watcher.live()
    live.take()
    before = guest.state()
    assert parley(guest, "resign", "german").status_code == 200
    live.until_that(lambda state: state["over"])
    for state in (owner.state(), guest.state(), watcher.state(), live.state):
        assert state["over"]
        assert state["asked"] == ""
        (view,) = state["views"]
        assert view["decision"] is None
        text = "German player resigned: victory for Russian player."
        assert view["outcome"] == {"winner": "russian", "text": text, "rule": "", "degree": ""}
        assert state["seed"]
        assert state["parley"] == {"seat": "", "may_offer": False, "offer": "", "answers": ""}
    assert told(watcher.state())[-1] == "German player resigned: victory for Russian player."
    for player, seat in ((owner, "russian"), (guest, "german")):
        assert player.act({**before, "asked": seat}, "pass").status_code == 409
        assert player.back("undo", player.state()["seq"]).status_code in (403, 409)
        for what in ("resign", "offer", "accept"):
            assert parley(player, what, seat).json()["detail"] == "The game is over."
    assert owner.post("review").json()["course"][-1]["lead"] == 1.0
    (card,) = httpx.post(f"{server}/api/tables/mine", json={"tokens": [owner.token]}).json()
    assert card["outcome"] == "German player resigned: victory for Russian player."


def test_the_record_of_a_game_that_players_ended_is_proved(
    server: str, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    owner, guest, _ = two(server)
    play_on(owner, guest, actions=40)
    assert parley(owner, "resign", "russian").status_code == 200
    text = owner.post("record").text
    assert "\nagreed: resign russian\n" in text
    file = tmp_path / "game.txt"
    file.write_text(text)
    assert main(["replay", "--verify", str(file)]) == 0
    assert "Russian player resigned" in capsys.readouterr().out
    game = load_game("marshals")
    for forged in (
        text.replace("agreed: resign russian", "agreed: resign german"),
        text.replace("agreed: resign russian", "agreed: draw"),
        text.replace("agreed: resign russian", "agreed: resign nobody"),
        text.replace("agreed: resign russian\n", ""),
    ):
        with pytest.raises(RecordError):
            list(replay(game, read_record(forged), verify=True))
    again = httpx.post(f"{server}/api/tables", json={"record": text, "at": 20}, timeout=30)
    assert again.status_code == 201, "it can be played on from any of its actions"


def test_a_draw_is_offered_and_accepted(server: str) -> None:
    owner, guest, watcher = two(server)
    into_turns(owner, guest)
    shown = owner.state()["parley"]
    assert shown == {"seat": "russian", "may_offer": True, "offer": "", "answers": ""}
    can_undo = owner.state()["can_undo"]
    assert parley(owner, "offer", "russian").status_code == 200
    assert owner.state()["can_undo"] == can_undo, "an offer changes nothing in the game"
    assert owner.state()["parley"] == {"seat": "russian", "may_offer": False, "offer": "russian", "answers": ""}
    assert guest.state()["parley"] == {"seat": "german", "may_offer": False, "offer": "russian", "answers": "german"}
    assert watcher.state()["parley"] == {"seat": "", "may_offer": False, "offer": "russian", "answers": ""}
    assert parley(owner, "accept", "russian").status_code == 409, "nobody agrees with himself"
    assert parley(guest, "withdraw", "german").status_code == 409
    assert parley(guest, "accept", "german").status_code == 200
    state = watcher.state()
    assert told(state)[-2:] == ["Russian player offered a draw.", "A draw was agreed."]
    assert state["views"][0]["outcome"]["winner"] == ""
    record = read_record(guest.post("record").text)
    assert (record.agreed, record.outcome, bool(record.seed)) == ("draw", "A draw was agreed.", True)
    list(replay(load_game("marshals"), record, verify=True))
    assert owner.post("review").json()["course"][-1]["lead"] == 0.0


def test_a_review_counts_points_with_their_places(server: str) -> None:
    """The numbers of its terms are fractions, which go from one process to another and over the wire."""
    owner, _ = open_table(server, game="konigsberg")
    assert parley(owner, "resign", "german").is_success
    german = owner.post("review").json()["standings"][0]
    assert [term["number"] for term in german["terms"]] == ["1"] * 14
    assert all(term["places"][0] in term["reason"] for term in german["terms"])


def test_an_offer_is_declined_withdrawn_or_lapses(server: str) -> None:
    owner, guest, _ = two(server)
    into_turns(owner, guest)
    until_asked("russian", owner, guest)
    parley(owner, "offer", "russian")
    play_on(owner, guest)
    assert owner.state()["parley"]["offer"] == "russian", "its maker may play on meanwhile"
    assert parley(guest, "decline", "german").status_code == 200
    assert told(owner.state())[-1] == "German player declined the draw."
    again = parley(owner, "offer", "russian")
    assert again.status_code == 409
    assert "in this turn" in again.json()["detail"]

    assert parley(guest, "offer", "german").status_code == 200
    assert parley(owner, "offer", "russian").json()["detail"] == "A draw is offered already."
    assert parley(guest, "withdraw", "german").status_code == 200
    assert parley(owner, "accept", "russian").json()["detail"] == "No draw is offered any more."

    assert not owner.state()["parley"]["may_offer"]
    into_turns(owner, guest)
    until_asked("russian", owner, guest)
    assert owner.state()["parley"]["may_offer"]
    assert parley(owner, "offer", "russian").status_code == 200, "a new turn has begun"
    until_asked("german", owner, guest)
    assert owner.state()["parley"]["offer"] == "russian"
    play_on(owner, guest)
    assert owner.state()["parley"]["offer"] == "", "to play on is an answer"
    assert parley(guest, "accept", "german").status_code == 409
    assert not owner.state()["over"]


def test_only_the_owner_of_a_seat_speaks_for_it(server: str) -> None:
    owner, guest, watcher = two(server)
    other, _ = open_table(server)
    stranger = Player(server, owner.table, other.token)
    for player, seat in ((owner, "german"), (guest, "russian"), (watcher, "german"), (watcher, "russian")):
        for what in ("resign", "offer", "accept", "decline", "withdraw"):
            assert parley(player, what, seat).status_code == 403
    assert parley(stranger, "resign", "russian").status_code == 403
    assert parley(Player(server, owner.table, "x" * 32), "resign", "russian").status_code == 403
    assert parley(owner, "resign", "nobody").status_code == 404
    assert parley(owner, "win", "russian").status_code == 400
    assert parley(owner, "offer", "russian").status_code == 200
    assert parley(watcher, "accept", "german").status_code == 403
    assert parley(owner, "accept", "german").status_code == 403, "the opener does not answer for his guest"
    assert not owner.state()["over"]
    assert told(owner.state()).count("Russian player offered a draw.") == 1


def test_the_same_request_again_is_not_done_twice(server: str) -> None:
    owner, guest, _ = two(server)
    assert not parley(owner, "offer", "russian", "same").json()["repeated"]
    assert parley(owner, "offer", "russian", "same").json()["repeated"]
    assert parley(owner, "resign", "russian", "same").status_code == 409
    assert parley(guest, "offer", "russian", "same").status_code == 403


def test_who_plays_both_seats_speaks_for_the_one_that_is_asked(server: str) -> None:
    owner, _ = open_table(server)
    until_asked("german", owner)
    assert owner.state()["parley"]["seat"] == "german"
    assert parley(owner, "offer", "german").status_code == 200
    assert owner.state()["parley"]["answers"] == "russian"
    assert parley(owner, "resign", "german").status_code == 200
    assert owner.state()["views"][0]["outcome"]["winner"] == "russian"


def test_nobody_agrees_with_an_empty_seat(server: str) -> None:
    owner, _ = open_table(server, seats={"german": "open"})
    assert owner.state()["parley"]["seat"] == ""
    assert "still free" in parley(owner, "resign", "russian").json()["detail"]


def test_bots_answer_and_play_on(server: str) -> None:
    """One accepts; one that cannot say declines, and neither is stuck."""
    owner, _ = open_table(server, seats={"german": "bot:peaceful"})
    live = owner.live()
    assert parley(owner, "offer", "russian").status_code == 200
    live.until_that(lambda state: state["over"])
    assert live.state["views"][0]["outcome"]["text"] == "A draw was agreed."

    owner, _ = open_table(server, seats={"german": "bot:steady"})
    live = owner.live()
    assert parley(owner, "offer", "russian").status_code == 200
    until_told(live, "German player declined the draw: the bot thinks")
    live.until_that(lambda state: state["asked"] == "russian")
    assert not live.state["notices"]


def test_what_was_agreed_survives_the_server(fresh_database: Callable[[], str]) -> None:
    database = fresh_database()
    with serving(settings(database)) as server:
        owner, guest, _ = two(server)
        play_on(owner, guest, actions=8)
        parley(owner, "offer", "russian")
        ended, other, _ = two(server)
        play_on(ended, other, actions=8)
        parley(other, "resign", "german")
        early, nobody, _ = two(server)
        parley(early, "resign", "russian")
    for _ in range(2):  # the second time it is read from the snapshot of the first
        with serving(settings(database)) as server:
            for player in (owner, guest, ended, other, early, nobody):
                player.__init__(server, player.table, player.token)  # type: ignore[misc]
            assert guest.state()["parley"]["answers"] == "german"
            assert parley(owner, "offer", "russian").status_code == 409
            state = ended.state()
            assert (state["over"], state["asked"], state["views"][0]["outcome"]["winner"]) == (True, "", "russian")
            assert told(state)[-1] == "German player resigned: victory for Russian player."
            assert early.state()["views"][0]["outcome"]["winner"] == "german"
            record = read_record(other.post("record").text)
            list(replay(load_game("marshals"), record, verify=True))
            assert parley(other, "resign", "german").json()["detail"] == "The game is over."
    with serving(settings(database)) as server:
        guest.__init__(server, guest.table, guest.token)  # type: ignore[misc]
        assert parley(guest, "accept", "german").status_code == 200
        assert guest.state()["over"]


def test_an_offer_tells_no_secret(server: str) -> None:
    """In a game with secrets nothing but the offer itself is told, until the game has been ended."""
    owner, guest, watcher = two(server, game="secret")
    play_on(owner, guest, actions=6)
    before = watcher.state()
    parley(guest, "offer", "german")
    after = watcher.state()
    assert after["views"] == before["views"]
    assert [line["text"] for line in after["log"][len(before["log"]) :]] == ["German player offered a draw."]
    assert owner.post("record").status_code == 409
    assert parley(owner, "accept", "russian").status_code == 200
    assert owner.post("record").status_code == 200


def test_the_bots_that_are_shipped_judge_by_their_score(
    fresh_database: Callable[[], str], caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody stands worse when a game begins; a seat that is not asked can judge too, also where much is hidden."""
    shipped = {"bots": ("staff",), "bot_factory": "grognard.bots:make_bot", "bot_seconds": 20.0}
    with serving(settings(fresh_database(), **shipped)) as server:
        for game, mine, theirs in (("raceforberlin", "zhukov", "koniev"), ("reichstag", "1bf", "1uf")):
            owner, _ = open_table(server, game=game, seats={mine: "human", theirs: "bot:staff"})
            live = owner.live()
            assert parley(owner, "offer", mine).status_code == 200
            until_told(live, "declined the draw: the bot thinks")
            live.close()
    assert "was offered a draw and" not in caplog.text
