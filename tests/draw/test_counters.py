"""Counters: every symbol draws, every state shows."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from grognard.draw import COLOURS, Counter, counter_document, counter_svg
from grognard.draw.symbols import ALIASES, SIZES, SYMBOLS, size_mark, symbol_name

SVG = "{http://www.w3.org/2000/svg}"


def words(counter: Counter) -> list[str]:
    return ["".join(t.itertext()) for t in ET.fromstring(counter_document(counter)).iter(f"{SVG}text")]


@pytest.mark.parametrize("symbol", sorted(SYMBOLS))
def test_every_symbol_has_its_own_picture(symbol: str) -> None:
    mine = counter_svg(Counter("a", symbol))
    ET.fromstring(counter_document(Counter("a", symbol)))
    assert all(mine != counter_svg(Counter("a", other)) for other in SYMBOLS if other != symbol)


def test_aliases_lead_to_symbols() -> None:
    assert set(ALIASES.values()) <= set(SYMBOLS)
    assert symbol_name("Tank") == "armour"
    assert symbol_name("Panzergrenadier") == "mechanized"
    assert symbol_name("zeppelin") == "unknown"


def test_values_texts_and_size_are_printed() -> None:
    counter = Counter("9G", "tank", "corps", "brick", left="6", right="8", top="9 Guards", bottom="1BF")
    assert words(counter) == ["XXX", "9 Guards", "6", "8", "1BF"]
    assert size_mark("army") == SIZES["army"] == "XXXX"
    assert size_mark("II") == "II"


def test_names_are_escaped() -> None:
    assert "R&D <1>" in words(Counter("x", top="R&D <1>"))


@pytest.mark.parametrize("mark", ["disrupted", "reduced", "moved", "out-of-supply", "fatigued", "strange-state"])
def test_states_show(mark: str) -> None:
    assert counter_svg(Counter("a", marks=(mark,))) != counter_svg(Counter("a"))


def test_a_face_down_counter_tells_nothing_but_its_colour() -> None:
    one = Counter("a", "tank", "army", "brick", "9", "9", "top", "bottom", ("face-down",))
    two = Counter("a", "infantry", "division", "brick", "1", "4", "", "", ("face-down",))
    assert counter_svg(one) == counter_svg(two)


def test_unknown_colours_are_refused_with_a_list() -> None:
    with pytest.raises(ValueError, match="fieldgrey"):
        counter_svg(Counter("a", colours="plaid"))
    assert len({c.fill for c in COLOURS.values()}) == len(COLOURS)
