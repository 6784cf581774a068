"""Advance after combat (14.0), engineers and bridges on the way (14.5, 19.1c), captures (21.2a), option 25.3."""

from __future__ import annotations

import pytest
from tests.games.reichstag.fights import EVERYWHERE, Fight
from tests.games.reichstag.helpers import Axial, blank
from tests.support import rule

from grognard.games.reichstag import Reichstag

OBJECTIVE = "suburban objective vp-5"
SPLIT = [(q, r) for q, r in EVERYWHERE if r >= 1]


def overrun(pieces: dict[Axial, str], *, on: Reichstag | None = None, who: str = "all", **extra: object) -> Fight:
    """An attack on (0, 0) at 600 percent or more that overruns it: three hexes may be advanced."""
    fight = Fight(pieces, on=on, **extra).attack("0,0", "mobile", who)  # type: ignore[arg-type]
    assert "≥600%" in fight.dice
    return fight.play("roll 6")


RUN = {(0, 0): "v1", (0, -1): "tc9 bd3"}


@rule("14.1")
def test_one_some_or_all_of_the_involved_units_advance() -> None:
    fight = overrun(RUN | {(3, 0): "rd5"})
    assert fight.seat == 0
    assert fight.can("advance") == {"tc9", "bd3"}
    assert fight.refused("advance rd5") == "14.1"
    fight.play("advance bd3; stop; end-advance")
    assert (fight.where("bd3"), fight.where("tc9")) == ((0, 0), (0, -1))


@rule("14.1")
def test_static_units_never_advance() -> None:
    # 3 against 3 is 100 percent; 4 is DR.
    fight = Fight({(0, 0): "s3", (0, -1): "bd3"}, player_turn=1).attack("0,-1", "mobile").play("roll 4; go 0,-2")
    assert fight.where("s3") == (0, 0)
    assert fight.over


@rule("14.1", "12.23.AR")
def test_victorious_defenders_advance_into_the_attackers_hexes() -> None:
    # 8 against 8 is 100 percent; 2 is AR.
    pieces = {(0, 0): "rd5", (1, 0): "bd3", (1, -1): "m4 m4b"}
    fight = Fight(pieces).attack("1,-1", "mobile").play("roll 2; pick rd5; go 0,1; go 1,1")
    assert fight.seat == 1
    assert fight.can("advance") == {"m4", "m4b"}
    fight.play("advance m4")
    assert fight.can("go") == {(0, 0), (1, 0)}
    fight.play("go 0,0; advance m4b; go 1,0")
    assert (fight.where("m4"), fight.where("m4b")) == ((0, 0), (1, 0))


@rule("14.1")
def test_a_hex_emptied_by_losses_counts_as_vacated_for_the_defender() -> None:
    # 5 against 4 is 125 percent; 1 is AP: the lone attacker is lost.
    fight = Fight({(0, 0): "rd5", (0, -1): "m4"}).attack("0,-1", "mobile").play("roll 1; advance m4")
    assert fight.where("m4") == (0, 0)


@rule("14.2", "11.8")
def test_zones_of_control_do_not_matter() -> None:
    fight = overrun(RUN | {(0, 2): "m2", (2, 0): "m2b"}, who="tc9 bd3").play("advance tc9; go 0,1; go 1,0")
    assert fight.where("tc9") == (1, 0)


@rule("14.2")
def test_not_into_enemies_and_not_too_many_in_a_hex() -> None:
    fight = overrun(RUN | {(1, -1): "tc9b", (0, 1): "m2", (-1, 1): "rd5 bd3b"}, who="tc9 bd3 tc9b")
    fight.play("advance tc9; stop")
    assert fight.can("advance") == {"bd3"}
    assert fight.refused("advance tc9b") == "10.2"
    fight = overrun(RUN | {(0, 1): "m2", (1, -1): "tc9b"}, who="tc9 bd3 tc9b").play("advance tc9")
    assert fight.refused("go 0,1") == "14.2"
    assert fight.refused("go 5,5") == "14.2"


@rule("14.2", "5.2")
def test_not_over_the_boundary() -> None:
    fight = overrun(RUN, on=blank(uf=SPLIT)).play("advance tc9")
    assert (0, 1) not in fight.can("go")
    assert fight.refused("go 0,1") == "5.2"


@rule("14.2", "13.3.2")
@pytest.mark.parametrize(("water", "open_"), [("lake", False), ("lake bridge", True)])
def test_not_over_a_lake_without_a_bridge(water: str, open_: bool) -> None:
    fight = overrun(RUN, on=blank(sides={((0, 0), "S"): water}))
    if open_:
        fight.play("advance tc9; roll 6")
        assert (0, 1) in fight.can("go")
    else:
        fight.play("advance tc9")
        assert fight.refused("go 0,1") == "14.2"


@rule("14.2")
def test_a_vacated_hex_behind_a_lake_is_not_entered() -> None:
    game = blank(sides={((0, 0), "N"): "lake"})
    # 12 against 2 behind the lake is 600 percent.
    assert overrun(RUN, on=game).over


@rule("14.3")
def test_units_stop_at_different_hexes_one_at_a_time() -> None:
    fight = overrun(RUN).play("advance tc9; go 0,1; stop; advance bd3")
    assert fight.frame == "AdvanceStep"
    fight.play("stop")
    assert (fight.where("tc9"), fight.where("bd3")) == ((0, 1), (0, 0))


@rule("14.3")
def test_later_hexes_may_lead_in_any_direction() -> None:
    """R60"""
    fight = overrun(RUN).play("advance tc9; go 1,-1; go 0,-1")
    assert fight.where("tc9") == (0, -1), "even back"


@rule("14.4")
def test_the_first_hex_is_one_just_vacated() -> None:
    # Two target hexes: 12 against 2, and each unit chooses one of them first.
    pieces = {(0, 0): "v1", (1, -1): "v1b", (0, -1): "tc9 bd3"}
    fight = Fight(pieces).play("attack 0,0; mobile; roll 6; advance tc9")
    assert fight.can("go") == {(0, 0), (1, -1)}
    assert fight.refused("go -1,0") == "14.4"
    assert fight.refused("stop") == "14.4"
    fight.play("go 1,-1; stop; advance bd3; go 0,0; stop")
    assert (fight.where("tc9"), fight.where("bd3")) == ((1, -1), (0, 0))


@rule("14.4")
def test_a_hex_that_is_still_held_is_not_entered() -> None:
    game = blank({(0, 0): OBJECTIVE})
    # 48 against 12 under barrage is 400 percent; 5 is DD, and the static unit stays.
    pieces = {(0, 0): "m4 s2", (0, -1): "tc9 bd3", (1, -1): "tc9b bd3b", (0, 1): "art"}
    fight = Fight(pieces, on=game).attack("0,0", "assault").play("roll 5; lose m4; enough")
    assert fight.here(0, 0) == {"s2"}
    assert fight.over


@rule("14.4", "12.10")
def test_units_left_behind_hold_an_attackers_hex() -> None:
    """R49"""
    # 2 against 5 is 40 percent; 6 is AR.
    fight = Fight({(0, 0): "m2 v1", (0, -1): "rd5"}, player_turn=1).attack("0,-1", "mobile").play("roll 6; go 0,1")
    assert fight.over


@rule("21.2a")
def test_a_marker_is_not_captured_by_a_victorious_defender() -> None:
    fight = Fight({(0, 0): "m2 bunker", (0, -1): "rd5"}, player_turn=1).attack("0,-1", "mobile").play("roll 6; go 0,1")
    assert fight.where("bunker") == (0, 0)
    assert fight.over


@rule("14.5", "27.5f")
@pytest.mark.parametrize(
    ("water", "goes_on"), [("river", False), ("canal", False), ("river bridge", True), ("canal bridge", True)]
)
def test_unbridged_water_ends_an_advance(water: str, goes_on: bool) -> None:
    # The corps crosses into the vacated hex, the brigade comes from the dry side.
    pieces = {(0, 0): "v1", (0, -1): "tc9", (-1, 0): "bd3"}
    fight = overrun(pieces, on=blank(sides={((0, 0), "N"): water})).play("advance tc9")
    if goes_on:
        fight.play("roll 6")
    assert (fight.frame == "AdvanceStep") == goes_on
    later = overrun(pieces, on=blank(sides={((0, 0), "S"): water})).play("advance bd3")
    if goes_on:
        later.play("roll 6")
    later.play("go 0,1")
    assert (later.frame == "AdvanceStep") == goes_on


@rule("14.5", "18.5")
def test_a_bridge_blown_on_arrival_has_carried_the_unit_over() -> None:
    """R35"""
    pieces = {(0, 0): "v1", (0, -1): "tc9", (-1, 0): "bd3"}
    fight = overrun(pieces, on=blank(sides={((0, 0), "N"): "river bridge"})).play("advance tc9; roll 1")
    assert fight.frame == "AdvanceStep"
    assert fight.g.state.demolished


@rule("19.1c", "19.3")
@pytest.mark.parametrize(("engineer", "goes_on"), [((0, -2), True), ((1, -2), True), ((0, -3), False), ((0, -1), True)])
def test_engineers_serve_as_a_bridge(engineer: Axial, goes_on: bool) -> None:
    pieces = {(0, 0): "v1", (0, -1): "tc9", (-1, 0): "bd3"}
    pieces[engineer] = f"{pieces.get(engineer, '')} en2".strip()
    fight = overrun(pieces, on=blank(sides={((0, 0), "N"): "river"})).play("advance tc9")
    assert (fight.frame == "AdvanceStep") == goes_on


@rule("19.3")
def test_engineers_who_have_advanced_serve_no_longer() -> None:
    pieces = {(0, 0): "v1", (0, -1): "tc9 en2", (-1, 0): "bd3"}
    game = blank(sides={((0, 0), "N"): "river"})
    fight = overrun(pieces, on=game).play("advance en2")
    assert fight.where("en2") == (0, 0)
    assert fight.frame == "Advance", "not even for themselves"
    fight.play("advance tc9")
    assert fight.where("tc9") == (0, 0)
    assert fight.over, "it may go no further, and the hex is full"


@rule("25.0", "25.1", "25.3")
def test_with_the_option_only_highly_mobile_units_go_further() -> None:
    pieces = {(0, 0): "v1", (0, -1): "rd5 bd3"}
    fight = overrun(pieces, options=["highly_mobile_units"]).play("advance rd5")
    assert fight.where("rd5") == (0, 0)
    assert fight.frame == "Advance"
    fight.play("advance bd3")
    assert fight.frame == "AdvanceStep"
    assert overrun(pieces).play("advance rd5").frame == "AdvanceStep"


@rule("5.6a")
def test_germans_do_not_advance_into_the_reichstag() -> None:
    # 5 against 2 is 250 percent; 1 is AR.
    fight = Fight({(0, 0): "rd5", (1, 0): "m2"}, on=blank(reichstag=(0, 0))).attack("1,0", "mobile")
    fight.play("roll 1; go 0,-1")
    assert fight.over
    assert fight.where("m2") == (1, 0)


@rule("5.5")
def test_soviets_advance_into_an_empty_reichstag_unless_the_other_front_is_there() -> None:
    fight = overrun(RUN, on=blank(reichstag=(0, 1))).play("advance tc9; go 0,1")
    assert fight.g.state.held[0] >> fight.place(0, 1) & 1
    shut = overrun(RUN | {(0, 1): "ur5"}, on=blank(reichstag=(0, 1))).play("advance tc9")
    assert shut.refused("go 0,1") == "5.5"


@rule("21.2b", "21.2c")
def test_control_of_objectives_follows_advances() -> None:
    game = blank({(0, 0): OBJECTIVE, (0, 1): OBJECTIVE})
    # 24 against 2 under barrage is 1200 percent; 5 is DE.
    fight = Fight(RUN | {(1, 0): "art"}, on=game).attack("0,0", "assault").play("roll 5; advance tc9; end-advance")
    assert fight.g.state.held[0] == 1 << fight.place(0, 0)
    back = Fight({(0, 0): "rd5", (0, -1): "m4"}, on=game, held=(1 << fight.place(0, 0), 0)).attack("0,-1", "mobile")
    # 5 against 4 is 125 percent; 1 is AP.
    back.play("roll 1; advance m4")
    assert back.g.state.held == (0, 0)


@rule("21.2a")
def test_eliminating_without_advancing_captures_nothing() -> None:
    pieces = {(0, 0): "v1 bunker gas", (0, -1): "tc9 bd3"}
    fight = overrun(pieces).play("end-advance")
    assert (fight.where("bunker"), fight.where("gas")) == ((0, 0), (0, 0))
    assert not fight.g.state.captured_bunker
    taken = overrun(pieces).play("advance bd3")
    assert (taken.where("bunker"), taken.where("gas")) == ("captured-1bf", "captured-1bf")
    assert taken.g.state.captured_bunker


@rule("21.2a", "14.2")
def test_a_marker_elsewhere_is_an_enemy_like_any_other() -> None:
    """R16"""
    fight = overrun(RUN | {(0, 1): "bunker"}).play("advance tc9")
    assert fight.refused("go 0,1") == "14.2"
