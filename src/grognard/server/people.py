"""Names of people: what somebody may be called at a table."""

from __future__ import annotations

import unicodedata

from .problems import Problem

LONGEST = 24
"""Characters of a name."""


def person_name(text: str) -> str:
    """A name as it is kept, without blanks around it; a `Problem` says what is wrong with a bad one."""
    name = " ".join(unicodedata.normalize("NFC", text).split(" ")).strip()
    if not name:
        raise Problem("a name needs at least one letter")
    if any(unicodedata.category(sign)[0] in "CZ" and sign != " " for sign in name):
        raise Problem("a name cannot hold line breaks, control characters or invisible signs")
    if len(name) > LONGEST:
        raise Problem(f"a name has at most {LONGEST} characters; this one has {len(name)}")
    return name


def given_name(text: str) -> str:
    """A name that need not be given: empty if it is not."""
    return person_name(text) if text else ""
