"""The sequence of play (SEQ)."""

from __future__ import annotations

from typing import Any

from tests.games.marshals.helpers import allocation, battle, choose, movement, panel, roll
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine import Position

DUEL = {"0811": "G-342", "0911": "R-25TK"}


@rule("SEQ.A1")
def test_movement_comes_before_combat() -> None:
    g = movement(DUEL)
    assert not targets(g, "attack")
    assert g.why_not("attack 0811") is not None
    play(g, "end")
    assert targets(g, "attack") == {"0811"}
    assert g.why_not("pick R-25TK") is not None, "no more moves"


@rule("SEQ.A1")
def test_any_number_of_units_moves_in_any_order() -> None:
    g = movement({"1703": "R-61", "1705": "R-47"})
    assert targets(g, "pick") == {"R-61", "R-47"}
    play(g, "pick R-47, go 1605, pick R-61, go 1603, end")


@rule("SEQ.A2")
def test_unattacked_disrupted_enemies_recover_before_combat() -> None:
    pieces = {
        "0811": "G-342/disrupted",
        "0911": "R-25TK",
        "0101": "G-344/disrupted",
        "0901": "R-13/disrupted",
    }
    g = choose(allocation(pieces), "0811", "R-25TK")
    assert flagged(g, "G-344", "disrupted"), "not before the attacks are allocated"
    play(g, "confirm, end-allocation")
    assert not flagged(g, "G-344", "disrupted")
    assert flagged(g, "G-342", "disrupted"), "it is being attacked"
    assert flagged(g, "R-13", "disrupted"), "it is the phasing player's own"


@rule("SEQ.A2")
def test_who_is_only_bombarded_is_attacked_too() -> None:
    g = choose(allocation({"0811": "G-342/disrupted", "0911": "R-3GD"}), "0811", "*R-3GD")
    play(g, "confirm, end-allocation")
    assert flagged(g, "G-342", "disrupted")


def two_battles() -> Position[Any, Any]:
    """Two attacks at 1:1, on 0811 and on 0315."""
    pieces = {**DUEL, "0315": "G-344", "0215": "R-4GTK"}
    g = choose(allocation(pieces), "0811", "R-25TK")
    play(g, "confirm")
    choose(g, "0315", "R-4GTK")
    return play(g, "confirm")


@rule("SEQ.A3a")
def test_all_attacks_are_allocated_before_any_is_resolved() -> None:
    g = two_battles()
    assert refused(g, "attack 0811") == "SEQ.A3a", "one attack a hex"
    play(g, "end-allocation, resolve 0811")
    roll(g, 2)
    assert not targets(g, "attack")
    roll(g, 2)
    assert g.state.player == 1, "the player turn is over"


@rule("SEQ.A3a")
def test_a_hex_is_attacked_once() -> None:
    # The corps in 0912 is still free, but 0811 has its attack.
    g = choose(allocation({**DUEL, "0912": "R-4GTK"}), "0811", "R-25TK")
    play(g, "confirm")
    assert targets(g, "attack") == set()
    assert refused(g, "attack 0811") == "SEQ.A3a"


@rule("SEQ.A3a")
def test_a_unit_takes_part_in_one_attack() -> None:
    g = choose(allocation({**DUEL, "1011": "G-344"}), "0811", "R-25TK")
    play(g, "confirm")
    assert targets(g, "attack") == set()
    assert refused(g, "attack 1011") == "SEQ.A3a"


@rule("SEQ.A3a")
def test_a_planned_attack_can_be_called_off() -> None:
    g = two_battles()
    play(g, "call-off 0315")
    assert "attack 0315" in texts(g)
    play(g, "end-allocation")
    assert "hold G-342" in texts(g), "the only attack left begins at once"


@rule("SEQ.A3b")
def test_the_attacker_chooses_the_order() -> None:
    g = play(two_battles(), "end-allocation")
    assert texts(g) == {"resolve 0811", "resolve 0315"}
    assert g.to_decide == 0
    play(g, "resolve 0315")
    roll(g, 2)
    assert "hold G-342" in texts(g)


@rule("SEQ.A3b")
def test_the_advance_is_made_before_the_next_attack() -> None:
    g = play(two_battles(), "end-allocation, resolve 0811")
    roll(g, 6)
    play(g, "retreat 0711, retreat 0611, stop")
    assert "halt" in texts(g)
    play(g, "on 0711")
    assert where(g, "R-25TK") == "0711"
    assert "hold G-344" in texts(g)


@rule("SEQ.A3c")
def test_attacked_units_that_are_not_disrupted_again_recover() -> None:
    # A Disrupted defender of 1:1 reads 3:2: 1 is a dash, 2 is D, 5 is DW.
    pieces = {"0811": "G-342/disrupted", "0911": "R-25TK"}
    assert not flagged(battle(pieces, "0811", "R-25TK", 1), "G-342", "disrupted")
    again = play(battle(pieces, "0811", "R-25TK", 2), "stay")
    assert flagged(again, "G-342", "disrupted")
    withdrawn = play(battle(pieces, "0811", "R-25TK", 5), "retreat 0711, stop")
    assert not flagged(withdrawn, "G-342", "disrupted"), "one hex does not disrupt: it recovers"
    fled = play(battle(pieces, "0811", "R-25TK", 5), "retreat 0711, retreat 0611, stop, halt")
    assert flagged(fled, "G-342", "disrupted")


@rule("SEQ.A3c", "RES.DW2")
def test_a_russian_disrupted_again_stays_disrupted() -> None:
    pieces = {"0811": "R-25TK/disrupted", "0911": "G-275"}
    assert flagged(battle(pieces, "0811", "G-275", 2, player=1), "R-25TK", "disrupted")
    assert not flagged(battle(pieces, "0811", "G-275", 6, player=1), "R-25TK", "disrupted")


@rule("SEQ.B")
def test_player_turn_b_has_the_same_steps() -> None:
    g = movement({"0811": "G-342/disrupted", "0911": "R-25TK/disrupted", "1703": "R-61"}, turn=3)
    play(g, "end, end-allocation")
    assert (g.state.turn, g.state.player, g.to_decide) == (3, 1, 1)
    assert not flagged(g, "G-342", "disrupted"), "recovered in A"
    assert texts(g, "pick") == {"pick G-342"}
    play(g, "end")
    assert targets(g, "attack") == {"0911"}
    play(g, "end-allocation")
    assert not flagged(g, "R-25TK", "disrupted"), "recovered in B"
    assert (g.state.turn, g.state.player) == (4, 0)


@rule("SEQ.N1")
def test_a_unit_moves_once() -> None:
    g = movement({"1703": "R-61", "1705": "R-47"})
    play(g, "pick R-61, go 1603, pick R-47, go 1605")
    assert refused(g, "pick R-61") == "SEQ.N1"
    assert targets(g, "pick") == {"R-47"}, "the last unit may go on as long as it is in hand"


@rule("SEQ.N1")
def test_a_new_turn_lets_it_move_again() -> None:
    g = movement({"1703": "R-61"})
    play(g, "pick R-61, go 1603, end, end-allocation, end, end-allocation")
    assert g.state.turn == 3
    assert "pick R-61" in texts(g)


# 0811 is attacked from 0911, 0711 from 0611: who withdraws to 0711 has to fight again.
CHAIN = {**DUEL, "0711": "G-344", "0611": "R-4GTK"}


def chain(die: int) -> Position[Any, Any]:
    """Both attacks allocated, the first one resolved; the 342. goes to 0711."""
    g = choose(allocation(CHAIN), "0811", "R-25TK")
    play(g, "confirm")
    choose(g, "0711", "R-4GTK")
    play(g, "confirm, end-allocation, resolve 0811")
    roll(g, die)
    return play(g, "retreat 0711, stop")


@rule("SEQ.N2")
def test_a_unit_may_have_to_retreat_twice() -> None:
    g = chain(5)
    assert texts(g) == {"hold G-342", "hold G-344", "fight"}, "it has joined the defenders"
    assert panel(g).column == "1:2", "2 against 4, no longer against 2"
    roll(g, 6)
    play(g, "pick G-342, retreat 0810, retreat 0809, stop")
    assert where(g, "G-342") == "0809"


@rule("SEQ.N2")
def test_a_unit_that_moved_may_advance() -> None:
    g = movement({"0811": "G-342", "1011": "R-25TK"})
    play(g, "pick R-25TK, go 0911, end, attack 0811, ground R-25TK, confirm, end-allocation")
    roll(g, 5)
    play(g, "retreat 0711, stop")
    assert where(g, "R-25TK") == "0811"


@rule("SEQ.A3b", "CRT.3")
def test_odds_that_fell_below_one_to_four_are_read_at_one_to_four() -> None:
    # The 342. joins a stack of 2 in the forest: 1 against 5 would be 1:5.
    pieces = {**DUEL, "0812": "G-169", "0712": "R-1PTK"}
    g = choose(allocation(pieces), "0811", "R-25TK")
    play(g, "confirm")
    choose(g, "0812", "R-1PTK")
    play(g, "confirm, end-allocation, resolve 0811")
    roll(g, 5)
    play(g, "retreat 0812, stop")
    assert (panel(g).column, panel(g).total) == ("1:4", "column 1:4")
    play(g, "fight")
    assert g.frame.purpose(g).endswith("at 1:4")  # type: ignore[attr-defined]
    play(g, "roll 4")
    assert where(g, "R-1PTK") == "dead", "AE"
