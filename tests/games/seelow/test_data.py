"""Components and set-up lists (2.0, 6.71, 10.11, 11.1, 12.1, 12.2): what the data must hold."""

from __future__ import annotations

import pytest
from tests.games.seelow.helpers import game, no, offered, position
from tests.support import rule

from grognard.engine.pieces import each
from grognard.games.seelow.model import GERMAN, SOVIET

UNITS = game.roster.units


@rule("2.1")
def test_the_grid() -> None:
    board = game.board
    columns = {int(name[:2]) for name in board.names if name}
    rows = {int(name[2:]) for name in board.names if name}
    assert (min(columns), max(columns), min(rows), max(rows)) == (10, 36, 1, 17)
    assert len([name for name in board.names if name]) == 27 * 17
    assert board.distance(board.place("2516"), board.place("2417")) == 1, "odd columns lie half a hex lower"
    assert board.distance(board.place("2416"), board.place("2517")) == 2


@rule("2.2", "2.21f")
def test_every_counter_has_its_values() -> None:
    assert len(UNITS) == 138
    for unit in UNITS:
        assert unit.full.morale
        assert unit.formation
        assert unit.name
        assert len(unit.face.values) == 4
        assert unit.face.size in ("company", "battalion", "regiment", "brigade") or unit.leader
        if unit.side == "german":
            assert unit.points == (1 if unit.face.size == "company" else 2)
        else:
            assert unit.points == (0 if unit.leader else 1)


@rule("2.21i", "2.21j")
def test_classes_of_units() -> None:
    for unit in UNITS:
        assert (unit.range > 0) == unit.is_artillery
        assert not (unit.is_artillery and unit.is_armored)
    assert sum(unit.is_armored for unit in UNITS) == 35
    assert sum(unit.is_artillery for unit in UNITS) == 21
    assert {u.id for u in UNITS if u.flak} == {"DE-26Flak-I"}


@rule("6.71", "6.74")
def test_who_has_two_steps() -> None:
    for unit in UNITS:
        one_step = unit.is_artillery or unit.leader or (unit.is_armored and unit.side == "german")
        assert (unit.steps == 1) == one_step, unit.name


KUSTRIN = {
    "11.11a": ("SU-295-", 3, "2402 2403 2502"),
    "11.11b": ("SU-47G-", 3, "2504 2505 2605"),
    "11.11c": ("SU-57G-", 3, "2607 2608 2707"),
    "11.11d": ("SU-416-", 3, "3002 3003 3101"),
    "11.11e": ("SU-35G-", 3, "3104 3205 3304"),
    "11.11f": ("SU-82G-", 3, "3403 3603 3604"),
    "11.11g": ("SU-KAG32 SU-AAG32", 2, "within 2801"),
    "11.11h": ("SU-KAG4 SU-AAG4", 2, "within 3207"),
    "11.12a": ("DE-FG-", 3, "within 2101"),
    "11.12b": ("DE-8Pz- DE-76-", 5, "within 2103"),
    "11.12c": ("DE-90- DE-502-", 5, "within 2205"),
    "11.12d": ("DE-35- DE-119- DE-5Pz-", 7, "within 2307"),
    "11.12e": ("DE-Mun2-II", 1, "3102"),
    "11.12f": ("DE-303Fus", 1, "3103"),
    "11.12g": ("DE-Mun1-II", 1, "3204"),
    "11.12h": ("DE-KuestrinVS", 1, "3503"),
}
SEELOW = {
    "12.11a": ("SU-60-", 3, "2001 2101 2201"),
    "12.11b": ("SU-295-", 3, "2102 2203 2302"),
    "12.11c": ("SU-301-", 3, "2204 2304 2404"),
    "12.11d": ("SU-248-", 3, "2502 2503 2603"),
    "12.11e": ("SU-47G-", 3, "2405 2406 2505"),
    "12.11f": ("SU-57G-", 3, "2506 2507 2607"),
    "12.11g": ("SU-27G-", 3, "2508 2509 2609"),
    "12.11h": ("SU-35G-", 3, "2806 2807 2906"),
    "12.11i": ("SU-74G-", 3, "2610 2611 2710"),
    "12.11j": ("SU-79G-", 3, "2612 2712 2813"),
    "12.11k": ("SU-82G-", 3, "2909 2910 3010"),
    "12.11l": ("SU-88G-", 3, "2814 2915 2916"),
    "12.11m": ("SU-39G-", 3, "3014 3113 3114"),
    "12.11n": ("SU-20TankBde SU-36TankBde SU-65TankBde SU-12MotorRifleBde", 4, "each 3006 3007 3105 3106"),
    "12.11o": ("SU-40GTankBde SU-44GTankBde SU-45GTankBde SU-27GMotorRifleBde", 4, "each 3008 3009 3108 3109"),
    "12.11p": ("SU-19GMech SU-20GMech SU-21GMech SU-1GTank SU-48GTank", 5, "each 3212 3213 3312 3313 3413"),
    "12.11q": ("SU-85GHT", 1, "3304"),
    "12.11r": ("SU-62GHT", 1, "3502"),
    "12.11s": ("SU-KAG32 SU-AAG32", 2, "within 2801"),
    "12.11t": ("SU-KAG9 SU-AAG9", 2, "within 2902"),
    "12.11u": ("SU-KAG4 SU-AAG4", 2, "within 3103"),
    "12.11v": ("SU-KAG29 SU-AAG29", 2, "within 3307"),
    "12.11w": ("SU-KAG28 SU-AAG28", 2, "within 3315"),
    "12.11x": ("SU-Zhukov", 1, "3013"),
    "12.12a": ("DE-25FJ-", 2, "within 1902"),
    "12.12b": ("DE-26FJ-", 2, "within 2004"),
    "12.12c": ("DE-27FJ-", 2, "within 1205"),
    "12.12d": ("DE-8Pz-II", 1, "1605"),
    "12.12e": ("DE-90-", 2, "within 1507"),
    "12.12f": ("DE-76-", 2, "within 2307"),
    "12.12g": ("DE-KGvWar", 1, "1509"),
    "12.12h": ("DE-Mun2-I", 1, "within 2206"),
    "12.12i": ("DE-Mun2-III", 1, "1708"),
    "12.12j": ("DE-Mun1-I", 1, "1810"),
    "12.12k": ("DE-MunPz-", 3, "at 1809"),
    "12.12l": ("DE-300-", 2, "within 2309"),
    "12.12m": ("DE-302-", 2, "within 2411"),
    "12.12n": ("DE-301-", 2, "within 2513"),
    "12.12o": ("DE-303PzJg-", 3, "at 2013"),
    "12.12p": ("DE-920-", 3, "at 2312"),
    "12.12q": ("DE-392-", 2, "within 2616"),
    "12.12r": ("DE-1242-", 2, "within 1915"),
    "12.12s": ("DE-26Flak-I", 1, "1713"),
    "12.12t": ("DE-245-", 3, "at 1405"),
    "12.12u": ("DE-502-", 3, "at 1214"),
    "12.12v": ("DE-404VAK-", 5, "within 1415"),
    "12.12w": ("DE-408VAK-", 5, "within 1108"),
}
ITEMS = [
    pytest.param(scenario, *item, marks=rule(number), id=number)
    for scenario, items in (("kustrin", KUSTRIN), ("seelow", SEELOW))
    for number, item in items.items()
]


def named(names: str) -> list[str]:
    """The units with these ids; a name that ends with a hyphen or breaks off stands for all that begin so."""
    exact = {unit.id for unit in UNITS}
    found = []
    for name in names.split():
        found += [name] if name in exact else [u.id for u in UNITS if u.id.startswith(name)]
    return found


@pytest.mark.parametrize(("scenario", "names", "count", "hexes"), ITEMS)
def test_each_item_of_the_set_up(scenario: str, names: str, count: int, hexes: str) -> None:
    units = named(names)
    assert len(units) == count
    kind, *listed = hexes.split() if hexes.split()[0] in ("within", "each", "at") else ("list", *hexes.split())
    for unit in units:
        g = game.start(scenario)
        if unit.startswith("DE"):
            g.play("ready-made")
            g.play("done")
        if kind in ("list", "at"):
            assert game.names.places[g.where[game.names.piece(unit)]] in listed
            assert no(g, f"pick {unit}")
            assert no(g, f"lift {unit}"), "it has no choice"
            continue
        g.play(f"pick {unit}")
        centre = game.board.place(listed[0])
        allowed = set(listed) if kind == "each" else {game.board.names[p] for p in each(game.map.within(centre, 1))}
        put = offered(g, "put")
        assert put
        assert put <= allowed, "only there"
        outside = next(n for n in ("1001", "3617") if n not in allowed)
        assert no(g, f"put {outside}").startswith("1")


@rule("11.11", "11.12", "12.11", "12.12")
@pytest.mark.parametrize(("scenario", "soviet", "german"), [("kustrin", 22, 24), ("seelow", 65, 51)])
def test_the_soviets_set_up_first_and_all_units_stand(scenario: str, soviet: int, german: int) -> None:
    g = game.start(scenario)
    assert g.to_decide == SOVIET
    assert no(g, "done") == ("11.11" if scenario == "kustrin" else "12.11")
    g.play("ready-made")
    g.play("done")
    assert g.to_decide == GERMAN
    g.play("ready-made")
    g.play("done")
    count = [sum(1 for p in each(game.roster.of_side[s]) if g.where[p] < game.board.size) for s in (SOVIET, GERMAN)]
    assert count == [soviet, german]
    assert game.status(g) == []


@rule("11.21", "12.21a", "12.21b", "12.22a", "12.22b", "10.11")
def test_reinforcements_wait_in_seelow_only() -> None:
    g = game.start("seelow")
    waiting = {name: {game.roster[p].id for p in each(g.here.get(game.box(name), 0))} for name in DUE}
    assert waiting == DUE
    entries = {"entry-soviet-7": "2001 2101 2201 2301 2401", "entry-soviet-8": "2501 2601 2701 2801 2901 3001"}
    entries |= {"entry-german-3": "2117 2217 2317 2417"}
    entries |= {"entry-german-4": "1004 1005 1006 1007 1008 1009 1010 1011 1012"}
    for tag, hexes in entries.items():
        assert {game.board.names[p] for p in each(game.board.tagged(tag))} == set(hexes.split())
    g = game.start("kustrin")
    assert not any(g.here.get(game.box(name)) for name in DUE)
    assert g.where[game.names.piece("SU-Zhukov")] == game.limbo


DUE = {
    "due-3": {"DE-1230PzJg"},
    "due-4": {"DE-8Pz-I", "DE-8Pz-III", "DE-9PzJg"},
    "due-7": {"SU-416-1368", "SU-416-1373", "SU-416-1374"},
    "due-8": {"SU-396HSAU"},
}


@rule("11.0", "12.0")
def test_players_and_rows_in_play() -> None:
    g = position(game, {"2308": "P1"}, "movement", scenario="kustrin", turn=3)
    assert g.to_decide == GERMAN, "the Germans are the first player"
    g.play("pick DE-76-I")
    assert no(g, "go 2309") == "11.0"
    g = position(game, {"2308": "M1"}, "movement", turn=3)
    assert g.to_decide == SOVIET
    g.play("pick SU-19GMechBde")
    assert "2309" in offered(g, "go")
