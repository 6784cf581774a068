"""What compiling depends on beyond any documentation, checked before the first line of C is written.

Each check gives a sentence that says what is not as expected, or nothing. What to do then is in `docs/compiler.md`.
"""

from __future__ import annotations

import ctypes
import inspect
import re
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from sysconfig import get_config_var

import msgspec

OLDEST, TOO_NEW = (2, 4), (3, 0)
"""The versions of mypy that this was written for."""
DIGIT = 30
"""The bits of a digit of an int, in `bits.c`."""


def python_is_cpython() -> str:
    """`bits.c` looks into the objects of CPython."""
    name = sys.implementation.name
    return "" if name == "cpython" else f"this Python is {name}, and only CPython is known"


def digits_have_30_bits() -> str:
    """`bits.c` works on digits of 30 bits in 4 bytes."""
    found = sys.int_info.bits_per_digit, sys.int_info.sizeof_digit
    if found == (DIGIT, 4):
        return ""
    return f"this Python keeps ints in digits of {found[0]} bits in {found[1]} bytes, and bits.c knows {DIGIT} in 4"


def _memory(number: int) -> bytes:
    """The object of an int, as it lies in memory."""
    return ctypes.string_at(id(number), sys.getsizeof(number))


def ints_are_laid_out_as_known() -> str:
    """Behind the object's head a word with number and sign of the digits, then the digits, lowest first."""
    digits = [5, (1 << DIGIT) - 1, 7]
    number = sum(digit << DIGIT * place for place, digit in enumerate(digits))
    for value, sign in ((number, 1), (-number, -1)):
        word, rest = _split(_memory(value))
        expected = len(digits) << 3 | (0 if sign > 0 else 2) if sys.version_info >= (3, 12) else sign * len(digits)
        if word != expected or rest[: len(digits)] != digits:
            return f"Python {sys.version.split()[0]} lays ints out in a way that bits.c does not know"
    return ""


def _split(memory: bytes) -> tuple[int, list[int]]:
    """The word behind the head of an object, and the numbers of 4 bytes behind that."""
    head = object.__basicsize__
    word = ctypes.sizeof(ctypes.c_ssize_t)
    rest = memory[head + word :]
    digits = [int.from_bytes(rest[at : at + 4], sys.byteorder) for at in range(0, len(rest) - 3, 4)]
    return int.from_bytes(memory[head : head + word], sys.byteorder, signed=True), digits


def python_makes_ints_of_digits() -> str:
    """`bits.c` makes its results with a function of CPython that is not part of the documented interface."""
    return "" if hasattr(ctypes.pythonapi, "_PyLong_New") else "this Python has no _PyLong_New, which bits.c calls"


def libraries_are_called_as_python_looks_for_them() -> str:
    """`grognard.compiled` takes the interpreter's mark from the first suffix, the build from the configuration."""
    configured = get_config_var("EXT_SUFFIX")
    if EXTENSION_SUFFIXES[0] == configured:
        return ""
    return f"this Python builds libraries as '{configured}' and looks first for '{EXTENSION_SUFFIXES[0]}'"


def mypy_is_known() -> str:
    """mypyc belongs to mypy; what it makes of the same source changes with its version."""
    try:
        from mypy.version import __version__ as found
    except ImportError:
        return "mypy is not installed"
    numbers = tuple(int(part) for part in re.findall(r"\d+", found)[:2])
    if OLDEST <= numbers < TOO_NEW:
        return ""
    return f"mypy {found} is not known here: {_words(OLDEST)} is the oldest, and {_words(TOO_NEW)} too new"


def _words(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def mypyc_compiles_in_groups() -> str:
    """The kernel is one library and each game another: `mypyc_build(…, separate=…)` with these options."""
    try:
        from mypyc.build import include_dir, mypyc_build
        from mypyc.options import CompilerOptions

        CompilerOptions(target_dir="", multi_file=True, separate=True, strict_dunder_typing=True)
    except (ImportError, TypeError) as problem:
        return f"mypyc is not called as before: {problem}"
    if "separate" not in inspect.signature(mypyc_build).parameters:
        return "mypyc is not called as before: mypyc_build has no parameter 'separate'"
    return "" if Path(include_dir(), "CPy.h").exists() else "mypyc's own headers are not where they were"


def mypyc_names_its_files_as_known() -> str:
    """The shims call what mypyc exports, and every library holds mypyc's runtime."""
    try:
        from mypyc.build import include_dir
        from mypyc.common import RUNTIME_C_FILES
        from mypyc.namegen import exported_name
    except ImportError as problem:
        return f"mypyc does not name its files as before: {problem}"
    if exported_name("grognard.engine.a_b") != "grognard___engine___a_b":
        return f"mypyc exports modules under other names than before ('{exported_name('grognard.engine.a_b')}')"
    missing = [name for name in RUNTIME_C_FILES if not Path(include_dir(), name).exists()]
    return f"mypyc's runtime has no file {missing[0]}" if missing else ""


def mypyc_knows_our_marks() -> str:
    """The marks that `rewrite` puts on classes."""
    from .rewrite import OPEN, PLAIN

    try:
        from mypyc.irbuild.util import MYPYC_ATTRS
    except ImportError as problem:
        return f"mypyc does not list its class marks as before: {problem}"
    wanted = [mark.partition("=")[0] for mark in (OPEN, PLAIN)]
    missing = [mark for mark in wanted if mark not in MYPYC_ATTRS]
    return f"mypyc no longer knows the class mark '{missing[0]}'" if missing else ""


def msgspec_orders_fields_as_known() -> str:
    """Inherited fields come first, those by name only last; `rewrite` writes `__init__` in that order."""

    class First(msgspec.Struct, kw_only=True, frozen=True):
        named: int = 1

    class Second(First, frozen=True):
        given: int
        more: tuple[int, ...] = (1, 2)

    wanted = ("given", "more", "named")
    if Second.__struct_fields__ != wanted or msgspec.structs.astuple(Second(3)) != (3, (1, 2), 1):
        return f"msgspec {msgspec.__version__} orders the fields of structs in another way than before"
    kinds = [one.kind for one in inspect.signature(Second).parameters.values()]
    if [kind is inspect.Parameter.KEYWORD_ONLY for kind in kinds] != [False, False, True]:
        return f"msgspec {msgspec.__version__} does not say which fields are given by name only"
    return ""


def msgspec_compares_structs_as_known() -> str:
    """Values are compared and looked up by their fields and their class, and say so in their configuration."""

    class Value(msgspec.Struct, frozen=True):
        number: int

    class Other(msgspec.Struct, frozen=True):
        number: int

    config = Value.__struct_config__
    if (config.frozen, config.eq) != (True, True):
        return f"msgspec {msgspec.__version__} does not tell frozen structs as before"
    if Value(1) != Value(1) or hash(Value(1)) != hash(Value(1)) or Value(1) == Other(1):
        return f"msgspec {msgspec.__version__} compares structs in another way than before"
    return ""


ALL: tuple[Callable[[], str], ...] = (
    python_is_cpython,
    digits_have_30_bits,
    ints_are_laid_out_as_known,
    python_makes_ints_of_digits,
    libraries_are_called_as_python_looks_for_them,
    mypy_is_known,
    mypyc_compiles_in_groups,
    mypyc_names_its_files_as_known,
    mypyc_knows_our_marks,
    msgspec_orders_fields_as_known,
    msgspec_compares_structs_as_known,
)


def broken() -> str:
    """The first assumption that does not hold, as a sentence; empty if all do."""
    return next((found for check in ALL if (found := check())), "")
