"""The stages of the set-up (3.4-3.12, 23.1.3), and the hexes in which their units may start (3.5-3.12N, 10.7)."""

from __future__ import annotations

from typing import Literal

import msgspec

from ...engine.control import occupied
from ...engine.derived import derived, derived_by_game
from ...engine.flow import Refusal
from ...engine.pieces import Piece, Pieces
from ...engine.places import Places
from .german_reinforcements import airfield_hexes, sniper_hexes
from .model import (
    BF,
    FRONT_NAMES,
    GERMAN,
    UF,
    Counter,
    R,
    ReichstagGame,
)
from .relief import group
from .stacking import GERMAN_UNITS, crowded, no_room_for, refuse_stacking

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


@derived_by_game()
def units_of(game: ReichstagGame, stage: Stage) -> Pieces:
    """The units that belong to a stage, wherever they are."""
    mask = game.roster.where(unit.setup_rule in stage.units for unit in game.roster.units)
    return Pieces(mask & ~group(game, 1 - stage.player)) if "3.14" in stage.units else mask


def waiting(g: R, stage: Stage) -> Pieces:
    """The units of a stage that are still in the player's hand."""
    return Pieces(g.here.get(g.game.hand[stage.player], 0) & units_of(g.game, stage))


# -- where units may start -----------------------------------------------------------------------


@derived_by_game()
def edge_zone(game: ReichstagGame, setup_rule: str) -> Places:
    """3.11, 3.12, 3.12N The set-up hexes of a group of Soviets: edge row and next row, for 1UF east of the Havel."""
    rule, _, edge = setup_rule.partition(" ")
    row = game.map.edge[edge or "south"]
    hexes = (row | game.board.steps.spread(row)) & game.map.land[UF if rule == "3.12" else BF]
    return Places(hexes & ~game.map.west_of_havel if rule == "3.12" else hexes)


@derived_by_game()
def potsdam_zone(game: ReichstagGame) -> Places:
    """3.8, R81 Within two hexes of Potsdam, west of the Havel, in the 1UF sector."""
    near = game.board.within(game.map.potsdam, game.entry("radii", "potsdam_setup"))
    return Places(near & game.map.land[UF] & game.map.west_of_havel)


SOVIET_GROUPS = ("3.11 north", "3.11 south", "3.12")


def large_starters(game: ReichstagGame, setup_rule: str) -> Pieces:
    """10.2 The corps and divisions of a group of Soviets: each needs a hex of its own."""
    return Pieces(game.large & game.starting[setup_rule])


@derived
def kept_for_soviets(g: R, sector: int) -> Places:
    """R27 Hexes that no German may take, or the Soviets of the sector could not set up."""
    kept = 0
    for setup_rule in SOVIET_GROUPS:
        if (setup_rule == "3.12") == (sector == UF):
            free = edge_zone(g.game, setup_rule) & ~occupied(g, GERMAN)
            if free.bit_count() <= large_starters(g.game, setup_rule).bit_count():
                kept |= free
    return Places(kept)


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


@derived
def start_hexes(g: R, stage: Stage, piece: int) -> Places:
    """3.0, 10.7 Where a unit may start now."""
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
