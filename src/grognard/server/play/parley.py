"""Parley: a player gives up, or the players agree on a draw. The rules of a game have no part in it.

One offer of a draw stands at a time. It lapses when somebody else than its maker plays on, or declines it. Each seat
may make one in a player's turn, so that nobody is pestered.
"""

from __future__ import annotations

import msgspec

from ..errors import Conflict, Problem, Unknown

KINDS = ("resign", "offer", "withdraw", "decline", "accept")
"""What somebody can do, and the kinds of rows that record it."""


class Parley(msgspec.Struct):
    """How far the players of a table have come; it is made from the rows and kept in snapshots."""

    offer: str = ""
    """The seat that offers a draw; empty where nobody does."""
    accepted: list[str] = []
    """The seats that have accepted it."""
    made: dict[str, int] = {}
    """How many turns had begun when a seat made its last offer."""
    agreed: str = ""
    """How the players ended the game: `draw`, or `resign` and a seat."""

    def refusal(self, kind: str, seat: str, players: dict[str, str], turns: int) -> Problem | None:
        """Why a seat cannot do that now, in a game that goes on."""
        if seat not in players:
            return Unknown("there is no such seat at this table")
        if "open" in players.values():
            return Conflict("a seat is still free: there is nobody to agree with")
        if kind == "resign":
            return None
        if kind == "offer":
            return self._refuse_offer(seat, turns)
        if not self.offer:
            return Conflict("no draw is offered any more")
        if kind == "withdraw":
            return None if seat == self.offer else Conflict("only the player who offers a draw can withdraw it")
        if seat == self.offer:
            return Conflict("your own offer is for the other player to answer")
        return Conflict("you have accepted the draw") if seat in self.accepted else None

    def _refuse_offer(self, seat: str, turns: int) -> Problem | None:
        if self.offer:
            return Conflict("a draw is offered already")
        if self.made.get(seat, -1) >= turns:
            return Conflict("you have offered a draw in this turn; you can do so again in the next one")
        return None

    def read(self, kind: str, seat: str, players: dict[str, str], turns: int) -> None:
        """A row."""
        if kind == "resign":
            self.agreed = f"resign {seat}"
        elif kind == "offer":
            self.offer, self.accepted = seat, []
            self.made[seat] = turns
        elif kind == "accept":
            self.accepted.append(seat)
            if {self.offer, *self.accepted} == set(players):
                self.agreed = "draw"
        if kind in ("withdraw", "decline") or self.agreed:
            self.lapse()

    def played(self, seat: str) -> None:
        """A seat plays on: that answers an offer that was made to it."""
        if self.offer and seat != self.offer:
            self.lapse()

    def lapse(self) -> None:
        """No draw is offered any more."""
        self.offer, self.accepted = "", []


def said(kind: str, title: str, why: str, *, ended: str) -> str:
    """A row in words; `ended` is how the game ended by it."""
    if ended:
        return ended
    words = {
        "offer": "offered a draw",
        "withdraw": "withdrew the offer of a draw",
        "decline": "declined the draw",
        "accept": "accepted the draw",
    }
    return f"{title} {words[kind]}{': ' if why else ''}{why}."
