"""Positions that games seldom reach, for weights that seldom count."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.support import play

from grognard.engine import Outcome, Position, Seat
from grognard.engine.game import Game


class Situation(NamedTuple):
    """Pieces in a phase, and what is played there."""

    pieces: dict[str, str]
    phase: str
    state: dict[str, Any]
    played: str = ""
    scenario: str | None = None

    def build(self, game: Game[Any]) -> Position[Any, Any]:
        """The position."""
        g = game.position(self.pieces, phase=self.phase, scenario=self.scenario, **self.state)
        return play(g, self.played) if self.played else g


GARRISON = "GS-VS-1 GS-VS-2 GS-KM-1"
BARS = """
    bernau G-10SSPz, brandenburg G-72, dessau G-17, eberswalde G-Branden, genthin G-615, joachimsthal G-545,
    nauen G-1SSPz, neuruppin G-344, oranienburg G-404, potsdam G-342, prenzlauer_berg G-36SS, rathenow G-214,
    treuenbrietzen G-275, wedding G-35SS
"""
"""Germans in three rings around Kyritz."""
BARRED: dict[str, str] = dict(bar.split() for bar in BARS.split(","))

SITUATIONS: dict[str, list[Situation]] = {
    "marshals": [],
    "raceforberlin": [
        Situation({"bernau": "S-8GA-1"}, "designation-1", {"turn": 2}, "shell S-8GA-1"),
        Situation({"bernau": "S-8GA-1"}, "designation-1", {"turn": 8, "vacated": (1, 0)}),
        Situation(BARRED | {"kyritz": "S-2GTA-1 S-2GTA-2"}, "designation-1", {"turn": 2}),
        Situation({"neukoelln": "S-2GTA-1/combat", "kw": "G-712"}, "combat-1", {"turn": 2}, "attack kw"),
        Situation({"oranienburg": "S-47-1 S-47-2"}, "designation-1", {"turn": 8, "tracks": (0, 0, 2)}, "move S-47-1"),
        Situation(
            {
                "wedding": "S-2GTA-1 S-2GTA-2",
                "prenzlauer_berg": "S-8GA-1 S-8GA-2",
                "friedrichshain": "S-5SHA-1 S-5SHA-2",
            },
            "designation-1",
            {"turn": 8, "support": (6, 0)},
        ),
    ],
    "reichstag": [
        Situation({"3412": "1UF-6GTC"}, "movement", {"turn": 9, "player_turn": 2}),
        Situation({"3412": "GS-CP-West", "3315": "1UF-6GTC"}, "movement", {"turn": 7, "player_turn": 2}),
        Situation(
            {"3412": GARRISON, "3312": "1UF-6GTC", "3413": "1UF-20RD"},
            "movement",
            {"turn": 7, "player_turn": 2, "spent": (40, 10)},
        ),
        Situation(
            {"3412": GARRISON, "3312": "1UF-6GTC 1UF-7GTC"},
            "movement",
            {"turn": 7, "player_turn": 2, "spent": (40, 10), "effort": True},
        ),
    ],
    "konigsberg": [
        Situation({"2209": "S-8G", "cup": "S:39"}, "command", {"turn": 3}),
        Situation(
            {"2516": "G-7PZ G-5PZ G-4PZ", "2517": "S-8G", "2615": "S-5G", "2417": "S-3G", "cup": "S:39"},
            "command",
            {"turn": 3},
        ),
        Situation(
            {"2516": "G-HQ26", "2517": "G-56", "2518": "G-69", "3018": "S-8G", "cup": "ACT:RANDOM S:39"},
            "command",
            {"turn": 3},
            "draw ACT:RANDOM, total 3, name G-HQ26",
        ),
        Situation(
            {"2516": "G-HQ26", "2517": "G-56", "2518": "S-8G", "cup": "G:26 S:39"},
            "command",
            {"turn": 3},
            "draw G:26, end, attack 2518, nobody",
        ),
        Situation(
            {
                "2927": "G-HQ26",
                "2926": "G-56",
                "3931": "S-8G S-3G",
                "0537": "S-8GT",
                "4622": "S-5G",
                "cup": "G:26 S:39",
            },
            "command",
            {"turn": 3},
            "draw G:26, pick G-56",
        ),
    ],
    "seelow": [
        Situation({"1409": "SU-295-883"}, "movement", {"turn": 9, "player": 1}, scenario="seelow"),
        Situation({"1310": "SU-295-883"}, "movement", {"turn": 9, "player": 1}, scenario="seelow"),
        Situation(
            {"1310": "DE-300-I", "1410": "SU-40GTankBde SU-47G-137", "1211": "SU-44GTankBde SU-47G-140"},
            "movement",
            {"turn": 9, "player": 1},
            scenario="seelow",
        ),
    ],
}


def over(game: Game[Any], winner: Seat | None, rule: str = "") -> Position[Any, Any]:
    """A game that has just ended."""
    g = game.start()
    g.finish(Outcome(winner=winner, text="It is over.", rule=rule))
    return g


def situations(game: Game[Any]) -> list[Position[Any, Any]]:
    """All of them, and the ends that a game can have."""
    ends = [over(game, Seat(0)), over(game, None), over(game, None, "2.2.9")]
    return [situation.build(game) for situation in SITUATIONS.get(game.id, ())] + ends
