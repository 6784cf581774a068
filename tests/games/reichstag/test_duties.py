"""Who must attack and who must be attacked (11.6, 12.1, 12.3-12.5, 12.9-12.13), also at the Reichstag (5.0)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.reichstag.fights import EVERYWHERE, Fight, declared
from tests.games.reichstag.helpers import blank
from tests.support import rule

from grognard.engine.pieces import Pieces
from grognard.engine.places import Place, Places, gather
from grognard.games.reichstag.duties import (
    Contact,
    Duties,
    _completed,
    duties_at_opening,
    stranded_attacker,
    stranded_target,
)

OBJECTIVE = "suburban objective vp-5"
R = (0, 0)
A, B, C = (0, 0), (1, 0), (-1, 0)

# -- the test of no stranding, against its definition --------------------------------------------

Edges = frozenset[tuple[int, int]]
edges = st.frozensets(st.tuples(st.integers(0, 3), st.integers(10, 13)), min_size=1)
marks = st.frozensets(st.integers(0, 3))


def legal(edges: Edges, oa: set[int], od: set[int], attackers: set[int], targets: set[int]) -> bool:
    """The definition, word by word."""
    if not attackers or not targets or any((a, d) not in edges for a in attackers for d in targets):
        return False
    for a in oa - attackers:
        reach = {d for x, d in edges if x == a}
        if reach and reach <= targets:
            return False
    for d in od - targets:
        sources = {a for a, y in edges if y == d}
        if sources and sources <= attackers:
            return False
    return True


def subsets(of: set[int]) -> list[set[int]]:
    return [set(chosen) for size in range(1, len(of) + 1) for chosen in combinations(sorted(of), size)]


def graph(edges: Edges) -> Contact:
    targets: dict[Place, Places] = {}
    for a, d in sorted(edges):
        targets[Place(a)] = Places(targets.get(Place(a), 0) | 1 << d)
    return Contact({Place(a): Pieces(1 << a) for a, _ in edges}, targets)


@rule("12.4b", "12.5a", "12.5b")
@given(edges, marks, marks)
def test_what_is_legal_and_what_can_become_legal(edges: Edges, must_attack: frozenset[int], be: frozenset[int]) -> None:
    """R47 For every graph: exactly the attacks of the definition are legal, and looking ahead finds every one."""
    left, right = {a for a, _ in edges}, {d for _, d in edges}
    oa, od = set(must_attack) & left, {d + 10 for d in be} & right
    now, duties = graph(edges), Duties(gather(oa), gather(od))
    all_legal = [(a, d) for a in subsets(left) for d in subsets(right) if legal(edges, oa, od, a, d)]
    for a in subsets(left):
        for d in subsets(right):
            am, dm = gather(a), gather(d)
            if not now.meets(am, dm):
                continue
            plain = stranded_attacker(now, duties, am, dm) is None and stranded_target(now, duties, am, dm) is None
            assert plain == legal(edges, oa, od, a, d)
            plan = _completed(now, duties, am, dm)
            assert (plan.stranded is None) == any(a <= x and d <= y for x, y in all_legal)
    if oa or od:
        assert all_legal, "as long as there is a duty there is a legal attack"


# -- who must ------------------------------------------------------------------------------------


@rule("11.6", "12.1")
def test_units_in_enemy_zones_must_attack() -> None:
    fight = Fight({A: "rd5", (0, -1): "m2", (5, 5): "rd5b"})
    assert fight.refused("end") == "12.1"
    assert "35G Rifle Division" in fight.why_not("end")
    fight = Fight({A: "rd5", (0, -1): "m2"}, player_turn=1)
    assert fight.refused("end") == "12.1"


@rule("12.1")
def test_the_phase_is_not_asked_for_where_nobody_is_in_contact() -> None:
    assert Fight({A: "rd5", (0, -2): "m2"}).over


@rule("12.4a")
def test_attacks_are_made_one_after_another_in_any_order() -> None:
    pieces = {A: "rd5", (0, -1): "m2", (4, 0): "rd5b", (4, -1): "m2b"}
    for first, second in (("0,-1", "4,-1"), ("4,-1", "0,-1")):
        fight = Fight(pieces)
        assert fight.can("attack") == {(0, -1), (4, -1)}
        # 250 percent; 4 is DA on the assault table.
        fight.attack(first, "assault").play("roll 4")
        assert not fight.over
        fight.attack(second, "assault").play("roll 4")
        assert fight.over


@rule("12.4b")
def test_the_prompt_names_everyone_with_a_duty() -> None:
    fight = Fight({A: "rd5", (0, -1): "m2"})
    ask = fight.g.frame.ask(fight.g)  # type: ignore[attr-defined]
    assert ask.prompt.startswith("Choose a hex to attack: 35G Rifle Division must attack; ")
    assert [fight.game.roster[p].id for p in ask.pieces] == ["1BF-35GRD"]
    assert ask.places == (fight.place(0, -1),)


@rule("12.4c")
def test_six_hexes_may_attack_one() -> None:
    ring = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
    names = ["rd5", "rd5b", "rd5c", "rd5d", "rd5e", "rd5f"]
    fight = Fight({A: "m3"} | dict(zip(ring, names, strict=True)))
    assert fight.odds("0,0") == ("30 against 3", "1000%")


@rule("12.4c", "12.5a")
def test_one_stack_may_attack_three_hexes_at_once() -> None:
    fight = Fight({A: "tc9 bd3", (0, -1): "m2", (1, 0): "m2b", (-1, 1): "m2c"})
    assert fight.odds("0,-1", "tc9 bd3", "1,0", "-1,1") == ("12 against 6", "200%")


@rule("12.4d", "11.2c")
@pytest.mark.parametrize(("terrain", "must"), [("clear", True), (OBJECTIVE, False), ("clear sbahn", True)])
def test_germans_in_objective_hexes_may_attack_or_not(terrain: str, must: bool) -> None:
    fight = Fight({A: "m3", (0, -1): "rd5"}, on=blank({A: terrain}), player_turn=1)
    assert ("end" in fight.texts()) != must
    assert fight.can("attack") == {(0, -1)}


@rule("23.2a")
def test_germans_in_s_bahn_hexes_need_not_attack_in_the_better_prepared_defence() -> None:
    fight = Fight(
        {A: "m3", (0, -1): "rd5"}, on=blank({A: "clear sbahn"}), player_turn=1, options=["better_prepared_defense"]
    )
    assert "end" in fight.texts()


@rule("12.4e")
def test_soviets_next_to_a_german_objective_must_attack_it() -> None:
    fight = Fight({A: "rd5", (0, -1): "s2"}, on=blank({(0, -1): OBJECTIVE}))
    assert fight.refused("end") == "12.1"
    assert fight.declarations() == declared(([A], [(0, -1)]))


@rule("12.4f", "11.2d")
def test_soviets_in_an_objective_hex_control_the_hexes_around_it() -> None:
    fight = Fight({A: "rd5", (0, -1): "m2"}, on=blank({A: OBJECTIVE}), player_turn=1)
    assert fight.refused("end") == "12.1"
    fight = Fight({A: "rd5", (0, -1): "m2"}, on=blank({A: OBJECTIVE}))
    assert fight.refused("end") == "12.1"


@rule("12.4b")
def test_a_volunteer_to_whom_a_target_is_left_is_bound() -> None:
    """R48"""
    g1, g2, s1, s2 = (0, 0), (1, 0), (1, -1), (2, -1)
    # g2 is between both Soviets, g1 in its objective hex next to the first only.
    fight = Fight({g1: "m3", g2: "m2", s1: "rd5", s2: "bd3"}, on=blank({g1: OBJECTIVE}), player_turn=1)
    assert fight.declarations() == declared(
        ([g2], [s1, s2]),
        ([g2], [s2]),
        ([g1], [s1]),
    )
    # 66 percent; 3 on the assault table is AA: the 2 is lost, and the garrison is left with the first Soviet.
    fight.attack("2,-1", "assault", "m2").play("roll 3")
    assert fight.refused("end") == "12.4b"
    assert fight.declarations() == declared(([g1], [s1]))


@rule("12.4b")
def test_no_new_duties_arise_in_the_phase() -> None:
    """R51"""
    # 450 percent; 6 is DP. The corps advances next to a German who was not in contact before.
    fight = Fight({A: "tc9", (0, -1): "m2", (0, -3): "v1"}).attack("0,-1", "mobile").play("roll 6; advance tc9")
    fight.play("go 0,-2")
    assert fight.over


# -- who may -------------------------------------------------------------------------------------


@rule("12.3")
def test_nobody_attacks_or_is_attacked_twice() -> None:
    # 9 against 3 is 300 percent; 4 on the assault table is DA.
    pieces = {A: "tc9", (0, -1): "m2 v1", (0, -2): "rd5", (4, 0): "rd5b", (4, -1): "m2b"}
    fight = Fight(pieces).attack("0,-1", "assault", "tc9 rd5").play("roll 4; enough")
    assert fight.can("attack") == {(4, -1)}
    assert fight.refused("attack 0,-1") == "12.3"
    fight.play("attack 4,-1")
    assert fight.refused("join tc9") == "12.3"


@rule("12.3")
def test_the_rest_of_a_volunteers_hex_may_not_attack_later() -> None:
    """R47"""
    fight = Fight({A: "m3 m2", (0, -1): "rd5", (0, 1): "rd5b"}, on=blank({A: OBJECTIVE}), player_turn=1)
    assert fight.play("attack 0,-1").can("leave") == {"m3", "m2"}
    # 40 percent; 4 on the assault table is AA.
    fight.play("leave m3; assault; roll 4")
    assert fight.over, "the 3 is next to (0, 1) and has not fought, but its hex has attacked"


@rule("12.9", "12.10")
def test_the_units_of_a_hex_that_must_attack_attack_together() -> None:
    fight = Fight({A: "rd5 bd3", (0, -1): "m2", (1, 0): "rd5b"}).play("attack 0,-1")
    assert fight.can("leave") == {"rd5", "bd3"}
    assert fight.refused("join bd3") == "12.9"
    fight.play("leave bd3")
    assert fight.can("leave") == set()
    fight.play("join rd5")
    assert fight.can("leave") == {"rd5", "bd3"}


@rule("12.10")
def test_a_stack_is_never_split_between_two_targets() -> None:
    fight = Fight({A: "rd5 bd3", (0, -1): "m2", (0, 1): "m2b"})
    assert fight.declarations() == declared(([A], [(0, -1), (0, 1)]))


@rule("12.11")
def test_all_units_of_a_hex_defend_together() -> None:
    fight = Fight({A: "tc9", (0, -1): "m2 v1 s2"})
    assert fight.odds("0,-1")[0] == "9 against 5"


@rule("12.12")
def test_bracketed_units_never_attack() -> None:
    fight = Fight({A: "v1", (0, -1): "rd5"}, player_turn=1)
    assert fight.over
    fight = Fight({A: "v1 tower m2", (0, -1): "rd5"}, player_turn=1).play("attack 0,-1")
    assert fight.refused("join v1") == "12.12"
    assert fight.refused("join tower") == "12.12"
    assert fight.can("leave") == {"m2"}


@rule("12.13c")
def test_units_without_strength_have_zones_and_cannot_attack() -> None:
    game = blank({A: OBJECTIVE})
    fight = Fight({A: "cp m2", (0, -1): "rd5"}, on=game, player_turn=1).play("attack 0,-1")
    assert fight.refused("join cp") == "12.13c"
    assert Fight({A: "cp", (0, -1): "rd5"}, on=game).refused("end") == "12.1", "its zone obliges the division"


@rule("12.8", "12.25a")
def test_markers_do_not_attack_by_themselves() -> None:
    fight = Fight({A: "rd5", (0, -1): "m2", (0, -2): "art"}).play("attack 0,-1")
    assert fight.refused("join art") == "12.8"
    fight.play("leave rd5")
    assert fight.refused("assault") == "12.8"


@rule("12.5b")
def test_every_attacker_must_be_next_to_every_defender() -> None:
    fight = Fight({A: "rd5", B: "rd5b", (1, -1): "m2", (-1, 1): "m2b"}).play("attack 1,-1")
    assert fight.can("leave") == {"rd5b"}
    assert fight.refused("add -1,1") == "12.5b"
    fight.play("cancel; attack -1,1")
    assert fight.refused("join rd5b") == "12.5b"


@rule("12.1")
def test_only_the_phasing_side_attacks() -> None:
    fight = Fight({A: "rd5", (0, -1): "m2"}).play("attack 0,-1")
    assert fight.refused("join m2") == "12.1"
    assert fight.refused("join tc9") == "12.5b"


@rule("5.2", "5.3", "27.5m")
def test_nobody_attacks_over_the_boundary() -> None:
    game = blank(uf=[(q, r) for q, r in EVERYWHERE if r >= 1])
    fight = Fight({A: "rd5", (0, 1): "m2", (0, -1): "m3"}, on=game)
    assert fight.declarations() == declared(([A], [(0, -1)]))
    assert fight.refused("attack 0,1") == "5.2"
    germans = Fight({A: "rd5", (0, 1): "m2", (0, -1): "m3"}, on=game, player_turn=3)
    assert germans.over, "the Germans of the 1UF sector have nobody to attack"


# -- the Reichstag -------------------------------------------------------------------------------

REICHSTAG = blank(uf=[(q, r) for q, r in EVERYWHERE if r >= 1], reichstag=R)


@rule("5.5")
@pytest.mark.parametrize("guest", ["ur5", "uart"])
def test_no_attack_on_the_reichstag_while_the_other_front_is_in_it(guest: str) -> None:
    # A unit of the other Front cannot be there together with the garrison, but its marker can.
    pieces = {R: f"s2 {guest}" if guest == "uart" else guest, (0, -1): "rd5", (1, -2): "m2"}
    fight = Fight(pieces, on=REICHSTAG)
    assert fight.can("attack") == {(1, -2)}
    if guest == "uart":
        assert fight.refused("attack 0,0") == "5.5"


@rule("5.5")
@pytest.mark.parametrize(("player_turn", "place", "unit"), [(0, (0, -1), "rd5"), (2, (0, 1), "ur5")])
def test_both_fronts_may_attack_the_reichstag(player_turn: int, place: tuple[int, int], unit: str) -> None:
    fight = Fight({R: "s2 v1", place: unit}, on=REICHSTAG, player_turn=player_turn)
    assert fight.declarations() == declared(([place], [R]))


@rule("5.6b", "16.10b")
def test_the_garrison_never_attacks() -> None:
    fight = Fight({R: "s2 s1", (0, -1): "rd5"}, on=REICHSTAG, player_turn=1)
    assert fight.over
    fight = Fight({R: "s2 s1", (0, -1): "rd5", (1, -2): "m2"}, on=REICHSTAG, player_turn=1).play("attack 0,-1")
    assert fight.refused("join s2") == "5.6b"


@rule("5.6c")
def test_the_garrison_has_no_zone_and_owes_no_duty() -> None:
    fight = Fight({R: "s2", (0, -1): "rd5"}, on=REICHSTAG)
    assert "end" in fight.texts()
    assert duties_at_opening(fight.g) == Duties()


@rule("5.6d")
def test_germans_may_not_attack_into_the_reichstag() -> None:
    fight = Fight({R: "rd5", (0, -1): "m2"}, on=REICHSTAG, player_turn=1)
    assert fight.over
    fight = Fight({R: "rd5", (0, -1): "m2", (0, -2): "bd3"}, on=REICHSTAG, player_turn=1)
    assert fight.refused("attack 0,0") == "5.6d"
    assert fight.declarations() == declared(([(0, -1)], [(0, -2)]))


@rule("5.6c", "12.4b")
def test_soviets_in_the_reichstag_are_never_pinned_but_pin_others() -> None:
    """R14"""
    fight = Fight({R: "rd5", (0, -1): "m2"}, on=REICHSTAG)
    duties = duties_at_opening(fight.g)
    assert (duties.attack, duties.be_attacked) == (0, 1 << fight.place(0, -1))
    assert Fight({R: "rd5", (0, 1): "m2"}, on=REICHSTAG).over, "the other Front's sector is out of its zone"
    objective = blank({(0, -1): OBJECTIVE}, uf=[(q, r) for q, r in EVERYWHERE if r >= 1], reichstag=R)
    free = Fight({R: "rd5", (0, -1): "m2"}, on=objective)
    assert "end" in free.texts()
