"""Sequence, set-up and victory (1, 7, 8)."""

from __future__ import annotations

import pytest

from grognard.games import load_game

GAME = load_game("skirmish")
rule = pytest.mark.rule


@rule("1.1", "1.2")
def test_blue_before_red_and_phase_after_phase() -> None:
    g = GAME.start()
    met = []
    for _ in range(4):
        met.append((g.state.turn, g.state.player, g.frame.title))
        g.play("end")
    assert met == [(1, 0, "Movement"), (1, 0, "Combat"), (1, 1, "Movement"), (1, 1, "Combat")]
    assert (g.state.turn, g.state.player, g.frame.title) == (2, 0, "Arrive")


@rule("1.1")
def test_the_game_is_over_after_the_last_turn() -> None:
    g = GAME.position({"0804": "R1"}, phase="combat", turn=7, player=1)
    g.play("end")
    assert g.outcome is not None


@rule("7.1")
def test_objectives_and_losses_decide() -> None:
    """Blue holds a bridge (2) and has eliminated three units: 5 to 6. With one more it is a tie, which Red wins."""
    bridge = GAME.board.places(["0602"])
    for lost, winner in (("R1 R2 R3", 1), ("R1 R2 R3 R4", 1), ("R1 R2 R3 R4 R5", 0)):
        g = GAME.position({"lost": lost, "0602": "B1"}, phase="combat", turn=7, player=1, blue_holds=bridge)
        assert GAME.account(g, 0) == f"{2 + len(lost.split())} VP"
        assert GAME.account(g, 1) == "6 VP"
        assert sum(int(term.value) for term in GAME.standing(g, 1)) == 6
        g.play("end")
        assert g.outcome is not None
        assert g.outcome.winner == winner


@rule("7.2")
def test_an_objective_belongs_to_whoever_was_there_last() -> None:
    g = GAME.position({"0502": "B1", "0702": "R1"}, phase="movement")
    g.play("pick B1")
    g.play("go 0602")
    assert GAME.account(g, 0) == "2 VP"
    for action in ("end", "end"):
        g.play(action)
    assert [sign.text for sign in GAME.signs(g) if sign.colours == "slate"] == ["North Bridge 0602: held by Blue"]
    back = GAME.position({"0702": "R1"}, phase="movement", player=1, blue_holds=GAME.board.places(["0602"]))
    back.play("pick R1")
    back.play("go 0602")
    assert GAME.account(back, 0) == "0 VP"


@rule("8.1")
def test_the_set_up() -> None:
    g = GAME.start()
    for number, unit in enumerate(GAME.roster):
        assert GAME.names.places[g.where[number]] == (unit.setup or "reserve")
        assert g.steps[number] == 2
