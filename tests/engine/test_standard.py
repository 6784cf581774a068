"""Standard frames: what they list, refuse and say of themselves, and what a game changes about them."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from tests.engine.toy import Orders, P, Toy, Turns, occupied
from tests.support import texts

from grognard.engine import Seat
from grognard.engine.flow import Action, Ask, Mark, Refusal
from grognard.engine.movement import priced, reach, union
from grognard.engine.pieces import Piece, Pieces, each, one
from grognard.engine.places import Place, Places
from grognard.engine.standard import ChoosePlace, ChooseUnit, UnitByUnit, UnitInHand, refuse_unit
from grognard.testing.checks import check_refusals

BLUE = Seat(1)


class Marching(UnitByUnit):
    """Counters march one after another."""

    gone: Pieces = Pieces(0)
    labels: ClassVar[dict[str, str]] = {"pick": "March {}", "end": "Enough"}

    def ask(self, g: P) -> Ask:
        return Ask(prompt="Who marches?", rule="1")

    def eligible(self, g: P) -> list[Piece]:
        """Own counters on the map that have not marched, the last first."""
        own = g.game.roster.of_side[g.state.player] & ~self.gone
        return [p for p in reversed(each(own)) if g.where[p] < g.game.board.size]

    def refuse(self, g: P, piece: Piece) -> Refusal | None:
        """Without the list."""
        refused = refuse_unit(g, self.seat(g), piece, rule="1", off_map="2")
        return refused or (Refusal("it has marched", "1") if self.gone >> piece & 1 else None)

    def on_pick(self, g: P, unit: Piece) -> None:
        """Where to?"""
        g.call(Marcher(unit))


class Marcher(UnitInHand):
    """One counter marches to a free neighbour, or home."""

    unit: Piece

    def ask(self, g: P) -> Ask:
        return Ask(prompt="Where to?", rule="1", pieces=(self.unit,))

    def places(self, g: P) -> Places:
        """Free neighbours."""
        return Places(g.game.board.adjacent[g.where[self.unit]] & ~occupied(g, 0) & ~occupied(g, 1))

    def why_not(self, g: P, place: Place) -> Refusal:
        """Too far, or taken."""
        return Refusal("not a free neighbour", "1")

    def options(self, g: P) -> list[Action]:
        """One more verb."""
        return [*super().options(g), g.act("rest")]

    def refusal(self, g: P, action: Action) -> Refusal | None:
        """The verb of its own is always possible."""
        return None if action.verb == "rest" else super().refusal(g, action)

    def on_go(self, g: P, target: Place) -> None:
        """It goes."""
        g.place(self.unit, target)
        self.on_rest(g)

    def on_rest(self, g: P) -> None:
        """It has marched."""
        g.end()
        marching = g.find(Marching)
        marching.gone = Pieces(marching.gone | one(self.unit))


class Sacrifice(ChooseUnit):
    """Blue gives up a counter, and may stop after the first."""

    given: bool = False
    verb: ClassVar[str] = "offer"
    closing: ClassVar[str] = "enough-of-it"
    labels: ClassVar[dict[str, str]] = {"offer": "{} is given up"}

    def seat(self, g: P) -> Seat:
        """Not whose turn it is."""
        return BLUE

    def ask(self, g: P) -> Ask:
        return Ask(prompt="Who is given up?", rule="2")

    def eligible(self, g: P) -> tuple[Piece, ...]:
        """Blue's counters that are left."""
        return each(g.game.roster.of_side[BLUE] & ~g.here.get(g.game.dead, 0))

    def why_not(self, g: P, piece: Piece) -> Refusal:
        """Red, or given up."""
        return Refusal(f"{self.called(g, piece)} is not there to be given", "2")

    def refuse_closing(self, g: P) -> Refusal | None:
        """One is owed."""
        return None if self.given else Refusal("one has to be given up", "2")

    def on_offer(self, g: P, unit: Piece) -> None:
        """It is lost."""
        self.given = True
        g.remove(unit, g.game.dead)

    def on_enough_of_it(self, g: P) -> None:
        """That is all."""
        g.end()


class Muster(ChoosePlace):
    """The place of a muster; a single one is not asked about."""

    within: Places
    forced: ClassVar[bool] = True
    verb: ClassVar[str] = "muster"
    labels: ClassVar[dict[str, str]] = {"muster": "Muster in {}"}

    def ask(self, g: P) -> Ask:
        return Ask(prompt="Where?", rule="1")

    def places(self, g: P) -> Places:
        """Those it was made with."""
        return self.within

    def why_not(self, g: P, place: Place) -> Refusal:
        """None but these."""
        return Refusal("nobody musters there", "1")

    def on_muster(self, g: P, target: Place) -> None:
        """They have met."""
        g.set(fought_for=Places(1 << target))
        g.become(Orders())


class Drill(Toy):
    """The toy with these questions."""

    def phasing(self, g: Any) -> Seat:
        """The player of the turn."""
        return Seat(g.state.player)

    def enter(self, g: Any, phase: str) -> None:
        """One of the questions."""
        g.call(Turns())
        g.state.turn = 1
        places = self.board.places(phase.split()[1:])
        g.call({"march": Marching, "give": Sacrifice}[phase]() if " " not in phase else Muster(places))


@pytest.fixture
def drill(toy: Toy) -> Drill:
    return Drill(toy.pack)


FACING = {"0203": "R-1 R-2", "0303": "B-1"}


def at(drill: Drill, phase: str) -> P:
    return drill.position(FACING, phase=phase)


def test_units_are_listed_as_the_game_orders_them_and_the_end_comes_last(drill: Drill) -> None:
    g = at(drill, "march")
    assert [str(action) for action in g.actions()] == ["pick R-2", "pick R-1", "end"]
    assert [g.frame.label(g, action) for action in g.actions()] == ["March 2. Red", "March 1. Red", "Enough"]
    assert Marching.marked(Mark.CLOSES) == {"end"}
    g.play("end")
    assert g.stack
    assert not g.under_way(Marching)


def test_a_question_without_a_seat_is_for_whoever_has_the_turn(drill: Drill) -> None:
    g = at(drill, "march")
    assert g.to_decide == 0
    g.state.player = 1
    assert g.frame.seat(g) == 1
    assert at(drill, "give").to_decide == BLUE


def test_a_unit_in_hand_goes_or_is_put_back_and_nothing_has_happened(drill: Drill) -> None:
    g = at(drill, "march")
    before = g.hash()
    g.play("pick R-1")
    assert str(g.actions()[-1]) == "back"
    assert str(g.actions()[-2]) == "rest"
    assert g.frame.label(g, g.act("back")) == "Put back"
    assert Marcher.marked(Mark.TAKES_BACK) == {"back"}
    g.play("back")
    assert g.hash() == before
    g.play("pick R-1")
    g.play("go 0202")
    assert texts(g) == {"pick R-2", "end"}


@pytest.mark.parametrize("actions", [(), ("pick R-1",), ("pick R-1", "rest"), ("pick R-2", "go 0202")])
def test_reasons_agree_with_what_is_listed(drill: Drill, actions: tuple[str, ...]) -> None:
    g = at(drill, "march")
    for action in actions:
        g.play(action)
    assert check_refusals(g) > len(g.actions())


def test_the_reason_is_the_games_own(drill: Drill) -> None:
    g = at(drill, "march")
    assert g.why_not("pick B-1") == Refusal("1. Blue is not yours", "1")
    assert g.why_not("pick R-3") == Refusal("3. Red is not on the map", "2")
    g.play("pick R-1")
    g.play("rest")
    assert g.why_not("pick R-1") == Refusal("it has marched", "1")
    g.play("pick R-2")
    assert g.why_not("go 0303") == Refusal("not a free neighbour", "1")
    assert g.why_not("go 0504") == Refusal("not a free neighbour", "1")


def test_a_question_is_closed_when_the_game_lets_it(drill: Drill) -> None:
    g = at(drill, "give")
    assert "enough-of-it" not in texts(g)
    assert g.why_not("enough-of-it") == Refusal("one has to be given up", "2")
    assert g.frame.label(g, g.act("offer", Piece(4))) == "1. Blue is given up"
    check_refusals(g)
    g.play("offer B-1")
    assert g.why_not("offer B-1") == Refusal("1. Blue is not there to be given", "2")
    check_refusals(g)
    g.play("enough-of-it")
    assert not g.under_way(Sacrifice)


def test_one_of_several_places_is_asked_for_and_a_single_one_is_taken(drill: Drill) -> None:
    g = at(drill, "muster 0302 0101")
    assert [str(action) for action in g.actions()] == ["muster 0101", "muster 0302"]
    assert g.frame.label(g, g.act("muster", drill.board.place("0302"))) == "Muster in Mill 0302"
    assert check_refusals(g)
    assert at(drill, "muster 0302").state.fought_for == drill.board.places(["0302"])


def test_a_frame_without_its_hooks_says_so(drill: Drill) -> None:
    g = at(drill, "march")
    for frame in (ChooseUnit(), ChoosePlace()):
        with pytest.raises(NotImplementedError):
            frame.choices(g)
        with pytest.raises(NotImplementedError):
            frame.refusal(g, g.act("pick", Piece(0)))


def test_steps_are_grouped_by_price_and_what_costs_nothing_is_none(drill: Drill) -> None:
    board = drill.board
    wood, mill = board.of_terrain("wood"), board.place("0302")

    def price(a: Place, b: Place, side: Any) -> int:
        if "stream" in side.features and "bridge" not in side.features:
            return 0
        return -1 if b == mill else 3 if wood >> b & 1 else 1

    costs = priced(board, price)
    assert [cost for cost, _ in costs] == [1, 3]
    near, dear = dict(costs)[1], dict(costs)[3]
    assert near.has(board.place("0101"), board.place("0201"))
    assert dear.has(board.place("0101"), board.place("0202"))
    assert not near.has(board.place("0301"), board.place("0401"))
    assert not union(reach(board.place("0303"), 9, costs, enter=board.all)) >> mill & 1
