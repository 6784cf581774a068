"""The documentation under /help/: the built site with a policy of its own, or a page that stands in for it."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import httpx

from grognard.games import BUILT_IN
from grognard.server.bench import serving
from grognard.server.http.help import policy
from grognard.server.http.security import PAGE_POLICY

from .conftest import settings

PAGE = "<!doctype html><title>Docs</title><script>start()</script><script src='a.js'></script><p>Hello"


def site(folder: Path) -> Path:
    """A small site."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "assets/site.css").write_text("p { color: red }")
    (folder.parent / "secret.txt").write_text("treasure")
    return folder


def test_the_built_site_is_served(fresh_database: Callable[[], str], tmp_path: Path) -> None:
    with serving(settings(fresh_database(), help=site(tmp_path / "site"))) as address:
        for start in ("/help", "/help/"):
            answer = httpx.get(address + start)
            assert (answer.status_code, answer.headers["location"]) == (302, "/help/index.html")
        page = httpx.get(f"{address}/help/index.html")
        assert page.text == PAGE
        assert page.headers["content-type"].startswith("text/html")
        again = httpx.get(f"{address}/help/index.html", headers={"if-none-match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        style = httpx.get(f"{address}/help/assets/site.css")
        assert "css" in style.headers["content-type"]
        assert "max-age" in style.headers["cache-control"]
        for path in ("/help/none.html", "/help/../secret.txt", "/help/%2e%2e/secret.txt", "/help/..%2fsecret.txt"):
            answer = httpx.get(address + path)
            assert "treasure" not in answer.text
        for path in ("/help/none.html", "/help/assets", "/help/a%00b", "/help/..%2fsecret.txt"):
            assert httpx.get(address + path).status_code == 404, path


def test_a_new_build_is_seen_at_once(fresh_database: Callable[[], str], tmp_path: Path) -> None:
    folder = site(tmp_path / "site")
    with serving(settings(fresh_database(), help=folder)) as address:
        before = httpx.get(f"{address}/help/index.html")
        (folder / "index.html").write_text("<script>other()</script>")
        after = httpx.get(f"{address}/help/index.html", headers={"if-none-match": before.headers["etag"]})
        assert after.text == "<script>other()</script>"
        assert after.headers["content-security-policy"] == policy(after.content)
        assert after.headers["content-security-policy"] != before.headers["content-security-policy"]


def test_its_policy_allows_its_own_scripts_and_no_other(fresh_database: Callable[[], str], tmp_path: Path) -> None:
    with serving(settings(fresh_database(), help=site(tmp_path / "site"))) as address:
        headers = httpx.get(f"{address}/help/index.html").headers
        board = httpx.get(f"{address}/").headers
    allowed = re.findall(r"'sha256-([^']+)'", headers["content-security-policy"])
    assert allowed == [base64.b64encode(hashlib.sha256(b"start()").digest()).decode()]
    scripts = re.findall(r"script-src ([^;]+)", headers["content-security-policy"])
    assert "unsafe" not in scripts[0]
    assert board["content-security-policy"] == PAGE_POLICY, "the board's own policy stays as it is"
    for name in ("x-content-type-options", "x-frame-options", "referrer-policy"):
        assert headers[name] == board[name]


def test_without_a_site_help_is_not_dead(fresh_database: Callable[[], str], tmp_path: Path) -> None:
    """One page says how to build it and links the guides; whatever else is asked for leads there."""
    with serving(settings(fresh_database(), help=tmp_path / "none")) as address:
        page = httpx.get(f"{address}/help/", follow_redirects=True)
        assert page.status_code == 200
        assert "make docs" in page.text
        guides = re.findall(r'href="(/help/guides/\w+)"', page.text)
        assert len(guides) >= len(BUILT_IN) - 1, "the game that only tests know has no guide"
        for link in guides:
            guide = httpx.get(address + link)
            assert guide.status_code == 200
            assert guide.text.startswith("# ")
            assert guide.headers["content-type"] == "text/plain; charset=utf-8"
        assert httpx.get(f"{address}/help/guides/nothing").status_code == 404
        lost = httpx.get(f"{address}/help/games/seelow.html", follow_redirects=True)
        assert "make docs" in lost.text
