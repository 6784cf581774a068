"""The wheel: built from a clean checkout and installed into an empty environment, it opens a table, board included.

A game of another distribution is installed beside it, and played in the simulator and in the browser.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.table import Table

ROOT = Path(__file__).parent.parent
GAME = "border_clash"
PIP = ("-m", "pip", "--disable-pip-version-check", "-qq")


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    """Run a command; what it said is shown if it fails."""
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **more}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files under version control as they are now, and nothing that was built from them."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("a clean checkout needs git and a repository")
    folder: Path = tmp_path_factory.mktemp("checkout")
    listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, names):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    assert not (folder / "src/grognard/server/static").exists()
    return folder


@pytest.fixture(scope="module")
def wheel(checkout: Path) -> Path:
    """The wheel of that checkout; building it builds the board, and takes what is compiled here where that fits."""
    build = ("wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", "dist", ".")
    run(sys.executable, *PIP, *build, cwd=checkout, GROGNARD_BUILD_FOLDER=str(ROOT / "build" / "native"))
    (found,) = (checkout / "dist").glob("grognard-*.whl")
    return found


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing but the wheel and what the lock file says it needs."""
    folder: Path = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", folder / "env", cwd=folder)
    python = folder / "env/bin/python"
    run(python, *PIP, "install", "--require-hashes", "--no-deps", "-r", ROOT / "requirements.lock", cwd=folder)
    run(python, *PIP, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def with_a_game(environment: Path) -> Path:
    """The same with a game that its own `grognard new` has written, built and installed like any other package."""
    folder = environment / "author"
    run(environment / "env/bin/grognard", "new", GAME, folder, cwd=environment, PYTHONPATH="")
    build = ("wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", "dist", ".")
    run(sys.executable, *PIP, *build, cwd=folder)
    (found,) = (folder / "dist").glob(f"grognard_{GAME}-*.whl")
    run(environment / "env/bin/python", *PIP, "install", "--no-deps", "--no-index", found, cwd=environment)
    shutil.rmtree(folder)  # nothing may be found there
    return environment


@pytest.fixture
def address(environment: Path) -> Iterator[str]:
    """Where `grognard play` of that environment listens, far from the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GROGNARD", "XDG"))}
    command = [environment / "env/bin/grognard", "play", "--no-browser"]
    options = {"cwd": environment, "env": {**kept, "HOME": str(environment)}, "text": True}
    with subprocess.Popen(command, stdout=subprocess.PIPE, **options) as playing:  # type: ignore[call-overload]
        found = re.search(r"http://\S+?(?=[/#\s])", playing.stdout.readline())
        assert found, "grognard play did not say where it listens"
        yield found[0]
        playing.terminate()


@pytest.mark.slow
def test_an_installed_wheel_is_compiled_where_there_was_a_compiler(wheel: Path, environment: Path) -> None:
    """It needs nothing of what it was compiled with; the sources are beside the libraries."""
    is_compiled = (ROOT / "src/grognard/_compiled/build.json").exists()
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.name.endswith("-none-any.whl") != is_compiled
    assert any(name.startswith("grognard/_compiled/engine-") for name in names) == is_compiled
    assert {"grognard/engine/places.py", "grognard/engine/bits.c", "grognard/games/marshals/zones.py"} <= set(names)
    said = run(environment / "env/bin/grognard", "--version", cwd=environment, GROGNARD_BUILD="", PYTHONPATH="")
    assert ("compiled" in said.partition(",")[2].split()[0]) == is_compiled, said


@pytest.mark.slow
def test_an_installed_wheel_opens_a_table_with_the_board_inside(address: str) -> None:
    page = urlopen(f"{address}/", timeout=30).read().decode()
    script = re.search(r'src="(/[^"]+\.js)"', page)
    assert script, page
    assert len(urlopen(f"{address}{script[1]}", timeout=30).read()) > 10_000, "the board itself"
    body = json.dumps({"game": "marshals"}).encode()
    request = Request(f"{address}/api/tables", body, {"content-type": "application/json"})
    opened = json.load(urlopen(request, timeout=60))
    asked = Request(
        f"{address}/api/tables/{opened['table']}/state",
        json.dumps({"token": opened["token"]}).encode(),
        {"content-type": "application/json"},
    )
    assert json.load(urlopen(asked, timeout=60))["views"]


@pytest.mark.slow
def test_a_game_of_another_distribution_plays_the_same_on_both_kernels(with_a_game: Path) -> None:
    """Its rules run in plain Python; the kernel below them is compiled, or not."""
    grognard, builds = with_a_game / "env/bin/grognard", ["plain"]
    if (ROOT / "src/grognard/_compiled/build.json").exists():
        builds.append("compiled")
    told = []
    for build in builds:
        sim = ("sim", GAME, "--players", "staff", "random", "-n", "1", "--json", "--records", build)
        run(grognard, *sim, cwd=with_a_game, GROGNARD_BUILD=build, PYTHONPATH="")
        told.append([file.read_text(encoding="utf-8") for file in sorted((with_a_game / build).iterdir())])
    assert all(games == told[0] for games in told)
    assert len(told[0]) == 1
    listed = run(grognard, "games", cwd=with_a_game, GROGNARD_BUILD="", PYTHONPATH="")
    assert re.search(rf"^{GAME} +Millbrook Bridge +grognard-border_clash 0.1.0 +plain Python$", listed, re.MULTILINE)


@pytest.mark.slow
def test_a_game_of_another_distribution_is_played_in_the_browser(
    with_a_game: Path, address: str, browser: Browser
) -> None:
    """Its card lies in the lobby, with picture, guide and lesson; a unit is moved by two clicks."""
    with browser.new_context(base_url=address, reduced_motion="reduce") as context:
        page = context.new_page()
        page.set_default_timeout(60_000)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        table = Table(page, with_a_game)
        page.goto("/")
        card = page.get_by_role("article").filter(has_text="Millbrook Bridge")
        card.get_by_role("button", name="Play as Blue").click()
        table.ready()
        expect(table.counter("B1")).to_be_visible()
        table.click_counter("B1")
        expect(table.prompt).to_contain_text("Where does 1st Rifles go?")
        table.click_place("0502")
        expect(table.log).to_contain_text("1st Rifles moves from 0403 to 0502.")
    assert faults == []
    assert urlopen(f"{address}/api/games/{GAME}/guide", timeout=30).read().startswith(b"# Millbrook Bridge")
    assert json.load(urlopen(f"{address}/api/games/{GAME}/lesson", timeout=30))["steps"]
    assert urlopen(f"{address}/api/games/{GAME}/picture", timeout=60).headers["content-type"] == "image/png"
