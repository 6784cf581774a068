"""The documentation under `/help/`: the built site, or one page that says how to build it and lists the guides."""

from __future__ import annotations

import base64
import hashlib
import html
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from ...games import game_names
from ..errors import Unknown
from ..live.tables import Tables
from .guides import guide

START = "/help/index.html"
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Help – Grognard</title>
<h1>Help</h1>
<p>The documentation has not been built. Run <code>make docs</code> and load this page again.</p>
<p>These guides are there without it:</p>
<ul>
{guides}
</ul>
<p><a href="/">Back to the lobby</a></p>
</html>
"""
_INLINE = re.compile(rb"<(script|style)>(.*?)</\1>", re.DOTALL)
POLICY = (
    "default-src 'none'; script-src 'self'{script}; style-src 'self'{style}; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""What a page of the site may do: what is written in the page itself is allowed by its hash, nothing else."""
ASKED_AGAIN, FOR_AN_HOUR = "public, no-cache", "public, max-age=3600"


def policy(page: bytes) -> str:
    """The content security policy of a page, with the hashes of the scripts and styles in it."""
    hashes: dict[bytes, set[str]] = {b"script": set(), b"style": set()}
    for kind, text in _INLINE.findall(page):
        hashes[kind].add(f" 'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'")
    return POLICY.format(script="".join(sorted(hashes[b"script"])), style="".join(sorted(hashes[b"style"])))


@lru_cache(maxsize=256)
def _described(file: Path, changed: int) -> dict[str, str]:
    """The headers of a file; `changed` is the time of its last change, so that a new build is described anew."""
    body = file.read_bytes()
    headers = {"etag": f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"', "vary": "accept-encoding"}
    if file.suffix == ".html":
        return {**headers, "cache-control": ASKED_AGAIN, "content-security-policy": policy(body)}
    return {**headers, "cache-control": FOR_AN_HOUR}


def help_handlers(folder: Path) -> list[Any]:
    """Handlers for everything below `/help`."""
    root = folder.resolve()

    def find(path: str) -> Path:
        """The file of the site with this path, if there is one."""
        try:
            file = (root / path.lstrip("/")).resolve()
            if file.is_relative_to(root) and file.is_file():
                return file
        except (ValueError, OSError):
            pass
        raise NotFoundException

    @get("/help", include_in_schema=False, sync_to_thread=False)
    def begin() -> Redirect:
        """To the first page, whose links are relative to it."""
        return Redirect(START)

    @get("/help/{path:path}", include_in_schema=False, sync_to_thread=True)
    def send(path: FromPath[str], request: Request[Any, Any, Any], state: State) -> Response[bytes]:
        """A file of the site."""
        if not (root / "index.html").is_file():
            return _without_site(path, state.tables)
        file = find(path)
        headers = _described(file, file.stat().st_mtime_ns)
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(b"", status_code=304, headers=headers, media_type=kind)
        return Response(file.read_bytes(), headers=headers, media_type=kind)

    return [begin, send]


def _without_site(path: str, tables: Tables) -> Response[bytes]:
    """The page that says how to build the site, or one of the guides it lists."""
    words = path.strip("/").split("/")
    if words == ["index.html"]:
        return Response(NOT_BUILT.format(guides=_guides(tables)).encode(), media_type="text/html")
    if len(words) == 2 and words[0] == "guides":
        return Response(guide(tables.game(words[1])).encode(), media_type="text/plain")
    return Response(b"", status_code=302, headers={"location": START}, media_type="text/plain")


def _guides(tables: Tables) -> str:
    lines = []
    for name in game_names():
        game = tables.game(name)
        try:
            guide(game)
        except Unknown:
            continue
        lines.append(f'<li><a href="/help/guides/{name}">{html.escape(game.title)}</a></li>')
    return "\n".join(lines)
