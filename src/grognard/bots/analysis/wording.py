"""Plans in words, and as moves that a board can draw."""

from __future__ import annotations

from typing import Any

from ...engine.concealment import names_for
from ...engine.events import Began, Event
from ...engine.events import Moved as Went
from ...engine.flow import Action, Seat
from ...engine.game import Game
from ...engine.pieces import Piece
from ...engine.places import Place
from ...engine.position import Position
from ...engine.reporting import told
from ..plans import Plan
from .told import Line, Moved, Other


def line(plan: Plan, seat: Seat, share: float) -> Line:
    """A plan as it is told to its seat."""
    return Line(
        actions=plan.texts(seat), words=_sentences(plan, seat, moves=True), moves=moves(plan, seat), share=share
    )


def moves(plan: Plan, seat: Seat) -> list[Moved]:
    """The counters that a plan takes elsewhere."""
    start = _start(plan)
    names = names_for(start, seat)[0]
    places = start.game.names.places
    return [
        Moved(piece=names.pieces[p], name=_name(start, p, seat), origin=places[a], target=places[b])
        for p, (a, b) in enumerate(zip(start.where, plan.after.where, strict=True))
        if a != b
    ]


def others(played: Plan, better: Plan, seat: Seat) -> list[Other]:
    """The counters that one plan takes elsewhere than another."""
    start = _start(better)
    names = names_for(start, seat)[0]
    title = start.game.place_title
    return [
        Other(piece=names.pieces[p], name=_name(start, p, seat), played=title(a), better=title(b))
        for p, (a, b) in enumerate(zip(played.after.where, better.after.where, strict=True))
        if a != b
    ]


def besides(played: Plan, better: Plan, seat: Seat) -> list[str]:
    """What one plan does and another does not, but for counters that move."""
    known = set(_sentences(played, seat, moves=False))
    return [text for text in _sentences(better, seat, moves=False) if text not in known]


def _start(plan: Plan) -> Position[Any, Any]:
    return plan.before[0] if plan.before else plan.after


def _name(g: Position[Any, Any], piece: int, seat: Seat) -> str:
    game = g.game
    return f"an {game.unknown(piece)}" if game.concealed(g, seat) >> piece & 1 else str(game.roster[piece].name)


def _sentences(plan: Plan, seat: Seat, *, moves: bool) -> list[str]:
    """What comes of each action; one of which nothing is told is written out if nothing else tells of its counters."""
    found: list[str] = []
    for at, action in zip(plan.before, plan.actions, strict=True):
        g = at.copy()
        events = g.apply(action)
        went = any(isinstance(event, Went) for event in events)
        said = [_said(g, event, seat) for event in events if moves or not isinstance(event, Went)]
        said = [text for text in said if text]
        found += said or ([] if went or _opens(at, g) else [in_words(at, action, seat)])
    return found


def _opens(at: Position[Any, Any], after: Position[Any, Any]) -> bool:
    """Whether an answer only leads to the next question, which says more."""
    return len(after.stack) > len(at.stack) and after.to_decide == at.to_decide


def _said(g: Position[Any, Any], event: Event, seat: Seat) -> str:
    return "" if isinstance(event, Began) else told(g, event, g.game.concealed(g, seat)).text


def in_words(g: Position[Any, Any], action: Action, seat: Seat) -> str:
    """An action with full names: `Attack 1306 Küstrin.`"""
    game: Game[Any] = g.game
    words = [action.verb.replace("-", " ").capitalize()]
    for kind, arg in zip(game.kinds(action.verb), action.args, strict=True):
        words.append(_name(g, arg, seat) if kind is Piece else game.place_title(arg) if kind is Place else str(arg))
    return " ".join(words) + "."
