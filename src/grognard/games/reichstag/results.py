"""The two combat results tables (27.1, 27.2) and the steps of every result (12.23), as read from `tables.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

import msgspec

from ...engine.errors import PackError
from ...engine.results import ResultsChart, load_results_chart
from ...engine.telling import counted

Crt = Literal["mobile", "assault"]
Who = Literal["attacker", "defender"]
What = Literal["loss", "retreat", "advance"]
Loss = Literal["strongest", "half", "all"]

FILE = "tables.toml"
PANIC = "d6"
"""13.2 The length of a panic retreat: one die."""
DIE = range(1, 7)
CRTS: tuple[Crt, ...] = get_args(Crt)


class Effect(msgspec.Struct, frozen=True):
    """12.23 One step of a result: who suffers or does what, and how much of it."""

    who: Who
    what: What
    amount: str

    def words(self) -> str:
        """The step as people say it."""
        if self.what == "loss":
            lost = {"strongest": "the strongest unit", "half": "at least half", "all": "everyone"}[self.amount]
            return f"{self.who} loses {lost}"
        far = "a die of hexes" if self.amount == PANIC else counted(int(self.amount), "hex", "hexes")
        return f"{self.who}s retreat {far}" if self.what == "retreat" else f"{self.who}s may advance {far}"


class ResultTables:
    """Both tables, and what each result does."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.crt: dict[Crt, ResultsChart] = {
            crt: load_results_chart(FILE, chart_of(crt), tables.get(chart_of(crt), {}), DIE) for crt in CRTS
        }
        self.effects: dict[str, tuple[Effect, ...]] = {}
        for table in self.crt.values():
            for result in sorted({cell for row in table.rows.values() for cell in row}):
                self.effects[result] = _effects(tables, result)
        self.meaning = {
            result: "; ".join(effect.words() for effect in effects) for result, effects in self.effects.items()
        }


def chart_of(crt: Crt) -> str:
    """The name of a results table among the charts."""
    return f"{crt}_results"


def _effects(tables: Mapping[str, Any], result: str) -> tuple[Effect, ...]:
    entry = tables.get("results", {}).get(result)
    steps = entry.get("steps") if isinstance(entry, Mapping) else None
    if not isinstance(steps, list) or not steps:
        raise PackError(FILE, None, f"[results.{result}] must list the 'steps' of the result {result}")
    return tuple(_effect(result, step) for step in steps)


def _effect(result: str, step: Any) -> Effect:
    """One step, written like `defender_retreat:1`."""
    name, _, amount = step.partition(":") if isinstance(step, str) else ("", "", "")
    who, _, what = name.partition("_")
    known = {
        "loss": get_args(Loss),
        "retreat": ("1", "2", "3", "4", "5", "6", PANIC),
        "advance": ("1", "2", "3"),
    }
    if who not in get_args(Who) or amount not in known.get(what, ()):
        problem = f"[results.{result}] has the step '{step}', which is not of the form attacker_loss:half"
        raise PackError(FILE, None, problem)
    return Effect(msgspec.convert(who, Who), msgspec.convert(what, What), amount)
