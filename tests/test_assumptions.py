"""What compiling depends on: every assumption holds here, and each is found when it does not."""

from __future__ import annotations

import importlib
import inspect
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

pytest.importorskip("mypyc.build")
assumptions: Any = importlib.import_module("native.assumptions")


@pytest.mark.parametrize("check", [check.__name__ for check in assumptions.ALL])
def test_every_assumption_holds_here(check: str) -> None:
    assert getattr(assumptions, check)() == ""


def test_every_check_is_made() -> None:
    """A check is a function without arguments that gives a sentence."""
    private = {"broken"}
    found = {
        name
        for name, value in vars(assumptions).items()
        if inspect.isfunction(value) and value.__module__ == assumptions.__name__ and name[0] != "_"
    }
    assert found - private == {check.__name__ for check in assumptions.ALL}


def other_digits(memory: bytes) -> bytes:
    """An int whose digits lie elsewhere."""
    return memory[:24] + bytes(4) + memory[24:]


def other_sign(memory: bytes) -> bytes:
    """An int that keeps its sign elsewhere."""
    return memory[: object.__basicsize__] + b"\x01" * 8 + memory[object.__basicsize__ + 8 :]


@pytest.mark.parametrize("changed", [other_digits, other_sign])
def test_another_layout_of_ints_is_found(monkeypatch: pytest.MonkeyPatch, changed: Any) -> None:
    real = assumptions._memory
    monkeypatch.setattr(assumptions, "_memory", lambda number: changed(real(number)))
    assert assumptions.broken().startswith("Python 3.")
    assert "lays ints out in a way" in assumptions.broken()


BACKWARDS = SimpleNamespace(
    Struct=msgspec.Struct,
    structs=SimpleNamespace(astuple=lambda struct: msgspec.structs.astuple(struct)[::-1]),
    __version__="9.9",
)
"""Stands in for a msgspec that orders fields the other way round."""


def no_separate(paths: Any, compiler_options: Any) -> None:
    """A `mypyc_build` that makes one library of all."""


POSITIONAL = inspect.Signature([inspect.Parameter("separate", inspect.Parameter.POSITIONAL_ONLY)])


@pytest.mark.parametrize(
    ("target", "name", "value", "sentence"),
    [
        ("sys", "implementation", SimpleNamespace(name="pypy"), "this Python is pypy"),
        ("sys", "int_info", SimpleNamespace(bits_per_digit=15, sizeof_digit=2), "digits of 15 bits in 2 bytes"),
        ("ctypes", "pythonapi", SimpleNamespace(), "this Python has no _PyLong_New"),
        ("native.assumptions", "EXTENSION_SUFFIXES", [".abi9.so"], "looks first for '.abi9.so'"),
        ("mypy.version", "__version__", "2.3.9", "mypy 2.3.9 is not known here"),
        ("mypy.version", "__version__", "3.0.0+dev", "mypy 3.0.0+dev is not known here"),
        ("mypyc.build", "mypyc_build", no_separate, "mypyc_build has no parameter 'separate'"),
        ("mypyc.options", "CompilerOptions", lambda target_dir: None, "mypyc is not called as before"),
        ("mypyc.build", "include_dir", lambda: "/nowhere", "mypyc's own headers are not where they were"),
        ("mypyc.namegen", "exported_name", lambda name: name, "mypyc exports modules under other names"),
        ("mypyc.common", "RUNTIME_C_FILES", ["new_part.c"], "mypyc's runtime has no file new_part.c"),
        ("mypyc.irbuild.util", "MYPYC_ATTRS", {"allow_interpreted_subclasses"}, "the class mark 'acyclic'"),
        ("native.assumptions", "msgspec", BACKWARDS, "msgspec 9.9 orders the fields"),
        ("inspect", "signature", lambda _: POSITIONAL, "does not say which fields are given by name only"),
    ],
)
def test_a_broken_assumption_is_named(
    monkeypatch: pytest.MonkeyPatch, target: str, name: str, value: Any, sentence: str
) -> None:
    monkeypatch.setattr(importlib.import_module(target), name, value)
    assert sentence in assumptions.broken()
    assert "\n" not in assumptions.broken()


@pytest.mark.parametrize(
    ("module", "name"), [("mypyc.namegen", "exported_name"), ("mypyc.irbuild.util", "MYPYC_ATTRS")]
)
def test_what_mypyc_no_longer_has_is_named(monkeypatch: pytest.MonkeyPatch, module: str, name: str) -> None:
    monkeypatch.delattr(importlib.import_module(module), name)
    assert name in assumptions.broken()


def test_structs_that_are_compared_otherwise_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loose(msgspec.Struct):
        """Equal to everything."""

        def __eq__(self, other: object) -> bool:
            return True

        def __init_subclass__(cls, **config: Any) -> None:
            cls.__hash__ = lambda self: 1

    monkeypatch.setattr(assumptions, "msgspec", SimpleNamespace(Struct=Loose, __version__="9.9"))
    assert "msgspec 9.9 compares structs" in assumptions.msgspec_compares_structs_as_known()


def test_the_build_says_it_in_one_line_before_anything_else(tmp_path: Path) -> None:
    """With `--optional` the rules run in plain Python and nothing fails; without it the command does."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys, types\nsys.int_info = types.SimpleNamespace(bits_per_digit=15, sizeof_digit=2)\n", "utf-8"
    )
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "GROGNARD_BUILD_FOLDER": str(tmp_path / "work")}
    command = [sys.executable, ROOT / "tools/native/build.py", "--into", tmp_path / "made"]
    for words, code in (([], 1), (["--optional"], 0)):
        ran = subprocess.run([*command, *words], env=env, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stdout) == (code, "")
        assert ran.stderr == (
            "grognard: the rules run in plain Python: this Python keeps ints in digits of 15 bits in 2 bytes, "
            "and bits.c knows 30 in 4 (docs/compiler.md says what to do)\n"
        )
    assert not (tmp_path / "made").exists()
