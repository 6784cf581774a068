"""What can be typed after `grognard`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import Any, NoReturn

from .. import __version__, compiled
from ..bots.analysis import USUAL
from ..bots.puzzles import WANTED
from ..engine.errors import short
from ..paper.order import PARTS
from ..paper.sizes import COUNTERS, PAPERS
from . import admin, agents, analysing, authors, commands, playing, printing, puzzling, simulating, sweeping
from .ladder import ladder
from .serving import add_settings


class Parser(argparse.ArgumentParser):
    """Complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        self.exit(2, f"grognard: {message} (see {self.prog} --help)\n")


def _whole(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number within bounds."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"'{short(text)}' is not a whole number from {low} to {high}")
        return value

    return read


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 1_000_000:
        raise argparse.ArgumentTypeError(f"'{short(text)}' is not a number of seconds")
    return value


_count = _whole(1, 1_000_000)
_port = _whole(0, 65_535)
_pixels = _whole(16, 20_000)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = Parser(prog="grognard", description="A table for board wargames that knows the rules.")
    top.add_argument("--version", action="version", version=f"grognard {__version__}, {compiled.build()}")
    subs = top.add_subparsers(required=True, metavar="COMMAND")
    _play(subs)
    _serve(subs)
    _sim(subs)
    _sweep(subs)
    _ladder(subs)
    _data(subs)
    _arena(subs)
    _mcp(subs)
    _replay(subs)
    _analyse(subs)
    _puzzles(subs)
    _site(subs)
    _map(subs)
    _print(subs)
    _rules(subs)
    _games(subs)
    _weights(subs)
    _outlook(subs)
    _check(subs)
    _new(subs)
    _bench(subs)
    _admin(subs)
    return top


Subs = Any
"""The collection of subcommands; argparse keeps its type private."""


def _setup(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--scenario", help="the scenario's id (default: the first)")
    sub.add_argument("--option", action="append", default=[], metavar="NAME", help="switch an optional rule on")


def _executor(sub: argparse.ArgumentParser, jobs: int) -> None:
    """What does the work."""
    usual = "all cores" if jobs > 1 else "1"
    sub.add_argument("--jobs", type=_count, default=jobs, help=f"how many processes (default: {usual})")
    where = "on the Ray cluster at this address instead; 'auto' is that of RAY_ADDRESS, or the one that runs here"
    sub.add_argument("--ray", nargs="?", const="auto", metavar="ADDRESS", help=where)


def _play(subs: Subs) -> None:
    sub = subs.add_parser("play", help="play in the browser, or in the terminal with --text")
    sub.add_argument("game", nargs="?", help="the game's id; without one the lobby opens")
    _setup(sub)
    sub.add_argument("--as", dest="seat", metavar="SEAT", help="the seat you take (default: the first)")
    sub.add_argument("--against", default="staff", metavar="BOT", help="the bot in the other seats, or 'none'")
    sub.add_argument("--data", metavar="PACK", help="a data pack to lay over the game's own (with --text)")
    sub.add_argument("--text", action="store_true", help="play in the terminal")
    sub.add_argument("--load", metavar="FILE", help="go on from a saved record (with --text)")
    sub.add_argument("--port", type=_port, default=0, help="the local server's port (default: any free one)")
    sub.add_argument("--no-browser", action="store_true", help="print the address instead of opening a browser")
    sub.set_defaults(run=playing.play)


def _serve(subs: Subs) -> None:
    sub = subs.add_parser("serve", help="serve tables to many people")
    sub.add_argument("--config", metavar="FILE", help="settings in a TOML file")
    add_settings(sub)
    sub.set_defaults(run=playing.serve)


def _sim(subs: Subs) -> None:
    sub = subs.add_parser("sim", help="let bots play many games")
    sub.add_argument("game", nargs="?")
    sub.add_argument("--all", action="store_true", help="every scenario of every game, in one table")
    _setup(sub)
    sub.add_argument(
        "--players",
        nargs="+",
        default=[],
        metavar="BOT",
        help="a bot for each seat in order; with --all one for all seats (default: staff)",
    )
    sub.add_argument("-n", type=_count, default=100, metavar="N", help="how many games (default: 100)")
    _executor(sub, 1)
    sub.add_argument("--seed", type=int, default=0, help="another seed, other games")
    other = "every game with both seatings: the second bot is that of another version, a git revision or a folder"
    sub.add_argument("--against", metavar="REV", help=other)
    sub.add_argument("--records", metavar="FOLDER", help="write the record of each game into a folder")
    sub.add_argument("--report", metavar="FILE", help="write a page (HTML) with charts and maps")
    sub.add_argument("--data", metavar="FOLDER", help="write games, decisions and turns as Parquet")
    sub.add_argument("--resume", metavar="FILE", help="keep each game in a file; the same file again goes on with it")
    sub.add_argument("--json", action="store_true", help="print the summary for programs")
    sub.set_defaults(run=simulating.sim)


def _sweep(subs: Subs) -> None:
    sub = subs.add_parser("sweep", help="what a change of data does to balance")
    sub.add_argument("game")
    _setup(sub)
    change = "units.ROW.COLUMN=+1 or tables.KEY.KEY=6; several values with commas, * for all lines; may be repeated"
    sub.add_argument("--set", action="append", default=[], dest="changes", metavar="CHANGE", help=change)
    sub.add_argument("--players", nargs="+", default=[], metavar="BOT", help="a bot for each seat (default: staff)")
    sub.add_argument("-n", type=_count, default=100, metavar="N", help="games with each value (default: 100)")
    _executor(sub, os.cpu_count() or 1)
    sub.add_argument("--seed", type=int, default=0, help="another seed, other games")
    sub.add_argument("--seat", metavar="SEAT", help="whose share is shown (default: the first seat's)")
    sub.add_argument("--resume", metavar="FILE", help="keep each game in a file; the same file again goes on with it")
    sub.add_argument("--plot", metavar="FILE", help="write the shares as a picture (.svg or .png)")
    sub.add_argument("--json", action="store_true", help="for programs")
    sub.set_defaults(run=sweeping.sweep)


def _data(subs: Subs) -> None:
    sub = subs.add_parser("data", help="write records as Parquet: games, decisions, turns")
    sub.add_argument("records", nargs="+", metavar="FILE", help="records, or folders of them")
    sub.add_argument("-o", "--output", required=True, metavar="FOLDER", help="where to write")
    sub.set_defaults(run=sweeping.data_of_records)


def _ladder(subs: Subs) -> None:
    sub = subs.add_parser("ladder", help="let bots play each other in pairs of games, and rate them")
    sub.add_argument("game")
    _setup(sub)
    default = ["recruit", "staff", "marshal"]
    sub.add_argument("--bots", nargs="+", default=default, metavar="BOT", help=f"default: {' '.join(default)}")
    sub.add_argument("-n", type=_count, default=20, metavar="N", help="pairs of games of each two bots (default: 20)")
    _executor(sub, os.cpu_count() or 1)
    sub.add_argument("--seed", type=int, default=0, help="another seed, other games")
    sub.add_argument("--results", metavar="FILE", help="keep each game in a file; the same file again goes on with it")
    sub.add_argument("--json", action="store_true", help="print ratings and games for programs")
    sub.set_defaults(run=ladder)


def _arena(subs: Subs) -> None:
    sub = subs.add_parser("arena", help="let programs and bots play each other with time limits, and rate them")
    sub.add_argument("game")
    _setup(sub)
    who = "bots, programs (cmd:COMMAND) that speak the line protocol, or programs (mcp:COMMAND) that use our tools"
    sub.add_argument("--players", nargs="+", required=True, metavar="PLAYER", help=who)
    sub.add_argument("-n", type=_count, default=5, metavar="N", help="pairs of games of each two (default: 5)")
    sub.add_argument("--seconds", type=_seconds, default=30.0, metavar="S", help="for an answer (default: 30)")
    sub.add_argument("--total", type=_seconds, default=3600.0, metavar="S", help="for all of a game (default: 3600)")
    sub.add_argument("--jobs", type=_count, default=1, help="games at the same time (default: 1)")
    sub.add_argument("--seed", type=int, default=0, help="another seed, other games")
    sub.add_argument("--results", metavar="FILE", help="keep each game in a file; the same file again goes on with it")
    sub.add_argument("--json", action="store_true", help="print ratings and games for programs")
    sub.set_defaults(run=agents.arena)


def _mcp(subs: Subs) -> None:
    sub = subs.add_parser("mcp", help="a seat for a language model, over the Model Context Protocol")
    sub.add_argument("game", nargs="?", help="the game's id, for a table of your own")
    _setup(sub)
    sub.add_argument("--as", dest="seat", metavar="SEAT", help="the model's seat (default: the first)")
    sub.add_argument("--against", default="staff", metavar="BOT", help="the bot in the other seats (default: staff)")
    sub.add_argument("--seed", type=int, help="the dice, and what bots do (default: others each time)")
    served = "a table of a server instead: its address as in the browser; the token is read from GROGNARD_TOKEN"
    sub.add_argument("--table", metavar="URL", help=served)
    sub.add_argument("--http", type=_port, metavar="PORT", help="over HTTP at this port of 127.0.0.1, not over stdio")
    sub.set_defaults(run=agents.mcp)


def _replay(subs: Subs) -> None:
    sub = subs.add_parser("replay", help="show a record, check its dice")
    sub.add_argument("file")
    sub.add_argument("--to", type=_count, metavar="N", help="stop after action N and show the position")
    sub.add_argument("--verify", action="store_true", help="prove that every die is the seed's")
    sub.add_argument("--data", metavar="PACK", help="the data pack it was played with")
    sub.set_defaults(run=commands.replay_record)


def _analyse(subs: Subs) -> None:
    sub = subs.add_parser("analyse", help="judge the decisions of a game, and say what luck did")
    sub.add_argument("file", help="a record; a game that goes on is looked at as far as it has come")
    most = f"futures imagined in the search for something better, for each decision (default: {USUAL})"
    sub.add_argument("--futures", type=_whole(2, 10_000), default=USUAL, metavar="N", help=most)
    time = "stop judging after so long; the result then depends on the machine (default: no limit)"
    sub.add_argument("--seconds", type=_whole(0, 86_400), default=0, metavar="S", help=time)
    _executor(sub, 1)
    sub.add_argument("--turn", type=_whole(0, 10_000), metavar="N", help="only this turn (0: the set-up)")
    sub.add_argument("--seat", metavar="SEAT", help="judge only the decisions of this seat")
    sub.add_argument("--json", action="store_true", help="all that was found, for programs")
    sub.add_argument("--data", metavar="PACK", help="the data pack it was played with")
    sub.set_defaults(run=analysing.analyse_record)


def _puzzles(subs: Subs) -> None:
    sub = subs.add_parser("puzzles", help="list a game's puzzles, or look for more in records of games")
    sub.add_argument("game")
    sub.add_argument("records", nargs="*", metavar="FILE", help="records, or folders of them; without any: list")
    where = "write them into this file (default: puzzles.json in the game's data)"
    sub.add_argument("-o", "--output", metavar="FILE", help=where)
    sub.add_argument("--most", type=_count, default=WANTED, metavar="N", help=f"stop at so many (default: {WANTED})")
    sub.add_argument("--check", action="store_true", help="test again those that there are, and keep what stands")
    sub.set_defaults(run=puzzling.puzzles)


def _site(subs: Subs) -> None:
    sub = subs.add_parser("site", help="write a folder of static files on which everything is played in the browser")
    sub.add_argument("-o", "--output", required=True, metavar="DIR", help="an empty or new folder, or an earlier site")
    sub.set_defaults(run=_write_site)


def _write_site(arguments: argparse.Namespace) -> int:
    from . import publishing  # which imports the server, as few commands need it

    return publishing.write(arguments)


def _map(subs: Subs) -> None:
    sub = subs.add_parser("map", help="draw a game's map")
    sub.add_argument("game")
    sub.add_argument("-o", "--output", required=True, metavar="FILE", help="a name ending in .svg, .png or .pdf")
    sub.add_argument("--width", type=_pixels, default=3000, help="width of a PNG in pixels")
    sub.add_argument("--palette", choices=("light", "dark"), default="light")
    sub.add_argument("--no-legend", action="store_true", help="the playing area only")
    sub.add_argument("--data", metavar="PACK", help="a data pack to lay over the game's own")
    sub.set_defaults(run=commands.draw_map)


def _print(subs: Subs) -> None:
    sub = subs.add_parser("print", help="a game on paper: map, counters and booklet at true size, as PDF")
    sub.add_argument("game")
    sub.add_argument("-o", "--output", required=True, metavar="FILE", help="a name ending in .pdf")
    sub.add_argument("--paper", choices=tuple(PAPERS), default="a4")
    sub.add_argument("--counter", choices=tuple(COUNTERS), default="5/8", help="the side of a counter (in inches)")
    backs = "backs on sheets of their own, beside a fold, or none (default: duplex)"
    sub.add_argument("--backs", choices=("duplex", "fold", "none"), default="duplex", help=backs)
    sub.add_argument("--map", choices=("tiles", "whole"), default="tiles", help="overlapping tiles, or one sheet")
    booklet = "two pages on a side, to be folded and stapled, or page by page (default: folded)"
    sub.add_argument("--booklet", choices=("folded", "pages"), default="folded", help=booklet)
    sub.add_argument(
        "--part", action="append", choices=PARTS, metavar="PART", help="map, counters or booklet; may be repeated"
    )
    sub.add_argument("--data", metavar="PACK", help="a data pack to lay over the game's own")
    sub.set_defaults(run=printing.print_pdf)


def _rules(subs: Subs) -> None:
    sub = subs.add_parser("rules", help="a rule restated, and the tests that hold it")
    sub.add_argument("game")
    sub.add_argument("words", nargs="*", help="a rule's number, or words to look for")
    coverage = "list tested and untested rules; exit 1 while any is untested"
    sub.add_argument("--coverage", action="store_true", help=coverage)
    sub.add_argument("--tests", metavar="FOLDER", help="where the game's tests are (default: in its project)")
    sub.set_defaults(run=commands.rules)


def _games(subs: Subs) -> None:
    sub = subs.add_parser("games", help="list the installed games")
    sub.set_defaults(run=authors.games)


def _weights(subs: Subs) -> None:
    sub = subs.add_parser("weights", help="what bots weigh a position by")
    sub.add_argument("game")
    sub.add_argument("--json", action="store_true", help="for programs")
    sub.set_defaults(run=authors.weights)


def _outlook(subs: Subs) -> None:
    sub = subs.add_parser("outlook", help="what a score has meant in games that were played")
    sub.add_argument("records", nargs="+", metavar="FILE", help="records of one game, or folders of them")
    sub.add_argument("--json", action="store_true", help="for programs")
    sub.set_defaults(run=authors.outlook)


def _check(subs: Subs) -> None:
    sub = subs.add_parser("check", help="say what is wrong with a game or a data pack")
    sub.add_argument("pack", help="a folder, or a game's id for its own data")
    sub.add_argument("--game", help="the game the pack is for (default: the one its map.toml names)")
    most = "how long random games are played, of every scenario and option (default: 20)"
    sub.add_argument("--seconds", type=_whole(0, 3600), default=20, help=most)
    sub.set_defaults(run=authors.check)


def _new(subs: Subs) -> None:
    sub = subs.add_parser("new", help="write a package with a small game, to begin your own with")
    sub.add_argument("id", help="the game's id: small letters, digits, underscores")
    sub.add_argument("folder", nargs="?", help="where to write it (default: a folder of that name)")
    sub.set_defaults(run=authors.new)


def _bench(subs: Subs) -> None:
    sub = subs.add_parser("bench", help="measure speed")
    sub.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    sub.add_argument("--json", action="store_true", help="figures for programs")
    sub.add_argument("-n", type=_count, default=10, metavar="N", help="random games a game (default: 10)")
    other = "compare with another version: a git revision, a folder, or 'plain' for this one without compiled rules"
    sub.add_argument("--against", metavar="REV", help=other)
    sub.add_argument("--chess", action="store_true", help="compare random play with that of python-chess")
    often = "how often each version, or each game and chess, is run (default: 5; against, chess)"
    sub.add_argument("--pairs", type=_count, default=5, help=often)
    all_of_them = "decisions of the staff bot in each run (default: a whole game; 0 leaves it out; against)"
    sub.add_argument("--staff", type=_whole(0, 1_000_000), metavar="N", help=all_of_them)
    sub.add_argument("--server", action="store_true", help="measure the server instead; the same as 'bench server'")
    sub.add_argument("--people", type=_count, default=10, help="who play at tables of their own (server)")
    sub.add_argument("--spectators", type=_whole(0, 1000), default=0, help="who watch the first table (server)")
    sub.add_argument("--seconds", type=_count, default=10, help="how long each game is measured (server)")
    thinks = "milliseconds that each of them thinks about an action, on average (server; default: 0)"
    sub.add_argument("--pause", type=_whole(0, 60_000), default=0, help=thinks)
    sub.add_argument("--beside", metavar="SRC", help="the source folder of another version to compare with (server)")
    sub.add_argument("--database", help="a database address for the server (default: a new SQLite file)")
    sub.set_defaults(run=commands.bench)


def _admin(subs: Subs) -> None:
    sub = subs.add_parser("admin", help="look after the tables of a server")
    kinds = sub.add_subparsers(required=True, metavar="WHAT")

    def add(name: str, run: Callable[[argparse.Namespace], int], text: str, *, table: bool = True) -> Any:
        one = kinds.add_parser(name, help=text)
        one.add_argument("--database", help="a database address (default: as the server's)")
        one.add_argument("--config", metavar="FILE", help="the server's TOML file")
        if table:
            one.add_argument("table", help="the table's id")
        one.set_defaults(run=run)
        return one

    add("list", admin.list_tables, "all tables", table=False)
    add("inspect", admin.inspect, "one table, and what is wrong with it")
    add("repair", admin.repair, "mend a table of which rows are missing")
    export = add("export", admin.export, "the record of a table (with all secrets)")
    export.add_argument("-o", "--output", metavar="FILE", help="write it here instead of printing it")
    add("delete", admin.delete, "remove a table for good")
    add("close", admin.close, "end a game; the table can still be read").add_argument("sentence", help="why")
    add("open", admin.reopen, "let people play on at a closed table")
    prune = add("prune", admin.prune, "remove tables that nobody has played for long", table=False)
    prune.add_argument("--days", type=_count, required=True)
    add("backup", admin.back_up, "copy a running SQLite database into a file", table=False).add_argument("file")
    restore = add("restore", admin.restore, "put a backup in the database's place", table=False)
    restore.add_argument("file")
    restore.add_argument("--force", action="store_true", help="even if the database holds tables")
