"""What the game is made of: counters, chits, tables, state. No rule is applied here."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal, get_args

import msgspec

from ...engine.board import Board
from ...engine.bounds import Either, Few, Number
from ...engine.derived import carried_along
from ...engine.errors import PackError
from ...engine.flow import Chance, Choice, Die, Seat, Step
from ...engine.game import Flag, Game
from ...engine.pack import Pack, Row
from ...engine.pieces import Face, Piece, Pieces, Roster, Unit, each
from ...engine.places import Place, Places
from ...engine.position import Position, Setup, State
from ...engine.results import ResultsChart, entry, load_results_chart, turn_words
from ...engine.standard import ChooseUnit, UnitInHand
from .terrain import KonigsbergMap
from .weights import OUTLOOKS, KonigsbergWeights

Front = Literal["HGM", "2BR", "3BR", ""]
Zoc = Literal["yes", "bracket", "none"]

GERMAN, SOVIET, NEUTRAL = 0, 1, 2
SIDES = ("german", "soviet", "neutral")
POOLS: tuple[Front, ...] = ("HGM", "2BR", "3BR")
"""R6 The three limits in the order of `counts`: Germans, 2nd and 3rd Belorussian Front."""
POOL_NAMES = ("Army Group Centre", "the 2nd Belorussian Front", "the 3rd Belorussian Front")
LIMITS = ("german", "br2", "br3")
"""Their names in the turn record track."""

OOS, ISOLATED, MOVED, ATTACKED, FREED, RETURNED, GREY = 1, 2, 4, 8, 16, 32, 64

FLAGS = (
    Flag(bit=OOS, name="out-of-supply", title="Out of supply"),
    Flag(bit=ISOLATED, name="isolated", title="Isolated"),
    Flag(bit=MOVED, name="moved", title="has moved"),
    Flag(bit=ATTACKED, name="attacked", title="has attacked"),
    Flag(bit=FREED, name="freed", title="may move", shown=False),
    Flag(bit=RETURNED, name="returned", title="rebuilt this turn", shown=False),
    Flag(bit=GREY, name="grey", title="grey side", shown=False),
)

BOXES = (
    ("out", "Not in the game"),
    ("due", "Still to come"),
    ("arriving", "Arriving now"),
    ("cup", "The cup"),
    ("drawn-german", "German chits drawn"),
    ("drawn-soviet", "Soviet chits drawn"),
    ("spent", "Action chits drawn"),
    ("removed", "Chits out of the game"),
    ("luftwaffe", "Luftwaffe"),
    ("air-2br", "4th Air Army"),
    ("air-3br", "1st Air Army"),
    ("refit", "Air units refitting"),
    ("grounded", "Air units grounded"),
    ("volksturm", "Volksturm"),
    ("refugees", "Refugees"),
    ("gd", "Gross Deutschland"),
    ("haff", "Frisches Haff"),
    ("dead", "Eliminated"),
)

COLOURS = {("german", True): "fieldgrey", ("german", False): "slate", ("2BR", True): "brick", ("2BR", False): "rose"}
COLOURS |= {("3BR", True): "rust", ("3BR", False): "ochre", ("neutral", False): "paper", ("action", False): "blue"}
"""Counter colours by command, for units under an HQ and for independents."""


class Counter(Unit, frozen=True, kw_only=True):
    """One counter: a combat unit, an HQ, an air unit, a chit or refugees."""

    hq: str
    """The HQ that a unit or a chit belongs to; empty for independents."""
    front: Front
    type: str
    mech: bool
    zoc: Zoc
    steps: int
    values: tuple[tuple[int, int, int], ...]
    """Attack, defence and movement by steps left: reduced side first."""
    range: int
    reduced: bool
    """12.7 Whether it starts, or comes, on its reduced side."""
    setup: str
    arrival: int
    entry: str
    tags: frozenset[str]

    @property
    def is_combat(self) -> bool:
        """0.4 Neither an HQ nor a marker; the cruiser stands in a box and is none either (R57)."""
        return self.steps > 0 and self.type not in ("hq", "naval")


class KonigsbergState(State):
    """What changes besides the pieces."""

    turn: Few = 0
    counts: tuple[Number, Number, Number] = (0, 0, 0)
    """0.5 Command chits acted upon this turn: Germans, 2BR, 3BR."""
    drawn: tuple[Piece, ...] = ()
    """2.1a The chits drawn this turn, in order."""
    void: Pieces = Pieces(0)
    """2.1b, 0.7 Those of them that had no effect."""
    no_gas: bool = False
    hipper_used: bool = False
    soviet_held: Places = Places(0)
    """14.1, R85 The hexes that a Soviet combat unit was the last to be in."""
    split_taken: Places = Places(0)
    """11.2a Split supply sources that are Soviet for good."""
    gd: Literal["home", "away", "back"] = "home"
    volksturm: Number = 2
    """12.3, 12.5 How many Volksturm units the German player has."""
    points: Number = 0
    """12.4 Replacement points left in this segment."""
    alarm: bool = False
    """15.1b Whether a Soviet unit has come within five hexes of Königsberg."""


class KonigsbergGame(Game[KonigsbergState]):
    """The loaded data; the package's own module adds the flow."""

    flags = FLAGS
    boxes = BOXES
    state_type = KonigsbergState
    weights_type = KonigsbergWeights
    outlooks = OUTLOOKS

    def __init__(self, pack: Pack) -> None:
        self.tables = pack.toml("tables.toml")
        super().__init__(pack)
        self.map = KonigsbergMap(self.board, self.tables)
        self.turns: int = self.entry("game", "turns")
        self.dates = turn_words(self.tables, self.turns, "dates")
        crt, results = self.tables.get("crt", {}), self.entry("crt", "results")
        self.crt: ResultsChart = load_results_chart("tables.toml", "crt", crt, range(1, 7), results)
        self.room: int = self.entry("stacking", "combat_units")
        self.hq_room: int = self.entry("stacking", "headquarters")
        self.zone_points: tuple[int, int] = self.entry("zoc", "enter_mp"), self.entry("zoc", "leave_mp")
        """3.0a What it costs more to enter and to leave an enemy zone."""
        self._find_boxes()
        self._sort_counters()

    def _find_boxes(self) -> None:
        box = self.box
        self.out, self.due, self.arriving, self.dead = box("out"), box("due"), box("arriving"), box("dead")
        self.cup_box, self.spent, self.removed = box("cup"), box("spent"), box("removed")
        self.drawn = (box("drawn-german"), box("drawn-soviet"), box("spent"))
        self.air_box = (box("luftwaffe"), box("air-2br"), box("air-3br"))
        self.refit, self.grounded, self.volksturm = box("refit"), box("grounded"), box("volksturm")
        self.pool, self.gd_box, self.haff = box("refugees"), box("gd"), box("haff")

    def _sort_counters(self) -> None:
        units: list[Counter] = self.roster.units
        self.units = units
        number = self.roster.number

        def those(test: Callable[[Counter], bool]) -> Pieces:
            return self.roster.where(test(unit) for unit in units)

        self.combat = those(lambda u: u.is_combat)
        self.hqs = those(lambda u: u.type == "hq")
        self.ground = Pieces(self.combat | self.hqs)
        """What can stand in a hex besides refugees."""
        self.mech = those(lambda u: u.mech)
        self.with_zoc = those(lambda u: u.is_combat and u.zoc == "yes")
        self.overruns = Pieces(self.with_zoc)
        """R76 Units with an attack above zero that is not in brackets."""
        self.immobile = those(lambda u: u.is_combat and not u.values[0][2])
        self.two_steps = those(lambda u: u.is_combat and u.steps == 2)
        self.chits = those(lambda u: u.type == "chit")
        self.action_chits = those(lambda u: "action" in u.tags)
        self.refugees = those(lambda u: u.type == "refugee")
        self.aircraft = those(lambda u: u.type == "air")
        self.special_air = those(lambda u: u.type == "air" and "starred" in u.tags)
        self.militia = those(lambda u: u.type == "volkssturm")
        self.fixed_hqs = those(lambda u: "fixed" in u.tags)
        self.of_front: dict[str, Pieces] = {
            front: self.roster.where(u.front == front for u in units) for front in POOLS
        }
        self.gd_corps = those(lambda u: (u.hq == "G-HQGD" and u.type != "chit") or u.id == "G-HQGD")
        self.hipper = number["G-HIP"]
        self.mikosch = number["G-MIK"]
        self.hq_of: list[Piece | None] = [number[u.hq] if u.hq else None for u in units]
        self.pool_of: list[int] = [POOLS.index(u.front) if u.front in POOLS else -1 for u in units]
        self.formation: dict[Piece, Pieces] = {
            hq: self.roster.where(u.is_combat and u.hq == units[hq].id for u in units) for hq in each(self.hqs)
        }
        self.chit_of: dict[Piece, Piece] = {
            hq: Piece(i) for i, u in enumerate(units) if u.type == "chit" and (hq := self.hq_of[i]) is not None
        }
        for hq in each(self.hqs):
            if hq not in self.chit_of:
                raise PackError("units.csv", None, f"the HQ '{units[hq].id}' has no command chit")

    def entry(self, section: str, key: str) -> Any:
        """A value of `tables.toml`."""
        return entry(self.tables, section, key)

    def track(self, turn: int, key: str) -> Any:
        """A value of the turn record track."""
        try:
            return self.tables["turn"][turn - 1][key]
        except KeyError:
            raise PackError("tables.toml", None, f"turn {turn} lacks '{key}'") from None

    def load_roster(self) -> Roster[Counter]:
        """Read `units.csv`."""
        rows = self.pack.rows(
            "units.csv", ("id", "name", "side", "hq", "front", "type", "mech", "zoc", "steps", "attack", "defence")
        )
        known = {row.text("id") for row in rows}
        return Roster([_read_unit(self.board, row, known) for row in rows], SIDES, rows)

    def new_state(self, setup: Setup) -> KonigsbergState:
        """Before turn 1; the Soviets hold what the map says."""
        return KonigsbergState(soviet_held=self.board.tagged("control-soviet"))

    def owner(self, g: K, piece: int) -> Seat | None:
        """0.1g Whose counter it is; the Soviet player moves the refugees, action chits are nobody's."""
        side = self.side_of[piece]
        if side == NEUTRAL:
            return Seat(SOVIET) if self.refugees >> piece & 1 else None
        return Seat(side)


K = Position[KonigsbergGame, KonigsbergState]
"""A position of this game."""


class Work(Step):
    """A step of this game without a decision."""


class Decide(Choice):
    """A decision of this game."""


class SideDecides(Decide):
    """A decision of one side."""

    side: Either

    def seat(self, g: K) -> Seat:
        """The side's player."""
        return Seat(self.side)


class SideChoosesUnit(ChooseUnit):
    """One side chooses one of some units."""

    side: Either

    def seat(self, g: K) -> Seat:
        """The side's player."""
        return Seat(self.side)


class InHand(UnitInHand):
    """One side sends a unit somewhere, or puts it back."""

    side: Either
    unit: Piece

    def seat(self, g: K) -> Seat:
        """The side's player."""
        return Seat(self.side)


class Dice(Die):
    """A die of this game."""


class Luck(Chance):
    """Another kind of luck than one die."""


# -- who is where --------------------------------------------------------------------------------


def _come_or_gone(g: K, side: int, mask: Pieces, piece: int, origin: int, target: int) -> Pieces:
    if not g.game.ground >> piece & 1:
        return mask
    return Pieces(mask | 1 << piece if target < g.game.board.size else mask & ~(1 << piece))


@carried_along(_come_or_gone, steps=False)
def on_map(g: K, side: int) -> Pieces:
    """The units and HQs of a side that are on the map."""
    size, where, mask = g.game.board.size, g.where, 0
    for piece in each(g.game.roster.of_side[side] & g.game.ground):
        if where[piece] < size:
            mask |= 1 << piece
    return Pieces(mask)


def is_on_map(g: K, piece: int) -> bool:
    """Whether a counter is on the map."""
    return g.where[piece] < g.game.board.size


def ground_for(game: KonigsbergGame, piece: int) -> Places:
    """4.2d, R71 The hexes that a unit can be in, occupied or not."""
    return game.map.stands[game.mech >> piece & 1]


def attack_of(g: K, piece: int) -> int:
    """8.0 The printed attack strength of the side showing."""
    return g.game.units[piece].values[g.steps[piece] - 1][0]


def defence_of(g: K, piece: int) -> int:
    """8.0 The printed defence strength of the side showing."""
    return g.game.units[piece].values[g.steps[piece] - 1][1]


def name_of(g: K, piece: int) -> str:
    """A counter's name."""
    return g.game.units[piece].name


def formation_name(g: K, hq: int) -> str:
    """The army or corps that an HQ leads."""
    return name_of(g, hq).removesuffix(" HQ")


def place_names(g: K, places: list[Place]) -> str:
    """Several places in a row."""
    return ", ".join(g.game.place_title(place) for place in places)


# -- reading -------------------------------------------------------------------------------------


def _read_unit(board: Board, row: Row, known: set[str]) -> Counter:
    side, kind, tags = row.one_of("side", SIDES), row.text("type"), frozenset(row.words("tags"))
    for column, names in (("setup", board.number), ("hq", known)):
        if row.get(column) and row.get(column) not in names:
            raise row.error(f"{column} names '{row.get(column)}', which does not exist")
    steps = row.integer("steps", 0)
    front = row.one_of("front", get_args(Front)) if row.get("front") else ""
    name = row.text("name")
    return Counter(
        id=row.text("id"),
        name=f"{name} garrison" if name in board.label else name,
        side=side,
        hq=row.get("hq"),
        front=msgspec.convert(front, Front),
        type=kind,
        mech=row.get("mech") == "1",
        zoc=msgspec.convert(row.one_of("zoc", get_args(Zoc)) if row.get("zoc") else "none", Zoc),
        steps=steps,
        values=_values(row, steps),
        range=row.integer("range", 0),
        reduced=row.get("start") == "reduced",
        setup=row.get("setup"),
        arrival=row.integer("arrival", 0),
        entry=row.get("entry"),
        tags=tags,
        face=_face(row, side, kind, steps, tags),
    )


def _values(row: Row, steps: int) -> tuple[tuple[int, int, int], ...]:
    """Attack, defence and movement for one step, and for two where there are two."""

    def side(more: str) -> tuple[int, int, int]:
        return tuple(row.integer(f"{name}{more}", 0) for name in ("attack", "defence", "movement"))  # type: ignore[return-value]

    return (side("_reduced"), side("")) if steps == 2 else (side(""),)


UNPRINTED = re.compile(
    r"(First |Second )?[Cc]hit of (the )?(Army Group Centre)?|Random | (Pz )?(Army|Corps)( HQ)?"
    r"|Fest\. |Admiral |zbV KG | Le$|\*$| \([0-9]\)$|[()]"
)
"""The words of a name that are not printed on the counter, because symbol, size and colour say them."""

SYMBOLS = {"hq": "headquarters", "bicycle infantry": "infantry", "refugee": "refugees"}

TITLES = {
    "hq": ("range of its command in hexes", "movement allowance"),
    "air": ("columns in an attack: NORMAL, FULL",),
}


def _face(row: Row, side: str, kind: str, steps: int, tags: frozenset[str]) -> Face:
    front, own = row.get("front"), bool(row.get("hq")) or kind == "hq"
    key = "action" if "action" in tags else "neutral" if side == "neutral" else "german" if side == "german" else front
    if kind == "hq":
        values: tuple[str, ...] = (f"r{row.get('range')}", row.get("movement"))
    elif kind == "air":
        values = ("+1/+2",)
    else:
        attack = f"[{row.get('attack')}]" if row.get("zoc") == "bracket" else row.get("attack")
        values = (attack, row.get("defence"), row.get("movement")) if steps else ()
    reverse: tuple[str, ...] = ()
    if steps == 2:
        attack = f"[{row.get('attack_reduced')}]" if row.get("zoc") == "bracket" else row.get("attack_reduced")
        reverse = (attack, row.get("defence_reduced"), row.get("movement_reduced"))
    return Face(
        symbol=SYMBOLS.get(kind, kind),
        size=row.get("size"),
        colours=COLOURS[key, own and key not in ("neutral", "action")],
        short="" if kind == "refugee" else UNPRINTED.sub("", row.text("name")).strip(),
        values=values,
        titles=TITLES.get(kind, ("attack", "defence", "movement allowance"))[: len(values)],
        reverse=reverse,
        steps=max(1, steps),
    )
