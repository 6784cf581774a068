"""Fog of war (17.0): who knows what, and reconnaissance on the ground and from the air."""

from __future__ import annotations

import pytest
from tests.games.reichstag.helpers import at, blank
from tests.games.reichstag.phases import ONE, THREE, game, hidden_from, on, prompt, real
from tests.support import flagged, play, refused, rule, targets, texts

SCOUT = "1BF-1GTA-RR"


# -- who knows what ---------------------------------------------------------------------------------


@rule("17.0", "17.1", "16.8a")
def test_a_player_knows_face_down_units_only_where_he_commands() -> None:
    pieces = {"3508": "GS-VS-1/face-down G-AX GS-MO", "3413": "GS-VS-2/face-down", "3412": "GS-VS-3/face-down"}
    pieces["pool"] = "GS-FG"
    g = real("start", pieces)
    assert hidden_from(g, 0) == {"GS-VS-1", "GS-VS-3", "GS-FG"}
    assert hidden_from(g, 1) == {"GS-VS-2", "GS-VS-3", "GS-FG"}
    assert hidden_from(g, None) == {"GS-VS-1", "GS-VS-2", "GS-VS-3", "GS-FG"}


# -- on the ground ----------------------------------------------------------------------------------


@rule("17.3a")
def test_a_reconnaissance_unit_looks_two_hexes_far() -> None:
    board = blank()
    hidden = {(2, 0): "GS-VS-1/face-down", (0, 3): "GS-VS-2/face-down", (0, -2): "G-AX"}
    g = on(board, "start", {(0, 0): SCOUT, (1, 0): "G-GD", **hidden})
    assert "1 unit can reconnoitre" in prompt(g)
    play(g, f"scout {SCOUT}")
    assert targets(g, "look") == {at(2, 0)}, "whatever stands between"
    assert refused(g, f"look {at(0, 3)}") == "17.3a"
    assert refused(g, f"look {at(0, -2)}") == "17.3a", "nothing is hidden there"


@rule("17.3a")
def test_the_hex_must_be_in_the_units_sector_or_the_reichstag() -> None:
    board = blank(uf=[(q, r) for q in range(-4, 5) for r in range(1, 5)], reichstag=(0, 0))
    pieces = {(0, -1): SCOUT, (-1, 1): "GS-VS-1/face-down", (0, 0): "GS-VS-2/face-down", (1, -1): "GS-VS-3/face-down"}
    g = on(board, "start", pieces)
    play(g, f"scout {SCOUT}")
    assert targets(g, "look") == {at(0, 0), at(1, -1)}
    assert refused(g, f"look {at(-1, 1)}") == "17.3a"


@rule("17.3a", "1.1a")
@pytest.mark.parametrize(("player", "unit", "other"), [(ONE, SCOUT, "1UF-3GTA-RR"), (THREE, "1UF-3GTA-RR", SCOUT)])
def test_only_the_phasing_fronts_reconnaissance_units_look(player: int, unit: str, other: str) -> None:
    pieces = {"3508": SCOUT, "3507": "GS-VS-1/face-down", "3014": "1UF-3GTA-RR", "3015": "GS-VS-2/face-down"}
    g = real("start", pieces, player=player)
    assert targets(g, "scout") == {unit}
    assert refused(g, f"scout {other}") == "17.3a"
    assert refused(g, "scout G-AX") == "17.3a"


@rule("17.3b", "16.9")
def test_what_is_seen_is_turned_up_for_good() -> None:
    pieces = {(0, 0): SCOUT, (2, 0): "GS-VS-1/face-down GS-MO/face-down G-AX", (1, 1): "GS-VS-2/face-down"}
    g = on(blank(), "start", pieces)
    play(g, f"scout {SCOUT}, look {at(2, 0)}")
    assert not flagged(g, "GS-VS-1", "face-down")
    assert not flagged(g, "GS-MO", "face-down")
    assert hidden_from(g, 0) == {"GS-VS-2"}
    assert hidden_from(g, None) == {"GS-VS-2"}
    assert refused(g, f"scout {SCOUT}") == "17.3a", "one hex a turn"


@rule("17.3b", "17.3N", "16.10a")
def test_a_look_into_the_reichstag_is_private() -> None:
    """R63 Nothing is turned; the other player and spectators learn nothing."""
    g = real("start", {"3410": SCOUT, "3412": "GS-VS-1/face-down GS-MO/face-down GS-SM-FB/face-down"})
    play(g, f"scout {SCOUT}, look 3412")
    assert hidden_from(g, 0) == set()
    assert hidden_from(g, 1) == {"GS-VS-1", "GS-MO", "GS-SM-FB"} == hidden_from(g, None)
    assert flagged(g, "GS-MO", "face-down")


@rule("17.3c")
def test_who_has_looked_may_not_move_but_may_attack() -> None:
    g = real("start", {"3405": SCOUT, "3407": "GS-VS-1/face-down", "3406": "G-AX", "2001": "1BF-35GRD"}, turn=1)
    play(g, f"scout {SCOUT}, look 3407, done")
    assert g.frame.title == "Movement"
    assert refused(g, f"pick {SCOUT}").startswith("17.3")
    play(g, "end")
    assert g.frame.title == "DeclareAttack"
    assert "3406" in targets(g, "attack")


@rule("17.3c")
def test_the_next_turn_it_may_move_again() -> None:
    g = real("start", {"3405": SCOUT, "3407": "GS-VS-1/face-down"}, turn=1)
    play(g, f"scout {SCOUT}, look 3407, done")
    assert flagged(g, SCOUT, "scouted")
    later = real("start", {"3405": f"{SCOUT}/scouted", "3403": "1BF-7GTB"}, turn=2, player=THREE)
    while later.state.player_turn != 0:
        later.play(next(a for a in later.actions() if a.verb in ("done", "end", "roll")))
    assert not flagged(later, SCOUT, "scouted")


# -- from the air -----------------------------------------------------------------------------------


@rule("17.4", "15.2b")
def test_an_airstrike_may_look_around_instead() -> None:
    pieces = {(0, 0): "GS-VS-1/face-down", (2, 0): "GS-MO/face-down", (3, 0): "GS-FG/face-down"}
    g = on(blank(), "barrage", pieces, boxes={"guns-1bf": "M-1BF-AIR-1 M-1BF-ART-1"})
    play(g, f"place M-1BF-AIR-1, look {at(0, 0)}")
    assert hidden_from(g, 0) == {"GS-FG"}, "three hexes away"
    assert g.state.spent == (2, 0), "it is paid for like a strike"
    assert flagged(g, "M-1BF-AIR-1", "used")
    play(g, "place M-1BF-ART-1")
    assert refused(g, f"look {at(3, 0)}") == "17.4", "guns do not look"


@rule("17.4")
def test_it_may_look_wherever_it_could_strike_and_finds_something() -> None:
    g = real("barrage", {"guns-1bf": "M-1BF-AIR-1", "3508": "GS-VS-1/face-down", "3413": "GS-MO/face-down"})
    play(g, "place M-1BF-AIR-1")
    assert refused(g, "look 4020") == "17.4"
    assert refused(g, "look 3413") == "5.4"
    near = game.board.within(game.board.place("3508"), 2)
    assert targets(g, "look") == {game.board.names[p] for p in range(game.board.size) if near >> p & 1}


@rule("17.4", "17.3N")
def test_the_reichstag_is_seen_privately_from_the_air_too() -> None:
    g = real("barrage", {"guns-1uf": "M-1UF-AIR-1", "3412": "GS-MO/face-down"}, player=THREE)
    play(g, "place M-1UF-AIR-1, look 3414")
    assert hidden_from(g, 1) == set()
    assert hidden_from(g, 0) == {"GS-MO"}
    assert "place M-1UF-AIR-1" not in texts(g)
