"""What decisions and luck came to, by seat and phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .told import JUDGEMENTS, Judged, Roll, Tally


def tallies(seats: Sequence[str], decisions: Sequence[Judged], rolls: Sequence[Roll]) -> list[Tally]:
    """For each seat all of the game, and then each phase in which it decided or luck spoke."""
    spoken = sorted([*[(one.at, one.phase) for one in decisions], *[(roll.at, roll.phase) for roll in rolls]])
    phases = [phase for _, phase in spoken if phase]
    found = []
    for seat in seats:
        found.append(_tally(seat, "", decisions, rolls))
        for phase in dict.fromkeys(phases):
            some = [one for one in decisions if one.phase == phase]
            tally = _tally(seat, phase, some, [roll for roll in rolls if roll.phase == phase])
            if tally.decisions or tally.luck:
                found.append(tally)
    return found


def _tally(seat: str, phase: str, decisions: Sequence[Judged], rolls: Sequence[Roll]) -> Tally:
    own = [one for one in decisions if one.seat == seat]
    count = Counter(one.judgement for one in own)
    luck = sum([roll.change if roll.seat == seat else -roll.change for roll in rolls])
    return Tally(
        seat=seat,
        phase=phase,
        decisions=len(own),
        counts={word: count[word] for word in JUDGEMENTS},
        loss=round(sum([one.loss for one in own]), 4),
        luck=round(luck, 4),
    )
