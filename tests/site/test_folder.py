"""The files of a site are what a server hands out."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest
from litestar.testing import TestClient

from grognard.games import BUILT_IN
from grognard.server import Settings, create_app

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site() -> Path:
    """The site as it is built of the sources."""
    subprocess.run(["tools/build-site.sh"], cwd=ROOT, check=True, capture_output=True)
    return ROOT / "build" / "site"


def test_a_site_says_what_a_server_says(site: Path) -> None:
    """Byte for byte, under the names that the board asks for (web/src/site/files.ts)."""
    settings = Settings(database="sqlite://", cache=ROOT / "build" / "drawn")
    with TestClient(create_app(settings)) as server:

        def said(path: str) -> bytes:
            answer = server.get(path)
            assert answer.status_code == 200, path
            return answer.content

        def kept(path: str) -> bytes:
            body = (site / path).read_bytes()
            return gzip.decompress(body) if path.endswith(".packed") else body

        assert kept("data/games.json") == said("/api/games")
        for game in BUILT_IN:
            asked, home = f"/api/games/{game}", f"data/{game}"
            assert kept(f"{home}/catalog.json.packed") == said(asked)
            assert kept(f"{home}/lesson.json") == said(f"{asked}/lesson")
            assert kept(f"{home}/guide.md") == said(f"{asked}/guide")
            for palette in ("light", "dark"):
                more = f"palette={palette}"
                assert kept(f"{home}/map-{palette}.svg.packed") == said(f"{asked}/map.svg?{more}&numbers=true")
                assert kept(f"{home}/legend-{palette}.json") == said(f"{asked}/legend?{more}")
                assert kept(f"{home}/picture-{palette}.webp") == said(f"{asked}/picture?{more}")


def test_every_file_is_listed_with_its_hash(site: Path) -> None:
    listed = json.loads((site / "files.json").read_text("utf-8"))
    there = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    assert there == {*listed, "files.json", "sw.js"}
    for path, told in listed.items():
        assert hashlib.sha256((site / path).read_bytes()).hexdigest() == told["sha256"], path
    build = hashlib.sha256((site / "files.json").read_bytes()).hexdigest()
    assert f'"{build}"' in (site / "sw.js").read_text("utf-8") or f"`{build}`" in (site / "sw.js").read_text("utf-8")


def test_no_file_names_another_address(site: Path) -> None:
    """The page asks for files below it alone, also in a folder; nothing begins at the root of the host."""
    page = (site / "index.html").read_text("utf-8")
    assert re.findall(r'(?:src|href)="(?!\./)[^"]*"', page) == []
    assert "default-src 'none'" in page
    assert "unsafe-eval" not in page.replace("wasm-unsafe-eval", "")
    assert "frame-ancestors" not in page  # which a page cannot say of itself
    for sheet in (site / "assets").glob("*.css"):
        assert re.findall(r"url\((?![./]*[\w-]+\.woff2\)|\./)[^)]*\)", sheet.read_text("utf-8")) == []


def test_a_first_visit_is_small(site: Path) -> None:
    """What is fetched for one game, packed as web servers pack text, is less than 8 MB."""
    listed = json.loads((site / "files.json").read_text("utf-8"))
    packed = (".js", ".mjs", ".css", ".html", ".json", ".svg", ".md", ".webmanifest")
    sizes: dict[str, int] = {}
    for path, told in listed.items():
        if path.endswith("-dark.svg.packed") or "dark" in path:
            continue  # one palette is fetched
        body = (site / path).read_bytes()
        size = len(gzip.compress(body, 6)) if path.endswith(packed) else len(body)
        sizes[told["group"]] = sizes.get(told["group"], 0) + size
    for game in BUILT_IN:
        assert sizes["page"] + sizes["rules"] + sizes[game] < 8_000_000, (game, sizes)
