"""Questions about a position that change nothing: why something cannot be done, and overlays."""

from __future__ import annotations

from typing import Any

from ...engine import Action, Position, Refusal, Seat
from ...engine.codec import Names
from ...engine.concealment import names_for
from ...engine.flow import Choice, Mark
from ...engine.judging import judge
from ...engine.pieces import Piece
from ...engine.places import Place, members
from ..errors import Problem
from ..messages import Overlay, OverlaySet, Why, WhyNot
from .game import PlayedGame


def why_not(played: PlayedGame, asked: Why) -> WhyNot:
    """Why an action, or a click on a piece or a place, is not possible for a seat now."""
    if sum(map(bool, (asked.action, asked.piece, asked.place))) != 1:
        raise Problem("ask about exactly one of action, piece and place")
    g = played.position
    seat = played.seat(asked.seat)
    if g.to_decide is None:
        return WhyNot(legal=False, text="the game is over")
    if g.to_decide != seat:
        return WhyNot(legal=False, text=f"it is not your decision: {played.asked_title} is asked")
    if asked.action:
        judged = judge(g, seat, asked.action)
        return _told(judged) if isinstance(judged, Refusal) else WhyNot(legal=True)
    return why_clicked(g, seat, piece=asked.piece, place=asked.place)


def why_clicked(g: Position[Any, Any], seat: Seat, *, piece: str = "", place: str = "") -> WhyNot:
    """Why a click on a piece or a place is not possible for the seat that is asked."""
    meant = meaning(g, seat, piece=piece, place=place)
    return WhyNot(legal=True) if isinstance(meant, Action) else _told(meant[1])


def meaning(g: Position[Any, Any], seat: Seat, *, piece: str = "", place: str = "") -> Action | tuple[str, Refusal]:
    """What a click means: a legal answer, or the verb that was most probably meant and why it is refused.

    A verb that is not for such a thing is not what was meant, nor one that takes something back or is an aside, as long
    as there is another. Of the rest the first counts whose refusal cites a rule, in the order in which the question
    defines them; of pieces that lie together, the first that the verb is for.
    """
    frame = g.frame
    named = names_for(g, seat)
    refused: list[tuple[str, Refusal]] = []
    for verb, word in _guesses(g, named[0], piece, place):
        judged = judge(g, seat, f"{verb} {word}", named)
        if isinstance(judged, Action):
            return judged
        refused.append((verb, judged))
    lesser = _lesser_verbs(frame)
    refused.sort(key=lambda one: (not one[1].rule, one[1].unfit, one[0] in lesser))
    if refused and (refused[0][1].rule or len(refused) == 1):
        return refused[0]
    return "", _what_is_asked(g)


def _lesser_verbs(frame: Any) -> frozenset[str]:
    """Verbs that a click seldom means."""
    if not isinstance(frame, Choice):
        return frozenset()
    return frame.marked(Mark.TAKES_BACK) | frame.marked(Mark.ASIDE) | frame.marked(Mark.COSTLY)


def _told(refusal: Refusal) -> WhyNot:
    return WhyNot(legal=False, text=refusal.text, rule=refusal.rule)


def _what_is_asked(g: Position[Any, Any]) -> Refusal:
    """What can be clicked instead of what was."""
    kinds = {kind for action in g.actions() for kind in g.game.kinds(action.verb)}
    wanted = [word for kind, word in ((Piece, "counters"), (Place, "places")) if kind in kinds]
    if not wanted:
        return Refusal("answer with one of the buttons")
    return Refusal(f"choose one of the {' or '.join(wanted)} that are marked")


def _guesses(g: Position[Any, Any], names: Names, piece: str, place: str) -> list[tuple[str, str]]:
    """What a click may have meant: each verb of the present question that takes such a thing.

    A click on a place may be meant for a piece in it, and a click on a piece for its place. The pieces come in the
    order of the names that the seat knows: that of their numbers would tell which is which.
    """
    if piece:
        if piece not in names.number_of_piece:
            raise Problem("there is no such piece")
        pieces = [piece]
        places = [names.places[g.where[names.number_of_piece[piece]]]]
    else:
        if place not in names.number_of_place:
            raise Problem("there is no such place")
        there = names.number_of_place[place]
        places = [place]
        pieces = sorted(names.pieces[p] for p in range(len(g.where)) if g.where[p] == there)
    by_kind = {Piece: pieces, Place: places}
    order = (Piece, Place) if piece else (Place, Piece)
    frame = g.frame
    if not isinstance(frame, Choice):
        return []
    verbs = g.game.verbs_of(type(frame))
    return [(verb, word) for kind in order for verb in verbs if g.game.kinds(verb) == (kind,) for word in by_kind[kind]]


def overlays(g: Position[Any, Any], seat: Seat | None, place: str = "") -> list[Overlay]:
    """What can be shaded on the map for a seat, and what it sees from a place.

    It may take long, so a thread does it, with a position of its own.
    """
    game = g.game
    spot = game.board.number.get(place)
    if place and spot is None:
        raise Problem("there is no such place on the map")
    found = [_overlay(game.names, title, sets) for title, sets in game.overlays(g, seat).items()]
    from_place = game.overlays_from(g, seat, spot).items()
    return found + [_overlay(game.names, title, sets, from_place=True) for title, sets in from_place]


def _overlay(names: Names, title: str, sets: dict[str, int], *, from_place: bool = False) -> Overlay:
    listed = [OverlaySet(id=name, places=[names.places[p] for p in members(mask)]) for name, mask in sets.items()]
    return Overlay(title=title, sets=listed, from_place=from_place)
