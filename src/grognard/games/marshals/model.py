"""What the game is made of: units, map features, table, state. No rule is applied here."""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from ...engine.board import Board
from ...engine.bounds import Either, Few, Word
from ...engine.control import ZoneOfControl
from ...engine.errors import PackError
from ...engine.flow import Choice, Die, Seat, Step
from ...engine.game import Flag, Game
from ...engine.pack import Pack, Row
from ...engine.pieces import Face, Pieces, Roster, Unit, band
from ...engine.places import Places
from ...engine.position import Position, Setup, State
from ...engine.results import ResultsChart, entry, load_results_chart, turn_words
from .weights import OUTLOOKS, MarshalsWeights

Side = Literal["russian", "german"]
Command = Literal["zhukov", "koniev", "busse", "graeser"]
UnitType = Literal["infantry", "shock", "tank", "panzer", "panzergrenadier", "tiger", "static", "leader"]
Stacking = Literal["uncounted", "unit", "army", "tank army"]

RUSSIAN, GERMAN = 0, 1
SIDES = ("russian", "german")

DISRUPTED = 1
MOVED = 2
SPENT = 4
ADJACENT = 8

FLAGS = (
    Flag(bit=DISRUPTED, name="disrupted", title="Disrupted"),
    Flag(bit=MOVED, name="moved", title="has moved"),
    Flag(bit=SPENT, name="spent", title="has moved too far to attack"),
    Flag(bit=ADJACENT, name="adjacent", title="began the turn next to a German unit", shown=False),
)

RESULTS = ("DE", "DR", "DW", "D", "-", "AE")
"""RES The results that the rules know."""
COLOURS = {"zhukov": "brick", "koniev": "ochre", "busse": "fieldgrey", "graeser": "slate"}
"""Counter colours by command: the darker and the lighter Russians and Germans."""

BOXES = (
    ("out", "Out of the game"),
    ("deploy", "To be set up"),
    ("turn-2", "Arrives on turn 2"),
    ("turn-3", "Arrives on turn 3"),
    ("turn-4", "Arrives on turn 4"),
    ("turn-5", "Arrives on turn 5"),
    ("dead", "Eliminated"),
)


class Division(Unit, frozen=True, kw_only=True):
    """One counter, from army to garrison."""

    command: Command
    sector: Literal["north", "south"]
    type: UnitType
    size: str
    attack: int
    attack_after_move: int
    defence: int
    move_attack: int
    move_only: int
    setup: str
    arrival: int
    """Game turn of arrival, 0 for units that start on the map."""
    starts_disrupted: bool
    stacking: Stacking

    @property
    def mobile(self) -> bool:
        """NR.3 All but the Frankfurt defenders, the garrisons and Hitler."""
        return self.type not in ("static", "leader")

    @property
    def has_zoc(self) -> bool:
        """ZOC.3 Fixed defenders, Hitler and the Tiger unit have no zone of control."""
        return self.type not in ("static", "leader", "tiger")

    @property
    def is_armour(self) -> bool:
        """TER.R2, ADV.2 Tanks and pure panzers; panzergrenadiers are neither."""
        return self.type in ("tank", "panzer", "tiger")

    @property
    def is_garrison(self) -> bool:
        """DIS.5 One of the six Berlin garrisons."""
        return self.size == "garrison"


class MarshalsState(State):
    """What changes besides the units."""

    turn: Few = 1
    player: Either = 0
    """Whose player turn it is: 0 for A, 1 for B; also the number of the seat."""
    frankfurt: Word = "busse"
    """R41 The command that last had a unit in Frankfurt."""


class MarshalsMap:
    """The map as the rules use it: sets of hexes and kinds of hexside."""

    def __init__(self, board: Board) -> None:
        def with_feature(feature: str, wanted: bool = True) -> Any:
            return lambda a, b, side: (feature in side.features) == wanted

        self.open = board.crossing(with_feature("lake", wanted=False))
        self.river = board.crossing(lambda a, b, s: "river" in s.features and "lake" not in s.features)
        self.dry = board.crossing(lambda a, b, s: not s.features & {"river", "lake"})
        self.lake = board.crossing(with_feature("lake"))
        self.across_river = board.crossing(with_feature("river"))
        self.behind_line = board.crossing(
            lambda a, b, s: "line" in s.features and s.extra.get("behind") == board.names[b]
        )
        self.zoc = ZoneOfControl(self.open)
        self.hills = board.of_terrain("hill")
        self.forests = board.of_terrain("forest")
        self.major_cities = board.tagged("major-city")
        self.berlin = board.tagged("berlin")
        self.german_start = board.tagged("start-german")
        self.sector: dict[str, Places] = {
            "north": board.tagged("sector-north"),
            "south": board.tagged("sector-south"),
        }
        self.setup_zone: dict[str, Places] = {
            "north": board.tagged("setup-north"),
            "south": board.tagged("setup-south"),
        }
        self.west_edge = board.tagged("arrival")
        self.centre = board.single("berlin-centre")


class MarshalsGame(Game[MarshalsState]):
    """The loaded data; the package's own module adds the flow."""

    flags = FLAGS
    boxes = BOXES
    state_type = MarshalsState
    weights_type = MarshalsWeights
    outlooks = OUTLOOKS

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.map = MarshalsMap(self.board)
        tables = pack.toml("tables.toml")
        self.turns: int = entry(tables, "game", "turns")
        self.dates = turn_words(tables, self.turns, "dates")
        crt = tables.get("crt", {})
        self.crt: ResultsChart = load_results_chart("tables.toml", "crt", crt, range(1, 7), RESULTS)
        self.pays_river: list[str] = entry(tables, "movement", "river_extra_to_attack")
        self.hitler = self._only("leader")
        self.tiger = self._only("tiger")
        self.frankfurt_defenders = self._fortress()
        self.frankfurt = self.board.place(self.roster[self.frankfurt_defenders].setup)
        self.army28 = band(i for i, u in enumerate(self.roster.units) if u.starts_disrupted)
        self.dead = self.box("dead")
        self.deploy = self.box("deploy")
        units: list[Division] = self.roster.units
        self.mobile = self.roster.where(u.mobile for u in units)
        self.with_zoc = self.roster.where(u.has_zoc for u in units)
        self.weak = self.roster.where(u.defence < 2 for u in units)
        self.counted = self.roster.where(u.stacking != "uncounted" for u in units)
        self.armies = self.roster.where(u.stacking in ("army", "tank army") for u in units)
        self.tank_armies = self.roster.where(u.stacking == "tank army" for u in units)
        self.garrisons = self.roster.where(u.is_garrison for u in units)
        self.of_command: dict[str, Pieces] = {
            c: self.roster.where(u.command == c for u in units) for c in get_args(Command)
        }
        # Walking pays one hex a step; moving to attack, some types pay a second one for a river.
        self.walk = ((1, self.map.open),)
        self.walk_to_attack = ((1, self.map.dry), (2, self.map.river))

    def _only(self, kind: UnitType) -> int:
        found = [i for i, u in enumerate(self.roster.units) if u.type == kind]
        if len(found) != 1:
            raise PackError("units.csv", None, f"there must be exactly one unit of type '{kind}'")
        return found[0]

    def _fortress(self) -> int:
        found = [i for i, u in enumerate(self.roster.units) if u.size == "fortress"]
        if len(found) != 1:
            raise PackError("units.csv", None, "there must be exactly one unit of size 'fortress'")
        return found[0]

    def load_roster(self) -> Roster[Division]:
        """Read `units.csv`."""
        rows = self.pack.rows("units.csv", ("id", "name", "side", "command", "type", "size", "attack", "defense"))
        units = [_read_unit(self.board, row) for row in rows]
        return Roster(units, SIDES, rows)

    def new_state(self, setup: Setup) -> MarshalsState:
        """Turn 1, player turn A."""
        return MarshalsState()

    def owner(self, g: M, piece: int) -> Seat:
        """CONV.1, DUAL.1, DUAL.2 Whose unit it is."""
        if not is_dual(g):
            return Seat(self.side_of[piece])
        return Seat(0 if self.roster[piece].command in ("zhukov", "graeser") else 1)

    def phasing(self, g: M) -> Seat:
        """The player whose player turn it is."""
        return Seat(g.state.player)


M = Position[MarshalsGame, MarshalsState]
"""A position of this game."""


class Work(Step):
    """A step of this game without a decision."""


class Decide(Choice):
    """A decision of this game."""


class Dice(Die):
    """A die of this game."""


def is_dual(g: M) -> bool:
    """Whether the dual command format is played."""
    return g.setup.scenario == "dual"


def owned_by(g: M, seat: int) -> Pieces:
    """All pieces of a seat, wherever they are."""
    game = g.game
    if not is_dual(g):
        return game.roster.of_side[seat]
    commands = ("zhukov", "graeser") if seat == 0 else ("koniev", "busse")
    return Pieces(game.of_command[commands[0]] | game.of_command[commands[1]])


def _read_unit(board: Board, row: Row) -> Division:
    kind = row.one_of("type", get_args(UnitType))
    size = row.text("size")
    command = row.one_of("command", get_args(Command))
    setup = row.get("setup")
    if setup and setup not in board.number:
        raise row.error(f"setup names '{setup}', which is not a place of this map")
    if not setup and not row.get("arrival"):
        raise row.error("a unit needs a set-up hex or an arrival")
    attack, after = row.integer("attack"), row.integer("attack_after_move")
    defence = row.integer("defense")
    shown = f"{attack}/{after}" if after != attack else f"{attack}"
    return Division(
        id=row.text("id"),
        name=row.text("name"),
        side=row.one_of("side", SIDES),
        command=msgspec.convert(command, Command),
        sector=msgspec.convert(row.one_of("sector", ("north", "south")), Literal["north", "south"]),
        type=msgspec.convert(kind, UnitType),
        size=size,
        attack=attack,
        attack_after_move=after,
        defence=defence,
        move_attack=row.integer("move_attack"),
        move_only=row.integer("move_only"),
        setup=setup,
        arrival=_arrival(row),
        starts_disrupted=row.one_of("start_status", ("ready", "disrupted")) == "disrupted",
        stacking=_stacking(kind, size),
        face=Face(
            symbol=kind,
            size=size,
            colours=COLOURS[command],
            short=row.text("short"),
            values=(shown, str(defence), row.text("move_attack")),
            titles=(
                "attack, standing still / after a move" if after != attack else "attack",
                "defence",
                "hexes it may move and still attack",
            ),
        ),
    )


def _arrival(row: Row) -> int:
    text = row.get("arrival")
    if not text:
        return 0
    if text not in ("R-2", "R-3", "R-4", "R-5"):
        raise row.error(f"arrival is '{text}'; it must be empty or R-2 to R-5")
    return int(text[2:])


def _stacking(kind: str, size: str) -> Stacking:
    """R26 What a unit counts as: Hitler, the Frankfurt defenders and the Tiger unit are not counted."""
    if kind in ("leader", "tiger") or size == "fortress":
        return "uncounted"
    if size == "tank army":
        return "tank army"
    return "army" if size == "army" else "unit"
