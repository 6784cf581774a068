"""Refugees (12.2) and atrocities (12.3): where they are placed, how they move, what becomes of them."""

from __future__ import annotations

from typing import ClassVar

from ...engine.bounds import Few
from ...engine.control import occupied
from ...engine.derived import derived
from ...engine.events import Said
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places
from .model import GERMAN, GREY, SOVIET, InHand, K, SideChoosesUnit, SideDecides, Work, is_on_map, name_of
from .stacking import refugees, stacks


def pool(g: K) -> Pieces:
    """12.2e The counters that are not on the map."""
    return Pieces(g.here.get(g.game.pool, 0))


def on_roads(g: K) -> Pieces:
    """The counters on the map."""
    return Pieces(sum(1 << p for p in each(g.game.refugees) if is_on_map(g, p)))


def can_end(g: K) -> Places:
    """12.2a, 12.2b The road hexes without combat units and refugees; HQs do not matter."""
    busy = stacks(g, GERMAN)[0] | stacks(g, SOVIET)[0] | refugees(g)
    return Places(g.game.map.road_hexes & ~busy)


def before_the_front(g: K) -> Places:
    """12.2a, R51 German-held road hexes exactly five hexes from the nearest Soviet combat unit; HQs may be there."""
    game = g.game
    far: int = game.entry("refugee", "front_distance")
    rings = game.board.steps.rings(stacks(g, SOVIET)[0], game.board.all, far)
    at_five = rings[far] if len(rings) > far else Places(0)
    return Places(at_five & can_end(g) & ~g.state.soviet_held)


class Refugees(Work):
    """1.2d, R101 One is placed, the others move, and if only a counter was missing it is placed after that."""

    stage: Few = 0
    placed: Pieces = Pieces(0)
    owed: bool = False

    def run(self, g: K) -> None:
        """The next stage."""
        self.stage += 1
        if self.stage == 1:
            self.place(g)
        elif self.stage == 2:
            waiting = Pieces(on_roads(g) & ~self.placed)
            if waiting:
                g.call(MoveRefugees(SOVIET, waiting))
        elif self.stage == 3:
            if self.owed:
                self.place(g)
        else:
            turn_over(g)
            g.end()

    def place(self, g: K) -> None:
        """12.2a The new counter, if there is one and a hex for it."""
        hexes = before_the_front(g)
        if hexes and pool(g):
            self.placed = Pieces(pool(g) & -pool(g))
            g.call(PlaceRefugee(SOVIET))
            return
        self.owed = bool(hexes) and self.stage == 1
        if not hexes:
            text = "No refugees take to the roads: no road hex five hexes before the Soviet front is free."
            g.emit(Said(text=text, rule="12.2a/1"))
        elif not self.owed:
            g.emit(Said(text="No refugees take to the roads: all are on them already.", rule="12.2e"))


def turn_over(g: K) -> None:
    """12.2a All refugees on the map show the side that the turn track shows."""
    grey = shows_grey(g)
    for piece in each(on_roads(g)):
        if grey:
            g.set_flag(piece, GREY)
        else:
            g.clear_flag(piece, GREY)


def shows_grey(g: K) -> bool:
    """12.2a Whether the turn track shows the grey side."""
    return bool(g.game.track(g.state.turn, "refugees") == "grey")


def put_refugee(g: K, place: Place, rule: str) -> None:
    """A counter of the pool comes to a hex."""
    piece = each(pool(g))[0]
    g.place(piece, place, how="crowd the road", cause="arrival", rule=rule)
    if shows_grey(g):
        g.set_flag(piece, GREY)
    else:
        g.clear_flag(piece, GREY)


class PlaceRefugee(SideDecides):
    """12.2a The Soviet player places the new refugees of the turn."""

    def ask(self, g: K) -> Ask:
        return Ask(prompt="Refugees: choose a road hex five hexes from your front.", rule="12.2a/1")

    def choices(self, g: K) -> list[Action]:
        """Every hex that is right."""
        return g.acts_at("put", before_the_front(g))

    def refusal(self, g: K, action: Action) -> Refusal | None:
        if before_the_front(g) >> action.args[0] & 1:
            return None
        return Refusal("they come to a free German-held road hex five hexes from the nearest Soviet unit", "12.2a/1")

    def on_put(self, g: K, place: Place) -> None:
        """Place them."""
        g.end()
        put_refugee(g, place, "12.2a/1")


class MoveRefugees(SideChoosesUnit):
    """12.2a The Soviet player may move each of the others."""

    waiting: Pieces
    idle: ClassVar[str] = "done"
    closing: ClassVar[str] = "done"
    labels: ClassVar[dict[str, str]] = {"done": "No more refugees move"}

    def ask(self, g: K) -> Ask:
        return Ask(prompt="Move refugees up to three hexes along roads towards Königsberg or Elbing.", rule="12.2a/3")

    def eligible(self, g: K) -> list[Piece]:
        """Refugees with somewhere to go."""
        return [p for p in each(self.waiting) if ends_for(g, g.where[p])]

    def refuse(self, g: K, piece: Piece) -> Refusal | None:
        """Why not these."""
        if not g.game.refugees >> piece & 1:
            return Refusal("only refugees move now", "12.2a/3")
        if not self.waiting >> piece & 1:
            return Refusal(f"{name_of(g, piece)} cannot move any more this turn", "12.2a/3")
        return None if ends_for(g, g.where[piece]) else Refusal("the road is full or leads nowhere", "12.2a/4")

    def on_pick(self, g: K, unit: Piece) -> None:
        """Choose where to."""
        g.call(MoveRefugee(self.side, unit))

    @marked(Mark.CLOSES)
    def on_done(self, g: K) -> None:
        """The others stay."""
        g.end()


class MoveRefugee(InHand):
    """12.2a, R52 One counter moves along the road."""

    def ask(self, g: K) -> Ask:
        return Ask(prompt=f"Where do {name_of(g, self.unit)} go?", rule="12.2a/3", pieces=(self.unit,))

    def places(self, g: K) -> Places:
        """Every end of a way."""
        return ends_for(g, g.where[self.unit])

    def why_not(self, g: K, target: Place) -> Refusal:
        """12.2a Why the way does not end there."""
        near = g.game.board.size > target and not can_end(g) >> target & 1 and g.game.map.road_hexes >> target & 1
        if near:
            return Refusal("refugees end neither with combat units nor with other refugees", "12.2a/4")
        return Refusal("they go at most three road hexes, each nearer to the same city", "12.2a/3")

    def hint(self, g: K, action: Action) -> Hint | None:
        """Reaching a city takes them off the map."""
        if action.verb == "go" and action.args[0] in (g.game.map.konigsberg, g.game.map.elbing):
            return Hint(text="they are safe and leave the map", rule="12.2e")
        return None

    def on_go(self, g: K, target: Place) -> None:
        """12.2a, 12.2e On along the road; in Königsberg or Elbing they are off the map."""
        g.end()
        phase = g.find(MoveRefugees)
        phase.waiting = Pieces(phase.waiting & ~(1 << self.unit))
        if target in (g.game.map.konigsberg, g.game.map.elbing):
            g.remove(self.unit, g.game.pool, how="reach safety", cause="exit", rule="12.2e")
        else:
            g.place(self.unit, target, how="trek on", rule="12.2a/3")


@derived
def ends_for(g: K, start: Place) -> Places:
    """12.2a, 12.2d, R52 Where refugees in a hex may end: up to three road steps, each nearer to one city.

    They pass German units and other refugees, and zones of control mean nothing to them.
    """
    game = g.game
    terrain = game.map
    closed = occupied(g, SOVIET)
    found = terrain.treks[start]
    if found & closed:
        found = terrain.trek(start, ~closed)
    cities = 1 << terrain.konigsberg | 1 << terrain.elbing
    return Places(found & (can_end(g) | cities))


def can_raise(g: K) -> bool:
    """12.3, R54 Whether an atrocity still gives the Germans a Volksturm unit."""
    most: int = g.game.entry("volksturm", "maximum")
    return g.state.volksturm < most


def commit_atrocity(g: K, piece: Piece, place: Place) -> None:
    """12.3, R54 A Soviet unit has driven through: the counter is off the map, the Germans raise one Volksturm more."""
    game = g.game
    for refugee in each(g.here.get(place, 0) & game.refugees):
        g.remove(refugee, game.pool, how="are driven away", rule="12.3/3")
    if not can_raise(g):
        return
    g.set(volksturm=g.state.volksturm + 1, rule="12.3/2")
    for unit in each(game.militia):
        if g.where[unit] == game.out and "atrocity" in game.units[unit].tags:
            g.place(unit, game.volksturm, how="is raised by the Germans", rule="12.3/2")
            return
