"""Which scenarios and options of a game are tried."""

from __future__ import annotations

from typing import Any

from ..engine.game import Game


def all_on(game: Game[Any]) -> set[tuple[str, ...]]:
    """All options of a game together; two sets of them where some exclude each other."""
    if not game.options:
        return set()
    ids = [option.id for option in game.options]
    later = {option.id for option in game.options if option.excludes}
    earlier = {option.excludes for option in game.options}
    return {tuple(i for i in ids if i not in later), tuple(i for i in ids if i not in earlier)}


def every_choice(game: Game[Any]) -> list[tuple[str, tuple[str, ...]]]:
    """Each scenario without options, with each option alone, and with all of them."""
    alone = [(option.id,) for option in game.options]
    options = dict.fromkeys([(), *alone, *sorted(all_on(game))])
    return [(scenario.id, chosen) for scenario in game.scenarios for chosen in options]
