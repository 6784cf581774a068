"""Numbers of actions: they mean the same everywhere, cover every action, and tell nothing."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import pytest

from grognard.bots.base import onward_actions
from grognard.engine import Game, Position, SetupError
from grognard.engine.concealment import names_for
from grognard.engine.flow import CHANCE, Choice, Mark, Seat
from grognard.engine.pieces import Piece
from grognard.engine.places import Place
from grognard.games import game_names, load_game
from grognard.rl.numbering import Numbering, onward

GAMES = game_names()


def questions(game: Game[Any], seed: int, most: int = 600) -> list[Position[Any, Any]]:
    """Positions of a random game in which a player is asked."""
    rng, found = Random(seed), []
    g = game.start(game.scenarios[seed % len(game.scenarios)].id)
    while g.to_decide is not None and len(found) < most:
        if g.to_decide != CHANCE:
            found.append(g.copy())
        g.apply(rng.choice(g.actions() if g.to_decide == CHANCE else onward_actions(g)))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_answer_has_a_number_and_comes_back(name: str) -> None:
    game = load_game(name)
    numbering = Numbering(game)
    for g in questions(game, 3):
        seat = Seat(g.to_decide or 0)
        numbers = numbering.numbers(g, seat, g.actions())
        assert len(set(numbers)) == len(numbers)
        assert [numbering.action(g, seat, number) for number in numbers] == g.actions()


@pytest.mark.parametrize("name", GAMES)
def test_the_list_names_every_number_once(name: str) -> None:
    numbering = Numbering(load_game(name))
    head, _, body = numbering.to_text().partition("\n\n")
    lines = body.splitlines()
    assert [int(line.split(" ")[0]) for line in lines] == list(range(len(numbering)))
    assert len(head.splitlines()) == 1 + len(numbering.ranges)
    assert [line.split(" ", 1)[1] for line in lines] == [action.text for action in numbering.actions]


def test_numbers_are_the_same_in_another_process() -> None:
    code = (
        "from grognard.games import *; from grognard.rl.numbering import Numbering;"
        "print([Numbering(load_game(n)).fingerprint for n in game_names()])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == str([Numbering(load_game(name)).fingerprint for name in GAMES])


def test_take_backs_and_asides_are_left_out_unless_asked_for() -> None:
    met = set()
    for name in GAMES:
        for g in questions(load_game(name), 1):
            frame = g.frame
            assert isinstance(frame, Choice)
            back, aside = frame.marked(Mark.TAKES_BACK), frame.marked(Mark.ASIDE)
            offered = onward(g)
            assert not [a for a in offered if a.verb in back | aside]
            assert onward(g, take_backs=True, asides=True) == g.actions()
            met |= {mark for mark, verbs in (("back", back), ("aside", aside)) if {a.verb for a in g.actions()} & verbs}
    assert met == {"back", "aside"}


def test_a_verb_with_two_arguments_or_a_number_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("marshals")
    kinds = game.kinds
    monkeypatch.setattr(type(game), "kinds", lambda self, verb: (Piece, Place) if verb == "go" else kinds(verb))
    with pytest.raises(SetupError, match=r"'go' takes \(Piece, Place\), and only verbs with nothing, one Piece or"):
        Numbering(game)


def test_numbers_of_concealed_counters_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """All counters of one side are concealed from whoever is asked about them; any exchange gives the same numbers."""
    game = load_game("marshals")
    g = game.position({"1405": "R-47 R-9TK R-5SHK", "1305": "G-309"}, phase="movement", turn=3)
    asked = Seat(g.to_decide or 0)
    mine = sum(1 << p for p in range(len(game.roster)) if game.owner(g, p) == asked)
    monkeypatch.setattr(type(game), "concealed", lambda self, g, seat: mine, raising=False)
    numbering = Numbering(game)
    picks = [action for action in g.actions() if action.verb == "pick"]
    assert len(picks) == 3
    numbers = numbering.numbers(g, asked, picks)
    # The numbers are those of the first counters that are concealed, in the order of handles.
    order = names_for(g, asked)[1]
    unknown = sorted(p for p in range(len(game.roster)) if mine >> p & 1)
    base = next(r.base for r in numbering.ranges if r.verb == "pick")
    assert sorted(numbers) == sorted(base + unknown[order.index(action.args[0])] for action in picks)
    assert [numbering.action(g, asked, number) for number in numbers] == picks
    # Other counters at the same place: the same numbers.
    used = {"R-47", "R-9TK", "R-5SHK"}
    three = " ".join([u.id for u in game.roster if u.side == "russian" and u.id not in used][:3])
    other = game.position({"1405": three, "1305": "G-309"}, phase="movement", turn=3)
    others = [action for action in other.actions() if action.verb == "pick"]
    assert sorted(numbering.numbers(other, asked, others)) == sorted(numbers)
