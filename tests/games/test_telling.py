"""What is told of every battle is enough to show it: who and where, the cell that was read, forced or ordered."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.games.conformance import every_setup, random_play
from tests.games.golden import FOLDER

from grognard.engine import Game, read_record, replay
from grognard.engine.events import (
    BattleBegan,
    BattleEnded,
    Began,
    Event,
    Moved,
    Read,
    Reckoned,
    Removed,
    Rolled,
    forced,
)
from grognard.engine.flow import Chance, Choice
from grognard.engine.view import told
from grognard.games import load_game

RECORDS = sorted(path.stem for path in FOLDER.glob("*.record"))


@pytest.mark.parametrize("name", RECORDS)
def test_a_die_is_read_where_the_charts_say(name: str) -> None:
    """The cell of the charts holds the result, the calculation before it knew the result, and both know the battle."""
    record = read_record((FOLDER / f"{name}.record").read_text(encoding="utf-8"))
    game = load_game(record.game)
    charts = game.pack.toml("tables.toml")
    happened: list[Event] = [event for _, _, events in replay(game, record) for event in events]
    calculated = None
    battles = 0
    for event in happened:
        if isinstance(event, Reckoned):
            calculated = event.reckoning
            assert calculated.table == "" or (event.places and event.pieces), calculated.title
        if not isinstance(event, Rolled) or not event.readings:
            continue
        battles += 1
        for reading in event.readings:
            chart = charts[reading.table]
            assert chart["rows"][reading.row][chart["columns"].index(reading.column)] == reading.result
            if calculated is not None:
                assert reading.result in {odds.result for odds in calculated.odds}
        calculated = None
    assert battles > 10


CAUSES = {"moves": "ordered", "marches": "ordered", "advances": "advance", "retreats": "retreat", "sets up": "setup"}


@pytest.mark.parametrize("name", RECORDS)
def test_what_is_forced_is_told_apart(name: str) -> None:
    """Losses and retreats are nobody's order; moves and advances are."""
    record = read_record((FOLDER / f"{name}.record").read_text(encoding="utf-8"))
    happened = [event for _, _, events in replay(load_game(record.game), record) for event in events]
    for event in happened:
        if isinstance(event, Removed):
            assert forced(event)
        elif isinstance(event, Moved) and event.how in CAUSES:
            assert event.cause == CAUSES[event.how]
            assert forced(event) == (event.cause == "retreat")


@pytest.mark.parametrize("name", RECORDS)
def test_a_battle_has_a_beginning_and_an_end(name: str) -> None:
    """A die that is read in a table falls in a battle; no battle begins in another."""
    record = read_record((FOLDER / f"{name}.record").read_text(encoding="utf-8"))
    happened = [event for _, _, events in replay(load_game(record.game), record) for event in events]
    fought: BattleBegan | None = None
    ended = 0
    for event in happened:
        if isinstance(event, BattleBegan):
            assert event.pieces, "nobody fights"
            assert event.places, "it is fought nowhere"
            fought = event
        elif isinstance(event, BattleEnded):
            assert fought is not None, "a battle ends that has not begun"
            fought, ended = None, ended + 1
        elif isinstance(event, Rolled) and event.readings:
            assert fought is not None, event.purpose
            assert set(event.places) == set(fought.places)
            assert set(event.pieces) <= set(fought.pieces)
        elif isinstance(event, Read):
            assert fought is not None, event.text
            assert event.result in event.text or event.result == "-"
            assert event.meaning in event.text
    assert ended > 5


@pytest.mark.parametrize(("game", "scenario", "options"), every_setup())
def test_a_die_cites_its_rule(game: str, scenario: str, options: tuple[str, ...]) -> None:
    g = load_game(game).start(scenario, options)
    for _, before, _ in random_play(g, 6):
        if isinstance(before.frame, Chance) and not before.frame.quiet:
            assert before.frame.cites in g.game.ledger.by_number, before.frame.title


SENTENCE = re.compile(r"(?<=[.!?]) (?=[^a-z])")
SLIPS = re.compile(r"\b1 (points|steps|units|hexes|factors)\b|\b(\w+) \2\b|  | [.,:]")


def check_sentence(text: str, ids: set[str]) -> None:
    """A full stop, one colon at most in a sentence, one of a thing without an s, and no counter by its id."""
    assert text[-1] in ".!?", text
    assert not SLIPS.search(text), text
    assert all(part.count(": ") < 2 for part in SENTENCE.split(text)), text
    assert not ids & set(re.split(r"[ .,:()]", text)), text


def hidden_ids(game: Game[Any]) -> set[str]:
    """The ids of counters that people never see."""
    return {unit.id for unit in game.roster if unit.id not in unit.name}


@pytest.mark.parametrize("name", RECORDS)
def test_every_line_is_a_sentence(name: str) -> None:
    record = read_record((FOLDER / f"{name}.record").read_text(encoding="utf-8"))
    game = load_game(record.game)
    for _, g, events in replay(game, record):
        for event in events:
            text = told(g, event, 0).text
            if text and not isinstance(event, Began):
                check_sentence(text, hidden_ids(game))


@pytest.mark.parametrize(("game", "scenario", "options"), every_setup())
def test_every_question_is_a_sentence(game: str, scenario: str, options: tuple[str, ...]) -> None:
    g = load_game(game).start(scenario, options)
    for number, before, _ in random_play(g, 5):
        if isinstance(before.frame, Choice):
            check_sentence(before.frame.ask(before).prompt, hidden_ids(before.game))
        if number > 1000:
            break
