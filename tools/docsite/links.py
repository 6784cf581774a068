"""Links of pages that move: what the repository calls by its path has another place on the site."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import PurePosixPath

_LINK = re.compile(r"\]\(([^)\s]+)\)")


class Astray(Exception):
    """A link to a file that has no place on the site."""


def moved(text: str, source: str, places: Mapping[str, str]) -> str:
    """A page with its links as they must be on the site.

    `source` is the page's path in the repository, `places` gives for each path the place on the site.
    """
    home = PurePosixPath(places[source]).parent

    def link(found: re.Match[str]) -> str:
        target, hash_mark, anchor = found[1].partition("#")
        if not target or "://" in target or target.startswith("mailto:"):
            return found[0]
        path = os.path.normpath(PurePosixPath(source).parent / target)
        if path not in places:
            raise Astray(f"{source} links to {target}, which is no page of the site")
        return f"]({os.path.relpath(places[path], home)}{hash_mark}{anchor})"

    return _LINK.sub(link, text)
