"""Victory (VIC): Hitler's piece, Frankfurt, and the end of turn 8."""

from __future__ import annotations

from ...engine.flow import Seat
from ...engine.places import members
from ...engine.position import Outcome
from ...engine.terms import Term
from .model import RUSSIAN, M, is_dual, owned_by


def frankfurt_taken(g: M) -> bool:
    """R41 The Frankfurt defenders are gone and a Russian unit (dual: Zhukov's) was there last."""
    if g.where[g.game.frankfurt_defenders] != g.game.dead:
        return False
    return g.state.frankfurt == "zhukov" or (not is_dual(g) and g.state.frankfurt == "koniev")


def standing(g: M, seat: Seat) -> list[Term]:
    """VIC.C1, VIC.D3 Who holds the hexes of Berlin, and Frankfurt."""
    game = g.game
    found = []
    for place in members(game.map.berlin):
        here = g.here.get(place, 0)
        russian = bool(here & game.roster.of_side[RUSSIAN])
        mine = bool(here & owned_by(g, seat))
        if mine and (russian or not is_dual(g)):
            found.append(Term("", f"{game.place_title(place)} held", "VIC.C1", places=(place,)))
    if frankfurt_taken(g) and seat == 0:
        rule = "VIC.D3" if is_dual(g) else "VIC.C3"
        found.append(Term("", "Frankfurt taken", rule, places=(game.frankfurt,)))
    return found


def check_hitler(g: M) -> None:
    """VIC.D1, VIC.C1, R40 The game ends the instant Hitler is eliminated; the attacker wins."""
    if g.where[g.game.hitler] != g.game.dead:
        return
    winner = Seat(g.state.player) if is_dual(g) else Seat(RUSSIAN)
    title = g.game.seats(g.setup)[winner].title
    zhukov_wins = not is_dual(g) or winner == 0
    if zhukov_wins and frankfurt_taken(g):
        rule = "VIC.D3" if is_dual(g) else "VIC.C3"
        text = f"Hitler is dead and Frankfurt taken: a smashing victory for {title if is_dual(g) else f'the {title}'}."
        g.finish(Outcome(winner=winner, text=text, rule=rule, degree="smashing"))
        return
    wins = f"{title} win" if is_dual(g) else f"the {title} wins"
    g.finish(Outcome(winner=winner, text=f"Hitler is dead: {wins}.", rule="VIC.D1" if is_dual(g) else "VIC.C1"))


def end_without_a_kill(g: M) -> None:
    """VIC.D2, VIC.C2 Hitler lives at the end of the last turn."""
    if is_dual(g):
        g.finish(Outcome(winner=None, text="Hitler lives: the game is a draw.", rule="VIC.D2"))
    else:
        g.finish(Outcome(winner=Seat(1), text="Hitler lives: the German player wins.", rule="VIC.C2"))
