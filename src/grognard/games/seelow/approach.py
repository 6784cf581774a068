"""How near units are to what decides, for bots: what each adds to the score by its place alone."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from ...engine.derived import derived_by_game
from ...engine.movement import reach
from ...engine.pieces import Pieces, each
from ...engine.places import Place, Places, members
from .model import GERMAN, SOVIET, S, SeelowGame, Values, shaken, turned
from .weights import SeelowWeights

FAR = 60
"""Half points beyond which nothing pulls."""


class Pull(dict[int, float]):
    """What a unit in one state adds to the score, by its place: nothing off the map. Filled as places are asked for."""

    def __init__(self, size: int, weigh: Callable[[int], float]) -> None:
        super().__init__()
        self.size = size
        self.weigh = weigh

    def __missing__(self, place: int) -> float:
        value = self[place] = self.weigh(place) if place < self.size else 0.0
        return value


def heights(g: S, goals: Places) -> float:
    """12.4 How near each side's units are to the goals, and how well they shelter; guns and leaders apart."""
    return _sum_of_pulls(g, goals, g.game.with_zone & ~g.game.artillery, _towards_the_heights)


def relief(g: S) -> float:
    """11.4 How near the Germans outside are to the pocket."""
    game = g.game
    return _sum_of_pulls(g, game.map.pocket, game.roster.of_side[GERMAN] & ~game.pocket, _towards_the_pocket)


Weigh = Callable[[SeelowGame, int, Values, bool, Places], list[Pull]]
"""The pulls of one unit: its number, what it shows, whether it is disrupted, and the goals."""


def _sum_of_pulls(g: S, goals: Places, units: int, weigh: Weigh) -> float:
    """The sum of all pulls, always in the order of the unit list."""
    upset, reverse = shaken(g, SOVIET) | shaken(g, GERMAN), turned(g, SOVIET) | turned(g, GERMAN)
    places_of, pulls = _pulls_of(g.game, units, upset & units, reverse & units, goals, weigh)
    return sum(map(Pull.__getitem__, pulls, places_of(g.where)), 0.0)


@derived_by_game(most=2000)
def _pulls_of(
    game: SeelowGame, units: int, upset: int, reverse: int, goals: Places, weigh: Weigh
) -> tuple[Callable[[list[Place]], tuple[Place, ...]], list[Pull]]:
    """What picks the places of units out of all places, once for each of their pulls, and these pulls."""
    pulls = [
        (piece, pull)
        for piece in each(Pieces(units))
        for pull in _pulls(game, piece, bool(reverse >> piece & 1), bool(upset >> piece & 1), goals, weigh)
    ]
    return itemgetter(*(piece for piece, _ in pulls)), [pull for _, pull in pulls]


@derived_by_game()
def _pulls(game: SeelowGame, piece: int, reverse: bool, disrupted: bool, goals: Places, weigh: Weigh) -> list[Pull]:
    """The pulls of a unit in one state."""
    return weigh(game, piece, game.faces[piece][reverse], disrupted, goals)


def _towards_the_heights(game: SeelowGame, piece: int, shown: Values, disrupted: bool, goals: Places) -> list[Pull]:
    weights: SeelowWeights = game.weights
    closer, before, shelter = weights.closer, weights.guard, weights.shelter
    far, size = distances(game, game.mobility[piece], goals), game.board.size
    strength, cover = shown.combat + weights.way_antitank * shown.antitank, game.map.cover
    if game.side_of[piece] == SOVIET:
        nerve = weights.nerve if disrupted else 1.0
        return [Pull(size, lambda place: closer * (strength * (FAR - far[place])) * nerve)]
    guard = Pull(size, lambda place: -(before * (strength * (FAR - far[place]))))
    return [guard, Pull(size, lambda place: -(shelter * shown.combat * (cover >> place & 1)))]


def _towards_the_pocket(game: SeelowGame, piece: int, shown: Values, disrupted: bool, goals: Places) -> list[Pull]:
    weights: SeelowWeights = game.weights
    far, closer = distances(game, game.mobility[piece], goals), weights.closer
    strength = shown.combat + weights.way_antitank * shown.antitank
    return [Pull(game.board.size, lambda place: closer * strength * (FAR - far[place]))]


@derived_by_game()
def distances(game: SeelowGame, mobility: str, goals: Places) -> list[int]:
    """Half points from each hex to the nearest goal, units apart."""
    row = [FAR] * game.board.size
    for goal in members(goals):
        for cost, layer in enumerate(reach(goal, FAR - 1, game.map.costs[mobility], enter=game.board.all)):
            for place in members(layer):
                row[place] = min(row[place], cost)
    return row
