"""What goes over the wire about tables. The client's types are generated from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ..bots.analysis.told import Analysis, Judged
from ..engine.view import CupSeen, Decision, Hidden, SignSeen

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")]
Secret = Annotated[str, Meta(min_length=1, max_length=128)]
ActionText = Annotated[str, Meta(min_length=1, max_length=200)]
Seq = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Pace = Literal["fast", "watchable"]
Name = Annotated[str, Meta(max_length=200, description="at most 24 characters on one line")]
Player = Annotated[str, Meta(min_length=1, max_length=64, description="human, open or bot:<name>")]


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of all bodies that clients send: a field we do not know is an error."""


# -- opening a table -----------------------------------------------------------------------------


class TossBody(Request, frozen=True):
    """What somebody adds to the seed: first the hash of his part, and when all are fixed the part itself."""

    token: Secret
    commitment: Annotated[str, Meta(max_length=64, pattern=r"^([0-9a-f]{64})?$")] = ""
    """SHA-256 of `grognard part <party> <part>`."""
    part: Annotated[str, Meta(max_length=64, pattern=r"^([0-9a-f]{64})?$")] = ""


class PlayOn(Request, frozen=True):
    """Begin where another table stood after `at` actions."""

    table: Id
    token: Secret
    at: Seq


class NewTable(Request, frozen=True):
    """A table to be opened: a scenario from its start, another table's past, or an uploaded record."""

    game: Annotated[str, Meta(max_length=64)] = ""
    """May be empty with `play_on` and `record`."""
    scenario: Annotated[str, Meta(max_length=64)] = ""
    """Empty: the game's first."""
    options: Annotated[list[Id], Meta(max_length=32)] = []
    seats: Annotated[dict[Id, Player], Meta(max_length=16)] = {}
    """Who sits where: `human` (this browser, also for seats not named), `open` (by link) or `bot:<name>`."""
    pace: Pace = "fast"
    absence: Annotated[float, Meta(ge=0, le=8760)] = 0
    """Hours without a sign of a guest after which the opener may replace him; a guest who joins agrees. 0: never."""
    toss: bool = False
    """Whether all who play add to the seed of the dice, which wait until they have."""
    name: Name = ""
    """How the opener wants to be called."""
    lesson: bool = False
    """The game's guided first turn: scenario, dice and seats are the lesson's."""
    hints: bool = False
    """Whether those who play by links may ask for hints; whoever joins agrees. Who plays alone may always ask."""
    puzzle: Annotated[str, Meta(max_length=64)] = ""
    """The id of a puzzle of the game: the table begins where it does, with its seat for this browser."""
    play_on: PlayOn | None = None
    record: Annotated[str, Meta(max_length=400_000)] = ""
    """The text of a record to play on from."""
    at: Seq | None = None
    """How many actions of `record` to take over; all without it."""


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A new table and its secret links. This is the only place where they are given: keep them."""

    table: str
    token: str
    """The opener's: holds every seat that is `human`, may change seats and pace."""
    invites: dict[str, str]
    """A token for each `open` seat. It is good for one exchange: `join`."""
    spectator: str


class Join(Request, frozen=True):
    """An invitation, and the secret by which the guest will be known from now on: he makes it up himself."""

    token: Secret
    secret: Annotated[str, Meta(min_length=32, max_length=128, pattern=r"^[A-Za-z0-9_-]+$")]
    name: Name = ""
    """How the guest wants to be called."""


class NameBody(Request, frozen=True):
    """How somebody who plays wants to be called from now on."""

    token: Secret
    name: Name


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """The token to use from now on: the guest's own secret, or the token itself if it was no invitation."""

    token: str
    seat: str
    absence: float


class Invite(Request, frozen=True):
    """The opener wants a new invitation to a free seat; those before it are void."""

    token: Secret
    seat: Id


class Invited(msgspec.Struct, frozen=True, kw_only=True):
    """A new invitation."""

    token: str


# -- the state of a table ------------------------------------------------------------------------


class Hello(Request, frozen=True):
    """What a client says first on a live connection: its token, and the last number it saw."""

    token: Annotated[str, Meta(max_length=128)]
    since: Annotated[int, Meta(ge=-1, le=2**31 - 1)] = -1
    lines: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """How many of the last lines of the log it wants at first; 0: all. The others can be asked for by `log`."""


class Said(Request, frozen=True):
    """What a client says later on its live connection: an action of a seat, or to take one back or forth.

    The next `TableState` names its `client_id` among the `acks`; a refusal comes as `NotDone`.
    """

    what: Literal["act", "undo", "redo"]
    seq: Seq
    client_id: Id
    seat: Annotated[str, Meta(max_length=64)] = ""
    action: Annotated[str, Meta(max_length=200)] = ""


class NotDone(msgspec.Struct, frozen=True, kw_only=True):
    """Why something said on a live connection was not done; `status` and the rest as for a request."""

    refused: str
    """The `client_id`."""
    status: int
    detail: str
    rule: str = ""
    seq: int | None = None


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who sits there: `human` (the opener), `open`, `guest` (invited) or `bot:<name>`."""

    id: str
    title: str
    commands: str
    colours: str
    player: str
    name: str
    """How the person there wants to be called; empty for a bot and for a player who gave no name."""
    here: bool
    """Whether a browser that holds the seat is connected."""
    yours: bool
    """Whether this token holds it."""


class PieceState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a counter is and how it stands. A concealed counter goes by a handle that begins with `?`."""

    id: str
    place: str
    steps: int = 1
    flags: list[str] = []


class OutcomeState(msgspec.Struct, frozen=True, kw_only=True):
    """How the game ended."""

    winner: str
    """The seat's id; empty for a draw."""
    text: str
    rule: str
    degree: str


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """The board as one seat sees it."""

    seat: str
    """The seat's id; empty for a spectator."""
    headline: str
    accounts: tuple[str, ...]
    """The points of each seat in a few words."""
    state: dict[str, Any]
    """The game's own values: turn, points."""
    pieces: list[PieceState]
    hidden: list[Hidden]
    signs: list[SignSeen]
    out_of_play: list[str]
    """What has changed on the map itself."""
    cup: CupSeen | None
    """The cup that chits are drawn from, where there is one."""
    decision: Decision | None
    outcome: OutcomeState | None


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event of the log. Those without text are for drawing only."""

    at: int
    """How many actions have been played after the one it belongs to: what `replay` takes to show it."""
    kind: str
    text: str = ""
    rule: str = ""
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    forced: bool = False
    """Whether it happened to a piece, rather than being ordered."""
    who: str = ""
    """The seat whose answer it belongs to, or `chance`; empty for what comes by itself with a new turn or phase."""
    cause: str = ""
    """For what luck brought: the seat whose answer it followed; empty where nobody had answered yet."""
    data: dict[str, Any] = {}


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something about the table rather than the game: a bot that failed, or that the table is closed."""

    id: int
    kind: Literal["bot", "closed"]
    seat: str
    text: str


class PartState(msgspec.Struct, frozen=True, kw_only=True):
    """A party (`opener`, or the seat of a guest), the hash of its part, and the part when it has been revealed."""

    party: str
    commitment: str
    part: str


class TossState(msgspec.Struct, frozen=True, kw_only=True):
    """How far those who play have come with adding to the seed."""

    parts: list[PartState]
    closed: bool
    """Whether all parts are fixed by their hashes."""
    settled: bool
    """Whether all have been revealed: luck can answer."""
    party: str
    """Which party this token is."""
    asks: Literal["", "commitment", "part"]
    """What it has to send now."""


class ParleyState(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a draw is offered, and what this token can do about the end of the game."""

    seat: str = ""
    """The seat for which it would resign or offer a draw: the one that is asked, if it holds that; empty: none."""
    may_offer: bool = False
    """Whether it may offer a draw now: once in a player's turn."""
    offer: str = ""
    """The seat that offers a draw; empty where nobody does."""
    answers: str = ""
    """The seat of this token that is to answer the offer; empty: none."""


class AdviceAllowed(msgspec.Struct, frozen=True, kw_only=True):
    """What this token may ask about the game as it stands."""

    hint: bool = False
    """Whether it may ask what to answer now."""
    back: bool = False
    """Whether it may ask what was good and bad so far, and why something was done."""
    agreed: bool = False
    """Whether those who play by links agreed to hints when the table was opened."""


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one token sees it: sent on connecting and after every change.

    Keep the first `log_from` lines of the log you have and put `log` behind them: an undo shortens the log.
    """

    table: str
    game: str
    scenario: str
    options: list[str]
    seq: int
    """The number of the last row; send it along with an action."""
    actions: int
    """How many actions (luck's included) lie behind the present position: the end of the replay bar."""
    seats: list[SeatState]
    views: list[SeatView]
    """One for each seat the token holds; a spectator's where it holds none."""
    log_from: int
    log_left_out: int
    """So many lines lie between those you keep and `log`: ask for them by `log`."""
    log: list[Line]
    seat_logs: dict[str, list[Line]]
    """Instead of `log` where the token holds several seats of a game with secrets: each seat's own lines."""
    asked: str
    """The seat that is asked; empty when the game is over."""
    can_undo: bool
    can_redo: bool
    owner: bool
    """Whether the token may change seats and pace."""
    pace: Pace
    thinking: bool
    """Whether a bot is thinking now."""
    notices: list[Notice]
    commitment: str
    """The hash of the seed that answers luck."""
    seed: str
    """The seed; empty until the game is over."""
    over: bool
    toss: TossState | None
    """Who adds to the seed; none where it is the server's alone."""
    parley: ParleyState
    """Resigning, and a draw that is offered."""
    advice: AdviceAllowed
    """Hints and looking back."""
    absence: float
    """Hours without a sign of a guest after which the opener may replace him; 0: never."""


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the lobby's list."""

    table: str
    game: str
    scenario: str
    headline: str
    outcome: str
    touched: float
    """Seconds since 1970."""
    players: dict[str, str]
    """Who sat where when it was opened."""
    names: dict[str, str]
    """The seats of people who gave their names."""
    role: str
    """`owner`, `guest`, `invite` or `spectator`."""
    token_index: int
    """Which of the tokens sent opens it."""
    asked: str
    """The seat that is asked; empty when the game is over or when it is not known."""
    your_turn: bool


# -- asking and acting ---------------------------------------------------------------------------


class OverlaysBody(Request, frozen=True):
    """Who asks, and the place from which he looks."""

    token: Secret
    place: Annotated[str, Meta(max_length=64)] = ""


class TokenBody(Request, frozen=True):
    """Who asks."""

    token: Secret


class StateBody(Request, frozen=True):
    """Who asks, and the number that he knows the table has: with several workers, the answer is at least as new."""

    token: Secret
    seq: Seq = 0
    lines: Annotated[int, Meta(ge=1, le=1000)] = 250
    """How many of the last lines of the log he wants; the others can be asked for by `log`."""


class LogBody(Request, frozen=True):
    """Who asks, and for which lines."""

    token: Secret
    first: Seq
    count: Annotated[int, Meta(ge=1, le=1000)]


class LogPage(msgspec.Struct, frozen=True, kw_only=True):
    """Lines of the log as in a state: for all seats of the token, or for each of them."""

    log: list[Line]
    seat_logs: dict[str, list[Line]]


class TokensBody(Request, frozen=True):
    """The tokens a browser keeps."""

    tokens: Annotated[list[Secret], Meta(max_length=200)]


class Act(Request, frozen=True):
    """An action of a seat; `client_id` is made up by the client and makes a retry harmless."""

    token: Secret
    seat: Id
    action: ActionText
    seq: Seq
    client_id: Id


class Back(Request, frozen=True):
    """Undo or redo."""

    token: Secret
    seq: Seq
    client_id: Id


class ParleyBody(Request, frozen=True):
    """A seat gives up, offers a draw, withdraws its offer, or answers one; `client_id` as for an action."""

    token: Secret
    seat: Id
    what: Literal["resign", "offer", "withdraw", "decline", "accept"]
    client_id: Id


class Ack(msgspec.Struct, frozen=True, kw_only=True):
    """Committed. `seq` is the table's number right after this change; `repeated`: it was known already."""

    seq: int
    repeated: bool = False


class Why(Request, frozen=True):
    """Why something cannot be done: an action as text, or what was clicked."""

    token: Secret
    seat: Id
    action: Annotated[str, Meta(max_length=200)] = ""
    piece: Annotated[str, Meta(max_length=64)] = ""
    place: Annotated[str, Meta(max_length=64)] = ""


class WhyNot(msgspec.Struct, frozen=True, kw_only=True):
    """The rule and a sentence; both empty when it is legal."""

    legal: bool
    text: str = ""
    rule: str = ""


class SeatChange(Request, frozen=True):
    """The opener gives a seat to a bot (`bot:<name>`), to himself (`human`) or to a guest (`open`)."""

    token: Secret
    seat: Id
    player: Player


class PaceChange(Request, frozen=True):
    """How fast bots play."""

    token: Secret
    pace: Pace


class OverlaySet(msgspec.Struct, frozen=True, kw_only=True):
    """A named set of places."""

    id: str
    places: list[str]


class Overlay(msgspec.Struct, frozen=True, kw_only=True):
    """Something to shade on the map: zones of control, control, supply."""

    title: str
    sets: list[OverlaySet]
    from_place: bool = False
    """Whether it shows what is seen from the place that was asked about."""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Where a turn (level 1), a player turn (2) or a phase (3) began: `at` for `replay`."""

    at: int
    title: str
    level: int


class ReplayBody(Request, frozen=True):
    """The position after `to` actions; `seat` as whose view (one of the token's; the first without it)."""

    token: Secret
    to: Seq
    seat: Annotated[str, Meta(max_length=64)] = ""


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """A past position as a seat saw it."""

    at: int
    actions: int
    view: SeatView
    log_to: int
    """How many lines of the log had been written by then."""


# -- advice --------------------------------------------------------------------------------------

AnalysisStatus = Literal["none", "running", "stopped", "done", "failed"]


class HintBody(Request, frozen=True):
    """A seat wants to know what to answer to the question that it saw at `seq`."""

    token: Secret
    seat: Id
    seq: Seq


class WhyStep(Request, frozen=True):
    """Why the action was played after which so many had been played."""

    token: Secret
    at: Annotated[int, Meta(ge=1, le=2**31 - 1)]


class AnalysisBody(Request, frozen=True):
    """How far the analysis is; `known` decisions need not be told again (−1: nothing is known yet)."""

    token: Secret
    known: Annotated[int, Meta(ge=-1, le=1_000_000)] = -1
    what: Literal["look", "begin", "stop"] = "look"


class AnalysisState(msgspec.Struct, frozen=True, kw_only=True):
    """How far an analysis is, and what was found."""

    status: AnalysisStatus
    done: int
    """Decisions that have been judged,"""
    of: int
    """of so many; 0 while that is not known."""
    trouble: str = ""
    """Why it failed, in a sentence."""
    analysis: Analysis | None = None
    """All that was found: where nothing was known, and when it is done."""
    fresh: list[Judged] = []
    """Otherwise the verdicts behind those that are known."""


class PuzzleBody(Request, frozen=True):
    """A table that began with a puzzle of its game."""

    token: Secret
    puzzle: Id


class ProblemBody(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request was refused: one sentence; the rule behind it; the present `seq` for a stale one."""

    detail: str
    rule: str = ""
    seq: int | None = None
