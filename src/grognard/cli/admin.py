"""`grognard admin`: looking after the tables of a server."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table as RichTable

from .serving import settings_of

if TYPE_CHECKING:
    from ..server.admin import Admin

_out = Console(highlight=False)


@contextmanager
def _admin(arguments: argparse.Namespace) -> Iterator[Admin]:
    from sqlalchemy.exc import SQLAlchemyError

    from ..server.admin import Admin, AdminError

    try:
        admin = Admin(settings_of(arguments))
        try:
            yield admin
        finally:
            admin.close()
    except SQLAlchemyError as problem:
        said = str(getattr(problem, "orig", None) or problem).partition("\n")[0]
        raise AdminError(f"the database does not answer: {said}") from None


def list_tables(arguments: argparse.Namespace) -> int:
    """All tables, the last played first."""
    with _admin(arguments) as admin:
        cards = admin.tables()
    shown = RichTable(title=f"{len(cards)} tables")
    for title in ("table", "game", "scenario", "", "state", "rows", "days ago"):
        right = title in ("rows", "days ago")
        shown.add_column(title, justify="right" if right else "left", no_wrap=title == "table")
    for card in cards:
        shown.add_row(card.id, card.game, card.scenario, card.headline, card.state, str(card.rows), str(card.days))
    _out.print(shown)
    return 0


def inspect(arguments: argparse.Namespace) -> int:
    """One table; exit 1 if something is wrong with it."""
    with _admin(arguments) as admin:
        report = admin.inspect(arguments.table)
    card = report.card
    _out.print(f"{card.id}: {card.game}, {card.scenario}, {card.state}; {card.headline}")
    _out.print(f"opened with version {report.version}")
    _out.print("seats as opened: " + ", ".join(f"{seat} {player}" for seat, player in report.players.items()))
    _out.print(f"{card.rows} rows, {report.snapshots} snapshots, last played {card.days} days ago")
    if report.missing:
        _out.print(f"missing rows: {', '.join(map(str, report.missing[:20]))}")
    _out.print(report.trouble or "It loads.")
    return 1 if report.trouble or report.missing else 0


def repair(arguments: argparse.Namespace) -> int:
    """Mend a table."""
    with _admin(arguments) as admin:
        said = admin.repair(arguments.table)
    _out.print(said[:1].upper() + said[1:] + ("" if said.endswith(".") else "."))
    return 0


def export(arguments: argparse.Namespace) -> int:
    """A table's record."""
    with _admin(arguments) as admin:
        text = admin.export(arguments.table)
    if arguments.output:
        Path(arguments.output).write_text(text)
    else:
        sys.stdout.write(text)
    return 0


def delete(arguments: argparse.Namespace) -> int:
    """Remove a table."""
    with _admin(arguments) as admin:
        admin.delete(arguments.table)
    _out.print(f"{arguments.table} is gone.")
    return 0


def close(arguments: argparse.Namespace) -> int:
    """Close a table."""
    with _admin(arguments) as admin:
        admin.shut(arguments.table, arguments.sentence)
    _out.print(f"{arguments.table} is closed.")
    return 0


def reopen(arguments: argparse.Namespace) -> int:
    """Open a table again."""
    with _admin(arguments) as admin:
        admin.reopen(arguments.table)
    _out.print(f"{arguments.table} is open.")
    return 0


def prune(arguments: argparse.Namespace) -> int:
    """Remove abandoned tables."""
    with _admin(arguments) as admin:
        gone = admin.prune(arguments.days)
    _out.print(f"{len(gone)} tables are gone.")
    return 0


def back_up(arguments: argparse.Namespace) -> int:
    """Copy the database."""
    with _admin(arguments) as admin:
        admin.back_up(Path(arguments.file))
    _out.print(f"The database is in {arguments.file}.")
    return 0


def restore(arguments: argparse.Namespace) -> int:
    """Put a backup in the database's place."""
    with _admin(arguments) as admin:
        admin.restore(Path(arguments.file), force=arguments.force)
    _out.print(f"The database is as it was in {arguments.file}.")
    return 0
