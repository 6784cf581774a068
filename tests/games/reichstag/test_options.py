"""Optional rules: the Hitler Fantasy (22.0), the better-prepared defence (23.0), forward replacements (24.5)."""

from __future__ import annotations

import pytest
from tests.games.reichstag.helpers import at, blank
from tests.games.reichstag.phases import FOUR, ONE, THREE, TWO, Pos, game, in_box, on, prompt, real, set_up
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine.errors import SetupError
from grognard.engine.flow import CHANCE
from grognard.engine.places import members
from grognard.games.reichstag import stavka
from grognard.games.reichstag.model import BF, UF
from grognard.games.reichstag.zones import controlled

FANTASY, PREPARED, LINES = "hitler_fantasy", "better_prepared_defense", "lines_of_communication"
STEINER = {"G-4SS-7", "G-4SS-8", "G-5Jg-56", "G-5Jg-75", "G-25-35", "G-25-119", "G-HG-1"}
CORPS = {"G-CD-P", "G-CD-1", "G-CD-2", "G-FvS-1", "G-FvS-2", "G-UvH-1", "G-UvH-2"}


def edge(front: int, *names: str) -> set[str]:
    """The land hexes of some edges in a sector."""
    mask = 0
    for name in names:
        mask |= game.map.edge[name] & game.map.land[front]
    return {game.board.names[p] for p in members(mask)}


# -- the Hitler Fantasy ------------------------------------------------------------------------------


def german_turn(turn: int = 5, player: int = TWO, pieces: dict[str, str] | None = None, **more: object) -> Pos:
    """The start of a German player turn with the option on."""
    waiting = {
        "relief-1uf": " ".join(sorted(STEINER)) + " M-ME262-1",
        "relief-1bf": " ".join(sorted(CORPS)) + " M-ME262-2",
    }
    return real("start", {**waiting, **(pieces or {})}, turn=turn, player=player, options=[FANTASY], **more)


@rule("22.0", "23.0")
def test_the_two_scenarios_exclude_each_other() -> None:
    with pytest.raises(SetupError, match="exclude"):
        game.start(options=[FANTASY, PREPARED])


@rule("22.1a")
@pytest.mark.parametrize("turn", range(1, 11))
def test_the_group_comes_on_less_than_the_turn_but_never_on_a_six(turn: int) -> None:
    if turn == 1:
        assert german_turn(1, pieces={"3508": "G-AX"}).frame.title == "MovementRoll"
        return
    came = []
    for face in range(1, 7):
        g = german_turn(turn)
        assert g.frame.title == "ReliefDie"
        play(g, f"roll {face}")
        if g.state.relieved[UF]:
            came.append(face)
    assert came == list(range(1, min(turn, 6)))


@rule("22.0", "7.6")
def test_without_the_option_nobody_rolls() -> None:
    assert real("start", {"3508": "G-AX"}, turn=5, player=TWO).frame.title == "MovementRoll"


@rule("22.1b")
def test_a_group_that_has_come_is_rolled_for_no_more() -> None:
    g = german_turn(6, relieved=(False, True))
    assert g.frame.title != "ReliefDie"
    other = german_turn(6, player=FOUR, relieved=(False, True))
    assert other.frame.title == "ReliefDie", "the other sector still rolls"
    failed = play(german_turn(3), "roll 3")
    assert failed.state.relieved == (False, False)


@rule("22.2", "22.4", "1.1a")
def test_steiner_comes_from_the_north_led_by_the_1uf_player() -> None:
    g = play(german_turn(5), "roll 1")
    assert g.to_decide == 1
    assert targets(g, "pick") == STEINER
    assert "7 units of the relief group" in prompt(g)
    assert refused(g, "done") == "22.4"
    play(g, "pick G-HG-1")
    assert targets(g, "put") == edge(BF, "north")
    assert refused(g, "put 5210") == "22.2"


@rule("22.3", "22.4", "1.1a")
def test_the_20th_corps_comes_from_west_and_south_led_by_the_1bf_player() -> None:
    g = play(german_turn(5, player=FOUR), "roll 4")
    assert g.to_decide == 0
    assert targets(g, "pick") == CORPS
    play(g, "pick G-CD-P")
    assert targets(g, "put") == edge(UF, "west", "south")
    assert refused(g, "put 4029") == "22.3"


@rule("22.4")
def test_arrivals_ignore_zones_but_neither_soviets_nor_stacking() -> None:
    g = german_turn(5, pieces={"3001": "1BF-35GRD", "3301": "G-AX G-GD G-HJR"})
    play(g, "roll 1, pick G-HG-1")
    assert refused(g, "put 3001") == "22.4"
    assert refused(g, "put 3301") == "10.3"
    assert "3101" in targets(g, "put"), "in a Soviet zone"
    play(g, "put 3101")
    assert where(g, "G-HG-1") == "3101"
    assert not flagged(g, "G-HG-1", "face-down")


@rule("22.4")
def test_arrivals_may_move_and_must_fight_at_once() -> None:
    """R87"""
    g = play(german_turn(5, pieces={"3001": "1BF-35GRD"}), "roll 1")
    for unit in sorted(STEINER):
        play(g, f"pick {unit}")
        play(g, f"put {min(targets(g, 'put'))}")
    play(g, "done, roll 4")
    assert targets(g, "pick") >= {"G-HG-1"}


@rule("22.4")
def test_units_that_find_no_hex_wait() -> None:
    """R68 On a map whose only north edge hexes of the sector are full but one."""
    board = blank()
    names = [board.board.names[p] for p in members(board.map.edge["north"] & board.map.land[BF])]
    stack = [u.id for u in game.roster.units if u.side == "1bf" and u.is_large]
    soviets = dict(zip(names[1:], stack, strict=False))
    pieces = {**soviets, names[0]: "G-AX G-GD", "relief-1uf": "G-HG-1 G-4SS-7"}
    g = board.position(
        pieces, phase="reinforcement", turn=5, player_turn=TWO, options=[FANTASY], relieved=(False, True)
    )
    play(g, f"pick G-HG-1, put {names[0]}")
    assert g.frame.title != "PlaceRelief"
    assert where(g, "G-4SS-7") == "relief-1uf"
    assert not targets(g, "pick") & {"G-4SS-7"}


@rule("22.5", "22.5.1", "22.5.2", "22.5.5")
def test_the_me_262_comes_with_the_group_flies_once_and_costs_nothing() -> None:
    pieces = {"3508": "G-AX", "3507": "1BF-35GRD", "relief-1uf": "M-ME262-1"}
    without = real("combat", pieces, turn=5, player=TWO, options=[FANTASY])
    assert without.frame.title == "DeclareAttack", "it has not come yet"
    g = real("combat", pieces, turn=5, player=TWO, options=[FANTASY], relieved=(False, True))
    assert g.frame.title == "PlaceJet"
    assert g.to_decide == 1
    assert "done" in texts(g), "it may wait"
    assert refused(g, "put 3413") == "22.5"
    assert refused(g, "put 3412") == "22.5"
    play(g, "put 3509")
    assert g.state.spent == (0, 0)
    assert where(g, "M-ME262-1") == "3509"
    used = real(
        "combat", {"3508": "G-AX", "3507": "1BF-35GRD"}, turn=5, player=TWO, options=[FANTASY], relieved=(False, True)
    )
    assert used.frame.title == "DeclareAttack", "it is out of the game"


@rule("22.5.2")
def test_it_is_gone_before_the_next_phase_and_absent_in_soviet_phases() -> None:
    pieces = {"3508": "G-AX", "2001": "1BF-35GRD", "relief-1uf": "M-ME262-1"}
    g = real("combat", pieces, turn=5, player=TWO, options=[FANTASY], relieved=(False, True))
    play(g, "put 3509")
    assert where(g, "M-ME262-1") == "out"
    soviet = real(
        "combat",
        {"3508": "G-AX", "3507": "1BF-35GRD", "relief-1uf": "M-ME262-1"},
        turn=5,
        options=[FANTASY],
        relieved=(True, True),
    )
    assert soviet.frame.title == "DeclareAttack"


@rule("22.5.4")
def test_the_me_262_does_not_hinder_movement() -> None:
    """Even if one were on the map in a movement phase."""
    g = on(blank(), "movement", {(0, 0): "1BF-35GRD", (0, -3): "M-ME262-1"}, options=[FANTASY])
    play(g, "pick 1BF-35GRD")
    assert at(0, -6) in targets(g, "go")
    germans = on(blank(), "movement", {(0, 0): "G-AX", (0, -2): "M-ME262-2"}, options=[FANTASY], player=TWO)
    play(germans, "roll 3, pick G-AX")
    assert at(0, -3) in targets(germans, "go")


# -- the better-prepared defence -----------------------------------------------------------------------


@rule("23.1.3")
def test_four_command_posts_are_placed_first_on_top_of_the_draws() -> None:
    g = set_up("23.1.3", options=[PREPARED])
    assert g.to_decide == 0
    assert targets(g, "pick") == {"GS-CP-LVIPk", "GS-CP-West"}
    assert len(in_box(g, "pool")) == 51, "54 without the three in the Reichstag"
    play(g, "pick GS-CP-West, put 3413, pick GS-CP-LVIPk, put 3013, done")
    assert flagged(g, "GS-CP-West", "face-down")
    assert g.to_decide == 1
    assert targets(g, "pick") == {"GS-CP-Zitad", "GS-CP-Ost"}
    play(g, "pick GS-CP-Ost")
    assert refused(g, "put 3413") == "23.1.3"
    play(g, "put 3508, pick GS-CP-Zitad, put 3508, done")
    while g.to_decide == CHANCE:
        g.play(g.actions()[0])
    assert len(targets(g, "pick")) == 15


@rule("23.1.1", "23.1.2")
@pytest.mark.parametrize(("number", "group", "sector"), [("3.9", CORPS, UF), ("3.10", STEINER, BF)])
def test_the_relief_groups_are_set_up_with_the_56th_panzer_corps(number: str, group: set[str], sector: int) -> None:
    g = set_up(number, options=[PREPARED])
    assert g.to_decide == 1 - sector
    assert group < targets(g, "pick")
    play(g, f"pick {min(group)}")
    land = {game.board.names[p] for p in members(game.map.land[sector])}
    assert targets(g, "put") <= land
    assert len(targets(g, "put")) > 500, "any hex"


@rule("23.2a")
def test_soviet_zones_do_not_enter_the_s_bahn() -> None:
    board = blank({(0, 1): "suburban sbahn"})
    for options, inside in ((), True), ((PREPARED,), False):
        g = on(board, "movement", {(0, 0): "1BF-35GRD"}, options=options)
        assert bool(controlled(g, BF) >> board.board.place(at(0, 1)) & 1) == inside
    pick = on(
        board,
        "reinforcement",
        {(0, 2): "G-AX", (0, 0): "1BF-35GRD"},
        boxes={"pool": "GS-MO"},
        player=TWO,
        options=[PREPARED],
    )
    play(pick, "roll 1, draw GS-MO")
    assert at(0, 1) in targets(pick, "put")


@rule("23.3")
@pytest.mark.parametrize(("unit", "price", "tired"), [("1BF-9GTC", 2, 4), ("1BF-35GRD", 1, 2), ("1BF-7GTB", 1, 2)])
def test_replacements_cost_half(unit: str, price: int, tired: int) -> None:
    piece = game.roster.number[unit]
    g = real("reinforcement", {"dead-1bf": unit}, options=[PREPARED])
    assert stavka.replacement(g, piece) == price
    play(g, [f"replace {unit}"])
    play(g, [f"put {min(targets(g, 'put'))}"])
    assert g.state.spent == (price, 0)
    weary = real("reinforcement", {"dead-1bf": unit}, options=[PREPARED], fatigued=(True, False))
    assert stavka.replacement(weary, piece) == tired


# -- forward replacements -------------------------------------------------------------------------------


@rule("24.5a")
def test_a_replacement_may_come_in_beside_its_front() -> None:
    """On or next to a unit of the Front, with a line of communication and free of German zones."""
    board = blank()
    pieces = {(0, 0): "1BF-7GTB", (3, -1): "G-AX"}
    g = on(board, "reinforcement", pieces, boxes={"dead-1bf": "1BF-35GRD"}, options=[LINES])
    play(g, "replace 1BF-35GRD")
    around = {at(q, r) for q, r in ((0, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))}
    south = {board.board.names[p] for p in members(board.map.edge["south"] & board.map.land[BF])}
    assert targets(g, "put") == around | south
    assert refused(g, f"put {at(2, 0)}") == "24.5a", "in a German zone, and too far"
    assert refused(g, f"put {at(-3, 0)}") == "24.5a"
    plain = on(board, "reinforcement", pieces, boxes={"dead-1bf": "1BF-35GRD"})
    play(plain, "replace 1BF-35GRD")
    assert targets(plain, "put") == south, "not without the option"


@rule("24.5a")
def test_forward_hexes_need_no_german_zone_and_a_line() -> None:
    board = blank()
    near = on(
        board, "reinforcement", {(0, 0): "1BF-7GTB", (2, -1): "G-AX"}, boxes={"dead-1bf": "1BF-35GRD"}, options=[LINES]
    )
    play(near, "replace 1BF-35GRD")
    assert refused(near, f"put {at(1, 0)}") == "24.5a"
    assert at(-1, 0) in targets(near, "put")
    ring = {(q, r) for q in range(-3, 4) for r in range(-3, 4) if max(abs(q), abs(r), abs(q + r)) == 3}
    water = dict.fromkeys(ring, "water water")
    island = blank(water)
    cut_off = on(island, "reinforcement", {(0, 0): "1BF-7GTB"}, boxes={"dead-1bf": "1BF-35GRD"}, options=[LINES])
    play(cut_off, "replace 1BF-35GRD")
    assert at(0, 0) not in targets(cut_off, "put"), "no line of communication"


@rule("24.5a", "7.1c")
def test_edge_entry_stays_as_it_is_and_reinforcements_do_not_come_forward() -> None:
    board = blank()
    south = at(0, 12)
    pieces = {(0, 0): "1BF-7GTB", (0, 11): "G-AX"}
    g = on(board, "reinforcement", pieces, boxes={"dead-1bf": "1BF-35GRD", "due-1bf": "1BF-39GRD"}, options=[LINES])
    play(g, "replace 1BF-35GRD")
    assert south in targets(g, "put"), "in a German zone at the edge"
    play(g, f"put {south}, pick 1BF-39GRD")
    assert at(0, 0) not in targets(g, "put")


@rule("24.5a", "2.3E")
@pytest.mark.parametrize("player", [ONE, THREE])
def test_stars_bind_at_the_edge_only(player: int) -> None:
    """A star-bound unit may also come in beside its Front under this option."""
    unit, friend, place = ("1BF-35GRD", "1BF-7GTB", "4025") if player == ONE else ("1UF-20RD", "1UF-68GTB", "2526")
    box = "dead-1bf" if player == ONE else "dead-1uf"
    g = real("reinforcement", {box: unit, place: friend}, player=player, options=[LINES])
    play(g, f"replace {unit}")
    assert place in targets(g, "put")


@rule("24.5a", "5.5")
@pytest.mark.parametrize(("inside", "because"), [("", ""), ("1UF-20RD", "24.5a"), ("GS-VS-1", "24.5a")])
def test_a_replacement_may_take_the_emptied_reichstag(inside: str, because: str) -> None:
    """R91 It is a hex next to a unit of the Front like any other, once nobody holds it against that Front."""
    reichstag = game.board.names[game.map.reichstag]
    pieces = {"dead-1bf": "1BF-35GRD", "3411": "1BF-7GTB"} | ({reichstag: inside} if inside else {})
    g = real("reinforcement", pieces, player=ONE, options=[LINES])
    play(g, "replace 1BF-35GRD")
    if because:
        assert refused(g, f"put {reichstag}") == because
    else:
        assert where(play(g, f"put {reichstag}"), "1BF-35GRD") == reichstag


@rule("24.5b")
def test_a_forced_march_needs_a_line_where_it_starts() -> None:
    """An island has no line to the edge; it may end without one, and without the option nobody asks."""
    ring = {(q, r) for q in range(-3, 4) for r in range(-3, 4) if max(abs(q), abs(r), abs(q + r)) == 3}
    island = blank(dict.fromkeys(ring, "water water"))
    for options, marches in (((LINES,), False), ((), True)):
        g = on(island, "movement", {(0, 0): "1BF-35GRD"}, options=options)
        play(g, "pick 1BF-35GRD")
        assert ("march" in texts(g)) == marches
        if not marches:
            assert refused(g, "march").startswith("24.5")
    free = on(blank(), "movement", {(0, 0): "1BF-35GRD", (0, 8): "G-AX"}, options=[LINES])
    play(free, f"pick 1BF-35GRD, march, go {at(0, 7)}")
    assert free.state.spent == (1, 0)
