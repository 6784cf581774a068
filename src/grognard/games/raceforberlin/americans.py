"""The American advance (2.2) on three tracks, and chit 3."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from ...engine.events import Began, Said
from ...engine.flow import Action, Ask, Concern, Refusal, Seat
from ...engine.pieces import Piece, Pieces, one
from ...engine.places import Place, Places
from ...engine.position import Outcome
from ...engine.telling import at_least
from .model import CampDecides, Decide, Dice, OwnerPicks, R, RaceGame, Work
from .zones import hot, occupation, put

SURVIVES_FROM = 5


def track_for(game: RaceGame, turn: int, face: int) -> int:
    """2.2.1 The track a die names on a turn, 0 for none."""
    column = "turns_1_3" if turn <= 3 else "turns_4_8" if turn <= 8 else "turns_9_10"
    return int(game.tables["american_advance"][column][str(face)])


def after_step(game: RaceGame, steps: tuple[int, ...], zone: int) -> tuple[int, ...]:
    """2.2.2 How far the Americans are on each track once they have taken a zone; two tracks may share it."""
    return tuple(n + (game.map.tracks[i][n] == zone) for i, n in enumerate(steps))


class AmericanAdvance(Work):
    """2.2 A.2 A die unless the advance is halted for good."""

    def run(self, g: R) -> None:
        """Roll once."""
        if g.state.halted:
            g.end()
            return
        g.emit(Began(title="American advance", name="american-advance", rule="2.2"))
        g.become(AmericanDie())


class AmericanDie(Dice):
    """2.2.1 Which track advances."""

    cites: ClassVar[str] = "2.2.1a"

    def purpose(self, g: R) -> str:
        return "American advance"

    def verdict(self, g: R, action: Action) -> str:
        """Where they advance, if they do."""
        track = track_for(g.game, g.state.turn, action.args[0])
        return f"on track {track}" if track else "they stay where they are"

    def on_roll(self, g: R, face: int) -> None:
        """Advance on the track."""
        g.end()
        track = track_for(g.game, g.state.turn, face)
        if track:
            advance(g, track - 1)


def advance(g: R, track: int) -> None:
    """2.2.2-2.2.9 The Americans take the next zone of a track, or meet the Soviets and stop."""
    state, game = g.state, g.game
    zone = game.map.tracks[track][state.tracks[track]]
    if occupation(g).soviet >> zone & 1:
        halt(g, "2.2.4")
        return
    steps = after_step(game, state.tracks, zone)
    held = tuple(Places(h & ~(1 << zone)) for h in state.held)
    g.set(tracks=steps, us=Places(state.us | 1 << zone), held=held)
    g.emit(Said(text="The Americans take {h0}.", places=(zone,), rule="2.2.2b"))
    if game.map.berlin >> zone & 1:
        text = "The Americans are in Berlin: both marshals lose."
        g.finish(Outcome(winner=None, text=text, rule="2.2.9", degree="both lose"))
        return
    caught = g.here.get(zone, 0) & game.germans
    if caught:
        g.call(Caught(zone, Pieces(caught)))


def halt(g: R, rule: str) -> None:
    """2.2.4, 2.2.8b The advance stops for good on all tracks."""
    if not g.state.halted:
        g.set(halted=True, text="The Americans meet the Red Army: their advance is over.", rule=rule)


def escapes(g: R, piece: int) -> Places:
    """2.2.6b, R8 Where a German unit can get away from the Americans."""
    terrain, here = g.game.map, occupation(g)
    zone = g.where[piece]
    higher = terrain.at_least[terrain.index[zone] + 1]
    bad = here.soviet | g.state.us | here.full[1] | terrain.east | hot(g)
    return Places(terrain.next[zone] & higher & ~bad)


class Caught(Work):
    """2.2.6a Every German unit in a zone taken by the Americans rolls, Zhukov's first."""

    zone: Place
    units: Pieces

    def run(self, g: R) -> None:
        """The next camp or unit."""
        left = self.units
        if not left:
            g.end()
            return
        for camp in (0, 1):
            mine = left & g.game.of_camp[camp]
            if mine:
                g.call(CaughtNext(Pieces(mine)))
                return

    def settled(self, piece: Piece) -> None:
        """The unit has been dealt with."""
        self.units = Pieces(self.units & ~one(piece))


class CaughtNext(OwnerPicks):
    """2.2.6, R8 The owner says which of his units is next."""

    what: ClassVar[str] = "Which unit tries to escape next?"
    rule: ClassVar[str] = "2.2.6a"

    def why_not(self, g: R, piece: int) -> Refusal:
        """Only his units there."""
        return Refusal("only your units in that zone can be chosen", "2.2.6a")

    def on_pick(self, g: R, unit: Piece) -> None:
        """Roll for it."""
        g.end()
        g.find(Caught).settled(unit)
        g.call(CaughtDie(unit))


class CaughtDie(Dice):
    """2.2.6a On 4 or less the unit is withdrawn."""

    cites: ClassVar[str] = "2.2.6a"

    piece: Piece

    def purpose(self, g: R) -> str:
        return f"Escape of {g.game.units[self.piece].name}"

    def concerns(self, g: R) -> Concern:
        """2.2.6a The unit that is caught."""
        return (self.piece,), (g.where[self.piece],)

    def verdict(self, g: R, action: Action) -> str:
        """Whether it gets away."""
        if not escapes(g, self.piece):
            return "it has nowhere to go"
        return at_least(action.args[0], SURVIVES_FROM, "it gets away", "it is withdrawn")

    def on_roll(self, g: R, face: int) -> None:
        """Escape or withdraw."""
        g.end()
        if face >= SURVIVES_FROM and escapes(g, self.piece):
            g.call(Escape(self.piece))
        else:
            g.remove(self.piece, g.game.gone, how="is withdrawn from the game", cause="exit", rule="2.2.6a")


class Escape(Decide):
    """2.2.6b The owner chooses a neighbouring zone of higher index."""

    piece: Piece
    forced: ClassVar[bool] = True

    def seat(self, g: R) -> Seat:
        """The owner."""
        return Seat(g.game.camp[self.piece])

    def ask(self, g: R) -> Ask:
        return Ask(prompt=f"Where does {g.game.units[self.piece].name} escape?", rule="2.2.6b", pieces=(self.piece,))

    def choices(self, g: R) -> Iterable[Action]:
        """Every zone open to it."""
        return g.acts_at("go", escapes(g, self.piece))

    def refusal(self, g: R, action: Action) -> Refusal | None:
        if escapes(g, self.piece) >> action.args[0] & 1:
            return None
        return Refusal("it may only go to a free neighbouring zone of higher index", "2.2.6b")

    def on_go(self, g: R, zone: Place) -> None:
        """Move it."""
        g.end()
        put(g, self.piece, zone, how="escapes", cause="forced", rule="2.2.6b")


class PushTrack(CampDecides):
    """E.3a The player of chit 3 chooses the track."""

    def ask(self, g: R) -> Ask:
        return Ask(prompt="On which track do the Americans advance?", rule="E.3a")

    def choices(self, g: R) -> Iterable[Action]:
        """The next zone of each track."""
        return g.acts("push", sorted({track[n] for track, n in self._tracks(g)}))

    def _tracks(self, g: R) -> list[tuple[tuple[Place, ...], int]]:
        return [(track, n) for track, n in zip(g.game.map.tracks, g.state.tracks, strict=True) if n < len(track)]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        if action in self.choices(g):
            return None
        return Refusal("that is not the next zone of an American track", "2.2.2b")

    def on_push(self, g: R, zone: Place) -> None:
        """Advance."""
        g.end()
        for track, n in enumerate(g.state.tracks):
            if n < len(g.game.map.tracks[track]) and g.game.map.tracks[track][n] == zone:
                advance(g, track)
                return
