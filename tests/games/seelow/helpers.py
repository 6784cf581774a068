"""What the rule tests of this game share: positions on the real map and on a test sheet.

The test sheet has the real grid, but all hexes are clear and on level 1, without water, roads or exits; `sheet`
switches single features on. Units of known values:

| id | counter |
|---|---|
| R1, R2, R3 | rifle regiments 5-3-3/5, reduced 3-2-2 |
| G1, G2, G3 | Guards regiments 6-4-4/5, reduced 3-2-3 |
| T1, T2, T3 | Soviet tank brigades 6-8-4/8, reduced 3-4-3, armor 1 |
| M1 | mechanized brigade 7-5-4/8, motorized, not armored |
| B1, B2, B3 | German battalions on foot 4-3-3/5, reduced 2-2-2 |
| P1, P2 | panzergrenadiers 5-4-4/8, reduced 3-2-3 |
| C1, C2, C3 | Panther companies 4-8-4/8, armor 2 |
| D1, D2, D3 | companies 3-6-4/8, armor 1 |
| KAG, AAG | Soviet guns 8 (range 12) and 11 (range 16) |
| V4, FL | German howitzers 5-2-3 (range 13) and the Flak 3-12-3 (range 8) |
| ZH | Marshal Zhukov |
"""

from __future__ import annotations

import atexit
import csv
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from grognard.engine import Position
from grognard.engine.pack import Pack
from grognard.engine.terms import Calculation
from grognard.games import load_game
from grognard.games.seelow import Seelow

HOME = Path(__file__).parents[3] / "src" / "grognard" / "games" / "seelow" / "data"
loaded = load_game("seelow")
assert isinstance(loaded, Seelow)
game: Seelow = loaded

NAMES = {
    **{f"R{i}": f"SU-295-{n}" for i, n in ((1, 883), (2, 1038), (3, 1040))},
    **{f"G{i}": f"SU-47G-{n}" for i, n in ((1, 137), (2, 140), (3, 142))},
    **{f"T{i}": f"SU-{n}GTankBde" for i, n in ((1, 40), (2, 44), (3, 45))},
    "M1": "SU-19GMechBde",
    "M2": "SU-20GMechBde",
    **{"B1": "DE-300-I", "B2": "DE-300-II", "B3": "DE-302-I", "B4": "DE-302-II"},
    **{"P1": "DE-76-I", "P2": "DE-76-II"},
    **{f"C{i}": f"DE-MunPz-{i}" for i in (1, 2, 3)},
    **{"D1": "DE-8Pz-I", "D2": "DE-8Pz-II", "D3": "DE-8Pz-III"},
    **{"KAG": "SU-KAG32", "AAG": "SU-AAG32", "V4": "DE-404VAK-IV", "FL": "DE-26Flak-I", "ZH": "SU-Zhukov"},
}
_WORD = re.compile(rf"\b({'|'.join(NAMES)})\b")


def full(text: str) -> str:
    """Short names of units replaced by their ids."""
    return _WORD.sub(lambda found: NAMES[found[1]], text)


Hexes = Mapping[str, str]


def sheet(hexes: Hexes | None = None, sides: Hexes | None = None, paths: Iterable[str] = ()) -> Seelow:
    """The test sheet with some features.

    `hexes` gives terrain and level (`{"2008": "woods 2"}`, also `exits=road:W`), `sides` the features of a hexside
    (`{"2008 N": "stream"}`, a gully with its level: `gully:1`), `paths` routes (`road 2007-2008`).
    """
    return _sheet(tuple(sorted((hexes or {}).items())), tuple(sorted((sides or {}).items())), tuple(paths))


@cache
def _sheet(hexes: tuple[tuple[str, str], ...], sides: tuple[tuple[str, str], ...], paths: tuple[str, ...]) -> Seelow:
    changed = dict(hexes)
    folder = Path(tempfile.mkdtemp(prefix="seelow-sheet-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "map").mkdir()
    with (HOME / "map/hexes.csv").open(encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    for row in rows:
        words = changed.get(row["hex"], "clear 1").split()
        row["terrain"], row["level"], row["name"], row["exits"] = words[0], words[1], "", ""
        row["exits"] = " ".join(word.removeprefix("exits=") for word in words[2:])
    _write(folder / "map/hexes.csv", list(rows[0]), [list(row.values()) for row in rows])
    lines = []
    for key, features in sides:
        feature, _, low = features.partition(":")
        lines.append([*key.split(), feature, "design", "", low])
    _write(folder / "map/sides.csv", ["hex", "dir", "features", "source", "name", "low_level"], lines)
    routes = [[*path.split(" ")[:1], "", path.split(" ")[1], "design"] for path in paths]
    _write(folder / "map/paths.csv", ["kind", "name", "hexes", "source"], routes)
    return Seelow(Pack(HOME, folder))


def _write(path: Path, header: list[str], rows: list[list[str]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as target:
        writer = csv.writer(target)
        writer.writerow(header)
        writer.writerows(rows)


P = Position[Any, Any]
DAY, DUSK, NIGHT = 3, 6, 7


def at(
    pieces: Mapping[str, str], phase: str, on: Seelow | None = None, *, turn: int = DAY, player: int = 0, **more: Any
) -> P:
    """A position on the test sheet (or another map), on a day turn of the Soviets unless said otherwise."""
    return position(on or sheet(), pieces, phase, turn=turn, player=player, **more)


def position(on: Seelow, pieces: Mapping[str, str], phase: str, **more: Any) -> P:
    """A position with short names; the `seelow` scenario unless said otherwise."""
    more.setdefault("scenario", "seelow")
    return on.position({place: full(units) for place, units in pieces.items()}, phase=phase, **more)


def do(g: P, actions: str) -> P:
    """Play actions given with short names and commas."""
    for action in full(actions).split(", "):
        g.play(action.strip())
    return g


def may(g: P, action: str) -> bool:
    """Whether an action is legal."""
    return g.why_not(full(action)) is None


def no(g: P, action: str) -> str:
    """The rule by which an action is refused; fails if it is legal."""
    refusal = g.why_not(full(action))
    assert refusal is not None, f"'{action}' is legal"
    return refusal.rule


def offered(g: P, verb: str) -> set[str]:
    """The arguments of the legal actions of one verb, units by their short names."""
    short = {name: key for key, name in NAMES.items()}
    return {" ".join(short.get(w, w) for w in a.text.split(" ")[1:]) for a in g.actions() if a.verb == verb}


def place(g: P, unit: str) -> str:
    """Where a unit is."""
    found: str = g.game.names.places[g.where[g.game.names.piece(full(unit))]]
    return found


def has(g: P, unit: str, flag: str) -> bool:
    """Whether a unit has a flag."""
    return flag in g.game.flag_names(g.flags[g.game.names.piece(full(unit))])


def number(g: P, unit: str) -> int:
    """The number of a unit."""
    found: int = g.game.names.piece(full(unit))
    return found


def reached(g: P, unit: str) -> set[str]:
    """Every hex that a unit can go to."""
    do(g, f"pick {unit}")
    return offered(g, "go")


def cost(g: P, unit: str, target: str) -> str:
    """What a hex costs a unit."""
    after = g.copy()
    do(after, f"pick {unit}")
    action = after.game.parse(f"go {target}")
    assert action in after.actions(), f"{unit} cannot go to {target}: {after.why_not(action)}"
    found: str = after.frame.hint(after, action).cost  # type: ignore[attr-defined]
    return found


def panel(g: P) -> Calculation:
    """The calculation shown with the present question."""
    calculation: Calculation | None = g.frame.ask(g).panel  # type: ignore[attr-defined]
    assert calculation is not None
    return calculation


def terms(g: P) -> dict[str, str]:
    """The terms of that calculation by their rules."""
    return {term.rule: term.value for term in panel(g).terms if term.rule}


def attack(pieces: Mapping[str, str], target: str, units: str, on: Seelow | None = None, **more: Any) -> P:
    """An attack that is planned but not fought yet."""
    g = at(pieces, "combat", on, **more)
    do(g, f"attack {target}")
    for unit in units.split():
        do(g, f"add {unit}")
    return g


def fight(g: P, die: int) -> P:
    """Fight a planned attack with a die."""
    return do(g, f"fight, roll {die}")


def column(pieces: Mapping[str, str], target: str, units: str, on: Seelow | None = None, **more: Any) -> str:
    """The column of an attack after all shifts."""
    return panel(attack(pieces, target, units, on, **more)).column


def shoot(pieces: Mapping[str, str], target: str, firers: str, on: Seelow | None = None, **more: Any) -> P:
    """Fire at the only armored unit of a hex, assigned but not opened yet."""
    g = at(pieces, more.pop("phase", "own-fire"), on, **more)
    do(g, f"aim {target}")
    for unit in firers.split():
        do(g, f"add {unit}")
    return g


def barrage(pieces: Mapping[str, str], target: str, guns: str, on: Seelow | None = None, **more: Any) -> P:
    """A barrage that is aimed but not fired yet."""
    g = at(pieces, "barrage", on, **more)
    do(g, f"aim {target}")
    for gun in guns.split():
        do(g, f"add {gun}")
    return g
