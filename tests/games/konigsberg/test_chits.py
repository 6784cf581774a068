"""The cup, limits and chits (0.5-0.7, 2.1), Gross Deutschland (0.7d, 0.7e), the sequence of play (1)."""

from __future__ import annotations

import random

from tests.games.konigsberg.helpers import AROUND, C, N, Pos, activate, blank, command, game, reduce, steps
from tests.support import play, refused, rule, targets, texts, where

from grognard.engine.events import Began
from grognard.games.konigsberg.sequence import TURN

ARMIES = {"4030": "S-HQ39", "4031": "S-94", "4033": "S-HQ3", "4034": "S-41", "0425": "G-HQ9", "0426": "G-286"}
"""A 3BR army, a 2BR army and a German corps, far from each other."""


def through(g: Pos) -> Pos:
    """End whatever a drawn chit has begun."""
    while g.frame.title != "DrawChit" and g.outcome is None:
        options = texts(g)
        g.play(next(a for a in ("end", "done", "decline", *sorted(options)) if a in options))
    return g


def draw(g: Pos, *chits: str) -> Pos:
    for chit in chits:
        g.play(f"draw {chit}")
        through(g)
    return g


@rule("0.5/2", "2.1a/1")
def test_each_chit_of_the_cup_is_as_likely_as_any_other() -> None:
    g = game.start()
    rng = random.Random(1)
    while g.frame.title != "DrawChit":
        g.play(rng.choice(g.actions()))
    assert {weight for _, weight in g.chances()} == {1}
    assert len(g.chances()) == 19
    first = g.chances()[0][0]
    g.play(first)
    through(g)
    assert first not in [action for action, _ in g.chances()]


@rule("0.5/3", "2.1a/2", "2.1b/2")
def test_the_sixth_german_chit_of_turn_3_has_no_effect() -> None:
    """Example 8."""
    g = command(ARMIES, "G:9 S:39", counts=(5, 0, 0))
    g.play("draw G:9")
    assert g.frame.title == "DrawChit"
    assert g.state.counts == (5, 0, 0)
    assert where(g, "G:9") == "drawn-german"


@rule("2.1b/2", "0.5/3")
def test_front_and_army_chits_share_the_limit_of_their_front() -> None:
    g = command(ARMIES, "S:39 S:3BR-1 S:3 G:9", counts=(0, 0, 4))
    play(g, "draw S:39, draw S:3BR-1")
    assert g.state.counts == (0, 0, 4)
    g.play("draw S:3")
    assert g.state.counts == (0, 1, 4), "the other Front is not concerned"


@rule("0.7/2", "0.7/3")
def test_an_action_chit_is_void_once_its_side_is_finished() -> None:
    """Example 9: with four 3BR activations the barrage of 3BR is void; that of 2BR is not."""
    g = command(ARMIES, "ACT:BARRAGE-3BR ACT:BARRAGE-2BR ACT:NOGAS G:9", counts=(0, 0, 4))
    g.play("draw ACT:BARRAGE-3BR")
    assert g.frame.title == "DrawChit"
    g.play("draw ACT:BARRAGE-2BR")
    assert g.frame.title == "BarrageDie"
    late = command(ARMIES, "ACT:NOGAS S:39", counts=(5, 0, 0))
    late.play("draw ACT:NOGAS")
    assert not late.state.no_gas


@rule("0.7/1")
def test_action_chits_do_not_count() -> None:
    g = draw(command(ARMIES, "ACT:NOGAS S:39"), "ACT:NOGAS")
    assert g.state.counts == (0, 0, 0)


@rule("1.3c/2", "2.1a/2")
def test_the_phase_ends_when_all_limits_are_used_up() -> None:
    g = command(ARMIES, "S:39 G:HGM S:3", counts=(5, 5, 3))
    g.play("draw S:39")
    while g.state.turn == 3:
        options = texts(g)
        g.play(next(a for a in ("end", "done", *sorted(options)) if a in options))
    assert g.state.turn == 4
    assert where(g, "G:HGM") == "cup", "what was not drawn is there again"


@rule("2.1b/1", "2.1a/3", "1.3a")
def test_a_chit_activates_the_hq_of_its_number() -> None:
    g = command(ARMIES, "S:39 G:9")
    g.play("draw S:39")
    assert g.to_decide == 1
    assert "pick S-HQ39" in texts(g)
    assert refused(g, "pick S-HQ3") == "2.2a/3"
    g = command(ARMIES, "S:39 G:9")
    g.play("draw G:9")
    assert g.to_decide == 0


@rule("2.1a/4", "0.2g")
def test_a_drawn_chit_lies_open_until_the_turn_ends() -> None:
    g = draw(command(ARMIES, "S:39 G:9 S:3"), "S:39")
    assert where(g, "S:39") == "drawn-soviet"
    assert game.boxes[4][0] == "drawn-german"
    assert not game.concealed(g, None)
    g = draw(g, "G:9")
    assert where(g, "G:9") == "drawn-german"


@rule("2.1c", "2.2c")
def test_a_front_chit_activates_any_hq_of_the_front_even_twice() -> None:
    """Example 10."""
    g = command({**ARMIES, "4130": "S-HQ5", "4131": "S-72"}, "S:39 S:3BR-1 G:9", counts=(0, 0, 1))
    draw(g, "S:39")
    g.play("draw S:3BR-1")
    assert targets(g, "name") == {"S-HQ39", "S-HQ5"}
    assert refused(g, "name S-HQ3") == "2.1c"
    g.play("name S-HQ39")
    assert "pick S-94" in texts(g)
    assert g.state.counts == (0, 0, 3)


@rule("2.1c")
def test_a_front_chit_counts_against_its_front() -> None:
    g = command(ARMIES, "S:2BR-1 G:9")
    g.play("draw S:2BR-1")
    assert g.state.counts == (0, 1, 0)


@rule("0.6b", "2.1d/1")
def test_hgm_activates_any_german_hq() -> None:
    g = command({**ARMIES, "0428": "G-HQ26", "0429": "G-56"}, "G:HGM S:39")
    g.play("draw G:HGM")
    assert g.state.counts == (1, 0, 0)
    assert targets(g, "name") == {"G-HQ9", "G-HQ26"}


@rule("2.1d/2")
def test_hgm_lets_two_independents_from_anywhere_move() -> None:
    """Example 11: 24 Pz and 461 I move from far away and cannot attack; a garrison cannot."""
    pieces = {"0425": "G-HQ9", "0426": "G-286", "3118": "G-24PZ", C: "G-461", "3418": "G-FLO", "1725": "S-94"}
    g = command({**pieces, "2035": "G-18PG", "4030": "S-HQ39"}, "G:HGM S:39")
    play(g, "draw G:HGM, name G-HQ9")
    assert refused(g, "pick G-FLO") == "4.1a"
    play(g, "pick G-24PZ, go 3117, pick G-461, go 1926")
    assert refused(g, "pick G-18PG") == "2.0"
    g.play("end")
    assert g.frame.title == "DrawChit", "nobody but the corps may attack"


@rule("2.1d/2")
def test_hgm_without_an_hq_still_allows_the_two_moves() -> None:
    g = command({C: "G-24PZ", "4030": "S-HQ39", "4031": "S-94"}, "G:HGM S:39")
    g.play("draw G:HGM")
    assert "pick G-24PZ" in texts(g)
    assert g.state.counts[0] == 1


@rule("12.1c(2)", "2.1b/1")
def test_the_chit_of_a_lost_hq_is_out_of_the_game() -> None:
    g = command({"4030": "S-HQ39", "4031": "S-94", C: "G-HQ26", "due": "G:26"}, "S:39")
    assert where(g, "G:26") == "due"
    on = command({"1926": "S-HQ39", N: "S-94", C: "G-HQ26", "due": "G:26"}, "S:39 G:HGM")
    activate(on, "S:39")
    play(on, f"pick S-94, go {C}")
    assert where(on, "G:26") == "removed", "though it had not come yet"


# -- Gross Deutschland ---------------------------------------------------------------------------

GD = {"2628": "G-HQGD", "2629": "G-GDF G-GDPG", "2627": "G-GDPZ", "4030": "S-HQ39", "4031": "S-94"}


@rule("0.7d/1", "0.7d/2", "0.2i")
def test_the_corps_is_withdrawn() -> None:
    g = command({**GD, "dead": "G-GDF", "2629": "G-GDPG"}, "ACT:GD-WITHDRAWAL G:GD S:39")
    g.play("draw ACT:GD-WITHDRAWAL")
    assert [where(g, u) for u in ("G-HQGD", "G-GDPZ", "G-GDPG", "G-GDF")] == ["gd", "gd", "gd", "dead"]
    assert where(g, "G:GD") == "gd"
    assert where(g, "ACT:GD-WITHDRAWAL") == "removed"
    drawn = command({**GD, "drawn-german": "G:GD"}, "ACT:GD-WITHDRAWAL S:39")
    drawn.play("draw ACT:GD-WITHDRAWAL")
    assert where(drawn, "G:GD") == "gd", "also if it was drawn already"


@rule("0.7e/1", "0.7e/2", "0.7e/3")
def test_the_corps_returns_at_b() -> None:
    """Example 19: the destroyed come back reduced, survivors as they left."""
    pieces = {"gd": "G-HQGD G-GDPZ G-GDPG G:GD", "dead": "G-GDF", "4030": "S-HQ39", "4031": "S-94"}
    g = command(pieces, "ACT:GD-RETURNS S:39", gd="away", turn=5)
    reduce(g, "G-GDPZ")
    g.play("draw ACT:GD-RETURNS")
    assert where(g, "G:GD") == "cup"
    assert [steps(g, u) for u in ("G-GDPZ", "G-GDPG", "G-GDF")] == [1, 2, 1]
    for unit in ("G-HQGD", "G-GDPZ", "G-GDPG", "G-GDF"):
        play(g, f"enter {unit}, put 0120")
    play(g, "pick G-GDF, go 0220, done")
    assert where(g, "ACT:GD-RETURNS") == "removed"
    assert g.state.gd == "back"
    assert "draw G:GD" in texts(g)
    lost = command({"dead": "G-HQGD", "removed": "G:GD", **ARMIES}, "ACT:GD-RETURNS S:39", gd="away", turn=5)
    lost.play("draw ACT:GD-RETURNS")
    assert "enter G-HQGD" in texts(lost), "a destroyed HQ too"


@rule("0.7e/4")
def test_there_is_no_return_without_a_withdrawal() -> None:
    g = command({**GD, **ARMIES}, "ACT:GD-RETURNS S:39", turn=5)
    g.play("draw ACT:GD-RETURNS")
    assert g.frame.title == "DrawChit"
    draw(g, "S:39")
    while g.state.turn == 5:
        options = texts(g)
        g.play(next(a for a in ("end", "done", *sorted(options)) if a in options))
    assert where(g, "ACT:GD-RETURNS") == "cup"


@rule("0.7c/3", "1.5c", "0.7d/2")
def test_the_next_cup_holds_every_chit_in_play() -> None:
    """Drawn, void and undrawn chits come back; executed GD chits and chits of lost HQs do not."""
    pieces = {**GD, **ARMIES, "removed": "G:26"}
    g = command(pieces, "ACT:GD-WITHDRAWAL ACT:NOGAS S:39 G:9 S:3", counts=(0, 5, 0))
    draw(g, "ACT:GD-WITHDRAWAL", "ACT:NOGAS", "S:3")
    assert where(g, "S:3") == "drawn-soviet"
    while g.state.turn == 3:
        options = texts(g)
        g.play(next(a for a in ("end", "done", *sorted(options)) if a in options))
    assert {where(g, chit) for chit in ("ACT:NOGAS", "S:39", "G:9", "S:3")} == {"cup"}
    assert {where(g, chit) for chit in ("ACT:GD-WITHDRAWAL", "G:26")} == {"removed"}
    assert where(g, "G:GD") == "gd"


# -- the sequence --------------------------------------------------------------------------------


@rule("1.0/1", "0.2b", "1.0/2")
def test_the_phases_follow_each_other_in_order() -> None:
    """Over a whole game: every turn has the phases of the list, the first one a barrage besides, and there are ten."""
    g = game.start()
    rng = random.Random(4)
    titles = [event.title for event in g._events if isinstance(event, Began)]
    turns = [1]
    while g.to_decide is not None:
        titles += [event.title for event in g.play(rng.choice(g.actions())) if isinstance(event, Began)]
        if g.state.turn != turns[-1]:
            turns.append(g.state.turn)
    names = [title for title, _ in TURN]
    found = [title for title in titles if title in names]
    assert found == names + 9 * names[1:]
    assert turns == list(range(1, 11))
    assert g.outcome is not None


@rule("1.0/1")
def test_no_action_of_a_later_segment_is_accepted() -> None:
    g = blank().position({"refit": "", "4030": "S-HQ39", "4031": "S-94", "cup": "S:39"}, phase="replacement", turn=3)
    reduce(g, "S-94")
    assert g.frame.title in ("Rebuild", "DrawChit")
    barrage = game.start()
    assert refused(barrage, "draw S:39") == ""
    assert barrage.frame.title == "BarrageDie"


@rule("1.2a/1", "6.1a/2")
def test_on_turn_2_the_chits_of_the_track_are_in_the_cup() -> None:
    g = game.position(phase="reinforcement", base="start", turn=2)
    while g.frame.title != "DrawChit":
        options = texts(g)
        g.play(next(a for a in ("done", "end", *sorted(options)) if a in options))
    cup = {u.id for p, u in enumerate(game.units) if g.where[p] == game.cup_box}
    assert {"S:43", "S:2G", "S:49", "S:5GT", "S:2BR-1", "G:HGM", "ACT:NOGAS", "ACT:RANDOM"} <= cup
    assert "S:11G" not in cup


def test_hexes_around_the_middle_are_neighbours() -> None:
    board = game.board
    assert {board.names[p] for p in range(board.size) if board.adjacent[board.place(C)] >> p & 1} == set(AROUND)


def test_the_cup_is_for_all_to_see() -> None:
    """The turn so far in order, what is left, what was void, and what the chit under way has activated."""
    g = command(ARMIES, "G:9 S:39 S:3 ACT:NOGAS", counts=(5, 0, 0))
    play(g, "draw G:9, draw S:39")
    cup = game.draws(g)
    number = game.names.piece
    assert cup.drawn == (number("G:9"), number("S:39"))
    assert set(cup.left) == {number("S:3"), number("ACT:NOGAS")}
    assert cup.void == (number("G:9"),)
    assert (cup.now, cup.note) == (number("S:39"), "39th Army: 1 unit activated")
    assert cup.limits == ("German 5 of 5", "2BR 0 of 7", "3BR 1 of 4")
    through(g)
    assert game.draws(g).now is None
