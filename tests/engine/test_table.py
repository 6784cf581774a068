"""The table: undo and its limits, the record, replay and proof."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.toy import Toy

from grognard.engine import CHANCE, ActionError, GrognardError, RecordError, Seat, Table, read_record, replay
from grognard.engine.chance import SeedStream
from grognard.engine.events import Shown
from grognard.engine.pieces import Piece
from grognard.engine.record import FIRST_LINE

RED, BLUE = Seat(0), Seat(1)
SEED = bytes(range(32))
FACING = {"0203": "R-1 R-2", "0303": "B-1"}


def everything(table: Table) -> tuple[Any, ...]:
    """All that undo must restore."""
    return table.position.to_json(), list(table.entries), list(table.log), table.stream.counter


@pytest.fixture
def table(toy: Toy) -> Table:
    """Red to move, a blue counter next to two red ones."""
    return Table(toy, seed=SEED, position=toy.position(FACING, phase="orders"))


def finished(toy: Toy, seed: int = 0, parts: dict[str, str] | None = None) -> Table:
    """A table played at random to its end."""
    table = Table(toy, "raid", ["long"], stream=SeedStream(bytes([seed]) * 32, parts=parts))
    rng = Random(seed)
    while not table.over:
        table.play(rng.choice(table.position.actions()))
    return table


# -- playing -------------------------------------------------------------------------------------


def test_luck_answers_at_once(toy: Toy) -> None:
    table = Table(toy, seed=SEED)
    assert table.position.to_decide == RED
    assert [entry.who for entry in table.entries] == ["chance", "chance"]
    assert not table.can_undo


def test_only_the_seat_that_is_asked_may_answer(table: Table) -> None:
    before = everything(table)
    with pytest.raises(ActionError, match="it is not your decision: red is asked"):
        table.play("end", BLUE)
    for text in ("go 0101", "pick B-1", "pick  R-1", "nonsense", ""):
        with pytest.raises(ActionError):
            table.play(text, RED)
        with pytest.raises(ActionError):
            table.play(text)
    assert everything(table) == before
    assert not table.can_undo


def test_after_the_end_nothing_can_be_played(toy: Toy) -> None:
    table = finished(toy)
    with pytest.raises(ActionError, match="the game is over"):
        table.play("end")


def test_a_table_leaves_the_position_it_was_given_alone(toy: Toy) -> None:
    g = toy.position(FACING, phase="orders")
    before = g.to_json()
    table = Table(toy, position=g)
    table.play("pick R-1", RED)
    assert g.to_json() == before == table.origin.to_json()


# -- undo ----------------------------------------------------------------------------------------


def test_undo_is_exact_and_redo_brings_it_back(table: Table) -> None:
    stages = [everything(table)]
    for action in ("pick R-1", "go 0202", "pick R-2", "put-back", "pick R-2", "go 0204"):
        table.play(action, RED)
        stages.append(everything(table))
    for stage in reversed(stages[:-1]):
        table.undo()
        assert everything(table) == stage
    assert not table.can_undo
    with pytest.raises(ActionError, match="nothing can be undone"):
        table.undo()
    for stage in stages[1:]:
        assert table.can_redo
        table.redo()
        assert everything(table) == stage
    assert not table.can_redo
    with pytest.raises(ActionError, match="nothing was undone"):
        table.redo()


def test_playing_the_same_again_keeps_the_rest_of_redo_and_another_drops_it(table: Table) -> None:
    for action in ("pick R-1", "go 0202"):
        table.play(action)
    table.undo()
    table.undo()
    table.play("pick R-1")
    assert table.can_redo
    table.redo()
    assert table.entries[-1].action == "go 0202"
    table.undo()
    table.play("go 0204")
    assert not table.can_redo


def test_a_refused_action_changes_neither_undo_nor_redo(table: Table) -> None:
    table.play("pick R-1")
    table.undo()
    with pytest.raises(ActionError):
        table.play("go 0504")
    assert table.can_redo
    assert not table.can_undo


def test_undo_stops_at_chance(toy: Toy) -> None:
    """The end of a turn is followed by the weather, even where the same seat would go on."""
    table = Table(toy, seed=SEED, position=toy.position({"0203": "R-1", "0504": "B-1"}, phase="orders"))
    table.play("pick R-1")
    assert table.can_undo
    table.play("put-back")
    table.play("end")
    assert table.entries[-1].who == "chance"
    assert not table.can_undo
    assert not table.can_redo


def test_undo_stops_at_another_seats_decision(table: Table) -> None:
    table.play("pick R-1")
    table.play("strike B-1")
    assert table.position.to_decide == BLUE
    assert not table.can_undo
    table.play("slip 0403")
    assert table.position.to_decide == RED
    assert not table.can_undo


def test_undo_stops_at_a_reveal(toy: Toy) -> None:
    """Nobody else decides and no die is thrown, but somebody has learnt something."""

    class Boasting(Toy):
        def concealed(self, g: Any, seat: Seat | None) -> Any:
            """Counters on the Mill are known."""
            mill = g.here.get(self.board.place("0302"), 0)
            return super().concealed(g, seat) & ~mill

    game = Boasting(toy.pack)
    table = Table(game, position=game.position({"0202": "R-1 R-2", "0504": "B-1"}, phase="orders"))
    table.play("pick R-1")
    assert table.can_undo
    table.play("go 0302")
    assert table.position.to_decide == RED
    assert not table.can_undo


def test_what_is_shown_is_told_and_cannot_be_taken_back(toy: Toy) -> None:
    """The counter is concealed before and after, but in between everybody saw it."""

    class Showing(Toy):
        def handle(self, frame: Any, verb: str) -> Any:
            """A counter that is picked is shown."""
            method = super().handle(frame, verb)
            if verb != "pick":
                return method

            def show(frame: Any, g: Any, piece: Piece) -> None:
                g.emit(Shown(text="{p0} is shown.", pieces=(piece,)))
                method(frame, g, piece)

            return show

    game = Showing(toy.pack)
    table = Table(game, position=game.position({"0202": "R-1 R-2", "0504": "B-1"}, phase="orders"))
    table.play("pick R-1")
    assert not table.can_undo
    assert [line.text for line in table.told(BLUE)] == ["1. Red is shown."]
    table.play("go 0302")
    assert "An unknown unit" in table.told(BLUE)[1].text


@pytest.mark.parametrize("seed", range(6))
def test_undo_is_exact_in_random_play(toy: Toy, seed: int) -> None:
    table = Table(toy, options=["long"], seed=bytes([seed]) * 32)
    rng = Random(seed)
    stages = [everything(table)]
    undone = 0
    while not table.over:
        table.play(rng.choice(table.position.actions()))
        if not table.can_undo:
            stages.clear()
        stages.append(everything(table))
        if table.can_undo and rng.random() < 0.3:
            depth = rng.randint(1, len(stages) - 1)
            for _ in range(depth):
                table.undo()
                undone += 1
                stages.pop()
                assert everything(table) == stages[-1]
    assert undone
    assert table.record().to_text() == read_record(table.record().to_text()).to_text()
    assert [n for n, _, _ in replay(toy, table.record(), verify=True)] == list(range(len(table.entries)))


# -- record --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_record_round_trips_and_replays(toy: Toy, seed: int) -> None:
    table = finished(toy, seed)
    text = table.record({"raider": "Ann", "guard": "Bob  B."}).to_text()
    record = read_record(text)
    assert record.to_text() == text
    assert record.players == {"raider": "Ann", "guard": "Bob B."}
    assert (record.game, record.version, record.scenario, record.options) == ("toy", "1", "raid", ("long",))
    assert any(entry.hash for entry in record.entries[:-1])
    assert record.entries[-1].hash == table.position.hash()
    told = []
    for n, g, events in replay(toy, record, verify=True):
        told += events
        assert not record.entries[n].hash or record.entries[n].hash == g.hash()
    assert g.to_json() == table.position.to_json()
    assert told == [happening.event for happening in table.log]


def test_the_seed_is_told_only_when_the_game_is_over(toy: Toy) -> None:
    table = Table(toy, seed=SEED)
    record = table.record()
    assert (record.seed, record.outcome) == ("", "")
    assert record.commitment == SeedStream(SEED).commitment
    assert SEED.hex() not in record.to_text()
    assert finished(toy).record().seed == bytes(32).hex()


def test_names_cannot_forge_a_header(toy: Toy) -> None:
    name = "Eve\noutcome: Eve wins.\u2028seed: 00\x85"
    record = read_record(Table(toy).record({"red": name}).to_text())
    assert record.outcome == record.seed == ""
    assert record.players["red"] == "Eve outcome: Eve wins. seed: 00"


def test_a_record_without_its_end_still_replays(toy: Toy) -> None:
    """But proves nothing: without the seed no die can be checked."""
    table = Table(toy, seed=SEED)
    table.play("end")
    record = read_record(table.record().to_text())
    assert len(list(replay(toy, record))) == len(table.entries)
    with pytest.raises(RecordError, match="holds no seed"):
        list(replay(toy, record, verify=True))


Lines = list[str]


def line_with(lines: Lines, start: str) -> int:
    """The first line that begins so, counted from 0."""
    return next(i for i, line in enumerate(lines) if line.startswith(start))


def swapped_die(lines: Lines) -> int:
    at = line_with(lines, "chance set-in")
    lines[at] = "chance set-in " + ("fair" if lines[at].endswith("mud") else "mud")
    return at


def false_hash(lines: Lines) -> int:
    at = line_with(lines, "= ")
    lines[at] = "= 0000000000000000"
    return at - 1


def wrong_seat(lines: Lines) -> int:
    at = line_with(lines, "raider ")
    lines[at] = lines[at].replace("raider", "guard")
    return at


def unknown_seat(lines: Lines) -> int:
    at = line_with(lines, "raider ")
    lines[at] = lines[at].replace("raider", "umpire")
    return at


def illegal_action(lines: Lines) -> int:
    at = line_with(lines, "raider ")
    lines[at] = "raider go 0101"
    return at


def garbled_action(lines: Lines) -> int:
    at = line_with(lines, "raider ")
    lines[at] = "raider pick\tR-1"
    return at


def unknown_piece(lines: Lines) -> int:
    at = line_with(lines, "raider pick")
    lines[at] = "raider pick X-9"
    return at


def line_left_out(lines: Lines) -> int:
    at = line_with(lines, "raider ")
    del lines[at]
    return at


def garbage(lines: Lines) -> int:
    at = line_with(lines, "raider ")
    lines.insert(at, "%%%")
    return at


def blank(lines: Lines) -> int:
    at = line_with(lines, "raider ")
    lines.insert(at, "")
    return at


def early_hash(lines: Lines) -> int:
    at = line_with(lines, "chance ")
    lines.insert(at, "= 0123")
    return at


def odd_header(lines: Lines) -> int:
    lines.insert(2, "weather: fine")
    return 2


def header_twice(lines: Lines) -> int:
    at = line_with(lines, "scenario:")
    lines.insert(at, lines[at])
    return at + 1


def another_file(lines: Lines) -> int:
    lines[0] = "%PDF-1.7"
    return 0


def going_on_after_the_end(lines: Lines) -> int:
    lines.append("raider end")
    return len(lines) - 1


@pytest.mark.parametrize(
    ("tamper", "problem"),
    [
        (swapped_die, "the dice were touched"),
        (false_hash, "differs from the recorded one"),
        (wrong_seat, "'guard' acts where raider is asked"),
        (unknown_seat, "'umpire' acts where raider is asked"),
        (illegal_action, "is not possible"),
        (garbled_action, "is not an action"),
        (unknown_piece, "there is no piece 'X-9'"),
        (line_left_out, ""),
        (garbage, "'%%%' is neither an action nor a hash"),
        (blank, "is neither an action nor a hash"),
        (early_hash, "a hash comes before any action"),
        (odd_header, "'weather: fine' is not a header line"),
        (header_twice, "'scenario' is given twice"),
        (another_file, "this is not a Grognard record"),
        (going_on_after_the_end, "the game is over before the record is"),
    ],
)
def test_a_tampered_record_is_found_out_with_its_line(toy: Toy, tamper: Callable[[Lines], int], problem: str) -> None:
    lines = finished(toy, 1).record().to_text().splitlines()
    at = tamper(lines)
    with pytest.raises(RecordError) as raised:
        list(replay(toy, read_record("\n".join(lines) + "\n"), verify=True))
    found = str(raised.value).split()
    assert found[0] == "line"
    number = int(found[1].rstrip(":,"))
    assert number == at + 1 or (tamper is line_left_out and number > at)
    assert problem in str(raised.value)


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("game", "chess 1", "a record of the game 'chess', not of 'toy'"),
        ("scenario", "siege", "has no scenario 'siege'"),
        ("options", "short", "has no option 'short'"),
        ("commitment", "00" * 32, "does not match the commitment"),
        ("seed", "11" * 32, "does not match the commitment"),
        ("seed", "xyz", "the seed is not hexadecimal"),
        ("seed", "", "holds no seed"),
        ("outcome", "Somebody else wins.", "the outcome is not the one that the header gives"),
        ("outcome", "", "the outcome is not the one that the header gives"),
    ],
)
def test_a_false_header_is_found_out(toy: Toy, key: str, value: str, problem: str) -> None:
    lines = finished(toy, 1).record().to_text().splitlines()
    lines[line_with(lines, f"{key}:")] = f"{key}: {value}"
    with pytest.raises(RecordError, match=problem):
        list(replay(toy, read_record("\n".join(lines) + "\n"), verify=True))


def test_parts_of_the_seed_are_proved(toy: Toy) -> None:
    text = finished(toy, 1, {"red": "11" * 32, "blue": "22" * 32}).record().to_text()
    record = read_record(text)
    assert record.parts == {"red": "11" * 32, "blue": "22" * 32}
    assert record.to_text() == text
    assert list(replay(toy, record, verify=True))
    forged = [
        text.replace("11" * 32, "12" * 32),
        text.replace(f"part: red {'11' * 32}\n", ""),
        text.replace("part: blue", "part: green"),
    ]
    for one in forged:
        with pytest.raises(RecordError, match="the dice were touched"):
            list(replay(toy, read_record(one), verify=True))
    with pytest.raises(RecordError, match="the part of 'red' is given twice"):
        read_record(text.replace("part: blue", "part: red"))


def test_luck_answers_when_it_is_ready(toy: Toy) -> None:
    stream = SeedStream(SEED)
    stream.ready = False
    table = Table(toy, "raid", stream=stream)
    rng = Random(1)
    while table.position.to_decide != CHANCE:
        table.play(rng.choice(table.position.actions()))
    waiting = table.count
    assert not table.can_undo
    stream.ready = True
    table.roll()
    assert table.count > waiting
    assert table.position.to_decide != CHANCE


def test_a_record_of_other_data_or_another_version_says_so(toy: Toy) -> None:
    lines = finished(toy, 1).record().to_text().splitlines()
    illegal_action(lines)
    text = "\n".join(lines)
    with pytest.raises(RecordError, match=r"played with version 0\.9, here 1"):
        list(replay(toy, read_record(text.replace("game: toy 1", "game: toy 0.9"))))
    with pytest.raises(RecordError, match=r"played with other data: 123, here "):
        list(replay(toy, read_record(text.replace(f"data: {toy.pack_hash}", "data: 123"))))


@pytest.mark.parametrize("key", ["game", "data", "scenario", "commitment"])
def test_a_header_must_be_complete(toy: Toy, key: str) -> None:
    lines = Table(toy).record().to_text().splitlines()
    del lines[line_with(lines, f"{key}:")]
    with pytest.raises(RecordError, match=f"line [0-9]+: the header lacks '{key}'"):
        read_record("\n".join(lines))


@settings(max_examples=60)
@given(data=st.data())
def test_a_truncated_or_mangled_record_never_raises_anything_else(toy: Toy, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(two_records(toy)))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.one_of(st.just(len(text)), st.integers(start, min(len(text), start + 20))))
    text = text[:start] + data.draw(st.text(max_size=8)) + text[end:]
    said = ""
    try:
        for _ in replay(toy, read_record(text), verify=True):
            pass
    except RecordError as problem:
        said = str(problem)
    assert len(said) < 600


_texts: list[str] = []


def two_records(toy: Toy) -> list[str]:
    """Two records, made once."""
    if not _texts:
        _texts.extend(finished(toy, seed).record().to_text() for seed in (1, 2))
    return _texts


def test_any_text_is_no_record() -> None:
    for text in ("", "\n", FIRST_LINE, FIRST_LINE + "\n", "\x00", FIRST_LINE + "\n\nraider end\n"):
        with pytest.raises(GrognardError, match="line "):
            read_record(text)


# -- what players agree on -----------------------------------------------------------------------


@pytest.mark.parametrize(("how", "winner"), [("draw", None), ("resign red", BLUE), ("resign blue", RED)])
def test_players_end_a_game_and_the_record_proves_it(toy: Toy, how: str, winner: Seat | None) -> None:
    """The position knows nothing of it; the dice are told, and nobody plays on or takes back."""
    table = Table(toy, seed=SEED)
    rng = Random(4)
    for _ in range(12):
        table.play(rng.choice(table.position.actions()))
    before = table.position.hash()
    table.agree(how)
    assert (table.over, table.can_undo, table.can_redo) == (True, False, False)
    assert table.outcome is not None
    assert table.outcome.winner == winner
    assert (table.position.hash(), table.position.outcome) == (before, None)
    for refused in (lambda: table.play(table.position.actions()[0]), lambda: table.agree("draw")):
        with pytest.raises(ActionError, match="the game is over"):
            refused()
    record = read_record(table.record().to_text())
    assert (record.agreed, record.outcome, record.seed) == (how, table.outcome.text, SEED.hex())
    list(replay(toy, record, verify=True))
    record.agreed = "resign blue" if how != "resign blue" else "draw"
    with pytest.raises(RecordError, match="not the one that the header gives"):
        list(replay(toy, record, verify=True))


def test_a_game_is_ended_by_its_seats_only_and_only_once(toy: Toy) -> None:
    table = Table(toy, seed=SEED)
    for nonsense in ("", "win red", "resign", "resign green", "resign red blue"):
        with pytest.raises(ActionError):
            table.agree(nonsense)
    assert not table.over
    over = finished(toy)
    with pytest.raises(ActionError, match="the game is over"):
        over.agree("draw")
    record = over.record()
    record.agreed = "draw"
    with pytest.raises(RecordError, match="but its rules did"):
        list(replay(toy, record, verify=True))
