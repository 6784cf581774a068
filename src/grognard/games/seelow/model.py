"""What the game is made of: units, state, boxes, flags and the loaded data. No rule is applied here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, get_args

import msgspec

from ...engine.bounds import Either, Few
from ...engine.control import occupied
from ...engine.declared import field_values
from ...engine.derived import carried_along, derived, wherever
from ...engine.flow import Choice, Die, Seat, Step
from ...engine.game import Flag, Game
from ...engine.pack import Pack, Row
from ...engine.pieces import Face, Piece, Pieces, Roster, Unit, band, each, one
from ...engine.places import Place, Places, members
from ...engine.position import Position, Setup, State
from ...engine.results import ResultsChart, entry, load_results_chart, turn_words
from .results import COMBAT_RESULT, FIRE_RESULT
from .terrain import FOOT, MOTZ, Mobility, SeelowMap
from .weights import OUTLOOKS, SeelowWeights

Side = Literal["soviet", "german"]
Category = Literal["armored", "artillery", "non-armored"]

SOVIET, GERMAN = 0, 1
SIDES = ("soviet", "german")
SIDE_WORDS = ("Soviet", "German")

DISRUPTED, MOVED, FIRED, TARGETED = 1, 2, 4, 8
ATTACKED, DEFENDED, HELPLESS, REDUCED, FLIPPED = 16, 32, 64, 128, 256
PHASE_FLAGS = MOVED | FIRED | TARGETED | ATTACKED | DEFENDED | HELPLESS
"""What is forgotten at the end of each phase."""

FLAGS = (
    Flag(bit=DISRUPTED, name="disrupted", title="disrupted"),
    Flag(bit=MOVED, name="moved", title="has moved"),
    Flag(bit=FIRED, name="fired", title="has fired"),
    Flag(bit=TARGETED, name="targeted", title="has been fired on", shown=False),
    Flag(bit=ATTACKED, name="attacked", title="has attacked"),
    Flag(bit=DEFENDED, name="defended", title="has been attacked", shown=False),
    Flag(bit=HELPLESS, name="helpless", title="has fallen back on others: lost if the hex is attacked or fired on"),
    Flag(bit=REDUCED, name="reduced", title="reduced"),
    Flag(bit=FLIPPED, name="flipped", title="in Move Mode"),
)

COLOURS = {"soviet": "brick", "german": "fieldgrey"}
ARRIVAL_TURNS = (3, 4, 7, 8)

BOXES = (
    ("out", "Out of the game"),
    ("deploy", "To be set up"),
    *((f"due-{turn}", f"Arrives on turn {turn}") for turn in ARRIVAL_TURNS),
    ("dead-soviet", "Soviet units eliminated"),
    ("dead-german", "German units eliminated"),
    ("left", "Off the map"),
)

TURNS = 12
NIGHT_TURN = 7


class Values(msgspec.Struct, frozen=True):
    """2.21 What one side of a counter shows."""

    combat: int
    antitank: int
    morale: int
    allowance: int


class Start(msgspec.Struct, frozen=True):
    """11.1, 12.1 Where a unit starts: `at` a hex, one of a list (`each`), or `within` one hex of a centre."""

    kind: Literal["at", "each", "within"]
    hexes: tuple[str, ...]


class Counter(Unit, frozen=True, kw_only=True):
    """2.2 One counter, from company to brigade."""

    formation: str
    category: Category
    mobility: Mobility
    points: int
    """4.12, 4.13 What it counts for stacking."""
    steps: int
    full: Values
    reduced: Values | None
    march: Values | None
    """8.3 Artillery in Move Mode."""
    armor: int
    range: int
    flak: bool
    leader: bool
    pocket: bool
    starts: tuple[Start | None, Start | None]
    """For `kustrin` and `seelow`."""
    ready: tuple[str, str]
    """The hex of the ready-made set-up, where the unit has a choice."""
    arrival: int
    """Turn of arrival in `seelow`, 0 for none."""
    entry: str
    """The tag of its entry hexes."""

    @property
    def is_armored(self) -> bool:
        """2.21i Fired on, never attacked."""
        return self.category == "armored"

    @property
    def is_artillery(self) -> bool:
        """2.21j With a range and two modes."""
        return self.category == "artillery"


class SeelowState(State):
    """What changes besides the units."""

    turn: Few = 1
    player: Either = 0
    """Whose Player-Turn it is: 0 for the first player, 1 for the second."""
    held: Places = Places(0)
    """12.46 The objectives that are Soviet; all others are German."""


class SeelowGame(Game[SeelowState]):
    """The loaded data; the package's own module adds the flow."""

    flags = FLAGS
    boxes = BOXES
    state_type = SeelowState
    weights_type = SeelowWeights
    outlooks = OUTLOOKS

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        tables = pack.toml("tables.toml")
        self.map = SeelowMap(self.board, tables)
        kinds = turn_words(tables, TURNS, "kind")
        self.lights: list[str] = [kinds[0], *kinds]
        """3.21 By turn; the set-up before the first is lit as the first."""
        self.hours = turn_words(tables, TURNS, "hours")
        self.dates = {name: turn_words(tables, TURNS, name) for name in ("kustrin", "seelow")}
        self.fire_table: ResultsChart = _load_table(tables, "antitank_barrage", range(-1, 12), FIRE_RESULT)
        self.crt: ResultsChart = _load_table(tables, "crt", range(-1, 9), COMBAT_RESULT)
        self.rally_modifier: int = entry(tables["scenario"], "1", "rally_modifier_german")
        self.deploy = self.box("deploy")
        self.left = self.box("left")
        self.due = {turn: self.box(f"due-{turn}") for turn in ARRIVAL_TURNS}
        """9.11 Where reinforcements wait, by their turn of arrival."""
        self.dead = (self.box("dead-soviet"), self.box("dead-german"))
        units: list[Counter] = self.roster.units
        self.armored = self.roster.where(u.is_armored for u in units)
        self.artillery = self.roster.where(u.is_artillery for u in units)
        self.leaders = self.roster.where(u.leader for u in units)
        self.soft = self.roster.where(not u.is_armored for u in units)
        """2.21i All non-armored units, guns and Zhukov among them."""
        self.foot = self.roster.where(u.mobility == FOOT for u in units)
        self.motz = self.roster.where(u.mobility == MOTZ for u in units)
        self.with_zone = self.roster.where(not u.leader for u in units)
        self.pocket = self.roster.where(u.pocket for u in units)
        self.points = [u.points for u in units]
        self.mobility = [u.mobility for u in units]
        self.faces = [_faces(u) for u in units]

    def load_roster(self) -> Roster[Counter]:
        """Read `units.csv`."""
        rows = self.pack.rows("units.csv", ("id", "name", "side", "category", "mobility", "cs", "at", "morale", "ma"))
        return Roster([_read_unit(self, row) for row in rows], SIDES, rows)

    def new_state(self, setup: Setup) -> SeelowState:
        """Turn 1, first player."""
        return SeelowState()

    def owner(self, g: S, piece: int) -> Seat:
        """Each side is one player's."""
        return Seat(self.side_of[piece])

    def phasing(self, g: S) -> Seat:
        """The player whose Player-Turn it is."""
        return Seat(phasing(g))


S = Position[SeelowGame, SeelowState]
"""A position of this game."""


class Work(Step):
    """A step of this game without a decision."""


class Decide(Choice):
    """A decision of this game."""


class Dice(Die):
    """A die of this game."""


# -- who, when and what ----------------------------------------------------------------------------


def is_seelow(g: S) -> bool:
    """12.0 Whether the assault on the heights is played, on the whole map."""
    return g.setup.scenario == "seelow"


def first_side(g: S) -> int:
    """11.0, 12.0 The side of the first player."""
    return SOVIET if is_seelow(g) else GERMAN


def phasing(g: S) -> int:
    """3.0 The side whose Player-Turn it is."""
    return first_side(g) ^ g.state.player


def play_area(g: S) -> Places:
    """11.0, 12.0 The hexes in play."""
    return g.game.board.all if is_seelow(g) else g.game.map.north


def light(g: S) -> str:
    """3.21 What kind of turn it is: dawn, day, dusk or night."""
    return g.game.lights[g.state.turn]


def is_night(g: S) -> bool:
    """3.21 The one turn without sight, fire and combat."""
    return light(g) == "night"


def is_twilight(g: S) -> bool:
    """3.21 Dusk and dawn."""
    return light(g) in ("dawn", "dusk")


def values(g: S, piece: int) -> Values:
    """2.21, 6.61, 8.3 What the side of the counter that is up shows."""
    flags = g.flags[piece]
    return g.game.faces[piece][bool(flags & REDUCED) or bool(flags & FLIPPED)]


def morale(g: S, piece: int) -> int:
    """6.64, 7.64 The morale that checks and results are compared with: a disrupted unit's is 2 lower."""
    return values(g, piece).morale - (2 if g.flags[piece] & DISRUPTED else 0)


def _come_or_gone(g: S, side: int, pieces: Pieces, piece: int, origin: int, target: int) -> Pieces:
    return Pieces(pieces | one(piece) if target < g.game.board.size else pieces & ~one(piece))


@carried_along(_come_or_gone)
def present(g: S, side: int) -> Pieces:
    """The units of a side that are on the map."""
    size = g.game.board.size
    return band(piece for piece in each(g.game.roster.of_side[side]) if g.where[piece] < size)


def on_map(g: S, pieces: int) -> Pieces:
    """Those of the pieces that are on the map."""
    return Pieces(pieces & (present(g, SOVIET) | present(g, GERMAN)))


def with_flags(g: S, side: int, flags: int) -> Pieces:
    """The units of a side that have one of these flags."""
    return band(piece for piece in each(g.game.roster.of_side[side]) if g.flags[piece] & flags)


@carried_along(wherever, flags=DISRUPTED)
def shaken(g: S, side: int) -> Pieces:
    """7.6 The units of a side that are disrupted."""
    return with_flags(g, side, DISRUPTED)


@carried_along(wherever, flags=REDUCED | FLIPPED)
def turned(g: S, side: int) -> Pieces:
    """6.72, 8.3 The units of a side that show their other face: reduced, or in Move Mode."""
    return with_flags(g, side, REDUCED | FLIPPED)


@derived
def in_contact(g: S, side: int) -> Pieces:
    """The units of a side that stand next to an enemy."""
    found = 0
    for place in members(occupied(g, side) & g.game.board.steps.spread(occupied(g, 1 - side))):
        found |= g.here[place]
    return Pieces(found)


def enemies_in(g: S, place: int, side: int) -> Pieces:
    """The enemy units of a side in a hex."""
    return Pieces(g.here.get(Place(place), 0) & g.game.roster.of_side[1 - side])


def name_of(g: S, piece: int) -> str:
    """What people call a unit."""
    unit: Counter = g.game.roster[piece]
    return unit.name


# -- losses ----------------------------------------------------------------------------------------


def kill(g: S, piece: Piece, rule: str, how: str = "is eliminated") -> None:
    """6.72, 7.43 A unit is lost for good."""
    g.remove(piece, g.game.dead[g.game.side_of[piece]], how=how, rule=rule)


def lose_step(g: S, piece: Piece, rule: str) -> None:
    """6.72, 6.74 A full two-step unit is turned over; any other is lost."""
    unit: Counter = g.game.roster[piece]
    if unit.steps == 1:
        kill(g, piece, rule, "had one step and is eliminated")
    elif g.flags[piece] & REDUCED:
        kill(g, piece, rule, "loses its last step")
    else:
        g.set_flag(piece, REDUCED, text="loses a step", rule=rule)


def disrupt(g: S, piece: Piece, rule: str) -> None:
    """7.42, 7.65 A unit is disrupted; it makes no difference to one that is."""
    g.set_flag(piece, DISRUPTED, text="is disrupted", rule=rule)


# -- reading ---------------------------------------------------------------------------------------


def _load_table(tables: dict[str, Any], name: str, rows: Sequence[int], form: re.Pattern[str]) -> ResultsChart:
    return load_results_chart("tables.toml", name, tables.get(name, {}), rows, form)


def _faces(unit: Counter) -> tuple[Values, Values]:
    return unit.full, unit.reduced or unit.march or unit.full


def _read_unit(game: SeelowGame, row: Row) -> Counter:
    category = row.one_of("category", get_args(Category))
    side = row.one_of("side", SIDES)
    tags = row.words("tags")
    full = _values(row, "cs", "at", "morale", "ma")
    reduced = _values(row, "cs2", "at2", "morale2", "ma2") if row.get("cs2") else None
    march = _values(row, "move_cs", "move_at", "move_morale", "move_ma") if row.get("move_cs") else None
    steps = row.integer("steps")
    if (steps == 2) != (reduced is not None) or (category == "artillery") != (march is not None):
        raise row.error("a unit has a reduced side if it has two steps, and a Move Mode side if it is artillery")
    arrival, _, entry_tag = row.get("arrival_2").partition(" ")
    if arrival and (arrival not in map(str, ARRIVAL_TURNS) or not game.board.tagged(entry_tag)):
        raise row.error(f"arrival_2 is '{row.get('arrival_2')}'; it must be a turn and the tag of entry hexes")
    leader = "zhukov" in tags
    return Counter(
        id=row.text("id"),
        name=row.text("name"),
        side=side,
        formation=row.get("formation"),
        category=msgspec.convert(category, Category),
        mobility=msgspec.convert(row.one_of("mobility", (FOOT, MOTZ)), Mobility),
        points=0 if leader else row.integer("stack_points"),
        steps=steps,
        full=full,
        reduced=reduced,
        march=march,
        armor=row.integer("armor_mod") if category == "armored" else 0,
        range=row.integer("range") if category == "artillery" else 0,
        flak="flak" in tags,
        leader=leader,
        pocket="pocket" in tags,
        starts=(_start(game, row, "setup_1"), _start(game, row, "setup_2")),
        ready=(_ready(game, row, "ready_1"), _ready(game, row, "ready_2")),
        arrival=int(arrival or 0),
        entry=entry_tag,
        face=_face(row, side, full, reduced or march),
    )


def _values(row: Row, *names: str) -> Values:
    return Values(*(row.integer(name) for name in names))


def _face(row: Row, side: str, full: Values, reverse: Values | None) -> Face:
    """2.2 Strength, antitank value, morale, allowance; armor or range in the corner."""
    armor, reach = row.get("armor_mod"), row.get("range")
    return Face(
        symbol=row.text("type"),
        size=row.get("size"),
        colours=COLOURS[side],
        short=UNPRINTED.sub("", row.text("name")),
        values=_printed(full),
        titles=("strength", "antitank value", "morale", "movement allowance"),
        reverse=_printed(reverse) if reverse else (),
        corner=armor or reach,
        corner_title="armor modifier" if armor else "range in hexes" if reach else "",
    )


def _printed(side: Values) -> tuple[str, ...]:
    return tuple(str(v) for v in field_values(side))


UNPRINTED = re.compile(
    r"^KG von |^Marshal | (Motor Rifle|Rifle|Mech|Tank|Heavy Tank|Heavy Assault-Gun) (Bde|Rgt)$"
    r"|( Müncheberg)? PzGren$| Inf$| FJ$|( Pz)? Bn$| VAK .*$| SS$|( Tr\.)? SB$| \(88mm\)$| Volkssturm Bn$|ilier Bn$"
    r"|cheberg Pz Bn$| Co$|urg$| Pz$|(?<=/303) PzJg$"
)
"""The ends of a name that are not printed on the counter, because symbol and size say them or there is no room."""


def _start(game: SeelowGame, row: Row, column: str) -> Start | None:
    words = row.words(column)
    if not words:
        return None
    word, *hexes = words
    for name in hexes:
        if name not in game.board.number:
            raise row.error(f"{column} names '{name}', which is not a place of this map")
    if word not in ("at", "each", "within") or not hexes or (word != "each" and len(hexes) != 1):
        raise row.error(f"{column} is '{row.get(column)}'; it must be 'at', 'each' or 'within' and hexes")
    return Start(msgspec.convert(word, Literal["at", "each", "within"]), tuple(hexes))


def _ready(game: SeelowGame, row: Row, column: str) -> str:
    name = row.get(column)
    if name and name not in game.board.number:
        raise row.error(f"{column} names '{name}', which is not a place of this map")
    return name
