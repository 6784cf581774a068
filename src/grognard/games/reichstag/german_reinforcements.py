"""German reinforcements: picks from the pool (7.3, 7.4), snipers (16.5), emergency airfields (16.3), depots (16.7)."""

from __future__ import annotations

from typing import ClassVar

from ...engine.asking import Left
from ...engine.bounds import Few
from ...engine.control import occupied
from ...engine.derived import derived
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, marked
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place, Places
from ...engine.standard import UnitInHand
from ...engine.telling import at_most, counted, fitting
from .bridges import take_control
from .hidden import MayReveal, face_down, reveal
from .model import (
    FACE_DOWN,
    FRONT_NAMES,
    GERMAN,
    KNOWN,
    Decide,
    Dice,
    Draw,
    R,
    Work,
    front,
    germans_in,
    name_of,
    phasing_seat,
)
from .relief import arriving, group_hexes, refuse_group_hex
from .stacking import no_room_for, refuse_stacking
from .zones import enemies, enemy_zone

# -- where units may be placed -------------------------------------------------------------------


@derived
def sniper_hexes(g: R, sector: int) -> Places:
    """16.5b, R43, R81 The hexes of a sector within four of a German unit there that is not a sniper."""
    hexes = 0
    for piece in each(germans_in(g, sector) & ~g.game.snipers):
        hexes |= 1 << g.where[piece]
    for _ in range(g.game.entry("radii", "sniper_placement")):
        hexes |= g.game.board.steps.spread(hexes)
    return Places(hexes & g.game.map.land[sector])


def airfield_hexes(g: R) -> Places:
    """16.3a Where an emergency airfield may stand."""
    return Places(g.game.map.roads | g.game.map.airfields)


def pick_hexes(g: R, piece: int, sector: int) -> Places:
    """7.3b, 7.3c, 16.3a, 16.5b Where a static unit drawn from the pool may be placed."""
    free = ~enemies(g, GERMAN) & ~no_room_for(g, piece)
    if g.game.snipers >> piece & 1:
        return Places(sniper_hexes(g, sector) & free)
    own = occupied(g, GERMAN) & g.game.map.sector[sector]
    near = (own | g.game.board.steps.spread(own)) & g.game.map.land[sector]
    hexes = near & free & ~enemy_zone(g, GERMAN)
    if g.game.emergency_airfields >> piece & 1:
        hexes &= airfield_hexes(g)
    return Places(hexes)


def refuse_pick_hex(g: R, piece: Piece, sector: int, place: int) -> Refusal | None:
    """7.3, 16.3, 16.5 Why a static unit cannot be placed in a hex, if it cannot."""
    if pick_hexes(g, piece, sector) >> place & 1:
        return None
    if place >= g.game.board.size or not g.game.map.land[sector] >> place & 1:
        return Refusal(f"your Germans are placed on land in the {FRONT_NAMES[sector]} sector", "7.3b")
    if enemies(g, GERMAN) >> place & 1:
        return Refusal("a Soviet unit is there", "7.3c")
    if no_room_for(g, piece) >> place & 1:
        return refuse_stacking(g, piece, place)
    if g.game.snipers >> piece & 1:
        return Refusal("a sniper must be within four hexes of another German unit of yours", "16.5b")
    if enemy_zone(g, GERMAN) >> place & 1:
        return Refusal("the hex is in a Soviet zone of control", "7.3c")
    if g.game.emergency_airfields >> piece & 1 and not airfield_hexes(g) >> place & 1:
        return Refusal("an emergency airfield needs a road or an airfield", "16.3a")
    return Refusal("the hex must hold a German unit of the sector or be next to one", "7.3b")


def may_pick(g: R, sector: int) -> bool:
    """7.4, R80 Whether there is a pick at all: an objective of the sector is not Soviet, and the pool not empty."""
    objectives = g.game.map.objectives & g.game.map.sector[sector]
    return bool(objectives & ~g.state.held[sector]) and g.game.pool in g.here


def put_down(g: R, piece: Piece, place: Place, *, how: str, rule: str, hidden: bool) -> None:
    """7.3, R45 A German unit is placed during play: an objective hex it stands in is German again."""
    g.place(piece, place, how=how, cause="arrival", rule=rule)
    if hidden:
        g.set_flag(piece, FACE_DOWN)
    take_control(g, piece, place)


def hold_sniper(g: R, seat: int, piece: Piece) -> None:
    """16.5a A sniper waits off the map; everybody sees that it does."""
    g.clear_flag(piece, FACE_DOWN)
    g.place(piece, g.game.held[seat], how="is held", rule="16.5a")


# -- the phase -----------------------------------------------------------------------------------


class GermanReinforcement(Work):
    """4.3 II.A and IV.A First the die for a static unit, then what the player has at hand, in any order."""

    step: Few = 0

    def run(self, g: R) -> None:
        """Roll, then ask if there is anything to ask."""
        self.step += 1
        if self.step == 1:
            if may_pick(g, front(g)):
                g.call(PickRoll())
        elif self.step == 2 and anything(g):
            g.call(GermanArrivals())
        else:
            put_back(g)
            g.end()


def drawn(g: R) -> Pieces:
    """7.3 The static unit that has been drawn and not placed yet."""
    return Pieces(g.here.get(g.game.hand[phasing_seat(g)], 0))


def put_back(g: R) -> None:
    """R29 A unit drawn that has found no hex by the end of the phase goes back into the pool; a sniper is held."""
    for piece in each(drawn(g)):
        if g.game.snipers >> piece & 1:
            hold_sniper(g, phasing_seat(g), piece)
        else:
            g.place(piece, g.game.pool, how="finds no hex and goes back", cause="forced", rule="7.3b")
            g.clear_flag(piece, FACE_DOWN)


class PickRoll(Dice):
    """7.3a A static unit from the pool on 1 or 2."""

    cites: ClassVar[str] = "7.3a"

    def purpose(self, g: R) -> str:
        return f"A static unit from the pool for the {FRONT_NAMES[front(g)]} sector"

    def verdict(self, g: R, action: Action) -> str:
        """7.3a Whether one comes."""
        most = max(g.game.entry("rolls", "german_static_reinforcement_success"))
        return at_most(action.args[0], most, "one is drawn", "none comes")

    def on_roll(self, g: R, face: int) -> None:
        """Draw it, or nothing."""
        if face in g.game.entry("rolls", "german_static_reinforcement_success"):
            g.become(DrawPick())
        else:
            g.end()


class DrawPick(Draw):
    """7.3a, 7.3d One counter of the pool, seen only by the player who places it."""

    cites: ClassVar[str] = "7.3a"
    quiet: ClassVar[bool] = True

    def purpose(self, g: R) -> str:
        """What is drawn."""
        return "A static unit is drawn from the pool"

    def weights(self, g: R) -> list[tuple[Action, int]]:
        """Every counter alike."""
        return [(action, 1) for action in g.acts("draw", each(g.here[g.game.pool]))]

    def on_draw(self, g: R, unit: Piece) -> None:
        """The player sees it and may place it at once, if there is a hex for it."""
        g.place(unit, g.game.hand[phasing_seat(g)], how="is drawn", rule="7.3a")
        g.set_flag(unit, FACE_DOWN)
        if pick_hexes(g, unit, front(g)):
            g.become(PlacePick(unit))
        else:
            g.end()


class PlacePick(Decide):
    """7.3b-7.3d The unit drawn is placed face down; a sniper may be held, and either may wait for the others."""

    unit: Piece

    def ask(self, g: R) -> Ask:
        name = name_of(g, self.unit)
        holds = ", or do you hold it" if g.game.snipers >> self.unit & 1 else ""
        prompt = f"You have drawn {name}: where is it placed, face down{holds}?"
        return Ask(prompt=prompt, rule="7.3b", pieces=(self.unit,))

    def choices(self, g: R) -> list[Action]:
        """Every hex open to it; a sniper can also wait."""
        hold = [g.act("hold", self.unit)] if g.game.snipers >> self.unit & 1 else []
        return [*g.acts_at("put", pick_hexes(g, self.unit, front(g))), *hold, g.act("later")]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why it cannot be placed there or held."""
        if action.verb == "later":
            return None
        if action.verb == "put":
            return refuse_pick_hex(g, self.unit, front(g), action.args[0])
        if action.args[0] == self.unit and g.game.snipers >> self.unit & 1:
            return None
        return Refusal("only a sniper that has just been drawn can be held", "16.5a")

    def label(self, g: R, action: Action) -> str:
        return "Place it later in this phase" if action.verb == "later" else ""

    def on_put(self, g: R, target: Place) -> None:
        """It stands."""
        put_down(g, self.unit, target, how="is placed", rule="7.3b", hidden=True)
        g.end()

    @marked(Mark.TAKES_BACK)
    def on_later(self, g: R) -> None:
        """Others are placed first: it may go next to them."""
        g.end()

    def on_hold(self, g: R, unit: Piece) -> None:
        """16.5a It waits for a later phase."""
        hold_sniper(g, phasing_seat(g), unit)
        g.end()


# -- what the player has at hand -----------------------------------------------------------------


def held_snipers(g: R) -> Pieces:
    """16.5a The held snipers of the phasing player that have a hex to go to."""
    held = Pieces(g.here.get(g.game.held[phasing_seat(g)], 0))
    return held if any(pick_hexes(g, p, front(g)) for p in each(held)[:1]) else Pieces(0)


def usable(g: R) -> Pieces:
    """16.3b, 16.7, R41 The airfields and depots of the sector that can bring somebody back."""
    helpers = germans_in(g, front(g)) & (g.game.depots | g.game.emergency_airfields)
    return Pieces(sum(1 << p for p in each(helpers) if returnable(g, p)))


def returnable(g: R, helper: int) -> Pieces:
    """16.3b, 16.7, R41, R44 Whom an airfield or depot can bring back: the Front's dead pile decides."""
    game = g.game
    dead = g.here.get(game.dead[front(g)], 0) & game.roster.of_side[GERMAN]
    dead &= game.mobile if game.depots >> helper & 1 else game.static_infantry
    # All of them have the same choice of hexes, so one stands for all.
    return Pieces(dead if dead and return_hexes(g, helper, each(dead)[0]) else 0)


def return_hexes(g: R, helper: int, piece: int) -> Places:
    """16.3b, 16.7, R41 The helper's hex and those next to it in the sector; only a depot ignores Soviet zones."""
    around = g.game.board.within(g.where[helper], 1) & g.game.map.land[front(g)]
    hexes = around & ~enemies(g, GERMAN) & ~no_room_for(g, piece)
    return Places(hexes if g.game.depots >> helper & 1 else hexes & ~enemy_zone(g, GERMAN))


def anything(g: R) -> bool:
    """Whether the player may have anything to place, to use or to turn up, as far as his opponent can see.

    Whether he is asked must not tell which of his face-down units are depots, airfields or command posts: these count
    for the movement die if they are turned up before it (16.2, 16.8).
    """
    return bool(drawn(g) or held_snipers(g) or arriving(g) or face_down(g) & germans_in(g, front(g)) or usable(g))


def hidden_posts(g: R) -> Pieces:
    """16.2, 16.8 The player's command posts that would count for the movement die if they were turned up."""
    return Pieces(face_down(g) & germans_in(g, front(g)) & g.game.command_posts)


HELPERS = {"depot or airfield": "depots or airfields"}
"""Plurals that are not made with an s at the end."""


class GermanArrivals(MayReveal):
    """7.3, 7.5, 16.3, 16.5, 16.7, 22.4 A unit drawn, snipers, airfields, depots and a relief group, in any order."""

    def ask(self, g: R) -> Ask:
        posts = hidden_posts(g)
        every = fitting(posts.bit_count(), "", "each ")
        counts = (
            (self.waiting(g), "unit", "drawn to be placed"),
            (arriving(g), "unit", "of the relief group to be placed"),
            (held_snipers(g), "sniper", "held"),
            (usable(g), "depot or airfield", "can bring units back"),
            (posts, "command post", f"can be turned up, {every}for a point more on the movement die"),
        )
        listed = "; ".join(
            f"{counted(units.bit_count(), noun, HELPERS.get(noun, ''))} {what}" for units, noun, what in counts if units
        )
        return Ask(prompt=f"German reinforcements: {listed or 'nothing is left to do'}.", rule="7.5")

    def choices(self, g: R) -> list[Action]:
        """Units to place, helpers to use, units to turn up, and the end once all who must be placed stand."""
        coming = arriving(g) | self.waiting(g)
        return [
            *g.acts("pick", each(coming | held_snipers(g))),
            *g.acts("use", each(usable(g))),
            *self.reveals(g),
            *([] if coming else [g.act("done")]),
        ]

    def waiting(self, g: R) -> Pieces:
        """7.3 The unit drawn, as long as there is a hex for it."""
        return Pieces(sum(1 << p for p in each(drawn(g)) if pick_hexes(g, p, front(g))))

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why something cannot be done now."""
        if action.verb == "done":
            if self.waiting(g):
                return Refusal("the unit drawn must be placed", "7.3b")
            left = counted(arriving(g).bit_count(), "unit")
            return Refusal(f"{left} of the relief group must be placed", "22.4") if arriving(g) else None
        piece: Piece = action.args[0]
        if action.verb == "reveal":
            return self.refuse_reveal(g, piece)
        return self._refuse_pick(g, piece) if action.verb == "pick" else self._refuse_use(g, piece)

    def _refuse_pick(self, g: R, piece: Piece) -> Refusal | None:
        if (arriving(g) | held_snipers(g) | self.waiting(g)) >> piece & 1:
            return None
        if drawn(g) >> piece & 1:
            return Refusal(f"no hex is open to {name_of(g, piece)}", "7.3b")
        if g.where[piece] == g.game.held[phasing_seat(g)]:
            return Refusal("no hex is open to a sniper", "16.5b")
        if g.where[piece] == g.game.relief[phasing_seat(g)]:
            return Refusal(f"{name_of(g, piece)} cannot arrive now", "22.4")
        return Refusal(f"{name_of(g, piece)} is not waiting to be placed", "7.5")

    def _refuse_use(self, g: R, piece: Piece) -> Refusal | None:
        if usable(g) >> piece & 1:
            return None
        helpers = g.game.depots | g.game.emergency_airfields
        if not (germans_in(g, front(g)) & helpers) >> piece & 1:
            return Refusal("that is not a depot or an emergency airfield of yours in this sector", "7.5")
        rule = "16.7" if g.game.depots >> piece & 1 else "16.3b"
        return Refusal(f"{name_of(g, piece)} has nobody to bring back, or no hex to put him", rule)

    def label(self, g: R, action: Action) -> str:
        if action.verb == "done":
            return "End reinforcement"
        if action.verb == "reveal":
            return ""
        return f"{'Place' if action.verb == 'pick' else 'Use'} {name_of(g, action.args[0])}"

    def hint(self, g: R, action: Action) -> Hint | None:
        """What an airfield or a depot does."""
        if action.verb != "use":
            return None
        if g.game.depots >> action.args[0] & 1:
            return Hint(text="brings back one mobile unit, then leaves the game", rule="16.7")
        return Hint(text="brings back one or two static infantry units, then leaves the game", rule="16.3b")

    def on_pick(self, g: R, unit: Piece) -> None:
        """Choose a hex for the unit drawn, a sniper or a unit of the relief group."""
        if drawn(g) >> unit & 1:
            g.call(PlacePick(unit))
        else:
            g.call(PlaceSniper(unit) if g.game.snipers >> unit & 1 else PlaceRelief(unit))

    def on_use(self, g: R, unit: Piece) -> None:
        """Choose whom it brings back."""
        g.call(BringBack(unit))

    @marked(Mark.CLOSES)
    def on_done(self, g: R) -> None:
        """The phase ends."""
        g.end()


class PlaceSniper(UnitInHand):
    """16.5b A held sniper appears, if need be behind the lines.

    It lies face down like any static unit (16.8), but everybody has seen that it was a sniper that was held.
    """

    unit: Piece
    verb: ClassVar[str] = "put"

    def ask(self, g: R) -> Ask:
        return Ask(prompt=f"Where does {name_of(g, self.unit)} appear?", rule="16.5b", pieces=(self.unit,))

    def places(self, g: R) -> Places:
        """Hexes within four of another unit."""
        return pick_hexes(g, self.unit, front(g))

    def refuse(self, g: R, place: Place) -> Refusal | None:
        """Why it cannot appear there."""
        return refuse_pick_hex(g, self.unit, front(g), place)

    def on_put(self, g: R, target: Place) -> None:
        """It stands."""
        g.set_flag(self.unit, KNOWN)
        put_down(g, self.unit, target, how="appears", rule="16.5b", hidden=True)
        g.end()


class PlaceRelief(UnitInHand):
    """22.4, R87 A unit of the relief group arrives at the map edge."""

    unit: Piece
    verb: ClassVar[str] = "put"

    def ask(self, g: R) -> Ask:
        left = arriving(g).bit_count()
        prompt = f"Where does {name_of(g, self.unit)} arrive? {left} of the group are left."
        return Ask(prompt=prompt, rule="22.4", pieces=(self.unit,), left=Left(left, "units"))

    def places(self, g: R) -> Places:
        """Edge hexes with room."""
        return group_hexes(g, self.unit)

    def refuse(self, g: R, place: Place) -> Refusal | None:
        """Why it cannot arrive there."""
        return refuse_group_hex(g, self.unit, place)

    def on_put(self, g: R, target: Place) -> None:
        """It stands, and may move and fight at once."""
        put_down(g, self.unit, target, how="arrives", rule="22.4", hidden=False)
        g.end()


class BringBack(Decide):
    """16.3b, 16.7, R41 An airfield brings back one or two static infantry units, a depot one mobile unit."""

    helper: Piece
    brought: Few = 0

    def most(self, g: R) -> int:
        """How many it can bring back."""
        return 1 if g.game.depots >> self.helper & 1 else 2

    def ask(self, g: R) -> Ask:
        left = self.most(g) - self.brought
        prompt = f"{name_of(g, self.helper)} brings back {counted(left, 'unit')} and is then spent. Which one?"
        return Ask(prompt=prompt, rule=self.rule(g), pieces=(self.helper,), left=Left(left, "units"))

    def rule(self, g: R) -> str:
        """The rule behind it."""
        return "16.7" if g.game.depots >> self.helper & 1 else "16.3b"

    def choices(self, g: R) -> list[Action]:
        """Whom to bring back; after the first the player may stop, before it go back."""
        return [*g.acts("pick", each(returnable(g, self.helper))), g.act("done" if self.brought else "back")]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why somebody cannot be brought back, or it cannot end."""
        if action.verb == "back":
            return Refusal("one unit has been brought back", self.rule(g)) if self.brought else None
        if action.verb == "done":
            return None if self.brought else Refusal("nobody has been brought back yet", self.rule(g))
        piece: Piece = action.args[0]
        if returnable(g, self.helper) >> piece & 1:
            return None
        kind = "mobile unit" if g.game.depots >> self.helper & 1 else "static infantry unit"
        name = FRONT_NAMES[front(g)]
        return Refusal(f"{name_of(g, piece)} is not a {kind} in the dead pile of the {name}", self.rule(g))

    def label(self, g: R, action: Action) -> str:
        if action.verb == "pick":
            return f"Bring back {name_of(g, action.args[0])}"
        return "Enough" if action.verb == "done" else "Do not use it"

    def on_pick(self, g: R, unit: Piece) -> None:
        """Choose its hex."""
        g.call(ReturnTo(unit, self.helper))

    @marked(Mark.TAKES_BACK)
    def on_back(self, g: R) -> None:
        """It is not used after all."""
        g.end()

    def on_done(self, g: R) -> None:
        """One is enough."""
        self.spend(g)

    def count(self, g: R) -> None:
        """One more has come back; the helper is spent when it can bring nobody else."""
        self.brought += 1
        if self.brought == self.most(g) or not returnable(g, self.helper):
            self.spend(g)

    def spend(self, g: R) -> None:
        """The helper leaves the game for good, without a pile."""
        g.remove(self.helper, g.game.limbo, how="is spent", cause="exit", rule=self.rule(g))
        g.end()


class ReturnTo(UnitInHand):
    """16.3b, 16.7, R41 A unit brought back is placed face up in the helper's hex or next to it."""

    unit: Piece
    helper: Piece
    verb: ClassVar[str] = "put"

    def ask(self, g: R) -> Ask:
        prompt = f"Where does {name_of(g, self.unit)} come back, in or next to {name_of(g, self.helper)}?"
        return Ask(prompt=prompt, rule="7.5", pieces=(self.unit, self.helper))

    def places(self, g: R) -> Places:
        """The helper's hex and those around it that are open."""
        return return_hexes(g, self.helper, self.unit)

    def why_not(self, g: R, place: Place) -> Refusal:
        """Why it cannot come back there."""
        rule = "16.7" if g.game.depots >> self.helper & 1 else "16.3b"
        around = g.game.board.within(g.where[self.helper], 1) & g.game.map.land[front(g)]
        if not around >> place & 1:
            return Refusal(f"the hex must be that of {name_of(g, self.helper)} or next to it in the sector", rule)
        if enemies(g, GERMAN) >> place & 1:
            return Refusal("a Soviet unit is there", rule)
        return refuse_stacking(g, self.unit, place) or Refusal("the hex is in a Soviet zone of control", rule)

    def on_put(self, g: R, target: Place) -> None:
        """It stands; the helper, which still counted for stacking, has been used."""
        reveal(g, (self.helper,), "7.5")
        put_down(g, self.unit, target, how="comes back", rule="7.5", hidden=False)
        g.end()
        helper = g.frame
        assert isinstance(helper, BringBack)
        helper.count(g)
