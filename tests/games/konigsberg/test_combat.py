"""Combat (7), odds (0.1c, 0.1d, 7.4), results, losses (8) and air units (13)."""

from __future__ import annotations

from tests.games.konigsberg.helpers import (
    NE,
    SE,
    SW,
    C,
    Pieces,
    Pos,
    announce,
    battle,
    blank,
    column,
    command,
    fighting,
    game,
    panel,
    plan,
    ready,
    reduce,
    steps,
)
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.games.konigsberg.odds import ladder, rung

HQ = {"1826": "S-HQ39"}
TOWN = blank(tags=((C, "town"),))
VILLAGE = blank(tags=((C, "village"),))
CITY = blank(tags=((C, "city"),))
FOREST = blank(terrain=((C, "forest"),))


def attack(units: str = "S-94", defender: str = "G-56", **more: str) -> Pieces:
    """Units of the 39th Army north-east of a German in the middle."""
    return {**HQ, NE: units, C: defender, **more}


# -- odds ----------------------------------------------------------------------------------------


@rule("0.1c", "7.4(1)", "7.4(3)")
def test_modifiers_multiply_and_fractions_are_kept() -> None:
    """Example 2: out of supply across a minor river 7/4, supplied across it 7/2: 5¼ against 5 is 1:1."""
    on = blank(sides=(("2026", "NE", "river minor"),))
    g = fighting(attack("S-94/out-of-supply S-113"), on=on)
    calculation = panel(plan(g, C, "S-94 S-113"))
    assert [term.value for term in calculation.terms[:2]] == ["1¾", "3½"]
    assert calculation.column == "1:1"


@rule("0.1d/1", "7.4", "7.4(1)")
def test_fractions_are_dropped_once() -> None:
    """Example 1: three corps of 7 out of supply make 10, not 9: 2:1 against 5."""
    orphan = {**HQ, NE: "S-94/out-of-supply S-113/out-of-supply", SE: "S-72/out-of-supply", C: "G-56"}
    assert column(orphan, C, "S-94 S-113 S-72", take="S-72") == "2:1"


@rule("7.4", "0.1d/2", "7.4b/2")
def test_the_ratio_favours_the_defender() -> None:
    assert [ladder(23, 5), ladder(4, 7), ladder(7, 5), ladder(5, 5)] == [4, 0, 1, 1]
    assert [ladder(1, 3), ladder(2, 7), ladder(100, 5)] == [-1, -2, 20]
    assert [rung(3), rung(1), rung(0), rung(-1)] == ["3:1", "1:1", "1:2", "1:3"]


@rule("0.1d/3", "7.4b/1", "0.1e/2")
def test_below_one_to_two_the_attack_is_cancelled() -> None:
    """Example 33: 1:2 in forest is cancelled, with an air unit it is not; units are spent, air units stay ready."""
    pieces = attack("S-94", "G-56 G-69")
    assert column(pieces, C, "S-94") == "1:2"
    g = fighting({**pieces, "cup": "G:9"}, on=FOREST)
    assert "cancelled" in panel(plan(g, C, "S-94")).total
    g.play("announce")
    assert g.frame.title == "DrawChit", "no die, and nobody is left to attack"
    helped = fighting({**pieces, "air-3br": "1VA-1"}, on=FOREST)
    announce(helped, C, "S-94", "1VA-1")
    assert helped.frame.title == "CombatDie"
    unused = fighting({**pieces, "air-3br": "1VA-1"}, on=FOREST)
    announce(unused, C, "S-94")
    assert where(unused, "1VA-1") == "air-3br"


@rule("7.4b/2", "0.1d/2")
def test_shifts_are_counted_on_an_open_ladder() -> None:
    """Example 34: 9:1 less one is still 8:1, 8:1 less one is 7:1."""
    big = {**HQ, NE: "S-5G S-94", SE: "S-113 S-2GT", "1926": "S-1T"}
    pieces = {**big, C: "G-551"}
    weak = fighting(pieces, take="S-2GT S-1T", on=FOREST)
    assert panel(plan(weak, C, "S-5G S-94 S-113 S-2GT")).column == "7:1", "33 against 4"
    strong = fighting(pieces, take="S-2GT S-1T", on=FOREST)
    assert panel(plan(strong, C, "S-5G S-94 S-113 S-2GT S-1T")).column == "8:1", "42 against 4"


@rule("7.4b/3")
def test_no_defence_left_is_the_last_column() -> None:
    on = blank(tags=((C, "city"),), units=(("G-10R", "defence", "1"),))
    assert column(attack("S-94", "G-10R/isolated"), C, "S-94", on=on) == "8:1"


@rule("7.4(2)", "11.3b", "11.3a")
def test_isolated_units_attack_and_defend_at_half() -> None:
    assert column(attack("S-94", "G-56/isolated"), C, "S-94") == "3:1", "7 against 2½, rounded down"
    assert column(attack("S-94/isolated", "G-56"), C, "S-94") == "1:2"
    assert column(attack("S-94", "G-56/out-of-supply"), C, "S-94") == "1:1", "out of supply defends at full"


@rule("7.4(3)", "7.4a/3")
def test_rivers_and_ice_halve_the_attack() -> None:
    def with_side(features: str, path: str = "") -> str:
        paths = (("road", path),) if path else ()
        on = blank(sides=(("2026", "NE", features),), paths=paths)
        return column(attack("S-5G S-94", "G-551"), C, "S-5G S-94", on=on)

    assert with_side("coast") == "4:1"
    assert with_side("river minor") == "2:1"
    assert with_side("river minor bridge", f"{C}-{NE}") == "4:1"
    assert with_side("river major bridge", f"{C}-{NE}") == "2:1"
    assert with_side("lake") == "2:1"
    supply = column(
        attack("S-5G/out-of-supply S-94/out-of-supply", "G-551"),
        C,
        "S-5G S-94",
        on=blank(sides=(("2026", "NE", "river major bridge"),), paths=(("road", f"{C}-{NE}"),)),
    )
    assert supply == "1:1", "a quarter of 16"


@rule("7.4a/1", "7.2(2)")
def test_terrain_shifts_add_up() -> None:
    line = (("2026", "NE", "line"),)
    both = blank(terrain=((C, "forest"),), sides=line)
    pieces = attack("S-5G S-94", "G-551")
    assert column(pieces, C, "S-5G S-94") == "4:1"
    assert column(pieces, C, "S-5G S-94", on=FOREST) == "3:1"
    assert column(pieces, C, "S-5G S-94", on=blank(terrain=((C, "swamp"),))) == "3:1"
    assert column(pieces, C, "S-5G S-94", on=TOWN) == "4:1", "a town holds ground, but shifts nothing"
    assert column(pieces, C, "S-5G S-94", on=VILLAGE) == "4:1"
    assert column(pieces, C, "S-5G S-94", on=both) == "2:1"


@rule("7.4a/2")
def test_lines_and_fortresses_help_germans_if_all_attack_across() -> None:
    for feature in ("line", "fortress"):
        on = blank(sides=(("2026", "NE", feature),))
        assert column(attack("S-5G S-94", "G-551"), C, "S-5G S-94", on=on) == "3:1"
        mixed = attack("S-5G", "G-551") | {SE: "S-94"}
        assert column(mixed, C, "S-5G S-94", on=on) == "4:1", "one comes across a plain side"
    on = blank(sides=(("2026", "NE", "line"),))
    soviet = {"1826": "G-HQ26", NE: "G-1 G-56", C: "S-28GT"}
    assert column(soviet, C, "G-1 G-56", "G:26", on=on) == "4:1", "no help for Soviets"


def test_koenigsberg_from_two_sides() -> None:
    """Example 45: 16 and half of 7 against the fortress of 6: 3:1, the fortress makes it 2:1."""
    pieces = {"2409": "S-HQ19", "2309": "S-40G S-132", "2210": "S-134", "2209": "G-FKB"}
    assert column(pieces, "2209", "S-40G S-132 S-134", "S:19", on=game) == "2:1"


@rule("7.2(2)")
def test_the_opening_attack_of_the_28th_army() -> None:
    """Example 3: 26 against 4 is 6:1, less one for the line, plus two for a FULL air unit: 7:1; die 3 is D1r2."""
    pieces = {"4310": "S-HQ28", "4110": "S-3G S-20", "4111": "S-128 S-213T", "4010": "G-549", "air-3br": "1VA-1"}
    g = fighting(pieces, "S:28", "S-213T", on=game)
    plan(g, "4010", "S-3G S-20 S-128 S-213T").play("announce")
    assert panel(g).column == "5:1"
    play(g, "full 1VA-1")
    if g.frame.title == "Aircraft":
        assert panel(g).column == "7:1"
        g.play("done")
    g.play("roll 3")
    assert steps(g, "G-549") == 1
    assert where(g, "1VA-1") == "grounded"


# -- who attacks ---------------------------------------------------------------------------------


@rule("7.0/1", "4.7")
def test_lone_hqs_and_empty_hexes_are_no_targets() -> None:
    g = fighting({**HQ, NE: "S-94", C: "G-HQ26", "2225": "G-56"})
    assert targets(g, "attack") == {"2225"}
    assert refused(g, f"attack {C}") == "7.0/1"


@rule("7.0/2", "7.2(4)", "7.3a/1", "7.3a/2")
def test_attacks_are_voluntary_and_each_unit_attacks_once() -> None:
    """Two units of one hex attack two hexes; whoever attacked is not offered again; the rest may be left."""
    g = fighting({**HQ, NE: "S-94 S-113", C: "G-551", "2225": "G-56", "cup": "G:9"})
    announce(g, C, "S-94")
    assert "end" not in texts(g)
    g.play("roll 6")
    while g.frame.title != "Attacks":
        g.play(sorted(texts(g) - {"done"})[0] if g.frame.title != "Advance" else "done")
    assert targets(g, "attack") >= {"2225"}
    plan(g, "2225", "S-113")
    assert refused(g, "join S-94") == "7.3a/2"
    g.play("give-up")
    g.play("end")
    assert g.frame.title == "DrawChit"


@rule("0.1e/2", "7.2(1)")
def test_a_plan_can_be_changed_until_it_is_announced() -> None:
    g = fighting(attack("S-94 S-113"))
    play(g, f"attack {C}, leave S-94")
    assert panel(g).column == "1:1"
    play(g, "nobody")
    assert refused(g, "announce") == "7.2(1)"
    play(g, "join S-113, give-up")
    assert not flagged(g, "S-113", "attacked")
    play(g, f"attack {C}, announce")
    assert texts(g) == {f"roll {die}" for die in range(1, 7)}


@rule("7.3b", "7.2(3)")
def test_a_hex_defends_as_one() -> None:
    assert column(attack("S-5G S-94", "G-56 G-551"), C, "S-5G S-94") == "1:1", "16 against 9"
    g = fighting(attack("S-5G S-94", "G-56 G-551"))
    announce(g, C, "S-5G S-94").play("roll 1")
    assert g.frame.title != "CombatDie", "one die"


@rule("7.3c", "3.5(1)")
def test_zero_units_join_and_bracketed_ones_do_not() -> None:
    """152 UR adds nothing; a garrison cannot attack at all; nor can anybody across an unbridged major river."""
    g = fighting({**HQ, NE: "S-94 S-152", C: "G-56"}, take="S-152")
    plan(g, C, "S-94")
    before = panel(g).column
    g.play("join S-152")
    assert panel(g).column == before
    g.play("leave S-94")
    assert refused(g, "announce") == "7.2(1)"
    garrison = command({"1826": "G-HQ26", NE: "G-FLO G-56", C: "S-28GT"}, "G:26")
    play(garrison, "draw G:26, end")
    plan(garrison, C, "G-56")
    assert refused(garrison, "join G-FLO") == "1.3c/1"


@rule("3.5(1)")
def test_no_attack_across_an_unbridged_major_river() -> None:
    on = blank(sides=(("2026", "NE", "river major"),))
    g = fighting({**HQ, NE: "S-94", C: "G-56", "2225": "G-349"}, on=on)
    assert targets(g, "attack") == {"2225"}
    assert refused(g, f"attack {C}") == "3.5(1)"


@rule("0.4/1", "8.0a")
def test_an_hq_neither_fights_nor_takes_losses() -> None:
    g = fighting({NE: "S-94 S-HQ39", C: "G-56 G-HQ26"})
    plan(g, C, "S-94")
    assert refused(g, "join S-HQ39") == "0.4/1"
    assert panel(g).column == "1:1"
    play(g, "announce, roll 1")
    assert where(g, "S-94") == "dead", "A2"
    assert steps(g, "S-HQ39") == 1


# -- results -------------------------------------------------------------------------------------

OPEN = {**HQ, NE: "S-5G S-94", C: "G-551", "1223": "G-HQ9"}
"""16 against 4: 4:1. Die 1 and 2 are A1*/Dr, 3 Dr, 4 Dr2, 5 D1r, 6 D1r2."""


def settle(g: Pos) -> Pos:
    """Play the retreat to its end."""
    while g.frame.title in ("RetreatStep", "TogetherOrApart", "NextRetreat", "Surplus", "OneMoreHex"):
        g.play(sorted(texts(g))[0])
    return g


@rule("7.1/1", "9.0a")
def test_results_are_steps_and_hexes() -> None:
    """D1r2: one step and two hexes."""
    g = settle(battle(OPEN, C, "S-5G S-94", 6))
    assert steps(g, "G-551") == 1
    assert game.board.distance(game.board.place(C), game.board.place(where(g, "G-551"))) == 2
    one = settle(battle(OPEN, C, "S-5G S-94", 3))
    assert game.board.distance(game.board.place(C), game.board.place(where(one, "G-551"))) == 1


@rule("7.1a/1", "7.1/2")
def test_in_the_open_the_starred_result_is_a_retreat() -> None:
    g = settle(battle(OPEN, C, "S-5G S-94", 1))
    assert where(g, "G-551") != C
    assert (steps(g, "S-5G"), steps(g, "S-94")) == (2, 2)


@rule("7.1a/2", "8.0a", "7.1/2")
def test_in_a_settlement_it_costs_the_attacker_a_step() -> None:
    """Example 6: the defender stays, the attacker's strongest unit flips; a village is enough."""
    for on in (VILLAGE, blank(tags=((C, "town"),))):
        pieces = OPEN if on is VILLAGE else {**OPEN, SE: "S-113"}
        units = "S-5G S-94" if on is VILLAGE else "S-5G S-94 S-113"
        g = battle(pieces, C, units, 1, on=on)
        assert where(g, "G-551") == C
        assert steps(g, "S-5G") == 1
        assert steps(g, "S-94") == 2


@rule("7.1a/3", "9.0c", "3.3")
def test_who_dies_while_retreating_has_retreated() -> None:
    """Example 7: every hex is in a zone, the brigade dies, the attacker loses nothing."""
    beyond = {"2024": "S-72", "1825": "S-65", "1827": "S-45", "2028": "S-20"}
    g = battle({**HQ, NE: "S-5G", SE: "S-94", C: "G-10R", **beyond}, C, "S-5G S-94", 1)
    settle(g)
    assert where(g, "G-10R") == "dead", "16 against 3 is 5:1, die 1 is A1*/Dr"
    assert (steps(g, "S-5G"), steps(g, "S-94")) == (2, 2)


@rule("8.0/1", "8.0d", "8.0e")
def test_a_second_loss_destroys() -> None:
    g = fighting(OPEN)
    reduce(g, "G-551")
    announce(g, C, "S-5G S-94").play("roll 5")
    assert where(g, "G-551") == "dead"
    brigade = battle({**OPEN, C: "G-10R"}, C, "S-5G S-94", 6)
    assert where(brigade, "G-10R") == "dead"
    full = battle({**OPEN, C: "G-551", SE: "S-113", SW: "S-2GT"}, C, "S-5G S-94 S-113 S-2GT", 6, take="S-2GT")
    assert where(full, "G-551") == "dead", "8:1: D3r2"


@rule("8.0a")
def test_the_first_loss_hits_the_strongest() -> None:
    """A2 with a 9 and a 7: the 9 first; then the owner chooses."""
    pieces = {**HQ, NE: "S-5G S-94", C: "G-21 G-1"}
    g = battle(pieces, C, "S-5G S-94", 1)
    assert steps(g, "S-5G") == 1
    assert targets(g, "lose") == {"S-5G", "S-94"}


@rule("8.0a")
def test_equal_units_are_the_owners_choice() -> None:
    g = battle({**HQ, NE: "S-94 S-113", C: "G-21"}, C, "S-94 S-113", 1)
    assert targets(g, "lose") == {"S-94", "S-113"}
    assert refused(g, "lose S-5G") == "8.0a"


@rule("8.0b", "8.0c")
def test_further_losses_are_free() -> None:
    """Both steps may come from one unit."""
    pieces = {**HQ, NE: "S-5G S-94", C: "G-21 G-1"}
    g = battle(pieces, C, "S-5G S-94", 1)
    g.play("lose S-5G")
    assert where(g, "S-5G") == "dead"
    other = battle(pieces, C, "S-5G S-94", 1)
    other.play("lose S-94")
    assert (steps(other, "S-5G"), steps(other, "S-94")) == (1, 1)


@rule("8.0a")
def test_the_strongest_defender_is_the_one_with_the_highest_defence() -> None:
    pieces = {**HQ, NE: "S-5G S-94", SE: "S-113 S-2GT", C: "G-1 G-551"}
    g = battle(pieces, C, "S-5G S-94 S-113 S-2GT", 6, take="S-2GT")
    assert steps(g, "G-1") == 1
    assert steps(g, "G-551") == 2


@rule("8.1/1", "8.1/2", "9.1")
def test_towns_swallow_the_first_loss_and_the_first_hex() -> None:
    """Example 4: D1r in a town is nothing; D2r costs a step and no retreat."""
    pieces = {**OPEN, SE: "S-113 S-2GT", C: "G-551"}
    units = "S-5G S-94 S-113 S-2GT"
    d1r = battle({**OPEN, SE: "S-113"}, C, "S-5G S-94 S-113", 5, on=TOWN)
    assert (steps(d1r, "G-551"), where(d1r, "G-551")) == (2, C), "23 against 4, 4:1: D1r"
    d2r = battle(pieces, C, units, 4, take="S-2GT", on=TOWN)
    assert (steps(d2r, "G-551"), where(d2r, "G-551")) == (1, C), "33 against 4, 7:1: D2r"
    village = battle(OPEN, C, "S-5G S-94", 5, on=VILLAGE)
    assert (steps(village, "G-551"), where(village, "G-551")) == (1, C), "no loss is ignored in a village"


@rule("9.1")
def test_two_hexes_in_a_city_are_one() -> None:
    """Example 5."""
    stay = battle({**OPEN, SE: "S-113"}, C, "S-5G S-94 S-113", 2, on=CITY)
    assert where(stay, "G-551") == C
    g = settle(battle({**OPEN, SE: "S-113"}, C, "S-5G S-94 S-113", 3, on=CITY))
    assert game.board.distance(game.board.place(C), game.board.place(where(g, "G-551"))) == 1


# -- air -----------------------------------------------------------------------------------------

AIR = {"air-3br": "1VA-1 1VA-2 3VA", "air-2br": "4VA-1", "luftwaffe": "LW"}


@rule("13.1/1", "13.0")
def test_air_units_shift_the_column() -> None:
    g = fighting({**OPEN, **AIR})
    plan(g, C, "S-5G S-94").play("announce")
    play(g, "full 1VA-1")
    assert panel(g).column == "6:1"
    play(g, "normal 1VA-2")
    assert g.find(type(g.stack[-2])).air == ((game.names.piece("1VA-1"), 2), (game.names.piece("1VA-2"), 1))  # type: ignore[attr-defined]


@rule("13.1/2")
def test_two_air_units_at_most() -> None:
    g = fighting({**OPEN, **AIR})
    plan(g, C, "S-5G S-94").play("announce")
    play(g, "normal 1VA-1, normal 1VA-2")
    assert g.frame.title == "CombatDie", "a third is not even asked for"


@rule("13.1/3", "13.3")
def test_only_the_attackers_own_air_units_fly() -> None:
    g = fighting({**OPEN, **AIR})
    plan(g, C, "S-5G S-94").play("announce")
    assert targets(g, "full") == {"1VA-1", "1VA-2", "3VA"}
    assert refused(g, "full 4VA-1") == "13.3"
    assert refused(g, "normal LW") == "13.3"
    g.play("done")
    g.play("roll 3")
    assert where(g, "LW") == "luftwaffe"


@rule("13.4/1", "13.3")
def test_the_special_air_armies_serve_the_3rd_front_alone() -> None:
    g = fighting({"1826": "S-HQ3", NE: "S-41", C: "G-551", **AIR}, "S:3")
    play(g, f"attack {C}, announce")
    assert targets(g, "normal") == {"4VA-1"}


@rule("13.1a", "13.2", "13.4/3")
def test_full_and_a_one_ground_an_air_unit() -> None:
    """Example 20."""
    normal = battle({**OPEN, **AIR}, C, "S-5G S-94", 3, air="1VA-1 3VA!")
    assert (where(normal, "1VA-1"), where(normal, "3VA")) == ("refit", "grounded")
    one = battle({**OPEN, **AIR}, C, "S-5G S-94", 1, air="1VA-1")
    assert where(one, "1VA-1") == "grounded"


@rule("1.1a", "1.1b", "13.2a-1", "13.2a-2", "0.2h")
def test_refit_comes_home_and_grounded_begins_to_refit() -> None:
    g = ready(blank(), {"refit": "1VA-1 LW", "grounded": "4VA-1", "cup": "S:39"}, "air")
    assert (where(g, "1VA-1"), where(g, "LW"), where(g, "4VA-1")) == ("air-3br", "luftwaffe", "refit")


@rule("13.4/2", "13.4/3")
def test_the_special_units_need_a_six() -> None:
    g = ready(blank(), {"refit": "3VA 18VA", "cup": "S:39"}, "air")
    assert g.frame.title == "SpecialReturn"
    play(g, "roll 5, roll 6")
    assert sorted([where(g, "3VA"), where(g, "18VA")]) == ["air-3br", "refit"]
    assert where(g, "3VA") == "refit"
