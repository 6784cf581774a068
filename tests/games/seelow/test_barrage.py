"""Barrages (8.1), spotting (8.2, 10.1) and modes (8.3)."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from tests.games.seelow.helpers import (
    DUSK,
    NIGHT,
    P,
    at,
    barrage,
    do,
    game,
    has,
    may,
    no,
    number,
    offered,
    panel,
    place,
    position,
    sheet,
)
from tests.support import rule

from grognard.engine.pieces import each
from grognard.engine.places import Place
from grognard.games.seelow import Seelow
from grognard.games.seelow.sight import sees, sight, spotted

BATTERY = {"2008": "B1", "2010": "R1", "2014": "KAG", "2015": "AAG"}
"""R1 spots B1 for two guns."""


@rule("8.0", "8.11a", "3.1.1", "3.1.6", "10.25", "8.27", "10.27")
def test_guns_fire_once_in_their_barrage_phase() -> None:
    g = at(BATTERY, "barrage")
    assert offered(g, "aim") == {"2008"}
    assert may(g, "done")
    g = barrage({**BATTERY, "2007": "B2"}, "2008", "KAG")
    do(g, "fire, roll 6")
    assert has(g, "KAG", "fired")
    do(g, "aim 2007")
    assert no(g, "add KAG") == "8.11a"
    assert may(g, "add AAG")
    g = at(BATTERY, "barrage", turn=NIGHT)
    assert g.frame.title == "Limber", "no barrage at night, but guns may limber up"
    g = at({"2008": "R1", "2010": "B1", "2014": "V4"}, "barrage", player=1)
    assert offered(g, "aim") == {"2008"}, "the second player does the same"


@rule("8.13")
@pytest.mark.parametrize(("row", "reaches"), [(16, True), (17, False)])
def test_range(row: int, reaches: bool) -> None:
    """KAG's range is 12: from column 20 down a column, 2004 to 2016 is 12 hexes."""
    g = at({"2004": "B1", "2006": "R1", f"20{row}": "KAG", "2015": "AAG"}, "barrage")
    do(g, "aim 2004")
    assert may(g, "add KAG") == reaches
    if not reaches:
        assert no(g, "add KAG") == "8.13"


@rule("8.14", "10.24")
def test_the_arithmetic_of_a_barrage() -> None:
    """W23."""
    g = barrage(BATTERY, "2008", "KAG AAG")
    assert (panel(g).total, panel(g).column) == ("19 in all", "15-19")
    for cover in ("village", "town", "woods", "swamp"):
        g = barrage(BATTERY, "2008", "KAG AAG", sheet({"2008": f"{cover} 1"}))
        assert (panel(g).total, panel(g).column) == ("9 in all", "8-10"), "halved, fractions down"
    g = barrage(BATTERY, "2008", "KAG AAG")
    do(g, "fire, roll 5")
    assert g.frame.most(g) == 3 - 2, "row 5: a check with 2 added"  # type: ignore[attr-defined]
    g = barrage(BATTERY, "2008", "KAG AAG", sheet({"2008": "village 1"}), turn=1)
    do(g, "fire, roll 3")
    assert g.frame.most(g) == 3, "dawn: row 5 of 8-10 is a plain check"  # type: ignore[attr-defined]
    g = barrage(BATTERY, "2008", "KAG AAG")
    do(g, "fire, roll 1")
    assert has(g, "B1", "reduced"), "row 1 of 15-19 is 3*"


@rule("8.15")
def test_only_non_armored_units_suffer() -> None:
    g = barrage({**BATTERY, "2008": "B1 C1"}, "2008", "KAG AAG")
    do(g, "fire, roll 6")
    assert g.frame.unit == number(g, "B1")  # type: ignore[attr-defined]
    do(g, "roll 1")
    assert g.frame.title != "MoraleDie", "one check, and none for the company"
    g = at({**BATTERY, "2008": "C1"}, "barrage")
    assert not may(g, "aim 2008"), "armor alone is no target"
    g = barrage({**BATTERY, "2008": "B1 B2"}, "2008", "KAG AAG")
    do(g, "fire, roll 6, roll 1")
    assert g.frame.unit == number(g, "B2"), "each unit checks by itself"  # type: ignore[attr-defined]


@rule("8.16")
def test_the_circled_loss_of_a_barrage() -> None:
    """Two battalions in one hex exist only in positions built by hand (R11)."""
    g = barrage({**BATTERY, "2008": "B1 B2"}, "2008", "KAG AAG")
    do(g, "fire, roll 1")
    assert offered(g, "lose") == {"B1", "B2"}
    do(g, "lose B1, roll 6, roll 6, hold")
    assert has(g, "B1", "reduced")
    assert has(g, "B2", "reduced"), "the second loss falls on the other"
    assert place(g, "B1") == "2008"


@rule("8.17", "8.11b", "8.11c")
def test_ranged_fire_only_in_the_barrage_phase() -> None:
    for phase in ("own-fire", "combat"):
        g = at({**BATTERY, "2009": "T1", "1907": "C1", "1908": "T2"}, phase)
        assert "KAG" not in str(g.actions())
        aim = "aim 1907" if phase == "own-fire" else "attack 2008"
        do(g, aim)
        assert no(g, "add KAG") in ("6.13a", "7.15")


@rule("8.18a")
def test_a_hex_is_barraged_once_a_phase() -> None:
    g = barrage({**BATTERY, "2108": "B2"}, "2008", "KAG")
    do(g, "fire, roll 6")
    assert no(g, "aim 2008") == "8.18a"


@rule("8.19", "8.21", "7.63")
def test_only_spotted_hexes() -> None:
    g = at({**BATTERY, "2004": "B2"}, "barrage")
    assert no(g, "aim 2004") == "8.24", "six hexes from R1"
    g = at({**BATTERY, "2010": "R1/disrupted", "1907": "G1", "1906": "B2"}, "barrage")
    assert may(g, "aim 2008")
    g = at({**BATTERY, "2010": "R1/disrupted", "2005": "G1", "2004": "B2"}, "barrage")
    assert may(g, "aim 2008"), "three hexes from G1"
    g = at({**BATTERY, "2010": "R1/disrupted", "1005": "G1", "1004": "B2"}, "barrage")
    assert not may(g, "aim 2008"), "the disrupted do not spot"
    g = at({"2008": "B1", "2010": "KAG"}, "barrage")
    assert may(g, "aim 2008"), "guns spot for themselves"


def spots(on: Seelow, where: str, unit: str = "R1", turn: int = 3) -> set[str]:
    """The hexes that a unit spots."""
    g = at({where: unit, "3401": "B4", "3402": "G3"}, "barrage", on, turn=turn)
    return {on.board.names[p] for p in each(sees(g, number(g, unit.split("/")[0])))}


@rule("8.22", "8.25")
def test_into_but_not_across_a_symbol() -> None:
    for kind, hides in (("woods", True), ("town", True), ("village", True), ("swamp", False), ("clear", False)):
        seen = spots(sheet({"2009": f"{kind} 1"}), "2010")
        assert "2009" in seen
        assert ("2008" not in seen) == hides


@rule("8.23")
def test_higher_ground_hides() -> None:
    seen = spots(sheet({"2009": "clear 2"}), "2010")
    assert "2008" not in seen
    assert "2009" in seen
    seen = spots(sheet({"2010": "clear 3", "2009": "clear 3", "2008": "clear 1"}), "2010")
    assert "2008" not in seen, "the crest hides the foot of its own slope"


@rule("8.24")
@pytest.mark.parametrize(("own", "target", "far"), [(1, 1, 3), (1, 2, 3), (2, 1, 4), (3, 2, 4), (3, 1, 5), (3, 3, 3)])
def test_distances(own: int, target: int, far: int) -> None:
    for distance in (far, far + 1):
        name = f"20{10 - distance:02}"
        seen = spots(sheet({name: f"clear {target}", "2010": f"clear {own}"}), "2010")
        assert (name in seen) == (distance == far)


@rule("8.25")
def test_a_symbol_near_the_target_hides_it_from_above() -> None:
    hexes = {"2010": "clear 3"}
    assert "2005" in spots(sheet(hexes), "2010")
    assert "2005" not in spots(sheet({**hexes, "2006": "woods 1"}), "2010")
    assert "2005" in spots(sheet({**hexes, "2009": "woods 1"}), "2010"), "one near the spotter does not"


@rule("8.26", "10.26", "8.27", "10.27", "10.12")
def test_darkness() -> None:
    on = sheet({"2010": "clear 3"})
    for unit in ("R1", "ZH"):
        dusk = spots(on, "2010", unit, DUSK)
        assert "2008" in dusk
        assert "2007" not in dusk
        assert spots(on, "2010", unit, NIGHT) == set()


@rule("8.2-ExA")
def test_example_a() -> None:
    lines = sight(game)
    board = game.board
    for spotter, target, hides in (("1511", "1712", "1612"), ("2111", "2412", "2311"), ("2112", "2412", "2312")):
        found = lines.hidden_by(board.place(spotter), board.place(target))
        assert found is not None
        assert board.names[found.place] == hides
    assert lines.hidden_by(board.place("2212"), board.place("2412")) is not None, "along a side between two villages"
    for spotter, target in (("1511", "1612"), ("2212", "2311")):
        assert lines.hidden_by(board.place(spotter), board.place(target)) is None


@rule("8.2-ExB", "8.25", "8.23")
def test_example_b() -> None:
    profile = {f"20{row:02}": "clear 3" for row in (2, 3, 4)} | {"2005": "clear 2", "2008": "woods 1"}
    on = sheet(profile)
    column = {f"20{row:02}" for row in range(2, 12)}

    def seen(spotter: str, on: Seelow = on) -> set[str]:
        return spots(on, spotter) & column - {spotter}

    assert seen("2004") == {"2002", "2003", "2005", "2006", "2007", "2008"}
    assert seen("2005") == {"2004", "2006", "2007", "2008"}
    assert seen("2010") == {"2008", "2009", "2011"}
    flat = sheet({"2008": "woods 1"})
    assert seen("2005", flat) == {"2002", "2003", "2004", "2006", "2007", "2008"}
    assert seen("2007", flat) == {"2004", "2005", "2006", "2008"}


@rule("10.12")
@pytest.mark.parametrize(
    ("own", "target", "far"), [(3, 1, 8), (3, 2, 7), (3, 3, 6), (2, 1, 7), (2, 2, 6), (2, 3, 6), (1, 1, 3)]
)
def test_zhukovs_sight(own: int, target: int, far: int) -> None:
    """W22."""
    lines = sight(sheet({"2010": f"clear {own}", "2002": f"clear {target}"}))
    board = lines.board
    assert lines.range(board.place("2010"), board.place("2002"), staff=True) == far


@rule("10.13", "8.15")
def test_zhukov_is_never_barraged() -> None:
    g = at({"2008": "ZH", "2010": "B1", "2014": "V4", "2006": "R1"}, "barrage", player=1)
    assert g.frame.title == "Limber", "there is no target"
    g = at({"2008": "ZH", "2108": "R1", "2010": "B1", "2014": "V4"}, "barrage", player=1)
    assert no(g, "aim 2008") == "10.13"
    g = barrage({"2008": "ZH R1", "2010": "B1", "2014": "V4"}, "2008", "V4", player=1)
    do(g, "fire, roll 1")
    assert g.frame.unit == number(g, "R1")  # type: ignore[attr-defined]
    do(g, "roll 1")
    assert g.frame.title != "MoraleDie"


@rule("8.22", "8.24", "10.12")
def test_sight_at_seelow() -> None:
    """W39."""

    def sees_from(spotter: str, target: str, turn: int = 3, unit: str = "R1") -> bool:
        g = position(game, {spotter: unit, "3401": "B4", "3402": "G3"}, "barrage", turn=turn)
        return bool(sees(g, number(g, unit)) >> game.board.place(target) & 1)

    assert sees_from("1609", "1409")
    assert not sees_from("1609", "1410")
    assert sees_from("1809", "1509")
    assert not sees_from("1809", "1509", DUSK)
    assert sees_from("1509", "2009")
    assert sees_from("1509", "2010")
    assert sees_from("3013", "2310", unit="ZH")
    assert not sees_from("3013", "2310")


# -- the exact algorithm -----------------------------------------------------------------------------

CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def middle(name: str) -> tuple[int, int]:
    """The middle of a hex in whole numbers."""
    column, row = int(name[:2]), int(name[2:])
    return 3 * column, 2 * row if column % 2 else 2 * row - 1


def hidden(spotter: str, target: str) -> bool:
    """f.6 of the reconstruction, hex by hex over the whole map."""
    board = game.board
    if board.distance(board.place(spotter), board.place(target)) == 1:
        return False
    (sx, sy), (tx, ty) = middle(spotter), middle(target)
    dx, dy = tx - sx, ty - sy
    whole = dx * dx + 3 * dy * dy
    ls, lt = board.level[board.place(spotter)], board.level[board.place(target)]
    along: dict[int, list[bool]] = {}
    for name in board.names:
        if name in ("", spotter, target):
            continue
        x, y = middle(name)
        u = dx * (x - sx) + 3 * dy * (y - sy)
        if not 0 < u < whole:
            continue
        ks = [dx * (y + vy - sy) - dy * (x + vx - sx) for vx, vy in CORNERS]
        here = board.place(name)
        z = ls + (lt - ls) * Fraction(u, whole)
        symbol = board.terrain[here] in ("village", "town", "woods")
        blocks = board.level[here] > z or (symbol and board.level[here] + Fraction(1, 2) >= z)
        if min(ks) < 0 < max(ks):
            if blocks:
                return True
        elif ks.count(0) == 2:
            along.setdefault(u, []).append(blocks)
    return any(len(pair) == 2 and all(pair) for pair in along.values())


@pytest.mark.parametrize("seed", range(4))
def test_lines_agree_with_the_exact_algorithm(seed: int) -> None:
    rng = random.Random(seed)
    lines, board = sight(game), game.board
    names = [name for name in board.names if name]
    for spotter in rng.sample(names, 25):
        near = [board.names[p] for p in each(board.within(board.place(spotter), 8)) if board.names[p] != spotter]
        for target in rng.sample(near, 6):
            found = lines.hidden_by(Place(board.place(spotter)), Place(board.place(target)))
            assert (found is not None) == hidden(spotter, target), f"{spotter} to {target}"


@rule("8.21", "8.24", "8.25")
def test_why_a_hex_is_not_spotted_names_what_hides_it() -> None:
    g = at({"2008": "B1", "2010": "R1", "2014": "KAG", "2108": "B2"}, "barrage", sheet({"2009": "woods 1"}))
    refusal = g.why_not("aim 2008")
    assert refusal is not None
    assert "2009" in refusal.text
    assert refusal.rule == "8.22"


# -- modes -------------------------------------------------------------------------------------------


def limbering(turn: int = 3, pieces: dict[str, str] | None = None) -> P:
    """The question which guns limber up."""
    g = at(pieces or BATTERY, "barrage", turn=turn)
    if g.frame.title == "Barrage":
        do(g, "done")
    return g


@rule("8.32", "3.1.1", "3.1.2")
def test_guns_that_did_not_fire_limber_up() -> None:
    g = limbering()
    assert offered(g, "limber") == {"KAG", "AAG"}
    do(g, "limber KAG, done")
    assert g.frame.title == "Movement"
    assert may(g, "pick KAG"), "and move in the same turn"
    g = barrage(BATTERY, "2008", "KAG")
    do(g, "fire, roll 6")
    assert g.frame.title == "Limber", "nothing else is spotted"
    assert no(g, "limber KAG") == "8.32"
    assert may(g, "limber AAG")
    assert offered(limbering(NIGHT), "limber") == {"KAG", "AAG"}, "at night too"
    g = limbering(pieces={**BATTERY, "2014": "KAG/flipped"})
    assert no(g, "limber KAG") == "8.32", "and never back here"


@rule("8.32", "7.61", "3.1.1")
def test_a_disrupted_gun_limbers_up_like_any_other() -> None:
    g = at({"2008": "KAG/disrupted", "2010": "AAG", "2807": "B1"}, "barrage")
    assert offered(g, "limber") == {"KAG", "AAG"}
    do(g, "limber KAG")
    assert has(g, "KAG", "flipped")
    assert has(g, "KAG", "disrupted")
    assert may(g, "unlimber KAG")
    g = at({"2008": "KAG/disrupted", "2807": "B1"}, "barrage")
    assert offered(g, "limber") == {"KAG"}, "it is asked for one gun alone too"
    g = at({**BATTERY, "2014": "KAG/disrupted"}, "barrage")
    do(g, "aim 2008")
    assert no(g, "add KAG") == "8.11a", "but it does not fire"


@rule("8.35", "10.28", "3.1.11b", "8.32")
def test_back_to_fire_mode_only_in_the_night() -> None:
    pieces = {"2014": "KAG/flipped", "1014": "V4/flipped", "2010": "R1", "1010": "B1", "1509": "R2"}
    g = at(pieces, "rally", turn=NIGHT)
    assert g.to_decide == 0
    assert offered(g, "emplace") == {"KAG"}
    assert no(g, "emplace V4") == "8.35"
    do(g, "emplace KAG")
    assert not has(g, "KAG", "flipped")
    assert g.to_decide == 1, "then the second player"
    for turn in (2, 6, 8):
        g = at(pieces, "rally", turn=turn)
        assert g.frame.title != "Emplace"


@rule("8.31b", "8.37")
def test_guns_in_move_mode_only_move() -> None:
    g = at({**BATTERY, "2014": "KAG/flipped"}, "barrage")
    do(g, "aim 2008")
    assert no(g, "add KAG") == "8.11a"
    g = at({"2008": "B1", "2007": "KAG/flipped", "2107": "R1"}, "combat")
    do(g, "attack 2008")
    assert no(g, "add KAG") == "8.31b"


@rule("7.63", "8.21")
def test_spotted_hexes_of_a_side() -> None:
    g = at({"2010": "R1", "2014": "G1/disrupted", "3401": "B4", "3402": "G3"}, "barrage")
    names = {g.game.board.names[p] for p in each(spotted(g, 0))}
    assert {"2010", "2007", "2013"} <= names
    assert "2017" not in names
