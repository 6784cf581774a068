"""What the game is made of: units, map, tables, state. No rule is applied here."""

from __future__ import annotations

from typing import Any

from grognard.api import (
    Board,
    Die,
    Either,
    Face,
    Few,
    Flag,
    Game,
    Pack,
    Piece,
    Places,
    Position,
    Roster,
    Row,
    Seat,
    Setup,
    Side,
    State,
    Step,
    Unit,
    ZoneOfControl,
    entry,
    load_results_chart,
    priced,
    turn_words,
)

SIDES = ("blue", "red")
BLUE, RED = 0, 1
COLOURS = {"blue": "slate", "red": "brick"}
TYPES = ("infantry", "cavalry", "artillery")

MOVED, FOUGHT = 1, 2
FLAGS = (
    Flag(bit=MOVED, name="moved", title="has moved"),
    Flag(bit=FOUGHT, name="fought", title="has attacked"),
)
BOXES = (("away", "Not in the game"), ("reserve", "Still to arrive"), ("lost", "Eliminated"))

RESULTS = ("AL", "EX", "DR", "DL", "DE", "-")
"""4.4 The results that the rules know; another one in `tables.toml` is a fault."""
FULL = 2
"""4.6 The steps of a fresh unit."""


class Company(Unit, frozen=True, kw_only=True):
    """One counter."""

    type: str
    attack: tuple[int, int]
    """Fresh and reduced."""
    defence: tuple[int, int]
    points: int
    """2.1 Movement points."""
    setup: str
    arrival: int
    """6.1 The turn of its arrival; 0 for units that start on the map."""


class SkirmishState(State):
    """What changes besides the units."""

    turn: Few = 0
    player: Either = 0
    """Whose player turn it is; also the number of the side and of the seat."""
    blue_holds: Places = Places(0)
    """7.2 The objectives in which a blue unit was last."""


class SkirmishMap:
    """The map as the rules use it: sets of hexes, and kinds of steps between them."""

    def __init__(self, board: Board, tables: dict[str, Any]) -> None:
        # A terrain without a price is a mistake in the data, so it is reported as one.
        grounds = {ground for ground in (*board.terrain, "river") if ground}
        points: dict[str, int] = {ground: entry(tables, "movement", ground) for ground in grounds}

        def wet(side: Side) -> bool:
            return "river" in side.features and "bridge" not in side.features

        def price(target: int, side: Side) -> int:
            return points[board.terrain[target]] + (points["river"] if wet(side) else 0)

        # 2.2, 2.3 The steps between hexes, grouped by price, as `reach` asks for them; a price of 0 means no step.
        self.costs = priced(board, lambda a, b, side: price(b, side))
        self.costs_at_high_water = priced(board, lambda a, b, side: 0 if wet(side) else price(b, side))
        self.dry = board.crossing(lambda a, b, side: not wet(side))
        self.across_river = board.crossing(lambda a, b, side: "river" in side.features)
        self.zoc = ZoneOfControl(self.dry)
        self.objectives = board.tagged("objective")
        self.entry = (board.tagged("entry-blue"), board.tagged("entry-red"))


class SkirmishGame(Game[SkirmishState]):
    """The loaded data; the package's own module adds the flow."""

    flags = FLAGS
    boxes = BOXES
    state_type = SkirmishState

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        tables = pack.toml("tables.toml")
        self.turns: int = entry(tables, "game", "turns")
        self.times = turn_words(tables, self.turns, "time")
        self.crt = load_results_chart("tables.toml", "crt", tables.get("crt", {}), range(1, 7), RESULTS)
        self.shifts: dict[str, int] = tables["shifts"]
        self.map = SkirmishMap(self.board, tables)
        self.reserve, self.lost = self.box("reserve"), self.box("lost")

    def load_roster(self) -> Roster[Company]:
        """Read `units.csv`."""
        rows = self.pack.rows("units.csv", ("id", "name", "short", "side", "type", "attack", "defence", "move"))
        return Roster([_read_unit(self.board, row) for row in rows], SIDES, rows)

    def new_state(self, setup: Setup) -> SkirmishState:
        """Before the first turn."""
        return SkirmishState()

    def owner(self, g: M, piece: int) -> Seat:
        """Each side has a seat of the same number."""
        return Seat(self.side_of[piece])

    def phasing(self, g: M) -> Seat:
        """The player whose turn it is answers every question that is not expressly for another."""
        return Seat(g.state.player)

    def value(self, place: int) -> int:
        """7.1 The points of an objective: its tag `vp-3`."""
        return sum(int(tag.removeprefix("vp-")) for tag in self.board.tags[place] if tag.startswith("vp-"))


M = Position[SkirmishGame, SkirmishState]
"""A position of this game."""


class Work(Step):
    """A step of this game without a decision."""


class Dice(Die):
    """A die of this game."""


def on_map(g: M, piece: int) -> bool:
    """Whether a unit is in a hex, and not in a box."""
    return g.where[piece] < g.game.board.size


def name_of(g: M, piece: Piece) -> str:
    """What people call a unit."""
    return str(g.game.roster[piece].name)


def _read_unit(board: Board, row: Row) -> Company:
    setup, arrival = row.get("setup"), row.integer("arrival", 0)
    if setup and setup not in board.number:
        raise row.error(f"setup names '{setup}', which is not a place of this map")
    if bool(setup) == bool(arrival):
        raise row.error("a unit needs either a set-up hex or a turn of arrival")
    attack = row.integer("attack"), row.integer("reduced_attack")
    defence = row.integer("defence"), row.integer("reduced_defence")
    side, kind, points = row.one_of("side", SIDES), row.one_of("type", TYPES), row.integer("move")
    return Company(
        id=row.text("id"),
        name=row.text("name"),
        side=side,
        type=kind,
        attack=attack,
        defence=defence,
        points=points,
        setup=setup,
        arrival=arrival,
        face=Face(
            symbol=kind,
            size="company",
            colours=COLOURS[side],
            short=row.text("short"),
            values=(str(attack[0]), str(defence[0]), str(points)),
            titles=("attack", "defence", "movement points"),
            reverse=(str(attack[1]), str(defence[1]), str(points)),
            steps=FULL,
        ),
    )
