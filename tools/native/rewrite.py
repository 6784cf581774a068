"""The sources as the compiler wants them.

The rules are written with msgspec's structs, which are the fastest thing there is without a compiler. A compiler cannot
look into them: for it they are strangers, however often a rule reads their fields. So each struct of a module that is
compiled is written out as an ordinary class: its fields declared, with the `__init__`, `__copy__` and `fields` that
they imply. What Python knows of a class and compiled code does not (annotations, what `on_<verb>` takes, marks) is
written down behind the module's last line.

Nothing else is changed, and no line is moved: a docstring and the blank lines behind it and behind a class give way to
the new methods, so that tracebacks of compiled code name the lines of the sources.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from grognard.engine.declared import Declared
from grognard.engine.flow import Action
from grognard.engine.pieces import Unit
from grognard.engine.rules import Rules
from grognard.engine.weights import Weights

_MARKS = "if TYPE_CHECKING: from mypy_extensions import mypyc_attr"
OPEN = "allow_interpreted_subclasses=True"
"""For classes that games outside this package may subclass in plain Python, and those of which empty instances are made
(`__new__`), which compiled classes otherwise do not allow."""
PLAIN = "acyclic=True"
"""For classes that hold nothing but values: the garbage collector need not look at them."""

_KNOWN = {"frozen", "kw_only", "tag", "eq", "cache_hash", "gc"}
"""The class keywords that are understood."""


class Unfit(Exception):
    """A module that cannot be written out as it stands."""


class Rewriter:
    """One module."""

    def __init__(self, module: ModuleType, text: str) -> None:
        self.module = module
        self.lines = text.split("\n")
        self.tree = ast.parse(text)
        self.told: dict[str, str] = {}
        """What is written down of each class."""
        self.borrowed: dict[str, set[str]] = {}
        """Names that inherited fields are declared with, by the module they come from."""
        self.native = False
        self.marked = False

    def text(self) -> str:
        """The module, written out."""
        # From the last class to the first, because text on a line may move.
        for node in reversed(self.tree.body):
            if isinstance(node, ast.ClassDef):
                self._class(node)
        tail = [f"from {home} import {', '.join(sorted(names))}" for home, names in sorted(self.borrowed.items())]
        if self.native:
            tail += ["from typing import Any"]
            tail += ["from grognard.engine.declared import Declared, FrozenDeclared, declare"]
            self.lines.append(self._declaration())
        if self._constants():
            tail += ["from typing import Final"]
        if self.marked:
            tail += ["from typing import TYPE_CHECKING"]
            self._fill(self._future + 1, _MARKS)
        self._import(tail)
        return "\n".join([*self.lines, ""])

    def _declaration(self) -> str:
        """What is written down behind the last line: as text, because a C compiler takes long over large tables."""
        text = f"{{{', '.join(f'{name!r}: {told}' for name, told in reversed(self.told.items()))}}}"
        words = {word.id for word in ast.walk(ast.parse(text)) if isinstance(word, ast.Name)} | set(self.told)
        known = sorted(word for word in words if not hasattr(builtins, word))
        return f"declare({{{', '.join(f'{word!r}: {word}' for word in known)}}}, {text!r})"

    # -- constants -------------------------------------------------------------------------------

    def _constants(self) -> bool:
        """Say of whole numbers that they are constants, or they are looked up by name each time; whether there are any.

        Python does not know constants. By custom they are written in capitals, and assigned once.
        """
        stored = [w.id for w in ast.walk(self.tree) if isinstance(w, ast.Name) and isinstance(w.ctx, ast.Store)]
        found = False
        for node in self.tree.body:
            if not isinstance(node, ast.Assign) or node.lineno != node.end_lineno:
                continue
            pairs = _pairs(node)
            if pairs and all(name.isupper() and stored.count(name) == 1 for name, _ in pairs):
                self.lines[node.lineno - 1] = "; ".join(f"{name}: Final = {value}" for name, value in pairs)
                found = True
        return found

    # -- classes ---------------------------------------------------------------------------------

    def _class(self, node: ast.ClassDef) -> None:
        kind = getattr(self.module, node.name)
        handlers = self._handlers(node)
        if issubclass(kind, msgspec.Struct):
            self.native = True
            self._struct(node, kind, handlers)
        elif handlers:
            raise self._unfit(node, "has handlers and is no frame")
        marks = []
        if is_open(kind) or f"{node.name}.__new__({node.name})" in ast.unparse(node):
            marks.append(OPEN)
        if issubclass(kind, (msgspec.Struct, Declared, Action)):
            marks.append(PLAIN)
        if marks:
            self.marked = True
            self._fill(node.lineno - 2, f"@mypyc_attr({', '.join(marks)})")

    def _struct(self, node: ast.ClassDef, kind: type[msgspec.Struct], handlers: dict[str, str]) -> None:
        for keyword in node.keywords:
            if keyword.arg not in _KNOWN:
                raise self._unfit(node, f"has the class keyword '{keyword.arg}', which needs msgspec")
        fields = _fields(kind)
        for field in fields:
            self._borrow(field)
        last = node.end_lineno
        assert last is not None
        for field in node.body:
            if isinstance(field, ast.AnnAssign) and field.value is not None and not _is_class_var(field.annotation):
                self._cut(field.annotation, field.value)
        self._head(node, kind)
        doc = node.body[0]
        if not (isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant) and isinstance(doc.value.value, str)):
            raise self._unfit(node, "has no docstring")
        assert doc.end_lineno is not None
        for number in range(doc.lineno - 1, doc.end_lineno):
            self.lines[number] = ""
        self._fill(doc.lineno - 1, f"    {_copy(kind.__name__, fields)}")
        if any(field.home is kind for field in fields):  # otherwise they are inherited
            self._fill(doc.end_lineno, f"    {_init(fields)}")
            self._fill(last, f"    {_values(fields)}")
        annotations = {f.name: f.annotation for f in fields if f.home is kind}
        names = tuple(f.name for f in fields)
        named = tuple(f.name for f in fields if f.by_name_only)
        defaults = ", ".join(f"{f.name!r}: {f.default}" for f in fields if f.default)
        told = ", ".join(f"{name!r}: {words}" for name, words in handlers.items())
        self.told[node.name] = f"({names!r}, {named!r}, {{{defaults}}}, {annotations!r}, {{{told}}})"

    def _head(self, node: ast.ClassDef, kind: type[msgspec.Struct]) -> None:
        """The bases without msgspec's own, and without keywords."""
        root = "FrozenDeclared" if kind.__struct_config__.frozen and kind.__struct_config__.eq else "Declared"
        bases = [ast.unparse(base) for base in node.bases]
        bases = [root if base in ("msgspec.Struct", "Struct") else base for base in bases]
        if node.lineno != node.body[0].lineno - 1:
            raise self._unfit(node, "has a head of several lines")
        self.lines[node.lineno - 1] = f"class {node.name}({', '.join(bases)}):"

    # -- handlers --------------------------------------------------------------------------------

    def _handlers(self, node: ast.ClassDef) -> dict[str, str]:
        """What each `on_<verb>` of a class takes, and its marks, which compiled methods cannot carry."""
        found: dict[str, str] = {}
        for item in node.body:
            if not isinstance(item, ast.FunctionDef):
                continue
            marks = [d for d in item.decorator_list if isinstance(d, ast.Call) and ast.unparse(d.func) == "marked"]
            for mark in marks:
                self._blank(mark)
            if item.name.startswith("on_"):
                kinds = [ast.unparse(a.annotation) for a in item.args.args[2:] if a.annotation]
                words = [ast.unparse(argument) for mark in marks for argument in mark.args]
                found[item.name] = f"({_tuple(kinds)}, frozenset({_tuple(words)}))"
        return found

    # -- text ------------------------------------------------------------------------------------

    def _blank(self, node: ast.expr) -> None:
        if node.lineno != node.end_lineno:
            raise Unfit(f"{self.module.__name__}, line {node.lineno}: a mark of several lines")
        self.lines[node.lineno - 1] = ""

    def _cut(self, annotation: ast.expr, value: ast.expr) -> None:
        """Take the default away from a field: `__init__` has it."""
        if annotation.end_lineno != value.end_lineno:
            raise Unfit(f"{self.module.__name__}, line {value.lineno}: a field of several lines")
        assert annotation.end_lineno is not None
        row = annotation.end_lineno - 1
        line = self.lines[row].encode()
        self.lines[row] = (line[: annotation.end_col_offset] + line[value.end_col_offset :]).decode()

    def _fill(self, number: int, text: str) -> None:
        """Write on a line that is free (or behind the last)."""
        while number >= len(self.lines):
            self.lines.append("")
        if self.lines[number].strip():
            raise Unfit(f"{self.module.__name__}, line {number + 1}: should be blank for '{text}'")
        self.lines[number] = text

    def _import(self, statements: list[str]) -> None:
        """More imports, on the line of the first one."""
        self.lines[self._future] = "; ".join([self.lines[self._future], *statements])

    @property
    def _future(self) -> int:
        """The line of the first import, which every module has; a blank one follows."""
        return next(n.lineno for n in self.tree.body if isinstance(n, ast.ImportFrom) and n.module == "__future__") - 1

    def _borrow(self, field: Field) -> None:
        """Make the words of an inherited field known here."""
        home = field.home.__module__
        if home == self.module.__name__:
            return
        for text in (field.annotation, field.default):
            for word in ast.walk(ast.parse(text)) if text else ():
                if isinstance(word, ast.Name) and not hasattr(builtins, word.id) and not hasattr(self.module, word.id):
                    self.borrowed.setdefault(home, set()).add(word.id)

    def _unfit(self, node: ast.ClassDef, problem: str) -> Unfit:
        return Unfit(f"{self.module.__name__}, line {node.lineno}: {node.name} {problem}")


def _pairs(node: ast.Assign) -> list[tuple[str, int]]:
    """The names of an assignment of whole numbers, each with its own; empty for any other."""
    target, value = node.targets[0], node.value
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    values = value.elts if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) else [value]
    if len(node.targets) > 1 or len(names) != len(values):
        return []
    found = [
        (name.id, number.value)
        for name, number in zip(names, values, strict=True)
        if isinstance(name, ast.Name) and isinstance(number, ast.Constant) and type(number.value) is int
    ]
    return found if len(found) == len(names) else []


def is_open(kind: type) -> bool:
    """Whether somebody may derive classes from it in plain Python: not from small values and the kernel's own tools."""
    if issubclass(kind, msgspec.Struct):
        return not kind.__struct_config__.frozen or issubclass(kind, (Unit, Weights))
    return issubclass(kind, (Rules, Declared))


class Field(msgspec.Struct, frozen=True):
    """A field as its class declares it."""

    name: str
    annotation: str
    default: str
    """Its text; empty where there is none."""
    home: type
    by_name_only: bool


def _fields(kind: type[msgspec.Struct]) -> list[Field]:
    """All fields of a struct, in the order of its values."""
    declared: dict[str, tuple[str, str, type]] = {}
    for base in reversed(kind.__mro__):
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            for name, annotation, default in _declarations(base):
                declared[name] = annotation, default, base
    parameters: Any = inspect.signature(kind).parameters
    return [
        Field(name, *declared[name], parameters[name].kind is inspect.Parameter.KEYWORD_ONLY)
        for name in kind.__struct_fields__
    ]


@cache
def _classes(file: str) -> dict[str, ast.ClassDef]:
    """The classes of a source."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


@cache
def _declarations(kind: type) -> list[tuple[str, str, str]]:
    """Name, annotation and default of the fields that a class itself declares."""
    node = _classes(str(sys.modules[kind.__module__].__file__))[kind.__name__]
    return [
        (item.target.id, ast.unparse(item.annotation), ast.unparse(item.value) if item.value else "")
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) and not _is_class_var(item.annotation)
    ]


def _is_class_var(annotation: ast.expr) -> bool:
    return ast.unparse(annotation).startswith("ClassVar")


def _tuple(words: list[str]) -> str:
    return f"({''.join(word + ', ' for word in words)})"


def _init(fields: list[Field]) -> str:
    words = ["self"]
    named = False
    for field in sorted(fields, key=lambda f: f.by_name_only):
        if field.by_name_only and not named:
            words.append("*")
            named = True
        words.append(f"{field.name}: {field.annotation}" + (f" = {field.default}" if field.default else ""))
    body = "; ".join(f"self.{f.name} = {f.name}" for f in fields) or "pass"
    return f"def __init__({', '.join(words)}) -> None: {body}"


def _copy(name: str, fields: list[Field]) -> str:
    words = [f"{f.name}=self.{f.name}" if f.by_name_only else f"self.{f.name}" for f in fields]
    return f"def __copy__(self) -> {name}: return {name}({', '.join(words)})"


def _values(fields: list[Field]) -> str:
    return f"def fields(self) -> tuple[Any, ...]: return {_tuple([f'self.{f.name}' for f in fields])}"
