"""Plans in words, and as moves that a board can draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...engine.concealment import names_for
from ...engine.events import Moved as Went
from ...engine.flow import Action, Choice, Seat
from ...engine.game import Game
from ...engine.pieces import Piece
from ...engine.places import Place
from ...engine.position import Position
from ...engine.reporting import told
from ...engine.standard import UnitByUnit
from ..plans import Plan
from .told import Moved, Order, Other, PlanLine


def line(plan: Plan, seat: Seat, share: float) -> PlanLine:
    """A plan in its seat's words."""
    return PlanLine(
        actions=plan.texts(seat),
        words=_sentences(plan, seat, moves=True),
        moves=moves(plan, seat),
        share=share,
        orders=orders(plan, seat),
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


def orders(plan: Plan, seat: Seat) -> list[Order]:
    """What a plan orders besides moving counters."""
    return [_ordered(positions, part, seat) for positions, part, went in _parts(plan, seat) if not went]


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
    """What a plan does, part by part: who moves where, and else what was ordered; the end of a phase is no order."""
    found: list[str] = []
    for positions, part, went in _parts(plan, seat):
        if not went:
            found.append(_order(positions, part, seat))
        elif moves:
            found += went
    return found


def _parts(plan: Plan, seat: Seat) -> Iterator[tuple[list[Position[Any, Any]], list[Action], list[str]]]:
    """The parts of a plan that do something: their positions, their actions, and the journeys that came of them."""
    course = [*plan.before, plan.after]
    at = 0
    for part in plan.parts:
        positions = course[at : at + len(part)]
        at += len(part)
        went = _journeys(positions, part, seat)
        if went or (any(action.args for action in part) and not _stays(positions[0], course[at])):
            yield positions, part, went


def _stays(before: Position[Any, Any], after: Position[Any, Any]) -> bool:
    """Whether a unit was only picked and left as it is, which is no order."""
    if not isinstance(before.frame, UnitByUnit):
        return False
    return (before.where, before.steps, before.flags) == (after.where, after.steps, after.flags)


def _journeys(positions: list[Position[Any, Any]], part: list[Action], seat: Seat) -> list[str]:
    found = []
    for at, action in zip(positions, part, strict=True):
        g = at.copy()
        for event in g.apply(action):
            if isinstance(event, Went):
                found.append(told(g, event, g.game.concealed(g, seat)).text)
    return [text for text in found if text]


def _order(positions: list[Position[Any, Any]], part: list[Action], seat: Seat) -> str:
    """An order of several actions in one sentence: `Attack Guben 1512: ground 3. Shock Army, 47. Army.`"""
    found = ""
    verb = ""
    for at, action in zip(positions, part, strict=True):
        if not action.args:
            continue
        said = ", ".join(_arguments(at, action, seat))
        if action.verb != verb:
            said = f"{action.verb.replace('-', ' ')} {said}"
        between = "" if not found else ": " if ": " not in found else ", "
        found, verb = f"{found}{between}{said}", action.verb
    return f"{found[:1].upper()}{found[1:]}."


def _ordered(positions: list[Position[Any, Any]], part: list[Action], seat: Seat) -> Order:
    """The same for a board that draws it."""
    game: Game[Any] = positions[0].game
    places = game.names.places
    pieces: dict[str, str] = {}
    named: dict[str, None] = {}
    for at, action in zip(positions, part, strict=True):
        names = names_for(at, seat)[0]
        for kind, arg in zip(game.kinds(action.verb), action.args, strict=True):
            if kind is Piece:
                pieces.setdefault(names.pieces[arg], places[at.where[arg]])
            elif kind is Place:
                named.setdefault(places[arg])
    for at in positions[1:]:
        names = names_for(at, seat)[0]
        for piece in _fighting(at, seat):
            pieces.setdefault(names.pieces[piece], places[at.where[piece]])
    verb = next((action.verb for action in part if action.args), "")
    text = _order(positions, part, seat)
    return Order(text=text, pieces=[*pieces], origins=[*pieces.values()], places=[*named], verb=verb)


def _fighting(g: Position[Any, Any], seat: Seat) -> list[Piece]:
    """The seat's counters in the calculation that the present question shows: who joins without being named."""
    if g.to_decide != seat or not isinstance(g.frame, Choice):
        return []
    panel = g.frame.ask(g).panel
    terms = panel.terms if panel is not None else ()
    named = [piece for term in terms if term.part == "attack" for piece in term.pieces]
    return [piece for piece in named if g.game.owner(g, piece) == seat]


def in_words(g: Position[Any, Any], action: Action, seat: Seat) -> str:
    """An action with full names: `Attack Küstrin 1306`."""
    return " ".join([action.verb.replace("-", " ").capitalize(), *_arguments(g, action, seat)])


def _arguments(g: Position[Any, Any], action: Action, seat: Seat) -> list[str]:
    game: Game[Any] = g.game
    return [
        _name(g, arg, seat) if kind is Piece else game.place_title(arg) if kind is Place else str(arg)
        for kind, arg in zip(game.kinds(action.verb), action.args, strict=True)
    ]
