"""The built client, or a plain page that says how to build it."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Grognard</title>
<h1>Grognard is running</h1>
<p>The board for the browser has not been built. Run <code>make web</code> and load this page again.</p>
<p>The server itself works: see <a href="/schema/openapi.json">its interface</a>.</p>
</html>
"""
FOREVER = "public, max-age=31536000, immutable"


def page_handlers(folder: Path) -> list[Any]:
    """Handlers for everything that is not the interface: files, and the page itself for any other path."""
    root = folder.resolve()

    def send(path: str) -> Response[bytes]:
        file = (root / path.lstrip("/")).resolve()
        inside = file.is_relative_to(root) and file.is_file()
        if not inside:
            if "." in path.rsplit("/", 1)[-1] or path.startswith("/api/"):
                raise NotFoundException
            file = root / "index.html"
        if not file.is_file():
            return Response(NOT_BUILT.encode(), media_type="text/html")
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        # Vite puts a fingerprint into the names of what lies in assets/.
        age = FOREVER if file.parent.name == "assets" else "no-cache"
        body = file.read_bytes()
        if file.name == "index.html":
            # The page itself comes under many addresses, so what it names must not be relative to one.
            body = body.replace(b'"./', b'"/')
        return Response(body, media_type=kind, headers={"cache-control": age})

    @get("/", include_in_schema=False, sync_to_thread=True)
    def front() -> Response[bytes]:
        """The page."""
        return send("")

    @get("/{path:path}", include_in_schema=False, sync_to_thread=True)
    def anything(path: FromPath[str]) -> Response[bytes]:
        """A file, or the page."""
        try:
            return send(path)
        except (ValueError, OSError):
            raise NotFoundException from None

    return [front, anything]
