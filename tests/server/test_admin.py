"""Looking after tables: gaps are mended, tables closed, exported, deleted, backed up and restored."""

from __future__ import annotations

import asyncio
import random
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from grognard.cli import main
from grognard.engine import read_record, replay
from grognard.games import load_game
from grognard.server.bench import serving
from grognard.server.errors import SeqTaken
from grognard.server.storage.database import Storage
from grognard.server.storage.rows import Row

from .conftest import settings
from .postgres import new_database
from .support import Player, offers, open_table


def play(player: Player, count: int, seed: int = 1) -> dict[str, Any]:
    """Play a little."""
    rng = random.Random(seed)
    for _ in range(count):
        player.step(rng)
    return player.state()


def sql(database: str, text: str, **values: Any) -> None:
    """Change the database by hand."""
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(sa.text(text), values)
    engine.dispose()


def test_a_gap_can_never_be_written(fresh_database: Callable[[], str]) -> None:
    database = fresh_database()
    with serving(settings(database)) as address:
        player, _ = open_table(address)
        last = play(player, 5)["seq"]

    async def write(seq: int) -> None:
        storage = Storage(database)
        try:
            await storage.append(player.table, [Row(seq=seq, kind="seat", who="german", text="human")])
        finally:
            await storage.close()

    for wrong in (last + 2, last, 1):
        with pytest.raises(SeqTaken):
            asyncio.run(write(wrong))
    asyncio.run(write(last + 1))


def test_a_gap_is_mended(fresh_database: Callable[[], str], capsys: pytest.CaptureFixture[str]) -> None:
    database = fresh_database()
    with serving(settings(database)) as address:
        player, _ = open_table(address)
        for _ in range(6):
            state = player.state()
            player.act(state, offers(state)[0])
        at_three = player.post("replay", to=3).json()["view"]["pieces"]
    sql(database, "DELETE FROM snapshots")
    sql(database, "DELETE FROM rows WHERE seq = 4")
    with serving(settings(database)) as address:
        broken = Player(address, player.table, player.token).post("state")
        assert broken.status_code == 409
        assert "Row 4 of this table is missing" in broken.json()["detail"]
        assert main(["admin", "inspect", player.table, "--database", database]) == 1
        assert "missing rows: 4" in capsys.readouterr().out
        assert main(["admin", "repair", player.table, "--database", database]) == 0
        assert "Rows 4 were missing; 2 rows were saved without" in capsys.readouterr().out
        # The running server takes it up at once.
        again = Player(address, player.table, player.token)
        state = again.state()
        assert state["views"][0]["pieces"] == at_three
        assert state["actions"] == 3
        assert "do not count" in state["log"][-1]["text"]
        assert again.act(state, offers(state)[0]).status_code == 200
        assert main(["admin", "repair", player.table, "--database", database]) == 0
        assert "Nothing is wrong with it." in capsys.readouterr().out
        assert main(["admin", "inspect", player.table, "--database", database]) == 0


SPOILT = {
    "an action": "UPDATE rows SET text = 'pick nonsense' WHERE seq = 4",
    "a hash": "UPDATE rows SET \"check\" = '0123456789abcdef' WHERE seq = 4",
    "a seat": "UPDATE rows SET who = 'nobody' WHERE seq = 4",
    "a kind": "UPDATE rows SET kind = 'x' WHERE seq = 4",
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_damaged_row_is_called_damaged_and_mended(
    fresh_database: Callable[[], str], capsys: pytest.CaptureFixture[str], what: str
) -> None:
    database = fresh_database()
    with serving(settings(database)) as address:
        player, _ = open_table(address)
        for _ in range(6):
            state = player.state()
            player.act(state, offers(state)[0])
        at_three = player.post("replay", to=3).json()["view"]["pieces"]
    sql(database, "DELETE FROM snapshots")
    sql(database, SPOILT[what])
    with serving(settings(database)) as address:
        broken = Player(address, player.table, player.token).post("state")
        assert broken.status_code == 409
        assert "Row 4 of this table is damaged" in broken.json()["detail"]
        assert "changed" not in broken.text
        assert main(["admin", "inspect", player.table, "--database", database]) == 1
        assert "row 4 of this table is damaged" in capsys.readouterr().out.replace("\n", " ")
        assert main(["admin", "repair", player.table, "--database", database]) == 0
        assert "Row 4 was damaged; 3 rows were saved from a damaged one on" in capsys.readouterr().out
        again = Player(address, player.table, player.token)
        state = again.state()
        assert (state["views"][0]["pieces"], state["actions"]) == (at_three, 3)
        assert again.act(state, offers(state)[0]).status_code == 200
        assert main(["admin", "repair", player.table, "--database", database]) == 0
        assert "Nothing is wrong with it." in capsys.readouterr().out


@pytest.mark.parametrize("text", ["{", '{"game":"seelow"}'])
def test_a_damaged_snapshot_is_removed(
    fresh_database: Callable[[], str], capsys: pytest.CaptureFixture[str], text: str
) -> None:
    database = fresh_database()
    with serving(settings(database)) as address:
        player, _ = open_table(address)
        before = play(player, 100)["views"]
    sql(database, f"UPDATE snapshots SET position = '{text}'")
    with serving(settings(database)) as address:
        broken = Player(address, player.table, player.token).post("state")
        assert broken.status_code == 409
        assert "The snapshot at row" in broken.json()["detail"]
        assert main(["admin", "repair", player.table, "--database", database]) == 0
        assert "was damaged and is removed; the game goes on." in capsys.readouterr().out.replace("\n", " ")
        again = Player(address, player.table, player.token)
        assert again.state()["views"] == before


def test_a_table_is_closed_and_opened_again(postgres_address: str, capsys: pytest.CaptureFixture[str]) -> None:
    database = new_database(postgres_address, "closing")
    with serving(settings(database)) as address:
        player, _ = open_table(address)
        live = player.live()
        state = live.take()
        why = "The tournament has been called off."
        assert main(["admin", "close", player.table, why, "--database", database]) == 0
        # The server hears of it, and so do those who sit there.
        state = live.until_that(lambda s: s["notices"])
        assert state["notices"][0]["text"] == why
        assert [line["text"] for line in live.log if line["kind"] == "Table"] == [why]
        assert player.post("undo", seq=state["seq"], client_id="x").status_code in (403, 409)
        assert main(["admin", "open", player.table, "--database", database]) == 0
        state = live.until_that(lambda s: not s["notices"])
        assert player.act(state, offers(state)[0]).status_code == 200
        assert main(["admin", "delete", player.table, "--database", database]) == 0
        time.sleep(0.5)
        assert player.post("state").status_code in (403, 404)


def test_list_and_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    with serving(settings(database)) as address:
        player, _ = open_table(address)
        play(player, 100)
        text = player.post("record").text
    assert main(["admin", "list", "--database", database]) == 0
    assert player.table in capsys.readouterr().out
    assert main(["admin", "export", player.table, "--database", database]) == 0
    exported = capsys.readouterr().out
    assert exported == text
    assert sum(1 for _ in replay(load_game("marshals"), read_record(exported))) >= 100
    assert main(["admin", "export", "nonsense", "--database", database]) == 2
    assert "there is no table 'nonsense'" in capsys.readouterr().err


def test_backup_of_a_running_server_and_restore(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    backup = tmp_path / "backup.sqlite"
    with serving(settings(database)) as address:
        player, _ = open_table(address)
        before = play(player, 30)
        assert main(["admin", "backup", str(backup), "--database", database]) == 0
        play(player, 10)
    for file in (tmp_path / "x.sqlite", backup):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600  # it holds the seeds of running games
    assert main(["admin", "restore", str(backup), "--database", database]) == 2
    assert "they would be lost" in capsys.readouterr().err
    other = f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert main(["admin", "restore", str(backup), "--database", other]) == 0
    with serving(settings(other)) as address:
        assert Player(address, player.table, player.token).state()["views"] == before["views"]


def test_abandoned_tables_go(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    with serving(settings(database)) as address:
        old, new = open_table(address)[0], open_table(address)[0]
        play(old, 3)
    long_ago = time.time() - 40 * 86_400
    sql(database, "UPDATE tables SET touched = :at WHERE id = :id", at=long_ago, id=old.table)
    sql(database, "UPDATE rows SET at = :at WHERE table_id = :id", at=long_ago, id=old.table)
    with serving(settings(database, keep_days=30)) as address:
        for _ in range(50):
            answer = httpx.post(f"{address}/api/tables/mine", json={"tokens": [old.token, new.token]})
            if [card["table"] for card in answer.json()] == [new.table]:
                return
            time.sleep(0.1)
    raise AssertionError("the abandoned table is still there")


def test_mistakes_get_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "server.toml"
    for text, said in (
        ("workers = 0", "the setting 'workers'"),
        ("colour = 1", "there is no setting 'colour'"),
        ("port = ", str(config)),
        ("workers = 2", "2 workers need PostgreSQL"),
        ('public_url = "grognard.example"', "should begin with https://"),
    ):
        config.write_text(text)
        assert main(["admin", "list", "--config", str(config), "--database", str(tmp_path / "y.sqlite")]) == 2
        assert said in capsys.readouterr().err
    nowhere = "postgresql://nobody@127.0.0.1:1/x"
    assert main(["admin", "list", "--database", nowhere]) == 2
    assert "the database does not answer" in capsys.readouterr().err
