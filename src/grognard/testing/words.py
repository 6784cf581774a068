"""What people read: the lesson, the charts, the names on the counters, questions."""

from __future__ import annotations

import re
from typing import Any

from ..draw import legend_samples
from ..engine import Game, Table
from ..engine.chance import parse_seed
from ..engine.charts import load_charts
from ..engine.flow import Chance, Choice
from ..engine.judging import read_action
from ..engine.lesson import Lesson, load_lesson
from ..engine.view import decision, who_decides
from ..games import load_game
from .checks import random_play
from .suite import Suite

LEGIBLE = 11
"""More letters than these cannot be read on a counter."""
WORDS_A_MINUTE = 110
SECONDS_A_CLICK = 6
CONCEPTS = {"stack": r"\bstack", "control": r"zones? of control|\bZOCs?\b", "odds": r"\bcolumn|\d:\d"}
"""By which words of a step, or of the ledger, one knows that something is met there."""

SENTENCE = re.compile(r"(?<=[.!?]) (?=[^a-z])")
SLIPS = re.compile(r"\b1 (points|steps|units|hexes|factors)\b|\b(\w+) \2\b|  | [.,:]|\{\w*\}|(?<!\.)\.\.(?!\.)")


def check_sentence(text: str, ids: set[str]) -> None:
    """A full stop, one colon at most in a sentence, one of a thing without an s, no counter by its id, no blank."""
    assert text[-1] in ".!?", text
    assert not SLIPS.search(text), text
    assert all(part.count(": ") < 2 for part in SENTENCE.split(text)), text
    assert not ids & set(re.split(r"[ .,:()]", text)), text


def hidden_ids(game: Game[Any]) -> set[str]:
    """The ids of counters that people never see."""
    return {unit.id for unit in game.roster if unit.id not in unit.name}


def lesson_of(game: str) -> Lesson:
    """The lesson of a game, which must have one."""
    found = load_lesson(load_game(game))
    assert found, f"{game} has no lesson"
    return found[0]


def results_tables(game: Game[Any]) -> set[str]:
    """The names of the tables that a die is read in."""
    tables = game.pack.toml("tables.toml") if game.pack.has("tables.toml") else {}
    found = {name for name, table in tables.items() if isinstance(table, dict) and {"columns", "rows"} <= set(table)}
    return found - {"game"}


class Words(Suite):
    """Everything that is needed to learn a game is there, and says what is played."""

    def test_the_lesson_can_be_played(self, game: str) -> None:
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

    def test_the_lesson_teaches(self, game: str) -> None:
        """The learner acts, sees a counter explained, reads the log and, if there is a results table, the odds."""
        lesson = lesson_of(game)
        own = [a for step in lesson.steps for a in step.awaited if a.seat == lesson.seat]
        assert own, "the learner does nothing"
        assert any(step.anatomy for step in lesson.steps), "no step explains a counter"
        assert any("log" in step.point for step in lesson.steps), "no step reads the result"
        if results_tables(load_game(game)):
            assert any("panel" in step.point for step in lesson.steps), "no step reads the odds"
        texts = [step.text for step in lesson.steps] + [c.text for step in lesson.steps for c in step.explains]
        words = sum(len(text.split()) for text in texts)
        clicks = len(own) + len(lesson.steps)
        assert words / WORDS_A_MINUTE + clicks * SECONDS_A_CLICK / 60 <= 13, "too long"

    def test_the_lesson_explains_what_a_newcomer_meets(self, game: str) -> None:
        """Hex or area, and what the game has of stacks, zones of control and odds: once, before it is spoken of."""
        loaded = load_game(game)
        steps = lesson_of(game).steps
        explained: dict[str, int] = {
            concept.name: number for number, step in enumerate(steps) for concept in step.explains
        }
        assert sum(len(step.explains) for step in steps) == len(explained), "something is explained twice"
        ledger = "\n".join(rule.statement for rule in loaded.ledger.rules)
        wanted = {"area": r"\bzone"} if loaded.board.grid is None else {"hex": r"\bhex"}
        wanted |= {name: words for name, words in CONCEPTS.items() if re.search(words, ledger, re.IGNORECASE)}
        assert set(explained) == set(wanted)
        for name, words in wanted.items():
            met = next((n for n, step in enumerate(steps) if re.search(words, step.text, re.IGNORECASE)), len(steps))
            assert explained[name] <= met, f"{name} is spoken of in '{steps[met].title}' before it is explained"

    def test_the_charts_hold_all_that_is_looked_up(self, game: str) -> None:
        """All results tables with what their results mean, turns, order of battle, chits with what they do, aims."""
        loaded = load_game(game)
        charts = load_charts(loaded)
        assert results_tables(loaded) == {page.name for page in charts.pages if page.kind == "results"}
        for page in charts.pages:
            assert page.rows, page.title
            assert page.kind != "results" or page.meanings, page.title
        tables = loaded.pack.toml("tables.toml")
        for track in (page for page in charts.pages if page.kind == "track"):
            field = track.rows[0].when.partition("=")[0]
            assert [row.when for row in track.rows] == [f"{field}={n + 1}" for n in range(len(tables[field]))]
            assert hasattr(loaded.new_state(loaded.setup()), field), f"the state has no '{field}' to show in the track"
        shown = {piece for page in charts.pages if page.kind == "units" for row in page.rows for piece in row.pieces}
        chits = {unit.id for unit in loaded.roster.units if unit.face.symbol == "chit"}
        assert shown == {unit.id for unit in loaded.roster.units} - chits, "not all units are in an order of battle"
        assert chits == set(charts.says)
        for scenario in loaded.scenarios:
            for seat in scenario.seats:
                assert charts.aim.get(f"{scenario.id}.{seat.id}") or charts.aim.get(seat.id), (scenario.id, seat.id)

    def test_counters_and_legend_are_explained(self, game: str) -> None:
        """Every printed value has a name; the legend has a sample for all that is on the map."""
        loaded = load_game(game)
        for unit in loaded.roster.units:
            assert len(unit.face.titles) == len(unit.face.values), unit.id
        samples = legend_samples(loaded.board)
        assert samples
        assert all(label and svg.startswith("<svg") for label, svg in samples)

    def test_what_stands_on_a_counter_is_part_of_its_name(self, game: str) -> None:
        for unit in load_game(game).roster:
            assert unit.face.short.casefold() in unit.name.casefold(), f"{unit.id}: {unit.face.short} is {unit.name}"

    def test_what_stands_on_a_counter_can_be_read(self, game: str) -> None:
        for unit in load_game(game).roster:
            assert len(unit.face.short) <= LEGIBLE, unit.face.short
            assert unit.face.short == unit.face.short.strip()

    def test_no_two_counters_have_the_same_name(self, game: str) -> None:
        names = [unit.name for unit in load_game(game).roster]
        assert sorted(names) == sorted(set(names))

    def test_every_question_is_a_sentence(self, game: str, scenario: str, options: tuple[str, ...]) -> None:
        g = load_game(game).start(scenario, options)
        for number, before, _ in random_play(g, 5):
            if isinstance(before.frame, Choice):
                check_sentence(before.frame.ask(before).prompt, hidden_ids(before.game))
            if number > 1000:
                break

    def test_a_die_cites_its_rule(self, game: str, scenario: str, options: tuple[str, ...]) -> None:
        g = load_game(game).start(scenario, options)
        for number, before, _ in random_play(g, 6):
            if isinstance(before.frame, Chance) and not before.frame.quiet:
                assert before.frame.cites in g.game.ledger.by_number, before.frame.title
            if number > 1000:
                break
