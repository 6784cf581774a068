"""The Hitler Fantasy (22.0, optional): the relief groups, and the Me 262 that comes with each."""

from __future__ import annotations

from typing import ClassVar

from ...engine.flow import Action, Ask, Refusal, Seat
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places
from ...engine.position import is_on
from ...engine.telling import at_most
from .model import (
    BF,
    FRONT_NAMES,
    GERMAN,
    UF,
    Decide,
    Dice,
    R,
    ReichstagGame,
    Work,
    front,
    name_of,
    phasing_seat,
)
from .stacking import no_room_for, refuse_stacking
from .zones import enemies

FIRST_TURN = 2
NEVER = 6
"""22.1a A six never brings the group."""
EDGES = {BF: ("west", "south"), UF: ("north",)}
"""22.2, 22.3 The map edges of the group that each player leads."""
GROUPS = {BF: "20th Corps", UF: "Army Detachment Steiner"}


def group(game: ReichstagGame, seat: int) -> Pieces:
    """3.14, 22.2, 22.3 The units of the relief group that a player leads."""
    return game.roster.where(GROUPS[seat] in unit.formation for unit in game.roster.units)


def edge_hexes(g: R, seat: int) -> Places:
    """22.2, 22.3 The edge hexes at which a player's group arrives, in the sector of the other Front."""
    mask = 0
    for edge in EDGES[seat]:
        mask |= g.game.map.edge[edge]
    return Places(mask & g.game.map.land[1 - seat])


def group_hexes(g: R, piece: int) -> Places:
    """22.4, R87 Where a unit of the group may be placed: Soviet zones do not matter, Soviet units and stacking do."""
    return Places(edge_hexes(g, phasing_seat(g)) & ~enemies(g, GERMAN) & ~no_room_for(g, piece))


def refuse_group_hex(g: R, piece: Piece, place: int) -> Refusal | None:
    """22.4 Why a unit of the group cannot be placed in a hex, if it cannot."""
    if group_hexes(g, piece) >> place & 1:
        return None
    seat = phasing_seat(g)
    if not edge_hexes(g, seat) >> place & 1:
        edges = " or ".join(EDGES[seat])
        sentence = f"the {GROUPS[seat]} arrives on the {edges} edge of the {FRONT_NAMES[1 - seat]} sector"
        return Refusal(sentence, "22.3" if seat == BF else "22.2")
    if enemies(g, GERMAN) >> place & 1:
        return Refusal("a Soviet unit is there", "22.4")
    return refuse_stacking(g, piece, place)


def arriving(g: R) -> Pieces:
    """22.4, R68 The units of the phasing player's group that have come and find a hex; others wait."""
    seat = phasing_seat(g)
    if not g.state.relieved[seat]:
        return Pieces(0)
    waiting = g.here.get(g.game.relief[seat], 0) & g.game.units
    return Pieces(waiting if waiting and group_hexes(g, each(waiting)[0]) else 0)


# -- the roll ------------------------------------------------------------------------------------


class ReliefRoll(Work):
    """22.1 At the start of each German player turn from the second on, until the group has come."""

    rolled: bool = False

    def run(self, g: R) -> None:
        """Roll once if the group may come."""
        seat = phasing_seat(g)
        expected = is_on(g, "hitler_fantasy") and g.state.turn >= FIRST_TURN and not g.state.relieved[seat]
        if self.rolled or not expected:
            g.end()
            return
        self.rolled = True
        g.call(ReliefDie())


class ReliefDie(Dice):
    """22.1a The group comes on less than the number of the turn, but never on a six."""

    cites: ClassVar[str] = "22.1a"

    def purpose(self, g: R) -> str:
        return f"Arrival of {GROUPS[phasing_seat(g)]}"

    def verdict(self, g: R, action: Action) -> str:
        """22.1a Whether it comes."""
        return at_most(action.args[0], min(g.state.turn - 1, NEVER - 1), "arrives", "does not arrive")

    def on_roll(self, g: R, face: int) -> None:
        """22.1b Once it has come, nobody rolls for it again."""
        seat = phasing_seat(g)
        if face < g.state.turn and face != NEVER:
            relieved = tuple(come or player == seat for player, come in enumerate(g.state.relieved))
            g.set(relieved=relieved, text=f"{GROUPS[seat]} arrives, and with it an Me 262.", rule="22.1a")
        g.end()


# -- the Me 262 ----------------------------------------------------------------------------------


def jet(g: R, seat: int) -> Piece | None:
    """22.5, 22.5.5 The Me 262 that a player has at hand: it came with his group and has not flown yet."""
    if not g.state.relieved[seat]:
        return None
    found = each(g.here.get(g.game.relief[seat], 0) & g.game.jets)
    return found[0] if found else None


class PlaceJet(Decide):
    """22.5.1, 22.5.2 At the start of a German combat phase the Me 262 may be placed, without cost."""

    def ask(self, g: R) -> Ask:
        prompt = "Where does the Me 262 strike? It doubles your attackers within two hexes, once in the game."
        return Ask(prompt=prompt, rule="22.5.2")

    def choices(self, g: R) -> list[Action]:
        """Any hex of the sector, or not now."""
        return [*g.acts_at("put", g.game.map.sector[front(g)]), g.act("done")]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why it cannot be placed there."""
        if action.verb == "done" or g.game.map.sector[front(g)] >> action.args[0] & 1:
            return None
        return Refusal(f"the Me 262 is used in the {FRONT_NAMES[front(g)]} sector only", "22.5")

    def label(self, g: R, action: Action) -> str:
        return "Not in this phase" if action.verb == "done" else f"Strike {g.game.place_title(action.args[0])}"

    def on_put(self, g: R, target: Place) -> None:
        """It flies."""
        piece = jet(g, phasing_seat(g))
        assert piece is not None
        g.place(piece, target, how="is placed", rule="22.5.2")
        g.end()

    def on_done(self, g: R) -> None:
        """It waits for a later phase."""
        g.end()


def call_jet(g: R) -> bool:
    """22.5.2 Ask the phasing player of a German combat phase for his Me 262, if he has one."""
    if jet(g, Seat(phasing_seat(g))) is None:
        return False
    g.call(PlaceJet())
    return True


def remove_jets(g: R) -> None:
    """22.5.2, 22.5.5 At the end of the combat phase the Me 262 leaves the game."""
    for piece in each(g.game.jets):
        if g.where[piece] < g.game.board.size:
            g.remove(
                piece,
                g.game.limbo,
                how=f"leaves: {name_of(g, piece)} flies once in the game",
                cause="exit",
                rule="22.5.5",
            )
