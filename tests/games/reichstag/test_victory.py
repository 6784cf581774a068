"""How to win (21.0, 27.4)."""

from __future__ import annotations

import pytest
from tests.games.reichstag.helpers import at, blank
from tests.games.reichstag.phases import FOUR, ONE, TWO, Pos, game, on, real
from tests.support import play, rule

from grognard.engine.events import Calculated
from grognard.engine.places import gather
from grognard.games.reichstag.model import BF, UF
from grognard.games.reichstag.victory import points, tally

MAP, PLACE = game.map, game.board.place
BF_OBJECTIVES = ["2503", "2409", "1909", "3508", "3910", "3711", "3311", "3618", "4515", "4623"]
UF_OBJECTIVES = ["3013", "3413", "3116", "2513", "2112", "1218", "2621", "2723"]


def held(bf: str = "", uf: str = "") -> tuple[int, int]:
    """The objectives that each Front controls."""
    return gather(map(PLACE, bf.split())), gather(map(PLACE, uf.split()))


def last_phase(turn: int, pieces: dict[str, str] | None = None, **state: object) -> Pos:
    """The end of a game turn: the removal phase of player turn IV runs on into the inter-phase."""
    return real("removal", pieces, turn=turn, player=FOUR, **state)


# -- points ---------------------------------------------------------------------------------------


@rule("27.4", "27.4b", "27.4c", "27.4d", "21.2", "21.2b")
def test_points_of_objectives() -> None:
    g = real("start", held=held("3412 3508 3910", "0527 3413"))
    assert (points(g, BF), points(g, UF)) == (40, 15)
    assert {(t.value, t.rule) for t in tally(g, UF).terms} == {("10", "27.4c"), ("5", "27.4d")}
    assert sorted(t.value for t in tally(g, BF).terms) == ["30", "5", "5"]
    assert tally(g, BF).total == "40 points in all"


@rule("27.4a", "21.2a", "16.6")
def test_points_of_strategic_markers() -> None:
    g = real("start", {"captured-1uf": "GS-SM-FB GS-SM-AR", "dead-1bf": "GS-SM-CW"})
    assert (points(g, BF), points(g, UF)) == (0, 20)


@rule("27.4e", "21.2d")
def test_points_of_eliminated_mobile_germans() -> None:
    """Statics and own losses count nothing; who came back or escaped does not count."""
    pieces = {"dead-1bf": "G-AX G-GD GS-MO 1BF-35GRD", "3508": "G-HJR", "escaped": "G-920", "dead-1uf": "G-18-30"}
    g = real("start", pieces)
    assert (points(g, BF), points(g, UF)) == (2, 1)


@rule("27.4f", "21.3")
def test_every_point_spent_is_lost() -> None:
    g = real("start", held=held("3508", "3413"), spent=(8, 2))
    assert (points(g, BF), points(g, UF)) == (-3, 3)
    assert tally(g, BF).terms[-1].value == "−8"


# -- control --------------------------------------------------------------------------------------


@rule("21.2b")
def test_control_is_gained_by_entering_and_kept_after_leaving() -> None:
    """R18 Passing is enough."""
    board = blank({(0, 1): "suburban objective vp-5"})
    g = on(board, "movement", {(0, 0): "1BF-7GTB"})
    play(g, f"pick 1BF-7GTB, go {at(0, 1)}, pick 1BF-7GTB, go {at(0, 2)}")
    assert g.state.held == (1 << board.board.place(at(0, 1)), 0)


@rule("21.2c")
def test_a_german_in_the_hex_ends_control_and_zones_do_not_matter() -> None:
    board = blank({(0, 1): "suburban objective vp-5"})
    mask = 1 << board.board.place(at(0, 1))
    g = on(board, "movement", {(0, 0): "G-AX", (5, 5): "1BF-35GRD"}, player=TWO, held=(mask, 0))
    assert g.state.held == (mask, 0), "a German next to it"
    play(g, "roll 6, pick G-AX")
    play(g, f"go {at(0, 1)}")
    assert g.state.held == (0, 0)


@rule("21.2b")
def test_the_other_front_takes_over_the_reichstag() -> None:
    """R19 When 1BF has left it, 1UF may enter and holds it then."""
    board = blank(uf=[(q, r) for q in range(-3, 4) for r in range(1, 4)], reichstag=(0, 0))
    mask = 1 << board.board.place(at(0, 0))
    g = on(board, "movement", {(0, 1): "1UF-6GTC"}, player=2, held=(mask, 0))
    play(g, f"pick 1UF-6GTC, go {at(0, 0)}")
    assert g.state.held == (0, mask)


# -- the end --------------------------------------------------------------------------------------


@rule("4.3.V", "4.3.V.A", "21.1", "21.0")
@pytest.mark.parametrize(("unit", "winner"), [("1BF-35GRD", 0), ("1UF-6GTC", 1)])
def test_a_soviet_unit_in_the_reichstag_ends_the_game(unit: str, winner: int) -> None:
    side = 0 if unit.startswith("1BF") else 1
    control = [0, 0]
    control[side] = MAP.reichstag_hex
    g = last_phase(4, {"3412": unit}, held=tuple(control))
    assert g.outcome is not None
    assert (g.outcome.winner, g.outcome.rule) == (winner, "21.4")
    assert "30 to 0" in g.outcome.text


@rule("4.3.V.A", "4.3.V.C")
def test_control_without_a_unit_in_the_hex_does_not_end_it() -> None:
    g = last_phase(4, {"3411": "1BF-35GRD"}, held=(MAP.reichstag_hex, 0))
    assert g.outcome is None
    assert (g.state.turn, g.state.player_turn) == (5, ONE)


@rule("4.3.V.A", "21.1")
def test_sudden_death_is_checked_at_the_end_of_the_turn_only() -> None:
    g = real("removal", {"3412": "1BF-35GRD", "3029": "1UF-6GTC"}, turn=4, player=TWO, held=(MAP.reichstag_hex, 0))
    assert g.outcome is None
    assert g.state.player_turn == 2


@rule("4.3.V.B", "21.1")
def test_after_2_may_there_is_no_more_turn() -> None:
    for turn, over in ((9, False), (10, True)):
        g = last_phase(turn, {"3411": "1BF-35GRD"}, held=(MAP.reichstag_hex, 0))
        assert (g.outcome is not None) == over


@rule("21.4")
@pytest.mark.parametrize(
    ("bf", "uf", "winner"),
    [
        ("3412 3508", "3413", 0),
        ("3412", "0527 3413 3013 3116 2513 2112", 1),
        ("3412", "0527 3413 3013 3116 2513", 1),
    ],
)
def test_the_higher_total_wins_and_a_tie_goes_to_1uf(bf: str, uf: str, winner: int) -> None:
    g = last_phase(6, {"3412": "1BF-35GRD"}, held=held(bf, uf))
    assert g.outcome is not None
    assert g.outcome.winner == winner
    assert ("tie" in g.outcome.text) == (points(g, BF) == points(g, UF))


@rule("21.4")
def test_the_tallies_of_both_players_are_told_with_their_terms() -> None:
    pieces = {"3412": "1BF-35GRD", "dead-1bf": "G-AX", "3014": "G-GD"}
    g = real("movement", pieces, turn=5, player=FOUR, held=(MAP.reichstag_hex, 0), spent=(3, 0))
    play(g, "roll 1")
    told = [event.calculation for event in g.play("end") if isinstance(event, Calculated)]
    assert [calculation.total for calculation in told] == ["28 points in all", "0 points in all"]
    terms = [(t.value, t.rule) for t in told[0].terms]
    assert terms == [("30", "27.4b"), ("1", "27.4e"), ("−3", "27.4f")]


@rule("21.5")
def test_both_players_lose_if_nobody_controls_the_reichstag_on_2_may() -> None:
    g = last_phase(10, {"3411": "1BF-35GRD"}, held=held(" ".join(BF_OBJECTIVES), " ".join(UF_OBJECTIVES)))
    assert g.outcome is not None
    assert (g.outcome.winner, g.outcome.rule) == (None, "21.5")


@rule("21.5")
@pytest.mark.parametrize(("spent", "winner"), [((30, 3), None), ((33, 3), None), ((29, 3), 0), ((40, 0), None)])
def test_both_players_lose_if_neither_has_more_than_0_points(spent: tuple[int, int], winner: int | None) -> None:
    g = last_phase(10, {"3412": "1BF-35GRD"}, held=(MAP.reichstag_hex, 0), spent=spent)
    assert g.outcome is not None
    assert g.outcome.winner == winner


@rule("21.5")
def test_on_earlier_days_points_alone_decide() -> None:
    """R66"""
    g = last_phase(9, {"3412": "1BF-35GRD"}, held=(MAP.reichstag_hex, 0), spent=(40, 20))
    assert g.outcome is not None
    assert g.outcome.winner == 0
