"""Terrain effects on movement (9.9-9.11, 27.5), bridges (18.5) and engineers (19.0).

Every step between two hexes has a price. The prices change only when a bridge is blown, so they are made once for each
set of blown bridges; what engineers save comes on top as steps of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...engine.board import Side
from ...engine.derived import derived, derived_by_game
from ...engine.movement import Costs, priced
from ...engine.pieces import Pieces, each
from ...engine.places import Crossing, Place, Places, gather, members
from .model import BRIDGING, MOVED, SHIFTED, Bridge, R, ReichstagGame

CLEAR, OTHER = 1, 2
RIVER, LAKE = 3, 6
SOVIET_POINTS = 6
MOST_PRICES = 500
"""So many sets of blown bridges are remembered."""


def hex_cost(game: ReichstagGame, place: int) -> int:
    """9.9, 27.5, R33 What entering a hex costs across country."""
    if game.map.objectives >> place & 1:
        return OTHER
    if game.map.airfields >> place & 1 or game.board.terrain[place] == "clear":
        return CLEAR
    return OTHER


def side_cost(game: ReichstagGame, a: int, b: int, demolished: tuple[str, ...]) -> int:
    """9.9, 9.11, 18.5 What crossing a hexside costs on top; an intact bridge makes it free."""
    features = game.board.side(a, b).features
    bridge = game.map.bridge_at.get((a, b))
    if bridge is not None and bridge.id not in demolished:
        return 0
    return LAKE if "lake" in features else RIVER if features & {"river", "canal"} else 0


def step_cost(game: ReichstagGame, a: int, b: int, demolished: tuple[str, ...]) -> int:
    """9.9-9.11, R31, R33 What one step costs; the link over a blown bridge is broken."""
    bridge = game.map.bridge_at.get((a, b))
    broken = bridge is not None and bridge.id in demolished
    if game.map.links.has(a, b) and not broken:
        return 1
    return hex_cost(game, b) + side_cost(game, a, b, demolished)


def intact_bridge(g: R, a: int, b: int) -> bool:
    """18.5 Whether an intact bridge joins two hexes."""
    bridge = g.game.map.bridge_at.get((a, b))
    return bridge is not None and bridge.id not in g.state.demolished


def passable(g: R) -> Crossing:
    """13.3.2, 14.2, R34 The steps of retreats and advances: no boundary, and no lake without an intact bridge."""
    # Only bridges over lakes matter, of which there are few, so that few crossings are ever made.
    blown = tuple(bridge.id for bridge in g.game.map.bridges if bridge.lake and bridge.id in g.state.demolished)
    return _passable_without(g.game, blown)


@derived_by_game()
def _passable_without(game: ReichstagGame, blown: tuple[str, ...]) -> Crossing:
    """The same once these bridges have been blown."""
    steps = [(bridge.a, bridge.b) for bridge in game.map.bridges if bridge.id in blown]
    return _without_open_lakes(game).changed(without=[*steps, *((b, a) for a, b in steps)])


@derived_by_game()
def _without_open_lakes(game: ReichstagGame) -> Crossing:
    """The same while all bridges stand."""
    return game.board.crossing(
        lambda a, b, side: (
            game.map.open.has(a, b) and ("lake" not in side.features or game.map.bridge_at.get((a, b)) is not None)
        )
    )


class Prices:
    """What every step costs as long as the same bridges stand."""

    def __init__(
        self, by_cost: Mapping[int, Crossing], base: Prices | None = None, changed: Iterable[int] = ()
    ) -> None:
        self.costs: Costs = tuple(sorted(by_cost.items()))
        self.cheap: Costs = tuple((cost, crossing) for cost, crossing in self.costs if cost <= SOVIET_POINTS)
        """All that the points of a Soviet unit can buy in one step."""
        self._base = base
        self._changed = tuple(changed)
        """The hexes whose steps cost other than in the base."""
        self._within: dict[int, list[int]] = {}

    def up_to(self, points: int) -> Costs:
        """The steps that so many points can buy."""
        return self.cheap if points <= SOVIET_POINTS else self.costs

    def within(self, points: int) -> list[int]:
        """For each hex the neighbours that can be entered with so many points."""
        row = self._within.get(points)
        if row is None:
            row = self._within[points] = self._row(points)
        return row

    def _row(self, points: int) -> list[int]:
        tables = [crossing.targets for cost, crossing in self.costs if cost <= points]
        size = len(self.costs[0][1].targets)
        if self._base is None:
            return [_joined(table[place] for table in tables) for place in range(size)]
        row = self._base.within(points)[:]
        for place in self._changed:
            row[place] = _joined(table[place] for table in tables)
        return row


def _joined(masks: Iterable[int]) -> int:
    mask = 0
    for part in masks:
        mask |= part
    return mask


def prices(g: R) -> Prices:
    """The present prices."""
    return _prices_without(g.game, g.state.demolished)


@derived_by_game(most=MOST_PRICES)
def _prices_without(game: ReichstagGame, demolished: tuple[str, ...]) -> Prices:
    """Prices once these bridges have been blown."""
    return _with_blown_bridges(game, demolished) if demolished else untouched_prices(game)


@derived_by_game()
def untouched_prices(game: ReichstagGame) -> Prices:
    """The prices with every bridge standing."""

    def price(a: Place, b: Place, _: Side) -> int:
        wet = (game.map.water >> a | game.map.water >> b) & 1
        return 0 if wet or not game.map.open.has(a, b) else step_cost(game, a, b, ())

    return Prices(dict(priced(game.board, price)))


def _with_blown_bridges(game: ReichstagGame, demolished: tuple[str, ...]) -> Prices:
    """The untouched prices, changed where bridges are down."""
    base = untouched_prices(game)
    by_cost = dict(base.costs)
    lost: dict[int, list[tuple[int, int]]] = {}
    won: dict[int, list[tuple[int, int]]] = {}
    changed = []
    for bridge in game.map.bridges:
        if bridge.id not in demolished:
            continue
        changed += [bridge.a, bridge.b]
        for step in ((bridge.a, bridge.b), (bridge.b, bridge.a)):
            lost.setdefault(step_cost(game, *step, ()), []).append(step)
            won.setdefault(step_cost(game, *step, demolished), []).append(step)
    for cost in lost.keys() | won.keys():
        before = by_cost.get(cost) or Crossing(game.board.size, ())
        by_cost[cost] = before.changed(without=lost.get(cost, ()), plus=won.get(cost, ()))
    return Prices(by_cost, base, changed)


# -- engineers -----------------------------------------------------------------------------------


@derived_by_game()
def supported_by(game: ReichstagGame, front: int, place: int) -> frozenset[tuple[int, int]]:
    """19.1, 19.2, R37 The river and canal steps that an engineer in a hex makes free for its Front.

    A hexside is supported if one of its hexes is the engineer's or next to it, and both are in its sector or the
    Reichstag.
    """
    area = game.map.land[front] | game.map.reichstag_hex
    near = game.board.within(place, 1) & area
    steps = set()
    for a in members(near):
        for b in members(game.map.open.targets[a] & area):
            if game.board.side(a, b).features & {"river", "canal"}:
                steps |= {(a, b), (b, a)}
    return frozenset(steps)


@derived_by_game()
def free_steps(game: ReichstagGame, front: int, place: int) -> Costs:
    """19.1 The same as prices: what the hex entered costs, and nothing for the water."""
    steps = sorted(supported_by(game, front, place))
    return tuple(
        (cost, Crossing(game.board.size, [(a, b) for a, b in steps if hex_cost(game, b) == cost]))
        for cost in (CLEAR, OTHER)
    )


def ready_engineers(g: R, front: int, *, in_combat: bool = False) -> Pieces:
    """19.2, 19.3, R37 Engineers in place since the phase began: not moved, or in combat not retreated or advanced."""
    spoilt = SHIFTED if in_combat else MOVED
    mask = 0
    for piece in each(g.game.engineers & g.game.roster.of_side[front]):
        if g.where[piece] < g.game.board.size and not g.flags[piece] & spoilt:
            mask |= 1 << piece
    return Pieces(mask)


def supporters(g: R, front: int, a: int, b: int, *, in_combat: bool = False) -> Pieces:
    """19.2 The engineers that make this step free for their Front."""
    mask = 0
    for piece in each(ready_engineers(g, front, in_combat=in_combat)):
        if (a, b) in supported_by(g.game, front, g.where[piece]):
            mask |= 1 << piece
    return Pieces(mask)


def is_bridging(g: R, piece: int) -> bool:
    """R37 Whether an engineer has given support in this movement phase and may not move."""
    return bool(g.flags[piece] & BRIDGING)


def unchecked_bridges(g: R, place: int) -> tuple[Bridge, ...]:
    """18.1, 18.3 The bridges of a hex whose demolition has not been checked, clockwise from north."""
    checked = (*g.state.demolished, *g.state.intact)
    return tuple(bridge for bridge in g.game.map.bridges_of[place] if bridge.id not in checked)


@derived
def risky_hexes(g: R) -> Places:
    """18.1 The hexes with bridges that may be blown when a Soviet unit comes."""
    return gather([place for place in members(g.game.map.bridged) if unchecked_bridges(g, place)])
