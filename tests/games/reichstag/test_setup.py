"""Set-up (3.0), its stacking (10.7) and the ready-made placements."""

from __future__ import annotations

import random

import pytest
from tests.games.reichstag.helpers import GRID, MIDDLE, at, blank
from tests.games.reichstag.phases import (
    Pos,
    draw,
    first_suggestion,
    game,
    hidden_from,
    in_box,
    on,
    prompt,
    real,
    set_up,
)
from tests.support import flagged, play, refused, rule, targets, where

from grognard.engine.flow import CHANCE, Seat
from grognard.engine.hexgrid import Hex
from grognard.engine.pieces import each
from grognard.engine.places import gather, members
from grognard.engine.table import Table
from grognard.games.reichstag.model import BF, FRONTS, GERMAN, UF, germans_in
from grognard.games.reichstag.stages import SOVIET_GROUPS, STAGES, edge_zone, potsdam_zone

MAP, NAMES = game.map, game.board.names


def hexes(mask: int) -> set[str]:
    """The names of a set of hexes."""
    return {NAMES[p] for p in members(mask)}


def label(g: Pos, action: str) -> str:
    """What the button of an action says."""
    return str(g.frame.label(g, g.game.parse(action)))  # type: ignore[attr-defined]


def stages(g: Pos) -> list[tuple[str, int | None]]:
    """Play the set-up out and note whose decisions come in which order, by rule."""
    met: list[tuple[str, int | None]] = []
    while not g.state.turn:
        stage = getattr(g.frame, "stage", None)
        entry = (stage.rule, g.to_decide) if stage is not None else None
        if entry is not None and (not met or met[-1] != entry):
            met.append(entry)
        first_suggestion(g)
    return met


# -- order ----------------------------------------------------------------------------------------


@rule("3.0", "4.1")
def test_the_set_up_runs_in_the_order_of_the_rules() -> None:
    g = game.start()
    order = [
        ("3.5", 0),
        ("3.6", 1),
        ("3.7", 0),
        ("3.7", 1),
        ("3.8", 0),
        ("3.9", 0),
        ("3.10", 1),
        ("3.11", 0),
        ("3.12", 1),
    ]
    assert stages(g) == order
    assert [(s.rule, s.player) for s in STAGES][2:] == order


@rule("3.15")
def test_after_the_set_up_it_is_23_april_and_nobody_is_tired() -> None:
    g = set_up()
    assert (g.state.turn, g.state.player_turn, game.dates[0]) == (1, 0, "23 April")
    assert g.state.fatigued == (False, False)
    assert g.state.spent == (0, 0)
    assert g.status() == []


@rule("3.0")
def test_nothing_is_gained_checked_or_turned_up_in_the_set_up() -> None:
    """R18, R35 Units set up beside bridges, in objectives and next to hidden ones; nothing happens."""
    g = set_up()
    assert g.state.held == (0, 0)
    assert (g.state.demolished, g.state.intact) == ((), ())
    for sector in FRONTS:
        for piece in each(germans_in(g, sector) & game.static & ~game.flak_towers):
            assert flagged(g, game.names.pieces[piece], "face-down")


# -- towers, pool, Reichstag -----------------------------------------------------------------------


@rule("3.2")
def test_the_towers_stand_face_up_on_their_hexes() -> None:
    g = game.start()
    assert [where(g, f"GS-FT-{name}") for name in ("TG", "HT", "FR")] == ["3013", "3508", "3910"]
    assert not any(flagged(g, f"GS-FT-{name}", "face-down") for name in ("TG", "HT", "FR"))


@rule("3.3", "17.1")
def test_all_other_statics_are_in_a_pool_that_nobody_can_read() -> None:
    g = game.start()
    pool = in_box(g, "pool")
    assert len(pool) == 58
    assert pool == {u.id for u in game.roster.units if u.klass == "static" and u.type != "flak tower"}
    for seat in (0, 1, None):
        assert pool <= hidden_from(g, seat)


@rule("3.4", "16.10a")
def test_three_counters_go_unseen_into_the_reichstag() -> None:
    g = game.start()
    assert g.to_decide == CHANCE
    chances = g.chances()
    assert len(chances) == 58
    assert {weight for _, weight in chances} == {1}
    garrison = ["GS-VS-1", "GS-MO", "GS-SM-FB"]
    draw(g, garrison)
    assert in_box(g, "3412") == set(garrison)
    assert all(flagged(g, unit, "face-down") for unit in garrison)
    for seat in (0, 1, None):
        assert set(garrison) <= hidden_from(g, seat)


@rule("3.5", "16.8a", "7.3d")
def test_1bf_draws_15_statics_and_places_them_face_down_in_the_1uf_sector() -> None:
    g = draw(game.start(), ["GS-VS-1", "GS-VS-2", "GS-VS-3"])
    hand = [f"GS-VS-{n}" for n in range(4, 16)] + ["GS-SD-1", "GS-MO", "GS-FG"]
    draw(g, hand)
    assert (g.to_decide, g.frame.title) == (0, "Deploy")
    assert targets(g, "pick") == set(hand)
    assert set(hand) <= hidden_from(g, 1)
    assert not set(hand) & hidden_from(g, 0)
    assert "15 of 15 left" in prompt(g)
    play(g, "pick GS-MO")
    assert targets(g, "put") == hexes(MAP.land[UF])
    assert refused(g, "put 3412") == "3.5"
    assert refused(g, "put 3311") == "3.5", "the 1BF sector"
    play(g, "put 3413")
    assert flagged(g, "GS-MO", "face-down")
    assert "GS-MO" in hidden_from(g, 1)
    assert "GS-MO" in hidden_from(g, None)
    assert "GS-MO" not in hidden_from(g, 0)
    assert refused(g, "done") == "3.5"


@rule("3.6", "3.13")
def test_1uf_draws_25_and_15_stay_in_the_pool() -> None:
    g = set_up("3.6")
    assert g.to_decide == 1
    assert len(targets(g, "pick")) == 25
    assert len(in_box(g, "pool")) == 15
    unit = sorted(t for t in targets(g, "pick") if "EA" not in t and "SN" not in t)[0]
    assert unit in hidden_from(g, 0)
    play(g, f"pick {unit}")
    assert hexes(MAP.land[BF]) >= targets(g, "put")
    assert refused(g, "put 3413") == "3.6"
    end = set_up()
    assert len(in_box(end, "pool")) == 15, "they stay for later picks"


@rule("3.7")
def test_four_random_units_of_the_garrison_mix_and_the_other_seven() -> None:
    g = set_up("3.6")
    mix = {"G-AX", "G-FKAH", "G-GD", "G-HJR", "G-SSAN", "G-SSCH", "G-SSHB", "G-SSLAH", "G-SSLat", "G-SSNed", "G-32SS"}
    assert in_box(g, "mix") == mix
    while g.frame.title != "DrawLots":
        first_suggestion(g)
    assert {(a.text, w) for a, w in g.chances()} == {(f"draw {unit}", 1) for unit in mix}
    draw(g, ["G-AX", "G-GD", "G-SSLAH", "G-32SS"])
    assert g.to_decide == 0
    assert targets(g, "pick") == {"G-AX", "G-GD", "G-SSLAH", "G-32SS"}
    play(g, "pick G-AX")
    assert targets(g, "put") <= hexes(MAP.land[UF])
    play(g, "put 3413")
    assert not flagged(g, "G-AX", "face-down")
    for _ in range(30):
        if g.to_decide == 1:
            break
        first_suggestion(g)
    assert targets(g, "pick") == mix - {"G-AX", "G-GD", "G-SSLAH", "G-32SS"}
    play(g, "pick G-FKAH")
    assert targets(g, "put") <= hexes(MAP.land[BF])


# -- mobile Germans --------------------------------------------------------------------------------


@rule("3.8")
def test_flj_and_potsdam_divisions_start_near_potsdam_and_west_of_the_havel() -> None:
    g = set_up("3.8")
    assert g.to_decide == 0
    assert targets(g, "pick") == {"G-FLJ1", "G-FLJ2", "G-FLJ3", "G-PD1", "G-PD2", "G-PD3"}
    play(g, "pick G-FLJ1")
    zone = hexes(potsdam_zone(game))
    assert targets(g, "put") <= zone
    near = hexes(game.board.within(MAP.potsdam, 2) & MAP.land[UF])
    assert near - zone, "some hexes within two are east of the Havel"
    for place in sorted(near - zone):
        assert refused(g, f"put {place}") == "3.8"
    three_away = hexes(game.board.within(MAP.potsdam, 3) & MAP.west_of_havel & MAP.land[UF]) - zone
    assert refused(g, f"put {min(three_away)}") == "3.8"


@pytest.mark.parametrize(
    ("number", "units", "sector", "foreign"),
    [
        ("3.9", "G-18-30 G-18-51 G-18-118 G-20-76 G-20-90 G-20-8", UF, "3311"),
        (
            "3.10",
            "G-Nor-23 G-Nor-24 G-Nor-11P G-Nor-11R G-MB-P G-MB-1 G-MB-2 G-9FJ-25 G-9FJ-26 G-9FJ-27 G-920 G-503SS",
            BF,
            "3413",
        ),
    ],
)
@rule("3.9", "3.10")
def test_the_56th_panzer_corps(number: str, units: str, sector: int, foreign: str) -> None:
    g = set_up(number)
    assert g.to_decide == 1 - sector
    assert targets(g, "pick") == set(units.split())
    play(g, f"pick {units.split()[0]}")
    assert targets(g, "put") <= hexes(MAP.land[sector])
    assert refused(g, f"put {foreign}") == number
    assert refused(g, "put 3412") == number, "not the Reichstag"


# -- Soviets ---------------------------------------------------------------------------------------


@rule("3.11", "3.11N", "3.11S", "3.12N")
def test_the_1bf_starts_in_two_rows_north_and_south() -> None:
    g = set_up("3.11")
    assert len(targets(g, "pick")) == 24
    for unit, edge, far, third in (("1BF-1MC", "north", "4029", "4003"), ("1BF-35GRD", "south", "4001", "4027")):
        play(g, f"pick {unit}")
        zone = edge_zone(game, f"3.11 {edge}")
        rows = {"01", "02"} if edge == "north" else {"28", "29"}
        assert {name[2:] for name in hexes(zone)} == rows
        assert targets(g, "put") == hexes(zone) - hexes(zone & germans(g))
        assert refused(g, f"put {far}") == "3.12N"
        assert refused(g, f"put {third}") == "3.12N"
        play(g, [f"put {min(targets(g, 'put'))}", f"lift {unit}"])


def germans(g: Pos) -> int:
    """The hexes with Germans."""
    return gather(place for place, stack in g.here.items() if stack & game.roster.of_side[GERMAN]) & game.board.all


@rule("3.12", "3.12N")
def test_the_1uf_starts_in_two_southern_rows_east_of_the_havel() -> None:
    g = set_up("3.12")
    assert (g.to_decide, len(targets(g, "pick"))) == (1, 12)
    play(g, "pick 1UF-5GMC")
    put = targets(g, "put")
    assert {name[2:] for name in put} == {"28", "29"}
    assert not put & hexes(MAP.west_of_havel)
    west = hexes(MAP.edge["south"] & MAP.west_of_havel & MAP.land[UF])
    assert refused(g, f"put {min(west)}") == "3.12"
    assert refused(g, "put 2527") == "3.12"
    assert refused(g, "put 4029") == "3.12", "the 1BF sector"


@rule("3.11R", "3.12R")
def test_reinforcements_and_barrage_markers_wait_off_the_map() -> None:
    g = set_up()
    assert (len(in_box(g, "due-1bf")), len(in_box(g, "due-1uf"))) == (22, 10)
    assert (len(in_box(g, "guns-1bf")), len(in_box(g, "guns-1uf"))) == (9, 6)


@rule("3.14", "7.6", "22.0")
def test_the_relief_groups_are_out_of_the_game_without_an_option() -> None:
    g = set_up()
    relief = {u.id for u in game.roster.units if u.setup_rule == "3.14"}
    assert len(relief) == 14
    assert relief | {"M-ME262-1", "M-ME262-2"} == in_box(g, "out")


# -- stacking and room -----------------------------------------------------------------------------


@rule("3.1", "10.7", "10.3")
def test_germans_of_any_command_stack_up_to_three() -> None:
    g = real("set-up", {"hand-1bf": "G-18-30 G-18-51", "0527": "G-FLJ1 GS-VS-1/face-down", "hand-1uf": "G-Nor-23"})
    draw_all(g)
    play(g, "pick G-18-30, put 0527, pick G-18-51")
    assert refused(g, "put 0527") == "10.3"


def draw_all(g: Pos) -> None:
    """Skip draws from empty boxes: positions by hand begin the set-up anew."""
    while g.to_decide == CHANCE:
        g.play(g.actions()[0])


@rule("10.7", "10.2")
def test_soviet_stacking_holds_in_the_set_up() -> None:
    g = set_up("3.11")
    place = min(hexes(edge_zone(game, "3.11 south")) - hexes(germans(g)))
    play(g, f"pick 1BF-35GRD, put {place}, pick 1BF-39GRD")
    assert refused(g, f"put {place}") == "10.2"
    other = min(targets(g, "put"))
    play(g, f"put {other}, pick 1BF-7GTB, put {place}, pick 1BF-8GTB")
    assert refused(g, f"put {place}") == "10.2", "a third unit"


@rule("10.1", "3.11")
def test_soviets_do_not_start_with_germans() -> None:
    g = set_up("3.10")
    place = min(hexes(edge_zone(game, "3.11 south")) - hexes(germans(g)))
    play(g, f"pick G-920, put {place}")
    while g.to_decide != 0 or g.frame.title != "Deploy":
        first_suggestion(g)
    play(g, "pick 1BF-35GRD")
    assert refused(g, f"put {place}") == "10.1"


@rule("3.11", "3.12", "3.8")
@pytest.mark.parametrize("seed", range(4))
def test_germans_cannot_keep_the_soviets_from_setting_up(seed: int) -> None:
    """R27 However the Germans crowd the edges and Potsdam, every later unit finds a hex; and small units cannot
    take the hexes that corps and divisions need."""
    rng = random.Random(seed)
    g = game.start(options=["better_prepared_defense"])
    wanted = potsdam_zone(game)
    for group in SOVIET_GROUPS:
        wanted |= edge_zone(game, group)
    while not g.state.turn:
        actions = g.actions()
        assert actions
        picks = [a for a in actions if a.verb == "pick"]
        puts = [a for a in actions if a.verb == "put"]
        if g.to_decide == CHANCE:
            g.play(rng.choice(actions))
        elif picks:
            small = [a for a in picks if not game.large >> a.args[0] & 1]
            g.play(rng.choice(small or picks))
        elif puts:
            soviet = game.side_of[g.frame.unit] != GERMAN  # type: ignore[attr-defined]
            crowded = [a for a in puts if (a.args[0] in g.here) == soviet and wanted >> a.args[0] & 1]
            g.play(rng.choice(crowded or puts))
        else:
            g.play("done")
    assert g.status() == []


@rule("3.11")
def test_the_last_free_edge_hexes_are_kept_for_the_soviets() -> None:
    """R27 On a map where the 1BF has just twelve hexes in the south, no German may take one of them."""
    south = sorted(hexes(edge_zone(game, "3.11 south")))
    filled = dict(zip(south, (f"GS-VS-{n}/face-down" for n in range(1, 16)), strict=False))
    filled |= dict(
        zip(south[15:], ["GS-HJ-1", "GS-HJ-2", "GS-HJ-3", "GS-KM-1", "GS-KM-2", "GS-RAD", "GS-FG"], strict=False)
    )
    g = real("set-up", {**filled, "hand-1uf": "G-920"})
    draw_all(g)
    play(g, "pick G-920")
    free = south[22:]
    assert len(free) == 12
    assert all(refused(g, f"put {place}") == "3.11" for place in free)
    assert south[0] in targets(g, "put"), "where Germans stand already, more may join them"


@rule("10.7", "3.11")
def test_small_units_leave_the_last_hexes_to_corps_and_divisions() -> None:
    """R27 Twelve hexes are free in the south and twelve large units to come: no two brigades may share one."""
    south = sorted(hexes(edge_zone(game, "3.11 south")))
    germans_there = [u.id for u in game.roster.units if u.setup_rule == "3.3"][:22]
    starters = " ".join(u.id for u in game.roster.units if u.setup_rule.startswith("3.11 south"))
    g = real("set-up", {**dict(zip(south, germans_there, strict=False)), "hand-1bf": starters})
    play(g, f"pick 1BF-7GTB, put {south[-1]}, pick 1BF-8GTB")
    assert refused(g, f"put {south[-1]}") == "10.7"
    assert targets(g, "put") == set(south[22:-1])
    play(g, f"put {south[-2]}, pick 1BF-35GRD, put {south[-1]}, pick 1BF-64GTB")
    assert refused(g, f"put {south[-2]}") == "10.7"
    assert south[-3] in targets(g, "put")


# -- special statics -------------------------------------------------------------------------------


@rule("16.3a")
def test_an_emergency_airfield_needs_a_road_or_an_airfield() -> None:
    g = draw(game.start(), ["GS-VS-1", "GS-VS-2", "GS-VS-3", "GS-EA-1"])
    draw_all(g)
    play(g, "pick GS-EA-1")
    assert targets(g, "put") == hexes((MAP.roads | MAP.airfields) & MAP.land[UF])
    assert refused(g, f"put {min(hexes(MAP.land[UF] & ~MAP.roads & ~MAP.airfields))}") == "16.3a"


@rule("16.5a", "16.5b")
def test_a_sniper_is_placed_near_another_german_or_held() -> None:
    """At the beginning only the tower in the Tiergarten stands in the 1UF sector."""
    g = draw(game.start(), ["GS-VS-1", "GS-VS-2", "GS-VS-3", "GS-SN-1", "GS-SN-2"])
    draw_all(g)
    play(g, "pick GS-SN-1")
    tower = game.board.place("3013")
    assert targets(g, "put") == hexes(game.board.within(tower, 4) & MAP.land[UF])
    assert refused(g, "put 0527") == "16.5b"
    play(g, "put 3013, hold GS-SN-2")
    assert in_box(g, "held-1bf") == {"GS-SN-2"}
    assert refused(g, "hold GS-VS-4") == "16.5a"
    play(g, "lift GS-SN-2")
    assert "GS-SN-2" in targets(g, "pick")


@rule("16.5b")
def test_a_unit_that_a_sniper_depends_on_cannot_be_taken_up() -> None:
    g = draw(game.start(), ["GS-VS-1", "GS-VS-2", "GS-VS-3", "GS-SN-1", "GS-MO"])
    draw_all(g)
    play(g, "pick GS-MO, put 0527, pick GS-SN-1, put 0527")
    assert refused(g, "lift GS-MO") == "16.5b"
    play(g, "lift GS-SN-1, lift GS-MO")
    assert where(g, "GS-MO") == "hand-1bf"


@rule("16.8a", "16.8b", "16.9")
def test_a_unit_may_be_turned_up_and_then_stays_so() -> None:
    g = draw(game.start(), ["GS-VS-1", "GS-VS-2", "GS-VS-3", "GS-MO"])
    draw_all(g)
    play(g, "pick GS-MO, put 3413, reveal GS-MO")
    assert "GS-MO" not in hidden_from(g, 1)
    assert refused(g, "lift GS-MO") == "16.9"
    assert refused(g, "reveal GS-MO") == "16.9"


# -- taking up and the ready-made set-up ---------------------------------------------------------------


def test_only_units_of_the_present_stage_can_be_taken_up() -> None:
    g = set_up("3.8")
    play(g, "pick G-FLJ1, put 0527")
    assert targets(g, "lift") == {"G-FLJ1"}
    play(g, "lift G-FLJ1")
    assert where(g, "G-FLJ1") == "hand-1bf"
    assert not targets(g, "lift")


@pytest.mark.parametrize("seed", range(3))
def test_the_ready_made_set_up_is_sensible(seed: int) -> None:
    """Every objective but one or two has a garrison, nothing precious stands in the open, the Soviets are massed."""
    rng = random.Random(seed)
    g = game.start()
    while not g.state.turn:
        if g.to_decide == CHANCE:
            chances = g.chances()
            g.play(rng.choices([a for a, _ in chances], [w for _, w in chances])[0])
        else:
            first_suggestion(g)
    occupied = germans(g)
    assert (MAP.objectives & ~occupied).bit_count() <= 4
    precious = [p for p in each(game.zeros) if g.where[p] < game.board.size and g.where[p] != MAP.reichstag]
    sheltered = [p for p in precious if MAP.objectives >> g.where[p] & 1]
    assert len(sheltered) * 2 >= len(precious)
    for front in FRONTS:
        places = {g.where[p] for p in each(game.roster.of_side[front]) if g.where[p] < game.board.size}
        assert len(places) < 24 if front == BF else len(places) < 12, "some units stand together"


def test_the_ready_made_set_up_tells_the_opponent_nothing_by_its_order() -> None:
    """Which static unit is placed next is drawn, each as likely as any other."""
    g = draw(game.start(), ["GS-VS-1", "GS-VS-2", "GS-VS-3"])
    draw_all(g)
    play(g, "suggested")
    assert g.frame.title == "SuggestedUnit"
    assert {weight for _, weight in g.chances()} == {1}
    assert len(g.chances()) == 15


def by_lot(g: Pos, rng: random.Random) -> None:
    """Let luck answer as long as it is asked."""
    while g.to_decide == CHANCE:
        chances = g.chances()
        g.play(rng.choices([a for a, _ in chances], [w for _, w in chances])[0])


@rule("3.0")
def test_a_player_may_leave_all_of_his_set_up_to_the_program() -> None:
    """From then on only the other player is asked; the draws and the order of the stages stay as they are."""
    g, rng = game.start(), random.Random(3)
    by_lot(g, rng)
    assert g.to_decide == BF
    play(g, "everything")
    asked = []
    while not g.state.turn:
        by_lot(g, rng)
        if not g.state.turn:
            asked.append((g.frame.stage.rule, g.to_decide))  # type: ignore[attr-defined]
            play(g, "suggested")
            by_lot(g, rng)
            play(g, "done")
    assert asked == [("3.6", UF), ("3.7", UF), ("3.10", UF), ("3.12", UF)]
    assert not in_box(g, "hand-1bf") | in_box(g, "hand-1uf")
    assert g.status() == []
    assert len(in_box(g, "pool")) == 15


@rule("3.0")
def test_what_has_been_placed_by_hand_stays_where_it_is() -> None:
    g, rng = draw(game.start(), ["GS-VS-1", "GS-VS-2", "GS-VS-3", "GS-MO"]), random.Random(4)
    by_lot(g, rng)
    assert label(g, "everything") == "Set up everything for me"
    play(g, "pick GS-MO, put 3413")
    assert label(g, "everything") == "Set up all the rest for me"
    play(g, "everything")
    by_lot(g, rng)
    assert where(g, "GS-MO") == "3413"
    assert g.to_decide == UF
    assert not in_box(g, "hand-1bf") & {unit.id for unit in game.roster.units if unit.klass == "static"}


@rule("3.11")
def test_in_the_last_step_of_a_set_up_there_is_nothing_more_to_leave() -> None:
    g = set_up("3.11")
    assert "everything" not in {action.verb for action in g.actions()}
    assert refused(g, "everything") == "3.11"


@rule("3.8")
def test_the_room_around_potsdam_is_kept_for_its_divisions() -> None:
    """R27 On a map where the zone has two hexes, nobody else may take the six places in them."""
    west = "clear west-of-havel"
    small = blank({spot(20, 5): west, spot(20, 6): west, spot(20, 7): west})
    names = {at(*spot(20, 5)), at(*spot(20, 6))}
    assert {small.board.names[p] for p in members(potsdam_zone(small))} == names, "2007 is too far"
    g = on(small, "set-up", boxes={"hand-1bf": "GS-MO G-FLJ1 G-FLJ2 G-FLJ3 G-PD1 G-PD2 G-PD3"})
    play(g, "pick GS-MO")
    assert {refused(g, f"put {place}") for place in names} == {"3.8"}
    play(g, f"put {at(*spot(20, 7))}, done")
    for unit in ("G-FLJ1", "G-FLJ2", "G-FLJ3"):
        play(g, f"pick {unit}, put {at(*spot(20, 6))}")
    play(g, "pick G-PD1")
    assert targets(g, "put") == {at(*spot(20, 5))}


@rule("3.8")
def test_others_may_use_what_room_is_to_spare_around_potsdam() -> None:
    """R27 Three hexes hold nine: three other Germans may come, a fourth may not."""
    west = "clear west-of-havel"
    three = [spot(20, 5), spot(20, 6), spot(19, 5)]
    small = blank(dict.fromkeys(three, west))
    spree = "G-FLJ1 G-FLJ2 G-FLJ3 G-PD1 G-PD2 G-PD3"
    g = on(small, "set-up", boxes={"hand-1bf": f"GS-MO GS-VS-1 GS-VS-2 GS-VS-3 {spree}"})
    for unit in ("GS-MO", "GS-VS-1", "GS-VS-2"):
        play(g, f"pick {unit}, put {at(*three[0])}")
    play(g, "pick GS-VS-3")
    assert refused(g, f"put {at(*three[1])}") == "3.8"


def spot(column: int, row: int) -> tuple[int, int]:
    """The axial pair of a hex of the blank map by column and row; Potsdam is in column 20, row 4."""
    (q, r), (mq, mr) = GRID.axial(Hex(column, row)), GRID.axial(MIDDLE)
    return q - mq, r - mr


@rule("23.1.3", "17.1")
def test_the_log_does_not_name_a_command_post_that_is_set_up() -> None:
    table = Table(game, options=["better_prepared_defense"], seed=bytes(32))
    before = len(table.log)
    table.play("pick GS-CP-LVIPk")
    table.play("put 3013")
    told = {seat: [event.text for event in table.told(seat, before)] for seat in (Seat(0), Seat(1), None)}
    assert told[Seat(0)] == ["LVI Pk Command Post sets up in Tiergarten (Zoo) 3013."]
    assert told[Seat(1)] == told[None] == ["An unknown unit sets up in Tiergarten (Zoo) 3013."]
