"""City Progress, victory zones, odds, losses and the Americans in `raceforberlin`."""

from __future__ import annotations

from tests.games.raceforberlin.helpers import Pieces, fight, impulse, levels, mask, step, zone
from tests.support import play

from . import Case, Pos, held_by, one_answer, place_of

ZHUKOV, KONIEV = 0, 1
REST = {"baerwalde": "S-61-1/turned S-61-2/turned", "penzig": "S-52-1/turned S-52-2/turned", "dresden": "G-404/turned"}
"""Somebody of each kind who has acted already."""
ARMY = {"tempelhof": "S-8GA-1/combat S-8GA-2/combat"}


def _holds(g: Pos, seat: int, name: str) -> bool:
    """Whether a marker of a player lies in a zone."""
    return bool(g.state.held[seat] >> zone(name) & 1)


def _takes(name: str, number: int, pieces: Pieces, at: str, wrong: tuple[str, ...]) -> Case:
    """An impulse in which an empty victory zone is within reach."""
    seat = ZHUKOV if number == 1 else KONIEV
    return Case(
        name, lambda: impulse(number, pieces | REST, turn=5), lambda before, after: _holds(after, seat, at), wrong
    )


CASES = [
    one_answer(
        "support is spent on a roll in Berlin",
        lambda: fight(1, ARMY | REST, turn=9, support=(2, 0)),
        ("city tempelhof",),
        "end",
    ),
    one_answer(
        "support that is left over is spent too",
        lambda: play(fight(1, ARMY | REST, turn=9, support=(2, 0)), "city tempelhof"),
        ("press",),
        "fight",
        unsolved=True,
    ),
    one_answer(
        "the weak zone rather than the strong one",
        lambda: fight(
            1,
            {"bridgehead": "S-8GA-1/combat S-8GA-2/combat", "seelow": "G-303 G-20PzGr", "s_oderbruch": "G-309/reduced"}
            | REST,
        ),
        ("attack s_oderbruch",),
        "attack seelow",
    ),
    one_answer(
        "both counters of an army attack together",
        lambda: play(
            fight(1, {"bridgehead": "S-8GA-1/combat S-8GA-2/combat", "s_oderbruch": "G-309"} | REST),
            "attack s_oderbruch",
        ),
        ("fight",),
        "drop S-8GA-2",
    ),
    one_answer(
        "a worn-out counter does not attack a town",
        lambda: fight(1, {"reppen": "S-69-1/combat/reduced", "frankfurt": "G-286 G-169"} | REST),
        ("end",),
        "attack frankfurt",
    ),
    one_answer(
        "a full division takes the loss, not a reduced one",
        lambda: play(
            fight(1, {"bridgehead": "S-8GA-1/combat S-8GA-2/combat", "seelow": "G-303 G-20PzGr/reduced"} | REST),
            "attack seelow, fight, stand, roll 4",
        ),
        ("lose G-303",),
        "lose G-20PzGr",
    ),
    one_answer(
        "tanks are repaired before infantry",
        lambda: step(
            "replacements",
            {"strausberg": "S-2GTA-1/reduced S-2GTA-2", "kuestrin": "S-47-1/reduced S-47-2", "triebel": "S-13-1"},
        ),
        ("repair S-2GTA-1",),
        "repair S-47-1",
    ),
    _takes(
        "an empty victory zone is taken: Oranienburg",
        1,
        {"bernau": "S-47-1 S-47-2", "strausberg": "S-5SHA-1 S-5SHA-2"},
        "oranienburg",
        ("done",),
    ),
    _takes(
        "an empty victory zone is taken: Zossen",
        2,
        {"luckau": "S-3GTA-1 S-3GTA-2", "calau": "S-13-1 S-13-2"},
        "zossen",
        ("done",),
    ),
    _takes(
        "an empty victory zone is taken: Spremberg",
        2,
        {"gross_dueben": "S-5GA-1 S-5GA-2", "muskau": "S-13-1 S-13-2"},
        "spremberg",
        ("done",),
    ),
    Case(
        "Soviets bar the Americans' way into Berlin",
        lambda: impulse(
            2,
            {"trebbin": "S-3GTA-1 S-3GTA-2"} | REST,
            turn=7,
            us=mask("potsdam", "treuenbrietzen"),
            tracks=(0, 4, 0),
        ),
        held_by("zehlendorf", "S-3GTA-1", "S-3GTA-2"),
        ("done",),
    ),
    Case(
        "a zone of Berlin is not left",
        lambda: impulse(
            1, {"tempelhof": "S-8GA-1 S-8GA-2", "bernau": "S-47-1 S-47-2"} | REST, turn=7, levels=levels(tempelhof=2)
        ),
        held_by("tempelhof", "S-8GA-1", "S-8GA-2"),
        ("move S-8GA-1", "move S-8GA-2", "done", "pick S-8GA-1", "go neukoelln", "pick S-8GA-2", "go neukoelln"),
    ),
    Case(
        "a division in Berlin stays in the besieged zone",
        lambda: impulse(3, {"tempelhof": "G-18PzGr S-8GA-1/turned S-8GA-2/turned"} | REST, turn=8),
        held_by("tempelhof", "G-18PzGr"),
        ("move G-18PzGr", "done", "pick G-18PzGr", "go wedding"),
    ),
    one_answer(
        "Heinrici saves two panzer divisions from two armies",
        lambda: play(
            fight(
                1,
                {
                    "bridgehead": "S-8GA-1/combat S-8GA-2/combat S-5SHA-1/combat S-5SHA-2/combat",
                    "seelow": "G-Muench G-Kurmark",
                }
                | REST,
                turn=5,
            ),
            "attack seelow, fight",
        ),
        ("heinrici",),
        "stand",
    ),
    Case(
        "the first shells on Berlin are worth a point",
        lambda: impulse(1, {"strausberg": "S-47-1 S-47-2"} | REST, turn=10, operations=1),
        lambda before, after: after.state.shelled or place_of(after, "S-47-1") != "strausberg",
        ("done",),
    ),
]
