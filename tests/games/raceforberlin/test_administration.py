"""The Administrative Phase (2): reinforcements, Americans, Hitler's order, chits."""

from __future__ import annotations

import pytest
from tests.games.raceforberlin.helpers import dice, game, impulse, mask, moving, step, zone
from tests.support import play, refused, rule, targets, texts, where

from grognard.engine.pieces import each
from grognard.games.raceforberlin.americans import escapes, track_for
from grognard.games.raceforberlin.reinforcements import arrival_zones, due
from grognard.games.raceforberlin.victory import points

SEVEN = {"due": "S-3-1 S-3-2 G-1Falsch S-28-1 S-28-2 S-31-1 G-11SS G-23SS G-18PzGr"}


@rule("2.1.1a")
def test_seven_formations_roll() -> None:
    g = step("administration", SEVEN, turn=1)
    purposes = []
    while dice(g).startswith("Arrival"):
        purposes.append(dice(g))
        g.play("roll 1")
    assert len(purposes) == 7
    assert purposes[0] == "Arrival of 3rd Army"


@rule("2.1.1b")
@pytest.mark.parametrize(
    ("turn", "die", "arrives"), [(1, 5, False), (1, 6, True), (3, 3, False), (3, 4, True), (6, 1, True)]
)
def test_the_arrival_number(turn: int, die: int, arrives: bool) -> None:
    g = step("administration", {"due": "S-3-1 S-3-2"}, turn=turn)
    play(g, f"roll {die}")
    assert (targets(g, "arrive") != set()) == arrives


@rule("2.1.1c", "11.5.1")
def test_an_army_arrives_whole_and_ready() -> None:
    g = step("administration", {"due": "S-3-1 S-3-2"}, turn=6)
    play(g, "roll 1")
    assert targets(g, "arrive") == {"baerwalde", "kuestrin", "goeritz", "reppen", "ziebingen"}
    play(g, "arrive reppen")
    assert where(g, "S-3-1") == where(g, "S-3-2") == "reppen"
    assert not g.flags[game.names.piece("S-3-1")]


@rule("11.5.2")
def test_the_southern_edge() -> None:
    g = step("administration", {"due": "G-1Falsch", "dresden": "S-13-1"}, turn=6)
    play(g, "roll 1")
    assert targets(g, "arrive") == {"leipzig", "meissen", "bautzen", "goerlitz"}
    assert refused(g, "arrive dresden") == "2.1.3"


@rule("2.1.3")
def test_a_blocked_arrival_zone() -> None:
    g = step("administration", {"due": "G-11SS", "joachimsthal": "S-61-1"}, turn=6)
    play(g, "roll 1")
    assert where(g, "G-11SS") == "neuruppin"
    free = step("administration", {"due": "G-11SS"}, turn=6)
    play(free, "roll 1")
    assert where(free, "G-11SS") == "joachimsthal"


@rule("2.1.3")
def test_a_formation_without_a_zone_waits_without_a_new_die() -> None:
    us = mask("leipzig", "meissen", "dresden", "bautzen", "goerlitz")
    g = step("administration", {"due": "G-1Falsch"}, turn=6, us=us, tracks=(1, 1, 0))
    play(g, "roll 1")
    assert where(g, "G-1Falsch") == "due"
    assert g.state.waiting >> game.names.piece("G-1Falsch") & 1


@rule("2.1.3")
def test_a_formation_that_waits_needs_no_further_die() -> None:
    """R5 It has rolled on an earlier turn and found no open zone."""
    waiting = 1 << game.names.piece("G-1Falsch")
    g = step("administration", {"due": "G-1Falsch"}, waiting=waiting)
    assert g.frame.title == "Arrive"
    play(g, "arrive dresden")
    assert where(g, "G-1Falsch") == "dresden"
    assert not g.state.waiting


@rule("2.1.1d", "2.1.2a")
@pytest.mark.parametrize(("turn", "die", "entry"), [(4, 4, 0), (4, 5, 5), (8, 1, 9)])
def test_the_twelfth_army_test(turn: int, die: int, entry: int) -> None:
    g = step("administration", {"due": "G-Clause G-199"}, turn=turn)
    assert not due(g)
    assert dice(g) == "XII Army"
    play(g, f"roll {die}")
    assert g.state.xii == entry
    early = step("administration", {"due": "G-Clause"}, turn=3)
    assert dice(early) == "American advance"


@rule("2.1.2b", "2.1.2c", "11.5.3")
def test_two_units_of_the_twelfth_army_a_turn() -> None:
    g = step("administration", {"due": "G-Clause G-199 G-Hamburg", "rathenow": "S-61-1"}, turn=5, xii=5)
    assert targets(g, "draw") == {"G-Clause", "G-199", "G-Hamburg"}
    play(g, "draw G-199")
    assert g.to_decide == 0
    assert targets(g, "arrive") == {"kyritz", "genthin", "dessau", "leipzig"}
    assert refused(g, "arrive rathenow") == "2.1.2c"
    play(g, "arrive dessau, draw G-Clause, arrive dessau")
    assert dice(g) == "American advance"
    assert where(g, "G-Hamburg") == "due"


@rule("2.2.1a", "2.2.1b", "2.2.1c")
@pytest.mark.parametrize(
    ("turn", "column"), [(1, [1, 1, 2, 0, 0, 0]), (3, [1, 1, 2, 0, 0, 0]), (4, [1, 1, 2, 3, 0, 0]),
                         (8, [1, 1, 2, 3, 0, 0]), (9, [1, 1, 2, 2, 3, 3]), (10, [1, 1, 2, 2, 3, 3])]
)  # fmt: skip
def test_the_american_die(turn: int, column: list[int]) -> None:
    assert [track_for(game, turn, die) for die in range(1, 7)] == column


@rule("2.2.2a", "2.2.2b", "2.2.2c")
def test_the_americans_go_step_by_step() -> None:
    g = play(step("americans", {}), "roll 3")
    assert (g.state.us, g.state.tracks) == (mask("leipzig"), (1, 1, 0))
    g = play(step("americans", {}, us=mask("leipzig"), tracks=(1, 1, 0)), "roll 2")
    assert g.state.us == mask("leipzig", "torgau")
    assert g.state.tracks == (2, 1, 0)
    g = play(step("americans", {}, turn=4), "roll 4")
    assert g.state.us == mask("kyritz")


@rule("2.2.3")
def test_american_zones_are_closed() -> None:
    g = moving(2, {"herzberg": "S-13-1 S-13-2"}, "S-13-1", us=mask("torgau"))
    assert refused(g, "go torgau") == "2.2.3"


@rule("2.2.4")
def test_meeting_the_soviets_stops_the_americans_for_good() -> None:
    g = step("americans", {"torgau": "S-13-1"}, us=mask("leipzig"), tracks=(1, 1, 0), held=(0, mask("torgau")))
    play(g, "roll 1")
    assert g.state.halted
    assert g.state.us == mask("leipzig")
    assert points(g, 1) == 1
    later = step("americans", {"torgau": "S-13-1"}, halted=True, turn=6)
    assert dice(later) != "American advance"


@rule("2.2.5")
def test_an_empty_controlled_zone_is_taken() -> None:
    g = step("americans", {}, us=mask("leipzig"), tracks=(1, 1, 0), held=(0, mask("torgau", "riesa")))
    assert points(g, 1) == 2
    play(g, "roll 1")
    assert points(g, 1) == 1


@rule("2.2.6a", "2.2.6b")
def test_germans_caught_by_the_americans() -> None:
    pieces = {"torgau": "G-404 G-199", "riesa": "S-13-1"}
    g = step("americans", pieces, us=mask("leipzig"), tracks=(1, 1, 0))
    play(g, "roll 1, pick G-404, roll 4")
    assert where(g, "G-404") == "gone"
    play(g, "roll 5")
    assert where(g, "G-199") == "herzberg", "Riesa holds a Soviet unit, Wittenberg has a lower index"
    both = step("americans", {"torgau": "G-404"}, us=mask("leipzig"), tracks=(1, 1, 0))
    play(both, "roll 1, roll 6")
    assert targets(both, "go") == {"herzberg", "riesa"}
    assert refused(both, "go wittenberg") == "2.2.6b"


@rule("2.2.6b")
def test_no_escape_means_withdrawal() -> None:
    pieces = {"torgau": "G-404", "riesa": "S-13-1", "herzberg": "S-13-2"}
    g = play(step("americans", pieces, us=mask("leipzig"), tracks=(1, 1, 0)), "roll 1")
    assert not escapes(g, game.names.piece("G-404"))
    play(g, "roll 6")
    assert where(g, "G-404") == "gone"


@rule("2.2.6b")
def test_the_way_of_escape_leads_east_where_there_is_room() -> None:
    """R8 From Potsdam (4): Nauen has the same index, Trebbin is full, Zehlendorf holds a unit already."""
    pieces = {"potsdam": "G-404", "trebbin": "G-303 G-712 G-169"}
    g = play(step("americans", pieces, turn=9, tracks=(1, 3, 0)), "roll 3, roll 5")
    assert where(g, "G-404") == "zehlendorf"
    full = step("americans", {**pieces, "zehlendorf": "G-11SS"}, turn=9, tracks=(1, 3, 0))
    play(full, "roll 3, roll 5")
    assert where(full, "G-404") == "gone"


@rule("2.2.6a")
def test_zhukovs_units_try_to_escape_first() -> None:
    """R8 Of both camps in a zone."""
    g = play(step("americans", {"torgau": "G-303 G-404"}, us=mask("leipzig"), tracks=(1, 1, 0)), "roll 1")
    assert dice(g) == "Escape of 404th Division"
    play(g, "roll 1")
    assert dice(g) == "Escape of 303rd Division"


@rule("2.2.9", "INT.2")
def test_the_americans_in_berlin() -> None:
    g = play(step("americans", {}, turn=9, tracks=(6, 1, 0), us=mask("trebbin")), "roll 1")
    assert g.outcome is not None
    assert (g.outcome.winner, g.outcome.rule) == (None, "2.2.9")
    met = play(step("americans", {"tempelhof": "S-8GA-1"}, turn=9, tracks=(6, 1, 0)), "roll 1")
    assert met.state.halted
    assert met.outcome is None


@rule("2.3.1a", "2.3.1b")
@pytest.mark.parametrize(("die", "order"), [(4, ""), (5, "north"), (6, "south")])
def test_hitlers_die(die: int, order: str) -> None:
    g = play(step("orders", {}, turn=5), f"roll {die}")
    assert g.state.order == order
    assert dice(step("orders", {}, turn=6)) != "Hitler's orders"


BESIDE_STRAUSBERG = {game.board.names[z] for z in each(game.map.next[zone("strausberg")])}
ORDERED = {"kathlow": "G-21Pz", "spremberg": "G-344", "forst": "S-13-1"}


@rule("2.3.2a")
def test_the_counter_attack_duty() -> None:
    g = impulse(4, ORDERED, order="south")
    assert refused(g, "done") == "2.3.2a"
    assert refused(g, "move G-21Pz") == "2.3.2a"
    play(g, "move G-344, combat G-21Pz, done")
    while g.frame.title != "Combats":
        play(g, "end" if "end" in texts(g) else "roll 6")
    assert refused(g, "end") == "2.3.2a"
    play(g, "attack forst, fight, roll 1")
    assert g.state.order == "", "the order is carried out"


@rule("2.3.2a")
def test_two_divisions_one_of_them_armoured() -> None:
    g = impulse(4, {"kathlow": "G-21Pz G-344 G-404", "forst": "S-13-1"}, order="south")
    play(g, "combat G-344")
    play(g, "combat G-404")
    assert refused(g, "done") == "2.3.2a", "the armoured division is missing"
    play(g, "combat G-21Pz, done, attack forst")
    assert refused(g, "drop G-21Pz") == "2.3.2a", "Forst is attacked only once"
    play(g, "drop G-344")
    assert refused(g, "drop G-404") == "2.3.2a"


@rule("2.3.2b")
def test_the_approach_duty() -> None:
    g = impulse(4, {"cottbus": "G-21Pz", "spremberg": "G-344 G-404", "forst": "S-13-1"}, order="south")
    assert refused(g, "done") == "2.3.2b"
    play(g, "move G-21Pz, move G-344, done")
    assert refused(g, "end") == "2.3.2b"
    play(g, "pick G-21Pz, roll 6")
    assert targets(g, "go") <= {"kathlow", "gross_dueben", "guben", "muskau"}
    assert refused(g, "stay") == "2.3.2b"
    assert refused(g, "go calau") == "2.3.2b"
    play(g, "go kathlow, pick G-344, roll 1")
    assert "go kathlow" in texts(g), "Kathlow has a higher index than Spremberg"
    play(g, "go kathlow")
    assert "end" in texts(g) or g.frame.title != "Movement"


@rule("2.3.2a")
def test_a_move_is_no_attack() -> None:
    """Whoever ends its move beside Soviets has not fulfilled an order to attack."""
    pieces = {"kathlow": "G-21Pz G-1SSPz G-344", "gross_dueben": "G-10SSPz", "forst": "S-13-1"}
    g = impulse(4, pieces, turn=3, order="south")
    play(g, "combat G-21Pz, combat G-344, move G-1SSPz, move G-10SSPz, done")
    play(g, "pick G-1SSPz, roll 6, stay, pick G-10SSPz, roll 6, stay")
    assert g.frame.title == "Combats"
    assert refused(g, "end") == "2.3.2a"
    play(g, "attack forst")
    assert refused(g, "drop G-344") == "2.3.2a", "two divisions attack"
    assert refused(g, "drop G-21Pz") == "2.3.2a", "one of them armoured"


@rule("2.3.2b")
def test_two_others_are_enough_where_the_die_of_the_armoured_division_fails() -> None:
    pieces = {"strausberg": "S-8GA-1", "beeskow": "G-Kurmark/oos", "falkenhagen": "G-156 G-303 G-712"}
    g = impulse(3, pieces, turn=4, order="north")
    play(g, "move G-Kurmark, move G-156, move G-303, move G-712, done")
    play(g, "pick G-Kurmark, roll 1, stay")
    for unit in ("G-156", "G-303"):
        assert refused(g, "end") == "2.3.2b"
        play(g, f"pick {unit}, roll 6")
        play(g, f"go {sorted(targets(g, 'go') & BESIDE_STRAUSBERG)[0]}")
    assert "end" in texts(g)
    play(g, "pick G-712, roll 6")
    assert "stay" in texts(g)
    assert targets(g, "go") - BESIDE_STRAUSBERG, "it may go elsewhere"


@rule("2.3.2b")
def test_the_last_who_can_still_move_up_must_though_the_armoured_division_failed() -> None:
    pieces = {"strausberg": "S-8GA-1", "beeskow": "G-Kurmark/oos", "falkenhagen": "G-156 G-303"}
    g = impulse(3, pieces, turn=4, order="north")
    play(g, "move G-Kurmark, move G-156, move G-303, done, pick G-Kurmark, roll 1, stay, pick G-156, roll 6")
    play(g, f"go {sorted(targets(g, 'go') & BESIDE_STRAUSBERG)[0]}")
    assert refused(g, "end") == "2.3.2b"
    assert refused(play(g, "pick G-303, roll 6"), "stay") == "2.3.2b"


@rule("2.3.2b")
def test_no_approach_is_owed_where_a_unit_stands_beside_soviets_that_it_may_not_attack() -> None:
    """R10 Berlin cannot be attacked; Strausberg is next to it all the same."""
    far = {"friedrichshain": "S-8GA-1", "fuerstenwalde": "G-156 G-303"}
    assert refused(impulse(3, far, turn=4, order="north"), "done") == "2.3.2b"
    assert "done" in texts(impulse(3, {**far, "strausberg": "G-712"}, turn=4, order="north"))


@rule("2.3.2c")
def test_line_zones_and_berlin_are_exempt() -> None:
    g = impulse(4, {"guben": "G-214", "tempelhof": "G-344", "forst": "S-13-1", "zossen": "S-13-2"}, order="south")
    assert "done" in texts(g)


@rule("2.3.1b")
def test_the_order_binds_one_camp_and_lapses() -> None:
    g = impulse(3, {**ORDERED, "lebus": "G-712"}, order="south")
    assert "done" in texts(g)
    g = impulse(4, {"dresden": "G-404"}, order="south")
    play(g, "done")
    assert g.state.order == ""


@rule("2.4.2a")
def test_koniev_draws_first_and_holders_do_not_draw() -> None:
    g = step("chits", {"cup": "C2 C3 C5"})
    assert dice(g) == "Chit of the Koniev player"
    play(g, "draw C5")
    assert where(g, "C5") == "hand-koniev"
    assert dice(g) == "Chit of the Zhukov player"
    play(g, "draw C2")
    holder = step("chits", {"hand-koniev": "C7", "cup": "C2"})
    assert dice(holder) == "Chit of the Zhukov player"


@rule("1.A")
def test_the_order_of_the_administrative_phase() -> None:
    g = step("administration", SEVEN, turn=1)
    seen = []
    while g.to_decide == -1:
        seen.append(dice(g).split(" of ")[0])
        g.play(g.actions()[0])
    assert seen == ["Arrival"] * 7 + ["American advance", "Hitler's orders"] + ["Chit"] * 2


@rule("11.6.1")
def test_arrival_zone_names() -> None:
    g = step("administration", {"due": "S-31-1"}, turn=6)
    assert arrival_zones(g, game.names.piece("S-31-1")) == mask("sommerfeld", "triebel", "priebus", "saenitz", "penzig")
    assert zone("penzig") in each(arrival_zones(g, game.names.piece("S-31-1")))
