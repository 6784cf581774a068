"""Names of people: what somebody may be called at a table.

A name stands in sentences and lists that others read. So it must be seen, must not spill over other lines, and must not
pass for what the table itself says of its seats.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby, pairwise

from ..errors import Problem

LONGEST = 24
"""Characters of a name."""
MOST_MARKS = 2
"""Signs above and below one letter."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and signs that show nothing, whatever Unicode calls them; besides these, variation selectors."""
OWN_WORDS = ("the opener of the table", "the opener", "nobody", "nobody yet", "a guest", "guest", "chance", "the dice")
"""What the table calls people who gave no name, in its own sentences."""
BOT = ("the bot ", "bot:", "bot ")
ALIKE = ("LATIN", "CYRILLIC", "GREEK")
"""Alphabets with letters that look the same: a name is written in one of them."""


def person_name(text: str) -> str:
    """A name as it is kept, without blanks around it; a `Problem` says what is wrong with a bad one."""
    name = " ".join(word for word in unicodedata.normalize("NFC", text).split(" ") if word)
    if any((unicodedata.category(sign)[0] in "CZ" and sign != " ") or _is_blank(sign) for sign in name):
        raise Problem("a name cannot hold line breaks, control characters or invisible signs")
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise Problem("a name needs at least one letter")
    if len(name) > LONGEST:
        raise Problem(f"a name has at most {LONGEST} characters; this one has {len(name)}")
    if _is_stacked(name):
        raise Problem(f"a name has at most {MOST_MARKS} signs above or below a letter")
    if len({script for sign in name if (script := _script(sign)) in ALIKE}) > 1:
        raise Problem("a name is written in one alphabet")
    if _is_taken(name):
        raise Problem("a name cannot be what the table calls somebody without one")
    return name


def _is_blank(sign: str) -> bool:
    return sign in BLANK or "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def _is_stacked(name: str) -> bool:
    """Whether marks are heaped up, or stand upon nothing, or around a letter."""
    kinds = [unicodedata.category(sign) for sign in name]
    if kinds[0].startswith("M") or "Me" in kinds or any(a == "Zs" and b[0] == "M" for a, b in pairwise(kinds)):
        return True
    return any(kind == "Mn" and len(list(run)) > MOST_MARKS for kind, run in groupby(kinds))


def _script(sign: str) -> str:
    """The alphabet of a letter; empty for what is none."""
    return unicodedata.name(sign, "").partition(" ")[0] if unicodedata.category(sign)[0] == "L" else ""


def _is_taken(name: str) -> bool:
    """Whether a name would read as the table's own words."""
    words = unicodedata.normalize("NFKC", name).casefold()
    plain = " ".join("".join(sign if sign.isalnum() or sign == ":" else " " for sign in words).split())
    return plain in OWN_WORDS or f"{plain} ".startswith(BOT)


def given_name(text: str) -> str:
    """A name that need not be given: empty if it is not."""
    return person_name(text) if text else ""
