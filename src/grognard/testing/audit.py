"""Values that a game keeps are compared with newly calculated ones while it is played.

`GROGNARD_AUDIT=1 GROGNARD_BUILD=plain python -m grognard.testing.audit GAME …` plays each scenario at random and lets
`staff` decide for a while. It says how many values were compared, or which one is stale.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from ..bots import make_bot
from ..engine import CHANCE
from ..engine.audit import StaleValue, auditor
from ..engine.derived import AUDITED
from ..engine.flow import Seat
from ..engine.game import Game
from ..engine.view import view
from ..games import load_game
from .checks import random_play
from .suite import Suite, every_setup

DECISIONS = 25
"""So many decisions of each scenario are left to `staff`."""


def audit(game: Game[Any], scenario: str, options: tuple[str, ...]) -> None:
    """Play a scenario at random with a score for each seat, and some of it with `staff`."""
    bot = make_bot("staff", game)
    decided = 0
    for number, g, _ in random_play(game.start(scenario, options), 8):
        for seat in range(len(game.scenario(scenario).seats)):
            game.score(g, Seat(seat))
        seat_asked = g.to_decide
        if number % 7 == 0 and decided < DECISIONS and seat_asked not in (None, CHANCE):
            bot.choose(view(g, seat_asked))
            decided += 1


def run(games: list[str]) -> subprocess.CompletedProcess[str]:
    """The audit in a process of its own, since the switch is read when the kernel is imported."""
    environment = {**os.environ, "GROGNARD_AUDIT": "1", "GROGNARD_BUILD": "plain"}
    command = [sys.executable, "-m", "grognard.testing.audit", *games]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


class KeptValues(Suite):
    """What a game keeps (`grognard.engine.derived`) depends on nothing but its key."""

    def test_kept_values_are_as_new(self, game: str) -> None:
        ended = run([game])
        assert ended.returncode == 0, ended.stdout or ended.stderr


def main() -> int:
    """Audit the games that are named."""
    if not AUDITED:
        print("set GROGNARD_AUDIT=1 and GROGNARD_BUILD=plain")
        return 2
    for name in sys.argv[1:]:
        game = load_game(name)
        auditor.compared.clear()
        for _, scenario, options in every_setup([name]):
            try:
                audit(game, scenario, options)
            except StaleValue as problem:
                print(f"{name}, {scenario}: {problem}")
                return 1
        print(f"{name}: {sum(auditor.compared.values())} values of {len(auditor.compared)} functions are as new")
    return 0


if __name__ == "__main__":
    sys.exit(main())
