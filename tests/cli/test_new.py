"""`grognard new`: the package it writes passes its own tests, and all commands know it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.template import install

from grognard.cli import main

NAME = "border_clash"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of a new game, somewhere else."""
    folder: Path = tmp_path_factory.mktemp("authors") / "clash"
    install(folder, NAME)
    return folder


@pytest.fixture(scope="module")
def run(package: Path) -> Run:
    """Runs pytest or grognard in the package's folder, with the package on the path."""

    tools = {"pytest": ("-m", "pytest"), "grognard": ("-c", "import sys, grognard.cli; sys.exit(grognard.cli.main())")}

    def ran(tool: str, *words: str, cwd: Path = package) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": str(package / "src")}
        return subprocess.run([sys.executable, *tools[tool], *words], cwd=cwd, env=env, capture_output=True, text=True)

    return ran


def test_the_package_passes_its_own_tests_and_they_hold_every_rule(run: Run) -> None:
    ran = run("pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    assert ran.returncode == 0, ran.stdout
    assert f"{NAME}: 23 of 23 rules tested" in ran.stdout
    assert " passed, 2 skipped in " in ran.stdout, "two tests are for games with secrets"


def test_nothing_is_left_of_the_template_s_name(package: Path) -> None:
    for file in package.rglob("*"):
        assert "skirmish" not in file.name.lower()
        if file.is_file():
            assert "skirmish" not in file.read_text(encoding="utf-8").lower(), file


def test_coverage_finds_the_tests_of_a_game_outside(run: Run, tmp_path: Path) -> None:
    """In its project, wherever it is called from, and in a folder that is named."""
    ran = run("grognard", "rules", NAME, "--coverage", cwd=tmp_path)
    assert ran.stdout.endswith(f"{NAME}: 23 of 23 rules tested\n"), ran.stdout + ran.stderr
    (tmp_path / "test_one.py").write_text("import pytest\n\n@pytest.mark.rule('2.1')\ndef test_it(): pass\n")
    ran = run("grognard", "rules", NAME, "--coverage", "--tests", str(tmp_path))
    assert ran.returncode == 1
    assert ran.stdout.endswith(f"{NAME}: 1 of 23 rules tested\n"), ran.stdout + ran.stderr


def test_the_commands_know_a_game_outside(run: Run) -> None:
    assert run("grognard", "check", NAME).returncode == 0
    assert f"{NAME} " in run("grognard", "games").stdout
    assert "4 games" in run("grognard", "sim", NAME, "--players", "random", "random", "-n", "4", "--jobs", "2").stdout


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Clash", "'Clash' is no id for a game: take small letters, digits and underscores"),
        ("seelow", "'seelow' is the name of a game or of a Python module that is installed; take another"),
        ("json", "'json' is the name of a game or of a Python module that is installed; take another"),
    ],
)
def test_a_name_that_cannot_be_is_refused(
    name: str, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", name, str(tmp_path / "x")]) == 2
    assert capsys.readouterr().err == f"grognard: {problem}\n"
    assert not (tmp_path / "x").exists()


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert main(["new", "clash", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"grognard: the folder '{tmp_path}' is there already, and it is not empty\n"


def test_playing_needs_no_test_tools() -> None:
    """The plugin is for pytest alone."""
    code = "import sys, grognard.cli, grognard.games; print('pytest' in sys.modules, 'grognard.testing' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "False"]
