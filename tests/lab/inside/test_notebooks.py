"""The notebooks of the documents run in Jupyter's own machinery, and show what they should."""

from __future__ import annotations

from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient")

import nbformat  # noqa: E402

NOTEBOOKS = sorted((Path(__file__).parents[3] / "docs/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, tmp_path: Path) -> None:
    book = nbformat.read(notebook, as_version=4)
    nbclient.NotebookClient(
        book, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()
    shown = [out.data for cell in book.cells if cell.cell_type == "code" for out in cell.outputs if "data" in out]
    assert any("image/svg+xml" in data for data in shown)
    if notebook.stem == "balance":
        assert any("text/html" in data for data in shown)
