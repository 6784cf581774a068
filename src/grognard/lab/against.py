"""Two versions of the program measured against each other.

One figure alone says little: machines are busy, warm and slow by turns. So both versions play the same games in turn,
each time in a new process, and what is compared are medians. The measuring code is always this version's. Versions are
compared in the same build: in plain Python, unless the other one is compiled too.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import msgspec

from .. import __file__ as _package
from ..compiled import WANTED
from ..engine.errors import SetupError, short
from . import bench
from .bench import Run

PACKAGE = Path(_package).parent

PLAIN = "plain"
"""In the place of another version: this one, in plain Python."""


class Version(msgspec.Struct, frozen=True):
    """A version to be measured: its source folder, and the build that is asked for (empty: the best it has)."""

    source: Path
    build: str = ""


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """One figure of both versions: medians, and how many times as fast the new version is."""

    old: float
    new: float
    ratio: float
    """Of the medians."""
    lowest: float
    """Of the ratios in single pairs."""
    highest: float


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What came of the pairs of runs of one game."""

    game: str
    pairs: int
    figures: dict[str, Compared]
    same_random_games: bool
    same_staff_game: bool


_FASTER_IS_MORE = {"decisions_per_cpu_s": True, "copy_us": False, "staff_ms": False}
"""The figures that are compared: whether a fast version has a high one."""


@contextmanager
def versions(text: str) -> Iterator[tuple[Version, Version]]:
    """Another version and this one, in builds that can be compared; `plain` is this one without its compiled rules."""
    if text == PLAIN:
        yield Version(PACKAGE.parent, PLAIN), Version(PACKAGE.parent)
        return
    with _folder_of(text) as source:
        compiled = built(Version(source)) == "compiled"
        yield Version(source), Version(PACKAGE.parent, "" if compiled else PLAIN)


@contextmanager
def _folder_of(text: str) -> Iterator[Path]:
    """The source folder of another version: in a folder, or of a git revision that is unpacked while it is needed."""
    for folder in (Path(text) / "src", Path(text)):
        if (folder / "grognard" / "__init__.py").is_file():
            yield folder.resolve()
            return
    if Path(text).is_dir():
        raise SetupError(f"there is no grognard in the folder '{short(text)}' (nor in its folder src)")
    with TemporaryDirectory(prefix="grognard-") as name:
        _unpack(text, Path(name))
        yield Path(name) / "src"


def _unpack(revision: str, folder: Path) -> None:
    """The sources of a git revision into a folder."""
    top = _git("rev-parse", "--show-toplevel", cwd=PACKAGE)
    if top is None:
        raise SetupError(f"no git revision '{short(revision)}': this grognard is not in a git checkout; name a folder")
    home = Path(top.decode().strip())
    commit = _git("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}", cwd=home)
    if commit is None:
        raise SetupError(f"'{short(revision)}' is neither a git revision nor a folder with another version")
    packed = _git("archive", "--format=zip", commit.decode().strip(), "src/grognard", cwd=home)
    if packed is None:
        raise SetupError(f"there is no src/grognard in revision '{short(revision)}'")
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        files.extractall(folder)


def _git(*arguments: str, cwd: Path) -> bytes | None:
    """What git says; None if it refuses."""
    try:
        done = subprocess.run(["git", *arguments], cwd=cwd, capture_output=True, check=False)
    except FileNotFoundError:
        raise SetupError("git is not installed: name the folder of the other version instead of a revision") from None
    return done.stdout if done.returncode == 0 else None


def built(version: Version) -> str:
    """Which build of a version runs: `compiled` or `plain Python`."""
    return _python(version, _BUILD).strip()


def check(version: Version, text: str, game: str) -> None:
    """Whether the other version has a game, and runs."""
    if not (version.source / "grognard" / "games" / game / "__init__.py").is_file():
        raise SetupError(f"there is no game '{game}' in '{short(text)}'")
    _python(version, _LOAD, str(bench.__file__), game)


_LOAD = """
import importlib.util, sys
import grognard.lab
from grognard.games import load_game
import msgspec
spec = importlib.util.spec_from_file_location("grognard.lab.bench", sys.argv[1])
bench = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = bench
spec.loader.exec_module(bench)
game = load_game(sys.argv[2])
"""

_BUILD = """
import sys, grognard
compiled = sys.modules.get("grognard.compiled")
print("compiled" if compiled and not compiled.why_plain else "plain Python")
"""

_RUN = """
staff = None if sys.argv[4] == "all" else int(sys.argv[4])
print(msgspec.json.encode(bench.run(game, int(sys.argv[3]), staff)).decode())
"""


def run(version: Version, game: str, games: int, staff: int | None) -> Run:
    """One run of a version in a process of its own."""
    words = (str(bench.__file__), game, str(games), "all" if staff is None else str(staff))
    return msgspec.json.decode(_python(version, _LOAD + _RUN, *words), type=Run)


def _python(version: Version, code: str, *words: str) -> str:
    """What a piece of code prints that runs with the packages of a version."""
    # The same order of sets in every process, or runs would differ by it.
    env = {**os.environ, "PYTHONPATH": str(version.source), "PYTHONHASHSEED": "0"}
    env[WANTED] = PLAIN if PLAIN in (version.build, env.get(WANTED)) else ""
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, env=env, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise SetupError(f"the version in '{version.source}' cannot be measured: {last}")
    return done.stdout


def alternate(
    old: Version, new: Version, game: str, *, pairs: int, games: int, staff: int | None
) -> Iterator[tuple[Run, Run]]:
    """Pairs of runs of two versions; which of them goes first changes from pair to pair."""
    for pair in range(pairs):
        if pair % 2 == 0:
            before, after = run(old, game, games, staff), run(new, game, games, staff)
        else:
            after, before = run(new, game, games, staff), run(old, game, games, staff)
        yield before, after


def compare(game: str, runs: list[tuple[Run, Run]]) -> Comparison:
    """Medians and ratios of pairs of runs."""
    both = [one for pair in runs for one in pair]
    return Comparison(
        game=game,
        pairs=len(runs),
        figures={name: _compared(name, runs) for name in _FASTER_IS_MORE},
        same_random_games=len({one.random_games for one in both}) == 1,
        same_staff_game=len({one.staff_game for one in both}) == 1,
    )


def _compared(name: str, runs: list[tuple[Run, Run]]) -> Compared:
    pairs = [(getattr(old, name), getattr(new, name)) for old, new in runs]
    before, after = median(old for old, _ in pairs), median(new for _, new in pairs)
    ratios = [_times_as_fast(name, old, new) for old, new in pairs]
    ratio = _times_as_fast(name, before, after)
    return Compared(old=before, new=after, ratio=ratio, lowest=min(ratios), highest=max(ratios))


def _times_as_fast(name: str, old: float, new: float) -> float:
    if not old or not new:  # nothing was measured
        return 1.0
    return new / old if _FASTER_IS_MORE[name] else old / new
