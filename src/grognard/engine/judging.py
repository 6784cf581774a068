"""An action as a seat writes it: read in the names that it knows, and refused without telling a secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .codec import Names
from .concealment import names_for
from .errors import ActionError, short
from .flow import Action, Refusal, Seat
from .pieces import Piece

if TYPE_CHECKING:
    from .position import Position


def judge(
    g: Position[Any, Any], seat: Seat, text: str, named: tuple[Names, list[Piece]] | None = None
) -> Action | Refusal:
    """The action a seat means, in the names it knows, or why it is not legal; a refusal tells no secret."""
    names, concealed = named or names_for(g, seat)
    try:
        action: Action = g.game.parse(text, names)
    except ActionError as problem:
        return Refusal(str(problem))
    refusal = g.why_not(action)
    if refusal is None:
        return action
    units = [g.game.roster[piece] for piece in concealed]
    if any(unit.id in refusal.text or unit.name in refusal.text for unit in units):
        return Refusal("this cannot be done with an unknown unit", refusal.rule)
    return refusal


def read_action(g: Position[Any, Any], seat: Seat, text: str) -> Action:
    """The legal action that a seat means; an error says why there is none."""
    judged = judge(g, seat, text)
    if isinstance(judged, Refusal):
        raise ActionError(f"'{short(text)}' is not possible: {judged}")
    return judged
