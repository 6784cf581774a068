"""The guided first turns: every game has one, and it can be played to its end as it is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.engine import PackError, Table
from grognard.engine.chance import parse_seed
from grognard.engine.lesson import LESSON, load_lesson
from grognard.engine.view import decision, read_action, who_decides
from grognard.games import BUILT_IN, load_game

WORDS_A_MINUTE = 110
SECONDS_A_CLICK = 6


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_lesson_can_be_played(game: str) -> None:
    """Each awaited action is among the offers when its step comes, and after it the next step shows."""
    loaded = load_game(game)
    found = load_lesson(loaded)
    assert found, f"{game} has no lesson"
    lesson, origin = found
    table = Table(loaded, position=loaded.from_json(origin.to_json()), seed=parse_seed(lesson.seed))
    for step in lesson.steps:
        assert table.count == step.at, step.title
        for awaited in step.awaited:
            assert table.count == awaited.at, step.title
            assert who_decides(table.position) == awaited.seat, step.title
            seat = table.position.to_decide
            assert seat is not None
            asked = decision(table.position, seat)
            assert asked is not None
            assert awaited.action in [offer.action for offer in asked.offers], step.title
            table.play(read_action(table.position, seat, awaited.action), seat)
    assert table.count == lesson.end
    assert not table.over


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_lesson_teaches(game: str) -> None:
    """It has the learner move and attack, explains a counter, and takes no longer than it says."""
    found = load_lesson(load_game(game))
    assert found
    lesson, _ = found
    own = [a for step in lesson.steps for a in step.awaited if a.seat == lesson.seat]
    verbs = {awaited.action.split()[0] for awaited in own}
    assert "go" in verbs
    assert "attack" in verbs
    assert any(step.anatomy for step in lesson.steps)
    assert any("panel" in step.point for step in lesson.steps), "no step reads the odds"
    assert any("log" in step.point for step in lesson.steps), "no step reads the result"
    texts = [step.text for step in lesson.steps] + [c.text for step in lesson.steps for c in step.explains]
    words = sum(len(text.split()) for text in texts)
    clicks = len(own) + len(lesson.steps)
    assert words / WORDS_A_MINUTE + clicks * SECONDS_A_CLICK / 60 <= 13, "too long"
    assert lesson.minutes <= 10


WORDS = {"stack": r"\bstack", "control": r"zones? of control", "odds": r"\bcolumn|\d:\d"}
"""By which words of a step one knows that something is met there."""


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_lesson_explains_what_a_newcomer_meets(game: str) -> None:
    """Hex (or zone), stack, zone of control and odds column: once each, no later than they are spoken of."""
    loaded = load_game(game)
    found = load_lesson(loaded)
    assert found
    steps = found[0].steps
    explained = {concept.name: number for number, step in enumerate(steps) for concept in step.explains}
    assert sum(len(step.explains) for step in steps) == len(explained), "something is explained twice"
    ground, word = ("area", r"\bzone") if loaded.board.grid is None else ("hex", r"\bhex")
    wanted = {ground: word} | WORDS
    statements = "\n".join(rule.statement for rule in loaded.ledger.rules)
    if not re.search(r"zones? of control|\bZOCs?\b", statements, re.IGNORECASE):
        del wanted["control"]  # there are none in this game
    assert set(explained) == set(wanted)
    for name, words in wanted.items():
        met = next((n for n, step in enumerate(steps) if re.search(words, step.text, re.IGNORECASE)), len(steps))
        assert explained[name] <= met, f"{name} is spoken of in '{steps[met].title}' before it is explained"


WRITTEN = """
title = "A lesson"
minutes = 5
scenario = "{scenario}"
seat = "russian"
seed = "{seed}"
before = ["suggested", "done"]

[[steps]]
title = "First move"
text = "Move."
{step}
"""


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"step": 'do = ["pick R-1GT", "go 0806"]'}, "step 1 (First move): 'go 0806' is not possible: "),
        ({"step": 'do = ["fly R-1GT"]'}, "there is no verb 'fly'"),
        ({"step": 'do = ["end"]\nby = "german"'}, "step 1 (First move): 'end' is for german, but russian is asked"),
        ({"step": 'do = ["end"]\nby = "french"'}, "there is no seat 'french'"),
        ({"step": 'point = ["piece R-99"]'}, "step 1 (First move): there is no piece 'R-99'"),
        ({"step": 'point = ["place 9999"]'}, "step 1 (First move): there is no place '9999'"),
        ({"step": 'point = ["window"]'}, "'window' cannot be pointed at; known are piece, place, prompt"),
        ({"step": 'anatomy = "R-99"'}, "there is no piece 'R-99'"),
        ({"step": 'told = ["it rains"]'}, "the log does not tell 'it rains' before it"),
        ({"step": "colour = 3"}, "is no lesson: Object contains unknown field `colour`"),
        ({"scenario": "winter"}, "marshals has no scenario 'winter'"),
        ({"seed": "00"}, "the seed has 1 bytes instead of 32"),
    ],
)
def test_a_wrong_lesson_is_told_in_a_sentence(tmp_path: Path, wrong: dict[str, str], sentence: str) -> None:
    """What is wrong, and in which step."""
    fields = {"scenario": "conventional", "seed": "00" * 32, "step": ""} | wrong
    (tmp_path / LESSON).write_text(WRITTEN.format(**fields), encoding="utf-8")
    with pytest.raises(PackError) as caught:
        load_lesson(load_game("marshals", tmp_path))
    assert str(caught.value).startswith(f"{LESSON}: ")
    assert sentence in str(caught.value)


def test_a_lesson_makes_no_other_game(tmp_path: Path) -> None:
    """Records and tables name the data they were played with: another lesson changes nothing about that."""
    (tmp_path / LESSON).write_text("title = 'Another'", encoding="utf-8")
    assert load_game("marshals", tmp_path).pack_hash == load_game("marshals").pack_hash
