"""The game of `grognard new`, written into a folder and installed there as far as Python can tell."""

from __future__ import annotations

from pathlib import Path

from grognard.cli.scaffold import class_name, write_game


def install(folder: Path, name: str) -> Path:
    """Write the package; gives the folder of its modules, which has to be on the path for it to be found."""
    write_game(name, folder)
    info = folder / "src" / f"grognard_{name}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: grognard-{name}\nVersion: 0.1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[grognard.games]\n{name} = {name}:{class_name(name)}\n", encoding="utf-8")
    return folder / "src"
