"""The Antitank Fire Phases (6.0): the player not in turn fires first, then the phasing player.

Fire is declared for one hex at a time: which units fire at which of the armored units in it. The shots are then
resolved one after another.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ...engine.bounds import Either, Number
from ...engine.control import occupied
from ...engine.derived import derived
from ...engine.events import BattleBegan, BattleEnded, Calculated, Said
from ...engine.flow import Action, Ask, Concern, Hint, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, band, each, one
from ...engine.places import Place, Places, gather, members
from ...engine.position import is_on
from ...engine.standard import ChoosePlace
from ...engine.telling import listed
from ...engine.terms import Calculation, Reading
from .advance import begin_advance
from .fire import calculate_shot, fire_value, read, reading, shot_modifiers
from .model import (
    DISRUPTED,
    FIRED,
    FLIPPED,
    HELPLESS,
    SIDE_WORDS,
    TARGETED,
    Counter,
    Decide,
    Dice,
    S,
    Work,
    in_contact,
    is_night,
    kill,
    name_of,
    on_map,
    phasing,
    values,
)
from .reach import could_enter
from .results import Result, fire_result
from .suffer import suffer


class Shot(msgspec.Struct, frozen=True):
    """6.14 One target and all who fire at it."""

    target: Piece
    firers: Pieces = Pieces(0)


# -- who may fire at whom ----------------------------------------------------------------------------


@derived
def able_to_fire(g: S, side: int) -> Pieces:
    """6.11, 6.13a, 6.17, 8.31 The units of a side next to an enemy that may still fire in this phase."""
    if is_night(g):
        return Pieces(0)
    return band(piece for piece in each(in_contact(g, side)) if refuse_firer(g, piece, side) is None)


def refuse_firer(g: S, piece: int, side: int) -> Refusal | None:
    """6.11, 6.17, 7.61, 8.31 Why a unit may not fire at anything in this phase."""
    unit: Counter = g.game.roster[piece]
    flags = g.flags[piece]
    if g.game.side_of[piece] != side or g.where[piece] >= g.game.board.size:
        return Refusal(f"{unit.name} is not a unit of yours on the map", "6.0")
    if flags & DISRUPTED:
        return Refusal(f"{unit.name} is disrupted", "6.17")
    if unit.is_artillery and flags & FLIPPED and not unit.flak:
        return Refusal(f"{unit.name} is in Move Mode", "8.31b")
    if not values(g, piece).antitank:
        return Refusal(f"{unit.name} has no antitank value", "6.17")
    if flags & FIRED:
        return Refusal(f"{unit.name} has fired in this phase", "6.11")
    return None


def firers_at(g: S, place: int, side: int) -> Pieces:
    """6.13a, 6.18 The units that may fire into a hex."""
    found, near = 0, g.game.board.adjacent[place]
    for piece in each(able_to_fire(g, side)):
        if near >> g.where[piece] & 1 and could_enter(g, piece, place):
            found |= 1 << piece
    return Pieces(found)


def firing_line(g: S, place: int, side: int, others: int) -> Pieces:
    """6.15, R17 Those who may fire at one target of a hex together if so many others have to be fired on too."""
    strongest = sorted(each(firers_at(g, place, side)), key=lambda piece: -fire_value(g, piece, place))
    return band(strongest[: max(1, len(strongest) - others)])


def targets_at(g: S, place: int, side: int) -> Pieces:
    """6.12, 6.14 The enemy armored units in a hex that have not been fired on in this phase."""
    armored = g.here.get(Place(place), 0) & g.game.roster.of_side[1 - side] & g.game.armored
    return Pieces(sum(1 << p for p in each(armored) if not g.flags[p] & TARGETED))


@derived
def aims(g: S, side: int) -> Places:
    """6.0 The hexes that a side can fire at now."""
    able = able_to_fire(g, side)
    if not able:
        return Places(0)
    reach = 0
    for piece in each(able):
        reach |= g.game.board.adjacent[g.where[piece]]
    near = members(occupied(g, 1 - side) & reach)
    return gather(p for p in near if targets_at(g, p, side) and firers_at(g, p, side))


# -- the phase ---------------------------------------------------------------------------------------


class FiringDecides(Decide):
    """A decision of the side whose fire phase it is (R5)."""

    def seat(self, g: S) -> Seat:
        """The firing side, also out of its own Player-Turn."""
        return Seat(g.find(AntitankFire).side)


class AntitankFire(ChoosePlace):
    """6.0, 6.17, R59 One side fires at adjacent enemy armor, hex by hex; passed over where it cannot."""

    side: Either
    forced: ClassVar[bool] = True
    verb: ClassVar[str] = "aim"
    closing: ClassVar[str] = "done"
    labels: ClassVar[dict[str, str]] = {"aim": "Fire at {}", "done": "End antitank fire"}

    def seat(self, g: S) -> Seat:
        """R5 The owner of this fire phase."""
        return Seat(self.side)

    def ask(self, g: S) -> Ask:
        whose = "" if self.side == phasing(g) else f" in the {SIDE_WORDS[phasing(g)]} turn"
        return Ask(prompt=f"Antitank fire{whose}: choose a hex with enemy armor, or end the phase.", rule="6.0")

    def places(self, g: S) -> Places:
        """Hexes to fire at."""
        return aims(g, self.side)

    def why_not(self, g: S, place: Place) -> Refusal:
        """Why a hex cannot be fired at."""
        return refuse_target_hex(g, place, self.side)

    def hint(self, g: S, action: Action) -> Hint | None:
        """6.15 What all who can would do to the first target, less those whom the others in the hex need."""
        if action.verb != "aim":
            return None
        place: Place = action.args[0]
        target, *others = each(targets_at(g, place, self.side))
        needed = [piece for piece in others if not g.flags[piece] & HELPLESS]
        firers = firing_line(g, place, self.side, len(needed))
        if firers == firers_at(g, place, self.side):
            return Hint(panel=calculate_shot(g, target, firers), text="with all who can", rule="6.2.1")
        names = listed(name_of(g, piece) for piece in needed)
        text = f"with those who are left over: {names} must be fired on too"
        return Hint(panel=calculate_shot(g, target, firers), text=text, rule="6.15")

    def on_aim(self, g: S, target: Place) -> None:
        """6.2.1 Declare the fire at one hex."""
        targets = each(targets_at(g, target, self.side))
        g.call(AssignFire(target, targets[0]))

    @marked(Mark.CLOSES)
    def on_done(self, g: S) -> None:
        """The phase is over."""
        g.end()


def refuse_target_hex(g: S, place: Place, side: int) -> Refusal:
    """6.12-6.18 Why a side cannot fire at a hex."""
    game = g.game
    if place >= game.board.size:
        return Refusal("units fire at hexes of the map", "6.0")
    enemies = g.here.get(place, 0) & game.roster.of_side[1 - side]
    if not enemies & game.armored:
        return Refusal("no enemy armor is there" if enemies else "no enemy is there", "6.12")
    if not targets_at(g, place, side):
        return Refusal("the armor there has been fired on in this phase", "6.14")
    near = [p for p in each(on_map(g, game.roster.of_side[side])) if game.board.adjacent[g.where[p]] >> place & 1]
    if not near:
        return Refusal("none of your units is next to that hex", "6.13a")
    for piece in near:
        refusal = refuse_firer(g, piece, side)
        if refusal is not None:
            return refusal
    return Refusal(f"{name_of(g, near[0])} could not enter that hex, so it cannot fire into it", "6.18")


class AssignFire(FiringDecides):
    """6.14-6.16, R17 Who fires at which armored unit of one hex."""

    place: Place
    target: Piece
    """The unit that the next firers are assigned to."""
    shots: tuple[Shot, ...] = ()

    @property
    def assigned(self) -> Pieces:
        """All who have a target."""
        mask = 0
        for shot in self.shots:
            mask |= shot.firers
        return Pieces(mask)

    def firers(self, target: int) -> Pieces:
        """Those assigned to a target."""
        return next((shot.firers for shot in self.shots if shot.target == target), Pieces(0))

    def ask(self, g: S) -> Ask:
        """The question, with the chances of the shot in hand."""
        name = name_of(g, self.target)
        firers = self.firers(self.target)
        return Ask(
            prompt=f"Who fires at {name}?{self._others(g)}",
            rule="6.14",
            pieces=(self.target, *each(firers)),
            places=(self.place,),
            panel=calculate_shot(g, self.target, firers) if firers else Calculation(title=f"Fire at {name}"),
        )

    def _others(self, g: S) -> str:
        others = [name_of(g, shot.target) for shot in self.shots if shot.target != self.target and shot.firers]
        return f" Also under fire: {listed(others)}." if others else ""

    def choices(self, g: S) -> list[Action]:
        """Other targets, firers to add or leave out, fire, or not."""
        found = g.acts("add", each(self.joining(g)))
        found += g.acts("target", each(self._onward(g)))
        if self.refuse_fire(g) is None:
            found.append(g.act("fire"))
        found += g.acts("retarget", each(self._others_at(g) & ~self._onward(g)))
        return [*found, *g.acts("drop", each(self.assigned)), g.act("cancel")]

    def _others_at(self, g: S) -> Pieces:
        """The other targets of the hex."""
        return Pieces(targets_at(g, self.place, self.side(g)) & ~one(self.target))

    def _onward(self, g: S) -> Pieces:
        """The targets to go on to: later ones as long as nobody fires, then those that nobody fires at.

        All others are a way back, so that nobody who only goes on can go in circles.
        """
        if not self.assigned:
            return Pieces(self._others_at(g) & -(1 << self.target))
        if not self.firers(self.target):
            return Pieces(0)
        return Pieces(self._others_at(g) & ~band(shot.target for shot in self.shots if shot.firers))

    def side(self, g: S) -> int:
        """The firing side."""
        return g.find(AntitankFire).side

    def free(self, g: S) -> Pieces:
        """6.16 Units that may still be assigned."""
        return Pieces(firers_at(g, self.place, self.side(g)) & ~self.assigned)

    def joining(self, g: S) -> Pieces:
        """6.15 Those who may fire at the present target and leave enough for the others."""
        free = self.free(g)
        if not self.firers(self.target):
            return free
        spare = free.bit_count() - len(self.bare(g))
        return free if spare > 0 else Pieces(0)

    def bare(self, g: S) -> list[Piece]:
        """6.15, R17, R60 Armored units of the hex at which nobody has fired in this phase or is to fire now."""
        under_fire = band(shot.target for shot in self.shots if shot.firers)
        others = targets_at(g, self.place, self.side(g)) & ~under_fire
        return [piece for piece in each(others) if not g.flags[piece] & HELPLESS]

    def refuse_fire(self, g: S) -> Refusal | None:
        """6.15, R17 Why the fire cannot be opened as it is assigned."""
        if not self.assigned:
            return Refusal("nobody has been assigned", "6.2.1")
        if all(shot.firers.bit_count() < 2 for shot in self.shots):
            return None
        for piece in self.bare(g):
            return Refusal(f"two units fire at one target only if {name_of(g, piece)} is fired on too", "6.15")
        return None

    def refusal(self, g: S, action: Action) -> Refusal | None:
        """Why a unit cannot fire or be fired on."""
        verb = action.verb
        if verb == "cancel":
            return None
        if verb == "fire":
            return self.refuse_fire(g)
        piece: Piece = action.args[0]
        if verb == "drop":
            return None if self.assigned >> piece & 1 else Refusal("that unit is not assigned", "6.14")
        return self._refuse_add(g, piece) if verb == "add" else self._refuse_target(g, verb, piece)

    def _refuse_target(self, g: S, verb: str, piece: Piece) -> Refusal | None:
        name = name_of(g, piece)
        if piece == self.target:
            return Refusal(f"{name} is the present target", "6.14")
        if self._others_at(g) >> piece & 1:
            usual = "target" if self._onward(g) >> piece & 1 else "retarget"
            return None if verb == usual else Refusal(f"{name} is aimed at by `{usual}` now", "6.14")
        if g.where[piece] != self.place or g.game.side_of[piece] == self.side(g):
            return Refusal(f"{name} is no enemy in that hex", "6.13a")
        return Refusal(f"{name} has been fired on in this phase or is no armor", "6.12")

    def _refuse_add(self, g: S, piece: Piece) -> Refusal | None:
        name = name_of(g, piece)
        if self.joining(g) >> piece & 1:
            return None
        if self.free(g) >> piece & 1:
            return Refusal(f"then nobody would be left to fire at {name_of(g, self.bare(g)[0])}", "6.15")
        if self.assigned >> piece & 1:
            return Refusal(f"{name} has its target: a value is not split", "6.16")
        refusal = refuse_firer(g, piece, self.side(g))
        if refusal is not None:
            return refusal
        if not g.game.board.adjacent[g.where[piece]] >> self.place & 1:
            return Refusal(f"{name} is not next to the target", "6.13a")
        return Refusal(f"{name} could not enter that hex, so it cannot fire into it", "6.18")

    def label(self, g: S, action: Action) -> str:
        plain = {"fire": "Open fire", "cancel": "Do not fire at this hex"}
        if action.verb in plain:
            return plain[action.verb]
        name = name_of(g, action.args[0])
        words = {
            "add": f"{name} fires",
            "drop": f"Leave {name} out",
            "target": f"Aim at {name} too" if self.assigned else f"Aim at {name} instead",
            "retarget": f"Aim at {name} again",
        }
        return words[action.verb]

    def hint(self, g: S, action: Action) -> Hint | None:
        """What the shot would be with one more firer."""
        if action.verb != "add":
            return None
        more = Pieces(self.firers(self.target) | one(action.args[0]))
        return Hint(panel=calculate_shot(g, self.target, more), rule="6.2.1")

    def on_add(self, g: S, unit: Piece) -> None:
        """6.14 A unit fires at the present target."""
        shot = Shot(self.target, Pieces(self.firers(self.target) | one(unit)))
        self.shots = (*(s for s in self.shots if s.target != self.target), shot)

    def on_target(self, g: S, unit: Piece) -> None:
        """6.15 Go on with another target of the hex."""
        self.target = unit

    @marked(Mark.TAKES_BACK)
    def on_retarget(self, g: S, unit: Piece) -> None:
        """Back to a target that was passed over or has its fire."""
        self.target = unit

    @marked(Mark.TAKES_BACK)
    def on_drop(self, g: S, unit: Piece) -> None:
        """A unit does not fire after all."""
        self.shots = tuple(Shot(s.target, Pieces(s.firers & ~one(unit))) for s in self.shots)

    @marked(Mark.TAKES_BACK)
    def on_cancel(self, g: S) -> None:
        """No fire at this hex."""
        g.end()

    @marked(Mark.CLOSES)
    def on_fire(self, g: S) -> None:
        """6.2.1, 7.56, R60 Open fire: helpless units in the hex are lost first, whatever the target."""
        shots = tuple(shot for shot in self.shots if shot.firers)
        side = self.side(g)
        g.become(Volley(self.place, shots))
        for piece in each(g.here[self.place] & g.game.roster.of_side[1 - side]):
            if g.flags[piece] & HELPLESS:
                kill(g, piece, "7.56", "was helpless and is eliminated")
                spend(g, next((s.firers for s in shots if s.target == piece), Pieces(0)))


def spend(g: S, firers: int) -> None:
    """6.11 These units have fired."""
    for piece in each(firers):
        g.set_flag(piece, FIRED)


# -- resolving ---------------------------------------------------------------------------------------


class Volley(Work):
    """R17 The shots at one hex, resolved one after another; a shot whose target is gone is void."""

    place: Place
    shots: tuple[Shot, ...]

    def run(self, g: S) -> None:
        """Drop void shots, and ask for the next."""
        gone = [shot for shot in self.shots if g.where[shot.target] != self.place]
        for shot in gone:
            if any(not g.flags[p] & FIRED for p in each(shot.firers)):
                g.emit(
                    Said(
                        text="The shot at {p0} is void; its firers are free again.", pieces=(shot.target,), rule="6.15"
                    )
                )
        self.shots = tuple(shot for shot in self.shots if shot not in gone)
        if self.shots:
            g.call(NextShot())
        else:
            g.end()


class NextShot(FiringDecides):
    """R17 The firing side chooses the order of the shots."""

    forced: ClassVar[bool] = True

    def ask(self, g: S) -> Ask:
        return Ask(prompt="Which shot is resolved next?", rule="6.2.3", places=(g.find(Volley).place,))

    def choices(self, g: S) -> list[Action]:
        """The targets left."""
        return g.acts("resolve", [shot.target for shot in g.find(Volley).shots])

    def refusal(self, g: S, action: Action) -> Refusal | None:
        """Why there is no such shot."""
        if any(shot.target == action.args[0] for shot in g.find(Volley).shots):
            return None
        return Refusal("no shot at that unit is waiting", "6.2.1")

    def hint(self, g: S, action: Action) -> Hint:
        """The chances of that shot."""
        shot = next(s for s in g.find(Volley).shots if s.target == action.args[0])
        return Hint(panel=calculate_shot(g, shot.target, shot.firers), rule="6.2.1")

    def on_resolve(self, g: S, target: Piece) -> None:
        """6.2.2 The shot is fired."""
        volley = g.find(Volley)
        shot = next(s for s in volley.shots if s.target == target)
        volley.shots = tuple(s for s in volley.shots if s is not shot)
        found, place = calculate_shot(g, shot.target, shot.firers), g.where[shot.target]
        pieces = (*each(shot.firers), shot.target)
        g.emit(BattleBegan(pieces=pieces, places=(place,), rule="6.2.1"))
        g.emit(Calculated(calculation=found, pieces=pieces, places=(place,), rule="6.2.1"))
        spend(g, shot.firers)
        g.set_flag(target, TARGETED)
        g.become(Fired(volley.place, shot))
        total = sum(fire_value(g, piece, volley.place) for piece in each(shot.firers))
        g.call(ShotDie(target, total))


class Fired(Work):
    """7.71 What is left to do after a shot: the firers may advance into a hex that is empty now."""

    place: Place
    shot: Shot

    def run(self, g: S) -> None:
        """Offer the advance."""
        g.emit(BattleEnded())
        g.end()
        begin_advance(g, g.find(AntitankFire).side, self.shot.firers, self.place, "7.71")


class ShotDie(Dice):
    """6.2.2, 6.4 One die with its modifiers."""

    cites: ClassVar[str] = "6.2.2"

    target: Piece
    total: Number

    def purpose(self, g: S) -> str:
        table = g.game.fire_table
        return f"Fire at {name_of(g, self.target)}, column {table.label(table.column(self.total, 1))}"

    def concerns(self, g: S) -> Concern:
        """6.2.1 The target, and its hex."""
        return (self.target,), (g.where[self.target],)

    def result(self, g: S, face: int) -> Result:
        """6.2.3 What the table gives."""
        return fire_result(read(g, self.total, self.row(g, face)))

    def row(self, g: S, face: int) -> int:
        """6.2.2 The modified die."""
        return face + sum(value for value, _, _ in shot_modifiers(g, self.target))

    def readings(self, g: S, action: Action) -> tuple[Reading, ...]:
        """6.2.3 The cell."""
        return (reading(g, self.total, self.row(g, action.args[0])),)

    def verdict(self, g: S, action: Action) -> str:
        """6.5 The result in words."""
        return self.result(g, action.args[0]).text

    def on_roll(self, g: S, face: int) -> None:
        """6.5 The result strikes the target alone."""
        result, side = self.result(g, face), g.find(AntitankFire).side
        g.end()
        if result.eliminates:
            kill(g, self.target, "6.54")
        elif not result.nothing:
            may_hold = not is_on(g, "no_hold_antitank")
            struck = one(self.target)
            g.call(suffer(1 - side, struck, result, checks=True, may_hold=may_hold, helpless=True))
