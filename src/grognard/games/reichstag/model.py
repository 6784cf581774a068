"""What the game is made of: units, map features, tables, state, and who is who. No rule is applied here.

Four notions must not be confused. The *side* of a unit is its army: one of the two Fronts, or the Germans. Its
*controller* is the seat that commands it: its own Front's player, or for Germans the player of the Front they do not
face. The *phasing* seat has the present player turn. The *viewer* is the seat that looks at a view.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from ...engine.board import Board
from ...engine.bounds import Few, Number, Word
from ...engine.control import ZoneOfControl
from ...engine.derived import carried_along
from ...engine.errors import PackError
from ...engine.flow import Chance, Choice, Die, Hint, Seat, Step
from ...engine.game import Flag, Game
from ...engine.pack import Pack, Row
from ...engine.pieces import Face, Piece, Pieces, Roster, Unit, each
from ...engine.places import Crossing, Place, Places, members
from ...engine.position import Position, Setup, State
from ...engine.results import entry, turn_words
from .results import ResultTables
from .weights import OUTLOOKS, ReichstagWeights

Size = Literal["corps", "division", "brigade", "regiment", "battalion", "headquarters", "none"]
Class = Literal["mobile", "static", "marker"]
Edge = Literal["north", "east", "south", "west"]

BF, UF, GERMAN, MARKER = 0, 1, 2, 3
"""Sides. The two Fronts have the numbers of their players' seats and of their sectors."""
SIDES = ("1bf", "1uf", "german", "marker")
FRONTS = (BF, UF)
FRONT_NAMES = ("1BF", "1UF")

FACE_DOWN = 1
MOVED = 2
SCOUTED = 4
BRIDGING = 8
ATTACKED = 16
DEFENDED = 32
SHIFTED = 64
SEEN_BY_BF = 128
SEEN_BY_UF = 256
USED = 512
KNOWN = 1024

FLAGS = (
    Flag(bit=FACE_DOWN, name="face-down", title="face down"),
    Flag(bit=MOVED, name="moved", title="has moved"),
    Flag(bit=SCOUTED, name="scouted", title="has reconnoitred and may not move"),
    Flag(bit=BRIDGING, name="bridging", title="supports a crossing and may not move"),
    Flag(bit=ATTACKED, name="attacked", title="has attacked in this phase"),
    Flag(bit=DEFENDED, name="defended", title="has been attacked in this phase"),
    Flag(bit=SHIFTED, name="shifted", title="has retreated or advanced in this phase", shown=False),
    Flag(bit=SEEN_BY_BF, name="seen-by-1bf", title="seen by the 1BF player", shown=False),
    Flag(bit=SEEN_BY_UF, name="seen-by-1uf", title="seen by the 1UF player", shown=False),
    Flag(bit=USED, name="used", title="used this turn"),
    Flag(bit=KNOWN, name="known", title="known to everybody", shown=False),
)

SEEN_BY = (SEEN_BY_BF, SEEN_BY_UF)
PHASE_FLAGS = MOVED | BRIDGING | ATTACKED | DEFENDED | SHIFTED

BOXES = (
    ("out", "Out of the game"),
    ("pool", "Static unit pool"),
    ("mix", "Berlin garrison, not yet drawn"),
    ("hand-1bf", "To be placed by the 1BF player"),
    ("hand-1uf", "To be placed by the 1UF player"),
    ("held-1bf", "Snipers held by the 1BF player"),
    ("held-1uf", "Snipers held by the 1UF player"),
    ("due-1bf", "1BF reinforcements"),
    ("due-1uf", "1UF reinforcements"),
    ("relief-1bf", "20th Corps, led by the 1BF player"),
    ("relief-1uf", "Army Detachment Steiner, led by the 1UF player"),
    ("guns-1bf", "1BF barrage markers"),
    ("guns-1uf", "1UF barrage markers"),
    ("dead-1bf", "Dead pile of the 1BF"),
    ("dead-1uf", "Dead pile of the 1UF"),
    ("captured-1bf", "Captured by the 1BF"),
    ("captured-1uf", "Captured by the 1UF"),
    ("escaped", "Escaped to the west"),
)

COLOURS = {"1bf": "brick", "1uf": "ochre", "mobile": "slate", "static": "fieldgrey"}


class Counter(Unit, frozen=True, kw_only=True):
    """One counter: a formation, a static defender or a barrage marker."""

    klass: Class
    type: str
    size: Size
    strength: int
    defend_only: bool
    """2.6 The factor is in brackets."""
    highly_mobile: bool
    formation: str
    setup_rule: str
    arrival: int
    """Game turn of arrival of a Soviet unit; 0 for all others."""
    edge: str
    """7.1, R24 The map edge of a Soviet unit's arrival, empty for others."""

    @property
    def is_large(self) -> bool:
        """10.2 Corps and divisions."""
        return self.size in ("corps", "division")

    @property
    def attacks(self) -> bool:
        """2.6, 12.12, 12.13 Whether the unit can ever attack."""
        return self.klass != "marker" and self.strength > 0 and not self.defend_only

    @property
    def star_bound(self) -> bool:
        """2.3E, R25 1UF reinforcements of 24 April come in on yellow stars only."""
        return self.side == "1uf" and self.arrival == 2


class ReichstagState(State):
    """What changes besides the counters. Pairs are for the 1BF and the 1UF."""

    turn: Few = 0
    """0 during set-up."""
    player_turn: Annotated[int, Meta(ge=0, le=3)] = 0
    """4.3 0 to 3 for the player turns I to IV."""
    spent: tuple[Number, Number] = (0, 0)
    """6.1 Stavka points spent."""
    fatigued: tuple[bool, bool] = (False, False)
    effort_used: tuple[bool, bool] = (False, False)
    """6.7 Whether a player has had his turn of maximum effort."""
    effort: bool = False
    """6.7 Whether this player turn is one of maximum effort."""
    held: tuple[Places, Places] = (Places(0), Places(0))
    """21.2 The objective hexes that each Front controls."""
    demolished: tuple[Word, ...] = ()
    """18.2 Bridges blown, as hexsides, in order."""
    intact: tuple[Word, ...] = ()
    """18.3 Bridges checked and intact for good, in order."""
    points: Number = 0
    """9.3, R39 Movement points of the Germans in this phase."""
    relieved: tuple[bool, bool] = (False, False)
    """22.1 Whether the group led by each player has been received: 20th Corps by 1BF, Steiner by 1UF."""
    captured_bunker: bool = False
    """26.1 Whether the Führer bunker has been captured."""


class Bridge(msgspec.Struct, frozen=True):
    """One bridge: its hexside as in the pack (`3311SE`), its name and its two hexes."""

    id: str
    title: str
    a: Place
    b: Place
    lake: bool


class ReichstagMap:
    """The map as the rules use it: sets of hexes and kinds of hexside. Pairs are for the two sectors."""

    def __init__(self, board: Board) -> None:
        self.reichstag = board.single("reichstag")
        self.potsdam = board.single("potsdam")
        self.reichstag_hex = Places(1 << self.reichstag)
        self.water = board.tagged("water")
        self.sector: tuple[Places, Places] = (board.tagged("sector-1bf"), board.tagged("sector-1uf"))
        """Without the Reichstag."""
        self.land: tuple[Places, Places] = (
            Places(self.sector[BF] & ~self.water),
            Places(self.sector[UF] & ~self.water),
        )
        self.sector_of: list[int] = [
            BF if self.sector[BF] >> p & 1 else UF if self.sector[UF] >> p & 1 else -1 for p in range(board.size)
        ]
        """The sector of each hex: BF, UF, or -1 for the Reichstag."""
        self.objectives = board.tagged("objective")
        """5.1, 21.2 All objective hexes, the Reichstag among them."""
        self.sbahn = board.tagged("sbahn")
        self.airfields = board.tagged("airfield")
        self.roads = _on_paths(board, "road")
        self.west_of_havel = board.tagged("west-of-havel")
        self.edge: dict[str, Places] = {e: board.tagged(f"edge-{e}") for e in get_args(Edge)}
        self.stars: dict[tuple[int, str], Places] = {
            (BF, "north"): board.tagged("star-red-north"),
            (BF, "east"): board.tagged("star-red-east"),
            (BF, "south"): board.tagged("star-red-south"),
            (UF, "south"): board.tagged("star-yellow-south"),
        }
        self.must_assault = Places(self.objectives | self.sbahn | board.of_terrain("urban"))
        """12.21 Where Soviet attacks are assaults."""
        self.value = _values(board)
        self.towers: dict[str, Place] = {name: board.single(f"flak-{name}") for name in ("TG", "HT", "FR")}

        # 5.2, 5.3 What may be crossed at all: no sector boundary. The Reichstag has none around it.
        self.open = board.crossing(lambda a, b, s: "boundary" not in s.features)
        """Every step that does not cross the boundary."""
        self.wet = board.crossing(lambda a, b, s: bool(s.features & {"river", "canal", "lake"}))
        """12.18 Hexsides of water, bridged or not."""
        self.bridges = _bridges(board)
        self.bridge_at: dict[tuple[int, int], Bridge] = {}
        self.bridges_of: list[tuple[Bridge, ...]] = [() for _ in range(board.size)]
        for bridge in self.bridges:
            self.bridge_at[bridge.a, bridge.b] = self.bridge_at[bridge.b, bridge.a] = bridge
            for place in (bridge.a, bridge.b):
                self.bridges_of[place] = (*self.bridges_of[place], bridge)
        for place in members(board.all):
            # R35 Bridges of a hex are checked clockwise from north.
            self.bridges_of[place] = tuple(
                sorted(self.bridges_of[place], key=lambda b: _clock(board, place, b.b if b.a == place else b.a))
            )
        self.bridged = sum(1 << p for p in range(board.size) if self.bridges_of[p])
        """Hexes with a bridge on one of their sides."""
        self.links = _links(board)
        """9.10 Steps along a road, a railway or the S-Bahn."""

        def zone(front: int, blocked: Places) -> ZoneOfControl:
            def into(a: Place, b: Place) -> bool:
                return bool(self.sector[front] >> b & 1 and not blocked >> b & 1 and self.sector_of[a] in (front, -1))

            return ZoneOfControl(board.crossing(lambda a, b, s: "boundary" not in s.features and into(a, b)))

        # 11.2, 5.6 Soviet zones do not enter objectives; German ones neither enter nor leave the Reichstag.
        self.soviet_zone = (zone(BF, self.objectives), zone(UF, self.objectives))
        both = Places(self.objectives | self.sbahn)
        self.soviet_zone_without_sbahn = (zone(BF, both), zone(UF, both))
        """23.2 Zones that do not enter S-Bahn hexes either."""
        inside = self.reichstag
        self.german_zone = ZoneOfControl(
            board.crossing(lambda a, b, s: "boundary" not in s.features and inside not in (a, b))
        )


def _on_paths(board: Board, kind: str) -> Places:
    mask = 0
    for path in board.paths:
        if path.kind == kind:
            for place in path.places:
                mask |= 1 << place
    return Places(mask)


def _values(board: Board) -> dict[Place, int]:
    """27.4 The victory points of each objective hex."""
    values = {}
    for place in members(board.tagged("objective")):
        points = [int(tag[3:]) for tag in board.tags[place] if tag.startswith("vp-") and tag[3:].isdigit()]
        if len(points) != 1:
            name = board.names[place]
            raise PackError("map/hexes.csv", None, f"the objective {name} needs one tag 'vp-<points>'")
        values[place] = points[0]
    return values


def _bridges(board: Board) -> tuple[Bridge, ...]:
    """Every bridge, once, in the order of the pack."""
    titles = {entry.get("side", ""): entry.get("name", "") for entry in board.info.get("bridge", [])}
    found = []
    for (a, b), side in board.sides.items():
        if a < b and "bridge" in side.features:
            here, there = f"{board.names[a]}{board.direction(a, b)}", f"{board.names[b]}{board.direction(b, a)}"
            key = here if here in titles else there if there in titles else here
            found.append(Bridge(key, titles.get(key, "bridge"), a, b, "lake" in side.features))
    return tuple(found)


def _clock(board: Board, place: int, neighbour: int) -> int:
    """The direction to a neighbour, counted clockwise from north."""
    assert board.grid is not None
    return list(board.grid.directions).index(board.direction(place, neighbour))


def _links(board: Board) -> Crossing:
    steps = set()
    for path in board.paths:
        for a, b in zip(path.places, path.places[1:], strict=False):
            steps |= {(a, b), (b, a)}
    return Crossing(board.size, sorted(steps))


class ReichstagGame(Game[ReichstagState]):
    """The loaded data; the package's own module adds the flow."""

    flags = FLAGS
    boxes = BOXES
    state_type = ReichstagState
    weights_type = ReichstagWeights
    outlooks = OUTLOOKS

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.map = ReichstagMap(self.board)
        self.tables = pack.toml("tables.toml")
        self.turns: int = self.entry("game", "turns")
        self.purse: int = self.entry("game", "sp_combined_cap")
        self.dates = turn_words(self.tables, self.turns, "date")
        self.results = ResultTables(self.tables)
        units: list[Counter] = self.roster.units

        def those(test: Any) -> Pieces:
            return self.roster.where(test(u) for u in units)

        self.mobile = those(lambda u: u.klass == "mobile")
        self.static = those(lambda u: u.klass == "static")
        self.units = Pieces(self.mobile | self.static)
        """2.3 Units as against markers."""
        self.large = those(lambda u: u.is_large)
        self.starting: dict[str, Pieces] = {
            rule: those(lambda u, rule=rule: u.setup_rule == rule) for rule in sorted({u.setup_rule for u in units})
        }
        """The counters of each set-up rule."""
        self.is_large: list[bool] = [u.is_large for u in units]
        self.attackers = those(lambda u: u.attacks)
        """Units that can attack."""
        self.zeros = those(lambda u: u.klass == "static" and u.strength == 0)
        """12.13 Strength 0, strategic markers among them."""
        self.strategic = those(lambda u: u.type == "strategic marker")
        self.command_posts = those(lambda u: u.type == "command post")
        self.flak_towers = those(lambda u: u.type == "flak tower")
        self.snipers = those(lambda u: u.type == "sniper")
        self.depots = those(lambda u: u.type == "supply depot")
        self.emergency_airfields = those(lambda u: u.type == "emergency airfield")
        self.static_infantry = those(lambda u: u.klass == "static" and u.type == "infantry")
        """16.3 What an emergency airfield can bring back."""
        self.engineers = those(lambda u: u.type == "engineer")
        self.scouts = those(lambda u: u.type == "reconnaissance" and u.side != "german")
        """17.3 Soviet reconnaissance units."""
        self.highly_mobile = those(lambda u: u.highly_mobile)
        self.artillery = those(lambda u: u.type == "artillery barrage")
        self.airstrikes = those(lambda u: u.type == "airstrike barrage")
        self.barrage_of = tuple(
            those(lambda u, front=front: "barrage" in u.type and u.id.startswith(f"M-{front}")) for front in FRONT_NAMES
        )
        """2.10 The barrage markers of each Front."""
        self.jets = those(lambda u: u.type == "german airstrike")
        self.zone_hints: dict[tuple[int, int, int], Hint] = {}
        """15.2 The zone of a marker in a hex of a sector, as boards show it: asked for again each time one is aimed."""
        self.bunker = self.roster.number["GS-SM-FB"]
        self.strength: list[int] = [u.strength for u in units]
        self.hand = (self.box("hand-1bf"), self.box("hand-1uf"))
        self.held = (self.box("held-1bf"), self.box("held-1uf"))
        self.due = (self.box("due-1bf"), self.box("due-1uf"))
        self.relief = (self.box("relief-1bf"), self.box("relief-1uf"))
        self.guns = (self.box("guns-1bf"), self.box("guns-1uf"))
        self.dead = (self.box("dead-1bf"), self.box("dead-1uf"))
        self.captured = (self.box("captured-1bf"), self.box("captured-1uf"))
        self.pool = self.box("pool")
        self.mix = self.box("mix")
        self.escaped = self.box("escaped")

    def entry(self, section: str, key: str) -> Any:
        """A value of `tables.toml`."""
        return entry(self.tables, section, key)

    def load_roster(self) -> Roster[Counter]:
        """Read `units.csv`; turn, fatigue, control and bridge markers are part of the state, not pieces."""
        rows = self.pack.rows("units.csv", ("id", "side", "name", "size", "type", "class", "strength"))
        rows = [row for row in rows if row.text("type") not in STATE_MARKERS]
        return Roster([_read_unit(row) for row in rows], SIDES, rows)

    def new_state(self, setup: Setup) -> ReichstagState:
        """Nothing spent, nobody fatigued, every bridge standing."""
        return ReichstagState()

    def owner(self, g: R, piece: int) -> Seat | None:
        """1.1a Who commands a counter; nobody commands the Reichstag garrison."""
        return controller(g, piece)

    def phasing(self, g: R) -> Seat:
        """The player whose player turn it is."""
        return phasing_seat(g)

    def player_turn(self, g: R) -> tuple[int, ...]:
        """4.3 One of the four player turns."""
        return g.state.turn, g.state.player_turn


STATE_MARKERS = frozenset({"game turn", "fatigue", "front control", "bridge demolished"})


R = Position[ReichstagGame, ReichstagState]
"""A position of this game."""


class Work(Step):
    """A step of this game without a decision."""


class Decide(Choice):
    """A decision of this game."""


class Dice(Die):
    """A die of this game."""


class Draw(Chance):
    """Another kind of luck than one die."""


# -- who is who ----------------------------------------------------------------------------------


def front(g: R) -> int:
    """4.3 The Front whose sector is fought over in this player turn: 1BF in I and II, 1UF in III and IV."""
    return g.state.player_turn >> 1


def is_soviet_turn(g: R) -> bool:
    """4.3 Whether the player turn is I or III."""
    return not g.state.player_turn & 1


def phasing_side(g: R) -> int:
    """The side that moves and attacks in this player turn."""
    return front(g) if is_soviet_turn(g) else GERMAN


def phasing_seat(g: R) -> Seat:
    """4.2, 4.3 The phasing player: 1BF in I and IV, 1UF in II and III."""
    return Seat(front(g) ^ (g.state.player_turn & 1))


def other(seat: int) -> Seat:
    """The other player."""
    return Seat(1 - seat)


def controller(g: R, piece: int) -> Seat | None:
    """1.1a The seat that commands a counter: Germans are led by the player whose Front they do not face."""
    game = g.game
    side = game.side_of[piece]
    if side in FRONTS:
        return Seat(side)
    place = g.where[piece]
    if side == MARKER:
        return _controller_of_marker(game, piece)
    if place < game.board.size:
        sector = game.map.sector_of[place]
        return None if sector < 0 else other(sector)
    for seat in FRONTS:
        if place in (game.hand[seat], game.held[seat], game.relief[seat], game.dead[1 - seat]):
            return Seat(seat)
    return None


def _controller_of_marker(game: ReichstagGame, piece: int) -> Seat:
    """2.10, 22.5 Barrage markers by their Front; the Me 262 with Steiner is led by 1UF, the other by 1BF."""
    for seat in FRONTS:
        if game.barrage_of[seat] >> piece & 1:
            return Seat(seat)
    return Seat(UF if game.roster[piece].id == "M-ME262-1" else BF)


def controlled_germans(g: R, seat: int) -> Pieces:
    """1.1a German units on the map that a player commands: those in the other Front's sector."""
    return germans_in(g, 1 - seat)


def germans_in(g: R, sector: int) -> Pieces:
    """German units on the map in a sector."""
    return _by_sector(g, GERMAN)[sector]


def _sector_changed(
    g: R, side: int, masks: tuple[Pieces, Pieces], piece: int, origin: int, target: int
) -> tuple[Pieces, Pieces]:
    sector_of, size = g.game.map.sector_of, g.game.board.size
    before = sector_of[origin] if origin < size else -1
    after = sector_of[target] if target < size else -1
    if before == after:
        return masks
    both = [mask & ~(1 << piece) for mask in masks]
    if after >= 0:
        both[after] |= 1 << piece
    return Pieces(both[BF]), Pieces(both[UF])


@carried_along(_sector_changed)
def _by_sector(g: R, side: int) -> tuple[Pieces, Pieces]:
    masks = [0, 0]
    where, sector_of, size = g.where, g.game.map.sector_of, g.game.board.size
    for piece in each(g.game.roster.of_side[side]):
        place = where[piece]
        if place < size and sector_of[place] >= 0:
            masks[sector_of[place]] |= 1 << piece
    return Pieces(masks[BF]), Pieces(masks[UF])


def garrison(g: R) -> Pieces:
    """16.10 The German units in the Reichstag."""
    return Pieces(g.here.get(g.game.map.reichstag, 0) & g.game.roster.of_side[GERMAN])


def on_map(g: R, piece: int) -> bool:
    """Whether a counter is on the map."""
    return g.where[piece] < g.game.board.size


def is_face_down(g: R, piece: int) -> bool:
    """16.8 Whether a static unit's identity is hidden."""
    return bool(g.flags[piece] & FACE_DOWN)


def name_of(g: R, piece: int) -> str:
    """A counter's name."""
    name: str = g.game.roster.units[piece].name
    return name


def kill(g: R, piece: Piece, *, sector: int | None = None, rule: str = "", how: str = "is eliminated") -> None:
    """R44, 8.2 A unit goes to a dead pile: a Soviet to its Front's, a German to that of the Front it faced.

    For the Reichstag garrison, which faces nobody, `sector` names the Front that attacked.
    """
    game = g.game
    side = game.side_of[piece]
    if side == GERMAN:
        at = game.map.sector_of[g.where[piece]] if on_map(g, piece) else -1
        side = at if at >= 0 else sector if sector is not None else front(g)
    g.flags[piece] = 0
    g.remove(piece, game.dead[side], how=how, rule=rule)


def _read_unit(row: Row) -> Counter:
    klass = row.one_of("class", get_args(Class))
    side = row.text("side").lower()
    if klass == "marker":
        side = "marker"
    elif side not in SIDES:
        raise row.error(f"side is '{side}'; it must be 1BF, 1UF or German")
    size, kind = row.one_of("size", get_args(Size)), row.text("type")
    strength = row.integer("strength", 0)
    defend_only = row.get("defend_only") == "yes"
    colours = COLOURS.get(side) or (COLOURS[row.text("side").lower()] if klass == "marker" else COLOURS[klass])
    shown = "" if klass == "marker" else f"({strength})" if defend_only else str(strength)
    return Counter(
        id=row.text("id"),
        name=row.text("name"),
        side=side,
        klass=msgspec.convert(klass, Class),
        type=kind,
        size=msgspec.convert(size, Size),
        strength=strength,
        defend_only=defend_only,
        highly_mobile=row.get("highly_mobile") == "yes",
        formation=row.get("formation"),
        setup_rule=row.get("setup_rule"),
        arrival=row.integer("arrival_turn", 0) if side in ("1bf", "1uf") else 0,
        edge=row.get("arrival_edge") if side in ("1bf", "1uf") else "",
        face=Face(
            symbol=kind,
            size="" if size == "none" else size,
            colours=colours,
            short=row.text("short"),
            values=(shown,) if shown else (),
            titles=("strength, only in defence" if defend_only else "strength",) if shown else (),
        ),
    )
