"""Hitler and his guards, odds, losses, retreats and tanks in `marshals`."""

from __future__ import annotations

from typing import Any

from tests.games.marshals.helpers import allocation, battle, game, movement

from . import Case, Pos, gap, held_by, on_map, one_answer, place_of

RUSSIAN, GERMAN = 0, 1
FAR = {"1821": "R-1GCAV", "0121": "G-17"}
"""Units far from everything, so that both sides have some."""


def _russians(g: Pos, hexes: str) -> int:
    """How many Russian units stand in some hexes."""
    return sum(place_of(g, unit.id) in hexes.split() for unit in game.roster.units if unit.side == "russian")


def _target(name: str, pieces: dict[str, str], right: str, wrong: str, **state: Any) -> Case:
    """Whom to attack, where one set of units can attack either of two hexes."""
    return one_answer(name, lambda: allocation(pieces | FAR, **state), (f"attack {right}",), f"attack {wrong}")


def _arriving(unit: str, turn: int) -> Pos:
    """A division arrives on the western edge; it moves in the same turn."""
    pieces = {"0806": "G-HIT", f"turn-{turn}": unit, "0906": "R-8GD", "0904": "R-47"}
    g = game.position(pieces, phase="arrival", turn=turn, player=GERMAN)
    while g.frame.title != "Arrive":
        g.play(f"pick {unit}")
    return g


def _arrival(unit: str, turn: int, wrong: str) -> Case:
    return Case(
        f"reinforcements arrive where they can help Berlin: {unit}",
        lambda: _arriving(unit, turn),
        lambda before, after: gap(after, unit, "0806") <= 8,
        (f"put {wrong}",),
        whole_phase=False,
        unsolved=True,
        right=("put 0106",),
    )


def _guards(g: Pos) -> int:
    """How many German divisions stand with Hitler."""
    units = [unit.id for unit in game.roster.units if unit.side == "german" and unit.mobile]
    return sum(place_of(g, unit) == "0806" for unit in units)


def _routed(die: int = 3) -> Pos:
    """A division before Berlin is routed: the way to the city is open, and so is one round the enemy's flank."""
    pieces = {"1006": "G-KUR", "1106": "R-8GD R-47", "0905": "R-2GCAV", "0806": "G-HIT"}
    return battle(pieces | FAR, "1006", "R-8GD R-47", die)


def _fire_brigade(unit: str, at: str) -> Case:
    """Tanks have taken a district: a division within reach goes to Hitler, who is alone."""
    return Case(
        f"Hitler gets a guard: {unit}",
        lambda: movement({"0705": "R-2GT R-9TK", "0806": "G-HIT", at: unit} | FAR, turn=5, player=GERMAN),
        held_by("0806", unit),
        (f"pick {unit}", "go 0607" if at != "0607" else "go 0507", "end"),
    )


CASES = [
    _target(
        "Hitler is attacked, not the division beside him",
        {"0805": "R-3SHK R-8GD", "0906": "R-5SHK R-47", "0806": "G-HIT", "0807": "G-303"},
        "0806",
        "0807",
        turn=8,
    ),
    _target(
        "guarded Hitler is attacked on the last turn, not easier prey",
        {"0805": "R-3SHK R-8GD", "0906": "R-5SHK R-47", "0806": "G-HIT G-169 G-25PG", "0807": "G-36SS/disrupted"},
        "0806",
        "0807",
        turn=8,
    ),
    Case(
        "on the last turn the armies close in on Hitler",
        lambda: movement({"0805": "R-3SHK", "0904": "R-8GD", "0905": "R-2GT", "0806": "G-HIT G-303"} | FAR, turn=8),
        lambda before, after: _russians(after, "0805 0705 0906 0706 0707 0807") == 3,
        ("end",),
    ),
    Case(
        "a division goes to Hitler before the last attack",
        lambda: movement({"0805": "R-3SHK R-8GD", "0806": "G-HIT", "0708": "G-303"} | FAR, turn=7, player=GERMAN),
        held_by("0806", "G-303"),
        ("end",),
    ),
    _fire_brigade("G-20PG", "0609"),
    _fire_brigade("G-MUE", "0810"),
    Case(
        "guards do not leave the centre",
        lambda: movement(
            {"0805": "R-3SHK R-8GD", "0906": "R-47", "0806": "G-HIT G-303 G-9FJ", "0707": "G-169"} | FAR,
            turn=6,
            player=GERMAN,
        ),
        lambda before, after: _guards(after) == 2,
        ("pick G-9FJ", "go 0706"),
        unsolved=True,
        right=("end",),
    ),
    Case(
        "the Tigers are not left alone",
        lambda: movement({"1306": "G-TIG G-MUE", "1406": "R-5SHK R-8GD", "0806": "G-HIT"} | FAR, turn=2, player=GERMAN),
        lambda before, after: place_of(after, "G-TIG") in ("0806", place_of(after, "G-MUE"), place_of(after, "G-17")),
        ("pick G-MUE", "go 1205", "end"),
    ),
    _target(
        "3:1 rather than 1:1",
        {"0811": "R-8GD R-25TK", "0812": "G-169 G-25PG", "0711": "G-303"},
        "0711",
        "0812",
    ),
    _target(
        "the open side rather than the one across a river",
        {"0703": "R-8GD R-9TK", "0704": "G-303", "0702": "G-286", "0806": "G-HIT"},
        "0704",
        "0702",
    ),
    _target(
        "the disrupted division rather than the ready one",
        {"0610": "R-8GD R-9TK", "0609": "G-303/disrupted", "0510": "G-286", "0806": "G-HIT"},
        "0609",
        "0510",
    ),
    Case(
        "an army does not storm a strong stack alone",
        lambda: allocation({"0811": "R-61", "0812": "G-169 G-25PG", "0806": "G-HIT"} | FAR),
        lambda before, after: on_map(after, "R-61"),
        ("attack 0812", "ground R-61", "confirm", "end-allocation", "fight", "roll 1"),
    ),
    one_answer(
        "the attacker gives up a corps, not an army",
        lambda: battle({"0811": "G-342 G-344/disrupted", "0911": "R-1POL R-25TK"} | FAR, "0811", "R-1POL R-25TK", 1),
        ("lose R-25TK",),
        "lose R-1POL",
    ),
    one_answer(
        "the Germans give up infantry, not panzers",
        lambda: battle(
            {"0811": "R-25TK R-7GMC/disrupted", "0911": "G-303", "0812": "G-MUE"} | FAR,
            "0811",
            "G-303 G-MUE",
            6,
            player=GERMAN,
        ),
        ("lose G-303",),
        "lose G-MUE",
    ),
    Case(
        "the routed retreat towards Berlin",
        _routed,
        lambda before, after: gap(after, "G-KUR", "0806") <= 2,
        ("retreat 0907", "retreat 1008"),
    ),
    Case(
        "who has broken into Berlin goes in",
        lambda: battle(
            {"0906": "G-B0906", "1006": "R-8GD R-3SHK", "0905": "R-2GT R-47", "0806": "G-HIT"} | FAR,
            "0906",
            "R-8GD R-3SHK R-2GT R-47",
            6,
        ),
        lambda before, after: _russians(after, "0906") > 0,
        ("end-advance",),
    ),
    _arrival("G-11SS", 2, "0101"),
    _arrival("G-HG1", 3, "0121"),
    Case(
        "a tank army drives for Berlin where the way is open",
        lambda: movement({"1106": "R-2GT", "1301": "G-1MAR", "0806": "G-HIT", "0906": "G-B0906"} | FAR, turn=3),
        lambda before, after: gap(after, "R-2GT", "0806") <= 2,
        ("pick R-2GT", "go 1203", "end"),
    ),
]
