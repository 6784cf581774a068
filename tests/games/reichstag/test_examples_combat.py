"""Worked examples of combat: small positions on the blank map, each played through the table as people would."""

from __future__ import annotations

import pytest
from tests.games.reichstag.fights import EVERYWHERE, Fight, declared
from tests.games.reichstag.helpers import Axial, blank
from tests.support import rule

from grognard.games.reichstag.odds import column, percentage
from grognard.games.reichstag.zones import barrage_zone

OBJECTIVE = "suburban objective vp-5"
TWO_RIVERS = {((0, 0), "N"): "river", ((0, 0), "NE"): "river"}
R = (0, 0)
GARRISON = "s2 v1 s1"


@rule("12.2.4", "12.22")
@pytest.mark.parametrize(
    ("attack", "defence", "percent", "label"),
    [
        (20, 13, 153, "100-199%"),
        (20, 12, 166, "100-199%"),
        (10, 12, 83, "50-99%"),
        (49, 99, 49, "≤49%"),
        (1, 2, 50, "50-99%"),
        (99, 100, 99, "50-99%"),
        (199, 100, 199, "100-199%"),
        (599, 100, 599, "500-599%"),
        (600, 100, 600, "≥600%"),
    ],
)
def test_columns(attack: int, defence: int, percent: int, label: str) -> None:
    """W1"""
    fight = Fight({(0, 0): "rd5", (0, -1): "m2"})
    assert percentage(attack, defence) == percent
    for crt in ("mobile", "assault"):
        table = fight.game.results.crt[crt]
        assert table.label(column(fight.g, crt, attack, defence)) == label


@rule("12.15", "12.17", "12.18", "12.19", "12.20")
@pytest.mark.parametrize(
    ("terrain", "river", "tower", "defence"),
    [
        (OBJECTIVE, True, True, 9),
        (OBJECTIVE, True, False, 6),
        ("clear", True, True, 9),
        ("clear", False, True, 6),
        ("clear", False, False, 3),
    ],
)
def test_triple_at_most(terrain: str, river: bool, tower: bool, defence: int) -> None:
    """W2"""
    game = blank({(0, 0): terrain}, {((0, 0), "N"): "river"} if river else {})
    pieces = {(0, 0): "m3", (0, -1): "rd5"} | ({(0, 2): "tower"} if tower else {})
    assert Fight(pieces, on=game).odds("0,0")[0] == f"5 against {defence}"


@rule("12.2.2", "12.2.3", "12.15", "12.20", "12.21", "12.23.BB", "12.23.DA", "12.24b")
def test_a_mixed_garrison() -> None:
    """W3"""
    game = blank({(0, 0): OBJECTIVE})
    pieces = {(0, 0): "m5 v1 cp", (0, 2): "tower", (0, -1): "tc9 bd3", (1, -1): "art"}
    fight = Fight(pieces, on=game)
    assert fight.odds("0,0") == ("24 against 17", "141%")
    fight.play("attack 0,0")
    assert fight.refused("mobile") == "12.21"
    bloodbath = Fight(pieces, on=game).play("attack 0,0; assault; roll 4")
    assert bloodbath.seat == 1
    assert bloodbath.can("lose") == {"m5", "v1", "cp"}
    bloodbath.play("lose v1")
    assert bloodbath.refused("enough") == "12.24b"
    bloodbath.play("lose m5; enough")
    assert bloodbath.seat == 0
    assert bloodbath.can("lose") == {"tc9", "bd3"}
    bloodbath.play("lose bd3")
    assert bloodbath.where("tc9") == "dead-1bf"
    attrition = Fight(pieces, on=game).play("attack 0,0; assault; roll 5; enough")
    assert attrition.where("m5") == "dead-1bf"
    assert attrition.over
    assert attrition.where("tc9") == (0, -1)


@rule("12.18")
def test_hexsides() -> None:
    """W4"""
    game = blank({(0, 0): "suburban"}, TWO_RIVERS)
    fight = Fight({(0, 0): "m3", (0, -1): "rd5", (1, -1): "rd5b"}, on=game)
    assert fight.odds("0,0") == ("10 against 6", "166%")
    fight = Fight({(0, 0): "m3", (0, -1): "rd5", (1, -1): "rd5b", (1, 0): "bd3"}, on=game)
    assert fight.odds("0,0") == ("13 against 3", "433%")


@rule("19.1b", "19.2b")
@pytest.mark.parametrize(
    ("engineers", "odds"),
    [((0, -1), "12 against 3"), ((1, -2), "10 against 3"), ((0, -3), "10 against 6")],
)
def test_engineers(engineers: Axial, odds: str) -> None:
    """W5"""
    game = blank({(0, 0): "suburban"}, TWO_RIVERS)
    pieces = {(0, 0): "m3", (0, -1): "rd5", (1, -1): "rd5b"}
    pieces[engineers] = " ".join(filter(None, [pieces.get(engineers), "en2"]))
    assert Fight(pieces, on=game).odds("0,0")[0] == odds


@rule("12.18")
def test_a_bridge_does_not_help_the_attack() -> None:
    """W6"""
    sides = dict.fromkeys(TWO_RIVERS, "river bridge")
    fight = Fight({(0, 0): "m3", (0, -1): "rd5", (1, -1): "rd5b"}, on=blank({(0, 0): "suburban"}, sides))
    assert fight.odds("0,0") == ("10 against 6", "166%")


@rule("12.14", "12.16a", "15.4a", "15.7")
@pytest.mark.parametrize("markers", ["art", "art artb"])
def test_barrage_over_one_of_two_hexes(markers: str) -> None:
    """W7"""
    fight = Fight({(0, 0): "tc9", (1, -1): "m2", (0, -1): "m3", (2, -2): markers})
    assert fight.odds("1,-1", "tc9", "0,-1") == ("18 against 5", "360%")


@rule("12.21")
def test_choice_of_the_table() -> None:
    """W8"""
    game = blank({(1, -1): "suburban", (0, -1): "suburban sbahn"})
    fight = Fight({(0, 0): "rd5", (1, 0): "rd5b", (1, -1): "m2", (0, -1): "m2b"}, on=game)
    both = Fight({(0, 0): "rd5", (1, -1): "m2", (0, -1): "m2b"}, on=game).play("attack 1,-1")
    assert "assault" in both.verbs()
    assert both.refused("mobile") == "12.21"
    fight.play("attack 1,-1")
    assert {"mobile", "assault"} <= fight.verbs()
    for terrain in ("urban", OBJECTIVE):
        german = Fight({(0, 0): "m3", (0, -1): "rd5"}, on=blank({(0, -1): terrain}), player_turn=1)
        assert {"mobile", "assault"} <= german.play("attack 0,-1").verbs()


@rule("12.1", "12.4b", "11.6")
def test_two_on_one() -> None:
    """W9"""
    fight = Fight({(0, 0): "rd5", (1, 0): "bd3", (1, -1): "m3"})
    assert fight.declarations() == declared(([(0, 0), (1, 0)], [(1, -1)]))
    assert fight.refused("end") == "12.1"
    fight.play("attack 1,-1; leave bd3")
    assert fight.refused("mobile") == "12.4b"
    assert "7G Tank Brigade" in fight.why_not("mobile")


@rule("12.4b")
def test_a_chain() -> None:
    """W10"""
    a, b, c, d1, d2 = (0, 0), (1, 0), (-1, 0), (1, -1), (0, -1)
    pieces = {a: "rd5", b: "rd5b", c: "rd5c", d1: "m2", d2: "m2b"}
    fight = Fight(pieces)
    assert fight.declarations() == declared(([b], [d1]), ([c], [d2]), ([a, b], [d1]), ([a, c], [d2]))
    # 166 percent; 5 is DA, and the Volkssturm that is left may not be attacked again.
    fight = Fight(pieces | {d1: "m2 v1"}).attack("1,-1", "assault", "rd5b").play("roll 5; enough")
    assert fight.declarations() == declared(([a, c], [d2]))
    assert fight.refused("attack 1,-1") == "12.3"
    fight = Fight(pieces).attack("0,-1", "assault", "rd5c").play("roll 4")
    assert fight.declarations() == declared(([a, b], [d1]))


@rule("12.5a")
def test_one_between_two() -> None:
    """W11"""
    fight = Fight({(0, 0): "rd5", (1, -1): "m2", (-1, 0): "m2b"})
    assert fight.declarations() == declared(([(0, 0)], [(1, -1), (-1, 0)]))


@rule("12.5a", "12.5b", "12.4b")
def test_two_by_two() -> None:
    """W12"""
    a1, a2, d1, d2 = (0, 0), (1, 0), (1, -1), (0, 1)
    fight = Fight({a1: "rd5", a2: "rd5b", d1: "m2", d2: "m2b"})
    assert fight.declarations() == declared(
        ([a1], [d1]), ([a1], [d2]), ([a2], [d1]), ([a2], [d2]), ([a1, a2], [d1, d2])
    )


@rule("12.4d", "12.4b")
def test_an_objective_garrison_as_volunteer() -> None:
    """W13"""
    g1, g2, s = (0, 0), (1, 0), (1, -1)
    fight = Fight({g1: "m3", g2: "m2", s: "rd5"}, on=blank({g1: OBJECTIVE}), player_turn=1)
    assert fight.declarations() == declared(([g2], [s]), ([g1, g2], [s]))
    assert fight.refused("end") == "12.1"


@rule("12.12", "12.4d")
def test_a_bracketed_neighbour() -> None:
    """W14"""
    fight = Fight({(0, 0): "m3", (1, 0): "v1", (1, -1): "rd5"}, on=blank({(0, 0): OBJECTIVE}), player_turn=1)
    assert "end" in fight.texts()
    assert fight.declarations() == declared(([(0, 0)], [(1, -1)]))
    fight.play("attack 1,-1")
    assert fight.refused("join v1") == "12.12"


@rule("5.6c", "12.4b")
def test_the_reichstag_next_door() -> None:
    """W15"""
    game = blank(reichstag=R)
    a, b, d = (0, 1), (1, 1), (1, 0)
    fight = Fight({R: GARRISON, a: "rd5"}, on=game)
    assert fight.declarations() == declared(([a], [R]))
    assert "end" in fight.texts()
    fight = Fight({R: GARRISON, a: "rd5", d: "m2"}, on=game)
    assert fight.declarations() == declared(([a], [d]), ([a], [d, R]))
    assert fight.refused("end") == "12.1"
    fight = Fight({R: GARRISON, a: "rd5", d: "m2", b: "tc9 bd3"}, on=game)
    assert fight.declarations() == declared(([a], [R]), ([b], [d]), ([a, b], [d]))
    # 600 percent; 5 is DE.
    fight.attack("1,0", "assault", "tc9").play("roll 5; end-advance")
    assert fight.where("m2") == "dead-1bf"
    assert fight.refused("end") == "12.1"
    assert fight.declarations() == declared(([a], [R]))


@rule("5.2", "5.3", "11.2b", "16.8c")
def test_the_boundary() -> None:
    """W16"""
    south = [(q, r) for q in range(-5, 6) for r in range(1, 8)]
    game = blank(uf=south)
    fight = Fight({(0, 0): "rd5", (0, 1): "m4 v1/face-down"}, on=game)
    assert fight.over
    assert "face-down" not in fight.flags("v1")
    other = Fight({(0, 0): "rd5", (0, 1): "m4", (0, -1): "m2"}, on=game)
    assert other.can("attack") == {(0, -1)}
    assert other.refused("attack 0,1") == "5.2"


@rule("12.13a", "12.13b", "16.8c")
def test_zero_units() -> None:
    """W17"""
    fight = Fight({(0, 0): "cp/face-down", (1, -1): "rd5"}, on=blank({(0, 0): "suburban"}))
    assert fight.over
    assert fight.where("cp") == "dead-1bf"
    assert fight.where("rd5") == (1, -1)
    fight = Fight({(0, 0): "cp/face-down", (1, -1): "rd5"}, on=blank({(0, 0): OBJECTIVE}))
    assert fight.where("cp") == (0, 0)
    assert "face-down" not in fight.flags("cp")
    assert fight.refused("end") == "12.1"
    fight.play("attack 0,0")
    assert fight.refused("mobile") == "12.21"
    assert fight.panel().column == "≥600%"


@rule("12.10", "12.12", "12.23.AR")
def test_who_stays_behind() -> None:
    """W18"""
    fight = Fight({(0, 0): "m2 v1", (0, -1): "rd5"}, player_turn=1)
    assert fight.odds("0,-1") == ("2 against 5", "40%")
    fight.play("attack 0,-1; mobile; roll 6")
    assert fight.seat == 1
    fight.play("go 0,1")
    assert fight.where("v1") == (0, 0)
    assert fight.over
    assert fight.where("rd5") == (0, -1)


@rule("12.24b", "12.24c")
@pytest.mark.parametrize(
    ("lost", "enough"),
    [("m4 m3", True), ("m3 m3b", True), ("m4 m3 m3b", True), ("m4", False), ("m3", False)],
)
def test_at_least_half(lost: str, enough: bool) -> None:
    """W19"""
    pieces = {(0, 0): "m4 m3 m3b", (0, -1): "tc9 bd3", (1, -1): "tc9b bd3b", (1, 0): "tc9c bd3c", (0, 1): "rd5 ag4"}
    fight = Fight(pieces).attack("0,0", "assault")
    assert "400-499%" in fight.dice
    # 5 is DD.
    fight.play("roll 5")
    for unit in lost.split():
        fight.play(f"{'give-up' if 'enough' in fight.texts() else 'lose'} {unit}")
    assert (fight.frame != "LoseUnits" or "enough" in fight.texts()) == enough


@rule("12.2.6", "12.23.MD", "13.3.1")
def test_loss_before_retreat() -> None:
    """W20"""
    pieces = {(0, 0): "m2", (0, -1): "tc9", (1, -1): "rd5"}
    fight = Fight(pieces, on=blank({(0, 0): "suburban"})).attack("0,0", "mobile")
    # 700%, die 1 is MD.
    fight.play("roll 1")
    assert fight.where("tc9") == "dead-1bf"
    fight.play("enough")
    assert fight.seat == 1
    assert fight.can("go") == {(0, 1), (-1, 1), (-1, 0)}


@rule("12.23.MD", "13.4a")
def test_a_lone_attacker_and_mobile_defence() -> None:
    """W21"""
    fight = Fight({(0, 0): "bd3", (0, -1): "s2"}).attack("0,-1", "mobile")
    assert "100-199%" in fight.dice
    fight.play("roll 3")
    assert (fight.where("bd3"), fight.where("s2")) == ("dead-1bf", "dead-1bf")
    assert fight.over


@rule("13.3.1", "11.7", "12.23.DR")
def test_a_retreat_of_one_hex() -> None:
    """W22"""
    fight = Fight({(0, 0): "m3", (0, -1): "rd5", (1, -1): "rd5b"}).attack("0,0", "mobile")
    # 333%, die 3 is DR.
    fight.play("roll 3")
    assert fight.can("go") == {(0, 1), (-1, 1)}
    assert fight.refused("go 1,0") == "13.3.1"
    assert fight.refused("go -1,0") == "13.3.1"


@rule("13.2", "13.3.6", "12.23.DP", "13.1")
def test_the_distance_of_a_panic() -> None:
    """W23"""
    pieces = {(0, 0): "m4 m3", (0, -1): "tc9", (1, -1): "tc9b bd3"}
    # 300%, die 5 is DP: the 4 is lost, the 3 runs two hexes.
    fight = Fight(pieces).attack("0,0", "mobile").play("roll 5; enough; roll 2")
    ends: set[Axial] = set()
    for first in fight.can("go"):
        after = Fight(pieces).attack("0,0", "mobile").play("roll 5; enough; roll 2")
        after.play(f"go {first[0]},{first[1]}")
        ends |= after.can("go")
    assert ends == {(1, 1), (0, 2), (-1, 2), (-2, 2), (-2, 1)}
    full = {(1, 1): "v1 v1b v1c", (0, 2): "v1d v1e v1f", (-1, 2): "m1 m1b s1", (-2, 2): "s2 s2b s1b"}
    full |= {(-2, 1): "m2 m2b m2c"}
    fight = Fight(pieces | full).attack("0,0", "mobile").play("roll 5; enough; roll 2")
    assert fight.can("go") == {(0, 1), (-1, 1)}
    fight.play("go 0,1")
    assert fight.where("m3") == "dead-1bf"


@rule("13.3.5", "13.3.8")
def test_off_the_map() -> None:
    """W24"""
    # Row 24 is the last of the blank map; (1, 11) lies in it, and so does (2, 11) south-east of it.
    pieces = {(1, 11): "rd5", (1, 10): "m4", (0, 11): "m4b"}
    # 5 against 8 is 62 percent; 3 is AR. There is one way, so nobody is asked.
    fight = Fight(pieces).attack("1,10", "mobile").play("roll 3; end-advance")
    assert fight.where("rd5") == (2, 11)
    fight = Fight(pieces | {(3, 10): "m4c"}).attack("1,10", "mobile").play("roll 3; end-advance")
    assert fight.where("rd5") == "due-1bf"


@rule("13.4a", "13.4b", "13.6a", "14.1")
def test_statics_and_retreats() -> None:
    """W25"""
    pieces = {(0, 0): "m3 s2", (0, -1): "tc9 bd3", (1, -1): "rd5"}
    # 17 against 5 is 340 percent; 3 is DR.
    fight = Fight(pieces, on=blank({(0, 0): "suburban"})).attack("0,0", "mobile").play("roll 3")
    assert fight.where("s2") == "dead-1bf"
    fight.play("go 0,1")
    assert fight.can("advance") == {"tc9", "bd3", "rd5"}
    # 72 against 14 in an objective hex under barrage is 514 percent; 5 is DD.
    game = blank({(0, 0): OBJECTIVE})
    pieces = {(0, 0): "m3 s2 m2", (0, -1): "tc9 bd3", (1, -1): "tc9b bd3b", (1, 0): "tc9c bd3c", (-1, 0): "art"}
    fight = Fight(pieces, on=game).attack("0,0", "assault").play("roll 5; lose m3; lose m2; enough")
    assert fight.where("s2") == (0, 0)
    assert fight.over
    fight = Fight(pieces, on=game).attack("0,0", "assault").play("roll 5; lose m3; lose s2; enough")
    assert fight.seat == 1
    assert {"pick", "hold"} == fight.verbs()
    stays, leaves = fight, Fight(pieces, on=game).attack("0,0", "assault").play("roll 5; lose m3; lose s2; enough")
    stays.play("hold m2")
    assert stays.where("m2") == (0, 0)
    assert stays.over
    leaves.play("pick m2")
    assert leaves.where("m2") == (-1, 1)
    assert leaves.frame == "Advance"


@rule("13.6b", "13.6d", "13.3.8")
def test_panic_into_an_objective_hex() -> None:
    """W26"""
    game = blank({(0, 1): OBJECTIVE})
    pieces = {(0, 0): "m4 m3", (0, -1): "tc9", (1, -1): "tc9b bd3"}
    free = Fight(pieces, on=game).attack("0,0", "mobile").play("roll 5; enough; roll 5; go 0,1")
    assert free.verbs() == {"go", "stay"}
    free.play("stay")
    assert free.where("m3") == (0, 1)
    # Two stacks beside the objective close every other way: the unit is not even asked.
    shut = Fight(pieces | {(1, 1): "rd5", (-2, 2): "rd5b"}, on=game).attack("0,0", "mobile")
    shut.play("roll 5; enough; roll 5")
    assert shut.where("m3") == (0, 1)
    assert shut.frame == "Advance"


@rule("14.4", "14.5", "19.1c")
def test_advance_and_water() -> None:
    """W27"""
    game = blank(sides={((0, 0), "NE"): "river"})
    pieces = {(0, 0): "rd5", (2, -1): "bd3", (1, -1): "m2 m1"}
    # 8 against 3 is 266 percent; 6 is DP: the 2 is lost, the 1 panics, two hexes may be advanced.
    fight = Fight(pieces, on=game).attack("1,-1", "mobile").play("roll 6; enough; roll 1; advance rd5")
    assert fight.where("rd5") == (1, -1)
    assert fight.frame == "Advance"
    fight.play("advance bd3")
    assert fight.frame == "AdvanceStep"
    fight.play("go 0,-1")
    assert fight.where("bd3") == (0, -1)
    helped = Fight(pieces | {(-1, 0): "en2"}, on=game).attack("1,-1", "mobile", "rd5 bd3")
    helped.play("roll 6; enough; roll 1; advance rd5")
    assert helped.frame == "AdvanceStep"


@rule("6.7", "12.3")
def test_maximum_effort() -> None:
    """W39"""
    # 9 against 3 is 300 percent; 4 is DA: the 2 is lost, the Volkssturm is attacked again in the second phase.
    fight = Fight({(0, 0): "tc9", (0, -1): "m2 v1"}, effort=True).attack("0,-1", "assault").play("roll 4; enough")
    assert not fight.over
    assert fight.refused("end") == "12.1"
    fight.attack("0,-1", "assault")
    assert "≥600%" in fight.dice
    # 450 percent; 2 is DR: who has advanced attacks from the new hex.
    fight = Fight({(0, 0): "tc9", (0, -1): "m2", (1, -2): "v1"}, effort=True).attack("0,-1", "mobile", "tc9")
    fight.play("roll 2; go 0,-2; advance tc9")
    assert fight.declarations() == declared(([(0, -1)], [(0, -2), (1, -2)]))


@rule("21.2a", "12.13a")
def test_a_strategic_marker() -> None:
    """W40"""
    game = blank({(0, -1): "suburban"})
    pieces = {(0, 0): "tc9", (0, -1): "v1 bunker"}
    fight = Fight(pieces, on=game)
    assert fight.where("bunker") == (0, -1)
    # 900 percent; 2 is DP: the Volkssturm goes, and nobody is left to panic.
    fight.attack("0,-1", "mobile").play("roll 2")
    assert fight.frame == "Advance"
    fight.play("advance tc9")
    assert fight.where("bunker") == "captured-1bf"
    assert fight.g.state.captured_bunker
    left = Fight(pieces, on=game).attack("0,-1", "mobile").play("roll 2; end-advance")
    assert left.where("bunker") == (0, -1)
    again = Fight({(0, 0): "tc9", (0, -1): "bunker"}, on=game)
    assert again.refused("end") == "12.1"
    assert again.play("attack 0,-1").panel().column == "≥600%"


@rule("13.5")
def test_a_fighting_retreat() -> None:
    """W41"""
    game = blank({(0, -1): OBJECTIVE})
    pieces = {(0, 0): "m3", (1, 0): "tc9", (0, 1): "tc9b", (1, -2): "rd5", (0, -1): "s2"}
    # 600 percent; 1 is MD: the strongest attacker is lost and the 3 retreats.
    fight = Fight(pieces, on=game).attack("0,0", "mobile").play("roll 2")
    assert fight.where("m3") == "dead-1bf"
    fight = Fight(pieces, on=game).attack("0,0", "mobile").play("roll 1; lose tc9; enough; go 0,-1; end-advance")
    assert fight.odds("0,-1") == ("5 against 10", "50%")
    empty = Fight({k: v for k, v in pieces.items() if v != "s2"}, on=game)
    empty.attack("0,0", "mobile").play("roll 1; lose tc9; enough; go 0,-1; end-advance")
    assert empty.where("m3") == (0, -1)
    assert empty.over


@rule("12.4b")
def test_duties_lapse() -> None:
    """W42"""
    a, b, c, d1, d2 = (0, 0), (1, 0), (-1, 0), (1, -1), (0, -1)
    pieces = {a: "rd5", b: "rd5b", c: "rd5c", d1: "m2", d2: "m2b"}
    # 250 percent; 4 is DR. 500 percent on the assault table; 6 is DE.
    fight = Fight(pieces).attack("1,-1", "mobile", "rd5b").play("roll 4; go 1,-2; end-advance")
    fight.attack("0,-1", "assault").play("roll 6; end-advance")
    assert fight.over
    fight = Fight(pieces).attack("0,-1", "assault", "rd5 rd5c").play("roll 6; end-advance")
    assert fight.refused("end") == "12.1"
    assert fight.declarations() == declared(([b], [d1]))


@rule("12.25b", "12.15")
def test_a_tower_is_lost() -> None:
    """W43"""
    pieces = {(0, 0): "tower m4", (0, -1): "tc9 bd3", (-1, 0): "tc9b bd3b", (2, 0): "m3", (2, 1): "rd5"}
    fight = Fight(pieces)
    assert fight.odds("2,0") == ("5 against 6", "83%")
    # 24 against 14 is 171 percent; 5 is DA.
    fight.attack("0,0", "assault").play("roll 5; enough")
    assert fight.where("tower") == "dead-1bf"
    assert fight.odds("2,0") == ("5 against 3", "166%")


@rule("24.5c", "24.2")
def test_lines_of_communication() -> None:
    """W44"""
    # Water all around the division's hex, one bridge to the south-east.
    sides = {((1, -1), direction): "river" for direction in ("N", "NE", "S", "SW", "NW")}
    sides[(1, -1), "SE"] = "river bridge"
    game = blank(sides=sides, uf=EVERYWHERE)
    bridge = game.map.bridges[0].id
    pieces = {(0, 0): "m2", (0, 1): "uc10", (1, -1): "ur5", (-1, 0): "uart"}
    option = ("lines_of_communication",)
    assert Fight(pieces, on=game, player_turn=2, demolished=(bridge,)).odds("0,0")[0] == "30 against 2"
    assert Fight(pieces, on=game, player_turn=2, options=option).odds("0,0")[0] == "30 against 2"
    blown = Fight(pieces, on=game, player_turn=2, options=option, demolished=(bridge,))
    assert blown.odds("0,0")[0] == "25 against 2"
    helped = Fight(pieces | {(2, -1): "ue2"}, on=game, player_turn=2, options=option, demolished=(bridge,))
    assert helped.odds("0,0")[0] == "30 against 2"


@rule("5.5", "12.4b", "5.6a")
def test_walking_into_the_reichstag() -> None:
    """W45"""
    game = blank(reichstag=R)
    fight = Fight({R: "rd5", (1, 0): "m2"}, on=game, held=(1 << 0, 0))
    assert fight.declarations() == declared(([R], [(1, 0)]))
    assert fight.refused("end") == "12.4b"
    assert fight.odds("1,0") == ("5 against 2", "250%")
    fight.attack("1,0", "mobile").play("roll 1")
    assert fight.can("go") == {(0, -1), (-1, 0), (-1, 1)}
    fight.play("go 0,-1")
    assert fight.over
    assert fight.where("m2") == (1, 0)


@rule("12.23.DP", "13.2")
def test_the_panic_die() -> None:
    """W46"""
    game = blank({(0, 0): "suburban"})
    strong = {(0, -1): "tc9 bd3", (1, -1): "tc9b bd3b"}
    # 24 against 3 is 800 percent, against 5 it is 480, against 7 it is 342: 2, 4 and 5 are DP.
    lone = Fight({(0, 0): "m3"} | strong, on=game).attack("0,0", "mobile").play("roll 2")
    assert lone.where("m3") == "dead-1bf"
    assert lone.g.frame.hexes == 2  # type: ignore[attr-defined]
    mixed = Fight({(0, 0): "m3 s2"} | strong, on=game).attack("0,0", "mobile").play("roll 4; enough")
    assert (mixed.where("m3"), mixed.where("s2"), mixed.frame) == ("dead-1bf", "dead-1bf", "Advance")
    two = Fight({(0, 0): "m4 m3"} | strong, on=game).attack("0,0", "mobile").play("roll 5; enough")
    assert two.dice.startswith("Panic")
    two.play("roll 1; go 0,1")
    assert two.where("m3") == (0, 1)


@rule("11.6", "13.4a", "13.4b")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_static_unit_that_can_attack(die: int) -> None:
    """W47"""
    pieces = {(0, 0): "s3", (0, -1): "bd3"}
    fight = Fight(pieces, on=blank({(0, 0): "suburban"}), player_turn=1)
    assert fight.refused("end") == "12.1"
    assert fight.odds("0,-1") == ("3 against 3", "100%")
    fight.attack("0,-1", "mobile").play(f"roll {die}")
    assert fight.where("s3") == ("dead-1bf" if die <= 3 else (0, 0))
    if die == 3:
        fight.play("go 0,-2")
    objective = Fight(pieces, on=blank({(0, 0): OBJECTIVE}), player_turn=1)
    assert "end" in objective.texts()


@rule("5.4", "15.2c")
def test_the_zone_of_a_marker_in_the_reichstag() -> None:
    """W48"""
    south = [(q, r) for q in range(-8, 9) for r in range(1, 10)]
    fight = Fight({R: "air", (0, -1): "rd5", (0, -2): "m2"}, on=blank(uf=south, reichstag=R))
    zone = barrage_zone(fight.g, 0)
    covered = {(q, r) for q in range(-4, 5) for r in range(-4, 5) if zone >> fight.place(q, r) & 1}
    assert len(covered) == 12
    assert all(r <= 0 for _, r in covered)
    assert R in covered
