"""The sequence (3.0), rally (7.66) and victory (11.4, 12.4)."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.games.seelow.helpers import P, at, do, full, game, has, place, position, sheet
from tests.support import rule

from grognard.engine.places import gather
from grognard.games.seelow.model import GERMAN, SOVIET
from grognard.games.seelow.victory import assess, controlled, linked, victory_points


@rule("3.1.1", "3.1.2", "3.1.3", "3.1.4", "3.1.5", "3.1.6", "3.1.7", "3.1.8", "3.1.9", "3.1.10", "3.1.11a", "3.1.12")
def test_the_order_of_phases() -> None:
    contact = {"2007": "T1", "2008": "C1", "2107": "R1", "2108": "B1", "2014": "KAG", "1408": "V4"}
    g = at({**contact, "2106": "G1", "2109": "B2"}, "barrage", turn=3)
    met: list[tuple[str, int]] = []
    while g.state.turn == 3:
        met.append((g.frame.title, g.to_decide or 0))
        g.play("end" if g.frame.title == "Movement" else "done")
    own = ["Barrage", "Limber", "Movement", "AntitankFire", "AntitankFire", "CombatPhase"]
    assert [title for title, _ in met] == own * 2
    assert [seat for _, seat in met] == [0, 0, 0, 1, 0, 0, 1, 1, 1, 0, 1, 1]
    g = at({**contact, "2003": "G1/disrupted"}, "combat", turn=3, player=1)
    do(g, "done")
    assert g.frame.title == "RallyDie", "then both sides rally"


@rule("3.21")
def test_kinds_of_turns() -> None:
    assert game.lights[1:] == ["dawn", *["day"] * 4, "dusk", "night", "dawn", *["day"] * 4]


@rule("3.1.12")
def test_the_game_ends_after_turn_12() -> None:
    g = position(game, {"2001": "R1", "1510": "B1", "1410": "B2"}, "rally", turn=11)
    assert g.state.turn == 12
    g = position(game, {"2001": "R1", "1510": "B1"}, "rally", turn=12)
    assert g.outcome is not None
    assert g.actions() == []


# -- rally -------------------------------------------------------------------------------------------


def rallies(unit: str, scenario: str = "seelow") -> set[int]:
    """The dice on which a disrupted unit recovers."""
    found = set()
    for die in range(1, 7):
        g = at({"2008": unit, "2010": "R3", "1010": "B4"}, "rally", turn=3, scenario=scenario)
        do(g, f"roll {die}")
        if not has(g, unit.split("/")[0], "disrupted"):
            found.add(die)
    return found


@rule("7.66", "3.1.11a")
def test_the_rally_roll() -> None:
    assert rallies("G1/disrupted/reduced") == {1, 2, 3}, "the printed morale of the side shown, without the 2"
    assert rallies("G1/disrupted") == {1, 2, 3, 4}
    assert rallies("P1/disrupted") == {1, 2, 3, 4}


@rule("11.32")
def test_germans_rally_badly_before_kustrin() -> None:
    """W24."""
    assert rallies("P1/disrupted", "kustrin") == {1, 2}
    assert rallies("P1/disrupted/reduced", "kustrin") == {1}
    assert rallies("G1/disrupted/reduced", "kustrin") == {1, 2, 3}


@rule("7.68")
def test_enemy_zones_do_not_hinder_rallying() -> None:
    g = at({"2008": "G1/disrupted", "2007": "B1"}, "rally", turn=3)
    do(g, "roll 4")
    assert not has(g, "G1", "disrupted")


@rule("3.1.11a")
def test_the_first_player_rallies_first_and_each_unit_once() -> None:
    for scenario, first, second in (("seelow", "G1", "B1"), ("kustrin", "B1", "G1")):
        g = at({"2003": "G1/disrupted", "1010": "B1/disrupted", "1006": "B1/disrupted"}, "rally", scenario=scenario)
        assert g.frame.unit == g.game.names.piece(full(first))  # type: ignore[attr-defined]
        do(g, "roll 6")
        assert g.frame.unit == g.game.names.piece(full(second))  # type: ignore[attr-defined]
        do(g, "roll 6")
        assert g.frame.title != "RallyDie"


# -- Küstrin -----------------------------------------------------------------------------------------


def kustrin(pieces: dict[str, str], dead: int = 0) -> P:
    """The end of turn 12, with so many Soviet units eliminated."""
    units = [u.id for u in game.roster.units if u.side == "soviet" and full(u.id) not in str(pieces)][10 : 10 + dead]
    more = {"dead-soviet": " ".join(units)} if dead else {}
    return position(game, {**pieces, **more}, "rally", scenario="kustrin", turn=12)


WEST = {"2905": "DE-Mun2-II", "2906": "DE-303Fus"}
FAR = {"3601": "SU-82G-242", "3602": "SU-82G-244"}


@rule("11.42", "11.41", "11.44", "11.45")
def test_points_before_kustrin() -> None:
    """W25."""
    blocked = {"3503": "DE-KuestrinVS", "3404": "SU-35G-100"}
    for dead, text in ((1, "A draw"), (2, "German victory")):
        g = kustrin({**WEST, **blocked, "dead-german": "DE-Mun1-II"}, dead)
        assert g.outcome is not None
        assert g.outcome.text.startswith(text)
        assert g.outcome.rule == "11.45"
    for dead, winner in ((5, SOVIET), (6, None), (11, None), (12, GERMAN)):
        g = kustrin({**blocked}, dead)
        assert g.outcome is not None
        assert g.outcome.winner == winner
    g = position(game, {**WEST, "left": "SU-82G-242", "3404": "R1"}, "combat", scenario="kustrin", turn=11)
    assert victory_points(g) == 10, "units that left give nothing"
    g = kustrin({"left": "DE-Mun2-II", **FAR})
    assert victory_points(g) == 0, "nor does a pocket unit that left have a line"
    assert game.account(g, SOVIET) == "", "only German points are counted"


@rule("11.43")
def test_the_line_of_communication() -> None:
    """W33: from Küstrin the line leads over the bridge 3404/3503 alone."""

    def is_linked(more: dict[str, str]) -> bool:
        g = position(game, {"3503": "DE-KuestrinVS", **more}, "combat", scenario="kustrin", turn=11)
        return bool(linked(g))

    assert is_linked(FAR)
    assert not is_linked({"3304": "R1", **FAR}), "3404 is empty and in a Soviet zone"
    assert is_linked({"3304": "R1/disrupted", "3404": "B1", **FAR}), "a disrupted unit has no zone"
    assert not is_linked({"3404": "R1", **FAR}), "an enemy is in the way"
    walled = {f"{c}{r:02}": u for (c, r), u in zip(WALL, REGIMENTS, strict=False)}
    assert not is_linked(walled)


WALL = [(20, r) for r in (1, 3, 5, 7)] + [(20, 8)]
REGIMENTS = ["R1", "R2", "R3", "G1", "G2"]


@rule("11.43")
def test_friends_open_zones_and_streams_do_not_stop_the_line() -> None:
    walled = {f"{c}{r:02}": u for (c, r), u in zip(WALL, REGIMENTS, strict=False)}
    line = {"1902": "B1", "2002": "B2", "2102": "B3"}
    g = position(game, {"3503": "DE-KuestrinVS", **walled, **line}, "combat", scenario="kustrin", turn=11)
    assert linked(g), "a chain of friends through the zones"
    river = sheet(sides={f"1503 {d}": "stream" for d in ("N", "NE", "SE", "S", "SW", "NW")})
    g = position(river, {"1503": "DE-KuestrinVS", **FAR}, "combat", scenario="kustrin", turn=11)
    assert linked(g)
    river = sheet(sides={f"1503 {d}": "river" for d in ("N", "NE", "SE", "S", "SW", "NW")})
    g = position(river, {"1503": "DE-KuestrinVS", **FAR}, "combat", scenario="kustrin", turn=11)
    assert not linked(g)


# -- Seelow ------------------------------------------------------------------------------------------


def held(*hexes: str) -> int:
    """A set of hexes."""
    return gather(game.board.place(h) for h in hexes)


def end(pieces: dict[str, str], turn: int = 7, *hexes: str) -> P:
    """The end of a turn with the Soviets holding these objectives."""
    g = position(game, {"2001": "R3", "1015": "B4", **pieces}, "rally", turn=turn, held=held(*hexes))
    while g.frame.title == "Emplace" if g.stack else False:
        do(g, "done")
    return g


@rule("12.42a", "12.41")
@pytest.mark.parametrize("hex_", ["1609", "1409", "1308", "1611"])
def test_at_seelow_by_the_first_night(hex_: str) -> None:
    g = end({hex_: "R1"})
    assert g.outcome is not None
    assert (g.outcome.rule, g.outcome.winner, g.outcome.degree) == ("12.42a", SOVIET, "Strategic")
    assert end({hex_: "R1"}, 6).outcome is None, "no other turn is assessed"
    assert end({hex_: "R1"}, 8).outcome is None


@rule("12.42b")
def test_three_of_seven_places() -> None:
    seven = ["1205", "1506", "1605", "1609", "1612", "1713", "1915"]
    assert {game.board.names[p] for p in range(game.board.size) if game.map.turn_7 >> p & 1} == set(seven)
    for three in list(combinations(seven, 3))[::5]:
        g = end({"1810": "R1"}, 7, *three)
        assert g.outcome is not None
        assert (g.outcome.rule, g.outcome.winner) == ("12.42b", SOVIET)
    assert end({"1810": "R1"}, 7, "1205", "1506").outcome is None


@rule("12.43")
def test_held_at_the_canal() -> None:
    """W26."""
    g = end({"1809": "R1", "1003": "R2"})
    assert g.outcome is not None
    assert (g.outcome.rule, g.outcome.winner) == ("12.43", GERMAN)
    for hex_ in ("1810", "1103", "2217"):
        assert end({hex_: "R1"}, 7, "1205", "1506").outcome is None


@rule("12.44a", "12.44b", "12.45a", "12.45b", "12.45c")
def test_the_end_of_turn_12() -> None:
    town, road = ["1409", "1410", "1509", "1510"], ["1012", "1111", "1211", "1310"]

    def outcome(*hexes: str) -> tuple[str, int | None, str]:
        g = end({}, 12, *hexes)
        assert g.outcome is not None
        return g.outcome.rule, g.outcome.winner, g.outcome.degree

    assert outcome(*town, *road) == ("12.44a", SOVIET, "Strategic")
    for missing in road:
        assert outcome(*town, *(h for h in road if h != missing)) == ("12.44b", SOVIET, "Operational")
    assert outcome(*road) == ("12.45a", GERMAN, "Strategic")
    for number in range(5):
        for some in combinations(town, number):
            rule_, winner, _ = outcome(*some)
            assert winner == (SOVIET if number == 4 else GERMAN), "every way to share the town has a winner"
            assert rule_ == {0: "12.45a", 4: "12.44b"}.get(number, "12.45b")


@rule("12.46.1", "12.46.2", "12.46.3")
def test_control() -> None:
    """W27."""
    g = position(game, {"1507": "R1", "2001": "R3", "1015": "B4"}, "movement", turn=3)
    assert controlled(g) == 0, "all objectives begin German"
    do(g, "pick R1, go 1506, pick R1, go 1505")
    assert g.state.held >> game.board.place("1506") & 1, "by passing through"
    g = position(game, {"1506": "B1", "2001": "R3"}, "combat", turn=3, held=held("1506"))
    assert controlled(g) == 0, "who is there has it"
    g = position(game, {"1506": "R1", "1015": "B4"}, "combat", turn=3)
    assert controlled(g) == held("1506")
    g = position(game, {"1507": "B1", "2001": "R3"}, "movement", turn=3, player=1, held=held("1506"))
    do(g, "pick B1, go 1506, pick B1, go 1505")
    assert not g.state.held, "the last passage counts"
    g = position(game, {"1507": "B1/disrupted"}, "combat", turn=3, held=held("1506"))
    assert g.state.held, "leaving changes nothing"


@rule("12.46.2")
def test_retreats_and_advances_change_control() -> None:
    keep = {"3010": "R3", "3011": "B4"}
    g = at({"1506": "B1/reduced/disrupted", "1507": "M1", "1607": "M2", **keep}, "combat")
    do(g, "attack 1506, all, fight, roll 1")
    assert g.state.held == 0
    do(g, "advance M1")
    assert g.state.held == held("1506"), "an advance takes it"
    g = at({"1508": "B1", "1509": "G1", "1609": "G2", "1409": "G3", **keep}, "combat", held=held("1506"))
    do(g, "attack 1508, all, fight, roll 3, retreat, go 1506")
    assert place(g, "B1") == "1506"
    assert g.state.held == 0, "a retreat takes it too"


@rule("12.41")
def test_nobody_is_assessed_before_the_night() -> None:
    for turn in range(1, 12):
        g = position(game, {"1609": "R1", "1015": "B4"}, "combat", turn=turn)
        g.state.turn = turn
        assert (assess(g) is None) == (turn != 7)
