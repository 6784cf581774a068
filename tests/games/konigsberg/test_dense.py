"""Dense positions: everybody packed close, attacks rather than marches, so that retreats run into one another."""

from __future__ import annotations

import random

import pytest
from tests.games.konigsberg.helpers import NE, C, Pos, blank, game

from grognard.bots.base import onward_actions
from grognard.engine.pieces import each
from grognard.engine.places import members
from grognard.games.konigsberg.model import GERMAN, SOVIET
from grognard.testing.checks import check_sound


def packed(rng: random.Random) -> Pos:
    """Both sides mixed within three hexes of a place, with as many HQs as find room and half the units reduced."""
    on = blank(terrain=((NE, "lake"), ("1827", "lake"), ("2224", "lake")))
    board = on.board
    hexes = members(board.within(board.place(C), 3) & ~on.map.lakes)
    crowds = [shuffled(game.roster.of_side[side] & game.combat & ~game.militia, rng) for side in (GERMAN, SOVIET)]
    leaders = [shuffled(game.roster.of_side[side] & game.hqs, rng) for side in (GERMAN, SOVIET)]
    pieces: dict[str, str] = {}
    for place in hexes:
        side = rng.choice((GERMAN, SOVIET))
        there = [crowds[side].pop() for _ in range(rng.choice((0, 1, 1, 2)))]
        there += [leaders[side].pop()] if leaders[side] and rng.random() < 0.6 else []
        if there:
            pieces[board.names[place]] = " ".join(game.units[piece].id for piece in there)
    here = " ".join(pieces.values()).split()
    pieces["cup"] = " ".join(game.units[chit].id for hq, chit in game.chit_of.items() if game.units[hq].id in here)
    g = on.position(pieces, phase="command", turn=3)
    for piece in each(game.two_steps):
        g.steps[piece] = rng.choice((1, 2))
    g.forget()
    return g


def shuffled(pieces: int, rng: random.Random) -> list[int]:
    """Pieces in any order."""
    found: list[int] = list(each(pieces))
    rng.shuffle(found)
    return found


def fight(g: Pos, rng: random.Random, actions: int) -> None:
    """Play at random, but attack where it is possible and hardly march; every position must be sound."""
    for _ in range(actions):
        if g.outcome is not None:
            return
        check_sound(g)
        onward = onward_actions(g)
        attacks = [action for action in onward if action.verb == "attack"]
        if g.frame.title == "Movement" and rng.random() < 0.9:
            onward = [action for action in onward if action.verb == "end"] or onward
        elif g.frame.title == "Plan" and rng.random() < 0.8:
            onward = [action for action in onward if action.verb == "announce"] or onward
        g.play(rng.choice(attacks or onward))


@pytest.mark.parametrize("seed", range(4))
def test_every_position_of_a_dense_battle_is_sound(seed: int) -> None:
    """Without the end of a retreat for an HQ whose companions died on the way, this fails."""
    rng = random.Random(seed)
    for _ in range(30):
        fight(packed(rng), rng, 250)
