"""Event chits (2.4, annex): the draw, secrecy, what is played at the start of an impulse, discarding.

Whether a question is asked never depends on which chit somebody holds, only on what everybody can see.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from ...engine.bounds import Either, Low, Number
from ...engine.events import Began, Said, Shown
from ...engine.flow import Action, Ask, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place
from .americans import PushTrack
from .model import CAMPS, OOS, SOVIET, CampDecides, Draw, R, Work, army_name
from .zones import nationality, on_map

START_OF_SOVIET = (2, 5, 6, 7, 10)
START_OF_GERMAN = (3, 4, 11)
NAMES_ARMY = (2, 6, 7)
WINDOW = {
    1: "when Germans of yours are attacked",
    8: "before your Soviets roll in a fight",
    9: "before the other player's Soviet impulse",
    **dict.fromkeys(START_OF_SOVIET, "at the start of your Soviet impulse"),
    **dict.fromkeys(START_OF_GERMAN, "at the start of your German impulse"),
}
"""R11 The one moment of each chit."""
BRIDGES, COLLAPSE = 9, 8
PLANNED_RETREAT_LAST_TURN = 6


def held(g: R, camp: int) -> Piece | None:
    """2.4.2 The secret chit in a player's hand."""
    found = each(g.here.get(g.game.hand[camp], 0) & g.game.secret)
    return found[0] if found else None


def chit(g: R, number: int) -> Piece:
    """A chit by its number."""
    return g.game.roster.number[f"C{number}"]


def holds(g: R, camp: int, number: int) -> bool:
    """Whether a player has a certain chit."""
    return g.where[chit(g, number)] == g.game.hand[camp]


def back_to_cup(g: R, piece: Piece, *, played: bool) -> bool:
    """2.4.4, E.3b, E.4b Whether a chit returns to the cup, or leaves the game."""
    number = g.game.units[piece].chit
    if number in (5, BRIDGES):
        return not played
    if number == 3:
        return not g.state.halted
    if number == 4:
        return g.state.turn <= PLANNED_RETREAT_LAST_TURN
    return True


def spend(g: R, camp: int, number: int) -> None:
    """2.4.3, 2.4.4 A chit is shown and goes where played chits go."""
    show(g, camp, number)
    put_away(g, chit(g, number), played=True)


def show(g: R, camp: int, number: int) -> None:
    """2.4.3 Say who plays what; everybody sees the chit."""
    text = f"{CAMPS[camp].title()} plays chit {number}, {{p0}}."
    g.emit(Shown(text=text, pieces=(chit(g, number),), rule="2.4.3"))


def put_away(g: R, piece: Piece, *, played: bool, whose: str = "") -> None:
    """2.4.4 Back to the cup, or out of the game; `whose` says whose chit it was if the log has not."""
    if back_to_cup(g, piece, played=played):
        g.place(piece, g.game.cup, how=f"{whose}returns to the cup", rule="2.4.4")
    else:
        g.place(piece, g.game.removed, how=f"{whose}is removed", rule="2.4.4")


class PutAway(Work):
    """E.3b Chit 3 is put away after its advance: if that ends the American advance it is out of the game."""

    chit: Piece

    def run(self, g: R) -> None:
        """Put it away."""
        g.end()
        put_away(g, self.chit, played=True)


class DrawChits(Work):
    """2.4.2a A.4 Koniev, then Zhukov draws if he has no secret chit."""

    camp: Low = 1

    def run(self, g: R) -> None:
        """The next player."""
        if self.camp < 0:
            g.end()
            return
        camp, self.camp = self.camp, self.camp - 1
        if held(g, camp) is None and g.here.get(g.game.cup):
            g.call(DrawChit(camp))


class DrawChit(Draw):
    """2.4.2a A chit at random, known to its holder only."""

    cites: ClassVar[str] = "2.4.2a"

    camp: Either
    quiet: ClassVar[bool] = True

    def purpose(self, g: R) -> str:
        return f"Chit of the {CAMPS[self.camp].title()} player"

    def weights(self, g: R) -> list[tuple[Action, int]]:
        """Each chit of the cup."""
        return [(g.act("draw", piece), 1) for piece in each(g.here.get(g.game.cup, 0))]

    def on_draw(self, g: R, piece: Piece) -> None:
        """Into the hand."""
        g.end()
        g.place(piece, g.game.hand[self.camp], how=f"is drawn by {CAMPS[self.camp].title()}", rule="2.4.2b")


def playable_at_start(g: R, camp: int) -> list[Piece]:
    """2.4.3, R11 The chits a player may play before he designates units in the present impulse."""
    if g.state.event:
        return []
    side = nationality(g.state.impulse)
    window = START_OF_SOVIET if side == SOVIET else START_OF_GERMAN
    piece = held(g, camp)
    if piece is None or g.game.units[piece].chit not in window:
        return []
    number = g.game.units[piece].chit
    if number == 3 and g.state.halted:
        return []
    if number in NAMES_ARMY and not on_map(g, g.game.soviet_of[camp]):
        return []
    return [piece]


def not_now(g: R, camp: int, piece: Piece) -> Refusal:
    """2.4.3, R11 Why a chit cannot be played at the start of this impulse; nothing is said of chits out of sight."""
    if g.where[piece] != g.game.hand[camp]:
        unfit = not g.game.units[piece].chit
        return Refusal("only a chit in your hand can be played", "2.4.3", unfit)
    number = g.game.units[piece].chit
    if number == 3 and g.state.halted:
        return Refusal("the American advance has been stopped for good", "2.4.3")
    return Refusal(f"chit {number} is played {WINDOW[number]}", "2.4.3")


def play_at_start(g: R, camp: int, piece: Piece) -> None:
    """E.2-E.7, E.10, E.11 A chit takes effect at the start of an impulse."""
    number = g.game.units[piece].chit
    if number == 3:
        show(g, camp, number)
        g.call(PutAway(piece))
        g.call(PushTrack(camp))
        return
    spend(g, camp, number)
    if number == 4:
        planned = list(g.state.planned)
        planned[camp] = True
        g.set(planned=(planned[0], planned[1]))
    elif number == 5:
        g.set(weak_garrisons=True)
    else:
        g.set(event=number)
    if number in NAMES_ARMY:
        g.call(NameArmy(camp, number))


class NameArmy(CampDecides):
    """E.2, E.6, E.7 The player names one of his armies."""

    chit: Number

    def ask(self, g: R) -> Ask:
        rule = {2: "E.2", 6: "E.6a", 7: "E.7"}[self.chit]
        return Ask(prompt="Name the army: choose one of its counters.", rule=rule)

    def choices(self, g: R) -> Iterable[Action]:
        """Every counter of the player's armies on the map."""
        return g.acts("army", on_map(g, g.game.soviet_of[self.camp]))

    def refusal(self, g: R, action: Action) -> Refusal | None:
        piece = action.args[0]
        if g.game.soviet_of[self.camp] >> piece & 1 and g.where[piece] < g.game.board.size:
            return None
        return Refusal("name an army of your own that is on the map", {2: "E.2", 6: "E.6a", 7: "E.7"}[self.chit])

    def on_army(self, g: R, unit: Piece) -> None:
        """Remember it."""
        g.end()
        g.set(army=g.game.units[unit].army)
        g.emit(Said(text=f"The army is the {army_name(g, unit)}.", rule="2.4.3"))


def bridges_may_be_asked(g: R, opponent: int) -> bool:
    """E.9c Whether the opponent is asked: he holds some secret chit, and chit 9 is still in the game."""
    return held(g, opponent) is not None and g.where[chit(g, BRIDGES)] != g.game.removed


class Bridges(CampDecides):
    """E.9 The opponent may destroy the bridges before a Soviet impulse; he is asked whatever chit he holds."""

    def ask(self, g: R) -> Ask:
        enemy = f"{CAMPS[1 - self.camp].title()}'s Soviet impulse begins."
        if holds(g, self.camp, BRIDGES):
            return Ask(prompt=f"{enemy} Chit 9: choose a zone whose Soviets lose their supply, or go on.", rule="E.9c")
        return Ask(prompt=f"{enemy} Chit 9 could be played now, but you do not hold it.", rule="E.9c")

    def choices(self, g: R) -> list[Action]:
        """Every target zone if he holds the chit, and going on."""
        targets = g.acts_at("bomb", g.game.map.bombable) if holds(g, self.camp, BRIDGES) else []
        return [*targets, g.act("go-on")]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        if action.verb == "go-on":
            return None
        if not holds(g, self.camp, BRIDGES):
            return Refusal("you do not hold chit 9", "E.9c")
        if not g.game.map.bombable >> action.args[0] & 1:
            return Refusal("that zone is neither at the Oder or Neisse nor next to such a zone", "E.9a")
        return None

    def label(self, g: R, action: Action) -> str:
        return "Go on" if action.verb == "go-on" else ""

    def on_bomb(self, g: R, zone: Place) -> None:
        """E.9b The Soviets there are out of supply until the next supply phase."""
        g.end()
        spend(g, self.camp, BRIDGES)
        for piece in each(g.here.get(zone, 0) & g.game.soviets):
            g.set_flag(piece, OOS, text="is out of supply", rule="E.9b")

    def on_go_on(self, g: R) -> None:
        """Nothing."""
        g.end()


class Discards(Work):
    """5.5 Zhukov, then Koniev may discard his chit."""

    camp: Low = 0

    def run(self, g: R) -> None:
        """The next player who holds a chit."""
        if self.camp > 1:
            g.end()
            return
        camp, self.camp = self.camp, self.camp + 1
        if held(g, camp) is not None:
            g.call(Discard(camp))


class Discard(CampDecides):
    """5.5a Keep the chit or put it back; chit 1 cannot be discarded (5.5b)."""

    def ask(self, g: R) -> Ask:
        chit = held(g, self.camp)
        assert chit is not None
        unit = g.game.units[chit]
        prompt = f"Keep chit {unit.chit}, {unit.name}, for the next turn, or discard it?"
        return Ask(prompt=prompt, rule="5.5a")

    def choices(self, g: R) -> Iterable[Action]:
        """Both."""
        return [g.act("keep"), *g.acts("discard", each(g.here.get(g.game.hand[self.camp], 0) & g.game.secret))]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Chit 1 and what is not in the hand."""
        if action in self.choices(g):
            return None
        rule = "5.5b" if action.args[0] == g.game.heinrici else "5.5a"
        return Refusal("only your own secret chit can be discarded", rule)

    def label(self, g: R, action: Action) -> str:
        return "Keep it" if action.verb == "keep" else "Discard it"

    @marked(Mark.RIVAL)
    def on_keep(self, g: R) -> None:
        """Keep it."""
        g.end()

    @marked(Mark.RIVAL)
    def on_discard(self, g: R, chit: Piece) -> None:
        """Put it away unseen."""
        g.end()
        put_away(g, chit, played=False, whose=f"of the {CAMPS[self.camp].title()} player ")


def concealed(g: R, seat: Seat | None) -> Pieces:
    """2.4.2b The chits a seat cannot know: those in the cup and in the other hand."""
    unknown = g.here.get(g.game.cup, 0)
    for camp in (0, 1):
        if seat != camp:
            unknown |= g.here.get(g.game.hand[camp], 0)
    return Pieces(unknown & g.game.secret)


def begins(g: R) -> None:
    """2.4.1, 11.0a Chit 1 to Koniev, all others into the cup."""
    for piece in each(g.game.chits):
        g.place(piece, g.game.hand[1] if piece == g.game.heinrici else g.game.cup, rule="2.4.1")


def restricted_west(g: R, camp: int) -> bool:
    """7.2.2c, E.4a Whether a camp's Germans need Hitler's permission on this turn."""
    return g.state.turn <= 6 and not g.state.planned[camp]


class AnnounceChits(Work):
    """2.4 A.4 The heading of the step."""

    def run(self, g: R) -> None:
        """Go on to the draws."""
        g.emit(Began(title="Event chits", name="event-chits", rule="2.4"))
        g.become(DrawChits())
