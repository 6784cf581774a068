"""What a token sees of a table: made from kernel views and told events, from nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from ..engine.position import Position
from ..engine.view import View, told, view
from .course import Course
from .models import Line, OutcomeState, PieceState, SeatState, SeatView


def hook(value: Any) -> Any:
    """How values that JSON does not know are written: exact chances as `1/6`."""
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"a {type(value).__name__} has no JSON form")


encoder = msgspec.json.Encoder(enc_hook=hook)


class Holder(msgspec.Struct, frozen=True):
    """What a token allows at a table now: its role and the seats it holds."""

    role: str
    seats: tuple[str, ...]
    guest_of: str = ""


def seat_view(course: Course, g: Position[Any, Any], seat: str, *, hints: bool = True) -> SeatView:
    """A position as a seat (empty: a spectator) sees it."""
    number = course.seat(seat) if seat else None
    return _seat_view(course, view(g, number, hints=hints))


def _seat_view(course: Course, seen: View) -> SeatView:
    data = seen.position
    outcome = data["outcome"]
    seats = course.game.seats(course.position.setup)
    return SeatView(
        seat=seen.seat,
        headline=seen.headline,
        accounts=seen.accounts,
        state=data["state"],
        pieces=[PieceState(id=p, place=at, steps=steps, flags=flags) for p, at, steps, flags in data["pieces"]],
        hidden=list(seen.hidden),
        signs=list(seen.signs),
        decision=seen.decision,
        outcome=OutcomeState(
            winner="" if outcome["winner"] is None else seats[outcome["winner"]].id,
            text=outcome["text"],
            rule=outcome["rule"],
            degree=outcome["degree"],
        )
        if outcome
        else None,
    )


def lines(course: Course, seat: str, since: int) -> list[Line]:
    """What a seat was told, from a line of the log on."""
    table = course.table
    column = course.seat(seat) if seat else -1
    found = []
    for happening in table.log[since:]:
        said = told(table.position, happening.event, happening.unknown[column])
        found.append(
            Line(
                at=happening.action + 1,
                kind=said.kind,
                text=said.text,
                rule=said.rule,
                pieces=said.pieces,
                places=said.places,
                data=said.data,
            )
        )
    return found


def seat_states(course: Course, holder: Holder, here: frozenset[str]) -> list[SeatState]:
    """The seats and who sits there."""
    return [
        SeatState(
            id=info.id,
            title=info.title,
            commands=info.commands,
            colours=info.colours,
            player=course.players[info.id],
            here=info.id in here,
            yours=info.id in holder.seats,
        )
        for info in course.game.seats(course.position.setup)
    ]
