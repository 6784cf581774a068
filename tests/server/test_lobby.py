"""Everything around the play: games, pictures, lists, replay, records, the page, headers, limits."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from grognard.engine import read_record
from grognard.engine import replay as replay_record
from grognard.games import BUILT_IN, load_game
from grognard.server.bench import serving

from .conftest import settings
from .support import Player, offers, open_table


def test_the_lobby_knows_the_games(server: str) -> None:
    lobby = httpx.get(f"{server}/api/games").json()
    card = next(game for game in lobby["games"] if game["id"] == "marshals")
    assert [s["id"] for s in card["scenarios"]] == ["conventional", "dual"]
    assert [s["id"] for s in card["scenarios"][0]["seats"]] == ["russian", "german"]
    assert lobby["bots"][0] == lobby["proposed_bot"] == "steady"
    ours = [game for game in lobby["games"] if game["id"] in BUILT_IN and game["id"] != "secret"]
    assert [game["start_here"] for game in ours] == [True, *[False] * (len(ours) - 1)]
    hours = [sum(load_game(game["id"]).playing_time) for game in ours]
    assert hours[1:] == sorted(hours[1:]), "the shorter before the longer"
    assert card["length"] == "8 turns, 1–2 hours"
    assert card["difficulty"] == "easy"
    pictures = [httpx.get(server + game["picture"], timeout=30).content for game in lobby["games"]]
    assert all(picture[8:12] == b"WEBP" for picture in pictures)
    assert sum(map(len, pictures)) < 400_000


def test_the_catalog_has_what_a_board_needs(server: str) -> None:
    catalog = httpx.get(f"{server}/api/games/marshals", timeout=30).json()
    game = load_game("marshals")
    places = {place["id"]: place for place in catalog["places"]}
    assert len(places) == game.board.all.bit_count()
    berlin = places["0806"]
    assert len(berlin["outline"]) == 6
    x, y = berlin["anchor"]
    assert 0 < x < catalog["width"]
    assert 0 < y < catalog["height"]
    assert {p["id"] for p in catalog["pieces"]} == {u.id for u in game.roster.units}
    assert catalog["pieces"][0]["face"]["symbol"]
    assert catalog["boxes"][0]["id"] == "out"
    assert any(rule["number"] == "SET.3" for rule in catalog["rules"])
    crt = next(page for page in catalog["charts"]["pages"] if page["name"] == "crt")
    assert [head["title"] for head in crt["heads"]] == ["A", "B"]
    assert next(row["cells"][3] for row in crt["rows"] if row["heads"] == ["4", "3"]) == "DW"
    assert "## Playing it here" in httpx.get(f"{server}/api/games/marshals/guide").text
    legend = httpx.get(f"{server}/api/games/reichstag/legend", timeout=60).json()
    assert any("Railway" in row["label"] and row["svg"].startswith("<svg") for row in legend)
    assert {flag["name"] for flag in catalog["flags"]} >= {"disrupted", "moved"}


def test_a_lesson_opens_the_table_it_speaks_of(server: str) -> None:
    """The steps' actions can be played at the table, and the dice are those of the lesson."""
    lesson = httpx.get(f"{server}/api/games/marshals/lesson", timeout=30).json()
    opened = httpx.post(f"{server}/api/tables", json={"game": "marshals", "lesson": True}, timeout=30).json()
    address, token = f"{server}/api/tables/{opened['table']}", opened["token"]
    for awaited in [a for step in lesson["steps"] for a in step["awaited"]]:
        state = httpx.post(f"{address}/state", json={"token": token}).json()
        assert (state["actions"], state["asked"]) == (awaited["at"], awaited["seat"])
        body = {"token": token, "seat": awaited["seat"], "action": awaited["action"], "seq": state["seq"]}
        assert httpx.post(f"{address}/actions", json=body | {"client_id": str(awaited["at"])}).is_success
    state = httpx.post(f"{address}/state", json={"token": token}).json()
    assert state["actions"] == lesson["end"]
    assert {seat["player"] for seat in state["seats"]} == {"human"}
    assert httpx.get(f"{server}/api/games/nothing/lesson").status_code == 404


def test_a_game_can_be_printed(server: str) -> None:
    """As a PDF for each size of paper, which a browser keeps."""
    answer = httpx.get(f"{server}/api/games/marshals/print.pdf", params={"paper": "letter"}, timeout=60)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    known = {"if-none-match": answer.headers["etag"]}
    again = httpx.get(f"{server}/api/games/marshals/print.pdf", params={"paper": "letter"}, headers=known, timeout=60)
    assert again.status_code == 304
    refused = httpx.get(f"{server}/api/games/marshals/print.pdf", params={"paper": "a3"})
    assert refused.status_code == 400
    assert "paper" in refused.json()["detail"].lower()


def test_pictures_are_cached_by_fingerprint(server: str) -> None:
    address = f"{server}/api/games/marshals/map.svg?palette=dark"
    first = httpx.get(address, timeout=60)
    assert first.headers["content-type"].startswith("image/svg+xml")
    assert first.headers["content-encoding"] == "gzip"
    assert first.text.startswith("<svg")
    again = httpx.get(address, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = httpx.get(address, headers={"accept-encoding": "identity"})
    assert plain.content == first.content
    assert httpx.get(f"{server}/api/games/marshals/map.svg?palette=pink").status_code == 400
    assert httpx.get(f"{server}/api/games/chess/map.svg").status_code == 404


def test_a_catalog_is_asked_for_again_but_sent_once(server: str) -> None:
    """After an upgrade no board may draw new positions with what it knew of the old game."""
    address = f"{server}/api/games/marshals"
    first = httpx.get(address, timeout=60)
    assert first.headers["cache-control"] == "public, no-cache"
    again = httpx.get(address, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_security_headers(server: str) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/schema/openapi.json", "/some/page"):
        headers = httpx.get(server + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert httpx.get(f"{server}/api/games").headers["cache-control"] == "no-store"


def test_my_tables(server: str) -> None:
    first, _ = open_table(server)
    second, opened = open_table(server, seats={"russian": "open"})
    tokens = [first.token, "nonsense", opened["spectator"], second.token, opened["invites"]["russian"]]
    cards = httpx.post(f"{server}/api/tables/mine", json={"tokens": tokens}).json()
    assert [(c["table"], c["role"], c["token_index"]) for c in cards] == [
        (second.table, "owner", 3),
        (first.table, "owner", 0),
    ]
    assert {c["headline"] for c in cards} == {"Set-up"}
    too_many = httpx.post(f"{server}/api/tables/mine", json={"tokens": ["x"] * 201})
    assert too_many.status_code == 400


def played(server: str, actions: int, **wanted: Any) -> Player:
    """A table on which some actions have been played."""
    player, _ = open_table(server, **wanted)
    rng = random.Random(4)
    while player.state()["actions"] < actions:
        player.step(rng)
    return player


def test_replay_shows_every_past_position(server: str) -> None:
    player, _ = open_table(server)
    rng = random.Random(4)
    seen = []
    for _ in range(70):
        state = player.state()
        seen.append((state["actions"], state["views"][1]["pieces"], len(state["log"])))
        player.step(rng)
    for actions, pieces, log in seen:
        past = player.post("replay", to=actions, seat="german").json()
        assert past["view"]["pieces"] == pieces
        assert past["log_to"] == log
    assert player.post("replay", to=10**6).status_code == 409
    for mark in player.post("marks").json():
        assert mark["level"] in (1, 2, 3)
        assert player.post("replay", to=mark["at"]).status_code == 200


def test_play_on_from_here(server: str) -> None:
    player = played(server, 12)
    wanted = {"play_on": {"table": player.table, "token": player.token, "at": 7}}
    answer = httpx.post(f"{server}/api/tables", json={**wanted, "seats": {"russian": "bot:steady"}})
    assert answer.status_code == 201
    opened = answer.json()
    other = Player(server, opened["table"], opened["token"])
    state = other.state()
    past = player.post("replay", to=7, seat="german").json()["view"]
    assert state["views"][0]["pieces"] == past["pieces"]
    assert state["actions"] == 0
    assert other.act(state, offers(state)[0]).status_code == 200
    assert player.state()["actions"] == 12
    record = read_record(other.post("record").text)
    assert record.origin
    assert len(list(replay_record(load_game("marshals"), record))) == 1
    wanted["play_on"]["at"] = 999
    assert httpx.post(f"{server}/api/tables", json=wanted).status_code == 409


def test_the_record_replays_and_can_be_played_on(server: str) -> None:
    player = played(server, 40)
    text = player.post("record").text
    record = read_record(text)
    game = load_game("marshals")
    last = [position.to_json() for _, position, _ in replay_record(game, record)][-1]
    assert record.seed == ""
    assert record.commitment == player.state()["commitment"]
    answer = httpx.post(f"{server}/api/tables", json={"record": text})
    assert answer.status_code == 201, answer.text
    other = Player(server, answer.json()["table"], answer.json()["token"])
    assert other.state()["views"][0]["pieces"] == player.state()["views"][0]["pieces"]
    assert last
    touched = text.replace("\ngerman put", "\nrussian put", 1)
    assert httpx.post(f"{server}/api/tables", json={"record": touched}).status_code == 400


def test_why_not_answers_clicks(server: str) -> None:
    player, _ = open_table(server)
    state = player.state()
    click = player.post("why", seat="german", piece="R-61").json()
    assert click == {"legal": False, "text": "61. Army is not waiting to be set up by you", "rule": "SET.3"}
    legal = offers(state)[0].split(" ")[1]
    assert player.post("why", seat="german", piece=legal).json()["legal"]
    assert player.post("why", seat="german", action=offers(state)[0]).json()["legal"]
    empty = player.post("why", seat="german", place="0101").json()
    assert empty["text"] == "choose one of the counters that are marked", "no place is asked for"
    assert player.post("why", seat="german", action="dance").json()["text"]
    assert player.post("why", seat="russian", piece="R-61").json()["text"].startswith("it is not your decision")
    assert player.post("why", seat="german", piece="R-61", place="0806").status_code == 400
    assert player.post("why", seat="german", place="9999").status_code == 400
    after = player.state()
    assert after == state


def test_overlays(server: str) -> None:
    player, _ = open_table(server)
    titles = [overlay["title"] for overlay in player.post("overlays").json()]
    assert "Zones of control" in titles


def test_the_page_without_and_with_a_built_client(
    fresh_database: Callable[[], str], tmp_path: Path, server: str
) -> None:
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Board</title>")
    (assets / "app-1a2b.js").write_text("export {}")
    (tmp_path.parent / "secret.txt").write_text("treasure")
    with serving(settings(fresh_database(), static=tmp_path)) as address:
        for path in ("/", "/table/abc", "/index.html"):
            assert "Board" in httpx.get(address + path).text
        script = httpx.get(f"{address}/assets/app-1a2b.js")
        assert "javascript" in script.headers["content-type"]
        assert "immutable" in script.headers["cache-control"]
        for path in ("/assets/none.js", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/a%00b"):
            assert "treasure" not in httpx.get(address + path).text
            assert httpx.get(address + path).status_code in (200, 404)
        assert httpx.get(f"{address}/assets/none.js").status_code == 404
    with serving(settings(fresh_database(), static=tmp_path / "none")) as address:
        assert "make web" in httpx.get(address).text


def test_opening_tables_is_limited(fresh_database: Callable[[], str]) -> None:
    with serving(settings(fresh_database(), tables_per_minute=3)) as address:
        for _ in range(3):
            open_table(address)
        answer = httpx.post(f"{address}/api/tables", json={"game": "marshals"})
        assert answer.status_code == 429
        assert answer.json()["detail"].startswith("Only 3 tables a minute")


@pytest.mark.parametrize("table", ["nothing", "x" * 200, "%00"])
def test_unknown_tables(server: str, table: str) -> None:
    answer = httpx.post(f"{server}/api/tables/{table}/state", json={"token": "x"})
    assert answer.status_code in (400, 403)
    assert answer.json()["detail"]


def test_a_pack_laid_over_a_game(fresh_database: Callable[[], str], tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("another pack")
    with serving(settings(fresh_database(), packs={"marshals": tmp_path})) as address:
        player, _ = open_table(address, seats={"german": "bot:steady"})
        state = player.live().until_that(lambda s: s["asked"] == "russian")
        assert player.act(state, offers(state)[0]).status_code == 200
        data = httpx.get(f"{address}/api/games/marshals", timeout=30).json()["data"]
        assert data != load_game("marshals").pack_hash


def test_a_table_is_left_and_deleted(server: str) -> None:
    """The list says whose turn it is; a guest gives his seat back; the opener's table goes for good."""
    opened = httpx.post(
        f"{server}/api/tables", json={"game": "marshals", "seats": {"german": "open", "russian": "human"}}
    ).json()
    address, token = f"{server}/api/tables/{opened['table']}", opened["token"]
    secret = "s" * 40
    assert httpx.post(f"{address}/join", json={"token": opened["invites"]["german"], "secret": secret}).is_success

    def card(of: str) -> dict[str, Any]:
        found: list[dict[str, Any]] = httpx.post(f"{server}/api/tables/mine", json={"tokens": [of]}).json()
        return found[0]

    assert (card(secret)["asked"], card(secret)["your_turn"], card(token)["your_turn"]) == ("german", True, False)
    refused = httpx.post(f"{address}/leave", json={"token": token})
    assert (refused.status_code, refused.json()["detail"][:19]) == (409, "A guest plays there")
    assert httpx.post(f"{address}/leave", json={"token": opened["spectator"]}).status_code == 403
    assert httpx.post(f"{address}/leave", json={"token": secret}).is_success
    state = httpx.post(f"{address}/state", json={"token": token}).json()
    assert {seat["id"]: seat["player"] for seat in state["seats"]}["german"] == "open"
    assert httpx.post(f"{address}/state", json={"token": secret}).status_code == 403
    assert httpx.post(f"{address}/leave", json={"token": token}).is_success
    assert httpx.post(f"{address}/state", json={"token": token}).status_code in (403, 404)
    assert httpx.post(f"{server}/api/tables/mine", json={"tokens": [token]}).json() == []


def test_a_running_game_is_not_looked_back_at(server: str) -> None:
    """How it stands is told at any time, the review only at the end."""
    opened = httpx.post(f"{server}/api/tables", json={"game": "konigsberg"}).json()
    address, body = f"{server}/api/tables/{opened['table']}", {"token": opened["token"]}
    standings = httpx.post(f"{address}/standing", json=body).json()
    assert [len(standing["terms"]) for standing in standings] == [14, 0]
    first = standings[0]["terms"][0]
    assert (first["number"], first["part"], len(first["places"])) == ("1", "points", 1)
    assert first["places"][0] in first["reason"]
    assert httpx.post(f"{address}/review", json=body).status_code == 409
