"""`grognard analyse`: what a game teaches, in tables and sentences."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from ..bots.analysis import Wanted, analyse, written
from ..bots.analysis.lesson import better_in_words, by_turn, percent
from ..bots.analysis.told import JUDGEMENTS, Analysis, Judged, Roll
from ..engine.errors import RecordError, SetupError
from ..engine.record import read_record
from ..engine.telling import counted
from ..games import load_game
from ..lab.executor import executor_for
from ..lab.judging import analyse_with

WORST = 5
"""Decisions that are shown with what was better."""
ROLLS = 3
"""Answers of luck that are shown."""
CHANGES = 6
"""What the better plan does otherwise, at most."""

_out = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)


def analyse_record(arguments: argparse.Namespace) -> int:
    """Look back at a record, judge its decisions and print what was found."""
    try:
        text = Path(arguments.file).read_text(encoding="utf-8")
        record = read_record(text)
    except UnicodeDecodeError:
        raise RecordError(f"{arguments.file} is not a text file") from None
    many = arguments.jobs > 1 or arguments.ray is not None
    if many and arguments.seconds:
        raise SetupError(
            "--seconds is shared out among the decisions one after another: it goes with neither --jobs nor --ray"
        )
    game = load_game(record.game, Path(arguments.data) if arguments.data else None)
    wanted = Wanted(
        futures=arguments.futures, seconds=arguments.seconds, turn=arguments.turn, seat=arguments.seat or ""
    )
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    # In a pipe a bar would leave an empty line before the sentence that says what is wrong.
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(f"{game.id}: decisions", total=None)

        def show(done: int, of: int) -> None:
            progress.update(task, completed=done, total=of)

        if many:
            executor = executor_for(arguments.jobs, arguments.ray)
            found, whole = analyse_with(executor, text, arguments.data or "", wanted, show)
        else:
            found, whole = analyse(game, record, wanted, show), True
    if arguments.json:
        print(written(found))
    else:
        _print(found, arguments.turn)
    return 0 if whole else 130


def _print(found: Analysis, turn: int | None) -> None:
    _out.print(f"{found.game}, {found.scenario}: {found.outcome or 'the game goes on.'}")
    for note in found.notes:
        _out.print(note)
    _out.print(_course(found, turn))
    _out.print(_tallies(found))
    for one in sorted([one for one in found.decisions if one.loss], key=lambda one: (-one.loss, one.at))[:WORST]:
        _print_judged(found, one)
    _print_rolls(found)
    _out.print("\nThe lesson of the game")
    for sentence in found.lesson:
        _out.print(f"  {sentence}")


def _titles(found: Analysis) -> dict[str, str]:
    return {player.seat: player.title for player in found.players}


def _course(found: Analysis, only: int | None) -> RichTable:
    """How it stood at the beginning of each turn; what was lucky and given away where it was looked at."""
    first, second = found.players
    table = RichTable(title=f"What {first.title} could expect", title_justify="left")
    headings = ("turn", "share", "luck", f"given away: {first.seat}", second.seat)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    turns = by_turn(found.course)
    for n, point in enumerate(turns[:-1]):
        turn, end = str(point.turn) if point.turn else "set-up", turns[n + 1].at
        if only not in (None, point.turn):
            table.add_row(turn, percent(point.share))
            continue
        luck = sum([r.change if r.seat == first.seat else -r.change for r in found.rolls if point.at < r.at <= end])
        lost = [
            sum([one.loss for one in found.decisions if one.seat == player.seat and point.at <= one.at < end])
            for player in (first, second)
        ]
        table.add_row(turn, percent(point.share), _signed(luck), *[percent(loss) for loss in lost])
    if turns:
        table.add_row("end" if found.outcome else "now", percent(turns[-1].share))
    return table


def _signed(share: float) -> str:
    text = percent(abs(share))
    return text if text == "0 %" else f"{'+' if share > 0 else '−'}{text}"


def _tallies(found: Analysis) -> RichTable:
    """What each side did in each phase; narrow enough for 80 columns."""
    titles = _titles(found)
    table = RichTable(title="Decisions", title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("side, phase")
    for heading in (*JUDGEMENTS, "given\naway", "luck"):
        table.add_column(heading, justify="right", no_wrap=True)
    for tally in found.tallies:
        if not tally.phase and table.row_count:
            table.add_section()
        counts = [str(tally.counts[word] or "–") for word in JUDGEMENTS]
        name = f"  {tally.phase}" if tally.phase else titles[tally.seat]
        table.add_row(name, *counts, percent(tally.loss), _signed(tally.luck))
    return table


def _print_judged(found: Analysis, one: Judged) -> None:
    """A decision with what was better, and why."""
    assert one.better is not None
    error = f"± {100 * one.error:.0f} %"
    what = f"{one.judgement.capitalize()}: {_titles(found)[one.seat]}, {_when(one)}, actions {one.at + 1}–{one.until}"
    _out.print(f"\n{what}, gave away {percent(one.loss)} ({error})")
    _out.print(f"  played {percent(one.played.share)}, better {percent(one.better.share)} after the reply")
    _out.print(f"  better: {better_in_words(one, CHANGES)}")
    for reason in one.why:
        sign = "+" if reason.points > 0 else "−"
        _out.print(f"  {sign}{abs(reason.points):.1f} points: {reason.meaning}")
    for aim in one.aims:
        _out.print(f"  {aim.text}: {percent(aim.better)} instead of {percent(aim.played)} of the time")


def _when(one: Judged | Roll) -> str:
    turn = f"turn {one.turn}" if one.turn else "set-up"
    return f"{turn}, {one.phase}" if one.phase else turn


def _print_rolls(found: Analysis) -> None:
    rolls: Sequence[Roll] = sorted(found.rolls, key=lambda roll: (-roll.change, roll.at))[:ROLLS]
    if rolls:
        _out.print(f"\nLuck ({counted(found.dice, 'roll')} weighed)")
    for roll in rolls:
        _out.print(f"  +{percent(roll.change)} for {_titles(found)[roll.seat]}, {_when(roll)}: {roll.text}")
