"""Gathers the pages of the documentation site: `python -m docsite.stage FOLDER` in `tools`.

The site has the pages of `docs/`, a few files from elsewhere in the repository, and what is made from the program:
rules, pictures of maps and counters, the command line, the names of the API, the server's messages.
`tools/build-docs.sh` lets mkdocs make the site of them.
"""

from __future__ import annotations

import html
import re
import shutil
import sys
from fnmatch import fnmatch
from pathlib import Path

import grognard.draw
from grognard.games import BUILT_IN, load_game

from . import games, reference
from .links import moved

ROOT = Path(__file__).resolve().parent.parent.parent
_NAMED = re.compile(r"^```(\w+) ([^\n]+)$", re.MULTILINE)
SEARCHED = {"changes.md": "exclude: true", "reference/*": "boost: 0.5", "games/*": "boost: 2", "tutorial/*": "boost: 2"}
"""How the search ranks pages: players first. The list of changes speaks of everything, and is left out."""
GENERATED = {
    "reference/command-line.md": reference.command_line,
    "reference/kernel.md": reference.kernel,
    "reference/api.md": reference.api_page,
    "reference/testing.md": reference.testing,
    "reference/messages.md": reference.messages,
}


def places() -> dict[str, str]:
    """Where each file of the repository that belongs to the site is on it."""
    found = {
        "CHANGELOG.md": "changes.md",
        "CONTRIBUTING.md": "contributing.md",
        "src/grognard/server/API.md": "reference/http.md",
        "web/public/favicon.svg": "assets/logo.svg",
    }
    for name in BUILT_IN:
        found[f"src/grognard/games/{name}/data/sources.md"] = f"games/{name}-sources.md"
        found[f"src/grognard/games/{name}/picture-light.webp"] = f"games/maps/{name}.webp"
    for file in (ROOT / "docs").rglob("*"):
        if file.is_file():
            found[str(file.relative_to(ROOT))] = str(file.relative_to(ROOT / "docs"))
    for file in (ROOT / "tools" / "docsite" / "assets").iterdir():
        found[str(file.relative_to(ROOT))] = f"assets/{file.name}"
    fonts = Path(grognard.draw.__file__).parent / "fonts"
    for name in ("Alegreya_700Bold.ttf", "OFL.txt"):
        found[str((fonts / name).relative_to(ROOT))] = f"assets/{name}"
    return found | {f"docs/{page}": page for page in generated()}


def generated() -> list[str]:
    """The pages that are made from the program."""
    return [*GENERATED, "games/index.md", *(f"games/{name}-rules.md" for name in BUILT_IN)]


def stage(folder: Path) -> None:
    """Write all pages into a folder that holds nothing else afterwards."""
    shutil.rmtree(folder, ignore_errors=True)
    known = places()
    for page, make in GENERATED.items():
        _write(folder / page, make())
    for source, place in known.items():
        if place in generated():
            continue
        if source.endswith(".md"):
            _write(folder / place, titled(moved((ROOT / source).read_text(encoding="utf-8"), source, known)))
        else:
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / source, folder / place)
    _games(folder / "games")
    for file in folder.rglob("*.md"):
        place = str(file.relative_to(folder))
        for pattern, words in SEARCHED.items():
            if fnmatch(place, pattern):
                _write(file, f"---\nsearch:\n  {words}\n---\n\n" + file.read_text(encoding="utf-8"))


def titled(text: str) -> str:
    """A page whose blocks of code carry the name of their file as mkdocs wants it: ```python src/a.py."""
    return _NAMED.sub(lambda found: f'```{found[1]} title="{html.escape(found[2])}"', text)


def _games(folder: Path) -> None:
    loaded = [load_game(name) for name in BUILT_IN]
    _write(folder / "index.md", games.overview(loaded))
    (folder / "counters").mkdir()
    for game in loaded:
        guide = folder / f"{game.id}.md"
        guide.write_text(games.with_picture(guide.read_text(encoding="utf-8"), game), encoding="utf-8")
        _write(folder / f"{game.id}-rules.md", games.rules(game))
        (folder / "counters" / f"{game.id}.png").write_bytes(games.counters(game))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    stage(Path(sys.argv[1]))
