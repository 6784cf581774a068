"""The event chits (2.4, annex)."""

from __future__ import annotations

import json

from tests.games.raceforberlin.helpers import fight, game, impulse, mask, play, step, sums
from tests.support import flagged, refused, rule, targets, texts, where

from grognard.engine import Seat, view
from grognard.engine.view import told
from grognard.games.raceforberlin.movement import field
from grognard.games.raceforberlin.odds import garrison

SEELOW = {"bridgehead": "S-8GA-1/combat S-8GA-2/combat S-5SHA-1/combat S-5SHA-2/combat", "seelow": "G-303 G-20PzGr"}


@rule("2.4.2b")
def test_a_drawn_chit_is_secret() -> None:
    g = impulse(2, {"hand-zhukov": "C10", "hand-koniev": "C1 C7", "triebel": "S-13-1"})
    seen = view(g, Seat(1))
    text = json.dumps(seen.position)
    assert "C7" in text
    assert "C10" not in text
    assert "?hand-zhukov-1" in text
    drawn = step("chits", {"cup": "C2 C5"})
    unknown = game.concealed(drawn, Seat(0))
    events = drawn.copy().play("draw C5")
    assert not any("C5" in json.dumps(told(drawn, event, unknown).data) for event in events)


@rule("2.4.3")
def test_windows() -> None:
    soviet = impulse(1, {"hand-zhukov": "C10", "kuestrin": "S-8GA-1 S-8GA-2"})
    assert "chit C10" in texts(soviet)
    play(soviet, "move S-8GA-1")
    assert refused(soviet, "chit C10") == "2.4.3"
    german = impulse(4, {"hand-zhukov": "C10", "calau": "G-344"})
    assert refused(german, "chit C10") == "2.4.3"


@rule("2.4.4")
def test_where_chits_go() -> None:
    for chit, box in (("C5", "removed"), ("C10", "cup")):
        g = play(impulse(1, {"hand-zhukov": chit, "kuestrin": "S-8GA-1"}), f"chit {chit}")
        assert where(g, chit) == box
    discarded = play(step("discards", {"hand-zhukov": "C5"}), "discard C5")
    assert where(discarded, "C5") == "cup"


@rule("E.1a", "E.1b", "E.1c", "E.8a")
def test_worked_example_24() -> None:
    g = fight(1, {**SEELOW, "hand-zhukov": "C8"}, turn=1)
    play(g, "attack seelow, collapse G-20PzGr, fight")
    assert flagged(g, "G-20PzGr", "reduced")
    assert where(g, "C8") == "cup"
    assert g.to_decide == 1
    play(g, "heinrici, pick G-303")
    while g.frame.title in ("Retreat", "RetreatNext"):
        g.play(g.actions()[0])
    assert flagged(g, "G-20PzGr", "reduced")
    assert not flagged(g, "G-303", "reduced")
    assert where(g, "G-303") != "seelow"
    assert g.frame.title == "Advance"
    assert refused(g, "end") == "8.4.1a"
    assert where(g, "C1") == "hand-zhukov"
    assert g.state.heinrici == 2


@rule("E.1b", "E.1c")
def test_heinrici_is_asked_only_when_it_can_be_used() -> None:
    early = play(fight(1, SEELOW, turn=1, heinrici=2), "attack seelow, fight")
    assert early.to_decide == -1
    other = play(fight(1, {**SEELOW, "hand-zhukov": "C1"}), "attack seelow, fight")
    assert other.to_decide == -1, "Zhukov owns no defender"
    assert play(fight(1, SEELOW), "attack seelow, fight").frame.title == "Heinrici"


@rule("E.2")
def test_rybalko() -> None:
    pieces = {"hand-koniev": "C1 C2", "sommerfeld": "S-13-1 S-13-2", "triebel": "S-3GA-1", "forst": "G-342"}
    g = play(impulse(2, pieces), "chit C2")
    assert refused(g, "army S-8GA-1") == "E.2"
    play(g, "army S-13-1")
    assert g.state.army == "S-13"
    assert field(g, game.names.piece("S-13-1"), 4)[game.board.place("guben")] == 2
    assert field(g, game.names.piece("S-3GA-1"), 4)[game.board.place("muskau")] == 4


@rule("E.3a")
def test_the_allies_push() -> None:
    g = play(impulse(4, {"hand-zhukov": "C3", "calau": "G-344"}), "chit C3")
    assert targets(g, "push") == {"leipzig", "kyritz"}
    play(g, "push kyritz")
    assert g.state.us == mask("kyritz")
    assert g.frame.title == "Designation"


@rule("E.3b")
def test_the_push_after_the_halt() -> None:
    g = impulse(4, {"hand-zhukov": "C3", "calau": "G-344"}, halted=True)
    assert refused(g, "chit C3") == "2.4.3"
    assert where(play(step("discards", {"hand-zhukov": "C3"}, halted=True), "discard C3"), "C3") == "removed"
    assert where(play(step("discards", {"hand-zhukov": "C3"}), "discard C3"), "C3") == "cup"


@rule("E.4a")
def test_planned_retreat() -> None:
    g = play(impulse(3, {"hand-koniev": "C1 C4", "seelow": "G-303"}), "chit C4, move G-303, done, pick G-303")
    assert g.frame.title == "MoveUnit"
    free = play(step("end", {"seelow": "G-303"}, planned=(False, True)), "pick G-303")
    assert "go letschin" in texts(free)


@rule("E.4b")
def test_planned_retreat_leaves_the_game_after_turn_6() -> None:
    for turn, box in ((6, "cup"), (7, "removed")):
        g = play(impulse(3, {"hand-koniev": "C1 C4", "seelow": "G-303"}, turn=turn), "chit C4")
        assert where(g, "C4") == box


@rule("E.5")
def test_speer() -> None:
    g = play(impulse(1, {"hand-zhukov": "C5", "tempelhof": "S-8GA-1 S-8GA-2"}, support=(1, 0)), "chit C5")
    assert garrison(g, game.board.place("tempelhof")) == 10
    play(g, "combat S-8GA-1, combat S-8GA-2, done, city tempelhof")
    assert sums(g)[:2] == ("40 against 10", "4:1")
    assert where(g, "C5") == "removed"


@rule("E.6a")
def test_everyone_to_the_front() -> None:
    g = play(fight(1, SEELOW, event=6, army="S-8GA"), "attack seelow")
    assert sums(g)[2] == 2
    play(g, "drop S-8GA-1, drop S-8GA-2")
    assert sums(g)[2] == 0


@rule("E.6b")
def test_the_front_army_acts_as_reserve() -> None:
    pieces = {"bridgehead": "S-8GA-1 S-8GA-2 S-5SHA-1 S-5SHA-2", "seelow": "G-303", "hand-zhukov": "C6"}
    g = play(
        impulse(1, pieces, heinrici=9), "chit C6, army S-8GA-1, combat S-8GA-1, combat S-8GA-2, combat S-5SHA-1, done"
    )
    play(g, "attack seelow, fight, roll 4")
    while g.frame.title in ("LoseSteps", "Retreat", "RetreatNext"):
        g.play(g.actions()[0])
    play(g, "advance S-5SHA-1, end" if g.frame.title == "Advance" else "end")
    assert g.frame.title == "Reserves"
    assert targets(g, "pick") == {"S-8GA-1", "S-8GA-2"}


@rule("E.7")
def test_trucks() -> None:
    pieces = {"kuestrin": "S-8GA-1 S-8GA-2 S-5SHA-1 S-5SHA-2", "seelow": "G-303", "hand-zhukov": "C7"}
    g = play(impulse(1, pieces), "chit C7, army S-8GA-2")
    assert refused(g, "trucks S-5SHA-1") == "E.7"
    play(g, "trucks S-8GA-1, done, pick S-8GA-1, go bridgehead")
    assert "attack seelow" in texts(g)


@rule("E.8a", "E.8b")
def test_collapse() -> None:
    g = fight(1, {**SEELOW, "seelow": "G-303/reduced G-20PzGr", "hand-zhukov": "C8"})
    play(g, "attack seelow")
    assert targets(g, "collapse") == {"G-20PzGr"}
    assert refused(g, "collapse G-303") == "E.8b"
    play(g, "collapse G-20PzGr")
    assert refused(g, "cancel") == "E.8a"
    none = play(fight(1, {**SEELOW, "hand-koniev": "C1 C8"}), "attack seelow")
    assert refused(none, "collapse G-303") == "E.8a"


@rule("E.9a", "E.9b")
def test_the_bridges() -> None:
    pieces = {"hand-koniev": "C1 C9", "seelow": "S-8GA-1", "lebus": "S-8GA-2"}
    g = impulse(1, pieces)
    assert g.to_decide == 1
    assert {"forst", "kathlow", "seelow"} <= targets(g, "bomb")
    assert refused(g, "bomb cottbus") == "E.9a"
    play(g, "bomb seelow")
    assert flagged(g, "S-8GA-1", "oos")
    assert not flagged(g, "S-8GA-2", "oos")
    assert where(g, "C9") == "removed"
    assert refused(g, "reserve S-8GA-1") == "3.1.3c"


@rule("E.9c")
def test_the_window_of_the_bridges_betrays_nothing() -> None:
    for chit in ("C7", "C9"):
        g = impulse(1, {"hand-koniev": f"C1 {chit}", "seelow": "S-8GA-1"})
        assert g.to_decide == 1
        assert g.frame.title == "Bridges"
        assert "go-on" in texts(g)
    empty = impulse(1, {"seelow": "S-8GA-1"})
    assert empty.frame.title == "Designation", "everybody sees that he holds none"
    assert impulse(1, {"hand-koniev": "C1 C7", "removed": "C9", "seelow": "S-8GA-1"}).frame.title == "Designation"
    later = play(impulse(1, {"hand-koniev": "C1 C9", "seelow": "S-8GA-1"}), "go-on, move S-8GA-1")
    assert later.why_not("bomb seelow") is not None


@rule("E.10")
def test_coordination() -> None:
    seven = "S-8GA-1 S-8GA-2 S-5SHA-1 S-5SHA-2 S-47-1 S-47-2 S-3SHA-1"
    g = play(impulse(1, {"kuestrin": seven, "hand-zhukov": "C10"}), "chit C10")
    for unit in seven.split()[:6]:
        play(g, f"combat {unit}")
    assert refused(g, "combat S-3SHA-1") == "E.10"


@rule("E.11")
def test_the_surprise_counter_attack() -> None:
    pieces = {"seelow": "G-303/combat", "bridgehead": "S-61-1", "tempelhof": "G-11SS/combat S-8GA-1"}
    g = play(fight(3, pieces, event=11), "attack bridgehead")
    assert sums(g)[0] == "10 against 14"
    city = play(fight(3, pieces, event=11), "city tempelhof")
    assert sums(city)[0] == "6 against 20"
