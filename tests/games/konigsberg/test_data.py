"""Counters, map and tables as the rulebook describes them (0.2-0.8), set-up (0.1f, 0.1g, 12.7), options (15)."""

from __future__ import annotations

from tests.games.konigsberg.helpers import game
from tests.support import rule, texts, where

from grognard.engine.pieces import each
from grognard.engine.places import members
from grognard.games.konigsberg.model import GERMAN, ISOLATED, OOS, SOVIET, is_on_map, on_map
from grognard.games.konigsberg.stacking import lone_hqs, overstacked
from grognard.games.konigsberg.supply import own_states

SOVIET_HQS = "HQ11G HQ2G HQ5GT HQ2S HQ43 HQ39 HQ5 HQ28 HQ31 HQ50 HQ49 HQ3 HQ48 HQ65 HQ70 HQ19"
GERMAN_HQS = "HQ28 HQ26 HQ6 HQ20 HQGD HQ41 HQ7 HQHG HQ9 HQ27 HQ55 HQ23"
VICTORY = (
    "Allenstein Bartenstein Braunsberg Elbing Graudenz Insterburg Königsberg Kulm Lötzen Marienwerder Mielau"
    " Schröttersburg Thorn Wehlau"
)
ADDED = ("G-BOH", "G-MIK")


def hexes_of(tag: str) -> set[str]:
    return {game.board.names[p] for p in members(game.board.tagged(tag))}


# -- counters ------------------------------------------------------------------------------------


@rule("0.3/1", "8.0d")
def test_combat_units_have_three_values_for_each_side() -> None:
    for piece in each(game.combat):
        unit = game.units[piece]
        assert len(unit.values) == unit.steps in (1, 2)
        assert (unit.face.steps == 2) == bool(unit.face.reverse), "a unit that has lost a step shows its other side"
        assert all(defence >= 2 for _, defence, _ in unit.values), unit.id
        assert len(unit.face.values) == 3
    tank, rifle = game.units[game.names.piece("S-2GT")], game.units[game.names.piece("S-94")]
    assert (tank.values, tank.mech) == (((5, 4, 9), (10, 7, 9)), True)
    assert (rifle.values, rifle.mech) == (((4, 4, 5), (7, 6, 5)), False)


@rule("0.3/3")
def test_marked_units() -> None:
    tagged = {tag: {u.id for u in game.units if tag in u.tags} for tag in ("event", "starred")}
    assert {"G-15SS", "G-HQ28", "G-58", "G-95", "S-HQ19", "S-40G", "S-132", "S-134"} <= tagged["event"]
    assert tagged["starred"] == {"G-BOH", "G-MIK", "3VA", "18VA"}


@rule("0.4/2", "0.4/3", "0.5/1")
def test_the_headquarters_and_their_chits() -> None:
    found = {game.units[p].id for p in each(game.hqs)}
    assert found == {f"S-{hq}" for hq in SOVIET_HQS.split()} | {f"G-{hq}" for hq in GERMAN_HQS.split()}
    assert len(game.chit_of) == 28
    assert len(set(game.chit_of.values())) == 28


@rule("0.6", "0.6a", "6.1a/1")
def test_front_chits_come_one_by_one_and_have_no_hq() -> None:
    chits = [u for u in game.units if "front" in u.tags]
    assert {u.id for u in chits} == {"S:2BR-1", "S:2BR-2", "S:3BR-1", "S:3BR-2", "G:HGM"}
    assert len({(u.front, u.arrival) for u in chits}) == 5
    assert all(not u.hq and u.arrival for u in chits)


@rule("0.7a/1")
def test_one_barrage_chit_for_each_front() -> None:
    assert {u.id for u in game.units if "barrage" in u.tags} == {"ACT:BARRAGE-2BR", "ACT:BARRAGE-3BR"}


@rule("13.0", "0.2e")
def test_eight_air_units() -> None:
    assert {game.units[p].id for p in each(game.aircraft)} == {
        *("LW", "4VA-1", "4VA-2", "4VA-3", "1VA-1", "1VA-2", "3VA", "18VA")
    }
    assert (game.entry("air", "full"), game.entry("air", "normal")) == (2, 1)


# -- the map -------------------------------------------------------------------------------------


@rule("14.3a", "14.1/1")
def test_the_victory_hexes() -> None:
    assert {game.board.label[p] for p in members(game.map.objectives)} == set(VICTORY.split())
    g = game.start()
    assert not g.state.soviet_held & game.map.objectives


@rule("0.2j")
def test_three_kinds_of_supply_source() -> None:
    kinds = ("supply-german", "supply-soviet", "supply-split")
    assert [len(hexes_of(kind)) for kind in kinds] == [5, 11, 3]
    assert "2209" in hexes_of("supply-german")
    assert not hexes_of("supply-german") & hexes_of("supply-soviet")


@rule("0.2k")
def test_bridges_are_where_ways_cross_rivers() -> None:
    """The Inster is bridged by a railroad alone between 3806 and 3907, and not at all between 3409 and 3510."""
    place = game.board.place
    assert not game.map.minor_open.has(place("3806"), place("3907"))
    assert game.map.minor_open.has(place("3409"), place("3510"))
    for (a, b), side in game.board.sides.items():
        if side.features & {"major", "minor"}:
            assert ("bridge" in side.features) == game.map.way.has(a, b), game.board.names[a]


@rule("0.2d")
def test_the_table_has_every_result_that_the_text_names() -> None:
    cells = {cell for row in game.crt.rows.values() for cell in row}
    assert {"A1*/Dr", "Dr", "Dr2", "D1r", "D1r2", "D2r"} <= cells
    assert cells == set(game.tables["crt"]["results"])
    assert game.crt.columns == ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1")


# -- set-up --------------------------------------------------------------------------------------


@rule("0.1f", "11.4", "5.0")
def test_everybody_starts_in_supply_and_legally_stacked() -> None:
    g = game.start()
    assert g.status() == []
    assert not any(g.flags[p] & (OOS | ISOLATED) for p in range(len(g.flags)))
    assert not overstacked(g, GERMAN) | overstacked(g, SOVIET)
    for side in (GERMAN, SOVIET):
        assert not any(own_states(g, side).values()), "and could trace a line"


@rule("0.1g/1", "2.2a/4")
def test_every_unit_is_where_its_counter_says() -> None:
    g = game.start()
    assert len(game.seats(g.setup)) == 2
    for piece, unit in enumerate(game.units):
        if unit.id in ADDED or "atrocity" in unit.tags or not unit.steps:
            continue
        expected = unit.setup or ("volksturm" if unit.type == "volkssturm" else "due")
        assert where(g, unit.id) == expected, piece
    assert g.state.turn == 1


@rule("0.1g/2", "0.2e", "0.2f", "0.2h", "13.4/1", "12.5(1)")
def test_the_boxes_at_the_start() -> None:
    g = game.start()
    assert {u: where(g, u) for u in ("LW", "4VA-1", "1VA-2", "3VA", "18VA")} == {
        "LW": "luftwaffe",
        "4VA-1": "air-2br",
        "1VA-2": "air-3br",
        "3VA": "air-3br",
        "18VA": "air-3br",
    }
    assert game.refit not in g.here
    assert game.grounded not in g.here
    assert [where(g, f"G-VS{n}") for n in range(1, 5)] == ["volksturm", "volksturm", "out", "out"]
    assert g.state.volksturm == 2


@rule("12.7", "15.1b")
def test_seven_units_start_reduced() -> None:
    g = game.start(options=("mikosch",))
    reduced = {u.id for p, u in enumerate(game.units) if u.steps == 2 and g.steps[p] == 1}
    assert reduced == {"G-2HG", "G-83", "G-401", "G-461", "G-605", "G-607", "G-MIK"}


@rule("12.7-E1")
def test_152_ur_starts_with_the_39th_army_hq() -> None:
    g = game.start()
    assert where(g, "S-152") == where(g, "S-HQ39")
    assert game.board.label[g.where[game.names.piece("S-152")]] == "Georgenburg"


@rule("6.1a/2")
def test_some_hqs_are_there_before_their_chits() -> None:
    g = game.start()
    assert is_on_map(g, game.names.piece("S-HQ43"))
    assert is_on_map(g, game.names.piece("S-HQ2G"))
    assert where(g, "S:43") == where(g, "S:2G") == "due"


# -- options -------------------------------------------------------------------------------------


@rule("15.0", "15.1", "15.1a")
def test_two_german_options_each_by_itself() -> None:
    assert {option.id for option in game.options} == {"bohme", "mikosch"}
    assert where(game.start(), "G-BOH") == "out"
    assert where(game.start(options=("mikosch",)), "G-BOH") == "out"
    g = game.start(options=("bohme",))
    assert where(g, "G-BOH") == "2209"
    assert where(g, "G-MIK") == "out"
    assert game.units[game.names.piece("G-BOH")].mech
    assert texts(g)


@rule("12.1d")
def test_no_hq_can_be_overrun_before_its_first_chit() -> None:
    """An HQ whose chit comes later, and whom a unit could reach on turn 1, has somebody in its hex."""
    g = game.start("campaign")
    for side in (GERMAN, SOVIET):
        exposed = 0
        for piece in each(on_map(g, 1 - side) & game.overruns):
            exposed |= game.reach(g, piece)
        assert [game.board.names[p] for p in members(exposed & lone_hqs(g, side))] == []
    for hq, unit in (("S-HQ50", "S-161"), ("S-HQ49", "S-153")):
        assert game.units[game.names.piece(hq)].setup == game.units[game.names.piece(unit)].setup
