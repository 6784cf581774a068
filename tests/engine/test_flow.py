"""Frames on a stack: who is asked, what may be answered, and how answers are written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.toy import Ambush, Fight, March, Orders, P, Toy, Turns, random_game
from tests.support import play, texts

from grognard.engine import CHANCE, ActionError, Pack, Seat, SetupError
from grognard.engine.errors import RulesError
from grognard.engine.events import Began, Calculated, Changed, Marked, Moved, Over, Removed, Rolled, Said, Stepped
from grognard.engine.flow import Action, Choice, Frame, Mark, Step, handlers, marked
from grognard.engine.pieces import Piece
from grognard.engine.places import Place

FACING = {"0203": "R-1 R-2", "0303": "B-1"}


@pytest.fixture
def g(toy: Toy) -> P:
    """Red to move, a blue counter next to two red ones."""
    return toy.position(FACING, phase="orders")


def titles(g: P) -> list[str]:
    return [frame.title for frame in g.stack]


# -- who is asked --------------------------------------------------------------------------------


def test_steps_run_until_somebody_must_decide(toy: Toy) -> None:
    g = toy.start()
    assert titles(g) == ["Turns", "Orders", "Reserve", "Weather"]
    assert g.to_decide == CHANCE
    assert texts(g) == {"set-in fair", "set-in mud"}
    g.play("set-in fair")
    assert titles(g) == ["Turns", "Orders", "Draw"]
    assert [(a.text, weight) for a, weight in g.chances()] == [("draw R-3", 3), ("draw R-4", 4)]
    g.play("draw R-4")
    assert titles(g) == ["Turns", "Orders"]
    assert g.to_decide == Seat(0)


def test_call_become_and_end(g: P) -> None:
    g.play("pick R-1")
    assert titles(g) == ["Turns", "Orders", "March"]
    g.play("strike B-1")
    assert titles(g) == ["Turns", "Orders", "Ambush"]
    assert g.to_decide == Seat(1), "the struck player is asked out of turn"
    g.play("slip 0403")
    assert titles(g) == ["Turns", "Orders"]
    assert g.to_decide == Seat(0)


def test_a_frame_finds_the_one_it_is_part_of(g: P) -> None:
    g.play("pick R-1")
    assert g.find(Orders).moved == 0b1
    assert g.find(March) is g.frame
    assert g.under_way(Turns)
    assert not g.under_way(Ambush)
    with pytest.raises(LookupError, match="no Ambush is under way"):
        g.find(Ambush)


def test_a_verb_that_takes_back_leaves_no_trace(g: P) -> None:
    before = g.to_json()
    g.play("pick R-1")
    assert "put-back" in g.frame.marked(Mark.TAKES_BACK)  # type: ignore[attr-defined]
    g.play("put-back")
    assert g.to_json() == before


def test_a_forced_choice_is_taken_without_asking(toy: Toy) -> None:
    g = toy.position(FACING | {"0303": "B-1/tired"}, phase="orders")
    g.play("pick R-1")
    events = g.play("strike B-1")
    assert isinstance(g.frame, Fight), "a tired counter can only stand"
    assert [type(event) for event in events] == [Said, Calculated, Changed, Marked, Marked]


def test_a_choice_that_is_not_forced_is_asked_even_if_there_is_one(toy: Toy) -> None:
    g = toy.position({"0303": "B-1"}, phase="orders")
    assert texts(g) == {"end"}
    assert g.to_decide == Seat(0)


class Tidying(Choice):
    """A question that is not asked where only its end is left."""

    idle = "end"

    def on_end(self, g: Any) -> None:
        """Enough."""

    def on_go(self, g: Any) -> None:
        """Something to do."""

    @marked(Mark.ASIDE)
    def on_peek(self, g: Any) -> None:
        """Always possible."""


@pytest.mark.parametrize(
    ("verbs", "taken"), [("end", "end"), ("peek peek end", "end"), ("go end", ""), ("go", ""), ("peek", "")]
)
def test_a_question_with_nothing_left_to_do_is_not_asked(verbs: str, taken: str) -> None:
    """Asides do not keep it open; another single answer than its end does."""
    answer = Tidying().only_answer([Action(verb, (), verb) for verb in verbs.split()])
    assert (answer.verb if answer else "") == taken


def test_a_flow_that_goes_in_circles_is_found_out(toy: Toy) -> None:
    class Circle(Step):
        def run(self, g: Any) -> None:
            pass

    g = toy.empty()
    g.call(Circle())
    with pytest.raises(RuntimeError, match="goes in circles"):
        g.settle()


def test_the_end(toy: Toy) -> None:
    g, action = random_game(toy, 5)[-1]
    events = g.play(action)
    assert isinstance(events[-1], Over)
    assert g.outcome is not None
    assert (g.stack, g.actions(), g.to_decide) == ([], [], None)
    assert str(g.why_not("end")) == "the game is over"
    with pytest.raises(ActionError, match="the game is over"):
        g.play("end")
    assert "over" in repr(g)


def test_what_happened_is_told_in_order(toy: Toy) -> None:
    g = toy.position({"0203": "R-4", "0303": "B-1"}, phase="orders")
    g.steps[g.game.names.piece("B-1")] = 1
    play(g, "pick R-4, strike B-1, stand")
    events = g.play("roll 6")
    assert [type(event) for event in events] == [Rolled, Stepped, Removed]
    assert events[0] == Rolled(answer="roll 6", purpose="Fight")
    assert g.where[g.game.names.piece("B-1")] == g.game.dead
    events = g.play("end")
    assert [type(event) for event in events] == [Began, Changed, Changed, Changed]


def test_a_move_is_told_with_its_way(g: P) -> None:
    g.play("pick R-1")
    moved, changed = g.play("go 0202")
    target = g.game.board.place("0202")
    assert moved == Moved(piece=Piece(0), origin=g.game.board.place("0203"), target=target, path=(target,), rule="1")
    assert isinstance(changed, Changed)


# -- verbs ---------------------------------------------------------------------------------------


def test_verbs_are_read_from_methods_and_their_types(toy: Toy) -> None:
    found = {verb: kinds for verb, (_, kinds) in handlers(March).items()}
    assert found == {"go": (Place,), "strike": (Piece,), "put-back": ()}
    assert toy.kinds("roll") == (int,)
    assert toy.kinds("set-in") == (str,)
    assert set(toy.verbs_of(Orders)) == {"pick", "end"}


def test_a_verb_means_the_same_everywhere(toy: Toy) -> None:
    class Root(Choice):
        pass

    class One(Root):
        def on_take(self, g: Any, piece: Piece) -> None:
            pass

    class Two(Root):
        def on_take(self, g: Any, place: Place) -> None:
            pass

    class Clash(Toy):
        frame_type = Root

    with pytest.raises(
        RulesError, match=r"test_flow.py:[0-9]+: Two.on_take: 'take' takes other arguments in another frame"
    ):
        Clash(toy.pack)


def test_two_frames_may_not_share_a_name(toy: Toy) -> None:
    class Base(Choice):
        pass

    def another() -> type[Frame]:
        class Same(Base):
            pass

        return Same

    class Clash(Toy):
        frame_type = Base

    kept = (another(), another())
    with pytest.raises(RulesError, match="Same: another frame has the same name"):
        Clash(Pack(*toy.pack.folders))
    assert len(kept) == 2


def test_an_action_is_one_object(toy: Toy) -> None:
    assert toy.act("go", Place(3)) is toy.acts("go")[3] is toy.parse("go 0401")
    assert str(toy.act("go", Place(3))) == "go 0401"


@given(data=st.data())
def test_the_text_of_an_action_parses_to_the_action(toy: Toy, data: st.DataObject) -> None:
    verb = data.draw(st.sampled_from(sorted(toy._kinds)))
    words = st.text(st.characters(exclude_categories=("Z", "C")), min_size=1)
    kinds = {Piece: st.integers(0, 7), Place: st.integers(0, 22), int: st.integers(0, 9999), str: words}
    args = [data.draw(kinds[kind]) for kind in toy.kinds(verb)]
    action = toy.act(verb, *args)
    assert toy.parse(action.text) is action


MALFORMED = [
    "",
    " ",
    "pick",
    "pick ",
    " pick R-1",
    "pick R-1 ",
    "pick  R-1",
    "pick\tR-1",
    "pick\u00a0R-1",
    "pick R-1\n",
    "Pick R-1",
    "PICK R-1",
    "pick r-1",
    "pick R-9",
    "pick ?0203-1",
    "pick R-1 R-2",
    "pick 0",
    "go R-1",
    "go 101",
    "go 0101 ",
    "go dead-1",
    "roll 04",
    "roll +4",
    "roll -4",
    "roll 4.0",
    "roll ４",
    "roll ²",
    "roll 0x4",
    "roll 1_0",
    "roll " + "9" * 5000,
    "put_back",
    "end now",
    "\x00",
    "🂡",
    "z" * 1_000_000,
    "pick " + "z" * 1_000_000,
    "end " * 50_000,
]


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: repr(text[:20]))
def test_parsing_is_strict(toy: Toy, g: P, text: str) -> None:
    before = g.to_json()
    with pytest.raises(ActionError) as raised:
        toy.parse(text)
    assert len(str(raised.value)) < 250
    refusal = g.why_not(text)
    assert refusal is not None
    assert refusal.text == str(raised.value)
    with pytest.raises(ActionError):
        g.play(text)
    assert g.to_json() == before


@given(st.text())
def test_any_text_is_an_action_or_refused(toy: Toy, text: str) -> None:
    said = ""
    try:
        assert toy.parse(text).text == text
    except ActionError as problem:
        said = str(problem)
    assert len(said) < 250


# -- legality ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_why_not_agrees_with_actions(toy: Toy, seed: int) -> None:
    every = [a for verb, kinds in toy._kinds.items() if kinds in ((Piece,), (Place,)) for a in toy.acts(verb)]
    every += [
        toy.act("end"),
        toy.act("stand"),
        toy.act("put-back"),
        toy.act("roll", 4),
        toy.act("set-in", "mud"),
    ]
    for g, _ in random_game(toy, seed)[::3]:
        legal = set(g.actions())
        assert all((g.why_not(action) is None) == (action in legal) for action in every)


def test_a_refusal_cites_the_rule(g: P) -> None:
    g.play("pick R-1")
    assert str(g.why_not("go 0504")) == "1: it cannot go there"
    assert str(g.why_not("strike B-4")) == "2: 4. Blue is not next to it"
    assert str(g.why_not("end")) == "that is not what is asked now"
    with pytest.raises(ActionError, match="'go 0504' is not possible: 1: it cannot go there"):
        g.play("go 0504")


# -- positions by hand ---------------------------------------------------------------------------


def test_a_position_from_a_short_description(toy: Toy) -> None:
    g = toy.position({"0303": "B-1/tired/revealed R-1", "dead": "B-2"}, phase="orders", weather="mud")
    assert g.flags[toy.names.piece("B-1")] == 3
    assert g.state.weather == "mud"
    assert g.where[toy.names.piece("B-2")] == toy.dead
    assert g.where[toy.names.piece("B-3")] == toy.limbo
    assert g.here[toy.board.place("0303")] == 0b10001
    assert g._events == []
    both = toy.position({"0101": "R-1"}, phase="orders", base="start")
    assert both.where[toy.names.piece("R-2")] == toy.board.place("0203")


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ({"pieces": {"0303": "X-1"}}, "there is no piece 'X-1'"),
        ({"pieces": {"9999": "R-1"}}, "there is no place '9999'"),
        ({"pieces": {"0303": "R-1/asleep"}}, "there is no flag 'asleep'; known are revealed, tired"),
        ({"season": "spring"}, "toy has no state 'season'"),
        ({"base": "middle"}, "base is 'middle'"),
        ({"scenario": "siege"}, "toy has no scenario 'siege'; known are meeting, raid"),
        ({"options": ["short"]}, "toy has no option 'short'; known are long"),
    ],
)
def test_a_description_that_makes_no_sense(toy: Toy, spec: dict[str, Any], problem: str) -> None:
    with pytest.raises(SetupError, match=problem):
        toy.position(phase="orders", **spec)


def test_seats_are_known_by_scenario(toy: Toy) -> None:
    assert toy.seat(toy.setup("raid"), "guard") == Seat(1)
    with pytest.raises(SetupError, match="there is no seat 'guard' in toy, meeting; known are red, blue"):
        toy.seat(toy.setup(), "guard")
