"""Cases in which two rules meet: control on the way, guests left alone, orders and city rolls, retreats."""

from __future__ import annotations

from tests.games.raceforberlin.helpers import fight, hint, impulse, mask, moving, step, sums, way, zones
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.games.raceforberlin.victory import points


@rule("7.3.4a", "7.3.4c")
def test_zones_on_the_way_are_entered_too() -> None:
    """R26 Any entry counts: a victory zone is taken, or retaken, in passing."""
    g = play(moving(2, {"kathlow": "S-3GTA-1 S-3GTA-2"}, "S-3GTA-1"), "go calau")
    assert "cottbus" in zones(g.state.held[1])
    pieces = {"calau": "G-21Pz", "priebus": "S-13-1"}
    back = play(moving(4, pieces, "G-21Pz", turn=8, held=(0, mask("cottbus"))), "go kathlow")
    assert back.state.held == (0, 0)


@rule("7.3.4a", "7.1.1")
def test_a_way_leads_by_as_many_victory_zones_as_the_points_allow() -> None:
    """R26 Who has points to spare enters what he can on the way, even if he has to turn back; else he goes straight."""
    g = moving(2, {"kathlow": "S-13-1 S-13-2"}, "S-13-1")
    assert hint(g, "go cottbus").text == "takes Spremberg on the way"
    assert zones(play(g, "go cottbus").state.held[1]) == {"cottbus", "spremberg"}
    taken = moving(2, {"kathlow": "S-13-1 S-13-2"}, "S-13-1", held=(0, mask("spremberg")))
    assert way(taken, "cottbus") == ["cottbus"]


@rule("7.3.2b")
def test_a_stray_looks_for_nothing_outside_its_own_front() -> None:
    """It may be there only to go home: a way round by the other marshal's zones is none."""
    g = moving(2, {"fuerstenberg": "S-3GTA-1", "luebben": "S-3GTA-2"}, "S-3GTA-1", turn=7)
    assert way(g, "lieberose") == ["lieberose"]


@rule("7.3.4c")
def test_germans_spare_the_markers_of_their_own_players_soviets() -> None:
    """Zones of the rival are retaken on the way; those of one's own Soviets are passed by, if there is a way."""
    pieces = {"niesky": "G-Branden", "priebus": "S-13-1"}
    rival = moving(4, pieces, "G-Branden", turn=8, held=(0, mask("goerlitz", "bautzen")))
    assert way(rival, "dresden") == ["goerlitz", "bautzen", "dresden"]
    own = moving(4, pieces, "G-Branden", turn=8, held=(mask("goerlitz"), mask("bautzen")))
    assert way(own, "dresden") == ["bautzen", "dresden"]


@rule("7.3.3b", "7.3.3d", "8.1.1a")
def test_a_guest_whose_hosts_have_gone_is_none() -> None:
    """He fights and defends like anybody else."""
    pieces = {
        "potsdam": "S-8GA-1 S-13-1/guest", "nauen": "S-8GA-2", "trebbin": "S-13-2", "treuenbrietzen": "G-21Pz G-1SSPz",
    }  # fmt: skip
    g = play(impulse(1, pieces, turn=7), "move S-8GA-1, done, pick S-8GA-1, go nauen")
    assert not flagged(g, "S-13-1", "guest")
    assert "combat S-13-1" in texts(g)
    play(g, "done, done, combat G-21Pz, done, attack potsdam")
    assert sums(g)[0] == "7 against 28"


@rule("7.3.3b")
def test_a_guest_whose_hosts_die_in_their_own_attack_is_none() -> None:
    pieces = {"potsdam": "S-8GA-1/combat/reduced/oos S-13-1/guest", "brandenburg": "G-10SSPz G-1SSPz"}
    g = play(fight(1, pieces, turn=7, heinrici=99), "attack brandenburg, fight, roll 1")
    assert where(g, "S-8GA-1") == "dead"
    assert not flagged(g, "S-13-1", "guest")


@rule("7.3.3d", "7.3.1b")
def test_a_guest_that_is_activated_leaves_even_if_its_army_has_closed_up() -> None:
    pieces = {"potsdam": "S-8GA-1 S-13-1/guest", "luckau": "S-13-2"}
    g = play(impulse(2, pieces, turn=7), "move S-13-1, move S-13-2, done, pick S-13-2, go trebbin")
    assert refused(g, "end") == "7.3.3d"
    assert refused(play(g, "pick S-13-1"), "stay") == "7.3.3d"


@rule("2.3.2a", "9.2.4a")
def test_who_is_ordered_to_attack_is_not_called_into_the_city() -> None:
    """R10 A City roll is no normal combat; the order would lapse without one."""
    pieces = {"trebbin": "G-21Pz", "zossen": "S-3GTA-1", "tempelhof": "G-72 S-13-1"}
    g = play(impulse(4, pieces, turn=4, order="south"), "combat G-21Pz, combat G-72, done, city tempelhof")
    assert refused(g, "call G-21Pz") == "2.3.2a"
    free = play(impulse(4, pieces, turn=4), "combat G-21Pz, combat G-72, done, city tempelhof")
    assert targets(free, "call") == {"G-21Pz"}


@rule("9.2.2b")
def test_a_german_who_enters_berlin_is_in_supply() -> None:
    pieces = {
        "zossen": "G-303/oos", "neukoelln": "S-8GA-1 S-8GA-2", "trebbin": "S-13-1", "kw": "S-47-1", "luebben": "S-13-2",
    }  # fmt: skip
    g = play(moving(3, pieces, "G-303", turn=7), "go tempelhof")
    assert not flagged(g, "G-303", "oos")


@rule("7.3.2a", "8.3.2a")
def test_soviets_do_not_choose_to_retreat_across_the_boundary() -> None:
    """Beeskow would be as good by index and camp, but it is in the other front."""
    pieces = {"luebben": "S-13-1/oos", "luckau": "G-10SSPz/combat G-1SSPz/combat G-21Pz/combat"}
    g = play(fight(4, pieces, turn=7, event=11), "attack luebben, fight, roll 5")
    assert targets(g, "go") == {"calau", "lieberose"}
    assert refused(g, "go beeskow") == "8.3.2a"


@rule("7.3.2b")
def test_a_stray_makes_free_moves_towards_its_front_only() -> None:
    g = step("end", {"fuerstenwalde": "S-13-1", "triebel": "S-13-2"}, turn=7)
    while g.state.impulse != 1:
        g.play("end")
    assert "frankfurt" not in targets(play(g, "pick S-13-1"), "go")


@rule("8.3.7", "2.2.8a", "7.3.4a")
def test_who_retreats_to_the_americans_takes_nothing_from_them() -> None:
    pieces = {
        "torgau": "S-13-1", "herzberg": "G-10SSPz/combat G-1SSPz/combat", "riesa": "G-21Pz/combat",
        "wittenberg": "G-199",
    }  # fmt: skip
    g = play(fight(4, pieces, us=mask("leipzig"), event=11), "attack torgau, fight, roll 5")
    assert where(g, "S-13-1") == "leipzig"
    assert g.state.held == (0, 0)
    assert points(g, 1) == 0


@rule("3.2.2b")
def test_a_unit_that_has_just_come_back_is_not_starved() -> None:
    """R14 Only units that the supply step found supplied."""
    g = step("replacements", {"dead": "S-8GA-1", "bridgehead": "S-8GA-2"})
    play(g, "rebuild S-8GA-1, arrive kuestrin")
    assert targets(g, "starve") == {"S-8GA-2"}
    assert refused(g, "starve S-8GA-1") == "3.2.2b"


@rule("8.3.3")
def test_behind_full_zones_the_reason_is_not_adjacency() -> None:
    pieces = {
        "zossen": "G-303", "trebbin": "S-13-1", "luckenwalde": "S-3GTA-1/combat S-3GTA-2/combat",
        "luebben": "S-13-2/combat", "tempelhof": "S-5GA-1", "kw": "G-712 G-156 G-541", "neukoelln": "G-11SS",
    }  # fmt: skip
    g = play(fight(2, pieces, turn=7, heinrici=9), "attack zossen, fight, roll 1")
    assert targets(g, "go") == {"beeskow", "fuerstenwalde", "strausberg"}
    assert refused(g, "go prenzlauer_berg") == "8.3.3"
