"""What a client must know of a game to draw it: cards, geometry, pieces, rules, charts, pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, get_args

import msgspec

from ...draw import anchor, frame, outline, zone_names
from ...engine import Game
from ...engine.charts import Charts, chapter, load_charts
from ...engine.game import Difficulty, Flag, Option, Scenario
from ...engine.lesson import LESSON
from ...engine.pieces import Face
from ...engine.places import members
from ..play.puzzles import puzzles_of


class GameCard(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the lobby shows it."""

    id: str
    title: str
    version: str
    blurb: str
    special: str
    length: str
    """Turns and hours in words."""
    difficulty: Difficulty
    start_here: bool
    """Whether it is the one to begin with."""
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    picture: str
    """Where its map picture is."""
    lesson: bool
    """Whether it has a guided first turn."""
    puzzles: int
    """How many puzzles it has."""


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
    """The games, and the bots that can sit down."""

    games: list[GameCard]
    bots: list[str]
    bot_notes: dict[str, str]
    """How well each of them plays, in a sentence."""
    proposed_bot: str
    """The one that sits down unless another is chosen."""
    planning_bot: str
    """The one for whoever wants to try a position."""
    public_url: str
    """The address under which people reach the server from elsewhere; empty if nobody has said it."""


class PlaceInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A hex or zone: its polygon and the middle of its stack, in picture units."""

    id: str
    title: str
    terrain: str
    level: int
    outline: list[tuple[float, float]]
    anchor: tuple[float, float]
    name: tuple[float, float, float] | None
    """Where the map has its name, and the size of the letters; only of zones."""


class PieceInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A counter."""

    id: str
    name: str
    side: str
    face: Face


class BoxInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A box off the map. Pieces in the first one are not in the game."""

    id: str
    title: str


class RuleInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A rule, restated."""

    number: str
    title: str
    statement: str
    chapter: str
    heading: bool
    """Whether it only heads others."""


class Catalog(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a game that does not change while it is played."""

    game: GameCard
    data: str
    """Fingerprint of the data pack."""
    width: float
    """Size of the map picture in picture units."""
    height: float
    kind: Literal["hex", "zone"]
    sides: list[str]
    places: list[PlaceInfo]
    boxes: list[BoxInfo]
    hands: list[str]
    """The box of each seat's hand, in the order of the seats; empty where there are none."""
    pieces: list[PieceInfo]
    flags: list[Flag]
    rules: list[RuleInfo]
    charts: Charts
    """What is looked up, and what chits do."""
    legend: dict[str, Any]
    credits: list[str]


def shelf(games: Iterable[Game[Any]]) -> list[GameCard]:
    """The cards in the order of the lobby: the one to begin with, then the shorter and easier before the longer."""
    levels = get_args(Difficulty)
    return [
        card(game)
        for game in sorted(
            games, key=lambda g: (not g.start_here, sum(g.playing_time), levels.index(g.difficulty), g.title)
        )
    ]


def card(game: Game[Any]) -> GameCard:
    """The lobby's card."""
    return GameCard(
        id=game.id,
        title=game.title,
        version=game.version,
        blurb=game.blurb,
        special=game.special,
        length=game.length,
        difficulty=game.difficulty,
        start_here=game.start_here,
        scenarios=game.scenarios,
        options=game.options,
        lesson=game.pack.has(LESSON),
        puzzles=len(puzzles_of(game)),
        picture=f"/api/games/{game.id}/picture?v={game.pack_hash}",
    )


def catalog(game: Game[Any]) -> Catalog:
    """The whole catalog."""
    board = game.board
    size = frame(board)
    names = zone_names(board)
    return Catalog(
        game=card(game),
        data=game.pack_hash,
        width=size.width,
        height=size.height,
        kind="hex" if board.kind == "hex" else "zone",
        sides=list(game.roster.sides),
        places=[
            PlaceInfo(
                id=board.names[place],
                title=game.place_title(place),
                terrain=board.terrain[place],
                level=board.level[place],
                outline=outline(board, place),
                anchor=anchor(board, place),
                name=names.get(place),
            )
            for place in members(board.all)
        ],
        boxes=[BoxInfo(id=name, title=title) for name, title in game.boxes],
        hands=list(game.hands),
        pieces=[PieceInfo(id=u.id, name=u.name, side=u.side, face=u.face) for u in game.roster.units],
        flags=list(game.flags),
        rules=[
            RuleInfo(
                number=r.number,
                title=r.title,
                statement=r.statement,
                chapter=chapter(r.number),
                heading=r.statement.startswith("Heading"),
            )
            for r in game.ledger.rules
        ],
        charts=load_charts(game),
        legend=board.info.get("legend", {}),
        credits=board.credits,
    )
