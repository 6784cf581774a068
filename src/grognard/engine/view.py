"""What one player may see: the only thing that leaves the server or reaches a bot.

A concealed piece goes by an anonymous handle made of its place and of what can be seen of it (`?1409-1`), so the
handle carries nothing else. The test for leaks: exchange what a seat cannot know, and its view must be byte for
byte the same.
"""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from . import codec
from .asking import Decision as Decision
from .asking import Offer as Offer
from .codec import Names
from .errors import ActionError, short
from .events import BattleBegan, Changed, Event, Namer, Reckoned, Rolled, forced, tell
from .flow import CHANCE, Action, Chance, Choice, Refusal, Seat
from .offers import offers_of
from .pieces import Piece, Pieces, band, each
from .places import Place, members
from .telling import tell_roll

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


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event as told to one seat."""

    kind: str
    text: str = ""
    rule: str = ""
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    forced: bool = False
    """Whether it befell a piece, rather than that somebody ordered it."""
    data: dict[str, Any] = {}


UNKNOWN = "?"
"""What a concealed piece is called in events."""


def mentioned(g: Position[Any, Any]) -> Pieces:
    """The pieces that state and flow name."""
    found: int = codec.named_in(g.state)
    for frame in g.stack:
        found |= codec.named_in(frame)
    return Pieces(found)


def names_for(g: Position[Any, Any], seat: Seat | None, named: Pieces | None = None) -> tuple[Names, list[Piece]]:
    """How pieces are called for a seat, and which of them are concealed from it; `named` is what is `mentioned`."""
    game = g.game
    mask = game.concealed(g, seat)
    if not mask:
        return game.names, []
    # The order within a place may depend only on what can be seen, or it would tell something.
    looks = {p: (g.where[p], game.back(p), g.steps[p], g.flags[p]) for p in each(mask)}
    named = Pieces(mask & (mentioned(g) if named is None else named))
    part = _parts_played(g, mask, _alike(looks, named), frames_told(g, seat, mask)) if named else {}
    concealed = sorted(looks, key=lambda p: (looks[p], part.get(p, b"")) if part else looks[p])
    names = list(game.names.pieces)
    count: dict[Place, int] = {}
    for piece in concealed:
        place = g.where[piece]
        count[place] = count.get(place, 0) + 1
        names[piece] = f"?{game.names.places[place]}-{count[place]}"
    return game.names.renamed(names), concealed


def _alike(looks: dict[Piece, tuple[Any, ...]], pieces: Pieces) -> Pieces:
    """Those of some pieces that look like another one: what is said of them puts them in order."""
    count = Counter(looks.values())
    return band(piece for piece in each(pieces) if count[looks[piece]] > 1)


def frames_told(g: Position[Any, Any], seat: Seat | None, mask: Pieces) -> int:
    """How many frames of the flow a seat is told, from below; `mask` is what is concealed from it.

    What another player is in the middle of doing with pieces that the seat does not know is his own business until it
    is done: he may still think better of it.
    """
    asked = g.to_decide
    questions = len(g.stack)
    while questions and isinstance(g.stack[questions - 1], Choice) and g.stack[questions - 1].seat(g) == asked:
        questions -= 1
    if len(g.stack) - questions < 2 or asked == seat:
        return len(g.stack)
    for count in range(questions + 1, len(g.stack)):
        if codec.named_in(g.stack[count]) & mask:
            return count
    return len(g.stack)


def _anonymous(g: Position[Any, Any], mask: Pieces) -> Names:
    """Names that call all concealed pieces the same."""
    names = list(g.game.names.pieces)
    for piece in each(mask):
        names[piece] = UNKNOWN
    return _Plain(names, g.game.names.places)


def _parts_played(g: Position[Any, Any], mask: Pieces, named: Pieces, frames: int) -> dict[Piece, bytes]:
    """What state and flow say of each concealed piece that they name, without saying which piece it is.

    Concealed pieces that look the same and of which the same is said can be exchanged without anybody noticing.
    """
    # What names none of them reads the same for all.
    parts = [part for part in (g.state, *g.stack[:frames]) if codec.named_in(part) & named]
    if not parts:
        return {}
    writers = [(codec.codec_for(type(part))[0], part) for part in parts]

    def written(names: list[str]) -> bytes:
        called = _Plain(names, g.game.names.places)
        return msgspec.json.encode([write(called, part) for write, part in writers])

    names = _anonymous(g, mask).pieces
    plain = written(names)
    found = {}
    for piece in each(named):
        text = written([*names[:piece], f"{UNKNOWN}this", *names[piece + 1 :]])
        if text != plain:
            found[piece] = text
    return found


def view(
    g: Position[Any, Any],
    seat: Seat | None,
    *,
    hints: bool = False,
    flow: bool = True,
    named: tuple[Names, list[Piece]] | None = None,
) -> View:
    """What a seat sees; a spectator is None. `hints` adds costs, paths and odds to each offer.

    Without `flow` nobody can imagine a position from it; `named` is what `names_for` gave for the seat before.
    """
    game = g.game
    names, concealed = named or names_for(g, seat)
    data = codec.encode_position(g, names, flow=flow)
    if concealed:
        data["pieces"].sort()
    if concealed and flow:
        data["flow"] = data["flow"][: frames_told(g, seat, game.concealed(g, seat))]
    shared = public(g)
    return View(
        seat="" if seat is None else game.seats(g.setup)[seat].id,
        headline=shared.headline,
        position=data,
        accounts=shared.accounts,
        hidden=hidden(g, names, concealed),
        signs=shared.signs,
        cup=cup(g, names),
        decision=decision(g, seat, names, hints=hints),
        out_of_play=shared.out_of_play,
    )


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
        # What is clicked must be in an order that tells nothing; buttons keep the game's order.
        buttons = [offer for offer in offers if not offer.piece and not offer.place]
        offers = [offer for offer in offers if offer.piece or offer.place]
        offers.sort(key=attrgetter("action"))
        offers += buttons
    return Decision(
        seat=info.id,
        prompt=ask.prompt,
        rule=ask.rule,
        frame=frame.title,
        pieces=tuple(names.pieces[p] for p in ask.pieces),
        places=tuple(names.places[p] for p in ask.places),
        panel=ask.panel,
        offers=tuple(offers),
    )


def concerned(game: Game[Any], event: Event) -> int:
    """The pieces that an event tells of: whoever knows these is told all of it."""
    found: int = codec.named_in(event)
    if isinstance(event, Rolled):
        action = game.parse(event.answer)
        for kind, arg in zip(game.kinds(action.verb), action.args, strict=True):
            found |= 1 << arg if kind is Piece else 0
    if isinstance(event, Changed) and codec.names_pieces(game.state_type, event.name):
        return -1  # as text, in which they are not looked for
    return found


def told(g: Position[Any, Any], event: Event, unknown: int) -> Told:
    """An event as told to a seat that does not know the pieces of the set `unknown`."""
    game = g.game
    if unknown:
        unknown &= concerned(game, event)

    def piece_id(piece: int) -> str:
        return UNKNOWN if unknown >> piece & 1 else game.names.pieces[piece]

    def piece_name(piece: int) -> str:
        return f"an {game.unknown(piece)}" if unknown >> piece & 1 else game.roster[piece].name

    def place_name(place: int) -> str:
        return game.place_title(place) if place < game.board.size else ""

    text = tell(event, piece_name, place_name)
    if isinstance(event, Rolled):
        text = tell_roll(event.purpose, _drawn(game, event.answer, piece_name), event.verdict)
    names: Names = game.names
    if unknown:
        names = _anonymous(g, Pieces(unknown))
        event = _redacted(game, event, names)
    data = codec.codec_for(type(event))[0](names, event)
    pieces = [event.piece] if hasattr(event, "piece") else list(getattr(event, "pieces", ()))
    if isinstance(event, Reckoned | Rolled | BattleBegan):
        pieces.sort(key=lambda p: unknown >> p & 1)  # where an unknown piece stands in a list would tell something
    places = [getattr(event, name) for name in ("origin", "target") if hasattr(event, name)]
    places += list(getattr(event, "places", ()))
    return Told(
        kind=type(event).__name__,
        text=text[:1].upper() + text[1:],
        rule=event.rule,
        pieces=tuple([piece_id(p) for p in pieces]),
        places=tuple([game.names.places[p] for p in places]),
        forced=forced(event),
        data=data,
    )


def _drawn(game: Game[Any], answer: str, piece_name: Namer) -> list[str]:
    """What luck answered, in the words a reader knows: a number, or the full name of what was drawn."""
    action = game.parse(answer)
    words = []
    for kind, arg in zip(game.kinds(action.verb), action.args, strict=True):
        words.append(piece_name(arg) if kind is Piece else game.place_title(arg) if kind is Place else str(arg))
    return words or [answer]


def _redacted(game: Game[Any], event: Event, names: Names) -> Event:
    """An event that holds pieces as text, without those that are not known."""
    if isinstance(event, Rolled):
        action = game.parse(event.answer)
        return msgspec.structs.replace(event, answer=game.text(action.verb, action.args, names))
    if isinstance(event, Changed) and codec.names_pieces(game.state_type, event.name):
        return msgspec.structs.replace(event, value=UNKNOWN)
    return event


class _Plain(Names):
    """Names for writing only, where several pieces may share one."""

    def __init__(self, pieces: list[str], places: list[str]) -> None:
        self.pieces = pieces
        self.places = places


def judge(
    g: Position[Any, Any], seat: Seat, text: str, named: tuple[Names, list[Piece]] | None = None
) -> Action | Refusal:
    """The action a seat means, in the names it knows, or why it is not legal; a refusal tells no secret."""
    names, concealed = named or names_for(g, seat)
    try:
        action: Action = g.game.parse(text, names)
    except ActionError as problem:
        return Refusal(str(problem))
    refusal = g.why_not(action)
    if refusal is None:
        return action
    units = [g.game.roster[piece] for piece in concealed]
    if any(unit.id in refusal.text or unit.name in refusal.text for unit in units):
        return Refusal("this cannot be done with an unknown unit", refusal.rule)
    return refusal


def read_action(g: Position[Any, Any], seat: Seat, text: str) -> Action:
    """The legal action that a seat means; an error says why there is none."""
    judged = judge(g, seat, text)
    if isinstance(judged, Refusal):
        raise ActionError(f"'{short(text)}' is not possible: {judged}")
    return judged


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
