"""The commands `arena` and `mcp`: programs and language models at our tables."""

from __future__ import annotations

import argparse
import json
import os
import re
from pathlib import Path

import msgspec
from msgspec.structs import replace
from rich.console import Console

from ..agents.arena import bouts, play_all, title_of
from ..agents.chairs import Chair, OwnTable, ServedTable
from ..agents.line import Limits
from ..agents.mcp import serve
from ..engine.errors import SetupError, short
from ..engine.telling import counted
from ..extras import needed
from ..lab.executor import Processes
from ..lab.ladder import Played, Results
from ..lab.ratings import load_model, ratings
from .ladder import by_pairing, line, rated_table

_out = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)
_err = Console(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)
TOKEN = "GROGNARD_TOKEN"
ADDRESS = re.compile(r"(https?://[^/]+)/(?:#/)?(?:t|table|tables|api/tables)/([A-Za-z0-9_-]+)")


def arena(arguments: argparse.Namespace) -> int:
    """Play the games that are missing, and rate the players."""
    load_model()  # says now, not after hours of play, if it is missing
    limits = Limits(answer=arguments.seconds, game=arguments.total)
    wanted = bouts(
        arguments.game, arguments.scenario, arguments.option, arguments.players, arguments.n, limits, arguments.seed
    )
    results = Results(Path(arguments.results) if arguments.results else None)
    missing = [bout for bout in wanted if bout.fixture not in results.found]
    for played in play_all(missing, Processes(min(arguments.jobs, max(1, len(missing))))):
        results.add(played)
        _err.print(line(_titled(played)))
    games = [_titled(results.found[bout.fixture]) for bout in wanted]
    rated = ratings([title_of(name) for name in arguments.players], games, arguments.seed)
    if arguments.json:
        print(json.dumps({"ratings": msgspec.to_builtins(rated), "games": msgspec.to_builtins(games)}))
        return 0
    match = wanted[0].fixture.match
    _out.print(rated_table(f"{match.game}, {match.scenario}: {counted(len(games), 'game')}", rated, "player"))
    _out.print(by_pairing(games))
    return 0


def _titled(played: Played) -> Played:
    """A game with its players as tables call them."""
    match = played.fixture.match
    titles = tuple(title_of(name) for name in match.players)
    text = played.text
    for name, title in zip(match.players, titles, strict=True):
        text = text.replace(name, title)
    fixture = replace(played.fixture, match=replace(match, players=titles))
    return replace(played, fixture=fixture, text=text)


def mcp(arguments: argparse.Namespace) -> int:
    """Serve a seat until the client leaves."""
    needed("mcp", "agents", "grognard mcp")
    chair = _served(arguments) if arguments.table else _own(arguments)
    if arguments.http is not None:
        _err.print(f"http://127.0.0.1:{arguments.http}/mcp is {chair.seat} of {chair.game.title}")
    serve(chair, port=arguments.http)
    return 0


def _own(arguments: argparse.Namespace) -> Chair:
    if arguments.game is None:
        raise SetupError("mcp needs a game, or --table with the address of a served table")
    seed = None if arguments.seed is None else (arguments.seed % (1 << 256)).to_bytes(32, "big")
    return OwnTable(
        arguments.game,
        arguments.scenario,
        arguments.option,
        seat=arguments.seat,
        opponent=arguments.against,
        seed=seed,
    )


def _served(arguments: argparse.Namespace) -> Chair:
    found = ADDRESS.match(arguments.table)
    if found is None:
        raise SetupError(f"'{short(arguments.table)}' is not the address of a table, such as http://host/table/ID")
    token = os.environ.get(TOKEN, "")
    if not token:
        raise SetupError(f"the seat's token is read from the environment variable {TOKEN}, which is not set")
    return ServedTable(found[1], found[2], token, arguments.seat)
