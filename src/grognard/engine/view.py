"""What one player may see: the only thing that leaves the server or reaches a bot.

The test for leaks: exchange what a seat cannot know, and its view must be byte for byte the same.
"""

from __future__ import annotations

from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from . import codec
from .asking import Decision as Decision
from .asking import Offer as Offer
from .codec import Names
from .concealment import calculation_seen, frames_told, names_for
from .display import svg_of
from .flow import CHANCE, Chance, Choice, Seat
from .offers import offers_of
from .pieces import Piece
from .places import members

if TYPE_CHECKING:
    from .game import Game
    from .position import Position


class Hidden(msgspec.Struct, frozen=True):
    """A concealed piece: its handle, where it is, what its back shows and what it is called."""

    handle: str
    place: str
    back: str
    name: str


class SignSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A sign on the map: its shape, the place it stands on or the two it stands between, and what it says."""

    shape: str
    places: tuple[str, ...]
    text: str
    colours: str
    mark: str


class CupSeen(msgspec.Struct, frozen=True, kw_only=True):
    """Chits drawn from a cup, by their names: the turn so far in order, what is left, what had no effect."""

    title: str
    drawn: tuple[str, ...]
    left: tuple[str, ...]
    void: tuple[str, ...]
    now: str
    """The chit that is being carried out; empty if none is."""
    note: str
    limits: tuple[str, ...]


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """What all see alike of a position, besides the counters."""

    headline: str
    accounts: tuple[str, ...]
    signs: tuple[SignSeen, ...]
    out_of_play: tuple[str, ...]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A position as one seat sees it."""

    seat: str
    """The seat's id; empty for a spectator."""
    headline: str
    position: dict[str, Any]
    accounts: tuple[str, ...]
    """The points of each seat in a few words."""
    hidden: tuple[Hidden, ...]
    signs: tuple[SignSeen, ...]
    cup: CupSeen | None
    decision: Decision | None
    out_of_play: tuple[str, ...] = ()
    """Places of the map that the scenario leaves out."""

    def _repr_svg_(self) -> str:
        """The map with the counters as the seat sees them, in a notebook."""
        return svg_of(self)


def view(
    g: Position[Any, Any],
    seat: Seat | None,
    *,
    hints: bool = False,
    flow: bool = True,
    question: bool = True,
    named: tuple[Names, list[Piece]] | None = None,
) -> View:
    """What a seat sees; a spectator is None. `hints` adds costs, paths and odds to each offer.

    Without `flow` nobody can imagine a position from it, without `question` it does not say what is asked; `named` is
    what `names_for` gave for the seat before.
    """
    game = g.game
    names, concealed = named or names_for(g, seat)
    data = known(g, seat, flow=flow, named=(names, concealed))
    shared = public(g)
    return View(
        seat="" if seat is None else game.seats(g.setup)[seat].id,
        headline=shared.headline,
        position=data,
        accounts=shared.accounts,
        hidden=hidden(g, names, concealed),
        signs=shared.signs,
        cup=cup(g, names),
        decision=decision(g, seat, names, hints=hints) if question else None,
        out_of_play=shared.out_of_play,
    )


def known(
    g: Position[Any, Any],
    seat: Seat | None,
    *,
    flow: bool = True,
    named: tuple[Names, list[Piece]] | None = None,
) -> dict[str, Any]:
    """What a seat knows of a position, as it is saved: equal where two positions look the same to it."""
    names, concealed = named or names_for(g, seat)
    data = codec.encode_position(g, names, flow=flow)
    if concealed:
        data["pieces"].sort()
    if concealed and flow:
        data["flow"] = data["flow"][: frames_told(g, seat, g.game.concealed(g, seat))]
    return data


def public(g: Position[Any, Any]) -> Public:
    """What all see alike of a position, besides the counters."""
    game = g.game
    places = game.names.places
    return Public(
        headline=game.headline(g),
        accounts=tuple([game.account(g, Seat(i)) for i in range(len(game.seats(g.setup)))]),
        signs=tuple(
            [
                SignSeen(
                    shape=sign.shape,
                    places=tuple([places[p] for p in sign.places]),
                    text=sign.text,
                    colours=sign.colours,
                    mark=sign.mark,
                )
                for sign in game.signs(g)
            ]
        ),
        out_of_play=tuple([places[p] for p in members(game.out_of_play(g))]),
    )


def hidden(g: Position[Any, Any], names: Names, concealed: list[Piece]) -> tuple[Hidden, ...]:
    """The pieces that a seat does not know, by their handles."""
    game = g.game
    seen = [Hidden(names.pieces[p], names.places[g.where[p]], game.back(p), game.unknown(p)) for p in concealed]
    return tuple(sorted(seen, key=lambda one: one.handle))


def cup(g: Position[Any, Any], names: Names) -> CupSeen | None:
    """The cup in the names that a seat knows."""
    drawn = g.game.draws(g)
    if drawn is None:
        return None

    def called(pieces: tuple[Piece, ...]) -> tuple[str, ...]:
        return tuple([names.pieces[p] for p in pieces])

    return CupSeen(
        title=drawn.title,
        drawn=called(drawn.drawn),
        left=called(drawn.left),
        void=called(drawn.void),
        now="" if drawn.now is None else names.pieces[drawn.now],
        note=drawn.note,
        limits=drawn.limits,
    )


def decision(
    g: Position[Any, Any], seat: Seat | None, names: Names | None = None, *, hints: bool = True
) -> Decision | None:
    """The present question as a seat sees it; other seats see who is asked, and no more."""
    if not g.stack:
        return None
    frame = g.frame
    if isinstance(frame, Chance):
        return Decision(seat="chance", prompt=frame.purpose(g))
    assert isinstance(frame, Choice)
    names = names or names_for(g, seat)[0]
    asked = frame.seat(g)
    info = g.game.seats(g.setup)[asked]
    if asked != seat:
        return Decision(seat=info.id, prompt=f"Waiting for {info.title}.")
    ask = frame.ask(g)
    offers = offers_of(g, frame, names, hints)
    if names is not g.game.names:
        offers = _in_order(offers)
    return Decision(
        seat=info.id,
        prompt=ask.prompt,
        rule=ask.rule,
        frame=frame.title,
        pieces=tuple(names.pieces[p] for p in ask.pieces),
        places=tuple(names.places[p] for p in ask.places),
        panel=calculation_seen(ask.panel, names),
        left=ask.left,
        doomed=ask.doomed,
        offers=tuple(offers),
    )


def _in_order(offers: list[Offer]) -> list[Offer]:
    """What is clicked comes in an order that tells nothing; buttons follow in the game's order."""
    clicked: list[Offer] = []
    buttons: list[Offer] = []
    for offer in offers:
        (clicked if offer.piece or offer.place else buttons).append(offer)
    clicked.sort(key=attrgetter("action"))
    return clicked + buttons


def who_decides(g: Position[Any, Any]) -> str:
    """The id of the seat that is asked, `chance`, or nothing when the game is over."""
    seat = g.to_decide
    if seat is None:
        return ""
    return "chance" if seat == CHANCE else g.game.seats(g.setup)[seat].id


def imagine(game: Game[Any], seen: View, rng: Random) -> Position[Any, Any]:
    """A full position that could stand behind a view: concealed pieces dealt at random among what is unknown."""
    names = game.names
    if seen.hidden:
        known = {row[0] for row in seen.position["pieces"]}
        unseen = [p for p, name in enumerate(game.names.pieces) if name not in known]
        handles = [(h.handle, game.names.place(h.place), h.back) for h in seen.hidden]
        dealt = game.deal(handles, [Piece(p) for p in unseen], rng)
        called = list(game.names.pieces)
        for handle, piece in dealt.items():
            called[piece] = handle
        names = game.names.renamed(called)
    return codec.decode_position(game, seen.position, names)
