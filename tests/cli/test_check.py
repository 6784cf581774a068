"""`grognard check` for authors: each fault of a game is told in one sentence, with class, field or file and line."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.template import install

from grognard import games
from grognard.cli import main
from grognard.lab import checks

Check = Callable[..., list[str]]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The modules of a new game."""
    return install(tmp_path_factory.mktemp("template"), "faulty")


@pytest.fixture
def check(
    template: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> Iterator[Check]:
    """Writes the game anew with some words replaced, and gives what `check` says of it."""
    # A name of its own for each test: classes of an earlier one are still in memory.
    number = request.session.items.index(request.node)
    name = f"faulty{number}"

    def checked(*changes: tuple[str, str, str]) -> list[str]:
        for file in template.rglob("*"):
            if file.is_file() and file.suffix != ".pyc":
                target = tmp_path / str(file.relative_to(template)).replace("faulty", name)
                target.parent.mkdir(parents=True, exist_ok=True)
                text = file.read_text(encoding="utf-8").replace("faulty", name).replace("Faulty", name.capitalize())
                target.write_text(text, encoding="utf-8")
        for changed, old, new in changes:
            path = tmp_path / name / changed
            text = path.read_text(encoding="utf-8")
            assert old in text, f"{changed} does not say {old!r}"
            path.write_text(text.replace(old, new), encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        games._outside.cache_clear()
        code = main(["check", name])
        told = capsys.readouterr()
        assert code == (2 if told.err else 0)
        return told.err.replace(name, "NAME").replace(name.capitalize(), "Name").splitlines()

    yield checked
    games._outside.cache_clear()
    games._loaded.pop(name, None)
    for module in [module for module in sys.modules if module.split(".")[0] == name]:
        del sys.modules[module]


def test_nothing_is_wrong_with_the_template(check: Check) -> None:
    assert check() == []


Faults = dict[str, tuple[list[tuple[str, str, str]], str]]

CARRIED = """
from grognard.api import carried_along


@carried_along
def strength(g, side):
    return 1


"""

FAULTS: Faults = {
    "a weight without a unit": (
        [
            (
                "weights.py",
                'win: Annotated[float, Weight("points", "Winning the game.")] = 1000.0',
                "win: float = 1000.0",
            )
        ],
        "NameWeights.win has no unit and meaning: Annotated[float, Weight(unit, meaning)]",
    ),
    "a die that cites a rule that is not there": (
        [("combat.py", 'cites: ClassVar[str] = "4.2"', 'cites: ClassVar[str] = "4.99"')],
        "BattleDie.cites is '4.99', which is not in rules.csv",
    ),
    "a verb that no frame knows": (
        [("combat.py", 'g.act("fight")', 'g.act("duel")')],
        """scenario morning: combat.py:{g.act("duel")}: choices: the verb 'duel' has no method on_duel in any frame""",
    ),
    "a verb that another frame knows": (
        [("combat.py", 'g.act("fight")', 'g.act("end")')],
        "scenario morning: combat.py:{class PlanAttack(}: PlanAttack offers 'end' and has no method on_end",
    ),
    "a standard frame without its verb": (
        [("retreat.py", "def on_advance(", "def on_enter(")],
        "retreat.py:{class Advance(}: Advance offers 'advance' and has no method on_advance",
    ),
    "a standard frame that cannot be closed": (
        [("retreat.py", "def on_stay(", "def on_remain(")],
        "retreat.py:{class Advance(}: Advance offers 'stay' and has no method on_stay",
    ),
    "a standard frame without units": (
        [("movement.py", "def eligible(", "def units(")],
        "movement.py:{class Movement(}: Movement has no method 'eligible'",
    ),
    "a standard frame without places": (
        [("arrival.py", "def places(", "def hexes(")],
        "arrival.py:{class Arrive(}: Arrive has no method 'places'",
    ),
    "a question for nobody": (
        [("model.py", "def phasing(", "def whose_turn(")],
        "retreat.py:{class Advance(}: Advance has no method 'seat', and the game has none that is called 'phasing'",
    ),
    "a handler without annotation": (
        [("movement.py", "def on_pick(self, g: M, unit: Piece)", "def on_pick(self, g: M, unit)")],
        "movement.py:{def on_pick(}: Movement.on_pick:"
        " the argument 'unit' must be annotated as Piece, Place, int or str",
    ),
    "a handler with another annotation": (
        [("movement.py", "def on_go(self, g: M, target: Place)", "def on_go(self, g: M, target: float)")],
        "movement.py:{def on_go(}: MoveUnit.on_go: the argument 'target' must be annotated as Piece, Place, int or str",
    ),
    "a verb with two kinds of argument": (
        [("retreat.py", "def on_advance(self, g: M, unit: Piece)", "def on_retreat(self, g: M, unit: Piece)")],
        "retreat.py:{def on_retreat(self, g: M, target: Place)}: Retreat.on_retreat:"
        " 'retreat' takes other arguments in another frame",
    ),
    "two frames of one name": (
        [("arrival.py", "Arrive", "Movement")],
        "arrival.py:{class Movement(}: Movement: another frame has the same name",
    ),
    "no question": (
        [
            (
                "combat.py",
                'def ask(self, g: M) -> Ask:\n        """Which',
                'def asks(self, g: M) -> Ask:\n        """Which',
            )
        ],
        "combat.py:{class Combat(}: Combat has no method 'ask'",
    ),
    "no reasons": (
        [("combat.py", "def refusal(", "def reasons(")],
        "combat.py:{class PlanAttack(}: PlanAttack has no method 'refusal'",
    ),
    "no reasons in a standard frame": (
        [("arrival.py", "def why_not(", "def reasons(")],
        "arrival.py:{class Arrive(}: Arrive has no method 'why_not'",
    ),
    "luck without a purpose": (
        [("combat.py", "def purpose(", "def what_for(")],
        "combat.py:{class BattleDie(}: BattleDie has no method 'purpose'",
    ),
    "a state that cannot be saved": (
        [("model.py", "    turn: Few = 0\n", "    turn: Few = 0\n    notes: dict[str, int] = {}\n")],
        "model.py:{notes: dict}: NameState.notes: a position cannot hold a value of type dict[str, int]",
    ),
    "a frame that cannot be saved": (
        [("combat.py", '    result: Word = ""\n', '    result: Word = ""\n    weight: float = 0.5\n')],
        "combat.py:{weight: float}: Battle.weight: a position cannot hold a value of type float",
    ),
    "a rule that is not in the ledger": (
        [("combat.py", '"it has been attacked in this turn", "4.1"', '"it has been attacked in this turn", "4.11"')],
        "combat.py:{it has been attacked}: the rule '4.11' is not in rules.csv",
    ),
    "a rule that is handed on": (
        [("combat.py", 'piece, rule="4.1")', 'piece, rule=f"4.{11}")')],
        "scenario morning: combat.py:{Why a unit cannot join|-1}: PlanAttack.refusal cites the rule '4.11',"
        " which is not in rules.csv",
    ),
    "an option's rule": (
        [("__init__.py", 'rule="9.1"', 'rule=f"9.{7}"')],
        "the option 'high_water' cites the rule '9.7', which is not in rules.csv",
    ),
    "a reason against what is offered": (
        [("arrival.py", "def why_not(", "def refuse(")],
        "scenario morning: arrival.py:{def refuse(}: Arrive.refuse refuses 'put 0104', which is among the choices",
    ),
    "no reason against what is not offered": (
        [("movement.py", "return refuse_move(g, self.unit, target)", "return None")],
        "scenario morning: movement.py:{Why the unit cannot go to a hex|-1}: MoveUnit.refuse gives no reason against"
        " 'go 0601', which is not among the choices",
    ),
    "a step that never ends": (
        [("arrival.py", "        else:\n            g.end()\n", "")],
        "scenario morning: arrival.py:{def run(}: Arrival.run: the flow goes in circles at Arrival()",
    ),
    "a question that never ends": (
        [("combat.py", 'The end of the player turn."""\n        g.end()', 'The end of the player turn."""')],
        "scenario morning: the game is not over after 600 actions;"
        " it does not get out of combat.py:{class Combat(}: Combat",
    ),
    "code that does not come back": (
        [("combat.py", "enemies = members", "while True:\n            pass\n        enemies = members")],
        "scenario morning: combat.py:{while True}: places: TimeoutError: an action takes more than 1 s",
    ),
    "an error in a rule": (
        [("odds.py", "return max(0, min(shifted, table.last))", "return 1 // 0")],
        "scenario morning: odds.py:{1 // 0}: column_of: ZeroDivisionError: integer division or modulo by zero",
    ),
    "a position that the game itself finds wrong": (
        [("__init__.py", "not 1 <= steps <= FULL", "not 2 <= steps <= FULL")],
        "scenario morning: 4.6: ",
    ),
    "an unknown symbol": (
        [("model.py", "symbol=kind,", 'symbol=kind.replace("cavalry", "horse"),')],
        "units.csv:8: there is no symbol 'horse' for BH",
    ),
    "unknown colours of a counter": (
        [("model.py", '"red": "brick"', '"red": "crimson"')],
        "units.csv:12: there are no colours 'crimson'; known are fieldgrey, slate, charcoal, sand, ochre, rust, brick,"
        " rose, olive, green, teal, blue, violet, paper, black, white (of R1)",
    ),
    "unknown colours of a seat": (
        [("__init__.py", 'commands="the defenders", colours="brick"', 'commands="the defenders", colours="crimson"')],
        "the seat 'red': there are no colours 'crimson'; known are ",
    ),
    "an unknown emblem": (
        [("data/map/map.toml", '"disc"', '"disk"')],
        "map/map.toml:{disk}: there is no emblem 'disk'; known are star, disc, airfield, tower, source",
    ),
    "an emblem for nothing": (
        [("data/map/map.toml", 'tag = "entry-red"', 'tag = "entry-rad"')],
        "map/map.toml:{entry-rad}: no place has the tag 'entry-rad' of this emblem",
    ),
    "unknown colours of an emblem": (
        [("data/map/map.toml", 'colours = "slate"', 'colours = "slade"')],
        "map/map.toml:{slade}: there are no colours 'slade'; known are ",
    ),
    "an unknown terrain": (
        [
            ("data/map/hexes.csv", "0302,woods", "0302,wodos"),
            ("data/tables.toml", "woods = 2\n", "woods = 2\nwodos = 2\n"),
        ],
        "map/hexes.csv:{wodos}: there is no terrain 'wodos', and the legend does not explain it",
    ),
    "a terrain without a price": (
        [("data/map/hexes.csv", "0302,woods", "0302,wodos")],
        "tables.toml: [movement] lacks 'wodos'",
    ),
    "a result without a rule": (
        [("data/tables.toml", '3 = ["AL", "EX"', '3 = ["AL", "XX"')],
        "tables.toml: row 3 of 'crt' holds 'XX' in the column 1:1, a result without a rule; known are AL, EX, DR, ",
    ),
    "a carried value without its change": (
        [
            ("zones.py", "from __future__ import annotations\n", "from __future__ import annotations\n\n" + CARRIED),
        ],
        "the game 'NAME' of grognard-NAME 0.1.0 cannot be imported: zones.py:{@carried_along}: strength: "
        "@carried_along needs the function that changes the value when a piece moves: @carried_along(change)",
    ),
    "an unknown side": (
        [("data/map/sides.csv", "0501,E,river", "0501,E,rivver")],
        "map/sides.csv:{rivver}: there is no side 'rivver', and the legend does not explain it",
    ),
    "a lesson that does not fit": (
        [("data/lesson.toml", '"go 0502"', '"go 0505"')],
        "lesson.toml: step 6 (Plan the attack): 'join B1' is not possible: 4.1: 1st Rifles is not next to the defender",
    ),
}
"""What is replaced, and the sentence; `combat.py:{words}` is the line with these words."""


def with_lines(sentence: str, folder: Path) -> str:
    """A sentence with the numbers of the lines that it names by their words."""

    def number(found: re.Match[str]) -> str:
        words, _, more = found[2].partition("|")
        data = "" if found[1].endswith(".py") else "data/"
        lines = (folder / f"{data}{found[1]}").read_text(encoding="utf-8").splitlines()
        at = next(n for n, line in enumerate(lines, 1) if words in line)
        return f"{found[1]}:{at + int(more or 0)}"

    return re.sub(r"([\w/]+\.\w+):\{(.+?)\}", number, sentence)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_in_one_sentence(
    check: Check, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: str
) -> None:
    monkeypatch.setattr(checks, "ACTIONS", 600)
    monkeypatch.setattr(checks, "LONGEST", 1)
    changes, sentence = FAULTS[fault]
    told = check(*changes)
    assert told, "nothing is told"
    (folder,) = tmp_path.glob("faulty*[0-9]")
    assert told[0].startswith(f"grognard: {with_lines(sentence, folder)}"), told[0]


def test_all_lines_of_a_file_that_are_wrong_are_told(check: Check, tmp_path: Path) -> None:
    """But not that the roster is empty without them."""
    wrong = [("data/units.csv", f"{word},", f"{word}x,") for word in (",infantry", ",cavalry", ",artillery")]
    told = check(*wrong)
    (folder,) = tmp_path.glob("faulty*[0-9]")
    lines = (folder / "data/units.csv").read_text(encoding="utf-8").splitlines()
    numbers = [n for n, line in enumerate(lines, 1) if re.search("(infantry|cavalry|artillery)x,", line)]
    assert len(numbers) > 3
    assert [line.partition(": column")[0] for line in told] == [f"grognard: units.csv:{n}" for n in numbers]


def test_not_more_than_some_faults_are_told(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MOST_FAULTS", 2)
    assert len(check(("data/units.csv", ",infantry,", ",footmen,"))) == 2
