"""The recipe for adding a game: its code is the template's, and put together it plays."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RECIPE = ROOT / "docs" / "adding-a-game.md"
TEMPLATE = ROOT / "src" / "grognard" / "template"
tool = runpy.run_path(str(ROOT / "tools" / "write-recipe.py"))

PLAY = """
import random
from pathlib import Path
from grognard.engine import Pack
from grognard.lab.checks import examine
import skirmish
game = skirmish.Skirmish(Pack(Path(skirmish.__file__).parent / "data"))
assert examine(game).faults == [], examine(game).faults
print(game.title)
"""


@pytest.fixture(scope="module")
def assembled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package made of the recipe's blocks; tables of which it shows the beginning are taken from the template."""
    folder: Path = tmp_path_factory.mktemp("recipe")
    parts: dict[str, list[str]] = {}
    for file, _, text in tool["blocks"](RECIPE.read_text(encoding="utf-8")):
        parts.setdefault(file, []).append(text)
    shutil.copytree(TEMPLATE / "src" / "skirmish" / "data", folder / "src" / "skirmish" / "data")
    for file, texts in parts.items():
        if texts[0].endswith(tool["MORE"]):
            assert (TEMPLATE / file).read_text(encoding="utf-8").startswith(texts[0].removesuffix(tool["MORE"])), file
            continue
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("\n\n".join(texts), encoding="utf-8")
    return folder


def test_the_recipe_builds_the_template_file_by_file(assembled: Path) -> None:
    """`python tools/write-recipe.py` puts it right."""
    for file in sorted((TEMPLATE / "src").rglob("*.py")):
        name = file.relative_to(TEMPLATE)
        assert (assembled / name).is_file(), f"the recipe leaves out {name}"
        assert (assembled / name).read_text(encoding="utf-8") == file.read_text(encoding="utf-8"), name
    text = RECIPE.read_text(encoding="utf-8")
    assert tool["filled"](text) == text


def test_the_recipe_s_code_plays(assembled: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(assembled / "src")}
    ran = subprocess.run([sys.executable, "-c", PLAY], env=env, capture_output=True, text=True)
    assert ran.stdout == "Millbrook Bridge\n", ran.stderr


def test_the_recipe_imports_from_the_api_alone() -> None:
    """What it shows is all that a game needs to know of Grognard."""
    for _, _, text in tool["blocks"](RECIPE.read_text(encoding="utf-8")):
        for line in text.splitlines():
            if line.startswith(("from grognard", "import grognard")):
                assert line.startswith(("from grognard.api import", "from grognard.testing.")), line
