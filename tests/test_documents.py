"""What is printed in the README and in docstrings is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import grognard

ROOT = Path(__file__).parents[1]


def test_the_readme_is_a_doctest() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 8
    assert result.failed == 0


MODULES = [m.name for m in pkgutil.walk_packages(grognard.__path__, "grognard.")]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


@pytest.mark.parametrize("name", [m for m in MODULES if "__main__" not in m and "migrations" not in m])
def test_docstring_examples_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("page", sorted(str(page.relative_to(ROOT)) for page in PAGES))
def test_links_lead_somewhere(page: str) -> None:
    file = ROOT / page
    for target in re.findall(r"\]\(([^)#]+)\)", file.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (file.parent / target).exists(), f"{page} links to {target}"
