"""Rules and data change under running games: they go on as they stand, or are closed and can be read for ever."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from grognard.games import BUILT_IN, load_game
from grognard.server.bench import serving
from grognard.server.live.tables import Tables
from grognard.server.storage.database import Storage, make_engine, migrate

from .changed_games import Refusing, Unreadable
from .conftest import settings
from .support import Player, offers, open_table

TABLES = "tables.toml"


@pytest.fixture
def other_data(tmp_path: Path) -> Path:
    """A pack in which four cells of the combat results table are others."""
    text = load_game("marshals").pack.path(TABLES).read_text()
    for old, new in (
        ('rows.6 = ["D", "DR", "DR", "DR",', 'rows.6 = ["D", "DR", "AE", "AE",'),
        ('rows.3 = ["AE", "AE", "-", "D", "D",', 'rows.3 = ["AE", "AE", "-", "AE", "DE",'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / TABLES).write_text(text)
    return folder


def play(player: Player, rng: random.Random, count: int) -> dict[str, Any]:
    """Play on and give the state after it."""
    state = player.state()
    for _ in range(count):
        if state["over"]:
            break
        answer = player.act(state, rng.choice(offers(state)))
        assert answer.status_code == 200, answer.text
        state = player.state()
    return state


def said(state: dict[str, Any]) -> list[str]:
    """What the log says about the table itself."""
    return [line["text"] for line in state["log"] if line["kind"] == "Table"]


def game_of(state: dict[str, Any]) -> list[dict[str, Any]]:
    """The log of the game alone."""
    return [line for line in state["log"] if line["kind"] != "Table"]


def test_after_a_clean_stop_a_game_goes_on_exactly_as_it_stood(
    fresh_database: Callable[[], str], other_data: Path
) -> None:
    database = fresh_database()
    with serving(settings(database)) as address:
        tables = [open_table(address)[0] for _ in range(3)]
        before = [play(player, random.Random(n), 90 + 37 * n) for n, player in enumerate(tables)]
    with serving(settings(database, packs={"marshals": other_data})) as address:
        here = load_game("marshals", other_data)
        for old, state in zip(tables, before, strict=True):
            player = Player(address, old.table, old.token)
            after = player.state()
            assert [v["pieces"] for v in after["views"]] == [v["pieces"] for v in state["views"]]
            assert after["asked"] == state["asked"]
            assert offers(after) == offers(state)
            assert game_of(after) == state["log"]
            (notice,) = said(after)
            assert notice.startswith("Rules or data have changed from 1 (")
            assert here.pack_hash[:4] in notice
            assert load_game("marshals").pack_hash[:4] in notice
            play(player, random.Random(5), 20)
    with serving(settings(database, packs={"marshals": other_data})) as address:
        for old in tables:
            state = Player(address, old.table, old.token).state()
            assert len(said(state)) == 1  # nothing has changed since
            assert state["actions"] > before[0]["actions"]


def test_without_a_clean_stop_nothing_changes_without_a_word(
    tmp_path: Path, other_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"

    async def killed(self: Tables) -> None:
        """No snapshot at the end."""

    with monkeypatch.context() as patch:
        patch.setattr(Tables, "close", killed)
        with serving(settings(database)) as address:
            tables = [open_table(address)[0] for _ in range(8)]
            before = [play(player, random.Random(n), 60 + 23 * n) for n, player in enumerate(tables)]
    same = 0
    with serving(settings(database, packs={"marshals": other_data})) as address:
        for old, state in zip(tables, before, strict=True):
            player = Player(address, old.table, old.token)
            after = player.state()
            (notice,) = said(after)
            stands = [v["pieces"] for v in after["views"]] == [v["pieces"] for v in state["views"]]
            same += stands
            if not stands:
                assert notice.endswith(("judged by the new ones.", "the table is closed as it stands."))
            assert player.post("record").status_code == 200
    assert same >= 4


@pytest.mark.parametrize("rules", [Refusing, Unreadable])
def test_a_game_that_cannot_go_on_is_closed_and_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: type
) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    with serving(settings(database)) as address:
        german, opened = open_table(address, game="secret", seats={"russian": "open", "german": "human"})
        russian = Player(address, german.table, opened["invites"]["russian"]).join()
        rng = random.Random(3)
        for _ in range(80):
            state = german.state()
            mover = german if state["asked"] == "german" else russian
            state = mover.state()
            assert mover.act(state, rng.choice(offers(state))).status_code == 200
        before = {"german": german.state(), "russian": russian.state()}
    with monkeypatch.context() as patch:
        patch.setitem(BUILT_IN, "secret", f"tests.server.changed_games:{rules.__name__}")
        patch.setattr("grognard.games._loaded", {})
        for again in range(2):  # it stays closed
            with serving(settings(database)) as address:
                for name, old in (("german", german), ("russian", russian)):
                    player = Player(address, old.table, old.token)
                    state = player.state()
                    (notice,) = state["notices"]
                    assert notice["kind"] == "closed"
                    assert notice["text"].startswith("Rules or data have changed from 1 (")
                    assert notice["text"].endswith("the table is closed as it stands.")
                    assert "secret" not in notice["text"]
                    assert state["asked"] == ""
                    assert state["views"][0]["decision"] is None
                    if rules is Unreadable:  # it shows what was saved when the server stopped
                        assert state["views"][0]["pieces"] == before[name]["views"][0]["pieces"]
                        assert game_of(state) == game_of(before[name])
                    body = {"seat": name, "action": "pass", "seq": state["seq"], "client_id": f"c{again}"}
                    answer = player.post("actions", **body)
                    assert answer.status_code == 409
                    assert "closed as it stands" in answer.json()["detail"]
                    for path in ("why", "overlays", "marks", "retry"):
                        more = {"seat": name, "action": "pass"} if path == "why" else {}
                        assert player.post(path, **more).status_code in (200, 409)


def test_a_row_that_was_changed_by_hand_does_not_pass_for_what_was_played(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    with serving(settings(database)) as address:
        player, _ = open_table(address)
        first = player.state()
        assert player.act(first, offers(first)[0]).status_code == 200
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(sa.text("DELETE FROM snapshots"))
        connection.execute(sa.text("UPDATE rows SET text = :text"), {"text": offers(first)[1]})
    engine.dispose()
    with serving(settings(database)) as address:
        answer = Player(address, player.table, player.token).post("state")
        assert (answer.status_code, answer.json()["detail"][:30]) == (409, "Row 1 of this table is damaged")


def test_a_long_game_is_loaded_from_its_last_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    with serving(settings(database)) as address:
        player, _ = open_table(address)
        rng = random.Random(4)
        state = play(player, rng, 260)
        client_id = "long-ago"
        record, marks = player.post("record").text, player.post("marks").json()
        past = [player.post("replay", to=n).json() for n in (0, 17, 100, state["actions"])]
    read: list[int] = []
    find = Storage.find

    async def counted(self: Storage, table_id: str) -> Any:
        found = await find(self, table_id)
        read.append(len(found.rows) if found else 0)
        return found

    monkeypatch.setattr(Storage, "find", counted)
    with serving(settings(database)) as address:
        again = Player(address, player.table, player.token)
        assert again.state() == state
        # A snapshot comes with a turn or after 64 actions: with luck's rows that is less than half of what was played.
        assert read[0] < 130
        assert again.post("record").text == record
        assert again.post("marks").json() == marks
        assert [again.post("replay", to=n).json() for n in (0, 17, 100, state["actions"])] == past
        # A request that was answered long ago is known, also when its row is not in memory.
        first = json.loads(json.dumps(state))
        body = {"seat": first["asked"], "action": "nonsense", "seq": 0, "client_id": client_id}
        assert again.post("actions", **body).status_code == 409


def test_a_retry_from_before_the_snapshot_is_recognised(fresh_database: Callable[[], str]) -> None:
    database = fresh_database()
    with serving(settings(database)) as address:
        player, _ = open_table(address)
        state = player.state()
        action = offers(state)[0]
        assert player.act(state, action, "the-first").json()["repeated"] is False
        play(player, random.Random(1), 120)
    with serving(settings(database)) as address:
        again = Player(address, player.table, player.token)
        assert again.act(state, action, "the-first").json() == {"seq": 1, "repeated": True}
        assert again.act(state, action, "another").status_code == 409


def test_games_of_the_first_schema_go_on(fresh_database: Callable[[], str], tmp_path: Path) -> None:
    new, old = f"sqlite:///{tmp_path / 'new.sqlite'}", fresh_database()
    with serving(settings(new)) as address:
        tables = [open_table(address, game=game)[0] for game in ("marshals", "raceforberlin", "reichstag")]
        before = [play(player, random.Random(n), 70) for n, player in enumerate(tables)]
    source, target = sa.create_engine(new), make_engine(old)
    with source.connect() as here, target.begin() as there:
        migrate(there, "0001")
        for name, columns in FIRST.items():
            words = ", ".join(columns)
            values = ", ".join(f":{column}" for column in columns)
            for row in here.execute(sa.text(f"SELECT {words} FROM {name}")).mappings():
                there.execute(sa.text(f"INSERT INTO {name} ({words}) VALUES ({values})"), dict(row))
    source.dispose()
    target.dispose()
    for _ in range(2):
        with serving(settings(old)) as address:
            for player, state in zip(tables, before, strict=True):
                again = Player(address, player.table, player.token)
                assert again.state() == state
    with serving(settings(old)) as address:
        for player in tables:
            play(Player(address, player.table, player.token), random.Random(9), 10)


FIRST = {
    "tables": (
        *("id", "game", "version", "data", "scenario", "options", "players", "seed", "origin", "pace"),
        *("created", "touched", "headline", "outcome"),
    ),
    "tokens": ("hash", "table_id", "role", "seat"),
    "rows": ("table_id", "seq", "kind", "who", "text", "client_id", "at"),
}
"""What the first schema kept."""
