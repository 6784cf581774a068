"""Reinforcements (2.1, 11.5, 11.6): dice for armies and divisions, XII Army, arrival zones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from ...engine.bounds import Low
from ...engine.events import Began, Said
from ...engine.flow import Action, Ask, Concern, Refusal, Seat
from ...engine.pieces import Piece, Pieces, each, one
from ...engine.places import Place, Places, members
from ...engine.telling import at_least
from .model import SOVIET, ZHUKOV, Decide, Dice, Draw, R, Work, army_name
from .zones import occupation, put

ARRIVES_ABOVE, XII_ABOVE, XII_FROM, XII_A_TURN = 6, 8, 4, 2
ORDERS_FROM = 5


def formation(g: R, piece: int) -> Pieces:
    """U.1 The counters that arrive together: both of an army, one division."""
    return g.game.armies.get(g.game.units[piece].army, one(piece))


def due(g: R) -> list[Piece]:
    """2.1.1a The first counter of every formation that is still to come, in the order of 11.5 and 11.6."""
    game = g.game
    found = []
    for piece in each(g.here.get(game.due, 0) & ~game.xii):
        if formation(g, piece) & -formation(g, piece) == 1 << piece:
            found.append(piece)
    return sorted(found, key=lambda p: (game.camp[p], game.side_of[p], p))


def arrival_zones(g: R, piece: int) -> Places:
    """2.1.2c, 2.1.3, 11.5, 11.6 Where a formation may be placed now."""
    game, terrain = g.game, g.game.map
    side, camp = game.side_of[piece], game.camp[piece]
    here = occupation(g)
    enemy = here.german if side == SOVIET else here.soviet
    open_ = game.board.all & ~enemy & ~g.state.us & ~here.full[side]
    arrival = game.units[piece].arrival
    if side == SOVIET:
        return Places(terrain.soviet_supply[camp] & open_ & ~here.soviet_of[1 - camp])
    if arrival == "south-edge":
        return Places(terrain.edge["S"] & ~terrain.east & open_)
    if arrival == "west-supply":
        return Places(terrain.edge["W"] & terrain.german_supply & open_)
    home = game.board.place(arrival)
    if open_ >> home & 1:
        return Places(1 << home)
    return _nearest(g, home, terrain.german_supply & open_)


def _nearest(g: R, home: Place, zones: int) -> Places:
    """2.1.3, R5 The supply zones of the edge that are nearest to a blocked arrival zone."""
    edges = g.game.map.edge
    on_edge = members(zones & (edges["N"] | edges["E"] | edges["S"] | edges["W"]))
    far = g.game.board.distances(home)
    least = min((far[zone] for zone in on_edge), default=0)
    return Places(sum(1 << zone for zone in on_edge if far[zone] == least))


class Reinforcements(Work):
    """2.1 A.1 One die for each formation that is due, then XII Army."""

    done: Pieces = Pieces(0)
    drawn: Low = -1
    """XII Army: how many are still to be drawn; -1 before the test."""

    def run(self, g: R) -> None:
        """The next formation."""
        if not self.done and self.drawn < 0:
            g.emit(Began(title="Reinforcements", name="reinforcements", rule="2.1"))
        for piece in due(g):
            if not self.done >> piece & 1:
                self.done = Pieces(self.done | one(piece))
                if g.state.waiting >> piece & 1:
                    arrive(g, piece)
                else:
                    g.call(ArrivalDie(piece))
                return
        self._army(g)

    def _army(self, g: R) -> None:
        """2.1.2 XII Army: two units at random once it is available, else its test."""
        state = g.state
        left = g.here.get(g.game.due, 0) & g.game.xii
        if self.drawn < 0:
            self.drawn = 0
            if state.xii and state.turn >= state.xii:
                self.drawn = XII_A_TURN
            elif not state.xii and state.turn >= XII_FROM and left:
                g.call(TwelfthArmyDie())
                return
        if self.drawn and left and arrival_zones(g, (left & -left).bit_length() - 1):
            self.drawn -= 1
            g.call(TwelfthArmyDraw())
            return
        g.end()


class ArrivalDie(Dice):
    """2.1.1b The formation arrives if the die plus the turn is more than 6."""

    cites: ClassVar[str] = "2.1.1b"

    piece: Piece

    def purpose(self, g: R) -> str:
        return f"Arrival of {army_name(g, self.piece)}"

    def concerns(self, g: R) -> Concern:
        """2.1.1b What is to come."""
        return (self.piece,), ()

    def verdict(self, g: R, action: Action) -> str:
        """Whether it comes."""
        return at_least(action.args[0], ARRIVES_ABOVE + 1 - g.state.turn, "arrives", "does not arrive")

    def on_roll(self, g: R, face: int) -> None:
        """Place it or wait."""
        piece = self.piece
        g.end()
        if face + g.state.turn > ARRIVES_ABOVE:
            arrive(g, piece)


def arrive(g: R, piece: Piece) -> None:
    """2.1.1c, R5 Ask for the arrival zone; a formation without one waits and needs no further die."""
    if arrival_zones(g, piece):
        g.set(waiting=Pieces(g.state.waiting & ~one(piece)))
        g.call(Arrive(piece))
    elif not g.state.waiting >> piece & 1:
        text = f"{army_name(g, piece)} waits: no arrival zone is open to it."
        g.set(waiting=Pieces(g.state.waiting | one(piece)), text=text, rule="2.1.3")


class TwelfthArmyDie(Dice):
    """2.1.2a XII Army is available from the next turn if the die plus the turn is more than 8."""

    cites: ClassVar[str] = "2.1.2a"

    def purpose(self, g: R) -> str:
        return "XII Army"

    def verdict(self, g: R, action: Action) -> str:
        """Whether it turns east."""
        return at_least(action.args[0], XII_ABOVE + 1 - g.state.turn, "turns east", "not yet")

    def on_roll(self, g: R, face: int) -> None:
        """Remember the turn of entry."""
        g.end()
        if face + g.state.turn > XII_ABOVE:
            g.set(xii=g.state.turn + 1, text="XII Army turns east: it enters from the next turn.", rule="2.1.2b")


class TwelfthArmyDraw(Draw):
    """2.1.2b A unit of XII Army at random."""

    cites: ClassVar[str] = "2.1.2b"

    def purpose(self, g: R) -> str:
        return "Drawn from XII Army"

    def weights(self, g: R) -> list[tuple[Action, int]]:
        """Each unit that is left."""
        return [(g.act("draw", piece), 1) for piece in each(g.here.get(g.game.due, 0) & g.game.xii)]

    def on_draw(self, g: R, piece: Piece) -> None:
        """It enters."""
        g.end()
        g.call(Arrive(piece))


class Arrive(Decide):
    """2.1.2c, 11.5, 11.6 The owner chooses the arrival zone; both counters of an army arrive together."""

    piece: Piece
    forced: ClassVar[bool] = True

    def seat(self, g: R) -> Seat:
        """The owner."""
        return Seat(g.game.camp[self.piece])

    def ask(self, g: R) -> Ask:
        rule = "2.1.2c" if g.game.xii >> self.piece & 1 else "2.1.1c"
        return Ask(
            prompt=f"Where does {army_name(g, self.piece)} arrive?",
            rule=rule,
            pieces=each(formation(g, self.piece)),
        )

    def choices(self, g: R) -> Iterable[Action]:
        """Every open arrival zone."""
        return g.acts_at("arrive", arrival_zones(g, self.piece))

    def refusal(self, g: R, action: Action) -> Refusal | None:
        if arrival_zones(g, self.piece) >> action.args[0] & 1:
            return None
        rule = "2.1.2c" if g.game.xii >> self.piece & 1 else "2.1.3"
        return Refusal("that is not an open arrival zone of this formation", rule)

    def on_arrive(self, g: R, zone: Place) -> None:
        """Place the counters."""
        g.end()
        for piece in each(formation(g, self.piece)):
            put(g, piece, zone, how="arrives", cause="arrival", rule="2.1.1c")


class HitlersOrder(Work):
    """2.3.1 A.3 On turns 1 to 5 a die decides whether Hitler orders a counter-attack."""

    def run(self, g: R) -> None:
        """Roll once."""
        if g.state.turn <= g.game.tables["hitler_orders"]["last_turn"]:
            g.emit(Began(title="Orders from Hitler", name="orders-from-hitler", rule="2.3.1a"))
            g.become(OrderDie())
        else:
            g.end()


class OrderDie(Dice):
    """2.3.1b A 5 binds the northern, a 6 the southern Germans."""

    cites: ClassVar[str] = "2.3.1b"

    def purpose(self, g: R) -> str:
        return "Hitler's orders"

    def verdict(self, g: R, action: Action) -> str:
        """2.3.1b An order logs itself."""
        return "" if action.args[0] >= ORDERS_FROM else "no counter-attack"

    def on_roll(self, g: R, face: int) -> None:
        """Remember the order."""
        g.end()
        if face >= ORDERS_FROM:
            order = "north" if face == 5 else "south"
            g.set(order=order)
            g.emit(Said(text=f"Hitler orders a counter-attack in the {order}.", rule="2.3.1b"))


def order_binds(g: R, camp: int) -> bool:
    """2.3.1b Whether the present order binds a camp's Germans."""
    return g.state.order == ("south" if camp == ZHUKOV else "north")
