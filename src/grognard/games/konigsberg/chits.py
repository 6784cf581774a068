"""Command and action chits (0.5-0.7, 2.1): the cup, the draw, the three limits, what each chit does."""

from __future__ import annotations

from typing import ClassVar

from ...engine.events import Began, Said
from ...engine.flow import Action
from ...engine.pieces import Piece, Pieces, each
from ...engine.telling import listed
from .activation import Activated, NameHQ
from .barrage import BarrageRolls
from .command import commandable
from .events import EventRoll
from .limits import count, is_exhausted, limit
from .model import GERMAN, POOL_NAMES, SOVIET, K, Luck, Work, is_on_map
from .reinforcements import Arrivals

TOLD_BY_NAME = 4
"""So many chits that go into the cup together are named; more of them are counted."""


class Command(Work):
    """1.3, 2.1, R9 Chits are drawn one by one until all three limits are used up or the cup is empty."""

    def run(self, g: K) -> None:
        """Draw on, or end."""
        if all(is_exhausted(g, pool) for pool in range(3)) or not g.here.get(g.game.cup_box):
            g.end()
        else:
            g.call(DrawChit())


class DrawChit(Luck):
    """0.5, 2.1a One chit at random, each as likely as any other."""

    cites: ClassVar[str] = "0.5/2"

    quiet = True

    def purpose(self, g: K) -> str:
        return "The next chit"

    def weights(self, g: K) -> list[tuple[Action, int]]:
        """Each chit of the cup."""
        return [(action, 1) for action in g.acts("draw", each(g.here.get(g.game.cup_box, 0)))]

    def choices(self, g: K) -> list[Action]:
        """Each chit of the cup."""
        return g.acts_at("draw", g.here.get(g.game.cup_box, 0))

    def on_draw(self, g: K, chit: Piece) -> None:
        """2.1a, R8 The chit lies open for the rest of the turn; what it does follows."""
        g.end()
        g.place(chit, g.game.drawn[g.game.side_of[chit]], how="is drawn", rule="2.1a/1")
        g.set(drawn=(*g.state.drawn, chit))
        if g.game.action_chits >> chit & 1:
            act_upon(g, chit)
        else:
            command(g, chit)


def command(g: K, chit: Piece) -> None:
    """2.1b, 2.1c, 2.1d, R7 A command chit: void above the limit, otherwise it counts and activates."""
    game = g.game
    pool, unit = game.pool_of[chit], game.units[chit]
    if is_exhausted(g, pool):
        text = f"{{p0}} has no effect: {POOL_NAMES[pool]} has used up its activations."
        no_effect(g, chit, text, "2.1b/2")
        return
    count(g, pool)
    side = GERMAN if pool == 0 else SOVIET
    extras: int = game.entry("command", "hgm_moves") if pool == 0 and "front" in unit.tags else 0
    hq = game.hq_of[chit]
    if hq is not None:
        if is_on_map(g, hq):
            g.call(Activated(side, hq))
        else:
            no_effect(g, chit, "{p0} has no effect: the HQ is not on the map.", "2.1a/3")
    elif commandable(g, pool):
        g.call(NameHQ(side, pool, extras))
    elif extras:
        g.emit(
            Said(text="{p0} finds no HQ on the map; only independent units may move.", pieces=(chit,), rule="2.1d/1")
        )
        g.call(Activated(side, None, extras=extras))
    else:
        no_effect(g, chit, f"{{p0}} has no effect: {POOL_NAMES[pool]} has no HQ on the map.", "2.1c")


def no_effect(g: K, chit: Piece, text: str, rule: str) -> None:
    """2.1b, 0.7, R8 A chit is void: it says so, and lies open with the others."""
    g.emit(Said(text=text, pieces=(chit,), rule=rule))
    g.set(void=Pieces(g.state.void | 1 << chit))


def act_upon(g: K, chit: Piece) -> None:
    """0.7, R10 An action chit: void if the side concerned has used up its limit, free otherwise."""
    game = g.game
    pool, tags = game.pool_of[chit], game.units[chit].tags
    if pool >= 0 and is_exhausted(g, pool):
        text = f"{{p0}} has no effect: {POOL_NAMES[pool]} has used up its activations."
        no_effect(g, chit, text, "0.7/2")
    elif "barrage" in tags:
        g.call(BarrageRolls(pool, first_turn=False))
    elif "no-gas" in tags:
        g.set(
            no_gas=True,
            text="German mechanized units at full strength lose a step when they move, this turn.",
            rule="0.7c/1",
        )
    elif "gd-withdrawal" in tags:
        withdraw(g, chit)
    elif "gd-returns" in tags:
        bring_back(g, chit)
    else:
        g.call(EventRoll())


# -- Gross Deutschland ---------------------------------------------------------------------------


def withdraw(g: K, chit: Piece) -> None:
    """0.7d, R43 The pieces of the corps that are on the map go to their box with the corps' chit."""
    game = g.game
    for piece in each(game.gd_corps):
        if is_on_map(g, piece):
            g.flags[piece] = 0
            g.place(piece, game.gd_box, how="is withdrawn", rule="0.7d/1")
    command_chit = game.chit_of[game.roster.number["G-HQGD"]]
    g.place(command_chit, game.gd_box, how="is set aside", rule="0.7d/1")
    g.place(chit, game.removed, how="leaves the game", rule="0.7d/2")
    g.set(gd="away")


def bring_back(g: K, chit: Piece) -> None:
    """0.7e, R43 After a withdrawal the corps comes back at B; before one the chit waits for the next turn."""
    game = g.game
    if g.state.gd != "away":
        text = "{p0} has no effect: the corps has not been withdrawn."
        no_effect(g, chit, text, "0.7e/4")
        return
    g.place(chit, game.removed, how="leaves the game", rule="0.7e/3")
    g.set(gd="back")
    g.place(game.chit_of[game.roster.number["G-HQGD"]], game.cup_box, how="goes into the cup", rule="0.7e/2")
    for piece in each(game.gd_corps):
        if g.where[piece] == game.dead:
            g.set_steps(piece, 1, rule="0.7e/1")
        g.place(piece, game.arriving, how="comes back", rule="0.7e/1")
    g.call(Arrivals(GERMAN, letter="B"))


# -- filling the cup -----------------------------------------------------------------------------


def fill_cup(g: K) -> None:
    """1.5c, R11 All chits that were drawn or void go back; those of lost HQs are out of the game."""
    _into_cup(g, [chit for box in g.game.drawn for chit in each(g.here.get(box, 0))], "back into the cup", "1.5c")


def chits_arrive(g: K) -> None:
    """1.2a, 6.1, 6.1a The chits of the turn go into the cup."""
    game = g.game
    coming = [p for p in each(g.here.get(game.due, 0) & game.chits) if game.units[p].arrival == g.state.turn]
    _into_cup(g, coming, "into the cup", "6.1")


def _into_cup(g: K, chits: list[Piece], where: str, rule: str) -> None:
    """Chits go into the cup; a few are named, many are counted."""
    few = len(chits) <= TOLD_BY_NAME
    if not few:
        g.emit(Said(text=f"{len(chits)} chits go {where}.", rule=rule))
    for chit in chits:
        g.place(chit, g.game.cup_box, how=f"goes {where}" if few else "", rule=rule)


def announce(g: K) -> None:
    """1.3 The heading of the phase with the limits of the turn."""
    most = [f"{limit(g, pool)} {'for' if pool else 'activations for'} {POOL_NAMES[pool]}" for pool in range(3)]
    g.emit(Began(title=f"Command phase: {listed(most)}", name="command-phase", level=2, rule="1.3"))
