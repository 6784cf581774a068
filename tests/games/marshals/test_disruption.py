"""Disruption (DIS)."""

from __future__ import annotations

import pytest
from tests.games.marshals.helpers import Pieces, allocation, battle, choose, movement
from tests.support import flagged, play, refused, rule, targets, texts, where


@rule("DIS.1")
def test_a_disrupted_unit_does_not_attack() -> None:
    g = allocation({"0811": "G-342", "0911": "R-3GD/disrupted"})
    assert targets(g, "attack") == set()
    assert refused(g, "attack 0811") == "DIS.1"
    g = choose(allocation({"0811": "G-342", "0911": "R-3GD/disrupted R-13"}), "0811", "R-13")
    assert refused(g, "ground R-3GD") == "DIS.1"
    assert refused(g, "bombard R-3GD") == "DIS.1"


@rule("DIS.2", "MOV.4")
def test_a_disrupted_unit_moves_two_hexes_without_the_bonus() -> None:
    g = movement({"1703": "R-1GT/disrupted"})
    play(g, "pick R-1GT")
    assert "1503" in targets(g, "go")
    assert refused(g, "go 1403") == "MOV.4"
    play(g, "go 1603, pick R-1GT, go 1503")
    assert refused(g, "pick R-1GT") == "MOV.4"


@rule("DIS.2")
def test_with_the_option_a_disrupted_unit_stays() -> None:
    g = movement({"1703": "R-1GT/disrupted"}, options=["disrupted_cannot_move"])
    assert texts(g) == {"end"}
    assert refused(g, "pick R-1GT") == "DIS.2"


@rule("DIS.2", "MOV.4")
def test_a_disrupted_unit_that_moved_cannot_attack() -> None:
    g = movement({"0811": "G-342", "1011": "R-3GD/disrupted"})
    play(g, "pick R-3GD, go 0911, end")
    assert refused(g, "attack 0811") == "DIS.1"


MIXED: Pieces = {"0811": "G-342 G-36SS/disrupted", "0911": "R-3GT"}
"""2:1 for the ready unit, 3:1 for the Disrupted one."""


@rule("DIS.4")
def test_each_disrupted_defender_reads_one_column_higher() -> None:
    g = battle(MIXED, "0811", "R-3GT", 6)
    assert where(g, "G-36SS") == "dead", "3:1, row 6: DE"
    assert where(g, "G-342") == "0811", "2:1, row 6: DR"
    play(g, "retreat 0711, retreat 0611, stop")
    assert where(g, "G-342") == "0611"


@rule("DIS.4")
def test_ready_and_disrupted_may_read_the_same_result() -> None:
    g = battle(MIXED, "0811", "R-3GT", 3)
    assert texts(g) == {"pick G-342", "pick G-36SS"}, "DW at 2:1 and at 3:1"


@rule("DIS.4", "RES.AE")
def test_ae_counts_only_the_defenders_who_read_it() -> None:
    # 3:3 is 1:1: the ready 342. reads AE, the Disrupted 36. a dash: 2 factors are lost, not 3.
    pieces = {"0811": "G-342 G-36SS/disrupted", "0911": "R-25TK R-1PTK"}
    g = battle(pieces, "0811", "R-25TK R-1PTK", 1)
    assert (where(g, "R-25TK"), where(g, "R-1PTK")) == ("dead", "0911")
    assert not flagged(g, "G-36SS", "disrupted"), "and it recovers"


@rule("DIS.5")
def test_garrisons_never_recover() -> None:
    g = allocation({"0906": "G-B0906/disrupted G-342/disrupted", "1006": "R-47"})
    play(g, "end-allocation")
    assert flagged(g, "G-B0906", "disrupted")
    assert not flagged(g, "G-342", "disrupted")


@rule("DIS.5")
def test_garrisons_do_not_recover_after_an_attack_either() -> None:
    # 8 against 6 is 1:1, the line makes it 1:2, the Disrupted read 1:1: die 2 is a dash for both.
    pieces = {"0906": "G-B0906/disrupted G-342/disrupted", "1006": "R-8GD R-61"}
    g = battle(pieces, "0906", "R-8GD R-61", 2)
    assert flagged(g, "G-B0906", "disrupted")
    assert not flagged(g, "G-342", "disrupted")


@rule("DIS.6")
@pytest.mark.parametrize("die", [3, 5])
def test_hitler_cannot_be_disrupted(die: int) -> None:
    # 8 against 6 is 1:1: 5 is DW, 3 is D.
    pieces = {"0806": "G-HIT G-342", "0906": "R-8GD R-61"}
    g = battle(pieces, "0806", "R-8GD R-61", die)
    assert not flagged(g, "G-HIT", "disrupted")
    assert flagged(g, "G-342", "disrupted")
