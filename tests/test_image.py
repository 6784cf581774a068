"""The image: what deploy/Dockerfile copies is enough to build the server, and what it starts answers.

No Docker is needed. A stage is a folder that gets exactly what its COPY lines copy and `.dockerignore` lets through;
the commands that build something are taken from the RUN lines.
"""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from tests.test_wheel import PIP, ROOT, run

DOCKERFILE = ROOT / "deploy/Dockerfile"


def instructions(text: str) -> list[tuple[str, str]]:
    """The lines of a Dockerfile as words and what follows them."""
    joined = re.sub(r"\\\n", " ", "\n".join(line for line in text.splitlines() if not line.startswith("#")))
    return [(line.split(None, 1)[0], line.split(None, 1)[1]) for line in joined.splitlines() if line.strip()]


def is_let_through(name: str, ignore: list[str]) -> bool:
    """Whether a file is sent to Docker: the last pattern that fits it, or a folder above it, decides."""
    path = Path(name)
    above = [str(part) for part in (path, *path.parents)][:-1]
    found = True
    for pattern in ignore:
        wanted = pattern.removeprefix("!")
        anywhere = wanted.removeprefix("**/")
        if any(fnmatch.fnmatchcase(part, wanted) and part.count("/") == wanted.count("/") for part in above) or (
            wanted != anywhere and any(fnmatch.fnmatchcase(Path(part).name, anywhere) for part in above)
        ):
            found = pattern.startswith("!")
    return found


def context() -> list[str]:
    """The files that are sent to Docker."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    ignore = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    return [name for name in names if name and (ROOT / name).is_file() and is_let_through(name, ignore)]


class Stages:
    """The stages of the Dockerfile as folders below one."""

    def __init__(self, folder: Path, *, making: bool = True) -> None:
        self.folder = folder
        self.making = making
        """Whether commands are run; else only what is copied from here is looked at."""
        self.context = context()
        self.at = Path("/")
        self.stage = ""
        self.env: dict[str, str] = {}
        self.command: list[str] = []

    def build(self) -> None:
        """Every line in turn."""
        for word, rest in instructions(DOCKERFILE.read_text("utf-8")):
            if (does := getattr(self, f"_{word.lower()}", None)) is not None:
                does(rest)

    def here(self, path: str) -> Path:
        """A path within the present stage."""
        return self.folder / self.stage / str(self.at / path).lstrip("/")

    def _from(self, rest: str) -> None:
        self.stage = rest.partition(" AS ")[2] or "image"
        self.at = Path("/")

    def _workdir(self, rest: str) -> None:
        self.at = Path(rest)
        self.here(".").mkdir(parents=True)

    def _copy(self, rest: str) -> None:
        *sources, target = rest.split()
        if sources[0].startswith("--from="):
            if not self.making:
                return
            other = self.folder / sources.pop(0).removeprefix("--from=")
            shutil.copytree(other / sources[0].lstrip("/"), self.here(target))
            return
        for source in sources:
            found = [name for name in self.context if name == source or name.startswith(f"{source}/")]
            assert found, f"COPY {rest}: there is no '{source}' in what is sent to Docker"
            for name in found:
                below = Path(name).relative_to(source) if name != source else Path(Path(name).name)
                copy = self.here(target) / below
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy)

    def _run(self, rest: str) -> None:
        """What makes something is done; what installs packages is what this environment has."""
        if not self.making:
            return
        here = self.here(".")
        for command in rest.split("&&"):
            words = shlex.split(command)
            if words[:2] == ["npm", "ci"] and (ROOT / "web/node_modules").exists():
                (here / "node_modules").symlink_to(ROOT / "web/node_modules")
            elif words[0] == "tools/build-docs.sh":
                for name in (".venv", ".tools"):
                    (here / name).symlink_to(ROOT / name)
                run(*words, cwd=here)
            elif words[0] in ("npm", "mkdir"):
                run(*words, cwd=here)
            elif words[:2] == ["pip", "wheel"]:
                run(sys.executable, *PIP, *words[1:], cwd=here, GROGNARD_BUILD_FOLDER=str(ROOT / "build/native"))

    def _env(self, rest: str) -> None:
        self.env |= dict(word.split("=", 1) for word in rest.split())

    def _cmd(self, rest: str) -> None:
        self.command = json.loads(rest)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Stages:
    """What the image holds, in an environment of its own that has nothing else."""
    if shutil.which("git") is None or not (ROOT / ".git").exists() or shutil.which("npm") is None:
        pytest.skip("an image is built of what is under version control, and its board with npm")
    stages = Stages(tmp_path_factory.mktemp("image"))
    stages.build()
    here = stages.here(".")
    run(sys.executable, "-m", "venv", here / "env", cwd=here)
    python = here / "env/bin/python"
    run(python, *PIP, "install", "--require-hashes", "--no-deps", "-r", "requirements.lock", cwd=here)
    (wheel,) = (here / "dist").glob("*.whl")
    run(python, *PIP, "install", "--no-deps", "--no-index", wheel, cwd=here)
    return stages


@pytest.fixture
def address(image: Stages) -> Iterator[str]:
    """Where the image's command listens."""
    here = image.here(".")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GROGNARD", "XDG"))}
    env = {**kept, **image.env, "GROGNARD_PORT": "0", "HOME": str(here)}
    command = [here / "env/bin" / image.command[0], *image.command[1:]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=here, env=env, text=True) as serving:
        assert serving.stdout is not None
        found = re.search(r"http://\S+?(?=[/#\s])", serving.stdout.readline())
        assert found, "the image's command did not say where it listens"
        yield found[0]
        serving.terminate()


needs_git = pytest.mark.skipif(
    shutil.which("git") is None or not (ROOT / ".git").exists(), reason="an image is built of what is under git"
)


@needs_git
def test_all_that_an_image_is_built_of_is_sent_to_docker(tmp_path: Path) -> None:
    """Every file of a COPY line is there, and so is all that the wheel is built of."""
    stages = Stages(tmp_path, making=False)
    stages.build()
    home = tmp_path / "wheel/grognard"
    copied = {str(file.relative_to(home)) for file in home.rglob("*") if file.is_file()}
    assert {"pyproject.toml", "hatch_build.py", "README.md", "LICENSE"} <= copied
    assert {name for name in stages.context if name.startswith("src/")} <= copied
    assert stages.command[0] == "grognard"


@pytest.mark.long
def test_the_image_serves_board_guides_and_documentation(address: str) -> None:
    assert urlopen(f"{address}/ready", timeout=30).read() == b"ok\n"
    page = urlopen(f"{address}/", timeout=30).read().decode()
    assert re.search(r'src="(/[^"]+\.js)"', page), page
    assert "Your first game" in urlopen(f"{address}/help/", timeout=30).read().decode()
    guide = urlopen(f"{address}/api/games/seelow/guide", timeout=30).read().decode()
    assert guide == (ROOT / "docs/games/seelow.md").read_text("utf-8")


@pytest.mark.long
def test_the_image_plays_with_compiled_rules(image: Stages) -> None:
    here = image.here(".")
    said = run(here / "env/bin/grognard", "--version", cwd=here, GROGNARD_BUILD="", PYTHONPATH="")
    is_compiled = shutil.which("cc") is not None
    assert ("compiled" in said.partition(",")[2].split()[0]) == is_compiled, said


def test_nothing_that_was_built_here_is_sent_to_docker() -> None:
    ignore = ["*", "!src", "!docs/games", "**/__pycache__", "src/grognard/_compiled"]
    names = [
        "README.md",
        "src/a.py",
        "src/b/__pycache__/c.pyc",
        "src/grognard/_compiled/x.so",
        "docs/games/a.md",
        "docs/b.md",
    ]
    assert [name for name in names if is_let_through(name, ignore)] == ["src/a.py", "docs/games/a.md"]
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    for built in (
        "src/grognard/_compiled/build.json",
        "src/grognard/server/static/index.html",
        "src/grognard/server/help/index.html",
        "web/node_modules/a/b.js",
    ):
        assert not is_let_through(built, [line for line in lines if line and line[0] != "#"]), built


def test_a_stage_that_compiles_has_what_compiling_needs() -> None:
    """The lock files are installed with their hashes, and the last stage has neither compiler nor sources."""
    text = DOCKERFILE.read_text("utf-8")
    assert "requirements-compiler.lock" in text.partition("AS wheel")[2].partition("FROM")[0]
    last = text.rpartition("FROM ")[2]
    assert last.startswith("python:3.13-slim")
    assert "COPY src" not in last
