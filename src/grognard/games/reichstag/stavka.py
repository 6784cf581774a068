"""Stavka points (6.0, 27.3): what things cost and the purse both players share."""

from __future__ import annotations

from ...engine.flow import Refusal
from ...engine.position import is_on
from ...engine.telling import counted
from .model import FRONT_NAMES, Counter, R


def left(g: R) -> int:
    """6.2, 6.3 What is left of the points that both players may spend together."""
    return g.game.purse - sum(g.state.spent)


def price(g: R, front: int, cost: int) -> int:
    """20.3 What a Front pays: a fatigued one pays double."""
    return cost * int(g.game.entry("sp", "fatigue_factor")) if g.state.fatigued[front] else cost


def forced_march(g: R, front: int) -> int:
    """6.5, R2, R22 The price of a forced march; by option the three points of the printed table."""
    key = "forced_march_table_27_3" if is_on(g, "forced_march_costs_three") else "forced_march"
    return price(g, front, g.game.entry("sp", key))


def barrage(g: R, front: int, piece: int) -> int:
    """6.6, 15.3 The price of an artillery or airstrike marker."""
    key = "artillery_marker" if g.game.artillery >> piece & 1 else "airstrike_marker"
    return price(g, front, g.game.entry("sp", key))


def maximum_effort(g: R, front: int) -> int:
    """6.7 The price of a turn of maximum effort."""
    return price(g, front, g.game.entry("sp", "maximum_effort"))


def replacement(g: R, piece: int) -> int:
    """6.4, 8.2, 23.3, R69 The price of bringing a unit back: halved in the better-prepared defence."""
    unit: Counter = g.game.roster[piece]
    key = {
        "corps": "replace_corps",
        "division": "replace_division",
    }.get(unit.size, "replace_smaller")
    cost: int = g.game.entry("sp", key)
    front = g.game.side_of[piece]
    if is_on(g, "better_prepared_defense"):
        return cost if g.state.fatigued[front] else cost // 2
    return price(g, front, cost)


def can_pay(g: R, cost: int) -> bool:
    """6.3, R20 Whether the purse still holds so much."""
    return cost <= left(g)


def refuse_pay(g: R, cost: int) -> Refusal | None:
    """6.3, R20 Why something cannot be paid, if it cannot."""
    if can_pay(g, cost):
        return None
    return Refusal(f"it costs {counted(cost, 'Stavka point')} and the purse of both players holds {left(g)}", "6.3")


def pay(g: R, front: int, cost: int, what: str, rule: str) -> None:
    """6.2 A Front spends points; both players learn for what."""
    spent = list(g.state.spent)
    spent[front] += cost
    text = f"{FRONT_NAMES[front]} spends {counted(cost, 'Stavka point')}: {what}."
    g.set(spent=(spent[0], spent[1]), text=text, rule=rule)
