"""Golden playthroughs: a whole game per scenario with everything that was told, kept as text.

`python -m tests.games.golden [GAME …]` plays them anew; with `--told` it keeps the games and tells them anew.
Look at the difference before you keep it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from grognard.engine import read_record, replay
from grognard.engine.view import told
from grognard.games import BUILT_IN, load_game
from grognard.lab.match import plan, play_game

FOLDER = Path(__file__).parent / "golden"


def told_lines(text: str) -> list[str]:
    """Everything that happens when a record is replayed, one line an event, with the final hash."""
    record = read_record(text)
    game = load_game(record.game)
    lines: list[str] = []
    final = ""
    for number, g, events in replay(game, record, verify=True):
        for event in events:
            line = told(g, event, 0)
            lines.append(f"{number + 1} {line.kind} [{line.rule}] {line.text}".rstrip())
        final = g.hash()
    return [*lines, f"final {final}"]


def main() -> None:
    """Play a staff game of each scenario, or take the one that is kept, and write record and events."""
    FOLDER.mkdir(exist_ok=True)
    names = [word for word in sys.argv[1:] if word != "--told"]
    for name in names or BUILT_IN:
        for scenario in load_game(name).scenarios:
            path = FOLDER / f"{name}-{scenario.id}.record"
            if "--told" not in sys.argv:
                match = plan(name, scenario.id, (), ["staff"] * len(scenario.seats), seed=1945)
                path.write_text(play_game(match, 0).record, encoding="utf-8")
            told = "\n".join(told_lines(path.read_text(encoding="utf-8"))) + "\n"
            (FOLDER / f"{name}-{scenario.id}.events").write_text(told, encoding="utf-8")


if __name__ == "__main__":
    main()
