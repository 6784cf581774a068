"""Retreats (7.5), going along (7.57), and advances (7.7)."""

from __future__ import annotations

import random
from itertools import product

import pytest
from tests.games.seelow.helpers import (
    P,
    at,
    attack,
    do,
    fight,
    full,
    game,
    has,
    may,
    no,
    number,
    offered,
    place,
    position,
    sheet,
)
from tests.support import rule

from grognard.engine.control import occupied
from grognard.engine.pieces import Piece, each
from grognard.games.seelow.model import play_area
from grognard.games.seelow.retreats import OFF, ways
from grognard.games.seelow.stacking import LIMIT, load_of
from grognard.games.seelow.terrain import MOTZ
from grognard.games.seelow.zones import enemy_zone

KEEP = {"3010": "R3", "3011": "B4"}


def ways_of(g: P, unit: str, along: bool = False, fleeing: str = "") -> set[str]:
    """The ways of a unit that must retreat, `off` for off the map."""
    piece = number(g, unit)
    others = sum(1 << number(g, name) for name in fleeing.split())
    found = ways(g, Piece(piece), 1 << piece | others, shaken(g), along=along)
    names = [*g.game.board.names, "off"]
    return {"-".join("off" if p == OFF else names[p] for p in way) for way in found.ways}


def shaken(g: P) -> int:
    """All disrupted pieces."""
    return sum(1 << i for i, flags in enumerate(g.flags) if flags & 1)


@rule("7.51a", "7.53", "4.27")
def test_the_ways_of_the_text() -> None:
    """W14."""
    g = at({"2008": "R1", "2007": "B1", "2107": "B2"}, "combat")
    assert ways_of(g, "R1") == {"1908-1808", "1908-1809", "1908-1909", "2009-1909", "2009-2010", "2009-2109"}


@rule("7.51a", "7.51b")
def test_the_owner_chooses_hex_by_hex_and_pays_nothing() -> None:
    on = sheet({"2009": "woods 1", "2010": "woods 1"}, {"2009 N": "stream"})
    ring = {"2007": "G1", "2107": "G2", "1907": "G3"}
    g = attack({"2008": "B1", **ring, **KEEP}, "2008", "G1 G2 G3", on)
    fight(g, 3)
    do(g, "retreat")
    assert g.to_decide == 1
    assert g.frame.title == "Retreat", "never the attacker"
    assert g.frame.first == g.game.board.place("2009"), "the first hex leaves no choice"  # type: ignore[attr-defined]
    assert may(g, "go 2010")
    assert no(g, "go 2108") == "7.53"
    do(g, "go 2010")
    assert place(g, "B1") == "2010"
    assert has(g, "B1", "disrupted")


@rule("7.51a")
def test_ways_that_end_too_near_are_refused() -> None:
    g = attack({"2008": "B1", "2007": "G1", "2107": "G2", **KEEP}, "2008", "G1 G2")
    fight(g, 2)
    do(g, "retreat, go 1908")
    assert no(g, "go 2009") == "7.51a"


@rule("7.52")
def test_vacant_hexes_first() -> None:
    g = at({"2008": "R1", "2007": "B1", "2107": "B2", "1909": "R2", "2010": "G1"}, "combat")
    assert ways_of(g, "R1") == {"1908-1808", "1908-1809", "2009-2109"}, "no way into a held hex"
    g = at({"2008": "R1", "2007": "B1", "2107": "B2", "1908": "ZH"}, "combat")
    assert ways_of(g, "R1") == {"2009-1909", "2009-2010", "2009-2109"}, "nor through one"


@rule("7.53", "4.27")
def test_hexes_that_are_closed() -> None:
    g = at({"2008": "R1", "2007": "B1", "2108": "B2", "1908": "B3"}, "combat")
    assert ways_of(g, "R1") == set(), "every exit is in a zone"
    g = at({"2008": "R1", "2007": "B1", "2108": "B2", "1908": "B3", "2009": "ZH"}, "combat")
    assert ways_of(g, "R1") == {"2009-2010"}, "a friend opens the zone"
    river = sheet(sides={"2008 S": "river", "2008 SW": "river"})
    g = at({"2008": "R1", "2007": "B1", "2107": "B2"}, "combat", river)
    assert ways_of(g, "R1") == set(), "nor over a hexside that is barred"


@rule("7.53", "5.12c")
def test_motorized_units_and_streams() -> None:
    stream = sheet(sides={f"2008 {d}": "stream" for d in ("S", "SW")})
    g = at({"2008": "T1", "2007": "B1", "2107": "B2"}, "combat", stream)
    assert ways_of(g, "T1"), "an undisrupted unit retreats over a stream"
    g = at({"2008": "T1/disrupted", "2007": "B1", "2107": "B2"}, "combat", stream)
    assert ways_of(g, "T1") == set(), "one that was disrupted before does not"
    g = at({"2008": "R1/disrupted", "2007": "B1", "2107": "B2"}, "combat", stream)
    assert ways_of(g, "R1")


@rule("7.54")
def test_off_the_map() -> None:
    """W37."""
    g = at({"1109": "R1", "1108": "B1", "1209": "B2"}, "combat")
    assert ways_of(g, "R1") == {"1010-1011", "1010-off", "1110-1011", "1110-1111", "1110-1211"}
    g = attack({"1009": "B1", "1108": "G1", "1008": "G2", "1109": "G3", **KEEP}, "1009", "G1 G2 G3")
    fight(g, 3)
    do(g, "retreat")
    assert place(g, "B1") == "left", "from an edge hex at once, where it is the only way"


@rule("7.55a", "7.55b", "7.52")
def test_running_into_a_full_hex() -> None:
    """W15."""
    pieces = {"2008": "R1", "2007": "B1", "2108": "B2", "1908": "B3", "2009": "R2", "2010": "G1", **KEEP}
    g = attack(pieces, "2008", "B1 B2 B3", player=1)
    die = next(d for d in range(1, 7) if do(g.copy(), f"fight, roll {d}").frame.title == "HoldOrRetreat")
    fight(g, die)
    assert ways_of(g, "R1") == {"2009-2010"}
    do(g, "retreat")
    assert g.frame.title == "Onward"
    assert offered(g, "go") == {"2110", "2011", "1910"}
    assert has(g, "G1", "disrupted")
    assert not has(g, "R2", "disrupted")
    assert no(g, "go 2009") == "7.55a"
    do(g, "go 2011")
    assert place(g, "R1") == "2011"
    assert has(g, "R1", "disrupted")


@rule("7.55a")
def test_an_empty_second_hex_disrupts_nobody() -> None:
    g = at({"2008": "R1", "2007": "B1", "2108": "B2", "1908": "B3", "2009": "R2"}, "combat")
    assert ways_of(g, "R1") == {"2009-2010"}
    piece = number(g, "R1")
    assert not ways(g, Piece(piece), 1 << piece, 0).full


FALLEN = {"2008": "D1", "2007": "T1", "2107": "T2", "1907": "T3", "2010": "D2", "2011": "R1"}


def fallen_back(more: dict[str, str] | None = None, there: str = "D2") -> P:
    """W16: company D1 fails its check and retreats to 2010, where others stand; R1 is beside them."""
    walls = {f"2008 {d}": "river" for d in ("SE", "SW")}
    walls |= {f"2009 {d}": "river" for d in ("NE", "SE", "SW", "NW")}
    pieces = {**FALLEN, "2010": there, **(more or {})}
    g = at(pieces, "own-fire", sheet(sides=walls))
    do(g, "aim 2008, add T1, fire, roll 1, roll 6, retreat")
    while g.frame.title == "Retreat":
        g.play(g.actions()[0])
    if g.frame.title == "Advance":
        do(g, "stop")
    assert place(g, "D1") == "2010"
    return g


@rule("7.56")
def test_a_unit_that_fell_back_on_others_is_helpless() -> None:
    g = fallen_back()
    assert has(g, "D1", "helpless")
    do(g, "aim 2010, add R1, fire")
    assert place(g, "D1") == "dead-german"
    assert place(g, "D2") == "2010", "before the die, whoever the target is"
    g = fallen_back(there="B1", more={"2012": "D2", "2111": "R2"})
    assert has(g, "D1", "helpless")
    assert no(g, "aim 2010") == "6.14", "it has been fired on already, so that it is safe from fire"


@rule("7.56")
def test_the_mark_ends_with_the_phase() -> None:
    g = fallen_back()
    do(g, "done")
    assert not has(g, "D1", "helpless")


@rule("7.56", "7.11")
def test_helpless_in_combat() -> None:
    walls = {f"2008 {d}": "river" for d in ("SE", "SW")} | {f"2009 {d}": "river" for d in ("NE", "SE", "SW", "NW")}
    pieces = {"2008": "B1", "2007": "G1", "2107": "G2", "1907": "G3", "2010": "C1", "2011": "R1", **KEEP}
    g = attack(pieces, "2008", "G1 G2 G3", sheet(sides=walls))
    fight(g, 3)
    do(g, "retreat, stop")
    assert place(g, "B1") == "2010"
    assert has(g, "B1", "helpless")
    assert no(g, "attack 2010") == "7.11", "only armor and a unit attacked before are there"


@rule("8.18b", "7.56")
def test_not_helpless_in_a_barrage() -> None:
    """W17."""
    walls = {f"2208 {d}": "river" for d in ("SE", "SW", "NE", "NW", "N")}
    walls |= {f"2209 {d}": "river" for d in ("NE", "SE", "SW", "NW")}
    pieces = {"2208": "B1", "2210": "C1", "2211": "R1", "2308": "R2", "2404": "KAG", "2405": "AAG"}
    g = at(pieces, "barrage", sheet(sides=walls))
    do(g, "aim 2208, add AAG, fire, roll 3, roll 6, retreat")
    assert place(g, "B1") == "2210"
    assert not has(g, "B1", "helpless")
    do(g, "aim 2210, add KAG, fire, roll 4")
    assert g.frame.title == "MoraleDie", "it suffers like any other"
    assert g.frame.most(g) == 3 - 2 - 1, "morale 3, less 2, and 1 added"  # type: ignore[attr-defined]


@rule("7.57", "7.72")
def test_leaving_together() -> None:
    """W18."""
    pieces = {"2008": "B1 C1", "2007": "M1", "2107": "M2", "1907": "G1", **KEEP}
    g = attack(pieces, "2008", "M1 M2 G1")
    fight(g, next(d for d in range(1, 7) if do(g.copy(), f"fight, roll {d}").frame.title == "HoldOrRetreat"))
    do(g, "retreat")
    assert offered(g, "pick") == {"B1", "C1"}
    assert no(g, "done") == "7.42"
    do(g, "pick B1")
    while g.frame.title == "Retreat":
        g.play(g.actions()[0])
    stays = do(g.copy(), "done")
    assert place(stays, "C1") == "2008"
    assert stays.frame.title == "CombatPhase", "no advance: armor is left"
    do(g, "pick C1")
    while g.frame.title == "Retreat":
        g.play(g.actions()[0])
    assert has(g, "C1", "disrupted")
    assert g.frame.title == "Advance"


@rule("7.57", "7.58a", "8.33")
def test_guns_neither_retreat_nor_go_along() -> None:
    for mode in ("V4", "V4/flipped"):
        g = attack({"2008": mode, "2007": "G1", "2107": "G2", **KEEP}, "2008", "G1 G2")
        fight(g, 1 if mode == "V4" else 6)
        assert place(g, "V4") == "dead-german"
    g = at({"2008": "C1 V4", "2007": "T1", "1907": "T2", "2107": "T3"}, "own-fire")
    do(g, "aim 2008, add T1, add T2, add T3, fire, roll 1, roll 6, retreat")
    assert g.frame.title == "Retreat", "nobody can go along: the gun stays"


@rule("7.55a", "7.57")
def test_companions_do_not_overstack() -> None:
    """W36."""
    units = {"2208": "B1 C1", "2207": "R1", "2108": "R2", "2308": "G1", "2209": "B2", "2210": "B3"}
    g = at(units, "combat")
    assert ways_of(g, "B1", fleeing="B1") == {"2209-2210"}
    assert ways_of(g, "C1", along=True, fleeing="B1") == {"2209-2210"}
    g = at({**units, "2210": "B3 C2"}, "combat")
    assert ways_of(g, "C1", along=True, fleeing="B1") == set()


@rule("7.53", "7.57")
def test_one_after_another() -> None:
    """W35: if A goes first it may pass through B's hex; if B goes first that is a bare zone."""
    g = at({"2008": "R1", "2009": "R2", "2108": "B1"}, "combat")
    assert {"2009-1909", "2009-2010"} <= ways_of(g, "R1", fleeing="R2")
    g = at({"2008": "R1", "2011": "R2/disrupted", "2108": "B1"}, "combat")
    assert not any(way.startswith("2009") for way in ways_of(g, "R1", fleeing="R2"))


@rule("7.58b")
def test_no_way_is_death() -> None:
    g = attack({"2008": "B1", "2007": "G1", "2108": "G2", "1908": "G3", **KEEP}, "2008", "G1 G2 G3")
    fight(g, 3)
    do(g, "retreat")
    assert place(g, "B1") == "dead-german"


@rule("7.65")
def test_disruption_is_not_doubled() -> None:
    g = attack({"2008": "B1/disrupted", "2007": "G1", **KEEP}, "2008", "G1")
    fight(g, 3)
    do(g, "retreat")
    while g.frame.title == "Retreat":
        g.play(g.actions()[0])
    assert has(g, "B1", "disrupted")
    assert g.flags[number(g, "B1")] & 1 == 1


# -- advances ----------------------------------------------------------------------------------------


@rule("7.72", "7.2.6", "7.74", "7.75", "7.76", "7.73", "7.77a", "7.77b", "7.13")
def test_advance_after_combat() -> None:
    on = sheet({"2008": "woods 3"})
    pieces = {"2008": "B1/disrupted/reduced", "2007": "G1", "2107": "G2", "2108": "G3", "2009": "B2", **KEEP}
    g = attack(pieces, "2008", "G1 G2", on)
    fight(g, 1)
    assert place(g, "B1") == "dead-german"
    assert g.frame.title == "Advance"
    assert offered(g, "advance") == {"G1", "G2"}
    assert no(g, "advance G3") == "7.76", "only participants"
    assert not may(g, "attack 2009"), "first the advance"
    do(g, "advance G1")
    assert place(g, "G1") == "2008", "whatever it costs, and into a zone"
    assert g.frame.title == "CombatPhase", "one Soviet unit fits"
    assert may(g, "attack 2009")
    assert no(do(g, "attack 2009"), "add G1") == "7.11", "it has attacked"


@rule("7.76")
def test_germans_advance_up_to_three_points() -> None:
    pieces = {"2008": "R1/reduced/disrupted", "2007": "P1 C1", "2107": "B1 C2", **KEEP}
    g = attack(pieces, "2008", "P1 C1 B1 C2", player=1)
    fight(g, 1)
    assert place(g, "R1") == "dead-soviet"
    do(g, "advance P1")
    assert no(g, "advance B1") == "4.12"
    assert may(g, "advance C1")
    do(g, "advance C1")
    assert g.frame.title == "CombatPhase", "three points"


@rule("7.77a", "7.72")
def test_nobody_must_advance_and_the_defender_never_does() -> None:
    pieces = {"2008": "R1/reduced/disrupted", "2007": "P1", **KEEP}
    g = attack(pieces, "2008", "P1", player=1)
    fight(g, 1)
    do(g, "stop")
    assert place(g, "P1") == "2007"
    g = attack({"2008": "M1", "2007": "B1/reduced", **KEEP}, "2008", "B1", player=1)
    fight(g, 6)
    assert place(g, "B1") == "dead-german"
    assert g.frame.title == "CombatPhase", "AE, and no advance"


# -- brute force -------------------------------------------------------------------------------------


def every_way(g: P, piece: int, fleeing: int) -> set[tuple[int, int]]:
    """b.5 written out: all pairs of hexes, each tested by itself, and those of the best rank."""
    board, side, origin = g.game.board, g.game.side_of[piece], g.where[piece]
    unit, mine = g.game.roster[piece], g.game.roster.of_side[g.game.side_of[piece]]

    def legal(a: int, b: int) -> bool:
        if not board.adjacent[a] >> b & 1 or not play_area(g) >> b & 1 or occupied(g, 1 - side) >> b & 1:
            return False
        friends = g.here.get(b, 0) & mine & ~(1 << piece)
        if enemy_zone(g, side) >> b & 1 and not friends:
            return False
        features, route = board.side(a, b).features, (a, b) in g.game.map.routes
        if "river" in features and not route:
            return False
        if unit.mobility != MOTZ or route:
            return True
        return board.terrain[b] != "swamp" and not ("stream" in features and shaken(g) >> piece & 1)

    def held(b: int) -> bool:
        return bool(g.here.get(b, 0) & mine & ~fleeing)

    def full_hex(b: int) -> bool:
        return load_of(g, b, side) + g.game.points[piece] > LIMIT[side]

    edge = {p for tag in ("edge-north", "edge-south", "edge-east", "edge-west") for p in each(board.tagged(tag))}
    if unit.mobility == MOTZ:
        edge -= {p for p in edge if board.terrain[p] == "swamp" and not board.extra[p].get("exits")}
    ranked: list[tuple[tuple[bool, bool, bool], tuple[int, int]]] = []
    if origin in edge:
        ranked.append(((False, False, False), (OFF, OFF)))
    near = list(each(board.adjacent[origin]))
    for first, second in product(near, each(board.all)):
        if board.distance(origin, second) == 2 and legal(origin, first) and legal(first, second):
            ranked.append(((full_hex(second), held(second), held(first)), (first, second)))
    if origin not in edge:
        ranked += [((False, False, held(f)), (f, OFF)) for f in near if f in edge and legal(origin, f)]
    best = min((rank for rank, _ in ranked), default=None)
    return {way for rank, way in ranked if rank == best}


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("scenario", ["kustrin", "seelow"])
def test_ways_agree_with_brute_force(scenario: str, seed: int) -> None:
    rng = random.Random(seed)
    rows = 8 if scenario == "kustrin" else 17
    hexes = [n for n in game.board.names if n and int(n[2:]) <= rows and (int(n[:2]) <= 24 or seed % 2)]
    units = rng.sample([u.id for u in game.roster.units], 80)
    pieces: dict[str, str] = {}
    for unit in units:
        spot = rng.choice(hexes)
        if spot in pieces and (pieces[spot][:2] != unit[:2] or unit[:2] == "SU"):
            continue
        flag = rng.choice(["", "", "/disrupted"])
        pieces[spot] = f"{pieces.get(spot, '')} {unit}{flag}".strip()
    g = position(game, pieces, "combat", scenario=scenario, turn=3)
    some = [p for p in range(len(game.roster)) if g.where[p] < game.board.size and not game.artillery >> p & 1]
    for piece in some:
        others = sum(1 << p for p in rng.sample(some, 3) if game.side_of[p] == game.side_of[piece])
        fleeing = 1 << piece | others
        assert set(ways(g, Piece(piece), fleeing, shaken(g)).ways) == every_way(g, piece, fleeing), full(str(piece))
