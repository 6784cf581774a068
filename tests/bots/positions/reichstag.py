"""The Reichstag, objectives, points that are not worth spending, tables and losses in `reichstag`."""

from __future__ import annotations

from typing import Any

from grognard.games import load_game

from . import Case, Pos, held_by, one_answer, played, stays

GAME = load_game("reichstag")
BELORUSSIAN, UKRAINIAN = 0, 2
"""The player turns of the two Fronts; that of the Germans who face each is the next."""
GATES = {"3311": "GS-AC-B", "3411": "GS-AC-C", "3511": "GS-AC-D"}
"""Garrisons before the Reichstag, so that nobody else has to go there."""
FAR = {"0123": "1UF-9MC", "1001": "1BF-1MC", "1909": "GS-AC-H", "3412": "GS-VS-1/face-down"}
"""Somebody of each side, far from everything, and a garrison of the Reichstag."""


def at(pieces: dict[str, str], phase: str, **state: Any) -> Pos:
    """A position on turn 5 unless said otherwise."""
    return GAME.position(FAR | pieces, phase=phase, **{"turn": 5, **state})


def hexes(*names: str) -> int:
    """A set of hexes."""
    return sum(1 << GAME.board.place(name) for name in names)


def germans(pieces: dict[str, str], player_turn: int, points: int = 4, **state: Any) -> Pos:
    """Germans who are to move, with so many points."""
    g = at(pieces, "movement", player_turn=player_turn, **state)
    return played(g, [f"roll {points}"])


def _spent(g: Pos) -> int:
    return sum(g.state.spent)


def _saves(
    name: str,
    pieces: dict[str, str],
    phase: str,
    wrong: tuple[str, ...],
    *,
    unsolved: bool = False,
    **state: Any,
) -> Case:
    """A phase in which nothing is worth a Stavka point."""
    return Case(
        name,
        lambda: at(pieces, phase, **state),
        lambda before, after: _spent(after) == _spent(before),
        wrong,
        unsolved=unsolved,
        right=("end" if phase == "movement" else "done",),
    )


def _takes(name: str, goal: str, at_first: str, unit: str, player_turn: int, *, unsolved: bool = False) -> Case:
    """An empty objective is within reach on the last day."""
    return Case(
        f"an empty objective is taken on the last day: {name}",
        lambda: at({at_first: unit}, "movement", player_turn=player_turn, turn=10),
        lambda before, after: bool(after.state.held[player_turn // 2] & hexes(goal)),
        ("end",),
        unsolved=unsolved,
        right=(f"pick {unit}", f"go {goal}"),
    )


def _walks_in(name: str, at_first: str, unit: str, player_turn: int) -> Case:
    """On the last day an empty Reichstag is within reach; if nobody enters, both players lose."""
    return Case(
        f"the empty Reichstag is entered on the last day: {name}",
        lambda: at({at_first: unit, "3412": ""}, "movement", player_turn=player_turn, turn=10),
        held_by("3412", unit),
        ("end",),
    )


CASES = [
    _walks_in("1BF", "3511", "1BF-11GTC", BELORUSSIAN),
    _walks_in("1UF", "3413", "1UF-6GTC", UKRAINIAN),
    _takes("Alexanderplatz", "3711", "3709", "1BF-11GTC", BELORUSSIAN),
    _takes("Rathaus Schöneberg", "3116", "3118", "1UF-6GTC", UKRAINIAN, unsolved=True),
    _takes("Potsdam", "0527", "0525", "1UF-6GTC", UKRAINIAN),
    Case(
        "an empty objective before the enemy is garrisoned",
        lambda: germans(GATES | {"3708": "1BF-11GTC 1BF-7GTB", "3713": "G-Nor-23"}, BELORUSSIAN + 1),
        held_by("3711", "G-Nor-23"),
        ("end",),
        unsolved=True,
        right=("pick G-Nor-23", "go 3711"),
    ),
    Case(
        "a garrison does not leave its objective",
        lambda: germans(GATES | {"3710": "1BF-11GTC 1BF-7GTB", "3711": "G-Nor-23 G-Nor-24"}, BELORUSSIAN + 1),
        held_by("3711", "G-Nor-23", "G-Nor-24"),
        ("pick G-Nor-23", "go 3713", "pick G-Nor-24", "go 3713"),
        unsolved=True,
        right=("end",),
    ),
    Case(
        "the gate of the Reichstag is not left open",
        lambda: germans({"3411": "1BF-11GTC", "3311": "G-Nor-23", "3010": "1BF-7GTB"}, BELORUSSIAN + 1),
        stays("G-Nor-23"),
        ("pick G-Nor-23", "go 3110"),
    ),
    Case(
        "a weak regiment in the open goes out of the way of a corps",
        lambda: germans({"4018": "1BF-11GTC 1BF-7GTB", "4019": "G-FLJ1", "3618": "G-GD"}, BELORUSSIAN + 1),
        lambda before, after: (
            GAME.board.distance(after.where[GAME.names.piece("G-FLJ1")], GAME.board.place("4018")) > 1
        ),
        ("end",),
    ),
    one_answer(
        "the Mobile table against a static unit in the open",
        lambda: played(at({"4020": "GS-AC-A", "4019": "1BF-11GTC 1BF-8GTB"}, "combat"), ["attack 4020"]),
        ("mobile",),
        "assault",
    ),
    _saves(
        "no replacement on the last day",
        {"4020": "GS-AC-A", "4017": "1BF-11GTC 1BF-7GTB", "dead-1bf": "1BF-8GMC"},
        "reinforcement",
        ("replace 1BF-8GMC", "put 4429"),
        unsolved=True,
        turn=10,
    ),
    _saves(
        "no maximum effort where nobody is in contact",
        {"4020": "GS-AC-A", "4017": "1BF-11GTC 1BF-7GTB"},
        "start",
        ("effort",),
    ),
    _saves(
        "no barrage where nobody can attack",
        {"4020": "GS-AC-A", "1002": "1BF-11GTC", "guns-1bf": "M-1BF-ART-1 M-1BF-AIR-1"},
        "barrage",
        ("place M-1BF-ART-1", "put 4020"),
    ),
    _saves(
        "no forced march on the last day without a goal",
        {"4519": "1BF-11GTC", "4515": "GS-AC-A GS-AC-B GS-AC-C"},
        "movement",
        ("pick 1BF-11GTC", "march"),
        turn=10,
    ),
    one_answer(
        "nobody gives up more than he must",
        lambda: played(
            at({"3711": "G-GD G-SSLAH", "3611": "1BF-11GTC 1BF-7GTB", "3710": "1BF-8GMC 1BF-8GTB"}, "combat"),
            ["attack 3711", "assault", "roll 2"],
        ),
        ("enough",),
        "give-up 1BF-11GTC",
    ),
    Case(
        "who has cleared an objective goes in",
        lambda: played(
            at({"4515": "GS-AC-A", "4415": "1BF-11GTC 1BF-8GTB", "4514": "1BF-8GMC"}, "combat"),
            ["attack 4515", "assault", "roll 6"],
        ),
        lambda before, after: bool(after.state.held[0] & hexes("4515")),
        ("end-advance",),
    ),
    Case(
        "a held sniper takes an objective back",
        lambda: at(
            {"held-1uf": "GS-SN-1", "3709": "1BF-11GTC", "3613": "G-GD"},
            "reinforcement",
            player_turn=BELORUSSIAN + 1,
            held=(hexes("3711"), 0),
        ),
        held_by("3711", "GS-SN-1"),
        ("done",),
    ),
    Case(
        "a barrage falls where it helps an attack",
        lambda: played(
            at(
                {"3909": "1BF-8GMC 1BF-8GTB", "3910": "G-GD G-Nor-23", "guns-1bf": "M-1BF-ART-1"},
                "barrage",
            ),
            ["place M-1BF-ART-1"],
        ),
        lambda before, after: (
            GAME.board.distance(after.where[GAME.names.piece("M-1BF-ART-1")], GAME.board.place("3910")) <= 1
        ),
        ("put 0101",),
        whole_phase=False,
    ),
]
