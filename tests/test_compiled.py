"""The compiled build: what is made of the sources, when it is used, and that it plays the same games."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from grognard import compiled
from grognard.games import BUILT_IN

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

rewrite = importlib.import_module("native.rewrite")


def python(code: str, build: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run some code with a build."""
    env = {**os.environ, compiled.WANTED: build, "PYTHONHASHSEED": "0", **more}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)


def is_compiled() -> bool:
    """Whether there is a build that fits these sources."""
    try:
        compiled._listed(compiled.FOLDER)
    except compiled.Unusable:
        return False
    return True


needs_a_build = pytest.mark.skipif(not is_compiled(), reason="nothing is compiled here that fits the sources")


def test_where_there_is_a_compiler_the_rules_are_compiled() -> None:
    """`make test` compiles before; if that failed it must not go unnoticed."""
    headers = Path(sysconfig.get_path("include"), "Python.h").exists()
    if shutil.which("cc") is None or not headers or not os.environ.get("CI"):
        pytest.skip("no C compiler, or not a run of all tests")
    compiled._listed(compiled.FOLDER)


# -- what is made of the sources -----------------------------------------------------------------


def plain_module(name: str, text: str, folder: Path) -> ModuleType:
    """A module with this text."""
    file = folder / f"{name}.py"
    file.write_text(text, "utf-8")
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


STRUCTS = '''\
from __future__ import annotations

import msgspec


class Base(msgspec.Struct):
    """Has one field."""

    a: int = 1


class Derived(Base, kw_only=True):
    """Has another one,

    and a long story."""

    b: str
    c: tuple[int, ...] = (1, 2)

    def on_take(self, g: object, what: int) -> None:
        """A handler."""
        raise ValueError(self.b)


LAST = 1
'''


def test_structs_become_classes_and_no_line_moves(tmp_path: Path) -> None:
    module = plain_module("structs_to_write_out", STRUCTS, tmp_path)
    text = rewrite.Rewriter(module, STRUCTS).text()
    before, after = STRUCTS.splitlines(), text.splitlines()
    for kept in ("    a: int", "    b: str", "    def on_take", "        raise ValueError", "LAST"):
        row = next(number for number, line in enumerate(before) if line.startswith(kept))
        assert after[row].startswith(kept)
    assert "msgspec.Struct" not in text
    written = plain_module("written_out", re.sub(r"@mypyc_attr.*", "", text), tmp_path)
    made, meant = written.Derived(b="x"), module.Derived(b="x")
    assert made.fields() == msgspec.structs.astuple(meant) == (1, "x", (1, 2))
    assert (made.a, made.b, made.c) == (1, "x", (1, 2))
    assert made.__copy__() == made != written.Derived(b="y")
    assert made.__copy__() is not made
    assert written.Derived.__struct_fields__ == module.Derived.__struct_fields__
    assert written.Derived.__handlers__ == {"on_take": ((int,), frozenset())}
    with pytest.raises(TypeError):
        written.Derived("x", 1)


def test_whole_numbers_in_capitals_are_constants_to_the_compiler(tmp_path: Path) -> None:
    """Those assigned once: what else is written in capitals stays as it is."""
    given = (
        "ONE = 1",
        "TWO, THREE = 2, 3",
        'WORD, FOUR = "x", 4',
        "TWICE = 5",
        "TWICE = 6",
        "small = 7",
        "BOTH = 8, 9",
    )
    text = "\n".join(["from __future__ import annotations", "", *given, ""])
    after = rewrite.Rewriter(plain_module("constants", text, tmp_path), text).text().splitlines()
    assert after[2:4] == ["ONE: Final = 1", "TWO: Final = 2; THREE: Final = 3"]
    assert after[4:9] == list(given[2:])
    assert "from typing import Final" in after[0]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("class A(msgspec.Struct):\n    a: int = 1\n", "line 5: A has no docstring"),
        ('class A(msgspec.Struct, omit_defaults=True):\n    """A."""\n', "the class keyword 'omit_defaults'"),
        ('class A(\n    msgspec.Struct\n):\n    """A."""\n', "has a head of several lines"),
        ('class A(msgspec.Struct):\n    """A."""\n\n    a: int = (\n        1\n    )\n', "a field of several lines"),
        ('class A(msgspec.Struct):\n    """A."""\n\n    a: int = 1\nB = 2\nC = 3\n', "should be blank"),
    ],
)
def test_what_cannot_be_written_out_is_told_in_a_sentence(tmp_path: Path, text: str, problem: str) -> None:
    text = f"from __future__ import annotations\n\nimport msgspec\n\n{text}"
    module = plain_module("not_to_be_written_out", text, tmp_path)
    with pytest.raises(rewrite.Unfit, match="not_to_be_written_out, line") as told:
        rewrite.Rewriter(module, text).text()
    assert problem in str(told.value)


SHIFTED = """
import ast, importlib, json
from grognard import compiled
from native import build
from native.rewrite import Rewriter
units = [build.kernel(), *(build.game_unit(game) for game in build.BUILT_IN)]
names = [module for _, modules in units for module in modules]
def lines(text):
    found = ast.walk(ast.parse(text))
    return {(type(n).__name__, getattr(n, "name", ""), n.lineno) for n in found if isinstance(n, (ast.stmt, ast.expr))}
for name in names:
    text = compiled.source_of(name).read_text("utf-8")
    written = Rewriter(importlib.import_module(name), text).text()
    kept = {n for n in lines(text) if n[0] in ("FunctionDef", "ClassDef", "Return", "Raise", "For", "While", "If")}
    missing = kept - lines(written)
    assert not missing, (name, missing)
print(len(names))
"""


def test_every_statement_of_the_rules_stays_on_its_line() -> None:
    ran = python(f"import sys; sys.path.insert(0, {str(ROOT / 'tools')!r})\n{SHIFTED}", "plain")
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 100


def build_into(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Compile everything from nothing into a folder."""
    env = {**os.environ, "GROGNARD_BUILD_FOLDER": str(folder / "work"), **more}
    command = [sys.executable, str(ROOT / "tools/native/build.py"), "--into", str(folder / "made"), *words]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def gave_up(ran: subprocess.CompletedProcess[str]) -> str:
    """What a build says that cannot be made: one line and nothing else."""
    before, said = ran.stderr.split("grognard: the rules run in plain Python: ")
    assert (before, said.count("\n"), ran.returncode) == ("", 1, 1), ran.stderr
    return said.strip()


def test_without_a_compiler_one_line_says_so(tmp_path: Path) -> None:
    missing = {"CC": "no-such-compiler -x"}
    assert gave_up(build_into(tmp_path, **missing)) == "there is no C compiler ('no-such-compiler' does not run)"
    assert build_into(tmp_path, "--optional", **missing).returncode == 0
    assert not (tmp_path / "made" / compiled.LISTED).exists()


@needs_a_build
@pytest.mark.long
def test_a_build_that_fails_or_takes_too_long_ends_with_one_line(tmp_path: Path) -> None:
    assert gave_up(build_into(tmp_path, "--seconds", "0.1")).startswith("compiling takes longer than 0.1 s here;")
    broken = tmp_path / "broken"
    broken.write_text('#!/bin/sh\n[ "$1" = --version ] || { echo "x.c: error: no room" >&2; exit 1; }\n', "utf-8")
    broken.chmod(0o755)
    assert gave_up(build_into(tmp_path, CC=str(broken))) == f"'{broken}' gave up: x.c: error: no room"
    assert not (tmp_path / "made" / compiled.LISTED).exists()


MOVED = """
import json, sys
from pathlib import Path
sys.path.insert(0, "tools")
import mypyc.build
from native import build
folder = Path(sys.argv[1], "marshals")
mypyc.build.mypyc_build = lambda *_, separate: (separate, [([str(folder / "a.c")], [])] * len(separate))
(folder / "src").mkdir(parents=True)
build.SOURCES = folder / "src"
build._tools = lambda: ["mypyc"]
unit = ("marshals", ("grognard.games.marshals",))
assert build._translate(unit, folder) == [str(folder / "a.c")]
moved = folder.rename(folder.parent / "moved")
build.SOURCES = moved / "src"
assert build._translate(unit, moved) == [str(moved / "a.c")]
"""


def test_a_checkout_can_be_moved_with_what_was_built_in_it(tmp_path: Path) -> None:
    pytest.importorskip("mypyc.build")
    ran = python(MOVED.replace("sys.argv[1]", repr(str(tmp_path))))
    assert ran.returncode == 0, ran.stderr


TIDY = """
import json, os, sys
from pathlib import Path
sys.path.insert(0, "tools")
from grognard import compiled
from native import build
home = Path(sys.argv[1])
build.WORK, build.OBJECTS = home / "work", home / "work" / "objects"
build.OBJECTS.mkdir(parents=True)
suffix = build.sysconfig.get_config_var("EXT_SUFFIX")
for number in (1, 2, 3):
    library = f"toy-{number}{suffix}"
    (build.WORK / "toy").mkdir(exist_ok=True)
    (build.WORK / "toy" / library).write_text(library)
    build.install(home / "made", {"modules": {"toy": library}})
    build.tidy({library})
    (build.OBJECTS / f"{number}.o").write_text("")
    os.utime(build.OBJECTS / f"{number}.o", (number, number) if number < 3 else None)
build.tidy({library})
print(sorted(file.name.partition(".")[0] for file in home.glob("*/**/*") if file.is_file()))
print(json.loads((home / "made" / compiled.LISTED).read_text())["modules"]["toy"] == library)
"""


def test_a_build_removes_what_earlier_ones_left(tmp_path: Path) -> None:
    """Libraries of the build before stay where they are used: a process that runs may still load a game from them."""
    ran = python(TIDY.replace("sys.argv[1]", repr(str(tmp_path))))
    assert ran.stdout == "['3', 'build', 'toy-2', 'toy-3', 'toy-3']\nTrue\n", ran.stderr


# -- when it is used -----------------------------------------------------------------------------

WHICH = "from grognard import compiled; print(compiled.build())"


def build_in(folder: Path, **changes: object) -> Path:
    """A folder that says of itself that it holds a build."""
    folder.mkdir(exist_ok=True)
    file = compiled.PACKAGE / "engine" / "places.py"
    listed = {"tag": compiled.tag(), "sources": {"engine/places.py": compiled.fingerprint(file)}}
    listed |= {"modules": {}, "libraries": {}, **changes}
    (folder / compiled.LISTED).write_text(json.dumps(listed), "utf-8")
    return folder


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"tag": "cpython-2.7-dos-i386"}, "it was compiled for cpython-2.7-dos-i386, and this is"),
        ({"sources": {"engine/places.py": "0"}}, "engine/places.py has changed since it was compiled"),
        ({"sources": {"engine/no.py": "0"}}, "does not fit"),
        ({"modules": {"grognard.engine.places": "engine.so"}}, "engine.so is missing"),
        ({"sources": 3}, "does not fit"),
    ],
)
def test_a_build_that_does_not_fit_is_left_alone(tmp_path: Path, changes: dict[str, object], problem: str) -> None:
    assert compiled._listed(build_in(tmp_path / "fits"))["tag"] == compiled.tag()
    with pytest.raises(compiled.Unusable) as told:
        compiled._listed(build_in(tmp_path / "build", **changes))
    assert problem in str(told.value)


def test_no_build_and_half_a_build_are_none(tmp_path: Path) -> None:
    with pytest.raises(compiled.Unusable, match="nothing is compiled"):
        compiled._listed(tmp_path)
    (tmp_path / compiled.LISTED).write_text("{", "utf-8")
    with pytest.raises(compiled.Unusable, match="cannot be read"):
        compiled._listed(tmp_path)
    (tmp_path / compiled.LISTED).write_text("[]", "utf-8")
    with pytest.raises(compiled.Unusable, match="does not fit"):
        compiled._listed(tmp_path)


def test_the_environment_asks_for_a_build() -> None:
    assert python(WHICH, "plain").stdout == "plain Python (GROGNARD_BUILD asks for it)\n"
    ran = python(WHICH, "fast")
    assert "GROGNARD_BUILD is 'fast'; it must be 'plain', 'compiled' or empty" in ran.stderr


@needs_a_build
def test_a_changed_source_is_played_in_plain_python(tmp_path: Path) -> None:
    """Whoever changes a rule plays the changed rule, and is told so; who insists on compiled rules gets none at all."""
    shutil.copytree(compiled.PACKAGE, tmp_path / "grognard", ignore=shutil.ignore_patterns("__pycache__", "static"))
    here = {"PYTHONPATH": str(tmp_path)}
    assert python(WHICH, **here).stdout == "compiled\n"
    changed = tmp_path / "grognard" / "games" / "marshals" / "zones.py"
    changed.write_text(changed.read_text("utf-8") + "\n", "utf-8")
    assert "plain Python (games/marshals/zones.py has changed" in python(WHICH, **here).stdout
    assert (
        "asks for compiled rules, but games/marshals/zones.py has changed" in python(WHICH, "compiled", **here).stderr
    )


# -- that it plays the same ----------------------------------------------------------------------

PLAYED = """
import hashlib, sys
from random import Random
from grognard import compiled
from grognard.games import load_game
game, digest = load_game(sys.argv[1]), hashlib.blake2b()
for number, scenario in enumerate(game.scenarios):
    rng, g = Random(number), game.start(scenario.id)
    for _ in range(250):
        if not g.stack:
            break
        actions = g.actions()
        digest.update(" ".join(a.text for a in actions).encode() + g.hash().encode())
        digest.update(repr([str(event) for event in g.play(rng.choice(actions))]).encode())
        digest.update(repr(g.key()).encode())
assert type(game).__module__ == f"grognard.games.{sys.argv[1]}"
print(compiled.build()[:8], digest.hexdigest())
"""


@needs_a_build
@pytest.mark.parametrize("game", BUILT_IN)
def test_both_builds_play_the_same(game: str) -> None:
    """Offers, hashes, events and values, decision by decision."""
    found = []
    for build in ("plain", "compiled"):
        code = PLAYED.replace("sys.argv[1]", repr(game))
        ran = python(code, build)
        assert ran.returncode == 0, ran.stderr
        found.append(ran.stdout.split())
    assert [words[0] for words in found] == ["plain", "compiled"]
    assert found[0][-1] == found[1][-1]


TRACED = """
import traceback
from grognard.games import load_game
g = load_game("marshals").start()
try:
    g.play("nonsense")
except Exception:
    print(traceback.format_exc())
"""


@needs_a_build
def test_tracebacks_name_the_lines_of_the_sources() -> None:
    lines = python(TRACED, "compiled").stdout.splitlines()
    named = next(line for line in lines if "engine/position.py" in line)
    row = int(named.split("line ")[1].split(",")[0])
    source = compiled.source_of("grognard.engine.position").read_text("utf-8").splitlines()
    assert "self.game.parse(action)" in source[row - 1]


@needs_a_build
def test_a_frame_in_plain_python_names_one_compiled_base() -> None:
    code = """
from grognard.engine.flow import Chance, Frame
class Own(Frame):
    pass
class Right(Chance, Own):
    a: int = 3
assert Right().a == 3 and Right(4).__copy__() == Right(4) and Right(4) != Right(5)
class Wrong(Own, Chance):
    pass
"""
    ran = python(code, "compiled")
    assert "TypeError: Wrong must name Chance first among its bases, or alone" in ran.stderr


@needs_a_build
def test_a_variant_in_plain_python_of_a_compiled_game() -> None:
    code = """
from grognard.games import load_game
from grognard.games.marshals import Marshals
from grognard.games.marshals.model import MarshalsState, Setup
from grognard.games.marshals.movement import Movement
class State(MarshalsState):
    weather: str = "fair"
    player: int = 1
assert State.__struct_fields__ == ("turn", "player", "frankfurt", "weather")
assert (State().player, State(3, 0).turn, State(3, 0).player, State(player=2).weather) == (1, 3, 0, "fair")
class Variant(Marshals):
    state_type = State
    def new_state(self, setup: Setup) -> State:
        return State()
g = Variant(load_game("marshals").pack).start()
g.set(weather="mud")
assert g.copy().state == State(0, g.state.player, weather="mud") != State(0, g.state.player)
assert g.game.from_json(g.to_json()).state.weather == "mud"
class Own(Movement):
    def eligible(self, g: object) -> list[int]:
        return super().eligible(g)[:1]
m = g.game.position({"1405": "R-47 R-9TK", "1305": "G-309"}, phase="movement", turn=3, player=0)
assert len(m.actions()) == 3
m = m.copy()
m.stack[-1], m._actions = Own(), None
assert [action.text for action in m.actions()] == ["pick R-47", "end"]
"""
    for build in ("compiled", "plain"):
        ran = python(code, build)
        assert ran.returncode == 0, f"{build}: {ran.stderr}"
