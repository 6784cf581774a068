"""The sides' colours can be told apart by everybody, whatever he cannot see."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.colours import DEFICIENCIES, delta_e, seen

from grognard.draw import vocabulary
from grognard.games import BUILT_IN, load_game

LEAST = 20.0
"""CIEDE2000 between any two colours of different sides."""


def sides(game: str) -> dict[str, set[str]]:
    """The colours of the units of each side; markers and chits fight nobody."""
    found: dict[str, set[str]] = {}
    for unit in load_game(game).roster.units:
        if unit.face.values:
            found.setdefault(str(unit.side), set()).add(unit.face.colours)
    return found


def test_the_measure_is_the_published_one() -> None:
    """Pairs from the paper of Sharma, Wu and Dalal."""
    for one, two, far in (
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ):
        assert delta_e(one, two) == pytest.approx(far, abs=1e-4)


@pytest.mark.parametrize("game", BUILT_IN)
def test_sides_can_be_told_apart(game: str) -> None:
    """With protanopia, deuteranopia and tritanopia as well as without."""
    fills = {word: colours.fill for word, colours in vocabulary().colours.items()}
    close = []
    for (one, mine), (two, theirs) in combinations(sides(game).items(), 2):
        for deficiency in DEFICIENCIES:
            for a in mine:
                for b in theirs:
                    far = delta_e(seen(fills[a], deficiency), seen(fills[b], deficiency))
                    if far < LEAST:
                        close.append(f"{one} {a} and {two} {b} with {deficiency}: {far:.1f}")
    assert not close, "\n".join(close)
