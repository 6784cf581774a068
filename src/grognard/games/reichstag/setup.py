"""Set-up (3.0, 10.7, 23.1): who draws and places what, in the order of the rulebook."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from ...engine.control import occupied
from ...engine.flow import Action, Ask, Hint, Refusal, Seat
from ...engine.pieces import Piece, Pieces, band, each
from ...engine.places import Place, Places, members
from ...engine.position import is_on
from .german_reinforcements import airfield_hexes, hold_sniper, sniper_hexes
from .hidden import MayReveal
from .model import (
    BF,
    FACE_DOWN,
    FRONT_NAMES,
    FRONTS,
    GERMAN,
    UF,
    Counter,
    Decide,
    Draw,
    R,
    ReichstagGame,
    Work,
    germans_in,
    is_face_down,
    name_of,
)
from .relief import group
from .stacking import GERMAN_UNITS, crowded, no_room_for, refuse_stacking
from .suggestions import suggested_weights

POSTS = (("GS-CP-LVIPk", "GS-CP-West"), ("GS-CP-Zitad", "GS-CP-Ost"))
"""23.1.3, R8 The command posts that each player places in the better-prepared defence."""


# -- before the first decision -------------------------------------------------------------------


def prepare(g: R) -> None:
    """3.2, 3.3, 3.7, 3.11R, 3.12R, 3.14 Put every counter where it begins: on its hex, in a box, or in a hand."""
    for i in range(len(g.game.roster)):
        place, rule = first_place(g, Piece(i))
        if place != g.game.limbo:
            g.place(Piece(i), place, how="waits" if place >= g.game.board.size else "starts", rule=rule)


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


# -- the stages ----------------------------------------------------------------------------------


class Stage(msgspec.Struct, frozen=True):
    """One step of the set-up: who places what."""

    player: int
    rule: str
    title: str
    units: tuple[str, ...]
    """The set-up rules of the units that are placed."""
    draw: Literal["", "pool", "mix", "rest"] = ""
    """Where they are drawn from first; `rest` takes all that is left of the mix."""
    count: str = ""
    """How many are drawn: an entry of `[set_up]` in `tables.toml`."""


STAGES = (
    Stage(BF, "23.1.3", "the command posts LVI Pk and West", ("3.3",)),
    Stage(UF, "23.1.3", "the command posts Zitad and Ost", ("3.3",)),
    Stage(BF, "3.5", "your static units, face down in the 1UF sector", ("3.3",), "pool", "statics_1uf_sector"),
    Stage(UF, "3.6", "your static units, face down in the 1BF sector", ("3.3",), "pool", "statics_1bf_sector"),
    Stage(BF, "3.7", "your part of the Berlin garrison in the 1UF sector", ("3.7",), "mix", "garrison_1uf_sector"),
    Stage(UF, "3.7", "your part of the Berlin garrison in the 1BF sector", ("3.7",), "rest"),
    Stage(BF, "3.8", "the FLJ and Potsdam Divisions around Potsdam", ("3.8",)),
    Stage(BF, "3.9", "the 18th and 20th Panzergrenadiers in the 1UF sector", ("3.9", "3.14")),
    Stage(UF, "3.10", "the 56th Panzer Corps in the 1BF sector", ("3.10", "3.14")),
    Stage(BF, "3.11", "the 1BF on its north and south edges", ("3.11 north", "3.11 south")),
    Stage(UF, "3.12", "the 1UF on its south edge", ("3.12",)),
)
"""3.4 comes before all of them."""


def units_of(g: R, stage: Stage) -> Pieces:
    """The units that belong to a stage, wherever they are."""
    game = g.game
    known = game.remembered.setdefault("stages", {})
    found: Pieces | None = known.get(stage)
    if found is None:
        mask = game.roster.where(unit.setup_rule in stage.units for unit in game.roster.units)
        found = known[stage] = Pieces(mask & ~group(game, 1 - stage.player)) if "3.14" in stage.units else mask
    return found


def waiting(g: R, stage: Stage) -> Pieces:
    """The units of a stage that are still in the player's hand."""
    return Pieces(g.here.get(g.game.hand[stage.player], 0) & units_of(g, stage))


class SetUp(Work):
    """3.0 The garrison of the Reichstag (3.4), then the stages one after another."""

    stage: int = -1
    drawn: bool = False
    entrusted: tuple[int, ...] = ()
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
                g.place(piece, g.game.hand[stage.player], how="is left", rule=stage.rule)
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
    player: int
    """Who draws them into his hand; -1 puts them face down into the Reichstag."""
    source: Literal["pool", "mix"]
    left: int

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
            g.place(unit, g.game.map.reichstag, how="is put face down", rule="3.4")
            g.set_flag(unit, FACE_DOWN)
        else:
            rule = "3.7" if self.source == "mix" else ("3.5", "3.6")[self.player]
            g.place(unit, g.game.hand[self.player], how="is drawn", rule=rule)
            if self.source == "pool":
                g.set_flag(unit, FACE_DOWN)
        self.left -= 1
        if not self.left:
            g.end()


# -- where units may start -----------------------------------------------------------------------


def edge_zone(game: ReichstagGame, setup_rule: str) -> Places:
    """3.11, 3.12, 3.12N The set-up hexes of a group of Soviets: edge row and next row, for 1UF east of the Havel."""
    known = game.remembered.setdefault("edge zones", {})
    found: Places | None = known.get(setup_rule)
    if found is None:
        rule, _, edge = setup_rule.partition(" ")
        row = game.map.edge[edge or "south"]
        hexes = (row | game.board.steps.spread(row)) & game.map.land[UF if rule == "3.12" else BF]
        found = known[setup_rule] = Places(hexes & ~game.map.west_of_havel if rule == "3.12" else hexes)
    return found


def potsdam_zone(game: ReichstagGame) -> Places:
    """3.8, R81 Within two hexes of Potsdam, west of the Havel, in the 1UF sector."""
    known = game.remembered.setdefault("potsdam zone", {})
    found: Places | None = known.get("")
    if found is None:
        near = game.board.within(game.map.potsdam, game.entry("radii", "potsdam_setup"))
        found = known[""] = Places(near & game.map.land[UF] & game.map.west_of_havel)
    return found


SOVIET_GROUPS = ("3.11 north", "3.11 south", "3.12")


def large_starters(game: ReichstagGame, setup_rule: str) -> Pieces:
    """10.2 The corps and divisions of a group of Soviets: each needs a hex of its own."""
    return Pieces(game.large & game.starting[setup_rule])


def kept_for_soviets(g: R, sector: int) -> Places:
    """R27 Hexes that no German may take, or the Soviets of the sector could not set up."""
    key = (kept_for_soviets, sector)
    found: Places | None = g.memo.get(key)
    if found is None:
        kept = 0
        for setup_rule in SOVIET_GROUPS:
            if (setup_rule == "3.12") == (sector == UF):
                free = edge_zone(g.game, setup_rule) & ~occupied(g, GERMAN)
                if free.bit_count() <= large_starters(g.game, setup_rule).bit_count():
                    kept |= free
        found = g.memo[key] = Places(kept)
    return found


def kept_for_potsdam(g: R, piece: int) -> Places:
    """R27 The hexes around Potsdam, if what room is left there is needed for the units of 3.8."""
    spree = g.game.starting["3.8"]
    coming = g.here.get(g.game.hand[BF], 0) & spree
    if not coming or spree >> piece & 1:
        return Places(0)
    zone = potsdam_zone(g.game)
    room = GERMAN_UNITS * zone.bit_count()
    for place, stack in g.here.items():
        if zone >> place & 1:
            room -= (stack & g.game.roster.of_side[GERMAN]).bit_count()
    return zone if room <= coming.bit_count() else Places(0)


def kept_for_large(g: R, piece: int) -> Places:
    """10.2 For a small Soviet unit: the hexes it must leave to corps and divisions that are still to be placed."""
    game = g.game
    unit: Counter = game.roster[piece]
    side = game.side_of[piece]
    coming = (large_starters(game, unit.setup_rule) & g.here.get(game.hand[side], 0)).bit_count()
    if unit.is_large or not coming:
        return Places(0)
    open_to_large = edge_zone(game, unit.setup_rule) & ~occupied(g, GERMAN) & ~crowded(g, side)[1]
    if open_to_large.bit_count() > coming:
        return Places(0)
    return Places(open_to_large & occupied(g, side))


def zone_of(g: R, stage: Stage, piece: int) -> Places:
    """3.5-3.12 Where a unit may start as far as its own set-up rule goes."""
    unit: Counter = g.game.roster[piece]
    if unit.setup_rule in SOVIET_GROUPS:
        return edge_zone(g.game, unit.setup_rule)
    return potsdam_zone(g.game) if unit.setup_rule == "3.8" else g.game.map.land[1 - stage.player]


def start_hexes(g: R, stage: Stage, piece: int) -> Places:
    """3.0, 10.7 Where a unit may start now."""
    key = (start_hexes, stage.player, piece)
    found: Places | None = g.memo.get(key)
    if found is None:
        found = g.memo[key] = _start_hexes(g, stage, piece)
    return found


def _start_hexes(g: R, stage: Stage, piece: int) -> Places:
    game = g.game
    hexes = zone_of(g, stage, piece) & ~no_room_for(g, piece)
    if game.side_of[piece] != GERMAN:
        return Places(hexes & ~occupied(g, GERMAN) & ~kept_for_large(g, piece))
    hexes &= ~kept_for_soviets(g, 1 - stage.player) & ~kept_for_potsdam(g, piece)
    if game.emergency_airfields >> piece & 1:
        hexes &= airfield_hexes(g)
    if game.snipers >> piece & 1:
        hexes &= sniper_hexes(g, 1 - stage.player)
    return Places(hexes)


def refuse_start(g: R, stage: Stage, piece: Piece, place: int) -> Refusal | None:
    """3.0, 10.7 Why a unit may not start in a hex, if it may not."""
    if start_hexes(g, stage, piece) >> place & 1:
        return None
    if not zone_of(g, stage, piece) >> place & 1:
        return _refuse_zone(g, stage, g.game.roster[piece])
    if no_room_for(g, piece) >> place & 1:
        return refuse_stacking(g, piece, place)
    if g.game.side_of[piece] == GERMAN:
        return _refuse_german_start(g, stage, piece, place)
    if occupied(g, GERMAN) >> place & 1:
        return Refusal("a German unit is there", "10.1")
    return Refusal("your corps and divisions need the hexes that are left, one each", "10.7")


def _refuse_german_start(g: R, stage: Stage, piece: Piece, place: int) -> Refusal:
    if kept_for_soviets(g, 1 - stage.player) >> place & 1:
        sentence = "the Soviets of the sector need the hexes that are left there to set up"
        return Refusal(sentence, "3.11" if stage.player == UF else "3.12")
    if kept_for_potsdam(g, piece) >> place & 1:
        return Refusal("the FLJ and Potsdam Divisions need the room that is left around Potsdam", "3.8")
    if g.game.emergency_airfields >> piece & 1 and not airfield_hexes(g) >> place & 1:
        return Refusal("an emergency airfield needs a road or an airfield", "16.3a")
    return Refusal("a sniper must be within four hexes of another German unit of yours", "16.5b")


def _refuse_zone(g: R, stage: Stage, unit: Counter) -> Refusal:
    if unit.setup_rule == "3.8":
        return Refusal(f"{unit.name} starts within two hexes of Potsdam, west of the Havel", "3.8")
    if unit.setup_rule == "3.12":
        return Refusal("the 1UF starts in the two southern rows of its sector, east of the Havel", "3.12")
    if unit.setup_rule in SOVIET_GROUPS:
        edge = unit.setup_rule.partition(" ")[2]
        return Refusal(f"{unit.name} starts in the two {edge}ern rows of the 1BF sector", "3.12N")
    return Refusal(f"your Germans start on land in the {FRONT_NAMES[1 - stage.player]} sector", stage.rule)


def put_at_start(g: R, stage: Stage, piece: Piece, place: Place) -> None:
    """3.5, 16.8a, R18 A unit starts; statics face down. Nothing is checked, turned up or gained in set-up."""
    g.place(piece, place, how="sets up", rule=stage.rule)
    if g.game.static >> piece & 1:
        g.set_flag(piece, FACE_DOWN)
    if g.under_way(Deploy):
        deploy = g.find(Deploy)
        deploy.placed = Pieces(deploy.placed | 1 << piece)


# -- the decisions -------------------------------------------------------------------------------


class Deploy(MayReveal):
    """3.5-3.12, 23.1 A player sets up the units of one stage, in any order."""

    number: int
    placed: Pieces = Pieces(0)
    """The units set up in this stage, as long as they are not taken up again."""
    takes_back: ClassVar[frozenset[str]] = frozenset({"lift"})
    suggests: ClassVar[frozenset[str]] = frozenset({"suggested", "everything"})

    @property
    def stage(self) -> Stage:
        """The stage of the set-up."""
        return STAGES[self.number]

    def seat(self, g: R) -> Seat:
        """Who sets up."""
        return Seat(self.stage.player)

    def ask(self, g: R) -> Ask:
        """The question."""
        left = waiting(g, self.stage).bit_count()
        every = left + self.placed.bit_count() + self.held(g).bit_count()
        state = f"{left} of {every} left" if left else f"all {every} stand"
        return Ask(prompt=f"Set up {self.stage.title}: {state}.", rule=self.stage.rule)

    def held(self, g: R) -> Pieces:
        """16.5a Snipers of this stage that the player keeps off the map."""
        return Pieces(g.here.get(g.game.held[self.stage.player], 0) & units_of(g, self.stage))

    def holdable(self, g: R) -> Pieces:
        """16.5a Snipers in hand."""
        return Pieces(waiting(g, self.stage) & g.game.snipers)

    def liftable(self, g: R) -> Pieces:
        """Units of this stage that can be taken up again: not those turned up, nor one that a sniper depends on."""
        if not units_of(g, self.stage) & g.game.static:
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
            return Refusal(f"{left.bit_count()} units are still to be set up", self.stage.rule) if left else None
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
        """What the button says."""
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

    def on_lift(self, g: R, unit: Piece) -> None:
        """Take a unit off the map again."""
        self.placed = Pieces(self.placed & ~(1 << unit))
        if g.game.snipers >> unit & 1:
            g.set_flag(unit, FACE_DOWN)
        g.place(unit, g.game.hand[self.stage.player], how="is taken up")

    def on_suggested(self, g: R) -> None:
        """Have the rest placed."""
        g.call(Suggest(self.number))

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


class DeployUnit(Decide):
    """3.5-3.12 One unit is set up."""

    number: int
    unit: Piece

    def seat(self, g: R) -> Seat:
        """Who sets up."""
        return Seat(STAGES[self.number].player)

    def ask(self, g: R) -> Ask:
        """The question."""
        prompt = f"Where does {name_of(g, self.unit)} start?"
        return Ask(prompt=prompt, rule=STAGES[self.number].rule, pieces=(self.unit,))

    def choices(self, g: R) -> list[Action]:
        """Every hex open to it."""
        return g.acts("put", members(start_hexes(g, STAGES[self.number], self.unit)))

    def refusal(self, g: R, action: Action) -> Refusal | None:
        """Why it cannot start there."""
        return refuse_start(g, STAGES[self.number], self.unit, action.args[0])

    def on_put(self, g: R, target: Place) -> None:
        """It stands."""
        put_at_start(g, STAGES[self.number], self.unit, target)
        g.end()


# -- the suggested set-up ------------------------------------------------------------------------


class Suggest(Work):
    """The program sets up what is left of a stage: units by lot where they are secret, else the strongest first."""

    number: int

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
    number: int

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
    number: int
    unit: Piece

    def purpose(self, g: R) -> str:
        """What is drawn."""
        return "Suggested set-up, hex"

    def weights(self, g: R) -> list[tuple[Action, int]]:
        """The hexes and how well they suit the unit."""
        stage = STAGES[self.number]
        suited = suggested_weights(g, stage.player, self.unit, start_hexes(g, stage, self.unit))
        return [(g.act("put", place), weight) for place, weight in suited]

    def on_put(self, g: R, target: Place) -> None:
        """It stands."""
        put_at_start(g, STAGES[self.number], self.unit, target)
        g.end()
