"""The Logistics Phase (3): supply, replacements, support points."""

from __future__ import annotations

from tests.games.raceforberlin.helpers import game, levels, mask, moving, step, zone
from tests.support import flagged, play, refused, rule, targets, texts, where

from grognard.games.raceforberlin.odds import own_strength
from grognard.games.raceforberlin.supply import german_lines, soviet_lines

NORTH = {
    "fuerstenberg": "G-391 G-32SS", "beeskow": "G-Ragen", "frankfurt": "G-286", "lebus": "G-712", "seelow": "G-303",
    "cottbus": "G-21Pz",
}  # fmt: skip


def supplied(pieces: dict[str, str], name: str, camp: int, **state: object) -> bool:
    """Whether a Soviet camp has a line to a zone."""
    return bool(soviet_lines(step("replacements", pieces, **state), camp) >> zone(name) & 1)


@rule("3.1.1a", "3.1.2b")
def test_worked_example_17() -> None:
    alone = {**NORTH, "calau": "S-3GTA-1"}
    assert supplied(alone, "calau", 1)
    blocked = {**alone, "kamenz": "G-344"}
    assert not supplied(blocked, "calau", 1)
    held = {**blocked, "spremberg": "S-13-1", "senftenberg": "S-13-2"}
    assert supplied(held, "calau", 1), "occupied zones are free"


@rule("3.1.2b")
def test_empty_zones_beside_germans_are_not_free() -> None:
    pieces = {"spremberg": "S-13-1", "cottbus": "G-21Pz", "rietschen": "G-615", "hoyerswerda": "G-344"}
    assert not supplied(pieces, "spremberg", 1)
    assert supplied({**pieces, "kathlow": "S-13-2"}, "spremberg", 1)


@rule("3.1.2b")
def test_american_zones_are_not_free() -> None:
    assert supplied({"kathlow": "S-13-1"}, "kathlow", 1)
    around = mask("forst", "cottbus", "spremberg", "gross_dueben")
    assert not supplied({"kathlow": "S-13-1"}, "kathlow", 1, us=around)


@rule("3.1.1b")
def test_each_camp_has_its_own_sources() -> None:
    pieces = {"sommerfeld": "S-13-1", "kathlow": "G-344", "gross_dueben": "G-545", "rietschen": "G-615"}
    assert supplied({**pieces, "muskau": "S-13-2"}, "muskau", 1)
    assert not supplied({**pieces, "muskau": "S-8GA-1"}, "muskau", 0), "its only line ends in Triebel"


@rule("3.1.1c")
def test_germans_use_any_german_source() -> None:
    g = step("replacements", {"luckau": "G-303"})
    assert german_lines(g) >> zone("luckau") & 1
    ring = {"zossen": "S-13-1", "luebben": "S-13-2", "calau": "S-5GA-1", "herzberg": "S-5GA-2", "luckau": "G-303",
            "jueterbog": "S-4GTA-1"}  # fmt: skip
    assert not german_lines(step("replacements", ring)) >> zone("luckau") & 1


GERMAN_SOURCES = ("kyritz", "rathenow", "genthin", "dessau", "leipzig", "meissen", "dresden", "bautzen", "neuruppin",
                  "joachimsthal")  # fmt: skip


def german_line(pieces: dict[str, str], name: str, **state: object) -> bool:
    """Whether Germans have a line to a zone."""
    return bool(german_lines(step("replacements", pieces, **state)) >> zone(name) & 1)


@rule("3.1.1c")
def test_a_german_source_must_be_free() -> None:
    """R12 Neither Soviets nor Americans may hold it."""
    assert {game.board.names[z] for z in range(game.board.size) if game.map.german_supply >> z & 1} == {*GERMAN_SOURCES}
    unit = {"luckau": "G-303"}
    assert german_line(unit, "luckau", us=mask(*GERMAN_SOURCES) & ~mask("dresden"))
    assert not german_line(unit, "luckau", us=mask(*GERMAN_SOURCES))
    soviets = dict(zip(GERMAN_SOURCES, ("S-8GA-1", "S-8GA-2", "S-5SHA-1", "S-5SHA-2", "S-13-1", "S-13-2", "S-5GA-1",
                                        "S-5GA-2", "S-47-1", "S-47-2"), strict=True))  # fmt: skip
    assert not german_line({**unit, **soviets}, "luckau")


@rule("3.1.2b")
def test_a_german_line_does_not_cross_american_zones() -> None:
    around = mask("luckenwalde", "luebben", "calau", "finsterwalde", "herzberg")
    assert not german_line({"luckau": "G-303"}, "luckau", us=around)
    assert german_line({"luckau": "G-303", "luebben": "G-712"}, "luckau", us=around & ~mask("luebben"))


@rule("3.1.2a")
def test_the_other_camp_interrupts_a_line() -> None:
    pieces = {"brandenburg": "S-8GA-1", "nauen": "G-303", "rathenow": "G-712", "trebbin": "S-8GA-2"}
    ways = {"zehlendorf": "G-606", "treuenbrietzen": "G-169"}
    assert not supplied({**pieces, **ways, "potsdam": "S-3GTA-1"}, "brandenburg", 0)
    assert supplied({**pieces, **ways, "potsdam": "S-5SHA-1"}, "brandenburg", 0)


@rule("3.1.2c")
def test_a_german_who_shares_his_city_zone_blocks_nothing_outside() -> None:
    # From Trebbin a line can only run through empty Zossen, which lies beside Tempelhof.
    pieces = {
        "trebbin": "S-3GTA-1",
        "luebben": "S-52-2",
        "jueterbog": "G-303",
        "potsdam": "G-606",
        "tempelhof": "G-11SS",
    }
    assert not supplied(pieces, "trebbin", 1)
    assert supplied({**pieces, "tempelhof": "G-11SS S-3GTA-2"}, "trebbin", 1)


@rule("3.1.2d")
def test_lines_through_contested_zones() -> None:
    # Friedrichshain is the only way from Strausberg to Neukölln.
    base = {"neukoelln": "S-8GA-1", "strausberg": "S-5SHA-1", "kw": "G-303", "tempelhof": "G-11SS"}
    assert supplied({**base, "friedrichshain": "S-8GA-2"}, "neukoelln", 0)
    assert not supplied({**base, "friedrichshain": "S-3GTA-1"}, "neukoelln", 0)
    assert not supplied(base, "neukoelln", 0), "the garrison holds an empty Berlin zone"


@rule("3.1.3a")
def test_half_strength_rounded_up() -> None:
    g = step("replacements", {"calau": "G-72/oos", "luckau": "S-3GTA-1/oos"})
    assert own_strength(g, game.names.piece("G-72")) == 3
    assert own_strength(g, game.names.piece("S-3GTA-1")) == 11


@rule("3.1.3b")
def test_one_zone_without_supply() -> None:
    g = moving(2, {"luckau": "S-3GTA-1/oos S-3GTA-2"}, "S-3GTA-1")
    assert targets(g, "go") == {"luebben", "calau", "finsterwalde", "herzberg", "luckenwalde"}
    assert refused(g, "go zossen") == "3.1.3b"


@rule("3.1.3d", "1.B")
def test_the_marker_and_the_order_of_the_phase() -> None:
    g = step("supply", {"genthin": "S-13-1/reduced", "triebel": "S-13-2/reduced", "brandenburg": "G-303",
                        "treuenbrietzen": "G-712", "wittenberg": "G-606"})  # fmt: skip
    assert flagged(g, "S-13-1", "oos")
    play(g, "end")
    assert refused(g, "repair S-13-1") == "3.2.1b"
    assert "repair S-13-2" in texts(g)


@rule("9.2.2b")
def test_germans_in_berlin_are_always_supplied() -> None:
    city = {"neukoelln": "S-8GA-1", "zehlendorf": "S-8GA-2", "zossen": "S-13-1", "trebbin": "S-13-2"}
    ring = {"luebben": "S-3GA-1", "calau": "S-3GA-2", "herzberg": "S-52-1", "finsterwalde": "S-52-2"}
    g = step("supply", {**city, **ring, "luckenwalde": "S-5GA-2", "tempelhof": "G-11SS", "luckau": "G-303"})
    assert not flagged(g, "G-11SS", "oos")
    assert flagged(g, "G-303", "oos")


@rule("3.2.1a", "3.2.1b")
def test_one_repair_a_turn() -> None:
    g = step("replacements", {"triebel": "S-8GA-1/reduced S-8GA-2/reduced", "seelow": "G-303/reduced"})
    assert refused(g, "repair G-303") == "3.2.1b"
    play(g, "repair S-8GA-1")
    assert not flagged(g, "S-8GA-1", "reduced")
    assert refused(g, "repair S-8GA-2") == "3.2.1a"


@rule("3.2.1c")
def test_rebuilding() -> None:
    g = step("replacements", {"dead": "S-8GA-1 G-303 S-13-1"})
    assert targets(g, "rebuild") == {"S-8GA-1"}
    play(g, "rebuild S-8GA-1")
    assert targets(g, "arrive") == {"baerwalde", "kuestrin", "goeritz", "reppen", "ziebingen"}
    assert refused(g, "arrive triebel") == "3.2.1c"
    play(g, "arrive goeritz")
    assert where(g, "S-8GA-1") == "goeritz"
    assert flagged(g, "S-8GA-1", "reduced")


@rule("3.2.2a", "3.2.2c")
def test_conversion() -> None:
    g = play(step("replacements", {"triebel": "S-8GA-1/reduced"}), "convert")
    assert g.state.support == (1, 0)
    assert refused(g, "repair S-8GA-1") == "3.2.1a"


@rule("3.2.2b")
def test_voluntary_shortage() -> None:
    g = step("replacements", {"kuestrin": "S-8GA-1 S-8GA-2 S-47-1/oos", "triebel": "S-13-1"})
    play(g, "starve S-8GA-1, starve S-8GA-2")
    assert g.state.support == (2, 0)
    assert flagged(g, "S-8GA-1", "oos")
    assert refused(g, "starve S-47-1") == "3.2.2b"
    assert refused(g, "starve S-13-1") == "3.2.2b"
    assert refused(g, "convert") == "3.2.1a", "the replacement point comes first"


@rule("3.2.3", "5.4")
def test_points_are_not_saved() -> None:
    g = step("end-test", {"kuestrin": "S-8GA-1"}, support=(3, 2))
    assert g.state.support == (0, 0)


@rule("3.1.2d")
def test_level_does_not_matter_for_the_line() -> None:
    base = {"neukoelln": "S-8GA-1", "strausberg": "S-5SHA-1", "kw": "G-303", "tempelhof": "G-11SS", "bernau": "G-606"}
    assert supplied({**base, "friedrichshain": "S-8GA-2"}, "neukoelln", 0, levels=levels(friedrichshain=3))
