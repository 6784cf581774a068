"""Properties that hold for every game, scenario and option, over whole random games."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from typing import Any, ClassVar

import pytest

from ..bots.base import onward_actions
from ..engine import Table, imagine, read_record, replay, view
from ..engine.events import Began, Over
from ..engine.flow import Action, Choice, Mark, Seat
from ..engine.pieces import Piece
from ..games import load_game
from .checks import (
    Pos,
    check_carried,
    check_chances,
    check_conservation,
    check_refusals,
    check_sound,
    random_play,
)
from .leaks import all_seats, check_leaks, has_secrets
from .suite import Suite

SMALL = (2_000, 40)
"""A record has at most so many bytes, and so many for each action."""


class Conformance(Suite):
    """Whatever the rules are, this holds."""

    open_to_some: ClassVar[tuple[str, ...]] = ()
    """Games with secrets in which a seat, or everybody with some options, has nothing to find out."""

    @pytest.mark.parametrize("seed", range(3))
    def test_random_play_comes_to_an_end(self, game: str, scenario: str, options: tuple[str, ...], seed: int) -> None:
        g = load_game(game).start(scenario, options)
        for _, before, _ in random_play(g, seed):
            check_conservation(before)
            check_carried(before)
            check_chances(before)
            check_sound(before)
        check_sound(g)
        assert g.outcome is not None
        assert g.outcome.rule in g.game.ledger.by_number
        assert g.actions() == []

    def test_reasons_agree_with_legal_actions(self, game: str, scenario: str, options: tuple[str, ...]) -> None:
        g = load_game(game).start(scenario, options)
        met: dict[str, int] = {}
        checked = 0
        for _, before, _ in random_play(g, 11):
            title = before.frame.title
            # Every kind of question a few times, and everything now and then.
            met[title] = met.get(title, 0) + 1
            if met[title] <= 3 or met[title] % 40 == 0:
                checked += check_refusals(before)
        assert checked, "no question takes a piece or a place"

    def test_who_only_goes_on_never_goes_in_circles(self, game: str, scenario: str, options: tuple[str, ...]) -> None:
        """Without the answers that take something back no position comes twice: else a program could plan for ever."""
        g = load_game(game).start(scenario, options)
        rng, seen = random.Random(17), set[str]()
        while g.outcome is None:
            assert g.hash() not in seen, f"{g.frame.title} once more"
            seen.add(g.hash())
            action = rng.choice(onward_actions(g))
            if isinstance(g.frame, Choice) and action.verb in g.frame.marked(Mark.TAKES_BACK):
                seen.clear()  # nothing led on
            g.apply(action)

    def test_saving_and_loading_is_identity(self, game: str, scenario: str, options: tuple[str, ...]) -> None:
        loaded = load_game(game)
        g = loaded.start(scenario, options)
        for number, before, _ in random_play(g, 5):
            if number % 7 == 0:
                again = loaded.from_json(before.to_json())
                assert again.to_json() == before.to_json()
                assert hash(before.key()) == hash(before.copy().key())
                assert {again.key(): 1} == {before.key(): 1}
                assert [a.text for a in again.actions()] == [a.text for a in before.actions()]
        assert loaded.from_json(g.to_json()).outcome == g.outcome

    def test_no_earlier_copy_ever_changes(self, game: str, scenario: str, options: tuple[str, ...]) -> None:
        g = load_game(game).start(scenario, options)
        kept: list[tuple[Pos, str]] = []
        for number, before, _ in random_play(g, 6):
            if number % 25 == 0:
                copy = before.copy()
                kept.append((copy, copy.hash()))
        for copy, hash_ in kept:
            assert copy.hash() == hash_
        # And a copy goes its own way without touching what it was made from.
        middle, hash_ = kept[len(kept) // 2]
        branch = middle.copy()
        for _ in random_play(branch, 99):
            pass
        assert middle.hash() == hash_

    def test_derived_values_are_never_stale(self, game: str, scenario: str, options: tuple[str, ...]) -> None:
        """A position loaded afresh has no caches; it must offer exactly what the one that was played offers."""
        loaded = load_game(game)
        for _, before, _ in random_play(loaded.start(scenario, options), 8):
            fresh = loaded.from_json(before.to_json())
            assert [a.text for a in fresh.actions()] == [a.text for a in before.actions()]

    def test_scores_are_never_stale(self, game: str, scenario: str, options: tuple[str, ...]) -> None:
        """What the score keeps from position to position changes nothing: another copy of the game finds the same."""
        loaded = load_game(game)
        another = type(loaded)(loaded.pack)
        seats = [Seat(i) for i in range(len(loaded.scenario(scenario).seats))]
        for number, before, _ in random_play(loaded.start(scenario, options), 8):
            if number % 3:
                continue
            scores = [loaded.score(before, seat) for seat in seats]
            if number % 24 == 0:
                fresh = another.from_json(before.to_json())
                assert scores == [another.score(fresh, seat) for seat in seats]
                check_carried(before)

    def test_programs_need_no_sentences(self, game: str, scenario: str, options: tuple[str, ...]) -> None:
        """Phases have names, the end has its points, and what a prompt counts stands beside it as a number."""
        loaded = load_game(game)
        g = loaded.start(scenario, options)
        rng = random.Random(5)
        while g.to_decide is not None:
            if isinstance(g.frame, Choice) and re.search(r"\d.* left\b", g.frame.ask(g).prompt):
                assert g.frame.ask(g).left is not None, g.frame.ask(g).prompt
            for event in g.play(rng.choice(onward_actions(g))):
                if isinstance(event, Began):
                    assert re.fullmatch("[a-z]+(-[a-z]+)*", event.name), event
                if isinstance(event, Over) and event.scores:
                    seats = range(len(loaded.seats(g.setup)))
                    assert event.scores == tuple(loaded.victory_points(g, Seat(seat)) for seat in seats)

    def test_undo_restores_exactly(self, game: str, scenario: str, options: tuple[str, ...]) -> None:
        table = Table(load_game(game), scenario, options, seed=bytes(32))
        rng = random.Random(3)
        undone = 0
        for _ in range(600):
            if table.over:
                break
            before = (table.position.to_json(), len(table.log), list(table.entries))
            table.play(rng.choice(table.position.actions()))
            if table.can_undo and rng.random() < 0.5:
                after = table.position.to_json()
                table.undo()
                assert (table.position.to_json(), len(table.log), table.entries) == before
                table.redo()
                assert table.position.to_json() == after
                undone += 1
        assert undone

    def test_nothing_that_a_seat_is_handed_leaks(self, game: str, scenario: str, options: tuple[str, ...]) -> None:
        """Exchange what a seat cannot know and play on: its view, its decisions and its log stay the same.

        Nor is a record handed out before the end; `tests/server/test_secrets.py` holds that.
        """
        loaded = load_game(game)
        if not has_secrets(loaded):
            pytest.skip("there are no secrets in this game")
        for seat in all_seats(loaded, scenario):
            g = loaded.start(scenario, options)
            compared = check_leaks(random_play(g, 4), seat, random.Random(4), every=8)
            assert g.outcome is not None
            assert compared or game in self.open_to_some, f"seat {seat} had nothing to find out"

    def test_imagined_positions_look_the_same(self, game: str, scenario: str, options: tuple[str, ...]) -> None:
        loaded = load_game(game)
        g = loaded.start(scenario, options)
        for number, before, _ in random_play(g, 9):
            seat = before.to_decide
            if number % 15 or seat is None or seat < 0:
                continue
            seen = view(before, seat)
            assert view(imagine(loaded, seen, random.Random(1)), seat) == seen

    def test_a_record_gives_the_same_game_in_another_process(self, game: str, scenario: str) -> None:
        table = Table(load_game(game), scenario, seed=b"\7" * 32)
        rng = random.Random(12)
        while not table.over:
            onward = [a for a in table.position.actions() if not takes_back(table.position, a.verb)]
            table.play(rng.choice(onward or table.position.actions()))
        text = table.record().to_text()
        assert len(text.encode()) < SMALL[0] + SMALL[1] * len(table.entries)
        final = [g.hash() for _, g, _ in replay(table.game, read_record(text), verify=True)][-1]
        code = (
            "import sys\n"
            "from grognard.engine import read_record, replay\n"
            "from grognard.games import load_game\n"
            "record = read_record(sys.stdin.read())\n"
            "for _, g, _ in replay(load_game(record.game), record, verify=True): pass\n"
            "print(g.hash())\n"
        )
        run = subprocess.run(
            [sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True, timeout=120
        )
        assert run.stdout.strip() == final

    def test_a_unit_in_hand_can_be_put_back(self, game: str, scenario: str) -> None:
        g = load_game(game).start(scenario)
        met: dict[tuple[str, str], int] = {}
        for _, before, _ in random_play(g, 21):
            if not isinstance(before.frame, Choice):
                continue
            for action in before.actions():
                key = before.frame.title, action.verb
                if met.get(key, 0) > 20:
                    continue
                after = in_hand(before, action)
                if after is None:
                    continue
                met[key] = met.get(key, 0) + 1
                answers = back(after)
                assert len(answers) == 1, f"{key}: {answers} at {after.frame}"
                after.play(answers[0])
                assert after.hash() == before.hash(), key
        assert met or not any(verb == "pick" for kind in g.game.frames.values() for verb in g.game.verbs_of(kind))


def takes_back(g: Pos, verb: str) -> bool:
    """Whether a verb of the present question only takes something back."""
    return isinstance(g.frame, Choice) and verb in g.frame.marked(Mark.TAKES_BACK)


def in_hand(before: Pos, action: Action) -> Pos | None:
    """The position after an action that only takes a unit in hand: it asks about that unit, and nothing has moved."""
    if before.game.kinds(action.verb) != (Piece,):
        return None
    after = before.copy()
    after.apply(action)
    frame: Any = after.frame if after.stack else None
    asked = isinstance(frame, Choice) and after.to_decide == before.to_decide
    deeper = len(after.stack) > len(before.stack) and after.where == before.where
    return after if asked and deeper and getattr(frame, "unit", None) == action.args[0] else None


def back(g: Pos) -> list[Action]:
    """The answers that take something back."""
    frame = g.frame
    assert isinstance(frame, Choice)
    return [action for action in g.actions() if action.verb in frame.marked(Mark.TAKES_BACK)]
