"""What is printed in documents and docstrings is true: samples run, commands exist, links lead somewhere."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shlex
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.cli import main
from grognard.cli.arguments import parser
from grognard.engine import SetupError

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
stage = importlib.import_module("docsite.stage")

MODULES = [m.name for m in pkgutil.walk_packages(grognard.__path__, "grognard.")]
PAGES = sorted(str(page.relative_to(ROOT)) for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))
FENCE = re.compile(r"^( *)```(\w+)(?: ([^\n]*))?\n(.*?)^\1```", re.DOTALL | re.MULTILINE)


def blocks(page: str, kind: str) -> list[tuple[str, str]]:
    """The blocks of code of a page: the name of the file that each belongs to, if any, and the text."""
    found = FENCE.findall((ROOT / page).read_text(encoding="utf-8"))
    return [(name, textwrap.dedent(text)) for _, word, name, text in found if word == kind]


def pages_with(kind: str) -> list[str]:
    """The pages with such blocks."""
    return [page for page in PAGES if blocks(page, kind)]


# -- Python --------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", pages_with("python"))
def test_samples_run(page: str) -> None:
    """Sessions give what they show; other blocks run one after another. What belongs to a file is `test_recipe`'s."""
    result = doctest.testfile(str(ROOT / page), module_relative=False)
    assert result.failed == 0
    known: dict[str, Any] = {"__name__": page}
    others = [text for name, text in blocks(page, "python") if ">>>" not in text and not name]
    for text in others:
        exec(compile("from __future__ import annotations\n" + text, page, "exec"), known)
    assert result.attempted or others or all(name for name, _ in blocks(page, "python"))


def test_there_are_samples() -> None:
    """Nobody has taken them away, nor written them so that they are not found."""
    assert {"README.md", "CONTRIBUTING.md", "docs/tutorial/first-script.md"} <= set(pages_with("python"))
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        assert len(re.findall(r"^ *```python", text, re.MULTILINE)) == len(blocks(page, "python")), page
        if ">>>" in text:
            assert blocks(page, "python"), page


@pytest.mark.parametrize("name", [m for m in MODULES if "__main__" not in m and "migrations" not in m])
def test_docstring_examples_hold(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except SetupError as problem:
        if "pip install" not in str(problem):
            raise
        pytest.skip(str(problem))  # tests/lab/inside has it
    assert doctest.testmod(module).failed == 0


# -- commands ------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", pages_with("sh"))
def test_commands_exist(page: str) -> None:
    """Every `grognard` command, with the arguments it is shown with."""
    for _, text in blocks(page, "sh"):
        for line in text.splitlines():
            words = shlex.split(line, comments=True)
            if words and words[0].rpartition("/")[2] == "grognard":
                parser().parse_args(words[1:])
            if words[:1] == ["make"]:
                targets = [word for word in words[1:] if "=" not in word]
                makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
                assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets), line


@pytest.mark.parametrize("page", pages_with("console"))
def test_sessions_give_what_they_show(
    page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands behind `$`, and below each what it prints; `...` stands for anything."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for _, text in blocks(page, "console"):
        for session in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, shown = session.partition("\n")
            words = shlex.split(command)
            assert words[0] == "grognard"
            assert main(words[1:]) == 0
            said = capsys.readouterr().out
            assert doctest.OutputChecker().check_output(shown, said, doctest.ELLIPSIS), f"{page}: {command}\n{said}"


# -- the release ---------------------------------------------------------------------------------


def test_the_version_is_the_same_everywhere_and_in_the_changelog() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == grognard.__version__
    headings = re.findall(r"^## \[(.+?)\](?: - (\S+))?$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[0] == ("Unreleased", "")
    assert headings[1][0] == grognard.__version__
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", date) for _, date in headings[1:])


# -- links ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    """To a file of the repository, or to a page that the site gets from the program."""
    file = ROOT / page
    made = {(ROOT / "docs" / name).resolve() for name in stage.generated()}
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", file.read_text(encoding="utf-8")):
        if "://" not in target:
            found = (file.parent / target).resolve()
            assert found.exists() or found in made, f"{page} links to {target}"
