"""How to win (21.0, 27.4): points, sudden death, and a German victory."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.control import occupied
from ...engine.events import Calculated
from ...engine.flow import Seat
from ...engine.pieces import each
from ...engine.places import members
from ...engine.position import Outcome
from ...engine.telling import counted, number, term
from ...engine.terms import Calculation, Term
from .model import BF, FRONT_NAMES, FRONTS, GERMAN, UF, R


def terms(g: R, seat: int) -> list[tuple[int, Term]]:
    """21.2, 21.3, 27.4 Everything that counts for a player, each with its points."""
    game = g.game
    found: list[tuple[int, Term]] = []

    def count(points: int, reason: str, rule: str, *, pieces: Iterable[int] = (), places: Iterable[int] = ()) -> None:
        found.append((points, term(points, reason, rule, part="points", pieces=pieces, places=places)))

    for piece in each(g.here.get(game.captured[seat], 0) & game.strategic):
        count(game.entry("vp", "strategic_marker"), game.roster[piece].name, "27.4a", pieces=(piece,))
    for place in members(g.state.held[seat]):
        rule = "27.4b" if place == game.map.reichstag else "27.4c" if place == game.map.potsdam else "27.4d"
        count(game.map.value[place], game.place_title(place), rule, places=(place,))
    dead = each(g.here.get(game.dead[seat], 0) & game.roster.of_side[GERMAN] & game.mobile)
    if dead:
        value = len(dead) * game.entry("vp", "german_mobile_unit_eliminated")
        count(value, f"{counted(len(dead), 'German mobile unit')} eliminated", "27.4e", pieces=dead)
    spent = g.state.spent[seat]
    if spent:
        count(spent * game.entry("vp", "sp_expended"), f"{counted(spent, 'Stavka point')} spent", "27.4f")
    return found


def points(g: R, seat: int) -> int:
    """21.2, 21.3 The victory points of a player as things stand."""
    return sum(value for value, _ in terms(g, seat))


def tally(g: R, seat: int) -> Calculation:
    """21.4 The same with all its terms."""
    found = terms(g, seat)
    return Calculation(
        title=f"Victory points of the {FRONT_NAMES[seat]}",
        terms=tuple(term for _, term in found),
        total=f"{counted(sum(value for value, _ in found), 'point')} in all",
    )


def check_sudden_death(g: R) -> bool:
    """4.3.V.A, 21.1, R19 If a Soviet unit is in the Reichstag at the end of a turn, the game is over."""
    if not (occupied(g, BF) | occupied(g, UF)) & g.game.map.reichstag_hex:
        return False
    end_of_game(g)
    return True


def end_of_game(g: R) -> None:
    """21.4, 21.5, R66 Count the points: the higher total wins, a tie is won by 1UF; on 2 May both may have lost."""
    for seat in FRONTS:
        g.emit(Calculated(calculation=tally(g, seat), rule="21.4"))
    lost = german_victory(g)
    if lost:
        g.finish(Outcome(winner=None, text=f"German victory: {lost}.", rule="21.5", degree="both lose"))
        return
    first, second = points(g, BF), points(g, UF)
    winner = BF if first > second else UF
    title = g.game.seats(g.setup)[winner].title
    tie = ": a tie goes to it" if first == second else ""
    score = " to ".join(number(total) for total in sorted((first, second), reverse=True))
    g.finish(Outcome(winner=Seat(winner), text=f"The {title} wins by {score} points{tie}.", rule="21.4"))


def german_victory(g: R) -> str:
    """21.5, R66 Why both players have lost at the end of 2 May; empty if they have not, and on every earlier day."""
    if g.state.turn < g.game.turns:
        return ""
    if not any(g.state.held[front] & g.game.map.reichstag_hex for front in FRONTS):
        return "neither Front controls the Reichstag"
    if all(points(g, seat) <= 0 for seat in FRONTS):
        return "neither Front has more than 0 points"
    return ""
