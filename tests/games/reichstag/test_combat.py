"""The combat phase: its opening (12.13, 16.8, 16.10), the procedure of an attack (12.2), its results (12.23)."""

from __future__ import annotations

import pytest
from tests.games.reichstag.fights import EVERYWHERE, NAMES, Fight
from tests.games.reichstag.helpers import blank
from tests.support import rule

from grognard.engine.events import Calculated, Moved, Removed, Rolled, Said

OBJECTIVE = "suburban objective vp-5"
R = (0, 0)
SPLIT = [(q, r) for q, r in EVERYWHERE if r >= 1]
REICHSTAG = blank(uf=SPLIT, reichstag=R)

# -- opening -------------------------------------------------------------------------------------


@rule("16.8c", "16.9")
@pytest.mark.parametrize("player_turn", [0, 1, 2, 3])
def test_static_units_next_to_soviets_are_turned_up_at_every_combat_phase(player_turn: int) -> None:
    game = blank({(0, 0): OBJECTIVE})
    pieces = {(0, 0): "v1/face-down", (0, -1): "rd5", (0, 3): "v1b/face-down"}
    fight = Fight(pieces, on=game, player_turn=player_turn)
    assert "face-down" not in fight.flags("v1")
    assert "face-down" in fight.flags("v1b")


@rule("16.10a")
@pytest.mark.parametrize(
    ("player_turn", "unit", "place", "seen"),
    [
        (0, "rd5", (0, -1), True),
        (0, "ur5", (0, 1), True),
        (2, "rd5", (0, -1), True),
        (0, "rd5", (0, -2), False),
        (1, "rd5", (0, -1), False),
        (3, "ur5", (0, 1), False),
    ],
)
def test_the_garrison_is_turned_up_by_a_soviet_phase_with_soviets_next_to_it(
    player_turn: int, unit: str, place: tuple[int, int], seen: bool
) -> None:
    garrison = "v1/face-down s2/face-down cp/face-down"
    # A battle elsewhere keeps the phase open for us to look at it.
    pieces = {R: garrison, place: unit, (-4, -4): "rd5b", (-4, -5): "m2", (-4, 6): "ur5b", (-4, 7): "m2b"}
    fight = Fight(pieces, on=REICHSTAG, player_turn=player_turn)
    assert not fight.over
    assert [("face-down" in fight.flags(u)) for u in ("v1", "s2", "cp")] == [not seen] * 3


@rule("12.13a")
@pytest.mark.parametrize("player_turn", [0, 1, 2, 3])
def test_units_without_strength_die_when_any_combat_phase_opens(player_turn: int) -> None:
    fight = Fight({(0, 0): "cp m2", (0, -1): "rd5"}, player_turn=player_turn)
    assert fight.where("cp") == "dead-1bf"
    assert fight.where("m2") == (0, 0)


@rule("12.13a", "23.2a")
def test_where_no_soviet_zone_reaches_they_live() -> None:
    game = blank({(0, 0): OBJECTIVE, (4, 0): "clear sbahn"}, reichstag=(0, 5))
    pieces = {(0, 0): "cp", (0, -1): "rd5", (4, 0): "cpb", (4, -1): "rd5b", (0, 5): "cpc", (0, 4): "rd5c"}
    fight = Fight(pieces, on=game)
    assert [fight.where(unit) for unit in ("cp", "cpb", "cpc")] == [(0, 0), "dead-1bf", (0, 5)]
    fight = Fight(pieces, on=game, options=["better_prepared_defense"])
    assert fight.where("cpb") == (4, 0)


@rule("12.13a")
def test_strategic_markers_are_never_removed_for_want_of_strength() -> None:
    assert Fight({(0, 0): "bunker", (0, -1): "rd5"}).where("bunker") == (0, 0)


@rule("12.13b")
def test_nobody_advances_after_it() -> None:
    fight = Fight({(0, 0): "cp", (0, -1): "rd5"})
    assert fight.over
    assert fight.where("rd5") == (0, -1)


@rule("12.13c")
def test_the_rest_of_the_stack_fights_on() -> None:
    fight = Fight({(0, 0): "cp", (0, -1): "rd5", (0, 1): "m2"})
    assert fight.over, "with the post gone nobody is in contact"


# -- the procedure -------------------------------------------------------------------------------


@rule("12.2", "12.2.1", "12.2.6")
def test_an_attack_goes_through_its_steps_in_order() -> None:
    pieces = {(0, 0): "m4 m3", (0, -1): "tc9 bd3", (1, -1): "tc9b"}
    fight = Fight(pieces).play("attack 0,0")
    for unit in sorted(fight.can("join")):
        fight.play(f"join {unit}")
    events = list(fight.g.play("mobile"))
    assert [type(e) for e in events if isinstance(e, Calculated | Rolled)] == [Calculated]
    # 21 against 7 is 300 percent; 5 is DP: loss, die, retreat, advance.
    for action in ("roll 5", "enough", "roll 1", "go 0,1", "advance bd3"):
        events += fight.g.play(fight._real(action))
    told = [e for e in events if isinstance(e, Calculated | Rolled | Said | Removed | Moved)]
    words = [
        e.how if isinstance(e, Removed | Moved) else "calculated" if isinstance(e, Calculated) else "die or result"
        for e in told
    ]
    order = list(dict.fromkeys(words))
    assert order == ["calculated", "die or result", "is eliminated", "retreats", "advances"]
    assert [e.rule for e in told if isinstance(e, Said)] == ["12.23.DP"]


@rule("12.2.1")
def test_the_table_cannot_be_changed_after_the_die() -> None:
    fight = Fight({(0, 0): "rd5", (0, -1): "m2"}).attack("0,-1", "mobile")
    assert fight.verbs() == {"roll"}
    # 250 percent; 6 is DP on the mobile table, DA on the other.
    fight.play("roll 6")
    assert fight.frame == "Advance"


@rule("12.21", "27.5c", "27.5d", "27.5i", "27.5b", "27.5e")
@pytest.mark.parametrize(
    ("terrain", "mobile"),
    [
        ("clear", True),
        ("suburban", True),
        ("woods", True),
        ("urban", False),
        (OBJECTIVE, False),
        ("clear sbahn", False),
    ],
)
def test_where_soviets_must_assault(terrain: str, mobile: bool) -> None:
    fight = Fight({(0, 0): "m2", (0, -1): "rd5"}, on=blank({(0, 0): terrain})).play("attack 0,0")
    assert ("mobile" in fight.verbs()) == mobile
    assert "assault" in fight.verbs()
    german = Fight({(0, 0): "rd5", (0, -1): "m2"}, on=blank({(0, 0): terrain}), player_turn=1).play("attack 0,0")
    assert {"mobile", "assault"} <= german.verbs()


@rule("12.2.1")
def test_an_attack_may_be_called_off_before_it_is_declared() -> None:
    fight = Fight({(0, 0): "rd5", (0, -1): "m2"}).play("attack 0,-1; leave rd5; join rd5; cancel")
    assert fight.frame == "DeclareAttack"
    assert fight.flags("rd5") == set()


@rule("12.2.1", "12.4c")
def test_hexes_can_be_added_and_dropped() -> None:
    fight = Fight({(0, 0): "tc9", (1, -1): "rd5", (0, -1): "m2", (1, 0): "m2b"}).play("attack 0,-1")
    fight.play("join tc9; add 1,0")
    assert fight.can("drop") == {(0, -1), (1, 0)}
    fight.play("drop 1,0")
    assert fight.refused("drop 0,-1") == "12.2.1"
    assert fight.refused("add 5,5") == "12.2.1"


# -- results -------------------------------------------------------------------------------------


@rule("12.23.AA")
def test_attacker_attrition() -> None:
    # 12 against 5 is 240 percent; 1 on the assault table is AA.
    fight = Fight({(0, 0): "tc9 bd3", (0, -1): "m5"}).attack("0,-1", "assault").play("roll 1; enough")
    assert (fight.where("tc9"), fight.where("bd3"), fight.where("m5")) == ("dead-1bf", (0, 0), (0, -1))
    assert fight.over


@rule("12.23.AD", "12.24b")
def test_attacker_defeated() -> None:
    # 12 against 8 is 150 percent; 1 is AD: the 9 is among the losses, the survivor retreats, the defender may follow.
    fight = Fight({(0, 0): "tc9 bd3", (0, -1): "m4 m4b"}).attack("0,-1", "assault").play("roll 1")
    assert fight.seat == 0
    fight.play("lose tc9; enough; go 0,1")
    assert (fight.where("bd3"), fight.seat, fight.frame) == ((0, 1), 1, "Advance")
    fight.play("advance m4; advance m4b")
    assert (fight.where("m4"), fight.where("m4b")) == ((0, 0), (0, 0))


@rule("12.23.AP", "13.2")
def test_attacker_panics() -> None:
    # 9 against 8 is 112 percent; 1 is AP: the strongest goes, the rest runs a die of hexes, rolled once.
    fight = Fight({(0, 0): "rd5 bd3", (0, -1): "m4 m4b", (1, 0): "rd4"}).attack("0,-1", "mobile", "rd5 bd3")
    assert "100-199%" in fight.dice
    fight.play("roll 1; enough")
    assert fight.dice.startswith("Panic of the attackers")
    fight.play("roll 2; go 0,1")
    assert fight.frame == "RetreatStep"
    fight.play("go 0,2")
    assert fight.where("bd3") == (0, 2)
    assert (fight.frame, fight.seat) == ("Advance", 1)
    alone = Fight({(0, 0): "rd5", (0, -1): "m4"}).attack("0,-1", "mobile").play("roll 1")
    assert alone.where("rd5") == "dead-1bf"
    assert alone.frame == "Advance", "nobody is left to panic, so no die is rolled"


@rule("12.23.AR")
def test_attackers_retreat_and_not_the_defenders() -> None:
    # 5 against 4 is 125 percent; 2 is AR.
    fight = Fight({(0, 0): "rd5", (0, -1): "m4"}).attack("0,-1", "mobile").play("roll 2; go 0,1; end-advance")
    assert (fight.where("rd5"), fight.where("m4")) == ((0, 1), (0, -1))


@rule("12.23.BB")
def test_bloodbath_defender_first() -> None:
    # 12 against 4 is 300 percent; 1 is BB.
    fight = Fight({(0, 0): "tc9 bd3", (0, -1): "m2 m2b"}).attack("0,-1", "assault").play("roll 1")
    assert (fight.seat, fight.can("lose")) == (1, {"m2", "m2b"})
    fight.play("lose m2; enough")
    assert (fight.seat, fight.can("lose")) == (0, {"tc9", "bd3"})
    fight.play("lose tc9; enough")
    assert fight.over
    assert fight.where("m2b") == (0, -1)


@rule("12.23.DA")
def test_defender_attrition_leaves_the_hex_empty() -> None:
    # 250 percent; 4 is DA.
    fight = Fight({(0, 0): "rd5", (0, -1): "m2"}).attack("0,-1", "assault").play("roll 4")
    assert fight.where("m2") == "dead-1bf"
    assert fight.over
    assert fight.where("rd5") == (0, 0)


@rule("12.23.DD", "13.4a")
def test_defender_defeated() -> None:
    # 24 against 6 is 400 percent; 5 is DD: static survivors die in place.
    pieces = {(0, 0): "m3 s2 s1", (0, -1): "tc9 bd3", (1, -1): "tc9b bd3b"}
    fight = Fight(pieces).attack("0,0", "assault").play("roll 5; lose m3; enough")
    assert {fight.where(u) for u in ("m3", "s2", "s1")} == {"dead-1bf"}
    assert fight.frame == "Advance"
    runs = Fight(pieces).attack("0,0", "assault").play("roll 5; lose s2; lose s1; enough; go 0,1")
    assert runs.where("m3") == (0, 1)
    assert runs.frame == "Advance"


@rule("12.23.DE")
def test_defender_annihilated_in_an_objective_hex_too() -> None:
    game = blank({(0, 0): OBJECTIVE})
    # 48 against 8 under barrage is 600 percent; 5 is DE.
    pieces = {(0, 0): "s2 m2", (0, -1): "tc9 bd3", (1, -1): "tc9b bd3b", (0, 1): "art"}
    fight = Fight(pieces, on=game).attack("0,0", "assault").play("roll 5")
    assert {fight.where("s2"), fight.where("m2")} == {"dead-1bf"}
    fight.play("advance tc9; advance bd3b")
    assert fight.here(0, 0) == {"tc9", "bd3b"}
    assert fight.over


@rule("12.23.DP")
def test_defender_panics() -> None:
    # 21 against 7 is 300 percent; 5 is DP.
    fight = Fight({(0, 0): "m4 m3", (0, -1): "tc9 bd3", (1, -1): "tc9b"}).attack("0,0", "mobile").play("roll 5; enough")
    assert fight.where("m4") == "dead-1bf"
    assert fight.dice.startswith("Panic of the defenders")
    fight.play("roll 1; go 0,1; advance tc9")
    assert fight.frame == "AdvanceStep"


@rule("12.23.DR")
def test_defenders_retreat_without_losses() -> None:
    # 12 against 4 is 300 percent; 3 is DR.
    fight = Fight({(0, 0): "m2 m2b", (0, -1): "tc9 bd3"}).attack("0,0", "mobile").play("roll 3")
    assert fight.can("pick") == {"m2", "m2b"}
    fight.play("pick m2; go 0,1; go 1,0")
    assert (fight.where("m2"), fight.where("m2b")) == ((0, 1), (1, 0))
    fight.play("advance tc9")
    assert fight.where("tc9") == (0, 0)
    assert fight.frame == "Advance", "one hex only: no second hex is offered"


@rule("12.23.MD")
def test_mobile_defence() -> None:
    # 12 against 4 is 300 percent; 1 is MD.
    fight = Fight({(0, 0): "m2 m2b", (0, -1): "tc9 bd3"}).attack("0,0", "mobile").play("roll 1; enough")
    assert fight.where("tc9") == "dead-1bf"
    fight.play("pick m2; go 0,1; go 0,1; advance bd3")
    assert fight.where("bd3") == (0, 0)


@rule("12.23.OR", "14.4")
def test_overrun() -> None:
    # 12 against 2 is 600 percent; 5 is OR.
    fight = Fight({(0, 0): "m2", (0, -1): "tc9 bd3"}).attack("0,0", "mobile").play("roll 5; advance tc9")
    assert fight.where("m2") == "dead-1bf"
    assert fight.where("tc9") == (0, 0)
    fight.play("go 0,1; go 0,2")
    assert fight.where("tc9") == (0, 2)
    assert fight.frame == "Advance"


# -- the garrison of the Reichstag ---------------------------------------------------------------


@rule("16.10b")
@pytest.mark.parametrize(("player_turn", "place", "units"), [(0, (0, -1), "tc9 bd3"), (2, (0, 1), "uc10")])
def test_the_other_player_decides_for_the_garrison(player_turn: int, place: tuple[int, int], units: str) -> None:
    fight = Fight({R: "s2 v1 v1b", place: units}, on=REICHSTAG, player_turn=player_turn)
    # 150 or 125 percent; 4 is BB.
    fight.attack("0,0", "assault").play("roll 4")
    assert fight.seat == 1 - (player_turn >> 1)
    assert fight.can("lose") == {"s2", "v1", "v1b"}
    fight.play("lose s2; enough")
    assert fight.where("s2") == ("dead-1bf", "dead-1uf")[player_turn >> 1]


@rule("16.10c", "12.23.DD")
def test_the_garrison_never_retreats() -> None:
    pieces = {R: "s2 v1 v1b", (0, -1): "tc9 bd3", (1, -1): "tc9b bd3b", (-1, 0): "art"}
    # 48 against 8 is 600 percent; 4 is DD.
    fight = Fight(pieces, on=REICHSTAG).attack("0,0", "assault").play("roll 4; lose s2; enough")
    assert fight.here(*R) == {"v1", "v1b"}
    assert fight.over, "nobody advances"


@rule("16.10d", "5.7", "21.2a")
def test_who_advances_into_the_reichstag_captures_the_markers() -> None:
    pieces = {R: "v1 bunker gas", (0, -1): "tc9 bd3"}
    # 12 against 2 is 600 percent; 5 is DE.
    fight = Fight(pieces, on=REICHSTAG).attack("0,0", "assault").play("roll 5")
    assert {fight.where("bunker"), fight.where("gas")} == {R}
    fight.play("advance bd3; end-advance")
    assert {fight.where("bunker"), fight.where("gas")} == {"captured-1bf"}
    assert fight.g.state.captured_bunker
    assert fight.g.state.held[0] >> fight.place(*R) & 1


@rule("16.10b", "12.5b")
def test_the_reichstag_and_a_neighbour_in_one_attack() -> None:
    """R85"""
    pieces = {R: "s2", (0, -1): "tc9 bd3", (1, -1): "m4"}
    fight = Fight(pieces, on=REICHSTAG)
    assert fight.odds("1,-1", "tc9 bd3", "0,0") == ("12 against 8", "150%")
    # 4 is BB: one total of 6, losses by the other player.
    fight.play("attack 1,-1; add 0,0; assault; roll 4")
    assert (fight.seat, fight.can("lose")) == (1, {"s2", "m4"})


@rule("16.8b")
def test_the_attacker_may_turn_up_units_of_his_between_attacks() -> None:
    pieces = {(0, -1): "m2", (0, -2): "rd5", (5, 3): "v1/face-down"}
    fight = Fight(pieces, on=REICHSTAG)
    assert "reveal" in fight.verbs()
    assert NAMES["GS-VS-1"] in fight.can("reveal")
    assert fight.refused("reveal m2") == "16.8"
    fight.play("reveal v1")
    assert "face-down" not in fight.flags("v1")


@rule("5.2", "5.6d", "12.2.1")
def test_soviets_of_the_other_front_are_enemies_beyond_the_boundary() -> None:
    """And in the Reichstag nobody German attacks them either; only an empty hex holds no enemy."""
    split = blank(uf=[(q, r) for q, r in EVERYWHERE if r >= 1], reichstag=(0, 0))
    pieces = {(1, -1): "m3", (1, -2): "rd5", (1, 1): "ur5", (0, 0): "uc10"}
    f = Fight(pieces, on=split, player_turn=1)
    assert f.refused("attack 1,1") == "5.2"
    assert f.refused("attack 0,0") == "5.6d"
    assert f.refused("attack 3,-3") == "12.2.1"


@rule("12.3", "5.6b")
def test_a_soviet_unit_in_the_reichstag_is_not_its_garrison() -> None:
    split = blank({(0, -1): "urban"}, uf=[(q, r) for q, r in EVERYWHERE if r >= 1], reichstag=(0, 0))
    f = Fight({(0, 0): "rd5", (0, -1): "m2", (3, -4): "rd5b", (3, -3): "m2b"}, on=split)
    f.attack("0,-1", "assault")
    f.play("roll 4; attack 3,-3")
    assert f.refused("join rd5") == "12.3"


@rule("12.4b", "12.5b")
def test_who_would_bring_another_hex_in_is_not_called_nobody() -> None:
    f = Fight({(0, 0): "rd5", (1, 0): "rd5b", (1, -1): "m2", (0, 1): "m2b"})
    f.play("attack 1,-1; join rd5")
    assert "join 1BF-39GRD" in f.texts()
    assert f.refused("all") == "12.4b"
