"""Writes a site: a folder of static files on which everything is played in the browser itself.

All files but two are listed with their hashes in `files.json`. The service worker `sw.js` knows the hash of that list,
which so is the name of the build.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ..bots import BOTS
from ..compiled import PACKAGE
from ..draw import legend_samples, to_png
from ..engine import Game
from ..engine.errors import SetupError
from ..engine.lesson import LESSON
from ..games import BUILT_IN, load_game
from ..paper.sizes import PAPERS
from ..server.errors import Unknown
from ..server.http.catalog import Lobby, catalog, shelf
from ..server.http.guides import guide
from ..server.http.help import policy
from ..server.http.lobby_pictures import shipped_picture
from ..server.http.pictures import Drawings
from ..server.http.security import PAGE_POLICY
from ..server.play.lessons import lesson_of
from ..server.play.puzzles import cards
from ..server.settings import Settings

RUNTIME = Path(__file__).parent / "runtime"
"""Pyodide and its wheel, put there by tools/build-runtime.sh; a wheel of this package has them."""
PACKED = ".packed"
"""What the page unpacks itself; `.gz` some web servers would unpack already."""
MANIFEST, WORKER, PAGE = "files.json", "sw.js", "index.html"
BUILD = b"BUILD-OF-THIS-SITE"
PALETTES = ("light", "dark")
CORE = (
    *("__init__.py", "api.py", "compiled.py", "engine", "bots", "games/__init__.py"),
    *("server/__init__.py", "server/errors.py", "server/messages.py", "server/settings.py", "server/threads.py"),
    *("server/play", "server/live", "server/tasks"),
    *("server/storage/__init__.py", "server/storage/rows.py", "server/storage/store.py"),
    *("site/__init__.py", "site/browser"),
)
"""What runs in the browser, besides the games."""
NOT_THERE = frozenset({"server/live/notify.py"})
"""What lies among it and needs a database."""
DATE = (1980, 1, 1, 0, 0, 0)
HELP = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Help – Grognard</title><link rel="icon" href="../favicon.svg"></head><body><h1>Help</h1>
<p>The documentation was not built together with this page. The guide and the rules of each game are at its table.</p>
<p><a href="../index.html">Back to the lobby</a></p></body></html>
"""


class Site:
    """The files of a site, by their paths."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.groups: dict[str, str] = {}

    def add(self, path: str, body: bytes, group: str) -> None:
        """A file. Its group says when a browser keeps it: `page` and `rules` at once, a game when it is played."""
        self.files[path] = body
        self.groups[path] = group

    def manifest(self) -> bytes:
        """The list of all files."""
        listed = {
            path: {"sha256": hashlib.sha256(body).hexdigest(), "size": len(body), "group": self.groups[path]}
            for path, body in sorted(self.files.items())
        }
        return json.dumps(listed, indent=0).encode()


def write_site(folder: Path, settings: Settings) -> dict[str, int]:
    """Write a site; gives the bytes of each group of files. An earlier site there is replaced as a whole."""
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / MANIFEST).is_file())):
        raise SetupError(f"{folder} holds something else than a site; choose an empty folder, or one that is not there")
    site = make_site(settings)
    worker = site.files.pop(WORKER)
    manifest = site.manifest()
    if BUILD not in worker:
        raise SetupError(f"{settings.static / WORKER} is not the service worker of this version; run 'make web'")
    bodies = {
        **site.files,
        MANIFEST: manifest,
        WORKER: worker.replace(BUILD, hashlib.sha256(manifest).hexdigest().encode()),
    }
    unfinished = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(unfinished, ignore_errors=True)
    for path, body in bodies.items():
        file = unfinished / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
    if folder.exists():
        shutil.rmtree(folder)
    unfinished.rename(folder)
    sizes: dict[str, int] = {}
    for path, body in site.files.items():
        sizes[site.groups[path]] = sizes.get(site.groups[path], 0) + len(body)
    return sizes


def make_site(settings: Settings) -> Site:
    """All files of a site, made by the functions that make what a server sends."""
    site = Site()
    _add_page(site, settings.static)
    _add_runtime(site)
    site.add("rules/core.zip", archive(CORE), "rules")
    drawings = Drawings(settings.pictures, settings.drawn)
    games = [load_game(name) for name in BUILT_IN]
    for game in games:
        _add_game(site, game, drawings)
    lobby = Lobby(
        games=shelf(games),
        bots=list(settings.seated_bots),
        bot_notes={name: BOTS[name].about for name in settings.seated_bots if name in BOTS},
        proposed_bot=settings.proposed_bot,
        planning_bot=settings.planning_bot,
        public_url="",
    )
    site.add("data/games.json", _json(lobby), "page")
    fetched = [path for path in site.files if site.groups[path] == "rules" and not path.endswith(".mjs")]
    sizes = {path: len(site.files[path]) for path in fetched}  # of what the page can see coming
    site.add("data/site.json", _json({"games": list(BUILT_IN), "sizes": sizes}), "page")
    _add_help(site, settings.help)
    return site


# -- the page --------------------------------------------------------------------------------------


def _add_page(site: Site, static: Path) -> None:
    if not (static / PAGE).is_file():
        raise SetupError(f"the board has not been built ({static} holds no {PAGE}); run 'make web'")
    for file in _files(static):
        site.add(file.relative_to(static).as_posix(), file.read_bytes(), "page")
    icon = site.files["favicon.svg"].decode()
    for size in (192, 512):
        site.add(f"icon-{size}.png", to_png(icon, size), "page")
    site.add("app.webmanifest", _json(_web_manifest()), "page")
    site.files[PAGE] = _page(site.files[PAGE].decode()).encode()


def _page(html: str) -> str:
    """The page, which says that it holds its tables itself, and what it may load."""
    head = (
        f'<meta http-equiv="content-security-policy" content="{_in_page(PAGE_POLICY)}" />\n'
        '    <meta name="grognard-tables" content="here" />\n'
        '    <meta name="referrer" content="no-referrer" />\n'
        '    <meta name="theme-color" content="#efe7d2" media="(prefers-color-scheme: light)" />\n'
        '    <meta name="theme-color" content="#1f2420" media="(prefers-color-scheme: dark)" />\n'
        '    <link rel="manifest" href="./app.webmanifest" />\n'
        '    <link rel="apple-touch-icon" href="./icon-192.png" />\n'
    )
    charset = '<meta charset="utf-8" />\n'
    return html.replace(charset, f"{charset}    {head}", 1)


def _in_page(text: str) -> str:
    """A content security policy that a page gives itself, which cannot say who may frame it."""
    return re.sub(r"; frame-ancestors [^;]*", "", text)


def _web_manifest() -> dict[str, Any]:
    """What a system must know to install the page."""
    icons = [{"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)]
    return {
        "name": "Grognard",
        "short_name": "Grognard",
        "description": "A table for board wargames: the program knows the rules.",
        "start_url": "./index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#efe7d2",
        "theme_color": "#efe7d2",
        "icons": [*icons, {"src": "favicon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }


def _add_help(site: Site, folder: Path) -> None:
    """The documentation. Each page says itself what it may load, because no server does."""
    if not (folder / PAGE).is_file():
        for path in ("index.html", "how-to/serve-a-club.html"):  # what the board names
            site.add(f"help/{path}", HELP.replace("../", "../" * (1 + path.count("/"))).encode(), "help")
        return
    for file in _files(folder):
        body = file.read_bytes()
        if file.suffix == ".html":
            meta = f'<meta http-equiv="content-security-policy" content="{_in_page(policy(body))}">'
            body = body.replace(b"<head>", b"<head>" + meta.encode(), 1)
        site.add(f"help/{file.relative_to(folder).as_posix()}", body, "help")


# -- what runs ---------------------------------------------------------------------------------------


def _add_runtime(site: Site) -> None:
    lock = RUNTIME / "pyodide-lock.json"
    if not lock.is_file():
        raise SetupError(f"what runs in the browser is missing ({RUNTIME} holds no {lock.name}); run 'make site'")
    info = json.loads(lock.read_bytes())["info"]
    (wheel,) = RUNTIME.glob("msgspec-*.whl")
    check_wheel(wheel.name, info)
    site.add("runtime/msgspec.whl", wheel.read_bytes(), "rules")
    # Nothing is fetched by this list, so it need not name the packages of others.
    site.add(f"runtime/{lock.name}", _json({"info": info, "packages": {}}), "rules")
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip", f"pyodide.asm.wasm{PACKED}"):
        body = (RUNTIME / name).read_bytes()
        site.add(f"runtime/{name}", re.sub(rb"\n//# sourceMappingURL=\S+", b"", body), "rules")


def check_wheel(name: str, info: dict[str, str]) -> None:
    """Complain unless a wheel is for the Python of a Pyodide, as its list of packages describes it."""
    version = "".join(info["python"].split(".")[:2])
    wanted = f"cp{version}-cp{version}-pyemscripten_{info['abi_version']}_wasm32.whl"
    if not name.endswith(wanted):
        raise SetupError(f"{name} does not fit this Pyodide, which needs {wanted}; run 'make lock' and 'make site'")


def archive(parts: tuple[str, ...]) -> bytes:
    """Sources and data of this package as an archive, always the same for the same files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for part in parts:
            for file in _files(PACKAGE / part):
                path = file.relative_to(PACKAGE).as_posix()
                if path in NOT_THERE or file.suffix in (".webp", ".c"):
                    continue
                info = zipfile.ZipInfo(f"{PACKAGE.name}/{path}", DATE)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, file.read_bytes())
    return packed.getvalue()


def _files(folder: Path) -> Iterator[Path]:
    """A file, or all files of a folder; no caches, no hidden ones."""
    if folder.is_file():
        yield folder
        return
    for file in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") or part == "__pycache__" for part in file.relative_to(folder).parts)
        if file.is_file() and not hidden:
            yield file


# -- games ---------------------------------------------------------------------------------------------


def _add_game(site: Site, game: Game[Any], drawings: Drawings) -> None:
    home = f"data/{game.id}"
    site.add(f"rules/{game.id}.zip", archive((f"games/{game.id}",)), game.id)
    site.add(f"{home}/catalog.json{PACKED}", _packed(_json(catalog(game))), game.id)
    if game.pack.has(LESSON):
        site.add(f"{home}/lesson.json", _json(lesson_of(game)[0]), game.id)
    if puzzles := cards(game):
        site.add(f"{home}/puzzles.json", _json(puzzles), game.id)
    with contextlib.suppress(Unknown):  # then the board says so
        site.add(f"{home}/guide.md", guide(game).encode(), game.id)
    for paper in PAPERS:
        site.add(f"{home}/print-{paper}.pdf", drawings.pdf(game, paper), "print")
    for palette in PALETTES:
        rows = [{"label": label, "svg": svg} for label, svg in legend_samples(game.board, palette)]
        site.add(f"{home}/legend-{palette}.json", _json(rows), game.id)
        site.add(f"{home}/map-{palette}.svg{PACKED}", _packed(drawings.svg(game, palette, True)), game.id)
        picture = shipped_picture(game, palette)
        # Browsers recognise a picture by its content, not by its name.
        site.add(f"{home}/picture-{palette}.webp", picture or drawings.png(game, palette), "page")


def _json(value: Any) -> bytes:
    """A value as a server would send it; exact chances are written `1/6`."""
    return msgspec.json.encode(value, enc_hook=str)


def _packed(body: bytes) -> bytes:
    return gzip.compress(body, 7, mtime=0)
