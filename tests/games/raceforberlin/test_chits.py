"""Event chits (2.4): when they are played, who knows of them, and where they go."""

from __future__ import annotations

import json

import msgspec
import pytest
from tests.games.raceforberlin.helpers import EVERYBODY, Pos, game, impulse, step
from tests.support import play, refused, rule, texts, where

from grognard.engine import Seat, Table
from grognard.engine.view import view

# -- windows ---------------------------------------------------------------------------------------

SOVIET_START, GERMAN_START = {2, 5, 6, 7, 10}, {3, 4, 11}


@rule("2.4.3", "E.2", "E.3a", "E.4a", "E.5", "E.6a", "E.7", "E.10", "E.11")
@pytest.mark.parametrize("number", range(2, 12))
def test_the_window_of_each_chit(number: int) -> None:
    for owner, own_soviet, own_german in (("zhukov", 1, 4), ("koniev", 2, 3)):
        for at in range(1, 5):
            g = impulse(at, {**EVERYBODY, f"hand-{owner}": f"C{number}"})
            if g.frame.title == "Bridges":
                play(g, "go-on")
            open_ = (at == own_soviet and number in SOVIET_START) or (at == own_german and number in GERMAN_START)
            assert (f"chit C{number}" in texts(g)) == open_, f"chit {number} of {owner} in impulse {at}"
            if not open_:
                assert refused(g, f"chit C{number}") == "2.4.3"


@rule("2.4.3")
def test_chits_come_before_the_designation() -> None:
    g = play(impulse(1, {**EVERYBODY, "hand-zhukov": "C10"}), "move S-8GA-1")
    assert refused(g, "chit C10") == "2.4.3"
    play(g, "withdraw S-8GA-1, chit C10")
    assert where(g, "C10") == "cup"


@rule("2.4.3")
def test_the_effect_of_an_impulse_ends_with_it() -> None:
    g = play(impulse(1, {**EVERYBODY, "hand-zhukov": "C7"}), "chit C7, army S-8GA-1, done")
    assert (g.state.event, g.state.army) == (0, "")


# -- where chits go --------------------------------------------------------------------------------


@rule("2.4.4", "E.5", "E.4b")
@pytest.mark.parametrize(
    ("number", "turn", "goes"),
    [(2, 2, "cup"), (5, 2, "removed"), (6, 2, "cup"), (7, 2, "cup"), (10, 2, "cup"), (3, 2, "cup"), (4, 6, "cup"),
     (4, 7, "removed"), (11, 2, "cup")],
)  # fmt: skip
def test_a_played_chit(number: int, turn: int, goes: str) -> None:
    at = 1 if number in SOVIET_START else 4
    g = play(impulse(at, {**EVERYBODY, "hand-zhukov": f"C{number}"}, turn=turn), f"chit C{number}")
    if number == 3:
        play(g, "push kyritz")
    assert where(g, f"C{number}") == goes


@rule("5.5a", "2.4.4", "E.3b", "E.4b")
@pytest.mark.parametrize(
    ("number", "turn", "halted", "goes"),
    [(2, 2, False, "cup"), (5, 2, False, "cup"), (9, 2, False, "cup"), (3, 2, False, "cup"), (3, 2, True, "removed"),
     (4, 6, False, "cup"), (4, 7, False, "removed")],
)  # fmt: skip
def test_a_discarded_chit(number: int, turn: int, halted: bool, goes: str) -> None:
    g = step("discards", {"hand-zhukov": f"C{number}", "cup": "C10"}, turn=turn, halted=halted)
    play(g, f"discard C{number}")
    assert where(g, f"C{number}") == goes


# -- secrecy ---------------------------------------------------------------------------------------


def seen(g: Pos, seat: int | None) -> str:
    """Everything that a seat sees, as text."""
    return json.dumps(msgspec.to_builtins(view(g, None if seat is None else Seat(seat), hints=True)))


@rule("2.4.2b")
def test_a_chit_is_known_to_its_holder_only() -> None:
    g = impulse(1, {**EVERYBODY, "hand-zhukov": "C7", "hand-koniev": "C1"})
    assert '"C7"' in seen(g, 0)
    for stranger in (1, None):
        assert "C7" not in seen(g, stranger)
        assert "?hand-zhukov-1" in seen(g, stranger), "everybody sees that a chit is held"
        assert "C1" in seen(g, stranger), "chit 1 lies open"
    other = impulse(1, {**EVERYBODY, "hand-zhukov": "C2", "hand-koniev": "C1"})
    assert seen(g, 1) == seen(other, 1)


@rule("2.4.2b")
def test_the_draw_is_secret() -> None:
    table = Table(game, position=step("chits", {}), seed=b"3")
    drawn = [t for t in table.told(Seat(1)) if "is drawn" in t.text]
    assert len(drawn) == 2
    assert [t.pieces == ("?",) for t in drawn] == [False, True], "Koniev sees his own chit, not Zhukov's"
    assert all(t.pieces == ("?",) for t in table.told(None) if "is drawn" in t.text)


@rule("2.4.2b", "5.5a")
def test_a_discard_is_not_shown() -> None:
    table = Table(game, position=step("discards", {"hand-zhukov": "C7", "hand-koniev": "C1 C2"}), seed=b"1")
    table.play("discard C7")
    assert not any("C7" in json.dumps(msgspec.to_builtins(t)) for t in table.told(Seat(1)))
    assert any("C7" in json.dumps(msgspec.to_builtins(t)) for t in table.told(Seat(0)))


@rule("2.4.3", "2.4.2b")
def test_a_played_chit_is_announced() -> None:
    table = Table(game, position=impulse(1, {**EVERYBODY, "hand-zhukov": "C10"}), seed=b"1")
    table.play("chit C10")
    assert any("Zhukov plays chit 10, Coordination" in t.text for t in table.told(Seat(1)))
    assert "C10" in json.dumps(msgspec.to_builtins(table.told(Seat(1)))), "everybody sees which chit goes to the cup"


@rule("2.4.3")
def test_a_played_chit_cannot_be_taken_back() -> None:
    """Chit 3 stays in the hand until its track is chosen, but it has been seen."""
    table = Table(game, position=impulse(4, {**EVERYBODY, "hand-zhukov": "C3"}), seed=b"1")
    table.play("chit C3")
    assert where(table.position, "C3") == "hand-zhukov"
    assert not table.can_undo


@rule("E.9c", "2.4.2b")
def test_the_question_of_chit_9_betrays_nothing() -> None:
    for chit in ("C9", "C2", "C4"):
        g = impulse(1, {**EVERYBODY, "hand-koniev": f"C1 {chit}"})
        assert (g.frame.title, g.to_decide) == ("Bridges", 1)
    assert refused(g, "bomb forst") == "E.9c", "he is asked, but does not hold it"
    assert texts(g) == {"go-on"}
    nobody = impulse(1, {**EVERYBODY, "hand-koniev": "C1"})
    assert nobody.frame.title == "Designation", "everybody sees that he holds no secret chit"
    over = impulse(1, {**EVERYBODY, "hand-koniev": "C2", "removed": "C9"})
    assert over.frame.title == "Designation", "everybody knows that chit 9 is out of the game"
