"""What a token sees of a table: made from kernel views and told events, from nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from ...engine import CHANCE
from ...engine.position import Position
from ...engine.view import Decision, View, view
from ..messages import OutcomeState, PieceState, SeatState, SeatView
from ..play.game import PlayedGame
from ..play.toss import OPENER


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


def seat_view(
    played: PlayedGame, g: Position[Any, Any], seat: str, *, hints: bool = True, question: bool = True
) -> SeatView:
    """A position as a seat (empty: a spectator) sees it; without `question` it does not say what is asked."""
    number = played.seat(seat) if seat else None
    named = played.names(number) if g is played.position else None
    ended = outcome(played, g)
    question = question and not played.closed and ended is None
    seen = view(g, number, hints=hints, flow=False, question=question, named=named)
    return SeatView(
        seat=seen.seat,
        headline=seen.headline,
        accounts=seen.accounts,
        state=seen.position["state"],
        pieces=_pieces(g, seen),
        hidden=list(seen.hidden),
        signs=list(seen.signs),
        out_of_play=list(seen.out_of_play),
        cup=seen.cup,
        decision=waiting(played, g) or seen.decision if question else None,
        outcome=ended,
    )


def outcome(played: PlayedGame, g: Position[Any, Any]) -> OutcomeState | None:
    """How the game ended."""
    found = played.outcome_at(g)
    if found is None:
        return None
    seats = g.game.seats(g.setup)
    winner = "" if found.winner is None else seats[found.winner].id
    return OutcomeState(winner=winner, text=found.text, rule=found.rule, degree=found.degree)


def waiting(played: PlayedGame, g: Position[Any, Any]) -> Decision | None:
    """The present question while luck waits for players; none where it does not."""
    if g is played.position and g.to_decide == CHANCE:
        return Decision(seat="chance", prompt=played.waiting)
    return None


def _pieces(g: Position[Any, Any], seen: View) -> list[PieceState]:
    """The counters; made once for all seats from which none is hidden."""
    rows = seen.position["pieces"]
    known = None if seen.hidden or not rows else g.memo.get(_pieces)
    if known is not None and known[0] is rows[0]:
        return list(known[1])
    states = [PieceState(id=p, place=at, steps=steps, flags=flags) for p, at, steps, flags in rows]
    if rows and not seen.hidden:
        g.memo[_pieces] = (rows[0], states)
    return states


def person_at(player: str, seat: str, people: dict[str, str]) -> str:
    """The name of the player there; empty for bots and for those who gave none."""
    party = {"human": OPENER, "guest": seat}.get(player, "")
    return people.get(party, "")


def seat_states(played: PlayedGame, holder: Holder, here: frozenset[str]) -> list[SeatState]:
    """The seats and who sits there."""
    return [
        SeatState(
            id=info.id,
            title=info.title,
            commands=info.commands,
            colours=info.colours,
            player=played.players[info.id],
            name=person_at(played.players[info.id], info.id, played.people),
            here=info.id in here,
            yours=info.id in holder.seats,
        )
        for info in played.game.scenario(played.stored.scenario).seats
    ]
