"""A results table may hold only results that the rules know."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.errors import PackError
from grognard.engine.pack import Pack
from grognard.games import load_game

TABLES = [
    ("marshals", "crt"),
    ("raceforberlin", "crt"),
    ("raceforberlin", "city_crt"),
    ("reichstag", "mobile_results"),
    ("reichstag", "assault_results"),
    ("seelow", "crt"),
    ("seelow", "antitank_barrage"),
    ("konigsberg", "crt"),
]


@pytest.mark.parametrize(("game", "table"), TABLES)
def test_a_result_without_a_rule_is_a_fault_of_the_data(monkeypatch: pytest.MonkeyPatch, game: str, table: str) -> None:
    """One cell is replaced by a word that is no result."""
    loaded = load_game(game)
    plain = Pack.toml

    def changed(pack: Pack, name: str) -> dict[str, Any]:
        found = plain(pack, name)
        if name == "tables.toml":
            found[table]["rows"]["3"][-1] = "XX"
        return found

    monkeypatch.setattr(Pack, "toml", changed)
    with pytest.raises(PackError, match=r"tables\.toml: .*XX"):
        type(loaded)(loaded.pack)
