"""The guided first turns: every game has one, and it can be played to its end as it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine import PackError
from grognard.engine.lesson import LESSON, load_lesson
from grognard.games import load_game

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
