"""Counters: every symbol draws, every flag shows."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from grognard.draw import counter_document, counter_svg
from grognard.draw.vocabulary import vocabulary
from grognard.engine.about import Flag
from grognard.engine.face import Face

SVG = "{http://www.w3.org/2000/svg}"
FLAGS = [
    Flag(bit=1 << i, name=name)
    for i, name in enumerate(["disrupted", "reduced", "moved", "face-down", "isolated", "out-of-supply"])
]


def face(symbol: str = "infantry", **more: object) -> Face:
    return Face(symbol=symbol, colours="brick", **more)  # type: ignore[arg-type]


def words(picture: str) -> list[str]:
    return ["".join(t.itertext()) for t in ET.fromstring(picture).iter(f"{SVG}text")]


@pytest.mark.parametrize("symbol", sorted(vocabulary().symbols))
def test_every_symbol_has_its_own_picture(symbol: str) -> None:
    mine = counter_svg(face(symbol))
    ET.fromstring(counter_document(face(symbol)))
    assert "{" not in mine
    assert all(mine != counter_svg(face(other)) for other in vocabulary().symbols if other != symbol)


def test_values_names_and_size_are_printed() -> None:
    found = words(counter_document(face("tank", size="corps", short="9 Gd", values=("6", "8"), corner="3")))
    assert found == ["9 Gd", "XXX", "3", "6-8"]


def test_a_chit_has_its_words_across_it() -> None:
    assert words(counter_document(face("chit", short="NO GAS"))) == ["NO", "GAS"]


def test_names_are_escaped() -> None:
    assert words(counter_document(face(short="R&D <1>"))) == ["R&D <1>"]


@pytest.mark.parametrize("flag", [flag.name for flag in FLAGS])
def test_flags_show(flag: str) -> None:
    assert counter_svg(face(values=("1",), reverse=("2",)), FLAGS, [flag]) != counter_svg(face(values=("1",)), FLAGS)


def test_a_flag_that_is_not_shown_leaves_no_trace() -> None:
    quiet = [Flag(bit=1, name="isolated", shown=False)]
    assert counter_svg(face(), quiet, ["isolated"]) == counter_svg(face())


def test_the_reduced_side_has_its_own_values() -> None:
    counter = counter_document(face(values=("4", "6"), reverse=("2", "5")), FLAGS, ["reduced"])
    assert words(counter) == ["2-5"]


def test_a_back_tells_nothing_but_its_colour() -> None:
    one = face("tank", size="army", short="1 GTA", values=("9", "9"))
    two = face("infantry", size="division", values=("1", "4"))
    assert counter_svg(one, FLAGS, ["isolated"], back=True) == counter_svg(two, back=True)
