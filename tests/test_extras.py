"""What needs a package that is not installed says so in one sentence, and says what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

from grognard.engine import SetupError
from grognard.extras import needed


def test_what_is_missing_is_named_with_its_extra() -> None:
    with pytest.raises(SetupError) as told:
        needed("nothing_of_that_name.part", "rl", "an environment for learning")
    says = "an environment for learning needs the package nothing_of_that_name: 'pip install \"grognard[rl]\"' adds it"
    assert str(told.value) == says


def test_a_package_that_is_broken_is_not_called_missing(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    (folder / "half_installed.py").write_text("import something_it_lacks\n", encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    with pytest.raises(ModuleNotFoundError, match="something_it_lacks"):
        needed("half_installed", "rl", "an environment")


WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in %r:
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
sys.meta_path.insert(0, Missing())
"""


@pytest.mark.parametrize(
    ("missing", "code", "says"),
    [
        ("pettingzoo", "import grognard.rl; grognard.rl.env('marshals')", 'pip install "grognard[rl]"'),
        ("numpy", "import grognard.rl; grognard.rl.marshals_v0.env()", 'pip install "grognard[rl]"'),
    ],
)
def test_without_it_one_sentence_says_what_to_install(missing: str, code: str, says: str) -> None:
    program = WITHOUT % [missing] + code
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert says in ended.stderr.splitlines()[-1]


def test_no_extra_is_imported_where_it_is_not_used() -> None:
    """The command line starts without any of them."""
    code = "import sys, grognard.cli, grognard.notebook, grognard.rl; print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for name in ("numpy", "gymnasium", "pettingzoo", "ray", "pyarrow", "mcp", "pyspiel", "PIL", "choix"):
        assert f"'{name}'" not in loaded, name
