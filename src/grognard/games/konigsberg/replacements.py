"""Replacements (12.4, 1.2b): flipping reduced units and bringing lost ones back."""

from __future__ import annotations

from typing import ClassVar

from ...engine.asking import Left
from ...engine.bounds import Few
from ...engine.control import occupied
from ...engine.derived import derived
from ...engine.flow import Action, Ask, Hint, Refusal
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places
from ...engine.telling import counted, listed
from .command import net
from .headquarters import enter
from .model import GERMAN, RETURNED, SIDES, SOVIET, InHand, K, SideDecides, Work, ground_for, is_on_map, name_of, on_map
from .stacking import crowded, refuse_stacking


class Replacements(Work):
    """1.2b, 12.4 The Soviet player spends his points, then the German; what is left is lost."""

    stage: Few = 0

    def run(self, g: K) -> None:
        """The next player."""
        self.stage += 1
        if self.stage > 2:
            g.set(points=0)
            g.clear_flags(RETURNED)
            g.end()
            return
        side = (SOVIET, GERMAN)[self.stage - 1]
        g.set(points=g.game.track(g.state.turn, f"{SIDES[side]}_replacements"))
        if g.state.points:
            g.call(Rebuild(side))


def cost(g: K, piece: Piece) -> int:
    """12.4a, 12.4b One point a step; two for a German mechanized step."""
    if g.game.side_of[piece] == GERMAN and g.game.mech >> piece & 1:
        price: int = g.game.entry("replacement", "german_mechanized")
        return price
    return 1


def reduced(g: K, side: int) -> Pieces:
    """12.4, 12.4b, R91 Reduced units on the map that may be flipped; no German that came back this turn."""
    found = 0
    for piece in each(on_map(g, side) & g.game.two_steps):
        if g.steps[piece] == 1 and not (side == GERMAN and g.flags[piece] & RETURNED):
            found |= 1 << piece
    return Pieces(found)


def lost(g: K, side: int) -> Pieces:
    """12.4, R43, R55 Eliminated units of two steps; not of Gross Deutschland while the corps is away."""
    found = g.here.get(g.game.dead, 0) & g.game.two_steps & g.game.roster.of_side[side]
    return Pieces(found & ~g.game.gd_corps if g.state.gd == "away" else found)


@derived
def return_hexes(g: K, piece: Piece) -> Places:
    """12.4, 12.4c, R55 Where a lost unit comes back: in its HQ's net, independents in that of any of their Front.

    The hex is under own control, free of enemies, has room and is no frozen lake for a mechanized unit (4.2d, R71);
    enemy zones do not matter.
    """
    game = g.game
    side = game.side_of[piece]
    hq = game.hq_of[piece]
    if hq is not None and is_on_map(g, hq):
        hqs: int = 1 << hq
    else:
        hqs = on_map(g, side) & game.hqs & game.of_front[game.units[piece].front]
    hexes = 0
    for one in each(hqs):
        hexes |= net(g, one)
    held = g.state.soviet_held
    own = held if side == SOVIET else ~held
    return Places(hexes & own & ground_for(game, piece) & ~crowded(g, piece) & ~occupied(g, 1 - side))


class Rebuild(SideDecides):
    """12.4 A player spends replacement points."""

    forced: ClassVar[bool] = True

    def ask(self, g: K) -> Ask:
        ways = ["restore a reduced unit"] * bool(self.flips(g)) + ["bring back a lost one"] * bool(self.returns(g))
        prompt = f"{counted(g.state.points, 'replacement point')}: {listed(ways, 'or')}, or end it."
        return Ask(prompt=prompt, rule="12.4/1", left=Left(g.state.points, "points"))

    def choices(self, g: K) -> list[Action]:
        """Units to flip, units to bring back, and the end."""
        return [*g.acts("flip", self.flips(g)), *g.acts("return", self.returns(g)), g.act("done")]

    def flips(self, g: K) -> list[Piece]:
        """Units that can be flipped for what is left."""
        points = g.state.points
        return [p for p in each(reduced(g, self.side)) if cost(g, p) <= points]

    def returns(self, g: K) -> list[Piece]:
        """Units that can come back for what is left."""
        points = g.state.points
        return [p for p in each(lost(g, self.side)) if cost(g, p) <= points and return_hexes(g, p)]

    def refusal(self, g: K, action: Action) -> Refusal | None:
        """Why a unit cannot be rebuilt."""
        if action.verb == "done":
            return None
        piece: Piece = action.args[0]
        name = name_of(g, piece)
        if g.game.side_of[piece] != self.side:
            return Refusal(f"{name} is not yours", "12.4/3")
        if not g.game.two_steps >> piece & 1:
            return Refusal(f"{name} cannot be rebuilt", "12.4/2")
        if cost(g, piece) > g.state.points:
            unfit = is_on_map(g, piece) != (action.verb == "flip")
            return Refusal(f"a step of {name} costs {cost(g, piece)} points", "12.4b/1", unfit)
        return self._refuse_flip(g, piece) if action.verb == "flip" else self._refuse_return(g, piece)

    def _refuse_flip(self, g: K, piece: Piece) -> Refusal | None:
        name = name_of(g, piece)
        if reduced(g, self.side) >> piece & 1:
            return None
        if is_on_map(g, piece) and g.flags[piece] & RETURNED and g.steps[piece] == 1:
            return Refusal(f"{name} has come back this turn and stays reduced", "12.4b/2")
        unfit = not is_on_map(g, piece)
        return Refusal(f"{name} is not a reduced unit on the map", "12.4/1", unfit)

    def _refuse_return(self, g: K, piece: Piece) -> Refusal | None:
        if not lost(g, self.side) >> piece & 1:
            unfit = is_on_map(g, piece)
            return Refusal(f"{name_of(g, piece)} is not among the lost units that can come back", "12.4/2", unfit)
        if return_hexes(g, piece):
            return None
        return Refusal("no HQ has a free hex of its own in range", "12.4/4")

    def label(self, g: K, action: Action) -> str:
        if action.verb == "done":
            return "No more replacements"
        name, price = name_of(g, action.args[0]), counted(cost(g, action.args[0]), "point")
        what = f"{name} to full strength" if action.verb == "flip" else f"Bring {name} back, reduced"
        return f"{what} ({price})"

    def hint(self, g: K, action: Action) -> Hint | None:
        """12.4a, 12.4b What it costs."""
        if action.verb == "done":
            return None
        return Hint(cost=counted(cost(g, action.args[0]), "point"), rule="12.4b/1" if self.side == GERMAN else "12.4a")

    def on_flip(self, g: K, unit: Piece) -> None:
        """One step for a unit on the map."""
        g.set(points=g.state.points - cost(g, unit))
        g.set_steps(unit, 2, rule="12.4/1")

    def on_return(self, g: K, unit: Piece) -> None:
        """Where?"""
        g.call(ReturnAt(self.side, unit))

    def on_done(self, g: K) -> None:
        """The rest is lost."""
        g.end()


class ReturnAt(InHand):
    """12.4, R55 Where a lost unit comes back, on its reduced side."""

    verb: ClassVar[str] = "put"

    def ask(self, g: K) -> Ask:
        return Ask(prompt=f"Where does {name_of(g, self.unit)} come back?", rule="12.4/4", pieces=(self.unit,))

    def places(self, g: K) -> Places:
        """Hexes in range."""
        return return_hexes(g, self.unit)

    def why_not(self, g: K, target: Place) -> Refusal:
        """12.4, 4.2d Why it cannot come back there."""
        if target >= g.game.board.size:
            return Refusal("units come back on the map", "12.4/4")
        if not ground_for(g.game, self.unit) >> target & 1:
            return Refusal("a mechanized unit cannot be on a frozen lake, and nobody on water", "4.2d")
        full = refuse_stacking(g, self.unit, target)
        return full or Refusal("the hex must be in command range and under own control", "12.4/4")

    def on_put(self, g: K, place: Place) -> None:
        """R55 Back on the map, reduced and in supply."""
        g.end()
        g.set(points=g.state.points - cost(g, self.unit))
        g.set_steps(self.unit, 1)
        g.flags[self.unit] = RETURNED
        g.place(self.unit, place, how="is rebuilt", cause="arrival", rule="12.4/4")
        enter(g, self.unit, (place,))
