"""Strengths, multiples, percentages (12.2, 12.14-12.22), both tables (27.1, 27.2) and the terrain chart (27.5)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.games.reichstag.fights import EVERYWHERE, Fight
from tests.games.reichstag.helpers import Axial, blank
from tests.support import rule

from grognard.engine.errors import PackError
from grognard.engine.flow import Mark
from grognard.games.reichstag.odds import column
from grognard.games.reichstag.results import ResultTables

OBJECTIVE = "suburban objective vp-5"
SECTOR_SPLIT = [(q, r) for q, r in EVERYWHERE if r >= 1]

MOBILE = [
    "AP AP AP AR MD MD MD MD",
    "AP AP AR MD MD DR DR DP",
    "AP AR MD MD DR DR DP DP",
    "AR MD DR DR DR DP DP DP",
    "AR DR DR DR DP DP DP OR",
    "AR DR DP DP DP DP OR OR",
]
ASSAULT = [
    "AD AD AD AA BB BB BB BB",
    "AD AD AA AA BB BB BB BB",
    "AD AA AA BB DA DA BB BB",
    "AA AA BB DA DA DA DA DD",
    "AA BB DA DA DA DD DD DE",
    "AA DA DA DA DD DD DE DE",
]
SAMPLES = [40, 75, 150, 250, 350, 450, 550, 700]


@rule("27.1", "27.1.1", "27.1.2", "27.1.3", "27.1.4", "27.1.5", "27.1.6")
@rule("27.2", "27.2.1", "27.2.2", "27.2.3", "27.2.4", "27.2.5", "27.2.6")
@pytest.mark.parametrize(("crt", "rows"), [("mobile", MOBILE), ("assault", ASSAULT)])
def test_every_cell_of_both_tables(crt: Any, rows: list[str]) -> None:
    fight = Fight({(0, 0): "rd5", (0, -1): "m2"})
    table = fight.game.results.crt[crt]
    for die, row in enumerate(rows, 1):
        read = [table.read(column(fight.g, crt, percent, 100), die) for percent in SAMPLES]
        assert read == row.split()


@rule("12.23")
def test_every_result_has_its_steps() -> None:
    results = blank().results
    assert {
        result: [f"{e.who[0]}{e.what[0]}{e.amount}" for e in steps] for result, steps in results.effects.items()
    } == {
        "AA": ["alstrongest"],
        "AD": ["alhalf", "ar1", "da1"],
        "AP": ["alstrongest", "ard6", "da1"],
        "AR": ["ar1", "da1"],
        "BB": ["dlhalf", "alhalf"],
        "DA": ["dlstrongest"],
        "DD": ["dlhalf", "dr1", "aa1"],
        "DE": ["dlall", "aa1"],
        "DP": ["dlstrongest", "drd6", "aa2"],
        "DR": ["dr1", "aa1"],
        "MD": ["alstrongest", "dr1", "aa1"],
        "OR": ["dlall", "aa3"],
    }
    assert results.meaning["DP"] == (
        "defender loses the strongest unit; defenders retreat a die of hexes; attackers may advance 2 hexes"
    )


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"results": {}}, r"\[results.AP\] must list"),
        ({"results": {"AP": {"steps": ["attacker_loss:some"]}}}, "which is not of the form"),
        ({"results": {"AP": {"steps": ["nobody_loss:half"]}}}, "which is not of the form"),
        ({"results": {"AP": {"steps": [7]}}}, "which is not of the form"),
        ({"mobile_results": {}}, "'mobile_results' lacks 'columns'"),
        ({"assault_results": {"columns": ["half"]}}, "not of the form 3:2, 50-99% or 8-10"),
    ],
)
def test_tables_that_do_not_fit_are_refused(change: dict[str, Any], complaint: str) -> None:
    tables = blank().tables
    with pytest.raises(PackError, match=complaint):
        ResultTables({**tables, **change})


# -- attackers -----------------------------------------------------------------------------------


@rule("12.2.2", "12.14", "15.4a", "27.5p")
@pytest.mark.parametrize(
    ("marker", "odds"),
    [((2, -3), "24 against 2"), ((0, -2), "24 against 2"), ((0, -3), "12 against 2"), ((3, -1), "12 against 2")],
)
def test_barrage_doubles_the_attack_on_hexes_in_its_zone(marker: Axial, odds: str) -> None:
    pieces = {(1, -2): "m2", (1, -1): "tc9 bd3", marker: "art"}
    assert Fight(pieces).odds("1,-2")[0] == odds


@rule("12.14")
def test_a_zone_over_the_attackers_only_does_nothing() -> None:
    # The marker covers the attackers' hex and not the target.
    assert Fight({(0, 0): "m2", (0, 1): "tc9", (0, 2): "art"}).odds("0,0")[0] == "9 against 2"


@rule("12.7")
def test_barrage_cannot_be_declined_nor_a_lower_column_chosen() -> None:
    fight = Fight({(0, 0): "m2", (0, 1): "tc9", (0, -1): "art"}).play("attack 0,0")
    assert fight.verbs() == {"mobile", "assault", "leave", "cancel"}
    assert fight.panel().total == "column ≥600%"


@rule("12.16a", "15.7")
def test_two_zones_double_once() -> None:
    assert Fight({(0, 0): "m2", (0, 1): "tc9", (0, -1): "art", (1, -1): "artb air"}).odds("0,0")[0] == "18 against 2"


@rule("12.16b")
def test_one_marker_and_one_tower_serve_many_combats() -> None:
    fight = Fight({(0, 0): "m2", (0, 1): "tc9", (0, -1): "art", (1, -2): "m3", (2, -3): "tc9b"})
    assert fight.odds("0,0")[0] == "18 against 2"
    assert fight.odds("1,-2")[0] == "18 against 3"
    towers = Fight({(0, 0): "tower", (0, 2): "m3", (0, 3): "rd5", (0, -2): "m3b", (0, -3): "rd5b"}, player_turn=1)
    assert towers.odds("0,3")[0] == "6 against 5"
    assert towers.odds("0,-3")[0] == "6 against 5"


@rule("12.14", "15.4a")
def test_barrage_never_helps_soviet_defenders() -> None:
    fight = Fight({(0, 0): "m2", (0, 1): "rd5", (0, 2): "art"}, player_turn=1)
    assert fight.odds("0,1")[0] == "2 against 5"


@rule("5.4")
def test_a_marker_of_the_other_front_is_no_help() -> None:
    game = blank(uf=SECTOR_SPLIT)
    assert Fight({(0, -1): "m2", (0, -2): "rd5", (0, 1): "uart"}, on=game).odds("0,-1")[0] == "5 against 2"


@rule("12.15", "16.4", "27.5o")
@pytest.mark.parametrize(
    ("tower", "attack", "doubled"),
    [((0, 2), "m3", True), ((0, 3), "m3", False), ((0, 0), "m3", True), ((0, 2), "s3", False)],
)
def test_towers_double_mobile_germans_in_attack(tower: Axial, attack: str, doubled: bool) -> None:
    pieces = {(0, 0): attack, (0, -1): "rd5"}
    pieces[tower] = f"{pieces.get(tower, '')} tower".strip()
    strength = 6 if doubled else 3
    assert Fight(pieces, player_turn=1).odds("0,-1")[0] == f"{strength} against 5"


@rule("12.15", "16.4", "12.2.3")
def test_towers_double_mobile_germans_in_defence_and_not_themselves() -> None:
    assert Fight({(0, 0): "tower m3 s2", (0, -1): "tc9"}).odds("0,0")[0] == "9 against 14"


@rule("16.4")
def test_a_tower_does_not_reach_over_the_boundary() -> None:
    game = blank(uf=SECTOR_SPLIT)
    assert Fight({(0, 1): "tower", (0, -1): "m3", (0, -2): "rd5"}, on=game).odds("0,-1")[0] == "5 against 3"
    assert Fight({(0, 0): "tower", (0, -1): "m3", (0, -2): "rd5"}, on=game).odds("0,-1")[0] == "5 against 6"


@rule("12.15")
def test_a_face_down_tower_does_nothing() -> None:
    pieces = {(0, 2): "tower/face-down", (0, 0): "m3", (0, -1): "rd5"}
    assert Fight(pieces).odds("0,0")[0] == "5 against 3"


@rule("22.5.3", "12.16a")
@pytest.mark.parametrize(
    ("unit", "jet", "attack"),
    [("m3", (0, 2), 6), ("s3", (0, 2), 6), ("m3", (0, 3), 3), ("m3 tower", (0, 2), 6)],
)
def test_the_me_262_doubles_attackers_in_its_zone(unit: str, jet: Axial, attack: int) -> None:
    pieces = {(0, 0): unit, (0, -1): "rd5"}
    fight = Fight(
        pieces, player_turn=1, options=["hitler_fantasy"], boxes={"relief-1uf": "jet"}, relieved=(False, True)
    )
    assert fight.frame == "PlaceJet"
    fight.play(f"put {jet[0]},{jet[1]}")
    assert fight.odds("0,-1")[0] == f"{attack} against 5"


@rule("22.5.3")
def test_the_me_262_does_not_care_where_the_target_is() -> None:
    pieces = {(0, 0): "m3", (0, -1): "rd5"}
    fight = Fight(
        pieces, player_turn=1, options=["hitler_fantasy"], boxes={"relief-1uf": "jet"}, relieved=(False, True)
    ).play("put 0,-3")
    assert fight.odds("0,-1")[0] == "3 against 5"


@rule("22.5.2", "22.5.5")
def test_the_me_262_leaves_at_the_end_of_the_phase() -> None:
    pieces = {(0, 0): "m3", (0, -1): "bd3"}
    fight = Fight(
        pieces, player_turn=1, options=["hitler_fantasy"], boxes={"relief-1uf": "jet"}, relieved=(False, True)
    ).play("put 0,0")
    # 200 percent; 3 on the assault table is BB.
    fight.attack("0,-1", "assault").play("roll 3")
    assert fight.over
    assert fight.where("jet") == "out"


# -- defenders -----------------------------------------------------------------------------------


@rule("12.17", "27.5", "27.5a", "27.5b", "27.5c", "27.5d", "27.5e", "27.5h", "27.5i", "27.5j", "27.5l", "27.5n")
@pytest.mark.parametrize(
    ("terrain", "german", "soviet"),
    [
        ("clear", 3, 5),
        ("suburban", 3, 5),
        ("urban", 3, 5),
        ("woods", 3, 5),
        ("clear airfield", 3, 5),
        ("suburban sbahn", 6, 5),
        (OBJECTIVE, 6, 5),
        ("clear airfield objective vp-5", 6, 5),
    ],
)
def test_the_terrain_of_the_defended_hex(terrain: str, german: int, soviet: int) -> None:
    game = blank({(0, 0): terrain})
    assert Fight({(0, 0): "m3", (0, -1): "rd5"}, on=game).odds("0,0")[0] == f"5 against {german}"
    assert Fight({(0, 0): "rd5", (0, -1): "m3"}, on=game, player_turn=1).odds("0,0")[0] == f"3 against {soviet}"


@rule("27.5n", "12.17")
def test_the_reichstag_doubles_its_garrison() -> None:
    assert Fight({(0, 0): "s2 v1", (0, -1): "rd5"}, on=blank(reichstag=(0, 0))).odds("0,0")[0] == "5 against 6"


@rule("12.17")
def test_the_terrain_of_the_attackers_does_nothing() -> None:
    game = blank({(0, 0): OBJECTIVE})
    assert Fight({(0, 0): "m3", (0, -1): "rd5"}, on=game, player_turn=1).odds("0,-1")[0] == "3 against 5"


@rule("12.18", "27.5f", "27.5g", "27.5k")
@pytest.mark.parametrize("water", ["river", "canal", "lake", "river bridge", "lake bridge"])
def test_water_doubles_either_side_if_all_attack_across_it(water: str) -> None:
    game = blank(sides={((0, 0), "N"): water, ((0, 0), "S"): "river"})
    assert Fight({(0, 0): "m3", (0, -1): "rd5"}, on=game).odds("0,0")[0] == "5 against 6"
    assert Fight({(0, 0): "rd5", (0, -1): "m3"}, on=game, player_turn=1).odds("0,0")[0] == "3 against 10"
    mixed = Fight({(0, 0): "m3", (0, -1): "rd5", (0, 1): "rd5b"}, on=game)
    assert mixed.odds("0,0")[0] == "10 against 6"
    dry = Fight({(0, 0): "m3", (0, -1): "rd5", (1, -1): "rd5b"}, on=game)
    assert dry.odds("0,0")[0] == "10 against 3"


@rule("12.18")
def test_water_is_asked_for_each_defended_hex() -> None:
    # The river lies between the attackers and the first hex only.
    game = blank(sides={((0, 0), "N"): "river"})
    fight = Fight({(0, 0): "rd5", (0, -1): "m3", (1, -1): "m2"}, on=game)
    assert fight.odds("0,-1", "rd5", "1,-1")[0] == "5 against 8"


@rule("12.19", "12.20")
def test_terrain_counts_once_and_with_a_tower_three_times() -> None:
    game = blank({(0, 0): f"{OBJECTIVE} sbahn"}, {((0, 0), "N"): "river"})
    assert Fight({(0, 0): "m3", (0, -1): "rd5"}, on=game).odds("0,0")[0] == "5 against 6"
    assert Fight({(0, 0): "m3 s2", (0, -1): "rd5", (0, 1): "tower"}, on=game).odds("0,0")[0] == "5 against 13"


# -- engineers -----------------------------------------------------------------------------------


@rule("19.1b", "19.2b")
@pytest.mark.parametrize(("water", "defence"), [("river", 3), ("canal", 3), ("lake", 6)])
def test_engineers_help_over_rivers_and_canals_not_over_lakes(water: str, defence: int) -> None:
    game = blank(sides={((0, 0), "N"): water})
    pieces = {(0, 0): "m3", (0, -1): "rd5", (-1, -1): "en2"}
    assert Fight(pieces, on=game).odds("0,0")[0] == f"5 against {defence}"


@rule("19.2b")
@pytest.mark.parametrize(
    ("place", "reaches"),
    [((0, -2), True), ((1, -2), True), ((-1, -1), True), ((0, -3), False), ((2, -3), False), ((-2, -1), False)],
)
def test_engineers_reach_the_sides_of_their_own_hex_and_of_the_next(place: Axial, reaches: bool) -> None:
    game = blank(sides={((0, 0), "N"): "river"})
    fight = Fight({(0, 0): "m3", (0, -1): "rd5", place: "en2"}, on=game)
    assert fight.odds("0,0")[0] == f"5 against {3 if reaches else 6}"


@rule("19.1b", "19.3")
def test_one_supported_hexside_is_dry_for_all() -> None:
    # (0, -1) is out of the engineer's reach, (1, 0) is not: one dry attacker takes the river from the hex.
    game = blank(sides={((0, 0), "N"): "river", ((0, 0), "S"): "river"})
    pieces = {(0, 0): "m3", (0, -1): "rd5", (0, 1): "rd5b", (0, 2): "en2"}
    assert Fight(pieces, on=game).odds("0,0")[0] == "10 against 3"


@rule("19.2b")
def test_engineers_do_not_help_the_other_front_or_germans() -> None:
    game = blank(sides={((0, 0), "N"): "river"})
    assert Fight({(0, 0): "rd5", (0, -1): "m3", (0, 1): "en2"}, on=game, player_turn=1).odds("0,0")[0] == "3 against 10"


@rule("19.2a", "19.3")
def test_support_ends_when_the_engineer_advances_or_is_lost() -> None:
    # (0, -2) is as near to the river north of (0, 0) as (1, -2), but the engineers have advanced into it.
    game = blank(sides={((0, 0), "N"): "river"})
    pieces = {(0, 0): "m3", (0, -1): "rd5", (1, -2): "en2 tc9", (0, -2): "v1"}
    stay = Fight(pieces, on=game).attack("0,-2", "assault", "en2 tc9").play("roll 5; end-advance")
    assert stay.odds("0,0")[0] == "5 against 3", "who attacks and stays goes on supporting"
    gone = Fight(pieces, on=game).attack("0,-2", "assault", "en2 tc9").play("roll 5; advance en2; end-advance")
    assert gone.where("en2") == (0, -2)
    assert gone.odds("0,0")[0] == "5 against 6"
    # 1100 percent; 1 is BB, and the engineers are given up beside the corps.
    lost = Fight(pieces, on=game).attack("0,-2", "assault", "en2 tc9").play("roll 1; lose tc9; give-up en2")
    assert lost.odds("0,0")[0] == "5 against 6"


@rule("19.3")
def test_support_ends_when_the_engineer_retreats() -> None:
    game = blank(sides={((0, 0), "N"): "river"})
    pieces = {(0, 0): "m3", (0, -1): "rd5", (1, -2): "en2", (2, -3): "m3b"}
    # 2 against 3 is 66 percent; 3 is AR.
    fight = Fight(pieces, on=game).attack("2,-3", "mobile").play("roll 3; end-advance")
    assert fight.where("en2") == (0, -2)
    assert fight.odds("0,0")[0] == "5 against 6"


@rule("19.2a")
def test_having_moved_in_the_movement_phase_does_not_matter() -> None:
    game = blank(sides={((0, 0), "N"): "river"})
    fight = Fight({(0, 0): "m3", (0, -1): "rd5", (0, -2): "en2/moved"}, on=game)
    assert fight.odds("0,0")[0] == "5 against 3"


# -- the panel -----------------------------------------------------------------------------------


@rule("12.2", "12.2.2", "12.2.3", "12.2.4")
def test_the_panel_shows_every_term() -> None:
    game = blank({(0, 0): OBJECTIVE}, {((0, 0), "N"): "river"})
    fight = Fight({(0, 0): "m3 v1", (0, 2): "tower", (0, -1): "rd5", (1, -1): "art"}, on=game).play("attack 0,0")
    panel = fight.panel()
    assert [(t.value, t.rule, *t.also) for t in panel.terms] == [
        ("10", "12.14"),
        ("9", "12.17", "12.15", "12.20"),
        ("2", "12.17"),
        ("90%", "12.22"),
    ]
    assert panel.total == "column 50-99%"
    assert (panel.table, panel.column) == ("assault_results", "50-99%")
    assert {o.result: o.chance for o in panel.odds} == {
        "AD": Fraction(1, 3),
        "AA": Fraction(1, 3),
        "BB": Fraction(1, 6),
        "DA": Fraction(1, 6),
    }
    assert all(o.meaning for o in panel.odds)


@rule("12.21")
def test_where_both_tables_are_open_the_panel_shows_both() -> None:
    fight = Fight({(0, 0): "rd5", (0, -1): "m2"}).play("attack 0,-1")
    odds = fight.panel().odds
    assert list(dict.fromkeys(o.table for o in odds)) == ["Mobile table", "Assault table"]
    assert sum(o.chance for o in odds if o.table == "Mobile table") == 1
    frame, g = fight.g.frame, fight.g
    assert {"mobile", "assault"} <= frame.marked(Mark.RIVAL), "neither is the usual one"  # type: ignore[attr-defined]
    hint = frame.hint(g, g.act("mobile"))  # type: ignore[attr-defined]
    assert sum(o.chance for o in hint.panel.odds) == 1
    assert not any(o.table for o in hint.panel.odds)
    assert hint.panel.table == "mobile_results"


@rule("12.2.5")
def test_the_die_is_read_in_the_column() -> None:
    # 20 against 13 is 153 percent; 4 on the mobile table is DR.
    fight = Fight({(0, 0): "m5 m4 m4b", (0, -1): "tc9 bd3", (1, -1): "rd5 bd3b"}).attack("0,0", "mobile")
    assert "mobile table at 100-199%" in fight.dice
    fight.play("roll 4")
    assert fight.frame == "NextRetreat"
