"""How things are told: numbers, plurals, lists, dice with their verdict, calculations as sentences."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine.events import Began, Changed, Event, Marked, Rolled, Said, Value, tell, without_empty_phases
from grognard.engine.pieces import Piece
from grognard.engine.telling import (
    at_least,
    at_most,
    counted,
    fitting,
    listed,
    number,
    sentence,
    signed,
    slots,
    tell_calculation,
    tell_roll,
)
from grognard.engine.terms import Calculation, Term


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(4), "4"),
        (Fraction(5, 2), "2½"),
        (Fraction(1, 4), "¼"),
        (Fraction(31, 4), "7¾"),
        (Fraction(1, 3), "1/3"),
        (Fraction(-1, 2), "−½"),
        (Fraction(-5, 2), "−2½"),
        (-3, "−3"),
        (0, "0"),
    ],
)
def test_numbers_as_people_write_them(value: Fraction | int, text: str) -> None:
    assert number(value) == text


def test_signs() -> None:
    assert [signed(n) for n in (2, 0, -1, Fraction(1, 2))] == ["+2", "0", "−1", "+½"]


def test_plurals() -> None:
    assert [counted(n, "point") for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert counted(Fraction(5, 2), "hex", "hexes") == "2½ hexes"
    assert [fitting(n, "wins", "win") for n in (1, 2)] == ["wins", "win"]


@pytest.mark.parametrize(
    ("names", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists_of_names(names: list[str], text: str) -> None:
    assert listed(names) == text


def test_lists_of_names_to_be_filled_in() -> None:
    assert slots("p", 3, "or") == "{p0}, {p1} or {p2}"


def test_sentences() -> None:
    assert [sentence(text) for text in ("", "the end", "Really?")] == ["", "The end.", "Really?"]


@pytest.mark.parametrize(
    ("face", "needed", "text"),
    [
        (5, 6, "stays out (needs 6)"),
        (4, 4, "arrives (needs 4 or more)"),
        (1, 1, "arrives (whatever it shows)"),
        (6, 7, "stays out (whatever it shows)"),
    ],
)
def test_a_die_that_must_be_high(face: int, needed: int, text: str) -> None:
    assert at_least(face, needed, "arrives", "stays out") == text


@pytest.mark.parametrize(
    ("face", "needed", "text"),
    [
        (2, 1, "goes on (needs 1)"),
        (3, 3, "ends (needs 3 or less)"),
        (6, 6, "ends (whatever it shows)"),
        (1, 0, "goes on (whatever it shows)"),
    ],
)
def test_a_die_that_must_be_low(face: int, needed: int, text: str) -> None:
    assert at_most(face, needed, "ends", "goes on") == text


def test_luck_is_told_with_its_verdict() -> None:
    assert (
        tell_roll("Arrival of the 3rd Army", ["6"], "does not arrive") == "Arrival of the 3rd Army, 6: does not arrive."
    )
    assert tell_roll("Fatigue", ["3", "4"], "") == "Fatigue: rolled 3 and 4."
    assert tell_roll("Attack on Niesky at 1:2", ["3"], "") == "Attack on Niesky at 1:2: rolled 3."
    assert tell_roll("Chit drawn", ["39th Army"], "") == "Chit drawn: 39th Army."
    assert tell_roll("Chit", ["an unknown chit"], "") == "Chit: an unknown chit."
    rolled = Rolled(answer="roll 2", purpose="Weather", verdict="it rains")
    assert tell(rolled, str, str) == "Weather, 2: it rains."


def test_a_calculation_reads_as_sentences() -> None:
    terms = (
        Term("7", "52nd Army, half across a river", "8.1.2b", "attack"),
        Term("10", "4th Guards", "", "attack"),
        Term("7", "Brandenburg", "", "defence"),
        Term("2:1", "17 against 7", "8.1.2a", "odds"),
        Term("−1", "across a defence line", "M.9"),
    )
    assert tell_calculation(Calculation(title="Attack on Niesky", terms=terms, total="column 1:1")) == (
        "Attack on Niesky: 7 from 52nd Army, half across a river (8.1.2b) and 10 from 4th Guards "
        "against 7 from Brandenburg. "
        "17 against 7 is 2:1 (8.1.2a). −1: across a defence line (M.9). Column 1:1."
    )


def test_a_count_of_points_reads_as_a_sentence() -> None:
    terms = (Term("10", "Potsdam", "27.4c", "points"), Term("−2", "2 points spent", "", "points"))
    told = tell_calculation(Calculation(title="Victory points", terms=terms, total="8 points in all"))
    assert told == "Victory points: 10 for Potsdam (27.4c) and −2 for 2 points spent. 8 points in all."


def test_phases_in_which_nothing_happens_have_no_heading() -> None:
    turn, fuel, fire = Began(title="Turn 2", level=1), Began(title="Fuel"), Began(title="Fire")
    silent: list[Event] = [Changed(name="x", value=Value("1")), Marked(piece=Piece(0), flag="f", on=True)]
    said = Said(text="Something happens.")
    assert without_empty_phases([turn, fuel, *silent, fire, said]) == [turn, *silent, fire, said]
    assert without_empty_phases([fuel, said, fire]) == [fuel, said, fire], "somebody is asked in the last one"
    assert without_empty_phases([fire, Changed(name="x", value=Value("1"), text="It rains."), fuel])[0] == fire
