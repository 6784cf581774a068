"""The Barrage Phase (3.1.1, 8.1): Indirect Fire at spotted hexes, and guns that limber up (8.32)."""

from __future__ import annotations

from typing import ClassVar

from ...engine.bounds import Few, Number
from ...engine.control import occupied
from ...engine.derived import derived
from ...engine.events import BattleBegan, BattleEnded, Calculated
from ...engine.flow import Action, Ask, Concern, Hint, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, band, each, one
from ...engine.places import Place, Places, gather, members
from ...engine.standard import ChoosePlace
from ...engine.terms import Calculation, Reading
from .fire import barrage_strength, calculate_barrage, light_modifiers, read, reading, targets_in
from .gathering import Gathering
from .model import (
    DISRUPTED,
    FIRED,
    FLIPPED,
    NIGHT_TURN,
    Decide,
    Dice,
    S,
    Work,
    is_night,
    kill,
    name_of,
    on_map,
    phasing,
)
from .results import Result, fire_result
from .sight import sight, spotted
from .suffer import suffer

# -- guns and targets --------------------------------------------------------------------------------


@derived
def ready_guns(g: S) -> Pieces:
    """8.11a, 8.31, 7.61 The phasing side's guns that may still barrage in this phase."""
    flags = g.flags
    guns = on_map(g, g.game.artillery & g.game.roster.of_side[phasing(g)])
    return Pieces(sum(1 << p for p in each(guns) if not flags[p] & (FIRED | FLIPPED | DISRUPTED)))


def may_limber(g: S) -> Pieces:
    """8.32 The phasing side's guns that may limber up: in Fire Mode, silent in this phase; disrupted ones too (R40)."""
    guns = on_map(g, g.game.artillery & g.game.roster.of_side[phasing(g)])
    return Pieces(sum(1 << p for p in each(guns) if not g.flags[p] & (FIRED | FLIPPED)))


@derived
def fields_of_fire(g: S) -> list[tuple[Piece, Places]]:
    """8.13 The ready guns, each with the hexes within its range."""
    within, roster = g.game.map.within, g.game.roster
    return [(gun, within(g.where[gun], roster[gun].range)) for gun in each(ready_guns(g))]


@derived
def covered(g: S) -> Places:
    """8.13 The hexes within range of some ready gun."""
    mask = 0
    for _, in_range in fields_of_fire(g):
        mask |= in_range
    return Places(mask)


@derived
def aims(g: S) -> Places:
    """8.19, R29 Hexes that can be barraged if they have not been: spotted, with a target, in range, to some effect."""
    side = phasing(g)
    if is_night(g) or not ready_guns(g):
        return Places(0)
    near = occupied(g, 1 - side) & spotted(g, side) & covered(g)
    return gather(
        place for place in members(near) if targets_in(g, place, side) and barrage_strength(g, bearing(g, place), place)
    )


def bearing(g: S, place: int) -> Pieces:
    """8.13 The ready guns that reach a hex."""
    return band(gun for gun, in_range in fields_of_fire(g) if in_range >> place & 1)


# -- the phase ---------------------------------------------------------------------------------------


class BarragePhase(Work):
    """3.1.1, 3.1.6 First the barrages, then guns that did not fire may limber up; passed over where no gun can."""

    stage: Few = 0

    def run(self, g: S) -> None:
        """Ask for barrages, then for guns that limber up."""
        stage = self.stage
        self.stage += 1
        if stage == 0 and aims(g):
            g.call(Barrage())
        elif stage == 1 and may_limber(g):
            g.call(Limber())
        elif stage > 1:
            g.end()


class Barrage(ChoosePlace):
    """8.0, 8.11a, 8.18a The phasing player fires his guns at spotted hexes, each hex once."""

    barraged: Places = Places(0)
    forced: ClassVar[bool] = True
    verb: ClassVar[str] = "aim"
    closing: ClassVar[str] = "done"
    labels: ClassVar[dict[str, str]] = {"aim": "Barrage {}", "done": "End the barrage"}

    def ask(self, g: S) -> Ask:
        prompt = "Choose a spotted hex for a barrage, or end the barrage."
        return Ask(prompt=prompt, rule="8.0", places=tuple(members(self.barraged)))

    def places(self, g: S) -> Places:
        """Hexes to barrage."""
        return Places(aims(g) & ~self.barraged)

    def why_not(self, g: S, place: Place) -> Refusal:
        """Why a hex cannot be barraged."""
        return refuse_aim(g, place, self.barraged)

    def hint(self, g: S, action: Action) -> Hint | None:
        """What all guns in range would do there."""
        if action.verb != "aim":
            return None
        place: Place = action.args[0]
        return Hint(panel=calculate_barrage(g, place, bearing(g, place)), text="with every gun in range", rule="8.14")

    def on_aim(self, g: S, target: Place) -> None:
        """Choose the guns."""
        g.call(AimGuns(target))

    @marked(Mark.CLOSES)
    def on_done(self, g: S) -> None:
        """The phase is over."""
        g.end()


def refuse_aim(g: S, place: Place, barraged: int) -> Refusal:
    """8.0, 8.13, 8.18a, 8.19, 10.13, R29 Why a hex cannot be barraged."""
    game, side = g.game, phasing(g)
    if place >= game.board.size:
        return Refusal("guns fire at hexes of the map", "8.14")
    if is_night(g):
        return Refusal("nobody fires at night", "10.25")
    if barraged >> place & 1:
        return Refusal("that hex has been barraged in this phase", "8.18a")
    if not targets_in(g, place, side):
        hidden = g.here.get(place, 0) & game.leaders & game.roster.of_side[1 - side]
        return Refusal("no enemy unit that a barrage can hurt is there", "10.13" if hidden else "8.15")
    if not spotted(g, side) >> place & 1:
        return _refuse_unseen(g, place)
    if not covered(g) >> place & 1:
        return Refusal("no gun that may fire has the range", "8.13")
    return Refusal("the guns in range are too weak to have any effect", "8.14")


def _refuse_unseen(g: S, place: Place) -> Refusal:
    """8.21-8.27 Why a hex is not spotted: what hides it from the nearest unit that could see so far."""
    game, side = g.game, phasing(g)
    near = sorted(
        (game.board.distance(g.where[p], place), p)
        for p in each(on_map(g, game.roster.of_side[side]))
        if not g.flags[p] & DISRUPTED
    )
    where = game.place_title(place)
    if not near:
        return Refusal(f"no undisrupted unit of yours could spot {where}", "7.63")
    lines = sight(game)
    for far, piece in near:
        if far > lines.range(g.where[piece], place, bool(game.leaders >> piece & 1)):
            continue
        hidden = lines.hidden_by(g.where[piece], place)
        if hidden is not None:
            thing = game.place_title(hidden.place)
            what = "the ground" if hidden.rule == "8.23" else game.board.terrain[hidden.place]
            return Refusal(f"{what} of {thing} hides {where} from {name_of(g, piece)}", hidden.rule)
    far, piece = near[0]
    rule = "8.24" if light_modifiers(g, "") == [] else "8.26"
    return Refusal(f"{where} is too far to be spotted: {far} hexes from {name_of(g, piece)}, the nearest", rule)


class Limber(Decide):
    """8.32 Guns that did not fire may turn to Move Mode; the way back is long (8.35)."""

    limbered: Pieces = Pieces(0)
    """Those that were turned just now and may be turned back."""

    def ask(self, g: S) -> Ask:
        prompt = f"Guns that did not fire may limber up (Move Mode {until_when(g)}), or go on."
        return Ask(prompt=prompt, rule="8.32", pieces=each(self.limbered))

    def choices(self, g: S) -> list[Action]:
        """Guns to limber up, and to go on."""
        found = g.acts("limber", each(may_limber(g)))
        return [*found, g.act("done"), *g.acts("unlimber", each(self.limbered))]

    def refusal(self, g: S, action: Action) -> Refusal | None:
        """Why a gun cannot limber up."""
        if action.verb == "done":
            return None
        piece: Piece = action.args[0]
        if action.verb == "unlimber":
            known = self.limbered >> piece & 1
            return None if known else Refusal("that gun was not limbered up just now", "8.32")
        return refuse_limber(g, piece)

    def label(self, g: S, action: Action) -> str:
        if action.verb == "done":
            return "Go on"
        name = name_of(g, action.args[0])
        return f"{name} limbers up" if action.verb == "limber" else f"{name} stays in Fire Mode"

    def on_limber(self, g: S, unit: Piece) -> None:
        """8.32 From Fire Mode to Move Mode."""
        self.limbered = Pieces(self.limbered | one(unit))
        g.set_flag(unit, FLIPPED, text="limbers up: Move Mode", rule="8.32")

    @marked(Mark.TAKES_BACK)
    def on_unlimber(self, g: S, unit: Piece) -> None:
        """Not after all."""
        self.limbered = Pieces(self.limbered & ~one(unit))
        g.clear_flag(unit, FLIPPED, text="stays in Fire Mode", rule="8.32")

    @marked(Mark.CLOSES)
    def on_done(self, g: S) -> None:
        """The phase is over."""
        g.end()


def until_when(g: S) -> str:
    """8.35 How long a gun that limbers up now stays in Move Mode."""
    if g.state.turn > NIGHT_TURN:
        return "for the rest of the game"
    return "until the rally of this turn" if is_night(g) else "until the night"


def refuse_limber(g: S, piece: Piece) -> Refusal | None:
    """8.32 Why a unit cannot turn to Move Mode now."""
    name = name_of(g, piece)
    if may_limber(g) >> piece & 1:
        return None
    if g.game.side_of[piece] != phasing(g) or g.where[piece] >= g.game.board.size:
        return Refusal(f"{name} is not one of your guns on the map", "8.32")
    if not g.game.artillery >> piece & 1:
        return Refusal(f"{name} is no artillery", "8.32")
    if g.flags[piece] & FLIPPED:
        return Refusal(f"{name} is in Move Mode already", "8.32")
    return Refusal(f"{name} has fired in this phase", "8.32")


class AimGuns(Gathering):
    """8.14 The guns that fire at one hex, all in one roll."""

    go: ClassVar[str] = "fire"
    rule: ClassVar[str] = "8.14"
    heading: ClassVar[str] = "Barrage"
    question: ClassVar[str] = "Which guns fire at {}?"
    words: ClassVar[dict[str, str]] = {
        "fire": "Fire",
        "all": "All guns in range",
        "cancel": "No barrage here",
        "joins": "fires",
    }

    def free(self, g: S) -> Pieces:
        """8.13 Guns that may still join."""
        return Pieces(bearing(g, self.target) & ~self.units)

    def calculated(self, g: S) -> Calculation:
        """8.14 What they would do together."""
        return calculate_barrage(g, self.target, self.units)

    def refuse_go(self, g: S) -> Refusal | None:
        """R29 Why the guns chosen cannot fire."""
        if self.units and not barrage_strength(g, self.units, self.target):
            return Refusal("the guns chosen are too weak to have any effect there", "8.14")
        return super().refuse_go(g)

    def refuse_joining(self, g: S, piece: Piece) -> Refusal:
        """8.11a, 8.13 Why a gun cannot fire there."""
        name = name_of(g, piece)
        if self.units >> piece & 1:
            return Refusal(f"{name} is among them already", "8.14")
        if not ready_guns(g) >> piece & 1:
            return Refusal(f"{name} is not a gun of yours that may still fire", "8.11a")
        return Refusal(f"{g.game.place_title(self.target)} is beyond the range of {name}", "8.13")

    @marked(Mark.CLOSES)
    def on_fire(self, g: S) -> None:
        """8.14, 8.18a The guns fire; the hex counts as barraged whatever comes of it."""
        phase = g.find(Barrage)
        phase.barraged = Places(phase.barraged | 1 << self.target)
        found = calculate_barrage(g, self.target, self.units)
        sides = (*each(self.units), *each(g.here[self.target]))
        g.emit(BattleBegan(pieces=sides, places=(self.target,), rule="8.14"))
        g.emit(Calculated(calculation=found, pieces=tuple(each(self.units)), places=(self.target,), rule="8.14"))
        for gun in each(self.units):
            g.set_flag(gun, FIRED)
        g.become(BarrageDie(self.target, barrage_strength(g, self.units, self.target)))


class BarrageDie(Dice):
    """8.14, 8.15 One die; armor plays no part."""

    cites: ClassVar[str] = "8.14"

    target: Place
    total: Number

    def purpose(self, g: S) -> str:
        table = g.game.fire_table
        return f"Barrage on {g.game.place_title(self.target)}, column {table.label(table.column(self.total, 1))}"

    def concerns(self, g: S) -> Concern:
        """8.15 Whom it strikes, and the hex."""
        return tuple(each(targets_in(g, self.target, phasing(g)))), (self.target,)

    def result(self, g: S, face: int) -> Result:
        """8.14 What the table gives."""
        return fire_result(read(g, self.total, self.row(g, face)))

    def row(self, g: S, face: int) -> int:
        """8.14 The modified die."""
        return face + sum(value for value, _, _ in light_modifiers(g, "8.14"))

    def readings(self, g: S, action: Action) -> tuple[Reading, ...]:
        """8.14 The cell."""
        return (reading(g, self.total, self.row(g, action.args[0])),)

    def verdict(self, g: S, action: Action) -> str:
        """8.15 The result in words."""
        return self.result(g, action.args[0]).text

    def on_roll(self, g: S, face: int) -> None:
        """8.15, 8.16 The result strikes each non-armored unit."""
        result, side = self.result(g, face), phasing(g)
        g.end()
        struck = targets_in(g, self.target, side)
        if result.eliminates:
            for piece in each(struck):
                kill(g, piece, "8.15")
            g.emit(BattleEnded())
        elif result.nothing:
            g.emit(BattleEnded())
        else:
            # 8.18b What falls back from a barrage is not helpless in a later one.
            g.call(suffer(1 - side, struck, result, checks=True, may_hold=True, helpless=False))
