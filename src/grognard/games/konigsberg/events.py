"""The random event table (0.7b): two dice, eleven events."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ...engine.bounds import Number, Word
from ...engine.events import Said
from ...engine.flow import Action, Ask, Refusal
from ...engine.pieces import Pieces, each
from ...engine.places import Place, Places
from ...engine.telling import sentence
from .activation import NameHQ
from .air import no_air_attacks
from .barrage import ANY_FRONT, one_barrage
from .command import commandable
from .limits import exhaust
from .model import GERMAN, POOL_NAMES, SOVIET, Dice, K, Luck, SideDecides
from .refugees import can_end, pool, put_refugee
from .reinforcements import Arrivals
from .stacking import stacks

TITLES = {
    "german arrival": "early arrival of Germans",
    "free movement": "free movement of a German corps",
    "german barrage": "German barrage",
    "refugees": "refugees",
    "no air": "no air attacks",
    "none": "no event",
    "stalin waits": "waiting on Comrade Stalin",
    "soviet barrage": "Soviet barrage",
    "soviet arrival": "early arrival of the 19th Army",
}
"""RET What the events are called."""

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""How many of the 36 throws of two dice give each total."""


class EventRoll(Luck):
    """0.7b, R44 Two dice; the event happens at once."""

    cites: ClassVar[str] = "0.7b/1"

    def purpose(self, g: K) -> str:
        return "Random event"

    def verdict(self, g: K, action: Action) -> str:
        """The name of the event."""
        return TITLES[g.game.entry("events", str(action.args[0]))]

    def weights(self, g: K) -> list[tuple[Action, int]]:
        """Each total with its number of throws."""
        return [(g.act("total", total), ways) for total, ways in WAYS.items()]

    def on_total(self, g: K, total: int) -> None:
        """What happens."""
        g.end()
        EVENTS[g.game.entry("events", str(total))](g, f"RET.{total}")


def _german_arrival(g: K, rule: str) -> None:
    g.call(ArrivalDie())


class ArrivalDie(Dice):
    """RET.2, R45 The 15 SS at A, or the 28th Corps at D; the other one if it has come already."""

    cites: ClassVar[str] = "RET.2"

    def purpose(self, g: K) -> str:
        return "Early arrival"

    def verdict(self, g: K, action: Action) -> str:
        """Who is called; the other one comes in the place of one that is there."""
        return "the 15 SS (3 or less)" if action.args[0] <= 3 else "the 28th Corps (4 or more)"

    def on_roll(self, g: K, face: int) -> None:
        """Who comes."""
        g.end()
        groups = (waiting(g, GERMAN, "A"), waiting(g, GERMAN, "D"))
        first = 0 if face <= 3 else 1
        group = groups[first] or groups[1 - first]
        if group:
            arrive_early(g, GERMAN, group)
        else:
            g.emit(Said(text="Both have come already.", rule="RET.2"))


def waiting(g: K, side: int, entry: str) -> Pieces:
    """R45 The units and chits of an event group that have not arrived."""
    due = g.here.get(g.game.due, 0)
    units = g.game.units
    members = [p for p in each(due) if "event" in units[p].tags and g.game.side_of[p] == side]
    hqs = {units[p].id for p in members if units[p].entry == entry}
    return Pieces(sum(1 << p for p in members if units[p].entry == entry or (units[p].hq and units[p].hq in hqs)))


def arrive_early(g: K, side: int, group: Pieces) -> None:
    """R45 A group enters now; its chit goes into the cup."""
    game = g.game
    for piece in each(group & game.chits):
        g.place(piece, game.cup_box, how="goes into the cup", rule="6.1")
    for piece in each(group & ~game.chits):
        g.place(
            piece, game.arriving, how="arrives early", cause="arrival", rule="RET.2" if side == GERMAN else "RET.12"
        )
    g.call(Arrivals(side))


def _soviet_arrival(g: K, rule: str) -> None:
    group = waiting(g, SOVIET, "F")
    if group:
        arrive_early(g, SOVIET, group)
    else:
        g.emit(Said(text="The 19th Army has come already.", rule=rule))


def _free_movement(g: K, rule: str) -> None:
    if commandable(g, 0):
        g.call(NameHQ(GERMAN, 0, fights=False, may_decline=True))
    else:
        g.emit(Said(text="No German HQ is on the map: nobody moves.", rule=rule))


def _german_barrage(g: K, rule: str) -> None:
    one_barrage(g, 0, "german_event")


def _soviet_barrage(g: K, rule: str) -> None:
    one_barrage(g, ANY_FRONT, "soviet_event")


def _no_air(g: K, rule: str) -> None:
    no_air_attacks(g, rule)


def _nothing(g: K, rule: str) -> None:
    """RET.7 The verdict of the dice has said it."""


def _refugees(g: K, rule: str) -> None:
    frame = EventRefugees(SOVIET, g.game.entry("refugee", "event_counters"), rule)
    if not pool(g):
        g.emit(Said(text="All refugees are on the roads already: no counter is left.", rule=rule))
    elif not frame.hexes(g):
        g.emit(Said(text="No road hex is free for refugees.", rule=rule))
    else:
        g.call(frame)


def _stalin(g: K, rule: str) -> None:
    g.call(StalinDie())


class StalinDie(Dice):
    """RET.10, R50 A Front waits for orders: no more activations this turn."""

    cites: ClassVar[str] = "RET.10"

    def purpose(self, g: K) -> str:
        return "Waiting on Stalin, the 2nd Belorussian Front on 3 or less"

    def on_roll(self, g: K, face: int) -> None:
        """That Front is finished for the turn."""
        g.end()
        front = 1 if face <= 3 else 2
        g.emit(Said(text=sentence(f"{POOL_NAMES[front]} waits for orders"), rule="RET.10"))
        exhaust(g, front)


EVENTS: dict[str, Callable[[K, str], None]] = {
    "german arrival": _german_arrival,
    "free movement": _free_movement,
    "german barrage": _german_barrage,
    "refugees": _refugees,
    "no air": _no_air,
    "none": _nothing,
    "stalin waits": _stalin,
    "soviet barrage": _soviet_barrage,
    "soviet arrival": _soviet_arrival,
}


class EventRefugees(SideDecides):
    """RET.5, RET.9, R48 The Soviet player places refugees on roads at least two hexes from German HQs."""

    left: Number
    rule: Word
    forced = True

    def ask(self, g: K) -> Ask:
        return Ask(prompt="Place refugees on a road, two hexes or more from German HQs.", rule=self.rule)

    def hexes(self, g: K) -> Places:
        """Where they may come."""
        near = stacks(g, GERMAN)[2]
        board = g.game.board
        for _ in range(g.game.entry("refugee", "hq_distance") - 1):
            near = Places(near | board.steps.spread(near))
        return Places(can_end(g) & ~near)

    def choices(self, g: K) -> list[Action]:
        """Every hex, or the end where there is nothing to place."""
        found = g.acts_at("put", self.hexes(g)) if pool(g) and self.left else []
        return found or [g.act("done")]

    def refusal(self, g: K, action: Action) -> Refusal | None:
        possible = bool(pool(g) and self.left and self.hexes(g))
        if action.verb == "done":
            return Refusal("refugees have to be placed", self.rule) if possible else None
        if possible and self.hexes(g) >> action.args[0] & 1:
            return None
        return Refusal("a road hex without units and refugees, two hexes or more from every German HQ", self.rule)

    def on_put(self, g: K, place: Place) -> None:
        """Place one."""
        self.left -= 1
        put_refugee(g, place, self.rule)

    def on_done(self, g: K) -> None:
        """All that can be placed are."""
        g.end()
