"""The lesson of a game in five sentences, written from what was found."""

from __future__ import annotations

from itertools import pairwise

from .told import Analysis, Judged, Point, Roll, Tally

MANY = 3
"""Counters that a sentence names."""
CLOSE = 0.02
"""Of the game: less is not worth a sentence."""


def lesson(told: Analysis) -> list[str]:
    """Where it turned, the costliest decision, luck, the phases that cost most, and what to change."""
    return [_turning_point(told), _costliest(told), _luck(told), _phases(told), _change(told)]


def percent(share: float) -> str:
    """A share in whole percent."""
    return f"{100 * share:.0f} %"


def _title(told: Analysis, seat: str) -> str:
    return next(player.title for player in told.players if player.seat == seat)


# -- where it turned ----------------------------------------------------------------------------


def _other(told: Analysis, seat: str) -> str:
    return next(player.seat for player in told.players if player.seat != seat)


def _turning_point(told: Analysis) -> str:
    """The turn over which the prospects changed most, and whether luck or decisions did it."""
    first = told.players[0]
    turns = by_turn(told.course)
    if len(turns) < 2:
        return "The game is too short to have turned."
    before, after = max(pairwise(turns), key=lambda pair: abs(pair[1].share - pair[0].share))
    change = after.share - before.share
    if abs(change) < CLOSE:
        return f"The game never turned: {first.title} could expect {percent(turns[-1].share)} to the end."
    gainer = first.seat if change > 0 else told.players[1].seat
    luck = sum([r.change if r.seat == gainer else -r.change for r in told.rolls if before.at < r.at <= after.at])
    given = [one for one in told.decisions if one.seat != gainer and before.at <= one.at < after.at]
    lost = sum([one.loss for one in given])
    cause = ""
    if max(luck, lost) > abs(change) / 3:
        cause = "mostly by luck" if luck > lost else f"mostly by what {_title(told, _other(told, gainer))} gave away"
    when = f"in turn {before.turn}" if before.turn else "at the beginning"
    ends = f"{first.title} could expect {percent(before.share)} before it and {percent(after.share)} after it"
    return f"The game turned {when}: {ends}{', ' + cause if cause else ''}."


def by_turn(course: list[Point]) -> list[Point]:
    """How it stood when each turn began, and at the end."""
    found = [point for n, point in enumerate(course) if not n or point.turn != course[n - 1].turn]
    return found if not course or found[-1] is course[-1] else [*found, course[-1]]


# -- the costliest decision ------------------------------------------------------------------------


def worst(told: Analysis, seat: str = "") -> Judged | None:
    """The decision that gave away most, of a seat or of all."""
    found = [one for one in told.decisions if one.loss and seat in ("", one.seat)]
    return max(found, key=lambda one: one.loss, default=None)


def _costliest(told: Analysis) -> str:
    found = worst(told)
    if found is None:
        return "No decision was found that gave away anything that counts."
    what = f"The costliest decision was that of {_title(told, found.seat)} in {_when(found)}"
    return f"{what}, which gave away {percent(found.loss)} of the game; better was: {better_in_words(found)}."


def _when(one: Judged | Roll) -> str:
    phase = f" ({one.phase})" if one.phase else ""
    return f"turn {one.turn}{phase}" if one.turn else f"the set-up{phase}"


def better_in_words(one: Judged, most: int = MANY) -> str:
    """What the better plan does otherwise, in a few words."""
    said = [text.rstrip(".") for text in one.besides]
    said += [f"{other.name} to {other.better} instead of {other.played}" for other in one.others]
    if not said:
        return "the same in another order"
    more = len(said) - most
    return "; ".join(said[:most]) + (f"; and {more} more" if more > 0 else "")


# -- luck -------------------------------------------------------------------------------------------


def _luck(told: Analysis) -> str:
    if not told.rolls:
        return "Luck decided nothing that counts."
    first = told.players[0]
    whole = next(tally for tally in told.tallies if tally.seat == first.seat and not tally.phase)
    lucky = first.seat if whole.luck >= 0 else told.players[1].seat
    best = max(told.rolls, key=lambda roll: (roll.seat == lucky, roll.change))
    against = [roll for roll in told.rolls if roll.seat != lucky]
    text = f"Luck was worth {percent(abs(whole.luck))} to {_title(told, lucky)} on balance; the luckiest roll was in "
    text += f"{_when(best)}, {percent(best.change)}: {best.text.rstrip('.')}"
    if not against:
        return f"{text}."
    bad = max(against, key=lambda roll: roll.change)
    return f"{text}; the worst roll for that side in {_when(bad)}, −{percent(bad.change)}: {bad.text.rstrip('.')}."


# -- what cost most, and what to change --------------------------------------------------------------


def _costly_phase(told: Analysis, seat: str) -> Tally | None:
    found = [tally for tally in told.tallies if tally.seat == seat and tally.phase and tally.loss >= CLOSE]
    return max(found, key=lambda tally: tally.loss, default=None)


def _phases(told: Analysis) -> str:
    said = []
    for player in told.players:
        tally = _costly_phase(told, player.seat)
        if tally is None:
            whole = next(one.loss for one in told.tallies if one.seat == player.seat and not one.phase)
            much = percent(whole) if whole >= CLOSE else "little"
            said.append(f"{player.title} gave away {much}, in no phase most of it")
            continue
        times = tally.decisions - tally.counts["best"]
        often = "once" if times == 1 else f"in {times} of {tally.decisions} decisions"
        said.append(f"{player.title} gave away most in the phase {tally.phase} ({percent(tally.loss)}, {often})")
    return "; ".join(said) + "."


def _change(told: Analysis) -> str:
    """What the loser could do otherwise; while nobody has lost, the side that has given away more."""
    lost = {tally.seat: tally.loss for tally in told.tallies if not tally.phase}
    losers = [player for player in told.players if told.winner and player.seat != told.winner]
    who = losers[0] if losers else max(told.players, key=lambda player: lost[player.seat])
    found = worst(told, who.seat)
    if found is None or lost[who.seat] < CLOSE:
        return f"{who.title} had nothing better to do that was found: another time the dice may fall otherwise."
    reason = next((one for one in found.why if one.points > 0), None)
    more = f" (what counted most there: {reason.meaning}, {reason.points:+.0f} points)" if reason else ""
    phase = _costly_phase(told, who.seat)
    where = f"the phase {phase.phase}" if phase else _when(found)
    return f"{who.title} could have had up to {percent(lost[who.seat])} more, and should look at {where} first{more}."
