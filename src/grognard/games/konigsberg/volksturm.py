"""Volksturm (12.5, 1.2c): deployment each turn, and the return to the box (1.5a)."""

from __future__ import annotations

from typing import ClassVar

from ...engine.asking import Left
from ...engine.control import occupied
from ...engine.derived import derived_by_side
from ...engine.flow import Action, Ask, Refusal
from ...engine.pieces import Pieces, each
from ...engine.places import Place, Places
from ...engine.supply import traced
from .headquarters import enter
from .model import GERMAN, SOVIET, K, SideDecides, Work, is_on_map
from .stacking import crowded, refuse_stacking
from .zones import zone


class VolksturmDeployment(Work):
    """1.2c The German player may place each unit of the box."""

    def run(self, g: K) -> None:
        """Ask, if there is somebody and somewhere."""
        g.become(DeployVolksturm(GERMAN))


def in_box(g: K) -> Pieces:
    """12.5(2) The units that can be placed."""
    return Pieces(g.here.get(g.game.volksturm, 0))


def near_soviets(g: K) -> Places:
    """1.2c The hexes nearer than three hexes to a Soviet unit, HQs included."""
    return _near(g, SOVIET)


@derived_by_side
def _near(g: K, side: int) -> Places:
    near: int = occupied(g, side)
    for _ in range(g.game.entry("volksturm", "distance") - 1):
        near |= g.game.board.steps.spread(near)
    return Places(near)


def behind_german_lines(g: K) -> Places:
    """1.2c, R56 The hexes with a way free of Soviets and their zones to a German source, Königsberg even if limited."""
    terrain = g.game.map
    sources = terrain.german_sources | terrain.split_sources & ~g.state.split_taken | 1 << terrain.konigsberg
    return _free_of(g, SOVIET, Places(sources))


@derived_by_side
def _free_of(g: K, enemy: int, sources: Places) -> Places:
    terrain = g.game.map
    free = Places(terrain.dry & ~occupied(g, enemy) & ~zone(g, enemy))
    return traced(sources & free, terrain.supply, free)


def hexes(g: K) -> Places:
    """1.2c, 12.5(2) Where a Volksturm unit may be placed."""
    units = each(in_box(g))
    if not units:
        return Places(0)
    fine = g.game.map.settlements & ~g.state.soviet_held & ~near_soviets(g) & behind_german_lines(g)
    return Places(fine & ~crowded(g, units[0]) & ~taken(g))


def taken(g: K) -> Places:
    """1.2c Hexes with a Volksturm unit."""
    return Places(sum(1 << g.where[p] for p in each(g.game.militia) if is_on_map(g, p)))


class DeployVolksturm(SideDecides):
    """1.2c, 12.5 The German player places Volksturm units, or keeps them in the box."""

    forced: ClassVar[bool] = True

    def ask(self, g: K) -> Ask:
        left = in_box(g).bit_count()
        prompt = f"Volksturm: {left} to place in German villages, towns or cities, three hexes from all Soviets."
        return Ask(prompt=prompt, rule="12.5(2)", left=Left(left, "units"))

    def choices(self, g: K) -> list[Action]:
        """Settlements, and the end."""
        return [*g.acts_at("put", hexes(g)), g.act("done")]

    def refusal(self, g: K, action: Action) -> Refusal | None:
        if action.verb == "done" or hexes(g) >> action.args[0] & 1:
            return None
        target: Place = action.args[0]
        if not in_box(g):
            return Refusal("no Volksturm unit is left to place", "12.5(1)")
        if not g.game.map.settlements >> target & 1 or g.state.soviet_held >> target & 1:
            return Refusal("they are placed in German-held villages, towns and cities", "1.2c/1")
        if near_soviets(g) >> target & 1:
            return Refusal("a Soviet unit is nearer than three hexes", "1.2c/1")
        if taken(g) >> target & 1:
            return Refusal("Volksturm units are not stacked together", "1.2c/2")
        full = refuse_stacking(g, each(in_box(g))[0], target)
        return full or Refusal("the place is cut off behind the Soviet lines", "12.5(2)")

    def label(self, g: K, action: Action) -> str:
        return "No more Volksturm" if action.verb == "done" else ""

    def on_put(self, g: K, place: Place) -> None:
        """Place the next one."""
        unit = each(in_box(g))[0]
        g.place(unit, place, how="is called up", cause="arrival", rule="12.5(2)")
        enter(g, unit, (place,))

    def on_done(self, g: K) -> None:
        """The others stay in the box."""
        g.end()


def send_home(g: K) -> None:
    """1.5a All Volksturm units on the map go back to their box."""
    for piece in each(g.game.militia):
        if is_on_map(g, piece):
            g.flags[piece] = 0
            g.place(piece, g.game.volksturm, how="goes home", cause="forced", rule="1.5a")
