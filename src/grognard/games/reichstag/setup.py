"""Set-up (3.0, 10.7, 23.1): who draws and places what, in the order of the rulebook."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ...engine.asking import Left
from ...engine.bounds import Few, Low, Number
from ...engine.flow import Action, Ask, Hint, Mark, Refusal, Seat, marked
from ...engine.pieces import Piece, Pieces, band, each
from ...engine.places import Place, Places
from ...engine.position import is_on
from ...engine.standard import UnitInHand
from ...engine.telling import counted
from .german_reinforcements import hold_sniper
from .hidden import MayReveal
from .model import (
    BF,
    FACE_DOWN,
    FRONT_NAMES,
    FRONTS,
    UF,
    Counter,
    Draw,
    R,
    Work,
    germans_in,
    is_face_down,
    name_of,
)
from .relief import group
from .stages import STAGES, Stage, refuse_start, start_hexes, units_of, waiting
from .suggestions import suggested_weights

POSTS = (("GS-CP-LVIPk", "GS-CP-West"), ("GS-CP-Zitad", "GS-CP-Ost"))
"""23.1.3, R8 The command posts that each player places in the better-prepared defence."""


# -- before the first decision -------------------------------------------------------------------


def prepare(g: R) -> None:
    """3.2, 3.3, 3.7, 3.11R, 3.12R, 3.14 Put every counter where it begins: on its hex, in a box, or in a hand."""
    for i in range(len(g.game.roster)):
        place, rule = first_place(g, Piece(i))
        if place != g.game.limbo:
            g.place(Piece(i), place, how="waits" if place >= g.game.board.size else "starts", cause="setup", rule=rule)
        if rule == "23.1.3":
            g.set_flag(Piece(i), FACE_DOWN)


def first_place(g: R, piece: Piece) -> tuple[Place, str]:
    """Where a counter is before the set-up, and by which rule."""
    game = g.game
    unit: Counter = game.roster[piece]
    if unit.klass == "marker":
        return _place_of_marker(g, piece)
    if game.flak_towers >> piece & 1:
        return game.map.towers[unit.id.rpartition("-")[2]], "3.2"
    if unit.klass == "static":
        player = next((seat for seat in FRONTS if unit.id in POSTS[seat]), BF)
        early = game.command_posts >> piece & 1 and is_on(g, "better_prepared_defense")
        return (game.hand[player], "23.1.3") if early else (game.pool, "3.3")
    if unit.setup_rule == "3.14":
        return _place_of_relief(g, BF if group(game, BF) >> piece & 1 else UF)
    if unit.setup_rule == "3.7":
        return game.mix, "3.7"
    if unit.setup_rule.endswith("reinforcement"):
        return game.due[game.side_of[piece]], f"{unit.setup_rule.partition(' ')[0]}R"
    return game.hand[UF if unit.setup_rule in ("3.10", "3.12") else BF], unit.setup_rule.partition(" ")[0]


def _place_of_marker(g: R, piece: Piece) -> tuple[Place, str]:
    for seat in FRONTS:
        if g.game.barrage_of[seat] >> piece & 1:
            return g.game.guns[seat], ("3.11R", "3.12R")[seat]
    owner = g.game.owner(g, piece)
    assert owner is not None
    return _place_of_relief(g, owner) if is_on(g, "hitler_fantasy") else (g.game.limbo, "22.5")


def _place_of_relief(g: R, seat: int) -> tuple[Place, str]:
    """3.14, 22.0, 23.1.1, 23.1.2 The relief groups: out of the game, off the map, or set up with the rest."""
    if is_on(g, "better_prepared_defense"):
        return g.game.hand[seat], "23.1.1" if seat == BF else "23.1.2"
    return (g.game.relief[seat] if is_on(g, "hitler_fantasy") else g.game.limbo), "3.14"


# -- one stage after another ---------------------------------------------------------------------


class SetUp(Work):
    """3.0 The garrison of the Reichstag (3.4), then the stages one after another."""

    stage: Annotated[int, Meta(ge=-1, le=11)] = -1
    drawn: bool = False
    entrusted: tuple[Few, ...] = ()
    """The players who have left the rest of their set-up to the program."""

    def run(self, g: R) -> None:
        """Draw for the present stage, then have it placed."""
        if self.stage < 0:
            self.stage = 0
            draw_lots(g, -1, "pool", g.game.entry("set_up", "reichstag"))
        elif self.stage == len(STAGES):
            g.end()
        elif not self.drawn:
            self.drawn = True
            self._draw(g, STAGES[self.stage])
        else:
            self.stage += 1
            self.drawn = False
            self._deploy(g, self.stage - 1)

    def _deploy(self, g: R, number: int) -> None:
        if waiting(g, STAGES[number]):
            g.call(Suggest(number) if STAGES[number].player in self.entrusted else Deploy(number))

    def _draw(self, g: R, stage: Stage) -> None:
        if stage.draw == "rest":
            for piece in each(g.here.get(g.game.mix, 0)):
                g.place(
                    piece,
                    g.game.hand[stage.player],
                    how=f"falls to the {FRONT_NAMES[stage.player]} player",
                    rule=stage.rule,
                )
        elif stage.draw:
            draw_lots(g, stage.player, stage.draw, g.game.entry("set_up", stage.count))


def draw_lots(g: R, player: int, source: Literal["pool", "mix"], count: int) -> None:
    """3.4-3.7 Have counters drawn, as far as there are any."""
    left = min(count, g.here.get(g.game.box(source), 0).bit_count())
    if left:
        g.call(DrawLots(player, source, left))


class DrawLots(Draw):
    """3.4-3.7 Counters are drawn unseen, one after another, each as likely as any other."""

    quiet: ClassVar[bool] = True
    player: Low
    """Who draws them into his hand; -1 puts them face down into the Reichstag."""
    source: Literal["pool", "mix"]
    left: Number

    def purpose(self, g: R) -> str:
        """What is drawn."""
        if self.player < 0:
            return f"The garrison of the Reichstag, {self.left} to be drawn"
        what = "Static units" if self.source == "pool" else "The Berlin garrison"
        return f"{what} for the {FRONT_NAMES[self.player]} player, {self.left} to be drawn"

    def weights(self, g: R) -> list[tuple[Action, int]]:
        """Every counter alike."""
        return [(action, 1) for action in g.acts("draw", each(g.here[g.game.box(self.source)]))]

    def on_draw(self, g: R, unit: Piece) -> None:
        """One counter has been drawn."""
        if self.player < 0:
            g.place(unit, g.game.map.reichstag, how="is put face down", cause="setup", rule="3.4")
            g.set_flag(unit, FACE_DOWN)
        else:
            rule = "3.7" if self.source == "mix" else ("3.5", "3.6")[self.player]
            g.place(unit, g.game.hand[self.player], how="is drawn", rule=rule)
            if self.source == "pool":
                g.set_flag(unit, FACE_DOWN)
        self.left -= 1
        if not self.left:
            g.end()


def put_at_start(g: R, stage: Stage, piece: Piece, place: Place) -> None:
    """3.5, 16.8a, R18 A unit starts; statics face down. Nothing is checked, turned up or gained in set-up."""
    g.place(piece, place, how="sets up", cause="setup", rule=stage.rule)
    if g.game.static >> piece & 1:
        g.set_flag(piece, FACE_DOWN)
    if g.under_way(Deploy):
        deploy = g.find(Deploy)
        deploy.placed = Pieces(deploy.placed | 1 << piece)


# -- the decisions -------------------------------------------------------------------------------


class Deploy(MayReveal):
    """3.5-3.12, 23.1 A player sets up the units of one stage, in any order."""

    number: Annotated[int, Meta(ge=0, le=10)]
    placed: Pieces = Pieces(0)
    """The units set up in this stage, as long as they are not taken up again."""

    @property
    def stage(self) -> Stage:
        """The stage of the set-up."""
        return STAGES[self.number]

    def seat(self, g: R) -> Seat:
        """Who sets up."""
        return Seat(self.stage.player)

    def ask(self, g: R) -> Ask:
        left = waiting(g, self.stage).bit_count()
        every = left + self.placed.bit_count() + self.held(g).bit_count()
        done = {1: "it stands", 2: "both stand"}.get(every, f"all {every} stand")
        state = f"{left} of {every} left" if left else done
        return Ask(prompt=f"Set up {self.stage.title}: {state}.", rule=self.stage.rule, left=Left(left, "units"))

    def held(self, g: R) -> Pieces:
        """16.5a Snipers of this stage that the player keeps off the map."""
        return Pieces(g.here.get(g.game.held[self.stage.player], 0) & units_of(g.game, self.stage))

    def holdable(self, g: R) -> Pieces:
        """16.5a Snipers in hand."""
        return Pieces(waiting(g, self.stage) & g.game.snipers)

    def liftable(self, g: R) -> Pieces:
        """Units of this stage that can be taken up again: not those turned up, nor one that a sniper depends on."""
        if not units_of(g.game, self.stage) & g.game.static:
            return self.placed
        shown = band(p for p in each(self.placed) if not is_face_down(g, p))
        return Pieces(self.placed & ~shown & ~needed_by_snipers(g, 1 - self.stage.player) | self.held(g))

    def stages_to_come(self) -> bool:
        """Whether this player has more to set up after this stage."""
        return any(stage.player == self.stage.player for stage in STAGES[self.number + 1 :])

    def choices(self, g: R) -> list[Action]:
        """Units to place, hold, take up again or turn up; the suggested set-up, for now or for good; and the end."""
        left = waiting(g, self.stage)
        return [
            *g.acts("pick", each(left)),
            *g.acts("hold", each(self.holdable(g))),
            *g.acts("lift", each(self.liftable(g))),
            *self.reveals(g),
            g.act("suggested" if left else "done"),
            *([g.act("everything")] if self.stages_to_come() else []),
        ]

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why something cannot be done now."""
        left = waiting(g, self.stage)
        if action.verb == "done":
            waits = f"{counted(left.bit_count(), 'unit')} still to be set up"
            return Refusal(waits, self.stage.rule) if left else None
        if action.verb == "suggested":
            return None if left else Refusal("all units stand", self.stage.rule)
        if action.verb == "everything":
            return None if self.stages_to_come() else Refusal("this is your last step of the set-up", self.stage.rule)
        piece: Piece = action.args[0]
        if action.verb == "reveal":
            return self.refuse_reveal(g, piece)
        if action.verb == "lift":
            return self._refuse_lift(g, piece)
        if action.verb == "hold":
            return None if self.holdable(g) >> piece & 1 else Refusal("only a sniper in your hand can be held", "16.5a")
        return None if left >> piece & 1 else Refusal("that unit is not one you set up now", self.stage.rule)

    def _refuse_lift(self, g: R, piece: Piece) -> Refusal | None:
        if self.liftable(g) >> piece & 1:
            return None
        if not self.placed >> piece & 1:
            return Refusal("that unit is not one you have just set up", self.stage.rule)
        if needed_by_snipers(g, 1 - self.stage.player) >> piece & 1:
            return Refusal("a sniper depends on that unit", "16.5b")
        return Refusal("a unit that has been turned up stays so", "16.9")

    def label(self, g: R, action: Action) -> str:
        if action.verb == "done":
            return "Go on"
        if action.verb == "suggested":
            return f"Set up these {waiting(g, self.stage).bit_count()} for me"
        if action.verb == "everything":
            return f"Set up {'all the rest' if self.placed or self.held(g) else 'everything'} for me"
        verbs = {"pick": "Set up", "hold": "Hold", "lift": "Take up"}
        return f"{verbs[action.verb]} {name_of(g, action.args[0])}" if action.verb in verbs else ""

    def hint(self, g: R, action: Action) -> Hint | None:
        """3.11 On which edge a unit of the 1BF starts; and how far a ready-made set-up goes."""
        if action.verb == "everything":
            return Hint(text="All your units, now and in the steps to come; you are asked again when the game begins")
        if action.verb == "suggested":
            return Hint(text="This step only; you may still change what is placed")
        if action.verb != "pick":
            return None
        edge = g.game.roster[action.args[0]].setup_rule.partition(" ")[2]
        return Hint(text=f"{edge} edge", rule="3.11") if edge else None

    def on_pick(self, g: R, unit: Piece) -> None:
        """Take a unit in hand."""
        g.call(DeployUnit(self.number, unit))

    def on_hold(self, g: R, unit: Piece) -> None:
        """16.5a Keep a sniper off the map."""
        hold_sniper(g, self.stage.player, unit)

    @marked(Mark.TAKES_BACK)
    def on_lift(self, g: R, unit: Piece) -> None:
        """Take a unit off the map again."""
        self.placed = Pieces(self.placed & ~(1 << unit))
        if g.game.snipers >> unit & 1:
            g.set_flag(unit, FACE_DOWN)
        g.place(unit, g.game.hand[self.stage.player], how="is taken up")

    @marked(Mark.SUGGESTS)
    def on_suggested(self, g: R) -> None:
        """Have the rest placed."""
        g.call(Suggest(self.number))

    @marked(Mark.SUGGESTS)
    def on_everything(self, g: R) -> None:
        """Have the rest placed, and whatever the player has to set up later."""
        plan = g.find(SetUp)
        plan.entrusted = (*plan.entrusted, self.stage.player)
        g.become(Suggest(self.number))

    def on_done(self, g: R) -> None:
        """The next stage begins."""
        g.end()


def needed_by_snipers(g: R, sector: int) -> Pieces:
    """16.5b The units without which a sniper on the map would have no other German within four hexes."""
    germans = germans_in(g, sector)
    needed = 0
    for sniper in each(germans & g.game.snipers):
        near = g.game.board.within(g.where[sniper], g.game.entry("radii", "sniper_placement"))
        friends = band(p for p in each(germans & ~g.game.snipers) if near >> g.where[p] & 1)
        if friends.bit_count() == 1:
            needed |= friends
    return Pieces(needed)


class DeployUnit(UnitInHand):
    """3.5-3.12 One unit is set up."""

    number: Annotated[int, Meta(ge=0, le=10)]
    unit: Piece
    verb: ClassVar[str] = "put"

    def seat(self, g: R) -> Seat:
        """Who sets up."""
        return Seat(STAGES[self.number].player)

    def ask(self, g: R) -> Ask:
        prompt = f"Where does {name_of(g, self.unit)} start?"
        return Ask(prompt=prompt, rule=STAGES[self.number].rule, pieces=(self.unit,))

    def places(self, g: R) -> Places:
        """Every hex open to it."""
        return start_hexes(g, STAGES[self.number], self.unit)

    def refuse(self, g: R, place: Place) -> Refusal | None:
        """Why it cannot start there."""
        return refuse_start(g, STAGES[self.number], self.unit, place)

    def on_put(self, g: R, target: Place) -> None:
        """It stands."""
        put_at_start(g, STAGES[self.number], self.unit, target)
        g.end()


# -- the suggested set-up ------------------------------------------------------------------------


class Suggest(Work):
    """The program sets up what is left of a stage: units by lot where they are secret, else the strongest first."""

    number: Annotated[int, Meta(ge=0, le=10)]

    def run(self, g: R) -> None:
        """Place the next unit."""
        left = waiting(g, STAGES[self.number])
        if not left:
            g.end()
        elif left & g.game.static:
            g.call(SuggestedUnit(self.number))
        else:
            strongest = max(each(left), key=lambda p: (bool(g.game.large >> p & 1), g.game.strength[p], -p))
            g.call(SuggestedHex(self.number, strongest))


class SuggestedUnit(Draw):
    """Which static unit is placed next; by lot, since an order would tell the opponent something."""

    quiet: ClassVar[bool] = True
    number: Annotated[int, Meta(ge=0, le=10)]

    def purpose(self, g: R) -> str:
        """What is drawn."""
        return "Suggested set-up, next unit"

    def weights(self, g: R) -> list[tuple[Action, int]]:
        """Every unit alike."""
        return [(action, 1) for action in g.acts("draw", each(waiting(g, STAGES[self.number])))]

    def on_draw(self, g: R, unit: Piece) -> None:
        """Snipers are held, all others get a hex."""
        if g.game.snipers >> unit & 1:
            hold_sniper(g, STAGES[self.number].player, unit)
            g.end()
        else:
            g.become(SuggestedHex(self.number, unit))


class SuggestedHex(Draw):
    """Where a unit starts: by lot among sensible hexes, so that no two games are alike."""

    quiet: ClassVar[bool] = True
    number: Annotated[int, Meta(ge=0, le=10)]
    unit: Piece

    def purpose(self, g: R) -> str:
        """What is drawn."""
        return "Suggested set-up, hex"

    def weights(self, g: R) -> list[tuple[Action, int]]:
        """The hexes and how well they suit the unit."""
        stage = STAGES[self.number]
        suited = suggested_weights(g, stage.player, self.unit, start_hexes(g, stage, self.unit))
        puts = g.game.acts("put")
        return [(puts[place], weight) for place, weight in suited]

    def on_put(self, g: R, target: Place) -> None:
        """It stands."""
        put_at_start(g, STAGES[self.number], self.unit, target)
        g.end()
