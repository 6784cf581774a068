"""Reinforcements (7.0) and replacements (8.0) of Soviets and Germans."""

from __future__ import annotations

import pytest
from tests.games.reichstag.helpers import at, blank
from tests.games.reichstag.phases import FOUR, ONE, THREE, TWO, Pos, draw, game, hidden_from, in_box, on, prompt, real
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine.flow import CHANCE, Seat
from grognard.engine.places import members
from grognard.engine.view import view
from grognard.games.reichstag.model import BF, UF

MAP = game.map
SOUTH_STARS = {game.board.names[p] for p in members(MAP.stars[UF, "south"])}


def edge(name: str, front: int) -> set[str]:
    """The land hexes of an edge in a sector."""
    return {game.board.names[p] for p in members(MAP.edge[name] & MAP.land[front])}


def soviets(turn: int, player: int, due: str, **more: object) -> Pos:
    """A Soviet reinforcement phase with units that wait."""
    pieces = {"due-1bf" if player == ONE else "due-1uf": due, **{k: str(v) for k, v in more.items() if k.isdigit()}}
    return real("reinforcement", pieces, turn=turn, player=player)


# -- Soviet reinforcements --------------------------------------------------------------------------


@rule("7.1a", "4.3.I.A", "4.3.III.A")
@pytest.mark.parametrize(
    ("player", "turn", "units"),
    [(ONE, 2, {"1BF-60GRD"}), (ONE, 3, {"1BF-60GRD", "1BF-76RD"}), (THREE, 3, {"1UF-20RD", "1UF-54GRD"})],
)
def test_units_come_on_their_date(player: int, turn: int, units: set[str]) -> None:
    due = "1BF-60GRD 1BF-76RD 1BF-1POL" if player == ONE else "1UF-20RD 1UF-54GRD"
    g = soviets(turn, player, due)
    assert g.to_decide == (0 if player == ONE else 1)
    assert targets(g, "pick") == units
    if player == ONE:
        assert refused(g, "pick 1BF-1POL") == "7.1a"


@rule("7.1a")
def test_the_phase_cannot_end_while_a_due_unit_has_a_hex() -> None:
    g = soviets(2, ONE, "1BF-60GRD 1BF-23GRD")
    assert "2 left" in prompt(g)
    assert refused(g, "done") == "7.1a"
    play(g, "pick 1BF-60GRD, put 5210")
    assert refused(g, "done") == "7.1a"
    play(g, "pick 1BF-23GRD, put 3001")
    assert g.frame.title != "Reinforce", "nothing is left to place: nobody is asked to end it"


@rule("7.1b")
@pytest.mark.parametrize(
    ("unit", "side"), [("1BF-23GRD", "north"), ("1BF-60GRD", "east"), ("1BF-35GRD", "south"), ("1UF-54GRD", "south")]
)
def test_units_enter_at_their_edge_star_or_not(unit: str, side: str) -> None:
    """R24: units of the set-up come back at the edge they started from."""
    front = BF if unit.startswith("1BF") else UF
    g = soviets(3, ONE if front == BF else THREE, unit)
    play(g, f"pick {unit}")
    assert targets(g, "put") == edge(side, front)
    assert refused(g, "put 3410") == "7.1b"
    other = "3029" if front == BF else "4029"
    assert refused(g, f"put {other}") == "7.1b", "the other sector"


@rule("2.3E", "7.1b")
def test_the_1uf_units_of_24_april_need_yellow_stars() -> None:
    g = soviets(2, THREE, "1UF-20RD 1UF-22EB")
    play(g, "pick 1UF-20RD")
    assert targets(g, "put") == SOUTH_STARS
    beside = min(edge("south", UF) - SOUTH_STARS)
    assert refused(g, f"put {beside}") == "2.3E"
    late = soviets(4, THREE, "1UF-20RD")
    play(late, "pick 1UF-20RD")
    assert targets(late, "put") == SOUTH_STARS, "also when they come later"


@rule("7.1b")
def test_by_option_everybody_needs_stars() -> None:
    g = real("reinforcement", {"due-1bf": "1BF-23GRD"}, options=["star_entry_only"])
    play(g, "pick 1BF-23GRD")
    assert targets(g, "put") == {game.board.names[p] for p in members(MAP.stars[BF, "north"])}


@rule("7.1c", "10.2")
def test_enemy_zones_do_not_matter_enemy_units_and_stacking_do() -> None:
    g = soviets(2, ONE, "1BF-60GRD", **{"5210": "G-AX", "5214": "1BF-89GRD", "5216": "1BF-5SA-TB"})
    play(g, "pick 1BF-60GRD")
    assert "5209" in targets(g, "put"), "next to a German"
    assert refused(g, "put 5210") == "7.1c"
    assert refused(g, "put 5214") == "10.2"
    assert "5216" in targets(g, "put"), "with a brigade"


@rule("7.1b", "18.1")
def test_entering_is_not_movement_and_checks_no_bridge() -> None:
    """R35 A unit that moves there afterwards does check it."""
    board = blank(sides={((0, 12), "N"): "river bridge"})
    g = on(board, "reinforcement", {(1, 11): "1BF-39GRD"}, boxes={"due-1bf": "1BF-35GRD"})
    play(g, f"pick 1BF-35GRD, put {at(0, 12)}")
    assert g.to_decide == 0
    assert g.state.demolished == g.state.intact == ()
    assert not flagged(g, "1BF-35GRD", "moved")
    play(on(board, "movement", {(1, 11): "1BF-7GTB"}), f"pick 1BF-7GTB, go {at(0, 12)}, roll 4")


@rule("21.2b", "7.1b")
def test_a_unit_that_enters_in_an_objective_hex_takes_it() -> None:
    board = blank({(0, 12): "suburban objective vp-5"})
    g = on(board, "reinforcement", boxes={"due-1bf": "1BF-35GRD"})
    play(g, f"pick 1BF-35GRD, put {at(0, 12)}")
    assert g.state.held == (1 << board.board.place(at(0, 12)), 0)


@rule("7.1d")
def test_a_unit_whose_entry_hexes_are_blocked_waits_without_loss() -> None:
    divisions = [u.id for u in game.roster.units if u.side == "1uf" and u.is_large and u.id != "1UF-20RD"]
    blocked = dict(zip(sorted(SOUTH_STARS), divisions, strict=False))
    g = real("reinforcement", {**blocked, "due-1uf": "1UF-20RD"}, turn=2, player=THREE)
    assert g.frame.title != "Reinforce", "nothing can be placed"
    assert where(g, "1UF-20RD") == "due-1uf"
    later = real("reinforcement", {**blocked, "due-1uf": "1UF-20RD 1UF-54GRD"}, player=THREE)
    assert refused(later, "pick 1UF-20RD") == "7.1d"
    free = real("reinforcement", {"due-1uf": "1UF-20RD"}, turn=3, player=THREE)
    assert targets(free, "pick") == {"1UF-20RD"}


@rule("7.1e", "11.5a")
def test_a_reinforcement_may_move_and_fight_at_once() -> None:
    g = soviets(3, ONE, "1BF-60GRD", **{"4810": "G-AX"})
    play(g, "pick 1BF-60GRD, put 5210")
    if g.frame.title == "PlaceBarrage":
        play(g, "done")
    assert "1BF-60GRD" in targets(g, "pick")


@rule("7.1a", "13.3.5")
def test_units_that_retreated_off_the_map_come_back_free_of_charge() -> None:
    """R26 They wait in the same box, whatever edge they left by."""
    g = soviets(5, ONE, "1BF-35GRD")
    play(g, "pick 1BF-35GRD")
    assert targets(g, "put") == edge("south", BF)
    play(g, "put 4029")
    assert g.state.spent == (0, 0)


# -- Soviet replacements ----------------------------------------------------------------------------


@rule("8.2", "6.4", "8.1")
def test_lost_units_are_bought_back_at_their_own_edge() -> None:
    g = real("reinforcement", {"dead-1bf": "1BF-9GTC 1BF-35GRD", "4029": "1BF-39GRD"})
    assert "done" in texts(g), "nobody has to"
    play(g, "replace 1BF-9GTC")
    assert targets(g, "put") == edge("north", BF)
    assert refused(g, "put 4129") == "7.1b"
    play(g, "put 3001")
    assert (where(g, "1BF-9GTC"), g.state.spent) == ("3001", (4, 0))
    play(g, "replace 1BF-35GRD")
    assert refused(g, "put 4029") == "10.2"


@rule("8.2")
def test_a_replacement_without_a_hex_cannot_be_bought() -> None:
    """R25"""
    divisions = [u.id for u in game.roster.units if u.side == "1uf" and u.is_large and u.id != "1UF-20RD"]
    blocked = dict(zip(sorted(SOUTH_STARS), divisions, strict=False))
    g = real("reinforcement", {**blocked, "dead-1uf": "1UF-20RD 1UF-3GTA-TB"}, player=THREE)
    assert targets(g, "replace") == {"1UF-3GTA-TB"}
    assert refused(g, "replace 1UF-20RD") == "8.2"
    assert g.state.spent == (0, 0)


@rule("8.2N", "2.9")
def test_only_ones_own_dead_are_offered() -> None:
    g = real("reinforcement", {"dead-1bf": "1BF-35GRD G-GD", "dead-1uf": "1UF-54GRD"})
    assert targets(g, "replace") == {"1BF-35GRD"}
    assert refused(g, "replace 1UF-54GRD") == "8.2N"
    assert refused(g, "replace G-GD") == "8.2N", "no German is ever bought back"


@rule("8.1", "4.1")
@pytest.mark.parametrize("phase", ["start", "barrage", "movement", "combat"])
def test_no_replacement_outside_the_reinforcement_phase(phase: str) -> None:
    g = real(phase, {"dead-1bf": "1BF-35GRD", "4029": "1BF-39GRD", "4028": "G-AX", "guns-1bf": "M-1BF-ART-1"})
    assert not targets(g, "replace")


# -- German picks -----------------------------------------------------------------------------------


def picks(hexes: dict[tuple[int, int], str] | None = None, pool: str = "GS-VS-1 GS-MO", **more: object) -> Pos:
    """The German reinforcement phase in the 1BF sector of a blank map, before the die."""
    board = more.pop("board", None) or blank()
    placed = hexes if hexes is not None else {(0, 0): "G-AX"}
    return on(board, "reinforcement", placed, boxes={"pool": pool}, player=TWO, **more)  # type: ignore[arg-type]


@rule("7.3a", "4.3.II.A")
def test_a_static_unit_comes_on_1_or_2() -> None:
    for face in range(1, 7):
        g = picks()
        assert g.to_decide == CHANCE
        assert len(g.chances()) == 6
        play(g, f"roll {face}")
        assert (g.frame.title == "DrawPick") == (face <= 2)
    g = play(picks(), "roll 1")
    assert {(a.text, w) for a, w in g.chances()} == {("draw GS-VS-1", 1), ("draw GS-MO", 1)}


@rule("4.3.IV.A", "7.3a", "1.1a")
def test_in_the_1uf_sector_the_1bf_player_places_it() -> None:
    g = real("reinforcement", {"3415": "G-AX", "pool": "GS-MO"}, player=FOUR)
    play(g, "roll 2, draw GS-MO")
    assert g.to_decide == 0
    assert targets(g, "put") == {
        game.board.names[p] for p in members(game.board.within(game.board.place("3415"), 1) & MAP.land[UF])
    }


@rule("7.3b")
def test_a_pick_goes_to_or_next_to_a_german_of_the_sector() -> None:
    g = play(picks({(0, 0): "G-AX", (5, 0): "G-GD"}), "roll 1, draw GS-MO")
    around = {at(q, r) for q, r in ((0, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))}
    assert around <= targets(g, "put")
    assert refused(g, f"put {at(2, 0)}") == "7.3b"
    assert refused(g, f"put {at(13, 0)}") == "7.3b", "the other sector"
    play(g, f"put {at(1, 0)}")
    assert flagged(g, "GS-MO", "face-down")


@rule("7.3b", "10.3")
def test_a_pick_does_not_overstack() -> None:
    g = play(picks({(0, 0): "G-AX G-GD G-HJR"}), "roll 1, draw GS-MO")
    assert refused(g, f"put {at(0, 0)}") == "10.3"


@rule("7.3c")
def test_a_pick_keeps_out_of_soviet_units_and_zones() -> None:
    """An empty objective hex is never in a Soviet zone (11.2c)."""
    board = blank({(0, 1): "suburban objective vp-5"})
    g = play(picks({(0, 0): "G-AX", (1, 0): "1BF-35GRD"}, board=board), "roll 1, draw GS-MO")
    assert refused(g, f"put {at(1, 0)}") == "7.3c"
    assert refused(g, f"put {at(1, -1)}") == "7.3c"
    assert refused(g, f"put {at(0, 0)}") == "7.3c"
    assert at(0, 1) in targets(g, "put")
    assert at(-1, 0) in targets(g, "put")


@rule("7.3d")
def test_only_the_controller_sees_the_pick() -> None:
    g = play(picks(), "roll 1, draw GS-MO")
    assert g.to_decide == 1
    assert "GS-MO" not in hidden_from(g, 1)
    assert "GS-MO" in hidden_from(g, 0)
    play(g, f"put {at(1, 0)}")
    assert "GS-MO" in hidden_from(g, 0)
    assert "GS-MO" in hidden_from(g, None)
    assert "GS-MO" not in hidden_from(g, 1)


@rule("7.3b", "16.3a")
def test_a_drawn_airfield_needs_a_road_near_a_german() -> None:
    board = blank(roads=[((1, 0), (2, 0), (3, 0))])
    g = play(picks(pool="GS-EA-1", board=board), "roll 1, draw GS-EA-1")
    assert targets(g, "put") == {at(1, 0)}
    assert refused(g, f"put {at(0, 1)}") == "16.3a"


@rule("7.3b")
def test_a_pick_that_finds_no_hex_goes_back_into_the_pool() -> None:
    """R29 There is no road near the only German. The player has seen it; nobody knows that it is in the pool again."""
    g = play(picks(pool="GS-EA-1 GS-VS-3"), "roll 1, draw GS-EA-1")
    assert "GS-EA-1" not in hidden_from(g, 1)
    assert refused(g, "pick GS-EA-1") == "7.3b"
    play(g, "done")
    assert where(g, "GS-EA-1") == "pool"
    assert g.frame.title == "MovementRoll"
    assert {"GS-EA-1", "GS-VS-3"} <= hidden_from(g, 0) & hidden_from(g, 1)
    assert not flagged(g, "GS-EA-1", "face-down")


@rule("7.3b", "16.5a")
def test_a_drawn_sniper_without_a_hex_is_held() -> None:
    g = play(picks({(0, 0): "GS-SN-2"}, pool="GS-SN-1"), "roll 1, draw GS-SN-1, done")
    assert in_box(g, "held-1uf") == {"GS-SN-1"}


@rule("7.3b", "7.6")
def test_a_pick_may_wait_for_others_and_stand_next_to_them() -> None:
    """The die comes first, but what is placed comes in any order."""
    pieces = {"4028": "1BF-35GRD", "pool": "GS-VS-1", "relief-1uf": "G-HG-1 G-4SS-7 M-ME262-1"}
    g = real("start", pieces, turn=5, player=TWO, options=["hitler_fantasy"])
    play(g, "roll 1, roll 1, draw GS-VS-1")
    assert g.frame.title == "GermanArrivals", "no German is in the sector yet"
    arrival = min(targets(play(g.copy(), "pick G-HG-1"), "put"))
    play(g, f"pick G-HG-1, put {arrival}")
    assert refused(g, "done") == "7.3b"
    play(g, "pick GS-VS-1")
    assert arrival in targets(g, "put")
    assert play(g.copy(), "later").frame.title == "GermanArrivals"
    play(g, f"put {arrival}")
    assert flagged(g, "GS-VS-1", "face-down")


@rule("7.3a")
def test_nothing_is_rolled_for_an_empty_pool() -> None:
    assert picks(pool="").frame.title == "MovementRoll"


@rule("7.4a", "7.4b", "7.4c")
def test_no_pick_when_all_objectives_of_the_sector_are_lost() -> None:
    """The Reichstag counts for neither sector. R80: other means are not stopped."""
    ours = MAP.objectives & MAP.sector[BF]
    pieces = {"3410": "G-AX", "pool": "GS-MO"}
    assert real("reinforcement", pieces, player=TWO, held=(ours, 0)).frame.title == "MovementRoll"
    one_left = ours & ~(1 << game.board.place("3508"))
    assert real("reinforcement", pieces, player=TWO, held=(one_left, 0)).frame.title == "PickRoll"
    reichstag = MAP.reichstag_hex
    assert real("reinforcement", pieces, player=TWO, held=(one_left | reichstag, 0)).frame.title == "PickRoll"
    sniper = real("reinforcement", {**pieces, "held-1uf": "GS-SN-1"}, player=TWO, held=(ours, 0))
    assert targets(sniper, "pick") == {"GS-SN-1"}


@rule("7.4b", "21.2c")
def test_a_german_in_an_objective_again_brings_picks_back() -> None:
    """A unit brought back into an objective ends Soviet control of it; next turn there is a roll again."""
    ours = MAP.objectives & MAP.sector[BF]
    pieces = {"3409": "GS-SD-1", "dead-1bf": "G-GD", "pool": "GS-MO"}
    g = real("reinforcement", pieces, player=TWO, held=(ours, 0))
    assert g.frame.title == "GermanArrivals"
    play(g, "use GS-SD-1, pick G-GD")
    assert "3508" in targets(g, "put")
    play(g, "put 3508")
    assert not g.state.held[BF] >> game.board.place("3508") & 1
    again = real("reinforcement", {"3508": "G-GD", "pool": "GS-MO"}, player=TWO, held=tuple(g.state.held))
    assert again.frame.title == "PickRoll"


@rule("7.5")
def test_whether_a_player_is_asked_does_not_tell_what_his_face_down_units_are() -> None:
    """The question comes whether the face-down unit is a depot, a command post or neither."""
    for unit in ("GS-SD-1", "GS-VS-1", "GS-CP-Ost"):
        g = on(blank(), "reinforcement", {(0, 0): f"{unit}/face-down"}, player=TWO)
        assert g.frame.title == "GermanArrivals"
    none = on(blank(), "reinforcement", {(0, 0): "GS-VS-1"}, player=TWO)
    assert none.frame.title == "MovementRoll"


@rule("7.5", "16.8a")
def test_nobody_sees_which_unit_a_player_thinks_of_using() -> None:
    """Until a depot has brought somebody back it lies face down, and he may think better of it."""
    pieces = {"3508": "GS-FT-HT", "dead-1bf": "G-AX", "4028": "1BF-35GRD"}
    here = real("reinforcement", pieces | {"3607": "GS-SD-1/face-down", "3706": "GS-VS-1/face-down"}, player=TWO)
    there = real("reinforcement", pieces | {"3607": "GS-VS-1/face-down", "3706": "GS-SD-1/face-down"}, player=TWO)
    before = view(here, Seat(0))
    for g in (here, there):
        play(g, "use GS-SD-1")
        for seat in (Seat(0), None):
            assert view(g, seat).position["flow"][-1] == {"frame": "GermanArrivals"}
    assert view(here, Seat(0)) == view(there, Seat(0)) == before
    assert view(here, Seat(1)).position["flow"][-1]["frame"] == "BringBack"


@rule("4.3.II.A", "16.5a")
def test_a_pick_comes_before_everything_else() -> None:
    g = picks({(0, 0): "G-AX GS-SD-1"}, pool="GS-SN-1")
    assert g.to_decide == CHANCE
    play(g, "roll 1")
    draw(g, ["GS-SN-1"])
    play(g, "hold GS-SN-1")
    assert in_box(g, "held-1uf") == {"GS-SN-1"}
    assert targets(g, "pick") == {"GS-SN-1"}, "and may be placed in the same phase after all"


@rule("24.5a", "10.2", "2.3E", "7.1b")
@pytest.mark.parametrize(
    ("pieces", "player", "options", "unit", "target", "because"),
    [
        ({"3520": "1BF-39GRD 1BF-7GTB"}, ONE, (), "1BF-35GRD", "3520", "10.2"),
        ({"2526": "1UF-68GTB"}, THREE, (), "1UF-20RD", "1129", "2.3E"),
        ({"4025": "1BF-7GTB"}, ONE, ("star_entry_only",), "1BF-35GRD", "4029", "7.1b"),
        ({"4025": "1BF-7GTB"}, ONE, (), "1BF-35GRD", "3520", "24.5a"),
    ],
)
def test_why_a_replacement_cannot_come_there(
    pieces: dict[str, str], player: int, options: tuple[str, ...], unit: str, target: str, because: str
) -> None:
    """With lines of communication there are two ways in; the answer names what is in the way of the nearer one."""
    dead = {"dead-1bf" if player == ONE else "dead-1uf": unit}
    chosen = ["lines_of_communication", *options]
    g = real("reinforcement", pieces | dead, player=player, options=chosen)
    assert refused(play(g, f"replace {unit}"), f"put {target}") == because
