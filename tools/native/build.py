"""Compiles the kernel and the games with mypyc into `src/grognard/_compiled`.

    python tools/native/build.py              compile what has changed
    python tools/native/build.py --optional   the same, but where it cannot be done, say so in one line and be content

The kernel is one library, each game another. They are compiled side by side, in as many processes as there are cores;
what has not changed since the last time is taken from `build/native` (or from the folder that GROGNARD_BUILD_FOLDER
names, which several checkouts may share). How sources are prepared for the compiler is in
`rewrite`, how compiled modules are found in `grognard.compiled`.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import importlib
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tools")]
os.environ["GROGNARD_BUILD"] = "plain"  # the sources are looked at, not what was made of them before

from grognard import compiled  # noqa: E402
from grognard.games import BUILT_IN  # noqa: E402
from native.assumptions import broken  # noqa: E402
from native.rewrite import Rewriter, Unfit  # noqa: E402

WORK = Path(os.environ.get("GROGNARD_BUILD_FOLDER") or ROOT / "build" / "native")
"""Where everything is kept that is needed on the way; other checkouts may share it."""
SOURCES = WORK / "src"
OBJECTS = WORK / "objects"

KERNEL = (
    "board", "control", "declared", "derived", "flow", "game", "movement", "offers", "pieces", "places", "position",
    "results", "rules", "sequence", "standard", "supply", "vocabulary", "weights",
)  # fmt: skip
"""The modules of the kernel that are compiled. The others are seldom asked, or declare what msgspec reads."""

FLAGS = ("-g0", "-fPIC", "-fvisibility=hidden", "-fwrapv", "-fcommon", "-DNDEBUG", "-w")
"""A library's table of exports is declared in each of its files, so these must be one (`-fcommon`).

Python finds the `PyInit_` functions, which ask to be seen, and everything else through capsules. What is hidden from
other libraries is called directly, and the libraries are smaller.
"""
LEVELS = {"bits": "-O3", "engine": "-O2", "runtime": "-O3"}
"""How hard the C compiler tries; for games it is -Og: -O1 makes them 4 % faster, and takes half as long again.

Loops over the digits of large ints are in `bits` and in mypyc's runtime. With -O3 they take several digits at a time,
which saves a tenth of all instructions.
"""

CHECKS = ("--config-file=", "--implicit-reexport", "--disable-error-code=arg-type", "--disable-error-code=assignment")
"""The sources are checked strictly as they are; written out, a few lines need not be right for the checker."""


KEPT = 30 * 24 * 3600
"""For so many seconds objects are kept, in case they are needed again."""

T = TypeVar("T")


class Problem(Exception):
    """Why nothing can be compiled, in one sentence."""


Unit = tuple[str, tuple[str, ...]]
"""A library: its name and its modules."""

LOOPS: Unit = ("bits", ("grognard.engine.bits",))
"""The innermost loops, which are there in C beside the Python file."""


def kernel() -> Unit:
    """The kernel's library."""
    return "engine", tuple(f"grognard.engine.{name}" for name in KERNEL)


def game_unit(game: str) -> Unit:
    """A game's library: all modules of its package."""
    package = BUILT_IN[game].partition(":")[0]
    files = sorted(compiled.source_of(package).parent.glob("*.py"))
    return game, tuple(package if f.stem == "__init__" else f"{package}.{f.stem}" for f in files)


def digest(parts: Iterable[str | bytes]) -> str:
    """One fingerprint of many things."""
    found = hashlib.blake2b(digest_size=16)
    for part in parts:
        found.update(part.encode() if isinstance(part, str) else part)
        found.update(b"\0")
    return found.hexdigest()


def all_sources() -> dict[str, str]:
    """What every file says that has to do with the rules."""
    homes = [compiled.PACKAGE / "engine", *(compiled.PACKAGE / "games" / name for name in BUILT_IN)]
    files = sorted(file for home in homes for pattern in ("*.py", "*.c") for file in home.glob(pattern))
    return {str(file.relative_to(compiled.PACKAGE)): compiled.fingerprint(file) for file in files}


# -- preparing -----------------------------------------------------------------------------------


def write_sources(units: list[Unit]) -> None:
    """The package as the compiler sees it."""
    modules = [module for _, names in units for module in names]
    loaded = {module: importlib.import_module(module) for module in modules}
    for file in sorted(compiled.PACKAGE.rglob("*.py")):
        if not {"server", "_compiled", "cli", "draw"} & set(file.relative_to(compiled.PACKAGE).parts):
            _write(SOURCES / file.relative_to(compiled.PACKAGE.parent), file.read_text(encoding="utf-8"))
    for module in modules:
        file = compiled.source_of(module)
        text = Rewriter(loaded[module], file.read_text(encoding="utf-8")).text()
        _write(SOURCES / file.relative_to(compiled.PACKAGE.parent), text)


def _write(file: Path, text: str) -> None:
    """A file that is left alone where it says the same already."""
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


# -- compiling -----------------------------------------------------------------------------------


def compile_unit(unit: Unit) -> str:
    """Make the library of a unit; gives the name of its file. Runs in a process of its own."""
    name, modules = unit
    folder = WORK / name
    folder.mkdir(parents=True, exist_ok=True)
    if unit == LOOPS:
        objects = [_object(compiled.source_of(modules[0]).with_suffix(".c"), folder)]
    else:
        _write(folder / "shims.c", _shims(name, modules))
        files = [*_translate(unit, folder), str(folder / "shims.c")]
        objects = [_object(Path(file), folder) for file in files]
        objects += [_object(Path(file), WORK / "runtime") for file in _runtime()]
    library = f"{name}-{digest(map(str, objects))[:12]}{sysconfig.get_config_var('EXT_SUFFIX')}"
    if not (folder / library).exists():
        _run([*_linker(), "-o", str(folder / f".{library}"), *map(str, objects)])
        (folder / f".{library}").replace(folder / library)
    return library


def _translate(unit: Unit, folder: Path) -> list[str]:
    """The unit's modules in C; gives the names of the files."""
    from mypyc.build import mypyc_build
    from mypyc.options import CompilerOptions

    units = [kernel()] if unit == kernel() else [kernel(), unit]
    key = digest([*_tools(), *(file.read_bytes() for file in _texts(units))])
    stamp = folder / "translated.json"
    known = json.loads(stamp.read_text(encoding="utf-8")) if stamp.exists() else {}
    if known.get("key") == key and "names" in known:
        return [str(folder / name) for name in known["names"]]
    os.chdir(SOURCES)
    sys.setrecursionlimit(20_000)
    groups = [(_paths(modules), f"grognard_{name}") for name, modules in units]
    options = CompilerOptions(target_dir=str(folder), multi_file=True, separate=True, strict_dunder_typing=True)
    cache = f"--cache-dir={folder / 'cache'}"
    made = _quietly(lambda: mypyc_build([cache, *CHECKS, *(f for g, _ in groups for f in g)], options, separate=groups))
    files = [
        file for (_, name), (files, _) in zip(made[0], made[1], strict=True) if name == groups[-1][1] for file in files
    ]
    # By their names alone: a checkout may be moved or copied with all that was built in it.
    names = [str(Path(file).relative_to(folder)) for file in files]
    stamp.write_text(json.dumps({"key": key, "names": names}), encoding="utf-8")
    return files


def _texts(units: list[Unit]) -> list[Path]:
    """Everything the translation may depend on: the rewritten package but for the other games."""
    games = {SOURCES / "grognard" / "games" / name for name in BUILT_IN} - {
        SOURCES / "grognard" / "games" / name for name, _ in units
    }
    return [file for file in sorted(SOURCES.rglob("*.py")) if not games & set(file.parents)]


def _paths(modules: Iterable[str]) -> list[str]:
    return [str(compiled.source_of(module).relative_to(compiled.PACKAGE.parent)) for module in modules]


def _quietly(work: Callable[[], T]) -> T:
    """Do something that prints what is of no use here; what it said is kept for the case that it gives up."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            return work()
    except SystemExit:
        lines = [line for line in said.getvalue().splitlines() if "error" in line]
        raise Problem("mypyc gave up: " + (lines or ["it did not say why"])[0]) from None


SHIMS = """\
#include <Python.h>

static PyObject *capsule_of(const char *name)
{{
    PyObject *library = PyImport_ImportModule("{library}");
    PyObject *found = library ? PyObject_GetAttrString(library, name) : NULL;
    Py_XDECREF(library);
    return found;
}}

static PyObject *begin(const char *name, const char *full_name)
{{
    PyObject *needed = capsule_of("ensure_deps");
    if (needed == NULL) {{
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return NULL;
        PyErr_Clear();
    }} else {{
        int (*fetch)(void) = (int (*)(void))PyCapsule_GetPointer(needed, "{library}.ensure_deps");
        Py_DECREF(needed);
        if (fetch == NULL || fetch() < 0) return NULL;
    }}
    PyObject *capsule = capsule_of(name);
    if (capsule == NULL) return NULL;
    PyObject *(*start)(void) = (PyObject *(*)(void))PyCapsule_GetPointer(capsule, full_name);
    Py_DECREF(capsule);
    return start == NULL ? NULL : start();
}}
"""
"""How Python begins a module of a library: mypyc keeps a capsule for each (its own shims are a file a module)."""


def _shims(name: str, modules: Iterable[str]) -> str:
    from mypyc.namegen import exported_name

    library = f"grognard_{name}__mypyc"
    lines = [SHIMS.format(library=library)]
    for module in modules:
        start = f"init_{exported_name(module)}"
        last = module.rpartition(".")[2]
        lines.append(f'PyMODINIT_FUNC PyInit_{last}(void) {{ return begin("{start}", "{library}.{start}"); }}')
    return "\n".join([*lines, ""])


def _runtime() -> list[str]:
    """mypyc's own runtime, which every library has in it."""
    from mypyc.build import include_dir
    from mypyc.common import RUNTIME_C_FILES

    return [str(Path(include_dir()) / name) for name in RUNTIME_C_FILES]


def _object(file: Path, folder: Path) -> Path:
    """A C file compiled, now or earlier."""
    headers = sorted(folder.glob("__native*.h")) if file.parent == folder else []
    flags = [*FLAGS, LEVELS.get(folder.name, "-Og")]
    key = digest([*_compilers(), *flags, file.read_bytes(), *(header.read_bytes() for header in headers)])
    made = OBJECTS / f"{key}.o"
    if made.exists():
        made.touch()  # whatever is not touched for long can go
    else:
        OBJECTS.mkdir(parents=True, exist_ok=True)
        part = OBJECTS / f"{key}.{os.getpid()}.part"
        _run([*_compiler(), *flags, *_included(file, folder, tuple(flags)), "-c", str(file), "-o", str(part)])
        part.replace(made)
    return made


def _included(file: Path, folder: Path, flags: tuple[str, ...]) -> list[str]:
    """Where headers are; and, for the files of a unit, one that has been read already."""
    from mypyc.build import include_dir

    found = [f"-I{folder}", f"-I{include_dir()}", f"-I{sysconfig.get_path('include')}"]
    if not file.name.startswith("__native"):
        return found
    return ["-include", _read_before(folder, (*flags, *found)), *found]


@cache
def _read_before(folder: Path, flags: tuple[str, ...]) -> str:
    """What all files of a unit begin with, compiled once: reading it takes a tenth of the time of a file."""
    header = folder / "begin.h"
    names = (f"__native_grognard_{folder.name}.h", f"__native_internal_grognard_{folder.name}.h")
    _write(header, "".join(f'#include "{name}"\n' for name in names))
    _run([*_compiler(), *flags, "-x", "c-header", str(header), "-o", f"{header}.gch"])
    return str(header)


def _compiler() -> list[str]:
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def _linker() -> list[str]:
    return [*_compiler(), *(("-bundle", "-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-shared",))]


@cache
def _tools() -> tuple[str, ...]:
    """All that is between the sources and the libraries: what compiles, and how it is told to."""
    return *_compilers(), *(file.read_text(encoding="utf-8") for file in sorted(Path(__file__).parent.glob("*.py")))


@cache
def _compilers() -> tuple[str, ...]:
    """What compiles: others may make other things of the same sources."""
    try:
        from mypy.version import __version__ as checker
    except ImportError:
        raise Problem("mypy is not installed") from None
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise Problem("the headers of Python are missing (apt-get install python3-dev)")
    return compiled.tag(), checker, _run([*_compiler(), "--version"])


def _run(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    except OSError:
        raise Problem(f"there is no C compiler ('{command[0]}' does not run)") from None
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["it did not say why"]
        raise Problem(f"'{command[0]}' gave up: {next((line for line in lines if 'error' in line), lines[0])}")
    return done.stdout


# -- all of it -----------------------------------------------------------------------------------


def up_to_date(target: Path, sources: dict[str, str]) -> bool:
    """Whether what is there was made of these sources, with these tools."""
    try:
        listed = json.loads((target / compiled.LISTED).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool((listed.get("key"), listed.get("sources")) == (digest(_tools()), sources))


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Only one build at a time; others wait."""
    WORK.mkdir(parents=True, exist_ok=True)
    with (WORK / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build(target: Path, say: Callable[[str], None], seconds: float | None = None, processes: int | None = None) -> None:
    """Compile all libraries and put them where the package looks for them; gives up after so many seconds."""
    sources = all_sources()
    if up_to_date(target, sources):
        return
    if problem := broken():
        raise Problem(f"{problem} (docs/compiler.md says what to do)")
    say("begins")
    units = [kernel(), *(game_unit(game) for game in BUILT_IN)]
    write_sources(units)
    units.append(LOOPS)
    # The largest first, or the other processes would wait for it at the end.
    order = sorted(units, key=lambda unit: -sum(p.stat().st_size for p in map(compiled.source_of, unit[1])))
    made = _compile(order, seconds, processes or os.cpu_count() or 1)
    listed = {
        "tag": compiled.tag(),
        "key": digest(_tools()),
        "sources": sources,
        "modules": {module: made[name] for name, modules in units for module in modules},
        "libraries": {f"grognard_{name}__mypyc": made[name] for name, _ in units if name != "bits"},
    }
    install(target, listed)
    tidy(set(made.values()))


def _compile(units: list[Unit], seconds: float | None, processes: int) -> dict[str, str]:
    """The library of each unit; as soon as one cannot be made, or time is up, no more is done."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        under_way = {unit[0]: pool.submit(compile_unit, unit) for unit in units}
        done, late = wait(under_way.values(), seconds, FIRST_EXCEPTION)
        for process in list(pool._processes.values()) if late else ():
            process.terminate()
        for one in done:
            if isinstance(one.exception(), BrokenProcessPool):
                raise Problem("a process that compiles was ended from outside (is there too little memory?)")
            one.result()
    if late:
        raise Problem(f"compiling takes longer than {seconds:g} s here; next time it goes on from there")
    return {name: one.result() for name, one in under_way.items()}


def tidy(libraries: set[str]) -> None:
    """Remove what is not needed any more on the way: earlier libraries, and objects that nobody has used for long."""
    for library in WORK.glob(f"*/*{sysconfig.get_config_var('EXT_SUFFIX')}"):
        if library.name not in libraries:
            library.unlink(missing_ok=True)
    for made in OBJECTS.iterdir():
        if time.time() - made.stat().st_mtime > KEPT:
            made.unlink(missing_ok=True)


def install(target: Path, listed: dict[str, Any]) -> None:
    """Put the libraries in place, the list of them last, and remove those of earlier builds.

    Those of the build that is replaced stay until the next one: a process that runs may still load a game from them.
    """
    target.mkdir(parents=True, exist_ok=True)
    replaced = _libraries(target)
    (target / compiled.LISTED).unlink(missing_ok=True)
    libraries = set(listed["modules"].values())
    for library in libraries:
        shutil.copyfile(WORK / library.partition("-")[0] / library, target / f"{library}.part")
        (target / f"{library}.part").replace(target / library)
    for file in target.iterdir():
        if file.name not in libraries | replaced:
            file.unlink(missing_ok=True)
    (target / f"{compiled.LISTED}.part").write_text(json.dumps(listed, indent=1), encoding="utf-8")
    (target / f"{compiled.LISTED}.part").replace(target / compiled.LISTED)


def _libraries(target: Path) -> set[str]:
    """The libraries of the build that is there."""
    try:
        return set(json.loads((target / compiled.LISTED).read_text(encoding="utf-8"))["modules"].values())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return set()


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="compile the kernel and the games")
    parser.add_argument("--optional", action="store_true", help="where it cannot be done, say so in one line")
    parser.add_argument("--seconds", type=float, help="give up after so long; what is done by then is kept")
    parser.add_argument("--into", type=Path, default=compiled.FOLDER, help="where the libraries go")
    parser.add_argument(
        "--behind", action="store_true", help="while a server runs: leave it a core, and say what that means"
    )
    arguments = parser.parse_args()
    began = time.monotonic()
    try:
        with alone():
            free = max(1, (os.cpu_count() or 1) - 1) if arguments.behind else None
            build(arguments.into.resolve(), lambda when: _say(when, arguments.behind), arguments.seconds, free)
    except Exception as problem:
        if not arguments.optional and not isinstance(problem, (Problem, Unfit)):
            raise
        print(f"grognard: the rules run in plain Python: {problem}", file=sys.stderr)
        return 0 if arguments.optional else 1
    if time.monotonic() - began > 1:
        _say("ends", arguments.behind, time.monotonic() - began)
    return 0


def _say(when: str, behind: bool, seconds: float = 0) -> None:
    """What is under way; behind a server, also what that means for it."""
    told = {
        ("begins", False): "Compiling the rules ...",
        ("begins", True): "The rules are being compiled in the background; the next start will play with them.",
        ("ends", False): f"Compiled in {seconds:.0f} s.",
        ("ends", True): "The rules are compiled: the next start plays with them, nearly twice as fast.",
    }
    print(told[when, behind], flush=True)


if __name__ == "__main__":
    sys.exit(main())
