"""Legal answers as a client draws them: what is clicked, what a button says, what it costs.

A question may have a thousand of them, and everybody who plays waits for them. So this is compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from .asking import Hint, Offer
from .codec import Names
from .concealment import calculation_seen
from .flow import Action, Choice, Mark
from .pieces import Piece
from .places import Place

if TYPE_CHECKING:
    from .game import Game
    from .position import Position

MOST_OFFERS = 20_000
"""How many offers of a verb a game remembers."""


class Way(msgspec.Struct, frozen=True, eq=False):
    """What all offers of one verb share: which argument is a piece and which a place, and the verb's marks."""

    piece: int | None
    place: int | None
    lone: bool
    """Whether at most one argument is a piece, by whose name and the action an offer is known."""
    takes_back: bool
    aside: bool
    rival: bool
    hints: bool
    """Whether its frame says what an answer would mean,"""
    labels: bool
    """and what a button says."""
    made: dict[Any, Offer]
    """Offers that do not depend on the position."""


def _way(game: Game[Any], frame: Choice, verb: str) -> Way:
    kinds = game.kinds(verb)
    return Way(
        max((i for i, kind in enumerate(kinds) if kind is Piece), default=None),
        max((i for i, kind in enumerate(kinds) if kind is Place), default=None),
        kinds.count(Piece) < 2,
        takes_back=verb in frame.marked(Mark.TAKES_BACK),
        aside=verb in frame.marked(Mark.ASIDE) | frame.marked(Mark.COSTLY),
        rival=verb in frame.marked(Mark.RIVAL),
        hints=type(frame).hint is not Choice.hint,
        labels=type(frame).label is not Choice.label,
        made={},
    )


def offers_of(g: Position[Any, Any], frame: Choice, names: Names, hints: bool) -> list[Offer]:
    """Every legal answer with what it would mean, in the game's order; the same as before where that is the same."""
    pieces = names.pieces
    ways: dict[str, Way] = g.game.ways.setdefault(type(frame), {})
    offers = []
    for action in g.actions():  # there may be a thousand of them
        way = ways.get(action.verb) or ways.setdefault(action.verb, _way(g.game, frame, action.verb))
        piece = "" if way.piece is None else pieces[action.args[way.piece]]
        hint = frame.hint(g, action) if hints and way.hints else None
        label = frame.label(g, action) if way.labels else ""
        if (hint is not None and (hint.path or hint.panel is not None)) or not way.lone:
            offers.append(_new_offer(g, action, names, way, piece, label, hint))
            continue
        key = (action, piece, label, hint)
        found = way.made.get(key)
        if found is None:
            found = _new_offer(g, action, names, way, piece, label, hint)
            _remember(way.made, key, found)
        offers.append(found)
    return offers


def _remember(made: dict[Any, Offer], key: Any, offer: Offer) -> None:
    if len(made) >= MOST_OFFERS:
        made.clear()
    made[key] = offer


def _new_offer(
    g: Position[Any, Any], action: Action, names: Names, way: Way, piece: str, label: str, hint: Hint | None
) -> Offer:
    game = g.game
    args = action.args
    known = names is game.names or way.piece is None
    return Offer(
        action=action.text if known else game.text(action.verb, args, names),
        verb=action.verb,
        piece=piece,
        place="" if way.place is None else names.places[args[way.place]],
        label=label or _in_words(g, action, names, way),
        takes_back=way.takes_back,
        aside=way.aside,
        rival=way.rival,
        cost=hint.cost if hint else "",
        path=tuple([names.places[p] for p in hint.path]) if hint else (),
        area=tuple([names.places[p] for p in hint.area]) if hint else (),
        text=hint.text if hint else "",
        rule=hint.rule if hint else "",
        panel=calculation_seen(hint.panel, names) if hint else None,
    )


def _in_words(g: Position[Any, Any], action: Action, names: Names, way: Way) -> str:
    """An action with full names: `Go Küstrin 1505`; a concealed piece keeps its handle."""
    game = g.game
    if way.piece is not None and names.pieces[action.args[way.piece]] != game.names.pieces[action.args[way.piece]]:
        return _spelt(game, action, names)
    found: str = game.words.get(action) or game.words.setdefault(action, _spelt(game, action, game.names))
    return found


def _spelt(game: Game[Any], action: Action, names: Names) -> str:
    words = [action.verb.replace("-", " ").capitalize()]
    for kind, arg in zip(game.kinds(action.verb), action.args, strict=True):
        if kind is Piece:
            known = names.pieces[arg] == game.names.pieces[arg]
            words.append(game.roster[arg].name if known else names.pieces[arg])
        elif kind is Place:
            words.append(game.place_title(arg))
        else:
            words.append(str(arg))
    return " ".join(words)
