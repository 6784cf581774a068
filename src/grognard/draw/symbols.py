"""Unit symbols in the NATO manner, drawn in a box 50 wide and 30 high, and the marks for a unit's size."""

from __future__ import annotations

import math
from collections.abc import Callable

_CROSS = "M0 0L50 30M0 30L50 0"
_SLASH = "M0 30L50 0"
_TRACK = "M15 7.5h20a7.5 7.5 0 0 1 0 15h-20a7.5 7.5 0 0 1 0-15z"


def _line(path: str) -> str:
    return f'<path d="{path}" fill="none"/>'


def _solid(path: str, ink: str) -> str:
    return f'<path d="{path}" fill="{ink}"/>'


def _dot(x: float, y: float, radius: float, ink: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{ink}" stroke="none"/>'


def _word(word: str) -> Callable[[str], str]:
    return lambda ink: (
        f'<text x="25" y="22" font-size="20" text-anchor="middle" fill="{ink}" stroke="none"'
        f" font-family=\"'Fira Sans Condensed','Arial Narrow',sans-serif\" font-weight=\"700\">{word}</text>"
    )


def _star(ink: str) -> str:
    points = []
    for i in range(10):
        far = 12.5 if i % 2 == 0 else 4.9
        a = math.radians(36 * i - 90)
        points.append(f"{25 + far * math.cos(a):.1f},{16 + far * math.sin(a):.1f}")
    return f'<polygon points="{" ".join(points)}" fill="{ink}" stroke="none"/>'


_AIR = "M25 15C18 5 8 8 8 15S18 25 25 15S42 5 42 15S32 25 25 15z"
_WINGS = "M15 27q5-6 10 0q5-6 10 0"

# Each entry draws the inside of the box in a given ink.
SYMBOLS: dict[str, Callable[[str], str]] = {
    "infantry": lambda ink: _line(_CROSS),
    "armour": lambda ink: _line(_TRACK),
    "heavy-armour": lambda ink: _solid(_TRACK, ink),
    "mechanized": lambda ink: _line(_CROSS + _TRACK),
    "motorized": lambda ink: _line(_CROSS + "M25 0V30"),
    "shock": lambda ink: _line(_CROSS) + _solid("M25 1L32 9H18z", ink),
    "guards": lambda ink: _line(_CROSS) + _dot(25, 6, 3, ink),
    "militia": lambda ink: _line(_CROSS) + _line("M20 21L25 29L30 21"),
    "parachute": lambda ink: _line(_CROSS + _WINGS),
    "mountain": lambda ink: _line(_CROSS) + _solid("M25 19L31 30H19z", ink),
    "security": lambda ink: _line(_CROSS) + _line("M0 24H50"),
    "cavalry": lambda ink: _line(_SLASH),
    "recon": lambda ink: _line(_SLASH + _TRACK),
    "artillery": lambda ink: _dot(25, 15, 5.5, ink),
    "self-propelled": lambda ink: _line(_TRACK) + _dot(25, 15, 4, ink),
    "assault-gun": lambda ink: _line(_TRACK + "M25 7.5V22.5"),
    "rocket": lambda ink: _dot(25, 20, 4.5, ink) + _line("M18 11L25 5L32 11M18 16L25 10L32 16"),
    "mortar": lambda ink: _dot(25, 22, 4, ink) + _line("M25 22V5M20 10L25 4L30 10"),
    "antitank": lambda ink: _line("M0 30L25 2L50 30"),
    "flak": lambda ink: _line("M12 30C12 4 38 4 38 30"),
    "engineer": lambda ink: _line("M12 23V8H38V23M25 8V21"),
    "bridge": lambda ink: _line("M10 8L15 12H35L40 8M10 22L15 18H35L40 22"),
    "fortress": lambda ink: _line("M5 23V11H13V17H21V11H29V17H37V11H45V23z"),
    "static": lambda ink: _line(_CROSS) + _solid("M0 25.5H50V30H0z", ink),
    "headquarters": _word("HQ"),
    "supply": lambda ink: _line("M0 23H50"),
    "signals": lambda ink: _line("M0 4L28 18L22 12L50 26"),
    "air": lambda ink: _solid(_AIR, ink),
    "naval": lambda ink: _line("M25 5V26M18 10H32M12 18C14 27 36 27 38 18") + _dot(25, 5, 2.6, ink),
    "rail": lambda ink: (
        _line("M8 11H42V21H8z") + _dot(15, 24, 2.6, ink) + _dot(25, 24, 2.6, ink) + _dot(35, 24, 2.6, ink)
    ),
    "leader": _star,
    "training": _word("T"),
    "sniper": lambda ink: _line("M25 3V27M13 15H37M33 15a8 8 0 1 1-16 0a8 8 0 1 1 16 0z"),
    "marker": lambda ink: _solid("M16 27V4H36L31 9.5L36 15H16", ink),
    "chit": lambda ink: _line("M9 6H33V26H9zM17 6V2H41V22H33") + _dot(21, 16, 3.4, ink),
    "refugees": lambda ink: _line("M8 9H34L38 19H8zM38 19L46 12") + _dot(15, 23, 3.6, ink) + _dot(30, 23, 3.6, ink),
    "unknown": _word("?"),
}
ALIASES = {
    "armor": "armour", "tank": "armour", "panzer": "armour", "anti-tank": "antitank",
    "tank-destroyer": "antitank",
    "heavy-tank": "heavy-armour", "tiger": "heavy-armour", "heavy": "heavy-armour",
    "mechanised": "mechanized", "panzergrenadier": "mechanized", "mech": "mechanized",
    "motorised": "motorized",
    "hq": "headquarters", "festung": "fortress", "fortification": "fortress", "garrison": "static",
    "reconnaissance": "recon", "engineers": "engineer", "pioneer": "engineer", "sapper": "engineer",
    "aircraft": "air", "airstrike": "air", "airfield": "air", "command-post": "leader", "depot": "supply",
    "anti-aircraft": "flak", "airborne": "parachute", "volkssturm": "militia",
    "rifle": "infantry", "katyusha": "rocket", "volksgrenadier": "infantry", "ss": "infantry",
}  # fmt: skip

SIZES = {
    "army-group": "XXXXX", "front": "XXXXX", "army": "XXXX", "corps": "XXX", "division": "XX", "brigade": "X",
    "regiment": "III", "kampfgruppe": "III", "battalion": "II", "company": "I", "platoon": "•••",
}  # fmt: skip


def symbol_name(name: str) -> str:
    """The known symbol for a type of unit, or for one of its words; what is not known gets a question mark."""
    word = name.strip().lower().replace(" ", "-").replace("_", "-")
    for part in (word, *word.split("-")):
        known = ALIASES.get(part, part)
        if known in SYMBOLS:
            return known
    return "unknown"


def symbol_svg(name: str, ink: str, box: str) -> str:
    """The symbol with its box, in a group 50 by 30."""
    inner = SYMBOLS[symbol_name(name)](ink)
    return (
        f'<g stroke="{ink}" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round">'
        f'<rect width="50" height="30" fill="{box}"/>{inner}</g>'
    )


def size_mark(size: str) -> str:
    """`corps` or `XXX`: the mark above the box."""
    return SIZES.get(size.strip().lower(), size)
