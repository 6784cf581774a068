"""Adding to the seed: everybody at a table has a part in its dice, and nobody can choose them.

The server fixes its secret by a hash when the table is opened. Then each party (the opener, and every guest) fixes a
part of its own by a hash. When nobody is missing any more, the hashes are closed, and only then the parts are revealed.
Luck answers when all are there: the seed is made of the secret and the parts. A player who has fixed a part cannot
change it, and knew no other part when he fixed it.

A party that never reveals its part holds up the dice, none of which has been rolled. If they went on without it, the
last to reveal his part would choose between two seeds. Only a guest who is replaced because he stays away takes none.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ...engine.chance import part_commitment
from ..errors import Conflict, Problem

OPENER = "opener"
"""The party that opened the table; guests go by their seats."""


class Toss(msgspec.Struct):
    """How far a table has come; it is made from the rows and kept in snapshots."""

    commitments: dict[str, str] = {}
    parts: dict[str, str] = {}
    closed: bool = False
    """Whether all hashes are known: from then on parts are revealed, and nobody else takes part."""

    @property
    def settled(self) -> bool:
        """Whether luck can answer."""
        return self.closed and len(self.parts) == len(self.commitments)

    def asks(self, party: str, players: Mapping[str, str]) -> str:
        """What a party has to send: its `commitment`, its `part`, or nothing now."""
        if self.closed:
            return "part" if party in self.commitments and party not in self.parts else ""
        return "commitment" if party in parties(players) and party not in self.commitments else ""

    def refusal(self, party: str, commitment: str, part: str, players: Mapping[str, str]) -> Problem | None:
        """Why a party cannot send this now."""
        if not part and self.commitments.get(party, commitment) != commitment:
            return Conflict("your part of the seed is fixed and cannot be changed")
        if not part and self.closed and party not in self.commitments:
            return Conflict("the seed of this table was settled before you came")
        if not part and party not in parties(players):
            return Conflict("only those who play add to the seed")
        if part and party not in self.commitments:
            return Conflict("fix your part of the seed first")
        if part and part_commitment(party, part) != self.commitments[party]:
            return Problem("this is not the part that you fixed")
        if part and not self.closed:
            return Conflict("a part of the seed is revealed when all are fixed")
        return None

    def read(self, party: str, text: str) -> None:
        """A row: `fix` and a hash, or `tell` and a part."""
        verb, _, value = text.partition(" ")
        (self.commitments if verb == "fix" else self.parts)[party] = value

    def look(self, players: Mapping[str, str]) -> None:
        """After a change: close the hashes if nobody is missing, and leave out players who have gone."""
        here = parties(players)
        gone = [party for party in self.commitments if party not in here and party not in self.parts]
        for party in gone:
            # The opener stays as long as the table: he cannot leave the toss once he knows the other parts.
            if not self.closed or party != OPENER:
                del self.commitments[party]
        if "open" not in players.values() and all(party in self.commitments for party in here):
            self.closed = True

    def missing(self, players: Mapping[str, str]) -> list[str]:
        """The parties for which luck waits, and open seats."""
        if self.closed:
            return [party for party in self.commitments if party not in self.parts]
        waited = [party for party in parties(players) if party not in self.commitments]
        return waited + [seat for seat, player in players.items() if player == "open"]


def parties(players: Mapping[str, str]) -> list[str]:
    """Those who add to the seed: the opener if he plays, and guests."""
    guests = [seat for seat, player in players.items() if player == "guest"]
    return ([OPENER] if "human" in players.values() else []) + guests
