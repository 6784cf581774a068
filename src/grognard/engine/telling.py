"""How things are told: numbers, plurals, lists of names, dice with their verdict, calculations as sentences.

Every sentence of the log is made here or from these parts, so that all games speak alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import cast

from .pieces import Piece
from .places import Place
from .terms import Calculation, Part, Term

FACES = 6


# -- numbers -------------------------------------------------------------------------------------


def number(value: Fraction | int) -> str:
    """A number as people write it: 4, 2½, −7¼."""
    if isinstance(value, int):
        return str(value) if value >= 0 else f"−{-value}"
    value = Fraction(value)
    if value < 0:
        return f"−{number(-value)}"
    whole, rest = divmod(value.numerator, value.denominator)
    if not rest:
        return str(whole)
    quarter = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}.get(Fraction(rest, value.denominator))
    if quarter is None:
        return f"{value.numerator}/{value.denominator}"
    return f"{whole or ''}{quarter}"


def signed(value: Fraction | int) -> str:
    """What is added or taken away: +1, −2, 0."""
    return f"+{number(value)}" if value > 0 else number(value)


def counted(many: Fraction | int, noun: str, plural: str = "") -> str:
    """So many of a thing: `1 point`, `2½ points`, `0 hexes`; the plural is given where it is not made with an s."""
    return f"{number(many)} {noun if many == 1 else plural or f'{noun}s'}"


def fitting(many: int, one: str, several: str) -> str:
    """The word that fits a number: `wins` for one, `win` for several."""
    return one if many == 1 else several


# -- names ---------------------------------------------------------------------------------------


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names in a row: `8 GA`, `8 GA and 69`, `8 GA, 69 and 33`."""
    *first, end = list(names) or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def slots(letter: str, many: int, last: str = "and") -> str:
    """Places for names that are filled in for each reader: `{p0}, {p1} and {p2}`."""
    return listed((f"{{{letter}{i}}}" for i in range(many)), last)


def sentence(text: str) -> str:
    """Words as a sentence of its own: a capital in front and a full stop behind."""
    text = text.strip()
    if not text:
        return ""
    return f"{text[0].upper()}{text[1:]}{'' if text[-1] in '.!?' else '.'}"


# -- dice ----------------------------------------------------------------------------------------


def at_least(face: int, least: int, yes: str, no: str, *, faces: int = FACES) -> str:
    """The verdict of a die that has to show so much or more: `does not arrive (needs 5 or more)`."""
    if least <= 1:
        return f"{yes} (whatever it shows)"
    if least > faces:
        return f"{no} (whatever it shows)"
    return f"{yes if face >= least else no} (needs {least}{'' if least == faces else ' or more'})"


def at_most(face: int, most: int, yes: str, no: str, *, faces: int = FACES) -> str:
    """The verdict of a die that has to show so much or less: `the phase ends (needs 3 or less)`."""
    if most >= faces:
        return f"{yes} (whatever it shows)"
    if most < 1:
        return f"{no} (whatever it shows)"
    return f"{yes if face <= most else no} (needs {most}{'' if most == 1 else ' or less'})"


def tell_roll(purpose: str, answer: Iterable[str], verdict: str) -> str:
    """Luck's answer: `Arrival of the 3rd Army, 5: does not arrive (needs 6).`, `Attack on Niesky at 1:2: rolled 3.`"""
    words = list(answer)
    shown = listed(words)
    if verdict:
        return sentence(f"{purpose}, {shown}: {verdict}")
    return sentence(f"{purpose}: {'rolled ' if all(word.isdigit() for word in words) else ''}{shown}")


# -- calculations --------------------------------------------------------------------------------


def term(
    value: Fraction | int,
    reason: str,
    *rules: str,
    part: Part = "",
    pieces: Iterable[int] = (),
    places: Iterable[int] = (),
) -> Term:
    """A line of a calculation with the rules that made it so: a strength or points as they are, a modifier signed.

    `pieces` and `places` are those that it is about.
    """
    cited = tuple(dict.fromkeys(rule for rule in rules if rule))
    shown = number(value) if part else signed(value)
    return Term(
        shown,
        reason,
        cited[0] if cited else "",
        part,
        Fraction(value),
        cited[1:],
        cast("tuple[Piece, ...]", tuple(pieces)),
        cast("tuple[Place, ...]", tuple(places)),
    )


def tell_calculation(calculation: Calculation) -> str:
    """A calculation in sentences.

    `Attack on Niesky: 7 from 52nd Army, half across a river (8.1.2b), against 7 from Brandenburg. 7 against 7 is 1:1
    (8.1.2a). −1: across a defence line (M.9). Column 1:2.`
    """
    attack, defence, points = (_amounts(calculation.terms, part) for part in ("attack", "defence", "points"))
    sides = " against ".join(side for side in (attack, defence) if side)
    steps = [_step(term) for term in calculation.terms if term.part in ("odds", "")]
    told = " ".join(sentence(words) for words in (sides, points, *steps, calculation.total) if words)
    return f"{calculation.title}: {told}".strip()


def _amounts(terms: Iterable[Term], part: Part) -> str:
    """Who brings how much, or what counts how much."""
    word = "for" if part == "points" else "from"
    return listed(f"{t.value} {word} {t.reason}{_by(t)}" for t in terms if t.part == part)


def _step(term: Term) -> str:
    """A line of the calculation: what makes the odds, or what is added and why."""
    words = f"{term.reason} is {term.value}" if term.part == "odds" else f"{term.value}: {term.reason}"
    return f"{words}{_by(term)}"


def _by(term: Term) -> str:
    return f" ({', '.join((term.rule, *term.also))})" if term.rule else ""
