"""What counts for each player, and the review of a finished game, in the names that the reader knows."""

from __future__ import annotations

from typing import Any

import msgspec

from ...bots.review import Losses, Luck, Moment, Review, TurningPoint, Unveiled
from ...engine.codec import Names
from ...engine.concealment import standing_seen, term_seen
from ...engine.flow import Seat
from ...engine.game import Game
from ...engine.position import Position
from ...engine.terms import TermSeen


class StandingSeen(msgspec.Struct, frozen=True, kw_only=True):
    """What counts for a seat, term by term."""

    seat: str
    account: str
    terms: list[TermSeen]


class ReviewSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a game."""

    standings: list[StandingSeen]
    losses: list[Losses]
    course: list[Moment]
    fitted: bool
    """Whether the course tells what could be expected of the game, and not only scores."""
    luck: list[Luck]
    dice: int
    """How many answers of luck have been weighed."""
    unweighed: int
    """How many could not be: too many answers, or too little time."""
    turning_points: list[TurningPoint]
    hidden: list[Unveiled]


def standings_seen(g: Position[Any, Any], names: Names) -> list[StandingSeen]:
    """What counts for each seat as things stand, in the names that the reader knows."""
    game = g.game
    return [
        StandingSeen(seat=info.id, account=game.account(g, Seat(i)), terms=standing_seen(g, Seat(i), names))
        for i, info in enumerate(game.seats(g.setup))
    ]


def review_seen(game: Game[Any], review: Review) -> ReviewSeen:
    """A review with the counters' own names: when a game is over, nobody needs to be kept from them."""
    standings = [
        StandingSeen(seat=s.seat, account=s.account, terms=[term_seen(term, game.names) for term in s.terms])
        for s in review.standings
    ]
    return ReviewSeen(
        standings=standings,
        losses=review.losses,
        course=review.course,
        fitted=review.fitted,
        luck=review.luck,
        dice=review.dice,
        unweighed=review.unweighed,
        turning_points=review.turning_points,
        hidden=review.hidden,
    )
