"""Which tests hold which rules: read from the marks in a game's test files, without running them."""

from __future__ import annotations

import ast
from pathlib import Path

from ..engine.errors import SetupError


def find_tests(game: str) -> Path | None:
    """The folder with a game's rule tests, seen from the present folder or from the checkout the code runs from."""
    checkout = Path(__file__).resolve().parents[3]
    for root in (Path.cwd(), checkout):
        folder = root / "tests" / "games" / game
        if folder.is_dir():
            return folder
    return None


def tested_rules(folder: Path) -> dict[str, list[str]]:
    """For each rule the tests marked with it, as `file::test`."""
    held: dict[str, list[str]] = {}
    for file in sorted(folder.glob("test_*.py")):
        try:
            tree = ast.parse(file.read_text(encoding="utf-8"))
        except (SyntaxError, ValueError):
            raise SetupError(f"{file} is not a Python file") from None
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef):
                continue
            for number in _marks(node):
                held.setdefault(number, []).append(f"{file.name}::{node.name}")
    return held


def _marks(function: ast.FunctionDef) -> list[str]:
    found = []
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "rule":
            found += [a.value for a in decorator.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return found
