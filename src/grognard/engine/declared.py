"""What a struct can do, whether msgspec made it or the compiler.

Frames, states and small values are written as msgspec structs. In the compiled build they are classes of their own
with the same fields (`tools/native`): `Declared` gives them what msgspec would, and does it too for classes in plain
Python that are derived from compiled ones, such as the frames of a game outside this package.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict, astuple


class Declared:
    """The root of structs in the compiled build."""

    def fields(self) -> tuple[Any, ...]:
        """Its values, in the order in which they are declared."""
        return ()

    def __copy__(self) -> Declared:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Declared) and type(self) is type(other) and self.fields() == other.fields()

    def __hash__(self) -> int:
        raise TypeError(f"unhashable type: '{type(self).__name__}'")

    def __repr__(self) -> str:
        words = ", ".join(f"{name}={value!r}" for name, value in by_name(self).items())
        return f"{type(self).__name__}({words})"

    def __init_subclass__(cls, *, kw_only: bool = False, **config: Any) -> None:
        # A compiled class has a `__copy__` of its own; one without is written in plain Python.
        if "__copy__" not in vars(cls) and home(cls) != __name__:
            _check_bases(cls)
            _equip(cls, kw_only)


def home(kind: type) -> str:
    """The name of the module that a class is written in."""
    return kind.__module__


class FrozenDeclared(Declared):
    """The root of those that are values, and so can be looked up."""

    def __hash__(self) -> int:
        return hash(self.fields())


def field_values(struct: Any) -> tuple[Any, ...]:
    """The values of a struct, in the order in which they are declared."""
    return struct.fields() if isinstance(struct, Declared) else astuple(struct)


def by_name(struct: Any) -> dict[str, Any]:
    """The values of a struct by the names of their fields."""
    if isinstance(struct, Declared):
        return dict(zip(fields_of(type(struct)), struct.fields(), strict=True))
    return asdict(struct)


def fields_of(kind: type) -> tuple[str, ...]:
    """The names of a struct's fields, in order."""
    names: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    return names


# -- the compiled build --------------------------------------------------------------------------


def declare(known: dict[str, Any], text: str) -> None:
    """Write down what the compiled classes of a module do not tell of themselves.

    The text, an expression of what is `known`, names for each class its fields, those that are given by name only,
    defaults, annotations, and for each handler what it takes and its marks.
    """
    for name, (fields, by_name_only, defaults, declared, handlers) in eval(text, dict(known)).items():
        kind: type = known[name]
        _note_fields(kind, fields, by_name_only, defaults)
        for key, value in (("__annotations__", declared), ("__handlers__", handlers), ("__compiled__", True)):
            setattr(kind, key, value)


def _note_fields(kind: type, names: tuple[str, ...], by_name_only: tuple[str, ...], defaults: dict[str, Any]) -> None:
    for name, value in (("__struct_fields__", names), ("__declared__", (by_name_only, defaults))):
        setattr(kind, name, value)


def _check_bases(kind: type) -> None:
    """Of several compiled bases one must be derived from the others and come first: its methods are called directly."""
    compiled = [base for base in kind.__mro__ if "__compiled__" in vars(base)]
    first = next(base for base in _line(kind) if base in compiled)
    for base in compiled:
        if not issubclass(first, base):
            raise TypeError(f"{kind.__name__} must name {base.__name__} first among its bases, or alone")


def _line(kind: type) -> Iterator[type]:
    """The classes that the instances of a class are built like, its own first."""
    base: type | None = kind
    while base is not None:
        yield base
        base = base.__base__


_MAKE = """
def __init__(self, {parameters}):
    {body}
def __copy__(self):
    return type(self)({copied})
def fields(self):
    return ({values})
"""


def _equip(kind: type, kw_only: bool) -> None:
    """Give a class in plain Python, derived from a compiled one, the methods that its fields imply."""
    names = list(getattr(kind, "__struct_fields__", ()))
    by_name_only, inherited = getattr(kind, "__declared__", ((), {}))
    named, defaults = list(by_name_only), dict(inherited)
    for name, annotation in vars(kind).get("__annotations__", {}).items():
        if str(annotation).startswith(("ClassVar", "typing.ClassVar")):
            continue
        if name not in names:  # declared anew, it keeps its place
            names.append(name)
        if name in named:
            named.remove(name)
        if kw_only:
            named.append(name)
        if name in vars(kind):
            defaults[name] = vars(kind)[name]
            delattr(kind, name)
    words = [f"{n}=_defaults[{n!r}]" if n in defaults else n for n in names if n not in named]
    words += ["*"] if named else []
    words += [f"{n}=_defaults[{n!r}]" if n in defaults else n for n in named]
    text = _MAKE.format(
        parameters=", ".join(words),
        body="; ".join(f"self.{n} = {n}" for n in names) or "pass",
        copied=", ".join(f"{n}=self.{n}" for n in names),
        values="".join(f"self.{n}, " for n in names),
    )
    made: dict[str, Any] = {}
    exec(text, {"_defaults": defaults}, made)
    for name, method in made.items():
        if name not in vars(kind):
            setattr(kind, name, method)
    _note_fields(kind, tuple(names), tuple(named), defaults)
