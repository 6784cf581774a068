"""Running it: settings, proxies, several workers, health, figures."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from grognard.server import Settings
from grognard.server.bench import serving
from grognard.server.settings import described, read_settings

from .conftest import settings
from .crowd import Crowd
from .postgres import new_database, postgres
from .support import Player, offers, open_table


def test_flags_count_for_more_than_the_environment_and_that_for_more_than_the_file(tmp_path: Path) -> None:
    file = tmp_path / "grognard.toml"
    file.write_text('port = 1\nhost = "0.0.0.0"\nkeep_days = 30\nbots = ["random"]\n')
    environment = {"GROGNARD_PORT": "2", "GROGNARD_WORKERS": "1", "GROGNARD_TRUSTED_PROXIES": "10.0.0.0/8, ::1"}
    found = read_settings(file, {"port": "3", "run": print}, environment)
    assert (found.port, found.host, found.keep_days, found.bots) == (3, "0.0.0.0", 30.0, ("random",))
    assert found.trusted_proxies == ("10.0.0.0/8", "::1")
    assert read_settings(file, {}, environment).port == 2
    assert read_settings(file, {}, {}).port == 1


def test_every_setting_is_described() -> None:
    assert set(described()) == set(Settings.__struct_fields__)
    text = (Path(__file__).parents[2] / "docs/operating.md").read_text()
    told = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", text, re.MULTILINE))
    plain = Settings()
    assert list(told) == list(Settings.__struct_fields__)
    for name, row in told.items():
        default, _, words = row.partition(" | ")
        value = getattr(plain, name)
        shown = "with the program" if name in ("static", "help", "drawn") else str(value) if value or value == 0 else ""
        assert (default.strip(), words) == (shown, described()[name]), name


def test_behind_a_proxy(tmp_path: Path) -> None:
    behind = read_settings(None, {"public_url": "https://grognard.example", "database": str(tmp_path / "x.sqlite")}, {})
    for trusted, counted in (("127.0.0.1", True), ("192.0.2.1", False)):
        more = {"hosts": behind.hosts, "origins": behind.origins, "trusted_proxies": (trusted,), "tables_per_minute": 1}
        with serving(settings(behind.url, **more)) as address:
            head = {"host": "grognard.example", "origin": "https://grognard.example"}

            def open_as(client: str, address: str = address, head: dict[str, str] = head) -> int:
                headers = {**head, "x-forwarded-for": client, "x-forwarded-proto": "https"}
                return httpx.post(f"{address}/api/tables", json={"game": "marshals"}, headers=headers).status_code

            assert open_as("198.51.100.1") == 201
            # Each person counts for himself, but only if the proxy may say who he is.
            assert open_as("198.51.100.2") == (201 if counted else 429)
            assert open_as("198.51.100.1") == 429
            evil = httpx.get(f"{address}/api/games", headers={"host": "evil.example"})
            assert evil.status_code == 403


def test_health_readiness_and_figures() -> None:
    with postgres() as database, serving(settings(new_database(database.address, "health"))) as address:
        player, _ = open_table(address)
        state = player.state()
        assert player.act(state, offers(state)[0]).status_code == 200
        assert httpx.get(f"{address}/health").text == "ok\n"
        assert wait_for(f"{address}/ready", 200)
        figures = httpx.get(f"{address}/metrics").text
        assert "grognard_changes_total 1\n" in figures
        assert 'grognard_answers_total{status="200"}' in figures
        assert "grognard_tables_in_memory 1\n" in figures
        database.stop()
        assert wait_for(f"{address}/ready", 503)
        assert httpx.get(f"{address}/health").status_code == 200
        database.start()
        assert wait_for(f"{address}/ready", 200)


def wait_for(address: str, status: int) -> bool:
    """Whether an address soon answers so."""
    for _ in range(60):
        if httpx.get(address, timeout=20).status_code == status:
            return True
        time.sleep(0.1)
    return False


@contextmanager
def crew(database: str, log: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`grognard serve --workers 2`."""
    free = {f"GROGNARD_{name}_PER_MINUTE": "1000000" for name in ("TABLES", "REQUESTS", "COSTLY")}
    command = [sys.executable, "-m", "grognard.cli", "serve", "--port", "0", "--workers", "2", "--database", database]
    with log.open("w") as errors:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ, **free})
    try:
        assert server.stdout is not None
        yield server, server.stdout.readline().split(" ")[-1].strip().rstrip("/")
    finally:
        server.kill()
        server.wait()


@pytest.mark.slow
def test_two_workers_and_one_that_dies(postgres_address: str, tmp_path: Path) -> None:
    database = new_database(postgres_address, "crew")
    with crew(database, tmp_path / "log") as (server, address):
        assert wait_for_start(address)
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        workers = [pid for pid in children if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]
        assert len(workers) == 2
        with Crowd(lambda: address, 3) as people:
            people.until(30)
            os.kill(int(workers[0]), signal.SIGKILL)
            assert people.everybody_again() < 25
            people.until(people.acknowledged + 30)
        people.check()
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0
        assert "Traceback" not in (tmp_path / "log").read_text()


def wait_for_start(address: str) -> bool:
    """Whether workers answer soon."""
    for _ in range(100):
        try:
            return httpx.get(f"{address}/health").status_code == 200
        except httpx.TransportError:
            time.sleep(0.2)
    return False


def test_a_clean_stop_keeps_a_snapshot(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    with serving(settings(database)) as address:
        player, _ = open_table(address)
        for _ in range(3):
            state = player.state()
            player.act(state, offers(state)[0])
        before = player.state()
    with serving(settings(database)) as address:
        assert Player(address, player.table, player.token).state() == before


def test_the_files_for_deployment_name_settings_that_exist() -> None:
    known = {f"GROGNARD_{name.upper()}" for name in Settings.__struct_fields__} | {"GROGNARD_NAME", "GROGNARD_UPSTREAM"}
    folder = Path(__file__).parents[2] / "deploy"
    files = [file for file in folder.iterdir() if file.is_file()]
    assert len(files) == 4
    for file in files:
        assert set(re.findall(r"GROGNARD_[A-Z_]+", file.read_text())) <= known, file
