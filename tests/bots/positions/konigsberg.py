"""HQs and their troops, refugees, free movement and poor odds in `konigsberg`."""

from __future__ import annotations

from tests.games.konigsberg.helpers import NE, SE, SW, C, blank, command, fighting, play, ready

from grognard.engine.pieces import each
from grognard.engine.places import members
from grognard.games import load_game
from grognard.games.konigsberg.command import net
from grognard.games.konigsberg.model import ATTACKED, GERMAN, SOVIET
from grognard.games.konigsberg.stacking import stacks

from . import Case, Pos, place_of

GAME = load_game("konigsberg")


def _left_behind(g: Pos, hq: str) -> int:
    """How many units of an HQ are on the map and out of its range."""
    piece = g.game.names.piece(hq)
    inside, size = net(g, piece), g.game.board.size
    return sum(1 for p in each(g.game.formation[piece]) if g.where[p] < size and not inside >> g.where[p] & 1)


def _first_chit(chit: str, hq: str, wrong: str) -> Case:
    """An army of the set-up moves: its HQ and its units keep together."""

    def build() -> Pos:
        g = GAME.position({"cup": chit}, phase="command", base="start")
        g.play(f"draw {chit}")
        return g

    return Case(
        f"HQ and troops keep together: {hq}",
        build,
        lambda before, after: _left_behind(after, hq) <= 1,
        tuple(wrong.split(", ")),
    )


def _from_the_enemy(g: Pos, unit: str) -> int:
    """How many hexes a unit stands from the nearest German one."""
    game = g.game
    place, germans = g.where[game.names.piece(unit)], game.roster.of_side[GERMAN] & game.combat
    return min(game.board.distance(place, g.where[p]) for p in each(germans) if g.where[p] < game.board.size)


def _at_the_front(chit: str, unit: str, wrong: str) -> Case:
    """A tank unit of the set-up acts with an army: it does not drive off to keep a distant HQ company."""

    def build() -> Pos:
        g = GAME.position({"cup": chit}, phase="command", base="start")
        g.play(f"draw {chit}")
        return g

    return Case(
        f"tanks stay at the front: {unit} with {chit}",
        build,
        lambda before, after: _from_the_enemy(after, unit) <= max(2, _from_the_enemy(before, unit)),
        tuple(wrong.split(", ")),
    )


def _holds_the_line(chit: str, units: str, wrong: str) -> Case:
    """German units of the set-up move on turn 1: no further from the enemy than a reserve may stand."""

    def build() -> Pos:
        g = GAME.position({"cup": chit}, phase="command", base="start")
        g.play(f"draw {chit}")
        return g

    return Case(
        f"front units and reserves do not march to the rear on turn 1: {units}",
        build,
        lambda before, after: all(
            _from_soviets(after, unit) <= max(5, _from_soviets(before, unit)) for unit in units.split()
        ),
        wrong=tuple(wrong.split(", ")),
    )


def _from_soviets(g: Pos, unit: str) -> int:
    """How many hexes a unit or HQ stands from the nearest Soviet unit."""
    board, place = g.game.board, g.where[g.game.names.piece(unit)]
    return min(board.distance(place, soviet) for soviet in members(stacks(g, SOVIET)[0]))


def _garrison(town: str, corps: str, away: tuple[str, str], pieces: dict[str, str]) -> Case:
    """A German corps moves while Soviet tanks are near a victory hex: somebody is still there afterwards."""

    def build() -> Pos:
        far = {"4031": "S-28GT", "4304": "S-HQ39", "cup": f"G:{corps} S:39 S:48"}
        g = GAME.position(pieces | far, phase="command", turn=5)
        g.play(f"draw G:{corps}")
        return g

    return Case(
        f"a garrison does not walk away: {town}",
        build,
        lambda before, after: bool(stacks(after, GERMAN)[0] >> after.game.board.place(town) & 1),
        wrong=away,
    )


def _refugees_in_the_way() -> Pos:
    """Refugees on the road to Elbing, Soviets close behind them and Germans on their way."""
    on = blank(paths=(("road", "1216-1217-1218-1219-1220-1221-1222-1223-1224-1225-1226-1227"),))
    pieces = {"1221": "REF-1", "1224": "S-94", "1324": "S-HQ39", "1217": "G-286", "1118": "G-551", "1318": "G-56"}
    return ready(on, {**pieces, "cup": "S:39"}, "refugee")


def _free_movement() -> Pos:
    g = command(
        {"0425": "G-HQ9", "0526": "G-551", "0427": "G-286", "4030": "S-HQ39", "4031": "S-94"}, "ACT:RANDOM S:39"
    )
    g.play("draw ACT:RANDOM")
    g.play("total 3")
    return g


def _at_one_to_one() -> Pos:
    """A tank corps beside two divisions: 10 against 10."""
    g = fighting({"1926": "S-HQ39", C: "S-2GT", NE: "G-56 G-69", "4031": "S-94"}, take="S-2GT")
    return play(g, [])


def _three_to_one_to_be_had(strong: str, weak: str) -> Case:
    """A tank corps between two divisions together, 10 against 10, and a weak one alone, 10 against 2."""

    def build() -> Pos:
        pieces = {"1926": "S-HQ39", C: "S-2GT", strong: "G-56 G-69", weak: "G-605", "4031": "S-94"}
        return fighting(pieces, take="S-2GT", reduced="G-605")

    return Case(
        f"tanks attack where the odds are good: {weak}, not {strong}",
        build,
        lambda before, after: (
            after.frame.title == "Plan" and after.game.names.places[after.frame.attack.target] == weak  # type: ignore[attr-defined]
        ),
        whole_phase=False,
        wrong=(f"attack {strong}",),
    )


def _worn_down() -> Pos:
    """A reduced tank corps beside one division: 5 against 5; the infantry comes with the next chit."""
    pieces = {"1926": "S-HQ39", C: "S-2GT", NE: "G-56", "1824": "S-5G", "4031": "S-94"}
    return fighting(pieces, take="S-2GT", reduced="S-2GT")


def _has_attacked(g: Pos, unit: str) -> bool:
    return bool(g.flags[g.game.names.piece(unit)] & ATTACKED)


CASES = [
    _first_chit("S:28", "S-HQ28", "done, pick S-HQ28, go 4203"),
    _first_chit("S:39", "S-HQ39", "done, pick S-HQ39, go 3501"),
    _first_chit("S:48", "S-HQ48", "done, pick S-HQ48, go 3430"),
    _first_chit("G:26", "G-HQ26", "done, pick G-HQ26, go 3304"),
    _first_chit("G:20", "G-HQ20", "take G-605, pick G-HQ20, go 2623"),
    _first_chit("G:23", "G-HQ23", "done, pick G-HQ23, go 2427"),
    _at_the_front("S:28", "S-153T", "take S-2GT, take S-153T, pick S-153T, go 4203"),
    _at_the_front("S:39", "S-153T", "take S-152, take S-153T, pick S-153T, go 4203"),
    _at_the_front("S:11G", "S-213T", "take S-213T, take S-2GE, pick S-213T, go 4405"),
    Case(
        "refugees are moved among the Germans",
        _refugees_in_the_way,
        lambda before, after: place_of(after, "REF-1") != "1221",
        ("done",),
    ),
    Case(
        "free movement is made use of",
        _free_movement,
        lambda before, after: after.frame.title != "DrawChit",
        ("decline",),
        whole_phase=False,
    ),
    Case(
        "a tank corps does not attack at 1:1",
        _at_one_to_one,
        lambda before, after: not _has_attacked(after, "S-2GT"),
        (f"attack {NE}", "announce"),
        whole_phase=False,
    ),
    Case(
        "a reduced tank corps waits for the infantry",
        _worn_down,
        lambda before, after: after.frame.title != "Plan",
        whole_phase=False,
        wrong=(f"attack {NE}",),
    ),
    _three_to_one_to_be_had(NE, SE),
    _three_to_one_to_be_had(SW, NE),
    _holds_the_line("G:GD", "G-GDF G-GDPZ G-GDPG", "done, pick G-GDF, march 2516"),
    _holds_the_line("G:7Pz", "G-7PZ G-HQ7", "take G-7PZ, done, pick G-7PZ, march 2222"),
    _holds_the_line("G:27", "G-7PZ", "take G-7PZ, pick G-7PZ, go 2131"),
    _holds_the_line("G:55", "G-203 G-547 G-562 G-10R", "done, pick G-203, go 3525"),
    _garrison(
        "2222",
        "23",
        ("pick G-129", "go 2524"),
        {"2223": "G-HQ23", "2222": "G-129", "2020": "G-299", "2525": "S-2GT", "2626": "S-HQ48", "2624": "S-42"},
    ),
    _garrison(
        "2209",
        "26",
        ("pick G-1", "go 2511"),
        {"2208": "G-HQ26", "2209": "G-1", "1911": "G-56", "2512": "S-42", "2513": "S-2GT", "2614": "S-HQ48"},
    ),
]
