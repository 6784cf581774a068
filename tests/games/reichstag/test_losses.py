"""Unit eliminations (12.24) and what is immune (12.25)."""

from __future__ import annotations

import pytest
from tests.games.reichstag.fights import Fight
from tests.games.reichstag.helpers import Axial, blank
from tests.support import rule

OBJECTIVE = "suburban objective vp-5"


def attrition(defenders: str, others: dict[Axial, str] | None = None) -> Fight:
    """Defenders who have to lose their strongest unit: a DA."""
    pieces = {(0, 0): defenders, (0, -1): "tc9 bd3", (1, -1): "tc9b bd3b", (1, 0): "tc9c bd3c"}
    fight = Fight(pieces | (others or {})).attack("0,0", "assault")
    for die, column in ((5, "100-199%"), (4, "200-299%"), (4, "300-399%"), (4, "400-499%"), (4, "500-599%")):
        if column in fight.dice:
            return fight.play(f"roll {die}")
    raise AssertionError(fight.dice)


@rule("12.24a")
def test_the_single_strongest_unit_is_lost_without_a_question() -> None:
    fight = attrition("m4 m3 m2")
    assert fight.where("m4") == "dead-1bf"
    assert not fight.can("lose")
    assert fight.can("give-up") == {"m3", "m2"}
    assert "enough" in fight.texts()


@rule("12.24a")
def test_the_owner_chooses_between_equals() -> None:
    fight = attrition("m3 m3b m2")
    assert fight.seat == 1
    assert fight.refused("enough") == "12.24a"
    assert fight.can("lose") == {"m3", "m3b"}
    assert fight.refused("lose m2") == "12.24a", "a weaker unit is no substitute"
    fight.play("lose m3b")
    assert fight.where("m3") == (0, 0)
    fight.play("enough")
    assert fight.over


@rule("12.24c")
def test_the_owner_may_always_lose_more() -> None:
    fight = attrition("m4 m3 m2").play("give-up m2; enough")
    assert fight.here(0, 0) == {"m3"}
    fight = attrition("m3 m3b m2")
    assert fight.refused("give-up m2") == "12.24a", "first what the result asks for"
    fight.play("lose m3")
    assert fight.refused("lose m2") == "12.24c", "what is given up in addition has a name of its own"
    fight.play("give-up m2; enough")
    assert fight.here(0, 0) == {"m3b"}


@rule("12.24a", "12.24b")
def test_brackets_count_at_face_value() -> None:
    fight = attrition("tower m4 m3")
    assert fight.where("tower") == "dead-1bf", "the 6 in brackets is the strongest"


@rule("12.24b")
@pytest.mark.parametrize(
    ("defenders", "lost", "enough"),
    [
        ("m4 m3 m3b", "m4", False),
        ("m4 m3 m3b", "m3 m3b", True),
        ("m4 m4b", "m4", True),
        ("m4 m3 v1", "m4", True),
        ("m4 m3 v1", "m3 v1", True),
        ("m4 m3 m2", "m4", False),
    ],
)
def test_at_least_half_of_the_printed_strength(defenders: str, lost: str, enough: bool) -> None:
    pieces = {(0, 0): defenders, (0, -1): "tc9 bd3", (1, -1): "tc9b bd3b", (1, 0): "tc9c bd3c"}
    # 36 against 8 to 10 is 360 to 450 percent; 2 is BB.
    fight = Fight(pieces).attack("0,0", "assault").play("roll 2")
    for unit in lost.split():
        fight.play(f"lose {unit}")
    assert ("enough" in fight.texts()) == enough
    if not enough:
        assert fight.refused("enough") == "12.24b"


@rule("12.24b")
def test_a_force_without_any_strength_loses_at_least_one_unit() -> None:
    """R56"""
    game = blank({(0, 0): OBJECTIVE})
    fight = Fight({(0, 0): "cp cpb", (0, -1): "rd5 bd3"}, on=game).attack("0,0", "assault")
    assert "≥600%" in fight.dice
    # 1 is BB.
    fight.play("roll 1")
    assert fight.can("lose") == {"cp", "cpb"}
    assert fight.refused("enough") == "12.24b"
    fight.play("lose cp; enough; lose rd5; enough")
    assert fight.here(0, 0) == {"cpb"}


@rule("12.25a")
def test_markers_are_never_lost() -> None:
    fight = Fight({(0, 0): "m4 m3 art", (0, -1): "tc9 bd3 artb"}).attack("0,0", "assault")
    # 24 against 7 is 342 percent; 1 is BB.
    fight.play("roll 1")
    assert fight.can("lose") == {"m4", "m3"}
    assert fight.refused("lose art") == "12.25a"
    fight.play("lose m4; enough")
    assert fight.can("lose") == {"tc9", "bd3"}
    assert (fight.where("art"), fight.where("artb")) == ((0, 0), (0, -1))


@rule("12.25b")
def test_a_tower_that_only_supports_is_untouched() -> None:
    fight = Fight({(0, 0): "m4 m3", (0, 2): "tower", (0, -1): "tc9 bd3", (1, -1): "tc9b bd3b", (1, 0): "tc9c bd3c"})
    # 36 against 14 is 257 percent; 3 is BB.
    fight.attack("0,0", "assault").play("roll 3")
    assert fight.refused("lose tower") == "12.25b"


@rule("21.2a")
def test_strategic_markers_are_outside_all_losses() -> None:
    fight = attrition("m4 bunker m3")
    assert fight.can("give-up") == {"m3"}
    assert fight.refused("lose bunker") == "21.2a"
    # 12 against 2 is 600 percent; 6 is OR: everyone is lost, not the marker.
    fight = Fight({(0, 0): "m2 bunker", (0, -1): "tc9 bd3"}).attack("0,0", "mobile").play("roll 6; end-advance")
    assert fight.where("m2") == "dead-1bf"
    assert fight.where("bunker") == (0, 0)


@rule("21.2a", "17.1")
def test_a_face_down_marker_elsewhere_is_not_told_by_the_reason() -> None:
    """Whoever asks about an unknown counter hears the same of every one."""
    fight = attrition("m4 m3", {(5, 0): "bunker/face-down v1/face-down"})
    assert fight.can("give-up") == {"m3"}
    assert fight.refused("lose bunker") == fight.refused("lose v1") == "12.24a"


@rule("12.24a", "12.10")
def test_units_that_took_no_part_are_not_lost() -> None:
    """R49"""
    # 2 against 5 is 40 percent; 4 is AA.
    fight = Fight({(0, 0): "m2 tower", (0, -1): "rd5"}, player_turn=1)
    assert fight.odds("0,-1")[0] == "4 against 5"
    fight.attack("0,-1", "assault").play("roll 4")
    assert fight.where("m2") == "dead-1bf"
    assert fight.where("tower") == (0, 0)
    assert fight.over


@rule("12.24b")
def test_of_a_force_without_strength_one_unit_goes() -> None:
    """R56 Half of nothing is reached at once, but somebody has to be lost, and the question says so."""
    f = Fight({(0, 0): "cp cpb", (0, -1): "tc9 bd3"}, on=blank({(0, 0): "suburban objective vp-5"}))
    f.attack("0,0", "assault")
    f.play("roll 1")
    assert "at least one must go" in f.g.frame.ask(f.g).prompt
    refusal = f.g.why_not("enough")
    assert refusal is not None
    assert refusal.text == "the result costs at least one unit"
