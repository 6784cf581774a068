"""Victory Points and the end of the game (10, 5.2)."""

from __future__ import annotations

from ...engine.events import Calculated
from ...engine.flow import Seat
from ...engine.places import iterate
from ...engine.position import Outcome
from ...engine.telling import counted, term
from ...engine.terms import Calculation
from .model import CAMPS, R
from .zones import city_of, level, occupation

HIGHEST, HIGHEST_FROM = 5, 4


def award(g: R, camp: int, points: int, why: str, rule: str) -> None:
    """10.2, 9.1.5b Book points that do not come from territory."""
    booked = list(g.state.booked)
    booked[camp] += points
    text = f"{CAMPS[camp].title()} {'gains' if points > 0 else 'loses'} {abs(points)} VP {why}."
    g.set(booked=(booked[0], booked[1]), text=text, rule=rule)


def territory(g: R, camp: int) -> int:
    """10.1.1 The zones a camp controls, in Berlin and outside."""
    vp = g.game.map.vp
    return sum(vp[zone] for zone in iterate(g.state.held[camp] | city_of(g, camp)))


def points(g: R, camp: int) -> int:
    """10 The Victory Points of a camp so far."""
    return territory(g, camp) + g.state.booked[camp]


def deepest(g: R, camp: int) -> int:
    """10.2.3, R45 The highest level of a Berlin zone that a camp holds."""
    held = g.game.map.berlin & occupation(g).soviet_of[camp]
    return max((level(g, zone) for zone in iterate(held)), default=0)


def ring_closed(g: R) -> bool:
    """5.2, 10.2.3b Whether every Berlin zone holds a Soviet unit."""
    return not g.game.map.berlin & ~occupation(g).soviet


def highest_progress(g: R) -> int | None:
    """10.2.3 The camp that gets the points for the deepest progress, if any."""
    best = (deepest(g, 0), deepest(g, 1))
    if not ring_closed(g) or max(best) < HIGHEST_FROM or best[0] == best[1]:
        return None
    return best.index(max(best))


def tally(g: R, camp: int) -> Calculation:
    """10 The points of a camp, term by term."""
    title, vp = g.game.place_title, g.game.map.vp
    held = iterate(g.state.held[camp] | city_of(g, camp))
    terms = [term(vp[zone], title(zone), "10.1.1", part="points", places=(zone,)) for zone in held]
    if g.state.booked[camp]:
        terms.append(term(g.state.booked[camp], "awards and penalties", "10.2", part="points"))
    total = f"{counted(points(g, camp), 'point')} in all"
    return Calculation(title=f"Victory points of {CAMPS[camp].title()}", terms=tuple(terms), total=total)


def finish(g: R, rule: str) -> None:
    """10.0, R48 The game is over: the deepest progress is rewarded, the points are compared."""
    best = highest_progress(g)
    if best is not None:
        award(g, best, HIGHEST, "for the deepest progress in Berlin", "10.2.3a")
    for camp in (0, 1):
        g.emit(Calculated(calculation=tally(g, camp), rule="10.0"))
    totals = (points(g, 0), points(g, 1))
    score = f"Zhukov {totals[0]}, Koniev {totals[1]}"
    if totals[0] == totals[1]:
        g.finish(Outcome(winner=None, text=f"{score}: a draw.", rule=rule))
        return
    winner = Seat(int(totals[1] > totals[0]))
    g.finish(Outcome(winner=winner, text=f"{score}: {CAMPS[winner].title()} wins.", rule=rule))
