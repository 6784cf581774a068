"""Playing: in the browser by way of the local server, or in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path
from urllib.parse import urlencode

from ..bots import BOTS
from ..engine.errors import SetupError
from ..games import load_game
from .serving import settings_of


def play(arguments: argparse.Namespace) -> int:
    """`grognard play`."""
    if arguments.text:
        return _play_text(arguments)
    if arguments.load:
        raise SetupError("a saved record is loaded with --text; the browser keeps its own tables")
    from ..server import Settings, run

    path = "/"
    packs: dict[str, Path] = {}
    if arguments.game:
        path = "/?" + urlencode(_checked_query(arguments), doseq=True)
        if arguments.data:
            packs[arguments.game] = Path(arguments.data)
    elif arguments.data:
        raise SetupError("say which game the data pack is for: grognard play GAME --data PACK")
    run(port=arguments.port, open_browser=not arguments.no_browser, path=path, settings=Settings(packs=packs))
    return 0


def _checked_query(arguments: argparse.Namespace) -> dict[str, list[str]]:
    """What the page needs to open a table at once; anything unknown is refused here, with a sentence."""
    game = load_game(arguments.game, Path(arguments.data) if arguments.data else None)
    setup = game.setup(arguments.scenario, arguments.option)
    seat = game.seats(setup)[game.seat(setup, arguments.seat) if arguments.seat else 0]
    _check_bot(arguments.against)
    return {
        "game": [game.id],
        "scenario": [setup.scenario],
        "option": sorted(setup.options),
        "as": [seat.id],
        "against": [arguments.against],
    }


def _check_bot(name: str) -> None:
    if name != "none" and name not in BOTS:
        raise SetupError(f"there is no bot '{name}'; known are {', '.join(BOTS)}, and 'none' for another person")


def serve(arguments: argparse.Namespace) -> int:
    """`grognard serve`."""
    from ..server import run

    settings = settings_of(arguments)
    run(settings.host, settings.port, settings=settings)
    return 0


def _play_text(arguments: argparse.Namespace) -> int:
    from .terminal import Terminal, open_table

    if not arguments.game and not arguments.load:
        raise SetupError("say which game to play: grognard play GAME --text")
    _check_bot(arguments.against)
    table = open_table(
        arguments.game,
        arguments.scenario,
        arguments.option,
        data=Path(arguments.data) if arguments.data else None,
        load=Path(arguments.load) if arguments.load else None,
    )
    seats = table.game.seats(table.position.setup)
    mine = table.game.seat(table.position.setup, arguments.seat) if arguments.seat else 0
    against = None if arguments.against == "none" else arguments.against
    bots = {i: against for i in range(len(seats)) if against and i != mine}
    return Terminal(table, bots).run()
