"""All cases, by game."""

from __future__ import annotations

from . import Case, konigsberg, marshals, raceforberlin, reichstag, seelow

CASES: dict[str, list[Case]] = {
    "konigsberg": konigsberg.CASES,
    "marshals": marshals.CASES,
    "raceforberlin": raceforberlin.CASES,
    "reichstag": reichstag.CASES,
    "seelow": seelow.CASES,
}
