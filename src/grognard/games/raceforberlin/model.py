"""What the game is made of: units, chits, map features, tables, state. No rule is applied here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import itemgetter
from typing import Annotated, Any, ClassVar, Literal, get_args

import msgspec
from msgspec import Meta

from ...engine.board import Board
from ...engine.bounds import Either, Few, Number, Word
from ...engine.errors import PackError
from ...engine.flow import Ask, Chance, Choice, Die, Seat, Step
from ...engine.game import Flag, Game
from ...engine.pack import Pack, Row
from ...engine.pieces import Face, Piece, Pieces, Roster, Unit, each
from ...engine.places import Place, Places, gather, members
from ...engine.position import Position, Setup, State
from ...engine.results import ResultsChart, entry, load_results_chart
from ...engine.standard import ChooseUnit
from ...engine.telling import listed
from .weights import OUTLOOKS, RaceWeights

Arm = Literal["armour", "mech", "infantry", "chit"]

SOVIET, GERMAN, CHIT = 0, 1, 2
SIDES = ("soviet", "german", "chit")
ZHUKOV, KONIEV = 0, 1
CAMPS = ("zhukov", "koniev")

GROUPS = ("Zhukov's Soviets", "Koniev's Soviets", "Koniev's Germans", "Zhukov's Germans")
"""1.C Whose units act in each impulse."""

COMBAT_RESULT = re.compile(r"(?=.)(A[1-9])?(D[1-9]R?)?")
"""8.2.1, 8.3.1 The form of a result: steps of the attacker, of the defender, and his retreat."""
CITY_RESULT = re.compile(r"(?=.)(A[1-9])?(D[1-9])?(P[1-9])?")
"""9.3.2 The same of a City Progress roll: steps, and levels."""
COLOURS = {
    ("soviet", "zhukov"): "brick",
    ("soviet", "koniev"): "ochre",
    ("german", "zhukov"): "slate",
    ("german", "koniev"): "fieldgrey",
}
"""Counter colours by side and camp; a player's Germans stand before the other marshal."""

REDUCED, TURNED, OOS = 1, 2, 4
MOVE, COMBAT, RESERVE, SHELL = 8, 16, 32, 64
ACTED, FOUGHT, GUEST = 128, 256, 512
MODES = MOVE | COMBAT | RESERVE | SHELL

FLAGS = (
    Flag(bit=REDUCED, name="reduced", title="Reduced"),
    Flag(bit=TURNED, name="turned", title="Activated this turn"),
    Flag(bit=OOS, name="oos", title="Out of supply"),
    Flag(bit=MOVE, name="move", title="Movement mode"),
    Flag(bit=COMBAT, name="combat", title="Combat mode"),
    Flag(bit=RESERVE, name="reserve", title="Reserve mode"),
    Flag(bit=SHELL, name="shell", title="Shells Berlin"),
    Flag(bit=ACTED, name="acted", title="Has moved", shown=False),
    Flag(bit=FOUGHT, name="fought", title="Has fought", shown=False),
    Flag(bit=GUEST, name="guest", title="Guest of the other marshal"),
)

BOXES = (
    ("off", "Not in the game"),
    ("due", "Reinforcements to come"),
    ("dead", "Eliminated"),
    ("gone", "Withdrawn"),
    ("cup", "The cup of event chits"),
    ("hand-zhukov", "Chits of the Zhukov player"),
    ("hand-koniev", "Chits of the Koniev player"),
    ("removed", "Chits out of the game"),
)


class Counter(Unit, frozen=True, kw_only=True):
    """One counter: half an army, a division, or an event chit."""

    camp: int
    army: str
    """U.1 The Soviet army; XII Army for its divisions; empty for other Germans."""
    counters: int
    type: Arm
    strength: int
    reduced: int
    mp: int
    """Movement points in halves."""
    setup: str
    arrival: str
    test: str
    chit: int = 0


class RaceState(State):
    """What changes besides the units."""

    turn: Few = 0
    operations: Few = 1
    impulse: Annotated[int, Meta(ge=-1, le=3)] = 0
    """C.1 to C.4 as 0 to 3."""
    support: tuple[Number, Number] = (0, 0)
    levels: tuple[Few, ...] = (0, 0, 0, 0, 0, 0)
    """City Progress levels in the order of the map's Berlin zones."""
    held: tuple[Places, Places] = (Places(0), Places(0))
    """7.3.4 Control markers outside Berlin."""
    booked: tuple[Number, Number] = (0, 0)
    """Victory Points besides territory: awards and penalties."""
    shelled: bool = False
    entered: bool = False
    """10.2.2 Whether somebody has made progress in Berlin."""
    tracks: tuple[Few, Few, Few] = (0, 0, 0)
    us: Places = Places(0)
    halted: bool = False
    order: Literal["", "north", "south"] = ""
    xii: Few = 0
    """2.1.2 The turn from which XII Army enters; 0 while it is not available."""
    waiting: Pieces = Pieces(0)
    heinrici: Few = 1
    """E.1c The turn from which chit 1 can be used."""
    weak_garrisons: bool = False
    planned: tuple[bool, bool] = (False, False)
    event: Few = 0
    """The chit in force in this impulse."""
    army: Word = ""
    """The army it names."""
    split: Pieces = Pieces(0)
    """7.3.1 Counters of armies that began the Soviet impulse apart."""
    attacked: Places = Places(0)
    conquered: tuple[tuple[Place, Places], ...] = ()
    """Zones entered by advances of this impulse, each with the zones the attackers came from."""
    vacated: tuple[Places, Places] = (Places(0), Places(0))
    """9.1.5 Berlin zones that a camp's last unit left of its own will in this impulse."""
    passes: Few = 0
    duty: Literal["", "attack", "approach"] = ""
    """2.3.2 What Hitler's order demands in this impulse, fixed when the designation ends."""
    bound: Pieces = Pieces(0)
    """The units that can fulfil it."""
    complied: Pieces = Pieces(0)
    """The units that have."""


class RaceMap:
    """The map as the rules use it: sets of zones and kinds of boundary."""

    def __init__(self, board: Board, tables: dict[str, Any]) -> None:
        self.board = board
        zones = members(board.all)
        extra = board.extra
        self.index = [_whole(extra[z], "index") for z in zones]
        self.vp = [_whole(extra[z], "vp") for z in zones]
        self.garrison = [_whole(extra[z], "garrison") for z in zones]
        self.letters = [extra[z].get("setup_flag", "") for z in zones]
        self.berlin = self._with("berlin", "1")
        self.city = members(self.berlin)
        self.city_number = {zone: i for i, zone in enumerate(self.city)}
        self.east = self._with("east_of_oder_neisse", "1")
        self.river_zones = self._with("borders_oder_neisse", "1")
        self.bombable = self._with("event9_target", "1")
        self.line_zones = self._with("defence_line", "1")
        self.difficult = board.of_terrain("difficult")
        self.bridgehead = self._with("id", "bridgehead")
        self.no_limit = Places(self.east | self.bridgehead)
        both = self._with("front", "both")
        self.front = [Places(self._with("front", camp) | both) for camp in CAMPS]
        self.soviet_supply = [self._with("supply", camp) for camp in CAMPS]
        self.german_supply = self._with("supply", "german")
        self.victory = gather(z for z in zones if self.vp[z] and not self.berlin >> z & 1)
        self.edge = {e: gather(z for z in zones if e in extra[z].get("edge", "")) for e in "NESW"}
        self.at_least = {i: gather(z for z in zones if self.index[z] >= i) for i in range(max(self.index) + 2)}
        self.next = list(board.adjacent)
        self.road = self._steps("road")
        self.river = self._steps("river")
        self.nexus = self._nexus(tables)
        self.line_into = [0] * board.size
        for (a, b), side in board.sides.items():
            if side.extra.get("defence_line_of") == board.names[b]:
                self.line_into[a] |= 1 << b
        self.beside_berlin = Places(board.steps.spread(self.berlin) & ~self.berlin)
        self.tracks = tuple(self._track(tables, n) for n in (1, 2, 3))
        self.on_tracks = gather(zone for track in self.tracks for zone in track)

    def _with(self, column: str, value: str) -> Places:
        return gather(z for z in members(self.board.all) if self.board.extra[z].get(column) == value)

    def _steps(self, feature: str) -> list[int]:
        found = [0] * self.board.size
        for (a, b), side in self.board.sides.items():
            if feature in side.features:
                found[a] |= 1 << b
        return found

    def _named(self, name: str) -> Place:
        if name not in self.board.number:
            raise PackError("tables.toml", None, f"'{name}' is not a zone of the map")
        return self.board.number[name]

    def _nexus(self, tables: dict[str, Any]) -> list[int]:
        """7.4.4 The steps across the middle of Berlin, open to Germans only."""
        found = [0] * self.board.size
        for a, b in entry(tables, "city", "nexus_pairs"):
            one, other = self._named(a), self._named(b)
            found[one] |= 1 << other
            found[other] |= 1 << one
        return found

    def _track(self, tables: dict[str, Any], number: int) -> tuple[Place, ...]:
        return tuple(self._named(name) for name in entry(tables, "american_advance", f"track_{number}"))


class RaceGame(Game[RaceState]):
    """The loaded data; the package's own module adds the flow."""

    flags = FLAGS
    boxes = BOXES
    hands = ("hand-zhukov", "hand-koniev")
    state_type = RaceState
    weights_type = RaceWeights
    outlooks = OUTLOOKS

    def __init__(self, pack: Pack) -> None:
        self.tables = pack.toml("tables.toml")
        super().__init__(pack)
        self.map = RaceMap(self.board, self.tables)
        rows = range(9)
        crt, city_crt = self.tables.get("crt", {}), self.tables.get("city_crt", {})
        self.crt: ResultsChart = load_results_chart("tables.toml", "crt", crt, rows, COMBAT_RESULT)
        self.city_crt = load_results_chart("tables.toml", "city_crt", city_crt, rows, CITY_RESULT)
        self.turns: int = entry(self.tables, "game", "turns")
        self.dates = [str(turn["dates"]) for turn in self.tables.get("turn", ())]
        if len(self.dates) != self.turns:
            raise PackError("tables.toml", None, f"the turn track has {len(self.dates)} turns, not {self.turns}")
        self.due, self.dead, self.gone = self.box("due"), self.box("dead"), self.box("gone")
        self.cup, self.removed = self.box("cup"), self.box("removed")
        self.hand = (self.box("hand-zhukov"), self.box("hand-koniev"))
        units: list[Counter] = self.roster.units
        self.units = units
        sides = self.roster.of_side
        self.camp = [u.camp for u in units]
        self.soviets, self.germans, self.chits = sides[SOVIET], sides[GERMAN], sides[CHIT]
        self.of_camp = tuple(self.roster.where(u.camp == c for u in units) for c in (0, 1))
        self.soviet_of = tuple(Pieces(self.soviets & camp) for camp in self.of_camp)
        self.german_of = tuple(Pieces(self.germans & camp) for camp in self.of_camp)
        self.armour = self.roster.where(u.type == "armour" for u in units)
        self.xii = self.roster.where(u.army == "XII Army" for u in units)
        self.heinrici = self.roster.number["C1"]
        self.secret = Pieces(self.chits & ~(1 << self.heinrici))
        self.armies: dict[str, Pieces] = {}
        for piece in each(self.soviets):
            army = units[piece].army
            self.armies[army] = Pieces(self.armies.get(army, 0) | 1 << piece)
        self.sister: dict[int, Piece] = {}
        for pair in self.armies.values():
            if pair.bit_count() == 2:
                one, other = each(pair)
                self.sister[one], self.sister[other] = other, one
        self.of_units = itemgetter(*each(self.soviets | self.germans))
        """Of a list by piece what concerns the units."""
        self.next_to = [[self.board.distance(a, b) for b in range(self.board.size)] for a in range(self.board.size)]

    def load_roster(self) -> Roster[Counter]:
        """Read `units.csv`, and the chits from `tables.toml`."""
        rows = self.pack.rows(
            "units.csv", ("id", "name", "side", "camp", "type", "strength", "strength_reduced", "mp", "setup")
        )
        units = [_read_unit(self.board, row) for row in rows]
        return Roster([*units, *_read_chits(self.tables)], SIDES)

    def new_state(self, setup: Setup) -> RaceState:
        """Before turn 1."""
        return RaceState()

    def owner(self, g: R, piece: int) -> Seat | None:
        """INT.1 Whose counter it is; a chit belongs to the hand it is in."""
        if piece < len(self.roster.units) and self.side_of[piece] != CHIT:
            return Seat(self.camp[piece])
        return Seat(self.hand.index(g.where[piece])) if g.where[piece] in self.hand else None


def _whole(cells: dict[str, str], column: str) -> int:
    try:
        return int(cells[column])
    except (KeyError, ValueError):
        raise PackError("map/zones.csv", None, f"column '{column}' must hold whole numbers") from None


R = Position[RaceGame, RaceState]
"""A position of this game."""


class Work(Step):
    """A step of this game without a decision."""


class Decide(Choice):
    """A decision of this game."""


class CampDecides(Decide):
    """A decision of one player."""

    camp: Either

    def seat(self, g: R) -> Seat:
        """INT.1 The camp's player."""
        return Seat(self.camp)


class OwnerPicks(ChooseUnit):
    """The owner of some units says which of them is next; asked only if there is a choice."""

    units: Pieces
    forced: ClassVar[bool] = True
    what: ClassVar[str]
    rule: ClassVar[str]

    def seat(self, g: R) -> Seat:
        """The owner."""
        return Seat(g.game.camp[each(self.units)[0]])

    def ask(self, g: R) -> Ask:
        return Ask(prompt=self.what, rule=self.rule, pieces=each(self.units))

    def eligible(self, g: R) -> tuple[Piece, ...]:
        """Each of his units."""
        return each(self.units)


class Dice(Die):
    """A die of this game."""


class Draw(Chance):
    """A draw of this game."""


def name(g: R, piece: int) -> str:
    """A unit's name, with the counter's number for armies of two."""
    return g.game.units[piece].name


def army_name(g: R, piece: int) -> str:
    """The name of a unit's army, without the counter's number."""
    return re.sub(r" \(\d\)$", "", g.game.units[piece].name)


def names(g: R, pieces: Iterable[int], last: str = "and") -> str:
    """Several units in a row; that they are divisions need not be said of each."""
    return listed((name(g, piece).removesuffix(" Division") for piece in pieces), last)


def _read_unit(board: Board, row: Row) -> Counter:
    setup = row.get("setup")
    if setup and setup not in board.number:
        raise row.error(f"setup names '{setup}', which is not a zone of this map")
    side, kind = row.one_of("side", SIDES), row.one_of("type", get_args(Arm))
    camp = row.one_of("camp", CAMPS)
    strength, reduced, mp = row.integer("strength"), row.integer("strength_reduced"), row.integer("mp")
    id_, counters = row.text("id"), row.integer("army_counters", 1)
    name = row.text("name")
    if name in board.label:
        name += " Division"  # there is a zone of that name
    return Counter(
        id=id_,
        name=f"{name} ({id_[-1]})" if counters == 2 else name,
        side=side,
        camp=CAMPS.index(camp),
        army=row.get("formation"),
        counters=counters,
        type=msgspec.convert(kind, Arm),
        strength=strength,
        reduced=reduced,
        mp=2 * mp,
        setup=setup,
        arrival=row.get("arrival"),
        test=row.get("arrival_test"),
        face=Face(
            symbol={"armour": "tank", "mech": "mechanized", "infantry": "infantry"}[kind],
            size="army" if side == "soviet" else "division",
            colours=COLOURS[side, camp],
            short=row.get("label"),
            values=(f"{strength}", f"{mp}"),
            titles=("strength", "movement points"),
            reverse=(f"{reduced}", f"{mp}"),
        ),
    )


def _read_chits(tables: dict[str, Any]) -> list[Counter]:
    events = tables.get("event", ())
    if [event.get("n") for event in events] != list(range(1, 12)):
        raise PackError("tables.toml", None, "the events must be numbered from 1 to 11")
    return [
        Counter(
            id=f"C{event['n']}",
            name=f"{event['name']} ({event['n']})",
            side="chit",
            camp=-1,
            army="",
            counters=1,
            type="chit",
            strength=0,
            reduced=0,
            mp=0,
            setup="",
            arrival="",
            test="",
            chit=event["n"],
            face=Face(symbol="chit", short=str(event["n"]), colours="paper"),
        )
        for event in events
    ]
