"""Odds (7.4, 0.1c, 0.1d): strengths in eighths, one rounding for each side, shifts on an open ladder of odds."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from ...engine.bounds import Number
from ...engine.derived import derived_by_game, derived_from
from ...engine.pieces import Piece, Pieces, each
from ...engine.places import Place
from ...engine.telling import counted, number, term
from ...engine.terms import Calculation, Odds, Term
from .model import GERMAN, ISOLATED, OOS, K, KonigsbergGame, attack_of, defence_of, name_of

EIGHTHS = 8
"""Strengths are counted in eighths: supply, a river and ice can each halve them."""

Air = tuple[tuple[Piece, Number], ...]
"""Air units in an attack, each with its shift: 1 for NORMAL, 2 for FULL."""


class Attack(msgspec.Struct, frozen=True):
    """7.2(1) Who attacks which hex."""

    target: Place
    units: Pieces
    """Ground units, and the cruiser if it takes part."""
    air: Air = ()


def defenders_in(g: K, place: Place, side: int) -> Pieces:
    """7.3b The combat units that defend a hex together."""
    return Pieces(g.here.get(place, 0) & g.game.combat & g.game.roster.of_side[side])


def halvings(g: K, piece: int, target: Place) -> list[tuple[str, str]]:
    """7.4(1)-(3), 11.3, R71, R73 What halves an attacking unit's strength: reason and rule, one for each time."""
    found = []
    if g.flags[piece] & ISOLATED:
        found.append(("because isolated", "7.4(2)"))
    elif g.flags[piece] & OOS:
        found.append(("because out of supply", "7.4(1)"))
    return found + _across(g.game, g.where[piece], target)


def _across(game: KonigsbergGame, here: Place, target: Place) -> list[tuple[str, str]]:
    """7.4(3), 7.4a/3 What halves an attack from one hex to another."""
    found: list[tuple[str, str]] = []
    if here >= game.board.size:
        return found
    terrain = game.map
    if terrain.minor_open.has(here, target):
        found.append(("across a river", "7.4(3)"))
    elif terrain.major_bridged.has(here, target):
        found.append(("across a bridge over a major river", "7.4(3)"))
    if terrain.lake_sides.has(here, target):
        found.append(("across a frozen lake", "7.4a/3"))
    return found


@derived_by_game()
def _halved_across(game: KonigsbergGame, here: Place, target: Place) -> int:
    """7.4(3), 7.4a/3 How often the ground between two hexes halves an attack."""
    return len(_across(game, here, target))


def attack_eighths(g: K, piece: int, target: Place) -> int:
    """0.1c What a unit adds to an attack, in eighths."""
    impaired = 1 if g.flags[piece] & (ISOLATED | OOS) else 0
    return EIGHTHS * attack_of(g, piece) >> impaired + _halved_across(g.game, g.where[piece], target)


def attack_total(g: K, attack: Attack) -> int:
    """0.1d, 7.4, R1 The attack strength: fractions are added up and dropped once."""
    return sum(attack_eighths(g, piece, attack.target) for piece in each(attack.units)) // EIGHTHS


def defence_total(g: K, defenders: int) -> int:
    """0.1d, 7.4(2), R1 The defence strength of a hex, rounded down once."""
    return _defence_halves(g, defenders) // 2


def _defence_halves(g: K, defenders: int) -> int:
    return sum(defence_of(g, p) * (1 if g.flags[p] & ISOLATED else 2) for p in each(defenders))


def ladder(attack: int, defence: int) -> int:
    """R2, R3 The ratio as a number of the open ladder: 3:1 is 3, 1:1 is 1, 1:2 is 0, 1:3 is -1."""
    if attack >= defence:
        return attack // defence
    return 2 - -(-defence // attack)


def rung(number_: int) -> str:
    """A number of the ladder in words."""
    return f"{number_}:1" if number_ >= 1 else f"1:{2 - number_}"


Shift = tuple[int, str, str]


def hex_shifts(g: K, target: Place) -> list[Shift]:
    """7.4a The shifts for the terrain in a hex."""
    return _hex_shifts(g.game, target)[:]


@derived_by_game()
def _hex_shifts(game: KonigsbergGame, target: Place) -> list[Shift]:
    found: list[Shift] = []
    terrain = game.board.terrain[target]
    shift: int = game.tables["terrain"]["hex"][terrain]["shift"]
    if shift:
        found.append((-shift, terrain, "7.4a/1"))
    for kind in ("village", "town", "city"):
        if kind in game.board.tags[target]:
            shift = game.tables["terrain"]["settlement"][kind]["shift"]
            if shift:
                found.append((-shift, kind, "7.4a/1"))
    return found


def line_shifts(g: K, target: Place, bases: list[Place], defender: int) -> list[Shift]:
    """7.4a, R72 Fortress and defence line help Germans, each if all attackers come across such a side."""
    if defender != GERMAN or not bases:
        return []
    found: list[Shift] = []
    for name, title, crossing in (
        ("line", "behind a defence line", g.game.map.lines),
        ("fortress", "fortress", g.game.map.fortresses),
    ):
        if all(crossing.has(base, target) for base in bases):
            found.append((-g.game.tables["terrain"]["side"][name]["shift"], title, "7.4a/2"))
    return found


def ground_shifts(g: K, attack: Attack, defender: int) -> list[Shift]:
    """7.4a The column shifts for the ground that is attacked."""
    size = g.game.board.size
    bases = [g.where[p] for p in each(attack.units) if g.where[p] < size]
    return hex_shifts(g, attack.target) + line_shifts(g, attack.target, bases, defender)


def final_column(g: K, attack: Attack, defender: int) -> int | None:
    """7.4, 7.4b, 13.1, R3, R4 The column that is read; None if the attack is cancelled."""
    strength = attack_total(g, attack)
    if not strength:
        return None
    defence = defence_total(g, defenders_in(g, attack.target, defender))
    last = g.game.crt.last
    if not defence:
        return last
    column = ladder(strength, defence) + sum(shift for shift, _, _ in ground_shifts(g, attack, defender))
    column += sum(shift for _, shift in attack.air)
    return None if column < 0 else min(column, last)


# -- for people ----------------------------------------------------------------------------------


def calculate(g: K, attack: Attack, defender: int) -> Calculation:
    """The whole calculation of an attack, term by term, with the exact chance of each result."""
    title = f"Attack on {g.game.place_title(attack.target)}"
    defenders = defenders_in(g, attack.target, defender)
    terms = [_attack_term(g, piece, attack.target) for piece in each(attack.units)]
    terms += [_defence_term(g, piece) for piece in each(defenders)]
    strength, defence = attack_total(g, attack), defence_total(g, defenders)
    if not strength:
        return Calculation(title=title, terms=tuple(terms), total="no strength: cancelled")
    column = final_column(g, attack, defender)
    if not defence:
        terms.append(Term("the last column", f"{strength} against nothing", "7.4b/3", "odds"))
    else:
        guard = _rounded(_defence_halves(g, defenders), 2)
        power = _rounded(sum(attack_eighths(g, piece, attack.target) for piece in each(attack.units)), EIGHTHS)
        terms.append(Term(rung(ladder(strength, defence)), f"{power} against {guard}", "7.4", "odds"))
        terms += place_terms(ground_shifts(g, attack, defender), attack.target)
        terms += [_air_term(g, piece, shift) for piece, shift in attack.air]
    if column is None:
        below = f"below {g.game.crt.columns[0]}"
        total = f"{below}: cancelled"
        return Calculation(title=title, terms=tuple(terms), total=total, table="crt", column=below)
    label = g.game.crt.label(column)
    return Calculation(
        title=title,
        terms=tuple(terms),
        total=f"column {label}{', the highest' if column == g.game.crt.last else ''}",
        table="crt",
        column=label,
        odds=_odds_of(g, column),
    )


@derived_from(lambda g, column: column)
def _odds_of(g: K, column: int) -> tuple[Odds, ...]:
    """The exact chance of each result of a column."""
    chances = g.game.crt.odds(column, range(1, 7))
    return tuple(Odds(o.result, o.chance, meaning(g, o.result)) for o in chances)


def _rounded(parts: int, of: int) -> str:
    """0.1d A sum in words: `14`, or `3½ (rounded down to 3)`."""
    whole, rest = divmod(parts, of)
    return f"{number(Fraction(parts, of))} (rounded down to {whole})" if rest else str(whole)


def place_terms(shifts: list[Shift], target: Place) -> list[Term]:
    """7.4a The shifts for the ground of a hex as lines of a calculation."""
    return [term(shift, reason, rule, places=(target,)) for shift, reason, rule in shifts]


def _air_term(g: K, piece: Piece, shift: int) -> Term:
    """13.1 The shift of an air unit."""
    word = "FULL" if shift == g.game.entry("air", "full") else "NORMAL"
    return term(shift, f"{name_of(g, piece)}, {word}", "13.1/1", pieces=(piece,))


def _attack_term(g: K, piece: int, target: Place) -> Term:
    reasons = halvings(g, piece, target)
    note = "".join(f", half {reason}" for reason, _ in reasons)
    value = Fraction(attack_eighths(g, piece, target), EIGHTHS)
    return term(value, f"{name_of(g, piece)}{note}", *(rule for _, rule in reasons), part="attack", pieces=(piece,))


def _defence_term(g: K, piece: int) -> Term:
    isolated = g.flags[piece] & ISOLATED
    value = Fraction(defence_of(g, piece), 2 if isolated else 1)
    note = ", half because isolated" if isolated else ""
    rule = "7.4(2)" if isolated else ""
    return term(value, f"{name_of(g, piece)}{note}", rule, part="defence", pieces=(piece,))


def effect(g: K, result: str) -> dict[str, int]:
    """7.1 What a result costs: steps of attacker and defender, hexes of retreat."""
    found: dict[str, int] = g.game.tables["crt"]["results"][result]
    return found


def meaning(g: K, result: str, *, barrage: bool = False) -> str:
    """A result in words; of a barrage only the defender's part counts (0.7a)."""
    cost = effect(g, result)
    words = []
    if cost["defender"]:
        words.append(f"defender loses {counted(cost['defender'], 'step')}")
    if cost["retreat"]:
        words.append(f"defender retreats {counted(cost['retreat'], 'hex', 'hexes')}")
    if barrage:
        return "; ".join(words) or "no effect in a barrage"
    if cost["attacker"]:
        words.append(f"attacker loses {counted(cost['attacker'], 'step')}")
    if cost["attacker_if_held"]:
        words.append("if a settlement holds the retreat, the attacker loses a step instead")
    return "; ".join(words)
