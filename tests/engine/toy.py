"""A tiny complete game for tests of the kernel: hidden counters, luck with weights, ambushes out of turn.

Red and Blue have four counters each, unknown to the other side until they fight. A turn: the weather is
drawn, a reserve is drawn in secret, then the player moves counters one by one. A counter that is struck may
slip away or stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, Literal

from grognard.engine.derived import carried_along, derived, derived_by_side, wherever
from grognard.engine.events import Began, Calculated, Said
from grognard.engine.flow import Action, Ask, Chance, Choice, Die, Hint, Mark, Refusal, Seat, Step, marked
from grognard.engine.game import Flag, Game, Option, Scenario, SeatInfo
from grognard.engine.pack import Pack
from grognard.engine.pieces import Face, Piece, Pieces, Roster, Unit, band, each, one
from grognard.engine.places import Place, Places, gather, members
from grognard.engine.position import Outcome, Position, Setup, State
from grognard.engine.telling import term
from grognard.engine.terms import Calculation, Term

SIDES = ("red", "blue")
REVEALED = 1
TIRED = 2

FILES = {
    "map/map.toml": """\
title = "Two woods"
kind = "hex"
layout = "pointy"
shifted = "odd"
first_column = 1
last_column = 5
first_row = 1
last_row = 4
""",
    "map/hexes.csv": "hex,terrain,level,name,tags,source\n"
    + "".join(
        f"{c:02d}{r:02d},{'wood' if c == r else 'clear'},0,{'Mill' if (c, r) == (3, 2) else ''},"
        f"{'home-red' if c == 2 else 'home-blue' if c == 4 else ''},design\n"
        for r in range(1, 5)
        for c in range(1, 6)
    ),
    "map/sides.csv": "hex,dir,features,source\n0301,E,stream,design\n0302,E,stream bridge,design\n",
    "map/paths.csv": "kind,name,hexes,source\nroad,High road,0102-0202-0302-0402-0502,design\n",
    "units.csv": "id,name,side,strength,setup,source\n"
    + "".join(
        f"{side[0].upper()}-{n},{n}. {side.title()},{side},{n},{setup},design\n"
        for side, places in (("red", ("0203", "0203", "", "")), ("blue", ("0403", "0403", "", "")))
        for n, setup in enumerate(places, 1)
    ),
    "rules.csv": "rule,title,kind,statement,check\n"
    "1,Moving,enforce,A counter moves one hex.,\n"
    "2,Fighting,compute,A die decides.,\n"
    "3,Aim,info,Be the last.,\n",
}


def write_pack(folder: Path, files: dict[str, str] | None = None) -> Path:
    """Write files into a folder and return it."""
    for name, text in (FILES if files is None else files).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


class Counter(Unit, frozen=True, kw_only=True):
    """A counter and its strength."""

    strength: int
    setup: str


class ToyState(State):
    """One field of every kind that a state can have."""

    turn: int = 0
    player: int = 0
    weather: Literal["fair", "mud"] = "fair"
    ratio: Fraction = Fraction(1, 2)
    last: Piece | None = None
    fought_for: Places = Places(0)
    note: str = "–"


class Toy(Game[ToyState]):
    """The game."""

    id = "toy"
    title = "Two woods"
    version = "1"
    blurb = "A skirmish."
    special = "Hidden counters"
    most_turns = 1
    playing_time = (0, 1)
    difficulty = "easy"
    scenarios = (
        Scenario(
            id="meeting",
            title="Meeting",
            text="Both sides come.",
            seats=(
                SeatInfo(id="red", title="Red", commands="the reds"),
                SeatInfo(id="blue", title="Blue", commands="the blues"),
            ),
        ),
        Scenario(
            id="raid",
            title="Raid",
            text="Red comes, Blue is there.",
            seats=(
                SeatInfo(id="raider", title="Raider", commands="the reds"),
                SeatInfo(id="guard", title="Guard", commands="the blues"),
            ),
        ),
    )
    options = (Option(id="long", title="Long game", text="Five turns instead of three."),)
    flags = (
        Flag(bit=REVEALED, name="revealed", title="Revealed"),
        Flag(bit=TIRED, name="tired", title="Tired"),
    )
    boxes = (("away", "Not in the game"), ("pool", "Reserve"), ("dead", "Lost"))
    state_type = ToyState

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.pool = self.box("pool")
        self.dead = self.box("dead")
        self.homes = [self.board.tagged("home-red"), self.board.tagged("home-blue")]

    def load_roster(self) -> Roster[Counter]:
        """Read `units.csv`."""
        rows = self.pack.rows("units.csv", ("id", "name", "side", "strength", "setup"))
        units = []
        for row in rows:
            setup = row.get("setup")
            if setup and setup not in self.board.number:
                raise row.error(f"setup names '{setup}', which is not a place of this map")
            units.append(
                Counter(
                    id=row.cells["id"],
                    name=row.text("name"),
                    side=row.one_of("side", SIDES),
                    strength=row.integer("strength"),
                    setup=setup,
                    face=Face(symbol="infantry"),
                )
            )
        return Roster(units, SIDES, rows)

    def new_state(self, setup: Setup) -> ToyState:
        """Before the first turn."""
        return ToyState()

    def open(self, g: P) -> None:
        """Counters on their places or in the reserve."""
        for piece, unit in enumerate(self.roster.units):
            g._shift(Piece(piece), self.names.place(unit.setup or "pool"))
            g.steps[piece] = 2
        g.call(Turns())

    def enter(self, g: P, phase: str) -> None:
        """Only orders can be entered."""
        g.call(Turns())
        g.state.turn = 1
        g.call(Orders())

    def owner(self, g: P, piece: int) -> Seat:
        """The seat of the piece's side."""
        return Seat(self.side_of[piece])

    def concealed(self, g: P, seat: Seat | None) -> Pieces:
        """Counters of the other side that have not fought."""
        return band(
            p for p, flags in enumerate(g.flags) if self.side_of[p] != seat and not flags & REVEALED and g.stack
        )

    def headline(self, g: P) -> str:
        """Turn and weather."""
        return f"Turn {g.state.turn}, {g.state.weather}"

    def standing(self, g: P, seat: Seat) -> list[Term]:
        """All counters of a side in one line, known and unknown ones in the order of the roster."""
        left = each(alive(g, seat))
        return [term(len(left), "counters left", "3", part="points", pieces=left)]

    def score(self, g: P, seat: Seat) -> float:
        """Counters left."""
        return len(each(alive(g, seat))) - len(each(alive(g, 1 - seat)))


P = Position[Toy, ToyState]


@derived_by_side
def occupied(g: P, side: int) -> Places:
    """Where a side's counters stand."""
    return gather(g.where[p] for p in each(g.game.roster.of_side[side]) if g.where[p] < g.game.board.size)


@derived_by_side
def alive(g: P, side: int) -> Pieces:
    """A side's counters that are not lost."""
    return band(p for p in each(g.game.roster.of_side[side]) if g.where[p] != g.game.dead)


def _count_changed(g: P, side: int, count: int, piece: int, origin: int, target: int) -> int:
    return count + (target < g.game.board.size) - (origin < g.game.board.size)


@carried_along(_count_changed, steps=False)
def on_map(g: P, side: int) -> int:
    """How many of a side's counters are on the map."""
    return sum(g.where[p] < g.game.board.size for p in each(g.game.roster.of_side[side]))


@carried_along(wherever)
def steps_left(g: P, side: int) -> int:
    """How many steps a side's counters have."""
    return sum(g.steps[p] for p in each(g.game.roster.of_side[side]))


@carried_along(wherever, flags=TIRED)
def tired(g: P, side: int) -> Pieces:
    """A side's tired counters."""
    return band(p for p in each(g.game.roster.of_side[side]) if g.flags[p] & TIRED)


@derived
def crowded(g: P) -> Places:
    """Places with two counters or more, in mud also those with one."""
    most = 1 if g.state.weather == "mud" else 2
    return gather(place for place, pieces in g.here.items() if len(each(pieces)) >= most)


def struck(g: P, attacker: Piece, target: Piece) -> Calculation:
    """What is known of a fight before it begins: who strikes, who is struck, and who stands with either of them."""
    terms = [term(1, "who strikes", part="attack", pieces=(attacker,))]
    terms.append(term(1, "who is struck", part="defence", pieces=(target,)))
    for piece in (attacker, target):
        here = each(g.here[g.where[piece]])
        terms.append(term(len(here), "in the hex", pieces=here, places=(g.where[piece],)))
    return Calculation(title="A fight", terms=tuple(terms))


class Turns(Step):
    """Turn after turn, Red before Blue."""

    next: int = 0

    def run(self, g: P) -> None:
        """The next player turn, or the end."""
        turns = 5 if "long" in g.setup.options else 3
        left = [len(each(alive(g, side))) for side in (0, 1)]
        if self.next == 2 * turns or not all(left):
            winner = None if left[0] == left[1] else Seat(int(left[1] > left[0]))
            text = "A draw." if winner is None else f"{g.game.seats(g.setup)[winner].title} wins."
            g.finish(Outcome(winner=winner, text=text, rule="3"))
            return
        turn, player = divmod(self.next, 2)
        self.next += 1
        if player == 0:
            g.emit(Began(title=f"Turn {turn + 1}", level=1))
        g.clear_flags(TIRED)
        g.set(turn=turn + 1, player=player, last=None)
        g.call(Orders())
        g.call(Reserve())
        g.call(Weather())


class Weather(Chance):
    """Mud one time in four."""

    def purpose(self, g: P) -> str:
        """What for."""
        return "Weather"

    def weights(self, g: P) -> list[tuple[Action, int]]:
        """Three to one."""
        return [(g.act("set-in", "fair"), 3), (g.act("set-in", "mud"), 1)]

    def on_set_in(self, g: P, weather: str) -> None:
        """The weather changes."""
        g.set(weather=weather, ratio=g.state.ratio / 2)
        g.end()


class Reserve(Step):
    """A reserve is drawn if there is one and room for it."""

    def run(self, g: P) -> None:
        """Draw or go on."""
        if _reserves(g) and members(g.game.homes[g.state.player] & ~crowded(g)):
            g.become(Draw())
        else:
            g.end()


class Draw(Chance):
    """A secret draw; the strong come more often."""

    def purpose(self, g: P) -> str:
        """What for."""
        return "Reserve"

    def weights(self, g: P) -> list[tuple[Action, int]]:
        """By strength."""
        return [(g.act("draw", p), g.game.roster[p].strength) for p in each(_reserves(g))]

    def on_draw(self, g: P, piece: Piece) -> None:
        """It arrives at home."""
        free = members(g.game.homes[g.state.player] & ~crowded(g))
        g.place(piece, free[0], how="arrives", rule="1")
        g.set(last=piece)
        g.end()


def _reserves(g: P) -> Pieces:
    return Pieces(g.here.get(g.game.pool, 0) & g.game.roster.of_side[g.state.player])


class Orders(Choice):
    """The player picks counters to move."""

    moved: Pieces = Pieces(0)

    def seat(self, g: P) -> Seat:
        """The player of the turn."""
        return Seat(g.state.player)

    def ask(self, g: P) -> Ask:
        """The question."""
        return Ask(prompt="Move counters", rule="1")

    def movable(self, g: P) -> list[Piece]:
        """Own counters on the map that have not moved."""
        own = g.game.roster.of_side[g.state.player] & ~self.moved
        return [p for p in each(own) if g.where[p] < g.game.board.size and not g.flags[p] & TIRED]

    def choices(self, g: P) -> list[Action]:
        """Pick one, or end."""
        return [*g.acts("pick", self.movable(g)), g.act("end")]

    def refusal(self, g: P, action: Action) -> Refusal | None:
        """Why a counter cannot be picked."""
        return Refusal("that counter cannot move now", "1")

    def label(self, g: P, action: Action) -> str:
        """The button says what ends."""
        return "End the turn" if action.verb == "end" else ""

    def on_pick(self, g: P, piece: Piece) -> None:
        """Move it."""
        self.moved = Pieces(self.moved | one(piece))
        g.call(March(piece))

    def on_end(self, g: P) -> None:
        """Enough."""
        g.end()


class March(Choice):
    """One counter moves one hex or strikes."""

    piece: Piece

    def seat(self, g: P) -> Seat:
        """The player of the turn."""
        return Seat(g.state.player)

    def ask(self, g: P) -> Ask:
        """The question."""
        return Ask(prompt="Where to?", rule="1", pieces=(self.piece,), places=(g.where[self.piece],))

    def choices(self, g: P) -> Iterable[Action]:
        """Free neighbours, enemies next to it, or back."""
        side = g.state.player
        near = g.game.board.adjacent[g.where[self.piece]]
        yield from g.acts("go", members(near & ~occupied(g, 1 - side) & ~crowded(g)))
        for place in members(near & occupied(g, 1 - side)):
            yield from g.acts("strike", each(g.here[place]))
        yield g.act("put-back")

    def refusal(self, g: P, action: Action) -> Refusal | None:
        """Why it cannot go there."""
        if action.verb == "strike":
            return Refusal(f"{g.game.roster[action.args[0]].name} is not next to it", "2")
        return Refusal("it cannot go there", "1")

    def hint(self, g: P, action: Action) -> Hint | None:
        """Its cost, or whom it would strike."""
        if action.verb == "strike":
            return Hint(panel=struck(g, self.piece, action.args[0]))
        return Hint(cost="1", path=(action.args[0],)) if action.verb == "go" else None

    def on_go(self, g: P, target: Place) -> None:
        """Go."""
        g.place(self.piece, target, path=(target,), rule="1")
        g.set(last=self.piece)
        g.end()

    def on_strike(self, g: P, target: Piece) -> None:
        """The struck side answers."""
        g.emit(Said(text="{p0} strikes {p1} in {h0}.", pieces=(self.piece, target), places=(g.where[target],)))
        g.emit(Calculated(calculation=struck(g, self.piece, target), pieces=(self.piece, target), rule="2"))
        g.set(fought_for=Places(g.state.fought_for | 1 << g.where[target]))
        g.become(Ambush(self.piece, target))

    @marked(Mark.TAKES_BACK)
    def on_put_back(self, g: P) -> None:
        """Not this one."""
        g.end()
        orders = g.find(Orders)
        orders.moved = Pieces(orders.moved & ~one(self.piece))


class Ambush(Choice):
    """Out of turn: the struck counter slips away if it can, or stands."""

    forced = True

    attacker: Piece
    target: Piece

    def seat(self, g: P) -> Seat:
        """The other player."""
        return Seat(1 - g.state.player)

    def ask(self, g: P) -> Ask:
        """The question."""
        panel = struck(g, self.attacker, self.target)
        return Ask(prompt="Stand or slip away?", rule="2", pieces=(self.attacker, self.target), panel=panel)

    def choices(self, g: P) -> list[Action]:
        """Away from everybody, if it is not tired; or stand."""
        stand = [g.act("stand")]
        if g.flags[self.target] & TIRED:
            return stand
        free = g.game.board.adjacent[g.where[self.target]] & ~occupied(g, 0) & ~occupied(g, 1)
        return [*g.acts("slip", members(free)), *stand]

    def refusal(self, g: P, action: Action) -> Refusal | None:
        """Somebody is there."""
        return Refusal("only into an empty hex next to it", "2")

    def on_slip(self, g: P, target: Place) -> None:
        """Away; it stays unknown."""
        g.place(self.target, target, how="slips away", path=(target,), rule="2")
        g.set_flag(self.target, TIRED, text="is tired")
        g.end()

    def on_stand(self, g: P) -> None:
        """Now they know each other."""
        for piece in (self.attacker, self.target):
            g.set_flag(piece, REVEALED, text="is known now", rule="2")
        g.become(Fight(self.attacker, self.target))


class Fight(Die):
    """The die and the difference decide who loses a step."""

    attacker: Piece
    target: Piece

    def purpose(self, g: P) -> str:
        """What for."""
        return "Fight"

    def on_roll(self, g: P, face: int) -> None:
        """A step is lost."""
        roster = g.game.roster
        wins = face + roster[self.attacker].strength - roster[self.target].strength > 3
        loser = self.target if wins else self.attacker
        g.set_steps(loser, g.steps[loser] - 1, rule="2")
        if not g.steps[loser]:
            g.remove(loser, g.game.dead, rule="2")
        g.end()


def random_game(
    game: Toy, seed: int, scenario: str = "meeting", options: tuple[str, ...] = ()
) -> list[tuple[P, Action]]:
    """Every position of a random game, each with the action played then."""
    rng = Random(seed)
    g: Any = game.start(scenario, options)
    course = []
    while g.to_decide is not None:
        going_on = [a for a in g.actions() if a.verb not in ("end", "put-back")]
        action = rng.choice(going_on if going_on and rng.random() < 0.7 else g.actions())
        course.append((g.copy(), action))
        g.play(action)
    return course
