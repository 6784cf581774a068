"""The documentation site: built from the present sources, complete, readable without a network; broken links fail."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from hatchling.builders.wheel import WheelBuilder
from playwright.sync_api import Browser, Page, expect

from grognard import api
from grognard.cli.arguments import parser
from grognard.engine.ledger import load_ledger
from grognard.games import BUILT_IN, load_game

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
links = importlib.import_module("docsite.links")
reference = importlib.import_module("docsite.reference")


@pytest.fixture(scope="session")
def site() -> Path:
    """The site of these sources; building it does nothing where it is up to date."""
    subprocess.run([ROOT / "tools/build-docs.sh"], check=True, timeout=280)
    return ROOT / "build/docs"


# -- what it holds -------------------------------------------------------------------------------


def test_every_rule_of_every_game_can_be_linked_to(site: Path) -> None:
    for name in BUILT_IN:
        text = (site / f"games/{name}-rules.html").read_text("utf-8")
        for rule in load_ledger(load_game(name).pack).rules:
            assert f"id='rule-{rule.number.replace('/', '-')}'" in text, (name, rule.number)
        assert (site / f"games/counters/{name}.png").stat().st_size > 5000
        assert (site / f"games/maps/{name}.webp").stat().st_size > 5000


def test_every_name_of_the_api_is_described(site: Path) -> None:
    text = (site / "reference/api.html").read_text("utf-8")
    for name in api.__all__:
        assert f'id="grognard.api.{name}"' in text, name


def test_every_command_is_described(site: Path) -> None:
    text = unescape(re.sub(r"<[^>]+>", "", (site / "reference/command-line.html").read_text("utf-8")))
    commands = list(reference._commands(parser()))
    assert len(commands) > 15
    for command, words, _ in commands:
        assert command in text
        for action in words._actions:
            assert all(option in text for option in action.option_strings if option != "--help"), command


def test_every_message_is_described(site: Path) -> None:
    text = (site / "reference/messages.html").read_text("utf-8")
    for name in ("TableState", "Offer", "ProblemBody", "NewTable"):
        assert f'id="{name.lower()}"' in text, name


def test_the_search_finds_words_of_guides_and_rules(site: Path) -> None:
    index = json.loads((site / "search/search_index.json").read_text("utf-8"))
    found = {doc["location"].partition("#")[0] for doc in index["docs"] if "zone of control" in doc["text"].lower()}
    assert {"games/marshals.html", "tutorial/first-game.html"} <= found
    assert (site / "search/search_index.js").is_file()


def test_a_wheel_takes_it_along(site: Path) -> None:
    """Git ignores what was built; a wheel must not."""
    included = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    for page in site.rglob("*.html"):
        assert f"grognard/server/help/{page.relative_to(site)}" in included


# -- no network ----------------------------------------------------------------------------------


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    """Links to other sites are for people; scripts, styles, fonts and pictures are all here."""
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        for tag in re.findall(r"<(?:script|link|img|iframe|source)\b[^>]*>", text):
            assert "//" not in tag.replace("data:", ""), f"{page.name}: {tag}"
        assert not re.search(r'(?:href|src)="/', text), f"{page.name} works in one place only"
    for style in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(?:https?:)?//", style.read_text("utf-8")), style.name


class _Quiet(SimpleHTTPRequestHandler):
    """Serves the site below a path of its own."""

    def translate_path(self, path: str) -> str:
        """Only what lies below."""
        return super().translate_path(path.removeprefix("/some/where"))

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def below_a_path(site: Path) -> Iterator[str]:
    """The site on a server that knows nothing of it, not at its root."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/some/where/"
    server.shutdown()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A browser that has no network but the site."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.set_default_timeout(60_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("requestfailed", lambda request: wrong.append(request.url))
    page.on(
        "request", lambda r: None if r.url.startswith(("file:", "data:", "http://127.0.0.1:")) else wrong.append(r.url)
    )
    yield page
    context.close()
    assert not wrong, wrong


@pytest.mark.parametrize("place", ["folder", "server"])
def test_it_can_be_read_and_searched(place: str, page: Page, site: Path, request: pytest.FixtureRequest) -> None:
    """From a folder, and below any path of any server: pages, links, search."""
    base = f"{site.as_uri()}/" if place == "folder" else request.getfixturevalue("below_a_path")
    page.goto(f"{base}index.html")
    page.get_by_role("link", name="Your first script").first.click()
    expect(page.get_by_role("heading", name="Your first script", level=1)).to_be_visible()
    expect(page.get_by_role("link", name="Lobby")).to_have_count(0)
    page.get_by_role("textbox", name="Search").click()
    expect(page.locator(".md-search-result__meta")).to_have_text("Type to start searching", timeout=60_000)
    page.get_by_role("textbox", name="Search").press_sequentially("refugees")
    hit = page.locator(".md-search-result__link").first
    expect(hit).to_be_visible(timeout=60_000)
    expect(hit).to_have_attribute("href", re.compile("konigsberg"))
    hit.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Königsberg")


# -- what breaks the build -----------------------------------------------------------------------


def build(folder: Path, text: str) -> str:
    """A site of this page and those in the folder, set up as the real one; gives what mkdocs complains of."""
    (folder / "pages").mkdir(exist_ok=True)
    (folder / "pages/index.md").write_text(text, "utf-8")
    (folder / "pages/other.md").write_text("# Other\n\n## A part\n", "utf-8")
    extra = "docs_dir: pages\nsite_dir: site\nplugins: []\nnav: [{Home: index.md}, {Other: other.md}]\n"
    theme = "theme: {name: mkdocs}\nextra_css: []\nextra_javascript: []\nextra: {}\n"
    (folder / "mkdocs.yml").write_text(f"INHERIT: {ROOT / 'mkdocs.yml'}\n{extra}{theme}", "utf-8")
    command = [ROOT / ".tools/docs/bin/python", "-m", "mkdocs", "build", "--strict"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


@pytest.mark.parametrize(
    ("link", "complaint"),
    [
        ("other.md#a-part", ""),
        ("missing.md", "missing.md"),
        ("other.md#missing", "missing"),
        ("#missing", "missing"),
        ("/other.html", "absolute"),
    ],
)
def test_a_broken_link_fails(link: str, complaint: str, site: Path, tmp_path: Path) -> None:
    found = build(tmp_path, f"# Home\n\n[link]({link})\n")
    assert complaint in found
    assert bool(found) == bool(complaint)


def test_a_page_that_nobody_can_reach_fails(site: Path, tmp_path: Path) -> None:
    assert build(tmp_path, "# Home\n") == ""
    (tmp_path / "pages/lost.md").write_text("# Lost\n", "utf-8")
    assert "lost.md" in build(tmp_path, "# Home\n")


def test_links_follow_pages_that_move() -> None:
    places = {"docs/games/a.md": "games/a.md", "src/a/sources.md": "games/a-sources.md", "README.md": "index.md"}
    text = "[s](../../src/a/sources.md) [r](../../README.md#top) [w](https://example.org/x) [h](#here)"
    moved = "[s](a-sources.md) [r](../index.md#top) [w](https://example.org/x) [h](#here)"
    assert links.moved(text, "docs/games/a.md", places) == moved
    with pytest.raises(links.Astray, match=r"docs/games/a\.md links to \.\./b\.md"):
        links.moved("[b](../b.md)", "docs/games/a.md", places)
