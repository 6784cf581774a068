"""Combat (8): odds, losses, retreats, advance."""

from __future__ import annotations

import pytest
from tests.games.raceforberlin.helpers import dice, fight, game, levels, mask, panel, play, sums, zones
from tests.support import flagged, refused, rule, targets, texts, where

from grognard.games.raceforberlin.losses import LoseSteps
from grognard.games.raceforberlin.odds import result
from grognard.games.raceforberlin.retreats import Retreats, retreat_zones

LEBUS = {
    "bridgehead": "S-1GTA-1/combat S-1GTA-2/combat S-8GA-1/combat", "goeritz": "S-8GA-2/combat",
    "lebus": "G-606 G-5Jaeger",
}  # fmt: skip


def declared(number: int, pieces: dict[str, str], target: str, **state: object) -> object:
    """An attack, declared with everybody."""
    return play(fight(number, pieces, **{"heinrici": 9, **state}), f"attack {target}")


@rule("EX.1", "8.1.2a", "8.1.2b", "8.2.2a", "8.4.1b")
def test_the_example_of_combat() -> None:
    g = fight(1, LEBUS, heinrici=9)
    play(g, "attack lebus")
    assert sums(g) == ("74 against 22", "3:1", 0)
    reasons = {t.reason: t.value for t in panel(g).terms}
    assert reasons["a complete army attacks"] == "+1"
    assert reasons["attack from two zones or more"] == "+1"
    assert reasons["armour into difficult terrain"] == "−1"
    assert reasons["across a defence line"] == "−1"
    play(g, "fight, roll 5, lose G-606")
    assert refused(g, "lose G-606") == "8.2.2a" if "lose G-5Jaeger" in texts(g) else True
    assert flagged(g, "G-606", "reduced")
    assert flagged(g, "G-5Jaeger", "reduced")
    assert g.to_decide == 1
    play(g, "pick G-606")
    assert targets(g, "go") == {"falkenhagen", "frankfurt", "seelow"}
    play(g, "go seelow, go frankfurt, advance S-8GA-1")
    assert "end" in texts(g)
    play(g, "advance S-8GA-2")
    assert where(g, "S-8GA-2") == "lebus"
    assert g.frame.title != "Advance", "two units is the limit"


@rule("8.1.2a")
def test_worked_example_4() -> None:
    pieces = {"bridgehead": "S-5SHA-1/combat S-5SHA-2/combat S-8GA-1/combat S-8GA-2/combat", "seelow": "G-303 G-20PzGr"}
    g = declared(1, pieces, "seelow")
    assert sums(g) == ("76 against 22", "3:1", 0)


@rule("8.1.2b", "E.2")
def test_worked_example_5() -> None:
    pieces = {"triebel": "S-3GA-1/combat S-3GA-2/combat", "forst": "G-342"}
    g = declared(2, pieces, "forst")
    assert sums(g) == ("16 against 4", "4:1", 0)
    assert result(g, "combat", g.frame.units, g.frame.zone, 3) == "D1"
    ford = declared(2, pieces, "forst", event=2, army="S-3GA")
    assert sums(ford)[:2] == ("32 against 4", "6:1")
    assert result(ford, "combat", ford.frame.units, ford.frame.zone, 3) == "D1R"


@rule("8.2.1a", "8.4.1a")
def test_worked_example_6() -> None:
    pieces = {"priebus": "S-5GA-1/combat S-5GA-2/combat S-4GTA-1/combat S-4GTA-2/combat", "muskau": "G-545"}
    g = declared(2, pieces, "muskau")
    assert sums(g) == ("38 against 8", "4:1", -1)
    play(g, "fight, roll 6")
    assert where(g, "G-545") == "dead"
    assert refused(g, "end") == "8.4.1a"


@rule("3.1.3a", "8.1.2b", "M.9")
def test_worked_example_7() -> None:
    pieces = {"reppen": "S-69-1/combat/reduced/oos", "frankfurt": "G-286/oos"}
    g = declared(1, pieces, "frankfurt")
    assert sums(g) == ("2 against 4", "1:2", -1)
    play(g, "fight, roll 6")
    assert where(g, "S-69-1") == "dead"
    assert flagged(g, "G-286", "reduced")


@rule("8.1.2b")
def test_halves_are_rounded_up() -> None:
    g = declared(1, {"reppen": "S-69-1/combat/reduced", "frankfurt": "G-286"}, "frankfurt")
    assert sums(g)[0] == "4 against 8", "7 across the Oder"


@rule("8.1.2a")
def test_worked_example_8() -> None:
    g = declared(2, {"penzig": "S-31-1/combat", "niesky": "G-Branden"}, "niesky")
    assert sums(g) == ("6 against 7", "1:2", 1)
    play(g, "fight, roll 4")
    assert flagged(g, "S-31-1", "reduced")
    assert flagged(g, "G-Branden", "reduced")


@rule("M.9")
def test_defence_lines_hinder_soviets_only() -> None:
    g = declared(2, {"sommerfeld": "S-13-1/combat S-3GA-1/combat", "guben": "G-214"}, "guben")
    assert "across a defence line" in {t.reason for t in panel(g).terms}
    german = declared(3, {"seelow": "G-303/combat", "muencheberg": "S-8GA-1"}, "muencheberg")
    assert "across a defence line" not in {t.reason for t in panel(german).terms}


@rule("8.1.1a", "G.10")
def test_attackers_can_be_left_out_defenders_cannot() -> None:
    g = declared(1, LEBUS, "lebus")
    play(g, "drop S-8GA-2")
    assert sums(g)[0] == "64 against 22"
    play(g, "join S-8GA-2")
    own = fight(1, {"bridgehead": "S-8GA-1/combat", "lebus": "G-21Pz"})
    assert "attack lebus" in texts(own), "the same player's Germans are enemies"


@rule("8.1.1b")
def test_berlin_is_not_attacked() -> None:
    g = fight(2, {"zossen": "S-13-1/combat", "tempelhof": "G-11SS", "trebbin": "G-303"})
    assert refused(g, "attack tempelhof") == "8.1.1b"


@rule("8.1.3")
def test_once_an_impulse() -> None:
    g = play(declared(1, LEBUS, "lebus"), "drop S-8GA-2, fight, roll 1")
    while g.frame.title == "LoseSteps":
        g.play(g.actions()[0])
    assert refused(g, "attack lebus") == "8.1.3"


TWO_CAMPS = {"bridgehead": "S-8GA-1/combat S-8GA-2/combat S-5SHA-1/combat S-5SHA-2/combat"}


@rule("8.2.2b")
def test_worked_example_16() -> None:
    g = fight(1, {**TWO_CAMPS, "lebus": "G-286 G-1Falsch"})
    g.call(LoseSteps(g.here[game.board.place("lebus")], 3, 1))
    g._actions = None
    g.settle()
    assert where(g, "G-286") == "dead"
    assert flagged(g, "G-1Falsch", "reduced")


@rule("8.2.2b", "8.2.2a")
def test_nobody_is_hit_twice_while_another_is_untouched() -> None:

    g = fight(1, {**TWO_CAMPS, "lebus": "G-286 G-1Falsch G-21Pz"})
    pool = g.here[game.board.place("lebus")]
    g.call(LoseSteps(pool, 3, 1))
    g._actions = None
    g.settle()
    assert flagged(g, "G-286", "reduced")
    assert g.to_decide == 0
    assert refused(g, "lose G-286") == "8.2.2a"
    assert refused(g, "lose S-8GA-1") == "8.2.1a", "it is no defender"
    play(g, "lose G-21Pz")
    assert all(flagged(g, unit, "reduced") for unit in ("G-286", "G-1Falsch", "G-21Pz"))


@rule("8.2.2b")
def test_the_owner_of_the_first_step_is_the_camp_that_does_not_attack() -> None:
    g = fight(1, {**TWO_CAMPS, "lebus": "G-286 G-712 G-1Falsch"})
    g.call(LoseSteps(g.here[game.board.place("lebus")], 1, 1))
    g._actions = None
    g.settle()
    assert targets(g, "lose") == {"G-286", "G-712"}
    assert refused(g, "lose G-1Falsch") == "8.2.2b"


def retreat(pieces: dict[str, str], unit: str, **state: object) -> set[str]:
    """Where a unit may retreat."""
    g = fight(1, pieces, **state)
    piece = game.names.piece(unit)
    return zones(retreat_zones(g, piece, g.where[piece]))


@rule("8.3.2a", "G.11")
def test_worked_example_13() -> None:
    pieces = {"guben": "G-214", "forst": "G-342", "lieberose": "G-275", "fuerstenberg": "G-391"}
    assert retreat(pieces, "G-214") == {"forst", "lieberose"}


@rule("8.3.3", "8.3.2a")
def test_worked_example_14() -> None:
    pieces = {"seelow": "G-303", "falkenhagen": "G-Kurmark G-156 G-Muench", "bridgehead": "S-8GA-1"}
    assert retreat(pieces, "G-303") == {"lebus", "letschin", "muencheberg"}


LUCKAU = {"luckau": "G-303", "luebben": "S-13-1", "calau": "S-13-2", "finsterwalde": "S-3GA-1", "herzberg": "S-3GA-2"}


@rule("8.3.3", "8.3.4")
def test_worked_example_15() -> None:
    full = {**LUCKAU, "luckenwalde": "G-712 G-169 G-606"}
    assert retreat(full, "G-303") == {"trebbin", "zossen", "jueterbog", "treuenbrietzen"}
    assert retreat({**LUCKAU, "luckenwalde": "S-5GA-1"}, "G-303") == set()


@rule("8.3.4", "8.3.1a")
def test_no_retreat_costs_a_step() -> None:
    around = {**LUCKAU, "luckenwalde": "S-5GA-1/combat S-5GA-2/combat", "luebben": "S-3GTA-1/combat S-3GTA-2/combat"}
    g = play(declared(2, around, "luckau"), "drop S-5GA-1, drop S-5GA-2, drop S-3GTA-2, fight, roll 4")
    assert where(g, "G-303") == "dead", "D1, and a step more because it cannot retreat"
    two = play(declared(2, {**around, "luckau": "G-303 G-712"}, "luckau"), "drop S-5GA-1, drop S-3GTA-2")
    assert sums(two) == ("40 against 10", "4:1", 1)
    play(two, "fight, roll 3, lose G-303, pick G-712")
    assert where(two, "G-303") == "dead"
    assert where(two, "G-712") == "luckau"
    assert flagged(two, "G-712", "reduced")


@rule("8.3.2b")
def test_any_index_if_nothing_else_is_open() -> None:
    pieces = {"luckau": "G-303", "luckenwalde": "S-13-1", "finsterwalde": "S-3GA-1", "herzberg": "S-3GA-2"}
    assert retreat(pieces, "G-303") == {"luebben", "calau"}
    assert retreat({**pieces, "luebben": "G-344"}, "G-303") == {"calau"}, "free of the opposing camp first"


@rule("8.3.5a", "8.3.5b")
def test_germans_do_not_retreat_into_hot_city_zones() -> None:
    pieces = {"zossen": "G-303", "trebbin": "S-13-1", "luckenwalde": "S-13-2", "tempelhof": "S-8GA-1"}
    assert "tempelhof" not in retreat(pieces, "G-303")
    free = {k: v for k, v in pieces.items() if k != "tempelhof"}
    assert retreat(free, "G-303") == {"tempelhof"}
    # Behind a full Berlin zone the nexus leads on.
    full = {**free, "tempelhof": "G-11SS", "kw": "S-5SHA-1", "luebben": "S-3GA-1"}
    assert {"wedding", "prenzlauer_berg", "friedrichshain", "zehlendorf"} <= retreat(full, "G-303")


@rule("8.3.5a")
def test_a_controlled_city_zone_is_closed_even_when_it_is_empty() -> None:
    pieces = {"zossen": "G-303", "trebbin": "S-13-1", "luckenwalde": "S-13-2"}
    assert "tempelhof" not in retreat(pieces, "G-303", levels=levels(tempelhof=2))


@rule("7.2.1")
def test_germans_do_not_retreat_across_the_oder() -> None:
    ring = {"falkenhagen": "S-8GA-1", "lebus": "S-8GA-2", "fuerstenwalde": "S-5SHA-1", "beeskow": "S-5SHA-2"}
    assert retreat({**ring, "frankfurt": "G-286", "fuerstenberg": "S-33-1"}, "G-286") == set()


@rule("8.3.5c")
def test_soviets_retreat_only_into_city_zones_they_control() -> None:
    pieces = {"bernau": "S-8GA-1", "prenzlauer_berg": "S-8GA-2"}
    assert "prenzlauer_berg" not in retreat(pieces, "S-8GA-1", levels=levels(prenzlauer_berg=1))
    hemmed = {**pieces, "eberswalde": "G-303", "strausberg": "G-712", "proetzel": "G-606", "oranienburg": "G-169"}
    assert retreat(hemmed, "S-8GA-1", levels=levels(prenzlauer_berg=2)) == {"prenzlauer_berg"}


@rule("8.3.2a", "7.2.1")
def test_soviets_retreat_east() -> None:
    assert retreat({"seelow": "S-8GA-1"}, "S-8GA-1") == {"bridgehead", "lebus"}


@rule("2.2.7", "8.3.7", "2.2.8b")
def test_retreats_to_the_americans() -> None:
    around = {
        "torgau": "G-303/reduced",
        "herzberg": "S-13-1/combat S-13-2/combat",
        "riesa": "S-3GTA-1/combat S-3GTA-2/combat",
    }
    around |= {"wittenberg": "S-5GA-1/combat S-5GA-2/combat", "torgau": "G-303 G-712"}
    g = play(declared(2, around, "torgau", us=mask("leipzig")), "fight, roll 3, lose G-303, pick G-303")
    assert where(g, "G-303") == where(g, "G-712") == "gone"
    soviet = {"torgau": "S-13-1", "herzberg": "G-10SSPz/combat G-1SSPz/combat", "riesa": "G-21Pz/combat"}
    soviet["wittenberg"] = "G-199"
    g = play(declared(4, soviet, "torgau", us=mask("leipzig"), event=11), "fight, roll 5")
    assert where(g, "S-13-1") == "leipzig"
    assert g.state.halted


@rule("2.2.8a")
def test_no_attack_out_of_an_american_zone() -> None:
    pieces = {"torgau": "S-13-1/combat", "elsterwerda": "S-13-2/combat", "herzberg": "G-303"}
    assert sums(declared(2, pieces, "herzberg"))[0] == "21 against 5"
    assert sums(declared(2, pieces, "herzberg", us=mask("torgau")))[0] == "14 against 5"
    alone = fight(2, {"torgau": "S-13-1/combat", "herzberg": "G-303"}, us=mask("torgau"))
    assert alone.frame.title != "Combats" or refused(alone, "attack herzberg") == "8.1.1a"


@rule("8.1.1a", "7.4.2")
def test_a_german_in_a_contested_zone_attacks_outwards_only_with_others() -> None:
    """R28 It cannot leave the city, so it never advances."""
    pieces = {"tempelhof": "G-11SS/combat S-8GA-1", "zossen": "S-13-1/reduced"}
    assert refused(fight(3, pieces), "attack zossen") == "8.1.1a"
    g = declared(3, {**pieces, "trebbin": "G-Kurmark/combat G-303/combat"}, "zossen", event=11)
    assert sums(g)[0] == "36 against 7"
    play(g, "fight, roll 6")
    assert targets(g, "advance") == {"G-Kurmark", "G-303"}
    assert refused(g, "advance G-11SS") == "8.4.1b"


@rule("8.3.1b", "8.3.6", "8.4.3")
def test_separate_retreats_without_permission() -> None:
    g = play(declared(1, {**LEBUS, "lebus": "G-606/reduced G-5Jaeger/reduced G-303"}, "lebus", turn=2), "fight, roll 6")
    assert dice(g) == ""
    assert g.frame.title in ("LoseSteps", "RetreatNext", "Retreat")


@rule("8.3.1b")
@pytest.mark.parametrize(
    ("number", "pieces", "target", "first", "second"),
    [
        (1, {**TWO_CAMPS, "lebus": "G-303 G-344"}, "lebus", "G-303", "G-344"),
        (1, {**TWO_CAMPS, "lebus": "G-303 G-712 G-344"}, "lebus", "G-303 G-712", "G-344"),
        (2, {"triebel": "S-3GA-1/combat S-3GA-2/combat", "forst": "G-391 G-342"}, "forst", "G-342", "G-391"),
    ],
)
def test_the_camp_that_does_not_attack_retreats_first(
    number: int, pieces: dict[str, str], target: str, first: str, second: str
) -> None:
    """As with losses (8.2.2b); each owner decides on the order of his own."""
    g = fight(number, pieces)
    zone = game.board.place(target)
    g.call(Retreats(zone, g.here[zone]))
    g._actions = None
    g.settle()
    units = {game.names.piece(unit) for unit in first.split()}
    assert g.to_decide == 2 - number
    if len(units) > 1:
        assert targets(g, "pick") == set(first.split())
        assert refused(g, f"pick {second}") == "8.3.1b"
        play(g, "pick G-712, go seelow")
    assert g.frame.unit in units
    g.play(g.actions()[0])
    assert g.to_decide == number - 1
    assert g.frame.unit == game.names.piece(second)


@rule("8.4.3")
def test_germans_advance_without_permission() -> None:
    pieces = {"seelow": "G-303/combat G-20PzGr/combat", "lebus": "G-Kurmark/combat", "muencheberg": "S-61-1/reduced"}
    g = play(declared(3, pieces, "muencheberg", event=11), "fight, roll 6")
    assert g.frame.title == "Advance"
    play(g, "advance G-303")
    assert where(g, "G-303") == "muencheberg", "Müncheberg has a lower index; no die was rolled"


@rule("7.3.3b", "7.3.3c")
def test_guests_neither_defend_nor_survive() -> None:
    pieces = {"potsdam": "S-61-1/reduced S-13-1/guest", "brandenburg": "G-10SSPz/combat G-1SSPz/combat G-21Pz/combat"}
    g = declared(4, pieces, "potsdam", event=11)
    assert sums(g)[0] == "44 against 14"
    play(g, "fight, roll 6")
    assert where(g, "S-13-1") == "dead"


@pytest.mark.parametrize(
    ("attack", "defence", "label"), [(74, 22, "3:1"), (40, 26, "1:1"), (10, 15, "1:2"), (1, 9, "1:3")]
)
@rule("8.1.2a")
def test_ratios_are_rounded_for_the_defender(attack: int, defence: int, label: str) -> None:
    table = game.crt
    assert table.label(max(0, table.column(attack, defence))) == label


@rule("8.1.2a")
def test_the_table_is_monotone() -> None:
    assert game.crt.read(game.crt.columns.index("3:1"), 5) == "D2R"
    assert game.city_crt.read(game.city_crt.columns.index("1:1"), 7) == "D1P1"
