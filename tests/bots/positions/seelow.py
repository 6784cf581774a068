"""Guns, Zhukov, garrisons and companions of `seelow`."""

from __future__ import annotations

from grognard.engine.control import occupied
from grognard.engine.pieces import Piece
from grognard.engine.places import members
from grognard.games import load_game
from grognard.games.seelow.approach import distances
from grognard.games.seelow.breach import breach
from grognard.games.seelow.model import DEFENDED, FLIPPED, GERMAN, SOVIET
from grognard.games.seelow.sight import sight

from . import Case, Pos, place_of, stays

GAME = load_game("seelow")
GERMAN_LINE = {"2208": "DE-76-I", "2307": "DE-76-II", "2210": "DE-300-I", "2311": "DE-302-I", "2414": "DE-301-I"}
SOVIET_LINE = {
    "2607": "SU-35G-100",
    "2608": "SU-35G-101",
    "2609": "SU-35G-102",
    "2610": "SU-47G-137",
    "2612": "SU-47G-140",
}


def at(pieces: dict[str, str], phase: str, *, turn: int, player: int) -> Pos:
    """A position of the scenario `seelow`."""
    return GAME.position(pieces, phase=phase, scenario="seelow", turn=turn, player=player)


def is_limbered(g: Pos, gun: str) -> bool:
    """8.3 Whether a gun is in Move Mode."""
    return bool(g.flags[g.game.names.piece(gun)] & FLIPPED)


def emplaced(*guns: str) -> Case:
    """German guns before whom nobody stands yet: the enemy comes to them."""
    return Case(
        f"German guns wait for the enemy: {', '.join(guns)}",
        lambda: at(
            {"1415": guns[0], "1108": guns[1], "2013": "DE-303PzJg-1", **SOVIET_LINE}, "barrage", turn=1, player=GERMAN
        ),
        lambda before, after: not any(is_limbered(after, gun) for gun in guns),
        (f"limber {guns[0]}",),
    )


def _nearer(gun: str) -> Case:
    """A gun that has nothing left to fire at and is limbered drives towards Seelow."""

    def gap(g: Pos) -> int:
        goals = g.game.map.near_seelow | g.game.map.seelow
        return distances(g.game, "motz", goals)[g.where[g.game.names.piece(gun)]]

    front = {"1807": "DE-76-I", "1809": "DE-300-I", "2007": "SU-35G-100", "2009": "SU-35G-101"}
    return Case(
        f"a limbered gun drives forward: {gun}",
        lambda: at({"3102": f"{gun}/flipped", **front}, "movement", turn=4, player=SOVIET),
        lambda before, after: gap(after) < gap(before),
        ("end",),
    )


def _from_the_enemy(g: Pos, unit: str) -> int:
    """How many hexes a Soviet unit stands from the nearest German one."""
    board, place = g.game.board, g.where[g.game.names.piece(unit)]
    return min(board.distance(place, german) for german in members(occupied(g, GERMAN)))


def _off_the_front(*guns: str) -> Case:
    """Limbered guns behind a thin front: they drive forward, but not into it, where the enemy takes them (8.33)."""
    germans = {"1807": "DE-76-I", "1809": "DE-300-I", "1606": "DE-90-I", "1509": "DE-KGvWar"}
    return Case(
        f"guns stay out of the front line: {', '.join(guns)}",
        lambda: at(
            {"2208": f"{guns[0]}/flipped", "2306": f"{guns[1]}/flipped", "2006": "SU-35G-100", "2009": "SU-47G-137"}
            | germans,
            "movement",
            turn=4,
            player=SOVIET,
        ),
        lambda before, after: all(_from_the_enemy(after, gun) > 2 for gun in guns),
        wrong=(f"pick {guns[0]}", "go 1910"),
    )


def _driven_out(stack: str, check: str = "") -> Pos:
    """A barrage has driven the first unit of a stack out of its hex, and the second may go along (7.57)."""
    g = at(
        {"2208": stack, "2206": "SU-35G-101", "2607": "SU-35G-100", "2801": "SU-KAG32", "2802": "SU-AAG32"},
        "barrage",
        turn=3,
        player=SOVIET,
    )
    for action in ("aim 2208", "all", "fire", "roll 5", "roll 6", check, "retreat"):
        if action:
            g.play(action)
    return g


def _companion(stack: str, check: str = "") -> Case:
    second = stack.split()[1]
    return Case(
        f"nobody is sent along with a retreat unforced: {second}",
        lambda: _driven_out(stack, check),
        stays(second),
        (f"pick {second}", "go 2308", "go 2408"),
    )


def _attacked(g: Pos, unit: str) -> bool:
    return bool(g.flags[g.game.names.piece(unit)] & DEFENDED)


def _sees(g: Pos) -> int:
    """How many German hexes Zhukov sees."""
    zhukov = Piece(g.game.names.piece("SU-Zhukov"))
    seen = sight(g.game).seen(g.where[zhukov], True)
    return sum(bool(seen >> g.where[p] & 1) for p in range(len(g.where)) if g.game.side_of[p] == GERMAN)


CASES = [
    Case(
        "Zhukov stays on his height while the Germans are before him",
        lambda: at(
            {"3013": "SU-Zhukov SU-27G-74", "2814": "SU-27G-76", **SOVIET_LINE, **GERMAN_LINE},
            "movement",
            turn=1,
            player=SOVIET,
        ),
        lambda before, after: place_of(after, "SU-Zhukov") == "3013" or _sees(after) > _sees(before),
        ("pick SU-Zhukov", "go 2706"),
    ),
    Case(
        "Zhukov does not go where he stands alone before the enemy",
        lambda: at({"3013": "SU-Zhukov", "2813": "SU-27G-76", **GERMAN_LINE}, "movement", turn=2, player=SOVIET),
        lambda before, after: (
            after.here[after.where[after.game.names.piece("SU-Zhukov")]].bit_count() > 1
            or not after.game.map.within(after.where[after.game.names.piece("SU-Zhukov")], 4) & _germans(after)
        ),
        ("pick SU-Zhukov", "go 2303"),
    ),
    emplaced("DE-404VAK-I", "DE-408VAK-V"),
    emplaced("DE-404VAK-V", "DE-26Flak-I"),
    Case(
        "a gun with targets in range stays in Fire Mode",
        lambda: at(
            {"2801": "SU-KAG32", "3102": "SU-KAG4", **SOVIET_LINE, **GERMAN_LINE}, "barrage", turn=3, player=SOVIET
        ),
        lambda before, after: not is_limbered(after, "SU-KAG32"),
        ("done", "limber SU-KAG32"),
    ),
    _nearer("SU-KAG4"),
    _nearer("SU-KAG32"),
    _off_the_front("SU-KAG32", "SU-AAG32"),
    _off_the_front("SU-AAG4", "SU-KAG4"),
    Case(
        "the garrison stays in Seelow",
        lambda: at(
            {"1509": "DE-KGvWar", "2008": "DE-76-I", "2206": "SU-35G-100", "2208": "SU-35G-101", "2209": "SU-47G-137"},
            "movement",
            turn=4,
            player=GERMAN,
        ),
        stays("DE-KGvWar"),
        ("pick DE-KGvWar", "go 1305"),
    ),
    _companion("DE-300-I DE-303PzJg-1"),
    _companion("DE-76-II DE-502-2"),
    _companion("DE-76-I DE-300-II", "roll 1"),
    Case(
        "on the last evening the Germans attack the regiment beside Seelow, not the easier prey (12.42a)",
        lambda: at(
            {
                "1508": "SU-35G-100/reduced",
                "1607": "DE-76-I DE-502-2",
                "1608": "DE-300-I DE-8Pz-I",
                "1706": "SU-47G-137/disrupted",
                "1509": "DE-KGvWar",
                "2206": "SU-35G-101",
            },
            "combat",
            turn=6,
            player=GERMAN,
        ),
        lambda before, after: _attacked(after, "SU-35G-100"),
        ("attack 1706",),
        right=("attack 1508", "all", "fight"),
    ),
    Case(
        "the last regiments before Seelow close the way to the town (12.42a)",
        lambda: at(
            {
                "1509": "DE-KGvWar",
                "1705": "DE-76-I",
                "1711": "DE-76-II",
                "1906": "SU-35G-100",
                "1910": "SU-35G-101",
                "1908": "SU-47G-137",
            },
            "movement",
            turn=6,
            player=GERMAN,
        ),
        lambda before, after: breach(after) < breach(before),
        ("end",),
    ),
]


def _germans(g: Pos) -> int:
    return sum(
        1 << g.where[p] for p in range(len(g.where)) if g.game.side_of[p] == GERMAN and g.where[p] < g.game.board.size
    )
