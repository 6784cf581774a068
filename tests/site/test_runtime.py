"""What runs in the browser: Pyodide and its wheel fit together, and play the same games as Python here."""

from __future__ import annotations

import gzip
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from grognard.engine import read_record
from grognard.engine.errors import SetupError
from grognard.games import BUILT_IN, load_game
from grognard.lab.retelling import told_lines
from grognard.server.settings import Settings
from grognard.site import folder as making
from grognard.testing.suite import every_scenario

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "games" / "golden"
REPLAY = """
from pathlib import Path
from grognard.engine import read_record
from grognard.games import load_game
from grognard.lab.retelling import told_lines
import grognard.site.browser.desk, grognard.site.browser.second  # all that they need must be in the runtime

same = []
for file in sorted(Path("/golden").glob("*.record")):
    text = file.read_text("utf-8")
    expected = file.with_suffix(".events").read_text("utf-8").splitlines()
    if told_lines(load_game(read_record(text).game), text) == expected:
        same.append(file.stem)
"\\n".join(same)
"""
SHORT = ("konigsberg-campaign", "marshals-dual", "raceforberlin-campaign", "reichstag-campaign", "seelow-kustrin")
ACTIONS = 700
"""So much of each game is replayed in the usual test run."""


@pytest.fixture(scope="session")
def runtime() -> Path:
    """Pyodide and its wheel."""
    script = "source tools/setup-node.sh; use_node >&2 && tools/build-runtime.sh >&2 && command -v node"
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


def replayed(node: Path, tmp: Path, names: list[str], actions: int | None) -> list[str]:
    """The golden games with the same events in Pyodide as here, down to the hash of the last position."""
    for part in ("runtime", "rules", "golden"):
        (tmp / part).mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip", "pyodide-lock.json"):
        shutil.copy(making.RUNTIME / name, tmp / "runtime")
    (wheel,) = making.RUNTIME.glob("*.whl")
    shutil.copy(wheel, tmp / "runtime" / "msgspec.whl")
    program = gzip.decompress((making.RUNTIME / f"pyodide.asm.wasm{making.PACKED}").read_bytes())
    (tmp / "runtime" / "pyodide.asm.wasm").write_bytes(program)
    parts = (*making.CORE, "lab/__init__.py", "lab/retelling.py", *(f"games/{game}" for game in BUILT_IN))
    (tmp / "rules" / "all.zip").write_bytes(making.archive(parts))
    for name in names:
        record, events = shortened(name, actions)
        (tmp / "golden" / f"{name}.record").write_text(record, encoding="utf-8")
        (tmp / "golden" / f"{name}.events").write_text(events, encoding="utf-8")
    (tmp / "golden.py").write_text(REPLAY, encoding="utf-8")
    command = [str(node), str(Path(__file__).with_name("golden.mjs")), str(tmp)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.split()


def shortened(name: str, actions: int | None) -> tuple[str, str]:
    """The first actions of a golden game, and its events in Python here."""
    record = read_record((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))
    if actions is not None and actions < len(record.entries):
        record = msgspec.structs.replace(record, entries=record.entries[:actions], outcome="")
    text = record.to_text()
    return text, "\n".join(told_lines(load_game(record.game), text)) + "\n"


def test_pyodide_plays_the_same_games(runtime: Path, tmp_path: Path) -> None:
    """One scenario of each game, event for event and with the same hash in the end."""
    assert replayed(runtime, tmp_path, list(SHORT), ACTIONS) == list(SHORT)


@pytest.mark.long
def test_pyodide_plays_the_same_games_to_their_end(runtime: Path, tmp_path: Path) -> None:
    names = sorted(f"{game}-{scenario}" for game, scenario in every_scenario(tuple(BUILT_IN)))
    assert replayed(runtime, tmp_path, names, None) == names


def test_another_game_is_noticed(runtime: Path, tmp_path: Path) -> None:
    """The comparison fails where the last hash is another one."""
    done = replayed(runtime, tmp_path, ["seelow-kustrin"], 60)
    assert done == ["seelow-kustrin"]
    events = tmp_path / "golden" / "seelow-kustrin.events"
    events.write_text(events.read_text("utf-8").replace("final ", "final 0"), encoding="utf-8")
    command = [str(runtime), str(Path(__file__).with_name("golden.mjs")), str(tmp_path)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == []


def test_runtime_and_wheel_have_the_same_abi() -> None:
    """A wheel for another Pyodide is refused in one sentence."""
    info = {"abi_version": "2026_0", "python": "3.14.2"}
    making.check_wheel("msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl", info)
    for name in ("msgspec-0.22.0-cp313-cp313-pyemscripten_2026_0_wasm32.whl", "msgspec-0.22.0-cp314-cp314-any.whl"):
        with pytest.raises(SetupError, match="does not fit this Pyodide"):
            making.check_wheel(name, info)


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(SetupError, match="holds something else than a site"):
        making.write_site(tmp_path, Settings())
    assert (tmp_path / "thesis.txt").read_text("utf-8") == "years of work"


def test_what_is_missing_is_told_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetupError, match=r"the board has not been built .* run 'make web'"):
        making.write_site(tmp_path / "site", Settings(static=tmp_path))
    monkeypatch.setattr(making, "RUNTIME", tmp_path)
    with pytest.raises(SetupError, match=r"what runs in the browser is missing .* run 'make site'"):
        making.write_site(tmp_path / "site", Settings())
    assert not (tmp_path / "site").exists()


def test_the_same_sources_make_the_same_site() -> None:
    """Every archive has the same bytes each time, so that an update fetches only what has changed."""
    assert making.archive(making.CORE) == making.archive(making.CORE)
    assert b"notify.py" not in making.archive(making.CORE)
