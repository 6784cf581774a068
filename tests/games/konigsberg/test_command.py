"""Command (2): nets, formations, independents and orphans, what is frozen on activation; HQs (12.1, 12.8)."""

from __future__ import annotations

from tests.games.konigsberg.helpers import (
    NE,
    SE,
    C,
    N,
    Pieces,
    Pos,
    S,
    activate,
    blank,
    command,
    fighting,
    game,
    moving,
    plan,
    ready,
)
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.engine.places import members
from grognard.games.konigsberg.command import net

MAJOR_LINE = tuple((f"20{row}", side, "river major") for row in range(18, 34) for side in ("NE", "SE"))
"""An unbridged major river along the whole of column 20."""


def names_in_net(g: Pos, hq: str) -> set[str]:
    return {g.game.board.names[p] for p in members(net(g, g.game.names.piece(hq)))}


def choosing(pieces: Pieces, chit: str) -> Pos:
    """The question for independents."""
    g = command(pieces, chit)
    g.play(f"draw {chit}")
    return g


# -- nets ----------------------------------------------------------------------------------------


@rule("2.2e-1/1", "2.2a/4", "0.4/1")
def test_the_range_counts_the_units_hex_and_not_that_of_the_hq() -> None:
    g = moving({C: "S-HQ39", "2022": "S-94", "2021": "S-113"})
    assert "pick S-94" in texts(g)
    assert refused(g, "pick S-113") == "2.0"
    assert game.board.distance(game.board.place(C), game.board.place("2022")) == 4


@rule("2.2e-2/1")
def test_the_net_does_not_cross_water_but_ice() -> None:
    """From Pillau 1710 the other shore of the Haff is out of range though it is near."""
    g = command({"1710": "G-HQ9"}, "S:39", on=game)
    water = {game.board.names[p] for p in members(game.map.water)}
    assert not names_in_net(g, "G-HQ9") & water
    near = {game.board.names[p] for p in members(game.board.within(game.board.place("1710"), 4) & game.map.land)}
    assert near - names_in_net(g, "G-HQ9"), "some land within four hexes is out of the net"
    ice = command({C: "S-HQ39"}, "S:39", on=blank(terrain=((N, "lake"),), sides=(("2026", "NE", "lake"),)))
    assert {"2024", "2125"} <= names_in_net(ice, "S-HQ39")


@rule("2.2e-2/2")
def test_the_net_ends_in_the_first_hex_across_a_major_river() -> None:
    g = command({C: "S-HQ39"}, "S:39", on=blank(sides=MAJOR_LINE))
    assert NE in names_in_net(g, "S-HQ39")
    assert "2225" not in names_in_net(g, "S-HQ39")


@rule("2.2e-2/2")
def test_the_43rd_army_across_the_memel() -> None:
    """Example 13: the bridge carries the net on."""
    real = command({"3802": "S-HQ43"}, "S:39", on=game)
    assert {"3705", "3505"} <= names_in_net(real, "S-HQ43")
    assert "3706" not in names_in_net(real, "S-HQ43")


@rule("2.2e-2/3")
def test_enemies_zones_and_supply_do_not_matter() -> None:
    g = moving({C: "S-HQ39/isolated", N: "G-56", "2024": "S-94", "2124": "G-69"})
    assert "pick S-94" in texts(g)


# -- who is activated ----------------------------------------------------------------------------


@rule("2.0", "2.2f", "1.3b", "1.3c/1")
def test_only_activated_units_move_and_attack() -> None:
    """72 RC of another army stands beside and neither moves nor joins; it defends with its printed strength."""
    g = moving({"1826": "S-HQ39", C: "S-94 S-72", "1827": "S-HQ5", NE: "G-56"})
    assert refused(g, "pick S-72") == "2.0"
    g.play("end")
    plan(g, NE, "S-94")
    assert refused(g, "join S-72") == "1.3c/1"


@rule("2.2a/1", "2.2b/1", "2.2b/4")
def test_a_soviet_hq_activates_two_independents() -> None:
    g = choosing({C: "S-HQ39", N: "S-94", S: "S-2GT S-1T", NE: "S-28GT"}, "S:39")
    play(g, "take S-2GT, take S-1T")
    assert g.frame.title == "Movement", "there is no place for a third"
    assert {"pick S-2GT", "pick S-1T", "pick S-94"} <= texts(g)
    assert refused(g, "pick S-28GT") == "2.0"


@rule("2.2a/2")
def test_a_german_hq_activates_three_independents() -> None:
    g = choosing({C: "G-HQ9", N: "G-5PZ G-24PZ", S: "G-18PG G-23"}, "G:9")
    play(g, "take G-5PZ, take G-24PZ")
    assert targets(g, "take") == {"G-18PG", "G-23"}
    g.play("take G-18PG")
    assert g.frame.title == "Movement", "there is no place for a fourth"
    assert refused(g, "pick G-23") == "2.0"


@rule("2.2a/4", "2.2b/1")
def test_independents_must_be_in_range() -> None:
    g = choosing({C: "S-HQ39", N: "S-2GT", "2020": "S-1T", "2530": "S-72", "2531": "S-HQ5"}, "S:39")
    assert refused(g, "take S-1T") == "2.2a/4"
    assert refused(g, "take S-72") == "2.2b/1"
    assert refused(g, "take S-HQ5") == "2.2a/3"


@rule("2.2a/3")
def test_an_hq_activates_no_other_hq() -> None:
    g = moving({C: "S-HQ39", N: "S-HQ5 S-94"})
    assert refused(g, "pick S-HQ5") == "2.2a/3"
    assert "pick S-HQ39" in texts(g)


@rule("2.2b/2")
def test_units_without_their_hq_are_independent() -> None:
    g = choosing({C: "S-HQ5", N: "S-94 S-72", S: "S-113"}, "S:5")
    assert targets(g, "take") == {"S-94", "S-113"}


@rule("2.2b/3", "2.2b/4")
def test_an_independent_may_act_several_times_a_turn() -> None:
    g = command({C: "S-HQ39", N: "S-94", S: "S-HQ5", "2028": "S-72", NE: "S-2GT", "1926": "S-1T S-28GT"}, "S:39 S:5")
    activate(g, "S:39", "S-2GT")
    play(g, "pick S-2GT, go 2225, end")
    g.play("draw S:5")
    other = play(g.copy(), "take S-1T, take S-28GT")
    assert refused(other, "pick S-2GT") == "2.0", "each time it takes a place"
    play(g, "take S-1T, leave S-1T, take S-28GT, take S-2GT")
    assert {"pick S-2GT", "pick S-28GT"} <= texts(g)
    assert not flagged(g, "S-2GT", "moved")


@rule("2.2d")
def test_the_7th_panzer_corps_commands_five() -> None:
    """Example 12: independents and orphans, not 35 Inf whose HQ is alive."""
    pieces = {"2335": "G-HQ7 G-7PZ", "2131": "G-LE", "2336": "G-299 G-129", "2438": "G-HQ27", "2437": "G-35"}
    g = choosing({**pieces, "2434": "G-5PZ", "2435": "G-24PZ"}, "G:7Pz")
    assert refused(g, "take G-35") == "2.2d"
    play(g, "take G-7PZ, take G-LE, take G-299, take G-129")
    assert targets(g, "take") == {"G-5PZ", "G-24PZ"}
    g.play("take G-5PZ")
    assert refused(g, "pick G-24PZ") == "2.0", "five, and no more"


# -- the moment ----------------------------------------------------------------------------------


@rule("2.2e-1/2", "2.2e-1/3")
def test_the_activation_is_frozen_when_it_begins() -> None:
    """Who is out of range then stays inactive though the HQ comes nearer; who leaves the range fights on."""
    g = moving({C: "S-HQ39", "2022": "S-94", "2020": "S-113", "2018": "G-56"})
    play(g, "pick S-94, go 2019, pick S-HQ39, go 2024")
    assert refused(g, "pick S-113") == "2.0"
    g.play("end")
    assert "attack 2018" in texts(g)


# -- HQs -----------------------------------------------------------------------------------------


@rule("1.2a/2", "12.1c(1)")
def test_an_hq_without_units_in_its_net_is_removed() -> None:
    """Any friendly combat unit in range saves it; a cruiser in the Haff does not."""
    pieces = {C: "S-HQ39", "2021": "S-72", "2530": "G-HQ26", "2531": "G-1", "cup": "S:39 G:26", "haff": "G-HIP"}
    g = ready(blank(), pieces, "reinforcement")
    assert where(g, "S-HQ39") == "dead"
    assert where(g, "S:39") == "removed"
    assert where(g, "G-HQ26") == "2530"
    saved = ready(blank(), {**pieces, "2022": "S-2GT"}, "reinforcement")
    assert where(saved, "S-HQ39") == C, "a unit of another command is enough"


@rule("12.8/1", "12.8/3")
def test_the_hqs_of_the_6th_and_55th_corps_stay() -> None:
    """Example 32."""
    g = moving({C: "G-HQ6", N: "G-131", S: "G-23"}, "G:6", take="G-23")
    assert refused(g, "pick G-HQ6") == "12.8/1"
    assert {"pick G-131", "pick G-23"} <= texts(g)
    other = moving({C: "G-HQ55", N: "G-562"}, "G:55")
    assert refused(other, "pick G-HQ55") == "12.8/1"


@rule("12.8/2", "0.8b")
def test_two_soviet_victory_hexes_release_both() -> None:
    insterburg, wehlau = "3410", "2911"
    held = game.new_state(game.setup()).soviet_held
    first = held | 1 << game.board.place(insterburg)
    pieces = {C: "G-HQ6", N: "G-131", "2030": "G-HQ55", "2031": "G-562", "2811": "S-94", "2810": "S-HQ39"}
    g = command(pieces, "S:39 G:6", soviet_held=first)
    activate(g, "S:39")
    play(g, f"pick S-94, go {wehlau}, end, draw G:6")
    assert "pick G-HQ6" in texts(g)
    assert flagged(g, "G-HQ55", "freed")
    one = command(pieces, "G:6", soviet_held=first)
    activate(one, "G:6")
    assert refused(one, "pick G-HQ6") == "12.8/1"


@rule("12.8/2")
def test_an_attack_on_its_hex_releases_an_hq_and_a_cancelled_one_does_not() -> None:
    """Example 46: 1:3 in forest is cancelled, the attackers are spent, the HQ stays fixed."""
    on = blank(terrain=((C, "forest"),))
    pieces = {"1826": "S-HQ39", NE: "S-94", C: "G-HQ6 G-131 G-541", "2030": "G-HQ55", "2031": "G-562"}
    g = fighting(pieces, on=on)
    g.steps[g.game.names.piece("S-94")] = 1
    g.forget()
    play(g, f"attack {C}, announce")
    assert not flagged(g, "G-HQ6", "freed")
    assert g.frame.title != "Attacks", "nobody is left to attack"
    strong = fighting({**pieces, SE: "S-5G S-113", C: "G-HQ6 G-131"}, on=on)
    play(strong, f"attack {C}, announce")
    assert flagged(strong, "G-HQ6", "freed")
    assert not flagged(strong, "G-HQ55", "freed")


def test_command_is_one_overlay_that_follows_the_counter() -> None:
    """2.2e From a hex with an HQ or its units its net; from an empty one that of the unit in hand."""
    g = moving({C: "S-HQ39", "2022": "S-94", "2040": "G-349"})

    def command_from(place: str) -> dict[str, set[str]]:
        sets = g.game.overlays_from(g, None, g.game.names.place(place))["Command"]
        return {name: {game.board.names[p] for p in members(mask)} for name, mask in sets.items()}

    title = game.units[game.names.piece("S-HQ39")].name
    own = {title: names_in_net(g, "S-HQ39")}
    assert command_from(C) == own
    assert command_from("2022") == own
    assert command_from("2040") == {}, "its HQ is not on the map"
    g.play("pick S-94")
    assert command_from("2030") == own, "nobody is there: the unit in hand counts"
    assert g.game.overlays_from(g, None, None) == {"Command": {}}
    assert not [name for name in g.game.overlays(g, None) if name.startswith("Command")]
