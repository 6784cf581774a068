"""German static units (16.0): command posts, airfields, snipers, depots, hidden status, the Reichstag garrison."""

from __future__ import annotations

import pytest
from tests.games.reichstag.helpers import Axial, at, blank
from tests.games.reichstag.phases import FOUR, ONE, THREE, TWO, Pos, game, hidden_from, in_box, on, prompt, real
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine.places import members
from grognard.games.reichstag.model import BF, UF

AROUND: list[Axial] = [(0, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]


def arrivals(hexes: dict[Axial, str], dead: str = "", held: str = "", **more: object) -> Pos:
    """What the 1UF player has at hand in the German reinforcement phase of the 1BF sector; no pick is possible."""
    board = more.pop("board", None) or blank()
    boxes = {"dead-1bf": dead, "held-1uf": held}
    return on(board, "reinforcement", hexes, boxes=boxes, player=TWO, **more)  # type: ignore[arg-type]


# -- command posts --------------------------------------------------------------------------------


@rule("16.2", "5.7")
def test_each_face_up_command_post_of_the_sector_adds_one() -> None:
    """Face-down ones, those of the other sector and of the Reichstag add nothing."""
    pieces = {"3508": "GS-CP-Ost GS-CP-Zitad G-AX", "3413": "GS-CP-West", "3412": "GS-CP-LVIPk"}
    g = play(real("movement", pieces, player=TWO), "roll 3")
    assert g.state.points == 5
    hidden = play(real("movement", {"3508": "GS-CP-Ost GS-CP-Zitad/face-down G-AX"}, player=TWO), "roll 3")
    assert hidden.state.points == 4


# -- emergency airfield ----------------------------------------------------------------------------


@rule("16.3b", "7.5")
def test_an_airfield_brings_back_two_static_infantry_units() -> None:
    dead = "GS-VS-1 GS-MO GS-LW-1 GS-SN-1 GS-FT-HT G-AX 1BF-35GRD GS-CP-Ost"
    g = arrivals({(0, 0): "GS-EA-1/face-down"}, dead=dead)
    play(g, "use GS-EA-1")
    assert targets(g, "pick") == {"GS-VS-1", "GS-MO"}, "flak, snipers, towers and posts are not infantry"
    assert refused(g, "pick GS-LW-1") == "16.3b"
    assert refused(g, "done") == "16.3b"
    play(g, f"pick GS-MO, put {at(0, 0)}")
    assert not flagged(g, "GS-MO", "face-down")
    assert not flagged(g, "GS-EA-1", "face-down"), "it is turned up when used"
    play(g, f"pick GS-VS-1, put {at(1, 0)}")
    assert where(g, "GS-EA-1") == "out"
    assert (where(g, "GS-MO"), where(g, "GS-VS-1")) == (at(0, 0), at(1, 0))


@rule("16.3b")
def test_one_may_be_enough_and_nobody_has_to_use_it() -> None:
    g = arrivals({(0, 0): "GS-EA-1"}, dead="GS-VS-1 GS-MO")
    assert "done" in texts(g)
    play(g, "use GS-EA-1, back")
    assert where(g, "GS-EA-1") == at(0, 0)
    play(g, f"use GS-EA-1, pick GS-MO, put {at(1, 0)}, done")
    assert where(g, "GS-EA-1") == "out"
    assert in_box(g, "dead-1bf") == {"GS-VS-1"}


@rule("16.3b", "7.5")
def test_an_airfield_keeps_to_the_limits_of_reinforcements() -> None:
    """In its hex or next to it, free of Soviet units and zones, within stacking."""
    pieces = {(0, 0): "GS-EA-1 G-AX G-GD", (2, -1): "1BF-35GRD"}
    g = arrivals(pieces, dead="GS-MO")
    play(g, "use GS-EA-1, pick GS-MO")
    assert targets(g, "put") == {at(*p) for p in AROUND} - {at(0, 0), at(1, -1), at(1, 0)}
    assert refused(g, f"put {at(0, 0)}") == "10.3", "the airfield still counts"
    assert refused(g, f"put {at(1, 0)}") == "16.3b"
    assert refused(g, f"put {at(0, 2)}") == "16.3b"


@rule("16.3b", "1.1a")
def test_only_the_pile_of_the_front_it_faces_and_only_its_own_player() -> None:
    """R41, R44"""
    pieces = {"3508": "GS-EA-1", "3413": "GS-EA-2", "dead-1bf": "GS-VS-1", "dead-1uf": "GS-MO"}
    g = real("reinforcement", pieces, player=FOUR)
    assert g.to_decide == 0
    assert targets(g, "use") == {"GS-EA-2"}
    assert refused(g, "use GS-EA-1") == "7.5"
    play(g, "use GS-EA-2")
    assert targets(g, "pick") == {"GS-MO"}


# -- supply depot ----------------------------------------------------------------------------------


@rule("16.7", "7.5")
def test_a_depot_brings_back_one_mobile_unit_ignoring_zones() -> None:
    pieces = {(0, 0): "GS-SD-1/face-down", (2, -1): "1BF-35GRD", (0, 1): "1BF-39GRD"}
    g = arrivals(pieces, dead="GS-VS-1 G-GD G-AX 1BF-47GRD")
    play(g, "use GS-SD-1")
    assert targets(g, "pick") == {"G-GD", "G-AX"}
    assert refused(g, "pick GS-VS-1") == "16.7"
    play(g, "pick G-GD")
    assert targets(g, "put") == {at(*p) for p in AROUND} - {at(0, 1)}
    assert refused(g, f"put {at(0, 1)}") == "16.7"
    play(g, f"put {at(1, -1)}")
    assert where(g, "GS-SD-1") == "out"
    assert g.frame.title != "BringBack"


@rule("16.7", "5.7")
def test_a_depot_in_the_reichstag_is_of_no_use() -> None:
    g = real("reinforcement", {"3412": "GS-SD-1 GS-EA-1", "dead-1bf": "G-AX GS-VS-1", "3508": "G-GD"}, player=TWO)
    assert g.frame.title == "MovementRoll"


# -- snipers ---------------------------------------------------------------------------------------


@rule("16.5a", "4.3.II.A")
def test_a_held_sniper_may_be_placed_in_any_later_german_reinforcement_phase() -> None:
    g = arrivals({(0, 0): "G-AX"}, held="GS-SN-1 GS-SN-2")
    assert targets(g, "pick") == {"GS-SN-1", "GS-SN-2"}
    assert "done" in texts(g), "nobody has to"
    play(g, f"pick GS-SN-1, put {at(4, 0)}")
    assert flagged(g, "GS-SN-1", "face-down")
    other = real("reinforcement", {"3413": "G-AX", "held-1uf": "GS-SN-1"}, player=FOUR)
    assert other.frame.title == "MovementRoll", "it is not the 1BF player's"


@rule("16.5b", "16.8a", "17.1")
def test_everybody_knows_the_sniper_that_was_held_and_appears_face_down() -> None:
    """What all have seen lying off the map is no secret on it, in the log or on the board."""
    g = arrivals({(0, 0): "G-AX GS-VS-1/face-down"}, held="GS-SN-1")
    assert all("GS-VS-1" in hidden_from(g, seat) for seat in (BF, None))
    play(g, f"pick GS-SN-1, put {at(0, 0)}")
    assert flagged(g, "GS-SN-1", "face-down")
    for seat in (BF, UF, None):
        assert "GS-SN-1" not in hidden_from(g, seat)
    assert "GS-SN-1" in targets(g, "reveal"), "it can still be turned up"


@rule("16.5a", "7.3d")
def test_a_sniper_that_is_placed_when_it_is_drawn_stays_a_secret() -> None:
    g = real("reinforcement", {"3612": "G-AX", "pool": "GS-SN-1"}, player=TWO)
    play(g, "roll 1, draw GS-SN-1, put 3612")
    assert "GS-SN-1" in hidden_from(g, BF)
    assert "GS-SN-1" not in hidden_from(g, UF)


@rule("16.5b")
def test_a_sniper_appears_within_four_hexes_also_behind_the_lines() -> None:
    pieces = {(0, 0): "G-AX", (1, 0): "1BF-35GRD", (2, 0): "1BF-39GRD"}
    g = arrivals(pieces, held="GS-SN-1")
    play(g, "pick GS-SN-1")
    assert at(3, 0) in targets(g, "put"), "in a Soviet zone, behind two divisions"
    assert refused(g, f"put {at(1, 0)}") == "7.3c", "not with Soviets"
    assert refused(g, f"put {at(5, 0)}") == "16.5b"
    assert refused(g, f"put {at(9, 0)}") == "7.3b", "the other sector"


@rule("16.5b")
def test_a_sniper_does_not_lean_on_another_sniper() -> None:
    g = arrivals({(0, 0): "GS-SN-2"}, held="GS-SN-1")
    assert g.frame.title == "MovementRoll", "there is no hex for it"


@rule("16.5b", "21.2c")
def test_a_sniper_in_a_lost_objective_ends_soviet_control() -> None:
    """R45"""
    board = blank({(2, 0): "suburban objective vp-5"})
    mask = 1 << board.board.place(at(2, 0))
    held = {"held-1uf": "GS-SN-1"}
    g = on(board, "reinforcement", {(0, 0): "G-AX"}, boxes=held, player=TWO, held=(mask, 0))
    play(g, f"pick GS-SN-1, put {at(2, 0)}")
    assert g.state.held == (0, 0)


# -- hidden status ---------------------------------------------------------------------------------


@rule("16.8b", "16.9")
@pytest.mark.parametrize(("phase", "player"), [("movement", FOUR), ("start", ONE), ("barrage", ONE), ("movement", ONE)])
def test_a_player_may_turn_up_his_statics_at_any_decision_of_his(phase: str, player: int) -> None:
    pieces = {
        "3413": "GS-CP-West/face-down G-AX", "3508": "GS-VS-1/face-down", "3412": "GS-MO/face-down",
        "4029": "1BF-35GRD", "guns-1bf": "M-1BF-ART-1",
    }  # fmt: skip
    g = real(phase, pieces, player=player)
    if g.to_decide == -1:
        play(g, "roll 3")
    assert g.to_decide == 0
    assert targets(g, "reveal") == {"GS-CP-West"}
    assert refused(g, "reveal GS-VS-1").startswith("16.8"), "placed by the other player"
    assert refused(g, "reveal GS-MO").startswith("16.10")
    play(g, "reveal GS-CP-West")
    assert "GS-CP-West" not in hidden_from(g, 1)
    assert "reveal GS-CP-West" not in texts(g)


@rule("16.8c", "16.9")
@pytest.mark.parametrize("player", [ONE, TWO])
def test_a_combat_phase_turns_up_what_is_next_to_a_soviet_unit(player: int) -> None:
    """Also in an objective hex, where Soviet zones do not reach."""
    board = blank({(1, 0): "suburban objective vp-5"})
    pieces = {
        (0, 0): "1BF-35GRD",
        (1, 0): "GS-VS-1/face-down",
        (-1, 0): "GS-VS-2/face-down",
        (3, 0): "GS-VS-3/face-down",
    }
    g = on(board, "combat", pieces, player=player)
    assert hidden_from(g, None) == {"GS-VS-3"}
    assert not any(flagged(g, unit, "face-down") for unit in ("GS-VS-1", "GS-VS-2"))


@rule("16.8a")
def test_every_face_down_unit_blocks_and_stacks_alike() -> None:
    """A headquarters without strength stops movement next to it like anything else."""
    for unit in ("GS-CP-Ost", "GS-MO"):
        g = on(blank(), "movement", {(0, 0): "1BF-35GRD", (2, -1): f"{unit}/face-down"})
        play(g, f"pick 1BF-35GRD, go {at(1, 0)}")
        assert refused(g, "pick 1BF-35GRD").startswith(("9.", "11."))


# -- the Reichstag garrison --------------------------------------------------------------------------


@rule("16.10a")
def test_the_garrison_is_turned_up_when_a_soviet_combat_phase_opens_next_to_it() -> None:
    garrison = "GS-VS-1/face-down GS-MO/face-down GS-FG/face-down"
    far = real("combat", {"3412": garrison, "3409": "1BF-35GRD"})
    assert hidden_from(far, 0) == {"GS-VS-1", "GS-MO", "GS-FG"}
    near = real("combat", {"3412": garrison, "3411": "1BF-35GRD"})
    assert hidden_from(near, 0) == hidden_from(near, 1) == set()
    rival = real("combat", {"3412": garrison, "3411": "1BF-35GRD", "3029": "1UF-6GTC"}, player=THREE)
    assert hidden_from(rival, 1) == set(), "a unit of either Front is enough"
    german = real("combat", {"3412": garrison, "3411": "1BF-35GRD", "3409": "G-AX"}, player=TWO)
    assert len(hidden_from(german, 0)) == 3, "not in a German combat phase"


@rule("16.10b", "5.6b")
def test_the_garrison_never_attacks_and_the_other_player_speaks_for_it() -> None:
    """In the combat phase of the Germans facing the 1BF, nothing in the Reichstag can attack the unit next door."""
    g = real("combat", {"3412": "GS-MO GS-HJ-1", "3411": "1BF-35GRD"}, player=TWO)
    assert g.state.player_turn != TWO, "there was nothing to decide"


@rule("5.6a")
def test_no_german_is_ever_placed_in_the_reichstag() -> None:
    pieces = {"3411": "G-AX GS-SD-1", "pool": "GS-MO", "dead-1bf": "G-GD", "held-1uf": "GS-SN-1"}
    g = real("reinforcement", pieces, player=TWO)
    play(g, "roll 1, draw GS-MO")
    assert refused(g, "put 3412") == "7.3b"
    play(g, "put 3411, use GS-SD-1, pick G-GD")
    assert refused(g, "put 3412") == "16.7"
    play(g, f"put {min(targets(g, 'put'))}, pick GS-SN-1")
    assert refused(g, "put 3412") == "7.3b"
    assert "3412" not in targets(g, "put")


def test_sniper_reach_and_sector_are_as_wide_as_the_rules_say() -> None:
    """16.5, R81: plain distance, hexes of the sector only."""
    g = real("reinforcement", {"3411": "G-AX", "held-1uf": "GS-SN-1"}, player=TWO)
    play(g, "pick GS-SN-1")
    near = game.board.within(game.board.place("3411"), 4) & game.map.land[BF]
    assert targets(g, "put") == {game.board.names[p] for p in members(near)}
    assert not targets(g, "put") & {game.board.names[p] for p in members(game.map.sector[UF])}


@rule("16.2", "16.8b", "9.3a")
def test_a_command_post_can_always_be_turned_up_before_the_movement_die() -> None:
    """R39, R65 Nobody is dead and nothing arrives, yet the player is asked, and told what a post would bring."""
    g = on(blank(), "reinforcement", {(0, 0): "GS-CP-Ost/face-down G-AX"}, player=TWO)
    assert "1 command post can be turned up" in prompt(g)
    shown = play(g.copy(), "reveal GS-CP-Ost, done, roll 3")
    assert shown.state.points == 4
    assert play(g.copy(), "done, roll 3").state.points == 3
    drawn = on(blank(), "reinforcement", {(0, 0): "G-AX"}, boxes={"pool": "GS-CP-West"}, player=TWO)
    play(drawn, f"roll 1, draw GS-CP-West, put {at(0, 0)}, reveal GS-CP-West, done, roll 3")
    assert drawn.state.points == 4
